"""What the Web Annotation Data Model (W3C Recommendation of 2017) requires of an annotation, as far as we write it."""

import re
from typing import Any
from uuid import UUID

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
MOTIVATIONS = {
    "assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting", "identifying",
    "linking", "moderating", "questioning", "replying", "tagging",
}  # fmt: skip
_IRI = re.compile(r"(?:https?://|urn:uuid:)[^\s<>\"\\^`{|}\x00-\x20]+")
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


def check_annotation(found: dict[str, Any], *, alone: bool = True) -> None:
    """Fail where an annotation lacks what the model requires, or has it in another form."""
    if alone:
        assert found["@context"] == CONTEXT
        assert next(iter(found)) == "@context"
    assert found["type"] == "Annotation"
    assert UUID(found["id"].removeprefix("urn:uuid:")).version == 5
    assert found["motivation"] in MOTIVATIONS
    assert found["creator"]["type"] == "Software"
    assert found["creator"]["name"]
    assert isinstance(found["target"], str | dict)
    check_resource(found["target"])
    assert found["body"]
    for body in found["body"]:
        assert body["purpose"] in MOTIVATIONS
        check_resource(body)


def check_resource(found: str | dict[str, Any]) -> None:
    """Check an external resource, a textual body or a specific resource."""
    if isinstance(found, str):
        assert _IRI.fullmatch(found), found
    elif found.get("type") == "TextualBody":
        assert isinstance(found["value"], str)
        assert found["value"]
        assert "language" not in found or _TAG.fullmatch(found["language"])
    elif found.get("type") == "SpecificResource":
        check_resource(found["source"])  # exactly one
        if "selector" in found:
            check_selector(found["selector"])
    else:
        assert _IRI.fullmatch(found["id"]), found


def check_selector(found: dict[str, Any]) -> None:
    """Check a selector and those that refine it."""
    match found["type"]:
        case "FragmentSelector":
            assert re.fullmatch(r"(dc|dcterms):[a-z][A-Za-z]+", found["value"])
            assert _IRI.fullmatch(found["conformsTo"])
        case "TextPositionSelector":
            assert 0 <= found["start"] < found["end"]
        case "TextQuoteSelector":
            assert found["exact"]
        case other:
            raise AssertionError(other)
    for inner in found.get("refinedBy", ()):
        check_selector(inner)
