"""Answers for tests of the service: real items of a real collection, and scores anyone can work out by hand.

The score of every type is the share of words two titles have in common, times five; the evidence are these words, where
they really stand. A pair with the word "Zqslow" in a title comes to a gate, and waits until the test opens it; one with
"Zqbroken" is a bug, one with "Zqunreadable" cannot be read.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.processes import wait_until
from typed_sts.domain.explanation import Reason, Related, TypeReasons, Why
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.types import TYPES
from typed_sts.reading.unreadable import UnreadableRecord
from typed_sts.service.computing.process import Opened
from typed_sts_fetch.ids import europeana_id
from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters, Hit
from typed_sts_index.opening import open_collection

_WORD = re.compile(r"\w+")
BASELINE = 0.5
SAID = defaultdict(lambda: "shared words", de="gemeinsame Wörter", fr="mots communs")
"""What it says of every pair, by language."""
CONCEPTS = {"waterloo": "wikidata:Q48314"}
"""Words of which it is known what they name."""


@dataclass(frozen=True, slots=True)
class StandinAnswers:
    """What the service is tested with."""

    collection: Collection
    gate: Path | None = None
    model: str = "standin"
    version: str = "1"
    about: str = "words shared by titles; no corpus; no provider features"

    def item(self, item_id: str) -> Item:
        try:
            return self.collection.item(europeana_id(item_id))
        except ValueError:
            return self.collection.item(item_id)

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        return self.collection.search(text, k, offset=offset, filters=filters)

    def count(self, text: str, filters: Filters = NO_FILTERS) -> int:
        return self.collection.count(text, filters=filters)

    def nearest(self, text: str, k: int = 10, filters: Filters = NO_FILTERS) -> list[Hit]:
        return []

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        return [PairScores(a.id, b.id, self._types(a, b), self.model, self.version) for a, b in pairs]

    def why(self, left: Item, right: Item, *, language: str = "en") -> Why:
        types = tuple(self._reasons(score, left, right, language) for score in self._types(left, right))
        return Why(left.id, right.id, types, self.model, self.version, language=language)

    def related(
        self,
        item: Item,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        language: str = "en",
        at_least: float | None = None,
        other_holder: bool = True,
    ) -> list[Related]:
        near = self.collection.similar(item, k)
        best = max(by, key=lambda name: by[name]) if by else "general"
        return [
            Related(
                hit.item, self._types(item, hit.item)[0].estimate, self._types(item, hit.item), best, SAID[language]
            )
            for hit in near
        ]

    def _types(self, left: Item, right: Item) -> tuple[TypeScore, ...]:
        a, b = set(_words(left)), set(_words(right))
        if "zqslow" in a | b and self.gate:
            pass_through(self.gate)
        if "zqunreadable" in a | b:
            raise UnreadableRecord(left.id, "a fault in a reader") from ValueError(left.dcTitle)
        if "zqbroken" in a | b:
            raise RuntimeError(f"cannot compare {left.dcTitle} with {right.dcTitle}")
        estimate = 5 * len(a & b) / max(len(a | b), 1)
        stated = "both" if a and b else "one" if a or b else "none"
        return tuple(TypeScore(name, estimate if stated != "none" else None, estimate, stated) for name in TYPES)

    def _reasons(self, score: TypeScore, left: Item, right: Item, language: str) -> TypeReasons:
        a, b = _words(left), _words(right)
        evidence = tuple(Evidence(a[word], b[word]) for word in a if word in b)
        relation = "same" if evidence else "differs" if score.stated == "both" else "not_stated"
        points = score.estimate - BASELINE
        said, words = SAID[language], tuple(e.a.text for e in evidence if e.a)
        reason = Reason("title", points, relation, words, said, evidence)
        return TypeReasons(score.type, score.score, score.stated, said, BASELINE, BASELINE + points, (reason,))


def _words(item: Item) -> dict[str, Span]:
    found = [(n, match) for n, title in enumerate(item.dcTitle) for match in _WORD.finditer(title)]
    spans = [Span("dcTitle", n, match.start(), match.end(), match[0]) for n, match in found]
    return {span.text.lower(): known_as(span, CONCEPTS.get(span.text.lower(), "")) for span in spans}


def open_standin(
    index: str,
    *,
    model: str,
    provider: bool,
    background: bool,
    tagger: str | None,
    wait: bool,
    gate: Path | None = None,
) -> Opened:
    """Return the stand-in over a real collection."""
    collection = open_collection(index)
    if not wait:
        _ = collection.n_docs
    return Opened(StandinAnswers(collection, gate), collection)


# A gate is a file: a line for each who has come to it, and open as soon as the file beside it is there.


def pass_through(gate: Path) -> None:
    """Come to a gate, and wait until it is open."""
    with gate.open("a") as stream:
        stream.write("came\n")
    wait_until(_opened(gate).exists)


def came_to(gate: Path) -> int:
    """Return how many have come to a gate so far."""
    return len(gate.read_text().splitlines()) if gate.exists() else 0


def open_gate(gate: Path) -> None:
    """Let all pass who wait at a gate, and all who come."""
    _opened(gate).touch()


def _opened(gate: Path) -> Path:
    return gate.with_name(f"{gate.name}.open")
