"""The forward model: a game's rules for bots that look ahead, in this process or in one of their own.

`model.Model("overdrive")` in Python; `lanista model overdrive` answers programs in any language.
"""

from lanista.model.model import Estimate, LegalMove, Model, Proposal, Stepped

__all__ = ["Estimate", "LegalMove", "Model", "Proposal", "Stepped"]
