"""Elasticsearch nodes of our own on this machine, one or several, started and killed as a test or a benchmark needs.

    with cluster(3) as nodes:
        nodes.base            "http://127.0.0.1:PORT,127.0.0.1:PORT,127.0.0.1:PORT", to put "/name" behind
        nodes.kill(0)         as when a machine loses its power
        nodes.start(0)        it comes back, with its disk
    python -m tests.elastic_cluster --nodes 3       the same by hand, until Ctrl-C

The program is that of ELASTICSEARCH_HOME, else that of the server at ELASTICSEARCH_URL on this machine. Each node is a
group of processes of its own and listens on loopback only; their data is in a temporary folder that is gone in the end.
"""

import argparse
import base64
import hashlib
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, STDOUT, Popen
from typing import Any

import pytest
import requests

from tests.other_user import NOBODY
from tests.processes import PATIENCE, started, wait_until

ADMIN = "admin"
_SETTINGS = """\
cluster.name: {cluster}
node.name: node-{number}
network.host: 127.0.0.1
http.port: {http}
transport.port: {transport}
discovery.seed_hosts: [{seeds}]
cluster.initial_master_nodes: [{names}]
cluster.routing.allocation.disk.threshold_enabled: false
path.data: {folder}/data
path.logs: {folder}/logs
path.repo: {repository}
xpack.security.enabled: {secure}
xpack.security.autoconfiguration.enabled: false
xpack.ml.enabled: false
xpack.watcher.enabled: false
stack.templates.enabled: false
ingest.geoip.downloader.enabled: false
"""


def elastic_home() -> Path | None:
    """Return the folder of the program, where there is one to be had."""
    if told := os.environ.get("ELASTICSEARCH_HOME"):
        return Path(told)
    url = os.environ.get("ELASTICSEARCH_URL")
    if not url:
        return None
    path = "nodes.*.settings.path.home"
    asked = requests.get(f"{url.rstrip('/')}/_nodes/settings", params={"filter_path": path}, timeout=PATIENCE)
    homes = [Path(node["settings"]["path"]["home"]) for node in asked.json().get("nodes", {}).values()]
    return next((home for home in homes if (home / "bin" / "elasticsearch").exists()), None)


def need_elastic() -> None:
    """Skip a test where the program is not to be had; fail when it is required."""
    if elastic_home() is None:
        reason = "no Elasticsearch to start (set ELASTICSEARCH_HOME to its folder)"
        if os.environ.get("TYPED_STS_REQUIRE_ELASTIC") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


class Nodes:
    """The nodes of a cluster, by number."""

    def __init__(self, home: Path, folder: Path, count: int, *, heap: str, secure: bool) -> None:
        self.password = secrets.token_hex(12)
        self.repository = folder / "snapshots"
        self._home = home
        self._folders = [folder / f"node-{number}" for number in range(count)]
        self._heap = heap
        self._secure = secure
        self._stack = ExitStack()
        self._running: dict[int, Popen[Any]] = {}
        ports = _free_ports(2 * count)
        self._http, transport = ports[:count], ports[count:]
        common = {
            "cluster": f"typed-sts-{secrets.token_hex(4)}",
            "seeds": ", ".join(f'"127.0.0.1:{port}"' for port in transport),
            "names": ", ".join(f"node-{number}" for number in range(count)),
            "repository": self.repository,
            "secure": str(secure).lower(),
        }
        for number, place in enumerate(self._folders):
            told = {"number": number, "http": self._http[number], "transport": transport[number], "folder": place}
            self._configure(place, _SETTINGS.format(**common, **told))

    @property
    def base(self) -> str:
        """The address of all nodes, for "/name" to be put behind."""
        return "http://" + ",".join(f"127.0.0.1:{port}" for port in self._http)

    def url(self, number: int) -> str:
        """Return the address of one node."""
        return f"http://127.0.0.1:{self._http[number]}"

    def ask(self, method: str, path: str, *, node: int | None = None, **options: Any) -> Any:
        """Ask a running node as the cluster's administrator, and return what it answered."""
        asked = next(iter(self._running)) if node is None else node
        auth = (ADMIN, self.password) if self._secure else None
        answer = requests.request(method, self.url(asked) + path, auth=auth, timeout=PATIENCE, **options)
        assert answer.ok, answer.text
        return answer.json()

    def start(self, *numbers: int) -> None:
        """Start nodes, and wait until all that run are one cluster."""
        for number in numbers:
            self._running[number] = self._launch(number)
        for number in numbers:
            wait_until(lambda number=number: self._joined(number), self._running[number])  # type: ignore[misc]

    def kill(self, number: int) -> None:
        """End a node without a word to anybody, as a loss of power does."""
        node = self._running.pop(number)
        os.killpg(node.pid, signal.SIGKILL)
        node.wait(PATIENCE)

    def wait_for(self, status: str) -> None:
        """Wait until the cluster's health is at least this: yellow, green."""
        wanted = {"wait_for_status": status, "wait_for_no_initializing_shards": "true", "timeout": "1s"}

        def reached() -> bool:
            answer = requests.get(
                f"{self.url(next(iter(self._running)))}/_cluster/health",
                params=wanted,
                auth=(ADMIN, self.password) if self._secure else None,
                timeout=PATIENCE,
            )
            return answer.ok and not answer.json()["timed_out"]

        wait_until(reached)

    def end(self) -> None:
        """End them all."""
        self._stack.close()

    def _configure(self, folder: Path, settings: str) -> None:
        config = folder / "config"
        shutil.copytree(self._home / "config", config, ignore=shutil.ignore_patterns("*.keystore", "certs"))
        (config / "elasticsearch.yml").write_text(settings)
        for name in ("data", "logs", "tmp"):
            (folder / name).mkdir()
        options = (config / "jvm.options").read_text()
        options = options.replace("logs/", f"{folder}/logs/").replace("HeapDumpPath=data", f"HeapDumpPath={folder}")
        (config / "jvm.options").write_text(options)
        if self._secure:
            (config / "users").write_text(f"{ADMIN}:{_hashed(self.password)}\n")
            (config / "users_roles").write_text(f"superuser:{ADMIN}\n")

    def _launch(self, number: int) -> Popen[Any]:
        folder = self._folders[number]
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("ES_", "ELASTIC"))},
            "ES_PATH_CONF": str(folder / "config"),
            "ES_TMPDIR": str(folder / "tmp"),
            "ES_JAVA_OPTS": f"-Xms{self._heap} -Xmx{self._heap} -XX:TieredStopAtLevel=1",
            "CLI_JAVA_OPTS": "-Xmx64m -XX:TieredStopAtLevel=1",
        }
        log = self._stack.enter_context((folder / "logs" / "start.log").open("ab"))
        run = [*_as_no_root(folder), str(self._home / "bin" / "elasticsearch")]
        return self._stack.enter_context(started(run, env=env, stdin=DEVNULL, stdout=log, stderr=STDOUT, cwd=folder))

    def _joined(self, number: int) -> bool:
        try:
            answer = requests.get(
                f"{self.url(number)}/_cluster/health",
                params={"wait_for_nodes": str(len(self._running)), "timeout": "1s"},
                auth=(ADMIN, self.password) if self._secure else None,
                timeout=PATIENCE,
            )
        except requests.ConnectionError:
            return False
        return answer.ok and not answer.json()["timed_out"]


@contextmanager
def cluster(count: int, *, home: Path | None = None, heap: str = "512m", secure: bool = False) -> Iterator[Nodes]:
    """Give a cluster of so many nodes, with users and keys where asked; nothing of it is left when the block ends."""
    found = home or elastic_home()
    assert found, "no Elasticsearch on this machine: set ELASTICSEARCH_HOME to its folder"
    folder = Path(tempfile.mkdtemp(prefix="elastic-cluster-"))
    try:
        nodes = Nodes(found, folder, count, heap=heap, secure=secure)
        _hand_over(folder)
        try:
            nodes.start(*range(count))
            yield nodes
        except AssertionError:
            for log in sorted(folder.glob("node-*/logs/start.log")):
                sys.stderr.write(f"-- {log.parent.parent.name}\n{log.read_text(errors='replace')[-2_000:]}\n")
            raise
        finally:
            nodes.end()
    finally:
        shutil.rmtree(folder)


def _hand_over(folder: Path) -> None:
    """Give a folder to the user that the nodes run as: Elasticsearch refuses to run as root."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)


def _as_no_root(folder: Path) -> Sequence[str]:
    if os.geteuid() != 0:
        return ()
    return ("setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "env", f"HOME={folder}")


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(sock.getsockname()[1]) for sock in held]


def _hashed(password: str) -> str:
    """Return a password as Elasticsearch keeps it in its file of users."""
    rounds, salt = 10_000, secrets.token_bytes(32)
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, rounds, 32)
    return f"{{PBKDF2}}{rounds}${base64.b64encode(salt).decode()}${base64.b64encode(found).decode()}"


def main() -> None:
    """Run nodes until Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--heap", default="512m")
    options = parser.parse_args()
    with cluster(options.nodes, heap=options.heap) as nodes:
        sys.stdout.write(f"{nodes.base}\n")
        sys.stdout.flush()
        signal.sigwait({signal.SIGINT, signal.SIGTERM})


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    main()
