"""Bots of the Orbis Challenge 2015 over TCP: kits' clients, and clients that misbehave."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.builtin import PolicyPlayer
from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import BotPlayer, Budgets
from lanista.bots.process.ports import open_port
from lanista.core.errors import BotError
from lanista.core.system import Poll
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.games.rampage.contest import server
from lanista.games.rampage.contest.message import original_message
from lanista.games.rampage.contest.player import JoinedPlayer, Orbis2015Player, command_at
from lanista.games.rampage.contest.server import NAME_BYTES, JoinListener
from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn, Referee
from tests.clock import PatientClock
from tests.hostile.leftovers import command_lines
from tests.hostile.matches import OpponentClock, Patience
from tests.programs import need
from tests.rows import every_row

HERE = Path(__file__).parent
KIT = [sys.executable, str(HERE / "kit.py")]
RAMPAGE = get_game("rampage")
OK, INVALID, TIMEOUT, CRASHED = Verdict.OK, Verdict.INVALID, Verdict.TIMEOUT, Verdict.CRASHED
PROTOCOL, FLOOD = Verdict.PROTOCOL_ERROR, Verdict.OUTPUT_LIMIT
TURNS = 16
PATIENT = Budgets(20_000, 5_000)


class History:
    """Records the turns of a match, and the executed moves of the first seat."""

    def __init__(self) -> None:
        self.turns: list[PlayedTurn] = []
        self.moves: list[str] = []

    def begin(self, setup, names, state) -> None:
        """Nothing yet."""

    def turn(self, turn: PlayedTurn, state) -> None:
        """A turn was played."""
        self.turns.append(turn)
        self.moves.append(original_message(state, 1)["opponent"]["opponentLastMove"])

    def end(self, *_: object) -> None:
        """Nothing more."""


def play(
    *players: BotPlayer, limits: Budgets = PATIENT, turns: int = 0, history: History | None = None
) -> MatchResult:
    return referee(players, limits, turns, [history] if history else []).play()


def play_patiently(
    *players: BotPlayer, silent: range = range(0), turns: int = TURNS, history: History | None = None
) -> MatchResult:
    """A match in which a turn times out only if it is one of the bot's silent turns."""
    clock = OpponentClock(60.0, players[1])
    observers: list[Observer] = [Patience(clock, silent), *([history] if history else [])]
    return referee(players, Budgets(20_000, 200), turns, observers, clock).play()


def referee(
    players: Sequence[BotPlayer],
    limits: Budgets,
    turns: int,
    observers: Sequence[Observer] = (),
    clock: Clock = SYSTEM_CLOCK,
) -> Referee:
    config = RAMPAGE.configure("standard", {"max_turns": turns} if turns else {})
    setup = MatchSetup(RAMPAGE, 1, "standard", config, limits, map="crossroads")
    return Referee(setup, players, observers, clock)


def hostile(fault: str) -> Orbis2015Player:
    return Orbis2015Player([sys.executable, "-B", str(HERE / "hostile.py"), fault], fault)


@pytest.fixture(scope="session")
def java_kit(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the Java client, compiled."""
    need("javac", "java")
    folder = tmp_path_factory.mktemp("java")
    subprocess.run(["javac", "-d", str(folder), str(HERE / "Kit.java")], check=True, timeout=120)
    return ["java", "-Xshare:auto", "-XX:+UseSerialGC", "-cp", str(folder), "Kit"]


# Whole matches


@pytest.mark.parametrize("opponent", ["hunter", "collector"])
def test_a_python_kit_plays_a_whole_match_against_a_built_in_bot(opponent):
    result = play(Orbis2015Player(KIT, "kit"), PolicyPlayer("rampage", opponent, opponent))
    assert result.outcome is not None
    assert set(result.seats[0].verdicts) == {OK}, result.seats[0].fault


def test_a_java_kit_plays_against_a_built_in_bot_and_against_a_python_kit(java_kit):
    for opponent in (PolicyPlayer("rampage", "collector", "collector"), Orbis2015Player(KIT, "python")):
        result = play(Orbis2015Player(java_kit, "java"), opponent)
        assert result.outcome is not None
        assert [set(seat.verdicts) for seat in result.seats] == [{OK}, {OK}], result.seats


@pytest.mark.parametrize("begin", [False, True])
def test_begin_is_sent_only_if_it_is_wanted(begin, java_kit):
    """The Python kit answers BEGIN with an empty line, the Java kit with its name."""
    result = play(Orbis2015Player(KIT, "python", begin=begin), Orbis2015Player(java_kit, "java", begin=begin))
    assert [set(seat.verdicts) for seat in result.seats] == [{OK}, {OK}]


def test_a_kit_gets_the_contests_own_messages():
    """Every line equals `original_message`, which is compared with recorded messages of the original elsewhere."""
    seen: list[dict[str, Any]] = []

    def client(link: socket.socket) -> None:
        with link, link.makefile("rw") as lines:
            lines.write("me\n")
            lines.flush()
            while (signal := lines.readline().strip()) == "MOVE":
                seen.append(json.loads(lines.readline()))
                lines.write("FACE_UP\n")
                lines.flush()
            assert signal == "END"

    expected: list[dict[str, Any]] = []

    class Watcher(History):
        def begin(self, setup, names, state) -> None:
            expected.append(original_message(state, 0))

        def turn(self, turn, state) -> None:
            expected.append(original_message(state, 0))

    with joined(1, client) as players:
        play(*players, PolicyPlayer("rampage", "collector", "c"), turns=5, history=Watcher())
    assert len(seen) == 5
    assert seen == expected[:-1]
    assert seen[0]["opponent"]["opponentLastMove"] == "NONE"
    assert "opponentLastMove" not in seen[0]["player"]


# Misbehaviour: fault, verdicts of 16 turns, and a word of the first fault's reason
TABLE = [
    ("silent", {OK: 2, TIMEOUT: 14}, "no answer within 300 ms"),
    ("deaf", {TIMEOUT: 16}, "no answer within 300 ms"),
    ("half", {OK: 2, TIMEOUT: 14}, "no answer within 300 ms"),
    ("closes", {OK: 2, CRASHED: 14}, "closed its connection"),
    ("crashes", {OK: 2, CRASHED: 14}, "exit status 1"),
    ("floods", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("endless", {OK: 2, FLOOD: 14}, "wrote more than"),
    ("twice", {OK: 15, PROTOCOL: 1}, "answered twice"),
    ("hurries", {OK: 15, PROTOCOL: 1}, "before turn 1 was asked"),
    ("unknown", {OK: 15, INVALID: 1}, "unknown move 'JUMP'"),
    ("empty", {OK: 15, INVALID: 1}, "unknown move ''"),
    ("bytes", {OK: 15, INVALID: 1}, "unknown move"),
    ("no_response", {OK: 15, TIMEOUT: 1}, "NO_RESPONSE"),
    ("pieces", {OK: 16}, ""),
    ("windows", {OK: 16}, ""),
]
# The turns in which a client never answers; in all other turns we wait for it.
SILENT = {"silent": range(3, 17), "deaf": range(1, 17), "half": range(3, 17), "closes": range(3, 4)}


@every_row(("fault", "verdicts", "reason"), TABLE, ids=[row[0] for row in TABLE])
def test_misbehaviour_gets_its_verdict_and_the_match_ends(fault, verdicts, reason):
    result = play_patiently(hostile(fault), bystander(), silent=SILENT.get(fault, range(0)))
    seat = result.seats[0]
    assert result.turns == TURNS
    assert dict(seat.verdicts) == verdicts, seat.fault
    assert reason in (seat.fault.reason if seat.fault else "")
    assert not [line for line in command_lines() if f"{HERE / 'hostile.py'} {fault}" in line], "it survived"


def bystander() -> BotPlayer:
    """A built-in bot that will not end the match early."""
    return PolicyPlayer("rampage", "collector", "collector")


def test_a_late_answer_does_not_slip_into_the_next_turn():
    """11.4. The client's third answer comes when the turn is over; the moves after it are those of their turns."""
    history = History()
    play_patiently(hostile("late"), bystander(), silent=range(3, 4), history=history)
    lost = [i for i, turn in enumerate(history.turns) if turn.answers[0].verdict is TIMEOUT]
    assert lost == [2]
    assert "FACE_DOWN" not in history.moves, "the late answer to turn 3 was played in a later turn"
    assert [turn.answers[0].text for i, turn in enumerate(history.turns) if i not in lost] == ["FACE_UP"] * (
        TURNS - len(lost)
    )
    assert any("came too late and was dropped: FACE_DOWN" in turn.answers[0].log for turn in history.turns)


class UntilConnected(PatientClock):
    """Waits only until a bot has connected."""

    def __init__(self, player: Orbis2015Player) -> None:
        super().__init__()
        self._player = player

    def poll(self, poll: Poll, seconds: float | None) -> list[tuple[int, int]]:
        self.patience = 0.01 if self._player._listener else 60.0
        return super().poll(poll, seconds)


@pytest.mark.parametrize(
    ("fault", "reason"), [("stays_away", "it must connect to 127.0.0.1:"), ("nameless", "it must send one line")]
)
def test_the_fault_of_a_bot_that_is_not_ready_says_what_is_missing(fault, reason):
    player = hostile(fault)
    clock = UntilConnected(player) if fault == "nameless" else PatientClock(0.01)
    result = referee([player, bystander()], Budgets(1_500, 200), 2, clock=clock).play()
    seat = result.seats[0]
    assert dict(seat.verdicts) == {TIMEOUT: 2}
    assert seat.fault is not None
    assert reason in seat.fault.reason


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux can look up the owner of a connection"
)
@pytest.mark.parametrize("late_seat", [0, 1])
def test_many_connections_to_a_port_neither_block_its_bot_nor_take_its_seat(tmp_path, late_seat):
    """A bot opens hundreds of connections to its opponent's port before the opponent does; some send a name."""
    with open_port(0) as free:
        port = free.getsockname()[1]
    flag = tmp_path / "crowded"
    late = Orbis2015Player([sys.executable, str(HERE / "hostile.py"), f"comes_late={flag}"], "late", port=port)
    players = [late, hostile(f"crowds={flag}={port}")]
    history = History()
    result = play(
        *players[:: 1 if late_seat == 0 else -1], turns=6, limits=Budgets(60_000, 20_000), history=history
    )
    assert [dict(seat.verdicts) for seat in result.seats] == [{OK: 6}] * 2, result.seats
    assert "[a connection from another bot was refused]" in history.turns[0].answers[late_seat].log


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc to count open files")
def test_nothing_stays_open_after_a_match():
    """Whatever the client did: ports, connections and pipes are closed."""
    before = len(os.listdir("/proc/self/fd"))
    for fault in ("closes", "floods", "twice"):
        play_patiently(hostile(fault), bystander(), silent=SILENT.get(fault, range(0)), turns=4)
    with joined(1, simple_client("me", "NONE")) as players:
        play(*players, bystander(), turns=4)
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_a_kit_prints_is_its_log():
    history = History()
    play(Orbis2015Player(KIT, "kit"), bystander(), turns=3, history=history)
    assert "a kit prints to its console" in "".join(turn.answers[0].log for turn in history.turns)


def test_the_port_replaces_its_placeholder_or_is_appended_to_the_command():
    assert command_at(["run", "-d", "x"], 7, "me") == ["run", "-d", "x", "-p", "7"]
    assert command_at(["run", "--to={port}", "{name}"], 7, "me") == ["run", "--to=7", "me"]


def test_a_port_in_use_is_named():
    with open_port(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BotError, match=f"port {port} cannot be opened"):
            play(Orbis2015Player(KIT, "kit", port=port), bystander())


# Bots that join


Client = Callable[[socket.socket], None]


class joined:
    """Players for clients that run in threads and have joined a listener in this order."""

    def __init__(self, count: int, *clients: Client) -> None:
        self._listener = JoinListener(0)
        self._listener.open()
        for seat in range(count):
            self._listener.invite(seat)
        self._threads: list[threading.Thread] = []
        for client in clients:
            link = socket.create_connection(("127.0.0.1", self._listener.port), 20)
            self._threads.append(threading.Thread(target=client, args=(link,), daemon=True))
        for thread in self._threads:
            thread.start()
        assert self._listener.gather(20) == 0
        self.names = [self._listener.nickname(seat) for seat in range(count)]
        self.players = [JoinedPlayer(f"seat {seat}") for seat in range(count)]
        for player in self.players:
            player.meet_at(self._listener)

    def __enter__(self) -> list[JoinedPlayer]:
        return self.players

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive()


def simple_client(name: str, move: str) -> Client:
    def client(link: socket.socket) -> None:
        with link, link.makefile("rw") as lines:
            lines.write(f"{name}\n")
            lines.flush()
            while lines.readline().strip() == "MOVE":
                lines.readline()
                lines.write(f"{move}\n")
                lines.flush()

    return client


def test_the_first_to_connect_is_player_one():
    history = History()
    meeting = joined(2, simple_client("first", "FACE_UP"), simple_client("second", "FACE_DOWN"))
    with meeting as players:
        result = play(*players, turns=4, history=history)
    assert meeting.names == ["first", "second"]
    assert [answer.text for answer in history.turns[0].answers] == ["FACE_UP", "FACE_DOWN"]
    assert [dict(seat.verdicts) for seat in result.seats] == [{OK: 4}, {OK: 4}]


def test_a_joined_bot_that_leaves_has_crashed_and_the_match_goes_on():
    def leaves(link: socket.socket) -> None:
        with link:
            link.sendall(b"leaves\n")

    with joined(1, leaves) as players:
        result = play(*players, bystander(), turns=4)
    assert dict(result.seats[0].verdicts) == {CRASHED: 4}


@pytest.fixture
def listener() -> Iterator[JoinListener]:
    opened = JoinListener(0)
    opened.open()
    yield opened
    opened.close()


def test_a_seat_stays_free_if_nobody_joins(listener):
    listener.invite(0)
    listener.invite(1)
    assert f"127.0.0.1:{listener.port}" in listener.invitation()
    with socket.create_connection(("127.0.0.1", listener.port)) as link:
        link.sendall(b"one\n")
        assert listener.gather(0.3) == 1
        listener.dismiss("nobody else came")
        assert link.recv(10) == b"END\n"


def test_a_client_that_leaves_before_sending_its_name_takes_no_seat(listener):
    listener.invite(0)
    socket.create_connection(("127.0.0.1", listener.port)).close()
    with socket.create_connection(("127.0.0.1", listener.port)) as link:
        link.sendall(b"real\n")
        assert listener.gather(20) == 0
    assert listener.nickname(0) == "real"


def test_many_idle_connections_keep_nobody_out(listener):
    """Hundreds of connections that send nothing, half a name, or too long a one; the oldest are dropped."""
    listener.invite(0)
    listener.invite(1)
    with ExitStack() as stack:
        for number in range(300):
            link = stack.enter_context(socket.create_connection(("127.0.0.1", listener.port)))
            link.sendall((b"", b"half", b"x" * (NAME_BYTES + 1))[number % 3])
            assert listener.gather(0.001) == 2
        for name in (b"first\n", b"second\n"):
            stack.enter_context(socket.create_connection(("127.0.0.1", listener.port))).sendall(name)
        assert listener.gather(20) == 0
    assert [listener.nickname(seat) for seat in (0, 1)] == ["first", "second"]


def test_a_client_that_stays_silent_is_dropped(listener, monkeypatch):
    monkeypatch.setattr(server, "NAME_SECONDS", 0.0)
    listener.invite(0)
    with socket.create_connection(("127.0.0.1", listener.port)) as silent:
        silent.settimeout(20)
        assert listener.gather(0.1) == 1
        assert silent.recv(10) == b""


def test_a_silent_connection_keeps_nobody_from_playing(listener):
    listener.invite(0)
    with (
        socket.create_connection(("127.0.0.1", listener.port)) as silent,
        socket.create_connection(("127.0.0.1", listener.port)) as link,
    ):
        link.sendall(b"real\n")
        assert listener.gather(20) == 0
        assert listener.nickname(0) == "real"
        silent.settimeout(20)
        assert silent.recv(10) == b"", "a client without a seat is dropped"
