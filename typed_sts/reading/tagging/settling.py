"""What tagger, knowledge and form say of a record, settled into one set of spans.

    form        a date-time of a machine ("1869-01-01T00:00:00Z") in a date field is one date
    knowledge   a named event or being, a people or a kind of people that the pack is sure of is a span, also where
                the tagger saw none, or only a part of it: "Schlacht bei Waterloo" is one event
    holders, donors and lenders are nobody of the item's, and unmarked
    one string, one reading: what a record calls a place once is not a person in its next sentence

Which kinds are taken on the pack's word alone was measured on annotated records whose sources the tagger had not seen:
those whose spans were right more often than not.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from typed_sts.domain.limits import readable
from typed_sts.domain.span import Span
from typed_sts.knowledge.kinds import EVENTS, PERSONS, PLACES
from typed_sts.knowledge.search import LABEL_OF_KIND, Mention
from typed_sts.reading.entities.linking import link
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.places import is_town_word, resolve
from typed_sts.reading.entities.ships import ship_names
from typed_sts.reading.language import Languages
from typed_sts.reading.mentions import longest, mentions_in
from typed_sts.reading.not_of_item import LeftOut, parts_not_of_item
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.item import Item

_DATE_TIME = re.compile(r"\s*+\d{4}-\d\d-\d\dT[\d:.]++Z?\s*+")
_DATED = ("dcDate", "dctermsCreated")
_TOLD = ("dcTitle", "dcSubject", "dcDescription")
"""Fields in which people, events and peoples are named."""
_OF_SEVERAL_WORDS = frozenset((*EVENTS, *PERSONS)) - {"artist", "scene"}
"""A scene is more than an event: "Saint George and the dragon" names somebody."""
_SINGLE_WORDS = frozenset(("culture", "group"))
_NAMES = frozenset(("PERSON", "PLACE", "MAKER", "CULTURE", "GROUP"))
"""Labels of which one string has one in a record."""
_TELLING = ("dcCreator", "dctermsSpatial")
_Value = tuple[str, int]


def settle(item: Item, tagged: Sequence[LabelledSpan], languages: Languages) -> tuple[LabelledSpan, ...]:
    """Return the spans of a record, in the order of its fields as they came, values and text; none overlap."""
    by_value: dict[_Value, list[LabelledSpan]] = {}
    left_out = LeftOut(parts_not_of_item(item))
    for found in tagged:
        if found.label != "PLACE" and left_out.holds(found.span):
            continue
        by_value.setdefault((found.span.field, found.span.value), []).append(found)
    for field in _DATED:
        for number, text in enumerate(readable(getattr(item, field))):
            if _DATE_TIME.fullmatch(text):
                start, end = len(text) - len(text.lstrip()), len(text.rstrip())
                by_value[field, number] = [LabelledSpan(Span(field, number, start, end, text[start:end]), "DATE")]
    ships_named = _ships(item, languages)
    for field in _TOLD:
        for number, text in enumerate(readable(getattr(item, field))):
            language = languages[field, number]
            told = mentions_in(text, language)
            for label, kinds in _WIDER.items():
                if wide := [one for one in told if one.kind in kinds and " " in text[one.start : one.end]]:
                    by_value[field, number] = _joined(text, by_value.get((field, number), []), wide, label)
            named = tuple([mention for mention in told if mention.kind != "action"])
            known = [mention for mention in longest(named) if _tells(mention, text)]
            if ships_named and (ships := ship_names(text, language, ships_named)):
                known = [one for one in known if not _meets(one.start, one.end, ships)]
                tags = by_value.get((field, number), [])
                by_value[field, number] = [one for one in tags if not _meets(one.span.start, one.span.end, ships)]
            if known:
                by_value[field, number] = _with_known(field, number, text, by_value.get((field, number), []), known)
    order = {field: place for place, field in enumerate(dict.fromkeys([f.span.field for f in tagged]))}
    keys = sorted(by_value, key=lambda key: (order.get(key[0], len(order)), key))
    mended = [_mended(found) for key in keys for found in by_value[key]]
    return _one_reading(_with_ranks(item, mended))


def _ships(item: Item, languages: Languages) -> tuple[str, ...]:
    """Return the first names of ships in a record, each once."""
    named = (
        text[start:end]
        for field in _TOLD
        for number, text in enumerate(readable(getattr(item, field)))
        for start, end in ship_names(text, languages[field, number])
    )
    return tuple(dict.fromkeys(named))[:_MOST_SHIPS]


_MOST_SHIPS = 8


def _meets(start: int, end: int, ships: tuple[tuple[int, int], ...]) -> bool:
    return any(start < last and first < end for first, last in ships)


_VIEW = re.compile(
    r"(?:view|vista|vue|veduta|ansicht|blick|gezicht|zicht|panorama|panorámica|vy|utsikt|widok)s?"
    r"\s(?:of|de|do|da|di|del|della|von|auf|op|van|över|av)\s(?:the\s|la\s|le\s|de\s|el\s|het\s)?+(?=(?-i:[^\W\d_a-zß-ÿ]))",
    re.IGNORECASE,
)
_GIVEN_TOO = frozenset("Florence Sydney Adelaide Virginia Carolina Georgia Israel Jordan Savannah Chelsea".split())
"""Given names that are rather places when they stand alone."""
_TWO_NAMES = re.compile(r"([^\W\d_a-zß-ÿ][\w'’-]++)\s([^\W\d_a-zß-ÿ][a-zß-ÿ]++)")


def _mended(found: LabelledSpan) -> LabelledSpan:
    """Return a place without "View of" before it, and one that has a given and a family name as a person."""
    span = found.span
    if found.label != "PLACE":
        return found
    if view := _VIEW.match(span.text):
        rest = span.text[view.end() :]
        return LabelledSpan(Span(span.field, span.value, span.start + view.end(), span.end, rest), "PLACE")
    names = _TWO_NAMES.fullmatch(span.text)
    given = names is not None and (is_given(names[1].lower()) or names[1] in _GIVEN_TOO)
    if names and given and not is_town_word(names[2]) and not resolve(span.text).known:
        return LabelledSpan(span, "PERSON")
    return found


def _with_ranks(item: Item, tagged: list[LabelledSpan]) -> list[LabelledSpan]:
    """Return the spans, numbered rulers with the rank before them: an emperor Charles V is not the king of France."""
    kept: list[LabelledSpan] = []
    for found in tagged:
        span = found.span
        before = kept[-1] if kept else None
        if (
            before
            and before.label == "GROUP"
            and found.label == "PERSON"
            and _NUMBERED.search(span.text)
            and (before.span.field, before.span.value, before.span.end + 1) == (span.field, span.value, span.start)
        ):
            elided = _ELIDED.match(before.span.text)
            start = before.span.start + (elided.end() if elided else 0)
            whole = getattr(item, span.field)[span.value][start : span.end]
            if link("PERSON", whole) and not link("PERSON", span.text):
                kept[-1] = LabelledSpan(Span(span.field, span.value, start, span.end, whole), "PERSON")
                continue
        kept.append(found)
    return kept


_NUMBERED = re.compile(r" (?:[IVX]++\b|\d{1,2}\.)")


def _tells(mention: Mention, text: str) -> bool:
    if not mention.sure:
        return False
    if mention.kind in _SINGLE_WORDS:
        return True
    return mention.kind in _OF_SEVERAL_WORDS and len(text[mention.start : mention.end].replace("-", " ").split()) > 1


def _with_known(
    field: str, number: int, text: str, tagged: list[LabelledSpan], known: list[Mention]
) -> list[LabelledSpan]:
    """Return the spans of a value with those of the pack, which replace what lies in them, and give way otherwise."""
    kept: list[LabelledSpan] = []
    rest = iter(tagged)
    following = next(rest, None)
    for mention in known:
        while following is not None and following.span.end <= mention.start:
            kept.append(following)
            following = next(rest, None)
        inside: list[LabelledSpan] = []
        while following is not None and following.span.start < mention.end:
            inside.append(following)
            following = next(rest, None)
        before = bool(kept) and kept[-1].span.end > mention.start
        if before or any(_stands(one, mention, text) for one in inside):
            kept += inside
        else:
            span = Span(field, number, mention.start, mention.end, text[mention.start : mention.end])
            kept.append(LabelledSpan(span, LABEL_OF_KIND[mention.kind]))
    if following is not None:
        kept += (following, *rest)
    return kept


def _joined(text: str, tagged: list[LabelledSpan], known: list[Mention], label: str) -> list[LabelledSpan]:
    """Return the spans of a value, those of a label that begin something known as all of it: "Frankfurt am Main"."""
    ends = {mention.start: mention.end for mention in reversed(known)}  # the longest of those that start there
    kept: list[LabelledSpan] = []
    end = 0
    for number, one in enumerate(tagged):
        if one.span.start < end:
            continue
        last = ends.get(one.span.start, 0)
        if one.label == label and last > one.span.end:
            inside = [other for other in tagged[number : number + _MOST_INSIDE] if other.span.start < last]
            if all(other.label == label and other.span.end <= last for other in inside):
                end, whole = last, text[one.span.start : last]
                kept.append(LabelledSpan(Span(one.span.field, one.span.value, one.span.start, last, whole), label))
                continue
        kept.append(one)
    return kept


_WIDER = {"PLACE": frozenset(PLACES), "EVENT": frozenset(("action",))}
_MOST_INSIDE = 8


def _stands(one: LabelledSpan, mention: Mention, text: str) -> bool:
    """Say whether a span is kept beside a name of the pack that it shares words with.

    An article is not one of its words, a name of an event tells more than "signing of" before it, and a place that
    nobody knows is rather the saint of that name.
    """
    start, end = one.span.start, one.span.end
    if start < mention.start and _ELIDED.fullmatch(text, start, mention.start):
        start = mention.start
    if start == mention.start and end == mention.end:
        return not (one.label == "PLACE" and mention.kind in PERSONS and not resolve(one.span.text).known)
    if one.label == "EVENT" and mention.kind in _NAMED_EVENTS and start <= mention.start and end >= mention.end:
        return end > mention.end and not text[mention.end : end].lstrip()[:1].islower()  # "Ersten Weltkrieg verloren"
    return start < mention.start or end > mention.end


_ELIDED = re.compile(r"(?:l|d|dell|all|nell|sull|dall)['’]", re.IGNORECASE)
_NAMED_EVENTS = frozenset(EVENTS) - {"scene"}


def _one_reading(tagged: Sequence[LabelledSpan]) -> tuple[LabelledSpan, ...]:
    """Return the spans, those of one string with the label that most of them have."""
    counts: dict[str, Counter[str]] = {}
    for found in tagged:
        if found.label in _NAMES:
            weight = 2 if found.span.field in _TELLING else 1
            counts.setdefault(found.span.text.casefold(), Counter())[found.label] += weight
    return tuple([LabelledSpan(found.span, _settled(found, counts)) for found in tagged])


def _settled(found: LabelledSpan, counts: Mapping[str, Counter[str]]) -> str:
    labels = counts.get(found.span.text.casefold())
    if found.label not in _NAMES or labels is None or len(labels) == 1:
        return found.label
    (best, most), (_, next_most) = labels.most_common(2)
    return best if most > next_most else found.label
