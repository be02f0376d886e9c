"""Knowledge of a user's own: tables and vocabularies are read, and every problem names its line."""

from pathlib import Path

import pytest

from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.own_file import COLUMNS, BadKnowledge, read_knowledge
from typed_sts.knowledge.pack import knowledge
from typed_sts.knowledge.search import find

HEADER = "\t".join(COLUMNS)
SKOS = """<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
  xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:wgs84="http://www.w3.org/2003/01/geo/wgs84_pos#"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
  <skos:Concept rdf:about="https://example.org/7">
    <skos:prefLabel xml:lang="en">halberd</skos:prefLabel>
    <skos:altLabel xml:lang="de">Hellebarde</skos:altLabel>
    <skos:broader rdf:resource="https://example.org/3"/>
    <dc:type>object</dc:type>
  </skos:Concept>
  <edm:Agent rdf:about="https://example.org/8">
    <skos:prefLabel>Anna Beispiel</skos:prefLabel><edm:begin>1871-03-01</edm:begin><edm:end>1932</edm:end>
  </edm:Agent>
  <edm:Place rdf:about="https://example.org/9">
    <skos:prefLabel xml:lang="de">Musterdorf</skos:prefLabel><wgs84:lat>48.1</wgs84:lat><wgs84:long>11.5</wgs84:long>
  </edm:Place>
</rdf:RDF>
"""


def table(folder: Path, *rows: str, header: str = HEADER) -> Path:
    path = folder / "mine.tsv"
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return path


def problems(path: Path) -> tuple[str, ...]:
    with pytest.raises(BadKnowledge) as caught:
        read_knowledge(path)
    return caught.value.problems


def test_a_table_tells_names_years_and_places(tmp_path: Path) -> None:
    rows = [
        "local:anna\tartist\tde\tAnna Beispiel\t1871\t1932\t\t\tgeonames:2950159",
        "local:anna\t\tpl\tAnna Przykład",
        "local:mill\tbuilding\t\tRote Mühle\t\t\t48.1\t11.5\t",
    ]
    anna, mill = read_knowledge(table(tmp_path, *rows))
    names = (Name("Anna Beispiel", "de"), Name("Anna Przykład", "pl"))
    assert anna == Concept("local:anna", "artist", names, 1871, 1932, None, "geonames:2950159", 0)
    assert mill.point == (48.1, 11.5)


def test_a_vocabulary_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "mine.rdf"
    path.write_text(SKOS, encoding="utf-8")
    halberd, anna, village = read_knowledge(path)
    assert halberd.kind == "object"
    assert halberd.names == (Name("halberd", "en"), Name("Hellebarde", "de"))
    assert halberd.within == "https://example.org/3"
    assert (anna.kind, anna.first_year, anna.last_year) == ("person", 1871, 1932)
    assert (village.kind, village.point) == ("place", (48.1, 11.5))


def test_what_a_user_knows_is_found_in_texts_beside_the_pack(tmp_path: Path) -> None:
    path = table(tmp_path, "local:anna\tartist\tde\tAnna Beispiel")
    known = knowledge(str(path))
    text = "Anna Beispiel in Amsterdam"
    assert [found.concepts[0] for found in find(text, "de", among=known)] == ["local:anna", "geonames:2759794"]
    assert known.concept("local:anna") is not None
    assert knowledge().concept("local:anna") is None
    assert known is knowledge(str(path))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("\tartist\tde\tAnna", "the id is ''"),
        ("a b\tartist\tde\tAnna", "without blanks"),
        ("x\twizard\tde\tAnna", "the kind is 'wizard'; kinds are artist"),
        ("x\t\tde\tAnna", "has to name its kind"),
        ("x\tartist\tde\t", "the name is empty"),
        ("x\tartist\tGerman!\tAnna", "the language is 'German!'"),
        ("x\tartist\tde\tAnna\tc. 1871", "the years are 'c. 1871'"),
        ("x\tartist\tde\tAnna\t1932\t1871", "the first year is 1932, after the last, 1871"),
        ("x\tplace\tde\tOrt\t\t\t48.1\t", "lat and lon are given together"),
        ("x\tplace\tde\tOrt\t\t\t480\t11", "write degrees"),
        ("x\tplace\tde\tOrt\t\t\tnan\t11", "write degrees"),
        ("x\tplace\tde\tOrt\t\t\t\t\ta b", "within is 'a b'"),
        ("x\tplace\tde\tOrt\t\t\t\t\t\t\t", "11 cells, but there are 9 columns"),
        ("x\tplace\tde\t" + "o" * 400, "400 characters"),
    ],
)
def test_a_wrong_row_is_named_by_file_and_line(tmp_path: Path, row: str, problem: str) -> None:
    path = table(tmp_path, "good\tartist\tde\tGut", row)
    (told,) = problems(path)
    assert told.startswith(f"{path}, line 3: ")
    assert problem in told


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = table(tmp_path, "a\twizard\tde\tA", "b\tartist\tde\tB", "c\tartist\tde\t")
    assert [told.split(": ")[0].rpartition(" ")[2] for told in problems(path)] == ["2", "4"]


def test_one_id_has_one_kind(tmp_path: Path) -> None:
    (told,) = problems(table(tmp_path, "a\tartist\tde\tA", "a\truler\ten\tA"))
    assert "line 3: 'a' has the kind artist above, not ruler" in told


def test_other_columns_and_empty_files_are_refused(tmp_path: Path) -> None:
    assert "line 1: the columns are id kind lang name" in problems(table(tmp_path, header="id\tname"))[0]
    assert "names nothing" in problems(table(tmp_path))[0]
    assert "cannot read" in problems(tmp_path / "none.tsv")[0]


def test_bytes_that_are_no_text_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_bytes(HEADER.encode() + b"\nx\tartist\tde\tA\nx\t\tde\tM\xfcller\n")
    assert "line 3: not UTF-8 text" in problems(path)[0]


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "line 1: a document type declaration is not allowed"),
        (SKOS.replace("</rdf:RDF>", ""), "not well-formed XML"),
        (SKOS.replace('rdf:about="https://example.org/8"', ""), "line 11: a concept needs an rdf:about"),
        (SKOS.replace("example.org/8", "example.org/7"), "line 11: https://example.org/7 is described twice"),
        ("<x/>", "names nothing"),
    ],
)
def test_a_wrong_vocabulary_is_named_by_line(tmp_path: Path, document: str, problem: str) -> None:
    path = tmp_path / "mine.rdf"
    path.write_text(document, encoding="utf-8")
    assert problem in problems(path)[0]


def test_deep_nesting_is_read_without_recursion(tmp_path: Path) -> None:
    path = tmp_path / "deep.rdf"
    path.write_text("<x>" * 20_000 + "</x>" * 20_000, encoding="utf-8")
    assert "names nothing" in problems(path)[0]
