"""Compare two names: the same person, near (a circle, a family, a workshop), or different people.

    degree = nearness of the persons x nearness of the qualifiers ("circle of", "after")

"Same" needs a family name that agrees and given names that can be one person's. Life dates decide where both have them.
"""

from rapidfuzz.distance import DamerauLevenshtein

from typed_sts.domain.relation import DIFFERS, SAME, Match, Relation, near, same
from typed_sts.reading.entities.name_parts import agree
from typed_sts.reading.entities.name_words import (
    GENERIC_IN_FIRMS,
    HUSBAND_LIKE,
    JOINERS,
    WIFE_OF,
    compare_given,
    firm_kind,
)
from typed_sts.reading.entities.names import Name, parse_name
from typed_sts.reading.entities.qualifiers import NEARNESS

_RELATIVES = near(0.35, "the same family name")


def same_text(left: str, right: str) -> Match:
    """Compare two names as written."""
    return same_name(parse_name(left), parse_name(right))


def same_name(left: Name, right: Name) -> Match:
    """Compare two names; the answer is the same from both sides."""
    if not left.norm or not right.norm:
        return SAME if left == right else DIFFERS
    if left.norm == right.norm and left.life == right.life and left.titles == right.titles:
        return SAME
    if (left.norm, repr(left)) > (right.norm, repr(right)):
        left, right = right, left
    match = _by_whom(left, right)
    if left.qualifier == right.qualifier:
        return match
    factor = min(NEARNESS[left.qualifier], NEARNESS[right.qualifier])
    words = left.qualifier or right.qualifier
    if match.relation is Relation.DIFFERS:
        return match
    return near(round(match.degree * factor, 3), f"{words} {right.person if left.qualifier else left.person}")


def _by_whom(left: Name, right: Name) -> Match:
    if left.firm or right.firm:
        return _firms(left, right)
    match = _persons(left, right)
    alive = agree(left.life, right.life)
    if alive is False:
        kin = match.relation is not Relation.DIFFERS and bool(_common_family(left, right))
        return near(min(match.degree, 0.25), "the same family name, other life dates") if kin else DIFFERS
    if alive and match.relation is Relation.NEAR and match.degree >= 0.7:
        return same(0.95, "life dates agree")
    if alive and match.relation is Relation.SAME and match.degree < 1:
        return same(max(match.degree, 0.97), f"{match.why}, life dates agree")
    return match


def _persons(left: Name, right: Name) -> Match:
    one, other = _generation(left), _generation(right)
    if one and other and one != other:
        kin = left.family == right.family
        return near(0.35, "the same name, another number or generation") if kin else DIFFERS
    match = _regardless_of_generation(left, right)
    if one == other or match.relation is not Relation.SAME:
        return match
    if max(one, other) > 1 and (left.number or right.number):  # "Utamaro II" is not "Utamaro"
        return near(0.5, "one of the names has a number")
    return same(min(match.degree, 0.85), "one of the names says which generation")


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


def _regardless_of_generation(left: Name, right: Name) -> Match:
    if _couple(left, right) and left.person == right.person:
        return near(0.4, "husband and wife by the titles")
    if left.person == right.person:
        return same(0.98, "the same name")
    if {left.person, *left.aliases} & {right.person, *right.aliases}:
        return same(0.95, "another name of the same person")
    if left.master and right.master:
        return _RELATIVES if _common_family(left, right) else DIFFERS
    ours, theirs = (*left.given, *left.family), (*right.given, *right.family)
    if ours == theirs:
        return same(0.97, "the same words")
    if sorted(ours) == sorted(theirs):
        return same(0.97, "the same words in another order")
    spelling = _family_spelling(left, right)
    return _with_given(left, right, spelling) if spelling > 0 else _by_words(left, right)


def _with_given(left: Name, right: Name, spelling: float) -> Match:
    """Compare the given names of people whose family names agree (exactly when `spelling` is 1)."""
    exact = spelling == 1
    if not left.given or not right.given:
        if left.given == right.given:
            return same(0.85, "spelled a little differently") if not exact else same(0.97, "the same name")
        return near(0.72 if exact else 0.5, "only the family name agrees" if exact else "a similar family name")
    given = max(
        compare_given(one, other)
        for one in (left.given, left.nicknames)
        for other in (right.given, right.nicknames)
        if one and other
    )
    if given == 0:
        return _RELATIVES if exact else near(0.2, "a similar family name")
    why = "given names agree" if given > 0.94 else "given names are compatible"
    if exact:
        return same(given, why)
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
            return near(0.55, "a single name that is part of the other")
        return DIFFERS if name.titles else near(0.3, "a given name that agrees")
    for name, other in ((left, right), (right, left)):
        nick = set(name.nicknames) & set(other.given)
        if nick and set(name.family) & set(other.family):
            return same(0.9, "by nickname")
    return DIFFERS


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
