"""Tokens: who has one may do what it is for, and nobody can guess one.

A token is 128 bits, as 22 characters. The store knows only its hash. The links of seats that nobody has taken follow from the owner's
token, so that the owner's page can show them whenever it comes back and nothing secret is kept for it.

    owner = make_token()
    derive_token(owner, "k3Jx", "seat 1 0")
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_NAME = re.compile(r"[A-Za-z0-9_-]{12}")


def make_token() -> str:
    return _spell(secrets.token_bytes(16))


def make_table_id() -> str:
    """The name of a table in its address: nobody comes upon it by counting."""
    return _spell(secrets.token_bytes(9))


def derive_token(owner: str, table: str, what: str) -> str:
    """A token that only the owner's tells."""
    return _spell(hmac.digest(owner.encode(), f"{table} {what}".encode(), "sha256")[:16])


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def fits_hash(token: str, known: str | None) -> bool:
    return known is not None and hmac.compare_digest(hash_token(token), known)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def is_table_id(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def _spell(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
