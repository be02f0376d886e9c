"""A year of the CORE tasks as participants had it: train on earlier years, answer, evaluate.

    DIR/2012-train  DIR/2012-test  DIR/2013-test  DIR/2014-test  DIR/2015-test     English sets
    DIR/2014-spanish  DIR/2015-spanish                                             Spanish sets

Spanish is trained on the English years and on Spanish ones; li65, the trial data of 2014, counts as earlier. Pairs
that stand in the training sets are evaluated with the others, and left out of the second column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.errors import BadOptions
from typed_sts.evaluation.core_tasks import token_overlap
from typed_sts.evaluation.correlation import interval, pearson, resampled
from typed_sts.evaluation.report_text import table
from typed_sts.running.progress import progress
from typed_sts.sts.sets import HIGHEST_OF, SentenceSet, new_pairs, read_folder
from typed_sts.training.core_training import CoreData, core_data, train_core

YEARS = {"en": (2013, 2014, 2015), "es": (2014, 2015)}
_ENGLISH = ("2012-train", "2012-test", "2013-test", "2014-test", "2015-test")
_SPANISH = ("2014-spanish", "2015-spanish")
_TRIAL = "li65"
PUBLISHED: Mapping[tuple[str, int], Mapping[str, float]] = {
    ("en", 2013): {"headlines": 0.7838, "OnWN": 0.8431, "FNWN": 0.5818, "Mean": 0.7370},
    ("en", 2014): {
        "deft-forum": 0.531, "deft-news": 0.785, "headlines": 0.784, "images": 0.834, "OnWN": 0.875,
        "tweet-news": 0.792, "Mean": 0.761,
    },
    ("en", 2015): {
        "answers-forums": 0.7390, "answers-students": 0.7879, "belief": 0.7717, "headlines": 0.8417, "images": 0.8713,
        "Mean": 0.8015,
    },
    ("es", 2014): {"wikipedia": 0.7803, "news": 0.845, "Mean": 0.807},
    ("es", 2015): {"wikipedia": 0.706, "newswire": 0.683, "Mean": 0.690},
}  # fmt: skip
"""Best published r of each set, and the best Mean; that of 2013 is of the sets without SMT, recomputed."""
RESAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """The figures of a set, or of the Mean: of the token baseline, ours with its interval, and on pairs not seen."""

    name: str
    n: int
    baseline: float
    r: float
    low: float | None
    high: float | None
    n_new: int
    r_new: float
    published: float | None


@dataclass(frozen=True, slots=True)
class YearReport:
    """A year: what was trained on, which blend was chosen, and a line for each set and for the Mean."""

    year: int
    language: str
    encoder: bool
    trained_on: tuple[str, ...]
    n_trained: int
    blend: str
    lines: tuple[Line, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {"format_version": 1, **asdict(self)}

    def text(self) -> str:
        """Return the report for the terminal."""
        rows = [["data set", "n", "tokens", "r", "95% interval", "not seen", "r", "best published"]]
        for line in self.lines:
            span = "-" if line.low is None or line.high is None else f"{line.low:.3f} to {line.high:.3f}"
            best = "-" if line.published is None else f"{line.published:.4f}"
            figures = [f"{line.baseline:.4f}", f"{line.r:.4f}", span, str(line.n_new), f"{line.r_new:.4f}", best]
            rows.append([line.name, str(line.n), *figures])
        said = "" if self.encoder else ", without sentence vectors"
        head = f"{self.year} {self.language}: trained on {self.n_trained:,} pairs of {', '.join(self.trained_on)}{said}"
        return "\n".join([head, f"blend: {self.blend}", "", *table(rows)])


def reproduce_year(
    year: int, folder: Path, language: str = "en", *, meaning: bool = True, seed: int = 0, quiet: bool = False
) -> YearReport:
    """Train on the years before one, answer its sets and evaluate the answers."""
    if year not in YEARS[language]:
        years = ", ".join(map(str, YEARS[language]))
        raise BadOptions(f"no year {year} with earlier ones to train on; for {language} there are {years}")
    train, test = split(folder, year, language)
    with progress("reading sentences", quiet=quiet) as move:
        data = core_data([*train, *test], meaning=meaning, on_progress=move)
    n_train = sum(len(each.pairs) for each in train)
    trained = train_core(_training(data, n_train, train), seed)
    scores = trained.blend.predict(data.table[n_train:], data.products[n_train:])
    seen = [pair for each in train for pair in each.pairs]
    return YearReport(
        year,
        language,
        meaning,
        tuple(f"{each.name} ({each.language})" for each in train),
        n_train,
        trained.chosen,
        tuple(_lines(test, scores, seen, PUBLISHED[language, year], seed)),
    )


def split(folder: Path, year: int, language: str) -> tuple[list[SentenceSet], list[SentenceSet]]:
    """Return the sets to train on and those to answer."""
    train = [each for name in _ENGLISH if int(name[:4]) < year for each in _sets(folder / name, "en", needed=False)]
    if language == "en":
        test = _sets(folder / f"{year}-test", "en", needed=True)
    else:
        spanish = {int(name[:4]): _sets(folder / name, "es", needed=False) for name in _SPANISH}
        test = [each for each in _sets(folder / f"{year}-spanish", "es", needed=True) if each.name != _TRIAL]
        train += [each for when, sets in spanish.items() for each in sets if when < year or each.name == _TRIAL]
    if not train:
        raise BadOptions(f"{folder}: no sets of years before {year}; put them into {', '.join(_ENGLISH[:2])} and so on")
    return train, test


def _sets(folder: Path, language: str, *, needed: bool) -> list[SentenceSet]:
    return read_folder(folder, language) if needed or folder.is_dir() else []


def _training(data: CoreData, n_train: int, train: Sequence[SentenceSet]) -> CoreData:
    return replace(data.only(slice(0, n_train)), sets=tuple(train))


def _lines(
    test: Sequence[SentenceSet],
    scores: Floats,
    seen: Sequence[tuple[str, str]],
    published: Mapping[str, float],
    seed: int,
) -> list[Line]:
    found, draws, start = [], [], 0
    for number, each in enumerate(test):
        ours = scores[start : start + len(each.pairs)] * (HIGHEST_OF[each.language] / HIGHEST_OF["en"])
        start += len(each.pairs)
        tokens = np.array([token_overlap(*pair) for pair in each.pairs])
        fresh: Bools = new_pairs(each.pairs, seen)
        drawn = resampled(each.gold[:, None], [ours[:, None]], resamples=RESAMPLES, seed=seed + number)[0, :, 0]
        draws.append(drawn)
        low, high = interval(drawn) or (None, None)
        found.append(
            Line(
                each.name,
                len(each.pairs),
                pearson(tokens, each.gold),
                pearson(ours, each.gold),
                low,
                high,
                int(fresh.sum()),
                pearson(ours[fresh], each.gold[fresh]),
                published.get(each.name),
            )
        )
    return [*found, _mean_line(found, draws, published)]


def _mean_line(lines: Sequence[Line], draws: Sequence[Floats], published: Mapping[str, float]) -> Line:
    counts = np.array([line.n for line in lines], dtype=np.float64)
    new = np.array([line.n_new for line in lines], dtype=np.float64)
    means = np.average(np.stack(draws), axis=0, weights=counts)
    low, high = interval(means) or (None, None)
    same_sets = {line.name for line in lines} == set(published) - {"Mean"}
    return Line(
        "Mean",
        int(counts.sum()),
        float(np.average([line.baseline for line in lines], weights=counts)),
        float(np.average([line.r for line in lines], weights=counts)),
        low,
        high,
        int(new.sum()),
        float(np.average([line.r_new for line in lines], weights=new)) if new.any() else 0.0,
        published["Mean"] if same_sets else None,
    )
