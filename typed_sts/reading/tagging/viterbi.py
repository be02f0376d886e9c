"""The best tag sequences of many texts at once (Viterbi).

    best(0, y) = emission(0, y)
    best(t, y) = emission(t, y) + max over x of best(t-1, x) + transition(x, y)

The texts are sorted by length, so that step t works on the first few of them, all those longer than t.
"""

import numpy as np
import numpy.typing as npt

from typed_sts.reading.tagging.crfsuite_model import Floats

Ints = npt.NDArray[np.intp]


def best_tags(emissions: Floats, lengths: Ints, transitions: Floats) -> Ints:
    """Return the tag number of each token; texts stand one after another in the rows of `emissions`, none empty."""
    order = np.argsort(-lengths, kind="stable")
    starts = (np.cumsum(lengths) - lengths)[order]
    sorted_lengths = lengths[order]
    steps = int(sorted_lengths[0]) if len(lengths) else 0
    active = np.searchsorted(-sorted_lengths, -np.arange(steps), side="left").tolist()  # texts longer than t
    into = np.ascontiguousarray(transitions.T)
    best = emissions[starts]
    origins = np.zeros(emissions.shape, dtype=np.uint8)
    for step in range(1, steps):
        count = active[step]
        rows = starts[:count] + step
        sums = best[:count, None, :] + into
        origins[rows] = sums.argmax(axis=2)
        best[:count] = sums.max(axis=2) + emissions[rows]
    return _follow(best, origins, starts, sorted_lengths, active)


def _follow(best: Floats, origins: npt.NDArray[np.uint8], starts: Ints, lengths: Ints, active: list[int]) -> Ints:
    """Return the tags on the way back from the best end of each text."""
    tags = np.zeros(len(origins), dtype=np.intp)
    current = best.argmax(axis=1)
    tags[starts + lengths - 1] = current
    for step in range(len(active) - 1, 0, -1):
        rows = starts[: active[step]] + step
        current[: active[step]] = origins[rows, current[: active[step]]]
        tags[rows - 1] = current[: active[step]]
    return tags
