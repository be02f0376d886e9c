"""Statements and evidence out of the JSON they were written as: the way back from `typed_sts.output.json`."""

from collections.abc import Mapping, Sequence
from typing import Any

from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.statement import SharedThing, Statement

Found = Mapping[str, Any]
"""A JSON object; what is missing in it is a KeyError, and what is otherwise a TypeError or ValueError."""


def statements_of(found: Sequence[Found]) -> tuple[Statement, ...]:
    """Return statements."""
    return tuple(
        [
            Statement(
                type=one["type"],
                relation=one["relation"],
                things=tuple(
                    [SharedThing(t["kind"], t["concept"], (t["names"][0], t["names"][1])) for t in one["things"]]
                ),
                rarity=one["rarity"],
                sure=one["sure"],
                text=one["text"],
                evidence=evidence_of(one["evidence"]),
            )
            for one in found
        ]
    )


def evidence_of(found: Sequence[Found]) -> tuple[Evidence, ...]:
    """Return pieces of evidence."""
    return tuple([Evidence(_span(one["a"]), _span(one["b"])) for one in found])


def _span(found: Found | None) -> Span | None:
    if found is None:
        return None
    span = Span(found["field"], found["value"], found["start"], found["end"], found["text"])
    return known_as(span, found.get("concept", ""))
