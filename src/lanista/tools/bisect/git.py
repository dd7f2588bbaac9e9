"""Reads a git repository: commits and the files in them. Nothing in the repository is written or executed.

Files are read as git stores them, by `ls-tree` and `cat-file`. Unlike a checkout or `git archive`, these run no
hooks, filters or text conversions, follow no `.gitattributes`, and never touch the index or the working tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lanista.core.errors import InputError
from lanista.core.text import MAX_QUOTED, inert, quoted

GIT_SECONDS = 120.0  # for one call; reading a long history takes a few
FIELDS = ("%H", "%h", "%P", "%an", "%ad", "%s")

# A hook or a script may have set these for its own repository or index; the folder decides which repository it is.
FOREIGN = frozenset(
    {
        *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE"),
        *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXTERNAL_DIFF", "GIT_TRACE"),
    }
)
SETTINGS = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # older versions fetch missing objects of a partial clone through any helper
}


class GitError(InputError):
    """The repository cannot be read as requested."""


class ObjectError(InputError):
    """A file is missing from the repository."""


@dataclass(frozen=True)
class Commit:
    """A commit; its author and subject are untrusted text."""

    sha: str
    short: str  # the beginning of its id, for people
    parents: tuple[str, ...]
    author: str
    date: str
    subject: str
    version: str = ""  # git's id of the bot's file or folder in it; empty if it has none

    def __str__(self) -> str:
        subject, author = inert(self.subject, 60), inert(self.author, 40)
        return f"{self.short} ({subject}, {author}, {self.date})"


@dataclass(frozen=True)
class TreeEntry:
    """A file, link or submodule in a tree."""

    path: str
    mode: str
    oid: str
    size: int


class Repository:
    """The git repository that holds a folder."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise GitError(f"expected the folder of a git repository, got {quoted(folder)}, which is no folder")
        if shutil.which("git") is None:
            raise GitError("bisect needs git, which is not installed or not on the PATH; install git")
        self.folder = folder
        try:
            self._run("rev-parse", "--git-dir")
        except GitError as error:
            raise GitError(
                f"{folder.resolve()} cannot be used as a git repository ({error}); change to a folder of one, or "
                "name it with --repo"
            ) from None

    def top(self) -> Path | None:
        """The top folder of the working tree; None for a bare repository."""
        try:
            return Path(os.fsdecode(self._run("rev-parse", "--show-toplevel").removesuffix(b"\n")))
        except GitError:
            return None

    def resolve(self, revision: str) -> str:
        """The id of the commit that a revision names."""
        if revision.startswith("-") or "\n" in revision or "\0" in revision:
            raise GitError(f"expected a revision such as v1.2 or HEAD~8, got {quoted(revision)}")
        try:
            found = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        except GitError:
            raise GitError(f"there is no commit {quoted(revision)} in {self.folder}{self._hint()}") from None
        return found.decode().strip()

    def _hint(self) -> str:
        """A hint for a history whose older commits are missing."""
        if self._run("rev-parse", "--is-shallow-repository").strip() != b"true":
            return "; `git log --oneline` lists the commits"
        return "; the repository is shallow, so older commits are missing: fetch them with `git fetch --unshallow`"

    def commit(self, sha: str) -> Commit:
        """One commit."""
        return next(self._log("--no-walk", sha))

    def between(self, good: str, bad: str) -> list[Commit]:
        """The commits after `good` up to `bad`, oldest first, along first parents."""
        if good == bad:
            raise GitError("GOOD and BAD are the same commit; name a later one as BAD")
        if not self._is_ancestor(good, bad):
            raise GitError(
                f"expected GOOD to be an ancestor of BAD, but {good[:10]} is not one of {bad[:10]}{self._hint()}"
            )
        commits = list(self._log("--first-parent", "--reverse", f"{good}..{bad}"))
        if commits[0].parents[:1] != (good,):
            raise GitError(
                f"bisect follows first parents, and {good[:10]} is on a branch that was merged after "
                f"{commits[0].short}; name a commit of the main line as GOOD, such as {commits[0].short}~"
            )
        return commits

    def _is_ancestor(self, good: str, bad: str) -> bool:
        return not self._run("rev-list", "--max-count=1", good, f"^{bad}").strip()

    def _log(self, *words: str) -> Iterator[Commit]:
        # Explicit options, since a repository's own settings may call programs to check signatures
        plain = ("--no-show-signature", "--no-color", "--encoding=UTF-8", "--date=short", "-z")
        output = self._run("log", *plain, f"--format={'%x00'.join(FIELDS)}", *words, "--")
        values = output.decode(errors="replace").split("\0")
        for first in range(0, len(values) - 1, len(FIELDS)):
            sha, short, parents, author, date, subject = values[first : first + len(FIELDS)]
            yield Commit(sha, short, tuple(parents.split()), author, date, subject)

    def ids(self, shas: Iterable[str], path: str, kind: str) -> list[str]:
        """Git's id of a path in each commit; empty where it does not exist or is not of this kind."""
        names = "".join(f"{sha}:{path}\n" for sha in shas)
        output = self._run("cat-file", "--batch-check=%(objectname) %(objecttype)", given=os.fsencode(names))
        lines = output.decode(errors="replace").splitlines()
        return [line.removesuffix(f" {kind}") if line.endswith(f" {kind}") else "" for line in lines]

    def kind(self, sha: str, path: str) -> str:
        """Whether a path of a commit is a `blob` or a `tree`; empty if it does not exist."""
        return next((kind for kind in ("blob", "tree") if self.ids([sha], path, kind)[0]), "")

    def entries(self, tree: str) -> list[TreeEntry]:
        """All files, links and submodules below a folder; their names are not checked."""
        return self._entries("-r", "--full-tree", tree)

    def _entries(self, *words: str) -> list[TreeEntry]:
        output = self._run("ls-tree", "-z", "-l", *words)
        return [_entry(line) for line in output.split(b"\0") if line]

    def read(self, entries: Iterable[TreeEntry]) -> list[bytes]:
        """The contents of files, exactly as they were committed."""
        wanted = list(entries)
        output = memoryview(self._run("cat-file", "--batch", given="".join(f"{e.oid}\n" for e in wanted).encode()))
        contents = []
        for entry in wanted:
            head = f"{entry.oid} blob {entry.size}\n".encode()
            if output[: len(head)] != head:
                raise ObjectError(
                    f"{inert(entry.path, MAX_QUOTED)} is missing from the repository; `git fetch` it"
                )
            contents.append(bytes(output[len(head) : len(head) + entry.size]))
            output = output[len(head) + entry.size + 1 :]
        return contents

    def changes(self, before: str, after: str, paths: Iterable[str]) -> list[str]:
        """The number of changed lines per file between two commits, as `git diff --stat` prints it."""
        words = ("--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", "--stat=100")
        output = self._run("diff-tree", *words, "--ignore-submodules=all", before, after, "--", *paths)
        return [inert(line.strip()) for line in output.decode(errors="replace").splitlines()]

    def _run(self, *words: str, given: bytes = b"") -> bytes:
        """The output of a git command; raises GitError with its message."""
        environment = {name: value for name, value in os.environ.items() if name not in FOREIGN} | SETTINGS
        try:
            done = subprocess.run(
                ["git", "--no-pager", "-c", "core.fsmonitor=false", *words],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                timeout=GIT_SECONDS,
                check=False,
                input=given,
            )
        except subprocess.TimeoutExpired:
            raise GitError(f"`git {words[0]}` took more than {GIT_SECONDS:.0f} s in {self.folder}") from None
        if done.returncode:
            raise GitError(_message(words[0], done))
        return done.stdout


def _message(word: str, done: subprocess.CompletedProcess[bytes]) -> str:
    """Git's own message, in one line."""
    said = " ".join(done.stderr.decode(errors="replace").split())
    if "promisor" in said:
        return "files are missing, because this is a partial clone and bisect fetches nothing; clone it wholly"
    return inert(said, 2 * MAX_QUOTED) or f"`git {word}` failed with exit status {done.returncode}"


def _entry(line: bytes) -> TreeEntry:
    """An entry from a line such as `100644 blob 3b18... 12<tab>bot.py`."""
    about, _, path = line.partition(b"\t")
    mode, _, oid, size = about.decode().split()
    return TreeEntry(os.fsdecode(path), mode, oid, int(size) if size.isdigit() else 0)
