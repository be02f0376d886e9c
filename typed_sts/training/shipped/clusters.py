"""Clusters of words that stand in the same company, learned from unlabelled records.

    ppmi(w, c) = max(0, log(n(w,c) / (n(w) p(c))))      p(c) = n(c)^.75 / sum n(.)^.75
    w          = row of U sqrt(S) of the truncated SVD of ppmi, at length 1

The context of a word is each of the two words before and after it, with its place, and the field. k-means at three
grains then gives each word three cluster numbers. Everything is seeded; the same machine gives the same bytes.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import MiniBatchKMeans
from sklearn.utils.extmath import randomized_svd

from typed_sts.reading.tagging.lexicons import GRAINS, word_key
from typed_sts.reading.tagging.span_tokens import words_of
from typed_sts_fetch.item import Item

FIELDS = ("dcTitle", "dcDescription", "dcSubject", "dcCreator")
MIN_COUNT = 4
CONTEXTS = 4000
DIMENSIONS = 100
_PAD, _UNKNOWN = -2, -1


def cluster_rows(items: Iterable[Item]) -> Iterator[tuple[str, ...]]:
    """Yield each frequent word of the records, most frequent first, and its cluster at each grain."""
    vocabulary, vectors = vectors_of_records(items)
    columns = [_cluster(vectors, grain) for grain in GRAINS]
    for row, word in enumerate(vocabulary):
        yield (word, *(str(column[row]) for column in columns))


def vectors_of_records(items: Iterable[Item], min_count: int = MIN_COUNT) -> tuple[list[str], np.ndarray]:
    """Return the frequent words of the records, most frequent first, and their vectors, one a row, each at length 1."""
    texts = [(FIELDS.index(field), [word_key(word) for word in words_of(text)]) for field, text in _texts(items)]
    counts = Counter(word for _, words in texts for word in words)
    vocabulary = [word for word, count in counts.most_common() if count >= min_count]
    return vocabulary, _vectors(texts, vocabulary)


def _texts(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """Yield what there is to learn from: short values once, and no titles that are the start of a description."""
    seen: set[str] = set()
    for item in items:
        for field in FIELDS:
            for text in getattr(item, field):
                if field == "dcTitle" and text.endswith("..."):
                    continue
                if field != "dcDescription" and text in seen:
                    continue
                seen.add(text)
                yield field, text


def _vectors(texts: list[tuple[int, list[str]]], vocabulary: list[str]) -> np.ndarray:
    number = {word: row for row, word in enumerate(vocabulary)}
    n_contexts = min(CONTEXTS, len(vocabulary))
    block = n_contexts + 2
    rows, columns = array("i"), array("i")
    for field, words in texts:
        ids = [_PAD, _PAD, *(number.get(word, _UNKNOWN) for word in words), _PAD, _PAD]
        context = [n_contexts if i == _PAD else i if 0 <= i < n_contexts else n_contexts + 1 for i in ids]
        for place in range(2, len(ids) - 2):
            if ids[place] < 0:
                continue
            rows.extend([ids[place]] * 5)
            columns.extend(
                (
                    context[place - 1],
                    block + context[place + 1],
                    2 * block + context[place - 2],
                    3 * block + context[place + 2],
                    4 * block + field,
                )
            )
    ones = np.ones(len(rows), dtype=np.float32)
    shape = (len(vocabulary), 4 * block + len(FIELDS))
    counts = sp.coo_matrix((ones, (np.asarray(rows), np.asarray(columns))), shape=shape).tocsr()
    rank = min(DIMENSIONS, min(shape) - 1)
    left, strengths, _ = randomized_svd(_ppmi(counts), rank, n_iter=4, random_state=0)
    vectors = left * np.sqrt(strengths)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)


def _ppmi(counts: sp.csr_matrix) -> sp.csr_matrix:
    of_word = np.asarray(counts.sum(axis=1)).ravel()
    of_context = np.asarray(counts.sum(axis=0)).ravel() ** 0.75
    of_context /= of_context.sum()
    cells = counts.tocoo()
    ratio = cells.data / (of_word[cells.row] * of_context[cells.col])
    weight = np.log(ratio) * cells.data / (cells.data + 1)  # what was seen once is half believed
    kept = weight > 0
    return sp.csr_matrix((weight[kept], (cells.row[kept], cells.col[kept])), shape=counts.shape)


def _cluster(vectors: np.ndarray, grain: int) -> np.ndarray:
    model = MiniBatchKMeans(min(grain, len(vectors)), random_state=0, batch_size=4096, n_init=3, max_iter=60)
    return np.asarray(model.fit(vectors).labels_)
