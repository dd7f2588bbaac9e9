"""Recorded matches of the original engine, replayed from their seed and the commands received.

`classic` is compared tick by tick in every field; `standard` plays one tick from each recorded state where the
recording says that both rulesets agree (9.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from lanista.core.errors import ConfigError, LoadError
from lanista.engine import State
from lanista.game.conform import ConformTally, read_lines
from lanista.games.sproutopia import settings, views
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.state import MAX_COMMANDS, Config, Garden, Item, Weed

if TYPE_CHECKING:
    from lanista.games.sproutopia.game import Sproutopia

NOT_SETTINGS = ("Seed", "NumberOfPlayers")
Seat = Annotated[int, Meta(ge=0, le=3)]
Action = Annotated[int, Meta(ge=1, le=4)]


class Init(msgspec.Struct, tag="init", tag_field="type"):
    """The first line of a match: its configuration, and the state before the first tick."""

    seed: Annotated[int, Meta(ge=-(2**31), lt=2**31)]
    config: dict[str, int]
    farmers: list[dict[str, Any]]
    spawns: list[list[int]]


class Tick(msgspec.Struct, tag="tick", tag_field="type"):
    """One tick: the commands received, the farmers' actions, and tags for differences under `standard`."""

    tick: int
    received: list[tuple[Seat, Action]]
    steps: list[dict[str, Any]]
    respawned: list[int]
    tags: list[str] = []
    botStates: list[dict[str, Any]] = []  # noqa: N815 - the recordings' name


class End(msgspec.Struct, tag="end", tag_field="type"):
    """The last line of a match."""

    ticks: int
    cells: list[int]
    tbp: list[int]


Line = Init | Tick | End
STATE_FIELDS = (
    "territory", "overlaps", "farmers", "leaderboard", "powerups", "weeds", "nextWeed", "nextPowerUp",
)  # fmt: skip


def conform(game: Sproutopia, path: Path, *comparisons: ConformTally) -> None:
    """Replay the matches and scenarios of a file once, for all comparisons."""
    from lanista.games.sproutopia.contest import scenarios

    for comparison in comparisons:
        comparison.unit = "tick"
    replay: RecordedReplay | None = None
    for number, value in read_lines(path):
        where = f"{path}, line {number}"
        if "id" in value:
            for comparison in comparisons:
                scenarios.conform(game, scenarios.parse(value, where), comparison, where)
            continue
        line = parse(value, where)
        if isinstance(line, Init):
            replay = RecordedReplay(game, line, comparisons, where)
        elif replay is None:
            raise LoadError(f"{where}: expected a line of type init first, got {value['type']!r}")
        replay.compare(line, value, where)


def parse(value: dict[str, Any], where: str) -> Line:
    """Parse a line of a recording; raises LoadError."""
    try:
        line: Line = msgspec.convert(value, Line)
    except msgspec.ValidationError as error:
        raise LoadError(f"{where}: {error}") from error
    if not isinstance(line, End):
        for name in STATE_FIELDS:
            if name not in value:
                raise LoadError(f"{where}: Object missing required field `{name}`")
    return line


class RecordedReplay:
    """One match being replayed."""

    def __init__(self, game: Sproutopia, init: Init, comparisons: Sequence[ConformTally], where: str) -> None:
        self.comparisons = comparisons
        names = init.config.keys() - set(NOT_SETTINGS)
        try:
            changes = {name: init.config[name] for name in names}
            config = game.configure("classic", changes)
            self.state = game.start(config, init.seed, len(init.farmers))
            self.standard = independent_copy(self.state)
        except ConfigError as error:
            raise LoadError(f"{where}: {error} - at $.config") from error
        for name in settings.SWITCHES:
            setattr(self.standard.const, name, 0)
        self.play = Play(self.state)
        for comparison in comparisons:
            comparison.matches += 1

    def compare(self, line: Line, value: Mapping[str, Any], where: str) -> None:
        """Play a recorded line, and compare the result."""
        if isinstance(line, Tick):
            self._compare_tick(line, value, where)
            return
        for comparison in self.comparisons:
            if isinstance(line, End):
                self._compare_end(comparison, line)
            else:
                spawns = [list(spot) for spot in spawns_of(self.state)]
                compare_values(comparison, 0, "spawns", line.spawns, spawns)
                compare_state(comparison, 0, value, state_of(self.state))

    def _compare_tick(self, line: Tick, value: Mapping[str, Any], where: str) -> None:
        moves = moves_of(line.received, self.state.seats, where)
        if line.tick != self.state.record.tick + 1:
            raise LoadError(f"{where}: expected tick {self.state.record.tick + 1}, got {line.tick} - at $.tick")
        for comparison in self.comparisons:
            if comparison.ruleset == "standard" and not line.tags:
                self._compare_standard(comparison, line, value, moves)
        self.play.tick(self.state, moves)
        for comparison in self.comparisons:
            if comparison.ruleset != "standard":
                self._compare_classic(comparison, line, value)

    def _compare_classic(self, comparison: ConformTally, line: Tick, value: Mapping[str, Any]) -> None:
        """Compare the tick just played in every field."""
        comparison.turns += 1
        compare_values(comparison, line.tick, "steps", line.steps, self.play.steps())
        compare_values(comparison, line.tick, "respawned", line.respawned, self.play.pruned())
        compare_state(comparison, line.tick, value, state_of(self.state))
        for seat, expected in enumerate(line.botStates):
            seen = views.view_of(self.state, seat)
            del seen["elapsedTime"]
            compare_values(comparison, line.tick, f"botStates[{seat}]", expected, seen)

    def _compare_standard(
        self, comparison: ConformTally, line: Tick, value: Mapping[str, Any], moves: Sequence[Move]
    ) -> None:
        """Play one tick under `standard` from the recorded state; compare all but tie-breaking points (D10)."""
        twin = self.standard
        twin.data[:] = self.state.data
        for farmer in twin.record.farmers:
            farmer.fresh[0] = farmer.fresh[1] = -1
        self.play.tick(twin, moves)
        comparison.turns += 1
        compare_values(comparison, line.tick, "respawned", line.respawned, self.play.pruned())
        got = state_of(twin)
        got["farmers"] = without(got["farmers"], "tbp")
        compare_state(comparison, line.tick, {**value, "farmers": without(value["farmers"], "tbp")}, got)

    def _compare_end(self, comparison: ConformTally, line: End) -> None:
        garden = self.state.record
        compare_values(comparison, garden.tick, "ticks", line.ticks, garden.tick)
        if comparison.ruleset == "classic":
            farmers = garden.farmers[: self.state.seats]
            compare_values(comparison, garden.tick, "cells", line.cells, [farmer.cells for farmer in farmers])
            compare_values(comparison, garden.tick, "tbp", line.tbp, [farmer.tie // 100 for farmer in farmers])


def compare_state(
    comparison: ConformTally, tick: int, expected: Mapping[str, Any], got: Mapping[str, Any]
) -> None:
    """Compare two whole states."""
    for name in STATE_FIELDS:
        compare_values(comparison, tick, name, expected[name], got[name])


def compare_values(comparison: ConformTally, tick: int, field: str, expected: Any, got: Any) -> None:
    """Compare two values as JSON text, which is fast; only if they differ, field by field."""
    text = msgspec.json.encode(got)
    if msgspec.json.encode(expected) == text:
        comparison.fields += text.count(b",") + 1
    else:
        comparison.compare(tick, field, expected, got)


def independent_copy(state: State[Garden, Config]) -> State[Garden, Config]:
    """A copy that does not share the settings."""
    return State(state.rules, state.data.copy(), state.fixed.copy())


def moves_of(received: Sequence[tuple[int, int]], seats: int, where: str) -> list[Move]:
    """The moves of a tick, ranked by the order in which the commands were received."""
    sent: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    for rank, (seat, action) in enumerate(received, 1):
        if seat >= seats:
            raise LoadError(
                f"{where}: expected a farmer from 0 to {seats - 1}, got {seat} - at $.received[{rank - 1}]"
            )
        sent[seat].append((action, rank))
    for seat, commands in enumerate(sent):
        if len(commands) > MAX_COMMANDS:
            raise LoadError(
                f"{where}: expected at most {MAX_COMMANDS} commands of a farmer, "
                f"got {len(commands)} of {seat} - at $.received"
            )
    return [Move.of([action for action, _ in mine], [rank for _, rank in mine]) for mine in sent]


def without(farmers: Any, name: str) -> Any:
    """Farmers without one of their members; anything but a list of farmers is returned unchanged."""
    if not isinstance(farmers, list) or not all(isinstance(farmer, dict) for farmer in farmers):
        return farmers
    return [{n: value for n, value in farmer.items() if n != name} for farmer in farmers]


# States in the recordings' format


def state_of(state: State[Garden, Config]) -> dict[str, Any]:
    """A whole state."""
    garden, config = state.record, state.const
    return {
        "territory": views.land_rows(state),
        "overlaps": list(overlaps_of(state)),
        "farmers": [farmer_of(state, seat) for seat in range(config.seats)],
        "leaderboard": views.percentages(state),
        "powerups": items_of(state),
        "weeds": [weed_of(config, weed) for weed in views.weeds_of(garden)],
        "nextWeed": garden.next_weed,
        "nextPowerUp": garden.next_power_up,
    }


def overlaps_of(state: State[Garden, Config]) -> Iterator[list[int]]:
    """The cells with more than one owner, row by row, with their bit masks."""
    garden, config = state.record, state.const
    if garden.overlaps:
        for cell in range(config.Rows * config.Cols):
            if garden.land[cell] & garden.land[cell] - 1:
                yield [*views.spot_of(config, cell), garden.land[cell]]


def spawns_of(state: State[Garden, Config]) -> Iterator[tuple[int, int]]:
    """The spawn cells of the farmers."""
    for seat in range(state.seats):
        yield state.const.spawn_x[seat], state.const.spawn_y[seat]


def farmer_of(state: State[Garden, Config], seat: int) -> dict[str, Any]:
    """A farmer."""
    farmer = state.record.farmers[seat]
    return {
        "x": farmer.x,
        "y": farmer.y,
        "dir": farmer.direction,
        "last": farmer.last,
        "queue": farmer.queued,
        "pu": farmer.power_up,
        "puLeft": farmer.power_left,
        "spu": farmer.super_power_up,
        "spuLeft": farmer.super_left,
        "tbp": farmer.tie // 100,
        "trail": trail_of(state, seat),
        "cells": farmer.cells,
        "sfOut": farmer.super_power_up == Item.SUPER_FERTILIZER and bool(farmer.out),
    }


def trail_of(state: State[Garden, Config], seat: int) -> list[list[int]]:
    """A farmer's trail, first to last."""
    return [list(views.spot_of(state.const, cell)) for cell in views.trail_of(state, seat)]


def items_of(state: State[Garden, Config]) -> list[list[int]]:
    """The power-ups, then the super power-ups, in storage order."""
    stores = (state.record.power_ups, state.record.supers)
    return [[*views.spot_of(state.const, cell), kind] for store in stores for cell, kind in views.items_in(store)]


def weed_of(config: Config, weed: Weed) -> dict[str, Any]:
    """A weed."""
    return {
        "core": list(views.spot_of(config, weed.core)),
        "super": weed.hides,
        "countdown": weed.countdown,
        "cells": [list(views.spot_of(config, weed.cells[i])) for i in range(weed.size)],
    }
