"""Whether the evidence that is cited is what scores rest on: `python -m benchmarks.faithfulness DIR`.

For each type of each pair with a score of 3 or more whose line states something, the evidence of its statements is
deleted from both records, and the records are read and scored again. Beside it, as many words at random places are
deleted from each record, with several seeds. The evidence should lower the estimate more than their mean.
"""

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.explanations import Explained, explained, out
from typed_sts.domain.explanation import TypeReasons
from typed_sts.domain.span import Span
from typed_sts.domain.types import TYPES, type_of
from typed_sts.preparing.prepare import prepare_few
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Scorer
from typed_sts_fetch.item import LIST_FIELDS, Item, with_texts
from typed_sts_index.background import background_stats

LEAST_SCORE = 3.0
_WORD = re.compile(r"\w+")
_CHUNK = 400
Place = tuple[str, int, int, int]
"""Field, number of the value, start and end."""


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One type of one pair: the records without what is cited, and without random words, once a seed."""

    pair: int
    type: int
    estimate: float
    without_cited: tuple[Item, Item]
    without_random: tuple[tuple[Item, Item], ...]
    share: float
    """How much of the words of both records is cited."""


def trials(pairs: Sequence[Explained], n_seeds: int) -> Iterable[Trial]:
    """Yield a trial for each type with a score of 3 or more."""
    for number, pair in enumerate(pairs):
        items = pair.left.item, pair.right.item
        words = [places_of_words(item) for item in items]
        for column, entry in enumerate(pair.why.types):
            cited = cited_places(entry)
            if entry.score is None or entry.score < LEAST_SCORE or not any(cited):
                continue
            hit = [[word for word in words[side] if _meets(word, cited[side])] for side in (0, 1)]
            without_random = []
            for seed in range(n_seeds):
                draw = random.Random(f"{seed} {pair.why.a} {pair.why.b} {entry.type}")
                drawn = [draw.sample(words[side], len(hit[side])) for side in (0, 1)]
                without_random.append((without(items[0], drawn[0]), without(items[1], drawn[1])))
            share = sum(map(len, hit)) / max(sum(map(len, words)), 1)
            without_cited = without(items[0], [*hit[0], *cited[0]]), without(items[1], [*hit[1], *cited[1]])
            yield Trial(number, column, entry.estimate, without_cited, tuple(without_random), share)


def cited_places(entry: TypeReasons) -> tuple[list[Place], list[Place]]:
    """Return where the evidence that a type's line cites stands, in both records."""
    places: tuple[list[Place], list[Place]] = ([], [])
    for statement in entry.statements:
        for evidence in statement.evidence:
            for side, span in enumerate((evidence.a, evidence.b)):
                if span is not None:
                    places[side].append(_place(span))
    return places


def places_of_words(item: Item) -> list[Place]:
    """Return where each word of a record stands."""
    return [
        (field, number, *word.span())
        for field in LIST_FIELDS
        for number, text in enumerate(getattr(item, field))
        for word in _WORD.finditer(text)
    ]


def without(item: Item, places: Iterable[Place]) -> Item:
    """Return the item with these stretches left out; values that end up without a word go."""
    by_value: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for field, number, start, end in places:
        by_value[field, number].append((start, end))
    texts: dict[str, list[tuple[int, str]]] = {}
    for field in {field for field, _ in by_value}:
        values = list(getattr(item, field))
        for number in range(len(values)):
            for start, end in sorted(by_value.get((field, number), ()), reverse=True):
                blank = " " * (end - start)
                values[number] = values[number][:start] + blank + values[number][end:]
        texts[field] = [(n, " ".join(value.split())) for n, value in enumerate(values) if _WORD.search(value)]
    return with_texts(item, texts)


def scored(pairs: Sequence[tuple[Item, Item]], scorer: Scorer) -> "np.typing.NDArray[np.float64]":
    """Return the estimates of pairs of records, read anew; equal records are read once."""
    distinct = list(dict.fromkeys(item for pair in pairs for item in pair))
    row = {item: number for number, item in enumerate(distinct)}
    profiles = prepare_few(distinct, background_stats()).profiles
    left, right = (np.array([row[pair[side]] for pair in pairs], dtype=np.intp) for side in (0, 1))
    return scorer.score(profiles, left, right).values


def _place(span: Span) -> Place:
    return span.field, span.value, span.start, span.end


def _meets(word: Place, places: Iterable[Place]) -> bool:
    return any(word[:2] == place[:2] and word[2] < place[3] and place[2] < word[3] for place in places)


def report(name: str, pairs: Sequence[Explained], scorer: Scorer, n_seeds: int) -> None:
    """Print, type by type, how often the cited evidence lowers the estimate more than random words."""
    found = list(trials(pairs, n_seeds))
    drops: list[tuple[int, float, float, float]] = []
    for start in range(0, len(found), _CHUNK):
        chunk = found[start : start + _CHUNK]
        asked = [pair for trial in chunk for pair in (trial.without_cited, *trial.without_random)]
        values = scored(asked, scorer).reshape(len(chunk), 1 + n_seeds, len(TYPES))
        for trial, estimates in zip(chunk, values, strict=True):
            lower = trial.estimate - estimates[:, trial.type]
            drops.append((trial.type, float(lower[0]), float(lower[1:].mean()), trial.share))
    out(f"\n{name:<18}{'scores >= 3':>12}{'evidence wins':>15}{'evidence':>10}{'random':>8}{'words cited':>13}\n")
    for column, shown in [*((n, type_of(t).title) for n, t in enumerate(TYPES)), (None, "All")]:
        rows = np.array([drop[1:] for drop in drops if column in (None, drop[0])]).reshape(-1, 3)
        if len(rows):
            wins = (rows[:, 0] > rows[:, 1]).mean()
            cited, drawn, share = rows.mean(axis=0)
            out(f"{shown:<18}{len(rows):>12}{wins:>15.1%}{-cited:>10.2f}{-drawn:>8.2f}{share:>13.0%}\n")


def main() -> None:
    """Print the table of the rated pairs and that of the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", default="evidence")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    scorer = open_scorer(arguments.model)
    out(f"{scorer.about}; {arguments.seeds} seeds\n")
    folder: Path = arguments.folder
    sources = {"sample": (SAMPLE_PAIRS, SAMPLE_ITEMS), "rated": (folder / "pairs.tsv", folder / "items.jsonl")}
    for name, (pairs, items) in sources.items():
        report(name, explained(pairs, items, scorer), scorer, arguments.seeds)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
