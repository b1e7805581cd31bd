"""Mistakes in objects, traits and their fields."""

from __future__ import annotations

from tgpl.languages.rpg.problems.types import TypeMistake


class ExtendsItself(TypeMistake):
    code, title = "E850", "Object that extends itself"
    name: str

    def message(self) -> str:
        return f"`{self.name}` would extend itself, by way of what it extends."


class TraitMisfit(TypeMistake):
    code, title = "E851", "Trait for another object"
    trait: str
    target: str
    found: str

    def message(self) -> str:
        return f"The trait `{self.trait}` is for `{self.target}` and what extends it; `{self.found}` does not."


class FieldCycle(TypeMistake):
    code, title = "E852", "Fields that need each other"
    names: str  # "`A` needs `B`, and `B` needs `A`"
    owner: str

    def message(self) -> str:
        return f"In `{self.owner}` {self.names}: that can never be worked out."

    def advice(self) -> str:
        return "`base.Field` is the definition below, `this.Field` the last one"


class NothingBelow(TypeMistake):
    code, title = "E853", "`base` without anything below"
    name: str
    owner: str

    def message(self) -> str:
        return f"Below `{self.owner}` there is no definition of `{self.name}`."

    def advice(self) -> str:
        return "`base` means what an object extends, or what a trait is put on; for the object's own field write `this`"


class OutsideObject(TypeMistake):
    code, title = "E854", "`this` or `base` outside an object"
    word: str

    def message(self) -> str:
        return f"`{self.word}` means something only in the fields of an object or a trait."


class ObjectInField(TypeMistake):
    code, title = "E855", "Object in a field"
    name: str
    found: str

    def message(self) -> str:
        return f"A field holds dice, a simple value or a list; `{self.name}` would hold the object `{self.found}`."

    def advice(self) -> str:
        return f"put it into a list: `[{self.found}]`"


class FieldTwice(TypeMistake):
    code, title = "E856", "Two definitions of one field"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is defined already in these fields."


class TraitAlone(TypeMistake):
    code, title = "E857", "Trait without an object"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a trait: it is given to an object, as in `Entity with {self.name}`."
