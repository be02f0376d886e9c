"""What a reconciliation client asks, checked: queries by name, type and properties, and columns to be filled.

    {"q0": {"query": "The Night Watch", "type": "item", "limit": 3,
            "properties": [{"pid": "creator", "v": "Rembrandt"}]}}

What breaks the rules of the specification is refused as a whole, and the answer names the query. Only length is taken
as it comes: a name or a value is compared by its first characters, so that one long cell of a column does not cost a
client the other nine of its batch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from typed_sts.service.http.errors import Problem
from typed_sts.service.settings import LONGEST_ID

MOST_QUERIES = 25
"""Queries of a batch; the manifest says so."""
MOST_EXTENDED = 200
"""Records of one extension."""
MOST_PROPERTIES = 20
MOST_VALUES = 20
MOST_TYPES = 20
LONGEST_NAME = 500
LONGEST_VALUE = 300
_STRICTNESS = ("any", "should", "all")
"""What `type_strict` may be; of several types any counts, as the specification does not say what the others mean."""
LIMIT, HIGHEST_LIMIT = 5, 25
"""Candidates of a query: where none are asked for, and at most."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A property and the values that a candidate should have, any of them; a reconciled value is its id and name."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReconQuery:
    """One question: which of yours is this?"""

    name: str
    types: tuple[str, ...] = ()
    limit: int = LIMIT
    properties: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Extension:
    """Which properties of which of yours."""

    ids: tuple[str, ...]
    properties: tuple[str, ...]


def read_queries(text: str) -> dict[str, ReconQuery]:
    """Return the queries of a batch by their keys; raise Problem."""
    given = _parsed(text, "queries")
    if not isinstance(given, dict):
        raise _bad('queries is to be a JSON object of queries, such as {"q0": {"query": "The Night Watch"}}')
    if len(given) > MOST_QUERIES:
        raise Problem(413, "too_large", f"queries: {len(given):,} at once; this service takes {MOST_QUERIES}")
    return {key: _query(f"queries.{key:.40}", entry) for key, entry in given.items()}


def read_query(text: str) -> ReconQuery:
    """Return the query of the older parameter `query`: a name, or a query as JSON."""
    if not text.lstrip().startswith("{"):
        return ReconQuery(_short(text, LONGEST_NAME))
    return _query("query", _parsed(text, "query"))


def read_extension(text: str) -> Extension:
    """Return which columns are to be filled; raise Problem."""
    given = _parsed(text, "extend")
    if not isinstance(given, dict):
        raise _bad('extend is to be a JSON object with "ids" and "properties"')
    ids, properties = given.get("ids"), given.get("properties")
    if not isinstance(ids, list) or not all(isinstance(name, str) and len(name) <= LONGEST_ID for name in ids):
        raise _bad(f"extend.ids is to be a list of ids of at most {LONGEST_ID:,} characters")
    if len(ids) > MOST_EXTENDED:
        raise Problem(413, "too_large", f"extend.ids: {len(ids):,} at once; this service takes {MOST_EXTENDED}")
    if not isinstance(properties, list) or len(properties) > MOST_PROPERTIES:
        raise _bad(f"extend.properties is to be a list of at most {MOST_PROPERTIES} properties")
    names = [entry.get("id") if isinstance(entry, dict) else None for entry in properties]
    if not all(isinstance(name, str) and len(name) <= LONGEST_VALUE for name in names):
        raise _bad('extend.properties: each is to be an object with an "id"')
    return Extension(tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(str(name) for name in names)))


def _query(where: str, given: object) -> ReconQuery:
    if not isinstance(given, dict):
        raise _bad(f"{where} is to be a JSON object")
    name = given.get("query", "")
    if not isinstance(name, str):
        raise _bad(f"{where}.query is to be text")
    if given.get("type_strict", _STRICTNESS[0]) not in _STRICTNESS:
        raise _bad(f"{where}.type_strict is to be {', '.join(_STRICTNESS[:-1])} or {_STRICTNESS[-1]}")
    properties = _properties(where, given.get("properties", []))
    if "query" not in given and not properties:
        raise _bad(f'{where} needs a "query", or "properties"')
    return ReconQuery(_short(name, LONGEST_NAME), _types(where, given.get("type")), _limit(where, given), properties)


def _types(where: str, given: object) -> tuple[str, ...]:
    listed = given if isinstance(given, list) else [given] if given not in (None, "") else []
    if len(listed) > MOST_TYPES or not all(isinstance(name, str) and len(name) <= LONGEST_VALUE for name in listed):
        raise _bad(f"{where}.type is to be the id of a type, or a list of at most {MOST_TYPES}")
    return tuple(dict.fromkeys(listed))


def _limit(where: str, given: Mapping[str, Any]) -> int:
    limit = given.get("limit", LIMIT)
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 1:
        raise _bad(f"{where}.limit is to be a number from 1")
    return int(min(limit, HIGHEST_LIMIT))


def _properties(where: str, given: object) -> tuple[Wanted, ...]:
    if not isinstance(given, list) or len(given) > MOST_PROPERTIES:
        raise _bad(f"{where}.properties is to be a list of at most {MOST_PROPERTIES}")
    found = []
    for entry in given:
        if not isinstance(entry, dict) or not isinstance(entry.get("pid"), str) or "v" not in entry:
            raise _bad(f'{where}.properties: each is to have "pid", a text, and "v"')
        value = entry["v"]
        values = value if isinstance(value, list) else [value]
        if len(values) > MOST_VALUES:
            raise _bad(f"{where}.properties: {MOST_VALUES} values of one property at most")
        told = tuple(text for one in values for text in _told(where, one) if text)
        found.append(Wanted(_short(entry["pid"], LONGEST_VALUE), told))
    return tuple(found)


def _told(where: str, value: object) -> Sequence[str]:
    """Return a value of a property as texts: that of a reconciled cell is its id, and its name too."""
    if isinstance(value, dict):
        texts = [value.get("id"), value.get("name", "")]
        if not all(isinstance(text, str) for text in texts):
            raise _bad(f'{where}.properties: a value that is an object is to have an "id" and may have a "name", texts')
        return [_short(str(text), LONGEST_VALUE) for text in texts]
    if isinstance(value, str | int | float):
        return [_short(str(value), LONGEST_VALUE)]
    if value is None:  # an empty cell
        return []
    raise _bad(f"{where}.properties: a value is to be text, a number, true or false, or an object with an id")


def _short(text: str, longest: int) -> str:
    return " ".join(text[: 2 * longest].split())[:longest]


def _parsed(text: str, where: str) -> object:
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeError):
        raise Problem(400, "not_json", f"{where} is not JSON") from None


def _bad(message: str) -> Problem:
    return Problem(422, "invalid", message)
