"""Files of cards beside the rules: what spreadsheets write is read, whatever else is in them is told at its place."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tgpl.apps.rewrite import convert_to_tgpl, fix_rules
from tgpl.compile import Result, compile_rules
from tgpl.languages.tgpl.syntax.card_files import LONGEST_CARD_FILE, name_of
from tgpl.languages.tgpl.syntax.card_tables import MOST_ROWS
from tgpl.runtime.record import read, write
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Folder, Texts

RULES = """game "cards"; players 2;
interactable Card { number cost = 0; string words = "-"; bool rare = false; List<number> marks = {}; dice luck; }
cards Kingdom : Card from "kingdom.csv";
stack Deck { returns Card; Kingdom; }
setup { for (Card c in (new Deck()).pop_front(99)) { log(c + " " + c.cost + " " + c.words); } winner 0; }
"""


def with_file(text: str, rules: str = RULES) -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": rules, "kingdom.csv": text}))


def played(text: str) -> list[str]:
    result = with_file(text)
    assert not result.problems, to_terminal(result.problems)
    return result.game().start(0).log


@pytest.mark.parametrize(
    "text",
    [
        "name,cost,words\nBig Money,7,much\n",
        "name,cost,words\nBig Money,7,much",
        "\ufeffname,cost,words\r\nBig Money,7,much\r\n",
        "name;cost;words\r\n\r\nBig Money;7;much\r\n;;\r\n",
        "name\tcost\twords\nBig Money\t7\tmuch\n",
        '"name","cost","words"\n"Big Money","7","much"\n',
        " name , cost , words \n Big Money , 7 , much \n",
        "name,cost,words,,\nBig Money,7,much,,\n",
        "id,name,cost,words\nBigMoney,Big Money,7,much\n",
        "card,cost,# mine,words\nBig Money,7,x,much\n",
        "name,copies,cost,words\rBig Money,1,7,much\rNone at all,0,1,1\r",
        "words,cost,name\nmuch,7,Big Money\n",
    ],
)
def test_what_spreadsheets_write(text: str) -> None:
    assert played(text) == ["Big Money 7 much"]


def test_texts_with_anything_in_them() -> None:
    text = 'name,words\nOne,"a, ""b""\r\nc; d"\nTwo, 5" \nThree,""\n'
    assert played(text) == ['One 0 a, "b"\nc; d', 'Two 0 5"', "Three 0 -"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Copper", "Copper"),
        ("copper", "copper"),
        ("Big Money", "BigMoney"),
        ("Witch's hut", "WitchsHut"),
        ("jack-of-all-trades!", "JackOfAllTrades"),
        ("étoile filante", "ÉtoileFilante"),
        ("field_1", "field_1"),
        ("null", "Null"),
        ("7 Wonders", None),
        ("...", None),
        ("", None),
        ("x½", "X12"),
    ],
)
def test_names(text: str, name: str | None) -> None:
    assert name_of(text) == name


def codes_at(result: Result) -> list[tuple[str, str, int, int]]:
    return [(p.code, p.span.file.name, *p.span.position) for p in result.problems]


def test_mistakes_are_told_where_they_stand() -> None:
    text = 'name;cost;rare\r\nA;1;\r\n"B\r\nb";x;yes\r\nC;2;maybe\r\n'
    assert codes_at(with_file(text)) == [("E586", "kingdom.csv", 4, 4), ("E586", "kingdom.csv", 5, 5)]


def test_too_large() -> None:
    rows = "".join(f"C{i},1\n" for i in range(MOST_ROWS))
    assert len(played("name,cost\n" + rows)) == 99
    assert codes_at(with_file("name,cost\n" + rows + "Last,1\n")) == [("E589", "kingdom.csv", MOST_ROWS + 2, 1)]
    assert codes_at(with_file("n," * (LONGEST_CARD_FILE // 2) + "n")) == [("E589", "kingdom.csv", 1, 1)]
    inline = "".join(f"C{i}: 1; " for i in range(MOST_ROWS + 1))
    rules = 'game "x"; players 2; interactable Card { number cost; } cards All : Card { cost; ' + inline + "} setup { }"
    assert [p.code for p in compile_rules(Texts("main.tgpl", {"main.tgpl": rules})).problems] == ["E589"]


def test_many_bad_cells_are_told_in_part() -> None:
    found = with_file("name,cost\n" + "".join(f"C{i},x\n" for i in range(MOST_ROWS))).problems
    assert {p.code for p in found} == {"E586"} and len(found) == 50


def test_files_of_the_folder(tmp_path: Path) -> None:
    main = tmp_path / "main.tgpl"
    main.write_text(RULES, encoding="utf-8")
    cards = tmp_path / "kingdom.csv"

    def codes() -> list[str]:
        return [problem.code for problem in compile_rules(Folder.of_main(str(main))).problems]

    assert codes() == ["E210"]
    cards.mkdir()
    assert codes() == ["E212"]
    cards.rmdir()
    cards.write_bytes("name,cost\nÄrger,1\n".encode("latin-1"))
    assert codes() == ["E002"]
    cards.write_bytes("name,cost\nA,1\n".encode("utf-16"))
    assert codes() == ["E002"]
    cards.write_bytes(b"name,cost\nA\0,1\n")
    assert codes() == ["E591"]
    cards.unlink()
    outside = tmp_path.parent / "outside.csv"
    outside.write_text("name,cost\nA,1\n", encoding="utf-8")
    cards.symlink_to(outside)
    assert codes() == ["E211"]
    cards.unlink()
    cards.write_bytes(b"name,cost\r\nA,1\r\n")
    assert codes() == []


def test_corrections_leave_them_alone() -> None:
    rules = RULES.replace("winner 0;", "winer 0;")
    text = "name,cots,color\nA,1,bleu\n"
    result = with_file(text, rules)
    assert {("E583", "kingdom.csv"), ("E437", "kingdom.csv")} <= {(p.code, p.span.file.name) for p in result.problems}
    assert all(p.offer() is None for p in result.problems if p.span.file.name == "kingdom.csv")
    fixed = fix_rules(result)
    assert set(fixed.texts) == {"main.tgpl"} and "winner 0;" in fixed.texts["main.tgpl"]


def test_records_keep_them() -> None:
    text = '\ufeffname;cost;words\r\nBig Money;7;"a\r\nb"\r\n'
    result = with_file(text)
    state = result.game().start(3)
    kept = read(write(state, "0", "main.tgpl", result.sources))
    again = compile_rules(Texts(kept.main, kept.sources))
    assert again.sources == result.sources == {"main.tgpl": RULES, "kingdom.csv": text}
    assert again.game().fingerprint == result.game().fingerprint != with_file(text + " ").game().fingerprint
    assert again.game().start(3).digest() == state.digest()


WRITTEN = """game "written"; players 2;
// what all have
interactable Card { number cost; function Play { returns; effect { log(cost); } } }
cards Treasure : Card
{
    copies, cost, List<number> marks, text;
    // the least
    Copper: 60, 0, { 1, 2 }, "worth \\"1\\""; // everybody begins with it
    Silver: , -3 + 1, {}, ;
    Gold
    {
        display { symbol "G"; }
        number shine = 1;
        override function Play { effect { log("gold"); } }
    }
}
cards Kingdom : Card from "kingdom.csv";
override interactable Treasure { number age = 0; }
stack Deck { returns Card; 5 Copper; Treasure; default { shuffle(); } }
setup { log((new Deck()).length()); winner 0; }
"""


def test_tables_are_written_as_they_are_read() -> None:
    files = {"main.tgpl": WRITTEN, "kingdom.csv": "name,cost\nVillage,3\n"}
    result = compile_rules(Texts("main.tgpl", files))
    assert not result.problems, to_terminal(result.problems)
    text = convert_to_tgpl(result)
    again = compile_rules(Texts("main.tgpl", {**files, "main.tgpl": text}))
    assert not again.problems, to_terminal(again.problems)
    assert convert_to_tgpl(again) == text
    assert again.game().start(1).digest() == result.game().start(1).digest()
    assert '    // the least\n    Copper: 60, 0, { 1, 2 }, "worth \\"1\\"";  // everybody begins with it\n' in text
    assert "    5 Copper;\n    Treasure;\n" in text and 'cards Kingdom : Card from "kingdom.csv";' in text


def test_any_file_is_read_or_told() -> None:
    chance = random.Random(7)
    pieces = [
        "name",
        "cost",
        "words",
        "marks",
        "luck",
        "id",
        "copies",
        ",",
        ";",
        "\t",
        '"',
        '""',
        "\r\n",
        "\n",
        "\r",
        " ",
        "#",
        "{",
        "}",
        "{1}",
    ]
    pieces += [
        "2d6",
        "1e9",
        "-",
        "Copper",
        "Big Money",
        "null",
        "number x",
        "List<number> y",
        "\ufeff",
        "é",
        "(",
        "/",
        "\\",
        "//",
        "\u2028",
        "𝔘",
        "$",
    ]
    for _ in range(400):
        head = "name,cost,words,marks,luck\n" if chance.random() < 0.7 else ""
        text = head + "".join(chance.choices(pieces, k=chance.randrange(30)))
        result = with_file(text)
        for problem in result.problems:
            assert problem.message() and to_terminal([problem])
            line, column = problem.span.position
            assert line >= 1 and column >= 1
        if result.playable:
            result.game().start(0)


def test_words_of_tables_stay_names() -> None:
    rules = """game "words"; players 2;
    class cards { number copies = 1; string text = "t"; number cards = 2; }
    interactable Card { number name = 5; number from = 6; }
    cards Kingdom : Card { name, from; copies: 1, 2; text: 3, 4; }
    stack Deck
    {
        returns Card;
        number peek = 7;
        copies; text;
        function take { function input Card card; returns number; effect { return card.name + peek; } }
        function shuffle_in { returns string; effect { return "mine " + take(card: pop()); } }
    }
    setup
    {
        cards cards = new cards();
        Deck deck = new Deck();
        log(cards.copies + cards.text + cards.cards + deck.peek + deck.take(card: new text()) + deck.shuffle_in());
        winner 0;
    }"""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": rules}))
    assert not result.problems, to_terminal(result.problems)
    assert result.game().start(0).log == ["1t2710mine 10"]


SUITED = """game "suits"; players 2;
enum Suit { Sun, Moon }
interactable Card { Suit suit; }
cards Goods : Card from "kingdom.csv";
cards More : Card { suit; Candle: Sun; Star: Suit.Moon; }
setup { log(new Rope().suit); log(new Candle().suit); log(new Star().suit); winner 0; }"""


def test_values_of_enums_stand_alone() -> None:
    state = with_file("name,suit\nRope,Moon\n", SUITED).game().start(0)
    assert state.log == ["Moon", "Sun", "Moon"]
    said = with_file("name,suit\nRope,Mon\n", SUITED).problems
    assert [(problem.code, problem.expected()) for problem in said] == [("E586", "`Sun` or `Moon`")]


def test_a_quote_that_is_missing_is_told_where_the_text_begins() -> None:
    text = 'name,words\nOne,"some words\nTwo,"more, of them"\n'
    (problem,) = [problem for problem in with_file(text).problems if problem.code == "E591"]
    assert problem.span.position == (2, 5)
    assert "not closed in its line" in problem.message()
