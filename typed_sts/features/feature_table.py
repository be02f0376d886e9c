"""The feature table of a list of pairs: one row per pair, one column per feature, every feature in one named group.

Each block below is one function that returns named columns of one group. "has" columns say how many of both records
state what the block compares (2, 1, 0), so that missing is never mistaken for different.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.groups import FEATURE_GROUPS, GROUPS, PROVIDER
from typed_sts.domain.labels import GROUP_OF_VIEW, TERM_VIEWS
from typed_sts.features import overlap
from typed_sts.features.overlap import matched, named, shared_terms
from typed_sts.features.parsed_entities import GROUP_OF_KIND
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.reading.document import TEXTS
from typed_sts.reading.vectors import VECTOR_VIEWS

Column = tuple[str, str, Floats]
_NAMED = ("creator", "title", "people")
"""Views whose terms are also looked for anywhere in the other record."""
_RARE = ("text", "title", "subject", "description", "people", "groups", "places", "events", "topics")
"""Views of which it counts how rare the rarest term is that both records have."""
_SIZED = ("text", "subject", "description")
"""Views of which it counts how much each record says."""
_TEXT_GROUPS = tuple(next(row.name for row in FEATURE_GROUPS if row.field == field) for field in TEXTS)
_BLOCK = 4_096


@dataclass(frozen=True, slots=True)
class Feature:
    """A column: its name and its group."""

    name: str
    group: str


def feature_table(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the features of the pairs (left[i], right[i]), in the order of `features()`."""
    blocks = []
    for start in range(0, len(left), _BLOCK):
        one, other = left[start : start + _BLOCK], right[start : start + _BLOCK]
        blocks.append(np.stack([values for _, _, values in _columns(profiles, one, other)], axis=1))
    return np.concatenate(blocks) if blocks else np.zeros((0, len(features())))


@cache
def features() -> tuple[Feature, ...]:
    """Return the features in their order."""
    from typed_sts.features.profiles import profile_documents
    from typed_sts_index.background import background_stats

    nobody = profile_documents([], background_stats())
    rows = np.zeros(0, dtype=np.intp)
    return tuple(Feature(name, group) for name, group, _ in _columns(nobody, rows, rows))


def _columns(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    for block in _BLOCKS:
        yield from block(profiles, left, right)


def _terms(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    cosine, containment, rarest = shared_terms(profiles, left, right)
    maker = matched(profiles, left, right, "maker").best
    has = (profiles.view_idf > 0).astype(np.float64)
    for number, view in enumerate(TERM_VIEWS):
        group = GROUP_OF_VIEW[view]
        least = maker if group == "creator" else 0.0  # one name in two spellings: "Turner, Joseph", "J. Turner"
        yield f"{view}_cosine", group, np.maximum(cosine[:, number], least)
        yield f"{view}_containment", group, np.maximum(containment[:, number], least)
        yield f"{view}_has", group, has[left, number] + has[right, number]
    for view in _RARE:
        yield f"{view}_rarest", GROUP_OF_VIEW[view], rarest[:, TERM_VIEWS.index(view)]
    found = named(profiles, left, right, _NAMED)
    for number, view in enumerate(_NAMED):
        least = maker if view == "creator" else 0.0
        yield f"{view}_named", GROUP_OF_VIEW[view], np.maximum(found[:, number], least)


def _things(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    other_makers = np.zeros(len(left), dtype=bool)
    for kind, group in sorted(GROUP_OF_KIND.items(), key=lambda row: GROUPS.index(row[1])):
        found = matched(profiles, left, right, kind)
        yield f"{kind}_best", group, found.best
        yield f"{kind}_covered", group, found.covered
        yield f"{kind}_has", group, (found.n_left > 0).astype(np.float64) + (found.n_right > 0)
        yield f"{kind}_fewest", group, np.log1p(np.minimum(found.n_left, found.n_right))
        if kind == "maker":
            other_makers = (found.n_left > 0) & (found.n_right > 0) & (found.best == 0)
    either_way = (matched(profiles, *sides, "maker", "person").best for sides in ((left, right), (right, left)))
    as_person = np.maximum(*either_way)
    yield "maker_as_person", "creator", as_person
    yield "maker_apart", "creator", (other_makers & (as_person == 0)).astype(np.float64)


def _lands(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    """Say where both records name a place of a known country, and nothing in them is of one country."""
    of_places, of_all = profiles.lands[:, 0], profiles.lands[:, 1]
    located = (of_places[left] != 0) & (of_places[right] != 0)
    yield "place_apart", "place", (located & ((of_all[left] & of_all[right]) == 0)).astype(np.float64)


def _years(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    for name, values in (
        ("made", overlap.made(profiles, left, right)),
        ("lived", overlap.made_or_lived(profiles, left, right)),
    ):
        for number, feature in enumerate(overlap.NAMES):
            yield f"{name}_{feature}", "time", values[:, number]
    yield "years_smallest_gap", "time", np.log1p(overlap.smallest_gap(profiles, left, right))
    has = (~np.isnan(profiles.years[:, ::2])).astype(np.float64)
    yield "made_has", "time", has[left, 0] + has[right, 0]
    yield "life_has", "time", has[left, 1] + has[right, 1]


def _vectors(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    cosine = np.einsum("pvd,pvd->pv", profiles.vectors[left], profiles.vectors[right]).astype(np.float64)
    for number, view in enumerate(VECTOR_VIEWS):
        yield f"{view}_vector", GROUP_OF_VIEW.get(view, "subject"), cosine[:, number]


def _war(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    told = profiles.war.astype(np.float64)
    yield "war_both", "record", told[left] * told[right]
    yield "war_has", "record", told[left] + told[right]


def _portraits(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    sat = profiles.portrait.astype(np.float64)
    yield "portrait_both", "people", sat[left] * sat[right]
    yield "portrait_has", "people", sat[left] + sat[right]


def _texts(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    same = ((profiles.texts[left] == profiles.texts[right]) & (profiles.texts[left] != 0)).astype(np.float64)
    for number, group in enumerate(_TEXT_GROUPS):
        yield f"{group}_equal", group, same[:, number]
    sizes = np.log1p(profiles.view_idf)
    for view in _SIZED:
        number, group = TERM_VIEWS.index(view), GROUP_OF_VIEW[view]
        yield f"{view}_shorter", group, np.minimum(sizes[left, number], sizes[right, number]).astype(np.float64)
        yield f"{view}_longer", group, np.maximum(sizes[left, number], sizes[right, number]).astype(np.float64)


def _provider(profiles: Profiles, left: Rows, right: Rows) -> Iterator[Column]:
    for name, values in (("provider", profiles.provider), ("collection", profiles.collection)):
        yield f"{name}_same", PROVIDER, ((values[left] == values[right]) & (values[left] != 0)).astype(np.float64)


_BLOCKS: tuple[Callable[[Profiles, Rows, Rows], Iterator[Column]], ...] = (
    _terms,
    _things,
    _lands,
    _years,
    _vectors,
    _portraits,
    _war,
    _texts,
    _provider,
)
