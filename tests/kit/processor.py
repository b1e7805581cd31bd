"""Processor time in tests, never the clock on the wall: other work on the machine must not fail a test.

with processor_time(60): ask()      # far more than it takes, far less than what it guards against
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def processor_time(most: float) -> Iterator[None]:
    """Fails if this process works longer than `most` seconds."""
    began = time.process_time()
    yield
    taken = time.process_time() - began
    assert taken < most, f"{taken:.1f} s of the processor, where {most} are more than enough"
