"""Tries a bot before it joins a league: builds it, starts it, and asks it for its first moves."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from lanista.core.errors import BotError, LanistaError
from lanista.core.text import MAX_REASON, inert, quoted
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.match.planning import PlannedMatch
from lanista.match.referee import FirstFault, MatchResult, MatchSetup, PlayedTurn, Referee
from lanista.series.spec import MatchSpec

TRIAL_TURNS = 3
OURS = 0  # the seat of the bot that is tried
SHOWN_LINES = 20  # of its log

# An answer that the rules refuse is the bot's choice; these show that its program does not work
BROKEN = frozenset(Verdict) - {Verdict.OK, Verdict.INVALID}


class TrialFailed(BotError):  # noqa: N818 - describes a bot, not our error
    """A bot does not start, or does not answer; `log` holds the last lines of its log, inert."""

    def __init__(self, reason: str, log: Sequence[str] = ()) -> None:
        self.log = list(log)[-SHOWN_LINES:]
        super().__init__("\n".join([reason, *(f"  {line}" for line in self.log)]))


def try_bot(spec: MatchSpec, name: str) -> None:
    """Play the first turns of a match with a new bot in the first seat; raises BotError if it does not work.

    Refuses a bot that cannot be built, does not get ready, or whose process fails in each of its turns.
    """
    plan = spec.plan()
    result, watch = _play(plan)
    if result.doubtful:
        result, watch = _play(plan.patient())
    fault = result.seats[OURS].fault
    if fault is not None and (OURS in result.setup.absent or watch.is_broken):
        log = [inert(line, MAX_REASON) for line in fault.evidence.log_tail]
        raise TrialFailed(f"the bot {quoted(name)} does not work: {_described(fault)}", log)
    if result.void:
        raise LanistaError(f"the bot {quoted(name)} cannot be tried: {inert(result.void, MAX_REASON)}")


def check_start(spec: MatchSpec) -> None:
    """Raise a LanistaError if a match cannot begin, because its settings or its map are wrong."""
    plan = spec.plan()
    Referee(plan.setup, plan.players())


def _described(fault: FirstFault) -> str:
    when = f"in turn {fault.turn}" if fault.turn else "at its start"
    return f"{fault.verdict.value} {when}: {inert(fault.reason, MAX_REASON)}"


class _TriedEnoughError(LanistaError):
    """The first turns were played."""


class _Watch:
    """An observer that ends the match after a few turns of the tried seat."""

    def __init__(self) -> None:
        self._verdicts: list[Verdict] = []
        self.result: MatchResult | None = None

    @property
    def is_broken(self) -> bool:
        """Whether its process failed in every turn."""
        return bool(self._verdicts) and all(verdict in BROKEN for verdict in self._verdicts)

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """End the match if the bot did not get ready."""
        if OURS in setup.absent and not setup.game.asked(state, OURS):
            raise _TriedEnoughError

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Note the verdict."""
        self._verdicts.append(turn.answers[OURS].verdict)
        if len(self._verdicts) >= TRIAL_TURNS:
            raise _TriedEnoughError

    def end(self, result: MatchResult) -> None:
        """Keep the result, however the match ended."""
        self.result = result


def _play(plan: PlannedMatch) -> tuple[MatchResult, _Watch]:
    watch = _Watch()
    with suppress(_TriedEnoughError):
        Referee(plan.setup, plan.players(), [watch]).play()
    assert watch.result is not None, "every observer is notified of the end"
    return watch.result, watch
