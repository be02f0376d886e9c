"""From what a caller sends to items: ids looked up, records checked, types and weights read."""

from collections.abc import Sequence

from typed_sts.answers.collection import Answers
from typed_sts.domain.types import TYPES
from typed_sts.service.http.errors import Problem
from typed_sts.service.schemas import PairToScore, Record
from typed_sts.service.settings import LONGEST_RECORD
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.errors import ItemMissing

_MOST_NAMED = 20
_WEIGHT = r"(:([1-9][0-9]{0,2}(\.[0-9]{1,3})?|0\.[0-9]{0,2}[1-9]))?"
_TYPE = f"({'|'.join(TYPES)}){_WEIGHT}"
BY = f"^({_TYPE}(,{_TYPE}){{0,7}})?$"
"""Types with their weights, as in author,time:2."""


def item_of(record: Record, where: str) -> Item:
    """Return the Item of a record sent in; raise Problem when it cannot be one."""
    given = record.model_dump(exclude_none=True)
    size = sum(len(str(value)) for entry in given.values() for value in (entry if isinstance(entry, list) else [entry]))
    if size > LONGEST_RECORD:
        raise Problem(422, "invalid", f"{where}: the texts of a record may have {LONGEST_RECORD:,} characters in all")
    try:
        return item_from_dict(given)
    except ValueError as error:
        raise Problem(422, "invalid", f"{where}: {error}") from error


def items_of(pairs: Sequence[PairToScore], answers: Answers) -> list[tuple[Item, Item]]:
    """Return the items of pairs; raise Problem naming those that are not in the collection."""
    found: dict[str, Item] = {}
    missing: list[str] = []
    sides: list[Item | None] = []
    for number, pair in enumerate(pairs):
        for name, side in (("a", pair.a), ("b", pair.b)):
            where = f"pairs.{number}.{name}"
            if isinstance(side, Record):
                sides.append(item_of(side, where))
                continue
            try:
                sides.append(found.get(side) or found.setdefault(side, answers.item(side)))
            except ItemMissing:
                missing.append(where)
                sides.append(None)
    if missing:
        detail = [{"where": where, "problem": "not in the collection"} for where in missing[:_MOST_NAMED]]
        message = f"the collection does not have {len(missing)} of the items asked for; the first is {missing[0]}"
        raise Problem(404, "no_such_item", message, detail)
    items = [item for item in sides if item is not None]
    return list(zip(items[::2], items[1::2], strict=True))


def weights_of(by: str) -> dict[str, float]:
    """Return the weight of each type in a text like "author,time:2"; the text has been matched with BY."""
    parts = (part.partition(":") for part in by.split(",") if part)
    return {name: float(weight or 1) for name, _, weight in parts}
