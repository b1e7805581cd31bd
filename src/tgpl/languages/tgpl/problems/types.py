"""Mistakes with types: values that do not fit where they stand."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem


class WrongType(Problem):
    code, title = "E301", "Wrong type"
    got: str
    wanted: str
    where: str  # what the value is for
    says = "{where} takes a `{wanted}`, but this is a `{got}`."
    expects = "a `{wanted}`"


class NeedsCast(Problem):
    code, title = "E302", "A base where a derived class is wanted"
    got: str
    wanted: str
    where: str
    spelled: str | None  # the wanted type as this file can write it
    says = "{where} takes a `{wanted}`; this is a `{got}`, which may or may not be one."

    def fix(self) -> Fix | None:
        if self.spelled is None:
            return None
        text = self.span.text
        simple = all(c.isalnum() or c in "_.()[]" for c in text)
        shown = text if simple else f"({text})"
        return Fix(f"ask for it: `… as {self.spelled}`", (Edit(self.span, f"{shown} as {self.spelled}"),))


class WrongOperands(Problem):
    code, title = "E303", "Operator on the wrong types"
    op: str
    left: str
    right: str
    wanted: str
    says = "`{op}` does not work on `{left}` and `{right}`."
    expects = "{wanted}"


class WrongOperand(Problem):
    code, title = "E304", "Operator on the wrong type"
    op: str
    got: str
    wanted: str
    says = "`{op}` does not work on a `{got}`."
    expects = "a `{wanted}`"


class NeverEqual(Problem):
    code, title = "E305", "Comparison of different types"
    left: str
    right: str
    says = "A `{left}` and a `{right}` can never be the same."
    expects = "two values of one type"


class NoCondition(Problem):
    code, title = "E306", "Not a condition"
    got: str
    says = "A condition is a `bool`, and this is a `{got}`."
    advises = "compare it with something: `== …`, `> 0`, `!= null`"


class MissingArgument(Problem):
    code, title = "E307", "Argument missing"
    function: str
    name: str
    type: str
    says = "`{function}` needs `{name}`, a `{type}`."
    expects = "`{name}: …` between the parentheses"


class UnknownArgument(Problem):
    code, title = "E308", "Unknown argument"
    function: str
    name: str
    near: str | None
    says = "`{function}` takes no `{name}`."


class ArgumentWithoutName(Problem):
    code, title = "E309", "Argument without its name"
    function: str
    name: str | None
    says = "The arguments of `{function}` are given by name."

    def fix(self) -> Fix | None:
        if self.name is None:
            return None
        return Fix(f"write `{self.name}: …`", (Edit(self.span, f"{self.name}: {self.span.text}"),))


class ArgumentTwice(Problem):
    code, title = "E310", "Argument given twice"
    name: str
    says = "`{name}` is given already."


class WrongCount(Problem):
    code, title = "E311", "Wrong number of arguments"
    function: str
    got: int
    least: int
    most: int

    def message(self) -> str:
        return f"`{self.function}` takes {_count(self.least, self.most)}, and {self.got or 'none'} is given here."


def _count(least: int, most: int) -> str:
    if least != most:
        return f"{least} to {most} values"
    return {0: "nothing", 1: "one value"}.get(most, f"{most} values")


class NoIndex(Problem):
    code, title = "E312", "Nothing to look up in"
    got: str
    says = "`[…]` looks something up in a list, a table or a group of tiles, and this is a `{got}`."


class WrongIndex(Problem):
    code, title = "E313", "Wrong kind of index"
    got: str
    wanted: str
    says = "This is looked up by a `{wanted}`, not by a `{got}`."


class HalfGrid(Problem):
    code, title = "E314", "Half a coordinate"
    says = "A tile of a group is found with two indices in one go."
    expects = "`group[a][b]`"


class GraphIndex(Problem):
    code, title = "E315", "Coordinates in a graph"
    name: str
    says = "`{name}` is a graph: its tiles have no coordinates."
    advises = "look through its `.tiles`, or keep the tiles you need in attributes"


class NothingHere(Problem):
    code, title = "E316", "No value"
    name: str
    says = "`{name}` gives nothing back, so there is nothing to use here."


class CannotAssign(Problem):
    code, title = "E317", "Cannot be changed"
    what: str
    instead: str | None
    says = "{what} cannot be given a new value."
    advises = "{instead}"


class NullKey(Problem):
    code, title = "E318", "`null` as a key"
    says = "A table can be looked up by everything but `null`."


class BracesWithoutType(Problem):
    code, title = "E319", "Braces of unknown type"
    wanted: str | None
    advises = "say it: `new List<number>() {{ … }}`, or declare a variable for it"

    def message(self) -> str:
        if self.wanted is None:
            return "Nothing says what kind of collection these braces are."
        return f"Braces make a List, a Table or a Stack; a `{self.wanted}` is wanted here."


class TablePair(Problem):
    code, title = "E320", "Not a pair"
    says = "What fills a table are pairs of key and value."
    expects = "`{{ key, value }}`"


class CannotMake(Problem):
    code, title = "E321", "Cannot be made with `new`"
    name: str
    why: str
    says = "`new {name}()` is not possible: {why}."


class WrongFill(Problem):
    code, title = "E322", "Wrong filling"
    message_: str
    says = "{message_}"


class FilledTwice(Problem):
    code, title = "E328", "Attribute filled twice"
    name: str
    says = "`{name}` is filled already."


class KeyOfAnyType(Problem):
    code, title = "E329", "Keys of any type"
    wanted: str | None  # what they are expected to be
    says = "The keys of a table can be of any type, so nobody knows what this is."

    def advice(self) -> str:
        return (
            f"go through them with the type you expect: `for ({self.wanted or 'string'} key in table.keys()) {{ … }}`"
        )


class NotAList(Problem):
    code, title = "E323", "Not a list"
    got: str
    says = "`for (… in …)` walks through a list, and this is a `{got}`."


class WrongWinner(Problem):
    code, title = "E324", "Not a player and not a ranking"
    got: str
    says = "`winner` takes a player, or a list of lists of players with the first place first; this is a `{got}`."
    expects = "`winner p;` or `winner {{ {{first}}, {{second, also_second}} }};`"


class TurnAsPlayer(Problem):
    code, title = "E325", "The turn is no player"
    says = "`turn.active()` is the name of the active turn; the player whose turn it is is `player.active()`."
    mends = "write `player.active()`", "player.active()"


class LengthCall(Problem):
    code, title = "E326", "Attribute with parentheses"
    name: str
    says = "`{name}` is an attribute here: it is read without parentheses."
    mends = "write `{name}`", "{name}"


class MissingCall(Problem):
    code, title = "E327", "Parentheses missing"
    name: str
    says = "`{name}` is something that is done or asked: it needs its parentheses."
    mends = "write `{name}()`", "{name}()"
