"""Files that a text names: imports, what an expansion expands, tables of cards."""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple

from tgpl.apps.editor.reading import Reading
from tgpl.text.files import STANDARD

_NAMED = re.compile(
    r'^[^\n"]*?\bimport\s+"(?P<imported>[^"\n]+)"|\bexpansion\s+"[^"\n]*"\s+of\s+"(?P<base>[^"\n]+)"|\bcards\b[^"\n{};]*\bfrom\s+"(?P<cards>[^"\n]+)"',
    re.MULTILINE,
)


class Link(NamedTuple):
    start: int
    end: int
    name: str  # of the file, relative to the folder of the game; `std/…` comes with the tool


def find_links(reading: Reading, name: str) -> list[Link]:
    known = {*reading.library.names(), *reading.files}
    found = []
    for match in _NAMED.finditer(reading.text(name)):
        group = match.lastgroup or ""
        path = match[group]
        folder = "" if path.startswith(STANDARD) else posixpath.dirname(name)
        joined = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
        ending = posixpath.splitext(name)[1]
        target = next((one for one in (joined, joined + ending, f"{joined}.tgpl") if one in known), None)
        if target is not None and not joined.startswith(".."):
            found.append(Link(match.start(group), match.end(group), target))
    return found
