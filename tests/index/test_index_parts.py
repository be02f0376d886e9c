"""The small parts of the index package: views, query terms, what is remembered, what is stored."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts_fetch.item import Item
from typed_sts_index.contract import idf
from typed_sts_index.entry import Entry, entry_from_stored, indexable, plain_years, text_views, to_stored
from typed_sts_index.errors import BadQuery
from typed_sts_index.neighbour_query import DocFreqMemory, query_terms, tie_breaker

BOAT = Item(
    id="/1", dcTitle=("Boats", "The boats"), dcCreator=("Ann Lee",), dcSubject=("sea",), dcDescription=("Oil",),
    dcDate=("1905",), dctermsMedium=("linen",),
)  # fmt: skip


def test_all_text_is_every_field_and_each_view_its_own() -> None:
    views = text_views(BOAT)
    assert views["title"] == ["boat", "boat"]
    assert views["creator"] == ["ann", "lee"]
    assert sorted(views["text"]) == ["1905", "ann", "boat", "boat", "lee", "linen", "oil", "sea"]


def test_the_records_language_chooses_the_stop_words() -> None:
    assert text_views(Item(id="/1", dcTitle=("Die Brücke",), language="de"))["title"] == ["brucke"]
    assert text_views(Item(id="/1", dcTitle=("Die Brücke",)))["title"] == ["die", "brucke"]


@pytest.mark.parametrize(
    ("dates", "years"),
    [
        (("c. 1910-1915",), (1910, 1915)), (("?c.1785", "1790"), (1785, 1790)), (("Second half 20th century",), None),
        (("12345", "0123", "P1905x"), (1905, 1905)), ((), None), (("2099", "3000"), (2099, 2099)),
    ],
)  # fmt: skip
def test_plain_years_are_four_digits(dates: tuple[str, ...], years: tuple[int, int] | None) -> None:
    assert plain_years(Item(id="/1", dcDate=dates)) == years


@given(st.text(max_size=300))
def test_indexable_tokens_hold_no_white_space_and_stay_as_they_are(token: str) -> None:
    once = indexable(token)
    assert once == "".join(once.split())
    assert len(once) <= 100
    assert indexable(once) == once


@given(st.lists(st.text(min_size=1), max_size=4), st.none() | st.tuples(st.integers(-5000, 3000), st.integers(0, 3000)))
def test_entries_come_back_from_what_is_stored(texts: list[str], years: tuple[int, int] | None) -> None:
    entry = Entry(Item(id="/1", provider="P", dcTitle=tuple(texts)), {"people": texts} if texts else {}, years)
    assert entry_from_stored(to_stored(entry)) == entry


class Stats:
    """Ten documents, and frequencies as given."""

    views: tuple[str, ...] = ("text", "title")
    n_docs = 10

    def __init__(self, **counts: int) -> None:
        self.counts = counts

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        return [self.counts.get(term, 0) for term in terms]


def test_the_rarest_and_most_repeated_terms_are_looked_for() -> None:
    stats = Stats(common=9, rare=1, twice=3)
    views = {"text": ["common", "rare", "twice", "twice", "unknown"]}
    chosen = query_terms(views, {"text": 2.0}, stats, min_doc_freq=1, max_terms=2)
    assert [(term.term, term.weight) for term in chosen] == [("twice", 2.0), ("rare", 2.0)]
    chosen = query_terms(views, {"text": 1.0}, stats, min_doc_freq=2, max_terms=9)
    assert [term.term for term in chosen] == ["twice", "common"]


def test_a_view_without_weight_is_not_looked_at_and_an_unknown_one_refused() -> None:
    views = {"text": ["rare"], "title": ["rare"]}
    chosen = query_terms(views, {"text": 0.0, "title": 1.0}, Stats(rare=1), min_doc_freq=1, max_terms=9)
    assert [term.view for term in chosen] == ["title"]
    with pytest.raises(BadQuery, match="it has text, title"):
        query_terms(views, {"colour": 1.0}, Stats(), min_doc_freq=1, max_terms=9)


def test_idf_is_worked_out_by_hand_and_never_negative() -> None:
    assert idf(10, 1) == pytest.approx(1.992430164690206)  # ln(1 + 9.5 / 1.5)
    assert idf(10, 10) == pytest.approx(0.0465200156)  # ln(1 + 0.5 / 10.5)
    assert idf(10, 0) > idf(10, 1) > idf(10, 9) > idf(10, 10) > 0


def test_tie_breakers_differ_and_fit_a_signed_long() -> None:
    drawn = {tie_breaker(f"/made/{n}") for n in range(10_000)}
    assert len(drawn) == 10_000
    assert all(0 <= number < 2**62 for number in drawn)
    assert tie_breaker("/tate/A00001") == 961789216752579875  # stored in collections: must never change


def test_frequencies_are_asked_for_once_and_the_memory_is_bounded() -> None:
    asked: list[list[str]] = []

    def ask(terms: list[str]) -> list[int]:
        asked.append(terms)
        return [len(term) for term in terms]

    memory = DocFreqMemory(most=4)
    assert memory.look_up("text", ["a", "bb", "a"], ask) == [1, 2, 1]
    assert memory.look_up("text", ["bb", "ccc"], ask) == [2, 3]
    assert memory.look_up("title", ["a"], ask) == [1]
    assert memory.look_up("title", ["a", "dddd"], ask) == [1, 4]
    assert asked == [["a", "bb"], ["ccc"], ["a"], ["a", "dddd"]]
    memory.forget()
    memory.look_up("title", ["a"], ask)
    assert asked[-1] == ["a"]
