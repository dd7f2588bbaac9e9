"""For authors of games: `check_game(MY_GAME)` checks all that a game must hold."""

from lanista.tools.conformance import NotConforming, check_game

__all__ = ["NotConforming", "check_game"]
