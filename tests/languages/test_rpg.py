"""Scripts in RPG, as a user runs them; what they mean is in golden/rpg, and played on both targets by test_native."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from games import QUICK
from processor import processor_time
from programs.script import script
from tgpl.apps.cli import tgpl
from tgpl.apps.explain import load_stories
from tgpl.compile import Result as Compiled
from tgpl.compile import compile_rules
from tgpl.core.verify import verify
from tgpl.languages.common.lexing import LONGEST_FILE, LONGEST_TEXT
from tgpl.native.toolchain import compiler
from tgpl.text.diagnostics import apply_fixes, to_terminal
from tgpl.text.files import Folder, Texts

ROOT = Path(__file__).parent.parent.parent
FIGHT = ROOT / "examples" / "fight" / "fight.rpg"
PRINTED = ROOT / "tests" / "listings" / "fight-as-printed.rpg"


def run(*words: str) -> Result:
    return CliRunner().invoke(tgpl, words)


def compiled(text: str) -> Compiled:
    return compile_rules(Texts("main.rpg", {"main.rpg": text}))


def output(text: str, seed: int = 0) -> str:
    result = compiled(text)
    assert result.playable, to_terminal(result.problems)
    assert verify(result.program()) == []
    state = result.game().start(seed)
    assert state.error is None, state.error.message
    return "".join(state.log)


def codes(text: str) -> list[str]:
    return [problem.code for problem in compiled(text).problems]


# ---- running


@pytest.mark.features("R11")
@pytest.mark.parametrize("ending", ["rpg", "RPG"])
@pytest.mark.parametrize("words", [["run"], []], ids=["run", "plain"])
@pytest.mark.parametrize("target", ["python", "c"])
def test_a_script_is_run(tmp_path: Path, ending: str, words: list[str], target: str) -> None:
    """Nothing but its own output, to standard output."""
    script = tmp_path / f"hello.{ending}"
    script.write_text('print("hello"); print(" you\\n\\t"); 3 + 4; print(getString(roll(1d1)));', encoding="utf-8")
    result = run(*words, str(script), "--target", target)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "hello you\n\t1", "")


@pytest.mark.features("R11")
def test_help() -> None:
    assert ".rpg" in run("-h").stdout
    assert run("-h").exit_code == 0


@pytest.mark.features("R11", "R12")
def test_an_error_behind_what_was_printed(tmp_path: Path) -> None:
    script = tmp_path / "broken.rpg"
    script.write_text('print("before");\nprint(getString(1 / 0));\nprint("behind");\n', encoding="utf-8")
    for target in ("python", "c"):
        result = run("run", str(script), "--target", target)
        assert result.exit_code == 1 and result.stderr == ""
        lines = result.stdout.splitlines()
        assert lines[0] == "before" and lines[1].startswith("run-time error[R704] Division by zero")
        assert lines[1].endswith("broken.rpg:2:17")
        assert lines[2:4] == ["    2 | print(getString(1 / 0));", "      |                 ^^^^^"]
        assert "player" not in result.stdout


@pytest.mark.features("R12")
@pytest.mark.parametrize(
    ("text", "stage"),
    [('print("a);', "lexical error[E802]"), ("print(;", "syntax error[E813]"), ("print(1);", "type error[E838]")],
    ids=["lexical", "syntax", "type"],
)
def test_mistakes_name_their_stage(tmp_path: Path, text: str, stage: str) -> None:
    script = tmp_path / "wrong.rpg"
    script.write_text(text, encoding="utf-8")
    for words in (["run"], [], ["check"], ["translate"]):
        result = run(*words, str(script))
        assert result.exit_code == 1 and result.stderr == "", words
        assert result.stdout.startswith(stage) and "wrong.rpg:1:7" in result.stdout and "^" in result.stdout


def test_output_comes_as_it_is_printed(tmp_path: Path) -> None:
    script = tmp_path / "slow.rpg"
    text = 'print("first\\n"); fun long(n: Int): Int { long(n + 1); }; long(0);'
    script.write_text(text, encoding="utf-8")
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        assert "R706" in process.stdout.read()
    assert process.returncode == 1


@pytest.mark.parametrize("command", [["bench"], ["solve"], ["convert"]])
def test_what_is_not_for_scripts_says_so(command: list[str]) -> None:
    result = run(*command, str(FIGHT))
    assert result.exit_code == 1 and "script" in result.stderr
    assert run("perft", str(FIGHT), "2").exit_code == 1
    assert run("run", str(FIGHT), "--agents", "first").exit_code == 2


def test_translations() -> None:
    assert "class Entity_with_Strong : Entity" in run("translate", str(FIGHT), "--to", "core").stdout
    assert "def fn_fight(game, v_e1: c_Entity, v_e2: c_Entity) -> c_Entity:" in run("translate", str(FIGHT)).stdout
    assert "typedef" in run("translate", str(FIGHT), "--to", "c", "--whole").stdout


@pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "golden" / "rpg").glob("rpg_*.golden")), ids=lambda p: p.stem)
def test_c_without_warnings(path: Path, tmp_path: Path) -> None:
    from formats import read
    from tgpl.agents.targets import emit_c

    source, command = tmp_path / "script.c", compiler()
    assert command is not None
    source.write_text(emit_c(read(path).compiled()), encoding="utf-8")
    flags = ["-Wall", "-Wextra", "-Werror", "-O0", "-fsyntax-only"]
    done = subprocess.run([*command, *flags, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]


# ---- the listing


@pytest.mark.features("R13")
def test_the_printed_fight(tmp_path: Path) -> None:
    """An error at each slip; without them it is the example."""
    result = compile_rules(Folder.of_main(str(PRINTED)))
    found = [(problem.code, *problem.span.position) for problem in result.problems]
    assert found == [("E812", 38, 6), ("E815", 40, 9), ("E815", 41, 1)]
    text = next(iter(apply_fixes(result.problems).values()))
    mended = text.replace("}\n};  \n", "};\n")
    assert compiled(mended).playable
    example = compiled(FIGHT.read_text(encoding="utf-8")).game()
    assert compiled(mended).game().start(5).log == example.start(5).log


@pytest.mark.features("R13")
def test_the_fight_ends() -> None:
    result = compile_rules(Folder.of_main(str(FIGHT)))
    game, native = result.game(), result.native(QUICK)
    winners: dict[str, int] = {}
    for seed in range(1000):
        played = native.play(seed, agent="first", most_moves=1)
        assert played.ended == "winner" and played.log[-1].endswith(" has won!\n")
        winners[played.log[-1]] = winners.get(played.log[-1], 0) + 1
        if seed % 10 == 0:
            assert game.start(seed).log == played.log
    assert len(winners) == 2 and min(winners.values()) > 100


# ---- texts that try to harm


@pytest.mark.features("R12")
@pytest.mark.parametrize(
    "text",
    [
        "print(" + "(" * 10_000 + "1" + ")" * 10_000 + ");",
        "print(" + "-" * 10_000 + "1);",
        "print(" + "1 + " * 10_000 + "1);",
        'print("" ' + '++ "" ' * 10_000 + ");",
        "print(" + "[" * 10_000 + "]" * 10_000 + ");",
        "x" + ".Y" * 10_000 + ";",
        "f(" * 10_000 + ")" * 10_000 + ";",
        "if true then " * 10_000 + "1;",
        "if true then 1 else " * 10_000 + "1;",
        "if true then {" * 10_000 + "};" * 10_000,
        "fun f(x: " + "List[" * 10_000 + "Int" + "]" * 10_000 + ") { };",
    ],
    ids=lambda text: text[:14],
)
def test_nesting(text: str) -> None:
    assert codes(text) == ["E817"]


@pytest.mark.features("R12")
def test_sizes() -> None:
    assert codes(f'print("{"x" * (LONGEST_TEXT + 1)}");') == ["E804"]
    assert codes("// " + "x" * LONGEST_FILE) == ["E801"]
    assert codes("set x = " + "9" * 100_000 + ";") == ["E807"]
    assert len(compiled("$ " * 10_000).problems) == 20
    assert len(compiled("then; " * 10_000).problems) == 100


@pytest.mark.features("R12")
def test_no_text(tmp_path: Path) -> None:
    (tmp_path / "picture.rpg").write_bytes(b'print("a");\n\xff\xfe')
    problems = compile_rules(Folder.of_main(str(tmp_path / "picture.rpg"))).problems
    assert [(problem.code, problem.span.position) for problem in problems] == [("E800", (2, 1))]
    assert [problem.code for problem in compile_rules(Folder.of_main(str(tmp_path / "missing.rpg"))).problems] == [
        "E800"
    ]


@pytest.mark.features("R12")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("print(getString(1 / 0));", "R704"),
        ("print(getString(roll(1d6 / (1d1 - 1))));", "R704"),
        ("fun f(n: Int): Int { 1 + f(n); }; f(1);", "R707"),
        ("fun f(n: Int): Int { f(n); }; f(1);", "R706"),
        ('fun f(t: String): String { f(t ++ t); }; f("ab");', "R713"),
        ("fun f(l: List[Int]): List[Int] { f(l ++ l); }; f([1]);", "R706 R713"),
        ("fun f(d: Dice): Dice { f(d + d); }; f(1d6);", "R713"),
        ('fun f() { print(""); f(); }; f();', "R713"),
        ("A { F: [A] }; A;", "R707"),
        ("roll(1000000d6);", "R713"),
        ("9007199254740991 + 1;", "R705"),
    ],
)
def test_endless_scripts_stop_soon(text: str, code: str) -> None:
    with processor_time(60):
        state = compiled(text).game().start()
    assert state.error is not None and state.error.code in code.split()
    native = compiled(text).native(QUICK).play(0, most_moves=1)
    assert native.error is not None and native.error[0] == state.error.code


# ---- what looks alike


def test_names_of_other_languages() -> None:
    """What Python, C and the runtime call their own can be a name here."""
    text = """
    Object { Self: 1, None: "n", Kind: 2 };
    List_ { Game: 1 }; Variables { X: 1 }; Local extends Object { }; BlankTile { A: 1 }; Table { };
    trait Owned for Object { Fill: 3 }; trait Free { Shown: "s" };
    fun lambda(class_: Int, self: Int): Int { set game = class_ + self; set describe = game; describe; };
    fun new_Object(): Int { 5; };
    fun list_text(def: Object): String { getString(def); };
    fun setup(): Int { 1; };
    set event = lambda(1, 2); set int = event; set register = int; set kept = 1;
    print(getString(register) ++ getString(new_Object()) ++ list_text(Local with Owned and Free) ++ getString(setup()));
    print(getString([List_]) ++ getString(Variables) ++ getString(BlankTile) ++ getString(Table));
    set log = kept + if kept == 1 then 2 else 3; print(getString(log));
    """
    result = compiled(text)
    assert verify(result.program()) == []
    state = result.game().start()
    assert state.error is None
    assert "".join(state.log).startswith(
        "35anonymous {\n  Fill: 3\n  Kind: 2\n  None: n\n  Self: 1\n  Shown: s\n}\n1[List_ {"
    )
    assert result.native(QUICK).play(0, most_moves=1).log == state.log


def test_order_of_evaluation() -> None:
    """From left to right, also where a later part has blocks in it; and a field once."""
    say = "fun say(n: Int): Int { print(getString(n)); n; };"
    assert output(f"{say} say(1) + say(2) * (if say(3) == 3 then say(4) else 0) - say(5);") == "12345"
    assert output(f"{say} [say(1), if true then {{ say(2); say(3); }} else 0, say(4)];") == "1234"
    assert (
        output(f"{say} A {{ Y: say(2) + base_(X), X: say(1), Z: X + X + Y }}; fun base_(n: Int): Int {{ n; }}; A;")
        == "12"
    )
    assert (
        output(f"{say} A {{ X: say(1) }}; B extends A {{ X: base.X + base.X }}; C extends A {{ X: say(2) }}; B; C;")
        == "12"
    )
    assert output("set x = 1; print(getString(x + if true then { set x = 5; x; } else 0));") == "6"


@pytest.mark.features("R10")
@pytest.mark.parametrize("condition", ["x == {}", "(if x == {} then true else false)"], ids=["plain", "with blocks"])
def test_long_chains(condition: str) -> None:
    """A hundred `else if` are no tower."""
    links = "".join(f"if {condition.format(i)} then {i * i} else " for i in range(100))
    text = f"fun f(x: Int): Int {{ {links} 0 - 1; }}; set x = 98; print(getString([{links} 5, f(99), f(0), f(100)]));"
    result = compiled(text)
    state = result.game().start()
    assert state.log == ["[9604, 9801, 0, -1]"]
    assert result.native(QUICK).play(0, most_moves=1).log == state.log
    assert output("print(" + " ++ ".join(['"a"'] * 101) + ");") == "a" * 101


@pytest.mark.parametrize("seed", range(12))
def test_random_scripts_run_alike(seed: int) -> None:
    """`tests/kit/programs/script.py` writes them; only fields that need each other can be wrong in one."""
    result = compiled(script(seed))
    if any(problem.code == "E852" for problem in result.problems):
        return
    assert result.playable, to_terminal(result.problems)
    assert verify(result.program()) == []
    state, played = result.game().start(seed), result.native(QUICK).play(seed, most_moves=1)
    error = None if state.error is None else (state.error.code, state.error.place, 0)
    assert (played.log, played.error, played.ended) == (state.log, error, state.ended)


def test_towers_stay_within_what_python_can_call(tmp_path: Path) -> None:
    """As high as they may be: in a process of its own, because the tests allow themselves more."""
    block = text = '"x"'
    for _ in range(4):
        block = f'(if 1 == 1 then {{ {block}; }} else "")' + ' ++ ""' * 41
    for _ in range(7):
        text = f"({text})" + ' ++ ""' * 30
    call = "1"
    for _ in range(30):
        call = f"f({call} + 1)"
    script = tmp_path / "tower.rpg"
    tower = f"fun f(x: Int): Int {{ x; }}; print({block}); print({text}); print(getString({call}));"
    sums = f"print(getString({'1 + ' * 60}1)); print(getString({'[' * 58}{']' * 58}));"
    script.write_text(f"{tower}\n{sums}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tgpl", str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[:500] + done.stderr[-500:]
    assert done.stdout == "xx3161" + "[" * 58 + "]" * 58


@pytest.mark.features("R12")
@pytest.mark.parametrize("code", ["E803", "E805", "E810", "E812", "E816", "E818", "E819", "E827"])
def test_slips_are_mended(code: str) -> None:
    """What `check --fix` does with the wrong example of each story."""
    wrong = next(example.text for example in load_stories()[code].examples if not example.right)
    mended = next(iter(apply_fixes(compiled(wrong).problems).values()))
    assert codes(mended) == []
