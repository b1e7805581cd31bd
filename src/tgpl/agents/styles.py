"""Play styles: agents made from the designer's words.

A style is an agent with a will: `mcts:500 never Attack` thinks, but never chooses that if there is anything else; `always Attack`
does not think, and takes any option where there is no attack. `likes Settler.gold` takes what gives most of it at once, and thinks
where nothing does, or several give as much. Names are those of actions (`Attack` or `Knight.Attack`), of
classes and of values. `highest`, `lowest`, `first` and `last` say which of several numbers, or of several options, is taken.

    style = parse_style("mcts:500 never Attack")
    style.base, style.never            # AgentSpec("mcts", 500), ("Attack",)
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.agents.agent_names import HELP, AgentSpec, UnknownAgent, parse_agent
from tgpl.agents.meaning import Meaning
from tgpl.native.facts import ACTION, NUMBER, OBJECT, SYMBOL, VALUE, Observer, Offers

_WITH_NAME = ("always", "never", "likes")
_ORDERS = ("highest", "lowest", "first", "last")
STYLES_HELP = f"""\
{HELP}; behind it, or alone, always NAME, never NAME, likes Class.attribute, and highest, lowest, first or last among several"""


class Style(NamedTuple):
    base: AgentSpec  # who decides between what is left
    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()  # attributes: `Settler.gold`
    order: str = ""  # highest, lowest, first, last

    @property
    def is_plain(self) -> bool:
        return not (self.always or self.never or self.likes or self.order)


def parse_style(words: str) -> Style:
    """Raises UnknownAgent, and says what there is."""
    parts = words.split()
    base, rest = _split_base(parts)
    wishes: dict[str, list[str]] = {word: [] for word in _WITH_NAME}
    order = ""
    while rest:
        word = rest.pop(0)
        if word in _WITH_NAME and rest:
            wishes[word].append(rest.pop(0).rstrip(","))
        elif word in _ORDERS:
            order = word
        else:
            raise UnknownAgent(f"There is no agent '{words}'. There are: {STYLES_HELP}.")
    return Style(base, tuple(wishes["always"]), tuple(wishes["never"]), tuple(wishes["likes"]), order)


def _split_base(parts: list[str]) -> tuple[AgentSpec, list[str]]:
    """Who decides where the style leaves it open, and the rest of the words; without one, chance."""
    if not parts:
        raise UnknownAgent(f"There is no agent ''. There are: {STYLES_HELP}.")
    if parts[0] in _WITH_NAME or parts[0] in _ORDERS[:2] or (parts[0] in _ORDERS and parts[0] != "first"):
        return AgentSpec("random"), list(parts)
    return parse_agent(parts[0]), list(parts[1:])


class Will:
    """What a style leaves of the options of a decision."""

    def __init__(self, style: Style, meaning: Meaning, observer: Observer) -> None:
        self.style, self.meaning, self.observer = style, meaning, observer

    def allow(self) -> list[int]:
        """The numbers of the options among which the agent may choose: at least one."""
        offers = self.observer.offers()
        numbers = [*range(len(offers.options))]
        style = self.style
        if style.always or style.never:
            names = [self._names(offers, number) for number in numbers]
            wanted = [number for number in numbers if names[number] & {*style.always}]
            numbers = wanted or [n for n in numbers if not names[n] & {*style.never}] or numbers
        return self._ordered(offers, numbers)

    def _ordered(self, offers: Offers, numbers: list[int]) -> list[int]:
        order = self.style.order
        if order in ("first", "last"):
            return [numbers[0 if order == "first" else -1]]
        amounts = {n: offers.options[n].amount for n in numbers if offers.options[n].tag == NUMBER}
        if order and amounts:
            best = max(amounts.values()) if order == "highest" else min(amounts.values())
            return [number for number, amount in amounts.items() if amount == best]
        return numbers

    def _names(self, offers: Offers, number: int) -> set[str]:
        """All that an option can be called."""
        option, meaning = offers.options[number], self.meaning
        if option.what == ACTION:
            whole = meaning.actions[option.of]
            return {whole, whole.rpartition(".")[2]}
        if option.what == VALUE and option.tag in (OBJECT, SYMBOL):
            return {self.observer.option_name(number), meaning.classes.get(option.of, "")} - {""}
        return set()
