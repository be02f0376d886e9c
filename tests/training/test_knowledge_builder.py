"""The builder of the knowledge pack: what is merged and what is not, and names by pattern."""

from pathlib import Path

import orjson
import pytest

from typed_sts.errors import BadTrainingData
from typed_sts.knowledge.concepts import Name
from typed_sts.training.shipped.knowledge import build, coverage
from typed_sts.training.shipped.knowledge_events import (
    add_patterns,
    dump_entities,
    event_kind,
    merge_events,
    wikidata_events,
)
from typed_sts.training.shipped.knowledge_iconclass import figures, merge_iconclass, saints, scenes, subjects
from typed_sts.training.shipped.knowledge_own import Draft, own_drafts, rows
from typed_sts.training.shipped.knowledge_places import merge_own
from typed_sts.training.shipped.knowledge_vocabularies import artists, merge_artists, periods


def draft(id: str, kind: str, *names: str, years: tuple[int | None, int | None] = (None, None)) -> Draft:
    told = [Name(*reversed(name.split(":"))) for name in names]
    return Draft(id, kind, dict.fromkeys(told), years)


def test_our_tables_have_one_id_for_each_row_and_only_known_kinds() -> None:
    found = own_drafts()
    assert len({one.id for one in found}) == len(found) > 4_000
    assert all(one.names for one in found)
    assert {row["kind"] for row in rows("ambiguous")} >= {"en", "de", "row", "town"}


def test_an_event_is_also_known_without_its_year_unless_that_leaves_half_a_name() -> None:
    labels = ("Siege of Mockton (1600)", "Battle of 839", "Mockton 1900")
    found = wikidata_events([f"Q{number}", label, "", ""] for number, label in enumerate(labels))
    assert [[name.text for name in one.names] for one in found] == [
        ["Siege of Mockton (1600)", "Siege of Mockton"],
        ["Battle of 839"],
        ["Mockton 1900"],
    ]


def test_an_event_of_ours_takes_the_public_id_of_its_name_and_year() -> None:
    public = wikidata_events(
        [["Q1", "Battle of Mockton", "1600-07-02T00:00:00Z", ""], ["Q2", "Battle of Mockton", "1300-01-01", ""]]
    )
    ours = draft("own:x", "battle", "en:Battle of Mockton", "nl:Slag bij Mockton", years=(1600, 1600))
    merged = merge_events([ours], public)
    assert [one.id for one in merged] == ["wikidata:Q1", "wikidata:Q2"]
    assert Name("Slag bij Mockton", "nl") in merged[0].names


def test_an_event_of_another_year_is_another_event() -> None:
    public = wikidata_events([["Q1", "Battle of Mockton", "1300-01-01T00:00:00Z", ""]])
    ours = draft("own:x", "battle", "en:Battle of Mockton", years=(1600, 1600))
    assert [one.id for one in merge_events([ours], public)] == ["own:x", "wikidata:Q1"]


def test_years_before_christ_have_no_zero() -> None:
    (found,) = wikidata_events([["Q1", "Battle of Mockton", "-0489-01-01T00:00:00Z", ""]])
    assert found.years == (-490, -490)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Battle of X", "battle"),
        ("Great Fire of X", "fire"),
        ("X Rebellion", "revolt"),
        ("Peace of X", "treaty"),
        ("X", "event"),
    ],
)
def test_a_name_tells_the_kind_of_an_event(name: str, kind: str) -> None:
    assert event_kind(name) == kind


def test_patterns_use_the_name_that_the_place_has_in_a_language() -> None:
    battle = draft("wikidata:Q1", "battle", "en:Battle of Vienna")
    at_sea = draft("wikidata:Q2", "battle", "en:Battle of the Mock Sea")
    vienna = draft("geonames:1", "town", "en:Vienna", "de:Wien", "fr:Vienne", "es:Viena")
    add_patterns([battle, at_sea], [vienna])
    assert {Name("Schlacht bei Wien", "de"), Name("bataille de Vienne", "fr"), Name("batalla de Viena", "es")} <= set(
        battle.names
    )
    assert len(at_sea.names) == 1
    assert not [name for name in battle.names if name.lang == "pl"]


def test_french_elides_before_a_vowel() -> None:
    battle = draft("wikidata:Q1", "battle", "en:Battle of Austerlitz")
    add_patterns([battle], [])
    assert Name("bataille d'Austerlitz", "fr") in battle.names


def test_a_place_of_ours_is_the_public_one_that_lies_there() -> None:
    def place(id: str, point: tuple[float, float], size: int) -> Draft:
        made = draft(id, "town", "en:Mockton")
        made.point, made.size = point, size
        return made

    near, far = place("geonames:1", (50.0, 5.0), 9_000), place("geonames:2", (10.0, 5.0), 90_000)
    merged = merge_own([place("own:mockton", (50.1, 5.1), 0)], [near, far])
    assert [one.id for one in merged] == ["geonames:1", "geonames:2"]
    apart = merge_own([place("own:mockton", (30.0, 5.0), 0)], [near, far])
    assert "own:mockton" in [one.id for one in apart]


LABELS = {
    "11H(MOCK)": {"en": "the martyr Mock; possible attributes: book"},
    "92B99": {"en": "(story of) Mockus (Mockos)", "de": "die Geschichte des Mockus", "fr": "(histoire d') Hypsipylé"},
    "73A99": {"en": "the Mocking of Mock: he is mocked", "de": "die Verspottung des Mock"},
    "46A99": {"en": "mockers", "de": "Spötter"},
    "31E99": {"en": "violent death by mockery, knife"},
}


def test_iconclass_gives_saints_figures_scenes_and_subjects() -> None:
    (saint,) = saints(LABELS, {"11H(MOCK)": {"en": ["Mock (St.)", "book"], "fr": ["Moque (Ste)"]}})
    assert {Name("Saint Mock", "en"), Name("Sainte Moque", "fr")} <= set(saint.names)
    (god,) = figures(LABELS)
    assert set(god.names) == {Name("Mockus", "en"), Name("Mockos", "en"), Name("Mockus", "de")}
    (scene,) = scenes(LABELS)
    assert Name("Mocking of Mock", "en") in scene.names
    assert [one.id for one in subjects(LABELS)] == ["iconclass:46A99"]


def test_a_figure_of_ours_takes_a_notation_that_says_the_same() -> None:
    ours = draft("own:mockos", "god", "en:Mockos", "pl:Mokos")
    other = draft("own:mockus", "town", "en:Mockus")
    assert merge_iconclass([ours, other], figures(LABELS)) == []
    assert ours.id == "iconclass:92B99"
    assert other.id == "own:mockus"


def test_an_artist_is_the_same_only_with_the_same_years() -> None:
    line = {"src": "saam", "id": "7", "name": "Ann Mock", "sort": "Mock, Ann", "birth": "1850", "dates": "born X 1850"}
    left_out = {**line, "src": "npg", "id": "8"}
    public = artists([line, left_out])
    assert [one.id for one in public] == ["saam:7"]
    other = draft("own:a", "artist", ":Ann Mock", years=(1750, 1800))
    assert merge_artists([other], public) == public
    same = draft("own:b", "artist", ":Ann Mock", years=(1850, 1900))
    assert merge_artists([same], public) == []
    assert same.id == "saam:7"


def test_a_period_on_which_sources_disagree_is_left_out() -> None:
    line = {"id": "https://perio.do/p1", "labels": {"eng-latn": ["Mock Age"]}, "start_y": "-0499", "stop_y": "0100"}
    (period,) = periods([line])
    assert (period.id, period.years) == ("periodo:p1", (-500, 100))
    assert periods([line, {**line, "start_y": "-0399"}]) == []


def test_a_wikidata_dump_is_read_line_by_line(tmp_path: Path) -> None:
    def value(told: object) -> list[dict[str, object]]:
        return [{"mainsnak": {"datavalue": {"value": told}}}]

    battle = {
        "id": "Q7",
        "labels": {"en": {"value": "Battle of Mockton"}, "ja": {"value": "x"}},
        "aliases": {"de": [{"value": "Schlacht bei Mockton"}]},
        "claims": {"P31": value({"id": "Q178561"}), "P585": value({"time": "+1600-07-02T00:00:00Z"})},
    }
    path = tmp_path / "dump.json"
    path.write_bytes(b"[\n" + orjson.dumps(battle) + b",\n" + orjson.dumps({"id": "Q8", "claims": {}}) + b"\n]\n")
    (found,) = dump_entities(path, ("en", "de"))
    assert (found.id, found.kind, found.years) == ("wikidata:Q7", "battle", (1600, 1600))
    assert set(found.names) == {Name("Battle of Mockton", "en"), Name("Schlacht bei Mockton", "de")}


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTrainingData, match=r"iconclass_labels\.tsv\.gz is not there; --sources names the folder"):
        build(tmp_path)


def test_coverage_counts_names_by_kind_and_language() -> None:
    header, line = coverage([draft("wikidata:Q1", "battle", "en:A", "de:B"), draft("own:x", "battle", "en:C")])
    assert header.split("\t")[:4] == ["kind", "concepts", "en", "de"]
    assert line.split("\t")[:4] == ["battle", "2", "2", "1"]
    assert line.split("\t")[-1] == "1"
