"""The reconciliation services in OpenAPI: what may be sent to them, and examples of what comes back.

What is answered is described by the specification (https://reconciliation-api.github.io/specs/0.2/).
"""

from typing import Any

import orjson

from typed_sts.service.reconcile.queries import (
    LONGEST_VALUE,
    MOST_EXTENDED,
    MOST_PROPERTIES,
    MOST_QUERIES,
    MOST_TYPES,
    MOST_VALUES,
)
from typed_sts.service.settings import LONGEST_ID

_VALUE = {
    "anyOf": [
        {"type": "string"},
        {"type": "number"},
        {"type": "boolean"},
        {
            "type": "object",
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
            "required": ["id"],
        },
    ]
}
_TYPE = {"type": "string", "maxLength": LONGEST_VALUE}
_QUERY = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "type": {"anyOf": [_TYPE, {"type": "array", "items": _TYPE, "maxItems": MOST_TYPES}]},
        "limit": {"type": "number", "minimum": 1},
        "type_strict": {"type": "string", "enum": ["any", "should", "all"]},
        "properties": {
            "type": "array",
            "maxItems": MOST_PROPERTIES,
            "items": {
                "type": "object",
                "properties": {
                    "pid": {"type": "string"},
                    "v": {"anyOf": [_VALUE, {"type": "array", "items": _VALUE, "maxItems": MOST_VALUES}]},
                },
                "required": ["pid", "v"],
            },
        },
    },
    "required": ["query"],
}
_QUERIES = {"type": "object", "additionalProperties": _QUERY, "maxProperties": MOST_QUERIES}
_EXTEND = {
    "type": "object",
    "properties": {
        "ids": {"type": "array", "maxItems": MOST_EXTENDED, "items": {"type": "string", "maxLength": LONGEST_ID}},
        "properties": {
            "type": "array",
            "maxItems": MOST_PROPERTIES,
            "items": {"type": "object", "properties": {"id": _TYPE}, "required": ["id"]},
        },
    },
    "required": ["ids", "properties"],
}
_ASKED = {"q0": {"query": "The Battle of Trafalgar", "properties": [{"pid": "creator", "v": "Turner"}]}}
BATCHES: list[dict[str, Any]] = [
    {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "content": {"application/json": {"schema": schema} | ({"example": example} if example else {})},
    }
    for name, description, schema, example in (
        ("queries", "A batch of queries, by keys of the client's.", _QUERIES, _ASKED),
        ("extend", "Columns to be filled: properties of records.", _EXTEND, None),
    )
]
_JSON_TEXT = {"type": "string", "contentMediaType": "application/json"}
FORM: dict[str, Any] = {
    "required": True,
    "content": {
        "application/x-www-form-urlencoded": {
            "schema": {
                "type": "object",
                "properties": {"queries": _JSON_TEXT, "extend": _JSON_TEXT},
                "anyOf": [{"required": ["queries"]}, {"required": ["extend"]}],
            },
            "example": {"queries": orjson.dumps(_ASKED).decode()},
        }
    },
}
"""A form with `queries` or `extend`, JSON as in the address; that a field is JSON is more than a schema can demand."""
EXAMPLES: dict[str, Any] = {
    "items": {
        "q0": {
            "result": [
                {
                    "id": "/sample/turner-trafalgar",
                    "name": "The Battle of Trafalgar, as Seen from the Mizen Starboard Shrouds of the Victory",
                    "description": "Joseph Mallord William Turner · 1806",
                    "type": [{"id": "item", "name": "Record"}],
                    "score": 58.7,
                    "match": False,
                    "features": [{"id": "name_likeness", "value": 0.449}, {"id": "creator", "value": 1.0}],
                }
            ]
        }
    },
    "knowledge": {
        "q0": {
            "result": [
                {
                    "id": "wikidata:Q171416",
                    "name": "Battle of Trafalgar",
                    "description": "battle, 1805",
                    "type": [{"id": "event", "name": "Event"}, {"id": "battle", "name": "battle"}],
                    "score": 100.0,
                    "match": True,
                    "features": [{"id": "name_likeness", "value": 1.0}],
                }
            ]
        }
    },
}


def answer(what: str, example: object = None) -> dict[int | str, dict[str, Any]]:
    """Return the description of an answer in JSON."""
    content = {"schema": {"type": "object"}} | ({"example": example} if example else {})
    return {200: {"description": what, "content": {"application/json": content}}}
