"""The bundled sample: records in our own words about real objects, pairs of them, and gold for the pairs."""

from pathlib import Path

FOLDER = Path(__file__).parent
SAMPLE_ITEMS = FOLDER / "items.jsonl"
SAMPLE_PAIRS = FOLDER / "pairs.tsv"
SAMPLE_GOLD = FOLDER / "gold.tsv"
SURVEY_TRAINING = FOLDER / "survey_training.tsv"
SURVEY_GOLD = FOLDER / "survey_gold.tsv"
"""Questions about the sample whose answers are known; `typed_sts.survey.questions` reads them."""


def sample_pairs() -> list[tuple[str, str]]:
    """Return the ids of the sample's pairs."""
    lines = SAMPLE_PAIRS.read_text(encoding="utf-8").splitlines()
    return [(left, right) for left, right in (line.split("\t") for line in lines)]
