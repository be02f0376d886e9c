"""A pairs file, read as often as needed and never held but for its distinct names; and which pairs were seen before.

A name is an item's id, an older id of it, or a Europeana address of any age. A pair was seen in training if the same
pair was, in either order, or any pair with one of its items.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong
from typed_sts.task_files.task_format import parse_pair
from typed_sts_fetch.formats.lines import numbered_lines, text_of
from typed_sts_fetch.formats.read import open_binary
from typed_sts_fetch.ids import europeana_id
from typed_sts_fetch.item import Item

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PairsFile:
    """Pairs that can be read again and again: `name` is what messages call the file."""

    name: str
    path: Path

    def __iter__(self) -> Iterator[Pair]:
        """Yield the pairs as they are written; raise BadScores with file and line for what is not a pair."""
        with open_binary(self.path) as stream:
            for number, line in numbered_lines(stream, self.name):
                try:
                    yield parse_pair(text_of(line).rstrip("\r\n"))
                except Wrong as wrong:
                    place, problem = wrong.problems[0]
                    raise BadScores(f"{self.name}, line {number}{', ' if place else ''}{place}: {problem}") from wrong
                except ValueError as error:
                    raise BadScores(f"{self.name}, line {number}: {error}") from error


@dataclass(frozen=True, slots=True)
class Named:
    """What a pairs file names: each name as it is written with the line it first stands in, and how many pairs."""

    lines: dict[str, int]
    n_pairs: int


@contextmanager
def opened_pairs(path: Path) -> Iterator[PairsFile]:
    """Give a pairs file that can be read twice; what comes through a pipe is put on disk first."""
    with ExitStack() as stack:
        if str(path) != "-" and not path.is_fifo():
            yield PairsFile(str(path), path)
            return
        kept = stack.enter_context(tempfile.NamedTemporaryFile(prefix="typed-sts-pairs-"))
        with open_binary(path) as stream:
            shutil.copyfileobj(stream, kept)
        kept.flush()
        yield PairsFile("standard input" if str(path) == "-" else str(path), Path(kept.name))


def names_in(pairs: PairsFile) -> Named:
    """Return the names in a pairs file; raise BadScores where it breaks its format, or is empty."""
    lines: dict[str, int] = {}
    number = 0
    for number, pair in enumerate(pairs, start=1):
        for name in pair:
            lines.setdefault(name, number)
    if not number:
        raise BadScores(f"{pairs.name}: empty; expected two TAB-separated ids a line")
    return Named(lines, number)


def plain_name(name: str) -> str:
    """Return the id in a Europeana address; any other name is an id already."""
    if "://" in name and "europeana.eu" in name:
        try:
            return europeana_id(name)
        except ValueError:
            return name  # an id of somebody's own that looks like an address
    return name


def names_of(item: Item) -> list[str]:
    """Return the names an item is found under."""
    return [plain_name(name) for name in (item.id, *item.aliases)]


@lru_cache(maxsize=100_000)
def record_key(item: str) -> str:
    """Return "/collection/local" for a Europeana address of any age, any other id as it is."""
    try:
        return europeana_id(item)
    except ValueError:
        return item.strip()


def pair_key(pair: Pair) -> frozenset[str]:
    """Return the same key for a pair in either order."""
    return frozenset(map(record_key, pair))


def pair_digest(pair: Pair) -> str:
    """Return a digest, the same for a pair in either order: what a model keeps of the pairs it was trained on."""
    names = "\t".join(sorted(pair_key(pair)))
    return hashlib.sha256(names.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def among(pairs: Sequence[Pair], digests: frozenset[str]) -> Bools:
    """Return, for each pair, whether its digest is among these."""
    return np.array([pair_digest(pair) in digests for pair in pairs], dtype=np.bool_)


def new_pairs(pairs: Sequence[Pair], train: Sequence[Pair]) -> Bools:
    """Return, for each pair, whether it is not a training pair in either order."""
    known = {pair_key(pair) for pair in train}
    return np.array([pair_key(pair) not in known for pair in pairs], dtype=np.bool_)


def new_items(pairs: Sequence[Pair], train: Sequence[Pair]) -> Bools:
    """Return, for each pair, whether neither of its items stands in any training pair."""
    known = {item for pair in train for item in pair_key(pair)}
    return np.array([known.isdisjoint(pair_key(pair)) for pair in pairs], dtype=np.bool_)
