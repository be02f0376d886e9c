"""What has changed in a collection since lists of related items were made of it, and which lists that touches.

    related.jsonl.items    what the items were: a head, then each item's id and digest, in the order of the lines

An item is another one when its record is, when other sentences of it are left out as repeated, or when an editor has
corrected another reading in it. A list is touched by an item that was added, changed or deleted when it names the
item, or when the item's own new list names it: those who list each other are nearly always the same. It is made of
what it named and of what names it now, or, where that may be too little, of the whole collection. Lists that are not
touched stay as they are, to the byte, though the weights of all words have moved a little.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from typed_sts.reading.boilerplate import Boilerplate
from typed_sts.reading.corrections import corrections_of
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import item_line, replacing
from typed_sts_fetch.item import Item

_KIND = "typed-sts related items"
_END = 65_536
Digests = dict[str, str]
"""The digest of each item by its id, in the order of the collection."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The ids of what is new or another, and of what is there no more."""

    fresh: frozenset[str]
    gone: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.fresh or self.gone)

    @property
    def ids(self) -> frozenset[str]:
        """All of them."""
        return self.fresh | self.gone


def digests_of(items: Iterable[Item], boilerplate: Boilerplate) -> Iterator[tuple[str, str]]:
    """Yield the id of each item, and a digest of all of its own that decides what is read in it."""
    for item in items:
        left_out = [(part.field, part.value, part.start) for part in boilerplate.parts(item)]
        decided = [repr(part).encode() for part in (left_out, corrections_of(item)) if part]
        yield item.id, hashlib.blake2b(item_line(item) + b"".join(decided), digest_size=12).hexdigest()


def changes(before: Digests, now: Digests) -> Changes:
    """Return what is not as it was."""
    fresh = frozenset(item_id for item_id, digest in now.items() if before.get(item_id) != digest)
    return Changes(fresh, frozenset(item_id for item_id in before if item_id not in now))


def listed_in(line: bytes) -> Iterator[str]:
    """Yield the ids that a line of related items names, those folded behind others too."""
    for entry in orjson.loads(line)["related"]:
        yield entry["id"]
        yield from entry.get("more", {}).get("ids", ())


def id_of(line: bytes) -> str | None:
    """Return the item a whole line is about; None for what was torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        return str(orjson.loads(line)["id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class Again:
    """What a touched list is to be made of: these items, or the whole collection (None); or the line it becomes."""

    among: list[str] | None = None
    fill: bool = False
    """Whether the whole collection is looked through after all, should there be fewer than it may hold."""
    line: bytes | None = None


def touched(
    lines: Iterable[bytes], changed: Changes, reached: Mapping[str, Sequence[str]], k: int
) -> Iterator[tuple[str, Again]]:
    """Yield the id of each line that changed items touch, but for their own, and what its list is to be made of.

    That is what it named and what names it now (`reached`): where it was shorter than k, everything worth listing was
    in it, and one that only loses items is what is left of it. Where it was not, and loses an item, or where more is
    folded behind an item than it names, the whole collection is looked through.
    """
    ids = changed.ids
    for line in lines:
        item_id = id_of(line)
        if item_id is None or item_id in ids:
            continue
        named, new = list(listed_in(line)), reached.get(item_id, ())
        lost = ids.intersection(named)
        if lost or new:
            yield item_id, _again(line, named, new, lost, changed, k)


def _again(
    line: bytes, named: Sequence[str], new: Sequence[str], lost: frozenset[str], changed: Changes, k: int
) -> Again:
    found = orjson.loads(line)
    entries = found["related"]
    full = len(entries) == k
    if any(entry["more"]["count"] > len(entry["more"]["ids"]) for entry in entries if "more" in entry):
        return Again()
    if full and lost & changed.gone:
        return Again()
    plain = {entry["id"] for entry in entries if "more" not in entry}
    if lost and not new and lost <= changed.gone & plain:
        left = found | {"related": [entry for entry in entries if entry["id"] not in lost]}
        return Again(line=orjson.dumps(left, option=orjson.OPT_APPEND_NEWLINE))
    among = [other for other in dict.fromkeys([*named, *new]) if other not in changed.gone]
    return Again(among, fill=full and bool(lost))


def reached_by(lines: Iterable[bytes]) -> dict[str, list[str]]:
    """Return, for each item that these lines name, the items of the lines that do."""
    found: dict[str, list[str]] = {}
    for line in lines:
        for other in listed_in(line):
            found.setdefault(other, []).append(id_of(line) or "")
    return found


def write_digests(path: Path, digests: Digests, **head: Any) -> None:
    """Write what the items are, with more to be known of them."""
    with replacing(path) as stream:
        stream.write(orjson.dumps({"kind": _KIND, **head}, option=orjson.OPT_APPEND_NEWLINE))
        for pair in digests.items():
            stream.write(orjson.dumps(pair, option=orjson.OPT_APPEND_NEWLINE))


def read_digests(path: Path) -> tuple[dict[str, Any], Digests] | None:
    """Return the head and the digests of a file; None where there is none. Raise BadInput for any other file."""
    try:
        with path.open("rb") as stream:
            head = orjson.loads(stream.readline())
            if head["kind"] != _KIND:
                raise KeyError
            return head, dict(map(orjson.loads, stream))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"{path} is not what was written there beside the related items; move it away") from None


def head_of(path: Path) -> dict[str, Any]:
    """Return what a file of digests begins with."""
    with path.open("rb") as stream:
        head = orjson.loads(stream.readline())
    return head if isinstance(head, dict) else {}


def mark_of(path: Path) -> list[object] | None:
    """Return by what a file of lines is known again: its length, and a digest of its end; None where it is not."""
    try:
        with path.open("rb") as stream:
            size = path.stat().st_size
            stream.seek(max(size - _END, 0))
            return [size, hashlib.blake2b(stream.read(), digest_size=12).hexdigest()]
    except OSError:
        return None
