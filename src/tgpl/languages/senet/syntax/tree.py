"""The syntax tree of Senet: what was written, whichever of the two spellings.

Every node has `at` and `end`, offsets into its file. `type` is what an expression gives and `refers` what a name means;
`check` fills them in and `lower` reads them.

    m >> b[1, 2]   →   Shift(">>", Name("m"), Name("b"), (1, 2))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.text.records import Record

if TYPE_CHECKING:
    from tgpl.languages.senet.check import symbols as s
    from tgpl.languages.senet.check.types import Type
    from tgpl.text.source import SourceFile


class Node(Record):
    at: int
    end: int


class Word(Node):
    """A name where it is written."""

    text: str


class TypeName(Node):
    name: str  # "int", "list", "Mark", "Boards.Rect", …
    of: TypeName | None = None  # the T of list<T>


# ---- expressions


class Numeral(Node):
    value: int
    type: Type | None = None


class Truth(Node):
    value: bool
    type: Type | None = None


class Text(Node):
    value: str
    type: Type | None = None


class Nothing(Node):
    """`None`"""

    type: Type | None = None


class Items(Node):
    """`[a, b]`"""

    items: tuple[Expr, ...]
    type: Type | None = None


class Name(Node):
    name: str
    type: Type | None = None
    refers: s.Variable | s.Making | None = None  # a group, where a new piece of it is placed


class This(Node):
    type: Type | None = None


class Member(Node):
    value: Expr
    name: Word
    type: Type | None = None
    refers: s.Field | s.Function | None = None  # a function of the library for what is no field there


class Index(Node):
    """`l[0]`; several items only where a piece is placed, `b[1, 2]`."""

    value: Expr
    items: tuple[Expr, ...]
    type: Type | None = None


class Call(Node):
    """`f(x)`, `value.f(x)`, or a new one of a group."""

    value: Expr | None
    name: Word
    arguments: tuple[Expr, ...]
    type: Type | None = None
    refers: s.Function | s.Making | str | None = None  # the name of a built-in


class Negate(Node):
    value: Expr
    type: Type | None = None


class Not(Node):
    value: Expr
    type: Type | None = None


class Binary(Node):
    op: str  # * / % + - < > <= >= == != and or
    left: Expr
    right: Expr
    type: Type | None = None


class Assign(Node):
    target: Expr
    sign: int  # where the `=` stands
    value: Expr
    type: Type | None = None


class Shift(Node):
    """`piece >> board[place]`, `board << [place]` or `board << other[place]`."""

    op: str
    left: Expr
    right: Expr | None  # the board that a piece goes to or comes from; None: it is taken off `left`
    place: tuple[Expr, ...]  # one list, or the coordinates
    type: Type | None = None
    refers: s.Shifted | None = None


Expr = (
    Numeral | Truth | Text | Nothing | Items | Name | This | Member | Index | Call | Negate | Not | Binary | Assign
    | Shift
)  # fmt: skip


# ---- statements


class Block(Node):
    statements: tuple[Statement, ...]


class Declare(Node):
    type_name: TypeName
    name: Word
    value: Expr | None
    arguments: tuple[Expr, ...] | None  # of `Mark m(1);`
    refers: s.Variable | s.Field | None = None
    made: s.Making | None = None  # of one with arguments


class Evaluate(Node):
    value: Expr


class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class While(Node):
    condition: Expr
    body: Block


class For(Node):
    """Over a list, or over the values that stand in braces."""

    type_name: TypeName | None
    name: Word
    values: Expr | tuple[Expr, ...]
    body: Block
    refers: s.Variable | None = None


class Break(Node):
    pass


class Continue(Node):
    pass


class Return(Node):
    value: Expr | None


class Pass(Node):
    function: Word
    player: Expr
    refers: s.Function | None = None


class End(Node):
    pass


Statement = Block | Declare | Evaluate | If | While | For | Break | Continue | Return | Pass | End


# ---- definitions


class Parameter(Node):
    type_name: TypeName
    name: Word


class Function(Node):
    returns: TypeName | None  # None: nothing is written
    name: Word
    parameters: tuple[Parameter, ...]
    body: Block
    asserts: bool = False
    said: bool = False  # that it gives a value without saying so


class Given(Node):
    """`fixed = True;` in a group: an inherited attribute begins otherwise."""

    name: Word
    value: Expr


class Group(Node):
    name: Word
    base: Word | None
    arguments: tuple[Expr, ...] | None  # of `group D(B(1, 2))`
    fields: tuple[Declare | Given, ...]
    functions: tuple[Function, ...]
    made: s.Making | None = None  # with the constructor that takes the arguments


Part = Group | Function | Statement


class Program(Record):
    """A whole text."""

    file: SourceFile
    setup: tuple[Part, ...]
    turns: tuple[Function, ...]
    complete: bool  # nothing was skipped while reading
