"""Writes result files as the server of the Orbis Challenge 2015 did, and the maps that they name."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import FileError, InputError
from lanista.core.files import explain, write_whole
from lanista.engine import State
from lanista.games.rampage import maps
from lanista.games.rampage.contest import results
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn

RESULTS, MAPS = "Results", "Resources/Maps"
GAME = "Game"  # file name of a result, before its number


class Logs:
    """An observer that writes `Results/Game-<n>.json`, with the first free n, and the map it was played on."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder = folder
        self._moves: list[list[str]] = [[] for _ in names]
        try:
            for inner in (RESULTS, MAPS):
                (folder / inner).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"--classic-logs {explain(error, folder / inner, 'make')}") from None

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Write the map, with a digest of its contents in the file name."""
        self._state, self._ruleset, self._names = state, setup.ruleset, list(names)
        text = maps.write_map(maps.map_of(state.const))
        digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
        self._map = f"{MAPS}/{setup.map if setup.map in maps.MAPS else 'map'}-{digest}.json"
        write_whole(self.folder / self._map, text.encode(), force=True)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Collect the moves that both players requested."""
        for moves, word in zip(self._moves, results.requested_moves(state), strict=True):
            moves.append(word)

    def end(self, result: MatchResult) -> None:
        """Write the result of a game that was played to its end."""
        if result.outcome is None:
            return
        ended = results.result_of(self._state, self._names, self._moves, f"./{self._map}", self._ruleset)
        data = msgspec.json.encode(ended)
        for number in itertools.count(1):
            path = self.folder / RESULTS / f"{GAME}-{number}.json"
            try:
                write_whole(path, data)
                return
            except FileError:
                if not path.exists():
                    raise
