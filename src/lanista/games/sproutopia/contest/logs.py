"""The four log files that the engine of Entelect Challenge 2024 wrote for a match (8.7 of the specification).

Farmers have the ids used in views, not the tokens that their bots registered with.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lanista.core.errors import InputError
from lanista.core.files import GrowingFile, explain, write_whole
from lanista.core.system import BINARY
from lanista.engine import State, over, over_all, zeros
from lanista.game import put_moves
from lanista.games.sproutopia.game import SPROUTOPIA, original_seed
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.rules import receive
from lanista.games.sproutopia.state import LOWEST, MAX_SEATS, TRAILS, WEED, Config, Direction, Garden
from lanista.games.sproutopia.views import BOT_IDS, CODES, NEUTRAL, items_in, spot_of
from lanista.match.recorder import line_of
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn
from lanista.match.replay import move_of

Moment = State[Garden, Config]
Values = dict[str, Any]

INPUTS, FULL, CHANGES, END = "_inputs.log", "_full.log", "_diff.log", "endGame.json"
NUMBERS = tuple(map(int, CODES))

# The values in the file of changes for things that have disappeared
GONE = {"Territory": NEUTRAL, "Trails": NEUTRAL, "Weeds": False, "PowerUps": 0, "SuperPowerUps": 0}


class Logs:
    """An observer that writes the files, whose names begin with the start time."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder = folder
        self._files: dict[str, GrowingFile] = {}
        self._shown: dict[str, Values] = {}  # the state after the last change written
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._prefix = self._open()
        except OSError as error:
            raise InputError(f"--classic-logs {explain(error, folder, 'write into')}") from None

    def _open(self) -> str:
        """Open the files that grow; if another match started in the same second, use the next one."""
        moment = time.time()
        while True:
            prefix = time.strftime("%y%m%d%H%M%S", time.localtime(moment))
            try:
                self._files[INPUTS] = _new_file(self.folder / (prefix + INPUTS))
                break
            except FileExistsError:
                moment += 1
        for name in (FULL, CHANGES):
            self._files[name] = _new_file(self.folder / (prefix + name))
        return prefix

    def begin(self, setup: MatchSetup, names: Sequence[str], state: Moment) -> None:
        """Log the registrations."""
        self._seed = original_seed(setup.seed)
        self._names = list(names)
        self._before = state.clone()
        for seat, name in enumerate(names):
            self._note(f"Register,{BOT_IDS[seat]},{name}")

    def turn(self, turn: PlayedTurn, state: Moment) -> None:
        """Log the commands, then the tick that may use them, then its state."""
        for seat, command in arrivals(self._before, turn, state):
            self._note(f"Command,{BOT_IDS[seat]},{command.name.capitalize()}")
        self._note(f"Tick,{state.record.tick}")
        self._add(FULL, full_state(state, self._names))
        self._add(CHANGES, self._changes(state))
        self._before = state.clone()

    def end(self, result: MatchResult) -> None:
        """Write the result, if the match was played to its end."""
        if result.outcome is not None:
            ended = end_game(self._before, self._names, result.outcome.rule_ranks, self._seed)
            write_whole(self.folder / (self._prefix + END), msgspec.json.encode(ended))
        for file in self._files.values():
            file.close()

    def _changes(self, state: Moment) -> Values:
        """The changes since the last tick; at first everything."""
        now = state_by_key(state)
        changed = {name: difference(self._shown.get(name, {}), part, GONE.get(name)) for name, part in now.items()}
        self._shown = now
        return {"CurrentTick": state.record.tick, **changed}

    def _note(self, text: str) -> None:
        self._files[INPUTS].add(f"{timestamp()} Information - {text}\n".encode(errors="replace"))

    def _add(self, name: str, values: Values) -> None:
        self._files[name].add(msgspec.json.encode({"TimeStamp": timestamp(), **values}) + b"\n")


def _new_file(path: Path) -> GrowingFile:
    return GrowingFile(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666))


def timestamp() -> str:
    """The current time."""
    return datetime.now(UTC).isoformat()


def arrivals(before: Moment, turn: PlayedTurn, after: Moment) -> list[tuple[int, Direction]]:
    """The commands that the game accepted in a tick, in order of their time stamps."""
    line = line_of(turn, after)
    moves = [move_of(SPROUTOPIA, before, seat, line) for seat in range(before.seats)]
    records = over_all(before.rules.move, zeros(before.rules.move, MAX_SEATS))
    work = over(before.rules.work, zeros(before.rules.work).view(np.uint8))
    put_moves(records, moves)
    later = before.clone()
    receive(later.record, records, later.const, work)
    stamped = []
    for seat in range(before.seats):
        queue, new = later.record.farmers[seat], before.record.farmers[seat].queued
        stamped += [(queue.stamps[i], seat, Direction(queue.queue[i])) for i in range(new, queue.queued)]
    return [(seat, command) for _, seat, command in sorted(stamped)]


def difference(old: Mapping[str, Any], new: Mapping[str, Any], gone: Any) -> Values:
    """New and changed values, and `gone` for those that have disappeared."""
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    return changed | {key: gone for key in old if key not in new}


def full_state(state: Moment, names: Sequence[str]) -> Values:
    """The whole state, in the format of the file of all states."""
    garden, config = state.record, state.const
    columns = [range(x, config.Rows * config.Cols, config.Cols) for x in range(config.Cols)]
    codes = [[NUMBERS[garden.land[c] | (garden.marks[c] & TRAILS) << 4] for c in column] for column in columns]
    items = sorted(
        (spot_of(config, c), kind) for s in (garden.power_ups, garden.supers) for c, kind in items_in(s)
    )
    return {
        "CurrentTick": garden.tick,
        "BotSnapshots": [snapshot(state, seat, name) for seat, name in enumerate(names)],
        "Land": codes,
        "LeaderBoard": [{"Item1": bot, "Item2": share} for bot, share in leader_board(state).items()],
        "PowerUps": [{"Location": {"X": x, "Y": y}, "Type": kind} for (x, y), kind in items],
        "Weeds": [[bool(garden.marks[c] & WEED) for c in column] for column in columns],
    }


def snapshot(state: Moment, seat: int, name: str) -> Values:
    """A farmer in the format of the file of all states."""
    farmer = state.record.farmers[seat]
    return {
        "Index": seat,
        "BotId": BOT_IDS[seat],
        "BotName": name,
        "Action": farmer.last,
        "Momentum": farmer.direction,
        "PowerUp": farmer.power_up,
        "SuperPowerUp": farmer.super_power_up,
        "X": farmer.x,
        "Y": farmer.y,
    }


def leader_board(state: Moment) -> dict[str, int]:
    """The percentages of all farmers by id."""
    return {BOT_IDS[seat]: percentage(state.record, state.const, seat) for seat in range(state.seats)}


def state_by_key(state: Moment) -> dict[str, Values]:
    """The whole state, in the format of the file of changes: values by farmer or by cell."""
    garden, config = state.record, state.const
    farmers = [(BOT_IDS[seat], farmer) for seat, farmer in enumerate(garden.farmers[: state.seats])]
    spots = {cell: "{},{}".format(*spot_of(config, cell)) for cell in range(config.Rows * config.Cols)}
    return {
        "LeaderBoard": dict(leader_board(state)),
        "BotPositions": {bot: {"X": farmer.x, "Y": farmer.y} for bot, farmer in farmers},
        "BotDirections": {bot: farmer.last for bot, farmer in farmers},
        "BotMomentums": {bot: farmer.direction for bot, farmer in farmers},
        "BotPowerUps": {bot: farmer.power_up for bot, farmer in farmers},
        "BotSuperPowerUps": {bot: farmer.super_power_up for bot, farmer in farmers},
        "Territory": {spots[c]: LOWEST[garden.land[c]] for c in spots if garden.land[c]},
        "Trails": {spots[c]: LOWEST[garden.marks[c] & TRAILS] for c in spots if garden.marks[c] & TRAILS},
        "Weeds": {spots[c]: True for c in spots if garden.marks[c] & WEED},
        "PowerUps": {spots[c]: kind for c, kind in items_in(garden.power_ups)},
        "SuperPowerUps": {spots[c]: kind for c, kind in items_in(garden.supers)},
    }


def end_game(state: Moment, names: Sequence[str], ranks: Sequence[int], seed: int) -> Values:
    """The result: players by rank, with 4, 3, 2 and 1 match points."""
    shares = leader_board(state)
    players = [
        {
            "Placement": rank,
            "Score": shares[BOT_IDS[seat]],
            "Id": BOT_IDS[seat],
            "Nickname": names[seat],
            "MatchPoints": len(names) - rank + 1,
        }
        for rank, seat in by_rank(ranks)
    ]
    return {
        "TotalTicks": state.record.tick,
        "Players": players,
        "WorldSeed": seed,
        "WinngingBot": players[0],
    }


def by_rank(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Ranks with their seats, the best first."""
    return sorted((rank, seat) for seat, rank in enumerate(ranks))
