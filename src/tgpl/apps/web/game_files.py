"""The files of a game on this computer, as the studio reads and writes them: those in the folder of its main file.

In:  the path of a main file. Out: texts by their names; lines end with a line feed, whatever they end with in the file, and are written as they were.
"""

from __future__ import annotations

import os

from tgpl.languages.registry import language_of
from tgpl.text.disk import BadFile, content, replace
from tgpl.text.files import CARD_FILES, Unreadable, decode

_LARGEST = 300_000  # bytes
_MOST = 20  # files


class FileTrouble(Exception):
    """Why a file could not be written: words that follow a colon."""


def read_game_files(path: str) -> dict[str, str]:
    """The main file, and what it could import; what cannot be read is left out."""
    folder, main = os.path.split(path)
    endings = (*language_of(main).extensions, *CARD_FILES)
    others = sorted(name for name in os.listdir(folder) if name.endswith(endings) and name != main)
    found: dict[str, str] = {}
    for name in [main, *others]:
        text = _read(os.path.join(folder, name))
        fits = sum(map(len, found.values())) + len(text or "") <= _LARGEST
        if text is not None and (name == main or (fits and len(found) < _MOST and _is_simple(name))):
            found[name] = text.replace("\r\n", "\n")
    found.setdefault(main, "")
    return found


def _is_simple(name: str) -> bool:
    return name.isascii() and name.replace("_", "").replace("-", "").replace(".", "", 1).isalnum()


def _read(path: str) -> str | None:
    try:
        return decode(content(path, _LARGEST))
    except (BadFile, Unreadable):
        return None


def write_game_file(main: str, name: str, text: str) -> None:
    """Raises FileTrouble."""
    path = os.path.join(os.path.dirname(main), os.path.basename(name))
    if "\r\n" in (_read(path) or ""):
        text = text.replace("\n", "\r\n")
    try:
        replace(path, text)
    except (BadFile, OSError) as why:
        raise FileTrouble(str(why)) from why
