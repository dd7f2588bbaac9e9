"""Replays recorded matches of the original engine and the specification's scenarios turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from lanista.core.errors import LoadError
from lanista.core.text import quoted
from lanista.engine import State
from lanista.game import InvalidMove
from lanista.game.conform import ConformTally, read_lines
from lanista.games.tanks import maps, moves, rules, views
from lanista.games.tanks.moves import MISSING, ORIENTATION_NAMES, ORIENTATION_OF, Move
from lanista.games.tanks.state import MAX_SEATS, MAX_SIDE, MAX_TURNS, MIN_SEATS, Action, Arena, Config, Tank

if TYPE_CHECKING:
    from lanista.games.tanks.game import Tanks

Moment = State[Arena, Config]
Facing = Literal["North", "North-East", "East", "South-East", "South", "South-West", "West", "North-West"]
Coordinate = Annotated[int, Meta(ge=0, lt=MAX_SIDE)]
Amount = Annotated[int, Meta(ge=0, le=10_000)]
Id = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Limit = Annotated[int, Meta(ge=1, le=MAX_TURNS)]


class TankLine(msgspec.Struct):
    """A tank in the format of the recordings."""

    id: Id
    x: Coordinate
    y: Coordinate
    orientation: Facing
    health: Amount
    mobile: bool
    score: Amount


TankLines = Annotated[list[TankLine], Meta(max_length=MAX_SEATS)]


class MatchLine(msgspec.Struct):
    """The first line of a recorded match."""

    id: str
    engine: Literal["corrected", "original"]
    max_turns: Limit
    map: list[str]
    damage: dict[Literal["lake", "forest", "tank", "direct", "indirect"], Amount]
    tanks: TankLines


class RecordedTurn(msgspec.Struct):
    """One turn of a recorded match: the actions in processing order, and their result."""

    turn: int
    actions: list[dict[str, Any]]
    tanks: TankLines
    scans: list[dict[str, Any]] | None = None
    expect: TankLines | None = None


class EndLine(msgspec.Struct):
    """The last line of a recorded match."""

    turns: int
    ranking: list[dict[str, int]]
    tanks: list[dict[str, Any]]


class Expected(msgspec.Struct):
    """The result of one turn of a scenario."""

    tanks: list[dict[str, Any]]
    scans: list[dict[str, Any]] | None = None


class Ranking(msgspec.Struct):
    """The final ranking of a scenario."""

    ranking: list[dict[str, int]]


class Scenario(msgspec.Struct):
    """A worked scenario (section 13)."""

    id: str
    title: str
    map: list[str]
    tanks: TankLines
    turns: list[list[dict[str, Any]]]
    expect: list[Expected]
    end: Ranking | None = None

    def __post_init__(self) -> None:
        if len(self.turns) != len(self.expect):
            raise ValueError(f"Expected as many turns as `expect` has, got {len(self.turns)}")


L = TypeVar("L", MatchLine, RecordedTurn, EndLine, Scenario)
Numbered = tuple[int, dict[str, Any]]


def conform(game: Tanks, path: Path, comparison: ConformTally) -> None:
    """Replay a recorded match, or every scenario of a file."""
    lines = read_lines(path)
    first = next(lines, None)
    if first is not None and first[1].get("type") == "match":
        conform_match(game, path, first, lines, comparison)
        return
    for numbered in chain([first] if first else [], lines):
        scenario = convert_line(path, numbered, Scenario)
        state = with_location(path, numbered[0], set_up, game, scenario.map, scenario.tanks, {})
        comparison.matches += 1
        conform_scenario(game, state, scenario, comparison)


def convert_line(path: Path, numbered: Numbered, kind: type[L]) -> L:
    """Convert a line to the expected type; errors name the file and line."""
    number, value = numbered
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise LoadError(f"{path}, line {number}: {error}") from error


def with_location(path: Path, number: int, make: Any, *arguments: Any) -> Any:
    """Call a function, adding the file and line to its errors."""
    try:
        return make(*arguments)
    except (LoadError, InvalidMove) as error:
        raise LoadError(f"{path}, line {number}: {error}") from error


def set_up(game: Tanks, rows: Sequence[str], tanks: Sequence[TankLine], changes: Mapping[str, int]) -> Moment:
    """The position before the first turn; ids match seats, and moves specify the processing order."""
    config = game.configure("standard", {**changes, "ranks_in_moves": 1})
    map_ = maps.read_map("\n".join(rows))
    state = game.blank(config, map_, max(MIN_SEATS, len(tanks)))
    put_tanks(state, tanks)
    return state


def put_tanks(state: Moment, tanks: Sequence[TankLine]) -> None:
    """Set the tanks to those of a line, and resume the match."""
    arena, config = state.record, state.const
    if [tank.id for tank in tanks] != list(range(1, len(tanks) + 1)):
        raise LoadError(f"Expected tanks 1 to {len(tanks)}, got {[tank.id for tank in tanks]} - at $.tanks")
    arena.n_tanks, arena.over = len(tanks), 0
    for tank, line in zip(arena.tanks, tanks, strict=False):
        if not rules.is_on_map(config, line.x, line.y):
            raise LoadError(f"Expected a position on the map, got {line.x}, {line.y} - at $.tanks[{line.id - 1}]")
        tank.x, tank.y, tank.health, tank.score = line.x, line.y, line.health, line.score
        tank.orientation, tank.mobile = ORIENTATION_OF[line.orientation], int(line.mobile)


# A recorded match


def conform_match(
    game: Tanks, path: Path, first: Numbered, lines: Iterator[Numbered], comparison: ConformTally
) -> None:
    """Replay a match of the corrected engine as a whole, one of the original engine turn by turn (D6, D7, D12)."""
    match = convert_line(path, first, MatchLine)
    changes = {f"{name}_damage": value for name, value in match.damage.items()}
    changes["max_turns"] = match.max_turns
    state: Moment = with_location(path, first[0], set_up, game, match.map, match.tanks, changes)
    state.record.over = int(rules.has_ended(state.record, state.const))  # 8.1: checked before the first turn too
    comparison.matches += 1
    numbered = first
    for numbered in lines:
        if numbered[1].get("type") == "end":
            break
        turn = convert_line(path, numbered, RecordedTurn)
        given: list[Move] = with_location(path, numbered[0], moves_of, state, turn.actions)
        comparison.turns += 1
        game.step(state, given)
        compare_turn(state, match.id, turn, comparison)
        if match.engine == "original":
            with_location(path, numbered[0], put_tanks, state, turn.tanks)
            state.record.over = int(rules.has_ended(state.record, state.const))
    if numbered[1].get("type") != "end":
        raise LoadError(f"{path}: Expected a last line of type `end`, got {quoted(numbered[1].get('type'))}")
    compare_end(state, match.id, convert_line(path, numbered, EndLine), comparison)
    for number, _ in lines:
        raise LoadError(f"{path}, line {number}: Expected nothing after the line of type `end`")


def moves_of(state: Moment, actions: Sequence[Mapping[str, Any]]) -> list[Move]:
    """The moves of a turn, ranked in recorded order; dead tanks have none."""
    given = [MISSING] * state.seats
    for rank, action in enumerate(actions, 1):
        number = action.get("id")
        if not isinstance(number, int) or not 1 <= number <= state.record.n_tanks:
            raise LoadError(f"Expected the `id` of a tank, got {number!r:.40} - at $.actions[{rank - 1}]")
        given[number - 1] = moves.move_of(action)._replace(rank=rank)
    return given


def compare_turn(state: Moment, name: str, line: RecordedTurn, comparison: ConformTally) -> None:
    """Compare the tanks after a turn, and the scans if the recording has them."""
    turn = state.record.turn
    comparison.compare(turn, f"{name}.turn", line.turn, turn)
    expected = line.tanks if line.expect is None else line.expect
    comparison.compare(turn, f"{name}.tanks", msgspec.to_builtins(expected), tanks_of(state))
    if line.scans is not None and line.expect is None:
        comparison.compare(turn, f"{name}.scans", line.scans, scans_of(state, acting_tanks(line.actions)))


def compare_end(state: Moment, name: str, line: EndLine, comparison: ConformTally) -> None:
    """Compare the turn of the end and the final ranking."""
    turn = state.record.turn
    comparison.compare(turn, f"{name}.over", True, bool(state.record.over))
    comparison.compare(turn, f"{name}.turns", line.turns, turn)
    comparison.compare(turn, f"{name}.ranking", line.ranking, ranking_of(state))
    final = [{**tank, "score": final_score(state, i)} for i, tank in enumerate(tanks_of(state))]
    comparison.compare(turn, f"{name}.end", line.tanks, final)


# A scenario


def conform_scenario(game: Tanks, state: Moment, scenario: Scenario, comparison: ConformTally) -> None:
    """Replay each turn of a scenario; that of a lone tank continues although it is over (8.1)."""
    for number, (actions, expected) in enumerate(zip(scenario.turns, scenario.expect, strict=True), 1):
        state.record.over = 0
        game.step(state, moves_of(state, actions))
        comparison.turns += 1
        comparison.compare(number, f"{scenario.id}.tanks", expected.tanks, tanks_of(state))
        scans = expected.scans or []
        comparison.compare(number, f"{scenario.id}.scans", scans, scans_of(state, acting_tanks(actions)))
    if scenario.end is not None:
        comparison.compare(len(scenario.turns), f"{scenario.id}.end", scenario.end.ranking, ranking_of(state))


# States in the format of the recordings


def tanks_of(state: Moment) -> list[dict[str, Any]]:
    """All tanks, wrecks included."""
    arena = state.record
    return [tank_of(tank, i) for i, tank in enumerate(arena.tanks[: arena.n_tanks])]


def tank_of(tank: Tank, i: int) -> dict[str, Any]:
    """A tank in the format of the recordings."""
    return {
        "id": i + 1,
        "x": tank.x,
        "y": tank.y,
        "orientation": ORIENTATION_NAMES[tank.orientation],
        "health": tank.health,
        "mobile": bool(tank.mobile),
        "score": tank.score,
    }


def acting_tanks(actions: Sequence[Mapping[str, Any]]) -> set[int]:
    """The indices of the tanks that acted in a turn."""
    return {action["id"] - 1 for action in actions}


def scans_of(state: Moment, acted: set[int]) -> list[dict[str, Any]]:
    """The scans of a turn in order of id, including those of tanks that died in it."""
    return list(_scans(state, acted))


def _scans(state: Moment, acted: set[int]) -> Iterator[dict[str, Any]]:
    arena = state.record
    for i, tank in enumerate(arena.tanks[: arena.n_tanks]):
        if i in acted and tank.action in (Action.SCAN_MONO, Action.SCAN_OMNI):
            yield {"id": i + 1, **msgspec.json.decode(views.scan_json(state, tank))}


def final_score(state: Moment, i: int) -> int:
    """A tank's score including survival points."""
    return rules.final_score(state.record, state.const, i)


def ranking_of(state: Moment) -> list[dict[str, int]]:
    """The ranking in the format of the recordings: by rank, then by id."""
    scores = [final_score(state, i) for i in range(state.record.n_tanks)]
    ranks = sorted(set(scores), reverse=True)
    lines = [{"id": i + 1, "rank": ranks.index(score) + 1, "score": score} for i, score in enumerate(scores)]
    return sorted(lines, key=lambda line: (line["rank"], line["id"]))
