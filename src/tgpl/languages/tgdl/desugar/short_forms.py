"""What TGDL, the earlier edition, says shortly, said in full: bare names, and requires that speak of inputs.

In:  names and trees of TGDL. Out: what TGPL writes for them.

    player                                                              →  player.active()
    require { return price <= gold; } input decimal price from 1 to 9;  →  input decimal price … { return price <= gold; }
"""

from __future__ import annotations

from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.resolve import the_board
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_uses

_OPERATIONS = {"player": ("player", "active"), "players": ("player", "all"), "phase": ("turn", "phase", "active")}


def expand_name(b: Body, node: t.Name) -> t.Expr | None:
    """What `player`, `players`, `phase`, `board`, the name of a phase or of a group of the one board means where it is no
    variable and no member; None if the name is nothing special."""
    at, end, name = node.at, node.end, node.name
    if name in _OPERATIONS:
        space, *rest = _OPERATIONS[name]
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
    if b.event is not None and isinstance(b.class_of(b.event).members().get(name), s.Attribute):
        return t.Member(at, end, t.Name(at, end, "event"), name, at)  # `to.y` for `event.to.y`
    return None


def requires_to_filters(files: list[t.File]) -> None:
    """A require that names inputs becomes a filter of the last of them, so that the earlier ones are known when it is tested."""
    for file in files:
        if file.edition == "tgdl":
            for action in (*file.goals, *(action for class_ in file.classes for action in class_.actions)):
                _move_requires(action)


def _move_requires(action: t.Action) -> None:
    rest = []
    for require in action.requires:
        named = [one for one in action.inputs if any(walk_uses(require.body, one.name))]
        if require.name is not None or require.combined is not None or not named:
            rest.append(require)
        else:
            named[-1].filters += (t.Filter(require.at, require.end, None, require.body),)
    action.requires = tuple(rest)
