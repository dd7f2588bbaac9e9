"""Pages of people, as a browser without scripts uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from httpx import Response

from lanista.serve.contests import Contest
from lanista.serve.http.connection import SESSION
from lanista.serve.people import accounts
from lanista.serve.records import InvitationKind, Role, Standing
from lanista.serve.settings import Joining
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import PASSPHRASE, Browser, admin, client, enter, new_contest, new_team, person

OTHER = "another good one"
SECRET = re.compile(r'<code class="secret">([^<]+)</code>')


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    with client(site) as made:
        yield made


def shown_secret(answer: Response) -> str:
    found = SECRET.search(answer.text)
    assert answer.status_code == 200
    assert found, answer.text
    return found[1]


def test_somebody_makes_an_account_and_a_team(site: Site, browser: Browser, cup: Contest):
    page = browser.get("/c/autumn-cup/join")
    assert "/register?next=/c/autumn-cup/join" in page.text
    answer = browser.post(
        "/register", name="Ann", passphrase=PASSPHRASE, again=PASSPHRASE, next="/c/autumn-cup/join", follow=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/c/autumn-cup/join")
    answer = browser.post("/c/autumn-cup/join")
    assert answer.url.path == "/c/autumn-cup/team/new"
    key = shown_secret(browser.post("/c/autumn-cup/team/new", name="Reds"))
    with client(site, "bob") as other:
        other.post("/c/autumn-cup/join")
        team = site.teams.find(cup.id, "Reds")
        assert team is not None
        assert "Reds" in other.get("/c/autumn-cup/team/new").text
        answer = other.post("/c/autumn-cup/team/join", team=team.id, key="wrong")
        assert (answer.status_code, "not the key" in answer.text) == (403, True)
        answer = other.post("/c/autumn-cup/team/join", team=team.id, key=key, follow=False)
        assert answer.headers["location"] == "/c/autumn-cup/team"
        people = other.get("/c/autumn-cup/team/people").text
        assert re.findall(r"<li>(\w+)", people) == ["Ann", "bob"]
        assert key not in people
        other.post("/c/autumn-cup/team/close")
        assert "Nobody else can join" in other.get("/c/autumn-cup/team/people").text
        assert shown_secret(other.post("/c/autumn-cup/team/key")) != key
        assert other.post("/c/autumn-cup/team/leave").url.path == "/c/autumn-cup/team/new"
    assert [user.name for user, _ in site.teams.members(cup.id, team.id)] == ["Ann"]


def test_a_form_that_was_refused_says_why_and_keeps_what_was_typed(browser: Browser, cup: Contest):
    answer = browser.post("/register", name="Ann", passphrase="short", again="short")
    assert answer.status_code == 422
    assert 'role="alert">Expected a passphrase of 10 to 200 characters' in answer.text
    assert 'value="Ann"' in answer.text
    assert "short" not in answer.text.replace("short", "", answer.text.count('minlength="short"'))
    answer = browser.post("/register", name="Ann", passphrase=PASSPHRASE, again=OTHER)
    assert "The two passphrases differ" in answer.text


def test_somebody_signs_in_and_out(site: Site, browser: Browser):
    person(site, "ann")
    assert browser.get("/account").status_code == 401
    answer = browser.post("/sign-in", name="ann", passphrase="wrong wrong wrong")
    assert answer.status_code == 401
    assert "The name or the passphrase is wrong" in answer.text
    answer = browser.post("/sign-in", name="ann", passphrase=PASSPHRASE, next="/account")
    assert (answer.status_code, answer.url.path) == (200, "/account")
    cookie = browser.client.cookies[SESSION]
    browser.post("/sign-out", follow=False)
    assert site.sessions.actor(cookie) is None
    assert browser.get("/account").status_code == 401


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Site, browser: Browser):
    person(site, "ann")
    answer = browser.post("/sign-in", name="ann", passphrase=PASSPHRASE, follow=False)
    (cookie,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith(SESSION)]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_a_sign_in_begins_a_new_session_and_ends_the_former(site: Site, browser: Browser):
    """A session that somebody has planted in a browser is of no use to them."""
    mallory, _ = person(site, "mallory"), person(site, "ann")
    planted = site.sessions.begin(mallory.id)
    browser.client.cookies.set(SESSION, planted, domain="testserver.local")
    browser.post("/sign-in", name="ann", passphrase=PASSPHRASE, follow=False)
    ours = browser.client.cookies[SESSION]
    assert ours != planted
    assert site.sessions.actor(planted) is None
    actor = site.sessions.actor(ours)
    assert actor is not None
    assert actor.user == person(site, "ann")


@every_row(
    "goal, place",
    [
        ("/account", "/account"),
        ("", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("/a\\..\\evil", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_a_sign_in_leads_to_pages_of_this_server_only(goal: str, place: str, site: Site):
    person(site, "ann")
    with client(site) as browser:
        answer = browser.post("/sign-in", name="ann", passphrase=PASSPHRASE, next=goal, follow=False)
        assert (answer.status_code, answer.headers["location"]) == (303, place)


def test_too_many_attempts_are_refused_with_a_time(site: Site, browser: Browser):
    person(site, "ann")
    for _ in range(accounts.PER_NAME_AND_ADDRESS[0]):
        browser.post("/sign-in", name="ann", passphrase="wrong wrong wrong")
    answer = browser.post("/sign-in", name="ann", passphrase=PASSPHRASE)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 601


def test_a_form_of_a_foreign_page_is_refused(site: Site, browser: Browser, cup: Contest):
    browser.sign_in("ann")
    for proof in ("", "0" * 64, "x"):
        answer = browser.client.post("/c/autumn-cup/join", data={"proof": proof})
        assert answer.status_code == 403
    assert site.teams.member(cup.id, person(site, "ann").id) is None


def test_an_invitation_is_looked_at_before_anything_happens(site: Site, browser: Browser):
    cup = new_contest(site, "Private Cup", joining=Joining.INVITED, public=False)
    code = site.invitations.make(InvitationKind.CONTEST, contest_id=cup.id, role="helper", note="class 9b")
    assert browser.get("/c/private-cup/join").status_code == 404
    assert browser.post("/join", code="wrong").status_code == 404
    page = browser.post("/join", code=code.lower().replace("-", " "))
    assert page.url.path == f"/join/{code}"
    assert "Private Cup" in page.text
    assert "<strong>helper</strong> (class 9b)" in page.text
    browser.sign_in("ann")
    assert "Join as ann" in browser.get(f"/join/{code}").text
    assert site.teams.member(cup.id, person(site, "ann").id) is None
    assert browser.post(f"/join/{code}", follow=False).headers["location"] == "/c/private-cup/joined"
    assert site.teams.member(cup.id, person(site, "ann").id)
    assert browser.get(f"/join/{code}").status_code == 404


def test_a_newcomer_registers_by_a_link_into_a_team(site: Site, browser: Browser):
    cup = new_contest(site, joining=Joining.INVITED)
    team = new_team(site, cup, "Reds")
    link = site.invitations.make(InvitationKind.TEAM, contest_id=cup.id, team_id=team.id)
    assert "the team <strong>Reds</strong>" in browser.get(f"/join/{link}").text
    answer = browser.post(
        "/register", invitation=link, name="bob", passphrase=PASSPHRASE, again=PASSPHRASE, follow=False
    )
    assert answer.headers["location"] == "/c/autumn-cup/team"
    assert "bob" in browser.get("/c/autumn-cup/team/people").text


def test_nobody_registers_uninvited(site: Site, browser: Browser):
    new_contest(site, joining=Joining.INVITED)
    assert "link or a code" in browser.get("/register").text
    answer = browser.post("/register", name="mallory", passphrase=PASSPHRASE, again=PASSPHRASE)
    assert answer.status_code == 403
    assert site.accounts.find("mallory") is None


def test_a_link_for_a_new_passphrase(site: Site, browser: Browser):
    root, ann = admin(site), person(site, "ann")
    link = site.invitations.reset_link(ann.id, root)
    assert "for <strong>ann</strong>" in browser.get(f"/join/{link}").text
    assert browser.post(f"/join/{link}/passphrase", passphrase=OTHER, again=PASSPHRASE).status_code == 422
    answer = browser.post(f"/join/{link}/passphrase", passphrase=OTHER, again=OTHER)
    assert answer.url.path == "/account"
    assert browser.get(f"/join/{link}").status_code == 404
    assert site.accounts.sign_in("ann", OTHER, "")


def test_ones_account(site: Site, browser: Browser, cup: Contest):
    enter(site, cup, "ann")
    browser.sign_in("ann")
    other = site.sessions.begin(person(site, "ann").id)
    page = browser.get("/account").text
    assert "Autumn Cup" in page
    assert page.count("signed in ") == 2
    secret = shown_secret(browser.post("/account/tokens", name="laptop", read="1", upload="1"))
    actor = site.tokens.actor(secret)
    assert sorted(actor.scopes) == ["read", "upload"]
    page = browser.get("/account").text
    assert secret not in page
    (token,) = site.tokens.of(person(site, "ann").id)
    browser.post(f"/account/tokens/{token.id}/revoke")
    assert site.tokens.of(person(site, "ann").id) == []
    browser.post("/account/sessions/end")
    assert site.sessions.actor(other) is None
    answer = browser.post("/account/passphrase", old="wrong wrong wrong", passphrase=OTHER, again=OTHER)
    assert (answer.status_code, "present passphrase is wrong" in answer.text) == (403, True)
    former = browser.client.cookies[SESSION]
    assert browser.post("/account/passphrase", old=PASSPHRASE, passphrase=OTHER, again=OTHER).status_code == 200
    assert site.sessions.actor(former) is None
    assert browser.get("/account").status_code == 200
    browser.post("/c/autumn-cup/leave")
    assert site.teams.contests_of(person(site, "ann").id) == []


def test_an_organiser_sees_to_the_people(site: Site, browser: Browser, cup: Contest):
    team, ann = new_team(site, cup, "Reds", "ann"), person(site, "ann")
    browser.sign_in("olga")
    page = browser.get("/c/autumn-cup/people").text
    assert re.findall(r"<tr><td>(\w+)", page) == ["olga", "ann"]
    code = shown_secret(
        browser.post("/c/autumn-cup/people/invite", team="0", role="contestant", uses="30", days="7")
    )
    assert site.invitations.look(code).uses == 30
    link = shown_secret(browser.post("/c/autumn-cup/people/invite", team=str(team.id), role="contestant"))
    assert link.startswith("http://testserver.local/join/")
    assert site.invitations.look(link.rpartition("/")[2]).team_id == team.id
    (_, first) = site.invitations.of(cup.id)
    browser.post(f"/c/autumn-cup/people/invitations/{first.id}/withdraw")
    assert len(site.invitations.of(cup.id)) == 1
    path = f"/c/autumn-cup/people/{ann.id}"
    assert "ann" in browser.get(path).text
    link = shown_secret(browser.post(f"{path}/reset"))
    assert site.invitations.look(link.rpartition("/")[2]).user_id == ann.id
    browser.post(f"{path}/team", team="0")
    browser.post(f"{path}/role", role="helper")
    member = site.teams.member(cup.id, ann.id)
    assert member is not None
    assert (member.role, member.team_id) == (Role.HELPER, 0)
    assert browser.post(f"{path}/role", role="king").status_code == 422
    browser.post(f"{path}/remove")
    assert site.teams.member(cup.id, ann.id) is None
    assert browser.get(path).status_code == 404
    log = browser.get("/c/autumn-cup/audit").text
    for action in (
        "made an invitation",
        "withdrew an invitation",
        "made a link",
        "moved a person",
        "removed a person",
    ):
        assert action in log


def test_an_organiser_imports_and_exports(site: Site, browser: Browser, cup: Contest):
    browser.sign_in("olga")
    file = ("people.csv", b"\xef\xbb\xbfname;team;role\r\nZo\xc3\xab;Reds;\r\n", "text/csv")
    link = shown_secret(browser.post("/c/autumn-cup/people/import", files={"file": file}, text=""))
    assert site.invitations.look(link.rpartition("/")[2]).kind is InvitationKind.RESET
    answer = browser.post("/c/autumn-cup/people/import", files={"file": ("", b"")}, text="name\nBob\n")
    assert "1 imported" in answer.text
    bad = ("people.csv", b"name\nZo\xeb\n", "text/csv")
    answer = browser.post("/c/autumn-cup/people/import", files={"file": bad})
    assert (answer.status_code, "no UTF-8 text" in answer.text) == (422, True)
    answer = browser.get("/c/autumn-cup/people/export")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="autumn-cup-people.csv"'
    assert "Zoë,Reds,contestant" in answer.text


def test_a_helper_looks_only(site: Site, browser: Browser, cup: Contest):
    enter(site, cup, "helga", Role.HELPER)
    browser.sign_in("helga")
    page = browser.get("/c/autumn-cup/people")
    assert page.status_code == 200
    assert "invite" not in page.text
    assert browser.get("/c/autumn-cup/people/export").status_code == 403
    assert browser.post("/c/autumn-cup/people/invite").status_code == 403


def test_an_administrator_sees_to_everyone(site: Site, browser: Browser):
    root, ann = admin(site), person(site, "ann")
    cookie = site.sessions.begin(ann.id)
    browser.sign_in("root")
    assert browser.post(f"/people/{ann.id}/standing", standing="closed").status_code == 200
    assert site.sessions.actor(cookie) is None
    assert browser.post(f"/people/{ann.id}/standing", standing="king").status_code == 422
    answer = browser.post(f"/people/{root.id}/standing", standing="person")
    assert (answer.status_code, "last administrator" in answer.text) == (409, True)
    browser.post(f"/people/{ann.id}/standing", standing="person")
    link = shown_secret(browser.post(f"/people/{ann.id}/reset"))
    assert site.invitations.look(link.rpartition("/")[2]).user_id == ann.id
    link = shown_secret(browser.post("/people/invite"))
    (invitation,) = site.invitations.of(0)
    browser.post(f"/people/invitations/{invitation.id}/withdraw")
    assert browser.get(link).status_code == 404
    assert "made a person closed" in browser.get("/audit").text
    assert person(site, "ann").standing is Standing.PERSON


def test_names_are_inert_on_all_pages(site: Site, browser: Browser, cup: Contest):
    evil = "<img src=x onerror=alert(1)>"
    team = new_team(site, cup, '"><script>', evil)
    browser.sign_in("olga")
    user = person(site, evil)
    for path in ("/c/autumn-cup/people", f"/c/autumn-cup/people/{user.id}", "/c/autumn-cup/audit"):
        page = browser.get(path).text
        assert evil not in page
        assert '"><script>' not in page
    assert "&lt;img src=x" in browser.get("/c/autumn-cup/people").text
    browser.sign_in(evil)
    for path in ("/account", "/c/autumn-cup/team/people", "/c/autumn-cup/team/new"):
        assert evil not in browser.get(path).text
    assert team.name == '"><script>'


@every_row("number", ["0", "-1", "99999999999999999999", "2147483648"])
def test_numbers_out_of_range_are_not_found(number: str, site: Site):
    if site.accounts.find("root") is None:
        admin(site)
        new_contest(site)
    with client(site, "root") as browser:
        for path in (f"/c/autumn-cup/people/{number}", "/c/autumn-cup/people/999"):
            assert browser.get(path).status_code == 404
        assert browser.post(f"/people/{number}/standing", standing="admin").status_code == 404
        assert browser.post("/c/autumn-cup/team/join", team=number, key="x").status_code in (400, 403, 404)
