"""The page: complete, self-contained, and safe whatever the files are called."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from typed_sts.domain.scores import Scores
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.evaluation.report import evaluate
from typed_sts.evaluation.report_page import MOST_DOTS, report_page, scatter, whisker, worst
from typed_sts.task_files.ratings import Gold

VOID = {"meta", "br"}


class Outline(HTMLParser):
    """Collects tags and attributes, and fails on tags that do not nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    parser = Outline()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


def page(n: int = 40, pairs: list[tuple[str, str]] | None = None, name: str = "run.tsv", systems: int = 1) -> str:
    random = np.random.default_rng(0)
    gold = Gold("gold.txt", random.uniform(0, 5, (n, 8)))
    runs = [Scores(name, random.uniform(0, 5, (n, 8))) for _ in range(systems)]
    return report_page(evaluate(gold, runs, resamples=50), gold, runs, pairs)


def test_there_is_a_plot_for_each_type_with_a_dot_for_each_pair() -> None:
    made = page()
    assert made.count('class="scatter"') == 8
    assert made.count("<title>pair ") == 8 * 40
    assert all(f"<h3>{row.title} " in made for row in SIMILARITY_TYPES)
    assert page(systems=2).count('class="scatter"') == 16


def test_the_page_loads_and_runs_nothing() -> None:
    made = outline(page(pairs=[("http://a.example/1", "/b/2")] * 40))
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(made.tags)
    assert {name for tag, name, _ in made.attributes if tag != "a"}.isdisjoint({"src", "href", "xlink:href"})
    assert not re.search(r"url\(|@import", page())


def test_it_adapts_to_dark_screens_and_phones() -> None:
    assert "prefers-color-scheme: dark" in page()
    assert ("meta", "name", "viewport") in outline(page()).attributes


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a & b"])
def test_every_text_is_escaped(evil: str) -> None:
    made = page(name=evil, pairs=[(evil, "http://x.example/" + evil)] * 40)
    assert "<script" not in made
    assert "<img" not in made
    assert {"script", "img"}.isdisjoint(outline(made).tags)
    assert "onerror" not in {name for _, name, _ in outline(made).attributes}


def test_only_web_addresses_become_links() -> None:
    links = outline(page(pairs=[("javascript:alert(1)", "https://a.example/1?x=1&y=2")] * 40)).attributes
    assert {value for tag, name, value in links if (tag, name) == ("a", "href")} == {"https://a.example/1?x=1&y=2"}
    assert {value for tag, name, value in links if (tag, name) == ("a", "rel")} == {"noopener"}


def test_the_worst_pairs_come_first_and_unrated_ones_never() -> None:
    assert worst(np.array([0.5, np.nan, 3, 0, 3])) == [2, 4, 0, 3]
    assert len(worst(np.arange(100.0))) == 10


def test_a_worst_pair_is_shown_with_its_numbers_and_items() -> None:
    values = np.tile(np.linspace(0, 5, 40)[:, None], 8)
    off = values.copy()
    off[6, 2] = 4.9
    gold, run = Gold("g", values), Scores("run", off)
    pairs = [(f"/a/{k}", f"/b/{k}") for k in range(40)]
    made = report_page(evaluate(gold, [run], resamples=20), gold, [run], pairs)
    people = made.split("<h3>People involved")[1].split("</section>")[0]
    assert "<li>pair 7: gold 0.77, score 4.90" in people
    assert people.index("/a/6") < people.index("/a/0")
    overall = made.split("Worst 10 pairs over all types")[1].split("</tr>")[1]
    assert "People involved: gold 0.77, score 4.90" in overall


def test_unrated_pairs_and_types_leave_the_page_whole() -> None:
    random = np.random.default_rng(0)
    values = random.uniform(0, 5, (40, 8))
    values[:10, 1], values[:, 2], values[5] = np.nan, np.nan, np.nan
    gold, run = Gold("ratings", values, np.isnan(values)), Scores("run", random.uniform(0, 5, (40, 8)), values * 0)
    made = report_page(evaluate(gold, [run], resamples=20), gold, [run])
    outline(made)
    assert "nan" not in made.lower().replace("nobody", "")
    assert "n = 30" in made


def test_thousands_of_pairs_are_thinned() -> None:
    column = np.linspace(0, 5, 3 * MOST_DOTS)
    made = scatter(column, column, np.arange(len(column)), "x")
    assert made.count("<circle") == MOST_DOTS


def test_dots_stand_where_their_numbers_are() -> None:
    made = scatter(np.array([0.0, 5.0]), np.array([0.0, 2.5]), np.array([1, 2]), "x")
    assert re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', made) == [("30.0", "206.0"), ("228.0", "107.0")]


def test_a_whisker_spans_its_interval() -> None:
    assert "M60.0 8H114.0" in whisker(0.5, 0.0, 1.0)
    assert "span" not in whisker(0.0, None, None)
    assert whisker(None, None, None) == ""
