"""Random questions to lists: `any c in hand { … }` and the others, in every spelling."""

from __future__ import annotations

from programs import expressions as e
from programs.scope import Local, Scope
from programs.world import element, shape

MOST_INSIDE = 2  # questions in questions


def query(scope: Scope, type_: str, depth: int) -> str | None:
    """A question that gives a type and never null, if there is one."""
    if scope.asking >= MOST_INSIDE or not scope.affords(6):
        return None
    if type_ == "bool":
        return _ask(scope, scope.rng.choice(("any", "all")), None, "bool", depth)
    if type_ == "number":
        word = scope.rng.choice(("count", "sum"))
        return _ask(scope, word, None, "bool" if word == "count" else "number", depth)
    if shape(type_) == "List":
        return _ask_for_list(scope, type_, depth)
    return None


def query_or_null(scope: Scope, type_: str, depth: int) -> str | None:
    """A question that gives an element, or null."""
    if scope.asking >= MOST_INSIDE or not scope.affords(6) or shape(type_):
        return None
    word = scope.rng.choice(("first", "best", "least"))
    return f"({_ask(scope, word, type_, 'bool' if word == 'first' else 'number', depth)})"


def _ask_for_list(scope: Scope, type_: str, depth: int) -> str:
    word = scope.rng.choice(("where", "sort", "each"))
    if word == "each":
        simple = element(type_) in ("number", "string", "bool", "player")  # of others there may be only null
        return _ask(scope, word, None if simple else element(type_), element(type_), depth)
    return _ask(scope, word, element(type_), "bool" if word == "where" else "key", depth)


def _ask(scope: Scope, word: str, of: str | None, answer: str, depth: int) -> str:
    """`of`: what the list holds, where that is wanted; `answer`: what is asked of each element."""
    type_, values = _asked_list(scope, of)
    name = scope.fresh()
    inner = Scope(
        scope.world, scope.owner, frozenset(), scope.rank, None, scope.event, scope.event_sure,
        [Local(one.name, one.type, one.sure, False) for one in scope.locals],
        weight=scope.weight * 3, cost=scope.cost, room=2, making=scope.making, reserved=set(scope.reserved),
        asking=scope.asking + 1,
    )  # fmt: skip
    inner.declare(name, type_, assignable=False)
    if word == "sort" and scope.chance(0.4):
        word = "sort down"
    said = f"{type_} " if values.endswith(".keys()") or scope.chance(0.2) else ""
    made = f"{word} {said}{name} in {values} {_block(inner, answer, max(depth - 1, 0), word == 'each')}"
    scope.cost = inner.cost
    return made


def _asked_list(scope: Scope, of: str | None) -> tuple[str, str]:
    if of is not None:
        return of, _in_parentheses(e.collection(scope, f"List<{of}>", 1))
    roll = scope.rng.random()
    if roll < 0.2:
        return "player", "player.all()"
    if roll < 0.3:
        return "string", '(new Table<number>() { {"k", 1}, {"l", 2} }).keys()'
    if roll < 0.4:
        return "number", "{ 3, 1, 2, 3 }"
    group = e.a_group(scope)
    if group is not None and roll < 0.6:
        return group.tile, f"{group.path}.tiles"
    found = e.any_collection(scope, "List")
    if found is not None:
        return element(found[1]), found[0]
    return "number", _in_parentheses(e.collection(scope, "List<number>", 1))


def _in_parentheses(values: str) -> str:
    return f"({values})" if values.startswith("new ") else values


def _block(scope: Scope, answer: str, depth: int, exact: bool) -> str:
    """`exact`: nothing but the answers says of what type they are."""
    if answer == "key":
        return _keys(scope, depth)
    typed = not exact and answer in ("bool", "number", "string", "player")
    value = e.typed(scope, answer, depth) if typed else e.sure(scope, answer, depth)
    if value == "null":
        value = scope.locals[-1].name  # the element
    if answer == "number":
        value = f"({value}) % 1009"
    if scope.chance(0.7):
        return f"{{ {value} }}"
    if scope.chance(0.5):
        return f"{{ return {value}; }}"
    other = e.sure_simple(scope, answer)
    test = e.boolean(scope, 1)
    if scope.chance(0.5):
        return f"{{ if ({test}) {{ return {value}; }} return {other}; }}"
    name = scope.fresh()
    return f"{{ bool {name} = {test}; while ({name}) {{ {name} = false; }} if (!{name}) {{ return {value}; }} return {other}; }}"


def _keys(scope: Scope, depth: int) -> str:
    types = scope.rng.choices(("number", "string", "player"), (5, 3, 1), k=scope.rng.choice((1, 1, 2, 3)))
    keys = [e.sure(scope, type_, depth) for type_ in types]
    keys = [
        f"-({key})" if type_ == "number" and scope.chance(0.3) else key for type_, key in zip(types, keys, strict=True)
    ]
    return f"{{ return {keys[0]}; }}" if len(keys) == 1 and scope.chance(0.3) else f"{{ {', '.join(keys)} }}"
