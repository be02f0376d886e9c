"""Files of records: every format by its content, every oddity with a decided behaviour."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from typed_sts_fetch.errors import BadInput, BadRecord
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

LINE = '{"id": "/a/1", "dcTitle": ["Bridge"]}\n'
COIN = Item(id="/a/1", dcTitle=("Bridge",))


def write(folder: Path, content: str | bytes, name: str = "records") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read(folder: Path, content: str | bytes, **options: str) -> list[Item]:
    return list(read_items(write(folder, content), encoding=options.get("encoding")))


def read_with_bad(folder: Path, content: str | bytes) -> tuple[list[str], list[BadRecord]]:
    bad: list[BadRecord] = []
    items = [item.id for item in read_items(write(folder, content), on_bad=bad.append)]
    return items, bad


@pytest.mark.parametrize("name", ["items.jsonl", "items.csv", "items.xml", "items"])
def test_the_name_of_a_file_does_not_matter(tmp_path: Path, name: str) -> None:
    assert list(read_items(write(tmp_path, LINE, name))) == [COIN]


def test_json_lines_are_read_in_order_and_blank_lines_do_not_count(tmp_path: Path) -> None:
    assert [item.id for item in read(tmp_path, '\n{"id": "b"}\n\n{"id": "a"}\r\n{"id": "c"}')] == ["b", "a", "c"]


def test_a_gzip_file_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(LINE.encode())) == [COIN]


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbf" + LINE.encode()) == [COIN]


def test_utf16_is_known_by_its_mark(tmp_path: Path) -> None:
    assert read(tmp_path, LINE.encode("utf-16")) == [COIN]
    assert read(tmp_path, "id,title\n/a/1,Bridge\n".encode("utf-16")) == [COIN]


def test_another_encoding_is_read_when_it_is_named(tmp_path: Path) -> None:
    content = "id;dcTitle\n1;Brücke\n".encode("cp1252")
    assert read(tmp_path, content, encoding="cp1252")[0].dcTitle == ("Brücke",)


def test_an_unknown_encoding_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match='unknown encoding "klingon"'):
        read(tmp_path, LINE, encoding="klingon")


def test_bytes_that_are_not_utf8_spoil_only_their_line(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, LINE.encode() + b'{"id": "2", "dcTitle": ["Br\xfccke"]}\n' + b'{"id": "3"}\n')
    assert items == ["/a/1", "3"]
    assert bad[0].line == 2
    assert "byte 28 (0xfc) is not UTF-8; name the encoding with --encoding" in bad[0].problem


def test_bytes_that_are_not_utf8_in_a_csv_of_utf8_spoil_only_their_line(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, "id,title\n1,Brücke\n".encode() + b"2,Br\xfccke\n3,Bridge\n")
    assert (items, bad[0].line) == (["1", "3"], 3)


def test_a_field_of_ten_megabytes_is_read_whole(tmp_path: Path) -> None:
    huge = "x" * 10_000_000
    assert read(tmp_path, json.dumps({"id": "1", "dcDescription": [huge]}))[0].dcDescription == (huge,)
    assert read(tmp_path, f"id,description\n1,{huge}\n")[0].dcDescription == (huge,)


def test_a_last_line_that_is_cut_off_is_named(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, LINE + '{"id": "/a/2", "dcTi')
    assert items == ["/a/1"]
    assert bad[0].line == 2
    assert "may be cut off" in bad[0].problem


def test_a_whole_last_line_without_a_line_feed_is_fine(tmp_path: Path) -> None:
    assert read(tmp_path, LINE.rstrip("\n")) == [COIN]


def test_a_bad_line_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, LINE + "{oops}\n")
    with pytest.raises(BadRecord, match=r"records, line 2: not valid JSON \(.*column 2\)"):
        list(read_items(path))


def test_a_bad_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, "{oops\n" + LINE)
    assert (items, [problem.line for problem in bad]) == (["/a/1"], [1])


def test_records_are_yielded_before_a_bad_line_is_reached(tmp_path: Path) -> None:
    assert next(read_items(write(tmp_path, LINE + "{oops}\n"))) == COIN


@pytest.mark.slow
def test_a_gzip_file_that_is_cut_off_gives_what_came_before(tmp_path: Path) -> None:
    lines = "".join(f'{{"id": "{number}", "dcTitle": ["{number * 7919}"]}}\n' for number in range(50_000))
    items, bad = read_with_bad(tmp_path, gzip.compress(lines.encode())[:-100_000])
    assert 0 < len(items) < 50_000
    assert bad[0].line == len(items) + 1
    assert "cut off or damaged" in bad[0].problem


def test_a_damaged_gzip_file_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cut off or damaged"):
        read(tmp_path, b"\x1f\x8b\x08\x00garbage that is no gzip")


def test_one_json_document_over_many_lines_is_read(tmp_path: Path) -> None:
    document = [{"id": "1"}, {"id": "2", "dcTitle": ["Coin"]}]
    assert [item.id for item in read(tmp_path, json.dumps(document, indent=2))] == ["1", "2"]
    assert [item.id for item in read(tmp_path, json.dumps({"id": "1"}, indent=1))] == ["1"]


def test_an_error_in_a_document_over_many_lines_names_its_line(tmp_path: Path) -> None:
    _, bad = read_with_bad(tmp_path, '[\n {"id": "1"},\n {"id": }\n]')
    assert bad[0].line == 3


def test_a_bad_record_in_a_list_is_counted_from_one(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, '[{"id": "1"}, {"title": "no id"}, 7]')
    assert items == ["1"]
    assert [problem.problem for problem in bad] == [
        'record 2: no "id"',
        "record 3: a record must be a JSON object, not 7",
    ]


def test_csv_columns_may_be_called_by_any_common_name(tmp_path: Path) -> None:
    item = read(
        tmp_path, "Identifier,dc:title,DC_CREATOR,description,dcterms:spatial,Colour\n7,Coin,Maker,Text,Rome,red\n"
    )
    assert item == [
        Item(id="7", dcTitle=("Coin",), dcCreator=("Maker",), dcDescription=("Text",), dctermsSpatial=("Rome",))
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_may_be_separated_by_comma_semicolon_or_tab(tmp_path: Path, separator: str) -> None:
    content = f"id{separator}dcTitle\n1{separator}A coin\n"
    assert read(tmp_path, content)[0].dcTitle == ("A coin",)


def test_csv_cells_hold_several_values_and_quoted_line_feeds(tmp_path: Path) -> None:
    item = read(tmp_path, 'id,subject,description\n1,coin | Rome||,"two\nlines, one cell"\n')[0]
    assert item.dcSubject == ("coin", "Rome")
    assert item.dcDescription == ("two lines, one cell",)


def test_a_csv_row_may_be_short_but_not_long(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, "id,title,date\n1,Coin\n2,a,b,c\n,no id,\n\n3\n")
    assert items == ["1"]
    assert [(problem.line, problem.problem) for problem in bad] == [
        (3, "4 cells where the header has 3"),
        (
            4,
            'the id column "id" is blank; name another with --id COLUMN, number the rows with --id row, '
            "or leave such rows out with --skip-bad",
        ),
        (6, "a record without any text in the columns that are read"),
    ]


def test_an_open_quote_in_a_csv_is_reported(tmp_path: Path) -> None:
    items, bad = read_with_bad(tmp_path, 'id,title\n1,Coin\n2,"never closed\n3,x\n')
    assert items == ["1"]
    assert "is a quote left open?" in bad[0].problem


@pytest.mark.parametrize("content", ["hello world\n", "\x00\x01\x02\x03", "%PDF-1.7\n"])
def test_a_file_of_no_known_format_says_what_is_known(tmp_path: Path, content: str) -> None:
    with pytest.raises(BadInput, match="not a file of records typed-sts knows"):
        read(tmp_path, content)


def test_two_columns_for_one_field_are_joined_and_nothing_is_repeated(tmp_path: Path) -> None:
    assert read(tmp_path, "id,title,dcTitle\n1,a,b\n2,c,c\n")[0].dcTitle == ("a", "b")
    assert read(tmp_path, "id,title,dcTitle\n1,a,b\n2,c,c\n")[1].dcTitle == ("c",)


def test_an_empty_file_holds_no_items(tmp_path: Path) -> None:
    assert read(tmp_path, "") == []
    assert read(tmp_path, " \n\n") == []


def test_a_missing_file_is_our_error() -> None:
    with pytest.raises(BadInput, match=r"cannot read nowhere\.jsonl: No such file"):
        list(read_items("nowhere.jsonl"))


def test_a_folder_is_read_in_natural_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("10a_c_x.txt", "2b_c_y.txt", "2a_c_z.txt"):
        write(tmp_path, "dcTitle:\tCoin\n", name)
    write(tmp_path, "junk", ".hidden")
    assert [item.id for item in read_items(tmp_path)] == ["/c/z", "/c/y", "/c/x"]


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    assert list(read_items("-")) == [COIN]


def test_lines_of_several_kinds_may_stand_in_one_file(tmp_path: Path) -> None:
    record = {"success": True, "object": {"about": "/r/1", "proxies": [{"dcTitle": {"def": ["Record"]}}]}}
    result = {"id": "/s/1", "dcTitleLangAware": {"en": ["Result"]}}
    content = LINE + json.dumps(record) + "\n" + json.dumps(result) + "\n" + json.dumps({"items": [result]}) + "\n"
    assert [item.id for item in read(tmp_path, content)] == ["/a/1", "/r/1", "/s/1", "/s/1"]


def test_an_error_answer_is_a_bad_record_that_says_so(tmp_path: Path) -> None:
    _, bad = read_with_bad(tmp_path, '{"success": false, "error": "Invalid record identifier: /a/b"}')
    assert "Invalid record identifier" in bad[0].problem


@pytest.mark.shared
def test_every_shared_record_is_read(shared_data: Path) -> None:
    assert sum(1 for _ in read_items(shared_data / "annotated/dev/items.jsonl")) == 980
    assert sum(1 for _ in read_items(shared_data / "spans/items.jsonl")) == 1200
    assert sum(1 for _ in read_items(shared_data / "typed/trial/text")) == 10
