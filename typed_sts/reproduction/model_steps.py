"""The steps in the middle: the pairs that are left, the model trained on those of train, scores of those of test."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from typed_sts.answers.predict_file import PredictSettings, prepare_pairs, write_scores
from typed_sts.domain.types import TYPES
from typed_sts.reading.batches import read_chunks
from typed_sts.reading.boilerplate import NOTHING_KNOWN
from typed_sts.reading.store import FILE_NAME, DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.version import reader_version
from typed_sts.reproduction.report import coverage_of, covered, left_out_lines, read_fates
from typed_sts.reproduction.settings import (
    GENERAL,
    HELPER,
    NO_PROVIDER,
    OURS,
    RECIPE,
    Experiment,
    ExperimentStopped,
    write_json,
)
from typed_sts.running.progress import progress
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, read_model
from typed_sts.scoring.open_scorer import model_folder
from typed_sts.task_files.lines import read_lines
from typed_sts.task_files.pairs import PairsFile
from typed_sts.task_files.scores import read_scores
from typed_sts.task_files.task_format import read_pairs, write_official_scores
from typed_sts.training.train import Request, read, save, unfinished_files, validate
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import replacing, write_bytes
from typed_sts_index.contract import Collection
from typed_sts_index.opening import open_collection


def cover_pairs(experiment: Experiment) -> bool:
    """Write the pairs whose two records are there, their gold, and how many they are."""
    fates = read_fates(experiment.fates)
    counts = {}
    left_out = [
        line for name, pairs, _ in experiment.subsets for line in left_out_lines(name, read_pairs(pairs), fates)
    ]
    write_bytes(experiment.left_out, "".join(left_out).encode())
    if left_out:
        experiment.say(f"{len(left_out):,} pairs have not both records; {experiment.left_out} lists them")
    for name, pairs, gold in experiment.subsets:
        keep = covered(read_pairs(pairs), fates)
        if not any(keep):
            where = " and ".join(map(str, experiment.records))
            lost = f"in {where} ({experiment.left_out} lists what is missing)" if where else "any more"
            raise ExperimentStopped(f"no pair of {pairs} has both records {lost}; there is nothing to go on with")
        for source, target in ((pairs, experiment.pairs(name)), (gold, experiment.gold(name))):
            if source is not None:
                lines = (line for line, kept in zip(read_lines(source), keep, strict=True) if kept)
                write_bytes(target, "".join(f"{line}\n" for line in lines).encode())
        counts[name] = coverage_of(read_pairs(pairs), fates).to_json()
    write_json(experiment.work / "coverage.json", counts)
    return True


def train_model(experiment: Experiment) -> bool:
    """Train on the pairs of train, helped by the model `evidence` or not: as cross-validation on train shows best."""
    clear_unfinished(experiment.model)
    idf = "" if experiment.shipped_idf else f" --index {experiment.index or 'index'}"
    alone = Request(
        pairs=experiment.pairs("train"),
        items=experiment.items,
        folder=experiment.model,
        name="typed-train",
        # What does the same by hand in the work folder.
        command=f"typed-sts train train.pairs.tsv train.gold.tsv --items items.jsonl{idf} -o model"
        f" --folds {experiment.folds} --seed {experiment.seed} --name typed-train",
        gold=experiment.gold("train"),
        stats=_collection(experiment),
        store=_read(experiment),
        folds=experiment.folds,
        seed=experiment.seed,
        quiet=experiment.quiet,
    )
    helped = replace(alone, base=read_model(model_folder(HELPER)), command=f"{alone.command} --base {HELPER}")
    data = read(alone)
    tried = {request: validate(request, data) for request in (alone, helped)}
    best = max(tried, key=lambda request: tried[request][0].figures.mean)
    found = {
        f"{_help(request)}, {each.figures.name}": each.to_json() for request, both in tried.items() for each in both
    }
    write_json(experiment.work / "cross-validation.json", {"chosen": _help(best), "figures": found})
    save(best, data, tried[best])
    return True


def _help(request: Request) -> str:
    return "without help" if request.base is None else f"helped by {HELPER}"


def clear_unfinished(folder: Path) -> None:
    """Remove what a run left that was killed while it wrote the model: weights that nothing describes."""
    if not (folder / DESCRIPTION).exists():
        (folder / WEIGHTS).unlink(missing_ok=True)
    for path in unfinished_files(folder):
        path.unlink(missing_ok=True)


def predict_test(experiment: Experiment) -> bool:
    """Score the pairs of test with every system."""
    store = _read(experiment)
    pairs = PairsFile(str(experiment.pairs("test")), experiment.pairs("test"))
    about = {}
    for system, model, provider in (
        (OURS, experiment.model, True),
        (NO_PROVIDER, experiment.model, False),
        (RECIPE, "baseline", False),
    ):
        settings = PredictSettings(
            model=model,
            collection=_collection(experiment),
            provider=provider,
            workers=experiment.workers,
            store=store,
            boilerplate=NOTHING_KNOWN,  # as the model was trained
            quiet=experiment.quiet,
        )
        prepared = prepare_pairs(pairs, read_items(experiment.items), settings)
        with replacing(experiment.scores(system)) as stream:
            write_scores(prepared, pairs, stream, form="tsv")
        about[system] = prepared.scorer.about
    general = read_scores(experiment.scores(OURS)).values[:, [0]]
    write_official_scores(experiment.scores(GENERAL), np.repeat(general, len(TYPES), axis=1).tolist())
    about[GENERAL] = f"the general score of {OURS}, for all eight types"
    write_json(experiment.work / "systems.json", about)
    return True


def _collection(experiment: Experiment) -> Collection | None:
    return None if experiment.shipped_idf else open_collection(experiment.collection)


def _read(experiment: Experiment) -> DocumentStore:
    """Read all records into the store, in their order, so that no later step reads them in another company."""
    store = DocumentStore(experiment.work / FILE_NAME, reader_version(DEFAULT_TAGGER))
    done = 0
    with progress("reading", quiet=experiment.quiet) as report:
        for readings in read_chunks(read_items(experiment.items), workers=experiment.workers, store=store):
            done += len(readings.documents)
            report(done, None)
    return store
