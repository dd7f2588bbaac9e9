"""Prepares compiled rules for processes that may not compile any: models that bots start in their matches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lanista.engine import Rules
from lanista.engine import loops as engine_loops
from lanista.engine.folders import cache_root, private_folder
from lanista.engine.native import available, native
from lanista.game import Game
from lanista.search import loops as search_loops
from lanista.search.model import loops
from lanista.search.searcher import plan_of

FOLDER = "model"  # beside the cache of compiled rules
READABLE = 0o755  # bots may run as another user


@cache
def provide(game: Game[Any, Any, Any], rules: Rules) -> Path:
    """A folder with everything compiled that a model of these rules may need.

    Without a compiler that is what wheels ship: the policy of the game's plan.
    """
    folder = private_folder(cache_root().with_name(FOLDER))
    folder.chmod(READABLE)
    planned = plan_of(game).policy
    native(rules).provide(engine_loops.step_batch, "", folder)  # for batches in Python bots
    native(rules).provide(search_loops.grow, planned, folder)
    for policy in [planned, *(policy.__name__ for policy in rules.policies if available())]:
        native(rules).provide(loops.step_many, policy, folder)
    return folder
