"""What the program prints is what is kept of it, and the comparison sees what it should."""

import shutil
from pathlib import Path

import pytest

from tests.golden.outputs import DIGESTS, KEPT, check, digest, first_difference, write_all, write_shared

LONG = 1500.0


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_the_outputs_of_the_sample_are_those_kept(tmp_path: Path) -> None:
    write_all(tmp_path)
    assert check(tmp_path) == []


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.timeout(LONG)
def test_the_outputs_of_the_shared_data_have_the_digests_kept(tmp_path: Path, shared_data: Path) -> None:
    write_shared(tmp_path, shared_data)
    assert check(tmp_path) == []


def test_a_changed_text_is_seen_where_it_changed() -> None:
    assert first_difference("one\ntwo\n", "one\ntwo\n") is None
    assert first_difference("one\ntwo\n", "one\ntoo\n") == "line 2: 'two' is now 'too'"
    assert first_difference("one\ntwo\n", "one\n") == "2 lines are now 1"
    assert first_difference("3 items", "4 items") == "line 1: '3 items' is now '4 items'"


@pytest.mark.parametrize(("step", "seen"), [(1e-12, False), (1e-6, True), (-1e-6, True)])
def test_numbers_may_differ_in_their_last_digits_only(step: float, seen: bool) -> None:
    old, new = f"points {1.25:.14f} of 5", f"points {1.25 + step:.14f} of 5"
    assert old != new
    assert (first_difference(old, new) is not None) is seen


def test_a_digest_does_not_see_last_digits_but_sees_texts_and_numbers() -> None:
    assert digest("score 1.2500000001") == digest("score 1.25")
    assert len({digest(text) for text in ("score 1.25", "score 1.26", "scores 1.25")}) == 3


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a folder with the outputs of the sample that are kept whole."""
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_outputs_changed_missing_or_new_are_named(kept: Path) -> None:
    missing = {line.partition(",")[0] for line in check(kept)}  # those of which only a digest is kept
    assert missing
    assert all(name in DIGESTS.read_text() and not name.startswith("shared/") for name in missing)
    (kept / "dates.tsv").write_text("changed\n")
    (kept / "new.txt").write_text("new\n")
    (kept / "evaluate.txt").unlink()
    found = {line.partition(",")[0]: line for line in check(kept) if line.partition(",")[0] not in missing}
    assert found.keys() == {"dates.tsv", "new.txt", "evaluate.txt"}
    assert "is now" in found["dates.tsv"]
    assert found["new.txt"].endswith("was written, and is not kept")
    assert found["evaluate.txt"].endswith("is kept, and was not written")


def test_a_text_of_which_a_digest_is_kept_is_compared_by_it(kept: Path) -> None:
    (kept / "tag.jsonl").write_text("another\n")
    assert "tag.jsonl, is not the text of which the digest is kept" in check(kept)
