"""Lines of related items as they are done: a file that is added to, torn at most at its end, and put in order last."""

import os
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import orjson

from typed_sts.answers.related_changes import Digests, id_of
from typed_sts_fetch.formats.write import replacing


def beside(path: Path, ending: str) -> Path:
    """Return the place of a file that belongs to another: related.jsonl.items."""
    return path.with_name(f"{path.name}.{ending}")


@contextmanager
def opened(part: Path) -> Iterator["Lines"]:
    """Give the lines of a part, cut after the last whole one, to be added to; on the disk when the block has ended."""
    part.parent.mkdir(parents=True, exist_ok=True)
    lines = Lines(part)
    try:
        yield lines
        lines.sync()
    finally:
        lines.close()


class Lines:
    """The lines of a part by the ids of their items, in the order in which they were added."""

    def __init__(self, part: Path) -> None:
        self._part = part
        self.added = 0
        """How many lines were added since it was opened."""
        self._load()

    def _load(self) -> None:
        self._stream: BinaryIO = self._part.open("a+b")
        self._stream.seek(0)
        self._end = 0
        self.ids: dict[str, tuple[int, int]] = {}
        """Where each line begins, and how long it is."""
        for line in self._stream:
            if (item_id := id_of(line)) is None:
                break
            self._know(item_id, line)
        self._stream.truncate(self._end)
        self._stream.seek(self._end)

    def _know(self, item_id: str, line: bytes) -> None:
        self.ids[item_id] = (self._end, len(line))
        self._end += len(line)

    def add(self, lines: Iterable[bytes]) -> None:
        """Write lines behind the others."""
        given = list(lines)
        self._stream.write(b"".join(given))
        self._stream.flush()
        self.added += len(given)
        for line in given:
            self._know(orjson.loads(line)["id"], line)

    def read(self, ids: Container[str] | None = None) -> Iterator[bytes]:
        """Yield the lines, or those of these items, in the order in which they were added."""
        for item_id, (start, length) in list(self.ids.items()):
            if ids is None or item_id in ids:
                yield self._line(start, length)

    def _line(self, start: int, length: int) -> bytes:
        self._stream.seek(start)
        return self._stream.read(length)

    def drop(self, ids: Container[str]) -> None:
        """Take the lines of these items out."""
        if any(item_id in ids for item_id in self.ids):
            self._write([item_id for item_id in self.ids if item_id not in ids])

    def put_in_order(self) -> None:
        """Put the lines in the order of the ids."""
        self._write(sorted(self.ids))

    def _write(self, ids: Iterable[str]) -> None:
        with replacing(self._part) as stream:
            for item_id in ids:
                stream.write(self._line(*self.ids[item_id]))
        self.close()
        self._load()

    def merge(self, before: Iterable[bytes], now: Digests, difference: BinaryIO) -> int:
        """Take in the earlier lines of all other items there are now, both in the order of the ids.

        Write those of ours that are not as before to `difference`, and what is gone; return how many lines.
        """
        count = 0
        ours = iter(self.read())
        with replacing(self._part) as whole:

            def put(line: bytes) -> None:
                nonlocal count
                whole.write(line)
                difference.write(line)
                count += 1

            ahead = next(ours, None)
            for line in before:
                item_id = id_of(line) or ""
                while ahead is not None and (id_of(ahead) or "") < item_id:
                    put(ahead)
                    ahead = next(ours, None)
                if ahead is not None and id_of(ahead) == item_id:
                    if ahead == line:
                        whole.write(line)
                    else:
                        put(ahead)
                    ahead = next(ours, None)
                elif item_id in now:
                    whole.write(line)
                else:
                    difference.write(orjson.dumps({"id": item_id, "deleted": True}, option=orjson.OPT_APPEND_NEWLINE))
            while ahead is not None:
                put(ahead)
                ahead = next(ours, None)
        return count

    def sync(self) -> None:
        """Have all of it on the disk."""
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
