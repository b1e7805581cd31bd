"""The C target does what the Python target does, to the byte."""

from __future__ import annotations

import subprocess
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from alike import MOST_MOVES, assert_alike, compiled, in_python, quick
from few_steps import few_steps
from formats import read
from games import EXAMPLES, PLAYABLE_GOLDENS, POSITIONS, QUICK
from programs import files
from programs.small import PROGRAMS
from samples import sample
from tgpl.agents.perft import perft
from tgpl.compile import Result, compile_rules
from tgpl.emit.c.program import emit
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import FLAGS, compiler
from tgpl.runtime.errors import Place, Uncountable
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.text.files import Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")

SEEDS = 3
DEPTHS = {"tris": 3, "connect_four": 3, "reversi": 3, "draughts": 3, "chess": 1, "goofspiel": 2, "workshops": 1}


@pytest.mark.parametrize("path", [*EXAMPLES, *POSITIONS], ids=lambda path: path.stem)
def test_examples_are_played_alike(path: Path) -> None:
    result = compiled(path)
    assert_alike(result.game(), result.native(QUICK), SEEDS)


@pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
@pytest.mark.parametrize("name", ["tris", "honours"])
def test_optimised_games_are_played_alike(name: str) -> None:
    """By the system's compiler, as users have it after a few seconds."""
    result = compiled(next(path for path in EXAMPLES if path.stem == name))
    assert_alike(result.game(), result.native("cc"), SEEDS)


@pytest.mark.parametrize("name", DEPTHS)
def test_moves_are_counted_alike(name: str) -> None:
    result = compiled(next(path for path in EXAMPLES if path.stem == name))
    assert result.native(QUICK).perft(0, DEPTHS[name]) == perft(result.game().start(0), DEPTHS[name])


@pytest.mark.parametrize("path", PLAYABLE_GOLDENS, ids=lambda path: path.stem)
def test_goldens_are_played_alike(path: Path) -> None:
    result = read(path).compiled()
    with enough_steps(path):
        native, game = quick(result), result.game()
        for seed in range(2):
            for agent in ("random", "first"):
                expected = in_python(game, seed, agent, 40)
                found = native.play(seed, agent=agent, most_moves=40)
                assert found == expected
                if expected.error is not None and not expected.choices:
                    return  # it breaks before anybody chooses, and some only when all steps are used up


def enough_steps(path: Path) -> AbstractContextManager[None]:
    """Some only show that what never ends is stopped: for both targets a bit sooner."""
    return few_steps(10) if "endless" in path.stem else nullcontext()


def assert_same_positions(game: Game, native: NativeState, matches: int, most: int) -> None:
    """Positions that are the same to one target are the same to the other, and no others: at every decision."""
    known: dict[str, str] = {}
    for match in range(matches):
        state, chance = game.start(0), Rng(match)
        native.begin(0)
        for _ in range(most):
            mine, its = state.digest(), native.digest()
            assert known.setdefault(mine, its) == its, state.choices
            if state.decision is None or state.ended is not None:
                break
            options = len(state.decision.options)
            state.take(chance.below(options) if options else [])
            native.take(state.choices[-1])
        if not state.choices:
            break  # nobody is ever asked: all matches are this one
    assert len(set(known.values())) == len(known)


@pytest.mark.parametrize("path", [*EXAMPLES, *POSITIONS], ids=lambda path: path.stem)
def test_positions_of_examples_are_told_apart_alike(path: Path) -> None:
    result = compiled(path)
    assert_same_positions(result.game(), NativeState(result.native(QUICK)), 6, 15)


@pytest.mark.parametrize("path", PLAYABLE_GOLDENS, ids=lambda path: path.stem)
def test_positions_of_goldens_are_told_apart_alike(path: Path) -> None:
    result = read(path).compiled()
    with enough_steps(path):
        assert_same_positions(result.game(), NativeState(quick(result)), 4, 12)


@pytest.mark.parametrize("flag", ["-DCOMPACT_FROM=0", "-DLAST_EPOCH=2u"])
@pytest.mark.parametrize("name", ["connect_four", "chess", "nine_mens_morris", "workshops", "honours"])
def test_clearing_up_changes_nothing(name: str, flag: str) -> None:
    """After every move everything is moved to another place in memory; marks run out soon."""
    result = compiled(next(path for path in EXAMPLES if path.stem == name))
    program = result.program()
    text, _ = emit(program)
    restless = NativeGame(text, [], program.players, flags=(*FLAGS, flag), build=QUICK)
    calm = result.native(QUICK)
    for seed in range(5):
        assert restless.play(seed) == calm.play(seed)


def test_many_matches_at_once() -> None:
    result = compiled(next(path for path in EXAMPLES if path.stem == "tris"))
    native = result.native(QUICK)
    counts = native.many(50, seed=10)
    played = [native.play(seed) for seed in range(10, 60)]
    assert counts.ends == {"winner": 50}
    assert counts.moves == sum(one.moves for one in played)
    firsts = [one.ranking[0] for one in played if one.ranking]
    assert counts.firsts == [sum(player in first for first in firsts) for player in range(2)]


@pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
def test_no_warnings(tmp_path: Path) -> None:
    """What is generated is C that a compiler has nothing to say about."""
    for path in EXAMPLES:
        text, _ = emit(compiled(path).program())
        source = tmp_path / f"{path.stem}.c"
        source.write_text(text, encoding="utf-8")
        command = [*(compiler() or ()), "-fsyntax-only", "-Wall", "-Wextra", "-Werror", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


# ---- small games: operations and run-time errors


def small(body: str, declarations: str = "") -> Result:
    text = f'game "small";\nplayers 2;\n{declarations}\nsetup {{\n{body}\nwinner 0;\n}}\n'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


OPERATIONS = {
    "numbers": "log(1 / 3); log(-7 % 3); log(2 ^ 10); log(1e20 * 9); log(0.1 + 0.2); log(1e21); log(5e-324); log(1 / 1e7);",
    # Some compilers work out constants with more digits than a number has, and round twice.
    "constants": "log(1 + 1.110494075168278e-16 == 1); number n = 1; n = n + 1.110494075168278e-16; log(n == 1);",
    "digits": "log(2 ^ 30 / 3); log(123456789012345680); log(9007199254740993); log(1.5e300); log(1 / 17592186044416);",
    "rounding": "log(floor(-1.5)); log(ceil(-1.5)); log(round(2.5)); log(round(-2.5)); log(abs(-3)); log(min(1, 2)); log(max(1, 2));",
    "players": "player p = -1; log(p); p += 5; log(p + 1); log(p - 7); number n = p; log(n * 2); log(p == 1);",
    "logic": "bool a = true; bool b = false; log(a & b); log(a | b); log(a ^ b); log(!a); a &= b; log(a);",
    "texts": 'string s = "ä€"; s += 1; log(s + null + true); log("a" < "b"); log("a" + "b" == "ab"); log("" + {1, 2});',
    "lists": "List<number> l = {3, 1, 2}; l.add(5); l.remove(1); l.removeAt(0); l.append({7, 8}); log(l); log(l.indexOf(7)); "
    "log(l.contains(9)); l[0] += 4; log(l[0]); log(l.copy()); l.shuffle(); log(l); l.clear(); log(l.length);",
    "loops": "List<number> l = {1, 2, 3}; for (number x in l) { l.add(x); if (x == 2) { continue; } log(x); } log(l); "
    "number i = 0; while (true) { i += 1; if (i > 5) { break; } if (i == 2) { continue; } log(i); }",
    "tables": 'Table<number> t = { {"a", 1} }; t["b"] = 2; t["a"] = null; t[1] = 5; t[true] = 6; log(t); log(t["b"]); '
    'log(t.length); t["b"] += 1; log(t["b"]); for (string k in new Table<number>() { {"x", 1} }.keys()) { log(k); }',
    "long tables": 'Table<number> t = {}; for (number i = 0; i < 30; i += 1) { t[i % 20] = i; t["" + i] = -i; } log(t); '
    'for (number i = 0; i < 30; i += 3) { t[i] = null; t["" + i] = null; } log(t); log(t[4]); log(t["4"]); log(t[-0]); '
    'Table<number> c = t.copy(); log(c["7"]); log(c["6"]); for (number i = 0; i < 30; i += 1) { t["" + i] = null; t[i] = null; } '
    'log(t); for (number i = 0; i < 12; i += 1) { t[i] = i; } log(t[11]); log(t["11"]); t.clear(); t[1] = 2; log(t[11]); log(t);',
    "growing texts": 'string s = "ä"; string t = s; for (number i = 0; i < 12; i += 1) { s += i; s = s + "-" + i + s; } log(s); '
    'string u = ""; for (number i = 0; i < 9; i += 1) { u += "é"; u = u + i + null + true; string v = u + u; log(v); } log(t); log(u); '
    'string w = "a"; w += "b"; string x = w; w += "c"; log(x); log(w); string n = null; n += "x"; log(n);',
    "inner tables": 'Table<Table<number>> t = {}; t["a"]["b"] = 1; log(t); log(t["a"].copy());',
    "keys": 'Table<bool> t = { {3, true}, {"a", false}, {true, true}, {0.5, true}, {-1, false} }; log(t.keys()); log(t.keys()[1]); '
    "log(t.keys().length); log(t.keys().contains(3)); log(t.keys().indexOf(true)); log(t.keys()[0] == 3); log(t.keys()[2] == 1); "
    "log(t.keys()[0] is number); log(t.keys()[0] is player); log(t.keys()[1] is string); log(t.keys()[1] as number); "
    "log(t.keys()[0] as player); number n = t.keys()[3]; log(n); log(t[t.keys()[1]]); log(t.keys() is List<number>); "
    "log({ t.keys() }); log({ t.keys()[0], t.keys()[1] }); log(t.keys()[0] != null); log(t.keys()[3] < 2);",
    "keys as lists": "Table<bool> t = { {3, true}, {0.5, true} }; List<number> l = t.keys() as List<number>; l.add(4); log(l); "
    "log(l is List<player>); List<player> p = t.keys() as List<player>; p.add(1); log(p); log(t.keys() as List<string>); "
    "t.clear(); List<string> s = t.keys() as List<string>; s.add(null); log(s); log(s is List<number>); "
    "List<List<number>> q = { l } as List<List<number>>; q[0][0] += 0.25; log(l[0] * 2);",
    "keys of all kinds": "Table<number> t = {}; List<number> l = { 1 }; t[l] = 1; t[{ 1 }] = 2; t[t] = 3; t[new Stack<bool>()] = 4; "
    "log(t[l]); log(t.keys()[0] == l); log(t.length); log(t.keys()[0]); log(t.keys()[0] is List<number>); log(t.keys()[2] is Table<number>); "
    "log((t.keys()[0] as List<number>) == l); log(t.keys()[2] as List<number>); t[t.keys()] = 9; log((t.keys()[4] as List<number>) == null);",
    "plain types": "number n = 1; log(n is number); log(n is player); n = null; log(n is number); string s; log(s is string); "
    "bool b = false; log(b is bool); player p = 1; log(p is number); log(s as string); log(new List<number>() is List<string>);",
    "powers": "log(2 ^ 0.5); log(10 ^ -3); log(3 ^ 34); log(1.1 ^ 100); log(-8 ^ 3); log(2 ^ 1023); log(2 ^ -1074); log(0.5 ^ 2000);",
    "long tables in use": "Table<number> t = {}; for (number i = 0; i < 40; i += 1) { t[i * 0.5] = i; } for (number i = 0; i < 40; i += 2) { t[i] = null; } "
    'log(t); t.clear(); for (number i = 0; i < 12; i += 1) { t["k" + i] = i; } t["k3"] = 5; log(t); log(t["k11"]); log(t.copy()["k7"]);',
    "stacks": "Stack<number> s = {1, 2, 3}; s.push(4); s.push_front(0); log(s.pop()); log(s.pop_front()); log(s.length()); "
    "s.shuffle(); log(s.clone());",
    "chance": "log(random(6)); log(random(1000000)); List<number> l = {1, 2, 3, 4, 5}; l.shuffle(); log(l);",
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations(name: str) -> None:
    result = small(OPERATIONS[name])
    assert_alike(result.game(), quick(result), 2)


CLASSES = "class Card { number value; Card next; List<number> l; }\nclass Joker : Card { }\nfunction Deep { function input number n; returns number; effect { return Deep(n: n + 1); } }"
ERRORS = {
    "R701 attribute": "Card c = null; log(c.value);",
    "R701 sum": "number n = null; log(1 + n * 2);",
    "R701 minus": "number n = null; log((-n) % 7);",
    "R701 comparison": "number n = null; log(n < 2);",
    "R701 condition": "bool b = null; if (b) { log(1); }",
    "R701 list": "List<number> l = null; l.add(1);",
    "R701 walk": "List<number> l = null; for (number n in l) { log(n); }",
    "R701 chain": "Card c = new Card(); c.next.value = 3;",
    "R701 receiver first": "Card c = null; Card d = null; c.assign(d.player);",
    "R701 list first": "List<number> l = null; Card d = null; l.add(d.value);",
    "R701 update": "Card c = new Card(); c.value += 3;",
    "R708 narrower list": "List<Card> l = new List<Joker>(); l.add(new Card());",
    "R701 winner": "player p = null; winner p;",
    "R702": "List<number> l = {1}; log(l[1]);",
    "R702 writing": "List<number> l = {1}; l[-1] = 2;",
    "R702 adding": "List<number> l = {1}; l[abs(-1.5)] += 2;",
    "R703": "Table<number> t = {}; string s = null; t[s] = 1;",
    "R704": "number n = 0; log(1 / n);",
    "R704 remainder": "number n = 0; log(1 % n);",
    "R705": "number n = 1e308; log(n * 10);",
    "R706": "while (true) { }",
    "R706 counting": "number n = 1e9; for (number i = 0; i < n; i += 1) { }",
    "R707": "log(Deep(n: 0));",
    "R710": 'string where = "now"; turn.use(where + "here");',
    "R712": 'fail "no";',
    "R714": "log(random(0));",
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    result = small(f'log("before");\n{ERRORS[name]}', CLASSES)
    expected = in_python(result.game(), 0, "random")
    assert expected.error is not None and expected.error[0] == name.split(maxsplit=1)[0]
    assert quick(result).play(0, most_moves=MOST_MOVES) == expected


GRIDS = {
    "square": "geometry square; grid { 2 A, b, A; A, 2 B; 3 A; }",
    "around": "geometry square around; grid { 2 A, b, A; A, 2 B; 3 A; }",
    "hex rows": "geometry hex; orientation row; grid { 3 A; b, 2 A, B; 3 A; 2 b, A; }",
    "hex columns": "geometry hex; orientation column; grid { 3 A; b, 2 A, B; 3 A; 2 b, A; }",
}


@pytest.mark.parametrize("name", GRIDS)
def test_grids_are_alike(name: str) -> None:
    """Their places and neighbours are worked out when the game is compiled."""
    text = f"""tile A {{ number n = 0; }} tile B : A {{ Piece p = null; }} interactable Piece {{ }}
        board W {{ group G {{ {GRIDS[name]} }} }} global class First {{ number n = 1; W w = new W(); List<tile> l = {{}}; }}
        global class Second {{ W w = null; }}
        setup {{
            for (tile t in First.w.G.tiles) {{ log(t); for (tile o in t.neighbors()) {{ log(o); First.l.add(o); }} }}
            for (number x = -1; x < 5; x += 1) {{ for (number y = -1; y < 5; y += 1) {{ log(First.w.G[x][y]); }} }}
            Piece p = new Piece(); p.move_to(First.w.G[0][0]); (new Piece()).move_to(First.w.G[0][0]);
            for (interactable i in First.w.G[0][0].pieces) {{ log(i.tile); }}
            for (interactable i in First.w.G[0][0].pieces) {{ i.move_to(First.w.G[1][0]); log(First.w.G[0][0].pieces.length); }}
            for (player q in player.all()) {{ log(q); }}
            Second.w = First.w; log(Second.w.G[0][1]); log(First.l.length); winner 0;
        }}"""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "grid"; players 2;\n{text}'}))
    assert result.playable, [str(problem) for problem in result.problems]
    assert_alike(result.game(), quick(result), 1)


# ---- what comparing random programs has found


def odd(name: str) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "odd"; players 2;\n{PROGRAMS[name]}'}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


LONG_LIST = "a list that is long to choose"


@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - {LONG_LIST}))
def test_odd_programs_are_played_alike(name: str) -> None:
    result = odd(name)
    assert_alike(result.game(), quick(result), 1, 300)


def test_long_lists_are_chosen_alike() -> None:
    """Looking ahead takes nearly all steps that there are, at each of hundreds of elements: so a whole match has few."""
    result = odd(LONG_LIST)
    assert_same_positions(result.game(), NativeState(quick(result)), 1, 3)
    with few_steps(300):
        game, native = result.game(), quick(result)
        assert native.play(0, agent="first", most_moves=300) == in_python(game, 0, "first", 300)
        assert_same_positions(game, NativeState(native), 2, 40)


@pytest.mark.parametrize("name", ["many texts as options", "any board and its parts", "deep calls"])
def test_memory_grows_with_a_match(name: str) -> None:
    """Begins with next to nothing, and clears up after every move."""
    result = odd(name)
    lowered = result.program()
    text, spans = emit(lowered)
    places = [Place(*span.on_line()) for span in spans]
    flags = (*FLAGS, "-DFIRST_ROOM=64", "-DCOMPACT_FROM=0")
    assert_alike(result.game(), NativeGame(text, places, lowered.players, flags, build=QUICK), 1, 300)


@pytest.mark.parametrize("seed", sample(range(30), 10))
def test_random_programs_are_played_alike(seed: int) -> None:
    """`scripts/fuzz_native.py` plays more of them."""
    result = compile_rules(Texts(*files(seed)))
    with few_steps(10):
        assert_alike(result.game(), quick(result), 1, 30)


def test_what_cannot_be_counted_says_so_in_the_same_words() -> None:
    text = """game "free"; players 2; setup { }
    global class S { action A { trigger PlayerChoiceEvent; effect { turn.pass(); } }
      action B { trigger PlayerChoiceEvent; input bool b; input string word; effect { log(word); turn.pass(); } } }"""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    with pytest.raises(Uncountable) as mine:
        perft(result.game().start(0), 2)
    with pytest.raises(Uncountable) as its:
        quick(result).perft(0, 2)
    assert str(its.value) == str(mine.value)
