"""What docs/operations.md says: an environment variable for every option, and files that their programs accept."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml

from docs.made_pages import commands
from tests.processes import PATIENCE, command, environment, ran, started, wait_until
from tests.service.conftest import A, B
from tests.service.process import Service, serving
from typed_sts.client.service_client import Client
from typed_sts.service.http.access import new_key

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "typed-sts.service"
NGINX = ROOT / "deploy" / "nginx.conf"


def options_of_serve() -> list[Any]:
    return [param for param in commands()["serve"].params if param.name != "help"]


def test_every_option_of_serve_can_be_given_in_the_environment_and_the_page_names_it() -> None:
    for param in options_of_serve():
        name = "TYPED_STS_" + param.opts[0].removeprefix("--").replace("-", "_").upper()
        assert param.envvar == name, param.opts
        assert re.search(rf"^\| `{re.escape(param.opts[0])}[^`]*` \| `{name}` \|", PAGE, re.MULTILINE), name
    listed = re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE)
    assert listed == [param.opts[0] for param in options_of_serve()]


def test_the_files_for_operators_name_only_variables_there_are() -> None:
    known = {param.envvar for param in options_of_serve()}
    for file in (ROOT / "deploy" / "typed-sts.env", UNIT):
        used = set(re.findall(r"\bTYPED_STS_[A-Z_]+", file.read_text()))
        assert used <= known, file
    compose = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
    told = compose["services"]["service"]["environment"]
    assert {name for name in told if name.startswith("TYPED_STS_")} <= known
    assert told["TYPED_STS_WAIT"] == "1"
    assert compose["services"]["service"]["command"] == ["serve"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_a_service_is_told_everything_by_its_environment_and_no_process_shows_a_secret(
    sample: Path, tmp_path: Path
) -> None:
    key = new_key(tmp_path / "keys", "portal")
    told = {
        "TYPED_STS_INDEX": str(sample),
        "TYPED_STS_PORT": "0",
        "TYPED_STS_KEYS": str(tmp_path / "keys"),
        "TYPED_STS_PAGE": "1",
        "TYPED_STS_MAX_PAIRS": "2",
        "TYPED_STS_MAX_AGE": "7",
        "TYPED_STS_ROOT_PATH": "/heritage/",
        "TYPED_STS_ORIGIN": "https://one.example https://two.example",
        "TYPED_STS_QUIET": "true",
        "TYPED_STS_API_KEY": key,
        "ELASTICSEARCH_PASSWORD": "Zqxvpassword",
    }
    with started(
        command("serve"), cwd=ROOT, env=environment(told), stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        service = Service(process)
        service.listen("")
        with Client(f"{service.url}/heritage", key=key, timeout=PATIENCE) as client:
            assert client.item(A).id == A
        answer = service.get(f"/api/v1/item?id={A}", headers={"X-Api-Key": key, "Origin": "https://two.example"})
        assert answer.headers["Cache-Control"] == "private, max-age=7"
        assert answer.headers["Access-Control-Allow-Origin"] == "https://two.example"
        many = service.post("/api/v1/predict", json={"pairs": [{"a": A, "b": B}] * 3}, headers={"X-Api-Key": key})
        assert many.status_code == 422
        assert "/heritage/static" in service.get("/").text
        group = os.getpgid(process.pid)
        shown = [text for pid, text in command_lines() if _group_of(pid) == group]
        assert len(shown) >= 3
        assert not any(secret in text for text in shown for secret in (key, "Zqxvpassword"))
        service.end()
        assert all(json.loads(line)["level"] != "info" for line in service.lines[1:])


def command_lines() -> Iterator[tuple[int, str]]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield int(path.parent.name), path.read_text(errors="replace")
        except OSError:
            continue


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = UNIT.read_text().replace("/opt/typed-sts/bin/typed-sts", sys.executable)
    (tmp_path / UNIT.name).write_text(unit)
    told = ran(["systemd-analyze", "verify", "--man=no", tmp_path / UNIT.name])
    ours = [line for line in told.stderr.splitlines() if UNIT.name in line]
    assert ours == []
    (tmp_path / UNIT.name).write_text(unit.replace("ProtectSystem=", "ProtectSistem="))
    assert "ProtectSistem" in ran(["systemd-analyze", "verify", "--man=no", tmp_path / UNIT.name]).stderr


@contextmanager
def proxied(service: Service, folder: Path) -> Iterator[tuple[str, Path]]:
    """Run nginx with our configuration before a service; give its address and its certificate."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    made = ran(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    port, plain = (_free_port() for _ in range(2))
    text = NGINX.read_text()
    for ours, theirs in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen [::]:443 ssl;", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:80;", ""),
        ("127.0.0.1:8000", f"127.0.0.1:{service.address[1]}"),
        ("/etc/letsencrypt/live/portal.example/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/portal.example/privkey.pem", str(key)),
    ):
        assert ours in text, ours
        text = text.replace(ours, theirs)
    temporary = "".join(
        f"{name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    before = f"daemon off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
    before += "user root;\n" if os.getuid() == 0 else ""
    whole = f"{before}http {{\naccess_log off;\n{temporary}{text}}}\n"
    (folder / "nginx.conf").write_text(whole)
    tested = ran(["nginx", "-t", "-p", folder, "-c", folder / "nginx.conf"])
    assert tested.returncode == 0, tested.stderr
    with started(["nginx", "-p", folder, "-c", folder / "nginx.conf"]) as process:
        wait_until(lambda: _listens(port), process)
        yield f"https://localhost:{port}/heritage", certificate


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
            return True
    except ConnectionRefusedError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx or openssl is not installed")
def test_behind_our_nginx_the_service_is_one_path_of_a_site_with_tls(sample: Path, tmp_path: Path) -> None:
    settings = {"root_path": "/heritage", "rate": 1000}
    with serving(sample, settings=settings, trusted_proxies=["127.0.0.1"]) as service:
        with proxied(service, tmp_path) as (url, certificate), requests.Session() as session:
            session.trust_env, session.verify = False, str(certificate)
            item = f"{url}/api/v1/item?id={A}"
            first = session.get(item, timeout=PATIENCE)
            assert first.status_code == 200
            assert first.headers["Strict-Transport-Security"]
            known = session.get(item, headers={"If-None-Match": first.headers["ETag"]}, timeout=PATIENCE)
            assert (known.status_code, known.content) == (304, b"")
            page = session.get(f"{url}/item?id={A}", timeout=PATIENCE)
            assert 'href="/heritage/' in page.text
            lines = session.post(
                f"{url}/api/v1/predict",
                json={"pairs": [{"a": A, "b": B}] * 120},
                headers={"Accept": "application/x-ndjson"},
                timeout=PATIENCE,
            ).text.splitlines()
            assert (len(lines), '"complete":true' in lines[-1]) == (121, True)
            assert session.get(f"{url}/metrics", timeout=PATIENCE).status_code == 200
            too_much = session.post(f"{url}/api/v1/why", data=b"x" * 3_000_000, timeout=PATIENCE)
            assert too_much.status_code == 413
            assert ssl.get_server_certificate(("localhost", int(url.split(":")[2].split("/")[0])), timeout=PATIENCE)
        metrics = service.get("/metrics").text
        assert 'typed_sts_requests_total{method="GET",route="/api/v1/item",status="304"}' in metrics
