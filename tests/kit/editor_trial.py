"""Texts broken at random places, and every request of an editor about them."""

from __future__ import annotations

import random
import re
from typing import Any

from editor_client import Client, Failed

_TOKEN = re.compile(r'\s+|"[^"\n]*"|\w+|.', re.DOTALL)
_SCRAPS = (
    "{",
    "}",
    "(",
    ")",
    ";",
    '"',
    ".",
    ",",
    "class ",
    "€",
    "\\",
    " = ",
    "= =",
    "//",
    "new ",
    "action",
    "(<=",
    ":-",
)


def break_somewhere(text: str, seed: int) -> str:
    """A text with something left out, doubled, put in or cut off."""
    chance = random.Random(seed)
    tokens = _TOKEN.findall(text)
    at = chance.randrange(len(tokens))
    match chance.randrange(5):
        case 0:
            tokens[at : at + chance.choice((1, 1, 3, 20))] = []
        case 1:
            tokens[at:at] = tokens[at : at + chance.choice((1, 5))]
        case 2:
            tokens[at:at] = [chance.choice(_SCRAPS)]
        case 3:
            tokens[at] = tokens[at][: len(tokens[at]) // 2]
        case _:
            tokens[at:] = []
    return "".join(tokens)


def ask_everything(client: Client, uri: str, seed: int) -> None:
    """Every request, at some places; answers must speak of the text as it is."""
    chance = random.Random(seed)
    text = client.texts[uri]
    client.problems(uri)
    for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "documentLink", "codeLens"):
        check_ranges(client, uri, client.request(f"textDocument/{method}", client.of(uri)))
    everything = client.range(uri, 0, len(text))
    check_ranges(client, uri, client.request("textDocument/inlayHint", {**client.of(uri), "range": everything}))
    asked = {**client.of(uri), "range": everything, "context": {"diagnostics": []}}
    for action in client.request("textDocument/codeAction", asked):
        if "edit" in action:
            check_ranges(client, uri, action["edit"]["changes"].get(uri, []))
    options = {"tabSize": 4, "insertSpaces": True}
    edits = client.request("textDocument/formatting", {**client.of(uri), "options": options})
    made = client.apply(uri, edits)
    assert "".join(made.split()) == "".join(text.split()), "no word changes"
    for _ in range(4):
        ask_at(client, uri, chance.randrange(len(text) + 1))


def ask_at(client: Client, uri: str, offset: int) -> None:
    here = client.at(uri, offset)
    text = client.texts[uri]
    found = client.request("textDocument/completion", here)["items"]
    assert all(one["label"] for one in found)
    told = client.request("textDocument/hover", here)
    check_ranges(client, uri, told)
    client.request("textDocument/signatureHelp", here)
    check_ranges(client, uri, client.request("textDocument/definition", here))
    marks = client.request("textDocument/documentHighlight", here)
    said = {client.said(uri, one["range"]).casefold() for one in marks}
    assert len({one.strip("'?") for one in said}) <= 1, f"one name has other letters elsewhere: {said}"
    if marks:
        assert any(_holds(client, uri, one["range"], offset) for one in marks), "a name is named where it stands"
    references = {**here, "context": {"includeDeclaration": True}}
    check_ranges(client, uri, client.request("textDocument/references", references))
    typed = {**here, "ch": "}", "options": {"tabSize": 4, "insertSpaces": True}}
    made = client.apply(uri, client.request("textDocument/onTypeFormatting", typed))
    assert "".join(made.split()) == "".join(text.split())
    for item in client.request("textDocument/prepareCallHierarchy", here) or []:
        client.request("callHierarchy/incomingCalls", {"item": item})
        client.request("callHierarchy/outgoingCalls", {"item": item})
    try:
        edits = client.request("textDocument/rename", {**here, "newName": "renamed_here"})
    except Failed:
        return
    made = client.apply(uri, edits["changes"].get(uri, []))
    assert made.count("renamed_here") == len(edits["changes"].get(uri, []))


def _holds(client: Client, uri: str, span: dict[str, Any], offset: int) -> bool:
    start, end = client.offsets(uri, span)
    return start <= offset <= end


def check_ranges(client: Client, uri: str, answer: Any) -> None:
    """Every range lies in the text, and begins before it ends."""
    if isinstance(answer, list):
        for one in answer:
            check_ranges(client, uri, one)
    elif isinstance(answer, dict):
        if answer.get("uri", uri) == uri and "range" in answer:
            start, end = client.offsets(uri, answer["range"])
            assert 0 <= start <= end <= len(client.texts[uri])
            assert client.range(uri, start, end) == answer["range"]
        for one in answer.values():
            check_ranges(client, uri, one)
