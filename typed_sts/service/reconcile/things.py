"""Which person, place, event, culture or concept is this? Candidates out of the knowledge that records are read with.

score    the likeness of the names counts three times each property that was given
match    the query is the id, or its address; or one thing alone has that name among all of the types asked for, and
         a property agrees, which years behind the name are too: "Turner (1775-1851)". Without, only names of
         several words are sure, and none of persons and places: there may be a namesake we do not know
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from typed_sts.answers.collection import Answers
from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.folding import key_of
from typed_sts.knowledge.kinds import EVENTS, KINDS, PERSONS, PLACES, WORDS
from typed_sts.knowledge.pack import Knowledge, in_use
from typed_sts.knowledge.search import find_all
from typed_sts.knowledge.store import LANGUAGES
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
from typed_sts.service.reconcile.likeness import contained, dates_touch, name_likeness, without_lives, words_of
from typed_sts.service.reconcile.queries import Extension, ReconQuery, Wanted
from typed_sts_fetch.authority import address_of, short_id

FAMILIES: dict[str, tuple[Named, tuple[str, ...]]] = {
    "person": (Named("person", "Person", "Makers, rulers, saints, gods, figures of stories"), PERSONS),
    "place": (Named("place", "Place", "Countries, regions, towns, islands, buildings"), PLACES),
    "event": (Named("event", "Event", "Battles, treaties, feasts, scenes"), EVENTS),
    "culture": (Named("culture", "Culture", "Peoples and styles"), ("culture",)),
    "period": (Named("period", "Period", "Times with a name"), ("period",)),
    "concept": (Named("concept", "Concept", "Objects, materials, techniques, groups, actions, subjects"), WORDS),
}
"""Types that stand for several kinds; a kind of another name ("artist", "town") may be asked for alone."""
TYPES = (*(row for row, _ in FAMILIES.values()), *(Named(kind, kind) for kind in KINDS if kind not in FAMILIES))
DEFAULT_TYPES = tuple(row for row, _ in FAMILIES.values())
PROPERTIES = (
    Named("birth", "Born, or first year", "The first year of a life, an event, a period"),
    Named("death", "Died, or last year", "The last year of a life, an event, a period"),
    Named("date", "Date", "Any year of a life, an event, a period"),
    Named("country", "Country or region", "What contains it, however far up"),
    Named("within", "Within", "What contains it, one step up"),
    Named("kind", "Kind", "artist, ruler, town, battle …"),
    Named("point", "Latitude and longitude", "In degrees, with a comma between"),
    Named("address", "Address", "Where the authority has it"),
    Named("id", "Id", "Such as wikidata:Q171416"),
    *(Named(f"name:{code}", f"Name ({code})") for code in ("en", "de", "fr", "nl", "es", "it", "pt", "sv", "pl", "la")),
)
_OTHER_NAMES = {
    "born": "birth", "from": "birth", "dateofbirth": "birth", "birthyear": "birth", "died": "death", "to": "death",
    "dateofdeath": "death", "deathyear": "death", "year": "date", "years": "date", "dates": "date", "region": "country",
    "containedby": "country", "type": "kind",
}  # fmt: skip
YEARS = "years behind the name"
_NAMESAKES = 60
"""Things of one name that are held against a query."""
_BEGINNING = 40
"""Names that begin as what somebody types."""
_MENTIONS = 8


# The questions, as they are asked in the process that computes; the answers of the collection are not needed.


def reconcile_things(_: Answers, queries: Mapping[str, ReconQuery]) -> Content:
    """Candidates for each query."""
    return as_json({key: _answered(in_use(), query) for key, query in queries.items()})


def suggest_things(_: Answers, prefix: str, cursor: int) -> Content:
    """Things for what somebody types: that of an id, those of the name, and those whose names begin so."""
    known = in_use()
    found = dict.fromkeys(concept.id for concept in (*_of_id(known, prefix), *known.named(prefix)))
    found |= dict.fromkeys(_beginning(known, prefix))
    concepts = (known.concept(name) for name in islice(found, cursor, cursor + SUGGESTED))
    return suggestions(
        {
            "id": concept.id,
            "name": concept.names[0].text,
            "description": described(known, concept),
            "notable": [kind.brief() for kind in _types(concept)],
        }
        for concept in concepts
        if concept
    )


def suggest_families(_: Answers, prefix: str, cursor: int) -> Content:
    """Types that begin so."""
    found = (kind.to_dict() for kind in TYPES if begins_like(kind, prefix))
    return suggestions(islice(found, cursor, cursor + SUGGESTED))


def extend_things(_: Answers, wanted: Extension) -> Content:
    """Columns of things."""
    known = in_use()
    rows = {}
    for name in wanted.ids:
        concept = from_id(known, name)
        rows[name] = {prop: _cells(known, concept, prop) if concept else [] for prop in wanted.properties}
    told = {named.id: named for named in PROPERTIES}
    return extended([told.get(name, Named(name, name)) for name in wanted.properties], rows)


def described(known: Knowledge, concept: Concept) -> str:
    """Return a line that tells a thing from its namesakes: "artist, 1606–1669"; "town in Texas, United States"."""
    containers = [found.names[0].text for name in known.containers(concept.id) if (found := known.concept(name))]
    inside = ", ".join(containers[:1] + containers[1:][-2:-1])
    line = f"{concept.kind} in {inside}" if inside else concept.kind
    return f"{line}, {years}" if (years := years_of(concept)) else line


def years_of(concept: Concept) -> str:
    """Return the years of a thing: "1606–1669", "1805", "480 BC–"."""
    first, last = (f"{-year} BC" if year is not None and year < 0 else f"{year or ''}" for year in _ends(concept))
    return first if first == last else f"{first}–{last}"


def _ends(concept: Concept) -> tuple[int | None, int | None]:
    return concept.first_year, concept.last_year


def _answered(known: Knowledge, query: ReconQuery) -> dict[str, Any]:
    found = in_order(_candidate(known, concept, query) for concept in _looked_at(known, query))
    found = [candidate for candidate in found if candidate.score > 0]
    return result(found, query.limit, sure=_is_sure(found, query))


def _is_sure(found: Sequence[Candidate], query: ReconQuery) -> bool:
    if not found:
        return False
    best = found[0]
    if best.is_named_by_id:
        return True
    namesakes = [other for other in found[1:] if other.has_same_name and not other.is_denied]
    is_unmistakable = words_of(query.name).total() > 1 and not {"person", "place"} & {kind.id for kind in best.types}
    is_told = bool(best.agreeing) or is_unmistakable
    return best.has_same_name and is_told and not best.is_denied and not namesakes and is_ahead(found)


def _looked_at(known: Knowledge, query: ReconQuery) -> list[Concept]:
    """Return what a query may mean: its id, what has its name, and where nothing has, what its words name or begin."""
    names = dict.fromkeys((query.name, without_lives(query.name), _turned(query.name)))
    named = (concept for name in names for concept in known.named(name))
    of_type = (concept for concept in named if _is_of(concept, query.types))
    found = {concept.id: concept for concept in (*_of_id(known, query.name), *islice(of_type, _NAMESAKES))}
    if not found and query.name:
        mentions = sorted(find_all(query.name, among=known), key=lambda mention: mention.start - mention.end)
        ids = [*(name for mention in mentions[:_MENTIONS] for name in mention.concepts), *_beginning(known, query.name)]
        found = {name: concept for name in ids if (concept := known.concept(name))}
    return [concept for concept in found.values() if _is_of(concept, query.types)]


def _turned(name: str) -> str:
    """Return "Joseph Turner" for "Turner, Joseph", without the years of a life."""
    last, comma, first = without_lives(name).partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else name


def _beginning(known: Knowledge, prefix: str) -> Iterator[str]:
    """Yield the ids of things of which a name begins so, the shortest names first."""
    key = key_of(prefix).rstrip()
    if len(key) < 2:  # half of everything begins with one letter
        return
    for store in known.stores:
        names = sorted(islice(store.names.iterkeys(key), 50 * _BEGINNING), key=lambda name: (len(name), name))
        for name in names[:_BEGINNING]:
            yield from (concept.id for concept in store.named(name)[:3])


def from_id(known: Knowledge, name: str) -> Concept | None:
    """Return the thing of an id, or of its address at the authority."""
    return (known.concept(name) or known.concept(short_id(name))) if name else None


def _of_id(known: Knowledge, name: str) -> list[Concept]:
    return [concept] if (concept := from_id(known, name)) else []


def _candidate(known: Knowledge, concept: Concept, query: ReconQuery) -> Candidate:
    names = [name.text for name in concept.names]
    asked = (query.name, without_lives(query.name))
    properties = {wanted.name: _agreement(known, concept, wanted) for wanted in query.properties if wanted.values}
    if asked[0] != asked[1] and concept.kind not in PLACES:
        properties.setdefault(YEARS, dates_touch((query.name[len(asked[1]) :],), _values(known, concept, "date")))
    return Candidate(
        id=concept.id,
        name=names[0],
        description=described(known, concept),
        types=_types(concept),
        alike=max(name_likeness(name, names) for name in asked) if query.name else None,
        properties=properties,
        is_named_by_id=concept.id in (query.name, short_id(query.name)),
    )


def _agreement(known: Knowledge, concept: Concept, wanted: Wanted) -> float | None:
    """Return how well a property of a thing agrees with what is wanted; None where nothing is known of it."""
    name = _property(wanted.name)
    if name in ("country", "within"):
        return _is_inside(known, concept, wanted.values, far=name == "country")
    stated = _values(known, concept, name)
    if name in ("birth", "death", "date"):
        return dates_touch(wanted.values, stated)
    if name == "kind":
        return float(any(_is_of(concept, (value.casefold(),)) for value in wanted.values))
    return contained(wanted.values, stated)


def _is_inside(known: Knowledge, concept: Concept, values: Sequence[str], *, far: bool) -> float | None:
    containers = known.containers(concept.id)[: None if far else 1]
    if not containers:
        return None
    named = {found.id for value in values for found in (*_of_id(known, value), *known.named(value))}
    return float(any(name in named for name in containers))


def _values(known: Knowledge, concept: Concept, name: str) -> list[str]:
    first, last = concept.first_year, concept.last_year
    match name:
        case "birth":
            return [_as_year(first)] if first is not None else []
        case "death":
            return [_as_year(last)] if last is not None else []
        case "date":
            ends = [_as_year(year) for year in (first, last) if year is not None]
            return ["-".join(ends)] if first is None or last is None or first > 0 else ends
        case "id":
            return [concept.id]
        case "kind":
            return [concept.kind]
        case "point":
            return [f"{concept.point[0]:g},{concept.point[1]:g}"] if concept.point else []
        case "address":
            return [address] if "://" in (address := address_of(concept.id)) else []
    kind, _, code = name.partition(":")
    if kind == "name":
        return list(dict.fromkeys(entry.text for entry in concept.names if entry.lang == code or not code))
    return []


def _as_year(year: int) -> str:
    return f"{-year} BC" if year < 0 else str(year)


def _cells(known: Knowledge, concept: Concept, name: str) -> list[dict[str, Any]]:
    name = _property(name)
    if name in ("country", "within"):
        ids = known.containers(concept.id)
        wanted = [found for found in map(known.concept, ids) if found and (name == "within" or found.kind == "country")]
        return [{"id": found.id, "name": found.names[0].text} for found in wanted[:1]]
    if name in ("birth", "death"):
        year = concept.first_year if name == "birth" else concept.last_year
        return [{"int": year}] if year is not None else []
    return [{"str": value} for value in _values(known, concept, name)]


def _property(name: str) -> str:
    plain = name.casefold().replace(" ", "").replace("_", "")
    if plain.startswith("name:"):
        return plain if plain[5:] in LANGUAGES else ""
    return _OTHER_NAMES.get(plain, plain)


def _is_of(concept: Concept, types: Sequence[str]) -> bool:
    return not types or any(concept.kind in (FAMILIES[name][1] if name in FAMILIES else (name,)) for name in types)


def _types(concept: Concept) -> tuple[Named, ...]:
    rows = tuple(row for row, kinds in FAMILIES.values() if concept.kind in kinds)
    return rows if any(row.id == concept.kind for row in rows) else (*rows, Named(concept.kind, concept.kind))
