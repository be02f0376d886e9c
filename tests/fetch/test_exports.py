"""Exports as collection systems write them, from file to Items; and what each oddity of a format comes to."""

import gzip
import json
from pathlib import Path

import pytest

from tests.fetch.exports.expected import EXPECTED
from typed_sts_fetch.errors import BadRecord
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.sources import id_from
from typed_sts_fetch.item import Item

EXPORTS = Path(__file__).parent / "exports"
LIDO = (EXPORTS / "lido.xml").read_bytes()
OAI_DC = (EXPORTS / "oai_dc.xml").read_bytes()


def read(folder: Path, content: str | bytes, *, encoding: str | None = None) -> tuple[list[Item], list[str]]:
    path = folder / "export"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    bad: list[BadRecord] = []
    return list(read_items(path, on_bad=bad.append, encoding=encoding)), [
        str(one).partition("export")[2] for one in bad
    ]


def dc(inner: str, before: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{before}<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">{inner}</oai_dc:dc>'
    )


def marc(inner: str) -> str:
    return f'<collection><record><leader/><controlfield tag="001">1</controlfield>{inner}</record></collection>'


def data_field(tag: str, *parts: str, indicators: str = "  ") -> str:
    inside = "".join(f'<subfield code="{part[0]}">{part[1:]}</subfield>' for part in parts)
    return f'<datafield tag="{tag}" ind1="{indicators[0]}" ind2="{indicators[1]}">{inside}</datafield>'


@pytest.mark.parametrize("name", EXPECTED)
def test_every_field_of_an_export_arrives(name: str) -> None:
    assert [item.to_dict() for item in read_items(EXPORTS / name)] == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_an_export_may_stand_on_one_line_and_be_zipped(tmp_path: Path, name: str) -> None:
    content = (EXPORTS / name).read_bytes()
    flat = json.dumps(json.loads(content)).encode() if name.endswith("json") else content.replace(b"\n", b" ")
    items, bad = read(tmp_path, gzip.compress(flat))
    assert ([item.id for item in items], bad) == ([record["id"] for record in EXPECTED[name]], [])


def test_xml_may_be_in_the_encoding_that_it_declares_or_that_is_named(tmp_path: Path) -> None:
    text = dc("<dc:title>Brücke</dc:title><dc:identifier>1</dc:identifier>")
    declared = text.replace('"1.0"', '"1.0" encoding="iso-8859-1"')
    assert read(tmp_path, declared.encode("latin-1"))[0][0].dcTitle == ("Brücke",)
    assert read(tmp_path, declared.encode("cp1252"), encoding="cp1252")[0][0].dcTitle == ("Brücke",)
    utf16 = text.replace('"1.0"', '"1.0" encoding="UTF-16"').encode("utf-16")
    assert read(tmp_path, utf16)[0][0].dcTitle == ("Brücke",)


def test_xml_of_an_unknown_root_names_the_root_and_what_is_known(tmp_path: Path) -> None:
    items, bad = read(tmp_path, '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text>A mill</text></TEI>')
    assert items == []
    assert bad == [
        ": XML whose root is <TEI>, without a record; known are EDM, LIDO, MARCXML, Dublin Core (oai_dc), "
        'and answers of OAI-PMH with any of them; "typed-sts inspect FILE" proposes a mapping for others'
    ]


def test_a_record_of_an_unknown_kind_names_its_element(tmp_path: Path) -> None:
    _, bad = read(
        tmp_path,
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>oai:a:1'
        '</identifier></header><metadata><m:mods xmlns:m="http://www.loc.gov/mods/v3"/></metadata></record>'
        "</ListRecords></OAI-PMH>",
    )
    assert bad[0].startswith(": record 1: oai:a:1: <mods> is of no known format; known are EDM, LIDO")


def test_an_error_answer_of_a_server_is_told(tmp_path: Path) -> None:
    _, bad = read(
        tmp_path,
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="badVerb">Illegal verb</error></OAI-PMH>',
    )
    assert bad == [": an answer of OAI-PMH that says badVerb: Illegal verb"]


def test_a_record_without_text_is_bad_and_the_others_are_read(tmp_path: Path) -> None:
    content = LIDO.replace(b"Ansicht von Omval bei Amsterdam", b"").replace(b"Umkreis von", b"")
    for gone in (b"Radierung", b"1645<", b"1650<", b"Rembrandt Harmensz. van Rijn"):
        content = content.replace(gone, b"<" if gone.endswith(b"<") else b"")
    content = content.replace(b"http://vocab.getty.edu/aat/300041340", b"").replace(b"gnd/11859964X", b"")
    items, bad = read(tmp_path, content)
    assert [item.id for item in items] == ["DE-MaH/object/1204"]
    assert bad == [": record 2: LIDO: 'DE-MaH/object/1205' has no text in any field that is read"]


def test_a_record_without_an_id_is_bad(tmp_path: Path) -> None:
    assert read(tmp_path, dc("<dc:title>A mill</dc:title>")) == ([], [": record 1: Dublin Core: no id in it"])
    assert read(tmp_path, '{"@context": "https://schema.org", "@type": "Book", "name": "A mill"}') == (
        [],
        [", line 1: schema.org: no id in it"],
    )


def test_deleted_records_are_counted(tmp_path: Path) -> None:
    path, notes = tmp_path / "dump.xml", list[str]()
    path.write_bytes(OAI_DC)
    assert len(list(read_items(path, on_note=notes.append))) == 2
    assert notes == [f"{path}: 1 records are marked as deleted, and left out"]


def test_xml_that_breaks_is_read_up_to_there_and_the_line_is_named(tmp_path: Path) -> None:
    content = OAI_DC.replace(b"vers 1915", b"vers <1915")
    items, bad = read(tmp_path, content)
    assert [item.id for item in items] == ["oai:archiv.example:foto/88"]
    assert bad[0].startswith(", line 44: not valid XML")


def test_a_declaration_of_entities_is_refused_in_every_format(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    _, bad = read(tmp_path, dc("<dc:title>&b;</dc:title>", bomb))
    assert bad == [": a document type declaration is not allowed in a record"]


def test_elements_within_elements_end_somewhere(tmp_path: Path) -> None:
    assert read(tmp_path, "<a>" * 5_000)[1] == [": elements within elements, more than 1000 deep"]


@pytest.mark.parametrize("metadata", ["lido.xml", "marcxml.xml", "edm.xml"])
def test_answers_of_a_server_hold_any_format(tmp_path: Path, metadata: str) -> None:
    inner = (EXPORTS / metadata).read_text().partition("?>")[2]
    content = (
        '<o:OAI-PMH xmlns:o="http://www.openarchives.org/OAI/2.0/"><o:GetRecord><o:record><o:header><o:identifier>'
        f"oai:a:1</o:identifier></o:header><o:metadata>{inner}</o:metadata></o:record></o:GetRecord></o:OAI-PMH>"
    )
    items, bad = read(tmp_path, content)
    assert [item.id for item in items] == [record["id"] for record in EXPECTED[metadata]]
    assert bad == []
    assert items[0].aliases == (() if metadata == "edm.xml" else ("oai:a:1",))


def test_a_dump_of_one_rdf_for_each_record_is_read_record_by_record(tmp_path: Path) -> None:
    inner = (EXPORTS / "edm.xml").read_text().partition("?>")[2]
    items, bad = read(tmp_path, f"<dump>{inner}{inner.replace('#mill', '#mill2')}</dump>")
    assert ([item.id for item in items], bad) == (["#mill", "#marsh", "#mill2", "#marsh"], [])


def test_simple_dublin_core_of_any_wrapping_is_read(tmp_path: Path) -> None:
    content = (
        '<records xmlns:dc="http://purl.org/dc/elements/1.1/"><record><dc:identifier>7</dc:identifier>'
        "<dc:title>A mill</dc:title><dc:relation>other</dc:relation></record></records>"
    )
    assert read(tmp_path, content) == ([Item(id="7", dcTitle=("A mill",))], [])


@pytest.mark.parametrize(
    ("field", "name", "value"),
    [
        (data_field("700", "aMoss, Ada", "eEngraver."), "dcCreator", "Moss, Ada"),
        (data_field("700", "aMoss, Ada", "4edt"), "dcContributor", "Moss, Ada"),
        (
            data_field("100", "aMoss, Ada,", "cDame,", "d1800-1870.", "efunder"),
            "dcContributor",
            "Moss, Ada, Dame (1800-1870)",
        ),
        (data_field("110", "aMuseum.", "bPress."), "dcCreator", "Museum. Press"),
        (data_field("046", "k1843", "l1845"), "dcDate", "1843/1845"),
        (data_field("260", "aHamburg ;", "aLeipzig :", "c1843."), "dctermsSpatial", "Hamburg"),
        (data_field("773", "iIn:", "tHarbour views."), "dctermsIsPartOf", "Harbour views"),
        (data_field("689", "Dg", "aHamburg", "0(DE-588)4023118-5"), "dctermsSpatial", "Hamburg"),
        (data_field("689", "Dp", "aMoss, Ada", "d1800-1870"), "dcSubject", "Moss, Ada (1800-1870)"),
        (data_field("752", "aGermany", "dHamburg"), "dctermsSpatial", "Hamburg"),
    ],
)
def test_fields_of_marc(tmp_path: Path, field: str, name: str, value: str) -> None:
    items, bad = read(tmp_path, marc(data_field("245", "aA mill /", "cMoss") + field))
    assert bad == []
    assert items[0].dcTitle == ("A mill",)
    assert getattr(items[0], name)[:1] == (value,)


@pytest.mark.parametrize(
    ("text", "source", "known"),
    [
        ("(DE-588)118540238", "", "gnd:118540238"),
        ("118540238", "http://d-nb.info/gnd/", "gnd:118540238"),
        ("300033618", "Getty AAT", "aat:300033618"),
        ("(DLC)n  79021164", "", "http://id.loc.gov/authorities/names/n79021164"),
        ("66219", "RKDartists", "rkd:artists/66219"),
        ("Q42", "https://www.wikidata.org/wiki/", "wikidata:Q42"),
        ("(DE-627)079268420", "", ""),
        ("12", "our own list", ""),
    ],
)
def test_a_number_beside_the_name_of_an_authority_is_an_id(text: str, source: str, known: str) -> None:
    assert id_from(text, source) == known


def test_linked_data_of_an_unknown_vocabulary_says_what_is_known(tmp_path: Path) -> None:
    _, bad = read(tmp_path, '{"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest"}')
    assert bad == [", line 1: JSON-LD of no known kind; known are schema.org, Linked Art and Omeka-S"]


def test_what_is_no_work_says_so(tmp_path: Path) -> None:
    document = {"@context": "https://schema.org", "@graph": [{"@id": "#1", "@type": "Person", "name": "Ada Moss"}]}
    assert read(tmp_path, json.dumps(document))[1] == [", line 1: schema.org without a work in it, only Person"]
    assert read(tmp_path, '{"@type": "o:Media", "o:id": 4}')[1] == [
        ", line 1: Omeka-S: 4 is not an item but a Media; export the items alone"
    ]
    person = {"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://a.example/9", "type": "Person"}
    assert read(tmp_path, json.dumps(person))[1] == [
        ", line 1: Linked Art: 'https://a.example/9' is a Person, not an object"
    ]


def test_a_bad_record_in_a_list_of_linked_data_is_numbered(tmp_path: Path) -> None:
    records = [{"o:id": 1, "dcterms:title": [{"@value": "A mill"}]}, {"o:id": 2, "dcterms:title": []}]
    items, bad = read(tmp_path, json.dumps(records))
    assert [item.id for item in items] == ["1"]
    assert bad == [", line 1: record 2: Omeka-S: '2' has no text in any field that is read"]


@pytest.mark.parametrize(
    ("text", "ids", "problem"),
    [
        ('[{"id": "1"}, {"id": "2"},]', ["1", "2"], "not valid JSON (Expecting value), at ']'"),
        ('[{"id": "1"} {"id": "2"}]', ["1"], 'a comma or ] is missing, at \'{"id": "2"}]\''),
        ('[{"id": "1"}, {"id": "2', ["1"], "not valid JSON (Unterminated string starting at), at '\"2'"),
        ('[{"id": "1"}', ["1"], "the list does not end; is the file cut off?"),
        ('[{"id": NaN}]', [], "not valid JSON (NaN is no JSON), at '{\"id\": NaN}]'"),
        ('[[{"id": "1"}], []]\n[{"id": "2"}]\n{"id": "3"}', ["1", "2", "3"], ""),
        ("[]", [], ""),
    ],
)
def test_lists_of_json_are_read_up_to_where_they_break(tmp_path: Path, text: str, ids: list[str], problem: str) -> None:
    items, bad = read(tmp_path, text)
    assert [item.id for item in items] == ids
    assert [one.partition(": ")[2] for one in bad] == ([problem] if problem else [])


def test_bytes_that_are_not_utf8_in_a_list_are_told(tmp_path: Path) -> None:
    _, bad = read(tmp_path, b'[{"id": "1"},\n{"id": "2", "dcTitle": ["Br\xfccke"]}]')
    assert "0xfc) is not UTF-8; name the encoding with --encoding" in bad[0]
    items, bad = read(tmp_path, '[{"id": "2", "dcTitle": ["Brücke"]}]'.encode("cp1252"), encoding="cp1252")
    assert (items[0].dcTitle, bad) == (("Brücke",), [])
