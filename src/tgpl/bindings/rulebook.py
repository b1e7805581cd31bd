"""A rule text, opened for other people's tools: compiled, looked through, sampled.

rulebook = open_rules("examples/tris/tris.tgpl")
setting = rulebook.setting(players=2)
setting.catalogue.words
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from typing import TYPE_CHECKING

from tgpl.agents.compiled import CannotSearch, compile_for_search
from tgpl.bindings.action_hashes import hash_actions
from tgpl.bindings.catalogue import Catalogue
from tgpl.bindings.encoding import Encoder
from tgpl.bindings.program_facts import ProgramFacts, find_facts
from tgpl.bindings.sampled_matches import play_samples
from tgpl.compile import Result, compile_rules
from tgpl.native.walk import Bench
from tgpl.text.diagnostics import to_terminal
from tgpl.text.files import Folder, Library, Texts, fingerprint

if TYPE_CHECKING:
    from tgpl.native.game import NativeGame
    from tgpl.native.library import BuildMode
    from tgpl.runtime.game import Game

BUILD: BuildMode = "soon"  # how games are compiled
_MAIN = "game.tgpl"  # what a text without a file is called


class BadRules(ValueError):
    """A rule text that cannot be played; says what `tgpl check` says."""


class Rulebook:
    def __init__(self, result: Result, main: str) -> None:
        self.result = result
        self.main = main
        self.game: Game = result.game()
        self.facts: ProgramFacts = find_facts(result.program())
        self._settings: dict[int, Setting] = {}
        self._native: NativeGame | None = None
        self.compiles = True  # or it was found that it cannot be compiled

    @property
    def native(self) -> NativeGame | None:
        """The game as compiled code; None where there is no compiler, or where it cannot be translated."""
        if self._native is None and self.compiles:
            try:
                self._native = compile_for_search(self.result, BUILD)
            except CannotSearch:
                self.compiles = False
        return self._native if self.compiles else None

    def setting(self, players: int | None = None) -> Setting:
        """The game for a number of players; the least that it takes without one."""
        seats = self.game.seats(players)
        if seats not in self._settings:
            self._settings[seats] = Setting(self, seats)
        return self._settings[seats]

    def pack(self) -> str:
        """All rule texts in letters and digits; `open_packed` reads them back."""
        texts = json.dumps([self.main, self.result.sources], ensure_ascii=False, sort_keys=True)
        return base64.b32encode(zlib.compress(texts.encode(), 9)).decode().rstrip("=")


class Setting:
    """A game for so many players, with its actions numbered and its observations laid out."""

    def __init__(self, rulebook: Rulebook, players: int) -> None:
        self.rulebook = rulebook
        self.game = rulebook.game
        self.facts = rulebook.facts
        self.players = players
        self.encoder = Encoder(self.game, players)
        sample = play_samples(self.game, self.facts, players, self.encoder.look)
        self.catalogue = Catalogue(self.facts, sample, self.game.rules.secrets)
        self.encoder.lay_out(self.catalogue.questions, len(self.catalogue))
        self.widest = sample.widest  # outcomes of one draw, where chance is laid open
        self._benches: dict[bool, Bench] = {}
        self._hashed: tuple[list[int], list[int]] | None = None

    @property
    def hides(self) -> bool:
        """Whether there is anything that some player does not know."""
        return self.game.rules.secrets or self.facts.simultaneous

    def bench(self, is_open: bool) -> Bench | None:
        """Where matches are played as compiled code, if they can be; a faster one when there is one by now."""
        native = self.rulebook.native
        if native is None:
            return None
        bench = self._benches.get(is_open)
        if bench is None or bench.library is not native.library:
            if self._hashed is None:
                self._hashed = hash_actions(self.catalogue, self.game, self.facts, native.places)
            listed, spare = self.catalogue.listed, len(self.catalogue) - self.catalogue.listed
            bench = Bench(native, *self._hashed, listed, spare, self.widest if is_open else 0)
            self._benches[is_open] = bench
        return bench

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _open_setting, (self.rulebook.pack(), self.players)


_open: dict[str, Rulebook] = {}  # by the fingerprint of the texts


def open_rules(rules: str | os.PathLike[str]) -> Rulebook:
    """A rule text, or the path of one; raises BadRules."""
    if isinstance(rules, str) and ("\n" in rules or "{" in rules):
        return _open_library(Texts(_MAIN, {_MAIN: rules}))
    path = os.fspath(rules)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"There is no rule text {path!r}; give the path of a .tgpl file, or the text itself.")
    return _open_library(Folder.of_main(path))


def open_packed(packed: str) -> Rulebook:
    """What `Rulebook.pack` gave; raises BadRules."""
    try:
        padded = packed + "=" * (-len(packed) % 8)
        main, sources = json.loads(zlib.decompress(base64.b32decode(padded)))
    except (ValueError, zlib.error, TypeError) as error:
        raise BadRules(f"These are no packed rules: {error}") from error
    return _open_library(Texts(str(main), sources))


def _open_library(library: Library) -> Rulebook:
    result = compile_rules(library)
    if not result.playable:
        found = to_terminal(result.problems) if result.problems else f"{library.main} is no whole game."
        raise BadRules(found)
    key = fingerprint(result.sources)
    if key not in _open:
        _open[key] = Rulebook(result, library.main)
    return _open[key]


def _open_setting(packed: str, players: int) -> Setting:
    return open_packed(packed).setting(players)
