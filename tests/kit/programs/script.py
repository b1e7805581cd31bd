"""Random scripts in RPG that `check` finds nothing wrong with: what they do must be the same on both targets.

script(7)   # the same text for the same seed
"""

from __future__ import annotations

import random

SIMPLE = ("Int", "Bool", "String", "Dice", "List[Int]", "List[String]", "List[Dice]")


def script(seed: int) -> str:
    return Writer(random.Random(seed)).script()


class Writer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.objects: dict[str, dict[str, str]] = {}  # name → field → type
        self.bases: dict[str, str | None] = {}
        self.traits: dict[str, tuple[str | None, dict[str, str]]] = {}  # name → target, fields that can be used
        self.functions: dict[str, tuple[list[str], str]] = {}  # name → types of the parameters and of the result
        self.variables: dict[str, str] = {}
        self.own: dict[str, str] = {}  # fields of the object being defined that may be used
        self.below: dict[str, str] = {}  # and those below
        self.quiet = False  # nothing that is evaluated may make objects: they would make each other for ever
        self.number = 0

    def fresh(self, letter: str) -> str:
        self.number += 1
        return f"{letter}{self.number}"

    def script(self) -> str:
        parts = [self._object() for _ in range(self.chance.randint(1, 3))]
        parts += [self._trait() for _ in range(self.chance.randint(0, 3))]
        parts += [self._function() for _ in range(self.chance.randint(1, 4))]
        for _ in range(self.chance.randint(3, 9)):
            parts.append(self.statement(3))
            if self.chance.random() < 0.15:
                parts.append(self._function())
        parts += [f'print("{name} " ++ getString({name}) ++ "\\n");' for name in self.variables]
        return "\n".join(parts) + "\n"

    # -- definitions

    def _object(self) -> str:
        name = self.fresh("Object")
        base = self.chance.choice([None, *self.objects]) if self.chance.random() < 0.6 else None
        below = dict(self.objects[base]) if base else {}
        text, fields = self._fields(below)
        self.objects[name], self.bases[name] = {**below, **fields}, base
        return f"{name}{f' extends {base}' if base else ''} {{ {text} }};"

    def _trait(self) -> str:
        name = self.fresh("Trait")
        target = self.chance.choice([None, *self.objects])
        below = dict(self.objects[target]) if target else {}
        text, fields = self._fields(below)
        self.traits[name] = (target, {**below, **fields})
        return f"trait {name}{f' for {target}' if target else ''} {{ {text} }};"

    def _fields(self, below: dict[str, str]) -> tuple[str, dict[str, str]]:
        """New fields use earlier ones and those below; those that are defined anew only what is below by `base`."""
        found: dict[str, str] = {}
        texts = []
        self.quiet = True
        for name in self.chance.sample(sorted(below), min(len(below), self.chance.randint(0, 2))):
            self.own, self.below = {}, below
            texts.append(f"{name}: {self.value(below[name], 2)}")
        for _ in range(self.chance.randint(0, 3)):
            name, type_ = self.fresh("Field"), self.chance.choice(SIMPLE)
            self.own, self.below = dict(found), below
            texts.append(f"{name}: {self.value(type_, 2)}")
            found[name] = type_
        self.own, self.below, self.quiet = {}, {}, False
        self.chance.shuffle(texts)
        return ", ".join(texts), found

    def _function(self) -> str:
        name = self.fresh("f")
        outer = self.variables
        types = [self.chance.choice([*SIMPLE, *self.objects]) for _ in range(self.chance.randint(0, 3))]
        returns = self.chance.choice([*SIMPLE, "Unit"])
        parameters = {self.fresh("p"): type_ for type_ in types}
        self.variables = {**outer, **parameters}
        body = " ".join(self.statement(2) for _ in range(self.chance.randint(0, 2)))
        last = self.value(returns, 3) if returns != "Unit" else f"print({self.value('String', 2)})"
        if self.chance.random() < 0.3:  # calls itself last, so many times
            counter = self.fresh("n")
            again = f"{name}({', '.join([f'{counter} - 1', *(self.value(t, 2) for t in types)])})"
            parameters = {counter: "Int", **parameters}
            last = f"if {counter} <= 0 || {counter} > 9 then {{ {last}; }} else {again}"
            types = ["Int", *types]
        self.variables = outer
        self.functions[name] = (types, returns)
        listed = ", ".join(f"{parameter}: {type_}" for parameter, type_ in parameters.items())
        result = "" if returns == "Unit" else f": {returns}"
        return f"fun {name}({listed}){result} {{ {body} {last}; }};"

    # -- statements

    def statement(self, depth: int) -> str:
        kind = self.chance.randrange(7)
        objects = [name for name, type_ in self.variables.items() if self.objects.get(type_)]
        simple = [name for name, type_ in self.variables.items() if type_ in SIMPLE]
        if kind == 0 and simple:  # a variable keeps the type of its first value, which may have traits
            name = self.chance.choice(simple)
            return f"set {name} = {self.value(self.variables[name], depth)};"
        if kind == 1 and objects:
            owner = self.chance.choice(objects)
            field, type_ = self.chance.choice(sorted(self.objects[self.variables[owner]].items()))
            return f"set {owner}.{field} = {self.value(type_, depth)};"
        if kind in (2, 3):
            type_ = self.chance.choice([*SIMPLE, *self.objects])
            return f'print(getString({self.value(type_, depth)}) ++ "\\n");'
        if kind == 4 and depth > 0:
            return f"if {self.value('Bool', depth - 1)} then {self._block(depth - 1)} else {self._block(depth - 1)};"
        if kind == 5 and self.functions:
            return f"{self._call(self.chance.choice(sorted(self.functions)), depth)};"
        type_ = self.chance.choice([*SIMPLE, *self.objects])
        value, name = self.value(type_, depth), self.fresh("v")
        self.variables[name] = type_
        return f"set {name} = {value};"

    def _block(self, depth: int, gives: str | None = None) -> str:
        outer = self.variables
        self.variables = dict(outer)
        body = " ".join(self.statement(depth) for _ in range(self.chance.randint(0, 2)))
        last = f" {self.value(gives, depth)};" if gives else ""
        self.variables = outer
        return f"{{ {body}{last} }}"

    # -- values

    def value(self, type_: str, depth: int) -> str:
        if depth <= 0:
            return self._leaf(type_)
        kind = self.chance.randrange(10)
        if kind == 0:
            branches = [self._block(depth - 1, type_) if self.chance.random() < 0.4 else self.value(type_, depth - 1)
                        for _ in range(2)]  # fmt: skip
            return f"(if {self.value('Bool', depth - 1)} then {branches[0]} else {branches[1]})"
        if kind == 1:
            calls = [name for name, (_, returns) in sorted(self.functions.items()) if returns == type_]
            if calls and not self.quiet:
                return self._call(self.chance.choice(calls), depth - 1)
        if kind < 4:
            return self._leaf(type_)
        made: str = getattr(self, f"_{type_.split('[', maxsplit=1)[0].lower()}", self._leaf)(type_, depth - 1)
        return made

    def _call(self, name: str, depth: int) -> str:
        return f"{name}({', '.join(self.value(type_, depth) for type_ in self.functions[name][0])})"

    def _int(self, type_: str, depth: int) -> str:
        if self.chance.random() < 0.2:
            return f"roll({self.value('Dice', depth)})"
        if self.chance.random() < 0.1:
            return f"-{self._leaf('Int')}"
        op = self.chance.choice("++--**/")
        right = self.value("Int", depth) if op != "/" or self.chance.random() < 0.1 else str(self.chance.randint(1, 9))
        return f"({self.value('Int', depth)} {op} {right})"

    def _bool(self, type_: str, depth: int) -> str:
        kind = self.chance.randrange(4)
        if kind == 0:
            return f"({self.value('Bool', depth)} {self.chance.choice(['&&', '||'])} {self.value('Bool', depth)})"
        if kind == 1:
            return f"({self.value('String', depth)} {self.chance.choice(['==', '!='])} {self.value('String', depth)})"
        op = self.chance.choice(["==", "!=", "<", ">", "<=", ">="])
        return f"({self.value('Int', depth)} {op} {self.value('Int', depth)})"

    def _string(self, type_: str, depth: int) -> str:
        if self.chance.random() < 0.5:
            return f"getString({self.value(self.chance.choice(SIMPLE), depth)})"
        return f"({self.value('String', depth)} ++ {self.value('String', depth)})"

    def _dice(self, type_: str, depth: int) -> str:
        sides = [self.value(self.chance.choice(["Dice", "Int"]), depth), self.value("Dice", depth)]
        self.chance.shuffle(sides)
        return f"({sides[0]} {self.chance.choice('+-*')} {sides[1]})"

    def _list(self, type_: str, depth: int) -> str:
        of = type_[5:-1]
        if self.chance.random() < 0.4:
            return f"({self.value(type_, depth)} ++ {self.value(type_, depth)})"
        return f"[{', '.join(self.value(of, depth) for _ in range(self.chance.randint(1, 3)))}]"

    def _leaf(self, type_: str, depth: int = 0) -> str:
        known = [name for name, of in self.variables.items() if of == type_ and not self.quiet]
        known += [self.chance.choice(["", "this."]) + name for name, of in self.own.items() if of == type_]
        known += [f"base.{name}" for name, of in self.below.items() if of == type_]
        known += [
            f"{name}.{field}"
            for name, of in self.variables.items()
            for field, found in self.objects.get(of, {}).items()
            if found == type_ and not self.quiet
        ]
        if known and self.chance.random() < 0.7:
            return self.chance.choice(known)
        if type_ in self.objects:
            return self._thing(type_)
        match type_.split("[", maxsplit=1)[0]:
            case "Int":
                return str(self.chance.choice([0, 1, 2, 3, 7, 10, 100, 123456789, 9007199254740991]))
            case "Bool":
                return self.chance.choice(["true", "false"])
            case "String":
                return self.chance.choice(['""', '"a"', '"żółw\\n"', '"\\"\\t"'])
            case "Dice":
                return self.chance.choice(
                    ["1d6", "2d6", "3d1", "1d100", "highest 2 of 3d6", "drop lowest 1 of 2d4", "explode 2d4 up to 2",
                     "count >= 3 of 4d4", "3d6 against 2d6"]
                )  # fmt: skip
            case _:
                return "[]"

    def _thing(self, type_: str) -> str:
        """A new object of a type or of what extends it, perhaps with traits."""
        fitting = [name for name in self.objects if self._is(name, type_)]
        name = self.chance.choice(fitting)
        traits = [trait for trait, (target, _) in self.traits.items() if target is None or self._is(name, target)]
        chosen = self.chance.sample(traits, min(len(traits), self.chance.randint(0, 2)))
        return f"({name} with {' and '.join(chosen)})" if chosen else name

    def _is(self, name: str, wanted: str) -> bool:
        step: str | None = name
        while step is not None and step != wanted:
            step = self.bases[step]
        return step == wanted
