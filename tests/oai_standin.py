"""A local HTTP server that speaks OAI-PMH, as well and as badly as real ones do.

The records are listed in pages; the token of a page is the number of its first record. What goes wrong is written
down by the number of the request (`faults`, the first is 1) or by that of the page (`damage`), so that every run meets
the same.
"""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.processes import PATIENCE

DC = (
    '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<dc:title>{title}</dc:title><dc:creator>Ada Moss</dc:creator></oai_dc:dc>"
)


@dataclass
class Server:
    """What the server holds, and how it misbehaves; tests change it as they go."""

    records: list[tuple[str, str]] = field(default_factory=list)  # identifier, title; a title of "" is a deletion
    page_size: int = 2
    sets: list[tuple[str, str]] = field(default_factory=lambda: [("photos", "Photographs"), ("maps", "Maps & plans")])
    granularity: str = "YYYY-MM-DD"
    faults: dict[int, str] = field(default_factory=dict)
    damage: dict[int, Callable[[bytes], bytes]] = field(default_factory=dict)
    expired: set[str] = field(default_factory=set)  # tokens that are refused, each once
    always_expired: bool = False
    next_token: dict[int, str] = field(default_factory=dict)  # what a page says instead of the token of the next
    announced: int | None = None
    content_type: str = "text/xml; charset=utf-8"
    die_at: int = 0  # after so many requests, no connection is answered any more
    wait: str = "0"
    asked: list[dict[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def verbs(self) -> list[str]:
        """Return what was asked for, in order: the verb, or the token."""
        return [question.get("resumptionToken") or question.get("verb", "") for question in self.asked]


def records(number: int) -> list[tuple[str, str]]:
    """Return so many records."""
    return [(f"oai:a.example:{one}", f"Harbour {one}") for one in range(1, number + 1)]


def _answer(inner: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
        f"<responseDate>2026-03-02T09:00:00Z</responseDate>{inner}</OAI-PMH>"
    ).encode()


def _error(code: str, told: str) -> bytes:
    return _answer(f'<error code="{code}">{told}</error>')


def answer_to(server: Server, question: dict[str, str]) -> bytes:
    """Return the answer to a question."""
    match question.get("verb"):
        case "Identify":
            return _answer(
                f"<Identify><repositoryName>Archive</repositoryName><granularity>{server.granularity}</granularity></Identify>"
            )
        case "ListMetadataFormats":
            return _answer(
                "<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix><metadataNamespace>"
                "http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat></ListMetadataFormats>"
            )
        case "ListSets":
            told = "".join(
                f"<set><setSpec>{spec}</setSpec><setName><![CDATA[{name}]]></setName></set>"
                for spec, name in server.sets
            )
            return _answer(f"<ListSets>{told}</ListSets>")
        case "ListRecords":
            return _list_records(server, question)
    return _error("badVerb", "Illegal verb")


def _list_records(server: Server, question: dict[str, str]) -> bytes:
    token = question.get("resumptionToken", "")
    if token and (server.always_expired or token in server.expired):
        server.expired.discard(token)
        return _error("badResumptionToken", "The token has expired")
    if not token and question.get("metadataPrefix") != "oai_dc":
        return _error("cannotDisseminateFormat", "no such format")
    if question.get("set", "photos") not in [spec for spec, _ in server.sets]:
        return _error("noRecordsMatch", "nothing here")
    start = int(token.partition("?")[0] or 0)
    number = start // server.page_size + 1
    told = []
    for identifier, title in server.records[start : start + server.page_size]:
        status = "" if title else ' status="deleted"'
        metadata = f"<metadata>{DC.format(title=title)}</metadata>" if title else ""
        told.append(
            f"<record><header{status}><identifier>{identifier}</identifier><datestamp>2026-01-01</datestamp></header>"
            f"{metadata}</record>"
        )
    after = start + server.page_size
    following = str(after) if after < len(server.records) else ""
    following = server.next_token.get(number, following)
    size = server.announced if server.announced is not None else len(server.records)
    told.append(f'<resumptionToken completeListSize="{size}">{following}</resumptionToken>')
    body = _answer(f"<ListRecords>{''.join(told)}</ListRecords>")
    return server.damage.get(number, bytes)(body)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "_Http"

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        state = self.server.state
        question = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        with state.lock:
            state.asked.append(question)
            number = len(state.asked)
        fault = state.faults.get(number, "")
        if fault == "drop" or (state.die_at and number > state.die_at):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            self.connection.close()
        elif fault == "500":
            self._send(500, b"<html>broken</html>", "text/html")
        elif fault == "503":
            self._send(503, b"later", "text/plain", {"Retry-After": state.wait})
        elif fault == "503 until":
            self._send(503, b"later", "text/plain", {"Retry-After": formatdate(usegmt=True)})
        elif fault == "page":
            self._send(200, b"<!DOCTYPE html><html><body>Welcome</body></html>", "text/html")
        elif fault == "cut":
            body = answer_to(state, question)
            self._send(200, body[: len(body) // 2], "text/xml", {"Content-Length": str(len(body))})
            self.close_connection = True
        elif fault.startswith("to "):
            self._send(302, b"", "text/plain", {"Location": fault.removeprefix("to ")})
        elif fault == "422":
            self._send(422, _error("badArgument", "from is later than until"), "text/xml")
        else:
            self._send(200, answer_to(state, question), state.content_type)

    def _send(self, status: int, body: bytes, content_type: str, extra: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in ({"Content-Type": content_type, "Content-Length": str(len(body))} | (extra or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, state: Server) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.state = state

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that are killed or cut off are part of the tests."""


@contextmanager
def oai_standin(state: Server) -> Iterator[str]:
    """Serve on a free port of this machine; give the address of the interface."""
    server = _Http(state)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/oai"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)
