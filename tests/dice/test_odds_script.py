"""Odds of what a script can do are what all its runs come to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from formats import read
from processor import processor_time
from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.dice.distribution import Cases, Distribution, Value
from tgpl.dice.markov_chain import NeverEnds, count_visits
from tgpl.dice.script import find_odds_in_script
from tgpl.runtime.rng import Rng
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Texts
from tgpl.text.source import SourceFile

FIGHT = Path(__file__).parent.parent.parent / "examples" / "fight" / "fight.rpg"
GOLDEN = Path(__file__).parent.parent / "golden" / "rpg"

SCRIPT = """
Entity { Name: "?", Attack: 1d6, Health: 10 };
Orc extends Entity { Name: "Orc", Attack: 2d4 + 1 };
set hero = Entity;
set hero.Name = "Hero";
set hero.Attack = 3d4;
set coin = roll(1d2);
set hits = 0;

fun flip(): Bool { roll(1d2) == 1; };
fun attack(bonus: Int): Int { if roll(1d20) + bonus >= 15 then roll(2d6) + 1 else 0; };
fun sum(n: Int): Int { if n == 0 then 0 else roll(1d6) + sum(n - 1); };
fun six(): Int { set x = roll(1d6); if x == 6 then x else six(); };
fun late(): Int { if flip() then 1 else late() + 1; };
fun tries(n: Int): Int { if roll(1d6) == 6 then n else tries(n + 1); };
fun loop(): Int { loop(); };
fun broken(): Int { 10 / (roll(1d6) - 1); };
fun face(): String { if flip() then "heads" else "tails"; };
fun twice(): Bool { set x = roll(1d6); x == x; };
fun gambler(x: Int): Bool {
    if x == 0 then false else if x == 10 then true else gambler(if flip() then x + 1 else x - 1);
};
fun strike(e: Entity): Int { set hits = hits + 1; set e.Health = e.Health - roll(hero.Attack); e.Health; };
fun duel(a: Entity, b: Entity): String {
    set b.Health = b.Health - (if roll(1d20) >= 12 then roll(a.Attack) else 0);
    if b.Health <= 0 then a.Name else duel(b, a);
};
fun listed(): List[Int] { [roll(1d2)] ++ [2]; };
"""


def asked(expression: str, script: str = SCRIPT) -> Value:
    value, problems = find_odds_in_script(SourceFile("script.rpg", script), SourceFile("odds", expression))
    assert value is not None, to_terminal(problems)
    return value


def refused(expression: str, script: str = SCRIPT) -> list[tuple[str, str, str]]:
    """Code, file and marked text of each problem."""
    value, problems = find_odds_in_script(SourceFile("script.rpg", script), SourceFile("odds", expression))
    assert value is None
    return [(problem.code, problem.span.file.name, problem.span.text) for problem in problems]


# ---- by hand


def test_numbers() -> None:
    assert asked("attack(3)") == Distribution({0: 44, **{face + 1: 6 - abs(7 - face) for face in range(2, 13)}}, 80)
    assert asked("sum(4)") == asked("4d6") == asked("sum(2) + sum(2)")
    assert asked("hero.Attack") == asked("roll(hero.Attack)") == asked("3d4")
    assert asked("coin + 1") == Distribution({2: 1, 3: 1}, 2)
    assert asked("six()") == Distribution({6: 1}, 1)


def test_truths_and_texts() -> None:
    assert asked("attack(3) > 5") == Fraction(3, 8)
    assert asked("flip() && flip()") == Fraction(1, 4)
    assert asked("twice()") == 1
    assert asked("coin == coin") == 1
    assert asked("gambler(3)") == Fraction(3, 10)
    assert asked("face()") == Cases({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    assert asked("getString(listed())") == Cases({"[1, 2]": Fraction(1, 2), "[2, 2]": Fraction(1, 2)})


def test_things_that_change() -> None:
    """A round that misses leaves everything as it was: the duel has no longest way, and odds all the same."""
    assert asked("strike(Orc) + strike(Orc)") == asked("10 - 3d4 + 10 - 3d4")
    assert asked("strike(hero) + hits") == asked("10 - 3d4 + 1")
    won = asked("duel(hero, Orc)")
    assert isinstance(won, Cases) and sum(won.chances.values()) == 1
    assert asked('duel(hero, Orc) == "Hero"') == won.chances["Hero"]
    assert Fraction(1, 2) < won.chances["Hero"] < 1


def test_the_printed_fight() -> None:
    """Some eighty different states, each come to by thousands of ways."""
    script = FIGHT.read_text(encoding="utf-8").replace("fight(fighter, bandit);", "")
    won = asked("fight(fighter, bandit).Name", script)
    assert won == Cases(
        {"Marcus": Fraction(509937243975006111, 8 * 10**17), "Otto": Fraction(290062756024993889, 8 * 10**17)}
    )


# ---- what cannot be answered


def test_refusals() -> None:
    assert refused("loop()") == [("E907", "script.rpg", "{ loop(); }")]
    assert refused("late()") == [("E907", "script.rpg", "late()")]
    assert refused("broken()") == [("E908", "script.rpg", "10 / (roll(1d6) - 1)")]
    assert refused("hero") == [("E905", "odds", "hero")]
    assert [code for code, _, _ in refused("listed()")] == ["E905"]
    assert [file for _, file, _ in refused("nobody(3)")] == ["odds"]
    assert [file for _, file, _ in refused("attack(true)")] == ["odds"]
    assert [file for _, file, _ in refused("attack(")] == ["odds"]
    assert [file for _, file, _ in refused("x", "set x = ;")] == ["script.rpg"]
    assert [file for _, file, _ in refused("f()", "fun f(): Int { true; };")] == ["script.rpg"]


@pytest.mark.parametrize("expression", ["tries(1)", "sum(100000)", "sum(6000000) + six()", "roll(1000000d6)"])
def test_what_is_too_large_is_refused_soon(expression: str) -> None:
    with processor_time(120):
        assert [code for code, _, _ in refused(expression)] == ["E901"]


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "duel.rpg"
    file.write_text(SCRIPT, encoding="utf-8")
    run = CliRunner().invoke
    assert "55.00%" in run(tgpl, ["odds", str(file), "attack(3)"]).stdout
    assert "heads  50.00%" in run(tgpl, ["odds", str(file), "face()"]).stdout
    assert run(tgpl, ["odds", str(file), "nobody()"]).exit_code == 1
    assert run(tgpl, ["odds", str(file)]).exit_code == 2
    assert run(tgpl, ["odds", str(tmp_path / "none.rpg"), "1d6"]).exit_code == 2


def test_every_script_can_be_followed() -> None:
    """Whatever runs has odds; what breaks or never ends says so at its place."""
    for path in sorted(GOLDEN.glob("rpg_*.golden")):
        sources = read(path).sources
        if "main.rpg" in sources:
            asked_for = SourceFile("odds", "getString(1)")
            value, problems = find_odds_in_script(SourceFile("main.rpg", sources["main.rpg"]), asked_for)
            codes = {problem.code for problem in problems}
            assert value is None or not path.stem.startswith("rpg_runtime"), path.stem
            assert codes <= {"E901", "E907", "E908"}, path.stem  # E901: hundreds of calls inside each other


# ---- against every run


class Told:
    """Chance that says what it is told, and keeps what else it could have said."""

    def __init__(self, said: list[int]) -> None:
        self.said = said
        self.sizes: list[int] = []

    def below(self, n: int) -> int:
        at = len(self.sizes)
        self.sizes.append(n)
        if at == len(self.said):
            self.said.append(0)
        return self.said[at]


def every_run(script: str, most: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Fraction] | None:
    """What a script prints, over all that dice can show; None if that is more than `most` runs."""
    game = compile_rules(Texts("main.rpg", {"main.rpg": script})).game()
    found: dict[str, Fraction] = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        most -= 1
        if most < 0:
            return None
        given = waiting.pop()
        told = Told(list(given))
        with monkeypatch.context() as patched:
            patched.setattr(Rng, "below", lambda rng, n: told.below(n))  # noqa: B023
            state = game.begin(0)
            printed: list[str] = []
            state.hear(printed.append)
            state.proceed()
        assert state.error is None, state.error
        chance = Fraction(1)
        for size in told.sizes:
            chance /= size
        text = "".join(printed)
        found[text] = found.get(text, Fraction(0)) + chance
        for at in range(len(given), len(told.sizes)):
            waiting += [[*told.said[:at], other] for other in range(1, told.sizes[at])]
    return found


class Scripts:
    """Random small scripts with few and small dice."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def script(self) -> str:
        functions = [self._function(number) for number in range(3)]
        return "\n".join(
            [
                'Foe { Health: 3, Power: 1d2, Name: "foe" };',
                "trait Strong for Foe { Power: base.Power + 1d2 };",
                "set foe = Foe;",
                f"set other = {self._pick('Foe', 'Foe with Strong', 'foe')};",
                f"set score = {self._pick('0', 'roll(1d2)', '2')};",
                "fun again(n: Int, sum: Int): Int { if n <= 0 then sum else again(n - 1, sum + roll(1d2)); };",
                "fun until(n: Int): Int { if n > 2 then n else until(n + roll(1d2)); };",
                *functions,
            ]
        )

    def _pick(self, *words: str) -> str:
        return self.random.choice(words)

    def _function(self, number: int) -> str:
        lines = [f"    {self._statement(number, [], depth=2)}" for _ in range(self.random.randint(1, 3))]
        value = self._number(number, ["x"], 2)
        return "\n".join([f"fun f{number}(x: Int, e: Foe): Int {{", *lines, f"    {value};", "};"])

    def _statement(self, number: int, names: list[str], depth: int) -> str:
        value = self._number(number, ["x", *names], 1)
        kind = self.random.randrange(6)
        if kind == 0:
            return f"set e.Health = {value};"
        if kind == 1:
            return f"set score = score + {value};"
        if kind == 2:
            return f"set e.Power = {self._pick('1d2', '1d3', 'e.Power', '1d2 + 1')};"
        if kind == 3 and depth:
            inner = self._statement(number, names, depth - 1)
            return f"if {self._truth(number, names)} then {{ {inner} }} else {{ {self._statement(number, names, 0)} }};"
        if kind == 4:
            return f"set x = {value};"
        return 'print("");'

    def _truth(self, number: int, names: list[str]) -> str:
        one, other = self._number(number, names, 1), self._number(number, names, 0)
        simple = f"{one} {self._pick('<', '>', '<=', '>=', '==', '!=')} {other}"
        return simple if self.random.random() < 0.7 else f"({simple} {self._pick('&&', '||')} roll(1d2) == 1)"

    def _number(self, number: int, names: list[str], depth: int) -> str:
        if depth == 0:
            return self._pick("1", "2", "score", "e.Health", *names)
        kind = self.random.randrange(8)
        inner = self._number(number, names, depth - 1)
        if kind == 0:
            return f"roll({self._pick('1d2', '1d3', 'e.Power', 'other.Power')})"
        if kind == 1 and number:
            return f"f{self.random.randrange(number)}({inner}, {self._pick('e', 'foe', 'other', 'Foe')})"
        if kind == 2:
            return f"again({self._pick('1', '2')}, {inner})"
        if kind == 3:
            return f"until({inner})"
        if kind == 4:
            return f"(if {self._truth(number, names)} then {inner} else {self._number(number, names, depth - 1)})"
        return f"({inner} {self._pick('+', '-', '*')} {self._number(number, names, depth - 1)})"


def expressions(seed: int) -> Iterator[tuple[str, str]]:
    scripts = Scripts(seed)
    while True:
        yield scripts.script(), scripts._pick("f2(1, foe)", "f2(roll(1d2), other) + score", "f1(2, foe) - other.Health")


@pytest.mark.parametrize("seed", range(8))
def test_odds_are_what_all_runs_come_to(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for script, expression in expressions(seed):
        runs = every_run(f"{script}\nprint(getString({expression}));", 300, monkeypatch)
        if runs is None or len(runs) < 2:
            continue
        value = asked(f"getString({expression})", script)
        assert isinstance(value, Cases)
        assert value.chances == runs, f"{script}\n{expression}"
        compared += 1
        if compared == 10:
            break


# ---- chains


def test_visits() -> None:
    sixth = Fraction(1, 6)
    assert count_visits({"try": Fraction(1)}, {"try": {"try": 5 * sixth}}) == {"try": Fraction(6)}
    there_and_back = {"a": {"b": Fraction(1, 2)}, "b": {"a": Fraction(1, 2)}}
    assert count_visits({"a": Fraction(1)}, there_and_back) == {"a": Fraction(4, 3), "b": Fraction(2, 3)}
    line = {number: {number + 1: Fraction(1)} for number in range(2000)} | {2000: {}}
    assert count_visits({0: Fraction(1)}, line) == dict.fromkeys(range(2001), Fraction(1))
    with pytest.raises(NeverEnds):
        count_visits({"a": Fraction(1)}, {"a": {"b": Fraction(1)}, "b": {"a": Fraction(1)}})
