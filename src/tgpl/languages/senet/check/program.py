"""A program's tree to what it defines, with every name and type found out.

In:  a `tree.Program`. Out: `Checked`, for `lower`, and the problems.

Groups and functions hold in the whole program, also before the place where they stand; functions of `@turns` only there.

    checked, problems = check(program, load_standard())
"""

from __future__ import annotations

from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.calls import check_making, check_new
from tgpl.languages.senet.check.statements import Body
from tgpl.languages.senet.check.types import BOOL, BROKEN, INT, SIMPLE, VOID, GroupType, Type, list_of
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.limits import MOST_SEATS
from tgpl.text.source import SourceFile, Span

DEEPEST_GROUPS = 200  # that derive from each other
STANDARD = ("Object", "Board", "Piece")
BUILT_IN_VARIABLES = {"N_PLAYERS": "N_PLAYERS", "ON_MOVE": "ON_MOVE", "PLAYER_ON_MOVE": "ON_MOVE"}


def check(program: t.Program, library: t.Program) -> tuple[s.Checked, list[Problem]]:
    checker = Checker(program, library)
    checker.program()
    tall: list[Problem] = [problem for problem in checker.problems if isinstance(problem, p.TooDeep)]
    return checker.checked, tall[:1] or checker.problems  # who is cut off from a base is not what it seems


class Checker:
    def __init__(self, program: t.Program, library: t.Program) -> None:
        self.checked = s.Checked(program, library)
        self.tree = program
        self.library = library
        self.problems: list[Problem] = []
        self.groups: dict[str, s.Group] = {}  # those of the program, and standard ones that it does not hide
        self.standard: dict[str, s.Group] = {}
        self.built_in = {name: s.Variable(name, INT, 0, "built-in") for name in ("N_PLAYERS", "ON_MOVE")}
        self.library_functions: dict[str, s.Function] = {}

    def span(self, node: t.Node, file: SourceFile | None = None) -> Span:
        return Span(file or self.tree.file, node.at, node.end)

    def line(self, node: t.Node) -> int:
        return self.tree.file.position(node.at)[0]

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    # -- the whole

    def program(self) -> None:
        self._standard()
        nodes = [part for part in self.tree.setup if isinstance(part, t.Group)]
        for node in nodes:
            self._name_group(node)
        mine = [self.groups[node.name.text] for node in nodes if self._is_kept(node)]
        for group in mine:
            self._find_base(group)
        for group in mine:
            self._cut_cycle(group)
        for group in mine:
            self._declare(group, "@setup")
        self._functions()
        self._variables()
        self.checked.groups = self._in_order([*self.standard.values(), *mine])
        self._bodies(mine)
        if not self.problems:
            self._reached()
        self._seats()

    def _is_kept(self, node: t.Group) -> bool:
        return self.groups[node.name.text].node is node

    def _standard(self) -> None:
        """The standard groups are a program like any other, except that nothing in it is wrong."""
        for part in self.library.setup:
            if isinstance(part, t.Group):
                self.groups[part.name.text] = s.Group(part.name.text, part, library=True)
        self.standard = dict(self.groups)
        for group in self.standard.values():
            self._find_base(group)
        for group in self.standard.values():
            self._declare(group, "library")
        for part in self.library.setup:
            if isinstance(part, t.Function):
                function = self.library_functions[part.name.text] = s.Function(part, "library", None)
                self._signature(function)
        for group in self.standard.values():
            self._group_bodies(group)
        for function in self.library_functions.values():
            self._function_body(function)

    # -- groups

    def _name_group(self, node: t.Group) -> None:
        name = node.name.text
        known = self.groups.get(name)
        if known is not None and (not known.library or name in STANDARD):
            self.report(p.DefinedTwice(self.span(node.name), name, 0 if known.library else self.line(known.node)))
            return
        self.groups[name] = s.Group(name, node, library=False)

    def group_called(self, name: str) -> s.Group | None:
        """`Rect` or `Boards.Rect`."""
        if name.startswith("Boards.") and name.removeprefix("Boards.") not in STANDARD:
            return self.standard.get(name.removeprefix("Boards."))
        return self.groups.get(name)

    def _find_base(self, group: s.Group) -> None:
        base = group.node.base
        if base is None:
            group.base = None if group.name == "Object" else self.standard["Object"]
        else:
            group.base = self.group_called(base.text)
            if group.base is None:
                near = closest(base.text, [name for name in self.groups if name != group.name])
                self.report(p.UnknownGroup(self.span(base), base.text, near))
                group.base = self.standard["Object"]
        group.type.base = None if group.base is None else group.base.type

    def _cut_cycle(self, group: s.Group) -> None:
        seen, step = {group}, group.base
        while step is not None and step not in seen and len(seen) <= DEEPEST_GROUPS:
            seen.add(step)
            step = step.base
        if len(seen) > DEEPEST_GROUPS:
            self.report(
                p.TooDeep(
                    self.span(group.node.base or group.node.name), DEEPEST_GROUPS, "groups derive from each other"
                )
            )
        elif step is group:
            self.report(p.BaseCycle(self.span(group.node.name), group.name))
        if step is not None:
            group.base = self.standard["Object"]
            group.type.base = group.base.type

    def _declare(self, group: s.Group, section: str) -> None:
        """The fields and functions of a group."""
        for node in group.node.fields:
            if isinstance(node, t.Declare):
                self._declare_field(group, node)
        for function_node in group.node.functions:
            function = s.Function(function_node, section, group)
            self._signature(function)
            key = [parameter.type for parameter in function.parameters]
            for other in group.functions:
                if other.name == function.name and [parameter.type for parameter in other.parameters] == key:
                    name = function_node.name
                    self.report(p.DefinedTwice(self.span(name), name.text, self.line(other.node.name)))
                    break
            else:
                group.functions.append(function)

    def _declare_field(self, group: s.Group, node: t.Declare) -> None:
        name, type_ = node.name.text, self.type(node.type_name)
        if name in group.fields:
            self.report(p.DefinedTwice(self.span(node.name), name, self.line(group.fields[name].node)))
            return
        inherited = None if group.base is None else group.base.field(name)
        if inherited is None:
            group.fields[name] = node.refers = s.Field(name, type_, group, node)
            return
        node.refers = inherited
        if inherited.type is not type_ and BROKEN not in (type_, inherited.type):
            self.report(p.OtherFieldType(self.span(node), name, str(inherited.type)))

    def _in_order(self, groups: list[s.Group]) -> list[s.Group]:
        """Bases before what extends them."""
        found: dict[s.Group, None] = {}
        for group in groups:
            found.update(dict.fromkeys(reversed(group.lineage())))
        return [*found]

    # -- types

    def type(self, node: t.TypeName) -> Type:
        if node.name == "list":
            assert node.of is not None
            return list_of(self.type(node.of))
        if node.name in SIMPLE:
            return SIMPLE[node.name]
        group = self.group_called(node.name)
        if group is None:
            near = closest(node.name, [*SIMPLE, "list", *self.groups])
            self.report(p.UnknownGroup(self.span(node), node.name, near))
            return BROKEN
        return group.type

    def group_of(self, type_: GroupType) -> s.Group:
        known = self.groups.get(type_.name)
        return known if known is not None and known.type is type_ else self.standard[type_.name]

    def _signature(self, function: s.Function) -> None:
        seen: dict[str, t.Node] = {}
        for node in function.node.parameters:
            name = node.name.text
            if name in seen:
                self.report(p.DefinedTwice(self.span(node.name), name, self.line(seen[name])))
            seen[name] = node
            function.parameters.append(s.Variable(name, self.type(node.type_name), node.name.at, "local"))
        returns = function.node.returns
        if function.node.asserts:
            function.returns = BOOL
        elif returns is not None:
            function.returns = self.type(returns)
        elif function.constructs and function.group is not None:
            function.returns = function.group.type
        if function.name in ("__repr__", "repr") and function.group is not None and not function.parameters:
            self._says_text(function)

    def _says_text(self, function: s.Function) -> None:
        if function.returns not in (SIMPLE["str"], BROKEN):
            what = f"What `{function.name}` gives"
            self.report(p.WrongType(self.span(function.node.name), str(function.returns), "str", what))

    # -- functions and variables

    def _functions(self) -> None:
        for section, parts, known in (
            ("@setup", self.tree.setup, self.checked.functions),
            ("@turns", self.tree.turns, self.checked.turns),
        ):
            for node in parts:
                if isinstance(node, t.Function):
                    function = s.Function(node, section, None)
                    self._signature(function)
                    other = self.checked.functions.get(node.name.text) or known.get(node.name.text)
                    if other is not None:
                        line = self.line(other.node.name)
                        self.report(p.DefinedTwice(self.span(node.name), node.name.text, line))
                    else:
                        known[node.name.text] = function
        begin = self.checked.turns.get("begin")
        if begin is None or not begin.is_turn:
            end = len(self.tree.file.text.rstrip())
            place = Span(self.tree.file, end, end) if begin is None else self.span(begin.node.name)
            self.report(p.NoBegin(place))

    def _variables(self) -> None:
        for part in self.tree.setup:
            if not isinstance(part, t.Declare):
                continue
            name, type_ = part.name.text, self.type(part.type_name)
            if name in BUILT_IN_VARIABLES:
                part.refers = self.built_in[BUILT_IN_VARIABLES[name]]
                if type_ is not INT:
                    self.report(p.WrongType(self.span(part), str(type_), "int", f"`{name}`"))
            elif name in self.checked.variables:
                line = self.tree.file.position(self.checked.variables[name].place)[0]
                self.report(p.DefinedTwice(self.span(part.name), name, line))
                part.refers = s.Variable(name, type_, part.name.at, "game")
            else:
                part.refers = self.checked.variables[name] = s.Variable(name, type_, part.name.at, "game")

    def variable(self, name: str) -> s.Variable | None:
        """One of the setup, or of the language."""
        return self.checked.variables.get(name) or self.built_in.get(BUILT_IN_VARIABLES.get(name, ""))

    # -- bodies

    def _bodies(self, groups: list[s.Group]) -> None:
        for group in groups:
            self._group_bodies(group)
            self._holds_itself(group)
        for function in (*self.checked.functions.values(), *self.checked.turns.values()):
            self._function_body(function)
        setup = Body(self, None, None)
        for part in self.tree.setup:
            if not isinstance(part, (t.Group, t.Function)):
                setup.check_statement(part)
                self.checked.setup.append(part)

    def _group_bodies(self, group: s.Group) -> None:
        body = Body(self, None, group)
        base = group.base
        if group.node.arguments is not None and base is not None:
            group.node.made = check_making(
                Body(self, None, None), base, group.node.base or group.node.name, group.node.arguments
            )
        for node in group.node.fields:
            self._first_value(group, node, body)
        for function in group.functions:
            self._function_body(function)

    def _first_value(self, group: s.Group, node: t.Declare | t.Given, body: Body) -> None:
        name = node.name.text
        if isinstance(node, t.Declare):
            field = node.refers
            if not isinstance(field, s.Field):
                return
            if node.arguments is not None:
                check_new(body, node, field.type)
                group.given[name] = t.Call(node.at, node.end, None, node.name, node.arguments, field.type, node.made)
        else:
            field = None if group.base is None else group.base.field(name)
            if field is None:
                known = [] if group.base is None else [one.name for one in group.base.all_fields()]
                self.report(p.NotInherited(self.span(node.name), name, group.name, closest(name, known)))
                return
        if node.value is not None:
            body.check_as(node.value, field.type, f"The attribute `{name}`")
            group.given[name] = node.value

    def _holds_itself(self, group: s.Group) -> None:
        waiting, seen = [group], set[s.Group]()
        while waiting:
            for field in waiting.pop().all_fields():
                if isinstance(field.type, GroupType):
                    held = self.group_of(field.type)
                    if held is group:
                        self.report(p.HoldsItself(self.span(group.node.name), group.name))
                        return
                    if held not in seen:
                        seen.add(held)
                        waiting.append(held)

    def _function_body(self, function: s.Function) -> None:
        body = Body(self, function, function.group)
        node = function.node
        for parameter in function.parameters:
            body.scope.names[parameter.name] = parameter
        body.check_block(node.body)
        if function.returns not in (VOID, BROKEN) and not node.asserts and not leaves(node.body):
            if not function.constructs:  # a constructor gives what it was called on
                self.report(p.NoReturn(self.span(node.name), function.name, str(function.returns)))

    # -- the game as a whole

    def _reached(self) -> None:
        turns = self.checked.turns
        seen, waiting = set[s.Function](), [turns["begin"]]
        while waiting:
            function = waiting.pop()
            if function not in seen:
                seen.add(function)
                waiting += [*function.calls, *function.passes]
        for function in turns.values():
            if function not in seen:
                self.report(p.NeverReached(self.span(function.node.name), function.name))

    def _seats(self) -> None:
        """How many sit at the table: the most that `N_PLAYERS` is ever set to by a number."""
        numbers = [1]
        for part in self.tree.setup:
            value = None
            if isinstance(part, t.Declare) and part.refers is self.built_in["N_PLAYERS"]:
                value = part.value
            elif isinstance(part, t.Evaluate) and isinstance(part.value, t.Assign):
                target = part.value.target
                if isinstance(target, t.Name) and target.refers is self.built_in["N_PLAYERS"]:
                    value = part.value.value
            if isinstance(value, t.Numeral):
                numbers.append(value.value)
        self.checked.seats = max(1, min(MOST_SEATS, max(numbers)))


def leaves(node: t.Statement) -> bool:
    """Whether nothing can come behind a statement."""
    match node:
        case t.Return() | t.Pass() | t.End() | t.Break() | t.Continue():
            return True
        case t.Block():
            return any(leaves(one) for one in node.statements)
        case t.If():
            return (
                node.otherwise is not None
                and all(leaves(block) for _, block in node.branches)
                and leaves(node.otherwise)
            )
        case t.While():
            return isinstance(node.condition, t.Truth) and node.condition.value and not _breaks(node.body)
        case t.Evaluate():
            return isinstance(node.value, t.Call) and node.value.refers in ("exit", "restart")
        case _:
            return False


def _breaks(node: t.Statement) -> bool:
    """Whether a `break` in it ends the loop around."""
    match node:
        case t.Break():
            return True
        case t.Block():
            return any(map(_breaks, node.statements))
        case t.If():
            blocks = [block for _, block in node.branches]
            return any(map(_breaks, blocks)) or (node.otherwise is not None and _breaks(node.otherwise))
        case _:
            return False
