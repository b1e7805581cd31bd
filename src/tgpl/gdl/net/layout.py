"""Where the gates of a net stand: numbers, in the order in which they are settled.

In:  `Gates`. Out: `NodeLayout`: the gates under new numbers, in zones that begin at a word of 64 bits.

A zone is what one question needs beside the zones before it: the facts; is the game over; what is legal; what effects
look at; which moves are made; what follows; what is seen; what is won. So a question settles zones up to its own, and
nobody pays for what nobody asks. In a zone a gate comes behind its inputs, and slots come last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.gdl.net.circuit import Gates, Node

ZONES = ("facts", "over", "legal", "looked", "done", "next", "seen", "goals")
_FACTS, _OVER, _LEGAL, _LOOKED, _DONE, _NEXT, _SEEN, _GOALS = range(len(ZONES))


class NodeLayout(NamedTuple):
    place: dict[int, int]  # old number -> new one; a gate that nobody needs has none
    ends: list[int]  # of each zone, in words
    legal: list[int]  # for each actor, the word where the slots of the moves begin
    next_at: int  # the word of the slots of the next position
    seen: list[int]  # for each role, the word where the slots of what it may see begin


def lay_out(gates: Gates) -> NodeLayout:
    return _Planner(gates).run()


class _Planner:
    def __init__(self, gates: Gates) -> None:
        self.gates = gates
        self.zone: dict[int, int] = {}
        self.place: dict[int, int] = {}
        self.word = 0
        self.bit = 0

    def run(self) -> NodeLayout:
        gates = self.gates
        moves = [move for actor in gates.actors for move in actor.moves]
        slots = {gates.terminal, *gates.next, *(move.slot for move in moves)}
        slots |= {node for group in gates.seen for _, node in group}
        for fact in range(len(gates.facts)):
            self.zone[fact] = _FACTS
        self.need([gates.terminal], _OVER, _OVER)
        self.need([move.slot for move in moves], _LEGAL, _LEGAL)
        self.need(
            [group.literal // 2 for actor in gates.actors for group in actor.groups if group.literal >= 0],
            _LEGAL,
            _LEGAL,
        )
        for move in moves:
            self.need([literal // 2 for effect in move.effects for literal in effect.literals], _LOOKED, _NEXT)
        self.need(gates.next, _LOOKED, _NEXT)
        for node in gates.next:
            self.zone[node] = _NEXT
        self.need([node for group in gates.seen for _, node in group], _LOOKED, _SEEN)
        for node in (node for group in gates.seen for _, node in group):
            self.zone[node] = _SEEN
        self.need([node for group in gates.goals for _, node in group], _GOALS, _GOALS)
        for move in moves:
            if move.done >= 0:
                self.zone[move.done] = _DONE
        inner: list[list[int]] = [[] for _ in ZONES]
        for node in sorted(self.zone):
            if node not in slots:
                inner[self.zone[node]].append(node)
        return self.number(inner)

    def need(self, nodes: Iterable[int], steady: int, varying: int) -> None:
        """Everything that nobody before needed."""
        todo = list(nodes)
        while todo:
            node = todo.pop()
            if node not in self.zone:
                made: Node = self.gates.nodes[node]
                self.zone[node] = varying if made.varies else steady
                todo += [literal // 2 for literal in made.inputs]

    def number(self, inner: list[list[int]]) -> NodeLayout:
        ends: list[int] = []
        legal: list[int] = []
        seen: list[int] = []
        next_at = 0
        for zone, nodes in enumerate(inner):
            for node in nodes:
                self.put(node)
            if zone == _OVER:
                self.put(self.gates.terminal)
            elif zone == _LEGAL:
                for actor in self.gates.actors:
                    legal.append(self.row([move.slot for move in actor.moves]))
            elif zone == _NEXT:
                next_at = self.row(self.gates.next)
                self.fill()
                self.word = max(self.word, next_at + 1)  # a word at least, as for the facts
            elif zone == _SEEN:
                for group in self.gates.seen:
                    seen.append(self.row([node for _, node in group]))
            self.fill()
            self.word = max(1, self.word)  # a game without facts has room for some all the same
            ends.append(self.word)
        return NodeLayout(self.place, ends, legal, next_at, seen)

    def put(self, node: int) -> None:
        self.place[node] = 64 * self.word + self.bit
        self.bit += 1
        if self.bit == 64:
            self.fill()

    def fill(self) -> None:
        """The next one begins a word."""
        if self.bit:
            self.word, self.bit = self.word + 1, 0

    def row(self, nodes: list[int]) -> int:
        self.fill()
        start = self.word
        for node in nodes:
            self.put(node)
        return start
