"""A record that a reader fails on is named and counted, and everything else goes on: in one process and in several."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import typed_sts.features.profiles as profiles
import typed_sts.reading.reader as reader
import typed_sts.reading.tagging.span_tagger as span_tagger
import typed_sts.reading.vectors as vectors
import typed_sts.scoring.trained as trained
from tests.conftest import Cli
from tests.processes import typed_sts
from typed_sts import TypedSimilarity
from typed_sts.answers.collection import open_answers
from typed_sts.preparing.build_collection import build_collection
from typed_sts.preparing.prepare import prepare
from typed_sts.reading.reader import Reader
from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_index.background import background_stats
from typed_sts_index.opening import open_collection

SAMPLE = list(read_items(SAMPLE_ITEMS))[:12]
BAD = "/poison/1"
ITEMS = [*SAMPLE[:4], replace(SAMPLE[4], id=BAD, aliases=()), *SAMPLE[5:]]
STAGES = ["reading", "encoding", "profile"]
ERRORS: list[type[Exception]] = [RecursionError, MemoryError, ValueError, KeyError]


def poison(monkeypatch: pytest.MonkeyPatch, stage: str, error: type[Exception] = RecursionError) -> None:
    """Make a stage of reading fail on the marked record."""
    module, name = {
        "reading": (reader, "detect_language"),
        "encoding": (vectors, "view_parts"),
        "profile": (profiles, "things_of"),
    }[stage]
    whole: Callable[..., object] = getattr(module, name)

    def fails(thing: object, *rest: object) -> object:
        if getattr(thing, "id", None) == BAD and getattr(thing, "words", True):
            raise error("a stage that fails")
        return whole(thing, *rest)

    monkeypatch.setattr(module, name, fails)


@pytest.mark.parametrize("error", ERRORS)
def test_a_reader_goes_on_after_a_record_it_fails_on(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    right = list(Reader().read_all(SAMPLE[:4]))
    poison(monkeypatch, "reading", error)
    found = list(Reader().read_each(ITEMS))
    assert found[:4] == right
    assert len(found) == len(ITEMS)
    bad = found[4]
    assert isinstance(bad, UnreadableRecord)
    assert bad.item_id == BAD
    assert bad.reason.startswith(error.__name__)
    assert "in test_unreadable_records.py, line" in bad.reason
    assert "a stage that fails" not in str(bad)
    with pytest.raises(UnreadableRecord, match=BAD):
        Reader().read(ITEMS[4])
    with pytest.raises(UnreadableRecord, match=BAD):
        list(Reader().read_all(ITEMS))


@pytest.mark.parametrize("stage", STAGES)
def test_the_others_are_prepared_as_ever(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    stats = background_stats()
    (right,) = prepare(ITEMS, stats)
    poison(monkeypatch, stage)
    told: list[UnreadableRecord] = []
    (found,) = prepare(ITEMS, stats, on_unread=told.append)
    assert [problem.item_id for problem in told] == [BAD]
    assert list(found.unread) == [4]
    assert found.documents[4].words == ()
    others = [number for number in range(len(ITEMS)) if number != 4]
    assert [found.documents[n] for n in others] == [right.documents[n] for n in others]
    assert abs(found.profiles.vectors[others] - right.profiles.vectors[others]).max() < 1e-2
    with pytest.raises(UnreadableRecord, match=BAD):
        list(prepare(ITEMS, stats))


def test_an_error_that_is_no_records_fault_ends_the_work() -> None:
    def broken(items: object) -> list[str]:
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        one_by_one(broken, ITEMS, lambda item: item.id)


@pytest.mark.parametrize("stage", STAGES)
def test_related_items_leave_out_a_candidate_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stage: str, caplog: pytest.LogCaptureFixture
) -> None:
    build_collection(ITEMS, tmp_path / "collection", read=False)
    right = [
        entry.item.id
        for entry in open_answers(str(tmp_path / "collection"), unread=None).related(ITEMS[0], 20, at_least=0)
    ]
    assert BAD in right
    (tmp_path / "collection" / "documents.sqlite").unlink()
    poison(monkeypatch, stage)
    answers = open_answers(str(tmp_path / "collection"), unread=None)
    for _ in range(2):
        found = [entry.item.id for entry in answers.related(ITEMS[0], 20, at_least=0)]
        assert sorted([*found, BAD]) == sorted(right)
    assert caplog.text.count(BAD) == 1
    for ask in (
        lambda: answers.related(ITEMS[4]),
        lambda: answers.why(ITEMS[0], ITEMS[4]),
        lambda: answers.predict([(ITEMS[4], ITEMS[1]), (ITEMS[0], ITEMS[1])]),
    ):
        with pytest.raises(UnreadableRecord, match=BAD):
            ask()
    assert answers.why(ITEMS[0], ITEMS[1])
    assert answers.predict([(ITEMS[0], ITEMS[1])])
    assert not answers.store or not answers.store.get([ITEMS[4]]) or stage == "profile"


def test_from_python_the_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    poison(monkeypatch, "reading")
    ts = TypedSimilarity.load()
    with pytest.raises(UnreadableRecord, match=BAD):
        ts.why(ITEMS[0], ITEMS[4])
    with pytest.raises(UnreadableRecord, match=BAD):
        list(ts.score_all([(ITEMS[0], ITEMS[4])]))
    assert ts.score(ITEMS[0], ITEMS[1])


def test_index_keeps_the_record_unread_names_it_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    write_items(tmp_path / "items.jsonl", ITEMS)
    poison(monkeypatch, "reading")
    made = cli("index", tmp_path / "items.jsonl", "--to", tmp_path / "collection")
    assert made.code == 0
    assert f'not read: the record "{BAD}" cannot be read (RecursionError' in made.err
    assert ", 1 not read; " in made.err
    collection = open_collection(tmp_path / "collection")
    assert collection.n_docs == len(ITEMS)
    assert collection.item(BAD) == ITEMS[4]
    assert BAD in {hit.item.id for hit in collection.search(ITEMS[4].dcTitle[0])}


def _files(folder: Path) -> list[object]:
    write_items(folder / "items.jsonl", ITEMS)
    pairs = [(ITEMS[0].id, ITEMS[1].id), (ITEMS[0].id, BAD), (ITEMS[2].id, ITEMS[3].id)]
    (folder / "pairs.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in pairs))
    return [folder / "pairs.tsv", "--items", folder / "items.jsonl"]


def _numbers(line: str) -> list[float]:
    return [float(cell) for cell in line.split("\t")]


@pytest.mark.parametrize("stage", STAGES)
def test_predict_gives_every_pair_a_line_and_says_which_record_it_could_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli, stage: str
) -> None:
    files = _files(tmp_path)
    right = cli("predict", *files).out.splitlines()
    poison(monkeypatch, stage)
    ended = cli("predict", *files)
    assert ended.code == 0
    lines = ended.out.splitlines()
    for number in (0, 2):  # vectors differ in the seventh digit with what is encoded beside them
        assert _numbers(lines[number]) == pytest.approx(_numbers(right[number]), abs=1e-3)
    assert len(lines[1].split("\t")) == 8
    assert lines[1] != right[1]
    assert f'not read: the record "{BAD}"' in ended.err
    assert ", 1 not read; " in ended.err
    row = json.loads(cli("predict", *files, "--format", "jsonl").out.splitlines()[1])
    assert {entry["stated"] for entry in row["types"]} == {"none"}
    assert {entry["score"] for entry in row["types"]} == {None}


@pytest.mark.slow
def test_two_records_that_cannot_be_compared_are_told_and_the_others_are_scored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli
) -> None:
    files = _files(tmp_path)
    right = cli("predict", *files).out.splitlines()
    whole = trained.feature_table  # type: ignore[attr-defined]

    def fails(table: profiles.Profiles, left: profiles.Rows, right: profiles.Rows) -> object:
        if BAD in table.ids and any(table.ids[row] == BAD for row in (*left, *right)):
            raise IndexError("a comparison that fails")
        return whole(table, left, right)

    monkeypatch.setattr(trained, "feature_table", fails)
    ended = cli("predict", *files, "--workers", "2")
    assert ended.code == 0
    lines = ended.out.splitlines()
    for number in (0, 2):  # the last digit hangs on how many pairs are multiplied together
        one, other = ([float(score) for score in line[number].split("\t")] for line in (lines, right))
        assert np.allclose(one, other, atol=2e-3)
    assert len(lines[1].split("\t")) == 8
    assert f'"{ITEMS[0].id} and {BAD}" cannot be read (IndexError in ' in ended.err


def test_tag_leaves_out_the_record_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cli: Cli) -> None:
    whole = span_tagger.maker_words  # type: ignore[attr-defined]
    poisoned = ITEMS[4].dcDescription

    def fails(creators: tuple[str, ...], descriptions: tuple[str, ...]) -> frozenset[str]:
        if descriptions == poisoned:
            raise RecursionError
        found: frozenset[str] = whole(creators, descriptions)
        return found

    monkeypatch.setattr(span_tagger, "maker_words", fails)
    write_items(tmp_path / "items.jsonl", ITEMS)
    ended = cli("tag", tmp_path / "items.jsonl")
    assert ended.code == 0
    assert len(ended.out.splitlines()) == len(ITEMS) - 1
    assert f'not read: the record "{BAD}"' in ended.err


_SITE = f"""
import typed_sts.reading.reader as reader
whole = reader.detect_language
def fails(item):
    if item.id == {BAD!r}:
        raise RecursionError("a stage that fails")
    return whole(item)
reader.detect_language = fails
"""


@pytest.mark.slow
def test_worker_processes_lose_nothing_of_a_batch_with_such_a_record(tmp_path: Path) -> None:
    files = [str(file) for file in _files(tmp_path)]
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(_SITE)
    paths = os.environ.get("PYTHONPATH", "")
    env = {"PYTHONPATH": os.pathsep.join(filter(None, [str(tmp_path / "site"), paths]))}
    collection = tmp_path / "collection"
    made = typed_sts("index", tmp_path / "items.jsonl", "--to", collection, "--workers", "2", env=env)
    assert made.returncode == 0, made.stderr
    assert made.stderr.count(BAD) == 1
    assert f"1 not read; {collection} has {len(ITEMS)} items" in made.stderr
    scored = typed_sts("predict", *files, "--workers", "2", env=env)
    assert scored.returncode == 0, scored.stderr
    assert len(scored.stdout.splitlines()) == 3
    assert scored.stderr.count(BAD) == 1
    related = typed_sts(
        "related", "--all", "--index", collection, "-o", tmp_path / "all.jsonl", "--workers", "2", env=env
    )
    assert related.returncode == 0, related.stderr
    assert related.stderr.count(BAD) == 1
    lines = {line["id"]: line for line in map(json.loads, (tmp_path / "all.jsonl").read_text().splitlines())}
    assert lines.keys() == {item.id for item in ITEMS}
    assert lines[BAD]["related"] == []
    assert lines[BAD]["unread"].startswith("RecursionError in sitecustomize.py")
    assert not any(other["id"] == BAD for line in lines.values() for other in line["related"])
    assert all("unread" not in line for name, line in lines.items() if name != BAD)
    assert any(line["related"] for line in lines.values())
