"""Grounded rules without what is always so or never.

In:  a `Ground`. Out: `SimplifiedRules`: for each atom that can change, the sets of literals that make it hold, none of which
is settled; which atoms always hold. Everything else never does.

    p if q, r;  q always;  s if not t;  nothing gives t        ->   p if r;  q, s always

Beside what follows at once two things are found out. A fact of the first position that the rules keep whatever
happens always holds. And what can only come from itself never does.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.gdl.grounding.instances import Ground
from tgpl.text.terms import Term, relation

_OPEN, _ALWAYS, _NEVER = 0, 1, 2


Body = tuple[tuple[int, ...], tuple[int, ...]]  # what makes an atom hold: all of these do, none of those does


class SimplifiedRules(NamedTuple):
    atoms: list[Term]
    bodies: dict[int, list[Body]]  # of the atoms that can change, except `true` and `does`
    always: frozenset[int]
    open: frozenset[int]  # the atoms that can change
    first: tuple[Term, ...]  # the facts of the first position


def simplify(ground: Ground) -> SimplifiedRules:
    simplifier = _Simplifier(ground)
    simplifier.settle_at_once()
    while simplifier.settle_unfounded() or simplifier.settle_kept():
        pass
    return simplifier.result()


class _Simplifier:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.numbers = {atom: number for number, atom in enumerate(ground.atoms)}
        count = len(ground.atoms)
        self.state = bytearray(count)
        self.supports = [0] * count
        self.alive = bytearray(b"\1" * len(ground.instances))
        self.wanting = [0] * len(ground.instances)  # literals that are not settled
        self.wanted_by: list[list[int]] = [[] for _ in range(count)]
        self.denied_by: list[list[int]] = [[] for _ in range(count)]
        self.todo: list[int] = []
        for number, (head, positive, negative) in enumerate(ground.instances):
            self.supports[head] += 1
            self.wanting[number] = len(positive) + len(negative)
            for atom in positive:
                self.wanted_by[atom].append(number)
            for atom in negative:
                self.denied_by[atom].append(number)
        first = set(ground.first)
        # From what an atom says about the next position, or about moves, to what it means for this one.
        self.given: dict[int, int] = {}
        self.starts: set[int] = set()
        for number, term in enumerate(ground.atoms):
            if relation(term) == ("next", 1):
                self._give(number, ("true", term[1]))
            elif relation(term) == ("legal", 2):
                self._give(number, ("does", *term[1:]))
            elif relation(term) == ("true", 1) and term[1] in first:
                self.starts.add(number)

    def _give(self, number: int, atom: Term) -> None:
        taker = self.numbers.get(atom)
        if taker is not None:
            self.given[number] = taker

    # -- what follows at once

    def settle_at_once(self) -> None:
        for number in range(len(self.ground.atoms)):
            if number not in self.ground.reached:
                self.settle(number, _NEVER)
        for number, instance in enumerate(self.ground.instances):
            if not self.wanting[number]:
                self.settle(instance[0], _ALWAYS)
        self.follow()

    def settle(self, atom: int, state: int) -> None:
        if self.state[atom] == _OPEN:
            self.state[atom] = state
            self.todo.append(atom)

    def follow(self) -> None:
        while self.todo:
            atom = self.todo.pop()
            always = self.state[atom] == _ALWAYS
            for number in self.wanted_by[atom] if always else self.denied_by[atom]:
                self.wanting[number] -= 1
                if not self.wanting[number] and self.alive[number]:
                    self.settle(self.ground.instances[number][0], _ALWAYS)
            for number in self.denied_by[atom] if always else self.wanted_by[atom]:
                self.end(number)
            taker = self.given.get(atom)
            if taker is not None:
                self.pass_on(taker, always)

    def end(self, number: int) -> None:
        if self.alive[number]:
            self.alive[number] = 0
            head = self.ground.instances[number][0]
            self.supports[head] -= 1
            if not self.supports[head]:
                self.settle(head, _NEVER)

    def pass_on(self, taker: int, always: bool) -> None:
        """From `next` to `true`, from `legal` to `does`."""
        if not always and taker not in self.starts:
            self.settle(taker, _NEVER)
        elif always and taker in self.starts:
            self.settle(taker, _ALWAYS)

    # -- what needs an argument

    def settle_unfounded(self) -> bool:
        """What only comes from itself, now that some instances are gone."""
        state, alive = self.state, self.alive
        lacking = self.wanting[:]  # positive ones, from here on
        todo = sorted(self.starts)
        for number, (head, _, negative) in enumerate(self.ground.instances):
            if alive[number]:
                for atom in negative:
                    if state[atom] == _OPEN:
                        lacking[number] -= 1
                if not lacking[number]:
                    todo.append(head)
        founded = bytearray(len(self.ground.atoms))
        while todo:
            atom = todo.pop()
            if founded[atom]:
                continue
            founded[atom] = 1
            if atom in self.given:
                todo.append(self.given[atom])
            if self.state[atom] != _OPEN:
                continue
            for number in self.wanted_by[atom]:
                lacking[number] -= 1
                if not lacking[number] and self.alive[number]:
                    todo.append(self.ground.instances[number][0])
        lost = [atom for atom in range(len(founded)) if not founded[atom] and self.state[atom] == _OPEN]
        for atom in lost:
            self.settle(atom, _NEVER)
        self.follow()
        return bool(lost)

    def settle_kept(self) -> bool:
        """Facts of the first position that give each other, and themselves, for ever."""
        kept: dict[int, list[tuple[int, ...]]] = {}
        for number, (head, positive, _) in enumerate(self.ground.instances):
            taker = self.given.get(head)
            if taker in self.starts and self.state[taker] == _OPEN and self.alive[number]:
                body = [atom for atom in positive if self.state[atom] == _OPEN]
                if len(body) == self.wanting[number] and all(atom in self.starts for atom in body):
                    kept.setdefault(taker, []).append(tuple(body))
        while True:
            lost = [fact for fact, bodies in kept.items() if not any(all(a in kept for a in body) for body in bodies)]
            if not lost:
                break
            for fact in lost:
                del kept[fact]
        for fact in kept:
            self.settle(fact, _ALWAYS)
        self.follow()
        return bool(kept)

    def result(self) -> SimplifiedRules:
        state = self.state
        bodies: dict[int, dict[Body, None]] = {}
        for number, (head, positive, negative) in enumerate(self.ground.instances):
            if self.alive[number] and state[head] == _OPEN:
                if self.wanting[number] < len(positive) + len(negative):
                    positive = tuple([atom for atom in positive if state[atom] == _OPEN])
                    negative = tuple([atom for atom in negative if state[atom] == _OPEN])
                bodies.setdefault(head, {})[positive, negative] = None
        return SimplifiedRules(
            self.ground.atoms,
            {head: list(own) for head, own in bodies.items()},
            frozenset(atom for atom in range(len(state)) if state[atom] == _ALWAYS),
            frozenset(atom for atom in range(len(state)) if state[atom] == _OPEN),
            self.ground.first,
        )
