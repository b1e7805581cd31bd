"""What a call takes, while it is being written.

In:  a `Reading` and a place between parentheses. Out: a `Signature` with the parameter whose turn it is.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.describe import show_type, spell_call, spell_operation
from tgpl.apps.editor.probe import probe
from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.situation import Situation, find_situation
from tgpl.core.operations import OPERATIONS
from tgpl.languages.registry import TGDL, TGPL
from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import FUNCTIONS
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS
from tgpl.languages.tgpl.syntax.walk import walk_tree


class Signature(NamedTuple):
    label: str
    about: str
    parameters: tuple[str, ...]
    active: int  # -1: none of them


def find_signature(reading: Reading, name: str, offset: int) -> Signature | None:
    if reading.result.language not in (TGPL, TGDL):
        return None
    words = TGDL_WORDS if name.lower().endswith(".tgdl") else TGPL_WORDS
    place = find_situation(reading.text(name), offset, words)
    call = next((i for i in reversed(range(len(place.open))) if place.open[i].sign == "("), None)
    if place.comment or call is None or not place.open[call].before or place.open[call].before[-1].kind != "name":
        return None
    found = probe(reading, name, place)
    node = None if found is None else _call_at(found.tree, place.open[call].start)
    if node is None:
        return None
    return _tell(node, place, call)


def _call_at(tree: t.Node, parenthesis: int) -> t.Call | None:
    """The call whose parenthesis stands there."""
    for node in walk_tree(tree):
        if (
            isinstance(node, t.Call)
            and node.callee.end <= parenthesis <= node.callee.end + 2
            and node.end > parenthesis
        ):
            return node
    return None


def _tell(node: t.Call, place: Situation, call: int) -> Signature | None:
    refers: object = node.refers
    name = node.callee.name if isinstance(node.callee, (t.Name, t.Member)) else ""
    if refers is None and isinstance(node.callee, t.Name):
        refers = FUNCTIONS.get(name)
    behind = place.statement[len(place.open[call].before) + 1 :]
    if isinstance(refers, (s.Function, s.Action)):
        said = _name_being_written(behind)
        names = [one.name for one in refers.parameters]
        labels = tuple(f"{show_type(one.type)} {one.name}{'?' if one.optional else ''}" for one in refers.parameters)
        given = {argument.name for argument in node.arguments}
        missing = next((i for i, one in enumerate(names) if one not in given), -1)
        return Signature(spell_call(refers), "", labels, names.index(said) if said in names else missing)
    if isinstance(refers, s.Operation):
        known = OPERATIONS.get(refers.op)
        labels = tuple(
            f"{show_type(one.type)}{' ' + one.name if one.name else ''}{'?' if one.optional else ''}"
            for one in refers.parameters
        )
        active = _count_commas(behind) if labels else -1
        doc = "" if known is None else known.doc
        return Signature(spell_operation(refers, name), doc, labels, min(active, len(labels) - 1))
    return None


def _name_being_written(tokens: tuple[object, ...]) -> str:
    """`who` behind `(… , who:`."""
    texts, depth = [getattr(token, "text", "") for token in tokens], 0
    for i in reversed(range(len(texts))):
        depth += (texts[i] in (")", "]", "}")) - (texts[i] in ("(", "[", "{"))
        if texts[i] == "," and not depth:
            return texts[i + 1] if texts[i + 2 : i + 3] == [":"] else ""
    return texts[0] if texts[1:2] == [":"] else ""


def _count_commas(tokens: tuple[object, ...]) -> int:
    depth = commas = 0
    for token in tokens:
        text = getattr(token, "text", "")
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        commas += text == "," and not depth
    return commas
