"""Text to tree: the declarations of a file.

In:  a `SourceFile`. Out: `tree.File` and the lexical and syntax problems; always both, whatever the text. The
grammar rule of each construct stands over its function; `grammar.txt` has them all.

    tree, problems = parse(SourceFile("tris.tgpl", text))
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.common.lexing import MOST_LEXICAL_PROBLEMS
from tgpl.languages.common.token_cursor import Hopeless, Lost
from tgpl.languages.tgdl.syntax.older_words import read_older_kind
from tgpl.languages.tgdl.syntax.passing import PASSING
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.actions import read_action
from tgpl.languages.tgpl.syntax.card_tables import read_table, starts_table
from tgpl.languages.tgpl.syntax.card_tree import CardTable
from tgpl.languages.tgpl.syntax.choices import read_switch
from tgpl.languages.tgpl.syntax.classes import KINDS, VISIBILITIES, attribute_ahead, read_class, read_function
from tgpl.languages.tgpl.syntax.cursor import Cursor, Spelling
from tgpl.languages.tgpl.syntax.expressions import BINDING, NEGATION, NOT
from tgpl.languages.tgpl.syntax.inputs import INPUTS, add_input, at_input
from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS, Words, lex
from tgpl.languages.tgpl.syntax.members import read_members, report_second, report_stray_member
from tgpl.languages.tgpl.syntax.players import read_players, read_texts
from tgpl.languages.tgpl.syntax.queries import QUERIES
from tgpl.languages.tgpl.syntax.statements import CONTEXTUAL, read_block, read_statement
from tgpl.languages.tgpl.syntax.table_words import TABLE_WORDS
from tgpl.languages.tgpl.syntax.values import at_constant, at_enum, read_constant, read_enum, read_variable_instead
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile

DIRECTIVES = frozenset(("game", "players", "import", "expansion", "rules"))
_PHASE_WORDS = frozenset(("phase",))


STATEMENTS = {**CONTEXTUAL, **INPUTS, **PASSING, **TABLE_WORDS, "switch": read_switch}
STATEMENTS |= {
    "enum": read_variable_instead,
    "const": read_variable_instead,
}  # by their first word, which may be a name too
_KIND_WORDS = {**{kind: kind for kind in KINDS}, "state": "class", "zone": "zone"}
SPELLING = Spelling(BINDING, NEGATION, NOT, STATEMENTS, _KIND_WORDS, operands=QUERIES)


def parse(file: SourceFile) -> tuple[t.File, list[Problem]]:
    return parse_file(file, TGPL_WORDS, SPELLING, _read_top_level)


def parse_file(
    file: SourceFile, words: Words, spelling: Spelling, top_level: Callable[[Cursor, FileParts], None]
) -> tuple[t.File, list[Problem]]:
    """A file of either edition; `top_level` reads one declaration."""
    tokens, problems = lex(file, words)
    c = Cursor(tokens, problems, spelling)
    parts = FileParts()
    parts.complete = _count_lexical(problems) < MOST_LEXICAL_PROBLEMS and not any(
        isinstance(q, p.FileTooLong) for q in problems
    )
    damaged = {problem.span.position[0] for problem in problems if isinstance(problem, p.UnknownCharacter)}
    try:
        _read_file(c, parts, top_level)
    except Hopeless:
        parts.complete = False
    if damaged:  # what the parser says about such a line is only an echo
        echoes = (p.Unexpected, p.UnclosedBracket)
        problems = [q for q in problems if not (isinstance(q, echoes) and q.span.position[0] in damaged)]
    return parts.finished(c), problems


def _count_lexical(problems: list[Problem]) -> int:
    return sum(not isinstance(q, (p.OtherEdition, p.Misspelt)) for q in problems)


class FileParts:
    """What a file holds, while it is read."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.game_at = 0
        self.expansion: tuple[str, str] | None = None
        self.expansion_at = (0, 0)
        self.players: t.Players | None = None
        self.rulebook: tuple[t.Said, ...] = ()
        self.rulebook_at = 0
        self.imports: list[t.Import] = []
        self.classes: list[t.Class] = []
        self.functions: list[t.Function] = []
        self.turns: list[t.Turn] = []
        self.setups: list[t.Setup] = []
        self.goals: list[t.Action] = []
        self.tables: list[CardTable] = []
        self.enums: list[t.Enum] = []
        self.constants: list[t.Constant] = []
        self.complete = True
        self.declared = False  # something other than a directive was read

    def finished(self, c: Cursor) -> t.File:
        return t.File(
            0, len(c.file.text), c.file, self.complete, not c.brace_problem,
            self.game, self.game_at, self.expansion, self.expansion_at, self.players, tuple(self.imports),
            tuple(self.classes), tuple(self.functions), tuple(self.turns), tuple(self.setups),
            whole=not c.left_out, goals=tuple(self.goals), tables=tuple(self.tables), edition=c.spelling.edition,
            rulebook=self.rulebook, rulebook_at=self.rulebook_at,
            enums=tuple(self.enums), constants=tuple(self.constants),
        )  # fmt: skip


# file = { directive } { declaration }
def _read_file(c: Cursor, parts: FileParts, top_level: Callable[[Cursor, FileParts], None]) -> None:
    while c.kind != "end":
        start = c.i
        c.depth = c.loops = 0
        try:
            top_level(c, parts)
        except Lost:
            c.skip_statement()
            if c.i == start:
                c.advance()


def _read_top_level(c: Cursor, parts: FileParts) -> None:
    word = c.word
    if word in DIRECTIVES and read_directive(c, parts):
        return
    parts.declared = True
    said = c.modifiers(("override",))
    override = bool(said)
    read_older_kind(c)
    word = c.word
    if word == "setup" and (c.peek() == "{" or c.peek() == "for"):
        c.refuse(said, "`setup`", "override")
        at = c.begin()
        numbers = read_numbers(c)
        body = read_block(c)
        parts.setups.append(t.Setup(at, c.before, body, numbers))
    elif word == "turn":
        parts.turns.append(read_turn(c, override))
    elif starts_table(c):
        parts.tables.append(read_table(c, override))
    elif at_enum(c):
        parts.enums.append(read_enum(c, override))
    elif at_constant(c):
        parts.constants.append(read_constant(c, override))
    elif word == "goal" and c.peek() == "name":
        c.refuse(said, "a goal", "override")
        parts.goals.append(read_action(c, False))
    elif word == "verb" and c.peek() == "name" and c.peek(2) == "{":
        c.report(p.OtherEdition(c.here(), "function", "tgpl"))
        parts.functions.append(read_function(c, override))
    elif word == "function":
        parts.functions.append(read_function(c, override))
    elif word in c.spelling.kinds or word in VISIBILITIES or (word == "sealed" and c.peek() == "name"):
        parts.classes.append(read_class(c, override))
    else:
        report_stray(c)


def report_stray(c: Cursor) -> None:
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
    elif c.kind in ("if", "for", "while", "return", "winner") or c.peek() in ("=", "(", "+=") or attribute_ahead(c):
        c.report(p.StatementOutside(c.here()))
        raise Lost
    elif c.kind == "text":
        raise c.lost("a word before this text that says what it is: `game`, `expansion`, `import` or `rules`")
    elif c.kind == "numeral":
        raise c.lost("a declaration; if so many play, `players` before the number")
    elif c.kind == "name" and c.peek() == "{":
        raise c.lost(
            f"a word before `{c.word}` that says what it is: `class`, `interactable`, `enum`, `turn`, `function`, …"
        )
    else:
        raise c.lost("a declaration: `class`, `turn`, `function`, `setup`, …")


# numbers = "for" number [ "to" number ] "players"
def read_numbers(c: Cursor) -> tuple[float, float] | None:
    """For how many players a setup is."""
    if not c.accept("for"):
        return None
    if c.kind != "numeral":
        raise c.lost("for how many players the setup is, as in `setup for 3 players`")
    low = high = float(str(c.values[c.i]))
    c.advance()
    if c.accept_word("to"):
        if c.kind != "numeral":
            raise c.lost("the highest number of players")
        high = float(str(c.values[c.i]))
        c.advance()
    if not c.accept_word("players") and not c.accept_word("player"):
        raise c.lost("`players`")
    return low, high


# ---- directives


def read_directive(c: Cursor, parts: FileParts) -> bool:
    """game, players, import, expansion and rules; False if the word is something else here."""
    word, at, first = c.word, c.at, c.i == 0
    if c.peek() in ("{", ":"):
        return False
    if word == "players" and c.peek() != "numeral":
        c.advance()
        raise c.lost("the number of players")
    if parts.declared:
        c.report(p.DirectiveTooLate(c.here(), str(word)))
    if word == "rules":
        c.advance()
        if parts.rulebook:
            c.report(p.DirectiveTwice(c.span(at, at + len("rules")), "rules"))
        parts.rulebook, parts.rulebook_at = read_texts(c), at
        c.semicolon(DIRECTIVES)
        return True
    if word in ("game", "expansion") and not first:
        c.report(p.NotFirst(c.here(), str(word)))
    c.advance()
    if word == "players":
        c.advance()
        text = ""
    else:
        text = _read_text(c, "The name of the game" if word == "game" else _TEXTS[str(word)])
    if word == "game":
        if parts.game is None:
            parts.game, parts.game_at = text, at
    elif word == "players":
        if parts.players is not None:
            c.report(p.DirectiveTwice(c.span(at, c.before), "players"))
        parts.players = read_players(c, at)
        if c.kinds[c.i - 1] == "}":
            c.accept(";")
            return True
    elif word == "import":
        alias, alias_at = c.name("a name for the import") if c.accept("as") else (None, 0)
        parts.imports.append(t.Import(at, c.before, text, alias, alias_at))
    else:
        _read_expansion(c, parts, at, text)
    c.semicolon(DIRECTIVES)
    return True


_TEXTS = {"import": "The file that is imported", "expansion": "The name of the expansion"}


def _read_text(c: Cursor, what: str) -> str:
    """A text in quotes; one without them is reported and taken as read."""
    start = c.i
    if c.kind == "text":
        c.advance()
        return str(c.values[start])
    while c.kind not in ("as", *_NO_TEXT) and c.word != "of" and not (c.i > start and c.on_new_line()):
        c.advance()
    span = c.span(c.starts[start], c.before)
    if c.i == start or c.kind in _NO_TEXT[1:]:
        raise c.lost("a text in quotes")
    c.report(p.Unquoted(span, what))
    return span.text


_NO_TEXT = (";", "end", "text", "{", "}", "(", ")", "=")


# expansion = "expansion" text "of" text ";"
def _read_expansion(c: Cursor, parts: FileParts, at: int, name: str) -> None:
    if not c.accept_word("of"):
        raise c.lost("`of` and the file of the game it expands")
    start = c.at
    parts.expansion = (name, _read_text(c, "The file of the game"))
    parts.expansion_at = (start, c.before)


# ---- turns


# turn = ["override"] "turn" name "{" { phase | "default" block } "}"
def read_turn(c: Cursor, override: bool) -> t.Turn:
    at = c.begin()
    name, name_at = c.name("a name for the turn")
    phases: list[t.Phase] = []
    defaults: list[t.Block] = []

    def member() -> None:
        said = c.modifiers(("override", "simultaneous"))
        if c.word == "phase":
            phases.append(_read_phase(c, "override" in said, "simultaneous" in said))
        elif c.word == "default" and c.peek() == "{":
            c.refuse(said, "a `default`", "override", "simultaneous")
            report_second(c, bool(defaults), "default", "turn")
            c.advance()
            defaults.append(read_block(c))
        elif c.word in ("effect", "input", "action", "function", "trigger", "require"):
            report_stray_member(c, "turn")
        else:
            raise c.lost("`phase` or `default`")

    read_members(c, member, _PHASE_WORDS)
    return t.Turn(at, c.before, override, name, name_at, tuple(phases), defaults[-1] if defaults else None)


# phase = ["override"] ["simultaneous"] "phase" name ("{" { input } ["effect" block] "}" | "{" { statement } "}" | ";")
def _read_phase(c: Cursor, override: bool, simultaneous: bool) -> t.Phase:
    at = c.begin()
    name, name_at = c.name("a name for the phase")
    inputs: list[t.Input] = []
    effects: list[t.Block] = []
    loose: list[t.Statement] = []  # statements directly inside a phase are its effect

    def member() -> None:
        if c.word == "effect" and c.peek() == "{":
            report_second(c, bool(effects), "effect", "phase")
            c.advance()
            effects.append(read_block(c))
        elif at_input(c) and not loose:
            add_input(c, inputs)
        elif c.word in ("trigger", "require", "default", "prio", "returns") and c.peek() in ("name", "{", "numeral"):
            report_stray_member(c, "phase")
        else:
            one = read_statement(c)
            if one is not None:
                loose.append(one)

    if not c.accept(";"):
        read_members(c, member, frozenset())
    if loose and effects:
        c.report(p.StatementOutsideEffect(c.span(loose[0].at, loose[0].end), "phase"))
    elif loose:
        effects.append(t.Block(loose[0].at, loose[-1].end, tuple(loose)))
    effect = effects[0] if effects else None
    return t.Phase(at, c.before, name, name_at, override, simultaneous, tuple(inputs), effect)
