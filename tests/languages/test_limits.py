"""Texts that try to harm: each gets one clear error with its place, quickly, and the tool stays whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tgpl.compile import Result, compile_rules
from tgpl.languages.common.lexing import LONGEST_FILE, LONGEST_TEXT
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Folder, Texts

HEAD = 'game "x";\nplayers 2;\n'


def compiled(text: str) -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": text}))


def only(result: Result, code: str) -> None:
    assert [problem.code for problem in result.problems] == [code]
    assert to_terminal(result.problems)


def test_a_string_of_five_megabytes() -> None:
    result = compiled(f'{HEAD}setup {{ log("{"x" * 5_000_000}"); }}')
    only(result, "E006")
    assert result.problems[0].span.position == (3, 13)
    assert LONGEST_TEXT < 5_000_000


def test_a_file_of_nine_megabytes() -> None:
    only(compiled(HEAD + "// " + "x" * 9_000_000), "E001")
    assert LONGEST_FILE < 9_000_000


@pytest.mark.parametrize(
    "body",
    [
        "log(" + "(" * 10_000 + "1" + ")" * 10_000 + ");",
        "log(" + "-" * 10_000 + "1);",
        "log(" + "!" * 10_000 + "true);",
        "log(" + "1 + " * 10_000 + "1);",
        "log(" + "2 ^ " * 10_000 + "1);",
        "log(x" + ".y" * 10_000 + ");",
        "log(x" + "[0]" * 10_000 + ");",
        "List<number> l = " + "{" * 10_000 + "}" * 10_000 + ";",
        "List<" * 10_000 + "number" + ">" * 10_000 + " l;",
        "{" * 10_000 + "}" * 10_000,
        "if (true) " * 10_000 + "log(1);",
        "log(new A() { a = " * 10_000,
    ],
    ids=lambda body: body[:12],
)
def test_nesting(body: str) -> None:
    only(compiled(f"{HEAD}setup {{ {body} }}"), "E106")


def test_a_long_chain_of_else_if_is_fine() -> None:
    branches = " else ".join(f"if (n == {i}) {{ log({i}); }}" for i in range(2_000))
    result = compiled(f"{HEAD}setup {{ number n = 1999; {branches} winner 0; }}")
    assert result.problems == []
    assert result.game().start().log == ["1999"]


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "main.tgpl").write_bytes(HEAD.encode() + b'setup { log("\xff"); }')
    only(compile_rules(Folder.of_main(str(tmp_path / "main.tgpl"))), "E002")


def test_imports_stay_in_the_folder(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tgpl"
    secret.write_text("class Secret {}")
    folder = tmp_path / "game"
    folder.mkdir()
    os.symlink(secret, folder / "link.tgpl")
    os.mkfifo(folder / "pipe.tgpl")
    for path, code in (
        ("../secret.tgpl", "E211"),
        ("../../etc/passwd", "E211"),
        ("/etc/passwd", "E211"),
        ("sub/../../secret.tgpl", "E211"),
        ("link.tgpl", "E211"),
        ("C:\\\\secret.tgpl", "E211"),
        ("pipe.tgpl", "E212"),
        ("missing.tgpl", "E210"),
    ):
        (folder / "main.tgpl").write_text(f'{HEAD}import "{path}";\nsetup {{ }}\n')
        only(compile_rules(Folder.of_main(str(folder / "main.tgpl"))), code)


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.tgpl").write_text(f'{HEAD}import "other.tgpl";\nsetup {{ }}\n')
    (tmp_path / "other.tgpl").write_bytes(b" " * 40_000_000)
    only(compile_rules(Folder.of_main(str(tmp_path / "main.tgpl"))), "E212")


def test_imports_in_a_circle() -> None:
    texts = {
        "main.tgpl": f'{HEAD}import "other.tgpl";\nclass A {{ B b2; }}\nsetup {{ log("fine"); winner 0; }}',
        "other.tgpl": 'import "main.tgpl";\nclass B { A a; }',
    }
    result = compile_rules(Texts("main.tgpl", texts))
    assert result.problems == []
    assert result.game().start().log == ["fine"]


def test_names_that_mean_something_in_python() -> None:
    """Whatever a designer calls things, Python does not mind."""
    names = "self game event_ None_ class_ def lambda import_ print float int Table_ Action __init__ __class__ _game _x".split()
    attributes = "".join(f"number {name} = {i};\n" for i, name in enumerate(names))
    reads = "".join(f"total += {name};\n" for name in names)
    locals_ = "".join(f"number {name} = s.{name};\nother += {name};\n" for name in names)
    source = f"""{HEAD}
class S {{ {attributes} function Sum {{ returns number; effect {{ number total = 0; {reads} return total; }} }} }}
global class log_ {{ number players = 3; }}
function yield {{ function input number from; returns number; effect {{ return from + 1; }} }}
setup {{ S s = new S() {{ def = 100; }}; number other = 0; {locals_} log(s.Sum() == other); log(yield(from: 2)); log(log_.players); winner 0; }}
"""
    result = compiled(source)
    assert result.problems == []
    assert result.game().start().log == ["true", "3", "3"]


def test_texts_cannot_break_out_of_their_quotes() -> None:
    nasty = "\\\" + __import__('os') + \\\"  ''' \\\\ \\n {x} %s \\u0000 \\ue000"
    result = compiled(f'game "{nasty}";\nplayers 2;\nsetup {{ log("{nasty}"); winner 0; }}')
    assert result.problems == []
    assert result.game().start().log == ["\" + __import__('os') + \"  ''' \\ \n {x} %s \x00 \ue000"]


def test_names_that_stand_in_the_translation() -> None:
    """Names that a translated module gives to parts of its own."""
    result = compiled(
        f"""{HEAD}
event name {{}} event order {{}} event enabled {{}} event E {{}} event on_E {{}}
function setup_2 {{ returns number; effect {{ return 7; }} }}
function count {{ function input number first; returns number; effect {{ if (first <= 0) {{ return 0; }} return 1 + count(first: first - 1); }} }}
class A {{ number self = 4; }}
class A_turn_ {{}}
global class S {{
  number seen = 0;
  action Name {{ require {{ return seen == 0; }} require {{ return true; }} trigger name {{ return true; }} effect {{ seen += 1; }} }}
  action Order {{ trigger order; effect {{ seen += 10; }} }}
  action On {{ trigger E {{ return false; }} trigger on_E {{ return true; }} trigger enabled; effect {{ seen += 100; }} }}
}}
turn A {{ phase phase {{ effect {{ log("phase"); }} }} phase default {{ effect {{ log("default"); winner 0; }} }} }}
setup {{
  event.throw_sync(new name()); event.throw_sync(new order()); event.throw_sync(new on_E()); event.throw_sync(new enabled());
  A a = new A() {{ self = 5; }}; A_turn_ b = new A_turn_(); log(b);
  log(S.seen); log(a.self); log(count(first: 3)); log(setup_2());
}}
"""
    )
    assert [p for p in result.problems if p.severity == "error"] == []
    assert result.game().start().log == ["A_turn_", "211", "5", "3", "7", "phase", "default"]


PIECES = "interactable P {} tile T {} board B { group G { geometry square; grid { T; } } }"
LOOP = "for (number i = 0; i < 1000000; i += 1)"
EXPENSIVE = {
    "look ahead": """class C {} global class S { List<C> all = {};
        action A { trigger PlayerChoiceEvent; input C a in all; input C b in all; input C c in all { return false; }
        effect { winner 0; } } }
        setup { for (number i = 0; i < 300; i += 1) { S.all.add(new C()); } }""",
    "ranges": """global class S { action A { trigger PlayerChoiceEvent; input number a from 1 to 10000;
        input number b from 1 to 10000 { return false; } effect { winner 0; } } } setup {}""",
    "auto": f"""class C {{}} global class S {{ List<C> all = {{}};
        action A {{ auto input List<C> l in all {{ filter x {{ return x != null; }} }} effect {{ l.clear(); }} }} }}
        setup {{ for (number i = 0; i < 5000; i += 1) {{ S.all.add(new C()); }} {LOOP} {{ S.A(); }} }}""",
    "nested texts": f"""setup {{ Table<string> t = {{ {{1, "x"}} }}; Table<Table<string>> k;
        Table<List<number>> a = {{}}; List<List<number>> inner = {{}}; {LOOP} {{ inner.append(inner.copy()); log(inner.length); inner.add({{1, 2}}); log("" + inner); }} log(t); log(k); log(a); }}""",
    "is": f"""class A {{}} class B : A {{}} setup {{ List<A> l = {{}}; for (number i = 0; i < 50000; i += 1) {{ l.add(null); }}
        number n = 0; {LOOP} {{ if (l is List<B>) {{ n += 1; }} }} }}""",
    "pieces": f"""{PIECES} setup {{ B b = new B(); for (number i = 0; i < 3000; i += 1) {{ P p = new P(); p.move_to(b.G[0][0]); }}
        number n = 0; {LOOP} {{ n += b.G[0][0].pieces.length; }} }}""",
    "many on a tile": f"""{PIECES} setup {{ B b = new B(); {LOOP} {{ P p = new P(); p.move_to(b.G[0][0]); }} }}""",
    "owned": f"""class C {{}} setup {{ List<C> l = {{}}; for (number i = 0; i < 50000; i += 1) {{ l.add(new C()); }}
        number n = 0; {LOOP} {{ if (C[1] == null) {{ n += 1; }} }} }}""",
    "power": f"setup {{ number x = 1.5; {LOOP} {{ x = 1 + x ^ 0.3333; }} }}",
    "shuffle": f"setup {{ List<number> l = {{}}; for (number i = 0; i < 1000; i += 1) {{ l.add(i); }} {LOOP} {{ l.shuffle(); }} }}",
    "find": f"""setup {{ List<number> l = {{}}; for (number i = 0; i < 100000; i += 1) {{ l.add(i); }}
        number n = 0; {LOOP} {{ if (l.contains(-1)) {{ n += 1; }} }} }}""",
}


@pytest.mark.parametrize("name", EXPENSIVE)
def test_work_that_is_hidden_in_one_operation_costs_steps(name: str) -> None:
    result = compiled(HEAD + EXPENSIVE[name])
    assert [p for p in result.problems if p.severity == "error"] == []
    state = result.game().start()
    assert state.ended == "error" and state.error is not None
    assert state.error.code in ("R706", "R713") and state.error.place is not None


def test_a_collection_that_holds_itself() -> None:
    state = (
        compiled(f"{HEAD}setup {{ Table<number> t = {{}}; Table<Table<number>> o = {{}}; o[o] = t; log(o); }}")
        .game()
        .start()
    )
    assert state.error is not None and state.error.code == "R707"


def test_an_import_with_a_zero_byte(tmp_path: Path) -> None:
    (tmp_path / "main.tgpl").write_text(f'{HEAD}import "a\\u0000b";\nsetup {{ }}\n')
    only(compile_rules(Folder.of_main(str(tmp_path / "main.tgpl"))), "E211")


def test_an_object_that_begins_with_another_of_its_kind() -> None:
    """Counted by us, not by Python: the error is the same wherever it is played."""
    state = compiled(f"{HEAD}class Doll {{ Doll inner = new Doll(); }} setup {{ log(new Doll()); }}").game().start()
    assert state.error is not None and state.error.code == "R707" and state.error.place is not None
    assert "1000 calls" in state.error.message
