"""What the numbers of a compiled game mean to its designer: actions, classes, questions.

meaning = Meaning(counted)
meaning.actions[3]          # "Settler.SendWorker"
meaning.question(17)        # "Settler.SendWorker.place"
"""

from __future__ import annotations

from tgpl.agents.coverage import CountedGame
from tgpl.core import nodes as n
from tgpl.core.walk import walk, walk_bodies
from tgpl.emit.c.layout import MemoryLayout
from tgpl.emit.c.module import Names
from tgpl.runtime.errors import Place
from tgpl.text.source import Span

_COMPONENTS = ("interactable", "tile")  # kinds of classes whose objects are played with


class Meaning:
    def __init__(self, counted: CountedGame, wishes: tuple[str, ...] = ()) -> None:
        """`wishes`: with which it was compiled."""
        self.wishes = wishes
        program = counted.coverage.program
        layout = MemoryLayout(program)
        by_name = {class_.name: class_ for class_ in program.classes}
        self.actions = [f"{class_.shown}.{action.name}" for class_, action in Names(program, layout).actions]
        self.classes: dict[int, str] = {}  # what the designer calls them
        self.families: dict[int, str] = {}  # of things to play with: the nearest class that they share with others
        for name, number in layout.number.items():
            if name in by_name:
                self.classes[number] = by_name[name].shown
                if _is_component(by_name[name]):
                    self.families[number] = _find_family(by_name, by_name[name])
        self._places = counted.native.places
        self._questions = {Place(*span.on_line()): name for name, span in _name_questions(program)}

    def question(self, number: int) -> str:
        """By the number of its place; empty where an action is chosen."""
        if number < 0:
            return ""
        place = self._places[number]
        return self._questions.get(place, f"{place.file}:{place.line}")


def _is_component(class_: n.Class) -> bool:
    return class_.kind in _COMPONENTS or (class_.kind == "class" and class_.visibility == "local")


def _find_family(by_name: dict[str, n.Class], class_: n.Class) -> str:
    """The highest class of the rules above it."""
    while class_.base in by_name:
        class_ = by_name[class_.base]
    return class_.shown


def _name_questions(program: n.Program) -> list[tuple[str, Span]]:
    """Every input, by the body that has it and its own name."""
    found = []
    owners = {id(action): class_.shown for class_ in program.classes for action in class_.actions}
    owners |= {id(function): class_.shown for class_ in program.classes for function in class_.functions}
    for name, body in walk_bodies(program):
        owner = owners.get(id(body))
        word = f"{owner}.{name.removeprefix('.')}" if owner else name.removeprefix(".")
        found += [(f"{word}.{node.name}", node.span) for node in walk(body) if isinstance(node, n.Input)]
    return found
