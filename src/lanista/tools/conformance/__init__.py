"""The conformance suite for games, as a function for their authors: `check_game(MY_GAME)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lanista.core.errors import NativeError
from lanista.engine.compiler import node, zig
from lanista.engine.native import available
from lanista.engine.ready import ready
from lanista.game import Game
from lanista.tools.conformance.checks import COMPILED, EVERY_RULESET, FIRST, JAVASCRIPT, LAST, WEBASSEMBLY, Check
from lanista.tools.conformance.trial import GameTrial, NotConforming

__all__ = ["NotConforming", "check_game"]


def check_game(
    game: Game[Any, Any, Any],
    *,
    turns: int = 2000,
    native: bool | None = None,
    report: Callable[[str], None] | None = None,
) -> None:
    """Play a game at random under each of its rulesets and check the contract of `lanista.game.Game`.

    Raises NotConforming at the first property that does not hold. `turns` is the number of turns that each
    property is checked on; `native` says whether the rules are compared in other languages too: compiled C,
    JavaScript and WebAssembly (None: those for which there is a compiler, and node). `report` receives a line for
    each property that was checked or skipped.
    """
    say = report or _ignore
    about = GameTrial(game, "standard", 0, turns, say)
    with ready.interpreted():
        _run_all(FIRST, about)
        translated = _translated_checks(game, native, say)
        for trial in _trials(game, turns, say):
            trial.is_compiled = COMPILED[0] in translated
            _run_all(EVERY_RULESET + translated, trial)
        _run_all(LAST, about)


def _ignore(_: str) -> None:
    """The default report."""


NO_COMPILER = "a C compiler is missing; pip install 'lanista[compiler]'"
NO_NODE = "node is missing; install Node.js"
NO_ZIG = "Zig's compiler is missing; pip install 'lanista[compiler]'"


def _translated_checks(
    game: Game[Any, Any, Any], native: bool | None, say: Callable[[str], None]
) -> tuple[Check, ...]:
    """The checks of rules in other languages that this machine can run; reports those that it cannot."""
    if native is False:
        say(f"{game.name}: rules in C, JavaScript and WebAssembly NOT checked, as requested")
        return ()
    no_node = "" if node() else NO_NODE
    targets = {
        "compiled rules": ("" if available() else NO_COMPILER, COMPILED),
        "rules in JavaScript": (no_node, JAVASCRIPT),
        "rules in WebAssembly": (no_node or ("" if zig() else NO_ZIG), WEBASSEMBLY),
    }
    for what, (why, _) in targets.items():
        if why and native:
            raise NativeError(f"native=True: {what} cannot be checked: {why}")
        if why:
            say(f"{game.name}: {what} NOT checked: {why}")
    return tuple(check for why, checks in targets.values() if not why for check in checks)


def _trials(game: Game[Any, Any, Any], turns: int, say: Callable[[str], None]) -> Iterator[GameTrial]:
    """Each ruleset with the fewest and with the most seats."""
    for ruleset in game.rulesets:
        for seats in sorted({min(game.seats), max(game.seats)}):
            yield GameTrial(game, ruleset, seats, turns, say)


def _run_all(checks: tuple[Check, ...], trial: GameTrial) -> None:
    for check in checks:
        trial.begin(check.__name__.replace("_", " "))
        try:
            check(trial)
        except NotConforming:
            raise
        except Exception as error:
            raise trial.failure(
                "no error", f"{type(error).__name__}: {error}", "see the exception above for file and line"
            ) from error
        trial.report(f"{trial}: {trial.property}")
