"""Sign-in by a provider: the whole flow, and what a false provider or answer gets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jwt
import pytest
from httpx import Response

from lanista.core.errors import ConfigError
from lanista.serve.errors import NotSignedIn
from lanista.serve.http.connection import SESSION
from lanista.serve.people.oidc import FILE, MAX_BYTES, Provider, is_safe_address, read_provider
from lanista.serve.records import Standing
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.people.provider import CLIENT, SECRET, FakeProvider, fake_provider
from tests.serve.sites import Browser, ManualClock, admin, client, new_site, person

BACK = "/sign-in/provider/back"
CALLBACK = f"http://here{BACK}"


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with fake_provider() as made:
        yield made


@pytest.fixture
def provider(site: Site, fake: FakeProvider) -> Provider:
    configure(site, fake)
    assert site.provider is not None
    return site.provider


def configure(site: Site, fake: FakeProvider, more: str = "") -> None:
    text = f'issuer = "{fake.issuer}"\nclient_id = "{CLIENT}"\nclient_secret = "{SECRET}"\n'
    (site.data / FILE).write_text(f'{text}title = "the school"\n{more}', encoding="utf-8")


def flow(provider: Provider, fake: FakeProvider, **claims: Any) -> Any:
    """The whole flow without a browser."""
    address, cookie = provider.begin(CALLBACK, "/account")
    return provider.finish(cookie, fake.sign_in(address, "subject-1", **claims), CALLBACK)


def through_pages(browser: Browser, fake: FakeProvider, subject: str, **claims: Any) -> Response:
    answer = browser.get("/sign-in/provider?next=/account", follow=False)
    assert answer.status_code == 303
    back = fake.sign_in(answer.headers["location"], subject, **claims)
    return browser.client.get(BACK, params=back, follow_redirects=False)


def test_a_person_signs_in_by_a_provider(site: Site, fake: FakeProvider):
    configure(site, fake)
    with client(site) as browser:
        assert "Sign in by the school" in browser.get("/sign-in").text
        answer = through_pages(browser, fake, "subject-1", preferred_username="ann")
        assert (answer.status_code, answer.headers["location"]) == (303, "/account")
        assert "ann" in browser.get("/account").text
    with client(site) as browser:
        through_pages(browser, fake, "subject-1", preferred_username="renamed")
        actor = site.sessions.actor(browser.client.cookies[SESSION])
        assert actor is not None
        assert actor.user == person(site, "ann"), "the same person, whatever the name"
    with pytest.raises(NotSignedIn):
        site.accounts.sign_in("ann", "", "")


def test_the_cookie_of_the_flow_is_good_for_it_only(site: Site, fake: FakeProvider):
    configure(site, fake)
    with client(site) as browser:
        answer = browser.get("/sign-in/provider", follow=False)
        (cookie,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith("lanista_flow")]
        assert {"HttpOnly", "SameSite=lax", "Path=/sign-in"} <= set(cookie.split("; "))
        back = fake.sign_in(answer.headers["location"], "subject-1")
        answer = browser.client.get(BACK, params=back, follow_redirects=False)
        assert answer.headers["location"] == "/"
        again = browser.client.get(BACK, params=back, follow_redirects=False)
        assert again.status_code == 401, "it is good once"


def test_nobody_is_signed_in_as_somebody_else_by_a_link(site: Site, fake: FakeProvider):
    """A foreign page cannot bring the answer of another's flow into this browser."""
    configure(site, fake)
    with client(site) as mallory, client(site) as victim:
        back = fake.sign_in(mallory.get("/sign-in/provider", follow=False).headers["location"], "mallory")
        assert victim.client.get(BACK, params=back, follow_redirects=False).status_code == 401
        victim.get("/sign-in/provider", follow=False)
        assert victim.client.get(BACK, params=back, follow_redirects=False).status_code == 401
        assert SESSION not in victim.client.cookies


def test_a_name_of_a_provider_takes_no_account_over(site: Site, provider: Provider, fake: FakeProvider):
    ann = person(site, "ann")
    identity = flow(provider, fake, preferred_username="Ann")
    user = site.accounts.of_identity(identity, create=True)
    assert (user.id != ann.id, user.name) == (True, "Ann 2")


@every_row(
    "claims, name",
    [
        ({"name": "Ada Lovelace"}, "Ada Lovelace"),
        ({"preferred_username": "a\u202eda", "nickname": "ada"}, "ada"),
        ({"preferred_username": 7, "name": ["x"]}, "player"),
        ({"preferred_username": "x" * 1000}, "x" * 36),
        ({}, "player"),
    ],
)
def test_a_new_account_has_a_name_that_is_fit(claims: dict[str, Any], name: str, tmp_path: Path):
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    with new_site(folder) as site, fake_provider() as fake:
        configure(site, fake)
        assert site.provider is not None
        assert site.accounts.of_identity(flow(site.provider, fake, **claims), create=True).name == name


def test_a_closed_account_stays_closed(site: Site, provider: Provider, fake: FakeProvider):
    admin(site)
    user = site.accounts.of_identity(flow(provider, fake), create=True)
    site.accounts.set_standing(user.id, Standing.CLOSED, 0)
    with pytest.raises(NotSignedIn, match="closed"):
        site.accounts.of_identity(flow(provider, fake), create=True)


def test_a_server_may_take_known_people_only(site: Site, fake: FakeProvider):
    configure(site, fake, "accounts = false\n")
    with client(site) as browser:
        answer = through_pages(browser, fake, "subject-1")
        assert (answer.status_code, "no account for you" in answer.text) == (401, True)
    assert site.accounts.everyone() == []


@every_row(
    "claims, why",
    [
        ({"aud": "another"}, "not valid"),
        ({"aud": [CLIENT, "another"]}, "another program"),
        ({"aud": [CLIENT, "another"], "azp": "another"}, "another program"),
        ({"azp": "another"}, "another program"),
        ({"iss": "https://evil.example"}, "not valid"),
        ({"exp": 1}, "not valid"),
        ({"exp": None}, "not valid"),
        ({"iat": 2**40}, "not valid"),
        ({"nonce": "another"}, "another attempt"),
        ({"nonce": None}, "not valid"),
        ({"sub": None}, "not valid"),
        ({"sub": ""}, "names nobody"),
        ({"sub": "x" * 256}, "names nobody"),
    ],
)
def test_a_token_for_others_is_refused(claims: dict[str, Any], why: str, tmp_path: Path):
    with new_site(tmp_path) as site, fake_provider() as fake:
        configure(site, fake)
        assert site.provider is not None
        fake.claims = claims
        with pytest.raises(NotSignedIn, match=why):
            flow(site.provider, fake)
        assert site.accounts.everyone() == []


def test_a_token_for_us_and_others_is_good_if_it_was_asked_for_by_us(provider: Provider, fake: FakeProvider):
    fake.claims = {"aud": [CLIENT, "another"], "azp": CLIENT}
    assert flow(provider, fake).subject == "subject-1"


def test_a_token_that_the_provider_has_not_signed_is_refused(provider: Provider, fake: FakeProvider):
    claims = jwt.decode(fake.signed("root", "n"), options={"verify_signature": False})
    unsigned = jwt.encode(claims, "", "none", headers={"kid": "first"})
    symmetric = jwt.encode(claims, "x" * 32, "HS256", headers={"kid": "first"})
    foreign = FakeProvider()
    foreign.issuer = fake.issuer
    for token in (unsigned, symmetric, foreign.signed("root", "n"), "no token", "a.b.c", "x" * 10_000):
        fake.token = token
        with pytest.raises(NotSignedIn, match="not valid"):
            flow(provider, fake)


def test_a_key_that_was_changed_is_fetched_once_a_minute(
    provider: Provider, fake: FakeProvider, monkeypatch: pytest.MonkeyPatch
):
    assert flow(provider, fake)
    fake.kid = "second"
    with pytest.raises(NotSignedIn, match="unknown key"):
        flow(provider, fake)
    assert fake.visits.count("/keys") == 1
    monkeypatch.setattr("lanista.serve.people.oidc.RENEW_SECONDS", 0.0)
    assert flow(provider, fake)
    assert fake.visits.count("/keys") == 2


@every_row(
    "path, status, data, why",
    [
        ("/token", 400, b'{"error": "invalid_grant"}', r"answered with 400 \(invalid_grant\)"),
        ("/token", 500, b"<h1>oops</h1>", "answered with 500"),
        ("/token", 302, b"", "answered with 302"),
        ("/token", 200, b"{}", "no id token"),
        ("/token", 200, b'{"id_token": 7}', "no id token"),
        ("/token", 200, b"[1]", "cannot be read"),
        ("/token", 200, b"\xff", "cannot be read"),
        ("/token", 200, b'"' + b"x" * MAX_BYTES + b'"', "too long"),
        ("/token", 400, b'{"error": "\\u001b[31m"}', "answered with 400"),
        ("/keys", 200, b'{"keys": []}', "not valid"),
        ("/keys", 200, b'{"keys": 7}', "not valid"),
        ("/keys", 200, b'{"keys": [{"kty": "oct", "k": "eA", "kid": "first"}]}', "not valid|unknown key"),
        ("/keys", 404, b"", "answered with 404"),
        ("/.well-known/openid-configuration", 200, b"{}", "cannot be read"),
        ("/.well-known/openid-configuration", 404, b"", "answered with 404"),
        (
            "/.well-known/openid-configuration",
            200,
            b'{"issuer":"https://evil.example","authorization_endpoint":"","token_endpoint":"","jwks_uri":""}',
            "calls itself",
        ),
    ],
)
def test_a_provider_that_misbehaves_is_said_in_a_sentence(
    path: str, status: int, data: bytes, why: str, tmp_path: Path
):
    with new_site(tmp_path) as site, fake_provider() as fake:
        configure(site, fake)
        assert site.provider is not None
        fake.answers[path] = (status, data)
        with pytest.raises(NotSignedIn, match=why) as caught:
            flow(site.provider, fake)
        assert str(caught.value).isprintable()


def test_a_provider_that_is_away(site: Site):
    with fake_provider() as fake:
        configure(site, fake)
    with client(site) as browser:
        answer = browser.get("/sign-in/provider", follow=False)
        assert (answer.status_code, "cannot be reached" in answer.text) == (401, True)
        assert browser.get("/sign-in").status_code == 200


@every_row(
    "change, why",
    [
        ({"state": "another"}, "another attempt"),
        ({"state": None}, "another attempt"),
        ({"iss": "https://evil.example"}, "another provider"),
        ({"code": None, "error": "access_denied"}, "access_denied"),
        ({"code": None}, "no code came"),
        ({"code": "another"}, "invalid_grant"),
    ],
)
def test_an_answer_of_another_flow_is_refused(change: dict[str, str | None], why: str, tmp_path: Path):
    with new_site(tmp_path) as site, fake_provider() as fake:
        configure(site, fake)
        assert site.provider is not None
        address, cookie = site.provider.begin(CALLBACK, "/")
        answer = {**fake.sign_in(address, "subject-1"), **change}
        with pytest.raises(NotSignedIn, match=why):
            site.provider.finish(cookie, {name: value for name, value in answer.items() if value}, CALLBACK)


def test_a_flow_ends_and_cannot_be_forged(provider: Provider, fake: FakeProvider, clock: ManualClock):
    address, cookie = provider.begin(CALLBACK, "/")
    answer = fake.sign_in(address, "subject-1")
    text, _, proof = cookie.partition(".")
    for forged in ("", ".", text, f"{text}.", f"x{text}.{proof}", f"{text}.{'0' * 64}", "é.é"):
        with pytest.raises(NotSignedIn, match="begin again"):
            provider.finish(forged, answer, CALLBACK)
    clock.now += 601
    with pytest.raises(NotSignedIn, match="too long"):
        provider.finish(cookie, answer, CALLBACK)


def test_each_flow_has_secrets_of_its_own(provider: Provider):
    queries = [dict(parse_qsl(urlsplit(provider.begin(CALLBACK, "/")[0]).query)) for _ in range(2)]
    for name in ("state", "nonce", "code_challenge"):
        assert queries[0][name] != queries[1][name]
    assert queries[0]["redirect_uri"] == CALLBACK


@every_row(
    "address, safe",
    [
        ("https://id.example", True),
        ("https://id.example:8443/realms/x", True),
        ("http://127.0.0.1:8080", True),
        ("http://localhost", True),
        ("http://[::1]:80/", True),
        ("http://id.example", False),
        ("http://127.0.0.1.evil.example", False),
        ("https://user@id.example", False),
        ("https://", False),
        ("ftp://id.example", False),
        ("javascript:alert(1)", False),
        ("https://id.example/\n", False),
        ("https://[", False),
        ("https://id.example:port", False),
        ("", False),
    ],
)
def test_providers_are_reached_by_https_or_on_this_machine(address: str, safe: bool):
    assert is_safe_address(address) is safe


@every_row(
    "text, why",
    [
        ("", "missing required field"),
        ("issuer = 7", "Expected `str`"),
        ('issuer = "http://id.example"\nclient_id = "x"', "https"),
        ('issuer = "https://id.example"\nclient_id = "x"\nscopes = ["profile"]', "openid"),
        ('issuer = "https://id.example"\nclient_id = "x"\nsecret = "y"', "unknown field"),
        ("issuer = ", "oidc.toml"),
        ("\udcff", "oidc.toml"),
    ],
)
def test_a_bad_configuration_is_said(text: str, why: str, tmp_path: Path):
    with new_site(tmp_path) as site:
        (tmp_path / FILE).write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(ConfigError, match=why):
            read_provider(site)


def test_without_a_provider_there_are_no_such_pages(site: Site):
    assert site.provider is None
    with client(site) as browser:
        assert "Sign in by" not in browser.get("/sign-in").text
        for path in ("/sign-in/provider", BACK):
            assert browser.get(path).status_code == 404
