"""The figures of interpretable STS as tables: of an evaluation, and of a cross-validation."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from typed_sts.sts.chunk_scores import MEASURES, ChunkFigures, check_same_pairs, evaluate_chunks, unseen
from typed_sts.sts.wa_file import read_pairs

ALL, UNSEEN = "all", "unseen"


def evaluation(gold: Path, system: Path, seen: Sequence[Path]) -> dict[str, ChunkFigures]:
    """Return the figures of all pairs, and of those that share no sentence with training files if there are any."""
    golds, systems = read_pairs(gold), read_pairs(system)
    check_same_pairs(golds, systems, str(system))
    found = {ALL: evaluate_chunks(golds, systems)}
    if seen:
        fresh = unseen(golds, [pair for path in seen for pair in read_pairs(path)])
        known = {pair.id for pair in golds} - {pair.id for pair in fresh}
        found[UNSEEN] = evaluate_chunks(fresh, [pair for pair in systems if pair.id not in known])
    return found


def evaluation_text(found: Mapping[str, ChunkFigures]) -> str:
    """Return the table of an evaluation."""
    names = {ALL: "all pairs", UNSEEN: "without sentences seen"}
    return figures_table([(f"{names[name]} ({figures.pairs})", figures) for name, figures in found.items()])


def validated_text(found: Iterable[tuple[str, ChunkFigures, ChunkFigures]]) -> str:
    """Return the table of a cross-validation: for each file the figures with gold chunks and with the system's."""
    return figures_table(
        [
            (f"{file}, {chunks} chunks", figures)
            for file, *both in found
            for chunks, figures in zip(("gold", "system"), both, strict=True)
        ]
    )


def figures_table(rows: Sequence[tuple[str, ChunkFigures]]) -> str:
    """Return named figures as lines of a table."""
    width = max(len(name) for name, _ in rows)
    head = " " * width + "".join(f"{measure:>7}" for measure in MEASURES)
    lines = [
        f"{name:<{width}}" + "".join(f"{f'{value:.4f}'.removeprefix('0'):>7}" for value in figures.values())
        for name, figures in rows
    ]
    return "\n".join([head, *lines])
