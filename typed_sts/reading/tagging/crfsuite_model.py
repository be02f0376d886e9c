"""The model file of python-crfsuite, read into arrays.

    header   magic lCRF, size, FOMC, version, 3 counts, then where features, labels, attributes and references begin
    features FEAT, size, count, then for each: kind (0 attribute to label, 1 label to label), from, to, weight
    names    CQDB, size, flag, order, count, where the list of places begins; at each place: number, length, name

crfsuite's own tagger takes attributes as texts and looks each of them up for each token, which is most of its time.
With the weights in arrays, all that a word contributes is added up once for each word.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_FEATURE = np.dtype([("kind", "<u4"), ("source", "<u4"), ("target", "<u4"), ("weight", "<f8")])
_HEADER_NUMBERS = 12
_CHUNK_HEAD = 12


@dataclass(frozen=True, slots=True)
class CrfModel:
    """Weights of a first-order conditional random field.

    `states` has a row for each attribute and a column for each tag; `transitions` is from (rows) and to (columns).
    """

    tags: tuple[str, ...]
    attributes: dict[bytes, int]
    states: Floats
    transitions: Floats


def read_model(content: bytes) -> CrfModel:
    """Return the model in the bytes of a file that python-crfsuite wrote; raise ValueError when it is not one."""
    if content[:4] != b"lCRF" or content[8:12] != b"FOMC":
        raise ValueError("not a model of crfsuite")
    header = _numbers(content, 0, _HEADER_NUMBERS)
    features_at, tags_at, attributes_at = (int(header[place]) for place in (7, 8, 9))
    tags = _names(content, tags_at)
    attributes = _names(content, attributes_at)
    n_features = int(_numbers(content, features_at + 8, 1)[0])
    features = np.frombuffer(content, _FEATURE, n_features, features_at + _CHUNK_HEAD)
    states = np.zeros((len(attributes), len(tags)), dtype=np.float32)
    transitions = np.zeros((len(tags), len(tags)), dtype=np.float32)
    for array, kind in ((states, 0), (transitions, 1)):
        of_kind = features[features["kind"] == kind]
        array[of_kind["source"], of_kind["target"]] = of_kind["weight"]
    return CrfModel(
        tuple(name.decode() for name in tags), {name: row for row, name in enumerate(attributes)}, states, transitions
    )


def _numbers(content: bytes, at: int, count: int) -> npt.NDArray[np.uint32]:
    return np.frombuffer(content, "<u4", count, at)


def _names(content: bytes, at: int) -> list[bytes]:
    if content[at : at + 4] != b"CQDB":
        raise ValueError("not a model of crfsuite")
    count, places_at = (int(number) for number in _numbers(content, at + 16, 2))
    names = []
    for place in _numbers(content, at + places_at, count).tolist():
        start = at + place + 8
        names.append(content[start : content.index(b"\0", start)])
    return names
