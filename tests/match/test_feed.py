"""A recorded match, put to bots: what they are sent, what they answer, and what is made of it."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import InputError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.feed import AnswerDifference, FeedConditions, feed
from lanista.match.planning import plan_match
from lanista.match.replay import Replay, play_again, read_replay
from lanista.match.terms import MatchTerms

PATIENT = MatchTerms(start_ms=20_000, turn_ms=5_000)

COUNTER = """
    import sys

    class Bot:
        def __init__(self, start):
            self.seen = []

        def move(self, view):
            self.seen.append(view["currentRound"])
            print("seen", *self.seen)
            return "DECELERATE" if len(self.seen) == 2 else "ACCELERATE"
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A short race."""
    path = tmp_path_factory.mktemp("replay") / "race.jsonl.gz"
    plan_match("overdrive", ["greedy", "cruise"], MatchTerms(settings={"max_rounds": 12}), seed=4).play(
        replay=path
    )
    return read_replay(path)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_recorded_bot_answers_as_recorded(recorded, seat):
    fed = feed(recorded, 9, seat, ["greedy", "cruise"][seat])
    assert fed.same
    assert fed.name == ["greedy", "cruise"][seat]
    assert (fed.recorded, fed.differences, fed.asked) == (fed.answer.text, [], 8)


def test_a_bot_is_asked_with_every_view_up_to_the_turn(recorded, bot):
    fed = feed(recorded, 5, 0, bot(COUNTER), FeedConditions(terms=PATIENT))
    assert fed.answer.log.strip() == "seen 1 2 3 4 5"
    assert fed.answer.text == "ACCELERATE"
    turns = [line.moves[0] for line in recorded.turns]
    expected = ["ACCELERATE", "DECELERATE", "ACCELERATE", "ACCELERATE"]
    assert fed.differences == [
        AnswerDifference(i + 1, was, now)
        for i, (was, now) in enumerate(zip(turns, expected, strict=False))
        if was != now
    ]


def test_the_view_is_the_one_before_the_turn_of_the_recorded_match(recorded):
    moments = [state.clone() for _, state in play_again(recorded)]
    game = get_game("overdrive")
    fed = feed(recorded, 7, 1, "random")
    assert fed.view == game.view_json(moments[6], 1)
    assert fed.state.digest() == moments[6].digest()


def test_a_fault_is_reported_with_its_evidence(recorded, bot):
    fed = feed(
        recorded,
        3,
        0,
        bot("def move(view):\n    return 'FLY' if view['currentRound'] == 3 else 'FIX'"),
        FeedConditions(terms=PATIENT),
    )
    assert fed.answer.verdict is Verdict.INVALID
    assert "FLY" in fed.answer.reason
    fed = feed(
        recorded,
        3,
        0,
        bot("def move(view):\n    return 1 / (3 - view['currentRound'])"),
        FeedConditions(terms=PATIENT),
    )
    assert fed.answer.verdict is Verdict.CRASHED
    assert "ZeroDivisionError" in "\n".join(fed.evidence.log_tail)


def test_bots_of_other_protocols_are_fed_too(tmp_path):
    path = tmp_path / "duel.jsonl.gz"
    plan_match("rampage", ["hunter", "random"], MatchTerms(map="crossroads"), seed=2).play(replay=path)
    kit = Path(__file__).parents[1] / "games" / "rampage" / "contest" / "kit.py"
    fed = feed(read_replay(path), 4, 1, f"orbis:{sys.executable} {kit}", FeedConditions(terms=PATIENT))
    assert fed.answer.verdict is Verdict.OK
    assert fed.asked == 3


@pytest.mark.parametrize(("turn", "seat", "said"), [(13, 0, "turns 1 to 12"), (1, 2, "seats 0 to 1")])
def test_a_turn_or_seat_outside_the_match_is_refused_with_a_reason(recorded, turn, seat, said):
    with pytest.raises(InputError, match=said):
        feed(recorded, turn, seat, "cruise")


def test_the_command(recorded, bot):
    words = ["feed", str(recorded.path), bot(COUNTER), "--turn", "5", "--seat", "0", "--turn-ms", "5000"]
    shown = CliRunner().invoke(lanista, words)
    assert shown.exit_code == 0, shown.output
    for text in ("turn 5, seat 0 (A)", "recorded", "answered  ACCELERATE  ok", "log  seen 1 2 3 4 5"):
        assert text in shown.output
    printed = json.loads(CliRunner().invoke(lanista, [*words, "--json"]).stdout)
    assert printed["answer"]["move"] == "ACCELERATE"
    assert printed["recorded"]["move"] == recorded.turns[4].moves[0]
    assert printed["view"]["currentRound"] == 5
    assert printed["command"].startswith("lanista feed ")


def test_the_command_fails_with_the_bot(recorded, bot):
    words = ["feed", str(recorded.path), bot("def move(view):\n    return 'FLY'"), "--turn", "2", "--seat", "1"]
    shown = CliRunner().invoke(lanista, words)
    assert shown.exit_code == 1
    assert "invalid: " in shown.output


LINE_BOT = """
    import json, sys

    ready = {"type": "ready", "again": True}
    matches = 0
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "start":
            matches += 1
            answer = ready
        elif message["type"] == "turn":
            print("match", matches, "turn", message["turn"], line[-2:], file=sys.stderr, flush=True)
            answer = {"turn": message["turn"], "move": "NOTHING"}
        else:
            continue
        print(json.dumps(answer), flush=True)
"""


def test_the_first_turn_that_is_asked_may_be_a_later_one(recorded, bot):
    fed = feed(recorded, 5, 0, bot(COUNTER), FeedConditions(first=4, terms=PATIENT))
    assert (fed.answer.log.strip(), fed.asked) == ("seen 4 5", 1)
    with pytest.raises(InputError, match="--from 6"):
        feed(recorded, 5, 0, "cruise", FeedConditions(first=6))


def test_lines_may_end_as_on_windows(recorded, bot):
    spec = f"{sys.executable} {bot(LINE_BOT)}"
    for crlf, end in ((False, rb"}\n"), (True, rb"\r\n")):
        fed = feed(recorded, 2, 0, spec, FeedConditions(crlf=crlf, terms=PATIENT))
        assert end.decode() in fed.answer.log
    with pytest.raises(InputError, match="--crlf is for bots that are sent lines"):
        feed(recorded, 2, 0, "cruise", FeedConditions(crlf=True))


def test_a_process_may_play_the_whole_match_before(recorded, bot):
    spec = f"{sys.executable} {bot(LINE_BOT)}"
    fed = feed(recorded, 2, 0, spec, FeedConditions(again=True, terms=PATIENT))
    assert "match 2 turn 2" in fed.answer.log
    with pytest.raises(InputError, match="this one did not"):
        feed(
            recorded,
            2,
            0,
            bot("def move(view):\n    return 'NOTHING'"),
            FeedConditions(again=True, terms=PATIENT),
        )


def test_the_command_names_the_conditions(recorded, bot):
    words = ["feed", str(recorded.path), f"{sys.executable} {bot(LINE_BOT)}", "--turn", "3", "--seat", "0"]
    how = ["--from", "2", "--crlf", "--speed", "60", "--start-speed", "70", "--again", "--turn-ms", "60000"]
    printed = json.loads(CliRunner().invoke(lanista, [*words, *how, "--json"]).stdout)
    assert printed["command"].endswith(" ".join(how))
    assert printed["memory_mb"][1] > 1
    assert "match 2 turn 3" in printed["answer"]["log"]
