"""Which bot commands which farmer: registration, and the commands that each bot sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.bots.process.peers import UNKNOWN
from lanista.bots.signalr.connection import CallRefused, HubConnection
from lanista.core.text import inert, quoted
from lanista.games.sproutopia.contest.farmers import Command, HubFarmer, read_id
from lanista.games.sproutopia.state import MAX_QUEUED, Direction

MAX_NICKNAME = 40  # characters


class Roster:
    """Assigns the farmers of a match to connections; the caller holds the hub's lock."""

    def __init__(self, farmers: Sequence[HubFarmer]) -> None:
        self.is_open = True  # for registrations, until the match begins
        self._farmers = farmers
        self._arrivals = 0

    def free(self) -> list[HubFarmer]:
        """The farmers that any bot may still register for."""
        return [farmer for farmer in self._farmers if farmer.invited and farmer.connection is None]

    def held_by(self, connection: HubConnection) -> list[HubFarmer]:
        """The farmers that a connection commands: one, or none before it has registered."""
        return [farmer for farmer in self._farmers if farmer.connection is connection]

    def register(self, connection: HubConnection, token: Any, nickname: Any) -> HubFarmer:
        """Assign a farmer to a connection; raises Refused with the reason."""
        given = read_id(token)
        if given is None:
            raise CallRefused(f"Register expects a token that is a UUID, got {quoted(token, 60)}")
        if self.held_by(connection):
            raise CallRefused("this connection has registered already; a bot registers once")
        if not self.is_open:
            raise CallRefused("the match has begun; a bot registers before its first tick")
        farmer = self._farmer_for(given)
        _check_owner(connection, farmer)
        farmer.id, farmer.connection = given, connection
        farmer.nickname = inert(nickname, MAX_NICKNAME) if isinstance(nickname, str) else ""
        return farmer

    def _farmer_for(self, token: str) -> HubFarmer:
        """The farmer whose bot was given this token, or the next one that any bot may play."""
        known = next((farmer for farmer in self._farmers if farmer.id == token), None)
        if known is not None and known.connection is not None:
            raise CallRefused(f"the token {token} is registered already; reconnecting does not restore a bot")
        if known is not None and not known.invited:
            return known
        free = self.free()
        if not free:
            taken = sum(farmer.connection is not None for farmer in self._farmers)
            raise CallRefused(
                f"all seats of this match are taken ({taken} registered) or belong to bots that Lanista starts; "
                "such a bot registers with the token in its environment (Token, REGISTRATION_TOKEN or TOKEN)"
            )
        return free[0]

    def queue(self, farmer: HubFarmer, direction: Direction, now: float) -> None:
        """Queue a command for the next tick; raises Refused if too many wait already."""
        if len(farmer.waiting) >= MAX_QUEUED:
            farmer.dropped += 1
            raise CallRefused(f"the command was dropped: {MAX_QUEUED} wait for their tick already")
        self._arrivals += 1
        farmer.waiting.append(Command(direction, self._arrivals, now))


def _check_owner(connection: HubConnection, farmer: HubFarmer) -> None:
    """Refuse a bot that Lanista started for another seat, even with a valid token."""
    strangers = () if farmer.has_listener else (UNKNOWN,)
    if connection.owner not in (*strangers, farmer.owner):
        raise CallRefused(
            "this seat belongs to another bot; a bot registers with the token in its own environment"
        )
