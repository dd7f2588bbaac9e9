"""The inside of a jail, with both runners."""

import errno
import os
import select
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.bots.process.supervisor import Supervisor
from lanista.sandbox.jail.identity import HOSTNAME, INNER
from lanista.sandbox.machine import OWN
from tests.processes import SECONDS, eventually, is_gone
from tests.sandbox.jails import (
    RUNNERS,
    facts_of,
    launch_as_a_bot_does,
    launch_in,
    need_runner,
    read_all,
    said_by,
)

SEES = Path(__file__).with_name("sees.py")
FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}
SYSTEM = {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr", "nix", "gnu"}


@pytest.fixture(scope="module", params=RUNNERS)
def facts(request, tmp_path_factory):
    """The report of a program about its jail; its files are readable for their owner only."""
    need_runner(request.param)
    base = tmp_path_factory.mktemp("jail")
    folder, other = base / "bot", base / "other"
    for path in (folder / "replays", other):
        path.mkdir(parents=True)
    (folder / "sees.py").write_bytes(SEES.read_bytes())
    (folder / "sees.py").chmod(0o600)
    (folder / "replays" / "match.jsonl").write_text("{}")
    (other / "bot.py").write_text("secret")
    (folder / "opponent.py").write_text("secret")
    folder.chmod(0o700)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        hidden = (folder / "replays", folder / "opponent.py")
        launch = launch_in(folder, request.param, "sees.py", str(other), port, hidden=hidden)
        found = facts_of(launch)
    found["folder"] = str(folder.resolve())
    return found


def test_the_root_holds_the_system_and_the_way_to_its_files(facts):
    tops = {
        Path(path).parts[1]
        for path in (facts["folder"], sys.executable, os.path.realpath(sys.executable), __file__)
    }
    assert set(facts["root"]) <= SYSTEM | tops
    assert facts["cwd"] == facts["folder"]
    assert facts["files"] == ["opponent.py", "replays", "sees.py"]


def test_it_sees_neither_its_matches_nor_other_bots(facts):
    assert facts["hidden"] == []
    assert facts["elsewhere"] is False
    assert facts["opponent"] in FORBIDDEN
    assert set(facts["home"] or []) <= {".pyenv"}


def test_it_sees_no_process_but_its_own(facts):
    assert len(facts["pids"]) <= 3
    assert facts["pids"][0] == 1
    assert facts["init"] in FORBIDDEN
    assert facts["environ of init"] in FORBIDDEN


def test_it_has_no_privileges(facts):
    assert facts["user"] == [INNER, INNER]
    assert {int(facts["status"][f"Cap{kind}"], 16) for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {0}
    assert facts["status"]["NoNewPrivs"] == "1"


def test_its_environment_is_an_allow_list(facts):
    assert facts["environment"]["HOME"] == facts["environment"]["TMPDIR"] == "/tmp"
    assert not [name for name in facts["environment"] if name.startswith("LANISTA")]


def test_it_inherits_no_descriptor(facts):
    assert facts["descriptors"] == []


def test_it_writes_to_its_private_folders_only(facts):
    codes = facts["write"]
    assert codes.pop("/tmp/x") == codes.pop("/dev/shm/x") == 0
    assert set(codes.values()) <= FORBIDDEN
    assert facts["fill"] == errno.ENOSPC


def test_it_reaches_its_own_loopback_and_nothing_else(facts):
    assert facts["interfaces"] == ["lo"]
    assert facts["connect"] == errno.ECONNREFUSED
    assert facts["listen"] == 0
    assert facts["host"] == HOSTNAME


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_listening_socket_is_handed_out(runner, tmp_path):
    """The bot connects to a port of its loopback, and we accept it."""
    need_runner(runner)
    code = "import socket; socket.create_connection(('127.0.0.1', 5000), 60).sendall(b'from inside')"
    supervisor = Supervisor(launch_in(tmp_path, runner, "-c", code, listen=5000))
    try:
        with socket.socket(fileno=supervisor.handover.receive("listener")) as listener:
            listener.settimeout(60)
            with listener.accept()[0] as connection:
                connection.settimeout(60)
                assert connection.recv(100) == b"from inside"
    finally:
        for fd in supervisor.fds.values():
            os.close(fd)
        supervisor.close()


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize(
    ("code", "end"),
    [("import sys; sys.exit(7)", b'"exit": 7}'), ("import os; os.kill(os.getpid(), 9)", b'"signal": 9}')],
)
def test_how_it_ended_is_reported(runner, code, end, tmp_path):
    need_runner(runner)
    assert said_by(launch_in(tmp_path, runner, "-c", code)).rstrip().endswith(end)


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_program_that_is_missing_is_reported(runner, tmp_path):
    need_runner(runner)
    launch = launch_in(tmp_path, runner, "x")
    launch.command = ["./nothing"]
    assert b'{"failed": "./nothing: No such file or directory"}' in said_by(launch)


@pytest.mark.parametrize("runner", RUNNERS)
def test_nothing_survives_a_supervisor_that_is_killed(runner, tmp_path):
    """A daemon in another session ends with the first process of its namespace, and that with the supervisor."""
    need_runner(runner)
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    print(1, flush=True)\ntime.sleep(3600)"
    supervisor = Supervisor(launch_in(tmp_path, runner, "-c", code))
    try:
        assert select.select([supervisor.fds["stdout"]], [], [], SECONDS)[0]
        below = descendants(supervisor.pid)
        assert len(below) >= 3
        os.kill(supervisor.pid, 9)
        eventually(lambda: all(is_gone(pid) for pid in below))
    finally:
        for fd in supervisor.fds.values():
            os.close(fd)
        supervisor.close()


def descendants(pid: int) -> list[int]:
    """All processes below one."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, check=True, text=True).stdout.split(
        "\n"
    )
    parents = {int(child): int(parent) for child, parent in (line.split() for line in lines if line)}
    level, found = [pid], []
    while level := [child for child, parent in parents.items() if parent in level]:
        found += level
    return found


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_a_private_folder_holds_a_limited_number_of_files(runner, folder, tmp_path):
    need_runner(runner)
    code = f"for n in range(60): open(f'{folder}/{{n}}', 'x').close()"
    assert b"No space left on device" in said_by(launch_in(tmp_path, runner, "-c", code, inodes=50))
    assert b"No space" not in said_by(launch_in(tmp_path, runner, "-c", code, inodes=100))


def test_a_copy_is_writable_and_handed_out(tmp_path):
    """A bot that exchanges files works in a copy of its folder; we see it, and the original does not change."""
    need_runner(OWN)
    (tmp_path / "data.txt").write_text("before")
    (tmp_path / "data.txt").chmod(0o600)
    code = "open('data.txt', 'a').write(' after'); print(open('data.txt').read())"
    folder = str(tmp_path.resolve())
    prefixes = {os.path.realpath(sys.prefix), os.path.realpath(sys.base_prefix)}
    own = [path for path in prefixes if not path.startswith("/usr")]
    launch = launch_in(tmp_path, OWN, "-c", code, own=own, copy=folder, copy_bytes=2**20, copy_inodes=100)
    supervisor = Supervisor(launch)
    try:
        fd = supervisor.handover.receive("folder")
        assert read_all(supervisor.fds["stdout"]) == b"before after\n"
        with open(os.open("data.txt", os.O_RDONLY, dir_fd=fd)) as file:
            assert file.read() == "before after"
        os.close(fd)
    finally:
        for pipe in supervisor.fds.values():
            os.close(pipe)
        supervisor.close()
    assert (tmp_path / "data.txt").read_text() == "before"


TELL = """import json, sys
found = []
for path in sys.argv[1:-1]:
    try:
        found.append(open(path).read())
    except OSError:
        found.append("")
print(json.dumps({"found": found}))
"""
KINDS = [*RUNNERS, "limits"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["argument", "first line", "allowed"])
def test_a_program_that_a_bot_names_shows_it_nothing_around(kind, how, tmp_path):
    """Whatever the folder is called; unless the person allows it."""
    need_runner(kind)
    tool, bot = tmp_path / "opt" / "tool", tmp_path / "bot"
    (tool / "bin").mkdir(parents=True)
    bot.mkdir()
    (tool / "bin" / "tool").symlink_to(sys.executable)
    secrets = [tool / "public.txt", tool / "private.txt"]
    for secret in secrets:
        secret.write_text("secret")
    secrets[1].chmod(0o600)
    (bot / "tell.py").write_text(TELL)
    (bot / "run").write_text(f"#!{tool}/bin/tool\n{TELL}")
    (bot / "run").chmod(0o755)
    command = ["./run"] if how == "first line" else [sys.executable, "tell.py"]
    changes = {"allow_paths": (str(tool),)} if how == "allowed" else {}
    words = [*command, *map(str, secrets), str(tool / "bin" / "tool")]
    said = said_by(launch_as_a_bot_does(bot, kind, *words, **changes))
    assert (b"secret" in said) is (how == "allowed")
    if how == "allowed":
        assert said.count(b"secret") == 2, said


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_toolchain_it_sees_what_everybody_may_see(kind, opt, tmp_path):
    need_runner(kind)
    (opt / "tool" / "bin").mkdir(parents=True)
    (opt / "tool" / "bin" / "tool").symlink_to(sys.executable)
    (opt / "tool" / "keys").mkdir(0o700)
    names = ("public.txt", "private.txt", "keys/key.txt")
    for name in names:
        (opt / "tool" / name).write_text(name)
    (opt / "tool" / "private.txt").chmod(0o600)
    (tmp_path / "tell.py").write_text(TELL)
    words = [sys.executable, "tell.py", *(str(opt / "tool" / name) for name in names)]
    found = facts_of(launch_as_a_bot_does(tmp_path, kind, *words, str(opt / "tool" / "bin" / "tool")))
    assert found["found"][:3] == ["public.txt", "", ""]


DATABASE = """import json, sqlite3
found = []
for mode in ("delete", "wal"):
    one, two = (sqlite3.connect(f"/tmp/{mode}.db", timeout=60) for _ in range(2))
    one.execute(f"pragma journal_mode = {mode}")
    one.execute("create table numbers (number)")
    for each in (one, two):
        each.execute("insert into numbers values (1)")
        each.commit()
    found += one.execute("select count(*) from numbers").fetchone()
print(json.dumps({"found": found}))
"""


@pytest.mark.parametrize("runner", RUNNERS)
def test_databases_that_lock_their_files_work(runner, tmp_path):
    """Locks are pretended, as they would carry messages on files that two bots can open."""
    need_runner(runner)
    assert facts_of(launch_in(tmp_path, runner, "-c", DATABASE))["found"] == [2, 2]
