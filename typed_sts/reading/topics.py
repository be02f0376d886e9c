"""Topics: what kind of thing an item is, and what it is about, as concepts of the knowledge pack.

    "Ölgemälde; Stillleben"     own:oil-painting, own:still-life
    "oil on canvas"             own:oil-on-canvas

Kinds of objects, materials, techniques and subjects (Iconclass) are words of a language, so that a picture in German
and one in Portuguese meet here. They are looked for where a record says what it is, and at the start of what it tells.
"""

from collections.abc import Iterator, Mapping

from typed_sts.domain.span import Span
from typed_sts.knowledge.search import Mention
from typed_sts.reading.document import Document, Entity
from typed_sts.reading.entities.topic_in_text import is_stated, names_thing
from typed_sts.reading.entities.word_in_text import inside_name, inside_word, language_in
from typed_sts.reading.mentions import longest, mentions_in
from typed_sts.reading.stated_ids import value_id
from typed_sts_fetch.item import Item

TOPIC = "TOPIC"
"""The label of topics; no tagger gives it."""
TOPIC_KINDS = frozenset(("object", "material", "technique", "subject"))
_STATED = ("dcType", "dctermsMedium", "dcSubject", "dcTitle")
_OF_IDS = ("dcType", "dctermsMedium", "dcSubject")
"""Fields whose values a record may name by an id of its own."""
_TOLD = "dcDescription"
_MOST_TOLD = 600
"""Characters of a description in which topics are looked for: further on it speaks of other things."""
_EDGES = " .,;:()[]"
_WHAT_IT_IS = frozenset(("object", "material", "technique"))
_WHAT_IT_IS_FIELDS = ("dcType", "dctermsMedium")


def topics(item: Item, languages: Mapping[tuple[str, int], str]) -> Iterator[Entity]:
    """Yield the topics of a record, each where it stands; its normal form is its concept, its role the kind of that."""
    for field in (*_STATED, _TOLD):
        for number, text in enumerate(getattr(item, field)):
            if field in _OF_IDS and (identifier := value_id(item, field, number)):
                yield Entity(Span(field, number, 0, len(text), text), TOPIC, identifier, concept=identifier)
                continue
            part = text[:_MOST_TOLD] if field == _TOLD else text
            language = language_in(part, languages.get((field, number), ""))
            tongues = (language, item.language[:2].lower())
            for mention in longest(mentions_in(part, language)):
                kinds = _WHAT_IT_IS if field == "dctermsMedium" else TOPIC_KINDS  # the oil of a painting is no food
                if mention.kind in kinds and _is_meant(mention, field, part, tongues):
                    span = Span(field, number, mention.start, mention.end, text[mention.start : mention.end])
                    yield Entity(span, TOPIC, mention.concepts[0], role=mention.kind, concept=mention.concepts[0])


def _is_meant(mention: Mention, field: str, text: str, languages: tuple[str, str]) -> bool:
    """Say whether a mention is what its text speaks of: all that a field states, or a thing that its words name.

    The languages are that of the text, and that of the record, which a single word may be of too.
    """
    span, language = (mention.start, mention.end), languages[0]
    stated = is_stated(text[slice(*span)], mention.concepts[0], languages)
    if field in _OF_IDS and _is_whole(mention, text):
        return stated
    if not mention.sure or inside_name(text, span, language) or inside_word(text, span):
        return False
    if field in _WHAT_IT_IS_FIELDS and mention.kind in _WHAT_IT_IS:
        return stated
    return names_thing(text, span, mention.kind, mention.concepts[0], language)


def _is_whole(mention: Mention, text: str) -> bool:
    """Say whether a mention is all of a text."""
    return not text[: mention.start].strip(_EDGES) and not text[mention.end :].strip(_EDGES)


def kinds_of_object(document: Document) -> frozenset[tuple[str, int]]:
    """Return the subjects that are but a kind of object, a material or a technique: not what an item is about."""
    found = set()
    for topic in document.topics:
        mention = topic.mention
        if mention.field == "dcSubject" and topic.role in _WHAT_IT_IS:
            text = document.item.dcSubject[mention.value]
            if not (text[: mention.start] + text[mention.end :]).strip(_EDGES):
                found.add((mention.field, mention.value))
    return frozenset(found)
