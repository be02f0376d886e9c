"""`--overrides` in every command that compares, checked before anything is done."""

import json
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.overriding import table
from typed_sts.reading.overrides import use
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item

ONE = Item(id="/o/1", dcTitle=("Regatta at Leith",), dcCreator=("Smith, Ann (1820-1890)",), dcDate=("1861",))
OTHER = Item(id="/o/2", dcTitle=("Storm at Leith",), dcCreator=("Smith, Ann (1820-1890)",), dcDate=("1862",))


@pytest.fixture
def folder(editor: Path) -> Path:
    """Give a folder with records, pairs and an editor's file."""
    write_items(editor.parent / "items.jsonl", [ONE, OTHER])
    (editor.parent / "pairs.tsv").write_text("/o/1\t/o/2\n")
    editor.write_bytes(
        table(
            "replace|sentence|/o/1|/o/2|||Two sheets of one album.",
            "not|place|||||Leith",
            "pin|item|/o/1|/o/2",
            "rename|concept|Ann Smith||||Ann Smith of Leith",
        )
    )
    (editor.parent / "bad.tsv").write_bytes(table("hide|pair|/o/1", "hide|everything"))
    return editor.parent


def test_why_and_predict_follow_it(folder: Path, cli: Cli) -> None:
    asked = ("why", "/o/1", "/o/2", "--items", "items.jsonl", "--json")
    plain, edited = (json.loads(cli(*asked, *more, cwd=folder).out) for more in ((), ("--overrides", "overrides.tsv")))
    assert (plain["sentence"] != edited["sentence"], edited["sentence"]) == (True, "Two sheets of one album.")
    assert "Ann Smith of Leith" in edited["types"][1]["summary"]
    stated = [next(e["stated"] for e in found["types"] if e["type"] == "location") for found in (plain, edited)]
    assert stated == ["both", "none"]
    scores = ("predict", "pairs.tsv", "--items", "items.jsonl", "--format", "jsonl", "--overrides", "overrides.tsv")
    scored = cli(*scores, cwd=folder)
    assert scored.code == 0, scored.err
    found = {entry["type"]: entry["score"] for entry in json.loads(scored.out)["types"]}
    assert found == pytest.approx({entry["type"]: entry["score"] for entry in edited["types"]}, abs=1e-3)


def test_index_and_related_follow_it(folder: Path, cli: Cli) -> None:
    indexed = cli("index", "items.jsonl", "--to", "collection", "--overrides", "overrides.tsv", cwd=folder)
    assert indexed.code == 0, indexed.err
    asked = ("related", "/o/1", "--index", "collection", "--json")
    found = json.loads(cli(*asked, "--overrides", "overrides.tsv", cwd=folder).out)["related"]
    assert [(entry["id"], entry["pinned"], entry["reason"]) for entry in found] == [
        ("/o/2", True, "Two sheets of one album.")
    ]
    use()
    (plain,) = json.loads(cli(*asked, cwd=folder).out)["related"]
    assert "pinned" not in plain


@pytest.mark.parametrize(
    "command",
    [
        ("why", "/o/1", "/o/2", "--items", "items.jsonl"),
        ("predict", "pairs.tsv", "--items", "items.jsonl", "-o", "scores.tsv"),
        ("index", "items.jsonl", "--to", "made"),
        ("related", "/o/1", "--sample"),
        ("serve", "--sample"),
    ],
)
def test_a_wrong_line_ends_the_command_before_anything_is_done(
    folder: Path, cli: Cli, command: tuple[str, ...]
) -> None:
    before = sorted(path.name for path in folder.iterdir())
    ran = cli(*command, "--overrides", "bad.tsv", cwd=folder)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == ("typed-sts: bad.tsv, line 2: hide pair needs something in the column b (also wrong: line 3)\n")
    assert sorted(path.name for path in folder.iterdir()) == before


def test_it_can_be_named_in_the_environment_of_the_command(
    folder: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.conftest.environment", lambda _: {"TYPED_STS_OVERRIDES": str(folder / "bad.tsv")})
    ran = cli("why", "/o/1", "/o/2", "--items", "items.jsonl", cwd=folder)
    assert "bad.tsv, line 2: hide pair needs" in ran.err
