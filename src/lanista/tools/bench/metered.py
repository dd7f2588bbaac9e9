"""Metered bots against the same source as a process: a turn, a whole match, and the start."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.build.module import module_command
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.wasm.engine import engine
from lanista.core.errors import BotError, NativeError
from lanista.engine.compiler import expect_compiler
from lanista.game import Game
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.terms import MatchTerms
from lanista.tools.bench.measure import Measure

SOURCE = Path(__file__).with_name("metered.c")
SEED = 20
ROUNDS = 5
PROCESS, MODULE = "process", "metered"


def metered_match(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """Matches of a trivial bot in both forms, in turn; nothing where the engine or a compiler is missing."""
    with tempfile.TemporaryDirectory() as name:
        try:
            engine()
            bots = _build(game, Path(name))
        except (BotError, NativeError):
            return
        yield from _compare(game, bots)


def _build(game: Game[Any, Any, Any], folder: Path) -> dict[str, str]:
    """The bot as a program and as a module."""
    answer = game.write(game.learning.decode(game.start(game.configure(), SEED, game.default_seats), 0, 0))
    line = msgspec.json.encode({"move": answer}).decode()
    quoted = msgspec.json.encode(line).decode()  # as C writes a text, too
    (folder / "bot.c").write_text(SOURCE.read_text(encoding="utf-8").replace("ANSWER;", f"{quoted};", 1))
    program, module = folder / "bot", folder / "bot.wasm"
    _run([*expect_compiler(), "-O2", "-o", str(program), str(folder / "bot.c")], folder)
    _run(module_command(folder, module.name), folder)
    return {PROCESS: str(program), MODULE: str(module)}


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise NativeError(f"the benchmark's bot cannot be compiled: {done.stderr[-500:]}")


def _compare(game: Game[Any, Any, Any], bots: dict[str, str]) -> Iterator[Measure]:
    """Whole matches in a series, where a process may play again."""
    plans = {
        kind: plan_match(game.name, [bot] * game.default_seats, MatchTerms(), seed=SEED)
        for kind, bot in bots.items()
    }
    seconds = dict.fromkeys(bots, float("inf"))
    alone = dict.fromkeys(bots, float("inf"))
    turns = 0
    with LiveBots() as live_bots:
        for _ in range(ROUNDS):
            for kind, plan in plans.items():
                began = time.perf_counter()
                turns = plan.play(live_bots=live_bots).turns
                seconds[kind] = min(seconds[kind], time.perf_counter() - began)
                alone[kind] = min(alone[kind], _start(plan))
    faster = seconds[PROCESS] / seconds[MODULE]
    yield Measure(f"match of processes, in a series, {turns} turns", 1e3 * seconds[PROCESS], "ms")
    yield Measure("- of metered bots from the same source", 1e3 * seconds[MODULE], "ms", faster, "times as fast")
    yield Measure("turn of metered bots", 1e6 * seconds[MODULE] / turns, "us")
    yield Measure("start of a metered bot, compiled before", 1e3 * alone[MODULE], "ms")
    yield Measure("start of a process", 1e3 * alone[PROCESS], "ms")


def _start(plan: PlannedMatch) -> float:
    """Seconds until one bot of a match is ready."""
    from lanista.bots.player import Opening
    from lanista.bots.poll_loop import PollLoop

    setup, player = plan.setup, plan.players()[0]
    state = setup.game.start(setup.config, setup.seed, len(plan.bots), setup.map)
    loop = PollLoop([player])
    began = time.perf_counter()
    player.start(Opening(setup.info(plan.names), 0, 1, state, setup.game.fixed_json(state, 0)))
    loop.seat(player)
    loop.wait()
    used = time.perf_counter() - began
    player.close()
    return used
