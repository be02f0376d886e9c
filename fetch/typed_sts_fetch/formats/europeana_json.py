"""Europeana's JSON to Items: records (`object` with proxies) and search results (`items`).

Decided readings:
- Language maps: the texts under `def` and `en`; when there are none, all there is. `all_languages` takes every one.
- Proxies: those of the providers, in order. Europeana's own proxy holds enrichments and is left out.
- A value repeated within one list stays (the task's files have such), one already seen in another proxy or
  language is not added again.
- A value that is the address of an entity described in the same record becomes that entity's label, with its ids
  and its other labels; one that is not described says nothing to a reader and only its id is kept, except in dcSource,
  where addresses belong.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any
from urllib.parse import parse_qs, urlsplit

from typed_sts_fetch.authority import short_id
from typed_sts_fetch.formats.values import Field, Value, is_bare_address, item_fields, joined, parted, value_named
from typed_sts_fetch.item import LIST_FIELDS, Item, web_address
from typed_sts_fetch.texts import as_told, tidy
from typed_sts_fetch.value_facts import (
    MOST_LABELS,
    Ids,
    Labels,
    best_ids,
    label_of,
    language_tag,
)

_MOST_SAME = 1_000
"""Addresses of the same thing, or labels of it, that are looked at."""


ITEM_ADDRESS = re.compile(r"^https?://data\.europeana\.eu/item(?=/)")
"""What stands before the id in the address of a record."""
Entities = Mapping[str, Value]


def item_from_record(answer: Mapping[str, Any], *, all_languages: bool = False) -> Item:
    """Return the Item of a record answer; raise ValueError when it is none."""
    record = answer.get("object")
    if not isinstance(record, dict):
        raise ValueError(f'no "object" in the answer; it says {_error_in(answer)}')
    identifier = record.get("about")
    if not isinstance(identifier, str) or not tidy(identifier):
        raise ValueError('the record\'s "object" has no "about" that names it')
    entities = _entities(record)
    proxies = [proxy for proxy in _dicts(record.get("proxies")) if proxy.get("europeanaProxy") is not True]
    fields = {name: _field(name, proxies, entities, all_languages) for name in LIST_FIELDS}
    fields["dcTitle"] = fields["dcTitle"].or_texts(_texts(record.get("title")))
    aggregations = _dicts(record.get("aggregations"))
    whole = record.get("europeanaAggregation")
    places = [*aggregations, *_dicts([whole])]

    def first(*names: str) -> str:
        found = (value for name in names for place in places for value in _chosen(place.get(name), entities).values)
        return next((value.text for value in found), "")

    return Item(
        id=tidy(identifier),
        provider=first("edmDataProvider", "edmProvider"),
        **item_fields(fields),
        isShownAt=landing_page(_first_address(places, "edmIsShownAt", "edmLandingPage")),
        preview=_first_address(places, "edmPreview", "edmObject"),
        rights=_first_text(places, "edmRights"),
        language=first("edmLanguage") or next(_texts(record.get("language")), ""),
        country=first("edmCountry"),
    )


def item_from_search(result: Mapping[str, Any], *, all_languages: bool = False) -> Item:
    """Return the Item of one search result; raise ValueError when it names no record.

    Results carry no dcDate: the `year` Europeana derived from the record stands in for it.
    """
    identifier = result.get("id")
    if not isinstance(identifier, str) or not tidy(identifier):
        raise ValueError('a search result without an "id"')
    fields = {}
    for name in LIST_FIELDS:
        proxies = [{name: result.get(f"{name}LangAware")}]
        aware, plain = (_field(name, one, {}, all_languages) for one in (proxies, [dict(result)]))
        fields[name] = aware if aware.values else joined([aware, plain])
    fields["dcTitle"] = fields["dcTitle"].or_texts(_texts(result.get("title")))
    fields["dcDate"] = fields["dcDate"].or_texts(_texts(result.get("year")))
    return Item(
        id=tidy(identifier),
        provider=_first_text([result], "dataProvider", "provider"),
        **item_fields(fields),
        isShownAt=landing_page(_first_address([result], "edmIsShownAt")),
        preview=_first_address([result], "edmPreview"),
        rights=_first_text([result], "rights"),
        language=_first_text([result], "language"),
        country=_first_text([result], "country"),
    )


def landing_page(address: str) -> str:
    """Return where Europeana's redirect leads: the redirect's own path holds the API key of whoever asked."""
    if "/redirect" in address and "shownAt=" in address:
        try:
            target = parse_qs(urlsplit(address).query).get("shownAt", [""])[0]
        except ValueError:
            return ""
        return web_address(target)
    return address


def _error_in(answer: Mapping[str, Any]) -> str:
    return as_told(answer.get("error") or answer.get("message") or "nothing", 200)


def _field(name: str, proxies: Iterable[Mapping[str, Any]], entities: Entities, all_languages: bool) -> Field:
    return joined(_chosen(proxy.get(name), entities, all_languages, name) for proxy in proxies)


def _chosen(value: object, entities: Entities, all_languages: bool = False, name: str = "") -> Field:
    """Return the values of a language map by the rule at the top; a plain list counts as `def`."""
    by_language = _by_language(value)

    def values_of(languages: Iterable[str]) -> Field:
        return joined(
            parted(
                entities.get(text) or value_named(text, language, name) for text in _texts(by_language.get(language))
            )
            for language in languages
        )

    preferred = [language for language in ("def", "en") if language in by_language]
    others = [language for language in by_language if language not in preferred]
    if all_languages:
        return values_of(preferred + others)
    found = values_of(preferred)
    return found if found.values else joined([found, values_of(others)])


def _entities(record: Mapping[str, Any]) -> dict[str, Value]:
    """Return what each entity of a record is called and known by, by its address."""
    entities = {}
    for kind in ("agents", "concepts", "places", "timespans", "organizations"):
        for entity in _dicts(record.get(kind)):
            about, names = entity.get("about"), _by_language(entity.get("prefLabel"))
            languages = ["en", "def", *names]
            called = ((language, text) for language in languages for text in _texts(names.get(language)))
            language, label = next(called, ("", ""))
            if isinstance(about, str) and label and not is_bare_address(label):
                entities[about] = Value(label, language_tag(language), _ids(about, entity), _labels(label, entity))
    return entities


def _ids(about: str, entity: Mapping[str, Any]) -> Ids:
    same = (_by_language(entity.get(name)).values() for name in ("owlSameAs", "sameAs", "exactMatch"))
    texts = (text for value in chain.from_iterable(same) for text in _texts(value))
    return best_ids(map(short_id, chain([about], islice(texts, _MOST_SAME))))


def _labels(label: str, entity: Mapping[str, Any]) -> Labels:
    """Return the other labels of an entity, the preferred ones first."""
    found: dict[tuple[str, str], None] = {}
    names = chain.from_iterable(_by_language(entity.get(name)).items() for name in ("prefLabel", "altLabel"))
    texts = ((language_tag(str(language)), text) for language, value in names for text in _texts(value))
    for language, text in islice(texts, _MOST_SAME):
        if text != label and not is_bare_address(text) and (known := label_of(language, text)):
            found[known] = None
    return tuple(islice(found, MOST_LABELS))


def _by_language(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"def": value}


def _dicts(value: object) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _texts(value: object) -> Iterator[str]:
    """Yield the tidy texts in a value of whatever shape: a text, a number, or a list of them."""
    for entry in value if isinstance(value, list) else [value]:
        if isinstance(entry, str | int | float) and not isinstance(entry, bool) and (text := tidy(str(entry))):
            yield text


def _first_text(places: Iterable[Mapping[str, Any]], *names: str) -> str:
    values = (place.get(name) for name in names for place in places)
    maps = (value if isinstance(value, dict) else {"def": value} for value in values)
    return next((text for by_language in maps for value in by_language.values() for text in _texts(value)), "")


def _first_address(places: Iterable[Mapping[str, Any]], *names: str) -> str:
    texts = (text for name in names for place in places for text in _texts(place.get(name)))
    return next((address for text in texts if (address := web_address(text))), "")
