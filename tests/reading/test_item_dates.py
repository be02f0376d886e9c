"""What dates an item, and what only dates its subject: by field, label, title and words of making."""

import pytest

from typed_sts.reading.dates.in_text import dates_in_text
from typed_sts.reading.dates.trust import Trust, centuries
from typed_sts.reading.document import from_bytes, to_bytes
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item

READER = Reader("crf")


def dated(**fields: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the years of an item with these fields."""
    return READER.read(Item(id="x", **fields)).span_of_years()  # type: ignore[arg-type]


def told(text: str, *, title: bool = False, of_its_time: bool = False) -> list[tuple[int, int, Trust]]:
    """Return the dates of a text without any tagger."""
    found = dates_in_text(text, title=title, of_its_time=of_its_time)
    return [(date.interval.start, date.interval.end, date.trust) for date in found]


@pytest.mark.parametrize(
    "text",
    [
        "Date(s): 1752; Material: oak",
        "Oak. Date made: 1752",
        "Material: Eiche; Datierung: um 1752",
        "Entstehungsjahr: 1752",
        "Technique : huile ; Date de création : 1752",
        "Datation : vers 1752",
        "Objectnaam: kast Datering: 1752 Materiaal: eiken",
        "Fecha: 1752. Técnica: óleo",
        "Datazione: 1752 ca.",
        "Data de produção: 1752",
        "Material: ek; Datering: 1752",
        "Datowanie: 1752 r.",
        "Datare: 1752",
    ],
)
def test_a_labelled_date_dates_the_item(text: str) -> None:
    assert [(first, trust) for first, _, trust in told(text)] == [(1752, Trust.LABEL)]


@pytest.mark.parametrize("text", ["Acquisition date: 1985", "Date of birth: 1752", "Datum aankoop: 1985"])
def test_labels_of_acquisition_and_birth_are_no_labels_of_making(text: str) -> None:
    assert all(trust == Trust.SUBJECT for _, _, trust in told(text))


@pytest.mark.parametrize(
    "text",
    [
        "The view was painted by an unknown hand in 1852.",
        "Printed at Leeds, 1852.",
        "Das Bild wurde 1852 in Bremen gemalt.",
        "Gedruckt bei Meier in Ulm im Jahre 1852.",
        "Toile peinte à Lyon en 1852.",
        "Lettre datée du 3 mars 1852.",
        "Geschilderd in 1852 te Gouda.",
        "Óleo pintado en Burgos en 1852.",
        "Dipinto a Lucca nel 1852.",
        "Pintado em Braga em 1852.",
        "Målad i Visby 1852.",
        "Obraz namalowany w 1852 roku.",
        "Tablou pictat la Iași în 1852.",
        "I. Faber fecit 1852",
        "Signed and dated lower left: J. Faber 1852",
        "Etching, 1852.",
        "Öl auf Leinwand, 1852",
        "Huile sur toile, 1852",
        "Foto van de brug, 1852",
        "ca. 1852",
        "Oak cabinet, c. 1852.",
        "Lettre écrite à sa femme le 20 mars 1852",
        "Il documento è datato Piacenza 4- 9- 1852",
    ],
)
def test_a_date_beside_a_word_of_making_dates_the_item(text: str) -> None:
    assert (1852, 1852, Trust.MAKING) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was built in 1852 and replaced in 1901.",
        "Photograph of the bridge, which was opened in 1852.",
        "Die Brücke wurde 1852 erbaut.",
        "Le pont fut construit en 1852.",
        "De brug werd in 1852 gesloopt.",
        "El puente fue inaugurado en 1852.",
        "Il ponte fu distrutto nel 1852.",
        "A ponte foi construída em 1852.",
        "Bron byggdes 1852.",
        "Most zbudowany w 1852 roku.",
        "Podul a fost construit în 1852.",
        "Painted by Anna Holt (1852-1921).",
        "He painted in Rome in 1852.",
        "Acquired from the estate of a collector in 1852.",
        "Exhibited at the Salon of 1852.",
        "In 1852 the board of the hospital met here.",
        "Katalog, Leipzig 1852, S. 12.",
        "Photograph lent by the family in 1852.",
        "Das Foto war seit 1852 im Besitz der Familie, Nachlass 1852.",
        "Foto vom Grab eines Freundes, der 1852 gefallen war.",
        "Hij werd krijgsgevangen gemaakt in 1852.",
        "He was taken prisoner in 1852.",
        "El soldado fue hecho prisionero en 1852.",
        "Letter of the bishop of Ulm from 1852-1860.",
        "Brief des Bürgermeisters von Ulm, Bürgermeister 1852-1860.",
        "Vers 1852, il quitta la ville.",
        "Around 1852 the family left the town.",
        "Binding c. 1852",
        "The poem was first published in 1852.",
        "Het gedicht werd voor het eerst gepubliceerd in 1852.",
        "The publication in about 1852 of the first edition was a scandal.",
        "Brief: 33/77 1852/04/01 van de notaris",
        "She came home (see the photo) and arrived in 1852.",
        "Medal 1870-1871 with clasps",
        "Der Vater regierte 1852, das Bild hing im Saal.",
    ],
)
def test_the_history_of_the_subject_does_not_date_the_item(text: str) -> None:
    found = told(text)
    assert found
    assert all(trust == Trust.SUBJECT for _, _, trust in found)


@pytest.mark.parametrize(
    "text",
    [
        "Height 1850 mm, width 1200 mm",
        "1850 x 1200 cm",
        "Höhe 1850 mm",
        "Poids : 1850 kg",
        "No. 1850",
        "Inv. 1850",
        "n° 1850",
        "Companion to NM 1020",
        "1850 pages",
        "1850 Seiten".lower(),
        "worth £1850",
        "Prix : 1850 francs",
        "RP-P-1906-12",
        "Model 1852",
        "1.850",
        "letters to the driver m.1852",
        "Sabre M1852 with sheath",
        "Sabre M 1852 with sheath",
        "Virgin and Child (RF 1852)",
    ],
)
def test_numbers_with_units_and_numbers_of_things_are_no_years(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("title", "years"),
    [
        ("View of the harbour, 1905", (1905, 1905)),
        ("Hafen von Emden, um 1905", (1905, 1905)),
        ("The Battle of Aldern, 1415", None),
        ("Die Schlacht bei Aldern 1415", None),
        ("La mort du roi, 1415", None),
        ("Anna Holt, 1752-1821", None),
        ("Anna Holt (Gent, 1752 - Brugge, 1821), schilder", None),
        ("The convention of 1970", None),
        ("History of the town, 1200-1500", None),
        ("Officer's helmet, model 1852", None),
        ("The court at Ulm, 1808-1822", None),
        ('Cross with clasp "Emden, May 1940"', None),
        ("Views of Ulm, c. 1808-1822", (1808, 1822)),
        ("Drawing of 1852", (1852, 1852)),
        ("Sabre M1852 with sheath", None),
        ("Medal 1830-1831", None),
        ("Portrait of the governor of Ulm 1849-1851", None),
        ("Virgin and Child (RF 1498)", None),
        ("Harbour in the USA 1905", (1905, 1905)),
        ("HARBOUR OF ULM 1905", (1905, 1905)),
    ],
)
def test_a_title_dates_the_item_unless_its_date_is_that_of_what_it_names(
    title: str, years: tuple[int, int] | None
) -> None:
    assert dated(dcTitle=(title,)) == years


def test_what_a_photograph_shows_happened_when_it_was_taken() -> None:
    assert dated(dcTitle=("After the battle, 1916",), dcType=("photograph",)) == (1916, 1916)
    assert dated(dcTitle=("After the battle, 1916",), dcType=("painting",)) is None


def test_the_more_trusted_date_counts() -> None:
    assert dated(dcDate=("1905",), dcTitle=("The Bridge, 1852",)) == (1905, 1905)
    assert dated(dcTitle=("The Bridge, 1852",), dcDescription=("Date: 1905",)) == (1905, 1905)
    assert dated(dcTitle=("The Bridge, 1852",), dcDescription=("Painted in 1905.",)) == (1852, 1852)
    assert dated(dcDate=("19th century",), dcDescription=("Date: 1852",)) == (1852, 1852)
    assert dated(dcDate=("19th century",), dcDescription=("Date: 1652",)) == (1801, 1900)


@pytest.mark.parametrize(
    ("dates", "years"),
    [
        (("1752", "1901"), (1752, 1752)),
        (("1901", "1752"), (1901, 1901)),
        (("2007", "1752"), (1752, 1752)),
        (("28/04/1951", "1874-1878"), (1874, 1878)),
        (("2007", "1752", "18th century"), (1752, 1752)),
        (("1850/1890",), (1850, 1890)),
        (("18th century", "19th century"), (1701, 1900)),
        (("1610", "1628"), (1610, 1628)),
        (("17th century", "1628"), (1628, 1628)),
    ],
)
def test_distant_dates_are_never_joined_into_one_long_one(dates: tuple[str, ...], years: tuple[int, int]) -> None:
    assert dated(dcDate=dates) == years


def test_a_text_that_tells_of_several_works_dates_none() -> None:
    text = "The model was carved in 1752. A copy was painted in 1905."
    assert dated(dcDescription=(text,)) is None
    assert dated(dcDescription=("The diary was written in 1914. A book was printed in 1930.",)) is None
    assert dated(dcDescription=("Letters written in 1914 and, the last, written in 1916.",)) == (1914, 1916)


def test_years_of_the_subject_are_kept_apart_and_survive_the_store() -> None:
    document = READER.read(Item(id="x", dcDate=("1905",), dcDescription=("The bridge was built in 1852.",)))
    assert document.span_of_years() == (1905, 1905)
    assert [(years.first, years.of_subject) for years in document.years] == [(1905, False), (1852, True)]
    assert [years.first for years in document.years_of_subject()] == [1852]
    assert from_bytes(to_bytes(document)) == document


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ((1701, 1800), (18, 18)),
        ((1700, 1799), (18, 18)),
        ((1701, 1799), (18, 18)),
        ((1601, 1800), (17, 18)),
        ((-400, -301), (-4, -4)),
        ((1750, 1750), None),
        ((1751, 1850), None),
        ((-100, 100), None),
    ],
)
def test_a_century_knows_that_it_is_one(span: tuple[int, int], found: tuple[int, int] | None) -> None:
    assert centuries(span) == found
