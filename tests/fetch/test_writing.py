"""Files that are whole or not there."""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes, write_items
from typed_sts_fetch.item import Item

ITEMS = [Item(id=f"/a/{number}", dcTitle=(f"Brücke {number}",)) for number in range(3)]


def failing() -> Iterator[Item]:
    yield ITEMS[0]
    raise RuntimeError("in the middle")


def test_items_are_written_and_read_back(tmp_path: Path) -> None:
    assert write_items(tmp_path / "new" / "items.jsonl", ITEMS) == 3
    assert list(read_items(tmp_path / "new" / "items.jsonl")) == ITEMS


def test_a_name_that_ends_in_gz_is_zipped_to_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_items(tmp_path / name, ITEMS)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).count(b"\n") == 3


def test_a_failure_in_the_middle_leaves_the_earlier_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    write_items(path, ITEMS)
    before = path.read_bytes()
    with pytest.raises(RuntimeError, match="in the middle"):
        write_items(path, failing())
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["items.jsonl"]


def test_a_place_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadInput, match="cannot write"):
        write_bytes(tmp_path / "file" / "x.json", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match=r"cannot write .*folder"):
        write_bytes(tmp_path / "folder", b"")


def test_written_files_follow_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_bytes(tmp_path / "x", b"")
    finally:
        os.umask(old)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640
