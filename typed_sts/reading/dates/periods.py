"""The table of periods: dynasties, reigns, styles and archaeological phases with their customary years.

`periods.tsv` has one period a line: name, aliases (`|` between them), first and last year (BC negative), region and
source.
"""

from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parent / "periods.tsv"
COLUMNS = ("name", "aliases", "start", "end", "region", "source")


@dataclass(frozen=True, slots=True)
class Period:
    """A named stretch of years."""

    names: tuple[str, ...]
    start: int
    end: int
    region: str
    source: str

    @property
    def counts_years(self) -> bool:
        """Tell whether years are counted from its beginning, as in Meiji 17."""
        return self.region == "Japan" and "era" in self.source


def _read() -> tuple[Period, ...]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines[1:] if line.strip()]
    return tuple(
        Period(
            names=(row["name"], *filter(None, row["aliases"].split("|"))),
            start=int(row["start"]),
            end=int(row["end"]),
            region=row["region"],
            source=row["source"],
        )
        for row in rows
    )


PERIODS = _read()
EGYPTIAN_DYNASTIES = {
    int(period.names[0].removeprefix("Dynasty ")): period
    for period in PERIODS
    if period.names[0].startswith("Dynasty ")
}
