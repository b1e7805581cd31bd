"""Options and marks of the test suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite golden and play files with what comes out today")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "features(*ids): the promises of the seeds that a test shows")
