"""Mistakes with types: values that do not fit where they stand."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem


class WrongType(Problem):
    code, title = "E301", "Wrong type"
    got: str
    wanted: str
    where: str  # what the value is for

    def message(self) -> str:
        return f"{self.where} takes a `{self.wanted}`, but this is a `{self.got}`."

    def expected(self) -> str:
        return f"a `{self.wanted}`"


class NeedsCast(Problem):
    code, title = "E302", "A base where a derived class is wanted"
    got: str
    wanted: str
    where: str
    spelled: str | None  # the wanted type as this file can write it

    def message(self) -> str:
        return f"{self.where} takes a `{self.wanted}`; this is a `{self.got}`, which may or may not be one."

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

    def message(self) -> str:
        return f"`{self.op}` does not work on `{self.left}` and `{self.right}`."

    def expected(self) -> str:
        return self.wanted


class WrongOperand(Problem):
    code, title = "E304", "Operator on the wrong type"
    op: str
    got: str
    wanted: str

    def message(self) -> str:
        return f"`{self.op}` does not work on a `{self.got}`."

    def expected(self) -> str:
        return f"a `{self.wanted}`"


class NeverEqual(Problem):
    code, title = "E305", "Comparison of different types"
    left: str
    right: str

    def message(self) -> str:
        return f"A `{self.left}` and a `{self.right}` can never be the same."

    def expected(self) -> str:
        return "two values of one type"


class NoCondition(Problem):
    code, title = "E306", "Not a condition"
    got: str

    def message(self) -> str:
        return f"A condition is a `bool`, and this is a `{self.got}`."

    def advice(self) -> str | None:
        return "compare it with something: `== …`, `> 0`, `!= null`"


class MissingArgument(Problem):
    code, title = "E307", "Argument missing"
    function: str
    name: str
    type: str

    def message(self) -> str:
        return f"`{self.function}` needs `{self.name}`, a `{self.type}`."

    def expected(self) -> str:
        return f"`{self.name}: …` between the parentheses"


class UnknownArgument(Problem):
    code, title = "E308", "Unknown argument"
    function: str
    name: str
    near: str | None

    def message(self) -> str:
        return f"`{self.function}` takes no `{self.name}`."

    def advice(self) -> str | None:
        return None if self.near is None else f"did you mean `{self.near}`?"


class ArgumentWithoutName(Problem):
    code, title = "E309", "Argument without its name"
    function: str
    name: str | None

    def message(self) -> str:
        return f"The arguments of `{self.function}` are given by name."

    def fix(self) -> Fix | None:
        if self.name is None:
            return None
        return Fix(f"write `{self.name}: …`", (Edit(self.span, f"{self.name}: {self.span.text}"),))


class ArgumentTwice(Problem):
    code, title = "E310", "Argument given twice"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is given already."


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

    def message(self) -> str:
        return f"`[…]` looks something up in a list, a table or a group of tiles, and this is a `{self.got}`."


class WrongIndex(Problem):
    code, title = "E313", "Wrong kind of index"
    got: str
    wanted: str

    def message(self) -> str:
        return f"This is looked up by a `{self.wanted}`, not by a `{self.got}`."


class HalfGrid(Problem):
    code, title = "E314", "Half a coordinate"

    def message(self) -> str:
        return "A tile of a group is found with two indices in one go."

    def expected(self) -> str:
        return "`group[a][b]`"


class GraphIndex(Problem):
    code, title = "E315", "Coordinates in a graph"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a graph: its tiles have no coordinates."

    def advice(self) -> str:
        return "look through its `.tiles`, or keep the tiles you need in attributes"


class NothingHere(Problem):
    code, title = "E316", "No value"
    name: str

    def message(self) -> str:
        return f"`{self.name}` gives nothing back, so there is nothing to use here."


class CannotAssign(Problem):
    code, title = "E317", "Cannot be changed"
    what: str
    instead: str | None

    def message(self) -> str:
        return f"{self.what} cannot be given a new value."

    def advice(self) -> str | None:
        return self.instead


class NullKey(Problem):
    code, title = "E318", "`null` as a key"

    def message(self) -> str:
        return "A table can be looked up by everything but `null`."


class BracesWithoutType(Problem):
    code, title = "E319", "Braces of unknown type"
    wanted: str | None

    def message(self) -> str:
        if self.wanted is None:
            return "Nothing says what kind of collection these braces are."
        return f"Braces make a List, a Table or a Stack; a `{self.wanted}` is wanted here."

    def advice(self) -> str:
        return "say it: `new List<number>() { … }`, or declare a variable for it"


class TablePair(Problem):
    code, title = "E320", "Not a pair"

    def message(self) -> str:
        return "What fills a table are pairs of key and value."

    def expected(self) -> str:
        return "`{ key, value }`"


class CannotMake(Problem):
    code, title = "E321", "Cannot be made with `new`"
    name: str
    why: str

    def message(self) -> str:
        return f"`new {self.name}()` is not possible: {self.why}."


class WrongFill(Problem):
    code, title = "E322", "Wrong filling"
    message_: str

    def message(self) -> str:
        return self.message_


class FilledTwice(Problem):
    code, title = "E328", "Attribute filled twice"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is filled already."


class KeyOfAnyType(Problem):
    code, title = "E329", "Keys of any type"
    wanted: str | None  # what they are expected to be

    def message(self) -> str:
        return "The keys of a table can be of any type, so nobody knows what this is."

    def advice(self) -> str:
        return (
            f"go through them with the type you expect: `for ({self.wanted or 'string'} key in table.keys()) {{ … }}`"
        )


class NotAList(Problem):
    code, title = "E323", "Not a list"
    got: str

    def message(self) -> str:
        return f"`for (… in …)` walks through a list, and this is a `{self.got}`."


class WrongWinner(Problem):
    code, title = "E324", "Not a player and not a ranking"
    got: str

    def message(self) -> str:
        return f"`winner` takes a player, or a list of lists of players with the first place first; this is a `{self.got}`."

    def expected(self) -> str:
        return "`winner p;` or `winner { {first}, {second, also_second} };`"


class TurnAsPlayer(Problem):
    code, title = "E325", "The turn is no player"

    def message(self) -> str:
        return "`turn.active()` is the name of the active turn; the player whose turn it is is `player.active()`."

    def fix(self) -> Fix:
        return Fix("write `player.active()`", (Edit(self.span, "player.active()"),))


class LengthCall(Problem):
    code, title = "E326", "Attribute with parentheses"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is an attribute here: it is read without parentheses."

    def fix(self) -> Fix:
        return Fix(f"write `{self.name}`", (Edit(self.span, self.name),))


class MissingCall(Problem):
    code, title = "E327", "Parentheses missing"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is something that is done or asked: it needs its parentheses."

    def fix(self) -> Fix:
        return Fix(f"write `{self.name}()`", (Edit(self.span, f"{self.name}()"),))
