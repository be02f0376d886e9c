"""`typed-sts dates`: what years a date string means."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.outputs import READ
from typed_sts.errors import TypedStsError

STDIN = "-"


def dates(
    strings: Annotated[list[str] | None, typer.Argument(help="Date strings. - reads them from standard input.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="File with a date string a line. - is standard input."), READ
    ] = None,
) -> None:
    """Print the years a date string means: string, start, end and flags, TAB-separated.

    Years BC are negative; start and end are NA when the string gives no date of the item. Flags, with commas between
    them: circa, uncertain, before, after, period (the years are those of a named period). What follows -- is never
    taken for an option.

    Example: typed-sts dates "c. 1795-1800" "2nd half 18th century" "Edo period (1615-1868)"
    """
    if not strings and not file:
        raise TypedStsError("name date strings, or a file of them with --file")
    named = chain.from_iterable(_lines(Path(STDIN)) if string == STDIN else (string,) for string in strings or ())
    stdout = typer.get_binary_stream("stdout")
    for line in rows(chain(named, _lines(file) if file else ())):
        stdout.write(line.encode("utf-8", "surrogateescape"))


def rows(strings: Iterable[str]) -> Iterator[str]:
    """Yield a line for each string; white space that would break the columns becomes a blank."""
    from typed_sts.domain.limits import read_to
    from typed_sts.reading.dates.read import overall

    for number, string in enumerate(strings, start=1):
        if (end := read_to(string)) < len(string):
            typer.echo(f"string {number}: read to {end:,} of {len(string):,} characters", err=True)
        shown = string.replace("\t", " ").replace("\r", " ").replace("\n", " ")
        years = overall(string)
        if years is None:
            yield f"{shown}\tNA\tNA\t\n"
        else:
            yield f"{shown}\t{years.start}\t{years.end}\t{','.join(years.flags)}\n"


def _lines(file: Path) -> Iterator[str]:
    """Yield the lines of a file of text, or of standard input."""
    try:
        if str(file) == STDIN:
            yield from (_text(line) for line in typer.get_binary_stream("stdin"))
        else:
            with file.open("rb") as stream:
                yield from (_text(line) for line in stream)
    except OSError as error:
        raise TypedStsError(f"cannot read {file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TypedStsError(f"{file} is not UTF-8 text; convert it first") from error


def _text(line: bytes) -> str:
    return line.removeprefix(b"\xef\xbb\xbf").decode("utf-8").rstrip("\r\n")
