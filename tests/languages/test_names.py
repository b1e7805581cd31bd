"""Names of rule texts: whatever they are, they stay names, on every target and in every language."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
import types
import unicodedata
from collections.abc import Generator
from random import Random

import pytest

from games import QUICK, TESTS
from tgpl.compile import Result, compile_rules
from tgpl.emit.c.layout import runtime_text
from tgpl.languages.common.identifiers import find_stranger, normalize
from tgpl.languages.rpg.syntax import lex as rpg
from tgpl.languages.senet.syntax import lex as senet
from tgpl.languages.tgpl.check import builtins as predefined
from tgpl.languages.tgpl.syntax import lex as tgpl
from tgpl.native.toolchain import compiler
from tgpl.runtime import rules
from tgpl.runtime.board import Board, Tile
from tgpl.runtime.entity import Local
from tgpl.runtime.match import Match
from tgpl.runtime.piece import Deck
from tgpl.text.files import Texts
from tgpl.text.mangling import (
    ACTION,
    ATTRIBUTE,
    CLASS,
    FUNCTION,
    INPUT,
    MANGLED,
    PHASE,
    TURN,
    VARIABLE,
    demangle,
    mangle,
)
from tgpl.text.source import SourceFile

LETTERS = [chr(code) for code in range(0x110000) if chr(code).isalnum() or code == 0x5F]  # what `\w` is
C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas
    _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas alignof bool
    constexpr false nullptr static_assert thread_local true typeof typeof_unqual asm __asm__ __attribute__ __inline __signed
    __volatile__ __func__ __FILE__ __LINE__ __DATE__ __TIME__ __STDC__ __STDC_VERSION__ __COUNTER__ __SIZE_TYPE__ __GNUC__
    __TINYC__ __builtin_offsetof __builtin_expect __builtin_va_list __linux __linux__ linux unix i386 __x86_64__ _Pragma
    defined NULL EOF errno stdin stdout main printf malloc free memcpy memset longjmp setjmp abort exit system _start _end
    environ signal I complex noreturn INFINITY NAN""".split()
KINDS = (CLASS, FUNCTION, ATTRIBUTE, ACTION, INPUT, VARIABLE, TURN, PHASE)


def _generator() -> Generator[int, None, None]:
    yield 1


def python_words() -> list[str]:
    """Everything that Python or the runtime gives a meaning to."""
    frame = sys._getframe()
    things: tuple[object, ...] = (
        object, type, types, compile, _generator, _generator(), frame, _generator.__code__, KeyError(), [].append, 1.0, "",
        super, property, rules, Match, Local, Tile, Board, Deck, rules.Action, rules.Input, rules.Turn,
    )  # fmt: skip
    words = {name for thing in things for name in dir(thing)} | set(dir(builtins))
    words |= {*keyword.kwlist, *keyword.softkwlist, *rules.__all__, "self", "game", "event", "RULES", "LOGIC", "setup"}
    words |= {f"__{word.strip('_')}" for word in words if word.startswith("__")}
    return sorted(word for word in words if word.isidentifier())


def c_words() -> list[str]:
    """C's words, and of the runtime's every seventh."""
    runtime = sorted(set(re.findall(r"[A-Za-z_]\w*", runtime_text())))
    return [*C_WORDS, *runtime[::7], "v_x", "a_x", "g_x", "g_new_A", "t1_", "place_", "old_", "_ue9", "_Ue9_", "é"]


def usable(words: list[str]) -> list[str]:
    """Without what the language itself keeps, and what the programs below call their own parts."""
    kept = {*tgpl.RESERVED, *predefined.EXPRESSION_WORDS, *predefined.declare_predefined(), *predefined.FUNCTIONS}
    kept |= set("fail dice not groups Field Card Attributes Methods Actions Map Parameters Variables TheEnd".split())
    return [word for word in dict.fromkeys(words) if word not in kept]


def test_every_letter_stays_itself() -> None:
    """A name that a lexer lets through is spelled in ASCII, as nothing else is, and can be read back."""
    spellings: dict[str, str] = {}
    for letter in LETTERS:
        word = f"x_{letter}U"
        if find_stranger(word) is None:
            name = normalize(word)
            assert name.isidentifier() and normalize(name) == name
            made = mangle(VARIABLE, name)
            assert made.isascii() and made.isidentifier() and MANGLED.fullmatch(made) and demangle(made) == name
            assert spellings.setdefault(made, name) == name


@pytest.mark.parametrize("lexer", [tgpl, rpg, senet], ids=["tgpl", "rpg", "senet"])
def test_every_letter_in_a_text(lexer: types.ModuleType) -> None:
    words = [word for letter in LETTERS for word in (f"q{letter}",) if find_stranger(word) is None]
    tokens, problems = lexer.lex(SourceFile("main", " ".join(words)))
    assert problems == []
    assert tokens.values[:-1] == [normalize(word) for word in words]
    for letter in (letter for letter in LETTERS if find_stranger(f"q{letter}") is not None):
        _, problems = lexer.lex(SourceFile("main", f"  q{letter}z"))
        assert [(problem.span.start, problem.span.end) for problem in problems] == [(3, 4)], letter
        assert "cannot stand in a name" in problems[0].message()


@pytest.mark.parametrize("word", ["²x", "x½", "x৴", "a⒈b", "x⑴", "x🄁y", "x²"])
@pytest.mark.parametrize("ending", ["tgpl", "tgdl", "rpg", "snt"])
def test_numbers_in_a_dress_are_no_part_of_names(word: str, ending: str) -> None:
    texts = {
        "tgpl": f'game "x"; players 2; setup {{ number {word} = 1; log({word}); winner 0; }}',
        "tgdl": f"game x; players 2; global state S {{ attr {word}: int = 1; }}",
        "rpg": f"set {word} = 1; {word};",
        "snt": f"@setup {{ int {word} = 1; }} @turns {{ begin() {{ print({word}); end; }} }}",
    }
    result = compile_rules(Texts(f"main.{ending}", {f"main.{ending}": texts[ending]}))
    strange = next(letter for letter in word if not f"q{letter}".isidentifier())
    told = [problem for problem in result.problems if "cannot stand in a name" in problem.message()]
    assert told and all(texts[ending][one.span.start : one.span.end] == strange for one in told)
    assert not result.playable


@pytest.mark.parametrize("name", ["größe", "é", "Ångström", "हिन्दी", "ชื่อ", "שָׁלוֹם", "ｆｕｌｌ", "ﬁeld", "が"])
@pytest.mark.parametrize("lexer", [tgpl, rpg, senet], ids=["tgpl", "rpg", "senet"])
def test_one_name_in_every_form(name: str, lexer: types.ModuleType) -> None:
    """However an editor writes it: composed, or as letters and the marks on them."""
    forms = [unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    tokens, problems = lexer.lex(SourceFile("main", " ".join(forms)))
    assert problems == [] and set(tokens.values[:-1]) == {normalize(name)}


def test_kinds_of_names_never_meet() -> None:
    assert len({mangle(kind, "x") for kind in KINDS}) == len(KINDS)
    for word in (*python_words(), *re.findall(r"\w+", runtime_text())):
        assert MANGLED.fullmatch(word) is None or word.startswith("a_"), word
    assert not re.search(r"\b(?:[agv])_\w", runtime_text())


# ---- whole programs

TOPS = {
    "class": ("class {0} {{ number n = {1}; }}", "log(new {0}().n);"),
    "event": ("event {0} {{ number n = {1}; }}", "log(new {0}().n);"),
    "interactable": ("interactable {0} {{ number n = {1}; }}", "log(new {0}().n);"),
    "tile": ("tile {0} {{ number n = {1}; }}", "log(new {0}().n);"),
    "global": ("global class {0} {{ number n = {1}; }}", "log({0}.n);"),
    "deck": ("stack {0} {{ returns Card; }}", "log(new {0}().length() + {1});"),
    "function": ("function {0} {{ returns number; effect {{ return {1}; }} }}", "log({0}());"),
    "board": ("board {0} {{ number n = {1}; group G {{ geometry square; grid {{ Field; }} }} }}", "log(new {0}().n);"),
}


def program(names: list[str], shift: int) -> tuple[str, list[str]]:
    """Every name as everything that has one; at the top, where they share one scope, as one thing after the other."""
    tops, setup, expected = [], [], list[str]()
    for number, name in enumerate(names):
        top = [*TOPS][(number + shift) % len(TOPS)]
        declared, used = TOPS["class" if (top, name) == ("tile", "b") else top]  # `b` is the blank tile of grids
        tops.append(declared.format(name, number))
        setup.append(used.format(name, number))
        expected.append(str(number))
    numbered = list(enumerate(names))
    attributes = " ".join(f"number {name} = {number};" for number, name in numbered)
    methods = " ".join(
        f"function {name} {{ returns number; effect {{ return {number}; }} }}" for number, name in numbered
    )
    actions = " ".join(
        f"action {name} {{ input number {names[-1 - number]} from 1 to 99; effect {{ log({names[-1 - number]}); }} }}"
        for number, name in numbered
    )
    groups = " ".join(f"group {name} {{ geometry square; grid {{ Field; }} }}" for name in names)
    parameters = " ".join(f"function input number {name};" for name in names)
    phases = " ".join(f'phase {name} {{ effect {{ log("{name}"); }} }}' for name in names)
    locals_ = " ".join(f"number {name} = {number};" for number, name in numbered)
    setup += [f"Attributes.{name} += 1; log(Attributes.{name});" for name in names]
    expected += [str(number + 1) for number, _ in numbered]
    setup += [f"log(Methods.{name}());" for name in names]
    expected += [str(number) for number, _ in numbered]
    setup += [f"Actions.{name}({names[-1 - number]}: {number + 7});" for number, name in numbered]
    expected += [str(number + 7) for number, _ in numbered]
    setup += [f"log(Map.{name}.tiles.length);" for name in names]
    expected += ["1" for _ in names]
    setup.append(f"log(Parameters({', '.join(f'{name}: {number}' for number, name in numbered)}));")
    setup.append("log(Variables());")
    total = sum(number for number, _ in numbered)
    expected += [str(total), str(total), *names]
    text = f"""game "names"; players 2;
{chr(10).join(tops)}
tile Field {{}} interactable Card {{}}
global class Attributes {{ {attributes} }}
global class Methods {{ {methods} }}
global class Actions {{ {actions} }}
global board Map {{ {groups} }}
function Parameters {{ {parameters} returns number; effect {{ return {" + ".join(names)}; }} }}
function Variables {{ returns number; effect {{ {locals_} return {" + ".join(names)}; }} }}
turn {names[0]} {{ {phases} phase TheEnd {{ effect {{ winner 0; }} }} }}
setup {{ {" ".join(setup)} }}
"""
    return text, expected


def compiled(text: str, main: str = "main.tgpl") -> Result:
    result = compile_rules(Texts(main, {main: text}))
    assert [problem.message() for problem in result.problems if problem.severity == "error"] == []
    return result


WORDS = usable([*python_words(), *c_words(), *C_WORDS])
AT_ONCE = 60
PARTS = [WORDS[at : at + AT_ONCE] for at in range(0, len(WORDS), AT_ONCE)]


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_names_that_mean_something_elsewhere(part: int) -> None:
    text, expected = program(PARTS[part], part)
    assert compiled(text).game().start().log == expected


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
@pytest.mark.parametrize("part", range(0, len(PARTS), 3))
def test_names_that_mean_something_elsewhere_in_c(part: int) -> None:
    text, expected = program(PARTS[part], part + 1)
    assert compiled(text).native(build=QUICK).play(0).log == expected


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
@pytest.mark.parametrize("shift", range(len(TOPS)))
def test_names_by_which_analyses_know_their_places(shift: int) -> None:
    """A function `attribute` beside an attribute `called` was taken for one place, and the C target never came to an end."""
    words = "attribute called returns local elements whole action function List Stack kinds".split()
    text, expected = program(usable(words), shift)
    assert compiled(text).native(build=QUICK).play(0).log == expected


# ---- the other languages


def script(words: list[str]) -> tuple[str, list[str]]:
    """In RPG: functions and variables, or objects and their fields."""
    small = [word for word in words if not word[0].isupper()]
    large = [word for word in words if word[0].isupper()]
    parts = [f"fun {word}({word}: Int): Int {{ {word} + {number}; }};" for number, word in enumerate(small)]
    parts += [f"set {word} = {word}(1); print(getString({word}));" for word in small]
    parts += [f"{word} {{ {word}: {number} }}; print(getString(({word}).{word}));" for number, word in enumerate(large)]
    return " ".join(parts), [*(str(number + 1) for number in range(len(small))), *map(str, range(len(large)))]


def senet_program(words: list[str]) -> tuple[str, list[str]]:
    """In Senet: groups with a field of their name and functions with such a parameter; variables."""
    groups, functions = words[::2], words[1::2]
    setup = [f"group {word} {{ int {word} = {number}; }}; {word} q{number};" for number, word in enumerate(groups)]
    setup += [f"int {word}(int {word}) {{ return {word} + {number}; }}" for number, word in enumerate(functions)]
    turns = [f"print(q{number}.{word});" for number, word in enumerate(groups)]
    turns += [f"if (True) {{ int x = {word}(1); int {word} = x; print({word}); }}" for word in functions]
    expected = [*map(str, range(len(groups))), *(str(number + 1) for number in range(len(functions)))]
    return f"@setup {{ {' '.join(setup)} }} @turns {{ begin() {{ {' '.join(turns)} end; }} }}", expected


OTHERS = {"main.rpg": (script, rpg.KEYWORDS), "main.snt": (senet_program, senet.KEYWORDS)}
KEPT = frozenset(
    "Int Bool String Dice List Unit Board Piece Rect Object Player Die roll print getString begin x".split()
)


@pytest.mark.parametrize("main", OTHERS)
@pytest.mark.parametrize("part", range(0, len(PARTS), 2))
def test_names_in_other_languages(main: str, part: int) -> None:
    write, keywords = OTHERS[main]
    text, expected = write([word for word in PARTS[part] if word not in keywords and word not in KEPT])
    result = compiled(text, main)
    assert result.game().start().log == expected
    if part % 8 == 0 and (QUICK != "cc" or compiler() is not None):
        assert result.native(build=QUICK).play(0).log == expected


# ---- letters put into names that make sense

EXAMPLES = sorted(
    path
    for path in (TESTS.parent / "examples").rglob("*.*")
    if path.suffix in (".tgpl", ".tgdl", ".rpg", ".snt", ".kif")
)
DRESSED = [letter for letter in LETTERS if find_stranger(f"q{letter}") is not None or normalize(letter) != letter]


@pytest.mark.parametrize("seed", range(30))
def test_letters_put_into_names(seed: int) -> None:
    """Whatever a letter is: the text is refused, or it is a game that can be played and saved."""
    chance = Random(seed)
    path = chance.choice(EXAMPLES)
    text = path.read_text(encoding="utf-8")
    words = sorted(set(re.findall(r"[A-Za-z_]\w*", text)))
    for _ in range(3):
        word, letter = chance.choice(words), chance.choice(chance.choice((LETTERS, DRESSED, ["__", "_U", "_Ue9_"])))
        at = chance.randint(0, len(word))
        text = re.sub(rf"\b{word}\b", f"{word[:at]}{letter}{word[at:]}", text)
    result = compile_rules(Texts(path.name, {path.name: text}))
    if result.playable:
        game = result.game()
        state = game.start(seed)
        assert game.load(state.save()).digest() == state.digest()
