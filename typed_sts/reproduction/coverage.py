"""How much of the task is left: what became of each record, and of how many pairs both records are there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from typed_sts.task_files.item_names import Pair, record_key
from typed_sts.task_files.lines import read_lines
from typed_sts_fetch.formats.write import write_bytes

THERE, MOVED, GONE, FAILED = "there", "moved", "gone", "failed"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a record: there, moved, gone or failed (did not come, but may be there); and its id now."""

    kind: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Pairs of a set by what became of their records.

    `pairs` = `both` + `gone` + `failed`. Of `both`, `moved` have a record under a new id, and in `merged` the two
    addresses now lead to one record.
    """

    pairs: int
    both: int
    moved: int
    merged: int
    gone: int
    failed: int
    records: int
    records_there: int

    @property
    def complete(self) -> bool:
        """Say whether every pair has both records."""
        return self.both == self.pairs

    def to_json(self) -> dict[str, int]:
        """Return the counts as plain values."""
        return asdict(self)


def coverage_of(pairs: Sequence[Pair], fates: Mapping[str, Fate]) -> Coverage:
    """Return how many pairs have both records, and why the others have not."""
    both = moved = merged = gone = failed = 0
    for pair in pairs:
        left, right = (fates[record_key(name)] for name in pair)
        kinds = {left.kind, right.kind}
        gone += GONE in kinds
        failed += FAILED in kinds and GONE not in kinds
        if kinds <= {THERE, MOVED}:
            both += 1
            moved += MOVED in kinds
            merged += left.now == right.now and record_key(pair[0]) != record_key(pair[1])
    records = {record_key(name) for pair in pairs for name in pair}
    there = sum(fates[name].kind in (THERE, MOVED) for name in records)
    return Coverage(len(pairs), both, moved, merged, gone, failed, len(records), there)


def covered(pairs: Iterable[Pair], fates: Mapping[str, Fate]) -> list[bool]:
    """Say for each pair whether both records are there."""
    return [all(fates[record_key(name)].kind in (THERE, MOVED) for name in pair) for pair in pairs]


def write_fates(path: Path, fates: Mapping[str, Fate]) -> None:
    """Write a line a record: its id in the task, what became of it, its id now."""
    write_bytes(path, "".join(f"{name}\t{fate.kind}\t{fate.now}\n" for name, fate in fates.items()).encode())


def read_fates(path: Path) -> dict[str, Fate]:
    """Return what `write_fates` wrote."""
    rows = (line.split("\t") for line in read_lines(path))
    return {name: Fate(kind, now) for name, kind, now in rows}
