"""Overrides of a part of an action, as TGDL has them: only its require, a trigger, an effect, the filter of an input.

In:  the trees of all files. Out: the same trees, in which such a test is a function that the derived class overrides. So the rest of the
toolkit knows only overrides of functions and of whole effects, and `tgpl convert` can write them down. What the original has not is added to
it as something that never happens there; an input that it has not is asked at the beginning of the effect.

    state Wolf : Animal { action Eat { require { return hungry; } } }
        →  Animal has `function Eat_require`, which its action asks; Wolf overrides it
"""

from __future__ import annotations

from tgpl.languages.tgdl.desugar.families import find_bases
from tgpl.languages.tgpl.check.action_parts import Scope
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_uses


def desugar_overrides(files: list[t.File]) -> None:
    """Rewrites every partial override in a TGDL file."""
    classes = {class_.name: class_ for file in files for class_ in file.classes}
    for file in files:
        for class_ in file.classes if file.edition == "tgdl" else ():
            above = find_bases(class_, classes)
            if above:
                _say_override(class_, above)
                for action in class_.actions:
                    _desugar_action(class_, action, above)


def _say_override(class_: t.Class, above: list[t.Class]) -> None:
    """In TGDL what has the name of something inherited overrides it, whether it says so or not."""
    for kind in ("attributes", "functions", "actions"):
        names = {member.name for base in above for member in getattr(base, kind)}
        for member in getattr(class_, kind):
            member.override = member.override or member.name in names


def _desugar_action(class_: t.Class, action: t.Action, above: list[t.Class]) -> None:
    roots = [(base, known) for base in above for known in base.actions if known.name == action.name]
    if not roots:
        return
    root, original = roots[-1]
    between = above[: above.index(root)]
    _add_parts(class_, action, root, original, between)
    for phase in action.phases:
        there = next(one for one in original.phases if one.name == phase.name)
        _desugar_tests(class_, f"{action.name}_{phase.name}", phase, root, there)
    _desugar_tests(class_, action.name, action, root, original)
    action.inputs = tuple(one for one in action.inputs if not _desugar_filters(class_, action, one, root, original))
    if action.effect is None and not action.effects and not action.phases:
        at = action.end - 1
        run = t.Call(at, at, t.Member(at, at, t.Name(at, at, "base"), action.name, at), ())
        action.effect = t.Block(at, at, (t.Evaluate(at, at, run),))
    _move_new_inputs(action, original)


def _desugar_tests(class_: t.Class, title: str, scope: Scope, root: t.Class, original: Scope) -> None:
    if scope.requires:
        _desugar_requires(class_, title, scope, root, original)
    scope.triggers = tuple(one for one in scope.triggers if not _desugar_trigger(class_, title, one, root, original))


# ---- what the original has not


def _add_parts(
    class_: t.Class, action: t.Action, root: t.Class, original: t.Action, between: list[t.Class]
) -> None:  # fmt: skip
    """Effects and phases that the original has not: there they are empty, and a require says that they never run."""
    for phase in action.phases:
        title = f"{action.name}_{phase.name}"
        there = next((one for one in original.phases if one.name == phase.name), None)
        if there is None:
            at = original.end - 1
            there = t.ActionPhase(at, at, phase.name, at, (), (), None, added=True)
            there.manner, there.count, phase.manner, phase.count = phase.manner, phase.count, None, None
            original.phases += (there,)
            _add_never(title, None, root, there)
        if there.added:
            _add_here(class_, title, None, phase, between)
        _add_effects(class_, title, phase, root, there, between)
    _add_effects(class_, action.name, action, root, original, between)


def _add_effects(
    class_: t.Class, title: str, scope: Scope, root: t.Class, original: Scope, between: list[t.Class]
) -> None:  # fmt: skip
    at = original.end - 1 if original.end > original.at else original.at
    if scope.effect is not None and original.effect is None and not (isinstance(original, t.Action) and original.goal):
        original.effect = t.Block(at, at, ())
    known = {effect.name for effect in original.effects}
    for name in dict.fromkeys(effect.name for effect in scope.effects if effect.name not in known):
        original.effects += (t.Effect(at, at, name, at, t.Block(at, at, ()), added=True),)
        _add_never(title, name, root, original)
    added = {effect.name for effect in original.effects if effect.added}
    for name in dict.fromkeys(effect.name for effect in scope.effects if effect.name in added):
        _add_here(class_, title, name, scope, between)


def _add_never(title: str, name: str | None, root: t.Class, original: Scope) -> None:
    """A part that only overrides have: in the original its require does not hold."""
    asked, at = _require_name(title, name), original.at
    _add_function(root, asked, False, (), _make_constant(False, at))
    original.requires += (_make_require(asked, name, at),)


def _add_here(class_: t.Class, title: str, name: str | None, scope: Scope, between: list[t.Class]) -> None:
    """In the override that has such a part it holds, unless that, or one above it, says when."""
    asked = _require_name(title, name)
    said = any(require.name == name and require.combined is None for require in scope.requires)
    if not said and not any(_has_function(one, asked) for one in (class_, *between)):
        _add_function(class_, asked, True, (), _make_constant(True, scope.at))


def _move_new_inputs(action: t.Action, original: t.Action) -> None:
    """Inputs that the original has not are asked where the effect begins."""
    known = {one.name for one in original.inputs}
    new = tuple(one for one in action.inputs if one.name not in known)
    if new and action.effect is not None and not action.is_structured:
        action.effect.statements = (*new, *action.effect.statements)
        action.inputs = tuple(one for one in action.inputs if one not in new)


# ---- requires


def _desugar_requires(class_: t.Class, title: str, scope: Scope, root: t.Class, original: Scope) -> None:
    for name in dict.fromkeys(require.name for require in scope.requires if require.combined is None):
        asked = _require_name(title, name)
        if not _has_function(root, asked):
            own = [require for require in original.requires if require.name == name and require.combined is None]
            rest = tuple(require for require in original.requires if require not in own)
            at = own[0].at if own else original.end - 1
            original.requires = (*rest, _make_require(asked, name, at))
            _add_function(root, asked, False, (), _join_tests(root, asked, [one.body for one in own], at))
        mine = [require.body for require in scope.requires if require.name == name and require.combined is None]
        _add_function(class_, asked, True, (), _join_tests(class_, asked, mine, mine[0].at))
    scope.requires = tuple(require for require in scope.requires if require.combined is not None)


def _require_name(title: str, name: str | None) -> str:
    return f"{title}_require" + ("" if name is None else f"_{name}")


def _make_require(asked: str, name: str | None, at: int) -> t.Require:
    """A require that is what a function says."""
    return t.Require(at, at, t.Block(at, at, (t.Return(at, at, _make_call(at, asked)),)), name)


def _join_tests(class_: t.Class, asked: str, tests: list[t.Block], at: int) -> t.Block:
    """One test for several; true without any."""
    if len(tests) == 1:
        return tests[0]
    value: t.Expr = t.Literal(at, at, True)
    for number, test in enumerate(tests, 1):
        part = f"{asked}_{class_.name}_{number}"
        _add_function(class_, part, False, (), test)
        value = _make_call(at, part) if number == 1 else t.Binary(at, at, "&&", value, _make_call(at, part))
    return t.Block(at, at, (t.Return(at, at, value),))


# ---- triggers


def _desugar_trigger(class_: t.Class, title: str, trigger: t.Trigger, root: t.Class, original: Scope) -> bool:
    """Whether a trigger of an override could be made a function."""
    key = _trigger_key(trigger)
    uses = trigger.body is not None and any(walk_uses(trigger.body, "event"))
    if trigger.combined is not None or (uses and trigger.event is None):
        return False
    asked = f"{title}_on_{'_'.join(key)}"
    at, event = trigger.at, trigger.event
    if not _has_function(root, asked):
        same = next((one for one in original.triggers if _trigger_key(one) == key), None)
        body = same.body if same is not None else None
        if same is not None and body is not None and event is None and any(walk_uses(body, "event")):
            return False
        rest = tuple(one for one in original.triggers if one is not same)
        call = _make_call(at, asked, {"happened": t.Name(at, at, "event")} if event is not None else {})
        made = t.Trigger(at, trigger.end, event, t.Block(at, at, (t.Return(at, at, call),)), trigger.on, trigger.name)
        made.moment = trigger.moment
        original.triggers = (*rest, made)
        _add_function(root, asked, False, _event_argument(event, at), _rename_event(body, at, same is not None))
    _add_function(class_, asked, True, _event_argument(event, at), _rename_event(trigger.body, at, True))
    return True


def _trigger_key(trigger: t.Trigger) -> tuple[str, ...]:
    """What a trigger waits for, as words that can stand in a name."""
    if trigger.event is not None:
        return (trigger.event.name,)
    if trigger.on is None:
        return ()
    words = (trigger.on.subject.name, *trigger.on.members, *trigger.on.what.split(), trigger.moment or "")
    return tuple(word for word in (*words, trigger.name or "") if word)


def _event_argument(event: t.TypeName | None, at: int) -> tuple[t.Input, ...]:
    return () if event is None else (_make_argument(event, "happened", at),)


def _rename_event(body: t.Block | None, at: int, always: bool) -> t.Block:
    """A test of an event as the body of a function that gets it as an argument."""
    if body is None or not body.statements:
        return _make_constant(always, at)
    for name in walk_uses(body, "event"):
        name.name = "happened"
    return body


# ---- inputs


def _desugar_filters(class_: t.Class, action: t.Action, input_: t.Input, root: t.Class, original: t.Action) -> bool:
    """Whether an input of an override could be made a function that tests its candidates."""
    place = next((i for i, one in enumerate(original.inputs) if one.name == input_.name), None)
    if place is None:
        return False
    same = original.inputs[place]
    if _fixed_parts(same) != _fixed_parts(input_):
        return False
    earlier = tuple(_make_argument(one.type_name, one.name, input_.at) for one in original.inputs[:place])
    title, of = f"{action.name}_{input_.name}", same.type_name.of
    whole = (*earlier, _make_argument(same.type_name, same.name, input_.at))
    _desugar_filter(class_, f"{title}_filter", input_, root, same, whole, None)
    if of is not None:
        names = [one.name for one in (*same.filters, *input_.filters) if one.name is not None]
        if names:
            each = (*earlier, _make_argument(of, names[0], input_.at))
            _desugar_filter(class_, f"{title}_filter_each", input_, root, same, each, names[0])
    return True


def _fixed_parts(input_: t.Input) -> tuple[object, ...]:
    """What an override cannot change."""
    of = input_.type_name.of
    return input_.type_name.name, None if of is None else of.name, input_.mode, input_.optional


def _desugar_filter(
    class_: t.Class, asked: str, input_: t.Input, root: t.Class, same: t.Input, arguments: tuple[t.Input, ...],
    name: str | None,
) -> None:  # fmt: skip
    """The filters of an input as one function: those of the whole, or, with a name, those of each element."""
    at = input_.at
    if not _has_function(root, asked):
        call = _make_call(at, asked, {one.name: t.Name(at, at, one.name) for one in arguments})
        _add_function(root, asked, False, arguments, _join_filters(root, asked, same, arguments, name))
        rest = tuple(one for one in same.filters if (one.name is None) != (name is None))
        same.filters = (*rest, t.Filter(at, at, name, t.Block(at, at, (t.Return(at, at, call),))))
    _add_function(class_, asked, True, arguments, _join_filters(class_, asked, input_, arguments, name))


def _join_filters(
    class_: t.Class, asked: str, input_: t.Input, arguments: tuple[t.Input, ...], name: str | None
) -> t.Block:
    at, tests = input_.at, []
    for one in input_.filters:
        if (one.name is None) == (name is None):
            for use in walk_uses(one.body, one.name) if one.name is not None and one.name != name else ():
                use.name = name or ""
            tests.append(one.body)
    if len(tests) == 1:
        return tests[0]
    value: t.Expr = t.Literal(at, at, True)
    for number, test in enumerate(tests, 1):
        part = f"{asked}_{class_.name}_{number}"
        _add_function(class_, part, False, arguments, test)
        call = _make_call(at, part, {one.name: t.Name(at, at, one.name) for one in arguments})
        value = call if number == 1 else t.Binary(at, at, "&&", value, call)
    return t.Block(at, at, (t.Return(at, at, value),))


# ---- making nodes


def _make_constant(value: bool, at: int) -> t.Block:
    return t.Block(at, at, (t.Return(at, at, t.Literal(at, at, value)),))


def _has_function(class_: t.Class, name: str) -> bool:
    return any(function.name == name for function in class_.functions)


def _add_function(class_: t.Class, name: str, override: bool, inputs: tuple[t.Input, ...], body: t.Block) -> None:
    returns = None if override else t.TypeName(body.at, body.at, "bool")
    given = () if override else inputs
    made = t.Function(body.at, body.end, name, body.at, override, given, returns, not override, body)
    class_.functions += (made,)


def _make_argument(type_: t.TypeName, name: str, at: int) -> t.Input:
    return t.Input(at, at, False, "function", None, type_, name, at, None, None, None, None, ())


def _make_call(at: int, name: str, arguments: dict[str, t.Expr] | None = None) -> t.Call:
    given = tuple(t.Argument(at, at, key, value) for key, value in (arguments or {}).items())
    return t.Call(at, at, t.Name(at, at, name), given)
