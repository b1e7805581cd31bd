"""A match: everything that changes while a game is played, and what translated rules can do with it.

Translated code gets the match as `game`. All changes go through the journal, so that a test, a failed move or an
unanswered question leaves no trace. The processor (processor.py) decides what runs when; here is what it runs on.

    game.c_GameState.a_TickedCount += 1
    game.log("a line")
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from tgpl.runtime.collections import List, fits, kind_name
from tgpl.runtime.decision import NONE, Key, Mark
from tgpl.runtime.dice import Dice
from tgpl.runtime.display import describe
from tgpl.runtime.entity import Entity, Event
from tgpl.runtime.error_mapping import to_rule_error
from tgpl.runtime.errors import Cancelled, GameOver, MoveFailed, RuleError, null_error
from tgpl.runtime.events import resolve, run_action
from tgpl.runtime.injector import AskedInput, Injector
from tgpl.runtime.inputs import Input
from tgpl.runtime.questions import Questions
from tgpl.runtime.registrar import Registrar
from tgpl.runtime.rng import LARGEST, Rng
from tgpl.runtime.rules import Action, Phase, Rules, Turn
from tgpl.runtime.rulesheet_api import RulesheetApi
from tgpl.runtime.savepoint import NOTHING, NestedSavepoint, Savepoint
from tgpl.runtime.values import finite, number_text, power, text
from tgpl.text.limits import DEEPEST_CALL, LONGEST_LOG, LONGEST_TEXT, POWER_STEPS, STEPS, STEPS_IN_ALL, TEST_STEPS
from tgpl.text.told_lines import mark_line

_TOO_MANY = "This does not come to an end: it was stopped after too many steps."
_SIDE = 0x51DE51DE51DE51DE  # turns the state of chance into that of another
_set = object.__setattr__


def _put_back_out(kept: tuple[Match, int]) -> None:
    kept[0].out = kept[1]


def _put_back_first(kept: tuple[Match, int | None]) -> None:
    kept[0].first = kept[1]


class Reaction(NamedTuple):
    """An action that an event set off."""

    serial: int  # of the object that has the action
    action: str
    event: str


class Match:
    def __init__(self, rules: Rules, seed: int, players: int) -> None:
        self.rules = rules
        self.players = players
        self.rng = Rng(seed)
        self.dice = Dice(self)
        self.logic = RulesheetApi(self)
        self.journal: list[Any] = []  # how to take back each change, the newest last
        self.serial = 0  # of the next object
        self.registrar = Registrar(self)
        self.log_lines: list[str] = []
        self.listener: Callable[[str], None] | None = None  # gets every line of the log as it comes
        self.clear_typed: Callable[[], None] = lambda: None  # what else was typed is to be dropped
        # Turns.
        self.active_player = 0
        self.turn: type[Turn] | None = None
        self.phase: type[Phase] | None = None
        self.pending = NOTHING
        self.out = 0  # players who are out: a bit for each
        self.first: int | None = None  # who has the mark of the first player, once somebody got it
        # Events.
        self.queue: deque[Event] = deque()
        self.held: list[deque[Event]] = []  # queues that wait for a synchronous event
        self.resolving: list[Event] = []  # events whose observers are running
        # The running block.
        self.testing = 0  # how many tests are running
        self.running = 0  # how many blocks are open
        self.block: Callable[..., Any] | None = None  # the one that began last; tests do not count
        self.steps = 0
        self.limit = STEPS_IN_ALL
        self.spent = (
            0  # since somebody was asked: of transactions that are done, and of working out what could be chosen
        )
        self.depth = 0
        self.on_empty: Callable[[], None] = lambda: None  # something was to be taken from an empty deck or stack
        # Questions.
        self.questions = Questions(self)
        self.asking: AskedInput | None = None  # the input that is being asked for
        self.passed: list[tuple[Any, ...]] = []  # what running calls of actions have passed
        self.deciding = False  # the default of a turn is running
        self.trail: list[Reaction] = []  # what events set off since the last commit
        self.hits: set[int] = set()  # where it came by, if the rules were translated so that it is noted

    # -- what translated rules call: where the match comes by (core/coverage.py)

    def hit(self, point: int) -> None:
        self.hits.add(point)

    def judged(self, point: int, yes: bool) -> bool:
        """A test has its answer; the point of its yes is behind that of its no."""
        self.hits.add(point + yes)
        return yes

    # -- what translated rules call: values

    def seat(self, number: float | None) -> int | None:
        """A number as a player: cut, and wrapped around the table."""
        return None if number is None else int(finite(number)) % self.players

    def text(self, *parts: Any) -> str:
        """`"a" + b + c`."""
        joined = "".join([text(part) for part in parts])
        if len(joined) > LONGEST_TEXT:
            raise RuleError("R713", f"A text can have {LONGEST_TEXT:,} characters; this one has {len(joined):,}.")
        self.work(len(joined))
        return joined

    def player_name(self, player: int | None) -> str:
        """How a player is written in a text."""
        if player is None:
            return "null"
        return self.rules.names[player] if self.rules.names else number_text(float(player))

    def expect(self, kind: Any, value: Any) -> Any:
        """A table's key as what it has to be."""
        if not fits(value, kind):
            raise RuleError("R708", f"`{text(value)}` is not a `{kind_name(kind)}`.")
        if value is None:
            return None
        if kind is float:
            return float(value)
        return self.seat(value) if kind is int else value

    def seen(self, kind: Any, value: Any) -> Any:
        """An element of a collection that `as` let somebody see as one of a derived class."""
        if not fits(value, kind):
            raise RuleError("R708", f"`{text(value)}` is not a `{kind_name(kind)}`.")
        return value

    def new(self, kind: type[Entity]) -> Any:
        self.step()
        self.deeper()  # what an object begins with may be another new object
        made = kind(self)
        made._prepare(self)
        self.depth -= 1
        return made

    def room_for(self, count: float) -> None:
        """So many objects more are going to be made."""
        if count is None:
            null_error("The number")
        self.registrar.room_for(count)

    def global_board(self) -> Any:
        """The board that all tiles belong to, in a game that has one for all."""
        kind = next(kind for kind in self.rules.globals if kind.kind == "board")
        return getattr(self, kind.__name__)

    def owned(self, kind: type[Entity], player: int) -> Entity | None:
        """`Kind[player]`."""
        if player is None:
            null_error("The player")
        for i, entity in enumerate(self.registrar.by_class.get(kind, ())):
            if player in entity._owners():
                return entity
            if i % 4 == 3:
                self.step()
        return None

    def power(self, x: float, y: float) -> float:
        """`x ^ y`; with a fraction it takes long."""
        if y is not None and y != int(y):
            self.steps += POWER_STEPS
            self.step()
        return power(x, y)

    def holds(self, value: Any, kind: Any) -> bool:
        """Whether a value is of a kind and, if it is an object, still known here."""
        return fits(value, kind) and (
            not isinstance(value, Entity) or self.registrar.by_serial.get(value._serial) is value
        )

    # -- chance and the log

    def random(self, n: float) -> float:
        if n is None:
            null_error("The number")
        if not 1.0 <= n < LARGEST:
            raise RuleError("R714", f"`random(n)` draws from 0 to n - 1; n cannot be {text(n)}.")
        return float(self.rng.below(int(n)))

    def log(self, value: Any) -> None:
        line = text(value)
        self.work(len(line))
        self.say(line)

    def tell(self, player: int, value: Any) -> None:
        """A line for one player."""
        if player is None:
            null_error("The player")
        line = text(value)
        self.work(len(line))
        self.say(line, player)

    def show(self, thing: Any, player: int) -> None:
        """What an object, or each of several, is: a line for one player."""
        if thing is None or player is None:
            null_error("What is shown" if thing is None else "The player")
        told, length = [], 0
        for one in [thing] if isinstance(thing, Entity) else thing.items:
            told.append("null" if one is None else describe(one))
            length += len(told[-1]) + 2
            if length > LONGEST_TEXT:
                raise RuleError("R713", f"A text can have {LONGEST_TEXT:,} characters; this one would have more.")
        line = f"You see {', '.join(told)}." if told else "You see nothing."
        self.work(len(line))
        self.say(line, player)

    def say(self, line: str, player: int | None = None) -> None:
        """A line of the log, for all or for one player."""
        if len(self.log_lines) >= LONGEST_LOG:
            raise RuleError("R713", f"The log of a game can have {LONGEST_LOG:,} lines.")
        self.log_lines.append(mark_line(line, player))
        if self.listener is not None:
            self.listener(line)

    def clear_input(self) -> None:
        """What else was typed in the line that was read last is not for the game."""
        if not self.testing:
            self.clear_typed()

    # -- players and turns

    def all_players(self) -> List:
        return List(self, int, *range(self.players))

    def is_out(self, player: int) -> bool:
        if player is None:
            null_error("The player")
        return bool(self.out >> player & 1)

    def put_out(self, player: int) -> None:
        if not self.is_out(player):
            self.journal.append((_put_back_out, (self, self.out)))
            self.out |= 1 << player

    def remaining_players(self) -> List:
        return List(self, int, *(player for player in range(self.players) if not self.out >> player & 1))

    def next_in(self, player: int) -> int:
        """A player, or the next one who is not out; if all are out that player."""
        seats = [(player + step) % self.players for step in range(self.players)]
        return next((seat for seat in seats if not self.out >> seat & 1), player)

    def first_player(self) -> int:
        return 0 if self.first is None else self.first

    def put_first(self, player: int) -> None:
        if player is None:
            null_error("The player")
        self.journal.append((_put_back_first, (self, self.first)))
        self.first = player

    @property
    def turn_name(self) -> str | None:
        return None if self.turn is None else self.turn.name

    @property
    def phase_name(self) -> str | None:
        return None if self.phase is None else self.phase.name

    def use_turn(self, turn: str, phase: str | None = None) -> None:
        if turn is None:
            null_error("The turn")
        if turn not in self.rules.turns:
            raise RuleError("R710", f'There is no turn "{turn}".')
        self.pending = self.pending._replace(turn=turn, phase=self.pending.phase if phase is None else phase)

    def pass_to(self, player: int, phase: str | None = None) -> None:
        if player is None:
            null_error("The player")
        phase = self.pending.phase if phase is None else phase
        self.pending = self.pending._replace(player=player, phase=phase, default=False)

    def pass_turn(self) -> None:
        """`turn.pass()`: the turn's default decides, when the time comes."""
        if self.deciding:
            raise RuleError(
                "R711", "`turn.pass()` asks the turn's default who is next, but that is just being decided."
            )
        self.pending = self.pending._replace(player=None, phase=None, default=True)

    # -- events

    def throw(self, event: Event) -> None:
        if event is None:
            null_error("The event")
        self.queue.append(event)

    def throw_now(self, event: Event) -> None:
        """With its whole tree, before anything else goes on."""
        if event is None:
            null_error("The event")
        self.deeper()
        self.held.append(self.queue)
        self.queue = deque((event,))
        resolve(self)
        self.queue = self.held.pop()
        self.depth -= 1

    def held_values(self) -> list[Any]:
        """What events that wait or are being resolved, and calls of actions, keep in the game."""
        waiting = [event for queue in (self.queue, *self.held) for event in queue]
        return [*self.resolving, *waiting, *(value for values in self.passed for value in values)]

    def note_reaction(self, entity: Entity, action: type[Action], event: Event) -> None:
        self.trail.append(Reaction(entity._serial, action.name, event.shown))

    # -- actions and inputs

    def act(self, entity: Entity, name: str, given: dict[str, Any] | None = None) -> None:
        """Calls an action: without its trigger, and without any effect if it is disabled."""
        if entity is None:
            null_error("The object of the action")
        self.act_as(entity._actions[name], entity, given)

    def act_as(self, action: type[Action], entity: Entity, given: dict[str, Any] | None = None) -> None:
        """`given` are answers to its inputs, by their names."""
        self.deeper()
        given = given or {}
        self.passed.append((entity, *given.values()))
        if all(self.test(require, entity, self) for require in action.requires):
            run_action(self, entity, action, None, given)
        self.passed.pop()
        self.depth -= 1

    def ask_for(self, entity: Entity | None, subject: str, *inputs: Input) -> Any:
        """Inputs of a function or inside a block: one that cannot be answered fails the move."""
        answers = Injector(self, subject, inputs, (), lambda: self.asker(entity)).answer_or_fail()
        return answers[0] if len(answers) == 1 else answers

    def asker(self, entity: Entity | None) -> int:
        """Whom an input asks that does not say: the owner; of a group the active player, or any member."""
        owners = entity._owners() if entity is not None else ()
        if self.out and len(owners) > 1:
            owners = tuple(owner for owner in owners if not self.out >> owner & 1) or owners
        if not owners or self.active_player in owners:
            return self.active_player
        return owners[self.side_chance().below(len(owners))]

    def side_chance(self) -> Rng:
        """Chance for what is only looked at: another at every question, and the same when a block runs again."""
        return Rng(self.rng.state + _SIDE + self.questions.committed_answers + self.questions.position)

    # -- endings

    def winner(self, who: Any) -> NoReturn:
        """A player, or a ranking."""
        if isinstance(who, int):
            raise GameOver([[who]])
        if who is None:
            null_error("The winner")
        ranking = []
        placed: dict[int, None] = {}
        for place in who.items:
            if place is None or None in place.items:
                null_error("A place in the ranking")
            new = dict.fromkeys(int(player) for player in place.items if player not in placed)
            ranking.append([*new])
            placed |= new
        raise GameOver(ranking)

    def fail(self, message: str | None = None) -> NoReturn:
        raise MoveFailed("This move is not possible." if message is None else message)

    def cancel(self, message: str | None, whole: bool = False) -> NoReturn:
        raise Cancelled(message, whole)

    # -- limits

    def step(self) -> None:
        """One round of a loop, one call, one new object."""
        self.steps += 1
        if self.steps > self.limit:
            raise RuleError("R706", _TOO_MANY)

    def check_spent(self) -> None:
        """Between two transactions, and before a decision is worked out: everything before it was not too much."""
        if self.spent > STEPS_IN_ALL:
            raise RuleError("R706", _TOO_MANY)

    def count(self, start: float, end: float, by: float = 1.0) -> Iterator[float]:
        """`for (number i = start; i < end; i += by)`."""
        if start is None or end is None:
            null_error("A number")
        i = float(start)
        while i < end:
            self.step()
            yield i
            i += by

    def work(self, size: int) -> None:
        """Work on many elements at once."""
        if size > 16:
            self.steps += size >> 4
            self.step()

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST_CALL:
            raise RuleError("R707", f"More than {DEEPEST_CALL} calls inside each other: this does not come to an end.")

    def run(self, block: Callable[..., Any], *arguments: Any) -> Any:
        """A block of the rules."""
        self.block = block
        return self._run_confined(block, *arguments)

    def perform(self, action: type[Action], entity: Entity, event: Event | None, answers: tuple[Any, ...]) -> None:
        """The effect of an action; what it cancels is as if it had never run."""
        if not self.rules.cancels:
            self.run(action.effect, entity, self, event, *answers)
            return
        here = NestedSavepoint(self)
        try:
            self.run(action.effect, entity, self, event, *answers)
        except Cancelled as cancelled:
            if action.part and cancelled.whole:
                raise
            here.restore(self)
            self.say(f"{action.part or action.name} is cancelled{'.' if not cancelled.said else f': {cancelled.said}'}")

    def perform_chosen(self, action: type[Action], entity: Entity, event: Event, answers: tuple[Any, ...]) -> None:
        """The effect of an action that a player chose: if it is cancelled, nothing is left of the move."""
        self.run(action.effect, entity, self, event, *answers)

    def _run_confined(self, block: Callable[..., Any], *arguments: Any) -> Any:
        """With a step limit of its own."""
        outer = self.limit
        self.limit = min(outer, self.steps + STEPS)
        self.running += 1
        result = block(*arguments)
        self.running -= 1
        self.limit = outer
        return result

    # -- tests: what they change is taken back

    def peek(self, block: Callable[..., Any], *arguments: Any) -> Any:
        """What a block gives, without what it does; its chance tells nothing about what is drawn later."""
        self.steps += TEST_STEPS
        self.step()
        journal, chance, serial, lines = len(self.journal), self.rng.state, self.serial, len(self.log_lines)
        frame = (self.running, self.limit, self.depth)
        self.rng.state = chance ^ _SIDE
        self.testing += 1
        try:
            return self._run_confined(block, *arguments)
        except MoveFailed as failure:
            raise to_rule_error(failure, self) from None
        finally:
            if len(self.journal) > journal:
                self.undo(journal)
                self.serial = serial
            self.rng.state = chance
            self.testing -= 1
            if len(self.log_lines) > lines:
                del self.log_lines[lines:]
            self.running, self.limit, self.depth = frame

    def test(self, block: Callable[..., bool], *arguments: Any) -> bool:
        """A filter, require or trigger."""
        result = self.peek(block, *arguments)
        if result is None:
            null_error("The result of a test")
        return bool(result)

    def attempt(self, block: Callable[..., bool], *arguments: Any) -> bool:
        """A test that may break: then it does not hold."""
        try:
            return self.test(block, *arguments)
        except Exception as error:
            to_rule_error(error, self)
            return False

    def undo(self, length: int) -> None:
        """Takes changes back until the journal is as long as it was."""
        journal = self.journal
        while len(journal) > length:
            entry = journal.pop()
            if len(entry) == 3:
                _set(*entry)
            else:
                entry[0](entry[1])
        self.registrar.forget_after(length)

    def save(self) -> Savepoint:
        return Savepoint(
            len(self.journal), self.rng.state, self.serial, len(self.log_lines),
            self.active_player, self.turn, self.phase, self.pending,
        )  # fmt: skip

    def rollback(self, point: Savepoint) -> None:
        """Back to where everything stood; a running block is left behind."""
        self.undo(point.journal)
        self.rng.state, self.serial = point.rng, point.serial
        del self.log_lines[point.log :]
        self.active_player, self.turn, self.phase, self.pending = point.active, point.turn, point.phase, point.pending
        self.clear_running()

    def clear_running(self) -> None:
        """Nothing runs."""
        self.queue, self.held, self.resolving, self.passed = deque(), [], [], []
        self.deciding = False
        self.asking = None
        self.trail = []
        self.running = self.steps = self.depth = self.testing = self.questions.position = 0
        self.limit = STEPS_IN_ALL

    def value_of(self, key: Key) -> Any:
        """The value that an answer stands for."""
        if not isinstance(key, Mark):
            return key
        return None if key is NONE or key.what == "none" else self.registrar.by_serial[key.serial]
