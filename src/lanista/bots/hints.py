"""Hints for the author of a bot whose program does not start, ends at once, or stays silent."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePath

from lanista import bot
from lanista.core.text import MAX_QUOTED, inert, quoted

HOST = Path(bot.__file__).with_name("host.py")  # runs bots that are Python files
HEAD_BYTES = 4096
SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh"})
UNIX_LINE_ENDS = "it has Windows line ends (CRLF); convert it: sed -i 's/\\r$//' {file}"

# The program that runs a file, by its suffix
RUNNERS = {
    ".js": "node", ".mjs": "node", ".cjs": "node", ".jar": "java -jar", ".java": "java", ".go": "go run",
    ".sh": "sh", ".rb": "ruby", ".pl": "perl", ".php": "php", ".lua": "lua", ".dll": "dotnet", ".py": "python3",
    ".r": "Rscript", ".ts": "npx tsx",
}  # fmt: skip
COMPILED = frozenset(
    {".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".rs", ".kt", ".cs", ".scala", ".hs", ".swift", ".zig", ".ml"}
)

# How to flush output, by the program that runs the bot
FLUSH = {
    "python": "print(..., flush=True), or `python -u`",
    "pypy": "print(..., flush=True), or `pypy -u`",
    "java": "System.out.flush()",
    "kotlin": "System.out.flush()",
    "node": "console.log(line)",
    "ruby": "$stdout.sync = true",
    "perl": "$| = 1",
    "php": "flush()",
    "lua": "io.stdout:flush()",
    "dotnet": "Console.Out.Flush()",
}
FLUSH_ANYWHERE = (
    "fflush(stdout) in C, std::endl in C++, System.out.flush() in Java, print(..., flush=True) in Python"
)

# How to write to standard error, by the program that runs the bot
LOG = {
    "python": "print(..., file=sys.stderr)",
    "pypy": "print(..., file=sys.stderr)",
    "java": "System.err.println(...)",
    "kotlin": "System.err.println(...)",
    "node": "console.error(...)",
    "deno": "console.error(...)",
    "bun": "console.error(...)",
    "ruby": "warn(...)",
    "perl": "print STDERR ...",
    "php": "fwrite(STDERR, ...)",
    "lua": "io.stderr:write(...)",
    "dotnet": "Console.Error.WriteLine(...)",
    "go": "fmt.Fprintln(os.Stderr, ...)",
}
LOG_ANYWHERE = "std::cerr in C++, System.err in Java, console.error in JavaScript, file=sys.stderr in Python"


# Files that cannot be started


def cannot_start(program: str, folder: Path | None, reason: str) -> str:
    """Why a program could not be started: the problem with its file, or the reason that its supervisor gives."""
    path = (folder or Path()) / program
    return f"{program} {problem}" if (problem := problem_of(path, program)) else inert(reason, MAX_QUOTED)


def problem_of(path: Path, name: str) -> str:
    """Why a file cannot be started as a program, and what to do; empty if it looks right."""
    if os.path.isdir(path):
        return "is a folder, not a program"
    if not os.path.isfile(path):
        return ""
    if not os.access(path, os.X_OK):
        return f"exists but is not executable; run `chmod +x {shlex.quote(name)}`{_or_run(name)}"
    head = _head(path)
    if head.startswith(b"#!"):
        return _first_line_problem(head.split(b"\n", 1)[0], name)
    return _binary_problem(head, name)


def _or_run(name: str) -> str:
    return f', or write "{command}"' if (command := run_with(name)) else ""


def run_with(name: str) -> str:
    """The command that runs a file, by its suffix; empty if unknown."""
    runner = RUNNERS.get(PurePath(name).suffix.lower())
    return f"{runner} {shlex.quote(name)}" if runner else ""


def _head(path: Path) -> bytes:
    """The beginning of a regular file; empty for anything else, which might block."""
    if not os.path.isfile(path):
        return b""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError:
        return b""


def _first_line_problem(line: bytes, name: str) -> str:
    """The problem with the line `#!INTERPRETER` of a script; empty if there is none."""
    if line.endswith(b"\r"):
        return f"exists, but {UNIX_LINE_ENDS.format(file=shlex.quote(name))}"
    words = line[2:].decode(errors="replace").split()
    if not words:
        return 'exists, but its first line "#!" names no interpreter; write for example `#!/bin/sh`'
    wanted = words[-1] if os.path.basename(words[0]) == "env" and len(words) == 2 else words[0]
    if shutil.which(wanted):
        return ""
    found = shutil.which(os.path.basename(wanted))
    remedy = f"write `{_first_line(found)}`" if found else "install it, or name another"
    return f"exists, but its first line names the interpreter {quoted(wanted)}, which is not here; {remedy}"


def _binary_problem(head: bytes, name: str) -> str:
    """The problem with an executable file that is not a script."""
    if head.startswith((b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")):
        return "exists, but was built for another system or kind of machine; build it on this one"
    if head.startswith(b"\xef\xbb\xbf#!"):
        return "exists, but begins with a byte order mark; save it as UTF-8 without one"
    runner = RUNNERS.get(PurePath(name).suffix.lower(), "sh").split()[0]
    return f"exists, but does not say what runs it; write `{_first_line(runner)}` as its first line{_or_run(name)}"


def _first_line(program: str) -> str:
    """The `#!` line for a program."""
    name = os.path.basename(program)
    return "#!/bin/sh" if name == "sh" else f"#!/usr/bin/env {name}"


# Names that are not commands


def not_a_command(word: str, folder: Path) -> str:
    """A command to use instead of the bare name of a file in `folder`; empty if there is no such file."""
    path = folder / word
    if not os.path.isfile(path):
        return ""
    name = word if "/" in word else f"./{word}"
    if PurePath(word).suffix.lower() in COMPILED:
        return f"{word} exists but is source code; build it, and name the program that the build makes"
    if os.access(path, os.X_OK):
        return f"{word} exists, but a program in a folder is named by its path: write {shlex.quote(name)}"
    runs = run_with(word)
    if runs and not _head(path).startswith(b"#!"):
        return f'{word} exists; give the command that runs it, in quotes: "{runs}"'
    alternative = f', or as a command: "{runs}"' if runs else ""
    chmod = f"chmod +x {shlex.quote(word)}"
    return f"{word} exists but is not executable; run `{chmod}` and write {shlex.quote(name)}{alternative}"


# Programs that end or stay silent


def script_problem(command: list[str], folder: Path | None) -> str:
    """The problem with the script that a command runs, after a semicolon; empty if it looks right."""
    program, here = command[0], folder or Path()
    line, newline, _ = _head(here / program).partition(b"\n")
    if line.startswith(b"#!") and newline and (problem := _first_line_problem(line, program)):
        return f"; {program} {problem}"
    script = next((word for word in command[1:] if not word.startswith("-")), "")
    if os.path.basename(program) in SHELLS and b"\r\n" in _head(here / script):
        return f"; look at {script}: {UNIX_LINE_ENDS.format(file=shlex.quote(script))}"
    return ""


def silence(command: list[str], begun: bytes, *, spoke: bool) -> str:
    """A hint on a missing answer, after a semicolon; empty if the bot has written lines before."""
    if begun:
        return f"; it wrote {quoted(begun)} but did not end the line"
    if spoke or str(HOST) in command:  # our client writes every answer at once
        return ""
    idiom = _idiom(command, FLUSH) or FLUSH_ANYWHERE
    return f"; it has written nothing yet. If it did answer, flush the output after every line: {idiom}"


def for_answers(command: list[str]) -> str:
    """Reminds the author of a bot that writes other lines than answers where its log belongs."""
    return f"standard output is for answers, log to standard error: {_idiom(command, LOG) or LOG_ANYWHERE}"


def _idiom(command: list[str], idioms: Mapping[str, str]) -> str:
    """The call that logs in the language of a command; empty if that is unknown."""
    program = os.path.basename(command[0])
    return next((idiom for name, idiom in idioms.items() if program.startswith(name)), "")
