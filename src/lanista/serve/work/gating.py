"""Compares two versions of a team, by the sequential test of `lanista compare`.

The test stops as soon as it is clear that the first version is not worse than the second one, or that it is worse
by WORSE_ELO. If neither is clear in the end, a version that should replace another one does so, unless the whole
interval of its difference is below zero.
"""

from __future__ import annotations

import shutil
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from lanista.core.errors import BotError
from lanista.core.files import file_errors
from lanista.engine import derive
from lanista.game import SEED_BITS
from lanista.series.compare import Comparison, ComparisonQuestion, ComparisonStanding, ComparisonStorage, Keep
from lanista.series.compare.question import seats_of
from lanista.series.pool import LocalPool
from lanista.series.stats import Sprt, SprtDecision
from lanista.serve.bots.states import GATED
from lanista.serve.records import Upload
from lanista.serve.work.arena import SCRATCH
from lanista.serve.work.plain import without_paths
from lanista.serve.work.results import JobContext, JobResult, plural

WORSE_ELO = 60.0  # normalized: half of all comparisons of equal versions end within about 90 pairs
SLICE_SECONDS = 20.0  # after which other jobs go on, if there are any
KEPT_SECONDS = 7 * 24 * 3600.0  # for which results of a comparison that was not finished are kept


def compare(context: JobContext) -> JobResult:
    """Play until it is clear which version is better, or others wait for the runner."""
    site, job = context.site, context.job
    first = site.uploads.get(job.contest_id, int(job.request["first"]))
    second = site.uploads.get(job.contest_id, int(job.request["second"]))
    decides = bool(job.request.get("decides"))
    if decides and first.state is not GATED:
        return JobResult({"says": f"version {first.number} is {first.state.value} already"})
    folder = site.data / SCRATCH / f"gate-{job.id}"
    try:
        standing = _play(context, first, second, folder)
    except BotError as error:
        return _cannot(context, first, second, without_paths(str(error), site))
    found = outcome_of(standing, first, second)
    if not standing.is_over:
        return JobResult(found, done=False)
    if decides:
        not_worse = _is_not_worse(standing)
        site.uploads.gate_decided(
            context.contest, first.id, against=second.id, not_worse=not_worse, why=found["says"]
        )
    shutil.rmtree(folder, ignore_errors=True)
    return JobResult(found)


def _play(context: JobContext, first: Upload, second: Upload, folder: Path) -> ComparisonStanding:
    """Play, and continue what was played before; the standing is over unless others wait."""
    comparison = _comparison(context, first, second, folder)
    began = time.monotonic()
    with closing(comparison.run()) as standings:
        for standing in standings:
            context.say(
                f"compares versions {first.number} and {second.number} of team {first.team_id}: "
                f"{plural(standing.matches, 'match', 'matches')} so far"
            )
            if time.monotonic() - began > SLICE_SECONDS and context.others_wait():
                break
    return comparison.standing


def _comparison(context: JobContext, first: Upload, second: Upload, folder: Path) -> Comparison:
    arena = context.arena
    terms = arena.terms_of(arena.bot(each.digest, each.name) for each in (first, second))
    with file_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    question = ComparisonQuestion(
        arena.game.name,
        str(arena.archive(first.digest)),
        str(arena.archive(second.digest)),
        maps=arena.map_words,
        terms=terms,
        seed=derive(context.job.id, "gate") % 2 ** (SEED_BITS - 1),
        seats=seats_of(arena.game, arena.seats),
    )
    seats = seats_of(arena.game, arena.seats)
    units = max(1, context.contest.settings.gate_matches // seats)
    storage = ComparisonStorage(folder, Keep.NONE)
    return Comparison(
        question, Sprt(-WORSE_ELO, 0.0), max_units=units, jobs=1, storage=storage, executor=LocalPool(1)
    )


def _is_not_worse(standing: ComparisonStanding) -> bool:
    if standing.decision is SprtDecision.UNDECIDED:
        return not _is_clearly_behind(standing)
    return standing.decision is SprtDecision.ACCEPTED


def _is_clearly_behind(standing: ComparisonStanding) -> bool:
    return standing.elo is not None and standing.elo.high < 0


def outcome_of(standing: ComparisonStanding, first: Upload, second: Upload) -> dict[str, Any]:
    """The numbers of a comparison, and one sentence."""
    new = standing.new
    elo = standing.elo
    return {
        "says": f"{_verdict(standing, first, second)}: it {_scored(standing)}",
        "wins": new.won,
        "draws": new.drawn,
        "losses": new.lost,
        "matches": standing.matches,
        "decision": standing.decision.value if standing.is_over else "open",
        "elo": None if elo is None else [round(elo.value, 1), round(elo.low, 1), round(elo.high, 1)],
    }


def _verdict(standing: ComparisonStanding, first: Upload, second: Upload) -> str:
    one, other = f"version {first.number}", f"version {second.number}"
    if not standing.is_over:
        return f"{one} is still being compared with {other}"
    if standing.decision is SprtDecision.ACCEPTED:
        return f"{one} is not worse than {other}"
    if standing.decision is SprtDecision.REJECTED:
        return f"{one} is worse than {other}"
    if _is_clearly_behind(standing):
        return f"the test did not decide, but {one} is clearly behind {other}"
    return f"the test did not decide, and {one} is not clearly behind {other}"


def _scored(standing: ComparisonStanding) -> str:
    new = standing.new
    played = plural(new.played, "match", "matches")
    drawn = f", drew {new.drawn:,}" if new.drawn else ""
    return f"won {new.won:,}{drawn} and lost {new.lost:,} of {played}"


def _cannot(context: JobContext, first: Upload, second: Upload, why: str) -> JobResult:
    """A bot that cannot be started here any more decides nothing; a candidate is held back."""
    says = f"versions {first.number} and {second.number} could not be compared: {why}"
    if context.job.request.get("decides"):
        context.site.uploads.gate_decided(context.contest, first.id, against=second.id, not_worse=False, why=says)
    return JobResult({"says": says, "matches": 0})
