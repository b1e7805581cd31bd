"""Where a body is checked: what it can see, what it may do, what it has to give.

One `Body` for each block of a game: an effect, a filter, a setup, an initial value. The functions of
`expressions.py`, `calls.py` and `statements.py` work on it.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core.types import ANY, BROKEN, NOTHING, NUMBER, PLAYER, TEXT, ClassType, Collection, EnumType, Type, fits
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import DICE, EXPRESSION_WORDS, NAMESPACES
from tgpl.languages.tgpl.check.player_arithmetic import find_players, is_wrapping
from tgpl.languages.tgpl.check.resolve import resolve, spell_type
from tgpl.languages.tgpl.check.suggestions import Fits, sealed_class
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span

CheckExpression = Callable[["Body", t.Expr, "Type | None"], Type]


class Body:
    def __init__(
        self,
        check: CheckExpression,
        game: s.Game,
        scope: s.Scope,
        owner: s.Class | None,
        callable: s.Callable,
        where: str,
    ) -> None:
        self.check = check  # `check_expression`: what a call is given are expressions again, and they may be calls
        self.game = game
        self.problems = game.problems
        self.scope = scope
        self.file = scope.file
        self.owner = owner.latest() if owner is not None else None  # `this` is always of the newest class
        self.members = self.owner.members() if self.owner is not None else {}
        self.callable = callable
        self.where = where  # for messages: "The effect of an action"
        self.result: Type | None = None  # what `return` gives; None: there is no return
        self.event: ClassType | None = None  # what `event` is
        self.test = ""  # "This filter" …: a test, which may not act
        self.locals: dict[str, s.Local] = {}
        self.blocks: list[list[s.Local]] = [[]]  # the variables of each open block
        self.hidden: dict[str, Callable[[Span], Problem]] = {}  # names that cannot be seen yet, and what to say then
        self.effect: str | None = None  # the name of the effect of an action that it is
        self.phase: str | None = None  # the phase of the action in which that stands
        self.effects: dict[str, bool] = {}  # the named effects of the action around, and whether each has run by then
        self.frozen: frozenset[s.Local] | None = None  # in a question to a list: the variables around it
        self.loops: list[bool] = []  # for each open loop, whether a break leaves it

    # -- places

    def span(self, node: t.Node) -> Span:
        return Span(self.file, node.at, node.end)

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    # -- variables

    def declare(self, name: str, at: int, type_: Type, kind: str, *, never_null: bool = False) -> s.Local:
        local = s.Local(name, type_, at, kind, never_null=never_null)
        span = Span(self.file, at, at + len(name))
        if name in EXPRESSION_WORDS:
            self.report(p.KeywordAsName(span, name))
        elif self.scope.edition == "tgdl" and self._clashes(name, span):
            local.used = True
        elif name in self.locals:
            line = self.file.position(self.locals[name].at)[0]
            self.report(p.AlreadyDeclared(span, name, line))
            local.used = True
            return local
        self.locals[name] = local
        self.blocks[-1].append(local)
        return local

    def _clashes(self, name: str, span: Span) -> bool:
        """TGDL: what an action can name without a dot, nothing else in it can be called."""
        symbol = self.scope.find(name)
        if self.owner is not None and isinstance(self.members.get(name), s.Attribute):
            self.report(p.NameHidesAttribute(span, name, self.owner.name))
        elif isinstance(symbol, s.Class) and symbol.visibility == "global":
            self.report(p.NameOfGlobal(span, name))
        else:
            return False
        return True

    def open(self) -> None:
        self.blocks.append([])

    def close(self) -> list[s.Local]:
        """Ends a block; its variables are forgotten and handed back."""
        ended = self.blocks.pop()
        for local in ended:
            if self.locals.get(local.name) is local:
                del self.locals[local.name]
        return ended

    # -- types

    def type_of(self, name: t.TypeName, fits: Fits | None = None) -> Type:
        return resolve(name, self.scope, self.problems, fits)

    def accepts(self, node: t.Expr, got: Type, wanted: Type, where: str) -> None:
        """Reports unless a value may stand where another type is wanted."""
        if got is wanted or fits(got, wanted) or got is ANY or wanted is ANY:
            return
        if got is PLAYER and wanted is NUMBER:
            self.doubt_wrapping(node)
            return
        if got is NUMBER and wanted is PLAYER:
            return
        if got is NOTHING:
            self.report(p.NothingHere(self.span(node), self.span(node).text.split("(")[0]))
        elif isinstance(got, Collection) and got.of is ANY and isinstance(wanted, Collection):
            self.report(p.KeyOfAnyType(self.span(node), spell_type(wanted.of, self.scope)))
        elif got is DICE and wanted is NUMBER:
            self.report(p.NotThrown(self.span(node), where, False))
        elif wanted in (PLAYER, NUMBER) and (found := turn_active(node)) is not None:
            self.report(p.TurnAsPlayer(self.span(found)))
        elif fits(wanted, got) and got is not wanted and wanted is not BROKEN:
            spelling = spell_type(wanted, self.scope)
            self.report(p.NeedsCast(self.span(node), self.show_type(got), self.show_type(wanted), where, spelling))
        elif isinstance(wanted, EnumType) and got is TEXT:
            self.report_text(node, wanted)
        else:
            self.report(p.WrongType(self.span(node), self.show_type(got), self.show_type(wanted), where))

    def doubt_wrapping(self, node: t.Expr) -> None:
        """Arithmetic with players, where a number is wanted."""
        if is_wrapping(node):
            self.report_wrapping(node, node)

    def report_wrapping(self, node: t.Node, worked_out: t.Expr) -> None:
        number = "decimal" if self.scope.edition == "tgdl" else "number"
        players = tuple(self.span(one) for one in find_players(worked_out))
        self.report(p.PlayerAsNumber(self.span(node), players, number, node is not worked_out))

    def report_text(self, node: t.Expr, wanted: EnumType) -> None:
        """`"Hearts"` where a value of an enum is wanted."""
        said = node.value if isinstance(node, t.Literal) else None
        value = said if isinstance(said, str) and said in wanted.values else None
        self.report(p.TextForValue(self.span(node), self.show_type(wanted), value))

    def show_type(self, type_: Type) -> str:
        """A type, for a message: as this file would write it, if it can."""
        return spell_type(type_, self.scope) or str(type_)

    def class_of(self, type_: ClassType) -> s.Class:
        """The class behind a type."""
        return self.game.by_type[type_]

    # -- expressions

    def expression(self, node: t.Expr, wanted: Type | None = None) -> Type:
        return self.check(self, node, wanted)

    def value(self, node: t.Expr, wanted: Type, where: str) -> Type:
        """An expression that has to fit a type."""
        got = self.check(self, node, wanted)
        if got is not wanted:
            self.accepts(node, got, wanted, where)
        return got

    # -- words of the language

    def has_base(self) -> bool:
        """Whether the class in whose text this stands inherits from another."""
        lexical = self.callable.owner
        return lexical is not None and lexical.base is not None and lexical.base.file is not None

    def global_called(self, word: str, member: str | None = None) -> s.Class | None:
        """The global class called like a word of the language, where the word can mean nothing else."""
        symbol = self.scope.names.get(word)
        if not isinstance(symbol, s.Class) or symbol.file is None or symbol.latest().visibility != "global":
            return None
        if (word == "this" and self.owner is not None) or (word == "base" and self.has_base()):
            return None
        if member is not None and (member in NAMESPACES.get(word, ()) or (word, member) == ("turn", "phase")):
            return None
        return symbol.latest()

    # -- acting

    def act(self, what: str, span: Span) -> None:
        """Something that a test may not do."""
        if self.test:
            self.report(p.TestActs(span, self.test, what, None))
        else:
            self.callable.side_effects.append(s.SideEffect(what, span))

    def use(self, action: s.Action, span: Span) -> None:
        """Reports an action that is used from outside its sealed class."""
        closed = sealed_class(action)
        if closed is not None and (self.owner is None or not self.owner.derives(closed)):
            self.report(p.Sealed(span, closed.name, action.name))

    def require_placeable(self, operation: s.Operation, class_: s.Class | None, span: Span) -> None:
        """Reports what only those have that stand on tiles, asked of others."""
        if operation.op in ("piece.tile", "piece.move_to") and class_ is not None and not class_.serves_as("placeable"):
            self.report(p.NotPlaceable(span, class_.name, operation.op.split(".")[1]))

    def call(self, callee: s.Callee, span: Span) -> None:
        self.game.called.add(callee)
        if self.test:
            self.game.test_calls.append((self.test, callee, span))
        else:
            self.callable.calls.append((callee, span))


def turn_active(node: t.Expr) -> t.Expr | None:
    """A `turn.active()` in an expression of a player: the thesis itself writes it so."""
    if isinstance(node, t.Call):
        refers = node.refers
        return node if isinstance(refers, s.Operation) and refers.op == "turn.active" else None
    if isinstance(node, t.Binary):
        return turn_active(node.left) or turn_active(node.right)
    return None


def find_declared(b: Body, node: t.Expr) -> s.Declared | None:
    """What a name outside classes, also one behind the name of an import, stands for."""
    if isinstance(node, t.Name) and node.name not in b.locals and node.name not in b.members:
        return b.scope.find(node.name)
    if isinstance(node, t.Member) and isinstance(node.value, t.Name) and node.value.name in b.scope.aliases:
        if node.value.name not in b.locals and node.value.name not in b.members:
            found = b.scope.aliases[node.value.name].own.get(node.name)
            return found.latest() if isinstance(found, (s.Class, s.Constant)) else found
    return None
