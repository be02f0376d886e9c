"""The vectors of an embedded collection: which items are nearest in meaning, beside those that tantivy finds by words.

    gen-000002/
      vectors.json     how many rows count, of how many dimensions, and their checksums; replaced after each commit
      vectors.heads    a row for each item: its tie-breaker, provider and years, and the signs of its vector as bits
      vectors.bytes    a row for each item: its vector, a byte for each dimension

    nearest:  signs that differ, of all rows  ->  the best two thousand  ->  their cosine by the bytes

Every row is looked at, so filters cost nothing and nothing is built: 232,000 rows take milliseconds (`python -m
benchmarks.nearest`). Heads are held in memory; of the bytes, mapped, only those of the best are touched. Rows are only
added: of several with one tie-breaker the last counts, and one that is marked so says that the item is gone. What an
interrupted write has added behind the rows that count is written over by the next.
"""

import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_index.contract import Filters
from typed_sts_index.embedded.files import VECTORS_SUMMARY as _SUMMARY
from typed_sts_index.embedded.segments import CHECKED_AT_ONCE
from typed_sts_index.entry import Entry, Vector, in_bytes
from typed_sts_index.errors import BadQuery, CollectionDamaged, WriteFailed
from typed_sts_index.neighbour_query import tie_breaker

RESCORED = 2_000
"""Rows whose cosine is computed for a question, or twenty for each that is asked for: of the first 100 nearly all are
those of an exact search then."""
_PER_HIT = 20
_NAMES = ("vectors.heads", "vectors.bytes")
_NOTHING: dict[str, Any] = {"rows": 0, "dimensions": 0, "checksums": [0, 0]}
_BLOCK = 4_096
_MOST_DIMENSIONS = 10_000
_NO_YEARS = (np.iinfo(np.int64).max, np.iinfo(np.int64).min)
Structured = npt.NDArray[Any]


def _head_type(dimensions: int) -> np.dtype[Any]:
    words = -(-dimensions // 64)
    return np.dtype(
        [
            ("tie", "<u8"),
            ("provider", "<u8"),
            ("first", "<i8"),
            ("last", "<i8"),
            ("gone", "<u8"),
            ("signs", "<u8", words),
        ]
    )


def _bytes_type(dimensions: int) -> np.dtype[Any]:
    return np.dtype([("values", "i1", dimensions)])


def _signs(vectors: Vector) -> npt.NDArray[np.uint64]:
    """Return the signs of vectors as bits, eight bytes a word."""
    bits = np.packbits(vectors > 0, axis=1)
    padded = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view("<u8")


class VectorWriter:
    """Adds rows to the vectors of a generation; they count once `commit` was called, after tantivy's own."""

    def __init__(self, folder: Path, collection: str) -> None:
        self._folder = folder
        self._collection = collection
        self._waiting: list[tuple[Entry | None, str]] = []
        is_new = not any((folder / name).exists() for name in (_SUMMARY, *_NAMES))
        self._summary = _NOTHING if is_new else read_summary(folder, collection)
        self._rows, self._dimensions = self._summary["rows"], self._summary["dimensions"]
        self._sums = list(self._summary["checksums"])
        if not is_new:
            check_sizes(folder, collection, self._summary)
        for name, kind in zip(_NAMES, (_head_type, _bytes_type), strict=True):
            with (folder / name).open("ab") as stream:
                stream.truncate(self._rows * kind(self._dimensions).itemsize)

    def put(self, entry: Entry) -> None:
        """Add the vector of an entry, in place of an older one; of an entry without, that it has none."""
        if entry.vector is not None:
            self._dimensions = self._dimensions or len(entry.vector)
            _check_fits(entry, entry.vector, self._dimensions)
        self._waiting.append((entry, entry.item.id))
        if len(self._waiting) >= _BLOCK:
            self._flush()

    def delete(self, item_id: str) -> None:
        """Add that an item is gone."""
        self._waiting.append((None, item_id))

    def commit(self) -> None:
        """Let what was added count."""
        self._flush()
        facts = {"rows": self._rows, "dimensions": self._dimensions, "checksums": self._sums}
        try:
            write_bytes(self._folder / _SUMMARY, orjson.dumps(facts))
        except BadInput as error:
            raise WriteFailed(f"{error}; run the same command again") from error

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if not self._dimensions or not waiting:
            return  # nothing has had a vector yet
        vectors = np.zeros((len(waiting), self._dimensions), dtype=np.float32)
        heads = np.zeros(len(waiting), dtype=_head_type(self._dimensions))
        for row, (entry, item_id) in enumerate(waiting):
            heads["tie"][row] = tie_breaker(item_id)
            heads["first"][row], heads["last"][row] = (entry.years if entry else None) or _NO_YEARS
            if entry is not None:
                heads["provider"][row] = tie_breaker(entry.item.provider)
                if entry.vector is not None:
                    vectors[row] = entry.vector
        contents = np.zeros(len(waiting), dtype=_bytes_type(self._dimensions))
        contents["values"] = in_bytes(vectors)
        heads["gone"] = ~vectors.any(axis=1)
        heads["signs"] = _signs(vectors)
        for number, (name, rows) in enumerate(zip(_NAMES, (heads, contents), strict=True)):
            content = rows.tobytes()
            self._sums[number] = zlib.crc32(content, self._sums[number])
            with (self._folder / name).open("ab") as stream:
                stream.write(content)
        self._rows += len(waiting)


def _check_fits(entry: Entry, vector: Vector, dimensions: int) -> None:
    if vector.shape != (dimensions,) or not np.isfinite(vector).all():
        raise BadQuery(f'the vector of "{entry.item.id}" is not one of {dimensions} numbers, as the others are')


class OpenedVectors:
    """One state of the vectors of a collection: what counted when it was opened."""

    def __init__(self, folder: Path, collection: str, *, thorough: bool = False) -> None:
        self._folder = folder
        self._collection = collection
        self._summary = read_summary(folder, collection)
        check_sizes(folder, collection, self._summary)
        self._inodes = {folder / name: (folder / name).stat().st_ino for name in _NAMES}
        rows, dimensions = self._summary["rows"], self._summary["dimensions"]
        if thorough or sum(path.stat().st_size for path in self._inodes) <= CHECKED_AT_ONCE:
            self.check_contents()
        heads = np.fromfile(folder / _NAMES[0], dtype=_head_type(dimensions), count=rows)
        last = _last_of_each(heads["tie"])
        self._places = last[heads["gone"][last] == 0]
        living = heads[self._places]
        self.n = len(living)
        self._ties, self._providers = living["tie"].copy(), living["provider"].copy()
        self._first, self._last = living["first"].copy(), living["last"].copy()
        self._words = np.ascontiguousarray(living["signs"].T)
        self._dimensions = dimensions
        self._contents: Structured = np.zeros(0, dtype=_bytes_type(dimensions))
        if rows:  # nothing cannot be mapped
            self._contents = np.memmap(folder / _NAMES[1], dtype=_bytes_type(dimensions), mode="r", shape=(rows,))

    def check_sizes(self) -> None:
        """Raise CollectionDamaged when a file is shorter than it was; one that was removed is still mapped, whole."""
        if all(_inode(path) == inode for path, inode in self._inodes.items()):
            check_sizes(self._folder, self._collection, self._summary)

    def check_contents(self) -> None:
        """Raise CollectionDamaged when any byte that counts is another than was written."""
        kinds = (_head_type, _bytes_type)
        for name, kind, checksum in zip(_NAMES, kinds, self._summary["checksums"], strict=True):
            left, found = self._summary["rows"] * kind(self._summary["dimensions"]).itemsize, 0
            with (self._folder / name).open("rb") as stream:
                while left > 0 and (block := stream.read(min(left, 1 << 20))):
                    found, left = zlib.crc32(block, found), left - len(block)
            if found != checksum:
                raise CollectionDamaged(self._collection, f"{name} has other bytes than were written")

    def nearest(self, vector: Vector, wanted: int, filters: Filters, without: str | None) -> list[tuple[int, float]]:
        """Return tie-breakers and cosines of the nearest rows that the filters let through, the best first."""
        if not self.n:
            return []
        if len(vector) != self._dimensions:
            raise BadQuery(f"a vector of {len(vector)} numbers; those of {self._collection} have {self._dimensions}")
        self.check_sizes()
        signs = _signs(vector[None])[0]
        differ = np.zeros(self.n, dtype=np.uint16)
        for own, other in zip(self._words, signs, strict=True):
            differ += np.bitwise_count(own ^ other)
        may = self._allowed(filters, without)
        rows = np.arange(self.n) if may is None else np.flatnonzero(may)
        scored = max(RESCORED, _PER_HIT * wanted)
        if len(rows) > scored:
            rows = np.sort(rows[np.argpartition(differ[rows], scored)[:scored]])
        values = self._contents["values"][self._places[rows]].astype(np.float32)
        found = np.round(values @ vector / np.linalg.norm(values, axis=1), 4)
        best = np.lexsort((self._ties[rows], -found))[:wanted]
        return [(int(self._ties[rows[at]]), float(found[at])) for at in best]

    def _allowed(self, filters: Filters, without: str | None) -> npt.NDArray[np.bool_] | None:
        conditions = []
        if filters.providers:
            asked = np.array([tie_breaker(provider) for provider in filters.providers], dtype=np.uint64)
            conditions.append(np.isin(self._providers, asked))
        if filters.first_year is not None:
            conditions.append(self._last >= filters.first_year)
        if filters.last_year is not None:
            conditions.append(self._first <= filters.last_year)
        if without is not None:
            conditions.append(self._ties != tie_breaker(without))
        return np.logical_and.reduce(conditions) if conditions else None


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _last_of_each(ties: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
    """Return the last row of each tie-breaker, in the order of the rows."""
    _, backwards = np.unique(ties[::-1], return_index=True)
    return np.sort(len(ties) - 1 - backwards)


def read_summary(folder: Path, collection: str) -> dict[str, Any]:
    """Return what vectors.json says."""
    try:
        found = orjson.loads((folder / _SUMMARY).read_bytes())
        rows, dimensions, checksums = (found[name] for name in ("rows", "dimensions", "checksums"))
        if not all(isinstance(number, int) and number >= 0 for number in (rows, dimensions, *checksums)):
            raise ValueError("no numbers")
        if len(checksums) != len(_NAMES) or dimensions > _MOST_DIMENSIONS:
            raise ValueError("not those of vectors")
    except OSError as error:
        raise CollectionDamaged(collection, f"{_SUMMARY} cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CollectionDamaged(collection, f"{_SUMMARY} does not say what vectors there are") from error
    return {"rows": rows, "dimensions": dimensions, "checksums": checksums}


def check_sizes(folder: Path, collection: str, summary: dict[str, Any]) -> None:
    """Raise CollectionDamaged when there are fewer rows than there should be."""
    for name, kind in zip(_NAMES, (_head_type, _bytes_type), strict=True):
        try:
            size = os.stat(folder / name).st_size
        except OSError as error:
            raise CollectionDamaged(collection, f"{name} cannot be read ({error.strerror})") from error
        if size < (due := summary["rows"] * kind(summary["dimensions"]).itemsize):
            raise CollectionDamaged(collection, f"{name} has {size:,} bytes, and not the {due:,} it should")
