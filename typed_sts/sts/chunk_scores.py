"""The figures of interpretable STS (2015), by its strict rule: F1 of the links between tokens.

    links     every token of a chunk with every token of the one it is linked to; punctuation . , : ' ` ? ; " - has none
    weight    1 / max(links of one token, links of the other): in the system for precision, in gold for recall
    ALI       P = weights of the system's links that gold has, too / weights of all the system's; R likewise over gold's
    TYPE      each shared link counts by the Jaccard of the two sets of labels ({SPE1, FACT} and {SPE1}: 1/2)
    SCORE     each shared link counts by 1 - |difference of the scores| / 5
    T+S       each shared link counts by both; no case is excused

All pairs of a file together make one P and one R; F1 = 2PR / (P + R). The tokens are those of gold.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from typed_sts.domain.types import HIGHEST
from typed_sts.errors import BadScores
from typed_sts.sts.wa_file import AlignedPair, Link

PUNCTUATION = frozenset(".,:'`?;\"-")
MEASURES = ("ALI", "TYPE", "SCORE", "T+S")
TokenLink = tuple[int, int]
_MOST_LINKS = 1_000_000
"""Links of one pair that are counted; a chunk of a thousand tokens is no chunk."""


@dataclass(frozen=True, slots=True)
class ChunkFigures:
    """F1 of the four measures, over so many pairs."""

    pairs: int
    ali: float
    type: float
    score: float
    type_score: float

    def values(self) -> tuple[float, float, float, float]:
        """Return them in the order of MEASURES."""
        return self.ali, self.type, self.score, self.type_score

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return asdict(self)


def evaluate_chunks(gold: Iterable[AlignedPair], system: Iterable[AlignedPair]) -> ChunkFigures:
    """Return the figures of a system; a pair that only one side has counts against it."""
    golds, systems = ({pair.id: pair for pair in pairs} for pairs in (gold, system))
    found = [[0.0] * (1 + len(MEASURES))] * 2  # of the system's links and of gold's: all of them, then by measure
    for identifier in {**golds, **systems}:
        reference = golds.get(identifier)
        ours, theirs = (_token_links(pairs.get(identifier), reference) for pairs in (systems, golds))
        for side, (own, other) in enumerate(((ours, theirs), (theirs, ours))):
            found[side] = _added(found[side], _overlaps(own, other))
    precision, recall = ([_ratio(part, total) for part in parts] for total, *parts in found)
    f1 = [_ratio(2 * p * r, p + r) for p, r in zip(precision, recall, strict=True)]
    return ChunkFigures(len(golds), *f1)


def check_same_pairs(gold: Sequence[AlignedPair], system: Sequence[AlignedPair], name: str) -> None:
    """Raise BadScores when the two files are not about the same pairs at all."""
    if not {pair.id for pair in gold} & {pair.id for pair in system}:
        raise BadScores(f"{name}: none of its sentence ids is in the gold file; do the two belong together?")


def unseen(pairs: Iterable[AlignedPair], seen: Iterable[AlignedPair]) -> list[AlignedPair]:
    """Return the pairs neither of whose sentences stands in a pair that was seen."""
    known = {side for pair in seen for side in (plain_sentence(pair.left), plain_sentence(pair.right))}
    return [pair for pair in pairs if not known & {plain_sentence(pair.left), plain_sentence(pair.right)}]


def plain_sentence(tokens: Iterable[str]) -> str:
    """Return a sentence as it is compared: without capitals, and without a full stop at its end."""
    return " ".join(tokens).casefold().rstrip(" .")


def _token_links(pair: AlignedPair | None, reference: AlignedPair | None) -> dict[TokenLink, Link]:
    if pair is None:
        return {}
    left, right = (reference.left, reference.right) if reference else ((), ())
    links: dict[TokenLink, Link] = {}
    for link in pair.links:
        ours, theirs = list(_words(link.left, left)), list(_words(link.right, right))
        if len(ours) * len(theirs) + len(links) > _MOST_LINKS:
            raise BadScores(f"sentence {pair.id}: more than {_MOST_LINKS:,} links between tokens; are these chunks?")
        links |= {(one, other): link for one in ours for other in theirs}
    return links


def _words(numbers: Collection[int], tokens: Sequence[str]) -> Iterator[int]:
    return (number for number in numbers if number > len(tokens) or tokens[number - 1] not in PUNCTUATION)


def _overlaps(own: Mapping[TokenLink, Link], other: Mapping[TokenLink, Link]) -> list[float]:
    """Return the weight of all own links, then what of it the other side shares, by each measure."""
    fan_left, fan_right = (Counter(link[side] for link in own) for side in (0, 1))
    sums = [0.0] * (1 + len(MEASURES))
    for (left, right), link in own.items():
        weight = 1 / max(fan_left[left], fan_right[right])
        sums[0] += weight
        if (match := other.get((left, right))) is not None:
            kind, near = _jaccard(link.labels, match.labels), 1 - _distance(link, match)
            sums = _added(sums, [0.0, weight, weight * kind, weight * near, weight * kind * near])
    return sums


def _jaccard(ours: Iterable[str], theirs: Iterable[str]) -> float:
    one, other = set(ours), set(theirs)
    return len(one & other) / len(one | other)


def _distance(ours: Link, theirs: Link) -> float:
    return abs((ours.score or 0.0) - (theirs.score or 0.0)) / HIGHEST


def _added(sums: Sequence[float], more: Sequence[float]) -> list[float]:
    return [one + other for one, other in zip(sums, more, strict=True)]


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
