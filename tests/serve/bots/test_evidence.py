"""The evidence against a version: the view of the turn, from the replay of its last failed match."""

from __future__ import annotations

import json

import pytest

from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.match.planning import plan_match
from lanista.match.replay import Replay, read_replay
from lanista.match.terms import MatchTerms
from lanista.serve.bots.evidence import failed_turn
from lanista.serve.bots.outlook import outlook
from lanista.serve.records import JobState, Upload
from tests.serve.bots.conftest import Cup
from tests.serve.sites import client

FAILING = """
import sys
def move(view):
    move.count = getattr(move, "count", 0) + 1
    if move.count == 3:
        print("about to fail", file=sys.stderr)
        raise SystemExit(1)
    return "nothing"
"""


@pytest.fixture
def failed(small: Cup) -> tuple[Cup, Upload, Replay]:
    """A version that has crashed in its third turn in the second seat of a match."""
    upload = small.works(small.upload())
    store, league_id = small.site.store, small.contest.league.id
    store.add_entry(league_id, "random", "of sources", "random")
    bad, replay = small.site.data / "failing.py", small.site.data / "match.jsonl.gz"
    bad.write_text(FAILING)
    plan_match("tanks", ["random", str(bad)], MatchTerms(), seed=1).play(replay=replay)
    digest = store.replays.put(replay)
    cursor = store.changes(league_id).cursor
    entries = {entry.bot: entry.id for entry in store.entries(league_id)}
    assert store.extend(league_id, cursor, [LeagueMatch(0, 0, 0, (entries["random"], upload.entry), 1)])
    with_failure = StoredResult(0, (1, 2), (0, 0), failures=("", "its process ended"), replay=digest, ended=1.0)
    store.record(league_id, store.begin_runner("test"), [with_failure])
    return small, upload, read_replay(store.replays.path(digest))


def test_the_view_of_the_failing_turn(failed: tuple[Cup, Upload, Replay]) -> None:
    cup, upload, replay = failed
    found = failed_turn(cup.site, cup.contest, upload)
    assert found is not None
    first = next(line for line in replay.turns if line.verdicts[1] not in ("ok", "invalid"))
    assert (found.match, found.seat, found.why) == (0, 1, "its process ended")
    assert (found.turn, found.verdict) == (first.turn, "crashed")
    assert isinstance(json.loads(found.view), dict)
    assert any("about to fail" in line for line in found.log)
    with client(cup.site, "alice one") as owner:
        page = owner.get(f"/c/{cup.contest.slug}/uploads/{upload.id}")
        assert "The input that it failed on" in page.text
        answer = owner.api("GET", f"/api/c/{cup.contest.slug}/uploads/{upload.id}").json()
        assert answer["failed"]["view"] == found.view


def test_only_its_team_sees_it(failed: tuple[Cup, Upload, Replay]) -> None:
    cup, upload, _ = failed
    with client(cup.site, "olga") as organiser:
        page = organiser.get(f"/c/{cup.contest.slug}/uploads/{upload.id}")
        assert page.status_code == 200
        assert "The input that it failed on" not in page.text
        answer = organiser.api("GET", f"/api/c/{cup.contest.slug}/uploads/{upload.id}").json()
        assert answer["failed"] is None


def test_a_replay_that_is_gone_leaves_the_reason(failed: tuple[Cup, Upload, Replay]) -> None:
    cup, upload, replay = failed
    replay.path.unlink()
    found = failed_turn(cup.site, cup.contest, upload)
    assert found is not None
    assert (found.why, found.view, found.turn) == ("its process ended", "", 0)


def test_a_version_that_has_failed_nothing(small: Cup) -> None:
    assert failed_turn(small.site, small.contest, small.upload()) is None
    assert failed_turn(small.site, small.contest, small.works(small.upload(1))) is None


# What happens next


def test_the_queue_says_when_a_version_plays_next(small: Cup) -> None:
    mine, theirs = small.works(small.upload()), small.works(small.upload(1, small.bob))
    store, league_id = small.site.store, small.contest.league.id
    assert "plays at least once in" in outlook(small.site, small.contest, mine).then[0]
    third = store.add_entry(league_id, "random", "of sources", "random").id
    pairs = [(theirs.entry, third), (mine.entry, third)]
    matches = [LeagueMatch(number, number, 0, pair, 1) for number, pair in enumerate(pairs)]
    store.extend(league_id, store.changes(league_id).cursor, matches)
    assert outlook(small.site, small.contest, mine).then == (
        "its next match is in the queue, with 1 match before it",
    )
    store.claim(league_id, store.begin_runner("test"), 2)
    assert outlook(small.site, small.contest, mine).then == ("it plays a match right now",)


def test_an_upload_says_what_happens_next(small: Cup) -> None:
    first, second = small.upload(), small.upload(1)
    says = outlook(small.site, small.contest, second)
    assert (says.ahead, says.settled, says.plays) == (1, False, False)
    assert "1 job ahead of it" in says.says
    assert "if it works, it joins the ladder by itself" in says.then
    small.works(first)
    assert "which plays on until then" in outlook(small.site, small.contest, second).then[-1]
    small.site.teams.set_gated(small.alice.id, True)
    assert "until then version 1 plays on" in outlook(small.site, small.contest, second).then
    job = small.site.jobs.claim(1)
    assert job is not None
    running = small.site.jobs.claim(2)
    assert running is not None
    small.site.jobs.finish(running, JobState.FAILED, {"error": "the disk broke"})
    broken = outlook(small.site, small.contest, second)
    assert "by a fault of the server: the disk broke" in broken.says
    assert broken.stuck


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"starts": 100.0}, "matches begin in"),
        ({"paused": True}, "matches are paused"),
        ({"ends": -100.0}, "counts in the final table"),
    ],
)
def test_a_contest_that_does_not_run_says_so(small: Cup, settings: dict[str, float], says: str) -> None:
    upload = small.works(small.upload())
    moved = {name: small.clock.now + value if name != "paused" else True for name, value in settings.items()}
    contest = small.site.contests.update(small.contest, moved)
    assert says in " ".join(outlook(small.site, contest, upload).then)
