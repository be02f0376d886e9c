"""The report as one self-contained page: tables, scatter plots and the worst pairs. No script, nothing loaded."""

import re
from collections.abc import Sequence
from html import escape

import numpy as np

from typed_sts import __version__
from typed_sts.arrays import Floats
from typed_sts.evaluation.page_style import STYLE
from typed_sts.evaluation.report import Part, Report, SystemResult, TypeResult
from typed_sts.evaluation.report_text import FISHER_NOTE, bounds, display, number, share
from typed_sts.evaluation.scatter import MOST_DOTS, scatter, whisker
from typed_sts.evaluation.seen import Pair, record_key
from typed_sts.ratings import Gold
from typed_sts.scores import Scores
from typed_sts.types import TYPES

WORST = 10
TEXT_COLUMNS = ("type", "pair", "items", "furthest off")


def report_page(report: Report, gold: Gold, systems: Sequence[Scores], pairs: Sequence[Pair] | None = None) -> str:
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
