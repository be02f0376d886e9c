"""The span tagger as it ships: what it marks, what it promises for any record, how it was made."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Cli
from typed_sts.domain.labels import LABELS
from typed_sts.errors import BadModel
from typed_sts.reading.tagging.annotated import read_tagged
from typed_sts.reading.tagging.span_tagger import MODEL, SETTINGS, SpanTagger
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.training.shipped.span_tagger import MODELS as DATA
from typed_sts.training.shipped.span_tagger import annotated, cross_validate, fold_of, train
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

WOOD = Item(
    id="wood",
    dcTitle=("Two women dancing in Paris",),
    dcCreator=("Grant Wood (American, 1891–1942)",),
    dcDate=("c. 1936",),
    dcDescription=("Wood painted a soldier and Saint Jerome in Rome in the 19th century.",),
)


@pytest.fixture(scope="module")
def tagger() -> SpanTagger:
    return SpanTagger.load()


def test_every_label_is_found_where_it_stands(tagger: SpanTagger) -> None:
    found = {(tagged.span.field, tagged.span.text, tagged.label) for tagged in tagger.tag(WOOD)}
    assert {
        ("dcTitle", "women", "GROUP"),
        ("dcTitle", "dancing", "EVENT"),
        ("dcTitle", "Paris", "PLACE"),
        ("dcCreator", "Grant Wood", "MAKER"),
        ("dcCreator", "American", "CULTURE"),
        ("dcCreator", "1891–1942", "LIFE"),
        ("dcDate", "c. 1936", "DATE"),
        ("dcDescription", "Wood", "MAKER"),
        ("dcDescription", "soldier", "GROUP"),
        ("dcDescription", "Saint Jerome", "PERSON"),
        ("dcDescription", "19th century", "DATE"),
    } <= found


def test_the_makers_name_is_known_from_the_creator_field(tagger: SpanTagger) -> None:
    text = "A late work in which Hockersham returned to Venice."
    named = Item(id="1", dcCreator=("Hockersham, Sir Ulick",), dcDescription=(text,))
    assert ("Hockersham", "MAKER") in {
        (tagged.span.text, tagged.label) for tagged in tagger.tag(named) if tagged.span.field == "dcDescription"
    }


def test_an_empty_record_has_no_spans(tagger: SpanTagger) -> None:
    assert tagger.tag(Item(id="1")) == ()
    assert tagger.tag(Item(id="1", dcTitle=("", " \n"))) == ()


def test_shelf_marks_are_not_read(tagger: SpanTagger) -> None:
    assert tagger.tag(Item(id="1", dcSource=("Paris 1920",))) == ()


TEXTS = st.lists(st.text(max_size=60) | st.from_regex(r"([A-Z][a-z]{0,8}|\d{1,4}|[(),.–'’\[\]])( .{0,9})*"), max_size=2)


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(title=TEXTS, creator=TEXTS, description=TEXTS)
def test_spans_are_where_they_say_in_order_and_never_overlap(
    title: list[str], creator: list[str], description: list[str]
) -> None:
    item = Item(id="1", dcTitle=tuple(title), dcCreator=tuple(creator), dcDescription=tuple(description))
    spans = FIELD_ALONE.tag(item)
    assert spans == FIELD_ALONE.tag(item)
    ends: dict[tuple[str, int], int] = {}
    for tagged in spans:
        span = tagged.span
        assert getattr(item, span.field)[span.value][span.start : span.end] == span.text != ""
        assert tagged.label in LABELS
        assert span.start >= ends.get((span.field, span.value), 0)
        ends[span.field, span.value] = span.end


SHIPPED, FIELD_ALONE = SpanTagger.load(), SpanTagger.load(net=False)


@pytest.mark.slow
def test_a_fresh_tagger_marks_the_same_spans_in_any_order_of_records() -> None:
    items = list(read_items(SAMPLE_ITEMS))[:40]
    once = {item.id: SHIPPED.tag(item) for item in items}
    fresh = SpanTagger.load()
    assert {item.id: fresh.tag(item) for item in reversed(items)} == once


def test_a_model_that_is_missing_damaged_or_foreign_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="no span model at"):
        SpanTagger.load(tmp_path)
    (tmp_path / SETTINGS).write_text('{"format": "spans.v0"}')
    with pytest.raises(BadModel, match=r"'spans.v0', not spans\.v2"):
        SpanTagger.load(tmp_path)
    (tmp_path / SETTINGS).write_bytes((DATA / SETTINGS).read_bytes())
    (tmp_path / MODEL).write_bytes(b"nonsense")
    with pytest.raises(BadModel, match="damaged"):
        SpanTagger.load(tmp_path)


def test_tag_prints_one_object_a_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text(json.dumps({"id": "/a/1", "dcTitle": ["Two  WOMEN in Paris"]}) + "\n")
    done = cli("tag", "items.jsonl", cwd=tmp_path)
    assert done.code == 0, done.err
    record = json.loads(done.out)
    assert record["id"] == "/a/1"
    assert record["spans"][-1] == {
        "field": "dcTitle",
        "value": 0,
        "start": 14,
        "end": 19,
        "label": "PLACE",
        "text": "Paris",
        "norm": "paris, france",
        "concept": "geonames:2988507",
    }
    assert done.err == "1 items\n"


@pytest.mark.slow
def test_tag_writes_a_page(cli: Cli, tmp_path: Path) -> None:
    done = cli("tag", SAMPLE_ITEMS, "--html", "-o", "spans.html", cwd=tmp_path)
    assert done.code == 0, done.err
    html = (tmp_path / "spans.html").read_text()
    assert html.startswith("<!doctype html>")
    assert html.count("<article>") == sum(1 for _ in read_items(SAMPLE_ITEMS))


def test_tag_scores_annotated_records(cli: Cli, tmp_path: Path) -> None:
    value = {"field": "dcDate", "value": 0, "text": "1936", "spans": [[0, 4, "DATE"]]}
    (tmp_path / "spans.jsonl").write_text(json.dumps({"id": "1", "values": [value]}) + "\n")
    done = cli("tag", "--evaluate", "spans.jsonl", cwd=tmp_path)
    assert done.out.splitlines()[-1].split() == ["all", "1.000", "1.000", "1.000", "1"]
    (tmp_path / "spans.jsonl").write_text("{}\n")
    done = cli("tag", "--evaluate", "spans.jsonl", cwd=tmp_path)
    assert done.code == 1
    assert done.err.startswith("typed-sts: spans.jsonl, line 1: not a record with spans")


def test_folds_follow_from_the_id_alone() -> None:
    assert [fold_of(identifier) for identifier in ("/mia/22510", "/tate/A00007")] == [3, 4]
    assert {fold_of(str(number)) for number in range(50)} == set(range(5))


@pytest.mark.shared
def test_training_on_the_shared_records_gives_the_shipped_field_byte_for_byte(
    shared_data: Path, tmp_path: Path
) -> None:
    train(annotated(shared_data), tmp_path, net=False)  # the net needs torch, and the same machine
    assert (tmp_path / MODEL).read_bytes() == (DATA / MODEL).read_bytes()
    made, shipped = (json.loads((folder / SETTINGS).read_bytes()) for folder in (tmp_path, DATA))
    assert made.items() <= shipped.items()


@pytest.mark.shared
def test_one_fold_is_tagged_well_by_a_model_that_has_not_seen_it(shared_data: Path) -> None:
    score = cross_validate(list(read_tagged(shared_data / "spans" / "spans.jsonl")), folds=[0])
    assert score.over_all().f1 >= 0.84, score.table()
