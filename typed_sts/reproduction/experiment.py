"""The TYPED experiment, step by step; each is skipped when what it would make is there.

fetch -> harvest -> index -> cover -> train -> predict -> report      (with shipped IDF: without harvest and index)

With records of the user's own, fetch takes them out of their files.
"""

from typed_sts import __version__
from typed_sts.errors import BadOptions
from typed_sts.features.feature_table import features
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.version import encoder_version, reader_version
from typed_sts.reproduction.fetch_steps import (
    fetch_records,
    harvest_corpus,
    index_corpus,
    index_holds,
    take_records,
)
from typed_sts.reproduction.model_steps import cover_pairs, predict_test, train_model
from typed_sts.reproduction.report import make_report
from typed_sts.reproduction.report_text import report_text
from typed_sts.reproduction.settings import HELPER, SYSTEMS, Experiment, Ledger, Step, files_of, run_steps, write_json
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS
from typed_sts.scoring.open_scorer import model_folder
from typed_sts_fetch.formats.write import write_bytes


def run_experiment(experiment: Experiment, *, redo_from: str | None = None) -> str:
    """Do what is left to do and return the report, which is also in the work folder as text and as JSON."""
    steps = steps_of(experiment)
    if redo_from is not None and redo_from not in [step.name for step in steps]:
        raise BadOptions(f"with --idf shipped there is no step {redo_from}")
    run_steps(steps, Ledger(experiment.work), redo_from=redo_from, say=experiment.say)
    return (experiment.work / "report.txt").read_text(encoding="utf-8")


def steps_of(experiment: Experiment) -> list[Step]:
    """Return the steps of an experiment with what each is made from."""
    work, files = experiment.work, experiment.files
    fetched = (experiment.items, experiment.fates)
    get_records = take_records if experiment.records else fetch_records
    index = () if experiment.shipped_idf else (work / "index.json", experiment.harvested)
    train = (experiment.pairs("train"), experiment.gold("train"))
    test_gold = (experiment.gold("test"),) if files.test_gold else ()
    test = (experiment.pairs("test"), *test_gold)
    model = (experiment.model / DESCRIPTION, experiment.model / WEIGHTS, work / "cross-validation.json")
    helper = model_folder(HELPER) / DESCRIPTION
    scores = (*map(experiment.scores, SYSTEMS), work / "systems.json")
    reading = {"reader": reader_version(DEFAULT_TAGGER), "encoder": encoder_version(), "version": __version__}
    learning = {"features": [feature.name for feature in features()], "folds": experiment.folds} | reading
    seed = {"seed": experiment.seed}
    steps = [
        Step("fetch", lambda: get_records(experiment), fetched, (*files.both_pairs, *files_of(experiment.records))),
        Step("harvest", lambda: harvest_corpus(experiment), (experiment.harvested,), (), {"limit": experiment.limit}),
        Step(
            "index",
            lambda: index_corpus(experiment),
            (work / "index.json",),
            (experiment.harvested,),
            {"collection": experiment.collection} | reading,
            lambda: index_holds(experiment),
        ),
        Step(
            "cover",
            lambda: cover_pairs(experiment),
            (*train, *test, work / "coverage.json", experiment.left_out),
            (*fetched, *files.all),
        ),
        Step(
            "train", lambda: train_model(experiment), model, (*train, experiment.items, helper, *index), learning | seed
        ),
        Step(
            "predict", lambda: predict_test(experiment), scores, (*model, *test[:1], experiment.items, *index), learning
        ),
        Step(
            "report",
            lambda: write_report(experiment),
            (work / "report.txt", work / "report.json"),
            (*scores, *test, *model, work / "coverage.json", files.train_pairs),
            seed | {"version": __version__},
        ),
    ]
    return [step for step in steps if not (experiment.shipped_idf and step.name in ("harvest", "index"))]


def write_report(experiment: Experiment) -> bool:
    """Write the report as text and as JSON."""
    report = make_report(experiment)
    write_json(experiment.work / "report.json", report.to_json())
    write_bytes(experiment.work / "report.txt", report_text(report).encode())
    return True
