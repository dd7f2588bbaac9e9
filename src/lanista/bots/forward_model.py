"""A bot's access to the forward model: the command that starts it, and readable compiled rules."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lanista.engine.folders import PROVIDED
from lanista.game import Config, Game

HOST = Path(__file__).parents[1] / "search" / "model" / "host.py"
COMMAND = "LANISTA_MODEL"  # environment variable of bots that may start the model


class ModelAccess(NamedTuple):
    """The way for a bot to start the model; nothing is compiled in its match."""

    command: tuple[str, ...]
    folder: Path  # of compiled rules

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that tell the bot, and the model that it starts."""
        return {COMMAND: shlex.join(self.command), PROVIDED: str(self.folder)}


def model_access(game: Game[Any, Any, Any], config: Config) -> ModelAccess:
    """Prepare the model for matches with these settings; the first time this compiles for some seconds."""
    from lanista.search.model.provision import provide  # with the search, which most matches do not need

    command = sys.executable, "-P", str(HOST), game.name  # not the bot's folder, where anything may lie
    return ModelAccess(command, provide(game, game.layout(config)))
