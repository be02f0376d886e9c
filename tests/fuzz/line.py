"""The whole line a record goes through, step by step: what each step is called, and how it is run on two records.

    formats -> item -> read -> keep -> profile -> score -> explain -> show         tag -> page
                    `-> index entry, query terms                                   dates

Sentence vectors are left out: of a text they see the first thousand characters.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import _lru_cache_wrapper, cache, partial
from io import StringIO

import numpy as np
import orjson

from typed_sts.cli.dates import rows
from typed_sts.cli.tag import _line
from typed_sts.domain.explanation import to_json
from typed_sts.domain.scores import TypeScore
from typed_sts.features import overlap
from typed_sts.features.feature_table import feature_table
from typed_sts.features.profiles import Profiles, join, profile_documents
from typed_sts.output.records import side_by_side
from typed_sts.output.spans_page import page
from typed_sts.output.why_text import pair_page
from typed_sts.reading.boilerplate import find_boilerplate, without
from typed_sts.reading.dates.read import life_dates, read_dates
from typed_sts.reading.document import Document, from_bytes, to_bytes
from typed_sts.reading.reader import Reader, _tagger
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, view_parts
from typed_sts.saying.say import said_of_related, why
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Scorer
from typed_sts_fetch.formats.read import items_from_json
from typed_sts_fetch.formats.typed_text import item_from_text, text_of_item
from typed_sts_fetch.formats.write import item_line
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_fetch.tables.items import items_of_table
from typed_sts_fetch.tables.mapping import NOTHING_SAID
from typed_sts_fetch.tables.table import Table
from typed_sts_index.background import background_stats
from typed_sts_index.contract import DEFAULT_WEIGHTS
from typed_sts_index.entry import Entry, entry_of, to_stored
from typed_sts_index.neighbour_query import query_terms

NORMAL = Item(
    id="/n/1",
    provider="The Museum",
    dcTitle=("The Battle of Trafalgar, 21 October 1805",),
    dcCreator=("Turner, Joseph Mallord William (British, 1775-1851)",),
    dcSubject=("sea battle", "ships", "Horatio Nelson"),
    dcDescription=("Oil on canvas. The Victory is shown fighting off Cape Trafalgar, Spain, with sailors drowning.",),
    dcDate=("c. 1822-24",),
)
_NO_VECTORS = np.zeros((1, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
Step = tuple[str, Callable[[], object]]


def steps_of(item: Item, other: Item = NORMAL) -> Iterator[Step]:
    """Yield the steps of one record, in order, each to be run before the next is asked for."""
    texts = [text for field in LIST_FIELDS for text in getattr(item, field)]
    yield "formats", partial(_through_formats, item)
    yield "dates", partial(_dated, texts)
    yield "show", partial(side_by_side, [item, other])
    yield "tag", partial(_tag_and_page, item)
    yield "index", partial(_into_an_index, item)
    yield "count", partial(_counted, item)
    read: list[Document] = []
    yield "read", lambda: read.append(Reader().read(item))
    yield "keep", lambda: from_bytes(to_bytes(read[0]))
    yield "vectors", lambda: [view_parts(read[0], view) for view in VECTOR_VIEWS]
    profiled: list[Profiles] = []
    yield "profile", lambda: profiled.append(profile_documents(read, background_stats(), _NO_VECTORS))
    for name, (second, profile) in (("normal", _prepared(other)), ("itself", (read[0], profiled[0]))):
        both = join([profiled[0], profile])
        yield f"score with {name}", partial(feature_table, both, np.array([0]), np.array([1]))
        yield f"explain with {name}", partial(_explained, read[0], second, both)


def forget() -> None:
    """Empty the memories for texts, so that work is done again; tables stay."""
    for memory in _memories():
        memory.cache_clear()
    overlap._degrees.clear()
    tagger = _tagger("crf")
    spans = getattr(tagger, "_spans", tagger)
    if hasattr(spans, "_done"):
        spans._done.clear()


@cache
def _memories() -> "list[_lru_cache_wrapper[object]]":
    """Return the memories that are bounded: those without a bound hold tables."""
    found = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    return [memory for memory in found if memory.cache_parameters()["maxsize"] is not None]


@cache
def _scorer() -> Scorer:
    return open_scorer("evidence", provider=True)


@cache
def _prepared(item: Item) -> tuple[Document, Profiles]:
    document = Reader().read(item)
    return document, profile_documents([document], background_stats(), _NO_VECTORS)


def _counted(item: Item) -> None:
    repeated = find_boilerplate([item], share=0, fewest=1)
    without(item, repeated.parts(item))


def _dated(texts: list[str]) -> None:
    with redirect_stderr(StringIO()):
        list(rows(texts))
    for text in texts:
        read_dates(text)
        life_dates(text)


def _through_formats(item: Item) -> None:
    line = item_line(item)
    assert list(items_from_json(orjson.loads(line)))
    item_from_text(text_of_item(item), "1a_x_y")
    cell = "|".join(text for f in LIST_FIELDS for text in getattr(item, f))
    table = Table("CSV", ["id", "subject"], iter([(2, ["1", cell])]))
    list(items_of_table(table, NOTHING_SAID, "a.csv", lambda line, problem: None, lambda note: None))


def _tag_and_page(item: Item) -> None:
    spans = _tagger("crf").tag(item)
    orjson.loads(_line((item, spans)))
    "".join(page([(item, spans)]))


def _into_an_index(item: Item) -> None:
    entry: Entry = entry_of(item)
    orjson.dumps(to_stored(entry))
    query_terms(entry.views(), DEFAULT_WEIGHTS, background_stats(), min_doc_freq=1, max_terms=25)


def _explained(left: Document, right: Document, profiles: Profiles) -> None:
    answer = why(_scorer(), left, right, profiles, language="de")
    orjson.dumps(to_json(answer))
    list(pair_page(answer, left.item, right.item))
    scores = [TypeScore(e.type, e.score, e.estimate, e.stated, None) for e in answer.types]
    said_of_related(left, right, profiles, scores)
