"""`lanista bench peers`: our games and other libraries' environments under random legal play, on one core."""

from lanista.tools.bench.peers.measuring import run

__all__ = ["run"]
