"""HTTP by hand, for what no client library would send."""

import json
import socket
import time
from typing import Any

from tests.service.process import Service


def connect(service: Service) -> socket.socket:
    """Return a connection to a service."""
    return socket.create_connection(service.address, timeout=60)


def received(connection: socket.socket) -> tuple[int, Any]:
    """Return status and JSON of the answer, read until the server closes; (0, None) when there is none."""
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except (ConnectionResetError, BrokenPipeError):
        pass
    head, _, body = data.partition(b"\r\n\r\n")
    return (int(head.split()[1]), json.loads(body)) if head else (0, None)


def wait_for(condition: Any, seconds: float = 30) -> None:
    """Wait until a condition holds; fail when it never does."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)
