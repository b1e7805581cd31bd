"""Random expressions of a wanted type.

`sure(scope, type, depth)` is never null, and neither divides by zero nor looks outside a list, unless the program is
meant to take risks. `maybe` may be null.
"""

from __future__ import annotations

from collections.abc import Callable

from programs import kinds, queries
from programs.scope import Scope
from programs.world import Attr, Callee, Group, element, shape

Maker = Callable[[Scope, int], str]
TEXTS = (
    '""', '"red"', '"a b"', '"Ünï"', '"tab\\there"', '"say \\"hi\\""', '"back\\\\slash"', '"{brace}"', '"%d"', '"\\u00e9"',
    '"line\\nbreak"', '"null"', '"true"', '"0"', '"\'"', '"日本"', '"😀"', '"Z"', '"z"',
)  # fmt: skip
POOLS = (
    "1d6", "2d6", "3d4", "1d20", "1d1", "highest 3 of 4d6", "lowest 1 of 2d8", "drop lowest 1 of 3d6", "drop highest 1 of 2d4",
    "explode 2d6 up to 2", "explode 1d2", "count >= 3 of 4d6", "count != 2 of 3d3", "3d6 against 2d8",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "3", "7", "10", "0.5", "1.5", "2.25", "0.1", "1e3", "100", "12345.678", "1e21", "1e-7", "-1", "-2.5",
    "4503599627370496.5", "0.3", "1e22", "123456789", "0.000001", "1e-300", "1e16", "9007199254740993",
)  # fmt: skip


# ---- variables


def sources(scope: Scope, type_: str, sure: bool = True, write: bool = False) -> list[str]:
    """Everything that can be named here and holds a type; for writing only what holds exactly that."""
    found = []

    def offer(text: str, holds: str, is_sure: bool) -> None:
        if (
            holds == "string"
            and not write
            and text.rsplit(".", maxsplit=1)[-1] in ("turn", "old", "oldPhase", "newPhase")
        ):
            text = f'("" + {text})'  # a text beside the name of a phase must be one
        exact = holds == type_ or (not write and not shape(holds) and scope.world.fits(holds, type_))
        if exact and (is_sure or not sure):
            found.append(text)

    if not write and scope.chance(0.3):
        hidden = {local.name for local in scope.locals}
        for name, holds in scope.world.constants.items():
            if name not in hidden:
                offer(name, holds, True)
    for local in scope.locals:
        if local.assignable or not write:
            offer(local.name, local.type, local.sure)
        if local.sure and local.type in scope.world.classes:
            for attr in scope.world.classes[local.type].all_attrs():
                offer(f"{local.name}.{attr.name}", attr.type, attr.sure)
    if scope.owner is not None and not scope.making:
        taken = {local.name for local in scope.locals} | scope.reserved
        for attr in scope.owner.all_attrs():
            if write and attr.name in ("fuel", "ticks"):
                continue
            bare = attr.name not in taken and scope.chance(0.7)
            offer(attr.name if bare else f"this.{attr.name}", attr.type, attr.sure)
        if not write:
            offer("this", scope.owner.name, True)
    if scope.event_sure and scope.event in scope.world.classes:
        if not write:
            offer("event", scope.event, True)
        for attr in scope.world.classes[scope.event].all_attrs():
            offer(f"event.{attr.name}", attr.type, attr.sure)
    if not scope.making:
        for group in scope.world.groups:
            if group.attr:
                offer(f"{group.path}.{group.attr}", "number", True)
        for class_ in scope.world.of_kind("class", "interactable", visibility="global"):
            for attr in class_.all_attrs():
                if attr.name not in ("fuel", "ticks") or not write:
                    offer(f"{class_.name}.{attr.name}", attr.type, attr.sure)
    return found


def variable(scope: Scope, type_: str, sure: bool = True) -> str | None:
    found = sources(scope, type_, sure)
    return scope.rng.choice(found) if found else None


# ---- calls


def arguments(scope: Scope, callee: Callee, depth: int) -> str:
    given = []
    for param in callee.params:
        if param.optional and scope.chance(0.5):
            continue
        value = typed(scope, param.type, depth) if param.sure else maybe(scope, param.type, depth)
        given.append(f"{param.name}: {value}")
    scope.rng.shuffle(given)
    return ", ".join(given)


def callable_here(scope: Scope, returns: str | None) -> list[tuple[str, Callee]]:
    """What can be called, each with what stands in front of its name."""
    found: list[tuple[str, Callee]] = []
    for callee in scope.world.callees:
        owner = callee.owner
        if callee.returns != returns or callee.rank >= scope.rank or not callee.acts <= scope.acts:
            continue
        if not scope.affords(callee.cost) or (scope.making and (owner is not None or callee.cost > 3)):
            continue
        if owner is None:
            found.append(("", callee))
        elif scope.owner is not None and scope.owner.derives(owner):
            hidden = any(local.name == callee.name for local in scope.locals)
            found.append(("this." if hidden or scope.chance(0.4) else "", callee))
        elif owner.visibility == "global":
            found.append((f"{owner.name}.", callee))
        elif known := sources(scope, owner.name):
            found.append((f"{scope.rng.choice(known)}.", callee))
    return found


def call(scope: Scope, returns: str | None, depth: int) -> str | None:
    found = callable_here(scope, returns)
    if not found:
        return None
    on, callee = scope.rng.choice(found)
    scope.spend(callee.cost)
    return f"{on}{callee.name}({arguments(scope, callee, depth)})"


# ---- what is never null


def sure(scope: Scope, type_: str, depth: int = 2) -> str:
    if scope.careless():
        return maybe(scope, type_, depth, bare=False)
    held = variable(scope, type_)
    if held is not None and scope.chance(0.35 if depth > 0 else 0.7):
        return held
    if depth > 0 and scope.chance(0.06):
        asked = queries.query(scope, type_, depth)
        if asked is not None:
            return f"({asked})"
    if depth > 0 and scope.chance(0.12):
        called = call(scope, type_, depth - 1)
        if called is not None:
            return called
    if depth > 0 and scope.chance(0.06):
        chosen = kinds.conditional(scope, type_, depth - 1, sure)
        if chosen is not None:
            return chosen
    if depth > 0 and scope.world.named and scope.chance(0.1):
        asked = kinds.asked_of_kind(scope, type_, depth - 1)
        if asked is not None:
            return asked
    return _makers(scope, type_)(scope, depth)


def typed(scope: Scope, type_: str, depth: int = 2) -> str:
    """Where the type is known: bare braces will do, a number for a player, and a player for a number."""
    if shape(type_) and scope.chance(0.5):
        return _braces(scope, type_, depth)
    if type_.startswith(kinds.KIND) and scope.chance(0.5):
        return kinds.bare_kind(scope, type_)
    if type_ == "player" and scope.chance(0.2):
        return number(scope, min(depth, 1))
    if type_ == "number" and scope.chance(0.1):
        return player(scope, min(depth, 1))
    return sure(scope, type_, depth)


def _makers(scope: Scope, type_: str) -> Maker:
    simple: dict[str, Maker] = {"number": number, "string": string, "bool": boolean, "player": player, "dice": dice}
    if type_ in simple:
        return simple[type_]
    if type_ in scope.world.enums:
        return lambda s, d: kinds.enum_value(s, type_)
    if type_.startswith(kinds.KIND):
        return lambda s, d: kinds.kind_value(s, type_, d)
    if shape(type_):
        return lambda s, d: collection(s, type_, d)
    return lambda s, d: thing(s, type_, d)


def number(scope: Scope, depth: int) -> str:
    rng = scope.rng
    if depth <= 0:
        return rng.choice(NUMBERS) if scope.chance(0.4) else str(rng.randrange(-3, 12))
    less = depth - 1
    options: list[Callable[[], str]] = [
        lambda: f"({sure(scope, 'number', less)} {rng.choice('+-*')} {sure(scope, 'number', less)})",
        lambda: f"({sure(scope, 'number', less)} + {sure(scope, 'number', less)} - {rng.randrange(9)})",
        lambda: f"({sure(scope, 'number', less)} {rng.choice('/%')} {_divisor(scope, less)})",
        lambda: _power(scope, less),
        lambda: f"-({sure(scope, 'number', less)})",
        lambda: f"{rng.choice(('floor', 'ceil', 'round', 'abs'))}({sure(scope, 'number', less)})",
        lambda: f"{rng.choice(('min', 'max'))}({typed(scope, 'number', less)}, {sure(scope, 'number', less)})",
        lambda: f"random({rng.choice(('2', '6', '100', '2.9', '4294967295'))})",
        lambda: _measure(scope, less),
        lambda: _item(scope, "number", less) or number(scope, 0),
        lambda: f"({player(scope, less)} as number)" if scope.chance(0.5) else "player.count()",
        lambda: _of_tile(scope) or number(scope, 0),
    ]
    if scope.world.dice:
        options += [lambda: _of_dice(scope, less)] * 3
    return rng.choice(options)()


def _of_dice(scope: Scope, depth: int) -> str:
    """A number that dice come to, or could."""
    held, rng = sure(scope, "dice", depth), scope.rng
    if scope.chance(0.5):
        return f"roll({held})"
    if scope.chance(0.5):
        return f"({held}).{rng.choice(('least', 'greatest', 'mean'))}"
    other = rng.choice((str(rng.randrange(-2, 15)), "2.5", "1d6", "2d4"))
    return f"chance({held} {_comparison(scope)} {other})" if scope.chance(0.8) else f"chance(7 < {held})"


def dice(scope: Scope, depth: int) -> str:
    """Bounded, as texts are: none that are kept are made of others that are kept."""
    rng = scope.rng
    pool = rng.choice(POOLS)
    if scope.careless():
        return f"({pool} / (1d3 - 2))"
    options = (
        pool,
        f"({pool} {rng.choice('+-*')} {rng.choice(POOLS)})",
        f"({pool} {rng.choice('+-*/')} {rng.randrange(1, 6)})",
        f"({rng.randrange(-3, 9)} {rng.choice('+-*')} {pool})",
        f"({pool} / {rng.choice(('1d4', '2d6', '(1d3 + 1)'))})",
        f"(-{pool})",
        f"dice({rng.randrange(1, 5)}, {rng.randrange(1, 9)})",
        f"({rng.randrange(1, 4)}d6 against dice({rng.randrange(1, 5)}, {rng.randrange(1, 9)}))",
        f"(dice({rng.randrange(1, 4)}, {rng.randrange(1, 9)}) {rng.choice('+-*')} floor(abs({number(scope, 0)}) % 7))",
    )
    return pool if depth <= 0 else rng.choice(options)


def _divisor(scope: Scope, depth: int) -> str:
    if scope.careless():
        return sure(scope, "number", depth)
    return f"(abs({sure(scope, 'number', depth)}) + {scope.rng.choice(('1', '0.5', '3'))})"


def _power(scope: Scope, depth: int) -> str:
    exponent = scope.rng.choice(("0", "1", "2", "3", "0.5", "1.5", "-1", "5"))
    if scope.careless():
        return f"({sure(scope, 'number', depth)}) ^ {exponent}"
    return f"(abs({sure(scope, 'number', depth)}) % 9 + 1) ^ {exponent}"


def _measure(scope: Scope, depth: int) -> str:
    """How long something is, or where something stands in it."""
    found = [text for kind in ("List", "Table", "Stack") for text in collections(scope, kind)]
    decks = [text for deck in scope.world.of_kind("stack") for text in sources(scope, deck.name)]
    if decks and scope.chance(0.3):
        return f"{scope.rng.choice(decks)}.length()"
    if not found or scope.chance(0.2):
        return f"new List<number>() {{ {sure(scope, 'number', depth)}, 2 }}.indexOf({scope.rng.randrange(4)})"
    text, type_ = scope.rng.choice(found)
    if shape(type_) == "Stack":
        return f"{text}.length()"
    if shape(type_) == "List" and scope.chance(0.4):
        return f"{text}.indexOf({typed(scope, element(type_), 0)})"
    return f"{text}.length"


def collections(scope: Scope, kind: str) -> list[tuple[str, str]]:
    """All collections of a kind that can be named here, with their types."""
    types = {local.type for local in scope.locals}
    owners = [scope.owner] if scope.owner is not None else []
    for class_ in [*owners, *scope.world.of_kind("class", visibility="global")]:
        types |= {attr.type for attr in class_.all_attrs()}
    return [(text, type_) for type_ in sorted(types) if shape(type_) == kind for text in sources(scope, type_)]


def any_collection(scope: Scope, kind: str) -> tuple[str, str] | None:
    found = collections(scope, kind)
    return scope.rng.choice(found) if found else None


def _item(scope: Scope, type_: str, depth: int) -> str | None:
    """An element that is surely there."""
    items = [typed(scope, type_, depth) for _ in range(scope.rng.randrange(1, 4))]
    index = f"{scope.rng.randrange(len(items))}{scope.rng.choice(('', '', '.7'))}"
    if scope.careless():
        index = sure(scope, "number", depth)
    return f"new List<{type_}>() {{ {', '.join(items)} }}[{index}]"


def _of_tile(scope: Scope) -> str | None:
    group = a_group(scope)
    if group is None:
        return None
    if group.grid and scope.chance(0.3):
        return f"{group.path}.{scope.rng.choice(('width', 'height'))}"
    tile = tile_of(scope, group) if group.grid else None
    return f"{tile}.{scope.rng.choice('xy')}" if tile else f"{group.path}.tiles.length"


def a_group(scope: Scope) -> Group | None:
    groups = scope.world.groups
    return scope.rng.choice(groups) if groups and not scope.making else None


def tile_of(scope: Scope, group: Group) -> str | None:
    """A tile of a grid that is surely there; with holes it is only a `tile`."""
    if not group.grid:
        return f"{group.path}.tiles[{scope.rng.randrange(2)}]"
    return f"{group.path}[{scope.rng.randrange(group.width)}][{scope.rng.randrange(group.height)}]"


def _equality(scope: Scope, type_: str, depth: int) -> str:
    """Two new things of classes that are siblings can never be the same: that is told."""
    left, right = maybe(scope, type_, depth, False), maybe(scope, type_, depth, False)
    both_new = left.lstrip("(").startswith("new ") and right.lstrip("(").startswith("new ")
    return f"({left} {scope.rng.choice(('==', '!='))} {'null' if both_new else right})"


def boolean(scope: Scope, depth: int) -> str:
    rng = scope.rng
    if depth <= 0:
        return rng.choice(("true", "false", f"({sure_simple(scope, 'number')} < {rng.randrange(6)})"))
    less = depth - 1
    type_ = scope.world.any_type(1)
    type_ = "Sari" if type_ == "Ware" else type_  # of two that derive from it none may be the other
    options: list[Callable[[], str]] = [
        lambda: f"({sure(scope, 'number', less)} {_comparison(scope)} {typed(scope, 'number', less)})",
        lambda: f"({sure(scope, 'string', less)} {_comparison(scope)} {sure(scope, 'string', less)})",
        lambda: f"({sure(scope, 'player', less)} {rng.choice(('==', '!=', '<', '>='))} {sure(scope, 'number', less)})",
        lambda: _equality(scope, type_, less),
        lambda: f"({maybe(scope, type_, less, False)} {rng.choice(('==', '!='))} null)",
        lambda: f"({sure(scope, 'bool', less)} {rng.choice(('&&', '||', '&', '|', '^'))} {sure(scope, 'bool', less)})",
        lambda: f"(!{sure(scope, 'bool', less)})",
        lambda: _type_test(scope, less),
        lambda: f"{collection(scope, f'List<{type_}>', less)}.contains({maybe(scope, type_, 0)})",
        lambda: _piece_state(scope) or boolean(scope, 0),
        lambda: _item(scope, "bool", less) or boolean(scope, 0),
    ]
    return rng.choice(options)()


def sure_simple(scope: Scope, type_: str) -> str:
    return variable(scope, type_) or _makers(scope, type_)(scope, 0)


def _comparison(scope: Scope) -> str:
    return scope.rng.choice(("<", ">", "<=", ">=", "==", "!="))


def _piece_state(scope: Scope) -> str | None:
    pieces = [text for piece in scope.world.of_kind("interactable") for text in sources(scope, piece.name)]
    return f"{scope.rng.choice(pieces)}.discarded" if pieces else None


def _type_test(scope: Scope, depth: int) -> str:
    derived = [c for c in scope.world.classes.values() if c.base is not None and c.visibility != "global"]
    if derived and scope.chance(0.7):
        class_ = scope.rng.choice(derived)
        base = class_.base.name if class_.base is not None and scope.chance(0.6) else _root(class_.kind, class_.name)
        return f"({maybe(scope, base, depth, False)} is {class_.name})"
    type_ = scope.world.any_type(1)
    tested = type_
    if shape(type_) and type_.endswith("<string>") and scope.chance(0.5):
        tested = f"{shape(type_)}<bool>"
    elif type_ in ("number", "player"):
        tested = scope.rng.choice(("number", "player"))
    return f"({maybe(scope, type_, depth, False)} is {tested})"


def _root(kind: str, name: str) -> str:
    return kind if kind in ("tile", "interactable", "connection") else name


def string(scope: Scope, depth: int) -> str:
    """Bounded in length: no text that is kept is made of others that are kept."""
    rng = scope.rng
    if depth <= 0 or scope.chance(0.3):
        return rng.choice(TEXTS)
    if scope.chance(0.15) and not scope.making and scope.acts:
        return f'("" + {rng.choice(("turn.active()", "turn.phase.active()"))})'  # both are null in the setup
    other = rng.choice(("number", "bool", "player", "number"))
    parts = [rng.choice(TEXTS), _makers(scope, other)(scope, depth - 1)]
    if scope.chance(0.3):
        parts.append(rng.choice(TEXTS))
    if scope.chance(0.2):
        parts[0], parts[1] = parts[1], parts[0]
    return f"({' + '.join(parts)})"


def told(scope: Scope, depth: int = 2) -> str:
    """For the log: anything, joined with anything."""
    parts = [maybe(scope, scope.world.any_type(), depth, False) for _ in range(scope.rng.randrange(1, 4))]
    if len(parts) == 1 and scope.chance(0.6):
        return parts[0]
    if scope.chance(0.4) and not any("{" in part for part in parts):
        return '$"' + scope.rng.choice(("", "{{", "a }} ")) + " ".join(f"{{{part}}}" for part in parts) + '"'
    between = scope.rng.choice(('" "', '"|"', '", "'))
    return f'"{scope.rng.choice("abcxyz")}: " + ' + f" + {between} + ".join(parts)


def player(scope: Scope, depth: int) -> str:
    rng = scope.rng
    if depth <= 0 or scope.chance(0.3):
        return rng.choice(("player.active()", "player.active()", f"({rng.randrange(-3, 7)} as player)"))
    less = depth - 1
    options: list[Callable[[], str]] = [
        lambda: f"({sure(scope, 'player', less)} {rng.choice('+-*')} {sure(scope, 'number', less)})",
        lambda: f"({sure(scope, 'number', less)} {rng.choice('+-')} {sure(scope, 'player', less)})",
        lambda: f"({sure(scope, 'player', less)} {rng.choice('/%')} {_divisor(scope, less)})",
        lambda: f"({sure(scope, 'number', less)} as player)",
        lambda: f"(-({sure(scope, 'player', 0)}))",
        lambda: f"player.all()[{rng.randrange(scope.world.players[0])}]",
        lambda: _item(scope, "player", less) or player(scope, 0),
    ]
    return rng.choice(options)()


def thing(scope: Scope, type_: str, depth: int) -> str:
    """An object."""
    held = variable(scope, type_)
    if held is not None and scope.chance(0.6):
        return held
    if not scope.making and type_ != "BlankTile":
        for group in scope.rng.sample(scope.world.groups, len(scope.world.groups)):
            if scope.world.fits(group.tile, type_) and scope.chance(0.9):
                return tile_of(scope, group) or "null"
    scope.spend()
    classes = scope.world.makeable(type_)
    if not classes:
        return held or "null"
    class_ = scope.rng.choice(classes)
    if class_.kind == "stack" and class_.holds is not None:
        items = [thing(scope, class_.holds.name, 0) for _ in range(scope.rng.randrange(3))] if depth > 0 else []
        return f"new {class_.name}()" + (f" {{ {', '.join(items)} }}" if items else "")
    fills = [attr for attr in class_.all_attrs() if scope.chance(0.4) and not scope.making] if depth > 0 else []
    return f"new {class_.name}()" + _fills(scope, fills, depth - 1)


def _fills(scope: Scope, attrs: list[Attr], depth: int) -> str:
    if not attrs:
        return ""
    sign, between = scope.rng.choice((("=", ";"), ("=", ","), (":", ",")))
    given = [f"{attr.name} {sign} {typed(scope, attr.type, depth)}" for attr in attrs]
    return f" {{ {f'{between} '.join(given)}{';' if between == ';' else ''} }}"


def collection(scope: Scope, type_: str, depth: int) -> str:
    held = variable(scope, type_)
    asked = queries.query(scope, type_, depth) if depth > 0 and scope.chance(0.2) else None
    if asked is not None:
        return f"({asked})"
    if held is not None and scope.chance(0.5):
        if scope.chance(0.5):
            return held
        return f"{held}.{'clone' if shape(type_) == 'Stack' else 'copy'}()"
    if type_ == "List<player>" and scope.chance(0.5):
        return "player.all()"
    found = _tiles(scope, type_) if shape(type_) == "List" else None
    if found is not None and scope.chance(0.7):
        return found
    return f"new {type_}() {_braces(scope, type_, depth)}"


def _tiles(scope: Scope, type_: str) -> str | None:
    groups = [group for group in scope.world.groups if f"List<{group.tile}>" == type_] if not scope.making else []
    if groups:
        return f"{scope.rng.choice(groups).path}.tiles"
    group = a_group(scope)
    if group is not None and type_ == "List<tile>":
        return f"{tile_of(scope, group)}.neighbors()"
    return None


def _braces(scope: Scope, type_: str, depth: int) -> str:
    count = scope.rng.randrange(4) if depth > 0 else scope.rng.randrange(2)
    items = []
    for _ in range(count):
        item = typed(scope, element(type_), depth - 1)
        items.append(f"{{{key(scope)}, {item}}}" if shape(type_) == "Table" else item)
    return f"{{ {', '.join(items)} }}" if items else "{}"


def key(scope: Scope, depth: int = 0) -> str:
    """A key of a table: anything but null."""
    type_ = scope.rng.choices(("string", "number", "player", "bool"), (5, 4, 2, 1))[0]
    if scope.world.named and scope.chance(0.25):
        return scope.rng.choice(("Mood.Sad", "Weather.Sad", "Weather.Sun", "Silk", "Ware", sure(scope, "Mood", depth)))
    if scope.chance(0.15) and not scope.making:
        held = [text for c in scope.world.classes.values() for text in sources(scope, c.name)]
        if held:
            return scope.rng.choice(held)
    return sure(scope, type_, depth)


# ---- what may be null


def maybe(scope: Scope, type_: str, depth: int = 2, bare: bool = True) -> str:
    """`bare`: the type is known there, so that null and braces can stand alone."""
    if scope.chance(0.4):
        held = variable(scope, type_, sure=False)
        if held is not None:
            return held
    found = _doubtful(scope, type_, max(depth - 1, 0))
    if found and scope.chance(0.5):
        return scope.rng.choice(found)
    if bare and scope.chance(0.15):
        return "null"
    return typed(scope, type_, depth) if bare else sure(scope, type_, depth)


def _doubtful(scope: Scope, type_: str, depth: int) -> list[str]:
    """Expressions of a type that can turn out to be null."""
    found = []
    for table in sources(scope, f"Table<{type_}>")[:2]:
        found.append(f"{table}[{key(scope, depth)}]")
        found.append(f"{table}.get({key(scope, depth)}, {sure(scope, type_, 0)})")
    asked = queries.query_or_null(scope, type_, depth) if scope.chance(0.2) else None
    found += [] if asked is None else [asked]
    if scope.acts:  # popping changes the stack: in tests too, but there seldom on purpose
        found += [
            f"{stack}.{scope.rng.choice(('pop', 'pop_front'))}()" for stack in sources(scope, f"Stack<{type_}>")[:1]
        ]
        for deck in scope.world.of_kind("stack"):
            if deck.holds is not None and scope.world.fits(deck.holds.name, type_):
                found += [
                    f"{text}.{scope.rng.choice(('pop', 'pop_front'))}()" for text in sources(scope, deck.name)[:1]
                ]
    class_ = scope.world.classes.get(type_)
    if class_ is not None and class_.kind in ("class", "interactable") and class_.visibility == "local":
        if not scope.making:
            found.append(f"{type_}[{typed(scope, 'player', depth)}]")
    if class_ is not None and class_.base is not None and not scope.making and depth > 0:
        found.append(f"({sure(scope, class_.base.name, depth - 1)} as {type_})")
    inner = scope.world.classes.get(element(type_)) if shape(type_) == "List" else None
    if inner is not None and inner.base is not None:
        found += [f"({text} as {type_})" for text in sources(scope, f"List<{inner.base.name}>")[:1]]
    if type_ == "player":
        for owned in scope.world.of_kind("class", "interactable", visibility="local"):
            found += [f"{text}.player" for text in sources(scope, owned.name)[:1]]
    group = a_group(scope)
    if group is not None and type_ == "number":
        found.append(f"{tile_of(scope, group)}.distance({tile_of(scope, group)})")
    if type_ == "tile":
        for piece in scope.world.of_kind("interactable"):
            found += [f"{text}.tile" for text in sources(scope, piece.name)[:1]]
        if group is not None and group.grid:
            found.append(f"{group.path}[{number(scope, 1)}][{scope.rng.randrange(-1, 4)}]")
    return found
