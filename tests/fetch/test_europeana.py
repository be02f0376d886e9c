"""Europeana's JSON and EDM, with the oddities of real records."""

import json
from pathlib import Path
from typing import Any

import pytest

from typed_sts_fetch.formats.europeana_json import item_from_record, item_from_search, landing_page
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.typed_text import text_of_item
from typed_sts_fetch.formats.xml_records import XmlRecords
from typed_sts_fetch.item import Item


def record(*proxies: dict[str, Any], **others: Any) -> Item:
    return item_from_record({"object": {"about": "/c/1", "proxies": list(proxies), **others}})


def title(languages: dict[str, Any], **options: bool) -> tuple[str, ...]:
    answer = {"object": {"about": "/c/1", "proxies": [{"dcTitle": languages}]}}
    return item_from_record(answer, **options).dcTitle


def test_unmarked_and_english_texts_are_taken_when_there_are_any() -> None:
    assert title({"de": ["Brücke"], "en": ["Bridge"], "def": ["Pons"]}) == ("Pons", "Bridge")


def test_other_languages_are_taken_when_there_is_nothing_else() -> None:
    assert title({"de": ["Brücke"], "fr": ["Pont"]}) == ("Brücke", "Pont")


def test_all_languages_are_taken_on_request() -> None:
    assert title({"de": ["Brücke"], "en": ["Bridge"]}, all_languages=True) == ("Bridge", "Brücke")


def test_a_value_repeated_in_one_list_stays_but_not_across_languages() -> None:
    assert title({"def": ["Fruit", "Nigeria", "Nigeria"], "en": ["Fruit", "Market"]}) == (
        "Fruit",
        "Nigeria",
        "Nigeria",
        "Market",
    )


@pytest.mark.parametrize("shape", ["Bridge", ["Bridge"], {"def": "Bridge"}, {"def": ["Bridge", None, {}, True, [1]]}])
def test_a_field_of_any_shape_gives_its_texts(shape: Any) -> None:
    assert title(shape) == ("Bridge",)


def test_odd_white_space_and_control_characters_are_tidied() -> None:
    assert title({"def": [" A\u00a0 bridge\r\n\tat\x00night "]}) == ("A bridge at night",)


def test_several_provider_proxies_are_joined_and_europeanas_own_is_left_out() -> None:
    item = record(
        {"europeanaProxy": False, "dcTitle": {"def": ["One"]}, "dcDate": {"def": ["1788"]}},
        {"europeanaProxy": True, "dcDate": {"def": ["http://semium.org/time/1788"]}, "dcTitle": {"def": ["Enriched"]}},
        {"dcTitle": {"def": ["One", "Two"]}},
    )
    assert item.dcTitle == ("One", "Two")
    assert item.dcDate == ("1788",)


def test_the_address_of_an_entity_becomes_its_label() -> None:
    item = record(
        {"dcCreator": {"def": ["http://x/agent/1", "http://x/unknown", "Stein"]}},
        agents=[{"about": "http://x/agent/1", "prefLabel": {"de": ["Klavierbauer"], "en": ["Piano maker"]}}],
    )
    assert item.dcCreator == ("Piano maker", "Stein")


def test_addresses_stay_in_the_source() -> None:
    assert record({"dcSource": {"def": ["http://x/unknown"]}}).dcSource == ("http://x/unknown",)


def test_a_text_in_another_language_is_taken_when_the_unmarked_one_is_an_address() -> None:
    assert title({"def": ["http://x/unknown"], "el": ["Εικόνα"]}) == ("Εικόνα",)


def test_links_rights_language_and_country_are_kept() -> None:
    item = record(
        {"dcTitle": {"def": ["Coin"]}},
        aggregations=[
            {
                "edmDataProvider": {"def": ["Museum"]},
                "edmProvider": {"def": ["CultureGrid"]},
                "edmIsShownAt": "http://museum.example/coin",
                "edmObject": "http://museum.example/coin 1.jpg",
                "edmRights": {"def": ["http://rights.example/"]},
            }
        ],
        europeanaAggregation={"edmLanguage": {"def": ["en"]}, "edmCountry": {"def": ["united kingdom"]}},
    )
    assert (item.provider, item.isShownAt, item.preview) == (
        "Museum",
        "http://museum.example/coin",
        "http://museum.example/coin%201.jpg",
    )
    assert (item.rights, item.language, item.country) == ("http://rights.example/", "en", "united kingdom")


def test_the_landing_page_is_taken_out_of_the_redirect_that_holds_a_key() -> None:
    redirect = "https://api.europeana.eu/api/SECRET/redirect?shownAt=http%3A%2F%2Fm.example%2F1&provider=M"
    assert landing_page(redirect) == "http://m.example/1"
    assert landing_page("https://api.europeana.eu/api/SECRET/redirect?shownAt=javascript%3Aalert(1)") == ""


@pytest.mark.parametrize("answer", [{}, {"object": None}, {"object": []}, {"object": {}}, {"object": {"about": " "}}])
def test_an_answer_without_a_record_is_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"object|about"):
        item_from_record(answer)


def test_a_search_result_gives_its_year_as_date() -> None:
    item = item_from_search(
        {
            "id": "/s/1",
            "title": ["Hafen", "Harbour"],
            "dcTitleLangAware": {"de": ["Hafen"], "en": ["Harbour"]},
            "dcCreator": ["Maker"],
            "year": ["1898"],
            "dataProvider": ["Museum"],
            "edmPreview": ["https://x/thumb"],
        }
    )
    assert item == Item(
        id="/s/1",
        provider="Museum",
        dcTitle=("Harbour",),
        dcCreator=("Maker",),
        dcDate=("1898",),
        preview="https://x/thumb",
        languages=(("dcTitle", ("en",)),),
    )


EDM = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:ore="http://www.openarchives.org/ore/terms/"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <edm:ProvidedCHO rdf:about="http://data.europeana.eu/item/c/1"><dc:title>Own title</dc:title></edm:ProvidedCHO>
  <edm:ProvidedCHO rdf:about="http://data.europeana.eu/item/c/2"/>
  <edm:Agent rdf:about="agent1"><skos:prefLabel xml:lang="en">Ann Maker</skos:prefLabel></edm:Agent>
  <ore:Proxy><dc:creator rdf:resource="agent1"/><dc:creator rdf:resource="agent2"/>
    <dc:subject xml:lang="nl">munt</dc:subject>
    <edm:europeanaProxy>false</edm:europeanaProxy>
    <ore:proxyFor rdf:resource="http://data.europeana.eu/item/c/2"/></ore:Proxy>
  <ore:Aggregation><edm:aggregatedCHO rdf:resource="http://data.europeana.eu/item/c/2"/>
    <edm:dataProvider>Museum</edm:dataProvider><edm:isShownAt rdf:resource="http://m.example/2"/></ore:Aggregation>
</rdf:RDF>"""


def test_an_edm_file_gives_one_item_for_each_thing_in_it() -> None:
    assert list(XmlRecords().items([EDM.encode()])) == [
        Item(id="/c/1", dcTitle=("Own title",)),
        Item(
            id="/c/2",
            provider="Museum",
            dcCreator=("Ann Maker",),
            dcSubject=("munt",),
            isShownAt="http://m.example/2",
            languages=(("dcCreator", ("en",)), ("dcSubject", ("nl",))),
        ),
    ]


def test_entity_bombs_and_file_inclusion_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + EDM.split("?>")[1].replace("Own title", "&b;")
    with pytest.raises(ValueError, match="document type declaration"):
        list(XmlRecords().items([bomb.encode()]))


def test_xml_that_is_no_edm_or_is_cut_off_is_refused(tmp_path: Path) -> None:
    (told,) = XmlRecords().items([b"<html/>"])
    assert str(told).startswith("XML whose root is <html>, without a record; known are EDM, LIDO, ")
    bad: list[Any] = []
    (tmp_path / "cut.xml").write_text(EDM[:600])
    assert list(read_items(tmp_path / "cut.xml", on_bad=bad.append)) == []
    assert bad[0].line is not None
    assert "not valid XML" in bad[0].problem


@pytest.mark.shared
def test_the_trial_records_give_the_tasks_own_texts(shared_data: Path) -> None:
    files = sorted((shared_data / "typed/trial/json").iterdir())
    assert len(files) == 10
    for file in files:
        [item] = read_items(file)
        expected = (shared_data / "typed/trial/text" / file.with_suffix(".txt").name).read_text(encoding="utf-8")
        assert text_of_item(item) == expected, file.name


@pytest.mark.shared
def test_europeanas_own_samples_are_read(shared_data: Path) -> None:
    counts: dict[str, int] = {}
    for file in sorted((shared_data / "europeana").glob("*/*")):
        counts[file.name] = len(list(read_items(file, on_bad=lambda problem: None)))
    assert counts["api2_TopFoto_EU017407.rdf"] == 1
    assert counts["openverse_europeana_example.json"] == 27
    assert counts["portal-collections_fake_api_search.json"] == 12
    assert counts["corelib_schemaorg_fullbean.json"] == 1


@pytest.mark.shared
def test_a_record_reads_the_same_as_json_and_after_a_round_trip(shared_data: Path, tmp_path: Path) -> None:
    [item] = read_items(shared_data / "europeana/record/portal-collections_fake_api_record.json")
    (tmp_path / "item.jsonl").write_text(json.dumps(item.to_dict()))
    assert list(read_items(tmp_path / "item.jsonl")) == [item]
    assert item.dcType == ("Grand pianoforte",)
    assert item.isShownAt == "http://www.mimo-db.eu/GNM/693983"
