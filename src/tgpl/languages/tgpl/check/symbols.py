"""What names refer to: the declarations of a game, resolved.

`declare` makes these from the trees of all files; `check` fills in types and what bodies do; `lower` reads them.
"""

from __future__ import annotations

from collections.abc import Callable as Callable_
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tgpl.core.types import ClassType, Type
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.records import Record
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.check.implicit_events import Listener


class Local:
    """A variable: declared, an input, a function's argument, a loop's element."""

    __slots__ = ("assigned", "at", "kind", "name", "never_null", "type", "used")

    def __init__(self, name: str, type: Type, at: int, kind: str, *, never_null: bool = False) -> None:
        self.name = name
        self.type = type
        self.at = at
        self.kind = kind  # "variable", "input", "argument", "element"
        self.used = False
        self.assigned = False
        self.never_null = never_null  # an input that is not optional


class Parameter(Record):
    """What a call can pass."""

    name: str
    type: Type
    optional: bool = False
    local: Local | None = None
    value: t.Expr | None = None  # the default


class Operation(Record):
    """Something predefined: a member of a collection or a kind of class, or a function of the language.

    Types may be symbolic (`builtins.ELEMENT` …), to be filled in from what it is used on.
    """

    op: str  # its name in the core
    parameters: tuple[Parameter, ...]
    returns: Type
    reads: bool = False  # an attribute: used without parentheses
    writable: bool = False
    side_effect: str = ""  # what a test may not do: "pass", "throw"


class SideEffect(Record):
    """Something that a test (filter, require, trigger) may not do, and where."""

    what: str  # "ask", "winner", "pass", "throw", "fail"
    span: Span


class Callable(Record):
    """What functions, actions, phases and the other blocks share: what they do and whom they call."""

    file: SourceFile
    name: str
    owner: Class | None
    side_effects: list[SideEffect]
    calls: list[tuple[object, Span]]  # a Function, Action or Class (made by `new`)


class Function(Callable):
    node: t.Function
    parameters: list[Parameter]
    inputs: list[t.Input]  # the ones that are asked
    returns: Type
    original: Function | None = None  # what it overrides
    scope: Scope | None = None
    core: str = ""  # what it is called in the core, if it stands outside classes
    inferring: str = ""  # TGDL: "wanted" or "going on": what it gives is not known yet


class Action(Callable):
    node: t.Action
    inputs: list[t.Input]
    parameters: list[Parameter]  # the same, as a call can answer them
    triggers: list[tuple[Class, t.Trigger]]
    event: ClassType | None  # what `event` is in it
    original: Action | None = None
    scope: Scope | None = None
    order: int = 0

    @property
    def root(self) -> Action:
        """The action that this one overrides, perhaps through others; itself if it overrides none."""
        step = self
        while step.original is not None:
            step = step.original
        return step


class Connection(Record):
    """A connection that a group or board has from the beginning, from one tile to another, or has no longer."""

    start: t.Place
    goal: t.Place
    cost: float | None  # None: 1
    cut: bool
    span: Span


class Attribute(Record):
    name: str
    type: Type
    owner: Class
    node: t.Attribute | None
    private: bool = False
    original: Attribute | None = None
    core: Type | None = None  # what the core holds there, where less is known


class Class:
    """A class of any kind, groups included."""

    def __init__(self, name: str, type: ClassType, file: SourceFile | None) -> None:
        self.name = name  # as the designer wrote it
        self.type = type
        self.kind = type.kind
        self.file = file  # None: predefined
        self.node: t.Class | t.Group | None = None
        self.scope: Scope | None = None
        self.base: Class | None = None
        self.visibility = "local"
        self.attributes: dict[str, Attribute] = {}
        self.functions: dict[str, Function] = {}
        self.actions: dict[str, Action] = {}
        self.groups: dict[str, Class] = {}  # a board's own
        self.board: Class | None = None  # a group's
        self.holds: Class | None = None  # what a deck is made of
        self.tile_type: ClassType | None = None  # what a group's [x][y] gives
        self.rows: list[list[Class | None]] = []  # a group's grid; None is blank
        self.misread = False  # some tile of the grid is not known
        self.connections: list[Connection] = []  # a group's adjacency, a board's borders, inherited ones first
        self.newer: Class | None = None  # an expansion opened it again: that one counts
        self.initial: Callable | None = None  # what making one does: initial values and default
        self._members: dict[str, object] | None = None

    def latest(self) -> Class:
        step = self
        while step.newer is not None:
            step = step.newer
        return step

    def lineage(self) -> Iterator[Class]:
        """Itself, its base, and so on."""
        step: Class | None = self
        while step is not None:
            yield step
            step = step.base

    def members(self) -> dict[str, object]:
        """Everything that can stand behind its dot: attributes, functions, actions, groups."""
        if self._members is None:
            members = dict(self.base.members()) if self.base is not None else {}
            members.update(self.groups)
            members.update(self.attributes)
            members.update(self.functions)
            members.update(self.actions)
            self._members = members
        return self._members

    def serves_as(self, word: str) -> bool:
        """Whether an interactable is "placeable" or "stackable": what it says or inherits, and both if nobody says."""
        said = [w for c in self.lineage() if isinstance(c.node, t.Class) for w, _ in c.node.handling]
        return not said or word in said

    def derives(self, base: Class) -> bool:
        return any(step is base for step in self.lineage())


class Phase(Callable):
    node: t.Phase
    turn: Turn
    scope: Scope | None = None


class Turn:
    def __init__(self, name: str, node: t.Turn, file: SourceFile, scope: Scope) -> None:
        self.name = name
        self.node = node
        self.file = file
        self.scope = scope
        self.phases: dict[str, Phase] = {}
        self.default: tuple[t.Block, Callable, Scope] | None = None


class Scope:
    """What one file can name: its own declarations, those of its imports, and imports with a name of their own."""

    def __init__(self, file: SourceFile, edition: str = "tgpl") -> None:
        self.file = file
        self.edition = edition
        self.names: dict[str, Class | Function] = {}
        self.own: dict[str, Class | Function] = {}
        self.aliases: dict[str, Scope] = {}
        self.types: dict[str, Type] = {}  # what type names were found to mean

    def find(self, name: str) -> Class | Function | None:
        found = self.names.get(name)
        return found.latest() if isinstance(found, Class) else found


class Game:
    """A whole game, checked: what `lower` translates."""

    def __init__(self, name: str, file: SourceFile) -> None:
        self.name = name
        self.file = file
        self.files: list[SourceFile] = []
        self.directive = Span(file, 0, 0)  # `game`
        self.players = (2, 2)
        self.scopes: list[Scope] = []  # of the files, in their order
        self.infer: Callable_[[Function], None] | None = None  # finds what a verb gives that does not say it
        self.is_library = False  # no `game` directive: can be checked, not played
        self.classes: list[Class] = []  # in the order of declaration, imports first
        self.by_type: dict[ClassType, Class] = {}  # predefined ones too
        self.functions: list[Function] = []
        self.turns: dict[str, Turn] = {}
        self.setups: list[tuple[t.Setup, Callable, Scope]] = []
        self.problems: list[Problem] = []
        self.damaged: set[SourceFile] = set()  # files of which some part could not be read
        self.test_calls: list[tuple[str, object, Span]] = []  # what filters, requires and triggers call
        # What the bodies of the game use, for doubts about what they do not.
        self.made: set[Class] = set()
        self.called: set[object] = set()
        self.written: set[object] = set()  # attributes that get another value than the initial one
        self.assigned: set[Class] = set()
        self.entered: set[str] = set()  # phases named in a pass
        self.used_turns: set[str] = set()
        # What triggers wait for that nobody throws, and the events that stand for it: see implicit_events.py.
        self.listeners: dict[t.Trigger, Listener] = {}
        self.event_classes: dict[str, Class] = {}
        self.called_off: set[tuple[Action, str | None, str]] = set()  # effects that others cancel before they run
        self.shared: set[tuple[Class, Callable]] = set()  # group states of TGDL, and the setups that make them
        self.allowed: dict[Action, Attribute] = {}  # for actions that somebody forbids: whether an object may use it
        self.goals: Class | None = None  # the event for goals without a trigger, if there are any
        self.passes_by_variable = False  # some pass names its phase by a variable: any may be entered
        self.uses_by_variable = False
