"""Turns a user's text for a bot into a player for the referee."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from lanista import __version__
from lanista.bots.build.build import build_if_needed
from lanista.bots.builtin import FunctionPlayer, PolicyPlayer
from lanista.bots.hints import HOST, not_a_command
from lanista.bots.human import HUMAN, HumanInput, HumanPlayer
from lanista.bots.player import BotPlayer
from lanista.bots.protocol import working_copy
from lanista.bots.protocol.registry import LINES, contest_protocols, find_prefix, find_protocol
from lanista.bots.protocol.venues import JOIN
from lanista.bots.source import bot_json
from lanista.bots.source.archive_cache import is_archive, unpacked
from lanista.bots.source.folders import find_entry
from lanista.bots.source.names import command_name, file_name, folder_name, path_names
from lanista.bots.source.project import PROJECT, combined_digest, command_of, read_project, source_digests
from lanista.bots.source.python_files import python_files
from lanista.bots.wasm.module import MeteredModule, is_module, load_module
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.engine.record import closest
from lanista.game import Game, builtin_names, is_builtin
from lanista.game.contest import BotProtocol
from lanista.sandbox import BEST_SANDBOX, SandboxRequest
from lanista.search.options import read_options

MIN_SIMILARITY = 0.75  # of another file's name for it to be suggested


class BotKind(Enum):
    """The kind of thing that plays at a seat."""

    PROGRAM = "a process, or a bot that connects by itself"
    BUILTIN = "a bot of the game's package"
    METERED = "a WebAssembly module in this process"
    FUNCTION = "a function, an object or a class in this process"
    PERSON = "a person"


@dataclass(frozen=True)
class FoundBot:
    """A bot that was found, and how to start it."""

    spec: str
    name: str
    digest: str
    kind: BotKind = BotKind.PROGRAM
    command: tuple[str, ...] = ()
    protocol: BotProtocol = LINES
    folder: Path | None = None  # with all its files, if it has one
    cwd: str = "."  # its working directory, relative to `folder`
    author: str = ""  # if it names one
    files: tuple[Path, ...] = ()  # that it consists of, if it has no folder
    function: Any = None  # the Python object that plays in this process, or the options of the search
    module: MeteredModule | None = None  # of a metered bot
    model: bool = False  # it asks for the forward model

    @property
    def plays_in_real_time(self) -> bool:
        """Whether turns do not wait for it, unless the match is in lock-step."""
        return self.protocol.real_time

    @property
    def is_person(self) -> bool:
        """Whether it is a person rather than a bot."""
        return self.kind is BotKind.PERSON

    @property
    def joins(self) -> bool:
        """Whether it connects to its match by itself."""
        return self.spec == JOIN

    @property
    def module_digest(self) -> str:
        """The digest of a metered bot's module; empty for all others."""
        return "" if self.module is None else self.module.digest

    def player(
        self,
        game: Game[Any, Any, Any],
        name: str,
        human_input: HumanInput | None = None,
        *,
        times_people: bool = False,
    ) -> BotPlayer:
        """Our side of the connection to it; `name` is unique in the match, and a person needs an input."""
        return _PLAYERS[self.kind](self, BotSeat(game.name, name, human_input, times_people))


class BotSeat(NamedTuple):
    """A seat's facts for the player of a bot."""

    game: str
    name: str
    human_input: HumanInput | None
    is_timed: bool  # whether a person's time is limited


def _person(bot: FoundBot, seat: BotSeat) -> BotPlayer:
    if seat.human_input is None:
        raise BotError("a person needs an input: `lanista play` has the browser and --terminal")
    return HumanPlayer(seat.name, seat.human_input, is_timed=seat.is_timed)


def _builtin(bot: FoundBot, seat: BotSeat) -> BotPlayer:
    if bot.function is None:
        return PolicyPlayer(seat.game, bot.spec, seat.name)
    from lanista.bots.search_player import SearchPlayer

    return SearchPlayer(seat.game, bot.function, seat.name)


def _metered(bot: FoundBot, seat: BotSeat) -> BotPlayer:
    from lanista.bots.wasm.player import MeteredPlayer

    assert bot.module is not None, "a metered bot has a module"
    return MeteredPlayer(bot.module, seat.name)


_PLAYERS: Mapping[BotKind, Callable[[FoundBot, BotSeat], BotPlayer]] = {
    BotKind.PROGRAM: lambda bot, seat: bot.protocol.player(seat.name, bot.command, bot.folder, bot.cwd),
    BotKind.BUILTIN: _builtin,
    BotKind.METERED: _metered,
    BotKind.FUNCTION: lambda bot, seat: FunctionPlayer(bot.function, seat.name),
    BotKind.PERSON: _person,
}


def find_bot(game: Game[Any, Any, Any], spec: object, wanted: SandboxRequest = BEST_SANDBOX) -> FoundBot:
    """Find a bot: `spec` is a built-in's name, a `.py` or `.wasm` file, a folder, its `.zip`, or a command.

    It may also be `human` or `join`. In Python it may be a path, a function, an object or class with a method
    `move`, or a bot that was found.
    A bot that must be built is built in the sandbox that is wanted. Whatever is wrong with it raises BotError.
    """
    if isinstance(spec, FoundBot):
        return spec
    if isinstance(spec, os.PathLike):
        spec = os.fspath(spec)
    if not isinstance(spec, str):
        return _function(spec)
    if "\0" in spec:
        raise BotError(f"bot {quoted(spec)}: expected a name without NUL characters")
    try:
        spec.encode()
        return _find(game, spec, wanted)
    except UnicodeEncodeError:
        raise BotError(f"bot {quoted(spec)}: expected a name in UTF-8; rename the file or folder") from None
    except (OSError, ValueError, RuntimeError, MemoryError) as error:
        raise BotError(f"bot {quoted(spec)} cannot be used: {inert(str(error), 2 * MAX_QUOTED)}") from None


def is_program(game: Game[Any, Any, Any], spec: str) -> bool:
    """Whether a spec names a program of this machine, without looking for it."""
    return spec not in (HUMAN, JOIN) and not is_builtin(game, spec)


def _function(function: Any) -> FoundBot:
    if not callable(function) and not callable(getattr(function, "move", None)):
        raise BotError(
            "expected a bot: a text such as 'mybot.py', a function move(view), or an object or class with such a "
            f"method, got {inert(repr(function), MAX_QUOTED)}"
        )
    name = str(getattr(function, "__name__", type(function).__name__))
    return FoundBot(f"<{name} in Python>", name, "", BotKind.FUNCTION, function=function)


def _find(game: Game[Any, Any, Any], spec: str, wanted: SandboxRequest) -> FoundBot:
    if spec == HUMAN:
        return FoundBot(spec, spec, "", BotKind.PERSON)
    if spec in game.bots:
        return FoundBot(spec, spec, f"lanista-{__version__}/{game.name}/{spec}", BotKind.BUILTIN)
    if is_builtin(game, spec):
        return _search(game, spec)
    if spec == JOIN:
        return _guest(game)
    if prefixed := find_prefix(spec, game):
        return _prefixed(game, spec, prefixed)
    path = Path(os.path.expanduser(spec))
    if os.path.isdir(path):
        return _folder(game, path, spec, wanted)
    if is_archive(path) and (os.path.isfile(path) or " " not in spec):
        _check_file(path, spec)
        return _folder(game, unpacked(path), spec, wanted)
    if is_module(path) and (os.path.isfile(path) or " " not in spec):
        return _module_file(path, spec)
    if path.suffix == ".py" and (os.path.isfile(path) or " " not in spec):
        return _python_file(path, spec)
    return _command(game, spec)


def _search(game: Game[Any, Any, Any], spec: str) -> FoundBot:
    options = read_options(spec)
    return FoundBot(spec, spec, f"lanista-{__version__}/{game.name}/{spec}", BotKind.BUILTIN, function=options)


def _guest(game: Game[Any, Any, Any]) -> FoundBot:
    protocol = next((protocol for protocol in game.contest.protocols if protocol.joinable), None)
    if protocol is None:
        known = " and ".join(other for other, protocol in contest_protocols() if protocol.joinable)
        raise BotError(f"bots join matches of {known} by themselves, not of {game.name}; name a bot instead")
    return FoundBot(JOIN, JOIN, "", protocol=protocol)


def _prefixed(game: Game[Any, Any, Any], spec: str, protocol: BotProtocol) -> FoundBot:
    protocol = find_protocol(protocol.id, game)  # refuses a protocol of another game
    return replace(_command(game, spec.removeprefix(f"{protocol.prefix}:")), spec=spec, protocol=protocol)


def _folder(game: Game[Any, Any, Any], folder: Path, spec: str, wanted: SandboxRequest) -> FoundBot:
    """The bot of a folder, described by lanista.toml or a contest's bot.json, or the only candidate in it."""
    if (folder / PROJECT).is_file():
        return _project(game, folder, spec, wanted)
    described = bot_json.find_bot_json(folder)
    if described:
        return _described(game, folder, described, spec)
    entry, digest = find_entry(folder), combined_digest(source_digests(folder, []))
    return FoundBot(spec, folder_name(folder), digest, command=entry.command, folder=folder)


def _project(game: Game[Any, Any, Any], folder: Path, spec: str, wanted: SandboxRequest) -> FoundBot:
    project = read_project(folder, game.name)
    digest = build_if_needed(folder, project, wanted)
    if project.is_metered:
        module = load_module(folder / project.command)
        return FoundBot(spec, project.name, digest, BotKind.METERED, folder=folder, module=module)
    command = command_of(folder, project)
    protocol = find_protocol(project.protocol, game)
    return FoundBot(
        spec, project.name, digest, command=command, protocol=protocol, folder=folder, model=project.model
    )


def _described(game: Game[Any, Any, Any], folder: Path, described: Path, spec: str) -> FoundBot:
    bot = bot_json.describe(game, folder, described)
    digest = working_copy.digest(folder)
    return FoundBot(
        spec,
        bot.name,
        digest,
        command=bot.command,
        protocol=bot.protocol,
        folder=folder,
        cwd=bot.cwd,
        author=bot.author,
    )


def _check_file(path: Path, spec: str) -> None:
    """Refuse a file that does not exist."""
    if not os.path.isfile(path):
        where = quoted(path.resolve().parent)
        raise BotError(f"{inert(spec, MAX_QUOTED)}: no such file (looked in {where}){_instead(path)}")


def _module_file(path: Path, spec: str) -> FoundBot:
    _check_file(path, spec)
    module = load_module(path)
    return FoundBot(spec, file_name(path), module.digest, BotKind.METERED, files=(path,), module=module)


def _python_file(path: Path, spec: str) -> FoundBot:
    _check_file(path, spec)
    command = (sys.executable, str(HOST), str(path.resolve()))
    files = python_files(path)
    return FoundBot(spec, file_name(path), _digest_files(files), command=command, files=tuple(files))


def _instead(path: Path) -> str:
    """A suggestion for a missing file: one in its folder with a similar name."""
    with contextlib.suppress(OSError):
        return closest(
            path.name, {file.name for file in path.parent.iterdir() if file.suffix == path.suffix}, MIN_SIMILARITY
        )
    return ""


def _command(game: Game[Any, Any, Any], spec: str) -> FoundBot:
    try:
        words = shlex.split(spec)
    except ValueError as error:
        raise BotError(f"bot {quoted(spec)} is not a command line: {error}") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise BotError(_not_found(game, spec, words[0] if words else ""))
    files = [path for path in map(Path, words) if os.path.isfile(path)]
    digest = _digest_files(files or [Path(program)])
    return FoundBot(spec, command_name(words), digest, command=(program, *words[1:]), files=tuple(files))


def _not_found(game: Game[Any, Any, Any], spec: str, program: str) -> str:
    if instead := not_a_command(program, Path()):
        return f"bot {quoted(spec)}: {instead}"
    if program == spec:
        near = closest(spec, set(builtin_names(game))) or "."
        return (
            f"no bot {quoted(spec)}{near} Looked for a built-in bot of {game.name} "
            f"({', '.join(builtin_names(game))}), a .py, .wasm or .zip file and a command of that name"
        )
    return f"bot {quoted(spec)} needs {quoted(program)}, which is not installed or not on the PATH"


def _digest_files(files: list[Path]) -> str:
    whole = hashlib.blake2b(digest_size=16)
    for file in files:
        working_copy.hash_file(whole, file)
    return whole.hexdigest()


def unique_names(bots: list[FoundBot]) -> list[str]:
    """Unique display names for bots: equal ones get their authors if these differ, otherwise their paths.

    The same bot in several seats is numbered.
    """
    names: list[str] = []
    for bot in bots:
        own = _own_name(bot, [other for other in bots if other.name == bot.name])
        name, number = own, 2
        while name in names:
            name, number = f"{own} {number}", number + 1
        names.append(name)
    return names


def _own_name(bot: FoundBot, alike: list[FoundBot]) -> str:
    """The name of a bot among those of the same name."""
    if len({other.author for other in alike}) > 1:
        return f"{bot.name} ({bot.author})" if bot.author else bot.name
    specs = list(dict.fromkeys(other.spec for other in alike))
    return bot.name if len(specs) == 1 else path_names(specs)[specs.index(bot.spec)]
