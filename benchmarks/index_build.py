"""Time, rate and peak memory of `typed-sts index`, from a part of the records to all of them.

    python -m benchmarks.index_build ../shared/data/heritage/items.jsonl.gz
    python -m benchmarks.index_build ../shared/data/heritage/items.jsonl.gz --to http://127.0.0.1:19200/bench

Every size is a new process, so that its memory is its own. On Elasticsearch the server's memory is not counted.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_index.opening import open_collection

RUN = [sys.executable, "-c", "from typed_sts.cli.main import main; main()"]


def timed_index(items: Path, to: str) -> tuple[float, float]:
    """Index a file in a process of its own; return seconds and peak resident megabytes."""
    started = time.perf_counter()
    child = subprocess.Popen([*RUN, "index", str(items), "--to", to, "--rebuild", "--no-read", "--quiet"])
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit("indexing failed")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--to", help="an Elasticsearch address; default: a directory that is removed afterwards")
    parser.add_argument("--sizes", type=int, nargs="+", default=[25_000, 50_000, 100_000, 0], help="0 is all")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp())
    try:
        out("  records  seconds  a second  peak MB  us/record     items  disk MB")
        for size in options.sizes:
            part = work / "items.jsonl"
            records = write_items(part, islice(read_items(options.items), size or None))
            distinct = len({item.id for item in read_items(part)})
            to = options.to or str(work / "collection")
            seconds, megabytes = timed_index(part, to)
            found = open_collection(to)
            ids = [item.id for item in found.all_items()]
            if not (found.n_docs == len(ids) == len(set(ids)) == distinct):
                sys.exit(f"{distinct} distinct ids went in, {found.n_docs} are counted and {len(set(ids))} came out")
            disk = sum(f.stat().st_size for f in Path(to).rglob("*") if f.is_file()) / 1e6 if not options.to else 0
            rate = records / seconds
            out(f"{records:9} {seconds:8.1f} {rate:9.0f} {megabytes:8.0f} {1e6 / rate:10.1f} {distinct:9} {disk:8.1f}")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
