"""A collection on a read-only disk, of another user: everything that only reads works, and nothing is written."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_user import as_nobody, need_root
from tests.processes import command, environment, ran
from tests.service.process import serving
from typed_sts.preparing.build_collection import build_collection
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts_fetch.formats.read import read_items

LEFT, RIGHT = sample_pairs()[0]
ITEMS = [item for number, item in enumerate(read_items(SAMPLE_ITEMS)) if number < 12 or item.id in (LEFT, RIGHT)]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Give a folder with two collections that root made, one of them read; pytest's folders are their owner's alone."""
    need_root()
    before = os.umask(0o022)
    made = Path(tempfile.mkdtemp(prefix="typed-sts-test-"))
    try:
        made.chmod(0o755)
        build_collection(ITEMS, made / "collection")
        build_collection(ITEMS, made / "words", read=False)
        (made / "pairs.tsv").write_text(f"{LEFT}\t{RIGHT}\n")
        yield made
    finally:
        os.umask(before)
        shutil.rmtree(made)


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path: path.stat() for path in folder.rglob("*")}
    return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found.items()}


QUESTIONS = {
    "info": ["info", "{}"],
    "info --check": ["info", "{}", "--check"],
    "search": ["search", "{}", "battle ship"],
    "export": ["export", "{}"],
    "pairs": ["pairs", "{}", "--n-seeds", "2"],
    "related": ["related", LEFT, "--index", "{}"],
    "why": ["why", LEFT, RIGHT, "--index", "{}", "--short"],
    "predict": ["predict", "pairs.tsv", "--index", "{}"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_answered_as_ever_and_nothing_is_written(folder: Path, name: str) -> None:
    answer_alike(folder, name, folder / "collection", read_only=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["search", "predict"])
def test_records_that_were_never_read_are_read_and_kept_nowhere(folder: Path, name: str) -> None:
    answer_alike(folder, name, folder / "words", read_only=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["info", "related"])
def test_a_collection_of_another_user_is_as_good_as_a_read_only_one(folder: Path, name: str) -> None:
    answer_alike(folder, name, folder / "collection", read_only=False)


def answer_alike(folder: Path, name: str, collection: Path, *, read_only: bool) -> None:
    """Assert that nobody gets the answer that root does, and leaves everything as it was."""
    question = [part.format(collection) for part in QUESTIONS[name]]
    before = listing(folder)
    asked = as_nobody(command(*question), read_only=collection if read_only else None)
    answer = ran(asked, cwd=folder, env=environment({}))
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout
    assert listing(folder) == before
    assert "cannot" not in answer.stderr
    copy = folder / "copy"
    shutil.copytree(collection, copy)
    try:
        mine = ran(command(*(part.replace(str(collection), str(copy)) for part in question)), cwd=folder)
    finally:
        shutil.rmtree(copy)
    assert mine.stdout.replace(str(copy), str(collection)) == answer.stdout


@pytest.mark.slow
def test_a_service_answers_from_a_read_only_disk(folder: Path) -> None:
    collection = folder / "collection"
    before = listing(folder)
    run = as_nobody(command("serve", "--index", collection, "--port", "0"), read_only=collection)
    with serving(collection, run) as service:
        for path in ("/readyz", f"/api/related?id={LEFT}", f"/api/why?a={LEFT}&b={RIGHT}", "/", "/api/search?q=ship"):
            answer = service.get(path)
            assert answer.status_code == 200, answer.text
    assert listing(folder) == before
    assert not [line for line in service.lines if "Traceback" in line]


@pytest.mark.slow
def test_what_writes_says_that_it_cannot_in_one_line(folder: Path) -> None:
    collection = folder / "collection"
    for question in (
        ["index", str(SAMPLE_ITEMS), "--to", str(collection), "--quiet"],
        ["index", str(SAMPLE_ITEMS), "--to", str(collection), "--quiet", "--rebuild", "--no-read"],
        ["index", str(SAMPLE_ITEMS), "--to", str(collection), "--quiet", "--rebuild"],
        ["export", str(collection), "-o", str(folder / "out.jsonl")],
        ["related", "--all", "--index", str(collection), "-o", str(folder / "out.jsonl"), "--quiet"],
    ):
        ended = ran(as_nobody(command(*question), read_only=collection), cwd="/", env=environment({}))
        assert ended.returncode == 1, ended.stderr
        assert ended.stderr.startswith("typed-sts: cannot "), ended.stderr
        assert ended.stderr.count("\n") == 1, ended.stderr


@pytest.mark.slow
def test_a_collection_that_may_not_be_read_at_all_is_said_in_one_line(folder: Path) -> None:
    collection = folder / "closed"
    shutil.copytree(folder / "collection", collection)
    try:
        for path, told in ((next(collection.glob("gen-*")) / "meta.json", "meta.json"), (collection, "collection")):
            path.chmod(0o700)
            ended = ran(as_nobody(command("info", collection)), cwd="/", env=environment({}))
            assert ended.returncode == 1
            assert told in ended.stderr
            assert "Permission denied" in ended.stderr
            assert ended.stderr.count("\n") == 1, ended.stderr
    finally:
        shutil.rmtree(collection)
