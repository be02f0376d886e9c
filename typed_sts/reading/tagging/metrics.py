"""Precision, recall and F1: of spans, for each label and over all, and of anything else that can be counted.

A span counts as found when its field, value, start, end and label are all right. Counts add up over texts.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from typed_sts.domain.labels import LABELS
from typed_sts.reading.tagging.annotated import LabelledSpan


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one label, or of all: right ones, wrong ones, missed ones."""

    right: int
    wrong: int
    missed: int

    @property
    def support(self) -> int:
        """Spans there are."""
        return self.right + self.missed

    @property
    def precision(self) -> float:
        """Share of the marked spans that are right."""
        return self.right / (self.right + self.wrong) if self.right else 0.0

    @property
    def recall(self) -> float:
        """Share of the spans there are that were marked."""
        return self.right / self.support if self.right else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed) if self.right else 0.0


class SpanScore:
    """Adds up records; tallies by label."""

    def __init__(self) -> None:
        self._right: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()

    def add(self, gold: Iterable[LabelledSpan], marked: Iterable[LabelledSpan]) -> None:
        """Count one record."""
        there, found = set(gold), set(marked)
        self._right.update(span.label for span in there & found)
        self._wrong.update(span.label for span in found - there)
        self._missed.update(span.label for span in there - found)

    def of(self, label: str) -> Tally:
        """Return the tally of one label."""
        return Tally(self._right[label], self._wrong[label], self._missed[label])

    def over_all(self) -> Tally:
        """Return the tally over the eight labels (micro average)."""
        return Tally(self._right.total(), self._wrong.total(), self._missed.total())

    def table(self) -> str:
        """Return the table that the commands print."""
        rows = [(label, self.of(label)) for label in LABELS] + [("all", self.over_all())]
        lines = [f"{'label':8} {'precision':>9} {'recall':>7} {'F1':>6} {'support':>8}"]
        lines += [f"{name:8} {t.precision:9.3f} {t.recall:7.3f} {t.f1:6.3f} {t.support:8}" for name, t in rows]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts: right ones, all that were found, all that were wanted."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.right + other.right, self.found + other.found, self.wanted + other.wanted)

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


def count_found(found: Collection[object], wanted: Collection[object]) -> Counts:
    """Return the counts of one text."""
    right = len(set(found) & set(wanted))
    return Counts(right, len(found), len(wanted))
