"""How two English words relate by WordNet: a table of ours, made by `python -m typed_sts.training.shipped.wordnet`.

    words.tsv part     lemma, its synsets (most frequent sense first), its antonyms, the words derived from it
    synsets part       synset, those just above it (hypernyms; for an adjective, the one it is similar to)

Both stand in wordnet.tsv.gz, one after the other with an empty line between; synsets are numbers of this table.
Only single words are in it, and only their first senses: a rare sense relates words that no reader would.
"""

import gzip
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

SYNONYM, DERIVED, BROADER, NARROWER, NEAR, ANTONYM = "synonym", "derived", "broader", "narrower", "near", "antonym"
FILE = "wordnet.tsv.gz"
Numbers = tuple[int, ...]
Words = tuple[str, ...]
_NO_NUMBERS: Numbers = ()
_NO_WORDS: Words = ()


@dataclass(frozen=True, slots=True, eq=False)
class WordNet:
    """The table in memory."""

    synsets: Mapping[str, Numbers]
    antonyms: Mapping[str, Words]
    derived: Mapping[str, Words]
    above: Mapping[int, Numbers]

    def knows(self, lemma: str) -> bool:
        """Tell whether a lower-case lemma is in the table."""
        return lemma in self.synsets

    def relation(self, left: str, right: str) -> str:
        """Return how two lower-case lemmas relate, "" when they do not.

        BROADER: the left word is the more general one; NARROWER: the right one is; NEAR: both have one above.
        """
        ours, theirs = self.synsets.get(left, _NO_NUMBERS), self.synsets.get(right, _NO_NUMBERS)
        if not ours or not theirs:
            return ""
        if right in self.antonyms.get(left, _NO_WORDS) or left in self.antonyms.get(right, _NO_WORDS):
            return ANTONYM
        if not set(ours).isdisjoint(theirs):
            return SYNONYM
        if right in self.derived.get(left, _NO_WORDS) or left in self.derived.get(right, _NO_WORDS):
            return DERIVED
        above_ours, above_theirs = self._above(ours), self._above(theirs)
        if not above_theirs.isdisjoint(ours):
            return BROADER
        if not above_ours.isdisjoint(theirs):
            return NARROWER
        return NEAR if not self._above(ours[:2]).isdisjoint(self._above(theirs[:2])) else ""

    def _above(self, synsets: Iterable[int]) -> set[int]:
        return {upper for synset in synsets for upper in self.above.get(synset, _NO_NUMBERS)}


@cache
def wordnet() -> WordNet:
    """Return the package's table, read once."""
    return from_bytes(files("typed_sts.sts").joinpath("data", FILE).read_bytes())


@lru_cache(1 << 17)
def relation(left: str, right: str) -> str:
    """Return how two lower-case English lemmas relate, "" when they do not; remembered."""
    return wordnet().relation(left, right)


def from_bytes(packed: bytes) -> WordNet:
    """Return the table that `to_bytes` wrote."""
    words, _, synsets = gzip.decompress(packed).decode().partition("\n\n")
    numbers: dict[str, Numbers] = {}
    antonyms: dict[str, Words] = {}
    derived: dict[str, Words] = {}
    for line in words.splitlines():
        lemma, found, against, kin = line.split("\t")
        numbers[lemma] = tuple(map(int, found.split()))
        if against:
            antonyms[lemma] = tuple(against.split())
        if kin:
            derived[lemma] = tuple(kin.split())
    above = {}
    for line in synsets.splitlines():
        synset, uppers = line.split("\t")
        above[int(synset)] = tuple(map(int, uppers.split()))
    return WordNet(numbers, antonyms, derived, above)


def to_bytes(table: WordNet) -> bytes:
    """Return the table as bytes; the same table gives the same bytes."""
    words = [
        "\t".join((lemma, *(" ".join(map(str, found)) for found in rows)))
        for lemma in sorted(table.synsets)
        for rows in [(table.synsets[lemma], table.antonyms.get(lemma, ()), table.derived.get(lemma, ()))]
    ]
    synsets = [f"{synset}\t{' '.join(map(str, table.above[synset]))}" for synset in sorted(table.above)]
    return gzip.compress("\n".join([*words, "", *synsets, ""]).encode(), mtime=0)
