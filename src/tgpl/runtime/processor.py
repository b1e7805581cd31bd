"""The code processor: what runs when.

A match goes from commit to commit. Between two commits one *transaction* runs: the setup, the entering of a phase, a
player's choice with its effect and its events, or the moment when nobody can choose. A transaction that needs an answer it
does not have is undone and run again with it; one that fails is undone and its choice ruled out (questions.py); one that
breaks a rule is undone and ends the game.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tgpl.runtime.collections import List
from tgpl.runtime.decision import Decision, Key, Mark, Option
from tgpl.runtime.entity import Entity, NoChoiceEvent, PhaseChangeEvent, PlayerChoiceEvent, TurnChangeEvent
from tgpl.runtime.error_mapping import to_rule_error
from tgpl.runtime.errors import GameOver, Inspected, MoveFailed, Question, RuleError, Silence
from tgpl.runtime.events import find_offered, is_triggered, make_injector, reach_goals, resolve
from tgpl.runtime.injector import Injector
from tgpl.runtime.inputs import Refused, Unanswerable
from tgpl.runtime.match import Match, Reaction
from tgpl.runtime.options import hide_options
from tgpl.runtime.rules import Action, Phase, Rules, Turn
from tgpl.runtime.savepoint import NOTHING, Pending, Savepoint
from tgpl.runtime.view import label
from tgpl.text.limits import IDLE_PHASES, LONG_PHASES, STUCK_PHASES

T = TypeVar("T")
DEEP = 30_000  # Python's own limit on calls inside each other; the runtime's limits are reached long before
LONGEST_TRAIL = 100


_FIELDS = (
    "stage", "sealed", "decision", "moves", "commits", "ended", "ranking", "error", "refused", "idle", "seen", "folded",
)  # fmt: skip


class Processor:
    """A match and where it stands."""

    def __init__(self, rules: Rules, seed: int, players: int) -> None:
        self.match = Match(rules, seed, players)
        self.stage = "setup"  # which transaction comes next
        self.sealed: list[tuple[Key, ...] | None] = []  # what each seat has chosen in a simultaneous phase
        self.decision: Decision | None = None
        self.moves = 0
        self.commits = 0  # transactions that are done
        self.ended: str | None = None  # "winner", "stuck" or "error"
        self.ranking: list[list[int]] | None = None
        self.error: RuleError | None = None
        self.refused: str | None = None  # why the last move was taken back
        self.idle = 0  # phases in a row without a choice
        self.seen: frozenset[str] = frozenset()  # positions on entering a phase, once that lasts
        self.folded = (0, -1)  # how many times in a row nobody could choose, and which line of the log says so
        self.trail: list[Reaction] = []  # what events set off since the last choice
        self.keep_journal = False  # somebody wants to take back whole moves
        self.alone: int | None = None  # the only seat that chooses here, where all do at the same time
        self.digest: Callable[[], str] = lambda: ""  # of the position; set by the state

    # -- from commit to commit

    def proceed(self) -> None:
        """Runs until somebody must decide or the game is over."""
        while self.ended is None and self.decision is None:
            self.step()
            if self.alone is not None and len(self.sealed) > self.alone:
                return

    def step(self) -> None:
        """One transaction."""
        if sys.getrecursionlimit() < DEEP:
            sys.setrecursionlimit(DEEP)
        match = self.match
        point = match.save()
        before = (self.idle, self.seen, self.folded, self.stage, self.sealed)
        match.clear_running()
        try:
            match.check_spent()
            _TRANSACTIONS[self.stage](self)
        except Question as question:
            self._undo(point, before)
            match.spent = 0
            self.decision = question.decision
        except MoveFailed as failure:
            if self.stage in ("choose", "seal"):
                used = match.questions.position
                self._undo(point, before)
                match.questions.position = used
                match.questions.rule_out()
                self.refused = failure.message
            else:
                self._end_by_error(point, before, failure)
        except (Refused, Silence):
            self._undo(point, before)
            raise
        except GameOver as over:
            self._commit()
            self.ended, self.ranking = "winner", over.ranking
        except Exception as error:  # a rule error, or whatever Python calls it
            self._end_by_error(point, before, error)
        except BaseException:  # somebody does not wait any longer: nothing of the transaction is left
            self._undo(point, before)
            raise
        else:
            self._commit()

    def _undo(self, point: Savepoint, before: tuple[Any, ...]) -> None:
        self.match.rollback(point)
        self.idle, self.seen, self.folded, self.stage, self.sealed = before

    def _commit(self) -> None:
        """The transaction is done: its changes stay."""
        match = self.match
        self.commits += 1
        if match.questions.decisions:
            self.moves += 1
            self.idle = 0
            self.seen = frozenset()
        match.questions.commit()
        self.refused = None
        if match.trail:
            self.trail = [*self.trail, *match.trail][-LONGEST_TRAIL:]
        match.spent += match.steps
        match.clear_running()
        if not self.keep_journal:
            match.journal.clear()
            match.registrar.forget_alive()
            match.registrar.sweep()

    def _end_by_error(self, point: Savepoint, before: tuple[Any, ...], error: Exception) -> None:
        """A rule broke: the state is as before, and the game is over."""
        match = self.match
        self.error = to_rule_error(error, match)
        said = match.log_lines[point.log :]
        self._undo(point, before)
        match.log_lines += said  # what led to the error helps to find it
        match.questions.forget()
        self.refused = None  # that was another move
        self.ended = "error"

    def choose(self, key: Key, named: bool = False) -> None:
        """Answers the open decision; raises Refused if a freely named value does not pass, and is as before."""
        decision, questions = self.decision, self.match.questions
        assert decision is not None
        questions.unchecked = len(questions.answers) if named else None
        questions.answer_decision(decision, key)
        refused, self.decision, self.refused, self.trail = self.refused, None, None, []
        try:
            self.proceed()
        except Refused:
            questions.take_back()
            questions.decisions -= 1
            self.decision, self.refused = decision, refused
            raise

    def ask_anew(self) -> None:
        """As if nobody had answered anything in the running transaction."""
        self.match.questions.forget()
        self.decision = None
        self.proceed()

    def give_up(self) -> None:
        """Nobody can answer the open decision: the move is taken back."""
        self.decision = self.refused = None
        self.match.questions.gives_up = True
        self.proceed()

    def seal_aside(self, seat: int) -> bool:
        """Lets one seat choose where all do, and nobody has answered yet; gives whether there is anything to choose. The match goes no
        further than that."""
        assert self.stage == "seal" and not self.match.questions.answers
        self.sealed, self.decision, self.alone = [None] * seat, None, seat
        self.proceed()
        return self.decision is not None

    def lend_hand(self, change: Callable[[Match], str]) -> None:
        """Something is changed past the rules, between two transactions; whoever was asked is asked again."""
        match = self.match
        assert not match.questions.answers
        point, before = match.save(), (self.idle, self.seen, self.folded, self.stage, self.sealed)
        match.clear_running()
        try:
            words = change(match)
            self.say(f"By hand: {words}")
        except BaseException:
            self._undo(point, before)
            raise
        self._commit()
        self.decision, self.trail, self.sealed, self.idle, self.seen = None, [], [], 0, frozenset()
        self.proceed()

    def check_sealed(self) -> None:
        """Raises if a sealed choice, read from a file, has not the shape of its action's inputs."""
        match = self.match
        for choice in self.sealed:
            if choice is not None:
                mark: Mark = choice[0]
                _answers_by_name(match, match.registrar.by_serial[mark.serial]._actions[mark.action], choice[1:])

    def look(self, at: Callable[[Match], T]) -> T:
        """Something about the match as it is where the decision is asked: perhaps in the middle of an effect."""
        match = self.match
        if self.decision is None or self.decision.kind == "action":
            return at(match)
        point, before = match.save(), (self.idle, self.seen, self.folded, self.stage, self.sealed)
        match.clear_running()
        match.questions.inspector = at
        try:
            _TRANSACTIONS[self.stage](self)
        except Inspected as seen:
            found: T = seen.what
            return found
        finally:
            match.questions.inspector = None
            self._undo(point, before)
        raise AssertionError("the decision is not asked again")

    # -- whole moves, there and back

    def save(self) -> tuple[Any, ...]:
        """Everything, so that `restore` can return to it; the journal must be kept in between."""
        return self.match.save(), self.match.questions.save(), tuple(getattr(self, name) for name in _FIELDS)

    def restore(self, point: tuple[Any, ...]) -> None:
        save, asked, own = point
        self.match.rollback(save)
        self.match.questions.restore(asked)
        self.match.spent = 0  # somebody was asked there
        for name, value in zip(_FIELDS, own, strict=True):
            setattr(self, name, value)

    # -- setup

    def _setup(self) -> None:
        match = self.match
        for kind in match.rules.globals:
            setattr(match, kind.__name__, None)  # not there yet, for one that is made before it
        for kind in match.rules.globals:
            setattr(match, kind.__name__, match.new(kind))
        for setup in match.rules.setups:
            match.run(setup, match)
        resolve(match)
        self.stage = "pass"

    # -- passing and entering a phase

    def _pass(self) -> None:
        match = self.match
        old_turn, old_phase, old_player = match.turn, match.phase, match.active_player
        turn, player, phase = self._destination()
        match.pending = NOTHING
        match.turn, match.phase, match.active_player = turn, phase, player
        self._count_idle()
        if self.ended == "stuck":  # not "limit": somebody may still look at where the match was left
            return
        if turn is not old_turn:
            name = None if old_turn is None else old_turn.name
            match.throw(match.new(TurnChangeEvent).fill(a_old=name, a_new=turn.name))
        event = match.new(PhaseChangeEvent)
        event.fill(a_turn=turn.name, a_newPhase=phase.name, a_oldPlayer=old_player, a_newPlayer=player)
        match.throw(event.fill(a_oldPhase=None if old_phase is None else old_phase.name))
        resolve(match)
        if not match.pending:
            self._enter(phase)

    def _enter(self, phase: type[Phase]) -> None:
        match = self.match
        if phase.point >= 0:
            match.hit(phase.point)
        if phase.effect is None:
            self.sealed = []
            self.stage = "seal" if phase.simultaneous else "choose"
            return
        try:
            context = (match,)
            answers = Injector(match, phase.name, phase.inputs, context, lambda: match.active_player).answer_all()
        except Unanswerable as nothing:
            self.say(f"{phase.name} is skipped: there is nothing to choose for {nothing.name}.")
        else:
            match.run(phase.effect, match, *answers)
            resolve(match)
            reach_goals(match)
        if not match.pending:
            match.pass_turn()

    def _destination(self) -> tuple[type[Turn], int, type[Phase]]:
        """Where the pending pass leads."""
        match = self.match
        turns = match.rules.turns
        pending = match.pending
        if pending.turn is not None and turns[pending.turn] is not match.turn:
            match.turn = turns[pending.turn]
            match.phase = match.turn.phase(pending.phase)
        if match.turn is None:
            match.turn = next(iter(turns.values()))
            match.phase = match.turn.phases[0]
        if pending.default:
            pending = self._default(match.turn)
        turn = match.turn if pending.turn is None else turns[pending.turn]
        player = match.active_player if pending.player is None else pending.player
        phase = pending.phase
        if match.out and match.is_out(player):
            phase = None if player == match.active_player else phase  # their turn is over
            player = match.next_in(player)
        return turn, player, turn.phase(phase)

    def _default(self, turn: type[Turn]) -> Pending:
        """What the turn's default decides; without one: the next phase, then the next player."""
        match = self.match
        match.pending = NOTHING
        if turn.default is None:
            at = turn.phases.index(match.phase) if match.phase in turn.phases else 0
            if at + 1 < len(turn.phases):
                return Pending(phase=turn.phases[at + 1].name)
            return Pending(player=(match.active_player + 1) % match.players)
        match.deciding = True
        player = match.run(turn.default, match)
        resolve(match)
        match.deciding = False
        if player is not None:
            return match.pending._replace(player=player, phase=None, default=False)
        if match.pending.player is None and match.pending.turn is None:
            raise RuleError("R711", f'The default of the turn "{turn.name}" gives no player and passes to nobody.')
        return match.pending

    def _count_idle(self) -> None:
        """A game in which nobody ever chooses must not go on for ever."""
        self.idle += 1
        if self.idle <= IDLE_PHASES or (self.idle > LONG_PHASES and self.idle % 100):
            return
        position = self.digest()
        if position in self.seen or self.idle >= STUCK_PHASES:
            self.ended = "stuck"
            self._fold(f"Nobody has had a choice for {self.idle} phases: the game is stuck.", 0)
        self.seen = self.seen | {position}

    def say(self, line: str) -> None:
        """What the rules do not say themselves; where a program prints, nobody hears it."""
        match = self.match
        listener, match.listener = match.listener, None if match.rules.prints else match.listener
        match.say(line)
        match.listener = listener

    # -- a choice

    def _choose(self) -> None:
        match = self.match
        player = match.active_player
        if match.out and match.is_out(player):  # their turn is over
            match.pass_turn()
            self.stage = "pass"
            return
        chosen = self._ask_action(player)
        if chosen is None:
            self.stage = "nothing"
            return
        self.folded = (0, -1)
        entity, action = chosen
        event = match.new(PlayerChoiceEvent).fill(a_active=player)
        match.resolving.append(event)
        answers = make_injector(match, entity, action, event, {}).answer_or_fail() if action.inputs else ()
        match.perform_chosen(action, entity, event, answers)
        match.resolving.pop()
        resolve(match)
        reach_goals(match)
        self.stage = "pass" if match.pending else "choose"

    def _ask_action(self, player: int) -> tuple[Entity, type[Action]] | None:
        """The action that a player chooses; None if there is none."""
        match = self.match
        key = match.questions.ask(lambda: self._offer(player))
        if not isinstance(key, Mark) or key.what != "action":
            match.questions.take_back()
            match.questions.position -= 1
            return None
        entity = match.registrar.by_serial[key.serial]
        return entity, entity._actions[key.action]

    def _offer(self, player: int) -> Decision | None:
        match = self.match
        length, serial = len(match.journal), match.serial
        event = match.new(PlayerChoiceEvent).fill(a_active=player)
        found = find_offered(match, event, player)
        match.undo(length)
        match.serial = serial
        if not found:
            return None
        times = Counter(action.name for _, action in found)
        labels = [_action_label(entity, action, times) for entity, action in found]
        keys = [Mark("action", entity._serial, action.name) for entity, action in found]
        groups = [(-action.priority, action.order) for _, action in found]
        options = hide_options(
            match, player, [entity for entity, _ in found], list(map(Option, labels, keys)), "age", groups
        )
        try:
            options = match.questions.drop_ruled_out(options)
        except MoveFailed:
            return None
        for option in options if match.rules.points else ():
            action = match.registrar.by_serial[option.key.serial]._actions[option.key.action]
            if action.point >= 0:
                match.hit(action.point)
        phase = match.phase_name or ""
        return Decision(player, "action", phase, phase, tuple(options))

    def _nothing(self) -> None:
        """Nobody can choose: the rules may judge that; else the turn passes."""
        match = self.match
        player = match.active_player
        match.throw(match.new(NoChoiceEvent).fill(a_active=player))
        resolve(match)
        self.stage = "pass"
        if not match.pending:
            self._say_no_choice(player)
            match.pass_turn()

    def _say_no_choice(self, player: int) -> None:
        """Lines of this kind that would follow each other become one."""
        times = self.folded[0] + 1 if self._folds() else 1
        one = f"No choice for {self.match.rules.seat_name(player)}: the turn passes."
        self._fold(one if times == 1 else f"No choice, {times} times in a row: the turn passes each time.", times)

    def _folds(self) -> bool:
        """Whether the last line of the log says that nobody could choose."""
        return 0 <= self.folded[1] == len(self.match.log_lines) - 1

    def _fold(self, line: str, times: int) -> None:
        lines = self.match.log_lines
        if self._folds():
            self.match.journal.append((_put_back, (lines, lines[-1])))
            lines[-1] = line
        else:
            self.say(line)
        self.folded = (times, len(lines) - 1)

    # -- a simultaneous phase

    def _seal(self) -> None:
        """The next seat chooses, unseen."""
        match = self.match
        seat = len(self.sealed)
        if seat == match.players:
            self.stage = "reveal" if any(choice is not None for choice in self.sealed) else "nothing"
            if self.stage == "nothing":
                self.sealed = []
            return
        if match.out and match.is_out(seat):
            self.sealed = [*self.sealed, None]
            return
        phase_player = match.active_player
        match.active_player = seat
        chosen = self._ask_action(seat)
        if chosen is None:
            self.sealed = [*self.sealed, None]
        else:
            entity, action = chosen
            length, serial = len(match.journal), match.serial
            event = match.new(PlayerChoiceEvent).fill(a_active=seat)
            make_injector(match, entity, action, event, {}).answer_or_fail()
            match.undo(length)
            match.serial = serial
            self.sealed = [*self.sealed, tuple(match.questions.answers)]
        match.active_player = phase_player

    def _reveal(self) -> None:
        """Every choice, in the order of the seats; one that is no longer possible is lost."""
        match = self.match
        phase_player = match.active_player
        self.folded = (0, -1)
        for seat, choice in enumerate(self.sealed):
            if choice is not None:
                match.active_player = seat
                self._carry_out(seat, choice)
        match.active_player = phase_player
        self.stage, self.sealed = "pass", []
        if not match.pending:
            match.pass_turn()

    def _carry_out(self, seat: int, choice: tuple[Key, ...]) -> None:
        match = self.match
        mark: Mark = choice[0]
        entity = match.registrar.by_serial.get(mark.serial)
        action: type[Action] = entity._actions[mark.action] if entity is not None else Action
        point = match.save()
        limits = (match.running, match.steps, match.depth, match.limit)
        try:
            if entity is None or not self._try_sealed(entity, action, seat, choice[1:]):
                raise MoveFailed("it is no longer possible.")
        except MoveFailed as failure:
            used = match.questions.position
            match.rollback(point)
            match.running, match.steps, match.depth, match.limit, match.questions.position = (*limits, used)
            self.say(f"The choice of {match.rules.seat_name(seat)} ({action.name}) is lost: {failure.message}")

    def _try_sealed(self, entity: Entity, action: type[Action], seat: int, keys: tuple[Key, ...]) -> bool:
        """Tests a sealed choice again and, if it passes, carries it out."""
        match = self.match
        event = match.new(PlayerChoiceEvent).fill(a_active=seat)
        if not entity._usable(seat) or not entity._is_present() or match.is_out(seat):
            return False
        if not all(match.test(require, entity, match) for require in action.requires):
            return False
        if not is_triggered(match, entity, action, event):
            return False
        given = _answers_by_name(match, action, keys)
        injector = make_injector(match, entity, action, event, given, strict=True)
        if not injector.is_answerable():
            return False
        match.resolving.append(event)
        try:
            answers = injector.answer_all()
        except Unanswerable:
            return False
        match.perform_chosen(action, entity, event, answers)
        match.resolving.pop()
        resolve(match)
        reach_goals(match)
        return True


def _put_back(kept: tuple[list[str], str]) -> None:
    lines, old = kept
    lines[-1] = old


def _answers_by_name(match: Match, action: type[Action], keys: tuple[Key, ...]) -> dict[str, Any]:
    """The answers of a sealed choice by the names of its inputs."""
    given: dict[str, Any] = {}
    waiting = list(keys)
    for one in action.inputs:
        if one.auto:
            continue
        if not one.kind.startswith("List["):
            given[one.name] = _value(match, waiting.pop(0))
            continue
        chosen = []
        key = waiting.pop(0)
        while not (isinstance(key, Mark) and key.what in ("done", "none")):
            chosen.append(_value(match, key))
            key = waiting.pop(0)
        made = List(match, match.rules.kind(one.kind).of, *chosen)
        given[one.name] = None if key == Mark("none") else made
    return given


def _value(match: Match, key: Key) -> Any:
    if isinstance(key, Mark) and key.what == "object" and key.serial not in match.registrar.by_serial:
        raise MoveFailed("what was chosen is no longer there.")
    return match.value_of(key)


def _action_label(entity: Entity, action: type[Action], times: Mapping[str, int]) -> str:
    """The action's name; and whose, if several objects have it: `times` it is offered."""
    return action.name if times[action.name] == 1 else f"{action.name}: {label(entity)}"


_TRANSACTIONS: dict[str, Callable[[Processor], None]] = {
    "setup": Processor._setup,
    "pass": Processor._pass,
    "choose": Processor._choose,
    "nothing": Processor._nothing,
    "seal": Processor._seal,
    "reveal": Processor._reveal,
}
STAGES = frozenset(_TRANSACTIONS)
