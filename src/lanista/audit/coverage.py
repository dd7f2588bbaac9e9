"""Which rules and commands ever did something: recorded turns are played again by rules that are watched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from lanista.engine import State
from lanista.engine.rule import reachable
from lanista.game import Game, Played
from lanista.replay import ReplayStream, move_of
from lanista.replay.playing import start_again

Rule = Callable[..., Any]
MAX_TURNS = 600  # looked into per match, spread evenly: watched rules are slow


@dataclass(frozen=True)
class Dead:
    """A rule or command that did nothing in all turns that were looked into, and what it is for."""

    name: str
    why: str
    about: str = ""


@dataclass
class Coverage:
    """What happened in the turns that were looked into."""

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
        found = reachable(self.game.rules.step)  # type: ignore[arg-type]
        return {rule.__name__: (rule.__doc__ or "").strip().split("\n")[0] for rule in found}

    def add(self, path: Path) -> None:
        """Look into a recorded match."""
        replay = ReplayStream(path)
        game, state = start_again(replay)
        self._learn_words(state)
        lines = list(replay.turns)
        stride = -(-len(lines) // MAX_TURNS)
        watchers = {name: self._watcher(name) for name in self.rules if name not in self._acted}
        for number, line in enumerate(lines):
            moves = [move_of(game, state, seat, line) for seat in range(state.seats)]
            if number % stride == 0 or number == len(lines) - 1:
                self.turns += 1
                self._try(state, moves)
                Played(state, moves).watch(watchers)
            self.commands.update(self.word(move) for move in moves)
            game.step(state, moves)

    def word(self, move: Any) -> str:
        """The command of a move without its numbers."""
        text = " ".join(re.findall(r"[^\W\d][\w-]*", self.game.write(move)))
        return text or " ".join(value.name for value in move if isinstance(value, Enum)) or "nothing"

    @property
    def dead_rules(self) -> list[Dead]:
        """Rules that were never called, or never changed anything and never returned anything but 0 or False."""
        return [
            Dead(name, "never acts" if name in self._called else "never called", about)
            for name, about in self.rules.items()
            if name not in self._acted
        ]

    @property
    def dead_commands(self) -> list[Dead]:
        """Commands that nobody played, or that changed nothing."""
        played = {*self.commands, *(part for word in self.commands for part in word.split())}
        unplayed = [Dead(word, "never played") for word in sorted(self._vocabulary - played)]
        idle = [Dead(word, "changes nothing") for word in sorted({*self.commands} - self._effective)]
        missing = self.word(self.game.missing)  # its effect is what others are compared with
        return [*unplayed, *(dead for dead in idle if dead.name != missing)]

    def _learn_words(self, state: State[Any, Any]) -> None:
        if not self._vocabulary:
            actions = range(self.game.actions)
            self._vocabulary = {self.word(self.game.learning.decode(state, 0, action)) for action in actions}

    def _watcher(self, name: str) -> Rule:
        """Notes that a rule was called, and whether it did something."""

        def watch(rule: Rule, *arguments: Any) -> Any:
            self._called.add(name)
            if name in self._acted:
                return rule(*arguments)
            before = _bytes_of(arguments)
            result = rule(*arguments)
            if result or _bytes_of(arguments) != before:
                self._acted.add(name)
            return result

        return watch

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


def _bytes_of(arguments: Sequence[Any]) -> list[bytes]:
    """The contents of all records among the arguments of a rule."""
    found: list[bytes] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            found += _bytes_of(argument)
        elif hasattr(argument, "raw"):
            found.append(bytes(argument.raw))
    return found
