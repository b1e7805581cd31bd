"""Doubts about the game as a whole: what can never happen in it.

In:  a `Game` without mistakes. Out: warnings among its problems: actions that nothing starts, tests that nothing
passes, inputs without candidates, phases and turns that nobody enters, an end, a pass of the turn.
"""

from __future__ import annotations

from tgpl.core.types import ClassType, Collection
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.constant_tests import Constants
from tgpl.languages.tgpl.check.purity import Reach
from tgpl.languages.tgpl.check.values import lint_switches
from tgpl.languages.tgpl.check.zones import REFILLING
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import SourceFile, Span


def lint_game(game: s.Game) -> None:
    constants = Constants(game)
    for class_ in game.classes:
        for action in class_.actions.values():
            if action.original is None:
                _lint_action(game, constants, class_, action)
    for function in _functions(game):
        for input_ in function.inputs:
            _lint_input(game, constants, function.file, input_)
    for turn in game.turns.values():
        for phase in turn.phases.values():
            for input_ in phase.node.inputs:
                _lint_input(game, constants, phase.file, input_)
    lint_switches(game)
    _lint_turns(game)
    _lint_course(game)


def _functions(game: s.Game) -> list[s.Function]:
    own = [function for class_ in game.classes for function in class_.functions.values()]
    return [function for function in (*own, *game.functions) if function.original is None]


def _name_span(file: SourceFile, node: t.Action | t.Input | t.Turn | t.Phase) -> Span:
    return Span(file, node.name_at, node.name_at + len(node.name))


# ---- actions


def _lint_action(game: s.Game, constants: Constants, class_: s.Class, action: s.Action) -> None:
    for require in action.node.requires:
        _lint_test(game, constants, action.file, require.body, "This require")
    for _, trigger in action.triggers:
        if trigger.body is not None:
            _lint_test(game, constants, action.file, trigger.body, "This trigger")
    for input_ in action.inputs:
        _lint_input(game, constants, action.file, input_)
    why = _never_starts(game, class_, action)
    if action.name == REFILLING:
        return  # nobody wrote it
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
    return event.file is None or any(made.derives(event) for made in game.ever_made())


def _exists(game: s.Game, class_: s.Class) -> bool:
    """Whether the game ever has one of this class or of one derived from it."""
    if any(made.derives(class_) for made in game.ever_made()):
        return True
    return any(
        c.derives(class_) and (c.visibility == "global" or c.kind == "group") and c.newer is None for c in game.classes
    )


def _belongs_to_nobody(game: s.Game, class_: s.Class, action: s.Action) -> bool:
    """A choice on objects that no player ever gets."""
    chosen = _is_chosen(action)
    everybodys = class_.visibility == "global" or class_.kind in ("tile", "board")
    if not chosen or everybodys or len(action.triggers) > 1:
        return False
    return not any(a.derives(class_) or class_.derives(a) for a in game.assigned)


def _is_chosen(action: s.Action) -> bool:
    return any(event.name == "PlayerChoiceEvent" and event.file is None for event, _ in action.triggers)


# ---- the course of the game


def _lint_course(game: s.Game) -> None:
    """Whether players who choose ever come to an end, and to each other's turn."""
    reach = Reach(game)
    live = [
        action
        for class_ in game.classes
        for action in class_.actions.values()
        if _never_starts(game, class_, action.root) is None
    ]
    chosen = [action for action in live if _is_chosen(action.root)]
    if not chosen:
        return
    phases = [phase for turn in game.turns.values() for phase in turn.phases.values()]
    defaults = [turn.default[1] for turn in game.turns.values() if turn.default is not None]
    setups = [does for _, does, _ in game.setups]
    if not any("winner" in reach.side_effects(one) for one in (*live, *phases, *defaults, *setups)):
        game.problems.append(p.NeverEnds(game.directive))
    elif game.players[1] > 1 and not any(phase.node.simultaneous for phase in phases):
        passed = any({"pass", "use"} & set(reach.side_effects(action)) for action in live)
        if not passed and not all(_ends(reach, action) for action in chosen):
            game.problems.append(p.NeverPasses(_name_span(chosen[0].file, chosen[0].node), chosen[0].name))


def _ends(reach: Reach, action: s.Action) -> bool:
    """Whether an action surely ends the game, or may do so through what it calls."""
    called = any("winner" in reach.side_effects(callee) for callee, _ in action.calls)
    return called or action.node.effect is None or _block_ends(action.node.effect)


def _block_ends(node: t.Block) -> bool:
    return any(
        isinstance(one, (t.Winner, t.Win))
        or (isinstance(one, t.Block) and _block_ends(one))
        or (
            isinstance(one, t.If)
            and one.otherwise is not None
            and all(_block_ends(body) for body in (*(body for _, body in one.branches), one.otherwise))
        )
        or (
            isinstance(one, t.Switch)
            and (one.otherwise is not None or one.complete)
            and all(_block_ends(body) for body in one.bodies)
        )
        for one in node.statements
    )


# ---- inputs and tests


def _lint_input(game: s.Game, constants: Constants, file: SourceFile, node: t.Input) -> None:
    constants.note(node)
    for filter_ in node.filters:
        _lint_test(game, constants, file, filter_.body, "This filter")
    variable = node.variable
    if node.among is not None or not isinstance(variable, s.Local):
        return
    type_ = variable.type.of if isinstance(variable.type, Collection) else variable.type
    if isinstance(type_, ClassType):
        class_ = game.by_type[type_]
        if class_.file is not None and not _exists(game, class_):
            game.problems.append(p.NeverMade(_name_span(file, node), node.name, class_.name))


def _lint_test(game: s.Game, constants: Constants, file: SourceFile, body: t.Block, where: str) -> None:
    result = constants.is_false(body)
    if result is not None:
        game.problems.append(p.AlwaysFalse(Span(file, result.at, result.end), where))


# ---- turns


def _lint_turns(game: s.Game) -> None:
    for i, turn in enumerate(game.turns.values()):
        used = i == 0 or turn.name in game.used_turns or game.uses_by_variable
        if not used:
            game.problems.append(p.TurnNeverUsed(_name_span(turn.file, turn.node), turn.name))
        if game.passes_by_variable or turn.default is None:
            continue
        for phase in list(turn.phases.values())[1:]:
            if phase.name not in game.entered:
                game.problems.append(p.NeverEntered(_name_span(phase.file, phase.node), phase.name))
