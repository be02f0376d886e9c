"""What both records are about: subjects that both state, in whatever language, and telling words of titles and texts.

Kinds of objects, materials and techniques are no subjects: they are said in a phrase with where and when. Peoples,
faiths and kinds of people are none of a sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from typed_sts.domain.message import Called, Listing, Message, counted, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import SharedThing
from typed_sts.explaining.finding import Side, paired, shown
from typed_sts.explaining.word_evidence import Run, common_runs
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.knowledge.pack import named
from typed_sts.reading.document import Entity
from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.name_titles import rank_of
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts.reading.entities.people_kinds import read_group
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.headings import is_common, is_kind, is_one_thing
from typed_sts_index.stopwords import STOP_WORDS

_WHAT_IT_IS = frozenset(("object", "technique"))
_ABOUT = ("dcSubject", "dcTitle")
_STATES_KIND = ("dcType", "dctermsMedium", "dcSubject")
_MOST = 3
_TELLING_RUN = 9.0
"""The idf of all words of a run from which on it is worth quoting."""
_FEWEST_QUOTED = 3
"""Words of a run of both descriptions that is worth quoting, and letters of a description that is worth comparing."""
_SHORT = 40
_TELLING_TITLE = 7.0
"""... and of one that is all that one of two titles says, but for its number."""
_TELLING_WORD_ALONE = 8.0
_TELLING_WORD = 4.5
"""The idf of the rarest word of a run of both titles that is worth quoting."""
_LABEL = re.compile(r"[:_]|\.\w|[.!?]\s")
"""In words that are a heading of the provider's, the name of a file, or of two sentences."""
_RARE_SUBJECT = 3.5
"""How rare a subject is that is worth a sentence: what one record in thirty is about is not."""
_CLASS = re.compile(r"\d{2,}[\d.:/+-]*\s+[^\W\d_]")
"""A class of a library or of instruments: "890 Literatures of other languages", "321.322-7 Necked box lutes"."""
_RARE_KIND = 3.0
"""How rare a kind of object is that is worth a line: one that one record in twenty is of."""
_SEVERAL = 3
_LEAST = 2.0
"""Records of one subject among others are rated from here."""
_NAMED = frozenset(("PERSON", "MAKER", "PLACE", "EVENT", "GROUP", "CULTURE"))


def subjects(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield what both records state as their subject, the rarest first, as one.

    What many records of a holder state tells nothing alone; three such things together do.
    """
    found = sorted(_subjects(left, right), key=lambda each: (-each.rarity, each.called.text))
    if not found:
        return
    telling = [each for each in found if each.rarity >= _RARE_SUBJECT and not each.common]
    count = len({fold(each.called.text) for each in found})
    is_trivial = not telling and count < _SEVERAL
    found = telling or found
    names = Listing(tuple(each.called for each in found))
    count = len({fold(each.called.text) for each in found})
    yield Candidate(
        type="subject",
        relation=str(Relation.SAME),
        text=counted("Same subject: {names}", "Same subjects: {names}", count, names=names),
        things=tuple(each.thing for each in found[:_MOST]),
        sure=0.92,
        evidence=tuple(each.evidence for each in found[:_MOST]),
        weight=0.7,
        rarity=found[0].rarity,
        trivial=is_trivial,
        least=_LEAST,
    )


@dataclass(frozen=True, slots=True)
class _Subject:
    """A subject of both records; `common` where it is a heading that many records of a holder have."""

    called: Called
    thing: SharedThing
    rarity: float
    evidence: Evidence
    common: bool


def _subjects(left: Side, right: Side) -> Iterator[_Subject]:
    said: set[str] = set()
    theirs = {fold(span.text): span for span in reversed(tuple(_values(right)))}
    for span in _values(left):
        other = theirs.get(fold(span.text))
        if other is None or fold(span.text) in said:
            continue
        said.add(fold(span.text))
        rarity = max((left.rarity("subject", term) for term in _terms(left, span)), default=0.0)
        concept = _concept_of(left, span)
        thing = SharedThing("subject", concept, (_plain(span.text), _plain(other.text)))
        called = _called(concept, thing.names, left, right)
        common = is_common(span.text, left, right) or _CLASS.match(span.text) is not None
        yield _Subject(called, thing, rarity, Evidence(span, other), common)
    for one, its in _same_topics(left, right, frozenset(("subject", ""))):
        known = known_concept(one.concept)
        text = one.mention.text
        if fold(text) in said or known is None or _is_people(text) or is_kind(text, left.document.language):
            continue
        if not is_one_thing(known, (left, one), (right, its)):
            continue
        said.add(fold(one.mention.text))
        rarity = max(left.rarity("topics", one.key), right.rarity("topics", one.key))
        thing = SharedThing("subject", one.concept, (shown(one.mention.text), shown(its.mention.text)))
        called = _called(one.concept, thing.names, left, right)
        common = is_common(text, left, right) or is_common(its.mention.text, left, right)
        yield _Subject(called, thing, rarity, Evidence(one.mention, its.mention), common)


def _called(concept: str, names: tuple[str, ...], left: Side, right: Side) -> Called:
    """Return the fuller of what both records call a subject, the same from both sides."""
    languages = (left.document.language, right.document.language)
    text, language = min(
        zip(names, languages, strict=True), key=lambda each: (-len(each[0]), each[0].swapcase(), each[1])
    )
    return Called(concept, text, language)


def _values(side: Side) -> Iterator[Span]:
    """Yield the subjects a record states that are no materials, no people and nothing that is not known."""
    named = _names_in(side) | {fold(years.mention.text) for years in side.document.years}
    item = side.document.item
    matter = set(_WORD.findall(fold(" ".join((*item.dctermsMedium, *item.dcType)))))
    for number, text in enumerate(side.document.item.dcSubject):
        if (
            len(text) <= 120
            and _LETTERS.search(text)
            and not is_no_value("dcSubject", text)
            and not _is_people(text)
            and not is_kind(text, side.document.language)
        ):
            span = Span("dcSubject", number, 0, len(text), text)
            if fold(text) not in named and not set(_WORD.findall(fold(text))) <= matter:  # said as what it is
                if not _is_name(side, span):
                    yield span


def _is_name(side: Side, span: Span) -> bool:
    """Say whether a subject is but somebody or a place, with a note behind: "Carbutt, John (1832-1905)"."""
    plain = len(span.text.split("(")[0].strip())
    return any(
        entity.label in _NAMED
        and not entity.mention.text.islower()
        and (entity.mention.field, entity.mention.value) == (span.field, span.value)
        and 2 * (entity.mention.end - entity.mention.start) > plain
        for entity in side.document.entities
    )


def _names_in(side: Side) -> set[str]:
    """Return the folded names of all that a record names: they are said as what they are."""
    named = (entity.mention.text for entity in side.document.entities if entity.label in _NAMED)
    return {fold(text) for text in named if not text.islower()}


_NOTATION = re.compile(r"\A\d[\d.:/()-]*\s+(?=[^\W\d_])")


def _plain(text: str) -> str:
    """Return a subject without what sorts it: a number before it, what it stands under, further ones after it."""
    first = re.split(r";|\s--\s", text)[0]
    return shown(_NOTATION.sub("", first.split(" > ")[-1]).strip(" .,"))


def _is_people(text: str) -> bool:
    """Say whether a text is a people, a faith or a kind of people."""
    if find_culture(text) is not None or read_group(text).kind:
        return True
    return any(known.kind in ("group", "culture") for known in named(text)[:1])


def _terms(side: Side, span: Span) -> tuple[str, ...]:
    for words in side.document.words:
        if (words.field, words.value) == (span.field, span.value):
            return words.terms
    return ()


def _concept_of(side: Side, span: Span) -> str:
    """Return the concept of a subject, where the whole of it names one."""
    for entity in (*side.document.topics, *side.document.entities):
        if entity.mention == span and entity.concept:
            return entity.concept
    return ""


def _same_topics(left: Side, right: Side, roles: frozenset[str]) -> Iterator[tuple[Entity, Entity]]:
    theirs = {topic.key: topic for topic in reversed(right.document.topics) if topic.mention.field in _ABOUT}
    for topic in left.document.topics:
        if topic.mention.field in _ABOUT and topic.role in roles and (other := theirs.get(topic.key)):
            yield topic, other


def kinds(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the rarest kind of object or technique that both are, which is part of a phrase and no sentence."""
    theirs = {topic.key: topic for topic in reversed(right.document.topics) if topic.role in _WHAT_IT_IS}
    same = [
        (topic, theirs[topic.key])
        for topic in left.document.topics
        if topic.role in _WHAT_IT_IS and topic.key in theirs
    ]
    sides = (left, right)
    same = [pair for pair in same if all(_names_a_kind(each, side) for each, side in zip(pair, sides, strict=True))]
    if not same:
        return
    one, other = max(same, key=lambda pair: (_says_what_it_is(pair), left.rarity("topics", pair[0].key), pair[0].key))
    names = (shown(one.mention.text), shown(other.mention.text))
    called = _called(one.concept, names, left, right)
    common = is_common(one.mention.text, left, right) or is_common(other.mention.text, left, right)
    rarity = 0.0 if common else left.rarity("topics", one.key)
    yield Candidate(
        type="subject",
        relation=str(Relation.SAME),
        text=message("Of the same kind: {name}", name=called),
        things=(SharedThing("kind", one.concept, names),),
        sure=0.92,
        evidence=(Evidence(one.mention, other.mention),),
        weight=0.35,
        rarity=rarity,
        trivial=True,
        part="kind",
        in_line=all(entity.mention.field in _STATES_KIND for entity in (one, other)) and rarity >= _RARE_KIND,
        least=_LEAST,
    )


def _names_a_kind(topic: Entity, side: Side) -> bool:
    """Say whether a kind stands where it is one: not in a text, nor in a class: "321.322 Necked box lutes"."""
    value = getattr(side.document.item, topic.mention.field)[topic.mention.value]
    return topic.mention.field != "dcDescription" and not _CLASS.match(value)


def _says_what_it_is(pair: tuple[Entity, Entity]) -> bool:
    """Say whether both records name a kind where they say what the item is, and not what it shows."""
    return all(entity.mention.field in ("dcType", "dctermsMedium") for entity in pair)


def words(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield telling words of both titles, and long runs of both descriptions."""
    for run in common_runs(left, right, ("dcTitle",))[:1]:
        quoted = run.left[0].text
        is_whole = any(
            map(_is_whole_title, (*run.left, *run.right), (left,) * len(run.left) + (right,) * len(run.right))
        )
        least = _TELLING_TITLE if is_whole else _TELLING_WORD_ALONE if len(run.terms) == 1 else _TELLING_RUN
        is_little = len(run.terms) == 1 and (
            _is_people(quoted) or _is_little(quoted) or is_kind(quoted, left.document.language)
        )
        rarest = max(max(left.idf(term), right.idf(term)) for term in run.terms)
        if (
            _reads_alike(run)
            and run.weight >= least
            and rarest >= _TELLING_WORD
            and not is_little
            and fold(quoted) not in _names_in(left)
            and not is_common(quoted, left, right)
        ):
            yield _quoted("subject", run, message("In both titles: {words}", words=run.shown()), 0.6)
    runs = [run for run in common_runs(left, right, ("dcDescription",)) if _is_worth_quoting(run)]
    if runs:
        text = message("In both descriptions: {words}", words=Listing(tuple(run.shown() for run in runs)))
        yield replace(_quoted("description", runs[0], text, 0.35), trivial=True)


def _is_whole_title(span: Span, side: Side) -> bool:
    """Say whether words are a title but for its number."""
    ours, whole = (
        _WORDS_ONLY.findall(text) for text in (span.text, getattr(side.document.item, span.field)[span.value])
    )
    return ours == whole


def _is_little(word: str) -> bool:
    """Say whether a word tells nothing alone: a short one, a rank, a given name, one that names nothing."""
    if len(word) < _LEAST_LETTERS or rank_of((fold(word),)) or is_given(fold(word)):
        return True
    if word.islower() and not named(word):  # "addressing"
        return True
    return any(word.lower() in words for words in STOP_WORDS.values())


_LEAST_LETTERS = 5


def same_descriptions(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield that both descriptions are the same, or nearly so."""
    ours, theirs = (tuple(_whole_descriptions(side)) for side in (left, right))
    is_short = sum(len(span.text) for span in ours) < _SHORT
    if ours and not is_short and [fold(span.text) for span in ours] == [fold(span.text) for span in theirs]:
        yield Candidate(
            type="description",
            relation=str(Relation.SAME),
            text=message("The same description"),
            things=(SharedThing("words", "", (shown(ours[0].text), shown(theirs[0].text))),),
            sure=0.98,
            evidence=paired(ours, theirs, 2),
            weight=0.5,
            rarity=7.0,
            trivial=True,
        )
    elif ours and theirs and _are_alike(left, right):
        yield Candidate(
            type="description",
            relation=str(Relation.OVERLAPS),
            text=message("The descriptions are much alike"),
            things=(SharedThing("words", "", (shown(ours[0].text), shown(theirs[0].text))),),
            sure=0.95,
            evidence=paired(ours, theirs, 2),
            weight=0.4,
            rarity=7.0,
            trivial=True,
        )


def _are_alike(left: Side, right: Side) -> bool:
    """Say whether most of what either description says, each word by how rare it is, stands in the other too."""
    ours, theirs = _described(left), _described(right)
    if min(len(ours), len(theirs)) < _FEWEST_ALIKE:
        return False
    shared = sum(min(ours[term], theirs[term]) for term in ours.keys() & theirs.keys())
    return shared >= _ALIKE * max(sum(ours.values()), sum(theirs.values()))


def _described(side: Side) -> dict[str, float]:
    """Return the terms of the descriptions of a record with how rare each is."""
    return {
        term: side.idf(term) for words in side.document.words if words.field == "dcDescription" for term in words.terms
    }


_FEWEST_ALIKE = 8
"""Different terms of a description that can be alike."""
_ALIKE = 0.6
"""The share of both that they have in common."""


def _whole_descriptions(side: Side) -> Iterator[Span]:
    for number, text in enumerate(side.document.item.dcDescription[:5]):
        if not is_no_value("dcDescription", text):
            yield Span("dcDescription", number, 0, min(len(text), 5_000), text[:5_000])


def _is_worth_quoting(run: Run) -> bool:
    """Say whether words of a description tell something: no names of files, no numbers."""
    text = run.left[0].text
    return (
        _reads_alike(run)
        and len(run.terms) >= _FEWEST_QUOTED
        and run.weight >= _TELLING_RUN
        and sum(map(str.isdigit, text)) * 3 < len(text)
        and not _LABEL.search(text)
    )


def _reads_alike(run: Run) -> bool:
    """Say whether both records write a run the same: not "2 pfennig" and "10 pfennig", whose numbers are no terms."""
    ours, theirs = (_WORD.findall(fold(places[0].text)) for places in (run.left, run.right))
    return ours == theirs


_WORD = re.compile(r"\w+")
_WORDS_ONLY = re.compile(r"[^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]{3}")


def _quoted(type_name: str, run: Run, text: Message, weight: float) -> Candidate:
    return Candidate(
        type=type_name,
        relation=str(Relation.OVERLAPS),
        text=text,
        things=(SharedThing("words", "", (shown(run.left[0].text), shown(run.right[0].text))),),
        sure=0.95,
        evidence=paired(run.left, run.right, 2),
        weight=weight,
        rarity=min(run.weight / 2, 7.0),
    )
