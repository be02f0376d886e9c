"""Europeana's JSON to Items: records (`object` with proxies) and search results (`items`).

Decided readings:
- Language maps: the texts under `def` and `en`; when there are none, all there is. `all_languages` takes every one.
- Proxies: those of the providers, in order. Europeana's own proxy holds enrichments and is left out.
- A value repeated within one list stays (the task's files have such), one already seen in another proxy or
  language is not added again.
- A value that is the address of an entity described in the same record becomes that entity's label; one that is
  not described says nothing to a reader and is left out, except in dcSource, where addresses belong.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from typed_sts_fetch.item import LIST_FIELDS, Item, as_told, tidy, web_address

Labels = Mapping[str, str]


def item_from_record(answer: Mapping[str, Any], *, all_languages: bool = False) -> Item:
    """Return the Item of a record answer; raise ValueError when it is none."""
    record = answer.get("object")
    if not isinstance(record, dict):
        raise ValueError(f'no "object" in the answer; it says {_error_in(answer)}')
    identifier = record.get("about")
    if not isinstance(identifier, str) or not tidy(identifier):
        raise ValueError('the record\'s "object" has no "about" that names it')
    labels = _entity_labels(record)
    proxies = [proxy for proxy in _dicts(record.get("proxies")) if proxy.get("europeanaProxy") is not True]
    fields = {name: _field(name, proxies, labels, all_languages) for name in LIST_FIELDS}
    fields["dcTitle"] = fields["dcTitle"] or tuple(_texts(record.get("title")))
    aggregations = _dicts(record.get("aggregations"))
    whole = record.get("europeanaAggregation")
    places = [*aggregations, *_dicts([whole])]

    def first(*names: str) -> str:
        texts = (text for name in names for place in places for text in _chosen(place.get(name), labels))
        return next(texts, "")

    return Item(
        id=tidy(identifier),
        provider=first("edmDataProvider", "edmProvider"),
        **fields,
        isShownAt=landing_page(_first_address(places, "edmIsShownAt", "edmLandingPage")),
        preview=_first_address(places, "edmPreview", "edmObject"),
        rights=_first_text(places, "edmRights"),
        language=first("edmLanguage") or next(iter(_texts(record.get("language"))), ""),
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
        fields[name] = _field(name, proxies, {}, all_languages) or _field(name, [dict(result)], {}, all_languages)
    fields["dcTitle"] = fields["dcTitle"] or tuple(_texts(result.get("title")))
    fields["dcDate"] = fields["dcDate"] or tuple(_texts(result.get("year")))
    return Item(
        id=tidy(identifier),
        provider=_first_text([result], "dataProvider", "provider"),
        **fields,
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


def _field(name: str, proxies: Iterable[Mapping[str, Any]], labels: Labels, all_languages: bool) -> tuple[str, ...]:
    values: list[str] = []
    seen: set[str] = set()
    for proxy in proxies:
        texts = _chosen(proxy.get(name), labels, all_languages, keep_addresses=name == "dcSource")
        values += [text for text in texts if text not in seen]
        seen.update(texts)
    return tuple(values)


def _chosen(value: object, labels: Labels, all_languages: bool = False, keep_addresses: bool = False) -> list[str]:
    """Return the texts of a language map by the rule at the top; a plain list counts as `def`."""
    by_language = value if isinstance(value, dict) else {"def": value}

    def texts_of(languages: Iterable[str]) -> list[str]:
        chosen: list[str] = []
        seen: set[str] = set()
        for language in languages:
            texts = list(_readable(_texts(by_language.get(language)), labels, keep_addresses))
            chosen += [text for text in texts if text not in seen]
            seen.update(texts)
        return chosen

    preferred = [language for language in ("def", "en") if language in by_language]
    others = [language for language in by_language if language not in preferred]
    if all_languages:
        return texts_of(preferred + others)
    return texts_of(preferred) or texts_of(others)


def _readable(texts: Iterable[str], labels: Labels, keep_addresses: bool) -> Iterator[str]:
    for text in texts:
        if text in labels:
            yield labels[text]
        elif keep_addresses or not _is_bare_address(text):
            yield text


def _is_bare_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "urn:", "#")) and " " not in text


def _entity_labels(record: Mapping[str, Any]) -> dict[str, str]:
    labels = {}
    for kind in ("agents", "concepts", "places", "timespans", "organizations"):
        for entity in _dicts(record.get(kind)):
            about, names = entity.get("about"), entity.get("prefLabel")
            by_language = names if isinstance(names, dict) else {"def": names}
            languages = ["en", "def", *by_language]
            label = next((text for language in languages for text in _texts(by_language.get(language))), "")
            if isinstance(about, str) and label and not _is_bare_address(label):
                labels[about] = label
    return labels


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
