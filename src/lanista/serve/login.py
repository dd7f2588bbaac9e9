"""Tokens of servers in a file of the user, which nobody else can read."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from lanista.core.errors import FileError, InputError
from lanista.core.files import file_errors, read_text, write_whole
from lanista.core.text import inert

PRIVATE = 0o600
MAX_TOKEN, MAX_FILE = 400, 256 * 1024  # characters


def tokens_file() -> Path:
    """The file of all tokens, by server."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "lanista" / "tokens.json"


def stored_token(origin: str) -> str:
    """The token that `lanista login` has stored for a server; empty if there is none."""
    return _read(tokens_file()).get(origin, "")


def store_token(origin: str, token: str) -> Path:
    """Store a token for a server, in a file with mode 600; returns the file."""
    path = tokens_file()
    tokens = _read(path) | {origin: token}
    with file_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = json.dumps(dict(sorted(tokens.items())), indent=1)
    write_whole(path, f"{text}\n".encode(), force=True, mode=PRIVATE)
    return path


def read_token(path: Path) -> str:
    """The token in a file, which only its owner may read; raises FileError or InputError."""
    _refuse_shared(path)
    return check_token(read_text(path, "a token", MAX_TOKEN))


def check_token(text: str) -> str:
    """A token as a person typed it; raises InputError for what can be none."""
    token = text.strip()
    if not token or len(token) > MAX_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError("expected a token, as the page of your account on the server shows it once")
    return token


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    _refuse_shared(path)
    try:
        found = json.loads(read_text(path, "tokens", MAX_FILE))
        if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
            return found
    except (ValueError, RecursionError):
        pass
    raise FileError(f"{path} cannot be read; remove it, and run `lanista login` again")


def _refuse_shared(path: Path) -> None:
    """Refuse a file of secrets that others can read."""
    with file_errors(path, "read"):
        about = path.stat()
    if os.name == "posix" and stat.S_IMODE(about.st_mode) & 0o077:
        raise FileError(
            f"others can read the token in {inert(str(path), 300)}: run `chmod 600 {inert(str(path), 300)}`"
        )
