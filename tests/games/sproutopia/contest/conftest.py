"""A hub, and raw clients of it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from lanista.games.sproutopia.contest.hub import MatchHub
from lanista.games.sproutopia.settings import STANDARD
from tests.games.sproutopia.contest.client import RawClient

Connect = Callable[..., RawClient]


@pytest.fixture
def hub() -> Iterator[MatchHub]:
    """A hub of four seats that any bot may take."""
    match = MatchHub(STANDARD, 4)
    match.open()
    for seat in range(4):
        match.invite(seat)
    yield match
    match.close()


@pytest.fixture
def connect(hub: MatchHub) -> Iterator[Connect]:
    """Opens connections, with the handshake done."""
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(RawClient(hub.address, **how)).shake_hands()
