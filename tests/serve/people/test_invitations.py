"""Invitations: links and codes, counted and forgotten."""

from __future__ import annotations

import re

import pytest

from lanista.core.errors import InputError
from lanista.league.store.tables import METADATA
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict, Denied, Missing, TooMany
from lanista.serve.people.invitations import CODE_LETTERS, DAY, LOOKS, new_code, tidy_secret
from lanista.serve.records import InvitationKind, Role, Standing
from lanista.serve.settings import Joining
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import PASSPHRASE, ManualClock, admin, enter, new_contest, new_team, person, token

OTHER = "another good one"


def code_for(site: Site, contest: Contest, role: Role = Role.CONTESTANT, uses: int = 1) -> str:
    return site.invitations.make(InvitationKind.CONTEST, contest_id=contest.id, role=role.value, uses=uses)


def test_a_class_code_lets_as_many_in_as_it_says(site: Site):
    cup = new_contest(site, joining=Joining.INVITED)
    code = code_for(site, cup, uses=2)
    people = [person(site, name) for name in ("ann", "bob", "carl")]
    for user in people[:2]:
        assert site.invitations.redeem(code, user.id).contest_id == cup.id
    with pytest.raises(Missing, match="used up"):
        site.invitations.redeem(code, people[2].id)
    assert site.teams.member(cup.id, people[2].id) is None
    with pytest.raises(Missing):
        site.invitations.look(code)


def test_who_is_in_already_uses_nothing(site: Site, cup: Contest):
    code = code_for(site, cup)
    ann, olga = enter(site, cup, "ann"), person(site, "olga")
    for user in (ann, olga):
        site.invitations.redeem(code, user.id)
    assert site.invitations.look(code).uses == 1
    member = site.teams.member(cup.id, olga.id)
    assert member is not None
    assert member.role is Role.ORGANISER


def test_an_invitation_gives_a_role_and_never_takes_one(site: Site, cup: Contest):
    ann = enter(site, cup, "ann")
    for role, after in (
        (Role.HELPER, Role.HELPER),
        (Role.CONTESTANT, Role.HELPER),
        (Role.ORGANISER, Role.ORGANISER),
    ):
        site.invitations.redeem(code_for(site, cup, role), ann.id)
        member = site.teams.member(cup.id, ann.id)
        assert member is not None
        assert member.role is after


def test_a_link_leads_into_a_team(site: Site):
    cup = new_contest(site, joining=Joining.INVITED, team_size=2)
    team = new_team(site, cup, "Reds", "ann")
    link = site.invitations.make(InvitationKind.TEAM, contest_id=cup.id, team_id=team.id, uses=5)
    bob, carl = person(site, "bob"), person(site, "carl")
    site.invitations.redeem(link, bob.id)
    site.invitations.redeem(link, bob.id)
    assert [user.name for user, _ in site.teams.members(cup.id, team.id)] == ["ann", "bob"]
    with pytest.raises(Conflict, match="full"):
        site.invitations.redeem(link, carl.id)
    assert site.teams.member(cup.id, carl.id) is None, "both or neither"
    assert site.invitations.look(link).uses == 4


def test_the_link_of_a_new_server_makes_one_administrator(site: Site):
    link = site.invitations.make(InvitationKind.ORGANISER)
    user, invitation = site.invitations.register(link, "root", PASSPHRASE)
    assert (invitation.kind, invitation.contest_id) == (InvitationKind.ORGANISER, 0)
    assert site.accounts.get(user.id).standing is Standing.ADMIN
    with pytest.raises(Missing):
        site.invitations.redeem(link, person(site, "mallory").id)
    site.invitations.redeem(link, user.id)
    assert person(site, "mallory").standing is Standing.PERSON


def test_a_closed_account_is_not_opened_by_a_link(site: Site):
    admin(site)
    user = site.accounts.set_standing(person(site, "ann").id, Standing.CLOSED, 0)
    site.invitations.redeem(site.invitations.make(InvitationKind.ORGANISER), user.id)
    assert site.accounts.get(user.id).standing is Standing.CLOSED


def test_an_account_and_its_invitation_come_together_or_not_at_all(site: Site):
    cup = new_contest(site, joining=Joining.INVITED)
    code = code_for(site, cup)
    user, _ = site.invitations.register(code, "ann", PASSPHRASE)
    assert site.teams.member(cup.id, user.id)
    with pytest.raises(Missing):
        site.invitations.register(code, "bob", PASSPHRASE)
    assert site.accounts.find("bob") is None
    again = code_for(site, cup)
    with pytest.raises(Conflict, match="taken"):
        site.invitations.register(again, "ann", PASSPHRASE)
    with pytest.raises(InputError):
        site.invitations.register(again, "bob", "short")
    assert site.invitations.look(again).uses == 1


def test_where_accounts_are_made_by_organisers_a_code_makes_none(site: Site):
    cup = new_contest(site, joining=Joining.INVITED, accounts=False)
    code = code_for(site, cup)
    with pytest.raises(Denied, match="new accounts"):
        site.invitations.register(code, "ann", PASSPHRASE)
    site.invitations.redeem(code, person(site, "bob").id)


def test_who_may_register_without_an_invitation(site: Site, clock: ManualClock):
    """Somebody whom a contest that they can see lets in."""
    assert not site.invitations.may_register(None)
    for title, settings in (
        ("a", {"joining": Joining.INVITED}),
        ("b", {"public": False}),
        ("c", {"accounts": False}),
        ("d", {"ends": clock.now + 1}),
    ):
        new_contest(site, title, **settings)
    clock.now += 2
    assert not site.invitations.may_register(None)
    with pytest.raises(Denied, match="link or a code"):
        site.invitations.check_registration(None)
    new_contest(site, "e")
    assert site.invitations.may_register(None)


def test_an_invitation_ends(site: Site, cup: Contest, clock: ManualClock):
    code = site.invitations.make(InvitationKind.CONTEST, contest_id=cup.id, days=1)
    clock.now += DAY
    with pytest.raises(Missing, match="too old"):
        site.invitations.look(code)
    with pytest.raises(Missing, match="too old"):
        site.invitations.redeem(code, 1)
    assert site.invitations.of(cup.id) == []


def test_an_organiser_withdraws_an_invitation(site: Site, cup: Contest):
    other = new_contest(site, "Other")
    code = code_for(site, cup)
    (invitation,) = site.invitations.of(cup.id)
    olga = person(site, "olga")
    site.invitations.revoke(other.id, invitation.id, olga.id)
    assert site.invitations.look(code)
    site.invitations.revoke(cup.id, invitation.id, olga.id)
    site.invitations.revoke(cup.id, invitation.id, olga.id)
    with pytest.raises(Missing):
        site.invitations.look(code)
    assert [entry.action for entry in site.audit.latest(cup.id)].count("withdrew an invitation") == 1


def test_invitations_of_administrators_are_listed_apart_from_links_for_passphrases(site: Site):
    root, ann = admin(site), person(site, "ann")
    site.invitations.make(InvitationKind.ORGANISER, by=root.id)
    link = site.invitations.reset_link(ann.id, root)
    (invitation,) = site.invitations.of(0)
    assert invitation.kind is InvitationKind.ORGANISER
    site.invitations.revoke(0, site.invitations.look(link).id, root.id)
    assert site.invitations.look(link)
    site.invitations.revoke(0, invitation.id, root.id)
    assert site.invitations.of(0) == []


def test_a_new_passphrase_by_a_link_is_chosen_once(site: Site):
    root, ann = admin(site), person(site, "ann")
    cookie, secret = site.sessions.begin(ann.id), token(site, "ann")
    link = site.invitations.reset_link(ann.id, root)
    with pytest.raises(Conflict, match="new passphrase"):
        site.invitations.redeem(link, person(site, "mallory").id)
    with pytest.raises(InputError):
        site.invitations.reset(link, "short")
    assert site.invitations.reset(link, OTHER).id == ann.id
    assert site.sessions.actor(cookie) is None
    assert site.tokens.of(ann.id) == []
    assert secret
    assert site.accounts.sign_in("ann", OTHER, "")
    with pytest.raises(Missing):
        site.invitations.reset(link, PASSPHRASE)
    with pytest.raises(Missing):
        site.invitations.reset(code_for(site, new_contest(site)), PASSPHRASE)


def test_a_second_link_replaces_the_first(site: Site):
    root, ann = admin(site), person(site, "ann")
    first, second = (site.invitations.reset_link(ann.id, root) for _ in range(2))
    with pytest.raises(Missing):
        site.invitations.reset(first, OTHER)
    assert site.invitations.reset(second, OTHER)


def test_a_link_opens_no_closed_account(site: Site):
    root, ann = admin(site), person(site, "ann")
    link = site.invitations.reset_link(ann.id, root)
    site.accounts.set_standing(ann.id, Standing.CLOSED, root.id)
    with pytest.raises(Missing):
        site.invitations.reset(link, OTHER)


def test_an_organiser_gets_into_no_account_that_others_trust(site: Site):
    """Reset links are for people who are in contests of that organiser only, and organise none."""
    cup, other = new_contest(site), new_contest(site, "Other", organiser="oscar")
    olga = person(site, "olga")
    plain, both = enter(site, cup, "ann"), enter(site, cup, "bob")
    enter(site, other, "bob")
    fellow, stranger = enter(site, cup, "fellow", Role.ORGANISER), person(site, "stranger")
    root = admin(site)
    site.invitations.redeem(code_for(site, cup), root.id)
    assert site.invitations.reset_link(plain.id, olga, cup)
    for target in (both, fellow, stranger, root):
        with pytest.raises(Denied, match="administrator"):
            site.invitations.reset_link(target.id, olga, cup)
    for by in (plain, person(site, "oscar")):
        with pytest.raises(Denied):
            site.invitations.reset_link(plain.id, by, cup)
    with pytest.raises(Denied):
        site.invitations.reset_link(plain.id, olga)
    assert site.invitations.reset_link(both.id, root)
    assert [entry.detail for entry in site.audit.latest() if "passphrase" in entry.action] == ["bob", "ann"]


def test_the_store_has_digests_only(site: Site, cup: Contest):
    code = code_for(site, cup)
    table = METADATA.tables["invitations"]
    assert code not in site.read(lambda connection: str(connection.execute(table.select()).all()))


def test_codes_are_not_guessed(site: Site, cup: Contest):
    for _ in range(LOOKS[0]):
        with pytest.raises(Missing):
            site.invitations.look(new_code(), "192.0.2.1")
    code = code_for(site, cup)
    with pytest.raises(TooMany):
        site.invitations.look(code, "192.0.2.1")
    for _ in range(2 * LOOKS[0]):
        site.invitations.look(code, "192.0.2.2")  # what is found is not counted


def test_a_code_has_letters_that_nobody_mixes_up():
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(f"([{CODE_LETTERS}]{{4}}-){{2}}[{CODE_LETTERS}]{{4}}", code) for code in codes)
    assert not set("OILU") & set(CODE_LETTERS)


@every_row(
    "typed",
    ["0A1B-2C3D-4E5F", "0a1b-2c3d-4e5f", "oaib 2c3d 4e5f", " 0A1B2C3D4E5F ", "0A1B-2C3D\n4E5F"],
)
def test_a_code_may_be_typed_carelessly(typed: str):
    assert tidy_secret(typed) == "0A1B-2C3D-4E5F"


@every_row(
    "uses, days, why",
    [
        (0, 1, "1 to 10,000 uses"),
        (10_001, 1, "uses"),
        (1, 0, "400 days"),
        (1, 401, "400 days"),
        (1, float("nan"), "400 days"),
    ],
)
def test_terms_of_an_invitation(uses: int, days: float, why: str):
    site: Site = object.__new__(Site)
    from lanista.serve.people.invitations import Invitations

    with pytest.raises(InputError, match=why):
        Invitations(site).make(InvitationKind.CONTEST, contest_id=1, uses=uses, days=days)
