"""Read the tables of this package: TAB-separated text, "#" comments, "|" between the words of a cell."""

from functools import cache
from os.path import dirname, join

_FOLDER = join(dirname(__file__), "data")  # pathlib would double the time to import


@cache
def rows(name: str, columns: int) -> tuple[tuple[str, ...], ...]:
    """Return the rows of data/NAME.tsv, each padded with empty cells to the number of columns."""
    with open(join(_FOLDER, f"{name}.tsv"), encoding="utf-8") as stream:
        text = stream.read()
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("\t")]
            found.append(tuple(cells + [""] * (columns - len(cells))))
    return tuple(found)


def cell_words(cell: str) -> list[str]:
    """Return the words of a cell."""
    return [word for word in (part.strip() for part in cell.split("|")) if word]


@cache
def word_set(name: str) -> frozenset[str]:
    """Return a list of data/words.tsv."""
    return frozenset(next(words for key, words in rows("words", 2) if key == name).split())
