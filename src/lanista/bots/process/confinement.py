"""The confinement of each bot of a match: its sandbox policy, and the files that it may see."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.sandbox import SandboxPolicy

if TYPE_CHECKING:
    from lanista.bots.forward_model import ModelAccess
    from lanista.bots.resolve import FoundBot

TOP = 2  # parts of a path such as /tmp or /data, where others have files too
HIDDEN = ("replays", ".lanista", ".git")  # in a bot's folder: its earlier matches, and its other versions


@dataclass(frozen=True)
class Confinement:
    """One bot's sandbox policy, and the paths that it sees; `hidden` ones lie within `visible` ones."""

    policy: SandboxPolicy
    visible: tuple[Path, ...]
    hidden: tuple[Path, ...]
    model: ModelAccess | None = None  # what it needs to start the forward model, if it may


def confinements(
    bots: Sequence[FoundBot], policy: SandboxPolicy, model: ModelAccess | None = None
) -> list[Confinement]:
    """The confinement of each bot: it sees its own files, and none of another seat's."""
    found = [_confinement(bot, [other for other in bots if other is not bot], policy) for bot in bots]
    return [replace(one, model=model) if bot.model else one for bot, one in zip(bots, found, strict=True)]


def _confinement(bot: FoundBot, others: Sequence[FoundBot], policy: SandboxPolicy) -> Confinement:
    own = set(own_paths(bot))
    foreign = [path for other in others for path in own_paths(other) if path not in own]
    visible = tuple(sorted({_widened(path, foreign) for path in own}))
    hidden = [path / name for path in visible if path.is_dir() for name in HIDDEN]
    shown = [*visible, *(Path(path).resolve() for path in policy.allow_paths)]
    hidden += [path for path in foreign if any(path != seen and path.is_relative_to(seen) for seen in shown)]
    return Confinement(policy, visible, tuple(path for path in hidden if path.exists()))


def own_paths(bot: FoundBot) -> Iterator[Path]:
    """A bot's folder, or its files if it has none."""
    if bot.folder is not None:
        yield bot.folder.resolve()
    else:
        yield from (file.resolve() for file in bot.files)


def _widened(path: Path, foreign: Sequence[Path]) -> Path:
    """A file's folder, if it holds nothing but this bot; otherwise the file itself."""
    if path.is_dir():
        return path
    shared = [Path.cwd(), Path.home(), Path(tempfile.gettempdir()), *foreign]
    folder = path.parent
    return (
        path
        if len(folder.parts) <= TOP or any(other.resolve().is_relative_to(folder) for other in shared)
        else folder
    )
