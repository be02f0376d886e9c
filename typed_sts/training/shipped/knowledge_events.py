"""Events of the pack: named events from Wikidata, merged with ours, and their names in other languages by pattern.

    Q48314   Battle of Waterloo   1815   ->   Schlacht bei Waterloo, bataille de Waterloo, slag bij Waterloo, ...

A pattern is filled with the name that the place has in that language, if it is known, and else with the English one.
Polish and Latin inflect the place: there is no pattern for them.
"""

import gzip
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from typed_sts.knowledge.concepts import Name
from typed_sts.knowledge.folding import key_of
from typed_sts.training.shipped.knowledge_own import LANGUAGES, Draft

_WEIGHT = 5.0
_KIND_WORDS = (
    ("battle", r"^(?:naval )?(?:battle|action|skirmish|combat|capture|raid|sack|storming|landing)s? (?:of|on|at|in)\b"),
    ("siege", r"\bsiege of\b"),
    ("treaty", r"\b(?:treaty|peace|truce|armistice|convention|pact) of\b"),
    ("fire", r"\bgreat fire\b|\bfire of \d{4}|\bfire$"),
    ("coronation", r"^coronation of"),
    ("wedding", r"^(?:wedding|marriage) of"),
    ("death", r"^(?:death|assassination|murder|execution|killing)s? of"),
    ("exhibition", r"\bexhibition\b|\bexposition\b|\bexpo\b|world's fair"),
    ("disaster", r"\bflight \d|\bcrash\b|\bdisaster\b|\bearthquake\b|\bflood\b|\beruption\b|\btsunami\b|\bexplosion\b"),
    ("revolt", r"\b(?:revolt|rebellion|uprising|revolution|mutiny|insurrection|coup)\b"),
    ("council", r"^(?:council|congress|diet|synod) of"),
    ("voyage", r"\bexpedition\b|\bvoyage\b"),
    ("war", r"\bwars?\b|\bcrusade\b|\bcampaign\b|\bconquest\b|\binvasion\b"),
)
_KINDS = [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KIND_WORDS]

_PATTERNS: dict[str, dict[str, tuple[str, ...]]] = {
    "battle": {
        "de": ("Schlacht bei {}", "Schlacht von {}", "Schlacht um {}"), "fr": ("bataille de {}",),
        "nl": ("slag bij {}", "slag om {}"), "es": ("batalla de {}",), "it": ("battaglia di {}",),
        "pt": ("batalha de {}",), "sv": ("slaget vid {}",),
    },
    "siege": {
        "de": ("Belagerung von {}",), "fr": ("siège de {}",), "nl": ("beleg van {}", "belegering van {}"),
        "es": ("sitio de {}", "asedio de {}"), "it": ("assedio di {}",), "pt": ("cerco de {}",),
        "sv": ("belägringen av {}",),
    },
    "treaty": {
        "de": ("Vertrag von {}",), "fr": ("traité de {}",), "nl": ("verdrag van {}",), "es": ("tratado de {}",),
        "it": ("trattato di {}",), "pt": ("tratado de {}",), "sv": ("fördraget i {}",),
    },
    "peace": {
        "de": ("Frieden von {}", "Friede von {}", "Friede zu {}"), "fr": ("paix de {}", "traité de {}"),
        "nl": ("vrede van {}",), "es": ("paz de {}",), "it": ("pace di {}",), "pt": ("paz de {}",),
        "sv": ("freden i {}",),
    },
}  # fmt: skip
_OF_PLACE = re.compile(
    r"(Battle|Siege|Treaty|Peace) of ([A-Z\u00c0-\u017e][\w'’-]*+(?: [A-Z\u00c0-\u017e][\w'’-]*+)*+)"
)
_YEAR_PART = re.compile(r",? \(?-?\d{3,4}(?:[-–]\d{2,4})?(?: BC)?\)?$")
_OPEN_END = re.compile(r" (?:of|in|at|on|the|and|de|to|for|by|from|during)$", re.IGNORECASE)
_NOT_PLACES = frozenset("Britain Nations Atlantic".split())


def event_kind(name: str) -> str:
    """Return what kind of event an English name tells."""
    return next((kind for kind, pattern in _KINDS if pattern.search(name)), "event")


def wikidata_events(lines: Iterable[list[str]]) -> list[Draft]:
    """Return the events of the extract: columns qid, label, date, title of the article."""
    found: dict[str, Draft] = {}
    for qid, label, date, _ in lines:
        if not label or re.fullmatch(r"Q\d+", label):
            continue
        year = _year(date)
        names = [Name(label, "en")]
        plain = _YEAR_PART.sub("", label)
        if " " in plain and not _OPEN_END.search(plain):  # "Battle of 839" is no "Battle of", "Latvia 100" no "Latvia"
            names.append(Name(plain, "en"))
        draft = Draft(f"wikidata:{qid}", event_kind(label), dict.fromkeys(names), (year, year), weight=_WEIGHT)
        found.setdefault(draft.id, draft)
    return list(found.values())


def _year(date: str) -> int | None:
    told = re.match(r"(-?)0*+(\d+)-", date)
    if not told:
        return None
    year = int(told[1] + told[2])
    return year if year > 0 else year - 1  # 0 is 1 BC


def merge_events(own: list[Draft], public: list[Draft]) -> list[Draft]:
    """Return both, each event once: one of ours takes the id of the public event of its English name and year."""
    by_name: dict[str, list[Draft]] = defaultdict(list)
    for draft in public:
        for key in dict.fromkeys(draft.english()):
            by_name[key].append(draft)
    merged: dict[str, Draft] = {}
    left = []
    for draft in own:
        same = {
            other.id: other for key in draft.english() for other in by_name.get(key, ()) if _same_years(draft, other)
        }
        if len(same) == 1 and not (set(same) & set(merged)):
            (other,) = same.values()
            merged[other.id] = draft
            draft.id = other.id
            draft.add(other.names)
        left.append(draft)
    return [*left, *(draft for draft in public if draft.id not in merged)]


def _same_years(own: Draft, public: Draft) -> bool:
    first, last = own.years
    year = public.years[0]
    if first is None or last is None or year is None:
        return False
    return first - 1 <= year <= last + 1


def add_patterns(events: list[Draft], places: list[Draft]) -> int:
    """Add names in other languages to battles, sieges, treaties and peaces at a place; return how many."""
    exonyms = _exonyms(places)
    added = 0
    for draft in events:
        spoken = {name.lang for name in draft.names}
        for name in [name.text for name in draft.names if name.lang == "en"]:
            told = _OF_PLACE.fullmatch(name)
            if not told or told[2] in _NOT_PLACES:
                continue
            place = key_of(told[2])
            for language, patterns in _PATTERNS[told[1].lower()].items():
                if language in spoken:
                    continue
                for word in exonyms.get(place, {}).get(language, (told[2],)):
                    new = [Name(_filled(pattern, word, language), language) for pattern in patterns]
                    draft.add(new)
                    added += len(new)
    return added


def _exonyms(places: list[Draft]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the names in languages by the English name of a place; of several of one name the largest counts."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for draft in sorted(places, key=lambda draft: (draft.weight, draft.id)):
        languages: dict[str, list[str]] = defaultdict(list)
        for name in draft.names:
            if name.lang in LANGUAGES and len(languages[name.lang]) < 2:
                languages[name.lang].append(name.text)
        if languages:
            for key in {key_of(name.text) for name in draft.names if name.lang in ("en", "")}:
                found[key] = {language: tuple(texts) for language, texts in languages.items()}
    return found


def _filled(pattern: str, place: str, language: str) -> str:
    vowel = key_of(place)[:1] in tuple("aeiouh")
    if language == "fr" and vowel and pattern.endswith("de {}"):
        return pattern.removesuffix("de {}") + f"d'{place}"
    if language in ("fr", "es", "it", "pt"):
        for article, joined in _CONTRACTED.get(language, {}).items():
            if place.startswith(article) and pattern.endswith((" de {}", " di {}")):
                return pattern[: -len("de {}")] + joined + place.removeprefix(article)
    return pattern.format(place)


_CONTRACTED = {"fr": {"Le ": "du ", "Les ": "des "}, "it": {"L'": "dell'", "La ": "della ", "Il ": "del "}}


def dump_entities(path: Path, languages: Container[str]) -> Iterator[Draft]:
    """Yield the things of a Wikidata JSON dump whose kind it tells, one entity a line, as its dumps are written."""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rb") as stream:
        for line in stream:
            line = line.strip().rstrip(b",")
            if len(line) > 2:
                if draft := _entity(orjson.loads(line), languages):
                    yield draft


_DATES = {"P585": "both", "P580": "first", "P582": "last", "P569": "first", "P570": "last", "P571": "first"}
_INSTANCES = {
    "Q5": "person", "Q178561": "battle", "Q188055": "siege", "Q198": "war", "Q131569": "treaty", "Q515": "town",
    "Q6256": "country",
}  # fmt: skip


def _entity(entity: dict[str, Any], languages: Container[str]) -> Draft | None:
    """Return an entity as a draft when its kind is one that the pack tells by Wikidata's classes."""
    claims = entity.get("claims") or {}
    classes = [_value(claim).get("id", "") for claim in claims.get("P31", ())]
    kind = next((_INSTANCES[one] for one in classes if one in _INSTANCES), "")
    names: dict[Name, None] = {}
    for code, label in (entity.get("labels") or {}).items():
        if code in languages:
            names[Name(label["value"], code)] = None
    for code, others in (entity.get("aliases") or {}).items():
        if code in languages:
            names.update((Name(other["value"], code), None) for other in others)
    if not kind or not names:
        return None
    years: dict[str, int | None] = {"first": None, "last": None}
    for number, ends in _DATES.items():
        for claim in claims.get(number, ())[:1]:
            year = _year(str(_value(claim).get("time", "")).removeprefix("+"))
            for end in ("first", "last") if ends == "both" else (ends,):
                years[end] = year
    draft = Draft(f"wikidata:{entity['id']}", kind, names, (years["first"], years["last"]), weight=_WEIGHT)
    for claim in claims.get("P625", ())[:1]:
        if "latitude" in (point := _value(claim)):
            draft.point = round(point["latitude"], 2), round(point["longitude"], 2)
    return draft


def _value(claim: dict[str, Any]) -> dict[str, Any]:
    value = claim.get("mainsnak", {}).get("datavalue", {}).get("value", {})
    return value if isinstance(value, dict) else {}
