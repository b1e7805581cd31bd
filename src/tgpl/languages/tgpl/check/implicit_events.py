"""What can happen without anybody throwing an event: changes, movements, what is done with decks, actions, owners.

In:  a trigger `on Hero.health change`. Out: the event that it waits for, as a class of its own whose attributes have the
types that are known there, and a note in `Game.listeners`, so that `lower` throws only what somebody waits for.

Everything of one sort that happens at one moment is one event of the core (a *family*): then all who wait for it are
tested together, and run by priority. What a trigger narrows down (which class, which attribute) is a condition before
its own test.
"""

from __future__ import annotations

from tgpl.core.fresh_names import tail_name
from tgpl.core.types import ANY, PLAYER, ROOTS, TEXT, ClassType, Type, derives, related
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.resolve import find_class
from tgpl.languages.tgpl.check.suggestions import is_kind, of_kind
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.records import Frozen
from tgpl.text.source import Span

_OWNED = ("class", "interactable")
_ANY = ("class", "interactable", "stack", "tile", "connection", "board", "group")
# What happens to things of which kinds.
KINDS: dict[str, tuple[str, ...]] = {
    "change": _ANY,
    "movement": ("interactable",),
    "placement": ("interactable",),
    "removal": ("interactable",),
    "drawn": ("interactable",),
    "discarded": ("interactable",),
    "kept": ("interactable",),
    "draw": ("stack",),
    "shuffle": ("stack",),
    "reshuffle": ("stack",),
    "put": ("stack",),
    "discard": ("stack",),
    "enter": ("interactable", "zone"),
    "leave": ("interactable", "zone"),
    "attach": _OWNED,
    "remove": _OWNED,
    "action": (*_OWNED, "tile", "board"),
    "activation": ("turn",),
    "deactivation": ("turn",),
    "phase change": ("turn",),
    "choice": ("player",),
}
# The same event, seen from the other side.
_SAME = {"drawn": "draw", "discarded": "discard"}
_DOORS = {"enter": "to", "leave": "from"}  # which attribute of the event is the zone that it happens to
MOMENTS = ("before", "after", "fast")


class Family(Frozen):
    """All that happens of one sort: what its event tells, and which attribute is what it happens to."""

    name: str
    attributes: tuple[tuple[str, Type], ...]
    subject: str
    base: str = ""  # the event that it shares with others that tell the same; its own name if there are none


def family_of(what: str, kind: str) -> Family:
    what = _SAME.get(what, what)
    thing, piece, deck = ROOTS.get(kind, TEXT), ROOTS["interactable"], ROOTS["stack"]
    title = "".join(word.capitalize() for word in (kind, *what.split()))
    match what:
        case "change":
            told = (("state", TEXT), ("attribute", TEXT), ("object", thing), ("old", ANY), ("new", ANY))
            return Family(title, told, "object")
        case "movement" | "placement" | "removal":
            return Family(title, (("piece", piece), ("from", ROOTS["tile"]), ("to", ROOTS["tile"])), "piece", "Moving")
        case "draw" | "discard" | "put":
            subject = "card" if kind == "interactable" else "deck"
            return Family(f"Deck{what.capitalize()}", (("deck", deck), ("card", piece)), subject, "Dealing")
        case "shuffle" | "reshuffle":
            return Family(f"Deck{what.capitalize()}", (("deck", deck),), "deck", "Mixing")
        case "enter" | "leave":
            zone = ROOTS["class"]
            subject = "card" if kind == "interactable" else _DOORS[what]
            return Family(
                f"Zone{what.capitalize()}", (("card", piece), ("from", zone), ("to", zone)), subject, "ZoneMove"
            )
        case "kept":
            return Family("Kept", (("card", piece), ("player", PLAYER)), "card")
        case "action":
            return Family(title, (("action", TEXT), ("phase", TEXT), ("object", thing)), "object")
    base = f"{kind.capitalize()}Owning"
    return Family(title, (("object", thing), ("player", PLAYER)), "object", base)  # attach, remove


class Listener(Frozen):
    """What one trigger waits for, beside its own test."""

    what: str
    moment: str  # "before", "after" (also `fast`), or "" for what waits in the queue
    kind: str  # of what it happens to: class, interactable, …
    subject: s.Class | None  # None: all of a kind
    members: tuple[str, ...]
    equal: tuple[tuple[str, str], ...]  # attributes of the event, and what they have to say
    there: tuple[str, ...] = ()  # attributes of the event that must not be null
    fits: tuple[tuple[str, s.Class], ...] = ()  # attributes of the event, and what they have to be


class ImplicitEvents:
    """Gives triggers the events that they wait for."""

    def __init__(self, game: s.Game) -> None:
        self.game = game

    def event_of(self, trigger: t.Trigger, scope: s.Scope) -> s.Class | None:
        """The event that a trigger waits for; None and a problem if there is no such thing."""
        node = trigger.on
        assert node is not None
        span = Span(scope.file, node.at, node.end)
        if node.what not in KINDS:
            said = node.what if closest(node.what, KINDS) else node.what.split()[0]
            self.game.problems.append(p.UnknownImplicitEvent(span, said, closest(said, KINDS)))
            return None
        kinds = KINDS[node.what]
        if kinds in (("turn",), ("player",)):
            return self._of_the_game(trigger, node, scope, span)
        subject, members, kind = self._subject(node, scope, span)
        if kind is None:
            return None
        if kind not in kinds:
            name = node.subject.name if subject is None else subject.name
            self.game.problems.append(p.HappensToOthers(span, node.what, name, kind, kinds))
            return None
        if not self._known_members(node, subject, members, span):
            return None
        zone = self._zone_entered(node, scope, subject, kind)
        if node.zone is not None and zone is None:
            return None
        return self._make_event(trigger, node.what, kind, subject, members, zone)

    def goal_event(self) -> s.Class:
        """The event that is thrown after every move and automatic phase."""
        if self.game.goals is None:
            self.game.goals = self._class("GoalEvent", self.game.by_type[ROOTS["event"]])
            self.game.event_classes["GoalEvent"] = self.game.goals
        return self.game.goals

    def _zone_entered(
        self, node: t.ImplicitEvent, scope: s.Scope, subject: s.Class | None, kind: str
    ) -> s.Class | None:
        """The `Hand` of `on Card enter Hand`."""
        if node.zone is None:
            return None
        span = Span(scope.file, node.zone.at, node.zone.end)
        zone = find_class(node.zone, scope, self.game.problems, of_kind("zone"))
        if zone is None:
            return None
        if zone.kind != "zone" or is_kind(zone):
            self.game.problems.append(p.EntersNoSuchZone(span, zone.name, None))
            return None
        if kind == "zone":
            self.game.problems.append(p.EntersNoSuchZone(span, zone.name, node.subject.name))
            return None
        held = element_of(zone.type, zone)
        if subject is not None and not related(subject.latest().type, held):
            self.game.problems.append(p.EntersNoSuchZone(span, zone.name, subject.name))
            return None
        return zone

    # -- turns and players

    def _of_the_game(self, trigger: t.Trigger, node: t.ImplicitEvent, scope: s.Scope, span: Span) -> s.Class | None:
        """What the language has events for already."""
        name, what = node.subject.name, node.what
        if what == "choice":
            if name != "player":
                self.game.problems.append(p.HappensToOthers(span, what, name, "class", ("player",)))
                return None
            self.game.listeners[trigger] = Listener(what, "", "player", None, (), ())
            return self._predefined("PlayerChoiceEvent")
        if name != "turn" and name not in self.game.turns:
            self.game.problems.append(p.UnknownTurnHere(span, name, closest(name, self.game.turns)))
            return None
        if trigger.moment == "before":
            self.game.problems.append(p.NoBefore(span, what))
            return None
        attribute = {"activation": "new", "deactivation": "old", "phase change": "turn"}[what]
        equal = () if name == "turn" else ((attribute, name),)
        there = (attribute,) if what == "deactivation" else ()
        self.game.listeners[trigger] = Listener(what, "", "turn", None, (), equal, there)
        return self._predefined("PhaseChangeEvent" if what == "phase change" else "TurnChangeEvent")

    def _predefined(self, name: str) -> s.Class:
        return next(c for c in self.game.by_type.values() if c.name == name and c.file is None)

    # -- classes

    def _subject(
        self, node: t.ImplicitEvent, scope: s.Scope, span: Span
    ) -> tuple[s.Class | None, tuple[str, ...], str | None]:
        """The class, what stands behind its dots, and its kind; no kind if there is no such class."""
        name, members = node.subject, node.members
        if name.name in ROOTS and not isinstance(scope.names.get(name.name), s.Class):
            return None, members, name.name
        found = scope.names.get(name.name)
        if isinstance(found, s.Class) and is_kind(found):
            if found is self.game.zone and node.what not in _DOORS:
                return found, members, "class"  # what happens to classes happens to zones
            return None, members, name.name
        if name.name in scope.aliases and not isinstance(found, s.Class) and members:
            name, members = t.TypeName(node.subject.at, node.subject.end, members[0], None, name.name), members[1:]
        class_ = find_class(name, scope, self.game.problems, of_kind(*KINDS[node.what]))
        if class_ is not None and class_.kind == "board" and members and members[0] in class_.groups:
            class_, members = class_.groups[members[0]], members[1:]
        if class_ is not None and class_.kind == "zone" and node.what not in _DOORS:
            return class_, members, "class"  # what happens to classes happens to zones
        return class_, members, None if class_ is None else class_.kind

    def _known_members(
        self, node: t.ImplicitEvent, subject: s.Class | None, members: tuple[str, ...], span: Span
    ) -> bool:
        if not members:
            return True
        kind: type = s.Action if node.what == "action" else s.Attribute
        known = [] if subject is None else [n for n, m in subject.members().items() if isinstance(m, kind)]
        fits = node.what in ("change", "action") and members[0] in known and len(members) <= (node.what == "action") + 1
        action = subject.members()[members[0]] if fits and subject is not None else None
        if fits and len(members) == 2 and isinstance(action, s.Action):
            known = [phase.name for phase in action.node.phases]
            fits = members[1] in known
        if not fits:
            name = node.subject.name if subject is None else subject.name
            self.game.problems.append(p.NoSuchPart(span, name, members[-1], node.what, closest(members[-1], known)))
        return fits

    def _make_event(
        self,
        trigger: t.Trigger,
        what: str,
        kind: str,
        subject: s.Class | None,
        members: tuple[str, ...],
        zone: s.Class | None,
    ) -> s.Class:
        moment = "after" if trigger.moment == "fast" else trigger.moment or ""
        same = family_of(what, kind)
        above = self._family(same, moment)
        equal: tuple[tuple[str, str], ...] = ()
        if what == "change" and members:
            equal = (("attribute", members[0]),)
        elif what == "action":
            equal = tuple(zip(("action", "phase"), members, strict=False))
        entered = () if zone is None else ((_DOORS[what], zone),)
        self.game.listeners[trigger] = Listener(what, moment, kind, subject, members, equal, (), entered)
        made = s.Class(same.name, ClassType(f"on {same.name}", "event", above.type), None)
        made.base = above
        if subject is not None:  # what it happens to is known better than the family has it
            self._narrow(made, same, same.subject, subject.latest().type)
            card = element_of(subject.type, subject) if subject.kind == "stack" else None
            if card is not None and "card" in dict(same.attributes):
                self._narrow(made, same, "card", card)
        if what in _DOORS:
            self._narrow_zones(made, same, what, kind, subject, zone)
        attribute = subject.members().get(members[0]) if subject is not None and members else None
        if what == "change" and isinstance(attribute, s.Attribute) and attribute.type is not ANY:
            self._narrow(made, same, "old", attribute.type)
            self._narrow(made, same, "new", attribute.type)
        self.game.by_type[made.type] = made
        return made

    def _narrow_zones(
        self, made: s.Class, same: Family, what: str, kind: str, subject: s.Class | None, zone: s.Class | None
    ) -> None:
        """Which zone, and what lies there, as far as the trigger says it."""
        for name in ("from", "to"):
            if name not in made.attributes and self.game.zone is not None:
                self._narrow(made, same, name, self.game.zone.type)
        zone = subject if kind == "zone" else zone
        if zone is None:
            return
        self._narrow(made, same, _DOORS[what], zone.latest().type)
        card = element_of(zone.type, zone)
        known = made.attributes.get("card")
        if known is None or derives(card, known.type):  # type: ignore[arg-type]
            self._narrow(made, same, "card", card)

    def _narrow(self, made: s.Class, same: Family, name: str, type_: Type) -> None:
        known = s.Attribute(name, type_, made, None)
        known.core = dict(same.attributes)[name]
        made.attributes[name] = known

    def _family(self, same: Family, moment: str) -> s.Class:
        """The event at one moment; made when somebody first waits for it."""
        classes = self.game.event_classes
        base = same.base or same.name
        if base not in classes:
            root = self._class(base, self.game.by_type[ROOTS["event"]])
            root.attributes = {name: s.Attribute(name, type_, root, None) for name, type_ in same.attributes}
            classes[base] = root
        name = f"{same.name}{moment.capitalize() or 'Later'}"
        if name not in classes:
            classes[name] = self._class(name, classes[base])
        return classes[name]

    def _class(self, name: str, base: s.Class) -> s.Class:
        taken = {type_.name for type_ in self.game.by_type} | {function.core for function in self.game.functions}
        made = s.Class(name, ClassType(tail_name(name, taken), "event", base.type), None)
        made.base = base
        self.game.by_type[made.type] = made
        return made


def touches(listener: Listener, class_: s.Class, member: str | None = None) -> bool:
    """Whether an object of a class, or one derived from it, may be what a trigger waits for."""
    if listener.members and member is not None and listener.members[0] != member:
        return False
    subject = listener.subject
    if subject is None:
        return True
    return derives(subject.latest().type, class_.type) or derives(class_.latest().type, subject.type)
