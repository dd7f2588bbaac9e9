"""Whatever wraps a player has the player's capabilities: a match must not lose them on the way."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest

from lanista.bots import player as interface
from lanista.bots.player import BotPlayer, Confined, Freezable, InProcessBot, Reusable, Watched
from lanista.bots.player_wrapper import CAPABILITIES, PlayerWrapper
from lanista.bots.process import process_tree
from lanista.bots.process.process_tree import Supervised
from lanista.bots.protocol import venues
from lanista.bots.protocol.lines_player import LinesPlayer
from lanista.bots.protocol.venues import Guest
from lanista.bots.resolve import find_bot
from lanista.game import get_game
from lanista.match.branch import Resuming

LINES = {Confined, Freezable, Reusable, Supervised, Watched}


def resuming(player: BotPlayer) -> PlayerWrapper:
    return Resuming(player, 0, {}, present=True, idle=False)


def builtin() -> BotPlayer:
    game = get_game("overdrive")
    return find_bot(game, game.bots[0]).player(game, "built in")


def lines() -> BotPlayer:
    return LinesPlayer([sys.executable, "-V"], "lines")


def capabilities(player: object) -> set[type]:
    return {kind for kind in CAPABILITIES if isinstance(player, kind)}


@pytest.mark.parametrize("wrap", [PlayerWrapper, resuming])
@pytest.mark.parametrize(
    ("make", "expected"),
    [(lines, LINES), (builtin, {InProcessBot})],
)
def test_a_wrapper_has_the_capabilities_of_its_player(wrap: Any, make: Any, expected: set[type]) -> None:
    player = make()
    assert capabilities(player) == expected
    assert capabilities(wrap(player)) == expected | {Supervised}, "which has the process id 0 without a process"


def test_every_capability_is_passed_on() -> None:
    """A capability is a protocol that `isinstance` can check; a new one must be in the list."""
    declared = {
        kind
        for module in (interface, process_tree, venues)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if getattr(kind, "_is_runtime_protocol", False) and kind.__module__ == module.__name__
    }
    assert declared == set(CAPABILITIES)


def test_all_classes_that_hold_a_player_are_wrappers_or_have_its_capabilities() -> None:
    from lanista.games.sproutopia.contest.player import HubProcess, hub_player

    hub = hub_player("bot", ["true"])
    assert capabilities(HubProcess(["true"], "bot")) <= capabilities(hub)
    assert Guest in capabilities(hub)
    assert capabilities(hub) == capabilities(resuming(hub))


def test_what_a_wrapper_changes_is_its_own() -> None:
    """A bot in this process is asked by objects, and not in recorded turns if it is idle."""
    asked: list[int] = []
    player = builtin()
    player.ask_object = lambda turn, view: asked.append(turn)  # type: ignore[attr-defined]
    line: Any = object()
    wrapped: Any = Resuming(player, 0, {1: line}, present=True, idle=True)
    for turn in (1, 2):
        wrapped.ask_object(turn, {})
    assert asked == [2]
