"""Short ids of authorities: from every address that names a thing, and from nothing else."""

import pytest

from typed_sts_fetch.authority import AUTHORITIES, LONGEST_ID, address_of, checked_id, is_known, short_id


@pytest.mark.parametrize(
    ("address", "identifier"),
    [
        ("http://www.wikidata.org/entity/Q5598", "wikidata:Q5598"),
        ("https://www.wikidata.org/wiki/Q5598", "wikidata:Q5598"),
        ("HTTPS://WIKIDATA.org/wiki/Special:EntityData/Q5598.json", "wikidata:Q5598"),
        ("http://sws.geonames.org/2759794/", "geonames:2759794"),
        ("https://www.geonames.org/2954172/augsburg.html", "geonames:2954172"),
        ("http://iconclass.org/25F23%28LION%29%28%2B46%29", "iconclass:25F23(LION)(+46)"),
        ("https://iconclass.org/rkd/11H(JEROME)36/", "iconclass:11H(JEROME)36"),
        ("http://www.iconclass.org/73D.json", "iconclass:73D"),
        ("http://vocab.getty.edu/ulan/500011051", "ulan:500011051"),
        ("http://vocab.getty.edu/ulan/500011051-agent", "ulan:500011051"),
        ("http://vocab.getty.edu/page/aat/300026656", "aat:300026656"),
        ("http://vocab.getty.edu/tgn/7006952", "tgn:7006952"),
        ("https://d-nb.info/gnd/118527908", "gnd:118527908"),
        ("http://d-nb.info/gnd/4005728-8", "gnd:4005728-8"),
        ("http://viaf.org/viaf/64013650/", "viaf:64013650"),
        ("https://isni.org/isni/0000000121478925", "isni:0000000121478925"),
        ("http://data.bnf.fr/ark:/12148/cb11921304r#about", "bnf:cb11921304r"),
        ("https://rkd.nl/explore/artists/66219", "rkd:artists/66219"),
        ("http://data.europeana.eu/agent/base/60862", "europeana:agent/60862"),
        ("http://data.europeana.eu/timespan/20", "europeana:timespan/20"),
        (" http://vocab.example/People/3149 ", "http://vocab.example/People/3149"),
        ("http://Vocab.Example:8080/köln#x", "http://vocab.example:8080/k%C3%B6ln#x"),
    ],
)
def test_an_address_gives_the_id_of_the_thing(address: str, identifier: str) -> None:
    assert short_id(address) == identifier
    assert checked_id(identifier) == identifier
    assert short_id(address_of(identifier)) == identifier


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Rembrandt",
        "#agent_1",
        "urn:x:1",
        "wikidata:Q5598",
        "http://www.wikidata.org/entity/Q0",
        "http://vocab.getty.edu/ulan/123",
        "http://vocab.example/",
        "http://",
        "http://a b.example/x",
        "http://user:word@vocab.example/x",
        'http://vocab.example/"><script>',
        "http://vocab.example/x\nhttp://vocab.example/y",
        "http://api.example/entity/1?wskey=secret",
        "javascript:alert(1)",
        "http://vocab.example/" + "x" * LONGEST_ID,
        "http://iconclass.org/25F23(" + "A" * 250 + ")",
    ],
)
def test_what_names_nothing_has_no_id(text: str) -> None:
    assert short_id(text) == ""


@pytest.mark.parametrize(
    "text", ["Q5598", "wikidata:5598", "wikidata:Q5598 x", "ulan:1", "other:1", "x:http://y/z", ":"]
)
def test_what_is_no_id_is_not_taken_for_one(text: str) -> None:
    assert checked_id(text) == ""


def test_an_id_may_be_written_as_an_address() -> None:
    assert checked_id("https://www.wikidata.org/wiki/Q5598") == "wikidata:Q5598"
    assert checked_id("Wikidata:Q5598") == "wikidata:Q5598"


def test_addresses_of_no_authority_can_be_left_out() -> None:
    assert short_id("http://vocab.example/1", known_only=True) == ""
    assert short_id("http://vocab.getty.edu/aat/300026656", known_only=True) == "aat:300026656"
    assert is_known("aat:300026656")
    assert not is_known("http://vocab.example/1")


def test_each_authority_has_one_name_and_an_address_for_its_ids() -> None:
    assert len({authority.name for authority in AUTHORITIES}) == len(AUTHORITIES)
    assert all(authority.address.count("{}") == 1 for authority in AUTHORITIES)
