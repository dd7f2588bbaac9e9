"""The ladder lane plays what can be played, and says why it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanista.league.store import ReplayFiles
from lanista.league.store.records import StoredResult
from lanista.serve.contests import Contest
from lanista.serve.ops.disk import DiskSpace
from lanista.serve.records import UploadState
from lanista.serve.site import Site
from lanista.serve.work import room
from lanista.serve.work.lanes import Lanes
from tests.serve.work.contests import CRASHING, FAST, IDLE, ladder_lane, passed, play_until, short_contest

NOON = 1_800_000_000.0 - 1_800_000_000.0 % 86_400 + 12 * 3600

# settings, bots -> why the contest does not play
REASONS: dict[str, tuple[dict[str, Any], int, str]] = {
    "it can": ({}, 2, ""),
    "no bots": ({}, 0, "it waits for bots: 0 of 2"),
    "too few bots": ({}, 1, "it waits for bots: 1 of 2"),
    "it has not begun": ({"starts": NOON + 90_000}, 2, "the contest begins 16 Jan 2027, 13:00 UTC"),
    "it is over": ({"ends": NOON - 10}, 2, "the contest is over"),
    "it is paused": ({"paused": True}, 2, "the organiser has paused the contest"),
    "the limit is reached": (
        {"matches_per_day": 3},
        2,
        "today's 3 matches are played; the next 16 Jan, 11:00 UTC",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_it_says_why_nothing_is_played(site: Site, name: str, monkeypatch: pytest.MonkeyPatch):
    settings, bots, why = REASONS[name]
    contest = short_contest(site)
    for team, source in list({"ann": FAST, "bob": IDLE}.items())[:bots]:
        passed(site, contest, team, source)
    league = site.contests.open_league(contest)
    runner = site.store.begin_runner()
    monkeypatch.setattr("time.time", lambda: NOON)
    if "matches_per_day" in settings:
        league.extend()
        results = [StoredResult(number, (1, 2), ended=NOON - 3600) for number in range(3)]
        site.store.record(league.id, runner, results)
    site.now = lambda: NOON
    contest = site.contests.update(contest, settings)
    assert ladder_lane(site).why_not(contest) == why


def test_a_ladder_is_played_up_to_its_limit(site: Site):
    contest = short_contest(site, matches_per_day=6)
    passed(site, contest, "ann", FAST)
    passed(site, contest, "bob", IDLE)
    said: list[str] = []

    def enough() -> bool:
        said.extend(lane.says for lane in Lanes(site).all() if lane.contest_id == contest.id)
        return bool(said) and said[-1].startswith("today's 6 matches are played; the next")

    play_until(site, enough)
    assert site.store.counts(contest.league.id).results == 6
    assert any("in this run" in says for says in said)
    assert not site.store.runners(contest.league.id)


def test_contests_play_in_turn_and_one_with_trouble_keeps_no_other_waiting(site: Site):
    contests = [short_contest(site, title) for title in ("One", "Two", "Three")]
    for contest in contests:
        passed(site, contest, "ann", FAST)
        passed(site, contest, "bob", IDLE)
    refused = site.contests.open_league

    def open_league(contest: Contest) -> Any:
        if contest.slug == "two":
            raise OSError(28, "No space left on device")
        return refused(contest)

    site.contests.open_league = open_league  # type: ignore[method-assign]
    said: set[str] = set()  # of the second contest, which is tried again from time to time

    def enough() -> bool:
        said.update(lane.says for lane in Lanes(site).all() if lane.contest_id == contests[1].id)
        return all(site.store.counts(contest.league.id).results > 3 for contest in (contests[0], contests[2]))

    play_until(site, enough, slice_seconds=2)
    assert "the disk of the server is full: matches wait until there is room" in said
    assert site.store.counts(contests[1].league.id).results == 0


def test_a_version_that_keeps_failing_is_quarantined_with_the_reason(site: Site, contest: Contest):
    passed(site, contest, "ann", FAST)
    passed(site, contest, "eve", IDLE)
    former = passed(site, contest, "bob", IDLE)
    bad = passed(site, contest, "bob", CRASHING)
    play_until(site, lambda: site.uploads.get(contest.id, bad.id).state is UploadState.QUARANTINED)
    now = site.uploads.get(contest.id, bad.id)
    assert "it failed" in now.why
    again = site.uploads.activate(contest, site.uploads.get(contest.id, former.id), 0)
    assert again.state is UploadState.ACTIVE


def test_an_organiser_who_pauses_a_contest_ends_its_matches_soon(site: Site, contest: Contest):
    passed(site, contest, "ann", FAST)
    passed(site, contest, "bob", IDLE)
    paused: list[int] = []

    def enough() -> bool:
        results = site.store.counts(contest.league.id).results
        if results > 2 and not paused:
            site.contests.update(contest, {"paused": True})
            paused.append(results)
        return any(lane.says == "the organiser has paused the contest" for lane in Lanes(site).all())

    play_until(site, enough)
    results = site.store.counts(contest.league.id).results
    assert results >= paused[0]
    assert not site.store.runners(contest.league.id)
    assert not Lanes(site).all()


def test_matches_that_cannot_be_stored_are_played_again_when_there_is_room(
    site: Site, contest: Contest, monkeypatch: pytest.MonkeyPatch
):
    """Nothing is lost, nothing counts twice, and the lane says what is wrong."""
    passed(site, contest, "ann", FAST)
    passed(site, contest, "bob", IDLE)
    put, refused, said = ReplayFiles.put, list[Path](), set[str]()

    def full(files: ReplayFiles, source: Path) -> str:
        if "the disk of the server is full: matches wait until there is room" in said:
            return put(files, source)
        refused.append(source)
        raise OSError(28, "No space left on device")

    def enough() -> bool:
        said.update(lane.says for lane in Lanes(site).all())
        return site.store.counts(contest.league.id).results > 3

    monkeypatch.setattr(ReplayFiles, "put", full)
    play_until(site, enough)
    assert refused
    assert site.store.contradictions(contest.league.id) == []
    assert not site.store.runners(contest.league.id)
    assert not list(site.store.replays.folder.glob(".run-*"))


def test_nothing_begins_without_room_on_the_disk(site: Site, contest: Contest, monkeypatch: pytest.MonkeyPatch):
    passed(site, contest, "ann", FAST)
    passed(site, contest, "bob", IDLE)
    monkeypatch.setattr(room, "disk", lambda _: DiskSpace("", 1_000_000, 10**9))
    assert ladder_lane(site).why_not(contest) == "the disk of the server is full: matches wait until there is room"
