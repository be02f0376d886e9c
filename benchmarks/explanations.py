"""Whether explanations are right, on rated pairs and on the sample: `python -m benchmarks.explanations DIR`.

DIR holds pairs.tsv, items.jsonl and ratings.tsv. Prints
  - from which estimate on a type's reason is worth showing: 90% of the pairs above it are rated 3 or more, and half of
    those just above it. Estimates are those of models that have not seen the pair (grouped 5-fold cross-validation);
  - checks of every explanation: the points add up, spans are where they say, swapping swaps sides and nothing else; and
    the time one takes when its documents are ready;
  - whether a type's line names evidence where all raters gave 4 or more, and says "not stated" where all gave NA.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.explanation import TypeReasons, Why
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import TYPES, type_of
from typed_sts.features.profiles import Profiles, join, split
from typed_sts.preparing.prepare import prepare_few
from typed_sts.reading.document import Document
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS
from typed_sts.saying.say import why
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Scorer
from typed_sts.scoring.trained import stated
from typed_sts.task_files.ratings import Rating, read_ratings
from typed_sts.task_files.task_format import read_pairs
from typed_sts.training.pair_data import PairData, pair_data
from typed_sts.training.pair_model import cross_validate
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

HIGH, WORTH, SHARE = 4.0, 3.0, 0.9
FEWEST = 20
"""Pairs above a threshold, at least, for it to mean anything."""


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A pair, ready to be explained, and its explanation."""

    left: Document
    right: Document
    profiles: Profiles
    why: Why


def out(text: str) -> None:
    """Write to standard output."""
    sys.stdout.write(text)


def explained(pairs: Path, items: Path, scorer: Scorer) -> list[Explained]:
    """Return the explanations of the pairs of a file."""
    named = read_pairs(pairs)
    wanted = {name for pair in named for name in pair}
    records = [item for item in read_items(items) if item.id in wanted]
    prepared = prepare_few(records, background_stats())
    profile = list(split(prepared.profiles))
    row = {item.id: number for number, item in enumerate(records)}
    found = []
    for names in named:
        rows = [row[name] for name in names]
        left, right = (prepared.documents[number] for number in rows)
        profiles = join([profile[number] for number in rows])
        found.append(Explained(left, right, profiles, why(scorer, left, right, profiles)))
    return found


def check_all(name: str, pairs: list[Explained], scorer: Scorer) -> bool:
    """Print how many explanations add up, cite what is there, and mirror."""
    adds = sum(all(abs(_sum(entry) - entry.estimate) <= 1e-6 for entry in pair.why.types) for pair in pairs)
    cites = sum(all(_stands(*span) for span in _spans(pair)) for pair in pairs)
    n_spans = sum(1 for pair in pairs for _ in _spans(pair))
    mirrors = sum(_mirrored(pair.why) == _asked_the_other_way(pair, scorer) for pair in pairs)
    started = time.process_time()
    for pair in pairs:
        why(scorer, pair.left, pair.right, pair.profiles)
    each = (time.process_time() - started) / len(pairs) * 1000
    out(f"{name:<12}{len(pairs):>6}{adds:>9}{cites:>9}{n_spans:>9}{mirrors:>9}{each:>12.1f}\n")
    return adds == cites == mirrors == len(pairs)


def _sum(entry: TypeReasons) -> float:
    return entry.baseline + sum(reason.points for reason in entry.reasons)


def _spans(pair: Explained) -> Iterable[tuple[Item, Span]]:
    for entry in pair.why.types:
        for reason in entry.reasons:
            for place in reason.evidence:
                for document, span in ((pair.left, place.a), (pair.right, place.b)):
                    if span is not None:
                        yield document.item, span


def _stands(item: Item, span: Span) -> bool:
    return bool(span.text) and getattr(item, span.field)[span.value][span.start : span.end] == span.text


def _asked_the_other_way(pair: Explained, scorer: Scorer) -> Why:
    left, right = split(pair.profiles)
    return why(scorer, pair.right, pair.left, join([right, left]))


def _mirrored(answer: Why) -> Why:
    def turned(places: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(Evidence(place.b, place.a) for place in places)

    def swapped(statement: Statement) -> Statement:
        things = tuple(replace(thing, names=(thing.names[1], thing.names[0])) for thing in statement.things)
        return replace(statement, things=things, evidence=turned(statement.evidence))

    types = tuple(
        replace(
            entry,
            reasons=tuple(replace(reason, evidence=turned(reason.evidence)) for reason in entry.reasons),
            statements=tuple(map(swapped, entry.statements)),
        )
        for entry in answer.types
    )
    return replace(answer, a=answer.b, b=answer.a, types=types, statements=tuple(map(swapped, answer.statements)))


def names_evidence(entry: TypeReasons) -> bool:
    """Tell whether a type's line says what both records have, in words that are quoted from both."""
    return any(place.a and place.b for statement in entry.statements for place in statement.evidence)


def says_not_stated(entry: TypeReasons) -> bool:
    """Tell whether a type's line says that one record, or both, do not state it."""
    return entry.stated != "both"


def print_lines(pairs: list[Explained], ratings: list[Rating]) -> None:
    """Print how often lines say what raters found, type by type."""
    out(f"\n{'':<18}{'all rate 4 or more':<30}all rate NA\n")
    out(f"{'':<18}{'pairs':>6} {'names evidence':<23}{'pairs':>6} says not stated\n")
    totals = np.zeros(4, dtype=int)
    for column, name in enumerate(TYPES):
        by_pair: dict[int, list[float | None]] = {}
        for rating in ratings:
            by_pair.setdefault(rating.pair - 1, []).append(rating.values[column])
        high = [n for n, given in by_pair.items() if all(value is not None and value >= HIGH for value in given)]
        unknown = [n for n, given in by_pair.items() if all(value is None for value in given)]
        named = sum(names_evidence(pairs[n].why.types[column]) for n in high)
        not_stated = sum(says_not_stated(pairs[n].why.types[column]) for n in unknown)
        counts = np.array([len(high), named, len(unknown), not_stated])
        totals += counts
        out(_line_of(type_of(name).title, counts))
    out(_line_of("All", totals))


def _line_of(name: str, counts: "np.typing.NDArray[np.int_]") -> str:
    n_high, named, n_unknown, not_stated = counts.tolist()
    return f"{name:<18}{n_high:>6} {_percent(named, n_high):<23}{n_unknown:>6} {_percent(not_stated, n_unknown)}\n"


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def print_thresholds(data: PairData) -> None:
    """Print the least estimate above which 90% of pairs that both records state are rated 3 or more."""
    predicted = cross_validate(data, provider=True).predicted
    known = stated(data.profiles, data.left, data.right)
    out(f"\n{'':<18}{'threshold':>10}{'pairs above':>13}{'rated 3 or more':>17}{'of all such':>13}\n")
    for column, name in enumerate(TYPES):
        both = known[:, column] == 2
        good = data.gold.values[:, column] >= WORTH  # NaN, nobody could tell, is not good
        at = threshold(predicted[both, column], good[both])
        above = both & (predicted[:, column] >= (WORTH if at is None else at))
        hits = int((good & above).sum())
        label = f"{at:.1f}" if at is not None else f"none ({WORTH:.0f})"
        shares = f"{_percent(hits, int(above.sum())):>17}{_percent(hits, int(good.sum())):>13}"
        out(f"{type_of(name).title:<18}{label:>10}{int(above.sum()):>13}{shares}\n")


def threshold(estimates: Floats, good: "np.typing.NDArray[np.bool_]") -> float | None:
    """Return the least estimate, in steps of 0.1, above which 90% of at least 20 pairs are good; None without one.

    Half of those less than a point above it must be good too: many pairs at 5 must not speak for a few at 1.
    """
    for step in np.arange(1, 50) / 10:
        above = estimates >= step
        lowest = above & (estimates < step + 1)
        if above.sum() >= FEWEST and good[above].mean() >= SHARE and lowest.any() and good[lowest].mean() >= 0.5:
            return float(step)
    return None


def main() -> None:
    """Run every check; exit 1 when an explanation is wrong in itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", default="evidence")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    scorer = open_scorer(arguments.model)
    out(f"{scorer.about}\n")
    print_thresholds(pair_data(folder / "pairs.tsv", folder / "items.jsonl", ratings=folder / "ratings.tsv"))
    out("\n")
    out(f"{'':<12}{'pairs':>6}{'add up':>9}{'quote':>9}{'spans':>9}{'mirror':>9}{'ms of CPU':>12}\n")
    sample = explained(SAMPLE_PAIRS, SAMPLE_ITEMS, scorer)
    pairs = explained(folder / "pairs.tsv", folder / "items.jsonl", scorer)
    right = [check_all("sample", sample, scorer), check_all("rated", pairs, scorer)]
    print_lines(pairs, read_ratings(folder / "ratings.tsv"))
    sys.exit(0 if all(right) else 1)


if __name__ == "__main__":
    main()
