"""Foreign pages cannot make a browser change anything here."""

from __future__ import annotations

import pytest

from lanista.serve.http.connection import HEADER, SESSION, VISITOR
from tests.serve.security.routes import ROUTES
from tests.serve.security.wire import JSON, as_json, form, multipart
from tests.serve.security.world import PUBLIC, VISIT, Visitor, World

CHANGES = [route for route in ROUTES.values() if route.changes]
REFUSED = 403


def others_proof(world: World, kind: str) -> str:
    """Forged values in place of the proof, as a foreign page may have them."""
    return {
        "missing": "",
        "of another session": world.visitor("stranger").proof,
        "of a visitor": world.site.signed("form", VISIT),
        "of nobody": world.site.signed("form", ""),
        "for another purpose": world.site.signed("throttle", world.visitor("administrator").cookie),
    }[kind]


@pytest.mark.parametrize(
    "kind", ["missing", "of another session", "of a visitor", "of nobody", "for another purpose"]
)
def test_no_route_changes_anything_without_the_proof_of_its_session(world: World, kind: str) -> None:
    proof = others_proof(world, kind)
    visitor = world.visitor("administrator")
    before = world.dump()
    for route in CHANGES:
        target = route.at(world.places())
        body, kind_of_body = form({"proof": proof}) if proof else form({})
        as_form = world.wire.send(route.method, target, body, *visitor.headers, kind_of_body)
        as_header = world.wire.send(
            route.method, target, b"{}", *visitor.headers, ("content-type", JSON), (HEADER, proof)
        )
        assert (as_form.status, as_header.status) == (REFUSED, REFUSED), f"{route.method} {route.path}"
    assert world.dump() == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain", b'{"proof": "%s"}'),
        ("text/plain", b"proof=%s"),
        ("application/json", b'{"proof": "%s"}'),
        ("application/xml", b"proof=%s"),
        ("", b"proof=%s"),
        ("application/x-www-form-urlencoded; charset=utf-16", b"Proof=%s"),
    ],
)
def test_a_proof_counts_in_a_form_or_in_its_header_only(world: World, kind: str, body: bytes) -> None:
    """Foreign pages can send other bodies without asking first."""
    visitor = world.visitor("administrator")
    sent = body % visitor.proof.encode()
    headers = [("content-type", kind)] if kind else []
    assert world.wire.send("POST", "/people/invite", sent, *visitor.headers, *headers).status == REFUSED
    target = f"/people/invite?proof={visitor.proof}"
    assert world.wire.send("POST", target, b"", *visitor.headers, *headers).status == REFUSED
    cookie = ("cookie", f"{SESSION}={visitor.cookie}; proof={visitor.proof}; {HEADER}={visitor.proof}")
    assert world.wire.send("POST", "/people/invite", b"", cookie).status == REFUSED


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost:8000", "http://localhost:8001", ""]
)
def test_a_request_of_another_origin_is_refused_even_with_a_proof(world: World, origin: str) -> None:
    visitor = world.visitor("administrator")
    before = world.dump()
    for route in CHANGES:
        target = route.at(world.places())
        found = world.wire.send(
            route.method, target, b"", *visitor.headers, (HEADER, visitor.proof), ("origin", origin)
        )
        assert found.status == REFUSED, f"{route.method} {route.path}"
    assert world.dump() == before


def test_a_proof_of_ones_own_session_is_accepted(world: World) -> None:
    """Else the tests above would hold for a server that refuses all."""
    visitor = world.visitor("administrator")
    target = f"/c/{PUBLIC}/people/{10**6}/role"
    for origin in ((), (("origin", "http://localhost:8000"),)):
        assert visitor.post(target, {"role": "helper"}, *origin).status == 404
        body, kind = multipart({"proof": visitor.proof})
        found = world.wire.send("POST", f"/c/{PUBLIC}/people/import", body, *visitor.headers, kind, *origin)
        assert found.status == 422


@pytest.mark.parametrize("role", ["anonymous", "stranger", "loose", "rival", "owner", "helper", "organiser"])
def test_whoever_may_not_change_something_does_not(world: World, role: str) -> None:
    """With a good proof, and with bodies that would do something."""
    visitor = world.visitor(role)
    before = world.dump()
    for route in CHANGES:
        if not route.allows(role, public=True) and not (role == "rival" and route.need == "owner"):
            for fields in ({}, {"role": "organiser", "standing": "admin", "team": 1, "action": "end", "uses": 5}):
                target = route.at(world.places())
                found = (
                    visitor.api(route.method, target, fields) if fields else visitor.post_as(route.method, target)
                )
                assert found.status in (401, 403), f"{route.method} {route.path}: {found.status}"
    assert world.dump() == before


def test_methods_cannot_be_put_into_a_header_or_a_query(world: World) -> None:
    visitor = world.visitor("administrator")
    before = world.dump()
    for name in ("x-http-method-override", "x-method-override", "x-http-method"):
        found = visitor.get(f"/api/c/{PUBLIC}/settings?_method=DELETE", (name, "DELETE"))
        assert found.status == 200
    assert world.dump() == before


def test_a_route_has_its_methods_and_no_others(world: World) -> None:
    visitor, paths = (
        world.visitor("administrator"),
        {route.path for route in ROUTES.values() if route.method != "WS"},
    )
    before = world.dump()
    for path in sorted(paths):
        target = ROUTES[next(name for name in ROUTES if name.endswith(f" {path}"))].at(world.places())
        for method in ("HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND"):
            if f"{method} {path}" not in ROUTES and not target.startswith("/api/c/cup/export"):
                found = visitor.api(method, target)
                assert found.status in (404, 405), f"{method} {path}: {found.status}"
        found = world.wire.send("OPTIONS", target)
        assert found.status == 204, path
        assert not found.header("access-control-allow-origin")
    assert world.dump() == before


def test_a_token_in_a_cookie_or_a_query_is_none(world: World) -> None:
    """Since browsers would send it for a foreign page."""
    secret = world.visitor("manage").token
    for headers, query in (
        ([("cookie", f"authorization=Bearer {secret}")], ""),
        ([], f"?token={secret}&access_token={secret}"),
    ):
        assert world.wire.send("GET", f"/api/account/tokens{query}", b"", *headers).status == 401


def test_a_visitor_gets_a_cookie_to_which_the_forms_are_bound(world: World) -> None:
    first = world.wire.send("GET", "/sign-in")
    assert set(first.cookies) == {VISITOR}
    again = world.wire.send("GET", "/sign-in", b"", ("cookie", f"{VISITOR}={first.cookies[VISITOR]}"))
    assert not again.cookies
    nobody = Visitor(world.wire, world.site)
    body, kind = as_json({"name": "x", "passphrase": "y"})
    assert world.wire.send("POST", "/api/sign-in", body, kind, (HEADER, nobody.proof)).status == REFUSED
