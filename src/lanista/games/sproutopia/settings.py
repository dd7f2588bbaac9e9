"""The rulesets: every setting under the contest's name, and the engine's deviations from the text as switches."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.errors import ConfigError
from lanista.game import Setting, defaults_of, switches
from lanista.games.sproutopia.state import MAX_POWER_UPS, MAX_QUEUED, MAX_SIDE, MAX_TICKS, MIN_SIDE

MAX_WEEDS = 16
MAX_WEED_CELLS = 128
LONGEST = 10_000
SWITCHES = (
    "d2_mover_wins",
    "d3_unprunable_yields_at_home",
    "d4_unprunable_can_lose",
    "d5_unprunable_can_be_encircled",
    "d6_immunity_does_not_stun",
    "d7_fertilizer_paints_behind",
    "d8_paint_is_shared",
    "d9_home_is_shared",
    "d10_points_for_the_enclosed",
    "d11_back_to_any_first_cell",
    "d12_places_by_percentage",
    "d16_pieces_by_corner",
    "d18_homes_are_never_taken",
    "d19_bridges_fill",
)
SETTINGS = {
    "Rows": Setting(50, MIN_SIDE, MAX_SIDE),
    "Cols": Setting(50, MIN_SIDE, MAX_SIDE),
    "TickRate": Setting(400, 1, 60_000),
    "MaxTicks": Setting(1000, 1, MAX_TICKS),
    "PlayerWindowSize": Setting(10, 0, 20),
    "PlayerQueueSize": Setting(10, 1, MAX_QUEUED),
    "PowerUpStartTick": Setting(50, 0, MAX_TICKS),
    "PowerUpSpawnRateMean": Setting(25, 0, LONGEST),
    "PowerUpSpawnRateStdDev": Setting(8, 0, LONGEST),
    "PowerUpSpawnRateMin": Setting(0, 0, LONGEST),
    "PowerUpSpawnRateMax": Setting(50, 0, LONGEST),
    "PowerUpsMaxAmount": Setting(6, 0, MAX_POWER_UPS),
    "WeedsStartTick": Setting(100, 0, MAX_TICKS),
    "WeedSpawnRateMean": Setting(50, 0, LONGEST),
    "WeedSpawnRateStdDev": Setting(15, 0, LONGEST),
    "WeedSpawnRateMin": Setting(0, 0, LONGEST),
    "WeedSpawnRateMax": Setting(100, 0, LONGEST),
    "WeedsMaxAmount": Setting(3, 0, MAX_WEEDS),
    "WeedGrowthRate": Setting(5, 1, LONGEST),
    "WeedsMaxGrowth": Setting(15, 1, MAX_WEED_CELLS),
    "LifespanImmunity": Setting(20, 1, LONGEST),
    "LifespanUnprunable": Setting(20, 1, LONGEST),
    "LifespanFreeze": Setting(10, 1, LONGEST),
    "LifespanFertilizer": Setting(40, 1, LONGEST),
    **switches("e4_queue_is_limited"),  # whether PlayerQueueSize counts
    **switches("ranks_in_moves"),  # 1: moves may give their commands' ranks of arrival, as a hub records them
    **switches(*SWITCHES),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, **dict.fromkeys(SWITCHES, 1))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}

# Boards of up to that many cells share one layout of the records, and so one compilation
CELL_STEPS = (2_504, 10_000, 40_000)


def check(config: Mapping[str, int]) -> None:
    """Refuse settings that do not go together."""
    for kind in ("PowerUp", "Weed"):
        least, most = config[f"{kind}SpawnRateMin"], config[f"{kind}SpawnRateMax"]
        if least > most:
            raise ConfigError(
                f"setting {kind}SpawnRateMin expects at most {kind}SpawnRateMax, {most}, got {least}"
            )


def capacities(config: Mapping[str, int]) -> dict[str, int]:
    """What the records must have room for beyond their usual layout."""
    cells = config["Rows"] * config["Cols"]
    larger: dict[str, int] = {}
    if cells > CELL_STEPS[0]:
        larger["cells"] = next(step for step in CELL_STEPS if cells <= step)
    if config["WeedsMaxAmount"] > 4:
        larger["weeds"] = MAX_WEEDS
    if config["WeedsMaxGrowth"] > 16:
        larger["weed_cells"] = MAX_WEED_CELLS
    if needs_many_supers(config):
        larger["items"] = larger.get("cells", CELL_STEPS[0])  # a cell holds no more than one
    return larger


def needs_many_supers(config: Mapping[str, int]) -> bool:
    """Whether more weeds may appear in a match than the usual records have room for super power-ups.

    At most one appears in a tick. The mean of 64 countdowns is never as low as two deviations below their own
    mean: that would be 16 of its own deviations, and there are only 2**31 seeds.
    """
    ticks = config["MaxTicks"] - config["WeedsStartTick"] + 1
    mean = min(config["WeedSpawnRateMean"], config["WeedSpawnRateMax"]) - 2 * config["WeedSpawnRateStdDev"] - 1
    shortest = max(1, config["WeedSpawnRateMin"], mean)
    return config["WeedsMaxAmount"] > 0 and ticks // shortest >= MAX_POWER_UPS
