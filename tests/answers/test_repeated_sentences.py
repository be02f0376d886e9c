"""What providers repeat counts in no answer about a collection, whoever asks; of two records alone nothing is known."""

from pathlib import Path

import pytest

from typed_sts.answers.collection import open_answers
from typed_sts.answers.predict_file import PredictSettings, prepare_pairs, write_scores
from typed_sts.answers.similarity import TypedSimilarity
from typed_sts.preparing.build_collection import build_collection
from typed_sts.reading.boilerplate import NOTHING_KNOWN
from typed_sts.reading.reader import Reader
from typed_sts.task_files.pairs import PairsFile
from typed_sts.task_files.scores import read_scores
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

SAID = "Restored with the help of the friends of the harbour museum and its volunteers."
WORDS = ["pears", "boats", "women", "horses", "clouds", "mills", "bells", "nets", "doors", "kites", "roofs", "sheep"]
ITEMS = [
    Item(id=f"/c/{n}", provider="Cabinet", dcDescription=(f"{WORDS[n % 12]} and {WORDS[n // 3 % 12]}. {SAID}",))
    for n in range(60)
]
LEFT, RIGHT = ITEMS[0], ITEMS[7]
DESCRIPTION = 7


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a collection of records that share one sentence."""
    folder = str(tmp_path_factory.mktemp("repeated") / "collection")
    build_collection(ITEMS, folder, tagger="crf")
    return folder


def predicted(tmp_path: Path, settings: PredictSettings) -> list[float]:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"{LEFT.id}\t{RIGHT.id}\n")
    file = PairsFile(str(pairs), pairs)
    prepared = prepare_pairs(file, ITEMS, settings)
    with (tmp_path / "scores.tsv").open("wb") as stream:
        write_scores(prepared, file, stream, form="tsv")
    return [float(value) for value in read_scores(tmp_path / "scores.tsv").values[0]]


def test_a_file_of_pairs_python_and_the_service_give_one_answer_for_one_collection(where: str, tmp_path: Path) -> None:
    answers, similarity = open_answers(where, model="baseline"), TypedSimilarity.load("baseline", index=where)
    (served,) = answers.predict([(LEFT, RIGHT)])
    asked = similarity.score(LEFT, RIGHT)
    assert served == asked
    settings = PredictSettings("baseline", collection=open_collection(where), tagger="crf", quiet=True)
    written = predicted(tmp_path, settings)
    assert written == pytest.approx([one.estimate for one in served.types], abs=1e-4)
    assert written[DESCRIPTION] == 0


def test_reasons_quote_nothing_of_it_and_are_the_same_from_python_and_the_service(where: str) -> None:
    answers, similarity = open_answers(where, unread=None), TypedSimilarity.load(index=where)
    given, asked = answers.why(LEFT, RIGHT), similarity.why(LEFT, RIGHT)
    assert (given.sentence, given.statements) == (asked.sentence, asked.statements)
    for one, other in zip(given.types, asked.types, strict=True):
        assert (one.summary, one.stated) == (other.summary, other.stated)
        assert one.estimate == pytest.approx(other.estimate, abs=1e-4)  # sentences are encoded beside others
    assert "volunteers" not in str(given)
    assert "volunteers" in str(TypedSimilarity.load(tagger="crf").why(LEFT, RIGHT))
    assert [found.item.id for found in answers.related(LEFT, 3)] == [
        found.item.id for found in similarity.related(LEFT, 3)
    ]
    bare = [Item(id=name, provider="Cabinet", dcTitle=(name,), dcDescription=(SAID,)) for name in ("Quay", "Mole")]
    told = str(answers.why(*bare))
    assert "neither record has a description" in told
    assert "same description" not in told


def test_a_record_from_elsewhere_is_read_as_those_of_the_collection(where: str) -> None:
    stranger = Item(id="/s", provider="Cabinet", dcDescription=(f"A quay. {SAID}",))
    answers, similarity = open_answers(where, model="baseline"), TypedSimilarity.load("baseline", index=where)
    assert answers.predict([(LEFT, stranger)]) == [similarity.score(LEFT, stranger)]
    assert similarity.score(LEFT, stranger)["description"].estimate == 0


def test_without_a_collection_a_file_of_pairs_counts_in_the_records_it_is_given(tmp_path: Path) -> None:
    alone = PredictSettings("baseline", tagger="crf", quiet=True)
    assert predicted(tmp_path, alone)[DESCRIPTION] == 0
    store = Reader("crf").store(tmp_path / "documents.sqlite")
    unread = PredictSettings("baseline", tagger="crf", store=store, boilerplate=NOTHING_KNOWN, quiet=True)
    assert predicted(tmp_path, unread)[DESCRIPTION] > 0
    kept = PredictSettings("baseline", tagger="crf", store=store, quiet=True)
    assert predicted(tmp_path, kept)[DESCRIPTION] == 0, "what was read without the table is not taken"


def test_of_two_records_alone_nothing_is_known() -> None:
    assert TypedSimilarity.load("baseline", tagger="crf").score(LEFT, RIGHT)["description"].estimate > 0


def test_answers_follow_a_collection_that_is_made_anew_with_other_sentences(tmp_path: Path) -> None:
    where = str(tmp_path / "collection")
    build_collection(ITEMS[:10], where, tagger="crf")
    answers = open_answers(where, model="baseline")
    (before,) = answers.predict([(LEFT, RIGHT)])
    build_collection(ITEMS, where, tagger="crf", rebuild=True)
    answers.refresh()
    (after,) = answers.predict([(LEFT, RIGHT)])
    assert before["description"].estimate > 0 == after["description"].estimate
    assert open_answers(where, model="baseline").predict([(LEFT, RIGHT)]) == [after]


def test_answers_that_wait_for_their_collection_leave_out_what_it_leaves_out(tmp_path: Path) -> None:
    where = str(tmp_path / "collection")
    answers = open_answers(where, model="baseline", tagger="crf", wait=True)
    answers.refresh()
    build_collection(ITEMS, where, tagger="crf")
    answers.refresh()
    assert answers.predict([(LEFT, RIGHT)])[0]["description"].estimate == 0
