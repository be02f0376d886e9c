"""Who made an item, and where its record says so."""

import pytest

from typed_sts.reading.entities.makers import Origin, makers, makers_in, origins, origins_in
from typed_sts_fetch.item import Item

MOORE = (
    "Artist: Moore, Henry Spencer, sculptor - British sculptor, 1898-1986; Date(s): 1944; "
    "Material(s): bronze; Acquisition: given by Fairlow, Miss T., 1970"
)


def item(creator: tuple[str, ...] = (), description: tuple[str, ...] = ()) -> Item:
    return Item(id="/t/1", dcCreator=creator, dcDescription=description)


def test_a_museum_as_creator_gives_way_to_the_artist_of_the_description() -> None:
    (maker,) = makers(item(("The Fitzwilliam Museum, Cambridge, UK",), ("A family group.", MOORE)))
    assert (maker.field, maker.value, maker.text) == ("dcDescription", 1, "Moore, Henry Spencer")
    assert MOORE[maker.start : maker.end] == "Moore, Henry Spencer"
    assert maker.name.norm == "moore, henry"
    assert maker.name.role == "sculptor"


@pytest.mark.parametrize(
    "creator", ["Root", "not known", "unknown artist", "China", "artist: China", "Kuba artist (Congo)"]
)
def test_values_that_name_nobody_give_way_too(creator: str) -> None:
    assert [maker.name.norm for maker in makers(item((creator,), (MOORE,)))] == ["moore, henry"]
    assert makers(item((creator,))) == ()


def test_a_named_creator_is_preferred_to_the_description() -> None:
    (maker,) = makers(item(("Taunt, Henry",), ("Photographer: Somebody Else",)))
    assert (maker.field, maker.text, maker.start, maker.end) == ("dcCreator", "Taunt, Henry", 0, 12)


@pytest.mark.parametrize(
    "part",
    ["Artist: Unknown, production", "Artist: Carolus rex, ruler", "Artist: Augsburg, origin", "Date(s): 1850"],
)
def test_rulers_places_of_origin_and_unknowns_of_a_description_are_no_makers(part: str) -> None:
    assert makers(item(("Root",), (f"{part}; Classification(s): medal",))) == ()


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("A view of the Forth, engraving by Joseph Stadler after a drawing.", "stadler, joseph"),
        ("Maker: Millbrook Pottery, pottery; Date(s): c. 1700", "millbrook pottery"),
        ("Plate. Designed by William Morris in 1880.", "morris, william"),
        ("Fotograf: Sander, August; Ort: Köln", "sander, august"),
    ],
)
def test_labels_and_phrases_of_a_description_name_makers(text: str, norm: str) -> None:
    (maker,) = makers(item((), (text,)))
    assert maker.name.norm == norm
    assert text[maker.start : maker.end] == maker.text


def test_only_labels_of_makers_name_makers_wherever_they_stand() -> None:
    text = "Title: The Thames below Westminster; Artist: Moore, Henry Spencer, sculptor; Date(s): 1944"
    assert [maker.text for maker in makers(Item(id="/1", dcDescription=(text,)))] == ["Moore, Henry Spencer"]
    assert makers(Item(id="/1", dcDescription=("Subject: Smith, John; Medium: oil",))) == ()


def test_several_makers_of_one_value_each_have_role_and_place() -> None:
    text = "Designer: Ann Example; Manufacturer: Example & Co., London (British, 1850–1910)"
    designer, firm = makers_in(text)
    assert (designer.text, designer.name.role) == ("Ann Example", "designer")
    assert designer.name.life is not None
    assert designer.name.life.born == 1850
    assert (firm.name.norm, firm.name.life) == ("example and company", None)
    assert firm.secondary
    assert not designer.secondary
    assert [text[m.start : m.end] for m in (designer, firm)] == [designer.text, firm.text]


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("SMITH; John (1968 - )", ["smith, john"]),
        ("Jonas van Lingen; after Hans Holbein", ["lingen, jonas van", "after holbein, hans"]),
        ("Mary Smith and John Brown", ["smith, mary", "brown, john"]),
        ("Harding & Brook", ["harding and brook company"]),
        ("Ramón Puig y Marlés", ["puig y marles, ramon"]),
        ("Jerome Field; Depicted: Walter H. Howe Jr", ["field, jerome"]),
        ("Katsushika Hokusai; Author: Poem by Wang Yulan", ["katsushika, hokusai", "wang, yulan"]),
        ("Andy Parr; Collaborator: Mark Dunne", ["parr, andy", "dunne, mark"]),
        ("Miller, Dan (American 1920-1999)", ["miller, dan"]),
        ("Danish (?) School", []),
        ("Probably Italy for the French market", []),
        ("Hopi weaver (United States)", []),
        ("Central design by an unidentified painter", []),
    ],
)
def test_creator_values_are_split_into_makers(text: str, norms: list[str]) -> None:
    assert [maker.name.norm for maker in makers_in(text)] == norms


def test_a_maker_named_twice_counts_once() -> None:
    assert len(makers(item(("Jean Lark; Author: Jean Lark", "Lark, Jean")))) == 1


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("China", ["china"]),
        ("unknown Welsh", ["wales"]),
        ("Unknown (American)", ["united states"]),
        ("Kuba weaver (DR Congo)", ["kuba", "democratic republic of the congo"]),
        ("Zemba Hill artist (Morocco)", ["zemba hill", "morocco"]),
        ("Danish (?) School", ["denmark"]),
        ("Root", []),
        ("not known", []),
        ("The Fitzwilliam Museum, Cambridge, UK", []),
        ("Turner, J. M. W.", []),
    ],
)
def test_a_creator_that_names_nobody_may_state_an_origin(text: str, keys: list[str]) -> None:
    assert list(origins_in(text)) == keys


def test_origins_say_which_value_they_are_of() -> None:
    assert origins(item(("Root", "Japan"))) == (Origin(1, "japan"),)
