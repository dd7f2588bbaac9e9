"""Finds the rules and commands that never did anything, by replaying recorded turns."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from lanista.engine import State
from lanista.engine.rule import reachable
from lanista.game import Game, Played
from lanista.match.replay import ReplayStream, move_of
from lanista.match.replay.playing import start_again

MAX_TURNS = 600  # looked into per match, spread evenly: that is slow
ENGINE = "lanista.engine."


@dataclass(frozen=True)
class DeadElement:
    """A rule or command that did nothing in all turns that were looked into, and its purpose."""

    name: str
    why: str
    about: str = ""


@dataclass
class EventCoverage:
    """The rules, commands and events that occurred in the turns that were looked into."""

    game: Game[Any, Any, Any]
    turns: int = 0
    commands: Counter[str] = field(default_factory=Counter)  # how often each was played
    _vocabulary: set[str] = field(default_factory=set)
    _called: set[str] = field(default_factory=set)
    _acted: set[str] = field(default_factory=set)
    _effective: set[str] = field(default_factory=set)  # commands that changed something

    @property
    def rules(self) -> dict[str, str]:
        """All rules of a turn by name, with their first sentence."""
        return {rule.__name__: (rule.__doc__ or "").strip().split("\n")[0] for rule in self._own_rules()}

    def _own_rules(self) -> list[FunctionType]:
        """The rules of a turn without those of the engine."""
        found = reachable(self.game.rules.step)  # type: ignore[arg-type]
        return [rule for rule in found if not rule.__module__.startswith(ENGINE)]

    def add(self, path: Path) -> None:
        """Look into a recorded match."""
        replay = ReplayStream(path)
        game, state = start_again(replay)
        self._learn_words(state)
        lines = list(replay.turns)
        stride = -(-len(lines) // MAX_TURNS)
        look = _Look(self._own_rules(), self._called, self._acted)
        for number, line in enumerate(lines):
            moves = [move_of(game, state, seat, line) for seat in range(state.seats)]
            if number % stride == 0 or number == len(lines) - 1:
                self.turns += 1
                self._try(state, moves)
                look.into(Played(state, moves))
            self.commands.update(self.word(move) for move in moves)
            game.step(state, moves)

    def word(self, move: Any) -> str:
        """The command of a move without its numbers."""
        text = " ".join(re.findall(r"[^\W\d][\w-]*", self.game.write(move)))
        return text or " ".join(value.name for value in move if isinstance(value, Enum)) or "nothing"

    @property
    def dead_rules(self) -> list[DeadElement]:
        """Rules that were never called, or never changed anything and never returned anything but 0 or False."""
        return [
            DeadElement(name, "never acts" if name in self._called else "never called", about)
            for name, about in self.rules.items()
            if name not in self._acted
        ]

    @property
    def dead_commands(self) -> list[DeadElement]:
        """Commands that nobody played, or that changed nothing."""
        played = {*self.commands, *(part for word in self.commands for part in word.split())}
        unplayed = [DeadElement(word, "never played") for word in sorted(self._vocabulary - played)]
        idle = [DeadElement(word, "changes nothing") for word in sorted({*self.commands} - self._effective)]
        missing = self.word(self.game.missing)  # its effect is what others are compared with
        return [*unplayed, *(dead for dead in idle if dead.name != missing)]

    def _learn_words(self, state: State[Any, Any]) -> None:
        if not self._vocabulary:
            actions = range(self.game.actions)
            self._vocabulary = {self.word(self.game.learning.decode(state, 0, action)) for action in actions}

    def _try(self, state: State[Any, Any], moves: Sequence[Any]) -> None:
        """Note which commands make a difference to giving no move at all."""
        words = [self.word(move) for move in moves]
        if {*words} <= self._effective:
            return
        after = self._after(state, moves)
        for seat, word in enumerate(words):
            if word not in self._effective:
                without = [self.game.missing if at == seat else move for at, move in enumerate(moves)]
                if self._after(state, without) != after:
                    self._effective.add(word)

    def _after(self, state: State[Any, Any], moves: Sequence[Any]) -> bytes:
        copy = state.clone()
        self.game.step(copy, moves)
        return copy.data.tobytes()


class _Look:
    """Notes which rules are called, and which of them change a record or return anything but 0."""

    def __init__(self, rules: Sequence[FunctionType], called: set[str], acted: set[str]) -> None:
        self._names = {rule.__code__: rule.__name__ for rule in rules}
        self._called, self._acted = called, acted
        self._running: dict[FrameType, tuple[list[Any], list[bytes]]] = {}  # arguments, and their contents before

    def into(self, played: Played) -> None:
        """Play a turn, and look."""
        before = sys.getprofile()
        sys.setprofile(self._look)
        try:
            _ = played.notes
        finally:
            sys.setprofile(before)
            self._running.clear()

    def _look(self, frame: FrameType, event: str, result: Any) -> None:
        name = self._names.get(frame.f_code)
        if name is None or name in self._acted:
            return
        if event == "call":
            self._called.add(name)
            given = [frame.f_locals[name] for name in frame.f_code.co_varnames[: frame.f_code.co_argcount]]
            self._running[frame] = given, _bytes_of(given)
        elif event == "return" and frame in self._running:
            given, contents = self._running.pop(frame)
            if result or _bytes_of(given) != contents:
                self._acted.add(name)


def _bytes_of(arguments: Sequence[Any]) -> list[bytes]:
    """The contents of all records among the arguments of a rule."""
    found: list[bytes] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            found += _bytes_of(argument)
        elif hasattr(argument, "raw"):
            found.append(bytes(argument.raw))
    return found
