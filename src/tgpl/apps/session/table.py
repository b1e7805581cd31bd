"""One match with everything that people do around it: seats, undo and redo, going on under changed rules.

No input and no output: a terminal or a browser stands around it.

    table = Table(game, seed=7, players=2, agents=[None, chooser])   # None: a person
    table.choose(0)
    table.undo()
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from tgpl.agents.seats import Agent
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.hand import Edit
from tgpl.runtime.rules import Rules
from tgpl.runtime.state import BadChoice, Bookmark, Choice, State
from tgpl.runtime.values import text


class Marking(NamedTuple):
    """Places of a match to go back to: many of late, fewer and fewer before."""

    most: int = 64
    first: int = 0  # choices before the first
    near: int = 1  # choices of people from one to the next
    far: int = 32  # choices of machines without one


BY_HAND = "by hand"  # what was changed so answers no question


class PastChoice(NamedTuple):
    """A choice that was made: enough to make it again, also under changed rules."""

    player: int
    what: str  # the action or input it answered
    label: str  # of the option; empty where it may not be seen
    choice: Choice
    forced: bool = False  # it was the only one, and made without asking
    action: bool = False  # it only says which action is meant; what that asks for is another choice
    commits: int = 0  # transactions of the match before it
    hidden: bool = False  # before it somebody had made a choice that the others could not know yet
    lines: int = 0  # of the log before it


class LostChoice(NamedTuple):
    """The first choice that changed rules no longer allow."""

    number: int  # counted from 1, without those that were forced
    made: PastChoice


class Table:
    def __init__(
        self,
        game: Game,
        seed: int,
        players: int | None,
        agents: list[Agent | None],
        marking: Marking = Marking(),  # noqa: B008 - never changed
    ) -> None:
        self.game = game
        self.marking = marking
        self.agents = agents
        self.state = game.start(seed, players)
        self.made: list[PastChoice] = []
        self.progress: AbstractContextManager[object] = nullcontext()  # around what may take long
        self.stood = 0  # how many choices have stood since `count_unchanged` was asked last
        self._marks: list[Bookmark] = []  # the oldest first
        self._undone: list[list[PastChoice]] = []
        self.foreseen = False  # something that was drawn is taken back, and will be drawn again

    @property
    def people(self) -> list[int]:
        return [seat for seat, agent in enumerate(self.agents) if agent is None]

    @property
    def chosen(self) -> int:
        """How many choices there are, up to the last that somebody made who was asked."""
        end = len(self.made)
        while end and self.made[end - 1].forced:
            end -= 1
        return end

    def before_move(self) -> State | None:
        """Where the move began that is being made: the actions that could have been chosen instead."""
        for number in range(len(self.made) - 1, -1, -1):
            if self.made[number].commits != self.state.commits:
                return None
            if self.made[number].action:
                return self.before(number)
        return None

    def before(self, number: int) -> State:
        """The match before one of its choices, as a copy: from the last mark on they are made again."""
        mark = next((mark for mark in reversed(self._marks) if mark.choices <= number), None)
        state = self.game.start(self.state.seed, self.state.players) if mark is None else self.state.at(mark)
        with self.progress:
            for made in self.made[len(state.choices) : number]:
                state.take(made.choice)
        return state

    @property
    def is_sealed(self) -> bool:
        """Whether everybody is choosing at the same time, unseen by the others."""
        return self.state.sealed

    @property
    def is_open(self) -> bool:
        """Whether everybody may know what everybody chooses. In a rulesheet they do once all have chosen."""
        rules = self.game.rules
        if rules.logic is not None:
            return not rules.secrets and not self.state.hides
        sealed = any(phase.simultaneous for turn in rules.turns.values() for phase in turn.phases)
        return not rules.secrets and not sealed

    def last_step(self) -> list[PastChoice]:
        """The choices of the last move that all may know: one, or those that were made at the same time."""
        end, hidden = len(self.made), self.state.hides
        while hidden or (end and self.made[end - 1].action):  # what is being chosen now
            end -= 1
            hidden = self.made[end].hidden
        first = end - 1
        while first > 0 and self.made[first].hidden:
            first -= 1
        return [made for made in self.made[max(0, first) : end] if not made.action]

    @property
    def is_settled(self) -> bool:
        """Whether a question has only one answer, and somebody has chosen something in this move that led to it: no move is made
        without a choice, else a match could pass by."""
        offer = self.state.offer_set()  # a set is asked for as people see it: in whichever order
        decision = self.state.decision if offer is None else offer.decision
        if decision is None or not is_only_answer(decision, self.game.rules):
            return False
        for made in reversed(self.made):
            if made.commits != self.state.commits:
                return False
            if not made.forced:
                return True
        return False

    # -- choosing

    def choose(self, number: int, forced: bool = False) -> None:
        decision = self._decision()
        label = decision.options[number].label if 0 <= number < len(decision.options) else ""
        self._take(PastChoice(decision.player, _question(decision), label, number, forced, decision.kind == "action"))
        if not forced:
            self._undone.clear()

    def name(self, value: float | str | None) -> None:
        decision = self._decision()
        label = f'"{value}"' if isinstance(value, str) else text(value)
        self._take(PastChoice(decision.player, _question(decision), label, [value]))
        self._undone.clear()

    def take(self, choice: Choice) -> None:
        """A choice as a record has it."""
        if isinstance(choice, dict):
            self.lend_hand(choice["hand"])
        elif not isinstance(choice, list):
            self.choose(choice)
        elif choice:
            self.name(choice[0])
        else:
            self.give_up()

    def lend_hand(self, edit: Edit) -> None:
        """Something is changed by hand; it counts as a choice of who is asked."""
        self._take(PastChoice(self._decision().player, BY_HAND, "", {"hand": edit}))
        self._undone.clear()

    def give_up(self) -> None:
        decision = self._decision()
        self._take(PastChoice(decision.player, _question(decision), "nothing", []))

    def _decision(self) -> Decision:
        if self.state.decision is None:
            raise BadChoice("The game is over.")
        return self.state.decision

    def _take(self, made: PastChoice) -> None:
        state = self.state
        made = made._replace(commits=state.commits, hidden=state.hides, lines=state.log_length)
        mark = self.state.bookmark() if self._wants_mark(made.player) else None
        with self.progress:
            self.state.take(made.choice)
        self.made.append(made)
        if mark is not None:
            self._marks.append(mark)
            if len(self._marks) > self.marking.most:
                del self._marks[1 : self.marking.most // 2 : 2]

    def _wants_mark(self, player: int) -> bool:
        """Only people take choices back; and nobody wants to wait long for it."""
        far = self.marking.near if self.agents[player] is None else self.marking.far
        return len(self.made) >= (self._marks[-1].choices + far if self._marks else self.marking.first)

    def settle(self) -> State:
        """The match behind the last choice that was made whole: an interrupt may have left another one half made."""
        if len(self.state.choices) == len(self.made):
            return self.state
        return self.game.replay(self.state.seed, self.state.players, [made.choice for made in self.made])

    def count_unchanged(self) -> int:
        """How many choices have stood since this was asked last: only what comes behind them has to be written."""
        stood, self.stood = self.stood, len(self.made)
        return stood

    def step(self) -> PastChoice | None:
        """Lets the agent choose whose turn it is; None if a person has to, or nobody."""
        decision = self.state.decision
        if decision is None or self.state.ended is not None:
            return None
        agent = self.agents[decision.player]
        if agent is None:
            return None
        if decision.options:
            self.choose(agent(decision))
        else:
            self.give_up()
        return self.made[-1]

    # -- there and back

    def undo(self) -> int:
        """Back to the last choice of a person; gives how many choices that were, forced ones apart."""
        for back in range(len(self.made) - 1, -1, -1):
            if self.agents[self.made[back].player] is None and not self.made[back].forced:
                gone = self.made[back:]
                self.go_back(back)
                self._undone.append(gone)
                return _count(gone)
        return 0

    def go_back(self, number: int) -> None:
        """To where so many choices were made."""
        drawn = self.state.chance
        self.state = self.before(number)
        self.foreseen = self.foreseen or self.state.chance != drawn
        del self.made[number:]
        while self._marks and self._marks[-1].choices > number:
            self._marks.pop()
        self.stood = min(self.stood, number)

    def redo(self) -> int:
        if not self._undone:
            return 0
        gone = self._undone.pop()
        for made in gone:
            self._take(made)
        return _count(gone)

    # -- other rules, other matches

    def follow(self, game: Game, made: list[PastChoice]) -> LostChoice | None:
        """Plays choices again under perhaps other rules, by what they were called; the first that is not
        possible ends it, and everything before it stands."""
        table = Table(game, self.state.seed, self.state.players, self.agents, self.marking)
        lost: LostChoice | None = None
        number = 0
        for one in made:
            number += not one.forced
            choice = _find_again(one, table.state.decision)
            if choice is None:
                lost = LostChoice(number, one)
                break
            try:
                table._take(one._replace(choice=choice))
            except BadChoice:
                lost = LostChoice(number, one)
                break
        self.take_over(table)
        return lost

    def take_over(self, other: Table) -> None:
        """Goes on where another table is."""
        choices = other.state.choices
        if other.state.seed == self.state.seed and choices == self.state.choices[: len(choices)]:
            self.foreseen = self.foreseen or other.state.chance != self.state.chance
        self.game, self.state, self.made, self._marks = other.game, other.state, other.made, other._marks
        self.stood = 0
        self._undone.clear()

    def load(self, seed: int, players: int, choices: list[Choice]) -> None:
        """A match from its choices; raises BadChoice or ValueError, and is then as before."""
        table = Table(self.game, seed, players, self.agents, self.marking)
        for choice in choices:
            decision = table._decision()
            offered = isinstance(choice, int) and 0 <= choice < len(decision.options)
            label = decision.options[choice].label if offered else str(choice)  # type: ignore[index]
            commits, settled = table.state.commits, table.is_settled
            table._take(
                PastChoice(decision.player, _question(decision), label, choice, action=decision.kind == "action")
            )
            forced = settled or leads_on(decision, commits, table.state)
            if self.agents[decision.player] is None and forced:
                table.made[-1] = table.made[-1]._replace(forced=True)
        self.take_over(table)


def leads_on(decision: Decision, commits: int, after: State) -> bool:
    """Whether a choice was that of the only action, which then asks its player for something."""
    asks = after.decision
    return (
        decision.kind == "action"
        and len(decision.options) == 1
        and asks is not None
        and asks.kind == "input"
        and asks.player == decision.player
        and after.commits == commits
    )


def is_only_answer(decision: Decision, rules: Rules) -> bool:
    """Whether there is nothing to choose: an input with one answer. The only action is asked for, because it is a move; so is
    the only move of a rulesheet, where what is legal may follow from what the role alone knows."""
    sole = decision.kind == "input" and len(decision.options) == 1 and decision.free is None
    return sole and rules.logic is None


def _count(made: list[PastChoice]) -> int:
    return sum(not one.forced for one in made)


def _question(decision: Decision) -> str:
    return decision.subject if decision.kind == "action" else f"{decision.subject}, {decision.name}"


def _find_again(made: PastChoice, decision: Decision | None) -> Choice | None:
    """A choice that was made before, where the options may be others now."""
    if isinstance(made.choice, dict):
        return made.choice
    if decision is None or decision.player != made.player:
        return None
    if isinstance(made.choice, list):
        return made.choice if decision.free is not None else None
    if made.label:
        return next((i for i, option in enumerate(decision.options) if option.label == made.label), None)
    return made.choice if made.choice < len(decision.options) else None
