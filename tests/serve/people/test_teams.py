"""Members of contests and their teams."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from lanista.core.errors import InputError
from lanista.league.store.tables import METADATA
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict, Denied, Missing, TooMany
from lanista.serve.people.teams import KEY_ATTEMPTS
from lanista.serve.records import Role, Team
from lanista.serve.settings import Joining
from lanista.serve.site import Site
from tests.serve.sites import ManualClock, admin, enter, new_contest, new_team, person


def uploaded(site: Site, team: Team) -> None:
    """Give a team a version of a bot, as far as teams look at it."""
    fields = {"number": 1, "digest": "", "name": "", "size": 0, "user_id": 1, "created": 0.0, "state": "refused"}
    row = {**fields, "contest_id": team.contest_id, "team_id": team.id, "why": "", "card": "{}", "entry": -1}
    site.write(lambda connection: connection.execute(insert(METADATA.tables["uploads"]).values(row)))


def people(site: Site, contest: Contest, team: Team) -> list[str]:
    return [user.name for user, _ in site.teams.members(contest.id, team.id)]


def test_anybody_joins_a_contest_that_says_so(site: Site, cup: Contest):
    user = person(site, "ann")
    member = site.teams.enter(cup, user.id)
    assert (member.role, member.team_id) == (Role.CONTESTANT, 0)
    assert site.teams.enter(cup, user.id) == member
    assert site.teams.member(cup.id, user.id) == member
    assert site.teams.contests_of(user.id) == [member]


def test_nobody_joins_otherwise_without_an_invitation(site: Site, clock: ManualClock):
    closed = new_contest(site, "Closed", joining=Joining.INVITED)
    over = new_contest(site, "Over", ends=clock.now + 10)
    clock.now += 20
    user = person(site, "ann")
    with pytest.raises(Denied, match="by a link or a code"):
        site.teams.enter(closed, user.id)
    with pytest.raises(Conflict, match="over"):
        site.teams.enter(over, user.id)
    with pytest.raises(Denied):
        site.teams.enter(closed, user.id, Role.ORGANISER)


def test_nobody_chooses_their_role(site: Site, cup: Contest):
    with pytest.raises(Denied):
        site.teams.enter(cup, person(site, "ann").id, Role.ORGANISER)


def test_a_team_is_joined_by_its_key(site: Site, cup: Contest):
    ann, bob = enter(site, cup, "ann"), enter(site, cup, "bob")
    team, key = site.teams.create(cup, ann.id, "Reds")
    assert key not in str(team)
    for wrong in ("", "x", key[:-1], key + "x", team.join_key):
        with pytest.raises(Denied, match="not the key"):
            site.teams.join(cup, bob.id, team.id, wrong)
    site.teams.join(cup, bob.id, team.id, f" {key} ")
    assert people(site, cup, team) == ["ann", "bob"]
    assert site.teams.sizes(cup.id) == {team.id: 2}
    assert site.teams.find(cup.id, "REDS") == team == site.teams.get(cup.id, team.id)
    assert site.teams.all(cup.id) == [team]


def test_a_key_is_not_guessed(site: Site, cup: Contest):
    team, mallory = new_team(site, cup, "Reds"), enter(site, cup, "mallory")
    for _ in range(KEY_ATTEMPTS[0]):
        with pytest.raises(Denied):
            site.teams.join(cup, mallory.id, team.id, "guess")
    with pytest.raises(TooMany):
        site.teams.join(cup, mallory.id, team.id, "guess")


def test_a_former_key_and_no_key_let_nobody_in(site: Site, cup: Contest):
    ann, bob = enter(site, cup, "ann"), enter(site, cup, "bob")
    team, former = site.teams.create(cup, ann.id, "Reds")
    key = site.teams.new_key(cup, team.id)
    with pytest.raises(Denied):
        site.teams.join(cup, bob.id, team.id, former)
    site.teams.close(cup, team.id)
    for wrong in (key, ""):
        with pytest.raises(Denied):
            site.teams.join(cup, bob.id, team.id, wrong)


def test_a_team_is_of_a_limited_size(site: Site):
    cup = new_contest(site, team_size=2)
    ann, bob, carl = (enter(site, cup, name) for name in ("ann", "bob", "carl"))
    team, key = site.teams.create(cup, ann.id, "Reds")
    site.teams.join(cup, bob.id, team.id, key)
    with pytest.raises(Conflict, match="full: 2 people"):
        site.teams.join(cup, carl.id, team.id, key)
    site.teams.join(cup, bob.id, team.id, key)  # is there already


def test_a_limit_that_was_changed_holds_at_once(site: Site, cup: Contest):
    ann, bob = enter(site, cup, "ann"), enter(site, cup, "bob")
    team, key = site.teams.create(cup, ann.id, "Reds")
    site.contests.update(cup, {"team_size": 1})
    with pytest.raises(Conflict, match="full: 1 person"):
        site.teams.join(cup, bob.id, team.id, key)  # `cup` still says 3


def test_a_person_plays_in_one_team_of_a_contest(site: Site, cup: Contest):
    other_cup = new_contest(site, "Other")
    reds, blues = new_team(site, cup, "Reds", "ann"), new_team(site, cup, "Blues", "bob")
    key = site.teams.new_key(cup, blues.id)
    ann = person(site, "ann")
    with pytest.raises(Conflict, match="one team"):
        site.teams.join(cup, ann.id, blues.id, key)
    with pytest.raises(Conflict, match="one team"):
        site.teams.create(cup, ann.id, "Greens")
    assert new_team(site, other_cup, "Reds", "ann").id != reds.id


def test_who_is_not_in_the_contest_makes_and_joins_no_team(site: Site, cup: Contest):
    team, stranger = new_team(site, cup, "Reds"), person(site, "mallory")
    key = site.teams.new_key(cup, team.id)
    with pytest.raises(Denied, match="join the contest first"):
        site.teams.create(cup, stranger.id, "Blues")
    with pytest.raises(Denied, match="join the contest first"):
        site.teams.join(cup, stranger.id, team.id, key)
    other_cup = new_contest(site, "Other")
    enter(site, other_cup, "mallory")
    with pytest.raises(Missing):
        site.teams.join(other_cup, stranger.id, team.id, key)
    with pytest.raises(Missing):
        site.teams.get(other_cup.id, team.id)


@pytest.mark.parametrize("name", ["reds", "ＲＥＤＳ", "greedy", "", "x" * 41, "a\u202eb"])
def test_a_team_has_a_name_of_its_own(site: Site, cup: Contest, name: str):
    new_team(site, cup, "Reds")
    with pytest.raises((Conflict, InputError)):
        site.teams.create(cup, enter(site, cup, "bob").id, name)


def test_an_empty_team_without_a_bot_is_gone(site: Site, cup: Contest):
    team = new_team(site, cup, "Reds", "ann")
    site.teams.leave(cup, person(site, "ann").id)
    with pytest.raises(Missing):
        site.teams.get(cup.id, team.id)
    assert new_team(site, cup, "Reds", "bob").id != team.id


def test_the_last_of_a_team_with_a_bot_stays(site: Site, cup: Contest):
    team = new_team(site, cup, "Reds", "ann", "bob")
    ann, bob = person(site, "ann"), person(site, "bob")
    uploaded(site, team)
    site.teams.leave(cup, ann.id)
    with pytest.raises(Conflict, match="last of the team"):
        site.teams.leave(cup, bob.id)
    with pytest.raises(Conflict, match="last of the team"):
        site.teams.remove(cup, bob.id, by=bob.id)
    site.teams.remove(cup, bob.id, by=person(site, "olga").id)
    assert people(site, cup, site.teams.get(cup.id, team.id)) == []


def test_a_contest_keeps_an_organiser(site: Site, cup: Contest):
    olga, oscar = person(site, "olga"), enter(site, cup, "oscar")
    for act in (
        lambda: site.teams.set_role(cup, olga.id, Role.HELPER, olga.id),
        lambda: site.teams.remove(cup, olga.id, olga.id),
        lambda: site.teams.remove(cup, olga.id, oscar.id),
    ):
        with pytest.raises(Conflict, match="without an organiser"):
            act()
    site.teams.set_role(cup, oscar.id, Role.ORGANISER, olga.id)
    site.teams.remove(cup, olga.id, oscar.id)
    with pytest.raises(Conflict):
        site.teams.remove(cup, oscar.id, oscar.id)
    site.teams.remove(cup, oscar.id, admin(site).id)  # an administrator is an organiser of all contests
    assert site.teams.members(cup.id) == []


def test_an_administrator_does_not_remove_itself_as_the_last_organiser(site: Site, cup: Contest):
    root = admin(site, "olga")
    with pytest.raises(Conflict):
        site.teams.remove(cup, root.id, root.id)


def test_an_organiser_moves_people(site: Site, cup: Contest):
    reds, blues = new_team(site, cup, "Reds", "ann", "bob"), new_team(site, cup, "Blues", "carl")
    ann, olga = person(site, "ann"), person(site, "olga")
    site.teams.place(cup, ann.id, blues.id, olga.id)
    assert (people(site, cup, reds), sorted(people(site, cup, blues))) == (["bob"], ["ann", "carl"])
    site.teams.place(cup, ann.id, 0, olga.id)
    assert people(site, cup, blues) == ["carl"]
    with pytest.raises(Missing):
        site.teams.place(cup, ann.id, 99, olga.id)
    with pytest.raises(Missing):
        site.teams.place(cup, 99, blues.id, olga.id)
    said = [(entry.user_id, entry.action, entry.detail) for entry in site.audit.latest(cup.id)][:2]
    assert said == [
        (olga.id, "moved a person to 'no team'", "ann"),
        (olga.id, "moved a person to 'Blues'", "ann"),
    ]


def test_what_organisers_do_is_in_the_audit_log(site: Site, cup: Contest):
    ann, olga = enter(site, cup, "ann"), person(site, "olga")
    site.teams.set_role(cup, ann.id, Role.HELPER, olga.id)
    site.teams.remove(cup, ann.id, olga.id)
    said = [(entry.user_id, entry.action, entry.detail) for entry in site.audit.latest(cup.id)][:2]
    assert said == [(olga.id, "removed a person", "ann"), (olga.id, "made a person helper", "ann")]
    assert site.audit.latest(new_contest(site, "Other").id) == [] or "ann" not in str(site.audit.latest(2))
