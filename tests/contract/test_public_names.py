"""One way in: what a package's root offers is listed, sorted and really there."""

import importlib

import pytest


@pytest.mark.parametrize("name", ["typed_sts_fetch", "typed_sts_index"])
def test_all_is_sorted_and_true(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__all__ == sorted(package.__all__)
    assert all(hasattr(package, public) for public in package.__all__)
    own = {
        n for n, value in vars(package).items() if not n.startswith("_") and getattr(value, "__module__", "") != name
    }
    functions_and_classes = {n for n in own if callable(getattr(package, n))}
    assert functions_and_classes <= set(package.__all__)
