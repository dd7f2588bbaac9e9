"""The texts of `lanista dev` about a version, with or without a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lanista.cli.shared.strength import estimate_text, pairs_text
from lanista.core.text import inert
from lanista.tools.dev.job import OURS
from lanista.tools.dev.store import VersionResult

if TYPE_CHECKING:
    from lanista.series.compare import ComparisonStanding
    from lanista.tools.dev.job import FirstMatch, Watchable
    from lanista.tools.dev.version import BotVersion


def headline(version: BotVersion, seconds: float) -> str:
    """The status of a version in one line."""
    match version.result:
        case VersionResult.BROKEN:
            return "DOES NOT BUILD   save a version that does"
        case VersionResult.FAULT:
            return f"FAULT   {fault_text(version)}"
        case VersionResult.STOPPED:
            return "STOPPED   the matches could not be played"
        case VersionResult.FIRST:
            return "FIRST VERSION   accepted: save a change to compare it" if version.accepted else "FIRST VERSION"
        case VersionResult.SAME:
            return "UNCHANGED   this is the accepted version: save a change to compare it"
        case VersionResult.BETTER:
            return f"BETTER   {_elo(version)}   {'accepted' if version.accepted else 'press a to accept it'}"
        case VersionResult.NOT_BETTER:
            return f"NOT BETTER   {_elo(version)}{'   accepted all the same' if version.accepted else ''}"
    return _undecided(version, seconds)


def _undecided(version: BotVersion, seconds: float) -> str:
    if version.accepted:
        return f"ACCEPTED   {_elo(version)}   save a change to compare it"
    if version.is_building:
        return f"BUILDING   {seconds:.0f} s"
    if version.standing is None and version.is_over:
        return "STOPPED"
    if version.standing is None:
        turn = f"turn {version.playing.turn} of at most {version.playing.max_turns}" if version.playing else ""
        return f"FIRST MATCH   {turn}"
    if version.is_over:
        return f"UNDECIDED   {_elo(version)} after {pairs_text(version.standing)}"
    return f"COMPARING   {_elo(version)}"


def _elo(version: BotVersion) -> str:
    elo = version.standing.elo if version.standing else None
    return f"{estimate_text(elo)} Elo" if elo else ""


def fault_text(version: BotVersion) -> str:
    """The first fault of a version in a few words."""
    fault = version.first.seats[OURS].fault if version.first else None
    if fault is None:
        return ""
    when = f"in turn {fault.turn}" if fault.turn else "at the start"
    return f"{fault.verdict.value} {when} of its first match"


def first_match_text(first: FirstMatch) -> str:
    """How the first match ended for the version."""
    against = inert(first.opponent, 40)
    if first.void:
        return f"void because of an internal error: {inert(first.void, 300)}"
    if first.outcome is None or first.is_faulty:
        when = f"after {_turns(first)}" if first.turns else "before the first turn"
        return f"at fault against {against}, stopped {when}"
    return f"{rank_text(first.outcome.ranks)} against {against} in {_turns(first)}, {_others_faults(first)}"


def _others_faults(first: FirstMatch) -> str:
    """The opponents that were at fault, or that nobody was; the version was not."""
    for seat in first.seats:
        if seat.fault is not None:
            return f"but {inert(seat.name, 40)} was at fault: {seat.fault.verdict.value} in turn {seat.fault.turn}"
    return "no faults"


def rank_text(places: Sequence[int]) -> str:
    """The version's rank in words: won, drawn, lost, or the rank among several."""
    rank = places[OURS]
    if rank == 1:
        return "drawn" if places.count(1) > 1 else "won"
    return "lost" if len(places) == 2 else f"rank {rank} of {len(places)}"


def _turns(first: FirstMatch) -> str:
    return f"{first.turns} turn{'s' if first.turns != 1 else ''}"


def next_steps(first: FirstMatch) -> list[tuple[str, str]]:
    """Commands to copy after a first match."""
    steps = [("watch it", f"lanista watch {shlex.quote(first.replay)}")] if first.replay else []
    if first.is_faulty:
        steps.append(("repeat it", f"{first.command} --strict"))
        steps += [("ask again", first.feed)] if first.feed else []
    return steps


def with_names(standing: ComparisonStanding, version: BotVersion) -> ComparisonStanding:
    """A standing whose sides are called by their versions."""
    new, old = replace(standing.new, name=version.id), replace(standing.old, name=version.base)
    return replace(standing, new=new, old=old)


def watch_lines(matches: Sequence[Watchable]) -> list[str]:
    """The commands that show matches."""
    return [f"lanista watch {shlex.quote(match.replay)}   # {match.why}" for match in matches]
