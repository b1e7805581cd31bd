"""Every operation of the core, held against its entry in the table: on both targets, with each operand null in turn.

A host program has a variable of every kind, and one without a value. Each case is a function of its own, so that what the
C target believes of a variable is what this one operation tells it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

from games import QUICK
from tgpl.compile import Result, compile_rules
from tgpl.core import nodes as n
from tgpl.core.operations import CHANCE, OPERATIONS, WRITABLE, SideEffect, needs
from tgpl.core.types import (
    ANY,
    BOOL,
    NOTHING,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    KindType,
    Type,
    collection,
    list_of,
)
from tgpl.core.verify import verify
from tgpl.emit.c.program import emit as emit_c
from tgpl.emit.python.module import emit as emit_python
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game
from tgpl.runtime.state import State
from tgpl.text.files import Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")

HOST = """game "host"; players 2;
class Thing { } group class Club { } interactable Card { } stack Deck { returns Card; } event Call { } connection Way { }
tile Field { } global board Land { group Map { geometry square; grid 2 by 2 of Field; } group Web { geometry graph; default { this.add(new Field()); } } }
global class Core { Deck deck = new Deck() { new Card(), new Card(), new Card() }; Thing thing = new Thing(); Club club = new Club();
  Card card = new Card(); Way way = new Way(); List<number> list = { 3, 1 }; }
turn T { phase P; }
setup {
  List<number> a_list = Core.list; Table<number> a_table = { {1, 2} }; Stack<number> a_stack = { 5, 6, 7 }; Deck a_deck = Core.deck;
  Thing a_object = Core.thing; Club a_club = Core.club; Card a_interactable = Core.card; Deck a_pile = Core.deck; Way a_connection = Core.way;
  tile a_tile = Land.Map[0][1]; Field a_new = new Field(); Land a_board = Land; group a_group = Land.Web; number a_number = 1; number a_T = 1;
  string a_string = "1d6"; string a_turn = "T"; string a_phase = "P"; player a_player = 1; Call a_event = new Call(); number a_any = 2; kind of Thing a_kind = Thing; Card a_drawn = new Card();
  a_object.assign(0); a_club.assign(0); a_connection.to = a_tile; a_interactable.move_to(Land.Map[0][0]);
  input number chosen from 0 to 999;
}
"""
SHEET = """(role a) (role b) (init (p 0)) (<= (legal ?r (m ?x)) (role ?r) (true (p ?x))) (<= (next (p 1)) (does a (m ?x)))
(<= terminal (true (p 1))) (goal a 100) (goal b 0)"""
SIMPLE = {"number": NUMBER, "string": TEXT, "bool": BOOL, "player": PLAYER, "nothing": NOTHING}
ELEMENTS: dict[str, Type | str] = {  # of the collections that operations give
    "own.players": PLAYER, "player.all": PLAYER, "table.keys": ANY, "logic.labels": TEXT, "list.copy": NUMBER, "table.copy": NUMBER,
    "stack.clone": NUMBER, "deck.clone": "drawn", "deck.discard_stack": "drawn", "tile.connections": "connection", "tile.pieces": "interactable",
    "tile.neighbors": "tile", "group.tiles": "tile", "board.groups": "group",
}  # fmt: skip
FITTING = {  # arguments where the kind alone does not say what will do
    "turn.use": ("turn", "phase"), "turn.pass": ("player", "phase"), "deck.push": ("deck", "drawn"), "deck.push_front": ("deck", "drawn"), "deck.take": ("deck", "drawn"),
    "own.players": ("club",), "own.unassign": ("club", "player"), "group.add": ("group", "new"),
}  # fmt: skip
FOR_PEOPLE = ("logic.labels",)  # what only options that are shown need: compiled code has none
STOPS = ("no_case",)  # what never comes to an end: golden/tgpl/switch_expanded has it
LITERALS = {("dice.chance", 1): ">"}  # arguments that always stand in the rules
LOOKING = {  # what looks into an object or collection of a kind
    "stack": "stack.length", "table": "table.length", "tile": "tile.x", "group": "group.width", "interactable": "piece.discarded",
    "connection": "connection.to", "board": "board.groups", "class": "own.player", "event": "event.throw",
}  # fmt: skip
WELCOME = "welcome"


class Case(NamedTuple):
    op: str
    null: int | None  # the argument that is null
    left_out: int = 0  # how many arguments at the end are not given

    @property
    def kinds(self) -> tuple[str, ...]:
        words = tuple(parameter.rstrip("~?") for parameter in OPERATIONS[self.op].parameters)
        fitting = FITTING.get(self.op, words)
        return fitting[: len(fitting) - self.left_out]


def cases(logic: bool) -> list[Case]:
    found = []
    for op, facts in OPERATIONS.items():
        if op.startswith("logic.") is logic and op not in (*FOR_PEOPLE, *STOPS):
            count, most = len(facts.parameters), sum(parameter.endswith("?") for parameter in facts.parameters)
            found.append(Case(op, None))
            # What operations on rulesheets are given is made by the shell around the sheet, and is there.
            found += [Case(op, i) for i in range(count) if (op, i) not in LITERALS and not logic]
            found += [Case(op, None, left) for left in range(1, most + 1)]
    return found


class Host:
    """A program with a function for each case; its setup asks which of them to call."""

    def __init__(self, result: Result, logic: bool) -> None:
        self.own = result.program()
        self.logic = logic
        self.span = self.own.setups[0].span
        self.held = {s.name.removeprefix("a_"): s for s in self.own.setups[0].statements if isinstance(s, n.Declare)}
        calls = [self._call_if(i) for i in range(len(cases(logic)))]
        begin = self._asking() if logic else self.own.setups[0].statements
        changed = {
            "functions": (*self.own.functions, *(self._function(i, case) for i, case in enumerate(cases(logic)))),
            "setups": (
                n.Block(self.span, (*begin, *calls, n.Winner(self.span, n.Convert(self.span, PLAYER, self.number(0))))),
            ),
        }
        fields = [changed.get(field, getattr(self.own, field)) for field in n.Program.__match_args__]
        self.program = n.Program(*fields)
        assert verify(self.program) == []

    def _asking(self) -> tuple[n.Statement, ...]:
        one = n.Input(self.span, "chosen", NUMBER, False, False, None, None, self.number(0), self.number(999), ())
        return (n.Ask(self.span, (one,)),)

    def _call_if(self, i: int) -> n.Statement:
        chosen = n.Equal(self.span, BOOL, n.Local(self.span, NUMBER, "chosen"), self.number(i), False)
        call = n.Evaluate(self.span, n.Call(self.span, NOTHING, f"case_{i}", ()))
        return n.If(self.span, ((chosen, n.Block(self.span, (call,))),), None)

    # -- values of every kind

    def number(self, value: float) -> n.Literal:
        return n.Literal(self.span, NUMBER, float(value))

    def value(self, kind: str) -> n.Expr:
        """Something of a kind that is there."""
        if not self.logic:
            return self.held[kind].value
        moves = n.MakeCollection(self.span, list_of(NUMBER), (self.number(0),) * 2)
        position = n.Operate(self.span, TEXT, "logic.begin", ())
        values: dict[str, n.Expr] = {"number": self.number(0), "string": position, "list": moves}
        return values[kind]

    def type(self, kind: str) -> Type:
        return self.value(kind).type if self.logic else self.held[kind].type

    def root(self, kind: str) -> Type:
        type_ = self.type(kind)
        return ROOTS[type_.kind] if isinstance(type_, ClassType) else type_

    def result(self, op: str) -> Type:
        """What an operation on these values gives."""
        gives = OPERATIONS[op].gives.rstrip("~")
        if gives in SIMPLE:
            return SIMPLE[gives]
        if op in ELEMENTS:
            of = ELEMENTS[op]
            return collection(gives.capitalize(), self.root(of) if isinstance(of, str) else of)
        return NUMBER if gives == "T" and not op.startswith("deck") else self.root("drawn" if gives == "T" else gives)

    # -- the cases

    def _function(self, i: int, case: Case) -> n.Function:
        """Declares its own variables, runs the operation, says whether null came of it, and needs what was null."""
        body: list[n.Statement] = []
        arguments: list[n.Expr] = []
        span = self.span
        for at, kind in enumerate(case.kinds):
            type_ = self.type(kind)
            value = n.Literal(span, type_, None) if at == case.null else self.value(kind)
            body.append(n.Declare(span, f"given{at}", type_, value))
            literal = LITERALS.get((case.op, at))
            arguments.append(n.Local(span, type_, f"given{at}") if literal is None else n.Literal(span, TEXT, literal))
        result = self.result(case.op)
        done = n.Operate(span, result, case.op, tuple(arguments))
        if result is NOTHING:
            body.append(n.Evaluate(span, done))
        else:
            came = n.Equal(span, BOOL, n.Local(span, result, "came"), n.Literal(span, result, None), True)
            body += [n.Declare(span, "came", result, done), self._log(came)]
        if case.null is not None:
            needing = self._needing(arguments[case.null])
            body += [
                self._log(n.Literal(span, TEXT, WELCOME)),
                self._log(needing) if needing.type is not NOTHING else n.Evaluate(span, needing),
            ]
        return n.Function(span, f"case_{i}", (), (), NOTHING, n.Block(span, tuple(body)))

    def _log(self, value: n.Expr) -> n.Statement:
        return n.Evaluate(self.span, n.Operate(self.span, NOTHING, "log", (value,)))

    def _needing(self, e: n.Expr) -> n.Expr:
        """What looks where a value would be: without one it must stop, and not find anything."""
        span, type_ = self.span, e.type
        if isinstance(type_, Collection) and type_.shape == "List":
            return n.ListItem(span, type_.of, e, self.number(1e8))
        if type_ is TEXT:
            return n.Compare(span, BOOL, "<", e, n.Literal(span, TEXT, "b"))
        if type_ is PLAYER:
            e = n.Convert(span, NUMBER, e)
        if e.type is NUMBER:
            return n.Arithmetic(span, NUMBER, "+", e, self.number(1))
        if isinstance(type_, KindType):
            return n.Operate(span, BOOL, "kind.holds", (e, self.value("object")))
        word = type_.kind if isinstance(type_, ClassType) else type_.shape if isinstance(type_, Collection) else ""
        op = LOOKING[word.lower()]
        return n.Operate(span, self.result(op), op, (e,))


@cache
def host(logic: bool) -> tuple[Host, Game, NativeGame]:
    name, text = ("main.kif", SHEET) if logic else ("main.tgpl", HOST)
    result = compile_rules(Texts(name, {name: text}))
    assert result.playable, [problem.message() for problem in result.problems]
    made = Host(result, logic)
    module, placed = emit_python(made.program)
    places = {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}
    c, spans = emit_c(made.program)
    native = NativeGame(c, [Place(*span.on_line()) for span in spans], made.program.players, build=QUICK)
    return made, Game(module, places, "host"), native


class Came(NamedTuple):
    said: list[str]
    error: str | None


def in_python(game: Game, number: int) -> tuple[State, Came]:
    state = game.start(0)
    before = len(state.log)
    state.choose(number)
    return state, Came(state.log[before:], None if state.error is None else state.error.code)


def in_c(native: NativeGame, number: int) -> Came:
    state = NativeState(native)
    state.begin(0)
    before = len(state.log)
    state.choose(number)
    code = state.library.tgpl_error_code(state.handle) if state.ended == "error" else None
    return Came(state.log[before:], None if code is None else f"R{code}")


def named(value: object) -> str:
    return "-".join(str(part) for part in value if part != 0) if isinstance(value, Case) else str(value)


NUMBERED = [(logic, i, case) for logic in (False, True) for i, case in enumerate(cases(logic))]


@pytest.mark.parametrize(("logic", "number", "case"), NUMBERED, ids=named)
def test_the_table_says_what_null_does(logic: bool, number: int, case: Case) -> None:
    _, game, native = host(logic)
    _, expected = in_python(game, number)
    assert in_c(native, number) == expected
    if case.null is None:
        assert expected.error is None
        assert expected.said[:1] != ["false"] or OPERATIONS[case.op].gives_null
    else:
        assert (WELCOME in expected.said) is not needs(case.op)[case.null]
        assert expected.error == "R701"


@pytest.mark.parametrize(("logic", "number", "case"), [row for row in NUMBERED if row[2].null is None], ids=named)
def test_the_table_says_what_leaves_traces(logic: bool, number: int, case: Case) -> None:
    _, game, _ = host(logic)
    facts = OPERATIONS[case.op]
    found, untouched = (in_python(game, choice)[0].position() for choice in (number, 999))
    assert (found["chance"] != untouched["chance"]) is facts.draws
    if facts.side_effect in (SideEffect.LOOKS, SideEffect.MAKES, SideEffect.TRACES):
        assert all(found[part] == untouched[part] for part in ("objects", "collections", "turn", "phase", "pending"))


def test_every_operation_has_its_facts() -> None:
    for op, facts in OPERATIONS.items():
        assert isinstance(facts.side_effect, SideEffect) and isinstance(facts.fails, bool), op
        assert facts.side_effect in (SideEffect.LOOKS, SideEffect.MAKES) or facts.fails, (
            f"{op} leaves traces and cannot fail"
        )
        assert facts.doc.endswith(".") and facts.python, op
        places = {int(i) for i in re.findall(r"{(\d)}", facts.python + facts.c + facts.c_any)}
        assert places <= set(range(len(facts.parameters))), op
    assert CHANCE <= set(OPERATIONS) >= WRITABLE
