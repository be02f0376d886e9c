"""Interpretable STS on the test part of 2015: `python -m benchmarks.interpret DATA [--model DIR]`.

DATA holds train/ and test/ with the published STSint.gs.headlines.wa and STSint.gs.images.wa. Prints ALI, TYPE, SCORE
and T+S with the chunks of gold and with the model's own, over all pairs and without those of which a sentence stands
in train. The same figures as `typed-sts interpret predict` and `evaluate` give, but each sentence is read once.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.sts.chunk_features import chunk_features
from typed_sts.sts.chunk_files import Chunk, gold_sentences
from typed_sts.sts.chunk_readings import read_sentence
from typed_sts.sts.chunk_scores import evaluate_chunks, unseen
from typed_sts.sts.interpret_model import READY, InterpretModel, read_interpret_model
from typed_sts.sts.interpret_text import figures_table
from typed_sts.sts.wa_file import AlignedPair, read_pairs

SETS = ("headlines", "images")


def answers(model: InterpretModel, pair: AlignedPair) -> tuple[AlignedPair, AlignedPair]:
    """Return a pair answered with the chunks of gold, and with the model's own."""
    readings = read_sentence(pair.left), read_sentence(pair.right)
    sentences = gold_sentences(pair)
    given = [sentence.chunks or () for sentence in sentences]
    own = [model.chunker.chunks(sentence.tokens) for sentence in sentences]

    def answer(ours: Sequence[Chunk], theirs: Sequence[Chunk]) -> AlignedPair:
        links = model.links_from(chunk_features(*readings, ours, theirs), ours, theirs)
        return AlignedPair(pair.id, pair.left, pair.right, tuple(links))

    return answer(*given), answer(*own)


def main(
    data: Annotated[Path, typer.Argument(help="Folder with train/ and test/.")],
    model: Annotated[Path, typer.Option(help="The model; that which ships by default.")] = READY,
) -> None:
    """Print the figures of a model on the test part."""
    opened = read_interpret_model(model)
    train = [pair for name in SETS for pair in read_pairs(data / "train" / f"STSint.gs.{name}.wa")]
    rows = []
    for name in SETS:
        gold = read_pairs(data / "test" / f"STSint.gs.{name}.wa")
        found = [answers(opened, pair) for pair in gold]
        fresh = {pair.id for pair in unseen(gold, train)}
        for number, chunks in enumerate(("gold", "system")):
            system = [each[number] for each in found]
            rows.append((f"{name}, {chunks} chunks ({len(gold)})", evaluate_chunks(gold, system)))
            kept = [[pair for pair in pairs if pair.id in fresh] for pairs in (gold, system)]
            rows.append((f"{name}, {chunks} chunks, unseen ({len(fresh)})", evaluate_chunks(*kept)))
    typer.echo(figures_table(rows))


if __name__ == "__main__":
    typer.run(main)
