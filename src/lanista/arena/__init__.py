"""Series of matches: an executor takes specifications and yields reports as matches end."""

from lanista.arena.executor import Executor, InProcess, default_jobs
from lanista.arena.pool import LocalPool
from lanista.arena.series import Entrants, series
from lanista.arena.spec import MatchReport, MatchSpec, play_spec
from lanista.arena.tally import Standing, interval, tally

__all__ = [
    "Entrants",
    "Executor",
    "InProcess",
    "LocalPool",
    "MatchReport",
    "MatchSpec",
    "Standing",
    "default_jobs",
    "interval",
    "play_spec",
    "series",
    "tally",
]
