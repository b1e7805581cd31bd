"""A net of gates that says which atoms hold.

In:  `Folded` rules and who acts. Out: `Gates`. `TooLarge` where atoms deny each other in a circle, or where what may be
done depends on what is done.

A node is a fact of the position (the first ones), or a gate: it is on while its count is below zero. An input that
comes on takes one away, so a gate for "all of n" starts at n - 1 and a gate for "any of" at 0. A literal is twice its
node, plus one for "not".

What hangs on a move is not wired: each move has a list of effects. An effect whose literals hold when the move is made
sets a fact of the next position, or is one more input of a gate. So the facts that a game keeps from one position to
the next cost nothing but the look at one list; where a list only says "this fact stays", it is a mask.

A slot is the gate of an answer: of a legal move, of a fact of the next position. Nothing else hangs on it, and slots
lie in the order of their answers, so that 64 of them can be read at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.logic.clauses import TooLarge
from tgpl.logic.components import components
from tgpl.logic.simplify import Body, Folded
from tgpl.shape import Shape
from tgpl.terms import CHANCE, Logic, Term, number, order_key, relation

LARGEST_GOAL = 2**31 - 1
_GROUP_FROM = 4  # moves that hang on the same literal, before it is looked at apart


class Node(Shape):
    """`start` is its count while all inputs are off."""

    inputs: tuple[int, ...]
    start: int
    loop: int  # the circle that it is part of, or -1
    varies: bool  # with the moves that are made


class Effect(NamedTuple):
    """Of a move: where all literals hold, the fact of the next position is set, or the node has one more input."""

    literals: tuple[int, ...]
    fact: int  # or -1
    node: int  # or -1


class Move(Shape):
    term: Term
    slot: int  # node
    done: int  # node that is on while it is made, or -1
    effects: list[Effect]


class Group(NamedTuple):
    """Moves of a role, by their places, that are only legal where a literal holds."""

    literal: int
    places: tuple[int, ...]


class Actor(NamedTuple):
    moves: list[Move]
    groups: list[Group]  # each move is in one, or none has any


class Gates(NamedTuple):
    nodes: list[Node]  # the facts first; what a node needs stands before it, except in circles
    facts: list[Term]
    first: list[bool]
    actors: list[Actor]  # the seats, then chance
    terminal: int  # nodes, from here on
    following: list[int]  # for each fact
    goals: list[list[tuple[int, int]]]  # for each seat: value and node, the largest value first
    seen: list[list[tuple[Term, int]]]  # for each seat


def gates(logic: Logic, rules: Folded) -> Gates:
    return _Builder(logic, rules).run()


class _Parts(NamedTuple):
    """What makes an atom hold."""

    plain: list[tuple[int, ...]]  # sets of literals
    guarded: list[tuple[int, tuple[int, ...], tuple[int, ...]]]  # a move's atom, literals to look at, literals to wire


class _Ways(NamedTuple):
    inputs: tuple[int, ...]
    effects: list[tuple[int, tuple[int, ...], int]]  # a move's atom, literals to look at, the gate that waits or -1


class _Round(NamedTuple):
    """An atom of a circle: `common` holds wherever it does; each of its bodies is atoms of the circle and a literal."""

    common: int  # or -1
    bodies: list[tuple[tuple[int, ...], int]]  # or -1
    moved: _Ways  # by effects of moves, without the circle
    through: list[Body]  # by effects of moves and through the circle


class _Builder:
    def __init__(self, logic: Logic, rules: Folded) -> None:
        self.logic = logic
        self.rules = rules
        self.names = [*logic.roles, *([CHANCE] if logic.random else [])]
        self.nodes: list[Node] = []
        self.literals: dict[int, int] = {}  # of atoms
        self.shared: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self.effects: dict[int, list[Effect]] = {}  # by the atom of `does`
        self.done: dict[int, int] = {}  # nodes of moves that are inputs of gates
        self.done_nodes: set[int] = set()
        self.loops = 0
        self.by_relation: dict[tuple[str, int], list[int]] = {}
        for atom in sorted(rules.open | rules.always):
            self.by_relation.setdefault(relation(rules.atoms[atom]), []).append(atom)
        self.does = set(self.by_relation.get(("does", 2), ()))
        self.uses: dict[int, int] = {}  # of moves
        self.inner: set[int] = set()  # atoms that stand in bodies
        for bodies in rules.bodies.values():
            for positive, negative in bodies:
                self.inner.update(positive)
                self.inner.update(negative)
                for atom in positive:
                    if atom in self.does:
                        self.uses[atom] = self.uses.get(atom, 0) + 1

    def run(self) -> Gates:
        facts = self.sorted(atom for atom in self.of("true") if atom in self.rules.open)
        for place, atom in enumerate(facts):
            self.literals[atom] = 2 * place
            self.nodes.append(Node((), 0, -1, False))
        self.places = {self.rules.atoms[atom][1]: place for place, atom in enumerate(facts)}
        moves = [self.own(("legal", 2), name) for name in self.names]
        seen = [self.own(("sees", 2), name) for name in self.logic.roles]
        goals = [self.goals_of(name) for name in self.logic.roles]
        following = self.of("next")
        terminal = self.of("terminal")
        roots = [*(atom for group in moves for atom in group), *(atom for group in seen for atom in group)]
        roots += [*(atom for group in goals for _, atom in group), *following, *terminal]
        self.build_inner(roots)
        first = set(self.rules.first)
        end = self.steady(self.slot(terminal[0]) if terminal else self.never())
        actors = [self.actor(group) for group in moves]
        giving = {self.rules.atoms[atom][1]: atom for atom in following}
        made_next = [
            self.slot(giving[fact], place) if fact in giving else self.never() for fact, place in self.places.items()
        ]
        made_goals = [[(value, self.steady(self.slot(atom))) for value, atom in group] for group in goals]
        made_seen = [[(self.rules.atoms[atom][2], self.slot(atom)) for atom in group] for group in seen]
        for group, actor in zip(moves, actors, strict=True):
            self.give_effects(group, actor)
        known = [self.rules.atoms[atom][1] for atom in facts]
        return Gates(
            self.nodes, known, [fact in first for fact in known], actors, end, made_next, made_goals, made_seen
        )

    # -- which atoms

    def of(self, name: str) -> list[int]:
        return self.by_relation.get((name, 0 if name == "terminal" else 1), [])

    def own(self, key: tuple[str, int], name: str) -> list[int]:
        """The atoms about one role, in the order of what they say."""
        return self.sorted(atom for atom in self.by_relation.get(key, []) if self.rules.atoms[atom][1] == name)

    def goals_of(self, name: str) -> list[tuple[int, int]]:
        """Values and atoms."""
        read = [(number(self.rules.atoms[atom][2]), atom) for atom in self.own(("goal", 2), name)]
        found = [(max(0, value), atom) for value, atom in read if value is not None]
        if any(value > LARGEST_GOAL for value, _ in found):
            raise TooLarge
        return sorted(found, key=lambda pair: (-pair[0], pair[1]))

    def sorted(self, atoms: Iterable[int]) -> list[int]:
        return sorted(atoms, key=lambda atom: order_key(self.rules.atoms[atom]))

    # -- atoms that others depend on

    def build_inner(self, roots: list[int]) -> None:
        """Gates for all atoms in bodies that a root needs, what they need before them."""
        bodies = self.rules.bodies

        def needs(atom: int) -> Iterable[int]:
            return [need for body in bodies.get(atom, ()) for part in body for need in part if need in bodies]

        for group in components(dict.fromkeys(atom for atom in roots if atom in bodies), needs):
            inside = set(group)
            if len(group) > 1 or group[0] in needs(group[0]):
                self.circle(group, inside)
            elif group[0] in self.inner:
                self.literals[group[0]] = self.joined(self.parts(group[0]))

    def circle(self, group: list[int], inside: set[int]) -> None:
        """Atoms that depend on each other: their gates have numbers in a row, and the circle is one thing to settle."""
        if any(atom in inside for head in group for _, negative in self.rules.bodies[head] for atom in negative):
            raise TooLarge
        varies = any(
            atom in self.does or (atom not in inside and self.varies(self.literal(atom)))
            for head in group
            for body in self.rules.bodies[head]
            for part in body
            for atom in part
        )
        ways = {head: self.before(head, inside) for head in group}
        loop, self.loops = self.loops, self.loops + 1
        for head in group:
            self.literals[head] = 2 * self.add((), 0, varies, loop)
        for head in group:
            self.close(self.literals[head] // 2, ways[head], loop)

    def before(self, head: int, inside: set[int]) -> _Round:
        """Gates for what an atom of a circle needs from outside: they stand before the circle."""
        own = [body for body in self.rules.bodies[head] if head not in body[0]]
        moved = [body for body in own if not self.does.isdisjoint(body[0])]
        through = [body for body in moved if not inside.isdisjoint(body[0])]
        found: list[tuple[tuple[int, ...], set[int]]] = []
        for positive, negative in own:
            if self.does.isdisjoint(positive):
                literals = {self.literal(atom) for atom in positive if atom not in inside}
                literals |= {self.literal(atom) ^ 1 for atom in negative}
                if not any(literal ^ 1 in literals for literal in literals):
                    found.append((tuple(atom for atom in positive if atom in inside), literals))
        common = set.intersection(*(literals for _, literals in found)) if found and not moved else set()
        return _Round(
            self.all_if_any(common),
            [(atoms, self.all_if_any(literals - common)) for atoms, literals in found],
            self.ways(self.parts_of([body for body in moved if inside.isdisjoint(body[0])])),
            through,
        )

    def all_if_any(self, literals: set[int]) -> int:
        return self.all_of(tuple(sorted(literals))) if literals else -1

    def close(self, node: int, round_: _Round, loop: int) -> None:
        """The gates of one atom of a circle, now that all its atoms have their places."""
        made = self.nodes[node]
        by_outside: dict[int, set[int]] = {}
        for atoms, outside in round_.bodies:
            if not atoms and outside < 0:  # what is common to all is enough
                made.inputs = (round_.common,)
                return
            inner = self.inner_of([self.literals[atom] for atom in atoms], loop) if atoms else outside
            by_outside.setdefault(outside if atoms else -1, set()).add(inner)
        inputs = by_outside.pop(-1, set())
        for outside, ways in by_outside.items():
            inputs.add(self.inner_of([outside, self.any_inner(ways, loop)], loop))
        if round_.common < 0:
            moved = self.ways(self.parts_of(round_.through), loop)
            made.inputs = tuple(sorted({*inputs, *round_.moved.inputs, *moved.inputs}))
            self.hang(round_.moved, node)
            self.hang(moved, node)
        else:
            made.inputs, made.start = (round_.common, self.any_inner(inputs, loop)), 1

    def inner_of(self, literals: list[int], loop: int) -> int:
        """An "all of" gate inside a circle."""
        made = tuple(sorted(set(literals)))
        return made[0] if len(made) == 1 else self.share(made, len(made) - 1, loop)

    def any_inner(self, literals: set[int], loop: int) -> int:
        return min(literals) if len(literals) == 1 else self.share(tuple(sorted(literals)), 0, loop)

    def varies(self, literal: int) -> bool:
        return self.nodes[literal // 2].varies

    def literal(self, atom: int) -> int:
        found = self.literals.get(atom)
        if found is None:
            assert relation(self.rules.atoms[atom]) == ("does", 2)
            node = self.done[atom] = self.add((), 0, True)
            self.done_nodes.add(node)
            found = self.literals[atom] = 2 * node
        return found

    # -- gates

    def add(self, inputs: tuple[int, ...], start: int, varies: bool = False, loop: int = -1) -> int:
        self.nodes.append(Node(inputs, start, loop, varies or any(map(self.varies, inputs))))
        return len(self.nodes) - 1

    def never(self) -> int:
        return self.add((), 0)

    def all_of(self, literals: tuple[int, ...]) -> int:
        if len(literals) == 1:
            return literals[0]
        return self.share(literals, len(literals) - 1)

    def share(self, literals: tuple[int, ...], start: int, loop: int = -1) -> int:
        key = (loop, start, literals)
        found = self.shared.get(key)
        if found is None:
            found = self.shared[key] = 2 * self.add(literals, start, False, loop)
        return found

    def joined(self, parts: _Parts) -> int:
        """A literal for an atom."""
        parts = self.factored(parts)
        if not parts.guarded and len(parts.plain) == 1:
            return self.all_of(parts.plain[0])
        ways = self.ways(parts)
        if not parts.guarded:
            return self.share(ways.inputs, 0)
        node = self.add(ways.inputs, 0, True)
        self.hang(ways, node)
        return 2 * node

    def factored(self, parts: _Parts) -> _Parts:
        """`a and b, or a and c` as `a and (b or c)`: what is common is looked at once."""
        if parts.guarded or len(parts.plain) < 2:
            return parts
        common = set.intersection(*map(set, parts.plain))
        if not common:
            return parts
        rests = _absorbed(dict.fromkeys(tuple(one for one in body if one not in common) for body in parts.plain))
        if rests == [()]:
            return _Parts([tuple(sorted(common))], [])
        any_of = self.joined(_Parts(rests, []))
        return _Parts([tuple(sorted({*common, any_of}))], [])

    def ways(self, parts: _Parts, loop: int = -1) -> _Ways:
        """The inputs of an "any of" gate, and the effects of moves that are to hang on it."""
        if loop < 0:
            inputs = {self.all_of(literals) for literals in parts.plain}
        else:
            several = [literals for literals in parts.plain if len(literals) > 1]
            inputs = {literals[0] for literals in parts.plain if len(literals) == 1}
            inputs |= {2 * self.add(literals, len(literals) - 1, False, loop) for literals in several}
        effects = []
        for move, look, wire in parts.guarded:
            gate = -1
            if wire:
                gate = self.add(wire, len(wire), True, loop)
                inputs.add(2 * gate)
            effects.append((move, look, gate))
        return _Ways(tuple(sorted(inputs)), effects)

    def hang(self, ways: _Ways, node: int) -> None:
        for move, look, gate in ways.effects:
            self.effects.setdefault(move, []).append(Effect(look, -1, node if gate < 0 else gate))

    # -- bodies

    def parts(self, atom: int) -> _Parts:
        return self.parts_of(self.rules.bodies[atom])

    def parts_of(self, bodies: list[Body]) -> _Parts:
        plain: dict[tuple[int, ...], None] = {}
        guarded: dict[tuple[int, tuple[int, ...], tuple[int, ...]], None] = {}
        known, does = self.literals, self.does
        for positive, negative in bodies:
            guard = -1
            for atom in positive:
                if atom in does and (guard < 0 or (self.uses[atom], atom) < (self.uses[guard], guard)):
                    guard = atom
            literals = {known[atom] if atom in known else self.literal(atom) for atom in positive if atom != guard}
            if negative:
                literals.update([(known[atom] if atom in known else self.literal(atom)) ^ 1 for atom in negative])
                if any(literal ^ 1 in literals for literal in literals):
                    continue
            if guard < 0:
                plain[tuple(sorted(literals))] = None
            else:
                wired = [one for one in literals if self.nodes[one >> 1].varies and one >> 1 not in self.done_nodes]
                guarded[guard, tuple(sorted(literals.difference(wired))), tuple(sorted(wired))] = None
        return _Parts(_absorbed(plain), list(guarded))

    # -- answers

    def slot(self, atom: int, fact: int = -1) -> int:
        """The gate of an answer. Effects of moves on a fact of the next position set it without a gate."""
        if atom in self.rules.always:
            return self.add((), -1)
        if atom in self.literals:
            return self.add((self.literals[atom],), 0)
        parts = self.parts(atom)
        direct = [(move, look) for move, look, wire in parts.guarded if not wire and fact >= 0]
        others = [part for part in parts.guarded if part[2] or fact < 0]
        for move, look in direct:
            self.effects.setdefault(move, []).append(Effect(look, fact, -1))
        return self.slot_of(_Parts(parts.plain, others))

    def slot_of(self, parts: _Parts) -> int:
        parts = self.factored(parts)
        if len(parts.plain) == 1 and not parts.guarded:
            return self.add(parts.plain[0], len(parts.plain[0]) - 1)
        ways = self.ways(parts)
        node = self.add(ways.inputs, 0, bool(parts.guarded))
        self.hang(ways, node)
        return node

    def steady(self, node: int) -> int:
        if self.nodes[node].varies:
            raise TooLarge
        return node

    def actor(self, atoms: list[int]) -> Actor:
        """What all alternatives of many moves have in common, such as whose turn it is, is left to a group."""
        ways: list[list[tuple[int, ...]]] = []
        for atom in atoms:
            if atom in self.rules.always:
                ways.append([()])
            elif atom in self.literals:
                ways.append([(self.literals[atom],)])
            else:
                parts = self.parts(atom)
                if parts.guarded:
                    raise TooLarge
                ways.append(parts.plain)
        groups = _groups(ways)
        for group in groups:
            for place in group.places:
                ways[place] = [tuple(one for one in literals if one != group.literal) for literals in ways[place]]
        moves = []
        for atom, plain in zip(atoms, ways, strict=True):
            node = self.steady(self.add((), -1) if () in plain else self.slot_of(_Parts(plain, [])))
            moves.append(Move(self.rules.atoms[atom][2], node, -1, []))
        return Actor(moves, groups)

    def give_effects(self, atoms: list[int], actor: Actor) -> None:
        numbers = {self.rules.atoms[atom]: atom for atom in self.by_relation.get(("does", 2), ())}
        for atom, move in zip(atoms, actor.moves, strict=True):
            does = numbers.get(("does", *self.rules.atoms[atom][1:]))
            if does is not None:
                move.effects = self.effects.get(does, [])
                move.done = self.done.get(does, -1)


def _absorbed(bodies: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Without those that say more than one that is enough."""
    bodies = list(bodies)
    if len(bodies) < 2:
        return bodies
    if () in bodies:
        return [()]
    single = {body[0] for body in bodies if len(body) == 1}
    return [body for body in bodies if len(body) == 1 or single.isdisjoint(body)]


def _groups(ways: list[list[tuple[int, ...]]]) -> list[Group]:
    """Literals that stand in all alternatives of many moves. What has none is in the group of the literal -1."""
    common = [set.intersection(*map(set, plain)) if plain else set() for plain in ways]
    found: list[Group] = []
    rest = set(range(len(ways)))
    while rest:
        counts: dict[int, int] = {}
        for place in rest:
            for literal in common[place]:
                counts[literal] = counts.get(literal, 0) + 1
        best = min(counts, key=lambda literal: (-counts[literal], literal), default=None)
        if best is None or counts[best] < _GROUP_FROM or len(found) == 4:
            break
        places = tuple(sorted(place for place in rest if best in common[place]))
        found.append(Group(best, places))
        rest.difference_update(places)
    if found and rest:
        found.append(Group(-1, tuple(sorted(rest))))
    return found
