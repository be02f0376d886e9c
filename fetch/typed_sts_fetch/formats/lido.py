"""LIDO to Items: what museum systems (MuseumPlus, TMS, Axiell, digiCULT) export.

<lido:lido>
  <lido:lidoRecID>, <lido:objectPublishedID>                    the id
  <lido:descriptiveMetadata xml:lang="de">                      the language of all texts in it
    objectWorkType, classification                              dcType
    titleSet/appellationValue                                   dcTitle, the preferred one first
    inscriptions, objectDescriptionSet/descriptiveNoteValue     dcDescription
    repositorySet/repositoryName                                provider
    event         of making: actors dcCreator, dates dcDate     a role that does not make (commissioner): dcContributor
                  of others: actors dcContributor               places dctermsSpatial, periods dctermsTemporal,
                                                                materials and techniques dctermsMedium, of all events
    subject       concepts, actors, events, objects dcSubject   places dctermsSpatial, dates dctermsTemporal
    relatedWork   "is part of"                                  dctermsIsPartOf
  <lido:administrativeMetadata>
    recordInfoLink isShownAt; linkResource preview; rightsResource, rightsWorkSet rights
    recordSource                                                provider, where no repository is named
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from typed_sts_fetch.formats.sources import id_from
from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.formats.xml_stream import LANG, attribute, found, text_at, text_in, texts_at
from typed_sts_fetch.item import Item, web_address

_OF_MAKING = ("lido00007", "lido00012", "lido00224", "300054713", "300404387", "300404450")
"""Production, creation, designing: LIDO's own terms, then those of the AAT."""
_MAKING = re.compile(
    r"produ[ck]|creat|creación|creazione|manufact|fabricat|making|made|design|herstell|entst|anfertig|fertigung|entwurf"
    r"|gestaltung|schöpfung|aufnahme|fotograf|photograph|vervaardig|ontwerp|réalisation|fabrication|esecuzione|ejecución"
    r"|elabora|druck\b|printing|painting|casting|guss",
    re.IGNORECASE,
)
_NOT_MAKING = re.compile(
    r"auftrag|commission|patron\b|mäzen|donor|stifter|dédicat|widmung|dedicat|verleg|publish|éditeur|editor|uitgever"
    r"|besitz|owner|propri|eigentüm|dargestellt|sitter|depicted|opdrachtgever|committente|comitente|sammler|collector",
    re.IGNORECASE,
)
_PART_OF = re.compile(
    r"\bpart of\b|teil von|gehört zu|bestandteil|\bparte d|fait partie|partie de|deel van|\bon osa\b|\bseri[ea]",
    re.IGNORECASE,
)
_PARTS = ("lido00574",)
_OWN_USE = ("europeana:type", "colour", "color", "europeana:project")
"""Classifications that say nothing of the thing."""


def item_from_lido(node: ET.Element, identifier: str = "") -> Item:
    """Return the Item of a LIDO record; raise ValueError when it has no id or says nothing."""
    draft = Draft()
    for part in found(node, "descriptiveMetadata"):
        _described(draft, part)
    page, picture, rights, source = _administered(node)
    own = text_at(node, "lidoRecID") or text_at(node, "objectPublishedID")
    repositories = list(found(node, "descriptiveMetadata//repositoryWrap/repositorySet"))
    current = [
        entry for entry in repositories if attribute(entry, "type").rpartition("/")[2] in ("", "current", "lido00475")
    ]
    holder = next((name for entry in current or repositories if (name := text_at(entry, _HOLDER))), "")
    number = next((text for entry in repositories if (text := text_at(entry, "workID"))), "")
    return draft.item(
        own or identifier or number,
        aliases=(identifier,) if own and identifier and identifier != own else (),
        provider=holder or source,
        isShownAt=page,
        preview=picture,
        rights=rights,
        language=next((part.get(LANG, "") for part in found(node, "descriptiveMetadata")), "").lower(),
    )


_HOLDER = "repositoryName/legalBodyName/appellationValue"


def _described(draft: Draft, part: ET.Element) -> None:
    for kind in found(part, "objectClassificationWrap/objectWorkTypeWrap/objectWorkType"):
        _concept(draft, "dcType", kind)
    for kind in found(part, "objectClassificationWrap/classificationWrap/classification"):
        if attribute(kind, "type") not in _OWN_USE:
            _concept(draft, "dcType", kind)
    titles = list(found(part, "objectIdentificationWrap/titleWrap/titleSet/appellationValue"))
    for title in sorted(titles, key=lambda value: attribute(value, "pref") not in ("", "preferred")):
        draft.add("dcTitle", text_in(title), title.get(LANG, ""))
    for path in (
        "objectIdentificationWrap/objectDescriptionWrap/objectDescriptionSet/descriptiveNoteValue",
        "objectIdentificationWrap/inscriptionsWrap/inscriptions/inscriptionDescription/descriptiveNoteValue",
        "objectIdentificationWrap/inscriptionsWrap/inscriptions/inscriptionTranscription",
        "eventWrap/eventSet/event/eventDescriptionSet/descriptiveNoteValue",
    ):
        for language, text in texts_at(part, path):
            draft.add("dcDescription", text, language)
    for event in found(part, "eventWrap/eventSet/event"):
        _event(draft, event)
    for path in (
        "objectIdentificationWrap/objectMaterialsTechWrap/objectMaterialsTechSet",
        "objectIdentificationWrap/materialsTechWrap/materialsTechSet",
    ):
        for made in found(part, path):
            _materials(draft, made)
    for subject in found(part, "objectRelationWrap/subjectWrap/subjectSet"):
        _subject(draft, subject)
    for work in found(part, "objectRelationWrap/relatedWorksWrap/relatedWorkSet"):
        if _is_whole(work):
            for language, text in _first_of(work, "relatedWork/displayObject", "relatedWork/object/objectNote"):
                ids = [id_from(text_in(known)) for known in found(work, "relatedWork/object/objectID")]
                draft.add("dctermsIsPartOf", text, language, ids)


def _event(draft: Draft, event: ET.Element) -> None:
    kinds = [text_in(term) for term in found(event, "eventType/term")]
    makes = any(known in _OF_MAKING for known in _own_ids(event, "eventType")) or any(
        _MAKING.search(kind) for kind in kinds
    )
    for actor in found(event, "eventActor"):
        named = list(found(actor, "actorInRole"))
        for inner in named:
            roles = [text_in(role) for role in found(inner, "roleActor/term")]
            made_by = makes and not (roles and all(_NOT_MAKING.search(role) for role in roles))
            for one in found(inner, "actor"):
                _actor(
                    draft, "dcCreator" if made_by else "dcContributor", one, text_at(inner, "attributionQualifierActor")
                )
        if not any(True for inner in named for _ in texts_at(inner, "actor/nameActorSet/appellationValue")):
            for language, text in texts_at(actor, "displayActorInRole"):
                draft.add("dcCreator" if makes else "dcContributor", text, language)
    if makes:
        for date in found(event, "eventDate"):
            _date(draft, "dcDate", date)
    for period in found(event, "periodName"):
        _concept(draft, "dctermsTemporal", period)
    for culture in found(event, "culture"):
        _concept(draft, "dcSubject", culture)
    for place in found(event, "eventPlace"):
        _place(draft, place)
    for made in found(event, "eventMaterialsTech"):
        _materials(draft, made)
    for method in found(event, "eventMethod"):
        _concept(draft, "dctermsMedium", method)


def _subject(draft: Draft, subject: ET.Element) -> None:
    n_before = 0
    for inner in found(subject, "subject"):
        for concept in found(inner, "subjectConcept"):
            n_before += _concept(draft, "dcSubject", concept)
        for actor in found(inner, "subjectActor"):
            actors = [_actor(draft, "dcSubject", one) for one in found(actor, "actor")]
            n_before += sum(actors) or _shown(draft, "dcSubject", actor, "displayActor")
        for event in found(inner, "subjectEvent"):
            names = list(texts_at(event, "event/eventName/appellationValue"))
            ids = [id_from(text_in(known), attribute(known, "source")) for known in found(event, "event/eventID")]
            draft.add_names("dcSubject", names, ids)
            n_before += len(names) or _shown(draft, "dcSubject", event, "displayEvent")
        for place in found(inner, "subjectPlace"):
            n_before += _place(draft, place)
        for date in found(inner, "subjectDate"):
            n_before += _date(draft, "dctermsTemporal", date)
        for thing in found(inner, "subjectObject"):
            told = list(_first_of(thing, "displayObject", "object/objectNote"))
            for language, text in told:
                draft.add("dcSubject", text, language)
            n_before += len(told)
    if not n_before:
        _shown(draft, "dcSubject", subject, "displaySubject")


def _concept(draft: Draft, field: str, node: ET.Element) -> bool:
    """Add a concept by its terms; one of LIDO's own schema may stand in a SKOS concept inside."""
    terms = [term for term in found(node, "term") if attribute(term, "addedSearchTerm") != "yes"]
    terms.sort(key=lambda term: attribute(term, "pref") not in ("", "preferred"))
    names = [(term.get(LANG, ""), text_in(term)) for term in terms]
    names += [(label.get(LANG, ""), text_in(label)) for label in found(node, "Concept/prefLabel")]
    ids = [id_from(text_in(known), attribute(known, "source")) for known in found(node, "conceptID")]
    ids += [id_from(attribute(inner, "about")) for inner in found(node, "Concept")]
    draft.add_names(field, names, ids)
    return bool(names)


def _actor(draft: Draft, field: str, actor: ET.Element, qualifier: str = "") -> bool:
    names = list(found(actor, "nameActorSet/appellationValue"))
    names.sort(key=lambda name: attribute(name, "pref") not in ("", "preferred"))
    told = [(name.get(LANG, ""), text_in(name)) for name in names]
    ids = [id_from(text_in(known), attribute(known, "source")) for known in found(actor, "actorID")]
    if told and qualifier:  # "workshop of" is not the master
        told, ids = [(told[0][0], f"{qualifier} {told[0][1]}")], []
    draft.add_names(field, told, ids)
    return bool(told)


def _place(draft: Draft, node: ET.Element) -> bool:
    places = list(found(node, "place"))
    n_named = 0
    for place in places:
        names = list(texts_at(place, "namePlaceSet/appellationValue"))
        ids = [id_from(text_in(known), attribute(known, "source")) for known in found(place, "placeID")]
        draft.add_names("dctermsSpatial", names, ids)
        n_named += len(names)
    return bool(n_named or _shown(draft, "dctermsSpatial", node, "displayPlace"))


def _date(draft: Draft, field: str, node: ET.Element) -> bool:
    if _shown(draft, field, node, "displayDate"):
        return True
    told = False
    for date in found(node, "date"):
        bounds = [text for text in (text_at(date, "earliestDate"), text_at(date, "latestDate")) if text]
        draft.add(field, "/".join(dict.fromkeys(bounds)))
        told = told or bool(bounds)
    return told


def _materials(draft: Draft, node: ET.Element) -> None:
    terms = [_concept(draft, "dctermsMedium", term) for term in found(node, "materialsTech/termMaterialsTech")]
    if not any(terms):
        _shown(draft, "dctermsMedium", node, "displayMaterialsTech")


def _shown(draft: Draft, field: str, node: ET.Element, path: str) -> int:
    texts = list(texts_at(node, path))
    for language, text in texts:
        draft.add(field, text, language)
    return len(texts)


def _first_of(node: ET.Element, *paths: str) -> Iterator[tuple[str, str]]:
    yield from next((texts for path in paths if (texts := list(texts_at(node, path)))), [])


def _is_whole(work: ET.Element) -> bool:
    """Tell whether a related work is one that the record is a part of."""
    kinds = [text_in(term) for term in found(work, "relatedWorkRelType/term")]
    return any(map(_PART_OF.search, kinds)) or any(known in _PARTS for known in _own_ids(work, "relatedWorkRelType"))


def _own_ids(node: ET.Element, path: str) -> Iterator[str]:
    """Yield the ids of a concept of LIDO's own terms, without their address."""
    for known in found(node, f"{path}/conceptID"):
        yield text_in(known).rstrip("/").rpartition("/")[2]
    for known in found(node, f"{path}/Concept"):
        yield attribute(known, "about").rstrip("/").rpartition("/")[2]


def _administered(node: ET.Element) -> tuple[str, str, str, str]:
    """Return the landing page, the picture, the rights and the source of a record."""
    page = next(
        (
            a
            for _, text in texts_at(node, f"{_ADMIN}/recordWrap/recordInfoSet/recordInfoLink")
            if (a := web_address(text))
        ),
        "",
    )
    pictures: list[tuple[bool, str]] = []
    for shown in found(node, f"{_ADMIN}/resourceWrap/resourceSet/resourceRepresentation"):
        small = attribute(shown, "type").lower().endswith(("thumb", "thumbnail", "lido00451"))
        pictures += [
            (not small, address) for _, text in texts_at(shown, "linkResource") if (address := web_address(text))
        ]
    rights = [
        text
        for path in ("resourceWrap/resourceSet/rightsResource/rightsType", "rightsWorkWrap/rightsWorkSet/rightsType")
        for kind in found(node, f"{_ADMIN}/{path}")
        for text in (text_at(kind, "conceptID"), text_at(kind, "term"))
        if text
    ]
    right = next((text for text in rights if web_address(text)), next(iter(rights), ""))
    source = text_at(node, f"{_ADMIN}/recordWrap/recordSource/legalBodyName/appellationValue")
    return page, min(pictures, default=(False, ""), key=lambda found: found[0])[1], right, source


_ADMIN = "administrativeMetadata"
