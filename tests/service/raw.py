"""HTTP by hand, for what no client library would send."""

import json
import socket
from typing import Any

from tests.processes import PATIENCE
from tests.service.process import Service


def connect(service: Service) -> socket.socket:
    """Return a connection to a service."""
    return socket.create_connection(service.address, timeout=PATIENCE)


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
