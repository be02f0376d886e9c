"""The parts of the tagger: tokens, tags, attributes, annotated records, scores, the page."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.domain.labels import LABELS
from typed_sts.domain.span import KnownSpan, Span
from typed_sts.output.spans_page import marked, page
from typed_sts.reading.tagging.annotated import (
    BadSpans,
    LabelledSpan,
    balanced,
    places_of,
    read_tagged,
    tags_of,
    tokenise,
    words_of,
)
from typed_sts.reading.tagging.lexicons import Reading, lexicons, table_bytes
from typed_sts.reading.tagging.metrics import SpanScore
from typed_sts.reading.tagging.token_attributes import (
    WordAttributes,
    attributes_of,
    field_letter,
    maker_words,
    marks,
    shape_of,
)
from typed_sts_fetch.item import Item


def span(start: int, end: int, label: str, text: str = "") -> LabelledSpan:
    return LabelledSpan(Span("dcTitle", 0, start, end, text), label)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rembrandt's wife", ["Rembrandt", "'s", "wife"]),
        ("Georgia O'Keeffe", ["Georgia", "O'Keeffe"]),
        ("the 1930s", ["the", "1930", "s"]),
        ("1826–7, c. 1900", ["1826", "–", "7", ",", "c", ".", "1900"]),
        ("Shōki (鍾馗)", ["Shōki", "(", "鍾馗", ")"]),
        ("  \n", []),
    ],
)
def test_tokens_are_words_numbers_and_signs(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.slow
@given(st.text())
def test_tokens_are_where_they_say_and_leave_out_only_white_space(text: str) -> None:
    tokens = tokenise(text)
    assert all(text[start:end] == word for word, start, end in tokens)
    assert [word for word, _, _ in tokens] == words_of(text)
    assert "".join(word for word, _, _ in tokens) == "".join(text.split()) or any(c.isspace() for c in text)


@given(st.lists(st.tuples(st.integers(1, 3), st.sampled_from(["", *LABELS])), max_size=8))
def test_tags_give_back_the_spans_they_were_made_from(pieces: list[tuple[int, str]]) -> None:
    tokens, places, at = [], [], 0
    for length, label in pieces:
        start = at
        for _ in range(length):
            tokens.append(("ab", at, at + 2))
            at += 3
        if label:
            places.append((start, at - 1, label))
    assert places_of(tokens, tags_of(tokens, places)) == places


def test_a_tag_that_continues_nothing_begins_a_span() -> None:
    tokens = tokenise("a b c")
    assert places_of(tokens, ["I-PLACE", "I-DATE", "O"]) == [(0, 1, "PLACE"), (2, 3, "DATE")]


@pytest.mark.parametrize(("word", "shape"), [("Turner", "Xx+"), ("1851", "dddd"), ("MoMA", "XxX+"), ("–", "–")])
def test_shapes_keep_capitals_and_digits(word: str, shape: str) -> None:
    assert shape_of(word) == shape


def test_words_of_the_makers_leave_out_what_is_in_brackets() -> None:
    assert maker_words(["Wood, Grant (American, 1891–1942)"], ["By Turner."]) == {"Wood", "Grant"}


def test_where_the_museum_stands_as_creator_the_credit_in_the_description_counts() -> None:
    description = "Artist: Meyssens, Joannes, printmaker; School: Flemish"
    assert maker_words(["The Fitzwilliam Museum, Cambridge, UK"], [description]) == {"Meyssens", "Joannes"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [("Ann]", "Ann"), ("Ann [Lee", "Ann"), ("Ann (Lee)", "Ann (Lee)"), (")", ""), ("Ann (", "Ann"), ("a)]", "a")],
)
def test_a_span_never_holds_half_a_pair_of_brackets(text: str, kept: str) -> None:
    places = balanced(text, [(0, len(text), "PERSON")])
    assert [text[start:end] for start, end, _ in places] == ([kept] if kept else [])


def test_a_form_is_read_as_noun_and_as_verb() -> None:
    readings = lexicons().readings("dancing")
    assert Reading("v", "g", "dance") in readings
    assert Reading("n", "0", "dancing") in readings
    assert lexicons().readings("women")[0] == Reading("n", "s", "woman")
    assert lexicons().readings("xqzzt") == []


def test_words_of_one_kind_share_a_cluster() -> None:
    words = lexicons().words
    assert words["german"].clusters[0] == words["french"].clusters[0]
    assert words["william"].clusters != words["standing"].clusters


def test_a_table_is_the_same_bytes_every_time() -> None:
    assert table_bytes([("a", "b")]) == table_bytes([["a", "b"]])


def test_attributes_tell_the_makers_name_brackets_and_neighbours() -> None:
    make = WordAttributes(lexicons())
    words = ["Wood", "(", "1930", ")"]
    wood, _, year, _ = attributes_of(make, "dcTitle", words, marks(words, frozenset({"Wood"}), "T"))
    assert {"@", "@T", "wwood", "^T", ">w(", ">>w0000"} <= set(wood)
    assert {"(T", "w1930", "<w(", "<<wwood"} <= set(year)
    assert "(T" not in wood


def test_fields_the_training_records_lack_are_read_like_the_most_like_them() -> None:
    assert field_letter("dcContributor") == field_letter("dcCreator")
    assert field_letter("dctermsCreated") == field_letter("dcDate")


def test_annotated_records_are_read_with_their_gaps(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_text(
        '{"id": "1", "values": [{"field": "dcTitle", "value": 1, "text": "A man", "spans": [[2, 5, "GROUP"]]}]}\n\n'
    )
    (record,) = read_tagged(path)
    assert record.item == Item(id="1", dcTitle=("", "A man"))
    assert record.spans == (LabelledSpan(Span("dcTitle", 1, 2, 5, "man"), "GROUP"),)


@pytest.mark.parametrize("value", ['{"field": "dcTitle"}', "7"])
@pytest.mark.parametrize("spans", ['[[2, 9, "GROUP"]]', '[[2, 5, "THING"]]', '["x"]', "3"])
def test_annotations_that_cannot_be_are_refused_with_their_line(value: str, spans: str, tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    whole = f'{{"field": "dcTitle", "value": 0, "text": "A man", "spans": {spans}}}'
    path.write_text(f'{{"id": "0", "values": []}}\n{{"id": "1", "values": [{whole}, {value}]}}\n')
    with pytest.raises(BadSpans, match="line 2"):
        list(read_tagged(path))


def test_scores_are_those_worked_by_hand() -> None:
    score = SpanScore()
    score.add([span(0, 1, "DATE"), span(2, 3, "DATE"), span(4, 5, "EVENT")], [span(0, 1, "DATE"), span(2, 4, "DATE")])
    assert (score.of("DATE").precision, score.of("DATE").recall, score.of("DATE").f1) == (0.5, 0.5, 0.5)
    assert (score.of("EVENT").f1, score.of("EVENT").support) == (0.0, 1)
    assert score.over_all().f1 == pytest.approx(2 / 5)
    assert score.table().splitlines()[-1].split() == ["all", "0.500", "0.333", "0.400", "3"]


def test_the_page_escapes_what_strangers_wrote() -> None:
    text = '<script>alert("1")</script> & man'
    item = Item(id="<i>", dcTitle=(text,))
    html = "".join(page([(item, [LabelledSpan(Span("dcTitle", 0, len(text) - 3, len(text), "man"), "GROUP")])]))
    assert "<script" not in html
    assert "<i>" not in html
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; <mark" in html
    assert "1 GROUP" in html
    known = LabelledSpan(KnownSpan("dcTitle", 0, len(text) - 3, len(text), "man", '"><b>'), "GROUP")
    assert '<mark class="GROUP" title="GROUP &quot;&gt;&lt;b&gt;">' in "".join(page([(item, [known])]))


def test_the_page_needs_nothing_from_elsewhere() -> None:
    html = "".join(page([]))
    assert "http" not in html
    assert "<script" not in html
    assert "prefers-color-scheme:dark" in html
    assert all(f'<mark class="{label}">' in html for label in LABELS)


@given(st.text(alphabet="ab<&\" '", max_size=20), st.data())
def test_marking_keeps_every_character(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)))
    spans = [span(a, b, "DATE") for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    html = marked(text, spans)
    for tag in ('<mark class="DATE" title="DATE">', "<small>DATE</small></mark>"):
        assert html.count(tag) == len(spans)
        html = html.replace(tag, "")
    assert "<" not in html
    assert html.replace("&lt;", "<").replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&") == text
