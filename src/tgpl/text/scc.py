"""The strongly connected components of a graph, what they need before them.

find_components(["a", "b", "c"], {"a": ["b"], "b": ["a", "c"], "c": []}.__getitem__)   ->   [["c"], ["a", "b"]]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def find_components(nodes: Iterable[Node], needs: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """Tarjan's way, without recursion: rules may hang together in long chains. The same order always."""
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    open_: list[Node] = []
    is_open: set[Node] = set()
    found: list[list[Node]] = []
    for root in nodes:
        if root in number:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []

        def enter(node: Node, work: list[tuple[Node, Iterator[Node]]] = work) -> None:
            number[node] = low[node] = len(number)
            open_.append(node)
            is_open.add(node)
            work.append((node, iter(needs(node))))

        enter(root)
        while work:
            node, rest = work[-1]
            for need in rest:
                if need not in number:
                    enter(need)
                    break
                if need in is_open:
                    low[node] = min(low[node], number[need])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    at = len(open_) - 1
                    while open_[at] != node:
                        at -= 1
                    group = open_[at:]
                    del open_[at:]
                    is_open.difference_update(group)
                    found.append(group)
    return found
