"""docs/evaluation.md shows what really happens."""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Cli

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r'```tsv title="(\S+)"\n(.*?)```', PAGE, re.DOTALL))
EXAMPLES = re.findall(r"```console\n\$ typed-sts (.*?)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_examples_print_what_the_page_says(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        Path(name).write_text(content)
    Path("pairs.tsv").write_text("".join(f"/museum/{k}\t/museum/{k + 1}\n" for k in range(1, 17, 2)))
    ran = cli(*shlex.split(command))
    assert ran.err + ran.out == expected


def test_there_are_examples_of_check_and_evaluate() -> None:
    assert [command.split()[0] for command, _ in EXAMPLES] == ["check", "check", "check", "evaluate", "evaluate"]


@pytest.mark.parametrize(
    "option", ["--ratings", "--pairs", "--seen", "--model", "--plot", "--json", "--resamples", "--seed"]
)
def test_every_option_is_on_the_page(option: str) -> None:
    assert option in PAGE
