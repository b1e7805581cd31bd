"""The core: one small typed form for every language here, and for every target.

It knows the things of the table (classes with owners, actions, inputs, events, turns, boards, decks) and plain
statements and expressions; no spelling of any language, no habit of any target. Every expression carries its
type and the place it came from, so that a run-time error can point there.

Names: a class, function or turn has a name of its own in the whole program; members and variables have the
designer's. Nothing is implicit: conversions, the object behind a bare attribute, the receiver of a call.
"""

from __future__ import annotations

from tgpl.core.types import EnumType, Type
from tgpl.text.records import Frozen
from tgpl.text.source import Span
from tgpl.text.terms import Logic as Rulesheet


class Node(Frozen):
    span: Span


# ---- expressions


class Literal(Node):
    type: Type
    value: float | str | bool | None  # None is null


class Symbol(Node):
    """A value of an enum, or a class as a value."""

    type: Type  # an EnumType or a KindType
    name: str  # of the value; of the class


class Local(Node):
    type: Type
    name: str  # a variable, argument, input or loop element


class This(Node):
    type: Type


class Event(Node):
    """What set off the running action; null if it was called."""

    type: Type


class Global(Node):
    """The one instance of a global class."""

    type: Type
    class_name: str


class Attribute(Node):
    type: Type
    value: Expr  # the object; null is a run-time error
    name: str  # an attribute, or a group of a board


class ListItem(Node):
    type: Type
    value: Expr
    key: Expr  # a number: cut to a whole one; outside the list is a run-time error


class TableItem(Node):
    type: Type
    value: Expr
    key: Expr  # anything; null is a run-time error, a missing key gives null
    grows: bool = False  # what is found here is itself a table, and is written into: a missing one is made first


class TileAt(Node):
    """`group[first][second]`: the tile there, a BlankTile in a hole, null outside the grid."""

    type: Type
    group: Expr
    first: Expr
    second: Expr


class OwnedBy(Node):
    """The oldest instance of a local class that a player owns, or null."""

    type: Type
    class_name: str
    player: Expr


class Negate(Node):
    type: Type
    value: Expr


class Not(Node):
    type: Type
    value: Expr


class Arithmetic(Node):
    """On numbers; the result is finite or a run-time error. Players come in and go out through `Convert`."""

    type: Type
    op: str  # + - * / % ^
    left: Expr
    right: Expr


class Compare(Node):
    """Two numbers, or two texts by code point."""

    type: Type
    op: str  # < > <= >=
    left: Expr
    right: Expr


class Equal(Node):
    """Values by value, objects and collections by identity; null equals null."""

    type: Type
    left: Expr
    right: Expr
    negated: bool


class Logic(Node):
    type: Type
    op: str  # "&&" "||" stop early; "&" "|" "^" do not
    left: Expr
    right: Expr


class Choose(Node):
    """One of two values; the other is not evaluated."""

    type: Type
    condition: Expr
    yes: Expr
    no: Expr


class Join(Node):
    """The texts of some values, one behind the other."""

    type: Type
    parts: tuple[Expr, ...]


class Convert(Node):
    """number → player (cut, wrapped), player → number, any → what it must be at run time."""

    type: Type
    value: Expr


class IsA(Node):
    type: Type
    value: Expr
    tested: Type


class AsA(Node):
    """The value if it is of the type, else null."""

    type: Type
    value: Expr


class Make(Node):
    """A new object: its attributes get their initial values, its default runs, then it is filled."""

    type: Type
    class_name: str
    fills: tuple[tuple[str, Expr], ...]  # attributes
    items: tuple[Expr, ...]  # what goes into a deck


class MakeCollection(Node):
    type: Type
    items: tuple[Expr, ...]
    keys: tuple[Expr, ...] = ()  # of a table, as many as items


class Call(Node):
    """A global function."""

    type: Type
    function: str
    arguments: tuple[tuple[str, Expr], ...]


class CallMethod(Node):
    """A function of an object: the one of its own class, or of `base` exactly if that is given."""

    type: Type
    value: Expr
    name: str
    arguments: tuple[tuple[str, Expr], ...]
    base: str | None = None


class CallAction(Node):
    """An action: nothing happens if it is disabled or its inputs cannot be answered."""

    type: Type
    value: Expr
    name: str
    arguments: tuple[tuple[str, Expr], ...]  # inputs that are answered already
    base: str | None = None
    inherits: tuple[
        str, ...
    ] = ()  # `base.A()` in an override of A runs only the base's effect: the inputs it takes over


class Operate(Node):
    """Something predefined; what it works on comes first. The table of all is in operations.py."""

    type: Type
    op: str
    arguments: tuple[Expr, ...]


Expr = (
    Literal | Symbol | Local | This | Event | Global | Attribute | ListItem | TableItem | TileAt | OwnedBy | Negate | Not
    | Arithmetic | Compare | Equal | Logic | Choose | Join | Convert | IsA | AsA | Make | MakeCollection
    | Call | CallMethod | CallAction | Operate
)  # fmt: skip


# ---- statements


class Block(Node):
    """A scope."""

    statements: tuple[Statement, ...]

    @property
    def beginning(self) -> Span:
        """Where its first statement stands, if it has one."""
        return self.statements[0].span if self.statements else self.span


class Declare(Node):
    name: str
    type: Type
    value: Expr


class Assign(Node):
    target: Local | Attribute | ListItem | TableItem | Operate
    value: Expr


class Update(Node):
    """`target op= value`, with the target looked up once; a player wraps."""

    target: Local | Attribute | ListItem | TableItem | Operate
    op: str  # of Arithmetic or Logic; "+" on a text joins
    value: Expr


class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class Loop(Node):
    """Runs while the condition holds; `after` follows each round, also one cut short by continue."""

    condition: Expr | None
    after: tuple[Statement, ...]
    body: Block


class ForEach(Node):
    """Walks a list as it was at the beginning."""

    name: str
    type: Type
    values: Expr
    body: Block


class Break(Node):
    pass


class Continue(Node):
    pass


class Return(Node):
    value: Expr | None


class Evaluate(Node):
    value: Expr


class Winner(Node):
    """Ends the game."""

    value: Expr  # a player, or a list of lists of players


class Fail(Node):
    """Takes the whole move back."""

    message: Expr | None


class Cancel(Node):
    """Takes back what the running action has done, and all that it set off; what caused it goes on."""

    message: Expr | None
    whole: bool  # also the actions of which it is only a part


class Ask(Node):
    """Declares and answers inputs, in order; one that cannot be answered fails the move."""

    inputs: tuple[Input, ...]


Statement = (
    Block | Declare | Assign | Update | If | Loop | ForEach | Break | Continue | Return | Evaluate | Winner | Fail
    | Cancel | Ask
)  # fmt: skip


# ---- inputs and actions


class Filter(Node):
    """A test of one candidate, or of the list chosen so far."""

    name: str  # what the body calls it
    type: Type
    body: Block
    whole: bool  # it tests the list


class Input(Node):
    name: str
    type: Type  # of the variable; a List is chosen element by element
    auto: bool  # fills itself instead of asking
    optional: bool
    asked: Expr | None  # the player; None: as the owner of the block has it
    among: Expr | None  # the candidates; None: all that exist of the type
    low: Expr | None  # a range of whole numbers, both ends included
    high: Expr | None
    filters: tuple[Filter, ...]
    passed: bool = False  # every call answers it, with anything that the filters let through
    length: Expr | None = None  # of a text that is typed: how many characters it has
    proposed: tuple[str, ...] = ()  # texts that the program can tell apart: what a machine would type
    labels: Expr | None = None  # what to call the numbers from 0 on: a list of texts
    prompt: Expr | None = None  # what the player is asked, in words; it decides nothing
    least: Expr | None = None  # how many are chosen at least: then the list is a set, and only a whole one is tested
    most: Expr | None = None  # and at most; None: as many as there are


class Trigger(Node):
    event: str  # the class it waits for
    body: Block | None  # None: always


class Action(Node):
    name: str
    order: int  # of declaration in the program; an override has its original's
    priority: float | None  # None: 0, or that of the original
    inputs: tuple[Input, ...]
    requires: tuple[Block, ...]
    triggers: tuple[Trigger, ...]
    effect: Block
    override: bool  # only the effect is its own; the rest stands in the base
    part: str = ""  # of an action that only the effect of another calls: what players are told it is
    during: str = ""  # the phases to which its first require binds it, as players are told them


class Parameter(Node):
    name: str
    type: Type
    default: Expr | None


class Function(Node):
    name: str
    parameters: tuple[Parameter, ...]
    inputs: tuple[Input, ...]
    returns: Type
    body: Block


# ---- declarations


class AttributeOf(Node):
    name: str
    type: Type
    initial: Expr
    private: bool  # seen by the owners only
    unseen: bool = False  # private, and not even seen by the owners


class Geometry(Frozen):
    shape: str  # "square", "hex", "graph"
    around: bool  # a square with eight neighbours
    orientation: str | None  # of hexes: "row" or "column"
    rows: tuple[tuple[str | None, ...], ...]  # tile classes as written; None is blank
    column_first: bool = True  # a square's [column][row]
    hollow: bool = False  # a blank is null, not a BlankTile

    @property
    def words(self) -> str:
        """As `group.geometry` gives it."""
        around = "square around" if self.around else self.shape
        return f"hex {self.orientation}" if self.shape == "hex" else around


class Class(Node):
    name: str
    shown: str  # how the designer calls it
    kind: str  # class, interactable, stack, event, tile, connection, board, group
    visibility: str  # local, group, global
    base: str | None  # None: the kind itself
    attributes: tuple[AttributeOf, ...]  # its own, overridden ones included
    functions: tuple[Function, ...]
    actions: tuple[Action, ...]
    groups: tuple[str, ...]  # of a board: the classes of its own groups
    holds: Type | None  # what a deck is made of
    default: Block | None  # of a deck, board or group
    geometry: Geometry | None  # of a group
    board: str | None  # of a group: the class of its board
    replaced: bool  # an expansion opened it again: none is ever made of this one itself
    display: tuple[
        tuple[str, tuple[str, ...]], ...
    ]  # how it is shown: name, symbol, …, each for all or for each player; of a group what its columns and rows are called
    zone: str = ""  # where things lie, in its list `cards`: "ordered" or "loose"; players are shown it so
    whereabouts: str = ""  # of what lies in zones: the attribute that says in which


class Phase(Node):
    name: str
    simultaneous: bool
    inputs: tuple[Input, ...]
    effect: Block | None  # None: it waits for a choice


class Turn(Node):
    name: str
    phases: tuple[Phase, ...]
    default: Block | None  # gives a player or passes; None: the next phase, then the next player


class Program(Node):
    name: str
    players: tuple[int, int]  # least and most
    classes: tuple[Class, ...]  # bases before what derives from them, else as declared
    functions: tuple[Function, ...]
    turns: tuple[Turn, ...]
    setups: tuple[Block, ...]  # the base game's, then each expansion's
    connections: bool  # whether it ever looks at the connections of tiles as objects
    goals: str | None = None  # the event that is thrown after every move and automatic phase, if somebody waits for it
    prints: bool = False  # what it logs are pieces of one text, not lines
    logic: Rulesheet | None = None  # the rules that operations `logic.…` go by
    names: tuple[str, ...] = ()  # what the players are called, one for each seat; none: by their numbers
    colors: tuple[str, ...] = ()  # and how they are shown
    rulebook: tuple[str, ...] = ()  # the rules in words, line by line: for people
    enums: tuple[EnumType, ...] = ()  # as declared
