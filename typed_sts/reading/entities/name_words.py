"""Words inside names that are not the name: titles, particles, roles, generations, and the words of firms."""

import re

from typed_sts.reading.entities.tables import word_set

TITLES = word_set("titles")
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
