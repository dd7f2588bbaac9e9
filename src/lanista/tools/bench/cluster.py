"""The overhead of a match: on a Ray cluster and in a local pool, in the driver, and on the disk.

`python -m lanista.tools.bench.cluster` prints it; docs/scale.md says what follows from it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanista.game import game_names, get_game
from lanista.league.league import League
from lanista.league.store import open_store
from lanista.series.crew import Crew, SoloCrew, run
from lanista.series.crews import Needs, make_crew
from lanista.series.series import series
from lanista.series.spec import MatchReport, MatchSpec

JOBS = 2
SAMPLES = 5  # matches of each game for its size and duration
MATCHES = 150  # on each crew
BOTS, ROUNDS = 5, 2  # of a league: 40 matches
IDLE_SECONDS = 3.0
WARM = 12  # matches before, in which workers start and rules are loaded


@dataclass(frozen=True)
class GameCost:
    """The means of a few matches of a game between its last built-in bots."""

    game: str
    bots: tuple[str, ...]
    turns: float
    seconds: float  # of one core
    replay_bytes: float


@dataclass(frozen=True)
class CrewCost:
    """The means of many matches on a crew."""

    seconds: float  # from the first to the last match, times the matches at once, per match
    driver_seconds: float  # of processor time that a match adds in this process


@dataclass(frozen=True)
class StoreCost:
    """The cost of a match in a store."""

    rows: float  # written
    bytes: float  # of the database, without replays


def spec_of(game: str) -> MatchSpec:
    """A match of a game with as few seats as it allows, two at least."""
    known = get_game(game)
    seats = min(number for number in known.seats if number > 1)
    bots = tuple((known.bots * seats)[-seats:])
    return MatchSpec(0, game, bots, tuple(range(seats)), 7)


def game_cost(game: str, folder: Path) -> GameCost:
    """Play a few matches in this process."""
    specs = series(spec_of(game), SAMPLES, folder=folder)
    began = time.process_time()
    reports = list(run(SoloCrew(), specs))
    seconds = (time.process_time() - began) / SAMPLES
    sizes = [Path(spec.replay).stat().st_size for spec in specs]
    turns = statistics.mean(report.turns for report in reports)
    return GameCost(game, specs[0].bots, turns, seconds, statistics.mean(sizes))


def crew_cost(crew: Crew, spec: MatchSpec, folder: Path) -> CrewCost:
    """Play the same matches on a crew, after a few to warm up; it is ended."""
    try:
        _play(crew, series(spec, WARM, folder=folder / "warm"))
        specs = series(spec, MATCHES, folder=folder)
        began, used = time.perf_counter(), time.process_time()
        _play(crew, specs)
        seconds, driver = time.perf_counter() - began, time.process_time() - used
        driver -= seconds * _idle_load()
        return CrewCost(JOBS * seconds / MATCHES, driver / MATCHES)
    finally:
        crew.end()


def _idle_load() -> float:
    """The processor time per second that this process uses while nothing is played, as Ray's threads do."""
    used = time.process_time()
    time.sleep(IDLE_SECONDS)
    return (time.process_time() - used) / IDLE_SECONDS


def _play(crew: Crew, specs: list[MatchSpec]) -> list[MatchReport]:
    waiting, reports = iter(specs), list[MatchReport]()
    while len(reports) < len(specs):
        while crew.wanted() and (spec := next(waiting, None)) is not None:
            crew.send(spec)
        reports += crew.collect(None)
    return reports


def compare_crews(spec: MatchSpec, folder: Path) -> tuple[CrewCost, CrewCost]:
    """The cost of the same matches in a local pool, and on a Ray cluster of this machine."""
    needs = Needs(spec.game)
    local = crew_cost(make_crew(None, JOBS, needs), spec, folder / "local")
    return local, crew_cost(make_crew("ray", JOBS, needs), spec, folder / "ray")


def store_cost(game: str, folder: Path) -> StoreCost:
    """Play a league of built-in bots into a SQLite file, and count what is written."""
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    written = 0

    def executed(_: object, cursor: Any, statement: str, *__: object) -> None:
        nonlocal written
        written += max(1, cursor.rowcount) if statement.startswith(("INSERT", "UPDATE", "DELETE")) else 0

    path = folder / "league.db"
    open_store(path).close()
    before = path.stat().st_size
    with open_store(path) as store:
        league = League.create(store, "league", game, seed=7, options={"rounds": ROUNDS})
        for number in range(BOTS):
            league.add(get_game(game).bots[-1], f"bot-{number}")
        event.listen(Engine, "after_cursor_execute", executed)
        matches = league.run(jobs=JOBS).recorded
        event.remove(Engine, "after_cursor_execute", executed)
    return StoreCost(written / matches, (path.stat().st_size - before) / matches)


def main() -> None:
    """Print what was measured."""
    out = sys.stdout
    with tempfile.TemporaryDirectory() as folder:
        costs = [game_cost(game, Path(folder, game)) for game in game_names()]
        for cost in costs:
            line = f"{cost.seconds:.3f} s, {cost.turns:.0f} turns, replay {cost.replay_bytes / 1000:.1f} kB"
            out.write(f"{cost.game} ({', '.join(cost.bots)}): {line}\n")
        quickest = min(costs, key=lambda cost: cost.seconds).game
        store = store_cost(quickest, Path(folder))
        line = f"{store.rows:.1f} rows written, {store.bytes:.0f} bytes"
        out.write(f"store: {line} per match\n")
        out.flush()
        local, ray = compare_crews(spec_of(quickest), Path(folder))
        for name, crew in (("local pool", local), ("Ray", ray)):
            line = f"{1000 * crew.seconds:.1f} ms per match, {1000 * crew.driver_seconds:.2f} ms of the driver"
            out.write(f"{quickest}, {name}: {line}\n")
        out.write(f"Ray costs {1000 * (ray.seconds - local.seconds):+.1f} ms per match more\n")


if __name__ == "__main__":
    main()
