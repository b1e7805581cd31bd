"""Joining what players share: `p has Guild;`."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, PLAYER, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.lower.synthetic import Statements
from tgpl.text.source import Span


def joining(game: s.Game, span: Span, class_: s.Class) -> str:
    """A function that lets a player join what others share; if nobody does yet it is made."""
    hidden = game.hidden
    key = ("join", class_.type.name)
    name = hidden.known(*key)
    if name is not None:
        return name
    name = hidden.named(f"join_{class_.name}", *key)
    type_ = class_.latest().type
    who, other, shared = (
        n.Local(span, PLAYER, "who"),
        n.Local(span, PLAYER, "other"),
        n.Local(span, type_, "shared"),
    )
    everybody = n.Operate(span, list_of(PLAYER), "player.all", ())
    nobody = n.Equal(span, BOOL, shared, n.Literal(span, NULL, None), False)
    look = n.Assign(span, shared, n.OwnedBy(span, type_, type_.name, other))
    missing = n.If(span, ((nobody, n.Block(span, (look,))),), None)
    make = n.Assign(span, shared, n.Make(span, type_, type_.name, (), ()))
    given = n.Operate(span, NOTHING, "own.assign", (shared, who))
    body: Statements = [
        n.Declare(span, "shared", type_, n.Literal(span, NULL, None)),
        n.ForEach(span, "other", PLAYER, everybody, n.Block(span, (missing,))),
        n.If(span, ((nobody, n.Block(span, (make,))),), None),
        n.Evaluate(span, game.telling.operation(given) or given),
    ]
    hidden.add_function(span, name, (("who", PLAYER),), NOTHING, body)
    return name
