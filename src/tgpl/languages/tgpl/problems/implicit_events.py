"""Mistakes about what actions are made of and wait for: parts, phases, implicit events, goals."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class NothingToCancel(Problem):
    code, title = "E451", "Nothing to cancel"
    where: str
    advises = "in an effect of an action, or a function that effects call; `fail` takes a whole move back"

    def message(self) -> str:
        return f"`cancel` takes back what an action does; {self.where[0].lower()}{self.where[1:]} is not part of one."


class UnknownEffect(Problem):
    code, title = "E452", "No effect of that name"
    name: str
    near: str | None
    says = "The action around has no `effect for {name}` that could be cancelled."

    def advice(self) -> str:
        near = f"`{self.near}`, or " if self.near else ""
        return f'{near}`cancel "…";` for the effect that is running, `cancel all "…";` for the whole action'


class UnknownImplicitEvent(Problem):
    code, title = "E453", "Nothing of that name happens"
    name: str
    near: str | None
    says = "`{name}` is nothing that a trigger could wait for."

    def advice(self) -> str:
        near = f"`{self.near}`? " if self.near else ""
        return (
            f"{near}there are `change`, `movement`, `placement`, `removal`, `drawn`, `discarded`, `kept`, `draw`, `shuffle`, "
            "`reshuffle`, `put`, `discard`, `enter`, `leave`, `attach`, `remove`, `action`, `activation`, `deactivation`, `phase change`"
        )


class HappensToOthers(Problem):
    code, title = "E454", "This happens to other things"
    what: str
    name: str
    kind: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.what}` happens to {_listed(self.kinds)}; `{self.name}` is a {self.kind}."


class NoSuchPart(Problem):
    code, title = "E455", "No such part"
    name: str
    member: str
    what: str
    near: str | None

    def message(self) -> str:
        part = "action, or phase of one," if self.what == "action" else "attribute"
        if self.what not in ("action", "change"):
            return f"`{self.what}` happens to a whole `{self.name}`, not to a part of it."
        return f"`{self.name}` has no {part} `{self.member}`."

    def advice(self) -> str | None:
        return f"`{self.near}`?" if self.near else None


class UnknownTurnHere(Problem):
    code, title = "E456", "No turn of that name"
    name: str
    near: str | None
    says = "This happens to turns, and there is no turn `{name}`."

    def advice(self) -> str:
        return f"`{self.near}`, or `turn` for all of them" if self.near else "`turn` stands for all of them"


class NoBefore(Problem):
    code, title = "E457", "There is no before"
    what: str
    says = "A trigger cannot run `before` the {what} of a turn: it is thrown when the turn has changed."
    advises = "leave `before` out"


class MomentOfEvent(Problem):
    code, title = "E458", "Whoever throws an event says when"
    moment: str
    says = "`{moment}` belongs behind something that happens by itself, as in `on Hero.health change {moment}`."
    advises = "leave it out; `event.throw_sync(e)` is resolved at once, `event.throw(e)` when the block is done"


class CancelsEarlier(Problem):
    code, title = "E459", "The effect has run already"
    name: str
    says = "`{name}` stands before this effect, so it has run when this is reached."
    advises = "put `{name}` behind this effect, or say `cancel all` to take the whole action back"


class UnknownPart(Problem):
    code, title = "E481", "No part of that name"
    word: str
    name: str
    near: str | None
    says = "There is no `{word} for {name}` here that a combination could name."

    def advice(self) -> str:
        near = f"`{self.near}`, or " if self.near else ""
        return f"{near}`{self.word} {{ return …; }}` for a test of its own"


class PartOfNothing(Problem):
    code, title = "E482", "A name without an effect"
    word: str
    name: str
    near: str | None
    says = "This `{word}` is for `{name}`, but there is no `effect for {name}`, and no combination names it."

    def advice(self) -> str | None:
        return f"`{self.near}`?" if self.near else f"`effect for {self.name} {{ … }}`, or leave the name out"


class WrongChoice(Problem):
    code, title = "E483", "So many cannot be chosen"
    count: float
    most: int
    says = "`choice {count:g}` lets a player choose so many of the named effects and phases here, and there are {most}."


class WinsNothing(Problem):
    code, title = "E484", "Nobody who could win"
    word: str
    got: str
    says = "`{word}` names players, or lists of players; this is a `{got}`."


class CannotHave(Problem):
    code, title = "E485", "Nothing that a player could have"
    thing: str
    says = "A player can have objects of local and group classes and interactables; `{thing}` is none."


def _listed(kinds: tuple[str, ...]) -> str:
    words = {"class": "classes", "player": "`player`"}
    return ", ".join(words.get(kind, f"{kind}s") for kind in kinds)
