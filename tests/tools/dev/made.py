"""Bots, jobs and reports for the tests of `lanista.tools.dev`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from lanista.bots.player import FaultEvidence
from lanista.core.verdict import Verdict
from lanista.game import Outcome
from lanista.match.referee import FirstFault, SeatResult
from lanista.match.terms import MatchTerms
from lanista.series.compare import ComparisonQuestion, ComparisonStanding, Side
from lanista.series.stats import ScoreSample, Sprt, SprtDecision, SprtStatus, strength
from lanista.tools.dev.job import DevJob, FirstMatch
from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.store import VersionStore

GAME = "overdrive"
IDLE = 'def move(view):\n    return "DECELERATE"\n'
FAST = 'def move(view):\n    return "ACCELERATE"\n'
CRASH = """\
def move(view):
    if view["currentRound"] == 3:
        print("about to fail")
        return view["no such thing"]
    return "ACCELERATE"
"""


def make_job(bot: str = "mybot.py", max_units: int = 1, **changes: Any) -> tuple[BotSource, VersionStore, DevJob]:
    """A job in the working directory, of short matches."""
    source = BotSource(GAME, bot)
    store = VersionStore.of(source)
    question = ComparisonQuestion(
        GAME, bot, "", seed=1, terms=MatchTerms(settings={"max_rounds": 20}, no_timeout=True)
    )
    test = Sprt(0.0, 200.0, 0.3, 0.3)
    job = DevJob(question, test, max_units, 1, store.root, "", "cruise", 5)
    return source, store, replace(job, **changes)


def first_match(*, faulty: bool = False, places: tuple[int, ...] = (1, 2)) -> FirstMatch:
    """The first match of a version."""
    evidence = FaultEvidence(
        "ACCELERATE", ["Traceback (most recent call last):", "KeyError: 'x'"], "exit status 1"
    )
    fault = FirstFault(3, Verdict.CRASHED, "the process ended", 1.5, evidence) if faulty else None
    ours = SeatResult("mybot", Counter({Verdict.OK: 2}), [0.1, 0.2], fault)
    return FirstMatch(
        opponent="accepted",
        seats=(ours, SeatResult("accepted")),
        outcome=None if faulty else Outcome(places, (9, 1), "the end"),
        turns=3,
        void="",
        one_at_a_time=False,
        command="lanista play overdrive mybot.py old.py --seed 1",
        replay="first/a.gz",
        feed="lanista feed first/a.gz mybot.py --turn 3 --seat 0" if faulty else "",
    )


def standing(
    decision: SprtDecision = SprtDecision.UNDECIDED, units: int = 10, faults: int = 0
) -> ComparisonStanding:
    """Where a comparison stands."""
    sample = ScoreSample({0.5: units, 1.0: units})
    fault = "crashed in turn 3: the process ended" if faults else ""
    return ComparisonStanding(
        test=Sprt(0.0, 20.0),
        sample=sample,
        status=SprtStatus(1.2, decision, 50.0),
        strength=strength(sample),
        units=2 * units,
        max_units=5000,
        matches=4 * units,
        stored=0,
        new=Side("mybot", 3 * units, 0, units, faults, faults, fault, "lanista play a b" if faults else ""),
        old=Side("mybot 2", units, 0, 3 * units),
        draws=0,
        matches_per_second=2.0,
        seconds_left=30.0,
    )


def write(name: str, text: str) -> None:
    """Write a bot's file."""
    Path(name).write_text(text)
