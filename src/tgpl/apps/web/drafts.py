"""Rule texts that are being written, with everything that they ever were: so that one can go back.

A draft is kept as a table is (`store`): what it began with, then row after row what was changed, a stretch of a file each. Nothing is ever
taken away. Who writes has a token, of which only the hash is kept.

    draft = await Drafts(store).create(Upload("game.tgpl", {"game.tgpl": text}), token)
    await drafts.write(draft, {"game.tgpl": text + "!"}, base=0)
    draft.at(0)                     # the texts as they were
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tgpl.apps.editor.reading import Shift
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.sandbox import Upload
from tgpl.apps.web.store import Conflict, Store
from tgpl.apps.web.tokens import fits_hash, hash_token, is_token

LARGEST = 300_000  # characters of all texts of a draft
MOST_FILES = 20
_LARGEST_HISTORY = 8_000_000  # characters of all rows
_MOST_ROWS = 20_000
_MOST_GRANTS = 20  # tokens of a draft that are worth something: the latest
_QUIET = 60.0  # seconds: changes that come sooner one after the other are one version
_MOST_TOLD = 200  # versions
_ID = re.compile(r"[A-Za-z0-9_-]{16}")  # longer than that of a table, so that nobody takes one for the other
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,59}\.[a-z]{2,5}")

Sources = dict[str, str]


class Version(NamedTuple):
    row: int
    when: float  # seconds since 1970
    mark: str  # what it is called: "saved", …


@dataclass(slots=True)
class Draft:
    """A text with its past. `path`: the file on this computer that it is the text of."""

    name: str
    main: str
    first: Sources
    owners: list[str]  # hashes of tokens
    path: str | None = None
    rows: list[str] = field(default_factory=list)
    now: Sources = field(default_factory=dict)
    size: int = 0  # characters of all rows

    def lets(self, token: Any) -> bool:
        return isinstance(token, str) and is_token(token) and any(fits_hash(token, one) for one in self.owners)

    def add(self, row: str) -> None:
        data = json.loads(row)
        self.rows.append(row)
        self.size += len(row)
        apply_edits(self.now, data.get("edits", ()))
        if "grant" in data:
            self.owners = [*self.owners, data["grant"]][-_MOST_GRANTS:]

    def at(self, row: int) -> Sources:
        """The texts as they were after so many rows."""
        found = dict(self.first)
        for line in self.rows[:row]:
            apply_edits(found, json.loads(line).get("edits", ()))
        return found

    def versions(self) -> list[Version]:
        """Those that were saved, and the last of each stretch of writing; the latest first."""
        found: list[Version] = []
        rows = [(number, json.loads(line)) for number, line in enumerate(self.rows, 1)]
        rows = [(number, data) for number, data in rows if "edits" in data or "mark" in data]
        for (number, data), later in zip(rows, [*rows[1:], None], strict=True):
            mark = data.get("mark", "")
            if mark or later is None or later[1]["when"] - data["when"] > _QUIET:
                found.append(Version(number, data["when"], mark))
        return found[::-1][:_MOST_TOLD]


def apply_edits(sources: Sources, edits: Any) -> None:
    for edit in edits:
        name, text = edit["file"], edit.get("text")
        if text is None:
            sources.pop(name, None)
        else:
            before = sources.get(name, "")
            sources[name] = before[: edit["start"]] + text + before[edit["end"] :]


def find_edits(before: Sources, after: Sources) -> list[dict[str, Any]]:
    """What leads from some texts to others: one stretch of each file that differs."""
    found: list[dict[str, Any]] = [{"file": name} for name in before if name not in after]
    for name, text in after.items():
        old = before.get(name, "")
        if old != text or name not in before:
            shift = Shift.of(old, text)
            new = text[shift.start : shift.new_end]
            found.append({"file": name, "start": shift.start, "end": shift.old_end, "text": new})
    return found


class Drafts:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def create(self, rules: Upload, token: str, name: str | None = None, path: str | None = None) -> Draft:
        """Raises Refused, StoreTrouble."""
        check_texts(rules.main, rules.sources)
        name = name or make_draft_id()
        owners = [hash_token(token)]
        head = {"main": rules.main, "sources": rules.sources, "owners": owners, "path": path, "when": time.time()}
        await self.store.create(name, json.dumps(head, ensure_ascii=False), {})
        return Draft(name, rules.main, rules.sources, owners, path, now=dict(rules.sources))

    async def find(self, name: str) -> Draft | None:
        """Raises StoreTrouble."""
        stored = await self.store.read(name) if is_draft_id(name) else None
        if stored is None:
            return None
        head = json.loads(stored.head)
        draft = Draft(name, head["main"], head["sources"], list(head["owners"]), head.get("path"))
        draft.now = dict(draft.first)
        for row in stored.rows:
            draft.add(row)
        return draft

    async def write(self, draft: Draft, sources: Sources, mark: str = "") -> None:
        """Keeps the texts as they are now. Raises Refused, StoreTrouble."""
        check_texts(draft.main, sources)
        edits = find_edits(draft.now, sources)
        if edits or mark:
            row = {"when": time.time(), **({"edits": edits} if edits else {}), **({"mark": mark} if mark else {})}
            await self._append(draft, row)

    async def grant(self, draft: Draft, token: str) -> None:
        """Somebody else may write from now on, by a token of their own."""
        await self._append(draft, {"when": time.time(), "grant": hash_token(token)})

    async def keep_shared(self, draft: Draft, key: str, text: str) -> None:
        await self._append(draft, {"when": time.time(), "shared": key}, {key: text})

    async def _append(self, draft: Draft, row: dict[str, Any], rules: dict[str, str] | None = None) -> None:
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        if len(draft.rows) >= _MOST_ROWS or draft.size + len(line) > _LARGEST_HISTORY:
            raise Refused("too_large", "So much was written here that its past is full. Make a copy and go on there.")
        try:
            await self.store.append(draft.name, len(draft.rows), line, rules)
        except Conflict:
            raise Refused("stale", "The text was changed elsewhere meanwhile, perhaps in another window.") from None
        draft.add(line)


def check_texts(main: str, sources: Sources) -> None:
    """Raises Refused."""
    if main not in sources or len(sources) > MOST_FILES:
        raise Refused("bad_files", f"There is a main file and at most {MOST_FILES} files in all.")
    for name in sources:
        if not _FILE.fullmatch(name):
            raise Refused(
                "bad_files", "Files have names of letters, digits, - and _ with an ending: cards.csv, game.tgpl."
            )
    if sum(map(len, sources.values())) > LARGEST:
        raise Refused("too_large", f"All texts together have at most {LARGEST:,} characters here.")


def make_draft_id() -> str:
    return _spell(secrets.token_bytes(12))


def find_file_draft_id(path: str, computer: str) -> str:
    """Of a file on this computer there is one draft."""
    return _spell(hashlib.sha256(f"{computer} {path}".encode("utf-8", "surrogateescape")).digest()[:12])


def is_draft_id(name: str) -> bool:
    return _ID.fullmatch(name) is not None


def _spell(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()
