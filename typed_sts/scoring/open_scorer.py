"""One way to a model, by its name or its folder."""

from pathlib import Path

from typed_sts.errors import BadModel
from typed_sts.scoring.scorer import NamedModel, Scorer
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats

TRAINED = ("evidence", "typed")
"""Models that ship with the package, in typed_sts/scoring/models."""
MODELS = (*TRAINED, "baseline", "random")
_WITHOUT_VECTORS = ("baseline", "random")
SHIPPED = Path(__file__).parent / "models"


def open_scorer(model: str | Path, *, stats: CorpusStats | None = None, provider: bool = True, seed: int = 0) -> Scorer:
    """Return the model of that name ("evidence", "typed", "baseline", "random"), or the trained one in a folder.

    `stats` gives its IDF; without, the shipped background statistics do. `provider` lets a trained model use who
    holds the records; `seed` is for "random".
    """
    # Imported here: a model brings what the others do not need.
    if str(model) == "random":
        from typed_sts.scoring.untrained import RandomScorer

        return RandomScorer(seed)
    stats = background_stats() if stats is None else stats
    if str(model) == "baseline":
        from typed_sts.scoring.untrained import BaselineScorer

        return BaselineScorer(stats)
    name, folder = str(model), model_folder(model)
    if not folder.is_dir():
        raise BadModel(f'no model "{name}"; there are {", ".join(MODELS)}, or name the folder of a trained one')
    from typed_sts.scoring.trained import load_model

    return load_model(folder, name, stats, provider)


def model_folder(model: str | Path) -> Path:
    """Return the folder of a trained model, which may be named as those that ship are."""
    return SHIPPED / str(model) if str(model) in TRAINED else Path(model)


def uses_vectors(scorer: NamedModel) -> bool:
    """Tell whether a model looks at sentence vectors; the time to make them is saved where none does."""
    return scorer.name not in _WITHOUT_VECTORS
