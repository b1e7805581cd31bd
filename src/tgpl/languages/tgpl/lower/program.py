"""A checked game to the core.

In:  a `Game` without errors. Out: a core `Program`, in which nothing of TGPL's spelling is left.

    program = lower(game)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NULL, NUMBER, PLAYER
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.adjacency import is_hollow, shape_of
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.grid_headings import expand_headings
from tgpl.languages.tgpl.check.own_names import fill_own_name
from tgpl.languages.tgpl.check.zones import is_ordered
from tgpl.languages.tgpl.lower.action_parts import PartsLowerer, everybody_wins, find_parts
from tgpl.languages.tgpl.lower.adjacency import connect_tiles, priced_class, sees_connections
from tgpl.languages.tgpl.lower.deck_contents import fill_deck
from tgpl.languages.tgpl.lower.dice import dice_to_texts
from tgpl.languages.tgpl.lower.during import add_during
from tgpl.languages.tgpl.lower.expressions import Lowering
from tgpl.languages.tgpl.lower.implicit_events import core_type, match_event
from tgpl.languages.tgpl.lower.null_equality import make_comparison
from tgpl.languages.tgpl.lower.statements import StatementLowerer
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def lower(game: s.Game) -> n.Program:
    lowering = Lowering(game)
    synthetic = lowering.synthetic
    replaced = {function.original for function in game.functions} - game.called  # and not even reached by `base`
    functions = tuple(_lower_function(lowering, function) for function in game.functions if function not in replaced)
    classes = tuple(_lower_class(lowering, class_) for class_ in _bases_first(game))
    turns = tuple(_lower_turn(lowering, turn) for turn in game.turns.values())
    setups = _lower_setups(lowering)
    span = Span(game.file, 0, 0)
    classes = (
        *lowering.zones.make_root(span),
        *lowering.events.make_classes(span),
        *(synthetic.extend(class_) for class_ in classes),
    )
    functions += tuple(synthetic.functions)
    if synthetic.priced_type is not None:
        classes += (priced_class(synthetic.priced_type, span),)
    functions += tuple(make_comparison(name, type_, span) for type_, name in synthetic.comparisons.items())
    connections = sees_connections(game, (*classes, *functions, *turns, *setups))
    goals = None if game.goals is None else game.goals.type.name
    return dice_to_texts(
        n.Program(
            span, game.name, game.players, classes, functions, turns, setups, connections, goals,
            names=game.names, colors=game.colors, rulebook=game.rulebook,
            enums=tuple(enum.type for enum in game.enums),
        )
    )  # fmt: skip


def _lower_setups(lowering: Lowering) -> tuple[n.Block, ...]:
    """One for each file that has some; which of them runs may depend on the number of players."""
    files = list(dict.fromkeys(scope.file for _, _, scope in lowering.game.setups))
    found = []
    for file in files:
        lowerer = StatementLowerer(lowering, file, None)
        own = [setup for setup, _, scope in lowering.game.setups if scope.file is file]
        plain = next((lowerer.lower_block(setup.body) for setup in own if setup.numbers is None), None)
        branches = tuple(
            (_test_player_count(lowerer, setup), lowerer.lower_block(setup.body)) for setup in own if setup.numbers
        )
        if not branches:
            assert plain is not None
            found.append(plain)
        else:
            span = lowerer.span(own[0])
            found.append(n.Block(span, (n.If(span, branches, plain),)))
    filled = lowering.zones.fill_after_setup()
    if filled and found:
        found[-1] = n.Block(found[-1].span, (*found[-1].statements, *filled))
    return tuple(found)


def _test_player_count(lowerer: StatementLowerer, setup: t.Setup) -> n.Expr:
    """Whether so many play as a setup is for."""
    span, (low, high) = lowerer.span(setup), setup.numbers or (0.0, 0.0)
    count = n.Operate(span, NUMBER, "player.count", ())
    if low == high:
        return n.Equal(span, BOOL, count, n.Literal(span, NUMBER, low), False)
    least = n.Compare(span, BOOL, ">=", count, n.Literal(span, NUMBER, low))
    return n.Logic(span, BOOL, "&&", least, n.Compare(span, BOOL, "<=", count, n.Literal(span, NUMBER, high)))


def _bases_first(game: s.Game) -> list[s.Class]:
    ordered: dict[s.Class, None] = {}
    for class_ in game.classes:
        for step in reversed(list(class_.lineage())):
            if step.file is not None:
                ordered[step] = None
    return list(ordered)


# ---- classes


def _lower_class(lowering: Lowering, class_: s.Class) -> n.Class:
    node, file = class_.node, class_.file
    assert node is not None and file is not None
    lowerer = StatementLowerer(lowering, file, class_)
    own = tuple(_lower_attribute(lowerer, a) for a in class_.attributes.values())
    attributes = (*lowering.zones.list_attributes(class_), *own)
    board = class_.board.type.name if class_.board is not None else None
    base = class_.base.type.name if class_.base is not None and class_.base.base is not None else None
    return n.Class(
        Span(file, node.name_at, node.name_at + len(node.name)),
        class_.type.name,
        class_.name,
        class_.type.kind,
        class_.visibility,
        base,
        attributes,
        (
            *(_lower_function(lowering, function) for function in class_.functions.values()),
            *lowering.zones.list_functions(class_),
            *_lower_zone_parts(lowerer, class_),
        ),
        tuple(made for action in class_.actions.values() for made in _lower_actions(lowering, action)),
        tuple(group.type.name for group in class_.groups.values()),
        element_of(class_.type, class_) if class_.kind == "stack" else None,
        _lower_default(lowering, class_),
        _lower_geometry(class_) if class_.kind == "group" else None,
        board,
        class_.newer is not None,
        _lower_display(class_, node),
        "" if class_.kind != "zone" else "ordered" if is_ordered(class_) else "loose",
        lowering.zones.lists.where if class_.in_zones else "",
    )


def _lower_zone_parts(lowerer: StatementLowerer, class_: s.Class) -> tuple[n.Function, ...]:
    zone = class_.node.zone if isinstance(class_.node, t.Class) else None
    if zone is None:
        return ()
    capacity = None if zone.capacity is None else lowerer.lower_as(zone.capacity, NUMBER)
    source = None if zone.source is None else lowerer.lower_expression(zone.source)
    return lowerer.zones.list_parts(class_, capacity, source)


def _lower_default(lowering: Lowering, class_: s.Class) -> n.Block | None:
    """What is done with a new one. A group or board connects its tiles first and a deck is filled, so it repeats what it inherits."""
    first = fill_deck(class_) if class_.kind == "stack" else connect_tiles(lowering.synthetic, class_)
    for step in class_.lineage() if first else (class_,):
        if step.node is not None and step.file is not None and step.node.default is not None:
            block = StatementLowerer(lowering, step.file, step).lower_block(step.node.default)
            return n.Block(block.span, (*first, block)) if first else block
    return n.Block(first[0].span, tuple(first)) if first else None


def _lower_display(class_: s.Class, node: t.Class | t.Group) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if isinstance(node, t.Group):
        return tuple(
            (hint.word, tuple(expand_headings(text for text, _, _ in hint.texts) or ())) for hint in node.display
        )
    return fill_own_name(class_, node)


def _lower_attribute(lowerer: StatementLowerer, attribute: s.Attribute) -> n.AttributeOf:
    node = attribute.node
    assert node is not None
    span = Span(lowerer.file, node.name_at, node.name_at + len(node.name))
    if attribute.makes is not None:
        made = attribute.makes.latest().type
        span = Span(lowerer.file, node.at, node.end)
        initial: n.Expr = n.Make(span, made, made.name, (), ())
    elif node.value is None:
        initial = n.Literal(span, NULL, None)
    else:
        initial = lowerer.lower_as(node.value, attribute.type)
    return n.AttributeOf(span, attribute.name, attribute.type, initial, attribute.private)


def _lower_geometry(group: s.Class) -> n.Geometry:
    shape, around, orientation = shape_of(group)
    rows = tuple(tuple(None if cell is None else cell.latest().type.name for cell in row) for row in group.rows)
    if shape == "square":
        return n.Geometry(shape, around, None, rows, orientation != "row", is_hollow(group))
    return n.Geometry(shape, around, orientation, rows, True, is_hollow(group))


# ---- functions and actions


def _lower_function(lowering: Lowering, function: s.Function) -> n.Function:
    node = function.node
    original = function
    while original.original is not None:
        original = original.original
    outer = StatementLowerer(lowering, original.file, original.owner)
    inner = StatementLowerer(lowering, function.file, function.owner)
    parameters = tuple(_lower_parameter(outer, parameter, original.node) for parameter in function.parameters)
    inputs = tuple(outer.lower_input(i, original.scope) for i in function.inputs)
    span = Span(function.file, node.name_at, node.name_at + len(node.name))
    assert node.effect is not None
    body = inner.lower_giving(function.returns, node.effect)
    name = function.core or function.name
    return n.Function(span, name, parameters, inputs, function.returns, body)


def _lower_parameter(lowerer: StatementLowerer, parameter: s.Parameter, node: t.Function) -> n.Parameter:
    span = Span(lowerer.file, node.name_at, node.name_at + len(node.name))
    default: n.Expr | None = None
    if parameter.value is not None:
        default = lowerer.lower_as(parameter.value, parameter.type)
    elif parameter.optional:
        default = n.Literal(span, NULL, None)
    return n.Parameter(span, parameter.name, parameter.type, default)


def _lower_actions(lowering: Lowering, action: s.Action) -> tuple[n.Action, ...]:
    """An action, and what its parts become if it has several."""
    root = action.root
    outer = StatementLowerer(lowering, root.file, root.owner, root)
    inputs = tuple(outer.lower_input(i, root.scope) for i in action.inputs)
    if not root.node.is_structured:
        made = _lower_action(lowering, action, root, outer, inputs)
        return (add_during(lowering.game, action, _add_permission(lowering, action, made)),)
    if action is root:
        main, *parts = PartsLowerer(outer, action, inputs).lower_all()
        return (add_during(lowering.game, action, _add_permission(lowering, action, main)), *parts)
    return _lower_overrides(lowering, action, root, inputs)


def _add_permission(lowering: Lowering, action: s.Action, made: n.Action) -> n.Action:
    """An action that somebody may forbid to an object: it has an attribute that says so, and a require."""
    attribute = lowering.game.allowed.get(action)
    if attribute is None or action.owner is None:
        return made
    span, name = made.span, lowering.synthetic.allowed[attribute]
    true = n.Literal(span, BOOL, True)
    lowering.synthetic.keep_attribute(action.owner, n.AttributeOf(span, name, BOOL, true, False))
    asked = n.Attribute(span, BOOL, n.This(span, action.owner.latest().type), name)
    fields = {field: getattr(made, field) for field in n.Action.__match_args__}
    fields["requires"] = (n.Block(span, (n.Return(span, asked),)), *made.requires)
    return n.Action(**fields)


def _lower_action(
    lowering: Lowering, action: s.Action, root: s.Action, outer: StatementLowerer, inputs: tuple[n.Input, ...]
) -> n.Action:
    node = action.node
    inner = StatementLowerer(lowering, action.file, action.owner, action)
    triggers = tuple(_lower_trigger(outer, event, trigger) for event, trigger in action.triggers)
    assert node.effect is not None
    effect = inner.lower_block(node.effect)
    span = Span(action.file, node.name_at, node.name_at + len(node.name))
    if root.node.goal:
        effect = n.Block(effect.span, (*effect.statements, everybody_wins(span)))
    return n.Action(
        span,
        action.name,
        action.order,
        node.priority,
        inputs,
        tuple(outer.lower_giving(BOOL, require.body) for require in root.node.requires),
        triggers,
        lowering.events.wrap_action(span, action, None, effect),
        action.original is not None,
    )


def _lower_overrides(
    lowering: Lowering, action: s.Action, root: s.Action, inputs: tuple[n.Input, ...]
) -> tuple[n.Action, ...]:
    """The effects that an override of an action with parts replaces."""
    lowerer = StatementLowerer(lowering, action.file, action.owner, action)
    replaced = PartsLowerer(lowerer, root, inputs)
    return tuple(
        replaced.lower_override(scope, part)
        for scope in action.node.scopes
        for part in find_parts(scope)
        if not part.phase
    )


def _lower_trigger(lowerer: StatementLowerer, event: s.Class, node: t.Trigger) -> n.Trigger:
    body = lowerer.lower_giving(BOOL, node.body) if node.body is not None and node.body.statements else None
    listener, span = lowerer.game.listeners.get(node), lowerer.span(node)
    condition = None if listener is None else match_event(span, event, listener)
    if condition is not None and body is None:
        body = n.Block(span, (n.Return(span, condition),))
    elif condition is not None and body is not None:
        no = n.Block(span, (n.Return(span, n.Literal(span, BOOL, False)),))
        body = n.Block(body.span, (n.If(span, ((n.Not(span, BOOL, condition), no),), None), *body.statements))
    return n.Trigger(span, core_type(event.type).name, body)


# ---- turns


def _lower_turn(lowering: Lowering, turn: s.Turn) -> n.Turn:
    span = Span(turn.file, turn.node.name_at, turn.node.name_at + len(turn.name))
    default = None
    if turn.default is not None:
        node, _, scope = turn.default
        default = StatementLowerer(lowering, scope.file, None).lower_giving(PLAYER, node)
    return n.Turn(span, turn.name, tuple(_lower_phase(lowering, phase) for phase in turn.phases.values()), default)


def _lower_phase(lowering: Lowering, phase: s.Phase) -> n.Phase:
    node = phase.node
    lowerer = StatementLowerer(lowering, phase.file, None)
    span = Span(phase.file, node.name_at, node.name_at + len(node.name))
    inputs = tuple(lowerer.lower_input(i, phase.scope) for i in node.inputs)
    effect = None if node.effect is None else lowerer.lower_block(node.effect)
    return n.Phase(span, node.name, node.simultaneous, inputs, effect)
