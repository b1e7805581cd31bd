"""A clause and an order of its literals → a Python function that finds all rows of its head.

    compile_join(p(?x) ← q(?x, b), not r(?x))   ->

    def run(tables, new, against, knows, out, left):
        index0 = tables[given0].index(given1)           # of ('q', 2), by (FREE, KEY)
        rows1 = against[given2].rows                    # of ('r', 1)
        for _ in ONCE:
            found = index0.get('b', NOTHING)
            left -= len(found)
            if left < 0: raise BudgetSpent
            for v0 in found:
                if (v0,) in rows1: continue
                row = (v0,)
                if row not in out: out[row] = None; left -= 20
        return left

So it is a loop per literal that binds variables and a test per literal that does not; what each tests is the literal as
written, with the variables bound so far, so a row comes out if and only if some assignment makes all literals true.
Literals are looked up in `tables`, negations in `against`; one of the literals may be looked up in `new` instead. Then
there are rows of the head already, and only others come out; else it has none yet.
A relation that is worked out where it is asked for (`on_demand`) is first asked for the values of its bound columns:

            if (v0,) not in asked2: want2((v0,))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from tgpl.runtime.datalog.clauses import DISTINCT, FAILS, HOLDS, KNOWS, SAME, Clause, Literal
from tgpl.runtime.datalog.strata import Relation
from tgpl.runtime.datalog.tables import FREE, JOINS, KEY, Index, Question, Row, Signature, Table, bundle
from tgpl.runtime.guard import execute
from tgpl.text.terms import Term, is_variable, relation, variables

ROW = 20  # what a new row costs, beside 1 for every row that is looked at
DEEPEST_LOOPS = 12  # of one function: Python allows 20
INDENT = "    "


class BudgetSpent(Exception):
    """The work that a question may cost is done."""


_GIVEN: dict[str, Any] = {"ONCE": (None,), "NOTHING": (), "BudgetSpent": BudgetSpent}


class Rows(Protocol):
    """What negations are held against: a table, or something that pretends to hold more."""

    @property
    def rows(self) -> Any: ...


class Answers(Protocol):
    """What is known of a relation by now: complete for the values that were asked."""

    @property
    def rows(self) -> dict[Row, None]: ...

    @property
    def asked(self) -> dict[Row, None]: ...

    def want(self, values: Row) -> None: ...

    def index(self, signature: Signature) -> Index: ...


Knows = Callable[[Term], bool]
Tables = Mapping[Any, Any]  # relation → Table, question → Answers
Join = Callable[[Tables, Table | None, Mapping[Relation, Rows], Knows, dict[Row, None], int], int]


def compile_join(
    clause: Clause,
    order: tuple[int, ...],
    new: int | None = None,
    price: int = ROW,
    on_demand: Collection[Relation] = (),
) -> Join:
    """With `new` that literal is looked up in what is new. `on_demand`: relations that are worked out where they are asked for."""
    if not clause.body:
        return _fact(clause.head, price)
    writer = JoinWriter(clause, new, price, on_demand)
    run: Join = execute(writer.source(order), "<join>", JOINS, _GIVEN | writer.given)["run"]
    return run


def _fact(head: Term, price: int) -> Join:
    """Most clauses are facts: for them no function has to be written."""
    row = () if isinstance(head, str) else head[1:]

    def run(
        tables: Tables,
        new: Table | None,
        against: Mapping[Relation, Rows],
        knows: Knows,
        out: dict[Row, None],
        left: int,
    ) -> int:
        if row in out:
            return left
        out[row] = None
        if left < price:
            raise BudgetSpent
        return left - price

    return run


class JoinWriter:
    """Writes the function, line by line."""

    def __init__(self, clause: Clause, new: int | None, price: int, on_demand: Collection[Relation]) -> None:
        self.clause = clause
        self.new = new
        self.price = price
        self.on_demand = on_demand
        self.given: dict[str, Any] = {}
        self.names: dict[str, str] = {}  # of the variables that are bound
        self.before: list[str] = []  # where tables and indexes are fetched
        self.parts: list[list[str]] = []  # functions for the inner loops of long bodies
        self.lines: list[str] = []
        self.depth = 2

    def source(self, order: tuple[int, ...]) -> str:
        lines = self.lines
        for number in order:
            self.literal(number, self.clause.body[number])
        self.emit()
        head = ["def run(tables, new, against, knows, out, left):", *self.before]
        for part in reversed(self.parts):
            head += [INDENT + line for line in part] + [f"{INDENT * 2}return left"]
        return "\n".join([*head, "    for _ in ONCE:", *lines, "    return left"])

    def name(self, value: Any) -> str:
        """A name for what would be long to say."""
        name = f"given{len(self.given)}"
        self.given[name] = value
        return name

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def literal(self, number: int, literal: Literal) -> None:
        kind, atom = literal
        if kind == HOLDS and not literal.variables <= self.names.keys():
            self.loop(number, atom)
        elif kind in (HOLDS, FAILS):
            rows = f"rows{number}"
            table = self.ask(number) or self.table(number)
            self.before.append(f"    {rows} = {table}.rows")
            self.skip_if(f"{self.row(atom)} {'not in' if kind == HOLDS else 'in'} {rows}")
        elif kind in (DISTINCT, SAME):
            self.skip_if(f"{self.value(atom[1])} {'==' if kind == DISTINCT else '!='} {self.value(atom[2])}")
        else:
            self.skip_if(f"{'not ' if kind == KNOWS else ''}knows({self.value(atom)})")

    def table(self, number: int) -> str:
        kind, atom = self.clause.body[number]
        if number == self.new:
            return "new"
        return f"{'tables' if kind == HOLDS else 'against'}[{self.name(relation(atom))}]"

    def ask(self, number: int) -> str:
        """Has a relation worked out for what is bound; where its answers are. Nothing for one that is there whole."""
        atom = self.clause.body[number].atom
        if number == self.new or relation(atom) not in self.on_demand or isinstance(atom, str):
            return ""
        bound = tuple(at for at, part in enumerate(atom[1:]) if self.names.keys() >= set(variables(part)))
        if not bound:
            return ""
        question: Question = (*relation(atom), bound)
        answers = f"tables[{self.name(question)}]"
        self.before.append(f"    asked{number} = {answers}.asked; want{number} = {answers}.want")
        values = f"({', '.join(self.value(atom[1 + at]) for at in bound)},)"
        self.line(f"if {values} not in asked{number}: want{number}({values})")
        return answers

    def skip_if(self, test: str) -> None:
        self.line(f"if {test}: continue")

    def loop(self, number: int, atom: Term) -> None:
        keys: list[str] = []
        free: list[str] = []
        signature = self.signature(atom, keys, free)
        if self.depth > DEEPEST_LOOPS:
            self.begin_inner_function()
        table = self.ask(number) or self.table(number)
        self.before.append(f"    index{number} = {table}.index({self.name(signature)})")
        self.line(f"found = index{number}.get({bundle(keys)}, NOTHING)")
        self.line("left -= len(found)")
        self.line("if left < 0: raise BudgetSpent")
        for variable in free:
            self.names[variable] = f"v{len(self.names)}"
        self.line(f"for {bundle([self.names[variable] for variable in free])} in found:")
        self.depth += 1

    def begin_inner_function(self) -> None:
        """The loops that follow stand in a function of their own, which is called here."""
        call = f"part{len(self.parts)}({', '.join([*self.names.values(), 'left'])})"
        self.line(f"left = {call}")
        self.lines = [f"def {call}:", f"{INDENT}for _ in ONCE:"]
        self.parts.append(self.lines)
        self.depth = 2

    def emit(self) -> None:
        self.line(f"row = {self.row(self.clause.head)}")
        if self.new is None:
            self.line("if row not in out:")
        else:
            self.before.append(f"    rows = tables[{self.name(relation(self.clause.head))}].rows")
            self.line("if row not in rows and row not in out:")
        self.line("    out[row] = None")
        self.line(f"    left -= {self.price}")

    def row(self, atom: Term) -> str:
        """The arguments of an atom whose variables are bound, as an expression."""
        return "()" if isinstance(atom, str) else f"({', '.join(map(self.value, atom[1:]))},)"

    def value(self, term: Term) -> str:
        if isinstance(term, tuple):
            return f"({', '.join([repr(term[0]), *map(self.value, term[1:])])})"
        return self.names[term] if is_variable(term) else repr(term)

    def signature(self, atom: Term, keys: list[str], free: list[str]) -> Signature:
        """What is known of the atom's arguments, and as what the unknown ones become known."""

        def of(term: Term) -> Any:
            if isinstance(term, tuple) and not Literal(HOLDS, term).variables <= self.names.keys():
                return (term[0], *map(of, term[1:]))
            if isinstance(term, tuple) or not is_variable(term) or term in self.names:
                keys.append(self.value(term))
                return KEY
            if term in free:
                return free.index(term)
            free.append(term)
            return FREE

        return tuple(map(of, atom[1:]))
