"""Replays recorded games of the original engine, under `classic` or, where the outcome is known, `standard`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lanista.core.errors import LoadError
from lanista.engine import State
from lanista.game.conform import ConformTally, read_records
from lanista.games.rampage import maps, rules, views
from lanista.games.rampage.contest import message, results
from lanista.games.rampage.contest.results import Requested
from lanista.games.rampage.state import BY_TURRET, SEATS, Arena, Config, Direction, Hit, Player

if TYPE_CHECKING:
    from lanista.games.rampage.game import Rampage

Facing = Literal["UP", "DOWN", "LEFT", "RIGHT"]
Count = Annotated[int, Meta(ge=0, le=1000)]
Owner = Literal["1", "2"]


class PlayerSetup(msgspec.Struct):
    """Changes to a player before the first turn."""

    dir: Facing | None = None
    laser: Count = 0
    shield: Count = 0
    teleport: Count = 0
    score: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = 0
    hp: Annotated[int, Meta(ge=1, le=1000)] | None = None
    shield_left: Count = 0


class TurretSetup(msgspec.Struct):
    """Changes to a turret before the first turn."""

    alive: bool = True


class RecordedSetup(msgspec.Struct):
    """Changes to a position before the first turn."""

    p1: PlayerSetup = msgspec.field(default_factory=PlayerSetup)
    p2: PlayerSetup = msgspec.field(default_factory=PlayerSetup)
    bullets: Annotated[list[tuple[int, int, Facing, Owner]], Meta(max_length=20)] = []
    turrets: list[TurretSetup] = []
    turn: Annotated[int, Meta(ge=0)] = 0


class Final(msgspec.Struct):
    """How the same moves end under `standard`."""

    turns: int
    points: list[int]
    hp: list[int]
    victor: int
    over: bool


class RecordedGame(msgspec.Struct):
    """One line of a recording: a game of the original engine, or a scenario with the states of both rulesets."""

    id: str
    map: dict[str, Any]
    moves: list[tuple[Requested, Requested]]
    setup: RecordedSetup = msgspec.field(default_factory=RecordedSetup)
    states: list[dict[str, Any]] | None = None
    messages: list[tuple[dict[str, Any], dict[str, Any]]] | None = None
    classic_switches: list[str] = []
    standard_final: Final | None = None
    standard: list[dict[str, Any]] | None = None
    classic: list[dict[str, Any]] | None = None


def conform(game: Rampage, path: Path, comparison: ConformTally) -> None:
    """Replay every game of a file that has expectations for the comparison's ruleset.

    A `.json` file is a result file of the original.
    """
    if path.suffix == ".json":
        results.conform(game, path, comparison)
        return
    for number, record in parse(path):
        states = expected_states(record, comparison.ruleset)
        final = record.standard_final if comparison.ruleset == "standard" else None
        if states is None and final is None:
            continue
        state = set_up(game, record, comparison.ruleset, f"{path}, line {number}")
        comparison.matches += 1
        compare_game(game, state, record, states, comparison)
        if final is not None:
            where = f"{record.id}.standard_final"
            comparison.compare(len(record.moves), where, msgspec.to_builtins(final), final_of(state))


def parse(path: Path) -> Iterator[tuple[int, RecordedGame]]:
    """The games of a file, checked, with their line numbers."""
    for number, record in read_records(path, RecordedGame):
        for name in ("states", "standard", "classic", "messages"):
            rows = getattr(record, name)
            if rows is not None and len(rows) != len(record.moves):
                message = (
                    f"Expected one element for each of {len(record.moves)} moves, got {len(rows)} - at $.{name}"
                )
                raise LoadError(f"{path}, line {number}: {message}")
        yield number, record


def expected_states(record: RecordedGame, ruleset: str) -> list[dict[str, Any]] | None:
    """The recorded states that hold under a ruleset."""
    if ruleset == "classic":
        return record.states if record.states is not None else record.classic
    if record.states is not None:
        return None if record.classic_switches else record.states
    return record.standard


def set_up(game: Rampage, record: RecordedGame, ruleset: str, where: str) -> State[Arena, Config]:
    """The position before the first recorded turn."""
    try:
        map_ = maps.read_map(msgspec.json.encode(record.map).decode(), any_size=True)
    except LoadError as error:
        raise LoadError(f"{where}: {str(error).replace('at $', 'at $.map')}") from error
    state = game.blank(game.configure(ruleset), map_)
    check_bullets(record.setup, state.const, where)
    put_setup(state, record.setup)
    for fault in game.broken_invariants(state):
        raise LoadError(f"{where}: {fault}")
    return state


def check_bullets(setup: RecordedSetup, config: Config, where: str) -> None:
    """Reject bullets off the board: one beyond the right edge would start in the next row."""
    for i, (x, y, *_) in enumerate(setup.bullets):
        if not (0 <= x < config.width and 0 <= y < config.height):
            expected = f"Expected a square of the {config.width} x {config.height} board, got ({x}, {y})"
            raise LoadError(f"{where}: {expected} - at $.setup.bullets[{i}]")


def put_setup(state: State[Arena, Config], setup: RecordedSetup) -> None:
    """Apply the recorded changes to a position."""
    arena, width = state.record, state.const.width
    arena.turn = min(setup.turn, state.const.max_turns)
    for player, given in zip(arena.players, (setup.p1, setup.p2), strict=True):
        set_player(player, given)
    for turret, turret_given in zip(arena.turrets, setup.turrets, strict=False):
        turret.alive = int(turret_given.alive)
    views.set_bullets(
        arena,
        [views.bullet_code(y * width + x, Direction[name], int(owner) - 1) for x, y, name, owner in setup.bullets],
    )


def set_player(player: Player, given: PlayerSetup) -> None:
    """Apply the recorded changes to a player."""
    player.laser, player.shield, player.teleport = given.laser, given.shield, given.teleport
    player.points, player.shield_left = given.score, given.shield_left
    if given.dir is not None:
        player.facing = Direction[given.dir]
    if given.hp is not None:
        player.hp = given.hp


def compare_game(
    game: Rampage,
    state: State[Arena, Config],
    record: RecordedGame,
    states: list[dict[str, Any]] | None,
    comparison: ConformTally,
) -> None:
    """Compare every state, and every message to the bots if the file has them."""
    for i, words in enumerate(record.moves):
        if states is not None and record.messages is not None:
            for seat in range(SEATS):
                sent = in_order(message.original_message(state, seat))
                expected = in_order(record.messages[i][seat])
                comparison.compare(state.record.turn, f"{record.id}.messages[{seat}]", expected, sent)
        game.step(state, results.read_moves(words))
        comparison.turns += 1
        if states is not None:
            comparison.compare(state.record.turn, record.id, states[i], state_of(state))


def in_order(message: dict[str, Any]) -> dict[str, Any]:
    """A message with its hits sorted, because their order has no meaning."""
    hits = message.get("wasHitByLastTurn")
    if not isinstance(hits, list):
        return message  # left for the comparison to report
    return {**message, "wasHitByLastTurn": sorted(hits, key=lambda hit: msgspec.json.encode(hit, order="sorted"))}


def final_of(state: State[Arena, Config]) -> dict[str, Any]:
    """A result in the format of the recordings."""
    arena = state.record
    return {
        "turns": arena.turn,
        "points": [player.points for player in arena.players],
        "hp": [player.hp for player in arena.players],
        "victor": rules.victor(arena, state.const) + 1,
        "over": bool(arena.over),
    }


def state_of(state: State[Arena, Config]) -> dict[str, Any]:
    """A state in the format of the recordings."""
    arena, config = state.record, state.const

    def at(square: int) -> list[int]:
        return list(views.spot_of(config, square))

    names = views.DIRECTION_NAMES
    return {
        "turn": arena.turn,
        "over": bool(arena.over),
        "winner": rules.victor(arena, config) + 1,
        "p1": player_of(arena, config, 0),
        "p2": player_of(arena, config, 1),
        "bullets": [[*at(square), names[d], str(owner + 1)] for square, d, owner in views.bullets_of(state)],
        "turrets": [turret_of(state, i) for i in range(config.n_turrets)],
        "powerups": [[*at(square), views.KINDS[kind]] for square, kind in views.items_of(state)],
        "lasers": sorted(
            [*at(square), names[d], "T" if owner >= BY_TURRET else str(owner + 1), *at(origin)]
            for square, d, owner, origin in views.beams_of(state)
        ),
    }


def player_of(arena: Arena, config: Config, seat: int) -> dict[str, Any]:
    """A player in the format of the recordings."""
    player = arena.players[seat]
    x, y = views.spot_of(config, player.square)
    return {
        "x": x,
        "y": y,
        "dir": views.DIRECTION_NAMES[player.facing],
        "hp": player.hp,
        "score": player.points,
        "laser": player.laser,
        "shield": player.shield,
        "teleport": player.teleport,
        "shield_left": player.shield_left,
        "last": views.WORDS[player.effective],
        "hits": sorted(
            ["LASER" if kind & Hit.LASER else "BULLET", "0" if by >= BY_TURRET else message.relative_id(by, seat)]
            for kind, by in views.hits_of(arena, seat)
        ),
    }


def turret_of(state: State[Arena, Config], i: int) -> list[Any]:
    """A turret in the format of the recordings."""
    turret, site = state.record.turrets[i], state.const.places[i]
    spot = views.spot_of(state.const, site.square)
    return [*spot, bool(turret.alive), bool(turret.fired), views.fires_next(state, i)]
