"""How many records files hold, before they are read: what a remaining time is worked out from."""

import gzip
from collections.abc import Iterable
from pathlib import Path

_CHUNK = 1 << 20


def expected_items(files: Iterable[Path]) -> int | None:
    """Return the number of lines of JSON lines files; None when there is any other kind of file among them."""
    counts = [_json_lines(file) for file in files]
    return None if None in counts else sum(count for count in counts if count is not None)


def _json_lines(file: Path) -> int | None:
    try:
        with file.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
        with gzip.open(file) if zipped else file.open("rb") as lines:
            first = lines.readline(_CHUNK).strip()
            if not (first.startswith(b"{") and first.endswith(b"}")):
                return None
            return 1 + sum(chunk.count(b"\n") for chunk in iter(lambda: lines.read(_CHUNK), b""))
    except (OSError, EOFError):
        return None  # the reader will say what is wrong with it
