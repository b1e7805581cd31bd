"""A rulesheet is played as any other game: G6, and what seats are told: G4, G5."""

from __future__ import annotations

from functools import cache

import pytest

import sheets
from tgpl.compile import Result, compile_rules
from tgpl.runtime.save import BadSave
from tgpl.runtime.state import State
from tgpl.text.files import Folder, Texts

ALTERNATING = """
(role white) (role black)
(init (heap 5)) (init (control white))
(minus 5 4) (minus 4 3) (minus 3 2) (minus 2 1) (minus 1 0)
(<= (legal ?r (take 1)) (true (control ?r)))
(<= (legal ?r (take 2)) (true (control ?r)) (true (heap ?n)) (minus ?n ?m) (minus ?m ?l))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (heap ?m)) (does ?r (take 1)) (true (heap ?n)) (minus ?n ?m))
(<= (next (heap ?l)) (does ?r (take 2)) (true (heap ?n)) (minus ?n ?m) (minus ?m ?l))
(<= (next (control white)) (true (control black)))
(<= (next (control black)) (true (control white)))
(<= terminal (true (heap 0)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))
(<= (goal ?r 0) (true (control ?r)))
"""
AT_ONCE = """
(role one) (role two) (role three)
(init (round 1)) (next-round 1 2) (next-round 2 3)
(<= (legal ?r (show ?h)) (role ?r) (hand ?h))
(hand rock) (hand paper)
(<= (next (round ?n)) (true (round ?m)) (next-round ?m ?n))
(<= (next (lone ?r)) (does ?r (show ?h)) (not (shared ?r ?h)) (hand ?h))
(<= (next (lone ?r)) (true (lone ?r)))
(<= (shared ?r ?h) (does ?q (show ?h)) (role ?r) (distinct ?r ?q))
(<= terminal (true (round 3)))
(<= (goal ?r 70) (role ?r) (true (lone ?r)))
(<= (goal ?r 10) (role ?r) (not (true (lone ?r))))
"""
SECRET = """
(role host) (role guest) (role random)
(init (step 1)) (after 1 2) (after 2 3)
(coin heads) (coin tails)
(<= (legal random (toss ?c)) (true (step 1)) (coin ?c))
(<= (legal random wait) (not (true (step 1))))
(<= (legal host wait))
(<= (legal guest wait) (not (true (step 2))))
(<= (legal guest (call ?c)) (true (step 2)) (coin ?c))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (next (lies ?c)) (does random (toss ?c)))
(<= (next (lies ?c)) (true (lies ?c)))
(<= (next hit) (does guest (call ?c)) (true (lies ?c)))
(<= (sees host (coin ?c)) (does random (toss ?c)))
(<= (sees guest tossed) (does random (toss ?c)))
(<= terminal (true (step 3)))
(<= (goal guest 100) (true hit))
(<= (goal host 100) (not (true hit)))
"""
CHANCE = """
(role me) (role random)
(init (sum 0)) (init (turn 1)) (after 1 2) (after 2 3)
(plus 0 1 1) (plus 0 2 2) (plus 1 1 2) (plus 1 2 3) (plus 2 1 3) (plus 2 2 4)
(die 1) (die 2)
(<= (legal random (roll ?d)) (die ?d))
(legal me (bet low)) (legal me (bet high))
(<= (next (sum ?t)) (does random (roll ?d)) (true (sum ?s)) (plus ?s ?d ?t))
(<= (next (turn ?n)) (true (turn ?m)) (after ?m ?n))
(<= terminal (true (turn 3)))
(<= (goal me 100) (true (sum 4)))
(<= (goal me 40) (not (true (sum 4))))
"""
BY_ITSELF = """
(role me)
(init (count 0)) (after 0 1) (after 1 2)
(legal me noop)
(<= (next (count ?n)) (true (count ?m)) (after ?m ?n))
(<= terminal (true (count 2)))
(goal me 100)
"""
ODD = """
; Words in any case, what is never used, an axiom too late, nested functions, negations before what binds them.
(ROLE Red) (role BLUE)
(init (on (stack A (stack b nil))))
(INIT (Control red))
(never (used x))
(<= (legal ?R (pop ?top)) (not (done ?r)) (True (CONTROL ?r)) (true (on (stack ?top ?rest))) (distinct ?top nil))
(<= (legal ?r noop) (role ?r) (or (done ?r) (not (true (control ?r)))))
(<= (done ?r) (distinct ?r ?q) (true (control ?q)) (role ?r))
(<= (next (on ?rest)) (does ?r (pop ?top)) (true (on (stack ?top ?rest))))
(<= (next (control ?q)) (not (true (control ?q))) (role ?q))
(<= terminal (true (on nil)))
(<= (goal ?r 100) (true (control ?r)))
(<= (goal ?r 0) (role ?r) (not (true (control ?r))))
"""
SHEETS = {
    "alternating": ALTERNATING,
    "at_once": AT_ONCE,
    "secret": SECRET,
    "chance": CHANCE,
    "by_itself": BY_ITSELF,
    "odd": ODD,
}


@cache
def compiled(name: str) -> Result:
    return of(SHEETS[name])


def of(text: str) -> Result:
    result = compile_rules(Texts("sheet.kif", {"sheet.kif": text}))
    assert result.playable, result.problems
    return result


def start(name: str, seed: int = 0) -> State:
    return compiled(name).game().start(seed)


def labels(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


def take(state: State, label: str) -> None:
    if labels(state) == ["Move"]:  # the action, where several choose at once
        state.choose(0)
    state.choose(labels(state).index(label))


@pytest.mark.features("G6")
def test_players_take_turns() -> None:
    """Who has only `noop` is not asked."""
    state = start("alternating")
    asked = []
    while state.decision is not None:
        asked.append((state.decision.player, labels(state)))
        take(state, "take(1)")
    both = ["take(1)", "take(2)"]
    assert asked == [(0, both), (1, both), (0, both), (1, both), (0, ["take(1)"])]
    assert (state.ended, state.ranking) == ("winner", [[0], [1]])


@pytest.mark.features("G6")
def test_moves_at_once_are_sealed() -> None:
    """Nobody sees what others have chosen before all have."""
    state = start("at_once")
    take(state, "show(rock)")
    assert "rock" not in str(state.view(1)) + str(state.view(2))
    for move in ("paper", "paper", "rock", "rock", "rock"):
        take(state, f"show({move})")
    assert state.ranking == [[0], [1, 2]]


@pytest.mark.features("G4")
def test_chance_draws() -> None:
    """`random` is no seat."""
    ends = set()
    for seed in range(40):
        state = start("chance", seed)
        assert state.players == 1
        while state.decision is not None:
            state.choose(0)
        ends.add(str(state.ranking))
    assert ends == {"[]", "[[0]]"}  # alone only 100 is a win


@pytest.mark.features("G6")
def test_a_game_without_choices_ends() -> None:
    state = start("by_itself")
    assert (state.ended, state.ranking, state.moves) == ("winner", [[0]], 0)


@pytest.mark.features("G4")
def test_seats_see_what_they_are_told() -> None:
    """`sees` is the view; the facts are nobody's."""
    seen = set()
    for seed in range(10):
        state = start("secret", seed)
        assert state.decision is not None and state.decision.player == 1
        host, guest = str(state.view(0)), str(state.view(1))
        coin = "heads" if "heads" in host else "tails"
        assert f"coin({coin})" in host and "tossed" in guest
        told = guest.replace("call(heads)", "").replace("call(tails)", "")
        assert "heads" not in told and "tails" not in told
        seen.add(coin)
        take(state, "call(heads)")
        assert state.ranking == ([[1], [0]] if coin == "heads" else [[0], [1]])
    assert seen == {"heads", "tails"}


@pytest.mark.features("G6")
def test_nobody_wins_with_nothing() -> None:
    sheet = BY_ITSELF.replace("(role me)", "(role me) (role you)").replace(
        "(legal me noop)", "(<= (legal ?r noop) (role ?r))"
    )
    assert of(sheet.replace("(goal me 100)", "")).game().start().ranking == []
    assert of(sheet.replace("(goal me 100)", "(goal me 30) (goal you 30)")).game().start().ranking == [[0, 1]]


@pytest.mark.features("G3")
def test_a_role_without_a_legal_move() -> None:
    """Found where it happens."""
    result = of(ALTERNATING.replace("(<= (legal ?r noop) (role ?r) (not (true (control ?r))))", ""))
    state = result.game().start()
    assert state.error is not None and state.error.code == "R718" and "`black`" in state.error.message
    assert state.error.place is not None and state.error.place.file == "sheet.kif"


@pytest.mark.features("G6")
def test_states_are_saved_and_compared() -> None:
    """A state is a state."""
    state = start("alternating")
    take(state, "take(2)")
    again = compiled("alternating").game().load(state.save())
    assert again.digest() == state.digest() and labels(again) == labels(state)
    other = state.copy()
    take(other, "take(1)")
    assert other.digest() != state.digest()


@pytest.mark.features("G5")
@pytest.mark.parametrize("place", ["1 7 0", "9 0 0", "99999999999 0 0", "1 0", "one 0 0"])
def test_a_saved_position_that_no_match_comes_to_is_refused(place: str) -> None:
    game = compile_rules(Folder.of_main(str(sheets.SHEETS / "first_to_know.kif"))).game()
    saved = game.start(3).save()
    assert saved.count(" ; 1 0 0") == 1 and game.load(saved).digest() == game.start(3).digest()
    with pytest.raises(BadSave):
        game.load(saved.replace(" ; 1 0 0", f" ; {place}"))
