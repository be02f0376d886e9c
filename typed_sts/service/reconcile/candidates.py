"""What a reconciliation service answers with: candidates with their features, suggestions, filled columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from typed_sts.service.computing.process import Content

NAME_WEIGHT = 3.0
"""How much a name counts beside each property that was given."""
SURE_GAP = 10.0
"""Points of a hundred by which a sure candidate is ahead of every other."""
_AGREES = 0.99
_UNKNOWN = 0.5
"""What a property counts that the candidate does not state: neither for it nor against it."""
SUGGESTED = 10


@dataclass(frozen=True, slots=True)
class Named:
    """Something with an id and a name: a type, a property."""

    id: str
    name: str
    description: str = ""

    def brief(self) -> dict[str, str]:
        """Return it without its description."""
        return {"id": self.id, "name": self.name}

    def to_dict(self) -> dict[str, str]:
        """Return it as it is suggested."""
        shown = {"id": self.id, "name": self.name}
        return shown | ({"description": self.description} if self.description else {})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of ours that may be what was asked for.

    `alike` is how alike the names are, None where none was asked for. `properties` has a number for each property that
    was asked for, None where the candidate does not state it. `is_named_by_id` says that the query was its id: then
    nothing else has to agree.
    """

    id: str
    name: str
    description: str
    types: tuple[Named, ...]
    alike: float | None
    properties: Mapping[str, float | None]
    is_named_by_id: bool = False

    @property
    def score(self) -> float:
        """How well it fits, 0 to 100."""
        if self.is_named_by_id:
            return 100.0
        weighed = [(1.0, _UNKNOWN if value is None else value) for value in self.properties.values()]
        weighed += [(NAME_WEIGHT, self.alike)] if self.alike is not None else []
        total = sum(weight for weight, _ in weighed)
        return round(100 * sum(weight * value for weight, value in weighed) / total, 1) if total else 0.0

    @property
    def agreeing(self) -> list[str]:
        """The properties that agree."""
        return [name for name, value in self.properties.items() if value is not None and value >= _AGREES]

    @property
    def has_same_name(self) -> bool:
        """Whether all words of the names are the same."""
        return self.alike is not None and self.alike >= _AGREES

    @property
    def is_denied(self) -> bool:
        """Whether it states a property that does not agree."""
        return any(value is not None and value < _AGREES for value in self.properties.values())

    def to_dict(self, *, match: bool) -> dict[str, Any]:
        """Return it as the specification has it."""
        numbers = {"name_likeness": self.alike, **self.properties}
        features = [{"id": name, "value": round(value, 3)} for name, value in numbers.items() if value is not None]
        return {
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "type": [kind.brief() for kind in self.types],
            "score": self.score,
            "match": match,
            "features": features,
        }


def in_order(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates, the best first; of two alike the one that was found first."""
    return sorted(candidates, key=lambda candidate: -candidate.score)


def is_ahead(candidates: Sequence[Candidate]) -> bool:
    """Say whether the first is ahead of the second, so that no other may be meant as well."""
    return len(candidates) < 2 or candidates[0].score - candidates[1].score >= SURE_GAP


def result(candidates: Sequence[Candidate], limit: int, *, sure: bool) -> dict[str, Any]:
    """Return the answer to one query; the first is a match where that is sure."""
    return {"result": [found.to_dict(match=sure and not n) for n, found in enumerate(candidates[:limit])]}


def suggestions(found: Iterable[Mapping[str, Any]]) -> Content:
    """Return what a suggest service answers."""
    return as_json({"result": list(found)})


def begins_like(named: Named, prefix: str) -> bool:
    """Say whether an id, or a word of a name, begins so."""
    wanted = prefix.casefold().strip()
    starts = (named.id.casefold(), named.name.casefold(), *named.name.casefold().split())
    return any(start.startswith(wanted) for start in starts)


def extended(properties: Sequence[Named], rows: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]) -> Content:
    """Return filled columns: which they are, and the cells of each row."""
    meta = [{"id": named.id, "name": named.name} for named in properties]
    return as_json({"meta": meta, "rows": rows})


def as_json(shown: Any) -> Content:
    """Return an answer."""
    return Content(orjson.dumps(shown))
