"""What is said once an editor has had the last word: statements hidden, things left out, sentences replaced.

Scores and points stay as they are: only what is told to people changes. New names of concepts are put in where
messages are worded (typed_sts.messages.wording).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from typed_sts.domain.message import Beside, Called, Listing, Message, Part, Quoted, message
from typed_sts.domain.overrides import ANYTHING, Overrides
from typed_sts.domain.span import Evidence, KnownSpan, Span
from typed_sts.explaining.finding import Finding
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.knowledge.pack import of_knowledge
from typed_sts.reading.overrides import in_use
from typed_sts.reading.overrides_file import name_key
from typed_sts.saying.candidate import Candidate
from typed_sts.task_files.pairs import names_of
from typed_sts_fetch.item import Item

LEFT_OUT = message("left out by the editor")


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """What an editor has decided about a pair: what is not said of it, and what is said instead."""

    unsaid: frozenset[str]
    """Types, kinds of things, concepts and names; ANYTHING for all."""
    hidden: frozenset[str]
    """Concepts and names that are not told of anywhere."""
    names_of_hidden: frozenset[str]
    """What hidden concepts are called in any language: names that records write without saying whom they mean."""
    sentence: str | None

    def allows(self, candidate: Candidate) -> bool:
        """Say whether a statement may be made, but for the things it names."""
        return not self.leaves_out(candidate.type) and self.unsaid.isdisjoint(t.kind for t in candidate.things)

    def leaves_out(self, type_name: str) -> bool:
        """Say whether nothing is said of a type."""
        return ANYTHING in self.unsaid or type_name in self.unsaid

    def hides(self, concept: str, *names: str) -> bool:
        """Say whether a thing is not to be named, by its id or a name; one that is not known also by their names."""
        if not self.changes_things:
            return False
        keys = {concept, *map(name_key, names)}
        if not (self.unsaid.isdisjoint(keys) and self.hidden.isdisjoint(keys)):
            return True
        return not concept and not self.names_of_hidden.isdisjoint(keys)

    @property
    def changes_things(self) -> bool:
        """Whether anything may have to be left out of what is said."""
        return bool(self.unsaid or self.hidden)


def edit_of(left: Item, right: Item, language: str = "") -> Edit:
    """Return what an editor has decided about two items; sentences in that language."""
    overrides = in_use()
    ours, theirs = names_of(left), names_of(right)
    unsaid = overrides.unsaid(ours, theirs)
    if overrides.hides_pair(ours, theirs):
        unsaid |= {ANYTHING}
    sentence = overrides.sentence(ours, theirs, language)
    return Edit(unsaid, overrides.hidden_concepts, _names_of_hidden(overrides), sentence)


@of_knowledge
@lru_cache(maxsize=4)
def _names_of_hidden(overrides: Overrides) -> frozenset[str]:
    found = (known_concept(each) for each in overrides.hidden_concepts)
    return frozenset(name_key(name.text) for known in found if known for name in known.names)


def edited(candidates: Iterable[Candidate], left: Item, right: Item) -> list[Candidate]:
    """Return what may still be said of two items."""
    edit = edit_of(left, right)
    found = (_without_hidden(candidate, edit) for candidate in candidates if edit.allows(candidate))
    return [candidate for candidate in found if candidate is not None]


def _without_hidden(candidate: Candidate, edit: Edit) -> Candidate | None:
    """Return a candidate without the things that are hidden; None when nothing is left of it."""
    if not edit.changes_things:
        return candidate
    things = tuple(thing for thing in candidate.things if not edit.hides(thing.concept, *thing.names))
    text = _message(candidate.text, edit)
    also = _message(candidate.also, edit) if candidate.also else None
    if not things or text is None or (candidate.also and also is None):
        return None
    if things == candidate.things and text == candidate.text:
        return candidate
    return replace(candidate, things=things, text=text, also=also, evidence=_evidence(candidate.evidence, edit))


def edited_finding(found: Finding, edit: Edit) -> Finding:
    """Return what comparing gave, without words about what is hidden: the points of it stay."""
    text = _message(found.text, edit) if edit.changes_things else found.text
    if text == found.text:
        return found
    values = tuple(value for value in found.values if not edit.hides(value, value))
    text = text or LEFT_OUT
    return replace(found, values=values, text=text, short=text, evidence=_evidence(found.evidence, edit))


# Messages without things.


def _message(text: Message, edit: Edit) -> Message | None:
    """Return a message whose lists lack what is hidden; None when it speaks of nothing else."""
    values: list[tuple[str, Part]] = []
    for name, value in text.values:
        kept = _part(value, edit)
        if kept is None:
            return None
        values.append((name, kept))
    if tuple(values) == text.values:
        return text
    if text.count is None:
        return replace(text, values=tuple(values))
    count = max((len(value.parts) for _, value in values if isinstance(value, Listing)), default=text.count)
    return replace(text, count=count, values=tuple((n, count if n == "count" else v) for n, v in values))


def _part(part: Part, edit: Edit) -> Part | None:
    """Return a part of a message without what is hidden; None when nothing is left."""
    match part:
        case Called():
            return None if edit.hides(part.concept, part.text) else part
        case Quoted():
            return None if edit.hides("", part.text) else part
        case Listing():
            kept = tuple(each for each in (_part(one, edit) for one in part.parts) if each is not None)
            return replace(part, parts=kept) if kept or not part.parts else None
        case Beside():
            return part if all(_part(one, edit) == one for one in part.parts) else None
        case Message():
            return _message(part, edit)
        case str():
            return None if edit.hides("", part) else part
        case _:
            return part


def _evidence(evidence: tuple[Evidence, ...], edit: Edit) -> tuple[Evidence, ...]:
    return tuple(place for place in evidence if not (_is_hidden(place.a, edit) or _is_hidden(place.b, edit)))


def _is_hidden(span: Span | None, edit: Edit) -> bool:
    return span is not None and edit.hides(span.concept if isinstance(span, KnownSpan) else "", span.text)
