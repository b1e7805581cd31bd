"""A session: definitions, variables and chance, and what an input does to them.

Every input is checked against what is known, and run as a program that has all definitions but only the new
statements; the variables are carried into it and out again. An input that fails in any way changes nothing.

    session = Session(seed=7, hears=repl)
    answer = session.run("input 1", "set x = roll(2d6); x + 1", echoes=True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tgpl.apps.repl.compiled_input import Layout
from tgpl.apps.repl.transcript import Transcript
from tgpl.apps.repl.value_text import as_statements
from tgpl.apps.repl.values import Value, put, taken, things
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.corrections import correct_typed, move_problem
from tgpl.languages.rpg.check.incremental import Known, Part, check_incrementally, copy_tree, name_of
from tgpl.languages.rpg.check.types import UNIT, Type, resolve
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse, parse_expression
from tgpl.runtime.errors import RuleError
from tgpl.runtime.match import Match
from tgpl.runtime.rng import Rng
from tgpl.text.diagnostics import Problem, errors, sort_problems
from tgpl.text.source import SourceFile

if TYPE_CHECKING:
    from tgpl.dice.distribution import Value as Odds

_SHORT = 40  # characters of a text that is told on the side
# Variables of ours: no script can have them, since they begin with a capital; and nothing typed is like them.
_SHOWN = "TextOfTheValueThatIsTold"
_ECHO = "NumberOfTheValueThatIsTold"  # among the values of the input; 0 while the input itself prints
_ASKED = "ValueThatIsAskedFor"


class Hears(Protocol):
    """Gets what comes out of an input, as it comes."""

    def printed(self, text: str) -> None: ...

    def echoed(self, text: str, type_: str) -> None: ...


class Answer(NamedTuple):
    """What was wrong with an input, if anything was."""

    problems: list[Problem] = []
    error: RuleError | None = None

    @property
    def fine(self) -> bool:
        return not self.problems and self.error is None


class Session:
    def __init__(self, seed: int, hears: Hears) -> None:
        self.transcript = Transcript()
        self.transcript.add("nothing", "")
        self._hears = hears
        checked, _ = check_incrementally(self.transcript.file, Known(), ())
        self._now = _Now(Known(), {}, Rng(seed).state, checked)

    @property
    def known(self) -> Known:
        return self._now.known

    @property
    def checked(self) -> s.Checked:
        """What the names of the session mean."""
        return self._now.checked

    def simple(self, name: str) -> str | None:
        """The value of a variable in a few characters; None if it takes more to tell."""
        value = self._now.values.get(name)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return str(int(value))
        return value if isinstance(value, str) and len(value) <= _SHORT else None

    def seed(self, number: int) -> None:
        """Chance begins anew."""
        self._now = self._now._replace(chance=Rng(number).state)

    # -- inputs

    def run(self, name: str, text: str, echoes: bool) -> Answer:
        """Does what an input says; `echoes`: values of expressions are told."""
        parts, problems = self._read(name, text)
        if problems:
            return self._wrong(correct_typed([self.transcript.alone()], lambda file: self._problems(file, echoes)))
        checked, shown, problems = self._checked(parts, echoes)
        if errors(problems):
            return self._wrong(problems)
        now = self._now
        values, chance = now.values, now.chance
        if any(isinstance(part, (t.SetVariable, t.SetField, t.Evaluate)) for part in parts):
            ran = self._ran(checked, shown)
            if isinstance(ran, RuleError):
                return Answer([], ran)
            values, chance = ran
        alive = [thing.type for thing in things(values)]
        known = now.known.extend(parts, checked, alive)
        self._now = _Now(known, values, chance, checked)  # all at once: an interrupt finds the old or the new
        return Answer()

    def type(self, name: str, text: str) -> tuple[Type | None, list[Problem]]:
        """The type of an expression, which is not run."""
        self.transcript.add(name, text)
        value, problems = parse_expression(self.transcript.alone())
        if value is None:
            return None, self._unread()
        _, problems = check_incrementally(self.transcript.file, self._now.known, (_kept(value, _ASKED),))
        if errors(problems) or value.type is None:
            return None, self._wrong(problems).problems
        return resolve(value.type), []

    def odds(self, name: str, text: str) -> tuple[Odds | None, list[Problem]]:
        """What an expression can come to, as the session stands; nothing is run."""
        from tgpl.dice.evaluate import odds_of
        from tgpl.dice.script import odds_when_checked

        simple, _ = odds_of(SourceFile(name, text))  # two dice may be compared where nothing else is needed
        if simple is not None:
            return simple, []
        at = self.transcript.add(name, text)
        value, problems = parse_expression(self.transcript.alone())
        if value is None:
            return None, self._unread()
        types = {variable: known.type for variable, known in self.checked.variables.items()}
        before = as_statements(self._now.values, types, at)
        checked, problems = check_incrementally(self.transcript.file, self._now.known, (*before, _kept(value, _ASKED)))
        if errors(problems):
            return None, self._wrong(problems).problems
        found, problems = odds_when_checked(checked)
        return found, self._wrong(problems).problems

    def forget(self, name: str) -> list[Problem] | None:
        """Takes a definition or variable away; gives what needs it still, or None if there is none of the name."""
        now = self._now
        if name not in map(name_of, now.known.entries):
            return None
        self.transcript.add("forget", "")
        known = now.known.without(name)
        checked, problems = check_incrementally(self.transcript.file, known, ())
        if errors(problems):
            return self._wrong(problems).problems
        values = {variable: value for variable, value in now.values.items() if variable != name}
        known = known.extend((), checked, [thing.type for thing in things(values)])
        self._now = _Now(known, values, now.chance, checked)
        return []

    def _wrong(self, problems: Sequence[Problem]) -> Answer:
        return Answer(sort_problems([self.transcript.told(problem) for problem in errors(problems)]))

    def _unread(self) -> list[Problem]:
        """What is wrong with an expression that cannot be read."""

        def wrong(file: SourceFile) -> list[Problem]:
            value, problems = parse_expression(file)
            if value is None:
                return problems
            _, problems = check_incrementally(self.transcript.file, self._now.known, (_kept(value, _ASKED),))
            return [move_problem(problem, file) for problem in errors(problems)]

        return self._wrong(correct_typed([self.transcript.alone()], wrong)).problems

    # -- what an input goes through

    def _read(self, name: str, text: str) -> tuple[tuple[Part, ...], list[Problem]]:
        self.transcript.add(name, text)
        return _parsed(self.transcript.alone())

    def _problems(self, file: SourceFile, echoes: bool) -> list[Problem]:
        """What would be wrong with an input that said this."""
        parts, problems = _parsed(file)
        return problems or [move_problem(problem, file) for problem in errors(self._checked(parts, echoes)[2])]

    def _checked(self, parts: tuple[Part, ...], echoes: bool) -> tuple[s.Checked, list[t.Expr], list[Problem]]:
        """With the expressions whose values are told. An `if` whose branches differ is fine if nobody wants its value."""
        shown: list[t.Expr] = []
        for with_ifs in (True, False):
            new: Sequence[Part] = copy_tree(parts)
            if echoes:
                new, shown = _echoing(new, with_ifs)
            checked, problems = check_incrementally(self.transcript.file, self._now.known, new)
            if not any(isinstance(problem, p.BranchesDiffer) for problem in problems):
                break
        return checked, shown, problems

    def _ran(self, checked: s.Checked, shown: list[t.Expr]) -> RuleError | tuple[dict[str, Value], int]:
        """The variables and chance behind it, or what broke."""
        now, layout = self._now, Layout(checked, self.transcript.located)

        def carried(match: Match) -> None:
            match.rng.state = now.chance
            put(now.values, match, layout)

        layout.game.rules.setups.insert(0, carried)
        state = layout.game.begin(0)
        match = state._processor.match
        echo = layout.names.get(_ECHO)

        def heard(piece: str) -> None:
            number = 0 if echo is None else int(getattr(layout.variables(match), echo))
            if not number:
                self._hears.printed(piece)
            elif (type_ := resolve(shown[number - 1].type or UNIT)) is not UNIT:
                self._hears.echoed(piece, str(type_))

        state.hear(heard)
        state.proceed()
        if state.error is not None:
            return state.error
        values = taken(match, layout)
        return {name: value for name, value in values.items() if name not in (_SHOWN, _ECHO)}, match.rng.state


def _parsed(file: SourceFile) -> tuple[tuple[Part, ...], list[Problem]]:
    """The last `;` may be missing."""
    script, problems = parse(file)
    end = missing_end(file, problems)
    if end is not None:
        script, problems = parse(SourceFile(file.name, f"{file.text[:end]};{file.text[end:]}"))
    return script.parts, problems


class _Now(NamedTuple):
    """Where a session stands."""

    known: Known
    values: dict[str, Value]  # of the variables
    chance: int
    checked: s.Checked


def missing_end(file: SourceFile, problems: Sequence[Problem]) -> int | None:
    """Where the last `;` belongs, if an input lacks it."""
    ends = (problem.span.start for problem in problems if isinstance(problem, p.MissingSemicolon))
    return next((at for at in ends if _is_behind_all(file.text, at)), None)


def _is_behind_all(text: str, at: int) -> bool:
    """Whether only blanks and comments follow."""
    return all(not line or line.startswith("//") for line in map(str.strip, text[at:].split("\n")))


# ---- telling values


def _echoing(parts: Sequence[Part], with_ifs: bool) -> tuple[list[Part], list[t.Expr]]:
    """The parts, with each expression's value printed; and these expressions."""
    new: list[Part] = []
    shown: list[t.Expr] = []
    for part in parts:
        if isinstance(part, t.Evaluate) and (with_ifs or not isinstance(part.value, t.If)):
            shown.append(part.value)
            at, end = part.at, part.end
            new += [
                _kept(t.Call(at, end, t.Word(at, end, "getString"), (part.value,)), _SHOWN),
                _kept(t.Numeral(at, end, len(shown)), _ECHO),
                t.Evaluate(at, end, t.Call(at, end, t.Word(at, end, "print"), (t.Name(at, end, _SHOWN),))),
                _kept(t.Numeral(at, end, 0), _ECHO),
            ]
        else:
            new.append(part)
    return new, shown


def _kept(value: t.Expr, name: str) -> t.SetVariable:
    return t.SetVariable(value.at, value.end, t.Word(value.at, value.end, name), value)
