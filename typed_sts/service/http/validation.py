"""What is wrong with a request, in our words: where, and what was expected there.

pydantic tells one fault for each branch of a union, and names the branches in the path:

    body.a.dcTitle.list[union[...]].0.str        Input should be a valid string
    body.a.dcTitle.list[union[...]].0.int        Input should be a valid integer       a.dcTitle.0: is to be a text or a
    body.a.dcTitle.str                           Input should be a valid string   -->  whole number
    ...

Of the branches the one that got furthest counts, and at one place what is not about the kind of a value.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError

from typed_sts.domain.types import TYPES

_MOST_DETAILS = 20
_LONGEST_PLACE = 200
_KINDS = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "none_required": "null",
    "string_type": "a text",
}
"""Faults that say of which kind a value is to be."""
_SENTENCES = {
    "missing": "is missing",
    "string_too_short": "may not be empty",
    "string_too_long": "may have {max_length:,} characters at most",
    "string_unicode": "holds half a character (a lone surrogate)",
    "too_short": "is to have {min_length:,} entries at least",
    "too_long": "may have {max_length:,} entries at most",
    "greater_than_equal": "is to be {ge} or more",
    "less_than_equal": "may be {le} at most",
    "finite_number": "is to be a number that JSON has, neither infinite nor NaN",
    "enum": "is to be one of {expected}",
    "literal_error": "is to be one of {expected}",
    "int_parsing_size": "is a number with too many digits",
}
_PATTERNS = {
    "by": f"is to be types, each with a weight if it is not 1, such as author,time:2; the types are {', '.join(TYPES)}",
}
_ID = "may hold no control characters, and not white space alone"
_ELSE = "is not as /openapi.json describes it"


def faults_of(error: RequestValidationError) -> list[dict[str, str]]:
    """Return each place of a request where something is wrong, and what; never the value itself."""
    by_place: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for entry in error.errors():
        by_place.setdefault(_place(entry, error.body), []).append(entry)
    furthest = [place for place in by_place if not any(_is_above(place, other) for other in by_place)]
    return [
        {"where": (".".join(place) or "body")[:_LONGEST_PLACE], "problem": _said(place, by_place[place])}
        for place in furthest[:_MOST_DETAILS]
    ]


def _place(entry: Mapping[str, Any], body: Any) -> tuple[str, ...]:
    """Return the path of a fault in what was sent, without the names of branches."""
    source, *rest = entry["loc"]
    if source != "body":
        return tuple(map(str, rest))
    place: list[str] = []
    for number, part in enumerate(rest):
        is_last = number == len(rest) - 1
        if isinstance(body, dict) and part in body:
            body = body[part]
        elif isinstance(body, list) and isinstance(part, int) and part < len(body):
            body = body[part]
        elif not (is_last and entry["type"] == "missing"):
            continue
        place.append(str(part))
    return tuple(place)


def _is_above(place: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(place) < len(other) and other[: len(place)] == place


def _said(place: tuple[str, ...], entries: Sequence[Mapping[str, Any]]) -> str:
    for entry in entries:
        if entry["type"] not in _KINDS:
            return _sentence(place, entry)
    kinds = list(dict.fromkeys(_KINDS[entry["type"]] for entry in entries))
    if "a number" in kinds and "a whole number" in kinds:
        kinds.remove("a whole number")
    return f"is to be {_either(kinds)}"


def _sentence(place: tuple[str, ...], entry: Mapping[str, Any]) -> str:
    if entry["type"] == "string_pattern_mismatch":
        return _PATTERNS.get(place[-1] if place else "", _ID)
    try:
        return _SENTENCES[entry["type"]].format(**entry.get("ctx", {}))
    except (KeyError, ValueError, IndexError):
        return _ELSE


def _either(kinds: Sequence[str]) -> str:
    *first, last = kinds
    return f"{', '.join(first)} or {last}" if first else last
