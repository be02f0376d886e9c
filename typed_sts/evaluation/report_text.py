"""Reports as aligned plain text."""

from collections.abc import Sequence

from typed_sts.domain.types import TYPES, type_of
from typed_sts.evaluation.core_tasks import CoreReport
from typed_sts.evaluation.correlation import Difference
from typed_sts.evaluation.report import EvaluationReport, Part, SystemResult

FISHER_NOTE = (
    "Fisher z is the paper's one-tailed test. It takes the two runs for independent samples, which they are not:\n"
    "an approximation; the paired bootstrap compares them pair by pair."
)


def report_text(report: EvaluationReport) -> str:
    """Return the report for the terminal."""
    lines = [f"gold  {report.gold}"]
    for part in report.parts:
        lines += ["", f"{part.label[0].upper()}{part.label[1:]}: {part.n}"]
        for system in part.systems:
            lines += ["", system.name, *_system_table(system)]
        if part.differences:
            lines += ["", *_difference_table(part, report.resamples)]
    if any(part.differences for part in report.parts):
        lines += ["", FISHER_NOTE]
    lines += ["", f"Intervals: bootstrap over pairs, {report.resamples} resamples, seed {report.seed}."]
    return "\n".join(lines)


def core_text(report: CoreReport) -> str:
    """Return the CORE report for the terminal."""
    weighted = any(result.weighted is not None for result in report.sets)
    rows = [["data set", "n", "Pearson", *(["weighted"] if weighted else [])]]
    for result in report.sets:
        rows.append([result.name, str(result.n), number(result.pearson)])
        if weighted:
            rows[-1].append(number(result.weighted))
    total = str(sum(result.n for result in report.sets))
    for label, value in (("ALL", report.all), ("ALLnorm", report.all_norm), ("Mean", report.mean)):
        beside = number(report.weighted_mean) if label == "Mean" else ""
        rows.append([label, total, number(value), *([beside] if weighted else [])])
    return "\n".join(table(rows))


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as lines: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def number(value: float | None, digits: int = 5) -> str:
    """Return the number with so many decimals, "-" when there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def bounds(low: float | None, high: float | None) -> str:
    """Return an interval, "-" when there is none."""
    return "-" if low is None or high is None else f"{low:.5f} to {high:.5f}"


def share(value: float | None, resamples: int) -> str:
    """Return the share of resamples, which cannot be told from 0 below one of them."""
    return f"<{1 / resamples:.5f}" if value == 0 else number(value)


def display(name: str) -> str:
    """Return the name people are shown for a type, or for the mean."""
    return type_of(name).title if name in TYPES else name.capitalize()


def _system_table(system: SystemResult) -> list[str]:
    stated = system.auc is not None
    rows = [["type", "n", "r", "95% interval", "r given general", *(["not stated AUC"] if stated else [])]]
    for result in system.types:
        rows.append(
            [
                display(result.type),
                str(result.n),
                number(result.r),
                bounds(result.low, result.high),
                number(result.partial),
                *([number(result.auc) if result.auc is not None else "n/a"] if stated else []),
            ]
        )
    interval = bounds(system.low, system.high)
    rows.append(["Mean", "", number(system.mean), interval, "", *([number(system.auc)] if stated else [])])
    return table(rows)


def _difference_table(part: Part, resamples: int) -> list[str]:
    first, second = part.systems
    rows = [["type", "B - A", "95% interval", "p bootstrap", "z", "p Fisher z"]]
    rows += [_difference_row(difference, resamples) for difference in part.differences]
    return [f"A = {first.name}", f"B = {second.name}", "Is B better? One-tailed.", *table(rows)]


def _difference_row(found: Difference, resamples: int) -> list[str]:
    return [
        display(found.type),
        f"{found.difference:+.5f}",
        bounds(found.low, found.high),
        share(found.p_bootstrap, resamples),
        number(found.z, 3),
        number(found.p_fisher),
    ]
