"""How alike names, dates and places are, and which query is well formed."""

import pytest

from typed_sts.knowledge.pack import knowledge
from typed_sts.service.http.errors import Problem
from typed_sts.service.reconcile.candidates import Candidate, Named, in_order, is_ahead
from typed_sts.service.reconcile.likeness import contained, dates_touch, name_likeness, same_id, without_lives
from typed_sts.service.reconcile.queries import HIGHEST_LIMIT, LIMIT, LONGEST_NAME, read_extension, read_queries
from typed_sts.service.reconcile.things import described, from_id


def test_names_are_alike_by_their_words_whatever_case_accents_and_order() -> None:
    assert name_likeness("Émile Zola", ["ZOLA, Emile"]) == 1
    assert name_likeness("The Night Watch", ["Night Watch"]) == pytest.approx(0.8)
    assert name_likeness("battle battle", ["battle"]) == pytest.approx(2 / 3)
    assert name_likeness("", ["x"]) == name_likeness("x", []) == name_likeness("—", ["—"]) == 0


def test_a_person_is_the_same_without_first_names_and_years() -> None:
    assert contained(["Turner"], ["Turner, Joseph Mallord William (1775–1851)"]) == 1
    assert contained(["J. Turner", "Ann Smith"], ["Ann Smith (1820-1890)"]) == 1
    assert contained(["Turner"], []) is None
    assert [without_lives(name) for name in ("Ann Smith (1820-1890)", "Smith, Ann, 1820-", "Ann Smith", "1820")] == [
        "Ann Smith",
        "Smith, Ann",
        "Ann Smith",
        "1820",
    ]


def test_dates_agree_when_their_years_touch() -> None:
    assert dates_touch(["c. 1840"], ["1838-1842"]) == 1
    assert dates_touch(["1950"], ["19th century"]) == 0
    assert dates_touch(["unknown"], ["1840"]) is None
    assert dates_touch(["1840"], []) is None


def test_an_id_is_the_same_as_its_address() -> None:
    assert same_id(["https://www.wikidata.org/wiki/Q5598"], ["wikidata:Q5598"])
    assert not same_id(["Q5598"], ["wikidata:Q5598"])


def candidate(alike: float | None, **properties: float | None) -> Candidate:
    return Candidate("/1", "a name", "", (Named("item", "Record"),), alike, properties)


def test_a_score_counts_the_name_three_times_and_what_is_not_stated_half() -> None:
    assert candidate(1.0).score == 100
    assert candidate(1.0, date=None).score == 87.5
    assert candidate(1.0, date=0.0).score == 75
    assert candidate(None, date=1.0).score == 100
    assert candidate(None).score == 0
    ranked = in_order([candidate(0.5), candidate(1.0, date=0.0), candidate(1.0)])
    assert [found.score for found in ranked] == [100, 75, 50]
    assert is_ahead(ranked)
    assert not is_ahead([ranked[0], ranked[0]])


def test_a_query_takes_what_is_left_out_and_cuts_what_is_too_long() -> None:
    found = read_queries('{"a": {"query": "x"}, "b": {"query": "' + "y " * 1_000 + '", "limit": 1e9, "type": ""}}')
    assert (found["a"].limit, found["a"].types) == (LIMIT, ())
    assert (found["b"].limit, len(found["b"].name)) == (HIGHEST_LIMIT, LONGEST_NAME)
    assert read_extension('{"ids": ["a", "a"], "properties": [{"id": "date"}, {"id": "date"}]}').ids == ("a",)
    for wrong in ("{}", '{"ids": "a", "properties": []}', '{"ids": [], "properties": ["date"]}', "[]", "null"):
        with pytest.raises(Problem):
            read_extension(wrong)


def test_a_thing_is_described_so_that_namesakes_can_be_told_apart() -> None:
    known = knowledge()
    lines = []
    for name in ("geonames:4717560", "wikidata:Q171416", "saam:4893"):
        concept = from_id(known, name)
        assert concept
        lines.append(described(known, concept))
    assert lines == ["town in Texas, United States", "battle, 1805", "artist, 1775–1851"]
