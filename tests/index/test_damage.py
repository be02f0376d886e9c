"""A damaged embedded collection: whatever is done to its files, it answers rightly or says that it is damaged."""

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.processes import ran
from typed_sts_fetch.item import Item
from typed_sts_index.embedded import segments
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.entry import Entry, entry_of
from typed_sts_index.errors import CollectionDamaged, CollectionError, NoCollection, WrongFormat

SEED = 7
VECTOR = np.array([np.cos(9 * factor) for factor in range(1, 65)], dtype=np.float32)
FLIPS = 8
"""Bytes of each file that are changed, one at a time."""


def entry(number: int) -> Entry:
    words = " ".join(f"word{(number * factor) % 41}" for factor in range(1, 30))
    title = (f"Boat {number}",)
    item = Item(id=f"/made/{number}", provider=f"Museum {number % 5}", dcTitle=title, dcDescription=(words,))
    vector = np.array([np.cos(number * factor) for factor in range(1, 65)], dtype=np.float32)
    return Entry(item, {"people": [f"person {number % 7}"]}, (1800 + number, 1850 + number), vector=vector)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection of two segments, one of them with deleted items."""
    folder = tmp_path_factory.mktemp("whole") / "collection"
    collection = EmbeddedCollection(folder)
    collection.rebuild(map(entry, range(300)), ["people"], vectors="made")
    collection.add(map(entry, range(290, 310)))
    collection.delete(["/made/3"])
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "collection"))


def answers(collection: EmbeddedCollection) -> list[object]:
    """Return everything a collection is asked for; of what fails in our own way, None."""
    questions: list[Callable[[], object]] = [
        lambda: collection.n_docs,
        lambda: collection.views,
        lambda: collection.doc_freq("text", ["boat", "word7", "word9"]),
        lambda: collection.doc_freq("people", ["person 3"]),
        lambda: collection.item("/made/7"),
        lambda: collection.search("boat word7 word13", 5),
        lambda: collection.similar("/made/9", 5, weights={"people": 1.0, "text": 1.0}),
        lambda: collection.nearest(VECTOR, 5),
        lambda: (collection.n_vectors, collection.vectors),
        lambda: collection.providers(),
        lambda: sorted(item.id for item in collection.all_items()),
    ]
    return [_answer(ask) for ask in questions]


def _answer(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except CollectionError:
        return None


def damages(file: Path, source: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield ways in which a file can be damaged: other bits, a part of it, nothing, something else."""
    content = file.read_bytes()
    for _ in range(min(FLIPS, len(content))):
        at = source.randrange(len(content))
        flipped = content[at] ^ (1 << source.randrange(8))
        yield f"bit of byte {at} flipped", content[:at] + bytes([flipped]) + content[at + 1 :]
    yield "cut in half", content[: len(content) // 2]
    yield "without its last byte", content[:-1]
    yield "empty", b""
    yield "noise", source.randbytes(len(content) or 10)
    yield "zeros", bytes(len(content) or 10)


def files_of(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
def test_flipped_and_lost_bytes_are_told_and_never_a_wrong_answer(whole: Path, copy: Path) -> None:
    source = random.Random(SEED)
    right = answers(EmbeddedCollection(whole))
    assert None not in right
    told = 0
    for name in files_of(copy):
        file = copy / name
        before = file.read_bytes()
        for what, content in damages(file, source):
            file.write_bytes(content)
            found = answers(EmbeddedCollection(copy))
            assert all(a is None or a == b for a, b in zip(found, right, strict=True)), f"{name}: {what}"
            told += None in found
        file.unlink()
        assert all(a is None or a == b for a, b in zip(answers(EmbeddedCollection(copy)), right, strict=True)), name
        file.write_bytes(before)
    assert told > 100
    assert answers(EmbeddedCollection(copy)) == right


def test_a_damaged_collection_can_be_made_again(copy: Path) -> None:
    store = next(copy.glob("gen-*/*.store"))
    store.write_bytes(store.read_bytes()[:100])
    for write in (
        lambda: EmbeddedCollection(copy).add([entry(1)]),
        lambda: EmbeddedCollection(copy).delete(["/made/1"]),
        lambda: EmbeddedCollection(copy).check(),
    ):
        with pytest.raises(CollectionDamaged) as told:
            write()
        assert str(copy) in str(told.value)
        assert f"typed-sts index ITEMS --to {copy} --rebuild" in str(told.value)
        assert store.name in told.value.problem
        assert str(copy) not in told.value.problem
    assert EmbeddedCollection(copy).rebuild([entry(1)], ["people"]) == 1
    EmbeddedCollection(copy).check(everything=True)


@pytest.mark.parametrize("part", ["store", "term", "idx", "fast", "fieldnorm"])
def test_a_file_cut_short_under_an_open_collection_is_told_and_does_not_end_the_process(part: str, copy: Path) -> None:
    collection = EmbeddedCollection(copy)
    right = answers(collection)
    file = max(copy.glob(f"gen-*/*.{part}"), key=lambda file: file.stat().st_size)
    content = file.read_bytes()
    os.truncate(file, 0)
    for ask in (
        lambda: collection.item("/made/7"),
        lambda: collection.search("boat"),
        lambda: collection.doc_freq("text", ["boat"]),
        lambda: collection.providers(),
        lambda: list(collection.all_items()),
        lambda: collection.check(),
    ):
        with pytest.raises(CollectionDamaged, match=rf"\.{part} was [\d,]+ bytes"):
            ask()
    file.write_bytes(content)
    assert answers(collection) == right


def test_bytes_changed_under_an_open_collection_are_found_by_a_thorough_check(copy: Path) -> None:
    collection = EmbeddedCollection(copy)
    collection.check(everything=True)
    store = next(copy.glob("gen-*/*.store"))
    with store.open("r+b") as stream:
        stream.seek(100)
        stream.write(b"\xff\x00\xff\x00")
    with pytest.raises(CollectionDamaged, match="other bytes than were written"):
        collection.check(everything=True)


_LARGE = """
import sys
import tempfile
from pathlib import Path
from typed_sts_index.embedded import segments
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.errors import CollectionError
segments.CHECKED_AT_ONCE = 0
collection = EmbeddedCollection(Path(sys.argv[1]))
for ask in (lambda: list(collection.all_items()), lambda: collection.search("boat"), lambda: collection.providers()):
    try:
        ask()
    except CollectionError as error:
        print("told", type(error).__name__)
"""


@pytest.mark.slow
@pytest.mark.parametrize("part", ["store", "term", "idx", "fast", "fieldnorm"])
def test_what_tantivy_itself_stumbles_over_in_a_large_collection_is_our_error_too(part: str, copy: Path) -> None:
    for number, file in enumerate(copy.glob(f"gen-*/*.{part}")):
        content = bytearray(file.read_bytes())
        source = random.Random(number)
        for _ in range(60):
            content[source.randrange(len(content) - 200)] = source.randrange(256)
        file.write_bytes(content)
    # In a process of its own: Rust prints its panics to standard error, and a broken file may do worse.
    ended = ran([sys.executable, "-c", _LARGE, str(copy)])
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_large_collection_is_opened_without_reading_all_of_it(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "CHECKED_AT_ONCE", 0)
    store = next(copy.glob("gen-*/*.store"))
    with store.open("r+b") as stream:
        stream.write(b"\xff")
    collection = EmbeddedCollection(copy)
    assert collection.n_docs == 309
    with pytest.raises(CollectionDamaged):
        collection.check(everything=True)


_STUMBLED = """
import sys
import tempfile
from pathlib import Path
from typed_sts_index.embedded import segments
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.errors import CollectionDamaged
segments.CHECKED_AT_ONCE = 0
collection = EmbeddedCollection(Path(sys.argv[1]))
for _ in range(3):
    try:
        list(collection.all_items())
    except CollectionDamaged as error:
        print(error.problem)
    collection.refresh()
"""


@pytest.mark.slow
def test_a_large_collection_tantivy_stumbled_over_is_checked_before_it_is_opened_again(copy: Path) -> None:
    for store in copy.glob("gen-*/*.store"):
        content = store.read_bytes()
        store.write_bytes(b"\xff" * (len(content) - 200) + content[-200:])
    told = ran([sys.executable, "-c", _STUMBLED, str(copy)])
    first, *later = told.stdout.splitlines()
    assert first == "what is stored in it cannot be read"
    assert len(later) == 2
    assert all("other bytes than were written" in line for line in later)
    assert told.stderr.count("panicked") <= 1
    assert "stack backtrace" not in told.stderr


def test_a_reader_leaves_no_trace_in_the_folder(copy: Path) -> None:
    for lock in copy.rglob("*.lock"):
        lock.unlink()
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    answers(EmbeddedCollection(copy))
    EmbeddedCollection(copy).check(everything=True)
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before


def test_an_older_version_and_nothing_at_all_are_not_damage(tmp_path: Path) -> None:
    with pytest.raises(NoCollection):
        EmbeddedCollection(tmp_path).check()
    (tmp_path / "collection.json").write_text(
        '{"generation": "gen-000001", "extra_views": [], "format_version": 1, "analyser_version": 1}'
    )
    with pytest.raises(WrongFormat):
        EmbeddedCollection(tmp_path).check()


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_the_files_of_a_collection_have_the_rights_of_any_new_file(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        collection = EmbeddedCollection(tmp_path / "collection")
        collection.rebuild(map(entry_of, (entry(n).item for n in range(20))))
        collection.add([entry_of(entry(30).item)])
    finally:
        os.umask(before)
    for path in (tmp_path / "collection").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o777 if path.is_dir() else 0o666) & ~umask, path


def test_where_no_temporary_folder_can_be_made_the_index_is_opened_in_its_own(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(copy / "nowhere"))
    assert EmbeddedCollection(copy).n_docs == 309
