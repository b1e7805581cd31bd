"""The only place where text that we wrote becomes code that runs: translated modules, and the joins of rulesheets.

In:  the text, and a vocabulary: which names, attributes and built-in functions such a text may use. Out: what it defines.
Nothing runs before every node of the parsed text is known to be harmless, and it runs without Python's built-in
functions. A text that does not pass is a bug of ours: rules cannot make one.

    made = execute("def run(row): return row[0]", "<join>", Vocabulary(re.compile("run|row")))
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

MOST_WORDS = 10_000  # that are remembered of one vocabulary
_NEVER = re.compile("(?!)")
_NODES: frozenset[type[ast.AST]] = frozenset(
    (
        ast.Module, ast.ImportFrom, ast.alias, ast.ClassDef, ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg,
        ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.Pass,
        ast.If, ast.While, ast.For, ast.Break, ast.Continue, ast.IfExp,
        ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.keyword, ast.Constant, ast.Tuple, ast.List, ast.Dict,
        ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.BitAnd, ast.BitOr, ast.UnaryOp, ast.Not, ast.USub,
        ast.BoolOp, ast.And, ast.Or, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot,
        ast.In, ast.NotIn,
    )
)  # fmt: skip
_VALUES = frozenset((str, int, float, bool, type(None)))  # what a constant can be
_FIELDS = {kind: tuple(field for field in kind._fields if field not in ("ctx", "type_comment")) for kind in _NODES}


class Vocabulary(NamedTuple):
    """What a kind of text may say; every name is matched as a whole."""

    names: re.Pattern[str]  # of variables, functions and classes
    attributes: re.Pattern[str] = _NEVER
    keywords: re.Pattern[str] = _NEVER  # of arguments that are passed by name
    functions: Mapping[str, Any] = {}  # the built-in functions that it uses
    modules: Mapping[str, ModuleType] = {}  # what it may import from


class Forbidden(Exception):
    """The toolkit wrote something that its texts never say. It was not run."""


def execute(text: str, filename: str, vocabulary: Vocabulary, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a text defines, beside what was given to it; raises `Forbidden`."""
    tree = ast.parse(text, filename)
    inspect(tree, vocabulary)
    space = {"__name__": filename, **(given or {}), "__builtins__": _builtins(vocabulary)}
    exec(compile(tree, filename, "exec"), space)
    return space


def inspect(tree: ast.Module, vocabulary: Vocabulary) -> None:
    names, attributes, keywords = map(_words, vocabulary[:3])
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is ast.Name:  # most nodes are one of these three
            if not names[node.id]:
                raise _forbidden_error(node, node.id)
        elif kind is ast.Attribute:
            if not attributes[node.attr]:
                raise _forbidden_error(node, node.attr)
            waiting.append(node.value)
        elif kind is ast.Constant:
            if node.value.__class__ not in _VALUES:
                raise _forbidden_error(node, repr(node.value))
        elif kind is ast.keyword:
            if node.arg is None or not keywords[node.arg]:
                raise _forbidden_error(node, str(node.arg))
            waiting.append(node.value)
        elif kind is ast.ImportFrom:
            _inspect_import(node, vocabulary)
            waiting += node.names
        elif kind not in _FIELDS:
            raise _forbidden_error(node, kind.__name__)
        else:
            for field in _FIELDS[kind]:
                value = getattr(node, field)
                if value.__class__ is list:
                    waiting += value
                elif value.__class__ is str:
                    if not names[value]:
                        raise _forbidden_error(node, value)
                elif value is not None and value.__class__ is not int:
                    waiting.append(value)


class _Words(dict[str, bool]):
    """Whether words are among those of a pattern; what was looked up once is known, of the next text too."""

    def __init__(self, words: re.Pattern[str]) -> None:
        self.words = words

    def __missing__(self, word: str) -> bool:
        if len(self) >= MOST_WORDS:
            self.clear()
        known = self[word] = self.words.fullmatch(word) is not None
        return known


_words = lru_cache(maxsize=32)(_Words)


def _inspect_import(node: ast.ImportFrom, vocabulary: Vocabulary) -> None:
    if node.module not in vocabulary.modules or node.level or any(alias.asname for alias in node.names):
        raise _forbidden_error(node, f"from {node.module}")


def _forbidden_error(node: Any, what: str) -> Forbidden:
    where = f" in line {node.lineno}" if hasattr(node, "lineno") else ""
    return Forbidden(
        f"A translated text says `{what}`{where}, which none of them may. Please report this: it was not run."
    )


def _builtins(vocabulary: Vocabulary) -> dict[str, Any]:
    def import_(name: str, *rest: Any) -> ModuleType:
        return vocabulary.modules[name]

    return {"__build_class__": builtins.__build_class__, "__import__": import_, **vocabulary.functions}
