"""Span: a labelled stretch of one value of a record; and the tags of tokens that stand for spans.

tokens  Grant    Wood     painted  women
tags    B-MAKER  I-MAKER  O        B-GROUP
"""

from collections.abc import Sequence
from dataclasses import dataclass

LABELS = ("PERSON", "GROUP", "MAKER", "PLACE", "CULTURE", "DATE", "LIFE", "EVENT")
OUTSIDE = "O"

Place = tuple[int, int, str]
"""Where a span begins and ends in its value, and its label."""
Token = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a record's text and what it is: `getattr(item, field)[value][start:end] == text`."""

    field: str
    value: int
    start: int
    end: int
    label: str
    text: str


def tags_of(tokens: Sequence[Token], places: Sequence[Place]) -> list[str]:
    """Return the tag of each token, given the spans; a token that a span touches belongs to it."""
    tags = [OUTSIDE] * len(tokens)
    for start, end, label in places:
        prefix = "B-"
        for position, (_, token_start, token_end) in enumerate(tokens):
            if token_start < end and token_end > start:
                tags[position] = prefix + label
                prefix = "I-"
    return tags


def places_of(tokens: Sequence[Token], tags: Sequence[str]) -> list[Place]:
    """Return the spans that the tags stand for; a tag that continues nothing begins a span."""
    places: list[Place] = []
    start = end = 0
    label = ""
    for (_, token_start, token_end), tag in zip(tokens, tags, strict=True):
        if tag != OUTSIDE and tag[0] == "I" and tag[2:] == label:
            end = token_end
            continue
        if label:
            places.append((start, end, label))
        start, end, label = token_start, token_end, tag[2:]
    if label:
        places.append((start, end, label))
    return places


def balanced(text: str, places: Sequence[Place]) -> list[Place]:
    """Return the spans cut so that none holds one bracket of a pair without the other."""
    kept = []
    for start, end, label in places:
        for opening, closing in ("()", "[]"):
            opened = text.count(opening, start, end) - text.count(closing, start, end)
            if opened > 0:
                end = text.rindex(opening, start, end)
            elif opened < 0:
                end = text.rindex(closing, start, end)
        end = start + len(text[start:end].rstrip())
        if start < end:
            kept.append((start, end, label))
    return kept
