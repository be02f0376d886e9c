"""Lists as CSV."""

import csv
import io

import pytest
from hypothesis import given

from tests.output.lists_made import ENTRY, LIST, MILL, lists
from typed_sts.domain.types import TYPES
from typed_sts.output.lists import RelatedList
from typed_sts.output.pairs_table import COLUMNS, safe_cell, table_pieces


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_row_has_both_items_the_scores_the_sentence_and_the_links() -> None:
    text = "".join(table_pieces([LIST]))
    assert text.startswith("\ufeffitem_id,item_title,")
    head, row = rows(text)
    assert dict(zip(head, row, strict=True)) == {
        "item_id": "/2048128/mill_1",
        "item_title": "Mill at Köln",
        "item_makers": "Moss, Ada; Unknown",
        "item_dates": "1850",
        "item_holder": "Stadtmuseum",
        "item_link": "https://museum.example/1",
        "rank": "1",
        "related_id": "inv. 7",
        "related_title": "Bridge at Köln",
        "related_makers": "Ada Moss",
        "related_dates": "c. 1851",
        "related_holder": "House of Maps",
        "related_link": "",
        "score": "3.25",
        "best": "location",
        "sentence": "Both name Köln.",
        "more": "and 2 more leaves of this sketchbook",
        **{name: "" if score is None else f"{score:g}" for name, score in ENTRY.scores}
        | {name: str(score) for name, score in ENTRY.scores if score is not None},
    }
    assert COLUMNS[-8:] == TYPES


def test_cells_are_quoted_and_lines_end_as_the_standard_says() -> None:
    text = "".join(table_pieces([LIST]))
    assert text.count("\r\n") == 2
    assert "\n" not in text.replace("\r\n", "")
    assert ',"Moss, Ada; Unknown",' in text


def test_an_item_with_nothing_listed_has_no_row() -> None:
    assert len(rows("".join(table_pieces([RelatedList(MILL)])))) == 1


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("  +44 20", "'+44 20"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        ("\r\n=1", "'=1"),
        ("＝1", "'＝1"),
        ("a;=cmd", "a;'=cmd"),
        ("a; b", "a; b"),
        ("1850-60", "1850-60"),
        ("a\nb\u202ec", "a b c"),
        ('say "mill"', 'say "mill"'),
        ("", ""),
    ],
)
def test_no_cell_is_a_formula_and_each_is_on_one_line(text: str, cell: str) -> None:
    assert safe_cell(text) == cell


@given(lists())
def test_whatever_a_record_says_the_table_keeps_its_shape_and_computes_nothing(one: RelatedList) -> None:
    found = rows("".join(table_pieces([one])))
    assert len(found) == 1 + len(one.entries)
    for row in found:
        assert len(row) == len(COLUMNS)
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
            assert not any(part.startswith(("=", "+", "-", "@")) for part in cell.split(";"))
            assert "\n" not in cell
