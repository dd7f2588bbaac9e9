"""Properties of the game as such: its attributes, settings, seats, bots and entry point."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lanista.core.errors import ConfigError, InputError
from lanista.game import game_names, get_game
from lanista.tools.conformance.trial import GameTrial

NAME = re.compile(r"[a-z][a-z0-9_]*")


def class_attributes_are_valid(trial: GameTrial) -> None:
    """Name, title, seats, budgets and rulesets are present and valid; rules use only fields that exist."""
    game = trial.game
    facts = {
        "name: lower-case letters, digits and _": isinstance(game.name, str) and bool(NAME.fullmatch(game.name)),
        "title: text for people": isinstance(game.title, str) and bool(game.title.strip()),
        "seats: a range such as range(2, 5)": _is_range_of_seats(game.seats),
        "behaviour: a number from 1": isinstance(game.behaviour, int) and game.behaviour >= 1,
        "start_ms and turn_ms: milliseconds": game.start_ms > 0 and game.turn_ms > 0,
        "rulesets: one of them is `standard`": "standard" in game.rulesets,
        "rulesets: the same settings in each": len({frozenset(r) for r in game.rulesets.values()}) == 1,
        "rules.name: the name of the game": game.rules.name == game.name,
        "rules.actions: at least one": game.rules.actions >= 1,
    }
    for fact, holds in facts.items():
        if not holds:
            trial.fail(fact, "something else", "set this attribute in the class of the game")
    game.rules.check()
    for ruleset in game.rulesets:
        config = game.configure(ruleset)
        if not game.start(config, 1, min(game.seats)).rules is game.layout(config) is game.rules:
            advice = "use `State.blank(self.layout(config))`, with records in `game.rules` that fit every ruleset"
            trial.fail("states that are made with `game.rules`", "other rules", advice)


def _is_range_of_seats(seats: Any) -> bool:
    return isinstance(seats, range) and len(seats) > 0 and seats[0] >= 1 and seats.step == 1


def invalid_settings_are_refused(trial: GameTrial) -> None:
    """Unknown rulesets and settings and wrong values are refused; `configure` returns a copy."""
    game = trial.game
    setting = next(iter(trial.config), "")
    wrong: list[tuple[str, Mapping[str, object]]] = [("no such ruleset", {}), ("standard", {"no such setting": 1})]
    wrong += [("standard", {setting: value}) for value in ("1", 1.5, None) if setting]
    for ruleset, changes in wrong:
        try:
            game.configure(ruleset, changes)
        except ConfigError:
            continue
        trial.fail("ConfigError", f"configure({ruleset!r}, {changes!r}) is accepted", "inherit `configure`")
    before = dict(game.rulesets["standard"])
    changed: Any = game.configure("standard")
    if setting:
        changed[setting] = -1
    trial.expect(before, dict(game.rulesets["standard"]), "`configure` must return a copy of the settings")


def invalid_seat_counts_are_refused(trial: GameTrial) -> None:
    """A match has the requested number of seats; a number outside `seats` is refused."""
    game = trial.game
    for seats in game.seats:
        trial.expect(seats, game.start(trial.config, 1, seats).seats, "write `seats` into the constant record")
    for seats in (min(game.seats) - 1, max(game.seats) + 1):
        try:
            game.start(trial.config, 1, seats)
        except InputError:
            continue
        trial.fail("ConfigError", f"start with {seats} seats is accepted", "refuse it in `start`")


def the_game_is_installed(trial: GameTrial) -> None:
    """The game is installed with an entry point in the group `lanista.games`."""
    name = trial.game.name
    advice = (
        f'add to pyproject.toml: [project.entry-points."lanista.games"] {name} = "package:GAME", and install it'
    )
    if name not in game_names():
        trial.fail(f"{name} among the installed games", ", ".join(game_names()) or "no games", advice)
    if get_game(name) is not trial.game:
        trial.fail(f"{name} leads to this game", f"it leads to {get_game(name)!r}", advice)
