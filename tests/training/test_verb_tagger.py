"""Training the verb tagger: the treebank reader, the caption-like copies, the same bytes for the same data."""

import gzip
import random
from pathlib import Path

import orjson
import pytest

from typed_sts.errors import BadTrainingData
from typed_sts.reading.tagging.metrics import Counts, count_found
from typed_sts.reading.tagging.verb_tagger import MODEL, VerbTagger
from typed_sts.training.shipped.verb_tagger import (
    Sentence,
    TreebankWord,
    figures_on_text,
    main,
    museum_like,
    read_conllu,
    tag_of,
    title_case,
    train_verb_tagger,
)

TREEBANK = """\
# sent_id = 1
# text = The painter doesn't sleep.
1\tThe\tthe\tDET\tDT\t_\t_\t_\t_\t_
2\tpainter\tpainter\tNOUN\tNN\t_\t_\t_\t_\t_
3-4\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
3\tdoes\tdo\tAUX\tVBZ\t_\t_\t_\t_\t_
4\tn't\tnot\tPART\tRB\t_\t_\t_\t_\t_
4.1\tghost\tghost\tVERB\tVB\t_\t_\t_\t_\t_
5\tsleep\tsleep\tVERB\tVB\t_\t_\t_\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_

# text = Dancing dancers danced
1\tDancing\tdance\tVERB\tVBG\t_\t_\t_\t_\t_
2\tdancers\tdancer\tNOUN\tNNS\t_\t_\t_\t_\t_
3\tdanced\tdance\tVERB\tVBD\t_\t_\t_\t_\t_

"""


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    path = tmp_path / "train.conllu.gz"
    path.write_bytes(gzip.compress(TREEBANK.encode(), mtime=0))
    return path


def test_words_of_the_treebank_stand_where_the_text_has_them(treebank: Path) -> None:
    for sentence in read_conllu(treebank):
        assert all(sentence.text[word.start : word.end] == word.form for word in sentence.words)


def test_ranges_and_empty_nodes_are_not_words(treebank: Path) -> None:
    first = next(iter(read_conllu(treebank)))
    assert [word.form for word in first.words] == ["The", "painter", "does", "n't", "sleep", "."]


def test_a_word_spelt_otherwise_than_its_range_stands_where_the_range_stands(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    rows = ["1-2\tau\t_\t_\t_", "1\tà\tà\tADP\tP", "2\tle\tle\tDET\tD", "3\tbal\tbal\tNOUN\tN"]
    path.write_text("# text = au bal\n" + "\n".join(rows) + "\n\n", encoding="utf-8")
    assert [(w.start, w.end) for w in next(iter(read_conllu(path))).words] == [(0, 2), (0, 2), (3, 6)]


def test_a_missing_treebank_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(BadTrainingData, match=r"no treebank at .*none\.conllu"):
        list(read_conllu(tmp_path / "none.conllu"))


def test_captions_stand_for_as_many_words_and_the_sentence_itself_comes_first(treebank: Path) -> None:
    for sentence in read_conllu(treebank):
        versions = list(museum_like([sentence], random.Random(3)))
        assert versions[0][0] == [word.form for word in sentence.words]
        assert all(len(forms) == len(words) > 0 for forms, words in versions)


def test_a_verb_keeps_the_tag_of_its_form_and_an_auxiliary_does_not() -> None:
    assert tag_of(TreebankWord("ran", "run", "VERB", "VBD", 0, 3)) == "VBD"
    assert tag_of(TreebankWord("over", "overpay", "VERB", "AFX", 0, 4)) == "VB"
    assert tag_of(TreebankWord("is", "be", "AUX", "VBZ", 0, 2)) == "AUX"
    assert tag_of(TreebankWord("!", "!", "PUNCT", ".", 0, 1)) == "O"


def test_titles_keep_short_words_small() -> None:
    assert title_case("woman at the bath with a dog".split()) == "Woman at the Bath With a dog".split()


def test_training_twice_gives_the_same_bytes_and_a_tagger_that_opens(treebank: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.crf", tmp_path / "two.crf"
    main(["--data", str(treebank), "--to", str(one)])
    main(["--data", str(treebank), "--to", str(two)])
    assert one.read_bytes() == two.read_bytes()
    assert one.with_suffix(".json").read_bytes() == two.with_suffix(".json").read_bytes()
    assert VerbTagger.load(one).lemma("danced") == "dance"


def test_a_tagger_learns_what_it_is_shown(treebank: Path, tmp_path: Path) -> None:
    sentences = list(read_conllu(treebank)) * 5
    model = tmp_path / "m.crf"
    rules = train_verb_tagger(sentences, model, parameters={"c1": 0.0, "c2": 0.01, "max_iterations": 50})
    figures = figures_on_text(VerbTagger(model.read_bytes(), rules).verbs, sentences)
    assert figures.text.f1 == 1
    assert figures.lemma_accuracy == 1


def test_figures_of_nothing_are_zero_and_counts_add_up() -> None:
    assert (Counts().precision, Counts().recall, Counts().f1) == (0, 0, 0)
    assert figures_on_text(lambda text: (), [Sentence("", ())]).lemma_accuracy == 0
    total = count_found({1, 2}, {2, 3}) + count_found({1}, {1})
    assert total == Counts(2, 3, 3)
    assert total.precision == total.recall == total.f1 == pytest.approx(2 / 3)


@pytest.mark.shared
def test_the_lemma_rules_that_ship_are_those_of_the_shared_treebank(shared_data: Path) -> None:
    from typed_sts.training.shipped.verb_tagger import learn_lemma_rules

    verbs = [w for s in read_conllu(shared_data / "pos" / "train.conllu.gz") for w in s.words if w.upos == "VERB"]
    rules = learn_lemma_rules((word.form, word.lemma, word.xpos) for word in verbs)
    shipped = orjson.loads(MODEL.with_suffix(".json").read_bytes())["lemmas"]
    assert shipped == {"bases": sorted(rules.bases), "endings": rules.endings, "exceptions": rules.exceptions}
