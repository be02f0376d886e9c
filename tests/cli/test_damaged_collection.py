"""Every command on a damaged collection: a right answer, or one line that says what is wrong; never a traceback."""

import os
import random
import shutil
from pathlib import Path

import pytest

from tests.conftest import Cli, Ran
from tests.processes import command, typed_sts
from tests.service.process import serving
from typed_sts.preparing.build_collection import build_collection
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items

LEFT, RIGHT = sample_pairs()[0]
FLIPS = 3


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a read collection of some records of the sample, all of them read before."""
    folder = tmp_path_factory.mktemp("whole")
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    chosen = [items[LEFT], items[RIGHT], *[item for name, item in items.items() if name not in (LEFT, RIGHT)][:10]]
    build_collection(chosen, folder / "collection")
    write_items(folder / "more.jsonl", list(items.values())[20:22])
    (folder / "pairs.tsv").write_text(f"{LEFT}\t{RIGHT}\n")
    return folder


def commands(work: Path) -> dict[str, list[str]]:
    collection, more = str(work / "collection"), str(work / "more.jsonl")
    return {
        "info": ["info", collection],
        "info --check": ["info", collection, "--check"],
        "search": ["search", collection, "battle ship"],
        "search --like": ["search", collection, "--like", LEFT],
        "export": ["export", collection, "--quiet"],
        "related": ["related", LEFT, "--index", collection, "--quiet"],
        "why": ["why", LEFT, RIGHT, "--index", collection, "--short"],
        "predict": ["predict", str(work / "pairs.tsv"), "--index", collection, "--quiet"],
        "index": ["index", more, "--to", collection, "--quiet"],
    }


def check(what: str, ended: Ran, right: Ran) -> None:
    """Assert that a command gave its right answer, or said in our own words why not."""
    assert "Traceback" not in ended.err, f"{what}: {ended.err}"
    assert "panicked" not in ended.err, f"{what}: {ended.err}"
    if ended.code == 0:
        assert ended.out == right.out, what
    else:
        assert ended.code == 1, what
        assert ended.err.splitlines()[-1].startswith("typed-sts: "), f"{what}: {ended.err}"


@pytest.mark.slow
def test_whatever_byte_is_changed_or_lost_is_told_or_does_not_matter(whole: Path, tmp_path: Path, cli: Cli) -> None:
    source = random.Random(11)
    work = tmp_path / "work"
    shutil.copytree(whole, work)
    right = {name: cli(*arguments) for name, arguments in commands(work).items()}
    assert {ran.code for ran in right.values()} == {0}
    names = sorted(str(path.relative_to(whole)) for path in (whole / "collection").rglob("*") if path.is_file())
    for name in (name for name in names if not name.endswith(".lock")):
        content = (whole / name).read_bytes()
        damages = {"cut in half": content[: len(content) // 2], "empty": b""}
        for _ in range(FLIPS):
            at = source.randrange(len(content))
            flipped = content[:at] + bytes([content[at] ^ (1 << source.randrange(8))]) + content[at + 1 :]
            damages[f"byte {at} flipped"] = flipped
        for damage, bytes_ in damages.items():
            shutil.rmtree(work)
            shutil.copytree(whole, work)
            (work / name).write_bytes(bytes_)
            for asked, arguments in commands(work).items():
                check(f"{asked} with {name} {damage}", cli(*arguments), right[asked])


@pytest.mark.slow
@pytest.mark.parametrize("part", ["store", "term"])
def test_a_real_process_says_it_in_one_line_on_standard_error(whole: Path, tmp_path: Path, part: str) -> None:
    work = Path(shutil.copytree(whole, tmp_path / "work"))
    file = next((work / "collection").glob(f"gen-*/*.{part}"))
    os.truncate(file, file.stat().st_size // 2)
    (work / "collection" / "documents.sqlite").unlink()
    for arguments in (*list(commands(work).values()), ["serve", "--index", str(work / "collection"), "--port", "0"]):
        ended = typed_sts(*arguments)
        assert ended.returncode == 1
        assert ended.stdout == ""
        assert ended.stderr.count("\n") == 1, ended.stderr
        assert ended.stderr.startswith(f"typed-sts: the collection {work / 'collection'} is damaged: {file.name}")


@pytest.mark.slow
def test_a_damaged_collection_is_made_again_as_its_error_says(whole: Path, tmp_path: Path, cli: Cli) -> None:
    work = Path(shutil.copytree(whole, tmp_path / "work"))
    collection = work / "collection"
    for file in collection.rglob("*"):
        if file.is_file():
            file.write_bytes(b"\0" * 100)
    assert "is damaged" in cli("info", collection).err
    (collection / "documents.sqlite").unlink()
    assert cli("index", work / "more.jsonl", "--to", collection, "--rebuild", "--quiet").code == 0
    assert cli("info", collection, "--check").code == 0


@pytest.mark.slow
def test_a_store_cut_short_does_not_end_a_service_that_reads_it(whole: Path, tmp_path: Path) -> None:
    work = Path(shutil.copytree(whole, tmp_path / "work"))
    file = next((work / "collection").glob("gen-*/*.store"))
    content = file.read_bytes()
    with serving(work / "collection", command("serve", "--index", work / "collection", "--port", "0")) as service:
        asked = f"/api/related?id={LEFT}"
        assert service.get(asked).status_code == 200
        os.truncate(file, 0)
        refused = [service.get(f"/api/item?id={LEFT}"), service.get(asked)]
        assert {answer.status_code for answer in refused} == {503}
        assert not any(str(work) in answer.text or file.name in answer.text for answer in refused)
        file.write_bytes(content)
        assert service.get(asked).status_code == 200
        assert service.process.poll() is None
    assert not [line for line in service.lines if "Traceback" in line or "panicked" in line]
