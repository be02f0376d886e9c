"""The code of docs/python.md runs, block by block, and prints what stands below it.

`python -m tests.contract.test_python_page` writes what the blocks print into the page.
"""

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "python.md"
_BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```$(?:\n\n^```output\n(?P<output>.*?)^```$)?", re.DOTALL | re.MULTILINE
)


def run_page(page: str, folder: Path) -> str:
    """Return the page with what its blocks print now, run one after the other in an empty folder."""
    names: dict[str, Any] = {"__name__": "page"}

    def run(block: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block["code"], str(PAGE), "exec"), names)
        output = f"\n\n```output\n{printed.getvalue()}```" if printed.getvalue() else ""
        return f"```python\n{block['code']}```{output}"

    with contextlib.chdir(folder):
        return _BLOCK.sub(run, page)


@pytest.mark.slow
def test_the_page_prints_what_it_says(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("```output") >= 6
    assert run_page(page, tmp_path) == page


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        PAGE.write_text(run_page(PAGE.read_text(encoding="utf-8"), Path(scratch)), encoding="utf-8")
