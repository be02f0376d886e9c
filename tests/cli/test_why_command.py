"""typed-sts why, as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.conftest import Cli
from typed_sts.domain.types import TYPES

NELSON = ("/sample/turner-trafalgar", "/sample/devis-death-of-nelson")


def test_a_pair_of_the_sample_is_explained_on_a_page(cli: Cli) -> None:
    ran = cli("why", *NELSON, "--sample")
    assert ran.code == 0, ran.err
    assert "Author" in ran.out
    assert "different makers: Arthur William Devis / Joseph Mallord William Turner" in ran.out
    assert "    B subject     [Nelson, Horatio]\n" in ran.out
    assert "\x1b" not in ran.out


def test_the_machine_form_has_the_shape_of_the_service(cli: Cli) -> None:
    ran = cli("why", "--sample", "--json")
    answer = json.loads(ran.out)
    assert (answer["a"], answer["b"]) == NELSON
    assert list(answer) == ["a", "b", "types", "model", "version", "sentence", "statements", "language"]
    assert answer["language"] == "en"
    assert [entry["type"] for entry in answer["types"]] == list(TYPES)
    for entry in answer["types"]:
        assert entry["baseline"] + sum(reason["points"] for reason in entry["reasons"]) == pytest.approx(
            entry["estimate"], abs=1e-6
        )


def test_evidence_has_the_id_of_what_it_names_where_that_is_known(cli: Cli, tmp_path: Path) -> None:
    for number, title in enumerate(("Slag bij Waterloo", "Bataille de Waterloo")):
        record = {"id": str(number), "dcTitle": [title], "language": ("nl", "fr")[number], "dcSubject": ["1815"]}
        (tmp_path / f"{number}.json").write_text(json.dumps(record))
    ran = cli("why", "0.json", "1.json", "--json", cwd=tmp_path)
    assert ran.code == 0, ran.err
    (event,) = (reason for reason in json.loads(ran.out)["types"][0]["reasons"] if reason["group"] == "event")
    assert (event["relation"], event["evidence"][0]["a"]["text"]) == ("same", "Slag bij Waterloo")
    assert {side["concept"] for side in event["evidence"][0].values()} == {"wikidata:Q48314"}


def test_short_is_a_line_a_type(cli: Cli) -> None:
    ran = cli("why", *NELSON, "--sample", "--short")
    assert len([line for line in ran.out.splitlines() if line.strip()]) == 2 + len(TYPES) + 1


def test_one_type_alone_is_shown_with_every_reason(cli: Cli) -> None:
    ran = cli("why", *NELSON, "--sample", "--type", "author", "--no-provider")
    assert "Author" in ran.out
    assert "Location" not in ran.out
    assert "creator         " in ran.out
    assert "provider" not in ran.out


def test_two_files_of_one_record_each_can_be_compared(cli: Cli, tmp_path: Path) -> None:
    names = []
    for number, title in enumerate(("Two \\u001b[31mred\\u0007 boats\\u009b", "Red boats\\u2028at sea")):
        names.append(str(tmp_path / f"{number}.json"))
        Path(names[-1]).write_text(f'{{"id": "{number}", "dcTitle": ["{title}"]}}\n')
    ran = cli("why", *names)
    assert ran.code == 0, ran.err
    assert "in both titles: " in ran.out
    assert not [letter for letter in ran.out if not letter.isprintable() and letter != "\n"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["only-one", "--sample"], "name two records, not 1"),
        (["/sample/nothing", NELSON[1], "--sample"], 'there is no record "/sample/nothing"'),
        (["a.json", "b.json"], '"a.json" is not a file; name where its record is with --items FILE'),
        ([*NELSON, "--sample", "--model", "baseline"], "why needs a trained model"),
        ([*NELSON, "--sample", "--model", "nothing"], 'no model "nothing"'),
    ],
)
def test_what_cannot_be_explained_is_one_line_of_error(cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli("why", *arguments)
    assert ran.code == 1
    assert message in ran.err
    assert ran.out == ""


def test_a_file_of_two_records_is_refused(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    file.write_text('{"id": "1"}\n{"id": "2"}\n')
    ran = cli("why", str(file), str(file))
    assert (ran.code, ran.out) == (1, "")
    assert "holds 2 records, not one" in ran.err


def test_a_record_that_is_not_read_to_its_end_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "long.json").write_text(json.dumps({"id": "/a/1", "dcDescription": ["Ships in 1805. " * 2_000]}))
    (tmp_path / "short.json").write_text('{"id": "/a/2", "dcTitle": ["Ships"]}')
    told = "dcDescription: names, places, dates and verbs read to 20,000 of 30,000 characters"
    fast = ("--tagger", "crf")
    page = cli("why", "long.json", "short.json", *fast, cwd=tmp_path)
    assert page.code == 0, page.err
    assert f"\nA  {told}\nmodel evidence" in page.out
    answer = json.loads(cli("why", "short.json", "long.json", *fast, "--json", cwd=tmp_path).out)
    assert answer["unread"] == [f"/a/1, {told}"]
    tagged = json.loads(cli("tag", "long.json", *fast, cwd=tmp_path).out)
    assert tagged["unread"] == [{"field": "dcDescription", "read": 20_000, "length": 30_000}]
    assert f"<br>{told}" in cli("tag", "long.json", "--html", *fast, cwd=tmp_path).out


def test_a_pair_is_explained_in_the_language_that_is_asked_for(cli: Cli, tmp_path: Path) -> None:
    records = ({"id": "/a/1", "dcTitle": ["Ships"], "dcDate": ["1805"]}, {"id": "/a/2", "dcTitle": ["Boats"]})
    for record in records:
        (tmp_path / f"{record['id'][-1]}.json").write_text(json.dumps(record))
    fast = ("1.json", "2.json", "--tagger", "crf", "--language", "de")
    page = cli("why", *fast, cwd=tmp_path)
    assert page.code == 0, page.err
    assert "Zeit" in page.out
    assert "nur ein Datensatz hat eine Datierung: 1805" in page.out
    assert "\nModell evidence" in page.out
    answer = json.loads(cli("why", *fast, "--json", cwd=tmp_path).out)
    assert answer["language"] == "de"
    assert answer["types"][3]["summary"] == "nur ein Datensatz hat eine Datierung: 1805"
    unknown = cli("why", "1.json", "2.json", "--language", "xx", cwd=tmp_path)
    assert unknown.code == 2
    assert "'xx' is not one of" in unknown.err
