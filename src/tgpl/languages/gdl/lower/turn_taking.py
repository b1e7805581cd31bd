"""Can two seats ever be asked at once? Found out from the rules alone.

In:  a rulesheet. Out: True if it is sure that at most one seat has something to choose in any position; False says
nothing.

    takes_turns(logic)      # True for `(<= (legal ?r …) (true (control ?r)) …)`, if control is always one seat's

The argument is about a family of facts of which one holds at a time, such as `(control ?r)`. For each fact of the
family it is worked out which may hold next; as long as that is never more than one, the family keeps its promise. If
then each seat's moves, except for one word that it says when it waits, need facts that no other seat's moves need,
seats take turns. Everything not understood counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from tgpl.gdl.grounding.clauses import Clause, TooLarge, to_clauses
from tgpl.text.terms import CHANCE, Logic, Term, is_variable, relation, variables

MOST_FACTS = 64  # of a family
MOST_INSTANCES = 20_000  # to put values into a clause
_WIDEST = 6  # functions and words of one family
_ELSEWHERE = (("knows", 1), ("knows", 2))  # no rule defines them
_NOBODY = "?"  # what holds where no fact of the family does; no fact looks like it

Key = tuple[str, int]
Times = frozenset[Term]  # facts of the family: some atom can only hold while one of these does
Values = dict[str, Term]
Answer = TypeVar("Answer")


def takes_turns(logic: Logic) -> bool:
    if len(logic.roles) < 2:
        return True
    try:
        rules = to_clauses(logic.rules)
    except TooLarge:
        return False
    return any(_Family(logic, rules, family).alternates() for family in _find_families(rules))


# ---- which facts


def _find_families(rules: list[Clause]) -> list[frozenset[Key]]:
    """What moves may hang on: a function with its number of arguments, or words; or that and what it comes from."""
    found: dict[Key, None] = {}
    comes_from: dict[Key, dict[Key, None]] = {}
    for clause in rules:
        keys = [
            relation(atom[1]) for atom in clause.positive if relation(atom) == ("true", 1) and not is_variable(atom[1])
        ]
        found.update(dict.fromkeys(keys))
        if relation(clause.head) == ("next", 1):
            comes_from.setdefault(relation(clause.head[1]), {}).update(dict.fromkeys(keys))
    words = frozenset(key for key in found if key[1] == 0)
    single = [frozenset([key]) for key in found if key[1]] + ([words] if words else [])
    wider = [family.union(*(comes_from.get(key, ()) for key in family)) for family in single]
    return list(dict.fromkeys([*single, *(family for family in wider if len(family) <= _WIDEST)]))


class _Move(NamedTuple):
    """A instance in which a fact of the family may come to hold next."""

    fact: Term
    clause: Clause  # with values
    times: Times
    surely: Times  # in these it does come


class _Family:
    def __init__(self, logic: Logic, rules: list[Clause], family: frozenset[Key]) -> None:
        self.logic = logic
        self.family = family
        self.by_head: dict[Key, list[Clause]] = {}
        for clause in rules:
            self.by_head.setdefault(relation(clause.head), []).append(clause)
        self.actors = [*logic.roles, *([CHANCE] if logic.random else [])]
        self.known: dict[Term, Times] = {}
        self.facts: dict[Term, None] = {}
        self.all: Times = frozenset()

    def alternates(self) -> bool:
        first = self.first()
        if first is None:
            return False
        self.facts = dict.fromkeys(first)
        while True:  # facts that may come make more facts come
            if len(self.facts) > MOST_FACTS:
                return False
            self.all = frozenset([*self.facts, _NOBODY])
            self.known = {}
            found = self.stable(self.nexts)
            if found is None:
                return False
            size = len(self.facts)
            self.facts.update((move.fact, None) for move in found)
            if len(self.facts) == size:
                break
        times = self.reached(first if self.begins(first) else [*first, _NOBODY], found)
        return times is not None and self.stable(lambda: self.seats_differ(times))

    def first(self) -> list[Term] | None:
        """The facts of the family that the first position may have: one at most."""
        found: dict[Term, None] = {}
        for clause in self.by_head.get(("init", 1), ()):
            if is_variable(clause.head[1]):
                return None
            if relation(clause.head[1]) in self.family:
                found[clause.head[1]] = None
        ground = all(not any(variables(fact)) for fact in found)
        return list(found) if ground and len(found) <= 1 else None

    def begins(self, first: list[Term]) -> bool:
        """Is it sure that the first position has it?"""
        return any(self.is_fact(("init", fact)) for fact in first)

    def stable(self, work: Callable[[], Answer]) -> Answer:
        """The answer once nothing more is found out about when atoms may hold."""
        while True:
            before = dict(self.known)
            answer = work()
            for pattern in list(self.known):
                self.of(pattern, frozenset())
            if self.known == before:
                return answer

    # -- what comes next

    def nexts(self) -> list[_Move] | None:
        """All instances of clauses that give the next fact, as far as the facts are known."""
        found: list[_Move] = []
        for clause in self.by_head.get(("next", 1), ()):
            fact = clause.head[1]
            if is_variable(fact):
                return None
            if relation(fact) not in self.family:
                continue
            for instance in self.instantiate(clause):
                if any(variables(instance.head)) or len(found) > MOST_INSTANCES:
                    return None
                found.append(_Move(instance.head[1], instance, self.of_body(instance), self.surely(instance)))
        return found

    def reached(self, first: list[Term], moves: list[_Move]) -> Times | None:
        """The facts that may ever hold, if never two do."""
        todo, seen = first, set(first)
        for time in todo:
            may = [move for move in moves if time in move.times]
            for number, move in enumerate(may):
                if any(move.fact != other.fact and not self.exclude(move, other) for other in may[number + 1 :]):
                    return None
            then = [move.fact for move in may]
            if not any(time in move.surely for move in may):
                then.append(_NOBODY)
            for fact in then:
                if fact not in seen:
                    seen.add(fact)
                    todo.append(fact)
        return frozenset(seen)

    def exclude(self, one: _Move, other: _Move) -> bool:
        """Can they never come together?"""
        a, b = one.clause, other.clause
        for this, that in ((a, b), (b, a)):
            if any(atom in that.negative and not any(variables(atom)) for atom in this.positive):
                return True
        done = [atom for atom in b.positive if relation(atom) == ("does", 2) and not is_variable(atom[1])]
        return any(
            relation(atom) == ("does", 2) and atom[1] == its[1] and not _could_be(atom[2], its[2])
            for atom in a.positive
            for its in done
        )

    def surely(self, clause: Clause) -> Times:
        """When a clause does hold whatever else is so."""
        if any(any(variables(atom)) for atom in (*clause.positive, *clause.negative)) or clause.checks:
            return frozenset()
        times = set(self.all)
        for atom in clause.positive:
            if self.is_of_family(atom):
                times &= {atom[1]}
            elif not self.is_fact(atom):
                return frozenset()
        for atom in clause.negative:
            if not self.is_of_family(atom):
                return frozenset()
            times -= {atom[1]}
        return frozenset(times)

    def is_of_family(self, atom: Term) -> bool:
        return relation(atom) == ("true", 1) and not is_variable(atom[1]) and relation(atom[1]) in self.family

    def is_fact(self, atom: Term) -> bool:
        return any(clause == (atom, (), (), ()) for clause in self.by_head.get(relation(atom), ()))

    # -- clauses with values

    def instantiate(self, clause: Clause) -> Iterator[Clause]:
        """The clause with all values for variables that facts, roles and the family give."""
        known = [found for atom in clause.positive if (found := self.values_of(atom)) is not None]

        def put(values: Values, rest: list[tuple[Term, list[Term]]]) -> Iterator[Values]:
            if not rest:
                yield values
                return
            part, terms = rest[0]
            for term in terms:
                more = _match(part, term, values)
                if more is not None:
                    yield from put(more, rest[1:])

        for number, values in enumerate(put({}, known)):
            if number > MOST_INSTANCES:
                yield clause  # with its variables: nobody can make anything of it
                return
            made = _with_values(clause, values)
            if made is not None:
                yield made

    def values_of(self, atom: Term) -> tuple[Term, list[Term]] | None:
        """A part of a literal and all that it can be, where that is known."""
        key = relation(atom)
        if self.is_of_family(atom):
            return atom[1], list(self.facts)
        if key == ("does", 2):
            return atom[1], list(self.actors)
        own = self.by_head.get(key, [])
        if key == ("true", 1) or key in _ELSEWHERE or len(own) > MOST_FACTS:
            return None
        if any(clause[1:] != ((), (), ()) or any(variables(clause.head)) for clause in own):
            return None
        return atom, [clause.head for clause in own]

    # -- when something can hold

    def of(self, atom: Term, open_: frozenset[Term]) -> Times:
        """When an atom may hold; of one that is being worked out, as far as it is known."""
        pattern = self.pattern(atom)
        if pattern in open_:
            return self.known.get(pattern, frozenset())
        own = self.by_head.get(relation(atom), [])
        if len(open_) > 60:
            return self.all
        found: set[Term] = set(self.known.get(pattern, ()))
        for clause in own:
            if found == self.all:
                break
            if not _could_be(pattern, clause.head):
                continue
            made = _with_values(clause, _said(clause.head, pattern))
            if made is not None:
                found |= self.of_body(made, open_ | {pattern})
        self.known[pattern] = frozenset(found)
        return self.known[pattern]

    def of_body(self, clause: Clause, open_: frozenset[Term] = frozenset()) -> Times:
        times = self.all
        for atom in clause.positive:
            times &= self.of_literal(atom, open_)
        for atom in clause.negative:
            if self.is_of_family(atom) and not any(variables(atom)):
                times -= {atom[1]}
        return times

    def of_literal(self, atom: Term, open_: frozenset[Term]) -> Times:
        key = relation(atom)
        if self.is_of_family(atom):
            return frozenset(fact for fact in self.facts if _could_be(atom[1], fact))
        if key == ("true", 1) or key in _ELSEWHERE:
            return self.all
        if key == ("does", 2):
            names = self.actors if is_variable(atom[1]) else [atom[1]]
            return _union(self.of(("legal", name, atom[2]), open_) for name in names)
        return self.of(atom, open_)

    def pattern(self, atom: Term) -> Term:
        """Only roles count as arguments, so that there are few patterns."""
        if isinstance(atom, str):
            return atom
        made = [one if one in self.actors else f"?{place}" for place, one in enumerate(atom[1:])]
        if relation(atom) == ("legal", 2) and not is_variable(atom[2]):  # what is done says more than that something is
            made[1] = atom[2] if isinstance(atom[2], str) else (atom[2][0], *(f"?{i}" for i in range(1, len(atom[2]))))
        return (atom[0], *made)

    # -- who is asked

    def seats_differ(self, times: Times) -> bool:
        asked: set[Term] = set()
        for name in self.logic.roles:
            own = self.asked(name) & times
            if asked & own:
                return False
            asked |= own
        return True

    def asked(self, name: str) -> Times:
        """When a seat may have something to choose: a move that is not its word for waiting."""
        moves: list[tuple[Term, Times]] = []
        for clause in self.by_head.get(("legal", 2), ()):
            values = _match(clause.head[1], name, {})
            if values is not None:
                made = _with_values(clause, values)
                if made is not None:
                    moves.append((made.head[2], self.of_body(made)))
        words = dict.fromkeys(move for move, _ in moves if isinstance(move, str) and not is_variable(move))
        each = [_union(when for move, when in moves if move != word) for word in (*words, None)]
        return min(each, key=len)


def _union(sets: Iterable[Times]) -> Times:
    return frozenset(one for each in sets for one in each)


# ---- terms


def _could_be(one: Term, other: Term) -> bool:
    """Is there any chance that two terms with variables are the same?"""
    if is_variable(one) or is_variable(other):
        return True
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return relation(one) == relation(other) and all(map(_could_be, one[1:], other[1:]))


def _match(pattern: Term, term: Term, values: Mapping[str, Term]) -> Values | None:
    """The values with which the pattern is the term; those that were there stay."""
    made = dict(values)

    def match(part: Term, other: Term) -> bool:
        if isinstance(part, str):
            return made.setdefault(part, other) == other if part.startswith("?") else part == other
        if isinstance(other, str) or relation(part) != relation(other):
            return False
        return all(map(match, part[1:], other[1:]))

    return made if match(pattern, term) else None


def _said(head: Term, pattern: Term) -> Values:
    """What a pattern says about the variables of a head that could be it."""
    found: Values = {}

    def look(part: Term, other: Term) -> None:
        if isinstance(part, tuple) and isinstance(other, tuple):
            for one, its in zip(part[1:], other[1:], strict=True):
                look(one, its)
        elif is_variable(part) and not any(variables(other)):
            found[str(part)] = other

    look(head, pattern)
    return found


def _with_values(clause: Clause, values: Mapping[str, Term]) -> Clause | None:
    """None if a check fails."""

    def put(term: Term) -> Term:
        if isinstance(term, tuple):
            return (term[0], *map(put, term[1:]))
        return values.get(term, term)

    def all_of(terms: Iterable[Term]) -> tuple[Term, ...]:
        return tuple(put(term) for term in terms)

    checks = []
    for check in clause.checks:
        made = check._replace(left=put(check.left), right=put(check.right))
        if any(variables(made.left)) or any(variables(made.right)):
            checks.append(made)
        elif (made.left == made.right) != made.equal:
            return None
    return Clause(put(clause.head), all_of(clause.positive), all_of(clause.negative), tuple(checks))
