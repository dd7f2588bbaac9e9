"""Folders with a contest's `bot.json`, which names the bot's file and language."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from lanista.bots.build.runtimes import Runtime
from lanista.bots.protocol.registry import contest_protocols
from lanista.bots.source.names import folder_name, tidy
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.engine.record import closest
from lanista.game import Game
from lanista.game.contest import BotProtocol

BOT_JSON = "bot.json"
MAX_BYTES = 64 * 1024
MAX_SEEN = 5_000  # entries to search for a bot.json
NOT_SEARCHED = frozenset({"node_modules", "__pycache__", "site-packages"})
MIN_SIMILARITY = 0.7  # of a language's name for it to be suggested: `typescript` is not `javascript`


class Arguments(msgspec.Struct, rename="camel"):
    """Arguments that some languages take besides the file."""

    core_count: Annotated[int, msgspec.Meta(ge=1, le=1024)] | None = None


class BotFile(msgspec.Struct, rename="camel"):
    """The members of a `bot.json` that are used."""

    bot_file_name: str
    bot_language: str
    bot_location: str | None = ""
    nick_name: str | None = ""
    author: str | None = ""
    arguments: Arguments | None = None


class DescribedBot(NamedTuple):
    """A bot as its `bot.json` describes it; `cwd` is relative to the bot's folder."""

    name: str
    author: str
    command: tuple[str, ...]
    cwd: str
    protocol: BotProtocol


def find_bot_json(folder: Path) -> Path | None:
    """The first `bot.json` in a folder, searched breadth-first; links are not followed."""
    level, seen = [folder], 0
    while level:
        below: list[Path] = []
        for here in level:
            if os.path.isfile(here / BOT_JSON):
                return here / BOT_JSON
            folders, entries = _folders_in(here)
            below += folders
            seen += entries
            if seen > MAX_SEEN:
                return None
        level = below
    return None


def _folders_in(folder: Path) -> tuple[list[Path], int]:
    """The subfolders that may hold a bot, sorted, and the number of entries searched."""
    try:
        with os.scandir(folder) as found:
            entries = list(found)
    except OSError:
        return [], 0
    inner = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    wanted = [name for name in inner if not name.startswith(".") and name not in NOT_SEARCHED]
    return [folder / name for name in sorted(wanted)], len(entries)


def read_bot_json(path: Path) -> BotFile:
    """Read a `bot.json`; raises BotError with the file and the member that is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise BotError(f"{path}: expected at most {MAX_BYTES} bytes; is it a bot's description?")
    try:
        return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=BotFile)
    except (ValueError, RecursionError) as error:  # JSON, its members, or UTF-8
        why = inert(str(error), MAX_QUOTED)
        raise BotError(
            f'{path}: expected an object such as {{"nickName":"...","botLocation":"/","botFileName":"bot.py",'
            f'"botLanguage":"python3"}}: {why}'
        ) from None


def describe(game: Game[Any, Any, Any], folder: Path, path: Path) -> DescribedBot:
    """The bot that the `bot.json` at `path` describes."""
    protocol = next((protocol for protocol in game.contest.protocols if protocol.languages), None)
    if protocol is None:
        known = " and ".join(other for other, protocol in contest_protocols() if protocol.languages)
        raise BotError(f"{path} describes a bot for {known}; it cannot play {game.name}")
    bot = read_bot_json(path)
    cwd = _find_cwd(folder, path, bot)
    runtime = _runtime(protocol, path, bot)
    file = bot.bot_file_name
    _check_file(folder / cwd / file, path, runtime)
    command = [*runtime.command(file, f"{path} ({bot.bot_language})"), *_extra_words(bot)]
    author = tidy(bot.author or "")
    name = tidy(bot.nick_name or "") or author or folder_name(folder)
    return DescribedBot(name, author, tuple(command), cwd, protocol)


def _find_cwd(folder: Path, path: Path, bot: BotFile) -> str:
    """The working directory in the bot's folder: `botLocation`, from there or from the folder of `bot.json`."""
    location = (bot.bot_location or "").replace("\\", "/").strip("/")
    candidates = [folder / location, path.parent / location]
    found = [candidate for candidate in candidates if os.path.isfile(candidate / bot.bot_file_name)]
    cwd = (found or [candidate for candidate in candidates if os.path.isdir(candidate)] or candidates[1:])[0]
    came = quoted(bot.bot_location or "")
    if not os.path.isdir(cwd):
        raise BotError(f"{path}: botLocation {came} names {_short(cwd)}, which is no folder; build the bot?")
    if not cwd.resolve().is_relative_to(folder.resolve()):
        raise BotError(f"{path}: expected botLocation within {folder}, got {came}")
    return str(cwd.resolve().relative_to(folder.resolve()))


def _runtime(protocol: BotProtocol, path: Path, bot: BotFile) -> Runtime:
    language = bot.bot_language.lower()
    if language not in protocol.languages:
        hint = closest(language, set(protocol.languages), MIN_SIMILARITY)
        came, known = quoted(bot.bot_language), ", ".join(protocol.languages)
        raise BotError(f"{path}: {protocol.id} has no botLanguage {came}{hint}; it knows {known}")
    return protocol.languages[language]


def _check_file(file: Path, path: Path, runtime: Runtime) -> None:
    if not os.path.isfile(file):
        raise BotError(f"{path}: botFileName names {_short(file)}, which is not there; build the bot first")
    if not runtime.programs and not os.access(file, os.X_OK):
        raise BotError(f"{file} is started by itself but is not executable; run `chmod +x {file}`")


def _short(path: Path) -> str:
    """A path for a message, cut at its beginning if it is too long."""
    text = str(path)
    return inert(text if len(text) <= MAX_QUOTED else "…" + text[1 - MAX_QUOTED :])


def _extra_words(bot: BotFile) -> list[str]:
    """Extra arguments of the bot: only Haskell takes any, the number of cores."""
    cores = bot.arguments.core_count if bot.arguments else None
    if bot.bot_language.lower() != "haskell" or cores is None:
        return []
    return ["+RTS", f"-N{cores}", "-RTS"]
