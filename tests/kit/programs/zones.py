"""Random zones: what lies in them, what is asked of them, what is moved where."""

from __future__ import annotations

from collections.abc import Callable

from programs import expressions as e
from programs.scope import Scope
from programs.world import FAIL, Class, World

Lines = list[str]
NAMES = ("Grip", "Row", "Pile", "Store", "Purse")


def zones(world: World, attributes: Callable[[World, Class, int], None]) -> None:
    """Some zones of what there is; some derive from others, some are filled from others."""
    pieces, rng = world.of_kind("interactable"), world.rng
    for name in rng.sample(NAMES, rng.randrange(1, 4)) if pieces else ():
        derived = [zone for zone in world.of_kind("zone") if zone.base is None]
        if derived and world.chance(0.2):
            base = rng.choice(derived)
            zone = Class(name, "zone", base.visibility, base, holds=base.holds)
            zone.lines += _capacity(world, 0.6)
        else:
            zone = Class(name, "zone", rng.choice(("local", "local", "global")), holds=rng.choice(pieces))
            watchers = ("all", "nobody") if zone.visibility == "global" else ("all", "owner", "nobody")
            zone.lines += [f"seen by {rng.choice(watchers)};"] if world.chance(0.8) else []
            zone.lines += ["ordered;"] if world.chance(0.4) else []
            zone.lines += ["keeps owner;"] if world.chance(0.2) else []
            zone.lines += _capacity(world, 0.6)
            zone.lines += _source(world, zone)
        attributes(world, zone, rng.randrange(2))
        world.classes[name] = zone


def _capacity(world: World, likely: float) -> Lines:
    return [f"holds {world.rng.choice(('1', '2', '3', '5', '2.5', '1 + 1'))};"] if world.chance(likely) else []


def _source(world: World, zone: Class) -> Lines:
    """From another zone, or from a deck that it has itself."""
    assert zone.holds is not None
    found = [
        other.name
        for other in world.of_kind("zone", visibility="global")
        if other.holds is not None and other.holds.derives(zone.holds)
    ]
    stocks = [deck.name for deck in world.of_kind("stack") if deck.holds and deck.holds.derives(zone.holds)]
    always = " always" if world.chance(0.4) else ""
    if not any(line.startswith("holds") for line in zone.lines) or not world.chance(0.6):
        return []
    if stocks and world.chance(0.5):
        stock, deck = world.name("stock"), world.rng.choice(stocks)
        return [f"{deck} {stock} = new {deck}();", f"refill from {stock}{always};"]
    return [f"refill from {world.rng.choice(found)}{always};"] if found else []


def says(zone: Class, word: str) -> bool:
    """Whether a zone, or what it derives from, says something."""
    return any(line.startswith(word) for step in zone.lineage() for line in step.lines)


def a_global_zone(world: World) -> Class | None:
    found = world.of_kind("zone", visibility="global")
    return world.rng.choice(found) if found else None


def zone_statement(scope: Scope) -> Lines:
    found = scope.world.of_kind("zone")
    if not found or scope.making:
        return []
    zone = scope.rng.choice(found)
    if zone.visibility == "global":
        return _with(scope, zone, zone.name)
    name = scope.fresh(zone.name.lower())
    local = scope.declare(name, zone.name, True, False)
    with scope.block():
        inner = _with(scope, zone, name)
    scope.locals.remove(local)
    lines = [f"{zone.name} {name} = {zone.name}[{e.player(scope, 0)}];", f"if ({name} != null)", "{", *inner, "}"]
    return ["{", *lines, "}"]


def _with(scope: Scope, zone: Class, text: str) -> Lines:
    """Something that is done with a zone that is there."""
    assert zone.holds is not None
    rng, kind = scope.rng, zone.holds.name
    card = scope.fresh("card")
    there = f"{text}.cards[{rng.choice(('0', f'{text}.length - 1'))}]"
    choices = [
        [f'log({text}.length + " " + {text}.cards + " " + {text}.contains({e.thing(scope, kind, 1)}));'],
        [f"for ({kind} {card} in {text}) {{ log({card}.zone); }}"],
        [f"for ({kind} {card} in {text}.cards) {{ log({card}.zone == {text}); break; }}"],
        [f'if ({text}.length > 0) {{ log({there}.zone.length + " " + {there}.zone.player); }}'],
        *[_put(scope, zone, text, e.thing(scope, kind, 1)) for _ in range(4)],
        *[_take(scope, zone, text, there) for _ in range(4)],
    ]
    if zone.visibility == "local":
        choices.append([f"{text}.assign({e.maybe(scope, 'player', 1)});"])
    if says(zone, "ordered"):
        choices += [[f"{text}.shuffle();"], [f"if ({text}.top != null) {{ log({text}.top == {text}.bottom); }}"]]
    if says(zone, "holds"):
        choices.append([f"log({text}.room);"])
    if says(zone, "refill"):
        choices += [[f"{text}.refill();"]] * 3
    return rng.choice(choices)


def _put(scope: Scope, zone: Class, text: str, card: str) -> Lines:
    if not says(zone, "holds") or (FAIL in scope.acts and scope.chance(0.3)) or scope.careless():
        room = f"{text}.length < 9 || {e.boolean(scope, 0)}"
    else:
        room = f"{text}.room > 0"
    way = scope.rng.choice((f"move {card} to {text};", f"({card}).move_to({text});"))
    return [f"if ({room}) {{ {way if not card.startswith('(') else f'({card}).move_to({text});'} }}"]


def _take(scope: Scope, zone: Class, text: str, there: str) -> Lines:
    """What lies there goes elsewhere: another zone, a deck, a tile, a player, out of the game."""
    assert zone.holds is not None
    ways = [f"{there}.discard();", f"{there}.move_to(null);", f"move {there} to {text};", f"move {text} to null;"]
    some = scope.fresh("some")
    ways.append(f"move where {some} in {text} {{ {e.boolean(scope, 0)} }} to {text};")
    if zone.holds.visibility == "local":
        ways += [f"{there}.assign({e.maybe(scope, 'player', 0)});"] * 2
    for other in scope.world.of_kind("zone"):
        if other.holds is not None and zone.holds.derives(other.holds) and other.visibility == "global":
            room = f"if ({other.name}.room > 0) " if says(other, "holds") else ""
            ways += [f"{room}{{ move {there} to {other.name}; }}"] * 2
            room = f"if ({other.name}.room >= {text}.length) " if says(other, "holds") else ""
            ways.append(f"{room}{{ move {text} to {other.name}; }}")
    for deck in scope.world.of_kind("stack"):
        if deck.holds is not None and zone.holds.derives(deck.holds):
            for pile in e.sources(scope, deck.name):
                ways += [f"move {there} to {pile};", f"{pile}.push({there});", f"{there}.discard({pile});"]
                ways.append(f"new {deck.name}() {{ {there} }};")
                ways += [f"move {text} to {pile};", f"{pile}.push({text}.cards);", f"{pile}.shuffle_in({text}.cards);"]
    group = e.a_group(scope)
    if group is not None:
        ways += [f"move {there} to {e.tile_of(scope, group)};"] * 2
        ways.append(f"move {text}.cards to {e.tile_of(scope, group)};")
    return [f"if ({text}.length > 0) {{ {scope.rng.choice(ways)} }}"]


def zone_event(world: World) -> str | None:
    """What a trigger can wait for: `Card enter Row`."""
    found = world.of_kind("zone")
    if not found:
        return None
    zone, way = world.rng.choice(found), world.rng.choice(("enter", "leave"))
    assert zone.holds is not None
    return world.rng.choice(
        (
            f"{zone.name} {way}",
            f"{zone.holds.name} {way} {zone.name}",
            f"{zone.holds.name} {way}",
            f"zone {way}",
            f"interactable {way} {zone.name}",
        )
    )
