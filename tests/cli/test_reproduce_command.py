"""`typed-sts reproduce` as a user runs it, against the stand-in server, on a made-up task."""

import json
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.processes import PATIENCE, command, environment, started, typed_sts, wait_until
from tests.standin import KEY, standin
from tests.typed_task import N_TRAIN, MadeUpTask, address_id, make_task
from typed_sts.reproduction.report import read_fates
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.task_files.check import checked
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

pytestmark = pytest.mark.slow
ARGUMENTS = ("reproduce", "typed", "--folds", "2", "--first-wait", "0.01")


def reproduce(task: MadeUpTask, *options: str, key: str | None = KEY) -> subprocess.CompletedProcess[str]:
    with standin(task.world) as url:
        env = {"EUROPEANA_API_KEY": key} if key else {}
        return typed_sts(*ARGUMENTS, "--base-url", url, *options, cwd=task.folder.parent, env=env)


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> MadeUpTask:
    return make_task(tmp_path_factory.mktemp("calm") / "typed")


@pytest.fixture(scope="module")
def first(task: MadeUpTask) -> subprocess.CompletedProcess[str]:
    """The first run, undisturbed; the tests below look at what it left."""
    ran = reproduce(task)
    assert ran.returncode == 0, ran.stderr
    return ran


def test_the_report_tells_coverage_figures_and_what_they_cannot_be_compared_with(
    task: MadeUpTask, first: subprocess.CompletedProcess[str]
) -> None:
    report = json.loads((task.folder / "work/report.json").read_bytes())
    assert (task.folder / "work/report.txt").read_text() == first.stdout
    counts = report["coverage"]
    assert counts["train"]["both"] == counts["train"]["pairs"] == N_TRAIN
    fates = read_fates(task.folder / "work/records.tsv")
    assert [kind.kind for kind in fates.values()].count("gone") == 2
    assert [kind.kind for kind in fates.values()].count("moved") == 3
    test = counts["test"]
    assert test["gone"] > 0
    assert test["moved"] > 0
    assert test["both"] + test["gone"] == test["pairs"] == len(task.test)
    whole, unseen, new = report["parts"]
    assert whole["n"] == test["both"]
    assert unseen["n"] == test["both"] - 2  # two pairs of test stand in train
    assert new["n"] <= unseen["n"]
    assert [system["name"] for system in whole["systems"]] == [
        "ours",
        "ours-without-provider",
        "general-for-all",
        "baseline",
    ]
    general = whole["systems"][2]["types"]
    assert general[0]["r"] == whole["systems"][0]["types"][0]["r"]
    tried = report["cross_validation"]["figures"]
    helped = tried["helped by evidence, with provider features"]["mean"]
    alone = tried["without help, with provider features"]["mean"]
    assert report["cross_validation"]["chosen"] == ("without help" if alone >= helped else "helped by evidence")
    assert ["baseline", "ours"] in [[each["first"], each["second"]] for each in report["compared"]]
    assert report["systems"]["ours"].endswith("IDF: typed/work/index; with provider features")
    assert report["systems"]["ours-without-provider"].endswith("; no provider features")
    assert "IDF: typed/work/index" in report["systems"]["baseline"]
    assert report["paper"]["comparable"] is False
    assert "cannot be compared with these" in first.stdout
    assert "(paper)" not in first.stdout


def test_the_corpus_for_idf_is_the_one_the_task_took(task: MadeUpTask, first: object) -> None:
    harvests = [url for url in task.world.seen_urls if "search.json" in url and "cursor=" in url]
    assert all("qf=PROVIDER%3A%22CultureGrid%22" in url for url in harvests)
    assert len(harvests) == 2  # pages of a hundred
    assert open_collection(task.folder / "work/index").n_docs == len(task.world.search_results)


def test_what_is_left_can_be_used_by_hand(
    task: MadeUpTask, first: object, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = task.folder / "work"
    monkeypatch.chdir(work)
    assert len(read_pairs(work / "train.pairs.tsv")) == N_TRAIN
    for system in ("ours", "ours-without-provider", "general-for-all", "baseline"):
        assert checked(work / "test.pairs.tsv", work / f"test.{system}.tsv").problems == ()
    options = ("--items", "items.jsonl", "--model", "model", "--index", "index", "-q")
    assert cli("predict", "test.pairs.tsv", *options).out.count("\n") == len(read_pairs(work / "test.pairs.tsv"))


def test_the_key_is_found_nowhere(task: MadeUpTask, first: subprocess.CompletedProcess[str]) -> None:
    files = [path for path in task.folder.rglob("*") if path.is_file()]
    assert len(files) > 80
    assert not any(KEY.encode() in path.read_bytes() for path in files)
    assert KEY not in first.stdout + first.stderr


def test_a_second_run_asks_for_nothing_needs_no_key_and_prints_the_same(
    task: MadeUpTask, first: subprocess.CompletedProcess[str]
) -> None:
    task.world.requests.clear()
    again = reproduce(task, key=None)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert again.stderr.count("finished earlier") == 7
    assert task.world.requests == {}


def test_scores_that_were_damaged_are_made_again_and_nothing_before_them(
    task: MadeUpTask, first: subprocess.CompletedProcess[str]
) -> None:
    (task.folder / "work/test.baseline.tsv").write_text("0\t0\n")
    again = reproduce(task, "-q")
    assert (again.returncode, again.stdout, again.stderr) == (0, first.stdout, "")
    log = (task.folder / "work/steps.log").read_text()
    assert log.count("train: started") == 1
    assert log.count("predict: started") == 2
    assert "report: finished earlier" in log.splitlines()[-1]


def test_steps_are_done_again_on_request(task: MadeUpTask, first: subprocess.CompletedProcess[str]) -> None:
    again = reproduce(task, "--from", "report")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert again.stderr.count("finished earlier") == 6


@pytest.mark.elastic
def test_the_harvest_can_be_indexed_on_elasticsearch_and_gives_the_same_scores(
    tmp_path: Path, task: MadeUpTask, first: object, elastic_name: Callable[[], str]
) -> None:
    other, collection = make_task(tmp_path / "typed"), elastic_name()
    ran = reproduce(other, "--index", collection)
    assert ran.returncode == 0, ran.stderr
    assert f"IDF: {collection}; with provider features" in ran.stdout
    for name in ("model/weights.npz", "test.ours.tsv", "test.baseline.tsv"):
        assert (other.folder / "work" / name).read_bytes() == (task.folder / "work" / name).read_bytes()
    assert reproduce(other, "--index", collection, key=None).stderr.count("finished earlier") == 7


def test_killed_while_fetching_and_while_training_it_ends_with_the_same_report(
    tmp_path: Path, task: MadeUpTask, first: subprocess.CompletedProcess[str]
) -> None:
    killed = make_task(tmp_path / "typed")
    killed.world.think_seconds = 0.02
    log = killed.folder / "work/steps.log"
    with standin(killed.world) as url:
        for moment in (
            lambda: killed.world.served > 20,
            lambda: log.exists() and "train: started" in log.read_text(),
        ):
            _kill_when(moment, url, tmp_path)
    assert not (killed.folder / "work/report.json").exists()
    ran = reproduce(killed)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("finished earlier") == 4
    assert ran.stdout == first.stdout
    for name in ("report.json", "model/model.json", "test.ours.tsv"):
        assert (killed.folder / "work" / name).read_bytes() == (task.folder / "work" / name).read_bytes()


def _kill_when(moment: Callable[[], bool], url: str, cwd: Path) -> None:
    with started(
        command(*ARGUMENTS, "--base-url", url),
        cwd=cwd,
        env=environment({"EUROPEANA_API_KEY": KEY}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_until(moment, process)
        assert KEY.encode() not in Path(f"/proc/{process.pid}/cmdline").read_bytes()
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)


def test_records_that_failed_stop_it_until_they_come_or_it_is_told_to_go_on(tmp_path: Path) -> None:
    task = make_task(tmp_path / "typed", gone=0, moved=0)
    broken = next(reversed(task.world.raw_records))
    task.world.raw_records[broken] = b'{"success": true}'
    ran = reproduce(task, "--idf", "shipped")
    assert ran.returncode == 1
    assert "1 of 72 records did not come, and may be there (typed/work/failures.tsv says why)" in ran.stderr
    assert "--incomplete" in ran.stderr
    task.world.search_results = []
    ran = reproduce(task, "--incomplete")  # goes on, as far as there is something to go on with
    assert ran.returncode == 1
    assert "step 2 of 7, harvest" in ran.stderr
    assert 'a search for PROVIDER:"CultureGrid" finds nothing' in ran.stderr
    assert read_fates(task.folder / "work/records.tsv")[broken].kind == "failed"


def test_nothing_is_asked_for_while_files_of_the_task_are_missing(tmp_path: Path) -> None:
    task = make_task(tmp_path / "typed")
    (task.folder / "train/STS.gs.europeana.txt").unlink()
    ran = reproduce(task)
    assert ran.returncode == 1
    assert "missing: typed/train/STS.gs.europeana.txt. Put its train and test files into typed/train" in ran.stderr
    assert not task.world.seen_urls
    assert not (task.folder / "work").exists()


def test_a_task_of_which_nothing_is_left_says_so(tmp_path: Path) -> None:
    task = make_task(tmp_path / "typed")
    task.world.raw_records.clear()
    ran = reproduce(task, "--idf", "shipped")
    assert ran.returncode == 1
    assert "no pair of typed/train/STS.input.europeana.txt has both records any more" in ran.stderr


def test_a_collection_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    task = make_task(tmp_path / "typed")
    mine = open_collection(tmp_path / "mine")
    mine.add([entry_of(Item(id="/mine/1", dcTitle=("Mine",)))])
    ran = reproduce(task, "--index", "mine", "--limit", "5")
    assert ran.returncode == 1
    assert "there is a collection at mine already, and it would be replaced; name another" in ran.stderr
    mine.refresh()
    assert [item.id for item in mine.all_items()] == ["/mine/1"]


def test_options_that_say_nothing_together_are_refused(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_task(tmp_path / "typed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EUROPEANA_API_KEY", raising=False)
    assert "leave out --limit and --index" in cli(*ARGUMENTS, "--idf", "shipped", "--limit", "5").err
    assert "there is no step harvest" in cli(*ARGUMENTS, "--idf", "shipped", "--from", "harvest").err
    assert "set EUROPEANA_API_KEY" in cli(*ARGUMENTS).err


@pytest.fixture(scope="module")
def with_own_records(tmp_path_factory: pytest.TempPathFactory) -> tuple[MadeUpTask, subprocess.CompletedProcess[str]]:
    """A run with all the records of a task but one of train and one of test, without a key and without a server."""
    task = make_task(tmp_path_factory.mktemp("own") / "typed")
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    lost = (task.train[5][0], task.test[4][0])
    own = [replace(item, id=address_id(item.id)) for item in items.values() if item.id not in lost]
    own[0] = replace(own[0], id="/elsewhere/1", aliases=(own[0].id,))
    write_items(task.folder.parent / "mine.jsonl", own)
    ran = typed_sts("reproduce", "typed", "--items", "mine.jsonl", "--folds", "2", cwd=task.folder.parent, env={})
    return task, ran


def test_with_records_one_has_no_key_is_needed_and_what_is_missing_is_counted_and_listed(
    with_own_records: tuple[MadeUpTask, subprocess.CompletedProcess[str]],
) -> None:
    task, ran = with_own_records
    assert ran.returncode == 0, ran.stderr
    report = json.loads((task.folder / "work/report.json").read_bytes())
    for name, pairs in (("train", task.train), ("test", task.test)):
        lost = {task.train[5][0], task.test[4][0]}
        missing = sum(bool(lost & set(pair)) for pair in pairs)
        counts = report["coverage"][name]
        assert missing > 0
        assert (counts["pairs"], counts["missing"], counts["both"]) == (len(pairs), missing, len(pairs) - missing)
        assert (counts["gone"], counts["failed"]) == (0, 0)
    assert "one is missing" in ran.stdout
    assert "left-out.tsv lists the pairs left out." in ran.stdout
    assert "background statistics" in report["systems"]["ours"]
    rows = [line.split("\t") for line in (task.folder / "work/left-out.tsv").read_text().splitlines()]
    assert ["train", "6"] in [row[:2] for row in rows]
    assert ["test", "5"] in [row[:2] for row in rows]
    for name, line, left, right, *fates in rows:
        files = {"train": task.folder / "train", "test": task.folder / "test"}
        assert read_pairs(files[name] / "STS.input.europeana.txt")[int(line) - 1] == (left, right)
        assert "missing" in fates
    moved = [fate for fate in read_fates(task.folder / "work/records.tsv").values() if fate.kind == "moved"]
    assert [fate.now for fate in moved] == ["/elsewhere/1"]


def test_when_the_records_change_the_run_is_done_again_and_else_it_is_not(
    with_own_records: tuple[MadeUpTask, subprocess.CompletedProcess[str]],
) -> None:
    task, ran = with_own_records
    options = ("reproduce", "typed", "--items", "mine.jsonl", "--folds", "2")
    again = typed_sts(*options, cwd=task.folder.parent, env={})
    assert (again.returncode, again.stdout) == (0, ran.stdout)
    assert again.stderr.count("finished earlier") == 5
    records = (task.folder.parent / "mine.jsonl").read_text().splitlines()
    none = task.folder.parent / "none.jsonl"
    none.write_text(records[-1] + "\n")
    options = ("reproduce", "typed", "--items", "none.jsonl", "--folds", "2")
    stopped = typed_sts(*options, cwd=task.folder.parent, env={})
    assert stopped.returncode == 1
    assert "has both records in none.jsonl (typed/work/left-out.tsv lists what is missing)" in stopped.stderr
    assert len((task.folder / "work/left-out.tsv").read_text().splitlines()) == len(task.train) + len(task.test)


def test_without_a_key_and_without_records_both_ways_on_are_named(tmp_path: Path) -> None:
    make_task(tmp_path / "typed")
    ran = typed_sts("reproduce", "typed", cwd=tmp_path, env={})
    assert ran.returncode == 1
    assert "no Europeana API key" in ran.stderr
    assert "give the records you have with --items FILE" in ran.stderr
    ran = typed_sts("reproduce", "typed", "--items", "-", cwd=tmp_path, env={})
    assert (ran.returncode, "not standard input" in ran.stderr) == (1, True)
    ran = typed_sts("reproduce", "typed", "--items", "typed", "--limit", "3", cwd=tmp_path, env={})
    assert (ran.returncode, "leave out --limit and --index" in ran.stderr) == (1, True)
