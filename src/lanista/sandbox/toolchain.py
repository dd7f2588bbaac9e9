"""What a program needs to run: its interpreter, libraries and settings, wherever they are installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from glob import glob
from pathlib import Path, PurePath

from lanista.sandbox.boot import PACKAGE
from lanista.sandbox.identity import HOME, HOSTNAME, INNER

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
SETTINGS = (
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "timezone", "ssl/certs",
    "ssl/openssl.cnf", "pki/tls", "pki/ca-trust", "ca-certificates", "crypto-policies", "java*", "php", "python3*",
    "perl", "mono", "dotnet", "fonts", "mime.types", "protocols", "services", "maven",
)  # fmt: skip
MADE_UP = {
    "/etc/passwd": f"bot:x:{INNER}:{INNER}::{HOME}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n",
    "/etc/group": f"bot:x:{INNER}:\nnogroup:x:65534:\n",
    "/etc/hosts": f"127.0.0.1 localhost {HOSTNAME}\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/hostname": f"{HOSTNAME}\n",
}

# Programs that install others: a folder on the PATH below one of these is part of a toolchain
INSTALLERS = frozenset(
    {".cargo", ".rustup", ".pyenv", ".rbenv", ".nvm", ".volta", ".sdkman", ".asdf", ".goenv", ".dotnet", ".deno",
     ".bun", ".jenv", ".juliaup", ".ghcup", "miniconda3", "anaconda3", "miniforge3", "mambaforge", "opt"}
)  # fmt: skip
COMPANIONS = {".cargo": ".rustup"}  # where the programs in its `bin` are really installed
BIN = frozenset({"bin", "sbin", "shims", "libexec"})
FOLDER_VARIABLES = (
    "JAVA_HOME", "GOROOT", "DOTNET_ROOT", "NODE_PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH",
)  # fmt: skip
SHEBANG_BYTES = 256
CONFIG_CHARACTERS = 10_000  # of a `pyvenv.cfg`
MAX_LINKS = 40


class Toolchain:
    """Collects what must be seen of the disk; `protected` folders are never shown whole, nor those around them.

    A bot's own files may name programs too (in `lanista.toml`, a `#!` line or `pyvenv.cfg`), but only those that
    are installed: otherwise a stranger's bot could have any folder of the machine shown to it.
    """

    def __init__(self, protected: Iterable[Path] = ()) -> None:
        self.read: set[str] = set()
        self.own: set[str] = set()
        self.links: dict[str, str] = {}
        self._programs: set[str] = set()
        self._prefixes: set[PurePath] = set()
        self._protected = [PurePath(os.path.realpath(path)) for path in protected]

    def add_system(self) -> None:
        """The operating system, and Lanista's own client."""
        read, links = _system()
        self.read |= read
        self.links |= links
        self.add_own(str(PACKAGE))

    def add_own(self, path: str) -> str:
        """A file or folder with all that is in it; returns where it really is."""
        real = self._trace(path)
        self.own.add(real)
        return real

    def add_environment(self, environment: Mapping[str, str]) -> None:
        """The folders that variables name, and those on the PATH that belong to a toolchain."""
        for name in FOLDER_VARIABLES:
            for folder in environment.get(name, "").split(os.pathsep):
                if os.path.isabs(folder) and os.path.isdir(folder) and not self._is_private(folder):
                    self.add_own(folder)
        for folder in environment.get("PATH", "").split(os.pathsep):
            if INSTALLERS & set(PurePath(folder).parts) and os.path.isdir(folder):
                self._add_prefix(os.path.join(folder, "program"))

    def add_program(self, program: str, path: str | None = None, *, named_by_bot: bool = False) -> None:
        """A program and its interpreter, with the folder tree that each is installed in."""
        found = shutil.which(program, path=path)
        if found is None or not os.path.isabs(found) or found in self._programs:
            return
        self._programs.add(found)
        is_bots = named_by_bot or _is_below(found, self.own) or _is_below(os.path.realpath(found), self.own)
        if not named_by_bot or self._is_installed(found, path):
            self._add_installed(found)
        for interpreter in _interpreters(os.path.realpath(found)):
            self.add_program(interpreter, path, named_by_bot=is_bots)

    def _add_installed(self, found: str) -> None:
        """A program with the folder trees around it and around all links that lead to it."""
        hop = found
        for _ in range(MAX_LINKS):
            self._add_prefix(hop)
            if not os.path.islink(hop):
                break
            hop = os.path.join(os.path.dirname(hop), os.readlink(hop))
        real = self._trace(found)
        if not _is_below(real, {*self.read, *self.own}):
            self.own.add(real)

    def _is_installed(self, program: str, path: str | None = None) -> bool:
        """Whether a program is part of the system, of a toolchain on the PATH, or of what is seen anyway."""
        folder = os.path.dirname(os.path.realpath(program))
        on_path = (path or os.environ.get("PATH", "")).split(os.pathsep)
        prefixes = [os.path.realpath(prefix) for prefix in (sys.prefix, sys.base_prefix)]
        if os.path.dirname(program) in on_path or _is_below(folder, {*SYSTEM, *prefixes, *self.read, *self.own}):
            return True
        return bool(INSTALLERS & set(PurePath(folder).parts))

    def _add_prefix(self, program: str) -> None:
        """The folder tree that a program is installed in, unless it is a person's."""
        folder = PurePath(os.path.normpath(program)).parent
        prefix = folder.parent if folder.name in BIN else folder
        if _is_below(str(folder), SYSTEM) or folder in self._prefixes:
            return
        self._prefixes.add(folder)
        if prefix.name in COMPANIONS:  # it also holds a person's keys
            self.add_own(str(folder))
            self._add_if_there(prefix.with_name(COMPANIONS[prefix.name]))
        elif not self._is_private(str(prefix)):
            is_bots = _is_below(os.path.realpath(prefix), self.own)
            self._add_if_there(prefix)
            self._add_virtual_base(prefix, named_by_bot=is_bots)

    def _add_if_there(self, folder: PurePath) -> None:
        if os.path.isdir(folder):
            self.add_own(str(folder))

    def _add_virtual_base(self, prefix: PurePath, *, named_by_bot: bool) -> None:
        """The Python that a virtual environment was made from."""
        home = _home_of(prefix)
        if home and (not named_by_bot or self._is_installed(os.path.join(home, "python"))):
            self._add_prefix(os.path.join(home, "python"))

    def _is_private(self, folder: str) -> bool:
        """Whether a folder, or one around it, belongs to a person rather than to a program."""
        real = PurePath(os.path.realpath(folder))
        personal = [path for home in (Path.home(),) for path in (home, home / ".local", home / ".config")]
        around = [*personal, *self._protected]
        return len(real.parts) <= 2 or any(path.is_relative_to(real) for path in around)

    def _trace(self, path: str) -> str:
        """Where a path really is, having noted every link on the way."""
        real, waiting = "/", [*PurePath(os.path.abspath(path)).parts[1:]]
        for _ in range(len(waiting) + 1000):
            if not waiting:
                return real
            step = os.path.join(real, waiting.pop(0))
            if os.path.islink(step):
                target = self.links[step] = os.readlink(step)
                resolved = os.path.normpath(os.path.join(real, target))
                real, waiting = "/", [*PurePath(resolved).parts[1:], *waiting]
            else:
                real = step
        return os.path.realpath(path)

    def plan(self) -> tuple[list[str], list[str], dict[str, str]]:
        """What to bind, what to bind as the bot's own, and the links; nothing twice, outer folders first."""
        read, own = outermost(self.read), outermost(self.own)
        own = [path for path in own if not _is_below(path, read)]
        links = {path: target for path, target in self.links.items() if not _is_below(path, {*read, *own})}
        return read, own, links


def outermost(paths: Iterable[str]) -> list[str]:
    """Paths without those that lie below another."""
    found: list[str] = []
    for path in sorted(paths):
        if not _is_below(path, found):
            found.append(path)
    return found


def _is_below(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders or lies below one."""
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


@cache
def _system() -> tuple[set[str], dict[str, str]]:
    """The parts of the operating system that are here: folders and files, and links."""
    settings = [path for name in SETTINGS for path in glob(f"/etc/{name}")]
    read: set[str] = set()
    links: dict[str, str] = {}
    for path in [*SYSTEM, *settings]:
        if os.path.islink(path):
            links[path] = os.readlink(path)
        elif os.path.exists(path):
            read.add(path)
    return read, links


def _home_of(prefix: PurePath) -> str:
    """The folder of the Python that a virtual environment was made from; empty if it is none."""
    try:
        with open(prefix / "pyvenv.cfg", encoding="utf-8") as file:
            lines = file.read(CONFIG_CHARACTERS).splitlines()
    except (OSError, ValueError):
        return ""
    members = {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in lines)}
    home = members.get("home", "")
    return home if os.path.isabs(home) and "\0" not in home else ""


def _interpreters(program: str) -> list[str]:
    """The programs that the first line of a script names."""
    try:
        with open(program, "rb") as file:
            head = file.read(SHEBANG_BYTES)
    except OSError:
        return []
    if not head.startswith(b"#!"):
        return []
    words = os.fsdecode(head[2:].partition(b"\n")[0]).split()
    if words and os.path.basename(words[0]) == "env":
        rest = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        return [words[0], *rest[:1]]
    return words[:1]
