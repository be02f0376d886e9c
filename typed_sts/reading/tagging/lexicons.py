"""What is known about words before any record is read: tables made by `typed_sts.training.shipped.lexicons`.

words.tsv.gz      word, its cluster at each grain, how often it is capitalised in running text (0 to 4, or -)
senses.tsv.gz     lemma, noun senses, verb sense, counts, other parts of speech (see training/wordnet.py)
irregular.tsv.gz  irregular form, n or v, lemma
"""

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

GRAINS = (64, 256, 1024)
"""How many clusters there are at each grain, coarse to fine."""

_DIGIT = re.compile(r"\d")

# Endings of regular forms: what is cut, what is put in its place, the part of speech, the letter of the form.
_ENDINGS = (
    ("ies", ("y",), "n", "s"),
    ("es", ("", "e"), "n", "s"),
    ("s", ("",), "n", "s"),
    ("men", ("man",), "n", "s"),
    ("ies", ("y",), "v", "z"),
    ("es", ("", "e"), "v", "z"),
    ("s", ("",), "v", "z"),
    ("ing", ("", "e"), "v", "g"),
    ("ied", ("y",), "v", "d"),
    ("ed", ("", "e"), "v", "d"),
)


@dataclass(frozen=True, slots=True)
class LexiconWord:
    """What the corpus knows of a word: its clusters, coarse to fine, and its habit of being capitalised."""

    clusters: tuple[str, ...]
    capitals: str


@dataclass(frozen=True, slots=True)
class Senses:
    """What WordNet knows of a lemma: kinds of its noun and verb senses, its counts as either, what else it is."""

    nouns: str
    verb: str
    noun_count: int
    verb_count: int
    others: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a word: as n(oun) or v(erb), in which form (0 is the lemma itself), of which lemma."""

    part: str
    form: str
    lemma: str


def word_key(word: str) -> str:
    """Return the form under which a word is looked up: lower case, every digit a zero."""
    return _DIGIT.sub("0", word.lower())


class Lexicons:
    """The tables, in memory."""

    def __init__(
        self,
        words: dict[str, LexiconWord],
        senses: dict[str, Senses],
        irregular: dict[str, tuple[tuple[str, str], ...]],
    ) -> None:
        self.words = words
        self.senses = senses
        self._irregular = irregular

    def readings(self, word: str) -> list[Reading]:
        """Return the ways to read a lower-case word, irregular forms first, then the word itself, then endings."""
        found = [
            Reading(part, "s" if part == "n" else "d", lemma)
            for part, lemma in self._irregular.get(word, ())
            if self._is(part, lemma)
        ]
        found += [Reading(part, "0", word) for part in "nv" if self._is(part, word)]
        for ending, replacements, part, form in _ENDINGS:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                stem = word[: -len(ending)]
                lemmas = [stem + letters for letters in replacements]
                if ending in ("ing", "ed") and stem[-1:] == stem[-2:-1]:
                    lemmas.append(stem[:-1])
                found += [Reading(part, form, lemma) for lemma in lemmas if self._is(part, lemma)][:1]
        return found

    def _is(self, part: str, lemma: str) -> bool:
        senses = self.senses.get(lemma)
        return senses is not None and bool(senses.nouns if part == "n" else senses.verb)


@cache
def lexicons() -> Lexicons:
    """Return the package's tables, read once."""
    words = {word: LexiconWord(tuple(rest[:-1]), rest[-1]) for word, *rest in _rows("words.tsv.gz")}
    senses = {
        lemma: Senses(nouns, verb, int(counts[0], 16), int(counts[1], 16), others)
        for lemma, nouns, verb, counts, others in _rows("senses.tsv.gz")
    }
    irregular: dict[str, tuple[tuple[str, str], ...]] = {}
    for form, part, lemma in _rows("irregular.tsv.gz"):
        irregular[form] = (*irregular.get(form, ()), (part, lemma))
    return Lexicons(words, senses, irregular)


def table_bytes(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows as a zipped table; the same rows give the same bytes."""
    return gzip.compress("".join("\t".join(row) + "\n" for row in rows).encode(), mtime=0)


def _rows(name: str) -> Iterator[list[str]]:
    content = gzip.decompress(files("typed_sts.reading.tagging").joinpath("data", name).read_bytes()).decode()
    return (line.split("\t") for line in content.split("\n") if line)
