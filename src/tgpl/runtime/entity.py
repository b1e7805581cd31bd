"""Objects of the game: what every class of a translated game grows from.

An object belongs to one match, has a serial number (its age), and writes every change of an attribute into the
match's journal, so that it can be taken back. Names of the rules begin with their kind (`tgpl.spelling`), those with a
leading underscore are the runtime's own.

    class c_PlayerState(Local):
        a_score: float
        def __init__(self, game):
            super().__init__(game)
            self.a_score = 0.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from tgpl.runtime.collect import List, Player
from tgpl.runtime.errors import RuleError, null_error
from tgpl.spelling import read

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

_set = object.__setattr__


class Entity:
    """Any object of a game."""

    _game: Match
    _serial: int
    kind: ClassVar[str] = "class"
    shown: ClassVar[str] = ""  # the designer's name of the class
    display: ClassVar[dict[str, tuple[str, ...]]] = {}  # how it is shown: one text for all, or one for each player
    _structure: ClassVar[tuple[str, ...]] = ()  # what a saved state keeps beside the designer's attributes
    # Filled in by `Rules` when the game is loaded:
    _lineage: ClassVar[tuple[type[Entity], ...]] = ()  # the class itself and what it grows from
    _attributes: ClassVar[tuple[str, ...]] = ()  # of the designer, as they are spelled here, bases first
    _names: ClassVar[dict[str, str]] = {}  # the designer's name of each
    _actions: ClassVar[dict[str, Any]] = {}  # its own and those of its bases, by the designer's names
    _display: ClassVar[dict[str, tuple[str, ...]]] = {}  # with its bases
    _kinds: ClassVar[dict[str, Any]] = {}  # the kind of each
    _private: ClassVar[frozenset[str]] = frozenset()
    _links: ClassVar[tuple[str, ...]] = ()  # attributes that can hold objects or collections

    def __init__(self, game: Match) -> None:
        _set(self, "_game", game)
        game.registrar.add(self)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self._game.journal.append((self, name, getattr(self, name)))
        except AttributeError:
            raise RuleError("R708", f"`{self.shown}` has no `{read(name)}`.") from None
        _set(self, name, value)

    def __str__(self) -> str:
        return self.shown

    def fill(self, /, **values: Any) -> Self:
        """`new T() { a = 1; }`."""
        for name, value in values.items():
            setattr(self, name, value)
        return self

    # -- for the runtime

    def _prepare(self, game: Match) -> None:
        """What happens between making an object and handing it out."""

    def _references(self) -> list[Any]:
        """What it keeps in the game: objects and collections. Past what covers attributes (`cover`): no rule looks here."""
        held = self.__dict__
        return [*(value for name in self._links if (value := held.get(name)) is not None), *self._parts()]

    def _parts(self) -> tuple[Any, ...]:
        """What it keeps in the game beside the designer's attributes."""
        return ()

    def _rooted(self) -> bool:
        """Whether it stays in the game by itself: global, or somebody's."""
        return False

    def _present(self) -> bool:
        """Whether it can be chosen and observes events."""
        return True

    def _usable(self, player: int) -> bool:
        """Whether a player may use its actions."""
        return False

    def _owners(self) -> tuple[int, ...]:
        return ()

    def _everybodys(self) -> bool:
        """Whether everybody knows that it is there."""
        return False


class Owned(Entity):
    """What can belong to one player (`local`), to several (`group`), or to all (`global`)."""

    visibility: ClassVar[str] = "local"
    _owner: int | None
    _members: tuple[int, ...]
    _structure: ClassVar[tuple[str, ...]] = ("_owner", "_members")

    def __init__(self, game: Match) -> None:
        _set(self, "_owner", None)
        _set(self, "_members", ())
        super().__init__(game)

    def _rooted(self) -> bool:
        return self._owner is not None or self.visibility == "global" or bool(self._members)

    def _usable(self, player: int) -> bool:
        return self.visibility == "global" or self._owner == player or player in self._members

    def _owners(self) -> tuple[int, ...]:
        return self._members if self._owner is None else (self._owner,)

    def _everybodys(self) -> bool:
        return self.visibility == "global"


class OneOwner(Owned):
    """Belongs to one player at a time, or to nobody."""

    @property
    def player(self) -> Player | None:
        return self._owner

    def assign(self, player: Player | None) -> None:
        """Moves it to a player; null takes it away from its owner."""
        self._owner = player


class ManyOwners(Owned):
    """Belongs to a group of players."""

    visibility = "group"

    @property
    def players(self) -> List:
        return List(self._game, int, *self._members)

    def assign(self, player: Player) -> None:
        """Adds a player."""
        if player is None:
            null_error("The player")
        if player not in self._members:
            self._members = tuple(sorted((*self._members, player)))

    def unassign(self, player: Player) -> None:
        if player is None:
            null_error("The player")
        self._members = tuple(member for member in self._members if member != player)


class Local(OneOwner):
    """A `class`."""


class Shared(ManyOwners):
    """A `group class`."""


class Global(Owned):
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
