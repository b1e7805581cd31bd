"""A relation as a table of rows, with an index for every way in which it is asked.

A row is the tuple of an atom's arguments. A signature says what an asker knows of them: `KEY` stands where a value is
known, `FREE` where one is wanted, a number n where the same value must stand as at the n-th `FREE`; everything else is
structure that a row must have. `("true", ("cell", x, ?y, "b"))` with a known x asks with `(("cell", KEY, FREE, KEY),)`.

    table.index((KEY, FREE))[x]  ->  the second values of all rows with x in front; several keys or values are tuples
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from tgpl.runtime.guard import Vocabulary, execute

# What the functions that are written for a rulesheet may say: names are ours, with numbers behind them.
JOINS = Vocabulary(
    re.compile(r"_|[A-Za-z]+[0-9]*"),
    re.compile("rows|index|get|append|asked|want"),
    functions={"len": len, "type": type, "tuple": tuple},
)
KEY, FREE = -1, -2
Row = tuple[Any, ...]
Signature = tuple[Any, ...]
Question = tuple[str, int, tuple[int, ...]]  # a relation, and its columns whose values are known
Index = dict[Any, list[Any]]
Enter = Callable[[Iterable[Row], Index], None]
Split = Callable[[Row], Any]  # a row → its key and its wanted values, or nothing if its structure is another


class Table:
    """The rows of one relation, in the order in which they came."""

    __slots__ = ("_indexes", "rows")

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: dict[Row, None] = dict.fromkeys(rows)
        self._indexes: dict[Signature, tuple[Enter, Index]] = {}

    def add(self, rows: dict[Row, None]) -> None:
        """Rows that are new."""
        self.rows.update(rows)
        for enter, index in self._indexes.values():
            enter(rows, index)

    def index(self, signature: Signature) -> Index:
        found = self._indexes.get(signature)
        if found is None:
            found = self._indexes[signature] = _make_inserter(signature), Index()
            found[0](self.rows, found[1])
        return found[1]


@lru_cache(maxsize=10_000)
def make_splitter(signature: Signature) -> Split:
    """For `(("cell", KEY, FREE, KEY),)`: a function that takes `(("cell", 1, 2, "b"),)` apart into `(1, "b")` and `2`."""
    tests, keys, free = _parts(signature)
    answer = f"{bundle(keys)}, {bundle(free)}"
    source = f"lambda row: ({answer}) if {' and '.join(tests)} else None" if tests else f"lambda row: ({answer})"
    made: Split = execute(f"split = {source}", "<split>", JOINS)["split"]
    return made


@lru_cache(maxsize=10_000)
def _make_inserter(signature: Signature) -> Enter:
    """A function that takes rows apart in the same way, and enters them into an index."""
    tests, keys, free = _parts(signature)
    lines = ["def enter(rows, index):", "    for row in rows:"]
    lines += [f"        if {' and '.join(tests)}:" if tests else "        if True:"]
    lines += [f"            key = {bundle(keys)}", "            found = index.get(key)"]
    lines += [
        f"            if found is None: index[key] = [{bundle(free)}]",
        f"            else: found.append({bundle(free)})",
    ]
    made: Enter = execute("\n".join(lines), "<enter>", JOINS)["enter"]
    return made


def _parts(signature: Signature) -> tuple[list[str], list[str], list[str]]:
    """What is tested of a row, what is known of it, and what is wanted."""
    tests: list[str] = []
    keys: list[str] = []
    free: list[str] = []
    _take_apart("row", signature, 0, tests, keys, free)
    return tests, keys, free


def _take_apart(
    place: str, parts: tuple[Any, ...], at: int, tests: list[str], keys: list[str], free: list[str]
) -> None:
    for number, part in enumerate(parts, at):
        value = f"{place}[{number}]"
        if part == KEY:
            keys.append(value)
        elif part == FREE:
            free.append(value)
        elif isinstance(part, int):
            tests.append(f"{value} == {free[part]}")
        else:
            tests += [f"type({value}) is tuple", f"len({value}) == {len(part)}", f"{value}[0] == {part[0]!r}"]
            _take_apart(value, part[1:], 1, tests, keys, free)


def bundle(names: list[str]) -> str:
    """One name is itself, several are a tuple: written alike where an index is made and where it is asked."""
    return names[0] if len(names) == 1 else f"({', '.join(names)})"
