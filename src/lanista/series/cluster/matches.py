"""Matches in transit: sends a specification to another machine, and takes its report back."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from lanista.bots.source.archive_cache import is_archive
from lanista.core.errors import BotError, LanistaError
from lanista.core.files import write_whole
from lanista.core.text import brief
from lanista.game import get_game, is_builtin
from lanista.series.cluster.files import SentFiles
from lanista.series.cluster.messages import Done
from lanista.series.spec import MatchReport, MatchSpec


@dataclass(eq=False)
class SentMatch:
    """A match sent to a crew; `wire` is the message to a node, and `files` are the paths of its keys."""

    id: int
    spec: MatchSpec
    wire: MatchSpec
    files: dict[str, str] = field(default_factory=dict)
    losses: int = 0  # how many lost nodes were playing it

    def finish(self, done: Done) -> MatchReport:
        """The report as if it had been played here; writes its replay."""
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
    """Prepare a match for another machine; raises BotError or FileError if a file that it needs cannot be sent."""
    game, keys = get_game(spec.game), {}
    paths = {bot for bot in spec.bots if not is_builtin(game, bot)}
    for bot in paths:
        if not is_archive(Path(bot)):
            raise BotError(
                f"bot {brief(bot)} cannot play on a cluster, where its files are not: name a .zip file with all "
                "of them, or a built-in bot"
            )
    map_ = spec.terms.map
    if map_ and map_ not in game.maps and os.path.isfile(map_):
        paths.add(map_)
    for path in paths:
        keys[path] = files.key(Path(path))
    wire = msgspec.structs.replace(
        spec,
        number=id,
        bots=tuple(keys.get(bot, bot) for bot in spec.bots),
        terms=msgspec.structs.replace(spec.terms, map=keys.get(map_, map_)),
        replay=Path(spec.replay).name if spec.replay else "",
    )
    return SentMatch(id, spec, wire, {key: path for path, key in keys.items()})
