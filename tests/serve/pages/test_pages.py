"""Every page of results renders, for each kind of visitor who may see it."""

import re
from itertools import pairwise

import pytest

from lanista.serve.records import Role
from tests.serve.pages.filled import FAULT, SECRET, FilledContest, fill
from tests.serve.sites import admin, client, enter, new_contest, new_site

HERE = "/c/autumn-cup"
PUBLIC = (
    "/",
    HERE,
    f"{HERE}/table",
    f"{HERE}/table?sort=rating&turned=1&find=a&page=7",
    f"{HERE}/bots/0",
    f"{HERE}/bots/Beta",
    f"{HERE}/matches",
    f"{HERE}/matches?bot=alpha&result=won&faults=1",
    f"{HERE}/matches?live=1",
    f"{HERE}/matches?before=20",
    f"{HERE}/matches/0",
    f"{HERE}/matches/59",
    f"{HERE}/rules",
    f"{HERE}/board.json",
    f"{HERE}/m/0/",
    f"{HERE}/m/0/match.json",
    f"{HERE}/m/0/turns.json?from=3",
    f"{HERE}/m/0/start.js",
    f"{HERE}/m/0/rules.js",
    f"{HERE}/m/0/start.json",
    f"{HERE}/m/0/parts.js",
    f"{HERE}/m/0/worker.js",
    f"{HERE}/m/0/thumb.json",
    "/api/contests",
    *(
        f"/api{HERE}{path}"
        for path in (
            "",
            "/table",
            "/bots",
            "/bots/1",
            "/matches?count=3&bot=Beta&live=false&result=lost",
            "/matches/0",
            "/queue",
            "/heartbeat",
            "/rules",
        )
    ),
)
DESK = (f"{HERE}/desk", f"/api{HERE}/desk")
VISITORS = ("", "stranger", "Alpha one", "harry", "olga", "root")


@pytest.fixture(scope="module", autouse=True)
def people(filled: FilledContest) -> None:
    enter(filled.site, filled.contest, "harry", Role.HELPER)
    admin(filled.site)


@pytest.mark.parametrize("name", VISITORS)
def test_every_page_renders_for_everybody(filled: FilledContest, name: str):
    with client(filled.site, name) as browser:
        for path in PUBLIC:
            answer = browser.get(path)
            assert answer.status_code == 200, f"{path}: {answer.text}"
            if "text/html" in answer.headers["content-type"] and "/m/" not in path:
                check_page(answer.text)
        wanted = 401 if not name else 200 if name in ("harry", "olga", "root") else 403
        for path in DESK:
            assert browser.get(path).status_code == wanted, path


def check_page(text: str) -> None:
    """Expect of each page: landmarks, a heading, no inline script or style, and labels."""
    assert "<main" in text
    assert text.count("<h1") == 1
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:", text)
    for table in re.findall(r"<table.*?</table>", text, re.S):
        assert '<th scope="col"' in table or "<thead>" in table
    headings = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert all(after <= before + 1 for before, after in pairwise(headings)), headings


def test_a_contest_for_members_does_not_exist_for_others(tmp_path):
    with new_site(tmp_path) as site:
        new_contest(site, public=False)
        paths = [path for path in (*PUBLIC, *DESK) if path.startswith((HERE, f"/api{HERE}"))]
        for name in ("", "stranger"):
            with client(site, name) as browser:
                for path in paths:
                    answer = browser.get(path)
                    assert answer.status_code == 404, path
                    assert "Autumn" not in answer.text


def test_a_hidden_contest_is_not_on_the_front_page(tmp_path):
    with new_site(tmp_path) as site:
        hidden = new_contest(site, "Hidden Cup", public=False)
        enter(site, hidden, "ann")
        with client(site) as nobody:
            assert "Hidden Cup" not in nobody.get("/").text
            assert nobody.get("/api/contests").json() == []
        with client(site, "ann") as member:
            assert "Hidden Cup" in member.get("/").text
            assert member.get("/api/contests").json()[0]["slug"] == "hidden-cup"


@pytest.mark.parametrize(
    "path",
    [
        "/bots/99",
        "/bots/Nobody",
        "/matches/99999",
        "/m/99999/",
        "/m/x/",
        "/m/59/",
        "/m/1/",
        "/m/practice-7/",
        f"/m/{'0' * 64}/",
        "/board.json?map=no",
    ],
)
def test_what_is_not_there_is_said_without_paths_of_the_server(filled: FilledContest, path: str):
    with client(filled.site) as browser:
        answer = browser.get(HERE + path)
        assert answer.status_code == 404
        assert str(filled.site.data) not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/table?sort=colour",
        "/table?page=x",
        "/matches?result=maybe",
        "/matches?before=-1",
        "/m/0/turns.json?from=x",
    ],
)
def test_a_wrong_query_is_refused(filled: FilledContest, path: str):
    with client(filled.site) as browser:
        assert browser.get(HERE + path).status_code == 422


def test_addresses_of_matches_lead_to_their_numbers(filled: FilledContest):
    with client(filled.site) as browser:
        for name in ("0", filled.replay):
            answer = browser.get(f"{HERE}/m/{name}", follow=False)
            assert (answer.status_code, answer.headers["location"]) == (302, f"{HERE}/m/0/")
        assert browser.get(f"{HERE}/bots/Gamma", follow=False).headers["location"] == f"{HERE}/bots/2"


def test_the_viewer_offers_nothing_that_changes_a_match(filled: FilledContest):
    with client(filled.site, "olga") as browser:
        can = browser.get(f"{HERE}/m/0/match.json").json()["can"]
        assert can == {"takeover": False, "play": []}
        page = browser.get(f"{HERE}/m/0/").text
        assert '<meta name="matches" content="0">' in page
        assert f'<meta name="home" content="{HERE}/matches">' in page
        for action in ("takeover", "move", "pin", "stop", "resign", "again", "here", "moves.json"):
            assert browser.post(f"{HERE}/m/0/{action}").status_code in (404, 405), action
        assert browser.post("/drop?name=x").status_code in (404, 405)


# What is private


@pytest.mark.parametrize(("name", "seen"), [("", ()), ("stranger", ()), ("harry", (0, 1)), ("olga", (0, 1))])
def test_logs_are_for_owners_and_helpers(filled: FilledContest, name: str, seen: tuple[int, ...]):
    check_logs(filled, name, seen)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_team_sees_the_logs_of_its_own_bot_only(filled: FilledContest, seat: int):
    entry = filled.site.store.changes(filled.contest.league.id).matches[0].entries[seat]
    bot = next(name for name, each in filled.entries.items() if each.id == entry)
    check_logs(filled, f"{bot} one", (seat,))


def check_logs(filled: FilledContest, name: str, seen: tuple[int, ...]) -> None:
    entries = filled.site.store.changes(filled.contest.league.id).matches[0].entries
    with client(filled.site, name) as browser:
        texts = {path: browser.get(f"{HERE}/m/0/{path}").text for path in ("match.json", "turns.json?from=0")}
        found = [f"{HERE}/matches/0", f"/api{HERE}/matches/0", f"/api{HERE}/matches?count=200", f"{HERE}/matches"]
        faults = {
            path: browser.get(path).text for path in (*found, *(f"{HERE}/bots/{entry}" for entry in entries))
        }
    for text in texts.values():
        assert {seat for seat in (0, 1) if f"{SECRET}-{seat}" in text} == set(seen)
        assert "hello there" in text  # what it says to the audience
    for path in found[:2]:
        assert {seat for seat in (0, 1) if f"{FAULT}-{seat}" in faults[path]} == set(seen), path
    if not seen:
        assert not any(FAULT in text for text in faults.values())


def test_the_reason_of_a_quarantine_is_for_its_team(tmp_path):
    with new_site(tmp_path) as site:
        filled = fill(site, tmp_path, units=20)
        site.store.quarantine(filled.contest.league.id, filled.entries["Alpha"].id, f"{SECRET} of a quarantine")
        paths = [f"{HERE}/bots/0", f"/api{HERE}/bots/0", f"{HERE}/table", f"/api{HERE}/table"]
        for name, sees in (("", False), ("Beta one", False), ("Alpha one", True), ("olga", True)):
            with client(site, name) as browser:
                texts = [browser.get(path).text for path in paths]
                assert [SECRET in text for text in texts] == [sees, sees, False, False], name
                assert "quarantined" in texts[0]


# The table and the matches


def test_the_table_is_sorted_and_searched(filled: FilledContest):
    with client(filled.site) as browser:

        def bots(query: str) -> list[str]:
            return re.findall(r'class="bot" href="[^"]*">([^<]*)<', browser.get(f"{HERE}/table{query}").text)

        assert sorted(bots("")) == sorted(filled.entries)
        assert bots("?sort=bot") == ["Alpha", "Beta", "Delta", "Gamma"]
        assert bots("?sort=bot&turned=1") == ["Gamma", "Delta", "Beta", "Alpha"]
        assert bots("?find=LT") == ["Delta"]
        assert bots("?sort=rating") == bots("")
        page = browser.get(f"{HERE}/table?sort=rating").text
        assert re.search(r'data-column="rating" aria-sort="descending"', page)


def test_matches_are_filtered_and_come_in_pages(filled: FilledContest):
    with client(filled.site) as browser:

        def found(query: str) -> list[dict[str, object]]:
            return browser.get(f"/api{HERE}/matches?{query}").json()["matches"]  # type: ignore[no-any-return]

        everything = found("count=200")
        assert [match["number"] for match in everything] == list(range(57, -1, -1))
        assert [match["number"] for match in found("count=200&live=true")] == [58, 59]
        assert all(match["number"] % 10 == 0 for match in found("faults=true&count=200"))  # type: ignore[operator]
        won, lost = found("bot=Beta&result=won&count=200"), found("bot=beta&result=lost&count=200")
        assert {match["number"] for match in won} & {match["number"] for match in lost} == set()
        assert len(won) + len(lost) == len(found("bot=Beta&count=200"))
        assert found("bot=Nobody") == []
        first = browser.get(f"/api{HERE}/matches?count=20").json()
        second = browser.get(f"/api{HERE}/matches?count=20&before={first['before']}").json()
        numbers = [match["number"] for match in (*first["matches"], *second["matches"])]
        assert numbers == list(range(57, 17, -1))


def test_a_bot_that_joined_after_the_table_was_made_is_new_in_it(tmp_path):
    with new_site(tmp_path) as site:
        filled = fill(site, tmp_path, units=20)
        site.store.add_entry(filled.contest.league.id, "Alpha", "1" * 64, "greedy")
        with client(site) as browser:
            rows = browser.get(f"/api{HERE}/table").json()["rows"]
            assert [row["bot"] for row in rows][-1] == "Alpha"
            assert [row["rank"] for row in rows] == [1, 2, 3, None]
            assert rows[-1]["version"] == 2


def test_pages_follow_the_results(tmp_path):
    with new_site(tmp_path) as site:
        filled = fill(site, tmp_path, units=20)
        with client(site) as browser:
            assert "2 matches" in browser.get(HERE).text
            runner = site.store.begin_runner("a test")
            site.store.claim(filled.contest.league.id, runner, 1)
            browser.client.app.state.books.book(filled.contest)._looked = 0.0
            beat = browser.get(f"/api{HERE}/heartbeat").json()
            assert [match["number"] for match in beat["playing"]] == [18]
            assert beat["why"] == ""
            assert "live" in browser.get(HERE).text
