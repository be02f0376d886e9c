"""Names as catalogues write them, taken apart and keyed."""

import pytest

from typed_sts.reading.entities.name_parts import Life, agree, read_life
from typed_sts.reading.entities.names import parse_name
from typed_sts.reading.entities.qualifiers import NEARNESS, Qualifier


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Turner, Joseph Mallord William (1775-1851)", "turner, joseph mallord william"),
        ("J. M. W. Turner", "turner, joseph mallord william"),
        ("J.M.W. Turner", "turner, joseph mallord william"),
        ("Joseph Mallord William Turner", "turner, joseph mallord william"),
        ("Grant Wood (American, 1891–1942)", "wood, grant"),
        ("Karsh, Yousuf", "karsh, yousuf"),
        ("Artist : Farington, J.", "farington, j."),
        ("SMITH; John (1968 - )", "smith, john"),
        ("Joan Miró, Spanish, 1893–1983 [Create]", "miro, joan"),
        ("Marlow, Edwin, OM, CH (1898–1980)", "marlow, edwin"),
        ("Moore, Henry Spencer, sculptor - British sculptor, 1898-1986", "moore, henry"),
        ("Fairlow, Esq Tim (born 1936)", "fairlow, tim"),
        ("Jan van der Heyden", "heyden, jan van der"),
        ("Heyden, Jan van der", "heyden, jan van der"),
        ("Van Der Wick, Jonas (1880–1950)", "wick, jonas van der"),
        ("Ramón Puig y Marlés", "puig y marles, ramon"),
        ("O'Brady, Rory H. (Irish -1770)", "o'brady, rory h."),
        ("[Edgar?] Lowe", "lowe, edgar"),
        ("Do Min Yun", "yun, do min"),
        ("Parrish, Al", "parrish, al"),
        ("Miller, Dan (American 1920-1999)", "miller, dan"),
        ("Marianne Bishop", "bishop, marianne"),
        ("Mary of Burgundy", "mary of burgundy"),
        ("Charles E. Longmead", "longmead, charles e."),
        ("Smith, J. V.", "smith, j. v."),
        ("B. Halvorsen, Copenhagen, Denmark", "halvorsen, b."),
    ],
)
def test_a_name_is_keyed_family_first_without_dates_titles_and_roles(text: str, norm: str) -> None:
    name = parse_name(text)
    assert name.norm == norm
    assert parse_name(norm).norm == norm


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Rembrandt", "rembrandt"),
        ("Rembrandt van Rijn", "rembrandt"),
        ("Rembrandt Harmensz. van Rijn", "rembrandt"),
        ("Rijn, Rembrandt van", "rembrandt"),
        ("Titian (Tiziano Vecelli)", "titian"),
        ("Greco, El (Domenico Theotocopuli)", "el greco"),
        ("Hokusai", "katsushika, hokusai"),
        ("Katsushika Hokusai", "katsushika, hokusai"),
        ("Andō Hiroshige (1797-1858)", "utagawa, hiroshige"),
        ("Goya y Lucientes, Francisco de (1746-1828)", "goya, francisco"),
        ("Giambattista Tiepolo", "tiepolo, giovanni battista"),
        ("Corbusier, Le", "le corbusier"),
        ("Buddha", "buddha"),
        ("Aphrodite", "venus"),
        ("Johann Heinrich Füssli", "fuseli, henry"),
    ],
)
def test_well_known_people_have_one_key_under_all_their_names(text: str, norm: str) -> None:
    assert parse_name(text).norm == norm
    assert parse_name(text).master


def test_a_well_known_name_with_other_life_dates_is_somebody_else() -> None:
    assert not parse_name("Rembrandt (1850-1910)").master
    assert parse_name("Rembrandt (1606-1669)").master


def test_another_person_called_rembrandt_is_not_the_master() -> None:
    assert parse_name("Peale, Rembrandt").norm == "peale, rembrandt"


@pytest.mark.parametrize(
    ("text", "titles", "norm"),
    [
        ("Queen Elizabeth II", ("queen",), "elizabeth ii"),
        ("King George V", ("king",), "george v"),
        ("St. Jerome", ("saint",), "jerome"),
        ("Captain James Cook", ("captain",), "cook, james"),
        ("Mrs. Walter Greenham", ("mrs",), "greenham, walter"),
        ("Barnwell, Hugh Selby, Sir", ("sir",), "barnwell, hugh selby"),
        ("Stone-Harley, Sir Edmund", ("sir",), "stone-harley, edmund"),
        ("Hartwell, P. Q. R., Dr", ("dr",), "hartwell, p. q. r."),
        ("Mr. and Mrs. Hollander", ("mr", "mrs"), "hollander"),
    ],
)
def test_titles_are_kept_but_are_no_part_of_the_key(text: str, titles: tuple[str, ...], norm: str) -> None:
    assert (parse_name(text).titles, parse_name(text).norm) == (titles, norm)


@pytest.mark.parametrize(
    ("text", "number", "epithet"),
    [
        ("Elizabeth II", "ii", ""),
        ("Visser, Piet II", "ii", ""),
        ("Sakata Tōjūrō III", "iii", ""),
        ("Barton, George (II)", "ii", ""),
        ("Pieter Bruegel the Elder", "", "the elder"),
        ("Lavande, Jean-Baptiste, the younger", "", "the younger"),
        ("Harland, John Frederick, Junior", "", "the younger"),
        ("Lucas Cranach der Ältere", "", "the elder"),
        ("Alexandre Dumas père", "", "the elder"),
        ("Alexandre Dumas fils", "", "the younger"),
        ("Henry R. Smith Jr.", "", "the younger"),
        ("Serra, Pere", "", ""),
    ],
)
def test_numbers_and_generations_are_told_from_names(text: str, number: str, epithet: str) -> None:
    assert (parse_name(text).number, parse_name(text).epithet) == (number, epithet)


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("Attributed to Carlo Maratti", Qualifier.ATTRIBUTED),
        ("Carlo Maratti, attributed to", Qualifier.ATTRIBUTED),
        ("Traditionally attributed to Kano Tanmei", Qualifier.ATTRIBUTED),
        ("Workshop of Carlo Maratti", Qualifier.WORKSHOP),
        ("studio of Carlo Maratti", Qualifier.WORKSHOP),
        ("Carlo Maratti (workshop of)", Qualifier.WORKSHOP),
        ("Carlo Maratti and workshop", Qualifier.AND_WORKSHOP),
        ("Sculptor: Circle of Gianlorenzo Marini", Qualifier.CIRCLE),
        ("Umkreis des Carlo Maratti", Qualifier.CIRCLE),
        ("Circle or workshop of Carlo Maratti", Qualifier.CIRCLE),
        ("Follower of Carlo Maratti", Qualifier.FOLLOWER),
        ("School of Carlo Maratti", Qualifier.SCHOOL),
        ("in the manner of Carlo Maratti", Qualifier.MANNER),
        ("style of Carlo Maratti", Qualifier.MANNER),
        ("after Carlo Maratti", Qualifier.AFTER),
        ("after a painting by Carlo Maratti", Qualifier.AFTER),
        ("d'après Carlo Maratti", Qualifier.AFTER),
        ("nach Carlo Maratti", Qualifier.AFTER),
        ("copy after Carlo Maratti", Qualifier.COPY),
        ("by Carlo Maratti", Qualifier.BY),
    ],
)
def test_qualifiers_before_and_after_the_name_are_read(text: str, qualifier: Qualifier) -> None:
    name = parse_name(text)
    assert name.qualifier is qualifier
    assert name.norm.startswith(qualifier.value)
    assert parse_name(name.norm).norm == name.norm


def test_a_name_that_begins_like_a_qualifier_is_a_name() -> None:
    assert parse_name("Nachman, Lev").norm == "nachman, lev"
    assert parse_name("Aftersun, Jo").qualifier is Qualifier.BY


def test_qualifiers_come_ever_less_near() -> None:
    degrees = [NEARNESS[qualifier] for qualifier in Qualifier]
    assert degrees == sorted(degrees, reverse=True)
    assert len(set(degrees)) == len(degrees)


def test_what_stands_around_a_name_is_kept_apart() -> None:
    name = parse_name('Publisher: Harris, Charles "Teenie" (American (born Laos), 1908-1998)')
    assert name.role == "publisher"
    assert name.nicknames == ("teenie",)
    assert name.culture == "united states"
    assert name.life == Life(1908, 1998)


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Gorham Manufacturing Company", "gorham manufacturing company"),
        ("Gorham Mfg. Co.", "gorham manufacturing company"),
        ("Rossini & Co.", "rossini and company"),
        ("Peter Olaf Nordby, Inc.", "peter olaf nordby company"),
        ("Nimbus Editions, Ltd., Los Angeles", "nimbus editions company"),
        ("Galerie Marie Dupont, Paris", "galerie marie dupont"),
        ("The Harrow Press", "harrow press"),
        ("Dunmore Brothers", "dunmore brothers"),
        ("Western Limited Print Editions", "western limited print editions"),
        ("Harding & Brook", "harding and brook company"),
    ],
)
def test_firms_are_keyed_by_their_words(text: str, norm: str) -> None:
    name = parse_name(text)
    assert name.firm
    assert name.norm == norm
    assert parse_name(norm).norm == norm


@pytest.mark.parametrize("text", ["Mills, Harold Q. (American 1880-1950)", "Leslie Mills", "Silver, Ron"])
def test_a_person_with_the_name_of_a_thing_is_no_firm(text: str) -> None:
    assert not parse_name(text).firm


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("1775–1851".replace("–", "-"), Life(1775, 1851)),
        ("american 1896-1972", Life(1896, 1972)),
        ("american 1952-", Life(1952, None)),
        ("irish -1772", Life(None, 1772)),
        ("born 1937", Life(1937, None)),
        ("b. 1932", Life(1932, None)),
        ("died 1757", Life(None, 1757)),
        ("c. 1445-1503", Life(1445, 1503, about=True)),
        ("?1626-1704", Life(1626, 1704, about=True)),
        ("1488/90-1576", Life(1488, 1576, about=True)),
        ("1797 - 1858", Life(1797, 1858)),
        ("active 1620-1650", None),
        ("fl. c.1804-1844", None),
        ("french", None),
        ("1900-1750", None),
    ],
)
def test_life_dates_are_read_and_active_periods_are_not(text: str, life: Life | None) -> None:
    assert read_life(text) == life


def test_lives_agree_within_the_doubt_of_catalogues() -> None:
    assert agree(Life(1600, 1682), Life(1604, 1682)) is True
    assert agree(Life(1800, 1850), Life(1802, 1851)) is True
    assert agree(Life(1800, 1850), Life(1830, 1890)) is False
    assert agree(Life(1800, None), Life(None, 1850)) is None
    assert agree(None, Life(1800, 1850)) is None


@pytest.mark.parametrize("text", ["", " ", "()", "[", '"', "(1775-1851)", ",", ";;", "by", "after", "von", "Sir"])
def test_any_text_gives_a_name(text: str) -> None:
    assert parse_name(text).norm == parse_name(parse_name(text).norm).norm
