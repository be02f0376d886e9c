"""Learns the map of meanings: `python -m typed_sts.training.shipped.meaning DATA`, which needs torch.

DATA is the folder with heritage/items.jsonl.gz and europe/records/. Of each file some records are drawn. The map is
learned so that, among hundreds of others, a title is nearest to the description of its own record, subjects to theirs,
and a record to its translation; half of the time the others are of the same provider. It is held near to leaving the
encoder's vectors as they are. The same seed on the same machine gives the same map.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

import typed_sts.reading
from typed_sts.errors import needing
from typed_sts.reading.encoder import VECTOR, segments_of
from typed_sts.reading.meaning import FILE, Vectors
from typed_sts.reading.tagging.word_net import packed
from typed_sts.reading.vectors import encode
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item

SHIPPED = Path(typed_sts.reading.__file__).parent / "data" / FILE
FIELDS = ("dcTitle", "dcSubject", "dcDescription")
TRANSLATED = {"amsterdam-museum-en-parallel": "amsterdam-museum", "tel-reading-europe-en": "tel-reading-europe-orig"}
"""Files whose records have a translation of the same number in another."""
MOST_OF_FILE = 1_500
_CHARACTERS = 600
_STEPS, _AT_ONCE, _RATE, _SHARPNESS, _HELD = 200, 512, 2e-3, 1 / 0.07, 5e-2
_FEWEST_OF_FILE = 100
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """Vectors of title, subjects and description of many records, the file of each, and which are translations."""

    vectors: Vectors
    files: npt.NDArray[np.str_]
    translations: Rows


def sample(data: Path, *, most: int = MOST_OF_FILE, seed: int = 0) -> Sampled:
    """Return records drawn from each file of a folder, encoded; those that are translated first."""
    draw = random.Random(seed)
    paths = [data / "heritage" / "items.jsonl.gz", *sorted((data / "europe" / "records").glob("*.jsonl.gz"))]
    read = {path.name.removesuffix(".jsonl.gz"): list(read_items(path)) for path in paths}
    translated = {name: {_number(item) for item in read[name]} for pair in TRANSLATED.items() for name in pair}
    for one, original in TRANSLATED.items():
        translated[one] = translated[original] = translated[one] & translated[original]
    items: list[Item] = []
    files: list[str] = []
    for name, found in read.items():
        first = [item for item in found if _number(item) in translated.get(name, ())]
        others = [item for item in found if _number(item) not in translated.get(name, ())]
        drawn = [*first, *draw.sample(others, min(len(others), max(most - len(first), 0)))]
        items += drawn
        files += [name] * len(drawn)
    places = {(name, _number(item)): row for row, (name, item) in enumerate(zip(files, items, strict=True))}
    pairs = [
        (row, places[other, number])
        for (name, number), row in places.items()
        if (other := TRANSLATED.get(name, "")) and (other, number) in places
    ]
    vectors = np.stack([encode([_parts(item, field) for item in items]) for field in FIELDS], axis=1)
    return Sampled(vectors, np.array(files), np.array(pairs, dtype=np.intp).reshape(-1, 2))


def _number(item: Item) -> str:
    return item.id.rsplit("/", 1)[-1]


def _parts(item: Item, field: str) -> list[str]:
    """Return the texts with which a field starts, each of which is encoded by itself, as in a record that is read."""
    found: list[str] = []
    for value in getattr(item, field):
        for _, part in segments_of(value[:_CHARACTERS]):
            found.append(part)
            if sum(map(len, found)) >= _CHARACTERS:
                return found
    return found


def learn(sampled: Sampled, *, steps: int = _STEPS, seed: int = 0) -> tuple[Vectors, Vectors]:
    """Return the matrix and what is usual."""
    with needing("stanza"):  # the extra that brings torch
        import torch
    torch.set_num_threads(1)
    draw = np.random.default_rng(seed)
    has: npt.NDArray[np.bool_] = np.any(sampled.vectors, axis=2)
    all_vectors = torch.tensor(sampled.vectors)
    title, subjects, description = (all_vectors[:, number] for number in range(len(FIELDS)))
    usual = (title[has[:, 0]].mean(0) + description[has[:, 2]].mean(0)) / 2
    usual.requires_grad_(True)
    matrix = torch.eye(VECTOR, requires_grad=True)
    optimizer = torch.optim.Adam([matrix, usual], lr=_RATE)

    def lost(one: Any, other: Any) -> Any:
        mapped = [torch.nn.functional.normalize((side - usual) @ matrix, dim=-1) for side in (one, other)]
        nearness = mapped[0] @ mapped[1].T * _SHARPNESS
        right = torch.arange(len(one))
        entropy = torch.nn.functional.cross_entropy
        return (entropy(nearness, right) + entropy(nearness.T, right)) / 2

    titled, subjected = np.flatnonzero(has[:, 0] & has[:, 2]), np.flatnonzero(has[:, 1] & (has[:, 0] | has[:, 2]))
    by_file = [rows for rows in _by_file(titled, sampled.files) if len(rows) >= _FEWEST_OF_FILE]
    for _ in range(steps):
        rows = _some(titled if draw.random() < 1 / 2 else by_file[draw.integers(len(by_file))], draw)
        loss = _HELD * ((matrix - torch.eye(VECTOR)) ** 2).sum() + lost(title[rows], description[rows])
        rows = _some(subjected, draw)
        loss = loss + lost(subjects[rows], title[rows] + description[rows]) / 2
        if len(sampled.translations):
            one, other = sampled.translations[_some(np.arange(len(sampled.translations)), draw)].T
            loss = loss + lost(all_vectors[one].sum(1), all_vectors[other].sum(1)) + lost(title[one], title[other]) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return matrix.detach().numpy(), usual.detach().numpy()


def _by_file(rows: Rows, files: npt.NDArray[np.str_]) -> Iterator[Rows]:
    for name in sorted(set(files.tolist())):
        yield rows[files[rows] == name]


def _some(rows: Rows, draw: np.random.Generator) -> Rows:
    return draw.choice(rows, min(_AT_ONCE, len(rows)), replace=False)


def to_bytes(matrix: Vectors, usual: Vectors) -> bytes:
    """Return the file of a map; the same map gives the same bytes."""
    return packed({"matrix": matrix.astype(np.float16), "usual": usual.astype(np.float16)})


def main(
    data: Annotated[Path, typer.Argument(help="Folder with heritage/ and europe/records/.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the map.")] = SHIPPED,
) -> None:
    """Learn the map of meanings from records."""
    found: Sequence[Vectors] = learn(sample(data))
    write_bytes(output, to_bytes(*found))


if __name__ == "__main__":
    typer.run(main)
