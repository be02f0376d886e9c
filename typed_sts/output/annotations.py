"""Spans, concepts and links between items as W3C Web Annotations (https://www.w3.org/TR/annotation-model/).

    linking       an item and a related one: its address, the sentence, the type, the score      one a listed item
    linking       words of the one and the words of the other that answer to them                one a piece of evidence
    identifying   words that name something known: the address of the concept                    one a span
    tagging       words that are marked as a person, a place, a date ...                         one a span

The target of words is a field of an item and the stretch in it:

    target   SpecificResource, source: the item
    `-- selector   FragmentSelector: dc:description, of the item's EDM; schema:position: which of its values, from 1
        `-- refinedBy   TextPositionSelector (Unicode characters, from 0), TextQuoteSelector

The id of an annotation is a name-based UUID of what it links: written again the next night it takes the place of the
one before, whatever the score is then. Nothing tells the time, so that the same input gives the same bytes.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import orjson

from typed_sts import __version__
from typed_sts.domain.span import KnownSpan, Span
from typed_sts.domain.statement import Statement
from typed_sts.knowledge.pack import concept
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.output.lists import Listed, RelatedList
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.authority import address_of, is_known
from typed_sts_fetch.item import Item, web_address

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_EDM = "http://www.europeana.eu/schemas/edm/"
_NAMES = uuid5(NAMESPACE_URL, "typed-sts annotations.v1")
_EUROPEANA_ID = re.compile(r"/\d[0-9A-Za-z_-]{0,99}/(?!\.+$)[^/\s?#%<>\"\\^`{|}\x00-\x20\x7f-\x9f]{1,500}")
_AROUND = 32
"""Characters before and behind a quotation that tell it from another one."""
CREATOR = {"type": "Software", "name": f"typed-sts {__version__}", "schema:softwareVersion": __version__}
Annotation = dict[str, Any]


def annotation_lines(annotations: Iterable[Annotation]) -> Iterator[bytes]:
    """Yield each annotation as a line of JSON that stands for itself."""
    for one in annotations:
        yield orjson.dumps({"@context": CONTEXT} | one, option=orjson.OPT_APPEND_NEWLINE)


def collection_pieces(annotations: Iterable[Annotation]) -> Iterator[bytes]:
    """Yield one JSON-LD document, an AnnotationCollection with its only page in it, an annotation at a time."""
    label = orjson.dumps(f"Annotations by typed-sts {__version__}")
    yield b'{"@context":"%s","type":"AnnotationCollection","label":%s,\n' % (CONTEXT.encode(), label)
    yield b'"first":{"type":"AnnotationPage","startIndex":0,"items":['
    digest = hashlib.sha256()
    count = 0
    for one in annotations:
        yield (b",\n" if count else b"\n") + orjson.dumps(one)
        digest.update(one["id"].encode())
        count += 1
    own = _uuid("collection", digest.hexdigest())
    yield b'\n],"id":"%s","partOf":"%s"},\n' % (_uuid("page", own).encode(), own.encode())
    yield b'"id":"%s","total":%d}\n' % (own.encode(), count)


def annotations_of_lists(lists: Iterable[RelatedList], language: str = ENGLISH) -> Iterator[Annotation]:
    """Yield the links of each item to those listed with it, each followed by those between their words."""
    for one in lists:
        for entry in one.entries:
            yield _link(one.item, entry, language)
            yield from _distinct(_word_links(one.item, entry, language))


def annotations_of_spans(records: Iterable[tuple[Item, Sequence[LabelledSpan]]]) -> Iterator[Annotation]:
    """Yield what is marked in each record."""
    for item, spans in records:
        yield from _distinct(filter(None, (_marked(item, tagged) for tagged in spans)))


# An item, and a stretch of its texts.


def item_address(item: Item) -> str:
    """Return the address of an item.

    That of Europeana for an id of Europeana's form, an id that is an address, the page of its holder; where there is
    none of them, a URN of the id.
    """
    if _EUROPEANA_ID.fullmatch(item.id):
        return f"http://data.europeana.eu/item{item.id}"
    return web_address(item.id) or web_address(item.isShownAt) or _uuid("item", item.id)


def _source(item: Item) -> str | dict[str, str]:
    """Return the address of an item, with its id where the address does not tell it."""
    address = item_address(item)
    told = _EUROPEANA_ID.fullmatch(item.id) or web_address(item.id)
    return address if told else {"id": address, "dc:identifier": item.id}


def property_of(field: str) -> str:
    """Return the property of EDM that a field of ours is: dcTitle is dc:title, dctermsSpatial is dcterms:spatial."""
    prefix = "dcterms" if field.startswith("dcterms") else "dc"
    name = field.removeprefix(prefix)
    return f"{prefix}:{name[:1].lower()}{name[1:]}"


def _stretch(item: Item, span: Span) -> dict[str, Any] | None:
    """Return a stretch of an item's texts as a resource; None where the record no longer says so."""
    values = getattr(item, span.field, ())
    text = values[span.value] if 0 <= span.value < len(values) else ""
    if not span.text or text[span.start : span.end] != span.text:
        return None
    quote = {"type": "TextQuoteSelector", "exact": span.text}
    if before := text[max(span.start - _AROUND, 0) : span.start]:
        quote["prefix"] = before
    if behind := text[span.end : span.end + _AROUND]:
        quote["suffix"] = behind
    selector = {
        "type": "FragmentSelector",
        "conformsTo": _EDM,
        "value": property_of(span.field),
        "schema:position": span.value + 1,
        "refinedBy": [{"type": "TextPositionSelector", "start": span.start, "end": span.end}, quote],
    }
    return {"type": "SpecificResource", "source": _source(item), "selector": selector}


def _place(item: Item, span: Span) -> tuple[object, ...]:
    return (item.id, span.field, span.value, span.start, span.end)


# The annotations.


def _annotation(motivation: str, names: Iterable[object], body: list[dict[str, Any]], target: object) -> Annotation:
    return {
        "id": _uuid(motivation, *names),
        "type": "Annotation",
        "motivation": motivation,
        "creator": CREATOR,
        "body": body,
        "target": target,
    }


def _link(item: Item, entry: Listed, language: str) -> Annotation:
    body: list[dict[str, Any]] = [{"type": "SpecificResource", "source": _source(entry.item), "purpose": "linking"}]
    if entry.sentence:
        body.append(_text(entry.sentence, "describing", language))
    body.append(_text(entry.best, "classifying", ENGLISH))
    if entry.score is not None:
        body.append({"type": "TextualBody", "value": f"{entry.score:.4f}", "purpose": "assessing"})
    return _annotation("linking", (item.id, entry.item.id), body, _source(item))


def _word_links(item: Item, entry: Listed, language: str) -> Iterator[Annotation]:
    for statement in entry.statements:
        for evidence in statement.evidence:
            if evidence.a is None or evidence.b is None:
                continue
            own, other = _stretch(item, evidence.a), _stretch(entry.item, evidence.b)
            if own is None or other is None:
                continue
            body = [other | {"purpose": "linking"}, *_named(statement, evidence.a, evidence.b)]
            body += [_text(statement.text, "describing", language), _text(statement.type, "classifying", ENGLISH)]
            names = (*_place(item, evidence.a), *_place(entry.item, evidence.b))
            yield _annotation("linking", names, body, own)


def _named(statement: Statement, one: Span, other: Span) -> Iterator[dict[str, Any]]:
    """Yield what the words of both records name, where that is known."""
    ids = [span.concept for span in (one, other) if isinstance(span, KnownSpan)]
    ids += [thing.concept for thing in statement.things if set(thing.names) & {one.text, other.text}]
    if len(statement.things) == len(statement.evidence) == 1:
        ids.append(statement.things[0].concept)
    for found in dict.fromkeys(filter(is_resolvable, ids)):
        yield {"type": "SpecificResource", "source": address_of(found), "purpose": "identifying"}


def _marked(item: Item, tagged: LabelledSpan) -> Annotation | None:
    target = _stretch(item, tagged.span)
    if target is None:
        return None
    known = tagged.span.concept if isinstance(tagged.span, KnownSpan) else ""
    body: list[dict[str, Any]] = []
    if is_resolvable(known):
        body.append({"type": "SpecificResource", "source": address_of(known), "purpose": "identifying"})
    elif known and (found := concept(known)):
        name = found.names[0]
        body.append(_text(name.text, "tagging", name.lang if name.lang != "abbr" else ""))
    body.append(_text(tagged.label, "tagging", ENGLISH))
    motivation = "identifying" if is_resolvable(known) else "tagging"
    return _annotation(motivation, (*_place(item, tagged.span), tagged.label), body, target)


def is_resolvable(identifier: str) -> bool:
    """Tell whether an id leads to an address: an authority's does, an address does, the knowledge pack's own do not."""
    return is_known(identifier) or bool(web_address(identifier))


def _text(value: str, purpose: str, language: str) -> dict[str, Any]:
    body = {"type": "TextualBody", "value": value, "purpose": purpose, "format": "text/plain"}
    return body | ({"language": language} if language else {})


def _distinct(annotations: Iterable[Annotation]) -> Iterator[Annotation]:
    seen: set[str] = set()
    for one in annotations:
        if one["id"] not in seen:
            seen.add(one["id"])
            yield one


def _uuid(*names: object) -> str:
    """Return a URN that is the same for the same names."""
    made: UUID = uuid5(_NAMES, "\0".join(map(str, names)))
    return f"urn:uuid:{made}"
