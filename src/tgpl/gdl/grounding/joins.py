"""From a clause to a function that finds its instances, as nested loops over indexes.

In:  a clause, the literal whose new rows set it off (or none), which relations are known for good, the tables.
Out: a Python function of a row; for every instance it calls `found(head, numbers of positive atoms, negative atoms)`.

    (<= (p ?x ?z) (q ?x ?y) (r ?y ?z))  set off by (q ?x ?y):

        def join(row):
            v0, v1, i0 = row
            for v2, i1 in t1(v1, ()):  found(('p', v0, v2), (i0, i1), ())

The next literal is always the one that seems to have the fewest rows for what is bound.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from tgpl.gdl.grounding.clauses import Check, Clause, TooLarge
from tgpl.gdl.grounding.tables import Row, Table, Tables
from tgpl.runtime.datalog.tables import JOINS
from tgpl.runtime.guard import execute
from tgpl.text.terms import Term, relation, variables

Relation = tuple[str, int]
Join = Callable[[Row], None]

_INDENT = "  "
_MOST_LOOPS = 15  # in each other
_DEEPEST = 90
_GUESSED_ROWS = 2000.0  # of a relation that is not known yet
_GUESSED_VALUES = 12.0  # of each of its columns


class Unsafe(TooLarge):
    """A clause whose variables do not all get values: nothing for a net."""


class JoinContext(NamedTuple):
    """What all joins share."""

    tables: Tables
    known: Collection[Relation]  # relations that are complete
    facts: Collection[Term]  # atoms of those that hold
    found: Callable[[Term, tuple[int, ...], tuple[Term, ...]], None]
    left: list[int]  # one number: how many rows may still be looked at


class _Step(NamedTuple):
    literal: Term
    table: Table
    place: int  # in the clause


def compile_join(clause: Clause, trigger: int | None, context: JoinContext) -> Join:
    """`trigger` is the place of the literal that has a new row; rows that it has in places before are left out."""
    writer = _Writer(clause, trigger, context)
    text = writer.text()
    given: dict[str, Any] = {
        "found": context.found, "facts": context.facts, "left": context.left, "TooLarge": TooLarge, **writer.space,
    }  # fmt: skip
    made: Join = execute(text, "<join>", JOINS, given)["join"]
    return made


class _Writer:
    def __init__(self, clause: Clause, trigger: int | None, context: JoinContext) -> None:
        self.clause = clause
        self.trigger = trigger
        self.context = context
        self.names: dict[str, str] = {}  # of variables that have values
        self.lines: list[str] = []
        self.ends: list[str] = []
        self.depth = 1
        self.loops = 0  # of the function that is being written
        self.space: dict[str, Any] = {}
        self.checks: list[Check] = list(clause.checks)
        self.absent = [atom for atom in clause.negative if relation(atom) in context.known]
        self.unknown = [atom for atom in clause.negative if relation(atom) not in context.known]

    def text(self) -> str:
        steps = [_Step(atom, self.context.tables.table(atom), place) for place, atom in enumerate(self.clause.positive)]
        self.lines.append("def join(row):")
        if self.trigger is not None:
            first = steps.pop(self.trigger)
            free = [self.name(variable) for variable in dict.fromkeys(variables(first.literal))]
            self.say(f"{', '.join([*free, f'i{first.place}'])}, = row")
        self.test()
        while steps:
            best = min(steps, key=self.cost)
            steps.remove(best)
            self.loop(best)
            self.test()
        if self.checks or self.absent or not self.bound([self.clause.head, *self.unknown]):
            raise Unsafe
        places = [i for i, atom in enumerate(self.clause.positive) if relation(atom) not in self.context.known]
        positive = "".join(f"i{place}, " for place in places)
        negative = "".join(f"{self.spell(atom)}, " for atom in self.unknown)
        self.say(f"found({self.spell(self.clause.head)}, ({positive}), ({negative}))")
        return "\n".join([*self.lines, *reversed(self.ends)])

    def say(self, line: str) -> None:
        if self.depth > _DEEPEST:
            raise TooLarge
        self.lines.append(_INDENT * self.depth + line)

    def name(self, variable: str) -> str:
        return self.names.setdefault(variable, f"v{len(self.names)}")

    def bound(self, terms: Iterable[Term]) -> bool:
        return all(variable in self.names for term in terms for variable in variables(term))

    def spell(self, term: Term) -> str:
        """An expression for a term whose variables have values."""
        if isinstance(term, tuple):
            return f"({term[0]!r}, {', '.join(map(self.spell, term[1:]))})"
        return self.names[term] if term.startswith("?") else repr(term)

    def cost(self, step: _Step) -> float:
        """About how many rows a literal has for what is bound."""
        columns = list(dict.fromkeys(variables(step.literal)))
        have = [column for column, variable in enumerate(columns) if variable in self.names]
        if relation(step.literal) in self.context.known:
            rows = float(len(step.table.rows))
            for column in have:
                rows /= max(1, step.table.values(column))
            return rows
        if len(have) == len(columns):
            return 0.9
        rows = _GUESSED_ROWS if len(columns) > 2 else _GUESSED_VALUES ** len(columns)
        return float(max(rows / _GUESSED_VALUES ** len(have), 1.1))

    def loop(self, step: _Step) -> None:
        columns = list(dict.fromkeys(variables(step.literal)))
        have = tuple(column for column, variable in enumerate(columns) if variable in self.names)
        key = [self.names[columns[column]] for column in have]
        free = [self.name(columns[column]) for column in range(len(columns)) if column not in have]
        rows, table = f"r{step.place}", f"t{step.place}"
        if have:
            self.space[table] = step.table.index(have).get
            values = ", ".join(key)
            self.say(f"{rows} = {table}({values if len(key) == 1 else f'({values})'}, ())")
        else:
            self.space[table] = step.table.rows
            self.say(f"{rows} = {table}")
        if free:
            self.say(f"left[0] -= len({rows})")
            self.say("if left[0] < 0: raise TooLarge")
            self.say(f"for {', '.join([*free, f'i{step.place}'])}, in {rows}:")
            self.depth += 1
            self.loops += 1
        else:  # there is one row at most
            self.say(f"if not {rows}: {self.leave}")
            self.say(f"i{step.place}, = {rows}[0]")
        if self.trigger is not None and step.place < self.trigger and self.same_relation(step):
            self.say(f"if i{step.place} == i{self.trigger}: {self.leave}")
        if self.loops == _MOST_LOOPS:  # Python has a limit: what is inside goes on in a function of its own
            self.ends.append(f"{_INDENT * self.depth}rest()")
            self.say("def rest():")
            self.depth += 1
            self.loops = 0

    @property
    def leave(self) -> str:
        return "continue" if self.loops else "return"

    def same_relation(self, step: _Step) -> bool:
        return self.trigger is not None and relation(step.literal) == relation(self.clause.positive[self.trigger])

    def test(self) -> None:
        """What can be tested now."""
        for check in [check for check in self.checks if self.bound(check[:2])]:
            self.checks.remove(check)
            differ = f"{self.spell(check.left)} != {self.spell(check.right)}"
            self.say(f"if {differ if check.equal else f'not {differ}'}: {self.leave}")
        for atom in [atom for atom in self.absent if self.bound([atom])]:
            self.absent.remove(atom)
            self.say(f"if {self.spell(atom)} in facts: {self.leave}")
