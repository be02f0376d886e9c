"""The table of words that tell a language: what the builder takes, and that it gives what ships."""

import gzip
from pathlib import Path

from typed_sts.training.shipped.language_words import OWN, SHIPPED, TABLES, build, words_of


def test_our_tables_give_the_words_that_ship() -> None:
    assert gzip.decompress(build(OWN)) == gzip.decompress(SHIPPED.read_bytes())  # Pythons pack differently


def test_words_are_taken_by_the_column_of_their_language() -> None:
    lines = ["id\ten\tde\tkind", "own:x\tOld mill\tWassermühle; Mühle\tplace", "own:y\tox"]
    assert list(words_of(lines)) == [("old", "en"), ("mill", "en"), ("wassermühle", "de"), ("mühle", "de")]


def test_a_word_of_more_than_two_languages_tells_nothing(tmp_path: Path) -> None:
    for table in TABLES:
        (tmp_path / f"{table}.tsv").write_text("en\tde\tfr\nradio lamp\tRadio Film\tradio film\n", encoding="utf-8")
    assert gzip.decompress(build(tmp_path)).decode() == "film\tde fr\nlamp\ten\n"
