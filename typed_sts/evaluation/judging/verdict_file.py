"""Verdicts on a sample: a table that a program keeps line by line, or a person writes in an editor.

    # sample 5f0c2a...           what they are on; a file without this line is taken as it is
    A1.1.1    T
    A1.1      good     a note, which nobody reads but you

TAB-separated: key, verdict, note. Of two lines with one key the later one counts; one without a verdict is passed over.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from typed_sts.errors import BadScores
from typed_sts.evaluation.judging.questions import Question, parse_answer, questions_of
from typed_sts.evaluation.judging.sample_file import Sample
from typed_sts.task_files.lines import MOST_PROBLEMS, quoted, read_lines
from typed_sts_fetch.errors import BadInput

_HEAD = "# sample "


def verdicts_beside(sample: Path) -> Path:
    """Return where the verdicts on a sample are kept unless another place is named."""
    return sample.with_name(f"{sample.name}.verdicts.tsv")


def read_verdicts(path: Path, sample: Sample) -> dict[str, str]:
    """Return the verdicts of a file by key; raise BadScores with the lines that are none on this sample."""
    questions = {question.key: question for question in questions_of(sample)}
    found: dict[str, str] = {}
    problems: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        if problem := _read(line, questions, sample.digest, found):
            problems.append(f"{path}, line {number}: {problem}")
        if len(problems) > MOST_PROBLEMS:
            break
    if problems:
        raise BadScores(*problems)
    return found


def _read(line: str, questions: Mapping[str, Question], digest: str, found: dict[str, str]) -> str:
    """Put the verdict of a line into `found`; return what is wrong with it, "" for nothing."""
    if line.startswith(_HEAD) and line.removeprefix(_HEAD).strip() != digest:
        return f"these are verdicts on another sample; this one is {digest}"
    if line.startswith("#") or not line.strip():
        return ""
    key, *columns = (column.strip() for column in line.split("\t"))
    if key not in questions:
        return f"nothing in the sample has the key {quoted(key)}"
    if columns and columns[0]:
        try:
            found[key] = parse_answer(questions[key], columns[0])
        except ValueError as error:
            return f"{key}: {error}"
    return ""


class Verdicts:
    """The verdicts on a sample, each of which is on disk as soon as it is given."""

    def __init__(self, path: Path, sample: Sample) -> None:
        self._path = path
        self._digest = sample.digest
        self.given = read_verdicts(path, sample) if path.exists() else {}

    def keep(self, verdicts: Mapping[str, str]) -> None:
        """Keep verdicts, at once, in place of earlier ones under the same keys."""
        lines = "".join(f"{key}\t{verdict}\n" for key, verdict in verdicts.items())
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a+b") as stream:
                stream.write((self._opening(stream.tell()) + lines).encode())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise BadInput(f"cannot write {self._path}: {error.strerror}") from error
        self.given |= verdicts

    def _opening(self, size: int) -> str:
        """Return what goes before the next line: the head of a new file, the end of a line that was torn."""
        if not size:
            return f"{_HEAD}{self._digest}\n"
        with self._path.open("rb") as stream:
            stream.seek(-1, os.SEEK_END)
            return "" if stream.read() == b"\n" else "\n"
