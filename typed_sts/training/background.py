"""Count the background statistics that the package ships.

    python -m typed_sts.training.background ../shared/data/heritage/items.jsonl.gz

Large collections are lopsided: of the records at hand a quarter is one photographer's and a sixth one painter's, and
words of their titles would pass for common words. So of each maker at most CAP records are counted, drawn by a number
that hangs on the record's id alone. Records without a maker are all counted, and records with the same id once.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import typed_sts_index
from typed_sts_fetch.item import Item
from typed_sts_fetch.reading import read_items
from typed_sts_fetch.writing import write_bytes
from typed_sts_index.analyser import terms
from typed_sts_index.background import from_bytes, to_bytes
from typed_sts_index.likeness import tie_breaker
from typed_sts_index.views import TEXT_VIEWS, text_views

CAP = 1_000
MIN_DOC_FREQ = 2
SHIPPED = Path(typed_sts_index.__file__).parent / "data" / "background.json.gz"

Records = Callable[[], Iterable[Item]]


def build(records: Records, cap: int = CAP) -> bytes:
    """Return the statistics of the records, which are read twice: to count makers, then to count words."""
    last_drawn = _last_drawn(records(), cap)
    doc_freq: dict[str, Counter[str]] = {view: Counter() for view in TEXT_VIEWS}
    n_docs = 0
    for item in _once(records()):
        if tie_breaker(item.id) > last_drawn.get(maker_of(item), sys.maxsize):
            continue
        n_docs += 1
        for view, tokens in text_views(item).items():
            doc_freq[view].update(set(tokens))
    kept = sorted(term for term, count in doc_freq["text"].items() if count >= MIN_DOC_FREQ)
    return to_bytes(n_docs, cap, kept, {view: [doc_freq[view][term] for term in kept] for view in TEXT_VIEWS})


def maker_of(item: Item) -> str:
    """Return a maker's name as a key: "Turner, J. M. W. (1775-1851)" and "J. M. W. Turner" are one; "" for none."""
    name = item.dcCreator[0].partition("(")[0] if item.dcCreator else ""
    return " ".join(sorted(term for term in terms(name) if not term.isdecimal()))


def _last_drawn(items: Iterable[Item], cap: int) -> dict[str, int]:
    """Return, for each maker with more than `cap` records, the number of the last one that is drawn."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for item in _once(items):
        if maker := maker_of(item):
            numbers[maker].append(tie_breaker(item.id))
    return {maker: sorted(drawn)[cap - 1] for maker, drawn in numbers.items() if len(drawn) > cap}


def _once(items: Iterable[Item]) -> Iterator[Item]:
    seen: set[str] = set()
    for item in items:
        if item.id not in seen:
            seen.add(item.id)
            yield item


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path, help="file of records")
    parser.add_argument("--output", "-o", type=Path, default=SHIPPED)
    parser.add_argument("--cap", type=int, default=CAP, help="records of one maker that are counted, at most")
    options = parser.parse_args()
    content = build(lambda: read_items(options.items), options.cap)
    write_bytes(options.output, content)
    stats = from_bytes(content)
    sys.stderr.write(
        f"{stats.name}, at most {stats.cap_per_maker:,} of each maker;"
        f" {len(stats.rows):,} terms, {len(content):,} bytes\n"
    )


if __name__ == "__main__":
    main()
