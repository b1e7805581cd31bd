"""What typing something has changed in a match beside its output: digests that leave out chance and the log.

A program that asks for characters answers rubbish with words and asks again. Whether a character did more than that is told by
comparing two such digests.

    digest_at_question(processor)           of the running calls where the open question is asked, and of all that they can reach
    digest_at_first_question(processor)     the same where the running move asked first
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from tgpl.runtime.match import Match
from tgpl.runtime.processor import Processor
from tgpl.runtime.save import digest, position

_LEFT_OUT = ("chance", "answers", "offered", "asked", "answered", "struck")


def digest_at_first_question(processor: Processor) -> str:
    questions = processor.match.questions
    answers, questions.answers = questions.answers, []
    try:
        return digest_at_question(processor)
    finally:
        questions.answers = answers


def digest_at_question(processor: Processor) -> str:
    return processor.look(digest_running)


def digest_running(match: Match) -> str:
    """The digest, for who is just asking."""
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
