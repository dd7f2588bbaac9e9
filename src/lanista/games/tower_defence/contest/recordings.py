"""Comparison with recorded matches of the official engines, each under the rulesets that it covers.

Engine 1.0.0 is `classic`. Its `common` recordings also cover `standard`: they have a limit of 1000 rounds, no
missile meets an unfinished building and no order has a fourth field; the text's score is computed from the
buildings that disappear, and winners by score are not compared. Engine 3.0.2 is `extended`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from lanista.core.errors import ConfigError, LoadError
from lanista.core.text import quoted
from lanista.engine import State
from lanista.game import InvalidMove
from lanista.game.conform import ConformTally, read_records
from lanista.games.tower_defence import board, rules, views
from lanista.games.tower_defence.board import PLAYERS
from lanista.games.tower_defence.contest import text_map
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.state import WIDTH, Battle, Building, Config, Ending

if TYPE_CHECKING:
    from lanista.games.tower_defence.game import TowerDefence

Moment = State[Battle, Config]
Side = Literal["A", "B"]
Kind = Literal["DEFENSE", "ATTACK", "ENERGY", "TESLA"]
KINDS = {"1.0.0": ("classic",), "1.0.0 common": ("classic", "standard"), "3.0.2": ("extended",)}
EXACT_LIMIT = 999  # the common recordings' max-rounds: 1000 rounds, the text's limit (D4)


class RecordedPlayer(msgspec.Struct, omit_defaults=True):
    """A recorded player; the last three fields are of engine 3.0.2."""

    energy: int
    health: int
    hits_taken: int
    score: int
    curtain_available: bool | None = None
    curtain_left: int | None = None
    do_nothings: int | None = None


class Players(msgspec.Struct):
    """Both players."""

    A: RecordedPlayer
    B: RecordedPlayer


class Recorded(msgspec.Struct, omit_defaults=True):
    """A recorded state; the lists of hits are of engine 3.0.2."""

    players: Players
    buildings: list[tuple[int, int, Kind, Side, int, int, int]]
    missiles: list[tuple[int, int, Side, int, int]]
    tesla_hits: list[list[tuple[int, int, Side]]] | None = None
    curtain_hits: list[tuple[int, int, Side]] | None = None


class Numbers(msgspec.Struct):
    """The engine's configuration."""

    map_width: int
    map_height: int
    max_rounds: int
    start_energy: int
    round_income_energy: int
    starting_health: int
    health_score_multiplier: int
    energy_score_multiplier: int


class Init(msgspec.Struct, tag_field="kind", tag="init"):
    """The engine, its configuration and the first state."""

    engine: Literal["1.0.0", "3.0.2"]
    config: Numbers
    state: Recorded


class Round(msgspec.Struct, tag_field="kind", tag="round"):
    """Both orders and the state after the round."""

    round: int
    a: str
    b: str
    state: Recorded


class View(msgspec.Struct, tag_field="kind", tag="view"):
    """The files of both bots before a round."""

    round: int
    json_a: dict[str, Any]
    json_b: dict[str, Any]
    text_a: str
    text_b: str


class End(msgspec.Struct, tag_field="kind", tag="end"):
    """The end of the match."""

    rounds_played: int
    reason: Literal["base_destroyed", "max_rounds", "do_nothings"]
    winner: Side | None
    final_scores: dict[str, int]
    final_health: dict[str, int]


Line = Init | Round | View | End
Numbered = tuple[int, Line]


def conform(game: TowerDefence, path: Path, comparison: ConformTally) -> None:
    """Compare one recording under the comparison's ruleset; skip it if it does not cover that."""
    comparison.unit = "round"
    lines = parse(path)
    _, init = next(lines, (0, None))
    if not isinstance(init, Init):
        raise LoadError(f"{path}, line 1: expected an object of kind 'init' with the first state")
    if comparison.ruleset not in KINDS[kind_of(init)]:
        return
    state = begin(game, path, init, comparison.ruleset)
    comparison.matches += 1
    compare_state(comparison, 0, init.state, state)
    for number, line in score_by_value(lines, state.const) if is_text(state) else lines:
        if isinstance(line, Round):
            if line.round != state.record.round:
                raise LoadError(f"{path}, line {number}: expected round {state.record.round}, got {line.round}")
            game.step(state, [read_move(game, state, seat, text) for seat, text in enumerate((line.a, line.b))])
            compare_state(comparison, line.round, line.state, state)
            comparison.turns += 1
        elif isinstance(line, View) and not is_text(state):
            compare_view(comparison, line, state)
        elif isinstance(line, End):
            compare_end(comparison, line, state)


def begin(game: TowerDefence, path: Path, init: Init, ruleset: str) -> Moment:
    """The first state with the recording's configuration."""
    try:
        return game.start(game.configure(ruleset, changes(init, ruleset)), 0)
    except ConfigError as error:
        raise LoadError(f"{path}, line 1: {error}") from error


def score_by_value(lines: Iterator[Numbered], config: Config) -> Iterator[Numbered]:
    """The recorded rounds with the text's scores: the value of destroyed enemy buildings (D2, D3)."""
    before: dict[tuple[int, int], tuple[Kind, Side, int]] = {}
    scores = {"A": 0, "B": 0}
    for number, line in lines:
        if isinstance(line, Round):
            after = {(x, y): (kind, owner, counter) for x, y, kind, owner, _, counter, _ in line.state.buildings}
            for position, (kind, owner, counter) in before.items():
                if position not in after or after[position][2] > counter:  # gone, or replaced by a newer one
                    scores["B" if owner == "A" else "A"] += config.value[Building[kind]]
            line.state.players.A.score, line.state.players.B.score = scores["A"], scores["B"]
            before = after
        yield number, line


def kind_of(init: Init) -> str:
    """The kind of a recording, a key of KINDS."""
    is_common = init.engine == "1.0.0" and init.config.max_rounds == EXACT_LIMIT
    return f"{init.engine} common" if is_common else init.engine


def changes(init: Init, ruleset: str) -> dict[str, int]:
    """The recording's configuration as settings."""
    numbers = init.config
    return {
        "width": numbers.map_width,
        "height": numbers.map_height,
        "max_rounds": numbers.max_rounds + 1 if ruleset == "standard" else numbers.max_rounds,
        "start_energy": numbers.start_energy,
        "round_income": numbers.round_income_energy,
        "start_health": numbers.starting_health,
        "health_score_multiplier": numbers.health_score_multiplier,
        "energy_score_multiplier": numbers.energy_score_multiplier,
    }


def parse(path: Path) -> Iterator[Numbered]:
    """The validated lines of a recording with their line numbers."""
    yield from read_records(path, Line)  # type: ignore[arg-type] # a union of records is a type, too


def read_move(game: TowerDefence, state: Moment, seat: int, text: str) -> Move:
    """The move of a recorded order; for an invalid one, its replacement."""
    try:
        return game.read(state, seat, text)
    except InvalidMove as error:
        move: Move = error.move
        return move


def is_text(state: Moment) -> bool:
    """Whether the rules are those of the text, whose score differs from the engine's (D2)."""
    return not state.const.d2_everything_scores


# States


def compare_state(comparison: ConformTally, round_: int, recorded: Recorded, state: Moment) -> None:
    """Compare every field of a state."""
    expected, got = msgspec.to_builtins(recorded), moment_of(state)
    for hits in ("tesla_hits", "curtain_hits"):
        if hits in expected:
            expected[hits] = sorted(expected[hits])
    comparison.compare(round_, "state", expected, got)


def moment_of(state: Moment) -> dict[str, Any]:
    """A state in the form of the recordings, with sorted lists."""
    battle, config = state.record, state.const
    moment: dict[str, Any] = {
        "players": {name: player_of(state, seat) for seat, name in enumerate(PLAYERS)},
        "buildings": sorted(building_of(state, cell) for cell in board.built_cells(battle)),
        "missiles": sorted(missile_of(missile, config) for missile in board.missiles_of(battle)),
    }
    if config.tesla_limit:
        moment["tesla_hits"] = sorted(
            [list(board.hit_position(hit)) for hit in shot] for shot in board.tesla_shots(battle)
        )
        moment["curtain_hits"] = sorted(list(board.hit_position(hit)) for hit in board.curtain_hits(battle))
    return moment


def player_of(state: Moment, seat: int) -> dict[str, Any]:
    """A player in the form of the recordings."""
    player = state.record.players[seat]
    numbers: dict[str, Any] = {
        "energy": player.energy,
        "health": player.health,
        "hits_taken": player.hits_taken,
        "score": player.score,
    }
    if state.const.iron_curtain:
        numbers["curtain_available"] = bool(player.curtain_available)
        numbers["curtain_left"] = player.curtain_left
        numbers["do_nothings"] = player.do_nothings
    return numbers


def building_of(state: Moment, cell: int) -> list[Any]:
    """A building in the form of the recordings."""
    battle, config = state.record, state.const
    counter = rules.construction_counter(battle, config, cell)
    return [
        cell % WIDTH,
        cell // WIDTH,
        Building(battle.building[cell]).name,
        PLAYERS[rules.owner_of(config, cell)],
        battle.health[cell],
        counter,
        rules.cooldown(battle, cell),
    ]


def missile_of(missile: int, config: Config) -> list[Any]:
    """A missile in the form of the recordings."""
    return [*board.hit_position(missile), config.attack_damage, config.attack_speed]


# The bots' files


def compare_view(comparison: ConformTally, line: View, state: Moment) -> None:
    """Compare both players' state files and text maps, sorting lists without a defined order."""
    comparison.compare(line.round, "round", line.round, state.record.round)
    for seat, expected in enumerate((line.json_a, line.json_b)):
        got = msgspec.json.decode(views.view_json(state, seat))
        comparison.compare(line.round, f"json_{'ab'[seat]}", in_order(expected), in_order(got))
    for seat, text in enumerate((line.text_a, line.text_b)):
        got_text = text_map.text_map(state, seat)
        comparison.compare(line.round, f"text_{'ab'[seat]}", text_in_order(text), text_in_order(got_text))


def in_order(view: dict[str, Any]) -> dict[str, Any]:
    """A state file with missiles and hits sorted, and without the missiles' random ids."""
    try:
        for cell in (cell for row in view["gameMap"] for cell in row):
            for missile in cell["missiles"]:
                missile.pop("id", None)
            cell["missiles"].sort(key=lambda missile: str(missile["playerType"]))
        for hits in ("teslaHitList", "ironCurtainHitList"):
            if hits in view:
                view[hits].sort(key=msgspec.json.encode)
    except (LookupError, TypeError, AttributeError) as error:
        raise LoadError(f"Expected a state file with its map, missiles and hits ({quoted(error, 80)})") from error
    return view


def text_in_order(text: str) -> list[str]:
    """The lines of a text map, with A's buildings and missiles before B's: those of one round have no order."""
    lines = text.split("\n")
    is_entry = [line.startswith("[") and "] " in line for line in lines]
    entries = [line for line, entry in zip(lines, is_entry, strict=True) if entry]
    ordered = iter(sorted(entries, key=lambda line: (-line.count("|"), line.split("] ")[1][:1])))
    return [next(ordered) if entry else line for line, entry in zip(lines, is_entry, strict=True)]


# The end


def compare_end(comparison: ConformTally, line: End, state: Moment) -> None:
    """Compare rounds, reason and result; under the text's rules without scores and winners by score."""
    battle, config = state.record, state.const
    comparison.compare(line.rounds_played, "rounds_played", line.rounds_played, battle.round)
    comparison.compare(line.rounds_played, "reason", line.reason, Ending(battle.ending).name.lower())
    health = {name: player.health for name, player in zip(PLAYERS, battle.players, strict=True)}
    comparison.compare(line.rounds_played, "final_health", line.final_health, health)
    fallen = sum(player.health <= 0 for player in battle.players)
    if is_text(state) and fallen != 1:
        return
    winner = {1: "A", -1: "B"}.get(rules.lead(battle, config))
    comparison.compare(line.rounds_played, "winner", line.winner, winner)
    if not is_text(state):
        scores = {name: rules.final_score(battle.players[seat], config) for seat, name in enumerate(PLAYERS)}
        comparison.compare(line.rounds_played, "final_scores", line.final_scores, scores)
