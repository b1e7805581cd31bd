"""Reading rule texts, and nothing else.

In:  the path of a main file. Out: texts of files in its folder or below, and of the library that comes with the
tool (`std/…`). A rule text is untrusted: whatever path it names, no other file is ever opened, links and special files
included.

    library = Folder.of_main("games/tris.tgpl")
    library.read("tris.tgpl")
"""

from __future__ import annotations

import hashlib
import os
from typing import Protocol

from tgpl.text.disk import BadFile, content

LARGEST = 32_000_000  # bytes; the lexer has its own, smaller limit on characters
CARD_FILES = (".csv", ".tsv")  # how the names of files end that hold tables of cards, and no rules
STANDARD = "std/"  # names that begin so are files of the library that comes with the tool
_STANDARD_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "std")


class Unreadable(Exception):
    """Why a file could not be read; `kind` is "outside", "missing", "text" or "system"."""

    def __init__(self, kind: str, detail: str = "", offset: int = 0, text: str = "") -> None:
        super().__init__(detail or kind)
        self.kind = kind
        self.detail = detail
        self.offset = offset  # for "text": how many characters are fine
        self.text = text  # for "text": those characters


class Library(Protocol):
    """Where texts come from: a folder, or a record that carries its own."""

    main: str  # the name of the main file

    def read(self, name: str) -> str:
        """The text of a file, named relative to the main file's folder with `/`; raises Unreadable."""

    def names(self) -> list[str]:
        """Files that could have been meant."""


class Folder:
    """The folder of a main file on disk."""

    def __init__(self, root: str, main: str, shown: str = "") -> None:
        self.root = os.path.realpath(root)
        self.main = main
        self.shown = shown  # what to put before a name in messages: the folder as the user wrote it

    @classmethod
    def of_main(cls, path: str) -> Folder:
        folder, name = os.path.split(path)
        return cls(folder or ".", name, f"{folder}/" if folder else "")

    def read(self, name: str) -> str:
        if name.startswith(STANDARD):
            return _inside(_STANDARD_FOLDER, name.removeprefix(STANDARD))
        return _inside(self.root, name)

    def names(self) -> list[str]:
        return [*_rule_files(self.root), *standard_names()]


class Texts:
    """Texts that are already in memory."""

    def __init__(self, main: str, texts: dict[str, str]) -> None:
        self.main = main
        self.texts = texts

    def read(self, name: str) -> str:
        if name in self.texts:
            return self.texts[name]
        if name.startswith(STANDARD):
            return _inside(_STANDARD_FOLDER, name.removeprefix(STANDARD))
        raise Unreadable("missing")

    def names(self) -> list[str]:
        return [*sorted(self.texts), *standard_names()]


class Changed:
    """Another library, with some of its texts changed; these go by the names that messages show."""

    def __init__(self, library: Library, texts: dict[str, str]) -> None:
        self.main = library.main
        self.shown = getattr(library, "shown", "")
        self._library, self._texts = library, texts

    def read(self, name: str) -> str:
        changed = None if name.startswith(STANDARD) else self._texts.get(self.shown + name)
        return self._library.read(name) if changed is None else changed

    def names(self) -> list[str]:
        return self._library.names()


def standard_path(name: str) -> str:
    """Where a file of the library that comes with the tool lies."""
    return os.path.join(_STANDARD_FOLDER, name.removeprefix(STANDARD))


def standard_names() -> list[str]:
    """What can be imported from the library that comes with the tool."""
    return [STANDARD + name for name in _rule_files(_STANDARD_FOLDER)]


def _rule_files(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith((".tgpl", ".tgdl", *CARD_FILES)))
    except OSError:
        return []


def _inside(root: str, name: str) -> str:
    """The text of a file in a folder or below; raises Unreadable."""
    if "\0" in name:
        raise Unreadable("outside")
    root = os.path.realpath(root)
    path = os.path.realpath(os.path.join(root, name))
    if os.path.commonpath((root, path)) != root:
        raise Unreadable("outside")
    if not os.path.exists(path):
        raise Unreadable("missing")
    try:
        return decode(content(path, LARGEST))
    except BadFile as why:
        raise Unreadable("system", str(why)) from why


def decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        raise Unreadable("text", offset=len(good), text=good) from error


def fingerprint(sources: dict[str, str]) -> str:
    """Of all rule texts of a game, whatever their order."""
    digest = hashlib.sha256()
    for name, text in sorted(sources.items()):
        digest.update(f"{len(name)} {name} {len(text)} {text}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
