"""Rule texts in colour by Pygments: every example, by what its words mean; and that programs which use Pygments find the lexers."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pygments.token import Comment, Error, Keyword, Name, Operator, String

from formats import ROOT
from tgpl.apps.editor import pygments_lexers as lexers
from tgpl.apps.editor.colours import paint
from tgpl.apps.editor.reading import read_rules
from tgpl.languages.common.lexicon import LEXICONS, lexicon_of
from tgpl.languages.common.vocabulary import VOCABULARIES
from tgpl.languages.registry import LANGUAGES
from tgpl.text.files import Folder

CLASSES = {
    "tgpl": lexers.TgplLexer,
    "tgdl": lexers.TgdlLexer,
    "rpg": lexers.RpgLexer,
    "senet": lexers.SenetLexer,
    "gdl": lexers.GdlLexer,
    "gdl-infix": lexers.GdlInfixLexer,
}
ENDINGS = tuple(ending for lexicon in LEXICONS.values() for ending in lexicon.endings)
EXAMPLES = sorted(path for path in ROOT.glob("examples/*/*") if path.suffix in ENDINGS)


def words(path: Path) -> list[tuple[int, Any, str]]:
    lexer = CLASSES[lexicon_of(path.name).name]()
    return list(lexer.get_tokens_unprocessed(path.read_text(encoding="utf-8")))


def is_keyword(kind: Any) -> bool:
    return kind in Keyword or kind is Operator.Word or kind in Name.Builtin


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_read_whole(path: Path) -> None:
    found = words(path)
    assert "".join(said for _, _, said in found) == path.read_text(encoding="utf-8")
    assert not [said for _, kind, said in found if kind is Error]
    assert any(kind in Comment for _, kind, _ in found) and any(is_keyword(kind) for _, kind, _ in found)


def test_every_language_has_a_lexicon() -> None:
    assert {ending for language in LANGUAGES for ending in language.extensions} == set(ENDINGS)
    assert set(CLASSES) == set(LEXICONS)
    for name, class_ in CLASSES.items():
        assert [pattern[1:] for pattern in class_.filenames] == list(LEXICONS[name].endings)
        assert class_.aliases[0] == name


@pytest.mark.parametrize("name", ["tgpl", "tgdl", "rpg", "senet", "gdl"])
def test_every_word_of_a_language_can_be_coloured(name: str) -> None:
    """Where nothing speaks for a name: alone on its line, or called."""
    lexer = CLASSES[name]()
    for word in VOCABULARIES[name].all:
        kinds = {
            kind
            for text in (f"{word} x", f"{word}(")
            for _, kind, said in lexer.get_tokens_unprocessed(text)
            if said == word
        }
        assert any(map(is_keyword, kinds)), word


@cache
def slips(name: str) -> tuple[int, int]:
    """In the examples of a language: words of its vocabulary, and those that name something of the game but look like a keyword."""
    seen = wrong = 0
    for path in (one for one in EXAMPLES if lexicon_of(one.name).name == name):
        reading = read_rules(Folder.of_main(str(path)))
        meant = {(one.start, one.end): one for one in paint(reading, path.name)}
        for start, kind, said in words(path):
            if said in VOCABULARIES[reading.edition].all and kind not in String:
                seen += 1
                one = meant.get((start, start + len(said)))
                named = (
                    one is not None and one.kind not in ("keyword", "type") and "defaultLibrary" not in one.modifiers
                )
                wrong += named and is_keyword(kind)
    return seen, wrong


@pytest.mark.parametrize("name", ["tgpl", "tgdl", "rpg", "senet"])
def test_names_seldom_look_like_keywords(name: str) -> None:
    seen, wrong = slips(name)
    assert seen > 30 and wrong / seen < 0.05, (seen, wrong)


def test_parts_of_a_text() -> None:
    def kinds(text: str) -> dict[str, Any]:
        return {said: kind for _, kind, said in lexers.TgplLexer().get_tokens_unprocessed(text)}

    found = kinds('$"{this.name} takes {{{n + 1}}}" // x')
    assert found["this"] is Name.Builtin.Pseudo and found["name"] is Name and found["{{"] is String.Escape
    assert found[" takes "] is String and found["// x"] in Comment
    assert kinds(r'"a\nb"')["\\n"] is String.Escape
    assert kinds("class Card : Thing { }")["Card"] is Name.Class
    assert kinds("count = 1;")["count"] is Name and kinds("x.count;")["count"] is Name
    assert kinds("count(2d6)")["count"] is Name.Builtin
    assert next(kind for _, kind, _ in lexers.TgplLexer().get_tokens_unprocessed('"open\nclass X {')) is String


def test_pygments_finds_them_by_name_and_by_file(tmp_path: Path) -> None:
    """As it would when the package is installed: by its entry points."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    entries = declared["pygments.lexers"]
    assert set(entries.values()) == {f"{one.__module__}:{one.__name__}" for one in CLASSES.values()}
    information = tmp_path / "tgpl-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: tgpl\nVersion: 1\n", encoding="utf-8")
    listed = "\n".join(f"{name} = {entry}" for name, entry in entries.items())
    (information / "entry_points.txt").write_text(f"[pygments.lexers]\n{listed}\n", encoding="utf-8")
    script = f"""import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT / "src")!r}]
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
print(*(get_lexer_by_name(name).name for name in {list(CLASSES)!r}), sep=",")
print(*(get_lexer_for_filename("a" + ending).name for ending in {ENDINGS!r}), sep=",")"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.split("\n")[0] == "TGPL,TGDL,RPG,Senet,GDL,GDL (infix)"
    assert said.split("\n")[1] == "TGPL,TGDL,RPG,Senet,GDL,GDL,GDL (infix)"
