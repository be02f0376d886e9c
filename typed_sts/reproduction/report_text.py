"""The report for people."""

from typed_sts.domain.types import TYPES
from typed_sts.evaluation.report import Part, SystemResult
from typed_sts.evaluation.report_text import bounds, number, share, table
from typed_sts.reproduction.report import (
    BEST,
    INTER_TAGGER,
    N_TEST,
    PUBLISHED,
    RESAMPLES,
    SOURCE,
    Coverage,
    ReproductionReport,
    needed_to_beat,
)
from typed_sts.reproduction.settings import SYSTEMS

_HEAD = [name[:8] for name in TYPES]


def report_text(report: ReproductionReport) -> str:
    """Return the whole report."""
    sections = [
        _coverage(report),
        _systems(report),
        _cross_validation(report),
        *(_part(part, report) for part in report.parts),
        *([_compared(report)] if report.compared else [_no_gold()]),
        _paper(report),
        *([[f"warning: {text}" for text in report.warnings]] if report.warnings else []),
    ]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _coverage(report: ReproductionReport) -> list[str]:
    sets = (("train", report.train), ("test", report.test))
    missing = any(found.missing for _, found in sets)
    why = ["one is missing"] if missing else ["one is gone", "one failed"]
    rows = [["", "pairs", "both records there", "of these moved", *why, "records", "there"]]
    for name, found in sets:
        lost = (found.missing,) if missing else (found.gone, found.failed)
        counts = (found.pairs, found.both, found.moved, *lost, found.records, found.records_there)
        rows.append([name, *map(str, counts)])
    merged = [
        f"In {found.merged} pairs of {name} the two addresses now lead to one record."
        for name, found in sets
        if found.merged
    ]
    left_out = [] if report.train.complete and report.test.complete else ["left-out.tsv lists the pairs left out."]
    return ["Coverage: what is left of the task's pairs", *table(rows), *merged, *left_out]


def _systems(report: ReproductionReport) -> list[str]:
    width = max(map(len, report.systems))
    return ["Systems", *(f"{name:<{width}}  {report.systems[name]}" for name in SYSTEMS)]


def _cross_validation(report: ReproductionReport) -> list[str]:
    found, trained = report.cross_validation, report.model["trained_on"]
    rows = [["", *_HEAD, "mean"]]
    for label, figures in found["figures"].items():
        rows.append([label, *(number(r, 4) for r in figures["r"]), number(figures["mean"], 4)])
    return [
        f"Train: {report.model['folds']}-fold cross-validation over {trained['pairs']} pairs of {trained['items']}"
        f" items, {trained['groups']} groups that share no item",
        *table(rows),
        f"The better mean with provider features decides, on train alone: {found['chosen']}.",
    ]


def _part(part: Part, report: ReproductionReport) -> list[str]:
    title = f"Test, {part.label}: {part.n}" + ("" if report.test.complete else " (of those with both records)")
    rows = [["", *_HEAD, "mean", "95% interval"]]
    rows += [
        [system.name, *(number(result.r, 4) for result in system.types), number(system.mean, 4), _interval(system)]
        for system in part.systems
    ]
    if report.comparable and part is report.parts[0]:
        rows += [[f"{each.name} (paper)", *[""] * len(TYPES), number(each.mean, 4), ""] for each in PUBLISHED]
    partial = [["r given general", *_HEAD]]
    partial += [[system.name, *(number(result.partial, 4) for result in system.types)] for system in part.systems]
    return [title, *table(rows), *(["", *table(partial)] if part.systems else [])]


def _interval(system: SystemResult) -> str:
    return bounds(system.low, system.high)


def _compared(report: ReproductionReport) -> list[str]:
    rows = [["is B better than A?", "A", "B", "B - A", "95% interval", "p"]]
    for each in report.compared:
        mean = next((found for found in each.differences if found.type == "mean"), None)
        if mean is not None:
            interval, p = bounds(mean.low, mean.high), share(mean.p_bootstrap, RESAMPLES)
            rows.append([each.part, each.first, each.second, f"{mean.difference:+.4f}", interval, p])
    return [f"Means compared by paired bootstrap over pairs, {RESAMPLES} resamples, one-tailed p", *table(rows)]


def _no_gold() -> list[str]:
    return ["Test: its gold is not there, so there are scores and no figures."]


def _paper(report: ReproductionReport) -> list[str]:
    lines = [
        f"The paper: {SOURCE}.",
        f"Means over its {N_TEST} test pairs: "
        + ", ".join(f"{each.name} {number(each.mean, 4)}" for each in PUBLISHED)
        + f"; between annotators {INTER_TAGGER:.3f}. Its figures by type are not quoted here.",
        f"By its test (Fisher z, one-tailed, N={N_TEST}) it takes {needed_to_beat(BEST.mean, N_TEST):.4f} to beat"
        f" {number(BEST.mean, 4)} at p < .05; that test takes runs on the same pairs for independent.",
    ]
    if not report.comparable:
        return [*lines, *_not_comparable(report.test)]
    if not report.parts:
        return lines
    lines += [f"{each.system} against {BEST.name}: z {each.z:.3f}, p {each.p:.5f}" for each in report.against_best]
    if not report.train.complete:
        lines.append(
            f"Trained on {report.train.both} of {report.train.pairs} pairs of train, fewer than the paper's runs."
        )
    return [*lines, "The records are those Europeana has now; the paper's runs read those of 2013."]


def _not_comparable(test: Coverage) -> list[str]:
    why = (
        f"only {test.both} of {test.pairs} test pairs have both records"
        if not test.complete
        else f"there are {test.pairs} test pairs, not {N_TEST}"
    )
    return [f"The figures above cannot be compared with these: {why}. Figures on part of TYPED are about that part."]
