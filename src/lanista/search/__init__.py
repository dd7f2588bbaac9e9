"""Search: one bot for all games, by tree search over the compiled rules."""

from lanista.search.belief import Belief, belief_of
from lanista.search.searcher import Option, Searcher, Thought, plan_of

__all__ = ["Belief", "Option", "Searcher", "Thought", "belief_of", "plan_of"]
