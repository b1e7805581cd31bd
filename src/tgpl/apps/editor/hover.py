"""What an editor shows when one points at something.

In:  a `Reading` and a place. Out: `Hover` in Markdown: how it is declared, whose it is and who may see it, what its author wrote about it, the page of a built-in.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.describe import describe
from tgpl.apps.editor.reading import Reading


class Hover(NamedTuple):
    start: int
    end: int
    markdown: str


def hover(reading: Reading, name: str, offset: int) -> Hover | None:
    found = reading.named(name, offset)
    if found is None:
        return None
    meant = describe(found.symbol, found.occurrence.meaning)
    parts = [f"```{reading.edition}\n{meant.signature}\n```"]
    parts += [" · ".join(meant.facts)] if meant.facts else []
    parts += [meant.comment] if meant.comment else []
    parts += [f"The reference: {meant.page}"] if meant.page else []
    return Hover(found.start, found.end, "\n\n".join(parts))
