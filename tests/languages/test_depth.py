"""What stands on, behind or inside each other in a text: it simply works, or there is one clear error."""

from __future__ import annotations

import pytest

from samples import sample
from tgpl.compile import Result, compile_rules
from tgpl.native.state import NativeState
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Texts

HEAD = 'game "x";\nplayers 2;\nsetup { log("begun"); winner 0; }\n'


def compiled(name: str, text: str) -> Result:
    return compile_rules(Texts(name, {name: text}))


def classes(count: int) -> list[str]:
    return ["class C0 { number a = 0; }", *(f"class C{i} : C{i - 1} {{ number b{i} = a; }}" for i in range(1, count))]


def objects(count: int) -> list[str]:
    return ["O0 { A: 1 };", *(f"O{i} extends O{i - 1} {{ A: base.A + 1 }};" for i in range(1, count))]


def groups(count: int) -> list[str]:
    return ["group G0 { int a; }", *(f"group G{i} (G{i - 1}) {{ int b{i}; }}" for i in range(1, count))]


def senet(setup: str, turn: str) -> str:
    return f"@setup {{ N_PLAYERS = 2; {setup} }}\n@turns {{ begin () {{ {turn} exit(); }} }}\n"


def loops(count: int) -> str:
    return senet("", f"int i = 0; {'while (i < 1) { ' * count}i = i + 1;{'}' * count}")


def senet_branches(count: int) -> str:
    return senet("", "int i = 0; " + " else ".join(f"if (i == {k}) {{ i = 1; }}" for k in range(count)))


def branches(count: int) -> str:
    chain = " else ".join(f"if (n == {i}) {{ log({i}); }}" for i in range(count))
    return f'game "x"; players 2; setup {{ number n = 1; {chain} winner 0; }}'


def fields(count: int) -> str:
    chain = ", ".join(f"F{i}: F{i + 1} + 1" for i in range(count))
    return f"O {{ {chain}, F{count}: 1 }};\nset o = O;\nprint(getString(o.F0));\n"


def inputs(around: str, kind: str) -> str:
    many = "".join(f"{kind}input number x{i}{'' if kind else ' from 1 to 2'}; " for i in range(900))
    return f"{HEAD}global interactable A {{ {around.format(many)} }}"


def questions(count: int) -> str:
    inner = "x0 > 0"
    for i in range(count - 1, -1, -1):
        inner = f"any x{i} in {{ 1 }} {{ {inner} }}"
    return f'game "x"; players 2; setup {{ log({inner}); winner 0; }}'


TOO_DEEP = {
    "questions": ("x.tgpl", questions(200), "E106"),
    "lists of questions": (
        "x.tgpl",
        f'game "x"; players 2; setup {{ log({"count a in where b in " * 200}{{ 1 }}{" { true }" * 400}); }}',
        "E106",
    ),
    "classes": ("x.tgpl", HEAD + "\n".join(classes(1_500)), "E106"),
    "classes from their end on": ("x.tgpl", HEAD + "\n".join(reversed(classes(1_500))), "E106"),
    "branches": ("x.tgpl", branches(6_000), "E106"),
    "inputs of an action": (
        "x.tgpl",
        inputs("action Go {{ trigger PlayerChoiceEvent; {} effect {{ winner 0; }} }}", ""),
        "E106",
    ),
    "inputs of a function": (
        "x.tgpl",
        inputs("function F {{ {} returns number; effect {{ return 1; }} }}", "function "),
        "E106",
    ),
    "objects": ("x.rpg", "\n".join(objects(3_000)), "E817"),
    "objects from their end on": ("x.rpg", "\n".join(reversed(objects(3_000))), "E817"),
    "fields": ("x.rpg", fields(3_000), "E817"),
    "loops": ("x.snt", loops(21), "E927"),
    "branches in Senet": ("x.snt", senet_branches(6_000), "E927"),
    "groups": ("x.snt", senet("\n".join(groups(3_000)), ""), "E927"),
    "groups from their end on": ("x.snt", senet("\n".join(reversed(groups(3_000))), ""), "E927"),
}


@pytest.mark.parametrize("name", TOO_DEEP)
def test_one_clear_error(name: str) -> None:
    file, text, code = TOO_DEEP[name]
    result = compiled(file, text)
    assert [problem.code for problem in result.problems] == [code]
    assert to_terminal(result.problems)


FINE = {
    "questions": ("x.tgpl", questions(30), ["true"]),
    "classes": ("x.tgpl", HEAD + "\n".join(classes(190)), ["begun"]),
    "objects": ("x.rpg", "\n".join(objects(200)) + "set o = O199; print(getString(o.A));", ["200"]),
    "fields": ("x.rpg", fields(150), ["151"]),
    "loops": ("x.snt", loops(16), []),
    "groups": ("x.snt", senet("\n".join(groups(100)), ""), []),
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_not_too_deep_is_played_alike(name: str) -> None:
    file, text, log = FINE[name]
    result = compiled(file, text)
    assert result.playable, result.problems
    state = result.game().start(1)
    assert state.error is None and state.log == log
    assert result.native("now").play(1).log == log


DEEP_VALUES = {
    "lists": "List<object> m = new List<object>(); m.add(l); l = m;",
    "tables in lists": "List<object> m = new List<object>(); Table<object> t = new Table<object>(); t[1] = l; m.add(t); l = m;",
}


@pytest.mark.parametrize("secret", ["", "private "])
@pytest.mark.parametrize("name", sample(DEEP_VALUES, 1))
def test_collections_that_lie_deep_in_each_other(name: str, secret: str) -> None:
    """They are kept, copied, saved and shown; only to say them as one text is too deep."""
    text = f"""game "x"; players 2; turn t {{ phase p; }}
        setup {{ List<object> l = new List<object>(); for (number i = 0; i < 20000; i += 1) {{ {DEEP_VALUES[name]} }} Box.kept = l; }}
        global class Box {{ List<object> kept; }} class Own {{ {secret}number n = 1; }}
        global interactable A {{
            action Keep {{ trigger PlayerChoiceEvent; effect {{ log(Box.kept.contains(Box.kept)); turn.pass(); }} }}
            action Say {{ trigger PlayerChoiceEvent; effect {{ log(Box.kept); turn.pass(); }} }} }}"""
    result = compiled("x.tgpl", text)
    game = result.game()
    state = game.start(1)
    copy, loaded = state.copy(), game.load(state.save())
    assert copy.digest() == loaded.digest() == state.digest()
    assert state.view(0) == loaded.view(0)
    for one in (copy, loaded):
        one.choose(0)
        assert one.log == ["false"]
    state.choose(1)
    assert state.error is not None and state.error.code == "R707"
    native = NativeState(result.native("now"))
    native.begin(1)
    saved = native.copy()
    saved.choose(0)
    native.choose(1)
    assert saved.log == ["false"] and native.ended == "error"
