"""Names and texts in the form in which they are looked up: words without case, accents, hyphens and apostrophes.

    "Saint-Georges"        saint georges
    "S:t Göran"            s t goran
    "Rijn, Rembrandt van"  rijn , rembrandt van
    "Rome. Paris"          rome | paris

A comma is a word of its own; so is what ends a phrase (a full stop after a long word, a bracket, a new line), which
stands in no name. One blank follows each word, so that a name is a prefix of a text only where words end.
"""

import re
import unicodedata
from functools import lru_cache

BREAK = "|"
LONGEST_SHORT = 4
"""Letters of a word after which a full stop may be that of a short form: "St. George", "Hl. Georg"."""
_PIECE = re.compile(r"([\w\u0300-\u036f]++)|([,.;:!?()\[\]{}<>|/\"“”„«»=*+#\n\t•·—–])")
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"})


@lru_cache(maxsize=1 << 16)
def fold_word(word: str) -> str:
    """Return a word without case and accents."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join([letter for letter in parts if not unicodedata.combining(letter)]).translate(_LETTERS)


class Folded:
    """A text as words to look up: joined in `text`, with where each begins there and stands in the original."""

    __slots__ = ("begins", "text", "words")

    def __init__(self, text: str) -> None:
        words: list[tuple[int, int]] = []
        folded: list[str] = []
        begins: list[int] = []
        at = 0
        lower = text.lower() if text.isascii() else ""
        last_end, last_word = -1, ""
        for piece in _PIECE.finditer(text):
            word, mark = piece.groups()
            start, end = piece.span()
            if word is not None:
                form = lower[start:end] if lower else fold_word(word)
                if not form:
                    continue
                last_end, last_word = end, form
            elif mark == ",":
                form = ","
            elif (mark == "." or mark == ":") and last_end == start and _is_short(last_word, text, end):
                continue
            else:
                form = BREAK
            words.append((start, end))
            folded.append(form)
            begins.append(at)
            at += len(form) + 1
        begins.append(at)
        self.words = words
        self.begins = begins
        self.text = " ".join(folded) + " " if folded else ""

    def word(self, number: int) -> str:
        """Return a word by its number, folded."""
        return self.text[self.begins[number] : self.begins[number + 1] - 1]


def _is_short(word: str, text: str, end: int) -> bool:
    """Say whether a full stop after a word is that of a short form: the sentence goes on."""
    return (
        len(word) <= LONGEST_SHORT or word.endswith(("sz", "sdr", "dr")) or text[end : end + 2].lstrip()[:1].islower()
    )


_BRACKETED = re.compile(r"\([^()]*+\)|\[[^\[\]]*+\]")


@lru_cache(maxsize=1 << 18)
def key_of(name: str) -> str:
    """Return the form under which a name is kept: its words, a blank after each; "" if there are none."""
    words = Folded(_BRACKETED.sub(" ", name)).text.replace(f"{BREAK} ", "")
    return words.strip(" ,") + " " if words.strip(" ,") else ""
