"""The page over the stand-in answers, served once for all tests of the page."""

from collections.abc import Iterator

import pytest

from tests.service.pages.serving import page_app, served
from tests.service.pages.standin_answers import StandInAnswers


@pytest.fixture(scope="session")
def answers(tmp_path_factory: pytest.TempPathFactory) -> StandInAnswers:
    """Return answers over the sample and the hostile records."""
    return StandInAnswers(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="session")
def site(answers: StandInAnswers) -> Iterator[str]:
    """Yield the address of the page."""
    with served(page_app(answers)) as address:
        yield address
