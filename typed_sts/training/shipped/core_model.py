"""Makes the CORE model that ships: `python -m typed_sts.training.shipped.core_model STS`.

STS is the folder of the CORE tasks' data (`typed_sts.reproduction.core_year` says how it is laid out). The model is
trained on all its English and Spanish sets of 2012 to 2015; docs/core.md is its card.
"""

from pathlib import Path
from typing import Annotated

import typer

from typed_sts.running.progress import progress
from typed_sts.sts.core_model import READY, save_core_model
from typed_sts.sts.sets import SentenceSet, read_folder
from typed_sts.training.core_training import about_training, core_data, train_core

FOLDERS = {
    "en": ("2012-train", "2012-test", "2013-test", "2014-test", "2015-test"),
    "es": ("2014-spanish", "2015-spanish"),
}


def sets_of(folder: Path) -> list[SentenceSet]:
    """Return every set the model is trained on."""
    return [
        each for language, names in FOLDERS.items() for name in names for each in read_folder(folder / name, language)
    ]


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of the CORE tasks' data.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the model goes.")] = READY,
) -> None:
    """Make the CORE model that ships."""
    with progress("reading sentences") as move:
        data = core_data(sets_of(folder), on_progress=move)
    trained = train_core(data)
    about = about_training(data, trained, "python -m typed_sts.training.shipped.core_model STS")
    save_core_model(output, trained.blend, data.meaning, about)
    typer.echo("\n".join(f"{name:<9} {r:.4f}" for name, r in trained.figures.items()))


if __name__ == "__main__":
    typer.run(main)
