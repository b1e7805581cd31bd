"""Random statements. Each function gives lines; what they declare can be seen behind them."""

from __future__ import annotations

from collections.abc import Callable

from programs import expressions as e
from programs import hostile, kinds, oddities
from programs.inputs import an_input
from programs.scope import Scope
from programs.world import ASK, FAIL, PASS, THROW, WIN, element, shape
from programs.zones import zone_statement

Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def braced(head: str, lines: Lines) -> Lines:
    if len(lines) == 1 and len(head) + len(lines[0]) < 90:
        return [f"{head} {{ {lines[0]} }}".lstrip().replace("{  }", "{ }")]
    if head and len(lines) < 3 and all(line[0] not in " {}" for line in lines) and sum(map(len, lines)) < 90:
        return [f"{head} {{ {' '.join(lines)} }}"]
    return [*([head] if head else []), "{", *indented(lines), "}"]


def statements(scope: Scope, count: int) -> Lines:
    lines: Lines = []
    for _ in range(count):
        if not scope.affords(1) or scope.room <= 0:
            break
        lines += statement(scope)
    return lines


def statement(scope: Scope) -> Lines:
    scope.spend()
    scope.room -= 1
    made: Lines = []
    while not made:
        unkind = scope.world.hostile and scope.chance(scope.world.hostile)
        if scope.world.zones and scope.chance(0.2):
            made = zone_statement(scope)
            continue
        made = scope.rng.choices(*(_HOSTILE if unkind else _WEIGHTED))[0](scope)
    return made


# ---- values


def log(scope: Scope) -> Lines:
    return [f"log({e.told(scope)});"]


def declare(scope: Scope) -> Lines:
    type_ = scope.world.any_type()
    sure = scope.chance(0.75)
    value = e.typed(scope, type_) if sure else e.maybe(scope, type_)
    name = scope.fresh()
    scope.declare(name, type_, sure)
    if not sure and scope.chance(0.15):
        return [f"{type_} {name};"]
    return [f"{type_} {name} = {value};"]


def assign(scope: Scope) -> Lines:
    type_ = scope.world.any_type()
    sure = scope.chance(0.8)
    targets = e.sources(scope, type_, sure=True, write=True)
    doubtful = sorted(set(e.sources(scope, type_, sure=False, write=True)) - set(targets))
    if not sure and doubtful:
        return [f"{scope.rng.choice(doubtful)} = {e.maybe(scope, type_)};"]
    if not targets:
        return []
    target = scope.rng.choice(targets)
    value = e.typed(scope, type_)
    return [f"{target} = {f'({value}) % 997' if type_ == 'number' else value};"]


def update(scope: Scope) -> Lines:
    """`+=` and its like, within bounds."""
    type_ = scope.world.simple_type()
    targets = e.sources(scope, type_, sure=True, write=True)
    if not targets or type_ in scope.world.enums or type_.startswith(kinds.KIND):
        return []
    target = scope.rng.choice(targets)
    rng = scope.rng
    if type_ == "bool":
        return [f"{target} {rng.choice(('&=', '|=', '^='))} {e.sure(scope, 'bool', 1)};"]
    if type_ == "string":
        return [f'{target} = "s";', f"{target} += {e.sure(scope, rng.choice(('number', 'player', 'bool')), 1)};"]
    if type_ == "dice":
        return [f"{target} = {e.dice(scope, 1)};", f"{target} {rng.choice(('+=', '-=', '*='))} {e.dice(scope, 1)};"]
    op = rng.choice(("+=", "-=", "*=", "+=", "/=", "%=", "^="))
    if op in ("/=", "%="):
        return [f"{target} {op} {rng.choice(('2', '3', '7', '0.5'))};"]
    if op == "^=":
        return [f"{target} %= 11;", f"{target} ^= 2;"]
    value = e.sure(scope, rng.choice(("number", "player")), 1)
    return [f"{target} {op} {value};"] + ([f"{target} %= 1013;"] if type_ == "number" else [])


def guarded(scope: Scope) -> Lines:
    """Something that may be null, and what is done with it if it is not."""
    type_ = scope.world.any_type() if scope.chance(0.5) else scope.world.class_type() or "number"
    name = scope.fresh()
    value = e.maybe(scope, type_)
    local = scope.declare(name, type_, False)
    test = scope.rng.choice((f"{name} != null", f"!{name} == null", f"{name} != null && {e.boolean(scope, 1)}"))
    with scope.block():
        local.sure = True
        inner = statements(scope, scope.rng.randrange(1, 3)) or [f"log({name});"]
    local.sure = False
    lines = [f"{type_} {name} = {value};", *braced(f"if ({test})", inner)]
    if scope.chance(0.3):
        lines += braced("else", [f'log("no {type_}");'])
    return lines


# ---- collections


def collect(scope: Scope) -> Lines:
    found = e.any_collection(scope, scope.rng.choices(("List", "Table", "Stack"), (5, 3, 2))[0])
    if found is None:
        return []
    text, type_ = found
    change = {"List": _list, "Table": _table, "Stack": _stack}[shape(type_)]
    return [line for _ in range(scope.rng.choice((1, 2, 2, 3))) for line in change(scope, text, element(type_))]


def _small(text: str, size: str, line: str) -> str:
    return f"if ({text}.{size} < 12) {{ {line} }}"


def _list(scope: Scope, text: str, of: str) -> Lines:
    rng = scope.rng
    some = e.typed(scope, of, 1)
    at = f"abs({e.sure(scope, 'number', 1)}) % {text}.length"
    if scope.careless():
        at = e.sure(scope, "number", 1)
    there = f"if ({text}.length > 0)"
    updates = {
        "number": f"{there} {{ {text}[{at}] {rng.choice(('+=', '-='))} {e.sure(scope, 'number', 0)}; }}",
        "player": f"{there} {{ {text}[{at}] {rng.choice(('+=', '-=', '*='))} {e.sure(scope, 'number', 0)}; }}",
        "bool": f"{there} {{ {text}[{at}] {rng.choice(('&=', '|=', '^='))} {e.sure(scope, 'bool', 1)}; }}",
    }
    if of in updates and scope.chance(0.2):
        return [updates[of], *([f"{there} {{ {text}[0] %= 1000; }}"] if of == "number" else [])]
    return [
        rng.choice(
            (
                _small(text, "length", f"{text}.add({some});"),
                _small(text, "length", f"{text}.add({some});"),
                _small(text, "length", f"{text}.append({e.typed(scope, f'List<{of}>', 1)});"),
                f"{text}.remove({some});",
                f"{text}.shuffle();",
                f"{text}.clear();",
                f"log({text}.contains({e.maybe(scope, of, 1)}));",
                f"log({text}.indexOf({some}));",
                f'log({text}.find({some}) + " " + {text}.at({rng.randrange(-1, 6)}));',
                f"log(same({text}.at({at}), {text}.at({at} + 1)));",
                _small(text, "length", f"{text}.put({text}.length, {some});"),
                f"{there} {{ {text}.put({at}, {some}); }}",
                f"{text}.removeRange({e.typed(scope, f'List<{of}>', 1)});",
                f"{there} {{ {text}[{at}] = {some}; }}",
                f"{there} {{ log({text}[{at}]); }}",
                f"{there} {{ {text}.removeAt({at}); }}",
                f"log({text}.copy());",
                f"log({text} == {text}.copy());",
            )
        )
    ]


def _table(scope: Scope, text: str, of: str) -> Lines:
    rng = scope.rng
    key = e.key(scope, 1)
    options = [
        _small(text, "length", f"{text}[{key}] = {e.typed(scope, of, 1)};"),
        _small(text, "length", f"{text}[{key}] = {e.typed(scope, of, 1)};"),
        f"{text}[{key}] = null;",
        f"log({text}[{key}]);",
        f"log({text}.keys());",
        f"log({text}.copy());",
        f"log({text});",
        f"{text}.clear();",
    ]
    if shape(of) == "Table":
        deep = _small(text, "length", f"{text}[{key}][{e.key(scope)}] = {e.typed(scope, element(of), 0)};")
        options += [deep, deep, deep]
    if of == "string":
        options.append(_small(text, "length", f"{text}[{key}] += {e.sure(scope, 'number', 0)}; {text}[{key}] = null;"))
    if of == "number":
        options += [
            _small(
                text,
                "length",
                f"{text}[{key}] {rng.choice(('+=', '-=', '*='))} {e.sure(scope, 'number', 1)}; {text}.clear();",
            )
        ] * 2
        options.append(f"if ({text}[1] != null) {{ {text}[1] += 2; {text}[1] %= 100; }}")
    return [rng.choice(options)]


def _stack(scope: Scope, text: str, of: str) -> Lines:
    push = scope.rng.choice(("push", "push_front"))
    options = (
        _small(text, "length()", f"{text}.{push}({e.maybe(scope, of, 1)});"),
        _small(text, "length()", f"{text}.{push}({e.typed(scope, of, 1)});"),
        f"log({text}.{scope.rng.choice(('pop', 'pop_front'))}());",
        f"{text}.shuffle();",
        f"log({text}.clone());",
        f"log({text});",
        f"log({text}.peek());",
        f"log({text}.{scope.rng.choice(('peek', 'pop', 'pop_front'))}({_how_many(scope)}));",
        f"log({text}.take({e.maybe(scope, of, 1)}));",
        _small(
            text,
            "length()",
            f"{text}.{scope.rng.choice((push, 'shuffle_in'))}({e.sure(scope, f'List<{of}>', 1)});",
        ),
        _small(text, "length()", f"{text}.shuffle_in({e.maybe(scope, of, 1)});"),
    )
    return scope.rng.sample(options, scope.rng.choice((1, 2)))


def _how_many(scope: Scope) -> str:
    return scope.rng.choice(("0", "1", "2", "2.9", "-1", "1e9")) if scope.chance(0.7) else e.number(scope, 1)


def as_base(scope: Scope) -> Lines:
    """A list of a derived class under the name of a list of its base."""
    derived = [c for c in scope.world.classes.values() if c.base is not None and scope.world.makeable(c.name)]
    if not derived:
        return []
    class_ = scope.rng.choice(derived)
    assert class_.base is not None
    one, other, third = (f"{scope.fresh(stem)}_" for stem in ("narrow", "wide", "again"))
    lines = [
        f"List<{class_.name}> {one} = {{ {e.thing(scope, class_.name, 1)} }};",
        f"List<{class_.base.name}> {other} = {one};",
        f"{other}.add({e.thing(scope, class_.base.name if scope.careless() else class_.name, 0)});",
        f"List<{class_.name}> {third} = {other} as List<{class_.name}>;",
        f'log({one} + " " + ({other} == {one}) + " " + ({third} == null) + " " + ({other} is List<{class_.name}>));',
    ]
    return ["{", *indented(lines), "}"]


def with_nulls(scope: Scope) -> Lines:
    """A list that holds null."""
    type_ = scope.world.any_type(1)
    name = scope.fresh()
    items = ", ".join(scope.rng.sample(["null", "null", e.typed(scope, type_, 1), e.maybe(scope, type_, 1)], 3))
    return ["{", f"    List<{type_}> {name} = {{ {items} }};", f"    {name}.remove(null);",
            f'    log({name} + " " + {name}.indexOf(null) + " " + {name}.contains(null));', "}"]  # fmt: skip


# ---- branches and loops


def branch(scope: Scope) -> Lines:
    lines: Lines = []
    for i in range(scope.rng.choices((1, 2, 3), (5, 3, 1))[0]):
        lines += braced(f"{'else ' if i else ''}if ({e.sure(scope, 'bool')})", _inner(scope))
    if scope.chance(0.4):
        lines += braced("else", _inner(scope))
    return lines


def _inner(scope: Scope, rounds: int = 1, loop: bool = False, most: int = 2) -> Lines:
    with scope.block(rounds, loop):
        lines = statements(scope, scope.rng.randrange(1, most + 1))
        return lines or ['log("nothing");']


def choose(scope: Scope) -> Lines:
    return kinds.choose(scope, _inner)


def leave(scope: Scope) -> Lines:
    """Out of a loop or a function, now and then."""
    words = ["break;", "continue;"] if scope.loops else []
    if scope.result is not None:
        words.append(given_back(scope))
    return [f"if ({e.boolean(scope, 1)}) {{ {scope.rng.choice(words)} }}"] if words else []


def given_back(scope: Scope) -> str:
    """A `return` that fits; numbers stay small, whatever is made of them."""
    if not scope.result:
        return "return;"
    value = e.typed(scope, scope.result)
    return f"return ({value}) % 1009;" if scope.result == "number" else f"return {value};"


def loop(scope: Scope) -> Lines:
    rounds = scope.rng.randrange(1, 5)
    if scope.loops >= 2 or not scope.affords(rounds * 3):
        return []
    name = scope.fresh(scope.rng.choice("ijk"))
    kind = scope.rng.randrange(7)
    with scope.block():
        scope.declare(name, "number", assignable=False)
        if kind < 3:
            test, after = (
                (f"{name} < {rounds}", f"{name} += 1") if kind != 1 else (f"{name} <= {rounds}", f"{name} += 1.5")
            )
            if kind == 2 and scope.chance(0.5):
                test = f"{name} < min({rounds}, {e.sure(scope, 'number', 1)})"
            return braced(f"for (number {name} = 0; {test}; {after})", _inner(scope, rounds, True))
        if kind == 3:
            return braced(f"for (number {name} = {rounds}; {name} > 0; {name} -= 1)", _inner(scope, rounds, True))
        if kind == 4:
            inner = [f"{name} += 1;", *_inner(scope, rounds, True)]
            return ["{", f"    number {name} = 0;", *indented(braced(f"while ({name} < {rounds})", inner)), "}"]
        if kind == 5:
            inner = [f"{name} += 1;", f"if ({name} > {rounds}) {{ break; }}", *_inner(scope, rounds, True)]
            head = scope.rng.choice(("while (true)", "for (;;)", f"for (; {name} < 9;)"))
            return ["{", f"    number {name} = 0;", *indented(braced(head, inner)), "}"]
    return _each(scope)


def _each(scope: Scope) -> Lines:
    name = scope.fresh()
    type_, values = _walked(scope)
    with scope.block():
        scope.declare(name, type_)
        inner = _inner(scope, 3, True)
    return braced(f"for ({type_} {name} in {values})", inner)


def _walked(scope: Scope) -> tuple[str, str]:
    group = e.a_group(scope)
    roll = scope.rng.random()
    if roll < 0.2:
        return "player", "player.all()"
    if group is not None and roll < 0.4:
        tile = e.tile_of(scope, group)
        return scope.rng.choice(
            (
                (group.tile, f"{group.path}.tiles"),
                ("tile", f"{tile}.neighbors()"),
                ("interactable", f"{tile}.pieces"),
                ("connection", f"{tile}.connections"),
            )
        )
    if roll < 0.5:
        return "string", 'new Table<number>() { {"k", 1}, {"l", 2} }.keys()'
    if roll < 0.55:
        return "number", "{ 3, 1, 2 }"
    found = e.any_collection(scope, "List")
    if found is not None:
        return element(found[1]), found[0]
    type_ = scope.world.any_type(1)
    return type_, e.collection(scope, f"List<{type_}>", 2)


def scoped(scope: Scope) -> Lines:
    return ["{", *indented(_inner(scope)), "}"]


# ---- calls and acts


def call(scope: Scope) -> Lines:
    """A function or an action, for what it does."""
    returns = scope.rng.choice(("", None, None, scope.world.simple_type()))
    called = e.call(scope, returns, 1)
    return [] if called is None else [f"{called};"]


def fuelled(scope: Scope, lines: Lines) -> Lines:
    """What could set off itself again does so only a few times in a game."""
    return ["if (Core.fuel > 0)", "{", "    Core.fuel -= 1;", *indented(lines), "}"]


def throw(scope: Scope) -> Lines:
    events = scope.world.of_kind("event")
    if THROW not in scope.acts or not events or not scope.affords(5):
        return []
    scope.spend(5)
    how = scope.rng.choice(("throw", "throw_sync"))
    return fuelled(scope, [f"event.{how}({e.thing(scope, scope.rng.choice(events).name, 2)});"])


def pass_on(scope: Scope) -> Lines:
    if PASS not in scope.acts:
        return []
    turn = scope.rng.choice(list(scope.world.turns))
    phase = scope.rng.choice(scope.world.turns[turn])
    ways = [
        "turn.pass();",
        f"turn.pass({e.typed(scope, 'player', 1)});",
        f'turn.use("{turn}");',
        f'turn.use("{turn}", "{phase}");',
    ]
    if len(scope.world.turns) == 1:
        ways.append(f'turn.pass({e.typed(scope, "player", 1)}, "{phase}");')
        ways.append(f"turn.pass(p: {e.typed(scope, 'player', 1)}, phase: null);")
    chosen = [scope.rng.choice(ways)]
    return fuelled(scope, chosen) if scope.listening else chosen


def ask(scope: Scope) -> Lines:
    if not scope.affords(14) or scope.loops > 1 or (ASK not in scope.acts and scope.chance(0.6)):
        return []
    return [an_input(scope, may_miss=FAIL in scope.acts)[0]]


def fail(scope: Scope) -> Lines:
    if FAIL not in scope.acts:
        return []
    word = scope.rng.choice(["fail", "cancel", "cancel all"])
    message = f' "no: " + {e.told(scope, 1)}' if scope.chance(0.7) else ""
    return [f"if ({e.boolean(scope, 2)} && {e.boolean(scope, 1)}) {{ {word}{message}; }}"]


def win(scope: Scope) -> Lines:
    if WIN not in scope.acts or scope.chance(0.7):
        return []
    who = scope.rng.choice((e.player(scope, 1), "{ player.all() }", "{ { 1 }, { 0 } }", "{}", f"{e.number(scope, 0)}"))
    return [f"if (Core.ticks > {scope.rng.randrange(4, 25)} && {e.boolean(scope, 1)}) {{ winner {who}; }}"]


def around_the_table(scope: Scope) -> Lines:
    """Who plays on, who is first, what only one gets to know."""
    rng, who = scope.rng, e.player(scope, 1)
    lines = [
        f"tell({who}, {e.told(scope, 1)});",
        f'log(player.remaining() + " " + player.first() + player.is_out({who}));',
        f"for (player {(other := scope.fresh())} in player.others({who if scope.chance(0.5) else ''})) {{ log({other}); }}",
    ]
    if scope.world.teamed:
        lines.append(f'log(player.team({who}) + " " + player.allies({who}));')
    things = [(text, c.name) for c in scope.world.of_kind("class", "interactable") for text in e.sources(scope, c.name)]
    if things:
        shown, of = rng.choice(things)
        lines += [f"show {shown} to {who};", f"player.show(new List<{of}>() {{ {shown}, null }}, {who});"]
    if PASS in scope.acts:
        lines += [
            f"first {e.player(scope, 0)};",
            f"if (Core.ticks > 5 && {e.boolean(scope, 1)}) {{ out {e.player(scope, 0)}; }}",
        ]
    return rng.sample(lines, rng.randrange(1, 3))


# ---- the things of the table


def own(scope: Scope) -> Lines:
    classes = [c for c in scope.world.of_kind("class", "interactable") if c.visibility in ("local", "group")]
    found = [(text, c) for c in classes for text in e.sources(scope, c.name)]
    if not found:
        return []
    text, class_ = scope.rng.choice(found)
    who = e.maybe(scope, "player", 1) if class_.visibility == "local" else e.typed(scope, "player", 1)
    if scope.chance(0.2):
        who = f"player: {who}"
    if class_.visibility == "group":
        word = scope.rng.choice(("assign", "unassign"))
        return [f"{text}.{word}({who});", f"log({text}.players);"]
    return [f"{text}.assign({who});", f"log({text}.player);"]


def handle(scope: Scope) -> Lines:
    """Pieces: moved, discarded."""
    found = [(text, c) for c in scope.world.of_kind("interactable") for text in e.sources(scope, c.name)]
    if not found:
        return []
    text, class_ = scope.rng.choice(found)
    group = e.a_group(scope)
    if group is not None and scope.chance(0.6):
        return [
            f"{text}.move_to({e.tile_of(scope, group)});",
            f'log({text}.tile + " " + {e.tile_of(scope, group)}.pieces);',
        ]
    decks = [
        t for d in scope.world.of_kind("stack") if d.holds and class_.derives(d.holds) for t in e.sources(scope, d.name)
    ]
    pile = scope.rng.choice(decks) if decks and scope.chance(0.8) else ""
    if pile and scope.chance(0.3):
        pile += ".discard_stack"
    lines = [f"{text}.discard({pile});"] if scope.chance(0.7) else [f"{text}.move_to(null);"]
    if scope.chance(0.1):
        lines = [f"{text}.discarded = {e.sure(scope, 'bool', 1)};"]
    return [*lines, f"log({text}.discarded);"]


def deal(scope: Scope) -> Lines:
    found = [(text, d) for d in scope.world.of_kind("stack") for text in e.sources(scope, d.name)]
    if not found:
        return []
    text, deck = scope.rng.choice(found)
    assert deck.holds is not None
    push = scope.rng.choice(("push", "push_front"))
    name = scope.fresh()
    drawn = [
        f"{deck.holds.name} {name} = {text}.{scope.rng.choice(('pop', 'pop_front'))}();",
        f"log({name});",
        f"if ({name} != null) {{ {scope.rng.choice((f'{name}.discard({text});', f'{name}.assign(player.active());', f'{text}.push({name});'))} }}",
    ]
    return scope.rng.choice(
        (
            ["{", *indented(drawn), "}"],
            ["{", *indented(drawn), "}"],
            [_small(text, "length()", f"{text}.{push}({e.thing(scope, deck.holds.name, 1)});")],
            [f"{text}.shuffle();"],
            [f"{text}.reshuffle();"],
            [f'log({text}.clone().length() + " " + {text}.discard_stack.length() + " " + {text}.length());'],
            [f"log({text}.discard_stack);"],
            [f"log({text}.peek());"],
            [f"log({text}.{scope.rng.choice(('peek', 'pop', 'pop_front'))}({_how_many(scope)}));"],
            [f"log({text}.take({text}.peek()));"],
            [
                f"for ({deck.holds.name} {name} in {text}.peek({_how_many(scope)})) {{ log({text}.take({name}) == {name}); break; }}"
            ],
            [f"{text}.{scope.rng.choice((push, 'shuffle_in'))}({text}.pop(2));"],
            [f"{text}.shuffle_in({text}.pop_front());"],
            *(
                [f"log({text}.peek() is {table.name});"]
                for table in scope.world.tables
                if table.base.derives(deck.holds)
            ),
        )
    )


def look_around(scope: Scope) -> Lines:
    group = e.a_group(scope)
    if group is None:
        return []
    tile = e.tile_of(scope, group)
    board = scope.rng.choice(scope.world.boards)
    return [
        scope.rng.choice(
            (
                f"log({tile}.neighbors());",
                f"log({tile}.distance({e.tile_of(scope, group)}));",
                f'log({tile} + " " + {tile}.group + " " + {tile}.pieces);',
                f"for (connection way in {tile}.connections) {{ log(way.to); }}",
                f"for (connection way in {tile}.connections) {{ way.to = {tile}; break; }}",
                f'log({board}.groups["{group.name}"].tiles.length);',
                f"log({board}.groups.keys());",
                f"log({group.path}.tiles);",
                f'log("" + {tile}.x + "/" + {tile}.y);',
            )
        )
    ]


_STATEMENTS: list[tuple[Callable[[Scope], Lines], float]] = [
    (log, 6), (declare, 6), (assign, 5), (update, 3), (guarded, 3), (collect, 6), (with_nulls, 0.5), (as_base, 0.7), (branch, 3),
    (choose, 1.2), (kinds.kinds, 1), (loop, 4), (leave, 1), (scoped, 0.5), (call, 8), (throw, 2), (pass_on, 1), (ask, 2), (fail, 1), (win, 1), (own, 2), (handle, 2),
    (deal, 2), (look_around, 2.5), (oddities.keys, 1), (oddities.taken_for, 0.5), (oddities.narrower, 0.7),
    (oddities.long_table, 0.4), (oddities.long_list, 0.2), (oddities.powers, 0.5), (oddities.texts_to_choose, 0.5),
    (oddities.update_discarded, 0.2), (oddities.elements, 0.3), (around_the_table, 1.5),
]  # fmt: skip
_WEIGHTED = ([made for made, _ in _STATEMENTS], [weight for _, weight in _STATEMENTS])
_HOSTILE = ([made for made, _ in hostile.HOSTILE], [weight for _, weight in hostile.HOSTILE])
