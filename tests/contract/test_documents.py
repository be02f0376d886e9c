"""What the pages say is so: commands print it, code runs, links lead somewhere, nothing that ships is left out.

A console block holds lines that start with "$ " and, below each, what the command prints (stdout, then stderr).
`python -m tests.contract.test_documents [PAGE.md ...]` writes what they print into the pages.

Python blocks are run in order, in a folder that holds the sample as `items.jsonl`, `pairs.tsv` and `collection/`; those
with ">>> " must print what they show. Where a page asks a service on this machine, one is running.
"""

import doctest
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from docs.made_pages import GUIDES, ROOT_PAGES, command_page, commands, overview
from tests.contract.rooms import ORDER, modules
from tests.oai_standin import Server, oai_standin, records
from tests.processes import command, environment, ran, typed_sts
from tests.service.process import serving
from tests.standin import KEY, World, standin
from typed_sts import __version__
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS

ROOT = Path(__file__).parent.parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
WITH_OWN_TEST = {"evaluation.md", "python.md"}
"""Pages whose blocks a test of their own runs: one shows files that its commands need, one what its code prints."""
SERVICE = "http://127.0.0.1:8000"
OAI = "https://archive.example/oai"
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def text_of(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


_TRIED = [ROOT / "README.md", *(page for page in DOCS if page.name not in WITH_OWN_TEST)]
CONSOLE_PAGES = [page for page in _TRIED if _CONSOLE.search(text_of(page))]
PYTHON_PAGES = [page for page in _TRIED if _PYTHON.search(text_of(page))]


def run_blocks(page: str) -> str:
    """Return the page with the output of its commands as they print it now, run in order in an empty folder."""
    world = World(search_results=[{"id": f"/s/{number}", "title": [f"Title {number}"]} for number in range(5)])
    archive = Server([*records(4), ("oai:archive.example:5", "")])
    with tempfile.TemporaryDirectory() as folder, standin(world) as url, oai_standin(archive) as oai:
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
                    done = ran(["bash", "-c", line[2:].replace(OAI, oai)], cwd=work, env=env)
                    printed = (done.stdout + done.stderr).replace(url, "https://api.europeana.eu").replace(oai, OAI)
                    lines += [line, *(text.rstrip() for text in printed.splitlines())]
            return "```console\n" + "".join(f"{line}\n" for line in lines) + "```"

        return _CONSOLE.sub(run, page)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_it_says(page: Path) -> None:
    text = text_of(page)
    assert "$ typed-sts" in text
    assert run_blocks(text) == text


@pytest.fixture(scope="module")
def folder_of_the_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sample's records, its pairs and a collection of them."""
    folder = tmp_path_factory.mktemp("sample")
    (folder / "items.jsonl").write_bytes(SAMPLE_ITEMS.read_bytes())
    (folder / "pairs.tsv").write_bytes(SAMPLE_PAIRS.read_bytes())
    done = typed_sts("index", "items.jsonl", "--to", "collection/", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(
    page: Path, folder_of_the_sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder_of_the_sample)
    names: dict[str, object] = {"__name__": page.name}
    with ExitStack() as stack:
        blocks = _PYTHON.findall(text_of(page))
        if any(SERVICE in block for block in blocks):
            collection = folder_of_the_sample / "collection"
            url = stack.enter_context(serving(collection, command("serve", "--index", collection, "--port", "0"))).url
            blocks = [block.replace(SERVICE, url) for block in blocks]
        for block in blocks:
            if ">>> " in block:
                test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
                runner = doctest.DocTestRunner()
                runner.run(test, clear_globs=False)
                assert runner.failures == 0, capsys.readouterr().out
                names |= test.globs
            else:
                exec(compile(block, str(page), "exec"), names)


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", text_of(page)):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *DOCS], ids=lambda page: page.name)
def test_files_and_modules_a_page_names_are_there(page: Path) -> None:
    text = text_of(page)
    for path in re.findall(
        r"(?<![\w/.])((?:typed_sts|fetch|index|tests|benchmarks|docs|docker|deploy)/[\w./-]*\w)", text
    ):
        assert list(ROOT.glob(f"{path}*")), path
    for module in re.findall(r"python -m\s((?:typed_sts|tests|benchmarks)(?:\.[a-z_]+)+)(?![.\w])", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").exists(), module


def test_the_readme_is_one_page_and_names_the_python_the_package_needs() -> None:
    readme = text_of(ROOT / "README.md")
    assert len(readme.splitlines()) <= 110
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert required == ">=3.11"
    assert "Python 3.11 or newer" in readme


def test_the_readme_has_a_line_for_every_command() -> None:
    listed = re.findall(r"^    ([a-z]+) ", text_of(ROOT / "README.md"), re.MULTILINE)
    assert sorted(listed) == sorted({name.split()[0] for name in commands()})


def test_every_command_is_described_in_a_page_that_its_own_page_names() -> None:
    assert set(GUIDES) == set(commands())
    for name, page in GUIDES.items():
        assert f"typed-sts {name}" in text_of(ROOT / "docs" / page), name


def test_the_page_of_a_command_has_every_option_and_its_default() -> None:
    for name, found in commands().items():
        page = command_page(name, found)
        assert f"typed-sts {name}" in overview()
        for param in found.params:
            assert param.param_type_name == "argument" or f"`{param.opts[-1]}" in page, (name, param.opts)
    page = command_page("why", commands()["why"])
    assert "| `--model TEXT` | evidence, typed, or the folder of a trained model. | `evidence` |" in page
    assert "One of `general`, `author`" in page


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    for name in (*(page.name for page in DOCS), *ROOT_PAGES.values()):
        assert f": {name}\n" in navigation, name


def test_blocks_of_code_open_as_the_site_understands_it() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS]:
        for opening in re.findall(r"^```(.*)$", text_of(page), re.MULTILINE)[::2]:
            assert re.fullmatch(r'\w*( title="\S+")?', opening), f"{page.name}: ```{opening}"


def test_pages_speak_of_the_project_only() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS]:
        assert "../shared" not in text_of(page), page.name


def test_the_page_of_the_house_has_every_room_in_its_order() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", text_of(ROOT / "docs" / "how.md"), re.MULTILINE)
    found = {module.room for module in modules().values()}
    assert listed == [room for room in ORDER if room in found]
    drawing = (ROOT / "docs" / "house.svg").read_text(encoding="utf-8")
    assert [room for room in listed if f">{room}</text>" not in drawing] == []


def shipped_files() -> Iterator[str]:
    """Yield the path of every table, model and other file in the packages that is not code."""
    for package in ("typed_sts", "fetch/typed_sts_fetch", "index/typed_sts_index"):
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc", ".typed", ".html", ".md"):
                yield path.relative_to(ROOT).as_posix()


def test_the_notice_names_every_table_and_model_that_ships() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "CC BY-SA 4.0" in notice
    for path in shipped_files():
        folder, _, name = path.rpartition("/")
        assert folder in notice, path
        assert name in notice or re.search(rf"^{re.escape(folder)}/?(?: |,|$)", notice, re.MULTILINE), path


def test_the_version_is_the_same_everywhere() -> None:
    assert f"\n## {__version__} - 20" in text_of(ROOT / "CHANGELOG.md")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
    released = re.search(rf"\n## {re.escape(__version__)} - (\S+)\n", text_of(ROOT / "CHANGELOG.md"))
    assert released is not None
    assert f"\ndate-released: {released[1]}\n" in citation


def test_the_classifiers_name_the_pythons_that_are_tested() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(classifiers))
    tested = re.findall(r"3\.\d+", re.search(r"^newest=.*$", (ROOT / ".ci/beside").read_text(), re.MULTILINE)[0])  # type: ignore[index]
    assert named[0] == "3.11"
    assert set(named[1:]) <= set(tested)


if __name__ == "__main__":
    for page in [page for page in CONSOLE_PAGES if not sys.argv[1:] or page.name in sys.argv[1:]]:
        page.write_text(run_blocks(text_of(page)), encoding="utf-8")
