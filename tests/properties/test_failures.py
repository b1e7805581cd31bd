"""A move that fails, wherever in its tree, leaves no trace: not even in the order of the next shuffle."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import QUICK
from tgpl.compile import Result, compile_rules
from tgpl.native.state import NativeState
from tgpl.runtime.save import digest
from tgpl.runtime.state import State
from tgpl.text.files import Texts

FUSE = 60  # longer than most trees

# What a move does depends on chance; it fails where the fuse, which the player has chosen, is burnt down.
RULES = """
game "fuse"; players 3;
interactable Card { number value; }
stack Deck { returns Card; default { for (number v = 1; v <= 8; v += 1) { push(new Card() { value = v; }); } shuffle(); } }
tile Field { number stones = 0; }
board Land { group Map { geometry square; grid 3 by 2 of Field; } }
interactable Pawn { }
class Hand { private List<Card> cards = {}; number gold = 3; Hand left; }
group class Guild { number members = 0; }
event Thing { number depth; }
event Other : Thing { string words = "other"; }
turn Day { phase Act { } phase Rest { effect { World.rests += 1; } } }
turn Night { phase Sleep { effect { turn.use("Day"); } } }
function Tick { returns; effect {
    World.fuse -= 1;
    if (World.fuse == 0) { END }
} }
function Step { function input number depth; returns; effect {
    Tick();
    number what = random(13);
    Hand hand = Hand[player.active()];
    if (what == 0) { Card card = World.deck.pop(); if (card != null) { card.assign(player.active()); hand.cards.add(card); } }
    else if (what == 1) { World.deck.shuffle(); }
    else if (what == 2) { if (hand.cards.length > 0) { Card card = hand.cards[0]; hand.cards.removeAt(0); card.discard(World.deck); } }
    else if (what == 3) { World.deck.reshuffle(); }
    else if (what == 4) { World.pawn.move_to(World.land.Map[random(3)][random(2)]); }
    else if (what == 5) { World.pawn.move_to(null); }
    else if (what == 6) { World.land.Map[random(3)][random(2)].stones += 1; }
    else if (what == 7) { hand.gold += depth; hand.left = Hand[player.active() + 1]; }
    else if (what == 8) { World.guild.assign(random(3) as player); World.guild.members += 1; }
    else if (what == 9) { World.guild.unassign(random(3) as player); }
    else if (what == 10) { World.words["w" + random(4)] = "n" + depth; World.numbers.add(depth); World.text += "x"; }
    else if (what == 11) { Pawn made = new Pawn(); made.move_to(World.land.Map[0][0]); made.assign(player.active()); }
    else { turn.use("Night"); turn.pass(player.active() + 1); log("night"); }
    Tick();
    if (depth < 3) {
        if (random(2) == 0) { event.throw(new Thing() { depth = depth + 1; }); }
        if (random(3) == 0) { event.throw_sync(new Other() { depth = depth + 1; words = "sync"; }); }
    }
    Tick();
} }
global class World {
    number fuse = 0;
    number rests = 0;
    Deck deck = new Deck();
    Land land = new Land();
    Pawn pawn = new Pawn();
    Guild guild = new Guild();
    Table<string> words = {};
    List<number> numbers = {};
    string text = "";
    action Go { trigger PlayerChoiceEvent; input number length from 1 to MOST; effect {
        fuse = length;
        for (number i = 0; i < 3; i += 1) { Step(depth: 0); }
        turn.pass();
        fuse = 0;
    } }
    action Answer { trigger Thing { return random(4) > 0; } effect { Step(depth: event.depth); } }
    action Weigh { trigger on Field.stones change after; effect { Tick(); numbers.add(event.object.stones); Tick(); } }
    action Greedy { trigger on Hand.gold change before; effect { Tick(); event.object.gold = 1; } }
    action See { trigger on Card drawn; trigger on Pawn movement; effect { Tick(); text += "s"; Tick(); } }
    action Whisper { trigger Other; input bool loud; effect { log(event.words + loud); Step(depth: event.depth); cancel "hush"; } }
}
setup { for (player p in player.all()) { new Hand().assign(p); } }
""".replace("MOST", str(FUSE))


@cache
def rules(end: str) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": RULES.replace("END", end)}))
    assert result.playable
    return result


def shown(state: State) -> list[object]:
    """Everything about a state but that it no longer offers what failed."""
    found: list[object] = [{**state.view(seat), "decision": None} for seat in (None, *range(state.players))]
    return [*found, state.log, state.moves, digest({**state.position(), "struck": None})]


@pytest.mark.features("D18", "T61")
@given(seed=st.integers(0, 2**64 - 1), chance=st.data())
@settings(max_examples=20, deadline=None)
def test_moves_that_fail_leave_no_trace(seed: int, chance: st.DataObject) -> None:
    result = rules('fail "burnt down";')
    state = result.game().start(seed)
    native = NativeState(result.native(QUICK))
    native.begin(seed)
    known: dict[str, str] = {}  # positions here, and what they are to the other target
    failed = 0
    before = shown(state)
    for _ in range(40):
        if state.decision is None or failed > 6:
            break
        state.choose(chance.draw(st.integers(0, len(state.decision.options) - 1)))
        native.take(state.choices[-1])
        assert known.setdefault(state.digest(), native.digest()) == native.digest()
        if state.refused is not None:
            failed += 1
            assert shown(state) == before
        if state.decision is not None and state.decision.kind == "action":
            before = shown(state)
    assert len(set(known.values())) == len(known)


@given(seed=st.integers(0, 2**64 - 1), length=st.integers(0, 20))
@settings(max_examples=15, deadline=None)
def test_errors_leave_no_trace(seed: int, length: int) -> None:
    """A run-time error ends the game, where it was before the move."""
    state = rules("random(0 - 1);").game().start(seed)
    before = {**state.position(), "ended": "error"}
    state.choose(0)
    state.choose(length)
    while state.decision is not None and state.decision.kind != "action":
        state.choose(0)
    if state.ended == "error":
        assert digest(state.position()) == digest(before)
