"""Count the background statistics that the package ships.

    python -m typed_sts.training.shipped.background HERITAGE RECORDS ...

(files of records; which ones were counted is said in docs/collections.md).

Large collections are lopsided: of the records at hand a quarter is one photographer's and a sixth one painter's, and
words of their titles would pass for common words. So of each maker at most CAP records are counted, and of each
provider at most CAP_OF_PROVIDER, drawn by a number that hangs on the record's id alone; records with the same id once.

Words are counted in the five views of the texts; people, places, dates, verbs and the like in those that reading adds.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import typed_sts_index
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.tagging.engines import Engine
from typed_sts.running.progress import OnProgress, progress
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item
from typed_sts_index.analyser import terms
from typed_sts_index.background import Table, from_bytes, to_bytes
from typed_sts_index.entry import TEXT_VIEWS, indexable
from typed_sts_index.neighbour_query import tie_breaker

CAP = 1_000
CAP_OF_PROVIDER = 6_000
MIN_DOC_FREQ = 2
COUNTED = (
    "heritage/items.jsonl.gz",
    *(
        f"europe/records/{name}.jsonl.gz"
        for name in (
            "nationalmuseum-sweden", "museum-bronbeek", "brazil-tainacan-crosswalk", "npg-smithsonian",
            "walters-american", "dallas-museum-of-art", "national-museum-wildlife-art", "joconde-wikidata-france",
        )
    ),
)  # fmt: skip
"""The files of records that the shipped statistics were counted over, in their order."""
SHIPPED = Path(typed_sts_index.__file__).parent / "data" / "background.json.gz"

Records = Callable[[], Iterable[Item]]
Views = Mapping[str, Sequence[str]]


def build(records: Records, cap: int = CAP, *, workers: int = 1, report: OnProgress | None = None) -> bytes:
    """Return the statistics of the records, which are gone through twice: to count makers, then to read and count."""
    documents = Reader(Engine.CRF).read_all(drawn(records, cap), workers=workers)  # counts do not need the net
    n_docs, doc_freq = count(map(views_of, _reported(documents, report)), (*TEXT_VIEWS, *READ_VIEWS))
    tables = [_table(doc_freq, TEXT_VIEWS)]  # words are told apart by all text: one list of them serves five views
    tables += [_table(doc_freq, (view,)) for view in READ_VIEWS]
    return to_bytes(n_docs, cap, tables)


def drawn(records: Records, cap: int = CAP) -> Iterator[Item]:
    """Yield the records that are counted: each id once, at most `cap` of each maker, not too many of a provider."""
    last_of_maker = _last_drawn(records(), maker_of, cap)
    last_of_provider = _last_drawn(records(), lambda item: item.provider, CAP_OF_PROVIDER)
    for item in _once(records()):
        number = tie_breaker(item.id)
        within = number <= last_of_provider.get(item.provider, sys.maxsize)
        if within and number <= last_of_maker.get(maker_of(item), sys.maxsize):
            yield item


def views_of(document: Document) -> dict[str, Sequence[str]]:
    """Return the terms of every view, as a collection would index them."""
    views = document.views
    return {view: views[view] for view in TEXT_VIEWS} | {
        view: [indexable(token) for token in views[view]] for view in READ_VIEWS
    }


def count(records: Iterable[Views], views: Iterable[str]) -> tuple[int, dict[str, Counter[str]]]:
    """Return how many records there are, and for each view in how many of them each term stands."""
    doc_freq: dict[str, Counter[str]] = {view: Counter() for view in views}
    n_docs = 0
    for record in records:
        n_docs += 1
        for view, counter in doc_freq.items():
            counter.update(set(record[view]))
    return n_docs, doc_freq


def _table(doc_freq: Mapping[str, Counter[str]], views: Sequence[str]) -> Table:
    """Return the counts of views that share the terms of the first."""
    kept = sorted(term for term, number in doc_freq[views[0]].items() if number >= MIN_DOC_FREQ and term)
    return Table(tuple(kept), {view: [doc_freq[view][term] for term in kept] for view in views})


def _reported(documents: Iterable[Document], report: OnProgress | None) -> Iterator[Document]:
    for number, document in enumerate(documents, start=1):
        yield document
        if report and number % 256 == 0:
            report(number, None)


def maker_of(item: Item) -> str:
    """Return a maker's name as a key: "Turner, J. M. W. (1775-1851)" and "J. M. W. Turner" are one; "" for none."""
    name = item.dcCreator[0].partition("(")[0] if item.dcCreator else ""
    return " ".join(sorted(term for term in terms(name) if not term.isdecimal()))


def _last_drawn(items: Iterable[Item], key_of: Callable[[Item], str], cap: int) -> dict[str, int]:
    """Return, for each maker or provider with more than `cap` records, the number of the last one that is drawn."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for item in _once(items):
        if key := key_of(item):
            numbers[key].append(tie_breaker(item.id))
    return {key: sorted(drawn)[cap - 1] for key, drawn in numbers.items() if len(drawn) > cap}


def _once(items: Iterable[Item]) -> Iterator[Item]:
    seen: set[str] = set()
    for item in items:
        if item.id not in seen:
            seen.add(item.id)
            yield item


def _records(paths: Sequence[Path]) -> Iterator[Item]:
    for path in paths:
        yield from read_items(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path, nargs="+", help="files of records")
    parser.add_argument("--output", "-o", type=Path, default=SHIPPED)
    parser.add_argument("--cap", type=int, default=CAP, help="records of one maker that are counted, at most")
    parser.add_argument("--workers", type=int, default=2, help="processes that read")
    options = parser.parse_args()
    with progress("reading") as report:
        records = partial(_records, options.items)
        content = build(records, options.cap, workers=options.workers, report=report)
    write_bytes(options.output, content)
    stats = from_bytes(content)
    sys.stderr.write(
        f"{stats.name}, at most {stats.cap_per_maker:,} of each maker;"
        f" {len(content):,} bytes; terms: {', '.join(f'{view} {number:,}' for view, number in stats.sizes().items())}\n"
    )


if __name__ == "__main__":
    main()
