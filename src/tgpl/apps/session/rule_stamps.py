"""Whether rule files have changed on disk: when they were written, and how long they are.

In:  a main file and the files that its rules had. Out: a stamp for each, to be compared later.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from tgpl.text.files import Folder

Stamps = dict[str, tuple[int, int]]


def stamp_files(main: str, names: Iterable[str]) -> Stamps:
    """Of files that the rules have or had, and of all that they may be about to import."""
    folder = os.path.dirname(main)
    found: Stamps = {}
    for name in {*names, main, *(os.path.join(folder, name) for name in Folder.of_main(main).names())}:
        try:
            status = os.stat(name)
        except OSError:
            continue  # being written, or of the library
        found[os.path.normpath(name)] = (status.st_mtime_ns, status.st_size)
    return found
