"""The libraries that are compared with ours, and which of their environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

ADAPTERS = "lanista.tools.bench.peers.adapters"
INSTALL = "pip install 'lanista[peers]'"

Job = Callable[[], int]  # plays some steps and returns how many


class PeerEnvironment(NamedTuple):
    """An environment under random legal play; an adapter's `make(name)` returns one."""

    seats: int
    moves: float  # of one step: how many seats move
    actions: int
    numbers: int  # of one seat's observation
    jobs: Mapping[str, Job]  # `SEEN`, with observations, and `ALONE`, without them, if that can be had


SEEN, ALONE = "seen", "alone"


class Library(NamedTuple):
    """A library, its adapter, and a few words on each of its environments."""

    title: str
    adapter: str  # a module
    distribution: str
    environments: Mapping[str, str]
    install: str = INSTALL


LIBRARIES = (
    Library(
        "OpenSpiel",
        f"{ADAPTERS}.open_spiel",
        "open_spiel",
        {
            "tic_tac_toe": "3 x 3 board, in turns",
            "connect_four": "6 x 7 board, in turns",
            "breakthrough": "8 x 8 board, in turns",
            "backgammon": "24 points and dice, in turns",
            "go(board_size=9)": "9 x 9 board, captures, in turns",
            "markov_soccer": "4 x 5 grid, simultaneous",
            "laser_tag": "7 x 7 grid, beams, simultaneous",
        },
    ),
    Library(
        "Pgx",
        f"{ADAPTERS}.pgx",
        "pgx",
        {
            "tic_tac_toe": "3 x 3 board, in turns",
            "connect_four": "6 x 7 board, in turns",
            "othello": "8 x 8 board, in turns",
            "backgammon": "24 points and dice, in turns",
            "go_9x9": "9 x 9 board, captures, in turns",
            "minatar-space_invaders": "10 x 10 arcade game",
        },
    ),
    Library(
        "PettingZoo",
        f"{ADAPTERS}.pettingzoo",
        "pettingzoo",
        {
            "tictactoe_v3": "3 x 3 board, in turns",
            "connect_four_v3": "6 x 7 board, in turns",
            "chess_v6": "8 x 8 board, in turns",
        },
    ),
    Library(
        "gymnax",
        f"{ADAPTERS}.gymnax",
        "gymnax",
        {
            "CartPole-v1": "a pole on a cart, four numbers",
            "Breakout-MinAtar": "10 x 10 arcade game",
            "SpaceInvaders-MinAtar": "10 x 10 arcade game",
        },
    ),
    Library(
        "Jumanji",
        f"{ADAPTERS}.jumanji",
        "jumanji",
        {
            "Snake-v1": "12 x 12 grid",
            "Game2048-v1": "4 x 4 board",
            "Connector-v3": "10 x 10 grid, simultaneous",
        },
    ),
    Library(
        "PufferLib",
        f"{ADAPTERS}.pufferlib",
        "pufferlib",
        {
            "connect4": "6 x 7 board, against an opponent that looks ahead",
            "breakout": "arcade game, four frames a step",
            "rware": "11 x 10 warehouse, simultaneous",
            "snake": "26 x 26 grid, simultaneous",
        },
        install="pip install --no-deps pufferlib==2.0.2 (Python 3.11 on Linux)",
    ),
)
