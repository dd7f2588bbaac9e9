"""Whole matches through the hub, with several client libraries."""

import contextlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import venv
from pathlib import Path

import pytest

from lanista.bots.player import Budgets
from lanista.bots.resolve import find_bot
from lanista.core.errors import BotError, InputError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.games.sproutopia.contest.player import HubPlayer
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.referee import MatchResult, StrictStop
from lanista.match.replay import Replay, read_replay, verify
from lanista.match.terms import MatchTerms
from tests.games.sproutopia.contest.client import RawClient

BOTS = Path(__file__).with_name("bots")
SHARED = Path(__file__).parents[3] / "bots"  # what bots of several contests import
LIBRARIES = ("signalrcore", "pysignalr")
LIMITS = Budgets(60_000, 20_000)  # for slow machines


pytestmark = pytest.mark.usefixtures("unconfined")  # these bots read files of the tests


def plain(way: str, file: Path | None = None) -> str:
    """The command of a bot that needs only the standard library."""
    words = ["plain", way, str(file)]
    paths = f"import sys; sys.path[:0] = {[str(SHARED), str(BOTS.parent)]!r}; sys.argv = {words!r}"
    run = f"import runpy; runpy.run_path({str(BOTS / 'plain.py')!r}, run_name='__main__')"
    return "signalr:" + shlex.join([sys.executable, "-c", f"{paths}; {run}"])


def plan_of(
    *bots: str, ticks: int = 12, rate: int = 40, lock_step: bool = False, limits: Budgets = LIMITS
) -> PlannedMatch:
    changes = {"MaxTicks": ticks, "TickRate": rate}
    return plan_match(
        "sproutopia", bots, MatchTerms(settings=changes, lock_step=lock_step).with_budgets(limits), seed=7
    )


def played(plan: PlannedMatch, folder: Path) -> tuple[MatchResult, Replay]:
    """Play a match to its end; its result and its verified replay."""
    path = folder / "match.jsonl.gz"
    result = plan.play(replay=path)
    assert result.outcome is not None
    replay = read_replay(path)
    checked = verify(replay)
    assert checked.identical, checked
    return result, replay


def logs(replay: Replay, seat: int) -> str:
    """All that a bot wrote."""
    return "".join(line.log[seat] for line in replay.turns if line.log)


def commands(replay: Replay, seat: int) -> list[str]:
    """The commands that a seat sent, without their ranks."""
    texts = [line.moves[seat] or "" for line in replay.turns]
    return [word.partition("@")[0] for text in texts for word in text.split() if word != "IDLE"]


def runs(*command: str) -> bool:
    """Whether a command succeeds."""
    return subprocess.run(command, check=False, capture_output=True, timeout=240).returncode == 0


@pytest.fixture(scope="module")
def python_clients(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> str:
    """The command of a Python that has both client libraries; cached between runs, because pip is slow."""
    if all(importlib.util.find_spec(name) for name in LIBRARIES):
        return sys.executable
    cache = getattr(request.config, "cache", None)
    root = cache.mkdir("signalr-clients") if cache else tmp_path_factory.mktemp("clients")
    kept = root / sys.implementation.cache_tag
    if not kept.is_dir():
        draft = Path(tempfile.mkdtemp(dir=root))
        install_clients(draft)
        with contextlib.suppress(OSError):  # another run was first
            draft.rename(kept)
    return shlex.join(["env", f"PYTHONPATH={kept}", sys.executable])


def install_clients(folder: Path) -> None:
    """Put the clients into a folder, with uv, this Python's pip, or one in a new virtual environment."""
    python, target = sys.executable, ("--target", str(folder))
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(python).parent))
    if uv and runs(uv, "pip", "install", "-q", "--python", python, *target, *LIBRARIES):
        return
    if importlib.util.find_spec("pip") is None:
        venv.create(folder.with_suffix(".pip"), with_pip=True)
        python = str(folder.with_suffix(".pip") / "bin" / "python")
    if not runs(python, "-m", "pip", "install", "-q", "--no-compile", *target, *LIBRARIES):
        pytest.skip(f"{' and '.join(LIBRARIES)} cannot be installed")


@pytest.fixture(scope="module")
def node_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the JavaScript bot and the client that it needs."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("node")
    shutil.copy(BOTS / "square.js", folder)
    quietly = ("--silent", "--no-audit", "--no-fund")
    if not runs(npm, "install", *quietly, "--prefix", str(folder), "@microsoft/signalr@8"):
        pytest.skip("@microsoft/signalr cannot be installed")
    return folder


# Independent clients


def test_three_libraries_and_a_built_in_bot(python_clients, node_folder, tmp_path):
    """@microsoft/signalr (version 1), signalrcore and pysignalr play one match in real time."""
    plan = plan_of(
        f"signalr:node {node_folder}/square.js",
        f"signalr:{python_clients} {BOTS}/square_core.py",
        f"signalr:{python_clients} {BOTS}/square_async.py",
        "greedy",
        ticks=30,
        rate=100,
    )
    result, replay = played(plan, tmp_path)
    assert [seat.fault for seat in result.seats] == [None] * 4
    for seat in range(3):
        log = logs(replay, seat)
        assert "registered true" in log.lower(), log
        assert not any(word in log for word in ("refused", "strange", "Traceback")), log
        assert len(commands(replay, seat)) >= 2
    assert {"RIGHT", "DOWN"} <= set(commands(replay, 0))


def test_a_bot_in_java(tmp_path):
    if shutil.which("java") is None:
        pytest.skip("java is not installed")
    bots = [f"signalr:java -Xshare:auto -XX:TieredStopAtLevel=1 {BOTS}/Square.java", plain("square")]
    result, replay = played(plan_of(*bots, lock_step=True), tmp_path)
    assert result.seats[0].verdicts[Verdict.OK] == 12
    assert "registered true" in logs(replay, 0)
    assert commands(replay, 0) == commands(replay, 1)


def test_a_javascript_folder_with_lanista_toml(node_folder, tmp_path):
    shutil.copytree(node_folder, tmp_path / "bot", symlinks=True)
    project = (
        'name = "Squares"\ngames = ["sproutopia"]\ncommand = "node square.js"\nprotocol = "sproutopia-2024"\n'
    )
    (tmp_path / "bot" / "lanista.toml").write_text(project)
    result, replay = played(plan_of(str(tmp_path / "bot"), "squares", lock_step=True), tmp_path)
    assert result.seats[0].name == "Squares"
    assert len(commands(replay, 0)) == 11  # an answer to every state but the last


# Clocks


def test_lock_step_waits_for_every_answer(tmp_path):
    """A state is answered before the next tick, so the commands are known exactly; the order is the seed's."""
    _, replay = played(plan_of(plain("square"), plain("square"), "random", lock_step=True, ticks=10), tmp_path)
    expected = ["IDLE", "RIGHT", "RIGHT", "DOWN", "DOWN", "DOWN", "LEFT", "LEFT", "LEFT", "UP"]
    assert [line.moves[0] for line in replay.turns] == expected
    assert [line.moves[1] for line in replay.turns] == expected


def test_lock_step_gives_the_same_match_again(tmp_path):
    digests = []
    for name in "ab":
        (tmp_path / name).mkdir()
        _, replay = played(plan_of(plain("square"), plain("square"), lock_step=True, ticks=8), tmp_path / name)
        digests.append([line.digest for line in replay.turns])
    assert digests[0] == digests[1]


def test_silence_is_no_fault_in_lock_step(tmp_path):
    plan = plan_of(plain("silent"), "squares", lock_step=True, ticks=4, limits=Budgets(60_000, 30))
    result, replay = played(plan, tmp_path)
    assert result.seats[0].verdicts == {Verdict.OK: 4}
    assert commands(replay, 0) == []


def test_silence_is_no_fault_in_real_time(tmp_path):
    result, _ = played(plan_of(plain("silent"), "squares", ticks=4), tmp_path)
    assert result.seats[0].verdicts == {Verdict.OK: 4}


def test_hub_lines_and_built_in_bots_in_one_match(tmp_path):
    file = tmp_path / "lines.py"
    file.write_text("def move(view):\n    return 'UP' if view['gameTick'] % 2 else 'IDLE'\n")
    result, replay = played(plan_of(plain("square"), str(file), "greedy", plain("square")), tmp_path)
    assert [seat.verdicts[Verdict.TIMEOUT] for seat in result.seats] == [0, 0, 0, 0]
    assert all("@" in (line.moves[0] or "") or line.moves[0] == "IDLE" for line in replay.turns)
    assert any(line.moves[1] == "UP" for line in replay.turns)


# Bots that fail


@pytest.mark.parametrize(
    ("way", "verdict", "reason"),
    [
        ("crashes", Verdict.CRASHED, "the process ended: exit status 1"),
        ("killed", Verdict.KILLED, "the process ended: killed by SIGKILL; sent by "),  # and by whom
        ("ends-at-once", Verdict.CRASHED, "the process ended: exit status 1"),
    ],
)
def test_a_bot_that_ends(tmp_path, way, verdict, reason):
    result, replay = played(plan_of(plain(way), "squares", ticks=40), tmp_path)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is verdict
    assert fault.reason.startswith(reason)
    assert (fault.reason == reason) == (verdict is Verdict.CRASHED)
    assert replay.turns[-1].verdicts == [verdict.value, "ok"]
    assert result.seats[1].verdicts == {Verdict.OK: 40}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux reports orphans")
@pytest.mark.parametrize(
    ("way", "reason"),
    [("leaves-daemon", "exit status 5"), ("kills-supervisor", "its supervisor process ended")],
)
def test_no_process_of_a_bot_survives(tmp_path, way, reason):
    file = tmp_path / "daemon"
    result, _ = played(plan_of(plain(way, file), "squares", ticks=60), tmp_path)
    fault = result.seats[0].fault
    assert fault is not None
    assert reason in fault.reason
    assert result.seats[1].verdicts == {Verdict.OK: 60}
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


def test_a_bot_that_never_registers(tmp_path):
    plan = plan_of(plain("never-registers"), "squares", ticks=3, limits=Budgets(300, 400))
    result, _ = played(plan, tmp_path)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.verdict is Verdict.TIMEOUT
    expected = "not ready after 300 ms: it must call Register at the hub with the token in its environment"
    assert fault.reason.partition("; doubtful: ")[0] == expected  # on a busy machine it says so


@pytest.mark.parametrize("way", ["crashes", "killed"])
def test_lock_step_plays_no_ticks_before_it_knows_that_a_bot_ended(tmp_path, way):
    """The connection ends before the exit status is known, and a tick takes a millisecond."""
    result, _ = played(plan_of(plain(way), "squares", lock_step=True, ticks=6), tmp_path)
    fault = result.seats[0].fault
    assert fault is not None
    assert fault.turn == 5  # it ended after its answer to the state that three ticks have made


def test_lock_step_waits_once_for_a_bot_that_only_lost_its_connection(tmp_path):
    plan = plan_of(plain("drops"), "squares", lock_step=True, ticks=400)  # at a second a tick it never ends
    result, _ = played(plan, tmp_path)
    assert result.seats[0].verdicts == {Verdict.OK: 400}


def test_a_lost_connection_is_no_fault(tmp_path):
    result, replay = played(plan_of(plain("drops"), "squares", lock_step=True, ticks=8), tmp_path)
    assert result.seats[0].verdicts == {Verdict.OK: 8}
    assert replay.turns[-1].reasons[0] == "the connection is lost"


def test_a_chatterbox_is_cut_short(tmp_path):
    result, replay = played(plan_of(plain("chatters"), "squares"), tmp_path)
    assert result.seats[0].verdicts == {Verdict.OK: 12}
    assert "more bytes cut" in logs(replay, 0)


def test_a_flood_of_commands_is_dropped(tmp_path):
    result, replay = played(plan_of(plain("floods"), "squares", ticks=30), tmp_path)
    assert set(result.seats[0].verdicts) <= {Verdict.OK, Verdict.INVALID}
    assert result.seats[1].verdicts == {Verdict.OK: 30}
    assert commands(replay, 0)


@pytest.mark.parametrize("way", ["floods-letters", "floods-blanks", "floods-messages", "floods-pings"])
def test_a_flood_costs_a_bot_its_connection_and_nobody_else_anything(tmp_path, way):
    result, replay = played(plan_of(plain(way), plain("square"), lock_step=True, ticks=8), tmp_path)
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: 8}] * 2
    assert replay.turns[-1].reasons[0].startswith("the connection is lost: expected ")
    assert len(commands(replay, 1)) == 7


@pytest.mark.parametrize("late_seat", [0, 1])
def test_a_crowd_of_half_open_connections_keeps_nobody_out(tmp_path, late_seat):
    """One bot opens hundreds of connections before its opponent connects, and keeps opening more."""
    flag = tmp_path / "crowded"
    bots = [plain("comes-late", flag), plain("crowds", flag)]
    plan = plan_of(*bots[:: 1 if late_seat == 0 else -1], lock_step=True, ticks=10)
    result, replay = played(plan, tmp_path)
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: 10}] * 2
    assert len(commands(replay, late_seat)) == 9, "a command for every state but the last"
    assert not any(line.reasons and line.reasons[late_seat] for line in replay.turns)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux reports the owner of a connection")
def test_a_bot_that_knows_its_opponents_token_does_not_get_its_seat(tmp_path):
    """The seat belongs to the process that was started for it; the token alone is not enough."""
    flag = tmp_path / "tried"
    plan = plan_of(plain("comes-late", flag), plain("steals", flag), lock_step=True, ticks=6)
    result, replay = played(plan, tmp_path)
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: 6}] * 2
    assert "stolen: " in logs(replay, 1)
    assert "this seat belongs to another bot" in logs(replay, 1)
    assert [len(commands(replay, seat)) for seat in (0, 1)] == [5, 5]


def test_bots_learn_that_a_match_was_stopped(tmp_path, monkeypatch):
    failures = []
    plan = plan_of(plain("square"), "squares", ticks=5)
    players = plan.players()
    hub_player = players[0]
    assert isinstance(hub_player, HubPlayer)
    monkeypatch.setattr(hub_player.hub, "fail", lambda seat, reason: failures.append((seat, reason)))
    monkeypatch.setattr(plan, "players", lambda *_: players)
    monkeypatch.setattr(plan.game, "step", _raise_interrupt)
    with pytest.raises(KeyboardInterrupt):
        plan.play()
    assert failures == [(0, "the match was stopped")]


def _raise_interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_strict_stops_at_a_fault():
    changes = {"MaxTicks": 40, "TickRate": 40}
    plan = plan_match(
        "sproutopia",
        [plain("crashes"), "squares"],
        MatchTerms(settings=changes).with_budgets(LIMITS),
        seed=1,
        strict=True,
    )
    with pytest.raises(StrictStop):
        plan.play()


# Bots that join by themselves


class Joiner(threading.Thread):
    """A client that plays squares until the end."""

    def __init__(self, address: str, nickname: str) -> None:
        super().__init__(daemon=True)
        self._client = RawClient(address).shake_hands()
        self._client.register(nickname=nickname)
        self.targets: list[str] = []
        self.last: list[object] = []

    def run(self) -> None:
        client = self._client
        while (message := client.hear()) is not None:
            if message["type"] == 1:
                self.targets.append(message["target"])
                self.last = message["arguments"]
            if message.get("target") == "ReceiveBotState":
                client.say(
                    {
                        "type": 1,
                        "target": "SendPlayerCommand",
                        "arguments": [
                            {"action": 1 + message["arguments"][0]["gameTick"] % 4, "botId": client.token}
                        ],
                    }
                )
        client.drop()


def test_bots_join_by_themselves_and_name_their_seats(tmp_path):
    plan = plan_of("join", "squares", "join", lock_step=True, ticks=6)
    joiners: list[Joiner] = []

    def announce(text: str) -> None:
        assert "RUNNER_IPV4=" in text
        address = text.partition("connect to http://")[2].partition(":")[0]
        for name in ("first\x1b[31m", "second"):
            joiners.append(Joiner(address, name))
            joiners[-1].start()

    plan.gather(announce)
    assert plan.names[2] == "second"
    assert "\x1b" not in plan.names[0]
    _, replay = played(plan, tmp_path)
    for joiner in joiners:
        joiner.join(20)
        assert joiner.targets == ["ReceiveGameInformation"] + 6 * ["ReceiveBotState"] + ["EndGame"]
        assert joiner.last == [0, 6]
    assert [line.moves[2] for line in replay.turns] == ["IDLE", "DOWN", "LEFT", "RIGHT", "UP", "DOWN"]
    plan.close()


def test_bots_that_do_not_join(monkeypatch):
    monkeypatch.setenv("BOT_TIMEOUT", "1000")
    plan = plan_of("join", "join")
    joiners: list[Joiner] = []

    def announce(text: str) -> None:
        address = text.partition("connect to http://")[2].partition(":")[0]
        joiners.append(Joiner(address, "alone"))
        joiners[0].start()

    with pytest.raises(BotError, match="expected 2 bots to join within 1 s, but 1 did not come"):
        plan.gather(announce)
    joiners[0].join(20)
    assert joiners[0].targets == ["Disconnect"]


# Names of bots


def test_the_hub_is_for_its_own_game():
    with pytest.raises(BotError, match="the protocol sproutopia-2024 is for sproutopia, not for overdrive"):
        find_bot(get_game("overdrive"), "signalr:node bot.js")


def test_lock_step_without_a_hub_is_refused():
    with pytest.raises(InputError, match="--lock-step is for bots at a hub, and there is none"):
        plan_of("greedy", "squares", lock_step=True)


def test_the_command_that_plays_it_again():
    plan = plan_of("join", plain("square"), lock_step=True)
    assert plan.command().startswith("lanista play sproutopia join 'signalr:")
    assert plan.command().endswith("--lock-step")
