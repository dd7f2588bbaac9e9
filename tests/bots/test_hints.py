"""Hints for beginners whose bot does not start, ends at once, stays silent or hangs: real small bots."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from lanista.bots.hints import for_answers
from lanista.bots.player import Budgets
from lanista.bots.resolve import find_bot
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.referee import FirstFault
from lanista.match.terms import MatchTerms

LINES = '#!/bin/sh\nread -r start\necho \'{"type":"ready"}\'\nwhile read -r line; do echo NOTHING; done\n'
PATIENT = Budgets(60_000, 60_000)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder; Python buffers its output there as it does at a beginner's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # which must not reach them
    return tmp_path


def write(name: str, text: str, *, executable: bool = True) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(textwrap.dedent(text).encode())
    path.chmod(0o755 if executable else 0o644)


def fault(spec: str, limits: Budgets = PATIENT, turns: int = 2) -> FirstFault:
    """A bot's first fault in a short match."""
    result = plan_match(
        "overdrive", [spec, "cruise"], MatchTerms(settings={"max_rounds": turns}).with_budgets(limits), seed=1
    ).play()
    assert result.outcome is not None
    found = result.seats[0].fault
    assert found is not None
    return found


def refused(spec: str) -> str:
    """The message about a bot that is not even tried."""
    with pytest.raises(BotError) as error:
        find_bot(get_game("overdrive"), spec)
    return str(error.value)


# Programs that cannot be started


NOT_STARTED = [
    ("#!/bin/sh\r\necho hi\r\n", ["./bot.sh exists", "Windows line ends (CRLF)", "sed -i 's/\\r$//' ./bot.sh"]),
    (
        "#!/opt/none/python3\n",
        ["./bot.sh exists", "'/opt/none/python3', which is not here", "#!/usr/bin/env python3"],
    ),
    ("#!/opt/none/brainfork\n", ["names the interpreter '/opt/none/brainfork'", "install it, or name another"]),
    ("#!\nread x\n", ["names no interpreter", "`#!/bin/sh`"]),
    ("read start\n", ["does not say what runs it", "write `#!/bin/sh` as its first line", '"sh ./bot.sh"']),
    ("\ufeff#!/bin/sh\n", ["begins with a byte order mark"]),
    ("MZ\x90", ["built for another system"]),
]


@pytest.mark.parametrize(("text", "said"), NOT_STARTED, ids=range(len(NOT_STARTED)))
def test_a_program_that_cannot_be_started_says_why(text, said):
    write("bot.sh", text)
    found = fault("./bot.sh")
    assert found.verdict is Verdict.CRASHED
    assert found.reason.startswith("cannot be started: ")
    assert found.evidence.exit_status == "never started"
    for words in said:
        assert words in found.reason


ENDED = [
    ("./bot.sh", "#!/usr/bin/env nosuchlanguage\n", "names the interpreter 'nosuchlanguage', which is not here"),
    ("./bot.sh", "#!/usr/bin/env sh\r\nread start\r\n", "it has Windows line ends (CRLF)"),
    ("sh bot.sh", LINES.replace("\n", "\r\n"), "look at bot.sh: it has Windows line ends (CRLF)"),
    (f"{sys.executable} nosuch.py", "", "nosuch.py; check its name in the command"),
]


@pytest.mark.parametrize(("spec", "text", "said"), ENDED, ids=range(len(ENDED)))
def test_a_script_that_ends_at_once_says_why(spec, text, said):
    write("bot.sh", text)
    assert said in fault(spec).reason


def test_a_working_program_that_fails_is_not_blamed_on_its_file():
    write("bot.sh", "#!/bin/sh\nexit 3\n")
    assert fault("./bot.sh").reason == "the process ended: exit status 3"
    write("bot.py", "raise SystemExit(3)", executable=False)
    assert fault("bot.py").reason == "the process ended: exit status 3"


# Names that are no command


def test_a_script_that_is_not_executable_exists():
    write("good.sh", LINES, executable=False)
    for spec in ("./good.sh", "good.sh"):
        said = refused(spec)
        assert f"{spec} exists but is not executable; run `chmod +x {spec}`" in said
        assert '"sh ' in said


def test_a_script_without_its_path_exists():
    write("good.sh", LINES)
    assert "good.sh exists" in refused("good.sh")
    assert "write ./good.sh" in refused("good.sh")


COMMANDS = [
    ("bot.js", 'in quotes: "node bot.js"'),
    ("target/bot.jar", 'in quotes: "java -jar target/bot.jar"'),
    ("bot.rb", 'in quotes: "ruby bot.rb"'),
    ("bot.go", 'in quotes: "go run bot.go"'),
    ("bot.cpp", "is source code; build it"),
    ("src/main.rs", "is source code; build it"),
]


@pytest.mark.parametrize(("file", "said"), COMMANDS)
def test_a_file_that_a_program_runs_needs_its_command(file, said):
    write(file, "", executable=False)
    assert f"{file} exists" in refused(file)
    assert said in refused(file)


TOML = [
    ("good.sh", 0o755, ["good.sh exists", "write ./good.sh"]),
    ("good.sh", 0o644, ["good.sh exists but is not executable", "chmod +x good.sh"]),
    ("./good.sh", 0o644, ["`command` names ./good.sh, which exists but is not executable", "chmod +x ./good.sh"]),
    ("bot.js", 0o644, ['in quotes: "node bot.js"']),
    ("./src", 0o755, ["which is a folder, not a program"]),
]


@pytest.mark.parametrize(("command", "mode", "said"), TOML)
def test_the_same_in_lanista_toml(command, mode, said):
    write("racer/lanista.toml", f'command = "{command}"', executable=False)
    write("racer/src/x", "")
    write("racer/good.sh", LINES)
    write("racer/bot.js", "", executable=False)
    Path("racer/good.sh").chmod(mode)
    for words in ["racer/lanista.toml", *said]:
        assert words in refused("racer")


def test_a_folder_whose_program_is_not_executable():
    write("racer/bot.sh", LINES, executable=False)
    said = refused("racer")
    assert "bot.sh is there but not executable: run `chmod +x racer/bot.sh`" in said
    assert '`command = "node bot.js"`' in said


def test_a_misspelt_file_is_suggested():
    write("racer.py", "")
    assert "did you mean 'racer.py'?" in refused("racr.py")
    assert "did you mean" not in refused("totally_different.py")


# Programs that stay silent, or say the wrong thing


NO_FLUSH = """
    import sys
    input()
    print('{"type":"ready"}', flush=%s)
    for line in sys.stdin: print("NOTHING")
"""


def test_unflushed_output_at_the_start():
    write("bot.py", NO_FLUSH % False)
    found = fault(f"{sys.executable} bot.py", Budgets(1_500, 60_000))
    assert found.verdict is Verdict.TIMEOUT
    assert "flush the output after every line: print(..., flush=True)" in found.reason
    assert found.evidence.exit_status == "ended by the referee"


def test_unflushed_output_in_the_first_turn():
    write("bot.py", NO_FLUSH % True)
    found = fault(f"{sys.executable} bot.py", Budgets(60_000, 500), turns=1)
    assert found.verdict is Verdict.TIMEOUT
    assert "flush the output after every line" in found.reason


def test_a_line_that_does_not_end():
    write("bot.sh", LINES.replace("do echo", "do printf"))
    found = fault("./bot.sh", Budgets(60_000, 3_000), turns=1)
    assert "it wrote 'NOTHING' but did not end the line" in found.reason


def test_a_debug_line_before_ready():
    write("bot.sh", LINES.replace("read -r start", "read -r start\necho loading"))
    found = fault("./bot.sh")
    assert "got 'loading'; standard output is for answers, log to standard error: " in found.reason


# Python files


def test_a_move_without_return():
    write("bot.py", "def move(view):\n    'NOTHING'\n")
    found = fault("bot.py")
    assert found.verdict is Verdict.PROTOCOL_ERROR
    assert "is a `return` missing" in found.reason


WRONG_TYPES = [
    ("{'NOTHING'}", "set {'NOTHING'}"),
    ("b'NOTHING'", "bytes b'NOTHING'"),
    ("float('nan')", "float nan"),
    ("move", "function <function move"),
    ("{'move': 'NOTHING', 'say': {1}}", "dict {'move': 'NOTHING', 'say': {1}}"),
]


@pytest.mark.parametrize(("value", "said"), WRONG_TYPES)
def test_a_move_of_a_wrong_type(value, said):
    write("bot.py", f"def move(view):\n    return {value}\n")
    log = "\n".join(fault("bot.py").evidence.log_tail)
    assert "expected from move(view) a move" in log
    assert f"got in turn 1 {said}" in log
    assert "Traceback" not in log


HANGS = """
    def think():
        while True:
            pass

    def move(view):
        print("thinking")
        return think()
"""


def test_an_infinite_loop_shows_its_stack():
    write("hangs.py", HANGS)
    found = fault("hangs.py", Budgets(60_000, 400), turns=12)
    assert found.verdict is Verdict.TIMEOUT
    log = "\n".join(found.evidence.log_tail)
    assert "thinking\nturn 1: no answer after 400 ms; the bot is here:" in log
    assert "hangs.py" in log
    assert "in think" in log
    assert "runner.py" not in log


def test_an_import_that_hangs_shows_its_stack():
    write("hangs.py", "import time\ntime.sleep(600)\n")
    log = "\n".join(fault("hangs.py", Budgets(6_000, 1_000)).evidence.log_tail)
    assert "not ready after 4500 ms; the bot is here:" in log
    assert "time.sleep(600)" in log


def test_bots_in_time_are_not_disturbed():
    write("quick.py", "def move(view):\n    return 'NOTHING'\n")
    result = plan_match(
        "overdrive", ["quick.py", "cruise"], MatchTerms(settings={"max_rounds": 20}).with_budgets(PATIENT), seed=1
    ).play()
    assert result.seats[0].verdicts == {Verdict.OK: 20}


def test_a_result_that_does_not_count_says_that_the_bot_crashed():
    write("crashes.py", "def move(view):\n    return 1 / 0\n")
    plan = plan_match(
        "overdrive",
        ["crashes.py", "cruise"],
        MatchTerms(settings={"max_rounds": 12}).with_budgets(PATIENT),
        seed=1,
    )
    outcome = plan.play().outcome
    assert outcome is not None
    assert outcome.marks == ("player 1 gave no valid command for too many rounds (crashed)",)


@pytest.mark.parametrize(
    ("program", "call"),
    [
        ("/usr/bin/node", "console.error(...)"),
        ("python3.12", "print(..., file=sys.stderr)"),
        ("java", "System.err.println(...)"),
        ("./bot", "std::cerr in C++, System.err in Java"),
    ],
)
def test_where_a_log_belongs_is_said_in_the_bots_language(program: str, call: str) -> None:
    said = for_answers([program, "bot"])
    assert said.startswith(f"standard output is for answers, log to standard error: {call}")


STRAY = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn":
        print(%s, flush=True)
        print(json.dumps({"turn": message["turn"], "move": "NOTHING"}), flush=True)
"""


@pytest.mark.parametrize(
    ("text", "verdict"), [("'thinking'", Verdict.INVALID), ("{'a': 1}", Verdict.PROTOCOL_ERROR)]
)
def test_a_print_that_was_left_in_is_explained(text: str, verdict: Verdict) -> None:
    write("bot.py", STRAY % text)
    found = fault(f"{sys.executable} bot.py")
    assert found.verdict is verdict
    assert "standard output is for answers, log to standard error: print(..., file=sys.stderr)" in found.reason
