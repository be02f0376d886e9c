"""What a user wants fetched: a file of addresses or ids, one a line, or two (a pairs file)."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from typed_sts_fetch.errors import BadInput, BadRecord
from typed_sts_fetch.formats.lines import numbered_lines, text_of
from typed_sts_fetch.formats.read import OnBad, open_binary
from typed_sts_fetch.ids import europeana_id


@dataclass(frozen=True, slots=True)
class Wanted:
    """One record asked for: what the line says, the id in it, and where it stands."""

    address: str
    id: str
    line: int
    side: str  # "a" or "b" in a pairs file, "" otherwise


def read_wanted(path: Path, *, on_bad: OnBad | None = None) -> list[Wanted]:
    """Return the records a file asks for, in its order; lines that are blank or start with # do not count."""
    wanted: list[Wanted] = []
    with open_binary(path) as stream:
        for number, line in numbered_lines(stream, str(path)):
            try:
                wanted += _of_line(text_of(line), number)
            except ValueError as error:
                problem = BadRecord(str(path), number, str(error))
                if on_bad is None:
                    raise problem from error
                on_bad(problem)
    if not wanted:
        raise BadInput(f"{path}: no address or id in it; expected one a line, or two separated by a TAB")
    return wanted


def _of_line(line: str, number: int) -> list[Wanted]:
    text = line.strip()
    if not text or text.startswith("#"):
        return []
    columns = text.split("\t") if "\t" in text else text.split()
    if len(columns) > 2:
        raise ValueError(f"{len(columns)} columns where one address, or two, are expected")
    sides = ("a", "b") if len(columns) == 2 else ("",)
    return [
        Wanted(column.strip(), europeana_id(column), number, side) for column, side in zip(columns, sides, strict=True)
    ]


def distinct_ids(wanted: Iterable[Wanted]) -> list[str]:
    """Return each id once, in order."""
    return list(dict.fromkeys(entry.id for entry in wanted))
