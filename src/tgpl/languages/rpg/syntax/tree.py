"""The syntax tree of RPG: what was written, in the words of the grammar.

Every node has `at` and `end`, offsets into its file. `type` is what an expression gives; `check` fills it in and
`lower` reads it. The pool forms of dice (`Keep`, `Explode`, `Count`, `Against`) are values like `Die`.

    2d6 + 3   →   Binary("+", Die(2, 6), Numeral(3))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.text.records import Record

if TYPE_CHECKING:
    from tgpl.languages.rpg.check import symbols as s
    from tgpl.languages.rpg.check.types import Type
    from tgpl.text.source import SourceFile


class Node(Record):
    at: int
    end: int


class Word(Node):
    """A name where it is written."""

    text: str


class TypeName(Node):
    name: str  # "Int", "List", "Entity", …
    of: TypeName | None = None  # the T of List[T]
    traits: tuple[Word, ...] = ()  # of `Entity with Strong`


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


class Die(Node):
    """`2d6`; both numbers are positive."""

    count: int
    faces: int
    type: Type | None = None


class Keep(Node):
    """`highest 3 of 4d6`, `drop lowest 1 of 4d6`: the sum of the dice that are kept."""

    which: str  # "highest" or "lowest"
    drops: bool  # these are left out instead of kept
    number: int  # at least 1, and at least 1 is kept
    pool: Die
    type: Type | None = None


class Explode(Node):
    """`explode 3d6 up to 2`: a die that shows its highest face is thrown again and added."""

    pool: Die
    times: int  # at most so many further throws for each die
    type: Type | None = None


class Count(Node):
    """`count >= 5 of 6d6`: how many dice of the pool show that."""

    op: str  # >= > <= < == !=
    value: int
    pool: Die
    type: Type | None = None


class Against(Node):
    """`4d6 against 4d6`: both sorted from the highest down, how many pairs the left wins."""

    left: Die
    right: Die
    type: Type | None = None


class Items(Node):
    """`[a, b]`"""

    items: tuple[Expr, ...]
    type: Type | None = None


class Name(Node):
    """A variable or parameter."""

    name: str
    type: Type | None = None
    refers: s.Variable | None = None


class Thing(Node):
    """`Entity with Strong and Quick`: a new object; inside a definition a bare `Health` is this too, until it is checked."""

    name: Word
    traits: tuple[Word, ...]
    type: Type | None = None
    refers: s.Object | s.Field | None = None  # a field, where one is meant


class Own(Node):
    """`this.Field` or `base.Field`."""

    where: str  # "this" or "base"
    name: Word
    type: Type | None = None


class Member(Node):
    """`fighter.Health`"""

    value: Expr
    name: Word
    type: Type | None = None


class Negate(Node):
    value: Expr
    type: Type | None = None


class Binary(Node):
    op: str  # + - * / ++ == != < > <= >= && ||
    left: Expr
    right: Expr
    type: Type | None = None


class Call(Node):
    name: Word
    arguments: tuple[Expr, ...]
    type: Type | None = None
    refers: s.Function | None = None  # None: a built-in one


class If(Node):
    condition: Expr
    then: Expr | Block
    otherwise: Expr | Block | None  # without it the whole gives ()
    type: Type | None = None


Expr = (
    Numeral | Truth | Text | Die | Keep | Explode | Count | Against | Items | Name | Thing | Own | Member | Negate
    | Binary | Call | If
)  # fmt: skip


# ---- statements


class Block(Node):
    """Its value is that of its last expression."""

    statements: tuple[Statement, ...]
    type: Type | None = None


class SetVariable(Node):
    name: Word
    value: Expr
    refers: s.Variable | None = None
    first: bool = False  # this makes it


class SetField(Node):
    target: Member
    value: Expr


class Evaluate(Node):
    value: Expr


Statement = SetVariable | SetField | Evaluate


# ---- definitions


class Field(Node):
    name: Word
    value: Expr


class Object(Node):
    name: Word
    base: Word | None
    traits: tuple[Word, ...]
    fields: tuple[Field, ...]


class Trait(Node):
    name: Word
    target: Word | None  # the object it is for; None: any
    fields: tuple[Field, ...]


class Parameter(Node):
    name: Word
    type_name: TypeName


class Function(Node):
    name: Word
    parameters: tuple[Parameter, ...]
    returns: TypeName | None  # None: it gives ()
    body: Block


Definition = Object | Trait | Function


class Script(Record):
    """A whole text."""

    file: SourceFile
    parts: tuple[Definition | Statement, ...]  # as written
    complete: bool  # nothing was skipped while reading
