"""Settings that end a match of each game early, but not before something has happened."""

SHORT = {
    "overdrive": {"max_rounds": 50},
    "rampage": {"max_turns": 50},
    "sproutopia": {"MaxTicks": 100},
    "tanks": {"max_turns": 50},
    "tower_defence": {"max_rounds": 50},
}
