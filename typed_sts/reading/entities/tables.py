"""Read the tables of this package, and fold texts to the form of their keys.

A table is TAB-separated text with "#" comments and "|" between the words of a cell. A folded text has lower case, no
diacritics, plain quotes and dashes, and single spaces.
"""

import re
import unicodedata
from functools import cache, lru_cache
from os.path import dirname, join

from typed_sts.domain.limits import MOST_OF_NAME

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


@cache
def two_senses(label: str, language: str) -> frozenset[str]:
    """Return the words of a language, folded, that mean something else than what is known by them."""
    listed = (words for kind, code, words in rows("two_senses", 3) if (kind, code) == (label, language))
    return frozenset(word for words in listed for word in words.split())


# Letters that Unicode does not take apart, and marks that catalogues write in many ways.
_PLAIN = str.maketrans(
    {
        **{"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ħ": "h"},
        **dict.fromkeys("‘’‛`´ʻʼʽ′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "\u00ad": "",
    }
)
_WORD = re.compile(r"[^\W_]+(?:['.][^\W_]+)*", re.UNICODE)
_DOTTED = re.compile(r"\b[^\W\d_](?:\.\s?[^\W\d_]\b)+\.?")


def fold(text: str) -> str:
    """Return the text in lower case without diacritics, with plain quotes, dashes and spaces."""
    return _remembered(text) if len(text) <= MOST_OF_NAME else _fold(text)


def _fold(text: str) -> str:
    if not text.isascii():
        # Case first and last: some capitals fall apart only in lower case, some marks appear only then.
        parts = unicodedata.normalize("NFKD", text.lower()).translate(_PLAIN)
        text = unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))
    return " ".join(text.lower().split())


_remembered = lru_cache(maxsize=1 << 16)(_fold)


def words(text: str) -> list[str]:
    """Return the words of a folded text; an apostrophe or full stop inside a word belongs to it."""
    return _WORD.findall(text)


def undot(text: str) -> str:
    """Return a folded text with spelled-out abbreviations closed up: "u. s. a." is "usa", "st." is "st"."""
    if "." not in text:
        return text
    closed = _DOTTED.sub(lambda found: re.sub(r"[.\s]", "", found[0]), text)
    return " ".join(closed.replace(".", " ").split())
