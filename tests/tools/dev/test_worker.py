"""A job builds a version, plays its first match and compares it."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lanista.series.compare import ComparisonQuestion
from lanista.series.stats import Sprt, SprtDecision
from lanista.tools.dev.job import (
    Broken,
    BuildStarted,
    Built,
    ComparedSoFar,
    DevJob,
    Failed,
    FirstMatch,
    JobEvent,
    Playing,
)
from lanista.tools.dev.worker import do
from tests.tools.dev.made import CRASH, FAST, IDLE, make_job, write


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reports(job: DevJob) -> list[Any]:
    """The reports of a job except turns, sent as to another process."""
    found: list[JobEvent] = []
    do(job, lambda event: found.append(pickle.loads(pickle.dumps(event))))
    return [event for event in found if not isinstance(event, Playing)]


def kept(text: str) -> tuple[str, dict[str, Any]]:
    """A job against an earlier version with this text."""
    write("mybot.py", text)
    source, store, job = make_job()
    base = store.keep(source)
    return base, {
        "base": base,
        "question": job.question.__class__(**{**job.question.__dict__, "old": store.spec(base)}),
    }


def test_the_first_version_plays_a_built_in_bot_and_is_not_compared():
    write("mybot.py", FAST)
    _, store, job = make_job()
    building, built, first = reports(job)
    assert building == BuildStarted()
    assert isinstance(built, Built)
    assert store.spec(built.version) == built.spec
    assert isinstance(first, FirstMatch)
    assert (first.opponent, first.is_faulty, first.turns) == ("cruise", False, 20)
    assert first.command == "lanista play overdrive mybot.py cruise --seed 5 --set max_rounds=20 --no-timeout"
    assert Path(first.replay).is_file()


def test_a_better_version_is_compared_until_that_is_decided():
    base, changes = kept(IDLE)
    write("mybot.py", FAST)
    found = reports(make_job(max_units=100, **changes)[2])
    assert [type(event) for event in found[:3]] == [BuildStarted, Built, FirstMatch]
    assert found[1].version != base
    assert found[2].opponent == "accepted"
    assert isinstance(found[-1], ComparedSoFar)
    assert found[-1].standing.decision is SprtDecision.ACCEPTED
    assert found[-1].standing.new.lost == 0


def test_a_comparison_continues_and_names_the_matches_to_watch():
    _, changes = kept(FAST)
    write("mybot.py", IDLE)
    for matches in (2, 4):
        last = reports(make_job(max_units=matches // 2, test=Sprt(), **changes)[2])[-1]
        assert (last.standing.matches, last.standing.stored) == (matches, matches - 2)
    assert last.watchable
    assert all(Path(match.replay).is_file() for match in last.watchable)


def test_an_unchanged_version_is_not_compared_with_itself():
    _, changes = kept(FAST)
    found = reports(make_job(**changes)[2])
    assert [type(event) for event in found] == [BuildStarted, Built, FirstMatch]
    assert found[-1].opponent == "cruise"


def test_a_crash_in_turn_3_is_shown_with_the_users_own_paths():
    base, changes = kept(FAST)
    write("mybot.py", CRASH)
    found = reports(make_job(**changes)[2])
    first = found[-1]
    assert isinstance(first, FirstMatch)  # nothing is compared
    fault = first.seats[0].fault
    assert fault is not None
    assert (fault.turn, fault.verdict.value, first.turns) == (3, "crashed", 3)
    assert fault.evidence.log_tail[:3] == [
        "about to fail",
        "Traceback (most recent call last):",
        '  File "mybot.py", line 4, in move',
    ]
    assert fault.evidence.log_tail[-1] == "KeyError: 'no such thing'"
    assert fault.evidence.exit_status == "exit status 1"
    assert '"turn": 2' in fault.evidence.last_output
    assert first.command.startswith("lanista play overdrive mybot.py .lanista/dev/")
    assert base in first.command
    assert first.feed == f"lanista feed {first.replay} mybot.py --turn 3 --seat 0"


def test_a_version_with_a_fault_is_compared_if_asked():
    _, changes = kept(FAST)
    write("mybot.py", CRASH)
    last = reports(make_job(despite_fault=True, **changes)[2])[-1]
    assert isinstance(last, ComparedSoFar)
    assert last.standing.new.faulted == 2


def test_a_bot_that_does_not_start_is_a_fault():
    write("mybot.py", "import no_such_module\n")
    first = reports(make_job()[2])[-1]
    fault = first.seats[0].fault
    assert fault.verdict.value == "crashed"
    assert any("No module named 'no_such_module'" in line for line in fault.evidence.log_tail)


@pytest.mark.parametrize("name", ["mybot.py", "helper.py"])
def test_a_syntax_error_is_shown_as_python_shows_it(name):
    write("mybot.py", "import helper\n" + FAST)
    write("helper.py", "")
    write(name, "def move(view)\n    return 1\n")
    _, broken = reports(make_job()[2])
    assert isinstance(broken, Broken)
    assert broken.output[0] == f'  File "{name}", line 1'
    assert broken.output[-1].startswith("SyntaxError: expected ':'")
    assert broken.reason == "mybot.py is not valid Python"


def test_a_failed_build_shows_the_compilers_last_lines():
    Path("bot").mkdir()
    write("bot/lanista.toml", 'build = ["echo configured", "sh make.sh"]\ncommand = "./bot"\n')
    write(
        "bot/make.sh",
        "for i in $(seq 50); do echo line $i; done; printf 'bot.c:3: \\033[31merror\\n' >&2; exit 2\n",
    )
    _, broken = reports(make_job("bot")[2])
    assert len(broken.output) == 30
    assert broken.output[-2:] == ("line 50", "bot.c:3: �[31merror")
    assert broken.reason.startswith("bot/lanista.toml: the build failed, `sh make.sh` in bot: exit status 2")


def test_a_broken_description_is_reported():
    Path("bot").mkdir()
    write("bot/lanista.toml", "comand = 'x'\n")
    _, broken = reports(make_job("bot")[2])
    assert "Did you mean" in broken.reason or "comand" in broken.reason


def test_a_comparison_that_cannot_be_played_says_why():
    _, changes = kept(FAST)
    write("mybot.py", IDLE)
    changes["question"] = replace(changes["question"], maps=("", "no such map"))
    assert isinstance(reports(make_job(**changes)[2])[-1], Failed)


def test_a_bot_that_is_left_out_of_the_match_ends_it_at_once():
    write("mybot.py", "import no_such_module\n")
    _, _, job = make_job()
    first = reports(replace(job, opponent="scout", question=ComparisonQuestion("tanks", "mybot.py", "")))[-1]
    assert (first.turns, first.seats[0].fault.turn, first.seats[0].fault.verdict.value) == (0, 0, "crashed")
    assert len(first.seats) == 4  # as in a comparison
