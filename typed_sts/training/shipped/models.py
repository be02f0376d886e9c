"""Train the two models the package ships, and print their cross-validation.

    python -m typed_sts.training.shipped.models ../shared/data

evidence  500 pairs of the home museums, rated from the records by two annotators, with "cannot tell", and 450 pairs of
          other providers in many languages, rated by one
typed     the TYPED pairs whose records are at hand, rated by a crowd, helped by `evidence`
"""

import argparse
import sys
from pathlib import Path

import typed_sts.scoring
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.scoring.model_files import SavedModel, read_model
from typed_sts.training.pair_data import PairData, as_lines, join_pair_data, pair_data
from typed_sts.training.pair_model import cross_validate, train
from typed_sts.training.unseen_providers import Unseen, leave_providers_out
from typed_sts_index.contract import CorpusStats

MODELS = Path(typed_sts.scoring.__file__).parent / "models"
COMMAND = "python -m typed_sts.training.shipped.models ../shared/data"


def annotated(shared: Path, *, tagger: str = DEFAULT_TAGGER, stats: CorpusStats | None = None) -> PairData:
    """Return the annotated pairs."""
    folder = shared / "annotated" / "dev"
    return pair_data(
        folder / "pairs.tsv", folder / "items.jsonl", ratings=folder / "ratings.tsv", tagger=tagger, stats=stats
    )


def abroad(shared: Path, *, tagger: str = DEFAULT_TAGGER, stats: CorpusStats | None = None) -> PairData:
    """Return the annotated pairs of other providers."""
    folder = shared / "europe" / "pairs"
    return pair_data(
        folder / "pairs.tsv", folder / "items.jsonl", ratings=folder / "ratings.tsv", tagger=tagger, stats=stats
    )


def crowd_rated(shared: Path) -> PairData:
    """Return the TYPED pairs whose records are at hand."""
    start = shared / "typed" / "train"
    return pair_data(
        start / "fitzwilliam.pairs.tsv", start / "fitzwilliam.items.jsonl", gold=start / "fitzwilliam.gold.tsv"
    )


def make(
    data: PairData,
    name: str,
    folder: Path,
    n_folds: int,
    base: SavedModel | None = None,
    unseen: Unseen | None = None,
) -> None:
    """Cross-validate, train and save one model."""
    validated = [cross_validate(data, provider=provider, n_folds=n_folds, base=base) for provider in (True, False)]
    auc = validated[0].auc
    extra = "" if auc is None else f'"not stated" AUC, mean over author, people, location, event: {auc:.4f}'
    sys.stdout.write(f"{name}: {len(data)} pairs, {n_folds} folds that share no item\n")
    sys.stdout.write("\n".join(as_lines([each.figures for each in validated], extra)) + "\n")
    more = {} if unseen is None else {"unseen_providers": unseen.to_json()}
    train(data, folder, name=name, command=COMMAND, validated=validated, base=base, more=more)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", type=Path, help="folder of the shared data")
    parser.add_argument("--output", "-o", type=Path, default=MODELS, help="folder the models are written to")
    options = parser.parse_args()
    home, other = annotated(options.shared), abroad(options.shared)
    unseen = leave_providers_out(home, other)
    sys.stdout.write("\n".join(unseen.lines()) + "\n")
    make(join_pair_data([home, other]), "evidence", options.output / "evidence", 5, unseen=unseen)
    make(crowd_rated(options.shared), "typed", options.output / "typed", 10, read_model(options.output / "evidence"))


if __name__ == "__main__":
    main()
