"""The values of a record in the making: texts with their language, ids and labels; joined they are an Item's fields."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from typed_sts_fetch.authority import short_id
from typed_sts_fetch.item import LIST_FIELDS, Item, web_address
from typed_sts_fetch.texts import tidy
from typed_sts_fetch.value_facts import (
    MOST_LABELS,
    MOST_OTHERS,
    Ids,
    Label,
    Labels,
    best_ids,
    label_of,
    language_tag,
    per_field,
    within_limits,
)

_THREE_LETTERS = dict(
    pair.split(":")
    for pair in """
    ger:de deu:de eng:en fre:fr fra:fr spa:es ita:it dut:nl nld:nl por:pt cat:ca glg:gl baq:eu eus:eu lat:la
    dan:da swe:sv nor:no nob:nb nno:nn fin:fi est:et lav:lv lit:lt pol:pl cze:cs ces:cs slo:sk slk:sk slv:sl
    hrv:hr srp:sr bos:bs mac:mk mkd:mk bul:bg rum:ro ron:ro hun:hu gre:el ell:el alb:sq sqi:sq tur:tr rus:ru
    ukr:uk bel:be gle:ga wel:cy cym:cy bre:br ice:is isl:is mlt:mt ltz:lb heb:he ara:ar chi:zh zho:zh jpn:ja
    kor:ko per:fa fas:fa hin:hi arm:hy hye:hy geo:ka kat:ka yid:yi
    """.split()
)
"""Languages as libraries write them (ISO 639-2, both of its codes where it has two)."""
_ABOUT_ITSELF = ("dcTitle", "dcDescription")
"""Fields in which an address of no authority leads to a page about the record, not to a thing."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value with what the record says about it; without a text it is a thing named by its address alone."""

    text: str
    language: str = ""
    ids: Ids = ()
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The values of a field, and the ids of further things it names."""

    values: tuple[Value, ...] = ()
    others: tuple[Ids, ...] = ()

    def or_texts(self, texts: Iterable[str]) -> "Field":
        """Return the field, with these texts when it has none."""
        return self if self.values else Field(tuple(map(Value, texts)), self.others)


def value_named(text: str, language: str, name: str) -> Value:
    """Return the value of a field that a text is; an address leads to a thing, and only the thing's id is kept."""
    if not is_bare_address(text):
        return Value(text, language_tag(language))
    if name == "dcSource":
        return Value(text, ids=best_ids([short_id(text, known_only=True)]))
    return Value("", ids=best_ids([short_id(text, known_only=name in _ABOUT_ITSELF)]))


def parted(found: Iterable[Value]) -> Field:
    """Return values as a field: those with a text, and the ids of the others."""
    values = list(found)
    return Field(tuple(v for v in values if v.text), tuple(v.ids for v in values if not v.text and v.ids))


def joined(parts: Iterable[Field]) -> Field:
    """Return parts of a field as one: a value of an earlier part is not added again, but what is known of it."""
    values: list[Value] = []
    others: dict[Ids, None] = {}
    places: dict[str, int] = {}
    for part in parts:
        others |= dict.fromkeys(part.others)
        fresh: dict[str, int] = {}
        for value in part.values:
            if value.text not in places:
                fresh.setdefault(value.text, len(values))
                values.append(value)
                continue
            kept = values[places[value.text]]
            if kept.ids and value.ids and not set(kept.ids) & set(value.ids):  # two things of one name
                others[value.ids] = None
            elif value.ids or value.language:
                ids = best_ids((*kept.ids, *value.ids))
                known = Value(kept.text, kept.language or value.language, ids, kept.labels or value.labels)
                values[places[value.text]] = known
        places |= fresh
    return Field(tuple(values), tuple(islice(others, MOST_OTHERS)))


def item_fields(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the lists of an Item, and what is known of their values, as its constructor takes them."""
    texts = {name: tuple([value.text for value in field.values]) for name, field in fields.items()}
    languages = {name: [value.language for value in field.values] for name, field in fields.items()}
    ids = {name: [value.ids for value in field.values] for name, field in fields.items()}
    labels = {name: [value.labels for value in field.values] for name, field in fields.items()}
    others = {name: field.others for name, field in fields.items()}
    return {
        **texts,
        "languages": per_field(languages, LIST_FIELDS),
        "ids": within_limits(per_field(ids, LIST_FIELDS)),
        "labels": within_limits(per_field(labels, LIST_FIELDS)),
        "otherIds": per_field(others, LIST_FIELDS),
    }


def is_bare_address(text: str) -> bool:
    """Tell whether a text is an address, or a reference inside its document, and nothing else."""
    return text.startswith(("http://", "https://", "urn:", "#")) and " " not in text


def language_code(text: str) -> str:
    """Return a language as a tag of two letters, and a region where one is told; "" for what is none or not known."""
    tag = language_tag(text)
    first, _, region = tag.partition("-")
    if len(first) == 3:
        first = _THREE_LETTERS.get(first, "")
    return f"{first}-{region}" if first and region else first


class Draft:
    """A record in the making: values are added field by field, a value that is there already only for what is new."""

    def __init__(self) -> None:
        self._values: dict[str, list[Value]] = {}

    def __contains__(self, field: str) -> bool:
        return any(value.text for value in self._values.get(field, ()))

    def add(self, field: str, text: str, language: str = "", ids: Iterable[str] = (), labels: Labels = ()) -> None:
        """Add a text, with its language and the short ids of what it names; a blank one with ids is a thing."""
        text = tidy(text)
        known = best_ids(ids)
        if known or not text:
            value = Value("" if is_bare_address(text) else text, language_code(language), known, labels)
        else:
            value = value_named(text, language_code(language), field)
        if value.text or value.ids:
            self._values.setdefault(field, []).append(value)

    def add_names(self, field: str, names: Iterable[tuple[str, str]], ids: Iterable[str] = ()) -> None:
        """Add a thing by its names, as (language, name): the first is the text, the others are its labels."""
        told = [(language_code(language), tidy(name)) for language, name in islice(names, 4 * MOST_LABELS)]
        told = [(language, name) for language, name in told if name and not is_bare_address(name)]
        language, text = told[0] if told else ("", "")
        found: dict[Label, None] = {}
        for other, name in told[1:]:
            if name != text and (label := label_of(other, name)):
                found[label] = None
        self.add(field, text, language, ids, tuple(islice(found, MOST_LABELS)))

    def item(self, identifier: str, **single: Any) -> Item:
        """Return the Item; raise ValueError when it has no id, or nothing to compare."""
        fields = {name: joined(parted([value]) for value in self._values.get(name, ())) for name in LIST_FIELDS}
        if not tidy(identifier):
            raise ValueError("no id in it")
        if not any(field.values or field.others for field in fields.values()):
            raise ValueError(f"{tidy(identifier)!r:.80} has no text in any field that is read")
        told = {name: tidy(value) for name, value in single.items() if isinstance(value, str)}
        for name in ("isShownAt", "preview"):
            told[name] = web_address(told.get(name, ""))
        told["language"] = language_code(told.get("language", ""))
        return Item(id=tidy(identifier), **item_fields(fields), **{**single, **told})
