"""Sessions: begun at sign-in, ended by sign-out, age and disuse."""

import pytest

from lanista.league.store.tables import METADATA
from lanista.serve.people import sessions
from lanista.serve.people.sessions import IDLE_SECONDS, MAX_SECONDS, MAX_SESSIONS
from lanista.serve.site import Site
from tests.serve.sites import ManualClock, person


def test_a_cookie_stands_for_a_person_until_the_session_ends(site: Site):
    user = person(site, "ann")
    cookie, other = site.sessions.begin(user.id), site.sessions.begin(user.id)
    assert cookie != other
    actor = site.sessions.actor(cookie)
    assert actor is not None
    assert (actor.user, actor.is_script) == (user, False)
    site.sessions.end(cookie)
    assert site.sessions.actor(cookie) is None
    assert site.sessions.actor(other)


@pytest.mark.parametrize("cookie", ["", "unknown", "x" * 100_000, "\x00", "\ud800"])
def test_other_cookies_stand_for_nobody(site: Site, cookie: str):
    assert site.sessions.actor(cookie) is None
    site.sessions.end(cookie)


def test_the_store_has_digests_only(site: Site):
    cookie = site.sessions.begin(person(site, "ann").id)
    table = METADATA.tables["sessions"]
    rows = site.read(lambda connection: str(connection.execute(table.select()).all()))
    assert cookie not in rows


def test_a_session_ends_by_itself(site: Site, clock: ManualClock):
    cookie = site.sessions.begin(person(site, "ann").id)
    began = clock.now
    while clock.now + IDLE_SECONDS / 2 < began + MAX_SECONDS:
        clock.now += IDLE_SECONDS / 2
        assert site.sessions.actor(cookie), "it was used in time"
    clock.now = began + MAX_SECONDS + 1
    assert site.sessions.actor(cookie) is None


def test_a_session_that_is_not_used_ends_earlier(site: Site, clock: ManualClock):
    user = person(site, "ann")
    cookie = site.sessions.begin(user.id)
    clock.now += IDLE_SECONDS + 1
    assert site.sessions.actor(cookie) is None
    assert site.sessions.of(user.id) == []


def test_a_person_ends_all_sessions_but_one(site: Site, clock: ManualClock):
    ann, bob = person(site, "ann"), person(site, "bob")
    first, second, other = (site.sessions.begin(user.id) for user in (ann, ann, bob))
    site.sessions.end_all(ann.id, but=second)
    assert site.sessions.actor(first) is None
    assert site.sessions.actor(second)
    assert site.sessions.actor(other)
    assert [each.digest for each in site.sessions.of(ann.id)] == [site.sessions.key(second)]
    site.sessions.end_all(ann.id)
    assert site.sessions.actor(second) is None


def test_the_number_of_sessions_of_a_person_is_limited(site: Site, clock: ManualClock):
    user = person(site, "ann")
    cookies = []
    for _ in range(MAX_SESSIONS + 3):
        clock.now += 1
        cookies.append(site.sessions.begin(user.id))
    assert [site.sessions.actor(cookie) is None for cookie in cookies] == [True] * 3 + [False] * MAX_SESSIONS


def test_use_is_noted_now_and_then_only(site: Site, clock: ManualClock):
    user = person(site, "ann")
    cookie, began = site.sessions.begin(user.id), clock.now
    clock.now += sessions.USED_SECONDS
    site.sessions.actor(cookie)
    assert site.sessions.of(user.id)[0].used == began
    clock.now += 1
    site.sessions.actor(cookie)
    assert site.sessions.of(user.id)[0].used == clock.now
