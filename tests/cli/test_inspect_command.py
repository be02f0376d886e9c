"""`typed-sts inspect`, and the options that say what a column is, as a user runs them."""

import json
from pathlib import Path

import pytest

from tests.fetch import table_exports
from tests.processes import ran, typed_sts
from typed_sts.cli.outputs import marks_of

EXPORTS = {
    "tms.csv": table_exports.TMS,
    "german.csv": table_exports.GERMAN,
    "french.txt": table_exports.FRENCH,
    "adlib.csv": table_exports.ADLIB,
    "museumplus.xlsx": table_exports.workbook(),
    "modes.xml": table_exports.MODES,
    "items.json": table_exports.FOREIGN_JSON,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in EXPORTS.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def ids(output: str) -> list[str]:
    return [json.loads(line)["id"] for line in output.splitlines()]


def test_it_shows_the_form_the_columns_and_what_to_type_next(folder: Path) -> None:
    done = typed_sts("inspect", "german.csv", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "german.csv: 3 records; CSV, read as cp1252, separated by ; (not UTF-8: 15 characters outside "
        "ASCII, as in “Künstler”, “Schlagwörter”, “Müller”; --encoding names another)\n"
        "\n"
        "  column             read as          filled  distinct  examples\n"
        "  Inventarnr.        id                100 %         3  A 1 · A 2 · A 3\n"
        "  Künstler           dcCreator         100 %         3  Müller, Jörg · Schröder, Käthe · Weiß, Ida\n"
        "  Titel              dcTitle           100 %         3  Brücke über die Spree · Hafen · Markt\n"
        "  Datierung          dcDate            100 %         3  um 1861 · 1870 · 2. Hälfte 17. Jh.\n"
        "  Objektbezeichnung  dcType            100 %         2  Gemälde · Zeichnung\n"
        "  Schlagwörter       dcSubject, by ;   100 %         3  Brücke · Hafen; Schiff · Markt; Menschen\n"
        "  Material/Technik   dctermsMedium     100 %         3  Öl auf Leinwand · Kreide · Öl\n"
        "  Standort           -                  33 %         1  Depot 3\n"
        "\n"
        "Ids: Inventarnr., by its name, a value of its own in each row.\n"
        "Not read: Standort; --map Standort=FIELD reads a column.\n"
        "  typed-sts open german.csv\n"
        "  typed-sts convert german.csv -o german.jsonl\n"
    )


@pytest.mark.parametrize("name", ["tms.csv", "german.csv", "french.txt", "adlib.csv", "museumplus.xlsx", "items.json"])
def test_an_export_is_converted_in_one_command(folder: Path, name: str) -> None:
    done = typed_sts("convert", name, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(ids(done.stdout)) >= 2


@pytest.mark.parametrize("mapping", ["modes.toml", "modes.json"])
def test_xml_of_an_unknown_shape_is_read_in_two_commands(folder: Path, mapping: str) -> None:
    done = typed_sts("convert", "modes.xml", cwd=folder)
    assert done.returncode == 1
    assert "typed-sts inspect" in done.stderr
    done = typed_sts("inspect", "modes.xml", "--write", mapping, cwd=folder)
    assert f"typed-sts open modes.xml --mapping {mapping}" in done.stdout
    done = typed_sts("convert", "modes.xml", "--mapping", mapping, "-q", cwd=folder)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "id": "LEI.1",
            "dcTitle": ["The mill & the pond"],
            "dcSubject": ["mills", "ponds"],
            "dcDescription": ["A mill at Leith."],
            "dcDate": ["1861"],
            "dcCreator": ["Moss, Ada"],
        },
        {"id": "LEI.2", "dcTitle": ["The pier"]},
    ]


def test_a_mapping_that_was_written_reads_what_was_shown(folder: Path) -> None:
    for name in ("tms.csv", "museumplus.xlsx", "german.csv"):
        assert typed_sts("inspect", name, "--write", "m.toml", cwd=folder).returncode == 0
        plain = typed_sts("convert", name, "-q", cwd=folder)
        mapped = typed_sts("convert", name, "--mapping", "m.toml", "-q", cwd=folder)
        assert (mapped.stdout, mapped.stderr) == (plain.stdout, ""), name


def test_json_has_all_of_it(folder: Path) -> None:
    found = json.loads(typed_sts("inspect", "museumplus.xlsx", "--json", cwd=folder).stdout)
    assert (found["format"], found["rows"], found["mapping"]["id"]) == ("Excel", 3, "Objekt-Nr.")
    assert found["columns"][2] == {
        "name": "Beteiligte",
        "filled": 3,
        "distinct": 3,
        "examples": ["Moos, Ada Birk, Owen", "Moos, Ada Weiß, Ida", "unbekannt"],
        "field": "dcCreator",
        "split": "\n",
    }
    assert found["mapping"]["splits"] == {"Beteiligte": "\n"}


def test_a_known_format_shows_its_fields(folder: Path) -> None:
    typed_sts("sample", "sample", cwd=folder)
    done = typed_sts("inspect", "sample/items.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "dcTitle" in done.stdout
    assert "100 %" in done.stdout


def test_a_table_without_ids_says_what_to_type(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Card;Title\nx;Mill\ny;Pier\n")
    done = typed_sts("convert", "cards.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        'typed-sts: cards.csv: no "id" column: none of its columns (Card, Title) is called like one; "Card" has a '
        'value of its own in each row: --id "Card"; name it with --id COLUMN, or number the rows with --id row\n'
    )
    shown = typed_sts("inspect", "cards.csv", cwd=tmp_path).stdout
    assert 'No "id" column' in shown
    assert "typed-sts open cards.csv --id row" in shown
    assert ids(typed_sts("convert", "cards.csv", "--id", "Card", cwd=tmp_path).stdout) == ["x", "y"]


def test_the_options_are_there_wherever_records_are_read(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Card;Name of it;What;By\nx;Mill;mills/ponds;Ada Moss\ny;Pier;piers;Ada Moss\n")
    (tmp_path / "pairs.tsv").write_text("x\ty\n")
    given = [
        "--id",
        "Card",
        "--map",
        "Name of it=title",
        "--map",
        "What=subject",
        "--map",
        "By=creator",
        "--split",
        "/",
    ]
    index = typed_sts("index", "cards.csv", "--to", "c", *given, cwd=tmp_path)
    assert index.returncode == 0, index.stderr
    assert "2 records" in index.stderr
    assert '"ponds"' in typed_sts("export", "c", "-q", cwd=tmp_path).stdout
    tagged = typed_sts("tag", "cards.csv", *given, cwd=tmp_path)
    assert '"id":"x"' in tagged.stdout, tagged.stderr
    scored = typed_sts("predict", "pairs.tsv", "--items", "cards.csv", "--model", "baseline", *given, cwd=tmp_path)
    assert len(scored.stdout.split("\t")) == 8, scored.stderr
    why = typed_sts("why", "x", "y", "--items", "cards.csv", "--short", *given, cwd=tmp_path)
    assert "Both by Ada Moss." in why.stdout, why.stderr
    shown = typed_sts("show", "x", "--items", "cards.csv", *given, cwd=tmp_path)
    assert "ponds" in shown.stdout, shown.stderr


def test_bad_rows_are_skipped_and_counted_on_request(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,title\n1,Mill\n,Pier\n3,\n")
    done = typed_sts("convert", "a.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    done = typed_sts("convert", "a.csv", "--skip-bad", cwd=tmp_path)
    assert ids(done.stdout) == ["1"]
    assert "a.csv, line 4: a record without any text" in done.stderr
    assert "1 items, 2 bad records skipped" in done.stderr


def test_without_openpyxl_the_extra_is_named(folder: Path) -> None:
    code = (
        "import sys; sys.modules['openpyxl'] = None; sys.argv = ['typed-sts', 'convert', 'museumplus.xlsx']\n"
        "from typed_sts.cli.main import main; main()"
    )
    import sys

    done = ran([sys.executable, "-c", code], cwd=folder)
    assert done.returncode == 1
    assert "pip install 'typed-sts[excel]', or save the sheet as CSV" in done.stderr


def test_it_does_not_write_over_what_it_reads(folder: Path) -> None:
    from typed_sts.cli.inspect import inspect

    assert set(marks_of(inspect)) == {"file", "write", "mapping"}
    done = typed_sts("inspect", "tms.csv", "--write", "tms.csv", cwd=folder)
    assert "is read by this very command" in done.stderr
    assert (folder / "tms.csv").read_bytes() == table_exports.TMS
