"""Candidates that are so much like another that one stands for all."""

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.explaining.finding import side_of
from typed_sts.features.profiles import profile_documents
from typed_sts.messages.wording import say
from typed_sts.reading.reader import Reader
from typed_sts.related.folding import (
    SAME_WORDS,
    Marks,
    fold_alike,
    is_copy,
    is_repeat,
    marks_of,
    may_stand_alone,
    more_said,
)
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

NOBODY = frozenset[str]()
OTHER = Marks({}, "", NOBODY)


def leaf(title: str = "", whole: str = "gravesend sketchbook") -> Marks:
    """Return the marks of a leaf of a sketchbook."""
    return Marks({whole: "sketchbook"}, title, frozenset(["turner"]))


def alike(n: int, cosine: float) -> Floats:
    """Return how alike n records are of which each two are alike so much."""
    found: Floats = np.full((n, n), cosine)
    np.fill_diagonal(found, 1.0)
    return found


def test_records_with_nearly_the_same_words_are_folded_behind_the_best() -> None:
    marks = [OTHER] * 3
    assert fold_alike([2, 0, 1], marks, alike(3, SAME_WORDS), OTHER) == {2: [0, 1]}
    assert fold_alike([2, 0, 1], marks, alike(3, SAME_WORDS - 0.01), OTHER) == {2: [], 0: [], 1: []}


def test_titles_tell_records_of_nearly_the_same_words_apart() -> None:
    rubbings = [Marks({}, title, NOBODY) for title in ("tiger", "feeding the ox")]
    assert fold_alike(range(2), rubbings, alike(2, 0.95), OTHER) == {0: [], 1: []}


def test_one_record_in_two_languages_is_known_by_its_number_makers_and_years() -> None:
    cid = Marks({}, "le cid", frozenset(["corneille"]), (1637, 1637), "109339")
    english = Marks({}, "the cid", frozenset(["corneille"]), (1637, 1637), "109339")
    assert fold_alike(range(2), [cid, english], alike(2, 0.2), OTHER) == {0: [1]}
    assert is_copy(english, cid, 0.2)
    for other in (
        Marks({}, "the cid", frozenset(["corneille"]), (1637, 1637), "109340"),
        Marks({}, "the cid", frozenset(["corneille"]), (1640, 1640), "109339"),
        Marks({}, "the cid", NOBODY, (1637, 1637), "109339"),
    ):
        assert not is_repeat(other, cid, 0.2)
    nameless = Marks({}, "bowl", NOBODY, None, "109339")
    assert not is_repeat(nameless, Marks({}, "cup", NOBODY, None, "109339"), 0.2)


def test_a_repeat_is_one_title_by_one_maker_or_with_the_same_years_and_words() -> None:
    one, other = Marks({}, "banknote", frozenset(["x"]), (1970, 1970)), Marks({}, "banknote", frozenset(["x"]), None)
    assert is_repeat(one, other, 0.1)
    assert not is_copy(one, other, 0.1)
    piano, later = Marks({}, "piano", NOBODY, (1801, 1815)), Marks({}, "piano", NOBODY, (1830, 1830))
    assert is_repeat(piano, piano, SAME_WORDS)
    assert not is_repeat(piano, piano, 0.6)
    assert not is_repeat(piano, later, SAME_WORDS)
    rest = Marks({}, "rest on the flight", NOBODY, (1600, 1699))
    assert is_repeat(rest, rest, 0.1)
    assert is_repeat(OTHER, OTHER, SAME_WORDS)


def test_leaves_of_one_book_do_not_stand_alone_where_they_are_alike() -> None:
    assert not may_stand_alone(leaf("a"), leaf("b"), 0.6)
    series = Marks({"x": "series"}, "a", NOBODY), Marks({"x": "series"}, "b", NOBODY)
    assert may_stand_alone(*series, 0.6)


def test_leaves_of_one_book_are_folded_where_they_are_alike_and_else_stand_alone() -> None:
    marks = [leaf("a"), leaf("b"), leaf("c", "another book")]
    assert fold_alike(range(3), marks, alike(3, 0.6), OTHER) == {0: [1], 2: []}
    assert fold_alike(range(3), marks, alike(3, 0.3), OTHER) == {0: [], 1: [], 2: []}


def test_one_title_by_one_maker_is_one_work_whatever_the_words() -> None:
    one, other = Marks({}, "the wave", frozenset(["hokusai"])), Marks({}, "the wave", frozenset(["courbet"]))
    assert fold_alike(range(3), [one, other, one], alike(3, 0.2), OTHER) == {0: [2], 1: []}


def test_one_title_without_a_maker_is_folded_only_where_the_words_are_alike() -> None:
    bowl = Marks({}, "bowl", NOBODY)
    assert fold_alike(range(2), [bowl, bowl], alike(2, 0.6), OTHER) == {0: [1]}
    assert fold_alike(range(2), [bowl, bowl], alike(2, 0.4), OTHER) == {0: [], 1: []}
    assert fold_alike(range(2), [OTHER, OTHER], alike(2, 0.6), OTHER) == {0: [], 1: []}


def test_titles_that_differ_only_in_their_numbers_are_one() -> None:
    tapes = [Marks({}, f"tapes {number}.1 and {number}.2", frozenset(["leith"])) for number in (3, 12, 20)]
    assert fold_alike(range(3), tapes, alike(3, 0.3), OTHER) == {0: [1, 2]}
    unsigned = [Marks({}, tape.title, NOBODY) for tape in tapes]
    assert fold_alike(range(3), unsigned, alike(3, 0.7), OTHER) == {0: [1, 2]}
    assert fold_alike(range(3), unsigned, alike(3, 0.3), OTHER) == {0: [], 1: [], 2: []}
    assert say(more_said(tapes[0], tapes[1:])) == "and 2 more much like it"
    years = [Marks({}, str(year), NOBODY) for year in (1880, 1890)]
    assert fold_alike(range(2), years, alike(2, 0.7), OTHER) == {0: [], 1: []}


def test_of_the_asked_items_own_book_and_of_its_versions_a_few_are_listed_and_the_rest_is_behind_the_first() -> None:
    leaves = [leaf(str(number)) for number in range(6)]
    assert fold_alike(range(6), leaves, alike(6, 0.1), leaf("x")) == {0: [3, 4, 5], 1: [], 2: []}
    bowls = [Marks({}, "bowl", frozenset([f"maker {number}"])) for number in range(5)]
    assert fold_alike(range(5), bowls, alike(5, 0.1), Marks({}, "bowl", NOBODY)) == {0: [3, 4], 1: [], 2: []}


@pytest.mark.parametrize(
    ("first", "others", "text"),
    [
        (leaf(), [leaf()] * 12, "and 12 more leaves of this sketchbook"),
        (leaf(), [leaf()], "and 1 more leaf of this sketchbook"),
        (Marks({"x": "album"}, "", NOBODY), [Marks({"x": "album"}, "", NOBODY)] * 2, "and 2 more leaves of this album"),
        (Marks({"x": "series"}, "", NOBODY), [Marks({"x": "series"}, "", NOBODY)], "and 1 more of this series"),
        (Marks({}, "bowl", NOBODY), [Marks({}, "bowl", NOBODY)] * 3, "and 3 more with this title"),
        (leaf("a"), [leaf("b"), OTHER], "and 2 more much like it"),
    ],
)
def test_what_is_said_of_them_is_true_of_all(first: Marks, others: list[Marks], text: str) -> None:
    assert say(more_said(first, others)) == text


def marks(item: Item) -> Marks:
    """Return the marks of a record that is read."""
    document = Reader().read(item)
    return marks_of(side_of(document, profile_documents([document], background_stats()), 0))


def test_the_marks_of_a_record_are_its_book_its_title_and_its_makers() -> None:
    found = marks(
        Item(
            id="1",
            dcTitle=("Vessel with Sails Set.",),
            dcCreator=("Turner, Joseph Mallord William",),
            dcDescription=("Graphite on paper. From: Quibblethorpe Sketchbook [Finberg CIV]",),
        )
    )
    assert found.wholes == {"quibblethorpe sketchbook": "sketchbook"}
    assert found.title == "vessel with sails set"
    assert len(found.makers) == 1


def test_a_record_without_a_title_or_a_maker_has_no_marks() -> None:
    found = marks(Item(id="1", dcTitle=("Untitled",), dcCreator=("Unknown",), dcDescription=("A boat.",)))
    assert found == OTHER
