"""`tgpl match`: recorded matches in every spelling, and what is wrong with them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tgpl.apps.cli import tgpl
from tgpl.gdl.matches.read import read
from tgpl.gdl.matches.recorded_match import BadMatch, RecordedMatch
from tgpl.gdl.matches.term_words import facts, terms
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError

# Two take one or two stones in turn from a heap of four; who takes the last one has won.
STONES = """
(role Ann) (role ben)
(init (heap 4)) (init (turn Ann))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (less ?b ?a 1) (succ ?b ?a))
(<= (less ?c ?a 2) (succ ?c ?b) (succ ?b ?a))
(<= (legal ?r (take ?n)) (true (turn ?r)) (true (heap ?a)) (less ?b ?a ?n))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (heap ?b)) (true (heap ?a)) (does ?r (take ?n)) (less ?b ?a ?n))
(<= (next (turn Ann)) (true (turn ben)))
(<= (next (turn ben)) (true (turn Ann)))
(<= terminal (true (heap 0)))
(<= (goal Ann 100) (true (heap 0)) (true (turn ben)))
(<= (goal ben 100) (true (heap 0)) (true (turn Ann)))
"""
# The draw comes first among the roles: a coin falls, and one who guesses has guessed right or wrong.
COIN = """
(role random) (role guesser)
(init ready)
(side heads) (side tails)
(<= (legal random (fall ?s)) (true ready) (side ?s))
(<= (legal random rest) (not (true ready)))
(<= (legal guesser (say ?s)) (not (true ready)) (side ?s))
(<= (legal guesser wait) (true ready))
(<= (next (lies ?s)) (does random (fall ?s)))
(<= (next (lies ?s)) (true (lies ?s)))
(<= (next (said ?s)) (does guesser (say ?s)))
(<= (terminal) (true (said ?s)))
(<= (goal guesser 100) (true (said ?s)) (true (lies ?s)))
"""
WON = [["(take 2)", "wait"], ["wait", "(take 1)"], ["(take 1)", "wait"]]
STATES = [
    "( ( heap 4 ) ( turn Ann ) )",
    "( ( heap 2 ) ( turn ben ) )",
    "( ( turn Ann ) ( heap 1 ) )",
    "( ( heap 0 ) ( turn ben ) )",
]


def whole(**changed: Any) -> dict[str, Any]:
    return {"moves": WON, "states": STATES, "goalValues": [100, 0], **changed}


@pytest.fixture
def stones(tmp_path: Path) -> Path:
    return _written(tmp_path, "stones.kif", STONES)


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    return _written(tmp_path, "coin.kif", COIN)


def _written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def match(rules: Path, moves: object, *options: str) -> Result:
    """The command on a match: a text, bytes, or data that becomes JSON."""
    text = moves if isinstance(moves, str | bytes) else json.dumps(moves)
    path = _written(rules.parent, "moves", text)
    return CliRunner().invoke(tgpl, ["match", str(rules), str(path), *options])


def fine(rules: Path, moves: object, *options: str) -> str:
    result = match(rules, moves, *options)
    assert result.exit_code == 0, result.output
    return result.stdout


def wrong(rules: Path, moves: object) -> str:
    """What is said of a match that is not right."""
    result = match(rules, moves)
    assert result.exit_code == 1 and result.exception.__class__ is SystemExit, result.output
    return result.stdout or result.stderr


# ---- every spelling says the same

JSON = json.dumps(whole())
XML = """<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>
<!DOCTYPE match SYSTEM "http://nowhere.invalid/viewmatch.dtd">
<match>
  <match-id>one</match-id><role>ANN</role><role>BEN</role>
  <history>
    <move><action>(TAKE 2)</action><action>WAIT</action></move>
    <move><action>WAIT</action><action>( TAKE 1 )</action></move>
    <move><action>(TAKE 1)</action><action>WAIT</action></move>
  </history>
  <rewards><reward>100</reward><reward> 0 </reward></rewards>
  <state><fact><prop-f>HEAP</prop-f><arg>0</arg></fact><fact><prop-f>TURN</prop-f><arg>BEN</arg></fact></state>
</match>
"""
XML_OF_STEPS = """<match>
  <history>
    <step><step-number>1</step-number><move>(take 2)</move><move>wait</move></step>
    <step><step-number>2</step-number><move>wait</move><move>(take 1)</move></step>
    <step><step-number>3</step-number><move>(take 1)</move><move>wait</move></step>
  </history>
  <scores><reward>100</reward><reward>0</reward></scores>
</match>
"""
KIF_LINES = """; Ann begins
state: (heap 4) (turn Ann)
(take 2) wait

wait (take 1)      ; ben could have taken two
(TAKE 1) Wait
goals: 100 0
"""
INFIX_LINES = "\r\n".join(["1. take(2), wait", "2. wait, take(1)", "3. take(1) wait", "goals: 100, 0"])
LISTS = {
    "data": {
        "moves": [[["take", 2], "wait"], ["wait", ["take", "1"]], [["take", 1], ["wait"]]],
        "goalValues": ["100", 0],
    }
}
WRAPPED = "((take 2) wait)\n(wait (take 1))\n((take 1) wait)\ngoals: 100 0\n"
OTHER_ORDER = {"roles": ["BEN", "ann"], "moves": [joint[::-1] for joint in WON], "goalValues": [0, 100]}


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    "moves",
    [JSON, {"data": whole()}, XML, XML_OF_STEPS, KIF_LINES, INFIX_LINES, LISTS, WRAPPED, OTHER_ORDER],
    ids="json data xml steps kif infix lists wrapped order".split(),
)
def test_every_spelling(stones: Path, moves: object) -> None:
    said = fine(stones, moves)
    assert "3 steps, all of them legal." in said
    assert "It ends with Ann 100, ben 0, as recorded." in said
    data = json.loads(fine(stones, moves, "--json"))
    assert data["fine"] and data["over"] and data["steps"] == 3 and data["goals"] == {"Ann": 100, "ben": 0}


@pytest.mark.features("G4", "G6")
def test_chance_comes_from_the_record(coin: Path) -> None:
    for side, goal in (("heads", 100), ("tails", 0)):
        moves = [[f"(fall {side})", "wait"], ["rest", "(say heads)"]]
        assert f"guesser {goal}, as recorded" in fine(coin, {"moves": moves, "goalValues": [goal]})
        assert f"guesser {goal}, as recorded" in fine(coin, {"moves": moves, "goalValues": [0, goal]})
    assert "guesser 100" in fine(coin, "(fall heads) wait\n(say heads)\n")  # it can do nothing but rest
    assert "Step 1 has 1 move (wait); 2 are needed, for random, guesser" in wrong(coin, "wait\n(say heads)\n")
    assert "random does `(fall edge)`" in wrong(coin, "(fall edge) wait\n")


@pytest.mark.features("G6")
def test_the_first_illegal_move(stones: Path) -> None:
    said = wrong(stones, [["(take 2)", "wait"], ["wait", "(take 3)"], ["(take 9)", "wait"]])
    assert "Step 2: ben does `(take 3)`, which is not legal. Did you mean `(take 1)`?" in said
    assert "Legal for ben: (take 1), (take 2)." in said
    assert "1 step of 3 can be played." in said and "take 9" not in said
    data = json.loads(match(stones, [["(take 1)", "(take 1)"]], "--json").stdout)
    assert data["wrong"][0]["kind"] == "Illegal" and data["wrong"][0]["role"] == "ben"
    assert data["wrong"][0]["legal"] == ["wait"] and not data["fine"] and data["steps"] == 0


@pytest.mark.features("G6")
def test_states_are_compared(stones: Path) -> None:
    assert "4 states compared" in fine(stones, whole())
    other = [*STATES]
    other[1], other[2] = "((heap 3) (turn ben))", "((heap 9))"
    said = wrong(stones, whole(states=other))
    assert "The state after step 1 is another one by the rules." in said
    assert "Not recorded, but true: (heap 2)." in said and "Recorded, but not true: (heap 3)." in said
    assert "heap 9" not in said and "3 steps, all of them legal" in said  # the first that differs; moves go on
    assert "first state" in wrong(stones, whole(states=["()"]))
    lists = [[["true", ["heap", 4]], "(turn ANN)"]]
    assert "1 state compared" in fine(stones, whole(states=lists))


@pytest.mark.features("G6")
def test_goals_and_the_end(stones: Path) -> None:
    said = wrong(stones, whole(goalValues=[0, 100]))
    assert "The goals are Ann 100, ben 0; recorded are 0, 100." in said and "as recorded" not in said
    assert "stops before the end" in fine(stones, WON[:2])
    assert "but by the rules the game is not over" in wrong(stones, whole(moves=WON[:2]))
    assert "stops before the end" in fine(stones, whole(moves=WON[:2], states=[], isAborted=True))
    assert "over before step 4, but the record goes on" in wrong(stones, [*WON, ["wait", "(take 1)"]])
    assert "No steps." in fine(stones, "state: (heap 4) (turn Ann)")


def test_roles_of_another_game(stones: Path) -> None:
    assert "those of the rules are Ann, ben" in wrong(stones, {"roles": ["white", "black"], "moves": WON})
    assert "Step 1 has 3 moves" in wrong(stones, [["wait", "wait", "wait"]])


@pytest.mark.features("G6")
def test_rules_without_an_answer(stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have to be worked out to follow a record; where that fails it is said, and how far it went."""

    def broken(*_: object) -> int:
        raise RuleError("R715", "They do not come to an end.")

    monkeypatch.setattr(Reasoner, "goal", broken)
    said = wrong(stones, whole())
    assert "The rules come to no answer behind step 3: They do not come to an end. (R715)" in said
    monkeypatch.setattr(Reasoner, "begin", broken)
    assert "0 steps of 3 can be played" in wrong(stones, whole())


@pytest.mark.features("G6")
@pytest.mark.parametrize(
    ("rules", "line", "code"),
    [
        ("(d 0) (d 1) (d 2) (d 3) (d 4) (d 5)\n(<= (many ?a ?b ?c ?e ?f) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f))\n(<= (goal me 50) (many ?a ?b ?c ?e ?f))", 5, "R715"),
        ("(thing a)\n(<= (odd ?x) (thing ?x) (not (even ?x)))\n(<= (even ?x) (thing ?x) (not (odd ?x)))\n(<= (goal me 50) (odd ?x))", 6, "R716"),
    ],
)  # fmt: skip
def test_the_place_of_rules_without_an_answer(
    rules: str, line: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tgpl.runtime.datalog.reasoner.MOST_WORK", 20_000)
    sheet, record = tmp_path / "endless.kif", tmp_path / "match.txt"
    sheet.write_text(f"(role me)\n(init a) (legal me wait)\n(<= (next a) (true a)) (<= terminal (true b))\n{rules}\n")
    record.write_text("wait\nwait\n")
    said = CliRunner().invoke(tgpl, ["match", str(sheet), str(record)])
    assert said.exit_code == 1 and re.search(rf"\({code}, [^ ]*endless\.kif:{line}:5\)", said.output), said.output
    data = json.loads(CliRunner().invoke(tgpl, ["match", str(sheet), str(record), "--json"]).output)
    (found,) = data["wrong"]
    assert (found["code"], found["line"], found["column"]) == (code, line, 5) and found["file"].endswith("endless.kif")


# ---- what is played here can be read back


def test_only_rulesheets_have_states(tmp_path: Path) -> None:
    other = _written(tmp_path, "tiny.rpg", "1 + 1;\n")
    assert CliRunner().invoke(tgpl, ["run", str(other), "--states"]).exit_code == 2


@pytest.mark.features("G6")
@pytest.mark.parametrize("target", ["python", "c"])
@pytest.mark.parametrize("sheet", [STONES, COIN], ids=["stones", "coin"])
def test_states_are_printed_and_read_back(tmp_path: Path, sheet: str, target: str) -> None:
    rules = _written(tmp_path, "sheet.kif", sheet)
    for seed in range(3):
        words = ["run", str(rules), "--states", "--seed", str(seed), "--target", target]
        ran = CliRunner().invoke(tgpl, words)
        assert ran.exit_code == 0, ran.output
        steps = sum(not line.startswith(("roles:", "state:", "goals:", ";")) for line in ran.stdout.splitlines())
        data = json.loads(fine(rules, ran.stdout, "--json"))
        assert data["fine"] and data["over"] and data["steps"] == steps and data["states"] == steps + 1
        ran = CliRunner().invoke(tgpl, [*words, "--json"])
        assert json.loads(fine(rules, ran.stdout, "--json")) == data


@pytest.mark.features("G6")
def test_states_of_a_match_that_was_stopped(stones: Path) -> None:
    ran = CliRunner().invoke(tgpl, ["run", str(stones), "--states", "--agents", "first", "--max-moves", "2"])
    assert ran.stdout.splitlines()[:5] == [
        "roles: Ann ben",
        "state: (heap 4) (turn Ann)",
        "(take 1) wait",
        "state: (heap 3) (turn ben)",
        "wait (take 1)",
    ]
    assert "goals" not in ran.stdout and "stops before the end" in fine(stones, ran.stdout)


# ---- what is no match


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("", "no move in it"),
        ("; nothing\n", "no move in it"),
        ("(take 1", "in line 1, a parenthesis is not closed"),
        ("wait wait\ntake 1)", "in line 2, a `)` closes nothing"),
        ("()", "no term"),
        ("((take 1) ((x) y))", "begins with its name"),
        ("take((1))", "no meaning in infix"),
        ("goals: many", "`many` is none"),
        ("goals: ²", "is none"),
        ("(" * 5000, "inside each other"),
        ("f(" * 5000, "inside each other"),
        (b"\xff\x00wait", "no text in UTF-8"),
        ("{", "begins like JSON and is not"),
        ("[" * 100_000, "too deep inside each other"),
        ("[" + "9" * 10_000 + "]", "too long"),
        ("{}", "no list `moves`"),
        ("[1]", "step 1 is no list"),
        ('[["(take", "wait"]]', "in step 1, a parenthesis is not closed"),
        ('[["take 1", "wait"]]', "should be one term"),
        ("[[null, true]]", "no term"),
        ("[[[[1]]]]", "begins with its name"),
        ("[[" + "[" * 500 + "]" * 500 + "]]", "begins with its name"),
        ("[[" + '["f",' * 500 + "1" + "]" * 500 + "]]", "inside each other"),
        ('{"moves": [], "states": 3}', "no list"),
        ('{"moves": [], "states": [3]}', "state 0 is neither"),
        ('{"moves": [], "states": ["(a"]}', "in state 0, a parenthesis"),
        ('{"moves": [], "goalValues": [true]}', "a goal is a whole number"),
        ('{"moves": [], "roles": 7}', "no list of names"),
        ('{"moves": []}\n{"moves": []}', "several matches, one on each of 2 lines"),
        ('{"moves": []} x', "behind its end"),
        ('{"format": "tgpl record 1"}', "`tgpl replay`"),
        ("<match>", "begins like XML and is not"),
        ("<match/>", "no `history`"),
        ("<history><action>a</action></history>", "outside of a step"),
        ("<m><history><move><action>(a</action></move></history></m>", "in step 1, a parenthesis"),
        ("<m><rewards><reward>ten</reward></rewards></m>", "`ten` is none"),
        ("<a>" * 5000, "inside each other"),
        ('<?xml version="1.0" encoding="klingon"?><m/>', "encoding"),
        ("<!DOCTYPE m [<!ENTITY a 'b'>]><m>&a;</m>", "DOCTYPE"),
        ("<!DOCTYPE m [<!ENTITY % a SYSTEM 'file:///etc/passwd'>%a;]><m/>", "DOCTYPE"),
    ],
)
def test_what_is_no_match(stones: Path, moves: str | bytes, said: str) -> None:
    assert said in wrong(stones, moves)


def test_entities_inside_each_other_cost_nothing(stones: Path) -> None:
    inner = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 20))
    assert "DOCTYPE" in wrong(stones, f'<!DOCTYPE m [<!ENTITY e0 "ha">{inner}]><m>&e19;</m>')


def test_matches_have_a_size() -> None:
    for data in (
        b"w " * 9_000_000,
        b"w\n" * 200_000,
        b"[" + b"[]," * 200_000 + b"[]]",
        b"<m><history>" + b"<step/>" * 200_000,
    ):
        with pytest.raises(BadMatch, match=r"more than 100,000 steps|larger than"):
            read(data)


def test_rules_that_are_no_rulesheet(stones: Path) -> None:
    other = _written(stones.parent, "tiny.rpg", "1 + 1\n")
    assert "`tgpl replay RECORD`" in wrong(other, JSON)
    broken = _written(stones.parent, "broken.kif", "(role ann")
    assert "tgpl explain" in match(broken, JSON).stderr


def test_whatever_the_bytes() -> None:
    """Broken files are refused, or read; nothing else happens."""
    chance = random.Random(8)
    good = [text.encode() for text in (JSON, XML, XML_OF_STEPS, KIF_LINES, INFIX_LINES)]
    for _ in range(3000):
        data = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data))
            piece = bytes(chance.choices(b'()<>/[]{}",;: \n\x00\xffa1&!', k=chance.randrange(4)))
            data[at : at + chance.randrange(1 + chance.choice((1, 4, 40)))] = piece
        try:
            assert isinstance(read(bytes(data)), RecordedMatch)
        except BadMatch as why:
            assert str(why)


# ---- words


def test_words() -> None:
    assert terms("(mark 1 (f a)) noop mark(1,f(a)), x") == [
        ("mark", "1", ("f", "a")),
        "noop",
        ("mark", "1", ("f", "a")),
        "x",
    ]
    assert terms("(p) (f(g a) b) a,b ; c") == ["p", ("f", ("g", "a"), "b"), "a", "b"]
    assert terms("(say a,b)") == [("say", "a,b")]  # a comma is a letter like any other in KIF
    assert facts("(a b)", wrapped=True) == {"a", "b"} and facts("(a b)", wrapped=False) == {("a", "b")}
    assert facts("((a b) (TRUE c))", wrapped=False) == {("a", "b"), "c"} == facts("a(b) c", wrapped=True)
