"""The tables of a tally, as text."""

from collections.abc import Iterator, Sequence

from typed_sts.evaluation.judging.compared import Compared, Standing, SystemRow
from typed_sts.evaluation.judging.shares import Interval
from typed_sts.evaluation.judging.tally import Recommended, Row, Tally

_NAME = 34


def tally_text(found: Tally) -> str:
    """Return all tables that have anything in them."""
    parts = [f"{found.judged:,} of {found.asked:,} questions have a verdict"]
    parts += _table("A: reasons of related items, by group", found.related_by_group)
    parts += _table("A: reasons of related items, by type", found.related_by_type)
    if found.recommended[-1].n:
        parts.append("\n".join(_recommended(found.recommended)))
    parts += _table("B: what why says is shared, by group", found.why_by_group, missed=True)
    parts += _table("B: what why says is shared, by type", found.why_by_type, missed=True)
    parts += _table("B: lines that say nothing is shared (only what is false counts)", found.silent_by_group)
    for said, (right, n) in (
        ("stated, one-sided or not stated as the judge says", found.stated_right),
        ("scores within 1.5 of the judge's", found.scores_near),
    ):
        if n:
            parts.append(f"{said}: {right} of {n} ({right / n:.0%})")
    return "\n\n".join(parts)


def _table(title: str, rows: Sequence[Row], *, missed: bool = False) -> list[str]:
    if not rows[-1].n and not rows[-1].missed:
        return []
    head = f"{title:<{_NAME + 30}}" if len(title) > _NAME else f"{title:<{_NAME}}"
    lines = [head.rstrip(), f"{'':<{_NAME}}{'said':>6}{'T':>6}{'95%':>11}{'true':>7}{'F':>7}{'95%':>11}"]
    if missed:
        lines[-1] += f"{'missed':>8}{'recall':>8}"
    for row in rows:
        line = (
            f"{row.name:<{_NAME}.{_NAME - 1}}{row.n:>6}{_percent(row.share_true):>6}{_between(row.interval_true):>11}"
        )
        not_false = None if row.share_false is None else 1 - row.share_false
        line += f"{_percent(not_false):>7}{_percent(row.share_false):>7}{_between(row.interval_false):>11}"
        lines.append(line + (f"{row.missed:>8}{_percent(row.recall):>8}" if missed else ""))
    return ["\n".join(lines)]


def _recommended(rows: Sequence[Recommended]) -> Iterator[str]:
    yield "A: the related items themselves"
    yield (
        f"{'':<{_NAME}}{'items':>6}{'good':>6}{'95%':>11}{'so-so':>7}{'no':>5}{'repeat':>8}"
        f"{'with a line':>13}{'false lines':>13}{'elsewhere':>11}{'empty':>7}{'a card':>8}"
    )
    for row in rows:
        good, so_so, no, repeat = (count / row.n for count in (row.good, row.so_so, row.no, row.repeat))
        yield (
            f"{row.name:<{_NAME}.{_NAME - 1}}{row.n:>6}{good:>6.0%}{_between(row.interval_good):>11}{so_so:>7.0%}"
            f"{no:>5.0%}{repeat:>8.0%}{row.with_line / row.n:>13.0%}{row.false_lines / row.n:>13.0%}"
            f"{row.elsewhere / row.n:>11.0%}{row.empty:>7}{row.n / (row.cards + row.empty):>8.1f}"
        )


def pool_text(found: Compared) -> str:
    """Return the table of systems, the best first, each beside the first one, and who leads."""
    rows = sorted(found.rows, key=lambda row: -(row.share_good or 0.0))
    lines = [
        f"{'':<18}{'shown':>7}{'empty':>7}{'good':>7}{'95%':>11}{'so-so':>7}{'no':>6}{'good an item':>14}{'95%':>14}"
    ]
    for row in rows:
        shown = max(row.shown, 1)
        lines.append(
            f"{row.name:<18}{row.shown:>7}{row.empty:>7}{_percent(row.share_good):>7}{_between(row.interval_good):>11}"
            f"{row.so_so / shown:>7.0%}{row.no / shown:>6.0%}{row.good_an_item or 0.0:>14.2f}"
            f"{_numbers(row.interval_good_an_item):>14}"
        )
    others = [row for row in rows if row.even is not None]
    if others:
        lines += ["", *_beside(others)]
    return "\n".join([*lines, "", *map(_standing, found.standings)])


def _beside(rows: Sequence[SystemRow]) -> Iterator[str]:
    against = rows[0].against
    yield (
        f"{'against ' + against:<18}{'good':>20}{'good an item':>22}{'at equal length':>30}"
        f"{'won':>6}{'tied':>6}{'lost':>6}"
    )
    for row in rows:
        even = row.even
        good = f"{_signed(row.difference)} {_between(row.interval_difference)}"
        an_item = f"{row.difference_an_item or 0.0:+.2f} {_numbers(row.interval_difference_an_item)}"
        cut = ""
        if even is not None and even.share_good is not None and even.share_good_against is not None:
            cut = f"{even.share_good:.0%} v. {even.share_good_against:.0%}"
            cut += f" {_between(even.interval_difference)} ({even.shown})"
        yield f"{row.name:<18}{good:>20}{an_item:>22}{cut:>30}{row.won:>6}{row.tied:>6}{row.lost:>6}"


def _standing(found: Standing) -> str:
    near = (
        f", not told apart from {', '.join(found.not_told_apart)}" if found.not_told_apart else ", told apart from all"
    )
    return f"{found.measure}: {found.leader} leads{near} (95%)"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"


def _between(found: Interval | None) -> str:
    return "" if found is None else f"{found[0] * 100:.0f} to {found[1] * 100:.0f}"


def _numbers(found: Interval | None) -> str:
    return "" if found is None else f"{found[0]:.2f} to {found[1]:.2f}"


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.0%}"
