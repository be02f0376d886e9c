"""`python -m typed_sts.service.health URL`: exit code 0 when the service there answers, for a container to ask."""

import sys
import urllib.error
import urllib.request


def is_healthy(url: str, seconds: float = 4.0) -> bool:
    """Say whether the address answers with success."""
    try:
        # The service is on this very machine, so no proxy of the environment's is asked.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=seconds) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError, urllib.error.URLError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_healthy(sys.argv[1]) else 1)
