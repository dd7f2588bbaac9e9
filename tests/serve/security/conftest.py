"""One server for all tests that leave its data as it is, and a small one for those that do not."""

from collections.abc import Iterator

import pytest

from tests.serve.security.world import World
from tests.serve.sites import new_site


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("server")
    with new_site(folder) as site:
        made = World(site, folder)
        yield made
        made.close()
