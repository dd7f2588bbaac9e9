"""The sandbox on the command line: its options and messages."""

import gzip
import json
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.bots.resolve import find_bot
from lanista.cli.shared.confining import sandbox_warning
from lanista.game import get_game
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.policy import wanted_by
from lanista.sandbox import Level, SandboxRequest, machine, policy


@pytest.fixture
def here(monkeypatch):
    """Set the best level of this machine."""

    class Machine:
        level = Level.NONE

        def missing(self, level: Level) -> list[str]:
            return ["install bubblewrap"]

    monkeypatch.delenv(policy.VARIABLE, raising=False)
    monkeypatch.setattr(policy, "find_machine", Machine)
    monkeypatch.setattr(machine, "find_machine", Machine)
    return Machine


def warning(wanted: SandboxRequest, *specs: str) -> str:
    return sandbox_warning(wanted, [find_bot(get_game("overdrive"), spec) for spec in specs])


PROGRAM = f"{sys.executable} -c 0"


@pytest.mark.parametrize("level", [Level.NONE, Level.LIMITS])
def test_a_machine_without_namespaces_is_named_with_what_is_missing(here, level):
    here.level = level
    assert warning(SandboxRequest(), PROGRAM, "cruise").startswith(
        f"sandbox: {level.value} (install bubblewrap); do not"
    )


@pytest.mark.parametrize("level", [Level.NAMESPACES, Level.CGROUP])
def test_a_machine_with_namespaces_is_not(here, level):
    here.level = level
    assert warning(SandboxRequest(), PROGRAM, "cruise") == ""


def test_nothing_is_said_where_no_program_is_started(here):
    assert warning(SandboxRequest(), "cruise", "cruise") == ""


def test_nothing_is_said_of_what_was_asked_for(here, monkeypatch):
    assert warning(SandboxRequest(Level.NONE), PROGRAM, "cruise") == ""
    here.level = Level.CGROUP
    monkeypatch.setenv(policy.VARIABLE, "none")
    assert warning(SandboxRequest(), PROGRAM, "cruise") == ""


BOT = """import sys
sys.path.append({folder!r})
import tool
def move(view):
    return "ACCELERATE"
"""


def test_a_path_that_is_allowed_is_seen_recorded_and_repeated(invoke, tmp_path):
    for name in ("bot", "tool"):
        (tmp_path / name).mkdir()
    (tmp_path / "tool" / "tool.py").touch(0o600)
    (tmp_path / "bot" / "bot.py").write_text(BOT.format(folder=str(tmp_path / "tool")))
    match = ("play", "overdrive", "bot/bot.py", "cruise", "--set", "max_rounds=3", "--json")
    without = json.loads(invoke(*match).stdout)
    assert "No module named 'tool'" in json.dumps(without)
    allowed = json.loads(invoke(*match, "--allow-path", "tool", "-o", "match.jsonl").stdout)
    assert "No module" not in json.dumps(allowed)
    assert allowed["command"].endswith("--allow-path tool")
    header = json.loads(gzip.decompress(Path("match.jsonl").read_bytes()).splitlines()[0])
    assert header["allow_paths"] == [str(tmp_path / "tool")]


def test_a_league_keeps_the_paths_that_are_allowed(invoke, tmp_path):
    (tmp_path / "tool").mkdir()
    assert invoke("league", "new", "cup", "--game", "overdrive", "--allow-path", "tool").exit_code == 0
    (listed,) = json.loads(invoke("league", "list", "--json").stdout)["leagues"]
    assert listed["league"]["options"]["matches"]["allow_paths"] == [str(tmp_path / "tool")]
    conditions = LeagueTerms(
        matches=replace(
            LEAGUE_MATCHES, wanted=replace(LEAGUE_MATCHES.wanted, allow_paths=(str(tmp_path / "tool"),))
        )
    )
    assert wanted_by(conditions).policy().allow_paths == (str(tmp_path / "tool"),)


@pytest.mark.parametrize("command", ["./run", "{program}"])
def test_a_program_that_bots_do_not_see_is_explained(command, invoke, tmp_path):
    program = tmp_path / "opt" / "bin" / "shell"
    program.parent.mkdir(parents=True)
    program.write_bytes(Path("/bin/sh").read_bytes())
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "run").write_text(f"#!{program}\n")
    for file in (program, tmp_path / "bot" / "run"):
        file.chmod(0o755)
    (tmp_path / "bot" / "lanista.toml").write_text(f'command = "{command.format(program=program)}"\n')
    match = invoke("play", "overdrive", "bot", "cruise", "--set", "max_rounds=3", "--no-replay", "--json")
    assert f"bots do not see {program}; " in match.stdout
    assert "--allow-path" in match.stdout
