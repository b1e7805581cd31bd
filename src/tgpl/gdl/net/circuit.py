"""A net of gates that says which atoms hold: its parts.

A node is a fact of the position (the first ones), or a gate: it is on while its count is below zero. An input that
comes on takes one away, so a gate for "all of n" starts at n - 1 and a gate for "any of" at 0. A literal is twice its
node, plus one for "not".

What hangs on a move is not wired: each move has a list of effects. An effect whose literals hold when the move is made
sets a fact of the next position, or is one more input of a gate. So the facts that a game keeps from one position to
the next cost nothing but the look at one list; where a list only says "this fact stays", it is a mask.

A slot is the gate of an answer: of a legal move, of a fact of the next position. Nothing else hangs on it, and slots
lie in the order of their answers, so that 64 of them can be read at once.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.text.records import Record
from tgpl.text.terms import Term


class Node(Record):
    """`start` is its count while all inputs are off."""

    inputs: tuple[int, ...]
    start: int
    loop: int  # the circle that it is part of, or -1
    varies: bool  # with the moves that are made


class Effect(NamedTuple):
    """Of a move: where all literals hold, the fact of the next position is set, or the node has one more input."""

    literals: tuple[int, ...]
    fact: int  # or -1
    node: int  # or -1


class Move(Record):
    term: Term
    slot: int  # node
    done: int  # node that is on while it is made, or -1
    effects: list[Effect]


class Group(NamedTuple):
    """Moves of a role, by their places, that are only legal where a literal holds."""

    literal: int
    places: tuple[int, ...]


class Actor(NamedTuple):
    moves: list[Move]
    groups: list[Group]  # each move is in one, or none has any


class Gates(NamedTuple):
    nodes: list[Node]  # the facts first; what a node needs stands before it, except in circles
    facts: list[Term]
    first: list[bool]
    actors: list[Actor]  # the seats, then chance
    terminal: int  # nodes, from here on
    next: list[int]  # of the next position, for each fact
    goals: list[list[tuple[int, int]]]  # for each role: value and node, the largest value first
    seen: list[list[tuple[Term, int]]]  # for each seat
