"""Features of pairs: symmetric, in batches as one by one, and with missing apart from different."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.groups import GROUPS
from typed_sts.domain.limits import MOST_THINGS
from typed_sts.features.feature_table import feature_table, features
from typed_sts.features.parsed_entities import KINDS, compare_things, things_of
from typed_sts.features.profiles import Profiles, is_portrait, join, profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_index.background import background_stats

SHIP = Item(
    id="/a/1",
    provider="Harbour Museum",
    dcTitle=("Fishing boats at Whitby",),
    dcCreator=("Holm, Berit (1870-1941)",),
    dcSubject=("boats", "fishing"),
    dcDescription=("Fishermen mending nets at Whitby, England.",),
    dcDate=("1905",),
)
SAME_HAND = Item(id="/b/2", dcTitle=("Village school",), dcCreator=("B. Holm",), dcDate=("1910-1912",))
WORDS = (
    "Whitby",
    "boats",
    "Berit Holm",
    "1905",
    "fishing",
    "soldiers",
    "London",
    "dancing",
    "portrait",
    "18th century",
)
RECORDS = st.builds(
    lambda fields: item_from_dict({"id": "/x/1", **fields}),
    st.dictionaries(
        st.sampled_from(LIST_FIELDS), st.lists(st.lists(st.sampled_from(WORDS)).map(" ".join), max_size=3), max_size=6
    ),
)


def profiled(*items: Item) -> Profiles:
    return profile_documents([Reader("crf").read(item) for item in items], background_stats())


def compared(left: Item, right: Item) -> dict[str, float]:
    row = feature_table(profiled(left, right), np.array([0]), np.array([1]))[0]
    return {feature.name: float(value) for feature, value in zip(features(), row, strict=True)}


@cache
def sample_documents() -> tuple[Document, ...]:
    return tuple(Reader("crf").read_all(read_items(SAMPLE_ITEMS)))


@cache
def sample_profiles() -> Profiles:
    return profile_documents(sample_documents(), background_stats())


def every_pair(n: int) -> tuple[np.ndarray, np.ndarray]:
    left, right = np.indices((n, n))
    return left.ravel(), right.ravel()


def test_every_feature_has_a_name_of_its_own_and_a_known_group() -> None:
    names = [feature.name for feature in features()]
    assert len(names) == len(set(names)) > 80
    assert {feature.group for feature in features()} == set(GROUPS)


@pytest.mark.slow
def test_what_was_read_is_all_that_features_need_of_a_record() -> None:
    documents = sample_documents()[:60]
    bare = [replace(document, item=Item(id=document.id, provider=document.provider)) for document in documents]
    profiles = profile_documents(bare, background_stats(), sample_profiles().vectors[:60])
    left, right = every_pair(60)
    assert (feature_table(profiles, left, right) == feature_table(sample_profiles(), left, right)).all()


@pytest.mark.slow
def test_features_are_the_same_from_both_sides() -> None:
    left, right = every_pair(40)
    assert (feature_table(sample_profiles(), left, right) == feature_table(sample_profiles(), right, left)).all()


@pytest.mark.slow
def test_features_are_numbers_and_shares_stay_between_0_and_1() -> None:
    left, right = every_pair(60)
    table = feature_table(sample_profiles(), left, right)
    assert np.isfinite(table).all()
    endings = ("_cosine", "_containment", "_best", "_covered", "_overlap", "_named", "_equal", "_same")
    shares = table[:, [feature.name.endswith(endings) for feature in features()]]
    assert shares.min() >= 0
    assert shares.max() <= 1 + 1e-5


@pytest.mark.slow
def test_a_pair_has_the_same_features_alone_and_among_ten_thousand() -> None:
    generator = np.random.default_rng(1)
    left, right = generator.integers(0, 100, (2, 10_000))
    together = feature_table(sample_profiles(), left, right)
    for number in (0, 4_095, 4_096, 9_999):
        alone = feature_table(sample_profiles(), left[[number]], right[[number]])
        assert np.allclose(alone[0], together[number], atol=1e-6)


def test_joined_profiles_are_the_profiles_of_all_rows() -> None:
    documents = sample_documents()[:12]
    parts = join(
        [profile_documents(documents[:5], background_stats()), profile_documents(documents[5:], background_stats())]
    )
    left, right = every_pair(12)
    whole = profile_documents(documents, background_stats())
    assert np.allclose(feature_table(parts, left, right), feature_table(whole, left, right), atol=1e-5)
    assert parts.ids == whole.ids


def test_a_maker_written_in_two_ways_is_the_same_maker() -> None:
    found = compared(SHIP, SAME_HAND)
    assert found["maker_best"] > 0.8
    assert found["creator_cosine"] >= found["maker_best"]
    assert found["maker_has"] == 2


def test_what_only_one_record_states_is_told_from_what_differs() -> None:
    one_sided = compared(SHIP, Item(id="/c/3", dcTitle=("A vase",)))
    other = compared(SHIP, Item(id="/c/3", dcTitle=("A vase",), dcCreator=("Ito, Kenji",)))
    assert one_sided["maker_best"] == other["maker_best"] == 0
    assert (one_sided["maker_has"], other["maker_has"]) == (1, 2)


def test_a_maker_named_as_a_person_in_the_other_record_counts() -> None:
    sitter = Item(
        id="/d/4", dcTitle=("The painter Berit Holm",), dcDescription=("The painter Berit Holm in her studio.",)
    )
    assert compared(SHIP, sitter)["maker_as_person"] > 0.8
    assert compared(SHIP, sitter)["creator_named"] > 0.5  # the years of her life stand only in one


@pytest.mark.parametrize(
    ("first", "second", "gap", "overlap"),
    [("1905", "1905", 0, 1), ("1905", "1910", 5, 0), ("1900-1909", "1905-1914", 0, 1 / 3), ("50 BC", "AD 50", 100, 0)],
)
def test_years_are_compared_as_intervals(first: str, second: str, gap: float, overlap: float) -> None:
    found = compared(Item(id="/1", dcDate=(first,)), Item(id="/2", dcDate=(second,)))
    assert np.isclose(np.expm1(found["made_gap"]), gap)
    assert np.isclose(found["made_overlap"], overlap)


def test_a_makers_life_stands_in_where_an_item_has_no_date() -> None:
    undated = Item(id="/1", dcCreator=("Holm, Berit (1870-1941)",))
    found = compared(undated, Item(id="/2", dcDate=("1905",)))
    assert found["made_has"] == 1
    assert found["made_overlap"] == 0
    assert found["lived_overlap"] > 0


def test_a_portrait_says_that_somebody_posed() -> None:
    things = things_of(Reader("crf").read(Item(id="/1", dcTitle=("Self-portrait",))))
    assert [thing.key for thing in things["event"]] == ["pose"]
    assert things["event"][0].mentions[0].text == "Self-portrait"


@pytest.mark.parametrize(
    ("title", "sat"),
    [
        ("Portrait of a lady", True),
        ("Jane Mockton", True),
        ("Queen Victoria opening the great bridge over the river at Mockton", False),
        ("A stone bridge", False),
        ("", False),
    ],
)
def test_somebody_sat_for_what_is_called_a_portrait_or_by_a_name(title: str, sat: bool) -> None:
    document = Reader("crf").read(Item(id="/1", dcTitle=(title,) if title else ()))
    assert is_portrait(document) == sat
    assert is_portrait(replace(document, item=Item(id="/1"))) == sat


def test_portraits_meet_in_columns_of_the_people_group() -> None:
    documents = [Reader("crf").read(Item(id="/1", dcTitle=(title,))) for title in ("Portrait", "Jane Mockton", "A jug")]
    vectors = np.zeros((3, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    profiles = profile_documents(documents, background_stats(), vectors)
    table = feature_table(profiles, np.array([0, 0, 2]), np.array([1, 2, 2]))
    columns = {feature.name: number for number, feature in enumerate(features()) if "portrait" in feature.name}
    assert table[:, columns["portrait_both"]].tolist() == [1, 0, 0]
    assert table[:, columns["portrait_has"]].tolist() == [2, 1, 0]
    assert {features()[number].group for number in columns.values()} == {"people"}


def test_other_makers_are_apart_only_where_both_are_named() -> None:
    other = Item(id="/c/3", dcTitle=("Village school",), dcCreator=("Zurbarán, Francisco de",))
    assert compared(SHIP, other)["maker_apart"] == 1
    assert compared(SHIP, SAME_HAND)["maker_apart"] == 0
    assert compared(SHIP, Item(id="/c/3", dcTitle=("Village school",)))["maker_apart"] == 0


@pytest.mark.parametrize(
    ("place", "apart"), [("Kyoto, Japan", 1), ("London, England", 0), ("Japan; England", 0), ("Nowhere Farm", 0)]
)
def test_places_are_apart_where_both_are_known_and_share_no_country(place: str, apart: int) -> None:
    other = Item(id="/c/3", dcTitle=("A street",), dctermsSpatial=tuple(place.split("; ")))
    assert compared(SHIP, other)["place_apart"] == apart


@pytest.mark.parametrize(
    ("text", "told"), [("Soldiers in a trench.", 1), ("The Battle of Waterloo.", 1), ("Fishermen mending nets.", 0)]
)
def test_a_record_tells_of_war_by_who_is_there_or_by_what_happens(text: str, told: int) -> None:
    war = Item(id="/c/3", dcDescription=("Soldaten im Ersten Weltkrieg.",), language="de")
    found = compared(war, Item(id="/d/4", dcDescription=(text,)))
    assert (found["war_both"], found["war_has"]) == (told, 1 + told)


def test_the_rarest_shared_term_counts_whatever_else_is_shared() -> None:
    one, other, common = (
        Item(id=f"/e/{number}", dcTitle=(title,))
        for number, title in enumerate(("A view of Whitby", "Whitby and other towns", "A view of other towns"))
    )
    assert compared(one, other)["title_rarest"] > compared(one, common)["title_rarest"] > 0
    assert compared(one, SAME_HAND)["title_rarest"] == 0


def test_each_view_of_vectors_is_a_column_of_its_group() -> None:
    groups = {feature.name: feature.group for feature in features()}
    assert groups["people_vector"] == "people"
    assert groups["places_vector"] == "place"
    assert {f"{view}_vector" for view in VECTOR_VIEWS} <= groups.keys()


def test_the_spans_of_things_are_where_they_say() -> None:
    for document in sample_documents():
        for found in things_of(document).values():
            for mention in (mention for thing in found for mention in thing.mentions):
                assert getattr(document.item, mention.field)[mention.value][mention.start : mention.end] == mention.text


@pytest.mark.slow
def test_things_that_can_match_share_a_bit_of_their_signatures() -> None:
    everything = [things_of(document) for document in sample_documents()]
    for kind in KINDS:
        distinct = list({thing.key: thing for found in everything for thing in found[kind]}.values())
        for number, one in enumerate(distinct):
            for other in distinct[number:]:
                if not one.signature & other.signature:
                    most = 0.25 if kind in ("maker", "person") else 0  # Monet and Manet
                    assert compare_things(kind, one.value, other.value).degree <= most, (kind, one.key, other.key)


@pytest.mark.slow
def test_a_list_of_ten_thousand_names_is_cut() -> None:
    crowded = Item(id="/1", dcSubject=tuple(f"Saint Number{n}" for n in range(10_000)), dcTitle=("x" * 1_000_000,))
    things = things_of(Reader("crf").read(crowded))
    assert max(map(len, things.values())) <= MOST_THINGS
    assert np.isfinite(list(compared(crowded, SHIP).values())).all()


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(RECORDS, RECORDS)
def test_any_two_records_can_be_compared_from_either_side(left: Item, right: Item) -> None:
    assert compared(left, right) == compared(right, left)


def test_no_pairs_give_an_empty_table() -> None:
    nothing = np.zeros(0, dtype=np.intp)
    assert feature_table(sample_profiles(), nothing, nothing).shape == (0, len(features()))
