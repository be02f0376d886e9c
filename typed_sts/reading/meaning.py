"""What a whole record is about, whatever its language: a map over the encoder's vectors, learned on catalogue records.

    vector of a record's title, subjects and description  ->  minus the usual, times a matrix  ->  unit length

The encoder was made for sentences of any kind: to it, two records in one language, or two lists of measures, are alike
before anything is said. The map was learned so that a title finds its description among others, and a record its
translation (`python -m typed_sts.training.shipped.meaning`).

    meaning.npz    the matrix and what is usual, in half precision
"""

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from typed_sts.reading.encoder import VECTOR

Vectors = npt.NDArray[np.float32]
FILE = "meaning.npz"


@cache
def _learned() -> tuple[Vectors, Vectors]:
    with (files("typed_sts.reading") / "data" / FILE).open("rb") as file, np.load(file, allow_pickle=False) as found:
        matrix, usual = found["matrix"].astype(np.float32), found["usual"].astype(np.float32)
    if matrix.shape != (VECTOR, VECTOR) or usual.shape != (VECTOR,):
        raise ValueError(f"{FILE} does not fit the encoder")
    return matrix, usual


def meanings(vectors: Vectors) -> Vectors:
    """Return the vectors of what whole records are about, of unit length; zero where there is no text."""
    matrix, usual = _learned()
    # One by one: a product of several differs in its last digits with what stands beside.
    found = np.stack([(vector - usual) @ matrix for vector in vectors]) if len(vectors) else vectors
    found[~vectors.any(axis=1)] = 0.0
    length = np.linalg.norm(found, axis=1, keepdims=True)
    unit: Vectors = np.divide(found, length, out=np.zeros_like(found), where=length > 0)
    return unit
