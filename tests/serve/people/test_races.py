"""Limits that hold when many do the same thing at once, on both stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import pytest

from lanista.serve.errors import Conflict, Denied, Missing, RequestError, TooMany
from lanista.serve.people.roster import import_people
from lanista.serve.people.tokens import MAX_TOKENS
from lanista.serve.records import InvitationKind, Role, Scope, Standing, User
from lanista.serve.settings import Joining
from lanista.serve.site import Site
from tests.postgres import PostgresServer
from tests.serve.sites import PASSPHRASE, admin, enter, new_contest, new_site, new_team, person

T = TypeVar("T")
AT_ONCE = 8
DONE = "done"


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Site]]:
    """The same server in two processes, as far as they share nothing but the store."""
    folder, address = tmp_path_factory.mktemp("site"), ""
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        address = server.new_store()
    with new_site(folder, address) as one, new_site(folder, address) as other:
        yield [one, other]


@pytest.fixture
def label(request: pytest.FixtureRequest) -> str:
    """A name for what a test makes, since all tests share a store."""
    return f"{Path(request.node.name).name[5:30]}".replace("[", " ").strip("_ ")


def at_once(sites: Sequence[Site], acts: Sequence[Callable[[Site], Any]]) -> Counter[str]:
    """Do all of it at the same moment, in both processes by turns; returns how it ended."""
    barrier = Barrier(len(acts), timeout=60)

    def run(at: int) -> str:
        barrier.wait()
        try:
            acts[at](sites[at % len(sites)])
        except RequestError as error:
            return type(error).__name__
        return DONE

    with ThreadPoolExecutor(len(acts)) as pool:
        return Counter(pool.map(run, range(len(acts))))


def for_each(items: Iterable[T], do: Callable[[Site, T], Any]) -> list[Callable[[Site], Any]]:
    """The same act for each of several things."""

    def bound(item: T) -> Callable[[Site], Any]:
        return lambda site: do(site, item)

    return [bound(item) for item in items]


def people(site: Site, label: str) -> list[User]:
    return [person(site, f"{label} {at}") for at in range(AT_ONCE)]


def test_a_code_is_used_as_often_as_it_says(sites: list[Site], label: str):
    cup = new_contest(sites[0], label, joining=Joining.INVITED)
    code = sites[0].invitations.make(InvitationKind.CONTEST, contest_id=cup.id, uses=3)
    acts = for_each(people(sites[0], label), lambda site, user: site.invitations.redeem(code, user.id))
    assert at_once(sites, acts) == {DONE: 3, Missing.__name__: AT_ONCE - 3}
    assert len(sites[0].teams.members(cup.id)) == 1 + 3


def test_accounts_that_are_made_with_a_code_are_as_many_as_it_says(sites: list[Site], label: str):
    cup = new_contest(sites[0], label, joining=Joining.INVITED)
    code = sites[0].invitations.make(InvitationKind.CONTEST, contest_id=cup.id, uses=2)
    before = len(sites[0].accounts.everyone())
    acts = for_each(range(AT_ONCE), lambda site, at: site.invitations.register(code, f"{label} {at}", PASSPHRASE))
    assert at_once(sites, acts)[DONE] == 2
    assert len(sites[0].accounts.everyone()) == before + 2


def test_a_team_is_never_larger_than_it_may_be(sites: list[Site], label: str):
    cup = new_contest(sites[0], label, team_size=3)
    team = new_team(sites[0], cup, "Reds", f"{label} first")
    key = sites[0].teams.new_key(cup, team.id)
    others = [enter(sites[0], cup, user.name) for user in people(sites[0], label)]
    acts = for_each(others, lambda site, user: site.teams.join(cup, user.id, team.id, key))
    assert at_once(sites, acts) == {DONE: 2, Conflict.__name__: AT_ONCE - 2}
    assert sites[0].teams.sizes(cup.id) == {team.id: 3}


def test_a_person_is_in_one_team_whatever_they_try(sites: list[Site], label: str):
    cup = new_contest(sites[0], label)
    user = enter(sites[0], cup, label)
    teams = [new_team(sites[0], cup, f"Team {at}", f"{label} {at}") for at in range(4)]
    keys = [sites[0].teams.new_key(cup, team.id) for team in teams]
    acts = for_each(
        zip(teams, keys, strict=True), lambda site, each: site.teams.join(cup, user.id, each[0].id, each[1])
    )
    acts += for_each(range(4), lambda site, at: site.teams.create(cup, user.id, f"New {at}"))
    assert at_once(sites, acts) == {DONE: 1, Conflict.__name__: AT_ONCE - 1}


def test_a_name_is_taken_once(sites: list[Site], label: str):
    cup = new_contest(sites[0], label)
    members = [enter(sites[0], cup, user.name) for user in people(sites[0], label)]
    spellings = ["reds", "Reds", "REDS", "ＲＥＤＳ"] * 2
    acts = for_each(
        zip(members, spellings, strict=True), lambda site, each: site.teams.create(cup, each[0].id, each[1])
    )
    assert at_once(sites, acts) == {DONE: 1, Conflict.__name__: AT_ONCE - 1}
    acts = for_each(spellings, lambda site, name: site.accounts.register(f"{label}{name}", PASSPHRASE))
    assert at_once(sites, acts) == {DONE: 1, Conflict.__name__: AT_ONCE - 1}


def test_a_link_for_a_passphrase_is_good_once(sites: list[Site], label: str):
    root, ann = admin(sites[0]), person(sites[0], label)
    link = sites[0].invitations.reset_link(ann.id, root)
    acts = for_each(range(AT_ONCE), lambda site, at: site.invitations.reset(link, f"{PASSPHRASE} {at}"))
    assert at_once(sites, acts) == {DONE: 1, Missing.__name__: AT_ONCE - 1}
    fitting = 0
    for at in range(AT_ONCE):
        with suppress(RequestError):
            fitting += sites[0].accounts.sign_in(label, f"{PASSPHRASE} {at}", "").id == ann.id
    assert fitting == 1


def test_attempts_are_counted_one_by_one(sites: list[Site], label: str):
    acts = [lambda site: site.throttle.count(label, 5, 600)] * AT_ONCE
    assert at_once(sites, acts) == {DONE: 5, TooMany.__name__: AT_ONCE - 5}
    assert at_once(sites, acts) == {TooMany.__name__: AT_ONCE}


def test_the_number_of_tokens_is_limited(sites: list[Site], label: str):
    user = person(sites[0], label)
    for _ in range(MAX_TOKENS - 2):
        sites[0].tokens.make(user.id, "script", [Scope.READ])
    acts = [lambda site: site.tokens.make(user.id, "script", [Scope.READ])] * AT_ONCE
    assert at_once(sites, acts) == {DONE: 2, Conflict.__name__: AT_ONCE - 2}


def test_somebody_stays_an_organiser(sites: list[Site], label: str):
    cup = new_contest(sites[0], label, organiser=f"{label} 0")
    users = [enter(sites[0], cup, user.name, Role.ORGANISER) for user in people(sites[0], label)]
    acts = for_each(
        range(AT_ONCE),
        lambda site, at: site.teams.set_role(cup, users[at].id, Role.HELPER, users[at - 1].id),
    )
    assert at_once(sites, acts) == {DONE: AT_ONCE - 1, Conflict.__name__: 1}


def test_somebody_stays_an_administrator(sites: list[Site], label: str):
    users = [person(sites[0], user.name, Standing.ADMIN) for user in people(sites[0], label)]
    for user in sites[0].accounts.everyone():
        if user.standing is Standing.ADMIN and user not in users:
            sites[0].accounts.set_standing(user.id, Standing.PERSON, 0)
    acts = for_each(users, lambda site, user: site.accounts.set_standing(user.id, Standing.PERSON, user.id))
    assert at_once(sites, acts) == {DONE: AT_ONCE - 1, Conflict.__name__: 1}


def test_files_that_are_imported_at_once_make_each_person_once(sites: list[Site], label: str):
    cup = new_contest(sites[0], label, organiser=f"{label} organiser")
    by = person(sites[0], f"{label} organiser").id
    text = "name,team\n" + "".join(f"{label} {at},Team {at % 3}\n" for at in range(6))
    done: list[list[str]] = []
    acts = for_each(
        range(4), lambda site, _: done.append([each.secret for each in import_people(site, cup, text, by)])
    )
    assert at_once(sites, acts) == {DONE: 4}
    assert sum(bool(secret) for secrets in done for secret in secrets) == 6
    assert len(sites[0].teams.members(cup.id)) == 7
    assert sorted(sites[0].teams.sizes(cup.id).values()) == [2, 2, 2]


def test_people_who_come_and_go_leave_no_team_behind(sites: list[Site], label: str):
    """Joining, leaving and placing in all orders neither fails by a deadlock nor loses anybody."""
    cup = new_contest(sites[0], label)
    users = [enter(sites[0], cup, user.name) for user in people(sites[0], label)]

    def come_and_go(site: Site, user: User) -> None:
        for at in range(3):
            try:
                site.teams.create(cup, user.id, f"Team {(user.id + at) % 3}")
            except Conflict:
                continue
            site.teams.leave(cup, user.id)

    acts = for_each(users, come_and_go)
    assert at_once(sites, acts) == {DONE: AT_ONCE}
    assert sites[0].teams.all(cup.id) == []
    with pytest.raises(Denied):
        sites[0].teams.create(cup, person(sites[0], f"{label} stranger").id, "Reds")
