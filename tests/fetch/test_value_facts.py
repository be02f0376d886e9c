"""Ids, languages and labels of values: kept from every format that has them, aligned with the values, within limits."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from typed_sts_fetch.formats.europeana_json import item_from_record, item_from_search
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import item_line, write_items
from typed_sts_fetch.formats.xml_records import XmlRecords
from typed_sts_fetch.item import (
    Item,
    ids_of,
    item_from_dict,
    item_from_mapping,
    labels_of,
    language_of,
    with_texts,
)
from typed_sts_fetch.value_facts import MOST_IDS, MOST_IN_ITEM, MOST_LABELS, MOST_OTHERS, best_ids, language_tag

PAINTING: dict[str, Any] = {
    "id": "/a/1",
    "dcTitle": ["Der Hafen", "The harbour"],
    "dcCreator": ["Ada Moss", "Ben Reed"],
    "language": "nl",
    "ids": {"dcCreator": [["wikidata:Q42", "ulan:500011051"], []]},
    "languages": {"dcTitle": ["de", ""]},
    "labels": {"dcCreator": [[["de", "Moos, Ada"]], []]},
    "otherIds": {"dctermsSpatial": [["geonames:2954172"]]},
}
MOSS = "http://data.europeana.eu/agent/base/7"


def record(*proxies: dict[str, Any], all_languages: bool = False, **others: Any) -> Item:
    answer = {"object": {"about": "/c/1", "proxies": list(proxies), **others}}
    item = item_from_record(answer, all_languages=all_languages)
    assert item_from_dict(json.loads(item_line(item))) == item
    return item


def moss(**others: Any) -> dict[str, Any]:
    return {"about": MOSS, "prefLabel": {"en": ["Ada Moss"], "de": ["Ada Moos"]}, **others}


def test_an_item_survives_the_way_to_json_and_back() -> None:
    item = item_from_dict(PAINTING)
    assert item.to_dict() == PAINTING
    assert item_from_dict(item.to_dict()) == item
    assert hash(item) == hash(item_from_dict(PAINTING))


def test_what_is_known_of_a_value_is_asked_by_field_and_number() -> None:
    item = item_from_dict(PAINTING)
    assert ids_of(item, "dcCreator", 0) == ("wikidata:Q42", "ulan:500011051")
    assert ids_of(item, "dcCreator", 1) == ids_of(item, "dcCreator", 9) == ids_of(item, "dcDate", 0) == ()
    assert labels_of(item, "dcCreator", 0) == (("de", "Moos, Ada"),)
    assert (language_of(item, "dcTitle", 0), language_of(item, "dcTitle", 1)) == ("de", "nl")


def test_nothing_known_leaves_no_trace() -> None:
    plain = item_from_dict({"id": "x", "dcTitle": ["A"]})
    said = {
        "ids": {"dcTitle": [[]], "dcCreator": [["wikidata:Q1"]]},
        "languages": {"dcTitle": [""]},
        "labels": {},
        "otherIds": {"dcDate": [[]]},
    }
    assert item_from_dict({"id": "x", "dcTitle": ["A"], **said}) == plain
    assert plain.to_dict() == {"id": "x", "dcTitle": ["A"]}


def test_blank_values_go_with_what_is_known_of_them() -> None:
    item = item_from_dict(
        {"id": "x", "dcCreator": ["", "Ada", " ", "Ben"], "ids": {"dcCreator": [["gnd:118527908"], ["wikidata:Q1"]]}}
    )
    assert item.dcCreator == ("Ada", "Ben")
    assert item.ids == (("dcCreator", (("wikidata:Q1",), ())),)


def test_ids_may_be_addresses_and_stand_once() -> None:
    item = item_from_dict(
        {
            "id": "x",
            "dcCreator": "Ada",
            "ids": {"dcCreator": [["https://www.wikidata.org/wiki/Q42", "wikidata:Q42"]]},
            "languages": {"dcCreator": ["EN_gb"]},
        }
    )
    assert (ids_of(item, "dcCreator", 0), language_of(item, "dcCreator", 0)) == (("wikidata:Q42",), "en-gb")


def test_keys_that_mean_something_else_are_ignored_as_unknown_ones_are() -> None:
    foreign = {"ids": ["1"], "languages": "de", "labels": {"en": "Ada"}, "otherIds": {"colour": 7}}
    assert item_from_dict({"id": "x", "dcTitle": ["A"], **foreign}) == item_from_dict({"id": "x", "dcTitle": ["A"]})


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"ids": {"dcTitle": "wikidata:Q1"}}, '"ids" of dcTitle must be a list'),
        ({"ids": {"dcTitle": ["wikidata:Q1"]}}, "must hold a list of ids"),
        ({"ids": {"dcTitle": [["Q1"]]}}, "'Q1' is no id"),
        ({"ids": {"dcTitle": [[1]]}}, "1 is no id"),
        ({"ids": {"dcTitle": [[], []]}}, "2 entries for 1 values"),
        ({"languages": {"dcTitle": ["Deutsch"]}}, "'Deutsch' is no language"),
        ({"languages": {"dcTitle": [[]]}}, "is no language"),
        ({"labels": {"dcTitle": [["de", "x"]]}}, "a label is"),
        ({"labels": {"dcTitle": [[["de", None]]]}}, "a label is"),
        ({"otherIds": {"dcDate": [["x"]]}}, "'x' is no id"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(facts: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        item_from_dict({"id": "x", "dcTitle": ["A"], **facts})


def test_in_a_mapping_fields_may_be_called_as_people_call_them() -> None:
    item = item_from_mapping({"title": ["A"], "Creator": "Ada", "ids": {"creator": [["wikidata:Q42"]]}}, "x")
    assert ids_of(item, "dcCreator", 0) == ("wikidata:Q42",)


def test_other_texts_keep_what_is_known_of_the_values_they_were() -> None:
    item = item_from_dict(PAINTING)
    turned = with_texts(item, {"dcCreator": [(1, "Ben"), (0, "Ada")], "dcTitle": [(1, "Harbour")]})
    assert (turned.dcCreator, turned.dcTitle) == (("Ben", "Ada"), ("Harbour",))
    assert turned.ids == (("dcCreator", ((), ("wikidata:Q42", "ulan:500011051"))),)
    assert turned.languages == ()
    assert with_texts(item, {"dcCreator": [(1, "Ben")]}).ids == ()


def test_a_value_of_europeana_keeps_its_language() -> None:
    item = record({"dcTitle": {"def": ["Pons"], "en": ["Bridge"]}, "dcSubject": {"nl": ["munt"], "de": ["Münze"]}})
    assert (item.dcTitle, item.languages[0]) == (("Pons", "Bridge"), ("dcTitle", ("", "en")))
    assert item.languages[1] == ("dcSubject", ("nl", "de"))


def test_an_entity_gives_its_label_its_ids_and_its_other_labels() -> None:
    same = ["http://www.wikidata.org/entity/Q42", "http://dbpedia.example/Ada", "http://d-nb.info/gnd/118527908", "?"]
    item = record(
        {"dcCreator": {"def": ["Somebody", MOSS]}},
        agents=[moss(owlSameAs=same, altLabel={"en": ["A. Moss"], "def": ["Moss", "Ada Moss"]})],
    )
    assert item.dcCreator == ("Somebody", "Ada Moss")
    assert ids_of(item, "dcCreator", 0) == ()
    assert ids_of(item, "dcCreator", 1) == (
        "europeana:agent/7",
        "wikidata:Q42",
        "gnd:118527908",
        "http://dbpedia.example/Ada",
    )
    assert language_of(item, "dcCreator", 1) == "en"
    assert labels_of(item, "dcCreator", 1) == (("de", "Ada Moos"), ("en", "A. Moss"), ("", "Moss"))


def test_an_exact_match_is_the_same_thing_and_a_close_one_is_not() -> None:
    concept = {
        "about": "http://vocab.example/coin",
        "prefLabel": {"en": ["coin"]},
        "exactMatch": ["http://vocab.getty.edu/aat/300037222"],
        "closeMatch": ["http://vocab.getty.edu/aat/300264354"],
        "broader": ["http://vocab.getty.edu/aat/300026656"],
    }
    item = record({"dcType": {"def": ["http://vocab.example/coin"]}}, concepts=[concept])
    assert ids_of(item, "dcType", 0) == ("http://vocab.example/coin", "aat:300037222")


def test_an_address_that_is_not_described_is_kept_as_an_id() -> None:
    item = record({"dctermsSpatial": {"def": ["http://www.geonames.org/2954172"], "de": ["Augsburg"]}})
    assert (item.dctermsSpatial, item.ids) == (("Augsburg",), ())
    assert item.otherIds == (("dctermsSpatial", (("geonames:2954172",),)),)


def test_a_page_about_the_record_is_no_thing_it_names() -> None:
    page = {"def": ["http://museum.example/page/1"]}
    item = record({"dcTitle": page, "dcDescription": page, "dcSource": page, "dcSubject": {"def": ["#local"]}})
    assert item == Item(id="/c/1", dcSource=("http://museum.example/page/1",))


def test_a_source_that_is_a_things_address_stays_and_has_its_id() -> None:
    item = record({"dcSource": {"def": ["http://www.wikidata.org/entity/Q42"]}})
    assert (item.dcSource, ids_of(item, "dcSource", 0)) == (("http://www.wikidata.org/entity/Q42",), ("wikidata:Q42",))


def test_a_value_said_twice_is_kept_once_with_all_that_is_known_of_it() -> None:
    item = record({"dcCreator": {"def": ["Ada Moss"]}}, {"dcCreator": {"def": [MOSS]}}, agents=[moss()])
    assert item.dcCreator == ("Ada Moss",)
    assert ids_of(item, "dcCreator", 0) == ("europeana:agent/7",)
    assert labels_of(item, "dcCreator", 0) == (("de", "Ada Moos"),)
    assert language_of(item, "dcCreator", 0) == "en"


def test_two_things_of_one_name_do_not_become_one() -> None:
    places = [{"about": f"http://sws.geonames.org/{number}/", "prefLabel": {"en": ["Newtown"]}} for number in (11, 22)]
    item = record(*({"dctermsSpatial": {"def": [place["about"]]}} for place in places), places=places)
    assert (item.dctermsSpatial, ids_of(item, "dctermsSpatial", 0)) == (("Newtown",), ("geonames:11",))
    assert item.otherIds == (("dctermsSpatial", (("geonames:22",),)),)


def test_europeanas_own_enrichments_give_no_ids() -> None:
    enriched = {"europeanaProxy": True, "dcCreator": {"def": [MOSS]}}
    item = record({"dcCreator": {"def": ["Ada Moss"]}}, enriched, agents=[moss()])
    assert (item.dcCreator, item.ids, item.otherIds) == (("Ada Moss",), (), ())


def test_a_search_result_keeps_languages_and_ids() -> None:
    item = item_from_search(
        {
            "id": "/s/1",
            "dcTitleLangAware": {"el": ["Λιμάνι"]},
            "dcCreatorLangAware": {"def": [MOSS]},
            "dcCreator": ["Ada Moss", MOSS],
        }
    )
    assert (item.dcTitle, item.dcCreator) == (("Λιμάνι",), ("Ada Moss",))
    assert item.languages == (("dcTitle", ("el",)),)
    assert item.otherIds == (("dcCreator", (("europeana:agent/7",),)),)


EDM = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:dcterms="http://purl.org/dc/terms/">
  <edm:ProvidedCHO rdf:about="/e/1">
    <dc:title xml:lang="de">Hafen</dc:title>
    <dc:creator rdf:resource="#moss"/>
    <dcterms:spatial rdf:resource="https://sws.geonames.org/2954172/"/>
  </edm:ProvidedCHO>
  <edm:Agent rdf:about="#moss">
    <skos:prefLabel xml:lang="en">Ada Moss</skos:prefLabel>
    <skos:altLabel xml:lang="de">Ada Moos</skos:altLabel>
    <owl:sameAs rdf:resource="http://vocab.getty.edu/ulan/500011051"/>
  </edm:Agent>
</rdf:RDF>"""


def test_edm_keeps_ids_languages_and_labels() -> None:
    (item,) = XmlRecords().items([EDM.encode()])
    assert isinstance(item, Item)
    assert item.to_dict() == {
        "id": "/e/1",
        "dcTitle": ["Hafen"],
        "dcCreator": ["Ada Moss"],
        "ids": {"dcCreator": [["ulan:500011051"]]},
        "languages": {"dcTitle": ["de"], "dcCreator": ["en"]},
        "labels": {"dcCreator": [[["de", "Ada Moos"]]]},
        "otherIds": {"dctermsSpatial": [["geonames:2954172"]]},
    }
    assert item_from_dict(item.to_dict()) == item


def test_a_csv_may_have_columns_of_ids_and_languages(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "id,creator,Creator IDs,title,dcTitle_languages,ids,subject ids\n"
        "1,Ada|Ben,https://www.wikidata.org/wiki/Q42 gnd:118527908 4711|,Hafen|Harbour,de|en,9,\n"
        "2,Ada,,Hafen,,,\n"
    )
    first, second = read_items(tmp_path / "t.csv")
    assert first.ids == (("dcCreator", (("wikidata:Q42", "gnd:118527908"), ())),)
    assert first.languages == (("dcTitle", ("de", "en")),)
    assert second == Item(id="2", dcTitle=("Hafen",), dcCreator=("Ada",))


def test_json_lines_keep_everything(tmp_path: Path) -> None:
    item = item_from_dict(PAINTING)
    write_items(tmp_path / "items.jsonl", [item])
    assert list(read_items(tmp_path / "items.jsonl")) == [item]


def test_a_hundred_thousand_ids_and_labels_of_one_thing_are_cut_down() -> None:
    many = [f"http://vocab.example/{number}" for number in range(100_000)]
    names = {"en": ["Ada Moss", *(f"Ada {number}" for number in range(100_000))], "de": ["x" * 1_000_000]}
    item = record({"dcCreator": {"def": [MOSS]}}, agents=[moss(owlSameAs=many, altLabel=names)])
    assert len(ids_of(item, "dcCreator", 0)) == MOST_IDS
    assert len(labels_of(item, "dcCreator", 0)) == MOST_LABELS


def test_a_hundred_thousand_values_of_one_thing_do_not_repeat_all_that_is_known_of_it() -> None:
    same = [f"http://www.wikidata.org/entity/Q{number}" for number in range(1, 40)]
    names = {"en": [f"Ada {number}" * 20 for number in range(100)]}
    item = record({"dcCreator": {"def": [MOSS] * 100_000}}, agents=[moss(owlSameAs=same, altLabel=names)])
    assert len(item.dcCreator) == 100_000
    assert sum(len(ids) for _, values in item.ids for ids in values) <= MOST_IN_ITEM
    assert sum(len(labels) for _, values in item.labels for labels in values) <= MOST_IN_ITEM
    assert len(item_line(item)) < 10_000_000
    addresses = [f"http://vocab.example/{number}" for number in range(100_000)]
    others = record({"dcCreator": {"def": addresses}}).otherIds
    assert [len(things) for _, things in others] == [MOST_OTHERS]


def test_the_limits_hold_in_our_own_format_too() -> None:
    ids = [f"wikidata:Q{number}" for number in range(1, 1000)]
    labels = [["de", f"Ada {number}"] for number in range(1000)]
    item = item_from_dict(
        {
            "id": "x",
            "dcCreator": ["Ada"] * 1000,
            "ids": {"dcCreator": [ids] * 1000},
            "labels": {"dcCreator": [labels] * 1000},
            "otherIds": {"dcDate": [[one] for one in ids]},
        }
    )
    assert [len(ids_of(item, "dcCreator", n)) for n in (0, 124, 125, 999)] == [MOST_IDS, MOST_IDS, 0, 0]
    assert len(labels_of(item, "dcCreator", 0)) == MOST_LABELS
    assert [len(things) for _, things in item.otherIds] == [MOST_OTHERS]
    assert item_from_dict(item.to_dict()) == item


def test_the_first_id_stays_first_and_those_of_authorities_come_before_others() -> None:
    assert best_ids(["http://b.example/1", "http://a.example/2", "", "wikidata:Q1", "http://b.example/1"]) == (
        "http://b.example/1",
        "wikidata:Q1",
        "http://a.example/2",
    )
    assert best_ids([]) == best_ids([""]) == ()


@pytest.mark.parametrize(
    ("text", "tag"),
    [("de", "de"), ("EN-gb", "en-gb"), ("zh_Hant", "zh-hant"), ("gsw", "gsw")]
    + [(text, "") for text in ("def", "und", "", "English", "d", "de-", "x" * 1_000_000, "de\n-x")],
)
def test_a_language_is_a_tag_or_nothing(text: str, tag: str) -> None:
    assert language_tag(text) == tag


def test_any_json_in_the_place_of_what_is_known_is_an_item_or_a_reason() -> None:
    chance = random.Random(1)

    def anything(depth: int = 0) -> Any:
        kind = chance.randrange(8 if depth < 4 else 3)
        if kind == 0:
            return chance.choice([None, 1, True, "", "de", "wikidata:Q1", "x\x00", "http://v.example/1", "\ud800"])
        if kind < 3:
            return [] if kind == 1 else {}
        if kind < 7:
            return [anything(depth + 1) for _ in range(chance.randrange(4))]
        return {chance.choice(["dcTitle", "en", "x"]): anything(depth + 1) for _ in range(3)}

    for _ in range(3_000):
        given = {fact: anything() for fact in ("ids", "languages", "labels", "otherIds")}
        try:
            item = item_from_dict({"id": "x", "dcTitle": ["A", "", "B"], **given})
        except ValueError:
            continue
        assert item_from_dict(item.to_dict()) == item
        entities = [
            {"about": "http://v.example/1", "prefLabel": {"en": "A"}, "altLabel": anything(), "owlSameAs": given}
        ]
        record({"dcTitle": {"de": ["A", "http://v.example/1"]}, "dcSubject": anything()}, concepts=entities)
