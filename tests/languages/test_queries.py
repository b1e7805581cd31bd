"""Questions to lists, actions of a phase, tables and players as numbers: what goldens do not show."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from formats import read
from tgpl.apps.rewrite import convert_to_tgpl
from tgpl.compile import Result, compile_rules
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Texts

GOLDENS = Path(__file__).parent.parent / "golden" / "tgpl"
WORDS = ("any", "all", "count", "sum", "first", "where", "each", "best", "least", "sort", "down", "during", "get")


def compiled(text: str) -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "x";\nplayers 3;\n{text}'}))


def logged(setup: str, declared: str = "") -> list[str]:
    result = compiled(f"{declared}\nsetup {{ {setup} winner 0; }}")
    assert result.playable, to_terminal(result.problems)
    state = result.game().start(1)
    assert state.error is None and result.native("now").play(1).log == state.log
    return state.log


@pytest.mark.parametrize("name", ["queries", "queries_in_actions", "during", "during_main", "table_beginnings"])
def test_what_is_written_reads_the_same(name: str) -> None:
    text = convert_to_tgpl(read(GOLDENS / f"{name}.golden").compiled())
    again = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert again.playable and convert_to_tgpl(again) == text


@pytest.mark.parametrize("word", WORDS)
def test_the_words_are_names_everywhere_else(word: str) -> None:
    declared = f"""
        class {word} {{ number {word} = 2; function Get {{ returns number; effect {{ return {word}; }} }} }}
        event Rung {{ number {word} = 1; }}
        turn Day {{ phase {word} {{ }} }}
        global class Bell
        {{
            {word} kept = null;
            action {word} during {word} {{ trigger PlayerChoiceEvent; effect {{ kept = new {word}(); winner 0; }} }}
        }}"""
    setup = f"""
        {word} {word}_ = new {word}();
        for ({word} {word} in {{ {word}_ }}) {{ log({word}.{word} + {word}.Get()); }}
        number {word} = 3; {word} += 1; log({word} + {word}); log(count {word}2 in {{ {word}, 1 }} {{ {word}2 > {word} - 1 }});
        if ({word} == 4) {{ log(-{word}); }}"""
    assert logged(setup, declared) == ["4", "8", "1", "-4"]


def test_lists_are_sorted_as_everybody_sorts() -> None:
    rng = random.Random(7)
    setup, expected = ["List<number> l = {};"], list[list[int]]()
    for size in (0, 1, 2, 3, 5, 8, 13, 40, 100):
        numbers = [rng.randrange(size // 2 + 1) for _ in range(size)]
        setup.append(
            f"l = {{ {', '.join(map(str, numbers))} }}; log(sort x in l {{ x }}); log(sort x in l {{ x % 5, -x }});"
        )
        setup.append("log(sort down x in l { x % 3 }); log(l);")
        by_two = sorted((n % 5, -n, i) for i, n in enumerate(numbers))
        down = sorted(numbers, key=lambda n: n % 3, reverse=True)
        expected += [sorted(numbers), [numbers[i] for _, _, i in by_two], down, numbers]
    assert logged("".join(setup)) == [f"{{{', '.join(map(str, one))}}}" for one in expected]


def test_a_list_of_a_base_takes_others_in() -> None:
    """What a question gives is of the type that is wanted, not only of that of its elements."""
    declared = "interactable Card { } interactable King : Card { }"
    setup = """List<King> kings = { new King() };
        List<Card> found = where k in kings { true }; found.add(new Card());
        List<Card> sorted = sort k in kings { 1 }; sorted.add(new Card());
        List<Card> made = each k in kings { k }; made.add(new Card());
        log(found + " " + sorted + " " + made);"""
    assert logged(setup, declared) == ["{King, Card} {King, Card} {King, Card}"]


def test_why_an_action_is_not_of_this_phase() -> None:
    text = """turn Day { phase Fight { } phase Move { } }
        global class Field
        {
            action Strike during Fight { trigger PlayerChoiceEvent; effect { turn.pass(); } }
            action Walk during Day.Move, Fight { require { return turn.phase.active() == "Move"; } trigger PlayerChoiceEvent; effect { winner 0; } }
            action Rest during Move { trigger PlayerChoiceEvent; effect { winner 0; } }
        }
        setup { }"""
    reasons = {reason.name: reason for reason in compiled(text).game().start(1).why()}
    assert reasons["Rest"].words == "only during Move" and "Strike" not in reasons
    assert reasons["Walk"].words == "a require says no"
    place = reasons["Rest"].place
    assert place is not None and (place.line, place.column) == (8, 32)


def test_counting_with_numbers_mends() -> None:
    text = """class Seat { number points = 0; }
        setup
        {
            Seat seat = new Seat();
            player p = player.active();
            seat.points = 10 + p * (2 - player.active());
            seat.points += p;
            log(seat.points);
            if (p + 1 < player.count()) { winner p; }
        }"""
    result = compiled(text)
    assert [problem.code for problem in result.problems] == ["W530"] * 3
    fixes = [problem.offer() for problem in result.problems]
    assert [fix.words for fix in fixes if fix is not None] == [
        "count with numbers: `10 + (p as number) * (2 - (player.active() as number))`",
        "count with numbers: `seat.points += (p as number)`",
        "count with numbers: `(p as number) + 1`",
    ]
    edits = sorted((edit for fix in fixes if fix is not None for edit in fix.edits), key=lambda edit: -edit.span.start)
    mended = result.sources["main.tgpl"]
    for edit in edits:
        mended = mended[: edit.span.start] + edit.text + mended[edit.span.end :]
    assert compile_rules(Texts("main.tgpl", {"main.tgpl": mended})).problems == []


def test_names_of_phases_in_a_library_are_not_judged() -> None:
    """Which turns there are, only the game knows."""
    library = 'global class Camp { action Rest during Night { require { return turn.active() == "Week"; } effect { log(1); } } }'
    assert compile_rules(Texts("camp.tgpl", {"camp.tgpl": library})).problems == []
    main = 'game "x"; players 2; import "camp.tgpl"; turn Week { phase Night { } } setup { Camp.Rest(); winner 0; }'
    assert compile_rules(Texts("main.tgpl", {"main.tgpl": main, "camp.tgpl": library})).problems == []
    wrong = compile_rules(Texts("main.tgpl", {"main.tgpl": main.replace("Night", "Day"), "camp.tgpl": library}))
    assert [problem.code for problem in wrong.problems] == ["E227"]


def test_very_many_questions_are_read() -> None:
    many = "".join(f"log(any x in l {{ x > {i} }});" for i in range(3_000))
    result = compiled(f"setup {{ List<number> l = {{ 1 }}; {many} winner 0; }}")
    assert result.playable and len({one.name for one in result.program().functions}) == 3_000
    for torn in ("any x in l { ( } ", "any x in l { { ; ", "sort down x in "):
        assert compiled("setup { List<number> l = { 1 }; log(" + torn * 3_000 + "); }").found


def test_a_stack_of_lists_takes_one_or_several_from_a_question() -> None:
    kept = "global class Kept { Stack<List<number>> lists = {}; }"
    one = "Kept.lists.push(each n in { 1, 2 } { n });"
    several = "Kept.lists.push(each l in (new List<List<number>>() { { 3 }, {} }) { l.copy() });"
    assert logged(f"{one} {several} log(Kept.lists);", kept) == ["{{1, 2}, {3}, {}}"]
