"""The rulesets: the contest's settings under its names, and a switch for each deviation of its engine."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.core.errors import ConfigError
from lanista.game import Setting, defaults_of, switches
from lanista.games.sproutopia.state import MAX_POWER_UPS, MAX_QUEUED, MAX_SIDE, MAX_TICKS, MIN_SIDE

MAX_WEEDS = 16
MAX_WEED_CELLS = 128
MAX_COUNTDOWN = 10_000
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
    "PowerUpSpawnRateMean": Setting(25, 0, MAX_COUNTDOWN),
    "PowerUpSpawnRateStdDev": Setting(8, 0, MAX_COUNTDOWN),
    "PowerUpSpawnRateMin": Setting(0, 0, MAX_COUNTDOWN),
    "PowerUpSpawnRateMax": Setting(50, 0, MAX_COUNTDOWN),
    "PowerUpsMaxAmount": Setting(6, 0, MAX_POWER_UPS),
    "WeedsStartTick": Setting(100, 0, MAX_TICKS),
    "WeedSpawnRateMean": Setting(50, 0, MAX_COUNTDOWN),
    "WeedSpawnRateStdDev": Setting(15, 0, MAX_COUNTDOWN),
    "WeedSpawnRateMin": Setting(0, 0, MAX_COUNTDOWN),
    "WeedSpawnRateMax": Setting(100, 0, MAX_COUNTDOWN),
    "WeedsMaxAmount": Setting(3, 0, MAX_WEEDS),
    "WeedGrowthRate": Setting(5, 1, MAX_COUNTDOWN),
    "WeedsMaxGrowth": Setting(15, 1, MAX_WEED_CELLS),
    "LifespanImmunity": Setting(20, 1, MAX_COUNTDOWN),
    "LifespanUnprunable": Setting(20, 1, MAX_COUNTDOWN),
    "LifespanFreeze": Setting(10, 1, MAX_COUNTDOWN),
    "LifespanFertilizer": Setting(40, 1, MAX_COUNTDOWN),
    **switches("e4_queue_is_limited"),  # 1: PlayerQueueSize applies
    **switches("ranks_in_moves"),  # 1: moves may carry the arrival ranks that a hub records
    **switches(*SWITCHES),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, **dict.fromkeys(SWITCHES, 1))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}

# Maps of up to this many cells share one record layout, and so one compilation
CELL_STEPS = (2_504, 10_000, 40_000)


def check(config: Mapping[str, int]) -> None:
    """Raise ConfigError for settings that contradict each other."""
    for kind in ("PowerUp", "Weed"):
        minimum, maximum = config[f"{kind}SpawnRateMin"], config[f"{kind}SpawnRateMax"]
        if minimum > maximum:
            raise ConfigError(
                f"setting {kind}SpawnRateMin expects at most {kind}SpawnRateMax, {maximum}, got {minimum}"
            )


def capacities(config: Mapping[str, int]) -> dict[str, int]:
    """The capacities that must be larger than in the default record layout."""
    cells = config["Rows"] * config["Cols"]
    larger: dict[str, int] = {}
    if cells > CELL_STEPS[0]:
        larger["cells"] = next(step for step in CELL_STEPS if cells <= step)
    if config["WeedsMaxAmount"] > 4:
        larger["weeds"] = MAX_WEEDS
    if config["WeedsMaxGrowth"] > 16:
        larger["weed_cells"] = MAX_WEED_CELLS
    if needs_many_supers(config):
        larger["items"] = larger.get("cells", CELL_STEPS[0])  # a cell holds at most one
    return larger


def needs_many_supers(config: Mapping[str, int]) -> bool:
    """Whether a match may see more weeds than the default records have slots for super power-ups.

    At most one appears per tick. The mean of 64 countdowns never falls two standard deviations below the
    expected one: for such a mean that is 16 standard deviations, and there are only 2**31 seeds.
    """
    ticks = config["MaxTicks"] - config["WeedsStartTick"] + 1
    mean = min(config["WeedSpawnRateMean"], config["WeedSpawnRateMax"]) - 2 * config["WeedSpawnRateStdDev"] - 1
    shortest = max(1, config["WeedSpawnRateMin"], mean)
    return config["WeedsMaxAmount"] > 0 and ticks // shortest >= MAX_POWER_UPS
