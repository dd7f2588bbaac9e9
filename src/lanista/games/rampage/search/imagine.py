"""The state that a view shows: nothing is hidden, so there is only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lanista.game import BotStart
from lanista.games.rampage import views
from lanista.games.rampage.game import Rampage
from lanista.games.rampage.mapfile import map_from
from lanista.games.rampage.rules import is_dead
from lanista.games.rampage.state import BY_TURRET, DIRECTIONS, TURRET, Arena, Config, Direction, Hit, Word
from lanista.games.rampage.views import Moment


class Belief:
    """The knowledge of a seat, which is everything."""

    def __init__(self, game: Rampage, start: BotStart) -> None:
        self._state: Moment = game.blank(start.config, map_from(start.map))

    def see(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a turn; earlier ones add nothing to it."""
        views.imagine(view, self._state)
        arena, config = self._state.record, self._state.const
        for turret, seen in zip(arena.turrets, view["turrets"], strict=False):
            turret.fired, turret.credit = int(seen["fired"]), 0
        for seat, seen in enumerate(view["players"]):
            _put_last_move(arena, seat, seen, view["beams"])
            _put_hits(arena, config, seat, seen["hits"])
        arena.n_credits = sum(turret.credit > 0 for turret in arena.turrets)
        ended = any(is_dead(player) for player in arena.players) or arena.turn >= views.turn_limit(config)
        arena.over = int(ended)

    def imagine(self, seed: int) -> Moment:
        """The state of the last view."""
        return self._state.clone()


def _put_last_move(arena: Arena, seat: int, seen: Mapping[str, Any], beams: Sequence[Mapping[str, Any]]) -> None:
    """The move of the last turn, and the beams of its laser."""
    player = arena.players[seat]
    player.effective, player.requested = Word[seen["last_move"]], Word[seen["requested"]]
    for direction in range(DIRECTIONS):
        player.beams[direction] = 0
    if player.effective == Word.LASER:
        for beam in beams:
            if beam["owner"] == seat + 1:
                player.beams[Direction[beam["dir"]]] += 1


def _put_hits(arena: Arena, config: Config, seat: int, hits: Sequence[Mapping[str, Any]]) -> None:
    """The hits of the last turn; the engine pays for reflected turrets one turn later (D20)."""
    player, listed = arena.players[seat], arena.hits[seat]
    for i in range(max(player.n_hits, len(hits))):
        listed.kind[i] = listed.by[i] = 0
    player.n_hits = len(hits)
    for i, hit in enumerate(hits):
        listed.kind[i], listed.by[i] = _kind_of(hit), _source_of(config, hit)
        if config.d20_late_reflect and listed.by[i] >= BY_TURRET and hit["absorbed"]:
            arena.turrets[listed.by[i] - BY_TURRET].credit |= 1 << seat


def _kind_of(hit: Mapping[str, Any]) -> int:
    """The bit flags of a hit."""
    laser = Hit.LASER if hit["kind"] == "LASER" else 0
    return laser | (Hit.ABSORBED if hit["absorbed"] else 0) | (Hit.REFLECTED if "reflected" in hit else 0)


def _source_of(config: Config, hit: Mapping[str, Any]) -> int:
    """A seat, or a turret from `BY_TURRET`."""
    if hit["by"] != "turret":
        return int(hit["by"]) - 1
    return int(config.board[hit["y"] * config.width + hit["x"]] - TURRET + BY_TURRET)
