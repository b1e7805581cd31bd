"""Mistakes in objects, traits and their fields."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class ExtendsItself(Problem, stage="type"):
    code, title = "E850", "Object that extends itself"
    name: str
    says = "`{name}` would extend itself, by way of what it extends."


class TraitMisfit(Problem, stage="type"):
    code, title = "E851", "Trait for another object"
    trait: str
    target: str
    found: str
    says = "The trait `{trait}` is for `{target}` and what extends it; `{found}` does not."


class FieldCycle(Problem, stage="type"):
    code, title = "E852", "Fields that need each other"
    names: str  # "`A` needs `B`, and `B` needs `A`"
    owner: str
    says = "In `{owner}` {names}: that can never be worked out."
    advises = "`base.Field` is the definition below, `this.Field` the last one"


class NothingBelow(Problem, stage="type"):
    code, title = "E853", "`base` without anything below"
    name: str
    owner: str
    says = "Below `{owner}` there is no definition of `{name}`."
    advises = "`base` means what an object extends, or what a trait is put on; for the object's own field write `this`"


class OutsideObject(Problem, stage="type"):
    code, title = "E854", "`this` or `base` outside an object"
    word: str
    says = "`{word}` means something only in the fields of an object or a trait."


class ObjectInField(Problem, stage="type"):
    code, title = "E855", "Object in a field"
    name: str
    found: str
    says = "A field holds dice, a simple value or a list; `{name}` would hold the object `{found}`."
    advises = "put it into a list: `[{found}]`"


class FieldTwice(Problem, stage="type"):
    code, title = "E856", "Two definitions of one field"
    name: str
    says = "`{name}` is defined already in these fields."


class TraitAlone(Problem, stage="type"):
    code, title = "E857", "Trait without an object"
    name: str
    says = "`{name}` is a trait: it is given to an object, as in `Entity with {name}`."
