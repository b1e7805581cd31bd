"""How much a server takes from whom: sizes, rates, patience. One value for all of it, so that tests and measurements can choose others."""

from __future__ import annotations

from typing import NamedTuple


class Rate(NamedTuple):
    """So many a second for long, and so many at once."""

    per_second: float
    burst: float


class Settings(NamedTuple):
    # What an address may do.
    tables: Rate = Rate(0.5, 30)  # new tables, forks, records that are opened
    requests: Rate = Rate(20, 200)  # of pages and files
    connections: Rate = Rate(5, 100)  # new sockets
    most_connections: int = 200  # at once
    heavy: Rate = Rate(0.05, 6)  # rules of strangers that are compiled
    # What a page and a table may do.
    messages: Rate = Rate(20, 60)
    table_messages: Rate = Rate(60, 200)
    thoughts: Rate = Rate(0.5, 5)  # hints, reasons and looks back of a page, which take time
    most_pages: int = 200  # at one table
    # Patience, in seconds.
    enter: float = 10.0  # until a page has said who it is
    request: float = 10.0  # until a request is whole
    ping: float = 25.0  # from one ping to the next; who has not answered the last one is let go
    idle: float = 30.0  # until a table without pages is forgotten
    # Machines.
    machine_pause: float = 0.4  # between two choices of machines, so that people see them
    longest_thought: float = 10.0  # seconds
    most_games: int = 50_000  # that a machine plays for one decision
    machine_processes: int = 2
    # Rules of strangers.
    sandbox_memory: int = 512 << 20  # bytes
    sandbox_seconds: float = 10.0  # of one piece of work
    most_sandboxes: int = 12
    largest_upload: int = 1_000_000  # bytes
    largest_record: int = 4_000_000
    # The studio.
    drafts: Rate = Rate(0.01, 12)  # texts that a guest begins
    studio: Rate = Rate(6, 60)  # questions about texts, of an address
    largest_draft: int = 2_000_000  # bytes of a question
