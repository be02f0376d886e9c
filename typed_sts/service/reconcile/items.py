"""Which record of the collection is this? Candidates by title, held against creator, date, place and the like.

score    the likeness of the titles counts three times each property that was given
match    the query is the record's id; or the same words as its title, with a maker, date, place or identifier that
         agrees, nothing that does not, and no other record near it: a title alone is never sure ("Still life")
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from typed_sts.answers.collection import Answers
from typed_sts.service.computing.process import Content
from typed_sts.service.reconcile.candidates import (
    SUGGESTED,
    Candidate,
    Named,
    as_json,
    begins_like,
    extended,
    in_order,
    is_ahead,
    result,
    suggestions,
)
from typed_sts.service.reconcile.likeness import contained, dates_touch, name_likeness, same_id
from typed_sts.service.reconcile.queries import Extension, ReconQuery, Wanted
from typed_sts_fetch.item import Item, field_named
from typed_sts_index.contract import Filters
from typed_sts_index.errors import BadQuery, ItemMissing

RECORD = Named("item", "Record", "Any record of this collection")
PROPERTIES = (
    Named("creator", "Creator", "Who made it (dc:creator, dc:contributor)"),
    Named("date", "Date", "When it was made: years that touch agree (dc:date, dcterms:created, dcterms:temporal)"),
    Named("place", "Place", "Where (dcterms:spatial)"),
    Named("type", "Kind", "What it is (dc:type)"),
    Named("subject", "Subject", "What it is about (dc:subject)"),
    Named("medium", "Medium", "What it is made of (dcterms:medium)"),
    Named("isPartOf", "Part of", "The series or collection (dcterms:isPartOf)"),
    Named("provider", "Held by", "The institution (edm:dataProvider)"),
    Named("country", "Country", "The country of the institution"),
    Named("language", "Language", "The language of the record"),
    Named("title", "Title", "Its titles (dc:title)"),
    Named("description", "Description", "Its descriptions (dc:description)"),
    Named("source", "Source", "dc:source"),
    Named("identifier", "Identifier", "Its id, and older ones"),
    Named("isShownAt", "Page at its provider", "An address"),
    Named("preview", "Picture", "An address"),
    Named("rights", "Rights", "An address or a statement"),
)
"""What may be asked for and filled in; other names of a field (dcCreator, dc:creator) mean the same."""
_TOGETHER = {
    "dcCreator": ("dcCreator", "dcContributor"),
    "dcDate": ("dcDate", "dctermsCreated", "dctermsTemporal"),
    "id": ("id", "aliases"),
}
_OTHER_NAMES = {"place": "dctermsSpatial", "maker": "dcCreator", "author": "dcCreator", "museum": "provider"}
_DATES = ("dcDate", "dctermsCreated", "dctermsTemporal")
_TELLING = ("id", "dcCreator", "dcContributor", "dctermsSpatial", *_DATES)
"""Fields of which one has to agree: many records of one title share a language or a material."""
_LOOKED_AT = 30
"""Records found by their words that are held against a query."""
_MOST_CELLS = 50


# The questions, as they are asked in the process that computes.


def reconcile_items(answers: Answers, queries: Mapping[str, ReconQuery]) -> Content:
    """Candidates for each query."""
    return as_json({key: _answered(answers, query) for key, query in queries.items()})


def suggest_items(answers: Answers, prefix: str, cursor: int) -> Content:
    """Records for what somebody types: that of an id, and those with these words."""
    found = list(_of_id(answers, prefix))
    if prefix.strip() and not cursor:
        wanted = prefix.casefold().strip()
        hits = [hit.item for hit in answers.search(prefix, SUGGESTED)]
        found += sorted(hits, key=lambda item: not _title(item).casefold().startswith(wanted))
    elif prefix.strip():
        found = [hit.item for hit in answers.search(prefix, SUGGESTED, cursor)]
    unique = {item.id: item for item in found}
    return suggestions(
        {
            "id": item.id,
            "name": _title(item),
            "description": _line(item),
            "notable": [kind.brief() for kind in _types(item)],
        }
        for item in islice(unique.values(), SUGGESTED)
    )


def suggest_kinds(answers: Answers, prefix: str, cursor: int) -> Content:
    """Types that begin so: that of every record, and the kinds of those found by the words typed."""
    found = {RECORD.id: RECORD} if begins_like(RECORD, prefix) else {}
    if prefix.strip():
        for hit in answers.search(prefix, 50):
            found |= {kind.id: kind for kind in _types(hit.item) if begins_like(kind, prefix)}
    return suggestions(kind.to_dict() for kind in islice(found.values(), cursor, cursor + SUGGESTED))


def extend_items(answers: Answers, wanted: Extension) -> Content:
    """Columns of records: every value of each property, as it stands in the record."""
    rows = {}
    for item_id in wanted.ids:
        item = next(_of_id(answers, item_id), None)
        rows[item_id] = {name: _cells(item, name) for name in wanted.properties}
    known = {named.id: named for named in PROPERTIES}
    return extended([known.get(name, Named(name, name)) for name in wanted.properties], rows)


def _answered(answers: Answers, query: ReconQuery) -> dict[str, Any]:
    found = in_order(_candidate(item, query) for item in _looked_at(answers, query))
    found = [candidate for candidate in found if candidate.score > 0]
    return result(found, query.limit, sure=_is_sure(found))


def _is_sure(found: Sequence[Candidate]) -> bool:
    if not found or not is_ahead(found):
        return False
    best = found[0]
    is_told = any(_field(name) in _TELLING for name in best.agreeing)
    return best.is_named_by_id or (best.has_same_name and is_told and not best.is_denied)


def _looked_at(answers: Answers, query: ReconQuery) -> list[Item]:
    """Return the records that are held against a query: that of the id it may be, and those with its words."""
    given = (wanted.values for wanted in query.properties if _field(wanted.name) == "id")
    ids = [query.name, *(value for values in given for value in values)]
    found = {item.id: item for name in ids for item in _of_id(answers, name)}
    text = query.name or " ".join(value for wanted in query.properties for value in wanted.values)
    kinds = tuple(name for name in query.types if name != RECORD.id)
    wanted = Filters(types=kinds) if kinds and RECORD.id not in query.types else Filters()
    if text:
        try:
            hits = answers.search(text, _LOOKED_AT, 0, wanted)
        except BadQuery:  # nothing in the collection can be found by its type
            hits = []
        found = {item.id: item for item in found.values() if _is_of(item, wanted)}
        found |= {hit.item.id: hit.item for hit in hits}
    return list(found.values())


def _is_of(item: Item, wanted: Filters) -> bool:
    kinds = {kind.casefold() for kind in item.dcType}
    return not wanted.types or any(kind.casefold() in kinds for kind in wanted.types)


def _of_id(answers: Answers, item_id: str) -> Iterator[Item]:
    if item_id.strip():
        try:
            yield answers.item(item_id)
        except (ItemMissing, BadQuery):
            return


def _candidate(item: Item, query: ReconQuery) -> Candidate:
    return Candidate(
        id=item.id,
        name=_title(item),
        description=_line(item),
        types=_types(item),
        alike=name_likeness(query.name, item.dcTitle) if query.name else None,
        properties={wanted.name: _agreement(item, wanted) for wanted in query.properties if wanted.values},
        is_named_by_id=query.name in (item.id, *item.aliases),
    )


def _agreement(item: Item, wanted: Wanted) -> float | None:
    """Return how well a property of a record agrees with what is wanted; None where it is not stated."""
    field = _field(wanted.name)
    stated = _values(item, wanted.name)
    if not stated:
        return None
    if field == "id":
        return float(any(value in stated for value in wanted.values))
    if field in _DATES:
        return dates_touch(wanted.values, stated)
    ids = {known for name, entries in item.ids if name in _fields(field) for entry in entries for known in entry}
    if same_id(wanted.values, ids):
        return 1.0
    return contained(wanted.values, stated)


def _field(name: str) -> str:
    return _OTHER_NAMES.get(name.casefold()) or field_named(name)


def _fields(field: str) -> tuple[str, ...]:
    return _TOGETHER.get(field, (field,) if field else ())


def _values(item: Item, name: str) -> list[str]:
    """Return the values of the property of a name; none of a property there is not."""
    found: list[str] = []
    for field in _fields(_field(name)):
        value = getattr(item, field)
        if isinstance(value, str):
            found += [value] if value else []
        else:
            found += [text for text in value if isinstance(text, str)]
    return found


def _cells(item: Item | None, name: str) -> list[dict[str, str]]:
    return [{"str": value} for value in _values(item, name)[:_MOST_CELLS]] if item else []


def _types(item: Item) -> tuple[Named, ...]:
    return (RECORD, *(Named(kind, kind) for kind in dict.fromkeys(item.dcType[:5]) if kind.strip()))


def _title(item: Item) -> str:
    return next((title for title in item.dcTitle if title.strip()), item.id)


def _line(item: Item) -> str:
    told = (*item.dcCreator[:1], *item.dcDate[:1], item.provider)
    return " · ".join(text for text in dict.fromkeys(told) if text)
