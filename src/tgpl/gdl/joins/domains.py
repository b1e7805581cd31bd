"""What can stand in each place: for every column of a relation and every argument of a function, the constants and functions.

In: clauses. Out: a table from places to kinds of terms, worked out by following the rules until nothing new comes;
it says too much rather than too little. A kind is a constant or a function with its number of arguments, so the table
is finite even where terms can grow for ever.

    succ(1,2). succ(2,3). p(?x) :- succ(?y,?x), distinct(?x,9).       ->      (p, 0): 2, 3
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tgpl.gdl.joins.clauses import Clause, Kind, Literal, Name
from tgpl.text.terms import Term

Place = tuple[Name | tuple[str, int], int]  # a relation's column or a function's argument; column -1: is it ever true?
Places = dict[Place, set[Kind]]
_EVER: set[Kind] = {""}


def find_domains(clauses: list[Clause], flows: Iterable[tuple[Name, Name]] = ()) -> Places:
    """`flows`: (from, to), relations whose tuples become another's without a rule, as what is next becomes true."""
    found: Places = {}
    readers: dict[Place, list[int]] = {}
    ways: dict[Name, list[Name]] = {}
    for source, target in flows:
        ways.setdefault(source, []).append(target)
    for number, clause in enumerate(clauses):
        for place in dict.fromkeys(_places(clause.positive)):
            readers.setdefault(place, []).append(number)
    waiting = deque(range(len(clauses)))
    queued = [True] * len(clauses)

    def put(place: Place, kinds: Iterable[Kind]) -> None:
        there = found.setdefault(place, set())
        before = len(there)
        there.update(kinds)
        if len(there) == before:
            return
        for reader in readers.get(place, ()):
            if not queued[reader]:
                queued[reader] = True
                waiting.append(reader)
        if isinstance(place[0], Name):
            for target in ways.get(place[0], ()):
                put((target, place[1]), there)

    def put_term(place: Place, term: Term, kinds: dict[str, set[Kind]]) -> None:
        if isinstance(term, tuple):
            function = (term[0], len(term) - 1)
            put(place, (function,))
            for at, argument in enumerate(term[1:]):
                put_term((function, at), argument, kinds)
        else:
            put(place, kinds.get(term, set()) if term.startswith("?") else (term,))

    while waiting:
        number = waiting.popleft()
        queued[number] = False
        head = clauses[number].head
        kinds = bind_variables(clauses[number], found)
        if kinds is not None:
            put((head.name, -1), _EVER)
            for column, argument in enumerate(head.arguments):
                put_term((head.name, column), argument, kinds)
    return found


def _places(literals: Iterable[Literal]) -> Iterable[Place]:
    for literal in literals:
        yield (literal.name, -1)
        for column, argument in enumerate(literal.arguments):
            yield (literal.name, column)
            yield from _inner_places(argument)


def _inner_places(term: Term) -> Iterable[Place]:
    if isinstance(term, tuple):
        for at, argument in enumerate(term[1:]):
            yield ((term[0], len(term) - 1), at)
            yield from _inner_places(argument)


def bind_variables(clause: Clause, found: Places) -> dict[str, set[Kind]] | None:
    """What the variables can be where all literals that must hold do; None: they never do."""
    kinds: dict[str, set[Kind]] = {}
    for literal in clause.positive:
        if (literal.name, -1) not in found:
            return None
        for column, argument in enumerate(literal.arguments):
            if not narrow(argument, (literal.name, column), found, kinds):
                return None
    return kinds


def narrow(term: Term, place: Place, found: Places, kinds: dict[str, set[Kind]]) -> bool:
    """Whether the term can stand there; its variables are then known better."""
    here = found.get(place)
    if not here:
        return False
    if isinstance(term, tuple):
        function = (term[0], len(term) - 1)
        return function in here and all(
            narrow(argument, (function, at), found, kinds) for at, argument in enumerate(term[1:])
        )
    if not term.startswith("?"):
        return term in here
    kinds[term] = kinds[term] & here if term in kinds else here
    return bool(kinds[term])
