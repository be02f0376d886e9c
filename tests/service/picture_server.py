"""A museum's server of pictures, which misbehaves on request: slow, huge, wrong, cut off, leading elsewhere."""

import struct
import threading
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.processes import PATIENCE

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"


def png(red: int = 120, green: int = 80, blue: int = 60, width: int = 40, height: int = 30) -> bytes:
    """Return a picture of one colour."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    rows = (b"\0" + bytes((red, green, blue)) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class PictureServer(ThreadingHTTPServer):
    """Counts what is asked of it, and keeps what waits waiting until it ends."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: Counter[str] = Counter()
        self.ended = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: PictureServer

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        self.server.asked[path] += 1
        with suppress(OSError):
            getattr(self, f"_{path.split('/')[1]}", self._missing)()

    def _send(self, content: bytes, kind: str, length: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        self.wfile.write(content)

    def _ok(self) -> None:
        self._send(png(), "image/png")

    def _html(self) -> None:
        self._send(HTML, "text/html")

    def _disguised(self) -> None:
        self._send(HTML, "image/png")

    def _svg(self) -> None:
        self._send(SVG, "image/svg+xml")

    def _svgpng(self) -> None:
        self._send(SVG, "image/png")

    def _cut(self) -> None:
        self._send(png()[:60], "image/png", len(png()))

    def _short(self) -> None:
        self._send(png()[:60], "image/png")

    def _huge(self) -> None:
        self._send(png()[:60], "image/png", 10**9)
        while not self.server.ended.is_set():
            self.wfile.write(b"\0" * 65_536)

    def _slow(self) -> None:
        """Send a header, and then nothing."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        self.server.ended.wait(PATIENCE)

    def _drip(self) -> None:
        """Send a header letter by letter, without end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not self.server.ended.wait(0.05):
            self.wfile.write(b"x")

    def _away(self) -> None:
        """Lead to another address of this machine, which is not allowed."""
        self.send_response(302)
        self.send_header("Location", f"http://127.0.0.2:{self.server.server_address[1]}/ok")
        self.end_headers()

    def _round(self) -> None:
        self.send_response(302)
        self.send_header("Location", f"{self.server.url}/round")
        self.end_headers()

    def _missing(self) -> None:
        self.send_error(404)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def picture_server() -> Iterator[PictureServer]:
    """Give such a server; it has ended when the block ends, and what waited for it too."""
    server = PictureServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)
