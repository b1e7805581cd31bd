"""Running a body with ranges: statements, loops until nothing grows any more, what a condition says.

A variable that only counts up or down is bounded by how many steps a block may take: no loop goes on for longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.ranges import Range
from tgpl.core.analysis.value_expressions import Env, RangeEvaluator, ValueRanges, elements_place, join_envs
from tgpl.core.types import NUMBER, PLAYER, TEXT, Collection
from tgpl.core.walk import walk
from tgpl.text.limits import STEPS, STEPS_IN_ALL

MOST_STEPS = float(STEPS_IN_ALL + STEPS)  # more than everything that one choice sets off may take
PATIENCE = 3  # rounds before limits make jumps
LAST_PATIENCE = 40  # rounds before they are given up


class BodyEvaluator(RangeEvaluator):
    """Runs one body with ranges."""

    def __init__(self, values: ValueRanges, key: str, node: n.Node, thresholds: list[float]) -> None:
        super().__init__(values, key)
        self.node = node
        self.thresholds = thresholds
        self.loop_exits: list[tuple[list[Env], list[Env]]] = []  # of the loops around: at break, at continue
        self.loop_heads: dict[int, Env] = {}  # what holds where a round of each loop begins, so far
        self.in_test = False
        self.counters = set(_find_counters(node))
        self.starts: dict[str, float] = {}  # the largest that a counter begins with
        self.growth: dict[int, float] = {}  # the largest that each update adds
        self.grown: dict[str, float] = {}  # and what all updates of a variable add together

    def run(self) -> None:
        self.ran = self.values.tick
        self.reads.clear()
        for _ in range(20):
            limits = (dict(self.starts), dict(self.growth))
            self._run_once()
            if limits == (self.starts, self.growth):
                break
        else:
            self.counters.clear()  # they grow by what they grew to
            self._run_once()

    def is_stale(self) -> bool:
        """Whether something has changed that it looked at when it last ran."""
        stamps = self.values.stamps
        return self.ran < 0 or any(stamps.get(place, 0) > self.ran for place in self.reads)

    def report(self) -> None:
        """What was found out, to whoever asks later."""
        values = self.values
        for identity, value in self.found.items():
            key = (self.key, identity)
            known = values.expressions.get(key)
            values.expressions[key] = value if known is None else r.join(known, value)
        for name, value in self.variables.items():
            known = values.variables.get((self.key, name))
            values.variables[self.key, name] = value if known is None else r.join(known, value)
        values.callees.update(self.calls)

    def _run_once(self) -> None:
        self.env, self.found, self.variables, self.calls, self.loop_heads = {}, {}, {}, {}, {}
        node = self.node
        if isinstance(node, n.AttributeOf):
            self.flow(f"{node.name} attribute", self.evaluate(node.initial))
        elif isinstance(node, n.Function):
            self.reads.add(f"{self.key} called")
            if not self.values.is_called(self.key):
                return  # as far as is known: perhaps in the next round
            for parameter in node.parameters:
                if parameter.default is not None:
                    self.flow(f"{self.key} local {parameter.name}", self.evaluate(parameter.default))
                self.define(parameter.name, self.range_of_parameter(parameter.name))
            self.run_inputs(node.inputs)
            self.run_block(node.body)
        elif isinstance(node, n.Action):
            self.run_action(node)
        elif isinstance(node, n.Phase):
            self.run_inputs(node.inputs)
            if node.effect is not None:
                self.run_block(node.effect)
        else:
            assert isinstance(node, n.Block)
            self.run_block(node)

    def run_action(self, node: n.Action) -> None:
        self.in_test = True
        for test in (*node.requires, *(trigger.body for trigger in node.triggers if trigger.body is not None)):
            self.env = {}
            self.run_block(test)
        self.in_test = False
        self.env = {}
        self.run_inputs(node.inputs)
        for one in node.inputs:
            self.define(one.name, self.range_of_parameter(one.name))
        self.run_block(node.effect)

    # -- places and variables

    def range_of_parameter(self, name: str) -> Range:
        return self.read_place(f"{self.key} local {name}")

    def define(self, name: str, value: Range) -> None:
        if self.env is None:
            return
        if name in self.counters:
            self.starts[name] = max(self.starts.get(name, 0.0), value.largest)
        self.keep(name, value)

    def keep(self, name: str, value: Range) -> None:
        if self.env is None:
            return
        self.env[name] = value
        known = self.variables.get(name)
        self.variables[name] = value if known is None else r.join(known, value)

    def add_to_counter(self, name: str, update: n.Node, value: Range, by: Range) -> None:
        """A variable that grows by something: by how much in all?"""
        if self.env is None:
            return
        if name in self.counters:
            known = self.growth.get(id(update), 0.0)
            if by.largest > known:
                self.growth[id(update)] = by.largest
                self.grown[name] = self.grown.get(name, 0.0) + (by.largest - known)
            most = self.starts.get(name, 0.0) + MOST_STEPS * self.grown.get(name, 0.0)
            value = value._replace(low=max(value.low, -most), high=min(value.high, most))
        self.keep(name, value)

    # -- statements

    def run_block(self, block: n.Block) -> None:
        for statement in block.statements:
            self.run_statement(statement)

    def run_statement(self, e: n.Statement) -> None:
        match e:
            case n.If():
                self._run_if(e)
            case n.Declare():
                self.define(e.name, self.evaluate(e.value))
            case n.Return():
                self._run_return(e)
            case n.Evaluate():
                self.evaluate(e.value)
            case n.Update():
                self._run_update(e)
            case n.Assign():
                self._run_assign(e)
            case n.Block():
                self.run_block(e)
            case n.ForEach():
                self._run_for_each(e)
            case n.Loop():
                self.run_loop(e.condition, e.body, e.after)
            case n.Continue():
                self._run_continue(e)
            case n.Break():
                self._run_break(e)
            case n.Winner() | n.Fail() | n.Cancel():
                self._run_stop(e)
            case n.Ask():
                self.run_inputs(e.inputs)
            case _:
                assert_never(e)

    def _run_assign(self, e: n.Assign) -> None:
        value = self.evaluate(e.value)
        added = _find_increment(e)
        if added is not None and isinstance(e.target, n.Local):
            self.add_to_counter(e.target.name, e, value, self.found[id(added)])
        else:
            self.store(e.target, value)

    def store(self, target: n.Expr, value: Range) -> None:
        if isinstance(target, n.Local):
            self.define(target.name, value)
        elif isinstance(target, n.Attribute):
            self.evaluate(target.value)
            self.assume_present(target.value)
            self.flow(f"{target.name} attribute", value)
        elif isinstance(target, (n.ListItem, n.TableItem)):
            self.evaluate(target.value)
            self.evaluate(target.key)
            self.assume_present(target.value)
            self.flow(
                elements_place(target.value.type), value if isinstance(target, n.ListItem) else r.drop_null(value)
            )
        elif isinstance(target, n.Operate):
            for argument in target.arguments:
                self.evaluate(argument)

    def _run_update(self, e: n.Update) -> None:
        old, value = self.evaluate(e.target), self.evaluate(e.value)
        type_ = e.target.type
        if type_ is NUMBER:
            new = r.ARITHMETIC[e.op](old, value)
            if isinstance(e.target, n.Local) and e.op in "+-":
                self.add_to_counter(e.target.name, e, new, value)
                return
        else:
            new = self.values.player if type_ is PLAYER else r.MADE_TEXT if type_ is TEXT else r.NOT_NULL
        self.store(e.target, new)

    def _run_if(self, e: n.If) -> None:
        ends: list[Env] = []
        for condition, body in e.branches:
            self.evaluate(condition)
            before = None if self.env is None else dict(self.env)
            self.assume(condition, True)
            self.run_block(body)
            if self.env is not None:
                ends.append(self.env)
            self.env = before
            self.assume(condition, False)
        if e.otherwise is not None:
            self.run_block(e.otherwise)
        if self.env is not None:
            ends.append(self.env)
        self.env = join_envs(ends)

    def run_loop(self, condition: n.Expr | None, body: n.Block, after: tuple[n.Statement, ...] = (), first: Callable[[], None] | None = None) -> None:  # fmt: skip
        head = self.env
        if head is None:  # nothing comes here, but it is translated
            self.run_unreached_loop(condition, body, after)
            return
        if id(body) in self.loop_heads:  # in the rounds of a loop around it, what was found out holds again
            known = self.loop_heads[id(body)]
            head = {name: r.join(value, known.get(name, value)) for name, value in head.items()}
        for turn in range(LAST_PATIENCE + 10):
            self.env = dict(head)
            breaks: list[Env] = []
            continues: list[Env] = []
            if condition is not None:
                self.evaluate(condition)
            done = None if condition is None and first is None else dict(self.env or {})
            if condition is not None:
                self.assume(condition, True)
            if first is not None:
                first()
            self.loop_exits.append((breaks, continues))
            self.run_block(body)
            self.loop_exits.pop()
            self.env = join_envs([*continues, self.env] if self.env is not None else continues)
            for statement in after:
                self.run_statement(statement)
            back = self.env
            grown = dict(head)
            for name in head:
                if back is not None and name in back:
                    both = r.join(head[name], back[name])
                    thresholds = self.thresholds if turn < LAST_PATIENCE else []
                    grown[name] = (
                        both if turn < PATIENCE or both == head[name] else r.widen(head[name], both, thresholds)
                    )
            if grown == head:
                break
            head = grown
        self.loop_heads[id(body)] = head
        self.env = done
        if condition is not None:
            self.assume(condition, False)
        self.env = join_envs([*breaks, self.env] if self.env is not None else breaks)

    def run_unreached_loop(self, condition: n.Expr | None, body: n.Block, after: tuple[n.Statement, ...]) -> None:
        if condition is not None:
            self.evaluate(condition)
        self.loop_exits.append(([], []))
        self.run_block(body)
        self.loop_exits.pop()
        for statement in after:
            self.run_statement(statement)

    def _run_for_each(self, e: n.ForEach) -> None:
        self.evaluate(e.values)
        self.assume_present(e.values)
        element = self.range_of_element(e.values)
        if e.type is PLAYER and element is not self.values.player:
            element = self.values.player._replace(null=element.null)
        self.run_loop(None, e.body, (), lambda: self.define(e.name, element))

    def _run_break(self, e: n.Break) -> None:
        if self.env is not None:
            self.loop_exits[-1][0].append(self.env)
        self.env = None

    def _run_continue(self, e: n.Continue) -> None:
        if self.env is not None:
            self.loop_exits[-1][1].append(self.env)
        self.env = None

    def _run_return(self, e: n.Return) -> None:
        if e.value is not None:
            value = self.evaluate(e.value)
            if not self.in_test and self.env is not None:
                self.flow(f"{self.key} returns", value)
        self.env = None

    def _run_stop(self, e: n.Winner | n.Fail | n.Cancel) -> None:
        value = e.value if isinstance(e, n.Winner) else e.message
        if value is not None:
            self.evaluate(value)
        self.env = None

    def run_inputs(self, inputs: tuple[n.Input, ...]) -> None:
        for one in inputs:
            for part in (one.asked, one.among, one.low, one.high, one.length, one.least, one.most):
                if part is not None:
                    self.evaluate(part)
            value = self.range_of_candidate(one)
            for filter_ in one.filters:
                self.run_filter(filter_, r.NOT_NULL if filter_.whole else value)
            if isinstance(one.type, Collection):
                self.flow(elements_place(one.type), value)
                value = r.NOT_NULL
            if one.optional:
                value = value._replace(null=True)
            self.flow(f"{self.key} local {one.name}", value)
            self.define(one.name, value)

    def range_of_candidate(self, one: n.Input) -> Range:
        type_ = one.type.of if isinstance(one.type, Collection) else one.type
        if type_ is PLAYER:
            return self.values.player
        if type_ is TEXT:
            return r.MADE_TEXT  # an answer is made when it is given
        if type_ is not NUMBER:
            return r.NOT_NULL
        if one.low is not None and one.high is not None:
            low, high = self.found.get(id(one.low), r.ANYTHING), self.found.get(id(one.high), r.ANYTHING)
            return Range(False, True, low.low, high.high)
        if one.among is not None and isinstance(one.among.type, Collection):
            return r.drop_null(self.range_of_element(one.among))
        return r.drop_null(r.ANYTHING)

    def run_filter(self, filter_: n.Filter, value: Range) -> None:
        outer, self.env = self.env, None if self.env is None else dict(self.env)
        was, self.in_test = self.in_test, True
        loops, self.loop_exits = self.loop_exits, []
        self.define(filter_.name, value)
        self.run_block(filter_.body)
        self.env, self.in_test, self.loop_exits = outer, was, loops

    # -- conditions

    def assume(self, e: n.Expr, holds: bool) -> None:
        """What is known where a condition holds, or does not."""
        if self.env is None:
            return
        if isinstance(e, n.Not):
            self.assume(e.value, not holds)
        elif isinstance(e, n.Logic) and e.op in ("&&", "||"):
            if (e.op == "&&") is holds:
                self.assume(e.left, holds)
                self.assume(e.right, holds)
                return
            first = dict(self.env)
            self.assume(e.left, holds)
            second, self.env = self.env, first
            self.assume(e.left, not holds)
            self.assume(e.right, holds)
            self.env = join_envs([env for env in (second, self.env) if env is not None])
        elif isinstance(e, n.Equal):
            self.assume_equal(e.left, e.right, holds is not e.negated)
            self.assume_equal(e.right, e.left, holds is not e.negated)
        elif isinstance(e, n.Compare):
            op = e.op if holds else {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[e.op]
            self.assume_compare(e.left, op, e.right)
            self.assume_compare(e.right, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op], e.left)
        elif isinstance(e, n.IsA) and holds:
            self.assume_present(e.value)

    def assume_equal(self, side: n.Expr, other: n.Expr, same: bool) -> None:
        if not isinstance(side, n.Local) or self.env is None or side.name not in self.env:
            return
        known, value = self.env[side.name], self.found.get(id(other), r.ANYTHING)
        if isinstance(other, n.Literal) and other.value is None:
            self.env[side.name] = r.ONLY_NULL if same else r.drop_null(known)
        elif side.type is NUMBER:
            self.env[side.name] = r.narrow_equal(known, value) if same else r.narrow_not_equal(known, value)
        elif same and not value.null:
            self.assume_present(side)

    def assume_compare(self, side: n.Expr, op: str, limit: n.Expr) -> None:
        if isinstance(side, n.Local) and side.type is NUMBER and self.env is not None and side.name in self.env:
            narrow = r.narrow_below if op[0] == "<" else r.narrow_above
            value = narrow(self.env[side.name], self.found.get(id(limit), r.ANYTHING), op[-1] == "=")
            self.env[side.name] = value


def _find_increment(e: n.Statement) -> n.Expr | None:
    """What `x = x + …` or `x = x - …` adds."""
    if isinstance(e, n.Assign) and isinstance(e.target, n.Local) and isinstance(e.value, n.Arithmetic):
        value, name = e.value, e.target.name
        if value.op in "+-" and isinstance(value.left, n.Local) and value.left.name == name:
            return value.right
    return None


def _find_counters(body: n.Node) -> Iterator[str]:
    """Variables that something is added to."""
    other = {e.target.name for e in walk(body) if isinstance(e, n.Update) and isinstance(e.target, n.Local) and e.op not in "+-"}  # fmt: skip
    for e in walk(body):
        if isinstance(e, (n.Update, n.Assign)) and isinstance(e.target, n.Local) and e.target.type is NUMBER:
            adds = _find_increment(e) is not None if isinstance(e, n.Assign) else e.op in "+-"
            if adds and e.target.name not in other:
                yield e.target.name
