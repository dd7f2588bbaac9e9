"""`analyse`: from a replay to its analysis, within some seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from lanista.core.errors import InputError
from lanista.engine.ready import ready
from lanista.match.replay import Replay, start_again
from lanista.tools.analysis.curve import ChanceCurve
from lanista.tools.analysis.mapping import chances_of, manner_of
from lanista.tools.analysis.playouts import MatchPlayouts
from lanista.tools.analysis.result import FORMAT, Analysis, Point, TurningPoint, digest_of
from lanista.tools.analysis.track import Track
from lanista.tools.analysis.turning import DIGITS, find_turning_points

CURVE_PART = 0.6  # of the time; the rest is for turning points
MIN_PART = 0.5  # of `--seconds` that is left after the first curve, however long compiling took
CACHED_TURNS = 300  # from which on a match is played again by compiled rules, if they are in the cache
COMPILED_TURNS = 3000  # and from which on they are compiled for that

Progress = Callable[
    [str, float, ChanceCurve | None], None
]  # what is being done, which part is, and the curve so far


def analyse(replay: Replay, *, seconds: float, threads: int, seed: int = 0, progress: Progress) -> Analysis:
    """Estimate chances along a match and find its turning points; Ctrl-C ends it early with the results so far."""
    if not replay.turns:
        raise InputError(f"{replay.path}: a match without turns cannot be analysed")
    began = time.monotonic()
    deadline = began + seconds
    with _compiled(len(replay.turns)):
        with ThreadPoolExecutor(1) as beside:
            compiling = beside.submit(_compile, replay)
            track = Track(replay, lambda part: progress("playing the match again", part, None))
            progress("compiling playouts", 0.0, None)
            compiling.result()
        curve = ChanceCurve(track, threads=threads, seed=seed)
        found: list[TurningPoint] = []
        is_complete = _work(curve, found, began, deadline, progress)
    return Analysis(
        format=FORMAT,
        replay=digest_of(replay.path),
        game=track.game.name,
        seats=track.start.seats,
        turns=track.turns,
        policy=curve.playouts.manner.policy,
        playouts=curve.playouts.total,
        seconds=round(time.monotonic() - began, 1),
        complete=is_complete,
        points=[_point(curve, turn) for turn in curve.turns()],
        turning_points=sorted(found, key=lambda point: point.turn),
    )


def _compile(replay: Replay) -> None:
    """Have the playouts of the match compiled, which takes seconds if they are not in the cache."""
    game, start = start_again(replay)
    MatchPlayouts(start, manner_of(game, chances_of(game)))


@contextmanager
def _compiled(turns: int) -> Iterator[None]:
    """Play long matches again by the compiled rules."""
    if turns < CACHED_TURNS or ready.wanted:
        yield
        return
    ready.prefer_compiled(compiling=turns >= COMPILED_TURNS)
    try:
        yield
    finally:
        ready.prefer_compiled(wanted=False)


def _work(
    curve: ChanceCurve, found: list[TurningPoint], began: float, deadline: float, progress: Progress
) -> bool:
    """Refine the curve, then look for turning points; whether nobody stopped it."""

    def part() -> float:
        return min(1.0, (time.monotonic() - began) / max(1e-9, deadline - began))

    try:
        curve.begin()
        deadline = max(deadline, time.monotonic() + MIN_PART * (deadline - began))
        curve_deadline = time.monotonic() + CURVE_PART * (deadline - time.monotonic())
        progress("first curve", part(), curve)
        while time.monotonic() < curve_deadline and curve.refine():
            progress("refining", part(), curve)
        for point in find_turning_points(curve, deadline):
            found.append(point)
            progress("turning points", part(), curve)
    except KeyboardInterrupt:
        return False
    return True


def _point(curve: ChanceCurve, turn: int) -> Point:
    chance = curve.chance(turn)
    rows = (chance.now, chance.low, chance.high)
    now, low, high = ([round(float(part), DIGITS) for part in row] for row in rows)
    count = curve.tallies[turn].count if turn in curve.tallies else 0
    return Point(turn, now, low, high, count)
