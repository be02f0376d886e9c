"""Files of sentences, with chunks and without."""

from pathlib import Path

import pytest

from typed_sts.errors import BadScores
from typed_sts.sts.chunk_files import Sentence, chunked_line, gold_sentences, read_sentence_pair_files, read_sentences
from typed_sts.sts.wa_file import AlignedPair, read_pairs


def written(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def test_a_file_of_sentences_has_no_chunks(tmp_path: Path) -> None:
    assert read_sentences(written(tmp_path, "a", "A cat [ sic ] sits", "It  rains")) == [
        Sentence(("A", "cat", "[", "sic", "]", "sits")),
        Sentence(("It", "rains")),
    ]


def test_a_file_of_chunks_is_known_by_its_brackets(tmp_path: Path) -> None:
    line = "[ A cat ] [ sits ] [ . ]"
    assert read_sentences(written(tmp_path, "a", line)) == [Sentence(("A", "cat", "sits", "."), ((1, 2), (3,), (4,)))]
    assert chunked_line(read_sentences(written(tmp_path, "a", line))[0]) == line


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[ A cat ] sits [ . ]", 'line 2: "sits" stands in no chunk'),
        ("[ A cat ] [ sits ] [ ]", "line 2: a chunk is not closed"),
    ],
)
def test_a_bracket_that_is_missing_is_told(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(BadScores, match=problem):
        read_sentences(written(tmp_path, "a", "[ It ] [ rains ]", line))


def test_two_files_belong_together(tmp_path: Path) -> None:
    plain, chunked = written(tmp_path, "a", "It rains"), written(tmp_path, "b", "[ It ] [ rains ]")
    assert len(read_sentence_pair_files(plain, plain)) == 1
    with pytest.raises(BadScores, match="a has no chunks and the other file has"):
        read_sentence_pair_files(plain, chunked)
    with pytest.raises(BadScores, match="one line a pair is needed"):
        read_sentence_pair_files(plain, written(tmp_path, "c", "It rains", "It pours"))


def test_gold_whose_chunks_do_not_cover_the_sentence_is_refused() -> None:
    with pytest.raises(BadScores, match='sentence "7": its chunks do not cover its tokens'):
        gold_sentences(AlignedPair("7", ("A",), ("B",), ()))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["headlines", "images"])
def test_the_chunks_of_gold_are_those_of_the_chunk_files(shared_data: Path, name: str) -> None:
    folder = shared_data / "core" / "interpretable-2015" / "train"
    files = [folder / "derived" / f"STSint.input.{name}.sent{side}.chunk.txt" for side in (1, 2)]
    gold = [gold_sentences(pair) for pair in read_pairs(folder / f"STSint.gs.{name}.wa")]
    assert read_sentence_pair_files(*files) == gold
