"""Series of matches: an executor takes specifications and yields reports as matches end."""

from lanista.arena.cores import crowding, default_jobs, thinking_at_once
from lanista.arena.crew import Crew, SoloCrew
from lanista.arena.crews import Needs, make_crew, nodes_of
from lanista.arena.executor import Executor, InProcess
from lanista.arena.pool import LocalCrew, LocalPool
from lanista.arena.series import Entrants, series
from lanista.arena.spec import MatchReport, MatchSpec, play_spec
from lanista.arena.tally import Standing, interval, tally

__all__ = [
    "Crew",
    "Entrants",
    "Executor",
    "InProcess",
    "LocalCrew",
    "LocalPool",
    "MatchReport",
    "MatchSpec",
    "Needs",
    "SoloCrew",
    "Standing",
    "crowding",
    "default_jobs",
    "interval",
    "make_crew",
    "nodes_of",
    "play_spec",
    "series",
    "tally",
    "thinking_at_once",
]
