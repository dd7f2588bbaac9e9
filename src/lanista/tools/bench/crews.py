"""The extra cost of a match on a Ray cluster, compared with the local pool."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice

from lanista.core.errors import LanistaError
from lanista.engine import derive
from lanista.game import first_opponent, game_names, get_game
from lanista.series import crew as arena
from lanista.series.crews import Needs, make_crew
from lanista.series.spec import MatchSpec
from lanista.tools.bench.bulk import check
from lanista.tools.bench.measure import Measure, missing

Report = Callable[[str], None]

JOBS = 2
WARM_UP = 20  # matches, in which workers start and compile
SECONDS = 5.0  # of a rate
SEED = 14


def run(report: Report) -> Iterator[Measure]:
    """Yields the rates of both with matches of built-in bots, and the difference per match and worker."""
    game = get_game(game_names()[0])
    names = "local pool: matches", "Ray on this machine: matches", "Ray: overhead"
    report("matches in the local pool")
    local = rate(make_crew(None, JOBS, Needs(game.name)), game.name)
    yield Measure(names[0], local, "matches/s")
    report("matches on Ray")
    try:
        crew = make_crew("ray", JOBS, Needs(game.name))
    except (LanistaError, ImportError) as error:
        yield missing(names[1], str(error))
        return
    cluster = rate(crew, game.name)
    yield Measure(names[1], cluster, "matches/s", cluster / local, "the local pool")
    yield Measure(names[2], 1e3 * JOBS * (1 / cluster - 1 / local), "ms/match")


def rate(crew: arena.Crew, game: str) -> float:
    """Matches per second of a crew, which ends."""
    with closing(arena.run(crew, specs(game))) as reports:  # type: ignore[type-var]
        for report in islice(reports, WARM_UP):
            check(report)
        played, began = 0, time.perf_counter()
        while (seconds := time.perf_counter() - began) < SECONDS:
            check(next(reports))
            played += 1
    return played / seconds


def specs(game: str) -> Iterator[MatchSpec]:
    """Endlessly many matches of a built-in bot against itself."""
    found = get_game(game)
    seats = found.default_seats
    bot = first_opponent(found)
    for number in count():
        yield MatchSpec(number, game, (bot,) * seats, tuple(range(seats)), derive(SEED, "bench", number))
