"""Names of turns and phases in a text: behind `during`, and in texts that are compared with them.

In:  a `Body`. Out: problems for names that no turn and no phase has.

    if (turn.phase.active() == "Figth") { … }      # there is no phase "Figth": "Fight"?
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

MAIN = "main"  # the turn of a game without turns, and the phase of a turn without phases
_EVENTS = {
    "PhaseChangeEvent": {"turn": "turn", "oldPhase": "phase", "newPhase": "phase"},
    "TurnChangeEvent": {"old": "turn", "new": "turn"},
}


def turn_names(game: s.Game) -> list[str]:
    return list(game.turns) or [MAIN]


def phase_names(game: s.Game, turn: str | None = None) -> list[str]:
    """The phases of a turn, or of all."""
    turns = [one for one in game.turns.values() if turn in (None, one.name)]
    return [name for one in turns for name in (one.phases or (MAIN,))] or ([] if turn in game.turns else [MAIN])


def _is_known(game: s.Game) -> bool:
    """Whether all turns are there: not in a library, and not where something could not be read."""
    return not game.is_library and not game.damaged


def check_during(b: Body, action: s.Action) -> None:
    """The phases of which an action says that it belongs to them."""
    for one in action.node.during if _is_known(b.game) else ():
        span = Span(b.file, one.name_at, one.end)
        if one.turn is not None and one.turn not in turn_names(b.game):
            turn_span = Span(b.file, one.turn_at, one.turn_at + len(one.turn))
            b.report(p.UnknownTurn(turn_span, one.turn, closest(one.turn, turn_names(b.game))))
            continue
        known = phase_names(b.game, one.turn)
        if one.name in known or (one.turn is None and one.name in turn_names(b.game)):
            continue
        near = closest(one.name, [*known, *(turn_names(b.game) if one.turn is None else ())])
        b.report(p.UnknownPhase(span, one.name, one.turn, near))


def check_compared_names(b: Body, left: t.Expr, right: t.Expr) -> None:
    """`turn.phase.active() == "Fight"`, and the like."""
    for side, text in ((left, right), (right, left)):
        if isinstance(text, t.Literal) and isinstance(text.value, str) and _is_known(b.game):
            what = gives_name_of(side)
            known = turn_names(b.game) if what == "turn" else phase_names(b.game) if what == "phase" else None
            if known is None or text.value in known:
                continue
            near = closest(text.value, known)
            if what == "turn":
                b.report(p.UnknownTurn(b.span(text), text.value, near))
            else:
                b.report(p.UnknownPhase(b.span(text), text.value, None, near))


def gives_name_of(node: t.Expr) -> str | None:
    """Whether something gives the name of a "turn" or of a "phase"."""
    if isinstance(node, t.Name) and node.meant is not None:
        return gives_name_of(node.meant)
    if not isinstance(node, (t.Call, t.Member, t.Name)):
        return None
    refers = node.refers
    if isinstance(refers, s.Operation):
        return {"turn.active": "turn", "turn.phase": "phase"}.get(refers.op)
    if isinstance(refers, s.Attribute) and refers.owner.file is None:
        return _EVENTS.get(refers.owner.name, {}).get(refers.name)
    return None
