"""The input files of interpretable STS: sentences, one a line, as tokens between spaces; or the same in chunks.

    A cat standing on tree branches .
    [ A cat ] [ standing ] [ on tree branches ] [ . ]

Which of the two a file is shows in its lines: in a file of chunks each of them begins with "[ " and ends with " ]".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import BadScores
from typed_sts.sts.wa_file import AlignedPair, tokens_of, tolerant_lines
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, unequal

Chunk = tuple[int, ...]
"""The numbers of a chunk's tokens, from 1 on."""
_OPEN, _CLOSE = "[", "]"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as tokens, and its chunks where they are known: they cover it, in order."""

    tokens: tuple[str, ...]
    chunks: tuple[Chunk, ...] | None = None


def read_sentences(path: Path) -> list[Sentence]:
    """Return the sentences of a file, with their chunks when the file has them."""
    lines = tolerant_lines(path)
    chunked = any(lines) and all(_looks_chunked(line) for line in lines if line.strip())
    return parse_lines(path, lines, chunked_sentence if chunked else _sentence, expected="one sentence a line")


def read_sentence_pair_files(left: Path, right: Path) -> list[tuple[Sentence, Sentence]]:
    """Return the sentences of two files beside each other; one that is chunked wants the other to be."""
    ours, theirs = read_sentences(left), read_sentences(right)
    if len(ours) != len(theirs):
        raise BadScores(unequal(str(right), len(theirs), str(left), len(ours)))
    if (ours[0].chunks is None) != (theirs[0].chunks is None):
        plain = left if ours[0].chunks is None else right
        raise BadScores(f"{plain} has no chunks and the other file has; give both with [ chunks ] or both without")
    return list(zip(ours, theirs, strict=True))


def gold_sentences(pair: AlignedPair) -> tuple[Sentence, Sentence]:
    """Return both sentences of an aligned pair with the chunks of its links; raise BadScores where they do not fit."""
    sides = (
        (pair.left, [link.left for link in pair.links if link.left]),
        (pair.right, [link.right for link in pair.links if link.right]),
    )
    found = []
    for tokens, chunks in sides:
        ordered = tuple(sorted(chunks))
        if [number for chunk in ordered for number in chunk] != list(range(1, len(tokens) + 1)):
            raise BadScores(f"sentence {quoted(pair.id)}: its chunks do not cover its tokens, each once")
        found.append(Sentence(tokens, ordered))
    return found[0], found[1]


def chunked_sentence(line: str) -> Sentence:
    """Return the sentence of a line in chunks; raise Wrong when a bracket is missing."""
    tokens: list[str] = []
    chunks: list[Chunk] = []
    start = -1  # outside a chunk
    for word in tokens_of(line):
        if start < 0:
            if word != _OPEN:
                raise Wrong(("", f'{quoted(word)} stands in no chunk; expected "[ A cat ] [ standing ]"'))
            start = len(tokens)
        elif word == _CLOSE and len(tokens) > start:
            chunks.append(tuple(range(start + 1, len(tokens) + 1)))
            start = -1
        else:
            tokens.append(word)
    if start >= 0:
        raise Wrong(("", 'a chunk is not closed; expected "[ A cat ] [ standing ]"'))
    return Sentence(tuple(tokens), tuple(chunks))


def chunked_line(sentence: Sentence) -> str:
    """Return a sentence with its chunks in brackets."""
    chunks: Iterable[Sequence[int]] = sentence.chunks or ()
    return " ".join(f"[ {' '.join(sentence.tokens[number - 1] for number in chunk)} ]" for chunk in chunks)


def _sentence(line: str) -> Sentence:
    return Sentence(tokens_of(line))


def _looks_chunked(line: str) -> bool:
    words = tokens_of(line)
    return len(words) > 2 and words[0] == _OPEN and words[-1] == _CLOSE
