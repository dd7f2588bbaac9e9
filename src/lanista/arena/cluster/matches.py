"""Matches on their way: how a specification is sent to another machine, and how its report comes back."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from lanista.arena.cluster.files import SentFiles
from lanista.arena.cluster.messages import Done
from lanista.arena.spec import MatchReport, MatchSpec
from lanista.bots.archive_cache import is_archive
from lanista.errors import BotError, LanistaError
from lanista.files import write_whole
from lanista.game import get_game, is_builtin
from lanista.text import brief


@dataclass(eq=False)
class SentMatch:
    """A match that a crew was sent; `wire` is what a node gets, and `files` are the paths of its keys."""

    id: int
    spec: MatchSpec
    wire: MatchSpec
    files: dict[str, str] = field(default_factory=dict)
    losses: int = 0  # how often it was being played on a node that was lost

    def finish(self, done: Done) -> MatchReport:
        """The report as if it had been played here; its replay is written."""
        report = done.report
        report.spec = self.spec
        for key, path in self.files.items():
            report.command = report.command.replace(key, path)
            report.error = report.error.replace(key, path)
        try:
            if done.replay is not None:
                write_whole(Path(self.spec.replay), done.replay, force=True, sync=False)
        except LanistaError as error:
            report.error, report.unplayable = str(error), True
        return report

    def failed(self, reason: str) -> MatchReport:
        """The report of a match that was not played."""
        return MatchReport(self.spec, error=reason)


def pack(id: int, spec: MatchSpec, files: SentFiles) -> SentMatch:  # noqa: A002
    """Prepare a match for another machine; raises BotError or FileError if it needs what cannot be sent."""
    game, keys = get_game(spec.game), {}
    paths = {bot for bot in spec.bots if not is_builtin(game, bot)}
    for bot in paths:
        if not is_archive(Path(bot)):
            raise BotError(
                f"bot {brief(bot)} cannot play on a cluster, where its files are not: name a .zip file with all "
                "of them, or a built-in bot"
            )
    if spec.map and spec.map not in game.maps and os.path.isfile(spec.map):
        paths.add(spec.map)
    for path in paths:
        keys[path] = files.key(Path(path))
    wire = msgspec.structs.replace(
        spec,
        number=id,
        bots=tuple(keys.get(bot, bot) for bot in spec.bots),
        map=keys.get(spec.map, spec.map),
        replay=Path(spec.replay).name if spec.replay else "",
    )
    return SentMatch(id, spec, wire, {key: path for path, key in keys.items()})
