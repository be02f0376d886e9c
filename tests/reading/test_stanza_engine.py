"""The stanza engines with pipelines of our own making: the right shapes in, spans and verbs with right places out."""

import importlib.util
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cli
from typed_sts.domain.labels import LABELS
from typed_sts.domain.span import Span
from typed_sts.errors import BadModel, MissingExtra, UnknownEngine
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts.reading.tagging.engines import PairedTagger, open_tagger
from typed_sts.reading.tagging.stanza import (
    MODEL_FILES,
    STOCK_LABELS,
    STOCK_LABELS_OF_CREATORS,
    StanzaTagger,
    StockTagger,
    bio_of,
)
from typed_sts.reading.tagging.verb_tagger import Verb, default_verb_tagger
from typed_sts_fetch.item import Item


@dataclass
class FakeWord:
    text: str
    upos: str = "NOUN"
    lemma: str | None = None
    ner: str = "O"
    start_char: int | None = None
    end_char: int | None = None


@dataclass
class FakeEntity:
    type: str
    start_char: int
    end_char: int


@dataclass
class FakeSentence:
    words: list[FakeWord]

    @property
    def tokens(self) -> list[FakeWord]:
        return self.words


@dataclass
class FakeDocument:
    sentences: list[FakeSentence] = field(default_factory=list)
    entities: list[FakeEntity] = field(default_factory=list)


def reader(**known: tuple[str, str]) -> Callable[[list[list[str]]], FakeDocument]:
    """Return a pipeline over words split beforehand that knows upos and lemma of a few."""

    def read(sentences: list[list[str]]) -> FakeDocument:
        return FakeDocument(
            [FakeSentence([FakeWord(w, *known.get(w, ("NOUN", w))) for w in sentence]) for sentence in sentences]
        )

    return read


def namer(**known: str) -> Callable[[list[list[str]]], FakeDocument]:
    """Return a pipeline over words split beforehand that knows the tags of a few."""

    def read(sentences: list[list[str]]) -> FakeDocument:
        return FakeDocument(
            [FakeSentence([FakeWord(w, ner=known.get(w, "O")) for w in sentence]) for sentence in sentences]
        )

    return read


def never(_: Any) -> Any:
    raise AssertionError("nothing to read")


def test_spans_stand_where_the_field_name_before_them_does_not_count() -> None:
    tagger = StanzaTagger(never, namer(Grant="B-MAKER", Wood="E-MAKER", American="S-CULTURE"))
    item = Item(id="/a/1", dcTitle=("Sky",), dcCreator=("", "Grant Wood (American)"))
    assert tagger.tag(item) == (
        LabelledSpan(Span("dcCreator", 1, 0, 10, "Grant Wood"), "MAKER"),
        LabelledSpan(Span("dcCreator", 1, 12, 20, "American"), "CULTURE"),
    )


def test_the_field_name_goes_first_into_the_pipeline() -> None:
    seen: list[list[str]] = []

    def read(sentences: list[list[str]]) -> FakeDocument:
        seen.extend(sentences)
        return namer()(sentences)

    StanzaTagger(never, read).tag(Item(id="/a/1", dcTitle=("A ship",), dcDate=("1855",), dcSource=("shelf 3",)))
    assert seen == [["dcTitle", "A", "ship"], ["dcDate", "0000"]]


def test_verbs_of_several_texts_are_read_at_once_and_given_back_text_by_text() -> None:
    calls = []

    def read(sentences: list[list[str]]) -> FakeDocument:
        calls.append(sentences)
        return reader(Sits=("VERB", "Sit"), rows=("VERB", "row"))(sentences)

    found = list(StanzaTagger(read, never).verbs_of(["He Sits. She rows", "", "a boat", "rows"]))
    assert found == [
        (Verb(3, 7, "Sits", "sit"), Verb(13, 17, "rows", "row")),
        (),
        (),
        (Verb(0, 4, "rows", "row"),),
    ]
    assert len(calls) == 1


def test_a_word_without_a_lemma_is_its_own() -> None:
    def read(sentences: list[list[str]]) -> FakeDocument:
        return FakeDocument([FakeSentence([FakeWord("Runs", "VERB", None)])])

    assert StanzaTagger(read, never).verbs("Runs") == (Verb(0, 4, "Runs", "runs"),)


def test_nothing_to_read_is_not_sent_to_stanza() -> None:
    tagger = StanzaTagger(never, never)
    assert tagger.verbs("  ") == ()
    assert tagger.tag(Item(id="/a/1", dcTitle=("", " "))) == ()
    assert StockTagger(never).verbs(" ") == ()
    assert StockTagger(never).tag(Item(id="/a/1")) == ()


def test_stock_labels_become_ours_and_creators_are_makers() -> None:
    def read(text: str) -> FakeDocument:
        kinds = {"Turner": "PERSON", "Leeds": "GPE", "Dutch": "NORP", "1775": "DATE", "Tate": "ORG"}
        places = [(kinds[name], text.index(name), text.index(name) + len(name)) for name in kinds if name in text]
        return FakeDocument(entities=[FakeEntity(*place) for place in places])

    item = Item(id="/a/1", dcTitle=("Turner at Leeds, Dutch ship at the Tate",), dcCreator=("Turner, 1775",))
    assert [(tagged.span.field, tagged.label, tagged.span.text) for tagged in StockTagger(read).tag(item)] == [
        ("dcTitle", "PERSON", "Turner"),
        ("dcTitle", "PLACE", "Leeds"),
        ("dcTitle", "CULTURE", "Dutch"),
        ("dcCreator", "MAKER", "Turner"),
        ("dcCreator", "LIFE", "1775"),
    ]


def test_every_stock_label_maps_to_one_of_the_eight() -> None:
    assert set(STOCK_LABELS.values()) <= set(LABELS)
    assert set(STOCK_LABELS_OF_CREATORS.values()) <= set(LABELS)


def test_stock_verbs_come_with_places_and_words_without_a_place_are_left_out() -> None:
    def read(text: str) -> FakeDocument:
        words = [FakeWord("sleeps", "VERB", "sleep", "O", 4, 10), FakeWord("ghost", "VERB", "ghost")]
        return FakeDocument([FakeSentence(words)])

    assert StockTagger(read).verbs("She sleeps") == (Verb(4, 10, "sleeps", "sleep"),)


@pytest.mark.parametrize(("tag", "expected"), [("O", "O"), ("S-DATE", "B-DATE"), ("E-LIFE", "I-LIFE"), ("B-X", "B-X")])
def test_bioes_is_read_as_bio(tag: str, expected: str) -> None:
    assert bio_of(tag) == expected


def test_missing_models_are_one_line_that_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(BadModel) as caught:
        open_tagger("stanza", models=tmp_path)
    message = str(caught.value)
    assert "\n" not in message
    assert f"python -m typed_sts.training.shipped.stanza_models --vectors FILE --to {tmp_path}" in message


@pytest.mark.skipif(importlib.util.find_spec("stanza") is not None, reason="stanza is installed")
def test_a_missing_extra_is_one_line_that_names_the_command(tmp_path: Path) -> None:
    for name in MODEL_FILES:
        (tmp_path / name).touch()
    for engine in ("stanza", "stanza-stock"):
        with pytest.raises(MissingExtra, match=r"pip install 'typed-sts\[stanza\]'"):
            open_tagger(engine, models=tmp_path)


def test_an_unknown_engine_is_told_the_known_ones() -> None:
    with pytest.raises(UnknownEngine, match="crf, stanza, stanza-stock"):
        open_tagger("spacy")


def test_the_default_engine_is_two_models_behind_one_face() -> None:
    class Finder:
        def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
            return (LabelledSpan(Span("dcTitle", 0, 0, 3, item.dcTitle[0][:3]), "GROUP"),)

        def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
            return ((item, self.tag(item)) for item in items)

    tagger = PairedTagger(Finder(), default_verb_tagger())
    assert [spans[0].span.text for _, spans in tagger.tag_all([Item(id="/a/1", dcTitle=("Man",))])] == ["Man"]
    assert tagger.tag(Item(id="/a/1", dcTitle=("Man rowing a boat",)))[0].span.text == "Man"
    assert tagger.verbs("Man rowing a boat")[0].lemma == "row"


def test_records_read_together_keep_their_own_spans() -> None:
    tagger = StanzaTagger(never, namer(Leeds="S-PLACE", Turner="S-PERSON"))
    items = [Item(id="/a/1", dcTitle=("Leeds",)), Item(id="/a/2"), Item(id="/a/3", dcTitle=("", "by Turner"))]
    assert [spans for _, spans in tagger.tag_all(items)] == [
        (LabelledSpan(Span("dcTitle", 0, 0, 5, "Leeds"), "PLACE"),),
        (),
        (LabelledSpan(Span("dcTitle", 1, 3, 9, "Turner"), "PERSON"),),
    ]


def test_the_tag_command_tells_how_to_get_what_an_engine_needs(cli: Cli, tmp_path: Path) -> None:
    records = tmp_path / "items.jsonl"
    records.write_text('{"id": "/a/1", "dcTitle": ["Leeds"]}\n', encoding="utf-8")
    result = cli("tag", records, "--tagger", "stanza", "--models", tmp_path)
    assert result.code == 1
    assert "python -m typed_sts.training.shipped.stanza_models" in result.err
    assert "Traceback" not in result.err
