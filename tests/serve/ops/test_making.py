"""Making and changing contests, by the pages and by the API, which call the same service."""

import csv
import io
import json
from functools import cache
from typing import Any

import pytest

from lanista.game import get_game
from lanista.league.conditions import read_conditions
from lanista.serve.http.app import make_app
from lanista.serve.making import WantedContest, contest_problems, house_bots, make_contest
from lanista.serve.pages.fields import FormReader, local_time
from lanista.serve.records import Role
from lanista.serve.settings import Phase, phase
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import Browser, ManualClock, admin, enter, new_contest, new_site, token

GAME = "tanks"
FIELDS = {
    "title": "  Autumn   Cup ",
    "game": GAME,
    "ruleset": "standard",
    "maps": ["yard", "fords"],
    "joining": "anyone",
    "team_size": "3",
    "starts": "2026-05-01T08:00",
    "ends": "2026-05-31T18:00",
    "turn_ms": "200",
    "matches_per_day": "5000",
}


@pytest.fixture
def site(tmp_path):
    with new_site(tmp_path, clock=ManualClock()) as made:
        admin(made)
        yield made
    app_of.cache_clear()


@cache
def app_of(site):
    return make_app(site)


def client(site: Site, name: str = "") -> Browser:
    """A browser; all of a test share an application, which takes half a second to make."""
    browser = Browser(site, app_of(site))
    if name:
        browser.sign_in(name)
    return browser


def test_a_form_of_ten_fields_makes_a_contest(site):
    with client(site, "root") as browser:
        form = browser.get("/contests/new?game=tanks").text
        for name in FIELDS:
            assert f'name="{name}"' in form
        made = browser.post("/contests/new", follow=False, **FIELDS)
        assert (made.status_code, made.headers["location"]) == (303, "/c/autumn-cup/settings")
        assert browser.get("/c/autumn-cup/settings").status_code == 200
    contest = site.contests.get("autumn-cup")
    settings, terms = contest.settings, read_conditions(contest.league.options["matches"])
    assert (settings.title, settings.team_size, settings.matches_per_day) == ("Autumn Cup", 3, 5000)
    assert (local_time(settings.starts), local_time(settings.ends)) == (FIELDS["starts"], FIELDS["ends"])
    assert (settings.joining, terms.matches.turn_ms, terms.matches.ruleset) == ("anyone", 200, "standard")
    assert contest.league.options["format"]["maps"] == ["yard", "fords"]
    assert contest.league.options["format"]["endless"] is True
    member = site.teams.member(contest.id, site.accounts.find("root").id)
    assert member.role is Role.ORGANISER


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"title": " "}, "title", "a name for the contest"),
    ({"title": "x" * 81}, "title", "1 to 80 characters"),
    ({"ruleset": "tournament"}, "ruleset", "has no ruleset"),
    ({"maps": ["yard", "/etc/passwd"]}, "maps", "has no map"),
    ({"maps": ["yard", "yard"]}, "maps", "each map once"),
    ({"joining": "everybody"}, "joining", "anyone or invited"),
    ({"team_size": "0"}, "team_size", "expected 1 to 50, got 0"),
    ({"team_size": "three"}, "team_size", "a whole number, got three"),
    ({"team_size": ""}, "team_size", "a whole number"),
    ({"starts": "tomorrow"}, "starts", "expected a time such as"),
    ({"ends": "2026-04-30T00:00"}, "ends", "must end after it has begun"),
    ({"turn_ms": "9999999"}, "turn_ms", "milliseconds per turn"),
    ({"turn_ms": "-5"}, "turn_ms", "milliseconds per turn"),
    ({"matches_per_day": "10000000"}, "matches_per_day", "expected 1 to 1000000"),
]


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_made(site):
    with client(site, "root") as browser:
        for change, field, says in WRONG:
            answer = browser.post("/contests/new", follow=False, **FIELDS | change)
            assert answer.status_code == 422, change
            said = answer.text.partition(f'id="{field}-problem"')[2] or answer.text
            assert says in said.replace("&#39;", "'"), (change, said[:300])
            assert 'value="5000"' in answer.text or "matches_per_day" in change  # what was typed is kept
    assert site.contests.all() == []
    assert site.store.leagues() == []


def test_a_contest_is_made_only_of_a_game_whose_choices_were_shown(site):
    with client(site, "root") as browser:
        overdrive = browser.post("/contests/new", title="Cup", game=GAME, look="1", shown="overdrive")
        assert overdrive.status_code == 200
        assert 'value="Cup"' in overdrive.text
        assert 'value="yard"' in overdrive.text
        assert "Nothing was made" not in overdrive.text
        refused = browser.post("/contests/new", follow=False, **FIELDS | {"shown": "overdrive"})
        assert refused.status_code == 422
        assert "these are the rulesets and maps of Tanks" in refused.text
        assert site.contests.all() == []
        assert browser.post("/contests/new", follow=False, **FIELDS | {"shown": GAME}).status_code == 303


def test_organisers_who_change_settings_at_once_keep_each_others_changes(site):
    contest = new_contest(site)
    site.contests.update(contest, {"paused": True})
    changed = site.contests.update(contest, {"text": "by somebody whose page is older"})
    assert (changed.settings.paused, changed.settings.text) == (True, "by somebody whose page is older")


def test_several_problems_are_said_at_once(site):
    wanted = WantedContest(title="", game=GAME, ruleset="x", team_size=0, ends=5.0, starts=9.0)
    assert set(contest_problems(wanted)) == {"title", "ruleset", "team_size", "ends"}
    assert set(contest_problems(WantedContest(title="a", game="chess"))) == {"game"}


def test_contests_of_one_name_have_different_addresses(site):
    root = site.accounts.find("root")
    slugs = [make_contest(site, WantedContest(title="Cup!", game=GAME), root.id).slug for _ in range(3)]
    assert slugs == ["cup", "cup-2", "cup-3"]


def test_the_api_makes_and_changes_contests(site):
    with client(site, "root") as browser:
        games = browser.api("GET", "/api/games").json()["games"]
        assert GAME in [game["name"] for game in games]
        made = browser.api("POST", "/api/contests", {"title": "Cup", "game": GAME})
        assert (made.status_code, made.json()["page"], made.json()["phase"]) == (201, "/c/cup", "running")
        refused = browser.api("POST", "/api/contests", {"title": "Cup", "game": GAME, "maps": ["/etc/passwd"]})
        assert refused.status_code == 422
        assert "has no map" in refused.json()["error"]
        assert browser.api("POST", "/api/contests", {"title": "a", "game": GAME, "x": 1}).status_code == 400
        changed = browser.api("PATCH", "/api/c/cup/settings", {"text": "# Rules", "team_size": 4})
        assert (changed.json()["settings"]["text"], changed.json()["settings"]["team_size"]) == ("# Rules", 4)
        assert browser.api("PATCH", "/api/c/cup/settings", {"team_size": 99}).status_code == 422
        assert browser.api("GET", "/api/c/cup/settings").json() == changed.json()


def test_the_course_of_a_contest(site):
    contest = new_contest(site, starts=site.now() + 100, ends=site.now() + 200)
    path = f"/c/{contest.slug}/course"

    def stands() -> Phase:
        return phase(site.contests.get(contest.slug).settings, site.now())

    with client(site, "root") as browser:
        assert stands() is Phase.BEFORE
        for action, then in [
            ("pause", Phase.BEFORE),
            ("begin", Phase.RUNNING),
            ("pause", Phase.PAUSED),
            ("begin", Phase.RUNNING),
            ("end", Phase.OVER),
            ("begin", Phase.RUNNING),
        ]:
            assert browser.post(path, follow=False, action=action).status_code == 303
            assert stands() is then, action
        assert browser.post(path, action="explode").status_code == 404
        assert browser.api("POST", f"/api{path}", {"action": "end"}).json()["phase"] == "over"
        actions = [entry.action for entry in site.audit.latest(contest.id)]
    assert actions.count("changed the settings") == 7


def test_a_contest_that_has_not_begun_can_be_ended(site):
    contest = new_contest(site, starts=site.now() + 1000)
    with client(site, "root") as browser:
        browser.post(f"/c/{contest.slug}/course", action="end")
    assert phase(site.contests.get(contest.slug).settings, site.now()) is Phase.OVER


def test_settings_are_changed_by_the_form(site):
    contest = new_contest(site)
    with client(site, "olga") as browser:
        path = f"/c/{contest.slug}/settings"
        page = browser.get(path).text
        assert "least sandbox" in page.lower()
        fields = {
            "title": "Spring Cup",
            "joining": "invited",
            "team_size": "2",
            "starts": "",
            "ends": "",
            "matches_per_day": "100",
            "public": "1",
            "uploads_per_hour": "5",
            "practice_per_hour": "0",
            "check_seconds": "30",
            "keep_replays": "0",
            "gate_matches": "100",
            "text": "<script>alert(1)</script>\r\n*hello*",
        }
        assert browser.post(path, follow=False, **fields).headers["location"] == f"{path}?saved=1"
        settings = site.contests.get(contest.slug).settings
        assert (settings.title, settings.team_size, settings.accounts) == ("Spring Cup", 2, False)
        assert settings.text == "<script>alert(1)</script>\n*hello*"
        assert "<script>alert" not in browser.get(path).text
        refused = browser.post(path, follow=False, **fields | {"gate_matches": "2", "ends": "soon"})
        assert refused.status_code == 422
        assert "expected 8 to 5000, got 2" in refused.text
        assert "expected a time" in refused.text
        assert site.contests.get(contest.slug).settings == settings


def test_built_in_bots_play_along_and_leave_again(site):
    contest = new_contest(site)
    path = f"/c/{contest.slug}/house-bots"
    with client(site, "olga") as browser:
        browser.post(path, bots=["greedy", "random"])
        assert set(house_bots(site, contest)) == {"greedy", "random"}
        state = browser.api("PUT", f"/api{path}", {"bots": ["greedy"]}).json()
        assert state["house_bots"] == ["greedy"]
        assert browser.api("PUT", f"/api{path}", {"bots": ["/bin/sh"]}).status_code == 422
        browser.post(path)
        assert house_bots(site, contest) == []


def test_results_are_exported_as_files_that_no_browser_runs(site):
    contest = new_contest(site)
    with client(site, "olga") as browser:
        browser.post(f"/c/{contest.slug}/house-bots", bots=["greedy", "random"])
        for prefix in ("", "/api"):
            for kind in ("table.csv", "matches.csv", "table.json", "report.html"):
                answer = browser.get(f"{prefix}/c/{contest.slug}/export/{kind}")
                assert answer.status_code == 200
                assert answer.headers["content-disposition"] == f'attachment; filename="autumn-cup-{kind}"'
                if kind == "table.csv":
                    assert [row["bot"] for row in csv.DictReader(io.StringIO(answer.text))]
                if kind == "table.json":
                    assert json.loads(answer.text)["league"]["game"] == GAME
        assert browser.get(f"/c/{contest.slug}/export/passwd").status_code == 404


ROUTES = [
    ("GET", "/contests/new"),
    ("POST", "/api/contests"),
    ("GET", "/c/autumn-cup/settings"),
    ("POST", "/c/autumn-cup/course"),
    ("GET", "/c/autumn-cup/export/table.csv"),
    ("PATCH", "/api/c/autumn-cup/settings"),
    ("PUT", "/api/c/autumn-cup/house-bots"),
]


def test_only_organisers_organise(site):
    contest = new_contest(site)
    enter(site, contest, "helen", Role.HELPER)
    enter(site, contest, "carl")
    for name in ("helen", "carl", "stranger", ""):
        with client(site, name) as browser:
            for method, path in ROUTES:
                assert browser.api(method, path, {}).status_code == (403 if name else 401), (name, path)
    with client(site) as browser:
        secret = token(site, "olga")
        assert browser.api("GET", "/api/c/autumn-cup/settings", secret=secret).status_code == 200


NUMBERS = [
    ("7", 7, False),
    (" 12 ", 12, False),
    ("", 5, False),
    ("x", 5, True),
    ("9" * 30, 5, True),
    ("1.5", 5, True),
]


@every_row(("typed", "value", "fails"), NUMBERS)
def test_numbers_of_forms(typed, value, fails):
    form = FormReader({"n": typed})
    assert form.number("n", 5) == value
    assert bool(form.problems) is fails


MOMENTS = [
    ("1970-01-01T00:01", 60.0),
    ("1970-01-01T00:01:30", 60.0),
    ("", 0.0),
    ("2026-13-01T00:00", None),
    ("x" * 99, None),
]


@every_row(("typed", "seconds"), MOMENTS)
def test_times_of_forms_are_utc(typed, seconds):
    form = FormReader({"at": typed})
    assert form.moment("at") == (seconds or 0.0)
    assert ("at" in form.problems) is (seconds is None)


def test_every_game_has_a_wizard(site):
    with client(site, "root") as browser:
        for game in browser.api("GET", "/api/games").json()["games"]:
            page = browser.get(f"/contests/new?game={game['name']}")
            assert page.status_code == 200
            assert all(f'value="{name}"' in page.text for name in get_game(game["name"]).maps)
        assert browser.get("/contests/new?game=chess").status_code == 404
