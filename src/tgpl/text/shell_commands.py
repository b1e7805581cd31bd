"""Commands as they are printed: so that they run when somebody copies them, whatever the tool and the files are called.

In:  the parts of a command. Out: a line for a shell.

    command("play", "my game.tgpl")     # ./tgpl play 'my game.tgpl', if that is how the tool was called
"""

from __future__ import annotations

import os
import re
import sys

_CALLED = "TGPL_CALLED"  # set by the launcher: how it was called itself
_NAME = "tgpl"
_tool_name = [_NAME]
_PLAIN = re.compile(r"[\w@%+=:,./-]+", re.ASCII)  # what no shell takes for anything else


def learn_tool_name() -> str:
    """How the tool was called, from the process that it runs in; the commands are printed so from then on."""
    _tool_name[0] = _find_tool_name()
    return _tool_name[0]


def command(*parts: str) -> str:
    """A command line of this tool."""
    return " ".join([_tool_name[0], *map(quote, parts)])


def argument(path: str) -> str:
    """A file in a command, which must not look like an option."""
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def as_called(text: str) -> str:
    """A text that speaks of `tgpl …` in quotes like these, with the tool as it was called."""
    return re.sub(r"`tgpl(?=[ `])", lambda _: f"`{_tool_name[0]}", text)


def quote(part: str) -> str:
    """As a shell takes it as one word, and a terminal shows it."""
    if part.isprintable() and _is_text(part):
        return part if _PLAIN.fullmatch(part) else "'" + part.replace("'", "'\"'\"'") + "'"
    data = part.encode("utf-8", "surrogateescape") if _is_from_system(part) else part.encode("utf-8", "replace")
    return "$'" + "".join(_escape_byte(byte) for byte in data) + "'"


def shown(path: str) -> str:
    """The name of a file in a sentence: as it is, unless it would not show."""
    return path if path.isprintable() and _is_text(path) else quote(path)


def _escape_byte(byte: int) -> str:
    if 32 <= byte < 127:
        return f"\\{chr(byte)}" if chr(byte) in "\\'" else chr(byte)
    return f"\\x{byte:02x}"


def _is_text(part: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in part)


def _is_from_system(part: str) -> bool:
    return all("\udc80" <= c <= "\udcff" for c in part if "\ud800" <= c <= "\udfff")


def _find_tool_name() -> str:
    launcher = os.environ.get(_CALLED)
    path = launcher or sys.argv[0]
    if os.path.basename(path) == "__main__.py":
        return f"{_python()} -m {_NAME}"
    if not launcher and not os.path.basename(path).startswith(_NAME):
        return _NAME  # within another program
    on_path = _on_path(_NAME)
    if on_path is not None and os.path.exists(path) and os.path.samefile(on_path, path):
        return _NAME
    return quote(path if os.sep in path else os.path.join(os.curdir, path))


def _on_path(name: str) -> str | None:
    """The program that a shell would run by a name."""
    paths = (os.path.join(folder, name) for folder in os.get_exec_path())
    return next((path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)), None)


def _python() -> str:
    """The Python that runs this, with what makes it take its modules from nowhere else."""
    short = next((name for name in ("python", "python3") if _on_path(name) == sys.executable), sys.executable)
    return f"{quote(short)}{' -P' if sys.flags.safe_path else ''}"
