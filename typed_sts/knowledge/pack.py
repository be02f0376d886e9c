"""The knowledge pack that ships, alone or together with a file of the user's.

    knowledge()              the pack, opened once: mapped into memory, in a few milliseconds
    knowledge("mine.tsv")    the same, and before it what the user's file says
    use("mine.tsv")          let records be read with that from now on; in_use() is what they are read with

A process reads all its records with one knowledge. What it uses stands in its environment (TYPED_STS_KNOWLEDGE), so
that the worker processes it starts later use the same; each process opens the file once.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.own_file import read_knowledge
from typed_sts.knowledge.store import Named, Store, opened, pack, written_flags

SHIPPED = Path(__file__).parent / "pack" / "knowledge.bin"
VARIABLE = "TYPED_STS_KNOWLEDGE"
_DEEPEST = 8
_OWN = 9.0
"""How likely a name of the user's means what the user says."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Concepts and their names, from one or several stores; what an earlier store says comes first."""

    stores: tuple[Store, ...]
    digest: str = ""
    """Of the user's file; "" for the pack alone."""

    def concept(self, id: str) -> Concept | None:
        """Return the concept of an id, if there is one."""
        return next((found for store in self.stores if (found := store.concept(id))), None)

    def containers(self, id: str) -> tuple[str, ...]:
        """Return the ids of what contains a concept, the smallest first."""
        chain: list[str] = []
        while (found := self.concept(id)) and found.within and found.within not in chain and len(chain) < _DEEPEST:
            id = found.within
            chain.append(id)
        return tuple(chain)

    def named(self, name: str) -> tuple[Concept, ...]:
        """Return all concepts of a name, the likeliest first."""
        found: dict[str, Concept] = {}
        for store in self.stores:
            for one in store.named(name):
                found.setdefault(one.id, one)
        return tuple(found.values())


@cache
def knowledge(own: str = "") -> Knowledge:
    """Return the pack, together with a file of the user's if one is named; opened once in a process."""
    if not own:
        return Knowledge((opened(SHIPPED),))
    path = Path(own)
    stores = (store_of(read_knowledge(path)), *knowledge().stores)
    return Knowledge(stores, hashlib.sha256(path.read_bytes()).hexdigest()[:16])


def store_of(concepts: list[Concept]) -> Store:
    """Return a store of these concepts, in which every name counts as it is written."""
    named = [
        Named(name, concept.id, written_flags(name.text, concept.kind), _OWN)
        for concept in concepts
        for name in concept.names
    ]
    return Store(memoryview(pack(concepts, named, {})))


# What this process reads records with.


class _Cached(Protocol):
    def cache_clear(self) -> None: ...


_Function = TypeVar("_Function", bound=_Cached)
_forgetting: list[Callable[[], None]] = []


def of_knowledge(function: _Function) -> _Function:
    """Mark a cached function whose answers hang on the knowledge in use: they are forgotten when that changes."""
    _forgetting.append(function.cache_clear)
    return function


def use(own: str | Path = "") -> None:
    """Let this process, and those it starts, read records with a file of the user's too; "" is the pack alone.

    Raise BadKnowledge, and change nothing, when the file is not as it should be.
    """
    path = os.path.abspath(own) if own else ""
    knowledge(path)
    if path:
        os.environ[VARIABLE] = path
    else:
        os.environ.pop(VARIABLE, None)
    for forget in _forgetting:
        forget()


@of_knowledge
@cache
def in_use() -> Knowledge:
    """Return what this process reads records with."""
    return knowledge(os.environ.get(VARIABLE, ""))


def concept(id: str) -> Concept | None:
    """Return the concept of an id, if there is one, from the knowledge in use."""
    return in_use().concept(id)


def named(name: str) -> tuple[Concept, ...]:
    """Return all concepts of a name, the likeliest first, from the knowledge in use."""
    return in_use().named(name)
