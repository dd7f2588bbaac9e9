"""Observations of a bot that plays or is fed: faults, times, answers, logs and memory."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lanista.bots.player import BotAnswer, BotPlayer, FaultEvidence
from lanista.core.verdict import Verdict

SURVIVED = (Verdict.INVALID, Verdict.TIMEOUT, Verdict.PROTOCOL_ERROR)  # after which a bot plays on
CUT = re.compile(r"\n\[(\d+) more bytes cut[^\]]*\]$")


@dataclass(frozen=True)
class ObservedFault:
    """The first fault of its kind."""

    turn: int
    verdict: Verdict
    reason: str
    evidence: FaultEvidence


@dataclass
class Observation:
    """One bot in one match; faults are kept by verdict, the first of each."""

    player: BotPlayer
    start_ms: float = 0.0
    ready: bool = True
    turns: list[int] = field(default_factory=list)  # in which it was asked
    answers: list[str | None] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)  # real time
    used_ms: list[float] = field(
        default_factory=list
    )  # what its budget is for: processor time where it is measured
    doubtful: int = 0  # timeouts that the machine is to blame for
    log_bytes: list[int] = field(default_factory=list)
    log: str = ""  # the last that it logged
    faults: dict[Verdict, ObservedFault] = field(default_factory=dict)
    memory_mb: list[tuple[int, float]] = field(default_factory=list)  # and the turn
    is_whole: bool = False  # whether the match was played to its end

    def note(self, turn: int, answer: BotAnswer) -> None:
        """Take down the answer of a turn."""
        self.turns.append(turn)
        self.answers.append(answer.text if answer.verdict in (Verdict.OK, Verdict.INVALID) else None)
        self.times_ms.append(answer.ms)
        self.used_ms.append(answer.ms if answer.cpu_ms is None else answer.cpu_ms)
        self.log_bytes.append(logged_bytes(answer.log))
        self.log = answer.log or self.log
        if answer.starved is not None:  # the machine was too busy: the timeout says nothing about the bot
            self.doubtful += 1
            return
        if answer.verdict.is_fault and answer.verdict not in self.faults:
            self.faults[answer.verdict] = ObservedFault(
                turn, answer.verdict, answer.reason, self.player.evidence()
            )

    @property
    def is_silent(self) -> bool:
        """Whether it was at fault nowhere, but has never answered."""
        return bool(self.answers) and not self.faults and not any(self.answers)

    @property
    def has_ended(self) -> bool:
        """Whether it has crashed, or was ended: more turns would show nothing new."""
        return any(verdict not in SURVIVED for verdict in self.faults)

    @property
    def is_stopped(self) -> bool:
        """Whether a fault ended the match early."""
        return bool(set(self.faults) - {Verdict.INVALID})

    @property
    def first_fault(self) -> ObservedFault | None:
        """The earliest fault."""
        return min(self.faults.values(), key=lambda fault: fault.turn, default=None)


def logged_bytes(log: str) -> int:
    """The size of a bot's log, with the part that was cut."""
    cut = CUT.search(log)
    return len(log.encode()) if cut is None else len(log[: cut.start()].encode()) + int(cut[1])
