"""The regressors: equal to scikit-learn's, kept on disk as they are, and honest about what they cannot read."""

from pathlib import Path

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadModel
from typed_sts.features.feature_table import features
from typed_sts.scoring.blend import BlendRegressor, fit_blend, fit_head
from typed_sts.scoring.crowd import fit_crowd_regressor, fit_halo
from typed_sts.scoring.kernel import fit_kernel_machine
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, columns_of, features_of, read_model, save_model
from typed_sts.scoring.trees import fit_boosted_trees, fit_forest

GENERATOR = np.random.default_rng(0)
TABLE: Floats = GENERATOR.normal(size=(120, len(features())))
TARGETS: Floats = np.clip(2.5 + TABLE[:, :8] + 0.3 * GENERATOR.normal(size=(120, 8)), 0, 5)
NOT_STATED: Floats = (TABLE[:, :8] > 0.8).astype(np.float64)


@pytest.fixture(scope="module")
def regressor() -> BlendRegressor:
    return fit_blend(TABLE, TARGETS, NOT_STATED, features())


@pytest.mark.slow
def test_the_kernel_machine_is_scikit_learns() -> None:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVR

    ours = fit_kernel_machine(TABLE, TARGETS).predict(TABLE)
    theirs = make_pipeline(StandardScaler(), SVR(C=10, gamma=0.25 / TABLE.shape[1], epsilon=0.15))
    assert np.allclose(ours[:, 3], theirs.fit(TABLE, TARGETS[:, 3]).predict(TABLE), atol=1e-3)


@pytest.mark.slow
def test_boosted_trees_are_scikit_learns() -> None:
    from sklearn.ensemble import GradientBoostingRegressor

    single = TABLE.astype(np.float32)
    theirs = GradientBoostingRegressor(
        n_estimators=30,
        max_depth=3,
        learning_rate=0.1,
        subsample=0.6,
        max_features=0.2,
        min_samples_leaf=4,
        random_state=0,
    ).fit(single, TARGETS[:, 2])
    ours = fit_boosted_trees(TABLE, TARGETS, n_trees=30, depth=3, rate=0.1)
    assert np.allclose(ours.predict(TABLE)[:, 2], theirs.predict(single), atol=1e-5)


@pytest.mark.slow
def test_a_forest_is_scikit_learns() -> None:
    from sklearn.ensemble import ExtraTreesRegressor

    single = TABLE.astype(np.float32)
    theirs = ExtraTreesRegressor(20, max_depth=4, max_features=0.3, min_samples_leaf=3, random_state=0)
    ours = fit_forest(TABLE, TARGETS, n_trees=20)
    assert np.allclose(ours.predict(TABLE)[:, 5], theirs.fit(single, TARGETS[:, 5]).predict(single), atol=1e-5)


def test_a_value_at_a_threshold_goes_the_same_way_as_in_scikit_learn() -> None:
    from sklearn.ensemble import GradientBoostingRegressor

    steps = np.repeat(np.arange(12) / 3, 10)[:, None]
    wanted = np.repeat(np.sin(steps), 8, axis=1)
    settings = {"n_estimators": 10, "max_depth": 2, "learning_rate": 0.3, "subsample": 0.6, "min_samples_leaf": 4}
    theirs = GradientBoostingRegressor(**settings, max_features=1.0, random_state=0)
    theirs.fit(steps.astype(np.float32), wanted[:, 0])
    ours = fit_boosted_trees(steps, wanted, n_trees=10, depth=2, rate=0.3, features=1.0)
    assert np.allclose(ours.predict(steps)[:, 0], theirs.predict(steps.astype(np.float32)), atol=1e-6)


def test_pairs_without_a_rating_are_left_out_of_that_type_alone() -> None:
    some = TARGETS.copy()
    some[60:, 4] = np.nan
    whole, part = fit_kernel_machine(TABLE, TARGETS), fit_kernel_machine(TABLE, some)
    assert np.allclose(whole.predict(TABLE)[:, 0], part.predict(TABLE)[:, 0], atol=1e-4)
    assert not np.allclose(whole.predict(TABLE)[:, 4], part.predict(TABLE)[:, 4], atol=1e-2)
    assert np.isfinite(part.predict(TABLE)).all()


@pytest.mark.slow
def test_scores_are_cut_to_the_scale(regressor: BlendRegressor) -> None:
    far = TABLE * 50
    assert regressor.predict(far).min() >= 0
    assert regressor.predict(far).max() <= 5


def test_cannot_tell_is_learned_only_from_enough_examples() -> None:
    few = NOT_STATED.copy()
    few[:, 1] = 0
    few[:3, 1] = 1
    told = fit_head(TABLE, few, features()).predict(TABLE)
    assert np.isnan(told[:, 1]).all()
    assert ((told[:, 0] > 0) & (told[:, 0] < 1)).all()


@pytest.mark.slow
def test_cannot_tell_looks_only_at_what_is_stated(regressor: BlendRegressor) -> None:
    other = TABLE.copy()
    columns = [number for number, feature in enumerate(features()) if feature.name.endswith("_cosine")]
    other[:, columns] += 3
    assert (regressor.predict_not_stated(other) == regressor.predict_not_stated(TABLE)).all()


def test_a_halo_recovers_weights_it_was_made_with() -> None:
    estimates = GENERATOR.normal(2, 1, size=(400, 8))
    z = (estimates - estimates.mean(axis=0)) / estimates.std(axis=0)
    halo = fit_halo(estimates, 3 + 0.5 * z[:, :1] + 0.2 * z)
    assert np.allclose(halo.weights, [0.5, 0.2], atol=0.02)
    assert np.allclose(halo.start, 3, atol=1e-6)


def pair_of_models(folder: Path) -> tuple[BlendRegressor, BlendRegressor]:
    fitted = [fit_blend(TABLE[:, columns_of(p)], TARGETS, NOT_STATED, features_of(p)) for p in (True, False)]
    save_model(folder, fitted[0], fitted[1], {"name": "made up"})
    return fitted[0], fitted[1]


@pytest.mark.slow
def test_a_model_that_is_read_back_gives_the_same_scores(tmp_path: Path) -> None:
    fitted = pair_of_models(tmp_path / "model")
    saved = read_model(tmp_path / "model")
    for regressor, provider in zip(fitted, (True, False), strict=True):
        rows = TABLE[:, columns_of(provider)]
        assert (saved.regressor(provider).predict(rows) == regressor.predict(rows)).all()
        again = saved.regressor(provider).predict_not_stated(rows)
        assert np.array_equal(again, regressor.predict_not_stated(rows), equal_nan=True)


@pytest.mark.slow
def test_a_crowd_model_is_read_back_with_the_model_that_helped_it(tmp_path: Path) -> None:
    base, other = pair_of_models(tmp_path / "base")
    helped = [fit_crowd_regressor(TABLE[:, columns_of(p)], TARGETS, r) for p, r in ((True, base), (False, other))]
    save_model(tmp_path / "crowd", helped[0], helped[1], {"name": "crowd"})
    saved = read_model(tmp_path / "crowd").regressor(False)
    assert (saved.predict(TABLE[:, columns_of(False)]) == helped[1].predict(TABLE[:, columns_of(False)])).all()


@pytest.mark.slow
def test_a_model_of_another_number_of_types_is_refused(tmp_path: Path) -> None:
    few = TABLE[:40]
    seven = [fit_blend(few[:, columns_of(p)], TARGETS[:40, :7], None, features_of(p)) for p in (True, False)]
    save_model(tmp_path / "model", seven[0], seven[1], {"name": "seven"})
    with pytest.raises(BadModel, match="a model of 7 types, not of 8; train it again"):
        read_model(tmp_path / "model")


@pytest.mark.slow
def test_the_same_training_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        pair_of_models(tmp_path / name)
    for file in (DESCRIPTION, WEIGHTS):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_a_folder_that_holds_no_model_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="typed-sts train"):
        read_model(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"format_version": 2', b'"format_version": 99', "format 99"),
        (b'"text_cosine"', b'"text_sine"', "other features"),
        (b'"weights_sha256": "', b'"weights_sha256": "0', "not the file"),
    ],
)
def test_a_model_of_another_version_is_refused(tmp_path: Path, old: bytes, new: bytes, told: str) -> None:
    pair_of_models(tmp_path)
    description = (tmp_path / DESCRIPTION).read_bytes()
    assert old in description
    (tmp_path / DESCRIPTION).write_bytes(description.replace(old, new))
    with pytest.raises(BadModel, match=told):
        read_model(tmp_path)


@pytest.mark.slow
def test_torn_weights_are_refused(tmp_path: Path) -> None:
    pair_of_models(tmp_path)
    (tmp_path / WEIGHTS).write_bytes((tmp_path / WEIGHTS).read_bytes()[:-100])
    with pytest.raises(BadModel):
        read_model(tmp_path)


@pytest.mark.slow
def test_eight_types_come_out(regressor: BlendRegressor) -> None:
    assert regressor.predict(TABLE).shape == (len(TABLE), len(TYPES))
