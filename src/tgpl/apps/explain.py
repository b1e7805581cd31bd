"""The story behind each problem code, for `tgpl explain`.

In:  explain.md, beside the problems of each language. Out: `Story` by code.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tgpl.languages.registry import LANGUAGES

_PACKAGES = (*dict.fromkeys(f"tgpl.languages.{language.folder}" for language in LANGUAGES), "tgpl.dice")

_FENCE = re.compile(
    r"^```(tgpl|tgdl|rpg|senet|kif|hrf|odds) (wrong|right) ?(\w*)\n(.*?)^```", flags=re.MULTILINE | re.DOTALL
)


class Example(NamedTuple):
    right: bool
    place: str  # where it stands: "setup", "file", or "" for the top of a file
    text: str
    edition: str = "tgpl"


class Story(NamedTuple):
    code: str
    title: str
    text: str  # as the terminal shows it
    examples: list[Example]


def load_stories() -> dict[str, Story]:
    found: dict[str, Story] = {}
    for package in _PACKAGES:
        text = files(package).joinpath("explain.md").read_text(encoding="utf-8")
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = section.partition("\n")
            code, _, title = heading.partition(" ")
            found[code] = Story(code, title.strip(), _render(body.strip()), _find_examples(body))
    return found


def find_page(code: str) -> tuple[str, str] | None:
    """The file in which the story of a problem stands, and the mark of its heading there."""
    return _find_pages().get(code)


@cache
def _find_pages() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for package in _PACKAGES:
        page = files(package).joinpath("explain.md")
        for heading in re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            mark = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            found[heading.partition(" ")[0]] = (str(page), mark)
    return found


def _find_examples(body: str) -> list[Example]:
    return [Example(word == "right", place, text, edition) for edition, word, place, text in _FENCE.findall(body)]


def _render(body: str) -> str:
    """Fences become headings and indentation."""

    def indent(match: re.Match[str]) -> str:
        heading = "Instead of" if match[2] == "wrong" else "write"
        heading += " in TGDL" if match[1] == "tgdl" and match[2] == "wrong" else ""
        lines = "\n".join(f"    {line}".rstrip() for line in match[4].rstrip("\n").split("\n"))
        return f"{heading}:\n\n{lines}\n"

    return _FENCE.sub(indent, body).rstrip() + "\n"
