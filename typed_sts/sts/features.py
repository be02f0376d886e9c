"""What two sentences have in common, as numbers: one row for each pair, the same for either order of its sentences.

What is asked each way (is all of the left said on the right?) gives two numbers, the mean and the lesser of both.

    vector_*     the encoder's vectors of both: cosine, distances, what their products are like
    soft_*       for each word the closest state on the other side, weighted by how much the word tells
    aligned_*    coverage by the alignment, by its reasons, and what is left over
    gram_*       n-grams of words, lemmas and letters
    text_*       likeness of the strings
    number_*, name_*, negation_*, length_*
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from typed_sts.domain.arrays import Floats
from typed_sts.reading.encoder import VECTOR as ENCODED
from typed_sts.sts.alignment import (
    ANTONYM,
    BROADER,
    CONTEXT,
    FORM,
    LEMMA,
    NARROWER,
    NEAR,
    SAYS_THE_SAME,
    SPELLING,
    SYNONYM,
    VECTOR,
    Alignment,
    align,
)
from typed_sts.sts.sentences import Sentence
from typed_sts.sts.words import NAME, NEGATIONS, NUMBER, SIGN

FEATURES_VERSION = 1
Row = dict[str, float]
_MOST_LETTERS = 2_000


def alignment_of(left: Sentence, right: Sentence) -> Alignment:
    """Return the alignment of two sentences, with their states where there are any."""
    states = (left.states, right.states) if left.vector.any() and right.vector.any() else None
    return align(left.words, right.words, states, left.language)


def features_of(left: Sentence, right: Sentence) -> Row:
    """Return the features of a pair by name; those of the encoder are 0 where it was not asked."""
    if right.text < left.text:  # of two ways to align that are as good, the same is taken
        left, right = right, left
    found = alignment_of(left, right)
    return {
        **_vectors(left, right),
        **_soft(left, right),
        **_aligned(left, right, found),
        **_grams(left, right),
        **_strings(left, right),
        **_kinds(left, right, found),
        **_lengths(left, right),
    }


def is_meaning(name: str) -> bool:
    """Tell whether a feature needs the encoder's vectors."""
    return name.startswith(("vector_", "soft_")) or name == "aligned_vector"


_LESS = ("over_", "vector_farthest", "vector_apart", "soft_lowest_tells", "aligned_antonym")
_EITHER = (
    "length_", "number_any", "name_any", "question_any", "negation_any", "number_one_way", "name_one_way",
    "vector_spread", "aligned_order", "aligned_spelling", "aligned_vector", "aligned_synonym", "aligned_broader",
    "aligned_near",
)  # fmt: skip


def direction(name: str) -> int:
    """Return 1 when more of a feature can only mean more alike, -1 when it can only mean less, 0 when it depends."""
    if name.startswith(_EITHER):
        return 0
    return -1 if name.startswith(_LESS) or name.endswith("_apart") else 1


def products_of(pairs: Sequence[tuple[Sentence, Sentence]]) -> Floats:
    """Return for each pair the products and the distances of its two vectors, number by number."""
    if not pairs:
        return np.zeros((0, 2 * ENCODED))
    left, right = (np.stack([pair[side].vector for pair in pairs]).astype(np.float64) for side in (0, 1))
    return np.hstack([left * right, np.abs(left - right)])


def _vectors(left: Sentence, right: Sentence) -> Row:
    product = (left.vector * right.vector).astype(np.float64)
    apart = np.abs(left.vector - right.vector).astype(np.float64)
    cosine = float(product.sum())
    return {
        "vector_cosine": cosine,
        "vector_angle": 1 - math.acos(min(1.0, max(-1.0, cosine))) / math.pi,
        "vector_apart": float(apart.sum()),
        "vector_farthest": float(apart.max()),
        "vector_with": float(product[product > 0].sum()),
        "vector_against": float(product[product < 0].sum()),
        "vector_spread": float(product.std() * len(product)),
        "vector_total": float(left.total @ right.total),
    }


def _soft(left: Sentence, right: Sentence) -> Row:
    names = ("soft_mean", "soft_least", "soft_plain", "soft_lowest", "soft_lowest_tells")
    if not left.words or not right.words or not left.vector.any() or not right.vector.any():
        return dict.fromkeys(names, 0.0)
    cosines = (left.states @ right.states.T).astype(np.float64)
    best_left, best_right = cosines.max(axis=1), cosines.max(axis=0)
    ways = [_weighted(best_left, left.weights), _weighted(best_right, right.weights)]
    plain = (best_left.mean() + best_right.mean()) / 2
    lowest = min(_lowest(best_left, left), _lowest(best_right, right))
    missed = max(float(((1 - best_left) * left.weights).max()), float(((1 - best_right) * right.weights).max()))
    return dict(zip(names, (sum(ways) / 2, min(ways), float(plain), lowest, missed), strict=True))


def _lowest(best: Floats, sentence: Sentence) -> float:
    counted = [value for value, word in zip(best, sentence.words, strict=True) if word.counts]
    return float(min(counted, default=0.0))


def _weighted(values: Floats, weights: Floats) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total > 0 else 0.0


def _aligned(left: Sentence, right: Sentence, found: Alignment) -> Row:
    row: Row = {}
    said = [link for link in found.links if link.reason in SAYS_THE_SAME]
    sure = np.zeros(len(left.words)), np.zeros(len(right.words))
    for link in said:
        sure[0][link.left] = sure[1][link.right] = link.weight
    for name, weigh in _WEIGHINGS.items():
        weights = [weigh(sentence) for sentence in (left, right)]
        ways = [_weighted(each, weight) for each, weight in zip(sure, weights, strict=True)]
        both = float(sum(each @ weight for each, weight in zip(sure, weights, strict=True)))
        row[f"aligned_{name}"] = both / max(1e-9, float(sum(weight.sum() for weight in weights)))
        row[f"aligned_{name}_least"] = min(ways)
        row[f"aligned_{name}_harmonic"] = 2 * ways[0] * ways[1] / sum(ways) if sum(ways) else 0.0
    whole = float(left.weights.sum() + right.weights.sum()) or 1.0
    for name, reasons in _REASONS.items():
        links = [link for link in found.links if link.reason in reasons]
        row[f"aligned_{name}"] = sum(left.weights[link.left] + right.weights[link.right] for link in links) / whole
    over = [(1 - each) * sentence.weights for each, sentence in zip(sure, (left, right), strict=True)]
    row["over_most"] = max(float(each.max(initial=0.0)) for each in over)
    row["over_fewer"], row["over_more"] = sorted(float(each.sum()) for each in over)
    row["aligned_order"] = _in_order([link.right for link in said])
    return row


_WEIGHINGS: dict[str, Callable[[Sentence], Floats]] = {
    "all": lambda sentence: np.array([float(word.kind != SIGN) for word in sentence.words]),
    "content": lambda sentence: np.array([float(word.counts) for word in sentence.words]),
    "telling": lambda sentence: sentence.weights,
}
_REASONS = {
    "same": (FORM, LEMMA),
    "synonym": (SYNONYM,),
    "broader": (BROADER, NARROWER),
    "spelling": (SPELLING,),
    "vector": (VECTOR,),
    "near": (NEAR, CONTEXT),
    "antonym": (ANTONYM,),
}


def _in_order(places: Sequence[int]) -> float:
    """Return the share of neighbours among aligned words that stand in the same order in both sentences."""
    steps = [after > before for before, after in pairwise(places)]
    return sum(steps) / len(steps) if steps else 0.5


def _grams(left: Sentence, right: Sentence) -> Row:
    row: Row = {"gram_tokens": _cosine(Counter(set(left.text.split())), Counter(set(right.text.split())))}
    forms = [[word.form for word in each.words if word.kind != SIGN] for each in (left, right)]
    lemmas = [[word.lemma for word in each.words if word.kind != SIGN] for each in (left, right)]
    content = [[word.lemma for word in each.words if word.counts] for each in (left, right)]
    for size in (1, 2, 3):
        row[f"gram_form{size}"] = _dice(*(_ngrams(each, size) for each in forms))
        row[f"gram_lemma{size}"] = _dice(*(_ngrams(each, size) for each in lemmas))
    row["gram_content1"] = _dice(*(_ngrams(each, 1) for each in content))
    row["gram_content2"] = _dice(*(_ngrams(each, 2) for each in content))
    row["gram_within"] = _within(set(content[0]), set(content[1]))
    letters = [" ".join(each)[:_MOST_LETTERS] for each in forms]
    for size in (2, 3, 4, 5):
        row[f"gram_letters{size}"] = _cosine(*(Counter(_ngrams(each, size)) for each in letters))
    return row


def _strings(left: Sentence, right: Sentence) -> Row:
    ours, theirs = (" ".join(word.form for word in each.words)[:_MOST_LETTERS] for each in (left, right))
    lemmas = [[word.lemma for word in each.words if word.kind != SIGN] for each in (left, right)]
    common = LCSseq.similarity(lemmas[0], lemmas[1])
    return {
        "text_ratio": fuzz.ratio(ours, theirs) / 100,
        "text_sorted": fuzz.token_sort_ratio(ours, theirs) / 100,
        "text_common": common / max(1, *map(len, lemmas)),
        "text_common_of_shorter": common / max(1, min(map(len, lemmas))),
    }


def _kinds(left: Sentence, right: Sentence, found: Alignment) -> Row:
    row: Row = {}
    for name, kind in (("number", NUMBER), ("name", NAME)):
        ours, theirs = ({word.lemma for word in each.words if word.kind == kind} for each in (left, right))
        both = ours & theirs
        row[f"{name}_dice"] = _dice(ours, theirs)
        row[f"{name}_any"] = float(bool(ours)) + float(bool(theirs))
        row[f"{name}_apart"] = float(bool(ours - both) and bool(theirs - both))
        row[f"{name}_one_way"] = float(bool(ours - both) != bool(theirs - both))
    negations = NEGATIONS[left.language]
    denied = [sum(word.form in negations for word in each.words) for each in (left, right)]
    row["negation_apart"] = float(abs(denied[0] % 2 - denied[1] % 2))
    row["negation_any"] = float(sum(map(bool, denied)))
    asked = [any(word.form in "?¿" for word in each.words) for each in (left, right)]
    row["question_apart"] = float(asked[0] != asked[1])
    row["question_any"] = float(any(asked))
    return row


def _lengths(left: Sentence, right: Sentence) -> Row:
    counts = sorted(sum(word.kind != SIGN for word in each.words) for each in (left, right))
    tells = sorted(float(each.weights.sum()) for each in (left, right))
    return {
        "length_shorter": math.log1p(counts[0]),
        "length_longer": math.log1p(counts[1]),
        "length_ratio": (counts[0] + 1) / (counts[1] + 1),
        "length_tells": (tells[0] + 0.5) / (tells[1] + 0.5),
        "length_characters": (min(len(left.text), len(right.text)) + 1) / (max(len(left.text), len(right.text)) + 1),
    }


def _ngrams(sequence: Sequence[Hashable], size: int) -> list[Hashable]:
    if size == 1:
        return list(sequence)
    if isinstance(sequence, str):
        return [sequence[start : start + size] for start in range(len(sequence) - size + 1)]
    return [tuple(sequence[start : start + size]) for start in range(len(sequence) - size + 1)]


def _dice(left: Iterable[Hashable], right: Iterable[Hashable]) -> float:
    ours, theirs = set(left), set(right)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 0.0


def _within(left: set[str], right: set[str]) -> float:
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


def _cosine(left: Counter[Hashable], right: Counter[Hashable]) -> float:
    if not left or not right:
        return 0.0
    shared = sum(count * right[key] for key, count in left.items() if key in right)
    return shared / math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))
