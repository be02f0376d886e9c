"""Parse a personal or corporate name as a catalogue writes it; well-known people are found under all their names.

    "Attributed to Turner, Joseph Mallord William, Sir (British, 1775-1851), printmaker"
     qualifier     family  given                   title culture  life         role

The key (`norm`) is "family, given particles number epithet", initials with a full stop, after the qualifier's words;
titles, life dates, culture and roles stay out of it. Reading a key gives the same key. Well-known people have one under
all their names: "Rembrandt Harmensz. van Rijn" is "rembrandt". Rulers and saints have one in all languages: "louis xiv
of france", "saint george"; a rank of somewhere follows the name: "wellesley, arthur duke of wellington".
"""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.entities.gazetteer import area
from typed_sts.reading.entities.name_parts import (
    Life,
    Parts,
    agree,
    cut_brackets,
    cut_quotes,
    cut_role,
    read_life,
    sort_parts,
)
from typed_sts.reading.entities.name_titles import SAINT, Titled, rank_of, read_titled
from typed_sts.reading.entities.name_words import (
    EPITHETS,
    FIRM_WORDS,
    TRAILING_EPITHET,
    WEAK_FIRM_WORDS,
    Split,
    firm_word,
    is_given,
    split_inverted,
    split_natural,
    tokens,
)
from typed_sts.reading.entities.qualifiers import Qualifier, take_qualifier
from typed_sts.reading.entities.tables import cell_words, fold, rows, word_set, words


@dataclass(frozen=True, slots=True)
class Master:
    """A well-known person: the key, the words of the fullest name, and the life."""

    norm: str
    family: tuple[str, ...]
    given: tuple[str, ...]
    particles: tuple[str, ...]
    life: Life | None


def find_master(key: str, life: Life | None = None) -> Master | None:
    """Return the well-known person of a key, or None: also when life dates say it is another."""
    master = _table().get(key)
    return None if master is None or agree(master.life, life) is False else master


@cache
def _table() -> dict[str, Master]:
    table: dict[str, Master] = {}
    for full, usual, life, others in rows("masters", 4):
        split = _split(full)
        norm = _split(usual).key() if usual else split.key()
        master = Master(norm, split.family, split.given, split.particles, read_life(life))
        for name in (norm, full, *cell_words(others)):
            table.setdefault(_split(name).key() if name != norm else norm, master)
    return table


def _split(name: str) -> Split:
    """Split the name of a well-known person; "saint" is part of it."""
    titled = read_titled(fold(name))
    if titled and titled.words and not titled.realm and titled.rank == SAINT:
        return Split(family=(titled.key(),))
    family, comma, given = fold(name).partition(",")
    return split_inverted(family, given) if comma else split_natural(family)


_PLACE_AFTER_FIRM = re.compile(
    r",(?!\s*(?:inc|ltd|limited|co|llc|corp|gmbh|sons|and|&|cie|brothers|kg|ag|nv|bv|s\.?a)\b).*$| at .*$"
)


_TOWNS = word_set("towns_after_names")


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart. Words are folded; an initial is a word of one letter."""

    norm: str
    family: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    number: str = ""
    epithet: str = ""
    titles: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    culture: str = ""
    role: str = ""
    life: Life | None = None
    qualifier: Qualifier = Qualifier.BY
    firm: bool = False
    master: bool = False
    rank: str = ""
    """What the person is by title: king, duke, saint, master (of ...)."""
    realm: str = ""
    """Of where: the country of a king, the place of a duke."""
    ruler: bool = False
    """Known by given name with a number or epithet: "Louis XIV", "Frederick the Great"."""
    spelled: tuple[str, ...] = ()
    """A ruler's given names as the text has them; `family` has the English ones."""
    concept: str = ""
    """The id of the person, where known."""

    @property
    def person(self) -> str:
        """Return the key without its qualifier: who is named, however the work is theirs."""
        return self.norm.removeprefix(self.qualifier).strip() if self.qualifier else self.norm


def parse_name(text: str) -> Name:
    """Return the name a text states; any text gives one, perhaps with an empty key."""
    return _parse_name(text[:MOST_OF_NAME])


@lru_cache(maxsize=1 << 16)
def _parse_name(text: str) -> Name:
    role, rest = cut_role(fold(text))
    qualifier, rest = take_qualifier(rest)
    if qualifier and not role:
        role, rest = cut_role(rest)
    rest, nicknames = cut_quotes(rest)
    rest, brackets = cut_brackets(rest)
    rest = once(rest)
    if not qualifier:
        qualifier, rest = take_qualifier(rest)
    if not qualifier and (ending := re.search(r" and (?:workshop|studio|assistants)$", rest)):
        qualifier, rest = Qualifier.AND_WORKSHOP, rest[: ending.start()]
    if not qualifier and (ending := re.fullmatch(r"([^,]+) school", rest)) and not is_firm(rest):
        qualifier, rest = Qualifier.SCHOOL, ending[1]
    about = sort_parts(brackets)
    qualifier = qualifier or about.qualifier
    if is_firm(rest):
        name = _firm(rest)
    else:
        name, about = _person(rest, about)
        qualifier = qualifier or about.qualifier
    aliases = tuple(split_natural(alias).key() for alias in about.names)
    name = replace(
        name,
        nicknames=nicknames,
        aliases=tuple(alias for alias in aliases if alias and alias != name.norm),
        culture=about.culture,
        role=role or about.role,
        life=about.life,
        titles=name.titles + about.titles,
    )
    name = _as_master(name)
    if qualifier and name.norm:
        name = replace(name, norm=f"{qualifier} {name.norm}", qualifier=qualifier)
    return name


def once(text: str) -> str:
    """Return a name that is written twice, as some systems export it, once: "James Cook James Cook"."""
    words = text.split()
    half = len(words) // 2
    is_twice = len(words) >= _FEWEST_TWICE and len(words) % 2 == 0 and words[:half] == words[half:]
    return " ".join(words[:half]) if is_twice else text


_FEWEST_TWICE = 4
_INVERTED = re.compile(r"([^,()\[\];]++),\s*+([^,()\[\];]++)")


def as_said(text: str) -> str:
    """Return a name as people say it: "Turner, Joseph" is Joseph Turner; firms, titles and towns are left alone."""
    line = once(" ".join(text[:MOST_OF_NAME].split()))
    found = _INVERTED.fullmatch(line)
    if not found:
        return line
    first, second = fold(found[1]).strip(), fold(found[2]).strip(" .")
    if is_firm(fold(line)) or read_titled(fold(line)) or (second in _TOWNS and not is_given(second)):
        return line
    if second in ("dit", "gen", "genannt", "called") or (area(second) and not is_given(second)):
        return line
    if len(first.split()) > 3 or not sort_parts([second], given_first=len(tokens(first)) == 1).names:
        return line
    return f"{found[2].strip()} {found[1].strip()}"


def is_firm(text: str) -> bool:
    """Say whether a folded text names a firm, manufactory or other body."""
    found = [word.rstrip(".") for word in words(text)]
    if "&" in text and len(found) >= 2:
        return True
    firms = sum(word in FIRM_WORDS for word in found)
    if not firms or len(found) < 2 or (firms == 1 and (set(found) & WEAK_FIRM_WORDS) and len(found) < 3):
        return False
    family, comma, given = text.partition(",")  # "Mills, Frederick P." is a person, "Domberger, KG" is not
    return not (comma and " " not in family and not any(word in FIRM_WORDS for word in words(given)))


def _firm(text: str) -> Name:
    shorter = _PLACE_AFTER_FIRM.sub("", text)
    if any(word.rstrip(".") in FIRM_WORDS for word in words(shorter)) or "&" in shorter:
        text = shorter
    found = [word.rstrip(".") for word in words(text.replace("&", " and "))]
    found = [firm_word(word, last=i == len(found) - 1) for i, word in enumerate(found)]
    found = [word for i, word in enumerate(found) if word != "the" and (i == 0 or word != found[i - 1])]
    if not any(word in FIRM_WORDS for word in found):
        found.append("company")  # so that the key is read as a firm's again
    return Name(" ".join(found), family=tuple(found), firm=True)


def _person(text: str, about: Parts) -> tuple[Name, Parts]:
    titled = read_titled(text)
    if titled is None:
        name, about = _plain_person(text, about)
        return replace(name, rank=rank_of(name.titles)), about
    if titled.words:
        ruler = bool(titled.number or titled.epithet)
        titles = (titled.rank,) if titled.rank else ()
        name = Name(titled.key(), titled.words, (), (), titled.number, titled.epithet, titles, ruler=ruler)
        name = replace(name, rank=titled.rank, realm=titled.realm, spelled=titled.spelled)
        return name, about.joined(sort_parts(titled.rest))
    return _holder(titled, about)


def _holder(titled: Titled, about: Parts) -> tuple[Name, Parts]:
    """Return the name of a duke of somewhere; without a family name the place stands for it."""
    name, about = _plain_person(titled.text, about)
    titles = (titled.rank, *name.titles)
    if not titled.realm:
        return replace(name, titles=titles, rank=titled.rank), about
    own = (*name.given, *name.family)
    key = f"{name.norm} {titled.rank} of {titled.realm}".strip()
    family, given = (name.family, name.given) if own else (tuple(titled.realm.split()), ())
    if own and not name.particles and all(map(is_given, own)):
        family, given = tuple(titled.realm.split()), own
        key = f"{' '.join(own)} {titled.rank} of {titled.realm}"
    name = replace(name, norm=key, family=family, given=given, titles=titles, rank=titled.rank, realm=titled.realm)
    return name, about


def _plain_person(text: str, about: Parts) -> tuple[Name, Parts]:
    epithet = ""
    if found := TRAILING_EPITHET.search(text):
        epithet, text = EPITHETS[found[1] or found[2]], text[: found.start()]
    first, *others = [part.strip() for part in re.split(r"[,;]", text)]
    if len(others) > 1 and " " in first and area(others[-1]):  # "A. Michelsen, Copenhagen, Denmark"
        others = others[:-2]
    elif others and others[-1].strip(" .") in _TOWNS and not is_given(others[-1].strip(" .")):  # "Lemercier, Paris"
        others = others[:-1]
    after = sort_parts(others, given_first=len(tokens(first)) == 1)
    epithet = epithet or after.epithet or about.epithet
    if after.names and first:
        split = split_inverted(first, " ".join(after.names))
    else:
        split = split_natural(first or " ".join(after.names))
    split = replace(split, number=split.number or after.number or about.number)
    both = about.joined(after)
    name = Name(split.key(epithet), split.family, split.given, split.particles, split.number, epithet, split.titles)
    return name, both


def _as_master(name: Name) -> Name:
    """Return the name with the fullest known form of a well-known person, unless life dates contradict."""
    master = find_master(name.norm, name.life) or next(
        (found for alias in name.aliases if (found := find_master(alias, name.life))), None
    )
    if master is None:
        return name
    return replace(
        name,
        norm=master.norm,
        family=master.family,
        given=master.given,
        particles=master.particles,
        life=name.life or master.life,
        master=True,
    )
