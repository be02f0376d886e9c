"""What can be said of the image without Docker; docker/try-without-docker runs its steps."""

import sys
from pathlib import Path

import pytest

from tests.processes import ran
from tests.service.process import Service

FOLDER = Path(__file__).parent.parent.parent / "docker"


def test_the_image_runs_unprivileged_and_checks_its_health_with_what_it_has() -> None:
    lines = (FOLDER / "Dockerfile").read_text().splitlines()
    instructions = [line.split()[0] for line in lines if line[:1].isupper()]
    assert instructions.count("FROM") == 2
    assert "USER 10001:10001" in lines
    assert instructions.index("USER") > max(n for n, name in enumerate(instructions) if name == "COPY")
    assert not any("curl" in line for line in lines)


def test_what_the_image_copies_is_there_and_not_ignored() -> None:
    dockerfile = (FOLDER / "Dockerfile").read_text()
    kept = (FOLDER / "Dockerfile.dockerignore").read_text().splitlines()
    for line in dockerfile.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (FOLDER.parent / source).exists()
                assert f"!{source}" in kept


def test_the_compose_file_runs_the_service_read_only_on_this_machine() -> None:
    compose = (FOLDER / "compose.yaml").read_text()
    for part in (
        "read_only: true",
        '- "127.0.0.1:${TYPED_STS_PORT:-8000}:8000"',
        "no-new-privileges:true",
        "TYPED_STS_WAIT",
    ):
        assert part in compose


@pytest.mark.slow
def test_the_health_check_tells_a_running_service_from_none(service: Service) -> None:
    def check(url: str) -> int:
        return ran([sys.executable, "-m", "typed_sts.service.probes", url]).returncode

    assert check(f"{service.url}/healthz") == 0
    assert check(f"{service.url}/nothing") == 1
    assert check("http://127.0.0.1:9/healthz") == 1
