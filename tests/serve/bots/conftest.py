"""A contest with two teams, on both stores."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lanista.serve.contests import Contest
from lanista.serve.records import Team, Upload, UploadState
from lanista.serve.site import Site
from tests.league.store.conftest import empty
from tests.postgres import PostgresServer
from tests.serve.sites import ManualClock, new_contest, new_site, new_team

BOT = b"def move(view):\n    return 'nothing'\n"


class Cup(NamedTuple):
    """A contest with two teams."""

    site: Site
    contest: Contest
    alice: Team
    bob: Team
    clock: ManualClock

    def upload(self, number: int = 0, team: Team | None = None) -> Upload:
        """A version of a team, alice's by default, whose files depend on the number."""
        data = BOT + f"# {number}\n".encode()
        return self.site.uploads.receive(self.contest, (team or self.alice).id, 1, "bot.py", data)

    def works(self, upload: Upload) -> Upload:
        """The version after a check that it has passed."""
        if upload.state is not UploadState.WAITING:
            return upload
        self.site.uploads.move(upload.id, UploadState.CHECKING, expected={UploadState.WAITING})
        return self.site.uploads.checked(self.contest, upload.id, works=True, card={"checks": []})

    def entries(self) -> list[tuple[str, int, str]]:
        """The bots in the league: name, version and digest."""
        found = self.site.store.entries(self.contest.league.id)
        return [(entry.bot, entry.version, entry.digest) for entry in found if entry.left is None]


def make_cup(site: Site, clock: ManualClock, **settings: Any) -> Cup:
    """A contest on a site."""
    contest = new_contest(site, **settings)
    return Cup(site, contest, new_team(site, contest, "alice"), new_team(site, contest, "bob"), clock)


@pytest.fixture(scope="session")
def shared(postgres: PostgresServer) -> str:
    """The address of a store on PostgreSQL that tests use one after the other."""
    return postgres.new_store()


@pytest.fixture(params=["sqlite", "postgres"])
def store_address(request: pytest.FixtureRequest) -> str:
    """The address of a new store: none of SQLite, which has its file in the data folder."""
    if request.param == "sqlite":
        return ""
    found: str = request.getfixturevalue("shared")
    empty(found)
    return found


@pytest.fixture
def cup(tmp_path: Path, store_address: str) -> Iterator[Cup]:
    """A contest on each of both stores."""
    clock = ManualClock()
    with new_site(tmp_path, store_address, clock=clock) as site:
        yield make_cup(site, clock)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Cup]:
    """A contest on SQLite."""
    clock = ManualClock()
    with new_site(tmp_path, clock=clock) as site:
        yield make_cup(site, clock)


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return whole.getvalue()
