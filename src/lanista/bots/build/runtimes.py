"""Runtimes of other languages: the program, how it is called, and how to install it."""

from __future__ import annotations

import re
import shutil
from typing import NamedTuple

from lanista.core.errors import BotError


class Runtime(NamedTuple):
    """The way to start a language's files: with the first installed of `programs`, or directly without any."""

    programs: tuple[str, ...]
    words: tuple[str, ...] = ()
    install: str = ""  # what to install

    def command(self, file: str, needed_by: str) -> list[str]:
        """The command that runs a file of the working directory."""
        if not self.programs:
            return [f"./{file}"]
        found = next(filter(None, map(shutil.which, self.programs)), None)
        if found is None:
            wanted = " or ".join(self.programs)
            raise BotError(f"{needed_by} needs {wanted}, not found on the PATH; install {self.install}")
        return [found, *self.words, file]


ITSELF = Runtime(())
JAVA = Runtime(("java",), ("-jar",), "the Debian package default-jre-headless")
NODE = Runtime(("node", "nodejs"), (), "the Debian package nodejs")
PYTHON2 = Runtime(
    ("python2", "python2.7", "python"), (), "the Debian package python2 (Debian 11 is the last to have it)"
)
PYTHON3 = Runtime(("python3", "python"), (), "the Debian package python3")
DOTNET = Runtime(("dotnet",), (), "Microsoft's .NET runtime, which Debian does not have")
PHP = Runtime(("php",), (), "the Debian package php-cli")
GO_RUN = Runtime(("go",), ("run",), "the Debian package golang-go")

# Messages in the log of a bot that cannot run, and what to do about them; {program} is what runs the bot.
SYMPTOMS = (
    (
        r"No module named '?([\w.]+)",
        "install it for the Python that runs the bot: {program} -m pip install {found}",
    ),
    (r"Cannot find module '(/[^']+)'", "there is no file {found}; check its name in the command"),
    (r"can't open file '([^']+)'", "there is no file {found}; check its name in the command"),
    (r"Cannot find module '([^']+)'", "run `npm install` in the bot's folder, so that it finds {found}"),
    (r"Unable to access jarfile (\S+)", "build the bot first, so that {found} is there"),
    (
        r"UnsupportedClassVersionError: (\S+)",
        "{found} was compiled for a newer Java than {program}; install that one",
    ),
    (r"no main manifest attribute, in (\S+)", "give the manifest of {found} a Main-Class"),
    (r"ClassNotFoundException: (\S+)", "{found} is not in the jar; build one with all that the bot depends on"),
    (r"SyntaxError: (Missing parentheses in call to 'print')", "the bot is written for Python 2, not {program}"),
    (r"version `(\w+_[\d.]+)' not found", "built for another system (it wants {found}); build the bot here"),
)


def advice(log: str, program: str) -> str:
    """A remedy for a failure whose cause is in the log, after a semicolon; empty if unknown."""
    for symptom, remedy in SYMPTOMS:
        if match := re.search(symptom, log):
            return "; " + remedy.format(found=match[1], program=program)
    return ""
