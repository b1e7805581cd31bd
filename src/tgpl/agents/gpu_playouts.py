"""Random matches by the hundred thousand on a graphics card: those of `NativeGame.many`, to the same ends.

    playouts = GpuPlayouts(result)
    playouts.many(1_000_000, seed=0).firsts

A rule text is played one match a thread, a rulesheet as a net of gates with a match in every bit. Matches that the card gives up are
played by the compiled game.
"""

from __future__ import annotations

import ctypes
import struct

from tgpl.compile import Result
from tgpl.core.nodes import Program
from tgpl.emit.c.program import emit
from tgpl.emit.playout.cuda import emit_cuda, emit_cuda_sheet, stack_size
from tgpl.emit.playout.layout import Unsupported
from tgpl.gdl.net.bit_slices import NotSliced
from tgpl.native.cuda import Block, Card, NoCard, find_card
from tgpl.native.game import Counts, NativeGame
from tgpl.runtime.errors import Place
from tgpl.text.terms import Logic

_THREADS = 128  # in a block
_BLOCKS = 8  # for each processor of the card
_MOST_GIVEN_UP = 1 << 20
_KERNEL = "tgpl_playouts"


class GpuPlayouts:
    def __init__(self, result: Result, players: int | None = None, card: Card | None = None) -> None:
        """Raises NoCard."""
        self.card = find_card() if card is None else card
        self.native = result.native("soon")
        self.players = self.native.seats(players)
        program = result.program()
        self._first: Block | None = None  # of rule texts: the block with which every match begins
        if program.logic is not None:
            self._prepare_sheet(program.logic)
        else:
            self._prepare_rules(program)
        self._found = self.card.allocate(8 * (3 + program.players[1]))
        self._given_up = self.card.allocate(8 * (1 + _MOST_GIVEN_UP))

    def _prepare_sheet(self, logic: Logic) -> None:
        try:
            self.kernel = self.card.compile(emit_cuda_sheet(logic), _KERNEL)
        except NotSliced as why:
            raise NoCard(f"{why} is not for a card") from None

    def _prepare_rules(self, program: Program) -> None:
        others = self.native.count_others(self.players)
        if others is None:
            raise NoCard("only board games without secrets and with one beginning are played there")
        text, spans = emit(program, others=others)
        first = NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build="now").first_block(
            self.players
        )
        assert first is not None
        try:
            self.kernel = self.card.compile(emit_cuda(program, others), _KERNEL)
        except Unsupported as why:
            raise NoCard(f"{why} is not for a card") from None
        if more := stack_size(program):
            self.card.reserve_stack(self.kernel.local_size + more)
        self._first = self.card.allocate(len(first))
        self._first.write(first)

    def many(self, count: int, seed: int, most_moves: int = 1000) -> Counts:
        self._found.clear()
        self._given_up.clear()
        begins = () if self._first is None else (self._first.address,)
        arguments = (
            *begins, ctypes.c_uint64(seed), ctypes.c_uint64(count), ctypes.c_int32(most_moves),
            self._found.address, self._given_up.address, ctypes.c_uint64(_MOST_GIVEN_UP),
        )  # fmt: skip
        self.kernel.start(_BLOCKS * self.card.processors, _THREADS, *arguments)
        given_up = self._read_given_up()
        if given_up is None:
            return self.native.many(count, seed, self.players, most_moves=most_moves)
        won, limited, moves, *firsts = struct.unpack(f"{self._found.size // 8}Q", self._found.read())
        ends = {"winner": won, "limit": limited}
        for match in given_up:
            more = self.native.many(1, seed + match, self.players, most_moves=most_moves)
            ends = {end: ends.get(end, 0) + more.ends.get(end, 0) for end in {*ends, *more.ends}}
            firsts = [a + b for a, b in zip(firsts, more.firsts, strict=False)]
            moves += more.moves
        return Counts({end: times for end, times in ends.items() if times}, firsts[: self.players], moves)

    def _read_given_up(self) -> list[int] | None:
        """Which matches have to be played elsewhere; None: too many to be told."""
        numbers = self._given_up.read()
        count = struct.unpack_from("Q", numbers)[0]
        return None if count > _MOST_GIVEN_UP else sorted(struct.unpack_from(f"{count}Q", numbers, 8))
