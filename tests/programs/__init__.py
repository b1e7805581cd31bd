"""Random programs without errors, to try the compiler, the targets and the runtime with."""

from programs.whole import program

__all__ = ["program"]
