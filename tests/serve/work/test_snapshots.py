"""Tables are made after something has changed, and not too often."""

from __future__ import annotations

import msgspec
import pytest

from lanista.core.errors import StoreError
from lanista.league.league import League
from lanista.league.store import contest_tables as tables
from lanista.league.store.records import StoredResult
from lanista.league.values import LeagueOverview
from lanista.serve import rows
from lanista.serve.records import Snapshot
from lanista.serve.site import Site
from lanista.serve.work.snapshots import HELD_SECONDS, Snapshots
from tests.serve.sites import ManualClock
from tests.serve.work.contests import short_contest


@pytest.fixture
def site(any_site: Site) -> Site:
    any_site.now = ManualClock()
    return any_site


def stored(site: Site, contest_id: int) -> Snapshot | None:
    wanted = rows.query(Snapshot, tables.snapshots).where(tables.snapshots.c.contest_id == contest_id)
    return site.read(lambda connection: rows.first(connection, Snapshot, wanted))


def test_a_table_is_made_when_its_league_has_changed(site: Site):
    contest = short_contest(site)
    made = Snapshots(site)
    assert made.refresh() is None  # nothing has happened yet
    for bot in ("cruise", "greedy"):
        league = site.contests.open_league(contest)
        league.add(bot)
    assert made.refresh() == contest.id
    first = stored(site, contest.id)
    assert first is not None
    assert first.cursor == 2
    assert made.refresh() is None
    league.extend()
    runner = site.store.begin_runner()
    site.store.record(league.id, runner, [StoredResult(number, (1, 2)) for number in range(8)])
    assert made.refresh() is None  # too soon
    site.now.now += 1000  # type: ignore[attr-defined]
    assert made.refresh() == contest.id
    second = stored(site, contest.id)
    assert second is not None
    table = msgspec.json.decode(second.data, type=LeagueOverview)
    assert {row.bot for row in table.rows} == {"cruise", "greedy"}
    assert table.progress.counted == 8
    assert table.curves
    assert not table.matches


def test_a_table_that_cannot_be_made_holds_up_no_other(site: Site, monkeypatch: pytest.MonkeyPatch):
    contests = [short_contest(site, title=title) for title in ("broken", "good")]
    for contest in contests:
        site.contests.open_league(contest).add("cruise")
    made = Snapshots(site)
    broken, make = contests[0].league.id, made._league

    def fails(league_id: int) -> League:
        if league_id == broken:
            raise StoreError("damaged")
        return make(league_id)

    def refreshed() -> int | str | None:
        try:
            return made.refresh()
        except StoreError as error:
            return str(error)

    monkeypatch.setattr(made, "_league", fails)
    assert {refreshed(), refreshed()} == {"damaged", contests[1].id}
    assert refreshed() is None
    site.now.now += HELD_SECONDS  # type: ignore[attr-defined]
    assert refreshed() == "damaged"


def test_tables_take_a_tenth_of_a_core_at_most(site: Site):
    contest = short_contest(site)
    league = site.contests.open_league(contest)
    league.add("cruise")
    made = Snapshots(site)
    made.refresh()
    change = tables.snapshots.update().values(seconds=30.0)
    site.write(lambda connection: connection.execute(change))
    league.add("greedy")
    for later, expected in ((290, None), (9, None), (2, contest.id)):
        site.now.now += later  # type: ignore[attr-defined]
        assert made.refresh() == expected


def test_a_newer_table_of_another_runner_stays(site: Site):
    contest = short_contest(site)
    league = site.contests.open_league(contest)
    league.add("cruise")
    Snapshots(site).refresh()
    newer = tables.snapshots.update().values(cursor=99, data=b"newer")
    site.write(lambda connection: connection.execute(newer))
    Snapshots(site)._write(Snapshot(contest.id, 5, site.now(), 0.1, b"older"))
    kept = stored(site, contest.id)
    assert kept is not None
    assert kept.data == b"newer"


def test_the_contest_that_has_waited_longest_comes_first(site: Site):
    contests = [short_contest(site, title) for title in ("One", "Two")]
    made = Snapshots(site)
    for contest in contests:
        site.contests.open_league(contest).add("cruise")
    assert {made.refresh(), made.refresh()} == {contest.id for contest in contests}
    for bot in ("greedy", "random"):
        site.now.now += 100  # type: ignore[attr-defined]
        for contest in contests:
            site.contests.open_league(contest).add(bot)
        site.now.now += 1  # type: ignore[attr-defined]
        first = made.refresh()
        site.now.now += 1  # type: ignore[attr-defined]
        assert {first, made.refresh()} == {contest.id for contest in contests}
