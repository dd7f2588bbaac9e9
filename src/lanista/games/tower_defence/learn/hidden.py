"""Hidden information, redrawn: the cooldowns that D16 does not show to B."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.tower_defence.state import Battle, Config


@rule
def cooldowns_are_hidden(config: Config, seat: int) -> bool:
    """D16: B sees every cooldown as 0."""
    return seat == 1 and config.d16_cooldown_hidden_from_b != 0


@rule
def redraw(battle: Battle, config: Config, seat: int, generator: Generator) -> None:
    """Each finished turret whose cooldown is hidden may fire next in any round of its period."""
    if cooldowns_are_hidden(config, seat):
        for i in range(battle.n_turrets):
            battle.due[battle.turrets[i]] = battle.round + rand_below(generator, config.attack_cooldown + 1)
