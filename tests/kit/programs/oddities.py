"""Random statements about what is seldom written: keys of any type, narrower views, long tables, many texts to choose from."""

from __future__ import annotations

from programs import expressions as e
from programs.scope import Scope
from programs.world import ASK, element

Lines = list[str]
KEY_TYPES = ("number", "string", "bool", "player")


def keys(scope: Scope) -> Lines:
    """The keys of a table, whatever they are."""
    found = e.any_collection(scope, "Table")
    name, each = scope.fresh("held"), scope.fresh("each")
    lines = []
    if found is None or scope.chance(0.4):
        name, type_ = scope.fresh("keyed"), scope.world.simple_type()
        lines.append(f"Table<{type_}> {name} = {e.collection(scope, f'Table<{type_}>', 2)};")
        text = name
    else:
        text = found[0]
    asked = scope.rng.choice(KEY_TYPES)
    first = f"{text}.keys()[0]"
    some = e.sure(scope, asked, 1)
    looks = [
        f"log({text}.keys());",
        f"log({text}.keys().contains({some}));",
        f"log({text}.keys().indexOf({some}));",
        f"log({text}.keys() is List<{asked}>);",
        f"log({text}.keys() as List<{asked}>);",
        f'log("" + {{ {text}.keys() }} + {text}.keys().copy().length);',
        f'if ({text}.length > 0) {{ log(({first} is {asked}) + " " + ({first} as {asked}) + " " + ({first} == {some})); }}',
        f"if ({text}.length > 0) {{ log({text}[{first}]); {text}[{first}] = null; log({text}); }}",
        f"if ({text}.keys() is List<{asked}>) {{ for ({asked} {each} in {text}.keys()) {{ log({each}); }} }}",
        f'if ({text}.length < 9) {{ Table<string> {name}s = {{ {{{text}.keys(), "all"}} }}; log({name}s); }}',
    ]
    if scope.careless():
        looks.append(f"for ({asked} {each} in {text}.keys()) {{ log({each}); }}")
    lines += scope.rng.sample(looks, scope.rng.randrange(1, 4))
    return ["{", *(f"    {line}" for line in lines), "}"]


def taken_for(scope: Scope) -> Lines:
    """The keys of a table as a list of their own."""
    type_ = scope.rng.choice(KEY_TYPES)
    table, name = scope.fresh("some"), scope.fresh("those")
    pairs = ", ".join(f"{{{e.sure(scope, type_, 1)}, {i}}}" for i in range(scope.rng.randrange(4)))
    lines = [
        f"Table<number> {table} = {{ {pairs} }};",
        f"List<{type_}> {name} = {table}.keys() as List<{type_}>;",
        f"if ({name} != null) {{ {name}.add({e.typed(scope, type_, 1)}); {name}.add(null); log({name}); log({name}[0] == {name}[1]); }}",
        f'log(({name} is List<number>) + " " + ({name} is List<player>) + " " + ({name} is List<string>));',
    ]
    return ["{", *(f"    {line}" for line in lines), "}"]


def narrower(scope: Scope) -> Lines:
    """A list seen as one of a derived class, while others see it as what it is."""
    derived = [c for c in scope.world.classes.values() if c.base is not None and scope.world.makeable(c.name)]
    derived = [c for c in derived if c.base is not None and c.base.name in scope.world.classes]
    if not derived:
        return []
    class_ = scope.rng.choice(derived)
    assert class_.base is not None
    shape = scope.rng.choice(("List", "Stack", "Table"))
    wide, narrow = scope.fresh("wide"), scope.fresh("narrow")
    one, other = e.thing(scope, class_.name, 1), e.thing(scope, class_.base.name, 1)
    items = {"List": f"{{ {one}, null }}", "Stack": f"{{ {one} }}", "Table": f"{{ {{1, {one}}} }}"}[shape]
    added = {"List": f"{wide}.add({other});", "Stack": f"{wide}.push({other});", "Table": f"{wide}[2] = {other};"}[
        shape
    ]
    read = {"List": f"{narrow}[2]", "Stack": f"{narrow}.pop()", "Table": f"{narrow}[2]"}[shape]
    fine = {"List": f"{narrow}[0]", "Stack": f"{narrow}.length()", "Table": f"{narrow}[1]"}[shape]
    lines = [
        f"{shape}<{class_.base.name}> {wide} = {items};",
        f"{shape}<{class_.name}> {narrow} = {wide} as {shape}<{class_.name}>;",
        f"log({fine});",
        added,
        f'log("" + {narrow} + ({wide} is {shape}<{class_.name}>) + ({narrow} == {wide}));',
    ]
    if scope.careless() or scope.chance(0.03):
        lines.append(f"log({read});")
    return ["{", *(f"    {line}" for line in lines), "}"]


def long_table(scope: Scope) -> Lines:
    name, i = scope.fresh("long"), scope.fresh("i")
    count = scope.rng.randrange(6, 40)
    key = scope.rng.choice((i, f"{i} * 0.5", f'"k" + {i}', f"({i} as player)", f"-{i}", f'"" + ({i} % 11)'))
    gone = scope.rng.choice((i, f'"k" + {i}', f"{i} * 0.5", f"{count} - {i}"))
    scope.spend(12)
    lines = [
        f"Table<number> {name} = {{}};",
        f"for (number {i} = 0; {i} < {count}; {i} += 1) {{ {name}[{key}] = {i}; }}",
        f"for (number {i} = 0; {i} < {count}; {i} += {scope.rng.randrange(1, 4)}) {{ {name}[{gone}] = null; }}",
        f"log({name});",
        scope.rng.choice((f"{name}.clear();", f"{name}[0] = 5;", f"log({name}.copy());")),
        f"for (number {i} = 0; {i} < {scope.rng.randrange(14)}; {i} += 1) {{ {name}[{key}] = {i} + 1; }}",
        f'log({name} + " " + {name}[3] + " " + {name}["k2"]);',
    ]
    return ["{", *(f"    {line}" for line in lines), "}"]


def long_list(scope: Scope) -> Lines:
    """One that is long enough to be changed in another way than short ones."""
    name, i, shape = scope.fresh("row"), scope.fresh("i"), scope.rng.choice(("List", "Stack"))
    count = scope.rng.randrange(60, 90)
    put = "add" if shape == "List" else "push"
    scope.spend(25)
    changes = {
        "List": [
            f"{name}.removeAt({scope.rng.randrange(5)});",
            f"{name}.remove({scope.rng.randrange(9)});",
            f"{name}.shuffle();",
        ],
        "Stack": [f"{name}.push_front(-1);", f"log({name}.pop_front());", f"{name}.shuffle();"],
    }[shape]
    lines = [
        f"{shape}<number> {name} = {{}};",
        f"for (number {i} = 0; {i} < {count}; {i} += 1) {{ {name}.{put}({i}); }}",
        *scope.rng.choices(changes, k=2),
        f"log({name});",
    ]
    return ["{", *(f"    {line}" for line in lines), "}"]


def powers(scope: Scope) -> Lines:
    base = scope.rng.choice((f"abs({e.sure(scope, 'number', 1)})", "1.0000001", "0.3", "10", "2", "(0.1 + 0.2)"))
    exponent = scope.rng.choice(("0.5", "-3", "17", "1 / 3", "-0.25", "100.5", "40", "-1.5", "3.75"))
    return [f"log(({base} % 50 + 0.5) ^ ({exponent}));"]


def texts_to_choose(scope: Scope) -> Lines:
    if ASK not in scope.acts or not scope.affords(30) or scope.loops > 0:
        return []
    scope.spend(20)
    name, chosen, i = scope.fresh("words"), scope.fresh("word"), scope.fresh("i")
    many = scope.chance(0.4)
    type_ = "List<string>" if many else "string"
    filters = (
        f" {{ return {chosen}.length < 3; }}" if many else scope.rng.choice((";", f' {{ return {chosen} != "w1"; }}'))
    )
    lines = [
        f"List<string> {name} = {{}};",
        f'for (number {i} = 0; {i} < {scope.rng.randrange(2, 6)}; {i} += 1) {{ {name}.add("w" + ({i} + Core.ticks)); }}',
        f"optional input {type_} {chosen} in {name}{filters if filters != ';' or not many else ';'}",
        f"log({chosen});",
    ]
    return ["{", *(f"    {line}" for line in lines), "}"]


def update_discarded(scope: Scope) -> Lines:
    found = [text for c in scope.world.of_kind("interactable") for text in e.sources(scope, c.name)]
    if not found:
        return []
    return [f"{scope.rng.choice(found)}.discarded {scope.rng.choice(('&=', '|=', '^='))} {e.sure(scope, 'bool', 1)};"]


def elements(scope: Scope) -> Lines:
    """What lies in a collection of collections."""
    found = [(text, type_) for text, type_ in e.collections(scope, "Table") if element(type_).startswith("Table<")]
    if not found:
        return []
    text, type_ = scope.rng.choice(found)
    inner = element(element(type_))
    key = e.key(scope, 1)
    return [
        f"if ({text}.length < 9) {{ {text}[{key}][{e.key(scope)}] = {e.typed(scope, inner, 1)}; log({text}[{key}]); }}"
    ]
