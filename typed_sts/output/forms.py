"""In which form lists are written: by the end of a file's name, or as it is asked for.

related.csv                        a table for a spreadsheet       typed_sts.output.pairs_table
related.html                       a report for people             typed_sts.output.report
related.jsonld                     W3C Web Annotations, in one document    typed_sts.output.annotations
related.annotations.jsonl          the same, one a line
anything else                      what the command writes by itself
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path

from typed_sts.output.annotations import annotation_lines, annotations_of_lists, collection_pieces
from typed_sts.output.lists import Extent, RelatedList
from typed_sts.output.pairs_table import table_pieces
from typed_sts.output.report import Look, report_pieces


class Form(StrEnum):
    """A form that lists are written in for people and for other systems."""

    CSV = "csv"
    HTML = "html"
    JSONLD = "jsonld"
    ANNOTATIONS = "annotations"


_ENDINGS = {
    ".annotations.jsonl": Form.ANNOTATIONS,
    ".csv": Form.CSV,
    ".html": Form.HTML,
    ".htm": Form.HTML,
    ".jsonld": Form.JSONLD,
}


def form_of(path: Path | None) -> Form | None:
    """Return the form that the name of a file asks for; None where it asks for none."""
    name = path.name.lower() if path else ""
    return next((form for ending, form in _ENDINGS.items() if name.endswith(ending)), None)


def written(form: Form, lists: Iterable[RelatedList], look: Look, extent: Extent) -> Iterator[bytes]:
    """Yield lists in a form, in pieces, a list at a time."""
    match form:
        case Form.CSV:
            return (piece.encode("utf-8", "replace") for piece in table_pieces(lists))
        case Form.HTML:
            return (piece.encode("utf-8", "replace") for piece in report_pieces(lists, look, extent))
        case Form.JSONLD:
            return collection_pieces(annotations_of_lists(lists, look.language))
        case Form.ANNOTATIONS:
            return annotation_lines(annotations_of_lists(lists, look.language))
