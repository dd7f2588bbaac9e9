"""The server through real HTTP on loopback: access, responses, live matches, people and take-overs."""

import json
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lanista.errors import InputError
from lanista.match import Plan, arrange
from lanista.replay import read_replay, verify
from lanista.web import engine_routes
from lanista.web.film import Reel
from lanista.web.gallery import Gallery, LiveShow
from lanista.web.guard import POLICY
from lanista.web.rerun import rerun_json
from lanista.web.server import Server
from lanista.web.transcribe import TranscribeError
from tests.processes import SECONDS


def wait_for(condition: Any, what: str, seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def events(lines: Iterator[str]) -> Iterator[Any]:
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line[6:])


def until_end(client: httpx.Client, path: str) -> list[Any]:
    found = []
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200
        for event in events(answer.iter_lines()):
            found.append(event)
            if event["type"] == "end":
                return found
    raise AssertionError("the stream ended before the match")


def short(*bots: str, turns: int = 30, seed: int = 3, **options: Any) -> Plan:
    return arrange("overdrive", list(bots), seed=seed, changes={"max_rounds": turns}, **options)


# Pages


def test_the_only_match_is_shown_directly(serve, replay_path):
    site = serve(replay_path)
    assert site.client.get("/").headers["location"] == "/m/1/"
    assert site.client.get("/m/1?seat=0").headers["location"] == "/m/1/?seat=0"
    page = site.client.get("/m/1/")
    assert page.headers["content-type"].startswith("text/html")
    assert 'src="start.js"' in page.text
    script = site.client.get("/m/1/start.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "start(board, " in script.text


def test_a_match_that_is_over_is_sent_as_start_and_moves(serve, replay_path, replay):
    site = serve(replay_path)
    script = site.client.get("/m/1/start.js").text
    assert "start(board, opened, rerunSource({ rules, game }));" in script
    for address in re.findall(r'from "([^"]+)"', script):
        assert site.client.get(address).status_code == 200
    sent = site.json("/m/1/rerun.json")
    assert sent["can"] == {"takeover": True, "play": []}
    assert sent == json.loads(rerun_json(Reel.of_replay(replay), sent["can"]))


def test_a_game_that_a_page_cannot_run_is_sent_as_a_film(serve, replay_path, monkeypatch):
    def refuse(*_: object) -> str:
        raise TranscribeError("no scene")

    monkeypatch.setattr(engine_routes, "pictures_script", refuse)
    script = serve(replay_path).client.get("/m/1/start.js").text
    assert "start(board, opened);" in script
    assert "rerun" not in script


def test_several_matches_are_listed_inert(serve, replay_path, tmp_path):
    evil = tmp_path / "<script>alert(1).gz"
    evil.write_bytes(replay_path.read_bytes())
    text = serve(replay_path, evil).client.get("/").text
    assert 'href="/m/1/"' in text
    assert 'href="/m/2/"' in text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


def test_films_for_everyone_and_for_a_seat(serve, replay_path):
    site = serve(replay_path)
    film = site.json("/m/1/film.json")
    assert film["seat"] is None
    assert film["can"] == {"takeover": True, "play": []}
    assert site.json("/m/1/film.json?seat=1")["seat"] == 1


@pytest.mark.parametrize(
    "path", ["/", "/m/1/", "/m/1/film.json", "/m/9/", "/lanista/web/static/main.js", "/nothing"]
)
def test_every_response_has_the_security_policy(serve, replay_path, path):
    headers = serve(replay_path).client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"


MISSING = [
    ("/m/9/", 404, "no match '9'"),
    ("/m/1/film.json?seat=7", 422, "seats 0 to 1, got seat 7"),
    ("/m/1/film.json?seat=x", 422, "expected a whole number for seat, got 'x'"),
    ("/m/1/live?from=x", 422, "expected a whole number for from"),
    ("/lanista/web/server.py", 404, "the viewer has no file"),
    ("/lanista/web/static/%2e%2e/server.py", 404, "the viewer has no file"),
    ("/lanista/games/overdrive/scene.py", 404, "the viewer has no file"),
    ("/lanista/%2e%2e/%2e%2e/etc/passwd", 404, ""),
]


@pytest.mark.parametrize(("path", "status", "said"), MISSING)
def test_missing_things_are_reported(serve, replay_path, path, status, said):
    answer = serve(replay_path).client.get(path)
    assert answer.status_code == status
    assert said in answer.json()["error"]


@pytest.mark.parametrize("path", ["web/static/main.js", "web/static/viewer.css", "games/overdrive/draw.js"])
def test_the_viewers_files(serve, replay_path, path):
    answer = serve(replay_path).client.get(f"/lanista/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] in ("text/javascript", "text/css")


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
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_the_host_must_be_this_machine(serve, replay_path, host, status):
    answer = serve(replay_path).client.get("/m/1/film.json", headers={"host": host})
    assert answer.status_code == status


def test_serving_other_machines_accepts_addresses_but_not_names(serve, replay_path):
    site = serve(replay_path, host="0.0.0.0")
    assert site.client.get("/m/1/film.json", headers={"host": "192.168.1.5:80"}).status_code == 200
    assert site.client.get("/m/1/film.json", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    ("origin", "status"), [("http://evil.example", 403), ("null", 403), (None, 409), ("own", 409)]
)
def test_a_foreign_page_cannot_post(serve, replay_path, origin, status):
    site = serve(replay_path)
    origin = site.server.url.rstrip("/") if origin == "own" else origin
    headers = {"origin": origin} if origin else {}
    body = {"seat": 0, "turn": 1, "move": "FIX"}
    assert site.client.post("/m/1/move", json=body, headers=headers).status_code == status


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
    answer = serve(replay_path).client.post("/m/1/move", content=body)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_port_in_use_is_reported(serve, replay_path):
    site = serve(replay_path)
    with pytest.raises(InputError, match=f"port {site.server.port}: .*choose another --port"):
        Server(Gallery(), port=site.server.port).__enter__()


# Live matches


def play_in_thread(site: Any, plan: Plan, *observers: Any) -> tuple[LiveShow, threading.Thread]:
    live = LiveShow("live", plan.seats, plan.people)
    site.gallery.add(live)
    thread = threading.Thread(target=plan.play, args=([live, *observers], None, live))
    thread.start()
    return live, thread


class Gate:
    """Blocks a match before each turn after a given one until it is opened."""

    def __init__(self, hold_after: int) -> None:
        self._hold_after = hold_after
        self.open = threading.Event()

    def begin(self, *_: object) -> None: ...

    def turn(self, turn, state) -> None:
        if turn.turn >= self._hold_after:
            assert self.open.wait(20)

    def end(self, *_: object) -> None: ...


def test_a_late_viewer_misses_nothing_and_gets_nothing_twice(serve):
    site = serve()
    gate = Gate(10)
    live, thread = play_in_thread(site, short("random", "cruise"), gate)
    wait_for(lambda: live._begun.is_set() and live.reel().turns == 10, "ten turns are played")
    film = site.json(f"/m/{live.id}/film.json")
    assert film["live"] is True
    assert film["can"]["takeover"] is False
    have = len(film["turns"])
    assert have == 10
    gate.open.set()
    later = until_end(site.client, f"/m/{live.id}/live?from={have}")
    thread.join(10)
    assert [event["line"]["turn"] for event in later[:-1]] == list(range(11, 31))
    whole = site.json(f"/m/{live.id}/film.json")
    assert whole["live"] is False
    assert [event["line"] for event in later[:-1]] == whole["turns"][10:]
    assert later[-1]["outcome"] == whole["outcome"]


def test_a_viewer_that_reconnects_resumes(serve, replay_path):
    site = serve(replay_path)
    path = "/m/1/live?from=3"
    with site.client.stream("GET", path, headers={"last-event-id": "100"}) as answer:
        first = next(events(answer.iter_lines()))
    assert first["line"]["turn"] == 101


def test_many_viewers_see_the_same(serve):
    site = serve()
    gate = Gate(0)
    live, thread = play_in_thread(site, short("random", "random"), gate)
    found: list[list[Any]] = []

    def look() -> None:
        with httpx.Client(base_url=site.server.url, timeout=SECONDS) as client:
            found.append(until_end(client, f"/m/{live.id}/live?from=0"))

    viewers = [threading.Thread(target=look) for _ in range(12)]
    for viewer in viewers:
        viewer.start()
    wait_for(lambda: live.viewers == 12, "all look on")
    gate.open.set()
    for viewer in viewers:
        viewer.join(20)
    thread.join(10)
    assert len(found) == 12
    assert all(one == found[0] for one in found)
    wait_for(lambda: live.viewers == 0, "they have left")


def test_a_slow_viewer_is_dropped_and_delays_nobody(serve):
    site = serve(slow_seconds=0.5)
    live, thread = play_in_thread(site, arrange("overdrive", ["random", "random"], seed=5))
    with socket.create_connection(("127.0.0.1", site.server.port)) as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.sendall(f"GET /m/{live.id}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert live.had_viewers.wait(10)
        thread.join(20)
        assert not thread.is_alive(), "the match went on"
        assert len(until_end(site.client, f"/m/{live.id}/live")) == live.reel().turns + 1
        wait_for(lambda: live.viewers == 0, "it is dropped")


def test_a_turn_is_seen_at_once(serve):
    """The time from the end of a turn to its arrival at a viewer."""
    site = serve()
    played: list[float] = []

    class Clock(Gate):
        def turn(self, turn, state) -> None:
            played.append(time.monotonic())
            time.sleep(0.02)

    live, thread = play_in_thread(site, short("random", "random"), Clock(0))
    seen = []
    with site.client.stream("GET", f"/m/{live.id}/live") as answer:
        for event in events(answer.iter_lines()):
            if event["type"] == "end":
                break
            seen.append(time.monotonic())
    thread.join(10)
    late = sorted(after - before for before, after in zip(played, seen, strict=True))
    assert late[len(late) // 2] < 0.5


# Persons


def answer(site: Any, match: str, seat: int, turn: int, move: str) -> httpx.Response:
    body = {"seat": seat, "turn": turn, "move": move}
    response: httpx.Response = site.client.post(f"/m/{match}/move", json=body)
    return response


def test_a_person_plays_a_whole_match(serve, tmp_path):
    site = serve()
    plan = short("human", "cruise", turns=25)
    show = LiveShow("live", plan.seats, plan.people)
    site.gallery.add(show)
    path = tmp_path / "person.gz"
    thread = threading.Thread(target=plan.play, args=([show], path, show))
    thread.start()
    asked, turns = 0, 0
    with httpx.Client(base_url=site.server.url, timeout=SECONDS).stream(
        "GET", f"/m/{show.id}/live?seat=0"
    ) as stream:
        for event in events(stream.iter_lines()):
            if event["type"] == "end":
                break
            turns += event["type"] == "turn"
            if event["type"] == "ask":
                asked += 1
                assert event["left_ms"] is None
                assert event["legal"] == sorted(set(event["legal"]))
                if asked == 2:
                    refused = answer(site, show.id, 0, event["turn"], "FLY")
                    assert refused.status_code == 422
                    assert "unknown command 'FLY'" in refused.json()["error"]
                assert answer(site, show.id, 0, event["turn"], event["legal"][-1]).status_code == 200
    thread.join(10)
    assert (asked, turns) == (25, 25)
    replay = read_replay(path)
    assert verify(replay).identical
    assert {line.verdicts[0] for line in replay.turns} == {"ok"}
    assert event["outcome"]["places"]


def test_a_person_cannot_see_more_than_the_seat(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=2))
    wait_for(lambda: live.question(0) is not None, "the person is asked")
    for path in ("film.json", "film.json?seat=1", "live", "live?seat=1"):
        refused = site.client.get(f"/m/{live.id}/{path}")
        assert refused.status_code == 403
        assert "until it is over, only ?seat=0" in refused.json()["error"]
    film = site.json(f"/m/{live.id}/film.json?seat=0")
    assert film["can"] == {"takeover": False, "play": [0]}
    assert film["seed"] is None
    for turn in (1, 2):
        wait_for(lambda: (q := live.question(0)) is not None and q.turn == turn, "asked")  # noqa: B023
        assert answer(site, live.id, 0, turn, "NOTHING").status_code == 200
    thread.join(10)
    assert site.json(f"/m/{live.id}/film.json")["seed"] == 3


def test_moves_that_were_not_asked_for(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=1))
    wait_for(lambda: live.question(0) is not None, "the person is asked")
    for seat, turn, said in ((0, 2, "turn 1 is asked"), (1, 1, "seat 1 is not asked"), (7, 1, "not asked")):
        refused = answer(site, live.id, seat, turn, "NOTHING")
        assert refused.status_code == 409
        assert said in refused.json()["error"]
    assert answer(site, live.id, 0, 1, "NOTHING").status_code == 200
    thread.join(10)
    assert answer(site, live.id, 0, 1, "NOTHING").status_code == 409


def test_two_people_in_one_match(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "human", turns=3))
    for turn in (1, 2, 3):
        for seat in (0, 1):
            wait_for(lambda: (q := live.question(seat)) is not None and q.turn == turn, "asked")  # noqa: B023
            assert answer(site, live.id, seat, turn, "ACCELERATE").status_code == 200
    thread.join(10)
    assert site.json(f"/m/{live.id}/film.json")["turns"][2]["moves"] == ["ACCELERATE"] * 2


def test_a_late_page_gets_the_question(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=1))
    wait_for(lambda: live.question(0) is not None, "the person is asked")
    for _ in range(2):
        with site.client.stream("GET", f"/m/{live.id}/live?seat=0") as stream:
            assert next(events(stream.iter_lines()))["type"] == "ask"
    answer(site, live.id, 0, 1, "NOTHING")
    thread.join(10)


# Take-overs


def test_a_bot_takes_over(serve, replay_path):
    site = serve(replay_path)
    taken = site.client.post("/m/1/takeover", json={"turn": 40, "seat": 1, "bot": "search"})
    assert taken.status_code == 200
    match = taken.json()["id"]
    until_end(site.client, f"/m/{match}/live")
    old, new = site.json("/m/1/film.json"), site.json(f"/m/{match}/film.json")
    assert new["branch"] == {"of": replay_path.name, "turn": 40, "seat": 1}
    assert site.json(f"/m/{new['branch']['of']}/film.json") == old, "what it goes on from is found by that name"
    assert [turn["moves"] for turn in new["turns"][:40]] == [turn["moves"] for turn in old["turns"][:40]]
    assert new["turns"][40:] != old["turns"][40:]
    assert new["seats"][1]["name"] == "search"


def test_a_person_takes_over(serve, replay_path):
    site = serve(replay_path)
    match = site.client.post("/m/1/takeover", json={"turn": 40, "seat": 1, "bot": "human"}).json()["id"]
    with site.client.stream("GET", f"/m/{match}/live?seat=1&from=40") as stream:
        asked = next(events(stream.iter_lines()))
    assert (asked["type"], asked["turn"], asked["seat"]) == ("ask", 41, 1)
    assert answer(site, match, 1, 41, asked["legal"][0]).status_code == 200


REFUSED = [
    ({"turn": 999, "seat": 1, "bot": "human"}, "expected a turn from 0"),
    ({"turn": 4, "seat": 2, "bot": "human"}, "seats 0 to 1, got seat 2"),
    ({"turn": 4, "seat": 1, "bot": "python3 -c pass"}, "expected `human` or a built-in bot"),
    ({"turn": 4, "seat": 1}, "missing required field `bot`"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_an_invalid_take_over(serve, replay_path, body, said):
    refused = serve(replay_path).client.post("/m/1/takeover", json=body)
    assert refused.status_code == 422
    assert said in refused.json()["error"]


def test_programs_that_a_replay_names_are_started_only_if_it_is_trusted(serve, tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    path = tmp_path / "m.gz"
    short(str(bot), "cruise", turns=12).play(replay=path)
    body = {"turn": 4, "seat": 1, "bot": "random"}
    refused = serve(path).client.post("/m/1/takeover", json=body)
    assert refused.status_code == 422
    assert "seat 0: the replay names a program of this machine" in refused.json()["error"]
    site = serve(path, trusted=True)
    match = site.client.post("/m/1/takeover", json=body).json()["id"]
    assert until_end(site.client, f"/m/{match}/live")[-1]["outcome"]


def test_a_live_match_cannot_be_taken_over(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=1))
    wait_for(lambda: live.question(0) is not None, "the person is asked")
    refused = site.client.post(f"/m/{live.id}/takeover", json={"turn": 0, "seat": 0, "bot": "cruise"})
    assert "still being played" in refused.json()["error"]
    answer(site, live.id, 0, 1, "NOTHING")
    thread.join(10)
    again = site.client.post(f"/m/{live.id}/takeover", json={"turn": 0, "seat": 0, "bot": "cruise"})
    assert again.status_code == 200


# The end


def test_nothing_is_left_behind(replay_path):
    def once() -> None:
        from lanista.web.gallery import ReplayShow

        gallery = Gallery()
        gallery.add(ReplayShow(replay_path))
        with Server(gallery) as server, httpx.Client(base_url=server.url, timeout=SECONDS) as client:
            client.get("/m/1/film.json")
            match = client.post("/m/1/takeover", json={"turn": 3, "seat": 0, "bot": "human"}).json()["id"]
            with client.stream("GET", f"/m/{match}/live?seat=0") as stream:
                assert next(events(stream.iter_lines()))

    once()
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        once()
    wait_for(lambda: threading.active_count() <= threads, "no threads are left")
    assert len(os.listdir("/proc/self/fd")) <= files


def test_it_stops_although_a_viewer_stays_connected(replay_path):
    from lanista.web.gallery import ReplayShow

    gallery = Gallery()
    gallery.add(ReplayShow(replay_path))
    with Server(gallery) as server, socket.create_connection(("127.0.0.1", server.port)) as lazy:
        lazy.sendall(b"GET /m/1/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: gallery.shows()[0].viewers == 1, "it looks on")
        began = time.monotonic()
        server.__exit__()
        assert time.monotonic() - began < 8
