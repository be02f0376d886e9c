"""A trained model on disk: model.json and weights.npz, and nothing that could run.

    model.json   format version, features with their groups, the data and the command it was trained with, its figures,
                 digests of the pairs it was trained on
    weights.npz  two regressors, one with and one without provider features; plain arrays

The same training gives the same bytes.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import prod
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt
import orjson

from typed_sts.domain.groups import PROVIDER
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadModel
from typed_sts.features.feature_table import Feature, features
from typed_sts.scoring.blend import BlendRegressor
from typed_sts.scoring.crowd import CrowdRegressor
from typed_sts.scoring.regressor import Regressor
from typed_sts_fetch.formats.write import write_bytes

FORMAT_VERSION = 2
DESCRIPTION, WEIGHTS = "model.json", "weights.npz"
TRAINED_PAIRS = "trained_pairs"
"""The key of the digests of the pairs a model was trained on; older models have none."""
MOST_BYTES = 500_000_000
"""What the arrays of a model may take unpacked; those that ship take two million."""
_KINDS: tuple[type[Regressor], ...] = (BlendRegressor, CrowdRegressor)
REGRESSORS = {kind.kind: kind for kind in _KINDS}
"""The regressors that are saved, by the name they are saved under."""
Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class SavedModel:
    """What a model's folder holds; `about` is its training, as it stands in model.json.

    `trained_pairs` are digests of the pairs it was trained on, None when it does not say.
    """

    about: Mapping[str, Any]
    with_provider: Regressor
    without_provider: Regressor
    digest: str
    trained_pairs: frozenset[str] | None = None

    def regressor(self, provider: bool) -> Regressor:
        """Return the regressor with or without provider features."""
        return self.with_provider if provider else self.without_provider


def columns_of(provider: bool) -> npt.NDArray[np.intp]:
    """Return the columns of the feature table that a regressor sees."""
    return np.flatnonzero([provider or feature.group != PROVIDER for feature in features()])


def features_of(provider: bool) -> tuple[Feature, ...]:
    """Return the features that a regressor sees."""
    return tuple(feature for feature in features() if provider or feature.group != PROVIDER)


def save_model(folder: Path, with_provider: Regressor, without_provider: Regressor, about: Mapping[str, Any]) -> None:
    """Write a model's folder; model.json comes last, so that a folder with one is whole."""
    arrays = arrays_of("with", with_provider) | arrays_of("without", without_provider)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    weights = buffer.getvalue()
    content = {
        "format_version": FORMAT_VERSION,
        "regressor": with_provider.kind,
        "weights_sha256": hashlib.sha256(weights).hexdigest(),
        "features": [[feature.name, feature.group] for feature in features()],
        **about,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / WEIGHTS, weights)
    write_bytes(folder / DESCRIPTION, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read_model(folder: Path) -> SavedModel:
    """Return the model of a folder; raise BadModel for what is not one, or not of this version."""
    try:
        about = orjson.loads((folder / DESCRIPTION).read_bytes())
        weights = (folder / WEIGHTS).read_bytes()
        _check(folder, about, weights)
        found = unpacked(weights)
        kind = REGRESSORS[about["regressor"]]
        with_provider, without_provider = part_of(found, "with", kind), part_of(found, "without", kind)
        _check_types(folder, found)
        with_provider.check(len(features_of(True)), len(TYPES))
        without_provider.check(len(features_of(False)), len(TYPES))
    except BadModel:
        raise
    except Exception as error:  # a file from anywhere: there is no end to what can be wrong with it
        what = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) or not str(error) else error
        raise BadModel(
            f'no model can be read at {folder} ({what}); "typed-sts train" makes one, or name evidence or typed'
        ) from error
    digest = str(about["weights_sha256"])[:12]
    return SavedModel(about, with_provider, without_provider, digest, trained_pairs_in(about))


def trained_pairs_in(about: Mapping[str, Any]) -> frozenset[str] | None:
    """Return the digests of the pairs a model was trained on, as model.json has them; None when it does not say."""
    found = about.get(TRAINED_PAIRS)
    return frozenset(map(str, found)) if isinstance(found, list) else None


def _check(folder: Path, about: Any, weights: bytes) -> None:
    if about["format_version"] != FORMAT_VERSION:
        raise BadModel(
            f"{folder} holds a model of format {about['format_version']}, not {FORMAT_VERSION}; train it again"
        )
    if about["features"] != [[feature.name, feature.group] for feature in features()]:
        raise BadModel(f"{folder} holds a model over other features than this version computes; train it again")
    if about["weights_sha256"] != hashlib.sha256(weights).hexdigest():
        raise BadModel(f"{folder / WEIGHTS} is not the file that {DESCRIPTION} speaks of; train the model again")


def _check_types(folder: Path, arrays: Arrays) -> None:
    n_types = max((array.shape[0] for name, array in arrays.items() if name.endswith(".intercept")), default=0)
    if n_types != len(TYPES):
        raise BadModel(f"{folder} holds a model of {n_types} types, not of {len(TYPES)}; train it again")


def unpacked(weights: bytes) -> Arrays:
    """Return the arrays of an npz file; raise before much memory is taken for what is none."""
    with ZipFile(io.BytesIO(weights)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise ValueError(f"{WEIGHTS} would unpack to more than {MOST_BYTES:,} bytes")
        return {name.removesuffix(".npy"): _array(archive.read(name)) for name in archive.namelist()}


def _array(content: bytes) -> npt.NDArray[Any]:
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    head = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = head(stream)
    if kind.kind not in "fiu" or prod(shape) * kind.itemsize != len(content) - stream.tell():
        raise ValueError(f"{WEIGHTS} holds an array that is not one of numbers, or not whole")
    return np.load(io.BytesIO(content), allow_pickle=False)  # type: ignore[no-any-return]


def arrays_of(prefix: str, part: Any) -> Arrays:
    """Return the arrays of a regressor, or of a part of one, by their names in the file."""
    found: Arrays = {}
    for field in fields(part):
        name, value = f"{prefix}.{field.name}", getattr(part, field.name)
        found |= arrays_of(name, value) if field.name in _parts(part) else {name: np.asarray(value)}
    return found


def part_of(arrays: Arrays, prefix: str, kind: Any) -> Any:
    """Return the regressor, or the part of one, whose arrays `arrays_of` gave."""
    values: list[Any] = []
    for field in fields(kind):
        name = f"{prefix}.{field.name}"
        inner = _parts(kind).get(field.name)
        values.append(_plain(arrays[name]) if inner is None else part_of(arrays, name, inner))
    return kind(*values)


def _parts(kind: Any) -> Mapping[str, type[Any]]:
    return getattr(kind, "parts", {})


def _plain(array: npt.NDArray[Any]) -> Any:
    return float(array) if array.ndim == 0 else array
