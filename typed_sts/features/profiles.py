"""Profiles: what comparing needs of many documents, as arrays, one row per document.

    terms      columns and weights of every view, rows one after the other        typed_sts.features.terms
    things     people, places, events and so on, per row and kind                 typed_sts.features.parsed_entities
    years      when the item was made, every year its texts name, its makers' lives
    vectors    sentence vectors, a row of views                                   typed_sts.reading.vectors
    provider   who holds it
    war, lands what it tells of, and the countries it names

A profile is made once a document; rows of several can be joined, so that a service keeps those it needs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.domain.limits import MOST_YEARS
from typed_sts.features.parsed_entities import KINDS, Thing, things_of
from typed_sts.features.terms import terms_of, view_of
from typed_sts.reading.document import TEXTS, Document, digest
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, Vectors, encode_documents
from typed_sts_index.contract import CorpusStats

Rows = npt.NDArray[np.intp]
YEARS = ("first", "last", "life_first", "life_last")
"""Columns of `Profiles.years`; NaN where the record does not say."""
LANDS_OF = ("place", "where")
"""The kinds of things whose countries are the columns of `Profiles.lands`."""
_GROWN, _CAREER = 20, 40
_WAR = "iconclass:45"
"""Warfare and military affairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Profiles:
    """Rows of documents. `*_start` has one number more than there are rows (for things: rows times kinds)."""

    ids: tuple[str, ...]
    term_start: npt.NDArray[np.int64]
    term_column: npt.NDArray[np.int64]
    term_weight: npt.NDArray[np.float32]
    term_idf: npt.NDArray[np.float32]
    view_idf: npt.NDArray[np.float32]
    """Sum of the idf of the terms of each view; 0 where the record has none."""
    thing_start: npt.NDArray[np.int64]
    thing_key: npt.NDArray[np.int64]
    thing_signature: npt.NDArray[np.uint64]
    things: tuple[Thing, ...]
    years: npt.NDArray[np.float64]
    year_start: npt.NDArray[np.int64]
    year_first: npt.NDArray[np.float64]
    year_last: npt.NDArray[np.float64]
    texts: npt.NDArray[np.int64]
    """Hashes of the title, subject and description as they stand; 0 for none."""
    content: npt.NDArray[np.int64]
    """Hash of every field: equal for records that say the same."""
    portrait: npt.NDArray[np.bool_]
    """Whether somebody sat for it: its words say so, or its title is somebody's name."""
    war: npt.NDArray[np.bool_]
    """Whether it tells of war or shows soldiers, in whatever words."""
    lands: npt.NDArray[np.uint64]
    """Bits of the countries of the places it names, and of all it speaks of, peoples and nationalities included."""
    provider: npt.NDArray[np.int64]
    collection: npt.NDArray[np.int64]
    vectors: Vectors

    def __len__(self) -> int:
        return len(self.ids)


def profile_documents(documents: Sequence[Document], stats: CorpusStats, vectors: Vectors | None = None) -> Profiles:
    """Return the profiles of documents; sentence vectors are made unless they are given."""
    if vectors is None:
        vectors = encode_documents(documents)
    terms = [terms_of(document, stats) for document in documents]
    things = [things_of(document) for document in documents]
    years = [_all_years(document) for document in documents]
    flat = [thing for found in things for kind in KINDS for thing in found[kind]]
    columns = _joined([t.columns for t in terms], np.int64)
    idf = _joined([t.idf for t in terms], np.float32)
    start = _starts([len(t.columns) for t in terms])
    return Profiles(
        ids=tuple(document.id for document in documents),
        term_start=start,
        term_column=columns,
        term_weight=_joined([t.weights for t in terms], np.float32),
        term_idf=idf,
        view_idf=_view_sums(start, columns, idf),
        thing_start=_starts([len(found[kind]) for found in things for kind in KINDS]),
        thing_key=np.array([digest(thing.kind, repr(thing.value)) for thing in flat], dtype=np.int64),
        thing_signature=np.array([thing.signature for thing in flat], dtype=np.uint64),
        things=tuple(flat),
        years=np.array([_own_years(d, t) for d, t in zip(documents, things, strict=True)]).reshape(-1, len(YEARS)),
        year_start=_starts([len(found) for found in years]),
        year_first=np.array([first for found in years for first, _ in found], dtype=np.float64),
        year_last=np.array([last for found in years for _, last in found], dtype=np.float64),
        texts=np.array([d.digests[:-1] for d in documents], dtype=np.int64).reshape(-1, len(TEXTS)),
        content=np.array([d.digests[-1] for d in documents], dtype=np.int64),
        portrait=np.array([is_portrait(d) for d in documents], dtype=np.bool_),
        war=np.array([tells_of_war(found) for found in things], dtype=np.bool_),
        lands=np.array([[_lands(found[kind]) for kind in LANDS_OF] for found in things], dtype=np.uint64).reshape(
            -1, 2
        ),
        provider=np.array([digest("provider", d.provider) if d.provider else 0 for d in documents], dtype=np.int64),
        collection=np.array([digest("collection", _collection(d.id)) for d in documents], dtype=np.int64),
        vectors=vectors,
    )


def join(parts: Sequence[Profiles]) -> Profiles:
    """Return the rows of several profiles as one."""
    return Profiles(
        ids=tuple(row for part in parts for row in part.ids),
        term_start=_joined_starts([part.term_start for part in parts]),
        term_column=_joined([part.term_column for part in parts], np.int64),
        term_weight=_joined([part.term_weight for part in parts], np.float32),
        term_idf=_joined([part.term_idf for part in parts], np.float32),
        view_idf=_stacked([part.view_idf for part in parts], (len(TERM_VIEWS),), np.float32),
        thing_start=_joined_starts([part.thing_start for part in parts]),
        thing_key=_joined([part.thing_key for part in parts], np.int64),
        thing_signature=_joined([part.thing_signature for part in parts], np.uint64),
        things=tuple(thing for part in parts for thing in part.things),
        years=_stacked([part.years for part in parts], (len(YEARS),), np.float64),
        year_start=_joined_starts([part.year_start for part in parts]),
        year_first=_joined([part.year_first for part in parts], np.float64),
        year_last=_joined([part.year_last for part in parts], np.float64),
        texts=_stacked([part.texts for part in parts], (len(TEXTS),), np.int64),
        content=_joined([part.content for part in parts], np.int64),
        portrait=_joined([part.portrait for part in parts], np.bool_),
        war=_joined([part.war for part in parts], np.bool_),
        lands=_stacked([part.lands for part in parts], (len(LANDS_OF),), np.uint64),
        provider=_joined([part.provider for part in parts], np.int64),
        collection=_joined([part.collection for part in parts], np.int64),
        vectors=_stacked([part.vectors for part in parts], (len(VECTOR_VIEWS), DIMENSIONS), np.float32),
    )


def split(profiles: Profiles) -> Iterator[Profiles]:
    """Yield each row as profiles of its own, which hold nothing of the others in memory; `join` undoes it."""
    return (row_of(profiles, row) for row in range(len(profiles)))


def row_of(profiles: Profiles, row: int) -> Profiles:
    """Return a row as profiles of its own, which hold nothing of the others in memory."""
    kinds = len(KINDS)
    terms = slice(*profiles.term_start[row : row + 2])
    thing_start = profiles.thing_start[row * kinds : (row + 1) * kinds + 1]
    things = slice(thing_start[0], thing_start[-1])
    years = slice(*profiles.year_start[row : row + 2])
    own = slice(row, row + 1)
    return Profiles(
        ids=profiles.ids[own],
        term_start=profiles.term_start[row : row + 2] - terms.start,
        term_column=profiles.term_column[terms].copy(),
        term_weight=profiles.term_weight[terms].copy(),
        term_idf=profiles.term_idf[terms].copy(),
        view_idf=profiles.view_idf[own].copy(),
        thing_start=thing_start - things.start,
        thing_key=profiles.thing_key[things].copy(),
        thing_signature=profiles.thing_signature[things].copy(),
        things=profiles.things[things],
        years=profiles.years[own].copy(),
        year_start=profiles.year_start[row : row + 2] - years.start,
        year_first=profiles.year_first[years].copy(),
        year_last=profiles.year_last[years].copy(),
        texts=profiles.texts[own].copy(),
        content=profiles.content[own].copy(),
        portrait=profiles.portrait[own].copy(),
        war=profiles.war[own].copy(),
        lands=profiles.lands[own].copy(),
        provider=profiles.provider[own].copy(),
        collection=profiles.collection[own].copy(),
        vectors=profiles.vectors[own].copy(),
    )


def _starts(lengths: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(np.array(lengths, dtype=np.int64)))).astype(np.int64)


def _joined_starts(parts: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    return _starts([length for part in parts for length in np.diff(part)])


def _joined(parts: Sequence[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)


def _stacked(parts: Sequence[npt.NDArray[Any]], shape: tuple[int, ...], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros((0, *shape), dtype=kind)


def _view_sums(
    start: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], idf: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    rows = np.repeat(np.arange(len(start) - 1), np.diff(start))
    cells = rows * len(TERM_VIEWS) + view_of(columns)
    sums = np.bincount(cells, weights=idf, minlength=(len(start) - 1) * len(TERM_VIEWS))
    return sums.reshape(-1, len(TERM_VIEWS)).astype(np.float32)


def _all_years(document: Document) -> list[tuple[int, int]]:
    return list(dict.fromkeys((years.first, years.last) for years in document.years))[:MOST_YEARS]


def _own_years(document: Document, things: dict[str, tuple[Thing, ...]]) -> list[float]:
    """Return when the item was made, and when its makers lived, which bounds it where it has no date."""
    own = document.span_of_years()
    lives = [maker.value.life for maker in things["maker"] if maker.value.life is not None]
    born = [life.born for life in lives if life.born is not None]
    died = [life.died for life in lives if life.died is not None]
    nan = float("nan")
    first, last = own if own else (nan, nan)
    if not born and not died:
        return [first, last, nan, nan]
    life_first = min(born) + _GROWN if born else min(died) - _CAREER
    life_last = max(died) if died else max(born) + _GROWN + _CAREER
    return [first, last, life_first, max(life_first, life_last)]


def is_portrait(document: Document) -> bool:
    """Say whether somebody sat for an item: its words say so, or a name is most of its title."""
    if document.portraits:
        return True
    lengths = {words.value: words.ends[-1] for words in document.words if words.field == "dcTitle" and words.ends}
    return any(
        2 * (person.mention.end - person.mention.start) > lengths.get(person.mention.value, 0)
        for person in document.labelled("PERSON")
        if person.mention.field == "dcTitle"
    )


def tells_of_war(things: Mapping[str, Sequence[Thing]]) -> bool:
    """Say whether a record tells of war: by what happens, by who is there, or by what it shows."""
    return (
        any(event.value.kind == "conflict" for event in things["event"])
        or any(group.value.kind == "military" for group in things["group"])
        or any(topic.concept.startswith(_WAR) for topic in things["topic"])
    )


def _lands(places: Sequence[Thing]) -> int:
    """Return a bit for the country of each place; two countries may share one, and then count as one."""
    return reduce(or_, (1 << (crc32(land.encode()) & 63) for place in places if (land := place.value.country)), 0)


def _collection(item_id: str) -> str:
    """Return the collection of an id: "/09405b/FFF8..." is of "09405b"."""
    return item_id.strip("/").partition("/")[0]
