"""Unrated matches of a team, under the same terms as those of the league."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from lanista.core.errors import BotError, LanistaError
from lanista.core.files import file_errors
from lanista.core.text import inert
from lanista.game import SEED_BITS, is_builtin
from lanista.league.packing import builtin_digest
from lanista.league.scratch import ScratchFolder
from lanista.league.store.records import LeagueEntry, LeagueMatch
from lanista.series.pool import LocalPool
from lanista.series.spec import MatchReport, MatchSpec
from lanista.serve.work.arena import ContestArena, unique
from lanista.serve.work.plain import without_paths
from lanista.serve.work.results import JobContext, JobResult, plural


def practise(context: JobContext) -> JobResult:
    """Play one match, and keep its replay."""
    site = context.site
    with file_errors(site.store.replays.folder):
        site.store.replays.claim()
        folder = ScratchFolder(site.store.replays.folder)
    try:
        spec = _spec(context, folder.new_path(0))
        context.say(f"plays {' against '.join(spec.names)} for practice")
        report = _played(spec)
        replay = site.store.replays.put(Path(spec.replay)) if Path(spec.replay).exists() else ""
    except BotError as error:
        return JobResult({"says": f"it could not be played: {without_paths(str(error), site)}"})
    finally:
        folder.close()
    if report.outcome is None and report.unplayable:
        raise LanistaError(report.problem)
    return JobResult(_outcome(context, report), replay)


def _played(spec: MatchSpec) -> MatchReport:
    """Play the match in a separate process; again, alone, if a timeout was doubtful."""
    with closing(LocalPool(1).run([spec])) as reports:  # type: ignore[type-var]
        return next(iter(reports))


def _spec(context: JobContext, replay: str) -> MatchSpec:
    arena, request = context.arena, context.job.request
    named = [_entry(context, arena, seat, player) for seat, player in enumerate(request["players"])]
    names = unique([entry.bot for entry in named])
    entries = [
        LeagueEntry(entry.id, name, entry.version, entry.digest, entry.builtin)
        for entry, name in zip(named, names, strict=True)
    ]
    seed = int(request.get("seed") or secrets.randbits(SEED_BITS - 1))
    maps: Sequence[str] = arena.maps
    map_name = str(request.get("map") or "") or (maps[seed % len(maps)] if maps else "")
    match = LeagueMatch(0, 0, 0, tuple(range(len(entries))), seed, map_name)
    return arena.specs().match(match, entries, replay)


def _entry(context: JobContext, arena: ContestArena, seat: int, player: dict[str, Any]) -> LeagueEntry:
    """A player of the request as an entry: a version of the team, a bot of the league, or a built-in."""
    site, contest = context.site, context.contest
    if "upload" in player:
        upload = site.uploads.get(contest.id, int(player["upload"]))
        team = site.teams.get(contest.id, upload.team_id)
        return LeagueEntry(seat, f"{team.name} (version {upload.number})", upload.number, upload.digest)
    if "entry" in player:
        found = next((one for one in site.store.entries(contest.league.id) if one.id == player["entry"]), None)
        if found is None:
            raise BotError("a bot of the match is not in the contest any more")
        return LeagueEntry(seat, found.bot, found.version, found.digest, found.builtin)
    name = str(player.get("builtin", ""))
    if not is_builtin(arena.game, name):
        raise BotError(f"there is no built-in bot {name!r}")
    return LeagueEntry(seat, name, 1, builtin_digest(arena.game, name), name)


def _outcome(context: JobContext, report: MatchReport) -> dict[str, Any]:
    """The result by seat, for the team."""
    outcome, names = report.outcome, list(report.spec.names)
    common = {"names": names, "turns": report.turns, "faults": report.faults, "seconds": report.seconds}
    common["first_faults"] = [without_paths(fault, context.site) for fault in report.first_faults]
    if outcome is None or not report.counts:
        why = inert(without_paths(report.problem or "it was not finished", context.site), 400)
        return common | {"says": f"the match has no result: {why}", "ranks": [], "scores": []}
    winners = [name for name, rank in zip(names, outcome.ranks, strict=True) if rank == 1]
    won = (
        f"{winners[0]} won"
        if len(winners) == 1
        else "it was a draw"
        if len(winners) == len(names)
        else (f"{', '.join(winners[:-1])} and {winners[-1]} share the first rank")
    )
    says = f"{won} after {plural(report.turns, 'turn')}: {inert(outcome.reason, 200)}"
    return common | {"says": says, "ranks": list(outcome.ranks), "scores": list(outcome.scores)}
