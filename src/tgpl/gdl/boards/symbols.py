"""Short symbols for what stands on the boards of a rulesheet.

In:  contents as words, and the roles. Out: for each a symbol of its own, and whose it is. Words of one or two characters are their own
symbols; of a longer one its first letter stands there, capital for the first of two roles and small for the second.

    assign_symbols(["whitepawn", "blackpawn", "wall"], ("white", "black"))     # P of white, p of black, W
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tgpl.draw.text_width import measure
from tgpl.text.terms import order_key

_SHORT = 2  # columns
_KNIGHTS = {"knight": "N"}  # whose first letter is the king's


class Symbol(NamedTuple):
    text: str
    owner: int | None  # the role whose it is, as far as its name says so


def assign_symbols(contents: Iterable[str], roles: tuple[str, ...]) -> dict[str, Symbol]:
    words = sorted(set(contents), key=order_key)
    owners = {word: _owner(word, roles) for word in words}
    found = {word: Symbol(word, owners[word]) for word in words if measure(word) <= _SHORT}
    taken = {symbol.text for symbol in found.values()}
    for word in words:
        if word not in found:
            text = next(text for text in _propose(word, owners[word], roles) if text not in taken)
            taken.add(text)
            found[word] = Symbol(text, owners[word])
    return found


def _owner(word: str, roles: tuple[str, ...]) -> int | None:
    """Whose name it is, has in it as a word, or begins with; or, for a word of two letters, with whose letter."""
    low = word.lower()
    parts = re.split(r"[^a-z]+", low)
    names = [role.lower() for role in roles]
    for fits in (lambda name: name in parts, low.startswith, low.endswith):
        owners = [i for i, name in enumerate(names) if len(name) > 1 or name == low if fits(name)]
        if len(owners) == 1:
            return owners[0]
    initials = [name[0] for name in names]
    if len(low) == _SHORT and low.isalpha() and initials.count(low[0]) == 1:
        return initials.index(low[0])
    return None


def _propose(word: str, owner: int | None, roles: tuple[str, ...]) -> Iterator[str]:
    """Symbols from the best on; there is always one that is not taken."""
    kind = word.lower()
    if owner is not None:
        kind = kind.replace(roles[owner].lower(), "", 1)
        if not re.search(r"\w", kind):  # only whose it is
            kind, owner = word.lower(), None
    letters = [_KNIGHTS[kind]] if (kind := kind.strip("_-,()")) in _KNIGHTS else []
    letters += list(dict.fromkeys(letter.upper() for letter in kind if letter.isalnum()))
    for letter in letters:
        if owner is None or len(roles) > 2:
            yield letter if owner is None else f"{letter}{owner}"
        else:
            yield letter if owner == 0 else letter.lower()
    yield from (word[:length] for length in range(_SHORT, len(word) + 1))
    yield from (f"{word[0]}{number}" for number in range(1, 10_000))
