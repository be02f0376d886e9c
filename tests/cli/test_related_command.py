"""`typed-sts related`, for one item and for all of a collection."""

import json
import signal
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.processes import PATIENCE, command, environment, started, wait_until
from typed_sts.answers.related_batch import part_file, relate_all
from typed_sts.answers.related_changes import digests_of, write_digests
from typed_sts.answers.related_lines import RelatedSettings
from typed_sts.answers.related_part import beside
from typed_sts.preparing.build_collection import documents_file, fill, read_entries
from typed_sts.preparing.repeated import boilerplate_of
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

PLACES = ["Leith", "Hull", "Dover", "Genoa", "Bergen", "Cork", "Bristol", "Venice"]
ITEMS = [
    Item(
        id=f"/made/{place.lower()}{number}",
        dcTitle=(f"{kind} at {place}",),
        dcCreator=("Smith, Ann (1820-1890)" if number % 2 else "Jones, Owen",),
        dcDate=(str(1850 + 3 * number),),
        dcDescription=(f"A {kind.lower()} in the harbour of {place}, with boats before the quay.",),
    )
    for place in PLACES
    for number, kind in enumerate(["Fishing boat", "Regatta", "Storm", "Lighthouse", "Launch of a ship"])
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a read collection of made-up records."""
    where = str(tmp_path_factory.mktemp("index") / "collection")
    fill(open_collection(where), read_entries(ITEMS, documents_file(where)), read=True, rebuild=True)
    return where


@pytest.fixture(scope="module")
def whole(index: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return what one run over the whole collection writes."""
    output = tmp_path_factory.mktemp("whole") / "related.jsonl"
    assert relate_all(RelatedSettings(index, k=3), output, quiet=True).lines == len(ITEMS)
    return output.read_bytes()


def test_one_items_related_items_are_listed_with_type_title_reason_and_id(cli: Cli, index: str) -> None:
    ran = cli("related", "/made/leith0", "--index", index, "-k", 3)
    assert ran.code == 0
    head, *lines = ran.out.splitlines()
    assert head.endswith("/made/leith0")
    assert len(lines) == 6
    assert "Fishing boat at" in lines[0]
    assert lines[1].split()[-1].startswith("/made/")
    assert "model evidence" in ran.err


def test_json_is_what_the_service_gives(cli: Cli, index: str) -> None:
    ran = cli("related", "/made/leith0", "--index", index, "-k", 2, "--by", "location,time:2", "--json")
    found = json.loads(ran.out)
    assert set(found) == {"id", "by", "related", "model", "version", "language", "complete"}
    assert found["by"] == {"location": 1.0, "time": 2.0}
    assert len(found["related"]) == 2
    assert set(found["related"][0]) - {"more"} == {
        "id",
        "title",
        "score",
        "best",
        "reason",
        "statements",
        "types",
        "item",
    }
    assert found["related"][0]["title"] == found["related"][0]["item"]["dcTitle"][0]
    assert [entry["type"] for entry in found["related"][0]["types"]][:2] == ["general", "author"]
    assert found["related"][0]["item"]["id"] == found["related"][0]["id"]


def test_related_items_are_listed_in_the_language_that_is_asked_for(cli: Cli, index: str) -> None:
    asked = ("related", "/made/leith0", "--index", index, "-k", 2, "--by", "time", "--language", "fr")
    shown = cli(*asked)
    assert shown.code == 0, shown.err
    assert "époque" in shown.out
    found = json.loads(cli(*asked, "--json").out)
    assert found["language"] == "fr"
    for entry in found["related"]:
        assert "Made" not in entry["reason"]
        assert "Both" not in entry["reason"]
        assert [statement["text"] for statement in entry["statements"]] != [] or entry["reason"] == ""


def test_lines_in_one_language_are_not_gone_on_with_in_another(index: str, tmp_path: Path) -> None:
    output = tmp_path / "related.jsonl"
    parts = {part_file(RelatedSettings(index, k=3, language=language), output) for language in ("en", "de", "fr")}
    assert len(parts) == 3


@pytest.mark.slow
def test_every_item_has_a_line_whatever_the_number_of_workers(index: str, whole: bytes, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in whole.splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(item.id for item in ITEMS)
    for line in lines:
        assert 1 <= len(line["related"]) <= 3
        assert line["id"] not in [entry["id"] for entry in line["related"]]
        assert set(line["related"][0]) == {"id", "title", "score", "best", "reason", "statements", "types"}
        assert len(line["related"][0]["types"]) == 8
    output = tmp_path / "related.jsonl"
    relate_all(RelatedSettings(index, k=3), output, workers=2, quiet=True)
    assert output.read_bytes() == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["related.jsonl", "related.jsonl.items"]


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was_and_ends_with_the_same_file(
    index: str, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "related.jsonl"
    for _ in range(20):  # until it is killed before it has ended
        output.unlink(missing_ok=True)
        related = command("related", "--all", "--index", index, "-k", "3", "-o", output, "--quiet")
        with started(related, env=environment({})) as running:
            wait_until(lambda: output.exists() or any(path.stat().st_size for path in tmp_path.glob("*.part")), running)
            running.send_signal(signal.SIGKILL)
            running.wait(PATIENCE)
        if not output.exists():
            break
    assert not output.exists()
    written = part_file(RelatedSettings(index, k=3), output).read_bytes()
    assert 0 < len(written) < len(whole)
    assert whole.startswith(written)
    relate_all(RelatedSettings(index, k=3), output, quiet=True)
    assert output.read_bytes() == whole


@pytest.mark.slow
@pytest.mark.parametrize("tail", [b'{"id":"/made/hu', b"\0\0\0\0\n", b'{"no":"id"}\n'])
def test_a_torn_end_is_dropped(index: str, whole: bytes, tmp_path: Path, tail: bytes) -> None:
    output = tmp_path / "related.jsonl"
    begun(index, output, b"".join(whole.splitlines(keepends=True)[:7]) + tail)
    assert relate_all(RelatedSettings(index, k=3), output, quiet=True).made == len(ITEMS) - 7
    assert output.read_bytes() == whole


def begun(index: str, output: Path, written: bytes) -> None:
    """Leave what a run leaves that is stopped when so much is written."""
    collection = open_collection(index)
    part = part_file(RelatedSettings(index, k=3), output)
    part.write_bytes(written)
    digests = dict(sorted(digests_of(collection.all_items(), boilerplate_of(collection))))
    write_digests(beside(part, "items"), digests, state=collection.state())


@pytest.mark.slow
def test_lines_of_which_nobody_knows_what_they_were_made_of_are_made_anew(
    index: str, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "related.jsonl"
    part_file(RelatedSettings(index, k=3), output).write_bytes(whole)
    assert relate_all(RelatedSettings(index, k=3), output, quiet=True).made == len(ITEMS)
    assert output.read_bytes() == whole


@pytest.mark.slow
def test_a_run_with_other_settings_starts_anew(index: str, whole: bytes, tmp_path: Path) -> None:
    output = tmp_path / "related.jsonl"
    begun(index, output, whole)
    relate_all(RelatedSettings(index, k=2, by=(("author", 1.0),)), output, quiet=True)
    lines = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert {len(line["related"]) for line in lines} == {2}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["related.jsonl", "related.jsonl.items"]


def test_every_line_has_the_reason_that_is_told_of_one_item(cli: Cli, index: str, whole: bytes) -> None:
    line = next(line for line in map(json.loads, whole.splitlines()) if line["id"] == "/made/leith0")
    one = json.loads(cli("related", "/made/leith0", "--index", index, "-k", 3, "--json").out)
    told = [(entry["id"], entry["title"], entry["reason"]) for entry in one["related"]]
    assert [(entry["id"], entry["title"], entry["reason"]) for entry in line["related"]] == told
    assert all(reason for _, _, reason in told)


def test_a_floor_shortens_the_list_and_zero_fills_it(cli: Cli, index: str) -> None:
    def count(*options: object) -> int:
        return len(
            json.loads(cli("related", "/made/leith0", "--index", index, "-k", 30, "--json", *options).out)["related"]
        )

    assert count("--at-least", 5) < count() < count("--at-least", 0)
    assert count("--at-least", 0, "--no-other-holder") == count("--at-least", 0)
    assert cli("related", "/made/leith0", "--index", index, "--at-least", 6).code == 2


def test_an_output_that_cannot_be_written_is_an_error_that_names_it(index: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadInput, match=r"cannot write .*file/related\.jsonl"):
        relate_all(RelatedSettings(index, k=3), tmp_path / "file" / "related.jsonl", quiet=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["/made/leith0"], "say where to look"),
        (["/made/leith0", "--sample", "--index", "x"], "say where to look"),
        (["--sample"], "name one item, or --all"),
        (["--all", "--sample"], "give --all and -o together"),
        (["/made/leith0", "--sample", "-o", "x", "-o", "y"], "give -o once, or --all"),
        (["/made/leith0", "--sample", "--by", "colour"], 'no type "colour"'),
        (["/made/leith0", "--index", "/nowhere/at/all"], "no collection at /nowhere/at/all"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli("related", *arguments)
    assert ran.code == 1
    assert message in ran.err
    assert not ran.out


def test_an_unknown_item_and_an_unknown_model_are_named(cli: Cli, index: str) -> None:
    ran = cli("related", "/made/atlantis", "--index", index)
    assert (ran.code, ran.out) == (1, "")
    assert 'no item "/made/atlantis"' in ran.err
    ran = cli("related", "/made/leith0", "--index", index, "--model", "oracle")
    assert ran.code == 1
    assert 'no model "oracle"' in ran.err
