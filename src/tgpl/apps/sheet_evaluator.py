"""A rulesheet asked position by position, by whoever answers soonest: Python at once, and compiled rules once it has taken long.

reasoner = HybridReasoner(logic)        # a Reasoner like any other, with the same answers
game = make_hybrid_game(result)         # whose positions are worked out by one

For `play` and `match`. While the rules are compiled, beside, Python goes on answering. Compiled rules know positions by bytes
of their own, which lead from the first position over the moves that were made; the facts behind a move are always Python's.
"""

from __future__ import annotations

import ctypes
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tgpl.compile import Result
from tgpl.native.library import NoCompiler, Signatures, load
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError
from tgpl.runtime.game import Game
from tgpl.text.terms import Logic, Term

T = TypeVar("T")
PATIENCE = 2.0  # seconds of Python's work before the rules are compiled
REMEMBERED = 1000  # positions whose moves are
_WHO, _BYTES, _NUMBER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32
_SIGNATURES: Signatures = {
    "mind_open": (_WHO,),
    "mind_close": (None, _WHO),
    "mind_room": (ctypes.c_uint32,),
    "mind_most_text": (ctypes.c_uint32,),
    "mind_begin": (_NUMBER, _WHO, _BYTES),
    "mind_of": (_NUMBER, _WHO, _BYTES, ctypes.c_uint32),
    "mind_over": (_NUMBER, _WHO),
    "mind_moves": (_NUMBER, _WHO, _NUMBER),
    "mind_goal": (_NUMBER, _WHO, _NUMBER),
    "mind_next": (_NUMBER, _WHO, ctypes.POINTER(_NUMBER), _BYTES),
    "mind_label": (_NUMBER, _WHO, _NUMBER, _NUMBER, _BYTES),
}
_PIECE = re.compile(r"[(),]|[^(),]+")


def make_hybrid_game(result: Result) -> Game:
    game = result.game()
    if game.rules.logic is not None:
        game.rules.reasoner = HybridReasoner(game.rules.logic)
    return game


class NoAnswer(Exception):
    """Compiled rules have no answer: Python has, or knows why there is none."""


class HybridReasoner(Reasoner):
    """Asked by one thread."""

    def __init__(self, logic: Logic) -> None:
        super().__init__(logic)
        self._sheet: _CompiledSheet | None = None
        self._waited = 0.0
        self._compiling: threading.Thread | None = None
        self._came: dict[str, tuple[str, tuple[int, ...]]] = {}  # from which position, by which moves
        self._bytes: dict[str, bytes] = {}
        self._legal: dict[tuple[str, int], tuple[Term, ...]] = {}
        self._first = ""

    def begin(self) -> str:
        self._first = super().begin()
        return self._first

    def next(self, text: str, moves: tuple[int, ...]) -> str:
        with self._count_time():
            made = super().next(text, moves)
        if made not in self._bytes and made != self._first:
            self._came.setdefault(made, (text, moves))
        return made

    def over(self, text: str) -> bool:
        return self._answer(text, lambda sheet: bool(sheet.ask("over")), lambda: Reasoner.over(self, text))

    def goal(self, text: str, role: int) -> int:
        return self._answer(text, lambda sheet: sheet.ask("goal", role), lambda: Reasoner.goal(self, text, role))

    def moves(self, text: str, role: int) -> tuple[Term, ...]:
        if (text, role) not in self._legal:
            while len(self._legal) >= REMEMBERED:
                del self._legal[next(iter(self._legal))]
            self._legal[text, role] = self._answer(
                text, lambda sheet: sheet.moves(role), lambda: Reasoner.moves(self, text, role)
            )
        return self._legal[text, role]

    def _answer(self, text: str, compiled: Callable[[_CompiledSheet], T], python: Callable[[], T]) -> T:
        try:
            return compiled(self._sheet_at(text))
        except NoAnswer:
            with self._count_time():
                return python()

    # ---- the compiled rules

    def compile(self) -> None:
        """Where there is nothing that compiles them, Python goes on."""
        from tgpl.emit.c.rulesheet import OnlyPython, write_standalone

        try:
            self._sheet = _CompiledSheet(write_standalone(self.logic))
        except (OnlyPython, NoCompiler, MemoryError, RuleError):
            return

    @contextmanager
    def _count_time(self) -> Iterator[None]:
        """Counts the seconds, and has the rules compiled when they are too many."""
        before = time.monotonic()
        try:
            yield
        finally:
            self._waited += time.monotonic() - before
            late = self._waited > PATIENCE and self._compiling is None
            if late and not self.logic.knows and _is_readable(self.logic):
                self._compiling = threading.Thread(target=self.compile, daemon=True)
                self._compiling.start()

    def _sheet_at(self, text: str) -> _CompiledSheet:
        """The compiled rules, in this position."""
        sheet = self._sheet
        if sheet is None:
            raise NoAnswer
        if sheet.position != text:
            sheet.go(text, self._bytes_of(text, sheet))
        return sheet

    def _bytes_of(self, text: str, sheet: _CompiledSheet) -> bytes:
        steps: list[tuple[str, str, tuple[int, ...]]] = []
        while text not in self._bytes and text != self._first:
            if text not in self._came:
                raise NoAnswer
            before, moves = self._came[text]
            steps.append((text, before, moves))
            text = before
        if text not in self._bytes:
            self._bytes[text] = sheet.begin()
        for made, before, moves in reversed(steps):
            sheet.go(before, self._bytes[before])
            self._bytes[made] = sheet.next(moves)
        return self._bytes[steps[0][0] if steps else text]


class _CompiledSheet:
    """The evaluator, by whichever compiler there is, in one position at a time."""

    def __init__(self, text: str) -> None:
        self._library = load(text, signatures=_SIGNATURES).library("now")
        self._mind = self._library.mind_open()
        if not self._mind:
            raise MemoryError
        self._room = ctypes.create_string_buffer(self._library.mind_room())
        self._letters = ctypes.create_string_buffer(self._library.mind_most_text())
        self.position: str | None = None

    def __del__(self) -> None:
        if getattr(self, "_mind", None):
            self._library.mind_close(self._mind)
            self._mind = None

    def ask(self, name: str, *arguments: object) -> int:
        answer: int = getattr(self._library, f"mind_{name}")(self._mind, *arguments)
        if answer < 0:
            self.position = None
            raise NoAnswer
        return answer

    def begin(self) -> bytes:
        self.position = None
        size = self.ask("begin", self._room)
        return self._room.raw[:size]

    def go(self, text: str, state: bytes) -> None:
        self.ask("of", state, len(state))
        self.position = text

    def next(self, moves: tuple[int, ...]) -> bytes:
        size = self.ask("next", (_NUMBER * len(moves))(*moves), self._room)
        return self._room.raw[:size]

    def moves(self, role: int) -> tuple[Term, ...]:
        return tuple(self._move(role, number) for number in range(self.ask("moves", role)))

    def _move(self, role: int, number: int) -> Term:
        size = self.ask("label", role, number, self._letters)
        return _parse_term(self._letters.raw[:size].decode())


def _is_readable(logic: Logic) -> bool:
    """Whether a move can be read again as it is shown: no word has a sign in it that takes moves apart."""
    words: list[Any] = [part for rule in logic.rules for part in (rule.head, *rule.body)]
    while words:
        word = words.pop()
        if isinstance(word, tuple):
            words += word
        elif not word or any(sign in word for sign in "(),"):
            return False
    return True


def _parse_term(shown: str) -> Term:
    """`mark(1,f(2))` → `("mark", "1", ("f", "2"))`."""
    levels: list[list[Any]] = [[]]
    for piece in _PIECE.findall(shown):
        if piece == "(":
            levels.append([levels[-1].pop()])
        elif piece == ")":
            levels[-2].append(tuple(levels.pop()))
        elif piece != ",":
            levels[-1].append(piece)
    found: Term = levels[0][0]
    return found
