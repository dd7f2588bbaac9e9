"""Matches of known bots, and positions of them whose result is known, as data for fitting chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

from lanista.game import Game
from lanista.game.chances import Chances
from lanista.match.api import play
from lanista.match.replay import read_replay
from lanista.tools.analysis.fitting import KnownPosition
from lanista.tools.analysis.mapping import manner_of, share_played, value_share, won_share
from lanista.tools.analysis.playouts import MatchPlayouts, PlayoutPosition
from lanista.tools.analysis.track import Track

POSITIONS = 8  # of a match
PLAYOUTS = 64  # of a position
SEATS = (2, 3, 4, 6)  # of matches, where a game allows it


def play_matches(
    game: Game[Any, Any, Any], folder: Path, count: int, seed: int, bots: Sequence[str] = ()
) -> Iterator[Path]:
    """Play matches of all pairs of bots in turn, under all rulesets; those that are there are kept."""
    draw = Random(f"{game.name} {seed}")
    players = bots or game.bots
    pairs = list(combinations_with_replacement(players, 2))
    rulesets = list(game.rulesets)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        ruleset = rulesets[number % len(rulesets)]
        seats = draw.choice([seats for seats in SEATS if seats in game.seats]) if number % 2 else 2
        seated = [*pairs[number // len(rulesets) % len(pairs)], *draw.choices(players, k=seats - 2)]
        draw.shuffle(seated)
        path = folder / f"{game.name}-{seed}-{number}.jsonl.gz"
        if not path.exists():
            play(game.name, seated, seed=(seed << 20) + number, ruleset=ruleset, timeouts=False, replay=path)
        yield path


def samples_of(
    path: Path, chances: Chances, *, positions: int = POSITIONS, playouts: int = PLAYOUTS
) -> list[KnownPosition]:
    """Some random positions of a match that was decided, each with its playouts."""
    track = Track(read_replay(path))
    shares = track.shares()
    if shares is None or len(shares) < 2 or not track.turns:
        return []
    draw = Random(path.name)
    turns = sorted(draw.sample(range(track.turns), min(positions, track.turns)))
    runner = MatchPlayouts(track.start, manner_of(track.game, chances), seed=draw.getrandbits(32))
    states = [track.state(turn) for turn in turns]
    tallies = runner.play(states, [PlayoutPosition(i, playouts) for i in range(len(turns))])
    most = track.game.max_turns(track.start)
    return [
        KnownPosition(path.name, won_share(tally), value_share(tally), share_played(tally, turn, most), shares)
        for turn, tally in zip(turns, tallies, strict=True)
    ]
