"""Random statements with values that nobody expects: variables without one, numbers at the ends of what a number holds, long
and shared texts and lists, deep nesting, collections of anything, ranges of every kind.

What breaks a rule for sure waits until some moves were made (`late`), so that most programs play a while.
"""

from __future__ import annotations

from collections.abc import Callable

from programs import expressions as e
from programs.scope import Scope
from programs.world import ASK, FAIL, element, shape

Lines = list[str]
EDGES = (
    "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296", "4503599627370495", "4503599627370496", "4503599627370497.5",
    "9007199254740991", "9007199254740992", "9007199254740994", "-9007199254740993", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "1e16", "1e21", "1e22", "1e300", "1e308", "1.7976931348623157e308", "-1.7976931348623157e308", "5e-324", "-5e-324",
    "2.2250738585072014e-308", "1e-310", "0.1", "-0.0", "(-1 * 0)", "0.5", "-0.5", "1.0000000000000002", "0.9999999999999999",
)  # fmt: skip
NO_NUMBERS = (
    "0 / {0}",
    "{0} % 0",
    "1e308 * 10 + {0}",
    "(-2) ^ 0.5",
    "0 ^ -1",
    "1e200 * 1e200 - 1e308 * {0}",
    "2 ^ 1024",
    "-(1e308 + 1e308)",
)
SMALLEST = (
    "0.5 ^ 1075",
    "0.5 ^ 1074",
    "2 ^ -1074.5",
    "0.25 ^ 537.5",
    "5e-324 ^ 0.5",
    "1e-162 ^ 2",
    "1.1 ^ 7000",
    "0.9 ^ 7090",
    "3 ^ 646",
    "(1 + 2 ^ -52) ^ 2 ^ 52",
)
OPEN = ("1", "0", "-0.5", '"a"', '"b"', "true", "null", "player.active()", "{ 1, 2 }", '{ "a" }', "7")


def block(lines: Lines) -> Lines:
    return ["{", *(f"    {line}" for line in lines), "}"]


def some(scope: Scope, lines: Lines, most: int = 3) -> Lines:
    """A few of some lines, each with what it declares for itself."""
    chosen = scope.rng.sample(lines, scope.rng.randrange(1, most + 1))
    return [f"{{ {line} }}" if line.count(";") > 1 else line for line in chosen]


def late(scope: Scope, line: str) -> Lines:
    """A line that may break a rule: only sometimes, and not at once."""
    if not scope.chance(0.5):
        return []
    return [f"if (Core.ticks > {scope.rng.choice((0, 3, 7, 12, 20, 35))}) {{ {line} }}"]


# ---- variables without a value


def nothing(scope: Scope) -> Lines:
    """A variable that holds null, used wherever that is fine, and in the end where it is not."""
    type_ = scope.world.any_type() if scope.chance(0.6) else scope.world.class_type() or "List<number>"
    name = scope.fresh("none")
    with scope.block():
        lines = [f"{type_} {name}{_from_nowhere(scope, type_)};"]
        local = scope.declare(name, type_, False)
        lines += some(scope, _harmless(scope, name, type_))
        local.sure = True  # for what comes late: everything may be done with it
        lines += late(scope, scope.rng.choice(_harmful(scope, name, type_)))
    return block(lines)


def _from_nowhere(scope: Scope, type_: str) -> str:
    ways = [
        "",
        "",
        " = null",
        f" = new Stack<{type_}>().pop()",
        f" = new Table<{type_}>()[{e.key(scope)}]",
        f" = new List<{type_}>().at(0)",
    ]
    class_ = scope.world.classes.get(type_)
    if (
        class_ is not None
        and class_.kind in ("class", "interactable")
        and class_.visibility == "local"
        and not scope.making
    ):
        ways += [f" = {type_}[{e.player(scope, 1)}]"] * 2
    if type_ != "dice":
        ways.append(f" = Stranger() as {type_}")
    return scope.rng.choice(ways)


def _harmless(scope: Scope, name: str, type_: str) -> Lines:
    held = scope.fresh("held")
    return [
        f"log({name});",
        f'log("x" + {name} + {name});',
        f'log(({name} == null) + " " + ({name} == {name}) + " " + same({name}, {name}));',
        f"log({name} is {type_});",
        f"log(new List<{type_}>() {{ {name}, null }});",
        f"List<{type_}> {held} = {{ {name} }}; log({held}.contains({name}) + \" \" + {held}.indexOf({name})); {held}.remove({name}); log({held});",
        f"Stack<{type_}> {held} = {{ {name} }}; {held}.push({name}); log({held});",
        f"Table<{type_}> {held} = {{}}; {held}[1] = {name}; log({held});",
        f"object {held} = {name}; log({held}); log({held} is {type_ if type_ != 'dice' else 'number'});" if type_ != "dice" else f"log({name});",
    ]  # fmt: skip


def _harmful(scope: Scope, name: str, type_: str) -> Lines:
    class_ = scope.world.classes.get(type_)
    if shape(type_) == "List":
        return [
            f"log({name}[100000000]);", f"{name}.add(null);", f"log({name}.length);", f"for ({element(type_)} each_ in {name}) {{ log(each_); }}",
            f"{name}.append({name});", f"log({name}.copy());", f"{name}[0] = null;", f"{name}.shuffle();", f"log({name}.at(0));",
        ]  # fmt: skip
    if shape(type_) == "Table":
        return [
            f"log({name}[1]);",
            f"{name}[1] = null;",
            f"log({name}.keys());",
            f"{name}.clear();",
            f"log({name}.length);",
        ]
    if shape(type_) == "Stack":
        return [f"log({name}.pop());", f"{name}.push(null);", f"log({name}.length());", f"log({name}.clone());"]
    if type_ == "number":
        return [f"{name} += 1;", f"log({name} * 2);", f"log({name} < 1);", f"log(floor({name}));", f"log(min({name}, 1));", f"log(new List<number>() {{ 1 }}[{name}]);", f"log(random({name}));", f"log(-{name});", f"for (number i_ = 0; i_ < {name}; i_ += 1) {{ log(i_); }}", f"for (number i_ = {name}; i_ < 2; i_ += 1) {{ log(i_); }}"]  # fmt: skip
    if type_ == "player":
        return [
            f"{name} += 1;",
            f"log({name} + 1);",
            f"log({name} < 1);",
            f"for (number i_ = 0; i_ < {name}; i_ += 1) {{ log(i_); }}",
        ]
    if type_ == "bool":
        return [
            f"if ({name}) {{ log(1); }}",
            f"log(!{name});",
            f"log({name} && true);",
            f"{name} ^= true;",
            f"while ({name}) {{ break; }}",
        ]
    if type_ == "string":
        return [
            f'log({name} < "a");',
            f"log(new Table<number>()[{name}]);",
            f"Table<number> by_ = {{}}; by_[{name}] = 1;",
        ]
    if type_ == "dice":
        return [f"log(roll({name}));", f"log({name} + 1);", f"log({name}.mean);"]
    found = [f"log({name}.{attr.name});" for attr in class_.all_attrs()] if class_ is not None else []
    found += [f"{name}.{a.name} {'+=' if a.type == 'number' else '='} {'1' if a.type == 'number' else 'null'};" for a in (class_.all_attrs() if class_ is not None else [])]  # fmt: skip
    kind = class_.kind if class_ is not None else type_
    if kind == "interactable":
        found += [f"log({name}.tile);", f"{name}.discarded ^= true;", f"{name}.move_to(null);", f"{name}.discard();"]
    if kind == "tile":
        found += [
            f"log({name}.x);",
            f"log({name}.neighbors());",
            f"log({name}.pieces);",
            f"log({name}.distance({name}));",
        ]
    if kind == "class" and class_ is not None and class_.visibility == "local":
        found += [f"log({name}.player);", f"{name}.assign(0);"]
    return found or [f"log({name}.x);" if kind == "tile" else f"log({name});"]


# ---- numbers at the ends of what a number holds


def edge(scope: Scope) -> str:
    return scope.rng.choice(EDGES)


def edges(scope: Scope) -> Lines:
    name, rng = scope.fresh("edge"), scope.rng
    lines = [f"number {name} = {edge(scope)};"]
    looks = [
        f"log({name});",
        f"log({name} {rng.choice('+-')} {edge(scope)} / 2);",
        f"log({name} * 0.5 {rng.choice('+-')} {edge(scope)} / 4);",
        f"log({name} % {rng.choice(('7', '0.3', '4294967296', '9007199254740992', '1e300', '5e-324'))});",
        f"log({rng.choice(('floor', 'ceil', 'round', 'abs'))}({name}));",
        f"log(min({name}, {edge(scope)}) < max({edge(scope)}, {name}));",
        f"log(({name} as player) + ({name} as player));",
        f"player seat_ = {name}; log(seat_);",
        f"log(({name} == {edge(scope)}) + \" \" + ({name} < {edge(scope)}));",
        f"Table<number> by_ = {{ {{{name}, 1}}, {{{edge(scope)}, 2}} }}; log(by_); log(by_[{name}]);",
        f"log(new List<number>() {{ {name}, {edge(scope)} }}.indexOf({edge(scope)}));",
        f"number more_ = {name}; for (number i_ = 0; i_ < 3; i_ += 1) {{ more_ = more_ / 2 + i_; log(more_); }}",
        f"for (number i_ = {name}; i_ < {name} + 2; i_ += 1) {{ log(i_); break; }}",
        f"number n_ = 0; for (number i_ = {edge(scope)}; n_ < 3; i_ -= 1) {{ n_ += 1; log(i_); }}",
        f"log(new List<number>() {{ 1, 2 }}.at({name}));",
        f"log({rng.choice(SMALLEST)});",
        f"log(abs({name}) ^ {rng.choice(('0.5', '-0.5', '0.25', '-1', '0', '1e-300'))});" if not scope.chance(0.1) else f"log({name});",
    ]  # fmt: skip
    lines += some(scope, looks)
    bad = rng.choice(NO_NUMBERS).format(name)
    harm = (f"log({bad});", f"{name} = {bad};", f"log({name} * {name} * {edge(scope)});", f"log(new List<number>() {{ 1 }}[{name}]);", f"log(random({name}));", f"log(abs({name}) ^ {edge(scope)});", f"{name} += {edge(scope)}; {name} *= {edge(scope)};")  # fmt: skip
    return block([*lines, *late(scope, rng.choice(harm))])


# ---- long and shared


def long_text(scope: Scope) -> Lines:
    """A text that many hold."""
    if not scope.affords(20) or scope.loops:
        return []
    scope.spend(15)
    name, i, rng = scope.fresh("long"), scope.fresh("i"), scope.rng
    doublings = rng.choices((4, 9, 12, 14), (4, 3, 2, 1))[0]
    lines = [
        f'string {name} = {rng.choice(e.TEXTS)} + "ab";',
        f"for (number {i} = 0; {i} < {doublings}; {i} += 1) {{ {name} += {name}; }}",
        f"List<string> hoard_ = {{ {name}, {name} }};",
        f"for (number {i} = 0; {i} < {rng.choice((3, 30, 200))}; {i} += 1) {{ hoard_.add({name}); }}",
    ]
    uses = [
        f"log(hoard_[1] == {name} + \"\");",
        f"log({name} < {name} + 1);",
        f"Table<number> by_ = {{ {{{name}, 1}} }}; log(by_[hoard_[2]]);",
        f"log(hoard_.indexOf({name} + \"x\"));",
        "hoard_.shuffle(); log(hoard_.length);",
    ]  # fmt: skip
    if not scope.making and scope.acts:
        uses.append("if (Core.hoard.length < 400) { Core.hoard.append(hoard_); }")
        uses.append("if (Core.hoard.length > 2) { Core.hoard.removeAt(1); log(Core.hoard[0] == Core.hoard[1]); }")
    lines += some(scope, uses, 2)
    lines += late(scope, f"while (true) {{ {name} += {name}; }}") if scope.chance(0.1) else []
    return block(lines)


def long_list(scope: Scope) -> Lines:
    if not scope.affords(20) or scope.loops:
        return []
    scope.spend(15)
    rng, type_ = scope.rng, scope.world.any_type(1)
    name = scope.fresh("many")
    lines = [
        f"List<{type_}> {name} = {{ {e.typed(scope, type_, 1)}, null }};",
        f"for (number i_ = 0; i_ < {rng.choices((3, 7, 10, 12), (3, 3, 2, 1))[0]}; i_ += 1) {{ {name}.append({name}); }}",
    ]
    uses = [
        f"{name}.shuffle();", f"{name}.removeAt({name}.length / 2);", f"{name}.remove(null);", f"log({name}.indexOf(null));",
        f"{name}.removeRange({{ null }}); log({name}.length);", f"{name} = {name}.copy(); {name}.clear(); log({name});",
        f"number seen_ = 0; for ({type_} each_ in {name}) {{ seen_ += 1; if (seen_ < 3) {{ {name}.add(each_); }} }} log({name}.length);",
        f"{name}[{name}.length - 1] = {e.typed(scope, type_, 0)}; log({name}.at({name}.length));",
    ]  # fmt: skip
    lines += some(scope, uses)
    lines += late(scope, f"while (true) {{ {name}.append({name}); {name}.add(null); }}") if scope.chance(0.1) else []
    return block([*lines, f"log({name}.length);"])


# ---- deep


def deep(scope: Scope) -> Lines:
    rng = scope.rng
    depth = rng.randrange(3, 12)
    kind = rng.randrange(4)
    if kind == 0:  # collections in collections
        type_, made = "number", "1"
        for _ in range(depth):
            word = rng.choice(("List", "Table", "Stack"))
            type_, made = f"{word}<{type_}>", f"{{ {{1, {made}}} }}" if word == "Table" else f"{{ {made} }}"
        name = scope.fresh("deep")
        return block(
            [
                f"{type_} {name} = {made};",
                f"log({name});",
                f"log({name} is {type_});",
                f"object held_ = {name}; log(held_ == {name});",
            ]
        )
    if kind == 1:  # sums in sums
        text = "1"
        for _ in range(2 * depth):
            text = f"({text} {rng.choice('+-')} {rng.choice((e.sure(scope, 'number', 0), '1'))})"
        return [f"log({text});"]
    if kind == 2:  # blocks in blocks
        lines = [f"log({e.told(scope, 1)});"]
        for _ in range(depth):
            head = rng.choice(("if (true)", "if (Core.ticks >= 0)", "while (true)"))
            lines = [head, *block([*lines, *(["break;"] if head == "while (true)" else [])])]
        return lines
    name = scope.fresh("shell")  # lists that hold themselves in a row
    inner = f"List<object> {name} = {{}};"
    return block(
        [
            inner,
            f"for (number i_ = 0; i_ < {3 * depth}; i_ += 1) {{ List<object> outer_ = {{ {name}, i_ }}; {name} = outer_; }}",
            f"log({name});",
        ]
    )


# ---- collections of anything


def anything(scope: Scope) -> Lines:
    """A collection of objects of all kinds, which is taken for one of a type."""
    rng = scope.rng
    word = rng.choice(("List", "List", "List", "Stack", "Table"))
    same = scope.chance(0.6)
    taken = rng.choice(("number", "string", "bool", "player"))
    value = {"number": "7", "string": '"a"', "bool": "true", "player": "3"}[taken]
    items = [value if same else rng.choice(OPEN) for _ in range(rng.randrange(4))]
    pairs = ", ".join(f"{{{i}, {item}}}" for i, item in enumerate(items)) if word == "Table" else ", ".join(items)
    name, other = scope.fresh("open"), scope.fresh("taken")
    lines = [
        f"{word}<object> {name} = {{ {pairs} }};" if pairs else f"{word}<object> {name} = new {word}<object>();",
        f"log({name});",
    ]
    lines += some(scope, _looks(scope, word, name), 2)
    lines.append(f"{word}<{taken}> {other} = {name} as {word}<{taken}>;")
    lines.append(f'log("" + {other} + ({name} is {word}<{taken}>));')
    lines += some(scope, _looks(scope, word, name), 2)
    give = rng.choice(("null", value, value))
    if word != "Table":
        put = "add" if word == "List" else rng.choice(("push", "push_front"))
        lines.append(f"if ({other} != null) {{ {other}.{put}({give}); log({name}); }}")
    lines += late(scope, rng.choice(_puts(word, name, rng.choice(OPEN[:8]))))
    lines += [f"log({name});", f"object whole_ = {name}; log((whole_ as {word}<{taken}>) == {other});"]
    return block(lines)


def _looks(scope: Scope, word: str, name: str) -> Lines:
    some = scope.rng.choice(OPEN[:8])
    if word == "Table":
        return [f"log({name}[1]);", f"object one_ = {name}[0]; log(one_); log(one_ == {some});", f"for (object k_ in {name}.keys()) {{ log({name}[k_]); }}", f"log({name}.copy());"]  # fmt: skip
    if word == "Stack":
        return [f"log({name}.clone());", f"log({name}.length());", f"object top_ = {name}.pop(); log(top_); {name}.push(top_);", f"log({name} is Stack<number>);"]  # fmt: skip
    return [
        f"log({name}.contains({some}));", f"log({name}.indexOf({some}));", f"for (object each_ in {name}) {{ log(each_); log(each_ is number); }}",
        f"log({name}.at(0));", f"if ({name}.length > 0) {{ log({name}[0] == {some}); object first_ = {name}[0]; log(first_ as number); }}",
        f"log({name}.find({some}));", f"log({name}.copy());", f"{name}.remove({some});",
    ]  # fmt: skip


def _puts(word: str, name: str, value: str) -> Lines:
    if word == "Table":
        return [f"{name}[5] = {value};"]
    if word == "Stack":
        return [f"{name}.push({value});", f"{name}.push_front({value});"]
    return [
        f"{name}.add({value});", f"{name}.put({name}.length, {value});", f"if ({name}.length > 0) {{ {name}[0] = {value}; }}",
        f"{name}.append({name}); {name}.add({value});", f"for (number each_ in {name}) {{ log(each_ + 1); }}", f"List<object> more_ = {{ {value}, 1 }}; {name}.append(more_); {name}.removeRange(more_);",
    ]  # fmt: skip


def wider(scope: Scope) -> Lines:
    """A list of a derived class, under the name of one of its base, that gets a whole list."""
    derived = [
        c
        for c in scope.world.classes.values()
        if c.base is not None and c.base.name in scope.world.classes and scope.world.makeable(c.name)
    ]
    if not derived:
        return []
    class_ = scope.rng.choice(derived)
    assert class_.base is not None
    base, narrow, wide, more_ = class_.base.name, scope.fresh("narrow"), scope.fresh("wide"), scope.fresh("more")
    fine, doubtful = e.thing(scope, class_.name, 1), e.thing(scope, base, 1)
    lines = [
        f"List<{class_.name}> {narrow} = {{ {fine}, null }};",
        f"List<{base}> {wide} = {narrow};",
        f"List<{base}> {more_} = {{ null, {fine} }};",
    ]
    lines += [f"{wide}.append({more_});", f"{more_}.append({narrow});", f"log({narrow});", f"log({more_});"]
    lines += late(
        scope,
        scope.rng.choice(
            (
                f"{more_}.add({doubtful}); {wide}.append({more_});",
                f"{wide}[0] = {doubtful};",
                f"{wide}.put(0, {doubtful});",
            )
        ),
    )
    return block([*lines, f"log({narrow});"])


# ---- questions


def ranges(scope: Scope) -> Lines:
    """Ranges and lists of every kind to choose from."""
    if not scope.affords(14) or scope.loops or ASK not in scope.acts:
        return []
    scope.spend(12)
    rng, name = scope.rng, scope.fresh("pick")
    start = edge(scope)
    fine = (
        f" from {start} to {start} + 2", " from 3 to 1", " from 0.5 to 2.5", " from -0.5 to 0.5", f" from {start} to {start}", " from 9007199254740990 to 9007199254740994",
        " from 4503599627370494.5 to 4503599627370498", " in new List<number>() {}", " in { null, 1, null, 1, 2 }", f" in {{ {start}, {edge(scope)}, -0.0, 0 }}", " from -2 to 40",
    )  # fmt: skip
    bad = (
        " from 0 to 10000",
        " from 0 to 1e9",
        " from -1e308 to 1e308",
        " in null",
        f" from {start} to {start} * 3 + 7",
    )
    optional = "optional " if FAIL not in scope.acts or scope.chance(0.7) else ""
    type_ = rng.choice(("number", "number", "List<number>"))
    test = rng.choice(
        (";", f" {{ return {name} != 1; }}" if type_ == "number" else f" {{ return {name}.length < 3; }}", ";")
    )
    lines = [f"{optional}input {type_} {name}{rng.choice(fine)}{test}", f"log({name});"]
    return block([*lines, *late(scope, f"optional input number wrong_{rng.choice(bad)}; log(wrong_);")])


def meddling(scope: Scope) -> Lines:
    """A filter that changes what lies around it: that is taken back."""
    if not scope.affords(14) or scope.loops:
        return []
    scope.spend(12)
    rng = scope.rng
    word, put, size = rng.choice((("List", "out_.add(each_);", "out_.length"), ("Table", "out_[each_] = each_;", "out_.length"), ("Stack", "out_.push(each_);", "out_.length()")))  # fmt: skip
    again = rng.choice(
        ("", "out_ = new " + word + "<number>(); ", "changed_ += 1; ", "Core.ticks += 0; ", "texts_ += each_; ")
    )
    asked = "auto " if ASK not in scope.acts or scope.chance(0.5) else "optional "
    whole_ = (
        f" filter {{ changed_ += 1; return picked_.length < {rng.randrange(2, 5)} && changed_ < 3; }}"
        if asked != "auto "
        else ""
    )
    return block([
        f"{word}<number> out_ = new {word}<number>(); number changed_ = 0; string texts_ = \"t\";",
        f"{asked}input List<number> picked_ in {{ 1, 2, 3, 4 }} {{ filter each_ {{ {put} {again}return {size} < {rng.randrange(1, 4)} && changed_ < 2; }}{whole_} }}",
        'log("" + picked_ + out_ + changed_ + texts_);',
    ])  # fmt: skip


HOSTILE: list[tuple[Callable[[Scope], Lines], float]] = [
    (nothing, 5), (edges, 4), (long_text, 1), (long_list, 1), (deep, 1.5), (anything, 3), (wider, 1.5), (ranges, 2), (meddling, 1.5),
]  # fmt: skip
