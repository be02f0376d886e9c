"""Dublin Core in XML to Items: oai_dc, qualified Dublin Core, and whatever else holds dc elements.

<oai_dc:dc>
  <dc:title xml:lang="de">      dcTitle       also dcterms:alternative
  <dc:creator>, <dc:contributor>, <dc:subject>, <dc:source>, <dc:type>      the fields of these names
  <dc:description>              dcDescription also dcterms:abstract, tableOfContents
  <dc:date>                     dcDate        also dcterms:issued; dcterms:created is dctermsCreated
  <dc:coverage>                 dctermsTemporal when it names a year, else dctermsSpatial
  <dcterms:spatial>, <dcterms:temporal>     the fields of these names
  <dc:format>                   dctermsMedium, unless it is a media type or an extent; also dcterms:medium
  <dcterms:isPartOf>            dctermsIsPartOf
  <dc:identifier>               the landing page, or a picture; the id, where the record has no other
  <dc:rights>, <dc:language>    rights, language; also dcterms:license; edm:dataProvider is the provider
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable

from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.formats.xml_stream import LANG, attribute, local, text_in
from typed_sts_fetch.item import Item, web_address

FIELDS = {
    "title": "dcTitle",
    "alternative": "dcTitle",
    "creator": "dcCreator",
    "contributor": "dcContributor",
    "subject": "dcSubject",
    "description": "dcDescription",
    "abstract": "dcDescription",
    "tableOfContents": "dcDescription",
    "date": "dcDate",
    "issued": "dcDate",
    "created": "dctermsCreated",
    "source": "dcSource",
    "type": "dcType",
    "spatial": "dctermsSpatial",
    "temporal": "dctermsTemporal",
    "medium": "dctermsMedium",
    "isPartOf": "dctermsIsPartOf",
}
"""Where the texts of an element go, in any syntax of Dublin Core; coverage and format have rules of their own."""
_NAMESPACES = ("http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/", "http://purl.org/dc/elements/1.0/")
_YEAR = re.compile(r"\d{3}|\b(?:century|Jh|siècle|siglo|secolo|eeuw)\b", re.IGNORECASE)
_PICTURE = re.compile(r"https?://[^\s?#]+\.(?:jpe?g|png|gif|webp|tiff?)(?:[?#]\S*)?", re.IGNORECASE)


def is_dublin_core(node: ET.Element) -> bool:
    """Tell whether an element holds Dublin Core: by its name, or by the namespace of what is in it."""
    name = local(node.tag)
    return name in ("dc", "qualifieddc", "simpledc") or any(_is_dc(child.tag) for child in node)


def item_from_dublin_core(node: ET.Element, identifier: str = "") -> Item:
    """Return the Item of a Dublin Core record; raise ValueError when it says nothing. The id is that of its header."""
    draft = Draft()
    identifiers, rights, languages, providers = [], [], [], []
    for child in node:
        name, text, language = local(child.tag), text_in(child), child.get(LANG, "")
        address = attribute(child, "resource")
        if field := field_of(name, text):
            draft.add(field, text or address, language)
        elif name == "identifier":
            identifiers.append(text or address)
        elif name in ("rights", "license", "accessRights"):
            rights.append(text or address)
        elif name == "language":
            languages.append(text)
        elif name in ("dataProvider", "provider"):
            providers.append(text)
    page, picture = links_in(identifiers)
    return draft.item(
        identifier or first_id(identifiers),
        provider=next(iter(providers), ""),
        isShownAt=page,
        preview=picture,
        rights=stated_rights(rights),
        language=languages[0] if len(set(languages)) == 1 else "",
    )


def field_of(name: str, text: str) -> str:
    """Return the field into which a text of a Dublin Core element goes; "" for none."""
    if name == "coverage":
        return "dctermsTemporal" if _YEAR.search(text) else "dctermsSpatial"
    if name == "format":  # "image/jpeg" and "32 x 41 cm" are no material
        return "" if re.search(r"\d|^\w+/[\w.+-]+$", text) else "dctermsMedium"
    return FIELDS.get(name, "")


def links_in(identifiers: Iterable[str]) -> tuple[str, str]:
    """Return the landing page and the picture among the identifiers of a record; "" for what is not there."""
    addresses = [address for text in identifiers if (address := web_address(text))]
    pictures = [address for address in addresses if _PICTURE.fullmatch(address)]
    return next((address for address in addresses if address not in pictures), ""), next(iter(pictures), "")


def first_id(identifiers: Iterable[str]) -> str:
    """Return the identifier a record is best known by: one that is no address, else the first."""
    known = [text for text in identifiers if text]
    return next((text for text in known if not web_address(text)), next(iter(known), ""))


def stated_rights(rights: Iterable[str]) -> str:
    """Return the rights: an address, if one is among them, else the first words."""
    known = [text for text in rights if text]
    return next((text for text in known if web_address(text)), next(iter(known), ""))


def _is_dc(tag: str) -> bool:
    return tag[1:].startswith(_NAMESPACES)
