"""An embedded collection when things go wrong: killed builds, two writers, a full disk, another version's files."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from tantivy import Index

from tests.processes import PATIENCE, command, environment, ran, started, typed_sts, wait_until
from typed_sts_fetch.formats.write import item_line, write_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.embedded.files import Header, write_header, writing_lock
from typed_sts_index.embedded.searcher import schema_of
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import BadQuery, CollectionDamaged, Locked, WriteFailed, WrongFormat


def item(number: int, word: str) -> Item:
    text = f"{word} number {number} of the {number % 17}th row, kept in drawer {number % 101}"
    return Item(id=f"/made/{number}", provider=f"Museum {number % 5}", dcTitle=(text,), dcDescription=(text * 3,))


def check_whole(folder: Path, word: str, count: int) -> None:
    """Assert that the collection holds exactly the numbered items with this word, and knows it."""
    collection = EmbeddedCollection(folder)
    assert collection.n_docs == count
    assert {found.id for found in collection.all_items()} == {f"/made/{n}" for n in range(count)}
    assert collection.doc_freq("text", [word, "number"]) == [count, count]
    assert collection.similar("/made/7", 3)


@pytest.mark.slow
@pytest.mark.parametrize("rebuild", [False, True])
@pytest.mark.parametrize("sent", [0, 1_000, 6_000])
def test_a_build_killed_half_way_leaves_the_old_collection_whole(tmp_path: Path, sent: int, rebuild: bool) -> None:
    folder = tmp_path / "collection"
    EmbeddedCollection(folder).add(entry_of(item(n, "old")) for n in range(500))
    options = ["--no-read", *(["--rebuild"] if rebuild else [])]
    with started(
        command("index", "-", "--to", folder, "--quiet", *options),
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment({}),
    ) as builder:
        assert builder.stdin
        for number in range(sent):
            builder.stdin.write(item_line(item(number, "new")))
        builder.stdin.flush()
        wait_until(lambda: (folder / ".lock").read_text() == str(builder.pid), builder)
        builder.kill()
        builder.wait(PATIENCE)
    check_whole(folder, "old", 500)

    write_items(tmp_path / "items.jsonl", (item(n, "new") for n in range(6_000)))
    again = typed_sts("index", tmp_path / "items.jsonl", "--to", folder, *options)
    assert again.returncode == 0, again.stderr
    assert "6,000 items" in again.stderr
    check_whole(folder, "new", 6_000)
    assert len(list(folder.glob("gen-*"))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("changes", [1, 3, 5, 7, 9, 11])
def test_a_build_killed_at_any_moment_is_old_or_new_but_never_between(tmp_path: Path, changes: int) -> None:
    folder = tmp_path / "collection"
    EmbeddedCollection(folder).add(entry_of(item(n, "old")) for n in range(4_000))
    write_items(tmp_path / "items.jsonl", (item(n, "new") for n in range(4_000)))
    seen = {_listing(folder)}
    with started(
        command("index", tmp_path / "items.jsonl", "--to", folder, "--no-read"),
        stderr=subprocess.DEVNULL,
        env=environment({}),
    ) as builder:
        while len(seen) <= changes and builder.poll() is None:
            seen.add(_listing(folder))
        builder.kill()
        builder.wait(PATIENCE)
    before, after = EmbeddedCollection(folder).doc_freq("text", ["old", "new"])
    assert (before, after) in {(4_000, 0), (0, 4_000)}
    check_whole(folder, "new" if after else "old", 4_000)
    assert typed_sts("index", tmp_path / "items.jsonl", "--to", folder, "--no-read").returncode == 0
    check_whole(folder, "new", 4_000)


def _listing(folder: Path) -> frozenset[str]:
    """Return the names of the files of a collection, and who writes to it."""
    return frozenset([*(path.name for path in folder.rglob("*")), (folder / ".lock").read_text()])


@pytest.mark.slow
def test_a_first_build_that_is_killed_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    folder = tmp_path / "collection"
    line = command("index", "-", "--to", folder, "--no-read")  # which does not wait for the last record
    with started(line, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment({})) as builder:
        wait_until(lambda: (folder / "gen-000001" / "meta.json").exists(), builder)
        builder.kill()
        builder.wait(PATIENCE)
    assert not EmbeddedCollection(folder).exists()
    assert EmbeddedCollection(folder).add(entry_of(item(n, "new")) for n in range(100)) == 100
    check_whole(folder, "new", 100)


@pytest.mark.slow
def test_a_second_writer_is_told_who_is_writing(tmp_path: Path) -> None:
    folder = tmp_path / "collection"
    EmbeddedCollection(folder).add([entry_of(item(0, "old"))])
    write_items(tmp_path / "items.jsonl", [item(1, "new")])
    with writing_lock(folder):
        second = typed_sts("index", tmp_path / "items.jsonl", "--to", folder, "--no-read")
        assert second.returncode == 1
        assert f"another process (number {os.getpid()}) is writing to {folder}" in second.stderr
        assert len(second.stderr.splitlines()) == 1
        with pytest.raises(Locked):
            EmbeddedCollection(folder).delete(["/made/0"])
        check_count(folder, 1)
    assert typed_sts("index", tmp_path / "items.jsonl", "--to", folder, "--no-read").returncode == 0
    check_count(folder, 2)


def check_count(folder: Path, count: int) -> None:
    assert EmbeddedCollection(folder).n_docs == count


def test_reading_goes_on_through_a_rebuild(tmp_path: Path) -> None:
    folder = tmp_path / "collection"
    reader = EmbeddedCollection(folder)
    reader.add(entry_of(item(n, "old")) for n in range(50))
    assert reader.n_docs == 50
    pages = reader.all_items()
    next(pages)
    EmbeddedCollection(folder).rebuild(entry_of(item(n, "new")) for n in range(20))
    assert len(list(pages)) == 49
    assert reader.doc_freq("text", ["old"]) == [50]
    assert reader.similar("/made/7", 3)
    reader.refresh()
    assert reader.doc_freq("text", ["old", "new"]) == [0, 20]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a folder on a disk of three megabytes."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small disk takes root on Linux")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = ran(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder])
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    assert ran(["umount", "--lazy", folder]).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("rebuild", [False, True])
def test_a_full_disk_is_said_and_leaves_the_collection_whole(small_disk: Path, tmp_path: Path, rebuild: bool) -> None:
    folder = small_disk / "collection"
    EmbeddedCollection(folder).add(entry_of(item(n, "old")) for n in range(500))
    write_items(tmp_path / "items.jsonl", (item(n, f"new{n}") for n in range(60_000)))
    options = ["--quiet", "--no-read", *(["--rebuild"] if rebuild else [])]
    full = typed_sts("index", tmp_path / "items.jsonl", "--to", folder, *options)
    assert full.returncode == 1
    assert full.stderr == (
        f"typed-sts: cannot write to {folder}: the disk is full; nothing was changed there,"
        " free some space and run this again\n"
    )
    check_whole(folder, "old", 500)
    assert EmbeddedCollection(folder).add(entry_of(item(n, "new")) for n in range(600)) == 600
    check_whole(folder, "new", 600)


@pytest.mark.slow
def test_a_disk_too_full_to_keep_what_was_read_is_said(small_disk: Path, tmp_path: Path) -> None:
    folder = small_disk / "collection"
    write_items(tmp_path / "items.jsonl", (item(n, f"new{n}") for n in range(6_000)))
    full = typed_sts("index", tmp_path / "items.jsonl", "--to", folder, "--quiet")
    assert full.returncode == 1
    assert len(full.stderr.splitlines()) == 1
    assert "the disk is full" in full.stderr
    assert not EmbeddedCollection(folder).exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(WriteFailed, match="cannot write to"):
        EmbeddedCollection(tmp_path / "file" / "collection").add([entry_of(item(0, "x"))])


@pytest.mark.parametrize(("key", "word"), [("format_version", "format"), ("analyser_version", "analyser")])
def test_another_versions_collection_asks_to_be_rebuilt_and_can_be(tmp_path: Path, key: str, word: str) -> None:
    EmbeddedCollection(tmp_path).add([entry_of(item(0, "old"))])
    header = orjson.loads((tmp_path / "collection.json").read_bytes())
    (tmp_path / "collection.json").write_bytes(orjson.dumps(header | {key: 99}))
    with pytest.raises(WrongFormat, match=f"made with {word} version 99.*--rebuild"):
        _ = EmbeddedCollection(tmp_path).n_docs
    with pytest.raises(WrongFormat):
        EmbeddedCollection(tmp_path).add([entry_of(item(1, "new"))])
    EmbeddedCollection(tmp_path).rebuild([entry_of(item(0, "new"))])
    assert EmbeddedCollection(tmp_path).doc_freq("text", ["old", "new"]) == [0, 1]


def test_a_collection_made_before_languages_and_types_were_kept_goes_on_and_says_what_it_cannot(tmp_path: Path) -> None:
    (tmp_path / "gen-000001").mkdir()
    Index(schema_of((), filters=()), path=str(tmp_path / "gen-000001")).writer().commit()
    write_header(tmp_path, Header("gen-000001", filters=()))
    collection = EmbeddedCollection(tmp_path)
    collection.add([entry_of(Item(id="/1", dcTitle=("Boat",), language="de", dcType=("print",)))])
    assert (collection.count("boat"), len(collection.search("boat"))) == (1, 1)
    with pytest.raises(BadQuery, match=r"cannot be filtered by type; run .*--rebuild"):
        collection.count("boat", filters=Filters(types=("print",)))
    with pytest.raises(BadQuery, match="cannot be filtered by language"):
        collection.search("boat", filters=Filters(languages=("de",)))
    collection.rebuild([entry_of(found) for found in list(collection.all_items())])
    assert collection.count("boat", filters=Filters(types=("print",), languages=("de",))) == 1


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff"])
def test_a_header_that_is_not_one_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "collection.json").write_bytes(content)
    with pytest.raises(CollectionDamaged, match="is not the header of a collection"):
        _ = EmbeddedCollection(tmp_path).n_docs
    assert EmbeddedCollection(tmp_path).rebuild([entry_of(item(0, "new"))]) == 1


def test_a_damaged_index_is_said(tmp_path: Path) -> None:
    collection = EmbeddedCollection(tmp_path)
    collection.add([entry_of(item(0, "old"))])
    (tmp_path / "gen-000001" / "meta.json").write_text("{")
    collection.refresh()
    with pytest.raises(CollectionDamaged, match=r"meta\.json is not .*--rebuild"):
        _ = collection.n_docs
    assert collection.rebuild([entry_of(item(0, "new"))]) == 1
