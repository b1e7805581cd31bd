"""Programs at the command line: what a script or a game in Senet prints goes out as it comes, and what is read comes from a stream,
whose end ends the match.

    ended = run_script(result, seed=7, target="python", write=sys.stdout.write)     # raises NotInC
    play_from_stream(result.game().begin(seed=7), sys.stdin, sys.stdout.write, sys.stdout.flush)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from tgpl.compile import Result
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Silence
from tgpl.runtime.record import Outcome
from tgpl.runtime.state import Answer, State

MOST_MOVES = 1_000_000_000


class CharacterStream:
    """What is typed, character by character."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._in_line = False  # a line was begun and not read to its end
        self._drops = False  # the rest of that line is for nobody

    def read(self, count: int) -> str:
        """So many characters, line ends among them; raises Silence if there are not so many."""
        found = ""
        while len(found) < count:
            character = self._stream.read(1)
            if not character:
                raise Silence
            if not self._drops:
                found += character
            self._in_line = character != "\n"
            self._drops = self._drops and self._in_line
        return found

    def clear(self) -> None:
        """Drops the rest of the line that was read last, as soon as somebody reads on: nobody has to wait for it."""
        self._drops = self._in_line


def play_from_stream(state: State, stream: TextIO, write: Callable[[str], None], flush: Callable[[], None]) -> None:
    """Plays a match that was begun to its end, or to the end of the stream."""
    typed = CharacterStream(stream)

    def answer(decision: Decision) -> Answer:
        flush()
        assert decision.length is not None
        return [typed.read(decision.length)]

    state.hear(write, typed.clear)
    state.play(answer, MOST_MOVES)


def run_script(result: Result, seed: int, target: str, write: Callable[[str], None]) -> Outcome:
    """To its end, or to the error that stops it."""
    if target == "c":
        return _run_in_c(result, seed, write)
    state = result.game().begin(seed)
    state.hear(write)
    state.proceed()
    return state


def _run_in_c(result: Result, seed: int, write: Callable[[str], None]) -> Outcome:
    from tgpl.agents.targets import play_in_c

    ended = play_in_c(result, result.game().begin(seed), "first", 1)
    for piece in ended.log:
        write(piece)
    return ended
