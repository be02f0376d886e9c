"""Ids of things in authority files, short: wikidata:Q5598 is http://www.wikidata.org/entity/Q5598.

    short_id("https://www.wikidata.org/wiki/Q5598")     wikidata:Q5598
    address_of("wikidata:Q5598")                        http://www.wikidata.org/entity/Q5598

One row of the table for each authority. An address of a vocabulary that is not in it is its own id, as it is. Addresses
come from strangers: what does not have the form of an authority's ids, or of an address, is no id.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

LONGEST_ID = 300


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority: where its things are described (the group of `path` is the id), the form of an id, its address."""

    name: str
    hosts: tuple[str, ...]
    path: str
    form: str
    address: str


AUTHORITIES = (
    Authority(
        "wikidata",
        ("wikidata.org", "m.wikidata.org"),
        r"(?:entity|wiki|wiki/Special:EntityData|wiki/Special:EntityPage)/(Q\d+)(?:\.\w+)?/?",
        r"Q[1-9]\d{0,10}",
        "http://www.wikidata.org/entity/{}",
    ),
    Authority(
        "geonames",
        ("geonames.org", "sws.geonames.org"),
        r"(\d+)(?:/[^/]*)?",
        r"[1-9]\d{0,9}",
        "https://sws.geonames.org/{}/",
    ),
    Authority(
        "iconclass",
        ("iconclass.org",),
        r"(?:rkd/)?([0-9][^/?#]*?)(?:\.(?:rdf|json|jsonld|fat))?/?",
        # 25F23(LION)(+46), 11H(JEROME)36
        r"\d[0-9A-Z]{0,20}+(?:\([A-Za-z0-9À-ÖØ-öø-ÿ .,&'+:=\-]{1,40}\)[0-9A-Z]{0,10}+){0,6}",
        "https://iconclass.org/{}",
    ),
    Authority(
        "ulan",
        ("vocab.getty.edu",),
        r"(?:page/)?ulan/(\d+)(?:-agent|-person)?/?",
        r"500\d{6}",
        "http://vocab.getty.edu/ulan/{}",
    ),
    Authority(
        "aat",
        ("vocab.getty.edu",),
        r"(?:page/)?aat/(\d+)/?",
        r"300\d{6}",
        "http://vocab.getty.edu/aat/{}",
    ),
    Authority(
        "tgn",
        ("vocab.getty.edu",),
        r"(?:page/)?tgn/(\d+)(?:-place)?/?",
        r"[17]\d{6}",
        "http://vocab.getty.edu/tgn/{}",
    ),
    Authority(
        "gnd",
        ("d-nb.info",),
        r"gnd/([0-9X-]+)/?",
        r"1[0123]?\d{7}[0-9X]|[47]\d{6}-\d|[1-9]\d{0,7}-[0-9X]|3\d{7}[0-9X]",
        "https://d-nb.info/gnd/{}",
    ),
    Authority(
        "viaf",
        ("viaf.org",),
        r"viaf/(\d+)/?",
        r"[1-9]\d{0,21}",
        "http://viaf.org/viaf/{}",
    ),
    Authority(
        "isni",
        ("isni.org",),
        r"(?:isni/)?(\d{15}[0-9X])/?",
        r"\d{15}[0-9X]",
        "https://isni.org/isni/{}",
    ),
    Authority(
        "bnf",
        ("data.bnf.fr", "catalogue.bnf.fr"),
        r"ark:/12148/(cb\w+)(?:#about)?",
        r"cb\d{8}[0-9a-z]",
        "https://data.bnf.fr/ark:/12148/{}",
    ),
    Authority(
        "rkd",
        ("data.rkd.nl", "rkd.nl"),
        r"(?:\w\w/)?(?:explore/)?(artists/\d+)/?",
        r"artists/[1-9]\d{0,8}",
        "https://data.rkd.nl/{}",
    ),
    Authority(
        "europeana",
        ("data.europeana.eu",),
        # with "base/" until 2023, then without
        r"((?:agent|place|concept|timespan|organization)/(?:base/)?\d+)/?",
        r"(?:agent|place|concept|timespan|organization)/[1-9]\d{0,11}",
        "http://data.europeana.eu/{}",
    ),
)
_HOST = r"https?://([a-z0-9][a-z0-9.\-]{0,99}+)(:\d{1,5})?/"
_PLACE = re.compile(_HOST + r"([^\s<>\"\\^`{|}\x00-\x20\x7f-\x9f]++)", re.ASCII | re.IGNORECASE)
_KEY = re.compile(r"[?&;]\w*key=", re.ASCII | re.IGNORECASE)
_BY_NAME = {authority.name: authority for authority in AUTHORITIES}
_FORMS = {authority.name: re.compile(authority.form, re.ASCII) for authority in AUTHORITIES}
_PATHS = {authority.name: re.compile(authority.path, re.ASCII) for authority in AUTHORITIES}
_AT_HOST = {host: [a.name for a in AUTHORITIES if host in a.hosts] for known in AUTHORITIES for host in known.hosts}
_ASIDE = "-._~:/?#[]@!$&'()*+,;=%"


def short_id(address: str, *, known_only: bool = False) -> str:
    """Return the id of the thing at an address: short, or of other vocabularies the address itself; "" for none.

    With `known_only` those of other vocabularies have none. An address that carries somebody's key is no id.
    """
    text = address.strip()
    found = _PLACE.fullmatch(text) if len(text) <= LONGEST_ID else None
    if not found:
        return ""
    host, path = found[1].lower().removeprefix("www."), found[3]
    for name in _AT_HOST.get(host, ()):
        if inside := _PATHS[name].fullmatch(path):
            return _formed(name, unquote(inside[1]))
    whole = text[: found.start(1)].lower() + found[1].lower() + (found[2] or "") + "/" + quote(path, safe=_ASIDE)
    return "" if known_only or len(whole) > LONGEST_ID or _KEY.search(whole) else whole


def checked_id(text: str) -> str:
    """Return an id that was written as an id or as an address, as `short_id` writes it; "" when it is neither."""
    if text[:8].lower().startswith(("http://", "https://")):
        return short_id(text)
    name, _, own = text.strip().partition(":")
    return _formed(name.lower(), own) if name.lower() in _FORMS else ""


def address_of(identifier: str) -> str:
    """Return the address of the thing that an id names."""
    name, _, own = identifier.partition(":")
    authority = _BY_NAME.get(name)
    return authority.address.format(quote(own, safe="/:()+")) if authority else identifier


def is_known(identifier: str) -> bool:
    """Tell whether an id is one of an authority of the table, not an address of another vocabulary."""
    return identifier.partition(":")[0] in _BY_NAME


def _formed(name: str, own: str) -> str:
    own = own.replace("/base/", "/") if name == "europeana" else own
    return f"{name}:{own}" if len(own) < LONGEST_ID and _FORMS[name].fullmatch(own) else ""
