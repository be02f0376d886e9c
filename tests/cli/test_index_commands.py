"""`typed-sts index`, `info`, `search`, `export` and `pairs` as a user runs them, over either engine."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.engines import ENGINES, elastic_url
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.preparing.build_collection import documents_file
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.scoring.untrained import BaselineScorer
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import TEXT_VIEWS
from typed_sts_index.opening import open_collection

COUNT = len(SAMPLE_ITEMS.read_text(encoding="utf-8").splitlines())
READER = Reader()
Run = Callable[..., str]


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path, elastic_name: Callable[[], str]) -> str:
    """Give a place for a collection that is not there yet."""
    if request.param == "embedded":
        return str(tmp_path / "collection")
    elastic_url()
    return elastic_name()


@pytest.fixture
def run(cli: Cli) -> Run:
    """Return a function that runs a command that must succeed, and returns what it wrote to standard output."""

    def succeed(*arguments: str | Path) -> str:
        told = cli(*arguments)
        assert told.code == 0, told.err
        return told.out

    return succeed


def test_the_sample_goes_in_and_comes_out_whole(place: str, tmp_path: Path, cli: Cli, run: Run) -> None:
    told = cli("index", SAMPLE_ITEMS, "--to", place)
    assert told.code == 0, told.err
    assert told.out == ""
    assert f"{place} has {COUNT} items" in told.err
    assert "a second" in told.err
    run("export", place, "-o", tmp_path / "out.jsonl")
    out = {item.id: item for item in read_items(tmp_path / "out.jsonl")}
    assert out == {item.id: item for item in read_items(SAMPLE_ITEMS)}
    assert len(run("export", place, "--quiet").splitlines()) == COUNT
    facts = json.loads(run("info", place, "--json"))
    assert facts["items"] == COUNT
    assert sum(facts["providers"].values()) == COUNT
    assert f"{COUNT} items, views text, title" in run("info", place)


def test_items_are_replaced_removed_and_the_collection_rebuilt(place: str, tmp_path: Path, cli: Cli, run: Run) -> None:
    write_items(tmp_path / "one.jsonl", [Item(id="/1", dcTitle=("Old boat",)), Item(id="/2", dcTitle=("Tree",))])
    write_items(tmp_path / "two.jsonl", [Item(id="/1", dcTitle=("New boat",)), Item(id="/3", dcTitle=("House",))])
    (tmp_path / "ids.txt").write_text("/2\n\n/none\n")
    run("index", tmp_path / "one.jsonl", "--to", place)
    run("index", tmp_path / "two.jsonl", "--to", place)
    assert ids_in(place, run) == {"/1", "/2", "/3"}
    assert "New boat" in run("search", place, "boat")
    told = cli("index", "--delete", tmp_path / "ids.txt", "--to", place)
    assert told.err.endswith(": 1\n")
    assert ids_in(place, run) == {"/1", "/3"}
    run("index", tmp_path / "one.jsonl", "--to", place, "--rebuild")
    assert ids_in(place, run) == {"/1", "/2"}


def ids_in(place: str, run: Run) -> set[str]:
    return {json.loads(line)["id"] for line in run("export", place).splitlines()}


def test_a_bad_record_stops_the_build_unless_it_may_be_skipped(place: str, tmp_path: Path, cli: Cli, run: Run) -> None:
    (tmp_path / "items.jsonl").write_text('{"id": "/1", "dcTitle": ["Boat"]}\n{"dcTitle": ["no id"]}\n{"id": "/3"}\n')
    told = cli("index", tmp_path / "items.jsonl", "--to", place)
    assert told.code == 1
    assert "line 2" in told.err.splitlines()[-1]
    assert "no collection at" in cli("info", place).err
    told = cli("index", tmp_path / "items.jsonl", "--to", place, "--skip-bad")
    assert "1 bad records skipped" in told.err
    assert ids_in(place, run) == {"/1", "/3"}


def test_search_finds_by_words_by_likeness_and_within_filters(place: str, tmp_path: Path, cli: Cli, run: Run) -> None:
    items = [
        Item(id="/1", provider="A", dcTitle=("Red boat",), dcDate=("1900",)),
        Item(id="/2", provider="B", dcTitle=("Blue boat",), dcDate=("1950",), dcType=("Painting",), language="en"),
        Item(id="/3", provider="B", dcTitle=("A tree",), dcDescription=("Beside a red boat",)),
    ]
    write_items(tmp_path / "items.jsonl", items)
    run("index", tmp_path / "items.jsonl", "--to", place)

    def found(*arguments: str) -> list[str]:
        return [json.loads(line)["id"] for line in run("search", place, *arguments, "--json").splitlines()]

    assert set(found("boat")) == {"/1", "/2", "/3"}
    assert set(found("boat", "--weight", "title=1")) == {"/1", "/2"}
    assert set(found("boat", "--provider", "B")) == {"/2", "/3"}
    assert found("boat", "--first-year", "1940", "--last-year", "1960") == ["/2"]
    assert set(found("--like", "/1")) == {"/2", "/3"}
    assert len(found("boat", "-k", "2")) == 2
    assert found("boat", "-k", "2", "--offset", "2") == found("boat")[2:]
    told = cli("search", place, "zeppelin")
    assert (told.code, told.out, told.err) == (0, "", "nothing found\n")
    assert found("boat", "--type", "painting") == ["/2"]
    assert found("boat", "--language", "EN", "--language", "de") == ["/2"]
    assert cli("search", place, "boat", "-k", "1", "--total", "--provider", "B").err == "2 found in all\n"


PEOPLE = [
    Item(id="/1", dcTitle=("Men fishing at Whitby",), dcCreator=("Holm, Berit",), dcDate=("second half 19th century",)),
    Item(id="/2", dcTitle=("Portrait of Berit Holm",), dcDate=("1872",)),
    Item(id="/3", dcTitle=("A vase",), dcDate=("5th century BC",)),
]


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is read for a server elsewhere than in the user's cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Give a file of three records."""
    write_items(tmp_path / "people.jsonl", PEOPLE)
    return tmp_path / "people.jsonl"


def test_a_collection_knows_what_the_records_say(place: str, people: Path, cli: Cli, run: Run) -> None:
    told = cli("index", people, "--to", place)
    assert told.code == 0, told.err
    assert "has 3 items" in told.err
    views = json.loads(run("info", place, "--json"))["views"]
    assert set(views) == {*TEXT_VIEWS, *READ_VIEWS}
    assert f"views {', '.join(views)}" in run("info", place)
    collection = open_collection(place)
    holm, whitby, fish = (READER.read(PEOPLE[0]).tokens(view) for view in ("people", "places", "verbs"))
    assert holm == ("holm, berit",)
    assert collection.doc_freq("people", holm) == [2]
    assert collection.doc_freq("makers", holm) == [1]
    assert collection.doc_freq("places", whitby) == [1] * len(whitby)
    assert collection.doc_freq("verbs", fish) == [1]
    assert "IDF" in BaselineScorer(collection).about
    assert "none for" not in BaselineScorer(collection).about
    assert ids_found(run, place, "men holm vase", "--first-year", "1860", "--last-year", "1871") == {"/1"}
    assert ids_found(run, place, "men holm vase", "--last-year", "-1") == {"/3"}


def ids_found(run: Run, place: str, *arguments: str) -> set[str]:
    return {json.loads(line)["id"] for line in run("search", place, *arguments, "--json").splitlines()}


@pytest.mark.slow
def test_what_was_read_is_kept_and_outlives_a_rebuild(place: str, people: Path, run: Run, tmp_path: Path) -> None:
    store = DocumentStore(documents_file(place), READER.version)
    assert tmp_path in store.path.parents
    run("index", people, "--to", place)
    assert store.get(PEOPLE) == {item.id: READER.read(item) for item in PEOPLE}
    changed = Item(id="/1", dcTitle=("Another title",))
    write_items(people, [changed])
    run("index", people, "--to", place, "--rebuild", "--workers", "2")
    assert ids_in(place, run) == {"/1"}
    assert open_collection(place).doc_freq("people", ["holm, berit"]) == [0]
    assert store.get([PEOPLE[0]]) == {}
    assert set(store.get([changed, *PEOPLE[1:]])) == {"/1", "/2", "/3"}


def test_documents_are_kept_where_one_says(place: str, people: Path, cli: Cli, run: Run, tmp_path: Path) -> None:
    run("index", people, "--to", place, "--documents", tmp_path / "kept")
    assert DocumentStore(documents_file(place, tmp_path / "kept"), READER.version).count() == 3
    assert not documents_file(place).exists()
    told = cli("index", people, "--to", place, "--no-read", "--documents", tmp_path / "kept")
    assert (told.code, "--documents is where what was read is kept: leave out --no-read" in told.err) == (1, True)


def test_what_a_provider_repeats_is_counted_first_and_left_out_also_from_a_pipe(
    place: str, tmp_path: Path, cli: Cli, run: Run
) -> None:
    said = "Restored with the help of the friends of the harbour museum."
    items = [Item(id=f"/{n}", provider="P", dcDescription=(f"Boat {n}. {said}",)) for n in range(60)]
    write_items(tmp_path / "items.jsonl", items)
    told = cli("index", tmp_path / "items.jsonl", "--to", place, "--tagger", "crf")
    assert "left out when reading: 1 sentences that 1 providers repeat" in told.err
    assert open_collection(place).doc_freq("description", ["restor", "boat"]) == [0, 60]
    known = open_collection(place).made_with
    lines = (tmp_path / "items.jsonl").read_text(encoding="utf-8")
    assert cli("index", "-", "--to", place, "--rebuild", "--tagger", "crf", "--quiet", stdin=lines).code == 0
    assert open_collection(place).made_with == known
    assert open_collection(place).doc_freq("description", ["restor", "boat"]) == [0, 60]
    write_items(tmp_path / "more.jsonl", [Item(id="/more", provider="P", dcDescription=(f"Boat. {said}",))])
    run("index", tmp_path / "more.jsonl", "--to", place)
    assert open_collection(place).doc_freq("description", ["restor", "boat"]) == [0, 61]


def test_bad_records_are_told_of_and_counted_once_though_files_are_gone_through_twice(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "items.jsonl"
    file.write_text('{"id": "/1"}\n' + '{"id": "/bad",\n' * 12 + '{"id": "/2"}\n')
    told = cli("index", file, "--to", tmp_path / "c", "--tagger", "crf", "--skip-bad")
    assert told.err.count("skipped: ") == 10
    assert "12 bad records skipped" in told.err


def test_records_that_were_read_are_not_mixed_with_others(place: str, people: Path, cli: Cli, run: Run) -> None:
    run("index", people, "--to", place, "--no-read")
    assert set(json.loads(run("info", place, "--json"))["views"]) == set(TEXT_VIEWS)
    told = cli("index", people, "--to", place)
    assert told.code == 1
    assert f"{place} was made with --no-read; give it again, or make it anew with --rebuild" in told.err
    run("index", people, "--to", place, "--no-read")
    run("index", people, "--to", place, "--rebuild")
    told = cli("index", people, "--to", place, "--no-read")
    assert told.code == 1
    assert f"{place} was read when it was made; leave out --no-read, or make it anew with --rebuild" in told.err
    run("index", people, "--to", place, "--read")
    assert open_collection(place).doc_freq("people", ["holm, berit"]) == [2]


def test_a_bad_record_stops_reading_and_the_collection_stays(place: str, people: Path, cli: Cli, run: Run) -> None:
    run("index", people, "--to", place)
    people.write_text('{"id": "/9", "dcTitle": ["Boat"]}\n{"dcTitle": ["no id"]}\n')
    told = cli("index", people, "--to", place, "--rebuild", "--workers", "2")
    assert told.code == 1
    assert "line 2" in told.err.splitlines()[-1]
    assert ids_in(place, run) == {"/1", "/2", "/3"}


def test_pairs_are_made_and_made_again(place: str, tmp_path: Path, cli: Cli, run: Run) -> None:
    run("index", SAMPLE_ITEMS, "--to", place)
    told = cli("pairs", place, "--n-seeds", "5", "--seed", "7", "-o", tmp_path / "pairs.tsv")
    assert told.code == 0, told.err
    lines = (tmp_path / "pairs.tsv").read_text().splitlines()
    assert f"{len(lines)} pairs: " in told.err
    known = {item.id for item in read_items(SAMPLE_ITEMS)}
    assert len(lines) > 20
    assert all(set(line.split("\t")) <= known and len(line.split("\t")) == 2 for line in lines)
    assert run("pairs", place, "--n-seeds", "5", "--seed", "7").splitlines() == lines
    (tmp_path / "seeds.txt").write_text(lines[0].split("\t")[0])
    assert run("pairs", place, "--seeds", tmp_path / "seeds.txt", "--rounds", "1").count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["index", "--to", "x"], "nothing to index"),
        (["index", "--to", "x", "--delete", "ids.txt", "--rebuild"], "--rebuild makes a collection from files"),
        (["index", "--to", "x", "--delete", "missing.txt"], "cannot read missing.txt"),
        (["index", "missing.jsonl", "--to", "x"], "cannot read missing.jsonl"),
        (["search", "x"], "give either a text to look for or --like"),
        (["search", "x", "boat", "--like", "/1"], "give either a text to look for or --like"),
        (["search", "x", "boat", "--weight", "title"], "is not VIEW=NUMBER"),
        (["search", "x", "--like", "/1", "--total"], "--total counts what words find"),
        (["search", "x", "boat"], "no collection at x"),
        (["info", "x"], "no collection at x"),
        (["export", "x"], "no collection at x"),
        (["pairs", "x"], "no collection at x"),
        (["info", "http://ann:pw@localhost:9200/x"], "holds a user or password"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(
    arguments: list[str], problem: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = cli(*arguments)
    assert told.code == 1
    assert problem in told.err
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith("typed-sts: ")
