"""Headings of a catalogue and names that a holder has very much of are no news between two of its records."""

import pytest

from typed_sts.domain.types import TYPES
from typed_sts.explaining.explain import sides_of
from typed_sts.messages.wording import say
from typed_sts.preparing.prepare import prepare_few
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate, find_boilerplate
from typed_sts.saying.choosing import chosen
from typed_sts.saying.headings import is_kind
from typed_sts.saying.shared import shared
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

FULL = dict.fromkeys(TYPES, 4.0)


def texts(one: Item, other: Item, known: Boilerplate = NOTHING_KNOWN) -> list[str]:
    """Return what is said of two records, in their own words."""
    prepared = prepare_few([one, other], background_stats(), boilerplate=known)
    sides = sides_of((prepared.documents[0], prepared.documents[1]), prepared.profiles)
    return [candidate.text.text for candidate in chosen(shared(*sides), FULL)]


@pytest.mark.parametrize(
    "text",
    [
        "Textiles",
        "drawings and watercolors",
        "Photographic Negative",
        "Musical Instruments",
        "Albumen silver print",
        "oil on canvas",
        "Objetos Pecuniários",
        "peinture",
        "живопись",
    ],
)
def test_what_an_item_is_or_is_kept_under_is_no_subject(text: str) -> None:
    assert is_kind(text)


@pytest.mark.parametrize(
    "text", ["temple", "castle", "playing cards", "ship, sailing", "Annunciation", "water mill", ""]
)
def test_what_an_item_shows_is_one(text: str) -> None:
    assert not is_kind(text)


def test_a_word_is_a_kind_in_the_language_of_the_record_and_in_english_alone() -> None:
    assert is_kind("temple", "es"), "tempera"
    assert not is_kind("temple", "fr")


def records(count: int) -> list[Item]:
    return [
        Item(
            id=f"/a/{n}",
            provider="Archive",
            dcTitle=(f"Sheet {n}",),
            dctermsSpatial=("Tivoli",),
            dcSubject=("temple", "waterfall" if n < 2 else f"thing{n}"),
        )
        for n in range(count)
    ]


def test_a_subject_that_every_record_of_the_holder_has_is_not_said_of_two_of_them() -> None:
    items = records(60)
    assert texts(items[0], items[1]) == texts(items[0], items[1], NOTHING_KNOWN)
    assert any("subject" in text for text in texts(items[2], items[3]))
    assert not any("subject" in text for text in texts(items[2], items[3], find_boilerplate(items)))
    assert any("subject" in text for text in texts(items[0], items[1], find_boilerplate(items))), "waterfall is rare"


def test_a_place_that_is_in_most_records_of_the_holder_is_not_said() -> None:
    items = records(60)
    assert "Both name {names}" in texts(items[2], items[3])
    assert "Both name {names}" not in texts(items[2], items[3], find_boilerplate(items))


def test_a_place_told_of_in_two_descriptions_alone_is_no_sentence() -> None:
    items = [Item(id=f"/t/{n}", dcTitle=(f"Sheet {n}",), dcDescription=("He had studied at Tivoli.",)) for n in (1, 2)]
    assert "Both name {names}" not in texts(items[0], items[1])


def test_a_class_of_a_library_is_no_subject_of_a_sentence() -> None:
    items = [
        Item(id=f"/b/{n}", dcTitle=(name,), dcSubject=("890 Literatures of other languages",))
        for n, name in enumerate(("Panienka", "Nova zeme"))
    ]
    assert texts(items[0], items[1]) == []


def test_a_given_name_in_both_titles_is_not_said() -> None:
    items = [Item(id=f"/g/{n}", dcTitle=(f"Charlotta, {who}",)) for n, who in enumerate(("queen", "a dairymaid"))]
    assert texts(items[0], items[1]) == []


def test_the_studio_of_the_maker_of_both_is_not_said_beside_him() -> None:
    items = [
        Item(
            id=f"/h/{n}",
            dcTitle=(f"Portrait of a {who} in Harris Studio",),
            dcCreator=('Harris, Charles "Teenie"',),
            dcDescription=("Photographed at the Harris Studio, Pittsburgh.",),
        )
        for n, who in enumerate(("dancer", "boxer"))
    ]
    assert not any("Harris Studio" in str(each) for each in texts(items[0], items[1]))


def test_two_things_of_one_uncommon_name_have_it_said() -> None:
    items = [Item(id=f"/m/{n}", dcTitle=("Mortar",), dcType=("tool",)) for n in range(2)]
    assert texts(items[0], items[1]) == ["Of the same kind: {name}"]


def test_a_feast_that_two_texts_mention_is_no_event_of_both() -> None:
    visits = [Item(id=f"/v/{n}", dcTitle=(t,), dcDescription=("Visitors come at Easter.",)) for n, t in enumerate("AB")]
    assert not any("event" in text for text in texts(visits[0], visits[1]))
    eggs = [Item(id=f"/e/{n}", dcTitle=(f"Easter {what}",)) for n, what in enumerate(("procession", "eggs"))]
    assert any("event" in text for text in texts(eggs[0], eggs[1]))


def test_a_maker_after_whom_both_are_made_is_named_without_after() -> None:
    items = [Item(id=f"/p/{n}", dcTitle=(f"Plate {n}",), dcCreator=("after Maarten de Vos",)) for n in (1, 2)]
    prepared = prepare_few(items, background_stats())
    sides = sides_of((prepared.documents[0], prepared.documents[1]), prepared.profiles)
    (maker,) = [each for each in chosen(shared(*sides), FULL) if each.type == "author"]
    assert say(maker.text) == "Both after Maarten de Vos"


def test_the_body_that_holds_all_of_them_is_no_maker_worth_naming() -> None:
    items = [
        Item(id=f"/i/{n}", provider="Institute", dcTitle=(f"Report {n} of the National Heritage Institute",),
             dcCreator=("National Heritage Institute",))
        for n in range(60)
    ]  # fmt: skip
    known = find_boilerplate(items)
    assert any("by {name}" in text for text in texts(items[0], items[1]))
    assert not any("by {name}" in text for text in texts(items[0], items[1], known))


def test_an_event_of_which_a_whole_collection_tells_is_no_sentence() -> None:
    items = [
        Item(id=f"/w/{n}", provider="War archive", dcTitle=(f"Letter {n}, First World War",)) for n in range(60)
    ]  # fmt: skip
    assert any("event" in text for text in texts(items[0], items[1]))
    assert not any("event" in text for text in texts(items[0], items[1], find_boilerplate(items)))
