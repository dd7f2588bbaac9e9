"""Answers of Entelect Challenge bots, however broken: a verdict, never an exception."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lanista.bots.player import BotAnswer
from lanista.bots.protocol.working_copy import WorkingCopy
from lanista.core.text import MAX_QUOTED
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.games.overdrive.contest.player import RoundFilesPlayer
from lanista.games.tower_defence.contest.player import COMMAND, RoundProcessPlayer
from lanista.match.referee import judge
from tests.fuzz.mutations import cases, mutate_bytes

ORDERS = [b"3,4,1", b"0,0,3", b"5,1,2\r\nmore", b"3,4,5", b"000001,1,0", b"No Command"]
COMMANDS = [b"ACCELERATE", b"USE_TWEET 4 75", b"TURN_LEFT", b"USE_BOOST", b"NOTHING"]


@pytest.fixture
def copy(tmp_path: Path) -> Any:
    (tmp_path / "bot").mkdir()
    copy = WorkingCopy(tmp_path / "bot")
    yield copy
    copy.close()


def check(game: str, state: Any, answer: BotAnswer) -> None:
    """Every answer gets a verdict with a short reason."""
    judge(get_game(game), state, 0, answer)
    assert isinstance(answer.verdict, Verdict)
    assert len(answer.reason) < 3 * MAX_QUOTED


def test_orders_of_2018(copy):
    game = get_game("tower_defence")
    state = game.start(game.configure(), 3, 2)
    player: Any = RoundProcessPlayer(["sh"], "bot", copy.cwd)
    player._copy, player._exit = copy, "exit status 0"
    for rng in cases(400, "orders"):
        (copy.cwd / COMMAND).write_bytes(mutate_bytes(rng, rng.choice(ORDERS)))
        check("tower_defence", state, player._order())


def test_answers_of_2020(copy):
    game = get_game("overdrive")
    state = game.start(game.configure(), 3, 2)
    for rng in cases(400, "answers"):
        player: Any = RoundFilesPlayer(["sh"], "bot", copy.cwd)
        player._opening = SimpleNamespace(state=state, seat=0)
        player._exchange.start(time.monotonic, None)
        player._exchange.ask(1, None)
        player._take_output(mutate_bytes(rng, b"C;1;" + rng.choice(COMMANDS)) + b"\n")
        check("overdrive", state, player.take())
