"""The formats scores are written in, a block of pairs at a time: the task's TSV, JSON lines, and a table for people.

The table has two lines a pair, with a bar and a number for each type:

The Battle of Trafalgar, as Seen f… ███▉    ▍       ████▌   not     ...
The Death of Nelson, 21 October 18… 3.9     0.4     ~4.5    stated
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.span import printable
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.scoring.scorer import Estimates, Scorer, official_line, pair_scores, trained_on
from typed_sts.task_files.pairs import Pair
from typed_sts.task_files.scores import scores_line
from typed_sts_fetch.item import Item

_TITLE, _CELL = 35, 8
_EIGHTHS = " ▏▎▍▌▋▊▉█"
LEGEND = "\nFull bar: 5, the same. ~: only one of the two records says anything about it; not stated: neither does.\n"


def header() -> str:
    """Return the line above the table."""
    names = "".join(set_cell_size(row.column, _CELL) for row in SIMILARITY_TYPES)
    return f"{'':<{_TITLE}} {names}".rstrip() + "\n"


def table_rows(scores: Iterable[PairScores], items: Iterable[tuple[Item, Item]]) -> Iterator[str]:
    """Yield the lines of each pair, a blank one before it."""
    for pair, (left, right) in zip(scores, items, strict=True):
        bars = "".join(set_cell_size(_upper(entry), _CELL) for entry in pair.types)
        numbers = "".join(set_cell_size(_lower(entry), _CELL) for entry in pair.types)
        yield f"\n{f'{_title(left)} {bars}'.rstrip()}\n{f'{_title(right)} {numbers}'.rstrip()}\n"


def bar(value: float) -> str:
    """Return a bar of one character a point, in steps of an eighth."""
    eighths = round(value * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _upper(entry: TypeScore) -> str:
    return "not" if entry.score is None else bar(entry.score)


def _lower(entry: TypeScore) -> str:
    if entry.score is None:
        return "stated"
    return f"{'~' if entry.stated == 'one' else ''}{entry.score:.1f}"


def _title(item: Item) -> str:
    title = " ".join(printable(next(iter(item.dcTitle), item.id)).split())
    if cell_len(title) > _TITLE:
        title = set_cell_size(title, _TITLE - 1).rstrip() + "…"
    return set_cell_size(title, _TITLE)


Items = Sequence[tuple[Item, Item]]
Format = Callable[[Scorer, Sequence[Pair], Estimates, Items], str]


def tsv(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the official lines of a block."""
    return "".join(map(official_line, estimates.values.tolist()))


def jsonl(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the JSON lines of a block, with the ids as the pairs file has them."""
    learned = trained_on(scorer, pairs, [(a.id, b.id) for a, b in items]).tolist()
    scores = zip(pair_scores(scorer, pairs, estimates), learned, strict=True)
    return "".join(scores_line(pair, trained_on=was) for pair, was in scores)


def table(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the rows of a block for people."""
    return "".join(table_rows(pair_scores(scorer, pairs, estimates), items))


FORMATS: dict[str, Format] = {"tsv": tsv, "jsonl": jsonl, "table": table}
HEADS = {"tsv": "", "jsonl": "", "table": header()}
"""What stands before the first block."""
FEET = {"tsv": "", "jsonl": "", "table": LEGEND}
"""What stands after the last one."""
