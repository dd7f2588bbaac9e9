"""The log folders of the original contests, compared with their layouts file by file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.player import Limits
from lanista.errors import InputError
from lanista.game import get_game
from lanista.games.overdrive.views import text_map as race_text
from lanista.games.tower_defence.contest.text_map import text_map as battle_text
from lanista.match import arrange
from lanista.match.classic_logs import EntelectLogs, classic_logs, player_name

SEEN = {"JsonMap.json", "TextMap.txt", "PlayerCommand.txt", "Console/Console.txt"}


def played(folder: Path, game: str, *bots: str, **options) -> EntelectLogs:
    plan = arrange(game, bots, seed=3, **options)
    logs = classic_logs(game, folder, [bot.name for bot in plan.bots])
    assert isinstance(logs, EntelectLogs)
    plan.observers.append(logs)
    plan.play()
    return logs


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def expected(rounds: range, names: Sequence[str], each: set[str]) -> set[str]:
    return {f"Round {number:03}/{name}/{file}" for number in rounds for name in names for file in each}


class TestTowerDefence:
    """2018, section 8.6: rounds from 000, one more folder with the last state."""

    NAMES = ("A - greedy", "B - turtle")

    @pytest.fixture
    def logs(self, tmp_path):
        return played(tmp_path / "logs", "tower_defence", "greedy", "turtle", changes={"max_rounds": 9})

    def test_every_file(self, logs):
        each = {*SEEN, "Console/BotOutput.txt"}
        layout = expected(range(10), self.NAMES, each) | {"Round 009/endGameState.txt"}
        assert files(logs.folder) == layout
        assert re.fullmatch(r"\d{4}(\.\d\d){5}", logs.folder.name)

    def test_what_each_file_holds(self, logs):
        game = get_game("tower_defence")
        state = game.start(game.configure("standard", {"max_rounds": 9}), 3, 2)
        for number in range(10):
            orders = []
            for seat, name in enumerate(self.NAMES):
                folder = logs.folder / f"Round {number:03}" / name
                assert (folder / "JsonMap.json").read_bytes() == game.view_json(state, seat)
                assert (folder / "TextMap.txt").read_text() == battle_text(state, seat)
                assert (folder / "Console/BotOutput.txt").read_text() == ""
                orders.append((folder / "PlayerCommand.txt").read_text())
            if number == 9:
                assert orders == ["", ""]
            else:
                game.step(state, [game.read(state, seat, order) for seat, order in enumerate(orders)])

    def test_the_drawing(self, logs):
        lines = (logs.folder / "Round 009/A - greedy/Console/Console.txt").read_text().splitlines()
        assert lines[0].startswith("A - greedy - Health: ")
        assert lines[1].startswith("B - turtle - Health: ")
        rows = lines[3:]
        assert len(rows) == 4
        assert all(len(re.findall(r"\[[<\d ]+[AaDdEe ][>\d ]+\]", row)) == 8 for row in rows)
        assert len({len(row) for row in rows}) == 1

    def test_who_won(self, logs):
        lines = (logs.folder / "Round 009/endGameState.txt").read_text().splitlines()
        assert lines[0].startswith(("The winner is: ", "The game ended in a tie"))
        assert lines[1] == ""
        assert [re.sub(r"\d+", "n", line) for line in lines[2:]] == [
            "A - greedy- score:n health:n",
            "B - turtle- score:n health:n",
        ]

    def test_a_tie(self, tmp_path):
        bot = tmp_path / "idle.py"
        bot.write_text("def move(view):\n    return ''\n")
        logs = played(tmp_path, "tower_defence", str(bot), str(bot), changes={"max_rounds": 2})
        assert (logs.folder / "Round 002/endGameState.txt").read_text() == (
            "The game ended in a tie\n\nA - idle- score:0 health:100\nB - idle- score:0 health:100"
        )

    def test_a_bot_that_did_nothing_too_often(self, tmp_path):
        bot = tmp_path / "wrong.py"
        bot.write_text("def move(view):\n    print('hm')\n    return 'x,y,z'\n")
        logs = played(tmp_path, "tower_defence", str(bot), "random", ruleset="extended")
        text = (logs.folder / "Round 050/endGameState.txt").read_text()
        assert text.startswith("Bot did nothing too many consecutive rounds\n\nThe winner is: ")
        player = logs.folder / "Round 000/A - wrong"
        assert (player / "PlayerCommand.txt").read_text() == "x,y,z"
        assert (player / "Console/BotOutput.txt").read_text() == "hm\n"


class TestOverdrive:
    """2020, section 11: rounds from 001, tables, the whole state after each round."""

    NAMES = ("A - cruise", "B - greedy")

    @pytest.fixture
    def logs(self, tmp_path):
        return played(tmp_path / "logs", "overdrive", "cruise", "greedy", changes={"max_rounds": 30})

    def test_every_file(self, logs):
        rounds = range(1, 31)
        assert files(logs.folder) == {
            "match.log",
            "A - cruise.csv",
            "B - greedy.csv",
            *expected(rounds, self.NAMES, SEEN),
            *(f"Round {number:03}/GlobalState.json" for number in rounds),
            "Round 030/endGameState.txt",
        }

    def test_what_each_file_holds(self, logs):
        game = get_game("overdrive")
        state = game.start(game.configure("standard", {"max_rounds": 30}), 3, 2)
        for number in range(1, 31):
            here = logs.folder / f"Round {number:03}"
            commands = []
            for seat, name in enumerate(self.NAMES):
                assert json.loads((here / name / "JsonMap.json").read_text()) == game.view(state, seat)
                text = race_text(state, seat).encode()
                assert (here / name / "TextMap.txt").read_bytes() == text
                assert (here / name / "Console/Console.txt").read_bytes() == text
                said = (here / name / "PlayerCommand.txt").read_text()
                match = re.fullmatch(r"Command: (.+)\nExecution time: \d+ms\nException: null", said)
                assert match is not None
                commands.append(match[1])
            game.step(state, [game.read(state, seat, command) for seat, command in enumerate(commands)])
            self.check_global(json.loads((here / "GlobalState.json").read_text()), state)

    @staticmethod
    def check_global(told: dict[str, Any], state: Any) -> None:
        """Against the state itself, by the member names of section 9.3."""
        assert list(told) == ["players", "blocks"]
        assert [player["position"] for player in told["players"]] == [
            {"lane": car.lane, "blockNumber": car.block} for car in state.record.cars
        ]
        assert [player["score"] for player in told["players"]] == [car.score for car in state.record.cars]
        assert len(told["blocks"]) == 6000
        for at, block in enumerate(told["blocks"]):
            lane, number = at // 1500 + 1, at % 1500 + 1
            cell = int(state.record.track[lane - 1, number - 1])
            here = [i + 1 for i, car in enumerate(state.record.cars) if (car.lane, car.block) == (lane, number)]
            assert block == {
                "position": {"lane": lane, "blockNumber": number},
                "surfaceObject": cell % 16,
                "occupiedByPlayerWithId": here[0] if here else 0,
                "isOccupiedByCyberTruck": cell >= 64,
            }

    def test_the_tables(self, logs):
        rows = [line.split(",") for line in (logs.folder / "B - greedy.csv").read_text().splitlines()]
        assert ",".join(rows[0]) == (
            "Round,PlayerId,Position:Y,Position:X,Speed,State,Boosting,Boost-Counter,Damage,#Boosts,#Oil,#Lizards,"
            "LastCyberTruck:Y,LastCyberTruck:X,#Tweets,#EMPs,Score"
        )
        assert len(rows) == 31
        assert ",".join(rows[1]) == "1,2,4,1,5,READY,false,0,0,0,0,0,,,0,0,0"
        for row in rows[1:]:
            seen = json.loads((logs.folder / f"Round {int(row[0]):03}/B - greedy/JsonMap.json").read_text())[
                "player"
            ]
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

    def test_the_run_log(self, logs):
        lines = (logs.folder / "match.log").read_text().splitlines()
        assert all(re.fullmatch(r"\d\d:\d\d:\d\d,\d{3} INFO .+", line) for line in lines)
        assert lines[-1].endswith("INFO The winner is: B - greedy")

    def test_who_won(self, logs):
        text = (logs.folder / "Round 030/endGameState.txt").read_text()
        assert re.sub(r"score:-?\d+", "score:n", text) == (
            "Match seed: 3\n\nThe winner is: B - greedy\n\n"
            "A - cruise - score:n health:0\nB - greedy - score:n health:0"
        )

    def test_what_the_referee_flags(self, tmp_path):
        bot = tmp_path / "slow.py"
        bot.write_text("import time\ndef move(view):\n    time.sleep(60)\n")
        limits = Limits(20_000, 20)
        logs = played(tmp_path, "overdrive", str(bot), "cruise", changes={"max_rounds": 3}, limits=limits)
        text = (logs.folder / "Round 003/endGameState.txt").read_text()
        line = "=" * 39
        flag = "to be verified: player 1 timed out in consecutive rounds"
        assert text.endswith(f"\n{line}\nReferee messages\n{line}\n{flag}")
        said = (logs.folder / "Round 001/A - slow/PlayerCommand.txt").read_text()
        assert said.startswith("Command: No Command\nExecution time: ")


def test_two_matches_at_once_have_a_folder_each(tmp_path):
    first, second = (classic_logs("overdrive", tmp_path, ["x", "y"]) for _ in range(2))
    assert first.folder != second.folder


def test_names_do_not_leave_the_folder():
    assert player_name(1, "../../x\0<y>") == "B - .._.._x__y_"
    assert len(player_name(0, "n" * 500)) < 100


def test_what_cannot_be_logged_is_told(tmp_path):
    with pytest.raises(InputError, match=r"knows the .+ of tower_defence.+, got tanks"):
        classic_logs("tanks", tmp_path, ["x", "y"])
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot make a folder in"):
        classic_logs("overdrive", tmp_path / "file", ["x", "y"])
