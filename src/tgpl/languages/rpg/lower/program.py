"""A checked script to the core: a game whose setup does all there is to do, and in which nobody is asked.

In:  `Checked`, without errors. Out: a core `Program`. An object becomes a class, what `with` puts together a class that
derives from it; a function works out the fields of a new one. Variables of the script are attributes of one global
object. Dice are their formulas, as texts.

    program = lower(checked)
"""

from __future__ import annotations

import posixpath

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name
from tgpl.core.types import (
    BOOL,
    NOTHING,
    NULL,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    list_of,
)  # fmt: skip
from tgpl.core.types import Type as CoreType
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.types import (
    BOOL as RPG_BOOL,
)  # fmt: skip
from tgpl.languages.rpg.check.types import (
    INT,
    UNIT,
    ListOf,
    ObjectType,
    Open,
    TraitType,
    Type,
    resolve,
)
from tgpl.languages.rpg.lower.expressions import Lowerer
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.source import Span

_DESCRIBE = "describe"  # the function of a class that gives its text
_PREDEFINED = frozenset(("BlankTile", "PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent"))


def lower(checked: s.Checked) -> n.Program:
    return Lowering(checked).program()


class Lowering:
    """What the bodies of a script share."""

    def __init__(self, checked: s.Checked) -> None:
        self.checked = checked
        self.file = checked.script.file
        self.whole = Span(self.file, 0, 0)
        self.taken = set(checked.functions) | _PREDEFINED
        self.helpers: list[n.Function] = []
        self.describes = False  # somebody wants the text of an object
        self._joinings: dict[CoreType, str] = {}
        self._listings: dict[CoreType, str] = {}
        self._root = any(trait.type.target is None for trait in checked.traits.values())
        self._classes: dict[ObjectType | None, ClassType] = {}
        self._makers: dict[s.Object, str] = {}
        self._attributes: dict[tuple[str, CoreType], str] = {}
        for object_ in checked.objects.values():
            self.class_type(object_.type)
        self.variables_type = ClassType(self.fresh("Variables"), "class", ROOTS["class"])

    def fresh(self, name: str) -> str:
        return number_name(name, self.taken)

    # -- types

    def class_type(self, type_: ObjectType | None) -> ClassType:
        """The class of an object; None: of all objects."""
        if type_ not in self._classes:
            base = ROOTS["class"]
            if type_ is not None and type_.base is not None:
                base = self.class_type(type_.base)
            elif type_ is not None and self._root:
                base = self.class_type(None)
            name = "Object" if type_ is None else type_.name.replace(" ", "_")
            self._classes[type_] = ClassType(self.fresh(name), "class", base)
        return self._classes[type_]

    def type(self, type_: Type) -> CoreType:
        type_ = resolve(type_)
        if type_ is INT:
            return NUMBER
        if type_ is RPG_BOOL:
            return BOOL
        if isinstance(type_, ListOf):
            return list_of(TEXT if isinstance(resolve(type_.of), Open) else self.type(type_.of))
        if isinstance(type_, TraitType):
            return self.class_type(type_.target)
        if isinstance(type_, ObjectType):  # what has the same traits need not be of the same class
            return self.class_type(type_.base if type_.anonymous else type_)
        return TEXT

    def blank(self, type_: CoreType, span: Span) -> n.Expr:
        """A value until there is a better one."""
        if isinstance(type_, Collection):
            return n.MakeCollection(span, type_, ())
        if isinstance(type_, ClassType):
            return n.Literal(span, NULL, None)
        return n.Literal(span, type_, 0.0 if type_ is NUMBER else False if type_ is BOOL else "")

    # -- names

    def variable(self, variable: s.Variable, type_: CoreType, span: Span) -> n.Attribute:
        holder = n.Global(span, self.variables_type, self.variables_type.name)
        return n.Attribute(span, type_, holder, variable.name)

    def function(self, function: s.Function) -> str:
        return function.name

    def parameter(self, parameter: s.Variable) -> str:
        return parameter.name

    def fields(self, type_: ObjectType | TraitType) -> dict[str, s.Field]:
        if isinstance(type_, TraitType):
            return self.checked.traits[type_.name].fields
        return self.checked.objects[type_.name].fields

    def field(self, field: s.Field) -> str:
        """The attribute that holds a field: its name, unless fields of other types are called the same."""
        key = field.name, self.field_type(field)
        if key not in self._attributes:
            same = sum(name == field.name for name, _ in self._attributes)
            self._attributes[key] = f"{field.name}_{same + 1}" if same else field.name
        return self._attributes[key]

    def field_type(self, field: s.Field) -> CoreType:
        assert field.type is not None
        return self.type(field.type)

    # -- the program

    def program(self) -> n.Program:
        functions = [self._function(function) for function in self.checked.functions.values()]
        setup = self._setup()
        used = [object_ for object_ in self.checked.objects.values() if object_.node is not None or object_.made]
        used = _bases_first(self.checked, used)
        makers: dict[s.Object, n.Function] = {}
        while len(makers) < len(self._makers):  # making one may make others
            object_ = next(one for one in self._makers if one not in makers)
            makers[object_] = self._maker(object_)
        name = posixpath.basename(self.file.name).rsplit(".", 1)[0]
        classes = self._program_classes(used)
        return n.Program(
            self.whole,
            name,
            (1, 1),
            classes,
            (*functions, *makers.values(), *self.helpers),
            turns=(),
            setups=(setup,),
            connections=False,
        )

    def _program_classes(self, used: list[s.Object]) -> tuple[n.Class, ...]:
        attributes = self._attributes_of(used)
        found = [self._root_class(tuple(attributes.get(self.class_type(None), ())))] if self._root else []
        found += [self._class(one, tuple(attributes.get(self.class_type(one.type), ()))) for one in used]
        return (*found, self._variables())

    def _setup(self) -> n.Block:
        lowerer = Lowerer(self)
        for part in self.checked.script.parts:
            if isinstance(part, (t.SetVariable, t.SetField, t.Evaluate)):
                lowerer.lower_statement(part)
        end = len(self.file.text)
        span = Span(self.file, end, end)
        nobody = n.MakeCollection(span, list_of(list_of(PLAYER)), ())
        return n.Block(self.whole, (*lowerer.out, n.Winner(span, nobody)))

    def _function(self, function: s.Function) -> n.Function:
        lowerer = Lowerer(self)
        lowerer.function = function
        parameters = []
        for parameter in function.parameters:
            lowerer.names[parameter] = name = lowerer.fresh(self.parameter(parameter))
            span = Span(self.file, parameter.place, parameter.place + len(name))
            parameters.append(n.Parameter(span, name, self.type(parameter.type), None))
        node, returns = function.node, function.returns
        body = lowerer.inside(lambda: lowerer.give(node.body, returns), lowerer.span(node.body))
        if lowerer.repeats:
            body = n.Block(body.span, (n.Loop(body.span, None, (), body),))
        gives = NOTHING if returns is UNIT else self.type(returns)
        return n.Function(lowerer.span(node.name), self.function(function), tuple(parameters), (), gives, body)

    # -- objects

    def make(self, object_: s.Object, span: Span) -> n.Expr:
        """A new object."""
        type_ = self.class_type(object_.type)
        if not object_.fields:
            return n.Make(span, type_, type_.name, (), ())
        if object_ not in self._makers:
            self._makers[object_] = self.fresh(f"new_{type_.name}")
        return n.Call(span, type_, self._makers[object_], ())

    def _maker(self, object_: s.Object) -> n.Function:
        """The function that works out the fields of a new object, in the order that `check` found."""
        lowerer, type_ = Lowerer(self), self.class_type(object_.type)
        lowerer.own = object_
        for name, layer in object_.order:
            definition, field = object_.layers[layer].definitions[name], object_.fields[name]
            assert field.type is not None
            lowerer.layer = layer
            value = lowerer.lower_as(definition.value, field.type)
            local = n.Local(value.span, self.field_type(field), lowerer.fresh(name[:1].lower() + name[1:]))
            lowerer.steps[name, layer] = local
            lowerer.out.append(n.Declare(lowerer.span(definition), local.name, local.type, value))
        span = self._place(object_)
        fills = tuple((self.field(field), lowerer.final(name, span)) for name, field in object_.fields.items())
        lowerer.out.append(n.Return(span, n.Make(span, type_, type_.name, fills, ())))
        return n.Function(span, self._makers[object_], (), (), type_, n.Block(span, tuple(lowerer.out)))

    def _place(self, object_: s.Object) -> Span:
        node = object_.node
        return self.whole if node is None else Span(self.file, node.name.at, node.name.end)

    def _class(self, object_: s.Object, attributes: tuple[n.AttributeOf, ...]) -> n.Class:
        type_ = self.class_type(object_.type)
        shown = "anonymous" if object_.type.anonymous else object_.type.name
        functions = (self._description(object_, shown),) if self.describes else ()
        return self._plain_class(type_, shown, self._place(object_), attributes, functions)

    def _root_class(self, attributes: tuple[n.AttributeOf, ...]) -> n.Class:
        """What all objects are, where a trait may be put on any of them."""
        nothing = n.Block(self.whole, (n.Return(self.whole, n.Literal(self.whole, TEXT, "")),))
        functions = (n.Function(self.whole, _DESCRIBE, (), (), TEXT, nothing),) if self.describes else ()
        return self._plain_class(self.class_type(None), "Object", self.whole, attributes, functions)

    def _variables(self) -> n.Class:
        found = []
        for variable in self.checked.variables.values():
            span, type_ = Span(self.file, variable.place, variable.place), self.type(variable.type)
            found.append(n.AttributeOf(span, variable.name, type_, self.blank(type_, span), False))
        return self._plain_class(self.variables_type, "Variables", self.whole, tuple(found), (), "global")

    def _plain_class(
        self,
        type_: ClassType,
        shown: str,
        span: Span,
        attributes: tuple[n.AttributeOf, ...],
        functions: tuple[n.Function, ...],
        visibility: str = "local",
    ) -> n.Class:
        base = None if type_.base is ROOTS["class"] or type_.base is None else type_.base.name
        return n.Class(
            span, type_.name, shown, "class", visibility, base, attributes, functions,
            actions=(), groups=(), holds=None, default=None, geometry=None, board=None, replaced=False, display=(),
        )  # fmt: skip

    def _attributes_of(self, used: list[s.Object]) -> dict[ClassType, list[n.AttributeOf]]:
        """The fields that each class has room for; one that a base has room for already is not there again."""
        found: dict[ClassType, dict[str, n.AttributeOf]] = {}
        fields = dict.fromkeys(field for object_ in used for field in object_.fields.values())
        for trait in self.checked.traits.values():
            fields.update(dict.fromkeys(field for field in trait.fields.values() if field.type is not None))
        for field in fields:
            span, type_ = Span(self.file, field.first.name.at, field.first.name.end), self.field_type(field)
            name = self.field(field)
            made = n.AttributeOf(span, name, type_, self.blank(type_, span), False)
            found.setdefault(self.class_type(field.home), {}).setdefault(name, made)
        return {
            class_: [one for name, one in own.items() if not any(name in found.get(b, {}) for b in _bases(class_))]
            for class_, own in found.items()
        }

    # -- texts and lists

    def text(self, value: n.Expr, type_: Type, span: Span) -> n.Expr:
        """What `getString` gives."""
        if isinstance(value.type, Collection):
            return n.Call(span, TEXT, self._listing(value.type, resolve(type_), span), (("items", value),))
        if isinstance(value.type, ClassType):
            self.describes = True
            return n.CallMethod(span, TEXT, value, _DESCRIBE, ())
        return value if value.type is TEXT else n.Join(span, TEXT, (value,))

    def _description(self, object_: s.Object, shown: str) -> n.Function:
        """`Name {`, a line for each field, `}`."""
        span = self._place(object_)
        this = n.This(span, self.class_type(object_.type))
        parts: list[n.Expr] = [n.Literal(span, TEXT, f"{shown} {{\n")]
        for name, field in sorted(object_.fields.items()):
            assert field.type is not None
            value = n.Attribute(span, self.field_type(field), this, self.field(field))
            parts += [n.Literal(span, TEXT, f"  {name}: "), self.text(value, field.type, span)]
            parts.append(n.Literal(span, TEXT, "\n"))
        parts.append(n.Literal(span, TEXT, "}\n"))
        body = n.Block(span, (n.Return(span, n.Join(span, TEXT, tuple(parts))),))
        return n.Function(span, _DESCRIBE, (), (), TEXT, body)

    def _listing(self, type_: Collection, listed: Type, span: Span) -> str:
        """The function that gives the text of a list: `[a, b]`."""
        if type_ in self._listings:
            return self._listings[type_]
        assert isinstance(listed, ListOf)
        name = self._listings[type_] = self.fresh("list_text")
        items, shown = n.Local(span, type_, "items"), n.Local(span, TEXT, "shown")
        item = n.Local(span, type_.of, "item")
        comma = n.Update(span, shown, "+", n.Literal(span, TEXT, ", "))
        begun = n.Local(span, BOOL, "begun")
        statements: tuple[n.Statement, ...] = (
            n.Declare(span, "shown", TEXT, n.Literal(span, TEXT, "[")),
            n.Declare(span, "begun", BOOL, n.Literal(span, BOOL, False)),
            n.ForEach(span, "item", type_.of, items, n.Block(span, (
                n.If(span, ((begun, n.Block(span, (comma,))),), None),
                n.Assign(span, begun, n.Literal(span, BOOL, True)),
                n.Update(span, shown, "+", self.text(item, listed.of, span)),
            ))),
            n.Return(span, n.Join(span, TEXT, (shown, n.Literal(span, TEXT, "]")))),
        )  # fmt: skip
        parameter = n.Parameter(span, "items", type_, None)
        self.helpers.append(n.Function(span, name, (parameter,), (), TEXT, n.Block(span, statements)))
        return name

    def joining(self, type_: CoreType, span: Span) -> str:
        """The function that gives a new list of what two hold."""
        if type_ not in self._joinings:
            name = self._joinings[type_] = self.fresh("join_lists")
            both = n.Local(span, type_, "both")
            sides = [n.Local(span, type_, side) for side in ("left", "right")]
            appended = [n.Evaluate(span, n.Operate(span, NOTHING, "list.append", (both, side))) for side in sides]
            declared = n.Declare(span, "both", type_, n.MakeCollection(span, type_, ()))
            body = n.Block(span, (declared, *appended, n.Return(span, both)))
            parameters = tuple(n.Parameter(span, side.name, type_, None) for side in sides)
            self.helpers.append(n.Function(span, name, parameters, (), type_, body))
        return self._joinings[type_]


def _bases(type_: ClassType) -> list[ClassType]:
    found, step = list[ClassType](), type_.base
    while step is not None:
        found.append(step)
        step = step.base
    return found


def _bases_first(checked: s.Checked, used: list[s.Object]) -> list[s.Object]:
    ordered: dict[s.Object, None] = {}
    for object_ in used:
        for step in reversed(object_.type.lineage()):
            ordered[checked.objects[step.name]] = None
    return list(ordered)
