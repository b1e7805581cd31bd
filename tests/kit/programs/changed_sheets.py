"""Rulesheets changed at random: parts exchanged, left out, doubled, negated, so that they can still be read.

In:  sheets in KIF, and a seed. Out: another sheet, the same for the same seed. Most have no errors and play a game that
nobody has thought of: empty relations, thousands of moves, roles without any, endless terms.

    ChangedSheets([TRIS]).sheet(7)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

Tree = Any  # a word, or a list of trees

_PIECE = re.compile(r";[^\n]*|[()]|[^\s();]+")
_KEYWORDS = "role base input init true does next legal goal terminal sees knows not or and distinct random <=".split()


def read(text: str) -> list[Tree]:
    """A sound sheet as lists."""
    open_lists: list[list[Tree]] = [[]]
    for piece in _PIECE.findall(text):
        if piece.startswith(";"):
            continue
        if piece == "(":
            open_lists.append([])
        elif piece == ")":
            made = open_lists.pop()
            open_lists[-1].append(made)
        else:
            open_lists[-1].append(piece)
    assert len(open_lists) == 1
    return open_lists[0]


def write(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(write, tree))})"


class ChangedSheets:
    def __init__(self, texts: list[str]) -> None:
        self.sheets = [read(text) for text in texts]

    def sheet(self, seed: int, sound: Callable[[str], bool] = lambda text: True) -> str:
        """`sound`: which texts to go on with; a change that leads to another one is taken back."""
        chance = random.Random(seed)
        rules: list[Tree] = _copy(chance.choice(self.sheets))
        for _ in range(chance.choice((1, 2, 3, 5, 10))):
            changed = _copy(rules)
            if changed:
                self._change(changed, chance)
            rules = changed if sound(_text(changed)) else rules
        return _text(rules)

    def _change(self, rules: list[Tree], chance: random.Random) -> None:
        parent, at = _somewhere(rules, chance)
        node = parent[at]
        match chance.randrange(14):
            case 0:
                del parent[at]
            case 1:
                parent.insert(chance.randrange(len(parent) + 1), _copy(node))
            case 2:
                parent[at] = ["not", node]
            case 3:
                parent[at] = ["or", node, _copy(_any(rules, chance))]
            case 4:
                parent[at] = _copy(_any(rules, chance))
            case 5:
                other, there = _somewhere(rules, chance)
                other[there], parent[at] = _copy(node), _copy(other[there])
            case 6:
                _rename(parent[at : at + 1] if isinstance(node, str) else node, chance, rules)
            case 7:
                parent[at] = f"?{chance.choice('abcxyz')}"
            case 8:
                parent[at] = ["f", node]  # a term that grows, where rules go in circles
            case 9:
                parent[at] = chance.choice(_KEYWORDS)
            case 10:
                parent[at] = ["<=", _copy(node), _copy(_any(rules, chance))]
            case 11:
                chance.shuffle(parent)
            case 12:
                rules.append(["<=", _copy(_any(rules, chance)), _copy(_any(rules, chance)), _copy(_any(rules, chance))])
            case _:
                parent[at] = ["distinct", _copy(node), _copy(_any(rules, chance))]


def _text(rules: list[Tree]) -> str:
    return "\n".join(map(write, rules)) + "\n"


def _somewhere(rules: list[Tree], chance: random.Random) -> tuple[list[Tree], int]:
    """A place: a list with something in it, and where."""
    parent = rules
    while True:
        at = chance.randrange(len(parent))
        node = parent[at]
        if isinstance(node, str) or not node or chance.random() < 0.35:
            return parent, at
        parent = node


def _any(rules: list[Tree], chance: random.Random) -> Tree:
    parent, at = _somewhere(rules, chance)
    return parent[at]


def _copy(tree: Tree) -> Tree:
    return tree if isinstance(tree, str) else [*map(_copy, tree)]


def _rename(tree: list[Tree], chance: random.Random, rules: list[Tree]) -> None:
    """One word of a tree becomes another of the sheet."""
    words = [i for i, part in enumerate(tree) if isinstance(part, str)]
    word = _any(rules, chance)
    if words and isinstance(word, str):
        tree[chance.choice(words)] = word
