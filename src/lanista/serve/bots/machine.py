"""The programs on this machine for bots: asked from the machine itself, once per process."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import msgspec

from lanista import __version__
from lanista.core.text import inert
from lanista.sandbox.machine import find_machine
from lanista.sandbox.usage.cores import usable_cores

SECONDS = 15.0  # that a program may take to say its version
MAX_TEXT = 120  # characters of that
AT_ONCE = 4
COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # that Maven writes whether or not it is on a terminal


class VersionQuestion(NamedTuple):
    """A program that builds or runs bots, and how it says its version."""

    language: str
    names: tuple[str, ...]  # of which the first that is there is used
    question: tuple[str, ...] = ("--version",)


PROGRAMS = (
    VersionQuestion("C", ("gcc", "cc", "clang")),
    VersionQuestion("C++", ("g++", "c++", "clang++")),
    VersionQuestion("C and C++", ("cmake",)),
    VersionQuestion("C and C++", ("make",)),
    VersionQuestion("C#", ("dotnet",)),
    VersionQuestion("Go", ("go",), ("version",)),
    VersionQuestion("Java", ("java",), ("-version",)),
    VersionQuestion("Java", ("javac",), ("-version",)),
    VersionQuestion("Java", ("mvn",)),
    VersionQuestion("JavaScript", ("node", "nodejs")),
    VersionQuestion("PHP", ("php",)),
    VersionQuestion("Python 2", ("python2", "python2.7")),
    VersionQuestion("Ruby", ("ruby",)),
    VersionQuestion("Rust", ("rustc",)),
    VersionQuestion("Rust", ("cargo",)),
    VersionQuestion("shell", ("bash",)),
    VersionQuestion("Zig", ("zig",), ("version",)),
)


class InstalledProgram(msgspec.Struct, frozen=True):
    """A program of this machine."""

    language: str
    program: str
    version: str


class InstalledHere(msgspec.Struct, frozen=True):
    """The programs that bots find on this machine."""

    programs: tuple[InstalledProgram, ...]
    missing: tuple[str, ...]  # languages of which nothing is here
    system: str
    cores: int
    sandbox: str  # the level
    lacks: tuple[str, ...]  # what keeps it from a better one
    lanista: str


@cache
def installed_here() -> InstalledHere:
    """List the programs that are installed here."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        found = [program for program in threads.map(_ask, PROGRAMS) if program is not None]
    found.insert(0, InstalledProgram("Python", "python3", platform.python_version()))
    have = {program.language for program in found}
    about = find_machine()
    return InstalledHere(
        tuple(sorted(found, key=lambda program: (program.language.lower(), program.program))),
        tuple(dict.fromkeys(program.language for program in PROGRAMS if program.language not in have)),
        f"{platform.system()} {platform.release()}, {platform.machine()}",
        usable_cores(),
        about.level.value,
        tuple(filter(None, (about.no_namespaces, about.no_cgroups))),
        __version__,
    )


def _ask(program: VersionQuestion) -> InstalledProgram | None:
    """A program and its version; None if it is not here, or does not answer."""
    path = next(filter(None, map(shutil.which, program.names)), None)
    if path is None:
        return None
    said = _answer([path, *program.question])
    name = os.path.basename(path)
    return None if said is None else InstalledProgram(program.language, name, said)


def _answer(command: Sequence[str]) -> str | None:
    """The first line that a program prints."""
    kept = {name: value for name in ("PATH", "HOME", "JAVA_HOME") if (value := os.environ.get(name))}
    try:
        done = subprocess.run(
            list(command),
            env={**kept, "LC_ALL": "C", "DOTNET_NOLOGO": "1", "DOTNET_CLI_TELEMETRY_OPTOUT": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    said = COLOUR.sub("", done.stdout.decode(errors="replace"))
    lines = [line for line in said.splitlines() if line.strip()]
    return inert(lines[0].strip(), MAX_TEXT) if done.returncode == 0 and lines else None
