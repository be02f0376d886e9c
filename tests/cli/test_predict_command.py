"""`typed-sts predict` as a user runs it, in processes of its own."""

import json
import os
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli
from tests.processes import PATIENCE, command, environment, started, typed_sts
from typed_sts.answers.predict_file import BLOCK, PredictSettings, prepare_pairs, write_scores
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS, sample_pairs
from typed_sts.scoring.open_scorer import SHIPPED
from typed_sts.task_files.pairs import PairsFile, pair_digest
from typed_sts.task_files.scores import read_scores
from typed_sts.task_files.task_format import write_pairs
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item

URL = "http://www.europeana.eu/portal/record/09405b/ABC.html"
ITEMS = [
    Item(id="/09405b/ABC", dcTitle=("Rain over Paris",), dcDate=("1850",)),
    Item(id="/b/2", dcTitle=("Rain over Rome",), dcCreator=("Ada Moss",), aliases=("/old/2",)),
    Item(id="/c/3", dcTitle=("Snow over Rome",), dcCreator=("Ada Moss",), dcDate=("c. 1850",)),
    Item(id="/d/4"),
]
PAIRS = [(URL, "/old/2"), ("/b/2", "/c/3"), ("/d/4", "/d/4")]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with records and pairs that name them in every way."""
    monkeypatch.chdir(tmp_path)
    write_items(Path("items.jsonl"), ITEMS)
    write_pairs(Path("pairs.tsv"), PAIRS)
    return tmp_path


def predicted(cli: Cli, *options: object) -> str:
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "--quiet", *options)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_the_official_format_is_written_and_passes_the_check(cli: Cli, folder: Path) -> None:
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "-o", "scores.tsv", cwd=folder)
    assert (ran.code, ran.out) == (0, "")
    closing = ran.err.splitlines()[-1]
    assert closing.startswith("3 pairs of 4 items; model baseline")
    assert "IDF: background statistics of" in closing
    assert cli("check", "pairs.tsv", "scores.tsv", cwd=folder).out == "scores.tsv is fine\n"
    scores = np.loadtxt("scores.tsv")
    assert scores.shape == (3, 8)
    assert scores[1, 1] == 5
    assert not scores[2].any()


def test_json_lines_have_the_ids_as_written_and_are_read_back(cli: Cli) -> None:
    Path("scores.tsv").write_text(predicted(cli))
    Path("scores.jsonl").write_text(predicted(cli, "--format", "jsonl"))
    read = read_scores(Path("scores.jsonl"))
    assert read.ids == tuple(PAIRS)
    assert (read.values == np.loadtxt("scores.tsv")).all()
    last = json.loads(Path("scores.jsonl").read_text().splitlines()[-1])
    assert {(entry["score"], entry["stated"]) for entry in last["types"]} == {(None, "none")}
    assert cli("evaluate", "scores.tsv", "scores.jsonl", "--pairs", "pairs.tsv").code == 0


@pytest.mark.slow
def test_any_number_of_workers_and_a_cache_give_the_same_bytes(folder: Path) -> None:
    items = [Item(id=str(n), dcTitle=(f"View {n % 7} of Paris in {1800 + n % 11}",)) for n in range(300)]
    write_items(Path("many.jsonl"), items)
    random = np.random.default_rng(0)
    write_pairs(Path("many.tsv"), [(str(a), str(b)) for a, b in random.integers(0, 300, (25_000, 2))])
    options = ["predict", "many.tsv", "--items", "many.jsonl", "--format", "jsonl", "--tagger", "crf"]
    alone, two, again = (
        typed_sts(*options, *more, cwd=folder).stdout
        for more in ([], ["--workers", "2", "--cache", "kept.sqlite"], ["--workers", "3", "--cache", "kept.sqlite"])
    )
    assert len(alone.splitlines()) == 25_000
    assert alone == two == again
    assert Path("kept.sqlite").exists()


def test_unknown_ids_fail_before_anything_is_written(cli: Cli) -> None:
    write_pairs(Path("pairs.tsv"), [*PAIRS, ("/b/2", "/gone/1"), ("/gone/2", "/gone/1")])
    Path("scores.tsv").write_text("as it was")
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "-o", "scores.tsv")
    assert ran.code == 1
    assert ran.err == (
        'typed-sts: pairs.tsv names 2 items there are no record of: "/gone/1" (line 4), "/gone/2" (line 5); give their'
        ' records with --items or --index, or leave their pairs out with "--missing skip"\n'
    )
    assert Path("scores.tsv").read_text() == "as it was"


def test_pairs_without_a_record_are_left_out_when_asked_and_counted(cli: Cli) -> None:
    whole = predicted(cli)
    write_pairs(Path("pairs.tsv"), [("/gone/1", "/b/2"), *PAIRS[:2], ("/b/2", "/gone/2"), PAIRS[2]])
    options = ["--model", "baseline", "--missing", "skip", "--kept-pairs", "kept.tsv", "--quiet"]
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", *options)
    assert (ran.code, ran.out) == (0, whole)
    assert ran.err == "warning: 2 of 5 pairs name items without a record: left out\n"
    assert Path("kept.tsv").read_text() == "".join(f"{a}\t{b}\n" for a, b in PAIRS)


def test_no_pair_with_a_record_is_an_empty_answer_when_asked_for(cli: Cli) -> None:
    write_pairs(Path("pairs.tsv"), [("/gone/1", "/gone/2")])
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "--missing", "skip", "--quiet")
    assert (ran.code, ran.out) == (0, "")
    assert "1 of 1 pairs" in ran.err


def test_a_bad_record_fails_or_is_skipped_like_elsewhere(cli: Cli) -> None:
    with Path("items.jsonl").open("a") as stream:
        stream.write('{"id": "/e/5", "dcTitle": {}}\n')
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline")
    assert (ran.code, ran.out) == (1, "")
    assert 'items.jsonl, line 5: "dcTitle" must be a list of texts' in ran.err
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "--skip-bad")
    assert (ran.code, len(ran.out.splitlines())) == (0, 3)
    assert "3 pairs of 4 items, 1 bad records skipped; model baseline" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pairs.tsv"], "no records to compare: name their file with --items"),
        ([], "name a file of pairs, or --sample"),
        (["pairs.tsv", "--sample"], "name a file of pairs, or --sample"),
        (["pairs.tsv", "--items", "gone.jsonl"], "cannot read gone.jsonl"),
        (["gone.tsv", "--items", "items.jsonl"], "cannot read gone.tsv"),
        (["items.jsonl", "--items", "items.jsonl"], "items.jsonl, line 1: 1 column, not 2"),
        (["pairs.tsv", "--items", "items.jsonl", "--index", "nowhere"], "no collection at nowhere"),
        (["pairs.tsv", "--items", "items.jsonl", "--cache", "items.jsonl"], "items.jsonl is read by this very command"),
        (["pairs.tsv", "--items", "items.jsonl", "-o", "items.jsonl/scores.tsv"], "cannot write"),
        (["-", "--items", "-"], "standard input can be read once"),
    ],
)
def test_what_does_not_fit_is_one_line_and_exit_code_1(cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli("predict", *arguments, "--model", "baseline", "--quiet")
    assert (ran.code, ran.out) == (1, "")
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_model_that_is_not_there_is_told_before_anything_is_read(cli: Cli) -> None:
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "evidense")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert 'no model "evidense"; there are evidence, typed, baseline, random' in ran.err


def test_a_collection_gives_records_and_weights_and_keeps_what_was_read(cli: Cli, folder: Path) -> None:
    assert cli("index", "items.jsonl", "--to", "collection", "--quiet").code == 0
    ran = cli("predict", "pairs.tsv", "--index", "collection", "--model", "baseline")
    assert (ran.code, len(ran.out.splitlines())) == (0, 3)
    assert "IDF: collection" in ran.err.splitlines()[-1]
    assert (folder / "collection" / "documents.sqlite").exists()
    again = cli("predict", "pairs.tsv", "--index", "collection", "--model", "baseline", "--quiet")
    assert (again.code, again.out) == (0, ran.out)
    assert ran.out != predicted(cli)


def test_pairs_come_through_a_pipe(cli: Cli, folder: Path) -> None:
    options = ["predict", "-", "--items", "items.jsonl", "--model", "baseline", "--quiet"]
    ran = cli(*options, cwd=folder, stdin="/b/2\t/c/3\n")
    assert (ran.code, ran.err, len(ran.out.splitlines())) == (0, "", 1)
    bad = cli(*options, cwd=folder, stdin="/b/2\n")
    assert (bad.code, bad.out) == (1, "")
    assert "standard input, line 1: 1 column, not 2" in bad.err


@pytest.mark.slow
def test_a_reader_that_stops_early_is_no_error_to_talk_about(folder: Path) -> None:
    write_pairs(Path("pairs.tsv"), PAIRS * 20_000)
    options = ["predict", "pairs.tsv", "--items", "items.jsonl", "--model", "baseline", "--quiet", "-o", "-"]
    pipe = subprocess.PIPE
    with started(command(*options), cwd=folder, env=environment({}), stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().count(b"\t") == 7
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_the_sample_is_a_table_on_a_terminal_and_tsv_elsewhere(folder: Path) -> None:
    piped = typed_sts("predict", "--sample", "--model", "baseline", "--quiet", cwd=folder)
    assert len(piped.stdout.splitlines()) == len(sample_pairs())
    screen, terminal = os.openpty()
    options = ["predict", "--sample", "--model", "baseline", "--quiet"]
    with started(command(*options), cwd=folder, env=environment({}), stdout=terminal) as process:
        os.close(terminal)
        shown = b"".join(iter(lambda: _read(screen), b"")).decode()
        process.wait(PATIENCE)
    os.close(screen)
    assert process.returncode == 0
    assert shown.split()[:3] == ["General", "Author", "People"]
    assert "The Battle of Trafalgar" in shown


def _read(screen: int) -> bytes:
    try:
        return os.read(screen, 1 << 16)
    except OSError:  # the other side has gone
        return b""


@pytest.mark.parametrize("model", ["evidence", "typed"])
def test_the_trained_models_say_who_they_are(cli: Cli, model: str) -> None:
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", model, "--no-provider", "--format", "jsonl")
    assert ran.code == 0
    assert {json.loads(line)["model"] for line in ran.out.splitlines()} == {model}
    closing = ran.err.splitlines()[-1]
    assert f"model {model}" in closing
    assert "background statistics of" in closing
    assert "no provider features" in closing


def test_a_folder_is_a_model_too(cli: Cli) -> None:
    shipped = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--quiet").out
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--quiet", "--model", SHIPPED / "evidence")
    assert (ran.code, ran.out) == (0, shipped)
    assert cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", ".").code == 1


def test_a_table_can_be_asked_for(cli: Cli) -> None:
    table = predicted(cli, "--format", "table").splitlines()
    assert table[0].split() == ["General", "Author", "People", "Time", "Place", "Event", "Subject", "Descr."]
    assert [line[:15] for line in table[2:4]] == ["Rain over Paris", "Rain over Rome "]
    assert table[-3].count("stated") == 8
    assert "not stated: neither does" in table[-1]


@pytest.mark.slow
def test_the_bundled_pairs_are_scored_like_a_file_of_them(cli: Cli) -> None:
    ours = cli("predict", "--sample", "--model", "baseline", "--quiet").out
    named = cli("predict", SAMPLE_PAIRS, "--items", SAMPLE_ITEMS, "--model", "baseline", "--quiet").out
    assert ours == named


def peak_memory(n_pairs: int) -> int:
    """Return the most memory scoring takes at once, in bytes, beyond what was there before."""
    write_pairs(Path("pairs.tsv"), [PAIRS[n % 3] for n in range(n_pairs)])
    pairs = PairsFile("pairs.tsv", Path("pairs.tsv"))
    tracemalloc.start()
    try:
        prepared = prepare_pairs(pairs, ITEMS, PredictSettings(model="random", quiet=True))
        with Path("scores.tsv").open("wb") as output:
            assert write_scores(prepared, pairs, output, form="tsv") == n_pairs
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_pairs() -> None:
    peak_memory(10)  # loads the models
    less, more = peak_memory(2 * BLOCK), peak_memory(6 * BLOCK)
    assert more - less < 1_000_000  # 40,000 pairs held as two texts each would take ten times that


def trained_on(folder: Path, *pairs: tuple[str, str]) -> None:
    """Write a model that says it was trained on these pairs; of None of them, one that does not say."""
    shutil.copytree(SHIPPED / "evidence", folder)
    about = json.loads((folder / "model.json").read_bytes())
    del about["trained_pairs"]
    if pairs:
        about["trained_pairs"] = sorted(map(pair_digest, pairs))
    (folder / "model.json").write_text(json.dumps(about))


def test_pairs_a_model_was_trained_on_are_counted_and_marked_by_whatever_name_and_order(cli: Cli) -> None:
    trained_on(Path("m"), ("/b/2", "/09405b/ABC"), ("/x/1", "/x/2"))
    options = ("--items", "items.jsonl", "--model", "m", "--quiet")
    ran = cli("predict", "pairs.tsv", *options, "--format", "jsonl")
    assert ran.err.startswith("warning: 1 of 3 pairs were in the training of model m")
    assert [json.loads(line).get("trained_on") for line in ran.out.splitlines()] == [True, None, None]
    Path("scores.jsonl").write_text(ran.out)
    row = "1\t2\t3\t4\t5\t0\t1\t2\n"
    Path("gold.tsv").write_text(row + row.replace("1", "3") + row.replace("2", "0"))
    ran = cli("evaluate", "gold.tsv", "scores.jsonl")
    assert "warning: 1 of 3 pairs were in the training of the model" in ran.err
    assert "Pairs that no model was trained on: 2" in ran.out


def test_a_model_that_does_not_say_what_it_was_trained_on_is_used_as_before(cli: Cli) -> None:
    trained_on(Path("m"))
    ran = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "m", "--quiet", "-o", "scores.tsv")
    assert (ran.code, ran.err) == (0, "")
    Path("gold.tsv").write_text("1\t2\t3\t4\t5\t0\t1\t2\n3\t2\t1\t0\t0\t1\t1\t1\n0\t2\t3\t1\t2\t3\t4\t5\n")
    ran = cli("evaluate", "gold.tsv", "scores.tsv", "--pairs", "pairs.tsv", "--model", "m")
    assert ran.code == 0
    assert "warning: model m does not say which pairs it was trained on: name them with --seen" in ran.err


def test_scores_in_the_official_format_are_held_against_the_model_that_is_named(cli: Cli) -> None:
    trained_on(Path("m"), ("/c/3", "/b/2"))
    Path("gold.tsv").write_text("1\t2\t3\t4\t5\t0\t1\t2\n3\t2\t1\t0\t0\t1\t1\t1\n0\t2\t3\t1\t2\t3\t4\t5\n")
    Path("scores.tsv").write_text("1\t1\t3\t4\t5\t0\t1\t2\n3\t2\t2\t0\t0\t1\t2\t1\n1\t0\t3\t1\t2\t3\t4\t5\n")
    assert "were in the training" not in cli("evaluate", "gold.tsv", "scores.tsv").err
    found = cli("evaluate", "gold.tsv", "scores.tsv", "--pairs", "pairs.tsv", "--model", "m")
    assert "1 of 3 pairs were in the training" in found.err
    assert "Pairs that no model was trained on: 2" in found.out
    blind = cli("evaluate", "gold.tsv", "scores.tsv", "--model", "m")
    assert (blind.code, blind.out) == (1, "")
    assert "--model needs --pairs" in blind.err
    assert cli("evaluate", "gold.tsv", "scores.tsv", "--pairs", "pairs.tsv", "--model", "baseline").code == 0
