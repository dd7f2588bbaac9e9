"""Measures of the contests' protocols: a turn of a match, and the same exchange without a match around it."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lanista.bots.player import BotPlayer, Budgets
from lanista.bots.process.ports import open_port
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.game import Game
from lanista.match.referee import MatchSetup, Referee
from lanista.tools.bench.suite import SEED, TurnTimer

BOT = "bot.py"
PYTHON = (sys.executable, "-I", "-S")  # starts fast, in isolation
REPETITIONS = 3  # alternating, so that noise affects all alike; the minimum counts


def seconds_per_turn(
    game: Game[Any, Any, Any], players: Sequence[BotPlayer], turns: int, limit: str = "max_rounds"
) -> float:
    """Median seconds per turn of a match, without its first turn, when bots are still starting."""
    config = game.configure("standard", {limit: turns})
    clock = TurnTimer()
    Referee(MatchSetup(game, SEED, "standard", config, Budgets(10_000, 10_000)), players, [clock]).play()
    return clock.median


def turn_and_bare(
    game: Game[Any, Any, Any],
    player: type[FolderPlayer],
    source: str,
    bare: Callable[[Path, int], float],
    rounds: int,
) -> tuple[float, float]:
    """Seconds per turn of a match between two bots with this source, and of `bare` in the same folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / BOT).write_text(source)
        turns, exchanges = [], []
        for _ in range(REPETITIONS):
            exchanges.append(bare(folder, rounds))
            players = [player([*PYTHON, BOT], seat, folder) for seat in "AB"]
            turns.append(seconds_per_turn(game, players, rounds))
    return min(turns), min(exchanges)


def seconds_per_reply(command: list[str], message: bytes, rounds: int, *, greeting: bool = False) -> float:
    """Median seconds to send a message to two clients and read both replies; their command gets the port."""
    links, children = [], []
    with open_port(0) as listener:
        listener.settimeout(10)
        for _ in range(2):
            children.append(subprocess.Popen([*command, str(listener.getsockname()[1])]))
            links.append(listener.accept()[0])
            if greeting:
                links[-1].recv(100)
    used = []
    for _ in range(rounds):
        began = time.perf_counter()
        for link in links:
            link.sendall(message)
        for link in links:
            link.recv(200)
        used.append(time.perf_counter() - began)
    for link, child in zip(links, children, strict=True):
        link.close()
        child.wait(10)
    return statistics.median(used)
