"""The compose file is one that Compose accepts, where there is a Compose to ask."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.processes import ran

COMPOSE_FILE = Path(__file__).parent.parent.parent / "docker" / "compose.yaml"


def compose() -> list[str]:
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) and not ran([*command, "version"]).returncode:
            return command
    pytest.skip("neither docker compose nor docker-compose is installed")


def config(**extra: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ELASTIC")}
    return ran([*compose(), "-f", COMPOSE_FILE, "config"], env=environment | extra)


def test_compose_accepts_the_file() -> None:
    told = config(ELASTIC_PASSWORD="a-password")
    assert told.returncode == 0, told.stderr
    for part in ("elasticsearch:8.", "healthcheck", "mem_limit", "elasticsearch-data", "127.0.0.1"):
        assert part in told.stdout


def test_a_password_of_ones_own_is_required() -> None:
    told = config()
    assert told.returncode != 0
    assert "set ELASTIC_PASSWORD" in told.stderr


def test_the_port_is_open_to_this_machine_only() -> None:
    assert '- "127.0.0.1:${ELASTICSEARCH_PORT:-9200}:9200"' in COMPOSE_FILE.read_text()


def test_the_image_can_talk_to_elasticsearch_and_is_given_every_file_the_wheel_is_built_from() -> None:
    dockerfile = (COMPOSE_FILE.parent / "Dockerfile").read_text()
    assert "[elastic]" in dockerfile
    project = tomllib.loads((COMPOSE_FILE.parent.parent / "pyproject.toml").read_text())["project"]
    (copied,) = (line.split() for line in dockerfile.splitlines() if line.startswith("COPY pyproject.toml"))
    assert {project["readme"], *project["license-files"]} <= set(copied)
