"""Item: one catalogue record, as everything else in typed-sts sees it.

Attribute names are the names in the files, so `getattr(item, field)` is the one way from a field name to its values.
Texts come from strangers: nothing here trusts them beyond being text without control characters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TEXT_FIELDS = ("dcTitle", "dcCreator", "dcSubject", "dcDescription", "dcDate", "dcSource")
"""The six fields of the TYPED task, in the order of its text files."""

EXTRA_FIELDS = (
    "dcContributor",
    "dcType",
    "dctermsSpatial",
    "dctermsTemporal",
    "dctermsCreated",
    "dctermsMedium",
    "dctermsIsPartOf",
)
LIST_FIELDS = TEXT_FIELDS + EXTRA_FIELDS
SINGLE_FIELDS = ("isShownAt", "preview", "rights", "language", "country")
ALL_FIELDS = ("id", "provider", *LIST_FIELDS, *SINGLE_FIELDS, "aliases")

_PREFIX = re.compile(r"^(dcterms|dc|edm)")
# C0 and C1 controls but for tab and line feed, which are white space and belong to the text; and halves of characters,
# which no file can hold.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A record: an id, lists of texts (empty when the record says nothing), and links for people to act on.

    `aliases` are older ids of the same record, under which pairs files may still name it.
    """

    id: str
    provider: str = ""
    dcTitle: tuple[str, ...] = ()
    dcCreator: tuple[str, ...] = ()
    dcSubject: tuple[str, ...] = ()
    dcDescription: tuple[str, ...] = ()
    dcDate: tuple[str, ...] = ()
    dcSource: tuple[str, ...] = ()
    dcContributor: tuple[str, ...] = ()
    dcType: tuple[str, ...] = ()
    dctermsSpatial: tuple[str, ...] = ()
    dctermsTemporal: tuple[str, ...] = ()
    dctermsCreated: tuple[str, ...] = ()
    dctermsMedium: tuple[str, ...] = ()
    dctermsIsPartOf: tuple[str, ...] = ()
    isShownAt: str = ""
    preview: str = ""
    rights: str = ""
    language: str = ""
    country: str = ""
    aliases: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, str | list[str]]:
        """Return the JSON object of this item: the id, and what is not empty."""
        values = {name: getattr(self, name) for name in ALL_FIELDS}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v}


def without_controls(text: str) -> str:
    """Return the text with each control character replaced by a space, so that offsets stay as they are."""
    return text if text.isprintable() else _CONTROL.sub(" ", text)


def tidy(text: str) -> str:
    """Return the text of a foreign format: no control characters, white space collapsed, ends stripped."""
    return " ".join(without_controls(text).split())


def as_told(value: object, most: int = 60) -> str:
    """Return a value for a message: as Python writes it, but not all of it, and whatever is nested in it."""
    try:
        return repr(value)[:most]
    except RecursionError:
        return "lists within lists"


def web_address(text: str) -> str:
    """Return the text when it is an http(s) address a page may link to, spaces encoded; else nothing."""
    address = "%20".join(text.split())
    return address if address[:8].lower().startswith(("http://", "https://")) else ""


def _plain(name: str) -> str:
    """Return a name without case and punctuation: "dc:Title" and "dcTitle" are the same."""
    return re.sub(r"[^a-z]", "", name.lower())


def _names() -> dict[str, str]:
    names = {_PREFIX.sub("", _plain(field)): field for field in reversed(ALL_FIELDS)}
    names |= {_plain(field): field for field in ALL_FIELDS}
    return names | {"identifier": "id", "dcidentifier": "id", "recordid": "id", "dataprovider": "provider"}


_FIELD_OF = _names()


def field_named(name: str) -> str:
    """Return the field that a name means: "title", "dc:title", "dc_title" and "dcTitle" are dcTitle; "" for none."""
    return _FIELD_OF.get(_plain(name), "")


def item_from_mapping(record: Mapping[str, Any], default_id: str = "") -> Item:
    """Return the Item of a mapping whose keys are written as people write them ("title", "dc:title", "dcTitle").

    Raise ValueError for a key that means no field, two keys that mean the same one, and values that are no texts. A
    record without an id gets `default_id`, where there is one.
    """
    fields: dict[str, Any] = {}
    for key, value in record.items():
        field = field_named(key) if isinstance(key, str) else ""
        if not field:
            known = ", ".join(_PREFIX.sub("", name).lower() for name in TEXT_FIELDS)
            raise ValueError(f"{key!r:.60} is no field of a record; there are id, provider, {known}, and those of Item")
        if field in fields:
            raise ValueError(f'two keys mean the field "{field}", {key!r:.60} is one of them')
        fields[field] = list(value) if isinstance(value, tuple) else value
    if default_id and fields.get("id") is None:
        fields["id"] = default_id
    return item_from_dict(fields)


def item_from_dict(record: Mapping[str, Any]) -> Item:
    """Return the Item of one JSON object in our own format; raise ValueError saying what is wrong.

    Texts keep their inner white space (offsets into them must hold); values that are blank are left out.
    A single text or number is taken where a list is expected; unknown keys are ignored.
    """
    fields: dict[str, Any] = {name: _texts(name, record[name]) for name in LIST_FIELDS if name in record}
    fields |= {name: _single(name, record[name]) for name in ("provider", *SINGLE_FIELDS) if name in record}
    for name in ("isShownAt", "preview"):
        if name in fields:
            fields[name] = web_address(fields[name])
    aliases = tuple([_identifier(alias) for alias in _listed(record.get("aliases"))])
    return Item(id=_identifier(record.get("id")), aliases=aliases, **fields)


def _identifier(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise ValueError('no "id"' if value is None else f'"id" must be a text that is not empty, not {as_told(value)}')
    if _CONTROL.search(value) or "\n" in value or "\t" in value:
        raise ValueError(f'"id" holds a control character: {value!r:.60}')
    return value.strip()


def _listed(value: object) -> list[object]:
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _texts(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        try:  # nearly every list of every record is in order, and these two passes do not leave C
            if all(map(str.isprintable, value)) and all(map(str.strip, value)):
                return tuple(value)
        except TypeError:
            pass
    texts = [_text(name, entry) for entry in _listed(value)]
    return tuple([text for text in texts if text and not text.isspace()])


def _single(name: str, value: object) -> str:
    return next((_text(name, entry).strip() for entry in _listed(value)), "")


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return without_controls(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return ""
    raise ValueError(f'"{name}" must be a list of texts, not {as_told(value)}')
