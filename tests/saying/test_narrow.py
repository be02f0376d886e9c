"""Kinds of objects so narrow that two of a kind are related."""

import numpy as np

from typed_sts.domain.types import TYPES
from typed_sts.explaining.explain import sides_of
from typed_sts.explaining.finding import Side
from typed_sts.features.profiles import profile_documents
from typed_sts.messages.wording import say
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.saying.choosing import chosen, joined
from typed_sts.saying.narrow import NARROW, narrowed, object_types
from typed_sts.saying.shared import shared
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats


def sides(one: Item, other: Item) -> tuple[Side, Side]:
    """Return two records read, without sentence vectors."""
    first, second = Reader("crf").read_all([one, other])
    vectors = np.zeros((2, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    left, right = sides_of((first, second), profile_documents([first, second], background_stats(), vectors))
    return left, right


def said(one: Item, other: Item) -> list[str]:
    """Return what is said of two records whose types all score high."""
    found = chosen(shared(*sides(one, other)), dict.fromkeys(TYPES, 4.5))
    return [say(candidate.also or candidate.text) for candidate in found]


def made(id: str, title: str, *, kind: str = "", date: str = "", place: str = "") -> Item:
    """Return a record of an object without a maker."""
    return Item(
        id=id,
        dcTitle=(title,),
        dcType=(kind,) if kind else (),
        dcDate=(date,) if date else (),
        dctermsSpatial=(place,) if place else (),
    )


def test_a_narrow_kind_is_a_sentence_of_its_own() -> None:
    assert said(made("1", "Brass candlestick"), made("2", "Pair to the candlestick")) == [
        "Of the same kind: candlestick"
    ]


def test_it_is_said_with_where_and_when_both_are_from() -> None:
    one, other = made("1", "Brass candlestick", date="1750"), made("2", "Pair to the candlestick", date="1790")
    assert said(one, other) == ["Likewise: candlestick, 18th century"]


def test_a_type_in_words_that_no_table_knows_is_a_kind_and_a_technique_is_none() -> None:
    one, other = made("1", "Short one", kind="Quibblehorn"), made("2", "Long one", kind="quibblehorn")
    (found,) = object_types(*sides(one, other))
    assert found.narrow
    assert found.rarity >= NARROW
    assert found.things[0].names == ("Quibblehorn", "quibblehorn")
    for kind in ("mezzotint", "gelatin silver print", "314.122-4-8 Box zithers", "paper"):
        assert not list(object_types(*sides(made("1", "Short one", kind=kind), made("2", "Long one", kind=kind))))


def test_one_short_title_without_a_maker_is_said_and_that_of_a_form_of_art_is_not() -> None:
    assert said(made("1", "Quibblehorn"), made("2", "Quibblehorn")) == ["Of the same kind: Quibblehorn"]
    assert said(made("1", "Mezzotint"), made("2", "Mezzotint")) == []


def test_what_is_neither_rare_nor_an_object_stays_a_part_of_a_phrase() -> None:
    found = shared(*sides(made("1", "Portrait of a man", date="1750"), made("2", "Portrait of a boy", date="1790")))
    assert not any(candidate.narrow for candidate in narrowed(found))
    assert joined([candidate for candidate in found if candidate.part == "kind"], []) is None
