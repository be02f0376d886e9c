"""The lines of a nightly run as files for people and for other systems.

    related.csv.jsonl --the records of the collection, a few lines at a time--> related.csv

Lines are what a run goes on with, and what the next night changes; a table, a report and annotations are made of all of
them when they are there, in one step each. Made again from the same lines and records they are the same, to the byte.
"""

from collections.abc import Sequence
from pathlib import Path

from typed_sts.answers.related_lines import RelatedSettings, answers_for, told_with_its_line
from typed_sts.answers.related_part import beside
from typed_sts.output.forms import Form, written
from typed_sts.output.lists import Extent, extent_of_lines, lists_of_lines
from typed_sts.output.report import Look
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import replacing

Output = tuple[Path, Form | None]
"""A file, and the form it is written in; None for the lines themselves."""


def lines_file(outputs: Sequence[Output]) -> Path:
    """Return where the lines are kept: in the output that is lines, or beside the first one."""
    return next((path for path, form in outputs if form is None), beside(outputs[0][0], "jsonl"))


def write_exports(settings: RelatedSettings, lines: Path, outputs: Sequence[Output], look: Look) -> Extent:
    """Write the lines in every form that is asked for; return how many there are."""
    collection = answers_for(settings, told_with_its_line).collection
    try:
        with lines.open("rb") as stream:
            extent = extent_of_lines(stream)
        for path, form in outputs:
            if form is not None:
                with lines.open("rb") as stream, replacing(path) as output:
                    output.writelines(written(form, lists_of_lines(stream, collection.items), look, extent))
    except OSError as error:
        raise BadInput(f"cannot read {lines}: {error.strerror or error}; run this again to go on") from error
    return extent
