"""What the verb tagger sees: the words of a text, and of each its ends, its case, and the two words on either side.

Texts are split into words as the English Web Treebank splits them. Everything that depends on one word alone is
made once and kept, because catalogue text repeats itself.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from typed_sts.reading.tagging.irregular_verbs import IRREGULAR, IRREGULAR_BASES, MUSEUM_BASES
from typed_sts.reading.tagging.lemmas import candidates

EDGE = "<s>"
"""Stands before the first and after the last word of a sentence."""

_KEPT = 1 << 16
_LONGEST = 200
"""Characters of a word that are seen, so that what is kept cannot be filled with texts."""
_LISTED = IRREGULAR_BASES | MUSEUM_BASES


def contexts(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return what is seen of each word of a sentence."""
    around = [EDGE, EDGE, *[word[:_LONGEST] for word in words], EDGE, EDGE]
    lower = [word.lower() for word in around]
    return [
        (
            *_itself(around[at]),
            *_before(around[at - 1]),
            *_after(around[at + 1]),
            f"--w={lower[at - 2]}",
            f"++w={lower[at + 2]}",
            f"-b={lower[at - 1]}|{lower[at]}",
            f"+b={lower[at]}|{lower[at + 1]}",
            f"-+b={lower[at - 1]}|{lower[at + 1]}",
            f"--b={lower[at - 2]}|{lower[at - 1]}",
        )
        for at in range(2, len(words) + 2)
    ]


@lru_cache(_KEPT)
def _itself(word: str) -> tuple[str, ...]:
    lower = word.lower()
    seen = [f"w={lower}", f"c={case_of(word)}"]
    if lower.isalpha():
        seen += [f"s={lower[-length:]}" for length in (1, 2, 3, 4, 5) if len(lower) > length]
        seen += [f"v={lower[-1:]}"] * could_be_a_listed_verb(lower)
        seen += [f"p={lower[:length]}" for length in (2, 3, 4) if len(lower) > length]
    else:
        seen += ["hyphen"] * ("-" in lower) + ["digit"] * any(map(str.isdigit, lower))
    return tuple(seen)


def could_be_a_listed_verb(lower: str) -> bool:
    """Tell whether a word can be a form of a verb on our lists, however rare it is in the treebank."""
    return lower in IRREGULAR or any(base in _LISTED for base in (lower, *candidates(lower).values()))


@lru_cache(_KEPT)
def _before(word: str) -> tuple[str, ...]:
    return tuple(f"-{seen}" for seen in _of_neighbour(word))


@lru_cache(_KEPT)
def _after(word: str) -> tuple[str, ...]:
    return tuple(f"+{seen}" for seen in _of_neighbour(word))


def _of_neighbour(word: str) -> list[str]:
    lower = word.lower()
    return [f"w={lower}", f"c={case_of(word)}", *([f"s={lower[-3:]}"] if len(lower) > 3 else [])]


def case_of(word: str) -> str:
    """Return the case of a word in a letter or two: x lower, X capital, XX capitals, Xx capitalised, d digit, o other.

    >>> [case_of(word) for word in ("seated", "A", "BC", "Seated", "1855", "-")]
    ['x', 'X', 'XX', 'Xx', 'd', 'o']
    """
    if word.islower():
        return "x"
    if word.isupper():
        return "XX" if len(word) > 1 else "X"
    if word[:1].isupper():
        return "Xx"
    return "d" if word[:1].isdigit() else "o"


_ABBREVIATIONS = (
    "Mrs? Ms Mme Drs? Sts? Jr Sr Prof Rev Hon Gen Col Capt Lt Sgt Sen Gov Inc Ltd Co Corp Bros Nos? vs Ave Blvd Mt Ft "
    "Jan Feb Mar Apr Aug Sept? Oct Nov Dec ca? fl vol figs? nos? pp approx e\\.g i\\.e"
).split()
_PREFIXES = "[Ee]|[Nn]on|[Cc]o|[Rr]e|[Aa]nti|[Uu]n|[Pp]re|[Pp]ost|[Ee]x|[Mm]ulti|[Ss]emi|[Mm]id|[Ii]nter|[Ss]ub"

# Tried from left to right at each place; what no line knows is a word of one character.
# Repeats are bounded where another try could start inside them, so that time is linear in any text.
_PATTERNS = (
    r"(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?)\]'’]",
    r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}",
    rf"\b(?:{'|'.join(_ABBREVIATIONS)})\.(?!\.)",
    r"\b(?:[^\W\d_]\.){2,}",
    r"\b[A-Z]\.(?=\s+[A-Z])",
    rf"\b(?:{_PREFIXES})-[a-z]+\b",
    r"[A-Za-z]+?(?=n['’´`]t\b)",
    r"(?<=[A-Za-z])[nN]['’´`][tT]\b",
    r"['’´`](?:s|S|m|M|d|D|re|RE|ve|VE|ll|LL)\b",
    r"\b(?:[Cc]an(?=not\b)|(?:[Gg]on|[Ww]an)(?=na\b)|[Gg]ot(?=ta\b)|(?:[Dd]o|[Ww]o|[Dd]id|[Dd]oes)(?=nt\b))",
    r"\b\d{1,2}/\d{1,2}(?:/\d{2,4})?\b|\b\d{3}-\d{3}-\d{4}\b",
    r"\d{1,32}(?:[.,:]\d{1,32}){0,8}(?:(?:st|nd|rd|th|s|S)\b|(?![^\W\d_]{0,32}\d))",
    r"(?:[^\W_]|\w[̀-ͯ])+(?:&[A-Z]+)*",
    r"[:;][-']?[()DPp](?!\w)",
    r"([^\w\s]|_)\1+",
)
_WORD = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS) + r"|\S")


_SENTENCE_ENDS = frozenset((".", "!", "?", "...", "…", "!!", "??", ";"))


def word_places(text: str) -> list[tuple[int, int]]:
    """Return start and end of every word of a text, in order."""
    return [match.span() for match in _WORD.finditer(text)]


def sentences(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield first and last-plus-one index of every sentence, or clause that ends in a semicolon, of a list of words."""
    start = 0
    for index, word in enumerate(words, start=1):
        if word in _SENTENCE_ENDS:
            yield start, index
            start = index
    if start < len(words):
        yield start, len(words)
