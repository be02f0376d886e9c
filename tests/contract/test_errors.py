"""Every error raised on purpose has a place in the drawn tree of its package."""

import ast
import re

import pytest

from tests.contract.rooms import PACKAGES, modules

BASES = {"typed_sts": "TypedStsError", "typed_sts_fetch": "FetchError", "typed_sts_index": "CollectionError"}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_drawn_tree_holds_every_error_there_is(package: str) -> None:
    drawn = ast.get_docstring(modules()[f"{package}.errors"].tree) or ""
    in_tree = set(re.findall(r"[|`]-- (\w+)", drawn))
    found = {BASES[package]: {BASES[package]}}
    classes = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules().values()
        if module.name.partition(".")[0] == package
        for node in module.tree.body
        if isinstance(node, ast.ClassDef)
    }
    below = set(found)
    while more := {name for name, bases in classes.items() if bases & below} - below:
        below |= more
    assert in_tree == below - {BASES[package]}
