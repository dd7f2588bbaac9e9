"""A server for each test, with a clock that stands still."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.serve.contests import Contest
from lanista.serve.site import Site
from tests.serve.sites import ManualClock, new_contest, new_site


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def site(tmp_path: Path, clock: ManualClock) -> Iterator[Site]:
    with new_site(tmp_path, clock=clock) as made:
        yield made


@pytest.fixture
def cup(site: Site) -> Contest:
    """A contest that anybody may join, with teams of three."""
    return new_contest(site)
