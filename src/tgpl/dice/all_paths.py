"""All paths that a script can take, each with its chance, and those that come to the same joined again.

In:  a core program of a script. Out: what a function, or the script itself, can give and in which world, with chances.

- A statement is run for a set of states (variables and world) at once; for each state along every path that chance
  can take through that statement.
- States that have become equal are one. Variables that are not used any more, and things that nobody can reach, do not
  make them different.
- A call is worked out once for equal arguments and an equal world around them.
- A loop is a chain of the states in which it begins anew; one that could go on for ever, but does not, is solved.

    outcomes = AllPaths(program).run_script()     # {(value, world): chance}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar, assert_never

from tgpl.core import nodes as n
from tgpl.dice.analysis import EffectAnalysis
from tgpl.dice.budget import TooLarge, format_amount
from tgpl.dice.declarations import ScriptDeclarations
from tgpl.dice.expressions import CannotFollow, Frame, evaluate
from tgpl.dice.independent import IndependentOdds
from tgpl.dice.inline import inline_throws
from tgpl.dice.markov_chain import NeverEnds, count_visits
from tgpl.dice.path import Given, Options, Path, restrict_world
from tgpl.dice.statements import Simple, execute
from tgpl.dice.world import Value, World, compact_world
from tgpl.text.records import Record
from tgpl.text.source import Span

MOST_RUNS = 120_000  # of one statement in one state; a run along one of several paths counts for three
MOST_HEADS = 2_000  # states in which a loop can begin anew
DEEPEST = 200  # calls inside each other
_ONE = Fraction(1)

K = TypeVar("K")
State = tuple[tuple[tuple[str, Value], ...], World]  # the variables, in the order of being made, and the world
States = dict[State, Fraction]
Outcomes = dict[Given, Fraction]
Live = frozenset[str]  # variables that are used later


class Endless(Exception):
    """It may go on for ever: what can be said is not known by then."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class Flow(Record):
    """How states leave a statement."""

    on: States  # to the next statement
    given: Outcomes  # out of the function
    out: States  # out of the loop
    again: States  # to the loop's next round


def _flow(on: States | None = None) -> Flow:
    return Flow({} if on is None else on, {}, {}, {})


class AllPaths:
    def __init__(self, program: n.Program) -> None:
        self._program = program
        self.declarations = ScriptDeclarations(program)
        self._effects = EffectAnalysis(program)
        self._independent = IndependentOdds(self._effects.throws, self._evaluate_pure)
        self._blocks: dict[int, tuple[n.Block, n.Block, list[Live]]] = {}  # with what is used behind each statement
        self._afters: dict[int, n.Block] = {}
        self._known: dict[tuple[str, tuple[Value, ...], World], Options[Given]] = {}
        self._open: set[tuple[str, tuple[Value, ...], World]] = set()
        self._fixed = 1  # of the things, those that are known outside the running body
        self.runs = 0

    # -- the script and its functions

    def run_script(self) -> Outcomes:
        """What the script itself comes to: the worlds behind its last statement."""
        begin = tuple(
            (c.name, self.declarations.blank(c.name)) for c in self._program.classes if c.visibility == "global"
        )
        states: States = {((), begin): Fraction(1)}
        given: Outcomes = {}
        for setup in self._program.setups:
            flow = self._run_block(setup, states, frozenset())
            states = flow.on
            _join(given, flow.given.items())
        _join(given, (((None, world), chance) for (_, world), chance in states.items()))
        return self._compact(given)

    def _outcomes(self, function: n.Function, arguments: tuple[Value, ...], world: World, span: Span) -> Options[Given]:
        """What a function gives; the world is all that it can reach."""
        key = function.name, arguments, world
        if key in self._known:
            return self._known[key]
        if key in self._open:
            raise Endless(span)
        if len(self._open) >= DEEPEST:
            raise TooLarge(f"more than {DEEPEST} calls are inside each other")
        self._open.add(key)
        outside, self._fixed = self._fixed, len(world)
        names = [parameter.name for parameter in function.parameters]
        names = ["this", *names] if len(arguments) > len(names) else names
        begin: State = (tuple(zip(names, arguments, strict=True)), world)
        flow = self._run_block(function.body, {begin: Fraction(1)}, frozenset())
        _join(flow.given, (((None, world), chance) for (_, world), chance in flow.on.items()))
        self._known[key] = found = list(self._compact(flow.given).items())
        self._open.discard(key)
        self._fixed = outside
        return found

    def _compact(self, given: Outcomes) -> Outcomes:
        found: Outcomes = {}
        for (value, world), chance in given.items():
            small, (same,) = compact_world(world, self._fixed, [value])
            _add(found, (same, small), chance)
        return found

    def _evaluate_pure(self, frame: Frame, call: n.Call) -> Options[Value] | None:
        """What a call gives that leaves everything as it is; None if it does not."""
        function = self.declarations.functions[call.function]
        given = {name: evaluate(frame, argument) for name, argument in call.arguments}
        if len(given) < len(function.parameters):
            return None
        arguments, small, _ = restrict_world([given[parameter.name] for parameter in function.parameters], frame.world)
        found = self._outcomes(function, arguments, small, call.span)
        if any(world != small for (_, world), _ in found):
            return None
        return [(value, chance) for (value, _), chance in found]

    # -- blocks

    def _run_block(self, block: n.Block, states: States, live: Live) -> Flow:
        """`live`: what is used behind the block."""
        known = self._blocks.get(id(block))
        if known is None:
            known = self._blocks[id(block)] = self._prepare(block)
        whole = _flow(states)
        for statement, behind in zip(known[1].statements, known[2], strict=True):
            if not whole.on:
                break
            if isinstance(statement, n.Evaluate) and not self._effects.changes(statement.value):
                self._look_for_errors(statement.value, whole.on)
                continue
            used = behind | live
            flow = self._run_statement(statement, whole.on, used)
            whole.on = self._merge_states(flow.on, used)
            flow.on = {}
            _merge(whole, flow)
        return whole

    def _prepare(self, block: n.Block) -> tuple[n.Block, n.Block, list[Live]]:
        small = inline_throws(block, self._effects)
        behind: list[Live] = [frozenset()]
        for statement in reversed(small.statements[1:]):
            behind.append(behind[-1] | self._effects.mentions(statement))
        return block, small, behind[: len(small.statements)][::-1]

    def _run_statement(self, s: n.Statement, states: States, live: Live) -> Flow:
        match s:
            case n.Block():
                return self._run_block(s, states, live)
            case n.If():
                return self._run_if(s, states, live)
            case n.Loop():
                return self._run_loop(s, states, live)
            case n.ForEach():
                return self._run_for_each(s, states, live)
            case n.Continue():
                return Flow({}, {}, {}, states)
            case n.Break():
                return Flow({}, {}, states, {})
            case n.Return():
                return self._run_return(s, states)
            case n.Winner():  # a script ends so
                return Flow({}, {(None, world): chance for (_, world), chance in self._drop_variables(states)}, {}, {})
            case n.Declare() | n.Assign() | n.Update() | n.Evaluate():
                return _flow(self._run_simple(s, states))
            case n.Fail() | n.Cancel() | n.Ask():
                raise CannotFollow(s.span)
            case _:
                assert_never(s)

    def _drop_variables(self, states: States) -> Iterable[tuple[State, Fraction]]:
        return self._merge_states(states, frozenset()).items()

    def _merge_states(self, states: States, live: Live) -> States:
        """Equal ones as one: without variables that are not used any more, and things that cannot be reached."""
        found: States = {}
        for state, chance in states.items():
            names, world = state
            if len(world) == self._fixed and all(name in live for name, _ in names):
                found[state] = found[state] + chance if state in found else chance
                continue
            kept = [pair for pair in names if pair[0] in live]
            small, values = compact_world(world, self._fixed, [value for _, value in kept])
            _add(found, (tuple(zip([name for name, _ in kept], values, strict=True)), small), chance)
        return found

    # -- statements

    def _run_simple(self, s: Simple, states: States) -> States:
        found: States = {}
        if isinstance(s, n.Declare) or (isinstance(s, n.Assign) and isinstance(s.target, n.Local)):
            name = s.name if isinstance(s, n.Declare) else s.target.name  # type: ignore[union-attr]
            for state, chance in states.items():
                for share, frame, value in self._find_values(state, s.value):
                    frame.names[name] = value
                    _add(found, _state(frame), chance * share)
            return found
        for state, chance in states.items():
            for share, frame in self._explore(state, lambda frame: execute(frame, s)):
                _add(found, _state(frame), chance * share)
        return found

    def _look_for_errors(self, e: n.Expr, states: States) -> None:
        """What changes nothing is only looked through for errors, each part for itself."""
        if self._effects.only_shows(e):
            return
        if isinstance(e, n.Join) or (isinstance(e, n.Operate) and e.op == "log"):
            for part in e.parts if isinstance(e, n.Join) else e.arguments:
                self._look_for_errors(part, states)
            return
        for state in self._merge_states(states, self._effects.mentions(e)):
            for _ in self._find_values(state, e):
                pass

    def _run_return(self, s: n.Return, states: States) -> Flow:
        flow = _flow()
        for state, chance in states.items():
            for share, frame, value in self._find_values(state, s.value):
                _add(flow.given, (value, frame.world), chance * share)
        return flow

    def _run_if(self, s: n.If, states: States, live: Live) -> Flow:
        whole = _flow()
        for condition, block in s.branches:
            holds, states = self._split(condition, states)
            _merge(whole, self._run_block(block, holds, live))
        _merge(whole, self._run_block(s.otherwise, states, live) if s.otherwise is not None else _flow(states))
        return whole

    def _split(self, condition: n.Expr, states: States) -> tuple[States, States]:
        holds: States = {}
        others: States = {}
        for state, chance in states.items():
            for share, frame, value in self._find_values(state, condition):
                _add(holds if value else others, state if frame.world is state[1] else _state(frame), chance * share)
        return holds, others

    # -- loops

    def _run_for_each(self, s: n.ForEach, states: States, live: Live) -> Flow:
        whole = _flow()
        inside = live | self._effects.mentions(s.body)
        for state, chance in states.items():
            for share, frame, items in self._find_values(state, s.values):
                assert isinstance(items, tuple)
                rounds: States = {_state(frame): chance * share}
                for item in items:
                    rounds = {((*names, (s.name, item)), world): often for (names, world), often in rounds.items()}
                    flow = self._run_block(s.body, rounds, inside)
                    _join(whole.given, flow.given.items())
                    _join(whole.on, flow.out.items())
                    _join(flow.on, flow.again.items())
                    rounds = self._merge_states(flow.on, inside - {s.name})
                _join(whole.on, rounds.items())
        return whole

    def _run_loop(self, s: n.Loop, states: States, live: Live) -> Flow:
        """Each state in which a round begins is looked at once; how often it is come through is solved then."""
        kept = live | self._effects.mentions(s)
        heads = {name for names, _ in states for name, _ in names}
        begins = self._merge_states(states, frozenset(heads) & kept)
        rounds: dict[State, Flow] = {}
        follows: dict[State, States] = {}
        waiting = list(begins)
        while waiting:
            head = waiting.pop()
            if head in rounds:
                continue
            if len(rounds) >= MOST_HEADS:
                raise TooLarge(f"a function calls itself on in more than {format_amount(MOST_HEADS)} different states")
            rounds[head] = flow = self._run_round(s, head, kept)
            follows[head] = self._merge_states(flow.again, frozenset(heads) & kept)
            waiting += [state for state in follows[head] if state not in rounds]
        try:
            often = count_visits(begins, follows)
        except NeverEnds:
            raise Endless(s.span) from None
        whole = _flow()
        for head, flow in rounds.items():
            _join(whole.given, ((given, chance * often[head]) for given, chance in flow.given.items()))
            _join(whole.on, ((state, chance * often[head]) for state, chance in flow.out.items()))
        return whole

    def _run_round(self, s: n.Loop, head: State, live: Live) -> Flow:
        """One round; where it goes on is in `again`, where it ends in `out`."""
        states: States = {head: Fraction(1)}
        ended: States = {}
        if s.condition is not None:
            states, ended = self._split(s.condition, states)
        flow = self._run_block(s.body, states, live)
        _join(flow.on, flow.again.items())
        if s.after:
            after = self._afters.setdefault(id(s), n.Block(s.span, s.after))
            flow.on = self._run_block(after, flow.on, live).on
        _join(flow.out, ended.items())
        return Flow({}, flow.given, flow.out, flow.on)

    # -- paths

    def _find_values(self, state: State, e: n.Expr | None) -> Iterator[tuple[Fraction, Frame, Value]]:
        """What an expression comes to in a state."""
        if e is None:
            yield _ONE, self._frame(state), None
            return
        if not self._effects.throws(e):
            frame = self._frame(state)
            value = evaluate(frame, e)
            yield _ONE, frame, value
            return
        spread = None if self._effects.changes(e) else self._independent.find(self._frame(state), e)
        if spread is not None:
            for value, share in spread:
                yield share, self._frame(state), value
            return
        found: list[Value] = []
        for share, frame in self._explore(state, lambda frame: found.append(evaluate(frame, e))):
            yield share, frame, found[-1]

    def _frame(self, state: State, turns: tuple[int, ...] = ()) -> Frame:
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise TooLarge(f"there are more than {format_amount(MOST_RUNS)} different steps on the ways through it")
        return Frame(self.declarations, Path(turns, self._outcomes), dict(state[0]), state[1])

    def _explore(self, state: State, work: Callable[[Frame], object]) -> Iterator[tuple[Fraction, Frame]]:
        """Does something along every path that chance can take through it."""
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            frame = self._frame(state, waiting.pop())
            self.runs += 2
            path = frame.path
            assert isinstance(path, Path)
            work(frame)
            yield path.chance, frame
            waiting += path.others()


def _state(frame: Frame) -> State:
    return tuple(frame.names.items()), frame.world


def _add(into: dict[K, Fraction], key: K, chance: Fraction) -> None:
    into[key] = into[key] + chance if key in into else chance


def _join(into: dict[K, Fraction], more: Iterable[tuple[K, Fraction]]) -> None:
    for key, chance in more:
        _add(into, key, chance)


def _merge(whole: Flow, part: Flow) -> None:
    _join(whole.on, part.on.items())
    _join(whole.given, part.given.items())
    _join(whole.out, part.out.items())
    _join(whole.again, part.again.items())
