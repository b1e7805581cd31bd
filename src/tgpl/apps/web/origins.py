"""Whose pages may talk to the server: its own, and programs that are no pages.

A browser always says which page a request comes from (Origin), and by which name it found the server (Host). A server on this computer
only is asked for by a name of this computer only, so that nobody's page can reach it under another name.

    Origins(local=True).allow({"host": "localhost:8000", "origin": "http://localhost:8000"})
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping


class Origins:
    def __init__(self, local: bool) -> None:
        self._local = local  # only this computer is listened to

    def allow_host(self, headers: Mapping[str, str]) -> bool:
        host = headers.get("host")
        return host is not None and (not self._local or is_local_host(host))

    def allow(self, headers: Mapping[str, str]) -> bool:
        """Whether somebody may do something here."""
        host, origin = headers.get("host"), headers.get("origin")
        if host is None or not self.allow_host(headers):
            return False
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        scheme, _, name = origin.partition("://")
        return scheme in ("http", "https") and name.lower() == host.lower()


def is_local_name(name: str) -> bool:
    """Whether a name or address always means this computer."""
    if name.lower() in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_local_host(host: str) -> bool:
    """The same of what a browser says in Host: a name, perhaps with a port."""
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    return is_local_name(name.strip("[]")) or host.lower().split(":")[0].endswith(".localhost")
