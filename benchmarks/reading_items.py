"""How fast records are read, and how much memory that takes: `python -m benchmarks.reading_items FILE…`.

Prints records per second of one core and the growth of memory while reading; the first file is also rewritten in the
other formats, so that they are compared in one run on the same records.
"""

import argparse
import csv
import gzip
import resource
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import orjson

from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS


def measure(label: str, path: Path) -> None:
    """Read a file once and print its figures."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = time.perf_counter(), time.process_time()
    count = sum(1 for _ in read_items(path))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    out(f"{label:<22} {count:>9,} records  {count / cpu:>9,.0f} records/s (CPU)  {count / wall:>9,.0f} (wall)  ")
    out(f"memory +{grown:.1f} MB\n")


def rewrite(path: Path, folder: Path, limit: int) -> dict[str, Path]:
    """Write the first records of a file in other formats; return them by name."""
    items = list(islice(read_items(path), limit))
    files = {name: folder / name for name in ("JSON lines", "CSV", "Europeana JSON")}
    files["JSON lines"].write_bytes(b"".join(orjson.dumps(item.to_dict()) + b"\n" for item in items))
    with files["CSV"].open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["id", "provider", *LIST_FIELDS])
        for item in items:
            table.writerow([item.id, item.provider, *("|".join(getattr(item, name)) for name in LIST_FIELDS)])
    with files["Europeana JSON"].open("wb") as stream:
        for item in items:
            proxy = {name: {"def": getattr(item, name)} for name in LIST_FIELDS if getattr(item, name)}
            stream.write(orjson.dumps({"success": True, "object": {"about": item.id, "proxies": [proxy]}}) + b"\n")
    return files


def out(text: str) -> None:
    """Print without a line feed."""
    sys.stdout.write(text)


def main() -> None:
    """Measure the files named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=50_000, help="records rewritten in the other formats")
    arguments = parser.parse_args()
    for file in arguments.files:
        label = "JSON lines, gzip" if file.suffix == ".gz" else file.suffix
        measure(label, file)
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            size = sum(len(block) for block in iter(lambda: stream.read(1 << 20), b""))
        out(f"{'':<22} {size / 2**20:,.0f} MB of text\n")
    with tempfile.TemporaryDirectory() as folder:
        for label, path in rewrite(arguments.files[0], Path(folder), arguments.limit).items():
            measure(label, path)


if __name__ == "__main__":
    main()
