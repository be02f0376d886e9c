"""Small pictures as inline SVG: a scatter plot of scores against gold, and an interval on a line from -1 to 1."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from typed_sts.arrays import Floats
from typed_sts.types import HIGHEST

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
