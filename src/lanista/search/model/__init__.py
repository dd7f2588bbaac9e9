"""The forward model: a game's rules for bots that look ahead, in the bot's process or a separate one.

`model.Model("overdrive")` in Python; `lanista model overdrive` answers programs in any language.
"""

from lanista.search.model.model import Estimate, LegalMove, Model, Proposal, Stepped

__all__ = ["Estimate", "LegalMove", "Model", "Proposal", "Stepped"]
