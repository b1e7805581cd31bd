"""A rulesheet as C that works by joining: loops over the facts of the position, for sheets too large to list all their atoms.

In: a `Logic` without `knows`. Out: a C text that defines the `think_…` functions, behind the first part of emit/c/runtime/1_base.c.

    rules_text(logic)       ->      "typedef struct Thought Thought; …"

The steps: clauses without `or` (clauses), what can stand where (domains), terms as numbers (numbers), the order of literals and
what is listed whole (order, plan), memory (layout), loops (c_loops, c_clauses).
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from tgpl.gdl.c_evaluator import add_questions, array
from tgpl.gdl.joins.c_clauses import Writer
from tgpl.gdl.joins.clauses import SPEAKING, Clause, Kind, Literal, Name, TooMuch, split, to_clauses
from tgpl.gdl.joins.domains import Places, bind_variables, find_domains
from tgpl.gdl.joins.layout import MemoryLayout
from tgpl.gdl.joins.numbers import Numbers
from tgpl.gdl.joins.plan import Plan
from tgpl.text.terms import CHANCE, Logic, variables

_HERE = Path(__file__).parent
_FLOWS = {"init": "true", "next": "true", "legal": "does"}
_MANY_FACTS = 8


def rules_text(logic: Logic) -> str:
    plan = make_plan(logic)
    layout = MemoryLayout(plan, logic.roles + ((CHANCE,) if logic.random else ()))
    written = Writer(plan, layout).text()
    lowest = array("u8", "rl_lowest", [str((at & -at).bit_length() - 1 if at else 0) for at in range(256)])
    base, answers = ((_HERE / name).read_text(encoding="utf-8") for name in ("base.c", "answers.c"))
    return add_questions(logic, "\n".join([layout.tables(), lowest, base, written, answers]))


def make_plan(logic: Logic) -> Plan:
    made = to_clauses(logic.rules)
    found = find_domains(made, _flows(made))
    with suppress(TooMuch):  # else there is one relation for all facts
        made = split(made, partial(_kinds, found))
    made = _facts_apart(made)
    found = find_domains(made, _flows(made))
    return Plan(made, found, Numbers(made, found))


def _kinds(found: Places, clause: Clause) -> dict[str, frozenset[Kind]] | None:
    kinds = bind_variables(clause, found)
    return None if kinds is None else {variable: frozenset(ones) for variable, ones in kinds.items()}


def _flows(made: list[Clause]) -> list[tuple[Name, Name]]:
    """What is next becomes true; what is legal may be done."""
    names = dict.fromkeys(clause.head.name for clause in made)
    return [
        (name, name._replace(word=_FLOWS[name.word]))
        for name in names
        if name.word in _FLOWS and (name.function or (name.word, name.columns) in SPEAKING)
    ]


def _facts_apart(made: list[Clause]) -> list[Clause]:
    """Many facts of a relation that has rules too get a relation of their own: they are looked up, not tried in turn."""
    facts: dict[Name, int] = {}
    ruled: set[Name] = set()
    for clause in made:
        name = clause.head.name
        if clause.positive or clause.negative or any(True for a in clause.head.arguments for _ in variables(a)):
            ruled.add(name)
        else:
            facts[name] = facts.get(name, 0) + 1
    moving = {name for name, count in facts.items() if count > _MANY_FACTS and name in ruled and not name.function}
    moving = {name for name in moving if (name.word, name.columns) not in SPEAKING}
    kept: list[Clause] = []
    for clause in made:
        name = clause.head.name
        if name in moving and not clause.positive and not clause.negative:
            kept.append(clause._replace(head=Literal(name._replace(word=f"{name.word} facts"), clause.head.arguments)))
        else:
            kept.append(clause)
    for name in [name for name in facts if name in moving]:
        arguments = tuple(f"?{at}" for at in range(name.columns))
        kept.append(Clause(Literal(name, arguments), (Literal(name._replace(word=f"{name.word} facts"), arguments),)))
    return kept
