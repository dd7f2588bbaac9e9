"""Hints for the author of a bot that fails because the sandbox hides or forbids something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.sandbox import Level

if TYPE_CHECKING:
    from lanista.bots.process.confinement import Confinement

HIDDEN = (
    "; in the sandbox a bot that is a single file sees only itself and the modules it imports: "
    "put it with its data into a separate folder, or play with --sandbox none"
)
READ_ONLY = "; in the sandbox a bot cannot write into its folder: write into the folder that TMPDIR names"
NO_NETWORK = (
    "; the sandbox has no network: take everything that the bot needs into its folder; --sandbox none plays with "
    "the network, which contests do not give"
)

_MISSING, _PROTECTED = "no such file or directory", "read-only file system"
_ERRORS = f"{_MISSING}|{_PROTECTED}|permission denied"
_FILES = re.compile(  # Python and Node; Java; shells, C and Go
    rf"(?:(?P<first>{_ERRORS})(?::|, \w+) '(?P<quoted>[^'\n]+)'"
    rf"|Exception: (?P<java>[^\n]+?) \((?P<second>{_ERRORS})\)"
    rf"|(?P<plain>[^\s:'\"]+)['\"]?: (?P<third>{_ERRORS})\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_NETWORK = re.compile(
    r"network is unreachable|ENETUNREACH|temporary failure in name resolution|EAI_AGAIN|\bENOTFOUND\b"
    r"|UnknownHostException|name or service not known|could ?n[o']t resolve host|failed to (?:resolve|lookup)"
    r"|no such host|dial tcp: lookup|nodename nor servname|getaddrinfo failed|no address associated with hostname",
    re.IGNORECASE,
)


def sandbox_hint(log: str, confinement: Confinement | None, cwd: Path | None, *, network: bool) -> str:
    """A remedy for an error in the log that the sandbox caused, after a semicolon; empty if there is none."""
    if confinement is None or confinement.policy.level is Level.NONE:
        return ""
    folder = (cwd or Path.cwd()).resolve()
    for error, path in _failures(log, folder):
        if error != _PROTECTED and _is_out_of_sight(path, folder, confinement):
            return HIDDEN
        if error != _MISSING and any(path.is_relative_to(own) for own in _folders(confinement)):
            return READ_ONLY
    is_cut_off = confinement.policy.level >= Level.NAMESPACES and not network
    return NO_NETWORK if is_cut_off and _NETWORK.search(log) else ""


def _failures(log: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Failures in the log, each with its file."""
    for match in _FILES.finditer(log):
        error = match["first"] or match["second"] or match["third"]
        name = (match["quoted"] or match["java"] or match["plain"]).replace("\0", "")
        yield error.lower(), Path(folder, name)


def _is_out_of_sight(path: Path, folder: Path, confinement: Confinement) -> bool:
    """Whether a file beside a bot is there, but not for the bot.

    Only files where the bot lies are looked for: a reason must not say what else is on this machine.
    """
    near = [folder, *_folders(confinement)]
    is_near = ".." not in path.parts and any(path.is_relative_to(own) for own in near)
    is_seen = any(path.is_relative_to(seen) for seen in confinement.visible)
    try:
        return is_near and not is_seen and path.exists()
    except OSError:
        return False


def _folders(confinement: Confinement) -> list[Path]:
    """The folders of a bot's files."""
    return [path if path.is_dir() else path.parent for path in confinement.visible]
