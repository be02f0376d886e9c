"""Makes the tagger's tables of words: `python -m typed_sts.training.shipped.lexicons HERITAGE WORDNET`.

HERITAGE is a file of unlabelled records (our `heritage/items.jsonl.gz`), WORDNET the folder of WordNet 3.0's database
files. The tables in the package were made so; the model must be trained again after this. One holds clusters of words
that stand in the same company, the other what kinds of thing each word of WordNet can name and what acts it can tell.
"""

import string
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from typed_sts.errors import needing
from typed_sts.reading.tagging import lexicons
from typed_sts.reading.tagging.annotated import words_of
from typed_sts.reading.tagging.lexicons import GRAINS, word_key
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes
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
    with needing("train"):
        import scipy.sparse as sp
        from sklearn.utils.extmath import randomized_svd

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


def _ppmi(counts: Any) -> Any:
    """Return the weights of a sparse matrix of counts, as one."""
    with needing("train"):
        import scipy.sparse as sp

    of_word = np.asarray(counts.sum(axis=1)).ravel()
    of_context = np.asarray(counts.sum(axis=0)).ravel() ** 0.75
    of_context /= of_context.sum()
    cells = counts.tocoo()
    ratio = cells.data / (of_word[cells.row] * of_context[cells.col])
    weight = np.log(ratio) * cells.data / (cells.data + 1)  # what was seen once is half believed
    kept = weight > 0
    return sp.csr_matrix((weight[kept], (cells.row[kept], cells.col[kept])), shape=counts.shape)


def _cluster(vectors: np.ndarray, grain: int) -> np.ndarray:
    with needing("train"):
        from sklearn.cluster import MiniBatchKMeans

    model = MiniBatchKMeans(min(grain, len(vectors)), random_state=0, batch_size=4096, n_init=3, max_iter=60)
    return np.asarray(model.fit(vectors).labels_)


FILE_LETTERS = string.ascii_lowercase + string.ascii_uppercase
"""The letter of each of WordNet's lexicographer files, by its number: `s` is noun.person, `e` noun.act."""


def sense_rows(folder: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the rows of the senses table, sorted by lemma: lemma, nouns, verb, counts, other parts of speech."""
    counts = _counts(folder)
    nouns, verbs = _files_of(folder, "noun"), _files_of(folder, "verb")
    others: dict[str, str] = {}
    for part, sign in (("adj", "a"), ("adv", "r")):
        for lemma, _ in _index(folder, part):
            others[lemma] = others.get(lemma, "") + sign
    for lemma in sorted(set(nouns) | set(verbs) | set(others)):
        seen = f"{_power(counts[lemma, '1'])}{_power(counts[lemma, '2'])}"
        yield lemma, nouns.get(lemma, "")[:3], verbs.get(lemma, "")[:1], seen, others.get(lemma, "")


def irregular_rows(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield irregular forms, sorted: the form, n or v, its lemma."""
    rows = []
    for part in ("noun", "verb"):
        for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines():
            form, lemma, *_ = line.split()
            if "_" not in form:
                rows.append((form, part[0], lemma))
    yield from sorted(rows)


def _power(count: int) -> str:
    return f"{min(count.bit_length(), 15):x}"


def _index(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    for line in (folder / f"index.{part}").read_text(encoding="utf-8").splitlines():
        columns = line.split()
        if not line.startswith(" ") and "_" not in columns[0]:
            yield columns[0], columns[-int(columns[2]) :]


def _files_of(folder: Path, part: str) -> dict[str, str]:
    letters = {}
    for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            offset, file, _ = line.split(" ", 2)
            letters[offset] = FILE_LETTERS[int(file)]
    return {lemma: "".join(letters[offset] for offset in offsets) for lemma, offsets in _index(folder, part)}


def _counts(folder: Path) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, rest[0]] += int(count)
    return counts


DATA = Path(lexicons.__file__).parent / "data"
_BEFORE_A_START = frozenset('.:"“‘(')


def capital_habits(items: Iterable[Item]) -> dict[str, str]:
    """Return how often each word of the descriptions is capitalised inside sentences, in quarters, 0 to 4."""
    upper: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for item in items:
        for text in item.dcDescription:
            before = "."
            for word in words_of(text):
                if before not in _BEFORE_A_START and word.isalpha():
                    every[word.lower()] += 1
                    upper[word.lower()] += word[0].isupper()
                before = word
    return {word: str(int(4 * upper[word] / count + 0.5)) for word, count in every.items()}


def build(heritage: Path, wordnet: Path, output: Path = DATA) -> None:
    """Write the three tables into a folder."""
    items = list(read_items(heritage))
    habits = capital_habits(items)
    words = ((word, *clusters, habits.get(word, "-")) for word, *clusters in cluster_rows(items))
    write_bytes(output / "words.tsv.gz", lexicons.table_bytes(words))
    write_bytes(output / "senses.tsv.gz", lexicons.table_bytes(sense_rows(wordnet)))
    write_bytes(output / "irregular.tsv.gz", lexicons.table_bytes(irregular_rows(wordnet)))


def main(
    heritage: Annotated[Path, typer.Argument(help="Unlabelled records.")],
    wordnet: Annotated[Path, typer.Argument(help="Folder of WordNet's database files.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the tables go.")] = DATA,
) -> None:
    """Make the tagger's tables of words."""
    build(heritage, wordnet, output)


if __name__ == "__main__":
    typer.run(main)
