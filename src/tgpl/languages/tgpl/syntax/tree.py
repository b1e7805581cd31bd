"""The syntax tree of TGPL: what was written, in the words of the grammar.

Every node has `at` and `end`, offsets into its file. The fields below a node's own line are filled in by `check`:
the type of an expression and what a name refers to; `lower` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.text.records import Record

if TYPE_CHECKING:
    from typing import Literal as Words

    from tgpl.core.types import Type
    from tgpl.languages.tgpl.check import symbols as s
    from tgpl.languages.tgpl.syntax.card_tree import CardTable, Content, Zone
    from tgpl.text.source import SourceFile

    # What a name means; "this" also for `base`.
    Referent = s.Local | s.Attribute | s.Operation | s.Action | s.Class | s.Enum | s.Constant | Words["this", "event"]


class Node(Record):
    at: int
    end: int


Said = tuple[str, int, int]  # a text and its place


class TypeName(Node):
    name: str  # "number", "List", "Card", …; "kind" of `kind of T`
    of: TypeName | None = None  # the T of List<T> and of `kind of T`
    alias: str | None = None  # the `cards` of cards.Card


# ---- expressions: `type` is what each gives, once checked


class Literal(Node):
    value: float | str | bool | None
    type: Type | None = None


class Dice(Node):
    """A pool of dice, or something that is done with one: `2d6`, `highest 3 of 4d6`."""

    text: str  # a formula in normal spelling
    type: Type | None = None


class Name(Node):
    name: str
    type: Type | None = None
    refers: Referent | None = None
    meant: Expr | None = None  # TGDL: a bare `player`, `phase`, `Draw`, `Grid`, said in full


class Member(Node):
    value: Expr
    name: str
    name_at: int
    type: Type | None = None
    refers: Referent | None = None
    today: str | None = None  # TGDL: the word of today for an older one


class Index(Node):
    value: Expr
    key: Expr
    lenient: bool = False  # TGDL: outside a list is none, and writing at its end appends
    type: Type | None = None
    # What it looks into: "list"; "at", a list outside of which everything is null; "table"; "grid", of `group[a][b]` the outer
    # one, and "line" the inner; "owner", as in `Class[player]`.
    lookup: str = ""


class Argument(Node):
    name: str | None
    value: Expr


class Call(Node):
    callee: Expr
    arguments: tuple[Argument, ...]
    type: Type | None = None
    refers: s.Function | s.Action | s.Operation | s.Enum | None = None  # of `Suit.all()` the enum
    meant: Template | None = None  # TGDL: `x.to_string()`, said in full


class Unary(Node):
    op: str  # "-" or "!"
    value: Expr
    type: Type | None = None


class Binary(Node):
    op: str  # "same" and "differ" are == and != for which two nulls are not equal
    left: Expr
    right: Expr
    type: Type | None = None


class Conditional(Node):
    """`condition ? yes : no`."""

    condition: Expr
    yes: Expr
    no: Expr
    type: Type | None = None


class TypeTest(Node):
    """`value is T` or `value as T`; `value is k` for a kind k."""

    op: str
    value: Expr
    wanted: TypeName
    type: Type | None = None
    tested: Type | None = None  # the T
    kind: Expr | None = None  # the k


class Template(Node):
    """`$"{x} takes {n}"`: a text with the values of expressions in it."""

    parts: tuple[Expr, ...]  # words are literals
    type: Type | None = None


class Fill(Node):
    """`a = 1` or `a: 1` in an initialiser; without a name one item of a collection."""

    name: str | None
    value: Expr


class New(Node):
    made: TypeName
    fills: tuple[Fill, ...]
    type: Type | None = None
    kind: Expr | None = None  # of `new k()`: what says which class


class Braces(Node):
    """`{a, b}`: a collection, of the type that is expected there."""

    items: tuple[Expr, ...]
    type: Type | None = None


class Query(Node):
    """`any c in hand { c.red }`: a question to every element of a list."""

    word: str  # "any", "all", "count", "sum", "first", "where", "each", "best", "least" or "sort"
    down: bool  # `sort down`
    type_name: TypeName | None  # of an element, where it is said
    name: str
    name_at: int
    values: Expr
    keys: tuple[Expr, ...]  # `{ expression }`; several only of `sort`; none if there is a body
    body: Block | None  # `{ return …; }`
    type: Type | None = None
    variable: s.Local | None = None  # the element
    gives: Type | None = None  # what the body returns


Expr = (
    Literal | Dice | Name | Member | Index | Call | Unary | Binary | Conditional | TypeTest | New | Braces | Template | Query
)  # fmt: skip


# ---- statements


class Block(Node):
    statements: tuple[Statement, ...] = ()


class Declare(Node):
    type_name: TypeName
    name: str
    name_at: int
    value: Expr | None
    variable: s.Local | None = None  # what it makes


class Evaluate(Node):
    value: Expr


class Assign(Node):
    target: Expr
    op: str  # "=", "+=", …
    value: Expr


class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class Case(Node):
    """`case A, B: …`."""

    values: tuple[Expr, ...]
    body: Block


class Switch(Node):
    value: Expr
    cases: tuple[Case, ...]
    otherwise: Block | None  # `default: …`
    complete: bool = False  # every value that is not null has its case, though there is no `default`
    later: bool = False  # if so: all but values that an expansion adds to the enum
    stops: bool = False  # if those: for them the game stops, since every case leaves the block

    @property
    def bodies(self) -> list[Block]:
        return [*(case.body for case in self.cases), *([] if self.otherwise is None else [self.otherwise])]


class While(Node):
    condition: Expr
    body: Block


class For(Node):
    first: Declare | Assign | Evaluate | None
    condition: Expr | None
    after: Assign | Evaluate | None
    body: Block


class ForEach(Node):
    type_name: TypeName
    name: str
    name_at: int
    values: Expr
    body: Block
    variable: s.Local | None = None


class Return(Node):
    value: Expr | None


class Break(Node):
    pass


class Continue(Node):
    pass


class Winner(Node):
    value: Expr
    single: bool = False  # `winner <player>` rather than a ranking


class Fail(Node):
    message: Expr | None


class Cancel(Node):
    """`cancel "m";`, `cancel E "m";`, `cancel all "m";`: takes back a part of what an action does."""

    what: str | None  # None: the effect that is running; "all": the action; else the name of an effect
    what_at: int
    message: Expr | None


class Win(Node):
    """`win p, q;` or `draw p, q;`: players, or lists of players, who share the first place."""

    players: tuple[Expr, ...]
    draw: bool


class Has(Node):
    """`p has Hero, sword;`: of a class one is made and given to the player, an object is handed over."""

    player: Expr
    things: tuple[Expr, ...]


class Filter(Node):
    name: str | None
    body: Block
    whole: bool = False  # on a list input: about the list, not about each element
    variable: s.Local | None = None


class Count(Node):
    """How many are chosen: `3`, `up to 4`, `at least 2`, `2 to 4`, `any number of`."""

    form: str  # "exactly", "up to", "at least", "to" or "any number of"
    least: Expr | None
    most: Expr | None  # exactly so many: the same as `least`


class Input(Node):
    """`[optional] [player [e] | auto | function] input [count] T name [in e] [from e to e] [= e] [ask e] [filters]`."""

    optional: bool
    mode: str  # "player", "auto" or "function"
    asked: Expr | None
    type_name: TypeName  # with a count: a list of what is written
    name: str
    name_at: int
    among: Expr | None
    low: Expr | None
    high: Expr | None
    value: Expr | None  # a function input's default
    filters: tuple[Filter, ...]
    prompt: Expr | None = None  # what the player is asked, in words
    variable: s.Local | None = None
    count: Count | None = None


SimpleStatement = (
    Declare | Evaluate | Assign | Return | Break | Continue | Winner | Fail | Cancel | Win | Has
)  # those without blocks
Statement = SimpleStatement | Block | If | Switch | While | For | ForEach | Input


# ---- declarations


class Attribute(Node):
    type_name: TypeName
    name: str
    name_at: int
    value: Expr | None
    private: bool
    override: bool


class Function(Node):
    name: str
    name_at: int
    override: bool
    inputs: tuple[Input, ...]
    returns: TypeName | None  # None for `returns;`, and where nothing was written
    says_returns: bool
    effect: Block | None
    inferred: bool = False  # TGDL: its `return`s say what it gives


class Require(Node):
    body: Block
    name: str | None = None  # `require for A`
    combined: Expr | None = (
        None  # `require { A && !B }`: of names, `Name`, `Unary` and `Binary` only; the body is empty
    )


class ImplicitEvent(Node):
    """What a trigger waits for if it is not an event class: `on Hero.health change`, `on turn phase change`."""

    subject: TypeName  # a class or a turn; or a kind: "class", "interactable", "stack", "turn", "player"
    members: tuple[str, ...]  # `health` of Hero.health, `Strike` of Hero.Strike, `Strike` and `Aim` of Hero.Strike.Aim
    what: str  # "change", "movement", …, "phase change", "action"
    zone: TypeName | None = None  # `Hand` of `on Card enter Hand`


class Trigger(Node):
    event: TypeName | None  # None: `on` or `combined`
    body: Block | None  # None or empty: always true
    on: ImplicitEvent | None = None
    name: str | None = None  # `trigger E for A`
    moment: str | None = None  # "before", "after" or "fast"
    combined: Expr | None = None  # `trigger { A || B }`


class Effect(Node):
    """`effect for A { … }`."""

    name: str
    name_at: int
    body: Block
    added: bool = False  # for overrides, which have more than the original


class ActionPhase(Node):
    """A phase inside an action: parts of its own, global (that is, without a name) and named."""

    name: str
    name_at: int
    requires: tuple[Require, ...]
    triggers: tuple[Trigger, ...]
    effect: Block | None
    effects: tuple[Effect, ...] = ()
    manner: str | None = None  # how its effects follow each other: "choice", "sequence" or "simultaneous"
    count: float | None = None  # of `choice n`
    added: bool = False


class During(Node):
    """`during Day.Fight`: a phase in which an action can be used; or a whole turn."""

    turn: str | None
    turn_at: int
    name: str
    name_at: int


class Action(Node):
    name: str
    name_at: int
    override: bool
    inputs: tuple[Input, ...]
    requires: tuple[Require, ...]
    triggers: tuple[Trigger, ...]
    effect: Block | None
    priority: float | None
    effects: tuple[Effect, ...] = ()
    phases: tuple[ActionPhase, ...] = ()
    manner: str | None = None
    count: float | None = None
    goal: bool = False  # `goal` instead of `action`: the game is over when its effect has run
    during: tuple[During, ...] = ()  # the phases to which it belongs; none: all

    @property
    def is_structured(self) -> bool:
        """Whether it has more than global parts."""
        tests: list[Require | Trigger] = [*self.requires, *self.triggers]
        named = any(part.name is not None or part.combined is not None for part in tests)
        return bool(self.effects or self.phases or self.manner or named)

    @property
    def scopes(self) -> list[Action | ActionPhase]:
        """Itself and its phases."""
        return [self, *self.phases]


class GridRow(Node):
    tiles: tuple[TypeName, ...]
    number: int | None = None  # `row 2: …` of an expansion replaces that line


class Place(Node):
    """A tile, where connections are listed: `(0, 2)`, `Hills(0, 2)`, `a`, `Roads.a`."""

    group: str | None  # of the board; None: the group around
    name: str | None  # of a tile of a graph; None: by its coordinates
    first: float = 0.0  # as in `group[first][second]`
    second: float = 0.0


class Link(Node):
    """A line of an adjacency: `(0,0) 1 <-> 3 (2,2);`. The number beside a tile is what going there costs."""

    first: Place
    second: Place
    arrow: str  # "->", "<->", or without a connection from now on "x->", "x-x"
    there: float | None = None  # the cost of going to the second; None: 1
    back: float | None = None  # of going to the first


class Group(Node):
    name: str
    name_at: int
    override: bool
    geometry: str | None  # "square", "hex", "graph"
    around: bool  # a square with eight neighbours
    orientation: str | None  # "row" or "column"; of a square: which comes first in [ ][ ]
    rows: tuple[GridRow, ...]
    grid_at: tuple[int, int] | None
    attributes: tuple[Attribute, ...]  # with one for each tile in `named`: its class, and `new` of it as its value
    functions: tuple[Function, ...]
    default: Block | None
    named: tuple[str, ...] = ()  # the tiles of a graph, `a: Field;`, by name
    links: tuple[Link, ...] = ()
    hollow: bool = False  # a hole is null, not a BlankTile
    display: tuple[Hint, ...] = ()  # what its columns and rows are called
    laid: tuple[TypeName, ...] = ()  # tables whose rows are tiles of the graph, each by its own name


class Hint(Node):
    """How an object is shown: `symbol "♙", "♟";`."""

    word: str
    texts: tuple[Said, ...]  # one for all, or one for each player; of `hide` the names of attributes


class Class(Node):
    """A class of any kind but group."""

    kind: str
    visibility: str | None  # "local", "group", "global"; None where nothing was written; a board can be global
    override: bool  # an expansion opens a class of its base game
    name: str
    name_at: int
    base: TypeName | None
    attributes: tuple[Attribute, ...]
    functions: tuple[Function, ...]
    actions: tuple[Action, ...]
    groups: tuple[Group, ...]
    holds: TypeName | None  # a deck's `returns`, a zone's `of`
    default: Block | None
    display: tuple[Hint, ...]
    handling: tuple[tuple[str, int], ...] = ()  # of an interactable: "placeable", "stackable", and where it is said
    borders: tuple[Link, ...] = ()  # of a board: connections between its groups
    sealed: bool = False  # its actions are for itself only
    contents: tuple[Content, ...] = ()  # of a deck
    zone: Zone | None = None  # of a zone


class Enum(Node):
    """`enum Suit { Hearts, Spades }`; an override adds values."""

    name: str
    name_at: int
    override: bool
    values: tuple[tuple[str, int], ...]  # each with its place


class Constant(Node):
    """`const number HAND = 5;`."""

    name: str
    name_at: int
    override: bool
    type_name: TypeName
    value: Expr | None  # None: missing, and told


class Phase(Node):
    name: str
    name_at: int
    override: bool
    simultaneous: bool
    inputs: tuple[Input, ...]
    effect: Block | None


class Turn(Node):
    override: bool
    name: str
    name_at: int
    phases: tuple[Phase, ...]
    default: Block | None


class Setup(Node):
    body: Block
    numbers: tuple[float, float] | None = None  # `for 2 to 3 players`; None: for all numbers that have no other


class Import(Node):
    path: str
    alias: str | None
    alias_at: int = 0


class Players(Node):
    low: float
    high: float
    names: tuple[Said, ...] = ()
    colors: tuple[Said, ...] = ()
    teams: tuple[tuple[tuple[float, int, int], ...], ...] = ()  # numbers of players, each with its place
    teams_at: tuple[int, int] = (0, 0)


class File(Node):
    """One file, whole."""

    file: SourceFile
    complete: bool  # False: the parser gave up, and what is here is only a part
    braces: bool  # False: a brace is missing or too many, so blocks may not be what they seem
    game: str | None
    game_at: int
    expansion: tuple[str, str] | None  # its name and the path of its base
    expansion_at: tuple[int, int]
    players: Players | None
    imports: tuple[Import, ...]
    classes: tuple[Class, ...]
    functions: tuple[Function, ...]
    turns: tuple[Turn, ...]
    setups: tuple[Setup, ...]
    whole: bool = True  # False: some statement or member made no sense and is left out
    goals: tuple[Action, ...] = ()  # outside classes
    tables: tuple[CardTable, ...] = ()
    edition: str = "tgpl"  # or "tgdl"
    rulebook: tuple[Said, ...] = ()  # `rules`, for people
    rulebook_at: int = 0
    enums: tuple[Enum, ...] = ()
    constants: tuple[Constant, ...] = ()
