"""Model files from anywhere: whatever is wrong with them is one line that names the folder, before any score."""

import hashlib
import io
import random
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson
import pytest

from tests.conftest import Cli
from typed_sts.errors import BadModel
from typed_sts.sample import sample_pairs
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, read_model
from typed_sts.scoring.open_scorer import SHIPPED

Arrays = dict[str, npt.NDArray[Any]]


@pytest.fixture(params=["evidence", "typed"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED / request.param, tmp_path / "model"))


def arrays_of(folder: Path) -> Arrays:
    with np.load(folder / WEIGHTS) as found:
        return {name: found[name] for name in found.files}


def put(folder: Path, arrays: Arrays) -> None:
    """Write the arrays, with the description that belongs to them."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]
    put_bytes(folder, buffer.getvalue())


def put_bytes(folder: Path, weights: bytes) -> None:
    (folder / WEIGHTS).write_bytes(weights)
    about = orjson.loads((folder / DESCRIPTION).read_bytes())
    (folder / DESCRIPTION).write_bytes(
        orjson.dumps(about | {"weights_sha256": hashlib.sha256(weights).hexdigest()}, option=orjson.OPT_INDENT_2)
    )


def refuse(folder: Path) -> None:
    with pytest.raises(BadModel) as told:
        read_model(folder)
    assert str(folder) in str(told.value)
    assert "\n" not in str(told.value)


def test_what_ships_is_taken(model: Path) -> None:
    put(model, arrays_of(model))
    read_model(model)


def _with(value: float) -> Callable[[npt.NDArray[Any]], npt.NDArray[Any]]:
    def change(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        changed = array.astype(np.float64)
        changed[(-1,) * changed.ndim] = value
        return changed

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        _with(np.nan),
        _with(-np.inf),
        lambda array: array[None],
        lambda array: np.zeros((*array.shape, 2)),
        lambda array: array.astype(str),
        lambda array: array.astype(np.complex128),
        lambda array: np.zeros(0),
    ],
    ids=["nan", "infinity", "a further dimension", "another shape", "text", "complex", "empty"],
)
def test_no_array_may_be_anything_else(model: Path, change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]]) -> None:
    whole = arrays_of(model)
    for name in whole:
        put(model, whole | {name: change(whole[name])})
        refuse(model)


@pytest.mark.slow
def test_numbers_too_vast_to_be_added_up_are_refused(model: Path) -> None:
    whole = arrays_of(model)
    for name in (name for name in whole if not name.endswith("threshold")):
        put(model, whole | {name: _with(1e30)(whole[name])})
        refuse(model)


def test_a_column_that_does_not_exist_is_refused(model: Path) -> None:
    whole = arrays_of(model)
    for name in (name for name in whole if name.endswith(("feature", "columns"))):
        for wrong in (len(orjson.loads((model / DESCRIPTION).read_bytes())["features"]), -1, 1.5):
            put(model, whole | {name: _with(wrong)(whole[name])})
            refuse(model)


def test_a_spread_of_nothing_is_refused(model: Path) -> None:
    whole = arrays_of(model)
    for name in (name for name in whole if name.endswith(("scale", "spread", "gamma"))):
        put(model, whole | {name: np.zeros_like(whole[name])})
        refuse(model)


@pytest.mark.slow
def test_an_array_that_is_missing_is_refused(model: Path) -> None:
    whole = arrays_of(model)
    for name in whole:
        put(model, {other: array for other, array in whole.items() if other != name})
        refuse(model)


@pytest.mark.slow
def test_weights_cut_or_flipped_anywhere_are_refused_whether_their_digest_fits_or_not(model: Path) -> None:
    weights = (model / WEIGHTS).read_bytes()
    source = random.Random(3)
    for _ in range(40):
        at = source.randrange(len(weights))
        flipped = weights[:at] + bytes([weights[at] ^ (1 << source.randrange(8))]) + weights[at + 1 :]
        for content in (flipped, weights[:at]):
            (model / WEIGHTS).write_bytes(content)
            refuse(model)
            put_bytes(model, content)
            try:
                read_model(model)  # a bit of the zip's own notes may say nothing
            except BadModel:
                pass
            shutil.copy(SHIPPED / "typed" / DESCRIPTION, model / DESCRIPTION)


@pytest.mark.slow
def test_descriptions_cut_flipped_or_of_another_kind_never_end_in_a_traceback(model: Path) -> None:
    description = (model / DESCRIPTION).read_bytes()
    source = random.Random(4)
    for _ in range(100):
        at = source.randrange(len(description))
        (model / DESCRIPTION).write_bytes(
            description[:at] + bytes([description[at] ^ (1 << source.randrange(8))]) + description[at + 1 :]
        )
        try:
            read_model(model)
        except BadModel:
            pass
        (model / DESCRIPTION).write_bytes(description[:at])
        refuse(model)
    about = orjson.loads(description)
    for name in ("format_version", "regressor", "weights_sha256", "features"):
        others: list[object] = [None, [], {}, 1, "x", [[1, 2]]]
        for wrong in others:
            if about[name] != wrong:
                (model / DESCRIPTION).write_bytes(orjson.dumps(about | {name: wrong}))
                refuse(model)
    for other in (b"null", b"[]", b"1", b'"x"', b"", b"\xff"):
        (model / DESCRIPTION).write_bytes(other)
        refuse(model)


def test_an_array_that_claims_to_be_vast_takes_no_memory(model: Path) -> None:
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("with.trees.leaf.npy", head.getvalue())
    put_bytes(model, packed.getvalue())
    refuse(model)


def test_a_file_that_unpacks_to_far_more_than_it_is_is_refused(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typed_sts.scoring.model_files.MOST_BYTES", 1_000_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.npy", bytes(2_000_000))
    put_bytes(model, packed.getvalue())
    refuse(model)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["why", "predict", "related", "serve"])
def test_every_command_that_takes_a_model_says_it_in_one_line(model: Path, cli: Cli, command: str) -> None:
    whole = arrays_of(model)
    name = next(name for name in whole if name.endswith("leaf"))
    put(model, whole | {name: _with(np.nan)(whole[name])})
    given = {
        "why": ["--sample", *sample_pairs()[0]],
        "predict": ["--sample"],
        "related": ["--sample", sample_pairs()[0][0]],
        "serve": ["--sample", "--port", "0"],
    }[command]
    ended = cli(command, *given, "--model", model)
    assert ended.code == 1
    assert ended.err.startswith(f"typed-sts: no model can be read at {model}")
