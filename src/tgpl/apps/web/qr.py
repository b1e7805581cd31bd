"""QR codes (ISO/IEC 18004) for links, so that a telephone finds them: bytes, error correction M, versions 1 to 10.

In:  a text of up to 200 bytes. Out: the rows of the symbol, a character for each module: "1" is dark. The quiet zone is left to who draws it.

    encode("http://192.0.2.7:8000/t/k3Jx#…")        # ["1111111001…", …]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

LONGEST = 200  # bytes
# For each version: error correction codewords of a block, and how many blocks there are with how many data codewords.
_BLOCKS = (
    (10, ((1, 16),)),
    (16, ((1, 28),)),
    (26, ((1, 44),)),
    (18, ((2, 32),)),
    (24, ((2, 43),)),
    (16, ((4, 27),)),
    (18, ((4, 31),)),
    (22, ((2, 38), (2, 39))),
    (22, ((3, 36), (2, 37))),
    (26, ((4, 43), (1, 44))),
)
_ALIGNMENT = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
_FINDER_LIKE = ([1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1])

Grid = list[list[int]]  # 0, 1, or -1 where nothing is laid yet


class TooLong(ValueError):
    """A text that does not fit."""


def encode(text: str) -> list[str]:
    """Raises TooLong."""
    data = text.encode()
    if len(data) > LONGEST:
        raise TooLong(f"A QR code here holds {LONGEST} bytes.")
    version = next(v for v in range(1, 11) if _room(v) >= len(data))
    bits = _interleave(version, _fill(version, data))
    plain = _lay_patterns(version)
    drawn = [_finish(plain, bits, version, mask) for mask in range(8)]
    best = min(drawn, key=_penalty)
    return ["".join(map(str, row)) for row in best]


# ---- codewords


def _count_data(version: int) -> int:
    return sum(count * size for count, size in _BLOCKS[version - 1][1])


def _room(version: int) -> int:
    return _count_data(version) - (2 if version < 10 else 3)


def _fill(version: int, data: bytes) -> list[int]:
    """Mode, length, content, end, padding."""
    bits = f"0100{len(data):0{8 if version < 10 else 16}b}" + "".join(f"{byte:08b}" for byte in data)
    size = _count_data(version)
    bits = (bits + "0000")[: size * 8]
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return words + [(0xEC, 0x11)[n % 2] for n in range(size - len(words))]


def _interleave(version: int, words: list[int]) -> list[int]:
    """Blocks with their error correction, woven into each other, as bits."""
    correction, groups = _BLOCKS[version - 1]
    blocks, at = [], 0
    for count, size in groups:
        for _ in range(count):
            blocks.append(words[at : at + size])
            at += size
    checks = [_divide(block, correction) for block in blocks]
    longest = max(map(len, blocks))
    woven = [block[n] for n in range(longest) for block in blocks if n < len(block)]
    woven += [check[n] for n in range(correction) for check in checks]
    return [word >> bit & 1 for word in woven for bit in range(7, -1, -1)]


@cache
def _tables() -> tuple[list[int], list[int]]:
    """Powers and logarithms in the field of 256 elements."""
    powers, logarithms, value = [0] * 512, [0] * 256, 1
    for n in range(255):
        powers[n] = powers[n + 255] = value
        logarithms[value] = n
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return powers, logarithms


def _multiply(a: int, b: int) -> int:
    powers, logarithms = _tables()
    return powers[logarithms[a] + logarithms[b]] if a and b else 0


def _divide(block: list[int], count: int) -> list[int]:
    """Reed and Solomon's remainder."""
    generator = [1]
    for n in range(count):
        shifted = [*generator, 0]
        for i, factor in enumerate(generator):
            shifted[i + 1] ^= _multiply(factor, _tables()[0][n])
        generator = shifted
    rest = [*block, *[0] * count]
    for at in range(len(block)):
        factor = rest[at]
        for i, part in enumerate(generator if factor else ()):
            rest[at + i] ^= _multiply(part, factor)
    return rest[len(block) :]


# ---- the symbol


def _lay_patterns(version: int) -> Grid:
    """What is the same in every symbol of a version; 0 is kept where the format goes."""
    size = 17 + 4 * version
    grid = [[-1] * size for _ in range(size)]
    for row, column in ((0, 0), (0, size - 7), (size - 7, 0)):
        _lay_finder(grid, row, column)
    for n in range(8, size - 8):
        grid[6][n] = grid[n][6] = 1 - n % 2
    places = _ALIGNMENT[version - 1]
    for row in places:
        for column in places:
            if grid[row][column] < 0 or (6 in (row, column) and 6 < row + column - 6 < size - 7):
                _lay_square(grid, row, column)
    for n in range(9):
        grid[8][n], grid[n][8] = max(grid[8][n], 0), max(grid[n][8], 0)
    for n in range(1, 9):
        grid[8][size - n], grid[size - n][8] = max(grid[8][size - n], 0), max(grid[size - n][8], 0)
    grid[size - 8][8] = 1
    if version >= 7:
        _lay_version(grid, version)
    return grid


def _lay_finder(grid: Grid, top: int, left: int) -> None:
    for row in range(top - 1, top + 8):
        for column in range(left - 1, left + 8):
            if 0 <= row < len(grid) and 0 <= column < len(grid):
                away = max(abs(row - top - 3), abs(column - left - 3))
                grid[row][column] = int(away in (0, 1, 3))


def _lay_square(grid: Grid, middle: int, center: int) -> None:
    for row in range(middle - 2, middle + 3):
        for column in range(center - 2, center + 3):
            grid[row][column] = int(max(abs(row - middle), abs(column - center)) != 1)


def _lay_version(grid: Grid, version: int) -> None:
    bits = version << 12 | _remainder(version << 12, 0x1F25)
    for n in range(18):
        row, column = n // 3, len(grid) - 11 + n % 3
        grid[row][column] = grid[column][row] = bits >> n & 1


def _remainder(value: int, divisor: int) -> int:
    while value.bit_length() >= divisor.bit_length():
        value ^= divisor << value.bit_length() - divisor.bit_length()
    return value


def _finish(plain: Grid, bits: list[int], version: int, mask: int) -> Grid:
    """The content in its zigzag, under a mask, and the format."""
    grid, size, flips = [row[:] for row in plain], len(plain), _MASKS[mask]
    left = iter(bits)
    upwards = True
    for right in (n for n in range(size - 1, 0, -2)):
        column = right if right > 6 else right - 1
        for step in range(size):
            row = size - 1 - step if upwards else step
            for at in (column, column - 1):
                if plain[row][at] < 0:
                    grid[row][at] = next(left, 0) ^ flips(row, at)
        upwards = not upwards
    _lay_format(grid, mask)
    return grid


def _lay_format(grid: Grid, mask: int) -> None:
    bits, size = (mask << 10 | _remainder(mask << 10, 0x537)) ^ 0x5412, len(grid)
    for n in range(15):
        bit = bits >> n & 1
        near = (0, 1, 2, 3, 4, 5, 7, 8)
        if n < 8:
            grid[near[n]][8], grid[8][size - 1 - n] = bit, bit
        else:
            grid[8][near[14 - n]], grid[size - 15 + n][8] = bit, bit
    grid[size - 8][8] = 1


def _penalty(grid: Grid) -> int:
    """How hard a symbol is to read."""
    size, total = len(grid), 0
    for lines in (grid, [list(column) for column in zip(*grid, strict=True)]):
        for line in lines:
            run = 1
            for one, other in zip(line, [*line[1:], -1], strict=True):
                run, ended = (run + 1, 0) if one == other else (1, run)
                total += ended - 2 if ended >= 5 else 0
            total += 40 * sum(line[n : n + 11] in _FINDER_LIKE for n in range(size - 10))
    for upper, lower in pairwise(grid):
        total += 3 * sum(upper[n] == upper[n + 1] == lower[n] == lower[n + 1] for n in range(size - 1))
    dark = sum(map(sum, grid)) * 20 // (size * size)
    return total + 10 * min(abs(dark - 10), abs(dark - 9))
