"""Rule texts as a git repository had them: a library whose files all come from one revision, never from the disk.

library = find_earlier("games/duel.tgpl", "HEAD~1")         # the same file, one commit ago
library = find_earlier("games/duel.tgpl", "main:old.tgpl")  # another one, as it stands in `main`
library.read("duel.tgpl"), library.commit

Git is asked without a shell, for names of commits and contents of files only; a name that begins with a dash is no option.
"""

from __future__ import annotations

import os
import posixpath
import shutil
import subprocess

from tgpl.text.files import CARD_FILES, LARGEST, STANDARD, Folder, Library, Texts, Unreadable, decode, standard_names

_PATIENCE = 30.0  # seconds for one answer of git
_PLAIN_FILES = (b"100644", b"100755")  # no links, no folders


class NoRevision(ValueError):
    """Why there is no such earlier text, in words for who asked."""


class Revision:
    """The folder of a main file, as it was."""

    def __init__(self, top: str, commit: str, path: str, shown: str) -> None:
        self.commit = commit
        self.shown = shown  # what to put before a name in messages
        self._top, (self._folder, self.main) = top, posixpath.split(path)

    def read(self, name: str) -> str:
        """Texts of the tool's own library are those of today."""
        if name.startswith(STANDARD):
            return Texts(self.main, {}).read(name)
        path = posixpath.normpath(posixpath.join(self._folder, name))
        inside = path if not self._folder else posixpath.relpath(path, self._folder)
        if "\0" in name or name.startswith("/") or inside.startswith(".."):
            raise Unreadable("outside")
        entry = _ask_git(self._top, "ls-tree", "-z", "--full-tree", self.commit, "--", f":(top,literal){path}")
        if not entry:
            raise Unreadable("missing")
        if entry.split(b" ", 1)[0] not in _PLAIN_FILES:
            raise Unreadable("system", "it is no plain file there")
        blob = entry.split(b"\t", 1)[0].split(b" ")[2].decode("ascii")
        if int(_ask_git(self._top, "cat-file", "-s", blob)) > LARGEST:
            raise Unreadable("system", "it is too large")
        return decode(_ask_git(self._top, "cat-file", "blob", blob))

    def names(self) -> list[str]:
        folder = [f":(top,literal){self._folder}"] if self._folder else []
        found = _ask_git(self._top, "ls-tree", "-z", "-r", "--name-only", "--full-tree", self.commit, "--", *folder)
        paths = [path.decode("utf-8", "replace") for path in found.split(b"\0") if path]
        beside = [path for path in paths if posixpath.dirname(path) == self._folder]
        names = [posixpath.basename(path) for path in beside]
        return [*(name for name in sorted(names) if name.endswith((".tgpl", ".tgdl", *CARD_FILES))), *standard_names()]


def find_earlier(file: str, asked: str) -> tuple[Library, str]:
    """What `--against` names: a file, a revision of the same file, or `revision:path`, where the path begins at the top of the
    repository, or with `./` beside the file. Also what it is called. Raises NoRevision."""
    if os.path.isfile(asked):
        return Folder.of_main(asked), asked
    revision, colon, path = asked.partition(":")
    top = _find_top(file, asked)
    here = posixpath.join(*os.path.relpath(os.path.realpath(file), top).split(os.sep))
    if colon and path.startswith("./"):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
    commit = _find_commit(top, revision, asked)
    library = Revision(top, commit, path if colon else here, f"{revision}:")
    try:
        library.read(library.main)
    except Unreadable as why:
        raise NoRevision(f"In {revision} there is no rule text {path or here}: {why}") from None
    return library, f"{revision}:{path if colon else here} ({commit[:10]})"


def _find_top(file: str, asked: str) -> str:
    try:
        found = _ask_git(os.path.dirname(os.path.realpath(file)), "rev-parse", "--show-toplevel")
    except NoRevision:
        raise NoRevision(f"There is no file {asked!r}, and {file!r} lies in no git repository") from None
    return os.path.realpath(os.fsdecode(found.rstrip(b"\r\n")))


def _find_commit(top: str, revision: str, asked: str) -> str:
    try:
        found = _ask_git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except NoRevision:
        raise NoRevision(f"{asked!r} is neither a file nor a revision that git knows") from None
    return found.decode("ascii").split()[-1]


def _ask_git(folder: str, *words: str) -> bytes:
    """What git answers. It fetches nothing, and asks nobody for a password."""
    git = shutil.which("git")
    if git is None:
        raise NoRevision("For an earlier revision git has to be installed; name a file instead")
    quiet = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [git, "-C", folder, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            env={**os.environ, **quiet},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as why:
        raise NoRevision(f"git does not answer: {why}") from None
    if done.returncode:
        raise NoRevision(done.stderr.decode("utf-8", "replace").strip() or "git says no")
    return done.stdout
