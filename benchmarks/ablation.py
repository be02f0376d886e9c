"""What each part is worth: the evidence model without it, on the annotated pairs.

    python -m benchmarks.ablation ../shared/data [--stanza] [--only TEXT]

Cross-validation over folds that share no item, the mean over several seeds of the folds. "Without" takes a group of
features, or a part of the reading, away and trains again; "alone" leaves one group only.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.groups import GROUPS
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.features.feature_table import feature_table, features
from typed_sts.features.profiles import profile_documents
from typed_sts.reading.document import DATE_FIELDS, Document
from typed_sts.reading.vectors import Vectors
from typed_sts.scoring.kernel import fit_kernel_machine
from typed_sts.scoring.trees import fit_boosted_trees
from typed_sts.training.pair_data import Figures, PairData, as_lines, figures, grouped_folds, out_of_fold
from typed_sts.training.shipped.models import annotated
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats
from typed_sts_index.entry import Entry
from typed_sts_index.opening import open_collection


def blend(table: Floats, targets: Floats) -> Callable[[Floats], Floats]:
    """Fit the regressor of the shipped models."""
    machine, trees = fit_kernel_machine(table, targets), fit_boosted_trees(table, targets)
    return lambda rows: (machine.predict(rows) + trees.predict(rows)) / 2


def measured(name: str, data: PairData, table: Floats, seeds: int) -> Figures:
    """Return the figures of one feature table."""
    found = []
    for seed in range(seeds):
        folds = grouped_folds(data.groups, 5, seed)
        found.append(figures(name, out_of_fold(blend, table, data.gold.values, folds), data.gold.values).r)
    return Figures(name, tuple(np.mean(found, axis=0)))


def table_of(
    data: PairData,
    documents: tuple[Document, ...] | None = None,
    vectors: Vectors | None = None,
    stats: CorpusStats | None = None,
) -> Floats:
    """Return the feature table with other documents, vectors or statistics than the data's own."""
    profiles = profile_documents(
        data.documents if documents is None else documents,
        stats or background_stats(),
        data.profiles.vectors if vectors is None else vectors,
    )
    return feature_table(profiles, data.left, data.right)


def without_tagger(document: Document) -> Document:
    """Return a document as it would be without the span tagger: makers by rule, dates of the date fields alone."""
    by_rule = tuple(entity for entity in document.entities if entity.stated)
    years = tuple(y for y in document.years if y.mention.field in DATE_FIELDS)
    return replace(document, entities=by_rule, years=years)


def own_statistics(data: PairData, folder: Path) -> CorpusStats:
    """Return the statistics of a collection that holds the pairs' own records and nothing else."""
    collection = open_collection(str(folder))
    entries = (Entry(d.item, {view: d.tokens(view) for view in READ_VIEWS}) for d in data.documents)
    collection.rebuild(entries, READ_VIEWS)
    return collection


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", type=Path, help="folder of the shared data")
    parser.add_argument("--seeds", type=int, default=2, help="splits into folds that are averaged")
    parser.add_argument("--stanza", action="store_true", help="also with the stanza engine, which must be installed")
    parser.add_argument("--only", default="", help="only rows whose name holds this text")
    options = parser.parse_args()
    data = annotated(options.shared)
    table = table_of(data)
    groups = np.array([feature.group for feature in features()])

    def add(name: str, table: Floats, data: PairData = data) -> None:
        if options.only not in name:
            return
        rows.append(measured(name, data, table, options.seeds))
        sys.stderr.write(f"{name}: {rows[-1].mean:.4f}\n")

    rows: list[Figures] = []
    add("everything", table)
    for group in GROUPS:
        add(f"without {group}", table[:, groups != group])
    for group in GROUPS[:-1]:
        add(f"{group} alone", table[:, groups == group])
    add("without the span tagger", table_of(data, tuple(map(without_tagger, data.documents))))
    add("without sentence vectors", table_of(data, vectors=np.zeros_like(data.profiles.vectors)))
    with tempfile.TemporaryDirectory() as folder:
        add("IDF of the pairs' own records", table_of(data, stats=own_statistics(data, Path(folder) / "own")))
    if options.stanza:
        other = annotated(options.shared, tagger="stanza")
        add("stanza instead of crf", table_of(other), other)
    sys.stdout.write("\n".join(as_lines(rows)) + "\n")


if __name__ == "__main__":
    main()
