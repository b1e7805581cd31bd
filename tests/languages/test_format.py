"""The one style: no word changes, what is formatted stays so, and mistakes hinder nobody but themselves."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from formats import ROOT
from mutations import Mutator, corpus, earlier_corpus, sheet_corpus
from programs.whole import program
from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.languages.gdl.format import file as kif_style
from tgpl.languages.registry import Formatted, language_of
from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
from tgpl.languages.tgdl.syntax.parse import parse as parse_tgdl
from tgpl.languages.tgpl.format import file as style
from tgpl.languages.tgpl.format.words import read_words
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS
from tgpl.languages.tgpl.syntax.parse import parse
from tgpl.text.files import Folder, Texts
from tgpl.text.source import SourceFile

STYLED = sorted(
    [*ROOT.glob("examples/*/*.tg[pd]l"), *ROOT.glob("examples/gdl/*.kif"), *ROOT.glob("src/tgpl/**/*.tgpl")]
)


def lay_out(name: str, text: str) -> Formatted:
    """Formatted, and held against the text and against itself."""
    file = SourceFile(name, text)
    made = kif_style.lay_out(file) if name.endswith(".kif") else style.lay_out(file)
    after = SourceFile(name, made.text)
    if name.endswith(".kif"):
        assert kif_style.say_the_same(text, made.text)
        assert kif_style.lay_out(after).text == made.text
    else:
        assert style.say_the_same(file, after), text
        assert style.lay_out(after).text == made.text
    return made


def shape(name: str, text: str) -> object:
    """What the parser makes of a text, without places."""
    tree, problems = (parse_tgdl if name.endswith(".tgdl") else parse)(SourceFile(name, text))
    return without_places(tree), [type(problem).__name__ for problem in problems]


def without_places(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(map(without_places, node))
    if isinstance(node, (int, SourceFile)) and not isinstance(node, bool):
        return None
    fields = getattr(node, "__match_args__", None)
    return node if fields is None else [type(node), *(without_places(getattr(node, field)) for field in fields)]


def disorder(name: str, text: str, seed: int) -> str:
    """The same words with other blanks and ends of lines between them."""
    chance = random.Random(seed)
    parts, last = list[str](), ""
    for word in read_words(SourceFile(name, text), TGDL_WORDS if name.endswith(".tgdl") else TGPL_WORDS):
        parts += [chance.choice(("\n", " ", "\n\n\n", "\n\t")) + comment.text + "\n" for comment in word.comments]
        gap = chance.choice((" ", " ", " ", "\n", "  ", "\n\n\n   ", "\t", "\r\n"))
        said = last in ("fail", "cancel") or word.text == "ask"  # on the same line
        parts.append((" " if said else gap) + word.text)
        last = word.text
    return "".join(parts)


@cache
def texts() -> list[tuple[str, str]]:
    sources = [*corpus(), *earlier_corpus(), *sheet_corpus()]
    found = [(n, text) for one in sources for n, text in one.items() if n.endswith((".tgpl", ".tgdl", ".kif"))]
    return [(n, text) for n, text in found if len(text) < 5000]


@pytest.mark.parametrize("path", STYLED, ids=lambda path: path.stem)
def test_examples_and_library_are_in_the_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert language_of(path.name).format(SourceFile(path.name, text)) == (text, 0), "run `tgpl format` on it"


def test_no_word_changes() -> None:
    for name, text in texts():
        made = lay_out(name, text)
        if not name.endswith(".kif"):
            assert shape(name, made.text) == shape(name, text)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_it_looked_like(seed: int) -> None:
    for number, (name, text) in enumerate(texts()):
        if not name.endswith(".kif") and number % 4 == seed:
            messy = disorder(name, text, seed)
            made = lay_out(name, messy)
            assert shape(name, made.text) == shape(name, messy)


def test_random_programs() -> None:
    for seed in range(12):
        text = disorder("a.tgpl", program(seed), seed)
        made = lay_out("a.tgpl", text)
        assert shape("a.tgpl", made.text) == shape("a.tgpl", text)
        assert not made.left


def test_broken_texts() -> None:
    mutator = Mutator([*corpus(), *earlier_corpus(), *sheet_corpus()])
    for seed in range(120):
        for name, text in mutator.sources(seed).items():
            if name.endswith((".tgpl", ".tgdl", ".kif")):
                lay_out(name, text)


@pytest.mark.parametrize("path", [path for path in STYLED if path.suffix != ".kif"][:30:3], ids=lambda path: path.stem)
def test_games_play_on(path: Path) -> None:
    """However its text looked before it was formatted, it is the same game: its translation is the same."""
    text = path.read_text(encoding="utf-8")
    made = lay_out(path.name, disorder(path.name, text, 1)).text
    before, after = (compile_rules(Texts(path.name, {**beside(path), path.name: one})) for one in (text, made))
    if before.playable:
        assert after.python()[0] == before.python()[0]
    else:
        assert [type(problem) for problem in after.found] == [type(problem) for problem in before.found]


def beside(path: Path) -> dict[str, str]:
    return {one.name: one.read_text(encoding="utf-8") for one in path.parent.glob("*.tg[pd]l")}


def test_a_mistake_hinders_only_itself() -> None:
    """A statement that nobody can read: all the others are in the style all the same."""
    path = ROOT / "examples" / "reversi" / "reversi.tgpl"
    text = path.read_text(encoding="utf-8")
    words = read_words(SourceFile(path.name, text), TGPL_WORDS)
    chance = random.Random(4)
    for _ in range(8):
        end = chance.choice([one for one, next in pairwise(words) if one.text == ";" and next.breaks])
        broken = text[: end.start] + " + ( ;" + text[end.end :]
        made = lay_out(path.name, broken).text
        assert len({*made.split("\n")} - {*text.split("\n")}) <= 2
        bare = lay_out(path.name, "\n".join(line.lstrip() for line in broken.split("\n"))).text
        assert len({*bare.split("\n")} - {*made.split("\n")}) <= 2


def test_where_nothing_is_to_do() -> None:
    assert lay_out("a.tgpl", "") == ("", 0)
    assert lay_out("a.tgpl", "\n\n") == ("", 0)
    assert lay_out("a.tgpl", "// alone") == ("// alone\n", 0)
    assert lay_out("a.tgpl", "\ufeffsetup{}\r\n") == ("setup { }\r\n", 0)
    assert lay_out("a.kif", "") == ("", 0)
    assert lay_out("a.tgpl", "{" * 5000).left == 1
    assert lay_out("a.tgpl", "setup " + "{" * 500 + "}" * 500).left == 1
    assert lay_out("a.kif", "(" * 500 + ")" * 500).left == 1
    assert language_of("a.rpg").format(SourceFile("a.rpg", "")) is None
    assert language_of("a.hrf").format(SourceFile("a.hrf", "")) is None


# ---- the command


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(tgpl, ["format", *words])
    return result.exit_code, result.output


def test_the_command(tmp_path: Path) -> None:
    messy, fine = tmp_path / "messy.tgpl", tmp_path / "fine.kif"
    messy.write_text("setup{log(1);}", encoding="utf-8")
    fine.write_text("(role x)\n", encoding="utf-8")
    code, said = run(str(messy), str(fine), "--check")
    assert code == 1 and "messy.tgpl: not in the style." in said and "1 of 2 files would change" in said
    code, said = run(str(messy), str(fine), "--diff")
    assert code == 0 and "-setup{log(1);}" in said and "+setup { log(1); }" in said
    assert messy.read_text(encoding="utf-8") == "setup{log(1);}"
    assert run(str(messy), str(fine)) == (0, f"{messy}: formatted.\n1 of 2 files changed.\n")
    assert messy.read_text(encoding="utf-8") == "setup { log(1); }\n"
    assert run(str(messy), str(fine), "--check") == (0, "2 files: in the style.\n")


def test_the_command_tells_of_mistakes(tmp_path: Path) -> None:
    wrong, script = tmp_path / "wrong.tgpl", tmp_path / "a.rpg"
    wrong.write_text("setup{log(1;}\nclass  A { }", encoding="utf-8")
    script.write_text("", encoding="utf-8")
    code, said = run(str(wrong))
    assert code == 0 and "what is around its mistakes stays as it is" in said
    assert wrong.read_text(encoding="utf-8") == "setup{log(1;}\nclass A { }\n"
    code, said = run(str(script))
    assert code == 1 and "there is one style for .tgpl, .tgdl and .kif" in said


def test_examples_still_check() -> None:
    for path in STYLED:
        if path.parent.name == path.stem:
            assert compile_rules(Folder.of_main(str(path))).playable, path
