"""Item: one catalogue record, as everything else in typed-sts sees it.

Attribute names are the names in the files, so `getattr(item, field)` is the one way from a field name to its values.
Texts come from strangers: nothing here trusts them beyond being text without control characters.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from typed_sts_fetch.aliases import field_of, plain
from typed_sts_fetch.texts import CONTROL, as_told, without_controls
from typed_sts_fetch.value_facts import FACTS, Ids, Labels, PerField, facts_from_json, per_field, to_lists

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
_PLAIN_FIELDS = ("id", "provider", *LIST_FIELDS, *SINGLE_FIELDS, "aliases")
ALL_FIELDS = (*_PLAIN_FIELDS, *FACTS)

T = TypeVar("T")
_PREFIX = re.compile(r"^(dcterms|dc|edm)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A record: an id, lists of texts (empty when the record says nothing), and links for people to act on.

    `aliases` are older ids of the same record, under which pairs files may still name it. What the record says about
    its values beside their texts, `ids` to `otherIds`, is described in `typed_sts_fetch.value_facts`; `ids_of`,
    `language_of` and `labels_of` read it.
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
    ids: PerField[Ids] = ()
    languages: PerField[str] = ()
    labels: PerField[Labels] = ()
    otherIds: PerField[Ids] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of this item: the id, and what is not empty."""
        values = {name: getattr(self, name) for name in _PLAIN_FIELDS}
        shown = {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v}
        return shown | {name: to_lists(facts) for name in FACTS if (facts := getattr(self, name))}


def ids_of(item: Item, field: str, value: int) -> Ids:
    """Return the ids of what a value of a field names; () when none is known."""
    return _of_value(item.ids, field, value, ())


def language_of(item: Item, field: str, value: int) -> str:
    """Return the language of a value of a field: its own, else the record's; "" when neither is said."""
    return _of_value(item.languages, field, value, "") or item.language


def labels_of(item: Item, field: str, value: int) -> Labels:
    """Return what else the thing is called that a value of a field names, as (language, name); () when not known."""
    return _of_value(item.labels, field, value, ())


def _of_value(facts: PerField[T], field: str, value: int, unknown: T) -> T:
    for name, entries in facts:
        if name == field:
            return entries[value] if 0 <= value < len(entries) else unknown
    return unknown


def with_texts(item: Item, texts: Mapping[str, Sequence[tuple[int, str]]]) -> Item:
    """Return the item with other texts in some fields, each with the number of the value that it was.

    What the record says about a value goes on with its text.
    """
    changed: dict[str, Any] = {field: tuple(text for _, text in values) for field, values in texts.items()}
    for fact in ("ids", "languages", "labels"):
        facts = dict(getattr(item, fact))
        for field in texts.keys() & facts.keys():
            facts[field] = tuple(facts[field][number] for number, _ in texts[field])
        changed[fact] = per_field(facts, facts)
    return replace(item, **changed)


def web_address(text: str) -> str:
    """Return the text when it is an http(s) address a page may link to, spaces encoded; else nothing."""
    address = "%20".join(text.split())
    return address if address[:8].lower().startswith(("http://", "https://")) else ""


def _names() -> dict[str, str]:
    names = {_PREFIX.sub("", plain(field)): field for field in reversed(ALL_FIELDS)}
    return names | {plain(field): field for field in ALL_FIELDS}


_FIELD_OF = _names()
_OWN_KEYS = frozenset(ALL_FIELDS)


def field_named(name: str) -> str:
    """Return the field that a name means: "title", "dc:title", "Titel" and "dcTitle" are dcTitle; "" for none.

    What fields are called elsewhere stands in `typed_sts_fetch.aliases`.
    """
    return _FIELD_OF.get(plain(name), "") or field_of(name)


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
        if field in FACTS and isinstance(value, Mapping):
            value = {field_named(name) if isinstance(name, str) else "": of for name, of in value.items()}
        fields[field] = list(value) if isinstance(value, tuple) else value
    if default_id and fields.get("id") is None:
        fields["id"] = default_id
    return item_from_dict(fields)


OnUnread = Callable[[str], None]
"""Called with each key of a record that is not read."""


def item_from_dict(record: Mapping[str, Any], on_unread: OnUnread | None = None) -> Item:
    """Return the Item of one JSON object in our own format; raise ValueError saying what is wrong.

    Texts keep their inner white space (offsets into them must hold); values that are blank are left out.
    A single text or number is taken where a list is expected. A key that is called otherwise ("title", "Titel") is
    understood where the field it means is not there by its own name; of those that are not read `on_unread` is told.
    """
    if not record.keys() <= _OWN_KEYS:
        record = with_own_names(record, on_unread)
    fields: dict[str, Any] = {name: _texts(name, record[name]) for name in LIST_FIELDS if name in record}
    fields |= {name: _single(name, record[name]) for name in ("provider", *SINGLE_FIELDS) if name in record}
    for name in ("isShownAt", "preview"):
        if name in fields:
            fields[name] = web_address(fields[name])
    if not record.keys().isdisjoint(FACTS):
        places = {name: _kept(record.get(name), fields.get(name, ())) for name in LIST_FIELDS}
        n_given = {name: len(_listed(record.get(name))) for name in LIST_FIELDS}
        fields |= {fact: facts_from_json(fact, record[fact], places, n_given) for fact in FACTS if fact in record}
    aliases = tuple([_identifier(alias) for alias in _listed(record.get("aliases"))])
    return Item(id=_identifier(record.get("id")), aliases=aliases, **fields)


def with_own_names(record: Mapping[str, Any], on_unread: OnUnread | None = None) -> dict[str, Any]:
    """Return a record with the names of our own fields for those that mean the same; what means none is left out.

    Of two keys that mean a field the first counts, and one that has the field's own name counts before any other.
    """
    fields = {key: value for key, value in record.items() if key in _OWN_KEYS}
    for key, value in record.items():
        if key in _OWN_KEYS:
            continue
        field = field_named(key) if isinstance(key, str) else ""
        if field and field not in fields and field not in FACTS and _is_plain(value):
            fields[field] = value
        elif on_unread is not None:
            on_unread(str(key))
    return fields


def _is_plain(value: object) -> bool:
    """Tell whether a value of somebody else's key can be one of ours: texts and numbers, but nothing nested."""
    return all(entry is None or type(entry) in (str, int, float) for entry in _listed(value))


def _identifier(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise ValueError('no "id"' if value is None else f'"id" must be a text that is not empty, not {as_told(value)}')
    if CONTROL.search(value) or "\n" in value or "\t" in value:
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


def _kept(value: object, texts: tuple[str, ...]) -> Sequence[int]:
    """Return the numbers of the values of a list that are kept: those that are not blank."""
    given = _listed(value)
    if len(given) == len(texts):
        return range(len(given))
    return [number for number, entry in enumerate(given) if _texts("", [entry])]


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
