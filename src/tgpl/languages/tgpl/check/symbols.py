"""What names refer to: the declarations of a game, resolved.

`declare` makes these from the trees of all files; `check` fills in types and what bodies do; `lower` reads them.
"""

from __future__ import annotations

from collections.abc import Callable as Callable_
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tgpl.core.types import BROKEN, ClassType, EnumType, Type
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardRow, CardTable
from tgpl.text.diagnostics import Problem
from tgpl.text.records import Record
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.check.body import Body
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
    calls: list[tuple[Callee, Span]]


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
    makes: Class | None = None  # a new one of these, where that does not stand in its node


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
        self.holds: Class | None = None  # what a deck is made of, what lies in a zone
        self.contents: list[tuple[Class, int, Span]] = []  # what a deck begins with, without its base's
        self.table: tuple[CardTable, Scope] | None = None  # the table it was made of, and where its columns stand
        self.row: tuple[CardRow, Class] | None = None  # the row it was made of, and the table
        self.cards: list[Class] | None = None  # of a table: its rows, with those that expansions add
        self.called: str | None = None  # of a row whose table says how names are shown: its own name
        self.copies = 1  # of a row: how many a deck gets
        self.bad_cells = 0  # of a table: that were found so far
        self.in_zones = False  # of the first interactable that others derive from: may any of them lie in a zone?
        self.tile_type: ClassType | None = None  # what a group's [x][y] gives
        self.rows: list[list[Class | None]] = []  # a group's grid; None is blank
        self.named: list[str] = []  # the attributes that are a graph's own tiles
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

    def first(self) -> Class:
        """The class at the beginning of its line that somebody declared; a kind itself if it is one."""
        declared = [step for step in self.lineage() if step.file is not None]
        return declared[-1] if declared else self

    def serves_as(self, word: str) -> bool:
        """Whether an interactable is "placeable" or "stackable": what it says or inherits, and both if nobody says."""
        said = [w for c in self.lineage() if isinstance(c.node, t.Class) for w, _ in c.node.handling]
        return not said or word in said

    def is_laid(self) -> bool:
        """Whether it is a graph whose tiles come from tables or classes, so that it is known what they are."""
        return any(isinstance(step.node, t.Group) and step.node.laid for step in self.lineage())

    def derives(self, base: Class) -> bool:
        return any(step is base for step in self.lineage())


class Enum:
    def __init__(self, name: str, type: EnumType, file: SourceFile, node: t.Enum) -> None:
        self.name = name
        self.type = type
        self.file = file
        self.node = node
        self.added: dict[str, Span] = {}  # the values that expansions add, and where


class Constant:
    """A value that stands in the rules: see folding.py."""

    def __init__(self, name: str, file: SourceFile, node: t.Constant, scope: Scope) -> None:
        self.name = name
        self.type: Type = BROKEN
        self.file = file
        self.node = node
        self.scope = scope
        self.newer: Constant | None = None  # an expansion's, which counts
        self.folded: object = ...  # what it comes to, once that was worked out

    def latest(self) -> Constant:
        step = self
        while step.newer is not None:
            step = step.newer
        return step


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


Callee = Function | Action | Class  # what can be called, or made by `new`
Declared = Class | Function | Enum | Constant  # what shares one space of names


class Scope:
    """What one file can name: its own declarations, those of its imports, and imports with a name of their own."""

    def __init__(self, file: SourceFile, edition: str = "tgpl") -> None:
        self.file = file
        self.edition = edition
        self.names: dict[str, Declared] = {}
        self.own: dict[str, Declared] = {}
        self.aliases: dict[str, Scope] = {}
        self.types: dict[str, Type] = {}  # what type names were found to mean

    def find(self, name: str) -> Declared | None:
        found = self.names.get(name)
        return found.latest() if isinstance(found, (Class, Constant)) else found


class Game:
    """A whole game, checked: what `lower` translates."""

    def __init__(self, name: str, file: SourceFile) -> None:
        self.name = name
        self.file = file
        self.files: list[SourceFile] = []
        self.directive = Span(file, 0, 0)  # `game`
        self.players = (2, 2)
        self.names: tuple[str, ...] = ()  # of the players, one for each seat, or none
        self.colors: tuple[str, ...] = ()
        self.teams: tuple[int, ...] = ()  # of each player, if there are teams
        self.rulebook: tuple[str, ...] = ()  # the rules in words
        self.scopes: list[Scope] = []  # of the files, in their order
        self.infer: Callable_[[Function], None] | None = None  # finds what a verb gives that does not say it
        self.check_block: Callable_[[Body, t.Block], bool] | None = None  # for blocks that stand in expressions
        self.is_library = False  # no `game` directive: can be checked, not played
        self.classes: list[Class] = []  # in the order of declaration, imports first
        self.by_type: dict[ClassType, Class] = {}  # predefined ones too
        self.zone: Class | None = None  # what all zones are, if there are any
        self.functions: list[Function] = []
        self.enums: list[Enum] = []
        self.constants: list[Constant] = []
        self.turns: dict[str, Turn] = {}
        self.setups: list[tuple[t.Setup, Callable, Scope]] = []
        self.problems: list[Problem] = []
        self.damaged: set[SourceFile] = set()  # files of which some part could not be read
        self.test_calls: list[tuple[str, Callee, Span]] = []  # what filters, requires and triggers call
        # What the bodies of the game use, for doubts about what they do not.
        self.made: set[Class] = set()
        self.called: set[Callee] = set()
        self.written: set[Attribute] = set()  # attributes that get another value than the initial one
        self.assigned: set[Class] = set()
        self.entered: set[str] = set()  # phases named in a pass
        self.used_turns: set[str] = set()
        # What triggers wait for that nobody throws, and the events that stand for it: see implicit_events.py.
        self.listeners: dict[t.Trigger, Listener] = {}
        self.event_classes: dict[str, Class] = {}
        self.called_off: set[tuple[Action, str | None, str]] = set()  # effects that others cancel before they run
        self.say_themselves: list[Class] | None = None  # classes of TGDL with a `to_string`, once somebody asks
        self.shared: set[tuple[Class, Callable]] = set()  # group states of TGDL, and the setups that make them
        self.allowed: dict[Action, Attribute] = {}  # for actions that somebody forbids: whether an object may use it
        self.goals: Class | None = None  # the event for goals without a trigger, if there are any
        # Classes as values: what was asked of them, and which `switch`es go by them or by an enum.
        self.asked_kinds: list[tuple[Class, Attribute, Span]] = []
        self.made_by_kind: set[Class] = set()  # `new k()` may make one of these, or of what derives from it
        self.switches: list[tuple[t.Switch, Scope, Callable]] = []
        self.passes_by_variable = False  # some pass names its phase by a variable: any may be entered
        self.uses_by_variable = False

    def ever_made(self) -> set[Class]:
        """The classes of which something may be made."""
        return self.made | {one for one in self.classes if any(one.derives(above) for above in self.made_by_kind)}
