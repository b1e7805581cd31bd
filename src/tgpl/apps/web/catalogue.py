"""The games of a server: rule texts in its folders, what the front page shows of each, and their rules when somebody plays.

In:  files and folders. Out: entries by id, which is a path in its folder (`tris/tris.tgpl`); `LoadedRules`. One thread compiles, so that
the server goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tgpl.apps.session.rule_stamps import Stamps, stamp_files
from tgpl.apps.web.readme import Part, part_text
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rules import LoadedRules
from tgpl.apps.web.store import Store
from tgpl.compile import Result, compile_rules
from tgpl.languages.registry import LANGUAGES, RPG, language_of
from tgpl.text.diagnostics import errors, to_terminal
from tgpl.text.disk import BadFile, content
from tgpl.text.escape import plain
from tgpl.text.files import Folder, Texts

T = TypeVar("T")
_MOST_LOADED = 64  # rules that are kept ready
_DEEPEST = 5  # folders inside each other that are looked through
_MOST_GAMES = 1_000
_MOST_PROBLEMS = 10
_LONGEST_README = 40_000
_LONGEST_ABOUT = 160
_COMMENT = re.compile(r"\s*(?://|;+|#)\s?(.*)")
_ENDINGS = tuple(ending for language in LANGUAGES if language is not RPG for ending in language.extensions)
_SPELLINGS = (".hrf", ".gdl")  # of what is also there as .kif


@dataclass(slots=True)
class Game:
    """A main file, and what is known of it."""

    id: str
    path: Path
    stamps: Stamps = field(default_factory=dict)  # when it was read last
    result: Result | None = None
    rules: LoadedRules | None = None  # the last that had no errors
    told: dict[str, Any] = field(default_factory=dict)  # for the front page


class Catalogue:
    def __init__(self, paths: list[str]) -> None:
        self.games: dict[str, Game] = {}
        for path in paths:
            self._add(Path(path))
        self.scanned = asyncio.Event()
        self._loaded: OrderedDict[str, LoadedRules] = OrderedDict()
        self._compiler = ThreadPoolExecutor(1, "compiler")

    def _add(self, path: Path) -> None:
        found = _find_rule_files(path) if path.is_dir() else [path]
        for file in found[:_MOST_GAMES]:
            name = (str(file.relative_to(path)) if path.is_dir() else file.name).replace(os.sep, "/")
            self.games.setdefault(name, Game(name, file))

    async def _compile(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._compiler, work)

    # -- the front page

    async def scan(self) -> None:
        """Reads all games once. What can only be imported is none."""
        for game in list(self.games.values()):
            if game.result is None:
                await self._compile(lambda game=game: _read(game))  # type: ignore[misc]
            if game.result is not None and game.result.checked is not None and game.result.checked.is_library:
                del self.games[game.id]
        self.scanned.set()

    def list_games(self) -> list[dict[str, Any]]:
        return [game.told or _describe(game) for game in self.games.values()]

    def find_picture(self, name: str) -> Path | None:
        game = self.games.get(name)
        path = None if game is None else game.path.with_name("picture.svg")
        return path if path is not None and path.is_file() else None

    def read_readme(self, name: str | None) -> list[Part]:
        """What a game's folder says of it."""
        game = self.games.get(name or "")
        try:
            data = b"" if game is None else content(game.path.with_name("README.md"), _LONGEST_README)
        except BadFile:
            return []
        return part_text(plain(data.decode("utf-8", "replace"), lines=True))

    # -- rules

    async def load(self, name: str) -> LoadedRules:
        """The rules of a game as they are now; raises Refused."""
        game = self.games.get(name)
        if game is None:
            raise Refused("no_game", "There is no such game here.")
        await self.refresh(game)
        assert game.result is not None
        if game.rules is None or not game.result.playable:
            problems = "\n\n".join(describe_problems(game.result))
            raise Refused("broken_game", f"The rules of that game have errors.\n{problems}")
        return self._remember(game.rules)

    def find_same(self, sources: dict[str, str]) -> str | None:
        """The game whose rules are just these, if there is one."""
        found = (game.id for game in self.games.values() if game.result is not None and game.result.sources == sources)
        return next(found, None)

    async def refresh(self, game: Game) -> bool:
        """Reads the rules again if they have changed on disk; whether they have."""
        if game.result is not None and game.rules is not None and _stamp(game) == game.stamps:
            return False
        before = game.result

        def read() -> None:
            _read(game)
            assert game.result is not None
            if game.result.playable and (game.rules is None or game.rules.sources != game.result.sources):
                game.rules = LoadedRules(game.result)

        await self._compile(read)
        assert game.result is not None
        return before is None or before.sources != game.result.sources

    async def load_kept(self, key: str, store: Store) -> LoadedRules:
        """The rules of a table, as they were when it began; raises StoreTrouble or Refused."""
        rules = self._loaded.get(key)
        if rules is None:
            text = await store.read_rules(key)
            if text is None:
                raise Refused("no_rules", "The rules of that table are not there.")
            rules = await self._compile(lambda: _compile_kept(text))
        return self._remember(rules)

    async def load_texts(self, main: str, sources: dict[str, str]) -> LoadedRules:
        """Rules that whoever runs the server is writing; raises Refused."""

        def read() -> LoadedRules:
            result = compile_rules(Texts(main, sources))
            if not result.playable:
                problems = "\n\n".join(describe_problems(result))
                raise Refused("broken_game", f"Rules that have errors cannot be played yet.\n{problems}")
            return LoadedRules(result)

        return self._remember(await self._compile(read))

    def _remember(self, rules: LoadedRules) -> LoadedRules:
        self._loaded[rules.key] = rules
        self._loaded.move_to_end(rules.key)
        while len(self._loaded) > _MOST_LOADED:
            self._loaded.popitem(last=False)
        return rules


def describe_problems(result: Result) -> list[str]:
    """As `tgpl check` shows them."""
    return [plain(to_terminal([problem]), lines=True) for problem in errors(result.problems)[:_MOST_PROBLEMS]]


def _read(game: Game) -> None:
    """Messages and records speak of files in the game's folder; where that is on this computer is nobody's business."""
    game.result = compile_rules(Folder(str(game.path.parent), game.path.name))
    game.stamps = _stamp(game)
    game.told = _describe(game)


def _stamp(game: Game) -> Stamps:
    files = () if game.result is None else game.result.source_files.values()
    return stamp_files(str(game.path), [str(game.path.parent / file.name) for file in files])


def _compile_kept(text: str) -> LoadedRules:
    data = json.loads(text)
    result = compile_rules(Texts(data["main"], data["sources"]))
    if not result.playable:
        raise Refused("broken_game", "The rules of that table cannot be played any more.")
    return LoadedRules(result)


def _describe(game: Game) -> dict[str, Any]:
    title = game.path.stem.replace("_", " ")
    told: dict[str, Any] = {"id": game.id, "title": title.capitalize(), "language": language_of(game.id).name}
    about = (
        "" if game.result is None else _find_about(game.result.files[-1].tree.file.text if game.result.files else "")
    )
    if about:
        told["about"] = about
    if game.path.with_name("picture.svg").is_file():
        told["picture"] = f"/picture/{game.id}"
    if game.result is not None and game.result.playable:
        told["players"] = list(game.result.program().players)
    elif game.result is not None:
        told["problems"] = describe_problems(game.result)
    return told


def _find_about(text: str) -> str:
    """What a rule text says of itself first: its comment at the top, as far as a sentence goes."""
    words: list[str] = []
    for line in text.splitlines():
        comment = _COMMENT.match(line)
        if comment is None:
            break
        words.append(comment[1])
    sentence = re.match(r".{20,}?[.!?](?=\s|$)", " ".join(words).strip())
    found = sentence[0] if sentence is not None else " ".join(words).strip()
    return plain(found if len(found) <= _LONGEST_ABOUT else f"{found[:_LONGEST_ABOUT].rstrip()} …")


def _find_rule_files(folder: Path, deep: int = 0) -> list[Path]:
    found: list[Path] = []
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return found
    for path in inside:
        if path.name.startswith("."):
            continue
        if path.is_dir() and deep < _DEEPEST:
            found += _find_rule_files(path, deep + 1)
        elif path.suffix.lower() in _ENDINGS and path.is_file() and not _is_spelled_twice(path):
            found.append(path)
    return found


def _is_spelled_twice(path: Path) -> bool:
    return path.suffix.lower() in _SPELLINGS and path.with_suffix(".kif").exists()
