"""The server through real HTTP on loopback: pages, responses, and who may ask."""

import json
import os
import re
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from lanista.core.errors import InputError
from lanista.league.store.replay_files import digest_of
from lanista.web.address import find_address
from lanista.web.film import MatchHistory
from lanista.web.gallery import Gallery
from lanista.web.guard import POLICY, Guard
from lanista.web.rerun import whole_json
from lanista.web.server import ViewerServer
from lanista.web.show import ID_DIGITS, ReplayShow
from tests.loops import run
from tests.processes import SECONDS
from tests.web.live_client import LiveClient, asked, handshake, own, short, wait_for

# Pages


def test_the_only_match_is_shown_directly(serve, replay_path):
    site = serve(replay_path)
    address = f"/m/{digest_of(replay_path)[:ID_DIGITS]}/"
    assert site.client.get("/").headers["location"] == address
    assert site.client.get(f"{address[:-1]}?seat=0").headers["location"] == f"{address}?seat=0"
    page = site.client.get(address)
    assert page.headers["content-type"].startswith("text/html")
    assert 'src="start.js"' in page.text
    script = site.client.get("/m/match.jsonl.gz/start.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "start(board, " in script.text


def test_a_match_that_is_over_is_sent_as_start_and_moves(serve, replay_path, replay):
    site = serve(replay_path)
    script = site.client.get("/m/match.jsonl.gz/start.js").text
    assert "start(board, rerunSource({ rules }, rulesIn), opened);" in script
    assert site.client.get("/m/match.jsonl.gz/rules.js").text in script.replace("import * as rules", "export *")
    for address in re.findall(r'from "([^"]+)"', script):
        assert site.client.get(address).status_code == 200
    sent = site.json("/m/match.jsonl.gz/match.json")
    assert sent.pop("can") == {"takeover": True, "pin": True, "play": [], "again": []}
    turns = sent.pop("part")["turns"]
    while len(turns) < sent["rerun"]["last"]:
        turns += site.json(f"/m/match.jsonl.gz/turns.json?from={len(turns)}")["turns"]
    whole = json.loads(whole_json(MatchHistory.of_replay(replay)))
    assert turns == whole["part"]["turns"]
    assert sent == {name: whole[name] for name in sent}
    for wrong in ("121", "-1", "x"):
        refused = site.client.get(f"/m/match.jsonl.gz/turns.json?from={wrong}")
        assert refused.status_code == 422
        assert "expected a turn from 0 to 120" in refused.json()["error"]


def test_several_matches_are_listed_as_data(serve, replay_path, tmp_path):
    evil = tmp_path / "<script>alert(1).gz"
    evil.write_bytes(replay_path.read_bytes())
    site = serve(replay_path, evil)
    assert "alert(1)" not in site.client.get("/").text
    deadline = time.monotonic() + SECONDS
    while len(found := site.json("/matches.json")["matches"]) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert {card["id"]: card["file"] for card in found} == {
        site.gallery.find(name).id: name for name in (replay_path.name, evil.name)
    }


def test_a_match_that_is_over_is_the_same_for_all(serve, replay_path):
    site = serve(replay_path)
    film = site.json("/m/match.jsonl.gz/match.json")
    assert film["seat"] is None
    assert film["can"] == {"takeover": True, "pin": True, "play": [], "again": []}
    of_seat = site.json("/m/match.jsonl.gz/match.json?seat=1")
    first, second = film.pop("part"), of_seat.pop("part")  # as many turns as were played in time: more, later
    assert of_seat == film
    assert second["turns"][: len(first["turns"])] == first["turns"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/m/match.jsonl.gz/match.json",
        "/m/match.jsonl.gz/",
        "/m/9/",
        "/lanista/web/static/viewer/main.js",
        "/no",
    ],
)
def test_every_response_has_the_security_policy(serve, replay_path, path):
    headers = serve(replay_path).client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"


MISSING = [
    ("/m/9/", 404, "no match '9'"),
    ("/m/match.jsonl.gz/match.json?seat=7", 422, "seats 0 to 1, got seat 7"),
    ("/m/match.jsonl.gz/match.json?seat=x", 422, "expected a whole number for seat, got 'x'"),
    ("/lanista/web/server.py", 404, "the viewer has no file"),
    ("/lanista/web/static/%2e%2e/server.py", 404, "the viewer has no file"),
    ("/lanista/games/overdrive/frames.py", 404, "the viewer has no file"),
    ("/lanista/%2e%2e/%2e%2e/etc/passwd", 404, ""),
]


@pytest.mark.parametrize(("path", "status", "said"), MISSING)
def test_missing_things_are_reported(serve, replay_path, path, status, said):
    answer = serve(replay_path).client.get(path)
    assert answer.status_code == status
    assert said in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["web/static/viewer/main.js", "web/static/viewer/viewer.css", "games/overdrive/show/draw.js"]
)
def test_the_viewers_files(serve, replay_path, path):
    answer = serve(replay_path).client.get(f"/lanista/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] in ("text/javascript", "text/css")


def test_a_person_who_opens_an_address_gets_a_page_that_leads_on(serve, replay_path):
    site = serve(replay_path)
    for path, status in (("/m/77/", 404), ("/nothing", 404), ("/m/<b>x/", 404)):
        page = site.client.get(path, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert page.status_code == status
        assert page.headers["content-type"].startswith("text/html")
        assert '<a href="/">' in page.text
        assert "<b>" not in page.text, "a request is never markup"
        assert site.client.get(path).json()["error"]


# Who may ask

HOSTS = [
    ("evil.example", 403),
    ("evil.example:80", 403),
    ("127.0.0.1.evil.example", 403),
    ("192.168.1.5", 403),
    ("", 403),
    ("localhost:1", 200),
    ("127.0.0.1", 200),
    ("[::1]:5", 200),
    ("127.0.0.1:80@evil.example", 403),
    ("127.0.0.1@evil.example", 403),
    ("evil.example@127.0.0.1", 403),
    ("localhost:80:80", 403),
    ("localhost:", 403),
    ("localhost:0", 403),
    ("localhost:65536", 403),
    ("localhost:x", 403),
    ("localhost:-1", 403),
    ("localhost:٣", 403),
    ("localhost/evil.example", 403),
    ("localhost#evil.example", 403),
    ("localhost?evil.example", 403),
    ("localhost evil.example", 403),
    ("localhost,evil.example", 403),
    ("localhost.", 403),
    ("LOCALHOST", 200),
    ("::1", 403),
    ("[::1", 403),
    ("::1]", 403),
    ("[[::1]]", 403),
    ("[::1]x:80", 403),
    ("[::1%lo]:80", 403),
    ("[127.0.0.1]", 403),
    ("[localhost]", 403),
    ("[::ffff:192.168.1.5]", 403),
    ("127.1", 403),
    ("2130706433", 403),
    ("0x7f.0.0.1", 403),
    ("127.0.0.01", 403),
    ("127.0.0.1\t", 200),
    ("user:secret@localhost", 403),
    ("http://localhost", 403),
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_the_host_must_be_this_machine(guarded, host, status):
    """Headers as the application receives them: the server strips spaces around their values."""
    assert guarded(host.strip()) == status


@pytest.mark.parametrize("host", ["127.0.0.1:80@evil.example", "evil.example", "localhost,evil.example"])
def test_the_server_asks_for_the_host(serve, replay_path, host):
    answer = serve(replay_path).client.get("/m/match.jsonl.gz/match.json", headers={"host": host})
    assert answer.status_code == 403


@pytest.fixture(scope="module")
def guarded() -> Callable[[str], int]:
    """The status with which a request for a host is answered."""

    async def answered(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def ask(host: str) -> int:
        found: list[int] = []

        async def send(message: Any) -> None:
            found.append(message.get("status", 0))

        scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())]}
        run(Guard(answered, find_address("127.0.0.1"))(scope, None, send))
        return found[0]

    return ask


NAMES = [("localhost", "127.0.0.1"), ("LOCALHOST", "localhost"), ("127.0.0.1", "localhost"), ("::1", "[::1]")]


@pytest.mark.parametrize(("host", "asked_for"), NAMES)
def test_a_server_is_named_by_an_address_or_a_name(serve, replay_path, host, asked_for):
    site = serve(replay_path, host=host)
    assert site.client.get("/m/match.jsonl.gz/match.json").status_code == 200
    headers = {"host": f"{asked_for}:{site.server.port}"}
    assert site.client.get("/m/match.jsonl.gz/match.json", headers=headers).status_code == 200


def test_a_name_stands_for_all_its_addresses(monkeypatch):
    found = [(socket.AF_INET6, 1, 6, "", ("fd00::7", 0, 0, 0)), (socket.AF_INET, 1, 6, "", ("192.168.7.7", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: list(found))
    address = find_address("Club.Example")
    assert (address.numeric, address.shown) == ("192.168.7.7", "club.example")
    for host in ("club.example:80", "CLUB.example", "192.168.7.7:80", "[fd00::7]:80", "localhost"):
        assert address.is_ours(host), host
    for host in ("evil.example", "192.168.7.8", "club.example.evil.example"):
        assert not address.is_ours(host), host


@pytest.mark.parametrize("host", ["nosuch.invalid", "", "a" * 300, "x y"])
def test_a_host_without_an_address_is_reported(host):
    with pytest.raises(InputError, match=r"cannot serve at .*no address has that name; give an address"):
        ViewerServer(Gallery(), host)


def test_serving_other_machines_accepts_addresses_but_not_names(serve, replay_path):
    site = serve(replay_path, host="0.0.0.0")
    assert site.client.get("/m/match.jsonl.gz/match.json", headers={"host": "192.168.1.5:80"}).status_code == 200
    assert site.client.get("/m/match.jsonl.gz/match.json", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    ("origin", "status"), [("http://evil.example", 403), ("null", 403), (None, 409), ("own", 409)]
)
def test_a_foreign_page_cannot_post(serve, replay_path, origin, status):
    site = serve(replay_path)
    origin = site.server.url.rstrip("/") if origin == "own" else origin
    headers = {"origin": origin} if origin else {}
    body = {"seat": 0, "turn": 1, "move": "FIX"}
    assert site.client.post("/m/match.jsonl.gz/move", json=body, headers=headers).status_code == status


BODIES = [
    (b"", 422),
    (b"{", 422),
    (b"[" * 30000, 422),
    (b'{"seat":0,"turn":"1","move":"FIX"}', 422),
    (b'{"seat":0,"turn":1}', 422),
    (b'{"seat":0,"turn":1,"move":"FIX","more":1}', 422),
    (b"x" * 100_000, 413),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=range(len(BODIES)))
def test_an_invalid_body(serve, replay_path, body, status):
    answer = serve(replay_path).client.post("/m/match.jsonl.gz/move", content=body)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_port_in_use_is_reported(serve, replay_path):
    site = serve(replay_path)
    with pytest.raises(InputError, match=f"port {site.server.port}: .*choose another --port"):
        ViewerServer(Gallery(), port=site.server.port).__enter__()


# The end


def test_nothing_is_left_behind(replay_path):
    def once() -> None:
        gallery = Gallery()
        gallery.add(ReplayShow(replay_path))
        with ViewerServer(gallery) as server, httpx.Client(base_url=server.url, timeout=SECONDS) as client:
            client.get("/m/match.jsonl.gz/match.json")
            made = client.post("/m/match.jsonl.gz/takeover", json={"turn": 3, "seat": 0, "bot": "human"}).json()
            with LiveClient(server.port, f"/m/{made['id']}/live?seat=0&key={made['key']}") as viewer:
                assert next(viewer.messages())

    once()
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        once()
    wait_for(lambda: threading.active_count() <= threads, "no threads are left")
    assert len(os.listdir("/proc/self/fd")) <= files


def test_it_stops_although_a_viewer_stays_connected(serve):
    site = serve()
    live = site.gallery.play(short("human", "cruise"))
    asked(live, 0)
    with socket.create_connection(("127.0.0.1", site.server.port)) as lazy:
        lazy.sendall(handshake(own(live, "live")))
        wait_for(lambda: live.viewers == 1, "it looks on")
        began = time.monotonic()
        site.server.__exit__()
        assert time.monotonic() - began < 8
