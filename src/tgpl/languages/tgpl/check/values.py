"""Enums, `a ? b : c` and `switch`.

In:  a `Body` and a node. Out: the type of an expression; of a `switch`, whether what follows can be reached.
"""

from __future__ import annotations

from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NULL,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    EnumType,
    KindType,
    Type,
    common_base,
    derives,
    fits,
    kind_of,
    list_of,
)
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body, find_declared
from tgpl.languages.tgpl.check.constants import fold_or_report
from tgpl.languages.tgpl.check.folding import Named, Value, fold
from tgpl.languages.tgpl.check.kinds import list_kinds
from tgpl.languages.tgpl.check.resolve import spell_type
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import SourceFile, Span

_SWITCHED = (NUMBER, TEXT, BOOL, PLAYER)


def find_enum(b: Body, node: t.Expr) -> s.Enum | None:
    found = find_declared(b, node)
    return found if isinstance(found, s.Enum) else None


# ---- enums


def check_value(b: Body, node: t.Member, enum: s.Enum) -> Type:
    """`Suit.Hearts`."""
    node.value.type = enum.type
    if node.name in enum.type.values:
        node.refers = enum
        return enum.type
    span = Span(b.file, node.name_at, node.end)
    if node.name == "all":
        b.report(p.MissingCall(span, "all"))
    else:
        _report_unknown(b, span, enum.type, node.name)
    return BROKEN


def check_all(b: Body, node: t.Call, callee: t.Member, enum: s.Enum) -> Type:
    """`Suit.all()`."""
    span = Span(b.file, callee.name_at, callee.end)
    callee.value.type = enum.type
    if callee.name == "all" and not node.arguments:
        node.refers = enum
        return list_of(enum.type)
    if callee.name == "all":
        b.report(p.WrongCount(Span(b.file, callee.name_at, node.end), "all", len(node.arguments), 0, 0))
    elif callee.name in enum.type.values:
        b.report(p.Unexpected(b.span(node), "these parentheses", "nothing behind the name of a value"))
    else:
        b.report(p.UnknownMember(span, enum.name, callee.name, closest(callee.name, ["all"])))
    return BROKEN


def _report_unknown(b: Body, span: Span, type_: EnumType, name: str) -> None:
    values = type_.values
    b.report(p.UnknownValue(span, type_.shown, name, closest(name, values), values if len(values) <= 8 else ()))


def report_bare_value(b: Body, node: t.Name) -> bool:
    """`Hearts` for `Suit.Hearts`: whether that is what is wrong."""
    known = [name for name, one in b.scope.names.items() if isinstance(one, s.Enum) and node.name in one.type.values]
    if known:
        b.report(p.BareValue(b.span(node), node.name, tuple(known)))
    return bool(known)


# ---- a ? b : c


def check_conditional(b: Body, node: t.Conditional, wanted: Type | None) -> Type:
    got = b.expression(node.condition, BOOL)
    if got not in (BOOL, BROKEN, ANY):
        b.report(p.NoCondition(b.span(node.condition), str(got)))
    yes = b.expression(node.yes, wanted)
    no = b.expression(node.no, yes if wanted is None and isinstance(node.no, t.Braces) else wanted)
    for side, type_ in ((node.yes, yes), (node.no, no)):
        if type_ is NOTHING:
            b.accepts(side, type_, TEXT, "This")
    if NOTHING in (yes, no) or BROKEN in (yes, no):
        return BROKEN
    if wanted is not None and wanted is not BROKEN and _suits(yes, wanted) and _suits(no, wanted):
        return wanted
    found = _common_type(yes, no)
    if found is None:
        b.report(p.NoCommonType(b.span(node), b.show_type(yes), b.show_type(no)))
        return BROKEN
    return found


def _suits(got: Type, wanted: Type) -> bool:
    """As `Body.accepts` has it."""
    return fits(got, wanted) or ANY in (got, wanted) or {got, wanted} == {NUMBER, PLAYER}


def _common_type(yes: Type, no: Type) -> Type | None:
    if yes is NULL and no is NULL:
        return None
    if fits(yes, no):
        return no
    if fits(no, yes):
        return yes
    if {yes, no} == {NUMBER, PLAYER}:
        return NUMBER  # which nothing wraps
    if isinstance(yes, KindType) and isinstance(no, KindType):
        above = _common_type(yes.of, no.of)
        return kind_of(above) if isinstance(above, ClassType) and above not in ROOTS.values() else None
    if isinstance(yes, ClassType) and isinstance(no, ClassType):
        above = common_base([yes, no])
        return None if above is ROOTS["class"] else above
    return None


# ---- switch


def check_switch_value(b: Body, node: t.Switch) -> Type:
    got = b.expression(node.value)
    if got not in (*_SWITCHED, BROKEN) and not isinstance(got, (EnumType, KindType)):
        b.report(p.SwitchOver(b.span(node.value), b.show_type(got), isinstance(got, ClassType)))
        return BROKEN
    return got


class Cases:
    """The values that a `switch` has had so far."""

    def __init__(self, b: Body, node: t.Switch, over: Type) -> None:
        self.b = b
        self.over = over
        self._had: dict[Value, t.Expr] = {}
        if isinstance(over, (EnumType, KindType)) and node.otherwise is None:
            b.game.switches.append((node, b.scope, b.callable))

    def check(self, node: t.Expr) -> None:
        """One value behind `case`."""
        b, over = self.b, self.over
        if isinstance(over, EnumType) and isinstance(node, t.Name) and self._names_value(node, over):
            if node.type is BROKEN:
                return
            value: object = Named(over, node.name, node.name)
        else:
            before = len(b.problems)
            got = b.value(node, over, "A case") if over is not BROKEN else b.expression(node)
            if got is BROKEN or over is BROKEN or len(b.problems) > before:
                return
            value = fold_or_report(b, node, "A case")
        if value is not ...:
            self._keep(node, value)  # type: ignore[arg-type]

    def _names_value(self, node: t.Name, over: EnumType) -> bool:
        """Whether a name is that of a value, which needs no enum before it here, or can be nothing else."""
        b = self.b
        node.type = over if node.name in over.values else BROKEN
        if node.type is over:
            node.refers = next((one for one in b.game.enums if one.type is over), None)
            return True
        if node.name in b.locals or node.name in b.members or b.scope.find(node.name) is not None:
            return False
        _report_unknown(b, b.span(node), over, node.name)
        return True

    def _keep(self, node: t.Expr, value: Value) -> None:
        before = self._had.get(value) or self._wider(value)
        if before is None:
            self._had[value] = node
            return
        b = self.b
        line = b.file.position(before.at)[0]
        b.report(p.CaseTwice(b.span(node), b.span(node).text, b.span(before).text, line))

    def _wider(self, value: Value) -> t.Expr | None:
        """The case of a class from which this one derives: it takes in all of these."""
        if not isinstance(value, Named) or not isinstance(value.type, KindType):
            return None
        for other, node in self._had.items():
            if isinstance(other, Named) and isinstance(other.type, KindType) and derives(value.type.of, other.type.of):
                return node
        return None

    @property
    def later(self) -> list[str]:
        """The values without a case that expansions of this file add."""
        if not isinstance(self.over, EnumType):
            return []
        later = _find_later(self.b.game, self.over, self.b.scope)
        return [name for name in later if Named(self.over, name, name) not in self._had]

    @property
    def complete(self) -> bool:
        """Whether every value but null has its case, apart from those that were not there when the rules were written."""
        if isinstance(self.over, EnumType):
            later = self.later
            return all(Named(self.over, name, name) in self._had for name in self.over.values if name not in later)
        if isinstance(self.over, KindType):
            return any(isinstance(one, Named) and fits(self.over, one.type) for one in self._had)
        return self.over is BOOL and True in self._had and False in self._had


def lint_switches(game: s.Game) -> None:
    """Values of enums, and kinds, that a `switch` without `default` leaves out."""
    for node, scope, callable_ in game.switches:
        over = node.value.type
        had = [fold(value) for case in node.cases for value in case.values]
        missing: list[str] = []
        if isinstance(over, EnumType):
            later = _find_later(game, over, scope)
            lacking = [name for name in over.values if Named(over, name, name) not in had]
            missing = [name for name in lacking if name not in later]
            if node.later:
                _report_later(game, node, scope, callable_, {name: later[name] for name in lacking})
        elif isinstance(over, KindType):
            taken = [one.type.of for one in had if isinstance(one, Named) and isinstance(one.type, KindType)]
            kinds = list_kinds(game, game.by_type[over.of])
            missing = [one.name for one in kinds if not any(derives(one.type, other) for other in taken)]
        if missing:
            span = Span(scope.file, node.at, node.at + len("switch"))
            game.problems.append(p.CaseMissing(span, spell_type(over, scope) or str(over), tuple(missing)))


def _find_later(game: s.Game, over: EnumType, scope: s.Scope) -> dict[str, Span]:
    """The values that were added to an enum in files behind this one, each with its place."""
    enum = next(one for one in game.enums if one.type is over)
    if not enum.added:
        return {}
    order = [one.file for one in game.scopes]
    return {name: at for name, at in enum.added.items() if order.index(at.file) > order.index(scope.file)}


def _report_later(
    game: s.Game, node: t.Switch, scope: s.Scope, callable_: s.Callable, lacking: dict[str, Span]
) -> None:
    word = {s.Function: "function", s.Action: "action"}.get(type(callable_), "")
    where = f"{scope.file.name}:{scope.file.position(node.at)[0]}"
    order = [one.file for one in game.scopes]
    replaced = max((order.index(file) for file in _list_overrides(game, callable_)), default=-1)
    for file in dict.fromkeys(span.file for span in lacking.values()):
        if order.index(file) > replaced:
            values = {value: span for value, span in lacking.items() if span.file is file}
            span = next(iter(values.values()))
            game.problems.append(p.CaseOfExpansion(span, tuple(values), where, word, callable_.name, node.stops))


def _list_overrides(game: s.Game, callable_: s.Callable) -> list[SourceFile]:
    """The files that have an override for a function or action."""
    functions = [*game.functions, *(one for class_ in game.classes for one in class_.functions.values())]
    actions = [one for class_ in game.classes for one in class_.actions.values()]
    replaced = [one.file for one in functions if one.original is callable_]
    return replaced + [one.file for one in actions if one.original is callable_]
