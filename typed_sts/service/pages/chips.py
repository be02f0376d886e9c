"""What two records agree and differ in, as chips: one for each thing that is told, with the words it is told by.

    agrees     a statement of the answer: both name it
    differs    two makers, or two dates, that are not the same, where the line of the type says so
    one        only one of the records says anything, where the line of the type says so

Of a type of which nothing is said there is no chip. The words are those of the line of the type, or what it names.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from typed_sts.domain.explanation import Reason, TypeReasons, Why
from typed_sts.domain.groups import group_title
from typed_sts.domain.message import Called, Message, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence
from typed_sts.domain.statement import SERIES, VERSION, SharedThing, Statement
from typed_sts.domain.types import GENERAL, type_of
from typed_sts.explaining.finding import NEITHER, name_shown, shown
from typed_sts.messages.wording import say
from typed_sts.output.records import FIELD_NAMES
from typed_sts.saying.edited import LEFT_OUT
from typed_sts.saying.say import UNSAID
from typed_sts.service.pages.marks import AGREES, DIFFERS, ONE_SIDED, MarkedPair
from typed_sts.service.pages.timeline import date_said, dates_of
from typed_sts.service.pages.verdict import field_of

_LABELS = {
    SERIES: message("Series"),
    VERSION: message("Title"),
    "title": message("Title"),
    "kind": message("Kind"),
}
"""What a chip is headed by the kind of its thing, where that tells more than its type."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing that is told: whether it agrees, of which type, its heading, its words, and its evidence.

    `a` and `b` are what each record says, where a chip says both; `side` is the only record that says it.
    """

    state: str
    type: str
    label: Message
    text: str
    evidence: tuple[int, ...]
    a: str = ""
    b: str = ""
    side: str = ""


def chips(why: Why, marked: MarkedPair, languages: tuple[str, str] = ("", "")) -> list[Chip]:
    """Return what is told of a pair: what the sentence says first, then the lines of the types.

    `languages` are those of both records.
    """
    told = [*(why.statements if why.sentence else ()), *(s for kind in why.types for s in kind.statements)]
    found = {statement.text: _agreeing(statement, why.language, marked, languages) for statement in told}
    others = [chip for kind in why.types if kind.type != GENERAL and (chip := _unshared(kind, why.language, marked))]
    return [*found.values(), *sorted(others, key=lambda chip: chip.state != DIFFERS)]


def in_state(found: Sequence[Chip], state: str) -> list[Chip]:
    """Return the chips in a state."""
    return [chip for chip in found if chip.state == state]


def _agreeing(statement: Statement, language: str, marked: MarkedPair, languages: tuple[str, str]) -> Chip:
    """Return the chip of a statement: the names of what is shared where its sentence has them, else the sentence."""
    sentence = statement.text.casefold()
    names = [_name(thing, sentence, language, languages) for thing in statement.things]
    if statement.relation == Relation.SAME and names and all(names):
        text = ", ".join(dict.fromkeys(names))
    else:
        both = statement.things[0].names if len(statement.things) == 1 else ("", "")
        is_pair = all(name and name.casefold() in sentence for name in both)
        text = " · ".join(dict.fromkeys(both)) if is_pair else statement.text
    return Chip(AGREES, statement.type, _label(statement), text, marked.numbers_of(statement.evidence))


def _name(thing: SharedThing, sentence: str, language: str, languages: tuple[str, str]) -> str:
    """Return the fuller of the names of a thing that its sentence has, as a language says it; "" where it has none."""
    named = sorted(zip(thing.names, languages, strict=True), key=lambda pair: (-len(pair[0]), pair[0]))
    said = (say(Called(thing.concept, name, lang), language) for name, lang in named)
    return next((name for name in said if name and name.casefold() in sentence), "")


def _label(statement: Statement) -> Message:
    kind = statement.things[0].kind if statement.things else ""
    if kind in _LABELS:
        return _LABELS[kind]
    if kind == "words" and (field := field_of(statement)) in FIELD_NAMES:
        return FIELD_NAMES[field]
    return message(group_title(type_of(statement.type).groups[0]))


def _unshared(kind: TypeReasons, language: str, marked: MarkedPair) -> Chip | None:
    """Return the chip of a type in which both differ, or that only one states; None where its line says neither."""
    unsaid = {say(line, language) for line in (UNSAID, LEFT_OUT, NEITHER)}
    row = type_of(kind.type)
    reason = next((reason for reason in kind.reasons if reason.group == row.groups[0]), None)
    if kind.statements or kind.stated == "none" or kind.summary in unsaid or reason is None:
        return None
    label = message(group_title(row.groups[0]))
    numbers = marked.numbers_of(reason.evidence)
    if kind.stated == "both":
        if reason.relation != Relation.DIFFERS or not (row.kinds or row.dated):
            return None
        one, other = _both_dates(reason, language) if row.dated else _both_names(reason)
        text = f"{one} / {other}" if one and other else kind.summary
        return Chip(DIFFERS, kind.type, label, text, numbers, one, other)
    sides = {name for each in reason.evidence for name, span in (("a", each.a), ("b", each.b)) if span}
    return Chip(ONE_SIDED, kind.type, label, kind.summary, numbers, side=sides.pop() if len(sides) == 1 else "")


def _both_dates(reason: Reason, language: str) -> tuple[str, str]:
    one, other = dates_of(reason)
    return (date_said(one, language), date_said(other, language)) if one and other else ("", "")


def _both_names(reason: Reason) -> tuple[str, str]:
    """Return whom each record names, where the words of the reason name both as the records do."""
    found = next((each for each in reason.evidence if each.a and each.b), Evidence(None, None))
    if found.a is None or found.b is None:
        return "", ""
    said = [name_shown(span.text) for span in (found.a, found.b)]
    if not all(name in reason.text for name in said):
        return "", ""
    # "Louis Haghe, after David Roberts" is no name to be turned round
    one, other = (
        shown(span.text) if name[:1].islower() else name for name, span in zip(said, (found.a, found.b), strict=True)
    )
    return one, other
