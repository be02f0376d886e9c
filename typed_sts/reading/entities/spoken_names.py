"""A name as people say it: what a catalogue writes after a comma to sort by goes back to its place, titles too.

    Victoria, Queen                         Queen Victoria
    Ludwig II., König von Bayern            König Ludwig II. von Bayern
    Churchill, Winston, Sir                 Sir Winston Churchill
    Wellington, Arthur Wellesley, Duke of   Arthur Wellesley, Duke of Wellington
    Louis XIV, roi de France                as it is: one says so
    naar Luyken, Jan                        naar Jan Luyken
    Moore, Henry, OM, CH                    Henry Moore, OM, CH

Only the order changes, never a word; a form that is not one of these stays as the record has it.
"""

import re

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.entities.name_titles import SAINTS, rank_of
from typed_sts.reading.entities.name_words import NUMBER, PARTICLES, TITLES, is_given
from typed_sts.reading.entities.names import as_said, is_firm, once
from typed_sts.reading.entities.qualifiers import take_qualifier
from typed_sts.reading.entities.tables import fold

_YEARS = re.compile(r",\s*+(?:(?:b|d|born|died|geb|gest|né|née|ca?|fl|active)\.?\s)?\s*+\d{3,4}[\d\s?./–-]*+\Z")
_OF = r"(?:of(?: the)?|von(?: der)?|van(?: de[nr]?)?|de(?: la| los)?|du|des|der|di|del(?:la)?|do|da|dos|av|af|till|zu)"
_STYLE = re.compile(rf"(?P<rank>(?:\d{{1,2}}(?:st|nd|rd|th|e|er|de|ste)\s)?[^\W\d_]+)\s(?:{_OF}|d['’])", re.IGNORECASE)
_STYLE_OF = re.compile(
    r"(?P<rank>[^\W\d_]+)\s(?P<of>of|von|van|der|av|af)\s(?P<realm>[^\W\d_a-zß-ÿ].*)"  # not "of the French"
)
"""A ruler's style in the languages that put the name in the middle of it; others keep it behind."""
_SOVEREIGNS = frozenset(("king", "queen", "emperor", "empress"))
_NEVER_BEFORE = frozenset("jr sr esq esquire junior senior ra phd md bart bt obe mbe cbe santo consort".split())
"""Titles that stand after a name, or change before it: "san Francesco"."""
_MOST_PARTS = 3


_HONOURS = re.compile(r"(?:,\s?(?:[A-Z]\.?){2,5})++\Z")
"""Letters behind a name: "OM, CH", "R.A."."""
_SPELLED_OUT = re.compile(r"(?<=[A-Z]\.)\s\([^()\d]{3,60}\)\Z")
"""Given names in full behind their letters: "Leigh, Richard H. (Richard Henry)"."""


def name_said(text: str) -> str:
    """Return a name as people say it, with its titles; or in the record's words."""
    line = _SPELLED_OUT.sub("", once(" ".join(text[:MOST_OF_NAME].split())))
    opening, name = _opening(line)
    honours = _HONOURS.search(name)
    return opening + (_name_said(name[: honours.start()]) + honours[0] if honours else _name_said(name))


def _opening(line: str) -> tuple[str, str]:
    """Return the "after" or "attributed to" that a name opens with, if any, and the name."""
    folded = fold(line)
    qualifier, rest = take_qualifier(folded)
    is_before = bool(qualifier) and len(folded) == len(line) and folded.endswith(rest)
    return (line[: -len(rest)], line[-len(rest) :]) if is_before else ("", line)


def _name_said(line: str) -> str:
    if "," not in line or any(mark in line for mark in "()[];") or is_firm(fold(line)):
        return as_said(line)
    parts = [part.strip() for part in _YEARS.sub("", line).split(",")]
    if not all(parts) or len(parts) > _MOST_PARTS:
        return line
    if said := _with_title(parts):
        return said
    if len(parts) == 2 and _is_called_after_saint(*parts):
        return _turned(parts)
    if _starts_with_rank(parts[-1]) or (" " in parts[0] and _is_title(parts[0].split()[0])):
        return line
    return _closed(as_said(line))


def _with_title(parts: list[str]) -> str:
    """Return a name with its title where people say it, "" where the last part is no title."""
    *names, last = parts
    if _is_title(last):
        return _titled(names, last)
    style = _STYLE.fullmatch(last)
    if style and _rank(style["rank"]):  # "Duke of", of what stands first
        whole = _closed(f"{last} {names[0]}")
        return f"{names[1]}, {whole}" if len(names) > 1 else whole
    if not _starts_with_rank(last):
        return ""
    if len(names) > 1:  # "Wellesley, Arthur, Duke of Wellington"
        return f"{_turned(names)}, {last}" if _is_inverted(names) else ""
    ruler = _STYLE_OF.fullmatch(last)
    if ruler and _rank(ruler["rank"]) in _SOVEREIGNS and _is_given_name(names[0]):
        return f"{ruler['rank']} {names[0]} {ruler['of']} {ruler['realm']}"
    return ""


def _titled(names: list[str], title: str) -> str:
    if len(names) == 1:
        return f"{title} {names[0]}"
    family, given = names
    if fold(given).startswith("the "):  # "John, the Baptist, Saint"
        return f"{title} {family} {given}"
    if fold(given).endswith(f" {fold(family)}"):  # "Byron, George Gordon Byron, Baron"
        return f"{given}, {title} {family}"
    return f"{title} {_turned(names)}" if _is_inverted(names) else ""


def _is_called_after_saint(family: str, given: str) -> bool:
    """Say whether a name is that of a family, though it reads as a saint's: "Santa Cruz, Alonso de", "St. Clair"."""
    opening = re.split(r"[.\s-]", fold(family), maxsplit=1)
    told = _begins_given(given) or fold(given).split()[-1] in PARTICLES
    return len(opening) > 1 and opening[0] in SAINTS and told and not _is_title(given)


def _turned(names: list[str]) -> str:
    return _closed(f"{names[1]} {names[0]}")


def _closed(name: str) -> str:
    """Return a name without the space that turning it round put after "d'"."""
    return re.sub(r"(?<=\b[dD]['’]) (?=\w)", "", name)


def _rank(word: str) -> str:
    return rank_of((fold(word.split()[-1]),))


def _is_title(part: str) -> bool:
    bare = fold(part).rstrip(".")
    return (bare in TITLES or bare in SAINTS) and bare not in _NEVER_BEFORE


def _starts_with_rank(part: str) -> bool:
    """Say whether a part is a style and no name: "Duke of Kent", "Prince Consort", but not "Sir Joseph"."""
    first, *others = part.split()
    return bool(others) and bool(_rank(first)) and not all(is_given(fold(word).rstrip(".")) for word in others)


def _is_inverted(names: list[str]) -> bool:
    """Say whether two parts are a family name and given names."""
    line = ", ".join(names)
    return _begins_given(names[1]) or as_said(line) != line


def _begins_given(part: str) -> bool:
    return is_given(fold(part.split()[0]).rstrip("."))


def _is_given_name(part: str) -> bool:
    """Say whether a part is a ruler's name: given names, perhaps with a number."""
    words = [fold(word).rstrip(".") for word in part.split()]
    return is_given(words[0]) and all(is_given(word) or NUMBER.fullmatch(word) for word in words)
