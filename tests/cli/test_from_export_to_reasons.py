"""Ten exports, as collections systems write them, each from its file to related items with reasons in two commands.

The same three things stand in each: two views of Leith by one maker, a year apart, and a teapot.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from typed_sts.cli.commands import app

THINGS = (
    ("L1", "The harbour at Leith", "Moss, Ada", "1861", "etching"),
    ("L2", "The quay at Leith", "Moss, Ada", "1862", "etching"),
    ("L3", "Silver teapot", "Robertson, Piet", "1795", "teapot"),
)
_MAPPING = """
record = "Object"
id = "Number"

[columns]
"Title" = "dcTitle"
"Production/Name" = "dcCreator"
"Production/Date" = "dcDate"
"""


def tms() -> bytes:
    rows = [f'{n},{n},{title},"{maker} (1830–1899)",{date},{kind},Gift' for n, title, maker, date, kind in THINGS]
    return "\r\n".join(("ObjectID,ObjectNumber,Title,DisplayName,Dated,Medium,CreditLine", *rows)).encode()


def german() -> bytes:
    rows = [f"{n};{maker};{title};{date};{kind};Düsseldorf" for n, title, maker, date, kind in THINGS]
    return "\r\n".join(("Inventarnr.;Künstler;Titel;Datierung;Objektbezeichnung;Standort", *rows)).encode("latin-1")


def workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["Inv.-Nr.", "Titre", "Auteur", "Date", "Désignation"])
    for row in THINGS:
        book.active.append(row)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def json_array() -> bytes:
    keys = ("inventoryNumber", "title", "artist", "date", "objectType")
    return json.dumps([dict(zip(keys, row, strict=True)) for row in THINGS]).encode()


def omeka() -> bytes:
    def value(text: str) -> list[dict[str, str]]:
        return [{"type": "literal", "@value": text}]

    return json.dumps(
        [
            {
                "o:id": n,
                "dcterms:title": value(t),
                "dcterms:creator": value(m),
                "dcterms:date": value(d),
                "dcterms:type": value(k),
            }
            for n, t, m, d, k in THINGS
        ]
    ).encode()


def schema_graph() -> bytes:
    nodes = [
        {
            "@type": "VisualArtwork",
            "identifier": n,
            "name": t,
            "creator": {"@type": "Person", "name": m},
            "dateCreated": d,
            "artform": k,
        }
        for n, t, m, d, k in THINGS
    ]
    return json.dumps({"@context": "https://schema.org", "@graph": nodes}, indent=1).encode()


def schema_list() -> bytes:
    return json.dumps(
        [
            {
                "@context": "http://schema.org/",
                "@type": "Photograph",
                "identifier": n,
                "name": t,
                "creator": m,
                "dateCreated": d,
            }
            for n, t, m, d, _ in THINGS
        ]
    ).encode()


def lido() -> bytes:
    records = "".join(
        f"<l:lido><l:lidoRecID>{n}</l:lidoRecID><l:descriptiveMetadata><l:objectClassificationWrap><l:objectWorkTypeWrap>"
        f"<l:objectWorkType><l:term>{k}</l:term></l:objectWorkType></l:objectWorkTypeWrap></l:objectClassificationWrap>"
        f"<l:objectIdentificationWrap><l:titleWrap><l:titleSet><l:appellationValue>{t}</l:appellationValue></l:titleSet>"
        "</l:titleWrap></l:objectIdentificationWrap><l:eventWrap><l:eventSet><l:event><l:eventType><l:term>Production</l:term>"
        f"</l:eventType><l:eventActor><l:actorInRole><l:actor><l:nameActorSet><l:appellationValue>{m}</l:appellationValue>"
        f"</l:nameActorSet></l:actor></l:actorInRole></l:eventActor><l:eventDate><l:displayDate>{d}</l:displayDate>"
        "</l:eventDate></l:event></l:eventSet></l:eventWrap></l:descriptiveMetadata></l:lido>"
        for n, t, m, d, k in THINGS
    )
    return f'<l:lidoWrap xmlns:l="http://www.lido-schema.org">{records}</l:lidoWrap>'.encode()


def oai_dc() -> bytes:
    records = "".join(
        f"<record><header><identifier>{n}</identifier></header><metadata>"
        '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{t}</dc:title><dc:creator>{m}</dc:creator><dc:date>{d}</dc:date><dc:type>{k}</dc:type>"
        "</oai_dc:dc></metadata></record>"
        for n, t, m, d, k in THINGS
    )
    return (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>' + records + "</ListRecords></OAI-PMH>"
    ).encode()


def marcxml() -> bytes:
    def field(tag: str, code: str, text: str) -> str:
        return f'<datafield tag="{tag}" ind1=" " ind2=" "><subfield code="{code}">{text}</subfield></datafield>'

    records = "".join(
        f'<record><leader/><controlfield tag="001">{n}</controlfield>{field("100", "a", m)}{field("245", "a", t)}'
        f"{field('264', 'c', d)}{field('655', 'a', k)}</record>"
        for n, t, m, d, k in THINGS
    )
    return f'<collection xmlns="http://www.loc.gov/MARC21/slim">{records}</collection>'.encode()


def modes() -> bytes:
    records = "".join(
        f"<Object><Number>{n}</Number><Title>{t}</Title><Production><Name>{m}</Name><Date>{d}</Date></Production></Object>"
        for n, t, m, d, _ in THINGS
    )
    return f"<Interchange>{records}</Interchange>".encode()


@pytest.mark.parametrize(
    "export",
    [tms, german, workbook, json_array, omeka, schema_graph, schema_list, lido, oai_dc, marcxml, modes],
    ids=lambda export: export.__name__,
)
def test_an_export_gives_related_items_with_reasons_in_two_commands(
    tmp_path: Path, export: Callable[[], bytes]
) -> None:
    path, collection = tmp_path / "export", tmp_path / "collection"
    path.write_bytes(export())
    (tmp_path / "mapping.toml").write_text(_MAPPING, encoding="utf-8")
    options = ["--mapping", str(tmp_path / "mapping.toml")] if export is modes else []
    indexed = CliRunner().invoke(app, ["index", str(path), "--to", str(collection), *options])
    assert indexed.exit_code == 0, indexed.output
    told = CliRunner().invoke(app, ["related", "L1", "--index", str(collection), "--quiet"])
    assert told.exit_code == 0, told.output
    assert "Also by Ada Moss" in told.output
    assert "The quay at Leith" in told.output
