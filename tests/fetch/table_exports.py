"""Exports as collections systems make them, written by us: each in its own shape, language and encoding."""

import datetime
import io

TMS = (
    "ObjectID,ObjectNumber,Title,DisplayName,Dated,Medium,Classification,CreditLine,Department,Notes\r\n"
    '1001,1999.12.1,The Harbour at Leith,"Moss, Ada (1830–1899)",ca. 1861,Oil on canvas,Paintings,'
    '"Gift of the Moss family, 1999",Fine Art,"Boats, nets\r\nand fishermen."\r\n'
    "1002,1999.12.2,Study of a Boat,Ada Moss; Owen Birk,1860,Pencil on paper,Drawings,Purchased 1999,Fine Art,\r\n"
    "1003,2001.3.1,Silver Teapot,Robertson & Sons; Ada Moss,1795,Silver,Metalwork,Bequest 2001,Decorative Arts,\r\n"
).encode()

GERMAN = (
    "Inventarnr.;Künstler;Titel;Datierung;Objektbezeichnung;Schlagwörter;Material/Technik;Standort\r\n"
    "A 1;Müller, Jörg;Brücke über die Spree;um 1861;Gemälde;Brücke;Öl auf Leinwand;\r\n"
    'A 2;Schröder, Käthe;Hafen;1870;Zeichnung;"Hafen; Schiff";Kreide;Depot 3\r\n'
    'A 3;Weiß, Ida;Markt;2. Hälfte 17. Jh.;Gemälde;"Markt; Menschen";Öl;\r\n'
).encode("latin-1")

FRENCH = (
    "Numéro d'inventaire\tTitre\tAuteur\tDatation\tDésignation\tMatériaux et techniques\tLieu de création\r\n"
    "D.12\tL’église du village\tLefèvre, Agnès\t1re moitié 19e siècle\ttableau\thuile sur toile\tÉtretat\r\n"
    "D.13\tLa fête\tanonyme\tvers 1900\testampe\tlithographie\tBesançon\r\n"
).encode("cp1252")

ADLIB = (
    "object.number|title|creator|production.date.start|production.date.end|object.name|content.subject|material\n"
    "NM-77|De molen|Vos, Piet|1650|1675|schilderij|molen;landschap|olieverf\n"
    "NM-78|Het schip|Vos, Piet|1655|1660|tekening|schip;zee|inkt\n"
).encode("utf-16")

SPANISH_MAC = "Número de inventario,Título,Autor,Fecha,Descripción\r1,El niño,Muñoz,1850,Óleo con un niño\r".encode(
    "mac_roman"
)

ITALIAN = (
    "N. inventario;Soggetto;Titolo;Autore;Datazione;Luogo di produzione\n"
    "12;santi|angeli;Madonna;Bassi;sec. XVI;Città di Castello\n"
).encode()

MODES = b"""<?xml version="1.0" encoding="UTF-8"?>
<Interchange xmlns="http://modes.example/1"><Header><Date>2024</Date></Header>
 <Object elementtype="object">
  <ObjectIdentity><Number>LEI.1</Number></ObjectIdentity>
  <Identification><Title>The mill &amp; the pond</Title>
   <BriefDescription>A mill at Leith.</BriefDescription></Identification>
  <Production><Person><PersonName>Moss, Ada</PersonName></Person><Date>1861</Date></Production>
  <Content><SubjectList><Keyword>mills</Keyword><Keyword>ponds</Keyword></SubjectList></Content>
  <Acquisition><Date>1990</Date></Acquisition>
 </Object>
 <Object elementtype="object">
  <ObjectIdentity><Number>LEI.2</Number></ObjectIdentity>
  <Identification><Title>The pier</Title></Identification>
 </Object>
</Interchange>
"""

MODES_MAPPING = """
record = "Object"
id = "ObjectIdentity/Number"

[columns]
"Object/Identification/Title" = "dcTitle"
"Identification/BriefDescription" = "description"
"Production/Person/PersonName" = "dcCreator"
"Production/Date" = "dcDate"
"Content/SubjectList/Keyword" = "dcSubject"
"Acquisition/Date" = "-"
"""

FOREIGN_JSON = b"""[
 {"objectNumber": "7", "titel": "De molen", "vervaardiger": ["Vos, Piet"], "datering": 1650, "standplaats": "zaal 3"},
 {"objectNumber": "8", "titel": "Het schip", "vervaardiger": "Vos, Piet", "maten": {"hoogte": 12}}
]"""


def workbook() -> bytes:
    """Return a workbook as MuseumPlus might export it: titles above the header, dates and numbers, a second sheet."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Objekte"
    sheet.append(["Export vom 3. Mai"])
    sheet.append([])
    sheet.append(["Objekt-Nr.", "Titel", "Beteiligte", "Datierung", "Sachgruppe", "Erfasst am", "Wert"])
    sheet.append([42, "Die Mühle", "Moos, Ada\nBirk, Owen", 1861, "Gemälde", datetime.datetime(2020, 5, 17), 12.5])
    sheet.append([43, "Der Hafen", "Moos, Ada\nWeiß, Ida", 1870.0, "Grafik"])
    sheet.append([None])
    sheet.append([44, "Der Markt", "unbekannt", "um 1900", "Gemälde", None, True])
    for row in (4, 5, 7):
        sheet.cell(row, 1).number_format = "00000"
    other = book.create_sheet("Personen")
    other.append(["Name", "Jahr"])
    other.append(["Moos, Ada", 1830])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
