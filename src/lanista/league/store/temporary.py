"""A PostgreSQL server in a temporary folder, for tests and measurements; it ends with the process that started it.

Run as a script it owns the server: it obeys lines on its standard input, and at its end, which comes even when its
parent is killed, it stops the server and removes the folder. Imports no other module of Lanista, to start fast.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pwd

SECONDS = 120  # for anything that ends by itself, even on a busy machine
ADMIN = "lanista"
SECRET, PASSWORD = "walter", "s3cret-pa55"  # a role that needs a password
HBA = f"local all {SECRET} scram-sha-256\nlocal all all trust\n"
SETTINGS = {"listen_addresses": "", "max_connections": "60"}
FAST = {  # what was committed survives `stop`, but not a power failure
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "autovacuum": "off",
}


def find_programs() -> Path | None:
    """The folder with PostgreSQL's programs, if it is installed; servers are started on POSIX systems only."""
    if sys.platform == "win32":
        return None
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if found or on_path:
        return (found[-1] if found else Path(on_path or "")).resolve().parent
    return None


class PostgresServer:
    """A running server; its databases have numbers."""

    def __init__(self, owner: subprocess.Popen[str], folder: Path) -> None:
        self.folder = folder
        self._owner = owner
        self._numbers = count()
        self._template = ""

    def url(self, database: str, user: str = ADMIN) -> str:
        """The address of a database, over the server's socket."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def new_database(self, template: str = "template0") -> str:
        """The address of a new database: an empty one, or a copy of another one."""
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def new_store(self) -> str:
        """The address of a new database with the tables of a store; faster than to migrate each."""
        if not self._template:
            from lanista.league.store import open_store

            address = self.new_database()
            open_store(address, replays=self.folder).close()  # each store has a separate folder
            self._template = address.partition("@/")[2].partition("?")[0]
        return self.new_database(self._template)

    def run(self, statement: str) -> None:
        """Run a statement as the administrator."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """Stop the server at once, as a power failure does: connections end, open transactions are undone."""
        self._tell("stop")

    def start(self) -> None:
        """Start the server after `stop`."""
        self._tell("start")

    def _tell(self, line: str) -> None:
        assert self._owner.stdin is not None
        assert self._owner.stdout is not None
        self._owner.stdin.write(line + "\n")
        self._owner.stdin.flush()
        answer = self._owner.stdout.readline()
        assert answer == "done\n", f"PostgreSQL did not {line}: {answer}"


@contextmanager
def running_server(programs: Path, settings: Mapping[str, str] = FAST) -> Iterator[PostgresServer]:
    """A server that runs until the end of the block, with these settings besides the usual ones."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    owner = subprocess.Popen(
        [sys.executable, "-I", __file__, str(programs), str(folder), *_options({**SETTINGS, **settings})],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # survives a Ctrl-C that ends the parent
    )
    try:
        server = PostgresServer(owner, folder)
        server.start()
        server.run(f"CREATE ROLE {SECRET} LOGIN PASSWORD '{PASSWORD}'")
        yield server
    finally:
        assert owner.stdin is not None
        owner.stdin.close()
        owner.wait(SECONDS)
        if owner.stdout is not None:
            owner.stdout.close()


class _Owner:
    """Owns the server's process and folder."""

    def __init__(self, programs: Path, folder: Path, options: Sequence[str]) -> None:
        self._programs, self._folder, self._data = programs, folder, folder / "data"
        self._options = options
        self._user = _unprivileged()
        self._server: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        """Create the files of the server."""
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        options = ["-A", "trust", "-U", ADMIN, "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        self._run(["initdb", "-D", str(self._data), *options]).check_returncode()
        (self._data / "pg_hba.conf").write_text(HBA)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        if not self._data.exists():
            self.create()
        with open(self._folder / "log", "ab") as log:
            self._server = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self._folder), *self._options],
                **self._privileges(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + SECONDS
        while self._run(["pg_isready", "-q", "-h", str(self._folder), "-U", ADMIN]).returncode:
            assert self._server.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < deadline, "PostgreSQL did not get ready"
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server at once."""
        if self._server is None:
            return
        self._server.send_signal(signal.SIGQUIT)
        try:
            self._server.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._server.kill()
        self._server = None

    def end(self) -> None:
        """Stop the server and remove its files."""
        with suppress(Exception):
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [str(self._programs / command[0]), *command[1:]],
            **self._privileges(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )

    def _privileges(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        if self._user is None:
            return {"cwd": self._folder}
        return {
            "cwd": self._folder,
            "user": self._user.pw_uid,
            "group": self._user.pw_gid,
            "extra_groups": [],
        }


def _unprivileged() -> pwd.struct_passwd | None:
    """The user that runs the server, if we are root."""
    import pwd  # not on Windows, which it does not run on

    if os.getuid() != 0:
        return None
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _options(settings: Mapping[str, str]) -> list[str]:
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def _serve(programs: Path, folder: Path, options: Sequence[str]) -> None:
    """Obey lines until the input ends, which it does when the parent ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    owner = _Owner(programs, folder, options)
    try:
        for line in sys.stdin:
            owner.start() if line.strip() == "start" else owner.stop()
            sys.stdout.write("done\n")
            sys.stdout.flush()
    finally:
        owner.end()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
