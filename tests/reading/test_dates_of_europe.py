"""Dates in the languages of Europe beyond the first eleven: decades, centuries and their parts, about, before, after.

Every example is written for these tests, a row of decades, of centuries and of limits for each language.
"""

import pytest

from typed_sts.reading.dates.read import overall


def years(text: str) -> tuple[int, int] | None:
    """Return start and end of what a string means."""
    found = overall(text)
    return (found.start, found.end) if found else None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1730-е", 1730, 1739),
        ("Начало 1650-х", 1650, 1653),
        ("середина 1750-х", 1754, 1756),
        ("конец 1900-х", 1907, 1909),
        ("1920-е годы", 1920, 1929),
        ("1830—40-е годы", 1830, 1849),
        ("60-е годы XIX века", 1860, 1869),
        ("70-е годы IV в. до н.э.", -379, -370),
        ("XIX в.", 1801, 1900),
        ("XVIII–XIX века", 1701, 1900),
        ("конец XIX века", 1867, 1900),
        ("первая половина XIX века", 1801, 1850),
        ("2-я четверть XIX в.", 1826, 1850),
        ("последняя треть XVII в.", 1667, 1700),
        ("Ок. 1900 г.", 1900, 1900),
        ("до 1900", 1850, 1900),
        ("не позднее 1900", 1850, 1900),
        ("после 1745", 1745, 1795),
        ("между 1850 и 1860", 1850, 1860),
        ("1852-й год", 1852, 1852),
        ("1-5 мая 1930", 1930, 1930),
        ("Вторая половина II в. до н.э.", -150, -101),
        ("440 г. до н. э.", -440, -440),
    ],
)
def test_russian_is_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1860-ті", 1860, 1869),
        ("60-ті роки ХІХ ст.", 1860, 1869),
        ("перша половина ХІХ ст.", 1801, 1850),
        ("кінець XVII століття", 1667, 1700),
        ("поч. ХХ ст.", 1901, 1933),
        ("до 1914 р.", 1864, 1914),
        ("близько 1852", 1852, 1852),
        ("після 1852", 1852, 1902),
    ],
)
def test_ukrainian_is_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1920-те", 1920, 1929),
        ("60-те години на XIX век", 1860, 1869),
        ("края на XIX в.", 1867, 1900),
        ("втората половина на XIX век", 1851, 1900),
        ("около 1852 г.", 1852, 1852),
        ("преди 1852", 1802, 1852),
        ("след 1852", 1852, 1902),
        ("крај XIX века", 1867, 1900),
        ("прва половина XIX века", 1801, 1850),
    ],
)
def test_bulgarian_and_serbian_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("lata 1860.", 1860, 1869),
        ("lata 60. XIX w.", 1860, 1869),
        ("lata 1850-1855", 1850, 1855),
        ("do 1914", 1864, 1914),
        ("od 1850", 1850, 1900),
    ],
)
def test_polish_decades_and_limits_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("60. léta 19. století", 1860, 1869),
        ("1. pol. 19. stol.", 1801, 1850),
        ("3. čtvrtina 18. století", 1751, 1775),
        ("poslední čtvrtina 18. století", 1776, 1800),
        ("polovina 19. století", 1834, 1866),
        ("začátek 20. století", 1901, 1933),
        ("konec 19. století", 1867, 1900),
        ("kolem 1852", 1852, 1852),
        ("před 1852", 1802, 1852),
        ("po roce 1852", 1852, 1902),
        ("5. března 1852", 1852, 1852),
        ("30. roky 20. storočia", 1930, 1939),
        ("2. polovica 19. storočia", 1851, 1900),
        ("koniec 18. storočia", 1767, 1800),
        ("4. st. př. n. l.", -400, -301),
    ],
)
def test_czech_and_slovak_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("19. stoletje", 1801, 1900),
        ("konec 19. stoletja", 1867, 1900),
        ("60. leta 19. stoletja", 1860, 1869),
        ("okoli 1852", 1852, 1852),
        ("19. stoljeće", 1801, 1900),
        ("prva polovica 19. st.", 1801, 1850),
        ("1860-ih", 1860, 1869),
        ("60-ih godina 19. stoljeća", 1860, 1869),
        ("1860. godine", 1860, 1860),
        ("kraj 19. stoljeća", 1867, 1900),
        ("oko 1852", 1852, 1852),
        ("prije 1852", 1802, 1852),
        ("nakon 1852", 1852, 1902),
        ("4. st. pr. Kr.", -400, -301),
    ],
)
def test_slovene_and_croatian_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1980-as évek", 1980, 1989),
        ("az 1860-as évek eleje", 1860, 1863),
        ("19. század", 1801, 1900),
        ("19. század második fele", 1851, 1900),
        ("XX. század első negyede", 1901, 1925),
        ("19. század közepe", 1834, 1866),
        ("19. sz. vége", 1867, 1900),
        ("1852 körül", 1852, 1852),
        ("1852 előtt", 1802, 1852),
        ("1852 után", 1852, 1902),
        ("1850 és 1860 között", 1850, 1860),
        ("1848-as", 1848, 1848),
        ("Kr. e. 3. század", -300, -201),
    ],
)
def test_hungarian_is_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1860-luku", 1860, 1869),
        ("1860-luvulla", 1860, 1869),
        ("1800-luku", 1800, 1899),
        ("1860-luvun alku", 1860, 1863),
        ("1800-luvun alkupuoli", 1800, 1849),
        ("1800-luvun loppu", 1867, 1899),
        ("noin 1852", 1852, 1852),
        ("ennen 1852", 1802, 1852),
        ("1852 jälkeen", 1852, 1902),
        ("400 eKr.", -400, -400),
    ],
)
def test_finnish_is_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("19. sajand", 1801, 1900),
        ("19. sajandi lõpp", 1867, 1900),
        ("19. saj. II pool", 1851, 1900),
        ("1860. aastad", 1860, 1869),
        ("1860ndad", 1860, 1869),
        ("umbes 1852", 1852, 1852),
        ("enne 1852", 1802, 1852),
        ("1900. gadi", 1900, 1909),
        ("1900. gads", 1900, 1900),
        ("19. gs. 2. puse", 1851, 1900),
        ("19. gadsimta beigas", 1867, 1900),
        ("ap 1852. gadu", 1852, 1852),
        ("līdz 1852", 1802, 1852),
        ("pēc 1852", 1852, 1902),
        ("XIX a.", 1801, 1900),
        ("XIX a. pab.", 1867, 1900),
        ("XIX a. I pusė", 1801, 1850),
        ("XX a. 7 dešimtmetis", 1961, 1970),
        ("apie 1852", 1852, 1852),
        ("iki 1852", 1802, 1852),
        ("nuo 1850 iki 1860", 1850, 1860),
    ],
)
def test_estonian_latvian_and_lithuanian_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("19ος αιώνας", 1801, 1900),
        ("τέλη 19ου αι.", 1867, 1900),
        ("αρχές 20ού αιώνα", 1901, 1933),
        ("μέσα 19ου αιώνα", 1834, 1866),
        ("α' μισό 19ου αι.", 1801, 1850),
        ("Β΄ μισό 19ου αι.", 1851, 1900),
        ("τελευταίο τέταρτο 18ου αι.", 1776, 1800),
        ("δεκαετία του 1860", 1860, 1869),
        ("περ. 1852", 1852, 1852),
        ("πριν το 1852", 1802, 1852),
        ("μετά το 1852", 1852, 1902),
        ("μεταξύ 1850 και 1860", 1850, 1860),
        ("3ος αι. π.Χ.", -300, -201),
        ("5 Μαΐου 1852", 1852, 1852),
    ],
)
def test_greek_is_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1860-årene", 1860, 1869),
        ("1860'erne", 1860, 1869),
        ("1860-tallet", 1860, 1869),
        ("1800-tallet", 1800, 1899),
        ("slutningen af 1800-tallet", 1867, 1899),
        ("begynnelsen av 1800-tallet", 1800, 1833),
        ("1. halvdel af 1800-tallet", 1800, 1849),
        ("19. århundrede", 1801, 1900),
        ("omkring 1852", 1852, 1852),
        ("før 1852", 1802, 1852),
        ("etter 1852", 1852, 1902),
        ("mellom 1850 og 1860", 1850, 1860),
    ],
)
def test_danish_and_norwegian_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("segle XIX", 1801, 1900),
        ("segona meitat del segle XIX", 1851, 1900),
        ("darrer quart del segle XIX", 1876, 1900),
        ("finals del segle XIX", 1867, 1900),
        ("mitjan segle XIX", 1834, 1866),
        ("dècada de 1860", 1860, 1869),
        ("cap a 1852", 1852, 1852),
        ("abans de 1852", 1802, 1852),
        ("després de 1852", 1852, 1902),
        ("anii 1860", 1860, 1869),
        ("anii '60 ai secolului al XIX-lea", 1860, 1869),
        ("sfârşitul secolului XIX", 1867, 1900),
        ("mijlocul sec. XIX", 1834, 1866),
    ],
)
def test_catalan_and_romanian_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("sent 1800-tal", 1867, 1899),
        ("1800-talets första hälft", 1800, 1849),
        ("60er Jahre des 19. Jahrhunderts", 1860, 1869),
        ("années 60 du 19e siècle", 1860, 1869),
        ("anni '60 del XIX secolo", 1860, 1869),
        ("bis 1852", 1802, 1852),
        ("seit 1850 bis 1860", 1850, 1860),
        ("19. yüzyıl sonu", 1867, 1900),
        ("1860'lar", 1860, 1869),
    ],
)
def test_decades_of_a_century_and_limits_elsewhere_are_read(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize("text", ["до 1900", "før 1900", "1900 előtt", "iki 1900", "do 1900", "bis 1900", "před 1900"])
def test_a_limit_is_flagged_as_one(text: str) -> None:
    found = overall(text)
    assert found
    assert "before" in found.flags


@pytest.mark.parametrize("text", ["CCENT 1250", "CLATE 1480", "C2H 1475", "c1h+ 1420", "XYZ 1850"])
def test_a_number_behind_a_code_is_no_year(text: str) -> None:
    assert overall(text) is None


@pytest.mark.parametrize(
    "text", ["MARCH 1894", "ANNO 1894", "CIRCA 1894", "Paris 1894", "MDCCCXCIV 1894", "PARIS, 1894"]
)
def test_a_number_behind_a_known_word_is(text: str) -> None:
    assert years(text) == (1894, 1894)


@pytest.mark.parametrize("text", ["06-2013", "06/2013", "12-2013"])
def test_a_month_in_numbers_is_its_year(text: str) -> None:
    assert years(text) == (2013, 2013)


def test_a_period_with_one_end_is_open() -> None:
    found = overall("name=Prehistory; end=-5300")
    assert found
    assert (found.end, found.flags) == (-5300, ("before",))


def test_a_date_that_a_limit_contains_stands() -> None:
    assert years("c. 1855 (after c. 1845 daguerreotype)") == (1855, 1855)


@pytest.mark.parametrize("text", ["1945-01-01T00:00:00+01:00", "1945-01-01T00:00:00Z", "1945-01-01T00:00:00-0500"])
def test_a_time_zone_is_no_year(text: str) -> None:
    assert years(text) == (1945, 1945)


def test_the_1920s_are_a_decade_with_an_article_too() -> None:
    assert years("les années 1920") == years("los años 1920") == years("gli anni 1920") == (1920, 1929)


def test_a_later_change_in_another_language_does_not_date_the_item() -> None:
    assert years("Около 1615; частично переписан в конце 1630-х") == (1615, 1615)


@pytest.mark.parametrize(
    "text", ["1 stol", "1 stor kanna", "sold for 12 gs.", "12 St. Martin's Lane", "23 old chairs", "öld"]
)
def test_words_that_are_short_for_a_century_elsewhere_are_none_by_themselves(text: str) -> None:
    assert overall(text) is None


def test_words_for_a_part_elsewhere_are_none_beside_a_year() -> None:
    assert years("sent in 1900") == years("slut 1900") == (1900, 1900)


def test_days_may_stand_between_since_and_until() -> None:
    assert years("od 25. októbra 1914 do marca 1915") == (1914, 1915)
    assert years("od 1914 r. do 1915 r.") == (1914, 1915)


def test_the_end_of_a_year_is_no_part_of_its_hundred() -> None:
    assert years("конец 1900 года") == (1900, 1900)


def test_a_preposition_behind_the_number_of_a_king_is_no_century() -> None:
    assert years("Август III в 1768 году") == years("Августа III. В 1768 году") == (1768, 1768)
