"""A session at a terminal, or through a pipe: show, ask, understand, choose, until the game is over.

Everything that is shown to a person comes from their own view. Between two people who share a terminal a curtain
falls when the game has secrets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from rich.console import Console
from rich.text import Text

from tgpl.apps.session.session import Change, Session
from tgpl.apps.session.table import PastChoice, leads_on
from tgpl.apps.terminal.about import describe_rules, describe_thing
from tgpl.apps.terminal.answer import Unclear, take_characters
from tgpl.apps.terminal.line import Step, Understood, understand
from tgpl.apps.terminal.onlookers import Onlookers
from tgpl.apps.terminal.screen import RECENT, Screen, count_shown
from tgpl.apps.terminal.sheet_moves import complete_move, pick_move
from tgpl.apps.terminal.sheet_why import find_unmet
from tgpl.apps.terminal.why import find_reasons
from tgpl.apps.terminal.words import split_name
from tgpl.draw.scene import Scene
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Place
from tgpl.runtime.state import BadChoice, State
from tgpl.text.escape import plain

_HELP = """\
Choose by number, by name, or on a board by coordinates: #3 is the third option, 3,4 or e2 a field, as the borders have it.
Several answers can follow each other: "step 3,4", "e2e4". A line is played whole or not at all. The Tab key completes names.
Of a set several can be named at once, in any order: "1 3 4", "2 copper estate"; `undo` takes back the last, `done` ends it.
  options   list everything that can be chosen     why [NAME]    why something is not offered
  state     every object you may see               hint          what a machine would choose
  log       everything that was said               undo, redo    take choices back, and again
  rules     how the game is played                 about NAME    what a card or another thing is
  save FILE, load FILE                             quit          leave; `--resume` goes on
A word that is also the name of an option: put a colon before the command, as in ":undo".
3 alone is the third option only where no other numbers are shown; "undo" in quotes is a text where one is asked for."""
_HELP_FOR_MOVES = """\
Choose a move by its place in the list (#3), or type it: mark(1,3), (mark 1 3), mark 1 3, 1 3, or a beginning that fits no other.
The Tab key completes.
"""
_AGAIN = "What was drawn or thrown since then comes again as it was: who has seen it knows what comes."
_MOST_REASONS = 20
_ALIASES = {"q": "quit", "exit": "quit", "?": "help"}
_WITH_WORDS = ("about", "load", "save", "why")  # commands that something may follow


class LineSource(Protocol):
    """Where lines come from."""

    at_terminal: bool

    def __call__(self, prompt: str, words: list[str]) -> str:
        """A line; `words` complete what is typed. Raises EOFError at the end, RulesChanged if the rule text changes."""

    def ask(self, prompt: str) -> str:
        """A line, while the rule text may change. Raises EOFError."""

    def forget(self) -> None:
        """Nobody can look up what was typed before."""


class Quit(Exception):
    """The player quits."""


class RulesChanged(Exception):
    """The rule text has changed while somebody was asked."""


class Terminal:
    def __init__(self, session: Session, out: Console, lines: LineSource) -> None:
        self.session = session
        self.table = table = session.table
        self.screen = Screen(out)
        self.out = out
        self.lines = lines
        self.waiting = ""  # words that wait for the next decision
        self.notice = ""  # to be shown behind the curtain
        self.unwarned: set[int] = set()  # who does not know yet that chance was taken back
        early = len(table.state.log) - RECENT if table.made else 0  # of a match that is gone on with
        self.log_start = self.log_shown = max(0, early)  # lines of the log that were shown
        self.choices_shown = 0  # choices whose consequences were shown
        self.log_seen: dict[int, int] = {}  # lines that each seat has seen, where a curtain falls between them
        self.seat: int | None = None  # who looks at the screen
        self.is_shown = False  # the table was shown and has not changed
        self._picked: tuple[int, tuple[int, ...]] = (
            0,
            (),
        )  # things of a set that is not whole yet, behind so many choices
        self.onlookers = Onlookers()  # what each person sees, where choices are not told

    # -- the loop

    def play(self) -> None:
        """Until the game is over; raises Quit."""
        while True:
            state = self.table.state
            if state.ended is not None:
                self._show_end()
                return
            made = self.table.step()
            if made is not None:
                self._follow_choice(made)
                continue
            self._ask_person(self._decision())

    def _decision(self) -> Decision:
        """As it is put to people: a set is chosen in whichever order."""
        offer = self.table.state.offer_set(self.picked_things())
        decision = self.table.state.decision if offer is None else offer.decision
        assert decision is not None
        return decision

    def picked_things(self) -> tuple[int, ...]:
        """Of a set that is being chosen and is not whole yet."""
        made, picked = self._picked
        return picked if made == len(self.table.made) else ()

    def _ask_person(self, decision: Decision) -> None:
        if self.seat != decision.player:
            self._drop_rest()
            try:
                self._draw_curtain(decision.player)
            except RulesChanged:
                self.notice = self._reload()
                return
        if self.table.is_settled and not self.picked_things():
            self.table.choose(0, forced=True)
            self._follow_choice(self.table.made[-1])
            return
        if not self.waiting and self._is_forced(decision):
            self.table.choose(0, forced=True)
            return
        if not self.is_shown and (decision.length is None or not self.waiting):
            self._show(decision)
        words, self.waiting = self.waiting, ""
        if words:
            self._read(words, decision)
            return
        try:
            words = self.lines(f"{self._name_of(decision.player)}> ", self._completions(decision))
        except RulesChanged:
            self._reload()
            return
        try:
            self._understand(words.strip() if decision.length is None else words.removesuffix("\n"), decision)
        except BadChoice as why:
            self.screen.say(str(why), "error")

    def _drop_rest(self) -> None:
        """Characters that somebody else typed are no answers of the next player."""
        left, self.waiting = self.waiting.strip("\n"), ""
        if left:
            self.screen.say(f"  (not read: {plain(left)})", "dim")

    def _is_forced(self, decision: Decision) -> bool:
        """The only action, which then asks for something: nothing to think about yet."""
        if decision.kind != "action" or len(decision.options) != 1:
            return False
        branch = self.table.state.bookmark().state
        branch.choose(0)
        return leads_on(decision, self.table.state.commits, branch)

    def _understand(self, words: str, decision: Decision) -> None:
        command = self._as_command(words, decision)
        if command is not None:
            self._command(*command)
        elif decision.length is not None and (words or _reads_lines(decision)):
            self._read(words, decision)
        elif not words:
            self.is_shown = False
            self._options("")
        else:
            found = self._interpret(words, decision)
            if isinstance(found, Unclear):
                self.screen.say(found.words, "error")
            else:
                self._carry_out(found, words)

    def _as_command(self, words: str, decision: Decision) -> tuple[str, str] | None:
        """A command and what follows it; none if an option begins with that word, or something follows that nothing may."""
        first, _, argument = words.removeprefix(":").partition(" ")
        name, argument = first.casefold(), argument.strip()
        if words.startswith(":"):
            return first, argument
        known = name in _COMMANDS or (name in _ALIASES and (decision.length is None or len(name) > 1))
        if not known or (argument and name not in _WITH_WORDS):
            return None
        begins = any(split_name(option.label)[:1] == (name,) or option.label == name for option in decision.options)
        return None if begins and decision.free is None else (name, argument)

    def _interpret(self, words: str, decision: Decision) -> Understood | Unclear:
        if self.table.game.rules.logic is None:
            with self.table.progress:
                state, picked = self.table.state, self.picked_things()
                return understand(words, state, self.screen.sight(state, decision), picked)
        found = pick_move(words, decision)
        return found if isinstance(found, Unclear) else Understood((Step(found, ""),))

    def _carry_out(self, found: Understood, words: str) -> None:
        for step in found.steps:
            if step.picked.number is None:
                if not self._name(step.picked.value, words):
                    return
            else:
                self.table.choose(step.picked.number, forced=step.forced)
            if not (step.forced and self.table.made[-1].action):
                self._follow_choice(self.table.made[-1])
        if found.picked:
            self._picked = (len(self.table.made), found.picked)
            self.is_shown = False

    def _read(self, words: str, decision: Decision) -> None:
        """Characters for a program that reads them; those that are too many wait."""
        found = take_characters(words, decision)
        if isinstance(found, Unclear):
            self.screen.say(found.words, "error")
            return
        self.waiting = found.rest
        if self._name(found.value, words):
            self._follow_choice(self.table.made[-1])

    def _name(self, value: float | str | None, words: str) -> bool:
        """Whether a value that was named freely is possible."""
        name, words = self._decision().name, plain(words)
        try:
            self.table.name(value)
        except BadChoice:
            self.screen.say(f"'{words}' is not possible for `{name}` (`why {words}` tells why).", "error")
            self.waiting = ""
            return False
        return True

    def _name_of(self, player: int) -> str:
        return plain(self.table.game.rules.seat_name(player))

    def _completions(self, decision: Decision) -> list[str]:
        if self.table.game.rules.logic is not None:
            return [*complete_move(decision), *_COMMANDS]
        return [*dict.fromkeys(plain(option.label) for option in decision.options if option.label), *_COMMANDS]

    def _follow_choice(self, made: PastChoice) -> None:
        """A choice was made, by whomever."""
        self.is_shown = False
        state = self.table.state
        self.session.keep()
        mine = self.table.agents[made.player] is None
        if self.table.game.rules.prints:
            if not mine:  # else it stands where it was typed
                self.screen.say(f"  {self._name_of(made.player)}: {plain(made.label)}", "dim")
        elif self.table.is_open or (mine and made.player == self.seat):
            self._show_choice(made)
        self._watch(made.player)
        if state.refused is not None and mine:
            self.screen.say(f"That is taken back: {state.refused}", "error")
            self.waiting = ""
        if not self._has_curtain():  # else it is shown behind the curtain
            self._show_news(state)

    def _watch(self, mover: int) -> None:
        """What the others see of a move, where what was chosen is not told: nothing but what is another in their views."""
        rules = self.table.game.rules
        if self.table.is_open or rules.prints or rules.logic is not None:
            return
        for person in self.table.people:
            self.onlookers.watch(person, self.screen.look(self.table.state, person), mover)
        self.onlookers.tell(mover)  # who chooses has read it

    def _show_choice(self, made: PastChoice) -> None:
        """What was chosen; in a rulesheet also what the others chose at the same time, which nobody could see before."""
        if self.table.game.rules.logic is None:
            what = f" ({made.what})" if made.what != made.label else ""
            what = f" ({made.what}; the only choice)" if made.forced else what
            label = plain(made.label) or "something hidden"
            self.screen.say(f"  {self._name_of(made.player)}: {label}{what}", "dim")
            return
        self._show_moves(self.table.last_step() if self.table.is_open else [made])

    def _show_moves(self, moves: list[PastChoice]) -> None:
        for one in moves:
            if not one.action:
                self.screen.say(f"  {self._name_of(one.player)}: {plain(one.label)}", "dim")

    def _has_curtain(self) -> bool:
        """Whether people at this terminal must not see what the others see or choose."""
        hides = self.table.game.rules.secrets or self.table.is_sealed
        return hides and len(self.table.people) > 1

    def _show_news(self, state: State) -> None:
        """What was said, and what set it off."""
        log = self._readable(state)
        self.log_shown = min(self.log_shown, len(log))
        if self.table.game.rules.prints:
            self.screen.show_output("".join(filter(None, log[self.log_shown :])))
        else:
            for line in log[self.log_shown :]:
                if line is not None:
                    self.screen.show_log(line, self.table.game.rules)
        self.log_shown = len(log)
        if not self.table.game.rules.secrets and self.choices_shown != len(
            self.table.made
        ):  # else it tells what is hidden
            for reaction in state.trail:
                self.screen.say(f"  {reaction.action} fired because of {reaction.event}.", "dim")
        self.choices_shown = len(self.table.made)

    def _readable(self, state: State) -> list[str | None]:
        """The log as who looks at the screen may read it: None where a line is for somebody else."""
        people = list(self.table.people)
        return state.log_for(people[0] if self.seat is None and len(people) == 1 else self.seat)

    # -- what is shown

    def _draw_curtain(self, player: int) -> None:
        """Between people who must not see each other's secrets."""
        if self._has_curtain():
            self.lines.forget()
            if self.out.is_terminal and self.lines.at_terminal:
                self._clear()
                name = self._name_of(player) if self.table.game.rules.seats else f"Player {player}"
                prompt = f"{name}: press Enter when nobody else can see the screen. "
                while words := self.lines(prompt, []).strip():  # it was meant for somebody else, or for nobody
                    if _ALIASES.get(words.casefold(), words.casefold()) == "quit":
                        raise Quit
                    self.screen.say("Press Enter alone, please; `quit` leaves.", "error")
                self._clear()
            else:
                self.screen.say(f"\n===== {self._name_of(player)} =====")
            self.log_shown = self.log_seen.get(player, self.log_start)
        self.seat = player
        self.is_shown = False

    def _clear(self) -> None:
        """Nothing that was shown can be seen or scrolled back to."""
        if self.out.is_dumb_terminal:
            self.out.print("\n" * 2 * self.out.height)
            return
        self.out.clear()
        sys.stdout.write("\033[3J")
        sys.stdout.flush()

    def _show(self, decision: Decision) -> None:
        state = self.table.state
        self.screen.show_head(state)
        if self.notice:
            self.screen.say(self.notice)
            self.notice = ""
        if decision.player in self.unwarned:
            self.unwarned.discard(decision.player)
            if self._has_curtain():  # else they have read it
                self.screen.say(_AGAIN)
        self._show_news(state)
        rules = self.table.game.rules
        if rules.logic is not None and not rules.secrets and self._has_curtain():
            self._show_moves(self.table.last_step())  # those who did not choose last were not there when it was told
        for line in self.onlookers.tell(self.seat):
            self.screen.say(line, "dim")
        self.log_seen[decision.player] = self.log_shown
        sight = self.screen.sight(state, decision)
        below = 1 + len(self.screen.list_options(decision, rules, sight))
        self.screen.show_table(state, decision.player, decision, below)
        self.screen.show_question(decision, rules)
        self.screen.show_options(decision, rules, sight)
        self.is_shown = True

    def _show_end(self) -> None:
        state = self.table.state
        if self.log_seen and self._has_curtain():  # all look now, and none must see what the last one saw
            if self.out.is_terminal and self.lines.at_terminal:
                self._clear()
            self.seat, self.log_shown = None, min(self.log_seen.values())
        self._show_news(state)
        self.screen.show_head(state)
        self.screen.show_table(state, self.seat if len(self.table.people) == 1 else None)
        self.screen.say(self.session.describe_end(), "bold")

    # -- commands

    def _command(self, word: str, argument: str) -> None:
        found = _ALIASES.get(word.casefold(), word.casefold())
        if found not in _COMMANDS:
            self.screen.say(f"There is no command '{plain(word)}'. There are: {', '.join(_COMMANDS)}.", "error")
            return
        _COMMANDS[found](self, argument)

    def _help(self, _: str) -> None:
        lines = _HELP.splitlines(keepends=True)
        by_moves = self.table.game.rules.logic is not None
        self.screen.say(_HELP_FOR_MOVES + "".join(lines[3:8]).rstrip() if by_moves else _HELP)

    def _quit(self, _: str) -> None:
        raise Quit

    def _options(self, _: str) -> None:
        decision = self._decision()
        if decision.length is None:
            sight = self.screen.sight(self.table.state, decision)
            self.screen.show_options(decision, self.table.game.rules, sight, everything=True)
        else:
            self.screen.show_texts([decision.options[number].label for number in self.session.useful_texts()])

    def _state(self, _: str) -> None:
        self.screen.show_everything(self.table.state, self.seat)

    def _about(self, words: str) -> None:
        state = self.table.state
        for line in describe_thing(Scene(state.view(self.seat)), self.table.game.rules, words):
            self.screen.say(line)

    def _rules(self, _: str) -> None:
        for line in describe_rules(self.table.game.rules):
            self.screen.say(line)

    def _log(self, _: str) -> None:
        rules = self.table.game.rules
        if rules.logic is not None and self.table.is_open and self.table.made:
            self._show_moves(self.table.made)  # a rulesheet says nothing itself
            return
        log = [line for line in self._readable(self.table.state) if line is not None] or ["Nothing was said so far."]
        if self.table.game.rules.prints:
            self.screen.show_output("".join(log))
            return
        for line in log:
            self.screen.show_log(line, rules)

    def _undo(self, _: str) -> None:
        """The last choice; of a set that is being chosen the last thing that was named."""
        picked = self.picked_things()
        if picked:
            self._picked = (len(self.table.made), picked[:-1])
            self._report_move(1, "taken back", "")
            return
        count = self.table.undo()
        offer = self.table.state.offer_set() if count else None
        for _thing in offer.begun if offer is not None else ():
            self.table.undo()
        if offer is not None and offer.begun:
            self._picked = (len(self.table.made), offer.begun)
        self._report_move(count, "taken back", "There is nothing to take back.")
        self._warn()

    def _warn(self) -> None:
        """All are told when what somebody has seen will be drawn again."""
        if self.table.foreseen:
            self.table.foreseen = False
            self.screen.say(_AGAIN)
            self.unwarned = {player for player in self.table.people if player != self.seat}

    def _redo(self, _: str) -> None:
        count = self.table.redo()
        while count and (offer := self.table.state.offer_set()) is not None and offer.begun and self.table.redo():
            pass  # a set is made again as a whole
        self._report_move(count, "made again", "There is nothing to make again.")

    def _report_move(self, count: int, done: str, nothing: str) -> None:
        if not count:
            self.screen.say(nothing, "error")
            return
        self._forget_news()
        self.session.keep()
        self.screen.say(f"{count} choice{'' if count == 1 else 's'} {done}.")

    def _forget_news(self) -> None:
        """The match is somewhere else: what was said there is no news."""
        self.is_shown = False
        self.waiting = ""
        log = self.table.state.log
        self.log_shown = count_shown(log) if self.table.game.rules.prints else len(log)
        self.choices_shown = len(self.table.made)
        self.log_seen = {seat: min(line, self.log_shown) for seat, line in self.log_seen.items()}
        self.onlookers = Onlookers()

    def _save(self, path: str) -> None:
        self.screen.say(self.session.save(path) if path else "Say where: save match.json")

    def _load(self, path: str) -> None:
        self.screen.say(self.session.load(path) if path else "Say which: load match.json")
        self._warn()
        self._forget_news()

    def _reload(self) -> str:
        words = self._follow_rules()
        if words is None:
            self.out.print()
            return ""
        self.screen.say(f"\n{words}")  # below the line that was being typed
        self._forget_news()
        return words

    def _follow_rules(self) -> str | None:
        """Goes on under changed rules, if there are any; gives what to say."""
        change = self.session.read_rules()
        if not isinstance(change, Change):
            return change
        words = f"The rules have changed. {change.followed}"
        if change.lost and not self._agrees(words):
            return "The match goes on with the old rules, until the file changes again."
        self.session.adopt(change)
        return words

    def _agrees(self, words: str) -> bool:
        """Whether to go on under the new rules; whoever says nothing at all keeps the old ones."""
        self.out.print(f"\n{words}")
        while True:
            try:
                answer = self.lines.ask("Go on from there with the new rules? [Y/n] ").strip().casefold()
            except EOFError:
                return False
            if answer in ("", "y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            self.out.print("Please answer `yes` or `no`.")

    def _hint(self, _: str) -> None:
        found = self.session.hint()
        if isinstance(found, str):
            self.screen.say(found)
            return
        number, words = found
        decision = self.table.state.decision
        label = "" if decision is None else decision.options[number].label
        self.screen.say(f"{label or f'option {number + 1}'} ({words})")

    def _why(self, name: str) -> None:
        """Every thing that is not offered, or those whose name was given, in the designer's own words."""
        if self.table.game.rules.logic is not None:
            self._why_illegal(name)
            return
        found = find_reasons(self.table.state, self.table.before_move, name, self.picked_things())
        if isinstance(found, str):
            self.screen.say(found)
            return
        for reason in found[:_MOST_REASONS]:
            more = f" and {len(reason.things) - 3} more" if len(reason.things) > 3 else ""
            things = plain(", ".join(reason.things[:3])) + more
            self.out.print(Text.assemble((reason.name, "bold"), f", {things}: {reason.words}."))
            if reason.place is not None:
                self._quote(reason.place)
        if len(found) > _MOST_REASONS:
            self.screen.say(f"… {len(found) - _MOST_REASONS} more reasons; `why NAME` asks about one thing.", "dim")

    def _why_illegal(self, move: str) -> None:
        """What a move of a rulesheet lacks; who does not see the position is not told what is in it."""
        seat = self._decision().player
        facts = self.screen.sheet(self.table.game.rules).text(self.table.state.view(seat))
        if facts is None:
            self.screen.say("What is legal depends on what you may not see; the legal moves are listed.")
            return
        found = find_unmet(self.table.game.rules, facts, seat, move)
        if isinstance(found, str):
            self.screen.say(found)
            return
        for reason in found:
            self.out.print(Text.assemble((plain(move), "bold"), f": {reason.words}."))
            place = self.session.rule_place(reason.number)
            if place is not None:
                self._quote(place)

    def _quote(self, place: Place) -> None:
        lines = self.session.rule_lines(place.file)
        if place.line <= len(lines):
            self.screen.say(f"    {plain(place.file)}:{place.line}: {lines[place.line - 1].strip()}", "dim")


def _reads_lines(decision: Decision) -> bool:
    """Whether the end of a line is a character that the program knows."""
    return decision.length is not None and any("\n" in option.label for option in decision.options)


_COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    "about": Terminal._about,
    "help": Terminal._help,
    "hint": Terminal._hint,
    "load": Terminal._load,
    "log": Terminal._log,
    "options": Terminal._options,
    "quit": Terminal._quit,
    "redo": Terminal._redo,
    "rules": Terminal._rules,
    "save": Terminal._save,
    "state": Terminal._state,
    "undo": Terminal._undo,
    "why": Terminal._why,
}
