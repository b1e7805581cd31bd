"""Programs in Senet, as a user writes them; what they mean is in golden/senet, and played on both targets by test_native."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from formats import read
from games import PLAYABLE_GOLDENS, QUICK
from processor import processor_time
from tgpl.apps.cli import tgpl
from tgpl.compile import Result as Compiled
from tgpl.compile import compile_rules
from tgpl.core.verify import verify
from tgpl.languages.common.lexing import LONGEST_FILE, LONGEST_TEXT
from tgpl.native.toolchain import compiler
from tgpl.text.diagnostics import apply_fixes, to_terminal
from tgpl.text.files import Folder, Texts

ROOT = Path(__file__).parent.parent.parent
PRINTED = ROOT / "tests" / "listings" / "tictactoe-as-printed.snt"


def run(*words: str) -> Result:
    return CliRunner().invoke(tgpl, words)


def compiled(text: str) -> Compiled:
    return compile_rules(Texts("main.snt", {"main.snt": text}))


def program(turn: str, setup: str = "") -> str:
    return f"@setup {{ {setup} }}\n@turns {{ begin() {{ {turn} }} }}\n"


def codes(text: str) -> list[str]:
    return [problem.code for problem in compiled(text).problems]


def output(text: str, seed: int = 0) -> str:
    """On both targets."""
    result = compiled(text)
    assert result.playable, to_terminal(result.problems)
    assert verify(result.program()) == []
    state = result.game().start(seed)
    assert state.error is None, state.error.message
    assert result.native(QUICK).play(seed, most_moves=1).log == state.log
    return "".join(state.log)


# ---- the commands


@pytest.mark.features("S12")
@pytest.mark.parametrize("ending", ["snt", "SNT"])
def test_a_program_is_checked_and_translated(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"hello.{ending}"
    file.write_text(program('print("hello\\n"); end;', "Rect board(3, 3);"), encoding="utf-8")
    assert run("check", str(file)).exit_code == 0
    assert 'log("hello\\n")' in run("translate", str(file), "--to", "core").stdout
    assert "def fn_begin(game) -> None:" in run("translate", str(file)).stdout
    assert "typedef" in run("translate", str(file), "--to", "c", "--whole").stdout
    assert run("run", str(file)).stdout == "hello\n"


@pytest.mark.features("S14")
def test_mistakes_are_told_with_their_places(tmp_path: Path) -> None:
    file = tmp_path / "wrong.snt"
    file.write_text("@setup { int n = True; }\n@turns { begin() { break; } }\n", encoding="utf-8")
    for command in ("check", "translate", "run"):
        result = run(command, str(file))
        assert result.exit_code == 1
        assert (
            "wrong.snt:1:18" in result.output and "wrong.snt:2:20" in result.output and "Traceback" not in result.output
        )


@pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
@pytest.mark.parametrize(
    "path", [path for path in PLAYABLE_GOLDENS if path.parent.name == "senet"], ids=lambda path: path.stem
)
def test_c_without_warnings(path: Path, tmp_path: Path) -> None:
    from tgpl.agents.targets import emit_c

    source, command, result = tmp_path / "game.c", compiler(), read(path).compiled()
    assert command is not None
    source.write_text(emit_c(result), encoding="utf-8")
    flags = ["-Wall", "-Wextra", "-Werror", "-O0", "-fsyntax-only"]
    done = subprocess.run([*command, *flags, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]


# ---- the listing


@pytest.mark.features("S13")
def test_the_printed_listing() -> None:
    """An error at each slip."""
    result = compile_rules(Folder.of_main(str(PRINTED)))
    found = {(problem.code, problem.span.position[0]) for problem in result.problems}
    slips = {
        ("E962", 5),  # no type before the name
        ("E923", 6),  # no braces round the values
        ("E926", 13),  # and no parenthesis behind them
        ("E948", 15), ("E948", 16), ("E948", 17),  # the group instead of `this`
        ("E929", 27), ("E941", 27), ("E930", 28),  # no parentheses, no `this`, no braces
        ("E929", 33), ("E961", 32),  # no parentheses; closed before its `return`
        ("E931", 39), ("E925", 40), ("E925", 45),  # what is outside for that reason
        ("E913", 52), ("E913", 54),  # other quotes
        ("E945", 64), ("E919", 65),  # declared twice, `&&`
        ("E922", 82),  # no `;`
        ("E931", 88), ("E940", 88), ("E925", 101),  # closed too early again; nowhere a `B`
    }  # fmt: skip
    assert slips <= found
    text = next(iter(apply_fixes(result.problems).values()))
    left = {problem.code for problem in compiled(text).problems}
    assert not left & {"E913", "E919", "E922", "E926", "E929", "E930"}


# ---- the spellings


@pytest.mark.features("S1", "S3", "S10")
def test_both_spellings_mean_the_same() -> None:
    manual = """
    @setup {
        group Mark (Piece) { fixed = True; };
        group b (Boards.Rect(3,3)) { };
        b B;
        list<int> l;
        N_PLAYERS = 2;
        void show(list<int> l) { print(l, B.cells[4], B.owns(4)); }
    }
    @turns { begin () { if (Mark >> B [1,1]) { l = [1, 2]; } show(l); exit(); } }
    """
    later = """
    @setup {
        group Mark(Piece) { bool fixed = True; };
        group b(Rect(3, 3)) { }
        group b B;
        list[int] l;
        int N_PLAYERS = 2;
        func void show(list[int] l) { print(l, B.cells[4], B.owns(4)); }
    }
    @turns { func void begin() { group Mark m; if (m >> B >> [1, 1]) { l = [1, 2]; } show(l); end; } }
    """
    assert output(manual) == output(later) == "[1, 2]0"


@pytest.mark.features("S1")
def test_only_keywords_are_reserved() -> None:
    """What Python, C, the runtime and the library call their own can be a name here."""
    names = (
        "begin_ read print stoi Boards Rect cells owner repr self game log None_ class def struct long event Variables"
    )
    setup = " ".join(f"int {name} = {i};" for i, name in enumerate(names.split()))
    setup += " group Table(Object) { int kind; int at; int fill(int player) { return player + this.kind; } };"
    setup += (
        " group Card(Piece) { int blank; int shape = 3; }; Table lambda; Card card; int this_(int new) { return new; }"
    )
    shown = output(program("print(read + Rect, lambda.fill(3), card.shape, card.blank, this_(4), register(2)); end;",
                           setup + " int register(int register) { int volatile = register; return volatile; }"))  # fmt: skip
    assert shown == "633042"


@pytest.mark.features("S8", "S14")
@pytest.mark.parametrize(
    ("turn", "setup", "code"),
    [
        ("continue;", "", "E954"),
        ("end;", "return 3;", "E954"),
        ("end;", "void f() { end; }", "E954"),
        ("end;", "void f() { pass(begin, 0); }", "E954"),
        ("f(); end;", "int f() { while (True) { break; } }", "E961"),
        ("end;", "void f() { begin(); }", "E941"),
        ("int x = 1; int x = 2; end;", "", "E945"),
        ("{ int x = 1; } print(x); end;", "", "E940"),
        ("print(f(1)); end;", "int f(str s) { return 1; }", "E959"),
        ("print([] + []); end;", "", "E957"),
        ("print(1 == True); end;", "", "E957"),
        ("print(1 == None); end;", "", "E957"),
        ("if (1) { } end;", "", "E956"),
        ("for (x in 3) { } end;", "", "E956"),
        ("for (str s in {1, 2}) { } end;", "", "E956"),
        ("b.occupied = []; end;", "Rect b(2, 2);", "E936"),
        ("print(b.__shape); end;", "Rect b(2, 2);", "E943"),
        ("b.__clear(3); end;", "Rect b(2, 2);", "E943"),
        ("Rect r(1); end;", "", "E959"),
        ("print(Boards.Cube(1)); end;", "", "E941"),
        ("end;", "group Piece(Object) { };", "E945"),
        ("end;", "group A(B) { B b; }; group B(Object) { A a; };", "E950"),
        ("end;", "group A(Object) { int f() { return 1; } bool f() { return True; } };", "E945"),
        ("end;", "group A(Object) { int repr() { return 1; } };", "E956"),
        ("this.x = 3; end;", "", "E947"),
        ("Piece >> b[]; end;", "Rect b(2, 2);", "E923"),
        ("end;", "group A(Object) {\nwhile (True) { }\nint x; };", "E923"),
    ],
)
def test_static_checks(turn: str, setup: str, code: str) -> None:
    assert set(codes(program(turn, setup))) == {code}


# ---- texts that try to harm


@pytest.mark.features("S14")
@pytest.mark.parametrize(
    "text",
    [
        program("print(" + "(" * 10_000 + "1" + ")" * 10_000 + ");"),
        program("print(" + "-" * 10_000 + "1);"),
        program("print(" + "not " * 10_000 + "True);"),
        program("print(" + "1 + " * 10_000 + "1);"),
        program("print(" + "[" * 10_000 + "]" * 10_000 + ");"),
        program("x" + ".y" * 10_000 + ";"),
        program("x" + "[0]" * 10_000 + ";"),
        program("x = " * 10_000 + "1;"),
        program("f(" * 10_000 + ")" * 10_000 + ";"),
        program("{" * 10_000 + "}" * 10_000),
        program("if (True) {" * 10_000 + "}" * 10_000),
        program("", "list<" * 10_000 + "int" + ">" * 10_000 + " l;"),
    ],
    ids=lambda text: text[30:44],
)
def test_nesting(text: str) -> None:
    assert "E927" in codes(text)


@pytest.mark.features("S14")
def test_sizes(tmp_path: Path) -> None:
    assert codes(program(f'print("{"x" * (LONGEST_TEXT + 1)}"); end;')) == ["E914"]
    assert codes("# " + "x" * LONGEST_FILE)[0] == "E911"
    assert codes(program("print(" + "9" * 100_000 + "); end;")) == ["E917"]
    assert len(compiled("$ " * 10_000).problems) <= 25
    assert len(compiled(program("] ; " * 10_000)).problems) == 100
    (tmp_path / "picture.snt").write_bytes(b"@setup { }\n\xff\xfe")
    assert [p.code for p in compile_rules(Folder.of_main(str(tmp_path / "picture.snt"))).problems] == ["E910"]
    assert [p.code for p in compile_rules(Folder.of_main(str(tmp_path / "missing.snt"))).problems] == ["E910"]


@pytest.mark.features("S14")
@pytest.mark.parametrize(
    ("turn", "setup", "code"),
    [
        ("print(1 / 0);", "", "R704"),
        ("print(1 % 0);", "", "R704"),
        ("print([1][1]);", "", "R702"),
        ("print([1][-1]);", "", "R702"),
        ("f(1);", "int f(int n) { return 1 + f(n); }", "R707"),
        ("while (True) { }", "", "R706"),
        ("Rect r(2000, 2000);", "", "R713"),
        ('str s = "ab"; while (True) { s = s + s; }', "", "R713"),
    ],
)
def test_endless_programs_stop_soon(turn: str, setup: str, code: str) -> None:
    result = compiled(program(turn, setup))
    with processor_time(60):
        state = result.game().start()
    assert state.error is not None and state.error.code == code
    native = result.native(QUICK).play(0, most_moves=1)
    assert native.error is not None and native.error[0] == code


@pytest.mark.features("S2")
def test_numbers_of_32_bits() -> None:
    """As C and Java calculate, for numbers of every size."""
    setup = "int seed = 12345; int other = -7; int next() { seed = seed * 1103515245 + 12345; return seed; }"
    turn = """int i = 0;
    while (i < 300) {
        int a = next(); int b = next() / (i * i * i + 1); int c = a * b; other = other * 31 - a;
        if (b != 0) { print(a / b, " ", a % b, " "); }
        print(c, " ", a + b, " ", a - b, " ", -a, " ", other, " ", other < a, "\\n");
        i = i + 1;
    }
    end;"""
    lines = []

    def wrap(x: int) -> int:
        return (x + 2**31) % 2**32 - 2**31

    def cut(x: int, y: int) -> int:
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)

    seed, other = 12345, -7
    for i in range(300):
        seed = a = wrap(seed * 1103515245 + 12345)
        seed = wrap(seed * 1103515245 + 12345)
        b = cut(seed, i * i * i + 1)
        other = wrap(other * 31 - a)
        quotients = f"{wrap(cut(a, b))} {a - cut(a, b) * b} " if b else ""
        shown = [str(wrap(x)) for x in (a * b, a + b, a - b, -a, other)]
        lines.append(quotients + " ".join([*shown, str(other < a).lower()]))
    assert output(program(turn, setup)).splitlines() == lines
