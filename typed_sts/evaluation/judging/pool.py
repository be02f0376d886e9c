"""Systems compared blind: what each finds is pooled and shuffled, judged once, and counted for all who found it.

The sample says nothing of who found what. That is kept in a key beside it, which only the tally reads. A card counts
when all of it is judged, so that no system is counted by a part of its list.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import orjson

from typed_sts.errors import BadScores
from typed_sts.evaluation.judging.sample_file import LETTER, POOL, Card, Other, Sample
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item

_FORMAT = "typed-sts judging key 1"
Key = dict[str, dict[str, int]]
"""For each question of a pool the systems that found the item, and the place each gave it."""


def pooled(
    items: Sequence[Item], lists: Mapping[str, Sequence[Sequence[Item]]], groups: Mapping[str, str], seed: int
) -> tuple[list[Card], Key]:
    """Return a card for each item with all that the systems found for it, shuffled, and the key."""
    cards: list[Card] = []
    key: Key = {}
    for number, item in enumerate(items, 1):
        found = {other.id: other for system in lists for other in lists[system][number - 1]}
        order = sorted(found)
        Random(f"{seed} {item.id}").shuffle(order)
        name = f"{LETTER[POOL]}{number}"
        for place, other_id in enumerate(order, 1):
            places = {system: [one.id for one in lists[system][number - 1]] for system in lists}
            key[f"{name}.{place}"] = {
                system: ids.index(other_id) + 1 for system, ids in places.items() if other_id in ids
            }
        others = tuple(Other(found[other_id]) for other_id in order)
        cards.append(Card(name, POOL, groups.get(item.provider, ""), item, others))
    return cards, key


def key_beside(sample: Path) -> Path:
    """Return where the key of a sample is kept."""
    return sample.with_name(f"{sample.name}.key.json")


def write_key(path: Path, digest: str, systems: Sequence[str], key: Key) -> None:
    """Write the key of the sample with that digest."""
    content = {"format": _FORMAT, "sample": digest, "systems": list(systems), "found": key}
    write_bytes(path, orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE))


def read_key(path: Path, sample: Sample) -> tuple[list[str], Key]:
    """Return the systems and the key of a sample; raise BadScores when it is that of another, or none."""
    try:
        content: dict[str, Any] = orjson.loads(path.read_bytes())
        if content["format"] != _FORMAT or content["sample"] != sample.digest:
            raise BadScores(f"{path}: this is the key of another sample; it is written when the sample is drawn")
        return list(content["systems"]), dict(content["found"])
    except OSError as error:
        raise BadScores(f"{path}: cannot be read ({error.strerror}); it is written when the sample is drawn") from error
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise BadScores(f"{path}: not a key, as typed-sts judge compare writes it") from error
