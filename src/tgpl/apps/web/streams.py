"""What a seat is shown, version after version: whole the first time, then only what changed.

All pages of one seat follow the same stream. Versions are counted for each stream alone, from a number that says nothing, so that they tell
nothing of what others do; who comes with another one gets everything.
"""

from __future__ import annotations

import secrets
from typing import Any

from tgpl.apps.web.connection import Connection, spell
from tgpl.apps.web.patches import make_patch

Picture = dict[str, Any]


class Stream:
    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.connections: list[Connection] = []
        self.version = secrets.randbits(40)
        self.at = 0  # the last moment whose news were sent
        self.picture: Picture | None = None

    def show(self, shown: dict[str, Any]) -> None:
        """A new picture: what changed goes to those who have the last one, everything to the others."""
        after: Picture = shown["picture"]
        before, from_at = self.picture, min(self.at, shown["at"])
        change = {} if before is None or before is after else make_patch(before, after)
        if before is not None and not change and shown["at"] == self.at:
            return
        self.picture, self.at, version = after, shown["at"], self.version
        self.version += 1
        patch: str | None = None
        for connection in self.connections:
            if connection.version != version or before is None:
                self.send_whole(connection, shown)
                continue
            if patch is None:
                patch = spell(
                    {
                        "type": "change",
                        "from": version,
                        "version": self.version,
                        "at": self.at,
                        "patch": change,
                        "news": shown["news"],
                        "news_after": from_at,
                    }
                )
            connection.send_text(patch)
            connection.version = self.version

    def send_whole(self, connection: Connection, shown: dict[str, Any]) -> None:
        connection.send(
            {
                "type": "picture",
                "version": self.version,
                "at": self.at,
                "picture": self.picture,
                "news": shown["news"],
                "news_after": shown.get("news_after", 0),
            }
        )
        connection.version = self.version
