"""Writes a git repository with the history of a bot: `python -m tests.tools.bisect.made_up_repository FOLDER`.

Sixteen commits follow the first one, which is tagged `good`. One of them makes the bot weaker, one cannot be
started, some do not touch the bot, and the others change nothing that matters.
"""

from __future__ import annotations

import calendar
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

IDENTITY = {
    "GIT_AUTHOR_NAME": "Ada Example",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada Example",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}
BOT = """\
\"\"\"{about}\"\"\"

import random

AGAIN = True  # one process plays many matches


def move(view):
    if view["player"]["damage"] > 2:
        return "FIX"
    return "NOTHING" if random.random() < {idle} else "ACCELERATE"
"""
HISTORY = (  # subject, what the bot's docstring says, how often it does nothing
    ("Drive", "A driver.", 0.1),
    ("Explain what the bot does", "A driver that hesitates.", 0.1),
    ("Add a README", "A driver that hesitates.", 0.1),
    ("Name the author", "A driver that hesitates, by Ada.", 0.1),
    ("Hesitate a little less often", "A driver that hesitates, by Ada.", 0.09),
    ("Shorter words", "Hesitates. By Ada.", 0.09),
    ("Mention the contest in the README", "Hesitates. By Ada.", 0.09),
    ("Number the versions", "Hesitates. By Ada. Version 2.", 0.09),
    ("Start to drive by the map", "Hesitates. By Ada. Version 3.", None),
    ("Take the map out again", "Hesitates. By Ada. Version 4.", 0.09),
    ("Think twice before accelerating", "Hesitates. By Ada. Version 5.", 0.3),
    ("Tidy", "Hesitates. By Ada. Version 5, tidied.", 0.3),
    ("Thank the organisers", "Hesitates. By Ada, with thanks. Version 5.", 0.3),
    ("Correct a date in the README", "Hesitates. By Ada, with thanks. Version 5.", 0.3),
    ("Hesitate as often as before", "Hesitates. By Ada, with thanks. Version 6.", 0.31),
    ("Prepare the final", "Hesitates. By Ada, with thanks. Version 7.", 0.31),
    ("Final version", "Hesitates. By Ada, with thanks. Final.", 0.31),
)
CULPRIT = 10  # the index of the commit that makes the bot weaker


def git(folder: Path, *words: str, day: int = 1, given: bytes = b"") -> str:
    """Run git with fixed identities and dates, and return its output."""
    when = {f"GIT_{who}_DATE": f"2026-03-{day:02}T12:00:00+0000" for who in ("AUTHOR", "COMMITTER")}
    done = subprocess.run(
        ["git", *words], cwd=folder, env=IDENTITY | when, input=given, capture_output=True, check=True, timeout=60
    )
    return done.stdout.decode().strip()


def write_repository(folder: Path, contents: Sequence[tuple[str, Mapping[str, str]]]) -> list[str]:
    """Write a repository with a commit for each subject and set of files; returns the ids of the commits."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commits = [_commit(day, subject, files) for day, (subject, files) in enumerate(contents, start=1)]
    git(folder, "fast-import", "--quiet", given=b"".join(commits) + b"done\n")
    git(folder, "reset", "--quiet", "--hard")
    shas = git(folder, "rev-list", "--reverse", "HEAD").split()
    git(folder, "tag", "good", shas[0])
    return shas


def _commit(day: int, subject: str, files: Mapping[str, str]) -> bytes:
    """A commit as `git fast-import` reads it: much faster than a process for each."""
    when = calendar.timegm((2026, 3, day, 12, 0, 0))
    lines = [b"commit refs/heads/main", f"committer Ada Example <ada@example.org> {when} +0000".encode()]
    lines += [b"data %d" % len(subject.encode()), subject.encode()]
    for name, text in files.items():
        lines += [f"M 100644 inline {name}".encode(), b"data %d" % len(text.encode()), text.encode()]
    return b"\n".join([*lines, b""])


def write_example(folder: Path) -> list[str]:
    """Write the repository of the manual."""
    contents = []
    for subject, about, idle in HISTORY:
        bot = "import a_module_that_was_forgotten\n" if idle is None else BOT.format(about=about, idle=idle)
        contents.append((subject, {"bot.py": bot, "README.md": f"{subject}\n"}))
    return write_repository(folder, contents)


if __name__ == "__main__":
    write_example(Path(sys.argv[1]))
