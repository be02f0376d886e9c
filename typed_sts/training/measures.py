"""Precision, recall and F1 of things found against things wanted, as counts that add up over texts."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """Counts: right ones, all that were found, all that were wanted."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: "Found") -> "Found":
        return Found(self.right + other.right, self.found + other.found, self.wanted + other.wanted)

    @property
    def precision(self) -> float:
        """Return the share of found ones that are right; 0 when none was found."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Return the share of wanted ones that were found; 0 when none was wanted."""
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """Return 2 right / (found + wanted); 0 when there is neither."""
        return 2 * self.right / (self.found + self.wanted) if self.found + self.wanted else 0.0


def count_found(found: Collection[object], wanted: Collection[object]) -> Found:
    """Return the counts of one text."""
    right = len(set(found) & set(wanted))
    return Found(right, len(found), len(wanted))
