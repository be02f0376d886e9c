"""Sentence vectors of a record's texts: what the encoder makes of each of its values, put together by view.

A value is encoded once, whichever views it is in, and whether a tagger read it before (`typed_sts.reading.encoder`
remembers); what is no part of the description is left out, and the vector of the whole text goes through a map of our
own (`typed_sts.reading.meaning`). The encoder is loaded at first use; a view without text has the zero vector, whose
cosine with anything is 0.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from typed_sts.reading.document import Document
from typed_sts.reading.encoder import MOST_OF_SEGMENT, VECTOR, encoder, segments_of
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts.reading.meaning import meanings
from typed_sts.reading.not_of_item import LeftOut
from typed_sts.reading.topics import kinds_of_object

VECTOR_VIEWS = ("title", "subject", "description", "text", "events", "people", "places", "type")
"""What is encoded of a record: four texts, its words for what happens, who is there and where, in any language, and
what kind of thing it is."""
DIMENSIONS = VECTOR
MAX_CHARACTERS = MOST_OF_SEGMENT
"""Longer views are cut: the encoder averages over all of it, and catalogue texts say what they are about at once."""
WHOLE = VECTOR_VIEWS.index("text")
"""The view that a record is found by: all it is about, comparable across languages."""
_FIELDS = {
    "title": ("dcTitle",),
    "subject": ("dcSubject",),
    "description": ("dcDescription",),
    "text": ("dcTitle", "dcSubject", "dcDescription"),
    "type": ("dcType", "dctermsMedium"),
}
_DOCUMENTS_AT_ONCE = 256
_MOST_OF_WORDS = 300
_LABELS = {"events": ("EVENT",), "people": ("PERSON", "GROUP"), "places": ("PLACE", "CULTURE")}
Vectors = npt.NDArray[np.float32]


def view_parts(document: Document, view: str) -> list[str]:
    """Return the texts of a view that are encoded: those with which it starts, none of them blank."""
    if view in _LABELS:
        return [words] if (words := _words_of(document, view)) else []
    parts: list[str] = []
    length = 0
    left_out = LeftOut(document.left_out)
    unsaid = kinds_of_object(document) if view == "subject" else frozenset()
    for field in _FIELDS[view]:
        for number, value in enumerate(getattr(document.item, field)):
            if is_no_value(field, value) or (field, number) in unsaid:  # two "Untitled" are not alike
                continue
            for _, part in segments_of(left_out.rest(field, number, value[: 2 * MAX_CHARACTERS])):
                if length >= MAX_CHARACTERS:
                    return parts
                parts.append(part)
                length += len(part)
    return parts


def _words_of(document: Document, view: str) -> str:
    """Return the words of a record for one thing, each once: "women, fisherman"; "sailing, fight" with its verbs."""
    found = [entity.mention.text for entity in document.labelled(*_LABELS[view]) if not entity.material]
    if view == "events":
        found = [text.lower() for text in found]
        found += [verb.lemma for verb in document.verbs if read_event(verb.lemma).kind]
    return ", ".join(dict.fromkeys(found))[:_MOST_OF_WORDS].strip()


def encode(texts: Sequence[Sequence[str]]) -> Vectors:
    """Return one unit vector for each list of texts (zero for none); equal texts are encoded once."""
    sums = encoder().sums(part for parts in texts for part in parts)
    return encoder().vectors([[sums[part] for part in parts] for parts in texts])


def encode_documents(documents: Sequence[Document]) -> Vectors:
    """Return the vectors of all views of all documents: an array (documents, views, dimensions)."""
    found = np.zeros((len(documents), len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    for start in range(0, len(documents), _DOCUMENTS_AT_ONCE):
        some = documents[start : start + _DOCUMENTS_AT_ONCE]
        vectors = encode([view_parts(document, view) for document in some for view in VECTOR_VIEWS])
        found[start : start + len(some)] = vectors.reshape(len(some), len(VECTOR_VIEWS), DIMENSIONS)
    found[:, WHOLE] = meanings(found[:, WHOLE])
    return found
