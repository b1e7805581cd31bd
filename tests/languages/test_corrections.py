"""Corrections only mend, and what is misspelt or one bracket off is told where it is, once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from formats import main_of
from programs.text_trial import broken, trial
from samples import sample
from tgpl.apps.cli import tgpl
from tgpl.apps.repl.interpreter import Interpreter
from tgpl.apps.rewrite import fix_rules
from tgpl.compile import compile_rules
from tgpl.dice.evaluate import find_odds
from tgpl.text.corrections import fewer, kinds, start_reading
from tgpl.text.diagnostics import Problem, apply_edits, apply_fixes, compatible_fixes, errors, to_json, to_terminal
from tgpl.text.files import Changed, Texts
from tgpl.text.source import SourceFile

GAME = """game "x";
players 2;
local class Hand {
    number points = 0;
    function more {
        function input number by;
        returns number;
        effect {
            if (by > 3) {
                points += by;
            } else if (by == 2) {
                points += 1;
            } else {
                return 0;
            }
            return points;
        }
    }
    action Play prio 2 {
        trigger PlayerChoiceEvent;
        player input number n from 1 to 3;
        require { return points >= 0; }
        effect {
            more(by: n);
            if (points > 10) { winner player.active(); }
            turn.pass();
        }
    }
}
turn Main {
    phase Draw { turn.pass(player.active(), "Act"); }
    phase Act;
}
setup {
    for (player p in player.all()) { Hand h = new Hand(); h.assign(p); }
    string s = "a";
    log(s);
    turn.use("Main");
}
"""
TGDL = """game "x";
players 2;
local state Hand {
    decimal points;
    verb more { effect { if (points > 3) { points += 1; } else { points += 2; } } }
    action Play {
        trigger PlayerChoiceEvent;
        require { return points >= 0; }
        effect { more(); if (points == none or points > 9) { winner player; } pass player + 1; }
    }
}
turn Main { phase Act; }
setup { effect { log("a"); use turn Main; } }
"""
SCRIPT = """fun twice(n: Int): Int {
    set m = n * 2;
    m;
};
Entity { Health: 10, Name: "Otto" };
trait Strong for Entity { Health: base.Health + 5 };
set hero = Entity with Strong;
if hero.Health > 3 then { print("a"); } else { print(getString(twice(2))); };
"""
SENET = """@setup {
    int score = 0;
    bool ready = True;
    int more(int by) {
        if (by > 3) {
            return by;
        } elif (by == 2) {
            return 1;
        } else {
            return 0;
        }
    }
}
@turns {
    begin() {
        while (ready) {
            score = more(2);
            ready = False;
        }
        print("a");
        end;
    }
}
"""


def told(text: str, ending: str) -> list[tuple[str, int, str, str | None]]:
    """Each error: code, line, the marked text, the correction."""
    main = f"main.{ending}"
    problems = errors(compile_rules(Texts(main, {main: text})).problems)
    fixes = [p.offer() for p in problems]
    words = [None if fix is None else fix.words for fix in fixes]
    return [(p.code, p.span.position[0], p.span.text, fix) for p, fix in zip(problems, words, strict=True)]


@pytest.mark.parametrize("ending, text", [("tgpl", GAME), ("tgdl", TGDL), ("rpg", SCRIPT), ("snt", SENET)])
def test_the_texts_are_fine(ending: str, text: str) -> None:
    assert told(text, ending) == []


WORDS = [
    ("tgpl", "action Play", "actoin Play", "action"),
    ("tgpl", "local class", "locl class", "local"),
    ("tgpl", "local class", "local clas", "class"),
    ("tgpl", "require {", "required {", "require"),
    ("tgpl", "else if", "elif", "else if"),
    ("tgpl", "else if", "elseif", "else if"),
    ("tgpl", "else if", "else íf", "if"),
    ("tgpl", "else if", "esle if", "else"),
    ("tgpl", "return points;", "retrun points;", "return"),
    ("tgpl", "players 2", "palyers 2", "players"),
    ("tgpl", "string s", "strign s", "string"),
    ("tgpl", "string s", "var s", "string"),
    ("tgpl", "string s", "ѕtring s", "string"),
    ("tgpl", "number points", "let points", "number"),
    ("tgpl", "phase Draw", "phsae Draw", "phase"),
    ("tgpl", "setup {", "stup {", "setup"),
    ("tgpl", "turn Main", "tunr Main", "turn"),
    ("tgpl", "game ", "gmae ", "game"),
    ("tgpl", "function more", "def more", "function"),
    ("tgpl", "function more", "func more", "function"),
    ("tgpl", "log(s)", "print(s)", "log"),
    ("tgpl", "returns number", "retuns number", "returns"),
    ("tgpl", "effect {\n            if", "efect {\n            if", "effect"),
    ("tgpl", "winner player", "winer player", "winner"),
    ("tgpl", "trigger ", "triger ", "trigger"),
    ("tgpl", "player input", "plyer input", "player"),
    ("tgpl", "from 1", "form 1", "from"),
    ("tgpl", "turn.pass();", "trun.pass();", "turn"),
    ("tgpl", '"a"', "None", "null"),
    ("tgpl", '"a"', "undefined", "null"),
    ("tgdl", "action Play", "actoin Play", "action"),
    ("tgdl", "local state", "local staet", "state"),
    ("tgdl", "verb more", "vreb more", "verb"),
    ("tgdl", "require {", "requires {", "require"),
    ("tgdl", "decimal points", "int points", "decimal"),
    ("rpg", "fun twice", "func twice", "fun"),
    ("rpg", "fun twice", "def twice", "fun"),
    ("rpg", "set hero", "let hero", "set"),
    ("rpg", "trait Strong", "triat Strong", "trait"),
    ("rpg", " then {", " thne {", "then"),
    ("rpg", ' else {', " esle {", "else"),
    ("rpg", "n: Int", "n: int", "Int"),
    ("rpg", 'print("a")', 'println("a")', "print"),
    ("snt", "elif", "elseif", "elif"),
    ("snt", "while", "whlie", "while"),
    ("snt", "bool ready", "boolean ready", "bool"),
    ("snt", "int score", "itn score", "int"),
    ("snt", "@turns", "@tunrs", "@turns"),
    ("snt", "ready = False", "ready = false", "False"),
    ("snt", 'print("a")', 'prnt("a")', "print"),
    ("snt", "return by", "retrun by", "return"),
]  # fmt: skip
TEXTS = {"tgpl": GAME, "tgdl": TGDL, "rpg": SCRIPT, "snt": SENET}


@pytest.mark.parametrize("ending, right, wrong, word", WORDS)
def test_words_that_are_misspelt_or_foreign(ending: str, right: str, wrong: str, word: str) -> None:
    text = TEXTS[ending]
    assert right in text
    changed = text.replace(right, wrong, 1)
    ((_, line, marked, fix),) = told(changed, ending)
    assert fix == f"write `{word}`"
    assert line == text[: text.index(right)].count("\n") + 1
    assert marked in wrong and marked
    main = f"main.{ending}"
    result = compile_rules(Texts(main, {main: changed}))
    assert errors(compile_rules(Texts(main, fix_rules(result).texts)).problems) == []


def test_words_in_the_wrong_place() -> None:
    ((code, line, marked, fix),) = told(
        GAME.replace("        effect {\n            more", "        override effect {\n            more"), "tgpl"
    )
    assert (code, line, marked, fix) == ("E136", 23, "override", "remove it")
    ((code, line, marked, fix),) = told(
        GAME.replace("            more(", "            prio 3;\n            more("), "tgpl"
    )
    assert (code, line, marked, fix) == ("E136", 24, "prio", None)
    ((code, line, marked, fix),) = told(
        GAME.replace("            more(", "            match (n) { }\n            more("), "tgpl"
    )
    assert (code, line, marked, fix) == ("E136", 24, "match", None)


@pytest.mark.parametrize("ending", TEXTS)
def test_every_brace_that_is_missing_is_told_near_its_place(ending: str) -> None:
    """One error, no further from it than a line; for nearly all there is a correction, and behind it nothing is wrong."""
    text, missed, plain = TEXTS[ending], [], 0
    braces = [i for i, letter in enumerate(text) if letter in "{}"]
    for at in braces:
        found = told(text[:at] + text[at + 1 :], ending)
        line = text[:at].count("\n") + 1
        if not (len(found) == 1 and abs(found[0][1] - line) <= 1):
            missed.append((at, line, text[max(0, at - 20) : at + 1], found))
        plain += len(found) == 1 and found[0][3] is not None
    assert len(missed) <= len(braces) // 6, missed
    assert plain >= len(braces) * 3 // 4


@pytest.mark.parametrize("ending", TEXTS)
@pytest.mark.parametrize("sign", ["}", ")"])
def test_every_bracket_too_many_is_told_near_its_place(ending: str, sign: str) -> None:
    text, missed = TEXTS[ending], []
    places = [i for i, letter in enumerate(text) if letter == sign]
    for at in places:
        found = told(text[:at] + sign + text[at:], ending)
        line = text[:at].count("\n") + 1
        if not (len(found) == 1 and abs(found[0][1] - line) <= 1):
            missed.append((at, line, text[max(0, at - 20) : at + 1], found))
    assert len(missed) <= len(places) // 5, missed


# ---- corrections


def test_a_correction_that_does_not_mend_is_not_offered() -> None:
    """`number` for `int` is right, and as much is wrong as before."""
    result = compile_rules(
        Texts("a.tgpl", {"a.tgpl": 'game "x";\nplayers 2;\nsetup { int x = "a"; log(x); winner 0; }\n'})
    )
    (problem,) = errors(result.problems)
    assert problem.fix() is not None and problem.offer() is None
    assert "fix:" not in to_terminal(result.problems)
    assert to_json(result.problems)[0]["fix"] is None
    assert apply_fixes(result.problems) == {}


def test_two_changes_that_need_each_other_are_one_correction() -> None:
    """Thrown, the left dice alone leave the right ones: as many problems as before."""
    text = 'game "x";\nplayers 2;\nsetup { log(2d6 > 1d6); winner 0; }\n'
    result = compile_rules(Texts("a.tgpl", {"a.tgpl": text}))
    (problem,) = errors(result.problems)
    fix = problem.offer()
    assert fix is not None and fix.words == "throw them: `roll(2d6)` and `roll(1d6)`"
    assert fix_rules(result).texts == {"a.tgpl": text.replace("2d6 > 1d6", "roll(2d6) > roll(1d6)")}


CUT_OFF = """game "goals";
players 2;
state Hero
{
    decimal gold = 0;
    action Work { trigger on player; effect { gold += 1; log("player " + player +"""


def test_corrections_that_need_each_other_are_offered_as_one() -> None:
    problems = compile_rules(Texts("a.tgdl", {"a.tgdl": CUT_OFF})).problems
    fixes = [fix for problem in problems if (fix := problem.offer()) is not None]
    assert len(fixes) == 2 and fixes[0] == fixes[1]
    assert fixes[0].words == "put a `}` there (both together)" and len(fixes[0].edits) == 2
    assert len(compatible_fixes(problems)) == 1


@pytest.mark.parametrize("seed", [20673, 500406, 500458, 500539, 800650, 800095, 900216, 3330359])
def test_each_correction_that_is_offered_helps_alone(seed: int) -> None:
    sources = broken(seed)
    library = Texts(main_of(sources), sources)
    problems = compile_rules(library).problems
    for fix, _ in compatible_fixes(problems):
        (file,) = {edit.span.file for edit in fix.edits}
        after = compile_rules(Changed(library, {file.name: apply_edits(file.text, fix.edits)})).problems
        assert fewer(after, problems), fix


def test_what_is_hidden_by_a_mistake_is_told_with_it() -> None:
    text = GAME.replace("action Play", "actoin Play").replace("turn.pass();", "turn.pass(nobody);")
    assert [(code, marked) for code, _, marked, _ in told(text, "tgpl")] == [("E136", "actoin"), ("E201", "nobody")]


def test_comments_are_kept() -> None:
    text = 'game "x";\nplayers 2;\nsetup { pass player // who is next\n + 1 to Draw; }\n'
    result = compile_rules(Texts("a.tgpl", {"a.tgpl": text}))
    assert all("who is next" in new for new in fix_rules(result).texts.values())


def test_fix_leaves_what_check_told_without_what_it_mended(tmp_path: Path) -> None:
    file = tmp_path / "a.tgpl"
    file.write_text(
        GAME.replace("retrun", "").replace("log(s);", "log(s)").replace("action Play", "actoin // mine\n    Play"),
        encoding="utf-8",
    )
    run = CliRunner()
    before = json.loads(run.invoke(tgpl, ["check", str(file), "--json"]).output)
    first = json.loads(run.invoke(tgpl, ["check", str(file), "--fix", "--json"]).output)
    written = file.read_text(encoding="utf-8")
    assert before["errors"] == 2 and first["errors"] == 0 and sum(first["fixed"].values()) == 2
    assert "action // mine\n" in written
    again = json.loads(run.invoke(tgpl, ["check", str(file), "--fix", "--json"]).output)
    assert again["fixed"] == {} and file.read_text(encoding="utf-8") == written


def test_a_long_text_is_told_of_in_few_readings() -> None:
    text = GAME + "".join(f"class C{i} {{ number x = {i}; }}\n" for i in range(4000)) + "clas D { }\n"
    found = compile_rules(Texts("a.tgpl", {"a.tgpl": text})).found
    assert start_reading(found, lambda texts: found).left == [3]
    assert [code for code, *_ in told(text, "tgpl")][-1:] == ["E136"]


@pytest.mark.parametrize("block", sample(range(8), 2))
def test_broken_texts_of_all_languages(block: int) -> None:
    """A sample of `scripts/fuzz_texts.py`."""
    for seed in range(900_000 + block * 40, 900_000 + block * 40 + 40):
        trial(broken(seed), seed)


def test_fewer() -> None:
    problems = compile_rules(Texts("a.tgpl", {"a.tgpl": GAME.replace("log(s);", "log(t);")})).problems
    assert fewer(problems[1:], problems) and not fewer(problems, problems) and kinds(problems)["E201"] == 1


# ---- characters

CHARACTERS = [
    ("tgpl", "points >= 0", "points ≥ 0", "≥", "write `>=`"),
    ("tgpl", "points >= 0", "points ≠ 0", "≠", "write `!=`"),
    ("tgpl", "points += by;", "points = points × by;", "×", "write `*`"),
    ("tgpl", "points += by;", "points = points – by;", "–", "use `-`"),
    ("tgpl", "points += by;", "points\u00a0+= by;", "\u00a0", "write a plain blank"),
    ("tgpl", "points += by;", "poi\u200bnts += by;", "\u200b", "remove it"),
    ("tgpl", "local class", "lo\u200bcal class", "\u200b", "remove it"),
    ("tgpl", "return 0;", "return 0；", "；", "write `;`"),
    ("tgpl", "log(s);", "log（s);", "（", "write `(`"),
    ("tgpl", '"a"', "“a”", "“a”", 'use plain quotes: `"…"`'),
    ("tgpl", '"a"', "‘a’", "‘a’", 'use plain quotes: `"…"`'),
    ("tgpl", '"a"', '"a”', '"a”', 'end it with `"`'),
    ("tgpl", "points >= 0", "points >= 0 ∧ true", "∧", "write `&&`"),
    ("tgdl", "points >= 0", "points ≥ 0", "≥", "write `>=`"),
    ("tgdl", "points >= 0", "points >= 0 ∧ true", "∧", "write `and`"),
    ("tgdl", "points > 3", "points\u2009> 3", "\u2009", "write a plain blank"),
    ("rpg", "n * 2", "n × 2", "×", "write `*`"),
    ("rpg", '"Otto"', "“Otto”", "“Otto”", 'use `"…"`'),
    ("rpg", "set hero", "set\u00a0hero", "\u00a0", "write a plain blank"),
    ("rpg", "trait", "tr\u200bait", "\u200b", "remove it"),
    ("snt", "by > 3", "by ≤ 3", "≤", "write `<=`"),
    ("snt", "by > 3", "by > 3 ∨ True", "∨", "write `or`"),
    ("snt", "while (ready)", "wh\u200bile (ready)", "\u200b", "remove it"),
    ("snt", '"a"', "‘a’", "‘a’", 'use `"…"`'),
]


@pytest.mark.parametrize("ending, right, wrong, marked, words", CHARACTERS)
def test_characters_of_word_processors_are_told_once_and_mended(
    ending: str, right: str, wrong: str, marked: str, words: str
) -> None:
    text, main = TEXTS[ending].replace(right, wrong, 1), f"main.{ending}"
    ((_, _, found, fix),) = told(text, ending)
    assert (found, fix) == (marked, words)
    result = compile_rules(Texts(main, {main: text}))
    assert errors(compile_rules(Texts(main, fix_rules(result).texts)).problems) == []


# ---- what is typed

TYPED = """2d6 + (3|2d6 – 1|1d6 × 2|if 1d6 = 3 then 1 else 2|highest 3 of (4d6|2d6 + 'a'|(1d6 - ((2)|2d6 + “a|print("a|f(1;2)|set x 3
    set x = 3 set y = 4|print((1)|{ 1; 2|E { A: 1; B: 2 }|if true then 1 else (2|trait T for E { A: 1|fun f(n: Int): Int { n * 2|print(“a”)""".split(
    "|"
)


@pytest.mark.parametrize("text", TYPED)
def test_corrections_of_what_is_typed_help(text: str) -> None:
    """In a session and where odds are asked."""
    _, wrong = find_odds(SourceFile("odds", text))
    _helps(text, wrong, lambda changed: find_odds(SourceFile("odds", changed))[1])
    interpreter = Interpreter(0, Nobody())
    _helps(
        text,
        interpreter.run("input 1", text, True).problems,
        lambda changed: Interpreter(0, Nobody()).run("input 1", changed, True).problems,
    )


def _helps(text: str, problems: list[Problem], again: Callable[[str], list[Problem]]) -> None:
    for fix in (problem.offer() for problem in problems):
        if fix is not None:
            assert fewer(again(apply_edits(text, fix.edits)), problems), fix


class Nobody:
    def write(self, piece: str) -> None: ...

    def echo(self, piece: str, type_: str) -> None: ...


def test_what_is_typed_has_corrections() -> None:
    (problem,) = find_odds(SourceFile("odds", "2d6 – 1"))[1]
    assert problem.offer() is not None
    (problem,) = Interpreter(0, Nobody()).run("input 1", 'print(("a");', True).problems
    assert problem.offer() is not None
