"""How far the addresses alone go on TYPED: a regressor that sees only which collections a pair is from.

    python -m benchmarks.provider_shortcut ../shared/data

Not a result but a warning: the crowd's scores can be guessed in part from who holds the items. All 750 training pairs,
10 folds that share no item; pairs that occur twice are also left out of a second row.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.task_files.lines import read_lines
from typed_sts.task_files.pairs import pair_key, record_key
from typed_sts.task_files.task_format import parse_scores, read_pairs
from typed_sts.training.pair_data import as_lines, connected, figures, grouped_folds, out_of_fold
from typed_sts.training.shipped.model_choice import per_type


def collections(pairs: list[tuple[str, str]]) -> Floats:
    """Return indicators of each collection (0, 1 or 2 of the pair), of each two together, and of one collection."""
    held = [tuple(sorted(record_key(item).strip("/").partition("/")[0] for item in pair)) for pair in pairs]
    names = sorted({name for pair in held for name in pair})
    both = sorted(set(held))
    table = np.zeros((len(pairs), len(names) + len(both) + 1))
    for row, (left, right) in enumerate(held):
        table[row, names.index(left)] += 1
        table[row, names.index(right)] += 1
        table[row, len(names) + both.index((left, right))] = 1
        table[row, -1] = left == right
    return table


def main() -> None:
    from sklearn.linear_model import RidgeCV

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", type=Path, help="folder of the shared data")
    options = parser.parse_args()
    folder = options.shared / "typed" / "train"
    pairs = read_pairs(folder / "STS.input.europeana.txt")
    gold_file = folder / "STS.gs.europeana.txt"
    gold = np.array(parse_scores(gold_file, read_lines(gold_file)))
    folds = grouped_folds(connected([(record_key(left), record_key(right)) for left, right in pairs]), 10)
    predicted = out_of_fold(per_type(lambda: RidgeCV(np.logspace(-1, 4, 11))), collections(pairs), gold, folds)
    counts = Counter(map(pair_key, pairs))
    once = np.array([counts[pair_key(pair)] == 1 for pair in pairs])
    rows = [
        figures(f"collections alone, {len(pairs)} pairs", predicted, gold),
        figures(f"... the {once.sum()} that occur once", predicted[once], gold[once]),
    ]
    sys.stdout.write("\n".join(as_lines(rows)) + "\n")


if __name__ == "__main__":
    main()
