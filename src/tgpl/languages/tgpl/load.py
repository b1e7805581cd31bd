"""From a main file to all the files of a game: imports, and what an expansion expands.

In:  a `Library`. Out: `Loaded` files, each after the files it needs, and the problems of reading and parsing them.

    files, problems = load(Folder.of_main("tris.tgpl"))
"""

from __future__ import annotations

import posixpath

from tgpl.languages.tgdl.syntax.parse import parse as parse_tgdl
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.game import check
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_files import read_card_file
from tgpl.languages.tgpl.syntax.card_tree import CardTable
from tgpl.languages.tgpl.syntax.parse import parse
from tgpl.text.diagnostics import Problem, closest, errors
from tgpl.text.files import CARD_FILES, STANDARD, Library, Unreadable
from tgpl.text.source import SourceFile, Span

MOST_FILES = 200
_NO_FILE = "there is no such file, or it is no ordinary one"


class Loaded:
    """One file with its neighbours."""

    def __init__(self, name: str, tree: t.File) -> None:
        self.name = name
        self.tree = tree
        self.imports: list[tuple[t.Import, Loaded]] = []
        self.base: Loaded | None = None  # what it expands
        self.tables: dict[str, SourceFile] = {}  # files of cards, by name


def load(library: Library) -> tuple[list[Loaded], list[Problem]]:
    loader = _Loader(library)
    loader.open(library.main, None)
    return loader.ordered, loader.problems


class _Loader:
    def __init__(self, library: Library) -> None:
        self.library = library
        self.problems: list[Problem] = []
        self.by_name: dict[str, Loaded] = {}
        self.card_files = 0
        self.ordered: list[Loaded] = []  # the main file last

    def open(self, name: str, asked: Span | None) -> Loaded | None:
        """A file by its name; `asked` is the text that names it."""
        if name in self.by_name:
            return self.by_name[name]
        source = self._source(name, asked)
        if source is None:
            return None
        tree, problems = (parse_tgdl if name.endswith(".tgdl") else parse)(source)
        self.problems += problems
        loaded = self.by_name[name] = Loaded(name, tree)
        if tree.expansion is not None:
            self._base(loaded, tree.expansion[1], Span(source, *tree.expansion_at))
        for node in tree.imports:
            span = Span(source, node.at, node.end)
            found = self._reach(loaded, node.path, span)
            if found is not None and found.tree.expansion is not None:
                self.problems.append(p.ImportOfExpansion(span, node.path))
            elif found is not None:
                loaded.imports.append((node, found))
        for table in tree.tables:
            if table.path is not None:
                self._cards(loaded, table, table.path, Span(source, *table.path_at))
        self.ordered.append(loaded)
        return loaded

    def _base(self, loaded: Loaded, path: str, asked: Span) -> None:
        """What an expansion expands; never itself, not even by way of others."""
        found = self._reach(loaded, path, asked)
        if found is None or found in self.ordered:
            loaded.base = found
        else:  # still being opened, because it needs this file
            self.problems.append(p.ExpansionCycle(asked, path))

    def _source(self, name: str, asked: Span | None) -> SourceFile | None:
        shown = name if name.startswith(STANDARD) else getattr(self.library, "shown", "") + name
        try:
            if len(self.by_name) + self.card_files >= MOST_FILES:
                raise Unreadable("system", f"a game may have {MOST_FILES} files")
            return SourceFile(shown, self.library.read(name))
        except Unreadable as why:
            if why.kind == "text":
                source = SourceFile(shown, why.text)
                self.problems.append(p.NotText(Span(source, why.offset, why.offset)))
            elif asked is not None:
                self.problems.append(self._unreadable(name, asked, why))
            else:
                source = SourceFile(shown, "")
                self.problems.append(p.CannotRead(Span(source, 0, 0), name, why.detail or _NO_FILE))
            return None

    def _unreadable(self, name: str, asked: Span, why: Unreadable) -> Problem:
        if why.kind == "outside":
            return p.ImportOutside(asked, name)
        if why.kind == "missing":
            cards = name.lower().endswith(CARD_FILES)
            known = [one for one in self.library.names() if one.lower().endswith(CARD_FILES) is cards]
            return p.ImportNotFound(asked, name, closest(name, known))
        return p.CannotRead(asked, name, why.detail)

    def _beside(self, name: str, source: Loaded) -> bool:
        """Whether a file named without an ending is one of the edition that names it."""
        return f"{name}{posixpath.splitext(source.name)[1]}" in self.library.names()

    def _reach(self, source: Loaded, path: str, asked: Span) -> Loaded | None:
        """A rule text named in another."""
        joined = self._join(source, path, asked)
        if joined is None:
            return None
        if not posixpath.splitext(joined)[1]:
            joined += posixpath.splitext(source.name)[1] if self._beside(joined, source) else ".tgpl"
        return self.open(joined, asked)

    def _join(self, source: Loaded, path: str, asked: Span) -> str | None:
        """The name of a file named in another, relative to that one's folder."""
        if not path.strip():
            self.problems.append(p.ImportNotFound(asked, "", None))
            return None
        folder = "" if path.startswith(STANDARD) else posixpath.dirname(source.name)
        joined = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
        if path.startswith(("/", "\\")) or joined.startswith("..") or ":" in path:
            self.problems.append(p.ImportOutside(asked, path))
            return None
        return joined

    def _cards(self, loaded: Loaded, table: CardTable, path: str, asked: Span) -> None:
        """The rows of a table that stand in a file of their own."""
        joined = self._join(loaded, path, asked)
        if joined is None:
            return
        if not joined.lower().endswith(CARD_FILES):
            self.problems.append(p.TableFile(asked, path))
            return
        source = self._source(joined, asked)
        if source is None:
            return
        self.card_files += 1
        loaded.tables[joined] = table.file = source
        columns, rows, problems = read_card_file(source)
        table.columns, table.rows = tuple(columns), tuple(rows)
        self.problems += problems


def load_checked(library: Library) -> tuple[list[Loaded], s.Game | None, list[Problem]]:
    """Read and checked; a game of which something could not be read is not checked, that would only give echoes."""
    files, problems = load(library)
    if not files or files[-1].name != library.main or not all(loaded.tree.complete for loaded in files):
        return files, None, problems
    game, more = check(files)
    return files, game, _of_the_designer(files, problems, more)


def _of_the_designer(files: list[Loaded], problems: list[Problem], more: list[Problem]) -> list[Problem]:
    """What reading and checking found, without doubts that help nobody."""
    if any(problem.fix() is None for problem in errors(problems)):
        return problems + errors(more)  # it is not sure how the text was meant, so doubts about it would mislead
    library = {loaded.tree.file for loaded in files if loaded.name.startswith(STANDARD)}
    # What a game imports from the tool's own library it need not use.
    return problems + [problem for problem in more if problem.severity == "error" or problem.span.file not in library]
