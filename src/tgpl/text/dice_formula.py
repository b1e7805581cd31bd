"""Formulas of dice: `6 * (2d3 + 2)` as a text, and everything that can be made of one.

A dice value is a formula, and a formula is a text in normal spelling: single blanks around operators, parentheses only
where they are needed. So dice are equal, are keys, are saved and shown wherever texts are. This module knows the
grammar and nothing else; what a formula means (a roll, its limits, its odds) is told by a `Meaning`.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }                  `/` cuts towards zero
    signed  = "-" signed | dice
    dice    = NUMBER | pool [ "against" pool ] | "(" sum ")"
            | [ "drop" ] ( "highest" | "lowest" ) NUMBER "of" pool
            | "explode" pool [ "up" "to" NUMBER ]
            | "count" ( ">=" | ">" | "<=" | "<" | "==" | "!=" ) NUMBER "of" pool
    pool    = NUMBER "d" NUMBER                              in one word

    join("*", "6", "2d3 + 2")   # "6 * (2d3 + 2)"
    spelled("(2d6)+3")          # "2d6 + 3"
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from tgpl.text.limits import DEEPEST_FORMULA, EXPLOSIONS, LONGEST_FORMULA, MOST_FACES

LARGEST = 1 << 53  # numbers are smaller, so that doubles hold them all

COMPARISONS = (">=", ">", "<=", "<", "==", "!=")
_SHORT = 200  # characters of a formula that is worth remembering
SUM, PRODUCT, SIGN, ATOM = range(4)  # how tightly an operator binds, the loosest first

_WORD = re.compile(r" *(\d+d\d+|\d+|[a-z]+|[<>=!]=|[-+*/()<>])", re.ASCII)


class FormulaError(ValueError):
    """A text that is no formula, or whose numbers are out of range; `code` is that of the run-time error."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Pool(NamedTuple):
    """Some dice of one kind."""

    size: int
    faces: int


V = TypeVar("V")


class Meaning(Protocol[V]):
    """What the parts of a formula stand for. They are told from left to right, each as soon as it is read."""

    def number(self, value: int) -> V: ...
    def thrown(self, pool: Pool) -> V: ...
    def kept(self, word: str, number: int, pool: Pool) -> V: ...  # "highest", "drop lowest", …
    def exploded(self, pool: Pool, times: int) -> V: ...
    def counted(self, sign: str, value: int, pool: Pool) -> V: ...
    def against(self, left: Pool, right: Pool) -> V: ...
    def negated(self, value: V) -> V: ...
    def joined(self, sign: str, left: V, right: V) -> V: ...


def evaluate(text: str, meaning: Meaning[V]) -> V:
    return _Reader(text).whole(meaning)


def _words(text: str) -> tuple[str, ...]:
    """The words of a formula, and "" behind the last; "?" stands for the rest where it is no formula."""
    return _known_words(text) if len(text) <= _SHORT else _split(text)


def _split(text: str) -> tuple[str, ...]:
    found, at = [], 0
    while match := _WORD.match(text, at):
        found.append(match[1])
        at = match.end()
    return (*found, "?" if text[at:].strip(" ") else "")


_known_words = lru_cache(maxsize=1024)(_split)  # most formulas are read again and again


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._words = _words(text)
        self._at = 0
        self._depth = 0

    def whole(self, meaning: Meaning[V]) -> V:
        value = self._sum(meaning)
        return value if self._words[self._at] == "" else self._refuse()

    def _refuse(self) -> V:  # type: ignore[type-var]
        raise FormulaError("R708", f"`{self._text}` is no dice: they are written like `2d6 + 3`.")

    def _taken(self, *words: str) -> str | None:
        """The next word, if it is one of these."""
        word = self._words[self._at]
        if word not in words:
            return None
        self._at += 1
        return word

    def _expect(self, *words: str) -> str:
        return self._taken(*words) or self._refuse()

    def _number(self) -> int:
        word = self._words[self._at]
        if not word.isdigit():
            self._refuse()
        self._at += 1
        return _sized(word)

    def _pool(self) -> Pool:
        count, between, faces = self._words[self._at].partition("d")
        if not (between and count.isdigit() and faces.isdigit()):
            self._refuse()
        self._at += 1
        return check_pool(_sized(count), _sized(faces))

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST_FORMULA:
            raise FormulaError("R713", f"A formula can have {DEEPEST_FORMULA} parentheses inside each other, not more.")

    def _sum(self, meaning: Meaning[V]) -> V:
        value = self._product(meaning)
        while sign := self._taken("+", "-"):
            value = meaning.joined(sign, value, self._product(meaning))
        return value

    def _product(self, meaning: Meaning[V]) -> V:
        value = self._signed(meaning)
        while sign := self._taken("*", "/"):
            value = meaning.joined(sign, value, self._signed(meaning))
        return value

    def _signed(self, meaning: Meaning[V]) -> V:
        if not self._taken("-"):
            return self._dice(meaning)
        self._deeper()
        value = meaning.negated(self._signed(meaning))
        self._depth -= 1
        return value

    def _dice(self, meaning: Meaning[V]) -> V:
        word = self._words[self._at]
        if word[:1].isdigit():
            return self._plain(meaning) if "d" in word else meaning.number(self._number())
        self._at += word != ""
        if word in ("highest", "lowest"):
            return self._kept(meaning, word)
        if word == "drop":
            return self._kept(meaning, f"drop {self._expect('highest', 'lowest')}")
        if word == "explode":
            pool = self._pool()
            return meaning.exploded(pool, self._times() if self._taken("up") else EXPLOSIONS)
        if word == "count":
            sign, value = self._expect(*COMPARISONS), self._number()
            self._expect("of")
            return meaning.counted(sign, value, self._pool())
        if word != "(":
            self._refuse()
        self._deeper()
        value_inside = self._sum(meaning)
        self._expect(")")
        self._depth -= 1
        return value_inside

    def _plain(self, meaning: Meaning[V]) -> V:
        pool = self._pool()
        return meaning.against(pool, self._pool()) if self._taken("against") else meaning.thrown(pool)

    def _kept(self, meaning: Meaning[V], word: str) -> V:
        number = self._number()
        self._expect("of")
        pool = self._pool()
        least_left = number if word[0] != "d" else number + 1  # something has to be left of what is dropped from
        if number < 1 or least_left > pool.size:
            raise FormulaError("R714", f"`{word} {number}` is not possible with {pool.size} dice.")
        return meaning.kept(word, number, pool)

    def _times(self) -> int:
        self._expect("to")
        return self._number()


def _sized(digits: str) -> int:
    value = int(digits) if len(digits) < 40 else LARGEST
    if value >= LARGEST:
        raise FormulaError("R705", "The numbers of dice are smaller than 2^53.")
    return value


def check_pool(count: int, faces: int) -> Pool:
    """Dice that there can be."""
    if count < 1 or not 1 <= faces <= MOST_FACES:
        raise FormulaError(
            "R714", f"There are no `{count}d{faces}`: both numbers are at least 1, and the second is below 2^32."
        )
    return Pool(count, faces)


# ---- spelling


def binding(text: str) -> int:
    """How tightly the loosest operator of a formula binds; only for normal spelling."""
    depth, found = 0, SIGN if text[:1] == "-" else ATOM
    for i, sign in enumerate(text):
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
        elif depth == 0 and i:
            if sign in "+-" and text[i - 1] == " " and text[i + 1 : i + 2] == " ":
                return SUM
            if sign in "*/":
                found = PRODUCT
    return found


def join(sign: str, left: str, right: str) -> str:
    """Two formulas with `+`, `-`, `*` or `/` between them."""
    own = SUM if sign in "+-" else PRODUCT
    left = f"({left})" if binding(left) < own else left
    # A sum is the same in any order, so that `1d6 + (2d4 - 1)` needs no parentheses.
    right = f"({right})" if binding(right) < own + (sign != "+") else right
    return _bounded(f"{left} {sign} {right}")


def negate(text: str) -> str:
    return _bounded(f"-({text})" if binding(text) < ATOM else f"-{text}")


def pool_text(count: float, faces: float) -> str:
    """Dice from numbers: `2d6`."""
    for number in (count, faces):
        if number != int(number) or abs(number) >= LARGEST:
            raise FormulaError("R714", "Both numbers of dice are whole.")
    pool = check_pool(int(count), int(faces))
    return f"{pool.size}d{pool.faces}"


def oppose(left: str, right: str) -> str:
    """Dice against dice; what is done with a pool is done before it has others against it."""
    for text in (left, right):
        if re.fullmatch(r"\d+d\d+", text, re.ASCII) is None:
            raise FormulaError("R714", f"Only plain dice, like `3d6`, are thrown against others; these are `{text}`.")
    return _bounded(f"{left} against {right}")


def number_text(number: float) -> str:
    """A number as a formula; it has to be whole."""
    if number != int(number) or abs(number) >= LARGEST:
        raise FormulaError("R714", "Only whole numbers go together with dice.")
    return str(int(number))


def _bounded(text: str) -> str:
    if len(text) > LONGEST_FORMULA:
        raise FormulaError("R713", f"A formula of dice can have {LONGEST_FORMULA:,} characters, not more.")
    return text


def spell_formula(text: str) -> str:
    """A formula in normal spelling."""
    return evaluate(text, _Spelling())


class _Spelling:
    def number(self, value: int) -> str:
        return str(value)

    def thrown(self, pool: Pool) -> str:
        return f"{pool.size}d{pool.faces}"

    def kept(self, word: str, number: int, pool: Pool) -> str:
        return f"{word} {number} of {self.thrown(pool)}"

    def exploded(self, pool: Pool, times: int) -> str:
        bound = "" if times == EXPLOSIONS else f" up to {times}"
        return f"explode {self.thrown(pool)}{bound}"

    def counted(self, sign: str, value: int, pool: Pool) -> str:
        return f"count {sign} {value} of {self.thrown(pool)}"

    def against(self, left: Pool, right: Pool) -> str:
        return f"{self.thrown(left)} against {self.thrown(right)}"

    def negated(self, value: str) -> str:
        return negate(value)

    def joined(self, sign: str, left: str, right: str) -> str:
        return join(sign, left, right)


# ---- limits


class Limits(NamedTuple):
    low: int
    high: int


def limits(text: str) -> Limits:
    """The least and the greatest that a formula can come to; a divisor must not be able to be 0."""
    return evaluate(text, _Limits())


class _Limits:
    def number(self, value: int) -> Limits:
        return Limits(value, value)

    def thrown(self, pool: Pool) -> Limits:
        return within(pool.size, pool.size * pool.faces)

    def kept(self, word: str, number: int, pool: Pool) -> Limits:
        left = pool.size - number if word[0] == "d" else number
        return within(left, left * pool.faces)

    def exploded(self, pool: Pool, times: int) -> Limits:
        most = pool.size * pool.faces * (times + 1)
        return within(most if pool.faces == 1 else pool.size, most)

    def counted(self, sign: str, value: int, pool: Pool) -> Limits:
        wanted = faces_that(sign, value, pool.faces)
        return within(pool.size if wanted == pool.faces else 0, pool.size if wanted else 0)

    def against(self, left: Pool, right: Pool) -> Limits:
        return Limits(0, min(left.size, right.size) if left.faces > 1 else 0)

    def negated(self, value: Limits) -> Limits:
        return Limits(-value.high, -value.low)

    def joined(self, sign: str, left: Limits, right: Limits) -> Limits:
        if sign == "/" and right.low <= 0 <= right.high:
            raise FormulaError("R704", "Nothing can be divided by zero, and these dice might be.")
        ends = [work_out(sign, one, other) for one in left for other in right]
        return within(min(ends), max(ends))


def within(low: int, high: int) -> Limits:
    if max(-low, high) >= LARGEST:
        raise FormulaError("R705", "What these dice could come to is larger than numbers are exact.")
    return Limits(low, high)


def work_out(sign: str, left: int, right: int) -> int:
    """Whole numbers; `/` cuts towards zero."""
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if right == 0:
        raise FormulaError("R704", "Nothing can be divided by zero.")
    cut = abs(left) // abs(right)
    return cut if (left < 0) == (right < 0) else -cut


def compares(sign: str, left: int, right: float) -> bool:
    if sign in ("==", "!="):
        return (left == right) == (sign == "==")
    if sign[0] == ">":
        return left > right or (left == right and sign == ">=")
    return left < right or (left == right and sign == "<=")


def faces_that(sign: str, value: int, faces: int) -> int:
    """How many faces of a die are as wanted."""
    equal = int(1 <= value <= faces)
    at_least = max(0, min(faces, faces - value + 1))
    return {
        ">=": at_least, ">": at_least - equal, "<": faces - at_least, "<=": faces - at_least + equal,
        "==": equal, "!=": faces - equal,
    }[sign]  # fmt: skip
