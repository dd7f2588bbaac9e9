"""Every page and every answer of the API, as every role gets it: nothing private in it, nothing that could run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.serve.pages.filled import FAULT, SECRET
from tests.serve.security.markup import look_at
from tests.serve.security.routes import ROUTES, Route
from tests.serve.security.wire import HTML, JSON, WireAnswer
from tests.serve.security.world import HIDDEN, MARK, PEOPLE, PUBLIC, World, private_to

SCRIPTS = ("read", "upload")
LOOKERS = ("anonymous", "stranger", "loose")  # of whom no bot is
MATCH = "/c/{slug:str}/m/{name:str}"


class Asked(NamedTuple):
    """A request and its answer."""

    role: str
    route: Route
    slug: str
    target: str
    answer: WireAnswer

    def __str__(self) -> str:
        return f"{self.role} asks for {self.target}: {self.answer.status}"


class Walk(NamedTuple):
    """All requests, and the database before and after them."""

    all: list[Asked]
    before: dict[str, list[Any]]
    after: dict[str, list[Any]]


@pytest.fixture(scope="module")
def walk(world: World) -> Walk:
    """Ask for everything that can be asked for."""
    for role in (*PEOPLE, *SCRIPTS):
        world.visitor(role)
    before = world.dump()
    found = [*_walked(world)]
    return Walk(found, before, world.dump())


def _walked(world: World) -> Iterator[Asked]:
    for slug, roles in ((PUBLIC, (*PEOPLE, *SCRIPTS)), (HIDDEN, ("anonymous", "rival", "helper"))):
        for role in roles:
            visitor = world.visitor(role)
            for route in ROUTES.values():
                if route.method == "GET" and (route.of_contest or slug == PUBLIC):
                    for target in _targets(world, route, slug):
                        accept = JSON if target.startswith("/api/") else HTML
                        yield Asked(role, route, slug, target, visitor.get(target, accept=accept))


def _targets(world: World, route: Route, slug: str) -> list[str]:
    """Addresses of a route: about the team of the owner, and about another one."""
    mine, others = world.places(slug), world.places(slug, "Beta")
    found = [route.at(mine), route.at(others)]
    if "{upload:int}" in route.path:
        found.append(route.at(mine | {"upload": world.refused[slug, "Alpha"].id}))
    if "{number:int}" in route.path:
        found.append(route.at(mine | {"number": 10}))
    if "{kind:str}" in route.path:
        found += [route.at(mine | {"kind": kind}) for kind in ("matches.csv", "table.json", "report.html")]
    if route.path in (f"{MATCH}/match.json", f"{MATCH}/turns.json", MATCH) and slug == PUBLIC:
        found += [route.at(mine | {"name": f"practice-{each['job']}"}) for each in (mine, others)]
    if route.path.endswith("/bots/{bot:str}") or route.path.endswith("/bots/{entry:int}"):
        found.append(route.at(mine | {"bot": 1, "entry": 1}))
    if route.path == "/c/{slug:str}/matches" or route.path == "/api/c/{slug:str}/matches":
        found.append(f"{route.at(mine)}?faults=1")
    return list(dict.fromkeys(found))


def test_reading_changes_nothing(walk: Walk) -> None:
    assert walk.before == walk.after


def test_nothing_fails(walk: Walk) -> None:
    assert not [str(asked) for asked in walk.all if asked.answer.status >= 500]


def test_readers_get_what_the_table_lets_them_read(walk: Walk) -> None:
    """Statuses of the handlers themselves, behind the check of access."""
    wrong = []
    for asked in walk.all:
        allowed = asked.route.allows(asked.role, public=asked.slug == PUBLIC)
        refused = asked.answer.status in (401, 403) or (asked.slug == HIDDEN and asked.answer.status == 404)
        if not allowed and not refused:
            is_others = asked.route.need in ("owner", "owner or helper") and asked.role == "rival"
            if not is_others:  # who owns the other of both teams
                wrong.append(str(asked))
        if allowed and asked.answer.status in (401, 403):
            is_others = asked.route.need in ("owner", "owner or helper") and asked.role in ("owner", *SCRIPTS)
            if not is_others:
                wrong.append(str(asked))
    assert not wrong, "\n".join(wrong)


def test_no_answer_has_a_secret_of_the_server(world: World, walk: Walk) -> None:
    found = [(str(asked), leaks) for asked in walk.all if (leaks := world.leaks(asked.answer))]
    assert not found


def test_no_answer_names_private_fields(walk: Walk) -> None:
    """Whatever their values: members of JSON that stand for secrets."""
    names = {"passphrase", "digest_of_token", "join_key", "folded", "secret", "session", "cookie", "identities"}
    for asked in walk.all:
        if asked.answer.kind == JSON and asked.target.startswith("/api/"):
            assert not (set(_names(asked.answer.json())) & names), str(asked)


def _names(value: Any) -> Iterator[str]:
    """The names of all members of a JSON value."""
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _names(each)
    elif isinstance(value, list):
        for each in value:
            yield from _names(each)


def test_lookers_see_nothing_that_is_private_to_a_team(walk: Walk) -> None:
    found = [str(asked) for asked in walk.all if asked.role in LOOKERS and MARK in asked.answer.text]
    assert not found


@pytest.mark.parametrize(("role", "other"), [("owner", "Beta"), ("rival", "Alpha")])
def test_a_team_sees_nothing_that_is_private_to_another(walk: Walk, role: str, other: str) -> None:
    found = [
        f"{asked}: {text}"
        for asked in walk.all
        for text in private_to(other)
        if asked.role == role and text in asked.answer.text
    ]
    assert not found


def test_a_team_sees_what_is_its_own(walk: Walk) -> None:
    """Else the tests above would hold for empty answers."""
    owned = "".join(asked.answer.text for asked in walk.all if asked.role == "owner")
    assert all(text in owned for text in private_to("Alpha") if "SOURCE" not in text)
    assert SECRET in owned
    assert FAULT in owned


def test_nobody_but_its_team_gets_the_archive_of_a_version(world: World, walk: Walk) -> None:
    sent = {
        asked.answer.body
        for asked in walk.all
        if asked.role == "owner" and asked.route.path.endswith("/archive") and asked.answer.status == 200
    }
    assert len(sent) == 2
    assert all(each.startswith(b"PK") for each in sent)
    assert not [
        str(asked) for asked in walk.all if asked.role not in ("owner", "upload") and asked.answer.body in sent
    ]


@pytest.mark.parametrize("role", ["owner", "rival"])
def test_why_a_bot_failed_is_for_its_team(walk: Walk, role: str) -> None:
    own, seen = {"owner": "Alpha", "rival": "Beta"}[role], 0
    for asked in walk.all:
        is_match = asked.route.path.startswith("/api/c/") and "/matches" in asked.route.path
        if asked.role == role and is_match and asked.answer.status == 200:
            value = asked.answer.json()
            for match in value.get("matches", [value]):
                for seat in match["seats"]:
                    seen += bool(seat["fault"])
                    assert not seat["fault"] or seat["bot"] == own, str(asked)
    assert seen


def test_logs_of_a_practice_match_are_by_seat(world: World, walk: Walk) -> None:
    """The rival has played against the owner's bot: they see the logs of one seat, and the owner no match."""
    job = world.places(PUBLIC, "Beta")["job"]
    found = {
        asked.role: asked.answer
        for asked in walk.all
        if asked.target == f"/c/{PUBLIC}/m/practice-{job}/match.json"
    }
    assert f"{SECRET}-0" in found["rival"].text
    assert f"{SECRET}-1" not in found["rival"].text
    assert f"{SECRET}-1" in found["helper"].text
    assert {role for role, answer in found.items() if answer.status == 200} == {
        "rival", "helper", "organiser", "administrator"
    }  # fmt: skip


def test_every_answer_has_the_headers_of_a_strict_server(world: World, walk: Walk) -> None:
    others = [world.visitor("anonymous").get(target) for target in ("/none", "/static/none.js", "/c/none", "/%ff")]
    refused = [
        world.wire.send("POST", "/sign-in"),
        world.wire.send("BREW", "/"),
        world.wire.send("GET", "/", host="evil.example"),
        world.wire.send("OPTIONS", "/"),
    ]
    for answer in [*(asked.answer for asked in walk.all), *others, *refused]:
        policy = answer.header("content-security-policy")
        assert policy == "sandbox" or ("default-src 'none'" in policy and "script-src 'self'" in policy), answer
        assert "unsafe" not in policy
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("cache-control")
        assert answer.header("referrer-policy") == "same-origin"
        assert "frame-ancestors 'none'" in policy or policy == "sandbox"
        assert not answer.header("access-control-allow-origin")
        assert not answer.header("server")


def test_what_is_private_is_kept_by_no_cache_that_is_shared(walk: Walk) -> None:
    for asked in walk.all:
        if asked.route.need != "file":
            kept = asked.answer.header("cache-control")
            assert "public" not in kept, str(asked)
            assert kept == "no-store" or "private" in kept, str(asked)
            assert asked.route.of_contest or kept == "no-store", str(asked)


def test_files_that_people_sent_are_saved_and_never_shown(walk: Walk) -> None:
    """And tables, whose texts are by people: a browser renders none of it."""
    saved = ("/archive", "/starter", "/starters/{language:str}", "/export", "/export/{kind:str}")
    count = 0
    for asked in walk.all:
        if asked.route.path.endswith(saved) and asked.answer.status == 200:
            count += 1
            assert asked.answer.header("content-disposition").startswith("attachment; filename="), str(asked)
            assert asked.answer.kind in ("application/octet-stream", "text/csv", JSON, HTML), str(asked)
            if "archive" in asked.route.path or "starter" in asked.route.path:
                assert asked.answer.kind == "application/octet-stream"
                assert asked.answer.header("content-security-policy") == "sandbox"
    assert count > 10


def test_pages_contain_nothing_that_runs(walk: Walk) -> None:
    pages, problems = 0, []
    for asked in walk.all:
        if asked.answer.kind == HTML and not asked.answer.header("content-disposition"):
            pages += 1
            problems += [f"{asked}: {problem}" for problem in look_at(asked.answer.text).problems]
    assert pages > 100
    assert not problems, "\n".join(problems[:20])


def test_forms_that_change_something_are_bound_to_their_reader(walk: Walk) -> None:
    count = 0
    for asked in walk.all:
        if asked.answer.kind == HTML and not asked.answer.header("content-disposition"):
            for form in look_at(asked.answer.text).forms:
                count += form.method == "post"
                assert form.method == "get" or "proof" in form.fields, f"{asked}: {form.action}"
                assert form.method == "post" or "proof" not in form.fields, f"{asked}: {form.action}"
                assert not form.action or (form.action.startswith("/") and not form.action.startswith("//"))
    assert count > 50
