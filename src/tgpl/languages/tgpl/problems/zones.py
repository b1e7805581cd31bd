"""Mistakes with zones."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class ZoneOfNothing(Problem):
    code, title = "E486", "Zone of nothing"
    name: str
    says = "The zone `{name}` does not say what lies in it."
    expects = "`of` and an interactable: `zone {name} of Card {{ … }}`"


class ZoneOfWrongKind(Problem):
    code, title = "E487", "Zone of the wrong kind"
    name: str
    kind: str
    says = "Interactables lie in zones, and `{name}` is a {kind}."


class SeenByWhom(Problem):
    code, title = "E488", "Seen by whom?"
    word: str
    meant: str | None
    says = "What lies in a zone is seen by its owner, by all or by nobody; `{word}` is none of these."
    expects = "`seen by owner;`, `seen by all;` or `seen by nobody;`"
    mends = ("did you mean `{meant}`?", "{meant}")


class NobodyOwnsZone(Problem):
    code, title = "E489", "A zone without an owner"
    name: str
    says = "`{name}` is global: it has no owner who could see what lies in it."
    expects = "`seen by all;` or `seen by nobody;`, or a zone that is not global, of which each player has one"


class WhichZone(Problem):
    code, title = "E490", "Which of the zones?"
    name: str
    says = "There may be a `{name}` for each player; this does not say which."
    mends = ("`{name}[player.active()]` is that of the active player", "{name}[player.active()]")


class NoOrder(Problem):
    code, title = "E491", "A zone without an order"
    name: str
    what: str
    says = "`{what}` needs an order, and what lies in a `{name}` has none."
    expects = "`ordered;` in the braces of the zone"


class NoRoom(Problem):
    code, title = "E492", "A zone without an end"
    name: str
    what: str  # "room" or "refill"
    expects = "`holds 5;` in the braces of the zone"

    def message(self) -> str:
        why = "so nobody knows how much room is left" if self.what == "room" else "so it would be filled without end"
        return f"`{self.name}` does not say how much it holds, {why}."


class NoRefill(Problem):
    code, title = "E493", "Refill from where?"
    name: str
    says = "`{name}` does not say from where it is filled up."
    expects = "`refill from` and a deck or another zone, in the braces of the zone"


class RefillFromWhat(Problem):
    code, title = "E494", "Nothing to refill from"
    got: str

    def message(self) -> str:
        got = self.got if " " in self.got else f"a `{self.got}`"
        return f"A zone is filled up from a deck or from another zone; this is {got}."


class LiesInNoZone(Problem):
    code, title = "E495", "It lies in no zone"
    name: str
    says = "No zone holds a `{name}`, so it has no `zone`."
    expects = "a zone that does: `zone Hand of {name} {{ }}`"


class CardsAreACopy(Problem):
    code, title = "E496", "A list that is only told"
    name: str
    says = "`cards` tells what lies in the zone, in a list of its own; to `{name}` there changes nothing in the zone."
    expects = "`move card to zone;`, where the card goes, or `zone.shuffle()` of one that is `ordered`"


class WhichKindOfZone(Problem):
    code, title = "E497", "Any zone at all"
    what: str
    expects = "a certain kind of zone, as in `(card.zone as Hand)`"

    def message(self) -> str:
        told = "what may be moved there" if self.what == "move" else f"whether there is a `{self.what}`"
        return f"This may be any zone, so nobody knows {told}."


class EntersNoSuchZone(Problem):
    code, title = "E498", "Nothing enters or leaves there"
    zone: str
    name: str | None  # what would enter; None: it is no zone

    def message(self) -> str:
        if self.name is None:
            return f"Zones are entered and left, and `{self.zone}` is none."
        return f"No `{self.name}` ever lies in `{self.zone}`."
