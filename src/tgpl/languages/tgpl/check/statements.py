"""Statements and inputs, and whether a block can come to its end.

In:  a `Body` and a node. Out: True if what follows the statement can be reached.
"""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NULL,
    NUMBER,
    PLAYER,
    TEXT,
    ClassType,
    Collection,
    Type,
    is_symbol,
    list_of,
)
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body, turn_active
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.check.card_tables import make_table_problem
from tgpl.languages.tgpl.check.choosing import check_count, tell_of_sets
from tgpl.languages.tgpl.check.expressions import check_condition, check_expression
from tgpl.languages.tgpl.check.lookup import find_named_class
from tgpl.languages.tgpl.check.operators import check_whole_beside_dice
from tgpl.languages.tgpl.check.queries import report_changed, report_done, report_made_anew, report_written
from tgpl.languages.tgpl.check.resolve import spell_type
from tgpl.languages.tgpl.check.texts import check_prompt
from tgpl.languages.tgpl.check.values import Cases, check_switch_value
from tgpl.languages.tgpl.check.zones import list_in_zone, lists_zone
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

_ENDS = (t.Return, t.Break, t.Continue, t.Winner, t.Fail, t.Cancel, t.Win)
_UNTYPED = frozenset({"auto", "const", "dim", "let", "local", "val", "var"})
RANKING = list_of(list_of(PLAYER))


def check_block(b: Body, node: t.Block) -> bool:
    """A block with a scope of its own."""
    b.blocks.append([])
    goes_on = check_statements(b, node.statements)
    _report_unused(b, b.close(), node.statements)
    return goes_on


def check_statements(b: Body, nodes: tuple[t.Statement, ...]) -> bool:
    goes_on = True
    for i, node in enumerate(nodes):
        if not _check_statement(b, node) and goes_on:
            goes_on = False
            if i + 1 < len(nodes):
                _report_unreachable(b, node, nodes[i + 1])
    return goes_on


def _check_statement(b: Body, node: t.Statement) -> bool:
    match node:  # the most frequent first
        case t.Evaluate():
            return _check_evaluate(b, node)
        case t.Return():
            return _check_return(b, node)
        case t.Declare():
            return _check_declare(b, node)
        case t.If():
            return _check_if(b, node)
        case t.Assign():
            return _check_assign(b, node)
        case t.Switch():
            return _check_switch(b, node)
        case t.ForEach():
            return _check_for_each(b, node)
        case t.For():
            return _check_for(b, node)
        case t.Block():
            return check_block(b, node)
        case t.Winner():
            return _check_winner(b, node)
        case t.While():
            return _check_while(b, node)
        case t.Input():
            return _check_input_statement(b, node)
        case t.Fail():
            return _check_fail(b, node)
        case t.Cancel():
            return _check_cancel(b, node)
        case t.Win():
            return _check_win(b, node)
        case t.Has():
            return _check_has(b, node)
        case t.Break():
            return _check_break(b, node)
        case t.Continue():
            return _check_continue(b, node)
        case _:
            assert_never(node)


def _report_unreachable(b: Body, last: t.Statement, first: t.Statement) -> None:
    behind = (
        type(last).__name__.lower() if isinstance(last, (*_ENDS, t.Switch)) else "this loop" if _is_loop(last) else "if"
    )
    b.report(p.Unreachable(b.span(first), behind))


def _is_loop(node: t.Statement) -> bool:
    return isinstance(node, (t.While, t.For))


def _report_unused(b: Body, locals_: list[s.Local], nodes: tuple[t.Statement, ...]) -> None:
    """Variables that nobody reads; if a neighbour is used right behind one, perhaps it was meant there."""
    unused = [local for local in locals_ if not local.used and local.kind == "variable"]
    behind = _find_following_calls(nodes) if unused else {}
    for local in unused:
        instead, following = None, behind.get(local)
        if following is not None:
            other = _find_receiver(following.value)
            if other is not None and other.type is local.type:
                instead = (other.name, b.file.position(following.at)[0])
        b.report(p.Unused(Span(b.file, local.at, local.at + len(local.name)), local.name, instead))


def _find_following_calls(nodes: tuple[t.Statement, ...]) -> dict[object, t.Evaluate]:
    """The call behind the declaration of each variable that has one."""
    return {
        here.variable: following
        for here, following in pairwise(nodes)
        if isinstance(here, t.Declare) and isinstance(following, t.Evaluate)
    }


def _find_receiver(node: t.Expr) -> s.Local | None:
    """The variable x of a call `x.f(…)`."""
    if isinstance(node, t.Call) and isinstance(node.callee, t.Member) and isinstance(node.callee.value, t.Name):
        refers = node.callee.value.refers
        return refers if isinstance(refers, s.Local) else None
    return None


# ---- simple statements


def _check_declare(b: Body, node: t.Declare) -> bool:
    if _is_untyped(b, node.type_name):
        type_ = _infer_type(b, node)
    else:
        type_ = b.type_of(node.type_name)
        if node.value is not None:
            b.value(node.value, type_, f"`{node.name}`")
    node.variable = b.declare(node.name, node.name_at, type_, "variable")
    return True


def _is_untyped(b: Body, name: t.TypeName) -> bool:
    """`let x = 3;`, as other languages have it."""
    return name.name in _UNTYPED and name.alias is None and name.of is None and b.scope.find(name.name) is None


def _infer_type(b: Body, node: t.Declare) -> Type:
    """The type that the variable should have had, so that what follows is judged by it."""
    type_ = BROKEN if node.value is None or isinstance(node.value, t.Braces) else b.expression(node.value)
    found = spell_type(type_, b.scope)
    b.report(p.UnknownType(b.span(node.type_name), node.type_name.name, None, True, found))
    return BROKEN if found is None else type_


def _check_evaluate(b: Body, node: t.Evaluate) -> bool:
    got = check_expression(b, node.value)
    if not isinstance(node.value, (t.Call, t.New)) and got is not BROKEN:
        b.report(p.UselessStatement(b.span(node.value)))
    return True


def _check_assign(b: Body, node: t.Assign) -> bool:
    target = node.target
    if isinstance(target, t.Name) and target.name in b.locals:
        local = b.locals[target.name]
        report_written(b, target, local)
        target.refers, target.type = local, local.type
        local.assigned = True
        local.used = local.used or node.op != "="
        wanted: Type = local.type
    else:
        wanted = check_expression(b, target)
        if not _is_assignable(b, target):
            wanted = BROKEN
        report_changed(b, target)
    if node.op == "=":
        b.value(node.value, wanted, _describe_target(b, target))
    else:
        _check_compound(b, node, wanted)
    return True


def _describe_target(b: Body, target: t.Expr) -> str:
    text = b.span(target).text
    return f"`{text}`" if len(text) < 40 and "\n" not in text else "This"


def _is_assignable(b: Body, target: t.Expr) -> bool:
    """Whether something can stand left of `=`; reports if not."""
    refers = getattr(target, "refers", None)
    if isinstance(refers, s.Attribute):
        b.game.written.add(refers)
        return True
    if target.type is BROKEN:
        return True
    if isinstance(refers, s.Constant):
        line = Span(refers.file, refers.node.at, 0).position[0]
        b.report(p.AssignsConstant(b.span(target), refers.name, line))
        return False
    if isinstance(refers, s.Operation) and refers.reads and refers.writable:
        return True
    if isinstance(target, t.Index) and target.lookup in ("list", "at", "table"):
        report_made_anew(b, target.value, "[…] =", None)
        if lists_zone(target.value):
            b.report(p.CardsAreACopy(b.span(target), "write"))
        return True
    b.report(p.CannotAssign(b.span(target), *_describe_unassignable(b, target, refers)))
    return False


def _describe_unassignable(b: Body, target: t.Expr, refers: object) -> tuple[str, str | None]:
    """What cannot be assigned to, in words, and what to do instead."""
    if isinstance(refers, s.Operation) and refers.reads:
        instead = {
            "piece.tile": "use `move_to(tile)`",
            "own.player": "use `assign(player)`",
            "piece.zone": "write `move` … `to` a zone",
            "zone.cards": "write `move card to` the zone",
        }
        return f"The predefined `{_last_name(target)}`", instead.get(refers.op)
    if isinstance(target, t.Index):
        return "A tile of a group" if target.lookup == "grid" else "This", "change the tile's attributes instead"
    if isinstance(refers, s.Class):
        return f"`{refers.name}` itself", "change its attributes instead"
    what = f"`{b.span(target).text}`" if isinstance(target, (t.Literal, t.Name)) else "This"
    return what, "only variables, attributes and indices can"


def _last_name(node: t.Expr) -> str:
    return node.name if isinstance(node, (t.Name, t.Member)) else ""


def _check_compound(b: Body, node: t.Assign, wanted: Type) -> None:
    """`a += b` is `a = a + b`, types included."""
    op = node.op[:-1]
    right = check_expression(b, node.value)
    if wanted is BROKEN or right is BROKEN:
        return
    numeric = wanted in (NUMBER, PLAYER) and right in (NUMBER, PLAYER, ANY) and op in "+-*/%^"
    if wanted is DICE and right in (DICE, NUMBER) and op in "+-*/":
        check_whole_beside_dice(b, node.value)
        if not _is_plain(node.target):
            b.report(p.DiceInPlace(b.span(node.target), node.op))
        return
    if numeric and wanted is NUMBER and right is PLAYER:
        b.report_wrapping(node, node.value)
    joins = op == "+" and wanted is TEXT and right is not NOTHING
    logic = op in "&|^" and wanted is BOOL and right is BOOL
    if right is NOTHING:
        b.accepts(node.value, right, NUMBER, "This")
    elif wanted in (NUMBER, PLAYER) and right is TEXT and (found := turn_active(node.value)) is not None:
        b.report(p.TurnAsPlayer(b.span(found)))
    elif not (numeric or joins or logic):
        words = "two numbers" if op not in "&|" else "two bools"
        b.report(p.WrongOperands(b.span(node), node.op, str(wanted), str(right), words))


def _is_plain(target: t.Expr) -> bool:
    """A place that can be looked up twice."""
    if isinstance(target, t.Index):
        return _is_plain(target.value) and _is_plain(target.key)
    return isinstance(target, (t.Name, t.Literal, t.Dice)) or (isinstance(target, t.Member) and _is_plain(target.value))


# ---- branches and loops


def _check_if(b: Body, node: t.If) -> bool:
    goes_on = node.otherwise is None
    for check, body in node.branches:
        check_condition(b, check)
        if check_block(b, body):
            goes_on = True
    if node.otherwise is not None and check_block(b, node.otherwise):
        goes_on = True
    return goes_on


def _check_switch(b: Body, node: t.Switch) -> bool:
    cases = Cases(b, node, check_switch_value(b, node))
    for case in node.cases:
        for value in case.values:
            cases.check(value)
    ends = [_check_case(b, body) for body in node.bodies]
    goes_on = any(ends)
    node.complete = node.otherwise is None and cases.complete
    node.later = node.complete and bool(cases.later)
    node.stops = node.later and not goes_on
    return goes_on or (node.otherwise is None and not node.complete)


def _check_case(b: Body, node: t.Block) -> bool:
    """A case without the `break` at its end that other languages want, which is told."""
    return check_block(b, _without_break(b, node))


def _without_break(b: Body, node: t.Block) -> t.Block:
    kept: list[t.Statement] = []
    for one in node.statements:
        if isinstance(one, t.Break):
            b.report(p.BreakInCase(b.span(one), bool(b.loops)))
        else:
            kept.append(_without_break(b, one) if isinstance(one, t.Block) else one)
    return t.Block(node.at, node.end, tuple(kept))


def _check_while(b: Body, node: t.While) -> bool:
    check_condition(b, node.condition)
    endless = isinstance(node.condition, t.Literal) and node.condition.value is True
    return _check_loop(b, node.body, endless)


def _check_loop(b: Body, body: t.Block, endless: bool) -> bool:
    b.loops.append(False)
    check_block(b, body)
    left_by_break = b.loops.pop()
    return not endless or left_by_break


def _check_for(b: Body, node: t.For) -> bool:
    b.open()
    if node.first is not None:
        _check_statement(b, node.first)
    if node.condition is not None:
        check_condition(b, node.condition)
    if node.after is not None:
        _check_statement(b, node.after)
    check = node.condition
    endless = check is None or (isinstance(check, t.Literal) and check.value is True)
    goes_on = _check_loop(b, node.body, endless)
    _report_unused(b, b.close(), ())
    return goes_on


def _check_for_each(b: Body, node: t.ForEach) -> bool:
    type_ = b.type_of(node.type_name)
    got = check_expression(b, node.values, None if node.type_name.name == "?" else list_of(type_))
    got = list_in_zone(b, got) or got
    if isinstance(got, Collection) and got.shape == "List":
        if node.type_name.name == "?":
            type_ = BROKEN if got.of is ANY else got.of
        b.accepts(node.values, got.of, type_, f"`{node.name}`")
    elif got is not BROKEN:
        b.report(p.NotAList(b.span(node.values), str(got)))
    if node.type_name.name == "?":
        span = Span(b.file, node.name_at, node.name_at + len(node.name))
        b.report(p.LoopWithoutType(span, node.name, spell_type(type_, b.scope)))
    b.open()
    node.variable = b.declare(node.name, node.name_at, type_, "element")
    goes_on = _check_loop(b, node.body, False)
    b.close()
    return goes_on


def _check_break(b: Body, node: t.Break) -> bool:
    if not b.loops:
        b.report(p.OutsideLoop(b.span(node), "break"))
        return True
    b.loops[-1] = True
    return False


def _check_continue(b: Body, node: t.Continue) -> bool:
    if not b.loops:
        b.report(p.OutsideLoop(b.span(node), "continue"))
        return True
    return False


# ---- ends


def _check_return(b: Body, node: t.Return) -> bool:
    if b.result is None:
        if node.value is not None:
            check_expression(b, node.value)
        b.report(p.ReturnHere(b.span(node), b.where))
    elif b.result is NOTHING:
        if node.value is not None:
            check_expression(b, node.value)
            b.report(p.ReturnValue(b.span(node.value), None))
    elif node.value is None:
        if b.result is not BROKEN:
            b.report(p.ReturnValue(b.span(node), str(b.result)))
    else:
        b.value(node.value, b.result, "`return`")
    return False


def _check_winner(b: Body, node: t.Winner) -> bool:
    got = check_expression(b, node.value, RANKING)
    node.single = got in (NUMBER, PLAYER, ANY)
    if got is TEXT and (found := turn_active(node.value)) is not None:
        b.report(p.TurnAsPlayer(b.span(found)))
    elif not node.single and got is not RANKING and got is not BROKEN:
        b.report(p.WrongWinner(b.span(node.value), str(got)))
    b.act("winner", b.span(node))
    return False


def _check_has(b: Body, node: t.Has) -> bool:
    report_done(b, node, "`has`")
    b.value(node.player, PLAYER, "Who has it")
    for one in node.things:
        class_ = find_named_class(b, one)
        if class_ is None:
            got = check_expression(b, one)
            class_ = b.class_of(got) if isinstance(got, ClassType) else None
            if got is BROKEN:
                continue
        else:
            one.type = class_.type
            if class_.cards is not None:
                b.report(make_table_problem(b.span(one), class_))
            b.game.made.add(class_)
            b.call(class_, b.span(one))
        if class_ is None or class_.kind not in ("class", "interactable", "zone") or class_.visibility == "global":
            b.report(p.CannotHave(b.span(one), b.span(one).text))
        else:
            b.game.assigned.add(class_)
    return True


def _check_win(b: Body, node: t.Win) -> bool:
    for one in node.players:
        got = check_expression(b, one, list_of(PLAYER) if isinstance(one, t.Braces) else None)
        if got not in (NUMBER, PLAYER, ANY, BROKEN, list_of(PLAYER)):
            b.report(p.WinsNothing(b.span(one), "draw" if node.draw else "win", str(got)))
    b.act("winner", b.span(node))
    return False


def _check_fail(b: Body, node: t.Fail) -> bool:
    _check_message(b, node.message, "fail")
    b.act("fail", b.span(node))
    return False


def _check_message(b: Body, message: t.Expr | None, word: str) -> None:
    if message is not None:
        got = check_expression(b, message, TEXT)
        if got is not TEXT and got is not BROKEN:
            b.report(p.FailNeedsText(b.span(message), str(got), word))


def _check_cancel(b: Body, node: t.Cancel) -> bool:
    _check_message(b, node.message, "cancel")
    if isinstance(b.callable, s.Phase) or not isinstance(b.callable, (s.Action, s.Function)):
        b.report(p.NothingToCancel(Span(b.file, node.at, node.at + len("cancel")), b.where))
    elif node.what is not None and node.what != "all":
        effects = b.effects
        span = Span(b.file, node.what_at, node.what_at + len(node.what))
        if node.what not in effects:
            b.report(
                p.UnknownEffect(
                    span, node.what, closest(node.what, [*(name for name, ran in effects.items() if not ran), "all"])
                )
            )
        elif effects[node.what]:
            b.report(p.CancelsEarlier(span, node.what))
        elif node.what != b.effect and isinstance(b.callable, s.Action):
            b.game.called_off.add((b.callable.root, b.phase, node.what))
    b.act("fail", b.span(node))
    return node.what not in (None, "all", b.effect)


# ---- inputs


def _check_input_statement(b: Body, node: t.Input) -> bool:
    if node.mode == "function":
        b.report(p.FunctionInputElsewhere(Span(b.file, node.at, node.name_at), "a block"))
    if node.mode == "player":
        b.act("ask", Span(b.file, node.at, node.name_at + len(node.name)))
    check_input(b, node)
    return True


def check_input(b: Body, node: t.Input) -> None:
    """An input that is asked or fills itself; its variable can be seen from here on."""
    type_ = b.type_of(node.type_name)
    if b.scope.edition == "tgdl" and isinstance(type_, ClassType) and _is_supplied(b.game.by_type[type_]):
        node.mode, node.asked = "auto", None
    many = isinstance(type_, Collection) and type_.shape == "List"
    element = type_.of if isinstance(type_, Collection) else type_
    check_count(open_test(b, "What says how many are chosen"), node)
    if node.asked is not None:
        open_test(b, "What says who is asked").value(node.asked, PLAYER, "The player who is asked")
    if node.among is not None:
        _check_among(open_test(b, "The list behind `in`"), node.among, element)
    for bound in (node.low, node.high):
        if bound is not None:
            open_test(b, "A range").value(bound, NUMBER, "A range")
    if node.low is not None and element is not NUMBER and element is not BROKEN:
        b.report(p.RangeOnWrongType(Span(b.file, node.name_at, node.end), str(type_)))
    if node.low is not None and node.among is not None:
        b.report(p.TwoSources(Span(b.file, node.low.at, node.end if node.high is None else node.high.end)))
    if node.value is not None:
        check_expression(b, node.value, type_)
        b.report(p.DefaultOnInput(b.span(node.value)))
    if node.prompt is not None:
        check_prompt(open_test(b, "A question"), node, node.prompt)
    bounded = node.among is not None or node.low is not None
    if not _is_choosable(type_, element, many, bounded, node.mode) and type_ is not BROKEN:
        b.report(p.CannotChoose(Span(b.file, node.type_name.at, node.type_name.end), str(type_)))
    before = len(b.problems)
    for filter_ in node.filters:
        _check_filter(b, node, filter_, type_, element, many)
    tell_of_sets(b, node, element, before)
    node.variable = b.declare(node.name, node.name_at, type_, "input", never_null=not node.optional)


def _check_among(b: Body, node: t.Expr, element: Type) -> None:
    """What is chosen from: a list, or what lies in a zone."""
    got = check_expression(b, node, list_of(element))
    b.accepts(node, list_in_zone(b, got) or got, list_of(element), "`in`")


def _is_supplied(class_: s.Class) -> bool:
    """TGDL: of a global state, a board or a group there is one, so that nobody is asked."""
    return class_.visibility == "global" or class_.kind in ("board", "group")


def _is_choosable(type_: Type, element: Type, many: bool, bounded: bool, mode: str) -> bool:
    if isinstance(type_, Collection) and (not many or isinstance(element, Collection)):
        return False
    if isinstance(element, ClassType) or element in (PLAYER, BOOL) or is_symbol(element):
        return True
    if bounded:
        return element is not ANY and element is not NULL
    return element in (NUMBER, TEXT) and not many and mode != "auto"


def _check_filter(b: Body, node: t.Input, filter_: t.Filter, type_: Type, element: Type, many: bool) -> None:
    where = "This filter"
    inner = open_test(b, where)
    filter_.whole = many and filter_.name is None
    seen = type_ if filter_.whole else element
    name = filter_.name or node.name
    if many and filter_.name is not None:
        inner.hidden[node.name] = lambda span: p.ElementInWholeFilter(span, node.name)
    at = node.name_at if filter_.name is None else filter_.body.at
    filter_.variable = inner.declare(name, at, seen, "argument", never_null=True)
    check_test(inner, filter_.body, where)


def open_test(b: Body, where: str) -> Body:
    """A test inside a body: it sees what the body sees, and may do less."""
    inner = Body(b.check, b.game, b.scope, b.owner, b.callable, where)
    inner.event, inner.test = b.event, where
    inner.locals = dict(b.locals)
    inner.hidden = dict(b.hidden)
    inner.frozen = b.frozen
    return inner


def check_test(b: Body, node: t.Block, where: str) -> None:
    """A block that must give a bool on every path."""
    b.result = BOOL
    b.where = b.test = where
    if check_block(b, node):
        end = Span(b.file, node.end - 1, node.end)
        b.report(p.MissingReturn(end, where, "bool"))
