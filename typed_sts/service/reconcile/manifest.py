"""What a reconciliation service says of itself: what it offers, at which addresses."""

from collections.abc import Sequence
from typing import Any

from typed_sts import __version__
from typed_sts.service.reconcile.candidates import Named
from typed_sts.service.reconcile.queries import MOST_QUERIES

ITEMS, KNOWLEDGE = "items", "knowledge"
PREVIEW_WIDTH, PREVIEW_HEIGHT = 430, 340


def manifest(base: str, service: str, default_types: Sequence[Named], *, page: bool) -> dict[str, Any]:
    """Return the manifest of one of the services, which is under `base`."""
    here = f"/reconcile/{service}"
    preview = f"{base}{here}/preview?id={{{{id}}}}"
    of_items = service == ITEMS

    def at(path: str) -> dict[str, str]:
        return {"service_url": base, "service_path": f"{here}/{path}"}

    return {
        "versions": ["0.2"],
        "name": "typed-sts: records of this collection" if of_items else "typed-sts: persons, places, events, concepts",
        # Ids of records mean something here only; those of things are the authorities' own.
        "identifierSpace": f"{base}/item?id=" if of_items else "urn:typed-sts:knowledge:",
        "schemaSpace": "http://www.europeana.eu/schemas/edm/ProvidedCHO"
        if of_items
        else "http://www.w3.org/2004/02/skos/core#Concept",
        "serviceVersion": __version__,
        "defaultTypes": [kind.brief() for kind in default_types],
        "logo": f"{base}/static/icon.svg",
        "view": {"url": f"{base}/item?id={{{{id}}}}" if of_items and page else preview},
        "preview": {"url": preview, "width": PREVIEW_WIDTH, "height": PREVIEW_HEIGHT},
        "suggest": {"entity": at("suggest/entity"), "type": at("suggest/type"), "property": at("suggest/property")},
        "extend": {"propose_properties": at("properties"), "property_settings": []},
        "batchSize": MOST_QUERIES,
    }
