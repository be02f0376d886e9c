"""Our training data in the formats that stanza's trainers read: CoNLL-U for pos and lemma, JSON for spans.

A value of a record becomes one sentence, spelt as the engine will spell it (`spelt_for_names`):

    dcCreator   Grant     Wood      (  American   ,  0000    –       0000    )
    O           B-MAKER   I-MAKER   O  B-CULTURE  O  B-LIFE  I-LIFE  I-LIFE  O
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from typed_sts.reading.tagging.annotated import TaggedItem
from typed_sts.reading.tagging.bio_tags import Place, tags_of
from typed_sts.reading.tagging.span_tagger import TAGGED_FIELDS
from typed_sts.reading.tagging.span_tokens import tokenise
from typed_sts.reading.tagging.stanza import spelt_for_names
from typed_sts.training.shipped.conllu import Sentence, Word
from typed_sts.training.shipped.span_tagger import UNSETTLED, fold_of


def ner_sentences(records: Iterable[TaggedItem]) -> list[list[dict[str, str]]]:
    """Return the sentences of stanza's NER format, one a value."""
    return [sentence for record in records for sentence in _ner_sentences(record) if len(sentence) > 1]


def _ner_sentences(record: TaggedItem) -> Iterator[list[dict[str, str]]]:
    places: dict[tuple[str, int], list[Place]] = {}
    for span in record.spans:
        if span.text.lower() not in UNSETTLED:
            places.setdefault((span.field, span.value), []).append((span.start, span.end, span.label))
    for field in TAGGED_FIELDS:
        for number, text in enumerate(getattr(record.item, field)):
            tokens = tokenise(text)
            tags = tags_of(tokens, places.get((field, number), []))
            words = spelt_for_names(field, (token[0] for token in tokens), record.item.dcCreator)
            yield [{"text": word, "ner": tag} for word, tag in zip(words, ["O", *tags], strict=True)]


def conllu_lines(sentences: Iterable[tuple[Sequence[str], Sequence[Word]]]) -> Iterator[str]:
    """Yield the lines of a CoNLL-U file for words as they are to be read and the words they stand for."""
    for forms, words in sentences:
        yield f"# text = {' '.join(forms)}\n"
        for number, (form, word) in enumerate(zip(forms, words, strict=True), start=1):
            # The trainers want a tree; every word hangs on the one before it.
            head = f"{number - 1}\t{'root' if number == 1 else 'dep'}"
            yield f"{number}\t{form}\t{word.lemma}\t{word.upos}\t{word.xpos}\t_\t{head}\t_\t_\n"
        yield "\n"


def words_once(sentences: Iterable[Sentence]) -> Iterator[tuple[list[str], list[Word]]]:
    """Yield every form of every part of speech once, alone, with the lemma it has most often."""
    counts = Counter((word.form, word.upos, word.lemma) for sentence in sentences for word in sentence.words)
    best: dict[tuple[str, str], str] = {}
    for form, upos, lemma in sorted(counts, key=lambda key: (-counts[key], key)):
        best.setdefault((form, upos), lemma)
    for (form, upos), lemma in sorted(best.items()):
        yield [form], [Word(form, lemma, upos, "_", 0, len(form))]


def split_for_training(
    records: Sequence[TaggedItem], held_back: int | None
) -> tuple[list[TaggedItem], list[TaggedItem]]:
    """Return the records to learn from and those that say when to stop; a fold held back is in neither."""
    kept = [record for record in records if fold_of(record.item.id) != held_back]
    stop = [record for number, record in enumerate(kept) if number % 12 == 0]
    return [record for number, record in enumerate(kept) if number % 12], stop
