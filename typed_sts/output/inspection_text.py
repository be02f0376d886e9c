"""What a file of records holds, as lines for people: a table of its columns, and what to type next."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from typed_sts_fetch.tables.inspection import ColumnFacts, Inspection
from typed_sts_fetch.tables.mapping import ROW_NUMBER

_WIDEST_NAME = 34
_WIDEST_FIELD = 24
_EXAMPLES = 60


def table_of(found: Inspection) -> str:
    """Return the lines that tell of a file and each of its columns."""
    lines = [f"{found.file}: {found.rows:,} {_plural(found.rows)}; {found.format}, {found.about}"]
    lines += [f"  {note}" for note in found.notes]
    if found.bad:
        lines.append(f"  {found.bad:,} cannot be read; the first: {found.first_bad}")
    if not found.columns:
        return "\n".join(lines)
    name_width = min(max(len(column.name) for column in found.columns), _WIDEST_NAME)
    fields = [_field(column) for column in found.columns]
    field_width = min(max(map(len, (*fields, "read as"))), _WIDEST_FIELD)
    lines += ["", f"  {'column':<{name_width}}  {'read as':<{field_width}}  filled  distinct  examples"]
    for column, field in zip(found.columns, fields, strict=True):
        name = column.name if len(column.name) <= name_width else f"{column.name[: name_width - 1]}…"
        filled = f"{_percent(column.filled, found.rows):>6}"
        distinct = f"{column.distinct:,}{'+' if column.distinct >= 100_000 else ''}"
        row = f"  {name:<{name_width}}  {field:<{field_width}}  {filled}  {distinct:>8}  {_examples(column.examples)}"
        lines.append(row.rstrip())
    return "\n".join(lines)


def next_steps(found: Inspection, options: Sequence[str], written: Path | None = None) -> str:
    """Return the lines that say what to type next."""
    file = shlex.quote(found.file)
    lines = [""]
    if written:
        lines.append(f"The mapping is in {written}: edit it, then read the file with it.")
        return "\n".join([*lines, f"  typed-sts open {file} --mapping {shlex.quote(str(written))}"])
    given = "".join(f" {shlex.quote(word)}" for word in options)
    if found.why_id:
        lines.append(f"Ids: {found.mapping.id}, {found.why_id}.")
    unread = [column.name for column in found.columns if not column.field and column.filled]
    if unread:
        shown = f"{', '.join(unread[:10])}{', ...' if len(unread) > 10 else ''}"
        lines.append(f"Not read: {shown}; --map {shlex.quote(f'{unread[0]}=FIELD')} reads a column.")
    if found.problem:
        lines.append(f"{found.problem[:1].upper()}{found.problem[1:]}.")
    if found.format in ("XML", "JSON"):
        mapping = shlex.quote(f"{Path(found.file).stem}.toml")
        lines.append("This is a proposal: write it down, edit it, and read the file with it.")
        lines.append(f"  typed-sts inspect {file}{given} --write {mapping}")
        lines.append(f"  typed-sts open {file} --mapping {mapping}")
    elif found.problem:
        lines.append(f"  typed-sts open {file}{given} --id {ROW_NUMBER}")
    else:
        lines.append(f"  typed-sts open {file}{given}")
        lines.append(f"  typed-sts convert {file}{given} -o {shlex.quote(f'{Path(found.file).stem}.jsonl')}")
    return "\n".join(lines)


def _field(column: ColumnFacts) -> str:
    if not column.field:
        return "-"
    parted = {"": "", "\n": ", by line"}.get(column.split, f", by {column.split}")
    return f"{column.field}{parted}"


def _percent(part: int, whole: int) -> str:
    if not part:
        return "0 %"
    if part == whole:
        return "100 %"
    share = min(round(100 * part / max(whole, 1)), 99)
    return f"{share} %" if share else "<1 %"


def _examples(examples: Sequence[str]) -> str:
    shown = ""
    for example in examples:
        longer = f"{shown} · {example}" if shown else example
        if len(longer) > _EXAMPLES and shown:
            break
        shown = longer
    return shown


def _plural(rows: int) -> str:
    return "record" if rows == 1 else "records"
