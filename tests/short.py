"""Settings per game that make matches short, but long enough for something to happen."""

SHORT = {
    "overdrive": {"max_rounds": 50},
    "rampage": {"max_turns": 50},
    "sproutopia": {"MaxTicks": 100},
    "tanks": {"max_turns": 50},
    "tower_defence": {"max_rounds": 50},
}
