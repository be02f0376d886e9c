"""Topics: what a record is and is about, as concepts that do not depend on its language, and how two of them relate."""

import pytest

from typed_sts.domain.relation import DIFFERS, SAME, Relation
from typed_sts.domain.span import Span
from typed_sts.reading.document import Document, blank_document
from typed_sts.reading.entities.topic_match import Topic, compare_topics
from typed_sts.reading.language import languages_of_values
from typed_sts.reading.reader import Reader
from typed_sts.reading.stated_ids import stated_id, value_id
from typed_sts.reading.topics import TOPIC, kinds_of_object, topics
from typed_sts_fetch.item import Item, item_from_dict


def concepts(item: Item) -> dict[tuple[str, str], str]:
    """Return the concepts of a record by field and the words they stand for."""
    found = topics(item, languages_of_values(item))
    return {(topic.mention.field, topic.mention.text): topic.concept for topic in found}


def read(item: Item) -> Document:
    return Reader("crf").read(item)


def test_records_of_two_languages_meet_in_their_concepts() -> None:
    german = concepts(Item(id="x", dcType=("Ölgemälde",), dcTitle=("Stillleben mit Früchten",), language="de"))
    portuguese = concepts(Item(id="y", dcType=("pintura a óleo",), dcTitle=("Natureza-morta",), language="pt"))
    assert german["dcType", "Ölgemälde"] == portuguese["dcType", "pintura a óleo"] == "own:oil-painting"
    assert german["dcTitle", "Stillleben"] == portuguese["dcTitle", "Natureza-morta"] == "own:still-life"


def test_of_several_words_the_longest_name_is_the_topic() -> None:
    assert concepts(Item(id="x", dctermsMedium=("oil on canvas",))) == {
        ("dctermsMedium", "oil on canvas"): "own:oil-on-canvas"
    }


def test_an_unsure_word_is_a_topic_only_where_it_is_the_whole_value() -> None:
    subject = Item(id="x", dcSubject=("(painting)",), language="en")
    told = Item(id="x", dcSubject=("painting the town hall",), language="en")
    assert ("dcSubject", "painting") in concepts(subject)
    assert ("dcSubject", "painting") not in concepts(told)


def test_a_description_tells_topics_at_its_start_only() -> None:
    long = "It was kept for years. " * 30
    item = Item(id="x", dcDescription=("A vase. " + long, long + "A vase."), language="en")
    found = [topic.mention for topic in topics(item, languages_of_values(item)) if topic.concept == "own:vase"]
    assert found == [Span("dcDescription", 0, 2, 6, "vase")]


def test_a_records_own_id_leads_before_what_is_known_of_the_words() -> None:
    item = item_from_dict(
        {"id": "x", "dcType": ["vase"], "dcSubject": ["jar", "vase"], "ids": {"dcType": [["aat:300132254"]]}}
    )
    assert concepts(item)["dcType", "vase"] == "aat:300132254"
    assert concepts(item)["dcSubject", "vase"] == "own:vase"


def test_a_document_has_its_topics_as_a_view_and_none_of_them_among_its_entities() -> None:
    document = read(Item(id="x", dcType=("vase",), dcTitle=("Jug",), language="en"))
    assert "own:vase" in document.tokens("topics")
    assert {topic.label for topic in document.topics} == {TOPIC}
    assert TOPIC not in {entity.label for entity in document.entities}


def test_a_subject_that_only_names_the_kind_of_object_is_not_what_an_item_is_about() -> None:
    document = read(Item(id="x", dcSubject=("Vase;", "vase with a ship", "ships"), language="en"))
    assert kinds_of_object(document) == {("dcSubject", 0)}
    assert kinds_of_object(blank_document(Item(id="x", dcSubject=("vase",)))) == frozenset()


@pytest.mark.parametrize(
    ("ids", "chosen"),
    [
        ((), ""),
        (("gnd:118604287", "wikidata:Q1"), "wikidata:Q1"),
        (("https://example.org/thing/1", "viaf:24609378"), "viaf:24609378"),
        (("https://example.org/thing/1", "https://example.org/thing/2"), "https://example.org/thing/1"),
    ],
)
def test_of_several_ids_of_one_thing_the_most_shared_scheme_is_chosen(ids: tuple[str, ...], chosen: str) -> None:
    item = item_from_dict({"id": "x", "dcSubject": ["Jane Mockton"], "ids": {"dcSubject": [list(ids)]}})
    assert value_id(item, "dcSubject", 0) == chosen
    assert value_id(item, "dcSubject", 1) == ""


def test_an_entity_has_the_id_of_the_value_that_it_is_most_of() -> None:
    value = "Mockton Castle, near the river and the old mill"
    item = item_from_dict(
        {"id": "x", "dctermsSpatial": ["Mockton", value], "ids": {"dctermsSpatial": [["geonames:1"], ["geonames:2"]]}}
    )
    assert stated_id(item, Span("dctermsSpatial", 0, 0, 7, "Mockton"), "PLACE") == "geonames:1"
    assert stated_id(item, Span("dctermsSpatial", 1, 0, 7, "Mockton"), "PLACE") == ""
    assert stated_id(item, Span("dctermsSpatial", 0, 0, 7, "Mockton"), "PERSON") == ""


def test_topics_are_the_same_or_one_within_the_other_or_of_one_kind() -> None:
    dog, small, animals = Topic("iconclass:34B11"), Topic("iconclass:34B12"), Topic("iconclass:34B")
    assert compare_topics(dog, dog) == SAME
    assert compare_topics(dog, animals).relation == compare_topics(animals, dog).relation == Relation.WITHIN
    assert compare_topics(dog, small).relation == compare_topics(small, dog).relation == Relation.NEAR
    assert compare_topics(dog, Topic("own:vase")) == DIFFERS
    assert compare_topics(Topic("own:vase"), Topic("own:still-life")) == DIFFERS
    degrees = [compare_topics(dog, other).degree for other in (dog, animals, small, Topic("own:vase"))]
    assert degrees == sorted(degrees, reverse=True)


def in_title(title: str, language: str) -> set[str]:
    item = Item(id="x", dcTitle=(title,), language=language)
    return {topic.mention.text for topic in topics(item, {("dcTitle", 0): language})}


@pytest.mark.parametrize(
    ("title", "language", "word"),
    [
        ("A vase on a table of oak in the garden", "en", "vase"),
        ("Ein Pferd am Ufer mit einem Krug", "de", "Krug"),
        ("Een vrouw met een hoed in de tuin", "nl", "hoed"),
        ("Portrait d'un homme avec une épée", "fr", "épée"),
    ],
)
def test_a_thing_that_running_text_names_is_a_topic(title: str, language: str, word: str) -> None:
    assert word in in_title(title, language)


@pytest.mark.parametrize(
    ("title", "language", "word"),
    [
        ("She was delighting her fans with songs", "en", "fans"),
        ("De druk van het water in de tuit", "nl", "druk"),
        ("Um 12 Uhr mittags bei dem Leiter der Schule", "de", "Uhr"),
        ("Les droits au clerc, en vers et en prose", "fr", "vers"),
        ("La sede da associação fica na cidade", "pt", "sede"),
    ],
)
def test_a_word_of_two_senses_is_no_topic_in_running_text(title: str, language: str, word: str) -> None:
    assert word not in in_title(title, language)


def test_a_word_of_two_senses_is_a_topic_where_a_record_states_it() -> None:
    item = Item(id="x", dcType=("fan",), dctermsMedium=("argent, ivoire",), language="fr")
    found = {topic.mention.text for topic in topics(item, {("dcType", 0): "en", ("dctermsMedium", 0): "fr"})}
    assert found == {"fan", "argent", "ivoire"}


def test_an_idea_is_a_topic_only_as_a_subject_of_its_own() -> None:
    assert "heat" not in in_title("Overcome by the heat of the weather", "en")
    assert "stand in" not in in_title("Two moose stand in a field", "en")
    item = Item(id="x", dcSubject=("heat",), language="en")
    assert [topic.mention.text for topic in topics(item, {("dcSubject", 0): "en"})] == ["heat"]


def test_a_part_of_a_name_or_of_a_compound_is_no_topic() -> None:
    assert "Palace" not in in_title("He was for years a waiter at the Palace of the town", "en")
    assert "Pierre" not in in_title("Pierre Gaixet est un ancêtre de la famille", "fr")
    assert "Dijk" not in in_title("Tekening van Van Dijk en Gerritsen", "nl")
    assert "Hund" in in_title("Ein Bildnis von Hund und Katze", "de")
    assert "Flöte" not in in_title("Ein Etui mit Flöte-Mundstück aus der Werkstatt", "de")


def test_a_text_in_no_language_that_is_known_has_no_topics_of_its_words() -> None:
    assert in_title("çok sayıda divan edebiyatına ait şiirler vardır", "tr") == set()


def test_a_word_alone_may_be_one_of_the_records_language() -> None:
    item = Item(id="x", dcType=("map",), language="nl")
    assert not list(topics(item, {("dcType", 0): "en"}))
    assert list(topics(Item(id="x", dcType=("map",), language="en"), {("dcType", 0): "en"}))
