"""People and beings without a name, by role or kind: the words of one kind under one key, in a coarse class.

women, lady, female  ->  "woman"     soldiers, troops, warrior  ->  "soldier" (military)

A body of people with a name of its own ("Royal Society", "12th Regiment") is not any other of its kind.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.domain.relation import DIFFERS, SAME, Match, near
from typed_sts.reading.entities.tables import cell_words, fold, rows


@dataclass(frozen=True, slots=True)
class Group:
    """A kind of people: the key, and the coarse class it belongs to ("" when not known)."""

    norm: str
    kind: str = ""
    concept: str = ""
    """The id of the kind, where known."""


_NUMBERED = re.compile(r"\d")
"""In the name of one regiment or class among many, which is not the same as another: "12th Regiment"."""
_BODY = re.compile(
    r"(?:^|\s)(?:society|societies|club|guild|association|brotherhood|fraternity|sorority|orchestra|choir|regiment"
    r"|battalion|brigade|league|union|order of|knights of|academy|gesellschaft|verein|zunft|gilde|orchester|bataillon"
    r"|societe|confrerie|orchestre|genootschap|vereniging|schutterij|maatschappij|orkest|regimiento|sociedade?|confraria"
    r"|orquesta|orquestra|batalhao|regimento|cofradia|societa|reggimento|accademia|confraternita|sallskap(?:et)?"
    r"|orden|regementet?|towarzystw[oa]|bractw[oa]|pulk(?:u)?)(?:\s|$)|\w{3}(?:gesellschaft|verein|regiment|orchester"
    r"|vereniging|genootschap|sallskapet)(?:\s|$)"
)
_LEAST_OF_NAME = 2
_GENERAL = frozenset(("person", "crowd"))
_HUMAN = frozenset(("woman", "man", "child"))


def read_group(text: str) -> Group:
    """Return the kind of people a span means."""
    return _read_group(text[:MOST_OF_NAME])


@lru_cache(maxsize=1 << 14)
def _read_group(text: str) -> Group:
    folded = re.sub(r"^(?:the|a|an|two|three|four|some|group of) ", "", fold(text).strip(" .,;:!?()[]\"'"))
    table = _table()
    for name in (folded, singular(folded)):
        if name in table:
            return table[name]
    if " " in folded or "-" in folded:
        last = re.split(r"[\s/-]+", folded)[-1]
        if found := table.get(last) or table.get(singular(last)):
            return Group(folded, found.kind) if _NUMBERED.search(folded) or is_body(folded) else found
        return Group(" ".join([*folded.split()[:-1], singular(folded.split()[-1])]))
    return Group(singular(folded))


def is_body(folded: str) -> bool:
    """Say whether a folded text is the name of a body of people: a society, a regiment, an orchestra."""
    return len(folded.split()) >= _LEAST_OF_NAME and _BODY.search(folded) is not None


def compare_groups(left: Group, right: Group) -> Match:
    """Compare two kinds of people: the same, of one class, or merely people."""
    if left.norm == right.norm or (left.concept and left.concept == right.concept):
        return SAME
    if left.kind and left.kind == right.kind:
        return near(0.5, f"both {left.kind}")
    kinds = {left.kind, right.kind}
    if kinds <= _HUMAN | _GENERAL and kinds & (_HUMAN | _GENERAL) == kinds:
        return near(0.25, "both people")
    if kinds & _GENERAL and "" not in kinds and not kinds & {"divine", "fabulous"}:
        return near(0.2, "both people")
    return DIFFERS


def singular(word: str) -> str:
    """Return the singular of a folded noun, by rule."""
    if word.endswith("women"):
        return word[:-2] + "an"
    if word.endswith("men") and len(word) > 3:
        return word[:-2] + "an"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache
def _table() -> dict[str, Group]:
    table: dict[str, Group] = {}
    for key, kind, cell in rows("groups", 3):
        group = Group(key, kind)
        table.setdefault(key, group)
        for word in cell_words(cell):
            table.setdefault(word, group)
    return table
