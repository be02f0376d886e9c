"""The report as one self-contained page: tables, scatter plots and the worst pairs. No script, nothing loaded.

Light and dark, wide and narrow; its pictures (scores against gold, an interval on a line from -1 to 1) are inline SVG.
"""

import re
from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from typed_sts import __version__
from typed_sts.domain.arrays import Floats
from typed_sts.domain.scores import Scores
from typed_sts.domain.types import HIGHEST, TYPES
from typed_sts.evaluation.report import EvaluationReport, Part, SystemResult, TypeResult
from typed_sts.evaluation.report_text import FISHER_NOTE, bounds, display, number, share
from typed_sts.task_files.pairs import Pair, record_key
from typed_sts.task_files.ratings import Gold

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf8; --card: #fff; --ink: #22252b; --soft: #626873; --line: #e2e0db;
  --accent: #1d5fa8; --warn: #8a4b00; --warn-paper: #fdf3e2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --card: #1e2126; --ink: #e6e6e3; --soft: #a0a6b0; --line: #343840;
    --accent: #79b4f2; --warn: #f0c587; --warn-paper: #33291a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
small { font-size: .85rem; font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
.lead, .note, footer { color: var(--soft); margin: 0 0 1rem; overflow-wrap: anywhere; }
.note { font-size: .9rem; max-width: 46rem; }
.warning { margin: .5rem 0; padding: .5rem .75rem; border-left: 3px solid var(--warn); border-radius: 3px;
  background: var(--warn-paper); color: var(--warn); font-size: .92rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding: 0 0 .4rem; overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--soft); text-align: right; vertical-align: bottom; }
td { text-align: right; white-space: nowrap; }
th, td { padding: .32rem .7rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 0; }
.text { text-align: left; }
.total td { border-top: 2px solid var(--soft); border-bottom: 0; font-weight: 600; }
a { color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem;
  align-items: start; margin-bottom: 2rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; min-width: 0; }
h3 small { display: block; }
.card details { font-size: .9rem; }
.card summary { cursor: pointer; color: var(--accent); margin-top: .4rem; }
.card ol { margin: .4rem 0 0; padding-left: 1.4rem; font-size: .85rem; font-variant-numeric: tabular-nums; }
.card li { margin-bottom: .4rem; }
.items { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
svg { display: block; }
.scatter { width: 100%; height: auto; }
.scatter text { font-size: 10.5px; fill: var(--soft); }
.grid { fill: none; stroke: var(--line); stroke-width: 1; }
.equal { fill: none; stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 4; opacity: .7; }
.dots { fill: var(--accent); }
.whisker { width: 7.5rem; height: 1rem; }
.span { stroke: var(--accent); stroke-width: 7; opacity: .35; }
.point { fill: var(--accent); }
footer { margin-top: 3rem; font-size: .85rem; }
@media (max-width: 34rem) {
  main { padding: 1.25rem .9rem 2rem; }
  h1 { font-size: 1.3rem; }
  th, td { padding: .3rem .5rem; } }
"""


MOST_DOTS = 2000
"""More pairs than this are thinned evenly; a page of a million dots opens nowhere."""

_SIDE, _LEFT, _TOP, _INNER = 240, 30, 8, 198


def scatter(gold: Floats, scores: Floats, numbers: NDArray[np.intp], label: str) -> str:
    """Return a plot with one dot for each pair, gold across and scores up, both 0..5."""
    shown = np.unique(np.linspace(0, len(gold) - 1, min(len(gold), MOST_DOTS)).round().astype(int))
    opacity = 0.6 if len(shown) < 100 else 0.35 if len(shown) < 400 else 0.22
    dots = "".join(
        f'<circle cx="{_x(gold[i]):.1f}" cy="{_y(scores[i]):.1f}" r="3">'
        f"<title>pair {numbers[i]}: gold {gold[i]:.2f}, score {scores[i]:.2f}</title></circle>"
        for i in shown
    )
    return (
        f'<svg class="scatter" viewBox="0 0 {_SIDE} {_SIDE}" role="img" aria-label="{escape(label)}">'
        f'{_axes()}<g class="dots" fill-opacity="{opacity}">{dots}</g></svg>'
    )


def whisker(r: float | None, low: float | None, high: float | None) -> str:
    """Return r as a dot and its interval as a line, on a scale from -1 to 1 with a mark at 0."""
    if r is None:
        return ""

    def at(value: float) -> str:
        return f"{60 + 54 * value:.1f}"

    line = "" if low is None or high is None else f'<path class="span" d="M{at(low)} 8H{at(high)}"/>'
    return (
        '<svg class="whisker" viewBox="0 0 120 16" aria-hidden="true"><path class="grid" d="M6 8H114M60 3V13"/>'
        f'{line}<circle class="point" cx="{at(r)}" cy="8" r="2.5"/></svg>'
    )


def _axes() -> str:
    ticks = range(int(HIGHEST) + 1)
    end, foot = _LEFT + _INNER, _TOP + _INNER
    grid = "".join(f"M{_x(t):.1f} {_TOP}V{foot}M{_LEFT} {_y(t):.1f}H{end}" for t in ticks)
    across = "".join(f'<text x="{_x(t):.1f}" y="{foot + 14}" text-anchor="middle">{t}</text>' for t in ticks)
    up = "".join(f'<text x="{_LEFT - 7}" y="{_y(t) + 3.5:.1f}" text-anchor="end">{t}</text>' for t in ticks)
    return (
        f'<path class="grid" d="{grid}"/><path class="equal" d="M{_LEFT} {foot}L{end} {_TOP}"/>{across}{up}'
        f'<text x="{end}" y="{foot + 28}" text-anchor="end">gold</text>'
        f'<text x="{-_TOP}" y="10" text-anchor="end" transform="rotate(-90)">score</text>'
    )


def _x(value: float) -> float:
    return _LEFT + _INNER * float(value) / HIGHEST


def _y(value: float) -> float:
    return _TOP + _INNER * (1 - float(value) / HIGHEST)


WORST = 10
TEXT_COLUMNS = ("type", "pair", "items", "furthest off")


def report_page(
    report: EvaluationReport, gold: Gold, systems: Sequence[Scores], pairs: Sequence[Pair] | None = None
) -> str:
    """Return the page for a report of these systems; pairs, when given, name the items of the worst pairs."""
    title = "Evaluation of " + " and ".join(system.name for system in systems)
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">Held against {escape(report.gold)}, {report.parts[0].n:,} pairs. '
        f"Intervals: 95%, bootstrap over pairs, {report.resamples:,} resamples, seed {report.seed}.</p>",
        *(f'<p class="warning">{escape(warning)}</p>' for warning in report.warnings),
        *(_part(part, report.resamples) for part in report.parts),
        *(_plots(gold, system, result, pairs) for system, result in zip(systems, report.parts[0].systems, strict=True)),
        f"<footer>Made by typed-sts {__version__}.</footer>",
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def worst(errors: Floats) -> list[int]:
    """Return the rows with the largest errors, largest first, those without one (NaN) left out."""
    order = np.argsort(-np.nan_to_num(errors, nan=-1.0), kind="stable")
    return [int(row) for row in order[:WORST] if not np.isnan(errors[row])]


def _part(part: Part, resamples: int) -> str:
    tables = [f"<h2>{escape(part.label[0].upper() + part.label[1:])} <small>n = {part.n:,}</small></h2>"]
    for system in part.systems:
        tables.append(_system_table(system))
    if part.differences:
        first, second = part.systems
        rows = [
            [
                display(found.type),
                f"{found.difference:+.5f}",
                bounds(found.low, found.high),
                share(found.p_bootstrap, resamples),
                number(found.z, 3),
                number(found.p_fisher),
            ]
            for found in part.differences
        ]
        caption = f"B − A, where A is {first.name} and B is {second.name}. Is B better? One-tailed."
        head = ["type", "B − A", "95% interval", "p, paired bootstrap", "z", "p, Fisher z"]
        tables.append(_table(caption, head, [[escape(cell) for cell in row] for row in rows]))
        tables.append(f'<p class="note">{escape(FISHER_NOTE)}</p>')
    return "\n".join(tables)


def _system_table(system: SystemResult) -> str:
    stated = system.auc is not None
    head = ["type", "n", "r", "", "95% interval", "r given general", *(["not stated, AUC"] if stated else [])]
    rows = [
        [
            display(each.type),
            f"{each.n:,}",
            f"<b>{number(each.r)}</b>",
            whisker(each.r, each.low, each.high),
            bounds(each.low, each.high),
            number(each.partial),
            *([number(each.auc) if each.auc is not None else "n/a"] if stated else []),
        ]
        for each in system.types
    ]
    mean = [
        "Mean",
        "",
        f"<b>{number(system.mean)}</b>",
        whisker(system.mean, system.low, system.high),
        bounds(system.low, system.high),
        "",
        *([number(system.auc)] if stated else []),
    ]
    return _table(system.name, head, [*rows, mean])


def _plots(gold: Gold, system: Scores, result: SystemResult, pairs: Sequence[Pair] | None) -> str:
    errors = np.abs(system.values - gold.values)
    cards = [_card(gold, system, each, errors[:, k], pairs) for k, each in enumerate(result.types)]
    thinned = f" At most {MOST_DOTS:,} pairs are drawn." if len(gold.values) > MOST_DOTS else ""
    return (
        f"<h2>{escape(system.name)} <small>against gold, type by type</small></h2>\n"
        f'<p class="note">One dot a pair; on the dashed line score and gold are equal.{thinned}</p>\n'
        f'<div class="cards">{"".join(cards)}</div>\n{_overall(gold, system, errors, pairs)}'
    )


def _card(gold: Gold, system: Scores, result: TypeResult, errors: Floats, pairs: Sequence[Pair] | None) -> str:
    column = TYPES.index(result.type)
    rated = np.flatnonzero(~np.isnan(errors))
    name = display(result.type)
    plot = scatter(gold.values[rated, column], system.values[rated, column], rated + 1, f"{name}: scores against gold")
    entries = [
        f"<li>pair {row + 1}: gold {gold.values[row, column]:.2f}, score {system.values[row, column]:.2f}"
        + (f'<span class="items">{_items(pairs[row])}</span></li>' if pairs else "</li>")
        for row in worst(errors)
    ]
    return (
        f'<section class="card"><h3>{escape(name)} <small>r = {number(result.r)}, n = {result.n:,}</small></h3>'
        f"{plot}<details><summary>Worst {len(entries)} pairs</summary><ol>{''.join(entries)}</ol></details></section>"
    )


def _overall(gold: Gold, system: Scores, errors: Floats, pairs: Sequence[Pair] | None) -> str:
    rated = ~np.isnan(errors)
    mean = np.full(len(errors), np.nan)
    np.divide(np.nansum(errors, axis=1), rated.sum(axis=1), out=mean, where=rated.any(axis=1))
    rows = []
    for row in worst(mean):
        column = int(np.nanargmax(errors[row]))
        most = f"{display(TYPES[column])}: gold {gold.values[row, column]:.2f}, score {system.values[row, column]:.2f}"
        rows.append([str(row + 1), f"{mean[row]:.2f}", escape(most), *([_items(pairs[row])] if pairs else [])])
    head = ["pair", "mean error", "furthest off", *(["items"] if pairs else [])]
    return _table(f"Worst {len(rows)} pairs over all types: largest mean absolute error", head, rows)


def _items(pair: Pair) -> str:
    return "<br>".join(map(_item, pair))


def _item(item: str) -> str:
    """Return the item as text, as a link when it is a web address."""
    text = escape(record_key(item))
    return f'<a href="{escape(item)}" rel="noopener">{text}</a>' if re.match(r"https?://", item) else text


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, a row for the mean set off; the cells are HTML already, caption and head are not."""
    kinds = [' class="text"' if name in TEXT_COLUMNS else "" for name in head]
    names = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in zip(kinds, head, strict=True))
    body = "".join(
        ('<tr class="total">' if row[0] == display("mean") else "<tr>")
        + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>\n"
        for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<div class="wide"><table>{title}<thead><tr>{names}</tr></thead>\n<tbody>{body}</tbody></table></div>'
