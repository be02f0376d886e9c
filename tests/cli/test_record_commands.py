"""`typed-sts show` and `typed-sts convert`."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.processes import PATIENCE, command, environment, started, typed_sts
from typed_sts.output.records import side_by_side
from typed_sts_fetch.item import Item


def test_the_sample_shows_a_pair_side_by_side(cli: Cli) -> None:
    done = cli("show", "--sample", "1")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("id            /sample/")
    assert len(lines[0].split()) == 3
    assert all(len(line) <= 100 for line in lines)


def test_a_field_only_one_record_has_shows_a_dash_for_the_other() -> None:
    text = side_by_side([Item(id="a", dcDate=("1819",)), Item(id="b")])
    assert "date          1819" in text
    assert text.splitlines()[-1].endswith("  -")
    assert "title" not in text


def test_control_sequences_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in side_by_side([Item(id="a", dcTitle=("\x1b[31mred\u202e",))])
    assert "\u202e" not in side_by_side([Item(id="a", dcTitle=("\u202e",))])


def test_records_are_found_by_id_alias_or_old_address(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text('{"id": "/new/1", "aliases": ["/old/1"], "dcTitle": ["Coin"]}\n{"id": "x"}\n')
    for name in ("/new/1", "/old/1", "http://www.europeana.eu/portal/record/old/1.html"):
        done = cli("show", name, "x", "--items", "items.jsonl", cwd=tmp_path)
        assert "Coin" in done.out, done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "--sample", "9999"], "there is no pair 9999"),
        (["show", "/a/b"], "name one or two ids"),
        (["show", "nope", "--items", "README.md"], "not a file of records"),
        (["convert", "nowhere"], "cannot read nowhere"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_1(cli: Cli, arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# title\n")
    done = cli(*arguments, cwd=tmp_path)
    assert done.code == 1
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("typed-sts: ")


def test_convert_writes_json_lines_to_standard_output(cli: Cli, tmp_path: Path) -> None:
    done = cli("convert", "-", stdin="id,title\n1,Brücke|Bridge\n")
    assert done.out == '{"id":"1","dcTitle":["Brücke","Bridge"]}\n'
    assert done.err == "1 items\n"


def test_convert_stops_at_a_bad_line_and_leaves_the_earlier_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "1"}\n{"id": }\n{"id": "3"}\n')
    (tmp_path / "out.jsonl").write_text("earlier\n")
    done = cli("convert", "in.jsonl", "-o", "out.jsonl", cwd=tmp_path)
    assert done.code == 1
    assert "typed-sts: in.jsonl, line 2: not valid JSON" in done.err
    assert (tmp_path / "out.jsonl").read_text() == "earlier\n"


def test_convert_goes_on_and_counts_when_asked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "1"}\n{"id": }\n{"id": "3"}\n')
    done = cli("convert", "in.jsonl", "-o", "out.jsonl", "--skip-bad", cwd=tmp_path)
    assert done.code == 0
    assert "skipped: in.jsonl, line 2" in done.err
    assert done.err.splitlines()[-1] == "2 items, 1 bad records skipped"
    assert [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ["1", "3"]


def test_convert_writes_typed_text_records_that_read_back(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "/c/1", "dcTitle": ["Two\\twords"], "dcSubject": ["a", "b"]}\n')
    cli("convert", "in.jsonl", "--typed", "texts", cwd=tmp_path)
    assert (tmp_path / "texts/1_c_1.txt").read_text() == "dcTitle:\tTwo words\ndcSubject:\ta\tb\n"
    done = cli("convert", "texts", cwd=tmp_path)
    assert json.loads(done.out) == {"id": "/c/1", "dcTitle": ["Two words"], "dcSubject": ["a", "b"]}


@pytest.mark.slow
def test_convert_does_not_complain_when_the_reader_of_its_output_leaves(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("".join(f'{{"id": "{n}"}}\n' for n in range(100_000)))
    pipe = subprocess.PIPE
    with started(
        command("convert", "in.jsonl"), cwd=tmp_path, env=environment({}), stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        process.wait(PATIENCE)


def test_every_command_teaches_with_an_example(cli: Cli) -> None:
    commands = cli("--help").out
    for name in ("show", "convert", "fetch", "harvest", "tag"):
        assert name in commands
        assert "Example: typed-sts" in cli(name, "--help").out


@pytest.mark.slow
def test_the_version_is_the_packages(tmp_path: Path) -> None:
    from typed_sts import __version__

    assert typed_sts("--version", cwd=tmp_path).stdout == f"typed-sts {__version__}{os.linesep}"


def test_the_sample_is_written_as_files_and_replaces_nothing_of_anybody(cli: Cli, tmp_path: Path) -> None:
    ran = cli("sample", "mine", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "", "items.jsonl, pairs.tsv, gold.tsv in mine\n")
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["gold.tsv", "items.jsonl", "pairs.tsv"]
    assert cli("check", "mine/pairs.tsv", "mine/gold.tsv", cwd=tmp_path).code == 0
    assert cli("sample", "mine", "-q", cwd=tmp_path).code == 0
    (tmp_path / "mine" / "gold.tsv").write_text("my own\n")
    (tmp_path / "mine" / "items.jsonl").unlink()
    ran = cli("sample", "mine", cwd=tmp_path)
    assert ran.code == 1
    assert "mine/gold.tsv is there already, and is not the sample's" in ran.err
    assert (tmp_path / "mine" / "gold.tsv").read_text() == "my own\n"
    assert not (tmp_path / "mine" / "items.jsonl").exists()
