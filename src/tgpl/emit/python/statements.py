"""Core statements and inputs to Python.

In:  a block. Out: lines of Python, indent from zero. Every round of a loop and every call costs a step, so loops
begin with `game.step()`; a loop that counts up to something fixed is a `for` over `game.count`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.call_graph import CallGraph
from tgpl.core.analysis.collection_views import walks_doubtfully
from tgpl.core.coverage import Coverage
from tgpl.core.operations import ASKING
from tgpl.core.types import ANY, BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type
from tgpl.core.walk import walk
from tgpl.emit.python import naming
from tgpl.emit.python.expressions import SUM, Expressions, quote, size_of, type_name

Lines = list[str]
EXPRESSIONS_OF_INPUT = ("asked", "among", "low", "high", "length", "labels", "prompt", "least", "most")


def indent(lines: Lines) -> Lines:
    return [f"    {line}" if line else "" for line in lines]


class Statements(Expressions):
    """Translates the statements of one body."""

    call_graph: CallGraph
    owner = "None"  # what an input inside asks the owner of: "self" in a class
    subject = ""  # what asks, for the player
    coverage: Coverage | None = None  # where it is to be noted that a match came by
    judged: int | None = None  # of a test whose answers are noted: the point of its no

    def translate_block(self, block: n.Block) -> Lines:
        """The statements of a body."""
        self.asks = _may_ask(block, self.call_graph)
        self.afters: list[tuple[n.Statement, ...]] = []  # what follows each round of the loops around
        return self._translate_inner(block)

    def translate_statements(self, statements: tuple[n.Statement, ...]) -> Lines:
        lines: Lines = []
        for statement in statements:
            lines += self._note_statement(statement)
            lines += self._translate_statement(statement)
            if isinstance(statement, (n.Block, n.If, n.Loop, n.ForEach)):
                lines += self._release(statement)
        return lines

    def _translate_statement(self, e: n.Statement) -> Lines:
        match e:
            case n.If():
                return self._translate_if(e)
            case n.Declare():
                return [self.mark(f"{naming.variable(e.name)} = {self.translate(e.value)}", e)]
            case n.Return():
                return self._translate_return(e)
            case n.Evaluate():
                return [self.mark(self.translate(e.value), e)]
            case n.Update():
                return self._translate_update(e)
            case n.Assign():
                return [self.mark(f"{self.translate_target(e.target)} = {self.translate(e.value)}", e)]
            case n.Block():
                counting = find_counting(e)
                if counting is None:
                    return self._translate_inner(e)
                noted = [line for statement in e.statements for line in self._note_statement(statement)]
                return [*noted, *self._translate_count(*counting)]
            case n.ForEach():
                return self._translate_for_each(e)
            case n.Loop():
                return self._translate_loop(e)
            case n.Continue():
                return [*self.translate_statements(self.afters[-1]), "continue"]
            case n.Break():
                return ["break"]
            case n.Winner():
                return [self.mark(f"game.winner({self.translate(e.value)})", e)]
            case n.Ask():
                return self.translate_ask(e.inputs, e)
            case n.Fail():
                return [self.mark(f"game.fail({'' if e.message is None else self.translate(e.message)})", e)]
            case n.Cancel():
                arguments = ["None" if e.message is None else self.translate(e.message)] + (
                    ["whole=True"] if e.whole else []
                )
                return [self.mark(f"game.cancel({', '.join(arguments)})", e)]
            case _:
                assert_never(e)

    def _translate_inner(self, block: n.Block) -> Lines:
        """A nested block."""
        point = None if self.coverage is None else self.coverage.inside(block)
        noted = [] if point is None else [f"game.hit({point})"]
        return [*noted, *self.translate_statements(block.statements)] or ["pass"]

    def _note_statement(self, statement: n.Statement) -> Lines:
        point = None if self.coverage is None else self.coverage.before(statement)
        return [] if point is None else [f"game.hit({point})"]

    def _release(self, node: n.Node) -> Lines:
        """Where something is asked later, variables whose block has ended must not keep objects in the game."""
        held = dict.fromkeys(
            naming.variable(name) for name, type_ in _find_declared(node) if isinstance(type_, (ClassType, Collection))
        )
        return [f"{' = '.join(held)} = None"] if self.asks and held else []

    # -- simple statements

    def _translate_update(self, e: n.Update) -> Lines:
        lines, target = self._settle_target(e.target)
        type_ = e.target.type
        if type_ is NUMBER and (plain := self._translate_plain_update(e)) is not None:
            return [*lines, self.mark(f"{target} {e.op}= {plain}", e)]
        value = self._write_updated(e, target, type_)
        return [*lines, self.mark(f"{target} = {value}", e)]

    def _translate_plain_update(self, e: n.Update) -> str | None:
        """The value of `x += v` where the result is surely a number."""
        size, value = size_of(e.value), self.translate_number(e.value)
        fine = e.op in "+-" and size < 960.0
        fine = fine or (e.op == "*" and size <= 0.0)
        literal = e.value.value if isinstance(e.value, n.Literal) else None
        fine = fine or (e.op == "/" and isinstance(literal, float) and abs(literal) >= 1.0)
        return value if fine else None

    def _write_updated(self, e: n.Update, target: str, type_: Type) -> str:
        if type_ is TEXT:
            return self.mark(f"game.text({target}, {self.translate(e.value)})", e)
        if type_ is BOOL:
            sign = "!=" if e.op == "^" else e.op
            left = f"truth({target})" if self.nullability.can_be_null(e.target, self.body) else target
            return self.mark(f"{left} {sign} {self.translate_condition(e.value, SUM)}", e)
        if e.op in "%^":
            value = f"{'remainder' if e.op == '%' else 'game.power'}({target}, {self.translate(e.value)})"
        else:
            value = f"{target} {e.op} {self.translate(e.value, SUM + 2)}"
        return self.mark(f"game.seat({value})" if type_ is PLAYER else f"finite({value})", e)

    def _settle_target(self, target: n.Expr) -> tuple[Lines, str]:
        """A target that is read and then written: what leads to it is looked up once."""
        lines: Lines = []
        if isinstance(target, n.Attribute) and not _is_simple(target.value):
            lines.append(f"_owner = {self.translate(target.value)}")
            return lines, self.mark(f"_owner.{naming.attribute(target.name)}", target)
        if isinstance(target, (n.ListItem, n.TableItem)) and not (_is_simple(target.value) and _is_simple(target.key)):
            lines += [f"_held = {self.translate(target.value)}", f"_key = {self.translate(target.key)}"]
            return lines, self.mark("_held[_key]", target)
        if isinstance(target, n.Operate) and not _is_simple(target.arguments[0]):
            lines.append(f"_owner = {self.translate(target.arguments[0])}")
            return lines, self.mark(f"_owner.{target.op.split('.')[1]}", target)
        return lines, self.translate_target(target)

    # -- branches and loops

    def _translate_if(self, e: n.If) -> Lines:
        lines: Lines = []
        for i, (condition, body) in enumerate(e.branches):
            lines.append(f"{'elif' if i else 'if'} {self.translate_condition(condition)}:")
            lines += indent(self._translate_inner(body))
        if e.otherwise is not None and e.otherwise.statements:
            lines += ["else:", *indent(self._translate_inner(e.otherwise))]
        elif self.coverage is not None and (point := self.coverage.skip(e)) is not None:
            lines += ["else:", f"    game.hit({point})"]
        return lines

    def _translate_loop(self, e: n.Loop) -> Lines:
        condition = "True" if e.condition is None else self.translate_condition(e.condition)
        self.afters.append(e.after)
        body = [self.mark("game.step()", e), *self._release(e.body), *self._translate_inner(e.body)]
        self.afters.pop()
        if not _ends_elsewhere(e.body):
            body += self.translate_statements(e.after)
        return [f"while {condition}:", *indent(body)]

    def _translate_count(self, first: n.Declare, loop: n.Loop, end: n.Expr, by: float) -> Lines:
        """`for (number i = a; i < b; i += c)`, where nothing else changes i or b."""
        arguments = [self.translate_number(first.value), self.translate_number(end)] + (
            [repr(by).removesuffix(".0")] if by != 1.0 else []
        )
        self.afters.append(())
        body = [*self._release(loop.body), *self._translate_inner(loop.body)]
        self.afters.pop()
        head = self.mark(f"game.count({', '.join(arguments)})", loop)
        return [f"for {naming.variable(first.name)} in {head}:", *indent(body)]

    def _translate_for_each(self, e: n.ForEach) -> Lines:
        name = naming.variable(e.name)
        self.afters.append(())
        body = [self.mark("game.step()", e)]
        of = e.values.type.of if isinstance(e.values.type, Collection) else e.type
        if of is ANY and e.type is not ANY:
            body.append(self.mark(f"{name} = game.expect({type_name(e.type)}, {name})", e))
        elif walks_doubtfully(self.views, e):
            body.append(self.mark(f"{name} = game.seen({type_name(of)}, {name})", e))
        elif of is not e.type and {of, e.type} == {NUMBER, PLAYER}:
            body.append(self.mark(f"{name} = {'game.seat' if e.type is PLAYER else 'number'}({name})", e))
        body += [*self._release(e.body), *self._translate_inner(e.body)]
        self.afters.pop()
        return [f"for {name} in {self.mark(self.translate(e.values), e.values)}:", *indent(body)]

    # -- endings

    def _translate_return(self, e: n.Return) -> Lines:
        if e.value is None:
            return ["return"]
        if e.value.type is BOOL and self.in_test:
            answer = self.translate_condition(e.value)
            return [
                self.mark(f"return {answer if self.judged is None else f'game.judged({self.judged}, {answer})'}", e)
            ]
        return [self.mark(f"return {self.translate(e.value)}", e)]

    in_test = False

    # -- inputs inside a block

    def translate_ask(self, inputs: tuple[n.Input, ...], e: n.Node) -> Lines:
        """Declares the variables of some inputs, in order."""
        lines: Lines = []
        made: list[str] = []
        for i, one in enumerate(inputs):
            earlier = [naming.variable(other.name) for other in inputs[:i]]
            functions, text = self._translate_input(one, earlier)
            lines += functions
            made.append(text)
        names = ", ".join(naming.variable(one.name) for one in inputs)
        asked = f"game.ask_for({', '.join([self.owner, quote(self.subject), *made])})"
        return [*lines, self.mark(f"{names} = {asked}", e)]

    def _translate_input(self, one: n.Input, earlier: list[str]) -> tuple[Lines, str]:
        """An input inside a block: functions for its tests, and the `Input` itself."""
        lines: Lines = []
        arguments = [quote(one.name), quote(type_name(one.type)), *input_flags(one)]
        for word in EXPRESSIONS_OF_INPUT:
            value: n.Expr | None = getattr(one, word)
            if value is not None and not is_plain_prompt(one, word):
                arguments.append(
                    f"{word}=lambda {', '.join(earlier)}: {self.translate(value)}".replace("lambda :", "lambda:")
                )
        for whole in (False, True):
            tests = []
            for i, filter_ in enumerate(f for f in one.filters if f.whole is whole):
                name = f"{'on_list' if whole else 'filter'}{i + 1 if i else ''}_{naming.question(one.name)}"
                parameters = [*earlier, naming.variable(filter_.name)]
                captured = [
                    f"{v}={v}" for v in map(naming.variable, _find_changed_outside(filter_)) if v not in parameters
                ]
                lines += self._translate_filter(name, [*parameters, *captured], filter_)
                tests.append(name)
            if tests:
                arguments.append(f"{'whole' if whole else 'filters'}=({', '.join(tests)},)")
        return lines, f"Input({', '.join(arguments)})"

    def _translate_filter(self, name: str, parameters: list[str], filter_: n.Filter) -> Lines:
        outer, self.in_test = (self.in_test, self.judged), True
        afters, self.afters = self.afters, []
        self.judged = None if self.coverage is None else self.coverage.test(filter_.body)
        body = self.translate_statements(filter_.body.statements)
        (self.in_test, self.judged), self.afters = outer, afters
        return [f"def {name}({', '.join(parameters)}):", *indent(body)]


def input_flags(one: n.Input) -> list[str]:
    flags = [f"{word}=True" for word in ("auto", "optional", "passed") if getattr(one, word)]
    if one.proposed:
        flags.append(f"proposed=({', '.join(map(quote, one.proposed))},)")
    if isinstance(one.prompt, n.Literal):
        flags.append(f"prompt={quote(str(one.prompt.value))}")
    whole = [filter_ for filter_ in one.filters if filter_.whole]
    return [*flags, "sized=True"] if whole and all(map(looks_at_length, whole)) else flags


def is_plain_prompt(one: n.Input, word: str) -> bool:
    """A question that is always the same needs no function."""
    return word == "prompt" and isinstance(one.prompt, n.Literal)


def looks_at_length(filter_: n.Filter) -> bool:
    """Whether a filter on a list asks nothing but how long it is."""
    uses = sum(isinstance(node, n.Local) and node.name == filter_.name for node in walk(filter_.body))
    lengths = sum(
        isinstance(node, n.Operate)
        and node.op == "list.length"
        and isinstance(node.arguments[0], n.Local)
        and node.arguments[0].name == filter_.name
        for node in walk(filter_.body)
    )
    return uses == lengths


# ---- what the shape of a block tells


def _may_ask(block: n.Block, calls: CallGraph) -> bool:
    """Whether a player may be asked while the block runs."""
    for node in walk(block):
        if isinstance(node, (n.Ask, n.CallAction)) or (isinstance(node, n.Operate) and node.op in ASKING):
            return True
        if isinstance(node, n.Call) and node.function in calls.asking:
            return True
        if isinstance(node, n.CallMethod) and f".{node.name}" in calls.asking:
            return True
    return False


def _ends_elsewhere(block: n.Block) -> bool:
    """Whether the last statement goes elsewhere, so that nothing behind the block runs."""
    last = block.statements[-1] if block.statements else None
    return isinstance(last, (n.Break, n.Continue, n.Return, n.Winner, n.Fail, n.Cancel))


def _find_declared(node: n.Node) -> Iterator[tuple[str, Type]]:
    """The variables that a block and the blocks inside it make."""
    for inner in walk(node):
        if isinstance(inner, (n.Declare, n.ForEach)):
            yield inner.name, inner.type
        elif isinstance(inner, n.Ask):
            yield from ((one.name, one.type) for one in inner.inputs)


def _is_simple(e: n.Expr) -> bool:
    """Looking it up twice does no harm and finds the same."""
    if isinstance(e, n.Attribute):
        return _is_simple(e.value)
    return isinstance(e, (n.Local, n.This, n.Event, n.Global, n.Literal))


_FAR = 2.0**900  # steps that could lead out of what a number can be are looked at one by one


def find_counting(block: n.Block) -> tuple[n.Declare, n.Loop, n.Expr, float] | None:
    """The parts of a `for` that counts up to something fixed."""
    match block.statements:
        case (
            n.Declare() as first,
            n.Loop(
                condition=n.Compare(op="<", left=n.Local(name=compared), right=end),
                after=(n.Update(target=n.Local(name=updated), op="+", value=n.Literal(value=float(by))),),
            ) as loop,
        ) if first.type is NUMBER and 0.0 < by < _FAR:
            changed = set(_find_changed(loop.body))
            fixed = isinstance(end, n.Literal) or (isinstance(end, n.Local) and end.name not in changed)
            fixed = fixed and not (isinstance(first.value, n.Literal) and first.value.value is None)
            if compared == updated == first.name and first.name not in changed and fixed and end.type is NUMBER:
                return first, loop, end, by
    return None


def _find_changed(node: n.Node) -> Iterator[str]:
    for inner in walk(node):
        if isinstance(inner, (n.Assign, n.Update)) and isinstance(inner.target, n.Local):
            yield inner.target.name


def _find_changed_outside(filter_: n.Filter) -> list[str]:
    """Variables of the block around that a filter changes: it changes a copy of its own."""
    own = {inner.name for inner in walk(filter_) if isinstance(inner, (n.Declare, n.ForEach))}
    return list(dict.fromkeys(name for name in _find_changed(filter_.body) if name not in own))
