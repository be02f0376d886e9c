"""Shared terms of many pairs at once are those that plain dictionaries find, pair by pair."""

from itertools import islice

import numpy as np
import pytest

from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.features import overlap
from typed_sts.features.profiles import Profiles, profile_documents
from typed_sts.features.terms import term_of, view_of
from typed_sts.reading.reader import Reader
from typed_sts.related.ranking import likeness
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

VIEWS = ("makers", "places", "people")
TEXT = TERM_VIEWS.index("text")


@pytest.fixture(scope="module")
def profiles() -> Profiles:
    items = [Item(id="/empty"), *islice(read_items(SAMPLE_ITEMS), 8)]
    documents = list(Reader("crf").read_all(items))
    return profile_documents(documents, background_stats(), np.zeros((len(documents), 5, 512), np.float32))


def terms(profiles: Profiles, row: int, view: int) -> dict[int, tuple[float, float]]:
    """Return weight and idf of the terms of a view, by the term."""
    found = {}
    for place in range(profiles.term_start[row], profiles.term_start[row + 1]):
        column = profiles.term_column[place : place + 1]
        if view_of(column)[0] == view:
            found[int(term_of(column)[0])] = float(profiles.term_weight[place]), float(profiles.term_idf[place])
    return found


def cosine(profiles: Profiles, left: int, right: int, view: int) -> float:
    one, other = terms(profiles, left, view), terms(profiles, right, view)
    return sum(one[term][0] * other[term][0] for term in one.keys() & other.keys())


def share(profiles: Profiles, left: int, right: int, view: int, other_view: int) -> float:
    """Return the idf of the terms of the left row's view that the other view of the right row has, of all of them."""
    one, other = terms(profiles, left, view), terms(profiles, right, other_view)
    total = sum(idf for _, idf in one.values())
    return sum(one[term][1] for term in one.keys() & other.keys()) / total if total else 0.0


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 7, 1 << 12])
def test_cosine_containment_and_naming_are_those_of_plain_dictionaries(
    profiles: Profiles, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overlap, "_MOST_PAIRS", at_once)
    left, right = (rows.ravel() for rows in np.indices((len(profiles), len(profiles))))
    cosines, containments, _ = overlap.shared_terms(profiles, left, right)
    named = overlap.named(profiles, left, right, VIEWS)
    assert np.array_equal(cosines, overlap.cosines(profiles, left, right))
    for pair, (one, other) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        for view in range(len(TERM_VIEWS)):
            assert cosines[pair, view] == pytest.approx(cosine(profiles, one, other, view), abs=1e-6)
            ways = share(profiles, one, other, view, view), share(profiles, other, one, view, view)
            assert containments[pair, view] == pytest.approx(max(ways), abs=1e-5)
        for number, name in enumerate(VIEWS):
            view = TERM_VIEWS.index(name)
            ways = share(profiles, one, other, view, TEXT), share(profiles, other, one, view, TEXT)
            assert named[pair, number] == pytest.approx(max(ways), abs=1e-5)
    assert named.max() > 0.5


def test_no_pairs_have_no_rows(profiles: Profiles) -> None:
    none = np.zeros(0, dtype=np.intp)
    assert overlap.cosines(profiles, none, none).shape == (0, len(TERM_VIEWS))
    assert overlap.named(profiles, none, none, VIEWS).shape == (0, len(VIEWS))


def test_likeness_is_the_cosine_of_the_words_of_each_two_rows(profiles: Profiles) -> None:
    alike = likeness(profiles)
    for one in range(len(profiles)):
        for other in range(len(profiles)):
            assert alike[one, other] == pytest.approx(cosine(profiles, one, other, TEXT), abs=1e-6)
    assert np.diag(alike)[1:] == pytest.approx(1, abs=1e-6)
    assert not alike[0].any()
