"""What a text holds, as a tree: classes with their members, turns with their phases; and what can be folded.

In:  a tree fresh from the parser, or the index of another language. Out: `Entry`s; `Fold`s, by lines from 0.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from tgpl.apps.editor.index import Symbol
from tgpl.apps.editor.reading import Reading
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardTable
from tgpl.text.source import SourceFile


class Entry(NamedTuple):
    kind: str
    name: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    inside: tuple[Entry, ...] = ()


class Fold(NamedTuple):
    first: int
    last: int
    kind: str = ""  # "comment" or "imports"


def outline(reading: Reading, name: str) -> list[Entry]:
    for loaded in reading.result.files:
        if loaded.name == name:
            return _of_tree(loaded.tree) if isinstance(loaded.tree, t.File) else _of_index(reading, loaded.tree.file)
    return []


def _of_index(reading: Reading, file: SourceFile) -> list[Entry]:
    """Of the other languages: everything that is declared at the top, with what it holds."""
    declared = [
        (symbol, one)
        for symbol in reading.index.symbols.values()
        for one in symbol.declared
        if one.name.file is file and symbol.kind not in ("variable", "argument", "element", "constant")
    ]

    def entries(container: Symbol | None) -> list[Entry]:
        found = [
            Entry(
                symbol.kind, symbol.name, "", one.whole.start, one.whole.end, one.name.start, one.name.end,
                tuple(entries(symbol)),
            )
            for symbol, one in declared
            if symbol.container is container
        ]  # fmt: skip
        return sorted(found, key=lambda entry: entry.start)

    return entries(None)


def _of_tree(tree: t.File) -> list[Entry]:
    entries = [
        *(_class(one) for one in tree.classes),
        *(_table(one) for one in tree.tables),
        *(_function(one) for one in tree.functions),
        *(_action(one) for one in tree.goals),
        *(_turn(one) for one in tree.turns),
        *(Entry("setup", "setup", "", one.at, one.end, one.at, one.at + len("setup")) for one in tree.setups),
        *(_enum(one) for one in tree.enums),
        *(_entry("constant", one, spell(one.type_name)) for one in tree.constants),
    ]
    return sorted(entries, key=lambda entry: entry.start)


def _entry(kind: str, node: t.Node, detail: str = "", inside: tuple[Entry, ...] = ()) -> Entry:
    name, at = str(getattr(node, "name", "")), int(getattr(node, "name_at", node.at))
    end = max(at + len(name), at)
    return Entry(kind, name or kind, detail, min(node.at, at), max(node.end, end), at, end, inside)


def _class(node: t.Class) -> Entry:
    inside = [
        *(_entry("attribute", one, spell(one.type_name)) for one in node.attributes),
        *(_function(one) for one in node.functions),
        *(_action(one) for one in node.actions),
        *(_group(one) for one in node.groups),
    ]
    detail = " ".join(word for word in (node.visibility, "" if node.base is None else f": {spell(node.base)}") if word)
    return _entry(node.kind, node, detail, _in_order(inside))


def _in_order(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.start))


def _group(node: t.Group) -> Entry:
    inside = [
        *(_entry("attribute", one, spell(one.type_name)) for one in node.attributes),
        *(_function(one) for one in node.functions),
    ]
    return _entry("group", node, node.geometry or "", _in_order(inside))


def _function(node: t.Function) -> Entry:
    inputs = ", ".join(f"{spell(one.type_name)} {one.name}" for one in node.inputs)
    returns = "" if node.returns is None else f" → {spell(node.returns)}"
    return _entry("function", node, f"({inputs}){returns}")


def _action(node: t.Action) -> Entry:
    inputs = ", ".join(f"{spell(one.type_name)} {one.name}" for one in node.inputs)
    inside = [_entry("phase", one) for one in node.phases]
    return _entry("goal" if node.goal else "action", node, f"({inputs})" if inputs else "", _in_order(inside))


def _turn(node: t.Turn) -> Entry:
    return _entry("turn", node, "", _in_order([_entry("phase", one) for one in node.phases]))


def _table(node: CardTable) -> Entry:
    rows = [] if node.file is not None else [_entry("card", row) for row in node.rows]
    return _entry("cards", node, "" if node.base is None else f": {spell(node.base)}", _in_order(rows))


def _enum(node: t.Enum) -> Entry:
    values = [Entry("value", name, "", at, at + len(name), at, at + len(name)) for name, at in node.values]
    return _entry("enum", node, "", tuple(values))


def spell(node: t.TypeName) -> str:
    """A type as TGPL writes it."""
    if node.of is not None:
        return f"kind of {spell(node.of)}" if node.name == "kind" else f"{node.name}<{spell(node.of)}>"
    return node.name if node.alias is None else f"{node.alias}.{node.name}"


# ---- folding

_MARKS = {"tgpl": "//", "tgdl": "//", "rpg": "//", "senet": "#", "gdl": ";"}
_SKIPPED = re.compile(r'\$?"(?:[^"\\\n]|\\.)*"|//[^\n]*|[(){}\[\]]')
_IMPORT = re.compile(r"\s*import\b")


def find_folds(text: str, language: str) -> list[Fold]:
    """Brackets over several lines, comments of several lines, imports. The brackets of a text with mistakes need not match."""
    lines = text.split("\n")
    found = _fold_runs(lines, re.compile(rf"\s*{re.escape(_MARKS[language])}"), "comment")
    found += _fold_runs(lines, _IMPORT, "imports") if language in ("tgpl", "tgdl") else []
    open_, line, at = list[int](), 0, 0
    for match in _SKIPPED.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match.group() in ("{", "(", "["):
            open_.append(line)
        elif match.group() in ("}", ")", "]") and open_:
            first = open_.pop()
            if line > first:
                found.append(Fold(first - 1 if lines[first].strip() == "{" and first else first, line))
    once = {fold.first: fold for fold in sorted(found, key=lambda fold: fold.last)}  # of several on a line the longest
    return sorted(once.values())


def _fold_runs(lines: list[str], pattern: re.Pattern[str], kind: str) -> list[Fold]:
    numbers = [number for number, line in enumerate(lines) if pattern.match(line)]
    runs, first = list[Fold](), numbers[0] if numbers else 0
    for before, number in pairwise([*numbers, -2]):
        if number != before + 1:
            runs += [Fold(first, before, kind)] if before > first else []
            first = number
    return runs
