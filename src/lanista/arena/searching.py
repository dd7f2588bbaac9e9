"""Compiles the bot `search` before matches of a series, while no clock runs: else it would play its policy."""

from __future__ import annotations

from lanista.bots.resolve import Bot, Kind
from lanista.engine import Rules
from lanista.engine.native import available
from lanista.match import Plan
from lanista.search.options import SearchOptions

_prepared: set[Rules] = set()


def compile_search(plan: Plan) -> None:
    """Compile the search for the layout of a match, once, if it takes part.

    Of several processes one compiles while the others wait. What cannot be compiled is said by the result.
    """
    if not any(_searches(bot) for bot in plan.bots) or not available():
        return
    from lanista.search.searcher import Searcher

    setup = plan.setup
    rules = plan.game.start(setup.config, setup.seed, len(plan.bots), setup.map).rules
    if rules not in _prepared:
        _prepared.add(rules)
        Searcher(plan.game, 0, seats=len(plan.bots), rules=rules).is_ready(None)


def _searches(bot: Bot) -> bool:
    return bot.kind is Kind.BUILTIN and isinstance(bot.function, SearchOptions)
