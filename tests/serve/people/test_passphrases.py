"""Passphrases: argon2id, renewed when its cost changes."""

import pytest

from lanista.core.errors import InputError
from lanista.serve.people.passphrases import HashCost, Passphrases, check_passphrase
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import CHEAP, PASSPHRASE, person

CHEAPER = HashCost(memory=32, passes=1)


def test_new_servers_hash_at_a_cost_that_slows_down_guessing():
    assert HashCost().memory >= 19 * 1024
    assert HashCost().passes >= 2


def test_a_hash_is_argon2id_with_a_salt(site: Site):
    one, other = (person(site, name).passphrase for name in ("ann", "bob"))
    assert one.startswith("$argon2id$v=19$m=64,t=1,p=1$")
    assert one != other
    assert PASSPHRASE not in one


def test_a_hash_at_another_cost_is_renewed_at_the_next_sign_in(site: Site, monkeypatch: pytest.MonkeyPatch):
    former = person(site, "ann").passphrase
    monkeypatch.setattr(Passphrases, "cost", CHEAPER)
    monkeypatch.setattr(site.accounts, "_passphrases", Passphrases())
    site.accounts.sign_in("ann", PASSPHRASE, "192.0.2.1")
    renewed = site.accounts.get(person(site, "ann").id).passphrase
    assert renewed != former
    assert renewed.startswith("$argon2id$v=19$m=32,")
    site.accounts.sign_in("ann", PASSPHRASE, "192.0.2.1")
    assert site.accounts.get(person(site, "ann").id).passphrase == renewed


def test_somebody_without_a_passphrase_has_none_that_fits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Passphrases, "cost", CHEAP)
    assert not Passphrases().fits("", "")
    assert not Passphrases().fits("no hash", PASSPHRASE)


def test_an_accent_may_be_typed_in_both_ways(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Passphrases, "cost", CHEAP)
    hashed = Passphrases().hash("caf\u00e9 caf\u00e9 noir")
    assert Passphrases().fits(hashed, "cafe\u0301 cafe\u0301 noir")


@every_row(
    "passphrase, why",
    [
        ("", "10 to 200 characters"),
        ("short", "10 to 200 characters"),
        ("x" * 201, "10 to 200 characters"),
        ("aaaaaaaaaaaa", "easy to guess"),
        ("abababababab", "easy to guess"),
        ("password123", "easy to guess"),
        ("PASSWORDpassword", "easy to guess"),
        ("1234567890", "easy to guess"),
        ("Ada Lovelace", "easy to guess"),
        ("adalovelace ada lovelace", ""),
        ("correct horse battery", ""),
    ],
)
def test_what_is_easy_to_guess_is_refused_without_being_repeated(passphrase: str, why: str):
    if not why:
        check_passphrase(passphrase, "ada lovelace")
        return
    with pytest.raises(InputError, match=why) as caught:
        check_passphrase(passphrase, "ada lovelace")
    assert not passphrase or passphrase not in str(caught.value)
