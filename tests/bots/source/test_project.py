"""Folders: lanista.toml, builds, and the one file that is obviously the bot."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from lanista.bots.build import build
from lanista.bots.build import command as build_command
from lanista.bots.resolve import FoundBot, find_bot
from lanista.core.errors import BotError, FileError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox.policy import VARIABLE as LEVEL

OVERDRIVE = get_game("overdrive")
MOVE = "def move(view):\n    return 'ACCELERATE'\n"
LINES = """#!/bin/sh
read -r start
echo '{"type":"ready"}'
while read -r line; do echo ACCELERATE; done
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Stamps of builds do not outlive a test."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path_factory.mktemp("cache")))


def folder(path: Path, **files: str) -> Path:
    """A folder with files; `__` in a name stands for a dot."""
    path.mkdir(exist_ok=True)
    for name, text in files.items():
        file = path / name.replace("__", ".")
        file.write_text(textwrap.dedent(text))
        if text.startswith("#!"):
            file.chmod(0o755)
    return path


def found(path: Path) -> FoundBot:
    return find_bot(OVERDRIVE, str(path))


def verdicts(path: Path) -> dict[Verdict, int]:
    """How a bot behaves in a short match."""
    result = plan_match("overdrive", [str(path), "cruise"], MatchTerms(settings={"max_rounds": 4}), seed=1).play()
    return dict(result.seats[0].verdicts)


# lanista.toml


@pytest.mark.parametrize(
    ("toml", "name"),
    [
        ('command = "bot.py"\nprotocol = "python"', "racer"),
        ('command = "bot.py"\nprotocol = "python"\nname = "Flash"\ngames = ["overdrive", "tanks"]', "Flash"),
        ('command = "sh bot.sh"', "racer"),
        ('command = "./bot.sh"\nfiles = ["*.sh"]', "racer"),
    ],
    ids=["python", "named", "program", "own program"],
)
def test_a_described_bot_plays(tmp_path, toml, name):
    path = folder(tmp_path / "racer", lanista__toml=toml, bot__py=MOVE, bot__sh=LINES)
    assert found(path).name == name
    assert verdicts(path) == {Verdict.OK: 4}


def test_a_bot_runs_in_its_folder(tmp_path):
    source = f"import os\nassert os.getcwd() == {str((tmp_path / 'racer').resolve())!r}\n" + MOVE
    path = folder(tmp_path / "racer", lanista__toml='command = "bot.py"\nprotocol = "python"', bot__py=source)
    assert verdicts(path) == {Verdict.OK: 4}


WRONG = [
    ("command = oops", "lanista.toml cannot be read: Invalid value (at line 1"),
    (
        'name = "x"',
        "missing required field `command` - expected members: command, name, games, protocol, build, files",
    ),
    ('comand = "x"', "did you mean 'command'"),
    ("command = 3", "Expected `str`, got `int` - at `$.command`"),
    ('command = "x"\ngames = "overdrive"', "Expected `array`, got `str` - at `$.games`"),
    ('command = "x"\ngames = ["tanks"]', "this bot plays tanks, not overdrive"),
    (
        'command = "x"\nprotocol = "line"',
        "no protocol is called 'line'; did you mean 'lines'?",
    ),
    (
        'command = "x"\nprotocol = "smoke"',
        "no protocol is called 'smoke'; there are: lines, python, entelect-2018",
    ),
    ('command = "x"\nprotocol = "rampage-2015"', "the protocol rampage-2015 is for rampage, not for overdrive"),
    ('command = "nosuchprogram 1"', "`command` needs 'nosuchprogram', which is not installed"),
    ('command = "./bot"', "names ./bot, which is no program in"),
    ('command = "./bot"', "there is no `build` that would make it"),
    ('command = ""', "`command` expects a command such as"),
    ('command = "it\'s"', "`command` is not a command line: No closing quotation"),
    ('command = "x"\nbuild = ["make", ""]', "`build` expects a command"),
    ('command = "bot.js"\nprotocol = "python"', "expects a .py file of the folder as command, got 'bot.js'"),
    ('command = "sh"\nfiles = ["*.rs"]', "`files` has '*.rs', which matches no file"),
    ('command = "sh"\nfiles = ["../*"]', "`files` expects patterns within the folder, got '../*'"),
    ('command = "sh"\nfiles = [""]', "`files` expects patterns within the folder, got ''"),
    ("command = " + "[" * 5000, "nested too deeply"),
    ("a" + ".a" * 5000 + " = 1", "nested too deeply"),
    ('command = "sh"\nx = ' + "9" * 5000, "lanista.toml cannot be read: Exceeds the limit"),
    ('command = "sh"\nx = ' + "9" * 50, "unknown field `x`"),
    ('command = "sh \\u0000"', "expects a command without NUL characters"),
    ("x" * 100_000, "expected at most 65536 bytes"),
]


@pytest.mark.parametrize(("toml", "said"), WRONG)
def test_errors_in_a_description_are_reported(tmp_path, toml, said):
    path = folder(tmp_path / "racer", lanista__toml=toml, bot__js="")
    with pytest.raises(BotError) as error:
        found(path)
    assert said in str(error.value)
    assert str(path) in str(error.value)


# Builds

BUILT = """
    command = "./build/bot"
    build = ["mkdir -p build", "cp bot.sh build/bot", "sh count.sh"]
"""
COUNT = "echo built >> build/log\n"


def project(tmp_path: Path) -> Path:
    return folder(tmp_path / "racer", lanista__toml=BUILT, bot__sh=LINES, count__sh=COUNT)


def times_built(path: Path) -> int:
    return len((path / "build" / "log").read_text().splitlines())


def test_a_bot_is_built_when_its_sources_change(tmp_path):
    path = project(tmp_path)
    assert verdicts(path) == {Verdict.OK: 4}
    first = found(path).digest
    assert times_built(path) == 1
    (path / "bot.sh").write_text(LINES + "# faster\n")
    assert found(path).digest != first
    assert times_built(path) == 2
    assert (path / "build" / "bot").read_text().endswith("# faster\n")


def test_a_build_whose_output_is_gone_is_done_again(tmp_path):
    path = project(tmp_path)
    found(path)
    (path / "build" / "bot").unlink()
    found(path)
    assert times_built(path) == 2


def test_a_build_may_write_files_beside_its_sources(tmp_path):
    path = folder(
        tmp_path / "racer",
        lanista__toml='command = "./bot"\nbuild = ["cp bot.sh bot", "sh count.sh"]',
        bot__sh=LINES,
        count__sh="mkdir -p build\n" + COUNT,
    )
    first = found(path).digest
    assert found(path).digest == first
    assert times_built(path) == 1


def test_only_the_named_files_count(tmp_path):
    path = project(tmp_path)
    (path / "lanista.toml").write_text(textwrap.dedent(BUILT) + 'files = ["*.sh", "src/**"]\n')
    (path / "src" / "deep").mkdir(parents=True)
    (path / "src" / "deep" / "one").write_text("1")
    first = found(path).digest
    (path / "notes.txt").write_text("not a source")
    assert found(path).digest == first
    (path / "src" / "deep" / "one").write_text("2")
    assert found(path).digest != first
    assert times_built(path) == 2


def test_a_source_that_changes_during_the_build_is_built_again(tmp_path):
    path = project(tmp_path)
    (path / "count.sh").write_text(COUNT + "echo '# new' >> bot.sh\n")
    found(path)
    (path / "count.sh").write_text(COUNT)
    found(path)
    found(path)
    assert times_built(path) == 2
    assert "# new" in (path / "build" / "bot").read_text()


def test_nothing_but_the_build_writes_into_the_folder(tmp_path):
    path = project(tmp_path)
    found(path)
    assert sorted(file.name for file in path.iterdir()) == ["bot.sh", "build", "count.sh", "lanista.toml"]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "echo 'bot.c:3: error: no \x1b[31msemicolon'\nexit 3",
            ["exit status 3", "bot.c:3: error: no \ufffd[31msemicolon"],
        ),
        ("kill -9 $$", ["killed by signal 9"]),
        ("for i in $(seq 60); do echo line $i; done; exit 1", ["[20 lines before]\n  line 21\n"]),
    ],
    ids=["status", "signal", "long"],
)
def test_a_build_that_fails_shows_its_output(tmp_path, script, said):
    path = project(tmp_path)
    (path / "count.sh").write_text(script)
    for _ in range(2):  # it is not taken for built afterwards
        with pytest.raises(BotError) as error:
            found(path)
        for words in ["the build failed, `sh count.sh` in", *said]:
            assert words in str(error.value)


def test_a_build_without_its_program_says_so(tmp_path):
    path = folder(tmp_path / "racer", lanista__toml='command = "sh"\nbuild = "nosuchmake all"')
    with pytest.raises(BotError, match="cannot be started: nosuchmake: No such file"):
        found(path)


def test_a_build_that_does_not_end_is_ended_with_all_its_children(tmp_path, monkeypatch):
    monkeypatch.setenv(LEVEL, "none")  # in a jail its processes have other numbers
    path = folder(tmp_path / "racer", lanista__toml='command = "sh"\nbuild = "sh slow.sh"')
    (path / "slow.sh").write_text("sleep 600 & echo $! > child; wait\n")
    monkeypatch.setattr(build, "BUILD_SECONDS", 1.0)
    with pytest.raises(BotError, match="not done after 1 s"):
        found(path)
    child = int((path / "child").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


DAEMON = """import os, resource, signal, sys, time
begun, begin = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (5, 5))
        open("child", "w").write(str(os.getpid()))
        os.write(begin, b".")
        time.sleep(600)
    os._exit(0)
os.read(begun, 1)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells of orphans")
@pytest.mark.parametrize(
    ("deed", "said"),
    [("sys.exit(3)", "exit status 3"), ("os.kill(os.getppid(), 9)\nsignal.pause()", "supervisor process ended")],
    ids=["leaves", "kills"],
)
def test_a_build_leaves_no_daemon_even_if_it_kills_its_supervisor(tmp_path, monkeypatch, deed, said):
    monkeypatch.setenv(LEVEL, "none")  # in a jail it does not see its supervisor
    path = folder(tmp_path / "racer", lanista__toml=f'command = "sh"\nbuild = "{sys.executable} daemon.py"')
    (path / "daemon.py").write_text(DAEMON + deed + "\n")
    with pytest.raises(BotError, match=said):
        found(path)
    with pytest.raises(ProcessLookupError):
        os.kill(int((path / "child").read_text()), 0)


def test_a_build_that_writes_without_end_is_ended(tmp_path, monkeypatch):
    path = folder(tmp_path / "racer", lanista__toml='command = "sh"\nbuild = "yes"')
    monkeypatch.setattr(build_command, "MAX_OUTPUT", 2**20)
    with pytest.raises(BotError, match="it wrote more than 1048576 bytes of output") as error:
        found(path)
    assert len(str(error.value)) < 2_000


@pytest.mark.parametrize("variable", ["LANISTA_CACHE", "HOME"])
def test_a_place_for_builds_that_cannot_be_written(tmp_path, monkeypatch, variable):
    """A user who cannot write there reads where that is and how to move it."""
    path = project(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.delenv("LANISTA_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "file" / "inner"))
    with pytest.raises(BotError) as error:
        found(path)
    assert "builds are recorded in" in str(error.value)
    assert "cannot be written: Not a directory; set LANISTA_CACHE" in str(error.value)


def test_a_full_disk_does_not_lose_the_reason(tmp_path, monkeypatch):
    path = project(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise FileError("cannot write x: No space left on device")

    monkeypatch.setattr(build, "write_whole", full)
    with pytest.raises(
        BotError, match="cannot be written: cannot write x: No space left on device; set LANISTA_CACHE"
    ):
        found(path)


def test_no_place_for_temporary_files(tmp_path, monkeypatch):
    path = project(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nosuch"))
    with pytest.raises(FileError, match=r"a temporary file or folder cannot be written .*nosuch.*set TMPDIR"):
        found(path)


def test_a_build_program_that_is_no_program_says_why(tmp_path):
    path = folder(tmp_path / "racer", lanista__toml='command = "sh"\nbuild = "./make.sh"', make__sh="exit 0")
    with pytest.raises(BotError, match=r"cannot be started: \./make\.sh exists but is not executable; run `chmod"):
        found(path)


def test_sources_nested_very_deeply_are_refused(tmp_path):
    path = project(tmp_path)
    (path / "/".join(["d"] * 300)).mkdir(parents=True)
    with pytest.raises(BotError, match="nested more than 100 deep"):
        found(path)


def test_a_folder_is_built_once_at_a_time(tmp_path):
    path = project(tmp_path)
    (path / "count.sh").write_text("mkdir build/busy || exit 9\nsleep 0.3\nrmdir build/busy\n" + COUNT)
    faults: list[BotError] = []

    def look() -> None:
        try:
            found(path)
        except BotError as error:
            faults.append(error)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert times_built(path) == 1


# Folders without a description


@pytest.mark.parametrize(
    ("files", "file"),
    [
        ({"bot__py": MOVE, "helper__py": ""}, "bot.py"),
        ({"main__py": MOVE, "helper__py": ""}, "main.py"),
        ({"racer__py": MOVE, "README__md": ""}, "racer.py"),
        ({"bot__sh": LINES}, "bot.sh"),
        ({"bot": LINES, "data__csv": ""}, "bot"),
    ],
    ids=["bot", "main", "single", "script", "program"],
)
def test_the_obvious_entry_plays(tmp_path, files, file):
    path = folder(tmp_path / "racer", **files)
    assert found(path).command[-1].endswith(file)
    assert found(path).name == "racer"
    assert verdicts(path) == {Verdict.OK: 4}


@pytest.mark.parametrize(
    ("files", "file"),
    [
        ({"package__json": '{"main": "play.js"}', "play__js": "", "bot__js": ""}, "play.js"),
        ({"package__json": "{}", "bot__js": "", "other__js": ""}, "bot.js"),
        ({"index__js": "", "other__js": ""}, "index.js"),
    ],
    ids=["package", "bot", "index"],
)
def test_the_obvious_entry_in_javascript(tmp_path, files, file, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda program: f"/bin/{program}")
    assert found(folder(tmp_path / "racer", **files)).command == ("/bin/node", file)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "found none of them"),
        ({"a__py": "", "b__py": ""}, "found none of them"),
        ({"bot__py": "", "bot__js": ""}, "found bot.py, bot.js, and cannot tell which is the bot"),
        ({"package__json": "{"}, "package.json cannot be read"),
    ],
    ids=["nothing", "two", "two languages", "broken package"],
)
def test_in_doubt_it_is_said_what_was_looked_for(tmp_path, files, said):
    with pytest.raises(BotError) as error:
        found(folder(tmp_path / "racer", **files))
    assert said in str(error.value)
    if "package" not in said:
        assert "looked in it for lanista.toml, a contest's bot.json, bot.py" in str(error.value)


def test_play_tells_of_a_failed_build_without_a_traceback(tmp_path):
    path = folder(tmp_path / "racer", lanista__toml='command = "sh"\nbuild = "false"')
    words = [sys.executable, "-m", "lanista.cli.main", "play", "overdrive", str(path), "cruise", "--no-replay"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "the build failed, `false` in" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_contests_own_protocol_can_be_named(tmp_path):
    source = """
        while True:
            number = input()
            open(f"rounds/{number}/state.json").close()
            print(f"C;{number};FIX")
    """
    toml = f'command = "{sys.executable} -u bot.py"\nprotocol = "entelect-2020"'
    path = folder(tmp_path / "racer", lanista__toml=toml, bot__py=source)
    assert verdicts(path) == {Verdict.OK: 4}
