"""A program to its tree.

In:  a `SourceFile`. Out: `tree.Program`, and the lexical and syntax problems: each mistake is reported once, and what
follows it is read all the same.

    program, problems = parse(SourceFile("a.snt", "@setup { } @turns { begin() { end; } }"))
"""

from __future__ import annotations

from tgpl.languages.common.token_cursor import Hopeless, Lost
from tgpl.languages.senet import problems as p
from tgpl.languages.senet.syntax import tree as t
from tgpl.languages.senet.syntax.cursor import Cursor
from tgpl.languages.senet.syntax.expressions import read_arguments, read_expression, read_type_name
from tgpl.languages.senet.syntax.lex import lex
from tgpl.languages.senet.syntax.statements import (
    begins_definition,
    is_declaration,
    read_block,
    read_declaration,
    read_statement,
)
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span


# program = "@setup" "{" { group | function | statement } "}" "@turns" "{" { function } "}"
def parse(file: SourceFile) -> tuple[t.Program, list[Problem]]:
    tokens, problems = lex(file)
    c = Cursor(tokens, problems)
    reader = _Sections(c)
    try:
        reader.read()
    except Hopeless:
        c.left_out = True
    return t.Program(file, tuple(reader.setup), tuple(reader.turns), not c.left_out), problems


class _Sections:
    def __init__(self, c: Cursor) -> None:
        self.c = c
        self.setup: list[t.Part] = []
        self.turns: list[t.Function] = []
        self.seen: list[str] = []
        self.outside = False  # the last thing stood outside the sections, and that is said

    def read(self) -> None:
        c = self.c
        while c.kind != "eof":
            if c.kind in ("@setup", "@turns"):
                self._section()
            elif c.kind == "}":
                c.report_stray()
            elif not c.accept(";"):
                self._outside()
        for section in ("@setup", "@turns"):
            if section not in self.seen:
                end = len(c.file.text.rstrip())
                c.report(p.MissingSection(Span(c.file, end, end), section))

    def _section(self) -> None:
        c = self.c
        section = c.kind
        if section in self.seen or (section == "@setup" and "@turns" in self.seen):
            c.report(p.SectionTwice(c.here(), section))
        self.seen.append(section)
        self.outside = False
        c.advance()
        opened = c.i
        if not c.accept("{"):
            c.report(p.Unexpected(c.here(), c.describe(), f"`{{` and what belongs to `{section}`"))
        while c.kind not in ("}", "eof", "@setup", "@turns"):
            self._part(section)
        if not c.accept("}"):
            c.never_closed(opened)

    def _part(self, section: str) -> None:
        """A definition or statement of a section."""
        c, depth, start = self.c, self.c.depth, self.c.i
        c.endless = False
        try:
            if begins_definition(c):
                self._keep(read_definition(c), section)
                return
            at = c.here()
            made = read_statement(c)
            if made is None:
                return
            if section == "@turns":
                c.report(p.DefinitionInside(at, "A variable or statement", "in `@setup` or in a function"))
            else:
                self.setup.append(made)
        except Lost:
            c.depth = depth
            c.skip(start)

    def _keep(self, made: t.Group | t.Function, section: str) -> None:
        c = self.c
        if section == "@setup":
            self.setup.append(made)
        elif isinstance(made, t.Function):
            self.turns.append(made)
        else:
            c.report(p.DefinitionInside(c.span(made.name.at, made.name.end), "A group", "in `@setup`"))

    def _outside(self) -> None:
        """What stands outside both sections is read as if it were in the setup, so that its own slips are found."""
        c = self.c
        if not self.outside:
            c.report(p.OutsideSections(c.here()))
            self.outside = True
        if c.kind == "@":
            c.advance()
            c.accept("{")
        else:
            self._part("@setup")


def read_definition(c: Cursor) -> t.Group | t.Function:
    if c.kind == "group" and c.peek() == "name" and c.peek(2) in ("(", "{"):
        return _read_group(c)
    return read_function(c)


# group = "group" name [ "(" name [ arguments ] ")" ] "{" { field | function } "}" [ ";" ]
def _read_group(c: Cursor) -> t.Group:
    at = c.begin()
    name, base, given = c.name("a group"), None, None
    opened = c.i
    if c.accept("("):
        if c.kind != ")":
            base = _read_base(c)
            given = read_arguments(c) if c.kind == "(" else None
        c.close(")", opened)
    opened = c.open("{", "`{` and what every one of the group has")
    c.enter()
    fields, functions = list[t.Declare | t.Given](), list[t.Function]()
    while c.kind != "}":
        if c.kind in ("eof", "@setup", "@turns"):
            c.never_closed(opened)
            break
        depth, start = c.depth, c.i
        try:
            _read_member(c, fields, functions)
        except Lost:
            c.depth = depth
            c.skip(start)
    c.accept("}")
    c.depth -= 1
    end = c.before
    c.accept(";")
    return t.Group(at, end, name, base, given, tuple(fields), tuple(functions))


def _read_base(c: Cursor) -> t.Word:
    word = c.name("the group that it extends")
    if c.kind == "." and c.peek() == "name":
        c.advance()
        behind = c.word()
        return t.Word(word.at, behind.end, f"{word.text}.{behind.text}")
    return word


def _read_member(c: Cursor, fields: list[t.Declare | t.Given], functions: list[t.Function]) -> None:
    if c.accept(";"):
        return
    if begins_definition(c):
        made = read_definition(c)
        if isinstance(made, t.Function):
            functions.append(made)
        else:
            c.report(p.DefinitionInside(c.span(made.name.at, made.name.end), "A group", "in `@setup`"))
    elif is_declaration(c):
        fields.append(read_declaration(c))
    elif c.kind == "name" and c.peek() == "=":
        at, name = c.at, c.word()
        c.advance()
        fields.append(t.Given(at, c.before, name, read_expression(c)))
        c.end_statement("This line")
    else:
        raise c.lost("a field, as in `int x;`, or a function")


# function = ( [ "func" ] [ type ] | "assert" ) name "(" [ type name { "," type name } ] ")" block
def read_function(c: Cursor) -> t.Function:
    at = c.at
    asserts = c.accept("assert")
    c.accept("func")
    returns = None
    if not asserts and not (c.kind == "name" and c.peek() == "("):
        returns = read_type_name(c)
    name = c.name("a function")
    opened = c.open("(", "`(` and the parameters")
    parameters = _read_parameters(c)
    c.close(")", opened)
    end = c.before
    body = read_block(c)
    c.accept(";")
    return t.Function(at, end, returns, name, parameters, body, asserts)


def _read_parameters(c: Cursor) -> tuple[t.Parameter, ...]:
    found: list[t.Parameter] = []
    while c.kind not in (")", "{", "eof"):
        at, type_ = c.at, read_type_name(c)
        found.append(t.Parameter(at, c.ends[c.i], type_, c.name("a parameter")))
        if not c.accept(","):
            break
    return tuple(found)
