"""Texts in pieces: joined they are the text, and each piece knows the types and evidence that cover it."""

from hypothesis import given
from hypothesis import strategies as st

from typed_sts.domain.explanation import Reason, TypeReasons, Why
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import TYPES
from typed_sts.service.pages.marks import (
    AGREES,
    DIFFERS,
    ONE_SIDED,
    Mark,
    Piece,
    marked_fields,
    number_evidence,
    pieces,
)
from typed_sts_fetch.item import Item

MARKS = st.builds(Mark, st.integers(-5, 60), st.integers(-5, 60), st.sampled_from(TYPES), st.integers(1, 9))


@given(st.text(max_size=50), st.lists(MARKS, max_size=8))
def test_pieces_joined_are_the_text_and_each_lies_wholly_inside_its_marks(text: str, marks: list[Mark]) -> None:
    found = pieces(text, marks)
    assert "".join(piece.text for piece in found) == text
    place = 0
    for piece in found:
        over = [mark for mark in marks if mark.start <= place and place + len(piece.text) <= mark.end]
        assert set(piece.types) == {mark.type for mark in over}
        assert set(piece.evidence) == {mark.evidence for mark in over}
        place += len(piece.text)


def test_overlapping_marks_share_a_piece_that_looks_like_the_most_telling_type() -> None:
    found = pieces("J. M. W. Turner, 1819", [Mark(0, 15, "author", 1), Mark(9, 15, "general", 2)])
    assert [(piece.text, piece.types, piece.evidence, piece.look, piece.tag) for piece in found] == [
        ("J. M. W. ", ("author",), (1,), "author", ""),
        ("Turner", ("general", "author"), (1, 2), "author", "author"),
        (", 1819", (), (), "", ""),
    ]


def test_a_type_is_named_once_a_text_and_general_likeness_not_at_all() -> None:
    found = pieces("Nelson and Nelson", [Mark(0, 6, "people", 1), Mark(7, 10, "general", 2), Mark(11, 17, "people", 3)])
    assert [(piece.text, piece.tag) for piece in found] == [
        ("Nelson", ""),
        (" ", ""),
        ("and", ""),
        (" ", ""),
        ("Nelson", "people"),
    ]


def test_evidence_that_two_types_share_has_one_number_and_marks_both_records() -> None:
    left, right = Span("dcTitle", 0, 0, 6, "Nelson"), Span("dcSubject", 1, 3, 9, "Nelson")
    both = Evidence(left, right)
    only = Evidence(Span("dcDate", 0, 0, 4, "1805"), None)
    kinds = [
        TypeReasons("general", 1.0, "both", "", 1.0, 1.0, (Reason("record", 0.0, "same", (), "", (both,)),)),
        TypeReasons("people", 1.0, "both", "", 1.0, 1.0, (Reason("people", 0.0, "same", (), "", (both, only)),)),
    ]
    found = number_evidence(Why("a", "b", tuple(kinds), "m", "v"))
    assert [[[row.number for row in rows] for rows in by_reason] for by_reason in found.listed] == [[[1]], [[1, 2]]]
    assert found.left == {
        ("dcTitle", 0): [Mark(0, 6, "general", 1), Mark(0, 6, "people", 1)],
        ("dcDate", 0): [Mark(0, 4, "people", 2, state=ONE_SIDED)],
    }
    assert found.right == {("dcSubject", 1): [Mark(3, 9, "general", 1), Mark(3, 9, "people", 1)]}


def test_evidence_looks_like_the_type_it_is_about_whatever_else_it_moves() -> None:
    name = Evidence(Span("dcTitle", 0, 0, 6, "Nelson"), None)
    kinds = [
        TypeReasons("general", 1.0, "both", "", 1.0, 1.0, (Reason("people", 0.5, "same", (), "", (name,)),)),
        TypeReasons("author", 1.0, "both", "", 1.0, 1.0, (Reason("people", 0.01, "same", (), "", (name,)),)),
        TypeReasons("people", 1.0, "both", "", 1.0, 1.0, (Reason("people", 2.0, "same", (), "", (name,)),)),
    ]
    marks = number_evidence(Why("a", "b", tuple(kinds), "m", "v")).left
    found = pieces("Nelson", marks["dcTitle", 0])
    assert [(piece.types, piece.look, piece.tag) for piece in found] == [(("general", "people"), "people", "people")]


def test_texts_that_differ_leave_no_mark_and_makers_that_differ_do() -> None:
    whole = Evidence(Span("dcTitle", 0, 0, 6, "Nelson"), Span("dcTitle", 0, 0, 5, "Storm"))
    maker = Evidence(Span("dcCreator", 0, 0, 4, "Holm"), Span("dcCreator", 0, 0, 4, "Dahl"))
    titles = Reason("title", -0.4, "differs", (), "", (whole,))
    makers = Reason("creator", -1.0, "differs", (), "", (maker,))
    kinds = [
        TypeReasons("author", 1.0, "both", "", 1.0, 1.0, (makers,)),
        TypeReasons("subject", 1.0, "both", "", 1.0, 1.0, (titles, makers)),
    ]
    marks = number_evidence(Why("a", "b", tuple(kinds), "m", "v")).left
    assert marks == {("dcCreator", 0): [Mark(0, 4, "author", 1, state=DIFFERS)]}


def test_what_a_statement_shares_agrees_whatever_the_reasons_make_of_the_same_words() -> None:
    dates = Evidence(Span("dcDate", 0, 0, 4, "1831"), Span("dcDate", 0, 0, 4, "1857"))
    apart = Reason("time", -0.4, "differs", ("1831", "1857"), "26 years apart", (dates,))
    told = Statement("time", "same", (), 0.7, 0.9, "Both of the 19th century", (dates,))
    time = TypeReasons("time", 2.0, "both", "", 2.0, 1.6, (apart,), (told,))
    found = number_evidence(Why("a", "b", (time,), "m", "v"))
    assert [mark.state for mark in found.left["dcDate", 0]] == [DIFFERS, AGREES]
    [piece] = pieces("1831", found.left["dcDate", 0])
    assert (piece.state, piece.states) == (AGREES, (("time", AGREES),))
    assert found.numbers_of(told.evidence) == (1,)


def test_a_word_may_agree_in_one_type_and_differ_in_another() -> None:
    [piece] = pieces("Turner", [Mark(0, 6, "author", 1, state=DIFFERS), Mark(0, 6, "people", 2, state=AGREES)])
    assert (piece.state, piece.types_that(AGREES), piece.types_that(DIFFERS)) == (AGREES, ("people",), ("author",))


def test_only_the_value_a_span_names_is_marked_and_empty_fields_are_left_out() -> None:
    item = Item(id="/x", dcSubject=("Nelson", "Nelson"))
    fields = marked_fields(item, {("dcSubject", 1): [Mark(0, 6, "subject", 4)]})
    marked = Piece("Nelson", ("subject",), (4,), "subject", "subject", AGREES, (("subject", AGREES),))
    assert fields == {"dcSubject": [[Piece("Nelson")], [marked]]}
