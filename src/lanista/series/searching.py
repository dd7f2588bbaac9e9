"""Compiles the bot `search` before matches of a series, while no clock runs: otherwise it plays its policy."""

from __future__ import annotations

from lanista.bots.resolve import BotKind, FoundBot
from lanista.engine import Rules
from lanista.engine.native import available
from lanista.match.planning import PlannedMatch
from lanista.search.options import SearchOptions

_prepared: set[Rules] = set()


def compile_search(plan: PlannedMatch) -> None:
    """Compile the search for the layout of a match, once, if it takes part.

    Of several processes one compiles while the others wait. The result of the match reports a failed compilation.
    """
    if not any(_searches(bot) for bot in plan.bots) or not available():
        return
    from lanista.search.searcher import Searcher

    setup = plan.setup
    rules = plan.game.start(setup.config, setup.seed, len(plan.bots), setup.map).rules
    if rules not in _prepared:
        _prepared.add(rules)
        Searcher(plan.game, 0, seats=len(plan.bots), rules=rules).is_ready(None)


def _searches(bot: FoundBot) -> bool:
    return bot.kind is BotKind.BUILTIN and isinstance(bot.function, SearchOptions)
