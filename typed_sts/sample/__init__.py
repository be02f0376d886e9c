"""The bundled sample: records in our own words about real objects, and pairs of them."""

from pathlib import Path

FOLDER = Path(__file__).parent
SAMPLE_ITEMS = FOLDER / "items.jsonl"
SAMPLE_PAIRS = FOLDER / "pairs.tsv"


def sample_pairs() -> list[tuple[str, str]]:
    """Return the ids of the sample's pairs."""
    lines = SAMPLE_PAIRS.read_text(encoding="utf-8").splitlines()
    return [(left, right) for left, right in (line.split("\t") for line in lines)]
