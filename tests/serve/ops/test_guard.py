"""The guard in front of a contest server: hosts, origins, headers, and the address of clients behind a proxy."""

import asyncio
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.serve.http.server import CONTEST_POLICY, check_url, guarded
from lanista.web.address import find_address
from tests.rows import every_row

PUBLIC = "https://contest.example.org"
URLS = [
    ("https://contest.example.org", "https://contest.example.org"),
    ("https://Contest.Example.ORG/", "https://contest.example.org"),
    ("https://contest.example.org:443", "https://contest.example.org"),
    ("http://contest.example.org:80", "http://contest.example.org"),
    ("http://class:8000", "http://class:8000"),
    ("http://[::1]:8000", "http://[::1]:8000"),
]
NO_URLS = [
    "contest.example.org",
    "ftp://contest.example.org",
    "https://",
    "https://a b",
    "https://user@contest.example.org",
    "https://contest.example.org/path",
    "https://contest.example.org?x",
    "https://contest.example.org#x",
    "https://contest.example.org:99999",
    "javascript:alert(1)",
]


@every_row(("text", "url"), URLS)
def test_addresses_are_written_as_browsers_write_them(text, url):
    assert check_url(text) == url


@every_row("text", NO_URLS)
def test_other_texts_are_no_address(text):
    with pytest.raises(InputError, match="expects an address such as"):
        check_url(text)


async def _app(scope, receive, send):
    """Answers with what it has been told of the request."""
    told = f"{scope['client'][0]} {scope['scheme']}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-told", told)]})
    await send({"type": "http.response.body", "body": b""})


def ask(
    url: str = "", method: str = "GET", behind_proxy: bool = False, kind: str = "http", **headers: str
) -> tuple[int, dict[str, str]]:
    """The status and headers of an answer."""
    sent: list[dict[str, Any]] = []

    async def send(message):
        sent.append(message)

    scope: Any = {
        "type": kind,
        "method": method,
        "scheme": "http",
        "client": ("127.0.0.1", 5),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    app = guarded(_app, find_address("127.0.0.1"), url, behind_proxy=behind_proxy)
    never: Any = None
    sender: Any = send

    async def call() -> None:
        await app(scope, never, sender)

    asyncio.run(call())
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


REQUESTS = [
    # url, method, headers, status
    ("", "GET", {"host": "127.0.0.1:8000"}, 200),
    ("", "GET", {"host": "localhost:8000"}, 200),
    ("", "GET", {"host": "evil.example"}, 403),
    ("", "GET", {"host": "contest.example.org"}, 403),
    ("", "POST", {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}, 200),
    ("", "POST", {"host": "127.0.0.1:8000"}, 200),  # no browser: scripts have no origin
    ("", "POST", {"host": "127.0.0.1:8000", "origin": "http://evil.example"}, 403),
    ("", "POST", {"host": "127.0.0.1:8000", "origin": "null"}, 403),
    ("", "POST", {"host": "127.0.0.1:8000", "origin": ""}, 403),
    ("", "PATCH", {"host": "127.0.0.1:8000", "origin": "https://127.0.0.1:8000"}, 403),
    (PUBLIC, "GET", {"host": "contest.example.org"}, 200),
    (PUBLIC, "GET", {"host": "CONTEST.example.org"}, 200),
    (PUBLIC, "GET", {"host": "contest.example.org.evil.example"}, 403),
    (PUBLIC, "POST", {"host": "contest.example.org", "origin": PUBLIC}, 200),
    (PUBLIC, "POST", {"host": "contest.example.org", "origin": "http://contest.example.org"}, 403),
    (PUBLIC, "POST", {"host": "127.0.0.1:8000", "origin": PUBLIC}, 200),  # a proxy that names us, not itself
    (PUBLIC, "POST", {"host": "127.0.0.1:8000", "origin": "http://evil.example"}, 403),
    (PUBLIC, "DELETE", {"host": "contest.example.org", "origin": "https://other.example.org"}, 403),
]


@every_row(("url", "method", "headers", "status"), REQUESTS)
def test_hosts_and_origins(url, method, headers, status):
    assert ask(url, method, **headers)[0] == status


def test_websockets_need_our_origin():
    assert ask(kind="websocket", host="127.0.0.1", origin="http://evil.example")[0] == 403


def test_headers_of_answers():
    _, plain = ask(host="localhost")
    assert plain["content-security-policy"] == CONTEST_POLICY
    assert "form-action 'self'" in CONTEST_POLICY
    assert "unsafe" not in CONTEST_POLICY
    assert plain["cache-control"] == "no-store"
    assert plain["x-content-type-options"] == "nosniff"
    assert "strict-transport-security" not in plain
    _, secure = ask(PUBLIC, host="contest.example.org")
    assert secure["strict-transport-security"].startswith("max-age=")
    assert secure["x-told"].endswith("https")
    _, refused = ask(host="evil.example")
    assert refused["content-security-policy"] == CONTEST_POLICY


CLIENTS = [
    (False, "9.9.9.9", "127.0.0.1"),  # anybody may send this header
    (True, "9.9.9.9", "9.9.9.9"),
    (True, "1.1.1.1, 9.9.9.9", "9.9.9.9"),  # the first one is what the client says of itself
    (True, "", "127.0.0.1"),
    (True, "x" * 100, "127.0.0.1"),
]


@every_row(("behind_proxy", "forwarded", "client"), CLIENTS)
def test_the_address_of_a_client(behind_proxy, forwarded, client):
    _, headers = ask(behind_proxy=behind_proxy, host="localhost", x_forwarded_for=forwarded)
    assert headers["x-told"].partition(" ")[0] == client
