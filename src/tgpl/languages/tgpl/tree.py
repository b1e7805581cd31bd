"""The syntax tree of TGPL: what was written, in the words of the grammar.

Every node has `at` and `end`, offsets into its file. The fields below a node's own line are filled in by `check`:
the type of an expression and what a name refers to; `lower` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.shape import Shape

if TYPE_CHECKING:
    from tgpl.core.types import Type
    from tgpl.source import SourceFile


class Node(Shape):
    at: int
    end: int


class TypeName(Node):
    name: str  # "number", "List", "Card", …
    of: TypeName | None = None  # the T of List<T>
    alias: str | None = None  # the `cards` of cards.Card


# ---- expressions: `type` is what each gives, once checked


class Literal(Node):
    value: float | str | bool | None
    type: Type | None = None


class Name(Node):
    name: str
    type: Type | None = None
    refers: object = None  # a symbol of symbols.py


class Member(Node):
    value: Expr
    name: str
    name_at: int
    type: Type | None = None
    refers: object = None


class Index(Node):
    value: Expr
    key: Expr
    lenient: bool = False  # TGDL: outside a list is none, and writing at its end appends
    type: Type | None = None
    way: str = ""  # how: "list", "at" (null outside), "table", "grid" (the outer of two), "owner" (Class[player])


class Argument(Node):
    name: str | None
    value: Expr


class Call(Node):
    callee: Expr
    arguments: tuple[Argument, ...]
    type: Type | None = None
    refers: object = None


class Unary(Node):
    op: str  # "-" or "!"
    value: Expr
    type: Type | None = None


class Binary(Node):
    op: str  # "same" and "differ" are == and != for which two nulls are not equal
    left: Expr
    right: Expr
    type: Type | None = None


class TypeTest(Node):
    """`value is T` or `value as T`."""

    op: str
    value: Expr
    wanted: TypeName
    type: Type | None = None
    tested: Type | None = None  # the T


class Fill(Node):
    """`a = 1` or `a: 1` in an initialiser; without a name one item of a collection."""

    name: str | None
    value: Expr


class New(Node):
    made: TypeName
    fills: tuple[Fill, ...]
    type: Type | None = None


class Braces(Node):
    """`{a, b}`: a collection, of the type that is expected there."""

    items: tuple[Expr, ...]
    type: Type | None = None


Expr = Literal | Name | Member | Index | Call | Unary | Binary | TypeTest | New | Braces


# ---- statements


class Block(Node):
    statements: tuple[Statement, ...] = ()


class Declare(Node):
    type_name: TypeName
    name: str
    name_at: int
    value: Expr | None
    variable: object = None  # the Local it makes


class Evaluate(Node):
    value: Expr


class Assign(Node):
    target: Expr
    op: str  # "=", "+=", …
    value: Expr


class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


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
    variable: object = None


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


class Filter(Node):
    name: str | None
    body: Block
    whole: bool = False  # on a list input: about the list, not about each element
    variable: object = None


class Input(Node):
    """`[optional] [player [e] | auto | function] input T name [in e] [from e to e] [= e] [filters]`."""

    optional: bool
    mode: str  # "player", "auto" or "function"
    asked: Expr | None
    type_name: TypeName
    name: str
    name_at: int
    among: Expr | None
    low: Expr | None
    high: Expr | None
    value: Expr | None  # a function input's default
    filters: tuple[Filter, ...]
    variable: object = None


Statement = (
    Block | Declare | Evaluate | Assign | If | While | For | ForEach | Return | Break | Continue | Winner | Fail | Input
)


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


class Trigger(Node):
    event: TypeName
    body: Block | None  # None or empty: always true


class Action(Node):
    name: str
    name_at: int
    override: bool
    inputs: tuple[Input, ...]
    requires: tuple[Require, ...]
    triggers: tuple[Trigger, ...]
    effect: Block | None
    priority: float | None


class GridRow(Node):
    tiles: tuple[TypeName, ...]
    number: int | None = None  # `row 2: …` of an expansion replaces that line


class Group(Node):
    name: str
    name_at: int
    override: bool
    geometry: str | None  # "square", "hex", "graph"
    around: bool  # a square with eight neighbours
    orientation: str | None  # "row" or "column"
    rows: tuple[GridRow, ...]
    grid_at: tuple[int, int] | None
    attributes: tuple[Attribute, ...]
    functions: tuple[Function, ...]
    default: Block | None


class Hint(Node):
    """How an object is shown: `symbol "♙", "♟";`."""

    word: str
    texts: tuple[tuple[str, int, int], ...]  # one for all, or one for each player; each with its place


class Class(Node):
    """A class of any kind but group."""

    kind: str
    visibility: str | None  # "local", "group", "global"; None where nothing was written
    override: bool  # an expansion opens a class of its base game
    name: str
    name_at: int
    base: TypeName | None
    attributes: tuple[Attribute, ...]
    functions: tuple[Function, ...]
    actions: tuple[Action, ...]
    groups: tuple[Group, ...]
    holds: TypeName | None  # a deck's `returns`
    default: Block | None
    display: tuple[Hint, ...]
    sealed: bool = False  # its actions are for itself only


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
    edition: str = "tgpl"  # or "tgdl"
