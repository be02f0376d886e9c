"""One connection: uvicorn's HTTP/1.1, with an end to clients that never finish asking or never read their answer."""

import asyncio
from typing import Any

import h11
import orjson
from uvicorn.protocols.http.h11_impl import H11Protocol

from typed_sts.service.http.errors import Problem

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection's first moment on."""
UNREAD_SECONDS = 30.0
"""How long a client may leave an answer unread."""


class PatientProtocol(H11Protocol):
    """Cuts off a head that trickles in and a client that does not read; its own refusals have our error shape."""

    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._end_if_still_asking)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head_timer, self._unread_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        waiting = self._waits_for_head()
        if waiting and self._head_timer is None:  # the next request on this connection has begun
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._end_if_still_asking)
        elif not waiting and self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread_timer is None:
            self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # in the middle of an answer
            self.transport.close()
            return
        body = orjson.dumps(Problem(400, "bad_request", "this is not a valid HTTP request").to_dict())
        headers: list[Any] = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _waits_for_head(self) -> bool:
        return self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete)

    def _end_if_still_asking(self) -> None:
        self._head_timer = None
        if self._waits_for_head() and not self.transport.is_closing():
            self.transport.close()
