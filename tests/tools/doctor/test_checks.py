"""Every check: a healthy bot passes it, and a bot with one thing wrong does not."""

import json
import shlex

import pytest
from click.testing import CliRunner

from lanista.bots.player import BotAnswer, Budgets
from lanista.cli.main import lanista
from lanista.core.errors import InputError
from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.environment import LOCAL
from lanista.sandbox.usage.starvation import Starved
from lanista.tools.doctor import CHECKS, BotExamination, CheckStatus, find_checks, repeating
from lanista.tools.doctor import examination as examining
from lanista.tools.doctor.matches import PlayedMatch
from lanista.tools.doctor.observation import Observation
from tests.tools.doctor.examined import HEALTHY, examination, found_by

OK, WARNING, FAILED, SKIPPED = CheckStatus.OK, CheckStatus.WARNING, CheckStatus.FAILED, CheckStatus.SKIPPED
SHORT = Budgets(120_000, 200)  # for bots that never answer
ALL = [check.name for check in CHECKS]


def said_again(command: str) -> tuple[int, str, str]:
    """The exit code, verdict and log of a `lanista feed` command."""
    result = CliRunner().invoke(lanista, [*shlex.split(command)[1:], "--json"])
    answer = json.loads(result.stdout)["answer"]
    return result.exit_code, answer["verdict"], answer["log"]


def test_a_healthy_bot_passes_all_of_them(tmp_path, lines, monkeypatch):
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 4}), seed=5).play(
        replay=tmp_path / "replays" / "a.jsonl.gz"
    )
    monkeypatch.setattr("lanista.tools.doctor.unusual.MAX_MOMENTS", 3)
    replays = list((tmp_path / "replays").iterdir())
    found = found_by(examination(tmp_path, lines(**HEALTHY), replays=replays))
    results = dict(zip(ALL, found, strict=True))
    assert {name: finding.found for name, finding in results.items() if finding.status is not OK} == (
        {} if results["sandbox"].status is OK else {"sandbox": results["sandbox"].found}
    )
    assert "no sandbox here" in results["sandbox"].found or results["sandbox"].status is OK
    assert results["again"].found == "its process played the same match twice, 10 turns"


BROKEN = [
    ("start", {"at_start": "sys.exit('no book')"}, "crashed at the start: the process ended: exit status 1 (no"),
    ("play", {"in_turn": "assert turn < 4, 'late'"}, "crashed in turn 4: the process ended: exit status 1"),
    ("play", {"in_turn": "move = 'FLY' if turn == 3 else move"}, "invalid in turn 3: unknown command 'FLY'"),
    ("output", {"in_turn": "print('idea') if turn == 3 else None"}, "protocol_error in turn 4: answered twice"),
    ("ready", {"at_start": "tell('hello')"}, "protocol_error at the start: expected"),
    ("views", {"in_turn": "assert turn < 9, 'late'"}, "crashed in turn 9: the process ended: exit status 1"),
    (
        "dead-opponents",
        {"at_start": "KEPT += message['names']", "in_turn": "assert turn < 5 or 'silent' not in KEPT"},
        "crashed in turn 5 of a match whose opponent never answers",
    ),
    ("line-ends", {"in_turn": "assert not line.endswith(b'\\r\\n')"}, "crashed in turn 1, sent with CR LF"),
    (
        "again",
        {"at_start": "READY['again'] = True", "in_turn": "assert turn < 3 or matches == 1, 'second'"},
        "crashed in turn 3 of its second match",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "parts", "said"), BROKEN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_fault_is_found_and_its_command_repeats_it(tmp_path, lines, check, parts, said):
    (finding,) = found_by(examination(tmp_path, lines(**parts)), check)
    assert (finding.status, finding.reproduced) == (FAILED, True), finding
    assert said in finding.found
    assert finding.why
    assert finding.advice
    verdict = finding.found.split()[0]
    assert said_again(finding.command)[:2] == (1, verdict)


def test_a_bot_that_is_never_ready(tmp_path, lines):
    limits = Budgets(300, 120_000)
    about = examination(tmp_path, lines(at_start="continue"), limits=limits)
    start, ready, flush, play = found_by(about, "start", "ready", "flush", "play")
    assert start.status is OK
    assert (ready.status, flush.status, play.status) == (FAILED, FAILED, SKIPPED)
    assert ready.found.startswith("timeout at the start: not ready after 300 ms")
    assert "never answers, not even when its input closes (the ready message)" in flush.found
    assert said_again(ready.command)[:2] == (1, "timeout")


BUFFERED = "its answers stay in the buffer: one arrives only"
SILENT = [
    ("continue", "it never answers, not even when its input closes", "Check that it reads"),
    (
        "print(json.dumps({'move': move})); continue",
        f"{BUFFERED} when its input closes",
        "flush=True",
    ),
    (
        "KEPT.append(turn); [tell({'turn': each, 'move': move}) for each in KEPT[:-1]]; del KEPT[:-1]; continue",
        f"{BUFFERED} after more input",
        "Flush the output",
    ),
]


@pytest.mark.parametrize(("in_turn", "said", "advice"), SILENT, ids=["never", "at the end", "with more input"])
def test_a_missing_flush_is_told_from_a_missing_answer(tmp_path, lines, in_turn, said, advice):
    (finding,) = found_by(examination(tmp_path, lines(in_turn=in_turn), limits=SHORT), "flush")
    assert finding.status is FAILED
    assert finding.found == f"{said} (turn 1)"
    assert advice in finding.advice
    assert said_again(finding.command)[:2] == (1, "timeout")


def test_answers_that_differ_are_a_warning(tmp_path, lines):
    about = examination(tmp_path, lines(in_turn="move = str(random.random())"))
    (finding,) = found_by(about, "same-answers")
    assert finding.status is WARNING
    assert finding.found.startswith("turn 1: '0.")


def test_a_bot_that_remembers_its_earlier_match_is_warned(tmp_path, lines):
    forgets = {"at_start": "READY['again'] = True", "in_turn": "move = 'NOTHING' if matches == 2 else move"}
    (finding,) = found_by(examination(tmp_path, lines(**forgets)), "again")
    assert finding.status is WARNING
    assert "'ACCELERATE' in its first match, 'NOTHING' in its second" in finding.found
    assert said_again(finding.command)[:2] == (0, "ok")


def test_a_large_log_is_a_warning(tmp_path, lines):
    about = examination(tmp_path, lines(in_turn="print('x' * 20000, file=sys.stderr, flush=True)"))
    (finding,) = found_by(about, "log")
    assert finding.status is WARNING
    assert "KB of a turn" in finding.why
    assert "more bytes cut" in said_again(finding.command)[2]


def test_growing_memory_fails_where_it_would_pass_the_limit(tmp_path, lines):
    about = examination(
        tmp_path,
        lines(in_turn="KEPT.append(bytearray(b'x' * (4 << 20)))"),
        changes={"max_rounds": 30},
        wanted=SandboxRequest(Level.NONE, {"memory_mb": 64}),
    )
    (finding,) = found_by(about, "memory")
    assert finding.status is FAILED
    assert "KB more each turn" in finding.found
    assert "The limit is 64 MB" in finding.why


def test_earlier_matches_are_searched_for_faults(tmp_path, lines):
    path = tmp_path / "replays" / "old.jsonl.gz"
    spec = lines(in_turn="assert turn < 3, 'old'")
    plan_match("overdrive", ["cruise", spec], MatchTerms(settings={"max_rounds": 4}), seed=5).play(replay=path)
    (finding,) = found_by(examination(tmp_path, spec, replays=[path]), "replays")
    assert finding.status is FAILED
    assert finding.found.startswith("crashed in turn 3 of an earlier match")
    assert f"feed {path}" in finding.command


def test_a_bot_that_needs_the_first_turn_is_not_blamed_in_the_middle_of_a_match(tmp_path, lines, monkeypatch):
    monkeypatch.setattr("lanista.tools.doctor.unusual.MAX_MOMENTS", 4)
    (finding,) = found_by(
        examination(tmp_path, lines(in_turn="matches = KEPT[0] if turn > 1 else KEPT.append(1)")), "views"
    )
    assert finding.status is OK, finding


def test_views_that_follow_from_moves_of_others_do_not_count(tmp_path, lines, monkeypatch):
    """A bot that never turns sees no lane but its own, wherever it takes over."""
    monkeypatch.setattr("lanista.tools.doctor.unusual.MAX_MOMENTS", 8)
    parts = {"in_turn": "lane = view['player']['position']['y']; assert KEPT in ([], [lane]); KEPT[:] = [lane]"}
    (finding,) = found_by(examination(tmp_path, lines(**parts)), "views")
    assert finding.status is OK, finding


# Time: canned observations, since no test may depend on the speed of a machine


def played(about: BotExamination, *answers: BotAnswer) -> None:
    """Let the examination believe that the bot has played a match with these answers."""
    seen = Observation(about.contact.player, is_whole=True)
    for number, answer in enumerate(answers):
        seen.note(number + 1, answer)
    about.__dict__["played"] = [PlayedMatch(about.sample, 0, seen)]


LATE = BotAnswer(Verdict.TIMEOUT, reason="no answer within 1000 ms", ms=1000)


@pytest.mark.parametrize(
    ("ms", "again", "status", "said"),
    [
        (10, True, OK, "longest 10.0 ms of 1,000 ms"),
        (900, True, WARNING, "longest 900.0 ms of 1,000 ms (turn 2)"),
        (1000, True, FAILED, "timeout in turn 2"),
        (1000, False, WARNING, "timeout in turn 2"),
    ],
)
def test_answers_in_time(tmp_path, lines, monkeypatch, ms, again, status, said):
    about = examination(tmp_path, lines())
    about.contact.player.close()
    played(about, BotAnswer(Verdict.OK, "FIX", ms=5), LATE if ms == 1000 else BotAnswer(Verdict.OK, "FIX", ms=ms))
    about.subject.terms = about.subject.terms.with_budgets(Budgets(10_000, 1_000))
    monkeypatch.setattr(examining, "happens_again", lambda *_: 2 if again else None)
    (finding,) = found_by(about, "time")
    assert (finding.status, finding.reproduced) == (status, again if ms == 1000 else None)
    assert said in finding.found


def test_a_busy_machine_is_not_held_against_the_bot(tmp_path, lines):
    about = examination(tmp_path, lines())
    starved = BotAnswer(Verdict.TIMEOUT, reason="late", ms=3000, starved=Starved(900, 1000, 50, 0))
    played(about, starved, BotAnswer(Verdict.OK, "FIX", ms=3000, cpu_ms=20))
    (finding,) = found_by(about, "time")
    assert finding.status is SKIPPED
    assert "too busy to tell" in finding.found
    played(about, BotAnswer(Verdict.OK, "FIX", ms=3000, cpu_ms=20))
    (finding,) = found_by(about, "time")
    assert "longest 20.0 ms" in finding.found


@pytest.mark.parametrize(
    ("check", "options"),
    [("half-speed", "--speed 50 --limit wall_factor=1"), ("slow-start", "--start-speed 25 --limit wall_factor=1")],
)
def test_slowed_down_bots(tmp_path, lines, monkeypatch, check, options):
    about = examination(tmp_path, lines())
    played(about, BotAnswer(Verdict.OK, "FIX"))
    asked = []

    def observe(subject, replay, seat, conditions, **_):
        asked.append(conditions)
        seen = Observation(about.contact.player)
        seen.note(1, LATE)
        return seen

    monkeypatch.setattr(repeating, "observe", observe)
    monkeypatch.setattr(examining, "happens_again", lambda *_: 1)
    (finding,) = found_by(about, check)
    assert finding.status is FAILED
    assert finding.command.endswith(options)
    assert asked[0].terms.wanted.resources == {"wall_factor": 1}


def test_unknown_checks_are_refused():
    with pytest.raises(InputError, match="no check is called 'flsuh'; there are start, ready"):
        find_checks(["flsuh"])
    assert [check.name for check in find_checks(["play", "start"])] == ["start", "play"]


def test_a_fault_is_reported_once(tmp_path, lines):
    about = examination(tmp_path, lines(in_turn="assert turn < 4, 'always'"))
    play, half, dead = found_by(about, "play", "half-speed", "dead-opponents")
    assert play.status is FAILED
    assert half.found == dead.found == "ended early by a fault that is reported already"


@pytest.mark.parametrize(
    ("variables", "status", "said"),
    [
        ({}, OK, "your environment has no setting that would help it"),
        ({"PYTHONHASHSEED": "7"}, OK, "it does not need PYTHONHASHSEED of your environment"),
        ({"PYTHONPATH": "."}, WARNING, "crashed without PYTHONPATH: the process ended: exit status 1"),
    ],
)
def test_settings_of_this_machine_are_not_needed(tmp_path, lines, monkeypatch, variables, status, said):
    for name in LOCAL:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    needs_path = "assert 'PYTHONPATH' in os.environ, 'no path'" if "PYTHONPATH" in variables else "pass"
    (finding,) = found_by(examination(tmp_path, lines(at_start=needs_path)), "environment")
    assert (finding.status, finding.found[: len(said)]) == (status, said)
    assert finding.command.startswith("env -u PYTHONPATH lanista feed ") == (status is WARNING)
