"""Hidden information, drawn anew: the cooldowns that D16 does not show to B."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tower_defence.state import Battle, Config


@rule
def redraw(battle: Battle, config: Config, seat: int, generator: Generator) -> None:
    """D16: B sees every cooldown as 0, so each finished turret may fire next in any round of its period."""
    if seat == 1 and config.d16_cooldown_hidden_from_b:
        for i in range(battle.n_turrets):
            battle.due[battle.turrets[i]] = battle.round + rand_below(generator, config.attack_cooldown + 1)
