"""The rule texts in the documents are fine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tgpl.compile import compile_rules
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Texts

ROOT = Path(__file__).parent.parent
# What an example of an expansion expands.
HARBOUR = 'game "harbour"; players 2; class Ship { function Speed { returns number; effect { return 1; } } } setup { }'


def whole(place: str, text: str, declared: str = "") -> str:
    """An example as a rule text of its own; its imports come first."""
    if place == "file":
        return text
    found = re.match(r"(?:import [^\n]*\n)*", text)
    imports = found[0] if found else ""
    rest = text.removeprefix(imports)
    body = f"setup\n{{\n{rest}}}\n" if place == "setup" else f"{rest}setup {{ }}\n"
    return f'game "x";\nplayers 2;\n{imports}{declared}{body}'


def examples(edition: str = "tgpl") -> list[tuple[str, str, str]]:
    found = []
    for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
        fences = re.findall(
            rf"^```{edition} ?(\w*)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        declared = fences[0][1] if path.stem == "library" and fences else ""  # a board that its examples share
        for number, (place, text) in enumerate(fences, 1):
            found.append((f"{path.stem} {number}", whole(place, text, declared if number > 1 else ""), text))
    return found


@pytest.mark.parametrize("text", [text for _, text, _ in examples()], ids=[name for name, _, _ in examples()])
def test_rule_texts(text: str) -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text, "harbour.tgpl": HARBOUR}))
    assert not [p for p in result.problems if p.severity == "error"], to_terminal(result.problems)


@pytest.mark.parametrize("text", [t for _, t, _ in examples("tgdl")], ids=[name for name, _, _ in examples("tgdl")])
def test_rule_texts_of_the_earlier_edition(text: str) -> None:
    result = compile_rules(Texts("main.tgdl", {"main.tgdl": text}))
    assert not [p for p in result.problems if p.severity == "error"], to_terminal(result.problems)


def scripts(language: str) -> list[tuple[str, str, str | None]]:
    """The scripts or programs in the documents, each with what it prints, where the page shows it."""
    found = []
    for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
        page = path.read_text(encoding="utf-8")
        fences = re.findall(rf"^```{language}\n(.*?)^```\n(?:```out\n(.*?)^```)?", page, re.MULTILINE | re.DOTALL)
        found += [(f"{path.stem} {number}", text, out or None) for number, (text, out) in enumerate(fences, 1)]
    return found


@pytest.mark.features("R14")
@pytest.mark.parametrize(("text", "out"), [(t, o) for _, t, o in scripts("rpg")], ids=[n for n, _, _ in scripts("rpg")])
def test_scripts(text: str, out: str | None) -> None:
    assert_prints("main.rpg", text, out)


@pytest.mark.features("S12")
@pytest.mark.parametrize(
    ("text", "out"), [(t, o) for _, t, o in scripts("senet")], ids=[n for n, _, _ in scripts("senet")]
)
def test_programs_in_senet(text: str, out: str | None) -> None:
    assert_prints("main.snt", text, None if out is None else out.rstrip("\n"))


@pytest.mark.features("G2", "G3")
def test_rulesheets() -> None:
    """Every whole sheet in the documents is fine; the manual's game is there in both spellings."""
    found = [(language, name, text) for language in ("kif", "hrf") for name, text, _ in scripts(language)]
    rules = {}
    for language, name, text in found:
        result = compile_rules(Texts(f"main.{language}", {f"main.{language}": text}))
        assert result.problems == [], to_terminal(result.problems)
        rules[language, name] = getattr(result.checked, "logic", None)
    assert rules["kif", "gdl 1"] == rules["hrf", "gdl 1"]


def assert_prints(main: str, text: str, out: str | None) -> None:
    result = compile_rules(Texts(main, {main: text}))
    assert result.problems == [], to_terminal(result.problems)
    state = result.game().start()
    assert state.error is None
    shown = "".join(state.log)
    assert out is None or (shown if main == "main.rpg" else shown.rstrip("\n")) == out


LIBRARY = [(name, text, shown) for name, text, shown in examples() if name.startswith("library")]


@pytest.mark.parametrize(("text", "shown"), [(t, s) for _, t, s in LIBRARY], ids=[name for name, _, _ in LIBRARY])
def test_the_library_answers_what_its_page_says(text: str, shown: str) -> None:
    state = compile_rules(Texts("main.tgpl", {"main.tgpl": text})).game().begin(0)
    state.play(lambda decision: 0, 100)
    assert state.error is None
    said = state.log[:-1] if state.ended == "stuck" else state.log  # a setup alone is not much of a game
    assert said == re.findall(r"^ *(?:if .*)?log\(.*;.*// (.*)$", shown, re.MULTILINE)


# What nobody needs to know: the machinery, and one step of an auction.
UNNAMED = {"grid": None, "auction": ["Continue"]}


@pytest.mark.parametrize("path", sorted(ROOT.glob("src/tgpl/std/*.tgpl")), ids=lambda path: path.stem)
def test_the_page_of_the_library_names_everything(path: Path) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    section = page.partition(f"## std/{path.stem}\n")[2].partition("\n## ")[0]
    declared = r"^ *(?:function|class|interactable|stack) (\w+)$"
    names = re.findall(declared, path.read_text(encoding="utf-8"), re.MULTILINE)
    missing = [name for name in names if name not in re.findall(r"\w+", section)]
    assert section and names
    assert UNNAMED.get(path.stem, []) in (missing, None)


def test_nothing_is_said_twice_about_where_we_are() -> None:
    """The project speaks of itself alone: no path of a machine, no address of a package registry."""
    addresses = re.compile(r"https?://[^ \"]*(pypi|files\.pythonhosted|registry)")
    for path in ROOT.rglob("*"):
        if (
            path.is_file()
            and not {".git", ".venv"} & set(path.parts)
            and path.suffix in (".md", ".txt", ".toml", ".py", "")
        ):
            assert not addresses.search(path.read_text(encoding="utf-8", errors="ignore")), path


def test_the_error_on_the_first_page() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```tgpl file\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    result = compile_rules(Texts("race.tgpl", {"race.tgpl": found[1].replace("place >= 10", "place = 10")}))
    assert f"```\n{to_terminal(result.problems).strip()}\n```" in page


def test_links_lead_somewhere() -> None:
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/**/README.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
