"""The rulesheets of examples/gdl: both spellings say the same, the counts are those of our other examples, matches end,
and who may know what knows that and no more."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from games import example, script
from sheets import NAMES, SHEETS, Played, counts, logic, moves, play, reasoner, say
from tgpl.agents.perft import perft
from tgpl.text.terms import CHANCE, read, spell_infix

pages = script("examples")

# As the example of that name in TGPL (tests/examples/test_examples.py), or counted by hand and by the models below.
COUNTS = {
    "tris": [9, 72, 504],
    "connect_four": [7, 49, 343],
    "breakthrough": [22, 484],
    "reversi": [4, 12, 56, 244],
    "goofspiel": [6, 36, 180],
    "rock_paper_scissors": [3, 9, 27, 81],
    "nim": [12, 113],
    "small_poker": [2, 4, 2],
    "hidden_dice": [24, 299],
    "three_doors": [3, 6],
    "first_to_know": [4, 16, 27, 81],
}
# Where what one seat gains the others lose: what all goals come to.
SUMS = {name: 100 for name in COUNTS if name != "three_doors"} | {"pastures": 100}
GAMES = {
    "chess": 1,
    "draughts": 1,
    "hex": 1,
    "nine_mens_morris": 2,
    "reversi": 2,
    "breakthrough": 3,
    "connect_four": 5,
}  # of the others 10


@pytest.mark.features("G2")
@pytest.mark.parametrize("name", NAMES)
def test_both_spellings_say_the_same(name: str) -> None:
    assert logic(name, "hrf") == logic(name, "kif")


@pytest.mark.features("G1")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_moves(name: str) -> None:
    assert counts(name, len(COUNTS[name])) == COUNTS[name]


@pytest.mark.features("G6")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_moves_at_the_table(name: str) -> None:
    """The same counts where the sheet is a game like any other, in the other spelling."""
    counts = COUNTS[name][:2] if logic(name).knows else COUNTS[name]  # the rest depends on the hidden number
    assert perft(example(SHEETS / f"{name}.hrf").start(), len(counts)) == counts


@pytest.mark.features("G6")
@pytest.mark.parametrize("path", pages.sheets(), ids=lambda path: path.stem)
def test_matches(path: Path) -> None:
    """Every sheet has a recorded match that is still what comes out, and a line on the page."""
    for file, text in pages.made(path).items():
        assert file.read_text(encoding="utf-8") == text, "run scripts/examples.py"
    assert f"\n| `{path.stem}` |" in (SHEETS / "README.md").read_text(encoding="utf-8")


@pytest.mark.features("G1", "G4", "G5")
@pytest.mark.parametrize("name", NAMES)
def test_random_games_end(name: str) -> None:
    for seed in range(GAMES.get(name, 10)):
        played = play(name, seed)
        assert all(0 <= goal <= 100 for goal in played.goals)
        if name in SUMS:
            assert sum(played.goals) == SUMS[name], (seed, played.last)


@pytest.mark.features("G1", "G3")
@pytest.mark.parametrize("name", NAMES)
def test_base_and_input_name_all_that_can_be(name: str) -> None:
    sheet, always = logic(name), reasoner(name).always
    listed = {fact for (fact,) in always.rows(("base", 1))} | {("input", *row) for row in always.rows(("input", 2))}
    played = play(name, 3)
    for text in (*(step.text for step in played.steps), played.last):
        assert set(reasoner(name).facts(text)) <= listed
        for role, legal in zip((*sheet.roles, CHANCE), moves(name, text), strict=False):
            assert {("input", role, move) for move in legal} <= listed


# ---- games that a few lines of Python know as well


def test_nim_is_lost_exactly_where_the_heaps_cancel_out() -> None:
    """Who has to move where the exclusive or of the heaps is nothing loses, as everybody knows since 1901."""

    nim, wins = reasoner("nim"), dict[str, bool]()

    def can_win(text: str) -> bool:
        """Whether who is to move can; and the same of all positions behind this one."""
        if text not in wins:
            mover = int("(control second)" in text)
            ways = 0 if nim.over(text) else len(nim.moves(text, mover))
            behind = [can_win(nim.next(text, (i, 0) if mover == 0 else (0, i))) for i in range(ways)]
            wins[text] = not all(behind)
        return wins[text]

    assert can_win(nim.begin())
    for text, won in wins.items():
        a, b, c = (int(fact[2]) for fact in read(text) if fact[0] == "heap")
        assert won == (a ^ b ^ c != 0), text
    assert len(wins) == 2 * 4 * 5 * 6 - 8  # where some heaps lack one, or none does, only one of them can be to move


def test_peg_solitaire_jumps() -> None:
    holes = {(x, y) for x, y in product(range(7), repeat=2) if 2 <= x <= 4 or 2 <= y <= 4}
    assert len(holes) == 33
    boards = [frozenset(holes - {(3, 3)})]
    expected = []
    for _ in range(4):
        after = []
        for pegs in boards:
            for (x, y), (right, up) in product(sorted(pegs), ((1, 0), (-1, 0), (0, 1), (0, -1))):
                over, to = (x + right, y + up), (x + 2 * right, y + 2 * up)
                if over in pegs and to in holes - pegs:
                    after.append(pegs - {(x, y), over} | {to})
        boards = after
        expected.append(len(boards))
    assert counts("peg_solitaire", 4) == expected


def test_pastures_spread() -> None:
    expected, meadows = [], [{(1, 1): 0, (5, 1): 1, (3, 5): 2}]
    for turn in range(4):
        after = []
        for meadow in meadows:
            for x, y in product(range(1, 6), repeat=2):
                beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if (x, y) not in meadow and any(meadow.get(field) == turn % 3 for field in beside):
                    after.append({**meadow, (x, y): turn % 3})
        meadows = after
        expected.append(len(meadows))
    assert counts("pastures", 4) == expected


def test_breakthrough_ends_at_the_far_side() -> None:
    for seed in range(3):
        played = play("breakthrough", seed)
        facts = set(read(played.last))
        through = [
            who for who, row in (("white", "8"), ("black", "1")) for x in "12345678" if ("cell", x, row, who) in facts
        ]
        assert len(through) == 1  # nobody loses all pawns in these games
        assert played.goals == ((100, 0) if through == ["white"] else (0, 100))


def test_reversi_counts_its_discs() -> None:
    for seed in range(2):
        played = play("reversi", seed)
        discs = Counter(fact[3] for fact in read(played.last) if fact[0] == "cell")
        assert sum(discs.values()) == 64
        lead = (discs["dark"] > discs["light"]) - (discs["dark"] < discs["light"])
        assert played.goals == {1: (100, 0), 0: (50, 50), -1: (0, 100)}[lead]


def test_goofspiel_adds_up_its_prizes() -> None:
    for seed in range(10):
        played = play("goofspiel", seed)
        hands, points, stake = [set(range(1, 7)), set(range(1, 7))], [0, 0], 0
        for step in played.steps:
            if step.moves[2] != "noop":
                stake += _argument(step.moves[2])
                continue
            bids = [_argument(move) for move in step.moves[:2]]
            for hand, bid in zip(hands, bids, strict=True):
                hand.remove(bid)
            if bids[0] != bids[1]:
                points[bids[1] > bids[0]] += stake
                stake = 0
        lead = (points[0] > points[1]) - (points[0] < points[1])
        assert len(played.steps) == 12 and played.goals == {1: (100, 0), 0: (50, 50), -1: (0, 100)}[lead]


def _argument(move: str) -> int:
    return int(move.partition("(")[2].rstrip(")"))


def test_rock_paper_scissors_is_first_to_three() -> None:
    win = "show(paper) show(rock)"
    assert say("rock_paper_scissors", win, win, win).goals == (100, 0)
    tie = "show(rock) show(rock)"
    nine = say("rock_paper_scissors", *[tie] * 8, "show(rock) show(paper)")
    assert reasoner("rock_paper_scissors").over(nine.last) and nine.goals == (0, 100)
    assert say("rock_paper_scissors", *[tie] * 9).goals == (50, 50)


# ---- who sees what


def _all_matches(name: str) -> list[Played]:
    """Every match that there can be."""
    found, begun = list[Played](), [say(name)]
    while begun:
        match = begun.pop()
        if reasoner(name).over(match.last):
            found.append(match)
            continue
        legal = [[spell_infix(move) for move in each] for each in moves(name, match.last)]
        said = [" ".join(step.moves) for step in match.steps]
        begun.extend(say(name, *said, " ".join(joint)) for joint in product(*legal))
    return found


@pytest.mark.features("G4")
def test_who_goes_to_the_other_door_wins_twice_as_often() -> None:
    """Chances of the host's moves multiplied; the guest sees the opened door and nothing else."""
    chances = {"stay": 0.0, "go": 0.0}
    for match in _all_matches("three_doors"):
        hide, choose, opened, decide = match.steps
        assert [step.seen for step in match.steps] == [((),), ((),), ((opened.moves[1],),), ((),)]
        chosen = hide.moves[1][5:-1] == choose.moves[0][7:-1]
        chances[decide.moves[0]] += match.goals[0] / 100 / 9 / (2 if chosen else 1)
    assert chances == pytest.approx({"stay": 1 / 3, "go": 2 / 3})


@pytest.mark.features("G4")
def test_small_poker_shows_cards_only_to_whom_they_belong() -> None:
    matches = _all_matches("small_poker")
    assert len(matches) == 6 * 5
    for match in matches:
        left, right = match.steps[0].moves[2][5:-1].split(",")
        assert match.steps[0].seen == ((f"dealt({left})",), (f"dealt({right})",))
        said = [move for step in match.steps for move in step.moves if move not in ("noop", match.steps[0].moves[2])]
        seen = [{what for step in match.steps for what in step.seen[seat]} for seat in (0, 1)]
        if said[-1] == "fold":
            assert not any("shown" in what for each in seen for what in each)
            assert sorted(match.goals) == [25, 75]
        else:
            assert f"shown(right,{right})" in seen[0] and f"shown(left,{left})" in seen[1]
            stakes = 100 if said[-1] == "call" else 75
            high = "jack queen king".split().index(left) > "jack queen king".split().index(right)
            assert match.goals == ((stakes, 100 - stakes) if high else (100 - stakes, stakes))


@pytest.mark.features("G4")
def test_hidden_dice_are_seen_by_their_thrower_until_somebody_doubts() -> None:
    for seed in range(20):
        played = play("hidden_dice", seed)
        left, right = ([int(die) for die in step.moves[2][6:-1].split(",")[1:]] for step in played.steps[:2])
        own = [f"die({number},{face})" for number, face in enumerate([*left, *right], 1)]
        assert played.steps[0].seen == (tuple(own[:2]), ()) and played.steps[1].seen == ((), tuple(own[2:]))
        *claims, doubt = played.steps[2:]
        for seat, step in enumerate(claims):
            heard = (step.moves[seat % 2],)
            assert step.seen == (((), heard) if seat % 2 == 0 else (heard, ()))
        assert doubt.seen == (tuple(own), tuple(own)) and "doubt" in doubt.moves
        last = len(claims) - 1
        count, face = (int(word) for word in claims[-1].moves[last % 2][6:-1].split(","))
        winner = last % 2 if [*left, *right].count(face) >= count else 1 - last % 2
        assert played.goals == ((100, 0) if winner == 0 else (0, 100))


# ---- who knows what


@pytest.mark.features("G5")
def test_muddy_foreheads_are_known_when_the_last_child_could_have_spoken() -> None:
    matches = _all_matches("muddy_foreheads")
    assert len(matches) == 7  # nobody has a choice
    for match in matches:
        smeared, *rounds = (step.moves for step in match.steps)
        faces = smeared[3][6:-1].split(",")
        muddy = faces.count("muddy")
        assert len(rounds) == min(muddy, 2)  # after two rounds of silence all three know
        assert all(move == "wait" for said in rounds[: muddy - 1] for move in said[:3])
        if muddy < 3:
            assert list(rounds[-1][:3]) == ["say(muddy)" if face == "muddy" else "wait" for face in faces]
        assert match.goals == (100, 100, 100)


@pytest.mark.features("G5")
def test_first_to_know_is_over_when_the_answers_leave_one_number() -> None:
    for seed in range(12):
        played = play("first_to_know", seed)
        hidden = _argument(played.steps[0].moves[2])
        left = [set(range(1, 6)), set(range(1, 6))]
        for turn, step in enumerate(played.steps[1:]):
            for seat in (0, 1):
                asked = _argument(step.moves[seat])
                assert step.seen[seat] == (("yes",) if hidden < asked else ("no",))
                left[seat] &= {n for n in range(1, 6) if (n < asked) == (hidden < asked)}
            sure = [len(numbers) == 1 for numbers in left]
            assert any(sure) == (turn == len(played.steps) - 2)
        assert (
            played.goals == {(True, True): (50, 50), (True, False): (100, 0), (False, True): (0, 100)}[sure[0], sure[1]]
        )
