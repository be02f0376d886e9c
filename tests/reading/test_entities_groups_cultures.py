"""Kinds of people, and peoples."""

import pytest

from typed_sts.domain.relation import Match, Relation
from typed_sts.reading.entities.cultures import compare_cultures, read_culture
from typed_sts.reading.entities.people_kinds import compare_groups, read_group, singular


def compare(left: str, right: str) -> Match:
    return compare_groups(read_group(left), read_group(right))


@pytest.mark.parametrize(
    ("key", "kind", "words"),
    [
        ("woman", "woman", "woman|women|lady|Ladies|female"),
        ("soldier", "military", "soldier|soldiers|troops|warrior"),
        ("child", "child", "child|children|Children|toddlers"),
        ("boy", "child", "boy|boys"),
        ("girl", "child", "girl|girls|maiden"),
        ("figure", "person", "figure|Figures|nude"),
        ("fisher", "worker", "fisherman / fisherwoman|fisherman|fishermen|fisherwoman"),
        ("police officer", "law", "police officer|police officers|policemen"),
        ("dancer", "performer", "dancer|dancers|tap dancer"),
        ("man", "man", "man|men|the man"),
    ],
)
def test_words_for_one_kind_of_people_have_one_key(key: str, kind: str, words: str) -> None:
    for word in words.split("|"):
        assert (read_group(word).norm, read_group(word).kind) == (key, kind), word


def test_unknown_kinds_keep_their_singular() -> None:
    assert read_group("lamplighters").norm == "lamplighter"
    assert read_group("night clerks of the moon").kind == ""


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("women", "lady", Relation.SAME),
        ("soldiers", "officer", Relation.NEAR),
        ("woman", "man", Relation.NEAR),
        ("woman", "figure", Relation.NEAR),
        ("soldier", "figure", Relation.NEAR),
        ("angel", "fisherman", Relation.DIFFERS),
        ("lamplighter", "figure", Relation.DIFFERS),
    ],
)
def test_groups_are_compared_by_key_and_class(left: str, right: str, relation: Relation) -> None:
    assert compare(left, right).relation is relation


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("women", "woman"),
        ("fishermen", "fisherman"),
        ("ladies", "lady"),
        ("witches", "witch"),
        ("boys", "boy"),
        ("bass", "bass"),
    ],
)
def test_singulars(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("French", "france"),
        ("Dutch", "netherlands"),
        ("Amercian", "united states"),
        ("Ancient Egyptian", "ancient egypt"),
        ("Egyptian", "egypt"),
        ("Yoruba", "yoruba"),
        ("Native Americans", "native american"),
        ("Islamic", "islamic"),
        ("Muslims", "islamic"),
        ("Hunkpapa Lakȟóta", "lakota"),
        ("Shintō", "shinto"),
        ("Venetian", "venice"),
        ("Zorbian", "zorbian"),
    ],
)
def test_adjectives_lead_to_a_country_people_or_faith(text: str, norm: str) -> None:
    assert read_culture(text).norm == norm
    assert read_culture(norm).norm == norm


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("French", "Frenchman", Relation.SAME),
        ("Yoruba", "Nigerian", Relation.WITHIN),
        ("Yoruba", "Igbo", Relation.NEAR),
        ("Venetian", "Italian", Relation.WITHIN),
        ("French", "German", Relation.NEAR),
        ("French", "Japanese", Relation.DIFFERS),
        ("Islamic", "Buddhist", Relation.DIFFERS),
    ],
)
def test_cultures_are_compared_by_their_places(left: str, right: str, relation: Relation) -> None:
    match = compare_cultures(read_culture(left), read_culture(right))
    assert match.relation is relation
    assert match == compare_cultures(read_culture(right), read_culture(left))
