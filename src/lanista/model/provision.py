"""Prepares compiled rules for processes that may not compile any: models that bots start in their matches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lanista.engine import Rules
from lanista.engine import loops as engine_loops
from lanista.engine.folders import cache_root, private_folder
from lanista.engine.native import native
from lanista.game import Game
from lanista.model import loops
from lanista.search import loops as search_loops
from lanista.search import plan_of

FOLDER = "model"  # beside the cache of compiled rules
READABLE = 0o755  # bots may run as another user


@cache
def provide(game: Game[Any, Any, Any], rules: Rules) -> Path:
    """A folder with everything compiled that a model of these rules may need."""
    folder = private_folder(cache_root().with_name(FOLDER))
    folder.chmod(READABLE)
    native(rules).provide(engine_loops.step_batch, "", folder)  # for batches in Python bots
    for policy in rules.policies:
        native(rules).provide(loops.step_many, policy.__name__, folder)
    native(rules).provide(search_loops.grow, plan_of(game).policy, folder)
    return folder
