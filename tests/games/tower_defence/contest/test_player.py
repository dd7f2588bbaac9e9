"""Bots of Entelect Challenge 2018 play Tower Defence: a process for every round, and files."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.bots.player import Budgets
from lanista.bots.process.log import LOG_BYTES
from lanista.cli.main import lanista
from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from tests.bots.matches import PATIENT, USED, play, play_and_verify

OK, INVALID, TIMEOUT, CRASHED = Verdict.OK, Verdict.INVALID, Verdict.TIMEOUT, Verdict.CRASHED
PROTOCOL, LIMIT, KILLED = Verdict.PROTOCOL_ERROR, Verdict.OUTPUT_LIMIT, Verdict.KILLED


@pytest.mark.parametrize(
    ("language", "opponent"), [("python", "turtle"), ("javascript", "greedy"), ("java", "builder")]
)
def test_bots_of_the_contest_play_built_in_ones(kit, tmp_path, language, opponent):
    result = play_and_verify(tmp_path / "r.gz", "tower_defence", kit(language), opponent, max_rounds=12)
    assert [seat.verdicts for seat in result.seats] == [{OK: 12}, {OK: 12}]
    assert (
        result.seats[0].name == {"python": "Pythonista", "javascript": "Script Kid", "java": "Jarhead"}[language]
    )


def test_they_play_each_other_from_either_side(kit, tmp_path):
    result = play_and_verify(tmp_path / "r.gz", "tower_defence", kit("javascript"), kit("python"), max_rounds=12)
    assert [seat.verdicts for seat in result.seats] == [{OK: 12}, {OK: 12}]


def test_a_whole_match_to_the_last_base(kit):
    result, _ = play("tower_defence", kit("python"), "random")
    assert result.outcome is not None
    assert result.outcome.reason == "base destroyed"
    assert result.outcome.rule_ranks == (1, 2)
    assert set(result.seats[0].verdicts) == {OK}


@pytest.mark.parametrize("ruleset", ["classic", "extended"])
def test_every_ruleset(kit, ruleset):
    result, seen = play("tower_defence", kit("python"), "random", ruleset=ruleset, max_rounds=5)
    assert set(result.seats[0].verdicts) == {OK}
    assert seen.texts()[0] == "0,0,2"


def test_one_folder_at_both_seats_is_two_bots_with_a_memory_each(kit):
    both = kit("python")
    result, seen = play("tower_defence", both, both, max_rounds=4)
    assert [seat.name for seat in result.seats] == ["Pythonista", "Pythonista 2"]
    for seat in (0, 1):
        assert [turn.answers[seat].log for turn in seen.turns] == [f"round {n} memory {n}\n" for n in range(4)]
    assert not (Path(both) / "memory.txt").exists(), "the match works on a copy"
    assert not (Path(both) / "state.json").exists()


SPY = """
import shutil
n = len(__import__("os").listdir({seen!r}))
for name in ("state.json", "textMap.txt"):
    shutil.copy(name, {seen!r} + "/%03d-" % (n // 2) + name)
open("command.txt", "w").write("" if n else "0,0,2\\r\\n1,1,2\\r\\n")
"""


@pytest.mark.usefixtures("unconfined")
@pytest.mark.parametrize(("ruleset", "heading"), [("standard", "BUILDING STATS"), ("classic", "BUILDING PRICES")])
def test_the_files_are_the_contests(folder, tmp_path, ruleset, heading):
    from lanista.game import get_game
    from lanista.games.tower_defence.contest.text_map import text_map

    kept = tmp_path / "kept"
    kept.mkdir()
    _, seen = play("tower_defence", folder(SPY.format(seen=str(kept))), "turtle", ruleset=ruleset, max_rounds=3)
    game = get_game("tower_defence")
    state = game.start(game.configure(ruleset, {"max_rounds": 3}), 4, 2)
    for number, turn in enumerate(seen.turns):
        text = (kept / f"{number:03}-textMap.txt").read_text()
        assert (kept / f"{number:03}-state.json").read_bytes() == game.view_json(state, 0)
        assert text == text_map(state, 0)
        assert heading in text
        game.step(state, [game.read(state, seat, answer.text or "") for seat, answer in enumerate(turn.answers)])
    assert seen.texts() == ["0,0,2", *["No Command"] * (len(seen.turns) - 1)], "the first line counts"


# What a bot does in every round, its verdicts in 3 rounds, and part of the first fault's reason.
ORDER = "open('command.txt', 'w').write('0,0,2')\n"
HOSTILE = {
    "crashes": ("raise SystemExit(3)", {CRASHED: 3}, "ended with exit status 3 before it wrote command.txt"),
    "lacks a module": ("import nosuchmodule", {CRASHED: 3}, "-m pip install nosuchmodule"),
    "kills itself": ("import os; os.kill(os.getpid(), 11)", {KILLED: 3}, "SIGSEGV before it wrote"),
    "says nothing": ("print('hello')", {PROTOCOL: 3}, "ended without writing command.txt"),
    "links": ("import os; os.symlink('/etc/passwd', 'command.txt')", {PROTOCOL: 3}, "it is a link"),
    "pipes": ("import os; os.mkfifo('command.txt')", {PROTOCOL: 3}, "a folder, a pipe or a device"),
    "makes a folder": ("import os; os.makedirs('command.txt/x')", {PROTOCOL: 3}, "a folder, a pipe"),
    "huge order": ("open('command.txt', 'w').truncate(10**7)", {LIMIT: 3}, "holds 10000000"),
    "no text": ("open('command.txt', 'wb').write(b'\\xff\\xfe,1,2')", {INVALID: 3}, "whole numbers"),
    "too many fields": ("open('command.txt', 'w').write('1,2,3,4')", {INVALID: 3}, "got 4 fields"),
    "leaves its folder": (
        "import os, shutil; shutil.rmtree(os.getcwd())",
        {PROTOCOL: 1, CRASHED: 2},
        "ended without writing",
    ),
    "a child writes later": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(0.5)\n    " + ORDER,
        {PROTOCOL: 3},
        "ended without writing",
    ),
    "reads nothing": ("import sys; assert sys.stdin.read() == ''\n" + ORDER, {OK: 1, INVALID: 2}, "0,0 already"),
    "real-time signal": ("import os; os.kill(os.getpid(), 40)", {KILLED: 3}, "SIGRTMIN+6 before it wrote"),
    "kills its supervisor": (
        "import os, signal; os.kill(os.getppid(), 9); signal.pause()",
        {CRASHED: 3},
        "its supervisor process ended",
    ),
    "100 MB of blanks": (
        "import os\nfor _ in range(1600): os.write(1, b' ' * 65535 + b'\\n')\nopen('command.txt', 'w')\n",
        {OK: 3},
        "",
    ),
    "floods its log": ("print('x' * 5_000_000)\nopen('command.txt', 'w')\n", {OK: 3}, ""),
}


IMPOSSIBLE_IN_A_JAIL = {"leaves its folder", "kills its supervisor"}


@pytest.mark.parametrize("kind", HOSTILE)
def test_misbehaviour_gets_its_verdict_and_the_match_ends(folder, monkeypatch, tmp_path, kind):
    source, verdicts, reason = HOSTILE[kind]
    if kind in IMPOSSIBLE_IN_A_JAIL:
        monkeypatch.setenv("LANISTA_SANDBOX", "none")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    result, seen = play("tower_defence", folder(source), "random", max_rounds=3)
    seat = result.seats[0]
    assert dict(seat.verdicts) == verdicts
    assert reason in (seat.fault.reason if seat.fault else "")
    assert result.seats[1].verdicts == {OK: 3}, "the opponent pays nothing"
    assert result.outcome is not None
    assert list(scratch.iterdir()) == [], "nothing is left of the copy"
    assert all(len(turn.answers[0].log) < LOG_BYTES + 100 for turn in seen.turns)


# Bots written for other state files: the ruleset played, the source, and the ruleset in the hint
STATE = "import json; state = json.load(open('state.json'))\n"
SAYS = "import sys; sys.exit({!r})\n"
JAVA_SAYS = 'Exception in thread "main" org.json.JSONException: JSONObject["activeIronCurtainLifetime"] not found.'
JS_SAYS = "TypeError: Cannot read properties of undefined (reading 'TESLA')"
RUST_SAYS = "thread 'main' panicked: missing field `ironCurtainAvailable` at line 1 column 2048"
GENERATIONS = {
    "Python": ("standard", STATE + "state['players'][0]['ironCurtainAvailable']", "extended"),
    "Python, of the first files": ("classic", STATE + "state['players'][0]['ironCurtainAvailable']", "extended"),
    "Python, of buildings": ("standard", STATE + "state['gameDetails']['buildingsStats']['TESLA']", "extended"),
    "Java": ("standard", SAYS.format(JAVA_SAYS), "extended"),
    "JavaScript": ("standard", SAYS.format(JS_SAYS), "extended"),
    "Rust": ("standard", SAYS.format(RUST_SAYS), "extended"),
    "of statistics": ("classic", STATE + "state['gameDetails']['buildingsStats']", "standard"),
    "of the text map": (
        "standard",
        "lines = open('textMap.txt').read().split('\\n')\nassert lines[2].startswith('Map Width')",
        "classic",
    ),
    "of prices": ("extended", "assert 'BUILDING PRICES' in open('textMap.txt').read()", "classic"),
    "ends quietly": ("standard", "print('no ironCurtainAvailable in state.json')", "extended"),
}


@pytest.mark.parametrize("kind", GENERATIONS)
def test_a_bot_for_other_state_files_gets_a_hint_with_its_ruleset(folder, kind):
    ruleset, source, other = GENERATIONS[kind]
    result, _ = play("tower_defence", folder(source), "random", ruleset=ruleset, max_rounds=2)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.turn == 1
    assert fault.reason.endswith(f"? try `--ruleset {other}`")


@pytest.mark.parametrize(
    ("ruleset", "source"),
    [
        ("extended", STATE + "state['players'][0]['ironCurtainAvailabel']"),
        ("standard", STATE + "mapWidth = state['gameDetails']['mapWidths']"),
        ("standard", STATE + "state['gameDetails']['buildingsStats']['WALL']"),
    ],
)
def test_an_ordinary_crash_gets_no_such_hint(folder, ruleset, source):
    result, _ = play("tower_defence", folder(source), "random", ruleset=ruleset, max_rounds=1)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.reason.endswith("ended with exit status 1 before it wrote command.txt")


def test_a_process_that_is_late_is_killed_and_does_nothing(folder):
    late = Budgets(10_000, 100)
    result, _ = play("tower_defence", folder("import time; time.sleep(600)"), "random", limits=late, max_rounds=13)
    assert result.seats[0].verdicts == {TIMEOUT: 13}
    fault = result.seats[0].fault
    assert fault is not None
    assert re.match(rf"no command.txt within 100 ms{USED}; killed", fault.reason)


def test_an_order_written_before_the_timeout_counts(folder):
    source = ORDER + "import time; time.sleep(600)"
    _, seen = play("tower_defence", folder(source), "random", limits=Budgets(10_000, 1_400), max_rounds=1)
    answer = seen.turns[0].answers[0]
    assert (answer.verdict, answer.text) == (OK, "0,0,2")
    assert re.fullmatch(rf"killed after 1400 ms{USED}; the order that it had written counts", answer.reason)


def test_an_order_written_before_a_crash_counts(folder):
    _, seen = play("tower_defence", folder(ORDER + "raise SystemExit(2)"), "random", max_rounds=1)
    answer = seen.turns[0].answers[0]
    assert (answer.verdict, answer.text) == (OK, "0,0,2")
    assert answer.reason == "ended with exit status 2; the order that it had written counts"


def test_a_blank_file_is_no_command(folder):
    _, seen = play("tower_defence", folder("open('command.txt', 'w').write(' \\n\\t\\n')"), "random", max_rounds=1)
    assert seen.texts() == ["No Command"]


def test_a_link_is_not_written_through(folder, tmp_path):
    """A bot may put a link where the runner will write: what it points to stays as it is."""
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    source = f"""
        import os
        for name in ("state.json", "textMap.txt"):
            os.remove(name)
            os.symlink({str(outside)!r}, name)
        open("command.txt", "w").write("1,1,1")
    """
    result, _ = play("tower_defence", folder(source), "random", max_rounds=3)
    assert CRASHED not in result.seats[0].verdicts
    assert outside.read_text() == "mine"


def test_a_copy_on_the_disk_grows_to_a_limit(folder):
    """Where its copy shares the machine's memory, what a bot adds is counted between its turns."""
    source = 'open("large", "ab").write(bytes(2**21)); open("command.txt", "w").write("")'
    changes = {"max_rounds": 4}
    plan = plan_match(
        "tower_defence",
        [folder(source), "random"],
        MatchTerms(settings=changes, wanted=SandboxRequest(Level.LIMITS, {"scratch_mb": 3})).with_budgets(PATIENT),
        seed=4,
    )
    result = plan.play()
    assert result.seats[0].fault is not None
    assert "it may grow by scratch_mb=3" in result.seats[0].fault.reason
    assert result.seats[0].verdicts[OK] == 2


def refuse(source: Path, *_: object) -> None:
    raise PermissionError(13, "Permission denied", str(source))


def test_a_folder_without_permissions_is_reported(folder, monkeypatch):
    path = Path(folder("pass"))
    (path / "bot.py").chmod(0)
    if os.geteuid() == 0:  # permissions do not bind root, so the refusal is simulated
        monkeypatch.setattr(shutil, "copyfile", refuse)
        monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK)
    result, _ = play("tower_defence", str(path), "random", max_rounds=2)
    fault = result.seats[0].fault
    assert fault is not None
    assert "its folder cannot be copied" in fault.reason


def test_the_command_line_reports_its_name_and_verdicts(kit):
    words = ["play", "tower_defence", kit("python"), "random", "--set", "max_rounds=2", "--turn-ms", "60000"]
    report = json.loads(CliRunner().invoke(lanista, [*words, "--no-replay", "--json"]).stdout)
    assert report["seats"][0]["name"] == "Pythonista"
    assert report["seats"][0]["verdicts"] == {"ok": 2}
