"""The .wa files of interpretable STS (2015): which chunk of a sentence answers to which of another, how, and how far.

    <sentence id="1" status="">
    // A cat standing on tree branches .            the first sentence, its tokens between spaces
    // A black and white cat is on tree branches .
    <source> 1 A : ... </source>                    its tokens, one a line (nobody reads them)
    <translation> 1 A : ... </translation>
    <alignment>
    1 2 <==> 1 2 3 4 5 // SPE2 // 4 // A cat <==> A black and white cat
    7 <==> 0 // NOALI // NIL // . <==> -not aligned-
    </alignment>
    </sentence>

Tokens are numbered from 1; 0 stands for no chunk. A type is one main label, perhaps with FACT or POL after "_". Bytes
that are not UTF-8 (the published headlines have some) are read as the replacement character.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import BadScores
from typed_sts.task_files.lines import MOST_PROBLEMS, quoted
from typed_sts.task_files.task_format import parse_number

ALIGNED_LABELS = ("EQUI", "OPPO", "SPE1", "SPE2", "SIMI", "REL")
NOT_ALIGNED, ELSEWHERE = "NOALI", "ALIC"
"""A chunk that has no counterpart, and one whose counterpart is taken by another: links are one to one."""
LABELS = (*ALIGNED_LABELS, NOT_ALIGNED, ELSEWHERE)
EXTRAS = ("FACT", "POL")
_SENTENCE = re.compile(r'<sentence id="([^"]*)"')
_NUMBERS = re.compile(r"[0-9]{1,9}(?:[ \t]+[0-9]{1,9})*")
_BLANKS = re.compile(r"[ \t]+")
_NOTHING = "-not aligned-"


@dataclass(frozen=True, slots=True)
class Link:
    """A pair of chunks by the numbers of their tokens, or a chunk alone: then the other side is empty."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    labels: tuple[str, ...]
    score: float | None
    """From 0 to 5; None is NIL, for a chunk alone."""

    @property
    def label(self) -> str:
        """The main label."""
        return next(label for label in self.labels if label in LABELS)

    @property
    def is_pair(self) -> bool:
        """Tell whether it links two chunks."""
        return bool(self.left and self.right)


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """Two sentences as tokens, and the links between their chunks."""

    id: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class WaFile:
    """What a file holds, and what is wrong with it: each problem names its line."""

    pairs: tuple[AlignedPair, ...]
    problems: tuple[str, ...]
    warnings: tuple[str, ...]


def tokens_of(line: str) -> tuple[str, ...]:
    """Return the tokens of a sentence: what stands between spaces."""
    return tuple(token for token in _BLANKS.split(line) if token)


def tolerant_lines(path: Path) -> list[str]:
    """Return the lines of a file, whatever its bytes."""
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise BadScores(f"{path}: cannot be read ({exc.strerror}); is the path right?") from exc
    text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def read_pairs(path: Path) -> tuple[AlignedPair, ...]:
    """Return the pairs of a file; raise BadScores when it is not well-formed."""
    found = read_wa(path)
    if found.problems:
        raise BadScores(*found.problems[: MOST_PROBLEMS + 1])
    return found.pairs


def read_wa(path: Path) -> WaFile:
    """Return what a file holds, with all that is wrong: problems as the task's checker has them, and warnings."""
    reader = _Reader(path)
    for number, line in enumerate(tolerant_lines(path), 1):
        reader.take(number, line)
    reader.end()
    if not reader.pairs and not reader.problems:
        reader.problems.append(f'{path}: no pair in it; expected a .wa file, with <sentence id="1" ...> before each')
    return WaFile(tuple(reader.pairs), tuple(reader.problems), tuple(reader.warnings))


class _Reader:
    """Takes line by line, and keeps pairs, problems and warnings."""

    def __init__(self, path: Path) -> None:
        self.pairs: list[AlignedPair] = []
        self.problems: list[str] = []
        self.warnings: list[str] = []
        self._path = path
        self._ids: set[str] = set()
        self._start("", 0)

    def _start(self, identifier: str, number: int) -> None:
        self._id, self._line = identifier, number
        self._sentences: list[tuple[str, ...]] = []
        self._links: list[Link] = []
        self._aligning = False

    def take(self, number: int, line: str) -> None:
        """Look at one line."""
        if found := _SENTENCE.search(line):
            self.end()
            self._start(found[1], number)
            if found[1] in self._ids:
                self.problems.append(f"{self._path}, line {number}: a second sentence {quoted(found[1])}")
            self._ids.add(found[1])
        elif line.startswith("//") and self._line and not self._aligning and len(self._sentences) < 2:
            self._sentences.append(tokens_of(line[2:]))
        elif line.startswith("<alignment>"):
            self._aligning = True
        elif line.startswith("</alignment>"):
            self._aligning = False
        elif "<==>" in line and (self._aligning or "//" in line):
            self._take_link(number, line)

    def _take_link(self, number: int, line: str) -> None:
        try:
            link = parse_link(line)
            if not self._line:
                raise ValueError("no <sentence id=...> stands before it")
        except ValueError as wrong:
            self.problems.append(f"{self._path}, line {number}: {wrong}")
        else:
            self._links.append(link)

    def end(self) -> None:
        """Close the pair at hand."""
        if not self._line:
            return
        left, right = (*self._sentences, (), ())[:2]
        pair = AlignedPair(self._id, left, right, tuple(self._links))
        self.pairs.append(pair)
        self.warnings += [f"{self._path}, sentence {quoted(self._id)}: {text}" for text in oddities(pair)]


def parse_link(line: str) -> Link:
    """Return the link of a line; raise ValueError with what is wrong, as the task's checker sees it."""
    parts = line.split("//", 3)
    if len(parts) < 3:
        raise ValueError(f'{quoted(line)} is no link; expected "1 2 <==> 1 2 3 // EQUI // 5 // comment"')
    sides = parts[0].split("<==>")
    if len(sides) != 2:
        raise ValueError(f"{quoted(parts[0].strip())} has {len(sides) - 1} <==>; expected one")
    left, right = (_numbers(side.strip()) for side in sides)
    labels = _labels(parts[1].strip())
    return Link(left, right, labels, _score(parts[2].strip(), labels))


def _numbers(text: str) -> tuple[int, ...]:
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"{quoted(text)} is no list of token numbers; 0 stands for no chunk")
    numbers = tuple(int(each) for each in text.split())
    if numbers == (0,):
        return ()
    if 0 in numbers:
        raise ValueError(f"{quoted(text)}: tokens are numbered from 1, and 0 stands alone, for no chunk")
    if numbers != tuple(range(numbers[0], numbers[0] + len(numbers))):
        raise ValueError(f"{quoted(text)}: the tokens of a chunk follow each other")
    return numbers


def _labels(text: str) -> tuple[str, ...]:
    labels = tuple(text.split("_"))
    for label in labels:
        if label not in LABELS and label not in EXTRAS:
            raise ValueError(f"{quoted(label)} is no type; they are {', '.join(LABELS)}, perhaps with _FACT or _POL")
    if sum(label in LABELS for label in labels) != 1 or len(labels) > len({*labels}):
        raise ValueError(f"{quoted(text)}: exactly one of {', '.join(LABELS)} is needed, then _FACT or _POL, once each")
    return labels


def _score(text: str, labels: tuple[str, ...]) -> float | None:
    alone = NOT_ALIGNED in labels or ELSEWHERE in labels
    if text == "NIL" and alone:
        return None
    number = parse_number(text)
    if number is None:
        raise ValueError(f"{quoted(text)} is no score from 0 to 5" + (" nor NIL" if alone else ""))
    return number


def oddities(pair: AlignedPair) -> Iterator[str]:
    """Yield what the task's checker lets pass and no good answer has: tokens left out, said twice, or not there."""
    for name, tokens, sides in (
        ("first", pair.left, [link.left for link in pair.links]),
        ("second", pair.right, [link.right for link in pair.links]),
    ):
        said = [number for side in sides for number in side]
        if len(said) > len({*said}):
            yield f"a token of the {name} sentence stands in two chunks"
        if tokens and max(said, default=0) > len(tokens):
            yield f"token {max(said)} of the {name} sentence does not exist; it has {len(tokens)}"
        if missing := set(range(1, len(tokens) + 1)).difference(said):
            yield f"token {min(missing)} of the {name} sentence is in no chunk"
    for link in pair.links:
        if link.is_pair and link.label in (NOT_ALIGNED, ELSEWHERE):
            yield f"two chunks are linked, and their type is {link.label}"
        if not link.is_pair and link.label in ALIGNED_LABELS:
            yield f"a chunk stands alone, and its type is {link.label}"


def wa_text(pairs: Iterable[AlignedPair]) -> str:
    """Return the pairs in the official format."""
    return "".join(_pair_text(pair) for pair in pairs)


def _pair_text(pair: AlignedPair) -> str:
    identifier = re.sub(r'["<>\s]+', "-", pair.id)
    lines = [f'<sentence id="{identifier}" status="">']
    lines += [f"// {' '.join(tokens)}" for tokens in (pair.left, pair.right)]
    for name, tokens in (("source", pair.left), ("translation", pair.right)):
        lines += [f"<{name}>", *(f"{number} {token} : " for number, token in enumerate(tokens, 1)), f"</{name}>"]
    lines += ["<alignment>", *(_link_text(pair, link) for link in pair.links), "</alignment>", "</sentence>", "", ""]
    return "\n".join(lines) + "\n"


def _link_text(pair: AlignedPair, link: Link) -> str:
    sides = ((link.left, pair.left), (link.right, pair.right))
    numbers = " <==> ".join(" ".join(map(str, side)) or "0" for side, _ in sides)
    words = " <==> ".join(_words(side, tokens) for side, tokens in sides)
    score = "NIL" if link.score is None else f"{link.score:.4f}".rstrip("0").rstrip(".")
    return f"{numbers} // {'_'.join(link.labels)} // {score} // {words} "


def _words(side: Sequence[int], tokens: Sequence[str]) -> str:
    return " ".join(tokens[number - 1] for number in side if number <= len(tokens)) or _NOTHING
