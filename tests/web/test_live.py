"""Live matches through a real server: what viewers receive, how they are refused, and how connections end."""

import socket
import threading
import time
from typing import Any

import pytest

from lanista.match.planning import plan_match
from lanista.web import streams
from lanista.web.presence import MAX_PAGES, PAGE_SECONDS, Presence
from tests.web.live_client import Gate, LiveClient, handshake, play_in_thread, short, turns_of, until_end, wait_for


def test_a_late_viewer_misses_nothing_and_gets_nothing_twice(serve):
    site = serve()
    gate = Gate(10)
    live, thread = play_in_thread(site, short("random", "cruise"), gate)
    wait_for(lambda: live._begun.is_set() and live.history().turns == 10, "ten turns are played")
    film = site.json(f"/m/{live.id}/match.json")
    assert film["live"] is True
    assert film["can"]["takeover"] is False
    have = len(turns_of(site, live.id))
    assert have == 10
    gate.open.set()
    later = until_end(site, f"/m/{live.id}/live?from={have}")
    thread.join(10)
    assert [event["line"]["turn"] for event in later[:-1]] == list(range(11, 31))
    whole = site.json(f"/m/{live.id}/match.json")
    assert whole["live"] is False
    assert [event["line"] for event in later[:-1]] == turns_of(site, live.id)[10:]
    assert later[-1]["outcome"] == whole["outcome"]


def test_a_viewer_that_reconnects_resumes(serve, replay_path):
    with LiveClient(serve(replay_path).server.port, "/m/match.jsonl.gz/live?from=100") as viewer:
        assert next(viewer.messages())["line"]["turn"] == 101


def test_many_viewers_see_the_same(serve):
    site = serve()
    gate = Gate(0)
    live, thread = play_in_thread(site, short("random", "random"), gate)
    found: list[list[Any]] = []

    def look() -> None:
        found.append(until_end(site, f"/m/{live.id}/live?from=0"))

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
    live, thread = play_in_thread(site, plan_match("overdrive", ["random", "random"], seed=5))
    with socket.create_connection(("127.0.0.1", site.server.port)) as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.sendall(handshake(f"/m/{live.id}/live"))
        assert live.had_viewers.wait(10)
        thread.join(20)
        assert not thread.is_alive(), "the match went on"
        assert len(until_end(site, f"/m/{live.id}/live")) == live.history().turns + 1
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
    with LiveClient(site.server.port, f"/m/{live.id}/live") as viewer:
        seen = [time.monotonic() for event in viewer.messages() if event["type"] == "turn"]
    thread.join(10)
    late = sorted(after - before for before, after in zip(played, seen, strict=True))
    assert late[len(late) // 2] < 0.5


# Who may connect


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/m/match.jsonl.gz/live?from=x", 4422, "expected a whole number for from"),
        ("/m/match.jsonl.gz/live?seat=7", 4422, "seats 0 to 1, got seat 7"),
        ("/m/9/live", 4404, "no match '9'"),
    ],
)
def test_a_viewer_is_refused_with_a_reason(serve, replay_path, path, code, said):
    with LiveClient(serve(replay_path).server.port, path) as viewer:
        assert list(viewer.messages()) == []
    assert viewer.code == code
    assert said in viewer.reason


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"origin": "http://evil.example"}, "a page of this server"),
        ({"origin": "null"}, "a page of this server"),
        ({"host": "evil.example"}, "this machine in the Host header"),
        ({"host": "evil.example", "origin": "http://evil.example"}, "this machine in the Host header"),
    ],
)
def test_a_foreign_page_cannot_follow_a_match(serve, replay_path, headers, said):
    with LiveClient(serve(replay_path).server.port, "/m/match.jsonl.gz/live", **headers) as viewer:
        assert list(viewer.messages()) == []
    assert viewer.status == 403
    assert said in viewer.reason


def test_a_page_of_the_server_can_follow_a_match(serve, replay_path):
    port = serve(replay_path).server.port
    own = {"host": f"localhost:{port}", "origin": f"http://localhost:{port}"}
    with LiveClient(port, "/m/match.jsonl.gz/live", **own) as viewer:
        assert next(viewer.messages())["type"] == "turn"


@pytest.mark.parametrize(("text", "codes"), [("hello", (1008,)), ("x" * 5000, (1009, None))])
def test_viewers_have_nothing_to_say(serve, text, codes):
    site = serve()
    gate = Gate(1)
    live, thread = play_in_thread(site, short("random", "random", turns=2), gate)
    with LiveClient(site.server.port, f"/m/{live.id}/live") as viewer:
        assert next(viewer.messages())["type"] == "turn"
        viewer.say(text)
        list(viewer.messages())
    assert viewer.code in codes
    wait_for(lambda: live.viewers == 0, "it is dropped")
    gate.open.set()
    thread.join(10)


def test_a_quiet_match_still_gives_signs_of_life(serve, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    site = serve()
    gate = Gate(1)
    live, thread = play_in_thread(site, short("random", "random", turns=2), gate)
    with LiveClient(site.server.port, f"/m/{live.id}/live?from=1") as viewer:
        assert next(viewer.messages()) == {"type": "beat"}
    gate.open.set()
    thread.join(10)


# Pages that stay open after the end


def test_pages_that_stay_open_are_known(serve, replay_path):
    site = serve(replay_path)
    show = site.gallery.shows()[0]
    for number in (1, 2, 2):
        said = site.client.post("/m/match.jsonl.gz/here", json={"page": f"a{number}", "open": True})
        assert said.status_code == 200
    assert show.viewers == 2
    assert not site.gallery.is_deserted(0)
    for number in (1, 2):
        site.client.post("/m/match.jsonl.gz/here", json={"page": f"a{number}", "open": False})
    assert show.viewers == 0
    assert site.gallery.is_deserted(0)
    assert not site.gallery.is_deserted(60)
    assert site.client.post("/m/match.jsonl.gz/here", json={"page": "<x>", "open": True}).status_code == 422


def test_pages_that_say_nothing_are_forgotten():
    now = [0.0]
    pages = Presence(lambda: now[0])
    pages.opened("old")
    now[0] = PAGE_SECONDS - 1
    pages.opened("new")
    assert len(pages) == 2
    now[0] = PAGE_SECONDS
    assert len(pages) == 1
    for number in range(2 * MAX_PAGES):
        pages.opened(str(number))
    assert len(pages) == MAX_PAGES
