"""The texts that are being written, over the files on disk; and what is known of the games they belong to.

In:  texts as an editor has them. Out: a `Reading` of the game that a file is the main file of, always of the texts as they are now; which games a file belongs to; changes in
several games as one. Paths are absolute.

    desk = Desk()
    desk.open_text("/games/tris.tgpl", text)
    reading, name = desk.read("/games/tris.tgpl")
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from tgpl.apps.editor.reading import Named, Reading, read_rules
from tgpl.apps.editor.rename import Refusal, rename
from tgpl.apps.editor.told import Change
from tgpl.languages.registry import LANGUAGES, TGDL, TGPL, language_of
from tgpl.text.disk import BadFile, content
from tgpl.text.files import LARGEST, STANDARD, Folder, Unreadable, decode, standard_path

MOST_FILES = 2_000  # that are looked through for games to which a file belongs
_IMPORTS = re.compile(r'\bimport\s+"([^"\n]+)"|\bexpansion\s+"[^"\n]*"\s+of\s+"([^"\n]+)"')
_MAIN = re.compile(r'^(?:\s|//[^\n]*\n)*(?:game|expansion)\s*"', re.DOTALL)
_RULES = tuple(extension for language in LANGUAGES for extension in language.extensions)


class Place(NamedTuple):
    path: str
    start: int
    end: int


class OpenFolder(Folder):
    """A folder in which some files are being written."""

    def __init__(self, root: str, main: str, texts: dict[str, str]) -> None:
        super().__init__(root, main)
        self.texts = texts

    def read(self, name: str) -> str:
        if not name.startswith(STANDARD):
            text = self.texts.get(os.path.join(self.root, *name.split("/")))
            if text is not None:
                return text
        return super().read(name)


class Desk:
    def __init__(self) -> None:
        self.texts: dict[str, str] = {}  # by path: what is being written
        self.folders: list[str] = []  # where else games may lie
        self._readings: dict[str, Reading] = {}  # by the path of the main file
        self._stamps: dict[Reading, dict[str, object]] = {}

    # -- texts

    def open_text(self, path: str, text: str) -> None:
        self.texts[os.path.realpath(path)] = text

    def close_text(self, path: str) -> None:
        self.texts.pop(os.path.realpath(path), None)

    def text(self, path: str) -> str | None:
        path = os.path.realpath(path)
        if path in self.texts:
            return self.texts[path]
        try:
            return decode(content(path, LARGEST))
        except (BadFile, Unreadable):
            return None

    def forget(self) -> None:
        """Files on disk have come, gone or changed."""
        for reading in self._readings.values():
            self._stamps.pop(reading, None)

    # -- games

    def read(self, path: str) -> tuple[Reading, str]:
        """What is known of the game whose main file this is, as everything is now; and the name that the file has in it."""
        path = os.path.realpath(path)
        before = self._readings.get(path)
        if before is not None and self._is_fresh(before):
            return before, before.library.main
        root = self._root(path)
        name = os.path.relpath(path, root).replace(os.sep, "/")
        reading = read_rules(OpenFolder(root, name, self.texts), before)
        if before is not None:
            self._stamps.pop(before, None)
        self._readings[path] = reading
        self._stamps[reading] = {one: self._stamp(reading, one) for one in reading.files}
        return reading, name

    def known(self, path: str) -> Reading | None:
        """What was known of a game when it was last read."""
        return self._readings.get(os.path.realpath(path))

    def _is_fresh(self, reading: Reading) -> bool:
        stamps = self._stamps.get(reading)
        if not stamps or not reading.files:
            return False
        return all(self._stamp(reading, name) == stamp for name, stamp in stamps.items())

    def _stamp(self, reading: Reading, name: str) -> object:
        """What tells whether a file has changed: the text that is being written, or when and how large it was written to disk."""
        if name.startswith(STANDARD):
            return None
        path = self.path_of(reading, name)
        if path in self.texts:
            return self.texts[path]
        try:
            status = os.stat(path)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def path_of(self, reading: Reading, name: str) -> str:
        if name.startswith(STANDARD):
            return standard_path(name)
        root = getattr(reading.library, "root", "")
        return os.path.join(root, *name.split("/"))

    def _root(self, path: str) -> str:
        """The folder that the game may reach: that of the main file; of a text to import, that of a game that imports it."""
        own = os.path.dirname(path)
        if language_of(path) not in (TGPL, TGDL) or _MAIN.match(self.text(path) or ""):
            return own
        for main in self.belongs_to(path):
            folder = os.path.dirname(main)
            if os.path.commonpath((folder, path)) == folder:
                return folder
        return own

    # -- games to which a file belongs

    def belongs_to(self, path: str) -> list[str]:
        """The main files of the games that import or expand a file, also by way of others."""
        path = os.path.realpath(path)
        named: dict[str, set[str]] = {}  # for each file, those that name it
        for one in self._rule_files(path):
            for other in self._names(one):
                named.setdefault(other, set()).add(one)
        found: dict[str, None] = {}
        left = [path]
        while left:
            for one in sorted(named.get(left.pop(), ())):
                if one not in found and one != path:
                    found[one] = None
                    left.append(one)
        return [one for one in found if _MAIN.match(self.text(one) or "")]

    def _rule_files(self, path: str) -> Iterator[str]:
        """Rule texts near a file, and in the folders of the workspace."""
        seen: set[str] = set(self.texts)
        yield from self.texts
        for found in self._files_around(path):
            if found.endswith((*TGPL.extensions, *TGDL.extensions)) and found not in seen:
                seen.add(found)
                yield found
                if len(seen) > MOST_FILES:
                    return

    def _files_around(self, path: str) -> Iterator[str]:
        """In the folder of the workspace; without one, in its own and right in the folders around that."""
        own = os.path.dirname(path)
        around = [folder for folder in self.folders if os.path.commonpath((folder, own)) == folder]
        for root in around or [own]:
            yield from _walk(root)
        for _ in range(0 if around else 3):
            own = os.path.dirname(own)
            with suppress(OSError):
                yield from (os.path.join(own, name) for name in sorted(os.listdir(own)))

    def _names(self, path: str) -> Iterator[str]:
        """The files that a file imports or expands."""
        folder, ending = os.path.dirname(path), os.path.splitext(path)[1]
        for match in _IMPORTS.finditer(self.text(path) or ""):
            said = match[1] or match[2]
            if not said.startswith(STANDARD):
                joined = posixpath.normpath(os.path.join(folder, said.replace("\\", "/")))
                yield from (joined, joined + ending, f"{joined}.tgpl")

    def rule_files(self) -> list[str]:
        """All rule texts of the workspace."""
        found = dict.fromkeys(path for path in self.texts if path.endswith(_RULES))
        for root in self.folders:
            for path in _walk(root):
                if path.endswith(_RULES) and len(found) < MOST_FILES:
                    found[path] = None
        return list(found)

    # -- in all games to which a file belongs

    def places(self, path: str, offset: int) -> list[tuple[Place, str]]:
        """Everywhere where the same is named as here, with its role there."""
        found: dict[Place, str] = {}
        for reading, named in self._everywhere(path, offset):
            for one in reading.places(named):
                found.setdefault(Place(self.path_of(reading, one.name), one.start, one.end), one.role)
        return sorted(found.items())

    def _everywhere(self, path: str, offset: int) -> Iterator[tuple[Reading, Named]]:
        reading, name = self.read(path)
        named = reading.named(name, offset)
        if named is None:
            return
        yield reading, named
        for home, at in self._homes(reading, named):
            for main in self.belongs_to(home):
                other, _ = self.read(main)
                inside = next((one for one in other.files if self.path_of(other, one) == home), None)
                again = None if inside is None else other.named(inside, at)
                if again is not None and other is not reading:
                    yield other, again

    def _homes(self, reading: Reading, named: Named) -> Iterator[tuple[str, int]]:
        """Where something is declared, if others may name it."""
        if named.symbol.kind not in ("variable", "element", "input", "part"):
            for one in named.symbol.declared:
                name = named.reading.names.get(one.name.file)
                if name is not None and not name.startswith(STANDARD):
                    yield self.path_of(reading, name), one.name.start

    def rename(self, path: str, offset: int, new: str) -> dict[str, list[Change]] | Refusal:
        """The changes by file, in all games; or why not."""
        found: dict[str, dict[tuple[int, int], Change]] = {}
        reading, name = self.read(path)
        changes = rename(reading, reading.named(name, offset), new)
        if isinstance(changes, Refusal):
            return changes
        games = [(reading, changes)]
        for other, named in list(self._everywhere(path, offset))[1:]:
            more = rename(other, named, new)
            if isinstance(more, Refusal):
                return Refusal(f"{other.library.main}: {more.why}")
            games.append((other, more))
        for game, of in games:
            for change in of:
                found.setdefault(self.path_of(game, change.name), {})[change.start, change.end] = change
        return {one: sorted(by_place.values()) for one, by_place in found.items()}


def _walk(root: str) -> Iterator[str]:
    """The files below a folder, without those that hold no games."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(one for one in inner if not one.startswith((".", "node_modules", "__pycache__")))
        for name in sorted(names):
            yield os.path.join(folder, name)
