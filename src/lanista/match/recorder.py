"""Writes a replay while its match runs."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from lanista import __version__
from lanista.bots.player import BotAnswer, FuelBudgets
from lanista.core.errors import FileError
from lanista.engine import State
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn
from lanista.match.replay.format import FORMAT, MAX_DRAW_BYTES, NO_DRAWING, Footer, Header, SeatHeader, TurnLine
from lanista.match.replay.keys import SigningKey
from lanista.match.replay.writer import ReplayWriter

REPLAYS = Path("replays")
SUFFIX = ".jsonl.gz"
NAME_BYTES = 120  # for the players in a file name; file systems allow 255 in all


class Recorder:
    """An observer that writes a replay. `seats` are the bots as the user named them.

    The file is created immediately, so that its errors show before the match. Its opener must close it,
    which removes a file without a match.
    """

    def __init__(
        self, path: Path, seats: Sequence[SeatHeader] = (), *, force: bool = False, key: SigningKey | None = None
    ) -> None:
        self.path = path
        self.seats = list(seats)
        self._key = key
        self._writer = ReplayWriter(path, force=force)

    @classmethod
    def in_folder(
        cls, game: str, names: Sequence[str], *, folder: Path = REPLAYS, key: SigningKey | None = None
    ) -> Recorder:
        """A recorder with a new file, named after the time and the players; never one that exists."""
        for name in replay_names(game, names):
            path = folder / name
            if not path.exists():
                try:
                    return cls(path, key=key)
                except FileError:
                    if not path.exists():
                        raise
        raise AssertionError("names do not end")

    @property
    def saved_path(self) -> Path | None:
        """The file, if any part of the match was written."""
        return self.path if self._writer.size else None

    @property
    def error(self) -> str:
        """Why the file is incomplete, or an empty text."""
        if self._writer.error is None:
            return ""
        if self.saved_path is None:
            return f"the replay could not be saved: {self._writer.error}"
        return f"the replay is incomplete, it ends after turn {self._writer.turns}: {self._writer.error}"

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._writer.close()

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Write the header."""
        header = header_of(setup, self.seats, state)
        header.signer = self._key.public.fingerprint if self._key else ""
        self._writer.write(header)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Write the line of a turn."""
        self._writer.write(line_of(turn, state))

    def end(self, result: MatchResult) -> None:
        """Write the footer and the signature; a match that did not begin leaves no file."""
        if self._writer.begun:
            footer = footer_of(result)
            footer.turns = self._writer.turns
            self._writer.write(footer)
            if self._key is not None:
                self._writer.write(self._key.sign(self._writer.chain.digest()))
            self._writer.finish()
        self.close()
        if self.error:
            result.incomplete.append(self.error)


def replay_names(game: str, names: Sequence[str]) -> Iterator[str]:
    """An endless sequence of distinct file names, from the time and the players."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    players = "-".join("".join(c for c in name if c.isalnum() or c in "_.")[:16] or "bot" for name in names)
    players = players.encode()[:NAME_BYTES].decode(errors="ignore")
    rest = f"{game}-{players}{SUFFIX}"
    return itertools.chain([f"{stamp}-{rest}"], (f"{stamp}-{number}-{rest}" for number in itertools.count(2)))


def new_folder(game: str, names: Sequence[str], *, folder: Path = REPLAYS) -> Path:
    """A new folder for the replays of many matches, named after the time and the players."""
    for name in replay_names(game, names):
        path = folder / name.removesuffix(SUFFIX)
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        return path
    raise AssertionError("names do not end")


def header_of(setup: MatchSetup, seats: Sequence[SeatHeader], state: State[Any, Any]) -> Header:
    """The header of a match's replay."""
    return Header(
        format=FORMAT,
        lanista=__version__,
        game=setup.game.name,
        behaviour=setup.game.behaviour,
        ruleset=setup.ruleset,
        config=dict(setup.config),
        seed=setup.seed,
        seats=list(seats),
        limits=setup.limits.as_json(),
        sandbox=setup.sandbox.level.value,
        start=state.digest(),
        map=setup.map,
        absent=setup.absent,
        branch=setup.branch,
        one_at_a_time=setup.one_at_a_time,
        resources=setup.sandbox.resources.changes(),
        freeze=setup.sandbox.freeze,
        allow_paths=setup.sandbox.allow_paths,
        fuel=_fuel_budgets(setup) if any(seat.module for seat in seats) else {},
    )


def _fuel_budgets(setup: MatchSetup) -> dict[str, int]:
    """The budgets of metered bots as the header has them."""
    return dict((setup.fuel or FuelBudgets.of(setup.limits))._asdict())


def line_of(turn: PlayedTurn, state: State[Any, Any]) -> TurnLine:
    """The replay's line for a turn; empty members are left out."""
    answers = turn.answers
    return TurnLine(
        turn=turn.turn,
        moves=[answer.text for answer in answers],
        verdicts=[answer.verdict.value for answer in answers],
        ms=[round(answer.ms, 3) for answer in answers],
        digest=state.digest(),
        reasons=_unless_empty([answer.reason for answer in answers]),
        say=_unless_empty([answer.say for answer in answers]),
        draw=[_drawing(answer.draw) for answer in answers] if any(answer.draw for answer in answers) else [],
        log=_unless_empty([answer.log for answer in answers]),
        cpu_ms=_cpu_ms(answers),
        starved=_unless_empty([answer.starved for answer in answers]),
        fuel=_fuel(answers),
    )


def footer_of(result: MatchResult) -> Footer:
    """The footer of a match's replay."""
    return Footer(result.outcome, result.void, tuple(result.marks), result.turns, result.stopped, result.doubtful)


def _fuel(answers: Sequence[BotAnswer]) -> list[int | None]:
    """The fuel that each seat used; empty if no bot is metered."""
    used = [answer.fuel for answer in answers]
    return [] if all(fuel is None for fuel in used) else used


def _cpu_ms(answers: Sequence[BotAnswer]) -> list[float | None]:
    """The processor time of each seat; empty if it was not measured."""
    used = [answer.cpu_ms for answer in answers]
    if all(ms is None for ms in used):
        return []
    return [None if ms is None else round(max(0.0, ms), 3) for ms in used]


def _drawing(marks: list[Any] | None) -> msgspec.Raw:
    """A bot's drawing as JSON; one that no page could show is left out."""
    try:
        text = msgspec.json.encode(marks) if marks else b"null"
    except (TypeError, ValueError, RecursionError):  # values of a bot in this process that JSON does not have
        return NO_DRAWING
    return msgspec.Raw(text) if len(text) <= MAX_DRAW_BYTES else NO_DRAWING


def _unless_empty(values: list[Any]) -> list[Any]:
    return values if any(values) else []
