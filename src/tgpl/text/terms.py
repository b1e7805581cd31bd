"""Terms of a rulesheet: what GDL's rules and positions are made of, for readers, evaluators and tables alike.

A term is a `str` (a constant, or a variable if it begins with `?`) or a tuple `(name, argument, …)` with at least one
argument; an atom has the same shape. `("cell", "1", "?y", "b")` is what KIF writes `(cell 1 ?y b)` and infix `cell(1,?y,b)`.

    spell(("cell", "1", ("f", "b")))        ->  "(cell 1 (f b))"        read("(cell 1 (f b)) c")  ->  (that term, "c")
    sorted(terms, key=order_key)            ->  2, 10, a, b, (f 2), (f 10)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

Term: TypeAlias = str | tuple[Any, ...]

# The words that rulesheets are made of, with their numbers of arguments: with another number they are ordinary words.
RELATIONS = {
    ("role", 1),
    ("base", 1),
    ("input", 2),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("next", 1),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("sees", 2),
    ("knows", 1),
    ("knows", 2),
}
CHANCE = "random"  # the role that draws

# A whole number that orders by its value; with more digits it is a word like any other, so that 64 bits hold every number.
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_PIECE = re.compile(r"[()]|[^ ()]+")


class Rule(NamedTuple):
    """`head` holds where all of `body` does. Literals of a body: an atom, `("not", literal)`, `("or", literal, …)`,
    `("and", literal, …)`, `("distinct", a, b)`."""

    head: Term
    body: tuple[Term, ...] = ()


class Logic(NamedTuple):
    """A whole rulesheet. Roles are numbered as in `roles`; the role `random`, if there is one, has the number behind them."""

    roles: tuple[str, ...]  # the seats, in the order of their facts
    random: bool  # is there a role that draws?
    sees: bool
    knows: bool
    rules: tuple[
        Rule, ...
    ]  # in the order of the sheet, facts of roles too; spelled as each word first was, keywords small


def is_variable(term: Term) -> bool:
    return isinstance(term, str) and term.startswith("?")


def relation(atom: Term) -> tuple[str, int]:
    """What an atom speaks about: a name and its number of arguments."""
    return (atom, 0) if isinstance(atom, str) else (atom[0], len(atom) - 1)


def number(term: Term) -> int | None:
    """The whole number that a term is read as, or none."""
    return int(term) if isinstance(term, str) and _NUMBER.fullmatch(term) else None


def order_key(term: Term) -> tuple[Any, ...]:
    """The canonical order of ground terms: numbers by value, then words by their letters, then what has arguments."""
    if isinstance(term, str):
        return _word_key(term)
    return (2, term[0], len(term), *map(order_key, term[1:]))


@lru_cache(maxsize=10_000)
def _word_key(word: str) -> tuple[Any, ...]:
    value = number(word)
    return (1, word) if value is None else (0, value, word)


def variables(term: Term) -> Iterator[str]:
    """The variables of a term from the left, each as often as it stands there."""
    if isinstance(term, tuple):
        for argument in term[1:]:
            yield from variables(argument)
    elif term.startswith("?"):
        yield term


def depth(term: Term) -> int:
    """How deep functions stand in each other: 0 for a word."""
    return 1 + max(map(depth, term[1:])) if isinstance(term, tuple) else 0


def spell(term: Term) -> str:
    """KIF: `(cell 1 1 b)`."""
    if isinstance(term, str):
        return term
    try:
        return f"({' '.join(term)})"  # most often there are only words
    except TypeError:
        return f"({' '.join(map(spell, term))})"


def spell_infix(term: Term) -> str:
    """`cell(1,1,b)`, as players see it."""
    return term if isinstance(term, str) else f"{term[0]}({','.join(map(spell_infix, term[1:]))})"


def read(text: str) -> tuple[Term, ...]:
    """The terms that `spell` wrote, one behind the other. A text that it did not write is a ValueError."""
    levels: list[list[Any]] = [[]]
    for piece in _PIECE.findall(text):
        if piece == "(":
            levels.append([])
        elif piece == ")":
            made = levels.pop()
            if not levels or len(made) < 2 or not isinstance(made[0], str):
                raise ValueError(f"not a list of terms: {text[:80]!r}")
            levels[-1].append(tuple(made))
        else:
            levels[-1].append(piece)
    if len(levels) > 1:
        raise ValueError(f"a parenthesis is not closed: {text[:80]!r}")
    return tuple(levels[0])
