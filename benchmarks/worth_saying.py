"""Whether what is said is what a guide would say: `python -m benchmarks.worth_saying DATA`.

DATA holds pairs.tsv, items.jsonl and common.tsv (pair, annotator, and up to three things a museum guide would name as
shared: "event=First World War ; location=Verdun", or "-"). A type is said when `why` makes a statement of it that says
something is shared. It counts as right when every rater of the pair names the type, as wrong when none does; types that
only some of them name are left out. Prints precision, recall and F1 of each type that raters may name, and of all.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from typed_sts.answers.similarity import TypedSimilarity
from typed_sts.domain.types import GENERAL, TYPES, type_of
from typed_sts.evaluation.judging.statements import types_said
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.task_format import read_pairs, split_columns
from typed_sts_fetch.formats.read import read_items

NAMED = tuple(name for name in TYPES if name not in (GENERAL, "description"))
"""The types that raters may name."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often a type was said rightly, said wrongly, and not said though every rater names it."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """Return the share of what is said that is right, 0 of nothing."""
        return self.right / (self.right + self.wrong) if self.right else 0.0

    @property
    def recall(self) -> float:
        """Return the share of what all raters name that is said, 0 of nothing."""
        return self.right / (self.right + self.missed) if self.right else 0.0

    @property
    def f1(self) -> float:
        """Return the harmonic mean of both."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed) if self.right else 0.0


def read_common(path: Path) -> dict[int, list[frozenset[str]]]:
    """Return, for each pair by its number from 1, the types that each rater names."""
    head, *lines = read_lines(path)
    named: dict[int, list[frozenset[str]]] = {}
    for pair, types in parse_lines(path, lines, _row, first=2, expected=head):
        named.setdefault(pair, []).append(types)
    return named


def _row(line: str) -> tuple[int, frozenset[str]]:
    pair, _, common = split_columns(line, 3)
    types = [part.partition("=")[0].strip() for part in common.split(" ; ") if part.strip() != "-"]
    if not pair.isdecimal():
        raise Wrong(("column 1", f"{quoted(pair)} is no number of a pair"))
    for name in types:
        if name not in NAMED:
            raise Wrong(("column 3", f"{quoted(name)} is none of {', '.join(NAMED)}"))
    return int(pair), frozenset(types)


def counted(
    said: Sequence[Iterable[str]], named: Mapping[int, Sequence[frozenset[str]]], types: Iterable[str]
) -> Count:
    """Return the counts over these types, given the types said of each pair and those that its raters name."""
    right = wrong = missed = 0
    for number, of_pair in enumerate(map(set, said), 1):
        raters = named.get(number, [])
        for name in types if raters else ():
            votes = sum(name in one for one in raters)
            right += name in of_pair and votes == len(raters)
            wrong += name in of_pair and not votes
            missed += name not in of_pair and votes == len(raters)
    return Count(right, wrong, missed)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", default="evidence")
    arguments = parser.parse_args()
    model = TypedSimilarity.load(arguments.model)
    folder: Path = arguments.folder
    named = read_common(folder / "common.tsv")
    items = {item.id: item for item in read_items(folder / "items.jsonl")}
    said = [types_said(model.why(items[left], items[right])) for left, right in read_pairs(folder / "pairs.tsv")]
    out = sys.stdout.write
    out(f"{model.about}; {len(named)} pairs\n\n")
    out(f"{'':<18}{'right':>7}{'wrong':>7}{'missed':>8}{'precision':>11}{'recall':>8}{'F1':>7}\n")
    for title, types in [*((type_of(name).title, (name,)) for name in NAMED), ("All", NAMED)]:
        row = counted(said, named, types)
        out(f"{title:<18}{row.right:>7}{row.wrong:>7}{row.missed:>8}")
        out(f"{row.precision:>11.2f}{row.recall:>8.2f}{row.f1:>7.2f}\n")


if __name__ == "__main__":
    main()
