"""Finds a program's interpreter, libraries and settings, wherever they are installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from glob import glob
from pathlib import Path, PurePath
from typing import NamedTuple

from lanista.sandbox.boot import PACKAGE
from lanista.sandbox.jail.identity import HOME, HOSTNAME, INNER
from lanista.sandbox.jail.installed import (
    SYSTEM,
    is_below,
    is_machines,
    is_python,
    managed_parts,
    private_entries,
    python_parts,
)

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

BIN = frozenset({"bin", "sbin", "shims", "libexec"})
FOLDER_VARIABLES = (
    "JAVA_HOME", "GOROOT", "DOTNET_ROOT", "NODE_PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH",
)  # fmt: skip
SHEBANG_BYTES = 256
CONFIG_CHARACTERS = 10_000  # of a `pyvenv.cfg`
MAX_LINKS = 40


class ToolchainPlan(NamedTuple):
    """The paths that a jail shows."""

    read: list[str]
    own: list[str]  # shown over `read`, with what only its owner may read
    links: dict[str, str]
    hidden: list[str]  # of what is in `read`


class Toolchain:
    """Collects the paths that a jail must show; `protected` folders are never shown whole, nor those around them.

    A bot's own files may name programs too (in `lanista.toml`, a `#!` line or `pyvenv.cfg`), and a stranger's bot
    would have any folder of the machine shown to it. So for any program, only these are shown with the
    folders around them: toolchains that the machine installed, the version managers on our PATH, and our Python.
    A person may also name a Python. Everything else must be allowed, by `add_own`.
    """

    def __init__(self, protected: Iterable[Path] = (), *, own_user: bool = False) -> None:
        self.read: set[str] = set()
        self.own: set[str] = set()
        self.links: dict[str, str] = {}
        self._private: dict[str, tuple[str, ...]] = {}  # what a bot may not see of a folder in `read`
        self._own_user = own_user  # whether the bot has its own user, to whom files of ours are others'
        self._programs: set[str] = set()
        self._folders: set[PurePath] = set()
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
        """The folders that variables name, and the toolchains on the PATH."""
        for name in FOLDER_VARIABLES:
            for folder in environment.get(name, "").split(os.pathsep):
                if os.path.isabs(folder) and os.path.isdir(folder) and not self._is_private(folder):
                    self._add_tree(folder)
        for folder in environment.get("PATH", "").split(os.pathsep):
            for part in managed_parts(folder):
                if os.path.exists(part):
                    self.read.add(self._trace(part))
            if os.path.isdir(folder):
                self._add_installation(os.path.join(folder, "program"), named_by_bot=True)

    def add_program(self, program: str, path: str | None = None, *, named_by_bot: bool = False) -> None:
        """A program and its interpreter, with the folders that each is installed in."""
        found = shutil.which(program, path=path)
        if found is None or not os.path.isabs(found) or found in self._programs:
            return
        self._programs.add(found)
        real = os.path.realpath(found)
        is_bots = named_by_bot or is_below(found, self.own) or is_below(real, self.own)
        for hop in _hops(found):
            self._add_installation(hop, named_by_bot=is_bots)
        if not named_by_bot and not is_below(real, {*self.read, *self.own}):
            self.own.add(real)
        if is_below(real, {*self.read, *self.own}):
            self._trace(found)
        for interpreter in interpreters(real):
            self.add_program(interpreter, path, named_by_bot=is_bots)

    def _add_installation(self, program: str, *, named_by_bot: bool) -> None:
        """Add the installation around a program, unless it belongs to a person."""
        folder = PurePath(os.path.normpath(program)).parent
        prefix = folder.parent if folder.name in BIN else folder
        if is_below(str(folder), SYSTEM) or folder in self._folders:
            return
        self._folders.add(folder)
        if _is_ours(prefix) or (not named_by_bot and is_python(prefix)):
            self._add_python(prefix)
        elif is_machines(str(prefix)) and not self._is_private(str(prefix)):
            self._add_tree(str(prefix), of_root=True)
        if home := _home_of(prefix):  # of a virtual environment
            self._add_installation(os.path.join(home, "python"), named_by_bot=named_by_bot)

    def _add_python(self, prefix: PurePath) -> None:
        for part in python_parts(prefix, shared=self._is_private(str(prefix))):
            if os.path.exists(part):
                self.add_own(part)

    def _add_tree(self, folder: str, *, of_root: bool = False) -> None:
        """A folder, without what is private in it; none if that is too much to hide."""
        real = os.path.realpath(folder)
        if is_below(real, SYSTEM):
            return
        private = private_entries(real, of_root=of_root) if of_root or not self._own_user else ()
        if private is not None:
            self._private[real] = private
            self.read.add(self._trace(folder))

    def _is_private(self, folder: str) -> bool:
        """Whether a folder, or one around it, belongs to a person rather than to a program."""
        real = PurePath(os.path.realpath(folder))
        personal = [path for home in (Path.home(),) for path in (home, home / ".local", home / ".config")]
        around = [*personal, *self._protected]
        return len(real.parts) <= 2 or any(path.is_relative_to(real) for path in around)

    def _trace(self, path: str) -> str:
        """Resolve a path, noting every link on the way."""
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

    def plan(self) -> ToolchainPlan:
        """The collected paths without repetition, outer folders first."""
        system, _ = _system()
        own = [path for path in outermost(self.own) if not is_below(path, system)]
        around = [tree for tree, private in self._private.items() if _holds(private, own)]
        read = outermost(self.read.difference(around))
        links = {path: target for path, target in self.links.items() if not is_below(path, {*read, *own})}
        hidden = {path for tree, private in self._private.items() if tree not in around for path in private}
        return ToolchainPlan(read, own, links, sorted(hidden.difference(own)))


def _holds(private: Iterable[str], own: Iterable[str]) -> bool:
    """Whether something of the bot lies within a private folder, which then cannot be hidden."""
    return any(path not in private and is_below(path, private) for path in own)


def outermost(paths: Iterable[str]) -> list[str]:
    """Paths without those that lie below another."""
    found: list[str] = []
    for path in sorted(paths):
        if not is_below(path, found):
            found.append(path)
    return found


def _is_ours(prefix: PurePath) -> bool:
    """Whether the Python that runs us is installed in a folder."""
    ours = {os.path.realpath(folder) for folder in (sys.prefix, sys.base_prefix)}
    return os.path.realpath(prefix) in ours


def _hops(program: str) -> Iterator[str]:
    """A program, and the programs that it is a link to."""
    for _ in range(MAX_LINKS):
        yield program
        if not os.path.islink(program):
            return
        program = os.path.join(os.path.dirname(program), os.readlink(program))


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


def interpreters(program: str) -> list[str]:
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
