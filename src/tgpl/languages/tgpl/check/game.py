"""Everything a text promises, held against what it says.

In:  the loaded files. Out: a `Game` with every expression typed and every name resolved, and the problems. The
phases: declarations (declare.py), bodies (here), what tests may not do (purity.py), doubts (lint.py).

    game, problems = check(files)
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tgpl.core.types import BROKEN, NOTHING, NULL, NUMBER, PLAYER
from tgpl.languages.tgdl.desugar.board_cells import rename_board_cells
from tgpl.languages.tgdl.desugar.overrides import desugar_overrides
from tgpl.languages.tgdl.desugar.short_forms import requires_to_filters
from tgpl.languages.tgdl.desugar.to_string import complete_families
from tgpl.languages.tgdl.desugar.unnamed_actions import name_actions
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import lint
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.action_parts import check_effects
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.card_tables import is_constant
from tgpl.languages.tgpl.check.constants import check_constants
from tgpl.languages.tgpl.check.declare import declare
from tgpl.languages.tgpl.check.expressions import check_expression
from tgpl.languages.tgpl.check.kinds import check_asked_kinds
from tgpl.languages.tgpl.check.phase_names import check_during
from tgpl.languages.tgpl.check.purity import report_acting_tests
from tgpl.languages.tgpl.check.resolve import resolve, spell_type
from tgpl.languages.tgpl.check.statements import check_block, check_input, check_test, open_test
from tgpl.languages.tgpl.check.texts import check_prompt
from tgpl.languages.tgpl.check.zones import check_zone
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_returns
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.load import Loaded


def check(files: list[Loaded]) -> tuple[s.Game, list[Problem]]:
    if any(loaded.tree.expansion is not None and loaded.base is None for loaded in files):
        return s.Game("", files[-1].tree.file), []  # without its base game the rest would only be echoes
    trees = [loaded.tree for loaded in files]
    older = rename_board_cells(trees)
    name_actions(trees)
    complete_families(trees)
    requires_to_filters(trees)
    desugar_overrides(trees)
    game = declare(files)
    game.problems += older
    check_constants(game, check_expression)
    game.infer, game.check_block = partial(infer_result, game), check_block
    for function in _all_functions(game):
        infer_result(game, function)
    game.damaged = {loaded.tree.file for loaded in files if not loaded.tree.whole}
    for class_ in game.classes:
        _check_class(game, class_)
    for function in game.functions:
        _check_function(game, function)
    for turn in game.turns.values():
        _check_turn(game, turn)
    for setup, does, scope in game.setups:
        check_block(Body(check_expression, game, scope, None, does, "`setup`"), setup.body)
    check_asked_kinds(game)
    report_acting_tests(game)
    _drop_echoes(game, files)
    tall = [problem for problem in game.problems if isinstance(problem, p.TooDeep)]
    if tall:  # classes were cut off from their bases: nothing else is certain
        game.problems[:] = tall[:1]
    if not game.is_library and not any(problem.severity == "error" for problem in game.problems):
        lint.lint_game(game)
    return game, game.problems


_ECHOES = (p.MissingReturn, p.MissingReturns, p.NoEffect, p.Unused, p.Unreachable)


def _drop_echoes(game: s.Game, files: list[Loaded]) -> None:
    """Where a brace is missing, blocks are not what they seem: what depends on their ends is not said."""
    broken = {loaded.tree.file for loaded in files if not loaded.tree.braces}
    if broken:
        game.problems[:] = [q for q in game.problems if not (isinstance(q, _ECHOES) and q.span.file in broken)]
    meant = {(q.span.file, q.near) for q in game.problems if isinstance(q, p.UnknownName)}
    if meant:  # a variable that is used under a misspelt name is used
        kept = [q for q in game.problems if not (isinstance(q, p.Unused) and (q.span.file, q.name) in meant)]
        game.problems[:] = kept


# ---- classes


def _check_class(game: s.Game, class_: s.Class) -> None:
    node, scope, initial = class_.node, class_.scope, class_.initial
    if node is None or scope is None or initial is None:
        return
    for attribute in class_.attributes.values():
        if attribute.node is not None and attribute.node.value is not None:
            body = Body(check_expression, game, scope, class_, initial, "An initial value")
            before = len(game.problems)
            body.value(attribute.node.value, attribute.type, f"`{attribute.name}`")
            is_cell = class_.row is not None and attribute.node not in node.attributes
            if is_cell and len(game.problems) == before and not is_constant(attribute.node.value):
                type_ = body.show_type(attribute.type)
                body.report(p.CellNotConstant(body.span(attribute.node.value), attribute.name, type_))
    if class_.kind == "zone":
        check_zone(Body(check_expression, game, scope, class_, initial, ""), class_)
    for function in class_.functions.values():
        _check_function(game, function)
    for action in class_.actions.values():
        _check_action(game, action)
    if node.default is not None:
        check_block(Body(check_expression, game, scope, class_, initial, "A `default`"), node.default)


# ---- functions


def _all_functions(game: s.Game) -> list[s.Function]:
    return [*game.functions, *(function for class_ in game.classes for function in class_.functions.values())]


def infer_result(game: s.Game, function: s.Function) -> None:
    """What a verb gives, where only its `return`s say it: its body is checked for that alone, and again later."""
    node, scope = function.node, function.scope
    if function.inferring != "wanted" or scope is None:
        return
    if function.original is not None:
        infer_result(game, function.original)
        function.inferring, function.returns = "", function.original.returns
        return
    function.inferring = "going on"
    kept, game.problems = game.problems, []
    body = Body(check_expression, game, scope, function.owner, function, "")
    body.result = BROKEN
    _check_arguments(body, node)
    for input_ in function.inputs:
        check_input(body, input_)
    if node.effect is not None:
        check_block(body, node.effect)
    game.problems = kept
    function.side_effects.clear()
    function.calls.clear()
    function.inferring = ""
    values = [found.value for found in walk_returns(node.effect) if found.value is not None]
    types = list(dict.fromkeys(value.type for value in values if value.type not in (NULL, BROKEN, None)))
    if len(types) > 1 and all(type_ in (NUMBER, PLAYER) for type_ in types):
        types = [NUMBER]
    if len(types) > 1:
        words = ", ".join(f"`{body.show_type(type_)}`" for type_ in types if type_ is not None)
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        game.problems.append(p.UnlikeResults(span, function.name, words))
    function.returns = (
        BROKEN if len(types) > 1 or (values and not types) else (types[0] or BROKEN if types else NOTHING)
    )


def _check_function(game: s.Game, function: s.Function) -> None:
    node, scope = function.node, function.scope
    if scope is None:
        return
    where = f"The function `{function.name}`"
    body = Body(check_expression, game, scope, function.owner, function, where)
    body.result = function.returns
    if function.original is None:
        _check_arguments(body, node)
        for input_ in function.inputs:
            _check_declared_input(body, function, input_)
    else:
        _inherit_inputs(body, function.parameters, function.inputs, function.original)
    if node.effect is None:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        body.report(p.NoEffect(span, "function", function.name))
        return
    if not node.says_returns and not node.inferred and function.original is None and not node.override:
        _report_missing_returns(body, function, node.effect)
        return
    if check_block(body, node.effect) and function.returns not in (NOTHING, BROKEN):
        end = Span(scope.file, node.effect.end - 1, node.effect.end)
        body.report(p.MissingReturn(end, where, str(function.returns)))


def _check_arguments(body: Body, node: t.Function) -> None:
    for input_ in node.inputs:
        if input_.mode != "function":
            continue
        type_ = body.type_of(input_.type_name)
        if input_.value is not None:
            body.value(input_.value, type_, f"`{input_.name}`")
        if input_.filters or input_.among is not None or input_.low is not None:
            body.report(p.FilterOnArgument(Span(body.file, input_.name_at, input_.end)))
        if input_.prompt is not None:
            check_prompt(open_test(body, "A question"), input_, input_.prompt)
        input_.variable = body.declare(input_.name, input_.name_at, type_, "argument")


def _check_declared_input(body: Body, owner: s.Callable, node: t.Input) -> None:
    """An input of a function or phase: asking it is something that the whole does."""
    if node.mode == "player":
        owner.side_effects.append(s.SideEffect("ask", Span(body.file, node.at, node.name_at + len(node.name))))
    check_input(body, node)


def _inherit_inputs(
    body: Body, parameters: list[s.Parameter], inputs: list[t.Input], original: s.Function | s.Action
) -> None:
    """The inputs of the original can be seen in an override; they are checked where they stand."""
    scope = original.scope
    for parameter in parameters:
        body.declare(parameter.name, 0, parameter.type, "argument")
    for input_ in inputs:
        if input_.name not in body.locals and scope is not None:
            body.declare(input_.name, 0, resolve(input_.type_name, scope, []), "input")
        if isinstance(original, s.Function) and input_.mode == "player":
            body.callable.side_effects.append(s.SideEffect("ask", Span(original.file, input_.at, input_.end)))


def _report_missing_returns(body: Body, function: s.Function, effect: t.Block) -> None:
    """A function without `returns`: reported with the type that all of its `return`s agree on."""
    before = len(body.problems)
    body.result = BROKEN
    check_block(body, effect)
    node = function.node
    span = Span(body.file, node.name_at, node.name_at + len(node.name))
    damaged = body.file in body.game.damaged  # some statement could not be read: perhaps a `return`
    result = None if damaged else _find_plain_result(body, list(walk_returns(effect)))
    body.problems.insert(before, p.MissingReturns(span, function.name, result))


def _find_plain_result(body: Body, found: list[t.Return]) -> str | None:
    """What a function plainly gives, as `returns` would say it; "" for nothing, None if that is not plain."""
    values = [node.value for node in found if node.value is not None]
    if not values:
        return ""
    types = {value.type for value in values if value.type is not NULL}
    if len(values) < len(found) or len(types) != 1:
        return None
    return spell_type(types.pop(), body.scope)


# ---- actions


def _check_action(game: s.Game, action: s.Action) -> None:
    node, scope = action.node, action.scope
    if scope is None:
        return
    body = Body(check_expression, game, scope, action.owner, action, "The effect of an action")
    if action.original is None:
        check_during(body, action)
        _check_tests(body, action)
        body.event = action.event
        for input_ in action.inputs:
            check_input(body, input_)
    else:
        body.event = action.event
        _inherit_inputs(body, action.parameters, action.inputs, action.original)
    span = Span(scope.file, node.name_at, node.name_at + len(node.name))
    if any(part.manner == "choice" for part in node.scopes):  # which of its parts are done is a question
        action.side_effects.append(s.SideEffect("ask", span))
    if node.is_structured:
        check_effects(body, action)
    elif node.effect is None:
        body.report(p.NoEffect(span, "goal" if node.goal else "action", action.name))
    else:
        check_block(body, node.effect)


def _check_tests(body: Body, action: s.Action) -> None:
    for require in (one for scope in action.node.scopes for one in scope.requires):
        if require.combined is not None:
            continue
        inner = open_test(body, "This require")
        _hide_inputs(inner, action, "the require")
        check_test(inner, require.body, "This require")
    for event, trigger in action.triggers:
        if trigger.body is not None and trigger.body.statements:
            inner = open_test(body, "This trigger")
            inner.event = event.type
            _hide_inputs(inner, action, "the trigger")
            check_test(inner, trigger.body, "This trigger")


def _hide_inputs(body: Body, action: s.Action, where: str) -> None:
    for input_ in action.inputs:
        if input_.name not in body.members:
            body.hidden[input_.name] = partial(_too_early, input_.name, where)


def _too_early(name: str, where: str, span: Span) -> Problem:
    return p.InputTooEarly(span, name, where)


# ---- turns


def _check_turn(game: s.Game, turn: s.Turn) -> None:
    for phase in turn.phases.values():
        _check_phase(game, phase)
    if turn.default is None:
        return
    node, does, scope = turn.default
    body = Body(check_expression, game, scope, None, does, "A turn's `default`")
    body.result = PLAYER
    completes = check_block(body, node)
    passes = any(effect.what in ("pass", "use") for effect in does.side_effects) or does.calls
    if completes and not passes and not any(found.value is not None for found in walk_returns(node)):
        body.report(p.DefaultGivesNothing(Span(scope.file, node.at, node.at + 1), turn.name))


def _check_phase(game: s.Game, phase: s.Phase) -> None:
    node, scope = phase.node, phase.scope
    if scope is None:
        return
    body = Body(check_expression, game, scope, None, phase, "A phase")
    for input_ in node.inputs:
        if input_.mode == "function":
            body.report(p.FunctionInputElsewhere(Span(scope.file, input_.at, input_.name_at), "a phase"))
        _check_declared_input(body, phase, input_)
    if node.simultaneous and (node.effect is not None or node.inputs):
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        body.report(p.SimultaneousEffect(span, node.name))
    if node.effect is not None:
        check_block(body, node.effect)
    elif node.inputs and not node.simultaneous:
        span = Span(scope.file, node.name_at, node.name_at + len(node.name))
        body.report(p.NoEffect(span, "phase", node.name))
