"""A bot with its own listener: every connection to it is that bot, whatever it says, and no other is."""

from __future__ import annotations

import socket
import uuid
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from lanista.bots.process.ports import HOST, open_port
from lanista.bots.signalr.server import HubServer
from lanista.games.sproutopia.contest.hub import MatchHub
from lanista.games.sproutopia.settings import STANDARD
from tests.games.sproutopia.contest.client import RawClient

NOT_YOURS = "this seat belongs to another bot"


class Seated:
    """A hub whose first two seats are bots with listeners; anybody may take the third."""

    def __init__(self, hub: MatchHub, stack: ExitStack) -> None:
        self.hub = hub
        self._stack = stack
        self.tokens = [farmer.id for farmer in hub.farmers]
        self._ports = [self._listen(seat) for seat in range(2)]
        hub.invite(2)

    def _listen(self, seat: int) -> int:
        self.hub.farmers[seat].owner = 1000 + seat
        listener = open_port(0)
        port: int = listener.getsockname()[1]
        self.hub.accept_from(listener, seat)
        return port

    def through(self, seat: int) -> RawClient:
        """A connection that comes in by the listener of a seat."""
        return self._stack.enter_context(RawClient(HOST, port=self._ports[seat])).shake_hands()

    def stranger(self) -> RawClient:
        """A connection to the port of this machine."""
        self.hub.open()
        return self._stack.enter_context(RawClient(self.hub.address)).shake_hands()


@pytest.fixture
def seated() -> Iterator[Seated]:
    hub = MatchHub(STANDARD, 3)
    with ExitStack() as stack:
        yield Seated(hub, stack)
    hub.close()


def test_bots_need_no_port_of_this_machine(seated, monkeypatch):
    monkeypatch.setattr(HubServer, "listen", lambda _: pytest.fail("a port was opened"))
    for seat in range(2):
        assert "error" not in seated.through(seat).register(seated.tokens[seat])
    assert [farmer.connection is not None for farmer in seated.hub.farmers] == [True, True, False]
    assert not seated.hub.address


def test_the_token_of_another_bot_is_of_no_use(seated):
    thief = seated.through(0)
    assert NOT_YOURS in thief.register(seated.tokens[1])["error"]
    assert "error" not in thief.register(seated.tokens[0])
    assert "error" not in seated.through(1).register(seated.tokens[1]), "the seat is still its own"


def test_a_stranger_cannot_take_the_seat_of_a_bot(seated):
    assert NOT_YOURS in seated.stranger().register(seated.tokens[0])["error"]
    assert "error" not in seated.through(0).register(seated.tokens[0])


def test_a_bot_cannot_take_a_seat_that_is_left_to_others(seated):
    assert NOT_YOURS in seated.through(0).register(str(uuid.uuid4()))["error"]
    assert "error" not in seated.stranger().register()
    assert seated.hub.farmers[2].connection is not None


def test_a_bot_cannot_command_another(seated):
    first, second = seated.through(0), seated.through(1)
    first.register(seated.tokens[0])
    second.register(seated.tokens[1])
    seated.hub.show(0, 1, b"{}")
    first.command(1, seated.tokens[1])
    second.command(4, seated.tokens[1])
    assert [seated.hub.take(seat).text for seat in range(2)] == ["IDLE", "RIGHT@1"]


def test_the_listeners_close_with_the_hub(seated):
    ports = list(seated._ports)
    seated.through(0)
    seated.hub.close()
    for port in ports:
        with pytest.raises(OSError):  # noqa: PT011 - refused
            socket.create_connection((HOST, port), 20)
