"""A net of gates as straight code on words: bit `i` of every word belongs to match `i`, so that one instruction works a gate out
for as many matches as a word has bits (bit slicing).

In:  a rulesheet whose roles take turns, without chance and secrets. Out: a text in C, which is one for graphics cards too: the
functions that `slices.c` calls, and that file. `NotSliced` where a sheet is not like that.

    text = slice_text(logic)
"""

from __future__ import annotations

from pathlib import Path

from tgpl.gdl.grounding.clauses import TooLarge
from tgpl.gdl.grounding.instances import ground
from tgpl.gdl.grounding.simplify import simplify
from tgpl.gdl.net.circuit import Gates
from tgpl.gdl.net.gates import build_gates
from tgpl.text.terms import Logic

MOST_GATES = 40_000  # a compiler takes minutes for more
_ON, _OFF = "SLICED_ON", "SLICED_OFF"  # all bits of a word


class NotSliced(Exception):
    """Why a rulesheet is not played so."""


def slice_text(logic: Logic, most: int = MOST_GATES) -> str:
    """`most`: gates. Raises NotSliced."""
    if logic.random or logic.sees or logic.knows:
        raise NotSliced("a rulesheet with chance or secrets")
    try:
        gates = build_gates(logic, simplify(ground(logic)))
    except TooLarge:
        raise NotSliced("a rulesheet that is too large to be listed") from None
    if len(gates.nodes) > most:
        raise NotSliced("a rulesheet with so many gates")
    return _SliceWriter(gates, len(logic.roles)).text()


class _SliceWriter:
    def __init__(self, gates: Gates, roles: int) -> None:
        self.gates, self.roles = gates, roles
        self.moves = [(role, place) for role in range(roles) for place in range(len(gates.actors[role].moves))]
        self.known: dict[int, str] = {}  # what each node is called, once it is worked out
        self.lines: list[str] = []
        self.extra: dict[
            int, list[tuple[int, tuple[int, ...]]]
        ] = {}  # by node: moves that are further inputs, where literals hold
        self.made: dict[int, int] = {}  # by node: the move that it says is made
        for number, (role, place) in enumerate(self.moves):
            move = gates.actors[role].moves[place]
            if move.done >= 0:
                self.made[move.done] = number
            for effect in move.effects:
                if effect.node >= 0:
                    self.extra.setdefault(effect.node, []).append((number, effect.literals))

    def text(self) -> str:
        head = [
            f"enum {{ SLICED_FACTS = {max(1, len(self.gates.facts))}, SLICED_ROLES = {self.roles}, SLICED_MOVES = {len(self.moves)} }};",
            f"SLICED_TABLE u8 SLICED_FIRST[] = {{{', '.join(str(int(one)) for one in self.gates.first) or '0'}}};",
        ]
        runtime = (Path(__file__).parent / "slices.c").read_text(encoding="utf-8")
        return "\n".join([*head, *self._look(), *self._settle(), *self._step(), runtime])

    # -- the three functions

    def _look(self) -> list[str]:
        """Whether it is over, what is legal, and who has only one bare word to say."""
        self._begin()
        over = self._node(self.gates.terminal)
        lines = []
        for number, (role, place) in enumerate(self.moves):
            actor = self.gates.actors[role]
            literals = [group.literal for group in actor.groups if place in group.places and group.literal >= 0]
            legal = self._all([self._node(actor.moves[place].slot), *map(self._literal, literals)])
            lines.append(f"legal[{number}] = {legal};")
        body = [*self.lines, *lines, f"return {over};"]
        ends = [0]
        for role in range(self.roles):
            ends.append(ends[-1] + len(self.gates.actors[role].moves))
        bare = [int(not isinstance(self.gates.actors[role].moves[place].term, tuple)) for role, place in self.moves]
        return [
            f"SLICED_TABLE i32 SLICED_ROLE_AT[] = {{{', '.join(map(str, ends))}}};",
            f"SLICED_TABLE u8 SLICED_BARE[] = {{{', '.join(map(str, bare))}}};",
            *_function("Slice sliced_look(const Slice *fact, Slice *legal)", body),
        ]

    def _settle(self) -> list[str]:
        """Who is first, of the matches that are over: the highest goal, if it is one; alone only 100."""
        self._begin()
        values = sorted({value for goals in self.gates.goals[: self.roles] for value, _ in goals}, reverse=True)
        reached: dict[tuple[int, int], str] = {}
        for role, goals in enumerate(self.gates.goals[: self.roles]):
            before = _OFF
            for value, node in goals:
                on = self._node(node)
                reached[role, value] = self._or(reached.get((role, value), _OFF), f"({on} & ~{before})")
                before = self._name(f"{before} | {on}")
        lines = [f"Slice open = {_ON};"]
        for value in values:
            if value <= 0 or (self.roles == 1 and value < 100):
                continue
            at = [role for role in range(self.roles) if (role, value) in reached]
            lines += [f"first[{role}] |= {reached[role, value]} & open;" for role in at]
            lines.append(f"open &= ~({' | '.join(reached[role, value] for role in at)});")
        return _function("void sliced_settle(const Slice *fact, Slice *first)", [*self.lines, *lines, "(void)open;"])

    def _step(self) -> list[str]:
        """What holds behind the moves that are made."""
        self._begin()
        effects: dict[int, list[str]] = {}
        for number, (role, place) in enumerate(self.moves):
            for effect in self.gates.actors[role].moves[place].effects:
                if effect.fact >= 0:
                    effects.setdefault(effect.fact, []).append(self._made(number, effect.literals))
        lines = []
        for fact, node in enumerate(self.gates.next):
            lines.append(f"next[{fact}] = {' | '.join([self._node(node), *effects.get(fact, [])])};")
        return _function("void sliced_step(const Slice *fact, const Slice *made, Slice *next)", [*self.lines, *lines])

    # -- gates

    def _begin(self) -> None:
        self.lines = []
        self.known = {fact: f"fact[{fact}]" for fact in range(len(self.gates.facts))}

    def _node(self, node: int) -> str:
        """What a gate is called; what it needs is worked out before it."""
        waiting = [node]
        while waiting:
            top = waiting[-1]
            if top in self.known:
                waiting.pop()
                continue
            missing = [below for below in self._needed(top) if below not in self.known]
            if missing:
                if self.gates.nodes[top].loop >= 0:
                    raise NotSliced("a rulesheet whose gates go in circles")
                waiting += missing
            else:
                self.known[top] = self._gate(top)
        return self.known[node]

    def _needed(self, node: int) -> list[int]:
        looked = [literal for _, literals in self.extra.get(node, ()) for literal in literals]
        return [literal // 2 for literal in (*self.gates.nodes[node].inputs, *looked)]

    def _gate(self, node: int) -> str:
        if node in self.made:
            return f"made[{self.made[node]}]"
        inputs, start = [self._literal(one) for one in self.gates.nodes[node].inputs], self.gates.nodes[node].start
        further = [self._made(number, literals) for number, literals in self.extra.get(node, ())]
        if start < 0:
            return _ON
        if start == 0:
            return self._name(" | ".join([*inputs, *further]) or _OFF)
        if further or start != len(inputs) - 1:
            raise NotSliced("a rulesheet with such gates")
        return self._name(" & ".join(inputs))

    def _made(self, number: int, literals: tuple[int, ...]) -> str:
        return self._all([f"made[{number}]", *map(self._literal, literals)])

    def _literal(self, literal: int) -> str:
        name = self._node(literal // 2)
        return f"~{name}" if literal % 2 else name

    def _all(self, words: list[str]) -> str:
        return words[0] if len(words) == 1 else f"({' & '.join(words)})"

    def _or(self, one: str, other: str) -> str:
        return self._name(f"{one} | {other}")

    def _name(self, value: str) -> str:
        name = f"n{len(self.lines)}"
        self.lines.append(f"Slice {name} = {value};")
        return name


def _function(head: str, body: list[str]) -> list[str]:
    return [f"SLICED_FN {head} {{", *(f"    {line}" for line in body), "}"]
