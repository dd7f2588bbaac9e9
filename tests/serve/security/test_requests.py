"""Requests that no page of ours sends: they are refused with a reason, and nothing breaks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from lanista.core.errors import EngineError, FileError, NativeError, StoreError
from lanista.serve.http.connection import HEADER
from tests.serve.security.routes import ALLOWED, ROUTES
from tests.serve.security.wire import BOUNDARY, HTML, JSON, WireAnswer, multipart
from tests.serve.security.world import PUBLIC, World

HUGE = 10**40
DEEP = 100_000
ODD_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "bad UTF-8": b'{"name": "\xff\xfe", "passphrase": "x"}',
    "half a surrogate pair": b'{"name": "\\ud800", "passphrase": "correct horse"}',
    "NUL": b'{"name": "a\\u0000b", "passphrase": "correct horse\\u0000"}',
    "a list": b"[]",
    "a number": b"1e400",
    "a huge number": b'{"name": 1' + b"0" * 5000 + b"}",
    "deep lists": b"[" * DEEP,
    "deep lists that end": b"[" * DEEP + b"]" * DEEP,
    "deep members": b'{"name":' * 20_000 + b"1" + b"}" * 20_000,
    "deep unknown member": b'{"x":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "other types": b'{"name": {"$ne": ""}, "passphrase": ["a"]}',
    "a repeated member": b'{"name": "a", "name": "b", "passphrase": "x"}',
    "an extra member": b'{"name": "somebody", "passphrase": "correct horse", "standing": "admin"}',
    "XML": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "a long text": b'{"name": "' + b"a" * 100_000 + b'", "passphrase": "x"}',
    "a large body": b'{"name": "' + b"a" * 1_000_000 + b'", "passphrase": "x"}',
}
TYPES = (
    JSON,
    "application/x-www-form-urlencoded",
    f"multipart/form-data; boundary={BOUNDARY}",
    "text/plain",
    "nonsense",
)


def send(
    world: World,
    method: str,
    target: str | bytes,
    body: bytes = b"",
    kind: str = JSON,
    role: str = "administrator",
) -> WireAnswer:
    """A request with its proof in a header, so that its body can be anything."""
    visitor = world.visitor(role)
    headers = [*visitor.headers, (HEADER, visitor.proof), ("content-type", kind), ("accept", JSON)]
    return world.wire.send(method, target, body, *headers)


@pytest.mark.parametrize("name", ODD_BODIES)
def test_an_odd_body_is_refused(world: World, name: str) -> None:
    before = world.dump()
    for target in ("/api/sign-in", "/api/register", f"/api/c/{PUBLIC}/people/import", f"/api/c/{PUBLIC}/teams"):
        for kind in TYPES:
            found = send(world, "POST", target, ODD_BODIES[name], kind)
            assert 400 <= found.status < 500, f"{target} {kind}: {found.status} {found.text[:200]}"
            assert len(found.body) < 5000, f"{target} {kind}"
    assert world.dump() == before


@pytest.mark.parametrize("kind", TYPES)
def test_odd_bodies_break_no_form(world: World, kind: str) -> None:
    """The forms of pages; each is refused, or finds nothing to do."""
    bodies = [b"", b"\xff\xff=\xfe", b"a=" * 3000, b"%zz=%", b"name=%ff%fe%00", ODD_BODIES["deep lists"][:60_000]]
    bodies += [b"--" + BOUNDARY.encode(), b"--" + BOUNDARY.encode() + b"--\r\n", b"x" * 200_000]
    for target in ("/sign-in", "/register", "/join", "/contests/new", f"/c/{PUBLIC}/people/invite"):
        for body in bodies:
            if target.endswith("invite") and kind != TYPES[0]:
                continue  # all its fields have defaults
            found = send(world, "POST", target, body, kind)
            assert found.status < 500, f"{target} {kind} {body[:20]!r}: {found.text[:200]}"


def test_no_request_without_a_body_breaks_a_route(world: World) -> None:
    """Of those who lack nothing; what a route does with an empty body is in other tests."""
    before = world.dump("audit")
    for route in ROUTES.values():
        if (
            route.changes
            and route.need in ("organiser", "admin")
            and not route.path.endswith(
                ("/reset", "/invite", "/invitations", "/remove", "/settings", "/house-bots", "/{person:int}")
            )
        ):
            found = send(world, route.method, route.at(world.places()), b"", "application/x-www-form-urlencoded")
            assert 200 <= found.status < 500, f"{route.method} {route.path}: {found.status}"
    assert world.dump("audit") == before


def test_extra_members_are_refused_by_all_routes_of_the_api(world: World) -> None:
    """So that nobody assigns what no form has, such as a standing."""
    schema = world.visitor("anonymous").get("/schema/openapi.json").json()
    bodies = 0
    needs = {(route.method, re.sub(r":[a-z]+}", "}", route.path)): route.need for route in ROUTES.values()}
    before = world.dump()
    for path, operations in schema["paths"].items():
        for method, about in operations.items():
            content = about.get("requestBody", {}).get("content", {}).get(JSON)
            if content is None:
                continue
            bodies += 1
            name = content["schema"]["$ref"].rpartition("/")[2]
            part = schema["components"]["schemas"][name]
            value = {each: example(part["properties"][each], schema) for each in part.get("required", ())}
            target = path
            for parameter, place in world.places().items():
                target = target.replace(f"{{{parameter}}}", str(place))
            extra = {
                "standing": "admin",
                "id": 1,
                "role": "organiser",
                "user_id": 1,
                "contest_id": 2,
                "__proto__": {},
            }
            role = role_for(needs[method.upper(), path])
            for each, given in extra.items():
                if each in part["properties"]:
                    continue
                body = json.dumps(value | {each: given}).encode()
                found = send(world, method.upper(), target, body, JSON, role)
                assert found.status == 400, f"{method} {path} with {each}: {found.status} {found.text[:200]}"
    assert bodies > 20
    assert world.dump() == before


def role_for(need: str) -> str:
    """A role that lacks nothing that a route needs."""
    return "administrator" if "administrator" in ALLOWED[need] else "owner"


def example(part: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A value that fits a part of the schema."""
    if "$ref" in part:
        return example(schema["components"]["schemas"][part["$ref"].rpartition("/")[2]], schema)
    if "enum" in part:
        return part["enum"][0]
    if "oneOf" in part:
        return example(part["oneOf"][0], schema)
    kinds = {"string": "a text of words", "integer": 1, "number": 1.5, "boolean": False, "array": [], "object": {}}
    found = kinds[part.get("type", "string")]
    return [example(part["items"], schema)] if found == [] and "items" in part else found


NUMBERS = (
    "-1",
    "0",
    "2147483647",
    "2147483648",
    "9223372036854775808",
    str(HUGE),
    "1e9",
    "NaN",
    "",
    "0x10",
    "١",
    "%00",
    "1%0a",
)


@pytest.mark.parametrize("number", NUMBERS)
def test_odd_numbers_in_paths_are_not_found(world: World, number: str) -> None:
    for name, route in ROUTES.items():
        if ":int}" in route.path and route.method == "GET":
            words = ("upload", "team", "job", "person", "number", "entry", "token", "invitation")
            target = route.at(world.places() | dict.fromkeys(words, number)).encode()
            found = send(world, "GET", target, role=role_for(route.need))
            allowed = {"0": {200}, "١": {200}, "": {200, 403}}.get(number, set())  # "" is the list above
            assert found.status in {404, 405} | allowed, f"{name}: {found.status}"


@pytest.mark.parametrize(
    "value", [*NUMBERS, "a", "a" * 5000, "%ff", "%ed%a0%80", "%00", "<x-evil>", "'\" or 1=1 --"]
)
def test_odd_queries_are_refused_or_find_nothing(world: World, value: str) -> None:
    targets = {
        f"/c/{PUBLIC}/matches": ("before", "entry", "bot", "result", "map", "faults", "live"),
        f"/c/{PUBLIC}/table": ("sort", "order", "page", "by", "from"),
        f"/c/{PUBLIC}/audit": ("before",),
        f"/c/{PUBLIC}/board.json": ("map",),
        f"/c/{PUBLIC}/starter": ("language",),
        f"/c/{PUBLIC}/m/0/match.json": ("seat", "key"),
        f"/c/{PUBLIC}/m/0/turns.json": ("from", "turn", "seat", "to"),
        f"/c/{PUBLIC}/m/0/thumb.json": ("version",),
        f"/api/c/{PUBLIC}/matches": ("before", "entry", "bot", "result", "map", "count", "faults", "live"),
        f"/api/c/{PUBLIC}/audit": ("before", "count"),
        "/api/audit": ("before", "count"),
        "/audit": ("before",),
        "/contests/new": ("game",),
        "/sign-in": ("next",),
        "/register": ("next", "invitation"),
    }
    for path, names in targets.items():
        for name in names:
            target = f"{path}?{name}={value.replace(' ', '+')}".encode()
            headers = [*world.visitor("administrator").headers, ("accept", HTML)]
            found = world.wire.send("GET", target, b"", *headers)
            assert found.status < 500, f"{path}?{name}: {found.status} {found.text[:300]}"
            is_page = (
                HTML in dict(found.headers)["content-type"]
            )  # in JSON, which no browser shows as a page, it may
            assert b"<x-evil" not in found.body or not is_page, f"{path}?{name}"


@pytest.mark.parametrize("count", ["0", "-1", "501", "1000000000", str(HUGE)])
def test_nobody_gets_more_than_a_page(world: World, count: str) -> None:
    for target in ("/api/audit", f"/api/c/{PUBLIC}/audit", f"/api/c/{PUBLIC}/matches"):
        assert send(world, "GET", f"{target}?count={count}").status == 400, target


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/..%2f..%2fapp.py", "/static/%2e%2e/rendering.py", "/static//etc/passwd",
        "/static/contest.css/../../rendering.py", "/static/contest.css%00.js", "/static/.hidden.js", "/static/",
        "/lanista/../serve/site.py", "/lanista/web/static/..%2f..%2fserver.py",
        "/lanista/%2e%2e%2fserve/secret.py",
        "/lanista/games/tanks/show/../rules.py", "/lanista/games/../../etc/passwd",
        "/at/x/static/..%2f..%2fapp.py",
        "/at/../static/../../x.js", "/at/x/lanista/web/../serve/site.py", "/made/..%2f..%2fx.js", "/made/../x",
        f"/c/{PUBLIC}/m/..%2f..%2f..%2fetc%2fpasswd/match.json", f"/c/{PUBLIC}/m/%2e%2e/match.json",
        f"/c/{PUBLIC}/starter?language=../../../../etc/passwd", f"/api/c/{PUBLIC}/starters/..%2f..%2fx",
        f"/api/c/{PUBLIC}/starters/%2e%2e%2f%2e%2e", f"/c/{PUBLIC}/export/..%2f..%2flanista.db",
        f"/c/{PUBLIC}/board.json?map=/etc/passwd",
        "/c/..%2f..%2fetc", "/c/%00", "/c/%ff%fe", f"/c/{PUBLIC}%00", f"/c/{PUBLIC}/bots/%00",
        f"/c/{PUBLIC}/bots/..%2f..",
    ],
)  # fmt: skip
def test_paths_lead_to_no_other_file(world: World, path: str) -> None:
    for role in ("anonymous", "administrator"):
        found = world.visitor(role).get(path)
        assert found.status in (401, 404, 422), f"{role}: {found.status}"
        assert b"root:" not in found.body
        assert b"import" not in found.body
        assert str(world.folder) not in found.text


def test_odd_multipart_bodies_are_refused(world: World) -> None:
    visitor = world.visitor("administrator")
    target = f"/c/{PUBLIC}/people/import"
    parts = {f"field{number}": "x" for number in range(3000)}
    bodies = [
        multipart({"proof": visitor.proof} | parts)[0],
        multipart({"proof": visitor.proof}, ("file", "a" * 10_000 + ".csv", b"x"))[0],
        multipart({"proof": visitor.proof}, ("file", "../../x\x00.csv", b"\xff\xfe\x00"))[0],
        multipart({"proof": visitor.proof}, ("file", 'a"; name="proof', b"name,team,role\n"))[0],
        multipart({"proof": visitor.proof}, *[("file", "a.csv", b"name\nx\n")] * 5)[0],
        multipart({"proof": visitor.proof})[0][:-10],
        b"--" + BOUNDARY.encode() + b"\r\nno header\r\n\r\n",
        b"--"
        + BOUNDARY.encode()
        + b"\r\ncontent-disposition: form-data\r\n\r\nx\r\n--"
        + BOUNDARY.encode()
        + b"--",
        (b"--" + BOUNDARY.encode() + b"\r\n") * 5000,
    ]
    before = world.dump()
    for number, body in enumerate(bodies):
        for kind in (
            f"multipart/form-data; boundary={BOUNDARY}",
            "multipart/form-data",
            'multipart/form-data; boundary="',
        ):
            found = send(world, "POST", target, body, kind)
            assert 400 <= found.status < 500, f"{number} {kind}: {found.status} {found.text[:200]}"
    assert world.dump() == before


def test_headers_that_are_no_text_are_refused(world: World) -> None:
    for name, value in (
        ("authorization", "Bearer \xff\xfe"), ("authorization", "Bearer"), ("authorization", "Bearer  "),
        ("authorization", "Basic YTpi"), ("authorization", "x" * 5000), ("authorization", "bearer lanista_"),
    ):  # fmt: skip
        assert world.wire.send("GET", "/api/me", b"", (name, value)).status == 401, value
    for value in (
        "lanista_session=\xff\xfe",
        "lanista_visitor=\xff" + "x" * 20,
        "=;=;=",
        "lanista_session",
        'a="\\',
        "x" * 8000,
    ):
        assert world.wire.send("GET", "/", b"", ("cookie", value)).status == 200, value
    for name, value in (
        ("accept", "\xff"),
        ("content-type", "\xff/\xfe"),
        ("x-lanista-proof", "\xff"),
        ("if-none-match", "\xff"),
    ):
        assert world.wire.send("POST", "/sign-in", b"x", (name, value)).status < 500, name


def test_forms_do_not_say_what_is_wrong_with_the_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that cannot be written, such as on a full disk."""

    def fails(*_: object) -> None:
        raise StoreError(f"cannot use the store {world.folder}/lanista.db: the disk is full")

    monkeypatch.setattr(world.site, "write", fails)
    failed = 0
    fields = {
        "name": "somebody",
        "passphrase": "correct horse",
        "again": "correct horse",
        "title": "x",
        "role": "helper",
    }
    for route in ROUTES.values():
        if route.method == "POST" and not route.path.startswith("/api/"):
            found = world.visitor(role_for(route.need)).post(route.at(world.places()), fields)
            failed += found.status == 500
            assert str(world.folder) not in found.text, f"{route.path}: {found.status}"
            assert "lanista.db" not in found.text, f"{route.path}: {found.status}"
    assert failed > 10


@pytest.mark.parametrize("fault", [FileError, StoreError, EngineError, NativeError, RuntimeError, RecursionError])
def test_faults_of_the_server_are_said_without_its_paths(
    world: World, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def fails(*_: object) -> None:
        raise fault(f"cannot read {world.folder}/lanista.db: SELECT secret FROM users")

    monkeypatch.setattr(world.site.contests, "get", fails)
    for target, accept in ((f"/c/{PUBLIC}", "text/html"), (f"/api/c/{PUBLIC}", JSON)):
        found = world.visitor("anonymous").get(target, accept=accept)
        assert found.status == 500
        assert "SELECT" not in found.text
        assert str(world.folder) not in found.text
        assert fault.__name__ not in found.text
        assert "Traceback" not in found.text
