"""Reading records once: what a Document says, and that it says the same every time."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.span import Span
from typed_sts.reading.document import Document, from_bytes, to_bytes
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.version import reader_version
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_index.analyser import terms
from typed_sts_index.entry import TEXT_VIEWS, text_views

TURNER = Item(
    id="/t/1",
    dcTitle=("The Cascatelli at Tivoli, with Women Bathing",),
    dcCreator=("Turner, Joseph Mallord William (1775–1851)",),
    dcSubject=("Italy", "waterfall"),
    dcDescription=("Women are bathing below the falls. From the Tivoli Sketchbook, 1819.",),
    dcDate=("c. 1819-20",),
)
FITZWILLIAM = Item(
    id="/f/1",
    dcTitle=("Family Group",),
    dcCreator=("The Fitzwilliam Museum, Cambridge, UK",),
    dcDescription=(
        "Artist: Moore, Henry Spencer, sculptor - British sculptor, 1898-1986; Date(s): 1944; Period: 20th century; "
        "Acquisition: given by a friend, 1985; Description: Bronze. Made about 1944.",
    ),
)
READER = Reader("crf")


def mentions(document: Document) -> list[Span]:
    who_and_where = [entity.mention for entity in document.entities]
    return who_and_where + [verb.mention for verb in document.verbs] + [years.mention for years in document.years]


def test_a_document_says_who_where_when_and_what_happens() -> None:
    document = READER.read(TURNER)
    assert document.tokens("makers") == READER.read(Item(id="x", dcCreator=("J. M. W. Turner",))).tokens("makers")
    assert any("tivoli" in place.norm for place in document.labelled("PLACE"))
    assert "bathe" in {event.norm for event in document.labelled("EVENT")}
    assert "own:bathing" in document.tokens("events")
    assert "bathe" in document.tokens("verbs")
    assert document.span_of_years() == (1819, 1820)
    assert document.language == "en"
    assert "waterfall" in document.tokens("subject")


def test_the_maker_is_found_in_the_description_when_a_museum_is_the_creator() -> None:
    [maker] = READER.read(FITZWILLIAM).labelled("MAKER")
    assert maker.mention.field == "dcDescription"
    assert maker.mention.text == "Moore, Henry Spencer"


def test_the_life_of_a_maker_and_the_acquisition_do_not_date_the_item() -> None:
    assert READER.read(Item(id="x", dcCreator=("SMITH; John (1968 - )",))).span_of_years() is None
    assert READER.read(FITZWILLIAM).span_of_years() == (1944, 1944)


def test_a_year_counts_more_than_the_century_it_is_in() -> None:
    assert READER.read(Item(id="x", dcDate=("17th century", "1628"))).span_of_years() == (1628, 1628)
    assert READER.read(Item(id="x", dcDate=("1610", "1628"))).span_of_years() == (1610, 1628)


@pytest.mark.parametrize("creator", ["not known", "Root", "unknown artist", "Unbekannt", "anonymous"])
def test_a_creator_that_names_nobody_states_nothing(creator: str) -> None:
    assert READER.read(Item(id="x", dcCreator=(creator,))).tokens("makers") == ()


def test_a_maker_keeps_all_that_is_said_of_it_and_the_label_before() -> None:
    (maker,) = READER.read(FITZWILLIAM).labelled("MAKER")
    assert maker.stated == "Moore, Henry Spencer, sculptor - British sculptor, 1898-1986"
    (printer,) = READER.read(Item(id="x", dcCreator=("Printer: Smith, John (British, 1800-1870)",))).labelled("MAKER")
    assert (printer.mention.text, printer.role) == ("Smith, John", "printer")


def test_a_creator_that_is_a_people_is_an_origin_and_a_place_before_paper_a_material() -> None:
    document = READER.read(Item(id="x", dcCreator=("Kuba artist",), dcDescription=("Made in Paris on India paper.",)))
    assert [origin.mention.text for origin in document.origins] == ["Kuba artist"]
    assert {place.mention.text: place.material for place in document.labelled("PLACE")}.get("Paris") is False
    assert all(place.material for place in document.labelled("PLACE") if place.mention.text == "India")


def test_words_for_a_sitting_are_kept_where_they_stand() -> None:
    document = READER.read(Item(id="x", dcTitle=("Self-portrait",), dcDescription=("The sitter is unknown.",)))
    assert [(m.field, m.start, m.text) for m in document.portraits] == [
        ("dcTitle", 0, "Self-portrait"),
        ("dcDescription", 4, "sitter"),
    ]


def test_records_that_say_the_same_have_the_same_digests() -> None:
    one, other = (READER.read(Item(id=name, dcTitle=(text,))) for name, text in (("a", "Rain "), ("b", "rain")))
    assert one.digests[0] == other.digests[0] != 0
    assert one.digests[-1] != other.digests[-1]
    assert READER.read(Item(id="x")).digests == (0, 0, 0, 0)


def test_an_empty_item_gives_an_empty_document() -> None:
    document = READER.read(Item(id="x"))
    assert mentions(document) == []
    assert all(not tokens for tokens in document.views.values())
    assert document.span_of_years() is None


def assert_sound(document: Document) -> None:
    for mention in mentions(document):
        assert getattr(document.item, mention.field)[mention.value][mention.start : mention.end] == mention.text
        assert mention.text
    for words in document.words:
        text = getattr(document.item, words.field)[words.value]
        places = zip(words.starts, words.ends, strict=True)
        assert terms(" ".join(text[start:end] for start, end in places)) == list(words.terms)
    whole = text_views(document.item)
    if document.left_out:
        assert all(Counter(document.views[view]) <= Counter(whole[view]) for view in TEXT_VIEWS)
    else:
        assert {view: list(document.views[view]) for view in TEXT_VIEWS} == whole
    kept = from_bytes(to_bytes(document))
    assert kept == document
    assert kept.views == document.views
    assert READER.read(document.item) == document


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({name: st.lists(st.text(max_size=40), max_size=2) for name in LIST_FIELDS}))
def test_any_texts_are_read_and_every_mention_is_where_it_says(fields: dict[str, list[str]]) -> None:
    assert_sound(READER.read(item_from_dict({"id": "x", **fields})))


@pytest.mark.slow
def test_worker_processes_and_the_store_change_nothing(tmp_path: Path) -> None:
    items = [TURNER, FITZWILLIAM] + [Item(id=f"/n/{n}", dcTitle=(f"Soldier {n} riding",)) for n in range(150)]
    alone = [to_bytes(READER.read(item)) for item in items]
    store = DocumentStore(tmp_path / "documents.sqlite", READER.version)
    assert [to_bytes(d) for d in READER.read_all(items, workers=2, store=store)] == alone
    assert store.count() == len(items)
    assert [to_bytes(d) for d in READER.read_all(items, store=store)] == alone
    assert [to_bytes(d) for d in READER.read_all(items)] == alone


def test_items_with_the_same_id_are_each_read_as_they_are() -> None:
    twins = [Item(id="x", dcDate=("1819",)), Item(id="x", dcDate=("1905",))]
    assert [d.span_of_years() for d in READER.read_all(twins)] == [(1819, 1819), (1905, 1905)]


def test_the_version_names_the_tagger_and_stays() -> None:
    assert reader_version("crf").startswith("crf-")
    assert READER.version == reader_version("crf") != Reader().version == reader_version(DEFAULT_TAGGER)
    assert len({reader_version(name) for name in ("crf", "multilingual", "stanza")}) == 3


@pytest.mark.shared
def test_real_records_are_read_soundly(shared_data: Path) -> None:
    for number, item in enumerate(read_items(shared_data / "annotated/dev/items.jsonl")):
        if number % 20 == 0:
            assert_sound(READER.read(item))
