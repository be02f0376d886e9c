"""Linked Art to Items: JSON-LD of CIDOC-CRM as museums publish it (linked.art), by what it is classified as in the AAT.

{"type": "HumanMadeObject", "id": ...                                 the id
 "identified_by": [{"type": "Name", "content": ...}]                  dcTitle; _label where there is none
 "classified_as"    dcType          "made_of"     dctermsMedium       "member_of" "part_of"   dctermsIsPartOf
 "produced_by": {"carried_out_by" dcCreator, "influenced_by" dcContributor, "timespan" dcDate,
                 "took_place_at" dctermsSpatial, "technique" dctermsMedium, "part": [...]}
 "referred_to_by"   dcDescription; statements of material dctermsMedium; credit lines, sizes and provenance: not read
 "about" "represents" "depicts", also of what it "shows" or "carries"     dcSubject, places dctermsSpatial
 "current_keeper" "current_owner" provider   "subject_of" isShownAt   "representation" preview   "subject_to" rights}
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from typed_sts_fetch.authority import short_id
from typed_sts_fetch.formats.json_ld import address_in, contexts, listed, nodes_in, text_of, types_of
from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.item import Item
from typed_sts_fetch.texts import tidy

_WORKS = ("HumanMadeObject", "LinguisticObject", "VisualItem", "DigitalObject", "ManMadeObject")
_PRIMARY, _TERMS_OF_KIND = "aat:300404670", ("aat:300133025", "aat:300435443", "aat:300138191")
_DESCRIPTIONS = frozenset("aat:300435416 aat:300411780 aat:300080091 aat:300435424 aat:300028702".split())
_MATERIALS = frozenset(["aat:300435429", "aat:300435431"])
_OTHER_NOTES = frozenset(
    # sizes, credit lines, rights, provenance, references, citations, exhibitions, positions, notes of the house
    """aat:300435430 aat:300435418 aat:300026687 aat:300435434 aat:300055547 aat:300435417 aat:300435438
    aat:300311705 aat:300055863 aat:300435425 aat:300435446 aat:300435448 aat:300444174 aat:300435437""".split()
)
_LANGUAGES = {
    "aat:300388277": "en",
    "aat:300388344": "de",
    "aat:300388306": "fr",
    "aat:300389311": "es",
    "aat:300388474": "it",
    "aat:300388256": "nl",
    "aat:300389115": "pt",
    "aat:300388693": "la",
}
_KEPT = ("text/html", "application/xhtml+xml", "")


def is_linked_art(node: Mapping[str, Any]) -> bool:
    """Tell whether a JSON object is written in Linked Art."""
    if any("linked.art" in address for _, address in contexts(node)):
        return True
    return text_of(node.get("type")) in _WORKS and not {"identified_by", "produced_by", "_label"}.isdisjoint(node)


def items_from_linked_art(node: Mapping[str, Any]) -> Iterator[Item | ValueError]:
    """Yield the Item of an object, or a ValueError when it is none, or says nothing."""
    try:
        if not set(types_of(node)) & set(_WORKS):
            raise ValueError(
                f"{_id(node)!r:.80} is a {text_of(node.get('type')) or 'thing without type'}, not an object"
            )
        yield _item(node)
    except ValueError as error:
        yield ValueError(f"Linked Art: {error}")


def _item(node: Mapping[str, Any]) -> Item:
    draft = Draft()
    names = [name for name in nodes_in(node.get("identified_by")) if "Name" in types_of(name)]
    for name in sorted(names, key=lambda name: _PRIMARY not in _classes(name)):
        draft.add("dcTitle", _content(name), _language(name))
    if "dcTitle" not in draft:
        draft.add("dcTitle", text_of(node.get("_label")))
    for kind in nodes_in(node.get("classified_as")):
        if _id(kind) not in _TERMS_OF_KIND:
            _add(draft, "dcType", kind)
    for material in nodes_in(node.get("made_of")):
        _add(draft, "dctermsMedium", material)
    for making in chain(nodes_in(node.get("produced_by")), nodes_in(node.get("created_by"))):
        _production(draft, making)
    for statement in nodes_in(node.get("referred_to_by")):
        _statement(draft, statement)
    for key in ("shows", "carries"):
        for content in nodes_in(node.get(key)):
            _subjects(draft, content)
    _subjects(draft, node)
    for key in ("member_of", "part_of"):
        for whole in nodes_in(node.get(key)):
            _add(draft, "dctermsIsPartOf", whole)
    holders = (_names(one) for key in ("current_keeper", "current_owner") for one in nodes_in(node.get(key)))
    rights = (kind for right in nodes_in(node.get("subject_to")) for kind in nodes_in(right.get("classified_as")))
    return draft.item(
        _address(node) or _number(node),
        provider=next((told[0][1] for told in holders if told), ""),
        isShownAt=_page(node),
        preview=_picture(node),
        rights=next((told for kind in rights if (told := _address(kind) or text_of(kind.get("_label")))), ""),
    )


def _production(draft: Draft, making: Mapping[str, Any]) -> None:
    waiting, n_seen = [making], 0
    while waiting and n_seen < 1_000:
        n_seen += 1
        part = waiting.pop(0)
        for key, field in (("carried_out_by", "dcCreator"), ("influenced_by", "dcContributor")):
            for actor in nodes_in(part.get(key)):
                _add(draft, field, actor)
        for place in nodes_in(part.get("took_place_at")):
            _add(draft, "dctermsSpatial", place)
        for technique in nodes_in(part.get("technique")):
            _add(draft, "dctermsMedium", technique)
        for time in nodes_in(part.get("timespan")):
            draft.add("dcDate", _time(time))
        waiting.extend(nodes_in(part.get("part")))


def _statement(draft: Draft, statement: Mapping[str, Any]) -> None:
    classes = _classes(statement)
    if classes & _MATERIALS:
        draft.add("dctermsMedium", _content(statement), _language(statement))
    elif classes & _DESCRIPTIONS or not classes & _OTHER_NOTES:
        draft.add("dcDescription", _content(statement), _language(statement))


def _subjects(draft: Draft, content: Mapping[str, Any]) -> None:
    for key in ("about", "represents", "depicts", "represents_instance_of_type"):
        for thing in nodes_in(content.get(key)):
            _add(draft, "dctermsSpatial" if "Place" in types_of(thing) else "dcSubject", thing)


def _add(draft: Draft, field: str, thing: Mapping[str, Any]) -> None:
    same = [_address(other) for other in nodes_in(thing.get("equivalent"))]
    draft.add_names(field, _names(thing), [known for text in (_address(thing), *same) if (known := short_id(text))])


def _names(thing: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a thing is called: its label first, then its names."""
    names = [name for name in nodes_in(thing.get("identified_by")) if "Name" in types_of(name)]
    names.sort(key=lambda name: _PRIMARY not in _classes(name))
    label = text_of(thing.get("_label"))
    return [("", label)] * bool(label) + [(_language(name), _content(name)) for name in names]


def _time(time: Mapping[str, Any]) -> str:
    """Return a date in words where there are any, else from the first to the last day it may be."""
    if words := next((text for name in nodes_in(time.get("identified_by")) if (text := _content(name))), ""):
        return words
    first = text_of(time.get("begin_of_the_begin")) or text_of(time.get("end_of_the_begin"))
    last = text_of(time.get("end_of_the_end")) or text_of(time.get("begin_of_the_end"))
    return "/".join(dict.fromkeys(text.partition("T")[0] for text in (first, last) if text)) or text_of(
        time.get("_label")
    )


def _content(node: Mapping[str, Any]) -> str:
    return text_of(node.get("content")) or text_of(node.get("value"))


def _language(node: Mapping[str, Any]) -> str:
    return next((code for one in nodes_in(node.get("language")) if (code := _LANGUAGES.get(_id(one), ""))), "")


def _classes(node: Mapping[str, Any]) -> set[str]:
    return {_id(kind) for kind in nodes_in(node.get("classified_as"))}


def _address(node: Mapping[str, Any]) -> str:
    return address_in(dict(node))


def _id(node: Mapping[str, Any]) -> str:
    known = text_of(node.get("id")) or text_of(node.get("@id"))
    return short_id(known) or known


def _number(node: Mapping[str, Any]) -> str:
    numbers = (one for one in nodes_in(node.get("identified_by")) if "Identifier" in types_of(one))
    return tidy(_id(node)) or next((text for one in numbers if (text := _content(one))), "")


def _page(node: Mapping[str, Any]) -> str:
    for document in nodes_in(node.get("subject_of")):
        for digital in chain([document], nodes_in(document.get("digitally_carried_by"))):
            formats = [text_of(kind) for kind in listed(digital.get("format"))] or [""]
            if set(formats) & set(_KEPT) and (address := address_in(digital.get("access_point"))):
                return address
    return address_in(node.get("homepage"))


def _picture(node: Mapping[str, Any]) -> str:
    for shown in nodes_in(node.get("representation")):
        for digital in chain(nodes_in(shown.get("digitally_shown_by")), [shown]):
            if address := address_in(digital.get("access_point")):
                return address
            if "DigitalObject" in types_of(digital) and (address := _address(digital)):
                return address
    return ""
