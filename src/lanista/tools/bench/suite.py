"""The benchmark of one game: batches, playouts, clones, growth, matches, and process bots vs. raw pipes."""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from lanista.bots.protocol import lines
from lanista.engine import Generator, State, native, over, zeros
from lanista.game import Game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.series.compiling import compile_for
from lanista.tools.bench.batches import batches, first_compile
from lanista.tools.bench.bulk import spec_of
from lanista.tools.bench.growth import growth
from lanista.tools.bench.measure import Measure, cpu_seconds, rates, wall_seconds
from lanista.tools.bench.metered import metered_match
from lanista.tools.bench.turns import compiled_rules, speed_of, turn_costs

Report = Callable[[str], None]

ECHO = Path(__file__).with_name("echo.py")
SEED = 20


def run(game: Game[Any, Any, Any], report: Report = lambda _: None) -> Iterator[Measure]:
    """Yields all measures of a game; `report` is called with what is being measured."""
    if native.available():
        report("compiling the rules (cached for the next run)")
        for bot in game.bots:
            compile_for(spec_of(game, bot))
        yield from batches(game, report)
        yield from first_compile(game, report)
        yield from clones(game, report)
        yield from growth(game, report)
    report("a whole match by interpreted rules")
    yield from interpreted_match(game)
    report("a match of built-in bots")
    yield from builtin_match(game)
    report("process bots against the raw pipe")
    yield from process_match(game)
    report("metered bots")
    yield from metered_match(game)
    report("the original contest's protocol")
    yield from original_protocol(game)
    report("from the command to the result")
    yield from first_result(game)


def clones(game: Game[Any, Any, Any], report: Report) -> Iterator[Measure]:
    """The cost of copying a state: natively into eight slots, as a tree search does, and from Python."""
    from lanista.engine import loops

    report("clones")
    start = game.start(game.configure(), SEED, game.default_seats)
    slots = zeros(game.rules.state, 8)
    clone_many = native.native(game.rules).loop(loops.clone_many)

    def natively() -> int:
        clone_many(start.data, slots, 1000)
        return 8000

    def from_python() -> int:
        for _ in range(100):
            start.clone()
        return 100

    speed = rates({"native": natively, "python": from_python}, windows=3)
    yield Measure("clone, native", 1e9 / speed["native"], "ns")
    yield Measure("clone, Python object", 1e9 / speed["python"], "ns", speed["native"] / speed["python"], "native")


def interpreted_match(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """A whole match of random legal moves with interpreted rules."""
    config, seats = game.configure(), game.default_seats
    generator = over(Generator, zeros(Generator).view("u1"))
    moves = [over(game.rules.move, zeros(game.rules.move).view("u1")) for _ in range(seats)]
    work = over(game.rules.work, zeros(game.rules.work).view("u1"))

    def play() -> int:
        state: State[Any, Any] = game.start(config, SEED, seats)
        generator.position = SEED
        turns = 0
        while not game.rules.is_over(state.record, state.const):
            for seat in range(seats):
                game.rules.random_move(state.record, state.const, seat, generator, moves[seat])
            game.rules.step(state.record, moves, state.const, work)
            turns += 1
        return turns

    turns, used = play(), cpu_seconds(play)
    yield Measure(f"interpreted match, {turns} turns", used, "s CPU")
    yield Measure("interpreted turn", 1e6 * used / turns, "us CPU")


def builtin_match(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """A match of built-in bots, and where the time of its turns goes."""
    bot = game.bots[min(1, len(game.bots) - 1)]
    plan = plan_match(game.name, [bot] * game.default_seats, seed=SEED)
    yield Measure(f"match of {bot} bots", wall_seconds(plan.play), "s")
    yield from turn_costs(game, bot, SEED)


def process_match(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """A turn with trivial process bots, compared with a bare exchange of the same bytes."""
    seats = game.default_seats
    state = game.start(game.configure(), SEED, seats)
    answer = game.write(game.learning.decode(state, 0, 0))
    command = [sys.executable, "-I", "-S", str(ECHO), lines.encode({"move": answer}).decode().strip()]
    plan = plan_match(
        game.name, [shlex.join(command)] * seats, MatchTerms(start_ms=10_000, turn_ms=1_000), seed=SEED
    )
    script = record_script(game, answer, seats)
    turn = series = pipe = paced = float("inf")
    for _ in range(5):  # alternating, so that noise affects all alike
        pipe = min(pipe, ping_pong(command, script, seats))
        turn = min(turn, timed_match(plan))
        with compiled_rules():
            series = min(series, timed_match(plan))
        paced = min(paced, ping_pong(command, script, seats, pause=max(0.0, turn - pipe)))
    yield Measure("turn of process bots", 1e6 * turn, "us", turn / pipe, "raw ping-pong of the same bytes")
    yield Measure(
        f"- in a series, {speed_of(plan)}", 1e6 * series, "us", series / pipe, "raw ping-pong of the same bytes"
    )
    yield Measure("raw ping-pong", 1e6 * pipe, "us")
    yield Measure("raw ping-pong, as rarely as in the match", 1e6 * paced, "us", paced / pipe, "back to back")


def original_protocol(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """A turn of bots that speak the game's original protocol."""
    yield from game.contest.bench()


def record_script(game: Game[Any, Any, Any], answer: str, seats: int) -> list[list[bytes]]:
    """The bytes sent to each seat in a match: the start, then the turns."""
    state = game.start(game.configure(), SEED, seats)
    script = [[b"{}\n"] for _ in range(seats)]
    while game.outcome(state) is None:
        for seat in range(seats):
            script[seat].append(lines.turn_line(game.turn(state), game.view_json(state, seat)))
        game.step(state, [game.read(state, seat, answer) for seat in range(seats)])
    return script


def ping_pong(command: list[str], script: list[list[bytes]], seats: int, pause: float = 0.0) -> float:
    """Median seconds per turn of only writing to every process and reading its answer.

    During a pause (not counted) the processes fall asleep between turns, as they do while a referee works;
    waking them up is part of the cost of a turn.
    """
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) for _ in range(seats)
    ]
    pipes = [(child.stdin.fileno(), child.stdout.fileno()) for child in children if child.stdin and child.stdout]

    def exchange(turn: int) -> None:
        for seat, (write, _) in enumerate(pipes):
            os.write(write, script[seat][turn])
        for _, read in pipes:
            os.read(read, 4096)

    try:
        exchange(0)
        used = []
        for turn in range(1, len(script[0])):
            resume = time.perf_counter() + pause
            while time.perf_counter() < resume:
                pass
            began = time.perf_counter()
            exchange(turn)
            used.append(time.perf_counter() - began)
        return statistics.median(used)
    finally:
        for child in children:
            child.kill()
            child.communicate()


class TurnTimer:
    """An observer that notes when each turn ended."""

    def begin(self, *_: object) -> None:
        """The bots are ready."""
        self._moments = [time.perf_counter()]

    def turn(self, *_: object) -> None:
        """A turn was played."""
        self._moments.append(time.perf_counter())

    @property
    def median(self) -> float:
        """Median seconds of a turn after the first, which other programs on the machine affect least."""
        return statistics.median(after - before for before, after in pairwise(self._moments[1:]))

    def end(self, *_: object) -> None:
        """The match is over."""


def timed_match(plan: Any) -> float:
    """Median seconds per turn of a match."""
    clock = TurnTimer()
    plan.play([clock])
    return clock.median


FIRST_MOVE = """
import os
from lanista.tools.bench.suite import FirstTurn
from lanista.match.planning import plan_match
plan_match({game!r}, {bots!r}, seed={seed}).play([FirstTurn()])
"""


class FirstTurn(TurnTimer):
    """An observer that ends the process after the first turn."""

    def turn(self, *_: object) -> None:
        """The first move was made."""
        os._exit(0)


def first_result(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """Time from starting a process to its first move, its result, and its help text."""
    bot = game.bots[min(1, len(game.bots) - 1)]
    program = [sys.executable, "-m", "lanista.cli.main"]
    play = [*program, "play", game.name, *[bot] * game.default_seats, "--no-replay", "--seed", str(SEED)]

    def job(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(command, check=True, capture_output=True, timeout=60)

    first = FIRST_MOVE.format(game=game.name, bots=[bot] * game.default_seats, seed=SEED)
    yield Measure("process start to first move", wall_seconds(job([sys.executable, "-c", first])), "s")
    yield Measure(f"command to result (play {bot})", wall_seconds(job(play)), "s")
    yield Measure("lanista --help", 1000 * wall_seconds(job([*program, "--help"])), "ms")
