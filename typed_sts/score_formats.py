"""The formats scores are written in, a block of pairs at a time.

tsv      eight TAB-separated numbers a line: the TYPED task's
jsonl    one JSON object a line, which also says what is not stated
table    for people
"""

from collections.abc import Callable, Sequence

from typed_sts.named_pairs import Pair
from typed_sts.score_table import LEGEND, header, table_rows
from typed_sts.scores import scores_line
from typed_sts.scoring.contract import Estimates, Scorer
from typed_sts.scoring.results import official_line, pair_scores
from typed_sts_fetch.item import Item

Items = Sequence[tuple[Item, Item]]
Format = Callable[[Scorer, Sequence[Pair], Estimates, Items], str]


def tsv(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the official lines of a block."""
    return "".join(map(official_line, estimates.values.tolist()))


def jsonl(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the JSON lines of a block, with the ids as the pairs file has them."""
    return "".join(map(scores_line, pair_scores(scorer, pairs, estimates)))


def table(scorer: Scorer, pairs: Sequence[Pair], estimates: Estimates, items: Items) -> str:
    """Return the rows of a block for people."""
    return "".join(table_rows(pair_scores(scorer, pairs, estimates), items))


FORMATS: dict[str, Format] = {"tsv": tsv, "jsonl": jsonl, "table": table}
HEADS = {"tsv": "", "jsonl": "", "table": header()}
"""What stands before the first block."""
FEET = {"tsv": "", "jsonl": "", "table": LEGEND}
"""What stands after the last one."""
