"""An editor's file for tests, and an end to what it decides."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from typed_sts.reading.overrides import VARIABLE, use
from typed_sts.reading.overrides_file import COLUMNS


def table(*rows: str) -> bytes:
    """Return a file of these rows, whose cells are divided by "|"."""
    return "\n".join(["\t".join(COLUMNS), *(row.replace("|", "\t") for row in rows), ""]).encode()


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Path]:
    """Give the path of an editor's file; whatever is in use afterwards, is not any more."""
    before = os.environ.get(VARIABLE, "")
    yield tmp_path / "overrides.tsv"
    use(before)


def decide(path: Path, *rows: str) -> None:
    """Write these rows into an editor's file, and let this process follow it."""
    path.write_bytes(table(*rows))
    use(path)
