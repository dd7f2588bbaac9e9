"""Sproutopia's log files: they suffice to replay the match, and agree with each other."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.game import InvalidMove, get_game
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.views import BOT_IDS
from lanista.match.classic_logs import classic_logs
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult
from lanista.match.terms import MatchTerms

TICKS = 60
CHANGES = {
    "MaxTicks": TICKS,
    "PowerUpStartTick": 2,
    "PowerUpSpawnRateMean": 3,
    "WeedsStartTick": 3,
    "WeedSpawnRateMean": 4,
    "ranks_in_moves": 1,
}
BOTS = ("greedy", "random", "hunter", "random")


@pytest.fixture(scope="module")
def match(tmp_path_factory) -> tuple[Path, MatchResult, list[Any]]:
    """A match with its files, and the digests of its states."""
    folder = tmp_path_factory.mktemp("logs")
    plan = plan_match("sproutopia", BOTS, MatchTerms(settings=CHANGES), seed=11)
    plan.observers.append(classic_logs(SPROUTOPIA, folder, BOTS))
    digests: list[str] = []
    result = plan.play([Digests(digests)])
    return folder, result, digests


class Digests:
    """An observer that collects the digest of every state."""

    def __init__(self, digests: list[str]) -> None:
        self._digests = digests

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: object, state: Any) -> None:
        self._digests.append(digest_but_arrivals(state))

    def end(self, *_: object) -> None:
        pass


def digest_but_arrivals(state: Any) -> str:
    """The digest of a state without its generator for the order of unranked commands."""
    copy = state.clone()
    copy.record.arrivals.position = 0
    digest: str = copy.digest()
    return digest


def file(folder: Path, end: str) -> Path:
    (path,) = folder.glob(f"*{end}")
    return path


def lines(folder: Path, end: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file(folder, end).read_text().splitlines()]


def test_the_four_files(match):
    names = sorted(path.name for path in match[0].iterdir())
    prefix = names[0][:12]
    assert re.fullmatch(r"\d{12}", prefix)
    assert names == sorted(prefix + end for end in ("_inputs.log", "_full.log", "_diff.log", "endGame.json"))


def test_the_inputs_replay_the_match(match):
    """The commands above `Tick,n`, in order, are all that the tick needs."""
    folder, _, digests = match
    game = get_game("sproutopia")
    state = game.start(game.configure("standard", CHANGES), 11, 4)
    waiting: list[list[str]] = [[], [], [], []]
    registered, rank = [], 0
    for line in file(folder, "_inputs.log").read_text().splitlines():
        moment, _, said = line.partition(" Information - ")
        assert datetime.fromisoformat(moment)
        what, *rest = said.split(",")
        if what == "Register":
            registered.append(tuple(rest))
        elif what == "Command":
            rank += 1
            waiting[BOT_IDS.index(rest[0])].append(f"{rest[1].upper()}@{rank}")
        else:
            assert int(rest[0]) == game.turn(state)
            moves = []
            for seat, words in enumerate(waiting):
                try:
                    moves.append(game.read(state, seat, " ".join(words)))
                except InvalidMove as error:
                    moves.append(error.move)  # a reversal, which the rules replace by going straight on
            game.step(state, moves)
            waiting, rank = [[], [], [], []], 0
            assert digest_but_arrivals(state) == digests[state.record.tick - 1]
    assert registered == list(zip(BOT_IDS, ["greedy", "random", "hunter", "random 2"], strict=True))
    assert state.record.tick == TICKS


def test_the_changes_add_up_to_the_states(match):
    folder, _, _ = match
    seen: dict[str, dict[str, Any]] = {}
    changed = 0
    for full, change in zip(lines(folder, "_full.log"), lines(folder, "_diff.log"), strict=True):
        assert full.keys() == {
            "TimeStamp", "CurrentTick", "BotSnapshots", "Land", "LeaderBoard", "PowerUps", "Weeds",
        }  # fmt: skip
        assert full["CurrentTick"] == change.pop("CurrentTick")
        change.pop("TimeStamp")
        for name, part in change.items():
            seen.setdefault(name, {}).update(part)
            changed += len(part)
        check(full, seen)
    assert changed < TICKS * 200, "a change is not the whole state"
    assert any(seen[name] for name in ("Weeds", "PowerUps"))


def check(full: dict[str, Any], seen: dict[str, dict[str, Any]]) -> None:
    for x, column in enumerate(full["Land"]):
        for y, code in enumerate(column):
            spot = f"{x},{y}"
            trail, land = seen["Trails"].get(spot, 255), seen["Territory"].get(spot, 255)
            assert code == (trail + 4 if trail != 255 else land)
            assert full["Weeds"][x][y] == seen["Weeds"].get(spot, False)
    items = {f"{item['Location']['X']},{item['Location']['Y']}": item["Type"] for item in full["PowerUps"]}
    assert items == {
        spot: kind for name in ("PowerUps", "SuperPowerUps") for spot, kind in seen[name].items() if kind
    }
    for bot in full["BotSnapshots"]:
        assert seen["BotPositions"][bot["BotId"]] == {"X": bot["X"], "Y": bot["Y"]}
        assert seen["BotMomentums"][bot["BotId"]] == bot["Momentum"]
        assert seen["BotDirections"][bot["BotId"]] == bot["Action"]
        assert seen["BotPowerUps"][bot["BotId"]] == bot["PowerUp"]
        assert seen["BotSuperPowerUps"][bot["BotId"]] == bot["SuperPowerUp"]
    assert {row["Item1"]: row["Item2"] for row in full["LeaderBoard"]} == seen["LeaderBoard"]


def test_the_result(match):
    folder, result, _ = match
    result_file = json.loads(file(folder, "endGame.json").read_text())
    assert result_file["TotalTicks"] == TICKS
    assert result_file["WorldSeed"] == 11
    assert [player["Placement"] for player in result_file["Players"]] == [1, 2, 3, 4]
    assert [player["MatchPoints"] for player in result_file["Players"]] == [4, 3, 2, 1]
    best = result.outcome.rule_ranks.index(1)
    assert result_file["Players"][0]["Id"] == BOT_IDS[best]
    assert result_file["Players"][0]["Score"] == result.outcome.scores[best] * 100 // 2500
    assert result_file["WinngingBot"] == result_file["Players"][0]


def test_two_matches_in_one_second_have_separate_files(tmp_path):
    plan = plan_match("sproutopia", BOTS, MatchTerms(settings={"MaxTicks": 1}), seed=1)
    plan.observers += [classic_logs(SPROUTOPIA, tmp_path, BOTS) for _ in range(2)]
    plan.play()
    assert len(list(tmp_path.iterdir())) == 8


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="--classic-logs cannot write into"):
        classic_logs(SPROUTOPIA, tmp_path / "file" / "logs", BOTS)
