"""Split the words of a name into family, given names, particles, number and titles, and join them to a key.

"jan van der heyden"    ->  family heyden, given jan, particles van der  ->  "heyden, jan van der"
"queen elizabeth ii"    ->  family elizabeth, number ii, title queen     ->  "elizabeth ii"
"""

import re
from dataclasses import dataclass

from typed_sts.reading.entities.name_words import JOINERS, NUMBER, ONLY_TITLES, TITLES, is_particle
from typed_sts.reading.entities.tables import word_set

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
