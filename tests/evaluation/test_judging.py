"""The judging kit: what is drawn, asked, kept and added up."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli
from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.evaluation.judging.compared import AN_ITEM, OF_LISTED, Standing, tally_pool
from typed_sts.evaluation.judging.draw import (
    Wanted,
    cards,
    drawn_of,
    neighbour_pairs,
    pairs_across,
    related_cards,
    spread_items,
)
from typed_sts.evaluation.judging.pool import Key, pooled
from typed_sts.evaluation.judging.questions import parse_answer, questions_of
from typed_sts.evaluation.judging.sample_file import (
    POOL,
    RELATED,
    WHY,
    Card,
    Other,
    Sample,
    read_sample,
    write_sample,
)
from typed_sts.evaluation.judging.session import run_session
from typed_sts.evaluation.judging.shares import difference, interval
from typed_sts.evaluation.judging.statements import Said, types_said
from typed_sts.evaluation.judging.systems import nearest_vectors
from typed_sts.evaluation.judging.tally import tally
from typed_sts.evaluation.judging.tally_text import tally_text
from typed_sts.evaluation.judging.verdict_file import Verdicts, read_verdicts
from typed_sts.preparing.build_collection import documents_file, fill, read_entries
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

HARBOUR = Item(id="/made/harbour", provider="Town", dcTitle=("The harbour",), dcDate=("1850",))
BOATS = Item(id="/made/boats", provider="Town", dcTitle=("Boats in the\x1b[31m harbour",), dcDate=("1850",))
MILL = Item(id="/made/mill", provider="Village", dcTitle=("A mill",))
SAME_MAKER = Said("author", "same maker: Ann Smith")
SAME_DATE = Said("time", "both dated 1850")
NO_PLACE = Said("location", "not stated in either record", asserts=False, score=None, stated="none")
LINES = (Said("author", "same maker: Ann Smith", True, 4.5, "both"), Said("time", "both dated 1850", True, 5.0, "both"))
CARDS = (
    Card("A1", RELATED, "Town", HARBOUR, (Other(BOATS, (SAME_MAKER, SAME_DATE), 3.5, "…"), Other(MILL, (), 1.0))),
    Card("B1", WHY, "given", HARBOUR, (Other(BOATS, (*LINES, NO_PLACE)),)),
)
KEYS = ["A1.1.1", "A1.1.2", "A1.1", "A1.2", "B1.1", "B1.2", "B1.3", "B1.missed"]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Return the file of a sample of two cards."""
    write_sample(tmp_path / "sample.jsonl", {"seed": 1}, CARDS)
    return tmp_path / "sample.jsonl"


def items_of(provider: str, count: int) -> list[Item]:
    """Return made-up records of a provider."""
    return [
        Item(
            id=f"/{provider.lower()}/{number}",
            provider=provider,
            dcTitle=(f"{['Boats', 'A mill', 'The market', 'Sheep'][number % 4]} at {provider}",),
            dcCreator=("Smith, Ann (1820-1890)" if number % 2 else "Jones, Owen",),
            dcDate=(str(1850 + number),),
        )
        for number in range(count)
    ]


WRENS = [
    Item(
        id=f"/leith/wren{number}",
        provider="Leith",
        dcTitle=(title,),
        dcCreator=("Wren, Maria (1801-1877)",),
        dcDescription=("The herring fleet before the Battle of Camperdown.",),
    )
    for number, title in enumerate(["The fleet at anchor", "The admiral's barge"])
]
"""Two records that share what no other has."""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a read collection of two large providers and a few records of small ones."""
    where = str(tmp_path_factory.mktemp("judging") / "collection")
    items = [*WRENS, *items_of("Leith", 30), *items_of("Dover", 22), *items_of("Cork", 2), *items_of("Hull", 1)]
    fill(open_collection(where), read_entries(items, documents_file(where)), read=True, rebuild=True)
    return where


@pytest.fixture(scope="module")
def answers(index: str) -> CollectionAnswers:
    """Return the answers of that collection."""
    return open_answers(index, unread=None)


# What is drawn.


def test_items_are_drawn_from_the_providers_in_turn_and_the_small_ones_are_one(answers: CollectionAnswers) -> None:
    drawn = spread_items(answers.collection, 6, seed=3)
    assert [item.provider for item in drawn[:2]] == ["Leith", "Dover"]
    assert drawn[2].provider in ("Cork", "Hull")
    assert [item.provider for item in drawn[3:5]] == ["Leith", "Dover"]
    assert len({item.id for item in drawn}) == 6


def test_the_seed_decides_and_nothing_else(answers: CollectionAnswers) -> None:
    ids = [item.id for item in spread_items(answers.collection, 8, seed=3)]
    assert ids == [item.id for item in spread_items(answers.collection, 8, seed=3)]
    assert ids != [item.id for item in spread_items(answers.collection, 8, seed=4)]
    assert {item.provider for item in spread_items(answers.collection, 5, 3, ["Dover"])} == {"Dover"}


def test_pairs_are_neighbours_or_of_two_holders(answers: CollectionAnswers) -> None:
    near = list(neighbour_pairs(answers.collection, 4, 1))
    assert len(near) == 4
    assert all(left.id != right.id for left, right, _ in near)
    across = list(pairs_across(answers.collection, 4, 1))
    assert across
    assert all(left.provider != right.provider for left, right, _ in across)


def test_some_of_the_given_pairs_are_drawn_in_their_order() -> None:
    pairs = [(f"a{number}", f"b{number}") for number in range(20)]
    drawn = drawn_of(pairs, 5, seed=1)
    assert len(drawn) == 5
    assert drawn == [pair for pair in pairs if pair in drawn]
    assert drawn_of(pairs, None, seed=1) == pairs


def test_every_statement_of_a_reason_is_on_the_card_with_its_type(answers: CollectionAnswers) -> None:
    first = next(related_cards(answers, [answers.item("/leith/wren0")], 3, {}))
    found = answers.related(first.item, 3)
    assert [other.item.id for other in first.others] == [one.item.id for one in found]
    assert [other.line for other in first.others] == [one.reason for one in found]
    said = [[(one.type, one.text) for one in other.statements] for other in first.others]
    assert said == [[(one.type, one.text) for one in related.statements] for related in found]
    assert "/leith/wren1" in [other.item.id for other in first.others]
    assert any(said)


def test_the_lines_of_why_are_on_the_card_type_by_type(answers: CollectionAnswers) -> None:
    wanted = Wanted(seed=2, given=(("/leith/1", "/dover/3"),), group="mine")
    card = next(cards(answers, wanted))
    why = answers.why(answers.item("/leith/1"), answers.item("/dover/3"))
    assert (card.group, card.others[0].line) == ("mine", why.sentence)
    by_type = {name: [said for said in card.others[0].statements if said.type == name] for name in TYPES}
    for entry in why.types:
        texts = [one.text for one in entry.statements] or [entry.summary]
        assert [said.text for said in by_type[entry.type]] == texts
        assert {said.score for said in by_type[entry.type]} == {entry.score}
    assert by_type["author"][0].asserts
    assert [(said.text, said.asserts) for said in by_type["event"]] == [(why["event"].summary, False)]
    assert "author" in types_said(why)
    assert "event" not in types_said(why)


def test_a_sample_comes_back_from_its_file_as_it_was(sample: Path) -> None:
    found = read_sample(sample)
    assert found.cards == tuple(
        Card(card.key, card.kind, card.group, card.item, card.others) for card in read_sample(sample).cards
    )
    assert [said.text for said in found.cards[0].others[0].statements] == [SAME_MAKER.text, SAME_DATE.text]
    assert found.cards[1].others[0].statements == (*LINES, NO_PLACE)
    assert found.head["seed"] == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [("{", "line 3: not JSON"), ('{"key": "A2"}', "line 3: not a card"), ("[]", "line 3: not a JSON object")],
)
def test_a_broken_sample_is_told_of_with_its_line(sample: Path, line: str, problem: str) -> None:
    lines = sample.read_text(encoding="utf-8").splitlines()
    sample.write_text("\n".join([*lines[:2], line]), encoding="utf-8")
    with pytest.raises(BadScores, match=problem):
        read_sample(sample)


# What is asked, and how it is kept.


def test_a_terminal_session_asks_everything_and_keeps_it(cli: Cli, sample: Path) -> None:
    ran = cli("judge", "rate", sample, stdin="t\nV\ng\nn\nt 4\nF 1\nv NA\npeople event\n")
    assert ran.code == 0
    assert "A1.1.1  author: same maker: Ann Smith" in ran.out
    assert "\x1b" not in ran.out
    assert "8 verdicts, 0 questions left" in ran.err
    kept = sample.with_name("sample.jsonl.verdicts.tsv").read_text(encoding="utf-8").splitlines()
    assert kept[1:] == [
        "A1.1.1\tT",
        "A1.1.2\tV",
        "A1.1\tgood",
        "A1.2\tno",
        "B1.1\tT 4",
        "B1.2\tF 1",
        "B1.3\tV NA",
        "B1.missed\tpeople event",
    ]


def test_a_session_goes_on_where_it_stopped(cli: Cli, sample: Path) -> None:
    stopped = cli("judge", "rate", sample, stdin="t\nt\n")
    assert "2 verdicts, 6 questions left" in stopped.err
    quit_ = cli("judge", "rate", sample, stdin="g\nq\n")
    assert "A1.1.1" not in quit_.out
    assert "3 verdicts, 5 questions left" in quit_.err
    done = cli("judge", "rate", sample, stdin="s\nt\nt\nt\n\n")
    assert "8 verdicts, 0 questions left" in done.err
    assert read_verdicts(sample.with_name("sample.jsonl.verdicts.tsv"), read_sample(sample))["B1.missed"] == "-"


def test_a_wrong_answer_is_asked_again_and_one_can_go_back(cli: Cli, sample: Path) -> None:
    ran = cli("judge", "rate", sample, stdin="x\n?\nt\nb\nf\n")
    assert "'x' is none of T, V, F" in ran.out
    assert ran.out.count("true and worth saying") == 2
    assert read_verdicts(sample.with_name("sample.jsonl.verdicts.tsv"), read_sample(sample)) == {"A1.1.1": "F"}


def test_each_verdict_is_on_disk_before_the_next_question(sample: Path, tmp_path: Path) -> None:
    found, place = read_sample(sample), tmp_path / "mine.tsv"
    on_disk: list[int] = []

    def read_line() -> str:
        on_disk.append(len(read_verdicts(place, found)) if place.exists() else 0)
        return "t\n" if len(on_disk) < 3 else ""

    assert run_session(found, Verdicts(place, found), read_line, lambda text: None) == 6
    assert on_disk == [0, 1, 2]


def test_verdicts_come_from_a_table_too(cli: Cli, sample: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("# mine\nA1.1.1\tt\ta note\n\nA1.1\tso-so\nB1.3\t\nA1.1.1\tF\n", encoding="utf-8")
    ran = cli("judge", "rate", sample, "--from", table, "--to", tmp_path / "verdicts.tsv")
    assert ran.code == 0
    assert read_verdicts(tmp_path / "verdicts.tsv", read_sample(sample)) == {"A1.1.1": "F", "A1.1": "so-so"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A9.1\tT", 'line 2: nothing in the sample has the key "A9.1"'),
        ("A1.1\tT", "line 2: A1.1: 'T' is none of good, so-so, no, repeat"),
        ("B1.1\tT 7", "line 2: B1.1: '7' is no score"),
        ("A1.1.1\tT 4", "line 2: A1.1.1: 'T 4' is none of T, V, F"),
        ("B1.missed\tmaker", "line 2: B1.missed: 'maker' is no type"),
        ("# sample 0000", "line 2: these are verdicts on another sample"),
    ],
)
def test_a_wrong_verdict_in_a_table_is_told_of_with_its_line(
    cli: Cli, sample: Path, tmp_path: Path, line: str, problem: str
) -> None:
    (tmp_path / "table.tsv").write_text(f"A1.1.2\tT\n{line}\n", encoding="utf-8")
    ran = cli("judge", "rate", sample, "--from", tmp_path / "table.tsv")
    assert ran.code == 1
    assert problem in ran.err
    assert not sample.with_name("sample.jsonl.verdicts.tsv").exists()


def test_the_whole_sample_can_be_printed_with_its_keys(cli: Cli, sample: Path) -> None:
    ran = cli("judge", "show", sample)
    assert [line.split()[0] for line in ran.out.splitlines() if line.startswith(("A1", "B1"))] == KEYS


# What verdicts add up to, by hand.


def test_the_tables_are_what_one_counts_by_hand() -> None:
    verdicts = {
        **{"A1.1.1": "T", "A1.1.2": "F", "A1.1": "good", "A1.2": "repeat"},
        **{"B1.1": "T 4", "B1.2": "V 1", "B1.3": "F NA", "B1.missed": "people event"},
    }
    found = tally([(Sample({}, CARDS), verdicts)])
    all_a = found.related_by_group[-1]
    assert (all_a.n, all_a.true, all_a.trivial, all_a.false) == (2, 1, 0, 1)
    assert (all_a.share_true, all_a.share_false) == (0.5, 0.5)
    assert [row.name for row in found.related_by_type] == ["author", "time", "all"]
    assert found.related_by_type[0].share_true == 1.0
    recommended = found.recommended[-1]
    assert (recommended.n, recommended.good, recommended.repeat, recommended.cards) == (2, 1, 1, 1)
    assert (recommended.with_line, recommended.false_lines, recommended.elsewhere) == (1, 1, 1)
    all_b = found.why_by_group[-1]
    assert (all_b.n, all_b.true, all_b.trivial, all_b.false, all_b.missed) == (2, 1, 1, 0, 2)
    assert all_b.recall == pytest.approx(1 / 3)
    assert {row.name: row.missed for row in found.why_by_type} == {
        "author": 0, "time": 0, "people": 1, "event": 1, "all": 2,
    }  # fmt: skip
    assert (found.silent_by_group[-1].n, found.silent_by_group[-1].false) == (1, 1)
    assert found.stated_right == (3, 3)
    assert found.scores_near == (1, 2)
    assert (found.judged, found.asked) == (8, 8)


def test_what_has_no_verdict_does_not_count() -> None:
    found = tally([(Sample({}, CARDS), {"A1.1.1": "T"})])
    assert (found.related_by_group[-1].n, found.recommended[-1].n, found.why_by_group[-1].n) == (1, 0, 0)
    assert (found.judged, found.asked) == (1, 8)


def test_cards_of_two_samples_are_not_one_though_their_keys_are() -> None:
    verdicts = {"A1.1": "good", "A1.2": "no"}
    found = tally([(Sample({}, CARDS), verdicts), (Sample({}, CARDS), verdicts)])
    assert (found.recommended[-1].n, found.recommended[-1].cards) == (4, 2)


def test_items_with_an_empty_list_count_for_how_many_are_listed() -> None:
    empty = Card("A2", RELATED, "Town", MILL, ())
    found = tally([(Sample({}, (*CARDS, empty)), {"A1.1": "good", "A1.2": "no"})])
    assert (found.recommended[-1].cards, found.recommended[-1].empty) == (1, 1)
    (line,) = [line for line in tally_text(found).splitlines() if line.startswith("all ") and "50%" in line]
    assert line.split()[-2:] == ["1", "1.0"]


def test_the_tables_are_printed_and_given_as_json(cli: Cli, sample: Path) -> None:
    cli("judge", "rate", sample, stdin="t\nf\ng\nn\nt\nt\nt\nevent\n")
    printed = cli("judge", "tally", sample)
    assert printed.code == 0
    assert "8 of 8 questions have a verdict" in printed.out
    row = next(line for line in printed.out.splitlines() if line.startswith("Town"))
    assert row.split()[:3] == ["Town", "2", "50%"]
    found = json.loads(cli("judge", "tally", sample, "--json").out)
    assert found["why_by_group"][-1]["recall"] == pytest.approx(2 / 3)
    assert found["recommended"][-1]["good"] == 1


def test_an_interval_is_over_cards_not_over_statements() -> None:
    certain = interval([2.0] * 10, [2.0] * 10)
    assert certain == (1.0, 1.0)
    low, high = interval([4.0, 0.0] * 10, [4.0, 4.0] * 10) or (0.0, 0.0)
    draws = np.random.default_rng(0).binomial(20, 0.5, 20_000) / 20
    assert (low, high) == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.051)
    assert interval([], []) is None
    assert interval([1.0] * 4, [1.0] * 4) is None  # four cards tell nothing
    some, ones = [1.0, 0.0, 0.0, 1.0, 1.0], [1.0] * 5
    assert difference(some, ones, some, ones) == (0.0, 0.0)


# Systems, compared blind.


def made(*names: str) -> list[Item]:
    """Return items of these names."""
    return [Item(id=f"/made/{name}") for name in names]


def test_a_pool_holds_each_item_once_and_does_not_tell_who_found_it(sample: Path) -> None:
    lists = {"ours": [made("a", "b")], "vectors": [made("b", "c")]}
    pool, key = pooled([HARBOUR], lists, {}, seed=1)
    assert sorted(other.item.id for other in pool[0].others) == ["/made/a", "/made/b", "/made/c"]
    by_id = {other.item.id: key[f"C1.{place}"] for place, other in enumerate(pool[0].others, 1)}
    assert by_id == {"/made/a": {"ours": 1}, "/made/b": {"ours": 2, "vectors": 1}, "/made/c": {"vectors": 2}}
    write_sample(sample, {}, pool)
    assert "vectors" not in sample.read_text(encoding="utf-8")
    assert all(not question.missed and question.said is None for question in questions_of(read_sample(sample)))


def test_who_wins_is_what_one_counts_by_hand() -> None:
    items = [HARBOUR, MILL]
    lists = {"ours": [made("a", "b"), made("d")], "vectors": [made("b", "c"), made("d", "e")]}
    pool, key = pooled(items, lists, {}, seed=1)
    ids = {f"{card.key}.{n}": other.item.id for card in pool for n, other in enumerate(card.others, 1)}
    verdict_of = {"/made/a": "good", "/made/b": "good", "/made/c": "no", "/made/d": "so-so", "/made/e": "good"}
    verdicts = {one: verdict_of[item_id] for one, item_id in ids.items()}
    ours, vectors = tally_pool(Sample({}, tuple(pool)), verdicts, ["ours", "vectors"], key).rows
    assert (ours.shown, ours.good, ours.so_so, ours.no) == (3, 2, 1, 0)
    assert (vectors.shown, vectors.good, vectors.so_so, vectors.no) == (4, 2, 1, 1)
    assert vectors.difference == pytest.approx(2 / 4 - 2 / 3)
    assert (vectors.won, vectors.tied, vectors.lost) == (1, 0, 1)
    assert vectors.good_an_item == ours.good_an_item == 1.0
    assert vectors.even is not None
    assert (vectors.even.shown, vectors.even.share_good, vectors.even.share_good_against) == (3, 1 / 3, 2 / 3)
    half = {one: verdict for one, verdict in verdicts.items() if one.startswith("C1.")}
    assert tally_pool(Sample({}, tuple(pool)), half, ["ours", "vectors"], key).rows[0].items == 1


def judged(lists: dict[str, list[str]]) -> tuple[Sample, dict[str, str], Key]:
    """Return a pool in which each system lists for each item as many as there are letters: g is good, n is not."""
    count = len(next(iter(lists.values())))
    items = [Item(id=f"/asked/{number}") for number in range(count)]
    named = {
        name: [
            [Item(id=f"/{name}/{card}/{n}/{letter}") for n, letter in enumerate(row)] for card, row in enumerate(rows)
        ]
        for name, rows in lists.items()
    }
    pool, key = pooled(items, named, {}, seed=1)
    verdicts = {
        f"{card.key}.{n}": "good" if other.item.id.endswith("/g") else "no"
        for card in pool
        for n, other in enumerate(card.others, 1)
    }
    return Sample({}, tuple(pool)), verdicts, key


def test_a_short_list_leads_by_what_it_lists_and_a_full_one_by_what_it_finds() -> None:
    sample, verdicts, key = judged({"ours": ["g"] * 8 + ["", ""], "full": ["gggnn"] * 10})
    found = tally_pool(sample, verdicts, ["ours", "full"], key)
    assert found.standings == (Standing(OF_LISTED, "ours", ()), Standing(AN_ITEM, "full", ()))
    assert [(row.empty, row.with_good) for row in found.rows] == [(2, 8), (0, 10)]
    even = found.rows[1].even
    assert even is not None
    assert (even.shown, even.share_good, even.share_good_against) == (8, 1.0, 1.0)


def test_systems_whose_difference_may_be_chance_are_not_told_apart() -> None:
    ours, theirs = ["ggn", "nnn", "ggg", "gnn", "nnn", "ggn"], ["gnn", "gnn", "ggn", "ggn", "nnn", "gnn"]
    sample, verdicts, key = judged({"ours": ours, "theirs": theirs, "worst": ["nnn"] * 6})
    found = tally_pool(sample, verdicts, ["ours", "theirs", "worst"], key)
    assert found.standings == (Standing(OF_LISTED, "ours", ("theirs",)), Standing(AN_ITEM, "ours", ("theirs",)))


def test_the_nearest_vectors_are_those_of_the_whole_collection(answers: CollectionAnswers) -> None:
    item = answers.item("/leith/4")
    found = nearest_vectors(answers)([item, answers.item("/dover/1")], 3)
    assert [len(row) for row in found] == [3, 3]
    assert item.id not in [one.id for one in found[0]]
    assert all("Boats at Leith" in one.dcTitle for one in found[0])


def test_two_systems_are_compared_from_draw_to_table(cli: Cli, index: str, tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    drawn = cli("judge", "compare", "--index", index, "--items", 2, "-k", 2, "-o", pool)
    assert drawn.code == 0
    assert "need --elastic" in drawn.err
    rated = cli("judge", "rate", pool, stdin="g\n" * 20)
    assert " 0 questions left" in rated.err
    told = cli("judge", "tally", pool)
    assert "good of what is listed: ours leads, not told apart from vectors" in told.out
    assert "at equal length" in told.out
    found = json.loads(cli("judge", "tally", pool, "--json").out)
    assert found["systems"][0][0]["share_good"] == 1.0
    assert found["standings"][0][0]["leader"] == "ours"
    other = tmp_path / "other.jsonl"
    other.write_bytes(pool.read_bytes().replace(b'"seed":1', b'"seed":2'))
    pool.with_name("pool.jsonl.key.json").rename(tmp_path / "other.jsonl.key.json")
    (tmp_path / "other.jsonl.verdicts.tsv").write_text("C1.1\tgood\n", encoding="utf-8")
    assert "the key of another sample" in cli("judge", "tally", other).err


@pytest.mark.elastic
def test_all_four_systems_answer_on_a_real_server_and_leave_nothing_there(
    cli: Cli, index: str, tmp_path: Path, elastic_name: Callable[[], str]
) -> None:
    from elasticsearch import Elasticsearch

    server = elastic_name().rpartition("/")[0]
    with Elasticsearch(server) as client:
        before = set(client.indices.get(index="typed-sts-judge-*", allow_no_indices=True))
    pool = tmp_path / "pool.jsonl"
    drawn = cli("judge", "compare", "--index", index, "--elastic", server, "--items", 3, "-k", 2, "-o", pool)
    assert drawn.code == 0, drawn.err
    key = json.loads(pool.with_name("pool.jsonl.key.json").read_bytes())
    assert key["systems"] == ["ours", "vectors", "more_like_this", "europeana"]
    finders = [system for found in key["found"].values() for system in found]
    assert all(1 <= finders.count(system) <= 6 for system in key["systems"])
    with Elasticsearch(server) as client:
        assert set(client.indices.get(index="typed-sts-judge-*", allow_no_indices=True)) <= before


# From draw to draw.


def test_a_sample_is_drawn_again_with_the_same_items_and_pairs(cli: Cli, index: str, tmp_path: Path) -> None:
    first, second = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    ran = cli("judge", "draw", "--index", index, "--items", 2, "--neighbours", 1, "--across", 1, "-k", 2, "-o", first)
    assert ran.code == 0, ran.err
    assert cli("judge", "draw", "--index", index, "--again", first, "-k", 2, "-o", second).code == 0
    assert read_sample(second).cards == read_sample(first).cards


def test_one_says_what_is_to_be_drawn(cli: Cli, index: str, tmp_path: Path) -> None:
    ran = cli("judge", "draw", "--index", index, "-o", tmp_path / "sample.jsonl")
    assert (ran.code, "nothing to draw" in ran.err) == (1, True)


def test_an_answer_may_be_a_letter_or_a_word() -> None:
    question = next(one for one in questions_of(Sample({}, CARDS)) if one.key == "A1.1")
    assert [parse_answer(question, text) for text in ("g\n", "Good", "s", "NO", "r")] == [
        "good", "good", "so-so", "no", "repeat",
    ]  # fmt: skip
    blind = Sample({}, (Card("C1", POOL, "", HARBOUR, (Other(MILL),)),))
    with pytest.raises(ValueError, match="none of good, so-so, no"):
        parse_answer(next(questions_of(blind)), "repeat")
