"""The shape of the code: imports point one way, and every package imports from modules, absolutely."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGES = {
    "typed_sts_fetch": ROOT / "fetch" / "typed_sts_fetch",
    "typed_sts_index": ROOT / "index" / "typed_sts_index",
    "typed_sts": ROOT / "typed_sts",
}
MAY_IMPORT = {
    "typed_sts_fetch": {"typed_sts_fetch"},
    "typed_sts_index": {"typed_sts_fetch", "typed_sts_index"},
    "typed_sts": {"typed_sts_fetch", "typed_sts_index", "typed_sts"},
}


def imports_of(source: str) -> list[str]:
    """Return every module a source imports, lazily or not."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append("." * node.level + (node.module or ""))
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    files = list(PACKAGES[package].rglob("*.py"))
    assert files
    for file in files:
        for module in imports_of(file.read_text(encoding="utf-8")):
            top = module.split(".")[0]
            assert not module.startswith("."), f"{file}: relative import"
            assert top not in PACKAGES or top in MAY_IMPORT[package], f"{file} imports {module}"


def test_a_lazy_import_counts() -> None:
    assert imports_of("def f():\n    import typed_sts.cli.main\n    from typed_sts import cli") == [
        "typed_sts.cli.main",
        "typed_sts",
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_inside_a_package_names_come_from_modules_not_from_its_root(package: str) -> None:
    for file in PACKAGES[package].rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == package:
                assert {name.name for name in node.names} == {"__version__"}, file


def test_no_module_has_grown_into_two_ideas() -> None:
    long = [
        (file.name, lines)
        for folder in PACKAGES.values()
        for file in folder.rglob("*.py")
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > 400
    ]
    assert long == []
