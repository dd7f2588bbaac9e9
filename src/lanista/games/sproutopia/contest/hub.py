"""The contest's hub: the methods that bots call, and the messages that they receive.

Before a match bots call on the server's thread; one lock guards the shared state. The referee's thread then takes
over, and serves the bots while it waits for them.
"""

from __future__ import annotations

import math
import re
import socket
import threading
import uuid
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.signalr import messages
from lanista.bots.signalr.connection import CallRefused, HubConnection
from lanista.bots.signalr.server import HubServer
from lanista.core.text import inert, quoted
from lanista.games.sproutopia.contest.farmers import HubFarmer, Sent, read_action
from lanista.games.sproutopia.contest.roster import Roster
from lanista.games.sproutopia.contest.ticks import Ticks
from lanista.games.sproutopia.views import BOT_IDS

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

SHOWN_IDS = re.compile("|".join(BOT_IDS).encode())
PORT, PATH = 5000, "/runnerhub"  # hard-coded in the contest's bots
SERVE_SECONDS = 5.0  # at least as often pings are sent and silent bots dropped
NO_SEED = 0  # sent to bots in place of the match's seed


class MatchHub:
    """The hub of one match; with `lock_step` the seed decides the order of arrival."""

    def __init__(self, config: Mapping[str, int], seats: int, *, lock_step: bool = False) -> None:
        self.lock_step = lock_step
        self.clock: Clock = SYSTEM_CLOCK
        self.farmers = [HubFarmer(str(uuid.uuid4())) for _ in range(seats)]
        self._config = config
        self._server: HubServer | None = None
        self._change = threading.Condition()
        self._roster = Roster(self.farmers)
        self._ticks = Ticks(self.farmers, config["TickRate"] / 1000, ranked=not lock_step)
        self._methods: dict[str, tuple[int, Callable[..., None]]] = {
            "register": (2, self._register),
            "sendplayercommand": (1, self._command),
            "getgameinfo": (1, self._inform),
        }
        self._shown_ids: dict[bytes, bytes] = {}  # the farmers' tokens by what views call them
        self._users = 0
        self._poller: Poller | None = None  # of the match, once its thread serves the bots
        self._watched = -1  # the descriptor that the poller watches
        self._served_at = 0.0

    # Opening and closing

    @property
    def url(self) -> str:
        """The URL that bots connect to."""
        return self._serving().url

    @property
    def address(self) -> str:
        """The loopback address that the hub listens on."""
        return self._serving().address

    def open(self) -> None:
        """Start to listen on a port of this machine, unless the hub does already."""
        self._serving().listen()

    def accept_from(self, listener: socket.socket, seat: int) -> None:
        """Serve the bot of a seat on a listener that nobody else can reach; it cannot register elsewhere."""
        farmer = self.farmers[seat]
        farmer.has_listener = True
        self._serving().accept_from(listener, farmer.owner)

    def close(self) -> None:
        """Close all connections."""
        server, self._server = self._server, None
        poller, self._poller = self._poller, None
        if server is not None and poller is not None:
            poller.forget(self._watched)
        if server is not None:
            server.close()

    def add_user(self) -> None:
        """Count a player that uses the hub."""
        self._users += 1

    def remove_user(self) -> None:
        """A player is done with the hub; the last one closes it."""
        self._users -= 1
        if self._users == 0:
            self.close()

    def disable_timeouts(self) -> None:
        """Accept silence, for bots in a debugger."""
        self._serving().idle_timeout = None

    def variables(self, seat: int, nickname: str, address: str) -> dict[str, str]:
        """The environment variables of a bot that plays a seat and connects to an address."""
        token = self.farmers[seat].id
        return {
            "RUNNER_IPV4": address,
            "BOT_NICKNAME": nickname,
            "Token": token,
            "REGISTRATION_TOKEN": token,
            "TOKEN": token,
        }

    def _serving(self) -> HubServer:
        if self._server is None:
            self._server = HubServer(self, PORT, PATH)
        return self._server

    # Bots that join by themselves

    def invite(self, seat: int) -> None:
        """Leave a seat to any bot that registers."""
        self.farmers[seat].invited = True

    def invitation(self) -> str:
        """Instructions for a person whose bot joins."""
        return (
            f"connect to {self.url} and call Register(token, nickname), where the token is any UUID; "
            f"a bot of the contest is started with RUNNER_IPV4={self.address} BOT_NICKNAME=... Token=..."
        )

    def gather(self, seconds: float) -> int:
        """Wait until every invited seat is taken, for `seconds` at most; how many are still free."""
        with self._change:
            self._change.wait_for(lambda: not self._roster.free(), seconds)
            return len(self._roster.free())

    def nickname(self, seat: int) -> str:
        """The nickname of the bot at a seat."""
        return self.farmers[seat].nickname

    def dismiss(self, reason: str) -> None:
        """Tell all bots that there will be no match, and why."""
        for seat in range(len(self.farmers)):
            self.fail(seat, reason)

    # Methods that bots call, on the server's thread

    def call(self, connection: HubConnection, method: str, arguments: list[Any]) -> None:
        """Run a method of the hub; its name is case-insensitive."""
        found = self._methods.get(method.lower())
        if found is None:
            raise CallRefused(
                f"the hub has no method {quoted(method, 40)}; it has Register, SendPlayerCommand and GetGameInfo"
            )
        count, run = found
        if len(arguments) != count:
            raise CallRefused(f"{inert(method)} expects {count} arguments, got {len(arguments)}")
        with self._change:
            run(connection, *arguments)

    def lost(self, connection: HubConnection) -> None:
        """A lost connection only ends the wait for its bot in lock-step."""
        with self._change:
            for farmer in self._roster.held_by(connection):
                farmer.notify()

    def _register(self, connection: HubConnection, token: Any, nickname: Any) -> None:
        farmer = self._roster.register(connection, token, nickname)
        connection.admit()
        connection.send(messages.event("Registered", farmer.id))
        farmer.notify()
        self._change.notify_all()

    def _command(self, connection: HubConnection, command: Any) -> None:
        """Queue a command; one without an action, or for another connection's bot, is silently ignored."""
        if not isinstance(command, dict):
            raise CallRefused('SendPlayerCommand expects an object such as {"action":1,"botId":"..."}')
        members = {str(name).lower(): value for name, value in command.items()}
        direction, sender = read_action(members.get("action")), members.get("botid")
        farmer = next((farmer for farmer in self._roster.held_by(connection) if farmer.is_called(sender)), None)
        if farmer is None or direction is None:
            return
        self._roster.queue(farmer, direction, self.clock.now())
        if self.lock_step:
            farmer.notify()

    def _inform(self, connection: HubConnection, bot: Any) -> None:
        """Send a bot the game information again."""
        if any(farmer.is_called(bot) for farmer in self._roster.held_by(connection)):
            connection.send(self._information())

    def _information(self) -> bytes:
        config = self._config
        information = {
            "maxTicks": config["MaxTicks"],
            "tickRate": config["TickRate"],
            "rows": config["Rows"],
            "cols": config["Cols"],
            "randomSeed": NO_SEED,
            "playerWindowSize": config["PlayerWindowSize"],
            "bots": {str(seat): farmer.id for seat, farmer in enumerate(self.farmers)},
        }
        return messages.event("ReceiveGameInformation", information)

    # The referee's side

    def take_over(self, poller: Poller, player: Watched, seat: int) -> None:
        """Serve the bots on the referee's thread from now on, and read the socket of a seat at once."""
        if self._poller is None:
            fd = self._serving().take_over()
            if fd is None:
                return
            self._poller, self._watched = poller, fd
            poller.watch(fd, player, "connection", self.serve)
            self.serve()
        connection = self.farmers[seat].connection
        if connection is not None:
            connection.read_at_once(poller, player)

    def serve(self) -> None:
        """Handle messages of bots, and send pings that are due."""
        self._serving().serve()
        self._served_at = self.clock.now()

    @property
    def is_taken_over(self) -> bool:
        """Whether the referee's thread serves the bots, so that nothing needs to wake it."""
        return self._poller is not None

    @property
    def serve_at(self) -> float:
        """When the bots are to be served, even if none sends anything; never while a thread does it."""
        return math.inf if self._poller is None else self._served_at + SERVE_SECONDS

    def show(self, seat: int, tick: int, view: bytes) -> None:
        """Open a tick for commands, and send a bot the state after the previous tick, if any."""
        with self._change:
            if tick != self._ticks.number:
                self._open_tick(tick)
        if tick > 1:
            self._send(seat, messages.raw_event(b"ReceiveBotState", self._with_ids(view)))

    def _open_tick(self, tick: int) -> None:
        """Open a tick; the first one ends registration and sends everybody the game information."""
        if self._roster.is_open:
            self._roster.is_open = False
            self._shown_ids = self._ids()
            for seat in range(len(self.farmers)):
                self._send(seat, self._information())
        self._ticks.open(tick, self.clock.now())

    def settle(self) -> None:
        """Read everything that the sockets hold, so that it counts for the tick; once for all bots."""
        with self._change:
            needed = self._ticks.needs_settling()
        if needed:
            self._serving().settle()

    @property
    def due(self) -> float:
        """When the tick is played, if the match runs in real time."""
        return self._ticks.due

    def has_command(self, seat: int) -> bool:
        """Whether a farmer has a waiting command."""
        return bool(self.farmers[seat].waiting)

    def take(self, seat: int) -> Sent:
        """Take the commands of a farmer's bot for the tick; the first call closes the tick for all."""
        with self._change:
            return self._ticks.take(seat)

    def end_game(self, seat: int, view: bytes, ticks: int) -> None:
        """Send a bot the last state and the end of the game, and close its connection."""
        self._shown_ids = self._ids()
        self._send(seat, messages.raw_event(b"ReceiveBotState", self._with_ids(view)))
        self._send(seat, messages.event("EndGame", NO_SEED, ticks))
        self._close(seat)

    def fail(self, seat: int, reason: str) -> None:
        """Tell a bot why there is no result, and close its connection."""
        self._send(seat, messages.event("Disconnect", reason))
        self._close(seat)

    def _send(self, seat: int, message: bytes) -> None:
        connection = self.farmers[seat].connection
        if connection is not None:
            connection.send(message)

    def _close(self, seat: int) -> None:
        connection = self.farmers[seat].connection
        if connection is not None:
            connection.hang_up()

    def _ids(self) -> dict[bytes, bytes]:
        return {BOT_IDS[seat].encode(): farmer.id.encode() for seat, farmer in enumerate(self.farmers)}

    def _with_ids(self, view: bytes) -> bytes:
        """A view in which the bots' ids are their tokens."""
        return SHOWN_IDS.sub(lambda found: self._shown_ids[found[0]], view)
