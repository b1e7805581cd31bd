"""Text to tree: the declarations of a file.

In:  a `SourceFile`. Out: `tree.File` and the lexical and syntax problems; always both, whatever the text. The
grammar rule of each construct stands over its function; `grammar.txt` has them all.

    tree, problems = parse(SourceFile("tris.tgpl", text))
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.diagnostics import Problem
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl import tree as t
from tgpl.languages.tgpl.cursor import Cursor, Hopeless, Lost
from tgpl.languages.tgpl.lex import MOST_LEXICAL_PROBLEMS, lex
from tgpl.languages.tgpl.parse_expression import TYPE_WORDS, expression, starts_type, type_name
from tgpl.languages.tgpl.parse_statement import at_input, block, read_input, statement
from tgpl.source import SourceFile

KINDS = frozenset("class interactable stack event tile connection board".split())
VISIBILITIES = frozenset(("local", "group", "global"))
_DIRECTIVES = frozenset(("game", "players", "import", "expansion"))
_MEMBER_WORDS = frozenset(("action", "function"))
_PHASE_WORDS = frozenset(("phase",))


def parse(file: SourceFile) -> tuple[t.File, list[Problem]]:
    tokens, problems = lex(file)
    c = Cursor(tokens, problems)
    parts = _FileParts()
    parts.complete = len(problems) < MOST_LEXICAL_PROBLEMS and not any(isinstance(q, p.FileTooLong) for q in problems)
    damaged = {problem.span.position[0] for problem in problems if isinstance(problem, p.UnknownCharacter)}
    try:
        _file(c, parts)
    except Hopeless:
        parts.complete = False
    if damaged:  # what the parser says about such a line is only an echo
        echoes = (p.Unexpected, p.UnclosedBracket)
        problems = [q for q in problems if not (isinstance(q, echoes) and q.span.position[0] in damaged)]
    return parts.finished(c), problems


class _FileParts:
    """What a file holds, while it is read."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.game_at = 0
        self.expansion: tuple[str, str] | None = None
        self.expansion_at = (0, 0)
        self.players: t.Players | None = None
        self.imports: list[t.Import] = []
        self.classes: list[t.Class] = []
        self.functions: list[t.Function] = []
        self.turns: list[t.Turn] = []
        self.setups: list[t.Setup] = []
        self.complete = True
        self.declared = False  # something other than a directive was read

    def finished(self, c: Cursor) -> t.File:
        return t.File(
            0, len(c.file.text), c.file, self.complete, not c.brace_problem,
            self.game, self.game_at, self.expansion, self.expansion_at, self.players, tuple(self.imports),
            tuple(self.classes), tuple(self.functions), tuple(self.turns), tuple(self.setups),
        )  # fmt: skip


# file = { directive } { declaration }
def _file(c: Cursor, parts: _FileParts) -> None:
    while c.kind != "end":
        start = c.i
        c.depth = c.loops = 0
        try:
            _top_level(c, parts)
        except Lost:
            c.skip_statement()
            if c.i == start:
                c.advance()


def _top_level(c: Cursor, parts: _FileParts) -> None:
    word = c.word
    if word in _DIRECTIVES and _directive(c, parts):
        return
    parts.declared = True
    override = word == "override"
    if override:
        c.advance()
        word = c.word
    if word == "setup" and c.peek() == "{":
        at = c.at
        c.advance()
        body = block(c)
        parts.setups.append(t.Setup(at, c.before, body))
    elif word == "turn":
        parts.turns.append(_turn(c, override))
    elif word == "function":
        parts.functions.append(_function(c, override))
    elif word in KINDS or word in VISIBILITIES:
        parts.classes.append(_class(c, override))
    else:
        _stray(c)


def _stray(c: Cursor) -> None:
    """Something that no file can hold at its top."""
    if c.kind == "}":
        if not c.brace_problem:
            c.report(p.StrayBrace(c.here()))
            c.brace_problem = True
        c.advance()
    elif c.kind == ";":
        c.advance()
    elif c.word in ("action", "phase", "attribute", "effect", "input") and c.peek() in ("name", "{"):
        c.report(p.OutsideItsBlock(c.here(), str(c.word)))
        c.advance()
        while c.kind not in ("{", "end", ";"):
            c.advance()
        raise Lost
    elif c.kind in ("if", "for", "while", "return", "winner") or c.peek() in ("=", "(", "+=") or _attribute_ahead(c):
        c.report(p.StatementOutside(c.here()))
        raise Lost
    else:
        raise c.lost("a declaration: `class`, `turn`, `function`, `setup`, …")


# ---- directives


def _directive(c: Cursor, parts: _FileParts) -> bool:
    """game, players, import and expansion; False if the word is something else here."""
    word, at, first = c.word, c.at, c.i == 0
    if c.peek() != ("numeral" if word == "players" else "text"):
        if c.peek() in ("name", "=", ".", "(", "{", ":"):
            return False
        c.advance()
        raise c.lost("the number of players" if word == "players" else "a text in quotes")
    if parts.declared:
        c.report(p.DirectiveTooLate(c.here(), str(word)))
    if word in ("game", "expansion") and not first:
        c.report(p.NotFirst(c.here(), str(word)))
    c.advance()
    text = c.values[c.i]
    c.advance()
    if word == "game":
        if parts.game is None:
            parts.game, parts.game_at = str(text), at
    elif word == "players":
        _players(c, parts, at)
    elif word == "import":
        alias = c.name("a name for the import")[0] if c.accept("as") else None
        parts.imports.append(t.Import(at, c.before, str(text), alias))
    else:
        _expansion(c, parts, at, str(text))
    c.semicolon()
    return True


# players = "players" number [ "to" number ] ";"
def _players(c: Cursor, parts: _FileParts, at: int) -> None:
    low = high = float(str(c.values[c.i - 1]))
    if c.accept_word("to"):
        if c.kind != "numeral":
            raise c.lost("the highest number of players")
        high = float(str(c.values[c.i]))
        c.advance()
    if parts.players is not None:
        c.report(p.DirectiveTwice(c.span(at, c.before), "players"))
    parts.players = t.Players(at, c.before, low, high)


# expansion = "expansion" text "of" text ";"
def _expansion(c: Cursor, parts: _FileParts, at: int, name: str) -> None:
    if not c.accept_word("of"):
        raise c.lost("`of` and the file of the game it expands")
    if c.kind != "text":
        raise c.lost("the file of the game, in quotes")
    parts.expansion = (name, str(c.values[c.i]))
    parts.expansion_at = (c.at, c.ends[c.i])
    c.advance()


# ---- classes


class _ClassParts:
    """What a class or group holds, while it is read."""

    def __init__(self) -> None:
        self.attributes: list[t.Attribute] = []
        self.functions: list[t.Function] = []
        self.actions: list[t.Action] = []
        self.groups: list[t.Group] = []
        self.holds: t.TypeName | None = None
        self.default: t.Block | None = None
        self.geometry: str | None = None
        self.around = False
        self.orientation: str | None = None
        self.rows: list[t.GridRow] = []
        self.grid_at: tuple[int, int] | None = None


# class = ["override"] [visibility] kind name [":" type] "{" { member } "}"
def _class(c: Cursor, override: bool) -> t.Class:
    at, visibility = c.at, None
    while c.word in VISIBILITIES:
        if visibility is not None:
            raise c.lost("`class` or `interactable`")
        visibility = c.word
        c.advance()
    kind = c.word
    if kind not in KINDS:
        raise c.lost("`class` or `interactable`")
    if visibility is not None and kind not in ("class", "interactable"):
        c.report(p.NoVisibility(c.span(at, c.before), kind))
        visibility = None
    c.advance()
    name, name_at = c.name(f"a name for the {kind}")
    base = type_name(c) if c.accept(":") else None
    parts = _ClassParts()
    _body(c, lambda: _member(c, kind, parts), _MEMBER_WORDS)
    return t.Class(
        at, c.before, kind, visibility, override, name, name_at, base,
        tuple(parts.attributes), tuple(parts.functions), tuple(parts.actions), tuple(parts.groups),
        parts.holds, parts.default,
    )  # fmt: skip


def _body(c: Cursor, member: Callable[[], None], allowed: frozenset[str]) -> None:
    """`{ … }`, one member at a time."""
    opened = c.i
    c.expect("{")
    depth = c.depth
    while not c.end_of_block(opened):
        if c.cut_short(opened, allowed):
            return
        start = c.i
        try:
            member()
        except Lost:
            c.depth, c.loops = depth, 0
            c.skip_statement()
            if c.i == start:
                c.advance()


# member = attribute | function | action | group | "returns" type ";" | "default" block
def _member(c: Cursor, kind: str, parts: _ClassParts) -> None:
    at, private, override = c.at, False, False
    while c.word in ("private", "override") and c.peek() not in ("=", ";"):
        private |= c.word == "private"
        override |= c.word == "override"
        c.advance()
    word, following = c.word, c.peek()
    if word == "action" and following == "name" and c.peek(2) != "=":
        action = _action(c, override)
        if kind in ("class", "interactable"):
            parts.actions.append(action)
        else:
            c.report(p.Misplaced(c.span(at, action.name_at + len(action.name)), "action", kind))
    elif word == "function" and following == "name" and c.peek(2) != "=":
        parts.functions.append(_function(c, override))
    elif word == "attribute" and following == "name" and c.peek(2) == "{":
        parts.attributes.append(_long_attribute(c, at, private, override))
    elif word == "default" and following == "{" and kind in ("stack", "group"):
        _once(c, parts.default is not None, "default", kind)
        c.advance()
        parts.default = block(c)
    elif word == "returns" and kind == "stack" and starts_type(c, 1):
        c.advance()
        parts.holds = type_name(c)
        c.semicolon()
    elif word == "group" and kind == "board" and following == "name" and c.peek(2) in ("{", ":"):
        parts.groups.append(_group(c, override))
    elif kind == "group" and word in ("geometry", "orientation", "grid", "row"):
        _GROUP_PARTS[word](c, parts)
    elif _attribute_ahead(c):
        parts.attributes.append(_short_attribute(c, at, private, override))
    else:
        _stray_member(c, kind)


def _attribute_ahead(c: Cursor) -> bool:
    taken = starts_type(c)
    return taken > 0 and (c.peek(taken) == "name" or c.kind in TYPE_WORDS)


_WHERE = {
    "effect": "an action, a function or a phase",
    "trigger": "an action",
    "require": "an action",
    "input": "an action, a function or a phase",
    "phase": "a turn",
    "default": "a stack, a group or a turn",
    "geometry": "a group",
    "grid": "a group",
    "group": "a board",
    "returns": "a function, an attribute or a stack",
}


def _stray_member(c: Cursor, kind: str) -> None:
    word = c.word
    if word in _WHERE:
        c.report(p.MemberElsewhere(c.here(), word, kind, _WHERE[word]))
        c.advance()
        while c.kind not in ("{", "}", ";", "end"):
            c.advance()
        raise Lost
    if c.kind in ("if", "for", "while", "return", "winner") or c.peek() in ("=", "(", "+=", "."):
        c.report(p.StatementOutside(c.here()))
        raise Lost
    raise c.lost(f"a member of the {kind}: an attribute, a function{_MORE_MEMBERS.get(kind, '')}")


_MORE_MEMBERS = {"class": " or an action", "interactable": " or an action", "board": " or a group"}


def _once(c: Cursor, there: bool, part: str, owner: str) -> None:
    if there:
        c.report(p.PartTwice(c.here(), part, owner))


# attribute = ["private"] ["override"] type name ["=" expression] ";"
def _short_attribute(c: Cursor, at: int, private: bool, override: bool) -> t.Attribute:
    type_ = type_name(c)
    name, name_at = c.name("a name for the attribute")
    value = expression(c) if c.accept("=") else None
    c.semicolon()
    return t.Attribute(at, c.before, type_, name, name_at, value, private, override)


# attribute = ["private"] ["override"] "attribute" name "{" "returns" type ";" ["value" expression ";"] "}"
def _long_attribute(c: Cursor, at: int, private: bool, override: bool) -> t.Attribute:
    c.advance()
    name, name_at = c.name("a name for the attribute")
    opened = c.i
    c.advance()
    type_: t.TypeName | None = None
    value: t.Expr | None = None
    while not c.end_of_block(opened):
        if c.kind == "return" and starts_type(c, 1):
            c.report(p.ReturnForReturns(c.here()))
            c.advance()
            type_ = type_name(c)
        elif c.accept_word("returns"):
            type_ = type_name(c)
        elif c.accept_word("value"):
            value = expression(c)
        else:
            raise c.lost("`returns` or `value`")
        c.semicolon()
    if type_ is None:
        c.report(p.AttributeWithoutType(c.span(name_at, name_at + len(name)), name))
        type_ = t.TypeName(name_at, name_at, "?")
    return t.Attribute(at, c.before, type_, name, name_at, value, private, override)


# ---- functions and actions


# function = ["override"] "function" name "{" { input | "returns" [type] ";" | "effect" block } "}"
def _function(c: Cursor, override: bool) -> t.Function:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the function")
    inputs: list[t.Input] = []
    effects: list[t.Block] = []
    returns: list[t.TypeName | None] = []

    def member() -> None:
        if c.word == "returns":
            c.advance()
            returns.append(type_name(c) if starts_type(c) and c.word != "effect" else None)
            c.semicolon()
        elif c.kind == "return" and starts_type(c, 1) and c.peek(1 + starts_type(c, 1)) == ";":
            c.report(p.ReturnForReturns(c.here()))
            c.advance()
            returns.append(type_name(c))
            c.semicolon()
        elif at_input(c):
            inputs.append(read_input(c))
        else:
            _effect_or_stray(c, effects, "function")

    _body(c, member, frozenset())
    return t.Function(
        at, c.before, name, name_at, override, tuple(inputs),
        returns[0] if returns else None, bool(returns), effects[0] if effects else None,
    )  # fmt: skip


def _effect_or_stray(c: Cursor, effects: list[t.Block], owner: str) -> None:
    if c.word == "effect" and c.peek() == "{":
        _once(c, bool(effects), "effect", owner)
        c.advance()
        effects.append(block(c))
    elif c.word in ("trigger", "require", "prio", "returns", "filter", "default", "geometry", "grid"):
        _stray_member(c, owner)
    else:
        c.report(p.StatementOutsideEffect(c.here(), owner))
        at = c.at
        rest: list[t.Statement] = []
        while c.kind not in ("}", "end") and not (c.word == "effect" and c.peek() == "{"):
            one = statement(c)
            rest += [] if one is None else [one]
        effects.append(t.Block(at, c.before, tuple(rest)))  # as if it stood in the effect


# action = ["override"] "action" name ["prio" number] "{" { input | require | trigger | effect | prio } "}"
def _action(c: Cursor, override: bool) -> t.Action:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the action")
    priorities = [_priority(c)] if c.word == "prio" else []
    inputs: list[t.Input] = []
    requires: list[t.Require] = []
    triggers: list[t.Trigger] = []
    effects: list[t.Block] = []

    def member() -> None:
        start = c.at
        if c.word == "require" and c.peek() == "{":
            c.advance()
            requires.append(t.Require(start, start + len("require"), block(c)))
        elif c.word == "trigger" and c.peek() == "name":
            triggers.append(_trigger(c))
        elif c.word == "prio":
            priorities.append(_priority(c))
            c.semicolon()
        elif at_input(c):
            inputs.append(read_input(c))
        else:
            _effect_or_stray(c, effects, "action")

    _body(c, member, frozenset())
    return t.Action(
        at, c.before, name, name_at, override, tuple(inputs), tuple(requires), tuple(triggers),
        effects[0] if effects else None, priorities[-1] if priorities else None,
    )  # fmt: skip


def _priority(c: Cursor) -> float:
    c.advance()
    sign = -1.0 if c.accept("-") else 1.0
    if c.kind != "numeral":
        raise c.lost("a number: the action's priority")
    value = float(str(c.values[c.i]))
    c.advance()
    return sign * value


# trigger = "trigger" event (block | ";")
def _trigger(c: Cursor) -> t.Trigger:
    at = c.at
    c.advance()
    event = type_name(c)
    body = None
    if c.kind == "{":
        body = block(c)
    else:
        c.semicolon()
    return t.Trigger(at, event.end, event, body)


# ---- boards


# group = ["override"] "group" name "{" { geometry | orientation | grid | attribute | function | default } "}"
def _group(c: Cursor, override: bool) -> t.Group:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the group")
    parts = _ClassParts()
    _body(c, lambda: _member(c, "group", parts), _MEMBER_WORDS)
    return t.Group(
        at, c.before, name, name_at, override, parts.geometry, parts.around, parts.orientation,
        tuple(parts.rows), parts.grid_at, tuple(parts.attributes), tuple(parts.functions), parts.default,
    )  # fmt: skip


# geometry = "geometry" ("square" ["around" | "sides"] | "hex" | "graph") ";"
def _geometry(c: Cursor, parts: _ClassParts) -> None:
    _once(c, parts.geometry is not None, "geometry", "group")
    c.advance()
    if c.word not in ("square", "hex", "graph"):
        raise c.lost("`square`, `hex` or `graph`")
    parts.geometry = c.word
    c.advance()
    if parts.geometry == "square" and c.word in ("around", "sides"):
        parts.around = c.word == "around"
        c.advance()
    c.semicolon()


# orientation = "orientation" ("row" | "column" | "col") ";"
def _orientation(c: Cursor, parts: _ClassParts) -> None:
    _once(c, parts.orientation is not None, "orientation", "group")
    c.advance()
    if c.word not in ("row", "column", "col"):
        raise c.lost("`row` or `column`")
    parts.orientation = "row" if c.word == "row" else "column"
    c.advance()
    c.semicolon()


# grid = "grid" "{" { tile { "," tile } ";" } "}"
def _grid(c: Cursor, parts: _ClassParts) -> None:
    _once(c, parts.grid_at is not None, "grid", "group")
    at = c.at
    c.advance()
    _body(c, lambda: parts.rows.append(_row(c, c.at, None)), _MEMBER_WORDS)
    parts.grid_at = (at, at + len("grid"))


def _row(c: Cursor, at: int, number: int | None) -> t.GridRow:
    tiles = [type_name(c)]
    while c.accept(","):
        tiles.append(type_name(c))
    c.semicolon()
    return t.GridRow(at, c.before, tuple(tiles), number)


# row = "row" number ":" tile { "," tile } ";"        (in an expansion: replaces that line of the grid)
def _replaced_row(c: Cursor, parts: _ClassParts) -> None:
    at = c.at
    c.advance()
    if c.kind != "numeral":
        raise c.lost("the number of the line, counted from 0")
    number = int(float(str(c.values[c.i])))
    c.advance()
    c.expect(":")
    parts.rows.append(_row(c, at, number))


_GROUP_PARTS = {"geometry": _geometry, "orientation": _orientation, "grid": _grid, "row": _replaced_row}


# ---- turns


# turn = ["override"] "turn" name "{" { phase | "default" block } "}"
def _turn(c: Cursor, override: bool) -> t.Turn:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the turn")
    phases: list[t.Phase] = []
    defaults: list[t.Block] = []

    def member() -> None:
        again = c.word == "override"
        if again:
            c.advance()
        simultaneous = c.word == "simultaneous"
        if simultaneous:
            c.advance()
        if c.word == "phase":
            phases.append(_phase(c, again, simultaneous))
        elif c.word == "default" and c.peek() == "{":
            _once(c, bool(defaults), "default", "turn")
            c.advance()
            defaults.append(block(c))
        elif c.word in ("effect", "input", "action", "function", "trigger", "require"):
            _stray_member(c, "turn")
        else:
            raise c.lost("`phase` or `default`")

    _body(c, member, _PHASE_WORDS)
    return t.Turn(at, c.before, override, name, name_at, tuple(phases), defaults[-1] if defaults else None)


# phase = ["simultaneous"] "phase" name ("{" { input } ["effect" block] "}" | "{" { statement } "}" | ";")
def _phase(c: Cursor, override: bool, simultaneous: bool) -> t.Phase:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the phase")
    inputs: list[t.Input] = []
    effects: list[t.Block] = []
    loose: list[t.Statement] = []  # statements directly inside a phase are its effect

    def member() -> None:
        if c.word == "effect" and c.peek() == "{":
            _once(c, bool(effects), "effect", "phase")
            c.advance()
            effects.append(block(c))
        elif at_input(c) and not loose:
            inputs.append(read_input(c))
        elif c.word in ("trigger", "require", "default", "prio", "returns") and c.peek() in ("name", "{", "numeral"):
            _stray_member(c, "phase")
        else:
            one = statement(c)
            if one is not None:
                loose.append(one)

    if not c.accept(";"):
        _body(c, member, frozenset())
    if loose and effects:
        c.report(p.StatementOutsideEffect(c.span(loose[0].at, loose[0].end), "phase"))
    elif loose:
        effects.append(t.Block(loose[0].at, loose[-1].end, tuple(loose)))
    effect = effects[0] if effects else None
    return t.Phase(at, c.before, name, name_at, override, simultaneous, tuple(inputs), effect)
