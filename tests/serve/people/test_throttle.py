"""Limits on how often."""

from typing import Any

import pytest

from lanista.league.store.tables import METADATA
from lanista.serve.errors import TooMany
from lanista.serve.people.throttle import MAX_SECONDS, TIDY_SECONDS, wait_text
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import ManualClock


def counts(site: Site) -> list[tuple[Any, ...]]:
    table = METADATA.tables["throttles"]
    return site.read(lambda connection: [tuple(row) for row in connection.execute(table.select())])


def test_a_limit_holds_for_a_period_and_says_how_long(site: Site, clock: ManualClock):
    for _ in range(3):
        site.throttle.count("knock", 3, 60)
    clock.now += 20
    with pytest.raises(TooMany, match="try again in 40 s") as caught:
        site.throttle.count("knock", 3, 60)
    assert caught.value.seconds == pytest.approx(40)
    site.throttle.count("ring", 3, 60)
    clock.now += 40
    site.throttle.count("knock", 3, 60)


def test_what_was_refused_does_not_count_nor_use_up_other_limits(site: Site):
    site.throttle.count_all({"one": (1, 60), "many": (5, 60)})
    for _ in range(10):
        with pytest.raises(TooMany):
            site.throttle.count_all({"one": (1, 60), "many": (5, 60)})
    assert sorted(count for _, count, _ in counts(site)) == [1, 1]


def test_an_attempt_that_succeeded_is_taken_back(site: Site):
    for _ in range(10):
        site.throttle.count("knock", 1, 60)
        site.throttle.forgive("knock")
    site.throttle.forgive("knock")
    assert [count for _, count, _ in counts(site)] == [0]
    site.throttle.count("knock", 1, 60)
    site.throttle.clear("knock")
    site.throttle.count("knock", 1, 60)


def test_a_clock_that_was_set_back_locks_nobody_out(site: Site, clock: ManualClock):
    site.throttle.count("knock", 1, 60)
    clock.now -= 1e6
    site.throttle.count("knock", 1, 60)


def test_processes_whose_clocks_differ_count_together(site: Site, clock: ManualClock):
    for ahead in (0, 5, -5, 0.001):
        clock.now += ahead
        site.throttle.count("knock", 4, 60)
        clock.now -= ahead
    with pytest.raises(TooMany):
        site.throttle.count("knock", 4, 60)


def test_names_are_not_stored_and_old_counts_are_removed(site: Site, clock: ManualClock):
    site.throttle.count("sign in from 192.0.2.1", 5, 60)
    assert "192.0.2.1" not in str(counts(site))
    clock.now += MAX_SECONDS + TIDY_SECONDS + 1
    site.throttle.count("knock", 5, 60)
    assert len(counts(site)) == 1


@every_row("seconds, text", [(0.2, "1 s"), (59, "59 s"), (61, "1 min"), (3600, "60 min"), (7200, "2 h")])
def test_a_wait_is_said_in_words(seconds: float, text: str):
    assert wait_text(seconds) == text
