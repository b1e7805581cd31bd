"""Pieces whose ranks are hidden."""

from __future__ import annotations

from tgpl.compile import Result, compile_rules
from tgpl.runtime.state import State
from tgpl.text.files import Texts

RANKS = """game "ranks"; players 2;
tile Spot { }
global board Field { group Grid { geometry square; grid 4 by 1 of Spot; } }
interactable Token { private number rank = 0; }
class Mind
{
    private number plan = 0;
    action Hide
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Hiding" && this.player == 1; }
        input number a from 0 to 3;
        effect
        {
            plan = a;
            for (number i = 0; i < 4; i += 1) { Token t = new Token() { rank = i; }; t.assign(1); t.move_to(Field.Grid[(i + a) % 4][0]); }
            turn.pass(0, "Asking");
        }
    }
    action Strike
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Asking" && this.player == 0; }
        input Token t;
        effect { if (t.rank == 3) { winner 0; } winner 1; }
    }
}
global class Spy { action Note { trigger on Mind.plan change { return event.object.plan > 1; } effect { } } }
setup { for (player p in player.all()) { Mind m = new Mind(); m.assign(p); } }
turn T { phase Hiding { } phase Asking { } default { return 1; } }
"""


def ranks() -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": RANKS}))


def ranked(a: int) -> State:
    state = ranks().game().start(5)
    while state.decision is not None and state.decision.player == 0:
        state.choose(0)
    for choice in (0, a, 0):
        state.choose(choice)
    return state
