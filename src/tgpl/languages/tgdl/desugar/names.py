"""What a bare name means in TGDL, the earlier edition, said in full.

In:  a `Body` and a name that is no variable and no member. Out: an expression of TGPL's, or None if the name is nothing special.
"""

from __future__ import annotations

from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.resolve import the_board
from tgpl.languages.tgpl.syntax import tree as t


def meant(b: Body, node: t.Name) -> t.Expr | None:
    """`player`, `players`, `phase`, `board`, the name of a phase or of a group of the one board."""
    at, end, name = node.at, node.end, node.name
    if name in _OPERATIONS:
        space, *rest = _OPERATIONS[name].split(".")
        callee: t.Expr = t.Name(at, end, space)
        for member in rest:
            callee = t.Member(at, end, callee, member, at)
        return t.Call(at, end, callee, ())
    board = the_board(b.scope)
    if name == "board" and board is not None:
        return t.Name(at, end, board.name)
    if b.scope.find(name) is not None:
        return None
    if board is not None and name in board.groups:
        return t.Member(at, end, t.Name(at, end, board.name), name, at)
    if any(name in turn.phases for turn in b.game.turns.values()):
        return t.Literal(at, end, name)
    return None


_OPERATIONS = {"player": "player.active", "players": "player.all", "phase": "turn.phase.active"}
