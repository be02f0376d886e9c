"""Names that lead to concepts, as arrays that are mapped into memory and not read: the shape of the pack.

names     trie of folded names           "sant jordi " -> 4711
first     where the uses of a name begin  first[4711] .. first[4712]
uses      concept, language and flags, packed into 32 bits each; the likeliest first
ids       trie of ids                    "iconclass:11H(GEORGE)" -> 815
kinds     the kind of each concept, by number
blocks    the concepts, by number, so many together and packed; unpacked when one of them is asked for
"""

import mmap
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import marisa_trie
import numpy as np
import orjson

from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.folding import key_of
from typed_sts.knowledge.kinds import KINDS, PERSONS, PLACES

LANGUAGES = (
    "", "en", "de", "fr", "nl", "es", "it", "pt", "sv", "pl", "la", "abbr", "ca", "cs", "da", "el", "fi", "hu", "no",
    "ro", "ru", "ja", "zh", "hr", "eu", "gl", "bg", "uk", "sk", "sl", "tr", "other",
)  # fmt: skip
"""Languages by their number in `uses`; the numbers stay."""
_NUMBER_OF_LANGUAGE = {code: number for number, code in enumerate(LANGUAGES)}
_NUMBER_OF_KIND = {kind: number for number, kind in enumerate(KINDS)}

CONCEPT_BITS = 20
LANGUAGE_SHIFT = CONCEPT_BITS
CAPITALS, ALL_CAPITALS, WEAK, MINOR, FOREIGN_WORD, NAME_TOO, ACCENTS = (
    1 << (CONCEPT_BITS + 5 + bit) for bit in range(7)
)
"""Flags of a use of a name: written with a capital; with one at each word; a common word too, or a name of many;
much less likely than another thing of that name; a common word of another language; with a capital also a surname;
written with accents."""
MAGIC = b"typed-sts knowledge 1\n"
BLOCK = 64


class Named(NamedTuple):
    """A name of a concept as it is put into a store: with the flags that the builder knows."""

    name: Name
    concept: str
    flags: int
    weight: float
    """How likely the name means this concept, beside others."""


def written_flags(name: str, kind: str) -> int:
    """Return the flags that the way a name is written gives it."""
    flags = 0 if name.isascii() else ACCENTS
    if any(letter.isupper() for letter in name):
        flags |= CAPITALS | (ALL_CAPITALS if kind in PERSONS or kind in PLACES else 0)
    return flags


def pack(concepts: Sequence[Concept], named: Iterable[Named], about: Mapping[str, object]) -> bytes:
    """Return a store of these concepts as bytes: the same for the same concepts, whatever their order."""
    ids = marisa_trie.Trie(sorted(concept.id for concept in concepts))
    if len(ids) != len(concepts):
        raise ValueError("two concepts have one id")
    by_number = sorted(concepts, key=lambda concept: int(ids[concept.id]))
    uses_of: dict[str, dict[int, tuple[float, int]]] = {}
    for one in named:
        if key := key_of(one.name.text):
            number = int(ids[one.concept])
            language = _NUMBER_OF_LANGUAGE.get(one.name.lang, _NUMBER_OF_LANGUAGE["other"])
            use = number | language << LANGUAGE_SHIFT | one.flags
            kept = uses_of.setdefault(key, {})
            if use not in kept or kept[use][0] < one.weight:
                kept[use] = (one.weight, use)
    names = marisa_trie.Trie(sorted(uses_of))
    first = np.zeros(len(names) + 1, np.uint32)
    uses: list[int] = []
    for number, key in enumerate(sorted(uses_of, key=lambda key: int(names[key]))):
        for _, use in sorted(uses_of[key].values(), key=lambda found: (-found[0], found[1])):
            uses.append(use)
        first[number + 1] = len(uses)
    kinds = np.array([_NUMBER_OF_KIND[concept.kind] for concept in by_number], np.uint8)
    blocks = [
        zlib.compress("\n".join(map(_row, by_number[start : start + BLOCK])).encode(), 9)
        for start in range(0, len(by_number), BLOCK)
    ]
    ends = np.cumsum([0, *map(len, blocks)]).astype(np.uint32)
    sections = {
        "names": names.tobytes(),
        "first": first.tobytes(),
        "uses": np.array(uses, np.uint32).tobytes(),
        "ids": ids.tobytes(),
        "kinds": kinds.tobytes(),
        "ends": ends.tobytes(),
        "blocks": b"".join(blocks),
    }
    return _joined({**about, "concepts": len(concepts), "names": len(names)}, sections)


def _joined(about: Mapping[str, object], sections: Mapping[str, bytes]) -> bytes:
    places, at = {}, 0
    for title, content in sections.items():
        places[title] = (at, len(content))
        at += len(content) + -len(content) % 8
    header = orjson.dumps({**about, "sections": places}, option=orjson.OPT_INDENT_2) + b"\n"
    header += b" " * (-(len(MAGIC) + 8 + len(header)) % 8)
    body = b"".join(content + b"\0" * (-len(content) % 8) for content in sections.values())
    return MAGIC + struct.pack("<Q", len(header)) + header + body


class Store:
    """A store, opened: what names lead to, and the concepts."""

    def __init__(self, content: memoryview) -> None:
        if bytes(content[: len(MAGIC)]) != MAGIC:
            raise ValueError("not a knowledge pack of this version")
        (length,) = struct.unpack("<Q", content[len(MAGIC) : len(MAGIC) + 8])
        begin = len(MAGIC) + 8
        self.about = orjson.loads(bytes(content[begin : begin + length]))
        begin += length
        parts = {title: content[begin + at : begin + at + size] for title, (at, size) in self.about["sections"].items()}
        self.names = marisa_trie.Trie().map(parts["names"])
        self.ids = marisa_trie.Trie().map(parts["ids"])
        self.first = np.frombuffer(parts["first"], np.uint32)
        self.uses = np.frombuffer(parts["uses"], np.uint32)
        self._kinds = bytes(parts["kinds"])
        self._ends = np.frombuffer(parts["ends"], np.uint32)
        self._blocks = parts["blocks"]
        self._block = lru_cache(maxsize=256)(self._unpacked)

    def uses_of(self, name: int) -> list[int]:
        """Return the uses of a name by its number, the likeliest first."""
        return self.uses[self.first[name] : self.first[name + 1]].tolist()  # type: ignore[no-any-return]

    def kind(self, concept: int) -> str:
        """Return the kind of a concept by its number."""
        return KINDS[self._kinds[concept]]

    def id_of(self, concept: int) -> str:
        """Return the id of a concept by its number."""
        return str(self.ids.restore_key(concept))

    def concept(self, id: str) -> Concept | None:
        """Return the concept of an id, if there is one."""
        number = self.ids.get(id)
        return None if number is None else self.numbered(number)

    def numbered(self, number: int) -> Concept:
        """Return the concept of a number."""
        block, row = divmod(number, BLOCK)
        return _concept(self.id_of(number), self.kind(number), self._block(block)[row])

    def named(self, name: str) -> list[Concept]:
        """Return all concepts of a name, the likeliest first."""
        number = self.names.get(key_of(name))
        if number is None:
            return []
        found = dict.fromkeys(use & (1 << CONCEPT_BITS) - 1 for use in self.uses_of(number))
        return [self.numbered(concept) for concept in found]

    def all(self) -> Iterator[Concept]:
        """Yield all concepts."""
        for number in range(len(self._kinds)):
            yield self.numbered(number)

    def _unpacked(self, block: int) -> list[str]:
        packed = self._blocks[int(self._ends[block]) : int(self._ends[block + 1])]
        return zlib.decompress(packed).decode().split("\n")


def opened(path: Path) -> Store:
    """Open a store from a file, which is mapped and not read."""
    with path.open("rb") as stream:
        return Store(memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)))


# A concept is a line: years, place on the map, within, size, then its names, those of one text together.


def _row(concept: Concept) -> str:
    years = ("" if year is None else str(year) for year in (concept.first_year, concept.last_year))
    lat, lon = (f"{degrees:g}" for degrees in concept.point) if concept.point else ("", "")
    languages: dict[str, list[str]] = {}
    for name in concept.names:
        languages.setdefault(name.text, []).append(name.lang)
    names = (f"{','.join(codes)}:{text}" for text, codes in languages.items())
    return "\t".join((*years, lat, lon, concept.within, str(concept.size or ""), *names))


def _concept(id: str, kind: str, row: str) -> Concept:
    first, last, lat, lon, within, size, *names = row.split("\t")
    told = [(codes, text) for codes, _, text in (name.partition(":") for name in names)]
    return Concept(
        id,
        kind,
        tuple(Name(text, code) for codes, text in told for code in codes.split(",")),
        int(first) if first else None,
        int(last) if last else None,
        (float(lat), float(lon)) if lat else None,
        within,
        int(size) if size else 0,
    )
