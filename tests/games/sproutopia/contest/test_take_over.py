"""During a match the referee's thread serves the bots at the hub: no other thread does, and nothing gets lost."""

import asyncio
import threading
import time
from typing import Any

import pytest

from lanista.bots.poller import Poller
from lanista.bots.signalr import connection as connection_module
from lanista.bots.signalr import server as server_module
from lanista.games.sproutopia.contest.hub import SERVE_SECONDS, MatchHub
from lanista.games.sproutopia.contest.player import hub_player
from tests.clock import ManualClock
from tests.games.sproutopia.contest.client import RawClient
from tests.games.sproutopia.contest.conftest import Connect
from tests.loops import run

PATIENCE = 60.0


@pytest.fixture
def poller(hub: MatchHub) -> Poller:
    """Of a match whose thread is the test's."""
    return Poller()


def take_over(hub: MatchHub, poller: Poller) -> None:
    nobody: Any = None
    hub.take_over(poller, nobody, 0)


def serve_for_ever(poller: Poller) -> None:
    while True:
        poller.serve(PATIENCE)


def say_command(client: RawClient, action: int) -> None:
    call = {"type": 1, "target": "SendPlayerCommand", "arguments": [{"action": action, "botId": client.token}]}
    client.say(call | {"invocationId": "9"})


def test_commands_are_handled_while_the_match_waits(hub: MatchHub, connect: Connect, poller: Poller) -> None:
    client = connect()
    client.register()
    take_over(hub, poller)
    assert not any(thread.name == "signalr hub" for thread in threading.enumerate())
    say_command(client, 4)
    while not hub.has_command(0):
        poller.serve(PATIENCE)
    assert client.hear_until(3) == {"type": 3, "invocationId": "9", "result": None}
    hub.show(0, 1, b"{}")
    hub.show(0, 2, b'{"tick":1}')
    assert client.hear_until(1, "ReceiveBotState")["arguments"] == [{"tick": 1}]
    assert hub.take(0).text == "RIGHT@1"


def test_a_match_may_be_played_inside_another_event_loop(hub: MatchHub, connect: Connect, poller: Poller) -> None:
    """As in a notebook, whose cells run in a loop."""

    async def play() -> None:
        client = connect()
        client.register()
        take_over(hub, poller)
        say_command(client, 4)
        while not hub.has_command(0):
            poller.serve(PATIENCE)
        hub.close()
        await asyncio.sleep(0)

    run(play())
    assert hub.take(0).text == "RIGHT@1"


def test_what_has_arrived_by_the_deadline_counts(hub: MatchHub, connect: Connect, poller: Poller) -> None:
    client = connect()
    client.register()
    take_over(hub, poller)
    say_command(client, 1)
    poller.serve(PATIENCE)
    assert hub.has_command(0)


def test_a_client_that_breaks_the_protocol_is_disconnected(
    hub: MatchHub, connect: Connect, poller: Poller
) -> None:
    client = connect()
    client.register()
    take_over(hub, poller)
    client.send_bytes(b"\x81\x05Hello")
    poller.serve(PATIENCE)
    assert not hub.farmers[0].is_connected
    assert "expected a masked frame" in client.hear_until(7)["error"]
    assert client.hear() is None


def test_a_client_can_close(hub: MatchHub, connect: Connect, poller: Poller) -> None:
    client = connect()
    client.register()
    take_over(hub, poller)
    client.say({"type": 7})
    poller.serve(PATIENCE)
    assert not hub.farmers[0].is_connected
    assert client.hear() is None


def test_a_match_ends_as_soon_as_its_bots_have_left(
    hub: MatchHub,
    connect: Connect,
    poller: Poller,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "CLOSE_SECONDS", PATIENCE)
    client = connect()
    client.register()
    take_over(hub, poller)
    hub.end_game(0, b"{}", 1)
    client.drop()
    hub.close()
    assert not poller._sources
    assert not caplog.records


def test_a_bot_that_does_not_leave_is_disconnected(
    hub: MatchHub,
    connect: Connect,
    poller: Poller,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "CLOSE_SECONDS", 0.05)
    client = connect()
    client.register()
    take_over(hub, poller)
    hub.end_game(0, b"{}", 1)
    hub.close()
    assert client.hear_until(7)
    assert client.hear() is None
    assert not caplog.records


def test_a_lost_connection_is_noticed(hub: MatchHub, connect: Connect, poller: Poller) -> None:
    client = connect()
    client.register()
    take_over(hub, poller)
    client.drop()
    while hub.farmers[0].is_connected:
        poller.serve(PATIENCE)


def test_new_clients_are_served_too(hub: MatchHub, poller: Poller) -> None:
    take_over(hub, poller)
    refusals: list[str] = []

    def come_late() -> None:
        with RawClient(hub.address) as client:
            refusals.append(client.shake_hands().register()["error"])

    hub.show(0, 1, b"{}")
    late = threading.Thread(target=come_late)
    late.start()
    while late.is_alive():
        poller.serve(0.01)
    assert "the match has begun" in refusals[0]


def test_pings_are_sent_when_the_bots_are_served(
    hub: MatchHub, connect: Connect, poller: Poller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PING_SECONDS", 0.01)
    client = connect()
    take_over(hub, poller)
    for _ in range(2):
        time.sleep(0.02)
        hub.serve()
        assert client.hear() == {"type": 6}


def test_the_bots_are_served_even_if_none_sends_anything(hub: MatchHub, poller: Poller) -> None:
    player = hub_player("a")
    player.meet_at(hub)
    assert player.deadline() is None
    hub.clock = clock = ManualClock()
    take_over(hub, poller)
    assert player.deadline() == SERVE_SECONDS
    clock.pass_by(SERVE_SECONDS)
    player.expire(clock.now())
    assert player.deadline() == 2 * SERVE_SECONDS


def test_ctrl_c_while_a_bot_is_served_stops_the_match(
    hub: MatchHub, connect: Connect, poller: Poller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    client = connect()
    client.register()
    take_over(hub, poller)
    monkeypatch.setattr(hub, "call", interrupt)
    say_command(client, 1)
    with pytest.raises(KeyboardInterrupt):
        serve_for_ever(poller)
    hub.close()
    assert not poller._sources
