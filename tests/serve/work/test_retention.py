"""Which replays are kept; results stay whatever becomes of their replays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.serve.contests import Contest
from lanista.serve.records import JobKind, JobState
from lanista.serve.site import Site
from lanista.serve.work.retention import DAY, remove_old
from tests.serve.sites import ManualClock
from tests.serve.work.contests import short_contest

NOW = 1_800_000_000.0
# The bots a and b have left after match 2, whose next match ended 40 days ago; c and d still play
MATCHES = {0: "ab", 1: "ac", 2: "cd", 3: "cd", 4: "ab"}


@pytest.fixture
def site(any_site: Site) -> Site:
    any_site.now = ManualClock(NOW)
    return any_site


def play(site: Site, contest: Contest, tmp_path: Path, ago: float) -> dict[int, str]:
    """Play some matches, and let two bots leave; returns the replays."""
    league, digests = contest.league.id, {}
    runner = site.store.begin_runner()
    for bot in "abcd":
        site.store.add_entry(league, bot, f"digest of {bot}", builtin=bot)
    cursor = site.store.changes(league).cursor
    added = [
        LeagueMatch(number, number, 0, tuple("abcd".index(bot) for bot in bots), 1)
        for number, bots in MATCHES.items()
    ]
    assert site.store.extend(league, cursor, added[:3])
    for number in MATCHES:
        if number == 3:
            site.store.remove_entry(league, "a")
            site.store.remove_entry(league, "b")
            assert site.store.extend(league, site.store.changes(league).cursor, added[3:])
        path = tmp_path / "replay"
        path.write_text(f"replay of match {number} of {contest.slug}")
        digests[number] = site.store.replays.put(path)
        ended = NOW - ago * DAY if number < 4 else NOW - 1
        site.store.record(league, runner, [StoredResult(number, (1, 2), replay=digests[number], ended=ended)])
    return digests


# days since the matches, the setting -> the matches whose replays are removed
CASES: list[tuple[float, dict[str, Any], set[int]]] = [
    (40, {"keep_replays": 30}, {0}),
    (29, {"keep_replays": 30}, set()),
    (40, {"keep_replays": 0}, set()),
    (40, {"keep_replays": 41}, set()),
]


@pytest.mark.parametrize(("ago", "settings", "removed"), CASES)
def test_replays_of_versions_that_have_left_are_kept_for_some_days(
    site: Site, tmp_path: Path, ago: float, settings: dict[str, Any], removed: set[int]
):
    contest = short_contest(site, **settings)
    digests = play(site, contest, tmp_path, ago)
    assert remove_old(site) == len(removed)
    assert {number for number, digest in digests.items() if not site.store.replays.exists(digest)} == removed
    assert len(site.store.changes(contest.league.id).results) == len(MATCHES)
    assert remove_old(site) == 0


def test_a_replay_that_another_result_names_stays(site: Site, tmp_path: Path):
    contest = short_contest(site)
    digests = play(site, contest, tmp_path, 40)
    job = site.jobs.queue(JobKind.PRACTICE, contest.id, 1)
    runner = site.store.begin_runner()
    taken = site.jobs.claim(runner.id)
    assert taken is not None
    site.jobs.finish(taken, JobState.DONE, {}, digests[0])
    assert remove_old(site) == 0
    assert site.jobs.get(job.id).replay == digests[0]


def test_replays_of_practice_are_kept_for_some_days(site: Site, tmp_path: Path):
    contest = short_contest(site)
    path = tmp_path / "replay"
    path.write_text("practice")
    digest = site.store.replays.put(path)
    site.jobs.queue(JobKind.PRACTICE, contest.id, 1)
    taken = site.jobs.claim(site.store.begin_runner().id)
    assert taken is not None
    site.jobs.finish(taken, JobState.DONE, {"says": "ann won"}, digest)
    for days, removed in ((29, 0), (2, 1)):
        site.now.now += days * DAY  # type: ignore[attr-defined]
        assert remove_old(site) == removed
    assert site.jobs.get(taken.id).outcome == {"says": "ann won"}
