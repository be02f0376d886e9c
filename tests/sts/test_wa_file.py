"""The .wa files: read as they are published, checked as the task's checker does, written as they are read."""

from pathlib import Path

import pytest

from typed_sts.errors import BadScores
from typed_sts.sts.wa_file import AlignedPair, Link, parse_link, read_pairs, read_wa, wa_text

PAIR = AlignedPair(
    "1",
    ("A", "cat", "sits", "."),
    ("A", "black", "cat"),
    (
        Link((1, 2), (1, 2, 3), ("SPE2",), 4.0),
        Link((3,), (), ("NOALI",), None),
        Link((4,), (), ("NOALI",), None),
    ),
)
TEXT = """<sentence id="1" status="">
// A cat sits .
// A black cat
<source>
1 A : 
2 cat : 
3 sits : 
4 . : 
</source>
<translation>
1 A : 
2 black : 
3 cat : 
</translation>
<alignment>
1 2 <==> 1 2 3 // SPE2 // 4 // A cat <==> A black cat 
3 <==> 0 // NOALI // NIL // sits <==> -not aligned- 
4 <==> 0 // NOALI // NIL // . <==> -not aligned- 
</alignment>
</sentence>


"""  # noqa: W291 (the official files have these blanks)


def written(folder: Path, content: str | bytes, name: str = "x.wa") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_pair_is_written_in_the_official_format() -> None:
    assert wa_text([PAIR]) == TEXT


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    assert read_pairs(written(tmp_path, wa_text([PAIR]))) == (PAIR,)


def test_bytes_that_are_no_utf8_are_read_as_the_published_files_have_them(tmp_path: Path) -> None:
    found = read_pairs(written(tmp_path, TEXT.encode().replace(b"black", b"bl\xe2ck").replace(b"\n", b"\r\n")))
    assert found[0].right == ("A", "bl\ufffdck", "cat")
    assert found[0].links == PAIR.links


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 2 <==> 3 // EQUI", "is no link"),
        ("1 2 3 // EQUI // 5", "has 0 <==>; expected one"),
        ("1 x <==> 3 // EQUI // 5", '"1 x" is no list of token numbers'),
        (" <==> 3 // EQUI // 5", '"" is no list of token numbers'),
        ("-1 <==> 3 // EQUI // 5", '"-1" is no list of token numbers'),
        ("1 3 <==> 3 // EQUI // 5", '"1 3": the tokens of a chunk follow each other'),
        ("0 1 <==> 3 // EQUI // 5", "tokens are numbered from 1"),
        ("1 <==> 3 // SAME // 5", '"SAME" is no type; they are EQUI, OPPO'),
        ("1 <==> 3 // equi // 5", '"equi" is no type'),
        ("1 <==> 3 // FACT // 5", '"FACT": exactly one of'),
        ("1 <==> 3 // EQUI_SIMI // 5", '"EQUI_SIMI": exactly one of'),
        ("1 <==> 3 // EQUI_FACT_FACT // 5", "once each"),
        ("1 <==> 3 // EQUI // NIL", '"NIL" is no score from 0 to 5'),
        ("1 <==> 3 // EQUI // 5.1", '"5.1" is no score from 0 to 5'),
        ("1 <==> 3 // EQUI // nan", '"nan" is no score from 0 to 5'),
        ("1 <==> 0 // NOALI // none", '"none" is no score from 0 to 5 nor NIL'),
    ],
)
def test_a_line_that_the_checker_refuses_says_why(line: str, problem: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the text is compared below)
        parse_link(line)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        "1 2 <==> 1 // SPE1_FACT_POL // 3.5 // a comment // with slashes <==> and all",
        "1 <==> 0 // ALIC // NIL",
        "0 <==> 1 // NOALI // 0 // x",
        "  7  <==>  8 9  //  REL  //  2  // x",
    ],
)
def test_a_line_that_the_checker_takes_is_a_link(line: str) -> None:
    assert parse_link(line).label in line


def test_each_problem_names_its_line(tmp_path: Path) -> None:
    content = TEXT.replace("SPE2 // 4", "SPE2 // 9").replace("sits <==>", "sits").replace("3 <==> 0", "3 <==> none")
    path = written(tmp_path, content)
    assert [problem.partition(": ")[0] for problem in read_wa(path).problems] == [
        f"{path}, line 16",
        f"{path}, line 17",
    ]
    with pytest.raises(BadScores, match=r"line 16.*and 1 more like it"):
        read_pairs(path)


def test_a_link_before_any_sentence_and_a_sentence_twice_are_problems(tmp_path: Path) -> None:
    problems = read_wa(written(tmp_path, "1 <==> 1 // EQUI // 5 //\n" + TEXT + TEXT)).problems
    assert "no <sentence id=...> stands before it" in problems[0]
    assert 'a second sentence "1"' in problems[1]


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    assert "no pair in it; expected a .wa file" in read_wa(written(tmp_path, "A cat\n")).problems[0]
    with pytest.raises(BadScores, match="cannot be read"):
        read_wa(tmp_path / "nothing.wa")


def test_tokens_left_out_said_twice_or_not_there_are_warnings(tmp_path: Path) -> None:
    content = TEXT.replace("4 <==> 0 // NOALI", "3 <==> 9 // ALIC").replace("3 <==> 0 // NOALI", "3 <==> 0 // EQUI")
    found = read_wa(written(tmp_path, content.replace("EQUI // NIL", "EQUI // 5")))
    assert found.problems == ()
    assert [warning.partition(": ")[2] for warning in found.warnings] == [
        "a token of the first sentence stands in two chunks",
        "token 4 of the first sentence is in no chunk",
        "token 9 of the second sentence does not exist; it has 3",
        "a chunk stands alone, and its type is EQUI",
        "two chunks are linked, and their type is ALIC",
    ]


def test_an_id_cannot_break_the_file() -> None:
    text = wa_text([AlignedPair('1"><x>\n', ("a",), ("b",), ())])
    assert text.startswith('<sentence id="1-x-" status="">\n')


@pytest.mark.shared
@pytest.mark.parametrize("part", ["train", "test"])
@pytest.mark.parametrize(("name", "pairs"), [("headlines", 378), ("images", 375)])
def test_the_published_files_are_well_formed(shared_data: Path, part: str, name: str, pairs: int) -> None:
    found = read_wa(shared_data / "core" / "interpretable-2015" / part / f"STSint.gs.{name}.wa")
    assert len(found.pairs) == pairs
    assert found.problems == found.warnings == ()
