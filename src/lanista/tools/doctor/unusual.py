"""Checks with unusual moments: of generated matches, and of matches that were played before."""

from __future__ import annotations

from dataclasses import replace

from lanista.core.errors import LanistaError
from lanista.core.verdict import Verdict
from lanista.match.replay import Replay, read_replay
from lanista.tools.doctor.examination import REPEAT_SECONDS, BotExamination
from lanista.tools.doctor.feeding import Case, happens_again, observe
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.observation import ObservedFault
from lanista.tools.doctor.playing import count
from lanista.tools.doctor.taking_over import case_of, record, take_over
from lanista.tools.doctor.views import Collection, SampledView, collect

COLLECT_SECONDS, VIEWS_SECONDS, REPLAYS_SECONDS = 4.0, 14.0, 8.0
NOT_ITS_OWN = "The turns before were not its own: if it follows a plan rather than the view, ignore this."
MAX_REPLAYS = 20
MAX_MOMENTS = 80
HISTORY = (
    "Shown the match from its start, the bot fails before this turn, where the moves at its seat are not its own. "
    "So it is not certain that this can happen in a match."
)


def survives_unusual_views(examination: BotExamination) -> Finding:
    """Whether the bot survives the edges of the board, the end of the match and rare situations."""
    found = collect(examination.subject, examination.generated, examination.share(COLLECT_SECONDS))
    return _survives(examination, found, examination.share(VIEWS_SECONDS), "views")


def survives_earlier_matches(examination: BotExamination) -> Finding:
    """Whether the bot survives what was seen in matches that were played before."""
    subject, replays = examination.subject, mined(examination)
    if not replays:
        return skipped(f"there are no matches of {subject.game.name} in replays/")
    for replay in replays:
        if finding := _still_at_fault(examination, replay):
            return finding
    found = collect(subject, replays, examination.share(COLLECT_SECONDS))
    return _survives(examination, found, examination.share(REPLAYS_SECONDS), "replays")


def mined(examination: BotExamination) -> list[Replay]:
    """The newest replays of this game that can be played again."""
    found: list[Replay] = []
    game = examination.subject.game
    for path in examination.subject.replays:
        try:
            replay = read_replay(path)
        except LanistaError:
            continue
        if replay.header.game == game.name and replay.header.behaviour == game.behaviour and replay.turns:
            found.append(replay)
        if len(found) == MAX_REPLAYS:
            break
    return found


def _still_at_fault(examination: BotExamination, replay: Replay) -> Finding | None:
    """Whether the bot fails again where its seat failed in an earlier match."""
    subject = examination.subject
    for seat, header in enumerate(replay.header.seats):
        turn = _first_fault(replay, seat) if header.bot == subject.bot.spec else None
        if turn is not None:
            seen = observe(subject, replay, seat, seconds=REPEAT_SECONDS, until=turn)
            fault = examination.new_fault(seen)
            if fault is not None:
                return examination.fault(replay, seat, fault, when=" of an earlier match")
    return None


def _first_fault(replay: Replay, seat: int) -> int | None:
    faults = (line.turn for line in replay.turns if line.verdicts[seat] != Verdict.OK.value)
    return next(faults, None)


def _survives(examination: BotExamination, found: Collection, seconds: float, name: str) -> Finding:
    subject, turns, matches = examination.subject, 0, set[str]()
    until = subject.now() + seconds
    covered = set()
    for number, moment in enumerate(found.chosen()):
        if number == MAX_MOMENTS or (number and subject.now() > until):
            break
        seen, lines = take_over(subject, moment)
        fault = examination.new_fault(seen)
        if fault is not None and _is_own(moment, fault):
            replay = record(subject, moment, lines, f"{name}-{number + 1}")
            if finding := _fault(examination, case_of(subject, moment, replay, fault.turn), fault):
                return finding
        turns += len(seen.turns)
        matches.add(str(moment.replay.path))
        covered |= moment.features
    share = len(covered & found.features) / max(1, len(found.features))
    special = f"with {share:.0%} of what is special in {count(len(matches), 'match', 'es')}"
    return ok(f"{count(turns, 'turn')} after taking over in unusual moments, {special}")


def _is_own(moment: SampledView, fault: ObservedFault) -> bool:
    """Whether a view follows from a move of the bot, or from no move at all."""
    return moment.at == 0 or fault.turn > moment.replay.turns[moment.at].turn


def _fault(examination: BotExamination, case: Case, fault: ObservedFault) -> Finding | None:
    """The finding of a fault after taking over; None if the bot does not fail when it is shown the whole match."""
    subject = examination.subject
    whole = Case(case.replay, case.turn, case.seat, subject.conditions)
    seen = observe(subject, whole.replay, whole.seat, seconds=REPEAT_SECONDS, until=whole.turn)
    earlier = seen.first_fault
    if earlier is None:
        return None  # it needs to see a match from its first turn, as it always does
    short = whole if happens_again(subject, case, fault.verdict, REPEAT_SECONDS) is None else case
    finding = examination.fault(case.replay, case.seat, fault, short.conditions)
    if fault.verdict is Verdict.INVALID:
        return replace(finding, status=CheckStatus.WARNING, advice=f"{finding.advice} {NOT_ITS_OWN}")
    if earlier.turn < case.turn and earlier.verdict is not Verdict.INVALID:
        return replace(finding, status=CheckStatus.WARNING, advice=f"{finding.advice} {HISTORY}")
    return finding
