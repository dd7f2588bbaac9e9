"""Measures the forward model: turns per second through its pipe, in batches, against a batch in this process."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from lanista.core.errors import EngineError
from lanista.engine import State, native
from lanista.engine.batch import Batch
from lanista.game import Game, installed_games
from lanista.tools.bench.measure import Measure, missing, rates

Report = Callable[[str], None]

COUNT = 1024  # states in a batch
TURNS = 16  # of each state in one request
WARM_UP = 20  # turns before anything is measured
SEED = 20
END_SECONDS = 10.0
LENGTH = struct.Struct("<I")


def run(report: Report = lambda _: None) -> Iterator[Measure]:
    """Yields the measures of all games; `report` is called with what is being measured."""
    for game in installed_games()[0]:
        if not native.available():
            yield missing(f"{game.name}: turns through the pipe", "no C compiler")
            continue
        report(f"{game.name}: turns through the pipe (rules are compiled first, once)")
        yield from measures(game)


def measures(game: Game[Any, Any, Any]) -> Iterator[Measure]:
    """The measures of one game."""
    start = game.start(game.configure(), SEED, game.default_seats)
    batch = Batch([start], COUNT)
    for turn in range(WARM_UP):
        batch.step(batch.draw_actions(turn))
    middle: State[Any, Any] = State(start.rules, batch.states[:1].copy(), start.fixed)
    with Pipe(game, msgpack=True) as packed, Pipe(game, msgpack=False) as lines:
        speed = rates(
            {
                "batch": _batch_job(batch),
                "msgpack": _pipe_job(packed, middle, game),
                "json": _pipe_job(lines, middle, game),
            }
        )
    against = f"a batch of {COUNT} in this process"
    for name, title in (("msgpack", "msgpack"), ("json", "lines of JSON")):
        ratio = speed[name] / speed["batch"]
        yield Measure(
            f"{game.name}: turns through the pipe, {title}", speed[name] / 1000, "k turns/s", ratio, against
        )


class Pipe:
    """A model in a separate process, owned by a `with` statement."""

    def __init__(self, game: Game[Any, Any, Any], *, msgpack: bool) -> None:
        command = [sys.executable, "-m", "lanista", "model", game.name, *(["--msgpack"] if msgpack else [])]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ask = self._ask_packed if msgpack else self._ask_line
        self.is_packed = msgpack

    def __enter__(self) -> Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._process.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def ask(self, do: str, **members: Any) -> dict[str, Any]:
        """The answer to a request."""
        answer = self._ask({"do": do, **members})
        if "error" in answer:
            raise EngineError(f"the model refuses {do!r}: {answer['error']}")
        return answer

    def _ask_packed(self, request: dict[str, Any]) -> dict[str, Any]:
        message = msgspec.msgpack.encode(request)
        self._send(LENGTH.pack(len(message)) + message)
        assert self._process.stdout is not None
        (length,) = LENGTH.unpack(self._process.stdout.read(LENGTH.size))
        answer: dict[str, Any] = msgspec.msgpack.decode(self._process.stdout.read(length))
        return answer

    def _ask_line(self, request: dict[str, Any]) -> dict[str, Any]:
        self._send(msgspec.json.encode(request) + b"\n")
        assert self._process.stdout is not None
        answer: dict[str, Any] = msgspec.json.decode(self._process.stdout.readline())
        return answer

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(message)
        self._process.stdin.flush()


def _pipe_job(pipe: Pipe, middle: State[Any, Any], game: Game[Any, Any, Any]) -> Callable[[], int]:
    """A job that clones a state of the middle of a match, steps all clones for some turns, and frees them."""
    origin = pipe.ask("load", state=game.dump(middle))["states"]
    drawn = np.random.default_rng(SEED).integers(game.actions, size=(COUNT, TURNS, middle.seats), dtype=np.int32)
    moves: Any = drawn.astype("<i4").tobytes() if pipe.is_packed else drawn.tolist()

    def job() -> int:
        states = pipe.ask("clone", states=origin, count=COUNT)["states"]
        stepped = pipe.ask("step", states=states, moves=moves, turns=TURNS)
        pipe.ask("free", states=states)
        return sum(stepped["played"])

    return job


def _batch_job(batch: Batch) -> Callable[[], int]:
    """A job that steps a batch as often, with random actions as well."""
    drawn = np.random.default_rng(SEED).integers(
        batch.rules.actions, size=(TURNS, batch.count, batch.seats), dtype=np.int32
    )

    def job() -> int:
        for actions in drawn:
            batch.step(actions)
        return batch.count * TURNS

    return job
