"""Nothing is overwritten by accident: what a command must not write to is refused before it does anything."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Annotated, Any, get_args, get_type_hints

import pytest
import typer

from tests.conftest import Cli
from tests.processes import PATIENCE, command, started, typed_sts
from typed_sts.cli.commands import app
from typed_sts.cli.outputs import (
    _MODEL_FILES,
    COLLECTION,
    DOCUMENTS,
    DOCUMENTS_FOLDER,
    EXPERIMENT,
    FILE,
    FOLDER,
    KEYS,
    MODEL,
    NEW_SURVEY,
    RECORDS_FOLDER,
    RESUMED_FILE,
    SURVEY,
    Written,
    guarded,
    marks_of,
)
from typed_sts.reading.store import FILE_NAME, DocumentStore
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS
from typed_sts.scoring.open_scorer import model_folder
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection


def _walk(before: str, group: Any) -> Iterator[tuple[str, Any]]:
    for name, inner in group.commands.items():
        if hasattr(inner, "commands"):
            yield from _walk(f"{before}{name} ", inner)
        else:
            yield before + name, inner


COMMANDS = dict(_walk("", typer.main.get_command(app)))


def paths_in(hint: Any) -> bool:
    """Tell whether a type has a path anywhere in it."""
    return hint is Path or any(map(paths_in, get_args(hint)))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_path_and_every_collection_of_a_command_says_whether_it_is_read_or_written(name: str) -> None:
    command = COMMANDS[name]
    hints = get_type_hints(command.callback)
    places = {
        param.name for param in command.params if paths_in(hints.get(param.name)) or param.metavar == "COLLECTION"
    }
    places |= {param.name for param in command.params if {"--output", "-o", "--model"} & {*param.opts}}
    assert set(marks_of(command.callback)) >= places


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_guarded(name: str) -> None:
    around = COMMANDS[name].callback
    while around.__code__ is not guarded(print).__code__:
        around = around.__wrapped__


# Each option that writes, in a command that would work: the option is the last, and X stands for the place.

CASES = {
    ("convert", "output"): "convert items.jsonl -o X",
    ("convert", "typed"): "convert items.jsonl --typed X",
    ("inspect", "write"): "inspect items.jsonl --write X",
    ("tag", "output"): "tag items.jsonl -o X",
    ("fetch", "output"): "fetch items.jsonl -o X",
    ("fetch", "failures"): "fetch items.jsonl -o new.jsonl --failures X",
    ("fetch", "layout"): "fetch items.jsonl -o new.jsonl --layout typed X",
    ("fetch", "cache"): "fetch items.jsonl -o new.jsonl --cache X",
    ("harvest", "output"): "harvest mill --api-key-file items.jsonl -o X",
    ("harvest", "deleted"): "harvest mill --api-key-file items.jsonl -o new.jsonl --deleted X",
    ("harvest", "cache"): "harvest mill --api-key-file items.jsonl -o new.jsonl --cache X",
    ("index", "to"): "index items.jsonl --to X",
    ("index", "documents"): "index items.jsonl --to new --documents X",
    ("export", "output"): "export collection -o X",
    ("pairs", "output"): "pairs collection --seeds items.jsonl -o X",
    ("predict", "output"): "predict pairs.tsv --items items.jsonl -o X",
    ("predict", "kept_pairs"): "predict pairs.tsv --items items.jsonl -o new.tsv --kept-pairs X",
    ("predict", "cache"): "predict pairs.tsv --items items.jsonl -o new.tsv --cache X",
    ("why", "output"): "why A B --items items.jsonl -o X",
    ("related", "output"): "related --all --index collection --model model -o X",
    ("train", "output"): "train pairs.tsv gold.tsv --items items.jsonl -o X",
    ("reproduce", "work"): "reproduce task --api-key-file items.jsonl --work X",
    ("reproduce", "index"): "reproduce task --api-key-file items.jsonl --index X",
    ("reproduce", "cache"): "reproduce task --api-key-file items.jsonl --cache X",
    ("evaluate", "plot"): "evaluate gold.tsv gold.tsv --pairs items.jsonl --plot X",
    ("sample", "folder"): "sample X",
    ("core predict", "output"): "core predict items.jsonl -o X",
    ("judge draw", "output"): "judge draw --index collection --again items.jsonl -o X",
    ("judge compare", "output"): "judge compare --index collection --model model -o X",
    ("judge rate", "to"): "judge rate items.jsonl --to X",
    ("core train", "output"): "core train items.jsonl -o X",
    ("interpret predict", "output"): "interpret predict items.jsonl items.jsonl -o X",
    ("interpret train", "output"): "interpret train items.jsonl -o X",
    ("serve", "new_key_file"): "serve --keys items.jsonl --new-key X",
    ("serve", "survey"): "serve --keys items.jsonl --survey X",
    ("survey make", "output"): "survey make pairs.tsv --items items.jsonl -o X",
    ("survey serve", "survey"): "survey serve X",
    ("survey invite", "survey"): "survey invite X",
    ("survey key", "survey"): "survey key X",
    ("survey export", "output"): "survey export items.jsonl -o X",
}
FILES = (FILE, RESUMED_FILE, NEW_SURVEY)
FOLDERS = (FOLDER, RECORDS_FOLDER, COLLECTION, MODEL, EXPERIMENT, DOCUMENTS_FOLDER)


def mark(case: tuple[str, str]) -> Written:
    found = marks_of(COMMANDS[case[0]].callback)[case[1]][1]
    assert isinstance(found, Written)
    return found


def of(*kinds: Written) -> list[tuple[str, str]]:
    return [case for case in CASES if mark(case) in kinds]


def test_every_option_that_writes_is_tried_below() -> None:
    marked = {(name, param) for name in COMMANDS for param in marks_of(COMMANDS[name].callback)}
    written = {case for case in marked if isinstance(marks_of(COMMANDS[case[0]].callback)[case[1]][1], Written)}
    assert written == set(CASES)
    assert sorted(map(repr, of(*FILES, *FOLDERS, DOCUMENTS, KEYS, SURVEY))) == sorted(map(repr, CASES))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outputs")
    shutil.copy(SAMPLE_ITEMS, folder / "items.jsonl")
    shutil.copy(SAMPLE_PAIRS, folder / "pairs.tsv")
    (folder / "gold.tsv").write_text("\t".join("01234501") + "\n")
    shutil.copytree(model_folder("evidence"), folder / "model")
    for name in ("task", "task/train", "task/test", "other"):
        (folder / name).mkdir()
    (folder / "other/mine.txt").write_text("mine")
    open_collection(folder / "collection").add([entry_of(Item(id="/mine/1", dcTitle=("Mine",)))])
    return folder


@pytest.fixture
def here(tmp_path: Path, prepared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything the commands above name; the command is run in it."""
    shutil.copytree(prepared, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


Refused = Callable[[tuple[str, str], str], str]


@pytest.fixture
def refused(cli: Cli, here: Path) -> Refused:
    """Return a function that runs a command with a place to write to, and returns why it is refused."""

    def run(case: tuple[str, str], place: str) -> str:
        before = everything(here)
        ran = cli(*(place if word == "X" else word for word in CASES[case].split()))
        assert (ran.code, ran.out) == (1, ""), ran.err
        assert ran.err.startswith("typed-sts: ")
        assert ran.err.count("\n") == 1
        assert everything(here) == before
        return ran.err

    return run


def everything(folder: Path) -> dict[str, bytes | None]:
    found = {path: path for path in folder.rglob("*")}
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in found}


@pytest.mark.parametrize("case", [case for case in CASES if "items.jsonl" in CASES[case]], ids=" ".join)
def test_what_is_read_is_not_written_to(refused: Refused, here: Path, case: tuple[str, str]) -> None:
    assert "items.jsonl is read by this very command" in refused(case, "items.jsonl")


@pytest.mark.parametrize(
    "name", ["./items.jsonl", "other/../items.jsonl", "ABSOLUTE", "link", "hard", "far/items.jsonl"]
)
def test_by_no_other_name_either(refused: Refused, here: Path, name: str) -> None:
    (here / "link").symlink_to("items.jsonl")
    os.link(here / "items.jsonl", here / "hard")
    (here / "far").symlink_to(here)
    place = str(here / "items.jsonl") if name == "ABSOLUTE" else name
    for case in (("convert", "output"), ("predict", "kept_pairs"), ("train", "output"), ("index", "to")):
        assert "is read by this very command" in refused(case, place)


def test_what_comes_in_through_standard_input_is_not_written_to(here: Path) -> None:
    line = command("convert", "-", "-o", "items.jsonl")
    with (
        (here / "items.jsonl").open() as stdin,
        started(line, cwd=here, stdin=stdin, stderr=PIPE, text=True) as process,
    ):
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "items.jsonl is read by this very command" in err
    assert (here / "items.jsonl").read_bytes() == SAMPLE_ITEMS.read_bytes()


@pytest.mark.parametrize("case", of(*FILES, DOCUMENTS), ids=" ".join)
def test_a_folder_is_no_file(refused: Refused, case: tuple[str, str]) -> None:
    assert "other is a folder; name a file in it" in refused(case, "other")


@pytest.mark.parametrize("case", of(*FOLDERS), ids=" ".join)
def test_a_file_is_no_folder(refused: Refused, case: tuple[str, str]) -> None:
    assert "other/mine.txt is " in refused(case, "other/mine.txt")


@pytest.mark.parametrize("place", ["collection/collection.json", "collection/new", "collection/gen-000001/meta.json"])
@pytest.mark.parametrize("case", of(*FILES), ids=" ".join)
def test_no_file_goes_into_a_collection(refused: Refused, case: tuple[str, str], place: str) -> None:
    assert f"{place} " in refused(case, place)


@pytest.mark.parametrize("case", of(FOLDER, RECORDS_FOLDER, MODEL, EXPERIMENT), ids=" ".join)
def test_a_collection_is_no_folder_for_other_things(refused: Refused, case: tuple[str, str]) -> None:
    assert "collection" in refused(case, "collection")
    assert "lies in the collection" in refused(case, "collection/new")


def test_a_collection_is_not_made_in_a_folder_of_other_things(refused: Refused) -> None:
    assert "other is a folder with other things in it (mine.txt), not a collection" in refused(("index", "to"), "other")
    assert "lies in the collection" in refused(("index", "to"), "collection/inner")
    assert "holds other things than an experiment" in refused(("reproduce", "work"), "other")


@pytest.mark.parametrize("case", of(FILE, RESUMED_FILE), ids=" ".join)
@pytest.mark.parametrize("name", sorted(_MODEL_FILES))
def test_no_file_takes_the_place_of_a_part_of_a_model(refused: Refused, case: tuple[str, str], name: str) -> None:
    assert f"model/{name} is " in refused(case, f"model/{name}")


def test_the_files_of_a_model_and_of_documents_are_called_as_everywhere() -> None:
    assert {DESCRIPTION, WEIGHTS} == _MODEL_FILES
    assert FILE_NAME == "documents.sqlite"


def test_a_model_does_not_replace_the_one_that_helps_it(refused: Refused, cli: Cli) -> None:
    ran = cli(*"train pairs.tsv gold.tsv --items items.jsonl --base model -o model".split())
    assert "model is read by this very command (--base)" in ran.err


def test_a_file_in_a_folder_that_is_read_is_not_replaced(cli: Cli, here: Path) -> None:
    ran = cli("convert", "other", "-o", "other/mine.txt")
    assert "other/mine.txt is one of the files of other, which are read" in ran.err
    assert "other holds other/mine.txt, which is read" in cli("convert", "other/mine.txt", "--typed", "other").err


def test_two_outputs_are_two_files(cli: Cli, here: Path) -> None:
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "-o", "a.tsv", "--kept-pairs", "./a.tsv")
    assert ran.err == "typed-sts: --kept-pairs and --output are both a.tsv; name two places\n"


def test_the_failures_of_a_fetch_do_not_replace_its_addresses(cli: Cli, here: Path) -> None:
    (here / "failures.tsv").write_text("/a/1\n")
    assert "failures.tsv is read by this very command" in cli("fetch", "failures.tsv").err
    assert (here / "failures.tsv").read_text() == "/a/1\n"


@pytest.mark.slow
def test_kept_documents_replace_nothing_else(cli: Cli, here: Path) -> None:
    line = ("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "random", "-q", "-o", "new.tsv", "--cache")
    assert "gold.tsv is there already and keeps no documents" in cli(*line, "gold.tsv").err
    (here / "empty").touch()
    assert cli(*line, "empty").code == 0
    assert cli(*line, "empty").code == 0
    assert DocumentStore(here / "empty", "").path.read_bytes().startswith(b"SQLite")


def test_a_place_that_cannot_be_looked_at_is_one_line(cli: Cli, here: Path) -> None:
    for place in ("x" * 300, "items.jsonl/x"):
        ran = cli("convert", "pairs.tsv", "-o", place)
        assert ran.code == 1
        assert ran.err.count("\n") == 1


# What stays allowed.


def test_an_ordinary_file_is_replaced_also_where_a_link_leads(cli: Cli, here: Path) -> None:
    (here / "new.jsonl").write_text("old")
    (here / "link").symlink_to("other/mine.txt")
    for name in ("new.jsonl", "link", "not/there/yet.jsonl"):
        assert cli("convert", "items.jsonl", "-o", name).code == 0
        assert (here / name).read_bytes().count(b"\n") == 182
    assert (here / "link").is_symlink()
    assert (here / "other/mine.txt").read_bytes() == (here / "new.jsonl").read_bytes()


@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_may_be_named(here: Path, place: str) -> None:
    ran = typed_sts("convert", "items.jsonl", "-q", "-o", place, cwd=here)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("\n") == 182


def test_a_named_pipe_and_a_device_are_written_to(cli: Cli, here: Path) -> None:
    os.mkfifo(here / "pipe")
    reader = os.open(here / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert cli("core", "predict", "pairs.tsv", "--model", "baseline", "-o", "pipe").code == 0
    assert os.read(reader, 100_000).count(b"\n") == 93
    os.close(reader)
    assert cli("core", "predict", "pairs.tsv", "--model", "baseline", "-o", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()
    assert "is not an ordinary file" in cli("related", "--all", "--sample", "-o", "/dev/null").err


def test_a_collection_an_experiment_and_an_empty_folder_are_gone_on_with(cli: Cli, here: Path) -> None:
    (here / "empty").mkdir()
    (here / "empty/.lock").touch()  # what a first try left that was stopped
    for place in ("empty", "collection", "new"):
        assert cli("index", "items.jsonl", "--to", place, "--no-read", "-q").code == 0
    (here / "work").mkdir()
    (here / "work/steps.log").touch()
    assert "the task's files are not all there" in cli("reproduce", "task", "--work", "work").err


def test_a_mark_stands_beside_what_typer_is_told() -> None:
    def example(
        path: Annotated[Path, typer.Option("--to", "-t"), FILE], other: Annotated[int, typer.Argument()]
    ) -> None:
        """Do nothing."""

    assert marks_of(example) == {"path": ("--to", FILE)}
