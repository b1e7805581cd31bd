"""Random programs without errors, to try the compiler, the targets and the runtime with."""

from programs.whole import files, program

__all__ = ["files", "program"]
