"""Random enums, constants, conditional expressions, switches and classes as values.

A program that has them has two enums, some constants, and wares: classes that derive from each other and begin with constants,
so that everything can be asked of their kinds. Types are kept as they are written: "Mood", "kind of Ware".
"""

from __future__ import annotations

from collections.abc import Callable

from programs import expressions as e
from programs.scope import Scope
from programs.world import Attr, Class, World

Lines = list[str]
KIND = "kind of "
ENUMS = {"Mood": ("Glad", "Sad", "red", "case"), "Weather": ("Sun", "Rain", "Sad")}
_WARES = (("Ware", None), ("Spice", "Ware"), ("Silk", "Ware"), ("Sari", "Silk"), ("Salt", "Spice"))
_TEXT = '"Sad"'


def declare_values(world: World) -> None:
    """Enums, constants and wares: before everything else, so that all can use them."""
    world.named = True
    world.enums = dict(ENUMS)
    world.used |= {*ENUMS, "cost", "label", "mood", "rival", "fixed", *(name for name, _ in _WARES)}
    world.used |= {name for values in ENUMS.values() for name in values}
    world.functions += [f"enum {name} {{ {', '.join(values)} }}" for name, values in ENUMS.items()]
    rng = world.rng
    number = rng.randrange(2, 9)
    world.constants = {
        "CONST1": "number", "CONST2": "string", "CONST3": "Mood", "CONST4": "bool", "CONST5": "number", "CONST6": "player",
        "CONST7": "kind of Ware",
    }  # fmt: skip
    world.used |= set(world.constants)
    world.functions += [
        f"const number CONST1 = {number} * 2 - {rng.randrange(4)};",
        f'const string CONST2 = "c" + CONST1 + {rng.choice(("CONST3", "CONST5 / 4", "CONST4"))};',
        f"const Mood CONST3 = CONST4 ? Mood.Glad : Mood.{rng.choice(ENUMS['Mood'])};",
        f"const bool CONST4 = CONST1 {rng.choice(('<', '>', '=='))} {rng.randrange(12)} || {rng.choice(('true', 'false'))};",
        f"const number CONST5 = {rng.choice(('floor(CONST1 / 3)', '-CONST1 % 5', 'CONST1 ^ 0.5', 'max(CONST1, 4) + 0.5'))};",
        f"const player CONST6 = {rng.randrange(3)};",
        f"const kind of Ware CONST7 = {rng.choice([name for name, _ in _WARES])};",
    ]
    for name, base in _WARES:
        _ware(world, name, base)


def _ware(world: World, name: str, base: str | None) -> None:
    above = None if base is None else world.classes[base]
    made = Class(name, world.rng.choice(("class", "interactable")) if above is None else above.kind, base=above)
    values = {
        "cost": ("number", str(world.rng.randrange(9))),
        "label": ("string", f'"{name[:2]} " + CONST1'),
        "mood": ("Mood", f"Mood.{world.rng.choice(ENUMS['Mood'])}"),
        "rival": ("kind of Ware", world.rng.choice([ware for ware, _ in _WARES])),
    }
    for attribute, (type_, value) in values.items():
        if above is None:
            made.attrs.append(Attr(attribute, type_))
            made.lines.append(f"{type_} {attribute} = {value};")
        elif world.chance(0.4):
            made.lines.append(f"override {type_} {attribute} = {value};")
    if above is None:
        made.attrs.append(Attr("fixed", "bool", sure=False, private=world.chance(0.3)))
        made.lines.append(f"{'private ' if made.attrs[-1].private else ''}bool fixed;")
    elif world.chance(0.3):
        made.lines.append(f'display {{ name "the {name}"; }}')
    world.classes[name] = made


# ---- values


def enum_value(scope: Scope, type_: str) -> str:
    rng = scope.rng
    values = scope.world.enums[type_]
    if scope.chance(0.15):
        return f"{type_}.all()[{rng.randrange(len(values))}]"
    return f"{type_}.{rng.choice(values)}"


def kind_value(scope: Scope, type_: str, depth: int) -> str:
    """A class where nobody says that one is wanted."""
    name = type_.removeprefix(KIND)
    kinds = [class_.name for class_ in scope.world.makeable(name)]
    options = [
        f"{name}.kinds[0]",
        f"new List<{type_}>() {{ {', '.join(scope.rng.choices(kinds, k=2))} }}[{scope.rng.randrange(2)}]",
    ]
    if depth > 0 and not scope.making:
        scope.spend()
        options.append(
            f"new {scope.rng.choice(kinds)}().kind" if scope.chance(0.3) else f"({e.thing(scope, name, 0)}).kind"
        )
    return scope.rng.choice(options)


def bare_kind(scope: Scope, type_: str) -> str:
    """The same where one is."""
    return scope.rng.choice([class_.name for class_ in scope.world.makeable(type_.removeprefix(KIND))])


def asked_of_kind(scope: Scope, type_: str, depth: int) -> str | None:
    """What every ware begins with."""
    attributes = {"number": "cost", "string": "label", "Mood": "mood", "kind of Ware": "rival"}
    if type_ not in attributes or scope.making or not scope.world.named:
        return None
    word = "name" if type_ == "string" and scope.chance(0.4) else attributes[type_]
    return f"({e.sure(scope, 'kind of Ware', depth)}).{word}"


def conditional(scope: Scope, type_: str, depth: int, make: Callable[[Scope, str, int], str]) -> str | None:
    condition = e.sure(scope, "bool", depth)
    yes, no = make(scope, type_, depth), make(scope, type_, depth)
    return None if "null" in (yes, no) else f"({condition} ? {yes} : {no})"


# ---- statements


def choose(scope: Scope, inner: Callable[[Scope], Lines]) -> Lines:
    """A `switch`, over anything that it can go by."""
    rng = scope.rng
    over = rng.choice(
        ("number", "number", "string", "bool", "player", *(("Mood", "Weather", "kind of Ware") * scope.world.named))
    )
    values = _cases(scope, over)
    default = over != "bool" or len(values) < 2 or scope.chance(0.5)
    value = e.maybe(scope, over, 1, False) if default or scope.careless() else e.sure(scope, over, 1)
    if over.startswith(KIND):  # so that nobody knows more of it
        value = f"new List<{over}>() {{ {value} }}[0]"
    if default and scope.chance(0.2):
        values.insert(rng.randrange(len(values) + 1), "null")
    lines: Lines = []
    while values:
        taken = [values.pop(0) for _ in range(min(len(values), rng.randrange(1, 3)))]
        lines += [f"case {', '.join(taken)}:", *_indented(inner(scope))]
    if default:
        lines += ["default:", *(["    ;"] if scope.chance(0.3) else _indented(inner(scope)))]
    return [f"switch ({value})", "{", *_indented(lines), "}"]


def _cases(scope: Scope, over: str) -> list[str]:
    """Some values, each once; of kinds the particular ones first."""
    rng = scope.rng
    if over.startswith(KIND):
        some = rng.sample(_WARES, rng.randrange(1, len(_WARES) + 1))
        return [name for name, _ in sorted(some, key=lambda ware: -len(scope.world.classes[ware[0]].lineage()))]
    if over in scope.world.enums:
        known = [value if scope.chance(0.8) else f"{over}.{value}" for value in scope.world.enums[over]]
    else:
        known = {
            "number": ["0", "1", "2", "7 - 4", "0.5", "-1"],
            "player": ["0", "1", "2"],
            "bool": ["true", "false"],
        }.get(over, ['""', '"red"', '"a b"', '"s"'])
    return rng.sample(known, rng.randrange(1, len(known) + 1))


def kinds(scope: Scope) -> Lines:
    """Wares are made of kinds, and asked what they are."""
    if not scope.world.named or scope.making or not scope.affords(6):
        return []
    scope.spend(6)
    rng = scope.rng
    kind, one, other = (f"{scope.fresh(stem)}_" for stem in ("kind", "ware", "any"))
    fills = f" {{ cost = {e.typed(scope, 'number', 1)}; }}" if scope.chance(0.4) else ""
    held, compared = rng.choice((kind, "Silk", "Mood.Sad", one, _TEXT)), rng.choice(("Salt", f"{one}.kind", "null"))
    lines = [
        f"kind of Ware {kind} = {e.typed(scope, 'kind of Ware', 1)};",
        f"Ware {one} = new {kind}(){fills};",
        f"object {other} = {held};",
        f'log({one}.kind + " " + ({one} is {kind}) + " " + ({one} is Silk) + " " + ({kind} == {compared}));',
        f'log(({other} is kind of Silk) + " " + ({other} is Mood) + " " + ({other} as kind of Ware) + " " + ({other} == {kind}) + " " + {other});',
        f'log({kind}.name + {kind}.cost + {kind}.mood + " " + ({kind} as kind of Spice) + ({kind} is kind of Silk));',
    ]
    if scope.careless():
        lines.append(f"{kind} = {e.maybe(scope, 'kind of Ware', 1)};")
        lines.append(f"log(new {kind}());")
    if scope.chance(0.3):
        lines += [
            f"List<kind of Ware> many_{kind} = {{ Sari, {kind}, {'null, ' if scope.chance(0.3) else ''}Silk }};",
            f"List<kind of Silk> few_{kind} = many_{kind} as List<kind of Silk>;",
            f'log(few_{kind} + " " + (many_{kind} is List<kind of Silk>) + many_{kind}.indexOf({kind}));',
            f"if (few_{kind} != null) {{ many_{kind}.add({rng.choice(('Sari', 'Salt')) if scope.careless() else 'Sari'}); log(few_{kind}[few_{kind}.length - 1].cost); }}",
        ]
    return ["{", *_indented(lines), "}"]


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]
