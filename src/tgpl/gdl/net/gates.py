"""From grounded rules to a net of gates: the answers that a game asks for.

In:  `SimplifiedRules` rules and who acts. Out: `Gates` (see `circuit`). `TooLarge` where atoms deny each other in a circle, or
where what may be done depends on what is done.
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.gdl.grounding.clauses import TooLarge
from tgpl.gdl.grounding.simplify import SimplifiedRules
from tgpl.gdl.net.atom_gates import AtomGates, Parts
from tgpl.gdl.net.circuit import Actor, Effect, Gates, Group, Move, Node
from tgpl.text.terms import CHANCE, Logic, number, order_key

LARGEST_GOAL = 2**31 - 1
_GROUP_FROM = 4  # moves that hang on the same literal, before it is looked at apart


def build_gates(logic: Logic, rules: SimplifiedRules) -> Gates:
    return _Answers(logic, rules).run()


class _Answers(AtomGates):
    def __init__(self, logic: Logic, rules: SimplifiedRules) -> None:
        super().__init__(rules)
        self.logic = logic
        self.names = [*logic.roles, *([CHANCE] if logic.random else [])]

    def run(self) -> Gates:
        facts = self.sorted(atom for atom in self.of("true") if atom in self.rules.open)
        for place, atom in enumerate(facts):
            self.literals[atom] = 2 * place
            self.nodes.append(Node((), 0, -1, False))
        self.places = {self.rules.atoms[atom][1]: place for place, atom in enumerate(facts)}
        moves = [self.own(("legal", 2), name) for name in self.names]
        seen = [self.own(("sees", 2), name) for name in self.names]
        goals = [self.goals_of(name) for name in self.names]
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
        return self.slot_of(Parts(parts.plain, others))

    def slot_of(self, parts: Parts) -> int:
        parts = self.factor(parts)
        if len(parts.plain) == 1 and not parts.guarded:
            return self.add(parts.plain[0], len(parts.plain[0]) - 1)
        ways = self.any_of_parts(parts)
        node = self.add(ways.inputs, 0, bool(parts.guarded))
        self.attach(ways, node)
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
            node = self.steady(self.add((), -1) if () in plain else self.slot_of(Parts(plain, [])))
            moves.append(Move(self.rules.atoms[atom][2], node, -1, []))
        return Actor(moves, groups)

    def give_effects(self, atoms: list[int], actor: Actor) -> None:
        numbers = {self.rules.atoms[atom]: atom for atom in self.by_relation.get(("does", 2), ())}
        for atom, move in zip(atoms, actor.moves, strict=True):
            does = numbers.get(("does", *self.rules.atoms[atom][1:]))
            if does is not None:
                move.effects = self.effects.get(does, [])
                move.done = self.done.get(does, -1)


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
