"""Options and marks of the test suite."""

from __future__ import annotations

import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

from feature_table import Conformance, note_features
from tgpl.native.library import BuildMode, Library, LibraryLoader

pytest_plugins = ["web_fixtures"]
sys.setrecursionlimit(30_000)  # as a running game has it, so that it does not change in the middle of a test
# A shell starts what it runs in the background with interrupts ignored, and commands that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite golden and play files with what comes out today")
    parser.addoption("--conformance", choices=["check", "write"], help="the table in docs/conformance.md")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "features(*ids): the promises of the seeds that a test shows")
    config.addinivalue_line("markers", "slow: takes long; `./check --fast` leaves it out")
    config.addinivalue_line("markers", "deep: one more of many cases of the same kind; only `./check --deep` has it")
    config.addinivalue_line(
        "markers", "background: about what is compiled in the background, which other tests go without"
    )
    wanted = config.getoption("--conformance")
    if wanted is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Conformance(writes=wanted == "write"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    note_features(items)


# Property tests say what they found, not how quick the machine was.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def nothing_is_optimised_in_the_background(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test plays a game or two, and the optimising compiler would work for longer than that beside it."""
    if request.node.get_closest_marker("background") is None:
        library = LibraryLoader.library

        def now(loader: LibraryLoader, build: BuildMode = "soon") -> Library:
            return library(loader, "now" if build == "soon" else build)

        monkeypatch.setattr(LibraryLoader, "library", now)


@pytest.fixture(autouse=True)
def called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed commands begin with `tgpl`, whatever another test has learnt."""
    monkeypatch.setattr("tgpl.text.shell_commands._tool_name", ["tgpl"])
