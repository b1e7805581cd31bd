"""From grounded rules to gates: those of the atoms that others depend on.

In:  `SimplifiedRules` rules. Out: `AtomGates`: nodes, a literal for each atom, and the effects of moves. `TooLarge` where atoms deny
each other in a circle.

    made = AtomGates(folded);  made.build_inner(roots);  made.literals[atom]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.gdl.grounding.clauses import TooLarge
from tgpl.gdl.grounding.simplify import Body, SimplifiedRules
from tgpl.gdl.net.circuit import Effect, Node
from tgpl.text.scc import find_components
from tgpl.text.terms import relation


class Parts(NamedTuple):
    """What makes an atom hold."""

    plain: list[tuple[int, ...]]  # sets of literals
    guarded: list[tuple[int, tuple[int, ...], tuple[int, ...]]]  # a move's atom, literals to look at, literals to wire


class AnyOf(NamedTuple):
    inputs: tuple[int, ...]
    effects: list[tuple[int, tuple[int, ...], int]]  # a move's atom, literals to look at, the gate that waits or -1


class CycleAtom(NamedTuple):
    """An atom of a circle: `common` holds wherever it does; each of its bodies is atoms of the circle and a literal."""

    common: int  # or -1
    bodies: list[tuple[tuple[int, ...], int]]  # or -1
    moved: AnyOf  # by effects of moves, without the circle
    through: list[Body]  # by effects of moves and through the circle


class AtomGates:
    """Gates for atoms; whoever asks for answers goes on from there."""

    def __init__(self, rules: SimplifiedRules) -> None:
        self.rules = rules
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

    # -- atoms that others depend on

    def build_inner(self, roots: list[int]) -> None:
        """Gates for all atoms in bodies that a root needs, what they need before them."""
        bodies = self.rules.bodies

        def needs(atom: int) -> Iterable[int]:
            return [need for body in bodies.get(atom, ()) for part in body for need in part if need in bodies]

        for group in find_components(dict.fromkeys(atom for atom in roots if atom in bodies), needs):
            inside = set(group)
            if len(group) > 1 or group[0] in needs(group[0]):
                self.build_cycle(group, inside)
            elif group[0] in self.inner:
                self.literals[group[0]] = self.join_parts(self.parts(group[0]))

    def build_cycle(self, group: list[int], inside: set[int]) -> None:
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
        ways = {head: self.gates_before_cycle(head, inside) for head in group}
        loop, self.loops = self.loops, self.loops + 1
        for head in group:
            self.literals[head] = 2 * self.add((), 0, varies, loop)
        for head in group:
            self.close_cycle(self.literals[head] // 2, ways[head], loop)

    def gates_before_cycle(self, head: int, inside: set[int]) -> CycleAtom:
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
        return CycleAtom(
            self.all_if_any(common),
            [(atoms, self.all_if_any(literals - common)) for atoms, literals in found],
            self.any_of_parts(self.parts_of([body for body in moved if inside.isdisjoint(body[0])])),
            through,
        )

    def all_if_any(self, literals: set[int]) -> int:
        return self.all_of(tuple(sorted(literals))) if literals else -1

    def close_cycle(self, node: int, cycle_atom: CycleAtom, loop: int) -> None:
        """The gates of one atom of a circle, now that all its atoms have their places."""
        made = self.nodes[node]
        by_outside: dict[int, set[int]] = {}
        for atoms, outside in cycle_atom.bodies:
            if not atoms and outside < 0:  # what is common to all is enough
                made.inputs = (cycle_atom.common,)
                return
            inner = self.inner_of([self.literals[atom] for atom in atoms], loop) if atoms else outside
            by_outside.setdefault(outside if atoms else -1, set()).add(inner)
        inputs = by_outside.pop(-1, set())
        for outside, ways in by_outside.items():
            inputs.add(self.inner_of([outside, self.any_inner(ways, loop)], loop))
        if cycle_atom.common < 0:
            moved = self.any_of_parts(self.parts_of(cycle_atom.through), loop)
            made.inputs = tuple(sorted({*inputs, *cycle_atom.moved.inputs, *moved.inputs}))
            self.attach(cycle_atom.moved, node)
            self.attach(moved, node)
        else:
            made.inputs, made.start = (cycle_atom.common, self.any_inner(inputs, loop)), 1

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

    def join_parts(self, parts: Parts) -> int:
        """A literal for an atom."""
        parts = self.factor(parts)
        if not parts.guarded and len(parts.plain) == 1:
            return self.all_of(parts.plain[0])
        ways = self.any_of_parts(parts)
        if not parts.guarded:
            return self.share(ways.inputs, 0)
        node = self.add(ways.inputs, 0, True)
        self.attach(ways, node)
        return 2 * node

    def factor(self, parts: Parts) -> Parts:
        """`a and b, or a and c` as `a and (b or c)`: what is common is looked at once."""
        if parts.guarded or len(parts.plain) < 2:
            return parts
        common = set.intersection(*map(set, parts.plain))
        if not common:
            return parts
        rests = _absorb(dict.fromkeys(tuple(one for one in body if one not in common) for body in parts.plain))
        if rests == [()]:
            return Parts([tuple(sorted(common))], [])
        any_of = self.join_parts(Parts(rests, []))
        return Parts([tuple(sorted({*common, any_of}))], [])

    def any_of_parts(self, parts: Parts, loop: int = -1) -> AnyOf:
        """The inputs of an "any of" gate, and the effects of moves that hang on it."""
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
        return AnyOf(tuple(sorted(inputs)), effects)

    def attach(self, ways: AnyOf, node: int) -> None:
        for move, look, gate in ways.effects:
            self.effects.setdefault(move, []).append(Effect(look, -1, node if gate < 0 else gate))

    # -- bodies

    def parts(self, atom: int) -> Parts:
        return self.parts_of(self.rules.bodies[atom])

    def parts_of(self, bodies: list[Body]) -> Parts:
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
        return Parts(_absorb(plain), list(guarded))


def _absorb(bodies: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Without those that say more than one that is enough."""
    bodies = list(bodies)
    if len(bodies) < 2:
        return bodies
    if () in bodies:
        return [()]
    single = {body[0] for body in bodies if len(body) == 1}
    return [body for body in bodies if len(body) == 1 or single.isdisjoint(body)]
