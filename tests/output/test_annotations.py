"""Spans, concepts and links as W3C Web Annotations."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.output.lists_made import BRIDGE, ENTRY, LIST, MILL, items, lists, spans
from tests.output.web_annotations import CONTEXT, check_annotation
from typed_sts import __version__
from typed_sts.domain.span import KnownSpan, Span
from typed_sts.output.annotations import (
    Annotation,
    annotation_lines,
    annotations_of_lists,
    annotations_of_spans,
    collection_pieces,
    is_resolvable,
    item_address,
    property_of,
)
from typed_sts.output.lists import Listed, RelatedList
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.item import LIST_FIELDS, Item

CREATOR = {"type": "Software", "name": f"typed-sts {__version__}", "schema:softwareVersion": __version__}
BRIDGE_ADDRESS = {"id": item_address(BRIDGE), "dc:identifier": "inv. 7"}


def read(annotations: Iterator[Annotation]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in annotation_lines(annotations)]


def test_a_related_item_is_a_link_with_sentence_type_and_score() -> None:
    link = read(annotations_of_lists([LIST]))[0]
    check_annotation(link)
    assert link == {
        "@context": CONTEXT,
        "id": link["id"],
        "type": "Annotation",
        "motivation": "linking",
        "creator": CREATOR,
        "body": [
            {"type": "SpecificResource", "source": BRIDGE_ADDRESS, "purpose": "linking"},
            {
                "type": "TextualBody",
                "value": "Both name Köln.",
                "purpose": "describing",
                "format": "text/plain",
                "language": "en",
            },
            {
                "type": "TextualBody",
                "value": "location",
                "purpose": "classifying",
                "format": "text/plain",
                "language": "en",
            },
            {"type": "TextualBody", "value": "3.2500", "purpose": "assessing"},
        ],
        "target": "http://data.europeana.eu/item/2048128/mill_1",
    }


def test_words_that_answer_to_each_other_are_linked_with_what_they_name() -> None:
    _, words = read(annotations_of_lists([LIST], "de"))
    check_annotation(words)
    assert words["target"] == {
        "type": "SpecificResource",
        "source": "http://data.europeana.eu/item/2048128/mill_1",
        "selector": {
            "type": "FragmentSelector",
            "conformsTo": "http://www.europeana.eu/schemas/edm/",
            "value": "dc:subject",
            "schema:position": 2,
            "refinedBy": [
                {"type": "TextPositionSelector", "start": 0, "end": 4},
                {"type": "TextQuoteSelector", "exact": "Köln"},
            ],
        },
    }
    other, concept, told, kind = words["body"]
    assert other["source"] == BRIDGE_ADDRESS
    assert other["selector"]["refinedBy"][1] == {"type": "TextQuoteSelector", "exact": "Köln", "prefix": "Bridge at "}
    assert concept == {
        "type": "SpecificResource",
        "source": "https://sws.geonames.org/2886242/",
        "purpose": "identifying",
    }
    assert (told["value"], told["language"], kind["value"]) == ("Both name Köln", "de", "location")


def test_words_that_a_record_no_longer_has_are_left_out() -> None:
    changed = Item(id=MILL.id, dcSubject=("mill",))
    assert len(read(annotations_of_lists([RelatedList(changed, (ENTRY,))]))) == 1


@pytest.mark.parametrize(
    ("item", "address"),
    [
        (Item(id="/2048128/mill_1"), "http://data.europeana.eu/item/2048128/mill_1"),
        (Item(id="/08501/a", isShownAt="https://x.example"), "http://data.europeana.eu/item/08501/a"),
        (Item(id="https://x.example/7"), "https://x.example/7"),
        (Item(id="7", isShownAt="https://x.example/7?a b"), "https://x.example/7?a%20b"),
        (Item(id="/mine/7", isShownAt="https://x.example/7"), "https://x.example/7"),
    ],
)
def test_an_item_has_an_address(item: Item, address: str) -> None:
    assert item_address(item) == address


@pytest.mark.parametrize("item_id", ["inv. 7", "/sample/mill", "/0/..", "/0/a/b", "/0/a?b", "javascript:alert(1)"])
def test_what_is_no_address_becomes_none(item_id: str) -> None:
    assert item_address(Item(id=item_id, isShownAt="javascript:alert(1)")).startswith("urn:uuid:")


def test_an_item_without_an_address_is_named_by_its_id_alone() -> None:
    assert item_address(Item(id="inv. 7")) == item_address(Item(id="inv. 7", dcTitle=("Another",)))
    assert item_address(Item(id="inv. 7")) != item_address(Item(id="inv. 8"))


def test_an_annotation_keeps_its_id_when_the_score_and_the_sentence_change() -> None:
    later = Listed(BRIDGE, 2, 4.5, "time", "Both dated 1850.", ENTRY.scores, ENTRY.statements)
    before, after = (read(annotations_of_lists([RelatedList(MILL, (entry,))])) for entry in (ENTRY, later))
    assert [one["id"] for one in before] == [one["id"] for one in after]
    assert before != after
    assert len({one["id"] for one in before}) == len(before)


def test_a_marked_span_names_its_concept_or_is_tagged() -> None:
    known = LabelledSpan(KnownSpan("dcSubject", 1, 0, 4, "Köln", "geonames:2886242"), "PLACE")
    own = LabelledSpan(KnownSpan("dcSubject", 0, 0, 4, "mill", "own:wedding"), "EVENT")
    plain = LabelledSpan(Span("dcTitle", 0, 0, 4, "Mill"), "EVENT")
    first, second, third = read(annotations_of_spans([(MILL, [known, own, plain])]))
    for one in (first, second, third):
        check_annotation(one)
    assert [one["motivation"] for one in (first, second, third)] == ["identifying", "tagging", "tagging"]
    assert first["body"][0]["source"] == "https://sws.geonames.org/2886242/"
    assert [body["value"] for body in second["body"]] == ["Wedding", "EVENT"]
    assert [body["value"] for body in third["body"]] == ["EVENT"]


@pytest.mark.parametrize(
    ("concept", "address"),
    [
        ("wikidata:Q42", "http://www.wikidata.org/entity/Q42"),
        ("geonames:2886242", "https://sws.geonames.org/2886242/"),
        ("iconclass:25F23(LION)(+46)", "https://iconclass.org/25F23(LION)(+46)"),
        ("ulan:500011051", "http://vocab.getty.edu/ulan/500011051"),
        ("aat:300037222", "http://vocab.getty.edu/aat/300037222"),
        ("gnd:118540238", "https://d-nb.info/gnd/118540238"),
        ("https://mine.example/term/7", "https://mine.example/term/7"),
    ],
)
def test_ids_of_authorities_become_their_addresses(concept: str, address: str) -> None:
    span = LabelledSpan(KnownSpan("dcSubject", 0, 0, 4, "mill", concept), "EVENT")
    (found,) = read(annotations_of_spans([(MILL, [span])]))
    assert is_resolvable(concept)
    assert found["body"][0] == {"type": "SpecificResource", "source": address, "purpose": "identifying"}


def test_every_field_is_a_property_of_edm() -> None:
    found = {field: property_of(field) for field in LIST_FIELDS}
    assert found["dcTitle"] == "dc:title"
    assert found["dctermsIsPartOf"] == "dcterms:isPartOf"
    assert len(set(found.values())) == len(LIST_FIELDS)


def test_a_document_is_a_collection_with_one_page_and_the_same_every_time() -> None:
    first, again = (b"".join(collection_pieces(annotations_of_lists([LIST]))) for _ in range(2))
    assert first == again
    found = json.loads(first)
    assert (found["@context"], found["type"], found["total"]) == (CONTEXT, "AnnotationCollection", 2)
    page = found["first"]
    assert (page["type"], page["partOf"], page["startIndex"]) == ("AnnotationPage", found["id"], 0)
    assert page["id"].startswith("urn:uuid:")
    for one in page["items"]:
        check_annotation(one, alone=False)


def test_a_document_without_annotations_is_whole_too() -> None:
    found = json.loads(b"".join(collection_pieces(iter(()))))
    assert (found["total"], found["first"]["items"]) == (0, [])


def texts_of(one: dict[str, Any], known: dict[str, Item]) -> Iterator[tuple[str, str, str]]:
    """Yield, for each stretch of a text, what its position selects, what its quotation says, and the whole of that."""
    for found in (one["target"], *one["body"]):
        if not isinstance(found, dict) or "selector" not in found:
            continue
        source = found["source"]
        item = known[source if isinstance(source, str) else source["id"]]
        selector = found["selector"]
        field = next(field for field in LIST_FIELDS if property_of(field) == selector["value"])
        text = getattr(item, field)[selector["schema:position"] - 1]
        position, quote = selector["refinedBy"]
        whole = quote.get("prefix", "") + quote["exact"] + quote.get("suffix", "")
        assert whole in text
        yield text[position["start"] : position["end"]], quote["exact"], text


@given(lists())
def test_positions_select_what_is_quoted_whatever_the_texts(one: RelatedList) -> None:
    known = {item_address(item): item for item in (one.item, *(entry.item for entry in one.entries))}
    found = read(annotations_of_lists([one]))
    assert len(found) >= len(one.entries)
    assert len({each["id"] for each in found}) <= len(found)
    for each in found:
        check_annotation(each)
        if len(known) == 1 + len(one.entries):
            for selected, quoted, _ in texts_of(each, known):
                assert selected == quoted


@given(st.data())
def test_spans_select_what_is_quoted_whatever_the_texts(data: st.DataObject) -> None:
    item = data.draw(items())
    given_spans = [LabelledSpan(data.draw(spans(item)), "PERSON") for _ in range(3)]
    for each in read(annotations_of_spans([(item, given_spans)])):
        check_annotation(each)
        assert all(selected == quoted for selected, quoted, _ in texts_of(each, {item_address(item): item}))
