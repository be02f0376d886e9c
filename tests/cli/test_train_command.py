"""`typed-sts train` as a user runs it."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts.scoring.blend import BlendRegressor
from typed_sts.scoring.crowd import CrowdRegressor
from typed_sts.scoring.model_files import read_model
from typed_sts.scoring.open_scorer import SHIPPED
from typed_sts.task_files.pairs import pair_digest
from typed_sts.task_files.ratings import HEADER
from typed_sts.task_files.task_format import write_pairs
from typed_sts.training.pair_data import pair_data
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item

PAIRS = sample_pairs()[:24]
MORE = sample_pairs()[:42]
TRAIN = ("train", "pairs.tsv", "gold.tsv", "--items", "items.jsonl", "-o", "model", "--folds", "2")


def gold_rows(pairs: list[tuple[str, str]] = PAIRS) -> list[list[str]]:
    """Return gold that the records explain: shared words of title and description, and a little by the type."""
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    rows = []
    for number, (left, right) in enumerate(pairs):
        shared = len(words(items[left]) & words(items[right])) / len(words(items[left]) | words(items[right]))
        rows.append([f"{min(5, 8 * shared + (number * (column + 2) % 7) / 7):.2f}" for column in range(len(TYPES))])
    return rows


def words(item: Item) -> set[str]:
    return set(" ".join((*item.dcTitle, *item.dcDescription)).lower().split())


def write_gold(rows: list[list[str]]) -> None:
    Path("gold.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with records, pairs and gold."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAMPLE_ITEMS, "items.jsonl")
    write_pairs(Path("pairs.tsv"), PAIRS)
    write_gold(gold_rows())
    return tmp_path


@pytest.mark.slow
def test_a_model_is_trained_validated_and_predicts_and_comes_out_the_same_again(cli: Cli, folder: Path) -> None:
    ran = cli(*TRAIN, "--name", "mine")
    assert ran.code == 0, ran.err
    head, title, columns, with_provider, without = ran.out.splitlines()
    assert head.startswith("24 pairs of ")
    assert "groups that share no item, gold gold.tsv; IDF: background statistics of" in head
    assert title.startswith("Pearson, 2-fold cross-validation")
    assert columns.split() == [name[:8] for name in (*TYPES, "mean")]
    assert with_provider.startswith("with provider features ")
    assert without.startswith("without provider features ")
    assert "cross-validating: 4 of 4" in ran.err
    assert ran.err.splitlines()[-1] == "model in model"

    about = json.loads(Path("model/model.json").read_bytes())
    assert about["name"] == "mine"
    assert about["command"] == ("typed-sts train pairs.tsv gold.tsv --items items.jsonl -o model --folds 2 --name mine")
    assert str(folder).encode() not in Path("model/model.json").read_bytes()
    assert about["trained_on"]["pairs"] == 24
    assert f"{about['cross_validation']['with_provider']['mean']:.3f}" == f"{float(with_provider.split()[-1]):.3f}"

    before = [Path("model", name).read_bytes() for name in ("model.json", "weights.npz")]
    assert cli(*TRAIN, "--name", "mine").out == ran.out
    assert [Path("model", name).read_bytes() for name in ("model.json", "weights.npz")] == before

    predicted = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "model", "-q", "-o", "scores.tsv")
    assert predicted.code == 0, predicted.err
    gold, scores = np.loadtxt("gold.tsv"), np.loadtxt("scores.tsv")
    assert np.corrcoef(gold[:, 0], scores[:, 0])[0, 1] > 0.8


@pytest.mark.slow
def test_ratings_also_teach_what_is_not_stated(cli: Cli) -> None:
    lines = ["\t".join(HEADER)]
    write_pairs(Path("pairs.tsv"), MORE)
    for number, row in enumerate(gold_rows(MORE), 1):
        row[2] = "NA" if number % 2 else row[2]
        lines += ["\t".join([str(number), annotator, *row]) for annotator in ("x", "y")]
    Path("ratings.tsv").write_text("\n".join(lines) + "\n")
    options = ("--ratings", "ratings.tsv", "--items", "items.jsonl", "-o", "m", "--folds", "3", "--quiet")
    ran = cli("train", "pairs.tsv", *options)
    assert (ran.code, ran.err) == (0, "")
    assert "ratings ratings.tsv" in ran.out
    assert ran.out.splitlines()[-1].startswith('AUC of "not stated", mean over author, people, location and event: 0.')
    about = json.loads(Path("m/model.json").read_bytes())
    assert 0 <= about["cross_validation"]["with_provider"]["auc"] <= 1
    learned = read_model(Path("m")).with_provider
    assert isinstance(learned, BlendRegressor)
    assert learned.head.learned[2] == 1
    assert (
        "a model that helps goes with gold of a crowd" in cli("train", "pairs.tsv", *options, "--base", "evidence").err
    )


@pytest.mark.slow
def test_a_model_can_be_helped_by_another(cli: Cli) -> None:
    ran = cli(*TRAIN, "--base", "evidence", "-q")
    assert ran.code == 0, ran.err
    assert "; helped by evidence" in ran.out.splitlines()[0]
    about = json.loads(Path("model/model.json").read_bytes())
    assert about["helped_by"]["name"] == "evidence"
    assert isinstance(read_model(Path("model")).with_provider, CrowdRegressor)
    assert "no model can be read at nowhere" in cli(*TRAIN, "--base", "nowhere").err


@pytest.mark.slow
def test_pairs_may_name_records_by_address_and_by_older_ids(cli: Cli) -> None:
    left = PAIRS[0][0]
    items = [item for item in read_items(SAMPLE_ITEMS) if item.id != left]
    moved = next(item for item in read_items(SAMPLE_ITEMS) if item.id == left).to_dict()
    moved |= {"id": "/now/1", "aliases": ["/09405x/1"]}
    write_items(Path("items.jsonl"), items)
    with Path("items.jsonl").open("a") as stream:
        stream.write(json.dumps(moved) + "\n")
    address = "http://www.europeana.eu/portal/record/09405x/1.html"
    write_pairs(Path("pairs.tsv"), [tuple(address if name == left else name for name in pair) for pair in PAIRS])  # type: ignore[misc]
    Path("gold.tsv").write_text(Path("gold.tsv").read_text() + "1\n")
    ran = cli(*TRAIN)  # the gold is wrong, and found to be so; the records are not what is complained about
    assert "gold.tsv, line 25: 1 column, not 8" in ran.err
    write_gold([["2"] * 8] * len(PAIRS))
    assert "general (column 1 of 8) is 2 throughout" in cli(*TRAIN).err


@pytest.mark.slow
def test_records_that_are_missing_are_named_and_counted(cli: Cli) -> None:
    write_pairs(Path("pairs.tsv"), [*PAIRS[:-3], ("/a/1", "/a/2"), ("/a/3", "/a/4"), ("/a/1", PAIRS[0][0])])
    ran = cli(*TRAIN)
    assert ran.code == 1
    assert (
        'items.jsonl has no record of 4 items that pairs.tsv names: "/a/1" (line 22), "/a/2" (line 22), "/a/3"'
        " (line 23), ...; add their records, or take out the 3 of 24 pairs (and their gold) that name them"
    ) in ran.err
    assert not Path("model").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "options", "problem"),
    [
        (gold_rows()[:-1], (), "gold.tsv has 23 lines, pairs.tsv has 24: one line a pair is needed"),
        (
            [[*row[:3], "4", *row[4:]] for row in gold_rows()],
            (),
            "gold.tsv: time (column 4 of 8) is 4 throughout; nothing can be learned from that",
        ),
        (gold_rows(), ("--folds", "100"), "groups that share no item, and 100 folds need at least 100"),
    ],
)
def test_gold_that_cannot_be_used_is_refused(
    cli: Cli, rows: list[list[str]], options: tuple[str, ...], problem: str
) -> None:
    write_gold(rows)
    ran = cli(*TRAIN, *options)
    assert ran.code == 1
    assert problem in ran.err
    assert not Path("model").exists()


@pytest.mark.slow
def test_too_few_pairs_say_how_many_are_needed(cli: Cli) -> None:
    write_pairs(Path("pairs.tsv"), PAIRS[:12])
    write_gold(gold_rows()[:12])
    ran = cli(*TRAIN)
    assert ran.code == 1
    assert "too few pairs rated for general: 6 are left to learn from when a fold is held out" in ran.err
    assert "at least 10 are needed" in ran.err


@pytest.mark.slow
def test_a_type_nobody_rated_is_named(cli: Cli) -> None:
    rows = [[str(number), "x", *row[:5], "NA", *row[6:]] for number, row in enumerate(gold_rows(), 1)]
    Path("ratings.tsv").write_text("".join("\t".join(row) + "\n" for row in ([*HEADER], *rows)))
    ran = cli("train", "pairs.tsv", "--ratings", "ratings.tsv", "--items", "items.jsonl", "-o", "model")
    assert ran.code == 1
    assert "ratings.tsv: nobody rated event (column 6 of 8); a model needs gold of all eight" in ran.err


@pytest.mark.slow
def test_records_may_be_a_folder_and_what_is_in_it_is_told_apart() -> None:
    Path("records").mkdir()
    shutil.copy("items.jsonl", "records/a.jsonl")
    first = pair_data(Path("pairs.tsv"), Path("records"), gold=Path("gold.tsv")).digest
    Path("records/b.jsonl").write_text('{"id": "/other/1", "dcTitle": ["Another"]}\n')
    assert pair_data(Path("pairs.tsv"), Path("records"), gold=Path("gold.tsv")).digest != first


def test_records_from_standard_input_are_refused(cli: Cli) -> None:
    ran = cli("train", "pairs.tsv", "gold.tsv", "--items", "-", "-o", "model")
    assert "records to train on come from a file or a folder" in ran.err


def test_gold_or_ratings_are_needed_and_not_both(cli: Cli) -> None:
    assert (
        "no gold for pairs.tsv; give a gold file, or ratings with --ratings"
        in cli("train", "pairs.tsv", "--items", "items.jsonl", "-o", "model").err
    )
    assert "two kinds of gold for pairs.tsv" in cli(*TRAIN, "--ratings", "gold.tsv").err


@pytest.mark.parametrize("name", ["notes.txt", "model.json"])
def test_a_folder_that_is_no_model_is_left_alone(cli: Cli, name: str) -> None:
    Path("model").mkdir()
    Path("model", name).write_text("{}")
    ran = cli(*TRAIN)
    assert ran.code == 1
    assert "model is there already and is not the folder of a model; name another, or remove it" in ran.err
    assert [path.name for path in Path("model").iterdir()] == [name]
    assert Path("model", name).read_text() == "{}"


def test_a_file_in_the_place_of_the_folder_is_left_alone(cli: Cli) -> None:
    Path("model").write_text("mine")
    assert "is not the folder of a model" in cli(*TRAIN).err
    assert Path("model").read_text() == "mine"


@pytest.mark.slow
def test_gold_with_na_teaches_scores_where_it_is_rated_and_elsewhere_what_is_not_stated(cli: Cli) -> None:
    write_pairs(Path("pairs.tsv"), MORE)
    rows = gold_rows(MORE)
    for number, row in enumerate(rows):
        row[2] = "NA" if number % 2 else row[2]
    write_gold(rows)
    ran = cli(*TRAIN, "--folds", "3", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert f"gold gold.tsv (21 of {42 * 8} NA); IDF: " in ran.out
    assert ran.out.splitlines()[-1].startswith('AUC of "not stated"')
    model = read_model(Path("model"))
    assert model.trained_pairs == frozenset(map(pair_digest, MORE))
    ratings = ["\t".join(HEADER), *("\t".join([str(n), "x", *row]) for n, row in enumerate(rows, 1))]
    Path("ratings.tsv").write_text("\n".join(ratings) + "\n")
    same = ("train", "pairs.tsv", "--ratings", "ratings.tsv", "--items", "items.jsonl", "-o", "m", "--folds", "3", "-q")
    assert cli(*same).code == 0
    assert Path("m/weights.npz").read_bytes() == Path("model/weights.npz").read_bytes()

    again = cli("predict", "pairs.tsv", "--items", "items.jsonl", "--model", "model", "-q", "-o", "scores.tsv")
    assert again.err.startswith("warning: 42 of 42 pairs were in the training of model model")


def test_a_model_that_cannot_help_is_refused_before_anything_is_read(cli: Cli) -> None:
    ran = cli(*TRAIN, "--base", "typed")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "typed-sts: typed was itself helped by another model; take that one\n"


def test_a_model_knows_the_pairs_of_the_one_that_helped_it() -> None:
    helper, helped = (read_model(SHIPPED / name).trained_pairs for name in ("evidence", "typed"))
    assert helper is not None
    assert helped is not None
    assert helper < helped
    assert (len(helper), len(helped)) == (950, 950 + 78)
