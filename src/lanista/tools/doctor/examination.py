"""One examination: the matches and observations that several checks share, and the time that each may take."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec

from lanista.core.text import inert
from lanista.core.verdict import Verdict
from lanista.match.feed import FeedConditions
from lanista.match.replay import Replay
from lanista.tools.doctor.explain import ABSENT, advice_on, ready_advice, why
from lanista.tools.doctor.feeding import Case, happens_again, observe
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.matches import PlayedMatch, lineup_of, play
from lanista.tools.doctor.observation import Observation, ObservedFault
from lanista.tools.doctor.subject import Subject
from lanista.tools.doctor.views import generate, sample_match

FULL_SECONDS = 100.0  # what the times below are for
GENERATE_SECONDS = 5.0
PLAY_SECONDS = 14.0
REPEAT_SECONDS = 20.0  # to see whether a fault happens again
MAX_PLAYED = 4  # matches of the bot with different seats, maps and opponents
MAX_FOUND = 300  # characters of a reason


@dataclass
class BotExamination:
    """The facts about the bot, each found out when it is first asked for."""

    subject: Subject
    seconds: float = FULL_SECONDS  # for all checks together
    reported: set[tuple[Verdict, str]] = field(default_factory=set)  # faults, each of which is reported once

    def share(self, seconds: float) -> float:
        """A check's time, if all checks together have the time of this examination."""
        return seconds * self.seconds / FULL_SECONDS

    @cached_property
    def sample(self) -> Replay:
        """A whole match of built-in bots."""
        return sample_match(self.subject)

    @cached_property
    def generated(self) -> list[Replay]:
        """Matches without the bot."""
        return [self.sample, *generate(self.subject, self.share(GENERATE_SECONDS))]

    @cached_property
    def contact(self) -> Observation:
        """The bot in its first turn; one that is late there gets a second chance."""
        seen = self._contact()
        return self._contact() if seen.ready and Verdict.TIMEOUT in seen.faults else seen

    def _contact(self) -> Observation:
        return observe(self.subject, self.sample, 0, seconds=self.share(PLAY_SECONDS), until=1)

    @property
    def responds(self) -> bool:
        """Whether the bot gets ready and answers its first turn or crashes, so that other checks make sense."""
        return self.contact.ready and Verdict.TIMEOUT not in self.contact.faults

    @cached_property
    def played(self) -> list[PlayedMatch]:
        """Matches of the bot at different seats, in the time that there is for them."""
        subject, found = self.subject, list[PlayedMatch]()
        until = subject.now() + self.share(PLAY_SECONDS)
        for number in range(MAX_PLAYED):
            left = until - subject.now()
            if found and (left <= 0 or found[-1].seen.has_ended):
                break
            seat = number * max(1, subject.seats // MAX_PLAYED) % subject.seats
            found.append(play(subject, lineup_of(subject, number, seat), f"play-{number + 1}", left))
        return found

    def fault_in(self, *verdicts: Verdict) -> tuple[PlayedMatch, ObservedFault] | None:
        """The first fault of these kinds in the played matches."""
        for match in self.played:
            for verdict in verdicts:
                if verdict in match.seen.faults:
                    return match, match.seen.faults[verdict]
        return None

    def new_fault(self, seen: Observation) -> ObservedFault | None:
        """The first fault that no check has reported yet."""
        new = [fault for fault in seen.faults.values() if kind_of(fault) not in self.reported]
        return min(new, key=lambda fault: fault.turn, default=None)

    def verdict(
        self,
        replay: Replay,
        seat: int,
        seen: Observation,
        well: str,
        conditions: FeedConditions | None = None,
        *,
        when: str = "",
    ) -> Finding:
        """The finding of what was seen: a fault, or that all went `well`."""
        fault = self.new_fault(seen)
        if fault is not None:
            return self.fault(replay, seat, fault, conditions, when=when)
        return self.cut_short(seen) or busy(seen) or ok(well)

    def cut_short(self, seen: Observation) -> Finding | None:
        """The finding if a fault that another check reports has ended the match early."""
        return skipped("ended early by a fault that is reported already") if seen.is_stopped else None

    def fault(
        self,
        replay: Replay,
        seat: int,
        fault: ObservedFault,
        conditions: FeedConditions | None = None,
        *,
        when: str = "",
    ) -> Finding:
        """The finding of a fault, after asking the bot once more."""
        self.reported.add(kind_of(fault))
        subject = self.subject
        case = Case(replay, fault.turn, seat, conditions or subject.conditions)
        turn = happens_again(subject, case, fault.verdict, REPEAT_SECONDS)
        again = turn is not None
        case = replace(case, turn=turn or case.turn)
        level = subject.terms.wanted.policy().level
        once = fault.verdict is Verdict.TIMEOUT and not again
        at_start = not self.contact.ready
        where = "at the start" if at_start or not fault.turn else f"in turn {fault.turn}"
        return Finding(
            CheckStatus.WARNING if once else CheckStatus.FAILED,
            inert(f"{fault.verdict.value} {where}{when}: {fault.reason}{last_words(fault)}", MAX_FOUND),
            ABSENT if at_start else why(fault.verdict),
            ready_advice(again, level) if at_start else advice_on(fault.verdict, again),
            case.command(subject),
            again,
            tuple(fault.evidence.log_tail),
        )

    def at_speed(self, *, speed: int = 100, start_speed: int = 100) -> FeedConditions:
        """The usual conditions on a slower machine, where real time decides."""
        conditions = self.subject.conditions
        terms = conditions.terms
        by_wall = replace_resource(terms.wanted.resources, "wall_factor", 1)
        terms = msgspec.structs.replace(terms, wanted=msgspec.structs.replace(terms.wanted, resources=by_wall))
        return replace(conditions, speed=speed, start_speed=start_speed, terms=terms)


def busy(seen: Observation) -> Finding | None:
    """The finding if the machine, not the bot, made answers late."""
    reason = "this machine is too busy to tell: other programs took the time of its turns; try again later"
    return skipped(reason) if seen.doubtful else None


def kind_of(fault: ObservedFault) -> tuple[Verdict, str]:
    """The key by which two faults are the same: the verdict, and the reason without its numbers."""
    return fault.verdict, re.sub(r"\d+", "#", fault.reason + last_words(fault))


def last_words(fault: ObservedFault) -> str:
    """The last line that a crashed bot logged, which often says why."""
    lines = [line.strip() for line in fault.evidence.log_tail if line.strip()]
    return f" ({lines[-1]})" if lines and fault.verdict is Verdict.CRASHED else ""


def replace_resource(resources: dict[str, int], name: str, value: int) -> dict[str, int]:
    """Limits with one of them changed."""
    return {**resources, name: value}
