"""Which word of one sentence says what which word of the other says.

    form       the same word                                         dog    dog          1.0
    lemma      a form of the same word, or the same number           dogs   dog           .95
    synonym    WordNet has them in one synset, or one derives        couch  sofa          .85
    broader    the left one is just above the right one              dog    puppy         .65
    narrower   the right one is just above the left one              puppy  dog           .65
    spelling   the letters are nearly the same                       Vatileaks Vatican    .6 to .9
    vector     the encoder's states of both, where they stand, are close                  cosine
    near       both are just below one synset                        red    blue          .3
    antonym    they say the opposite                                 hot    cold          .2
    context    nothing of these, but their neighbours are aligned                         .25

Words are aligned one to one, the surest first: what a pair weighs, and how many of the words around both are alike, so
that of two "the" the right one is taken. Little words are aligned when they are the same and a word beside them is.

    >>> from typed_sts.sts.alignment import align
    >>> from typed_sts.sts.words import words_of
    >>> found = align(words_of("Two dogs sat on the couch."), words_of("A dog sits on a sofa."))
    >>> [(a.form, b.form, link.reason) for a, b, link in found.pairs() if a.counts]
    [('dogs', 'dog', 'lemma'), ('sat', 'sits', 'lemma'), ('couch', 'sofa', 'synonym')]
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import JaroWinkler

from typed_sts.sts import wordnet
from typed_sts.sts.words import CONTENT, NAME, NUMBER, SIGN, Word

FORM, LEMMA, SYNONYM, BROADER, NARROWER = "form", "lemma", "synonym", "broader", "narrower"
SPELLING, VECTOR, NEAR, ANTONYM, CONTEXT = "spelling", "vector", "near", "antonym", "context"
REASONS = (FORM, LEMMA, SYNONYM, BROADER, NARROWER, SPELLING, VECTOR, NEAR, ANTONYM, CONTEXT)
_WEIGHTS = {FORM: 1.0, LEMMA: 0.95, SYNONYM: 0.85, BROADER: 0.65, NARROWER: 0.65, NEAR: 0.3, ANTONYM: 0.2}
_CONTEXT_WEIGHT = 0.25
_FROM_WORDNET = {
    wordnet.SYNONYM: SYNONYM,
    wordnet.DERIVED: SYNONYM,
    wordnet.BROADER: BROADER,
    wordnet.NARROWER: NARROWER,
    wordnet.NEAR: NEAR,
    wordnet.ANTONYM: ANTONYM,
}
SAYS_THE_SAME = frozenset({FORM, LEMMA, SYNONYM, BROADER, NARROWER, SPELLING, VECTOR})
"""Reasons that count as coverage; those of the others are alike in kind, not in what they say."""
LEAST_COSINE = 0.4
"""From which cosine on two words are aligned by their states alone."""
_LEAST_SPELLING = 0.9
_AROUND = 3
_PER_NEIGHBOUR = 0.04
MOST_WORDS = 400
"""Of a sentence; those beyond are not aligned, so that no file can make alignment slow."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two words that are aligned, by their numbers; how sure (0 to 1), and why (one of REASONS)."""

    left: int
    right: int
    weight: float
    reason: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of two sentences and the links between them, in the order of the left one."""

    left: tuple[Word, ...]
    right: tuple[Word, ...]
    links: tuple[Link, ...]

    def pairs(self) -> Iterator[tuple[Word, Word, Link]]:
        """Yield the two words of each link with the link."""
        for link in self.links:
            yield self.left[link.left], self.right[link.right], link

    def coverage(self, weigh: Callable[[Word], float] | None = None) -> tuple[float, float]:
        """Return the share of the left words that the right sentence says too, and the other way; 0 for no words.

        `weigh` says how much a word counts; without it, words that say something count 1 and others 0.
        """
        weight = weigh or (lambda word: float(word.counts))
        ours, theirs = [weight(word) for word in self.left], [weight(word) for word in self.right]
        said = [link for link in self.links if link.reason in SAYS_THE_SAME]
        return (
            _share(sum(link.weight * ours[link.left] for link in said), sum(ours)),
            _share(sum(link.weight * theirs[link.right] for link in said), sum(theirs)),
        )


def align(
    left: Sequence[Word],
    right: Sequence[Word],
    states: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None = None,
    language: str = "en",
) -> Alignment:
    """Align two sentences; `states` are unit vectors of their words, one a row, where the encoder was asked."""
    ours, theirs = tuple(left), tuple(right)
    candidates = _candidates(ours[:MOST_WORDS], theirs[:MOST_WORDS], states, language)
    links = _choose(candidates, ours, theirs)
    links += _beside(ours, theirs, links)
    return Alignment(ours, theirs, tuple(sorted(links, key=lambda link: link.left)))


def relation(left: Word, right: Word, language: str = "en") -> tuple[str, float]:
    """Return why two words may be aligned by what they are alone, and how sure that is; "" and 0 when not."""
    if left.form == right.form:
        return FORM, 1.0
    if left.lemma == right.lemma and left.kind != SIGN:
        return LEMMA, _WEIGHTS[LEMMA]
    if not (left.counts and right.counts) or NUMBER in (left.kind, right.kind):
        return "", 0.0
    if language == "en" and (found := wordnet.relation(left.lemma, right.lemma)):
        reason = _FROM_WORDNET[found]
        return reason, _WEIGHTS[reason]
    if min(len(left.form), len(right.form)) >= 5:
        likeness = JaroWinkler.similarity(left.form, right.form, score_cutoff=_LEAST_SPELLING)
        if likeness >= _LEAST_SPELLING:
            return SPELLING, likeness - 0.15
    return "", 0.0


def _candidates(
    left: Sequence[Word],
    right: Sequence[Word],
    states: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None,
    language: str,
) -> list[Link]:
    """Return every pair that may be aligned; the weight is without what stands around them."""
    cosines = None if states is None or not left or not right else states[0] @ states[1].T
    found = []
    for i, ours in enumerate(left):
        for j, theirs in enumerate(right):
            reason, weight = relation(ours, theirs, language)
            if cosines is not None and weight < 1 and ours.counts and theirs.counts:
                cosine = float(cosines[i, j])
                plain = (
                    reason in ("", NEAR)
                    and CONTENT in (ours.kind, theirs.kind)
                    and NUMBER not in (ours.kind, theirs.kind)
                )
                if plain and cosine >= LEAST_COSINE and cosine > weight:
                    reason, weight = VECTOR, min(cosine, 0.9)
            if reason:
                found.append(Link(i, j, weight, reason))
    return found


def _choose(candidates: Sequence[Link], left: Sequence[Word], right: Sequence[Word]) -> list[Link]:
    """Return candidates one to one, the surest first; little words only where a word beside them is aligned."""
    alike = {(link.left, link.right) for link in candidates if link.weight >= _WEIGHTS[BROADER]}
    rank = {
        link: link.weight
        + sum(nearness for i, j, nearness in _NEIGHBOURS if (link.left + i, link.right + j) in alike)
        - 0.001 * abs(link.left / max(1, len(left)) - link.right / max(1, len(right)))
        for link in candidates
    }
    chosen: list[Link] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for little in (False, True):
        for link in sorted(candidates, key=lambda each: (-rank[each], each.left, each.right)):
            counts = left[link.left].counts and right[link.right].counts
            if counts == little or link.left in taken_left or link.right in taken_right:
                continue
            if little and not _has_neighbour(link, chosen, taken_left):
                continue
            chosen.append(link)
            taken_left.add(link.left)
            taken_right.add(link.right)
    return chosen


_STEPS = tuple(step for step in range(-_AROUND, _AROUND + 1) if step)
_NEIGHBOURS = tuple((i, j, _PER_NEIGHBOUR / max(abs(i), abs(j))) for i in _STEPS for j in _STEPS if i * j > 0)
"""Steps to a neighbour on the same side in both sentences, and what it adds when the two are alike."""


def _has_neighbour(link: Link, chosen: Sequence[Link], taken_left: set[int]) -> bool:
    if all(link.left + step not in taken_left for step in _STEPS):
        return False
    return any(abs(other.left - link.left) <= _AROUND and abs(other.right - link.right) <= _AROUND for other in chosen)


def _beside(left: Sequence[Word], right: Sequence[Word], links: Sequence[Link]) -> list[Link]:
    """Return pairs of content words that are left over, each between two neighbours that are aligned."""
    to_right = {link.left: link.right for link in links}
    taken = set(to_right.values())
    found = []
    for i, word in enumerate(left):
        if i in to_right or word.kind not in (CONTENT, NAME):
            continue
        before = to_right.get(i - 1, -1 if i == 0 else None)
        after = to_right.get(i + 1, len(right) if i == len(left) - 1 else None)
        if before is None or after is None or after - before != 2 or len(left) == 1:
            continue
        if before + 1 not in taken and right[before + 1].kind == word.kind:
            found.append(Link(i, before + 1, _CONTEXT_WEIGHT, CONTEXT))
    return found


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0
