"""What a record says about its values beside their texts, value by value: ids, languages, and labels.

    ids         {"dcCreator": [["wikidata:Q5598", "ulan:500011051"], []]}    of what a value names
    languages   {"dcTitle": ["de", "en"]}                                    of a value, "" where it is not said
    labels      {"dcCreator": [[["de", "Rembrandt van Rijn"]], []]}          what else it is called, by language
    otherIds    {"dctermsSpatial": [["geonames:2954172"]]}                   of things a field names by address alone

The first three have an entry for each value of a field; a field of which nothing is known is left out. In an Item they
are tuples of (field, entries), in the order of the fields. So much of them is kept, and the rest is left out: a record
with a hundred thousand ids was not written by a cataloguer.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from typed_sts_fetch.authority import checked_id, is_known
from typed_sts_fetch.texts import as_told, tidy

MOST_IDS = 32
"""Ids of one thing."""
MOST_LABELS = 64
"""Labels of one thing."""
MOST_OTHERS = 64
"""Things that one field names by address alone."""
MOST_IN_ITEM = 4_000
"""Ids, or labels, of all values of a record."""
LONGEST_LABEL = 300

FACTS = ("ids", "languages", "labels", "otherIds")

Ids = tuple[str, ...]
Label = tuple[str, str]
"""A language, "" where it is not said, and a name."""
Labels = tuple[Label, ...]
T = TypeVar("T")
PerField = tuple[tuple[str, tuple[T, ...]], ...]

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}")
_NO_LANGUAGE = ("def", "und", "mis")


def language_tag(text: str) -> str:
    """Return a language as a tag in lower case ("de", "en-gb"); "" for what is none, or says that it is not known."""
    tag = text.strip().lower().replace("_", "-") if len(text) < 60 else ""
    return tag if _LANGUAGE.fullmatch(tag) and tag not in _NO_LANGUAGE else ""


def best_ids(ids: Iterable[str]) -> Ids:
    """Return the ids of one thing once each, as many as are kept: the first, then those of authorities, then others."""
    first, *others = list(dict.fromkeys(filter(None, ids))) or [""]
    if not first:
        return ()
    return (first, *sorted(others, key=lambda other: not is_known(other))[: MOST_IDS - 1])


def per_field(entries: Mapping[str, Sequence[T]], order: Iterable[str]) -> PerField[T]:
    """Return entries by field as an Item holds them: in this order, without fields of which nothing is known."""
    return tuple((name, tuple(entries[name])) for name in order if name in entries and any(entries[name]))


def within_limits(facts: PerField[tuple[Any, ...]]) -> PerField[Any]:
    """Return the entries with as many ids, or labels, as one item may have: the first ones."""
    if sum(len(entry) for _, entries in facts for entry in entries) <= MOST_IN_ITEM:
        return facts
    left = MOST_IN_ITEM
    kept: dict[str, list[tuple[Any, ...]]] = {}
    for name, entries in facts:
        for entry in entries:
            kept.setdefault(name, []).append(entry if len(entry) <= left else ())
            left -= len(kept[name][-1])
    return per_field(kept, kept)


def to_lists(facts: Any) -> Any:
    """Return the JSON of what an Item holds: a mapping by field, with lists for tuples."""
    return {name: _lists(entries) for name, entries in facts}


def to_tuples(given: Mapping[str, Any], order: Iterable[str]) -> Any:
    """Return what `to_lists` made as an Item holds it, in this order of the fields; nothing is checked."""
    return tuple((name, _tuples(given[name])) for name in order if name in given)


def facts_from_json(fact: str, given: object, places: Mapping[str, Sequence[int]], n_given: Mapping[str, int]) -> Any:
    """Return one of FACTS as an Item holds it; raise ValueError saying what is wrong with it.

    `places` are, of each field, the numbers of the values that the item keeps, of the `n_given` there were. What is no
    mapping, and keys that are no fields, are ignored, as unknown keys are; so is what is said of the
    values of a field that has none.
    """
    if not isinstance(given, Mapping):
        return ()
    read: Callable[[str, object], Any] = _READERS[fact]
    kept: dict[str, list[Any]] = {}
    for name in places:
        if (entries := given.get(name)) is None:
            continue
        if not isinstance(entries, list):
            raise ValueError(f'"{fact}" of {name} must be a list{_for_each(fact)}, not {as_told(entries)}')
        if fact == "otherIds":
            kept[name] = [found for entry in entries[:MOST_OTHERS] if (found := read(f'"{fact}" of {name}', entry))]
            continue
        if n_given[name] == 0:
            continue
        if len(entries) > n_given[name]:
            raise ValueError(f'"{fact}" of {name} has {len(entries)} entries for {n_given[name]} values')
        nothing: Any = "" if fact == "languages" else ()
        found = [read(f'"{fact}" of {name}', entry) for entry in entries]
        kept[name] = [found[number] if number < len(found) else nothing for number in places[name]]
    facts = per_field(kept, places)
    return facts if fact == "languages" else within_limits(facts)


def _for_each(fact: str) -> str:
    return "" if fact == "otherIds" else ", with an entry for each value"


def _ids(where: str, entry: object) -> Ids:
    ids = []
    for text in islice(_list_in(where, entry, 'a list of ids such as "wikidata:Q5598"'), MOST_IDS):
        ids.append(checked_id(text) if isinstance(text, str) else "")
        if not ids[-1]:
            raise ValueError(f'{where}: {as_told(text)} is no id such as "wikidata:Q5598", and no address')
    return tuple(dict.fromkeys(ids))


def _language(where: str, entry: object) -> str:
    if entry is None or entry == "":
        return ""
    tag = language_tag(entry) if isinstance(entry, str) else ""
    if not tag and entry not in _NO_LANGUAGE:
        raise ValueError(f'{where}: {as_told(entry)} is no language such as "de"')
    return tag


def _labels(where: str, entry: object) -> Labels:
    found: dict[Label, None] = {}
    for row in islice(_list_in(where, entry, "a list of labels"), MOST_LABELS):
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], str):
            raise ValueError(f'{where}: a label is ["de", "Name"], not {as_told(row)}')
        if label := label_of(_language(where, row[0]), row[1]):
            found[label] = None
    return tuple(found)


def label_of(language: str, text: str) -> Label | None:
    """Return a label, tidy; None for one that is blank, or too long for a name."""
    name = tidy(text) if len(text) <= 2 * LONGEST_LABEL else ""
    return (language, name) if 0 < len(name) <= LONGEST_LABEL else None


def _list_in(where: str, entry: object, what: str) -> list[object]:
    if entry is None:
        return []
    if not isinstance(entry, list):
        raise ValueError(f"{where} must hold {what} for each value, not {as_told(entry)}")
    return entry


_READERS: dict[str, Callable[[str, object], Any]] = {
    "ids": _ids,
    "languages": _language,
    "labels": _labels,
    "otherIds": _ids,
}


def _lists(entry: Any) -> Any:
    return [_lists(inner) for inner in entry] if isinstance(entry, tuple) else entry


def _tuples(entry: Any) -> Any:
    return tuple([_tuples(inner) for inner in entry]) if isinstance(entry, list) else entry
