"""Compare two names: the same person, perhaps the same, near (a circle, a family, a workshop), or different people.

    degree = nearness of the persons x nearness of the qualifiers ("circle of", "after")

"Same" needs a family name that agrees and given names that can be one person's, or a ruler's name and number. A family
name alone, or a name that many have, is "perhaps". Life dates decide where both have them, and ids before all.
"""

from rapidfuzz.distance import DamerauLevenshtein

from typed_sts.domain.relation import DIFFERS, SAME, Match, Relation, near, perhaps, same
from typed_sts.reading.entities.gazetteer import area
from typed_sts.reading.entities.name_parts import agree
from typed_sts.reading.entities.name_titles import is_office, realm_key, sex_of
from typed_sts.reading.entities.name_words import (
    COMMON_FAMILIES,
    GENERIC_IN_FIRMS,
    HUSBAND_LIKE,
    JOINERS,
    PARTICLES,
    WIFE_OF,
    compare_given,
    english_given,
    firm_kind,
    is_given,
)
from typed_sts.reading.entities.names import Name, parse_name
from typed_sts.reading.entities.qualifiers import NEARNESS, Qualifier
from typed_sts.reading.entities.tables import words

_KIN = near(0.35, "the same family name")
_NAMESAKES = near(0.25, "the same family name, which many have")


def same_text(left: str, right: str) -> Match:
    """Compare two names as written."""
    return same_name(parse_name(left), parse_name(right))


def same_name(left: Name, right: Name) -> Match:
    """Compare two names; the answer is the same from both sides."""
    if not left.norm or not right.norm:
        return SAME if left == right else DIFFERS
    if left.concept and right.concept and (known := _by_concept(left, right)):
        return known
    if (left.norm, repr(left)) > (right.norm, repr(right)):
        left, right = right, left
    match = _by_whom(left, right)
    if left.qualifier == right.qualifier is not Qualifier.FORMER:
        return match
    factor = min(NEARNESS[left.qualifier], NEARNESS[right.qualifier])
    words = left.qualifier or right.qualifier
    if match.relation is Relation.DIFFERS:
        return match
    return near(round(match.degree * factor, 3), f"{words} {right.person if left.qualifier else left.person}")


def _by_concept(left: Name, right: Name) -> Match | None:
    """Compare by ids: equal ones are one person; different ones of one scheme are two, unless the names are equal."""
    if left.concept == right.concept:
        if left.qualifier == right.qualifier is not Qualifier.FORMER:
            return SAME
        return near(min(NEARNESS[left.qualifier], NEARNESS[right.qualifier]), left.qualifier or right.qualifier)
    if scheme(left.concept) == scheme(right.concept) and left.person != right.person:
        return DIFFERS
    return None


def scheme(concept: str) -> str:
    """Return what an id is unique in: the prefix before its colon, or all of an address but its last part."""
    if "://" in concept:
        return concept.rstrip("/").rpartition("/")[0].partition("://")[2]
    return concept.partition(":")[0] if ":" in concept else ""


def _by_whom(left: Name, right: Name) -> Match:
    alive = agree(left.life, right.life)
    if left.firm or right.firm:
        return SAME if left.norm == right.norm else _firms(left, right)
    if left.norm == right.norm and left.titles == right.titles and alive is not False and left.spelled == right.spelled:
        return SAME if alive or not _vague(left) else perhaps(0.85, "a name that many have")
    match = _persons(left, right)
    if alive is False:  # a namesake is somebody else, a relative stays one
        return near(min(match.degree, 0.25), match.why) if match.relation is Relation.NEAR else DIFFERS
    if alive and match.relation in (Relation.NEAR, Relation.PERHAPS) and match.degree >= 0.45:
        return same(0.95, "life dates agree")
    if alive and match.relation is Relation.SAME and match.degree < 1:
        return same(max(match.degree, 0.97), f"{match.why}, life dates agree")
    return match


def _persons(left: Name, right: Name) -> Match:
    if left.ruler or right.ruler:
        return _rulers(left, right)
    if (left.rank == "saint") != (right.rank == "saint") and left.family != right.family:
        return DIFFERS
    one, other = _generation(left), _generation(right)
    if one and other and one != other:
        kin = left.family == right.family
        return near(0.35, "the same name, another number or generation") if kin else DIFFERS
    match = _regardless_of_generation(left, right)
    if match.relation is Relation.SAME and (_vague(left) or _vague(right)):
        match = perhaps(min(match.degree, 0.85), "a name that many have")
    if one == other or match.relation is not Relation.SAME:
        return match
    if max(one, other) > 1 and (left.number or right.number):  # "Utamaro II" is not "Utamaro"
        return near(0.5, "one of the names has a number")
    return same(min(match.degree, 0.85), "one of the names says which generation")


def _vague(name: Name) -> bool:
    """Say whether a name is one that many have: a given name or a frequent family name alone, "Mr Hart", "the bishop".

    The same words in two records are then perhaps the same person, and no more.
    """
    if name.master or name.firm or name.life or name.concept:
        return False
    if name.realm:
        return (
            is_office(name.rank) and not name.given and len(name.family) == len(name.realm.split()) and not name.ruler
        )
    if name.given or name.number or name.epithet or name.nicknames or len(name.family) != 1:
        return False
    if name.rank == "saint":
        return False
    return bool(name.titles) or is_given(name.family[0]) or name.family[0] in COMMON_FAMILIES


def _rulers(left: Name, right: Name) -> Match:
    """Compare names of which one at least is a ruler's: the number must agree, the realm and the rank if both say."""
    if left.family != right.family or not (left.ruler and right.ruler):
        if left.family != right.family[:1] and right.family != left.family[:1]:
            return DIFFERS
        other = right if left.ruler else left
        alone = other.family == (left if left.ruler else right).family and not other.given
        return perhaps(0.45 if other.rank else 0.25, "one of the names has no number") if alone else DIFFERS
    if left.number and right.number and left.number != right.number:
        return DIFFERS
    if {left.rank, right.rank} >= {"pope"} and left.rank and right.rank and left.rank != right.rank:
        return DIFFERS
    sexes = {sex_of(name.titles, name.rank, name.family) for name in (left, right)}
    if sexes == {"m", "f"}:
        return DIFFERS
    if left.number != right.number or left.epithet != right.epithet:
        return perhaps(0.6, "known by number and by epithet")
    if left.realm and right.realm:
        if left.realm != right.realm:
            return perhaps(0.5, "rulers of other lands") if _one_realm(left.realm, right.realm) else DIFFERS
        return same(0.98, "the same ruler")
    if left.rank and left.rank == right.rank and left.rank != "king":
        return same(0.95, "the same name, number and rank")
    if left.spelled != right.spelled and left.number in _ROMAN[:8] and left.family[0] not in _POPES:
        return perhaps(0.8, "a name and number that rulers of several lands have")
    return same(0.95 if left.spelled == right.spelled else 0.9, "the same name and number")


_POPES = frozenset("pius leo clement innocent urban boniface sixtus gregory benedict".split())


def _one_realm(left: str, right: str) -> bool:
    one, other = area(left), area(right)
    return one is None or other is None or one.key in other.chain or other.key in one.chain


def _generation(name: Name) -> int:
    """Return which of a name it is: 1 for "I" and "the Elder", 2 for "II" and "the Younger", 0 when not said."""
    if name.number:
        return _ROMAN.index(name.number) + 1 if name.number in _ROMAN else len(_ROMAN) + 1
    return {"the elder": 1, "the younger": 2}.get(name.epithet, 0)


_ROMAN = (
    "i",
    "ii",
    "iii",
    "iv",
    "v",
    "vi",
    "vii",
    "viii",
    "ix",
    "x",
    "xi",
    "xii",
    "xiii",
    "xiv",
    "xv",
    "xvi",
    "xvii",
    "xviii",
)


def _has_name_of_other(left: Name, right: Name) -> bool:
    """Say whether one is another name of the other, or both have a third one.

    "(kunstenaar)" names nobody, and "(Richard Henry)" behind "Leigh, Richard H." only spells his given names out.
    """
    if left.person in right.aliases or right.person in left.aliases:
        return True
    given = {*left.given, *right.given}
    return any("," in alias and given.isdisjoint(words(alias)) for alias in {*left.aliases} & {*right.aliases})


def _regardless_of_generation(left: Name, right: Name) -> Match:
    if _couple(left, right) and left.person == right.person:
        return near(0.4, "husband and wife by the titles")
    if left.person == right.person:
        return same(0.98, "the same name")
    if _has_name_of_other(left, right):
        return same(0.95, "another name of the same person")
    if left.master and right.master:
        return _KIN if _common_family(left, right) else DIFFERS
    if left.realm or right.realm:
        return _holders(left, right)
    ours, theirs = (*left.given, *left.family), (*right.given, *right.family)
    if ours == theirs:
        return same(0.97, "the same words")
    if sorted(ours) == sorted(theirs):
        return same(0.97, "the same words in another order")
    if _in_english(ours) == _in_english(theirs) != ():
        return perhaps(0.7 if len(ours) > 1 or left.rank == right.rank != "" else 0.4, "given names alone agree")
    if (one := _of_somewhere(left)) and one == _of_somewhere(right):
        return same(0.9, "the same name and place")
    spelling = _family_spelling(left, right)
    return _with_given(left, right, spelling) if spelling > 0 else _by_words(left, right)


def _in_english(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the English forms of given names, none when one is no given name."""
    parts = [part for name in names for part in name.split("-") if part]
    return tuple([english_given(part) for part in parts]) if all(map(is_given, parts)) else ()


def _of_somewhere(name: Name) -> tuple[str, str] | None:
    """Return the given name in English and the place of "Joan of Arc", "Jeanne d'Arc"; None for other names."""
    words = (*name.given, *name.particles, *name.family)
    if len(words) == 2 and words[1].startswith("d'"):
        words = (words[0], "of", words[1][2:])
    if len(words) == 3 and is_given(words[0]) and (words[1] == "of" or words[1] in PARTICLES):
        return english_given(words[0]), realm_key(words[2])
    return None


def _with_given(left: Name, right: Name, spelling: float) -> Match:
    """Compare the given names of people whose family names agree (exactly when `spelling` is 1)."""
    exact = spelling == 1
    kin = (_NAMESAKES if left.family[-1:] and left.family[-1] in COMMON_FAMILIES else _KIN) if exact else None
    sexes = {sex_of(name.titles, name.rank, name.given) for name in (left, right)}
    if sexes == {"m", "f"}:
        return kin or near(0.2, "a similar family name")
    if not left.given or not right.given:
        if left.given == right.given:
            return same(0.85, "spelled a little differently") if not exact else same(0.97, "the same name")
        if not exact:
            return perhaps(0.4, "a similar family name")
        ranked = bool(left.rank or right.rank) and left.rank == right.rank
        return perhaps(0.78 if ranked else 0.72, "only the family name agrees")
    given = max(
        compare_given(one, other)
        for one in (left.given, left.nicknames)
        for other in (right.given, right.nicknames)
        if one and other
    )
    if given == 0:
        return kin or near(0.2, "a similar family name")
    why = "given names agree" if given > 0.94 else "given names are compatible"
    if exact:
        loose = given < 0.95 and min(len(left.given), len(right.given)) == 1 and kin is _NAMESAKES
        return perhaps(0.8, f"{why}, a name that many have") if loose else same(given, why)
    if given < 0.94:  # two guesses at once
        return perhaps(round(given * spelling, 3), f"spelled a little differently, {why}")
    return same(round(given * spelling, 3), f"spelled a little differently, {why}")


def _family_spelling(left: Name, right: Name) -> float:
    """Return 1 when the family names are the same, less when they are spelled a little differently, else 0."""
    one, other = _core(left.family), _core(right.family)
    if one == other or (one and other and (one[0] == other[0] or one[-1] == other[-1]) and _contained(one, other)):
        return 1.0
    first, second = "".join(one), "".join(other)
    if left.particles + tuple(one) == right.particles + tuple(other):
        return 1.0
    shortest = min(len(first), len(second))
    if shortest < 4 or first[0] != second[0]:
        return 0.0
    distance = DamerauLevenshtein.distance(first, second, score_cutoff=2)
    if first.replace("ue", "u").replace("oe", "o").replace("ae", "a") == second or (distance == 1 and shortest >= 5):
        return 0.9
    return 0.85 if distance == 2 and shortest >= 8 else 0.0


def _core(family: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([part for word in family if word not in JOINERS for part in word.split("-") if part])


def _contained(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(longer) > len(shorter) and set(shorter) <= set(longer)


def _by_words(left: Name, right: Name) -> Match:
    """Compare names whose family names differ: a single name that is part of the other, or words in any order."""
    ours, theirs = (*left.given, *_core(left.family)), (*right.given, *_core(right.family))
    shorter, longer = sorted((ours, theirs), key=lambda names: (len(names), names))
    long_words = [word for word in shorter if len(word) > 2]
    if len(long_words) >= 2 and set(shorter) <= set(longer):
        return same(0.9, "all words of the shorter name are in the longer")
    if len(shorter) == 1 and len(shorter[0]) > 3 and shorter[0] in longer and len(longer) > 1:
        name, other = (left, right) if ours is shorter else (right, left)
        if shorter[0] != (*other.given, *other.family)[0]:
            return perhaps(0.55, "a single name that is part of the other")
        return DIFFERS if name.titles else perhaps(0.25, "a given name that agrees")
    for name, other in ((left, right), (right, left)):
        nick = set(name.nicknames) & set(other.given)
        if nick and set(name.family) & set(other.family):
            return same(0.9, "by nickname")
    return DIFFERS


def _holders(left: Name, right: Name) -> Match:
    """Compare names of which one at least is a duke of somewhere."""
    if left.realm != right.realm:
        if left.realm and right.realm:
            return DIFFERS
        holder, other = (left, right) if left.realm else (right, left)
        place = tuple(holder.realm.split())
        if other.family == place and (not other.given or not holder.given):
            return perhaps(0.6, "a title and a family name")
        if other.family == holder.family:
            return _with_given(left, right, 1.0)
        return DIFFERS
    sexes = {sex_of(name.titles, name.rank, name.given) for name in (left, right)}
    if left.rank != right.rank or sexes == {"m", "f"}:
        return near(0.3, f"both of {left.realm}")
    if not left.given or not right.given:
        return perhaps(0.78, "the same title")
    given = compare_given(left.given, right.given)
    return same(min(given, 0.95), "the same title, given names agree") if given else near(0.3, "the same title")


def _common_family(left: Name, right: Name) -> bool:
    return _family_spelling(left, right) > 0


def _couple(left: Name, right: Name) -> bool:
    """Say whether titles tell that one is the wife named after the other: "Mrs. Robert Williams"."""
    wives = [any(title in WIFE_OF for title in name.titles) for name in (left, right)]
    other = left if wives[1] else right
    return wives[0] != wives[1] and bool(other.given or any(title in HUSBAND_LIKE for title in other.titles))


def _firms(left: Name, right: Name) -> Match:
    ours, theirs = ({firm_kind(word) for word in _firm_words(name)} for name in (left, right))
    if ours == theirs and left.firm and right.firm:
        return same(0.96, "the same firm")
    mine, yours = ours - GENERIC_IN_FIRMS, theirs - GENERIC_IN_FIRMS
    if mine and mine == yours:
        if left.firm and right.firm:
            kinds = (ours | theirs) & _KINDS
            return near(0.7, "the same name of a firm") if len(kinds) > 1 else same(0.9, "the same name of a firm")
        return near(0.7, "a person and their firm")
    shared = mine & yours
    if not shared:
        return DIFFERS
    if left.firm != right.firm:
        person = right if left.firm else left
        return near(0.5, "a firm of the same name") if shared & set(person.family) else near(0.2, "a shared name")
    return near(round(0.6 * len(shared) / len(mine | yours), 3), "firms that share a name")


_KINDS = frozenset(
    ("factory", "studio", "editions", "brothers", "architects", "gallery", "university", "school", "society")
)


def _firm_words(name: Name) -> tuple[str, ...]:
    return name.family if name.firm else (*name.given, *name.family)
