"""Readings that an editor has corrected: what is no place, no person, no event, is none in the document either.

A correction holds for a mention whose words are those of the correction, in whatever order and however they are
written: "Turner, William" is "William Turner". It counts before anything is compared, so that scores, statements and
related items change with it; only records that have the words, and in which it holds, are read again.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from typed_sts.domain.overrides import Correction
from typed_sts.domain.span import Span
from typed_sts.reading.document import Document, Entity
from typed_sts.reading.entities.spoken_names import name_said
from typed_sts.reading.overrides import in_use
from typed_sts.reading.overrides_file import name_words
from typed_sts.task_files.pairs import names_of
from typed_sts_fetch.item import LIST_FIELDS, Item

_KIND_OF_ORIGIN = frozenset(("culture", "place"))
_LIFE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*\Z")
"""What a name ends with that is no part of it: "(1775-1851)"."""


def corrections_of(item: Item) -> list[tuple[str, list[str]]]:
    """Return which readings are corrected in an item: kinds and words, in an order of their own."""
    return sorted((each.kind, sorted(each.words)) for each in _holding(item))


def corrected(document: Document) -> Document:
    """Return a document without what an editor says is none."""
    holding = _holding(document.item)
    if not holding:
        return document
    by_kind: dict[str, set[frozenset[str]]] = {}
    for each in holding:
        by_kind.setdefault(each.kind, set()).add(each.words)

    def is_none(kind: str, mention: Span) -> bool:
        return kind in by_kind and not by_kind[kind].isdisjoint(_wordings(mention.text))

    return replace(
        document,
        entities=_kept(document.entities, lambda entity: is_none(entity.label.lower(), entity.mention)),
        verbs=tuple(verb for verb in document.verbs if not is_none("event", verb.mention)),
        years=tuple(years for years in document.years if not is_none("date", years.mention)),
        origins=_kept(document.origins, lambda entity: any(is_none(k, entity.mention) for k in _KIND_OF_ORIGIN)),
        topics=_kept(document.topics, lambda entity: is_none("topic", entity.mention)),
    )


def _kept(entities: tuple[Entity, ...], is_none: Callable[[Entity], bool]) -> tuple[Entity, ...]:
    return tuple(entity for entity in entities if not is_none(entity))


def _wordings(text: str) -> set[frozenset[str]]:
    """Return the words of a mention as it is written, as people say it, and without the years of a life."""
    return {name_words(each) for each in (text, name_said(text), _LIFE.sub("", text))}


def _holding(item: Item) -> list[Correction]:
    """Return the corrections that hold in a record, and whose words it has."""
    corrections = in_use().corrections
    if not corrections:
        return []
    names, provider = {"", *names_of(item)}, item.provider.casefold()
    scoped = [each for each in corrections if each.item in names and each.provider in ("", provider)]
    if not scoped:
        return []
    words = frozenset().union(*(name_words(text) for field in LIST_FIELDS for text in getattr(item, field)))
    return [each for each in scoped if each.words <= words]
