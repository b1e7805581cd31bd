"""Runs every test that shows a promise of the seeds, and writes docs/conformance.md. `./check` holds the table against the suite."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent / "tests"

if __name__ == "__main__":
    sys.exit(pytest.main(["-q", "-n", "auto", "-m", "features", "--conformance=write", str(TESTS)]))
