"""The extension for Visual Studio Code: what is generated is current, its grammars read the examples, and its code does what it says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from formats import ROOT
from tgpl.languages.common.lexicon import LEXICONS

FOLDER = ROOT / "editors" / "vscode"


def test_what_is_generated_is_current() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "vscode.py"), "--check"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "all current\n")


def test_every_language_has_its_parts() -> None:
    contributed = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["contributes"]
    assert [one["id"] for one in contributed["languages"]] == list(LEXICONS)
    for path in [one["configuration"] for one in contributed["languages"]] + [
        one["path"] for one in contributed["grammars"]
    ]:
        assert json.loads((FOLDER / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LEXICONS)
def test_patterns_are_of_the_kind_that_editors_take(name: str) -> None:
    """Oniguruma has no look behind of changing width, and no possessive signs as Python writes them."""
    grammar = (FOLDER / "syntaxes" / f"{name}.tmLanguage.json").read_text(encoding="utf-8")
    patterns = [rule["match"] for rule in json.loads(grammar)["patterns"] if "match" in rule]
    assert len(patterns) > 3
    for pattern in patterns:
        assert re.compile(pattern, re.MULTILINE)
        assert all("*" not in behind and "+" not in behind for behind in re.findall(r"\(\?<[!=]([^)]*)\)", pattern))


# The editor and the protocol's client, as far as the extension uses them; what it did is printed.
_STAND_IN = """
const Module = require("node:module");
const did = [];
const document = { languageId: process.argv[3], isUntitled: false, fileName: "/games/my game.tgpl", save: async () => true };
const vscode = {
  window: {
    activeTextEditor: { document }, terminals: [],
    createTerminal: (name) => ({ name, show() {}, sendText: (text) => did.push(["typed", text]) }),
    showWarningMessage: (words) => did.push(["warned", words]), showErrorMessage: (words) => did.push(["failed", words]),
  },
  workspace: { getConfiguration: () => ({ get: () => ["./tgpl"] }), createFileSystemWatcher: (pattern) => pattern },
  commands: { registerCommand: (name, run) => (commands[name] = run) },
};
const commands = {};
class LanguageClient {
  constructor(id, title, server, options) { did.push(["server", server.command, ...server.args, options.documentSelector.length]); }
  async start() { if (process.argv[4]) throw new Error("no"); did.push(["started"]); }
  async stop() { did.push(["stopped"]); }
}
const load = Module._load;
Module._load = (name, ...more) => ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...more);
(async () => {
  const extension = require(process.argv[2]);
  await extension.activate({ subscriptions: [] });
  for (const run of Object.values(commands)) await run();
  await extension.deactivate();
  console.log(JSON.stringify({ did, commands: Object.keys(commands) }));
})();
"""


def _run(tmp_path: Path, *words: str) -> dict[str, list[list[object]]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node (Debian: apt install nodejs)")
    (tmp_path / "try.js").write_text(_STAND_IN, encoding="utf-8")
    command = [node, str(tmp_path / "try.js"), str(FOLDER / "extension.js"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[list[object]]] = json.loads(done.stdout)
    return found


def test_its_commands_play_the_text_in_front(tmp_path: Path) -> None:
    found = _run(tmp_path, "tgpl")
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert found["commands"] == [one["command"] for one in manifest["contributes"]["commands"]]
    typed = [one[1] for one in found["did"] if one[0] == "typed"]
    file = "'/games/my game.tgpl'"
    assert typed == [f"./tgpl play {file}", f"./tgpl serve {file} --open --watch", f"./tgpl lab {file}"]
    begun = ["server", "./tgpl", "lsp", len(LEXICONS)]
    assert [one for one in found["did"] if one[0] != "typed"] == [
        begun,
        ["started"],
        ["stopped"],
        begun,
        ["started"],
        ["stopped"],
    ]


def test_other_texts_are_left_alone_and_a_missing_server_is_told(tmp_path: Path) -> None:
    found = _run(tmp_path, "python", "missing")
    assert [one[0] for one in found["did"]].count("warned") == 3
    assert any(one[0] == "failed" and "pip install 'tgpl[editor]'" in str(one[1]) for one in found["did"])
