"""Writes the grammars and the manifest of the extension for Visual Studio Code, and packs it.

.venv/bin/python scripts/vscode.py                        # writes what is generated into editors/vscode
.venv/bin/python scripts/vscode.py --check                # says what is not as it would be written
.venv/bin/python scripts/vscode.py --package tgpl.vsix    # packs it; needs npm, which fetches the protocol's client
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from tgpl import __version__
from tgpl.languages.common.lexicon import LEXICONS, Lexicon, Rule

FOLDER = Path(__file__).parent.parent / "editors" / "vscode"
CLIENT = "^9.0.1"
SCOPES = {
    "comment": "comment.line",
    "text": "string.quoted.double",
    "number": "constant.numeric",
    "variable": "variable.parameter",
    "name": "variable.other",
    "sign": "keyword.operator",
    "control": "keyword.control",
    "word": "keyword.other",
    "constant": "constant.language",
    "type": "support.type",
    "operator": "keyword.operator.word",
    "kind": "storage.type",
    "modifier": "storage.modifier",
    "special": "variable.language",
    "built_in": "support.function",
}
COMMANDS = {
    "tgpl.playInTerminal": "Play in the terminal",
    "tgpl.playInBrowser": "Play in the browser",
    "tgpl.labReport": "Lab report",
    "tgpl.restart": "Restart the language server",
}


def make_grammar(lexicon: Lexicon) -> dict[str, Any]:
    template = [{"include": "#template"}] if lexicon.template else []
    rules = [_make_rule(lexicon, rule) for rule in lexicon.rules]
    found: dict[str, Any] = {
        "name": lexicon.title,
        "scopeName": f"source.{lexicon.name}",
        "fileTypes": [ending[1:] for ending in lexicon.endings],
        "patterns": [*template, *rules],
    }
    if lexicon.template:
        hole = {
            "begin": r"\{",
            "end": r"\}|(?=$)",
            "name": f"meta.interpolation.{lexicon.name}",
            "patterns": [{"include": "$self"}],
        }
        inside = [{"match": r"\{\{|\}\}|" + lexicon.escape, "name": f"constant.character.escape.{lexicon.name}"}, hole]
        found["repository"] = {
            "template": {
                "begin": r"\$\"",
                "end": r"\"|(?=$)",
                "name": f"string.interpolated.{lexicon.name}",
                "patterns": inside,
            }
        }
    return found


def _make_rule(lexicon: Lexicon, rule: Rule) -> dict[str, Any]:
    if rule.kind == "declared":
        kinds = {"1": f"storage.type.{lexicon.name}", "2": f"entity.name.type.{lexicon.name}"}
        return {"match": rule.pattern, "captures": {number: {"name": name} for number, name in kinds.items()}}
    made: dict[str, Any] = {"match": rule.pattern, "name": f"{SCOPES[rule.kind]}.{lexicon.name}"}
    if rule.kind == "text":
        escape = {"match": lexicon.escape, "name": f"constant.character.escape.{lexicon.name}"}
        made["captures"] = {"0": {"patterns": [escape]}}
    return made


def make_configuration(lexicon: Lexicon) -> dict[str, Any]:
    pairs = [list(pair) for pair in lexicon.brackets]
    return {
        "comments": {"lineComment": lexicon.line_comment},
        "brackets": pairs,
        "autoClosingPairs": [*pairs, ['"', '"']],
        "surroundingPairs": [*pairs, ['"', '"']],
    }


def make_manifest() -> dict[str, Any]:
    languages = [
        {
            "id": one.name,
            "aliases": [one.title],
            "extensions": list(one.endings),
            "configuration": f"./languages/{one.name}.json",
        }
        for one in LEXICONS.values()
    ]
    grammars = [
        {"language": name, "scopeName": f"source.{name}", "path": f"./syntaxes/{name}.tmLanguage.json"}
        for name in LEXICONS
    ]
    setting = {
        "type": "array",
        "items": {"type": "string"},
        "default": ["tgpl"],
        "description": "The command, and what comes before `lsp`.",
    }
    return {
        "name": "tgpl",
        "displayName": "TGPL: rules of board games",
        "description": "Write the rules of a board game, with an editor that knows the game.",
        "version": __version__,
        "publisher": "tgpl",
        "engines": {"vscode": "^1.82.0"},
        "categories": ["Programming Languages", "Formatters", "Linters"],
        "main": "./extension.js",
        "activationEvents": [],
        "contributes": {
            "languages": languages,
            "grammars": grammars,
            "commands": [{"command": name, "title": title, "category": "TGPL"} for name, title in COMMANDS.items()],
            "configuration": {"title": "TGPL", "properties": {"tgpl.command": setting}},
        },
        "dependencies": {"vscode-languageclient": CLIENT},
    }


def list_files() -> dict[str, str]:
    """What is generated: paths inside the extension's folder, and texts."""
    found: dict[str, Any] = {"package.json": make_manifest()}
    for name, lexicon in LEXICONS.items():
        found[f"syntaxes/{name}.tmLanguage.json"] = make_grammar(lexicon)
        found[f"languages/{name}.json"] = make_configuration(lexicon)
    return {path: json.dumps(data, indent=2, ensure_ascii=False) + "\n" for path, data in found.items()}


def find_stale() -> list[str]:
    return [path for path, text in list_files().items() if not _is(FOLDER / path, text)]


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def write() -> None:
    for path, text in list_files().items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, encoding="utf-8")


def pack(target: Path) -> None:
    """A VSIX is a zip with the extension, a manifest, and the kinds of its files."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "extension.js", "README.md"):
            (Path(folder) / name).write_bytes((FOLDER / name).read_bytes())
        subprocess.run(
            ["npm", "install", "--omit=dev", "--no-package-lock", "--ignore-scripts"], cwd=folder, check=True
        )
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("extension.vsixmanifest", _describe_package())
            archive.writestr("[Content_Types].xml", _CONTENT_TYPES)
            for base in (Path(folder), FOLDER):
                for path in sorted(base.rglob("*")):
                    inside = f"extension/{path.relative_to(base).as_posix()}"
                    if path.is_file() and inside not in archive.namelist():
                        archive.write(path, inside)


_CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/>\
<Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/>\
<Default Extension=".ts" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"""


def _describe_package() -> str:
    about = make_manifest()
    name, shown, words = (quoteattr(about[key]) for key in ("name", "displayName", "description"))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={quoteattr(about["version"])} Publisher={quoteattr(about["publisher"])}/>
    <DisplayName>{shown[1:-1]}</DisplayName>
    <Description xml:space="preserve">{words[1:-1]}</Description>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(about["engines"]["vscode"])}/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something is not current")
    parser.add_argument("--package", type=Path, metavar="FILE", help="pack the extension")
    wanted = parser.parse_args()
    if wanted.check:
        stale = find_stale()
        print("\n".join(f"{path} is not current" for path in stale) or "all current")
        return int(bool(stale))
    write()
    if wanted.package is not None:
        pack(wanted.package)
    return 0


if __name__ == "__main__":
    sys.exit(main())
