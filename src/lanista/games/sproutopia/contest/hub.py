"""The contest's hub: who plays which farmer, and which commands arrived in which order.

Clients call from the server's thread, the referee from its own; one lock keeps them apart.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.peers import UNKNOWN
from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import Connection, Refused
from lanista.bots.signalr.server import Server
from lanista.games.sproutopia.contest.farmers import Command, Farmer, Sent, close_tick, read_action, read_id
from lanista.games.sproutopia.state import MAX_QUEUED
from lanista.games.sproutopia.views import BOT_IDS
from lanista.text import inert, quoted

SHOWN_IDS = re.compile("|".join(BOT_IDS).encode())
PORT, PATH = 5000, "/runnerhub"  # bots of the contest have both in their code
NICKNAME = 40  # characters
NO_SEED = 0  # what bots are told for the match's seed


class MatchHub:
    """The hub of one match; `lock_step` leaves the order of arrival to the seed."""

    def __init__(self, config: Mapping[str, int], seats: int, *, lock_step: bool = False) -> None:
        self.lock_step = lock_step
        self.clock: Clock = SYSTEM_CLOCK
        self.farmers = [Farmer(str(uuid.uuid4())) for _ in range(seats)]
        self._config = config
        self._server: Server | None = None
        self._change = threading.Condition()
        self._arrivals = 0
        self._tick = 0
        self._settled = 0  # the tick for which that is done
        self._due = 0.0
        self._begun = False
        self._cut: list[Sent] | None = None  # of the tick about to be played
        self._users = 0

    # Opening and closing

    @property
    def url(self) -> str:
        """Where bots connect."""
        return self._opened().url

    @property
    def address(self) -> str:
        """The loopback address that it listens on."""
        return self._opened().address

    def open(self) -> None:
        """Listen, unless that is done already."""
        if self._server is None:
            server = Server(self, PORT, PATH)
            server.open()
            self._server = server

    def close(self) -> None:
        """End every connection."""
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def enter(self) -> None:
        """A player uses the hub from now on."""
        self._users += 1
        self.open()

    def leave(self) -> None:
        """A player is done; the last one closes the hub."""
        self._users -= 1
        if self._users == 0:
            self.close()

    def wait_for_ever(self) -> None:
        """A bot in a debugger may be silent."""
        self._opened().idle_timeout = None

    def variables(self, seat: int, nickname: str) -> dict[str, str]:
        """The environment of a bot that plays a seat."""
        token = self.farmers[seat].id
        return {
            "RUNNER_IPV4": self.address,
            "BOT_NICKNAME": nickname,
            "Token": token,
            "REGISTRATION_TOKEN": token,
            "TOKEN": token,
        }

    def _opened(self) -> Server:
        assert self._server is not None, "a hub is opened before it is used"
        return self._server

    # Bots that come by themselves

    def invite(self, seat: int) -> None:
        """Leave a seat to whoever registers."""
        self.farmers[seat].invited = True

    def invitation(self) -> str:
        """How a bot gets here."""
        return (
            f"connect to {self.url} and call Register(token, nickname), the token being any UUID; "
            f"a bot of the contest is started with RUNNER_IPV4={self.address} BOT_NICKNAME=... Token=..."
        )

    def gather(self, seconds: float) -> int:
        """Wait until every invited seat is taken, no longer than that; how many are still free."""
        with self._change:
            self._change.wait_for(lambda: not self._free(), seconds)
            return len(self._free())

    def nickname(self, seat: int) -> str:
        """What the bot at a seat calls itself."""
        return self.farmers[seat].nickname

    def dismiss(self, reason: str) -> None:
        """There will be no match."""
        for seat in range(len(self.farmers)):
            self.fail(seat, reason)

    def _free(self) -> list[Farmer]:
        return [farmer for farmer in self.farmers if farmer.invited and farmer.connection is None]

    # The clients' side, on the server's thread

    def call(self, connection: Connection, method: str, arguments: list[Any]) -> None:
        """Run a method of the hub, found without regard to case."""
        methods: dict[str, tuple[int, Callable[..., None]]] = {
            "register": (2, self._register),
            "sendplayercommand": (1, self._command),
            "getgameinfo": (1, self._inform),
        }
        if method.lower() not in methods:
            raise Refused(
                f"the hub has no method {quoted(method, 40)}; it has Register, SendPlayerCommand and GetGameInfo"
            )
        count, run = methods[method.lower()]
        if len(arguments) != count:
            raise Refused(f"{inert(method)} expects {count} arguments, got {len(arguments)}")
        with self._change:
            run(connection, *arguments)

    def lost(self, connection: Connection) -> None:
        """A lost connection changes nothing; a match in lock-step does not wait for it."""
        with self._change:
            for farmer in self._held_by(connection):
                farmer.notify()

    def _held_by(self, connection: Connection) -> list[Farmer]:
        return [farmer for farmer in self.farmers if farmer.connection is connection]

    def _register(self, connection: Connection, token: Any, nickname: Any) -> None:
        given = read_id(token)
        if given is None:
            raise Refused(f"Register expects a token that is a UUID, got {quoted(token, 60)}")
        if self._held_by(connection):
            raise Refused("this connection has registered already; a bot registers once")
        if self._begun:
            raise Refused("the match has begun; a bot registers before its first tick")
        farmer = self._farmer_for(given)
        self._check_owner(connection, farmer)
        farmer.id, farmer.connection = given, connection
        farmer.nickname = inert(nickname, NICKNAME) if isinstance(nickname, str) else ""
        connection.admit()
        connection.send(messages.event("Registered", given))
        farmer.notify()
        self._change.notify_all()

    def _check_owner(self, connection: Connection, farmer: Farmer) -> None:
        """A bot that is started here plays its own seat, whatever it knows of the others."""
        if connection.owner not in (UNKNOWN, farmer.owner):
            raise Refused(
                "this seat belongs to another bot; a bot registers with the token in its own environment"
            )

    def _farmer_for(self, token: str) -> Farmer:
        """The farmer whose bot was given this token, or the next one that any bot may play."""
        known = next((farmer for farmer in self.farmers if farmer.id == token), None)
        if known is not None and known.connection is not None:
            raise Refused(f"the token {token} is registered already; reconnecting does not restore a bot")
        if known is not None and not known.invited:
            return known
        free = self._free()
        if not free:
            taken = sum(farmer.connection is not None for farmer in self.farmers)
            raise Refused(
                f"all places for this match are taken ({taken} registered) or belong to bots that Lanista starts; "
                "such a bot registers with the token in its environment (Token, REGISTRATION_TOKEN or TOKEN)"
            )
        return free[0]

    def _command(self, connection: Connection, command: Any) -> None:
        """Queue a command; one without an action, or for a bot of another connection, is silently ignored."""
        if not isinstance(command, dict):
            raise Refused('SendPlayerCommand expects an object such as {"action":1,"botId":"..."}')
        members = {str(name).lower(): value for name, value in command.items()}
        direction, sender = read_action(members.get("action")), read_id(members.get("botid"))
        farmer = next((farmer for farmer in self._held_by(connection) if farmer.id == sender), None)
        if farmer is None or direction is None:
            return
        if len(farmer.waiting) >= MAX_QUEUED:
            farmer.dropped += 1
            raise Refused(f"the command was dropped: {MAX_QUEUED} wait for their tick already")
        self._arrivals += 1
        farmer.waiting.append(Command(direction, self._arrivals, self.clock.now()))
        if self.lock_step:
            farmer.notify()

    def _inform(self, connection: Connection, bot: Any) -> None:
        """A bot may ask for what it is told at the start."""
        if any(farmer.id == read_id(bot) for farmer in self._held_by(connection)):
            connection.send(self._information())

    def _information(self) -> bytes:
        config = self._config
        told = {
            "maxTicks": config["MaxTicks"],
            "tickRate": config["TickRate"],
            "rows": config["Rows"],
            "cols": config["Cols"],
            "randomSeed": NO_SEED,
            "playerWindowSize": config["PlayerWindowSize"],
            "bots": {str(seat): farmer.id for seat, farmer in enumerate(self.farmers)},
        }
        return messages.event("ReceiveGameInformation", told)

    # The referee's side

    def show(self, seat: int, tick: int, view: bytes) -> None:
        """Open the time for a tick's commands; a bot is shown the state after the tick before, if any."""
        with self._change:
            if tick != self._tick:
                self._open_tick(tick)
        if tick > 1:
            self._tell(seat, messages.event("ReceiveBotState", self._with_ids(view)))

    def _open_tick(self, tick: int) -> None:
        """The first tick runs at once, each other a tick's time after the one before."""
        if not self._begun:
            self._begun = True
            for farmer in self.farmers:
                if farmer.connection is not None:
                    farmer.connection.send(self._information())
        now, rate = self.clock.now(), self._config["TickRate"] / 1000
        due = self._due + rate
        if due - now < rate / 2:  # the match is late, and bots need their time: it is not made up for
            due = now + rate
        self._due = now if tick == 1 else due
        self._tick = tick
        self._cut = None

    def settle(self) -> None:
        """What is in the sockets by now counts for the tick; once for all bots."""
        with self._change:
            settled, self._settled = self._settled, self._tick
        if settled != self._tick or self._tick == 0:
            self._opened().settle()

    @property
    def due(self) -> float:
        """When the tick is played, if the match runs in real time."""
        return self._due

    def has_command(self, seat: int) -> bool:
        """Whether a command waits."""
        return bool(self.farmers[seat].waiting)

    def take(self, seat: int) -> Sent:
        """What a farmer's bot sent for the tick; the first who asks closes the tick for all."""
        with self._change:
            if self._cut is None:
                self._cut = close_tick(self.farmers, ranked=not self.lock_step)
            return self._cut[seat]

    def end_game(self, seat: int, view: bytes, ticks: int) -> None:
        """The state after the last tick, and that it was the last."""
        self._tell(seat, messages.event("ReceiveBotState", self._with_ids(view)))
        self._tell(seat, messages.event("EndGame", NO_SEED, ticks))
        self._hang_up(seat)

    def fail(self, seat: int, reason: str) -> None:
        """The match has come to nothing."""
        self._tell(seat, messages.event("Disconnect", reason))
        self._hang_up(seat)

    def _tell(self, seat: int, said: bytes) -> None:
        connection = self.farmers[seat].connection
        if connection is not None:
            connection.send(said)

    def _hang_up(self, seat: int) -> None:
        connection = self.farmers[seat].connection
        if connection is not None:
            connection.hang_up()

    def _with_ids(self, view: bytes) -> msgspec.Raw:
        """A view with the bots' own ids, which are their tokens."""
        ids = {BOT_IDS[seat].encode(): farmer.id.encode() for seat, farmer in enumerate(self.farmers)}
        return msgspec.Raw(SHOWN_IDS.sub(lambda found: ids[found[0]], view))
