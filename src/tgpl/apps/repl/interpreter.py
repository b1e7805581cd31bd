"""The interpreter: definitions, variables and chance, and what an input does to them.

Every input is checked against what is known, and run as a program that has all definitions but only the new
statements; the variables are carried into it and out again. An input that fails in any way changes nothing.

    interpreter = Interpreter(seed=7, listener=repl)
    answer = interpreter.run("input 1", "set x = roll(2d6); x + 1", echoes=True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tgpl.apps.repl.compiled_input import CompiledInput
from tgpl.apps.repl.transcript import Transcript
from tgpl.apps.repl.value_text import make_statements
from tgpl.apps.repl.values import Value, find_objects, read_variables, write_variables
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


class Listener(Protocol):
    """Gets what comes out of an input, as it comes."""

    def write(self, text: str) -> None: ...

    def echo(self, text: str, type_: str) -> None: ...


class Answer(NamedTuple):
    """What was wrong with an input, if anything was."""

    problems: list[Problem] = []
    error: RuleError | None = None

    @property
    def fine(self) -> bool:
        return not self.problems and self.error is None


class Interpreter:
    def __init__(self, seed: int, listener: Listener) -> None:
        self.transcript = Transcript()
        self.transcript.add("nothing", "")
        self._listener = listener
        checked, _ = check_incrementally(self.transcript.file, Known(), ())
        self._now = _Now(Known(), {}, Rng(seed).state, checked)

    @property
    def known(self) -> Known:
        return self._now.known

    @property
    def checked(self) -> s.Checked:
        """What the names mean."""
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
            return self._reject(correct_typed([self.transcript.alone()], lambda file: self._problems(file, echoes)))
        checked, shown, problems = self._check(parts, echoes)
        if errors(problems):
            return self._reject(problems)
        now = self._now
        values, chance = now.values, now.chance
        if any(isinstance(part, (t.SetVariable, t.SetField, t.Evaluate)) for part in parts):
            ran = self._execute(checked, shown)
            if isinstance(ran, RuleError):
                return Answer([], ran)
            values, chance = ran
        alive = [thing.type for thing in find_objects(values)]
        known = now.known.extend(parts, checked, alive)
        self._now = _Now(known, values, chance, checked)  # all at once: an interrupt finds the old or the new
        return Answer()

    def type(self, name: str, text: str) -> tuple[Type | None, list[Problem]]:
        """The type of an expression, which is not run."""
        self.transcript.add(name, text)
        value, problems = parse_expression(self.transcript.alone())
        if value is None:
            return None, self._explain_unreadable()
        _, problems = check_incrementally(self.transcript.file, self._now.known, (_keep_value(value, _ASKED),))
        if errors(problems) or value.type is None:
            return None, self._reject(problems).problems
        return resolve(value.type), []

    def odds(self, name: str, text: str) -> tuple[Odds | None, list[Problem]]:
        """What an expression can come to, as things stand; nothing is run."""
        from tgpl.dice.evaluate import find_odds
        from tgpl.dice.script import find_odds_of_checked

        simple, _ = find_odds(SourceFile(name, text))  # two dice may be compared where nothing else is needed
        if simple is not None:
            return simple, []
        at = self.transcript.add(name, text)
        value, problems = parse_expression(self.transcript.alone())
        if value is None:
            return None, self._explain_unreadable()
        types = {variable: known.type for variable, known in self.checked.variables.items()}
        before = make_statements(self._now.values, types, at)
        checked, problems = check_incrementally(
            self.transcript.file, self._now.known, (*before, _keep_value(value, _ASKED))
        )
        if errors(problems):
            return None, self._reject(problems).problems
        found, problems = find_odds_of_checked(checked)
        return found, self._reject(problems).problems

    def forget(self, name: str) -> list[Problem] | None:
        """Takes a definition or variable away; gives what needs it still, or None if there is none of the name."""
        now = self._now
        if name not in map(name_of, now.known.entries):
            return None
        self.transcript.add("forget", "")
        known = now.known.without(name)
        checked, problems = check_incrementally(self.transcript.file, known, ())
        if errors(problems):
            return self._reject(problems).problems
        values = {variable: value for variable, value in now.values.items() if variable != name}
        known = known.extend((), checked, [thing.type for thing in find_objects(values)])
        self._now = _Now(known, values, now.chance, checked)
        return []

    def _reject(self, problems: Sequence[Problem]) -> Answer:
        return Answer(sort_problems([self.transcript.relocate(problem) for problem in errors(problems)]))

    def _explain_unreadable(self) -> list[Problem]:
        """What is wrong with an expression that cannot be read."""

        def report_problems(file: SourceFile) -> list[Problem]:
            value, problems = parse_expression(file)
            if value is None:
                return problems
            _, problems = check_incrementally(self.transcript.file, self._now.known, (_keep_value(value, _ASKED),))
            return [move_problem(problem, file) for problem in errors(problems)]

        return self._reject(correct_typed([self.transcript.alone()], report_problems)).problems

    # -- what an input goes through

    def _read(self, name: str, text: str) -> tuple[tuple[Part, ...], list[Problem]]:
        self.transcript.add(name, text)
        return _parse(self.transcript.alone())

    def _problems(self, file: SourceFile, echoes: bool) -> list[Problem]:
        """What would be wrong with an input that said this."""
        parts, problems = _parse(file)
        return problems or [move_problem(problem, file) for problem in errors(self._check(parts, echoes)[2])]

    def _check(self, parts: tuple[Part, ...], echoes: bool) -> tuple[s.Checked, list[t.Expr], list[Problem]]:
        """With the expressions whose values are told. An `if` whose branches differ is fine if nobody wants its value."""
        shown: list[t.Expr] = []
        for with_ifs in (True, False):
            new: Sequence[Part] = copy_tree(parts)
            if echoes:
                new, shown = _add_echoes(new, with_ifs)
            checked, problems = check_incrementally(self.transcript.file, self._now.known, new)
            if not any(isinstance(problem, p.BranchesDiffer) for problem in problems):
                break
        return checked, shown, problems

    def _execute(self, checked: s.Checked, shown: list[t.Expr]) -> RuleError | tuple[dict[str, Value], int]:
        """The variables and chance behind it, or what broke."""
        now, compiled = self._now, CompiledInput(checked, self.transcript.locate)

        def restore(match: Match) -> None:
            match.rng.state = now.chance
            write_variables(now.values, match, compiled)

        compiled.game.rules.setups.insert(0, restore)
        state = compiled.game.begin(0)
        match = state._processor.match
        echo = compiled.names.get(_ECHO)

        def hear(piece: str) -> None:
            number = 0 if echo is None else int(getattr(compiled.variables(match), echo))
            if not number:
                self._listener.write(piece)
            elif (type_ := resolve(shown[number - 1].type or UNIT)) is not UNIT:
                self._listener.echo(piece, str(type_))

        state.hear(hear)
        state.proceed()
        if state.error is not None:
            return state.error
        values = read_variables(match, compiled)
        return {name: value for name, value in values.items() if name not in (_SHOWN, _ECHO)}, match.rng.state


def _parse(file: SourceFile) -> tuple[tuple[Part, ...], list[Problem]]:
    """The last `;` may be missing."""
    script, problems = parse(file)
    end = missing_end(file, problems)
    if end is not None:
        script, problems = parse(SourceFile(file.name, f"{file.text[:end]};{file.text[end:]}"))
    return script.parts, problems


class _Now(NamedTuple):
    """Where the interpreter stands."""

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


# ---- showing values


def _add_echoes(parts: Sequence[Part], with_ifs: bool) -> tuple[list[Part], list[t.Expr]]:
    """The parts, with each expression's value printed; and these expressions."""
    new: list[Part] = []
    shown: list[t.Expr] = []
    for part in parts:
        if isinstance(part, t.Evaluate) and (with_ifs or not isinstance(part.value, t.If)):
            shown.append(part.value)
            at, end = part.at, part.end
            new += [
                _keep_value(t.Call(at, end, t.Word(at, end, "getString"), (part.value,)), _SHOWN),
                _keep_value(t.Numeral(at, end, len(shown)), _ECHO),
                t.Evaluate(at, end, t.Call(at, end, t.Word(at, end, "print"), (t.Name(at, end, _SHOWN),))),
                _keep_value(t.Numeral(at, end, 0), _ECHO),
            ]
        else:
            new.append(part)
    return new, shown


def _keep_value(value: t.Expr, name: str) -> t.SetVariable:
    return t.SetVariable(value.at, value.end, t.Word(value.at, value.end, name), value)
