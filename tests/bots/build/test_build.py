"""Builds in the sandbox: what they see, what they may use, and how hostile ones fail."""

from __future__ import annotations

import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.bots.build import build
from lanista.bots.build import command as build_command
from lanista.bots.build import site as build_site
from lanista.bots.build.build import BuildFailed
from lanista.bots.resolve import find_bot
from lanista.bots.source.project import read_project
from lanista.game import get_game
from lanista.sandbox import Level, Resources, SandboxRequest
from lanista.sandbox.machine import find_machine
from lanista.sandbox.policy import BUILD_NETWORK, VARIABLE

OVERDRIVE = get_game("overdrive")
SMALL = Resources(memory_mb=256, processes=64, open_files=256, file_mb=8, scratch_mb=8)
ALLOWED = SandboxRequest(build_network=True)
CONNECT = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 20)"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv(BUILD_NETWORK, raising=False)


@pytest.fixture
def jailed(monkeypatch) -> None:
    """Builds have namespaces of their own."""
    monkeypatch.delenv(VARIABLE, raising=False)
    if find_machine().level < Level.NAMESPACES:
        pytest.skip(f"builds have no namespaces here: {'; '.join(find_machine().missing(Level.NAMESPACES))}")


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine that accepts connections."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def project(tmp_path: Path, *commands: str, more: str = "", **files: str) -> Path:
    """A bot that is built by some commands; `__` in the name of a file stands for a dot."""
    folder = tmp_path / "racer"
    folder.mkdir(exist_ok=True)
    (folder / "lanista.toml").write_text(f'command = "sh"\nbuild = {list(commands)!r}\n{more}')
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def make(folder: Path, wanted: SandboxRequest | None = None) -> None:
    find_bot(OVERDRIVE, str(folder), wanted or SandboxRequest())


def failure(folder: Path, wanted: SandboxRequest | None = None) -> str:
    with pytest.raises(BuildFailed) as error:
        make(folder, wanted)
    assert "the build failed" in str(error.value)
    return str(error.value)


# What a build sees


def test_it_writes_into_its_folder_and_its_home_only(jailed, tmp_path):
    script = "echo made > made && echo kept > ~/kept && echo x > /tmp/x && ! echo x > ../outside"
    folder = project(tmp_path, "sh build.sh", build__sh=script)
    make(folder)
    assert (folder / "made").read_text() == "made\n"
    assert (folder / "made").stat().st_uid == folder.stat().st_uid, "a person can remove it"
    assert not (tmp_path / "outside").exists()


def test_its_home_is_kept_for_the_next_build(jailed, tmp_path):
    folder = project(tmp_path, "sh build.sh", build__sh="echo 1 >> ~/runs; cp ~/runs runs")
    make(folder)
    (folder / "build.sh").write_text("echo 2 >> ~/runs; cp ~/runs runs")
    make(folder)
    assert (folder / "runs").read_text() == "1\n2\n"


def test_every_way_to_ask_for_the_home_has_the_same_answer(jailed, tmp_path):
    script = "import os, pathlib, pwd; assert os.environ['HOME'] == pwd.getpwuid(os.getuid()).pw_dir"
    make(project(tmp_path, f"{sys.executable} home.py", home__py=script))


def test_it_sees_neither_secrets_nor_its_neighbours(jailed, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "bot.py").write_text("secret")
    script = f"env | grep SECRET_TOKEN; cat {tmp_path}/other/bot.py ~root/.bashrc; ls {tmp_path}"
    folder = project(tmp_path, "sh build.sh", build__sh=f"{script}; exit 1")
    shown = failure(folder)
    assert "SECRET_TOKEN" not in shown
    assert "No such file" in shown
    assert shown.splitlines()[-1].strip() == "racer", "nothing else is there"


def test_version_control_and_earlier_matches_are_out_of_sight(jailed, tmp_path):
    folder = project(tmp_path, "sh build.sh", build__sh="ls -A .git replays; exit 1")
    for name in (".git", "replays"):
        (folder / name).mkdir()
        (folder / name / "secret").touch()
    assert "secret" not in failure(folder)


def test_it_may_write_wherever_its_folder_is(jailed, tmp_path):
    """Landlock allows /tmp anyway, where the folders of tests are."""
    folder = project(tmp_path, "true").resolve()
    site = build_site.prepare_site(folder, read_project(folder, "overdrive"), [], SandboxRequest())
    jail = site.launch(["true"]).jail
    assert jail is not None
    assert {str(folder), str(site.home)} <= set(jail.guards.write)


def test_limits_without_namespaces_let_it_write_there_only(tmp_path):
    if find_machine().level < Level.LIMITS:
        pytest.skip("this machine has no limits")
    folder = project(tmp_path, "sh build.sh", build__sh="echo made > made; echo kept > ~/kept")
    make(folder, SandboxRequest(Level.LIMITS))
    assert (folder / "made").exists()


def test_without_a_sandbox_everything_is_as_it_was(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    folder = project(tmp_path, "sh build.sh", build__sh="test $SECRET_TOKEN = hush")
    make(folder, SandboxRequest(Level.NONE))


# The network


@pytest.mark.parametrize(
    ("asks", "wanted", "said"),
    [
        (
            "false",
            ALLOWED,
            "if it needs the network, write `network = true` in lanista.toml, and allow it with --bu",
        ),
        (
            "true",
            SandboxRequest(),
            "which this build did not have; allow it with --build-network or LANISTA_BUILD_NETWORK=1",
        ),
    ],
    ids=["not asked for", "not allowed"],
)
def test_there_is_no_network_unless_it_is_asked_for_and_allowed(jailed, tmp_path, port, asks, wanted, said):
    folder = project(tmp_path, f"{sys.executable} c.py {port}", more=f"network = {asks}", c__py=CONNECT)
    assert said in failure(folder, wanted).splitlines()[-1]


def test_the_network_is_there_if_it_is_asked_for_and_allowed(jailed, tmp_path, port):
    make(project(tmp_path, f"{sys.executable} c.py {port}", more="network = true", c__py=CONNECT), ALLOWED)


def test_the_environment_allows_it_too(jailed, tmp_path, port, monkeypatch):
    monkeypatch.setenv(BUILD_NETWORK, "1")
    make(project(tmp_path, f"{sys.executable} c.py {port}", more="network = true", c__py=CONNECT))


def test_a_build_that_asks_for_the_network_and_does_without_is_fine(jailed, tmp_path):
    make(project(tmp_path, "true", more="network = true"))


def test_no_hint_where_the_network_was_not_the_reason(jailed, tmp_path):
    folder = project(tmp_path, "sh build.sh", build__sh="echo 'bot.c:3: error: no semicolon'; exit 1")
    assert "--build-network" not in failure(folder)


# Family 19: hostile builds


BOMB = "#define A0 x x x x x x x x\n" + "".join(
    f"#define A{i} A{i - 1} A{i - 1} A{i - 1} A{i - 1} A{i - 1} A{i - 1} A{i - 1} A{i - 1}\n" for i in range(1, 12)
)
HOSTILE = {
    "includes a device": ("cc -E bot.c -o bot.i", '#include "/dev/zero"\n'),
    "macro bomb": ("cc -E bot.c -o bot.i", f"{BOMB}A11\n"),
    "includes a secret": ("cc -E bot.c -o bot.i", '#include "/etc/shadow"\n#include "../secret.h"\n'),
    "huge file": ("dd if=/dev/zero of=huge bs=1M count=64", ""),
    "huge array": ("cc bot.c -o bot", "char huge[1L << 40] = {1};\nint main() { return 0; }\n"),
}


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize(("command", "source"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_builds_fail_within_their_limits(jailed, tmp_path, monkeypatch, command, source):
    monkeypatch.setattr(build_site, "RESOURCES", SMALL)
    monkeypatch.setattr(build, "BUILD_SECONDS", 2.0)
    (tmp_path / "secret.h").write_text("int secret = 4711;\n")
    folder = project(tmp_path, command, bot__c=source)
    assert "4711" not in failure(folder)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2 * SMALL.file_mb * 2**20


def test_nothing_of_a_build_is_left(jailed, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "BUILD_SECONDS", 2.0)
    folder = project(tmp_path, "sh build.sh", build__sh="setsid sleep 600.4711 & sleep 600.4711\n")
    assert "not done after 2 s" in failure(folder)
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"600.4711" in contents(path)]


def contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has just ended
        return b""


def test_many_files_are_too_much(jailed, tmp_path, monkeypatch):
    monkeypatch.setattr(build_command, "MAX_FILES", 50)
    folder = project(tmp_path, "sh build.sh", build__sh="for i in $(seq 60); do : > $i; done")
    assert "into its folder" in failure(folder)


def test_a_long_build_says_so_without_a_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build_command, "TELL_SECONDS", 0.2)
    monkeypatch.setattr(build_command, "LOOK_SECONDS", 0.05)
    make(project(tmp_path, "sleep 1"), SandboxRequest(Level.NONE))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("building racer: sleep 1: ") and line.endswith(" s so far") for line in lines)
