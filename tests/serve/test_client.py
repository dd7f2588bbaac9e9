"""The client of contest servers: where it sends tokens, and what it makes of answers."""

from __future__ import annotations

import http.server
import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.core.errors import FileError, InputError
from lanista.serve.client import ServerAddress, ServerClient, ServerError, read_address
from lanista.serve.login import check_token, read_token, store_token, stored_token, tokens_file


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://contest.example/c/autumn-cup", ("https://contest.example", "autumn-cup")),
        ("https://contest.example/c/cup/table", ("https://contest.example", "cup")),
        ("contest.example/c/cup", ("https://contest.example", "cup")),
        ("https://contest.example", ("https://contest.example", "")),
        ("https://contest.example:8443/", ("https://contest.example:8443", "")),
        ("http://127.0.0.1:8000/c/cup", ("http://127.0.0.1:8000", "cup")),
        ("localhost:8000/c/cup", ("http://localhost:8000", "cup")),
        ("http://[::1]:8000/c/cup", ("http://[::1]:8000", "cup")),
        ("HTTPS://Contest.Example/c/cup", ("https://contest.example", "cup")),
    ],
)
def test_addresses(text: str, address: tuple[str, str]) -> None:
    assert read_address(text) == ServerAddress(*address)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://contest.example/c/cup", "is not this machine"),
        ("http://127.0.0.1.evil.example/c/cup", "is not this machine"),
        ("http://localhost.evil.example/c/cup", "is not this machine"),
        ("https://me:secret@contest.example/", "without a name or a password"),
        ("file:///etc/passwd", "expected an address such as"),
        ("ftp://contest.example/", "expected an address such as"),
        ("", "expected an address such as"),
        ("https://", "expected an address such as"),
        ("https://host:port/", "is no address"),
        ("https://[::1/", "is no address"),
    ],
)
def test_odd_addresses_are_refused(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_address(text)


def test_http_to_another_machine_needs_a_word() -> None:
    assert read_address("http://contest.example/c/cup", insecure=True).origin == "http://contest.example"


def test_a_contest_must_be_named() -> None:
    with pytest.raises(InputError, match="expected the address of a contest"):
        _ = read_address("https://contest.example").contest


ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/ok": (200, {}, b'{"a": 1}'),
    "/moved": (302, {"location": "http://127.0.0.2:1/steal"}, b""),
    "/kept": (307, {"location": "/ok"}, b""),
    "/refused": (409, {}, json.dumps({"error": "not \x1b[31mnow"}).encode()),
    "/unknown": (401, {}, b'{"error": "this token is unknown"}'),
    "/often": (429, {"retry-after": "7"}, b'{"error": "too often"}'),
    "/page": (200, {}, b"<html>"),
    "/broken": (500, {}, b"<html>"),
}
SEEN: list[tuple[str, str]] = []  # paths and tokens


class Odd(http.server.BaseHTTPRequestHandler):
    """A server with odd answers."""

    def do_GET(self) -> None:
        SEEN.append((self.path, self.headers.get("authorization", "")))
        status, headers, data = ANSWERS[self.path.partition("?")[0]]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def odd() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Odd) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join(10)


def test_answers_are_decoded_and_tokens_sent(odd: str) -> None:
    client = ServerClient(read_address(odd), "secret")
    assert client.get("/ok", name="a b") == {"a": 1}
    assert client.post("/ok", {"x": 1}) == {"a": 1}
    assert client.upload("/ok", b"data", name="bot.zip") == {"a": 1}
    assert ("/ok?name=a+b", "Bearer secret") in SEEN


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("/moved", 302, "sends us to http://127.0.0.2:1/steal"),
        ("/kept", 307, "sends us to /ok"),
        ("/refused", 409, "not �.31mnow"),
        ("/unknown", 401, "this token is unknown; make a token .* run `lanista login"),
        ("/often", 429, "too often"),
        ("/page", 502, "does not answer as a contest server does"),
        ("/broken", 500, "it answers 500"),
    ],
)
def test_refusals_are_told(odd: str, path: str, status: int, why: str) -> None:
    for ask in (ServerClient(read_address(odd), "secret").get, ServerClient(read_address(odd), "secret").post):
        with pytest.raises(ServerError, match=why) as caught:
            ask(path)
        assert caught.value.status == status
    assert caught.value.seconds == (7.0 if status == 429 else 0.0)


def test_a_server_that_is_away() -> None:
    with pytest.raises(ServerError, match="does not answer") as caught:
        ServerClient(read_address("http://127.0.0.1:9/")).get("/ok")
    assert caught.value.is_passing


def test_proxies_do_not_get_what_is_for_this_machine(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    assert ServerClient(read_address(odd), "secret").get("/ok") == {"a": 1}


# Tokens


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_tokens_are_stored_by_server(config: Path) -> None:
    assert stored_token("https://a.example") == ""
    path = store_token("https://a.example", "one")
    store_token("https://b.example", "two")
    assert path == tokens_file()
    assert path.is_relative_to(config)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (stored_token("https://a.example"), stored_token("https://b.example")) == ("one", "two")
    assert stored_token("http://a.example") == "", "not by http"
    path.chmod(0o644)
    with pytest.raises(FileError, match="chmod 600"):
        stored_token("https://a.example")


@pytest.mark.parametrize("text", ["", "not json", "[1]", '{"https://a.example": 1}'])
def test_damaged_files_are_told(config: Path, text: str) -> None:
    path = store_token("https://a.example", "one")
    path.write_text(text)
    with pytest.raises(FileError, match="run `lanista login` again"):
        stored_token("https://a.example")


def test_a_token_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("secret\n")
    path.chmod(0o600)
    assert read_token(path) == "secret"
    path.chmod(0o640)
    with pytest.raises(FileError, match="chmod 600"):
        read_token(path)


@pytest.mark.parametrize("text", ["", "two words", "x" * 500, "a\r\nb", "é"])
def test_odd_tokens_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected a token"):
        check_token(text)
