"""Lists out of answers, explained pairs, and the lines of a nightly run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from tests.output.lists_made import BRIDGE, ENTRY, MILL, SCORES, STATEMENT
from typed_sts.domain.explanation import More, Related, TypeReasons, Why
from typed_sts.domain.scores import TypeScore
from typed_sts.output.forms import Form, form_of
from typed_sts.output.json import batch_line
from typed_sts.output.lists import (
    Extent,
    RelatedList,
    extent_of_lines,
    list_of_answer,
    list_of_pair,
    lists_of_lines,
)
from typed_sts_fetch.item import Item

FOUND = Related(
    BRIDGE,
    3.25,
    tuple(TypeScore(name, score, score or 0.0, "both" if score else "none") for name, score in SCORES),
    "location",
    "Both name Köln.",
    (STATEMENT,),
    more=More(2, ("x", "y"), "and 2 more leaves of this sketchbook"),
)
KNOWN = {MILL.id: MILL, BRIDGE.id: BRIDGE}


def known(ids: Iterable[str]) -> Iterator[Item]:
    return (KNOWN[name] for name in ids if name in KNOWN)


def test_an_answer_becomes_a_list() -> None:
    assert list_of_answer(MILL, [FOUND]) == RelatedList(MILL, (ENTRY,))


def test_a_line_and_the_records_become_the_same_list() -> None:
    assert list(lists_of_lines([batch_line(MILL.id, [FOUND])], known)) == [RelatedList(MILL, (ENTRY,))]


def test_of_a_record_that_has_gone_the_line_has_id_and_title() -> None:
    gone = replace(FOUND, item=Item(id="gone", dcTitle=("Old mill",)))
    (found,) = lists_of_lines([batch_line(MILL.id, [gone])], known)
    assert found.entries[0].item == Item(id="gone", dcTitle=("Old mill",))


def test_records_are_asked_for_a_few_lines_at_a_time() -> None:
    asked: list[int] = []

    def counted(ids: Sequence[str]) -> Iterator[Item]:
        asked.append(len(ids))
        return known(ids)

    lines = (batch_line(f"/a/{number}", [FOUND]) for number in range(250))
    found = lists_of_lines(lines, counted)
    next(found)
    assert len(asked) == 1
    assert len(list(found)) == 249
    assert max(asked) <= 101


def test_lines_that_list_nothing_are_counted() -> None:
    tricky = Item(id="t", dcTitle=(',"related":[],',))
    lines = [
        batch_line("1", [FOUND]),
        batch_line("2", []),
        batch_line("3", [], unread="a fault"),
        batch_line("4", [replace(FOUND, item=tricky)]),
    ]
    assert extent_of_lines(lines) == Extent(4, empty=2, unread=1)


def test_an_explained_pair_is_a_list_of_one_by_its_general_score() -> None:
    types = tuple(TypeReasons(name, score, "both", "", 1.0, 2.0, ()) for name, score in SCORES)
    why = Why(MILL.id, BRIDGE.id, types, "evidence", "1", "Both name\nKöln.", (STATEMENT,))
    (entry,) = list_of_pair(MILL, BRIDGE, why).entries
    assert (entry.item, entry.score, entry.sentence) == (BRIDGE, dict(SCORES)["general"], "Both name Köln.")
    assert entry.statements == (STATEMENT,)


def test_the_lines_of_a_run_are_read_as_they_were_written() -> None:
    assert orjson.loads(batch_line(MILL.id, [FOUND]))["related"][0]["statements"][0]["text"] == STATEMENT.text


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("related.csv", Form.CSV),
        ("RELATED.CSV", Form.CSV),
        ("a/b.html", Form.HTML),
        ("b.htm", Form.HTML),
        ("b.jsonld", Form.JSONLD),
        ("b.annotations.jsonl", Form.ANNOTATIONS),
        ("b.jsonl", None),
        ("b.tsv", None),
        ("csv", None),
        ("-", None),
        ("related", None),
    ],
)
def test_the_name_of_a_file_tells_the_form(name: str, form: Form | None) -> None:
    assert form_of(Path(name)) is form
    assert form_of(None) is None
