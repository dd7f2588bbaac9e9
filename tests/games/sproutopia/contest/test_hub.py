"""The hub as clients see it: the specification's section 8, call by call."""

import json
import socket
import threading
import time
import uuid
from typing import Any

import pytest

from lanista.bots.process import ports
from lanista.bots.protocol import waiting_clients
from lanista.bots.protocol.venues import find_venue, join_seconds
from lanista.bots.signalr import connection as connection_module
from lanista.bots.signalr import server as server_module
from lanista.bots.signalr.connection import HubConnection
from lanista.bots.signalr.tickets import Tickets
from lanista.bots.signalr.websocket import MESSAGE_BYTES
from lanista.core.errors import BotError, ConfigError
from lanista.game import get_game
from lanista.games.sproutopia.contest.farmers import read_action
from lanista.games.sproutopia.contest.hub import NO_SEED, MatchHub
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.settings import STANDARD
from lanista.games.sproutopia.state import MAX_QUEUED, Direction
from tests.games.sproutopia.contest.client import END, PORT, RawClient, negotiate, status_of
from tests.rows import every_row

IDLE = ["IDLE"] * 4
NOTHING: list[Any] = [0, "Idle", 5, -1, 1.5, True, None, "", "4", "north", [1], {}, 10**30, float("nan")]


def texts(hub: MatchHub, tick: int = 1) -> list[str]:
    """The commands that each seat sent for a tick."""
    for seat in range(4):
        hub.show(seat, tick, b"{}")
    return [hub.take(seat).text for seat in range(4)]


# Negotiation and connection (8.2)


def test_negotiation_of_version_1(hub):
    answer = negotiate(hub.address)
    assert answer.keys() == {"negotiateVersion", "connectionId", "connectionToken", "availableTransports"}
    assert answer["negotiateVersion"] == 1
    assert answer["availableTransports"] == [{"transport": "WebSockets", "transferFormats": ["Text", "Binary"]}]
    with RawClient(hub.address, answer["connectionToken"]) as client:
        assert client.status == 101


def test_negotiation_of_version_0(hub):
    answer = negotiate(hub.address, None)
    assert answer.keys() == {"negotiateVersion", "connectionId", "availableTransports"}
    assert answer["negotiateVersion"] == 0
    with RawClient(hub.address, answer["connectionId"]) as client:
        assert client.status == 101


def test_only_the_secret_id_connects_and_only_once(hub):
    answer = negotiate(hub.address)
    for wrong in ("1", answer["connectionId"]):
        with RawClient(hub.address, wrong) as client:
            assert client.status == 404
    secret = answer["connectionToken"]
    with RawClient(hub.address, secret) as first, RawClient(hub.address, secret) as second:
        assert (first.status, second.status) == (101, 404)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/runnerhub/negotiate", 405),
        ("POST", "/elsewhere/negotiate", 404),
        ("GET", "/runnerhub", 404),
        ("POST", "/RunnerHub/Negotiate?negotiateVersion=1", 200),
    ],
)
def test_other_requests(hub, method, path, status):
    assert status_of(hub.address, method, path) == status


def test_a_second_hub_has_another_address_on_the_same_port(hub):
    other = MatchHub(STANDARD, 2)
    other.open()
    try:
        assert other.address != hub.address
        assert other.address.startswith("127.")
    finally:
        other.close()


def test_an_error_says_that_no_address_is_free(hub, monkeypatch):
    monkeypatch.setattr(ports, "loopback_addresses", lambda: [hub.address])
    with pytest.raises(BotError, match=r"expected port 5000.*to be free.*in use"):
        MatchHub(STANDARD, 2).open()


def test_a_length_of_5000_digits_is_a_bad_request(hub):
    with socket.create_connection((hub.address, PORT), 20) as link:
        link.sendall(b"POST /runnerhub/negotiate HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n")
        assert link.recv(100).startswith(b"HTTP/1.1 400 ")
    assert still_serves(hub)


def test_ids_take_no_memory_until_they_are_used(hub):
    """However many are issued, each works; one issued elsewhere does not."""
    tickets = hub._serving()._negotiation._tickets
    issued = [tickets.issue() for _ in range(5000)]
    assert not tickets._used
    assert tickets.use(issued[0], 15)
    assert not tickets.use(issued[0], 15)
    assert not tickets.use(issued[1], -1), "too old"
    assert not tickets.use(Tickets().issue(), 15)
    wrong = ["", ".", "x.y", "\udcff.\udcff", issued[2] + "0", issued[2][1:]]
    assert not any(tickets.use(text, 15) for text in wrong)


# Handshake and messages


def test_an_unknown_protocol_is_refused(hub):
    with RawClient(hub.address) as client:
        client.say({"protocol": "messagepack", "version": 1})
        assert client.hear() == {"error": "expected the protocol json, version 1, got messagepack 1"}
        assert client.hear() is None


def test_a_version_that_only_repeats_the_negotiation_is_accepted(hub):
    with RawClient(hub.address) as client:
        client.say({"protocol": "json", "version": 0})
        assert client.hear() == {}


def test_several_messages_in_a_frame_and_one_in_several(hub):
    with RawClient(hub.address) as client:
        register = {"type": 1, "target": "Register", "arguments": [client.token, "a"], "invocationId": "7"}
        client.say({"protocol": "json", "version": 1}, {"type": 6}, register)
        assert client.hear() == {}
        assert client.hear_until(3) == {"type": 3, "invocationId": "7", "result": None}
        ask = json.dumps({"type": 1, "target": "GetGameInfo", "arguments": [client.token]}) + END
        for letter in ask.encode():
            client.send_frame(bytes([letter]))
        assert client.hear_until(1)["target"] == "ReceiveGameInformation"


def test_registered_goes_out_before_the_completion(connect):
    client = connect()
    token = str(uuid.uuid4())
    client.register("{" + token.upper() + "}")
    assert client.events == [{"type": 1, "target": "Registered", "arguments": [token]}]


def test_a_call_without_an_id_has_no_completion(connect):
    client = connect()
    client.say({"type": 1, "target": "Nonsense", "arguments": []})
    client.say({"type": 1, "target": "GetGameInfo", "arguments": [], "invocationId": None})
    assert "error" in client.call("Nonsense")
    assert client.events == []


@pytest.mark.parametrize(
    ("method", "arguments", "reason"),
    [
        ("Fly", [], "the hub has no method 'Fly'; it has Register"),
        ("GameComplete", [1, 2], "the hub has no method"),
        ("GameFailed", ["x", 1, 2], "the hub has no method"),
        ("Register", ["only one"], "Register expects 2 arguments, got 1"),
        ("Register", ["no uuid", "nick"], "expects a token that is a UUID, got 'no uuid'"),
        ("Register", [7, "nick"], "expects a token that is a UUID, got '7'"),
        ("SendPlayerCommand", ["UP"], "expects an object such as"),
    ],
)
def test_calls_that_are_refused(connect, method, arguments, reason):
    completion = connect().call(method, *arguments)
    assert reason in completion["error"]
    assert "result" not in completion


def test_a_stream_is_refused_and_unknown_types_are_ignored(connect):
    client = connect()
    client.say({"type": 99}, {"type": 5, "invocationId": "1"}, {"type": 4, "target": "x", "invocationId": "2"})
    assert client.hear() == {"type": 3, "invocationId": "2", "error": "no method of this hub streams"}


def test_the_hub_pings_when_nothing_else_is_sent(hub, monkeypatch):
    monkeypatch.setattr(connection_module, "PING_SECONDS", 0.05)
    with RawClient(hub.address) as client:
        client.shake_hands()
        assert client.hear() == {"type": 6}
        assert client.hear() == {"type": 6}


def test_a_silent_client_is_dropped(hub, monkeypatch):
    hub._serving().idle_timeout = 0.05
    with RawClient(hub.address) as client:
        client.shake_hands()
        assert client.hear() is None


def test_a_client_may_be_silent_without_timeouts(hub):
    hub._serving().idle_timeout = 0.05
    hub.disable_timeouts()
    with RawClient(hub.address) as client:
        client.shake_hands()
        assert not threading.Event().wait(0.2)
        assert client.register()["result"] is None


def test_a_client_can_close(connect):
    client = connect()
    client.say({"type": 7})
    assert client.hear() is None


# Registration (8.3)


def test_farmers_are_given_in_order_of_registration(hub, connect):
    clients = [connect() for _ in range(4)]
    for number, client in enumerate(reversed(clients)):
        client.register(nickname=f"bot {number}")
    assert [farmer.id for farmer in hub.farmers] == [client.token for client in reversed(clients)]
    assert [hub.nickname(seat) for seat in range(4)] == ["bot 0", "bot 1", "bot 2", "bot 3"]
    assert hub.gather(0) == 0


def test_a_fifth_registration_is_refused(connect):
    for _ in range(4):
        assert connect().register()["result"] is None
    assert "all seats of this match are taken (4 registered)" in connect().register()["error"]


def test_the_same_token_twice_is_refused(connect):
    first, second = connect(), connect()
    first.register()
    assert "is registered already" in second.register(first.token)["error"]
    assert "registered already; a bot registers once" in first.register(str(uuid.uuid4()))["error"]


def test_the_token_of_a_started_bot_leads_to_its_seat(connect, hub):
    hub.farmers[2].invited = False
    client = connect()
    client.register(hub.variables(2, "c", hub.address)["Token"])
    assert hub.farmers[2].connection is not None
    assert hub.farmers[0].connection is None


def test_nobody_else_gets_the_seat_of_a_started_bot(connect, hub):
    for farmer in hub.farmers:
        farmer.invited = False
    error = connect().register()["error"]
    assert "registers with the token in its environment (Token, REGISTRATION_TOKEN or TOKEN)" in error


def test_a_started_bot_takes_no_seat_but_its_own(connect, hub, monkeypatch):
    """Neither that of another started bot nor one left to any bot that joins."""
    hub.farmers[1].invited, hub.farmers[1].owner = False, 100
    hub.farmers[2].invited, hub.farmers[2].owner = False, 200
    monkeypatch.setattr(HubConnection, "owner", 100)
    client = connect()
    for token in (hub.farmers[2].id, str(uuid.uuid4())):
        assert "this seat belongs to another bot" in client.register(token)["error"]
    assert "result" in client.register(hub.farmers[1].id)
    assert [farmer.connection is not None for farmer in hub.farmers] == [False, True, False, False]


def test_nobody_registers_once_the_match_has_begun(connect, hub):
    """From the first tick on, all other bots know the id of an absent one."""
    first, late = connect(), connect()
    first.register()
    absent = hub.farmers[2]
    absent.invited = False
    hub.show(0, 1, b"{}")
    assert "the match has begun" in late.register(absent.id)["error"]
    late.command(1, absent.id)
    assert texts(hub, 2) == IDLE


def test_what_is_in_the_socket_by_the_deadline_counts(connect, hub):
    """The hub's thread may lag behind: here it is blocked while commands arrive, until the tick is closed."""
    client = connect()
    client.register()
    server = hub._serving()
    busy, stop = threading.Event(), threading.Event()

    def hold_up() -> None:
        busy.set()
        stop.wait(20)

    server.run(hold_up)
    assert busy.wait(20)
    call = {"type": 1, "target": "SendPlayerCommand", "arguments": [{"action": 4, "botId": client.token}]}
    client.say(call)
    settling = threading.Thread(target=hub.settle)
    settling.start()
    stop.set()
    settling.join(20)
    assert texts(hub)[0] == "RIGHT@1"


def test_methods_and_members_are_matched_without_regard_to_case(connect, hub):
    client = connect()
    client.call("REGISTER", client.token, "a")
    client.call("sendPLAYERcommand", {"Action": 4, "BotId": client.token.upper()})
    assert texts(hub) == ["RIGHT@1", *IDLE[1:]]


def test_information_is_for_the_bot_itself(connect, hub):
    first, second = connect(), connect()
    first.register()
    second.register()
    assert first.call("GetGameInfo", second.token)["result"] is None
    first.events.clear()
    first.call("getgameinfo", first.token)
    (received,) = first.events
    assert received["target"] == "ReceiveGameInformation"
    bots = {str(seat): farmer.id for seat, farmer in enumerate(hub.farmers)}
    assert received["arguments"] == [
        {
            "maxTicks": 1000,
            "tickRate": 400,
            "rows": 50,
            "cols": 50,
            "randomSeed": NO_SEED,
            "playerWindowSize": 10,
            "bots": bots,
        }
    ]
    assert [bots["0"], bots["1"]] == [first.token, second.token]


# Commands


@pytest.mark.parametrize(
    ("value", "direction"),
    [
        (1, Direction.UP),
        (2.0, Direction.DOWN),
        ("left", Direction.LEFT),
        ("RIGHT", Direction.RIGHT),
    ],
)
def test_actions(value, direction):
    assert read_action(value) is direction


@every_row("value", NOTHING)
def test_values_that_are_no_action(value):
    assert read_action(value) is None


def test_commands_count_only_from_the_connection_that_registered(connect, hub):
    first, second = connect(), connect()
    first.register()
    assert second.command(1, first.token)["result"] is None  # silently ignored
    second.register()
    second.command(2, first.token)
    second.command(3, str(uuid.uuid4()))
    second.command(4)
    assert texts(hub) == ["IDLE", "RIGHT@1", "IDLE", "IDLE"]


def test_a_lost_connection_changes_nothing_and_reconnecting_restores_nothing(connect, hub):
    first = connect()
    first.register()
    first.command(1)
    first.drop()
    again = connect()
    assert "reconnecting does not restore a bot" in again.register(first.token)["error"]
    again.command(2, first.token)
    assert texts(hub) == ["UP@1", *IDLE[1:]]
    assert texts(hub, 2) == IDLE


def test_ranks_give_the_order_of_arrival(connect, hub):
    first, second = connect(), connect()
    first.register()
    second.register()
    for client, action in ((second, 1), (first, 4), (second, 3), (first, 2)):
        client.command(action)
    assert texts(hub) == ["RIGHT@2 DOWN@4", "UP@1 LEFT@3", "IDLE", "IDLE"]


def test_no_command_is_lost_when_all_send_together(connect, hub):
    """Four connections send at the same moment, tick after tick, while the referee takes."""
    clients = [connect() for _ in range(4)]
    for client in clients:
        client.register()
    start = threading.Barrier(4)
    each = 60

    def send(client: RawClient, action: int) -> None:
        start.wait()
        for _ in range(each):
            client.command(action)

    threads = [threading.Thread(target=send, args=(client, seat + 1)) for seat, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    taken: list[list[str]] = [[], [], [], []]
    tick = 0
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", SPROUTOPIA.real_time), 1, 4)
    while any(thread.is_alive() for thread in threads) or any(farmer.waiting for farmer in hub.farmers):
        tick += 1
        time.sleep(0.005)  # a tick takes time; without it the states that are sent would drown the clients
        sent = texts(hub, tick)
        ranks = [int(word.partition("@")[2]) for text in sent for word in text.split() if "@" in word]
        assert sorted(ranks) == list(range(1, len(ranks) + 1)), "the ranks of a tick run from 1 without gaps"
        for seat, text in enumerate(sent):
            state.record.farmers[seat].queued = state.record.farmers[seat].direction = 0
            SPROUTOPIA.read(state, seat, text)  # the game takes it
            taken[seat] += [word.partition("@")[0] for word in text.split() if word != "IDLE"]
    for thread in threads:
        thread.join()
    assert taken == [[Direction(seat + 1).name] * each for seat in range(4)]


def test_as_many_commands_as_a_queue_holds_come_in_one_tick_and_more_are_dropped(connect, hub):
    client = connect()
    client.register()
    completions = [client.command(1 + i % 4) for i in range(MAX_QUEUED + 3)]
    assert ["error" in completion for completion in completions] == [False] * MAX_QUEUED + [True] * 3
    assert f"the command was dropped: {MAX_QUEUED} wait" in completions[-1]["error"]
    names = [Direction(1 + i % 4).name for i in range(MAX_QUEUED)]
    assert texts(hub)[0].split() == [f"{name}@{rank}" for rank, name in enumerate(names, 1)]
    assert hub.take(0).dropped == 3
    assert texts(hub, 2) == IDLE


def test_lock_step_leaves_the_order_to_the_seed():
    hub = MatchHub(STANDARD, 4, lock_step=True)
    hub.open()
    hub.invite(0)
    with RawClient(hub.address) as client:
        client.shake_hands().register()
        client.command(1)
        client.command(4)
        assert texts(hub)[0] == "UP RIGHT"
    hub.close()


# What bots receive


def test_views_carry_the_bots_own_ids(connect, hub):
    """A token may even look like the id that a view has for another seat."""
    ids = ["00000002-0000-0000-0000-000000000000", "00000001-0000-0000-0000-000000000000"]
    clients = [connect(), connect()]
    for client, token in zip(clients, ids, strict=True):
        client.register(token)
    state = SPROUTOPIA.start(SPROUTOPIA.configure(), 1, 4)
    state.record.farmers[0].cells = 500
    for seat in range(2):
        hub.show(seat, 2, SPROUTOPIA.view_json(state, seat))
        (received,) = clients[seat].hear_until(1, "ReceiveBotState")["arguments"]
        assert received["leaderBoard"] == {ids[0]: 20, ids[1]: 0, hub.farmers[2].id: 0, hub.farmers[3].id: 0}
        assert received.keys() == SPROUTOPIA.view(state, seat).keys()
        assert "botPostions" in received


def test_the_first_tick_has_no_state_and_the_information_comes_once(connect, hub):
    client = connect()
    client.register()
    hub.show(0, 1, b'{"tick":0}')
    hub.show(0, 2, b'{"tick":1}')
    client.hear_until(1, "ReceiveBotState")
    assert [event["target"] for event in client.events] == ["Registered", "ReceiveGameInformation"]


def test_the_end_of_a_match_and_its_failure(connect, hub):
    first, second = connect(), connect()
    first.register()
    second.register()
    hub.end_game(0, b"{}", 1000)
    hub.fail(1, "no match")
    assert first.hear() == {"type": 1, "target": "ReceiveBotState", "arguments": [{}]}
    assert first.hear() == {"type": 1, "target": "EndGame", "arguments": [NO_SEED, 1000]}
    assert second.hear() == {"type": 1, "target": "Disconnect", "arguments": ["no match"]}
    for client in (first, second):
        assert client.hear() == {"type": 7}
        assert client.hear() is None


def test_other_games_have_no_hub():
    with pytest.raises(BotError, match="cannot join a match of overdrive"):
        find_venue(get_game("overdrive"), {}, 2, lock_step=False)


def test_bot_timeout(monkeypatch):
    assert join_seconds() == 300
    monkeypatch.setenv("BOT_TIMEOUT", "1500")
    assert join_seconds() == 1.5
    for text in ("soon", "9" * 5000, "9" * 18, "-1", "٣"):
        monkeypatch.setenv("BOT_TIMEOUT", text)
        with pytest.raises(ConfigError, match=f"BOT_TIMEOUT expects milliseconds, .*, got '{text[:9]}"):
            join_seconds()


# Hostile clients


def still_serves(hub: MatchHub) -> bool:
    """Whether another client can register."""
    with RawClient(hub.address) as client:
        return "result" in client.shake_hands().register()


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":1' + END.encode(),
        b"[]" + END.encode(),
        b"\xff\xfe" + END.encode(),
        b'{"type":1,"target":"\xff"}' + END.encode(),
        b'{"type":1,"invocationId":"\xed\xa0\x80"}' + END.encode(),
        b'{"type":' + b"9" * 5000 + b"}" + END.encode(),
        b'{"type":"one"}' + END.encode(),
        b'{"type":1,"target":{},"arguments":[]}' + END.encode(),
        b'{"type":1,"target":"Register","arguments":' + b"[" * 100_000 + END.encode(),
        END.encode(),
        b"x" * (MESSAGE_BYTES + 1),
        (b'{"type":6}' + END.encode()) * 5000,
    ],
)
def test_messages_that_end_a_connection(hub, connect, data):
    client = connect()
    client.send_frame(data)
    message = client.hear()
    assert message is None or (message["type"] == 7 and "expected" in message["error"])
    assert message is None or client.hear() is None
    assert still_serves(hub)


@pytest.mark.parametrize(
    "first", [b'{"type":6}\x1e', b"hello\x1e", b'{"protocol":"json"}\x1e', b"\x1e", b"{}\x1e"]
)
def test_no_handshake(hub, first):
    with RawClient(hub.address) as client:
        client.send_frame(first)
        message = client.hear()
        assert message is not None
        assert 'expected the handshake {"protocol":"json","version":1}' in message["error"]
        assert client.hear() is None
    assert still_serves(hub)


def test_half_open_connections_hold_nobody_up(hub, monkeypatch):
    monkeypatch.setattr(server_module, "HANDSHAKE_SECONDS", 0.2)
    with RawClient(hub.address) as waits:
        assert waits.hear() is None  # it never shook hands
    with RawClient(hub.address) as client:
        client.send_bytes(b"\x81")  # half a frame
        assert still_serves(hub)
        assert client.hear() is None


def test_a_client_that_never_reads_is_disconnected(hub, connect):
    client = connect()
    client.register()
    view = b'"' + b"x" * 200_000 + b'"'
    tick = 2
    while hub.farmers[0].is_connected and tick < 1000:
        hub.show(0, tick, view)
        tick += 1
        threading.Event().wait(0.001)
    assert not hub.farmers[0].is_connected
    with RawClient(hub.address) as other:
        assert "the match has begun" in other.shake_hands().register()["error"]


def test_too_many_connections_are_turned_away_the_oldest_first(hub, monkeypatch):
    monkeypatch.setattr(waiting_clients, "MAX_WAITING", 2)
    monkeypatch.setattr(waiting_clients, "EVICTED", 1)
    with RawClient(hub.address) as first, RawClient(hub.address) as second, RawClient(hub.address) as third:
        assert first.hear() is None
        for client in (second, third):
            assert "result" in client.shake_hands().register()


def test_a_registered_client_is_not_turned_away(hub, monkeypatch):
    monkeypatch.setattr(waiting_clients, "MAX_WAITING", 1)
    monkeypatch.setattr(waiting_clients, "EVICTED", 1)
    with RawClient(hub.address) as seated:
        seated.shake_hands().register()
        for _ in range(5):
            with RawClient(hub.address) as client:
                client.shake_hands()
        assert "result" in seated.command(1)


def test_closing_does_not_wait_for_clients_that_stay(hub):
    with RawClient(hub.address) as client:
        client.shake_hands()
        hub.close()
        assert client.hear() == {"type": 7}
