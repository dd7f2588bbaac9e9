"""Series of matches: an executor takes specifications and yields reports as matches end."""

from lanista.arena.cores import crowding, default_jobs, thinking_at_once
from lanista.arena.executor import Executor, InProcess
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
    "crowding",
    "default_jobs",
    "interval",
    "play_spec",
    "series",
    "tally",
    "thinking_at_once",
]
