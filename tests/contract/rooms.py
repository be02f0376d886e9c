"""The rooms of the house, read out of its sources: `python -m tests.contract.rooms` prints them.

A room is a package of the two lower floors (fetch, index) or a package or module right under `typed_sts`. Imports may
only point to rooms further left in ORDER; imports inside functions count, those for types only count too.
"""

import ast
import statistics
import sys
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = {
    "typed_sts_fetch": ROOT / "fetch" / "typed_sts_fetch",
    "typed_sts_index": ROOT / "index" / "typed_sts_index",
    "typed_sts": ROOT / "typed_sts",
}
FRONT_DOOR = "typed_sts"
ORDER = (
    "typed_sts_fetch", "typed_sts_index", "errors", "domain", "sample", "running", "task_files", "knowledge", "reading",
    "messages", "features", "preparing", "scoring", "explaining", "saying", "output", "related", "answers", "engines",
    "client", "evaluation", "sts", "training", "reproduction", "survey", "service", "cli",
)  # fmt: skip
"""Some of these are still to be built; their places are kept."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the house: its dotted name, its file, its syntax tree, and the modules of ours it imports."""

    name: str
    file: Path
    lines: int
    tree: ast.Module
    every_import: tuple[tuple[str, tuple[str, ...]], ...]
    """As `imports_of` gives them, those of others too."""
    imports: frozenset[str]

    @property
    def room(self) -> str:
        """The room it stands in; the front door, `typed_sts` itself, is its own."""
        package, _, rest = self.name.partition(".")
        return rest.partition(".")[0] if package == FRONT_DOOR and rest else package


@cache
def modules() -> dict[str, Module]:
    """Return every module of the three packages by name."""
    files = {_name(package, file): file for package, folder in PACKAGES.items() for file in folder.rglob("*.py")}
    found = {}
    for name, file in files.items():
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        every = tuple(imports_of(tree))
        inside = {imported for imported in _modules_in(every, files) if imported in files and imported != name}
        found[name] = Module(name, file, len(source.splitlines()), tree, every, frozenset(inside))
    return found


def imports_of(tree: ast.Module) -> list[tuple[str, tuple[str, ...]]]:
    """Return every import of a module, lazy or not: from where, and the names taken from it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(name.name, ()) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(("." * node.level + (node.module or ""), tuple(name.name for name in node.names)))
    return found


def wrong_imports() -> Iterator[str]:
    """Yield a line for each import that points to a room further right, or to a room that has no place."""
    for module in modules().values():
        if module.name == FRONT_DOOR:
            continue  # it shows what is inside, when asked
        for name in sorted(module.imports):
            if name == FRONT_DOOR:
                continue  # the version; test_architecture.py holds it to that
            if ORDER.index(modules()[name].room) > ORDER.index(module.room):
                yield f"{module.name} imports {name}"


def cycles() -> list[list[str]]:
    """Return the groups of modules that import each other round a circle; the front door does not count."""
    return [sorted(group) for group in _strongly_connected() if len(group) > 1]


def _name(package: str, file: Path) -> str:
    parts = file.relative_to(PACKAGES[package]).with_suffix("").parts
    return ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])


def _modules_in(imports: Iterable[tuple[str, tuple[str, ...]]], known: Container[str]) -> Iterator[str]:
    for module, names in imports:
        inner = [f"{module}.{name}" for name in names if f"{module}.{name}" in known]
        yield from inner or [module]


def _strongly_connected() -> list[set[str]]:
    """Return the strongly connected components of the graph of imports (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    components: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in modules()[name].imports - {FRONT_DOOR}:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            components.append(set(stack[at:]))
            del stack[at:]

    for name in modules():
        if name not in index and name != FRONT_DOOR:
            visit(name)
    return components


def main() -> None:
    """Print each room with its modules and lines and the rooms it imports, then the size of the house."""
    everything = modules().values()
    out = sys.stdout.write
    for room in ORDER:
        inside = [module for module in everything if module.room == room]
        if not inside:
            out(f"{room:<16} (to be built)\n")
            continue
        used = {modules()[name].room for module in inside for name in module.imports} - {room, FRONT_DOOR}
        lines = sum(module.lines for module in inside)
        out(f"{room:<16} {len(inside):3} modules {lines:6,} lines  <- {' '.join(sorted(used, key=ORDER.index))}\n")
    sizes = {module.name: module.lines for module in everything}
    longest = max(sizes, key=lambda name: sizes[name])
    median = statistics.median(sizes.values())
    out(f"{len(sizes)} modules, median {median:.0f} lines, longest {longest} with {sizes[longest]}\n")
    for line in [*wrong_imports(), *(f"circle: {' '.join(group)}" for group in cycles())]:
        out(f"{line}\n")


if __name__ == "__main__":
    main()
