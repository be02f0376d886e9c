"""Europeana ids out of addresses of any age."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts_fetch.ids import europeana_id, landing_page_hash

HASH = "427691F4BC943FCC7D9E2B10244B241F9B849DE6"


@pytest.mark.parametrize(
    "address",
    [
        f"http://www.europeana.eu/portal/record/09405u/{HASH}.html",
        f"http://europeana.eu/portal/record/09405u/{HASH}.html?utm_source=api&q=x/y",
        f"http://www.europeana.eu/portal/en/record/09405u/{HASH}.html",
        f"http://www.europeana.eu/resolve/record/09405u/{HASH}",
        f"https://www.europeana.eu/item/09405u/{HASH}",
        f"https://www.europeana.eu/en/item/09405u/{HASH}#top",
        f"http://data.europeana.eu/item/09405u/{HASH}",
        f"http://data.europeana.eu/proxy/provider/09405u/{HASH}",
        f"http://data.europeana.eu/aggregation/europeana/09405u/{HASH}",
        f"https://api.europeana.eu/record/v2/09405u/{HASH}.json",
        f"https://api.europeana.eu/api/v2/record/09405u/{HASH}.json",
        f"/09405u/{HASH}",
        f"  09405u/{HASH}\n",
    ],
)
def test_an_address_of_any_age_gives_the_id(address: str) -> None:
    assert europeana_id(address) == f"/09405u/{HASH}"


def test_a_collection_may_be_called_like_a_word_of_the_path() -> None:
    assert europeana_id("http://data.europeana.eu/item/item/record") == "/item/record"
    assert europeana_id("/record/item") == "/record/item"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "09405u",
        "/a/b/c",
        "/../..",
        "/a/..",
        "/a/b c",
        "/a/b\x00",
        "http://museum.example/portal/record/09405u/x.html",
        "http://europeana.eu.example/item/a/b",
        "http://evileuropeana.eu/item/a/b",
        "ftp://www.europeana.eu/item/a/b",
        "http://www.europeana.eu/portal/search.html?query=x",
        "http://[::1/item/a/b",
    ],
)
def test_what_holds_no_id_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"europeana|Europeana|address"):
        europeana_id(address)


@given(st.text(max_size=60))
def test_any_text_gives_a_clean_id_or_our_error(text: str) -> None:
    try:
        identifier = europeana_id(text)
    except ValueError:
        return
    _, collection, local = identifier.split("/")
    assert collection.strip(".")
    assert local.strip(".")
    assert europeana_id(identifier) == identifier


def test_only_forty_hex_digits_are_a_landing_page_hash() -> None:
    assert landing_page_hash(f"/09405u/{HASH}") == HASH
    assert landing_page_hash(f"/09405u/{HASH}0") is None
    assert landing_page_hash("/09102/_GNM_693983") is None
