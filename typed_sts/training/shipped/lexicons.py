"""Makes the tagger's tables of words: `python -m typed_sts.training.shipped.lexicons HERITAGE WORDNET`.

HERITAGE is a file of unlabelled records (our `heritage/items.jsonl.gz`), WORDNET the folder of WordNet 3.0's database
files. The tables in the package were made so; the model must be trained again after this.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.reading.tagging import lexicons
from typed_sts.reading.tagging.span_tokens import words_of
from typed_sts.training.shipped.clusters import cluster_rows
from typed_sts.training.shipped.wordnet import irregular_rows, sense_rows
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item

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
