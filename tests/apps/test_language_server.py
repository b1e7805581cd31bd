"""A scripted editor speaks to the real server, over stdio and TCP: every request, on examples, on broken texts, while typing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from editor_client import Client, Failed
from editor_trial import ask_everything, break_somewhere
from formats import ROOT
from tgpl.apps.editor.positions import Lines
from tgpl.languages.tgpl.format.file import format_file
from tgpl.text.source import SourceFile

TRIS = ROOT / "examples" / "tris" / "tris.tgpl"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client.over_stdio(ROOT / "examples") as made:
        yield made
    assert "Traceback" not in made.aside.decode(), made.aside.decode()


@pytest.fixture
def tris(client: Client) -> Iterator[str]:
    uri = client.open(TRIS)
    yield uri
    client.close_text(uri)


def test_it_says_what_it_can(client: Client) -> None:
    offered = {name for name, value in client.capabilities.items() if value}
    wanted = """callHierarchy codeAction codeLens completion definition documentFormatting documentHighlight documentLink
        documentOnTypeFormatting documentRangeFormatting documentSymbol foldingRange hover inlayHint references rename semanticTokens
        signatureHelp workspaceSymbol executeCommand"""
    assert {f"{name}Provider" for name in wanted.split()} <= offered


def test_names(client: Client, tris: str) -> None:
    at = client.find(tris, "Marker marker")
    assert "belongs to one player" in client.request("textDocument/hover", client.at(tris, at))["contents"]["value"]
    (place,) = client.request("textDocument/definition", client.at(tris, at))
    assert place["uri"] == tris and place["range"]["start"]["line"] == 39
    references = {**client.at(tris, at), "context": {"includeDeclaration": True}}
    assert len(client.request("textDocument/references", references)) == 11
    references["context"]["includeDeclaration"] = False
    assert len(client.request("textDocument/references", references)) == 10
    assert len(client.request("textDocument/documentHighlight", client.at(tris, at))) == 11
    assert client.request("textDocument/prepareRename", client.at(tris, at))["placeholder"] == "Marker"
    edits = client.request("textDocument/rename", {**client.at(tris, at), "newName": "Stone"})["changes"]
    assert len(edits[tris]) == 11
    text = client.apply(tris, edits[tris])
    assert "class Stone" in text and "Marker" not in text
    with pytest.raises(Failed, match="would not be right"):
        client.request("textDocument/rename", {**client.at(tris, at), "newName": "State"})
    with pytest.raises(Failed, match="no name here"):
        client.request("textDocument/prepareRename", client.at(tris, 0))


def test_what_a_text_holds(client: Client, tris: str) -> None:
    symbols = client.request("textDocument/documentSymbol", client.of(tris))
    assert [one["name"] for one in symbols][:3] == ["setup", "State", "Field"]
    found = client.request("workspace/symbol", {"query": "nextwithidle"})
    assert [one["name"] for one in found] == ["NextWithIdleWorkers"]
    assert {"startLine": 4, "endLine": 11} in client.request("textDocument/foldingRange", client.of(tris))
    data = client.request("textDocument/semanticTokens/full", client.of(tris))["data"]
    assert len(data) % 5 == 0 and len(data) > 500
    part = {**client.of(tris), "range": client.range(tris, 0, 100)}
    assert 0 < len(client.request("textDocument/semanticTokens/range", part)["data"]) < len(data)
    hints = client.request("textDocument/inlayHint", {**client.of(tris), "range": client.range(tris, 0, 5000)})
    assert {"player:", "‹its owner›"} <= {one["label"] for one in hints}
    lenses = client.request("textDocument/codeLens", client.of(tris))
    assert [one["command"]["title"] for one in lenses] == ["play games by chance", "why not offered?"]
    command = lenses[1]["command"]
    said = client.request(
        "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]}
    )
    assert "`Mark` is offered." in said


def test_what_never_happened_is_dimmed_until_something_changes(client: Client, tmp_path: Path) -> None:
    text = """game "x"; players 2;
global class G
{
    action Win { trigger PlayerChoiceEvent; effect { winner 0; } }
    action Dream
    {
        trigger PlayerChoiceEvent;
        require { return player.all().length > 2; }
        effect { turn.pass(); }
    }
}
setup { }
"""
    uri = client.open(tmp_path / "never.tgpl", text)
    assert all(one["source"] == "tgpl" for one in client.problems(uri))
    said = client.request("workspace/executeCommand", {"command": "tgpl.test", "arguments": [uri]})
    assert "Dream" in said
    client.wait_for(uri, lambda found: any(one["source"] == "tgpl test" for one in found))
    told = [one for one in client.told(uri)[-1]["diagnostics"] if one["source"] == "tgpl test"]
    assert (
        told[0]["range"]["start"]["line"] == 4
        and told[0]["tags"] == [1]
        and "G.Dream was never offered" in told[0]["message"]
    )
    whole = {**client.of(uri), "range": client.range(uri, 0, len(text))}
    labels = {one["label"] for one in client.request("textDocument/inlayHint", whole)}
    assert "0×" in labels and len([one for one in labels if one.endswith("×")]) == 2
    client.edit(uri, len(text), len(text), "// more")
    assert all(one["source"] != "tgpl test" for one in client.problems(uri))
    assert not [one for one in client.request("textDocument/inlayHint", whole) if one["label"].endswith("×")]
    client.close_text(uri)


def test_links_and_definitions_lead_to_other_files(client: Client) -> None:
    uri = client.open(ROOT / "examples" / "settlement" / "settlement.tgpl")
    (link,) = client.request("textDocument/documentLink", client.of(uri))
    assert link["target"].endswith("std/track.tgpl")
    (place,) = client.request("textDocument/definition", client.at(uri, client.find(uri, "std/track")))
    assert place["uri"].endswith("std/track.tgpl")
    (place,) = client.request("textDocument/definition", client.at(uri, client.find(uri, "Track glory")))
    assert place["uri"].endswith("std/track.tgpl") and place["range"]["start"]["line"] > 0
    references = {**client.at(uri, client.find(uri, "class Settler") + 6), "context": {"includeDeclaration": True}}
    assert {one["uri"].rsplit("/", 1)[1] for one in client.request("textDocument/references", references)} == {
        "settlement.tgpl",
        "crafts.tgpl",
    }
    edits = client.request("textDocument/rename", {**client.at(uri, client.find(uri, "fish = 3")), "newName": "catch"})
    assert {name.rsplit("/", 1)[1] for name in edits["changes"]} == {"settlement.tgpl", "crafts.tgpl"}
    client.close_text(uri)


def test_events(client: Client) -> None:
    uri = client.open(ROOT / "examples" / "unsaved.tgpl", EVENTS)
    (item,) = client.request("textDocument/prepareCallHierarchy", client.at(uri, client.find(uri, "Hit {")))
    throwing = client.request("callHierarchy/incomingCalls", {"item": item})
    assert [one["from"]["name"] for one in throwing] == ["Hand.Play"] and throwing[0]["fromRanges"]
    waiting = client.request("callHierarchy/outgoingCalls", {"item": item})
    assert [(one["to"]["name"], one["to"]["detail"]) for one in waiting] == [
        ("Hand.First", "1. to react, priority 2"),
        ("Hand.Later", "2. to react, priority 1"),
    ]
    client.close_text(uri)


EVENTS = """game "x"; players 2; event Hit { number power; }
class Hand
{
    number score = 0;
    action Play { trigger PlayerChoiceEvent; effect { event.throw(new Hit() { power = 2; }); turn.pass(); } }
    action Later { prio 1; trigger Hit; effect { score += event.power; } }
    action First { prio 2; trigger Hit; effect { score -= 1; if (score < -3) { winner 0; } } }
}
setup { for (player p in player.all()) { p has Hand; } }
"""


def test_typing(client: Client, tris: str) -> None:
    """Letter by letter: what is told and offered is true of the text as it is then."""
    at = client.find(tris, "marker.assign(p);")
    for number, letter in enumerate("log(marker."):
        client.edit(tris, at + number, at + number, letter)
        client.request("textDocument/completion", client.at(tris, at + number + 1))
    found = client.request("textDocument/completion", client.at(tris, at + len("log(marker.")))
    assert {"assign", "player"} <= {one["label"] for one in found["items"]}
    assert client.problems(tris)
    help_ = client.request("textDocument/signatureHelp", client.at(tris, at + len("log(")))
    assert help_["signatures"][0]["label"] == "log(anything)"
    end = at + len("log(marker.")
    client.edit(tris, end, end, "player);\n        ")
    assert client.problems(tris) == []
    client.edit(tris, at, at + len("log(marker.player);\n        "), "")
    assert client.texts[tris] == TRIS.read_text(encoding="utf-8") and client.problems(tris) == []


def test_problems_and_their_fixes(client: Client, tris: str) -> None:
    at = client.find(tris, "number marks = 0;")
    client.edit(tris, at + len("number marks = 0"), at + len("number marks = 0;"), "")
    (problem,) = client.problems(tris)
    assert problem["code"] == "E101" and problem["codeDescription"]["href"].endswith("explain.md#e101-missing")
    where = {**client.of(tris), "range": problem["range"], "context": {"diagnostics": [problem]}}
    actions = client.request("textDocument/codeAction", where)
    titles = [one["title"] for one in actions]
    assert titles[0] == "Put a `;` here" and titles[1].startswith("Explain E101") and titles[2].startswith("Mend all")
    for one in (actions[0], actions[2]):
        assert client.apply(tris, one["edit"]["changes"][tris]) == TRIS.read_text(encoding="utf-8")
    said = client.request("workspace/executeCommand", {"command": "tgpl.explain", "arguments": ["E101"]})
    assert said.startswith("E101: Missing `;`")
    only = {**where, "context": {"diagnostics": [], "only": ["source.fixAll"]}}
    assert [one["kind"] for one in client.request("textDocument/codeAction", only)] == ["source.fixAll"]


def test_formatting(client: Client) -> None:
    text = "class A{number x=1;}\n\n// between\nclass B{\n  number y =2 ; }\n"
    uri = client.open(ROOT / "examples" / "unsaved.tgpl", text)
    options = {"tabSize": 4, "insertSpaces": True}
    made = client.apply(uri, client.request("textDocument/formatting", {**client.of(uri), "options": options}))
    assert made == format_file(SourceFile("a.tgpl", text)).text
    span = {**client.of(uri), "options": options, "range": client.range(uri, 0, 3)}
    made = client.apply(uri, client.request("textDocument/rangeFormatting", span))
    assert made.startswith("class A { number x = 1; }\n") and "number y =2 ;" in made
    typed = {**client.at(uri, len(text) - 1), "ch": "}", "options": options}
    made = client.apply(uri, client.request("textDocument/onTypeFormatting", typed))
    assert made.startswith("class A{") and made.endswith("class B\n{\n    number y = 2;\n}\n")
    client.close_text(uri)


def test_files_that_need_each_other(client: Client, tmp_path: Path) -> None:
    """A change in an import shows in the game that imports it; a file that comes to be is found."""
    library, main = tmp_path / "cards.tgpl", tmp_path / "main.tgpl"
    main.write_text(
        'game "m"; players 2; import "cards"; setup { Card c = new Card(); log(c.cost); winner 0; }', encoding="utf-8"
    )
    game = client.open(main)
    assert [one["code"] for one in client.problems(game)] == ["E210", "E202", "E202"]
    library.write_text("interactable Card { number cost = 1; }", encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": library.as_uri(), "type": 1}]})
    client.wait_for(game, lambda found: not found)
    cards = client.open(library)
    client.replace(cards, "interactable Card { number price = 1; }")
    client.wait_for(game, lambda found: [one["code"] for one in found] == ["E203"])
    client.close_text(cards)
    client.close_text(game)


def test_letters_of_every_width(client: Client) -> None:
    """Editors count in UTF-16."""
    text = 'game "x"; players 2; setup { log("😀é"); number größe = 1; log(größe); winner 0; }'
    uri = client.open(ROOT / "examples" / "unsaved.tgpl", text)
    assert client.problems(uri) == []
    places = client.request("textDocument/documentHighlight", client.at(uri, text.index("größe);")))
    assert [one["range"] for one in places] == [
        client.range(uri, at, at + 5) for at in (text.index("größe ="), text.index("größe)"))
    ]
    client.close_text(uri)
    lines = Lines("a😀b\nc", "utf-8")
    assert (
        lines.position(2) == (0, 5) and lines.offset(0, 5) == 2 and lines.offset(1, 99) == 5 and lines.offset(9, 0) == 5
    )


@pytest.mark.parametrize(
    "name",
    ["pig/pig.tgpl", "bazaar/bazaar.tgdl", "fight/fight.rpg", "tictactoe/tictactoe.snt", "gdl/nim.kif", "gdl/nim.hrf"],
)
def test_broken_texts(client: Client, name: str) -> None:
    """Texts broken at random places: never a crash, never an answer about what is no longer there. A script breaks more."""
    path = ROOT / "examples" / name
    text = path.read_text(encoding="utf-8")
    uri = client.open(path)
    for seed in range(3):
        client.replace(uri, break_somewhere(text, seed))
        ask_everything(client, uri, seed)
    client.close_text(uri)


def test_over_tcp() -> None:
    with Client.over_tcp(ROOT / "examples") as client:
        uri = client.open(TRIS)
        assert client.problems(uri) == []
        found: Any = client.request("textDocument/hover", client.at(uri, client.find(uri, "Marker marker")))
        assert "belongs to one player" in found["contents"]["value"]
        ask_everything(client, uri, 1)
