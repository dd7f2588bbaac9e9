"""Every route, asked by every role: who gets through is what the table in `routes` says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from litestar import Litestar

from lanista.serve.access import Need
from lanista.serve.errors import RequestError
from lanista.serve.http import app as app_module
from lanista.serve.http.connection import check_access, needs_of
from lanista.serve.http.server import guarded
from lanista.web.address import find_address
from tests.serve.security.routes import ALLOWED, ROUTES, Route
from tests.serve.security.wire import Wire
from tests.serve.security.world import HIDDEN, PEOPLE, PUBLIC, UNKNOWN, Visitor, World

SCRIPTS = ("read", "upload", "manage")
PASSED = 418


class Passed(RequestError):
    """A request that would have reached its handler."""

    status = PASSED


@pytest.fixture(scope="module")
def stopped(world: World) -> Iterator[Wire]:
    """The application, in which nothing happens behind the check of access."""

    async def check(connection: Any, handler: Any) -> None:
        await check_access(connection, handler)
        raise Passed("it got through")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_module, "check_access", check)
        app = app_module.make_app(world.site)
    wire = Wire(guarded(app, find_address("127.0.0.1")))
    yield wire
    app.state.matches.close()
    wire.close()


def routes_of(app: Litestar) -> dict[str, Any]:
    """The handlers of an application by method and path, but for answers to OPTIONS."""
    found: dict[str, Any] = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", None) or [route.route_handler]:  # type: ignore[union-attr]
            for method in getattr(handler, "http_methods", {"WS"}):
                found[f"{method} {route.path}"] = handler
    return {name: handler for name, handler in found.items() if not name.startswith("OPTIONS ")}


def test_the_table_knows_every_route_and_no_other(world: World) -> None:
    found = {name.replace("/schema/{path}", "/schema/{path:str}") for name in routes_of(world.app)}
    assert found - set(ROUTES) == set(), "routes that the table does not know: say there what they need"
    assert set(ROUTES) - found == set(), "routes of the table that are gone"


def test_routes_declare_what_the_table_says(world: World) -> None:
    """So that the server's own descriptions of its routes are true."""
    for name, handler in routes_of(world.app).items():
        wanted = ROUTES[name.replace("/schema/{path}", "/schema/{path:str}")]
        need, scopes = needs_of(handler)
        declared = need.name.lower().replace("_", " ") if not handler.opt.get("is_file") else "file"
        assert declared == wanted.need, name
        assert not scopes or {scope.value for scope in scopes} == wanted.scopes, name
        assert need is Need.ANYONE or not handler.opt.get("is_file"), name


@pytest.mark.parametrize("slug", [PUBLIC, HIDDEN])
@pytest.mark.parametrize("role", [*PEOPLE, *SCRIPTS])
def test_a_role_gets_through_where_the_table_says_so(world: World, stopped: Wire, role: str, slug: str) -> None:
    visitor, places = world.visitor(role), world.places(slug)
    visitor.wire = stopped
    wrong = []
    for name, route in ROUTES.items():
        status = ask(visitor, route, route.at(places))
        wanted = expected(route, role, public=slug == PUBLIC)
        if status not in wanted:
            wrong.append(f"{name}: {status}, not {' or '.join(map(str, sorted(wanted)))}")
    assert not wrong, "\n".join(wrong)


def ask(visitor: Visitor, route: Route, target: str) -> int:
    """The status of the answer to a request that has all that one from a page of ours has."""
    if route.method == "WS":
        found = visitor.wire.socket(target, *visitor.headers)
        return found.status
    return visitor.api(route.method, target).status


def expected(route: Route, role: str, *, public: bool) -> set[int]:
    """The statuses that say what the table says."""
    if route.allows(role, public=public):
        return {PASSED} if route.method != "WS" else {4500}
    if route.method == "WS":
        return {4500, 4401, 4403, 4404}
    is_hidden = route.of_contest and not public and role in ("anonymous", "stranger")
    if is_hidden:
        return {404}
    return {401} if role == "anonymous" else {403}


def test_sockets_open_for_whom_the_table_says(world: World) -> None:
    sockets = [route for route in ROUTES.values() if route.method == "WS"]
    for route, slug in product(sockets, (PUBLIC, HIDDEN)):
        for role in ("anonymous", "stranger", "rival", "administrator", "upload"):
            visitor = world.visitor(role)
            found = visitor.wire.socket(route.at(world.places(slug)), *visitor.headers)
            assert found.accepted == route.allows(role, public=slug == PUBLIC), (route.path, slug, role)


@pytest.mark.parametrize("role", ["anonymous", "stranger"])
def test_a_contest_that_is_not_public_cannot_be_told_from_none(world: World, role: str) -> None:
    visitor = world.visitor(role)
    for name, route in ROUTES.items():
        if not route.of_contest or route.method == "WS":
            continue
        for absent in (False, True):  # numbers that the hidden contest has, and that it has not
            places = world.places(HIDDEN)
            if absent:
                places |= dict.fromkeys(("team", "upload", "job", "person", "number", "entry"), 99_999)
            answers = []
            for slug in (HIDDEN, UNKNOWN):
                target = route.at(places | {"slug": slug})
                found = visitor.api(route.method, target) if route.changes else visitor.get(target)
                shown = found.text.replace(slug, "*")
                answers.append((found.status, sorted(found.headers), shown))
            assert answers[0] == answers[1], name
            assert answers[0][0] == 404, name


def test_what_belongs_to_one_contest_is_not_found_in_another(world: World) -> None:
    """A helper of both contests, so that nothing but the contest differs."""
    visitor, of_vault = world.named(PEOPLE["administrator"]), world.places(HIDDEN)
    for name, route in ROUTES.items():
        for parameter in ("upload", "team"):
            if f"{{{parameter}:int}}" in route.path:
                target = route.at(of_vault | {"slug": PUBLIC})
                assert visitor.api(route.method, target).status == 404, name
    owner = world.visitor("owner")
    assert owner.api("GET", f"/api/c/{PUBLIC}/jobs/{of_vault['job']}").status == 404
    assert owner.get(f"/c/{PUBLIC}/m/practice-{of_vault['job']}/").status == 404
    for body in ({"other": of_vault["upload"]}, {"against": [f"upload:{of_vault['upload']}"]}):
        verb = "compare" if "other" in body else "practice"
        own = world.places(PUBLIC)["upload"]
        assert owner.api("POST", f"/api/c/{PUBLIC}/uploads/{own}/{verb}", body).status == 404, verb


def test_what_a_rival_owns_is_not_a_teams(world: World) -> None:
    """Numbers of the other team, in places which are no parameters of paths."""
    owner, rival = world.visitor("owner"), world.places(PUBLIC, "Beta")
    own = world.places(PUBLIC)["upload"]
    assert owner.api("GET", f"/api/c/{PUBLIC}/jobs/{rival['job']}").status == 404
    assert owner.get(f"/c/{PUBLIC}/m/practice-{rival['job']}/match.json").status == 404
    compared = owner.api("POST", f"/api/c/{PUBLIC}/uploads/{own}/compare", {"other": rival["upload"]})
    assert compared.status == 404
    practised = owner.api(
        "POST", f"/api/c/{PUBLIC}/uploads/{own}/practice", {"against": [f"upload:{rival['upload']}"]}
    )
    assert practised.status == 404


def test_each_need_has_roles_that_lack_it(world: World) -> None:
    """A summary for readers: `pytest -s` prints how many routes there are of each need."""
    counts = {need: sum(route.need == need for route in ROUTES.values()) for need in ALLOWED}
    print(
        "\n".join(
            f"{need:16} {count:3} routes, {len(ALLOWED[need])} of {len(PEOPLE)} roles"
            for need, count in counts.items()
        )
    )
    assert sum(counts.values()) == len(ROUTES)
