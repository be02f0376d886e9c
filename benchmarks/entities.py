"""How fast entities are read: `python -m benchmarks.entities SPANS.jsonl`, or without a file on spans of our own.

Prints the time to import, to load the gazetteer, spans per second with cold and warm caches, and makers per second.
A spans file holds one record a line: {"values": [{"text": ..., "spans": [[start, end, label], ...]}, ...]}.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import orjson

OWN = [
    ("MAKER", "Turner, Joseph Mallord William (1775-1851)"),
    ("MAKER", "circle of Rembrandt"),
    ("MAKER", "Gorham Manufacturing Company"),
    ("PERSON", "Queen Elizabeth II"),
    ("PLACE", "Calverley Street, Leeds"),
    ("PLACE", "Pittsburgh, PA"),
    ("CULTURE", "Dutch"),
    ("GROUP", "fishermen"),
    ("EVENT", "bathing"),
    ("EVENT", "Second World War"),
]
_IMPORT = "import time; t = time.perf_counter(); import typed_sts.reading.normal_forms; print(time.perf_counter() - t)"


def read_spans(path: Path) -> list[tuple[str, str]]:
    """Return the label and text of each span of a file."""
    records = (orjson.loads(line) for line in path.read_bytes().splitlines())
    return [
        (label, value["text"][start:end])
        for record in records
        for value in record["values"]
        for start, end, label in value["spans"]
    ]


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spans", nargs="?", type=Path, help="a file of annotated spans")
    arguments = parser.parse_args()
    spans = read_spans(arguments.spans) if arguments.spans else OWN * 1000
    imported = min(float(subprocess.check_output([sys.executable, "-c", _IMPORT])) for _ in range(3))

    from typed_sts.reading.entities.gazetteer import candidates
    from typed_sts.reading.entities.makers import makers_in
    from typed_sts.reading.entities.name_match import same_text
    from typed_sts.reading.normal_forms import normalise

    loaded = seconds(lambda: candidates("leeds"))
    cold = seconds(lambda: [normalise(label, text) for label, text in spans])
    warm = min(seconds(lambda: [normalise(label, text) for label, text in spans]) for _ in range(3))
    names = [text for label, text in spans if label == "MAKER"]
    makers = seconds(lambda: [list(makers_in(text)) for text in names])
    pairs = list(pairwise(names))
    compared = seconds(lambda: [same_text(left, right) for left, right in pairs])
    out(f"import                    {imported * 1000:>9.0f} ms")
    out(f"gazetteer, first use      {loaded:>9.2f} s")
    out(f"spans, cold caches        {len(spans) / cold:>9,.0f} spans/s ({len(set(spans)):,} of {len(spans):,} differ)")
    out(f"spans, warm caches        {len(spans) / max(warm, 1e-9):>9,.0f} spans/s")
    out(f"creator values to makers  {len(names) / makers:>9,.0f} values/s")
    out(f"names compared            {len(pairs) / compared:>9,.0f} pairs/s")


def out(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
