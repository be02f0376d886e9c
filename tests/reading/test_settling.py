"""What the knowledge pack finds in a text, as hints for the taggers, and settled with what those say."""

import pytest

from typed_sts.domain.span import Span
from typed_sts.knowledge.search import find_all
from typed_sts.reading.language import Languages, languages_of_values
from typed_sts.reading.mentions import longest, mentions_in
from typed_sts.reading.tagging.annotated import LabelledSpan, tokenise
from typed_sts.reading.tagging.known_names import known_marks
from typed_sts.reading.tagging.settling import settle
from typed_sts_fetch.item import Item

WATERLOO = "Schlacht bei Waterloo"


def tagged(item: Item, *found: tuple[str, int, str, str]) -> list[LabelledSpan]:
    """Return spans by field, number of the value, text and label."""
    spans = []
    for field, number, text, label in found:
        start = getattr(item, field)[number].index(text)
        spans.append(LabelledSpan(Span(field, number, start, start + len(text), text), label))
    return spans


def settled(item: Item, *found: tuple[str, int, str, str]) -> list[tuple[str, str]]:
    return [(one.span.text, one.label) for one in settle(item, tagged(item, *found), languages_of_values(item))]


def test_all_names_of_a_text_are_found_and_of_those_the_longest_do_not_overlap() -> None:
    texts = [WATERLOO[one.start : one.end] for one in mentions_in(WATERLOO, "de")]
    assert texts == ["Schlacht bei Waterloo", "Schlacht", "Waterloo"]
    (whole,) = longest(mentions_in(WATERLOO, "de"))
    assert (whole.start, whole.end, whole.kind) == (0, len(WATERLOO), "battle")
    assert longest(()) == ()


@pytest.mark.parametrize("text", ["", WATERLOO, (WATERLOO + ". ") * 150])
def test_texts_that_are_remembered_and_texts_too_long_for_it_give_the_same(text: str) -> None:
    assert mentions_in(text, "de") == mentions_in(text, "de") == find_all(text, "de")


def test_words_of_a_known_name_are_marked_with_its_label_and_whether_it_is_sure() -> None:
    marks = list(known_marks(WATERLOO, tokenise(WATERLOO), "de"))
    assert marks[:3] == [(0, "gBEVENT!"), (1, "gIEVENT!"), (2, "gIEVENT!")]
    assert (2, "gBPLACE!") in marks
    assert list(known_marks("a vase", tokenise("a vase"), "en")) == [(1, "gBTHING!")]
    assert list(known_marks("painting", tokenise("painting"), "en")) == [(0, "gBTHING?")]
    assert list(known_marks("", [], "en")) == []


def test_an_event_that_is_known_is_one_span_whatever_the_tagger_saw_in_it() -> None:
    item = Item(id="x", dcTitle=(WATERLOO,), language="de")
    assert settled(item) == [(WATERLOO, "EVENT")]
    assert settled(item, ("dcTitle", 0, "Schlacht", "EVENT"), ("dcTitle", 0, "Waterloo", "PLACE")) == [
        (WATERLOO, "EVENT")
    ]


def test_a_named_event_counts_inside_a_wider_one_and_what_the_tagger_saw_as_the_same_stays() -> None:
    item = Item(id="x", dcTitle=(f"Die große {WATERLOO} im Jahr 1815",), language="de")
    assert settled(item, ("dcTitle", 0, f"große {WATERLOO}", "EVENT")) == [(WATERLOO, "EVENT")]
    assert settled(item, ("dcTitle", 0, WATERLOO, "PLACE")) == [(WATERLOO, "PLACE")]


def test_words_that_only_go_on_after_a_named_event_are_not_of_its_name() -> None:
    item = Item(id="x", language="de", dcDescription=("Der Titel wurde ihr nach dem Ersten Weltkrieg aberkannt.",))
    found = settled(item, ("dcDescription", 0, "Ersten Weltkrieg aberkannt", "EVENT"))
    assert ("Ersten Weltkrieg", "EVENT") in found


def test_spans_before_and_after_a_known_name_are_kept_in_their_order() -> None:
    item = Item(id="x", dcTitle=(f"Mockton, {WATERLOO}, Brookham",), language="de")
    found = settled(item, ("dcTitle", 0, "Mockton", "PERSON"), ("dcTitle", 0, "Brookham", "PLACE"))
    assert found == [("Mockton", "PERSON"), (WATERLOO, "EVENT"), ("Brookham", "PLACE")]


def test_a_date_time_of_a_machine_is_one_date() -> None:
    item = Item(id="x", dcDate=(" 1869-01-01T00:00:00Z ", "1870"))
    found = settled(item, ("dcDate", 0, "1869", "DATE"), ("dcDate", 1, "1870", "DATE"))
    assert found == [("1869-01-01T00:00:00Z", "DATE"), ("1870", "DATE")]


def test_one_string_has_the_label_that_most_of_a_record_gives_it() -> None:
    item = Item(id="x", dcTitle=("Mockton", "At Mockton"), dcDescription=("MOCKTON stood there.",))
    spans = [
        ("dcTitle", 0, "Mockton", "PERSON"),
        ("dcTitle", 1, "Mockton", "PLACE"),
        ("dcDescription", 0, "MOCKTON", "PLACE"),
    ]
    assert settled(item, *spans) == [("Mockton", "PLACE"), ("Mockton", "PLACE"), ("MOCKTON", "PLACE")]
    assert settled(item, *spans[:2]) == [("Mockton", "PERSON"), ("Mockton", "PLACE")]


def test_a_field_that_only_holds_places_counts_twice() -> None:
    item = Item(id="x", dcTitle=("Mockton",), dctermsSpatial=("Mockton",))
    found = settled(item, ("dcTitle", 0, "Mockton", "PERSON"), ("dctermsSpatial", 0, "Mockton", "PLACE"))
    assert found == [("Mockton", "PLACE"), ("Mockton", "PLACE")]


def test_a_donor_is_nobody_of_the_items() -> None:
    item = Item(id="x", dcDescription=("A jug. Given by Jane Mockton.",), language="en")
    assert ("Jane Mockton", "PERSON") not in settled(item, ("dcDescription", 0, "Jane Mockton", "PERSON"))


def test_values_without_words_have_nothing_to_settle() -> None:
    nothing: Languages = {}
    assert settle(Item(id="x"), [], nothing) == ()
