"""Words of a text with their places in it, split as the English Web Treebank splits them.

Contractions and possessives are two words ("do" + "n't", "Turner" + "'s"), hyphens stand alone ("two" + "-" +
"part") but for a few prefixes ("e-mail", "non-fiction"), and a run of one punctuation mark is one word ("...").
"""

import re
from collections.abc import Iterator, Sequence

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
