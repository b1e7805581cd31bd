"""The rules of a sheet as clauses without `or`, `and`, `not` inside `not`: what the compiled join works from.

In: `Rule`s. Out: `Clause`s, each a head, literals that must hold, literals that must not, and pairs that must differ.
Where a rule says `or`, there are several clauses; what must be equal (`(not (distinct ?x ?y))`) is one variable.

    p(?x) <= q(?x), (or (not r(?x)) s(?x))      ->      p(?x) :- q(?x), not r(?x)        p(?x) :- q(?x), s(?x)

What `true`, `next`, `does`, `legal`, `init`, `sees`, `base` and `input` speak of is taken apart: `true(cell(?x,?y,b))` is about
a relation of its own, `Name("true", "cell", 3)`, with three arguments; so each kind of fact gets the room that it needs.
Words without arguments stay together: `true(over)` is `Name("true", "", 1)` of `over`. A variable in such a place makes one
clause for each kind of term that it can be (`split`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

from tgpl.text.terms import Rule, Term, is_variable, variables

# Relations that speak of terms, and which argument is the term.
SPEAKING = {
    ("true", 1): 0,
    ("next", 1): 0,
    ("init", 1): 0,
    ("base", 1): 0,
    ("does", 2): 1,
    ("legal", 2): 1,
    ("sees", 2): 1,
    ("input", 2): 1,
}
MOST_ALTERNATIVES = 4096  # clauses that one rule may become
Kind = (
    str | tuple[str, int]
)  # what stands at the head of a ground term: a constant, or a function and its number of arguments


class TooMuch(Exception):
    """A rule that becomes too many clauses, or relations that lean on each other in too long a line."""


class Name(NamedTuple):
    """A relation: what its atoms are called, the function that its terms have ("" where it is not taken apart), columns."""

    word: str
    function: str
    columns: int


WORD = Name("", "", 1)  # holds for words without arguments, where a variable could also be something else


class Literal(NamedTuple):
    name: Name
    arguments: tuple[Term, ...]


class Clause(NamedTuple):
    head: Literal
    positive: tuple[Literal, ...]
    negative: tuple[Literal, ...] = ()
    apart: tuple[tuple[Term, Term], ...] = ()  # what must differ


Alternative = tuple[tuple[bool, Term], ...]  # atoms, and whether they are to hold


def to_clauses(rules: Iterable[Rule]) -> list[Clause]:
    """All rules; nothing is taken apart yet."""
    made: list[Clause] = []
    for rule in rules:
        for way in _alternatives(("and", *rule.body), True) if rule.body else [()]:
            clause = _clause(rule.head, way)
            if clause is not None:
                made.append(clause)
    return list(dict.fromkeys(made))


def _alternatives(literal: Term, wanted: bool) -> list[Alternative]:
    """The alternatives under which a literal is as wanted, each a list of atoms."""
    word = literal[0] if isinstance(literal, tuple) else ""
    if word == "not" and len(literal) == 2:
        return _alternatives(literal[1], not wanted)
    if word in ("and", "or"):
        parts = [_alternatives(part, wanted) for part in literal[1:]]
        if (word == "or") == wanted:
            return _limit([way for part in parts for way in part])
        size = 1
        for part in parts:
            size *= len(part)
            if size > MOST_ALTERNATIVES:
                raise TooMuch
        return [sum(chosen, ()) for chosen in product(*parts)]
    if wanted and word == "distinct" and len(literal) == 3:
        return _apart(literal[1], literal[2])
    return [((wanted, literal),)]


def _apart(left: Term, right: Term) -> list[Alternative]:
    """Terms with the same function differ where one of their arguments does; others always or never."""
    if left == right:
        return []
    if isinstance(left, tuple) and isinstance(right, tuple):
        if left[0] != right[0] or len(left) != len(right):
            return [()]
        return _limit([way for one, other in zip(left[1:], right[1:], strict=True) for way in _apart(one, other)])
    if is_variable(left) or is_variable(right):
        return [((True, ("distinct", left, right)),)]
    return [()]


def _limit(ways: list[Alternative]) -> list[Alternative]:
    if len(ways) > MOST_ALTERNATIVES:
        raise TooMuch
    return ways


def _clause(head: Term, way: Alternative) -> Clause | None:
    """None: it never holds. Terms that must be equal are made so."""
    equal = [atom for wanted, atom in way if not wanted and _is_distinct(atom)]
    same: dict[str, Term] = {}
    for atom in equal:
        if not _unify(atom[1], atom[2], same):
            return None
    positive: list[Literal] = []
    negative: list[Literal] = []
    apart: list[tuple[Term, Term]] = []
    for wanted, given in way:
        atom = substitute(given, same) if same else given
        if not _is_distinct(atom):
            (positive if wanted else negative).append(literal_of(atom))
        elif wanted:
            different = _apart(atom[1], atom[2])
            if not different:
                return None
            if different != [()]:  # after the replacing, functions may meet here: compared as a whole then
                apart.append((atom[1], atom[2]))
    return Clause(
        literal_of(substitute(head, same)),
        tuple(dict.fromkeys(positive)),
        tuple(dict.fromkeys(negative)),
        tuple(dict.fromkeys(apart)),
    )


def _is_distinct(atom: Term) -> bool:
    return isinstance(atom, tuple) and atom[0] == "distinct" and len(atom) == 3


def literal_of(atom: Term) -> Literal:
    if isinstance(atom, str):
        return Literal(Name(atom, "", 0), ())
    return Literal(Name(atom[0], "", len(atom) - 1), atom[1:])


def substitute(term: Term, same: dict[str, Term]) -> Term:
    if isinstance(term, tuple):
        return (term[0], *(substitute(argument, same) for argument in term[1:])) if same else term
    return substitute(same[term], same) if term in same else term


def _unify(left: Term, right: Term, same: dict[str, Term]) -> bool:
    left, right = substitute(left, same), substitute(right, same)
    if left == right:
        return True
    if isinstance(left, str) and left.startswith("?") and left not in set(variables(right)):
        same[left] = right
        return True
    if isinstance(right, str) and right.startswith("?") and right not in set(variables(left)):
        same[right] = left
        return True
    if isinstance(left, str) or isinstance(right, str) or left[0] != right[0] or len(left) != len(right):
        return False
    return all(_unify(one, other, same) for one, other in zip(left[1:], right[1:], strict=True))


# ---- taking apart

KindsOf = Callable[[Clause], "dict[str, frozenset[Kind]] | None"]


def split(given: list[Clause], kinds_of: KindsOf) -> list[Clause]:
    """Each clause with its speaking relations taken apart; `kinds_of` says what the variables of a clause can be."""
    made: list[Clause] = []
    words: dict[str, None] = {}
    for clause in given:
        unknown = list(dict.fromkeys(_open_terms(clause)))
        if not unknown:
            made.append(_split_relations(clause, {}))
            continue
        kinds = kinds_of(clause)
        if kinds is None:
            continue
        for shape in _shapes(unknown, kinds):
            mixed = [variable for variable, term in shape.items() if variable == term and _is_mixed(kinds[variable])]
            only = tuple(Literal(WORD, (variable,)) for variable in mixed)
            words |= dict.fromkeys(
                kind for variable in mixed for kind in sorted(kinds[variable], key=str) if isinstance(kind, str)
            )
            made.append(_split_relations(clause._replace(positive=clause.positive + only), shape))
    return made + [Clause(Literal(WORD, (word,)), ()) for word in words]


def _is_mixed(kinds: frozenset[Kind]) -> bool:
    return any(isinstance(kind, tuple) for kind in kinds)


def _open_terms(clause: Clause) -> Iterable[str]:
    for literal in (clause.head, *clause.positive, *clause.negative):
        place = speaks(literal.name)
        if place is not None and is_variable(literal.arguments[place]):
            yield str(literal.arguments[place])


def speaks(name: Name) -> int | None:
    return None if name.function else SPEAKING.get((name.word, name.columns))


def _shapes(unknown: list[str], kinds: dict[str, frozenset[Kind]]) -> list[dict[str, Term]]:
    """Every way to say what the variables are: functions with fresh arguments; a word stays the variable."""
    ways: list[list[tuple[str, Term]]] = []
    size = 1
    for variable in unknown:
        ones: list[tuple[str, Term]] = []
        found = kinds.get(variable, frozenset())
        if any(isinstance(kind, str) for kind in found):
            ones.append((variable, variable))
        for function, count in sorted(kind for kind in found if isinstance(kind, tuple)):
            ones.append((variable, (function, *(f"{variable}.{at}" for at in range(count)))))
        ways.append(ones)
        size *= len(ones)
    if size > MOST_ALTERNATIVES // 8:
        raise TooMuch
    return [dict(chosen) for chosen in product(*ways)]


def _split_relations(clause: Clause, shape: dict[str, Term]) -> Clause:
    def apart(literal: Literal) -> Literal:
        # not `substitute`: a variable that stays itself would be looked up for ever
        arguments = tuple(_substitute_shape(argument, shape) for argument in literal.arguments)
        place = speaks(literal.name)
        term = "" if place is None else arguments[place]
        if place is None or isinstance(term, str):
            return Literal(literal.name, arguments)
        return Literal(Name(literal.name.word, term[0], place + len(term) - 1), (*arguments[:place], *term[1:]))

    return Clause(
        apart(clause.head),
        tuple(map(apart, clause.positive)),
        tuple(map(apart, clause.negative)),
        tuple((_substitute_shape(left, shape), _substitute_shape(right, shape)) for left, right in clause.apart),
    )


def _substitute_shape(term: Term, shape: dict[str, Term]) -> Term:
    if not shape:
        return term
    if isinstance(term, tuple):
        return (term[0], *(_substitute_shape(argument, shape) for argument in term[1:]))
    return shape.get(term, term)
