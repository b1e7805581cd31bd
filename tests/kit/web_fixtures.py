"""One server for the tests that only play at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from databases import Database
from web_games import write_games
from web_server import EXAMPLES, RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("web")
    games = folder / "games"
    games.mkdir()
    paths = [str(write_games(games)), str(EXAMPLES)]
    with RunningServer(str(folder / "tables.sqlite"), paths) as running:
        yield running


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A PostgreSQL; its socket needs a short path."""
    with TemporaryDirectory(prefix="tgpl-pg-") as folder, Database(Path(folder)) as running:
        yield running
