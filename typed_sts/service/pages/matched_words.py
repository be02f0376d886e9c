"""The words of a search where they stand in a record, compared as the index compares them, and marked."""

from collections.abc import Iterator
from dataclasses import dataclass

from typed_sts_index.analyser import analyse, terms

LONGEST = 5_000
"""Characters of a text in which words are looked for."""
SNIPPET = 220
_BEFORE = 70
"""Characters that are shown before the first word found, where that stands far inside a text."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text, and whether it is a word that was searched for."""

    text: str
    is_match: bool = False


def marked(text: str, query: str, language: str) -> list[Part]:
    """Return a text in parts; joined, they are the text."""
    parts: list[Part] = []
    end = 0
    for start, stop in _places(text[:LONGEST], query, language):
        if start > end:
            parts.append(Part(text[end:start]))
        parts.append(Part(text[start:stop], True))
        end = stop
    return [*parts, Part(text[end:])] if end < len(text) else parts


def snippet(text: str, query: str, language: str) -> list[Part]:
    """Return the beginning of a text, or what stands around the first word found, in parts."""
    first = next(iter(_places(text[:LONGEST], query, language)), (0, 0))[0]
    start = 0
    if first > SNIPPET - _BEFORE // 2:
        start = text.find(" ", first - _BEFORE, first) + 1 or first
    shown = text[start : start + SNIPPET]
    if start + SNIPPET < len(text):
        shown = (shown.rsplit(None, 1)[0] if " " in shown[SNIPPET // 2 :] else shown) + "…"
    return marked(("…" if start else "") + shown, query, language)


def _places(text: str, query: str, language: str) -> Iterator[tuple[int, int]]:
    wanted = {form for tongue in {"en", language} for form in terms(query, tongue) if len(form) > 1}
    forms = {(token.start, token.end) for tongue in {"en", language} for token in analyse(text, tongue)
             if token.text in wanted}  # fmt: skip
    yield from sorted(forms)
