"""`related`, `predict`, `why` and `tag` as a table, a report and annotations, by the name of the output."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.output.web_annotations import check_annotation
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item

ITEMS = [
    Item(
        id=f"/2048128/{place.lower()}_{number}",
        provider="Harbour Museum" if number else "Stadtmuseum",
        dcTitle=(f"{kind} at {place}",),
        dcCreator=("Moss, Ada (1820-1890)",),
        dcDate=(str(1850 + number),),
        dcDescription=(f"A {kind.lower()} in the harbour of {place}, with boats before the quay.",),
        isShownAt=f"https://museum.example/{place}/{number}",
        preview=f"https://museum.example/{place}/{number}.jpg",
    )
    for place in ("Leith", "Genoa")
    for number, kind in enumerate(["Regatta", "=Storm", "Light<b>house"])
]
LEITH = "/2048128/leith_0"
STRANGE = Item(id="/2048128/nothing_1", dcTitle=("Qwertyuiop",))


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "items.jsonl"
    write_items(file, [*ITEMS, STRANGE])
    return file


@pytest.fixture
def index(cli: Cli, records: Path, tmp_path: Path) -> str:
    assert cli("index", records, "--to", tmp_path / "collection", "-q").code == 0
    return str(tmp_path / "collection")


def rows(content: str) -> list[dict[str, str]]:
    assert content.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(content[1:], newline="")))


def lines(content: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in content.splitlines()]
    for one in found:
        check_annotation(one)
    return found


def test_one_run_writes_every_form(cli: Cli, index: str, tmp_path: Path) -> None:
    names = ["all.jsonl", "all.csv", "all.html", "all.jsonld", "all.annotations.jsonl"]
    ran = cli("related", "--all", "--index", index, *(part for name in names for part in ("-o", name)), cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "all.csv, all.html, all.jsonld, all.annotations.jsonl: 6 items with related ones" in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {*names, "all.jsonl.items", "collection"}
    listed = [json.loads(line) for line in (tmp_path / "all.jsonl").read_bytes().splitlines()]
    pairs = [(line["id"], entry["id"], str(entry["score"])) for line in listed for entry in line["related"]]
    table = rows((tmp_path / "all.csv").read_bytes().decode())
    assert [(row["item_id"], row["related_id"], row["score"]) for row in table] == pairs
    first = table[0]
    assert first["item_makers"] == "Moss, Ada (1820-1890)"
    assert first["related_link"].startswith("https://museum.example/")
    assert first["sentence"]
    assert {row["related_title"] for row in table if "Storm" in row["related_title"]} <= {
        "'=Storm at Leith",
        "'=Storm at Genoa",
    }
    page = (tmp_path / "all.html").read_text()
    assert page.count("<article>") == 6
    assert "1 item has nothing related" in page
    assert "Light&lt;b&gt;house at Leith" in page
    assert "Light<b>" not in page
    assert "<img" not in page
    links = lines((tmp_path / "all.annotations.jsonl").read_text())
    whole = json.loads((tmp_path / "all.jsonld").read_bytes())
    assert whole["total"] == len(links) == len(whole["first"]["items"])
    assert sum(isinstance(one["target"], str) for one in links) == len(pairs)


def test_a_table_alone_keeps_its_lines_beside_it_and_is_made_again_when_something_changes(
    cli: Cli, index: str, tmp_path: Path
) -> None:
    asked = ("related", "--all", "--index", index, "-o", "all.csv")
    assert cli(*asked, "-q", cwd=tmp_path).code == 0
    assert {"all.csv", "all.csv.jsonl", "all.csv.jsonl.items"} <= {path.name for path in tmp_path.iterdir()}
    before = (tmp_path / "all.csv").read_bytes()
    again = cli(*asked)
    assert "0 of them related again" in again.err
    assert (tmp_path / "all.csv").read_bytes() == before
    (tmp_path / "gone.txt").write_text("/2048128/leith_1\n")
    assert cli("index", "--to", index, "--delete", "gone.txt", "-q").code == 0
    assert cli(*asked, "-q").code == 0
    after = rows((tmp_path / "all.csv").read_bytes().decode())
    assert after
    assert "/2048128/leith_1" not in {name for row in after for name in (row["item_id"], row["related_id"])}
    deleted = [json.loads(line) for line in (tmp_path / "all.csv.jsonl.changes").read_bytes().splitlines()]
    assert {"id": "/2048128/leith_1", "deleted": True} in deleted


def test_as_overrides_the_name(cli: Cli, index: str, tmp_path: Path) -> None:
    asked = ("related", LEITH, "--index", index, "-q")
    assert cli(*asked, "-o", "one.csv", "--as", "annotations", cwd=tmp_path).code == 0
    assert lines((tmp_path / "one.csv").read_text())
    assert cli(*asked, "-o", "one.html", "--as", "jsonl").code == 0
    assert json.loads((tmp_path / "one.html").read_text())["id"] == LEITH


def test_one_item_is_printed_or_written_in_the_language_that_is_asked_for(cli: Cli, index: str, tmp_path: Path) -> None:
    asked = ("related", LEITH, "--index", index, "-q", "-l", "de")
    printed = cli(*asked, "--as", "csv", cwd=tmp_path)
    assert all("Ada Moss" in row["sentence"] and "von" in row["sentence"] for row in rows(printed.out))
    assert cli(*asked, "-o", "one.html", "--pictures").code == 0
    page = (tmp_path / "one.html").read_text()
    assert '<html lang="de">' in page
    assert 'src="https://museum.example/Leith/0.jpg"' in page
    assert "Verwandte Objekte" in page


def test_a_report_has_so_many_items_at_most_and_says_so(cli: Cli, index: str, tmp_path: Path) -> None:
    ran = cli("related", "--all", "--index", index, "-o", "all.html", "--first", 2, "-q", cwd=tmp_path)
    assert ran.code == 0, ran.err
    page = (tmp_path / "all.html").read_text()
    assert page.count("<article>") == 2
    assert "Only the first 2 of 6 items are on this page." in page


def test_pairs_are_written_with_what_they_share(cli: Cli, records: Path, tmp_path: Path) -> None:
    pairs = [(LEITH, "/2048128/leith_1"), (LEITH, "/2048128/genoa_2"), ("/2048128/genoa_0", LEITH)]
    (tmp_path / "pairs.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in pairs))
    asked = ("predict", "pairs.tsv", "--items", records, "-q")
    assert cli(*asked, "-o", "scores.csv", cwd=tmp_path).code == 0
    table = rows((tmp_path / "scores.csv").read_bytes().decode())
    assert [(row["item_id"], row["related_id"], row["rank"]) for row in table] == [
        (*pairs[0], "1"),
        (*pairs[1], "2"),
        (*pairs[2], "1"),
    ]
    assert all("Both by Ada Moss." in row["sentence"] for row in table)
    assert cli(*asked, "-o", "scores.tsv").code == 0
    numbers = [line.split("\t") for line in (tmp_path / "scores.tsv").read_text().splitlines()]
    assert [float(row["general"]) for row in table] == pytest.approx([float(line[0]) for line in numbers], abs=1e-4)
    for workers in (1, 2):
        assert cli(*asked, "-o", f"{workers}.html", "-l", "fr", "--workers", workers).code == 0
    page = (tmp_path / "1.html").read_text()
    assert page == (tmp_path / "2.html").read_text()
    assert page.count("<article>") == 2
    assert "Notices comparées" in page
    found = lines(cli(*asked, "--as", "annotations").out)
    assert sum(isinstance(one["target"], str) for one in found) == 3


def test_a_report_of_a_few_pairs_still_names_all_that_were_scored(cli: Cli, records: Path, tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("".join(f"{item.id}\t{LEITH}\n" for item in ITEMS[1:]))
    asked = ("predict", "pairs.tsv", "--items", records, "-o", "p.html", "--first", 2, "--kept-pairs", "kept.tsv")
    ran = cli(*asked, cwd=tmp_path)
    assert "5 pairs of 6 items" in ran.err
    assert len((tmp_path / "kept.tsv").read_text().splitlines()) == 5
    assert (tmp_path / "p.html").read_text().count("<article>") == 2


def test_why_is_written_as_a_page_and_as_annotations(cli: Cli, records: Path, tmp_path: Path) -> None:
    asked = ("why", LEITH, "/2048128/leith_1", "--items", records)
    assert cli(*asked, "-o", "why.html", cwd=tmp_path).code == 0
    assert (tmp_path / "why.html").read_text().count("<article>") == 1
    assert lines(cli(*asked, "--as", "annotations").out)[0]["motivation"] == "linking"
    assert cli(*asked, "-o", "why.json").code == 0
    assert json.loads((tmp_path / "why.json").read_text()) == json.loads(cli(*asked, "--json").out)


def test_spans_are_annotations_of_single_records(cli: Cli, records: Path, tmp_path: Path) -> None:
    printed = lines(cli("tag", records, "--as", "annotations", "-q", cwd=tmp_path).out)
    assert cli("tag", records, "-o", "spans.annotations.jsonl", "-q").code == 0
    assert lines((tmp_path / "spans.annotations.jsonl").read_text()) == printed
    assert cli("tag", records, "-o", "spans.jsonld", "-q").code == 0
    assert json.loads((tmp_path / "spans.jsonld").read_text())["total"] == len(printed)
    plain = [json.loads(line) for line in cli("tag", records, "-q").out.splitlines()]
    assert len(printed) == sum(len(line["spans"]) for line in plain)
    known = {item.id: item for item in [*ITEMS, STRANGE]}
    for one in printed:
        target = json.loads(json.dumps(one["target"]))
        item = known[target["source"].removeprefix("http://data.europeana.eu/item")]
        position, quote = target["selector"]["refinedBy"]
        field = "dc" + target["selector"]["value"].removeprefix("dc:").capitalize()
        text = getattr(item, field)[target["selector"]["schema:position"] - 1]
        assert text[position["start"] : position["end"]] == quote["exact"]
    assert cli("tag", records, "-o", "spans.html", "-q").code == 0
    assert (tmp_path / "spans.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("related --all --sample -o a.jsonl -o b.txt", "a.jsonl and b.txt are both JSON lines"),
        ("related --all --sample -o a.csv -o b.html --as csv", "--as is for one output"),
        ("related --all --sample -o - --as csv", "for which it needs a file"),
        ("related --all --sample -o a.csv --first 3", "for an HTML report"),
        ("related X --sample -o a.csv --pictures", "for an HTML report"),
        ("related X --sample --json --as csv", "--json is printed"),
        ("why A B --sample --json -o a.csv", "--json is printed"),
        ("predict --sample -o a.tsv --pictures", "for an HTML report"),
        ("tag X --html --as jsonld", "are two forms"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is(cli: Cli, command: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "X").write_text("{}")
    ran = cli(*command.split(), cwd=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["X"]
