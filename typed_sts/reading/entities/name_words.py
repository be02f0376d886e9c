"""The words of a name: which are not the name itself, how they are split and joined to a key, how given names compare.

Titles, particles, roles, generations and the words of firms are not the name. Given names can be equal, an initial,
missing, or the same name in another language or in short.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import DamerauLevenshtein

from typed_sts.reading.entities.tables import cell_words, fold, rows, word_set

_RANKS = frozenset(
    [word for _, _, cell in rows("ranks", 3) for word in cell_words(cell) if not word.endswith("~") and " " not in word]
)
TITLES = word_set("titles") | word_set("saints") | _RANKS
"""Kept as a feature, never part of the key."""

ONLY_TITLES = word_set("only_titles")
"""Titles that are never given or family names, and so may stand after a name: "Ingram, Bruce Stirling, Sir"."""

HONOURS = word_set("honours")
WIFE_OF = frozenset(("mrs", "mme", "madame", "frau", "senora", "signora"))
HUSBAND_LIKE = frozenset(("mr", "herr", "monsieur", "sir", "lord", "king"))

PARTICLES = word_set("particles")
_NOT_FIRST = frozenset("do al e y te das des dal ten du".split())
JOINERS = frozenset(("y", "e"))


def is_particle(word: str, *, first: bool) -> bool:
    """Say whether a word is a particle where it stands: "Do Ho Suh" and "Al Capp" begin with a name."""
    return word in PARTICLES and not (first and word in _NOT_FIRST)


EPITHETS: dict[str, str] = {
    **dict.fromkeys(
        ("the elder", "elder", "senior", "sr", "pere", "the older", "der altere", "d. a", "de oude", "il vecchio"),
        "the elder",
    ),
    **dict.fromkeys(
        ("the younger", "younger", "junior", "jr", "jun", "jnr", "fils", "der jungere", "d. j",
         "de jonge", "il giovane"),
        "the younger",
    ),
}  # fmt: skip
TRAILING_EPITHET = re.compile(
    r"[ ,]+(the elder|the younger|the older|senior|junior|sr|jr|jnr|der altere|der jungere|de oude|de jonge"
    r"|il vecchio|il giovane)\.?$|(?<=\w) (pere|fils)$"  # "Dumas père", but "Serra, Pere"
)
NUMBER = re.compile(r"x{0,2}(?:ix|iv|v?i{1,3}|v|x)")
"""A regnal or generation number in Roman figures, to XXIX."""

ROLES = word_set("roles")
"""What a maker did; "Publisher: X", "X, printmaker"."""

SECONDARY_ROLES = word_set("secondary_roles")
"""Roles of those who printed, cast or published what somebody else invented."""

NOT_MAKERS = word_set("not_makers")
"""Roles that a catalogue gives under "Artist:" to somebody who made nothing."""

FIRM_WORDS = word_set("firm_words")
WEAK_FIRM_WORDS = frozenset("mills mill silver school pictures carpet mint sa ag records".split())
"""Also family names: a firm only with a third word."""

_LEGAL: dict[str, str] = {
    **dict.fromkeys(
        ("co", "cie", "companies", "inc", "incorporated", "ltd", "limited", "corp", "corporation"), "company"
    ),
    **dict.fromkeys(("llc", "gmbh", "ag", "plc", "nv", "bv", "spa", "srl", "sa", "kg"), "company"),
    "mfg": "manufacturing",
    **dict.fromkeys(("bros", "freres", "gebruder", "fratelli"), "brothers"),
}
_FIRM_KINDS: dict[str, str] = {
    **dict.fromkeys(("manufactory", "manufacture", "manufacturing", "manufaktur", "fabrik", "fabbrica"), "factory"),
    **dict.fromkeys(("works", "werke", "potteries", "mills", "mill", "pottery", "manufacturers"), "factory"),
    **dict.fromkeys(("ateliers", "atelier", "studios", "workshops", "bottega", "workshop"), "studio"),
    **dict.fromkeys(("edition", "publishers", "publishing", "press"), "editions"),
}


def firm_word(word: str, *, last: bool) -> str:
    """Return the word that keys use for a legal form: "Co." and "GmbH" are "company"; "Limited" only when last."""
    return (
        word
        if not last and len(word) > 4 and word not in ("freres", "gebruder", "fratelli")
        else _LEGAL.get(word, word)
    )


def firm_kind(word: str) -> str:
    """Return one word for the words of a kind: "manufactory" and "works" are "factory"."""
    return _FIRM_KINDS.get(word, word)


GENERIC_IN_FIRMS = FIRM_WORDS | {"and", "of", "design", "glass", "art", "royal", "factory", "sons"}
"""Words that do not tell one firm from another."""


def compare_given(left: Sequence[str], right: Sequence[str]) -> float:
    """Return how well given names agree: 1 equal, less for initials and missing names, 0 when they cannot be one's."""
    shorter, longer = sorted((_parted(left), _parted(right)), key=lambda names: (len(names), names))
    if shorter == longer:
        return 1.0
    worst, full, position = 1.0, 0, 0
    for name in shorter:
        degree = 0.0
        while position < len(longer) and degree == 0:
            degree = _one_given(name, longer[position])
            position += 1
        if degree == 0:
            return 0.0
        full += len(name) > 1
        worst = min(worst, degree)
    if len(shorter) < len(longer):
        worst = min(worst, 0.95 if _one_given(shorter[0], longer[0]) else 0.88)
    return worst if full or len(shorter) > 1 else min(worst, 0.85)


def _parted(given: Sequence[str]) -> tuple[str, ...]:
    return tuple([part for name in given for part in name.split("-") if part])


def _one_given(left: str, right: str) -> float:
    if left == right:
        return 1.0
    if len(left) == 1 or len(right) == 1:
        return 0.92 if left[0] == right[0] else 0.0
    if not _one_language().get(left, frozenset((left,))).isdisjoint(_one_language().get(right, frozenset((right,)))):
        return 0.9
    if len(min(left, right, key=len)) >= 3 and (left.startswith(right) or right.startswith(left)):
        return 0.88
    close = min(len(left), len(right)) >= 6 and DamerauLevenshtein.distance(left, right, score_cutoff=1) == 1
    return 0.88 if close else 0.0


@cache
def _one_language() -> dict[str, frozenset[int]]:
    """Return by given name the rows of the table it stands in."""
    table: dict[str, set[int]] = {}
    for number, (_, names) in enumerate(rows("given_equal", 2)):
        for name in cell_words(names):
            table.setdefault(fold(name), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in table.items()}


def is_given(word: str) -> bool:
    """Say whether a folded word is a given name that many have."""
    return all(part in _one_language() for part in word.split("-"))


def english_given(word: str) -> str:
    """Return the English form of a given name, or the word itself: of "ludwig" and "lodewijk" "louis"."""
    heads = [fold(cell_words(rows("given_equal", 2)[row][1])[0]) for row in sorted(_one_language().get(word, ()))]
    return word if word in heads or not heads else heads[0]


def sex_of_given(word: str) -> str:
    """Return "m" or "f" where a given name tells, else ""."""
    found = {rows("given_equal", 2)[number][0] for number in _one_language().get(word.split("-")[0], ())}
    return found.pop() if len(found) == 1 and word not in _OF_BOTH else ""


_OF_BOTH = frozenset("jean andrea nicola simone gabriele joan anne marie maria jose kim leslie simone jules".split())
COMMON_FAMILIES = word_set("common_families")
"""Family names that many people have, who are no relatives."""


# Names that put the family, or the school, first: "Katsushika Hokusai", "Li Gonglin", "Kim Hong-do".

_JAPANESE = word_set("japanese")
"""Families, art schools and acting lines of Japanese makers and sitters."""

_CHINESE = word_set("chinese")
_KOREAN = word_set("korean")

_WESTERN_SECOND = word_set("western_second")


def family_first(found: tuple[str, ...]) -> bool:
    """Say whether the first of the words of a name is its family name by East Asian custom."""
    if not 2 <= len(found) <= 3 or found[1] in _WESTERN_SECOND or len(found[1]) < 2:
        return False
    first = found[0]
    if first in _JAPANESE:
        return True
    if first in _CHINESE:
        return len(found) == 2 and not found[1].endswith(("er", "son", "man", "ton", "ley", "ert", "ard"))
    return first in _KOREAN and ("-" in found[1] or len(found) == 3)


_EDGES = ".'-_*/\\|&+=<>"
_TOKEN = re.compile(r"[^\W\d_]\.(?=-?[^\W\d_])|[^\s.,;:()\[\]\"]+\.?")


@dataclass(frozen=True, slots=True)
class Split:
    """The words of a name by what they are; a single name counts as a family name."""

    family: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    number: str = ""
    titles: tuple[str, ...] = ()

    def key(self, epithet: str = "") -> str:
        """Return "family, given particles number epithet"; initials get a full stop, so that none is a number."""
        head = " ".join([word + "." if len(word) == 1 and word not in JOINERS else word for word in self.family])
        if self.particles and not self.given:
            head = " ".join((*self.particles, head))
            tail = ""
        else:
            tail = " ".join([*(word + "." if len(word) == 1 else word for word in self.given), *self.particles])
        text = f"{head}, {tail}" if tail and head else head or tail
        return " ".join(part for part in (text, self.number, epithet) if part)


def split_inverted(family: str, given: str) -> Split:
    """Split a name written family first: "Heyden" and "Jan van der"."""
    titles, rest = _cut_titles(tokens(given), at_end=True)
    before, names = _leading_particles(tokens(family))
    rest, number = _cut_number(rest)
    rest, after = _trailing_particles(rest)
    names, other = _cut_number(names)
    return Split(_plain(names), _plain(rest), (*before, *after), number or other, titles)


def split_natural(text: str) -> Split:
    """Split a name without commas: given names first, but for East Asian ones."""
    titles, found = _cut_titles(tokens(text), at_end=False)
    found, number = _cut_number(found)
    before, rest = _leading_particles(found)
    given: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    if len(found) < 2 or "of" in found or found[0] == "the":  # "Mary of Burgundy", "the Bird Painter": one piece
        family = found
    elif before:
        particles, family = before, rest
    elif where := next((i for i, word in enumerate(found[:-1]) if i and is_particle(word, first=False)), 0):
        if found[where] in JOINERS:  # "Ramón Tusquets y Maignon"
            where = max(where - 1, 1)
        given = found[:where]
        particles, family = _leading_particles(found[where:])
    elif family_first(found):
        family, given = found[:1], found[1:]
    else:
        family, given = found[-1:], found[:-1]
    return Split(_plain(family), _plain(given), particles, number, titles)


def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a folded name; initials run together are taken apart and keep their full stop."""
    found: list[str] = []
    for token in _TOKEN.findall(text.replace("?", " ")):
        bare = token.strip(_EDGES)
        if bare:
            found.append(bare + "." if len(bare) == 1 and token.endswith(".") else bare)
    return tuple(found)


def _cut_titles(found: tuple[str, ...], *, at_end: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Take titles off the start ("Mr. and Mrs." too) and, from inverted names, those that are no names off the end."""
    start, end = 0, len(found)
    while start < end - 1 and (found[start].rstrip(".") in TITLES or (start and found[start] == "and")):
        start += 1
    while at_end and end - 1 > start and found[end - 1].rstrip(".") in ONLY_TITLES:
        end -= 1
    titles = [word.rstrip(".") for word in found[:start] + found[end:] if word != "and"]
    return tuple(titles), found[start:end]


def _cut_number(found: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Take a last Roman number off: "George V", "Friedrich E. Meyer I", but neither "Smith, J. V." nor "Smith, J V"."""
    if len(found) > 1 and NUMBER.fullmatch(found[-1]) and (len(found[-1]) > 1 or len(found[-2]) > 1):
        return found[:-1], found[-1]
    return found, ""


def _plain(found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([word.rstrip(".") for word in found])


def _leading_particles(found: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    count = 0
    while count < len(found) - 1 and is_particle(found[count], first=count == 0):
        count += 1
    return found[:count], found[count:]


def _trailing_particles(found: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    count = len(found)
    while count > 0 and len(found[count - 1]) > 1 and is_particle(found[count - 1], first=count == 1):
        count -= 1
    return found[:count], found[count:]
