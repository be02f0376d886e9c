"""schemathesis against the description: no 5xx, no answer it does not name, nothing accepted that it forbids."""

import sys
from pathlib import Path

import pytest

from tests.processes import ran
from tests.service.process import serving

# A body that breaks the description and is too large besides may be refused for its size.
CONFIG = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 404, 405, 408, 413, 422, 429]

# A field of their form is a text that holds JSON: a schema allows every text.
[[operations]]
include-path-regex = "^/reconcile/(items|knowledge)$"
include-method = "POST"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 422]
"""


@pytest.mark.slow
def test_schemathesis_finds_no_answer_that_is_not_described(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    with serving(sample, quiet=True) as service:
        done = ran(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}/openapi.json"),
                *("--checks", "all", "--max-examples", "25", "--seed", "1", "--no-color"),
                *("--generation-database", "none"),
            ],
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert service.get("/healthz").status_code == 200
        assert not service.events("failure")
