"""The Python client: `run` answers the referee with a function or a class; bots import it as `lanista.bot`.

Only the standard library is needed while a bot runs.
"""

from lanista.client.runner import Answer, Limits, Start, run

__all__ = ["Answer", "Limits", "Start", "run"]
