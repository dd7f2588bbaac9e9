"""The settings, each with its usual value and its range, and the rulesets."""

from lanista.game import Setting, defaults_of

SETTINGS = {
    "max_turns": Setting(60, 1, 1000, "turns of a match"),
    "goal": Setting(10, 1, 100, "gems that win the match at once"),
}

RULESETS = {
    "standard": defaults_of(SETTINGS),
    "short": defaults_of(SETTINGS, max_turns=20),
}
