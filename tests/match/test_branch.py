"""Take-overs: the recorded turns are kept, the opponents remember, and the new match verifies."""

from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import BotError, InputError
from lanista.game import game_names, get_game
from lanista.match.branch import BranchPlan, branch
from lanista.match.planning import plan_match
from lanista.match.replay import Branch, Replay, read_replay, verify
from lanista.match.terms import MatchTerms


def recorded(path: Path, *bots: str, turns: int = 60, **options: Any) -> Replay:
    plan_match("overdrive", list(bots), MatchTerms(settings={"max_rounds": turns}), seed=11, **options).play(
        replay=path
    )
    return read_replay(path)


@pytest.fixture(scope="module")
def old_match(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return recorded(tmp_path_factory.mktemp("match") / "old.gz", "greedy", "random").path.read_bytes()


@pytest.fixture
def replay(old_match, tmp_path):
    (tmp_path / "old.gz").write_bytes(old_match)
    return read_replay(tmp_path / "old.gz")


def go_on(replay: Replay, path: Path, *where: Any, **options: Any) -> Replay:
    planned(replay, *where, **options).play(replay=path)
    return read_replay(path)


def planned(replay: Replay, turn: int, seat: int, newcomer: str, **options: Any) -> BranchPlan:
    return branch(replay, Branch(replay.path.name, turn, seat), newcomer, **options)


def moves(replay: Replay) -> list[list[str | None]]:
    return [line.moves for line in replay.turns]


def marks(replay: Replay) -> tuple[str, ...]:
    assert replay.footer is not None
    return replay.footer.marks


@pytest.mark.parametrize("turn", [0, 1, 30, 59])
def test_the_same_bots_have_the_same_future(replay, tmp_path, turn):
    """Built-in bots get the same seeds, so a bot that comes back plays on as before."""
    again = go_on(replay, tmp_path / "new.gz", turn, 0, "greedy")
    assert moves(again) == moves(replay)
    assert again.footer == replay.footer
    assert verify(again).identical


def test_a_newcomer_changes_the_future_only(replay, tmp_path):
    new = go_on(replay, tmp_path / "new.gz", 20, 1, "greedy")
    assert moves(new)[:20] == moves(replay)[:20]
    assert moves(new)[20:] != moves(replay)[20:]
    assert new.names == ["greedy", "greedy 2"]
    assert new.header.branch == Branch("old.gz", 20, 1)
    assert marks(new) == ()
    assert verify(new).identical


COUNTER = """
class Bot:
    def __init__(self):
        self.seen = 0

    def move(self, view):
        self.seen += 1
        return {"move": "ACCELERATE" if self.seen % 3 else "NOTHING", "say": f"seen {self.seen}"}
"""


def test_everybody_remembers_the_recorded_turns(tmp_path):
    """Opponents are asked again, and a newcomer gets the views of its seat."""
    bot = tmp_path / "counter.py"
    bot.write_text(COUNTER)
    old = recorded(tmp_path / "old.gz", str(bot), "cruise", turns=12)
    new = go_on(old, tmp_path / "new.gz", 6, 1, "random", trust=True)
    assert [line.say[0] for line in new.turns] == [f"seen {n}" for n in range(1, 13)]
    assert marks(new) == ()
    newcomer = go_on(old, tmp_path / "newer.gz", 6, 1, str(bot), trust=True)
    assert newcomer.turns[6].say[1] == "seen 7"


def test_an_opponent_that_answers_differently_is_marked(tmp_path):
    bot = tmp_path / "fickle.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    old = recorded(tmp_path / "old.gz", str(bot), "cruise", turns=10)
    bot.write_text("def move(view):\n    return 'NOTHING' if view['currentRound'] in (3, 4) else 'ACCELERATE'\n")
    new = go_on(old, tmp_path / "new.gz", 5, 1, "random", trust=True)
    assert moves(new)[:5] == moves(old)[:5], "what was recorded is played"
    changed, different = marks(new)
    assert changed == "fickle (A) is not the version that was recorded"
    assert different == (
        "fickle (A) answered 2 of the recorded turns differently, first turn 3: NOTHING instead of ACCELERATE"
    )
    assert verify(new).identical


def test_faults_are_kept_as_they_were(tmp_path):
    bot = tmp_path / "wild.py"
    bot.write_text(
        "def move(view):\n"
        "    n = view['currentRound']\n"
        "    if n == 12: raise SystemExit(1)\n"
        "    return ['TURN_LEFT', 'FLY', 'ACCELERATE'][n % 3]\n"
    )
    old = recorded(tmp_path / "old.gz", str(bot), "cruise", turns=30)
    new = go_on(old, tmp_path / "new.gz", 20, 0, "greedy")
    assert [line.verdicts for line in new.turns[:20]] == [line.verdicts for line in old.turns[:20]]
    assert [line.reasons for line in new.turns[:20]] == [line.reasons for line in old.turns[:20]]
    assert new.turns[15].verdicts[0] == "crashed"
    assert new.turns[20].verdicts[0] == "ok"
    assert verify(new).identical


def test_programs_of_a_replay_need_trust(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    old = recorded(tmp_path / "old.gz", str(bot), "cruise", turns=10)
    with pytest.raises(BotError, match=r"seat 0: the replay names a program of this machine: .*mine\.py"):
        planned(old, 5, 1, "random")
    assert planned(old, 5, 1, "random", replace={0: "greedy"}).bots[0].name == "greedy"
    assert planned(old, 5, 0, "random").bots[0].name == "random", "who is replaced is not started"


def test_nothing_that_a_replay_names_is_built_without_trust(tmp_path, monkeypatch):
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text("def move(view):\n    return 'ACCELERATE'\n")
    old = recorded(tmp_path / "old.gz", str(folder), "cruise", turns=10)
    project = 'name = "Built"\ngames = ["overdrive"]\nbuild = "touch built"\ncommand = "python3 bot.py"\n'
    (folder / "lanista.toml").write_text(project)
    with pytest.raises(BotError, match="seat 0: the replay names a program of this machine"):
        planned(old, 5, 1, "random")
    assert not (folder / "built").exists()
    assert planned(old, 5, 1, "random", trust=True).bots[0].name == "Built"
    assert (folder / "built").exists()


def test_an_opponent_that_is_gone_is_named(tmp_path):
    bot = tmp_path / "gone.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    old = recorded(tmp_path / "old.gz", str(bot), "cruise", turns=10)
    bot.unlink()
    with pytest.raises(BotError) as error:
        planned(old, 5, 1, "random", trust=True)
    assert "gone.py: no such file" in str(error.value)
    assert "--replace SEAT=BOT" in str(error.value)
    new = go_on(old, tmp_path / "new.gz", 5, 1, "random", replace={0: "cruise"})
    assert verify(new).identical
    assert "answered" not in " ".join(marks(new)), "nobody compares a replacement"


WRONG = [
    ((61, 0, "cruise"), "expected a turn from 0 (the start) to 59 to go on from, got 61"),
    ((60, 0, "cruise"), "to 59"),
    ((5, 2, "cruise"), "the match has seats 0 to 1, got seat 2"),
    ((5, 0, "crusie"), "did you mean 'cruise'"),
]


@pytest.mark.parametrize(("where", "said"), WRONG)
def test_impossible_branches_are_refused_with_a_reason(replay, where, said):
    with pytest.raises(InputError) as error:
        planned(replay, *where)
    assert said in str(error.value)


def test_a_stopped_match_can_be_resumed(replay, tmp_path):
    replay.footer = None
    replay.turns = replay.turns[:17]
    new = go_on(replay, tmp_path / "new.gz", 17, 1, "cruise")
    assert len(new.turns) == 60


def test_a_branch_of_a_branch(replay, tmp_path):
    first = go_on(replay, tmp_path / "first.gz", 20, 1, "cruise")
    second = go_on(first, tmp_path / "second.gz", 40, 0, "random")
    assert moves(second)[:40] == moves(first)[:40]
    assert second.header.branch == Branch("first.gz", 40, 0)
    assert verify(second).identical


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_taken_over(name, tmp_path):
    game = get_game(name)
    plan_match(name, [game.bots[0]] * game.default_seats, seed=5).play(replay=tmp_path / "old.gz")
    old = read_replay(tmp_path / "old.gz")
    new = go_on(old, tmp_path / "new.gz", len(old.turns) // 2, 0, game.bots[0])
    assert moves(new) == moves(old)
    assert verify(new).identical
