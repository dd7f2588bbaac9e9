"""The log folder of 2020 (section 11), file by file."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from lanista.bots.player import Budgets
from lanista.game import get_game
from lanista.games.overdrive.views import text_map
from lanista.match.terms import MatchTerms
from tests.match.log_folders import SEEN, expected, files, played

NAMES = ("A - cruise", "B - greedy")


@pytest.fixture
def logs(tmp_path):
    return played(
        tmp_path / "logs", "overdrive", "cruise", "greedy", terms=MatchTerms(settings={"max_rounds": 30})
    )


def test_every_file(logs):
    rounds = range(1, 31)
    assert files(logs.folder) == {
        "match.log",
        "A - cruise.csv",
        "B - greedy.csv",
        *expected(rounds, NAMES, SEEN),
        *(f"Round {number:03}/GlobalState.json" for number in rounds),
        "Round 030/endGameState.txt",
    }


def test_what_each_file_holds(logs):
    game = get_game("overdrive")
    state = game.start(game.configure("standard", {"max_rounds": 30}), 3, 2)
    for number in range(1, 31):
        here = logs.folder / f"Round {number:03}"
        commands = []
        for seat, name in enumerate(NAMES):
            assert json.loads((here / name / "JsonMap.json").read_text()) == game.view(state, seat)
            text = text_map(state, seat).encode()
            assert (here / name / "TextMap.txt").read_bytes() == text
            assert (here / name / "Console/Console.txt").read_bytes() == text
            said = (here / name / "PlayerCommand.txt").read_text()
            match = re.fullmatch(r"Command: (.+)\nExecution time: \d+ms\nException: null", said)
            assert match is not None
            commands.append(match[1])
        game.step(state, [game.read(state, seat, command) for seat, command in enumerate(commands)])
        check_global(json.loads((here / "GlobalState.json").read_text()), state)


def check_global(shown: dict[str, Any], state: Any) -> None:
    """Compare with the state, by the member names of section 9.3."""
    assert list(shown) == ["players", "blocks"]
    assert [player["position"] for player in shown["players"]] == [
        {"lane": car.lane, "blockNumber": car.block} for car in state.record.cars
    ]
    assert [player["score"] for player in shown["players"]] == [car.score for car in state.record.cars]
    assert len(shown["blocks"]) == 6000
    for at, block in enumerate(shown["blocks"]):
        lane, number = at // 1500 + 1, at % 1500 + 1
        cell = int(state.record.track[lane - 1, number - 1])
        here = [i + 1 for i, car in enumerate(state.record.cars) if (car.lane, car.block) == (lane, number)]
        assert block == {
            "position": {"lane": lane, "blockNumber": number},
            "surfaceObject": cell % 16,
            "occupiedByPlayerWithId": here[0] if here else 0,
            "isOccupiedByCyberTruck": cell >= 64,
        }


def test_the_tables(logs):
    rows = [line.split(",") for line in (logs.folder / "B - greedy.csv").read_text().splitlines()]
    assert ",".join(rows[0]) == (
        "Round,PlayerId,Position:Y,Position:X,Speed,State,Boosting,Boost-Counter,Damage,#Boosts,#Oil,#Lizards,"
        "LastCyberTruck:Y,LastCyberTruck:X,#Tweets,#EMPs,Score"
    )
    assert len(rows) == 31
    assert ",".join(rows[1]) == "1,2,4,1,5,READY,false,0,0,0,0,0,,,0,0,0"
    for row in rows[1:]:
        seen = json.loads((logs.folder / f"Round {int(row[0]):03}/B - greedy/JsonMap.json").read_text())["player"]
        held = [seen["powerups"].count(name) for name in ("BOOST", "OIL", "LIZARD", "TWEET", "EMP")]
        assert [int(row[i]) for i in (9, 10, 11, 14, 15)] == held
        assert row[1:9] == [
            "2",
            str(seen["position"]["y"]),
            str(seen["position"]["x"]),
            str(seen["speed"]),
            seen["state"],
            str(seen["boosting"]).lower(),
            str(seen["boostCounter"]),
            str(seen["damage"]),
        ]
        assert row[16] == str(seen["score"])


def test_the_run_log(logs):
    lines = (logs.folder / "match.log").read_text().splitlines()
    assert all(re.fullmatch(r"\d\d:\d\d:\d\d,\d{3} INFO .+", line) for line in lines)
    assert lines[-1].endswith("INFO The winner is: B - greedy")


def test_who_won(logs):
    text = (logs.folder / "Round 030/endGameState.txt").read_text()
    assert re.sub(r"score:-?\d+", "score:n", text) == (
        "Match seed: 3\n\nThe winner is: B - greedy\n\n"
        "A - cruise - score:n health:0\nB - greedy - score:n health:0"
    )


def test_what_the_referee_flags(tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text("import time\ndef move(view):\n    time.sleep(60)\n")
    limits = Budgets(20_000, 20)
    logs = played(
        tmp_path,
        "overdrive",
        str(bot),
        "cruise",
        terms=MatchTerms(settings={"max_rounds": 3}).with_budgets(limits),
    )
    text = (logs.folder / "Round 003/endGameState.txt").read_text()
    line = "=" * 39
    flag = "to be verified: player 1 timed out in consecutive rounds"
    assert text.endswith(f"\n{line}\nReferee messages\n{line}\n{flag}")
    said = (logs.folder / "Round 001/A - slow/PlayerCommand.txt").read_text()
    assert said.startswith("Command: No Command\nExecution time: ")
