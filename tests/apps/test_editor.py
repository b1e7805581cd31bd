"""What an editor is told, without the protocol: names, completions, renaming, hovers, colours."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from formats import ROOT
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.apps.editor.colours import KINDS, MODIFIERS, paint
from tgpl.apps.editor.completion import complete
from tgpl.apps.editor.coverage import play_by_chance
from tgpl.apps.editor.desk import Desk
from tgpl.apps.editor.event_flow import hierarchy_at, leads_here, leads_on
from tgpl.apps.editor.hints import find_hints
from tgpl.apps.editor.hover import hover
from tgpl.apps.editor.layout import format_changes, format_typed
from tgpl.apps.editor.links import find_links
from tgpl.apps.editor.outline import find_folds, outline
from tgpl.apps.editor.reading import Reading, Shift, read_rules
from tgpl.apps.editor.rename import Refusal, apply_changes, can_rename, rename
from tgpl.apps.editor.signature import find_signature
from tgpl.apps.editor.told import mend_all, take_near, tell_problems
from tgpl.apps.editor.why import tell_why
from tgpl.languages.common.vocabulary import VOCABULARIES
from tgpl.languages.gdl.syntax.names import KEYWORDS as GDL_KEYWORDS
from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS, lex
from tgpl.native.library import NoCompiler
from tgpl.text.files import Changed, Folder, Texts

GAMES = sorted([*ROOT.glob("examples/*/*.tgpl"), *ROOT.glob("examples/*/*.tgdl")])
OTHERS = [ROOT / "examples" / name for name in ("fight/fight.rpg", "senet/senet.snt", "gdl/tris.kif", "gdl/tris.hrf")]

SMALL = """game "x";
players 2;
enum Suit { Hearts, Spades }
// Somebody is hit.
event Hit { number power; }
interactable Card { number cost = 1; Suit suit; }
class Hand
{
    private List<Card> cards = {};  // theirs alone
    number score = 0;
    // How much in all.
    function Total { function input player who; function input number n = 2; returns number; effect { return n; } }
    action Play
    {
        trigger PlayerChoiceEvent;
        input Card c in cards;
        effect { HERE event.throw(new Hit() { power = 2; }); turn.pass(player.active(), "Rest"); }
    }
    action Later { prio 1; trigger Hit; effect { score += event.power; } }
    action First { prio 2; trigger Hit { return event.power > Total(who: 0); } effect { score -= 1; } }
}
turn Day { phase Act { } phase Rest { } }
setup { for (player p in player.all()) { p has Hand; } if (Hand[0].score > 9) { winner 0; } }
"""


@cache
def read_example(path: Path) -> Reading:
    return read_rules(Folder.of_main(str(path)))


def read_small(said: str = "") -> tuple[Reading, int]:
    """The small game with something in its effect, and where that ends."""
    at = SMALL.index("HERE")
    text = SMALL.replace("HERE", said)
    return read_rules(Texts("a.tgpl", {"a.tgpl": text, "b.tgpl": ""})), at + len(said)


def labels(said: str) -> list[str]:
    reading, at = read_small(said)
    return [one.label for one in complete(reading, "a.tgpl", at)]


# ---- names


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_name_is_known(path: Path) -> None:
    """Every word of an example is a word of the language, or it is known what it names."""
    reading = read_example(path)
    file = reading.files[path.name]
    tgdl = path.suffix == ".tgdl"
    tokens, _ = lex(file, TGDL_WORDS if tgdl else TGPL_WORDS)
    known = {(one.start, one.end) for one in reading.index.occurrences[file]}
    words = VOCABULARIES["tgdl" if tgdl else "tgpl"].all | {"b", "x", "all", "col"}
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
        said = file.text[start:end]
        assert kind != "name" or (start, end) in known or said in words, f"{said} in line {file.position(start)[0]}"


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_names_of_the_other_languages(path: Path) -> None:
    reading = read_example(path)
    file = reading.files[path.name]
    assert len(reading.index.occurrences[file]) > 50
    for one in reading.index.occurrences[file]:
        found = hover(reading, path.name, one.start)
        assert found is not None and found.markdown
        assert reading.places(reading.named(path.name, one.start))  # type: ignore[arg-type]
    assert outline(reading, path.name)
    assert complete(reading, path.name, file.text.index("\n", len(file.text) // 2) + 1)


def test_one_place_has_the_words() -> None:
    assert VOCABULARIES["gdl"].known == GDL_KEYWORDS
    for words in VOCABULARIES.values():
        assert words.reserved <= words.all


# ---- renaming


@pytest.mark.parametrize("path", GAMES[::4], ids=lambda path: path.stem)
def test_rename_everything(path: Path) -> None:
    """Each symbol in turn gets a name of its own; nothing else changes."""
    reading = read_example(path)
    file = reading.files[path.name]
    symbols = {one.symbol: one for one in reading.index.occurrences[file]}
    for number, (symbol, one) in enumerate(symbols.items()):
        named = reading.named(path.name, one.start)
        if can_rename(reading, named) is None and number % 3 == 0:
            changes = rename(reading, named, f"{symbol.name}_again")
            assert not isinstance(changes, Refusal), (symbol, changes)
            assert {change.text for change in changes} == {f"{symbol.name}_again"}
            assert len(changes) == len(reading.places(named))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path",
    [ROOT / "examples" / n for n in ("pig/pig.tgpl", "tris/tris.tgpl", "bazaar/bazaar.tgdl")],
    ids=lambda p: p.stem,
)
def test_renamed_games_play_the_same(path: Path) -> None:
    """With all names changed the same choices come up, and everybody says the same, up to the names."""
    reading = read_example(path)
    library, names = reading.library, list[str]()
    for symbol in list(reading.index.symbols.values()):
        if (
            symbol.declared
            and symbol.kind not in ("built-in", "setup")
            and reading.names.get(symbol.declared[0].name.file) == path.name
        ):
            names.append(symbol.path)
    for wanted in names:
        found = next(
            (one for one in reading.index.symbols.values() if re.sub("_q", "", one.path) == wanted and one.declared),
            None,
        )
        assert found is not None, wanted
        declared = found.declared[0].name
        changes = rename(reading, reading.named(path.name, declared.start), f"{found.name}_q")
        assert not isinstance(changes, Refusal), changes
        text = apply_changes(reading.text(path.name), changes)
        reading = read_rules(Changed(library, {getattr(library, "shown", "") + path.name: text}))
    before, after = (one.result.game().begin(3) for one in (read_example(path), reading))
    for state in (before, after):
        state.play(combine_agents(make_agents("random", state.players, 3)), 60)
    assert [re.sub(r"\b(\w+)_q\b", r"\1", line) for line in after.log] == before.log
    assert (after.ranking, after.moves, after.ended) == (before.ranking, before.moves, before.ended)


def test_what_cannot_be_renamed() -> None:
    reading, _ = read_small()
    text = reading.text("a.tgpl")

    def refusal(said: str, new: str) -> str:
        found = rename(reading, reading.named("a.tgpl", text.index(said)), new)
        return found.why if isinstance(found, Refusal) else ""

    assert "is a word of the language" in refusal("PlayerChoiceEvent", "X")
    assert "There is no name here" in refusal("players 2", "X")
    assert "is no name" in refusal("Card {", "a b")
    assert "can be no name" in refusal("Card {", "while")
    assert "would not be right" in refusal("Card {", "Hand")
    assert refusal("Card {", "Karte") == ""
    assert refusal("Rest { }", "Sleep") == ""
    hiding = (
        "class A { number n = 1; function F { function input number m; returns number; effect { return m + n; } } }"
    )
    other = read_rules(Texts("a.tgpl", {"a.tgpl": hiding}))
    found = rename(other, other.named("a.tgpl", hiding.index("m;")), "n")  # the argument would hide the attribute
    assert isinstance(found, Refusal) and "something else would be meant" in found.why


def test_rename_leads_through_imports_and_expansions(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    base, cards, more = tmp_path / "base.tgpl", tmp_path / "lib" / "cards.tgpl", tmp_path / "more.tgpl"
    cards.write_text('interactable Card { number cost = 1; display { name "{cost}"; } }', encoding="utf-8")
    base.write_text(
        'game "b"; players 2; import "lib/cards"; class Hand { Card c = new Card() { cost = 2; }; } setup { winner 0; }',
        encoding="utf-8",
    )
    more.write_text(
        'expansion "m" of "base.tgpl"; override class Hand { function F { returns number; effect { return c.cost; } } }',
        encoding="utf-8",
    )
    desk = Desk()
    found = desk.rename(str(cards), cards.read_text(encoding="utf-8").index("cost"), "price")
    assert not isinstance(found, Refusal)
    assert {Path(path).name: len(changes) for path, changes in found.items()} == {
        "cards.tgpl": 2,
        "base.tgpl": 1,
        "more.tgpl": 1,
    }
    desk.open_text(
        str(base), base.read_text(encoding="utf-8").replace("cost = 2", "cost = 2 + 0 * 1")
    )  # as it is being written
    places = desk.places(str(cards), cards.read_text(encoding="utf-8").index("cost"))
    assert len(places) == 4
    assert isinstance(desk.rename(str(cards), cards.read_text(encoding="utf-8").index("Card"), "Hand"), Refusal)


# ---- completion


@pytest.mark.parametrize("path", GAMES[1::5], ids=lambda path: path.stem)
def test_what_stands_there_could_be_completed(path: Path) -> None:
    """The name that stands somewhere is offered there, also if the rest of the line is not written yet."""
    reading, chance = read_example(path), random.Random(1)
    file = reading.files[path.name]
    named = [one for one in reading.index.occurrences[file] if one.role != "declares"]
    for one in chance.sample(named, 12):
        said, offset = file.text[one.start : one.end], one.start + 1
        assert said in {found.label.rstrip(":") for found in complete(reading, path.name, offset)}, said
        end = file.text.find("\n", one.end)
        cut = file.text[:offset] + file.text[end:]
        broken = read_rules(Changed(reading.library, {getattr(reading.library, "shown", "") + path.name: cut}), reading)
        assert said in {found.label.rstrip(":") for found in complete(broken, path.name, offset)}, said


def test_completion_in_context() -> None:
    assert labels("c.")[:2] == ["cost", "suit"]
    assert labels("log(c.")[:2] == ["cost", "suit"]
    assert labels("Total(")[:2] == ["n:", "who:"]
    assert labels("Total(who: 1, ")[0] == "n:"
    assert labels("Suit.") == ["Hearts", "Spades", "all"]
    assert labels("switch (c.suit) { case ") == ["Hearts", "Spades"]
    assert labels("new Card() { ")[:2] == ["cost", "suit"]
    assert labels('turn.pass(0, "') == ["Act", "Rest"]
    assert "active" in labels("event.") and "throw" in labels("event.")
    assert labels("any k in cards { k.")[:2] == ["cost", "suit"]
    assert {"add", "length"} <= set(labels("cards."))
    assert labels("")[:1] == ["c"] and "if …" in labels("")
    assert labels("// c.") == []
    assert "x" in labels("number x = 1; ") and "x" not in labels("if (true) { number x = 1; } ")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('game "x"; |', {"class", "turn", "setup", "class …", "board …"}),
        ('game "x"; import "|', {"std/cards52", "b"}),
        ('game "x"; class A { |', {"action", "function", "private", "number", "action …"}),
        ('game "x"; class A { action B { |', {"trigger", "require", "input", "effect"}),
        ('game "x"; event E { } class A { action B { trigger |', {"E", "PlayerChoiceEvent", "on"}),
        ('game "x"; class A { number n; action B { trigger on A.|', {"n", "B"}),
        ('game "x"; class A { number n; action B { trigger on A.n |', {"change", "after"}),
        ('game "x"; class A { action B during | } turn T { phase P { } }', {"P", "T"}),
        ('game "x"; class A { number n; display { |', {"name", "symbol", "hide"}),
        ('game "x"; class A { number n; display { name "{|', {"n"}),
        ('game "x"; board A { group B { geometry |', {"square", "hex", "graph"}),
        ('game "x"; interactable C { } zone H of |', {"C"}),
        ('game "x"; interactable C { } zone H of C { seen by |', {"owner", "all", "nobody"}),
        ('game "x"; class B { } class A : |', {"B"}),
        ('game "x"; class A { function F { |', {"returns", "effect", "function"}),
    ],
)
def test_completion_where_words_can_stand(text: str, wanted: set[str]) -> None:
    at = text.index("|")
    reading = read_rules(Texts("a.tgpl", {"a.tgpl": text.replace("|", ""), "b.tgpl": ""}))
    assert wanted <= {one.label for one in complete(reading, "a.tgpl", at)}


# ---- the rest


def test_hover() -> None:
    reading, _ = read_small()
    text = reading.text("a.tgpl")

    def said(word: str, skip: int = 0) -> str:
        found = hover(reading, "a.tgpl", [match.start() for match in re.finditer(rf"\b{word}\b", text)][skip])
        return "" if found is None else found.markdown

    assert (
        "private List<Card> cards" in said("cards")
        and "only its owner sees it" in said("cards")
        and "theirs alone" in said("cards")
    )
    assert "function Total(player who, number n?) → number" in said("Total") and "How much in all." in said("Total")
    assert "Somebody is hit." in said("Hit")
    assert "a player may choose it" in said("Play")
    assert "Ends the turn" in said("pass") and "11. Turns and phases" in said("pass")
    assert "enum Suit" in said("Suit")
    assert said("players") == ""


def test_what_was_known_is_known() -> None:
    """A text that breaks: what was known before is known still."""
    reading, _ = read_small()
    text = reading.text("a.tgpl").replace("class Hand", "clas Hand (")
    broken = read_rules(Texts("a.tgpl", {"a.tgpl": text, "b.tgpl": ""}), reading)
    at = text.index("score > 9")
    found = broken.named("a.tgpl", at)
    assert found is not None and found.symbol.path == "Hand.score"
    assert [one.role for one in broken.places(found)].count("declares") == 1
    assert hover(broken, "a.tgpl", at) is not None
    assert any(one.kind == "property" for one in paint(broken, "a.tgpl"))
    refused = rename(broken, found, "points")
    assert isinstance(refused, Refusal) and "mistake" in refused.why


def test_places_are_led_over_changes() -> None:
    shift = Shift.of("abcdef", "abXYef")
    assert [shift.forth(i) for i in range(7)] == [0, 1, 2, None, 4, 5, 6]
    assert [shift.back(i) for i in range(7)] == [0, 1, 2, None, 4, 5, 6]
    assert Shift.of("aaa", "aaaa").forth(3) == 3
    assert Shift.of("", "x").back(1) == 0


def test_signatures() -> None:
    reading, at = read_small("Total(who: 1, n: ")
    found = find_signature(reading, "a.tgpl", at)
    assert found is not None and found.label == "Total(player who, number n?) → number" and found.active == 1
    reading, at = read_small("turn.pass(0, ")
    found = find_signature(reading, "a.tgpl", at)
    assert found is not None and found.parameters == ("player p?", "string phase?") and found.active == 1
    reading, at = read_small("number x = 1 ")
    assert find_signature(reading, "a.tgpl", at) is None


def test_events_lead_to_those_who_wait() -> None:
    reading, _ = read_small()
    event = hierarchy_at(reading, "a.tgpl", reading.text("a.tgpl").index("Hit {"))
    assert event is not None
    assert [(flow.symbol.path, flow.detail) for flow in leads_on(reading, event)] == [
        ("Hand.First", "1. to react, priority 2"),
        ("Hand.Later", "2. to react, priority 1"),
    ]
    assert [flow.symbol.path for flow in leads_here(reading, event)] == ["Hand.Play"]
    first = leads_on(reading, event)[0].symbol
    assert [flow.symbol.path for flow in leads_on(reading, first)] == ["Hand.Total"]
    assert [flow.symbol.path for flow in leads_here(reading, first)] == ["Hit"]


def test_hints() -> None:
    reading, _ = read_small()
    found = [(hint.label, hint.kind) for hint in find_hints(reading, "a.tgpl", 0, 10_000)]
    assert ("‹its owner›", "asked") in found and ("p:", "argument") in found and ("phase:", "argument") in found


def test_outline_folds_links_and_colours() -> None:
    path = ROOT / "examples" / "settlement" / "crafts.tgpl"
    reading = read_example(path)
    assert [link.name for link in find_links(reading, path.name)] == ["settlement.tgpl"]
    entries = outline(read_example(ROOT / "examples" / "tris" / "tris.tgpl"), "tris.tgpl")
    assert [(one.kind, one.name) for one in entries][:4] == [
        ("setup", "setup"),
        ("class", "State"),
        ("tile", "Field"),
        ("board", "Field3x3"),
    ]
    assert [one.name for one in entries[1].inside] == ["board", "marks"]
    text = "// a\n// b\nclass A\n{\n    number x = 1;\n}\n"
    assert [(fold.first, fold.last, fold.kind) for fold in find_folds(text, "tgpl")] == [(0, 1, "comment"), (2, 5, "")]
    for game in [*GAMES[::6], *OTHERS]:
        painted = paint(read_example(game), game.name)
        assert painted == sorted(painted) and all(a.end <= b.start for a, b in pairwise(painted))
        assert {one.kind for one in painted} <= set(KINDS)
        assert {word for one in painted for word in one.modifiers} <= set(MODIFIERS)


def test_formatting_as_changes() -> None:
    text = "class A{number x=1;}\n\nclass B { }\nclass C{}\n"
    changes = format_changes("a.tgpl", text)
    assert changes is not None
    assert apply_changes(text, changes) == "class A { number x = 1; }\n\nclass B { }\nclass C { }\n"
    only = format_changes("a.tgpl", text, text.index("class C"), len(text))
    assert only is not None and apply_changes(text, only) == "class A{number x=1;}\n\nclass B { }\nclass C { }\n"
    typed = format_typed("a.tgpl", text, text.index("}") + 1)
    assert typed is not None and apply_changes(text, typed) == "class A { number x = 1; }\n\nclass B { }\nclass C{}\n"
    assert format_changes("a.rpg", "set x = 1;") is None


def test_problems_and_what_mends_them() -> None:
    reading, _ = read_small("number k = 1\nlog(k);\nlog(scroe);")
    told = tell_problems(reading, "a.tgpl")
    assert [one.code for one in told] == ["E101", "E201"]
    assert told[0].mending is not None
    text = apply_changes(reading.text("a.tgpl"), list(told[0].mending.changes))
    assert "number k = 1;" in text
    mending = take_near(reading, "a.tgpl", told[1])
    assert mending is not None and mending.changes[0].text == "score"
    everything = mend_all(reading)
    assert everything is not None and "number k = 1;" in everything.changes[0].text


def test_why_an_action_is_not_offered() -> None:
    text = """game "x"; players 2;
global class G { action A { trigger PlayerChoiceEvent; require { return 1 > 2; } effect { winner 0; } } action B { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
setup { }"""
    reading = read_rules(Texts("a.tgpl", {"a.tgpl": text}))
    never = tell_why(reading, "A")
    assert (
        "`A` is not offered" in never
        and "a.tgpl:2" in never
        and never.endswith("never offered: what line 2 asks was never so.")
    )
    assert "`B` is offered.\n\nIn games by chance it was offered in " in tell_why(reading, "B")
    assert "no game that can be begun" in tell_why(read_small("log(;")[0], "Play")
    tris = read_example(ROOT / "examples" / "tris" / "tris.tgpl")
    assert "`Mark` is offered." in tell_why(tris, "Mark")


SOMETIMES = """game "x"; players 2 to 3;
global class G
{
    action Win
    {
        trigger PlayerChoiceEvent;
        effect
        {
            if (player.all().length > 5)
            {
                log("never");
                log("never too");
            }
            if (player.all().length == 3) { log("three"); }
            winner player.active();
        }
    }
    action Dream
    {
        trigger PlayerChoiceEvent;
        require { return 1 > 2; }
        effect { turn.pass(); }
    }
}
setup { }
"""


@pytest.mark.parametrize("compiler", [True, False])
def test_how_often_lines_ran(compiler: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on both targets, and only of the very texts that were played."""
    if not compiler:
        monkeypatch.setattr("tgpl.apps.quick_test.compile_counted", _refuse)
    reading = read_rules(Texts("a.tgpl", {"a.tgpl": SOMETIMES}))
    covered = play_by_chance(reading, games=300)  # more than a byte can count
    assert covered is not None and covered.games == 600 and covered.fits(reading)
    never = [(one.first + 1, one.last + 1, one.why) for one in covered.never("a.tgpl") if one.whole]
    assert (11, 12, "never ran") in never
    assert any(first <= 22 <= last and "what line 21 asks was never so" in why for first, last, why in never)
    counts = {one.line + 1: one.games for one in covered.counts("a.tgpl")}
    assert counts[9] == 600 and counts[14] in (300, 600)
    assert not covered.fits(read_rules(Texts("a.tgpl", {"a.tgpl": SOMETIMES + " "})))
    assert play_by_chance(read_small("log(;")[0]) is None


def _refuse(*_: object) -> None:
    raise NoCompiler("none")
