"""Random tiles, boards, pieces and decks."""

from __future__ import annotations

from programs import expressions as e
from programs.happenings import adjacency
from programs.scope import Scope
from programs.statements import Lines, indented
from programs.world import Attr, Class, Group, World, shape

_BLANK = Class("BlankTile", "tile")
FIXED = ("fuel", "ticks", "cost", "label", "mood", "rival")  # which keep what they begin with


def attributes(world: World, class_: Class, count: int) -> None:
    """Adds attributes to a class, with what they begin with."""
    for _ in range(count):
        type_ = world.any_type()
        sure = world.chance(0.8)
        private = world.chance(0.2) and class_.kind in ("class", "interactable")
        attr = Attr(world.name(type_[0].lower() if not shape(type_) else shape(type_).lower()), type_, sure, private)
        value = initial(world, class_, type_, sure)
        class_.lines += _attribute(world, attr, value, "")
        class_.attrs.append(attr)
    if class_.base is not None:
        inherited = [attr for attr in class_.base.all_attrs() if attr.name not in FIXED]
        for attr in world.rng.sample(inherited, min(len(inherited), world.rng.randrange(3))):
            class_.lines += _attribute(world, attr, initial(world, class_, attr.type, attr.sure), "override ")


def initial(world: World, class_: Class, type_: str, sure: bool) -> str:
    """What an attribute begins with: it sees nothing but classes that came before."""
    scope = Scope(world, class_, making=True)
    if not sure and world.chance(0.5):
        return ""
    return e.typed(scope, type_, 1) if sure else e.maybe(scope, type_, 1)


def _attribute(world: World, attr: Attr, value: str, override: str) -> Lines:
    private = "private " if attr.private else ""
    if world.chance(0.15):
        ending = f" value {value};" if value else ""
        return [f"{private}{override}attribute {attr.name} {{ returns {attr.type};{ending} }}"]
    return [f"{private}{override}{attr.type} {attr.name}{f' = {value}' if value else ''};"]


def display(world: World, class_: Class) -> None:
    shown = [a.name for a in class_.all_attrs() if a.type in ("number", "string", "player", "bool") and not a.private]
    if shown and world.chance(0.3):
        some = [world.rng.choice(shown) for _ in range(4)]
        second = f', "{{{some[1]}}}{{{some[2]}}}"' if world.chance(0.4) else ""
        more = f' short "s"; text "is {{{some[2]}}}"; hide {some[3]};' if world.chance(0.3) else ""
        own = "{name}" if some[1] < some[2] else class_.name
        players = [attr.name for attr in class_.all_attrs() if attr.type == "player" and not attr.private]
        owner = f" owner {world.rng.choice(players)};" if players and world.chance(0.4) else ""
        class_.lines.append(f'display {{ name "{own} {{{some[0]}}}"{second}; symbol "a", "z";{more}{owner} }}')


# ---- tiles and boards


def tiles(world: World) -> None:
    previous: Class | None = None
    for name in world.rng.sample(("Field", "Hill", "Lake", "Cave"), world.rng.choice((1, 2, 3))):
        base = previous if previous is not None and world.chance(0.5) else None
        if previous is not None and base is None and world.chance(0.1):
            base = _BLANK
        previous = Class(name, "tile", base=base)
        attributes(world, previous, world.rng.randrange(3))
        display(world, previous)
        world.classes[name] = previous
    if world.chance(0.6):
        road = Class("Road", "connection")
        if world.chance(0.6):
            road.attrs.append(Attr("cost", "number"))
            road.lines.append(f"number cost = {world.rng.choice(('1', '2', '0.5', '3'))};")
        attributes(world, road, world.rng.randrange(2))
        world.classes["Road"] = road


def board(world: World) -> None:
    """A board that `Core.board` holds."""
    class_ = Class("Land", "board")
    for number in range(1 if world.small else world.rng.randrange(1, 4)):
        kind = world.rng.choice(("square", "square around", "square sides", "row", "column", "graph"))
        name = f"Map{number}"
        group = Group(name, f"Core.land.{name}", "tile", kind != "graph")
        body = _graph(world, group) if kind == "graph" else _grid(world, group, kind)
        if world.chance(0.3):
            group.attr = world.name("size")
            body.insert(0, f"number {group.attr} = {world.rng.randrange(9)};")
        class_.lines += [f"group {name}", "{", *indented(body), "}"]
        world.groups.append(group)
    world.classes[class_.name] = class_
    world.boards.append("Core.land")
    first = world.groups[0]
    if first.grid and first.tile == "tile" and world.chance(0.4):  # laid anew, with any tiles
        isle = Class("Isle", "board", base=class_)
        names = [*(tile.name for tile in world.of_kind("tile")), "b"]
        rows = [", ".join(world.rng.choices(names, k=first.across)) + ";" for _ in range(first.down)]
        isle.lines.append(f"override group {first.name} {{ grid {{ {' '.join(rows)} }} }}")
        world.classes["Isle"] = isle


def _grid(world: World, group: Group, kind: str) -> Lines:
    rng = world.rng
    classes = world.of_kind("tile")
    across, down = rng.randrange(1, 5), rng.randrange(1, 4)
    if world.hostile and world.chance(0.05):
        across, down = rng.choice(((40, 1), (1, 40), (25, 25), (17, 9)))
    holes = world.chance(0.4)
    rows = [
        [rng.choice(classes) if not (holes and world.chance(0.25)) else None for _ in range(across)]
        for _ in range(down)
    ]
    if not any(tile is not None for row in rows for tile in row):
        rows[0][0] = classes[0]
    used = [tile for row in rows for tile in row]
    group.across, group.down = across, down
    group.tile = _common(used)
    group.width, group.height = (across, down) if kind.startswith("square") else (down, across)
    square = kind.startswith("square")
    places = [(x, y) if square else (y, x) for y in range(down) for x in range(across) if rows[y][x] is not None]
    words = ["b" if world.chance(0.5) else "BlankTile"]
    lines = [", ".join(words[0] if tile is None else tile.name for tile in row) + ";" for row in rows]
    head = [f"geometry {kind};"] if kind.startswith("square") else ["geometry hex;", f"orientation {kind};"]
    return [*head, f"grid {{ {' '.join(lines)} }}", *adjacency(world, places)]


def _common(used: list[Class | None]) -> str:
    """The nearest class that all tiles of a grid are."""
    first = used[0]
    if first is None or None in used:
        blank = all(tile is None or tile.derives(_BLANK) for tile in used)
        return "BlankTile" if blank else "tile"
    for step in first.lineage():
        if all(tile is not None and tile.derives(step) for tile in used):
            return step.name
    return "tile"


def _laid_graph(world: World) -> Lines:
    """Tiles by their names, classes and tables, and links to several."""
    rng = world.rng
    tables = [table for table in world.tables if table.base.kind == "tile" and world.chance(0.7)]
    rows = [row.name for table in tables for row, _ in table.rows]
    plain = [tile.name for tile in world.of_kind("tile") if not tile.row]
    alone = rng.sample(plain, rng.randrange(1, len(plain) + 1))
    named = [f"t{i}" for i in range(rng.randrange(3))]
    parts = [*(table.name for table in tables), *alone, *(f"{name}: {rng.choice([*plain, *rows])}" for name in named)]
    rng.shuffle(parts)
    links, names = [], [*rows, *alone, *named]
    for _ in range(rng.randrange(3) if len(names) > 1 else 0):
        start, *goals = rng.sample(names, rng.randrange(2, len(names) + 1))
        links.append(
            f"{start} {rng.choice(('->', '<->'))} {', '.join(rng.choice(('', '2 ')) + goal for goal in goals)};"
        )
    return ["geometry graph;", f"tiles {{ {'; '.join(parts)}; }}", f"adjacency {{ {' '.join(links)} }}"]


def _graph(world: World, group: Group) -> Lines:
    """In a graph all tiles are only a `tile` to those who look at it."""
    rng = world.rng
    if world.chance(0.4):
        return _laid_graph(world)
    count = rng.randrange(2, 6)
    class_ = rng.choice(world.of_kind("tile"))
    lines = []
    for i in range(count):
        lines += [f"{class_.name} t{i} = new {class_.name}();", f"this.add(t{i});"]
    for _ in range(rng.randrange(1, count + 2)):
        a, b = rng.sample(range(count), 2)
        if "Road" in world.classes and world.chance(0.4):
            lines.append(f"t{a}.connections.add(new Road() {{ to = t{b}; }});")
        else:
            lines.append(f"this.connect(t{a}, t{b});")
    return ["geometry graph;", "default", "{", *indented(lines), "}"]


# ---- pieces and decks


def pieces(world: World) -> None:
    previous: Class | None = None
    for name in world.rng.sample(("Card", "Pawn", "Coin", "Spell"), world.rng.choice((1, 1, 2, 3))):
        base = previous if previous is not None and world.chance(0.5) else None
        group = base.visibility if base is not None else "group" if world.chance(0.1) else "local"
        previous = Class(name, "interactable", group, base)
        attributes(world, previous, world.rng.randrange(1, 3))
        display(world, previous)
        world.classes[name] = previous


def deck(world: World, name: str) -> None:
    holds = world.rng.choice(world.of_kind("interactable"))
    class_ = Class(name, "stack", holds=holds)
    class_.lines += [f"returns {holds.name};", *deck_contents(world, holds)]
    filled = [f"for (number v = 0; v < {world.rng.randrange(6)}; v += 1) {{ push(new {holds.name}()); }}"]
    scope = Scope(world, making=True)
    filled += [f"{world.rng.choice(('push', 'push_front'))}({e.thing(scope, holds.name, 1)});" for _ in range(2)]
    if world.chance(0.5):
        filled.append("shuffle();")
    if world.chance(0.8):
        class_.lines += ["default", "{", *indented(filled), "}"]
    world.classes[name] = class_
    if world.chance(0.2):
        small = Class(f"Small{name}", "stack", base=class_, holds=holds)
        small.lines += deck_contents(world, holds)
        if not small.lines or world.chance(0.5):
            small.lines += ["default", "{", f"    push(new {holds.name}());", "}"]
        world.classes[small.name] = small


def deck_contents(world: World, holds: Class) -> Lines:
    """Lines like `2 Guard;`."""
    names = [class_.name for class_ in world.makeable(holds.name)]
    names += [table.name for table in world.tables if table.base.derives(holds)] * 2
    count = world.rng.choice((0, 0, 1, 2))
    lines = [f"{world.rng.choice(('', '2 ', '3 '))}{name}" for name in world.rng.choices(names, k=count)]
    return [", ".join(lines) + ";"] if lines and world.chance(0.5) else [f"{line};" for line in lines]
