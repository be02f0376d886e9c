"""Ids as exports write them: a number beside the name of an authority, in LIDO, MARC and elsewhere.

(DE-588)118540238              gnd:118540238
300033618, from "Getty AAT"    aat:300033618
https://viaf.org/viaf/64013650 viaf:64013650
"""

import re

from typed_sts_fetch.authority import checked_id, short_id

_NAMES = {
    "gnd": "gnd",
    "de588": "gnd",
    "dnb": "gnd",
    "pnd": "gnd",
    "swd": "gnd",
    "viaf": "viaf",
    "isni": "isni",
    "ulan": "ulan",
    "gettyulan": "ulan",
    "unionlistofartistnames": "ulan",
    "aat": "aat",
    "gettyaat": "aat",
    "artarchitecturethesaurus": "aat",
    "artandarchitecturethesaurus": "aat",
    "tgn": "tgn",
    "gettytgn": "tgn",
    "thesaurusofgeographicnames": "tgn",
    "gettythesaurusofgeographicnames": "tgn",
    "wikidata": "wikidata",
    "wd": "wikidata",
    "geonames": "geonames",
    "iconclass": "iconclass",
    "ic": "iconclass",
    "bnf": "bnf",
    "frbnf": "bnf",
}
_HOSTS = (
    ("d-nb.info", "gnd"),
    ("viaf.org", "viaf"),
    ("wikidata.org", "wikidata"),
    ("geonames.org", "geonames"),
    ("iconclass.org", "iconclass"),
    ("isni.org", "isni"),
    ("vocab.getty.edu/aat", "aat"),
    ("vocab.getty.edu/ulan", "ulan"),
    ("vocab.getty.edu/tgn", "tgn"),
)
_RKD = ("rkd", "rkdartists")
_LOC = ("dlc", "lcnaf", "naf", "lcsh", "lccn", "uri")
_PREFIXED = re.compile(r"\(([^()]{1,40})\)\s*(.+)")
_LOC_ID = re.compile(r"(n[a-z]?|sh)\s*(\d{4,10})")


def id_from(text: str, source: str = "") -> str:
    """Return the short id that a text names, by itself or as one of a source; "" when it names none that is known."""
    text = text.strip()
    if text[:8].lower().startswith(("http://", "https://")):
        return short_id(text)
    if prefixed := _PREFIXED.fullmatch(text[:300]):
        return id_from(prefixed[2], prefixed[1])
    if direct := checked_id(text):
        return direct
    name = _named(source) if len(source) < 200 else ""
    if name in _NAMES:
        of = f"{_NAMES[name]}:"
        return checked_id(of + text.removeprefix("FRBNF")) or checked_id(of + text.upper())
    if name in _RKD:
        return checked_id(f"rkd:artists/{text}")
    if name in _LOC and (known := _LOC_ID.fullmatch(text)):
        kind = "subjects" if known[1] == "sh" else "names"
        return short_id(f"http://id.loc.gov/authorities/{kind}/{known[1]}{known[2]}")
    return ""


def _named(source: str) -> str:
    by_host = next((name for host, name in _HOSTS if host in source), "")
    return by_host or re.sub(r"[^a-z0-9]", "", source.lower())
