"""The pack that ships: whole, with its sources in its head, and the same bytes for the same concepts."""

import pytest

from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.kinds import KINDS
from typed_sts.knowledge.pack import concept, knowledge, named, store_of
from typed_sts.knowledge.store import Named, Store, pack

ROME = Concept(
    "t:1", "town", (Name("Rome", "en"), Name("Roma", "it"), Name("Rome", "fr")), -753, None, (41.89, 12.51), "t:2", 9
)
ITALY = Concept("t:2", "country", (Name("Italy", "en"),), None, 1946, None, "", 0)


def test_concepts_come_out_as_they_went_in() -> None:
    store = store_of([ROME, ITALY])
    assert store.concept("t:1") == ROME._replace(names=(ROME.names[0], ROME.names[2], ROME.names[1]))
    assert store.concept("t:2") == ITALY
    assert store.concept("t:3") is None
    assert [found.id for found in store.named("ROMA")] == ["t:1"]
    assert store.named("Paris") == []


def test_the_same_concepts_give_the_same_bytes_in_any_order() -> None:
    names = [Named(name, one.id, 0, 1.0) for one in (ROME, ITALY) for name in one.names]
    assert pack([ROME, ITALY], names, {}) == pack([ITALY, ROME], names[::-1], {})


def test_two_concepts_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two concepts have one id"):
        pack([ROME, ROME], [], {})


def test_other_bytes_are_no_pack() -> None:
    with pytest.raises(ValueError, match="not a knowledge pack"):
        Store(memoryview(b"something else, and long enough to be looked at"))


def test_the_pack_names_its_sources_and_their_licences() -> None:
    sources = knowledge().stores[0].about["sources"]
    licences = {source["name"].partition(",")[0]: source["licence"] for source in sources}
    assert licences["GeoNames"] == licences["GEMET"] == "CC BY 4.0"
    assert licences["Iconclass"] == licences["Wikidata"] == "CC0 1.0"
    assert all(source["url"].startswith("https://") for source in sources[1:])


def test_a_thing_has_one_id_whatever_it_is_called() -> None:
    assert {named(name)[0].id for name in ("Cologne", "Köln", "Keulen", "Colonia Agrippina")} == {"geonames:2886242"}
    assert named("Hercules")[0].id == named("Herkules")[0].id == "iconclass:94L"
    assert named("Rembrandt van Rijn")[0].kind == "artist"


def test_a_place_tells_what_contains_it() -> None:
    assert knowledge().containers("geonames:2759794") == ("geonames:NL.07", "geonames:2750405", "geonames:6255148")
    assert knowledge().containers("nothing:1") == ()


@pytest.mark.slow
def test_the_pack_is_whole() -> None:
    store = knowledge().stores[0]
    ids = set()
    for found in store.all():
        ids.add(found.id)
        assert found.kind in KINDS
        assert found.names
        assert all(" ".join(name.text.split()) == name.text for name in found.names), found
        if found.first_year is not None and found.last_year is not None:
            assert found.first_year <= found.last_year, found
    assert len(ids) == store.about["concepts"] > 100_000
    assert all(concept(found.within) for found in store.all() if found.within)
