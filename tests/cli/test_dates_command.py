"""`typed-sts dates` as a user runs it."""

from pathlib import Path

import pytest

from tests.conftest import Cli


def test_strings_are_printed_with_their_years(cli: Cli) -> None:
    done = cli("dates", "c. 1731", "SMITH; John (1968 - )", "4. Jh. v. Chr.")
    assert done.code == 0, done.err
    assert done.out == "c. 1731\t1731\t1731\tcirca\nSMITH; John (1968 - )\tNA\tNA\t\n4. Jh. v. Chr.\t-400\t-301\t\n"


def test_a_file_gives_a_line_for_each_of_its_lines(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "dates.txt").write_bytes("\ufeff1731\r\n\r\nsiglo XVI\t?".encode())
    done = cli("dates", "--file", "dates.txt", cwd=tmp_path)
    assert done.out == "1731\t1731\t1731\t\n\tNA\tNA\t\nsiglo XVI ?\t1501\t1600\tuncertain\n"


@pytest.mark.parametrize("arguments", [["-"], ["--file", "-"]])
def test_standard_input_is_read(cli: Cli, arguments: list[str]) -> None:
    assert cli("dates", *arguments, stdin="um 1850\nvers 1900\n").out.splitlines() == [
        "um 1850\t1850\t1850\tcirca",
        "vers 1900\t1900\t1900\tcirca",
    ]


def test_a_date_with_a_leading_dash_goes_behind_two(cli: Cli) -> None:
    assert cli("dates", "--", "-0450").out == "-0450\t-450\t-450\t\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name date strings"),
        (["--file", "nowhere.txt"], "cannot read nowhere.txt: No such file"),
        (["--file", "."], "cannot read"),
        (["--file", "latin.txt"], "not UTF-8"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_1(cli: Cli, arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"1. H\xe4lfte\n")
    done = cli("dates", *arguments, cwd=tmp_path)
    assert done.code == 1
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_a_string_that_is_not_read_to_its_end_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "dates.txt").write_text("1731\n" + "1800; " * 5_000 + "\n")
    done = cli("dates", "--file", "dates.txt", cwd=tmp_path)
    assert done.code == 0
    assert done.out.endswith("\t1800\t1800\t\n")
    assert done.err == "string 2: read to 19,997 of 30,000 characters\n"
