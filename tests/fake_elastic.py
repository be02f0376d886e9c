"""A local server that answers like an Elasticsearch in a state the real one cannot easily be brought into."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.processes import PATIENCE
from typed_sts_index.embedded.files import FORMAT_VERSION

Answer = tuple[int, Any]
Answering = Callable[[str, str, bytes], Answer | None]
"""Takes method, path and body, and returns status and JSON; None leaves it to the healthy server below."""

MAPPING = {
    "_meta": {"typed_sts": FORMAT_VERSION, "analyser_version": 1, "extra_views": []},
    "properties": {},
}


def healthy(method: str, path: str, body: bytes) -> Answer:
    """Answer as a server with one empty collection, "known", would."""
    where = path.partition("?")[0]
    if where == "/":
        return 200, {"version": {"number": "8.12.2"}, "tagline": "You Know, for Search"}
    if method == "GET" and where == "/known":
        return 200, {"known-v000001": {"mappings": MAPPING, "settings": {"index": {"number_of_shards": "1"}}}}
    if where.startswith("/_cluster/health"):
        return 200, {"status": "yellow"}
    if where.endswith("/_search_shards"):
        return 200, {"shards": [[{"shard": 0}]]}
    if where.endswith("/_bulk"):
        ids = [json.loads(line)["index"]["_id"] for line in body.splitlines()[::2]]
        return 200, {"errors": False, "items": [{"index": {"_id": item_id, "status": 201}} for item_id in ids]}
    if where.endswith("/_count"):
        return 200, {"count": 0}
    if where.endswith("/_refresh"):
        return 200, {"_shards": {}}
    error = {"type": "index_not_found_exception", "reason": f"no such index [{where[1:]}]"}
    return 404, {"error": {"root_cause": [error], **error}, "status": 404}


@contextmanager
def fake_elastic(answering: Answering, *, product: str | None = "Elasticsearch") -> Iterator[str]:
    """Run such a server and give its address."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, content = answering(self.command, self.path, body) or healthy(self.command, self.path, body)
            encoded = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(encoded)))
            if product:
                self.send_header("X-Elastic-Product", product)
            self.end_headers()
            self.wfile.write(encoded)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)
