"""Exports of collections systems: each from its file to Items, and what is said of what was guessed and not read."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.fetch import table_exports
from typed_sts_fetch.errors import BadInput, BadRecord
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_fetch.tables.encodings import evidence
from typed_sts_fetch.tables.mapping import NOTHING_SAID, Mapping, mapping_said
from typed_sts_fetch.tables.mapping_file import read_mapping, write_mapping


def read(
    folder: Path, content: bytes | str, mapping: Mapping = NOTHING_SAID, encoding: str | None = None
) -> tuple[list[Item], str]:
    """Return the Items of a file, and what was said of it."""
    path = folder / "export"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    notes: list[str] = []
    items = list(read_items(path, mapping=mapping, on_note=notes.append, encoding=encoding))
    return items, "\n".join(notes).replace(f"{path}: ", "")


def wrong(folder: Path, content: bytes | str, mapping: Mapping = NOTHING_SAID) -> str:
    with pytest.raises(BadInput) as caught:
        read(folder, content, mapping)
    return str(caught.value).replace(f"{folder}/", "")


# From the file to Items.


def test_a_csv_of_tms(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.TMS)
    assert items[0] == Item(
        id="1999.12.1",
        dcTitle=("The Harbour at Leith",),
        dcCreator=("Moss, Ada (1830–1899)",),
        dcDate=("ca. 1861",),
        dctermsMedium=("Oil on canvas",),
        dcType=("Paintings",),
        dcSource=("1001", "Gift of the Moss family, 1999"),
        dcDescription=("Boats, nets and fishermen.",),
    )
    assert items[1].dcCreator == ("Ada Moss", "Owen Birk")
    assert 'DisplayName → dcCreator by ";"' in said
    assert "not read: Department (3)" in said


def test_a_german_csv_in_latin_1_with_semicolons(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.GERMAN)
    assert items[1] == Item(
        id="A 2",
        dcTitle=("Hafen",),
        dcCreator=("Schröder, Käthe",),
        dcDate=("1870",),
        dcType=("Zeichnung",),
        dcSubject=("Hafen", "Schiff"),
        dctermsMedium=("Kreide",),
    )
    assert said.startswith("read as cp1252, separated by ; (not UTF-8: 15 characters outside ASCII, as in “Künstler”")
    assert "not read: Standort (1)" in said


def test_a_french_file_with_tabs_in_cp1252(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.FRENCH)
    assert items[0] == Item(
        id="D.12",
        dcTitle=("L’église du village",),
        dcCreator=("Lefèvre, Agnès",),
        dcDate=("1re moitié 19e siècle",),
        dcType=("tableau",),
        dctermsMedium=("huile sur toile",),
        dctermsSpatial=("Étretat",),
    )
    assert said.startswith("read as cp1252, separated by TAB")


def test_a_file_of_adlib_in_utf16_with_bars(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.ADLIB)
    assert items[0] == Item(
        id="NM-77",
        dcTitle=("De molen",),
        dcCreator=("Vos, Piet",),
        dcDate=("1650", "1675"),
        dcType=("schilderij",),
        dcSubject=("molen", "landschap"),
        dctermsMedium=("olieverf",),
    )
    assert said.startswith("read as utf-16, separated by |")
    assert read(tmp_path, table_exports.ADLIB.decode("utf-16").encode("utf-16-le"))[0] == items  # without its mark


def test_a_spanish_file_of_an_old_mac_and_an_italian_one(tmp_path: Path) -> None:
    [item], said = read(tmp_path, table_exports.SPANISH_MAC)
    assert (item.id, item.dcTitle, item.dcCreator) == ("1", ("El niño",), ("Muñoz",))
    assert item.dcDescription == ("Óleo con un niño",)
    assert said.startswith("read as mac_roman")
    [item], _ = read(tmp_path, table_exports.ITALIAN)
    assert (item.dcSubject, item.dcDate, item.dctermsSpatial) == (
        ("santi", "angeli"),
        ("sec. XVI",),
        ("Città di Castello",),
    )


def test_a_workbook_is_read_as_a_person_reads_it(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.workbook())
    assert items[0] == Item(
        id="00042",
        dcTitle=("Die Mühle",),
        dcCreator=("Moos, Ada", "Birk, Owen"),
        dcDate=("1861",),
        dcType=("Gemälde",),
    )
    assert [item.dcDate for item in items] == [("1861",), ("1870",), ("um 1900",)]
    assert 'read sheet "Objekte" of 2; the others ("Personen") are read with --sheet' in said
    assert "the header is row 3; what stands above it is not read (“Export vom 3. Mai”)" in said
    assert "not read: Wert (2), Erfasst am (1)" in said


@pytest.mark.parametrize("sheet", ["Personen", "personen", "2"])
def test_a_sheet_is_named_or_counted(tmp_path: Path, sheet: str) -> None:
    items, _ = read(tmp_path, table_exports.workbook(), Mapping(sheet=sheet, id="row"))
    assert items == [Item(id="2", dcTitle=("Moos, Ada",), dcDate=("1830",))]


def test_dates_and_numbers_of_a_workbook(tmp_path: Path) -> None:
    items, _ = read(tmp_path, table_exports.workbook(), mapping_said(["Erfasst am=dcSource", "Wert=dcSubject"]))
    assert [(item.dcSource, item.dcSubject) for item in items] == [
        (("2020-05-17",), ("12.5",)),
        ((), ()),
        ((), ("yes",)),
    ]


def test_xml_with_a_mapping_file(tmp_path: Path) -> None:
    (tmp_path / "modes.toml").write_text(table_exports.MODES_MAPPING)
    items, said = read(tmp_path, table_exports.MODES, read_mapping(tmp_path / "modes.toml"))
    assert items == [
        Item(
            id="LEI.1",
            dcTitle=("The mill & the pond",),
            dcDescription=("A mill at Leith.",),
            dcCreator=("Moss, Ada",),
            dcDate=("1861",),
            dcSubject=("mills", "ponds"),
        ),
        Item(id="LEI.2", dcTitle=("The pier",)),
    ]
    assert "not read: @elementtype (2), Acquisition/Date (1)" in said


def test_a_json_array_with_keys_of_another_language(tmp_path: Path) -> None:
    items, said = read(tmp_path, table_exports.FOREIGN_JSON)
    assert items == [
        Item(id="7", dcTitle=("De molen",), dcCreator=("Vos, Piet",), dcDate=("1650",)),
        Item(id="8", dcTitle=("Het schip",), dcCreator=("Vos, Piet",)),
    ]
    assert "not read: standplaats (1), maten (1)" in said
    items, said = read(
        tmp_path, table_exports.FOREIGN_JSON, mapping_said(["standplaats=dctermsSpatial", "maten/hoogte=-"])
    )
    assert items[0].dctermsSpatial == ("zaal 3",)
    assert "not read: maten/hoogte (1)" in said


def test_json_of_our_own_is_read_as_before_whatever_is_mapped(tmp_path: Path) -> None:
    line = '{"id":"1","dcTitle":["  two  spaces"],"dcSubject":["a|b;c"]}\n'
    for mapping in (NOTHING_SAID, mapping_said(["Title=dcCreator"], splits=[";"])):
        assert read(tmp_path, line, mapping) == (
            [Item(id="1", dcTitle=("  two  spaces",), dcSubject=("a|b;c",))],
            "",
        )


def test_keys_of_another_name_are_understood_in_python_and_the_rest_is_told() -> None:
    unread: list[str] = []
    record = {"Inventarnummer": "7", "Titel": "Brücke", "dc:creator": ["Ada"], "Höhe": 3, "artist": "Owen"}
    assert item_from_dict(record, unread.append) == Item(id="7", dcTitle=("Brücke",), dcCreator=("Ada",))
    assert unread == ["Höhe", "artist"]
    assert item_from_dict({"id": "1", "title": "a", "dcTitle": "b"}).dcTitle == ("b",)


# What a user says counts.


def test_columns_are_mapped_parted_and_left_out_as_asked(tmp_path: Path) -> None:
    mapping = mapping_said(["standort = spatial", "Künstler=-"], "inventarnr", ["/", "Titel=ü"])
    items, said = read(tmp_path, table_exports.GERMAN, mapping)
    assert items[0] == Item(
        id="A 1",
        dcTitle=("Br", "cke", "ber die Spree"),
        dcSubject=("Brücke",),
        dcDate=("um 1861",),
        dcType=("Gemälde",),
        dctermsMedium=("Öl auf Leinwand",),
    )
    assert items[1].dctermsSpatial == ("Depot 3",)
    assert "not read: Künstler (3)" in said


def test_a_named_encoding_wins_over_what_would_be_guessed(tmp_path: Path) -> None:
    items, said = read(tmp_path, "id;Titel;Bild\n1;Łódź;x\n".encode("cp1250"), encoding="cp1250")
    assert items[0].dcTitle == ("Łódź",)
    assert "read as cp1250" in said


def test_a_letter_that_is_not_utf8_far_down_is_read_and_told(tmp_path: Path) -> None:
    rows = "".join(f"{number},Mill\n" for number in range(2_000))
    items, said = read(tmp_path, f"id,title\n{rows}".encode() + "x,Café\n".encode("cp1252"))
    assert items[-1].dcTitle == ("Café",)
    assert "from line 2,002 on read as cp1252" in said


def test_titles_above_the_header_are_skipped_and_told(tmp_path: Path) -> None:
    items, said = read(
        tmp_path, "Export of the museum;;\n\nNr;Titel;Datum\nA;Mühle;1861\nB;Hafen;1870\n", Mapping(id="Nr")
    )
    assert items[0] == Item(id="A", dcTitle=("Mühle",), dcDate=("1861",))
    assert "the header is line 3; what stands above it is not read (“Export of the museum”)" in said


def test_ids_that_stand_twice_are_told(tmp_path: Path) -> None:
    items, said = read(tmp_path, "id,title\n1,a\n2,b\n1,c\n2,d\n2,e\n")
    assert [item.id for item in items] == ["1", "2", "1", "2", "2"]
    assert said == (
        "3 rows with an id that stands above already (lines: 1 in 2 and 4; 2 in 3 and 5; 2 in 3 and 6): all are given, "
        "but a collection keeps the last of an id; --id names another column"
    )


def test_of_columns_that_may_be_the_id_the_one_with_values_of_its_own_is_taken(tmp_path: Path) -> None:
    items, _ = read(tmp_path, "ObjectNumber,ObjectID,Title\n7,1,a\n7,2,b\n")
    assert [item.id for item in items] == ["1", "2"]
    assert items[0].dcSource == ("7",)


def test_sentences_are_not_parted_at_their_semicolons(tmp_path: Path) -> None:
    rows = "".join(f'{number},"A mill; a pond","Boats; nets; men"\n' for number in range(9))
    items, _ = read(tmp_path, f"id,title,description\n{rows}")
    assert (items[0].dcTitle, items[0].dcDescription) == (("A mill; a pond",), ("Boats; nets; men",))


# Mapping files.


@pytest.mark.parametrize("name", ["m.toml", "m.json"])
def test_a_mapping_survives_its_file(tmp_path: Path, name: str) -> None:
    said = mapping_said(['Ti "quoted"\\=title', "Künstler=creator", "Ort=-"], "Nr", [";", "Künstler=\\n"], "Objekte")
    write_mapping(said, tmp_path / name, "a file")
    found = read_mapping(tmp_path / name)
    assert (found.id, found.sheet, found.split, found.complete) == ("Nr", "Objekte", ";", True)
    assert found.columns == said.columns


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("hello", "is not a mapping"),
        ("id = 'x'", "a mapping has a part \\[columns\\]"),
        ("[columns]\nTitle = 'dcTitel2x'", "did you mean dcTitle"),
        ("rows = 'x'\n[columns]", '"rows" means nothing in a mapping'),
        ("[columns]\nTitle = 5", 'column "Title" must be a field'),
        ("id = 5\n[columns]", '"id" must be a text'),
    ],
)
def test_what_is_wrong_with_a_mapping_file_is_told(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "m.toml").write_text(content)
    with pytest.raises(BadInput, match=rf"m\.toml.*{problem}"):
        read_mapping(tmp_path / "m.toml")


# Wrong steps, and what the next one is.


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    said = wrong(tmp_path, table_exports.GERMAN, mapping_said(["Kunstlar=dcCreator"]))
    assert 'names a column "Kunstlar" that is not there; did you mean "Künstler"?' in said
    assert 'did you mean "Titel"?' in wrong(tmp_path, table_exports.GERMAN, Mapping(id="Titl"))


def test_a_field_that_is_not_there() -> None:
    with pytest.raises(BadInput, match=r"there is no field 'dcCreatr'; did you mean dcCreator\?"):
        mapping_said(["Artist=dcCreatr"])
    with pytest.raises(BadInput, match="is not COLUMN=FIELD, for example Artist=dcCreator"):
        mapping_said(["Artist"])


def test_a_table_without_ids_proposes_a_column_or_the_row(tmp_path: Path) -> None:
    said = wrong(tmp_path, "Karte;Titel\nx;a\ny;a\n")
    assert '"Karte" has a value of its own in each row: --id "Karte"' in said
    assert "number the rows with --id row" in said
    items, _ = read(tmp_path, "Karte;Titel\nx;a\ny;a\n", Mapping(id="row"))
    assert [item.id for item in items] == ["2", "3"]


def test_an_id_that_is_blank_and_a_record_without_text(tmp_path: Path) -> None:
    path = tmp_path / "export"
    path.write_text("Nr,Title\n1,a\n,b\n3,\n")
    bad: list[BadRecord] = []
    items = list(read_items(path, mapping=Mapping(id="Nr"), on_bad=bad.append))
    assert [item.id for item in items] == ["1"]
    assert [problem.line for problem in bad] == [3, 4]
    assert 'the id column "Nr" is blank; name another with --id COLUMN' in bad[0].problem
    assert bad[1].problem == "a record without any text in the columns that are read"


def test_a_table_of_which_no_column_is_known(tmp_path: Path) -> None:
    said = wrong(tmp_path, "foo;bar\n1;2\n", Mapping(id="foo"))
    assert "no column of it is known" in said
    assert 'for example --map "foo=dcTitle", or see them with: typed-sts inspect' in said


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)


def zipped(*names: str, content: bytes = b"<x/>") -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (OLE + "Workbook".encode("utf-16-le"), r"is an old Excel workbook \(.xls\); open it and save it as .xlsx"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "is protected with a password; .* take the password off"),
        (OLE + "WordDocument".encode("utf-16-le"), "is a Word document; copy its table into a spreadsheet"),
        (zipped("word/document.xml"), "is a Word document; copy its table into a spreadsheet"),
        (zipped("content.xml"), "is an OpenDocument file; open it and save it as .xlsx"),
        (zipped("records.csv"), "is a zip archive, .* unpack it first"),
        (b"%PDF-1.7\n", "is a PDF; export the records from the collections system"),
        (table_exports.workbook()[:900], "damaged"),
        (zipped("xl/workbook.xml"), "cannot be read"),
    ],
)
def test_a_file_of_another_program_is_told_with_the_next_step(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "export").write_bytes(content)
    with pytest.raises(BadInput, match=told):
        list(read_items(tmp_path / "export"))


def test_an_empty_sheet_and_one_that_is_not_there(tmp_path: Path) -> None:
    from openpyxl import Workbook

    stream = BytesIO()
    Workbook().save(stream)
    assert 'no sheet that is shown has anything in it (its sheets: "Sheet")' in wrong(tmp_path, stream.getvalue())
    said = wrong(tmp_path, table_exports.workbook(), Mapping(sheet="Teile"))
    assert 'it has no sheet "Teile"; --sheet may be "Objekte", "Personen"' in said


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = zipped("xl/workbook.xml", "xl/worksheets/sheet1.xml", content=b"<x>" + bytes(60_000_000))
    assert "times its own size; that is no workbook of records" in wrong(tmp_path, bomb)


def test_a_workbook_that_declares_entities_is_refused(tmp_path: Path) -> None:
    evil = zipped("xl/workbook.xml", content=b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')
    assert "xl/workbook.xml in it declares a document type" in wrong(tmp_path, evil)


def test_xml_with_a_doctype_is_refused_with_a_mapping_too(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="a document type declaration is not allowed"):
        read(tmp_path, b'<!DOCTYPE x [<!ENTITY a "b">]><x><r>&a;</r></x>', Mapping(record="r", id="row"))


def test_an_element_that_is_not_there_and_a_path_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(table_exports.MODES_MAPPING.replace("Keyword", "Keywort"))
    mapping = read_mapping(tmp_path / "m.toml")
    _, said = read(tmp_path, table_exports.MODES, mapping)
    assert 'the mapping names "Content/SubjectList/Keywort", which stands nowhere, did you mean' in said
    assert "it has no element <Object>" in wrong(tmp_path, b"<a><b/></a>", mapping)


def test_xml_that_breaks_off_gives_what_came_before(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(table_exports.MODES_MAPPING)
    (tmp_path / "export").write_bytes(table_exports.MODES[:-40])
    bad: list[BadRecord] = []
    items = list(read_items(tmp_path / "export", mapping=read_mapping(tmp_path / "m.toml"), on_bad=bad.append))
    assert [item.id for item in items] == ["LEI.1"]
    assert "not valid XML" in bad[0].problem


def test_what_a_guess_is_checked_by_is_found_in_linear_time() -> None:
    text = b"a" * 2_000_000 + b" caf\xe9 \xe0"  # at each letter up to the end of the word it would take hours
    assert evidence(text, "cp1252") == "2 characters outside ASCII, as in “café”, “à”"
