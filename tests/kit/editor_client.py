"""A scripted editor: speaks the language server protocol to the real server, over stdio or TCP.

with Client.over_stdio() as client:
    client.open(path, text)
    client.problems(path)
    client.request("textDocument/hover", {**client.at(path, 120)})
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any, BinaryIO

from tgpl.apps.editor.positions import Lines

PATIENCE = 30.0  # seconds for one answer
COMMAND = [sys.executable, "-X", "utf8", "-m", "tgpl", "lsp"]


class Failed(Exception):
    """The server has answered that it cannot."""


class Client:
    def __init__(self, reader: BinaryIO, writer: BinaryIO, process: subprocess.Popen[bytes]) -> None:
        self.reader, self.writer, self.process = reader, writer, process
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.messages: list[dict[str, Any]] = []  # everything that was not an answer
        self._answers: dict[int, dict[str, Any]] = {}
        self._incoming: Queue[dict[str, Any] | None] = Queue()
        self._number = self._version = 0
        self.aside = b""  # what the server says beside the protocol
        for work in (self._listen, self._drain):
            threading.Thread(target=work, daemon=True).start()

    @classmethod
    def over_stdio(cls, folder: Path | None = None) -> Client:
        process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        client = cls(process.stdout, process.stdin, process)  # type: ignore[arg-type]
        client.begin(folder)
        return client

    @classmethod
    def over_tcp(cls, folder: Path | None = None) -> Client:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen([*COMMAND, "--tcp", f"127.0.0.1:{port}"], stderr=subprocess.PIPE)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port), 5)
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.05)
        connection.settimeout(None)
        client = cls(connection.makefile("rb"), connection.makefile("wb"), process)
        client.begin(folder)
        return client

    # -- messages

    def _listen(self) -> None:
        try:
            while True:
                size = 0
                while (line := self.reader.readline()).strip():
                    if line.lower().startswith(b"content-length:"):
                        size = int(line.split(b":")[1])
                if not line:
                    break
                self._incoming.put(json.loads(self.reader.read(size)))
        except (OSError, ValueError):
            pass
        self._incoming.put(None)

    def _drain(self) -> None:
        while self.process.stderr is not None and (line := self.process.stderr.readline()):
            self.aside += line

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        self.writer.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.writer.flush()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Sends a request, and does not wait."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def request(self, method: str, params: Any) -> Any:
        return self.answer(self.ask(method, params))

    def answer(self, number: int) -> Any:
        self._wait(lambda: number in self._answers)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer.get("result")

    def _wait(self, done: Any, patience: float = PATIENCE) -> None:
        until = time.monotonic() + patience
        while not done():
            try:
                message = self._incoming.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise TimeoutError("the server does not answer") from None
            if message is None:
                raise ConnectionError(f"the server is gone: {self.process.poll()}")
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answers[message["id"]] = message
            return
        self.messages.append(message)
        if "id" in message:
            self._send({"id": message["id"], "result": None})

    # -- a session

    def begin(self, folder: Path | None) -> None:
        folders = None if folder is None else [{"uri": folder.as_uri(), "name": folder.name}]
        self.capabilities = self.request(
            "initialize",
            {"processId": os.getpid(), "rootUri": None, "capabilities": {}, "workspaceFolders": folders},
        )["capabilities"]
        self.notify("initialized", {})

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        self._version += 1  # never one that was told of before
        self.versions[uri] = self._version
        item = {"uri": uri, "languageId": path.suffix[1:], "version": self._version, "text": self.texts[uri]}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def edit(self, uri: str, start: int, end: int, text: str) -> None:
        """Types something in the place of a stretch."""
        span = self.range(uri, start, end)
        self.texts[uri] = self.texts[uri][:start] + text + self.texts[uri][end:]
        self._version += 1
        self.versions[uri] = self._version
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": span, "text": text}]}
        )

    def replace(self, uri: str, text: str) -> None:
        self.edit(uri, 0, len(self.texts[uri]), text)

    def close_text(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def told(self, uri: str) -> list[dict[str, Any]]:
        """What was told of the text as it is now, all that came so far."""
        return [
            message["params"]
            for message in self.messages
            if message["method"] == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
            and message["params"].get("version") == self.versions[uri]
        ]

    def problems(self, uri: str) -> list[dict[str, Any]]:
        """The problems of the text as it is now."""
        self._wait(lambda: self.told(uri))
        found: list[dict[str, Any]] = self.told(uri)[-1]["diagnostics"]
        return found

    def wait_for(self, uri: str, fine: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Until what was told last of a text is as it should be."""

        def last() -> bool:
            found = [one["params"] for one in self.messages if one["method"] == "textDocument/publishDiagnostics"]
            about = [one["diagnostics"] for one in found if one["uri"] == uri]
            return bool(about) and fine(about[-1])

        self._wait(last)

    def offsets(self, uri: str, span: dict[str, Any]) -> tuple[int, int]:
        lines = Lines(self.texts[uri])
        start, end = (lines.offset(span[one]["line"], span[one]["character"]) for one in ("start", "end"))
        return start, end

    def said(self, uri: str, span: dict[str, Any]) -> str:
        start, end = self.offsets(uri, span)
        return self.texts[uri][start:end]

    def position(self, uri: str, offset: int) -> dict[str, int]:
        line, character = Lines(self.texts[uri]).position(offset)
        return {"line": line, "character": character}

    def range(self, uri: str, start: int, end: int) -> dict[str, Any]:
        return {"start": self.position(uri, start), "end": self.position(uri, end)}

    def at(self, uri: str, offset: int) -> dict[str, Any]:
        return {"textDocument": {"uri": uri}, "position": self.position(uri, offset)}

    def of(self, uri: str) -> dict[str, Any]:
        return {"textDocument": {"uri": uri}}

    def find(self, uri: str, said: str, skip: int = 0) -> int:
        """Where something stands for the n-th time."""
        return [match.start() for match in re.finditer(re.escape(said), self.texts[uri])][skip]

    def apply(self, uri: str, edits: list[dict[str, Any]]) -> str:
        """A text with edits made in it."""
        text, lines = self.texts[uri], Lines(self.texts[uri])
        places = [
            (
                *(
                    lines.offset(edit["range"][end]["line"], edit["range"][end]["character"])
                    for end in ("start", "end")
                ),
                edit["newText"],
            )
            for edit in edits
        ]
        for start, end, new in sorted(places, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(PATIENCE)
        except (ConnectionError, TimeoutError, OSError, Failed, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        for stream in (self.reader, self.writer, self.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
