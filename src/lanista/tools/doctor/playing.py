"""Checks of whole matches: faults, times, output and logs, and opponents that do not play."""

from __future__ import annotations

import statistics

from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.core.verdict import Verdict
from lanista.tools.doctor.examination import BotExamination, busy
from lanista.tools.doctor.feeding import Case
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.matches import Lineup, PlayedMatch, lineup_of, play
from lanista.tools.doctor.players import AbsentPlayer, SilentPlayer

DEAD_SECONDS = 4.0  # for each kind of dead opponent
DEAD = (
    ("silent", SilentPlayer, "whose opponent never answers"),
    ("absent", AbsentPlayer, "whose opponent crashed at the start"),
)
SLOW_TURN = 0.7  # of the budget: worth a warning
KB, MB = 2**10, 2**20
OUTPUT = (Verdict.PROTOCOL_ERROR, Verdict.OUTPUT_LIMIT)
NOT_GRAVE = {Verdict.OK, Verdict.TIMEOUT, Verdict.ENGINE_ERROR, *OUTPUT}  # other checks report these
GRAVE = tuple(verdict for verdict in Verdict if verdict not in NOT_GRAVE)


def plays(examination: BotExamination) -> Finding:
    """Whether the bot plays matches without crashing and without invalid moves."""
    in_files = isinstance(examination.contact.player, FolderPlayer)  # the check of output does not apply
    if found := examination.fault_in(*GRAVE, *(OUTPUT if in_files else ())):
        match, fault = found
        return examination.fault(match.replay, match.seat, fault)
    matches = examination.played
    for match in matches:
        if match.seen.is_silent:
            return _silent(examination, match)
    turns = sum(len(match.seen.turns) for match in matches)
    seats = len({match.seat for match in matches})
    cut = "" if all(match.seen.is_whole for match in matches) else "; the last was stopped for lack of time"
    return ok(f"{turns:,} turns of {count(len(matches), 'match', 'es')} at {count(seats, 'seat')}{cut}")


def count(number: int, word: str, plural: str = "s") -> str:
    """A number of things."""
    return f"{number:,} {word}{plural if number != 1 else ''}"


def _silent(examination: BotExamination, match: PlayedMatch) -> Finding:
    """A bot whose protocol lets it be silent, and that never sends a move."""
    turn = match.seen.turns[-1]
    return Finding(
        CheckStatus.FAILED,
        f"it has not sent a single move in {count(len(match.seen.turns), 'turn')}",
        "Its seat does nothing, or repeats its first move.",
        "Check that it answers the states that it receives, with the message that its contest expects.",
        Case(match.replay, turn, match.seat, examination.subject.conditions).command(examination.subject),
    )


def in_time(examination: BotExamination) -> Finding:
    """Whether every answer comes within the budget."""
    if found := examination.fault_in(Verdict.TIMEOUT):
        match, fault = found
        return examination.fault(match.replay, match.seat, fault)
    subject, budget = examination.subject, examination.subject.limits.turn_ms
    for match in examination.played:
        if finding := busy(match.seen):
            return finding
    times = [ms for match in examination.played for ms in match.seen.used_ms] or [0.0]
    said = f"median {statistics.median(times):,.1f} ms, longest {max(times):,.1f} ms"
    if not budget or max(times) <= SLOW_TURN * budget:
        return ok(said + (f" of {budget:,} ms" if budget else ""))
    match = next(match for match in examination.played if max(times) in match.seen.used_ms)
    turn = match.seen.turns[match.seen.used_ms.index(max(times))]
    return Finding(
        CheckStatus.WARNING,
        f"{said} of {budget:,} ms (turn {turn})",
        "On a machine that is a little slower or busier this is a timeout.",
        "Leave more of the budget unused.",
        Case(match.replay, turn, match.seat, subject.conditions).command(subject),
    )


def keeps_output_clean(examination: BotExamination) -> Finding:
    """Whether standard output has nothing but answers."""
    if isinstance(examination.contact.player, FolderPlayer):
        return skipped("its protocol takes other output for log")
    if found := examination.fault_in(*OUTPUT):
        match, fault = found
        return examination.fault(match.replay, match.seat, fault)
    return ok("nothing that costs a turn")


def logs_little(examination: BotExamination) -> Finding:
    """Whether the log is small enough to be kept."""
    match = max(examination.played, key=lambda match: max(match.seen.log_bytes, default=0))
    sizes = match.seen.log_bytes
    most, total = max(sizes, default=0), max(sum(match.seen.log_bytes) for match in examination.played)
    said = f"at most {most:,} bytes in a turn, {total:,} in a match"
    kept = examination.subject.terms.wanted.policy().resources
    if most <= kept.log_kb_turn * KB and total <= kept.log_mb_match * MB:
        return ok(said if total else "it logs nothing")
    turn = match.seen.turns[sizes.index(most)]
    return Finding(
        CheckStatus.WARNING,
        f"{said} (turn {turn})",
        f"{kept.log_kb_turn} KB of a turn and {kept.log_mb_match} MB of a match are kept, and writing takes time.",
        "Log less, or only in the turns that matter.",
        Case(match.replay, turn, match.seat, examination.subject.conditions).command(examination.subject),
    )


def survives_dead_opponents(examination: BotExamination) -> Finding:
    """Whether the bot plays on if nobody else does."""
    subject, turns = examination.subject, 0
    for name, kind, when in DEAD:
        usual = lineup_of(subject, 0, 0)
        stand_ins = dict.fromkeys(range(1, subject.seats), kind)
        lineup = Lineup(usual.bots, 0, stand_ins, usual.seed, usual.map)
        match = play(subject, lineup, f"{name}-opponent", examination.share(DEAD_SECONDS))
        fault = examination.new_fault(match.seen)
        if fault is not None:
            return examination.fault(match.replay, 0, fault, when=f" of a match {when}")
        if finding := examination.cut_short(match.seen):
            return finding
        turns += len(match.seen.turns)
    return ok(f"{count(turns, 'turn')} without an opponent: one that never answers, and one that crashed")
