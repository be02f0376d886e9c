"""What is measured of each pair of chunks: how much each says of the other, and by how much it beats its rivals.

    covered    of a chunk by another: the mean over its words of the most similar word there, words weighted
    open       words of a chunk that nothing in the other says: none on either side is EQUI, some on one side SPE
    linked     weight of its words that the alignment of the sentences links to the other chunk; away: to another one
    margins    a similarity less the best other one in its row (chunks of the right sentence), and in its column

Rows are pairs of chunks, those of the first chunk of the left sentence first; columns are FEATURES.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.sts.alignment import BROADER, NARROWER, NEAR
from typed_sts.sts.chunk_files import Chunk
from typed_sts.sts.chunk_readings import RELATIONS, Compared, Reading, compare, text_vector
from typed_sts.sts.words import NAME, NEGATIONS, NUMBER, SIGN, Word

FEATURES = (
    "chunk_cosine", "content_cosine", "state_cosine",
    "covered_left", "covered_right", "covered_least", "covered_most", "states_left", "states_right",
    "vectors_left", "vectors_right", "same_left", "same_right",
    "open_left", "open_right", "open_weight_left", "open_weight_right",
    "linked_left", "linked_right", "away_left", "away_right", *RELATIONS,
    "head", "head_vectors", "head_broader", "head_narrower", "head_near",
    "numbers_left", "numbers_right", "numbers_same", "names_left", "names_right", "names_same", "negated",
    "verb_left", "verb_right", "preposition_left", "preposition_right", "same_kind", "same_first",
    "sign_left", "sign_right", "tokens_left", "tokens_right", "counting_left", "counting_right", "weight_difference",
    "place_difference", "place_left", "place_right", "before", "after", "sentence_cosine",
    "chunks_left", "chunks_right",
    "chunk_cosine_row", "chunk_cosine_column", "content_cosine_row", "content_cosine_column",
    "state_cosine_row", "state_cosine_column", "covered_row", "covered_column",
    "states_row", "states_column", "linked_row", "linked_column",
)  # fmt: skip
_OPEN_BELOW = 0.6
_Places = npt.NDArray[np.intp]


def chunk_features(
    left: Reading, right: Reading, left_chunks: Sequence[Chunk], right_chunks: Sequence[Chunk]
) -> Floats:
    """Return the features of each pair of chunks; there is one chunk or more on either side."""
    ours, theirs = ([np.array(chunk) - 1 for chunk in chunks] for chunks in (left_chunks, right_chunks))
    words = compare(left, right)
    cells = [_of_pair(left, right, one, other, words) for one in ours for other in theirs]
    shape = (len(ours), len(theirs))
    found = {name: np.array([cell[name] for cell in cells]).reshape(shape) for name in cells[0]}
    found |= _cosines(left, right, ours, theirs)
    found |= _places(left, right, ours, theirs)
    found |= _margins(found)
    near = (found["chunk_cosine"] + (found["covered_left"] + found["covered_right"]) / 2) / 2
    found |= {"before": _shifted(near, -1), "after": _shifted(near, 1)}
    found["sentence_cosine"] = np.full(shape, float(left.whole @ right.whole))
    return np.stack([found[name] for name in FEATURES], axis=2).reshape(-1, len(FEATURES))


def swapped(table: Floats) -> Floats:
    """Return the features of the same pairs of chunks with the two sentences exchanged."""
    found = table[:, _SWAPPED]
    found[:, FEATURES.index("weight_difference")] *= -1
    return found


def _counterpart(name: str) -> str:
    for one, other in (("_left", "_right"), ("_row", "_column"), (BROADER, NARROWER)):
        if name.endswith(one):
            return name.removesuffix(one) + other
        if name.endswith(other):
            return name.removesuffix(other) + one
    return name


_SWAPPED = [FEATURES.index(_counterpart(name)) for name in FEATURES]


def _of_pair(left: Reading, right: Reading, one: _Places, other: _Places, words: Compared) -> dict[str, float]:
    """Return what two chunks tell without looking at any other."""
    at = np.ix_(one, other)
    ours, theirs = [left.words[place] for place in one], [right.words[place] for place in other]
    u, v = left.weights[one], right.weights[other]
    similar, linked = words.similar[at], words.linked[at]
    covered = _mean(similar.max(axis=1), u), _mean(similar.max(axis=0), v)
    head = _head(ours), _head(theirs)
    found: dict[str, float] = {"covered_least": min(covered), "covered_most": max(covered)}
    for side, axis, weights, chunk, reading, places, all_links in (
        ("left", 1, u, ours, left, one, words.linked[one].sum(axis=1)),
        ("right", 0, v, theirs, right, other, words.linked[:, other].sum(axis=0)),
    ):
        counting = np.array([word.counts for word in chunk])
        is_open = counting & (similar.max(axis=axis) < _OPEN_BELOW)
        inside = linked.sum(axis=axis)
        values: Mapping[str, float] = {
            "covered": covered[1 - axis],
            "states": _mean(words.states[at].max(axis=axis), weights),
            "vectors": _mean(words.vectors[at].max(axis=axis), weights),
            "same": _mean(words.same[at].max(axis=axis), weights),
            "open": is_open.sum(),
            "open_weight": weights[is_open].sum(),
            "linked": _mean(inside, weights),
            "away": _mean(all_links - inside, weights),
            "numbers": any(word.kind == NUMBER for word in chunk),
            "names": len(_lemmas(chunk, NAME)),
            "verb": any(reading.verbs[place] for place in places),
            "preposition": reading.prepositions[places[0]],
            "sign": all(word.kind == SIGN for word in chunk),
            "tokens": len(chunk),
            "counting": counting.sum(),
        }
        found |= {f"{name}_{side}": float(value) for name, value in values.items()}
    found |= {name: words.relations[name][at].sum() for name in RELATIONS}
    found |= {f"head_{name}": words.relations[name][at][head] for name in (BROADER, NARROWER, NEAR)}
    negated = [any(word.lemma in NEGATIONS["en"] for word in chunk) for chunk in (ours, theirs)]
    found |= {
        "head": similar[head],
        "head_vectors": words.vectors[at][head],
        "numbers_same": float(_same_numbers(ours, theirs)),
        "names_same": float(len(_lemmas(ours, NAME) & _lemmas(theirs, NAME))),
        "negated": float(negated[0] != negated[1]),
        "same_kind": float(all(found[f"{kind}_left"] == found[f"{kind}_right"] for kind in ("verb", "preposition"))),
        "same_first": float(ours[0].lemma == theirs[0].lemma),
        "weight_difference": float(u.sum() - v.sum()),
    }
    return found


def _lemmas(words: Sequence[Word], kind: str) -> set[str]:
    return {word.lemma for word in words if word.kind == kind}


def _same_numbers(ours: Sequence[Word], theirs: Sequence[Word]) -> float:
    """Return 1 for the same numbers, 0.5 when neither has any, 0 for other numbers, -0.5 when only one has some."""
    one, other = _lemmas(ours, NUMBER), _lemmas(theirs, NUMBER)
    return float(one == other) - 0.5 * (not one or not other)


def _head(words: Sequence[Word]) -> int:
    """Return the place of the last word that says something: the head of most English chunks."""
    counting = [place for place, word in enumerate(words) if word.counts]
    return counting[-1] if counting else len(words) - 1


def _cosines(left: Reading, right: Reading, ours: Sequence[_Places], theirs: Sequence[_Places]) -> dict[str, Floats]:
    """Return cosines of the chunks' vectors: of all their words, of those that say something, of their mean states."""
    sides = [[_vectors(side, chunk) for chunk in chunks] for side, chunks in ((left, ours), (right, theirs))]
    found = {}
    for number, name in enumerate(("chunk_cosine", "content_cosine", "state_cosine")):
        one, other = (np.stack([vectors[number] for vectors in side]).astype(np.float64) for side in sides)
        found[name] = one @ other.T
    return found


def _vectors(side: Reading, chunk: _Places) -> tuple[npt.NDArray[np.float32], ...]:
    lowered = [side.words[place].text.lower() for place in chunk]
    content = [side.words[place].text.lower() for place in chunk if side.words[place].counts] or lowered[-1:]
    states = side.weights[chunk].astype(np.float32) @ side.states[chunk]
    length = max(float(np.linalg.norm(states)), 1e-6)
    return text_vector(" ".join(lowered)), text_vector(" ".join(content)), states / length


def _places(left: Reading, right: Reading, ours: Sequence[_Places], theirs: Sequence[_Places]) -> dict[str, Floats]:
    """Return where in their sentences the chunks stand, and how many there are."""
    shape = (len(ours), len(theirs))
    one = np.array([chunk.mean() / len(left.words) for chunk in ours])[:, None]
    other = np.array([chunk.mean() / len(right.words) for chunk in theirs])
    return {
        "place_difference": np.abs(one - other),
        "place_left": np.broadcast_to(one, shape),
        "place_right": np.broadcast_to(other, shape),
        "chunks_left": np.full(shape, float(shape[0])),
        "chunks_right": np.full(shape, float(shape[1])),
    }


def _margins(found: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return by how much each similarity beats the best other one in its row and in its column."""
    bases = {name: found[name] for name in ("chunk_cosine", "content_cosine", "state_cosine")}
    bases |= {name: (found[f"{name}_left"] + found[f"{name}_right"]) / 2 for name in ("covered", "states", "linked")}
    rows = {f"{name}_row": base - _best_other(base, 1) for name, base in bases.items()}
    return rows | {f"{name}_column": base - _best_other(base, 0) for name, base in bases.items()}


def _best_other(table: Floats, axis: int) -> Floats:
    """Return for each cell the largest of the others along an axis, 0 where there is none."""
    if table.shape[axis] == 1:
        return np.zeros_like(table)
    ordered = np.sort(table, axis=axis)
    first, second = np.take(ordered, [-1], axis=axis), np.take(ordered, [-2], axis=axis)
    return np.where(table == first, second, first)


def _mean(values: Floats, weights: Floats) -> float:
    return float(values @ weights / weights.sum())


def _shifted(table: Floats, step: int) -> Floats:
    """Return what stands diagonally before (-1) or after (1) each cell; 1 beyond a corner, 0 beyond one edge only."""
    n, m = table.shape
    padded = np.zeros((n + 2, m + 2))
    padded[1:-1, 1:-1] = table
    padded[0, 0] = padded[-1, -1] = 1
    return padded[1 + step : n + 1 + step, 1 + step : m + 1 + step]
