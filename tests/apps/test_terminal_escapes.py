"""What comes from a text, a record or the name of a file never drives the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.text.escape import plain, plain_json

DRIVING = "\x1b[2J\x9b31m\u202e\x07\r\u2028"  # clears, colours, turns around, rings, goes back, ends a line
HEAD = 'game "x"; players 2;'
ESCAPED = r"\u001b[2J\u009b31m\u202e\u0007\u000d\u2028"  # the same in a text of TGPL

TEXTS = {
    "turn": f'{HEAD} setup {{ turn.use("{ESCAPED}"); }}',
    "turn as it is": f'{HEAD} setup {{ turn.use("{DRIVING}"); }}',
    "phase": f'{HEAD} setup {{ turn.pass(0, "{ESCAPED}"); }}',
    "colour": f'{HEAD} class A {{ display {{ color "{ESCAPED}"; }} }} setup {{ new A(); }}',
    "import": f'{HEAD} import "{ESCAPED}"; setup {{ }}',
    "import as it is": f'{HEAD} import "{DRIVING}"; setup {{ }}',
    "expansion": f'expansion "{ESCAPED}" of "{ESCAPED}.tgpl";',
    "name": f'game "{ESCAPED}"; players 2; setup {{ log(1 / 0); }}',
    "log": f'{HEAD} setup {{ log("{ESCAPED}"); winner 0; }}',
    "key": f'{HEAD} setup {{ Table<string> t = {{}}; t["{ESCAPED}"] = "{ESCAPED}"; log(t); List<string> l = {{}}; log(l[9]); }}',
    "character": f"{HEAD} setup {{ {DRIVING} }}",
    "failure": f'{HEAD} global class S {{ action A {{ trigger PlayerChoiceEvent; effect {{ fail "{ESCAPED}"; }} }} }} setup {{ }}',
    "options": f'{HEAD} global class S {{ action A {{ trigger PlayerChoiceEvent; input string s in {{ "{ESCAPED}", "b" }}; effect {{ winner 0; }} }} }} setup {{ }}',
}
OTHERS = {
    "text.rpg": f'print("{DRIVING}"); set x = "{DRIVING}"; x + 1;',
    "text.snt": f'@setup {{ }} @turns {{ begin() {{ print("{DRIVING}"); print([1][3]); }} }}',
    "text.kif": f"(role {DRIVING}) (legal {DRIVING} go) (<= terminal (nothing {DRIVING})) (goal {DRIVING} 100)",
    "text.hrf": f'role("{DRIVING}") legal(a, go) {DRIVING}',
    "text.tgdl": f'game "{DRIVING}"; players 2; setup {{ use turn {DRIVING}; }}',
}
COMMANDS = [
    ["check"], ["check", "--json"], ["run"], ["run", "--json"], ["perft", "2"], ["translate"], ["play"], ["solve"],
]  # fmt: skip


def said(words: list[str], typed: str = "") -> str:
    result = CliRunner().invoke(tgpl, words, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def assert_harmless(words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("tgpl.apps.spinner._PATIENCE", 1_000.0)  # its line drives the terminal itself
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("TGPL_CC", "none")
    shown = said(words, "why x\nlog\nstate\n1\nq\n")
    assert not [c for c in shown if c in DRIVING and c not in "[2J31m"], (words, shown)


@pytest.mark.parametrize("name", TEXTS)
def test_rule_texts_do_not_drive_the_terminal(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "main.tgpl"
    file.write_text(TEXTS[name], encoding="utf-8")
    for command, *options in COMMANDS:
        assert_harmless([command, str(file), *options], monkeypatch, tmp_path)


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages_do_not_drive_the_terminal(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / name
    file.write_text(OTHERS[name], encoding="utf-8")
    for command, *options in COMMANDS:
        assert_harmless([command, str(file), *options], monkeypatch, tmp_path)


def test_records_do_not_drive_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, record = tmp_path / "main.tgpl", tmp_path / "match.json"
    file.write_text(f'{HEAD} setup {{ log("a"); winner 0; }}', encoding="utf-8")
    said(["run", str(file), "--record", str(record)])
    kept = json.loads(record.read_text(encoding="utf-8"))
    changes: list[dict[str, object]] = [
        {"tool": DRIVING, "result": {"ended": "stuck"}},
        {"result": {DRIVING: 1}},
        {"main": DRIVING},
        {"main": DRIVING, "sources": {DRIVING: HEAD + DRIVING}},
        {"sources": {"main.tgpl": HEAD + DRIVING}},
        {"format": DRIVING},
        {"choices": [DRIVING]},
        {"seed": DRIVING},
        {DRIVING: DRIVING},
    ]
    for change in changes:
        record.write_text(json.dumps(kept | change), encoding="utf-8")
        for words in (["replay", str(record)], ["play", str(file), "--resume", str(record)]):
            assert_harmless(words, monkeypatch, tmp_path)


def test_what_drives() -> None:
    assert plain("a\x1b[2J\n", lines=True) == "a\\x1b[2J\n" and plain("a\n") == "a\\n"
    text = json.dumps({"a": DRIVING + "é"}, ensure_ascii=False, indent=2)
    assert json.loads(plain_json(text)) == {"a": DRIVING + "é"} and "\u202e" not in plain_json(text)
