"""Swapping the seats of the two players."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.rampage import views
from lanista.games.rampage.state import BY_TURRET, Arena, Config


def swap_seats(state: State[Arena, Config]) -> State[Arena, Config] | None:
    """The state with the players swapped (D31); None if the order of projectiles matters (D21).

    The order of bullets and hits has no other effect, so both are sorted here.
    """
    if state.const.d21_first_last_split:
        return None
    other = state.clone()
    other.data["players"][0] = state.data["players"][0][::-1]
    arena = other.record
    views.set_bullets(arena, sorted(arena.bullets[i] ^ 1 for i in range(arena.n_bullets)))
    other.data["hits"][0] = state.data["hits"][0][::-1]
    for seat, listed in enumerate(arena.hits):
        hits = sorted((kind, by ^ 1 if by < BY_TURRET else by) for kind, by in views.hits_of(arena, seat))
        for i, (kind, by) in enumerate(hits):
            listed.kind[i], listed.by[i] = kind, by
    for turret in arena.turrets:
        turret.credit = turret.credit >> 1 | (turret.credit & 1) << 1
    return other
