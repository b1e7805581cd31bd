"""Which atoms can ever hold, and by which instances of the rules.

In:  a rulesheet. Out: `Ground`: atoms with numbers, instances of clauses over them. `TooLarge` where there are too many.

What depends on no position is worked out exactly and is gone from the instances. For the rest everything that may hold
is taken to hold at once, facts and moves: `true` is all that `init` and `next` can give, `does` all that is `legal`.
Negations of what can change are kept in the instances and hinder nothing. So there may be atoms that never hold in
any game; no other can.

    (role a) (<= (legal a ?x) (p ?x)) (p 1) (<= (next ?x) (does a ?x))
        ->  (legal a 1);  (next 1) if (does a 1)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from tgpl.gdl.grounding.clauses import Clause, TooLarge, to_clauses
from tgpl.gdl.grounding.joins import Join, JoinContext, Relation, compile_join
from tgpl.gdl.grounding.tables import Row, Tables
from tgpl.text.scc import find_components
from tgpl.text.terms import CHANCE, Logic, Term, order_key, relation

MOST_INSTANCES = 250_000
MOST_ATOMS = 150_000
MOST_ROWS = 6_000_000  # looked at in joins
DEEPEST = 12  # functions in functions: deeper ones are growing

# What a game asks for, and what holds without a rule.
ANSWERS: tuple[Relation, ...] = (("init", 1), ("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0), ("sees", 2))
_TRUE: Relation = ("true", 1)
_DOES: Relation = ("does", 2)


Instance = tuple[int, tuple[int, ...], tuple[int, ...]]  # head, positive atoms, negative atoms


class Ground(NamedTuple):
    atoms: list[Term]  # those that can hold, and those that only stand behind a `not`
    reached: set[int]
    instances: list[Instance]
    certain: frozenset[Term]  # atoms that hold whatever the position is
    first: tuple[Term, ...]  # the facts of the first position


def ground(logic: Logic, most: int = MOST_INSTANCES) -> Ground:
    rules = _keep_relevant(to_clauses(logic.rules))
    return _Grounder(logic, rules, most).run()


def _keep_relevant(rules: list[Clause]) -> list[Clause]:
    """Those that an answer can depend on."""
    by_head: dict[Relation, list[Clause]] = {}
    for clause in rules:
        by_head.setdefault(relation(clause.head), []).append(clause)
    todo, wanted = list(ANSWERS), set(ANSWERS)
    for key in todo:
        for clause in by_head.get(key, ()):
            for atom in (*clause.positive, *clause.negative):
                if relation(atom) not in wanted:
                    wanted.add(relation(atom))
                    todo.append(relation(atom))
    return [clause for clause in rules if relation(clause.head) in wanted]


class _Grounder:
    def __init__(self, logic: Logic, rules: list[Clause], most: int) -> None:
        self.most = most  # instances
        self.actors = set(logic.roles) | ({CHANCE} if logic.random else set())
        self.rules = rules
        self.tables = Tables()
        for clause in rules:
            for atom in clause.positive:
                self.tables.table(atom)
        self.numbers: dict[Term, int] = {}
        self.reached: set[int] = set()
        self.certain: set[Term] = set()
        self.instances: dict[Instance, None] = {}
        self.known: set[Relation] = set()
        self.left = [MOST_ROWS]
        self.queue: deque[Term] = deque()

    def run(self) -> Ground:
        changing = self.derive_certain()
        if any(relation(clause.head) == ("init", 1) for clause in changing):
            raise TooLarge  # the first position depends on one
        first = tuple(sorted((atom[1] for atom in self.certain if relation(atom) == ("init", 1)), key=order_key))
        for atom in sorted_atoms(self.certain):
            if relation(atom) in ANSWERS:
                self.reached.add(self.number(atom))
                self.instances[self.number(atom), (), ()] = None
        self.reach(changing, [("true", fact) for fact in first])
        return Ground(list(self.numbers), self.reached, list(self.instances), frozenset(self.certain), first)

    # -- what depends on no position

    def derive_certain(self) -> list[Clause]:
        """Answers the clauses that remain."""
        by_head: dict[Relation, list[Clause]] = {}
        for clause in self.rules:
            by_head.setdefault(relation(clause.head), []).append(clause)
        needs = {
            key: list(dict.fromkeys(relation(atom) for clause in own for atom in (*clause.positive, *clause.negative)))
            for key, own in by_head.items()
        }
        changes = {_TRUE, _DOES}
        rest: list[Clause] = []
        for group in find_components(list(by_head), lambda key: [need for need in needs[key] if need in needs]):
            inside = set(group)
            own = [clause for key in group for clause in by_head[key]]
            denied = {relation(atom) for clause in own for atom in clause.negative}
            if denied & inside or any(need in changes for key in group for need in needs[key]):
                changes |= inside
                rest += own
                continue
            self.derive(own, inside)
            self.known |= inside
        for clause in self.rules:  # what nothing defines holds nowhere
            for atom in (*clause.positive, *clause.negative):
                if relation(atom) not in by_head and relation(atom) not in changes:
                    self.known.add(relation(atom))
        return rest

    def derive(self, own: list[Clause], inside: set[Relation]) -> None:
        """All atoms of a few relations that depend on each other and on what is known."""
        context = JoinContext(self.tables, self.known, self.certain, self.hold, self.left)
        effects = _Effects(context)
        for clause in own:
            if not effects.add(clause, inside):
                if clause.positive or clause.checks or clause.negative:
                    compile_join(clause, None, context)(())
                else:
                    self.hold(clause.head, (), ())
        while self.queue:
            effects.enter(self.queue.popleft(), len(self.certain) + len(self.queue))

    def hold(self, head: Term, positive: tuple[int, ...], negative: tuple[Term, ...]) -> None:
        if head not in self.certain:
            _refuse_growing(head)
            if len(self.certain) > MOST_ATOMS:
                raise TooLarge
            self.certain.add(head)
            self.queue.append(head)

    # -- what can change

    def reach(self, changing: list[Clause], start: list[Term]) -> None:
        context = JoinContext(self.tables, self.known, self.certain, self.instance, self.left)
        effects = _Effects(context)
        changes = {relation(clause.head) for clause in changing} | {_TRUE, _DOES}
        for clause in changing:
            effects.add(clause, changes)
        for atom in start:
            self.reach_atom(atom)
        for atom in sorted_atoms(self.certain):
            self.follow(atom)
        for clause in changing:
            if not any(relation(atom) in changes for atom in clause.positive):
                compile_join(clause, None, context)(())
        while self.queue:
            atom = self.queue.popleft()
            self.follow(atom)
            effects.enter(atom, self.numbers[atom])

    def follow(self, atom: Term) -> None:
        """What an atom gives without any rule."""
        key = relation(atom)
        if key == ("next", 1):
            self.reach_atom(("true", atom[1]))
        elif key == ("legal", 2) and atom[1] in self.actors:
            self.reach_atom(("does", *atom[1:]))

    def instance(self, head: Term, positive: tuple[int, ...], negative: tuple[Term, ...]) -> None:
        number = self.numbers.get(head, -1)
        if number not in self.reached:
            number = self.reach_atom(head)
        made = (number, positive, tuple([self.number(atom) for atom in negative]) if negative else ())
        if made not in self.instances:
            self.instances[made] = None
            if len(self.instances) > self.most:
                raise TooLarge

    def reach_atom(self, atom: Term) -> int:
        number = self.number(atom)
        if number not in self.reached:
            _refuse_growing(atom)
            if len(self.reached) > MOST_ATOMS:
                raise TooLarge
            self.reached.add(number)
            self.queue.append(atom)
        return number

    def number(self, atom: Term) -> int:
        return self.numbers.setdefault(atom, len(self.numbers))


class _Effects:
    """Which joins a new atom sets off. They are made when they are needed first."""

    def __init__(self, context: JoinContext) -> None:
        self.context = context
        self.set_off: dict[Term, list[tuple[Clause, int]]] = {}  # by the shape of a literal
        self.joins: dict[Term, list[Join]] = {}

    def add(self, clause: Clause, inside: set[Relation]) -> bool:
        """Does anything in there set it off?"""
        places = [place for place, atom in enumerate(clause.positive) if relation(atom) in inside]
        for place in places:
            table = self.context.tables.table(clause.positive[place])
            self.set_off.setdefault(table.shape, []).append((clause, place))
        return bool(places)

    def enter(self, atom: Term, number: int) -> None:
        rows: list[tuple[Term, Row]] = []
        for table in self.context.tables.tables(relation(atom)):
            row = table.add(atom, number)
            if row is not None and table.shape in self.set_off:
                rows.append((table.shape, row))
        for shape, row in rows:
            joins = self.joins.get(shape)
            if joins is None:
                joins = [compile_join(clause, place, self.context) for clause, place in self.set_off[shape]]
                self.joins[shape] = joins
            for each in joins:
                each(row)


def sorted_atoms(atoms: Iterable[Term]) -> list[Term]:
    return sorted(atoms, key=order_key)


def _refuse_growing(atom: Term) -> None:
    """Growing terms, and variables that never got a value."""
    if isinstance(atom, tuple) and _is_odd(atom, DEEPEST):
        raise TooLarge


def _is_odd(term: Term, room: int) -> bool:
    if isinstance(term, str):
        return term.startswith("?")
    return not room or any(_is_odd(argument, room - 1) for argument in term[1:])


class MovesAndFacts(NamedTuple):
    moves: tuple[Term, ...]  # of the seats; in canonical order, as the facts are
    facts: tuple[Term, ...]


def list_moves_and_facts(logic: Logic) -> MovesAndFacts | None:
    """Everything that can come up in the games of a rulesheet; None where there would be too much of it."""
    if logic.knows:  # what is known brings about moves and facts too, and is not worked out here
        return None
    try:
        found = ground(logic)
    except TooLarge:
        return None
    atoms = {*(found.atoms[number] for number in found.reached), *found.certain}
    moves = {atom[2] for atom in atoms if relation(atom) == ("legal", 2) and atom[1] in logic.roles}
    facts = {atom[1] for atom in atoms if relation(atom) in (("init", 1), ("next", 1), ("true", 1))}
    return MovesAndFacts(tuple(sorted(moves, key=order_key)), tuple(sorted({*facts, *found.first}, key=order_key)))
