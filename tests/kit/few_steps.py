"""Both targets with few steps until it is too much: so it shows soon where they count differently, and what never ends
is stopped soon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tgpl.emit.c.layout import runtime_text
from tgpl.runtime import injector, lists, match, questions, set_offer
from tgpl.text import limits

_LIMITS = ("STEPS", "STEPS_IN_ALL", "STEPS_OF_A_DECISION", "KEPT_STEPS")
SHARES = (10, 30, 100, 300, 1_000, 3_000, 10_000)  # of them, one in so many


@contextmanager
def few_steps(share: int) -> Iterator[None]:
    """For what the Python target plays meanwhile, and for what is emitted in C."""
    modules = (limits, match, questions, injector, lists, set_offer)
    kept = [(module, name, vars(module)[name]) for module in modules for name in _LIMITS if name in vars(module)]
    try:
        for module, name, value in kept:
            setattr(module, name, value // share)
        runtime_text.cache_clear()
        yield
    finally:
        for module, name, value in kept:
            setattr(module, name, value)
        runtime_text.cache_clear()
