"""The API of people: all that pages do, for scripts with tokens and for pages with scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lanista.serve.api import people as api
from lanista.serve.contests import Contest
from lanista.serve.http.connection import SESSION
from lanista.serve.people.passphrases import MAX_LENGTH
from lanista.serve.records import InvitationKind, Role, Scope, Standing
from lanista.serve.settings import Joining
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import PASSPHRASE, Browser, admin, client, enter, new_contest, new_team, person, token

OTHER = "another good one"
CUP = "/api/c/autumn-cup"


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    with client(site) as made:
        yield made


def test_somebody_registers_signs_out_and_in(site: Site, browser: Browser, cup: Contest):
    me = browser.api("GET", "/api/me").json()
    assert (me["signed_in"], me["id"], len(me["proof"])) == (False, 0, 64)
    answer = browser.api("POST", "/api/register", {"name": "ann", "passphrase": PASSPHRASE})
    assert (answer.status_code, answer.json()["name"]) == (201, "ann")
    assert browser.api("POST", f"{CUP}/join").json() == {"contest": "autumn-cup", "role": "contestant", "team": 0}
    assert browser.api("POST", "/api/sign-out").json() == {"done": True}
    assert browser.api("GET", "/api/account/tokens").status_code == 401
    wrong = browser.api("POST", "/api/sign-in", {"name": "ann", "passphrase": "wrong wrong wrong"})
    assert (wrong.status_code, wrong.json()) == (401, {"error": "the name or the passphrase is wrong"})
    answer = browser.api("POST", "/api/sign-in", {"name": "ann", "passphrase": PASSPHRASE})
    proof = answer.json()["proof"]
    assert answer.json()["contests"] == [{"contest": "autumn-cup", "role": "contestant", "team": 0}]
    direct = browser.client.delete("/api/account/sessions", headers={"x-lanista-proof": proof})
    assert direct.status_code == 200
    assert browser.client.delete("/api/account/sessions").status_code == 403, "without the proof"


def test_a_script_does_with_its_token_what_its_scopes_allow(site: Site, browser: Browser, cup: Contest):
    reads, manages = token(site, "ann", Scope.READ), token(site, "ann", Scope.READ, Scope.MANAGE)
    assert browser.api("GET", "/api/me", secret=reads).json()["scopes"] == ["read"]
    assert browser.api("GET", "/api/me", secret=reads).json()["proof"] == ""
    refused = browser.api("POST", f"{CUP}/join", secret=reads)
    assert (refused.status_code, refused.json()["error"]) == (403, "this token lacks the scope manage")
    assert browser.api("POST", f"{CUP}/join", secret=manages).status_code == 200
    more = {"name": "more", "scopes": ["upload"]}
    assert browser.api("POST", "/api/account/tokens", more, secret=manages).status_code == 403
    for secret in ("unknown", "", "lanista_x"):
        answer = browser.client.get("/api/me", headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == 401
    assert browser.client.get("/api/me", headers={"authorization": "Basic YTpi"}).status_code == 401


def test_ones_account(site: Site, browser: Browser):
    browser.sign_in("ann")
    made = browser.api("POST", "/api/account/tokens", {"name": "ci", "scopes": ["upload", "read"]})
    assert made.status_code == 201
    assert site.tokens.actor(made.json()["secret"]).user == person(site, "ann")
    (listed,) = browser.api("GET", "/api/account/tokens").json()
    assert (listed["name"], listed["scopes"]) == ("ci", ["read", "upload"])
    assert set(listed) == {"id", "name", "scopes", "created", "used"}
    assert browser.api("DELETE", f"/api/account/tokens/{listed['id']}").status_code == 200
    assert browser.api("DELETE", "/api/account/tokens/999").status_code == 404
    (session,) = browser.api("GET", "/api/account/sessions").json()
    assert session["this"]
    assert set(session) == {"created", "used", "this"}
    changed = browser.api("POST", "/api/account/passphrase", {"old": PASSPHRASE, "new": OTHER})
    assert changed.status_code == 200
    assert browser.api("GET", "/api/me").json()["name"] == "ann"


def test_invitations(site: Site, browser: Browser):
    cup = new_contest(site, joining=Joining.INVITED)
    code = site.invitations.make(InvitationKind.CONTEST, contest_id=cup.id, note="9b")
    found = browser.api("POST", "/api/invitation", {"secret": code}).json()
    assert {**found, "expires": 0} == {
        "kind": "contest",
        "contest": "autumn-cup",
        "team": "",
        "role": "contestant",
        "uses": 1,
        "expires": 0,
        "note": "9b",
    }
    assert browser.api("POST", "/api/join", {"secret": code}).status_code == 401
    browser.sign_in("ann")
    assert browser.api("POST", "/api/join", {"secret": code}).json()["contests"][0]["contest"] == "autumn-cup"
    assert browser.api("POST", "/api/join", {"secret": code}).status_code == 200, "she is in already"
    browser.sign_in("bob")
    assert browser.api("POST", "/api/join", {"secret": code}).status_code == 404
    browser.sign_out()
    link = site.invitations.reset_link(person(site, "ann").id, admin(site))
    answer = browser.api("POST", "/api/reset", {"secret": link, "passphrase": OTHER})
    assert (answer.status_code, answer.json()["name"]) == (200, "ann")
    assert browser.client.cookies[SESSION]
    assert browser.api("POST", "/api/reset", {"secret": link, "passphrase": OTHER}).status_code == 404


def test_teams(site: Site, browser: Browser, cup: Contest):
    ann, bob = (token(site, user.name) for user in (enter(site, cup, "ann"), enter(site, cup, "bob")))
    made = browser.api("POST", f"{CUP}/teams", {"name": "Reds"}, secret=ann)
    team = made.json()
    assert made.status_code == 201
    path = f"{CUP}/teams/{team['id']}"
    assert browser.api("GET", f"{CUP}/teams").json() == [
        {"id": team["id"], "name": "Reds", "people": 1, "joinable": True, "created": site.now()}
    ]
    assert browser.api("POST", f"{path}/join", {"key": "wrong"}, secret=bob).status_code == 403
    assert browser.api("GET", f"{path}/people", secret=bob).status_code == 403
    assert browser.api("POST", f"{path}/key", secret=bob).status_code == 403
    assert browser.api("POST", f"{path}/join", {"key": team["key"]}, secret=bob).json()["team"] == team["id"]
    assert [each["name"] for each in browser.api("GET", f"{path}/people", secret=bob).json()] == ["ann", "bob"]
    key = browser.api("POST", f"{path}/key", secret=bob).json()["key"]
    assert key != team["key"]
    assert browser.api("POST", f"{path}/close", secret=bob).status_code == 200
    assert browser.api("GET", f"{CUP}/teams").json()[0]["joinable"] is False
    assert browser.api("POST", f"{path}/leave", secret=bob).status_code == 200
    assert browser.api("POST", f"{CUP}/leave", secret=bob).status_code == 200
    assert site.teams.member(cup.id, person(site, "bob").id) is None
    assert browser.api("POST", f"{CUP}/teams/999/join", {"key": "x"}, secret=ann).status_code == 404


def test_organisers(site: Site, browser: Browser, cup: Contest):
    olga, ann = token(site, "olga"), enter(site, cup, "ann")
    team = new_team(site, cup, "Blues")
    people = browser.api("GET", f"{CUP}/people", secret=olga).json()
    assert [each["name"] for each in people] == ["olga", "ann", "Blues one"] or len(people) == 3
    path = f"{CUP}/people/{ann.id}"
    assert browser.api("POST", f"{path}/team", {"team": team.id}, secret=olga).status_code == 200
    assert browser.api("POST", f"{path}/role", {"role": "helper"}, secret=olga).json()["role"] == "helper"
    assert browser.api("POST", f"{path}/role", {"role": "king"}, secret=olga).status_code == 400
    link = browser.api("POST", f"{path}/reset", secret=olga).json()
    assert link["path"] == f"/join/{link['secret']}"
    assert site.invitations.look(link["secret"]).user_id == ann.id
    code = browser.api("POST", f"{CUP}/invitations", {"uses": 30, "note": "9b"}, secret=olga).json()["secret"]
    assert site.invitations.look(code).uses == 30
    into = browser.api("POST", f"{CUP}/invitations", {"team": team.id}, secret=olga).json()["secret"]
    assert site.invitations.look(into).team_id == team.id
    listed = browser.api("GET", f"{CUP}/invitations", secret=olga).json()
    assert [each["kind"] for each in listed] == ["team", "contest"]
    assert code not in str(listed)
    assert browser.api("DELETE", f"{CUP}/invitations/{listed[0]['id']}", secret=olga).status_code == 200
    assert browser.api("DELETE", path, secret=olga).status_code == 200
    done = browser.api("POST", f"{CUP}/people/import", {"csv": "name\nZoe\n"}, secret=olga).json()
    assert [each["name"] for each in done] == ["Zoe"]
    answer = browser.api("GET", f"{CUP}/people/export", secret=olga)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "Zoe,,contestant" in answer.text
    log = browser.api("GET", f"{CUP}/audit?count=2", secret=olga).json()
    assert [each["action"] for each in log] == ["imported people", "removed a person"]
    older = browser.api("GET", f"{CUP}/audit?count=1&before={log[0]['id']}", secret=olga).json()
    assert older == log[1:]


def test_administrators(site: Site, browser: Browser):
    admin(site)
    root, ann = token(site, "root"), person(site, "ann")
    people = browser.api("GET", "/api/people", secret=root).json()
    assert [set(each) for each in people] == [{"id", "name", "standing", "created"}] * 2
    path = f"/api/people/{ann.id}"
    assert (
        browser.api("POST", f"{path}/standing", {"standing": "closed"}, secret=root).json()["standing"] == "closed"
    )
    assert person(site, "ann").standing is Standing.CLOSED
    assert browser.api("POST", f"{path}/reset", secret=root).status_code == 201
    link = browser.api("POST", "/api/invitations", secret=root).json()["secret"]
    (listed,) = browser.api("GET", "/api/invitations", secret=root).json()
    assert browser.api("DELETE", f"/api/invitations/{listed['id']}", secret=root).status_code == 200
    assert browser.api("POST", "/api/invitation", {"secret": link}).status_code == 404
    assert browser.api("GET", "/api/audit", secret=root).json()[0]["action"] == "withdrew an invitation"
    mallory = token(site, "mallory")
    for method, where in (("GET", "/api/people"), ("POST", "/api/invitations"), ("GET", "/api/audit")):
        assert browser.api(method, where, secret=mallory).status_code == 403


@every_row(
    "path, body",
    [
        ("/api/sign-in", {}),
        ("/api/sign-in", {"name": "a"}),
        ("/api/sign-in", {"name": 1, "passphrase": 2}),
        ("/api/sign-in", {"name": "a", "passphrase": "b", "more": 1}),
        ("/api/sign-in", {"name": "a", "passphrase": "b" * (MAX_LENGTH + 1)}),
        ("/api/sign-in", []),
        ("/api/sign-in", None),
        ("/api/register", {"name": "", "passphrase": PASSPHRASE}),
        ("/api/invitation", {"secret": ""}),
        ("/api/reset", {"secret": "x"}),
    ],
)
def test_a_body_of_another_shape_is_refused(path: str, body: Any, site: Site):
    with client(site) as browser:
        answer = browser.api("POST", path, body)
        assert answer.status_code == 400
        assert set(answer.json()) == {"error"}


def test_a_private_contest_does_not_exist_for_others(site: Site, browser: Browser):
    cup = new_contest(site, public=False)
    inside, outside = token(site, enter(site, cup, "ann").name), token(site, "mallory")
    for path in ("teams", "people", "audit", "invitations"):
        answer = browser.api("GET", f"{CUP}/{path}", secret=outside)
        assert (answer.status_code, answer.json()) == (404, {"error": "there is no such contest"})
    assert browser.api("GET", f"{CUP}/teams").status_code == 404
    assert browser.api("POST", f"{CUP}/join", secret=outside).status_code == 404
    assert browser.api("GET", f"{CUP}/teams", secret=inside).status_code == 200
    assert browser.api("GET", f"{CUP}/people", secret=inside).status_code == 403


def test_no_answer_holds_a_hash_or_a_digest(site: Site, browser: Browser, cup: Contest):
    team = new_team(site, cup, "Reds", "ann")
    enter(site, cup, "helga", Role.HELPER)
    admin(site)
    secrets = [person(site, name).passphrase for name in ("ann", "olga", "root")] + [team.join_key, "argon2"]
    for name in ("ann", "helga", "olga", "root"):
        secret = token(site, name)
        for path in (
            "/api/me",
            "/api/account/tokens",
            "/api/account/sessions",
            f"{CUP}/teams",
            f"{CUP}/teams/{team.id}/people",
            f"{CUP}/people",
            f"{CUP}/invitations",
            f"{CUP}/people/export",
            f"{CUP}/audit",
            "/api/people",
            "/api/audit",
        ):
            text = browser.api("GET", path, secret=secret).text
            assert not [each for each in secrets if each in text], path


def test_every_operation_says_how_it_may_be_refused(browser: Browser):
    document = browser.client.get("/schema/openapi.json").json()
    ours = {path for handler in api.HANDLERS for path in handler.paths}
    for path in ours:
        for operation in document["paths"][path.replace(":str}", "}").replace(":int}", "}")].values():
            assert {"400", "401", "403", "404", "409", "422", "429"} <= set(operation["responses"]), path
            assert operation["summary"]
    assert "passphrase" not in str(document["components"]["schemas"].get("SenderAnswer"))
