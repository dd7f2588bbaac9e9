"""Accounts: who can sign in, and what it tells others."""

from __future__ import annotations

import pytest

from lanista.core.errors import InputError
from lanista.serve.errors import Conflict, Denied, Missing, NotSignedIn, RequestError, TooMany
from lanista.serve.people import accounts
from lanista.serve.people.passphrases import Passphrases
from lanista.serve.records import Scope, Standing
from lanista.serve.site import Site
from tests.serve.sites import PASSPHRASE, ManualClock, admin, person, token

HERE, THERE = "192.0.2.1", "192.0.2.2"
OTHER = "another good one"


def failure(site: Site, name: str, passphrase: str, address: str = HERE) -> RequestError:
    with pytest.raises(RequestError) as caught:
        site.accounts.sign_in(name, passphrase, address)
    return caught.value


def test_somebody_registers_and_signs_in_by_any_spelling_of_the_name(site: Site):
    user = site.accounts.register("  Ada  Lovelace", PASSPHRASE, HERE)
    assert (user.name, user.standing) == ("Ada Lovelace", Standing.PERSON)
    assert site.accounts.sign_in("ADA LOVELACE", PASSPHRASE, HERE).id == user.id
    found = site.accounts.find("ada lovelace")
    assert found == user == site.accounts.get(user.id)
    assert site.accounts.names({user.id, 99}) == {user.id: "Ada Lovelace"}


def test_a_name_is_taken_however_it_is_written(site: Site):
    person(site, "ann")
    with pytest.raises(Conflict, match="is taken"):
        site.accounts.register("ＡＮＮ", PASSPHRASE, HERE)
    with pytest.raises(InputError, match="10 to 200"):
        site.accounts.register("bob", "short", HERE)
    assert site.accounts.find("bob") is None


def test_nobody_learns_whether_a_name_exists(site: Site):
    """The same sentence for a wrong passphrase, an unknown name, a closed account, and one of a provider."""
    admin(site)
    person(site, "ann")
    site.accounts.set_standing(person(site, "carl").id, Standing.CLOSED, 0)
    said = {
        (type(error), str(error))
        for error in (
            failure(site, "ann", "wrong wrong wrong"),
            failure(site, "nobody", PASSPHRASE),
            failure(site, "carl", PASSPHRASE),
            failure(site, "", ""),
            failure(site, "x" * 100_000, "y" * 100_000),
        )
    }
    assert said == {(NotSignedIn, accounts.REFUSED)}


def test_an_unknown_name_costs_as_many_hashes_as_a_known_one(site: Site, monkeypatch: pytest.MonkeyPatch):
    checked: list[str] = []
    fits = Passphrases.fits

    def counted(self: Passphrases, known: str, passphrase: str) -> bool:
        checked.append(known)
        return fits(self, known, passphrase)

    monkeypatch.setattr(Passphrases, "fits", counted)
    person(site, "ann")
    failure(site, "ann", "wrong wrong wrong")
    failure(site, "nobody", "wrong wrong wrong")
    assert len(checked) == 2
    assert checked[1] == ""  # against which `fits` verifies a hash of nobody


def test_attempts_are_limited_by_name_and_address_alike_for_all_names(site: Site):
    limit, _ = accounts.PER_NAME_AND_ADDRESS
    person(site, "ann")
    for name in ("ann", "nobody"):
        assert {str(failure(site, name, "wrong wrong wrong")) for _ in range(limit)} == {accounts.REFUSED}
    errors = [failure(site, name, PASSPHRASE) for name in ("ann", "ANN", "nobody")]
    assert [type(error) for error in errors] == [TooMany] * 3
    assert len({str(error) for error in errors}) == 1
    assert site.accounts.sign_in("ann", PASSPHRASE, THERE)  # elsewhere she still can


def test_attempts_on_one_name_from_many_addresses_are_limited(site: Site):
    limit, _ = accounts.PER_NAME
    for at in range(limit):
        failure(site, "ann", "wrong wrong wrong", f"192.0.2.{at % 250}")
    assert isinstance(failure(site, "ann", "wrong wrong wrong", "198.51.100.1"), TooMany)


def test_attempts_from_one_address_are_limited(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accounts, "PER_ADDRESS", (20, 600.0))
    for at in range(20):
        failure(site, f"name {at}", "wrong wrong wrong")
    assert isinstance(failure(site, "another", "wrong wrong wrong"), TooMany)
    assert isinstance(failure(site, "another", "wrong wrong wrong", THERE), NotSignedIn)


def test_who_signs_in_well_is_not_counted(site: Site):
    person(site, "ann")
    for _ in range(2 * accounts.PER_NAME_AND_ADDRESS[0]):
        site.accounts.sign_in("ann", PASSPHRASE, HERE)


def test_the_limits_end(site: Site, clock: ManualClock):
    person(site, "ann")
    for _ in range(accounts.PER_NAME_AND_ADDRESS[0] + 1):
        failure(site, "ann", "wrong wrong wrong")
    clock.now += accounts.PER_NAME_AND_ADDRESS[1]
    assert site.accounts.sign_in("ann", PASSPHRASE, HERE)


def test_registrations_from_an_address_are_limited(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accounts, "REGISTRATIONS", (2, 60.0))
    for name in ("ann", "bob"):
        site.accounts.register(name, PASSPHRASE, HERE)
    with pytest.raises(TooMany):
        site.accounts.register("carl", PASSPHRASE, HERE)


def test_a_new_passphrase_needs_the_present_one_and_ends_all_sessions(site: Site):
    user = person(site, "ann")
    cookie, secret = site.sessions.begin(user.id), token(site, "ann")
    with pytest.raises(Denied, match="present passphrase is wrong"):
        site.accounts.change_passphrase(user, "wrong wrong wrong", OTHER)
    assert site.sessions.actor(cookie)
    site.accounts.change_passphrase(user, PASSPHRASE, OTHER)
    assert site.sessions.actor(cookie) is None
    assert site.tokens.actor(secret).user  # tokens are revoked by name
    assert isinstance(failure(site, "ann", PASSPHRASE), NotSignedIn)
    assert site.accounts.sign_in("ann", OTHER, HERE)


def test_guesses_at_the_present_passphrase_are_limited(site: Site):
    user = person(site, "ann")
    for _ in range(accounts.PER_NAME_AND_ADDRESS[0]):
        with pytest.raises(Denied):
            site.accounts.change_passphrase(user, "wrong wrong wrong", OTHER)
    with pytest.raises(TooMany):
        site.accounts.change_passphrase(user, PASSPHRASE, OTHER)


def test_a_reset_ends_sessions_and_tokens(site: Site):
    user = person(site, "ann")
    cookie, secret = site.sessions.begin(user.id), token(site, "ann")
    site.accounts.reset(user.id, OTHER)
    assert site.sessions.actor(cookie) is None
    with pytest.raises(NotSignedIn):
        site.tokens.actor(secret)
    assert site.accounts.sign_in("ann", OTHER, HERE)


def test_a_closed_account_is_out_at_once(site: Site):
    root, user = admin(site), person(site, "ann")
    cookie, secret = site.sessions.begin(user.id), token(site, "ann", Scope.READ)
    site.accounts.set_standing(user.id, Standing.CLOSED, root.id)
    assert site.sessions.actor(cookie) is None
    with pytest.raises(NotSignedIn):
        site.tokens.actor(secret)
    site.accounts.set_standing(user.id, Standing.PERSON, root.id)
    assert site.sessions.actor(cookie) is None  # they have ended, and stay so
    with pytest.raises(NotSignedIn):
        site.tokens.actor(secret)


def test_somebody_stays_an_administrator(site: Site):
    root, other = admin(site), admin(site, "second")
    site.accounts.set_standing(other.id, Standing.PERSON, root.id)
    for standing in (Standing.PERSON, Standing.CLOSED):
        with pytest.raises(Conflict, match="last administrator"):
            site.accounts.set_standing(root.id, standing, root.id)
    assert site.accounts.get(root.id).standing is Standing.ADMIN


def test_a_change_of_standing_is_in_the_audit_log(site: Site):
    root, user = admin(site), person(site, "ann")
    site.accounts.set_standing(user.id, Standing.CLOSED, root.id)
    entry = site.audit.latest()[0]
    assert (entry.user_id, entry.action, entry.detail) == (root.id, "made a person closed", "ann")


def test_there_is_no_person_without_an_account(site: Site):
    with pytest.raises(Missing):
        site.accounts.get(99)
    with pytest.raises(Missing):
        site.accounts.set_standing(99, Standing.ADMIN, 0)
