"""The shape of the code: rooms in order, imports that point one way, modules of one idea."""

import ast

from tests.contract.rooms import FRONT_DOOR, ORDER, PACKAGES, cycles, imports_of, modules, wrong_imports


def test_every_room_has_a_place_in_the_order() -> None:
    assert {module.room for module in modules().values()} - {FRONT_DOOR} <= set(ORDER)


def test_imports_point_one_way() -> None:
    assert list(wrong_imports()) == []


def test_no_module_imports_itself_round_a_circle() -> None:
    assert cycles() == []


def test_imports_are_absolute() -> None:
    for module in modules().values():
        imported = [name for name, _ in module.every_import]
        assert not [name for name in imported if name.startswith(".")], module.name


def test_a_lazy_import_counts() -> None:
    assert imports_of(ast.parse("def f():\n    import typed_sts.cli\n    from typed_sts import cli")) == [
        ("typed_sts.cli", ()),
        ("typed_sts", ("cli",)),
    ]


def test_inside_a_package_names_come_from_modules_not_from_its_root() -> None:
    for module in modules().values():
        for name, names in module.every_import:
            if name in PACKAGES and module.name.partition(".")[0] == name:
                assert set(names) == {"__version__"}, module.name


def test_no_module_has_grown_into_two_ideas() -> None:
    assert [(module.name, module.lines) for module in modules().values() if module.lines > 400] == []


def test_the_house_has_few_and_full_modules() -> None:
    assert len(modules()) <= 430


def test_no_module_only_forwards() -> None:
    for module in modules().values():
        if module.name in PACKAGES:
            continue  # the front door of each floor
        body = module.tree.body
        rest = [node for node in body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
        imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        forwards = all(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in rest)
        assert not (imports and forwards), module.name
