"""What comparing two records finds for one feature group, and the plain words for it.

Nothing here names a side: a pair and its mirror image read the same, and the evidence says which record says what.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from typed_sts.domain.explanation import Evidence
from typed_sts.output.records import printable

MATCHING = ("same", "near", "within", "overlaps")
"""Relations that speak for a pair."""
_MOST_SHOWN = 60
_MOST_READ = 1_000
_FLIPPED = re.compile(r"([^,()]+), ([^,()]+)")


@dataclass(frozen=True, slots=True)
class Found:
    """The relation of a group, what it holds between, a few words, the same in fewer, and where it stands."""

    relation: str
    values: tuple[str, ...]
    text: str
    short: str
    evidence: tuple[Evidence, ...]

    @property
    def matches(self) -> bool:
        """Whether the two records agree here, at least in part."""
        return self.relation in MATCHING


def shown(text: str) -> str:
    """Return a text of a record fit for a line: no control characters, no line breaks, not too long."""
    line = " ".join(printable(text[:_MOST_READ]).split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1].rstrip() + "…"


def name_shown(text: str) -> str:
    """Return a name as people say it: "Turner, Joseph Mallord William" is Joseph Mallord William Turner."""
    line = " ".join(printable(text[:_MOST_READ]).split())
    flipped = _FLIPPED.fullmatch(line)
    return shown(f"{flipped[2]} {flipped[1]}" if flipped else line)


def listed(names: Iterable[str], most: int = 3) -> str:
    """Return names for a sentence, each once: "a, b, c and 2 more"."""
    distinct = list(dict.fromkeys(names))
    more = len(distinct) - most
    return ", ".join(distinct[:most]) + (f" and {more} more" if more > 0 else "")


def beside(left: Sequence[str], right: Sequence[str]) -> str:
    """Return two sides that differ, in an order that does not tell which is which."""
    return " / ".join(sorted({listed(left, 2), listed(right, 2)}))
