"""From the word a person writes for a bot to the player that the referee seats."""

from __future__ import annotations

import hashlib
import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lanista import __version__
from lanista.bots import entelect, orbis_door, protocols, signalr, workroom
from lanista.bots.build import build_if_needed
from lanista.bots.builtin import BuiltinPlayer
from lanista.bots.folders import find_entry
from lanista.bots.hints import HOST
from lanista.bots.human import HUMAN, Desk, HumanPlayer
from lanista.bots.lines_player import LinesPlayer
from lanista.bots.player import Player
from lanista.bots.project import PROJECT, command_of, digest_of, marks_of, read_project
from lanista.bots.venues import JOIN
from lanista.engine.record import closest
from lanista.errors import BotError
from lanista.game import Game

# What stands before the command of a bot that speaks a contest's own protocol
PREFIXES = {"signalr:": signalr.PROTOCOL, "orbis:": orbis_door.PROTOCOL}
SERVED = {protocols.ORIGINALS[protocol]: protocol for protocol in PREFIXES.values()}  # by game


@dataclass(frozen=True)
class Bot:
    """A bot that was found: what it was called, and how to start it."""

    spec: str
    name: str
    digest: str
    builtin: str = ""
    command: tuple[str, ...] = ()
    protocol: str = protocols.LINES
    folder: Path | None = None  # all that belongs to it, if it has a folder of its own
    place: str = "."  # its working directory there

    @property
    def plays_in_real_time(self) -> bool:
        """Whether the clock does not wait for it, unless it is told to."""
        return self.protocol == signalr.PROTOCOL

    @property
    def is_person(self) -> bool:
        """Whether it is no bot at all."""
        return self.spec == HUMAN

    @property
    def joins(self) -> bool:
        """Whether it comes by itself to where its match is."""
        return self.spec == JOIN

    def player(
        self, game: Game[Any, Any, Any], name: str, desk: Desk | None = None, *, clock: bool = False
    ) -> Player:
        """The bot at the table, under a name that is unique there; a person sits at a desk."""
        if self.is_person:
            if desk is None:
                raise BotError("a person needs a place to play: `lanista play` has the browser and --terminal")
            return HumanPlayer(name, desk, clock=clock)
        if self.builtin:
            return BuiltinPlayer(game.name, self.builtin, name)
        if self.protocol == signalr.PROTOCOL:
            from lanista.bots.signalr.player import hub_player

            return hub_player(name, self.command, self.folder and self.folder / self.place)
        if self.protocol == orbis_door.PROTOCOL:
            from lanista.bots.orbis2015 import kit_player

            return kit_player(name, self.command, self.folder, self.place)
        if self.folder is not None and self.protocol.startswith("entelect-"):
            return entelect.player(self.protocol, list(self.command), name, self.folder, self.place)
        return LinesPlayer(list(self.command), name, self.folder)


def find_bot(game: Game[Any, Any, Any], spec: str) -> Bot:
    """The bot that a person means: a built-in's name, a `.py` file, a folder, a command, `human` or `join`."""
    if spec == HUMAN:
        return Bot(spec, spec, "")
    if spec in game.bots:
        return Bot(spec, spec, f"lanista-{__version__}/{game.name}/{spec}", builtin=spec)
    if spec == JOIN:
        return _guest(game)
    if prefix := next(filter(spec.startswith, PREFIXES), ""):
        return _prefixed(game, spec, prefix)
    path = Path(spec).expanduser()
    if path.is_dir():
        return _folder(game, path, spec)
    if path.suffix == ".py" and (path.is_file() or " " not in spec):
        return _python_file(path, spec)
    return _command(game, spec)


def _guest(game: Game[Any, Any, Any]) -> Bot:
    if game.name not in SERVED:
        raise BotError(
            f"bots join matches of {' and '.join(SERVED)} by themselves, not of {game.name}; name a bot instead"
        )
    return Bot(JOIN, JOIN, "", protocol=SERVED[game.name])


def _prefixed(game: Game[Any, Any, Any], spec: str, prefix: str) -> Bot:
    protocols.check_protocol(PREFIXES[prefix], game.name)
    return replace(_command(game, spec.removeprefix(prefix)), spec=spec, protocol=PREFIXES[prefix])


def _folder(game: Game[Any, Any, Any], folder: Path, spec: str) -> Bot:
    """The bot of a folder: as lanista.toml or a contest's bot.json says, or the one that is obvious."""
    if (folder / PROJECT).is_file():
        return _project(game, folder, spec)
    described = entelect.find_bot_json(folder)
    if described:
        return _entelect_folder(game, folder, described, spec)
    entry, mark = find_entry(folder), digest_of(marks_of(folder, []))
    return Bot(spec, folder.resolve().name or spec, mark, command=entry.command, folder=folder)


def _project(game: Game[Any, Any, Any], folder: Path, spec: str) -> Bot:
    project = read_project(folder, game.name)
    mark = build_if_needed(folder, project)
    command = command_of(folder, project)
    return Bot(spec, project.name, mark, command=command, protocol=project.protocol, folder=folder)


def _entelect_folder(game: Game[Any, Any, Any], folder: Path, described: Path, spec: str) -> Bot:
    bot = entelect.describe(game.name, folder, described)
    mark = workroom.digest(folder)
    return Bot(spec, bot.name, mark, command=bot.command, protocol=bot.protocol, folder=folder, place=bot.place)


def _python_file(path: Path, spec: str) -> Bot:
    if not path.is_file():
        raise BotError(f"{spec}: no such file (looked in {path.resolve().parent})")
    command = (sys.executable, str(HOST), str(path.resolve()))
    return Bot(spec, path.stem, _digest_files([path]), command=command)


def _command(game: Game[Any, Any, Any], spec: str) -> Bot:
    try:
        words = shlex.split(spec)
    except ValueError as error:
        raise BotError(f"bot {spec!r} is not a command line: {error}") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise BotError(_not_found(game, spec, words[0] if words else ""))
    files = [path for path in map(Path, words) if path.is_file()]
    name = (files[-1].stem if files else Path(words[0]).name) or spec
    return Bot(spec, name, _digest_files(files or [Path(program)]), command=(program, *words[1:]))


def _not_found(game: Game[Any, Any, Any], spec: str, program: str) -> str:
    builtin = ", ".join(game.bots)
    if program == spec:
        return (
            f"no bot {spec!r}{closest(spec, set(game.bots))} "
            f"Looked for a built-in bot of {game.name} ({builtin}), a .py file and a command of that name"
        )
    return f"bot {spec!r} needs {program!r}, which is not installed or not on the PATH"


def _digest_files(files: list[Path]) -> str:
    mark = hashlib.blake2b(digest_size=16)
    for file in files:
        mark.update(file.read_bytes())
    return mark.hexdigest()


def unique_names(bots: list[Bot]) -> list[str]:
    """The bots' names, with a number where two are the same."""
    names: list[str] = []
    for bot in bots:
        name, number = bot.name, 2
        while name in names:
            name, number = f"{bot.name} {number}", number + 1
        names.append(name)
    return names
