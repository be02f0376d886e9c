"""What the fields of a record are called elsewhere: in six languages, and in the exports of collections systems.

A name is compared without case, accents and anything that is no letter: "Künstler", "KUENSTLER" and "dc:creator" are
found as they are written here, "object.number" and "ObjectNumber" alike. `FIRST` says plainly what a column is. What
stands in `SECOND` means the field only where no other column does: "DateBegin" is the date of a record that has no
"Dated".

Sources of the names: the headers of TMS, eMuseum, MuseumPlus, Adlib and Axiell, MODES, PastPerfect, and what
cataloguers write in English, German, French, Dutch, Spanish and Italian.
"""

import re
import unicodedata

FIRST = {
    "id": """
        id, identifier, dc identifier, record id, item id, object number, object no, obj no, accession number,
        accession no, accession, inventory number, inventory no, inv no, inventarnummer, inventar nr, inv nr,
        invnr, inventarnr, objektnummer, objekt nr, objektnr, numero inventaire, numero d inventaire, no
        inventaire, n inventaire, num inventaire, cote, numero de inventario, no de inventario, num inventario,
        inventario, numero inventario, numero di inventario, n inventario, objectnummer, catalogue number,
        catalog number, katalognummer, museum number, registration number, reference number, ref no, signatur,
        signatura, signatuur, segnatura, object id, objekt id, objectid, objektid, record number, recordnummer,
        priref, rsn, identificatienummer, identifikationsnummer, datensatznummer, datensatz id, system id, uuid,
        guid, uri, persistent identifier, identificador, identificativo, identifiant, object identity number,
        identity number, identification number""",
    "provider": """
        provider, data provider, dc provider, institution, institution name, museum, museum name, holding
        institution, holder, repository, repositorium, einrichtung, sammlungsinstitution, verwaltende
        institution, institution gestionnaire, musee, lieu de conservation, instelling, instelling naam,
        institution code, museo, institucion, istituzione, ente, conservatore, owner institution, content
        provider""",
    "dcTitle": """
        title, titles, object title, main title, title main, display title, titel, objekttitel, haupttitel,
        bildtitel, werktitel, titel objekt, titre, titre principal, titre de l oeuvre, titulo, titulo principal,
        titulo de la obra, titolo, titolo proprio, titolo dell opera, hoofdtitel, titel van het object, other
        titles, title text, caption, headline""",
    "dcCreator": """
        creator, creators, artist, artists, artist name, artist maker, maker, makers, maker name, author,
        authors, artist display name, display artist, artist display, kunstler, kuenstler, kunstlerin, kunstler
        in, kunstlerinnen, urheber, urheberin, autor, autorin, verfasser, verfasserin, hersteller, herstellerin,
        beteiligte, beteiligte person, beteiligte personen, schopfer, fotograf, fotografin, photographer,
        painter, artiste, auteur, auteurs, createur, auteur executant, fabricant, kunstenaar, vervaardiger,
        vervaardigers, maker naam, naam vervaardiger, naam maker, schilder, fotograaf, artista, autores,
        creador, fabricante, autore, autori, artefice, creatore, pittore, fotografo, production maker,
        production creator, production person, creator name, production maker name, vervaardiging vervaardiger,
        constituents, artistes, manufacturer""",
    "dcContributor": """
        contributor, contributors, mitwirkende, mitwirkender, contributeur, contributeurs, medewerker,
        bijdrager, colaborador, colaboradores, contribuyente, contributore, collaboratore, publisher, verlag,
        verleger, editeur, uitgever, editorial, editore""",
    "dcSubject": """
        subject, subjects, subject terms, subject heading, subject headings, keyword, keywords, tags, topic,
        topics, iconography, content subject, content subject name, content person name, depicted, depicts,
        theme, themes, thema, themen, schlagwort, schlagworte, schlagworter, schlagwoerter, stichwort,
        stichworte, dargestellt, ikonographie, ikonografie, motiv, darstellung, sujet, sujets, sujet represente,
        sujets representes, mot cle, mots cles, theme represente, iconographie, onderwerp, onderwerpen,
        trefwoord, trefwoorden, steekwoord, inhoud onderwerp, voorstelling, materia, materias, tema, temas,
        palabra clave, palabras clave, descriptores, descriptor, iconografia, soggetto, soggetti, parole chiave,
        parola chiave, temi, classification subject""",
    "dcDescription": """
        description, descriptions, object description, physical description, brief description, short
        description, full description, summary, abstract, label text, labeltext, beschreibung,
        objektbeschreibung, kurzbeschreibung, bildbeschreibung, beschreibung objekt, descriptif, description de
        l objet, resume, beschrijving, omschrijving, korte beschrijving, objectbeschrijving, descripcion,
        descripcion del objeto, resumen, descrizione, descrizione dell oggetto, abstract text, content
        description, web description, public description, visual description""",
    "dcDate": """
        date, dates, dated, object date, display date, date display, date text, date made, datemade, year,
        years, creation date, date created, production date, date of production, datierung, datum,
        entstehungszeit, entstehungsdatum, herstellungsdatum, jahr, datierung text, zeitstellung,
        entstehungsjahr, date de creation, datation, annee, millesime, epoque, periode de creation, date
        execution, datering, vervaardigingsdatum, jaar, datum vervaardiging, fecha, fecha de creacion, datacion,
        ano, cronologia, data, datazione, data di creazione, anno, cronologia generica, production date text""",
    "dcSource": """
        source, credit line, creditline, credit, provenance, acquisition source, kreditzeile, erwerbung,
        provenienz, herkunft, herkunftsangabe, quelle, mention obligatoire, provenance de l objet, mode d
        acquisition, ancienne appartenance, herkomst, verwerving, bron, procedencia, linea de credito, fuente,
        provenienza, fonte""",
    "dcType": """
        type, types, object type, object name, object names, objectname, objecttype, classification,
        classifications, category, genre, kind, work type, objektbezeichnung, objektart, objekttyp, objektname,
        objekt typ, sachgruppe, gattung, sachbegriff, objektgattung, bezeichnung, type d objet, designation,
        denomination, domaine, categorie, appellation, objectnaam, objectcategorie, soort object, objectsoort,
        objecttrefwoord, object category, clasificacion, tipo, tipo de objeto, objeto, nombre del objeto,
        categoria, genero, denominacion, definizione, oggetto, tipologia, tipo di oggetto, tipo oggetto,
        classificazione, simple name, full name object""",
    "dctermsSpatial": """
        spatial, place, places, place name, place depicted, geography, geographic location, production place,
        place made, place of origin, origin, coverage, ort, orte, geographischer bezug, geografischer bezug,
        herstellungsort, entstehungsort, fundort, dargestellter ort, ortsbezug, lieu, lieux, lieu de creation,
        lieu d execution, lieu de production, lieu represente, lieu de decouverte, origine geographique, plaats,
        plaatsnaam, plaats vervaardiging, vervaardigingsplaats, herkomstplaats, vindplaats, lugar, lugares,
        lugar de produccion, lugar de creacion, lugar representado, luogo, luoghi, luogo di produzione, luogo di
        creazione, luogo rappresentato, place of production, production place name, field collection place""",
    "dctermsTemporal": """
        temporal, period, periods, era, epoche, zeitraum, periode, stil epoche, style period, siecle, tijdvak,
        tijdperk, epoca, periodo, siglo, secolo, century, jahrhundert, eeuw""",
    "dctermsCreated": "created, dcterms created",
    "dctermsMedium": """
        medium, materials, material, technique, techniques, materials and techniques, material technik, material
        und technik, materialtechnik, technik, werkstoff, material techniques, materiaux, materiau, matiere,
        matieres, matiere technique, materiaux et techniques, materiaux techniques, support, materiaal,
        materialen, techniek, technieken, materiaal techniek, tecnica, tecnicas, material tecnica, materia
        tecnica, materia e tecnica, materiali, materiale, tecniche, soporte, medium and support, medium support,
        physical medium""",
    "dctermsIsPartOf": """
        is part of, part of, collection, collections, series, serie, sammlung, teil von, bestand, konvolut,
        fonds, partie de, ensemble, collectie, deelcollectie, onderdeel van, reeks, coleccion, parte de,
        collezione, raccolta, fondo, parte di, collection name""",
    "isShownAt": """
        is shown at, url, link, web address, webpage, web page, object url, landing page, permalink, website,
        webseite, webadresse, lien, page web, adresse web, webadres, enlace, pagina web, indirizzo web,
        collegamento""",
    "preview": """
        preview, thumbnail, thumbnail url, image url, image link, picture, primary image, primaryimage, image,
        bild, bild url, abbildung, vignette, url image, lien image, afbeelding, imagen, immagine""",
    "rights": """
        rights, licence, license, copyright, rights statement, rechte, lizenz, rechtehinweis, rechtestatus,
        droits, licence image, rechten, licentie, auteursrecht, derechos, licencia, diritti, licenza""",
    "language": "language, lang, sprache, langue, taal, idioma, lengua, lingua",
    "country": "country, land, pays, pais, paese",
}
"""Of each field, what it is called; for "id", the best first: of two columns that could be it, the earlier one is."""

SECOND = {
    "dcTitle": "name, bezeichnung objekt, nom, naam, nombre, nome, label, intitule",
    "dcCreator": """
        display name, displayname, constituent, constituent name, person, personen, nom auteur, person name,
        nom de l auteur, culture, workshop, werkstatt, atelier, school""",
    "dcDescription": """
        text, texte, tekst, texto, testo, notes, note, comments, content, contents, inhalt, contenu, inhoud,
        contenido""",
    "dcDate": """
        date begin, date end, begin date, end date, date earliest, date latest, earliest date, latest date,
        earliest year, latest year, datierung von, datierung bis, datum von, datum bis, jahr von, jahr bis, date
        debut, date fin, date de debut, date de fin, datum van, datum tot, datering van, datering tot, jaar van,
        jaar tot, fecha inicial, fecha final, fecha inicio, fecha fin, data inizio, data fine, production date
        start, production date end, dating from, dating to""",
    "dctermsSpatial": "city, town, stadt, ville, stad, ciudad, citta, region, site",
}

_LETTERS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_NO_LETTER = re.compile("[^a-z]")


def plain(name: str) -> str:
    """Return a name without case, accents and punctuation: "dc:Title" and "dcTitle" are the same."""
    lower = name.lower()
    if not lower.isascii():
        lower = unicodedata.normalize("NFKD", lower.translate(_LETTERS))
    return _NO_LETTER.sub("", lower)


def _table(names: dict[str, str]) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for field, listed in names.items():
        for place, name in enumerate(listed.split(",")):
            found.setdefault(plain(name), (field, place))
    return found


_FIRST, _SECOND = _table(FIRST), _table(SECOND)
_WORN = re.compile(r"^(?:objects?|objekte?|obj|item|record|dcterms|dc|edm)[.:_/ ]+")


def field_of(name: str) -> str:
    """Return the field that a name means plainly; "" for none."""
    return _FIRST.get(plain(name), ("", 0))[0] or _FIRST.get(plain(_WORN.sub("", name.lower())), ("", 0))[0]


def second_field_of(name: str) -> str:
    """Return the field that a name means where nothing else does; "" for none."""
    return _SECOND.get(plain(name), ("", 0))[0]


def rank_as_id(name: str) -> int:
    """Return how well a name says that a column holds the ids: 0 is best; -1 for one that does not say so."""
    field, place = _FIRST.get(plain(name)) or _FIRST.get(plain(_WORN.sub("", name.lower())), ("", 0))
    return place if field == "id" else -1
