"""What is known at a place where somebody is writing, in a text that need not be right.

In:  a library, a file and a place in it. Out: a `Probe`: the game read with a name put at that place, so that the checker says what it would be asked: which class and function
is around, which variables can be seen, what the type of what stands before the dot is.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.situation import Situation
from tgpl.core.types import ClassType
from tgpl.languages.tgdl.syntax.parse import parse as parse_tgdl
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.load import load_checked
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.parse import parse
from tgpl.languages.tgpl.syntax.walk import walk_below, walk_tree
from tgpl.text.files import Changed
from tgpl.text.source import SourceFile

HERE = "__here__"


class Probe:
    def __init__(self, game: s.Game, scope: s.Scope, tree: t.File, node: t.Node | None, at: int) -> None:
        self.game = game
        self.scope = scope
        self.tree = tree
        self.node = node  # what has the name that was put there
        self.at = at
        self.owner: s.Class | None = None
        self.action: s.Action | None = None
        self.function: s.Function | None = None
        self.event: ClassType | None = None
        self.locals: dict[str, s.Local] = {}

    @property
    def before_dot(self) -> t.Expr | None:
        return self.node.value if isinstance(self.node, t.Member) else None


def probe(reading: Reading, name: str, situation: Situation) -> Probe | None:
    text = reading.text(name)
    patched = _patch(name, text, situation)
    if patched is None:
        return None
    shown = getattr(reading.library, "shown", "")
    files, game, _ = load_checked(Changed(reading.library, {shown + name: patched}))
    loaded = next((one for one in files if one.name == name), None)
    if game is None or loaded is None or len(game.scopes) != len(files):
        return None
    scope = game.scopes[files.index(loaded)]
    at = situation.start
    found = Probe(game, scope, loaded.tree, find_here(loaded.tree), at)
    _look_around(found, loaded.tree)
    return found


# ---- a text with a name at the place


def _patch(name: str, text: str, situation: Situation) -> str | None:
    """The text with a name there, and as much of what follows as makes sense."""
    read = parse_tgdl if name.lower().endswith(".tgdl") else parse
    best: str | None = None
    for candidate in _candidates(text, situation):
        tree, _ = read(SourceFile(name, candidate))
        if tree.complete and find_here(tree) is not None:
            if tree.braces:
                return candidate
            best = best or candidate
    return best


def _candidates(text: str, situation: Situation) -> Iterator[str]:
    before, behind = text[: situation.start] + HERE, text[situation.end :]
    line_end = text.find("\n", situation.end)
    rest = text[line_end:] if line_end >= 0 else ""
    line_start = text.rfind("\n", 0, situation.start) + 1
    inner = _close(situation)
    ends_line = not text[situation.end : line_end if line_end >= 0 else None].strip()
    if ends_line and situation.statement:
        yield f"{before}{inner};{rest}"
    yield before + behind
    yield f"{before}{inner};{rest}"
    yield f"{before}{inner};{behind}"
    yield f"{before}() {inner};{rest}"
    loop = next((i for i, one in enumerate(situation.open) if one.before and one.before[-1].kind == "for"), None)
    if loop is not None:
        parts = [token.text for token in situation.statement[len(situation.open[loop].before) :]].count(";")
        body = "" if rest.lstrip().startswith("{") else " { }"
        yield f"{before}{_close(situation, loop + 1)}{'; ' * (2 - parts)}){body}{rest}"
    on_line = [one for one in situation.open if one.start >= line_start]
    yield f"{before}{''.join('; }' if one.sign == '{' else _CLOSING[one.sign] for one in reversed(on_line))};{rest}"
    yield f"{before}{inner} {{ }}{rest}"
    yield before + "".join("; }" if one.sign == "{" else _CLOSING[one.sign] for one in reversed(situation.open))


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _close(situation: Situation, least: int = 0) -> str:
    """What closes the brackets of the expression; not those before the one with the number `least`."""
    closed = ""
    for one in reversed(situation.open[least:]):
        if one.sign == "{" and one.block not in ("values", "fill", "query"):
            break
        closed += (" " if one.sign == "{" else "") + _CLOSING[one.sign]
    return closed


def find_here(tree: t.Node) -> t.Node | None:
    """The node that has the name; the innermost, if others have it too."""
    found: t.Node | None = None
    for node in walk_tree(tree):
        if HERE in (getattr(node, "name", None), getattr(node, "alias", None)):
            found = node
    return found


# ---- what is around


def _look_around(probe: Probe, tree: t.File) -> None:
    for class_ in probe.game.classes:
        node = class_.node
        if class_.scope is probe.scope and node is not None and node.at <= probe.at <= node.end and class_.row is None:
            if probe.owner is None or class_.board is not None:
                probe.owner = class_.latest()
            _look_into(probe, class_)
        elif class_.scope is probe.scope and node is not None and node.at == node.end:  # of goals
            _look_into(probe, class_)
    for function in probe.game.functions:
        if function.scope is probe.scope and _holds(function.node, probe.at):
            _look_into_function(probe, function)
    for block in (*(setup.body for setup in tree.setups), *_turn_blocks(tree)):
        if _holds(block, probe.at):
            _see(probe, block)


def _turn_blocks(tree: t.File) -> Iterator[t.Block]:
    for turn in tree.turns:
        for phase in turn.phases:
            if phase.effect is not None:
                yield t.Block(phase.at, phase.end, (*phase.inputs, *phase.effect.statements))
        if turn.default is not None:
            yield turn.default


def _holds(node: t.Node | None, at: int) -> bool:
    return node is not None and node.at <= at <= node.end


def _look_into(probe: Probe, class_: s.Class) -> None:
    for function in class_.functions.values():
        if _holds(function.node, probe.at):
            _look_into_function(probe, function)
    for action in class_.actions.values():
        if _holds(action.node, probe.at):
            probe.action, probe.event = action, action.event
            for event, trigger in action.triggers:
                if _holds(trigger.body, probe.at):
                    probe.event = event.type
            _see_inputs(probe, action.inputs)
            for block in _blocks_of(action.node):
                _see(probe, block)
    default = None if class_.node is None else class_.node.default
    if default is not None and _holds(default, probe.at):
        _see(probe, default)


def _blocks_of(action: t.Action) -> Iterator[t.Block]:
    for part in action.scopes:
        tests: list[t.Require | t.Trigger] = [*part.requires, *part.triggers]
        for block in (part.effect, *(one.body for one in part.effects), *(one.body for one in tests)):
            if block is not None:
                yield block


def _look_into_function(probe: Probe, function: s.Function) -> None:
    probe.function = function
    for parameter in function.parameters:
        probe.locals[parameter.name] = s.Local(parameter.name, parameter.type, 0, "argument")
    _see_inputs(probe, list(function.node.inputs) or function.inputs)
    if function.node.effect is not None:
        _see(probe, function.node.effect)


def _see_inputs(probe: Probe, inputs: list[t.Input]) -> None:
    for node in inputs:
        if node.variable is not None and (node.end <= probe.at or node.at > probe.at):
            probe.locals[node.name] = node.variable
        elif _holds(node, probe.at):
            _see(probe, node)


def _see(probe: Probe, node: t.Node) -> None:
    """Adds the variables that can be seen at the place, in what holds it."""
    at = probe.at
    if isinstance(node, (t.Declare, t.Input)) and node.end <= at:
        if node.variable is not None:
            probe.locals[node.name] = node.variable
        return
    whole: t.Node = node.body if isinstance(node, t.Filter) else node
    if node.at > at or whole.end < at:
        return
    if isinstance(node, (t.ForEach, t.Query)) and node.variable is not None and node.values.end < at:
        probe.locals[node.name] = node.variable
    if isinstance(node, t.For) and isinstance(node.first, t.Declare) and node.first.variable is not None:
        probe.locals[node.first.name] = node.first.variable
    if isinstance(node, t.Filter) and node.variable is not None:
        probe.locals[node.variable.name] = node.variable
    for one in walk_below(node):
        _see(probe, one)
