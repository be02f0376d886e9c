"""Pinned items stand where an editor wants them, and hidden ones nowhere: asked for one by one and in the batch."""

import json
import logging
from pathlib import Path

import pytest

from tests.overriding import decide
from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.answers.related_batch import part_file, relate_all
from typed_sts.answers.related_lines import RelatedSettings
from typed_sts.domain.explanation import Related
from typed_sts.output.json import related_json
from typed_sts.preparing.build_collection import build_collection
from typed_sts.reading.overrides import use
from typed_sts.related.pinned import placed
from typed_sts_fetch.item import Item

ITEMS = [
    Item(
        id=f"/p/{number}",
        aliases=(f"/old/{number}",),
        dcTitle=(f"{kind} at {place}",),
        dcCreator=("Smith, Ann (1820-1890)",),
        dcDescription=(f"A {kind.lower()} in the harbour of {place}.",),
    )
    for number, (kind, place) in enumerate(
        [("Regatta", "Leith"), ("Regatta", "Leith"), ("Storm", "Leith"), ("Storm", "Hull"), ("Fair", "Genoa")]
    )
]


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a collection of made-up records."""
    folder = str(tmp_path_factory.mktemp("pinned") / "collection")
    build_collection(ITEMS, folder, tagger="crf")
    return folder


@pytest.fixture(scope="module")
def answers(where: str) -> CollectionAnswers:
    """Return answers of that collection."""
    return open_answers(where, unread=None, background=True)


def ids(found: list[Related]) -> list[str]:
    return [entry.item.id for entry in found]


def entry(number: int) -> Related:
    return Related(Item(id=str(number)), 0.0, (), "general", "")


@pytest.mark.parametrize(
    ("pins", "k", "expected"),
    [
        ([], 3, "012"),
        ([(7, None)], 3, "701"),
        ([(7, None), (8, None)], 3, "780"),
        ([(7, 2)], 3, "071"),
        ([(7, 3), (8, None)], 3, "807"),
        ([(7, 9)], 3, "017"),
        ([(7, 9)], 9, "01237"),
        ([(8, 3), (7, 2)], 4, "0781"),
        ([(7, 1), (8, 2), (9, None)], 2, "79"),
    ],
)
def test_each_pin_has_its_place_and_no_more_are_listed_than_were_asked_for(
    pins: list[tuple[int, int | None]], k: int, expected: str
) -> None:
    listed = placed([entry(n) for n in range(min(k, 4))], [(entry(n), place) for n, place in pins], k)
    assert "".join(ids(listed)) == expected


def test_a_pinned_item_is_listed_whatever_its_score_with_its_scores_and_reason(
    answers: CollectionAnswers,
    editor: Path,
) -> None:
    item = answers.item("/p/0")
    before = answers.related(item, 2)
    assert "/p/4" not in ids(before)
    decide(editor, "pin|item|/old/0|/old/4|||2")
    found = answers.related(item, 2)
    assert ids(found) == [before[0].item.id, "/p/4"]
    assert [each.pinned for each in found] == [False, True]
    (scored,) = answers.predict([(item, answers.item("/p/4"))])
    assert [each.score for each in found[1].types] == pytest.approx([each.score for each in scored.types])
    assert found[1].reason.startswith("Also by Ann Smith")
    shown = related_json("/p/0", {}, found, "m", "1", "en")["related"]
    assert ["pinned" in each for each in shown] == [False, True]
    assert shown[1]["pinned"] is True
    assert ids(answers.related(answers.item("/p/4"), 4)).count("/p/0") <= 1  # it is pinned one way


def test_an_item_that_is_found_anyway_is_listed_once_in_its_place(answers: CollectionAnswers, editor: Path) -> None:
    item = answers.item("/p/0")
    before = ids(answers.related(item, 4))
    decide(editor, f"pin|item|/p/0|{before[-1]}")
    assert ids(answers.related(item, 4)) == [before[-1], *before[:-1]]


def test_a_hidden_pair_is_not_listed_from_either_side_and_still_scored(
    answers: CollectionAnswers,
    editor: Path,
) -> None:
    one, other = answers.item("/p/0"), answers.item("/p/2")
    assert "/p/2" in ids(answers.related(one, 4))
    before = answers.predict([(one, other)])
    decide(editor, "hide|pair|/old/2|/p/0")
    assert "/p/2" not in ids(answers.related(one, 4))
    assert "/p/0" not in ids(answers.related(other, 4))
    assert answers.predict([(one, other)]) == before


def test_what_is_pinned_and_not_there_is_told_of_and_left_out(
    answers: CollectionAnswers,
    editor: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = ids(answers.related(answers.item("/p/0"), 3))
    decide(editor, "pin|item|/p/0|/nowhere/1", "pin|item|/p/0|/old/0")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert ids(answers.related(answers.item("/p/0"), 3)) == before
    assert caplog.text.count("not in the collection: /nowhere/1") == 1


def test_the_batch_follows_it_and_does_not_go_on_with_what_another_file_began(
    where: str,
    editor: Path,
    tmp_path: Path,
) -> None:
    output, settings = tmp_path / "related.jsonl", RelatedSettings(where, k=2)
    use()
    plain = part_file(settings, output)
    decide(editor, "pin|item|/p/0|/p/4", "hide|pair|/p/0|/p/1", "replace|sentence|/p/0|/p/4|||Sold together.")
    assert part_file(settings, output) != plain
    relate_all(settings, output, quiet=True)
    lines = {line["id"]: line["related"] for line in map(json.loads, output.read_text().splitlines())}
    assert (lines["/p/0"][0]["id"], lines["/p/0"][0]["pinned"]) == ("/p/4", True)
    assert lines["/p/0"][0]["reason"] == "Sold together."
    assert "/p/1" not in [each["id"] for each in lines["/p/0"]]
    assert "/p/0" not in [each["id"] for each in lines["/p/1"]]
    assert not any("pinned" in each for each in lines["/p/3"])
