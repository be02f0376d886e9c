"""MARCXML to Items: what library systems (Koha, Alma, Aleph, K10plus) export.

<record>
  001, 003                 the id, "003:001"             008, 041   language
  245, 246, 240            dcTitle                       852        provider
  100 110 111              dcCreator, with $d in brackets, unless $e or $4 says otherwise
  700 710 711              dcContributor, unless $e or $4 says that they made it; of another work ($t): not read
  260 264                  $c dcDate, $a dctermsSpatial  046        dcDate, where no other is given; else 008
  300 $b, 340 $a           dctermsMedium                 655 380    dcType, else 336
  490 800-830 773          dctermsIsPartOf
  500 505 520 545 ...      dcDescription
  600-651 689              dcSubject, places dctermsSpatial, times (648) dctermsTemporal; ids in $0 and $1
  856                      isShownAt, preview            540 506    rights
880 in another script is read as the field that it stands for.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from typed_sts_fetch.formats.dublin_core import links_in, stated_rights
from typed_sts_fetch.formats.sources import id_from
from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.formats.xml_stream import attribute, local
from typed_sts_fetch.item import Item
from typed_sts_fetch.texts import tidy

_MAKES = re.compile(
    r"\b(?:author|artist|aut|art|artist|painter|photograph|pht|engrav|egr|etch|etr|lithograph|ltg|sculpt|scl|architect|arc"
    r"|cartograph|ctg|compos|cmp|illustrat|ill|design|dsr|creator|cre|maker|draughts|drm|printmaker|prm|drawer|calligraph"
    r"|verfasser|künstler|maler|fotograf|stecher|radier|bildhauer|komponist|zeichner|urheber|auteur|peintre|graveur"
    r"|autor|pintor|grabador|fotógrafo|autore|pittore|incisore|schilder|kunstenaar|tekenaar|ivr)",
    re.IGNORECASE,
)
_NOTES = tuple("500 501 504 505 508 511 518 520 545 562 563 585".split())
_PARTS = ("490", "440", "800", "810", "811", "830", "773")
_SUBJECTS = ("600", "610", "611", "630", "647", "650", "653", "654", "689")
_UNSORTED = re.compile("[\x88\x89\x98\x9c¬]|<<|>>")
_ENDS = re.compile(r"(?:\s*[/:;,=]|(?<=[^\W\d_]{3})\.)+\s*$")
_NOWHERE = re.compile(r"^\W*(?:s\.\s*l|place of .* not identified|o\.\s*o|lieu .* non identifié)\b", re.IGNORECASE)
_YEARS = re.compile(r"\d{4}")
_LANGUAGE = re.compile(r"[a-z]{3}")
_LINKED = re.compile(r"(\d{3})-\d\d")
_UNKNOWN_LANGUAGES = ("und", "mul", "zxx", "mis")


@dataclass(frozen=True, slots=True)
class _DataField:
    """A field: its tag, its indicators, and its subfields in order."""

    tag: str
    indicators: str
    parts: tuple[tuple[str, str], ...]

    def all(self, codes: str) -> list[str]:
        return [text for code, text in self.parts if code in codes and text]

    def first(self, codes: str) -> str:
        return next(iter(self.all(codes)), "")

    def ids(self) -> list[str]:
        source = self.first("2")
        return [id_from(text, source) for text in self.all("01")]


def is_marc(node: ET.Element) -> bool:
    """Tell whether an element is a MARC record: by what is in it."""
    return any(local(child.tag) in ("leader", "controlfield", "datafield") for child in node)


def item_from_marcxml(node: ET.Element, identifier: str = "") -> Item:
    """Return the Item of a MARC record; raise ValueError when it has no id or says nothing."""
    control = {attribute(c, "tag"): c.text or "" for c in node if local(c.tag) == "controlfield"}
    fields = [_field_in(child) for child in node if local(child.tag) == "datafield"]
    draft = Draft()
    for field in fields:
        _read(draft, field)
    _dates(draft, fields, control.get("008", ""))
    if "dcType" not in draft:
        for field in _tagged(fields, "336"):
            draft.add("dcType", field.first("a"), ids=field.ids())
    number, agency = tidy(control.get("001", "")), tidy(control.get("003", ""))
    own = f"{agency}:{number}" if agency and number else number
    links = [
        link for link in _tagged(fields, "856") if not re.search(r"cover|thumb|vorschau", _told(link), re.IGNORECASE)
    ]
    page, picture = links_in(
        text for link in sorted(links, key=lambda one: one.indicators[1:] == "2") for text in link.all("u")
    )
    small = [text for link in _tagged(fields, "856") if link not in links for text in link.all("u")]
    return draft.item(
        own or identifier,
        aliases=(identifier,) if own and identifier and identifier != own else (),
        provider=next((name for field in _tagged(fields, "852", "850") if (name := field.first("a"))), ""),
        isShownAt=page,
        preview=next(iter(small), picture),
        rights=stated_rights(
            text for field in _tagged(fields, "540", "506") for text in (field.first("u"), field.first("a"))
        ),
        language=_language(fields, control.get("008", "")),
    )


def _field_in(node: ET.Element) -> _DataField:
    parts = [
        (attribute(sub, "code"), tidy(_UNSORTED.sub("", sub.text or "")))
        for sub in node
        if local(sub.tag) == "subfield"
    ]
    tag = attribute(node, "tag")
    if tag == "880":
        link = _LINKED.match(next((text for code, text in parts if code == "6"), ""))
        tag = link[1] if link else tag
    indicators = (node.get("ind1") or " ")[:1] + (node.get("ind2") or " ")[:1]
    return _DataField(tag, indicators, tuple(parts))


def _read(draft: Draft, field: _DataField) -> None:
    tag = field.tag
    if tag == "245":
        title = _whole(" ".join(field.all("anp")))
        rest = _whole(" ".join(field.all("b")))
        draft.add("dcTitle", f"{title} : {rest}" if title and rest else title or rest)
    elif tag in ("246", "240", "130"):
        draft.add("dcTitle", _whole(" ".join(field.all("abnp"))), ids=field.ids())
    elif tag in ("100", "110", "111", "700", "710", "711"):
        _name(draft, field)
    elif tag in ("260", "264"):
        if field.indicators[1] != "4":  # 264 _4 is the date of copyright
            for place in field.all("a"):
                draft.add("dctermsSpatial", "" if _NOWHERE.match(place) else _whole(place).strip("[]"))
            for date in field.all("c"):
                draft.add("dcDate", _whole(date).strip("[]. "))
    elif tag == "300":
        for text in field.all("b"):
            draft.add("dctermsMedium", _whole(text))
    elif tag == "340":
        for text in field.all("acd"):
            draft.add("dctermsMedium", _whole(text))
    elif tag in _PARTS:
        draft.add("dctermsIsPartOf", _whole(field.first("t") or " ".join(field.all("anp"))), ids=field.ids())
    elif tag in _NOTES:
        draft.add("dcDescription", " ".join(field.all("abtr" if tag == "505" else "ab")))
    elif tag in ("655", "380"):
        draft.add("dcType", _whole(field.first("a")), ids=field.ids())
    elif tag in _SUBJECTS:
        _subject(draft, field)
    elif tag in ("651", "751"):
        _place(draft, field, " ".join(field.all("a")))
    elif tag == "752":
        for name in field.all("dcb")[-1:] or field.all("a")[-1:]:
            draft.add("dctermsSpatial", _whole(name), ids=field.ids())
    elif tag in ("648", "388"):
        draft.add("dctermsTemporal", _whole(field.first("a")), ids=field.ids())


def _name(draft: Draft, field: _DataField) -> None:
    if field.first("t"):
        return
    roles = [*field.all("e"), *(text.rstrip("/").rpartition("/")[2] for text in field.all("4"))]
    makes = any(map(_MAKES.search, roles)) if roles else field.tag[0] == "1"
    draft.add("dcCreator" if makes else "dcContributor", _called(field), ids=field.ids())


def _called(field: _DataField) -> str:
    """Return a name with what belongs to it, its dates in brackets: "Hayter, George, Sir (1792-1871)"."""
    name = _whole(" ".join(field.all("ab")) if field.tag[1:] != "10" else ". ".join(map(_whole, field.all("ab"))))
    more = ", ".join(map(_whole, field.all("c") if field.tag[1:] == "00" else []))
    dates = _whole(field.first("d")).strip("().")
    return name + (f", {more}" if name and more else "") + (f" ({dates})" if name and dates else "")


def _subject(draft: Draft, field: _DataField) -> None:
    named = field.tag in ("600", "610", "611")
    kind = field.first("D") if field.tag == "689" else ""
    head = _called(field) if named or kind in ("p", "b") else _whole(" ".join(field.all("a")))
    if kind in ("g", "z") and head:
        draft.add("dctermsSpatial" if kind == "g" else "dctermsTemporal", head, ids=field.ids())
        return
    further = [_whole(text) for code, text in field.parts if code in ("t" if named else "") + "xyzv" and text]
    draft.add("dcSubject", " -- ".join([head, *further]) if head else "", ids=field.ids())
    _subdivisions(draft, field)


def _place(draft: Draft, field: _DataField, name: str) -> None:
    divided = field.all("xyzv")
    draft.add("dctermsSpatial", _whole(name), ids=() if divided else field.ids())
    for topic in field.all("x"):
        draft.add("dcSubject", f"{_whole(name)} -- {_whole(topic)}")
    _subdivisions(draft, field)


def _subdivisions(draft: Draft, field: _DataField) -> None:
    for place in field.all("z"):
        draft.add("dctermsSpatial", _whole(place))
    for time in field.all("y"):
        draft.add("dctermsTemporal", _whole(time))


def _dates(draft: Draft, fields: list[_DataField], fixed: str) -> None:
    """Add the coded dates of a record that says none in words."""
    if "dcDate" in draft:
        return
    for field in _tagged(fields, "046"):
        draft.add("dcDate", "/".join(dict.fromkeys(field.all("kl") or field.all("bcde"))))
    years = [year for year in (fixed[7:11], fixed[11:15]) if _YEARS.fullmatch(year) and year != "9999"]
    if "dcDate" not in draft:
        draft.add("dcDate", "/".join(dict.fromkeys(years[: 2 if fixed[6:7] in "cdimkqu" else 1])))


def _language(fields: list[_DataField], fixed: str) -> str:
    told = [text for field in _tagged(fields, "041") for text in field.all("a")] or [fixed[35:38]]
    code = told[0].lower()
    return code if len(told) == 1 and _LANGUAGE.fullmatch(code) and code not in _UNKNOWN_LANGUAGES else ""


def _tagged(fields: list[_DataField], *tags: str) -> Iterator[_DataField]:
    return (field for tag in tags for field in fields if field.tag == tag)


def _told(field: _DataField) -> str:
    return " ".join(field.all("3zy"))


def _whole(text: str) -> str:
    """Return a text without the punctuation that MARC puts between subfields."""
    return _ENDS.sub("", text).strip()
