"""The commands in README and docs are run, and print what the pages say. `python -m tests.contract.test_documents`
writes what they print into the pages.

A console block holds lines that start with "$ " and, below each, what the command prints (stdout, then stderr).
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

from tests.processes import environment
from tests.standin import KEY, World, standin

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    "README.md",
    "docs/formats.md",
    "docs/fetch.md",
    "docs/index.md",
    "docs/predict.md",
    "docs/baseline.md",
    "docs/why.md",
    "docs/train.md",
    "docs/reproduce.md",
    "docs/related.md",
    "docs/curators.md",
]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run_blocks(page: str) -> str:
    """Return the page with the output of its commands as they print it now, run in order in an empty folder."""
    world = World(search_results=[{"id": f"/s/{number}", "title": [f"Title {number}"]} for number in range(5)])
    with tempfile.TemporaryDirectory() as folder, standin(world) as url:
        bin_folder = Path(folder) / "bin"
        bin_folder.mkdir()
        script = bin_folder / "typed-sts"
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from typed_sts.cli.main import main; main()" "$@"\n')
        script.chmod(0o755)
        work = Path(folder) / "work"
        work.mkdir()
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        env = environment({"PATH": path, "EUROPEANA_API_KEY": KEY, "EUROPEANA_API_URL": url})

        def run(block: re.Match[str]) -> str:
            lines = []
            for line in block[1].splitlines():
                if line.startswith("$ "):
                    shell = ["bash", "-c", line[2:]]
                    done = subprocess.run(shell, cwd=work, env=env, capture_output=True, text=True, check=False)
                    printed = (done.stdout + done.stderr).replace(url, "https://api.europeana.eu")
                    lines += [line, *(text.rstrip() for text in printed.splitlines())]
            return "```console\n" + "".join(f"{line}\n" for line in lines) + "```"

        return _BLOCK.sub(run, page)


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_a_page_print_what_it_says(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert "$ typed-sts" in page
    assert run_blocks(page) == page


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_names_the_python_the_package_needs() -> None:
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert required == ">=3.11"
    assert "Python 3.11 or newer" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_is_described_in_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    from typed_sts.cli.main import app

    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    assert names
    for name in names:
        assert f"typed-sts {name}" in pages, name


if __name__ == "__main__":
    for name in PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(run_blocks(page), encoding="utf-8")
