"""A rulesheet as a net of gates in C: for every sheet whose atoms can all be listed.

In:  a rulesheet. Out: a C text with the functions `think_*`, or None where the sheet is too large to be grounded (or
needs what a net cannot do): tables, and behind them `net.c`, which is the same for all.

    text = net_text(logic)
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from tgpl.gdl.c_evaluator import add_questions, array
from tgpl.gdl.grounding.clauses import TooLarge
from tgpl.gdl.grounding.instances import MOST_INSTANCES, ground
from tgpl.gdl.grounding.simplify import simplify
from tgpl.gdl.net.circuit import Effect, Gates, Move, Node
from tgpl.gdl.net.gates import build_gates
from tgpl.gdl.net.layout import NodeLayout, lay_out
from tgpl.text.terms import Logic, Term, spell_infix

MOST_NODES = 64 * 64 * 64  # what a map of marked words of three levels can hold; more would be slow in any case
MOST_ACTORS = 64  # bits of a word
MOST_CELLS = 4_000_000  # of all tables together: a compiler has to read them
_KEEPS_FROM = 3  # facts that a move keeps, before they become a mask
HOT_FROM = 96  # gates that hang on a literal, before they only watch
_ALWAYS = 0xFFFFFFFF


def net_text(logic: Logic, most: int = MOST_INSTANCES) -> str | None:
    """`most`: instances of rules."""
    if logic.knows:
        return None
    collects = gc.isenabled()
    gc.disable()  # all that is made here lives to the end: looking for garbage in it takes a third of the time
    try:
        return add_questions(logic, text_of(build_gates(logic, simplify(ground(logic, most)))))
    except TooLarge:
        return None
    finally:
        if collects:
            gc.enable()


def text_of(net: Gates) -> str:
    return _Writer(net, lay_out(net)).text()


class _Writer:
    def __init__(self, net: Gates, plan: NodeLayout) -> None:
        self.net = net
        self.plan = plan
        self.words = plan.ends[-1]
        self.fact_words = plan.ends[0]
        self.lines: list[str] = []
        self.cells = 0
        self.texts: dict[str, int] = {}

    def text(self) -> str:
        if self.words * 64 > MOST_NODES or len(self.net.actors) > MOST_ACTORS:
            raise TooLarge
        self.gates()
        self.moves()
        self.goals()
        self.percepts()
        self.letters()
        return "\n".join([*self.lines, "", (Path(__file__).parent / "net.c").read_text(encoding="utf-8")])

    # -- words of C

    def table(self, kind: str, name: str, cells: Sequence[object]) -> None:
        self.cells += len(cells)
        if self.cells > MOST_CELLS:
            raise TooLarge
        self.lines.append(array(kind, name, cells))

    def bits(self, name: str, cells: Sequence[int]) -> None:
        """A table of words of 64 bits."""
        self.table("u64", name, [f"{cell:#x}u" for cell in cells])

    def constant(self, name: str, value: int) -> None:
        self.lines.append(f"#define {name} {value}{'u' if value > 2**31 - 1 else ''}")

    def literal(self, literal: int) -> int:
        return 2 * self.plan.place[literal // 2] + literal % 2

    def spelled(self, term: Term) -> int:
        return self.texts.setdefault(spell_infix(term), len(self.texts))

    # -- tables

    def gates(self) -> None:
        size = 64 * self.words
        place, nodes = self.plan.place, self.net.nodes
        circles = sorted({nodes[old].loop for old in place if nodes[old].loop >= 0})
        lists = 4 if circles else 2
        lazy = self.lazy()
        start = [0] * size
        follows: list[list[list[int]]] = [[[] for _ in range(lists)] for _ in range(size)]
        inner: list[list[int]] = [[] for _ in range(size)]
        for old, new in place.items():
            node = nodes[old]
            if old in lazy:
                continue
            start[new] = node.start
            for literal in node.inputs:
                source = nodes[literal // 2]
                negated = literal % 2
                if negated:
                    start[new] -= 1
                if node.loop >= 0 and source.loop == node.loop:
                    inner[place[literal // 2]].append(new)
                else:
                    follows[place[literal // 2]][negated + (2 if node.loop >= 0 else 0)].append(new)
        self.constant("NET_WORDS", self.words)
        self.constant("NET_MAP_WORDS", (self.words + 63) // 64)
        self.constant("NET_FACT_WORDS", self.fact_words)
        self.constant("NET_TERMINAL", place[self.net.terminal])
        self.constant("NET_NEXT_AT", self.plan.next_at)
        self.constant("NET_LISTS", lists)
        self.constant("NET_CIRCLES", len(circles))
        self.constant("NET_ALWAYS", _ALWAYS)
        most = max((len(node.inputs) for node in nodes), default=0)
        self.lines.append(f"typedef {'unsigned short' if size < 2**16 else 'u32'} NetNode;")
        self.lines.append(f"typedef {'short' if most < 2**14 else 'i32'} NetCount;")
        self.table("NetCount", "net_start", start)
        self.ragged("NetNode", "net_to", "net_at", [each for own in follows for each in own])
        self.table("u32", "net_zone_end", self.plan.ends)
        self.bits("net_first", _words([at for at, holds in enumerate(self.net.first) if holds], self.fact_words))
        self.lazy_gates(lazy)
        if circles:
            self.circles(circles, inner)

    def lazy(self) -> dict[int, tuple[int, ...]]:
        """The "all of" gates on a literal that very many hang on, with their inputs, such literals last."""
        nodes = self.net.nodes
        found = [old for old in self.plan.place if _counts_all(nodes[old])]
        uses: dict[int, int] = {}
        for old in found:
            for literal in nodes[old].inputs:
                uses[literal // 2] = uses.get(literal // 2, 0) + 1
        return {
            old: tuple(sorted(nodes[old].inputs, key=lambda literal: (uses[literal // 2], literal)))
            for old in found
            if any(uses[literal // 2] >= HOT_FROM for literal in nodes[old].inputs)
        }

    def lazy_gates(self, lazy: dict[int, tuple[int, ...]]) -> None:
        self.constant("NET_LAZY", len(lazy))
        if not lazy:
            return
        of = [0] * (64 * self.words)
        for at, old in enumerate(lazy):
            of[self.plan.place[old]] = at + 1
        inputs = [list(map(self.literal, own)) for own in lazy.values()]
        self.constant("NET_LAZY_INPUTS", sum(map(len, inputs)))
        tied = {one // 2 for own in inputs for one in own}
        self.bits("net_is_tied", _words(tied, self.words))
        self.table("u32", "net_lazy_of", of)
        self.table("NetNode", "net_lazy_node", [self.plan.place[old] for old in lazy])
        self.table("u32", "net_lazy_gate", [gate for gate, own in enumerate(inputs) for _ in own])
        self.ragged("u32", "net_lazy_input", "net_lazy_at", inputs)

    def circles(self, circles: list[int], inner: list[list[int]]) -> None:
        of = [0] * (64 * self.words)
        members: dict[int, list[int]] = {circle: [] for circle in circles}
        for old, new in self.plan.place.items():
            if self.net.nodes[old].loop >= 0:
                members[self.net.nodes[old].loop].append(new)
                of[new] = circles.index(self.net.nodes[old].loop) + 1
        self.table("u32", "net_circle_first", [min(members[circle]) for circle in circles])
        self.table("u32", "net_circle_end", [max(members[circle]) + 1 for circle in circles])
        self.constant("NET_LARGEST_CIRCLE", max(map(len, members.values())))
        self.table("u32", "net_circle_of", of)
        self.ragged("NetNode", "net_inner_to", "net_inner_at", inner)

    def ragged(self, kind: str, name: str, starts: str, rows: Iterable[Sequence[int]]) -> None:
        """Rows one behind the other, and where each begins."""
        at: list[int] = [0]
        cells: list[int] = []
        for row in rows:
            cells += row
            at.append(len(cells))
        self.table(kind, name, cells)
        self.table("u32", starts, at)

    def moves(self) -> None:
        rows = [max(1, (len(actor.moves) + 63) // 64) if actor.moves else 0 for actor in self.net.actors]
        offsets = [sum(rows[:at]) for at in range(len(rows) + 1)]
        moves: list[Move | None] = [None] * (64 * offsets[-1])
        for actor, at in zip(self.net.actors, offsets, strict=False):
            moves[64 * at : 64 * at + len(actor.moves)] = actor.moves
        self.constant("NET_ACTORS", len(rows))
        self.constant("NET_LEGAL_AT", self.plan.legal[0])
        self.constant("NET_LEGAL_WORDS", max(1, offsets[-1]))
        self.table("u32", "net_legal_word", offsets)
        groups = [
            [_words(group.places, size) for group in actor.groups]
            for actor, size in zip(self.net.actors, rows, strict=True)
        ]
        sizes = [len(actor.groups) for actor in self.net.actors]
        self.table("u32", "net_group_at", [sum(sizes[:at]) for at in range(len(sizes) + 1)])
        literals = [group.literal for actor in self.net.actors for group in actor.groups]
        self.table("u32", "net_group_literal", [_ALWAYS if one < 0 else self.literal(one) for one in literals])
        masks = [mask for own in groups for mask in own]
        self.table("u32", "net_group_mask_at", [0, *_sums(map(len, masks))][: len(masks)])
        self.bits("net_group_mask", [word for mask in masks for word in mask])
        compound = [at for at, move in enumerate(moves) if move is not None and isinstance(move.term, tuple)]
        self.bits("net_has_arguments", _words(compound, offsets[-1]))
        self.table("u32", "net_move_text", [0 if move is None else self.spelled(move.term) for move in moves])
        self.effects(moves, offsets)

    def effects(self, moves: list[Move | None], offsets: list[int]) -> None:
        masks: dict[tuple[int, ...], int] = {}
        keeps: list[int] = []
        rows: list[list[int]] = []
        pushes: list[int] = []
        for move in moves:
            kept, others = _split([] if move is None else move.effects)
            keeps.append(
                0
                if not kept
                else 1 + masks.setdefault(tuple(_words(kept, self.fact_words)), len(masks) * self.fact_words)
            )
            row: list[int] = []
            count = 0 if move is None or move.done < 0 else 1
            for effect in others:
                if effect.fact < 0 and effect.node not in self.plan.place:
                    continue
                row.append(2 * effect.fact + 1 if effect.fact >= 0 else 2 * self.plan.place[effect.node])
                row.append(len(effect.literals))
                row += map(self.literal, effect.literals)
                count += effect.fact < 0
            rows.append(row)
            pushes.append(count)
        done = [0 if move is None else self.plan.place.get(move.done, 0) for move in moves]
        self.table("u32", "net_done", done)
        self.table("u32", "net_keeps", keeps)
        self.bits("net_mask", [word for mask in masks for word in mask])
        self.ragged("u32", "net_effect", "net_effect_at", rows)
        most = sum(max(pushes[64 * at : 64 * end], default=0) for at, end in pairwise(offsets))
        self.constant("NET_MOST_PUSHES", max(1, most))

    def goals(self) -> None:
        own = self.net.goals
        self.table("u32", "net_goal_at", [sum(map(len, own[:at])) for at in range(len(own) + 1)])
        self.table("u32", "net_goal_node", [self.plan.place[node] for group in own for _, node in group])
        self.table("i32", "net_goal_value", [value for group in own for value, _ in group])

    def percepts(self) -> None:
        rows = [(len(group) + 63) // 64 for group in self.net.seen]
        offsets = [sum(rows[:at]) for at in range(len(rows) + 1)]
        texts = [0] * (64 * offsets[-1])
        for group, at in zip(self.net.seen, offsets, strict=False):
            texts[64 * at : 64 * at + len(group)] = [self.spelled(term) for term, _ in group]
        self.constant("NET_PERCEPTS", sum(map(len, self.net.seen)))
        self.constant("NET_SEEN_AT", self.plan.seen[0] if self.plan.seen else 0)
        self.table("u32", "net_seen_word", offsets)
        self.table("u32", "net_seen_text", texts)

    def letters(self) -> None:
        made = [text.encode("utf-8", "surrogatepass") for text in self.texts]
        spoken = [
            sum(len(spell_infix(term).encode("utf-8", "surrogatepass")) + 1 for term, _ in group)
            for group in self.net.seen
        ]
        self.constant("NET_MOST_TEXT", max([1, *map(len, made), *spoken]))
        self.table("u32", "net_text_at", [0, *_sums(map(len, made))])
        self.lines.append("static const u8 net_letters[] =\n" + "\n".join(map(_quote, made or [b""])) + ";")


def _counts_all(node: Node) -> bool:
    return len(node.inputs) > 1 and node.start == len(node.inputs) - 1 and node.loop < 0


def _split(effects: list[Effect]) -> tuple[list[int], list[Effect]]:
    """The facts that a move keeps if they hold, where they are many, and the other effects."""
    effects = list(dict.fromkeys(effects))
    kept = [effect.fact for effect in effects if effect.fact >= 0 and effect.literals == (2 * effect.fact,)]
    if len(kept) < _KEEPS_FROM:
        return [], effects
    return kept, [effect for effect in effects if effect.fact < 0 or effect.literals != (2 * effect.fact,)]


def _words(places: Iterable[int], count: int) -> list[int]:
    words = [0] * count
    for place in places:
        words[place // 64] |= 1 << place % 64
    return words


def _sums(sizes: Iterable[int]) -> list[int]:
    total, made = 0, []
    for size in sizes:
        total += size
        made.append(total)
    return made


def _quote(text: bytes) -> str:
    plain = b" (),-+_" + bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123))
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text) + '"'
