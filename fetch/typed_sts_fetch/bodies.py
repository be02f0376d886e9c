"""The body of an HTTP answer, within limits of size and time.

`iter_content` waits until a chunk is full, so a server that sends a byte now and then could hold a thread for hours;
`read1` gives what has arrived, and the clock is looked at each time.
"""

import time

import requests
from urllib3.exceptions import HTTPError


class BadBody(Exception):
    """A body that is too large, too slow or cut off; for the caller to translate."""


class TooLarge(BadBody):
    """Asking again will not make it smaller."""


def read_body(response: requests.Response, *, max_bytes: int, seconds: float) -> bytes:
    """Return the whole body of an answer that was asked for with stream=True."""
    deadline = time.monotonic() + seconds
    body = bytearray()
    try:
        while chunk := response.raw.read1(1 << 16, decode_content=True):
            body += chunk
            if len(body) > max_bytes:
                raise TooLarge(f"larger than {max_bytes} bytes")
            if time.monotonic() > deadline:
                raise BadBody(f"not finished within {seconds:g} s")
    except HTTPError as error:
        raise BadBody(f"cut off ({type(error).__name__})") from error
    return bytes(body)
