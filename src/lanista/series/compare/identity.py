"""Digests that tell whether stored results answer the same question."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.hints import HOST
from lanista.bots.resolve import BotKind, FoundBot
from lanista.game import Game

DIGEST_BYTES = 12
SEARCH_PACKAGE = "lanista.search"


def identity(bot: FoundBot) -> tuple[str, str, str]:
    """The identity of a bot: its files, its protocol and, for a command, its words."""
    is_command = bot.kind is BotKind.PROGRAM and bot.folder is None and str(HOST) not in bot.command
    return bot.digest, bot.protocol.id, bot.spec if is_command else ""


def question_digest(game: Game[Any, Any, Any], bots: Sequence[FoundBot], **played: Any) -> str:
    """A digest of the bots and of how their matches are played."""
    built_in = any(bot.kind is BotKind.BUILTIN for bot in bots)
    parts: Mapping[str, Any] = {
        "game": game.name,
        "behaviour": game.behaviour,
        "bots": [identity(bot) for bot in bots],
        # the digest of a built-in names only our version: an edited one must not continue old results
        "sources": package_digest(game.package, SEARCH_PACKAGE) if built_in else "",
        **played,
    }
    text = msgspec.json.encode(msgspec.to_builtins(parts, str_keys=True), order="sorted")
    return hashlib.blake2b(text, digest_size=DIGEST_BYTES).hexdigest()


def package_digest(*packages: str) -> str:
    """A digest of the Python files of packages."""
    whole = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for package in packages:
        found = importlib.util.find_spec(package)
        for folder in sorted(found.submodule_search_locations or [] if found else []):
            for path in sorted(Path(folder).rglob("*.py")):
                whole.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return whole.hexdigest()
