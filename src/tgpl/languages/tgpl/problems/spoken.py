"""Mistakes in what people read at the table: questions, texts with expressions in them, display texts, names of players."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class NobodyIsAsked(Problem):
    code, title = "E620", "A question to nobody"
    name: str
    mode: str  # "auto" or "function"
    advises = "leave out `ask`, or `{mode}` if a player is to choose"

    def message(self) -> str:
        if self.mode == "function":
            return f"`{self.name}` is an argument: whoever calls the function gives it, so nobody reads this question."
        return f"`{self.name}` fills itself: nobody reads this question."


class QuestionIsNoText(Problem):
    code, title = "E621", "A question that is no text"
    got: str | None  # None: there is nothing
    expects = 'a text, as in `ask "Which card do you burn?"` or `ask $"Where does {{piece}} go?"`'

    def message(self) -> str:
        if self.got is None:
            return "Behind `ask` stands what the player reads, and here nothing does."
        return f"Behind `ask` stands what the player reads: a text, and this is a `{self.got}`."


class OpenHole(Problem):
    code, title = "E622", "A brace in a text that is not closed"
    says = "In a text that begins with `$`, `{{` opens an expression, and this one is not closed."
    expects = "`}}` behind the expression; or `{{{{` for a brace as such"


class WrongHole(Problem):
    code, title = "E623", "Not one expression between the braces of a text"
    found: str | None  # None: there is nothing
    expects = "an expression and `}}`; or `{{{{` and `}}}}` for braces as such"

    def message(self) -> str:
        if self.found is None:
            return "Between these braces stands nothing that could be put into the text."
        return f"Between the braces of a text stands one expression; {self.found} does not belong to it."


class UnknownOfPlayers(Problem):
    code, title = "E624", "Unknown word about the players"
    word: str
    meant: str | None
    says = "The braces behind `players` know no `{word}`."
    expects = '`names "Red", "Blue";`, `colors "red", "blue";` or `teams {{ 0, 2 }}, {{ 1, 3 }};`'
    mends = ("write `{meant}`", "{meant}")


class WrongNumberOfNames(Problem):
    code, title = "E625", "Not one for each player"
    word: str  # "names" or "colors"
    got: int
    wanted: int

    def message(self) -> str:
        one = self.word[:-1]
        said = f"{self.got} {self.word if self.got != 1 else one}"
        return f"There is one {one} for each player, and up to {self.wanted} can play: {said} will not do."


class NamedAlike(Problem):
    code, title = "E626", "A player's name that is none"
    name: str
    other: str | None  # the name that is the same to who types it

    def message(self) -> str:
        if self.other is not None:
            return f"Two players are called `{self.name}`: nobody could tell them apart."
        return "A player's name is a word or a few, on one line: letters, and not only digits, at most 40 characters."


class WrongTeam(Problem):
    code, title = "E627", "Teams that cannot be"
    reason: str
    says = "{reason}"
    expects = "every player in one team, by their numbers: `teams {{ 0, 2 }}, {{ 1, 3 }};`"


class NoTeams(Problem):
    code, title = "E628", "A game without teams"
    name: str  # of what was called
    says = "`player.{name}` asks for teams, and this game has none."
    advises = "say who belongs together behind `players`: `players 4 {{ teams {{ 0, 2 }}, {{ 1, 3 }}; }}`"


class HidesNothing(Problem):
    code, title = "E629", "Nothing to hide by that name"
    name: str
    near: str | None
    says = "`hide` names attributes of this class, and `{name}` is none."


class OwnerOfNothing(Problem):
    code, title = "E632", "Nobody whose it could be"
    name: str
    near: str | None
    says = "`owner` names an attribute of this class that is a `player` and that everybody sees, and `{name}` is none."


class RulesWithoutGame(Problem):
    code, title = "E630", "Rules in words for no game"
    says = "`rules` tells people how a game is played; this file has no `game`."
    advises = "move it into the main file, behind `game` and `players`"


class ShowsNothing(Problem):
    code, title = "E631", "Nothing that could be shown to a player"
    got: str
    deck: bool
    says = "`show` lets a player look at an object or at a list of objects; this is a `{got}`."

    def advice(self) -> str:
        if self.deck:
            return "take cards off the deck and show these, or tell how many it has: `tell(p, deck.length());`"
        return 'say it in words: `tell(p, "…");`'
