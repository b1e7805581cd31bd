"""Objects of the game: what every class of a translated game grows from.

An object belongs to one match, has a serial number (its age), and writes every change of an attribute into the
match's journal, so that it can be taken back. Names of the rules begin with their kind (`tgpl.text.mangling`), those with a
leading underscore are the runtime's own.

    class c_PlayerState(Local):
        a_score: float
        def __init__(self, game):
            super().__init__(game)
            self.a_score = 0.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from tgpl.runtime.collections import List, Player
from tgpl.runtime.display import fill_hint
from tgpl.runtime.errors import RuleError, null_error
from tgpl.text.mangling import demangle

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

_set = object.__setattr__


class Entity:
    """Any object of a game."""

    _game: Match
    _serial: int
    kind: ClassVar[str] = "class"
    shown: ClassVar[str] = ""  # the designer's name of the class
    visibility: ClassVar[str] = ""  # whose it can be, if anybody's: "local", "group" or "global"
    display: ClassVar[dict[str, tuple[str, ...]]] = {}  # how it is shown: one text for all, or one for each player
    zone: ClassVar[str] = ""  # things lie there: "ordered" or "loose"
    _structure: ClassVar[tuple[str, ...]] = ()  # what a saved state keeps beside the designer's attributes
    # Filled in by `Rules` when the game is loaded:
    _lineage: ClassVar[tuple[type[Entity], ...]] = ()  # the class itself and what it grows from
    _attributes: ClassVar[tuple[str, ...]] = ()  # of the designer, as they are spelled here, bases first
    _names: ClassVar[dict[str, str]] = {}  # the designer's name of each
    _actions: ClassVar[dict[str, Any]] = {}  # its own and those of its bases, by the designer's names
    _display: ClassVar[dict[str, tuple[str, ...]]] = {}  # with its bases
    _kinds: ClassVar[dict[str, Any]] = {}  # the kind of each
    _private: ClassVar[frozenset[str]] = frozenset()
    _unseen: ClassVar[frozenset[str]] = frozenset()  # private ones that not even the owners see
    _links: ClassVar[tuple[str, ...]] = ()  # attributes that can hold objects or collections

    def __init__(self, game: Match) -> None:
        _set(self, "_game", game)
        game.registrar.add(self)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self._game.journal.append((self, name, getattr(self, name)))
        except AttributeError:
            raise RuleError("R708", f"`{self.shown}` has no `{demangle(name)}`.") from None
        _set(self, name, value)

    def __str__(self) -> str:
        """How it is written in texts and in the log."""
        return fill_hint(self, "name") or self.shown

    def fill(self, /, **values: Any) -> Self:
        """`new T() { a = 1; }`."""
        for name, value in values.items():
            setattr(self, name, value)
        return self

    # -- for the runtime

    def _prepare(self, game: Match) -> None:
        """What happens between making an object and handing it out."""

    def _references(self) -> list[Any]:
        """What it keeps in the game: objects and collections. Past what covers attributes (`taint`): no rule looks here."""
        held = self.__dict__
        return [*(value for name in self._links if (value := held.get(name)) is not None), *self._parts()]

    def _parts(self) -> tuple[Any, ...]:
        """What it keeps in the game beside the designer's attributes."""
        return ()

    def _is_root(self) -> bool:
        """Whether it stays in the game by itself: global, or somebody's."""
        return False

    def _is_present(self) -> bool:
        """Whether it can be chosen and observes events."""
        return True

    def _usable(self, player: int) -> bool:
        """Whether a player may use its actions."""
        return False

    def _owners(self) -> tuple[int, ...]:
        return ()

    def _is_public(self) -> bool:
        """Whether everybody knows that it is there."""
        return False


class Owned:
    """What can belong to one player (`local`), to several (`group`), or to all (`global`): a part of entities."""

    visibility: ClassVar[str] = "local"
    _game: Match
    _owner: int | None = None
    _members: tuple[int, ...] = ()
    _structure: ClassVar[tuple[str, ...]] = ("_owner", "_members")

    @property
    def player(self) -> Player | None:
        return self._owner

    @property
    def players(self) -> List:
        return List(self._game, int, *self._members)

    def assign(self, player: Player | None) -> None:
        """Moves it to a player, where null takes it away from its owner; adds a player to its group."""
        if self.visibility == "local":
            self._owner = player
            return
        if player is None:
            null_error("The player")
        if player not in self._members:
            self._members = tuple(sorted((*self._members, player)))

    def unassign(self, player: Player) -> None:
        if player is None:
            null_error("The player")
        self._members = tuple(member for member in self._members if member != player)

    def _is_root(self) -> bool:
        return self._owner is not None or self.visibility == "global" or bool(self._members)

    def _usable(self, player: int) -> bool:
        return self.visibility == "global" or self._owner == player or player in self._members

    def _owners(self) -> tuple[int, ...]:
        return self._members if self._owner is None else (self._owner,)

    def _is_public(self) -> bool:
        return self.visibility == "global"


class Local(Owned, Entity):
    """A `class`."""


class Shared(Owned, Entity):
    """A `group class`."""

    visibility = "group"


class Global(Owned, Entity):
    """A `global class`: there is one, and everybody may use it."""

    visibility = "global"


class Event(Entity):
    kind = "event"


class PlayerChoiceEvent(Event):
    """What a player may do in their turn."""

    a_active: Player | None = None


class NoChoiceEvent(Event):
    """The active player has nothing to choose."""

    a_active: Player | None = None


class TurnChangeEvent(Event):
    a_old: str | None = None
    a_new: str | None = None


class PhaseChangeEvent(Event):
    a_turn: str | None = None
    a_oldPhase: str | None = None  # noqa: N815  the language's own names
    a_newPhase: str | None = None  # noqa: N815
    a_oldPlayer: Player | None = None  # noqa: N815
    a_newPlayer: Player | None = None  # noqa: N815
