"""The language server: requests over stdio or TCP, answered by `protocol.py`; problems a moment after each change.

Problems are told at once as they were found; corrections, each of which is tried, follow when nobody has typed for a while. What is asked for is always answered from the texts as
they are then.

    serve_stdio()
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from tgpl import __version__
from tgpl.apps.editor import colours
from tgpl.apps.editor.desk import Desk
from tgpl.apps.editor.protocol import Protocol
from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.rename import Refusal

SHORT = 4_000  # letters: of such a text corrections are tried at once
PAUSE = 0.3  # seconds without a change, after which they are tried in longer ones
COMMANDS = ("tgpl.explain", "tgpl.why", "tgpl.test")


class RulesServer(LanguageServer):
    def __init__(self) -> None:
        super().__init__("tgpl", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.desk = Desk()
        self.answers = Protocol(self.desk)
        self.versions: dict[str, int | None] = {}  # by path, of the texts that are open
        self._told: dict[str, set[str]] = {}  # by path of an open text: other files that problems were told of
        self._waiting: dict[str, asyncio.Handle] = {}
        self._changes = 0  # how many there were: whoever is busy with corrections gives up when there is another
        threading.stack_size(64 * 1024 * 1024)  # rules may be nested deeply
        self._aside = ThreadPoolExecutor(1, "corrections")

    # -- texts

    def text_changed(self, uri: str, version: int | None, language: str = "tgpl") -> None:
        path = self.answers.path(uri, language)
        document = self.workspace.get_text_document(uri)
        self.desk.open_text(path, document.source)
        self.versions[path] = version
        self._changes += 1
        for one in list(self.versions):
            if one == path or self._depends(one, path):
                self._soon(one)

    def _depends(self, main: str, path: str) -> bool:
        """Whether an open text was last read with another one."""
        reading = self.desk.known(main)
        return reading is not None and any(self.desk.path_of(reading, name) == path for name in reading.files)

    def text_closed(self, uri: str) -> None:
        path = self.answers.path(uri)
        self.desk.close_text(path)
        self.versions.pop(path, None)
        for other in (path, *self._told.pop(path, ())):
            if other not in self.versions:
                self._publish(other, [], None)

    def files_changed(self) -> None:
        self.desk.forget()
        for path in self.versions:
            self._soon(path)

    # -- problems

    def _soon(self, path: str) -> None:
        before = self._waiting.pop(path, None)
        if before is not None:
            before.cancel()
        self._waiting[path] = asyncio.get_running_loop().call_soon(self._tell, path)

    def _tell(self, path: str) -> None:
        self._waiting.pop(path, None)
        if path not in self.versions:
            return
        reading, name = self.desk.read(path)
        if not reading.result.found:
            self._tell_all(path, reading, name, True)
        elif len(reading.text(name)) <= SHORT:
            reading.try_corrections(lambda: False)
            self._tell_all(path, reading, name, True)
        else:
            self._tell_all(path, reading, name, False)
            loop = asyncio.get_running_loop()
            self._waiting[path] = loop.call_later(PAUSE, self._try_corrections, path, reading, name)

    def _try_corrections(self, path: str, reading: Reading, name: str) -> None:
        self._waiting.pop(path, None)
        changes = self._changes
        loop = asyncio.get_running_loop()

        def work() -> None:
            if reading.try_corrections(lambda: self._changes != changes):
                loop.call_soon_threadsafe(tell)

        def tell() -> None:
            if self._changes == changes and path in self.versions:
                self._tell_all(path, reading, name, True)

        self._aside.submit(work)

    def _tell_all(self, path: str, reading: Reading, name: str, tried: bool) -> None:
        """The problems of a text, and of files that are not open which its game needs."""
        self._publish(path, self.answers.diagnostics(reading, name, tried), self.versions.get(path))
        others = {
            self.desk.path_of(reading, one): one for one in reading.files if one != name and not one.startswith("std/")
        }
        shown = {other for other in others if other not in self.versions}
        for other in shown | self._told.get(path, set()):
            if other not in self.versions:
                found = self.answers.diagnostics(reading, others[other], tried) if other in others else []
                self._publish(other, found, None)
        self._told[path] = shown

    def _publish(self, path: str, found: list[lsp.Diagnostic], version: int | None) -> None:
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.answers.uri(path), found, version=version)
        )

    # -- commands

    def explain(self, code: str) -> str:
        from tgpl.apps.explain import load_stories

        story = load_stories().get(code.upper())
        return f"There is no problem {code}." if story is None else f"{story.code}: {story.title}\n\n{story.text}"

    async def why(self, uri: str, action: str) -> str:
        from tgpl.apps.editor.why import tell_why

        reading, _ = self.desk.read(self.answers.path(uri))
        said: str = await asyncio.get_running_loop().run_in_executor(self._aside, tell_why, reading, action)
        return said

    async def test(self, uri: str) -> str:
        """Plays games by chance; what happened how often is then shown beside the lines, as long as the texts stay as they are."""
        from tgpl.apps.editor.coverage import NO_GAME, play_by_chance

        path = self.answers.path(uri)
        reading, _ = self.desk.read(path)
        covered = await asyncio.get_running_loop().run_in_executor(self._aside, play_by_chance, reading)
        if covered is None:
            return NO_GAME
        self.answers.covered[path] = covered
        for one in list(self.versions):
            self._soon(one)
        self._refresh()
        return covered.words

    def _refresh(self) -> None:
        """Asks for hints to be asked for again, of an editor that can."""
        known = self.client_capabilities.workspace
        if known is not None and known.inlay_hint is not None and known.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)


def make_server() -> RulesServer:
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_no_refusal)
    server = RulesServer()
    _follow_texts(server)
    _answer_requests(server)
    _run_commands(server)
    return server


def _follow_texts(server: RulesServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def begin(params: lsp.InitializeParams) -> None:
        roots = [one.uri for one in params.workspace_folders or []] or ([params.root_uri] if params.root_uri else [])
        server.desk.folders = [server.answers.path(uri) for uri in roots]
        server.answers.encoding = str(getattr(server.workspace.position_encoding, "value", "utf-16"))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        server.text_changed(one.uri, one.version, one.language_id)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.text_changed(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.text_closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(_: lsp.DidSaveTextDocumentParams) -> None:
        server.files_changed()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.files_changed()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        gone = {server.answers.path(one.uri) for one in params.event.removed}
        come = [server.answers.path(one.uri) for one in params.event.added]
        server.desk.folders = [one for one in [*server.desk.folders, *come] if one not in gone]


def _answer_requests(server: RulesServer) -> None:
    answers = server.answers
    legend = lsp.SemanticTokensLegend(list(colours.KINDS), list(colours.MODIFIERS))
    fixes = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll])
    table: list[tuple[str, Callable[[Any], Any], Any]] = [
        (lsp.TEXT_DOCUMENT_COMPLETION, answers.completion, lsp.CompletionOptions([".", '"', "(", "{", " "])),
        (lsp.TEXT_DOCUMENT_HOVER, answers.hover, None),
        (lsp.TEXT_DOCUMENT_SIGNATURE_HELP, answers.signature, lsp.SignatureHelpOptions(["(", ","], [",", ":"])),
        (lsp.TEXT_DOCUMENT_DEFINITION, answers.definition, None),
        (lsp.TEXT_DOCUMENT_REFERENCES, answers.references, None),
        (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, answers.highlight, None),
        (lsp.TEXT_DOCUMENT_PREPARE_RENAME, lambda params: _or_refuse(answers.prepare_rename(params)), None),
        (lsp.TEXT_DOCUMENT_RENAME, lambda params: _or_refuse(answers.rename(params)), lsp.RenameOptions(True)),
        (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answers.document_symbols, None),
        (lsp.WORKSPACE_SYMBOL, answers.workspace_symbols, None),
        (lsp.TEXT_DOCUMENT_FOLDING_RANGE, answers.folding, None),
        (
            lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
            lambda params: answers.semantic_tokens(params.text_document.uri),
            legend,
        ),
        (
            lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
            lambda params: answers.semantic_tokens(params.text_document.uri, params.range),
            legend,
        ),
        (lsp.TEXT_DOCUMENT_INLAY_HINT, answers.inlay_hints, None),
        (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, answers.document_links, None),
        (lsp.TEXT_DOCUMENT_CODE_ACTION, answers.code_actions, fixes),
        (lsp.TEXT_DOCUMENT_CODE_LENS, answers.lenses, None),
        (lsp.TEXT_DOCUMENT_FORMATTING, lambda params: answers.format(params.text_document.uri), None),
        (
            lsp.TEXT_DOCUMENT_RANGE_FORMATTING,
            lambda params: answers.format(params.text_document.uri, params.range),
            None,
        ),
        (
            lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
            answers.format_typed,
            lsp.DocumentOnTypeFormattingOptions("}", [";"]),
        ),
        (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, answers.prepare_hierarchy, None),
        (lsp.CALL_HIERARCHY_INCOMING_CALLS, answers.incoming, None),
        (lsp.CALL_HIERARCHY_OUTGOING_CALLS, answers.outgoing, None),
    ]
    for name, answer, options in table:
        server.feature(name, options)(_handler(answer))


def _handler(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def handle(params: Any) -> Any:
        return answer(params)

    return handle


def _or_refuse(answer: Any) -> Any:
    if isinstance(answer, Refusal):
        raise JsonRpcException(answer.why, lsp.LSPErrorCodes.RequestFailed.value)
    return answer


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """A request that is refused is an answer, and nothing to log."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))


def _run_commands(server: RulesServer) -> None:
    @server.command("tgpl.explain")
    def explain(code: str) -> str:
        said = server.explain(code)
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))
        return said

    @server.command("tgpl.why")
    async def why(uri: str, action: str) -> str:
        said = await server.why(uri, action)
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))
        return said

    @server.command("tgpl.test")
    async def test(uri: str) -> str:
        said = await server.test(uri)
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))
        return said


def serve_stdio() -> None:
    make_server().start_io()


def serve_tcp(host: str, port: int) -> None:
    make_server().start_tcp(host, port)
