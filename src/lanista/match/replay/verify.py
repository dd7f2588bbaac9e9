"""Verifies a replay: digest chain, signature, and everything that playing it again can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import ReplayError
from lanista.core.text import MAX_REASON, inert
from lanista.core.verdict import Verdict
from lanista.game import InvalidMove, Outcome, with_forfeits
from lanista.match.replay.chain import ChainReport
from lanista.match.replay.format import FIRST_WITH_FORFEITS, Replay, TurnLine
from lanista.match.replay.keys import INVALID, MISSING, PublicKey, SignatureReport, check_signature
from lanista.match.replay.playing import JUDGED, guarded, start_again
from lanista.match.replay.reader import ReplayStream

COMPLETE, UNFINISHED, VOID = "complete", "unfinished", "void"
MAX_FINGERPRINT = 40  # characters shown of a fingerprint in a header
TRUNCATED = "the file is truncated there: its writer was killed, or its disk was full"


@dataclass(frozen=True)
class Verification:
    """The result: whether playing the match again is `identical`, or `first`, the first turn that differs.

    Turn 0 is the start. `status` is complete, unfinished or void, and `reason` says why it is not complete.
    """

    identical: bool
    turns: int
    status: str
    reason: str
    chain: ChainReport
    signature: SignatureReport
    first: int | None = None
    what: str = ""
    expected: object = None
    got: object = None
    doubtful: str = ""  # the recorded evidence of a doubtful timeout

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong and the match is complete."""
        return self.identical and self.status == COMPLETE and self.chain.is_sound and self.signature.is_sound


@dataclass(frozen=True)
class ReplayDifference:
    """A recorded value that differs when the match is played again."""

    turn: int
    what: str
    expected: object
    got: object


def verify(replay: Replay | ReplayStream, key: PublicKey | None = None) -> Verification:
    """Play the match again and compare everything that was recorded, turn by turn."""
    verifier = _Verifier(replay)
    found = next(verifier.differences(), None)
    # Check the chain of the remaining lines too, up to the longest possible match.
    rest = sum(1 for _ in islice(iter(replay.turns), verifier.max_turns + 1))
    status, reason = _status(replay)
    if found is not None and replay.footer is None and rest > verifier.max_turns:
        reason = f"more than the {verifier.max_turns} turns that the match can have; the rest was not read"
    return Verification(
        found is None,
        verifier.played,
        status,
        reason,
        replay.chain.report(),
        _signature(replay, key),
        doubtful="" if replay.footer is None else inert(replay.footer.doubtful, MAX_REASON),
        **({} if found is None else _difference_fields(found)),
    )


def verify_file(path: Path, key: PublicKey | None = None) -> Verification:
    """Verify a replay, reading one line at a time."""
    return verify(ReplayStream(path), key)


def _difference_fields(found: ReplayDifference) -> dict[str, Any]:
    return {"first": found.turn, "what": found.what, "expected": found.expected, "got": found.got}


def _signature(replay: Replay | ReplayStream, key: PublicKey | None) -> SignatureReport:
    """Check the signature; a finished match must have the one that its header names."""
    found = check_signature(replay.signature, replay.signed, key)
    promised = replay.header.signer
    if replay.footer is not None and promised != found.key and found.is_sound:
        key_name = inert(promised, MAX_FINGERPRINT) or found.key
        return SignatureReport(MISSING if replay.signature is None else INVALID, key_name)
    return found


def _status(replay: Replay | ReplayStream) -> tuple[str, str]:
    footer = replay.footer
    if footer is None:
        return UNFINISHED, TRUNCATED
    if footer.void:
        return VOID, inert(footer.void, MAX_REASON)
    if footer.outcome is None:
        return UNFINISHED, inert(footer.stopped, MAX_REASON) or "stopped"
    return COMPLETE, ""


class _Verifier:
    """Plays one replay again and compares."""

    def __init__(self, replay: Replay | ReplayStream) -> None:
        self.played = 0
        self._replay = replay
        self._game, self._state = start_again(replay)
        with guarded(replay.path):
            self.max_turns = self._game.max_turns(self._state)
        self._history: list[list[Verdict]] = []
        self._verdicts: list[Counter[Verdict]] = [
            Counter() for _ in range(self._state.seats)
        ]  # where it was asked
        self._outcome: Outcome | None = None
        self._failure = ""  # why no further turn is possible

    def differences(self) -> Iterator[ReplayDifference]:
        """Yields all differences; those after the first may be consequences of it."""
        with guarded(self._replay.path):
            self._outcome = self._game.outcome(self._state)
        yield from self._check_header()
        for line in self._replay.turns:
            yield from self._play(line)
            self.played += 1
        yield from self._check_footer()

    def _check_header(self) -> Iterator[ReplayDifference]:
        header = self._replay.header
        config = dict(self._game.configure(header.ruleset, header.config))
        yield from _compare(0, "config", header.config, config)
        yield from _compare(0, "state", header.start, self._state.digest())

    def _play(self, line: TurnLine) -> Iterator[ReplayDifference]:
        number = self._game.turn(self._state)
        yield from _compare(line.turn, "turn number", line.turn, number)
        if self._outcome is not None:
            yield ReplayDifference(line.turn, "end", "another turn", "the match was over")
        if self._failure:
            yield ReplayDifference(line.turn, "end", "another turn", self._failure)
        try:
            with guarded(self._replay.path):
                yield from self._step(line)
        except ReplayError as error:
            yield ReplayDifference(line.turn, "rules", "a turn that can be played", str(error))
        yield from _compare(line.turn, "state", line.digest, self._state.digest())

    def _step(self, line: TurnLine) -> Iterator[ReplayDifference]:
        """Judge every answer again, then play the turn."""
        if line.engine_failed:
            self._failure = "the engine failed"
            return
        moves = []
        for seat in range(self._state.seats):
            if self._game.asked(self._state, seat):
                self._verdicts[seat][Verdict(line.verdicts[seat])] += 1
            verdict, move = self._judge(seat, line)
            yield from _compare(line.turn, f"verdict of seat {seat}", line.verdicts[seat], verdict)
            moves.append(move)
        self._game.step(self._state, moves)
        self._history.append([Verdict(verdict) for verdict in line.verdicts])
        self._outcome = self._game.outcome(self._state, self._history)

    def _judge(self, seat: int, line: TurnLine) -> tuple[str, Any]:
        """The verdict of the rules on a recorded answer, and the move that is played."""
        game, text, verdict = self._game, line.moves[seat], line.verdicts[seat]
        if not game.asked(self._state, seat):
            return Verdict.OK.value if text is None else "not asked", game.missing
        if verdict not in JUDGED:
            return verdict, game.missing
        if text is None:
            return Verdict.OK.value, game.missing
        try:
            return Verdict.OK.value, game.read(self._state, seat, text)
        except InvalidMove as error:
            return Verdict.INVALID.value, error.move

    def _with_forfeits(self) -> Outcome | None:
        """The outcome as a replay of this format records it."""
        outcome, header = self._outcome, self._replay.header
        if outcome is None:
            return None
        if header.format < FIRST_WITH_FORFEITS:
            return msgspec.structs.replace(outcome, forfeits=())
        return with_forfeits(outcome, header.absent, self._verdicts)

    def _check_footer(self) -> Iterator[ReplayDifference]:
        footer, branch = self._replay.footer, self._replay.header.branch
        if footer is None:
            return
        if self._failure and not footer.void:
            yield ReplayDifference(self.played, "void", footer.void, self._failure)
        if branch is not None and branch.turn > self.played:
            yield ReplayDifference(self.played, "branch", f"after turn {branch.turn}", f"{self.played} turns")
        if (footer.void or footer.stopped) and footer.outcome is None:
            return
        outcome = None if footer.void or footer.stopped else self._with_forfeits()
        yield from _compare(
            self.played, "outcome", msgspec.to_builtins(footer.outcome), msgspec.to_builtins(outcome)
        )


def _compare(turn: int, what: str, expected: object, got: object) -> Iterator[ReplayDifference]:
    if expected != got:
        yield ReplayDifference(turn, what, expected, got)
