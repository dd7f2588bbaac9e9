"""Search: one bot for all games, by tree search over the compiled rules.

Its parts are loaded when they are asked for: matches without a search need no native code.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.search.belief import Belief, belief_of
    from lanista.search.searcher import Option, Searcher, Thought, plan_of

__all__ = ["Belief", "Option", "Searcher", "Thought", "belief_of", "plan_of"]

_MODULES = {"Belief": "belief", "belief_of": "belief"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'searcher')}"), name)
