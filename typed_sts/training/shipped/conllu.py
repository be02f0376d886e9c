"""Sentences of a CoNLL-U file: the text as it was written, and its words with their places in it.

A file holds blocks of lines; empty nodes (8.1) are not words, and a range (1-2, "don't") only says how the next
words are written together:

    # text = I don't know.
    1    I      I     PRON ...
    2-3  don't  _     _    ...
    2    do     do    AUX  ...
    3    n't    not   PART ...
"""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import BadTrainingData


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a treebank: its form, lemma, tags, and where it stands in the text of its sentence."""

    form: str
    lemma: str
    upos: str
    xpos: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a treebank."""

    text: str
    words: tuple[Word, ...]


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file, gzipped when its name says so."""
    if not path.is_file():
        raise BadTrainingData(f"no treebank at {path}; name the folder that holds it with --data")
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    with opened as lines:
        text, rows = "", list[list[str]]()
        for line in lines:
            if line.startswith("# text = "):
                text = line.rstrip("\n")[9:]
            elif line[0].isdigit():
                rows.append(line.rstrip("\n").split("\t"))
            elif line == "\n" and rows:
                yield Sentence(text, tuple(_placed(text, rows)))
                text, rows = "", []


def _placed(text: str, rows: list[list[str]]) -> Iterator[Word]:
    # Words inside a range may be spelt otherwise than the text (never in EWT): then all stand where the range stands.
    place, last_of_range, range_end = 0, 0, 0
    for row in rows:
        number, form = row[0], row[1]
        if "." in number:
            continue
        if "-" in number:
            place = text.index(form, place)
            last_of_range, range_end = int(number.split("-")[1]), place + len(form)
            continue
        inside = int(number) <= last_of_range
        start = text.find(form, place, range_end if inside else len(text))
        if start < 0:
            start, end = place, range_end
        else:
            end = place = start + len(form)
        yield Word(form, row[2], row[3], row[4], start, end)
