"""`tgpl repl`: sessions in RPG, from inside, through a pipe and at a real terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from formats import read
from mutations import Mutator, script_corpus
from tgpl.apps.cli import tgpl
from tgpl.apps.repl.completion import complete
from tgpl.apps.repl.input_lines import Ended, Inputs, Line, Missing, find_missing
from tgpl.apps.repl.interpreter import Answer, Interpreter
from tgpl.compile import compile_rules
from tgpl.languages.rpg.syntax.parse import parse
from tgpl.text.files import Texts
from tgpl.text.source import SourceFile
from typist import Typist

HERE = Path(__file__).parent.parent
ROOT = HERE.parent
FIGHT = ROOT / "examples" / "fight" / "fight.rpg"
PATIENCE = 120.0  # seconds, on a busy machine


class Table:
    """A session, and what it says."""

    def __init__(self, seed: int = 0) -> None:
        self.said: list[str] = []
        self.interpreter = Interpreter(seed, self)
        self._number = 0

    def write(self, text: str) -> None:
        self.said.append(text)

    def echo(self, text: str, type_: str) -> None:
        self.said.append(f"{text} : {type_}")

    def run(self, text: str) -> Answer:
        self._number += 1
        self.said.clear()
        return self.interpreter.run(f"input {self._number}", text, echoes=True)

    def says(self, text: str) -> list[str]:
        """What comes out of an input that is fine."""
        answer = self.run(text)
        assert answer.fine, answer
        return list(self.said)

    def codes(self, text: str) -> list[str]:
        answer = self.run(text)
        return [problem.code for problem in answer.problems] + ([answer.error.code] if answer.error else [])


def table(*inputs: str, seed: int = 0) -> Table:
    made = Table(seed)
    for text in inputs:
        made.says(text)
    return made


ENTITY = 'Entity { Name: "Otto", Strength: 30, Health: Strength / 10, Bag: [], Attack: 2d6 + 1 };'
STRONG = "trait Strong for Entity { Strength: base.Strength + 10, Arm: 3 };"


# ---- values and definitions


@pytest.mark.features("R11")
def test_values_are_told_with_their_types() -> None:
    at = table(ENTITY)
    assert at.says("2 + 3; 4") == ["5 : Int", "4 : Int"]
    assert at.says('"a" ++ "b"') == ["ab : String"]
    assert at.says("[1, 2]; [1d6 + 2]; 1 < 2 || 1 / 0 == 1") == [
        "[1, 2] : List[Int]",
        "[1d6 + 2] : List[Dice]",
        "true : Bool",
    ]
    assert at.says("Entity.Health // of a new one") == ["3 : Int"]
    assert at.says("[]") == ["[] : []"]
    assert at.says('print("x"); set y = 1') == ["x"]


def test_an_if_is_told_where_it_has_a_value() -> None:
    at = table("set x = 4")
    assert at.says('if x > 3 then "a" else "b"') == ["a : String"]
    assert at.says('if x > 3 then print("a") else 3') == ["a"]
    assert at.says('if x > 3 then print("a")') == ["a"]
    assert at.says("if x > 3 then { set x = 9; } else { set x = 1; }; x") == ["9 : Int"]


def test_objects_are_the_same_in_the_next_input() -> None:
    at = table(ENTITY, STRONG, "set a = Entity with Strong; set b = a; set c = [a, Entity];", "set a.Strength = 99")
    assert at.says("b.Strength; b.Arm") == ["99 : Int", "3 : Int"]
    assert at.says('fun first(e: Entity) { set e.Name = "first"; }; first(b); a.Name') == ["first : String"]
    shown = at.says("c")[0]
    assert shown.count("first") == 1 and shown.count("anonymous {") == 1 and shown.endswith(" : List[Entity]")


def test_objects_in_circles_and_long_chains() -> None:
    at = table("Knot { Next: [] };", "set first = Knot; set first.Next = [first];", "set last = first;")
    at.says(
        "fun grow(n: Int) { if n > 0 then { set new = Knot; set new.Next = [last]; set last = new; grow(n - 1); }; };"
    )
    at.says("grow(20000)")
    at.says("set other = last; set first.Next = [];")
    assert at.says("first.Next") == ["[] : List[Knot]"]


def test_a_list_in_lists_stays_one_list() -> None:
    """Copied out it would be a thousand million numbers."""
    at = table("set a = [1]; set b = [a]; set c = [b];")
    at.says("fun twice(n: Int) { if n > 0 then { set a = a ++ a; twice(n - 1); }; }; twice(10);")
    at.says("fun thrice(n: Int) { if n > 0 then { set b = b ++ b; thrice(n - 1); }; }; set b = [a]; thrice(10);")
    at.says("fun again(n: Int) { if n > 0 then { set c = c ++ c; again(n - 1); }; }; set c = [b]; again(10);")
    at.says("set d = c")


def test_a_definition_is_replaced() -> None:
    at = table(ENTITY, "set e = Entity", "fun f(e: Entity): Int { e.Strength; };")
    assert at.says("f(e)") == ["30 : Int"]
    at.says("fun f(e: Entity): Int { e.Strength * 2; };")
    assert at.says("f(e)") == ["60 : Int"]
    at.says('Entity { Name: "Otto", Strength: 40, Mana: 5, Luck: 1d4 };')
    assert at.says("e.Strength; e.Mana; e.Luck; Entity.Mana; roll(e.Luck)") == [
        "30 : Int", "0 : Int", "0 : Dice", "5 : Int", "0 : Int",
    ]  # fmt: skip
    assert "Health" not in at.says("e")[0]


def test_what_would_no_longer_fit_is_not_replaced() -> None:
    at = table(ENTITY, "fun f(e: Entity): Int { e.Strength; };", "set e = Entity;")
    assert at.codes("Entity { Name: 3 };") == ["E835"]
    assert at.codes("trait Entity { };") != []
    assert at.says("f(e)") == ["30 : Int"]
    at.says("Entity { Name: 3 }; fun f(e: Entity): Int { e.Name; };")
    assert at.says("f(Entity); f(e)") == ["3 : Int", "0 : Int"]


def test_a_function_sees_the_variables_of_its_time() -> None:
    at = table("fun f(): Int { set x = 1; x; };", "set x = 5;")
    assert at.says("f(); x") == ["1 : Int", "5 : Int"]
    at.says("fun f(): Int { set x = 1; x; };")
    assert at.says("f(); x") == ["1 : Int", "1 : Int"]


def test_an_object_may_use_a_variable_that_came_after_who_uses_it() -> None:
    at = table(ENTITY, "fun f(e: Entity): Int { e.Strength; };")
    at.says("set bonus = 7; Entity { Strength: bonus };")
    assert at.says("f(Entity)") == ["7 : Int"]


@pytest.mark.features("R1")
def test_a_list_keeps_the_type_that_its_first_use_gave() -> None:
    at = table(ENTITY, "set x = []", "set y = x", "set x = [1]", "set e = Entity", 'set e.Bag = ["sword"]')
    assert at.says("y") == ["[] : List[Int]"]
    assert at.codes('set y = ["a"]') == ["E838"]
    assert at.codes("set e.Bag = [1]") == ["E838"]
    at.says("set y = []; set e.Bag = [];")


def test_chance_goes_on_and_begins_anew() -> None:
    at = table(seed=7)
    first = at.says("roll(1d1000); roll(1d1000)")
    more = at.says("roll(1d1000)")
    assert at.codes("roll(1d1000); 1 / 0") == ["R704"]
    assert table(seed=7).says("roll(1d1000); roll(1d1000); roll(1d1000); roll(1d1000)") == [
        *first, *more, *at.says("roll(1d1000)"),
    ]  # fmt: skip
    at.interpreter.seed(7)
    assert at.says("roll(1d1000); roll(1d1000)") == first


@pytest.mark.features("R12")
def test_what_fails_changes_nothing() -> None:
    at = table(ENTITY, "set e = Entity; set x = 1;")
    assert at.codes('set x = 2; set e.Strength = 1; set new = 3; print("so far"); 1 / 0;') == ["R704"]
    assert at.said == ["so far"]
    assert at.says("x; e.Strength") == ["1 : Int", "30 : Int"]
    assert at.codes("set x = 2; fun f() { }; y;") == ["E830"]
    assert at.codes("f()") == ["E831"] and at.codes("new") == ["E830"]
    assert at.codes("set x 3") == ["E813"]
    assert at.says("x") == ["1 : Int"]


def test_a_place_is_told_in_its_input() -> None:
    at = table("fun half(n: Int): Int {\n  100 / n;\n};")
    error = at.run("1; half(0)").error
    assert error is not None and error.place is not None
    assert error.place[:3] == ("input 1", 2, 3)
    (problem,) = at.run("1;\n 2 + true;").problems
    assert (problem.span.file.name, problem.span.position, problem.span.text) == ("input 3", (2, 2), "2 + true")
    (problem,) = at.run("1;\nz; set y = 1; set z = 2;").problems
    assert "in line 2" in problem.message()


def test_types_are_asked_and_names_forgotten() -> None:
    at = table(ENTITY, "set e = Entity;", "fun f(): Entity { e; };")
    assert str(at.interpreter.type("input 9", "f().Attack * 2")[0]) == "Dice"
    assert at.interpreter.type("input 9", "nothing")[0] is None
    assert at.interpreter.forget("nobody") is None
    assert [problem.code for problem in at.interpreter.forget("e") or []] == ["E830"]
    assert at.interpreter.forget("f") == [] and at.interpreter.forget("e") == []
    assert at.codes("e") == ["E830"]
    at.says('set e = "another type"')


@pytest.mark.features("R2")
def test_odds_as_the_session_stands() -> None:
    at = table(ENTITY, STRONG, "set n = 4; set d = 1d6; set e = Entity with Strong; set e.Strength = 50; set l = [e];")
    at.says("fun hits(n: Int, e: Entity): Bool { roll(1d20) + n + e.Strength / 10 >= 15; };")

    def odds(text: str) -> str:
        value, problems = at.interpreter.odds("input 9", text)
        assert value is not None, problems
        return str(getattr(value, "mean", value))

    assert odds("hits(n, e)") == "3/4"
    assert odds("d + n") == "15/2"
    assert odds("roll(d) + n") == "15/2"
    assert odds("1d6 > 1d6") == "5/12"
    at.says("Hand { Dice: [[1d4]], Number: next() }; set n = 0; fun next(): Int { set n = n + 1; n; };")
    at.says("set hand = Hand; set hands = [hand, Hand];")
    assert odds("n + hand.Number + roll(1d2)") == "9/2"
    assert at.interpreter.odds("input 9", "e")[0] is None
    assert at.interpreter.odds("input 9", "hits(1)")[1][0].span.file.name == "input 9"
    assert at.says("e.Strength; roll(1d1000)") == ["50 : Int", *table().says("roll(1d1000)")]


# ---- reading


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("2 + 3", Missing.NOTHING),
        ("set x =", Missing.SOMETHING),
        ("print(", Missing.SOMETHING),
        ("[1,\n 2", Missing.SOMETHING),
        ("fun f()", Missing.SOMETHING),
        ("fun f() {", Missing.BRACE),
        ("Entity { // }", Missing.BRACE),
        ('print("{")', Missing.NOTHING),
        ("if (x > 3)", Missing.SOMETHING),
        ("if (x > 3) then 1", Missing.ELSE),
        ("if (x > 3) then 1;", Missing.NOTHING),
        ("if (x > 3) then 1 else 2", Missing.NOTHING),
        ("if a then 1 else if b then 2", Missing.ELSE),
        ('print("a', Missing.NOTHING),
        ("}", Missing.NOTHING),
        ("1 +* 2", Missing.NOTHING),
    ],
)
def test_an_input_goes_on_while_something_is_missing(text: str, lacks: Missing) -> None:
    assert find_missing(text) is lacks


def _lines(text: str) -> Line:
    lines = iter(text.split("\n"))

    def line(goes_on: bool) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return line


def inputs(text: str, patient: bool) -> list[str]:
    reading, found = Inputs(_lines(text), patient), list[str]()
    while True:
        try:
            found.append(reading.next())
        except Ended:
            return found


def test_lines_become_inputs() -> None:
    text = "1\n\nfun f() {\n\n  2;\n}\nif a\n then 1\n else 2\nif a then 1\n3\n:type\nset x =\n\n4\n{\n\n\n5"
    assert inputs(text, patient=False) == [
        "1", "fun f() {\n\n  2;\n}", "if a\n then 1\n else 2", "if a then 1", "3", ":type", "set x =\n", "4", "{\n\n", "5",
    ]  # fmt: skip
    assert inputs("fun f() {\n\n\n\n}\nset x =\n\n 4\n[1,", patient=True) == [
        "fun f() {\n\n\n\n}",
        "set x =\n\n 4",
        "[1,",
    ]


def test_what_is_pasted_comes_line_by_line() -> None:
    pasted = iter(["1 + 1\r\n2\nif a then 1\n\nfun f() {", "}\n3"])
    reading = Inputs(lambda goes_on: next(pasted), patient=False)
    assert [reading.next() for _ in range(5)] == ["1 + 1", "2", "if a then 1", "fun f() {\n}", "3"]


def test_words_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interpreter = table(ENTITY, STRONG, "set hero = Entity with Strong", "fun heal(e: Entity) { };").interpreter
    assert complete(interpreter, "he", "he") == ["heal(", "hero"]
    assert complete(interpreter, "print(hero.A", "hero.A") == ["hero.Arm", "hero.Attack"]
    assert complete(interpreter, "hero.Name.", "hero.Name.") == []
    assert complete(interpreter, ":t", ":t") == [":type "]
    assert complete(interpreter, ":type hero.H", "hero.H") == ["hero.Health"]
    assert complete(interpreter, "se", "se") == ["set"]
    assert complete(interpreter, "nobody.", "nobody.") == []
    (tmp_path / "one.rpg").touch()
    (tmp_path / "other.txt").touch()
    (tmp_path / "over").mkdir()
    monkeypatch.chdir(tmp_path)
    assert complete(interpreter, ":load o", "o") == ["one.rpg", "over/"]
    assert complete(interpreter, f":load {tmp_path}/on", "on") == ["one.rpg"]


# ---- through a pipe


def piped(text: str, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(tgpl, ["repl", *words], input=text)
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.features("R11")
def test_a_pipe_needs_no_prompts() -> None:
    assert piped('set x = 2\nprint("a")\nx + 1\n') == "a\n3 : Int\n"
    assert piped("fun f(): Int {\n\n\n 4;\n}\nf()") == "4 : Int\n"
    assert piped("") == ""
    assert piped("roll(1d1000)\n", "--seed", "3") == piped(":seed 3\nroll(1d1000)\n:quit\n1 / 0")


@pytest.mark.features("R11")
def test_a_session_after_a_script(tmp_path: Path) -> None:
    script = tmp_path / "a.rpg"
    script.write_text('Entity { Health: 5 };\nset e = Entity;\nprint("ready");\n3 + 4;\n', encoding="utf-8")
    assert piped("e.Health", str(script)) == "ready\n5 : Int\n"
    assert piped(f":load {script}\nset e.Health = 4\n:load {script}\ne.Health") == "ready\nready\n5 : Int\n"
    script.write_text('set a = 1;\nprint("so far");\nset b = a / 0;', encoding="utf-8")
    shown = piped("a", str(script), code=1)
    assert shown.startswith(f"so far\nrun-time error[R704] Division by zero  {script}:3:9\n    3 | set b")
    assert "There is no `a` here" in shown
    assert piped(f":load {tmp_path}/none.rpg", code=1).startswith("lexical error")
    assert "ends in `.rpg`" in piped(":load README.md", code=1)
    assert "ends in .rpg" in piped("", str(ROOT / "README.md"), code=2)


@pytest.mark.features("R11", "R13")
def test_the_fight_goes_on_in_a_session() -> None:
    """What the script does is what `tgpl run` does."""
    alone = CliRunner().invoke(tgpl, ["run", str(FIGHT), "--seed", "7"]).output
    assert piped("", str(FIGHT), "--seed", "7") == alone


@pytest.mark.features("R12")
def test_errors_do_not_end_a_session() -> None:
    shown = piped('print("a\n1 +* 2\n1 + true\n1 / 0\n:what\n:tpye 3\n:type\n:seed x\n:forget q\nexit()\n5', code=1)
    for words in (
        "lexical error[E", "input 1:1:7", "syntax error[E813]", "input 2:1:4", "type error[E", "input 3:1:1",
        "run-time error[R704] Division by zero  input 4:1:1\n    1 | 1 / 0\n      | ^^^^^\n",
        "There is no command `:what`", "Did you mean `:type`?", "This needs an expression", "This needs a whole number",
        "There is no `q`.", "`:quit`",
    ):  # fmt: skip
        assert words in shown
    assert shown.endswith("\n5 : Int\n")


def test_what_would_no_longer_fit_is_told() -> None:
    shown = piped("Entity { A: 1 }\nfun f(e: Entity): Int { e.A; }\nEntity { B: 1 }", code=1)
    assert "input 2:1:27" in shown and "so nothing has changed: replace both" in shown
    assert "forget that first" in piped("set x = 1\nfun f(): Int { x; }\n:forget x", code=1)
    assert "no longer" not in piped(":load nowhere.rpg\n1 + true", code=1)


def test_commands() -> None:
    typed = "Entity { A: 1 }\ntrait T for Entity { A: 2 }\nMage extends Entity with T { }\nset x = -3\nset d = 2d6 + 1\nset l = [x]\n"
    shown = piped(f"{typed}fun f(a: Int, e: T): Int {{ a; }}\nfun g() {{ }}\n:list\n:type f(1, Mage)\n:odds 1d2\n:help")
    assert shown.startswith(
        "Entity { A }\ntrait T for Entity { A }\nMage extends Entity with T { }\nset x = -3 : Int\n"
        "set d = 2d6 + 1 : Dice\nset l : List[Int]\nfun f(a: Int, e: T): Int\nfun g()\nInt\n1d2: 1 to 2\n"
    )
    assert ":forget NAME" in shown


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "repl"]
    done = subprocess.run(
        command, input=b"\xff\xfe\n1 + 1\n\x00", capture_output=True, env=environment, timeout=PATIENCE
    )
    assert done.returncode == 1 and b"2 : Int" in done.stdout and done.stderr == b""


# ---- at a real terminal


@pytest.mark.features("R11")
def test_a_session_at_a_terminal(tmp_path: Path) -> None:
    """Definitions, an error, a function in several lines, completion, an interrupt, the end; then the history."""
    typist = Typist(tmp_path, "repl")
    typist.until("rpg 1> ", PATIENCE)
    typist.type('Entity { Name: "Otto", Health: 5 };\n')
    typist.until("rpg 2> ", PATIENCE)
    typist.type("set otto = Entity\n")
    typist.until("rpg 3> ", PATIENCE)
    typist.type("otto.Heath\n")
    assert "did you mean `Health`?" in typist.until("rpg 4> ", PATIENCE)
    typist.type("fun hurt(e: Entity): Int {\n")
    typist.until("…  ", PATIENCE)
    typist.type("set e.Health = e.Health - 1;\n")
    typist.until("…  ", PATIENCE)
    typist.type("e.Health; }\n")
    typist.until("rpg 5> ", PATIENCE)
    typist.type("hurt(ott\t)\n")
    assert "4 : Int" in typist.until("rpg 6> ", PATIENCE)
    typist.type('fun spin(n: Int): Int { if n == 0 then print("begun\\n"); set x = roll(1000d6); spin(n + 1); }\n')
    typist.until("rpg 7> ", PATIENCE)
    typist.type("set otto.Health = 0; spin(0)\n")
    typist.until("begun\r\n", PATIENCE)
    assert "Interrupted: nothing has changed." in typist.interrupt("rpg 8> ", PATIENCE)
    typist.type("fun half() {\n")
    typist.until("…  ", PATIENCE)
    typist.interrupt("rpg 8> ", PATIENCE)
    typist.type("otto.Health\n")
    assert "4 : Int" in typist.until("rpg 9> ", PATIENCE)
    typist.type("\x04")
    assert typist.code() == 0

    again = Typist(tmp_path, "repl")
    again.until("rpg 1> ", PATIENCE)
    again.type("\x1b[A\x1b[A\x1b[A")  # up, past `otto.Health` and `fun half() {`
    again.until("spin(0)", PATIENCE)
    again.type("\x15:quit\n")
    assert again.code() == 0
    assert "hurt(otto)" in (tmp_path / "tgpl" / "rpg_history").read_text()


@pytest.mark.parametrize("odd", ["file", "pipe", "device"])
def test_a_history_that_cannot_be_kept(tmp_path: Path, odd: str) -> None:
    history = tmp_path / "tgpl" / "rpg_history"
    if odd == "file":
        history.parent.write_text("a file where the folder should be")
    else:
        history.parent.mkdir()
        os.mkfifo(history) if odd == "pipe" else history.symlink_to("/dev/zero")
    typist = Typist(tmp_path, "repl")
    typist.until("rpg 1> ", PATIENCE)
    typist.type("1 + 1\n")
    assert "2 : Int" in typist.until("rpg 2> ", PATIENCE)
    typist.type(":quit\n")
    assert typist.code() == 0


def test_a_pipe_is_interrupted(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "repl"]
    done = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert done.stdin is not None and done.stdout is not None
    done.stdin.write(b'print("ready\\n")\n')
    done.stdin.flush()
    assert done.stdout.readline() == b"ready\n"
    done.send_signal(signal.SIGINT)
    assert done.wait(PATIENCE) == 130


# ---- held against scripts


def parts(text: str) -> list[str]:
    """The definitions and statements of a script, each as it is written."""
    script, problems = parse(SourceFile("script", text))
    assert problems == []
    starts = [part.at for part in script.parts]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def known_scripts() -> list[tuple[str, str]]:
    goldens = sorted(HERE.glob("golden/rpg/rpg_*.golden"))
    found = [(path.stem, text) for path in goldens for text in read(path).sources.values()]
    return [(path.stem, path.read_text(encoding="utf-8")) for path in [FIGHT]] + found


@pytest.mark.features("R11")
@pytest.mark.parametrize("text", [text for _, text in known_scripts()], ids=[name for name, _ in known_scripts()])
def test_part_by_part_a_script_does_what_it_does_at_once(text: str) -> None:
    """A part that needs what comes later is handed in together with it."""
    state = compile_rules(Texts("main.rpg", {"main.rpg": text})).game().start(0)
    at, said, waiting, broke = Table(), list[str](), "", None
    for part in parts(text):
        waiting += part
        answer = at.interpreter.run("input", waiting, echoes=False)
        if answer.problems:
            continue
        said += at.said
        at.said.clear()
        waiting, broke = "", answer.error
        if broke is not None:
            break
    assert waiting == ""
    assert "".join(said) == "".join(state.log)
    assert (broke and (broke.code, broke.message)) == (state.error and (state.error.code, state.error.message))


def test_broken_inputs_are_survived() -> None:
    """Lines of broken scripts, one after the other in one session."""
    mutator = Mutator(script_corpus())
    for seed in range(40):
        at = Table()
        for text in mutator.sources(seed).values():
            for line in inputs(text, patient=True):
                at.run(line)


# ---- the manual


def sessions() -> list[str]:
    page = (ROOT / "docs" / "rpg.md").read_text(encoding="utf-8")
    return re.findall(r"^```session\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


@pytest.mark.features("R14")
@pytest.mark.parametrize("shown", sessions())
def test_sessions_of_the_manual(shown: str) -> None:
    prompt = re.compile(r"^(?:rpg \d+> |  +…  )(.*)\n", re.MULTILINE)
    typed = "".join(f"{line}\n" for line in prompt.findall(shown))
    assert CliRunner().invoke(tgpl, ["repl"], input=typed).output == prompt.sub("", shown)
