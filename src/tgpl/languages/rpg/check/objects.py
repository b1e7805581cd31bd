"""Objects and traits: what they are made of, and in which order the fields of a new one are worked out.

`this.Field` and a bare `Field` mean the last definition of a field, `base.Field` the one below. So every definition
that is needed becomes a step, and the steps are put in order; where they go round in a circle, that is a mistake.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.expressions import Body, Scope
from tgpl.languages.rpg.check.types import BROKEN, SIMPLE, ObjectType, TraitType, Type, fits, resolve, same_kind
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text.diagnostics import Problem, closest

if TYPE_CHECKING:
    from tgpl.text.source import SourceFile, Span

MOST_EXTENDED = 1_000  # objects that extend each other
DEEPEST_FIELDS = 200  # that need each other, each before the type of the one that needs it is known


class Objects:
    """The part of the checker that knows objects and traits."""

    checked: s.Checked
    file: SourceFile
    problems: list[Problem]
    parts: tuple[t.Definition | t.Statement, ...]
    top: Scope

    if TYPE_CHECKING:

        def span(self, node: t.Node) -> Span: ...
        def line(self, node: t.Node) -> int: ...

    # -- finding definitions

    def define(self) -> None:
        """Names first, then who grows from whom, then their layers."""
        nodes: dict[str, t.Object | t.Trait] = {}
        for part in self.parts:
            if isinstance(part, (t.Object, t.Trait)):
                name = part.name.text
                if name in SIMPLE or name == "List":
                    self.problems.append(p.NameOfTheLanguage(self.span(part.name), name))
                elif name in nodes:
                    self.problems.append(p.DefinedTwice(self.span(part.name), name, self.line(nodes[name])))
                else:
                    nodes[name] = part
        self.nodes = nodes
        self.circles: set[t.Field] = set()  # definitions that were found to need themselves
        self._references: dict[t.Field, list[tuple[str, str]]] = {}
        self._opening: list[str] = []
        self._needing = 0  # fields whose type is being found out, because another needs it
        for node in nodes.values():
            if isinstance(node, t.Object):
                for step in reversed(self._upwards(node)):
                    self._object(step)
        for name, node in nodes.items():
            if isinstance(node, t.Trait):
                self.trait(t.Word(node.name.at, node.name.end, name))

    def _upwards(self, node: t.Object) -> list[str]:
        """It and what it extends, as far as that was not opened yet."""
        found: dict[str, None] = {}
        step: t.Object | t.Trait | None = node
        while isinstance(step, t.Object) and step.name.text not in (found.keys() | self.checked.objects.keys()):
            found[step.name.text] = None
            step = None if step.base is None else self.nodes.get(step.base.text)
        in_circle = isinstance(step, t.Object) and step.name.text in found  # told of the one that is opened first
        return [node.name.text] if in_circle else [*found]

    def _object(self, name: str) -> s.Object | None:
        """An object by its name, with what it extends; None if there is none."""
        if name in self.checked.objects:
            return self.checked.objects[name]
        node = self.nodes.get(name)
        if not isinstance(node, t.Object):
            return None
        if name in self._opening:
            self.problems.append(p.ExtendsItself(self.span(node.name), name))
            return None
        self._opening.append(name)
        base = None if node.base is None else self._named_object(node.base)
        if base is not None and node.base is not None and base.height >= MOST_EXTENDED:
            span = self.span(node.base)
            self.problems.append(p.TooDeep(span, MOST_EXTENDED, "objects extend each other"))
            base = None
        traits = self._traits(node.traits, base)
        self._opening.remove(name)
        if name in self.checked.objects:  # it extends itself: reported, and opened on the way
            return self.checked.objects[name]
        type_ = ObjectType(name, None if base is None else base.type, tuple(trait.type for trait in traits), False)
        made = self.checked.objects[name] = s.Object(node, type_)
        made.height = 1 if base is None else base.height + 1
        self._grow(made, base, traits)
        self._add_layer(made, s.Layer(self._definitions(node.fields)), made.type)
        return made

    def _named_object(self, word: t.Word) -> s.Object | None:
        found = self._object(word.text)
        if found is None and word.text not in self._opening:
            if isinstance(self.nodes.get(word.text), t.Trait):
                self.problems.append(p.TraitAlone(self.span(word), word.text))
            else:
                names = [name for name, node in self.nodes.items() if isinstance(node, t.Object)]
                self.problems.append(p.UnknownObject(self.span(word), word.text, closest(word.text, names)))
        return found

    def trait(self, word: t.Word) -> s.Trait | None:
        """A trait by its name; None if there is none."""
        name = word.text
        if name in self.checked.traits:
            return self.checked.traits[name]
        node = self.nodes.get(name)
        if not isinstance(node, t.Trait):
            names = [other for other, one in self.nodes.items() if isinstance(one, t.Trait)]
            self.problems.append(p.UnknownTrait(self.span(word), name, closest(name, names)))
            return None
        target = None if node.target is None else self._named_object(node.target)
        made = self.checked.traits[name] = s.Trait(node, TraitType(name, None if target is None else target.type))
        if target is not None:
            made.layer = s.Layer(self._definitions(node.fields))
            made.fields = self.with_traits(target, [made]).fields
        else:
            alone = s.Object(None, ObjectType(name, None, (), True))
            self._add_layer(alone, s.Layer(self._definitions(copy.deepcopy(node.fields))), None)
            made.fields = alone.fields
        return made

    def _traits(self, words: tuple[t.Word, ...], base: s.Object | None) -> list[s.Trait]:
        """Traits that are put on an object; those that do not fit are reported and left out."""
        found = []
        for word in words:
            trait = self.trait(word)
            if trait is None:
                continue
            target = trait.type.target
            if target is not None and base is not None and not fits(base.type, target):
                self.problems.append(p.TraitMisfit(self.span(word), word.text, str(target), str(base.type)))
            else:
                found.append(trait)
        return found

    # -- what an object is made of

    def thing(self, word: t.Word, words: tuple[t.Word, ...]) -> s.Object | None:
        """`Entity with Strong and Quick`."""
        base = self._named_object(word)
        traits = self._traits(words, base)
        if base is None or not words:
            return base
        return self.with_traits(base, traits)

    def with_traits(self, base: s.Object, traits: list[s.Trait]) -> s.Object:
        name = f"{base.type} with {' and '.join(str(trait.type) for trait in traits)}" if traits else str(base.type)
        objects = self.checked.objects
        if name not in objects:
            type_ = ObjectType(name, base.type, tuple(trait.type for trait in traits), True)
            objects[name] = s.Object(None, type_)
            self._grow(objects[name], base, traits)
        return objects[name]

    def _grow(self, made: s.Object, base: s.Object | None, traits: list[s.Trait]) -> None:
        if base is not None:
            made.layers += base.layers
            made.fields.update(base.fields)
        for trait in traits:
            if trait.layer is not None:
                self._add_layer(made, trait.layer, trait.type.target, trait)
            else:
                self._add_layer(made, s.Layer(self._definitions(copy.deepcopy(trait.node.fields))), None)

    def _add_layer(self, made: s.Object, layer: s.Layer, home: ObjectType | None, trait: s.Trait | None = None) -> None:
        made.layers.append(layer)
        for name, definition in layer.definitions.items():
            if name in made.fields:
                continue
            known = None if trait is None else trait.fields.get(name)
            made.fields[name] = known or s.Field(definition, made, len(made.layers) - 1, home)

    def _definitions(self, fields: tuple[t.Field, ...]) -> dict[str, t.Field]:
        found: dict[str, t.Field] = {}
        for field in fields:
            if field.name.text in found:
                self.problems.append(p.FieldTwice(self.span(field.name), field.name.text))
            found.setdefault(field.name.text, field)
        return found

    def layer_name(self, owner: s.Object, layer: int) -> str:
        """Whose field definitions a layer holds, for a message."""
        for trait in self.checked.traits.values():
            if owner.layers[layer] is trait.layer:
                return str(trait.type)
        return str(owner.type)

    def fields(self, type_: ObjectType | TraitType) -> dict[str, s.Field]:
        if isinstance(type_, TraitType):
            return self.checked.traits[type_.name].fields
        return self.checked.objects[type_.name].fields

    # -- types of fields

    def type_of(self, field: s.Field) -> Type:
        """The type of its first definition; `?` while that is being found out, because it needs itself."""
        if field.type is None:
            if field.asked:
                return BROKEN
            field.asked = True
            if self._needing >= DEEPEST_FIELDS:
                span = self.span(field.first)
                self.problems.append(p.TooDeep(span, DEEPEST_FIELDS, "fields need each other"))
                return BROKEN
            self._needing += 1
            field.type = self._defined(field.owner, field.layer, field.first)
            self._needing -= 1
        return field.type

    def _defined(self, owner: s.Object, layer: int, definition: t.Field) -> Type:
        body = Body(self, Scope(self.top), owner.layers[layer].needs, owner, layer)  # type: ignore[arg-type]
        found = resolve(body.check_expression(definition.value))
        if isinstance(found, (ObjectType, TraitType)):
            name = definition.name.text
            self.problems.append(p.ObjectInField(self.span(definition.value), name, str(found)))
            return BROKEN
        return found

    def references_of(self, definition: t.Field) -> list[tuple[str, str]]:
        """Of a definition, which every object that extends its own asks for."""
        found = self._references.get(definition)
        if found is None:
            found = self._references[definition] = list(references(definition.value))
        return found

    def check_object(self, node: t.Object) -> None:
        made = self.checked.objects.get(node.name.text)
        if made is not None and made.node is node:
            self._check_layer(made, len(made.layers) - 1)

    def check_trait(self, node: t.Trait) -> None:
        """With `for` on the object that it is for; without, wherever it is put on."""
        trait = self.checked.traits.get(node.name.text)
        if trait is not None and trait.node is node and trait.type.target is not None:
            made = self.with_traits(self.checked.objects[trait.type.target.name], [trait])
            self._check_layer(made, len(made.layers) - 1)

    def _check_layer(self, made: s.Object, number: int) -> None:
        for name, definition in made.layers[number].definitions.items():
            field = made.fields[name]
            wanted = self.type_of(field)
            if field.first is definition:
                continue
            found = self._defined(made, number, definition)
            if not fits(found, wanted):
                what = f"The field `{name}`"
                self.problems.append(p.WrongType(self.span(definition.value), str(found), str(resolve(wanted)), what))

    # -- the order of fields

    def order_fields(self) -> None:
        """Of every object; traits that are put on something have to fit what they find there."""
        ordered: set[s.Object] = set()
        while len(ordered) < len(self.checked.objects):  # fields may put others together
            for made in [one for one in self.checked.objects.values() if one not in ordered]:
                ordered.add(made)
                self._check_uses(made)
                _Order(self, made).find()

    def _check_uses(self, made: s.Object) -> None:
        """Layers of traits without `for` are checked here; a field that a trait adds may be there already."""
        traits = {trait.layer: trait for trait in self.checked.traits.values() if trait.layer is not None}
        below = 0 if made.type.base is None else len(self.checked.objects[made.type.base.name].layers)
        for number in range(below, len(made.layers) - (made.node is not None)):
            trait = traits.get(made.layers[number])
            if trait is None:
                self._check_layer(made, number)
                continue
            for name in made.layers[number].definitions:
                own, there = self.type_of(trait.fields[name]), self.type_of(made.fields[name])
                if not same_kind(own, there):
                    span = self.span(trait.fields[name].first.value)
                    self.problems.append(
                        p.WrongType(span, str(own), str(there), f"The field `{name}` of `{made.type}`")
                    )


class _Order:
    """Finds the steps that make a new object."""

    def __init__(self, checker: Objects, made: s.Object) -> None:
        self.checker = checker
        self.made = made
        self.done: set[tuple[str, int]] = set()
        self.open: dict[tuple[str, int], None] = {}

    def find(self) -> None:
        for name in self.made.fields:
            self._step(name, None)
        self.made.order = [step for step in self.made.order if step in self.done]

    def _step(self, name: str, below: int | None) -> None:
        found = self.made.definition(name, below)
        if found is None:
            return  # reported where it is named
        number, definition = found
        step = (name, number)
        if step in self.done:
            return
        if step in self.open:
            self._circle(step)
            return
        self.open[step] = None
        for where, other in self.checker.references_of(definition):
            self._step(other, None if where == "this" else number)
        del self.open[step]
        if step not in self.done:
            self.done.add(step)
            self.made.order.append(step)

    def _circle(self, step: tuple[str, int]) -> None:
        definition = self.made.layers[step[1]].definitions[step[0]]
        if definition in self.checker.circles:
            return  # what extends it goes round in the same circle
        self.checker.circles.add(definition)
        open_ = [*self.open]
        names = list(dict.fromkeys(name for name, _ in open_[open_.index(step) :]))
        following = [*names[1:], names[0]]
        if len(names) == 1:
            words = f"`{names[0]}` needs itself"
        else:
            words = ", and ".join(f"`{one}` needs `{other}`" for one, other in zip(names, following, strict=True))
        self.checker.problems.append(p.FieldCycle(self.checker.span(definition), words, str(self.made.type)))


def references(node: t.Expr) -> Iterator[tuple[str, str]]:
    """The fields that a definition uses, each with "this" or "base"."""
    for inner in walk(node):
        if isinstance(inner, t.Own):
            yield inner.where, inner.name.text
        elif isinstance(inner, t.Thing) and isinstance(inner.refers, s.Field):
            yield "this", inner.refers.name


def walk(node: Any) -> Iterator[t.Node]:
    """A node and all that stands in it, in the order of the text."""
    if isinstance(node, tuple):
        for one in node:
            yield from walk(one)
    elif isinstance(node, t.Node):
        yield node
        for name in type(node).__match_args__:
            if name not in ("type", "refers"):
                yield from walk(getattr(node, name))
