"""A contest with results, shared by the tests of pages, which do not change it."""

from collections.abc import Iterator

import pytest

from tests.serve.pages.filled import FilledContest, fill
from tests.serve.sites import new_site


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledContest]:
    folder = tmp_path_factory.mktemp("contest")
    with new_site(folder) as site:
        yield fill(site, folder)
