"""The answers of the desk in the words of the protocol: ranges, URIs, edits.

In:  a request. Out: what the protocol wants for it; None or an empty list where there is nothing to say. Whoever asks gets what is true of the texts as they are now.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from tgpl.apps.editor import colours, event_flow, hints, layout, links
from tgpl.apps.editor.completion import complete
from tgpl.apps.editor.coverage import Covered
from tgpl.apps.editor.desk import Desk
from tgpl.apps.editor.hover import hover
from tgpl.apps.editor.index import Symbol
from tgpl.apps.editor.kinds import COMPLETIONS, SYMBOLS
from tgpl.apps.editor.outline import Entry, find_folds, outline
from tgpl.apps.editor.positions import Lines
from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.rename import Refusal, can_rename
from tgpl.apps.editor.signature import find_signature
from tgpl.apps.editor.suggestion import Completion
from tgpl.apps.editor.told import Change, Told, mend_all, take_near, tell_problems
from tgpl.languages.registry import LANGUAGES, language_of
from tgpl.text.files import STANDARD, standard_path
from tgpl.text.source import Span

_ENDINGS = {language.name: language.extensions[0] for language in LANGUAGES}
_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
MOST_SYMBOLS = 500  # of a workspace that are listed at once


class Protocol:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.encoding = "utf-16"
        self.covered: dict[str, Covered] = {}  # by path, of games that were tried
        self._unsaved: dict[str, str] = {}  # the path under which a text is known that is no file yet

    # -- names and places

    def path(self, uri: str, language: str = "tgpl") -> str:
        if uri.startswith("file:"):
            return os.path.realpath(to_fs_path(uri) or uri)
        if uri not in self._unsaved:
            name = "".join(c if c.isalnum() else "_" for c in uri)
            self._unsaved[uri] = os.path.realpath(
                os.path.join(os.sep, "unsaved", name, f"unsaved{_ENDINGS.get(language, '.tgpl')}")
            )
        return self._unsaved[uri]

    def uri(self, path: str) -> str:
        known = next((uri for uri, one in self._unsaved.items() if one == path), None)
        return known or from_fs_path(path) or path

    def lines(self, path: str) -> Lines:
        return Lines(self.desk.text(path) or "", self.encoding)

    def offset(self, path: str, position: lsp.Position) -> int:
        return self.lines(path).offset(position.line, position.character)

    def range(self, lines: Lines, start: int, end: int) -> lsp.Range:
        return lsp.Range(lsp.Position(*lines.position(start)), lsp.Position(*lines.position(end)))

    def location(self, path: str, start: int, end: int) -> lsp.Location:
        return lsp.Location(self.uri(path), self.range(self.lines(path), start, end))

    def location_of(self, reading: Reading, span: Span) -> lsp.Location | None:
        name = reading.names.get(span.file)
        return None if name is None else self.location(self.desk.path_of(reading, name), span.start, span.end)

    # -- problems

    def diagnostics(self, reading: Reading, name: str, tried: bool) -> list[lsp.Diagnostic]:
        lines = Lines(reading.text(name), self.encoding)
        found = [self._diagnostic(lines, one) for one in tell_problems(reading, name, tried=tried)]
        return [*found, *self._tell_never(reading, name, lines)]

    def _covered(self, reading: Reading) -> Covered | None:
        return next((one for one in self.covered.values() if one.fits(reading)), None)

    def _tell_never(self, reading: Reading, name: str, lines: Lines) -> list[lsp.Diagnostic]:
        """What never happened in games by chance: lines of which nothing ran are dimmed."""
        covered = self._covered(reading)
        if covered is None:
            return []
        return [
            lsp.Diagnostic(
                self.range(lines, *lines.stretch(one.first, one.last)),
                f"Never in {covered.games:,} games by chance: {one.why}.",
                severity=lsp.DiagnosticSeverity.Hint,
                source="tgpl test",
                tags=[lsp.DiagnosticTag.Unnecessary] if one.whole else None,
            )
            for one in covered.never(name)
        ]

    def _diagnostic(self, lines: Lines, told: Told) -> lsp.Diagnostic:
        story = story_of(told.code)
        return lsp.Diagnostic(
            self.range(lines, told.start, max(told.end, told.start)),
            f"{told.title}. {told.message}",
            severity=_SEVERITIES[told.severity],
            code=told.code,
            code_description=None if story is None else lsp.CodeDescription(story),
            source="tgpl",
            tags=[lsp.DiagnosticTag.Unnecessary] if told.code in _UNUSED else None,
        )

    def code_actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction | lsp.Command]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        lines = self.lines(path)
        start, end = (lines.offset(p.line, p.character) for p in (params.range.start, params.range.end))
        wanted = params.context.only
        found: list[lsp.CodeAction | lsp.Command] = []
        told = tell_problems(reading, name)
        if _wants(wanted, lsp.CodeActionKind.QuickFix):
            for one in told:
                if one.start <= end and one.end >= start:
                    found += self._mend(reading, name, lines, one)
        if any(one.mending is not None for one in told) and _wants(wanted, lsp.CodeActionKind.SourceFixAll):
            mending = mend_all(reading)
            if mending is not None:
                edit = self.edit(reading, mending.changes)
                found.append(lsp.CodeAction(_capital(mending.words), kind=lsp.CodeActionKind.SourceFixAll, edit=edit))
        return found

    def _mend(self, reading: Reading, name: str, lines: Lines, told: Told) -> list[lsp.CodeAction | lsp.Command]:
        shown = [self._diagnostic(lines, told)]
        explain = lsp.Command(f"Explain {told.code}: {told.title}", "tgpl.explain", arguments=[told.code])
        found: list[lsp.CodeAction | lsp.Command] = []
        mending = told.mending or take_near(reading, name, told)
        if mending is not None:
            edit = self.edit(reading, mending.changes)
            found.append(
                lsp.CodeAction(
                    _capital(mending.words),
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=shown,
                    edit=edit,
                    is_preferred=True,
                )
            )
        found.append(
            lsp.CodeAction(explain.title, kind=lsp.CodeActionKind.QuickFix, diagnostics=shown, command=explain)
        )
        return found

    def edit(self, reading: Reading, changes: Iterable[Change]) -> lsp.WorkspaceEdit:
        by_path: dict[str, list[Change]] = {}
        for change in changes:
            by_path.setdefault(self.desk.path_of(reading, change.name), []).append(change)
        return self.edit_files(by_path)

    def edit_files(self, by_path: dict[str, list[Change]]) -> lsp.WorkspaceEdit:
        return lsp.WorkspaceEdit(changes={self.uri(path): self.text_edits(path, of) for path, of in by_path.items()})

    def text_edits(self, path: str, changes: Iterable[Change]) -> list[lsp.TextEdit]:
        lines = self.lines(path)
        return [lsp.TextEdit(self.range(lines, one.start, one.end), one.text) for one in changes]

    # -- at a place

    def completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        found = complete(reading, name, self.offset(path, params.position))
        return lsp.CompletionList(False, [_item(one) for one in found])

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        found = hover(reading, name, self.offset(path, params.position))
        if found is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
        return lsp.Hover(content, self.range(self.lines(path), found.start, found.end))

    def signature(self, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        found = find_signature(reading, name, self.offset(path, params.position))
        if found is None:
            return None
        information = lsp.SignatureInformation(
            found.label, found.about or None, [lsp.ParameterInformation(one) for one in found.parameters]
        )
        return lsp.SignatureHelp([information], 0, max(found.active, 0))

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        offset = self.offset(path, params.position)
        for link in links.find_links(reading, name):
            if link.start <= offset <= link.end:
                return [self.location(self._target(reading, link.name), 0, 0)]
        named = reading.named(name, offset)
        if named is None:
            return []
        declared = named.symbol.declared
        meant = [one for one in declared if one.meaning is not None and one.meaning is named.occurrence.meaning]
        found = []
        for one in meant or declared:
            known = named.reading.names.get(one.name.file)
            if known is None:
                continue
            place = named._replace(name=known, start=one.name.start, end=one.name.end)
            led = place if named.reading is reading else reading.lead(place)
            if led is not None:
                found.append(self.location(self.desk.path_of(reading, led.name), led.start, led.end))
        return found

    def _target(self, reading: Reading, name: str) -> str:
        return standard_path(name) if name.startswith(STANDARD) else self.desk.path_of(reading, name)

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        path = self.path(params.text_document.uri)
        found = self.desk.places(path, self.offset(path, params.position))
        with_declaration = params.context.include_declaration
        return [self.location(*place) for place, role in found if with_declaration or role != "declares"]

    def highlight(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        named = reading.named(name, self.offset(path, params.position))
        lines = self.lines(path)
        kinds = {"declares": lsp.DocumentHighlightKind.Write, "writes": lsp.DocumentHighlightKind.Write}
        return [
            lsp.DocumentHighlight(
                self.range(lines, one.start, one.end), kinds.get(one.role, lsp.DocumentHighlightKind.Read)
            )
            for one in ([] if named is None else reading.places(named))
            if one.name == name
        ]

    def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | Refusal:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        named = reading.named(name, self.offset(path, params.position))
        refused = can_rename(reading, named)
        if refused is not None or named is None:
            return refused or Refusal("There is no name here.")
        return lsp.PrepareRenamePlaceholder(self.range(self.lines(path), named.start, named.end), named.symbol.name)

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | Refusal:
        path = self.path(params.text_document.uri)
        found = self.desk.rename(path, self.offset(path, params.position), params.new_name)
        return found if isinstance(found, Refusal) else self.edit_files(found)

    # -- of a whole text

    def document_symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        lines = self.lines(path)
        return [self._entry(lines, one) for one in outline(reading, name)]

    def _entry(self, lines: Lines, entry: Entry) -> lsp.DocumentSymbol:
        return lsp.DocumentSymbol(
            entry.name or "…",
            SYMBOLS.get(entry.kind, lsp.SymbolKind.Variable),
            self.range(lines, entry.start, entry.end),
            self.range(lines, entry.name_start, entry.name_end),
            entry.detail or None,
            children=[self._entry(lines, one) for one in entry.inside],
        )

    def workspace_symbols(self, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        wanted, found = params.query.lower(), list[lsp.WorkspaceSymbol]()
        for path in self.desk.rule_files():
            reading, name = self.desk.read(path)
            for entry, container in _flatten(outline(reading, name), ""):
                if wanted in entry.name.lower() and len(found) < MOST_SYMBOLS:
                    place = self.location(path, entry.name_start, entry.name_end)
                    kind = SYMBOLS.get(entry.kind, lsp.SymbolKind.Variable)
                    found.append(lsp.WorkspaceSymbol(place, entry.name, kind, container_name=container or name))
        return found

    def folding(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        path = self.path(params.text_document.uri)
        kinds = {"comment": lsp.FoldingRangeKind.Comment, "imports": lsp.FoldingRangeKind.Imports}
        folds = find_folds(self.desk.text(path) or "", language_of(path).name)
        return [lsp.FoldingRange(one.first, one.last, kind=kinds.get(one.kind)) for one in folds]

    def semantic_tokens(self, uri: str, span: lsp.Range | None = None) -> lsp.SemanticTokens:
        path = self.path(uri)
        reading, name = self.desk.read(path)
        lines = Lines(reading.text(name), self.encoding)
        painted = colours.paint(reading, name)
        if span is not None:
            start, end = (lines.offset(p.line, p.character) for p in (span.start, span.end))
            painted = [one for one in painted if one.end >= start and one.start <= end]
        data, last_line, last_character = list[int](), 0, 0
        for one in painted:
            (line, character), (end_line, end_character) = lines.position(one.start), lines.position(one.end)
            if end_line != line or end_character == character:
                continue
            step = character - last_character if line == last_line else character
            modifiers = sum(1 << colours.MODIFIERS.index(word) for word in one.modifiers)
            data += [line - last_line, step, end_character - character, colours.KINDS.index(one.kind), modifiers]
            last_line, last_character = line, character
        return lsp.SemanticTokens(data)

    def inlay_hints(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        lines = self.lines(path)
        start, end = (lines.offset(p.line, p.character) for p in (params.range.start, params.range.end))
        return [
            lsp.InlayHint(
                lsp.Position(*lines.position(one.at)),
                one.label,
                kind=lsp.InlayHintKind.Parameter if one.kind == "argument" else None,
                tooltip=one.about or None,
                padding_left=one.kind == "asked",
                padding_right=one.kind == "argument",
            )
            for one in hints.find_hints(reading, name, start, end)
        ] + self._count_lines(reading, name, lines, params.range)

    def _count_lines(self, reading: Reading, name: str, lines: Lines, span: lsp.Range) -> list[lsp.InlayHint]:
        """In how many games by chance a line ran, behind it."""
        covered = self._covered(reading)
        if covered is None:
            return []
        about = f"in how many of {covered.games:,} games by chance this ran"
        return [
            lsp.InlayHint(
                lsp.Position(*lines.position(lines.stretch(one.line, one.line)[1])),
                f"{one.games:,}×",
                tooltip=about,
                padding_left=True,
            )
            for one in covered.counts(name)
            if span.start.line <= one.line <= span.end.line
        ]

    def document_links(self, params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        lines = self.lines(path)
        return [
            lsp.DocumentLink(self.range(lines, one.start, one.end), self.uri(self._target(reading, one.name)))
            for one in links.find_links(reading, name)
        ]

    def lenses(self, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        """Over every action that a player may choose: why is it not offered? Over a game: how often does what happen?"""
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        lines = self.lines(path)
        entries = [entry for entry, _ in _flatten(outline(reading, name), "") if entry.kind == "action"]
        test = lsp.Command("play games by chance", "tgpl.test", arguments=[params.text_document.uri])
        first = [lsp.CodeLens(self.range(lines, 0, 0), test)] if reading.result.playable else []
        return first + [
            lsp.CodeLens(
                self.range(lines, one.name_start, one.name_end),
                lsp.Command("why not offered?", "tgpl.why", arguments=[params.text_document.uri, one.name]),
            )
            for one in entries
        ]

    # -- formatting

    def format(self, uri: str, span: lsp.Range | None = None) -> list[lsp.TextEdit]:
        path = self.path(uri)
        text = self.desk.text(path) or ""
        start, end = 0, None
        if span is not None:
            lines = self.lines(path)
            start, end = (lines.offset(p.line, p.character) for p in (span.start, span.end))
        return self.text_edits(path, layout.format_changes(path, text, start, end) or [])

    def format_typed(self, params: lsp.DocumentOnTypeFormattingParams) -> list[lsp.TextEdit]:
        path = self.path(params.text_document.uri)
        offset = self.offset(path, params.position)
        return self.text_edits(path, layout.format_typed(path, self.desk.text(path) or "", offset) or [])

    # -- who throws, who listens, who calls

    def prepare_hierarchy(self, params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
        path = self.path(params.text_document.uri)
        reading, name = self.desk.read(path)
        symbol = event_flow.hierarchy_at(reading, name, self.offset(path, params.position))
        item = None if symbol is None else self._hierarchy_item(reading, path, symbol, event_flow.detail_of(symbol))
        return [] if item is None else [item]

    def _hierarchy_item(self, reading: Reading, main: str, symbol: Symbol, detail: str) -> lsp.CallHierarchyItem | None:
        if symbol.declared:
            name, whole = symbol.declared[0].name, symbol.declared[0].whole
        elif symbol.kind == "setup":
            node = symbol.meaning
            file = next((file for file, one in reading.index if one.within is symbol), None)
            if file is None:
                return None
            name, whole = Span(file, node.at, node.at + len("setup")), Span(file, node.at, node.end)
        else:
            name = whole = Span(reading.files[reading.library.main], 0, 0)  # an event that the language has
        place, inner = self.location_of(reading, whole), self.location_of(reading, name)
        if place is None or inner is None:
            return None
        kind = SYMBOLS.get(symbol.kind, lsp.SymbolKind.Function)
        data = {"main": main, "symbol": [symbol.kind, symbol.path]}
        return lsp.CallHierarchyItem(symbol.path, kind, place.uri, place.range, inner.range, detail=detail, data=data)

    def _symbol_of(self, item: lsp.CallHierarchyItem) -> tuple[Reading, str, Symbol] | None:
        data = item.data if isinstance(item.data, dict) else {}
        main, wanted = str(data.get("main", "")), data.get("symbol")
        if not main:
            return None
        reading, _ = self.desk.read(main)
        symbols = reading.index.symbols.values()
        found = next((one for one in symbols if [one.kind, one.path] == wanted), None)
        return None if found is None else (reading, main, found)

    def incoming(self, params: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall]:
        found = self._follow(params.item, event_flow.leads_here)
        return [lsp.CallHierarchyIncomingCall(item, ranges) for item, ranges in found]

    def outgoing(self, params: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall]:
        found = self._follow(params.item, event_flow.leads_on)
        return [lsp.CallHierarchyOutgoingCall(item, ranges) for item, ranges in found]

    def _follow(
        self, start: lsp.CallHierarchyItem, find: Callable[[Reading, Symbol], Iterable[event_flow.Flow]]
    ) -> Iterator[tuple[lsp.CallHierarchyItem, list[lsp.Range]]]:
        """What throws or hears, one step from there, and where."""
        known = self._symbol_of(start)
        if known is None:
            return
        reading, main, symbol = known
        for flow in find(reading, symbol):
            item = self._hierarchy_item(reading, main, flow.symbol, flow.detail)
            if item is not None:
                yield item, self._ranges(reading, flow.places)

    def _ranges(self, reading: Reading, spans: Iterable[Span]) -> list[lsp.Range]:
        found = (self.location_of(reading, span) for span in spans)
        return [one.range for one in found if one is not None]


_UNUSED = frozenset(("W501", "W504"))


def _wants(only: Sequence[lsp.CodeActionKind | str] | None, kind: str) -> bool:
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in map(str, only))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _item(one: Completion) -> lsp.CompletionItem:
    about = lsp.MarkupContent(lsp.MarkupKind.Markdown, one.about) if one.about else None
    return lsp.CompletionItem(
        one.label,
        kind=COMPLETIONS.get(one.kind, lsp.CompletionItemKind.Text),
        detail=one.detail or None,
        documentation=about,
        sort_text=f"{one.rank + 1:02}{one.label.lower()}",
        filter_text=one.label.rstrip(":") if one.label.endswith(":") else None,
        insert_text=one.insert or None,
        insert_text_format=lsp.InsertTextFormat.Snippet if one.snippet else None,
    )


def _flatten(entries: Iterable[Entry], container: str) -> Iterable[tuple[Entry, str]]:
    for entry in entries:
        yield entry, container
        yield from _flatten(entry.inside, entry.name)


def story_of(code: str) -> str | None:
    """Where the story of a problem stands."""
    from tgpl.apps.explain import find_page

    found = find_page(code)
    return None if found is None else f"{Path(found[0]).as_uri()}#{found[1]}"
