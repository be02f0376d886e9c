"""How a model does on providers it has never seen: the figure that leads.

Providers are put into a few groups. Each group in turn is left out: a model is trained on the pairs that touch none of
its providers, and predicts all pairs that touch one. A pair between two groups is predicted twice, and the mean counts.
Pairs of the home museums are always trained on, and never tested here.

Beside it, what becomes of a type whose own things differ: both records name a maker, and not the same. A score there
that lives from general likeness alone would stand above that of the raters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES, SimilarityType
from typed_sts.evaluation.correlation import partial_correlation
from typed_sts.features.feature_table import feature_table
from typed_sts.scoring.blend import fit_blend
from typed_sts.scoring.model_files import columns_of, features_of
from typed_sts.training.pair_data import Figures, PairData, figures

LEFT_OUT_TOGETHER = (
    ("tel-reading-europe", "tel-reading-europe-en"),
    ("europeana1914-1918", "dallas"),
    ("nationalmuseum-se", "wildlife-art"),
    ("amsterdam-museum", "bronbeek"),
    ("npg-us", "walters-american"),
    ("edm-fixtures", "fixtures-lido", "fixtures-dc", "mimo"),
    ("beatriz-gonzalez", "br-"),
)
"""Starts of the collections in ids; those in one row are left out at once."""


@dataclass(frozen=True, slots=True)
class Differing:
    """Pairs of which both records name things of a type, and none of them match: means, and scores above 1.5."""

    type: str
    pairs: int
    raters: float
    ours: float
    raters_above: int
    ours_above: int

    def line(self) -> str:
        """Return it for people."""
        return (
            f"{self.type} differs in {self.pairs} pairs: raters {self.raters:.2f}, ours {self.ours:.2f};"
            f" above {_MUCH} raters {self.raters_above}, ours {self.ours_above}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Unseen:
    """Figures of pairs of unseen providers: of all, of those across languages, and by each language within it."""

    overall: Figures
    across: Figures
    by_language: dict[str, Figures]
    given_general: tuple[float, ...]
    """Partial r of the seven types after the first, given the raters' general score."""
    general_given_general: tuple[float, ...]
    """The same for our own general score in their place, which they must beat."""
    differing: tuple[Differing, ...]

    def lines(self) -> list[str]:
        """Return a table for people."""
        rows = [self.overall, self.across, *self.by_language.values()]
        width = max(len(row.name) for row in rows)
        head = f"{'':<{width}}  " + " ".join(f"{name[:8]:>8}" for name in TYPES) + f" {'mean':>8}"
        body = [f"{row.name:<{width}}  " + " ".join(f"{r:8.3f}" for r in row.r) + f" {row.mean:8.4f}" for row in rows]
        for name, values in (("given general", self.given_general), ("our general so", self.general_given_general)):
            cells = " ".join(f"{value:8.3f}" for value in values)
            body.append(f"{name:<{width}}  {'':8} {cells} {np.mean(values):8.4f}")
        return [head, *body, *(row.line() for row in self.differing)]

    def to_json(self) -> dict[str, Any]:
        """Return the figures for model.json."""
        return {
            "r": [round(r, 4) for r in self.overall.r],
            "mean": round(self.overall.mean, 4),
            "mean_across_languages": round(self.across.mean, 4),
            "mean_by_language": {name: round(found.mean, 4) for name, found in self.by_language.items()},
            "given_general": [round(r, 4) for r in self.given_general],
            "differing": {row.type: [row.pairs, round(row.raters, 3), round(row.ours, 3)] for row in self.differing},
        }


def leave_providers_out(home: PairData, abroad: PairData, on_group: Callable[[], None] = lambda: None) -> Unseen:
    """Return the figures of the pairs abroad, each predicted by models that have not seen one of its providers."""
    columns = columns_of(provider=False)
    home_table, table = (feature_table(d.profiles, d.left, d.right)[:, columns] for d in (home, abroad))
    predicted, times = np.zeros_like(abroad.gold.values), np.zeros(len(abroad))
    for group in LEFT_OUT_TOGETHER:
        touched = _touched(abroad, group)
        model = fit_blend(
            np.concatenate([home_table, table[~touched]]),
            np.concatenate([home.gold.values, abroad.gold.values[~touched]]),
            None,
            features_of(provider=False),
        )
        predicted[touched] += model.predict(table[touched])
        times[touched] += 1
        on_group()
    seen = times == 0  # of providers in no group: those of the home museums
    if seen.any():
        alone = fit_blend(home_table, home.gold.values, None, features_of(provider=False))
        predicted[seen], times[seen] = alone.predict(table[seen]), 1
    return _figures(predicted / times[:, None], abroad, table)


def _touched(data: PairData, group: Sequence[str]) -> Bools:
    """Say which pairs have an item of one of these collections."""
    of_group = np.array([document.id.strip("/").startswith(tuple(group)) for document in data.documents])
    found: Bools = of_group[data.left] | of_group[data.right]
    return found


def differing(predicted: Floats, gold: Floats, table: Floats) -> tuple[Differing, ...]:
    """Return what is given to the pairs that differ in each type that is about named things."""
    names = [feature.name for feature in features_of(provider=False)]

    def highest(row: SimilarityType, ending: str) -> Floats:
        found: Floats = table[:, [names.index(f"{kind}_{ending}") for kind in row.kinds]].max(axis=1)
        return found

    found = []
    for column, row in enumerate(SIMILARITY_TYPES):
        if row.kinds:
            differs = (highest(row, "has") == 2) & (highest(row, "best") == 0) & ~np.isnan(gold[:, column])
            theirs, ours = gold[differs, column], predicted[differs, column]
            if len(ours):
                above = (int((scores > _MUCH).sum()) for scores in (theirs, ours))
                found.append(Differing(row.name, len(ours), float(theirs.mean()), float(ours.mean()), *above))
    return tuple(found)


def _figures(predicted: Floats, data: PairData, table: Floats) -> Unseen:
    gold = data.gold.values
    languages = np.array([document.item.language[:2] or document.language for document in data.documents])
    one, other = languages[data.left], languages[data.right]
    across = one != other
    enough = [code for code in sorted(set(one.tolist())) if code and (~across & (one == code)).sum() >= _FEWEST]
    partial, general = ([], [])  # type: tuple[list[float], list[float]]
    for column in range(1, len(TYPES)):
        both = ~np.isnan(gold[:, column]) & ~np.isnan(gold[:, 0])
        for scores, found in ((predicted[:, column], partial), (predicted[:, 0], general)):
            found.append(partial_correlation(scores[both], gold[both, column], given=gold[both, 0]) or 0.0)
    return Unseen(
        figures("unseen providers", predicted, gold),
        figures("across languages", predicted[across], gold[across]),
        {code: figures(code, *(rows[~across & (one == code)] for rows in (predicted, gold))) for code in enough},
        tuple(partial),
        tuple(general),
        differing(predicted, gold, table),
    )


_MUCH = 1.5
"""More than raters give to what differs, but for a few."""
_FEWEST = 20
"""Pairs of a language that has figures of its own."""
