"""What is worked out how: which relations are listed whole, which only where they are asked for.

In: clauses, what can stand in their places. Out: a `Plan`: for every relation that is needed, the ways in which it is worked out
(`Fill`s), with the order of literals in each clause. A relation is listed whole where that costs less than asking for
each combination of known arguments that is expected to be asked for; relations that lean on themselves always are.

    in_check(?p) is only tested: a function with an early exit.     reach(?x,?y) for all x: listed, with an index on x.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.gdl.joins.clauses import Clause, Name, TooMuch
from tgpl.gdl.joins.counts import Counter
from tgpl.gdl.joins.domains import Places, bind_variables
from tgpl.gdl.joins.numbers import Domain, Numbers, product_of
from tgpl.gdl.joins.order import ENDLESS, Cardinalities, Order, order_literals
from tgpl.text.scc import find_components
from tgpl.text.terms import variables

ALWAYS, STATE, MOVE = 0, 1, 2  # how long what is known of a relation stays so
MOST_KEYS = 1 << 17  # combinations of known arguments that are numbered
_LARGE_STATIC = 100_000.0
# Literals and arguments in the longest line of relations that lean on each other: the C text has to bear it on its stack.
_DEEPEST = 100_000
GIVEN = ("true", "does")
# Those that must be listed whole: they are what the game is asked for.
ROOTS = ("init", "legal", "next", "sees", "goal")


class Fill(NamedTuple):
    """A way to work out a relation: for known values in these columns, by these clauses."""

    name: Name
    bound: tuple[int, ...]
    clauses: tuple[tuple[Clause, Order], ...]


class Push(NamedTuple):
    """What follows from one new tuple of a relation, matched with this literal of a clause."""

    clause: Clause
    at: int
    order: Order


class Group(NamedTuple):
    """Relations that lean on each other: `first` says what they begin with, `pushes` what follows from each tuple."""

    names: tuple[Name, ...]
    recursive: bool
    shadowed: tuple[Name, ...]  # those that lean on their own negation


class Plan:
    def __init__(self, clauses: list[Clause], places: Places, numbers: Numbers) -> None:
        self.numbers = numbers
        self.places = places
        self.clauses = [_sound(clause, places) for clause in clauses if bind_variables(clause, places) is not None]
        self.of: dict[Name, list[Clause]] = {}
        for clause in self.clauses:
            self.of.setdefault(clause.head.name, []).append(clause)
        self._columns: dict[Name, tuple[Domain, ...]] = {}
        self.groups = _groups(self.of)
        self.group_of = {name: number for number, group in enumerate(self.groups) for name in group.names}
        self._refuse_too_deep()
        self.lasting = self._lifetime()
        self.cardinalities = Cardinalities(lambda name: tuple(float(d.size or ENDLESS) for d in self.columns(name)))
        self._measure()
        self.whole: dict[Name, Fill] = {}  # relations that are listed whole
        self.asked: dict[Name, dict[tuple[int, ...], Fill]] = {}  # those worked out where they are asked for
        self.pushes: dict[Name, list[Push]] = {}
        self.calls: dict[Name, dict[tuple[int, ...], float]] = {}
        self.read: set[Name] = set()  # by literals
        self.roots = {name for name in self.of if is_root(name)}
        self._choose()

    def columns(self, name: Name) -> tuple[Domain, ...]:
        found = self._columns.get(name)
        if found is None:
            found = tuple(self.numbers.domain(self.places.get((name, at), set())) for at in range(name.columns))
            self._columns[name] = found
        return found

    def keys(self, name: Name, bound: tuple[int, ...]) -> int:
        """How many combinations of values these columns have; 0: without end."""
        columns = self.columns(name)
        return product_of(tuple(columns[column] for column in bound))

    def _refuse_too_deep(self) -> None:
        """Each relation asks those that it leans on, one C function inside another."""
        deep: list[int] = []
        for group in self.groups:  # what a group leans on stands before it
            own, below = 0, 0
            for clause in (clause for name in group.names for clause in self.of[name]):
                for literal in (*clause.positive, *clause.negative):
                    own += 4 + len(literal.arguments)
                    number = self.group_of.get(literal.name, len(deep))
                    below = max(below, deep[number] if number < len(deep) else 0)
            deep.append(own + below)
        if max(deep, default=0) > _DEEPEST:
            raise TooMuch

    def _lifetime(self) -> dict[Name, int]:
        found = {name: (STATE if name.word == "true" else MOVE) for name in self._given()}
        for group in self.groups:  # what a group leans on stands before it
            lasting = ALWAYS
            for name in group.names:
                for clause in self.of[name]:
                    for literal in (*clause.positive, *clause.negative):
                        lasting = max(lasting, found.get(literal.name, ALWAYS))
            for name in group.names:
                found[name] = lasting
        return found

    def _given(self) -> Iterable[Name]:
        named = (literal.name for clause in self.clauses for literal in (*clause.positive, *clause.negative))
        return [name for name in dict.fromkeys(named) if is_given(name)]

    # ---- what is expected

    def _measure(self) -> None:
        """What always holds first: facts are expected to be about as many as in the beginning."""
        counter = Counter(self.cardinalities)
        for group in self.groups:
            if self.lasting[group.names[0]] == ALWAYS:
                self._measure_group(group)
                counter.count(group.names, self.of)
        for name in self._given():
            self.cardinalities.size[name] = 1.0 if name.word == "does" else self._first_size(name)
        for group in self.groups:
            if self.lasting[group.names[0]] != ALWAYS:
                self._measure_group(group)

    def _measure_group(self, group: Group) -> None:
        size, price = self.cardinalities.size, self.cardinalities.price
        for name in group.names:
            price[name] = 1.0 if self.lasting[name] == ALWAYS else 6.0
            size[name] = 1.0
        for _ in range(3 if group.recursive else 1):
            for name in group.names:
                size[name] = self._expected(name)

    def _expected(self, name: Name) -> float:
        found = 0.0
        for clause in self.of[name]:
            if clause.positive or clause.negative:
                ordered = order_literals(clause, set(), self.cardinalities)
                found += 0.0 if ordered is None else ordered.out
            else:
                found += 1.0
        most = 1.0
        for domain in self.columns(name):
            most *= domain.size or ENDLESS
        return max(min(found, most), 0.01)

    def _first_size(self, name: Name) -> float:
        first = self.cardinalities.size.get(Name("init", name.function, name.columns), 0.0)
        later = len(self.of.get(Name("next", name.function, name.columns), ()))
        return max(first, 1.0 if later < 3 else 4.0)

    # ---- choosing

    def _choose(self) -> None:
        for name in self.of:
            if name in self.roots or name == Name("terminal", "", 0):
                self.calls.setdefault(name, {})[()] = 1.0
        for group in reversed(self.groups):  # callers first
            wanted = [name for name in group.names if name in self.calls]
            if not wanted:
                continue
            if group.recursive:
                self._list_group(group)
            else:
                self._choose_one(group.names[0])

    def _choose_one(self, name: Name) -> None:
        calls = self.calls[name]
        whole = self._fill(name, ())
        if name.columns and (() in calls or name in self.roots):
            self._take(name, whole, 1.0, True)
            return
        fills = {bound: self._fill(name, bound) for bound in calls}
        asking = 0.0
        for bound, fill in fills.items():
            keys = self.keys(name, bound)
            if len(bound) < name.columns and not 0 < keys <= MOST_KEYS:
                self._take(name, whole, 1.0, True)
                return
            distinct = min(calls[bound], float(keys)) if keys else calls[bound]
            asking += max(distinct, 1.0) * (2.0 + sum(ordered.cost for _, ordered in fill.clauses))
        listing = 2.0 + sum(ordered.cost for _, ordered in whole.clauses)
        if self.lasting[name] == ALWAYS:
            listing = 0.0 if listing < _LARGE_STATIC else listing
        if name.columns and listing <= asking:
            self._take(name, whole, 1.0, True)
            return
        for bound, fill in fills.items():
            keys = self.keys(name, bound)
            self._take(name, fill, min(calls[bound], float(keys)) if keys else calls[bound], False)

    def _list_group(self, group: Group) -> None:
        inside = set(group.names)
        for name in group.names:
            first: list[tuple[Clause, Order]] = []
            for clause in self.of[name]:
                within = [at for at, literal in enumerate(clause.positive) if literal.name in inside]
                if not within:
                    ordered = order_literals(clause, set(), self.cardinalities)
                    if ordered is not None:
                        first.append((clause, ordered))
                for at in within:
                    literal = clause.positive[at]
                    known = {v for argument in literal.arguments for v in variables(argument)}
                    ordered = order_literals(clause, known, self.cardinalities, at)
                    if ordered is not None:
                        self.read.add(literal.name)
                        self.pushes.setdefault(literal.name, []).append(Push(clause, at, ordered))
                        self._call(ordered, self.cardinalities.size[literal.name])
            self._take(name, Fill(name, (), tuple(first)), 1.0, True)

    def _fill(self, name: Name, bound: tuple[int, ...]) -> Fill:
        made: list[tuple[Clause, Order]] = []
        for clause in self.of[name]:
            known = {v for column in bound for v in variables(clause.head.arguments[column])}
            ordered = order_literals(clause, known, self.cardinalities)
            if ordered is not None:
                made.append((clause, ordered))
        return Fill(name, bound, tuple(made))

    def _take(self, name: Name, fill: Fill, times: float, whole: bool) -> None:
        if whole:
            self.whole[name] = fill
        else:
            self.asked.setdefault(name, {})[fill.bound] = fill
        for _, ordered in fill.clauses:
            self._call(ordered, times)

    def _call(self, ordered: Order, times: float) -> None:
        for step, count in zip(ordered.steps, ordered.counts, strict=True):
            if step.kind != "apart":
                self.read.add(step.literal.name)
                calls = self.calls.setdefault(step.literal.name, {})
                calls[step.bound] = calls.get(step.bound, 0.0) + times * max(count, 0.01)


def _sound(clause: Clause, places: Places) -> Clause:
    """Without negations of what never holds."""
    kept = tuple(literal for literal in clause.negative if (literal.name, -1) in places)
    return clause._replace(negative=kept)


def is_given(name: Name) -> bool:
    """Facts of the state and moves that are made: they come from outside."""
    return name.word in GIVEN and (bool(name.function) or name.columns == (1 if name.word == "true" else 2))


def is_root(name: Name) -> bool:
    if name.word not in ROOTS:
        return False
    return bool(name.function) or name.columns == (1 if name.word in ("init", "next") else 2)


def _groups(of: dict[Name, list[Clause]]) -> list[Group]:
    """Relations that lean on each other together, each group behind those that it leans on."""
    leans = {
        name: list(
            dict.fromkeys(
                literal.name
                for clause in clauses
                for literal in (*clause.positive, *clause.negative)
                if literal.name in of
            )
        )
        for name, clauses in of.items()
    }
    return [_group(tuple(members), of, leans) for members in find_components(of, leans.__getitem__)]


def _group(names: tuple[Name, ...], of: dict[Name, list[Clause]], leans: dict[Name, list[Name]]) -> Group:
    inside = set(names)
    recursive = any(other in inside for name in names for other in leans[name])
    shadowed = dict.fromkeys(
        literal.name for name in names for clause in of[name] for literal in clause.negative if literal.name in inside
    )
    return Group(names, recursive, tuple(shadowed))
