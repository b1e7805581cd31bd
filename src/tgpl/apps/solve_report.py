"""What `tgpl solve` says about a solved game."""

from __future__ import annotations

from typing import Any

from tgpl.agents.solve import Solution
from tgpl.runtime.rules import seat_name
from tgpl.text.escape import plain


def describe_solution(name: str, solved: Solution, seats: tuple[str, ...] = ()) -> str:
    """The value, then the line; `seats`: what the players are seat_name, where the rules name them."""
    looked = f"{solved.positions:,} position{'' if solved.positions == 1 else 's'} looked at"
    words = f"{plain(name)}: {_describe_value(solved, seats)} ({looked})."
    if solved.endless:
        words += "\nPositions come up again in it: what nobody can force goes on for ever, and counts as "
        words += "not won." if len(solved.points) == 1 else "a draw."
    if not solved.line:
        return words
    moves = enumerate(_group_moves(solved), 1)
    lines = [f"  {i:>3}. {plain(seat_name(player, seats))}: {labels}" for i, (player, labels) in moves]
    end = "" if solved.complete else "\n  … and so on."
    return f"{words}\nA best line:\n" + "\n".join(lines) + end


def _describe_value(solved: Solution, seats: tuple[str, ...]) -> str:
    players = len(solved.points)
    worth = [solved.worth(player) for player in range(players)]
    if players == 1:
        return "it can be won" if worth[0] == 1.0 else "it cannot be won"
    if sum(worth) == 0.0:
        return "everybody loses if nobody makes a mistake"
    if 1.0 in worth:
        return f"{plain(seat_name(worth.index(1.0), seats))} wins if nobody makes a mistake"
    if all(share == 0.5 for share in worth):
        return "a draw if nobody makes a mistake"
    shares = ", ".join(f"{plain(seat_name(player, seats))} {share:.0%}" for player, share in enumerate(worth))
    return f"everybody for themselves, it is worth to {shares} of a win"


def _group_moves(solved: Solution) -> list[tuple[int, str]]:
    """The choices of one move together."""
    found: list[tuple[int, str]] = []
    last = -1
    for step in solved.line:
        label = plain(step.label)
        if step.move == last and found[-1][0] == step.player:
            found[-1] = (step.player, f"{found[-1][1]}, {label}")
        else:
            found.append((step.player, label))
        last = step.move
    return found


def solution_to_json(name: str, solved: Solution) -> dict[str, Any]:
    return {
        "game": name,
        "players": len(solved.points),
        "worth": [solved.worth(player) for player in range(len(solved.points))],
        "line": [{"player": step.player, "choice": step.label} for step in solved.line],
        "complete": solved.complete,
        "positions": solved.positions,
        "repeats": solved.endless,
    }
