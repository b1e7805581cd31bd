"""Agents that think: how well they play, and that they do it again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from games import EXAMPLES, QUICK
from tgpl.agents.agent_names import AgentSpec, UnknownAgent, parse_agent, split_seats
from tgpl.agents.search import DRAWN, LOST, WON, Manner, Search, SearchResult
from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.runtime.rng import Rng
from tgpl.text.files import Folder, Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")
HEAD = 'game "small"; players 2; setup {}\n'


@cache
def example(name: str) -> NativeGame:
    path = next(path for path in EXAMPLES if path.stem == name)
    return compile_rules(Folder.of_main(str(path))).native(QUICK)


@cache
def small(text: str) -> NativeGame:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result.native(QUICK)


def at(game: NativeGame, choices: list[int], seed: int = 0, players: int | None = None) -> NativeState:
    state = NativeState(game)
    state.begin(seed, players)
    for choice in choices:
        state.choose(choice)
    return state


def thought(
    state: NativeState, games: int = 300, manner: Manner = "mcts", threads: int = 1, seed: int = 1
) -> SearchResult:
    return Search(state.game, state.library, threads, manner).run(state, seed, games=games)


def test_who_is_greedy_needs_a_score() -> None:
    state = at(example("tris"), [])
    with pytest.raises(ValueError, match="no score that 'greedy' could go by"):
        Search(state.game, state.library, 1, "greedy")


def match(game: NativeGame, games: list[int], seed: int, players: int | None = None) -> NativeState:
    """A whole match; who plays no games in their head chooses at random."""
    state, chance = at(game, [], seed, players), Rng(seed + 99)
    searches = [Search(game, state.library) for _ in games]
    while state.player is not None and state.moves < 300:
        seat = state.player
        if state.options < 2:
            state.take(0 if state.options else [])
        elif not games[seat]:
            state.choose(chance.below(state.options))
        else:
            state.choose(searches[seat].run(state, chance.next(), games=games[seat]).best)
    return state


# ---- playing well (scripts/matches.py plays as many as anybody wants)


def test_tris_is_never_lost() -> None:
    game = example("tris")
    for seed in range(16):
        me = seed % 2
        state = match(game, [1000 if seat == me else 0 for seat in range(2)], seed)
        assert state.ranking != [[1 - me]]
    for seed in range(6):
        assert match(game, [1000, 1000], seed).ranking == [[0, 1]]


@pytest.mark.parametrize(("name", "games"), [("connect_four", 400), ("breakthrough", 60), ("reversi", 60)])
def test_random_players_are_beaten(name: str, games: int) -> None:
    for seed in range(2):
        state = match(example(name), [games if seat == seed else 0 for seat in range(2)], seed)
        assert state.ranking is not None and state.ranking[0] == [seed]


@pytest.mark.parametrize(
    "name", ["pig", "ten_thousand", "banners", "workshops", "settlement", "masks", "hives", "honours", "goofspiel"]
)
def test_chance_secrets_and_many_players(name: str) -> None:
    """They are played without any trouble, with as many as sit down."""
    game = example(name)
    for players in {game.players[0], min(game.players[1], 4)}:
        state = at(game, [], 3, players)
        search = Search(game, state.library)
        for turn in range(12):
            if state.player is None:
                break
            state.choose(search.run(state, turn, games=12).best if state.options > 1 else 0)


def test_goofspiel_is_played_better_than_at_random() -> None:
    won = 0.0
    for seed in range(40):
        me = seed % 2
        first = (match(example("goofspiel"), [150 if seat == me else 0 for seat in range(2)], seed).ranking or [[]])[0]
        won += (me in first) / max(1, len(first))
    assert won > 22


# ---- certainty


def test_a_win_in_one_is_found_and_a_loss_in_one_avoided() -> None:
    game = example("connect_four")
    stacked = [0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]  # three of player 0 in column 3, three of player 1 in column 0
    state = at(game, stacked)
    assert (state.player, state.options) == (0, 7)
    found = thought(state, 60)
    assert found.best == 3 and found.options[3].fate == WON and found.games < 60
    state.choose(1)
    state.choose(0)
    assert state.player == 1
    mine = thought(state, 60)
    assert mine.best == 0 and mine.options[0].fate == WON, "the other has three as well"


def test_what_is_certain_ends_the_search() -> None:
    text = (
        HEAD
        + """global class G { number left = LEFT; action Take { trigger PlayerChoiceEvent; input number n from 1 to 2 { return n <= left; }
        effect { left -= n; if (left == 0) { winner player.active(); } turn.pass(player.active() + 1); } } }"""
    )
    won = thought(at(small(text.replace("LEFT", "5")), [0]), 5000)
    assert won.best == 1 and won.options[1].fate == WON and won.games < 500
    lost = thought(at(small(text.replace("LEFT", "6")), [0]), 5000)
    assert [known.fate for known in lost.options] == [LOST, LOST] and lost.games < 500
    draw = (
        HEAD
        + "global class G { action A { trigger PlayerChoiceEvent; input bool b; effect { if (b) { winner { {0, 1} }; } winner player.active() + 1; } } }"
    )
    drawn = thought(at(small(draw), [0]), 500)
    assert drawn.best == 0 and [known.fate for known in drawn.options] == [DRAWN, LOST]


def test_moves_that_fail_are_left_alone() -> None:
    text = (
        HEAD
        + """global class G { action A { trigger PlayerChoiceEvent; input number n from 0 to 4;
        effect { if (n % 2 == 0) { fail "even"; } if (n == 3) { winner player.active(); } winner player.active() + 1; } } }"""
    )
    found = thought(at(small(text), [0]), 200)
    assert found.best == 3 and [found.options[n].visits for n in (0, 2, 4)] == [0, 0, 0]


def test_rules_that_break_and_games_without_end_do_no_harm() -> None:
    text = (
        HEAD
        + """global class G { number n = 0; action A { trigger PlayerChoiceEvent; input number k from 0 to 3;
        effect { if (k == 0) { List<number> l = {}; log(l[3]); } if (k == 1) { while (true) { n += 1; } } if (k == 2) { turn.pass(player.active() + 1); } if (k == 3) { winner player.active() + 1; } } } }"""
    )
    found = thought(at(small(text), [0]), 40)
    assert found.best != 3 and 0.4 < found.options[0].mean < 0.6
    endless = (
        HEAD
        + "global class G { action A { trigger PlayerChoiceEvent; input bool b; effect { turn.pass(player.active() + 1); } } }"
    )
    assert all(known.mean == 0.5 for known in thought(at(small(endless), [0]), 5).options)


def test_chance_is_not_foreseen() -> None:
    """A bet on a number of ten wins a tenth of the time; who knew the draw would win always."""
    text = (
        HEAD
        + """global class S { action Bet { trigger PlayerChoiceEvent; input number n from 0 to 9;
        effect { if (random(10) == n) { winner player.active(); } winner player.active() + 1; } } }"""
    )
    for seed in range(3):
        means = [known.mean for known in thought(at(small(text), [0], seed), 2000, "flat").options]
        assert all(0.0 < mean < 0.25 for mean in means)


def test_dice_are_chance() -> None:
    """Who chooses among dice knows what they can come to, and not what comes."""
    text = (
        HEAD
        + """global class S { action Throw { trigger PlayerChoiceEvent; input dice d in { 1d6, highest 1 of 2d6, lowest 1 of 2d6, explode 1d6 };
        effect { if (roll(d) > 4) { winner player.active(); } winner player.active() + 1; } } }"""
    )
    for seed in range(2):
        means = [known.mean for known in thought(at(small(text), [0], seed), 4000, "flat").options]
        assert means == pytest.approx([1 / 3, 5 / 9, 1 / 9, 1 / 3], abs=0.06)
        found = thought(at(small(text), [0], seed), 1500)
        assert found.best == 1


def test_in_the_middle_of_a_move_what_was_drawn_stays_drawn() -> None:
    """Who has seen the die and is asked then knows it."""
    text = (
        HEAD
        + """global class S { action Roll { trigger PlayerChoiceEvent; effect { number die = random(6); log(die);
        input number n from 0 to 5; if (n == die) { winner player.active(); } winner player.active() + 1; } } }"""
    )
    for seed in range(4):
        state = at(small(text), [0], seed)
        found = thought(state, 400)
        assert found.options[found.best].mean == 1.0


def test_simultaneous_choices_are_not_seen() -> None:
    """Matching pennies: the second seat knows no more than the first."""
    text = """game "pennies"; players 2; setup { for (player p in player.all()) { Side s = new Side(); s.assign(p); } }
        class Side { bool up = null; action Show { trigger PlayerChoiceEvent; input bool b; effect { up = b; } } }
        turn T { simultaneous phase P { } phase Q { winner Side[0].up == Side[1].up ? 0 : 1; } }"""
    text = text.replace(
        "winner Side[0].up == Side[1].up ? 0 : 1;", "if (Side[0].up == Side[1].up) { winner 0; } winner 1;"
    )
    game = small(text)
    seen = [thought(at(game, [0, first, 0]), 500, seed=5) for first in (0, 1)]
    assert seen[0] == seen[1]
    assert all(0.3 < known.mean < 0.7 for known in seen[0].options)


# ---- again


@pytest.mark.parametrize("name", ["connect_four", "pig", "goofspiel"])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_thoughts(name: str, threads: int) -> None:
    found = [thought(at(example(name), [0], 4), 120, threads=threads, seed=9) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(known.visits for known in found[0].options) <= found[0].games == 120


def test_what_was_found_is_used_again() -> None:
    game = example("connect_four")
    state = at(game, [0])
    search = Search(game, state.library)
    for seed in range(3):
        found = search.run(state, seed, games=300)
        known = sum(option.visits for option in found.options)
        assert known == 300 if seed == 0 else known > 330
        state.choose(found.best)
        state.choose(0)


def test_time_is_kept() -> None:
    state = at(example("connect_four"), [0])
    found = Search(state.game, state.library).run(state, 1, seconds=0.05)
    assert found.games > 10


# ---- by the score


def test_who_is_greedy_takes_what_brings_most() -> None:
    text = """game "coins"; players 2; setup { for (player p in player.all()) { Purse u = new Purse(); u.assign(p); } }
        class Purse { number score = 0; action Take { trigger PlayerChoiceEvent; input number n from 0 to 4;
            effect { score += n * (4 - n); turn.pass(player.active() + 1); } } }"""
    assert thought(at(small(text), [0]), 30, "greedy").best == 2
    function = (
        HEAD
        + """function Score { function input player who; returns number; effect { if (who == 0) { return G.points; } return 0 - G.points; } }
        global class G { number points = 0; action A { trigger PlayerChoiceEvent; input number n from 0 to 3;
            effect { points = n; turn.pass(player.active() + 1); } } }"""
    )
    assert thought(at(small(function), [0]), 30, "greedy").best == 3
    assert thought(at(small(function), [0, 3, 0]), 30, "greedy").best == 0, "the other player wants less"


def test_games_that_are_left_early_are_judged_by_the_score() -> None:
    text = """game "race"; players 2; setup { for (player p in player.all()) { Runner r = new Runner(); r.assign(p); } }
        class Runner { number score = 0; bool begun = false; action Run { trigger PlayerChoiceEvent; input number n from 0 to 3;
            effect { if (!begun) { score += n * 3000; begun = true; } score += n; turn.pass(player.active() + 1); } } }"""
    found = thought(at(small(text), [0]), 60)
    assert found.best == 3 and found.options[3].mean > found.options[0].mean + 0.2


# ---- words


def test_words() -> None:
    assert parse_agent("mcts") == AgentSpec("mcts", 1000, None, 1)
    assert parse_agent("mcts:50") == AgentSpec("mcts", 50, None, 1)
    assert parse_agent("mcts:0.5s/2") == AgentSpec("mcts", None, 0.5, 2)
    assert parse_agent("flat:7/3") == AgentSpec("flat", 7, None, 3)
    assert parse_agent("greedy").searches and not parse_agent("first").searches
    assert split_seats("random", 3) == ["random"] * 3


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("mtcs", "There is no agent 'mtcs'"),
        ("", "There is no agent ''"),
        ("mcts:", "There is no agent"),
        ("random:5", "takes no budget"),
        ("mcts:0", "number of games"),
        ("mcts:1.5", "mcts:1s"),
        ("mcts:0s", "no time"),
        ("mcts:1s/0", "threads"),
        ("mcts:1s/999", "threads"),
    ],
)
def test_wrong_words_say_what_there_is(word: str, words: str) -> None:
    with pytest.raises(UnknownAgent, match=words):
        parse_agent(word)


# ---- the commands


def ran(*arguments: str) -> str:
    out = CliRunner().invoke(tgpl, ["run", *arguments])
    assert out.exit_code == 0, out.output
    return out.output


def test_run_with_who_thinks(tmp_path: Path) -> None:
    path = str(next(path for path in EXAMPLES if path.stem == "tris"))
    record = tmp_path / "match.json"
    first = ran(path, "--agents", "mcts:200,random", "--seed", "3", "--record", str(record), "--json")
    assert json.loads(first) == json.loads(ran(path, "--agents", "mcts:200,random", "--seed", "3", "--json"))
    assert CliRunner().invoke(tgpl, ["replay", str(record)]).exit_code == 0
    assert json.loads(first)["ranking"] == [[0]]
    wrong = CliRunner().invoke(tgpl, ["run", path, "--agents", "mcts,chess"])
    assert wrong.exit_code == 2 and "mcts:1s" in wrong.output
    scoreless = CliRunner().invoke(tgpl, ["run", path, "--agents", "greedy"])
    assert scoreless.exit_code == 1 and "function `Score`" in scoreless.output


def test_an_interrupted_run_leaves_a_whole_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(next(path for path in EXAMPLES if path.stem == "tris"))
    record = tmp_path / "match.json"
    think, calls = Search.run, 0

    def interrupted(self: Search, *arguments: object, **more: object) -> SearchResult:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return think(self, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "run", interrupted)
    out = CliRunner().invoke(tgpl, ["run", path, "--agents", "mcts:50", "--record", str(record)])
    assert out.exit_code == 130
    assert json.loads(record.read_text(encoding="utf-8"))["result"]["ended"] == "limit"
    assert CliRunner().invoke(tgpl, ["replay", str(record)]).exit_code == 0
