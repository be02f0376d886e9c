"""Verbs by the default tagger and by stanza, in one run: `python -m benchmarks.verbs [--data DIR] [--stanza DIR]`.

Prints F1 and lemma accuracy on the treebank's test part and words a second on real records, one thread.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path

from typed_sts.errors import USER_ERRORS
from typed_sts.reading.tagging.engines import open_tagger
from typed_sts.reading.tagging.stanza import MODELS, StanzaTagger
from typed_sts.reading.tagging.verb_attributes import word_places
from typed_sts.reading.tagging.verb_tagger import Verb, VerbTagger
from typed_sts.training.shipped.verb_tagger import (
    Sentence,
    figures_on_text,
    found_on_words,
    lemma_accuracy_on_forms,
    read_conllu,
    title_case,
    word_agreement,
)
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

_SHARED = Path(__file__).parent.parent.parent / "shared" / "data"

FindAll = Callable[[Sequence[str]], Iterable[tuple[Verb, ...]]]


def texts_of(items: Iterable[Item]) -> list[str]:
    """Return the texts that verbs are looked for in: titles, subjects and descriptions."""
    return [text for item in items for text in (*item.dcTitle, *item.dcSubject, *item.dcDescription)]


def figures_line(
    name: str, find_all: FindAll, sentences: Sequence[Sentence], texts: Sequence[str], records: int
) -> str:
    """Return one line of the table."""
    verbs = dict(zip((s.text for s in sentences), find_all([s.text for s in sentences]), strict=True))
    figures = figures_on_text(verbs.__getitem__, sentences)
    words = sum(len(word_places(text)) for text in texts)
    started = time.perf_counter()
    found = sum(len(verbs) for verbs in find_all(texts))
    seconds = time.perf_counter() - started
    return (
        f"{name:8} {figures.text.f1:6.4f} {figures.text.precision:9.4f} {figures.text.recall:6.4f} "
        f"{figures.lemma_accuracy:6.4f} {words / seconds:8.0f} {records / seconds:9.0f} {found:6}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compare verb taggers.")
    parser.add_argument("--data", type=Path, default=_SHARED)
    parser.add_argument("--stanza", type=Path, default=MODELS, help="folder of the stanza engine's models")
    parser.add_argument("--records", type=int, default=1000)
    options = parser.parse_args(arguments)
    sentences = list(read_conllu(options.data / "pos" / "test.conllu.gz"))
    items = list(islice(read_items(options.data / "spans" / "items.jsonl"), options.records))
    texts = texts_of(items)
    write = sys.stdout.write
    tagger = VerbTagger.load()
    write("engine       F1 precision recall lemmas  words/s records/s  verbs\n")
    write(figures_line("crf", lambda some: [tagger.verbs(t) for t in some], sentences, texts, len(items)) + "\n")
    try:
        stanza = open_tagger("stanza", models=options.stanza)
    except USER_ERRORS as exc:
        write(f"stanza   left out: {exc}\n")
    else:
        import torch

        torch.set_num_threads(1)
        assert isinstance(stanza, StanzaTagger)
        write(figures_line("stanza", stanza.verbs_of, sentences, texts, len(items)) + "\n")
    lower = found_on_words(tagger, sentences, lambda words: [word.lower() for word in words])
    write(
        f"crf on the treebank's words: F1 {found_on_words(tagger, sentences).f1:.4f}, in title case "
        f"{found_on_words(tagger, sentences, title_case).f1:.4f}, in lower case {lower.f1:.4f}; "
        f"lemmas of all gold verbs {lemma_accuracy_on_forms(tagger, sentences):.4f}; "
        f"our words agree with the treebank's at F1 {word_agreement(sentences).f1:.4f}\n"
    )


if __name__ == "__main__":
    main()
