"""What an editor has decided, whatever the records and the model say: the values of one file of overrides.

    hidden_pairs        pairs that are never listed, and of which nothing is said
    hidden_statements   by whom they are about (("", "") everyone, ("", item), (item, item)): what is not said
    hidden_concepts     what no statement names
    pins                by item: others that are always listed with it, at a place or first
    corrections         what a text is not: a place, a person, an event; everywhere, of a provider, in one record
    new_names           by concept and language: what it is called
    sentences           by pair and language: what is said instead

Items go by any of their names. A concept goes by its id, or by a name, of which `name_key` (typed_sts.reading) tells
what is equal. "" is any language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

ANYTHING = "*"
"""Hides every statement of those it is about."""
_EVERYONE = ("", "")
PairKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pin:
    """An item that is always listed with another, at a place (the first is 1) or before all that have none."""

    item: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A text that is not what it was read as: its words, in one record, of one provider, or everywhere."""

    kind: str
    words: frozenset[str]
    item: str = ""
    provider: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Overrides:
    """All that one file says."""

    hidden_pairs: frozenset[PairKey] = frozenset()
    hidden_statements: Mapping[PairKey, frozenset[str]] = field(default_factory=dict)
    hidden_concepts: frozenset[str] = frozenset()
    pins: Mapping[str, tuple[Pin, ...]] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    new_names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    sentences: Mapping[tuple[PairKey, str], str] = field(default_factory=dict)
    digest: str = ""
    """Of the file; "" when there is none."""

    def hides_pair(self, left: Sequence[str], right: Sequence[str]) -> bool:
        """Say whether two items, each under its names, are never listed together."""
        return bool(self.hidden_pairs) and not self.hidden_pairs.isdisjoint(_keys(left, right))

    def unsaid(self, left: Sequence[str], right: Sequence[str]) -> frozenset[str]:
        """Return what is not said of two items: types, kinds, concepts and names; ANYTHING for nothing at all."""
        if not self.hidden_statements:
            return frozenset()
        about = (_EVERYONE, *(("", name) for name in (*left, *right)), *_keys(left, right))
        return frozenset().union(*(self.hidden_statements.get(key, ()) for key in about))

    def sentence(self, left: Sequence[str], right: Sequence[str], language: str) -> str | None:
        """Return what is said of two items instead of what was found, in a language or in any."""
        if not self.sentences:
            return None
        keys = list(_keys(left, right))
        found = (self.sentences.get((key, each)) for each in (language, "") for key in keys)
        return next((text for text in found if text is not None), None)

    def pinned(self, names: Iterable[str]) -> tuple[Pin, ...]:
        """Return what is always listed with an item, under any of its names."""
        return tuple(pin for name in names for pin in self.pins.get(name, ())) if self.pins else ()

    def new_name(self, keys: Iterable[str], language: str) -> str | None:
        """Return the new name, in a language, of what goes by these keys."""
        found = (self.new_names.get((key, each)) for each in (language, "") for key in keys if key)
        return next((name for name in found if name is not None), None)


NO_OVERRIDES = Overrides()


def pair_key(one: str, other: str) -> PairKey:
    """Return the same key for a pair in either order."""
    return (one, other) if one <= other else (other, one)


def _keys(left: Sequence[str], right: Sequence[str]) -> Iterable[PairKey]:
    return (pair_key(one, other) for one in left for other in right)
