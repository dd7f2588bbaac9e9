"""A limit of matches per day: exact over several runners, on every kind of database."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from lanista.league.store import LeagueStore, StoredResult, open_store
from lanista.league.store.records import CANCELLED
from tests.league.store.leagues import new_league, schedule

DAY = 24 * 3600


def ended(number: int, ago: float, **fields: Any) -> StoredResult:
    ranks = () if fields else (1, 2)
    return StoredResult(number, ranks, ended=time.time() - ago, **fields)


# results, claimed matches, the limit -> how many more may be claimed
QUOTAS: dict[str, tuple[list[StoredResult], int, int, int]] = {
    "nothing was played": ([], 0, 3, 3),
    "what is claimed counts": ([], 2, 3, 1),
    "what was played today counts": ([ended(0, 10), ended(1, DAY - 3600)], 0, 3, 1),
    "what was played before does not": ([ended(0, DAY + 3600)], 0, 3, 3),
    "a void match was played": ([ended(0, 10, void="the disk was full")], 0, 3, 2),
    "a cancelled match was not": ([ended(0, 10, void=f"{CANCELLED}: ann left")], 0, 3, 3),
    "a limit that was lowered": ([ended(0, 10), ended(1, 10)], 2, 1, 0),
}


@pytest.mark.parametrize("name", QUOTAS)
def test_a_limit_counts_what_is_played_and_claimed(store: LeagueStore, name: str):
    results, claimed, per_day, left = QUOTAS[name]
    league = new_league(store)
    assert schedule(store, league.id, *[(0, 1)] * 10)
    one, two = store.begin_runner("one"), store.begin_runner("two")
    store.record(league.id, one, results)
    store.claim(league.id, one, claimed)
    quota = store.quota(league.id, per_day)
    assert (quota.left, quota.claimed, bool(quota.opens)) == (left, claimed, left == 0)
    assert len(store.claim(league.id, two, 9, per_day=per_day)) == left
    assert store.claim(league.id, two, 9, per_day=per_day) == []


def test_a_limit_opens_when_the_match_that_is_too_many_is_a_day_old(store: LeagueStore):
    league = new_league(store)
    assert schedule(store, league.id, *[(0, 1)] * 10)
    one, now = store.begin_runner("one"), time.time()
    store.record(league.id, one, [ended(number, 1000 - 100 * number) for number in range(4)])
    for per_day, ago in ((4, 1000), (3, 900), (2, 800), (1, 700)):
        assert store.quota(league.id, per_day).opens == pytest.approx(now - ago + DAY, abs=5)


def test_matches_whose_claim_was_lost_are_given_again_though_the_limit_is_reached(
    store: LeagueStore, address: str
):
    league = new_league(store)
    assert schedule(store, league.id, *[(0, 1)] * 4)
    one = store.begin_runner("one")
    store.claim(league.id, one, 2, per_day=2)
    with open_store(address, replays=store.replays.folder) as other:  # which does not know what it holds
        assert [claim.match.number for claim in other.claim(league.id, one, 4, per_day=2)] == [0, 1]


def test_two_runners_at_once_never_exceed_the_limit(store: LeagueStore, address: str):
    """Each claims, records and claims again, as fast as it can."""
    league = new_league(store)
    assert schedule(store, league.id, *[(0, 1)] * 60)
    together = threading.Barrier(2)

    def run() -> None:
        with open_store(address, replays=store.replays.folder) as own:
            runner = own.begin_runner()
            together.wait(20)
            while claims := own.claim(league.id, runner, 3, per_day=25):
                own.record(league.id, runner, [ended(claim.match.number, 0) for claim in claims])

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(store.changes(league.id).results) == 25
