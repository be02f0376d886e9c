"""What an entity is, in the knowledge pack: the id of a person, place, event, people or action, or "" where not sure.

    PERSON   "President Lincoln"        own:abraham-lincoln
    MAKER    "Smith, John (1801-1860)"  the one John Smith whose life dates agree, or ""
    PLACE    "Keulen"                   geonames:2886242
    EVENT    "Bataille de Waterloo"     wikidata:Q48314
    GROUP    "soldaten" in Dutch        own:soldier

Precise before complete: a name of several is linked only where life dates, years, the places of the record or its
country tell which one; a given name alone never, and a frequent family name with one given name only with dates.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.kinds import EVENTS, PERSONS
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.knowledge.pack import of_knowledge
from typed_sts.knowledge.search import Mention, find
from typed_sts.reading.entities.event_in_text import headed_event, is_that_event
from typed_sts.reading.entities.inflected import base_forms
from typed_sts.reading.entities.name_parts import Life, agree, cut_brackets
from typed_sts.reading.entities.name_titles import SAINT
from typed_sts.reading.entities.name_words import COMMON_FAMILIES, is_given
from typed_sts.reading.entities.names import Name, as_said, parse_name
from typed_sts.reading.entities.person_in_text import is_that_person
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.tables import fold, two_senses, word_set
from typed_sts.reading.entities.word_in_text import (
    LANGUAGES_OF_WORDS,
    inside_compound,
    inside_name,
    inside_word,
    language_in,
)

_BEINGS = frozenset(("saint", "god", "biblical", "mythical", "literary"))
_PERSONS = frozenset(PERSONS)
_EVENTS = frozenset((*EVENTS, "action"))
_KINDS = {
    "PERSON": _PERSONS,
    "MAKER": frozenset(("artist", "person", "ruler")),
    "EVENT": _EVENTS,
    "GROUP": frozenset(("group",)),
    "CULTURE": frozenset(("culture",)),
}
_WORDS = frozenset(("EVENT", "GROUP", "CULTURE"))
_ACTION = "-action"
"""How the id of an action ends that is also an event: "own:wedding", "own:wedding-action"."""
_SMALL_NUMBERS = frozenset("i ii iii iv v vi vii viii".split())
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_EDGES = " .,;:!?()[]\"'"
_ARTICLE = re.compile(
    r"^(?:the|a|an|der|die|das|den|dem|ein|eine|le|la|les|un|une|de|het|een|el|los|las|il|lo|gli|i|o|os|as)\s++"
    r"|^l['’]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Context:
    """What a record says around an entity: its other places, the countries it hints at, its years."""

    places: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    years: tuple[int, int] | None = None


NO_CONTEXT = Context()


def link(label: str, text: str, language: str = "", context: Context = NO_CONTEXT) -> str:
    """Return the id of what a span or a maker's text means, "" where it is not known or not sure."""
    return _link(label, text[:MOST_OF_NAME], language, context)


def link_in(label: str, text: str, span: tuple[int, int], language: str = "") -> str:
    """Return the id of what stands at a place in a text, "" too where the words around it speak against it.

    `language` is that of the record; a text that is not in it ("bet" is Lithuanian for "but") has no words of it.
    """
    if label in _WORDS and (inside_name(text, span, language) or inside_word(text, span)):
        return ""
    if label in ("EVENT", "GROUP") and inside_compound(text, span):
        return ""
    if label == "EVENT" and (headed := headed_event(text, span)):
        return headed
    tongue = language_in(text, language) if label in _WORDS else language
    life = _LIFE_AFTER.match(text, span[1]) if label == "PERSON" else None  # "Isaac Newton (1800-1867)"
    found = link(label, text[slice(*span)] + (life[0] if life else ""), tongue)
    known = known_concept(found) if found else None
    if known is None:
        return found
    if label == "EVENT":
        return found if is_that_event(text, span, known, tongue) else ""
    return found if label != "PERSON" or is_that_person(text, span, known) else ""


_LIFE_AFTER = re.compile(r"\s?\([^()]{0,30}[12]\d{3}[^()]{0,30}\)|,\s?[12]\d{3}\s?[-–]\s?[12]\d{3}")


@of_knowledge
@lru_cache(maxsize=1 << 16)
def _link(label: str, text: str, language: str, context: Context) -> str:
    if label == "PLACE":
        return resolve(text, context.places, context.hints).concept
    if label in ("PERSON", "MAKER"):
        return _person(label, text, language)
    found = _event(text, language, context.years) if label == "EVENT" else _word(label, text, language)
    return "" if found.startswith(_OF_PACK) and _has_two_senses(label, text, language) else found


_OF_PACK = ("own:", "iconclass:", "gemet:")
"""How the ids of words begin; those that users add themselves are meant wherever their words stand."""


def _has_two_senses(label: str, text: str, language: str) -> bool:
    tongues = (language,) if language in LANGUAGES_OF_WORDS else LANGUAGES_OF_WORDS
    return any(fold(form) in two_senses(label, tongue) for form in _phrases(text) for tongue in tongues)


# Persons and makers.


def _person(label: str, text: str, language: str) -> str:
    name = parse_name(text)
    if not name.norm or name.firm:
        return ""
    for form in _forms(text, name):
        mention = _whole(form, language)
        if mention is None:
            continue
        found = _distinct(_of_kinds(mention, _KINDS[label]))
        fitting = [one for one in found if agree(_life(one), name.life) is not False]
        dated = label == "MAKER" or any(letter.isdigit() for letter in text)  # else the years are those of a master
        confirmed = [one for one in fitting if dated and agree(_life(one), name.life)]
        if len(confirmed) == 1:
            return confirmed[0].id
        if len(fitting) == 1 and len(found) == len(fitting) and _tells(name, fitting[0], mention):
            return fitting[0].id if label == "MAKER" or _is_shown(text, name, fitting[0]) else ""
        if found:
            return ""
    return ""


def _forms(text: str, name: Name) -> Iterator[str]:
    """Yield the ways in which the pack may write a name: as it stands, without what surrounds it, turned round."""
    plain, _ = cut_brackets(text)
    forms = [text, plain, as_said(plain)]
    words = (*name.given, *name.particles, *name.family)
    if not name.ruler and not name.realm and name.rank != SAINT:
        forms.append(" ".join(words).title())
    elif name.ruler and name.number:
        for spelled in (name.spelled, name.family):
            told = f"{' '.join(spelled).title()} {name.number.upper()}"
            if name.realm:
                forms.append(f"{told} of {name.realm.title()}")
            elif name.rank:
                forms.append(f"{name.rank.title()} {told}")
    yield from dict.fromkeys(form.strip(_EDGES) for form in forms if form.strip(_EDGES))


def _tells(name: Name, concept: Concept, mention: Mention) -> bool:
    """Say whether a name that means one thing in the pack is enough to tell that this is meant."""
    if name.ruler:
        shared = name.number in _SMALL_NUMBERS and is_given(name.family[0])
        return mention.sure or bool(name.realm) or not shared
    alone = not name.given and len(name.family) == 1
    if alone and name.rank != SAINT and (is_given(name.family[0]) or name.family[0] in _ALSO_PEOPLE):
        return False
    if concept.kind in _BEINGS:
        short = mention.end - mention.start < _TELLING or concept.kind == "literary"
        if alone and not mention.sure and short and name.rank != SAINT:  # "Job", "Bog", "Carmen"
            return False
        return concept.kind != SAINT or name.rank == SAINT or (mention.sure and not _only_given(name))
    if len(name.given) == 1 and name.family[-1:] and name.family[-1] in COMMON_FAMILIES and not name.rank:
        return False
    return mention.sure


def _is_shown(text: str, name: Name, concept: Concept) -> bool:
    """Say whether a person in a text, without dates, is one of the pack whose whole name is the same.

    "Private John Carroll" is not the painter: of a museum's list of artists a name has to have three parts at least.
    "King Louis Napoleon" is not Napoleon III: a ruler's first name begins alike in most languages. "Madame Cézanne" is
    not Cézanne.
    """
    if concept.id.startswith(_LIST_OF_ARTISTS):
        return (
            min(len(text.split()), len(name.given) + len(name.family)) >= 3 and name.family[-1] not in COMMON_FAMILIES
        )
    if _WIFE.match(text) and concept.kind in ("artist", "ruler"):
        return False
    if concept.kind == "ruler" and not name.ruler:
        if not name.given:
            return fold(concept.names[0].text) != fold(text)  # "Titus" is a given name too
        alike = sum(f" {name.given[0][0]}" in f" {fold(other.text)}" for other in concept.names)
        return alike * 3 >= len(concept.names)
    return True


_WIFE = re.compile(r"(?:Mrs|Madame|Mme|Frau|Mevrouw|Mevr|Miss|Fru|Signora|Señora|Dona|Pani)\b")
_LIST_OF_ARTISTS = "saam:"


def _only_given(name: Name) -> bool:
    """Say whether a name is given names alone, which a saint shares with many: "Francesco Saverio"."""
    return sum(map(is_given, (*name.given, *name.family))) > 0 and not name.particles


_TELLING = 5
"""Characters from which on a name of a figure that is a word too is rather the figure: "Christ", "Vénus"."""
_ALSO_PEOPLE = word_set("figures_people")
"""Names of figures that people are called by."""


def _life(concept: Concept) -> Life | None:
    if concept.first_year is None and concept.last_year is None:
        return None
    return Life(concept.first_year, concept.last_year, about=concept.kind in ("saint", "ruler"))


def _distinct(found: list[Concept]) -> list[Concept]:
    """Return the concepts, of one and the same being only the first: Venus and the deeds of Venus."""
    kept: list[Concept] = []
    for one in found:
        if kept and one.kind in _BEINGS and kept[0].kind in _BEINGS and _is_of(kept[0].id, one.id):
            continue
        years = (one.first_year, one.last_year)
        if None not in years and any((other.first_year, other.last_year) == years for other in kept):
            continue
        kept.append(one)
    return kept


def _is_of(being: str, other: str) -> bool:
    """Say whether another concept is of the same being: its deeds in Iconclass, or itself beside our own."""
    return other.startswith("iconclass:9") and (being.startswith("own:") or other.startswith(being))


# Events, groups, cultures.


def _event(text: str, language: str, years: tuple[int, int] | None) -> str:
    for form in (*_phrases(text), *base_forms(text.strip(_EDGES), language)):
        mention = _whole(form, language, word=True)
        found = _of_kinds(mention, _EVENTS) if mention else []
        found = [one for one in found if one.kind != "action" or _is_its_word(form, one, language, whole=True)]
        named = [one for one in found if one.kind != "action"] or (found if mention and mention.sure else [])
        if len(named) > 1:
            named = [one for one in named if _happened(one, text, years)]
        if len(named) == 1:
            base = named[0].id.removesuffix(_ACTION)
            return base if known_concept(base) else named[0].id
        if found:
            return ""
    return ""


def _happened(event: Concept, text: str, years: tuple[int, int] | None) -> bool:
    """Say whether the years of an event agree with a year of the text, or with those of the record to the year."""
    if event.first_year is None:
        return False
    last = event.last_year if event.last_year is not None else event.first_year
    told = [int(year) for year in _YEAR.findall(text)]
    if told:
        return any(event.first_year <= year <= last for year in told)
    return (
        years is not None
        and years[1] - years[0] <= last - event.first_year + 1
        and (years[0] <= last and event.first_year <= years[1])
    )


def _word(label: str, text: str, language: str) -> str:
    if label not in _KINDS:
        return ""
    for form in _phrases(text):
        mention = _whole(form, language, word=True)
        if mention and (found := _of_kinds(mention, _KINDS[label])):
            return found[0].id if len(found) == 1 and _is_its_word(form, found[0], language) else ""
    if any(letter.isdigit() for letter in text):  # "54e Régiment": one of many
        return ""
    if language not in LANGUAGES_OF_WORDS:
        return ""
    if label == "GROUP" and _is_named(text, language):  # "Friends Association of the Library"
        return ""
    inside: set[str] = set()
    for mention in find(text, language):
        if inside_compound(text, (mention.start, mention.end)) and label == "GROUP":  # "brother-in-arms"
            continue
        rest = text[: mention.start] + text[mention.end :]
        if mention.sure and not (label == "CULTURE" and _is_other_people(rest, language)):
            named = text[mention.start : mention.end]
            inside.update(one.id for one in _of_kinds(mention, _KINDS[label])[:1] if _is_its_word(named, one, language))
    return inside.pop() if len(inside) == 1 else ""


def _is_named(text: str, language: str) -> bool:
    """Say whether a span of several words is rather the name of a body or a person than a group of people."""
    parts = text.split()
    if language == "de":
        return len(parts) > 3
    return sum(part[0].isupper() for part in parts[1:]) > 0


def _is_other_people(rest: str, language: str) -> bool:
    """Say whether what else a span says makes another people of it: "Native Americans", "Pan-American"."""
    words = rest.replace("-", " ").split()
    return any(word.casefold() in _OTHER or (language != "de" and word[0].isupper()) for word in words)


_OTHER = frozenset("native pan anti pre post non neo pseudo latin indigenous".split())


def _is_its_word(text: str, concept: Concept, language: str, *, whole: bool = False) -> bool:
    """Say whether a word means a concept, under which words for other things may stand in the pack.

    Accents count: "Mâcon" is no "maçon". Of a verb ("zeigend" of "zeigen") only the usual form is sure: `whole`.
    """
    word = text.casefold()
    if not word.isascii() and all(name.text.casefold() != word for name in concept.names):
        return False
    if concept.id not in _LOOSE:
        return True
    english = {name.text for name in concept.names if name.lang == "en"} if language != "en" else set()
    own = (name.text for name in concept.names if name.lang == language and name.text not in english)  # not "invasion"
    usual, said = fold(next(own, concept.names[0].text)), fold(text)
    if whole:
        return said.startswith(usual) and len(said) - len(usual) <= _ENDING
    return said[:_STEM] == usual[:_STEM]


_LOOSE = word_set("loose_concepts")
_STEM = 3
_ENDING = 2


def _phrases(text: str) -> Iterator[str]:
    plain = text.strip(_EDGES)
    forms = (plain, _ARTICLE.sub("", plain), re.sub(r"\s*+[(,]?\s*+[12]\d{3}(?:\s*+[-–/]\s*+\d{2,4})?\)?$", "", plain))
    yield from dict.fromkeys(form for form in forms if form)


def _whole(text: str, language: str, *, word: bool = False) -> Mention | None:
    """Return what the pack knows under the whole of a text, in its language, or else in any where that is sure.

    A single word has to be one of its language, and that known: it may be another one in each.
    """
    single = word and not any(mark in text for mark in " -'’")
    if single and language not in LANGUAGES_OF_WORDS and not text[:1].isupper():
        return None
    for tongue in dict.fromkeys((language,) if single and language in LANGUAGES_OF_WORDS else (language, "")):
        for mention in find(text, tongue)[:1]:
            told = mention.sure or (tongue == language and bool(language or not word))
            if mention.start == 0 and mention.end >= len(text.rstrip(_EDGES)) and told:
                return mention
    return None


def _of_kinds(mention: Mention, kinds: Iterable[str]) -> list[Concept]:
    found = (known_concept(id) for id in mention.concepts)
    return [one for one in found if one is not None and one.kind in kinds]


# What concepts say to the rest of the reading.


@of_knowledge
@lru_cache(maxsize=1 << 14)
def english_name(concept: str) -> str:
    """Return the usual name of a concept, the English one if it has one; "" for an id that is not in the pack."""
    found = known_concept(concept) if concept else None
    if found is None:
        return ""
    return next((name.text for name in found.names if name.lang == "en"), found.names[0].text)


@of_knowledge
@lru_cache(maxsize=1 << 14)
def broader(concept: str) -> tuple[str, ...]:
    """Return the ids of what contains a concept, the nearest first: the war of a battle, the parents in Iconclass."""
    found: list[str] = []
    known = known_concept(concept)
    while known is not None and known.within and known.within not in found and len(found) < _DEEPEST:
        found.append(known.within)
        known = known_concept(known.within)
    scheme, _, notation = concept.partition(":")
    if scheme == "iconclass":
        bare = notation.partition("(")[0]
        shorter = [bare[:length] for length in range(len(bare) - (bare == notation), 1, -1)]
        found += [f"{scheme}:{part}" for part in shorter]
    return tuple(found)


_DEEPEST = 8
