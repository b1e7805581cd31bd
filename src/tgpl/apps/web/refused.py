"""That something cannot be done, with a code for programs and words for people, who are told what to do instead."""

from __future__ import annotations


class Refused(Exception):
    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code, self.words = code, words
