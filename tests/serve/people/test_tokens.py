"""Tokens of scripts: hashed, scoped, revocable."""

import pytest

from lanista.core.errors import InputError
from lanista.league.store.tables import METADATA
from lanista.serve.access import Actor
from lanista.serve.errors import Conflict, Denied, Missing, NotSignedIn
from lanista.serve.people.tokens import MAX_TOKENS
from lanista.serve.records import Scope
from lanista.serve.site import Site
from tests.serve.sites import ManualClock, person, token


def test_a_token_acts_for_its_person_within_its_scopes(site: Site):
    user = person(site, "ann")
    made, secret = site.tokens.make(user.id, " laptop ", [Scope.UPLOAD, Scope.READ, Scope.READ])
    assert secret.startswith("lanista_")
    assert (made.name, made.scopes) == ("laptop", (Scope.READ, Scope.UPLOAD))
    actor = site.tokens.actor(secret)
    assert (actor.user, sorted(actor.scopes), actor.is_script) == (user, [Scope.READ, Scope.UPLOAD], True)
    assert secret not in actor.secret


def test_the_store_has_digests_only(site: Site):
    secret = token(site, "ann")
    table = METADATA.tables["tokens"]
    assert secret not in site.read(lambda connection: str(connection.execute(table.select()).all()))


@pytest.mark.parametrize("secret", ["", "lanista_", "lanista_unknown", "x" * 100_000])
def test_other_secrets_are_refused(site: Site, secret: str):
    with pytest.raises(NotSignedIn, match="unknown or revoked"):
        site.tokens.actor(secret)


def test_a_token_is_revoked_by_its_person_only(site: Site):
    ann, bob = person(site, "ann"), person(site, "bob")
    made, secret = site.tokens.make(ann.id, "laptop", [Scope.READ])
    with pytest.raises(Missing):
        site.tokens.revoke(bob.id, made.id)
    assert site.tokens.actor(secret)
    site.tokens.revoke(ann.id, made.id)
    site.tokens.revoke(ann.id, made.id)
    with pytest.raises(NotSignedIn, match="unknown or revoked"):
        site.tokens.actor(secret)
    assert site.tokens.of(ann.id) == []


def test_a_token_says_when_it_was_used(site: Site, clock: ManualClock):
    secret = token(site, "ann")
    user = person(site, "ann")
    assert site.tokens.of(user.id)[0].used == 0
    clock.now += 1000
    site.tokens.actor(secret)
    assert site.tokens.of(user.id)[0].used == clock.now


def test_a_token_needs_a_name_and_a_scope_and_there_is_a_limit(site: Site):
    user = person(site, "ann")
    with pytest.raises(InputError, match="read, upload or manage"):
        site.tokens.make(user.id, "laptop", [])
    with pytest.raises(InputError, match="name for the token"):
        site.tokens.make(user.id, "", [Scope.READ])
    for _ in range(MAX_TOKENS):
        site.tokens.make(user.id, "laptop", [Scope.READ])
    with pytest.raises(Conflict, match="revoke one"):
        site.tokens.make(user.id, "laptop", [Scope.READ])


def test_a_script_cannot_make_a_token_that_may_do_more(site: Site):
    actor = site.tokens.actor(token(site, "ann", Scope.MANAGE, Scope.READ))
    assert site.tokens.make_for(actor, "less", [Scope.READ])[1]
    with pytest.raises(Denied, match="lacks the scope upload"):
        site.tokens.make_for(actor, "more", [Scope.READ, Scope.UPLOAD])
    assert site.tokens.make_for(Actor(person(site, "ann")), "all", list(Scope))[1]
