"""Events and actions: the forms of a word and words of one family under one key, named events under their own.

    bathe, bathing, bather, bath              ->  "bathe"   class water
    battle, fighting, fighter, combat         ->  "fight"   class conflict
    Second World War, WWII, World War II      ->  "world war ii"   family war, class conflict

Words in no family keep a lemma made by rules, which know the regular forms of English verbs.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.domain.relation import DIFFERS, SAME, Match, near, same, within
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.reading.entities.tables import cell_words, fold, rows

_VOWELS = frozenset("aeiou")
_DOUBLES = re.compile(r"(?:^|.*[^aeiou])(?:[aeiou]|qui)[bdfgklmnprt]$")
_STAYS_SINGLE = re.compile(
    r".+(?:en|er|on|or|it|et|el|al|om|op|an)$"  # opening, visiting: the stress is not on the last syllable
)
_SHORT = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")


def inflections(base: str, *, agent: bool = False) -> tuple[str, ...]:
    """Return the -s, -ed and -ing forms of a regular verb, and with `agent` its -er and -ers."""
    stem = base
    if _doubles(base):
        stem = base + base[-1]
    elif base.endswith("ie"):
        return (base + "s", base + "d", base[:-2] + "ying")
    elif base.endswith("e"):
        stem = base[:-1]
    past = stem + "ed"
    plural = base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    ing = (base if base.endswith(("ee", "oe", "ye")) else stem) + "ing"
    doer = stem + "er"
    if base.endswith("y") and len(base) > 2 and base[-2] not in _VOWELS:
        past, plural, doer = base[:-1] + "ied", base[:-1] + "ies", base[:-1] + "ier"
    return (plural, past, ing, *((doer, doer + "s") if agent else ()))


def _doubles(base: str) -> bool:
    if _SHORT.match(base):
        return True
    return bool(_DOUBLES.match(base)) and not _STAYS_SINGLE.match(base) and base.startswith(("be", "re", "for", "com"))


def lemma(word: str) -> str:
    """Return a guess at the base of a folded word: its plural -s, -ed or -ing taken off."""
    if len(word) < 4 or " " in word:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")):
        return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes")) else word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3 and any(letter in "aeiouy" for letter in stem):
            return _base(stem)
    return word


def _base(stem: str) -> str:
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if len(stem) > 3 and stem[-1] == stem[-2] and (stem[-1] not in "lsz" or (stem[-3:] == "ell" and len(stem) > 5)):
        return stem[:-1]
    if re.search(
        r"(?:[cvu]|[^aeioul]l|dg|[aeiou][aeiou]?s|[^aeiou][aeiou]z|iz|at|[^aeiou]ar|[^aeiou]ir|uir|our)$", stem
    ):
        return stem + "e"
    return stem


@dataclass(frozen=True, slots=True)
class Event:
    """An event or action: its key, the family it belongs to (itself, but for named events), and a coarse class.

    `word` is the base of the word used: "bather" and "bathing" are both "bathe", "duel" is one of the family fight.
    """

    norm: str
    family: str
    kind: str = ""
    word: str = ""
    named: bool = False
    concept: str = ""
    """The id of the event or action, where known."""


_NAMED = re.compile(
    r"(?P<battle>battles?|naval battle|skirmish|siege|storming|capture|fall|defeat|relief|surrender|sack"
    r"|raid) (?:of|at|off|on) .+"
    r"|(?P<treaty>treaty|peace|congress|treaties) of .+"
    r"|(?P<feast>feast|festival|night|day) of .+"
    r"|.*?\b(?P<last>wars?|revolutions?|rebellion|uprising|mutiny|massacre|crusades?|campaign|festival"
    r"|fair|exhibition|exposition"
    r"|biennale|salon|olympics|parade|ball|cotillion|wedding|contest|dance|dinner|banquet|party|show"
    r"|convention|conference"
    r"|day|eve|celebration|pageant|tea|funeral|picnic|election|movement|ceremony|masquerade|camporee"
    r"|seminar|course|game"
    r"|match|race|regatta|derby|tournament|championship|concert|opera|ballet|strike|riots?|fire|flood"
    r"|earthquake|disaster"
    r"|hurricane|plague|epidemic|hunt|workshop|reunion|inauguration|coronation|christmas|trial|visit|expedition|voyage"
    r"|pilgrimage|procession|sale|auction|meeting|services?)"
    r"(?: (?:of|for|at|in|from) .+)?"
)
_FAMILY_OF = {"battle": "fight", "treaty": "politics", "feast": "celebrate"}


_OF = r"(?:bei|von|vor|um|am|an der|zu|de|des|du|d'|di|del|della|da|do|bij|van|om|aan de|vid|av|i|pod|of|at|off|on)"
_ABROAD = re.compile(
    r"(?:(?P<battle>(?:see|volker)?schlacht|bataille|(?:zee)?slag|batalla|battaglia|batalha|(?:sjo)?slaget|bitwa)"
    r"|(?P<siege>belagerung|siege|beleg|belegering|sitio|asedio|assedio|cerco|belagringen|oblezenie)"
    r"|(?P<treaty>vertrag|traite|verdrag|tratado|trattato|fordraget|traktat)"
    r"|(?P<peace>friede|frieden|paix|vrede|paz|pace|freden|pokoj))"
    rf" (?:{_OF} |d')(?:the |la |le |les |el |der |den |dem )?(?P<where>.+)"
)
"""A named event in nine languages, as the English call it: "Schlacht bei Leipzig" is the battle of Leipzig."""


def _as_in_english(folded: str) -> str:
    found = _ABROAD.fullmatch(folded)
    if not found:
        return folded
    what = next(name for name in ("battle", "siege", "treaty", "peace") if found[name])
    return f"{what} of {found['where']}"


def read_event(text: str) -> Event:
    """Return the event a span means."""
    return _read_event(text[:MOST_OF_NAME])


@lru_cache(maxsize=1 << 15)
def _read_event(text: str) -> Event:
    folded = re.sub(r"^(?:the|a|an) ", "", fold(text).strip(" .,;:!?()[]\"'"))
    families, named = _families(), _named()
    folded = folded if folded in named else _as_in_english(folded)
    if found := named.get(folded):
        return found
    if found := families.get(folded) or families.get(lemma(folded)):
        return found
    found = _parts(folded, families)
    if found:
        return found
    base = lemma(folded) if " " not in folded else folded
    return families.get(base) or Event(base, base, word=base)


def _parts(folded: str, families: dict[str, Event]) -> Event | None:
    """Return the event of several words: a named one by its pattern, or one whose last or first word has a family."""
    if " " not in folded and "-" not in folded:
        return None
    matched = _NAMED.fullmatch(folded)
    if matched:
        if last := matched["last"]:
            family = families.get(last) or families.get(lemma(last))
        else:
            group = next(name for name in ("battle", "treaty", "feast") if matched[name])
            family = families[_FAMILY_OF[group]]
        if family:
            return Event(folded, family.norm, family.kind, folded, named=True)
    found = re.split(r"[\s/-]+", folded)
    for word in (found[-1], found[0]):
        if word and (family := families.get(word) or families.get(lemma(word))):
            return family
    return None


def compare_events(left: Event, right: Event) -> Match:
    """Compare two events: the same family, one of a kind, or of the same class."""
    if left.concept and left.concept == right.concept:
        return SAME
    if left.norm == right.norm and not _two_happenings(left.concept, right.concept):
        return SAME if left.word == right.word else same(0.9, f"of one family: {left.norm}")
    if left.concept and right.concept and (found := _one_in_the_other(left, right) or _by_years(left, right)):
        return found
    if left.family == right.family:
        if left.norm == left.family or right.norm == right.family:
            one = left if left.named else right
            return within(0.6, f"{one.norm} is a {one.family}")
        return near(0.4, f"both of the family {left.family}")
    if left.kind and left.kind == right.kind:
        return near(0.35, f"both {left.kind}")
    return DIFFERS


def _two_happenings(left: str, right: str) -> bool:
    """Say whether two concepts are events of other years: two world fairs in one city."""
    one, other = (known_concept(concept) if concept else None for concept in (left, right))
    if one is None or other is None or one.first_year is None or other.first_year is None:
        return False
    return (one.first_year, one.last_year) != (other.first_year, other.last_year)


def _one_in_the_other(left: Event, right: Event) -> Match | None:
    """Return the match of an event and one that contains it: a battle and its war, a scene and the story."""
    from typed_sts.reading.entities.linking import broader  # which reads names and places, as this does not

    for outer, inner in ((left, right), (right, left)):
        if outer.concept in broader(inner.concept):
            return within(0.6, f"{inner.norm} is part of {outer.norm}")
    return None


_FIGHTS = frozenset(("battle", "siege", "war", "revolt"))
_A_LIFE = 50


def _by_years(left: Event, right: Event) -> Match | None:
    """Return the match of two fights by when they were: a battle in the years of a war is near it.

    Not part of it: Waterloo is no battle of the War of 1812. Fights a lifetime apart have nothing in common.
    """
    one, other = known_concept(left.concept), known_concept(right.concept)
    if one is None or other is None or not {one.kind, other.kind} <= _FIGHTS:
        return None
    if one.first_year is None or other.first_year is None:
        return None
    ended = min(one.last_year or one.first_year, other.last_year or other.first_year)
    apart = max(one.first_year, other.first_year) - ended
    if apart > _A_LIFE:
        return DIFFERS
    if apart > 0 or (one.kind == "war") == (other.kind == "war"):
        return None
    return near(0.55, "in the years of the war")


@cache
def _families() -> dict[str, Event]:
    table: dict[str, Event] = {}
    listed = rows("events", 3)
    for key, kind, _ in listed:
        table[key] = Event(key, key, kind, key)
    made: dict[tuple[str, str], Event] = {}
    for key, kind, cell in listed:
        for verb in (word for word in cell_words(cell) if word[-1] in "*+"):
            event = table.setdefault(verb[:-1], Event(key, key, kind, verb[:-1]))
            for form in inflections(verb[:-1], agent=verb[-1] == "*"):
                made.setdefault((key, form), event)
    for key, kind, cell in listed:
        for word in (word for word in cell_words(cell) if word[-1] not in "*+"):
            event = made.get((key, word)) or Event(key, key, kind, word)
            table.setdefault(word, event)
            made.setdefault((key, word + "s"), event)
    for (_, form), event in made.items():  # a word that a family lists goes before one that a rule makes
        table.setdefault(form, event)
    return table


@cache
def _named() -> dict[str, Event]:
    families = _families()
    table: dict[str, Event] = {}
    for key, family, names in rows("named_events", 3):
        kind = families[family].kind if family in families else family
        event = families[key] if key == family else Event(key, family, kind, key, named=True)
        for name in (key, *cell_words(names)):
            table.setdefault(fold(name), event)
    return table
