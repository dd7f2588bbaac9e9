"""The Python client: `run` plays a match with a function or a class; bots import it as `lanista.bot`.

It needs only the standard library while a bot runs.
"""

from lanista.client.runner import Answer, Limits, Start, run

__all__ = ["Answer", "Limits", "Start", "run"]
