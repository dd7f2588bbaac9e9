"""Many matches: specifications in, reports out as the matches end, over an executor."""

from lanista.arena.executor import Executor, InProcess, usual_jobs
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
    "interval",
    "play_spec",
    "series",
    "tally",
    "usual_jobs",
]
