"""The head of a pair: in what it is alike, by its score, and one sentence that says why.

    Much alike in event and time        from a general score of HIGH_OVERALL on
    Alike in maker                      from the score on from which general likeness is worth showing
    Alike in maker, but in little else  below
    Similar as a whole                  as alike, but nothing is a sentence of its own
    Some likeness, but no clear reason  more than usual
    Little in common                    less

What it is alike in is what the sentence states, and nothing else. Where there is none, the sentence is what the lines
of makers and people say with a proviso ("perhaps both name Augustus"), or that there is no reason.
"""

from typed_sts.domain.explanation import Why
from typed_sts.domain.message import Listing, Message, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.statement import SERIES, VERSION, Statement
from typed_sts.domain.types import GENERAL, HIGH_OVERALL, type_of
from typed_sts.messages.wording import say
from typed_sts.saying.edited import LEFT_OUT

_NOUNS = {
    "author": message("maker"),
    "people": message("people"),
    "time": message("time"),
    "location": message("place"),
    "event": message("event"),
    "subject": message("subject"),
    "description": message("description"),
}
_NOUNS_OF_THINGS = {
    SERIES: message("series"),
    VERSION: message("title"),
    "title": message("title"),
    "kind": message("kind"),
}
_NOUNS_OF_FIELDS = {"dcTitle": message("title"), "dcDescription": message("description")}


def heading(why: Why) -> Message:
    """Return in what a pair is alike, or that it is not."""
    general = why[GENERAL]
    shared = respects(why)
    if general.score is None or general.stated != "both":
        return message("Too little is said to compare them")
    row = type_of(GENERAL)
    alike = general.score >= row.threshold
    if not shared and alike:
        return message("Similar as a whole")
    if not shared:
        is_likely = general.score >= row.usual
        return message("Some likeness, but no clear reason") if is_likely else message("Little in common")
    listed = _listed(shared)
    if not alike:
        return message("Alike in {respects}, but in little else", respects=listed)
    if general.score >= HIGH_OVERALL:
        return message("Much alike in {respects}", respects=listed)
    return message("Alike in {respects}", respects=listed)


def respects(why: Why) -> tuple[Message, ...]:
    """Return what the sentence of a pair says to be shared, in its order; nothing where there is no sentence."""
    if not why.sentence:
        return ()
    return tuple(dict.fromkeys(_noun(statement) for statement in why.statements))


def _noun(statement: Statement) -> Message:
    kind = statement.things[0].kind if statement.things else ""
    field = field_of(statement) if kind == "words" else ""
    return _NOUNS_OF_THINGS.get(kind) or _NOUNS_OF_FIELDS.get(field) or _NOUNS.get(statement.type, message("series"))


def field_of(statement: Statement) -> str:
    """Return the field that a statement finds its things in, in both records; "" where there are several."""
    fields = {span.field for each in statement.evidence for span in (each.a, each.b) if span}
    return fields.pop() if len(fields) == 1 else ""


def _listed(parts: tuple[Message, ...]) -> Message:
    if len(parts) == 1:
        return parts[0]
    return message("{list} and {last}", list=Listing(parts[:-1], len(parts)), last=parts[-1])


def lead(why: Why) -> str | Message:
    """Return the sentence of a pair; failing that what may be shared, or that there is no reason."""
    if why.sentence:
        return why.sentence
    if why[GENERAL].stated != "both":
        return message("At least one of the records says next to nothing.")
    if why[GENERAL].summary == say(LEFT_OUT, why.language):
        return message("No reason is given.")
    found = (_proviso(why, kind) for kind in ("author", "people"))
    return next(filter(None, found), message("Nothing that both records say is telling enough to be a reason."))


def _proviso(why: Why, name: str) -> str:
    """Return what a type says may be shared, or is the same in another role; nothing where it says neither."""
    kind = why[name]
    reason = next((reason for reason in kind.reasons if reason.group == type_of(name).groups[0]), None)
    left_out = say(LEFT_OUT, why.language)
    if reason is None or kind.stated != "both" or left_out in (kind.summary, reason.text):
        return ""
    is_hedged = reason.relation == Relation.PERHAPS or (name == "author" and reason.relation == Relation.NEAR)
    return f"{reason.text[:1].upper()}{reason.text[1:]}." if is_hedged else ""
