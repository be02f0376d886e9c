"""Places resolved to towns, regions, countries and continents, and compared."""

import pytest

from typed_sts.domain.relation import Match, Relation
from typed_sts.reading.entities.gazetteer import Kind, candidates, place_key
from typed_sts.reading.entities.places import compare_places, contains, hints_of, is_area, resolve
from typed_sts.reading.entities.tables import cell_words, rows


def compare(left: str, right: str) -> Match:
    return compare_places(resolve(left), resolve(right))


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        (
            "Calverley Street, Leeds",
            ("calverley street, leeds, england", "leeds, england", "england", "united kingdom", "europe"),
        ),
        ("Rome, Italy", ("rome, italy", "lazio", "italy", "europe")),
        ("Italy, Rome", ("rome, italy", "lazio", "italy", "europe")),
        ("River Aniene", ("river aniene, lazio", "lazio", "italy", "europe")),
        ("Pittsburgh, PA", ("pittsburgh, pennsylvania", "pennsylvania", "united states", "north america")),
        ("Grand Canal", ("grand canal, venice", "venice, italy", "veneto", "italy", "europe")),
        ("Egypt", ("egypt", "africa")),
        ("Europe", ("europe",)),
        ("Harris Bakery", ("harris bakery",)),
    ],
)
def test_a_place_knows_what_contains_it(text: str, chain: tuple[str, ...]) -> None:
    place = resolve(text)
    assert place.chain == chain
    assert place.norm == chain[0]
    assert len(place.kinds) == len(chain)
    assert list(place.kinds) == sorted(place.kinds)


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Paris", "paris, france"),
        ("Paris, Texas", "paris, texas"),
        ("Cambridge", "cambridge, england"),
        ("Halle", "halle, germany"),
        ("Geneva", "geneva, switzerland"),
        ("Cambridge, Massachusetts", "cambridge, massachusetts"),
        ("Cambridge, Mass.", "cambridge, massachusetts"),
        ("New York", "new york city, new york state"),
        ("New York, New York", "new york city, new york state"),
        ("Buffalo, N.Y.", "buffalo, new york state"),
        ("Buffalo, New York", "buffalo, new york state"),
        ("Washington State", "washington state"),
        ("Atlanta, Georgia", "atlanta, georgia, united states"),
        ("Tbilisi, Georgia", "tbilisi, georgia"),
        ("Georgia", "georgia"),
        ("St. Paul", "saint paul, minnesota"),
        ("Leeds (Yorks.)", "leeds, england"),
        ("Broad Street, Oxford, Oxfordshire", "broad street, oxford, england"),
        ("Aspen Hollow Village, Colo.", "aspen hollow village, colorado"),
        ("City of London", "london, england"),
        ("near Leeds", "leeds, england"),
        ("Jiangsu province", "jiangsu"),
        ("Allegheny County", "allegheny county, pennsylvania"),
        ("Downtown", "downtown"),
    ],
)
def test_an_ambiguous_name_is_settled_by_the_other_parts_and_by_size(text: str, norm: str) -> None:
    assert resolve(text).norm == norm
    assert resolve(norm).norm == norm


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Edo", "tokyo, japan"),
        ("Constantinople", "istanbul, turkey"),
        ("Persia", "iran"),
        ("Holland", "netherlands"),
        ("Siam", "thailand"),
        ("Ceylon", "sri lanka"),
        ("Burma", "myanmar"),
        ("Peking", "beijing, china"),
        ("Bombay", "mumbai, india"),
        ("Leningrad", "saint petersburg, russia"),
        ("St Petersburg", "saint petersburg, russia"),
        ("Firenze", "florence, italy"),
        ("Venezia", "venice, italy"),
        ("München", "munich, germany"),
        ("Cologne", "koln, germany"),
        ("Köln", "koln, germany"),
        ("Great Britain", "united kingdom"),
        ("UK", "united kingdom"),
        ("U. S.", "united states"),
        ("U.S.A.", "united states"),
        ("America", "united states"),
        ("Nüremberg", "nuremberg, germany"),
        ("Flandern", "flanders"),
        ("Soviet Union", "russia"),
        ("México", "mexico"),
    ],
)
def test_historic_and_foreign_names_mean_the_place_of_today(text: str, norm: str) -> None:
    assert resolve(text).norm == norm


def test_context_settles_what_the_text_leaves_open() -> None:
    assert resolve("Cambridge", ("United States",)).norm == "cambridge, massachusetts"
    assert resolve("Worcester", ("UK",)).norm == "worcester, england"
    assert resolve("Worcester", ("Boston",)).norm == "worcester, massachusetts"


def test_a_name_of_several_towns_is_none_of_them_until_something_says_which() -> None:
    for context in ((), ("nowhere known",)):
        assert not resolve("Worcester", context).known
        assert resolve("Worcester", context).norm == "worcester"
    assert resolve("Worcester", (), hints_of("United Kingdom", "en")).norm == "worcester, england"
    assert resolve("Toledo", (), hints_of("", "es")).norm == "toledo, spain"
    assert resolve("Toledo", ("Ohio",), hints_of("Spain", "es")).norm == "toledo, ohio"
    assert compare_places(resolve("Worcester"), resolve("Worcester")).relation is Relation.PERHAPS
    assert compare_places(resolve("Worcester"), resolve("Worcester, UK")).relation is Relation.PERHAPS


def test_a_hint_does_not_move_a_large_city() -> None:
    assert resolve("Paris", (), ("United States",)).norm == "paris, france"
    assert resolve("Boston", (), ("United Kingdom",)).norm == "boston, massachusetts"


@pytest.mark.parametrize("text", ["Notre-Dame", "High Street", "Hauptstraße", "Rue de la Paix", "Marienkirche"])
def test_streets_and_churches_without_a_town_are_unknown_and_perhaps_the_same(text: str) -> None:
    assert not resolve(text).known
    assert compare_places(resolve(text), resolve(text)).relation is Relation.PERHAPS


def test_neighbours_are_near_and_far_towns_of_a_country_are_not_worth_a_word() -> None:
    assert compare_places(resolve("Maastricht"), resolve("Aachen")).degree == 0.6
    assert compare_places(resolve("Rotterdam"), resolve("Delft")).why == "neighbouring places"
    assert compare_places(resolve("Los Angeles"), resolve("New York City")).degree < 0.3


def test_context_does_not_move_what_the_text_says() -> None:
    assert resolve("Cambridge, Massachusetts", ("England",)).norm == "cambridge, massachusetts"


@pytest.mark.parametrize(
    ("left", "right", "relation", "degree"),
    [
        ("Rome", "Roma", Relation.SAME, 1.0),
        ("Calverley Street, Leeds", "Leeds", Relation.WITHIN, 0.85),
        ("Grand Canal", "Doge's Palace", Relation.NEAR, 0.8),
        ("Leeds", "England", Relation.WITHIN, 0.6),
        ("Leeds", "Manchester", Relation.NEAR, 0.55),
        ("Leeds", "Glasgow", Relation.NEAR, 0.4),
        ("Leeds", "UK", Relation.WITHIN, 0.5),
        ("Rome", "Florence", Relation.NEAR, 0.45),
        ("Florence", "Siena", Relation.NEAR, 0.55),
        ("Rome", "Europe", Relation.WITHIN, 0.2),
        ("Rome", "Paris", Relation.NEAR, 0.2),
        ("Rome", "Tokyo", Relation.DIFFERS, 0.0),
        ("Harris Bakery", "Rome", Relation.DIFFERS, 0.0),
        ("Harris Bakery", "harris bakery", Relation.SAME, 1.0),
        ("Harris Bakery", "Harris Bakery, Main Street", Relation.SAME, 0.9),
        ("", "", Relation.SAME, 1.0),
        ("", "Rome", Relation.DIFFERS, 0.0),
    ],
)
def test_places_are_compared_on_the_scale_of_the_guide(
    left: str, right: str, relation: Relation, degree: float
) -> None:
    match = compare(left, right)
    assert (match.relation, match.degree) == (relation, degree)


def test_containment_has_a_direction() -> None:
    assert contains(resolve("England"), resolve("Calverley Street, Leeds"))
    assert not contains(resolve("Leeds"), resolve("England"))
    assert not contains(resolve("Leeds"), resolve("Leeds"))


def test_a_reason_names_the_shared_place() -> None:
    assert compare("Rome", "Florence").why == "the same country: italy"
    assert compare("Leeds", "England").why == "leeds is in england"


@pytest.mark.parametrize(("text", "known"), [("China", True), ("Flanders", True), ("Persia", True), ("Leeds", False)])
def test_areas_are_told_from_towns_without_loading_towns(text: str, known: bool) -> None:
    assert is_area(text) is known


def test_every_row_of_our_own_table_leads_to_a_known_place() -> None:
    listed = rows("places", 3)
    assert sum(len(cell_words(names)) for _, names, _ in listed) >= 500
    for kind, names, place in listed:
        assert kind in ("is", "in")
        for name in cell_words(names):
            for word in name.split("="):
                assert candidates(place_key(word)), (word, place)


def test_sizes_are_ordered() -> None:
    assert Kind.SPOT < Kind.TOWN < Kind.COUNTY < Kind.REGION < Kind.COUNTRY < Kind.CONTINENT
    assert resolve("Leeds").level(Kind.REGION) == "england"
    assert resolve("Leeds").country == "united kingdom"
    assert resolve("Nowhere at all").country == ""
