"""What a table of `object` holds stays in the game when dead objects are swept and memory is cleared up, as in Python."""

from __future__ import annotations

from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.text.files import Texts

TEXT = """game "x"; players 2; turn t { phase p; }
    class Thing { number n = 0; string name = "none"; }
    global class Box { Table<object> kept; Table<List<object>> lists; }
    setup {
        Box.kept = new Table<object>();
        for (number i = 0; i < 30; i += 1) {
            Box.kept["thing" + i] = new Thing() { n = i; name = "number " + i; };
            List<object> some = new List<object>(); some.add("text " + i); some.add(i);
            Box.kept["list" + i] = some;
        }
    }
    global interactable A { action Go { trigger PlayerChoiceEvent; effect {
        for (number i = 0; i < 3000; i += 1) { Thing t = new Thing(); t.name = "gone " + i; }
        Thing first = Box.kept["thing7"] as Thing; Thing last = Box.kept["thing29"] as Thing;
        log(first.name + last.name + last.n); log(Box.kept["list3"]); turn.pass(); } } }"""


def test_they_are_the_same_on_both_targets() -> None:
    result = compile_rules(Texts("x.tgpl", {"x.tgpl": TEXT}))
    assert result.playable, result.problems
    state = result.game().start(1)
    state.play(combine_agents(make_agents("first", 2, 1)), 6)
    match = result.native("now").play(1, agent="first", most_moves=6)
    assert state.error is None and state.log[0] == "number 7number 2929"
    assert (match.error, match.log) == (None, state.log)
