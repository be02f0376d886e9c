"""The parts of `typed-sts reproduce` one by one: the task's files, steps, coverage, the paper, the report."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from typed_sts.cli.reproduce import StepName
from typed_sts.domain.scores import Scores
from typed_sts.errors import BadOptions, BadScores, BadTrainingData
from typed_sts.evaluation.correlation import fisher_z
from typed_sts.evaluation.report import evaluate
from typed_sts.reproduction.experiment import steps_of
from typed_sts.reproduction.model_steps import clear_unfinished
from typed_sts.reproduction.report import (
    BEST,
    FAILED,
    GONE,
    MISSING,
    MOVED,
    N_TEST,
    THERE,
    Coverage,
    Fate,
    ReproductionReport,
    coverage_of,
    covered,
    left_out_lines,
    needed_to_beat,
    read_fates,
    write_fates,
)
from typed_sts.reproduction.report_text import report_text
from typed_sts.reproduction.settings import GOLD, INPUT, SYSTEMS, Experiment, Ledger, Step, find_task_files, run_steps
from typed_sts.scoring.open_scorer import SHIPPED
from typed_sts.task_files.ratings import Gold
from typed_sts.training.train import refuse_other_folders
from typed_sts_fetch.errors import BadRecord
from typed_sts_fetch.europeana.client import EuropeanaClient

PAIR = "http://www.europeana.eu/portal/record/a/1.html\thttp://www.europeana.eu/portal/record/a/2.html\n"
ROW = "1\t1\t1\t1\t1\t1\t1\t1\n"


def write_task(folder: Path, *, test_gold: bool) -> None:
    for name in ("train", "test"):
        (folder / name).mkdir()
        (folder / name / INPUT).write_text(PAIR * 2)
        if name == "train" or test_gold:
            (folder / name / GOLD).write_text(ROW * 2)


def test_the_files_of_the_task_are_found_with_and_without_the_gold_of_test(tmp_path: Path) -> None:
    write_task(tmp_path, test_gold=False)
    assert find_task_files(tmp_path).test_gold is None
    (tmp_path / "test" / GOLD).write_text(ROW * 2)
    assert find_task_files(tmp_path).test_gold == tmp_path / "test" / GOLD
    named = find_task_files(Path("nowhere"), tmp_path / "train", tmp_path / "test")
    assert named.train_pairs == tmp_path / "train" / INPUT


def test_the_command_names_every_step_there_is(tmp_path: Path) -> None:
    write_task(tmp_path, test_gold=False)

    def connect() -> EuropeanaClient:
        raise AssertionError("no step is done")

    experiment = Experiment(
        files=find_task_files(tmp_path), work=tmp_path, cache=tmp_path, connect=connect, say=lambda line: None
    )
    assert [step.name for step in steps_of(experiment)] == list(StepName)


def test_every_missing_file_is_named(tmp_path: Path) -> None:
    write_task(tmp_path, test_gold=False)
    (tmp_path / "train" / GOLD).unlink()
    (tmp_path / "test" / INPUT).unlink()
    with pytest.raises(BadOptions, match=r"missing: \S+/train/STS\.gs\.europeana\.txt, \S+/test/STS\.input\.\S+"):
        find_task_files(tmp_path)


def test_files_that_do_not_go_together_are_refused_before_anything_is_asked_for(tmp_path: Path) -> None:
    write_task(tmp_path, test_gold=True)
    (tmp_path / "test" / GOLD).write_text(ROW)
    with pytest.raises(BadScores, match=r"has 1 line, .* has 2: one line a pair is needed"):
        find_task_files(tmp_path)
    (tmp_path / "train" / INPUT).write_text(PAIR + "http://museum.example/1\t/a/2\n")
    with pytest.raises(BadRecord, match=r"line 2: .* is not an address at europeana\.eu"):
        find_task_files(tmp_path)
    (tmp_path / "train" / INPUT).write_text(PAIR + "#" + PAIR)
    with pytest.raises(BadScores, match="a line starts with #"):
        find_task_files(tmp_path)


def chain(folder: Path, done: list[str], *, settings: int = 0, finished: bool = True) -> list[Step]:
    """Return two steps: a copies the source, b copies a's output."""

    def copies(name: str, source: Path, target: Path) -> Callable[[], bool]:
        def work() -> bool:
            done.append(name)
            target.write_bytes(source.read_bytes() + name.encode())
            return finished

        return work

    source, middle, end = folder / "source", folder / "middle", folder / "end"
    return [
        Step("a", copies("a", source, middle), (middle,), (source,), {"setting": settings}),
        Step("b", copies("b", middle, end), (end,), (middle,)),
    ]


def run(steps: list[Step], folder: Path, redo_from: str | None = None) -> None:
    run_steps(steps, Ledger(folder), redo_from=redo_from, say=lambda line: None)


def test_a_finished_step_is_skipped_until_something_it_depends_on_changes(tmp_path: Path) -> None:
    done: list[str] = []
    (tmp_path / "source").write_text("1")
    run(chain(tmp_path, done), tmp_path)
    run(chain(tmp_path, done), tmp_path)
    assert done == ["a", "b"]
    (tmp_path / "source").write_text("2")
    run(chain(tmp_path, done), tmp_path)
    assert done == ["a", "b", "a", "b"]
    run(chain(tmp_path, done, settings=1), tmp_path)  # a is done again, and gives what it gave before
    assert done == ["a", "b", "a", "b", "a"]
    log = (tmp_path / "steps.log").read_text()
    assert "a: started" in log
    assert "b: finished earlier" in log


def test_an_output_that_was_changed_or_removed_is_made_again(tmp_path: Path) -> None:
    done: list[str] = []
    (tmp_path / "source").write_text("1")
    run(chain(tmp_path, done), tmp_path)
    (tmp_path / "end").write_text("cut o")
    run(chain(tmp_path, done), tmp_path)
    assert done == ["a", "b", "b"]
    (tmp_path / "middle").unlink()
    run(chain(tmp_path, done), tmp_path)
    assert done == ["a", "b", "b", "a"]
    assert (tmp_path / "end").read_text() == "1ab"


def test_steps_are_done_again_on_request_and_while_they_are_not_finished(tmp_path: Path) -> None:
    done: list[str] = []
    (tmp_path / "source").write_text("1")
    run(chain(tmp_path, done), tmp_path)
    run(chain(tmp_path, done), tmp_path, redo_from="b")
    assert done == ["a", "b", "b"]
    (tmp_path / "steps.json").write_text('{"a": ')  # a ledger cut off says nothing
    run(chain(tmp_path, done, finished=False), tmp_path)
    run(chain(tmp_path, done), tmp_path)
    assert done == ["a", "b", "b", "a", "b", "a", "b"]


def test_pairs_are_counted_by_what_became_of_their_records(tmp_path: Path) -> None:
    fates = {
        "/a/1": Fate(THERE, "/a/1"),
        "/a/2": Fate(MOVED, "/b/2"),
        "/a/3": Fate(GONE),
        "/a/4": Fate(FAILED),
        "/a/5": Fate(MOVED, "/a/1"),
    }
    write_fates(tmp_path / "fates", fates)
    assert read_fates(tmp_path / "fates") == fates
    address = "http://www.europeana.eu/portal/record/a/{}.html"
    numbers = [(1, 2), (1, 3), (4, 3), (4, 1), (1, 5), (1, 1)]
    pairs = [(address.format(a), address.format(b)) for a, b in numbers]
    assert covered(pairs, fates) == [True, False, False, False, True, True]
    found = coverage_of(pairs, fates)
    assert found == Coverage(pairs=6, both=3, moved=2, merged=1, gone=2, failed=1, records=5, records_there=3)
    assert not found.complete
    assert [line.split("\t")[:2] for line in left_out_lines("train", pairs, fates)] == [["train", n] for n in "234"]
    fates["/a/3"] = Fate(MISSING)
    assert coverage_of(pairs, fates).missing == 2
    assert left_out_lines("test", pairs, fates)[0] == "\t".join(("test", "2", *pairs[1], "there", "missing")) + "\n"


def test_it_takes_7955_to_beat_the_best_published_mean() -> None:
    assert needed_to_beat(BEST.mean, N_TEST) == 0.7955
    enough, not_enough = fisher_z(BEST.mean, 0.7955, N_TEST, N_TEST), fisher_z(BEST.mean, 0.7954, N_TEST, N_TEST)
    assert enough is not None
    assert not_enough is not None
    assert enough[1] < 0.05 < not_enough[1]


def made_up_report(*, n: int, both: int, gold: bool = True) -> ReproductionReport:
    """Return a report over random scores."""
    random = np.random.default_rng(1)
    truth = Gold("gold", random.uniform(0, 5, (both, 8)))
    scores = [Scores(name, np.clip(truth.values + random.normal(0, 1, (both, 8)), 0, 5)) for name in SYSTEMS]
    figures = {"r": [0.5] * 8, "mean": 0.5, "auc": None}
    whole = Coverage(pairs=750, both=750, moved=0, merged=0, gone=0, failed=0, records=1500, records_there=1500)
    return ReproductionReport(
        train=whole,
        test=Coverage(pairs=n, both=both, moved=0, merged=0, gone=n - both, failed=0, records=9, records_there=9),
        systems=dict.fromkeys(SYSTEMS, "about it"),
        model={
            "trained_on": {"pairs": 750, "items": 1400, "groups": 600},
            "folds": 5,
        },
        cross_validation={"chosen": "without help", "figures": {"without help, with provider features": figures}},
        parts=evaluate(truth, scores, resamples=50).parts if gold else (),
        compared=(),
        warnings=(),
    )


def test_the_paper_shares_a_table_with_figures_over_its_whole_test_set_only() -> None:
    whole = report_text(made_up_report(n=750, both=750))
    [row] = [line for line in whole.splitlines() if line.startswith("UNITOR, best run (paper)")]
    assert row.split()[-1] == "0.7620"
    assert "ours against UNITOR, best run: z " in whole
    assert "it takes 0.7955 to beat 0.7620 at p < .05" in whole
    assert "the paper's runs read those of 2013" in whole
    for n, both, why in (
        (750, 749, "only 749 of 750 test pairs have both records"),
        (30, 30, "there are 30 test pairs"),
    ):
        part = report_text(made_up_report(n=n, both=both))
        assert "(paper)" not in part
        assert "against UNITOR" not in part
        assert f"The figures above cannot be compared with these: {why}" in part


def test_without_gold_the_report_says_so_and_has_no_figures_of_test() -> None:
    report = made_up_report(n=750, both=750, gold=False)
    text = report_text(report)
    assert "Test: its gold is not there, so there are scores and no figures." in text
    assert "Test, all pairs" not in text
    assert report.to_json()["paper"]["against_best"] == []


def test_a_model_that_was_being_written_when_a_run_was_killed_is_not_in_the_way(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    for name in ("weights.npz", ".model.json.k3x.tmp"):
        (folder / name).write_text("half")
    with pytest.raises(BadTrainingData, match="is not the folder of a model"):
        refuse_other_folders(folder)
    clear_unfinished(folder)
    assert list(folder.iterdir()) == []
    refuse_other_folders(folder)


def test_a_whole_model_is_kept_and_may_be_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED / "evidence", folder)
    (folder / ".weights.npz.k3x.tmp").write_text("half")
    refuse_other_folders(folder)
    clear_unfinished(folder)
    assert {path.name for path in folder.iterdir()} == {"model.json", "weights.npz"}
    (folder / "notes.txt").write_text("mine")
    clear_unfinished(folder)
    with pytest.raises(BadTrainingData, match="is not the folder of a model"):
        refuse_other_folders(folder)
