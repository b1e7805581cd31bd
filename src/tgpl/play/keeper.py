"""Where an unfinished match is kept, so that neither Ctrl-C nor a killed terminal loses anything.

One file for each rule text, in the user's state folder, written whole after every choice.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from tgpl.runtime.record import BadRecord, read


def state_folder() -> Path:
    """Where what outlives a session is kept."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(home) / "tgpl"


def kept_at(rules: str, which: str = "last") -> Path:
    """The file that keeps an unfinished match of a rule text: the last one, or the one before."""
    path = os.path.abspath(rules)
    mark = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return state_folder() / f"{Path(path).stem}-{mark}-{which}.json"


def keep(path: Path, text: str) -> str | None:
    """Writes a file whole or not at all; gives what went wrong, if it did."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8", newline="")
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        return error.strerror or str(error)
    except ValueError as error:  # no name of a file, or a text that a record brought and that cannot be written
        return str(error)
    return None


def is_something_else(path: str) -> bool:
    """Whether a file is there that is no record: a slip of the fingers must not cost anybody their rules."""
    try:
        text = Path(path).read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):
        return False
    try:
        read(text)
    except BadRecord:
        return text.strip() != ""
    return False
