"""How fast sentence pairs are answered beside the token baseline, and in how much memory.

    python -m benchmarks.sentence_pairs STS.input.headlines.txt --most 100000

One run prints, for more and more pairs, the CPU seconds and the highest memory of `typed-sts core predict` with the
model that ships and with `--model baseline`, and the ratio of their times a pair (starting left out). The pairs are
those of the file again and again, each time with another number at the end, so that nothing can be remembered.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from typed_sts.evaluation.core_tasks import read_sentence_pairs

_RUN = "from typed_sts.cli.main import main; main()"


class Cost(NamedTuple):
    """What a command took: CPU seconds, and megabytes at most."""

    seconds: float
    megabytes: float


def many(path: Path, n: int) -> Iterator[str]:
    """Yield n lines of pairs, no two of them the same."""
    for number, (left, right) in enumerate(islice(cycle(read_sentence_pairs(path)), n)):
        yield f"{left} {number}\t{right} {number}\n"


def cost_of(pairs: Path, model: str) -> Cost:
    """Run `core predict` in a process of its own."""
    line = [sys.executable, "-c", _RUN, "core", "predict", str(pairs), "--model", model, "-o", os.devnull]
    child = os.posix_spawn(sys.executable, line, dict(os.environ))
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"core predict --model {model} failed")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def main() -> None:
    """Print the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sentences", type=Path)
    parser.add_argument("--most", type=int, default=100_000)
    given = parser.parse_args()
    sizes = [size for size in (100, 1_000, 10_000, 100_000) if size <= given.most]
    out = sys.stdout.write
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder) / "pairs.txt"
        first: dict[str, Cost] = {}
        for size in sizes:
            pairs.write_text("".join(many(given.sentences, size)), encoding="utf-8")
            found = {model: cost_of(pairs, model) for model in ("baseline", "core")}
            first = first or found
            for model, cost in found.items():
                out(f"{size:>7} pairs  {model:<8} {cost.seconds:8.1f} s CPU  {cost.megabytes:6.0f} MB\n")
            if size > sizes[0]:
                more = {model: max(cost.seconds - first[model].seconds, 1e-3) for model, cost in found.items()}
                each = 1000 * more["core"] / (size - sizes[0])
                ratio = more["core"] / more["baseline"]
                out(f"{'':14} core {each:.2f} ms a pair, {ratio:.0f} times the baseline\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
