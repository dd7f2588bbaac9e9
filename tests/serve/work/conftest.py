"""Servers for tests of jobs and lanes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.serve.contests import Contest
from lanista.serve.site import Site
from lanista.serve.work import checking
from lanista.tools.doctor import find_checks
from tests.league.store.conftest import empty
from tests.postgres import PostgresServer
from tests.serve.sites import new_site
from tests.serve.work.contests import short_contest


def _folder(folder: Path) -> Path:
    data = folder / "data"
    data.mkdir()
    return data


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server on a file."""
    with new_site(_folder(tmp_path)) as made:
        yield made


@pytest.fixture(scope="session")
def shared_store(postgres: PostgresServer) -> str:
    """The address of a store on PostgreSQL that tests use one after the other."""
    return postgres.new_store()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A server on every kind of store."""
    address = ""
    if request.param == "postgresql":
        address = request.getfixturevalue("shared_store")
        empty(address)
    with new_site(_folder(tmp_path), address) as made:
        yield made


@pytest.fixture
def contest(site: Site) -> Contest:
    """A contest of short matches."""
    return short_contest(site)


@pytest.fixture
def quick_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the checks that decide."""
    monkeypatch.setattr(checking, "CHECKS", find_checks(checking.DECIDING))
