"""One way to a model, by its name or its folder."""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path

from typed_sts.errors import BadModel
from typed_sts.scoring.scorer import Scorer
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats

_LOG = logging.getLogger(__name__)
SHIPPED = Path(__file__).parent / "models"
"""Where the trained models stand that ship with the package, a folder each."""


def open_scorer(
    model: str | Path,
    *,
    stats: CorpusStats | None = None,
    provider: bool = True,
    seed: int = 0,
    tagger: str = "",
) -> Scorer:
    """Return the model of that name ("evidence", "typed", "baseline", "random"), or the trained one in a folder.

    `stats` gives its IDF; without, the shipped background statistics do. `provider` lets a trained model use who
    holds the records; `seed` is for "random". Where the records are read by another `tagger` than those the model was
    trained on, that is said.
    """
    name, folder = str(model), model_folder(model)
    if name in _UNTRAINED:
        return _UNTRAINED[name](stats, seed)
    if not folder.is_dir():
        raise BadModel(f'no model "{name}"; there are {", ".join(models())}, or name the folder of a trained one')
    from typed_sts.scoring.trained import load_model

    # Where a folder stands is told to nobody who reads scores.
    shown = name if name in _trained() else folder.resolve().name
    scorer = load_model(folder, shown, background_stats() if stats is None else stats, provider)
    if tagger and scorer.tagger and tagger != scorer.tagger:
        _LOG.warning(
            "model %s was trained on records read by %s, and these are read by %s: its scores may be worse",
            shown,
            scorer.tagger,
            tagger,
        )
    return scorer


def trained_pairs(model: str | Path) -> frozenset[str] | None:
    """Return the digests of the pairs a model was trained on, if any; None when it does not say."""
    if str(model) in _UNTRAINED:
        return frozenset()
    from typed_sts.scoring.model_files import read_model

    return read_model(model_folder(model)).trained_pairs


def models() -> tuple[str, ...]:
    """Return the names of all models that ship with the package."""
    return (*_trained(), *_UNTRAINED)


def model_folder(model: str | Path) -> Path:
    """Return the folder of a trained model, which may be named as those that ship are."""
    return SHIPPED / str(model) if str(model) in _trained() else Path(model)


@cache
def _trained() -> tuple[str, ...]:
    return tuple(sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir()))


def _baseline(stats: CorpusStats | None, seed: int) -> Scorer:
    from typed_sts.scoring.untrained import BaselineScorer

    return BaselineScorer(background_stats() if stats is None else stats)


def _random(stats: CorpusStats | None, seed: int) -> Scorer:
    from typed_sts.scoring.untrained import RandomScorer

    return RandomScorer(seed)


_UNTRAINED: dict[str, Callable[[CorpusStats | None, int], Scorer]] = {"baseline": _baseline, "random": _random}
"""Models without a folder. What each needs is imported when it is opened: the others do without."""
