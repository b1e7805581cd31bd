"""Where a match stands beside its output: what typing something has changed, seen from outside.

A program that asks for characters answers rubbish with words and asks again. Whether a character did more than that is told by
comparing two such digests: chance and the log are left out of both.

    bearing(processor)      where the question is asked: which calls are running and where, and all that they can reach
    ground(processor)       the same where the running move asked first
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from tgpl.runtime.match import Match
from tgpl.runtime.processor import Processor
from tgpl.runtime.save import digest, position

_LEFT_OUT = ("chance", "answers", "offered", "asked", "answered", "struck")


def ground(processor: Processor) -> str:
    match = processor.match
    answers, match.answers = match.answers, []
    try:
        return bearing(processor)
    finally:
        match.answers = answers


def bearing(processor: Processor) -> str:
    return processor.look(survey)


def survey(match: Match) -> str:
    """The bearing, for who is just asking."""
    return digest([_running(match.rules.filename), _plain(match)])


def _plain(match: Match) -> dict[str, Any]:
    return {name: value for name, value in position(match, []).items() if name not in _LEFT_OUT}


def _running(filename: str) -> list[tuple[str, int]]:
    """Where each running call of the translated rules is, the innermost first."""
    found = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == filename:
            found.append((frame.f_code.co_name, frame.f_lasti))
        frame = frame.f_back
    return found
