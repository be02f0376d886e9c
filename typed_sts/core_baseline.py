"""The baseline of the CORE tasks: how many tokens two sentences share.

    score = 5 * |A and B| / sqrt(|A| * |B|)      A, B: the distinct tokens of either sentence, split at white space

that is the cosine of two binary vectors. Nothing is lower-cased and punctuation is kept, as in the tasks' own runs.
"""

import math
from collections.abc import Iterable
from pathlib import Path

from typed_sts.textfile import Wrong, parse_lines, read_lines
from typed_sts.types import HIGHEST


def token_overlap(left: str, right: str) -> float:
    """Return the cosine of the two sentences' binary token vectors, scaled to 0..5; 0 when one is empty."""
    ours, theirs = set(left.split()), set(right.split())
    if not ours or not theirs:
        return 0.0
    return HIGHEST * len(ours & theirs) / math.sqrt(len(ours) * len(theirs))


def read_sentence_pairs(path: Path) -> list[tuple[str, str]]:
    """Return the sentence pairs of an official input file: two sentences a line with one TAB between them."""
    return parse_lines(path, read_lines(path), _pair, expected="two sentences a line with one TAB between them")


def answer_lines(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the answers in the official format: one number a line."""
    return "".join(f"{token_overlap(left, right):.6f}\n" for left, right in pairs)


def _pair(line: str) -> tuple[str, str]:
    sentences = line.split("\t")
    if len(sentences) != 2:
        tabs = {1: "no TAB"}.get(len(sentences), f"{len(sentences) - 1} TABs")
        raise Wrong(("", f"{tabs}; expected two sentences with one TAB between them"))
    return sentences[0], sentences[1]
