"""Points of a program at which it is noted that a match came by: what never happened can then be told with its place.

In:  a program. Out: points with numbers, the same for the same program, whichever target counts. A point is a statement
(with those behind it that always run too), a test that said yes or no, a choice between branches in which none was taken, an
action that was offered, a phase that was entered. A match notes each point once, however often it comes by: so the number
of matches is the same on both targets, which do not look equally often.

    points = Coverage(program)
    points.before(statement)        # the number that is noted when it runs, or None
    points[7].where, points[7].span
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tgpl.core import nodes as n
from tgpl.core.walk import walk, walk_bodies
from tgpl.text.source import Span

# What a point says when it is noted: these statements ran; this test said no, or yes; of these branches none was
# taken; this action was offered to a player; this phase began.
What = Literal["statement", "no", "yes", "skipped", "offered", "phase"]
# Where it stands: in a block that does something, or in one that only tests.
Role = Literal["setup", "function", "effect", "phase", "turn", "default", "require", "trigger", "filter"]


class Point(NamedTuple):
    what: What
    role: Role
    where: str  # the designer's name of the body: `Class.Action`, `Turn.Phase`, a function
    span: Span
    rest: tuple[Span, ...] = ()  # statements behind the first that run with it

    @property
    def spans(self) -> tuple[Span, ...]:
        return self.span, *self.rest


class Body(NamedTuple):
    role: Role
    where: str


class Coverage:
    """The points of one program; nodes are known by identity, so it belongs to this very tree."""

    def __init__(self, program: n.Program) -> None:
        self.program = program  # keeps the nodes, and so their identities
        self.points: list[Point] = []
        self._statements: dict[int, int] = {}
        self._blocks: dict[int, int] = {}  # that have no statement
        self._skips: dict[int, int] = {}
        self._tests: dict[int, int] = {}  # `no`; `yes` is the next
        self._offers: dict[tuple[str, str], int] = {}
        self._phases: dict[tuple[str, str], int] = {}
        _Numbering(self).number()

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, number: int) -> Point:
        return self.points[number]

    # -- for emitters

    def before(self, statement: n.Statement) -> int | None:
        return self._statements.get(id(statement))

    def inside(self, block: n.Block) -> int | None:
        """Of a block without statements."""
        return self._blocks.get(id(block))

    def skip(self, branches: n.If) -> int | None:
        """Of branches without an `else`: none was taken. Not inside loops, where most of the time goes."""
        return self._skips.get(id(branches))

    def test(self, block: n.Block) -> int:
        """That a test said no; the next number, that it said yes."""
        return self._tests[id(block)]

    def offer(self, class_name: str, action: str) -> int:
        """Of an action, by the class that declares it first."""
        return self._offers.get((class_name, action), -1)

    def phase(self, turn: str, phase: str) -> int:
        return self._phases.get((turn, phase), -1)


_OF_PLAYERS = ("PlayerChoiceEvent", "event")  # whoever waits for these can be chosen by a player


class _Numbering:
    def __init__(self, made: Coverage) -> None:
        self.made = made
        self.program = made.program
        self.abrupt = _find_abrupt(self.program)
        self.loops = 0  # around what is being numbered
        self.surely_entered = False  # the next loop has at least one round

    def number(self) -> None:
        for i, setup in enumerate(self.program.setups):
            self._body(setup, Body("setup", "setup" if i == 0 else f"setup {i + 1}"))
        for function in self.program.functions:
            self._function(function, function.name)
        for class_ in self.program.classes:
            self._class(class_)
        for turn in self.program.turns:
            for phase in turn.phases:
                self._phase(turn, phase)
            if turn.default is not None:
                self._body(turn.default, Body("turn", turn.name))

    def _class(self, class_: n.Class) -> None:
        if class_.default is not None:
            self._body(class_.default, Body("default", class_.shown))
        for function in class_.functions:
            self._function(function, f"{class_.shown}.{function.name}")
        for action in class_.actions:
            self._action(class_, action)

    def _function(self, function: n.Function, where: str) -> None:
        self._inputs(function.inputs, where)
        self._body(function.body, Body("function", where))

    def _action(self, class_: n.Class, action: n.Action) -> None:
        where = f"{class_.shown}.{action.name}"
        if not action.override:
            for require in action.requires:
                self._test(require, Body("require", where))
            for trigger in action.triggers:
                if trigger.body is not None:
                    self._test(trigger.body, Body("trigger", where))
            self._inputs(action.inputs, where)
            if any(trigger.event in _OF_PLAYERS for trigger in action.triggers):
                self.made._offers[class_.name, action.name] = self._add("offered", Body("effect", where), action.span)
        self._body(action.effect, Body("effect", where))

    def _phase(self, turn: n.Turn, phase: n.Phase) -> None:
        where = f"{turn.name}.{phase.name}"
        self.made._phases[turn.name, phase.name] = self._add("phase", Body("phase", where), phase.span)
        self._inputs(phase.inputs, where)
        if phase.effect is not None:
            self._body(phase.effect, Body("phase", where))

    def _inputs(self, inputs: tuple[n.Input, ...], where: str) -> None:
        for one in inputs:
            for filter_ in one.filters:
                self._test(filter_.body, Body("filter", where))

    # -- blocks

    def _add(self, what: What, body: Body, span: Span, rest: tuple[Span, ...] = ()) -> int:
        self.made.points.append(Point(what, body.role, body.where, span, rest))
        return len(self.made.points) - 1

    def _test(self, block: n.Block, body: Body) -> None:
        """That its first statements run is said by its answer."""
        span = block.beginning
        self.made._tests[id(block)] = self._add("no", body, span)
        self._add("yes", body, span)
        self._statements_of(block, body, entered=True)

    def _body(self, block: n.Block, body: Body) -> None:
        if block.statements:
            self._statements_of(block, body)
        else:
            self.made._blocks[id(block)] = self._add("statement", body, block.span)

    def _statements_of(self, block: n.Block, body: Body, entered: bool = False) -> None:
        """`entered`: another point says that its first statements run."""
        runs = [*self._runs(block.statements)]
        for i, run in enumerate(runs):
            if i or not entered:
                spans = [statement.span for statement in run]
                number = self._add("statement", body, spans[0], tuple(spans[1:]))
                self.made._statements[id(run[0])] = number
            for statement in run:
                self._inside(statement, body, followed=statement is not block.statements[-1])

    def _inside(self, statement: n.Statement, body: Body, followed: bool) -> None:
        match statement:
            case n.If():
                for _, branch in statement.branches:
                    self._body(branch, body)
                if statement.otherwise is not None and statement.otherwise.statements:
                    self._body(statement.otherwise, body)
                elif not self.loops and not (followed and all(_ends_elsewhere(b) for _, b in statement.branches)):
                    self.made._skips[id(statement)] = self._add("skipped", body, statement.span)
            case n.Block():
                self.surely_entered = _has_sure_loop(statement)
                self._statements_of(statement, body, entered=True)
            case n.Loop() | n.ForEach():
                entered, self.surely_entered = self.surely_entered, False
                self.loops += 1
                if entered:
                    self._statements_of(statement.body, body, entered=True)
                else:
                    self._body(statement.body, body)
                self.loops -= 1
            case n.Ask():
                self._inputs(statement.inputs, body.where)
            case _:
                pass

    def _runs(self, statements: tuple[n.Statement, ...]) -> Iterator[tuple[n.Statement, ...]]:
        """Statements of which all run if the first does."""
        run: list[n.Statement] = []
        for statement in statements:
            run.append(statement)
            if self._may_leave(statement):
                yield tuple(run)
                run = []
        if run:
            yield tuple(run)

    def _may_leave(self, statement: n.Statement) -> bool:
        """Whether what follows it may not run though it does."""
        around = isinstance(statement, (n.Loop, n.ForEach))
        for node in walk(statement):
            if isinstance(node, (n.Return, *_ABRUPT)) or _called(node) in self.abrupt:
                return True
            if (
                isinstance(node, (n.Break, n.Continue)) and not around
            ):  # of a loop inside: a point too many does no harm
                return True
        return False


# What leaves more than the function that it stands in, or may.
_ABRUPT = (n.Winner, n.Fail, n.Cancel, n.Ask, n.CallAction)


def _called(node: n.Node) -> str | None:
    """The function that a node calls, as `walk_bodies` has it."""
    if isinstance(node, n.Call):
        return node.function
    return f".{node.name}" if isinstance(node, n.CallMethod) else None


def _find_abrupt(program: n.Program) -> set[str]:
    """The functions that may end the game, fail or ask, themselves or through others."""
    calls: dict[str, set[str]] = {}
    found: set[str] = set()
    for name, body in walk_bodies(program):
        if not isinstance(body, n.Function):
            continue
        calls.setdefault(name, set())
        for node in walk(body):
            if isinstance(node, _ABRUPT) or (isinstance(node, n.Function) and node.inputs):
                found.add(name)
            elif (called := _called(node)) is not None:
                calls[name].add(called)
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return found


def _has_sure_loop(block: n.Block) -> bool:
    """`for (number i = 0; i < 3; …)`: at least one round, as everybody can see."""
    match block.statements:
        case (
            n.Declare(name=name, value=value),
            n.Loop(condition=n.Compare(op=op, left=n.Local(name=tested), right=right)),
        ) if name == tested:
            first, end = _find_constant(value), _find_constant(right)
            if first is not None and end is not None:
                return {"<": first < end, "<=": first <= end, ">": first > end, ">=": first >= end}[op]
    return False


def _find_constant(e: n.Expr) -> float | None:
    if isinstance(e, n.Negate):
        inner = _find_constant(e.value)
        return None if inner is None else -inner
    return e.value if isinstance(e, n.Literal) and isinstance(e.value, float) else None


def _ends_elsewhere(block: n.Block) -> bool:
    """Whether nothing behind it runs if it does."""
    ends = (n.Return, n.Break, n.Continue, n.Winner, n.Fail, n.Cancel)
    return bool(block.statements) and isinstance(block.statements[-1], ends)
