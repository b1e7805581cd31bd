"""The size and the shape of the code in `src`, of the tree that this script stands in and, if wanted, of a commit beside it.

    .venv/bin/python scripts/measure.py                     # a number a line
    .venv/bin/python scripts/measure.py --names             # also which modules, classes and places are counted
    .venv/bin/python scripts/measure.py --against 2e562ff   # the commit's number, then ours

In:  Python files, read as syntax trees, and the floors as `tests/test_layers.py` has them. Nothing of them is run.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOO_LONG = 600  # lines of a module
TOO_SHORT = 40  # lines of a module that only one other imports
RECORDS = ("tgpl.text.records", "tgpl.shape")  # whose classes stand for `@dataclass`: an heir of them is no heir
TREES = ("tree", "card_tree", "nodes", "symbols")  # modules whose classes are trees, or what their slots refer to


@dataclass
class Measured:
    """What a tree of files comes to: the rows that are printed, and what some of them count, by name."""

    rows: dict[str, int | float] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)

    def count(self, row: str, names: list[str]) -> None:
        self.rows[row] = len(names)
        self.names[row] = names


class Module:
    def __init__(self, name: str, path: Path, root: Path) -> None:
        self.name = name
        self.path = path.relative_to(root)
        text = path.read_text(encoding="utf-8")
        self.lines = len(text.splitlines())
        self.tree = ast.parse(text)

    @cached_property
    def bindings(self) -> dict[str, str]:
        """What a name stands for that is imported: `tgpl.text.files.Folder`."""
        found: dict[str, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.asname or alias.name: alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        return found

    def imports(self, modules: dict[str, Module]) -> set[str]:
        """Modules of the toolkit that it names."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                below = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= below & modules.keys() or {node.module or ""}
        return (found & modules.keys()) - {self.name}

    def classes(self) -> dict[str, list[str]]:
        """The bases of each class, by their full names."""
        return {
            f"{self.name}.{node.name}": [base for base in map(self._full_name, node.bases) if base]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ClassDef)
        }

    def _full_name(self, base: ast.expr) -> str:
        match base:
            case ast.Name(name):
                return self.bindings.get(name, f"{self.name}.{name}")
            case ast.Attribute(ast.Name(module), name):
                return f"{self.bindings.get(module, module)}.{name}"
            case ast.Subscript(value):
                return self._full_name(value)
            case _:
                return ""


def measure(root: Path) -> Measured:
    modules = {module.name: module for module in read(root)}
    imports = {name: module.imports(modules) for name, module in modules.items()}
    importers = Counter(name for named in imports.values() for name in named)
    functions = {name: length for module in modules.values() for name, length in function_lengths(module)}
    lengths = sorted(functions.values())
    made = Measured()
    made.rows["lines"] = sum(module.lines for module in modules.values())
    made.rows["modules"] = len(modules)
    made.rows["functions"] = len(functions)
    made.rows["median length of a function"] = statistics.median(lengths)
    made.rows["length of the longest function"] = lengths[-1]
    made.names["length of the longest function"] = [name for name in functions if functions[name] == lengths[-1]]
    measure_floors(made, root, imports)
    made.count(
        f"modules over {TOO_LONG} lines", [str(module.path) for module in modules.values() if module.lines > TOO_LONG]
    )
    made.count(
        f"modules under {TOO_SHORT} lines that one other imports",
        [
            str(module.path)
            for name, module in modules.items()
            if module.lines < TOO_SHORT and importers[name] == 1 and module.path.stem not in ("__init__", "__main__")
        ],
    )
    made.count("classes more than one heir deep", deep_classes(modules))
    made.count("tables looked up by class", [place for module in modules.values() for place in class_tables(module)])
    made.count("untyped slots of trees", [place for module in modules.values() for place in untyped_slots(module)])
    return made


def read(root: Path) -> Iterator[Module]:
    for path in sorted((root / "src" / "tgpl").rglob("*.py")):
        parts = path.relative_to(root / "src").with_suffix("").parts
        yield Module(".".join(parts).removesuffix(".__init__"), path, root)


def function_lengths(module: Module) -> Iterator[tuple[str, int]]:
    """From `def` to the last line, decorators apart."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{module.path}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


# ---- floors


def measure_floors(made: Measured, root: Path, imports: dict[str, set[str]]) -> None:
    floors = Floors(root)
    across = [(here, there) for here in imports for there in imports[here] if floors.of(here) != floors.of(there)]
    made.rows["floors"] = floors.number
    made.rows["imports across floors"] = len(across)
    made.count(
        "imports against the order", [f"{here} imports {there}" for here, there in across if floors.forbid(here, there)]
    )


class Floors:
    """As the test of the commit has them: FLOORS, from the ground up, or ALLOWED, what each layer may import."""

    def __init__(self, root: Path) -> None:
        tree = ast.parse((root / "tests" / "test_layers.py").read_text(encoding="utf-8"))
        values = {target: value for node in tree.body for target, value in _assigned(node)}
        self._allowed: dict[str, set[str]] = values.get("ALLOWED", {})
        self._base: set[str] = values.get("BASE", set())
        folders = [folder for floor in values.get("FLOORS", ()) for folder in floor]
        self._floor = {folder: number for number, floor in enumerate(values.get("FLOORS", ())) for folder in floor}
        self._order = {folder: number for number, folder in enumerate(folders)}
        self.number = len(values.get("FLOORS", ())) or len(self._allowed)

    def of(self, module: str) -> int | str:
        """Its floor or layer; empty for what stands outside."""
        folder = module.split(".")[1] if "." in module else ""
        if not self._allowed:
            return self._floor.get(folder, "")
        return "base" if module in self._base else folder if folder in self._allowed else ""

    def forbid(self, here: str, there: str) -> bool:
        if self.of(here) == "" or self.of(there) == "":
            return False
        if self._allowed:
            return self.of(there) not in self._allowed[str(self.of(here))]
        return self._order[there.split(".")[1]] > self._order[here.split(".")[1]]


def _assigned(node: ast.stmt) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if (
            value is not None and name in ("FLOORS", "ALLOWED", "BASE")
        ):
            yield name, eval(compile(ast.Expression(value), name, "eval"), {"__builtins__": {"set": set}})


# ---- what should be none


def deep_classes(modules: dict[str, Module]) -> list[str]:
    """Heirs of heirs, where all three are the toolkit's own."""
    own = [module for name, module in modules.items() if name not in RECORDS]
    bases = {name: above for module in own for name, above in module.classes().items()}
    heirs = {name for name, above in bases.items() if any(base in bases for base in above)}
    return sorted(name for name in heirs if any(base in heirs for base in bases[name]))


def class_tables(module: Module) -> Iterator[str]:
    """`_TABLE[x.__class__]`, also with `get` or `type(x)`."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Subscript(ast.Name(table), key) | ast.Call(ast.Attribute(ast.Name(table), "get"), [key, *_]):
                if table.isupper() and _is_class(key):
                    yield f"{module.path}:{node.lineno} {table}"


def _is_class(key: ast.expr) -> bool:
    match key:
        case ast.Attribute(_, "__class__") | ast.Call(ast.Name("type"), [_]):
            return True
        case _:
            return False


def untyped_slots(module: Module) -> Iterator[str]:
    """Fields of trees that may hold anything, filled by a later phase."""
    if module.path.stem not in TREES:
        return
    for node in ast.walk(module.tree):
        for line in node.body if isinstance(node, ast.ClassDef) else ():
            match line:
                case ast.AnnAssign(ast.Name(slot), annotation, _) if _is_untyped(annotation):
                    yield f"{module.path}:{line.lineno} {slot}"


def _is_untyped(annotation: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id in ("object", "Any") for part in ast.walk(annotation))


# ---- side by side


def measure_commit(commit: str) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), commit], check=True)
        try:
            return measure(place)
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def table(columns: dict[str, Measured]) -> str:
    """A row a line, a column for each tree."""
    rows = [["", *columns]]
    for row in next(iter(columns.values())).rows:
        rows.append([row, *(f"{made.rows[row]:,g}" for made in columns.values())])
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()
        for row in rows
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT", help="measure this commit too, and print both")
    parser.add_argument("--names", action="store_true", help="say which modules, classes and places are counted")
    given = parser.parse_args()
    here = measure(ROOT)
    try:
        columns = {} if given.against is None else {given.against: measure_commit(given.against)}
    except subprocess.CalledProcessError:
        return 1  # git has said why
    print(table({**columns, "here": here}))
    if given.names:
        for row, names in here.names.items():
            print("\n".join([f"\n{row}: {len(names)}", *(f"  {name}" for name in names)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
