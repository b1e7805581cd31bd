"""Doubts about the game as a whole: what can never happen in it.

In:  a `Game` without mistakes. Out: warnings among its problems: actions that nothing starts, tests that nothing
passes, inputs without candidates, phases and turns that nobody enters.
"""

from __future__ import annotations

from tgpl.core.types import ClassType, Collection
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl import symbols as s
from tgpl.languages.tgpl import tree as t
from tgpl.languages.tgpl.operators import could_be
from tgpl.source import SourceFile, Span


def doubt(game: s.Game) -> None:
    for class_ in game.classes:
        for action in class_.actions.values():
            _action(game, class_, action)
    for function in _functions(game):
        for input_ in function.inputs:
            _input(game, function.file, input_)
    for turn in game.turns.values():
        for phase in turn.phases.values():
            for input_ in phase.node.inputs:
                _input(game, phase.file, input_)
    _turns(game)


def _functions(game: s.Game) -> list[s.Function]:
    own = [function for class_ in game.classes for function in class_.functions.values()]
    return [function for function in (*own, *game.functions) if function.original is None]


def _name_span(file: SourceFile, node: t.Action | t.Input | t.Turn | t.Phase) -> Span:
    return Span(file, node.name_at, node.name_at + len(node.name))


# ---- actions


def _action(game: s.Game, class_: s.Class, action: s.Action) -> None:
    if action.original is not None:
        return
    for require in action.node.requires:
        _test(game, action.file, require.body, require, "This require")
    for _, trigger in action.triggers:
        if trigger.body is not None:
            _test(game, action.file, trigger.body, trigger, "This trigger")
    for input_ in action.inputs:
        _input(game, action.file, input_)
    why = _never_starts(game, class_, action)
    if why is not None:
        game.problems.append(p.NeverTriggered(_name_span(action.file, action.node), action.name, why))
    elif _belongs_to_nobody(game, class_, action):
        game.problems.append(p.NeverOwned(_name_span(action.file, action.node), class_.name, action.name))


def _never_starts(game: s.Game, class_: s.Class, action: s.Action) -> str | None:
    if not _exists(game, class_):
        return f"no `{class_.name}` is ever made"
    versions = {action, *(member for c in game.classes for member in c.actions.values() if _overrides(member, action))}
    if versions & game.called:
        return None
    if not action.triggers:
        return "it has no trigger and nothing calls it"
    if all(not _thrown(game, event) for event, _ in action.triggers):
        names = ", ".join(f"`{event.name}`" for event, _ in action.triggers)
        return f"nothing ever throws {names}"
    return None


def _overrides(member: s.Action, original: s.Action) -> bool:
    step: s.Action | None = member
    while step is not None and step is not original:
        step = step.original
    return step is original


def _thrown(game: s.Game, event: s.Class) -> bool:
    return event.file is None or any(made.derives(event) for made in game.made)


def _exists(game: s.Game, class_: s.Class) -> bool:
    """Whether the game ever has one of this class or of one derived from it."""
    if any(made.derives(class_) for made in game.made):
        return True
    return any(
        c.derives(class_) and (c.visibility == "global" or c.kind == "group") and c.newer is None for c in game.classes
    )


def _belongs_to_nobody(game: s.Game, class_: s.Class, action: s.Action) -> bool:
    """A choice on objects that no player ever gets."""
    chosen = any(event.name == "PlayerChoiceEvent" and event.file is None for event, _ in action.triggers)
    everybodys = class_.visibility == "global" or class_.kind in ("tile", "board")
    if not chosen or everybodys or len(action.triggers) > 1:
        return False
    return not any(a.derives(class_) or class_.derives(a) for a in game.assigned)


# ---- inputs and tests


def _input(game: s.Game, file: SourceFile, node: t.Input) -> None:
    for filter_ in node.filters:
        _test(game, file, filter_.body, filter_, "This filter")
    variable = node.variable
    if node.among is not None or not isinstance(variable, s.Local):
        return
    type_ = variable.type.of if isinstance(variable.type, Collection) else variable.type
    if isinstance(type_, ClassType):
        class_ = game.by_type[type_]
        if class_.file is not None and not _exists(game, class_):
            game.problems.append(p.NeverMade(_name_span(file, node), node.name, class_.name))


def _test(game: s.Game, file: SourceFile, body: t.Block, node: t.Node, where: str) -> None:
    results = _results(body)
    if results and all(constant(result) is False for result in results):
        start = results[0].at
        game.problems.append(p.AlwaysFalse(Span(file, start, results[0].end), where))


def _results(node: t.Block | None) -> list[t.Expr]:
    """What the returns of a block give."""
    found: list[t.Expr] = []
    for statement in node.statements if node is not None else ():
        if isinstance(statement, t.Return) and statement.value is not None:
            found.append(statement.value)
        elif isinstance(statement, t.If):
            for _, body in statement.branches:
                found += _results(body)
            found += _results(statement.otherwise)
        elif isinstance(statement, (t.While, t.For, t.ForEach)):
            found += _results(statement.body)
        elif isinstance(statement, t.Block):
            found += _results(statement)
    return found


def constant(node: t.Expr) -> object:
    """The value of an expression that is the same in every game; `...` if it is not."""
    if isinstance(node, t.Literal):
        return node.value
    if isinstance(node, t.Unary):
        inner = constant(node.value)
        if inner is ... or inner is None:
            return ...
        return not inner if node.op == "!" else -float(str(inner))
    if isinstance(node, t.TypeTest) and node.op == "is":
        got, tested = node.value.type, node.tested
        return False if got is not None and tested is not None and not could_be(got, tested) else ...
    if isinstance(node, t.Binary):
        return _constant_binary(node)
    return ...


def _constant_binary(node: t.Binary) -> object:
    left, right = constant(node.left), constant(node.right)
    if node.op in ("&&", "&") and (left is False or right is False):
        return False
    if node.op in ("||", "|") and (left is True or right is True):
        return True
    if node.op in ("==", "!=") and _never_null(node.left, right, node.right, left):
        return node.op == "!="
    if left is ... or right is ...:
        return ...
    if node.op in ("&&", "&"):
        return left is True and right is True
    if node.op in ("||", "|"):
        return left is True or right is True
    if node.op in ("==", "!="):
        return (left == right) == (node.op == "==")
    if isinstance(left, float) and isinstance(right, float):
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}.get(node.op, ...)
    return ...


def _never_null(left: t.Expr, right_value: object, right: t.Expr, left_value: object) -> bool:
    """`x == null` where x is an input that is never null."""
    for side, other in ((left, right_value), (right, left_value)):
        if other is None and isinstance(side, t.Name) and isinstance(side.refers, s.Local):
            if side.refers.never_null and not side.refers.assigned:
                return True
    return False


# ---- turns


def _turns(game: s.Game) -> None:
    for i, turn in enumerate(game.turns.values()):
        used = i == 0 or turn.name in game.used_turns or game.uses_by_variable
        if not used:
            game.problems.append(p.TurnNeverUsed(_name_span(turn.file, turn.node), turn.name))
        if game.passes_by_variable or turn.default is None:
            continue
        for phase in list(turn.phases.values())[1:]:
            if phase.name not in game.entered:
                game.problems.append(p.NeverEntered(_name_span(phase.file, phase.node), phase.name))
