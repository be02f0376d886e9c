"""`typed-sts knowledge`: what is known under a name, in a text, and in a file of the user's."""

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from typed_sts.cli.commands import app
from typed_sts.errors import TypedStsError
from typed_sts.knowledge.own_file import COLUMNS


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["knowledge", *arguments])


def test_a_name_is_told_with_id_kind_and_names_by_language() -> None:
    lines = run("Sant Jordi").stdout.splitlines()
    assert lines[0] == "iconclass:11H(GEORGE)  saint"
    assert any(line.startswith("  en      Saint George") for line in lines)
    assert any(line.startswith("  nl      Sint-Joris") for line in lines)


def test_an_id_is_told_too() -> None:
    assert run("iconclass:11H(GEORGE)").stdout == run("Sant Jordi").stdout


def test_json_has_years_and_what_contains_a_thing() -> None:
    battle = json.loads(run("Battle of Waterloo", "--json").stdout.splitlines()[0])
    assert battle["id"] == "wikidata:Q48314"
    assert (battle["kind"], battle["from"], battle["to"]) == ("battle", 1815, 1815)
    assert "Schlacht bei Waterloo" in battle["names"]["de"]
    town = json.loads(run("Amsterdam", "--json").stdout.splitlines()[0])
    assert town["id"] == "geonames:2759794"
    assert town["within"]["id"].startswith("geonames:")
    assert town["point"] == [52.37, 4.89]


def test_a_text_is_told_by_what_it_names() -> None:
    assert run("--text", "--language", "nl", "Sint-Joris te Gent").stdout.splitlines() == [
        "0\t10\tSint-Joris\tsaint\tsure\ticonclass:11H(GEORGE)",
        "14\t18\tGent\ttown\tsure\tgeonames:2797656",
    ]
    told = json.loads(run("--text", "Amsterdam", "--json").stdout)
    assert (told["text"], told["start"], told["end"], told["sure"]) == ("Amsterdam", 0, 9, True)


def test_a_name_that_nobody_knows_is_an_error() -> None:
    result = run("Qwxyz Vbnm")
    assert isinstance(result.exception, TypedStsError)
    assert "nothing is known under 'Qwxyz Vbnm'" in str(result.exception)


def test_own_knowledge_is_told_first(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("\t".join(COLUMNS) + "\nlocal:1\tartist\t\tAmsterdam\n", encoding="utf-8")
    lines = run("Amsterdam", "--knowledge", str(path)).stdout.splitlines()
    assert lines[0] == "local:1  artist"
    assert "geonames:2759794  town" in lines


def test_a_wrong_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("\t".join(COLUMNS) + "\nlocal:1\twizard\t\tMerlin\n", encoding="utf-8")
    result = run("Merlin", "--knowledge", str(path))
    assert str(result.exception).startswith(f"{path}, line 2: the kind is 'wizard'")
