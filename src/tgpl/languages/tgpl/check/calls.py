"""Calls: of functions, actions and what is predefined.

In:  a `Body` and a call. Out: the type of its result; the node refers to what is called.
"""

from __future__ import annotations

from tgpl.core.types import ANY, BOOL, BROKEN, NOTHING, NULL, NUMBER, TEXT, ClassType, Collection, KindType, Type
from tgpl.languages.tgdl.desugar.older_members import find_older_member
from tgpl.languages.tgdl.desugar.to_string import expand_call, expand_own_call
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.builtins import (
    ANYTHING,
    DICE,
    DICE_MEMBERS,
    EXPRESSION_WORDS,
    FUNCTIONS,
    NAMESPACES,
    PILE,
    collection_members,
    element_of,
    fill_in,
    kind_operation,
)
from tgpl.languages.tgpl.check.queries import report_asked, report_change, report_done, report_made_anew
from tgpl.languages.tgpl.check.several import GIVING_SEVERAL, TAKING_SEVERAL, check_one_or_several
from tgpl.languages.tgpl.check.suggestions import near_call, near_member, near_operation
from tgpl.languages.tgpl.check.texts import check_shown
from tgpl.languages.tgpl.check.values import check_all, find_enum
from tgpl.languages.tgpl.check.zones import (
    check_copied_list,
    check_move,
    check_move_several,
    check_zone_member,
    find_several,
)
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.dice_formula import COMPARISONS
from tgpl.text.source import Span


def check_call(b: Body, node: t.Call) -> Type:
    callee = node.callee
    if isinstance(callee, t.Name):
        return _check_by_name(b, node, callee)
    if isinstance(callee, t.Member):
        return _check_by_member(b, node, callee)
    got = b.expression(callee)
    if got is not BROKEN:
        b.report(p.Unexpected(b.span(node), "these parentheses", "the name of a function before them"))
    return _check_broken_call(b, node)


def _check_broken_call(b: Body, node: t.Call) -> Type:
    """Looks at the arguments of a call that is wrong already."""
    for argument in node.arguments:
        if not isinstance(argument.value, t.Braces):
            b.expression(argument.value)
    return BROKEN


# ---- who is called


def _check_by_name(b: Body, node: t.Call, callee: t.Name) -> Type:
    """`f(…)`: a member of this object, a function, something predefined."""
    name = callee.name
    found: object = None
    if name in b.locals:
        b.locals[name].used = True
    elif b.owner is not None:
        found = b.members.get(name) or kind_operation(b.owner, name)
    if found is not None and b.owner is not None:
        return _check_member_call(b, node, found, b.owner.type, b.owner)
    symbol = b.scope.find(name)
    if isinstance(symbol, s.Function):
        return _check_function_call(b, node, symbol)
    if name in FUNCTIONS:
        return _check_operation(b, node, FUNCTIONS[name], name, NOTHING, None)
    if expand_own_call(b, node):
        return TEXT
    _report_unknown_function(b, callee, symbol)
    return _check_broken_call(b, node)


def _report_unknown_function(b: Body, callee: t.Name, symbol: object) -> None:
    name = callee.name
    if isinstance(symbol, s.Class):
        b.report(p.ClassIsNoValue(b.span(callee), name))
        return
    if any(name in turn.phases for turn in b.game.turns.values()):
        b.report(p.ActionOnWrongPhase(b.span(callee), name))
        return
    b.report(p.UnknownFunction(b.span(callee), name, near_call(b, name)))


def _check_by_member(b: Body, node: t.Call, callee: t.Member) -> Type:
    owner = callee.value
    enum = find_enum(b, owner)
    if enum is not None:
        return check_all(b, node, callee, enum)
    if isinstance(owner, t.Name) and owner.name not in b.locals:
        if owner.name in b.scope.aliases and owner.name not in b.members:
            return _check_imported(b, node, callee, b.scope.aliases[owner.name])
        called = b.global_called(owner.name, callee.name) if owner.name in EXPRESSION_WORDS else None
        if owner.name == "base" and called is None:
            return _check_base_call(b, node, callee)
        space = NAMESPACES.get(owner.name) if called is None else None
        if space is not None and (owner.name != "event" or callee.name in space):
            return _check_namespace_call(b, node, callee, owner.name)
    if _is_turn_phase(b, owner):
        return _check_namespace_call(b, node, callee, "turn.phase")
    on = b.expression(owner)
    return _check_call_on(b, node, callee, on)


def _is_turn_phase(b: Body, node: t.Expr) -> bool:
    if not isinstance(node, t.Member) or node.name != "phase" or not isinstance(node.value, t.Name):
        return False
    return node.value.name == "turn" and "turn" not in b.locals


def _check_call_on(b: Body, node: t.Call, callee: t.Member, on: Type) -> Type:
    """`x.f(…)`."""
    span = Span(b.file, callee.name_at, callee.end)
    if expand_call(b, node, on):
        return TEXT
    moved = find_several(b, on) if callee.name == "move_to" and len(node.arguments) == 1 else None
    if moved is not None:
        report_done(b, node, "`move`")
        return check_move_several(b, node, moved)
    if isinstance(on, ClassType):
        class_ = b.class_of(on)
        found = class_.members().get(callee.name) or kind_operation(class_, callee.name)
        found = found or find_older_member(b, class_, callee)
        if found is not None:
            return _check_member_call(b, node, found, on, class_)
        if class_.visibility == "global" and callee.name in ("assign", "unassign"):
            b.report(p.GlobalOwner(span, class_.name, callee.name))
        else:
            near = near_member(b, class_, callee.name, called=True)
            b.report(p.UnknownMember(span, str(on), callee.name, near))
    elif isinstance(on, Collection):
        operation = collection_members(on).get(callee.name)
        if operation is not None:
            report_made_anew(b, callee.value, callee.name, operation)
            check_copied_list(b, callee)
            return _check_operation(b, node, operation, callee.name, on, None)
        if not report_asked(b, callee, on):
            near = near_operation(callee.name, collection_members(on), called=True)
            b.report(p.UnknownMember(span, str(on), callee.name, near))
    elif on is DICE and callee.name in DICE_MEMBERS:
        return _check_operation(b, node, DICE_MEMBERS[callee.name], callee.name, on, None)
    elif isinstance(on, KindType):
        b.report(p.KindIsNoObject(span, callee.name, b.show_type(on)))
    elif on is ANY:
        b.report(p.KeyOfAnyType(b.span(callee.value), None))
    elif on is not BROKEN:
        b.report(p.UnknownMember(span, str(on), callee.name, None))
    return _check_broken_call(b, node)


def _check_member_call(b: Body, node: t.Call, found: object, on: Type, class_: s.Class) -> Type:
    """A member with parentheses behind it."""
    if isinstance(found, s.Function):
        return _check_function_call(b, node, found)
    if isinstance(found, s.Action):
        return _check_action_call(b, node, found)
    name = node.callee.name if isinstance(node.callee, (t.Name, t.Member)) else ""
    if isinstance(found, s.Operation):
        if found.op == "own.assign":
            b.game.assigned.add(class_)
        if found.op == "piece.move_to" and len(node.arguments) == 1:
            report_done(b, node, "`move`")
            return check_move(b, node, found, class_)
        check_zone_member(b, found, class_, b.span(node))
        b.require_placeable(found, class_, b.span(node))
        return _check_operation(b, node, found, name, on, class_)
    b.report(p.Unexpected(b.span(node), f"`{name}`, which is an attribute", "a function or an action before `(`"))
    return _check_broken_call(b, node)


def _check_imported(b: Body, node: t.Call, callee: t.Member, scope: s.Scope) -> Type:
    found = scope.own.get(callee.name)
    if isinstance(found, s.Function):
        return _check_function_call(b, node, found)
    functions = [n for n, symbol in scope.own.items() if isinstance(symbol, s.Function)]
    span = Span(b.file, callee.name_at, callee.end)
    b.report(p.UnknownFunction(span, callee.name, closest(callee.name, functions)))
    return _check_broken_call(b, node)


def _check_base_call(b: Body, node: t.Call, callee: t.Member) -> Type:
    """`base.f(…)`: what this class would do without its override."""
    lexical = b.callable.owner
    if b.owner is None or lexical is None:
        replaced = _replaced(b, callee.name)
        if replaced is not None:
            return _check_function_call(b, node, replaced)
        b.report(p.OutsideClass(b.span(callee.value), "base"))
        return _check_broken_call(b, node)
    base = lexical.base
    if base is None or base.file is None:
        b.report(p.NoBase(b.span(callee.value), lexical.name))
        return _check_broken_call(b, node)
    callee.value.type = b.owner.type
    found = base.members().get(callee.name) or kind_operation(base, callee.name)
    if found is None:
        span = Span(b.file, callee.name_at, callee.end)
        near = near_member(b, base, callee.name, called=True)
        b.report(p.UnknownMember(span, base.name, callee.name, near))
        return _check_broken_call(b, node)
    return _check_member_call(b, node, found, base.type, base)


def _replaced(b: Body, name: str) -> s.Function | None:
    """The function of the base game that one of this expansion, outside classes, takes the place of."""
    own = (function for function in b.game.functions if function.file is b.file and function.name == name)
    return next((function.original for function in own), None)


# ---- what it takes


def _check_function_call(b: Body, node: t.Call, function: s.Function) -> Type:
    node.refers = function
    if function.inferring and b.game.infer is not None:
        b.game.infer(function)
    b.call(function, b.span(node))
    _check_named_arguments(b, node, function.name, function.parameters)
    return function.returns


def _check_action_call(b: Body, node: t.Call, action: s.Action) -> Type:
    node.refers = action
    b.use(action, b.span(node))
    if report_done(b, node, f"the action `{action.name}`"):
        b.game.called.add(action)
    else:
        b.call(action, b.span(node))
    _check_named_arguments(b, node, action.name, action.parameters)
    given = {argument.name for argument in node.arguments}
    if any(i.mode == "player" and i.name not in given for i in action.inputs) and not _same_override(b, node, action):
        b.act("ask", b.span(node))
    return NOTHING


def _same_override(b: Body, node: t.Call, action: s.Action) -> bool:
    """`base.A()` inside the override of A: the inputs are answered already."""
    current = b.callable
    callee = node.callee
    if not isinstance(callee, t.Member) or not isinstance(callee.value, t.Name):
        return False
    through_base = callee.value.name == "base" and callee.value.refers is None
    return through_base and isinstance(current, s.Action) and current.name == action.name


def _check_named_arguments(b: Body, node: t.Call, name: str, parameters: list[s.Parameter]) -> None:
    """Arguments by name."""
    known = {parameter.name: parameter for parameter in parameters}
    given: set[str] = set()
    for argument in node.arguments:
        parameter = known.get(argument.name or "")
        if argument.name is None:
            missing = [q.name for q in parameters if q.name not in given and not _is_given(node, q.name)]
            b.report(p.ArgumentWithoutName(b.span(argument), name, missing[0] if missing else None))
            parameter = known[missing[0]] if missing else None
        elif parameter is None:
            span = Span(b.file, argument.at, argument.at + len(argument.name))
            near = closest(argument.name, known)
            b.report(p.UnknownArgument(span, name, argument.name, near))
            given.add(near or "")
        elif argument.name in given:
            b.report(p.ArgumentTwice(b.span(argument), argument.name))
        if parameter is None:
            b.expression(argument.value)
        else:
            given.add(parameter.name)
            b.value(argument.value, parameter.type, f"`{parameter.name}`")
    for parameter in parameters:
        if parameter.name not in given and not parameter.optional:
            span = Span(b.file, node.end - 1, node.end)
            b.report(p.MissingArgument(span, name, parameter.name, str(parameter.type)))


def _is_given(node: t.Call, name: str) -> bool:
    return any(argument.name == name for argument in node.arguments)


def _check_operation(
    b: Body, node: t.Call, operation: s.Operation, name: str, on: Type, class_: s.Class | None
) -> Type:
    """Something predefined: arguments by position, or by name where they have one."""
    if operation.reads:
        span = Span(b.file, _name_at(node), node.end)
        b.report(p.LengthCall(span, name))
        return fill_in(operation.returns, on, element_of(on, class_))
    node.refers = operation
    report_change(b, node, operation)
    if operation.side_effect:
        b.act(operation.side_effect, b.span(node))
    element = element_of(on, class_) if on is not NOTHING else ANY
    least = sum(not q.optional for q in operation.parameters)
    if not least <= len(node.arguments) <= len(operation.parameters):
        span = Span(b.file, _name_at(node), node.end)
        b.report(p.WrongCount(span, name, len(node.arguments), least, len(operation.parameters)))
        _check_broken_call(b, node)
        return fill_in(operation.returns, on, element)
    if operation.op == "same":
        both = t.Binary(node.at, node.end, "same", node.arguments[0].value, node.arguments[1].value)
        return b.expression(both)
    if operation.op == "dice.chance":
        return _check_chance(b, node.arguments[0].value)
    if operation.op in GIVING_SEVERAL and node.arguments:
        node.refers = operation = GIVING_SEVERAL[operation.op]
    for parameter, argument in zip(operation.parameters, node.arguments, strict=False):
        if argument.name is not None and argument.name != parameter.name:
            span = Span(b.file, argument.at, argument.at + len(argument.name))
            b.report(p.UnknownArgument(span, name, argument.name, parameter.name or None))
        if operation.op in TAKING_SEVERAL:
            node.refers = check_one_or_several(b, argument.value, operation, element, name)
        else:
            _check_positional(b, argument.value, fill_in(parameter.type, on, element), name)
    if operation.op == "table.get" and node.arguments[0].value.type is NULL:
        b.report(p.NullKey(b.span(node.arguments[0].value)))
    if operation.op == "player.show":
        check_shown(b, node.arguments[0].value)
    if operation.op in ("player.team", "player.allies") and not b.game.teams:
        b.report(p.NoTeams(b.span(node), operation.op.split(".")[1]))
    if operation.op in ("turn.use", "turn.pass"):
        _check_pass(b, node, operation)
    return fill_in(operation.returns, on, element)


def _check_chance(b: Body, node: t.Expr) -> Type:
    """`chance(2d6 >= 7)`: the comparison is not made, only how likely it is."""
    if not isinstance(node, t.Binary) or node.op not in COMPARISONS:
        before = len(b.problems)
        b.expression(node)
        b.problems[before:] = [one for one in b.problems[before:] if not isinstance(one, p.NotThrown)]  # but its echoes
        b.report(p.ChanceOfWhat(b.span(node)))
        return NUMBER
    sides = [(side, b.expression(side)) for side in (node.left, node.right)]
    node.type = BOOL
    types = [got for _, got in sides]
    if BROKEN not in types and (DICE not in types or not {*types} <= {DICE, NUMBER}):
        b.report(p.ChanceOfWhat(b.span(node)))
    return NUMBER


def _name_at(node: t.Call) -> int:
    return node.callee.name_at if isinstance(node.callee, t.Member) else node.at


def _check_positional(b: Body, node: t.Expr, wanted: Type, name: str) -> None:
    if wanted is ANYTHING:
        got = b.expression(node)
        if got is NOTHING:
            b.accepts(node, got, TEXT, f"`{name}`")
    elif wanted is PILE:
        got = b.expression(node)
        deck = isinstance(got, ClassType) and got.kind == "stack"
        pile = isinstance(got, Collection) and got.shape == "Stack"
        if not deck and not pile and got not in (NULL, BROKEN):
            b.report(p.WrongType(b.span(node), str(got), "stack", f"`{name}`"))
    else:
        b.value(node, wanted, f"`{name}`")


# ---- turns


def _check_namespace_call(b: Body, node: t.Call, callee: t.Member, space: str) -> Type:
    """`player.active()` and its like."""
    operation = NAMESPACES[space].get(callee.name)
    if operation is None:
        span = Span(b.file, callee.name_at, callee.end)
        b.report(p.UnknownMember(span, space, callee.name, closest(callee.name, NAMESPACES[space])))
        return _check_broken_call(b, node)
    if operation.op == "turn.pass" and not node.arguments and b.callable.name.startswith("default of "):
        b.report(p.PassInDefault(b.span(node)))
    return _check_operation(b, node, operation, f"{space}.{callee.name}", NOTHING, None)


def _check_pass(b: Body, node: t.Call, operation: s.Operation) -> None:
    """Turns and phases that are named in the text must exist; which are named is remembered."""
    values = [argument.value for argument in node.arguments]
    turn: s.Turn | None = None
    if operation.op == "turn.use":
        name = _literal(values[0])
        if name is None:
            b.game.uses_by_variable = True
        else:
            b.game.used_turns.add(name)
            turn = b.game.turns.get(name)
            if turn is None:
                b.report(p.UnknownTurn(b.span(values[0]), name, closest(name, b.game.turns)))
                return
    if len(values) < 2 or values[1].type is NULL:
        return
    phase = _literal(values[1])
    if phase is None:
        b.game.passes_by_variable = True
        return
    b.game.entered.add(phase)
    turns = [turn] if turn is not None else list(b.game.turns.values())
    known = [name for each in turns for name in each.phases]
    if phase not in known:
        b.report(p.UnknownPhase(b.span(values[1]), phase, turn.name if turn else None, closest(phase, known)))


def _literal(node: t.Expr) -> str | None:
    if isinstance(node, (t.Name, t.Member)) and isinstance(node.refers, s.Constant):
        return node.refers.folded if isinstance(node.refers.folded, str) else None
    return node.value if isinstance(node, t.Literal) and isinstance(node.value, str) else None
