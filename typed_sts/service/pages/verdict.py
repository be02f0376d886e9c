"""The head of a pair: in what it is alike, by its score, and one sentence that says why.

    Much alike in event and time       from a general score of HIGH_OVERALL on
    Alike in maker                     from the score on from which general likeness is worth showing
    Alike in maker, but in little else  below
    Similar as a whole                 alike, but no single thing is a sentence of its own
    Little in common                   neither

What it is alike in is what the sentence states, and nothing else.
"""

from typed_sts.domain.explanation import Why
from typed_sts.domain.message import Listing, Message, message
from typed_sts.domain.statement import SERIES, VERSION, Statement
from typed_sts.domain.types import GENERAL, HIGH_OVERALL, type_of

_NOUNS = {
    "author": message("maker"),
    "people": message("people"),
    "time": message("time"),
    "location": message("place"),
    "event": message("event"),
    "subject": message("subject"),
    "description": message("description"),
}
_NOUNS_OF_THINGS = {SERIES: message("series"), VERSION: message("title"), "title": message("title")}


def heading(why: Why) -> Message:
    """Return in what a pair is alike, or that it is not."""
    general = why[GENERAL]
    shared = respects(why)
    if general.score is None or general.stated != "both":
        return message("Too little is said to compare them")
    alike = general.score >= type_of(GENERAL).threshold
    if not shared:
        return message("Similar as a whole") if alike else message("Little in common")
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
    return _NOUNS_OF_THINGS.get(kind) or _NOUNS.get(statement.type, message("series"))


def _listed(parts: tuple[Message, ...]) -> Message:
    if len(parts) == 1:
        return parts[0]
    return message("{list} and {last}", list=Listing(parts[:-1], len(parts)), last=parts[-1])


def lead(why: Why) -> str | Message:
    """Return the sentence of a pair, or that there is none."""
    if why.sentence:
        return why.sentence
    if why[GENERAL].stated != "both":
        return message("At least one of the records says next to nothing.")
    return message("Nothing that both records say is telling enough to be a reason.")
