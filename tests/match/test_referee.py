"""The referee: fair, patient where asked to be, and never stopped by a bot.

Bots here are real processes, which need real time to start and to answer: their budgets are so long that no busy
machine uses them up. Tests that depend on the clock use another one (tests/bots/protocol/test_answers.py).
"""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from lanista.bots.player import Budgets
from lanista.core.errors import InputError, RuleError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.game.policy_bot import PolicyBot
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.referee import MatchResult, MatchSetup, StrictStop
from lanista.match.terms import MatchTerms
from tests.bots.matches import PATIENT, Watcher
from tests.bots.scripted import Rehearsal
from tests.processes import running

FUNCTION = """
def move(view):
    return "ACCELERATE"
"""


def short(bots: list[str], *, seed: int = 3, turns: int = 8, limits: Budgets = PATIENT, **options) -> MatchResult:
    return planned(bots, seed, turns, limits, **options).play()


def planned(bots: list[str], seed: int = 3, turns: int = 8, limits: Budgets = PATIENT, **options) -> PlannedMatch:
    return plan_match(
        "overdrive", bots, MatchTerms(settings={"max_rounds": turns}).with_budgets(limits), seed=seed, **options
    )


def test_a_function_plays(bot):
    result = short([bot(FUNCTION, "racer.py"), "cruise"])
    assert result.seats[0].verdicts == {Verdict.OK: 8}
    assert result.seats[0].name == "racer"


def test_a_class_gets_the_start_message_and_keeps_its_memory(bot):
    source = """
        class Bot:
            def __init__(self, start):
                assert start["type"] == "start" and start["protocol"] == 1
                assert start["game"] == "overdrive" and start["seats"] == 2
                assert "seed" not in str(start)
                self.moves = ["ACCELERATE", "NOTHING"] * 100

            def move(self, view):
                return {"move": self.moves.pop(), "say": "brum"}
        """
    seen = Watcher()
    planned([bot(source), "cruise"], turns=4).play([seen])
    assert [turn.answers[0].text for turn in seen.turns] == ["NOTHING", "ACCELERATE"] * 2
    assert seen.turns[0].answers[0].say == "brum"


def test_what_a_bot_prints_is_its_log_turn_by_turn(bot):
    seen = Watcher()
    talker = bot('def move(view):\n    print("round", view["currentRound"])\n    return "NOTHING"\n')
    planned([talker, "cruise"], turns=3).play([seen])
    assert [turn.answers[0].log for turn in seen.turns] == ["round 1\n", "round 2\n", "round 3\n"]


FAILURES = [
    ("import nosuchmodule\n", "ModuleNotFoundError", "-m pip install nosuchmodule"),
    ("x = 1\n", "expected a function `move(view)`", "found neither"),
    ("class A:\n    def move(self, v): ...\nclass B:\n    def move(self, v): ...\n", "found A, B", "`Bot`"),
    ("def move(view)\n    return 1\n", "SyntaxError", "bot.py"),
    ("def move(view):\n    return view['nothing']\n", "KeyError", "line 2, in move"),
]


@pytest.mark.parametrize(("source", "said", "also"), FAILURES)
def test_the_log_says_why_a_python_bot_failed(bot, source, said, also):
    result = short([bot(source), "cruise"])
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.CRASHED
    log = "\n".join(fault.evidence.log_tail)
    assert said in log
    assert also in log


def test_strict_stops_at_the_first_fault_with_the_view_that_led_to_it(bot):
    source = "def move(view):\n    return 'FLY' if view['currentRound'] == 3 else 'NOTHING'\n"
    with pytest.raises(StrictStop) as stop:
        short([bot(source), "cruise"], strict=True)
    fault = stop.value.result.seats[0].fault
    assert fault is not None
    assert (fault.turn, fault.verdict) == (3, Verdict.INVALID)
    assert '"currentRound":3' in fault.sent


def test_without_limits_a_slow_bot_is_waited_for(bot):
    slow = "import time\ndef move(view):\n    time.sleep(0.12)\n    return 'NOTHING'\n"
    assert short([bot(slow), "cruise"], turns=2, limits=Budgets(None, None)).seats[0].verdicts == {Verdict.OK: 2}


def test_bots_think_at_the_same_time(bot, tmp_path, monkeypatch):
    """Each answers only when it has seen the other think in the same turn."""
    monkeypatch.setenv("LANISTA_SANDBOX", "none")  # in a jail they could not meet
    source = f"""
        import os, time
        def move(view):
            mark = {str(tmp_path)!r} + "/{{}}-{{}}"
            mine, other = view["player"]["id"], view["opponent"]["id"]
            open(mark.format(view["currentRound"], mine), "w").close()
            while not os.path.exists(mark.format(view["currentRound"], other)):
                time.sleep(0.001)
            return "NOTHING"
        """
    meeting = bot(source, "racer.py")  # a file called bot.py has its folder's name
    result = short([meeting, meeting], turns=4)
    assert [seat.name for seat in result.seats] == ["racer", "racer 2"]
    assert [seat.verdicts for seat in result.seats] == [{Verdict.OK: 4}] * 2


def test_a_slow_start_costs_no_turn():
    with Rehearsal(limits=Budgets(1000, 200)) as rehearsal:
        rehearsal.clock.after(0.9, lambda: rehearsal.player.write(b'{"type":"ready"}\n'))
        rehearsal.loop.wait()
        assert rehearsal.player.ready()
        assert rehearsal.ask(1, (0.19, b"FIX\n")).verdict is Verdict.OK


def test_a_bot_that_never_answers_is_given_up(bot):
    stuck = bot("import time\ndef move(view):\n    time.sleep(3600)\n")
    result = short([stuck, "cruise"], turns=300, limits=Budgets(60_000, 20))
    assert result.turns > 100
    assert result.seats[0].verdicts == {Verdict.TIMEOUT: result.turns}
    assert "player 1 timed out in consecutive rounds" in str(result.outcome)


def test_the_same_seed_gives_the_same_match():
    first, second = Watcher(), Watcher()
    for seen in (first, second):
        plan_match("overdrive", ["random", "random"], seed=77).play([seen])
    texts = [[answer.text for answer in turn.answers] for turn in first.turns]
    assert texts == [[answer.text for answer in turn.answers] for turn in second.turns]
    assert len({text for turn in texts for text in turn}) > 3


def test_too_many_invalid_commands_forfeit_the_match(bot):
    result = short([bot("def move(view):\n    return 'FLY'\n"), "cruise"], turns=12)
    assert result.outcome is not None
    assert result.outcome.forfeits == ("gave too many invalid commands", "")
    assert result.outcome.ranks == (2, 1)
    assert result.outcome.marks == ("player 1 gave too many invalid commands",)


def test_our_own_fault_voids_the_match_and_costs_nobody(monkeypatch):
    game = get_game("overdrive")

    def broken(*_: object) -> None:
        raise RuleError("rules.py:1 in step: made to fail")

    monkeypatch.setattr(type(game), "step", broken)
    result = short(["cruise", "cruise"])
    assert result.outcome is None
    assert "made to fail" in result.void
    assert all(seat.verdicts[Verdict.ENGINE_ERROR] == 1 for seat in result.seats)


def test_a_builtin_that_raises_is_distinguished(monkeypatch):
    def stumble(self: object, view: object) -> str:
        raise ValueError("lost my way")

    monkeypatch.setattr(PolicyBot, "move", stumble)
    fault = short(["cruise", "random"]).seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.CRASHED
    assert fault.reason == "ValueError: lost my way"


def test_the_number_of_bots_must_fit():
    with pytest.raises(InputError, match="overdrive takes 2 bots, got 3: cruise, cruise, random"):
        plan_match("overdrive", ["cruise", "cruise", "random"])


@pytest.mark.parametrize("seed", [2**64, -(2**63) - 1])
def test_a_seed_has_64_bits(seed):
    with pytest.raises(InputError, match="at most 64 bits"):
        plan_match("overdrive", ["cruise", "cruise"], seed=seed)


def test_the_command_that_plays_it_again():
    plan = plan_match(
        "overdrive",
        ["cruise", "python3 -V"],
        MatchTerms(ruleset="classic", settings={"max_rounds": 9}).with_budgets(Budgets(100, 50)),
        seed=5,
    )
    assert plan.command() == (
        "lanista play overdrive cruise 'python3 -V' --seed 5 --ruleset classic --set max_rounds=9 "
        "--start-ms 100 --turn-ms 50"
    )


def test_a_clock_for_persons_is_part_of_the_command():
    game = get_game("overdrive")
    limits = Budgets(game.start_ms, game.turn_ms)
    command = plan_match(
        "overdrive", ["human", "cruise"], MatchTerms(clock=True).with_budgets(limits), seed=5
    ).command()
    assert command.endswith("--start-ms 10000 --turn-ms 1000")


def test_bots_die_with_the_referee(tmp_path):
    """Even `kill -9` of the referee leaves no bot behind."""
    bot = tmp_path / "sleeper.py"
    bot.write_text("import time\ndef move(view):\n    time.sleep(3600)\n")
    script = textwrap.dedent(f"""
        from lanista.match.planning import plan_match
        from lanista.match.terms import MatchTerms
        print("playing", flush=True)
        plan_match("overdrive", [{str(bot)!r}, "cruise"], MatchTerms(no_timeout=True)).play()
    """)
    referee = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    try:
        assert referee.stdout is not None
        referee.stdout.readline()
        wait_for(lambda: len(running(bot)) >= 2, "the bot and its supervisor run")
    finally:
        os.kill(referee.pid, signal.SIGKILL)
        referee.communicate()
    wait_for(lambda: running(bot) == [], "they are gone")


def wait_for(condition, what: str) -> None:
    deadline = time.monotonic() + 60  # processes come and go in real time
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def test_many_matches_leave_no_open_files(bot):
    runner = bot(FUNCTION)
    short([runner, runner], turns=2)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        short([runner, runner], turns=2)
    assert len(os.listdir("/proc/self/fd")) == before


def test_setup_is_what_the_replay_needs():
    game = get_game("overdrive")
    setup = MatchSetup(game, 1, "standard", game.configure(), Budgets(1, 2))
    assert setup.limits.as_json() == {"start_ms": 1, "turn_ms": 2}
