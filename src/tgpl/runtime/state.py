"""State: one match, seen from outside. Look at it, read the options, choose one.

state = game.start(seed=7)
while state.decision is not None:
    state.choose(0)
state.ranking
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.runtime.decision import NONE, Decision, Key
from tgpl.runtime.errors import Place, RuleError, Silence, raise_empty_deck
from tgpl.runtime.hand import BadEdit, Edit, apply_edit, is_edit, rank_objects
from tgpl.runtime.injector import is_asked_first
from tgpl.runtime.inputs import Refused
from tgpl.runtime.match import Match, Reaction
from tgpl.runtime.output_digest import digest_at_first_question, digest_running
from tgpl.runtime.processor import STAGES, Processor
from tgpl.runtime.rng import Rng
from tgpl.runtime.save import BadSave, copy_match, digest, load_position, position
from tgpl.runtime.set_offer import SetOffer, offer_set
from tgpl.runtime.view import ShownTiles, asked_view, label, number_seen, own_view, view
from tgpl.runtime.why import Reason, why_never, why_no_action, why_no_answer, why_no_value
from tgpl.text.told_lines import lines_for, reveal_lines

if TYPE_CHECKING:
    from tgpl.runtime.game import Game

Answer = int | list[Any]  # the number of an option, or [value] where any may be named, or [] where none is known
Choice = Answer | dict[str, Any]  # or {"hand": edit}, where something was changed by hand (see `hand`)
Chooser = Callable[[Decision], Answer]

# What a saved state keeps of the processor: its keys there, and the attributes where they have another name.
_SAVED = ("stage", "moves", "rests", "ended", "ranking", "refused", "idle", "folded")
_ATTRIBUTES = {"rests": "commits"}
_ENDS = (None, "winner", "stuck", "error", "limit")


class BadChoice(Exception):
    """A choice that is not offered; the state is as it was."""


class Bookmark(NamedTuple):
    """A position of a match, and how much of its past belongs to it: the past itself only grows."""

    state: State  # which does not know its choices and its log
    choices: int
    lines: int  # of the log
    last: list[str]  # of them


class State:
    _asked_first: tuple[Decision, bool] | None = None  # what was found out of a decision

    def __init__(self, game: Game, seed: int, players: int) -> None:
        self.game = game
        self.seed = seed
        self.players = players
        self.choices: list[Choice] = []  # all so far: with them, the seed and the rules the match can be played again
        self._use(Processor(game.rules, seed, players))

    def _use(self, processor: Processor) -> None:
        self._processor = processor
        processor.digest = self.digest

    # -- looking

    @property
    def decision(self) -> Decision | None:
        """Whom the game waits for; None when it is over."""
        return self._processor.decision

    @property
    def ended(self) -> str | None:
        """How it ended: winner, stuck, error, limit; None while it goes on."""
        return self._processor.ended

    @property
    def ranking(self) -> list[list[int]] | None:
        return self._processor.ranking

    @property
    def goals(self) -> list[int] | None:
        """What every role has reached, in a game by a rulesheet that is over."""
        if self.game.rules.logic is None or self.ended != "winner":
            return None
        return self._processor.match.logic.goals()

    @property
    def moves(self) -> int:
        """Complete choices so far."""
        return self._processor.moves

    @property
    def hits(self) -> set[int]:
        """Points of the rules that it came by, if they were translated so that it is noted (core/coverage.py)."""
        return self._processor.match.hits

    @property
    def commits(self) -> int:
        """Transactions so far: grows when a choice and all that it sets off are done."""
        return self._processor.commits

    @property
    def log(self) -> list[str]:
        """What was said, up to the decision that is open."""
        return reveal_lines(self._processor.look(lambda match: list(match.log_lines)))

    def log_for(self, seat: int | None) -> list[str | None]:
        """The same as a seat reads it, or who only watches: None where a line is for somebody else."""
        return lines_for(self._processor.look(lambda match: list(match.log_lines)), seat)

    @property
    def log_length(self) -> int:
        """How many lines the log has, up to the last commit."""
        return len(self._processor.match.log_lines)

    def log_part(self, seat: int | None, first: int, end: int) -> list[str]:
        """Lines of the log up to the last commit, as a seat reads them."""
        return [line for line in lines_for(self._processor.match.log_lines[first:end], seat) if line is not None]

    def hear(self, listener: Callable[[str], None], clear_typed: Callable[[], None] = lambda: None) -> None:
        """From now on every line of the log is handed over as it comes, also one that is taken back later. `clear_typed`: the
        game wants nothing more of the line that was typed."""
        self._processor.match.listener, self._processor.match.clear_typed = listener, clear_typed

    def proceed(self) -> None:
        """Runs to the first decision or to the end: for a match that was begun, not started."""
        self._processor.proceed()

    def watch_decks(self, on: bool) -> None:
        """Whether to take from an empty deck or stack breaks the rules: only for those who look for that."""
        self._processor.match.on_empty = raise_empty_deck if on else lambda: None

    @property
    def error(self) -> RuleError | None:
        return self._processor.error

    @property
    def refused(self) -> str | None:
        """Why the last choice was taken back, if it was."""
        return self._processor.refused

    @property
    def active(self) -> int:
        return self._processor.match.active_player

    @property
    def out(self) -> list[int]:
        """Players who are out."""
        bits = self._processor.match.out
        return [player for player in range(self.players) if bits >> player & 1]

    def view(
        self,
        seat: int | None,
        shown: Decision | None = None,
        public: dict[str, Any] | None = None,
        tiles: ShownTiles | None = None,
    ) -> dict[str, Any]:
        """What a seat may see; None for a spectator. `shown`: the decision as it is put to who is asked, if otherwise. `public`:
        in a game without secrets, the view of a spectator of this same position, whose objects are then not looked at again. `tiles`:
        in such a game, what is kept of them from one view of this match to the next."""
        decision = self.decision if shown is None else shown
        ends = {"ended": self.ended, "ranking": self.ranking, "moves": self.moves}
        if decision is None or decision.player != seat:  # what exactly is asked would tell them what was chosen before
            seen = (
                self._processor.look(lambda match: view(match, seat, tiles))
                if public is None
                else {**public, "seat": seat}
            )
            return seen | ends | ({} if decision is None else {"decision": {"player": decision.player}})
        keys = [None if option.hidden else option.key for option in decision.options]
        seen = self._processor.look(lambda match: asked_view(match, decision.player, keys, public)) | ends
        seen["decision"] = {
            "player": decision.player,
            "kind": decision.kind,
            "name": decision.name,
            "subject": decision.subject,
            "options": [None if option.hidden else option.label for option in decision.options],
            "objects": seen.pop("choices"),
            "free": decision.free,
            **({} if decision.length is None else {"length": decision.length}),
            **({} if decision.prompt is None else {"prompt": decision.prompt}),
            **_choosing_view(decision),
        }
        return seen

    def offer_set(self, picked: tuple[int, ...] = ()) -> SetOffer | None:
        """Where a set is asked for: what can be added to what was picked, in whichever order; else None."""
        if self.decision is None or self.decision.chosen is None or not self.decision.chosen.is_set:
            return None
        return self._processor.look(lambda match: offer_set(match, picked))

    def own_view(self, seat: int) -> list[dict[str, Any]]:
        """The objects of a seat's view that a spectator sees otherwise, or not at all."""
        asked = self.decision is not None and self.decision.player == seat
        return self._processor.look(lambda match: own_view(match, seat, asked))

    @property
    def chance(self) -> int:
        """Where chance stands at the open decision: another when something was drawn. Nothing for players."""
        return self._processor.look(lambda match: match.rng.state)

    @property
    def sealed(self) -> bool:
        """Whether all players are choosing at the same time, unseen by each other."""
        return self._processor.stage == "seal"

    @property
    def sealed_count(self) -> int:
        """How many have made their choice by now, where all choose at the same time."""
        return len(self._processor.sealed) if self.sealed else 0

    @property
    def hides(self) -> bool:
        """Whether somebody has made a choice that the others may not know yet."""
        return self.sealed and any(choice is not None for choice in self._processor.sealed)

    def seal_aside(self, seat: int) -> State | None:
        """Where all choose at the same time and nobody has yet: a copy in which only this seat chooses, as if nobody else did; None if
        it has nothing to choose. So the copies of all seats can be answered at the same time, and none tells anything of the others."""
        made = self._copy_with([], [])
        return made if made._processor.seal_aside(seat) else None

    @property
    def sealed_answers(self) -> tuple[Key, ...] | None:
        """In a copy by `seal_aside`: what its seat has chosen, once all of it is chosen."""
        processor = self._processor
        seat = processor.alone
        return processor.sealed[seat] if seat is not None and len(processor.sealed) > seat else None

    @property
    def asks_first(self) -> bool:
        """Whether the open decision is one of those that the chosen action asks before anything of it is done."""
        decision = self.decision
        if decision is None or decision.kind != "input":
            return False
        if self._asked_first is None or self._asked_first[0] is not decision:
            self._asked_first = decision, self._processor.look(is_asked_first)
        return self._asked_first[1]

    @property
    def trail(self) -> list[Reaction]:
        """What events set off since the last choice."""
        return list(self._processor.trail)

    def why(self, picked: tuple[int, ...] = ()) -> list[Reason]:
        """Why the player who is asked cannot choose what is not offered; `picked` as in `offer_set`."""
        decision = self._open_decision()
        if decision.kind == "action":
            return self._processor.look(lambda match: why_no_action(match, decision.player))
        return self._processor.look(lambda match: why_no_answer(match, picked))

    def why_never(self) -> list[Reason]:
        """Why the actions that no player can choose now, whatever they do, cannot be chosen."""
        decision = self._open_decision()
        return self._processor.look(lambda match: why_never(match, decision.player))

    def why_not(self, value: float | str) -> Reason | None:
        """Why a number or a text cannot be the answer to the open question, if it cannot."""
        self._open_decision()
        return self._processor.look(lambda match: why_no_value(match, value))

    # -- choosing

    def choose(self, number: int) -> None:
        """Takes an option by its number."""
        decision = self._open_decision()
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(decision.options):
            raise BadChoice(f"There is no option {number}: choose 0 to {len(decision.options) - 1}.")
        self.choices.append(number)
        self._processor.choose(decision.options[number].key)

    def name(self, value: float | str | None) -> None:
        """Names any value, where that is asked; None declines an optional input. Filters test it."""
        decision = self._open_decision()
        if decision.free is None:
            raise BadChoice("Choose one of the options.")
        wanted: Any = NONE if value is None else value
        if decision.free == "number" and isinstance(value, (int, float)) and not isinstance(value, bool):
            wanted = float(value) if abs(value) < 1e308 else math.inf
        number = isinstance(wanted, float) and wanted - wanted == 0.0
        fits = value is None or (number if decision.free == "number" else isinstance(wanted, str))
        try:
            if not fits:
                raise Refused
            self._processor.choose(wanted, named=True)
        except Refused:
            raise BadChoice(f"{value!r} is not possible for {decision.name}.") from None
        self.choices.append([value])

    def give_up(self) -> None:
        """Answers that no value is known, where any may be named and none is proposed: the move is taken back."""
        decision = self._open_decision()
        if decision.free is None or decision.options:
            raise BadChoice("Choose one of the options.")
        self.choices.append([])
        self._processor.give_up()

    def _open_decision(self) -> Decision:
        decision = self._processor.decision
        if decision is None or self.ended is not None:
            raise BadChoice("The game is over.")
        return decision

    def take(self, choice: Choice) -> None:
        """A choice as `choices` keeps it."""
        if choice == []:
            self.give_up()
        elif isinstance(choice, list):
            if len(choice) != 1:
                raise BadChoice(f"{choice!r} is no choice.")
            self.name(choice[0])
        elif isinstance(choice, dict):
            if choice.keys() != {"hand"}:
                raise BadChoice(f"{choice!r} is no choice.")
            self.lend_hand(choice["hand"])
        else:
            self.choose(choice)

    def lend_hand(self, edit: Edit) -> None:
        """Changes something by hand, past the rules, between two moves."""
        self._open_decision()
        processor = self._processor
        if processor.match.questions.answers or self.hides:
            raise BadChoice("Somebody is in the middle of a move: by hand something can be changed between two moves.")
        try:
            processor.lend_hand(lambda match: apply_edit(match, edit))
        except BadEdit as why:
            raise BadChoice(str(why)) from None
        self.choices.append({"hand": edit})

    def name_seen(self, seat: int | None, number: int) -> str | None:
        """What an object of a seat's view is called, as options and reasons have it."""
        asked = self.decision is not None and self.decision.player == seat

        def find(match: Match) -> str | None:
            numbers = number_seen(match, seat, asked)
            serial = next((serial for serial, one in numbers.items() if one == number), None)
            return None if serial is None else label(match.registrar.by_serial[serial])

        return self._processor.look(find)

    def rank_seen(self, seat: int | None) -> dict[int, int]:
        """For the objects of a seat's view, by their numbers there: how an edit names them."""
        asked = self.decision is not None and self.decision.player == seat

        def rank(match: Match) -> dict[int, int]:
            places = {entity._serial: place for place, entity in enumerate(rank_objects(match))}
            return {number: places[serial] for serial, number in number_seen(match, seat, asked).items()}

        return self._processor.look(rank)

    def play(self, chooser: Chooser, most_moves: int) -> None:
        """To the end, to a number of moves, or until the chooser raises Silence; every choice is made on the spot, so nothing
        is run twice."""
        processor = self._processor
        match, questions = processor.match, processor.match.questions

        def answer(decision: Decision) -> Key:
            if not decision.options:
                self.choices.append([])
                questions.give_up(decision.name)
            choice = chooser(decision)
            self.choices.append(choice)
            if isinstance(choice, list):
                questions.unchecked = len(questions.answers)
                return choice[0]
            return decision.options[choice].key

        processor.decision = None  # asked again, and answered on the spot
        questions.chooser = answer
        try:
            while processor.ended is None and processor.moves < most_moves:
                processor.step()
        except Silence:
            match.listener = None  # it was heard already
        finally:
            questions.chooser = None
        processor.proceed()  # to where somebody would have to choose
        self.stop()

    def stop(self) -> None:
        """Leaves the match where it is: it has reached its limit."""
        if self._processor.ended is None:
            self._processor.ended = "limit"

    # -- copying, comparing, saving

    def copy(self) -> State:
        return self._copy_with(list(self.choices), list(self._processor.match.log_lines))

    def bookmark(self) -> Bookmark:
        """Where the match is now, without its past: it costs no more late in a match than early."""
        lines = self._processor.match.log_lines
        return Bookmark(self._copy_with([], []), len(self.choices), len(lines), lines[-1:])

    def at(self, mark: Bookmark) -> State:
        """This match where it was marked before, as a copy."""
        lines = self._processor.match.log_lines[: mark.lines]
        lines[-1:] = mark.last  # lines that follow each other and say the same become one
        return mark.state._copy_with(self.choices[: mark.choices], lines)

    def _copy_with(self, choices: list[Choice], log: list[str]) -> State:
        made: State = object.__new__(State)
        made.game, made.seed, made.players, made.choices = self.game, self.seed, self.players, choices
        processor = object.__new__(Processor)
        processor.__dict__.update(self._processor.__dict__)
        processor.match = copy_match(self._processor.match, log)
        processor.keep_journal = False
        made._use(processor)
        return made

    def forget_chance(self, seed: int) -> None:
        """Lets chance go another way from here on, as far as it has not decided yet: for who thinks ahead on a copy."""
        processor = self._processor
        if processor.ended is not None:
            return
        match = processor.match
        drawn = bool(match.questions.answers) and processor.look(lambda at: at.rng.state) != match.rng.state
        if not drawn and not (match.questions.answers and match.rules.draws_aside):
            match.rng.state = Rng(match.rng.state ^ (seed + 1)).next()

    def position(self) -> dict[str, Any]:
        """Everything that decides how the match can go on."""
        processor = self._processor
        return {**position(processor.match, processor.sealed), "stage": processor.stage, "ended": processor.ended}

    def digest(self) -> str:
        """Equal for equal positions, whatever way led there."""
        return digest(self.position())

    def ask_anew(self) -> None:
        """Back to where the running move asked first; only inside a `branch`, which takes that back too."""
        self._processor.ask_anew()

    def first_question_digest(self) -> str:
        """A digest of where the running move asked first, without chance."""
        return digest_at_first_question(self._processor)

    @contextmanager
    def track_question_digest(self) -> Iterator[Callable[[], str]]:
        """Inside, every open question is digested, without chance and the log; what is handed out gives the last digest."""
        questions = self._processor.match.questions
        questions.observer = digest_running
        try:
            yield lambda: str(questions.observed)
        finally:
            questions.observer = questions.observed = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self.players == other.players and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def save(self) -> str:
        """The whole state as text; `Game.load` reads it back."""
        processor = self._processor
        data = {
            "format": "tgpl state 1",
            "game": self.game.fingerprint,
            "seed": self.seed,
            "players": self.players,
            "choices": self.choices,
            "log": processor.match.log_lines,
            "seen": sorted(processor.seen),
            **{name: getattr(processor, _ATTRIBUTES.get(name, name)) for name in _SAVED},
            "error": None if (e := processor.error) is None else [e.code, e.message, e.place, e.player],
            "position": self.position(),
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @contextmanager
    def branch(self) -> Iterator[None]:
        """What is chosen inside is taken back at the end: cheaper than a copy."""
        processor = self._processor
        outer, length = processor.keep_journal, len(self.choices)
        point = processor.save()
        processor.keep_journal = True
        try:
            yield
        finally:
            processor.restore(point)
            processor.keep_journal = outer
            del self.choices[length:]
            if not outer:
                processor.match.journal.clear()
                processor.match.registrar.forget_alive()


def _choosing_view(decision: Decision) -> dict[str, Any]:
    """What is shown of a set that is being chosen beside what can be added to it."""
    chosen = decision.chosen
    if chosen is None or not chosen.is_set:
        return {}
    counts = [option.copies for option in decision.options]
    return {"counts": counts, "chosen": list(chosen.labels), "least": chosen.least, "most": chosen.most}


def load_state(game: Game, text: str) -> State:
    """A saved state; raises BadSave."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSave("it is not JSON") from error
    if not isinstance(data, dict) or data.get("format") != "tgpl state 1":
        raise BadSave("it is no saved state of this tool")
    if data.get("game") != game.fingerprint:
        raise BadSave("it belongs to other rules than these")
    try:
        return _load(game, data)
    except BadSave:
        raise
    except Exception as error:  # somebody changed it by hand, and going on from there cannot work
        raise BadSave(f"something in it makes no sense ({type(error).__name__}: {error})") from error


def _load(game: Game, data: dict[str, Any]) -> State:
    state = State(game, _number(data["seed"]), game.seats(_number(data["players"])))
    state.choices = [_choice(choice) for choice in data["choices"]]
    processor = state._processor
    processor.match, processor.sealed = load_position(game.rules, state.players, dict(data["position"]))
    processor.match.log_lines = [str(line) for line in data["log"]]
    if data["stage"] not in STAGES or data["ended"] not in _ENDS:
        raise BadSave(f"there is no stage {data['stage']!r} or end {data['ended']!r}")
    processor.stage, processor.ended = data["stage"], data["ended"]
    processor.moves, processor.commits, processor.idle = (_number(data[name]) for name in ("moves", "rests", "idle"))
    processor.refused = None if data["refused"] is None else str(data["refused"])
    processor.ranking = None if data["ranking"] is None else _ranking(data["ranking"], state.players)
    times, line = data["folded"]
    processor.folded = (_number(times), _number(line))
    processor.seen = frozenset(map(str, data["seen"]))
    processor.error = None if data["error"] is None else _error(data["error"])
    processor.check_sealed()
    if processor.ended is None:
        if game.rules.logic is not None:
            processor.match.logic.check()
        processor.proceed()
    return state


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadSave(f"{value!r} is no whole number")
    return value


def _choice(value: Any) -> Choice:
    if isinstance(value, list) and (
        not value or (len(value) == 1 and isinstance(value[0], (int, float, str, type(None))))
    ):
        return value
    if isinstance(value, dict) and value.keys() == {"hand"} and is_edit(value["hand"]):
        return value
    return _number(value)


def _ranking(value: Any, players: int) -> list[list[int]]:
    ranking = [[_number(player) for player in place] for place in value]
    if not all(0 <= player < players for place in ranking for player in place):
        raise BadSave("the ranking names a player who is not there")
    return ranking


def _error(data: Any) -> RuleError:
    code, message, place, player = data
    error = RuleError(str(code), str(message))
    error.player = None if player is None else _number(player)
    if place is not None:
        file, line, column, end = place
        error.place = Place(str(file), _number(line), _number(column), _number(end))
    return error
