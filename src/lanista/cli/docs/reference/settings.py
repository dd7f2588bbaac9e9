"""All settings of all games, with every ruleset side by side."""

from __future__ import annotations

from typing import Any

from lanista.cli.docs.reference import table
from lanista.game import Game, installed_games, seat_range


def page() -> str:
    """A section for each game."""
    return "\n\n".join("\n".join(_section(game)) for game in installed_games()[0]) + "\n"


def _section(game: Game[Any, Any, Any]) -> list[str]:
    facts = (
        f"{seat_range(game)} seats. {_budgets(game)} Built-in bots, weakest first: {', '.join(game.bots)}. "
        f"{game.actions} flat actions, and observations of {game.observation_spec.size} numbers."
    )
    rulesets = {name: game.configure(name) for name in game.rulesets}
    rows = [
        [f"`{name}`", f"{one.low} to {one.high}", *(str(config[name]) for config in rulesets.values()), one.note]
        for name, one in game.settings.items()
    ]
    heads = ["setting", "range", *(f"`{name}`" for name in rulesets), ""]
    return [f"## {game.title}", "", facts, "", *table(heads, rows)]


def _budgets(game: Game[Any, Any, Any]) -> str:
    """The budgets of a turn, once if all rulesets agree."""
    budgets = {name: game.turn_budget(name) for name in game.rulesets}
    if len(set(budgets.values())) == 1:
        return f"{next(iter(budgets.values()))} ms a turn."
    return " and ".join(f"{budget} ms a turn under `{name}`" for name, budget in budgets.items()) + "."
