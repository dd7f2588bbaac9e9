"""The Python client: `run` answers the referee with a function or a class of yours.

Only the standard library is needed while a bot runs. Each game has a module here with the types of its view, its
map and its moves: `from lanista.bot.overdrive import View`.
"""

from lanista.bot.client import Answer, Limits, Start, run

__all__ = ["Answer", "Limits", "Start", "run"]
