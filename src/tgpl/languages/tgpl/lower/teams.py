"""Who belongs together, and who sits around: `player.team(p)`, `player.allies(p)`, `player.others(p)` as functions of the core.

In:  the teams of a game. Out: the names of functions that are made when they are first needed.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, PLAYER, list_of
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.text.source import Span


def call_team(synthetic: Synthetic, teams: tuple[int, ...], span: Span, player: n.Expr) -> n.Expr:
    """The number of a player's team."""
    name = synthetic.find("team")
    if name is None:
        name = synthetic.name_once("team_of", "team")
        who = n.Convert(span, NUMBER, n.Local(span, PLAYER, "who"))
        branches = tuple(
            (
                n.Equal(span, BOOL, who, n.Literal(span, NUMBER, float(seat)), False),
                n.Block(span, (n.Return(span, n.Literal(span, NUMBER, float(team))),)),
            )
            for seat, team in enumerate(teams)
            if team != 0
        )
        body: list[n.Statement] = [n.If(span, branches, None)] if branches else []
        body.append(n.Return(span, n.Literal(span, NUMBER, 0.0)))
        synthetic.add_function(span, name, (("who", PLAYER),), NUMBER, body)
    return n.Call(span, NUMBER, name, (("who", player),))


def call_allies(synthetic: Synthetic, teams: tuple[int, ...], span: Span, player: n.Expr) -> n.Expr:
    """The others of that team, in the order of the seats."""
    seats = list_of(PLAYER)
    name = synthetic.find("allies")
    if name is None:
        name = synthetic.name_once("allies_of", "allies")
        who, other, found = n.Local(span, PLAYER, "who"), n.Local(span, PLAYER, "other"), n.Local(span, seats, "found")
        same = n.Equal(
            span, BOOL, call_team(synthetic, teams, span, other), call_team(synthetic, teams, span, who), False
        )
        ally = n.Logic(span, BOOL, "&&", n.Equal(span, BOOL, other, who, True), same)
        add = n.Evaluate(span, n.Operate(span, NOTHING, "list.add", (found, other)))
        everybody = n.Operate(span, seats, "player.all", ())
        body: list[n.Statement] = [
            n.Declare(span, "found", seats, n.MakeCollection(span, seats, ())),
            n.ForEach(
                span, "other", PLAYER, everybody, n.Block(span, (n.If(span, ((ally, n.Block(span, (add,))),), None),))
            ),
            n.Return(span, found),
        ]
        synthetic.add_function(span, name, (("who", PLAYER),), seats, body)
    return n.Call(span, seats, name, (("who", player),))


def call_others(synthetic: Synthetic, span: Span, player: n.Expr | None) -> n.Expr:
    """All others who are not out, in the order of the table from a player on; without one from the active player."""
    seats = list_of(PLAYER)
    name = synthetic.find("others")
    if name is None:
        name = synthetic.name_once("others_of", "others")
        who, steps = n.Local(span, PLAYER, "who"), n.Local(span, NUMBER, "steps")
        other, found = n.Local(span, PLAYER, "other"), n.Local(span, seats, "found")
        number = n.Arithmetic(span, NUMBER, "+", n.Convert(span, NUMBER, who), steps)
        plays = n.Not(span, BOOL, n.Operate(span, BOOL, "player.is_out", (other,)))
        add = n.Evaluate(span, n.Operate(span, NOTHING, "list.add", (found, other)))
        body: list[n.Statement] = [
            n.Declare(span, "other", PLAYER, n.Convert(span, PLAYER, number)),
            n.If(span, ((plays, n.Block(span, (add,))),), None),
        ]
        more = n.Compare(span, BOOL, "<", steps, n.Operate(span, NUMBER, "player.count", ()))
        after = n.Update(span, steps, "+", n.Literal(span, NUMBER, 1.0))
        whole: list[n.Statement] = [
            n.Declare(span, "found", seats, n.MakeCollection(span, seats, ())),
            n.Declare(span, "steps", NUMBER, n.Literal(span, NUMBER, 1.0)),
            n.Loop(span, more, (after,), n.Block(span, tuple(body))),
            n.Return(span, found),
        ]
        synthetic.add_function(span, name, (("who", PLAYER),), seats, whole)
    who_ = player if player is not None else n.Operate(span, PLAYER, "player.active", ())
    return n.Call(span, seats, name, (("who", who_),))
