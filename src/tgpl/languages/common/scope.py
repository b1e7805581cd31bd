"""Names that hold in a block, and in what stands around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

V = TypeVar("V")


class Scope(Generic[V]):
    def __init__(self, outer: Scope[V] | None) -> None:
        self.outer = outer
        self.names: dict[str, V] = {}

    def find(self, name: str) -> V | None:
        step: Scope[V] | None = self
        while step is not None:
            if name in step.names:
                return step.names[name]
            step = step.outer
        return None

    def all(self) -> Iterable[str]:
        return [*self.names, *(self.outer.all() if self.outer is not None else ())]
