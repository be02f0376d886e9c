"""Europeana ids: "/collection/local", out of the addresses Europeana has used over the years.

http://www.europeana.eu/portal/record/09405u/427691F4.html        2011
http://www.europeana.eu/portal/en/record/09405u/427691F4.html     2015
https://www.europeana.eu/en/item/09405u/427691F4                  2020
http://data.europeana.eu/item/09405u/427691F4                     linked data; also /proxy/... and /aggregation/...
https://api.europeana.eu/record/v2/09405u/427691F4.json           the API itself
/09405u/427691F4                                                  the bare id
"""

import re
from urllib.parse import unquote, urlsplit

_BEFORE_ID = re.compile(
    r"""^.*?/(?: record/v2 | api/v2/record | resolve/record
            | (?:portal/)?(?:[a-z]{2}/)?(?:record|item)
            | (?:proxy|aggregation)/(?:provider|europeana) )/""",
    re.VERBOSE,
)
_SUFFIX = re.compile(r"\.(?:html|json|jsonld|json-ld|rdf)$", re.IGNORECASE)
_PART = re.compile(r"[^/\s\x00-\x1f\x7f-\x9f?#]{1,500}")
_HASH = re.compile(r"[0-9A-Fa-f]{40}")


def europeana_id(address: str) -> str:
    """Return the id in a Europeana address of any age, or of a bare id; raise ValueError when there is none."""
    text = address.strip()
    if "://" in text:
        try:
            url = urlsplit(text)
        except ValueError as error:
            raise ValueError(f"{address!r:.120} is not an address: {error}") from error
        host = url.hostname or ""
        if url.scheme not in ("http", "https") or not (host == "europeana.eu" or host.endswith(".europeana.eu")):
            raise ValueError(f"{address!r:.120} is not an address at europeana.eu")
        before_id = _BEFORE_ID.match(url.path)
        text = _SUFFIX.sub("", unquote(url.path[before_id.end() :])) if before_id else ""
    parts = text.strip("/").split("/")
    if len(parts) != 2 or not all(_PART.fullmatch(part) and part.strip(".") for part in parts):
        raise ValueError(f"{address!r:.120} holds no Europeana id of the form /collection/record")
    return f"/{parts[0]}/{parts[1]}"


def landing_page_hash(identifier: str) -> str | None:
    """Return the local part when it is the SHA-1 of the landing page, which survives a move to another collection."""
    local = identifier.rsplit("/", 1)[-1]
    return local if _HASH.fullmatch(local) else None
